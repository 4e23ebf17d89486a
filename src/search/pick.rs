//! The sequence in which a node hands out its moves, made no earlier than it is needed.
//!
//! Most cutoffs come from the first move. Where that one is known beforehand (the table's, the last iteration's, a recorded
//! one), it is searched before any other move is generated; where nothing grades the others, they are never gathered.

use super::body::Body;
use super::candidates::Answers;
use super::features::{GRADED, RECORD, STAGED};
use super::gather::Hints;
use super::order::{Base, Criterion};
use crate::base::rng::mix;
use crate::base::{Evaluator, Move, Position};

/// A node as its moves see it.
#[derive(Clone, Copy, Default)]
pub(super) struct Place {
    /// Remaining depth.
    pub depth: u32,
    /// Distance from the root.
    pub ply: u32,
    /// The move that led here.
    pub last: Option<Move>,
}

#[derive(Default)]
enum Stage {
    /// The move that is known beforehand is next.
    First(Move),
    /// It has been handed out, and the others are still to be gathered.
    Others,
    /// The base sequence is walked.
    #[default]
    Walk,
    /// Gathered moves wait on the stack.
    Gathered,
}

/// Where a node stands in its moves.
#[derive(Default)]
pub(super) struct Picker {
    stage: Stage,
    hints: Hints,
    /// Next place: on the stack, in the sequence, or a move code.
    cursor: usize,
    /// Children after the candidate rule and the width.
    pub generated: usize,
}

impl<E> Body<'_, E> {
    /// Begins to hand out a node's moves.
    #[inline(always)]
    pub(super) fn picker<P>(&mut self, position: &mut P, place: Place, hash_move: Option<Move>) -> Picker
    where
        P: Position,
        E: Evaluator<P>,
    {
        let root_first = if place.ply == 0 { self.root_first } else { None };
        let oracle = match &self.best_moves {
            Some(moves) if self.features & RECORD == 0 => {
                moves.get(&(position.key() ^ mix(u64::from(place.depth)))).copied()
            }
            _ => None,
        };
        let hash = if self.config.order.has(Criterion::Hash) { root_first.or(hash_move) } else { None };
        let mut hints = Hints { place, hash, outranking: oracle.or(root_first), ..Hints::default() };
        // With less than two plies to go the loss that answers prevent would lie beyond the horizon.
        let answers = self.config.candidates.answers;
        hints.answers = answers != Answers::Off
            && place.depth >= 2
            && (self.may_win_in_one(position) || self.may_face_open_four(position));
        hints.seen = answers == Answers::Seen && E::SEES_THREATS;
        let known = if self.features & STAGED != 0 && !hints.answers && !hints.seen {
            hints.outranking.or(hints.hash)
        } else {
            None
        };
        let mut picker = Picker { stage: Stage::Walk, hints, cursor: 0, generated: 0 };
        if let Some(mv) = known.filter(|&mv| position.is_legal(mv)) {
            picker.hints.searched = Some(mv);
            picker.stage = Stage::First(mv);
        }
        if picker.hints.searched.is_some() || self.features & GRADED == 0 && !hints.answers && !hints.seen {
            picker.generated = position.legal_count() as usize;
        } else {
            picker.cursor = self.parts.stack.len();
            self.gather(position, hints);
            picker.generated = self.parts.stack.len() - picker.cursor;
            picker.stage = Stage::Gathered;
        }
        picker
    }

    /// The next move.
    #[inline(always)]
    pub(super) fn pick<P>(&mut self, position: &mut P, picker: &mut Picker) -> Option<Move>
    where
        P: Position,
        E: Evaluator<P>,
    {
        match picker.stage {
            Stage::First(mv) => {
                picker.stage = if self.features & GRADED != 0 { Stage::Others } else { Stage::Walk };
                Some(mv)
            }
            Stage::Others => {
                picker.cursor = self.parts.stack.len();
                self.gather(position, picker.hints);
                picker.stage = Stage::Gathered;
                self.select(&mut picker.cursor)
            }
            Stage::Gathered => self.select(&mut picker.cursor),
            Stage::Walk => self.walk(position, picker),
        }
    }

    /// Whether some move of either side may complete a line now, as far as that costs less than to try the moves.
    #[inline]
    pub(super) fn may_win_in_one<P>(&self, position: &mut P) -> bool
    where
        P: Position,
        E: Evaluator<P>,
    {
        if E::SEES_THREATS {
            let turn = position.turn();
            return [turn, turn.other()].into_iter().any(|seat| self.parts.evaluator.threat_counts(seat).fives > 0);
        }
        !P::QUICK_WIN_IN_ONE || position.has_win_in_one(true) || position.has_win_in_one(false)
    }

    /// Whether the opponent may make a four that nothing stops, where answers to that are asked for: as the evaluator sees, if
    /// it sees threats.
    #[inline]
    fn may_face_open_four<P>(&self, position: &P) -> bool
    where
        P: Position,
        E: Evaluator<P>,
    {
        self.config.candidates.answers == Answers::Threats
            && (!E::SEES_THREATS || self.parts.evaluator.threat_counts(position.turn().other()).open_fours > 0)
    }

    /// The next move of the base sequence that has not been searched yet.
    fn walk<P: Position>(&self, position: &P, picker: &mut Picker) -> Option<Move> {
        loop {
            let mv = if self.config.order.base == Base::Generation {
                let mv = position.next_legal(picker.cursor as u16)?;
                picker.cursor = mv.0 as usize + 1;
                mv
            } else {
                let &mv = self.parts.sequence.get(picker.cursor)?;
                picker.cursor += 1;
                mv
            };
            if picker.hints.searched != Some(mv) && position.is_legal(mv) {
                return Some(mv);
            }
        }
    }

    /// The best of the gathered moves from `cursor` on, moved to the front.
    #[inline]
    fn select(&mut self, cursor: &mut usize) -> Option<Move> {
        let left = self.parts.stack.get_mut(*cursor..)?;
        let (place, _) = left.iter().enumerate().max_by_key(|(_, packed)| **packed)?;
        left.swap(0, place);
        *cursor += 1;
        Some(super::order::unpack(left[0]))
    }

    /// Whether the root passes a move over that is not its first: beyond a width that shrinks while it searches, or because
    /// a printed program looks at its limit here.
    #[inline]
    pub(super) fn root_skips<P: Position>(&self, position: &mut P, mv: Move, searched: usize) -> bool {
        if self.config.faults.stop_between_moves && self.watch.stopped() {
            return true;
        }
        let width = &self.config.width;
        let left = || self.watch.left_ratio(self.tally.counters.nodes);
        width.time_scaled
            && width.limit(true, left).is_some_and(|width| searched >= width)
            && !(width.keeps_forced && (position.wins_at(mv) || position.stops_win_at(mv)))
    }
}
