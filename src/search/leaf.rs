//! Where the search ends: what a leaf is worth.

use super::body::Body;
use super::features::{DISTANCE, DYNAMIC, ENTRY_CORNER, FOURS, SELECTIVE, SIGN_FAULT, WIN_AT_ENTRY, WIN_AT_LEAF};
use super::tally::count;
use crate::base::score::{Score, WIN};
use crate::base::{Evaluator, Position};

impl<E> Body<'_, E> {
    /// The value of a win completed at a ply, for the side that made it.
    #[inline(always)]
    pub(super) fn win<const F: u32>(&self, ply: u32) -> Score {
        if self.has::<F>(DISTANCE) { WIN - ply as Score } else { WIN }
    }

    /// The horizon: the static value or, where all horizon nodes have a full board, a draw; unless a line is on the board
    /// that nobody has looked for yet, or fours are searched and win.
    #[inline(always)]
    pub(super) fn horizon<P, const F: u32>(&mut self, position: &mut P, ply: u32) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        if F & DYNAMIC != 0
            && let Some(value) = self.unseen_line::<P, F>(position, ply)
        {
            return value;
        }
        // Where lines differ in length, a full board lies on some horizon nodes and not on others.
        if self.tally.horizon_is_full || F & DYNAMIC != 0 && self.has::<F>(SELECTIVE) && position.is_full() {
            return 0;
        }
        if F & DYNAMIC != 0
            && self.has::<F>(FOURS)
            && let Some(value) = self.forced_win::<P, F>(position, ply)
        {
            return value;
        }
        self.static_value::<P, F>(position, ply)
    }

    /// What the evaluator says of a node, for its side to move.
    #[inline(always)]
    pub(super) fn static_value<P, const F: u32>(&mut self, position: &P, ply: u32) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        if F & DYNAMIC != 0 {
            count!(self.tally.counters.evaluations, 1);
        }
        let value = self.parts.evaluator.value(position);
        if self.has::<F>(SIGN_FAULT) && self.is_missigned(position, ply) { -value } else { value }
    }

    /// With wins looked for late: the value for the side to move if a line is on the board.
    pub(super) fn unseen_line<P, const F: u32>(&mut self, position: &P, ply: u32) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        if self.has::<F>(WIN_AT_ENTRY | ENTRY_CORNER) {
            return self.value_at_entry::<P, F>(position, ply);
        }
        if !self.has::<F>(WIN_AT_LEAF) {
            return None;
        }
        let winner = self.first_winner.or_else(|| position.winner());
        winner.map(|winner| if winner == position.turn() { self.win::<F>(ply) } else { -self.win::<F>(ply) })
    }
}
