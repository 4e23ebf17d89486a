//! The face of a static evaluation.

use super::position::Position;
use super::score::Score;
use super::shape::{Cell, MAX_SIDE, Move, Seat};
use super::threat::{Threat, ThreatCounts};

/// A static evaluation of positions, optionally incremental.
///
/// A search calls [`reset`](Evaluator::reset) at its root, then [`play`](Evaluator::play) before every move and
/// [`undo`](Evaluator::undo) after it is taken back, strictly nested. An evaluator that computes from scratch leaves the
/// hooks empty; one that is incremental must give the same values (a property test holds it to that).
pub trait Evaluator<P: Position>: Clone + Send {
    /// Whether the evaluation costs nothing, so that searches on it are worth compiling with their switches fixed.
    const BARE: bool = false;

    /// Whether the evaluator sees threats, so that what it answers about them means something. It costs nothing to ask: a
    /// search tests this constant.
    const SEES_THREATS: bool = false;

    /// What the evaluator saves to take a move back.
    type Undo: Copy;

    /// Starts anew from a position.
    fn reset(&mut self, position: &P);

    /// Called before `position.play(mv)`.
    fn play(&mut self, position: &P, mv: Move) -> Self::Undo;

    /// Called after `position.undo(..)`, with the position as it was before `mv` again.
    fn undo(&mut self, position: &P, mv: Move, undo: Self::Undo);

    /// The static value for the side to move, within [`STATIC_BOUND`](super::score::STATIC_BOUND). May mutate scratch
    /// space only.
    fn value(&mut self, position: &P) -> Score;

    /// The static value after `mv` for the side that plays it, without playing it: what ordering by static score asks
    /// for. By default the move is played and taken back.
    fn value_after(&mut self, position: &mut P, mv: Move) -> Score {
        let mine = self.play(position, mv);
        let theirs = position.play(mv);
        let value = -self.value(position);
        position.undo(theirs);
        self.undo(position, mv, mine);
        value
    }

    /// The static value for the opponent of the side to move after a stone of the opponent's on the move's cell: what
    /// document A's sort asks at the wrong nodes. Evaluators that cannot tell answer as for the side to move.
    fn value_after_by_opponent(&mut self, position: &mut P, mv: Move) -> Score {
        self.value_after(position, mv)
    }

    /// What the lines through a move are worth by the three cells of each that lie next to it, the stone included: all that
    /// document A's quick score looks at. For a seat, whoever is to move; evaluators that have no windows answer with the
    /// static value after the move.
    fn area_score(&mut self, position: &mut P, mv: Move, seat: Seat) -> Score {
        if seat == position.turn() {
            self.value_after(position, mv)
        } else {
            self.value_after_by_opponent(position, mv)
        }
    }

    /// What the evaluation thinks of a move by looking at the point alone, where it has such a thing (document G's greedy
    /// score); the static value after the move elsewhere. For the side to move.
    fn move_score(&mut self, position: &mut P, mv: Move) -> Score {
        self.value_after(position, mv)
    }

    /// The strongest thing that a stone of a seat on an empty cell would make, whoever is to move. The answer for a cell
    /// that is not empty means nothing.
    #[inline(always)]
    fn threat(&self, _cell: Cell, _seat: Seat) -> Threat {
        Threat::None
    }

    /// Whether an empty cell may be forbidden to a seat: two fours, two threes or an overline by the look of its lines. Where
    /// this says no, it is allowed; where it says yes, [`Position::loses_at`] decides.
    #[inline(always)]
    fn may_be_forbidden(&self, _cell: Cell, _seat: Seat) -> bool {
        false
    }

    /// How many empty cells hold which threat for a seat, whoever is to move. Every cell that completes a line is among its
    /// fives.
    #[inline(always)]
    fn threat_counts(&self, _seat: Seat) -> ThreatCounts {
        ThreatCounts::default()
    }

    /// The empty cells on which a stone of a seat would make at least this (not [`Threat::None`]), as rows of bits in the
    /// layout of [`Position::openings`] of a point game. Returns the number of rows in use. Asked after a look at
    /// [`threat_counts`](Evaluator::threat_counts), since it goes over the board.
    #[inline]
    fn threat_cells(&self, _seat: Seat, _at_least: Threat, _rows: &mut [u32; MAX_SIDE]) -> usize {
        0
    }

    /// The static value split into named terms, for `analyze`; their sum is [`value`](Evaluator::value).
    fn terms(&mut self, position: &P) -> Vec<(String, Score)> {
        vec![("value".to_string(), self.value(position))]
    }
}
