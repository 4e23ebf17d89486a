//! Answers by what the evaluator sees: where a threat is on the board, only the moves that have to do with it are looked at.

use super::body::Body;
use super::candidates::MoveSet;
use crate::base::{Cell, Evaluator, MAX_SIDE, Position, RuleSet, Seat, Threat};

impl<E> Body<'_, E> {
    /// Whether a side can complete a line at once: the opponent of the side to move if it had the move, or the side itself.
    #[inline(always)]
    pub(super) fn can_complete_line<P>(&mut self, position: &mut P, opponent: bool) -> bool
    where
        P: Position,
        E: Evaluator<P>,
    {
        if E::SEES_THREATS {
            let turn = position.turn();
            self.parts.evaluator.threat_counts(if opponent { turn.other() } else { turn }).fives > 0
        } else {
            position.has_win_in_one(opponent)
        }
    }

    /// The moves that the strongest threat on the board leaves, by what the evaluator sees; absent where it leaves all.
    ///
    /// A stone on a line stops what the opponent makes of it only where the opponent's own stone would make a four of it (a
    /// three, where two lines together threaten): five cells with the stones of the threat lie around both.
    pub(super) fn answers_seen<P>(&mut self, position: &mut P) -> Option<MoveSet>
    where
        P: Position,
        E: Evaluator<P>,
    {
        if !E::SEES_THREATS {
            return None;
        }
        let (turn, other) = (position.turn(), position.turn().other());
        let (own, theirs) = (self.parts.evaluator.threat_counts(turn), self.parts.evaluator.threat_counts(other));
        let (mine, yours) = if own.fives > 0 {
            (Some(Threat::Five), None)
        } else if theirs.fives > 0 {
            // Under caro a line can be stopped from its ends, where the opponent's stone makes nothing.
            (None, Some(Threat::Five).filter(|_| position.shape().rules != RuleSet::Caro))
        } else if own.open_fours > 0 && self.has_allowed(position, turn, Threat::DoubleFour) {
            (Some(Threat::Four), None)
        } else if theirs.open_fours > 0 && self.has_allowed(position, other, Threat::DoubleFour) {
            (Some(Threat::Four), Some(Threat::Four))
        } else if theirs.four_threes > 0 && own.four_threes == 0 {
            (Some(Threat::Three), Some(Threat::Three))
        } else {
            (None, None)
        };
        let (mut rows, mut used) = ([0; MAX_SIDE], 0);
        for (seat, least) in [(turn, mine), (other, yours)] {
            if let Some(least) = least {
                let mut cells = [0; MAX_SIDE];
                used = self.parts.evaluator.threat_cells(seat, least, &mut cells);
                rows.iter_mut().zip(cells).for_each(|(row, cells)| *row |= cells);
            }
        }
        let set = MoveSet::of(rows, used, position.shape().width as usize);
        (!set.is_empty()).then_some(set)
    }

    /// Whether one of the cells with at least this threat is certainly allowed to its seat.
    fn has_allowed<P>(&mut self, position: &P, seat: Seat, least: Threat) -> bool
    where
        P: Position,
        E: Evaluator<P>,
    {
        if position.shape().rules != RuleSet::Renju || seat != Seat::FIRST {
            return true;
        }
        let mut cells = [0; MAX_SIDE];
        let used = self.parts.evaluator.threat_cells(seat, least, &mut cells);
        let set = MoveSet::of(cells, used, position.shape().width as usize);
        set.iter().any(|mv| !self.parts.evaluator.may_be_forbidden(mv.0 as Cell, seat))
    }
}
