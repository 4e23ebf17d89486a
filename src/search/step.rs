//! One move down and up again: a child is played, searched, and taken back.

use super::body::Body;
use super::features::{DISTANCE, DYNAMIC, LOCAL, PRUNE, PVS};
use super::tally::count;
use crate::base::score::{INFINITE, Score};
use crate::base::{Evaluator, Move, Position};

/// Whether children are played on copies: in bare forms, on boards of two words. Nothing then has to be undone.
pub(super) const fn copies<P, const F: u32>() -> bool {
    F & DYNAMIC == 0 && size_of::<P>() <= 16
}

impl<E> Body<'_, E> {
    /// The value of a child, for the side that moves to it, in a window of the same side. A reduction is the plies by which it
    /// is searched less deep first.
    #[inline(always)]
    pub(super) fn step<P, const F: u32>(
        &mut self,
        position: &mut P,
        (mv, reduction): (Move, u32),
        window: (Score, Score),
        depth: u32,
        ply: u32,
        index: usize,
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        // Forms that have no use for the window or the distance from the root pass a constant, which costs no register.
        let (alpha, beta) = if F & (DYNAMIC | PRUNE) != 0 { window } else { (-INFINITE, INFINITE) };
        let ply = if F & (DYNAMIC | DISTANCE) != 0 { ply + 1 } else { 0 };
        if copies::<P, F>() {
            let mut next = position.clone();
            next.play(mv);
            return -self.child::<P, F>(&mut next, -beta, -alpha, depth - 1, ply, (mv, false));
        }
        let mv_and_local = (mv, self.has::<F>(LOCAL) && self.is_local(position, mv));
        let mine = self.parts.evaluator.play(position, mv);
        let theirs = position.play(mv);
        let score = if F & DYNAMIC != 0 && reduction > 0 {
            self.reduced::<P, F>(position, (mv_and_local, reduction), window, depth, ply)
        } else if F & DYNAMIC != 0 && index > 0 && self.has::<F>(PVS) && alpha + 1 < beta {
            self.null_window::<P, F>(position, mv_and_local, window, depth, ply)
        } else {
            -self.child::<P, F>(position, -beta, -alpha, depth - 1, ply, mv_and_local)
        };
        position.undo(theirs);
        self.parts.evaluator.undo(position, mv, mine);
        score
    }

    /// Principal variation search of a later child, `ply` its own: is it better than the best so far? Only then its value.
    fn null_window<P, const F: u32>(
        &mut self,
        position: &mut P,
        mv: (Move, bool),
        window: (Score, Score),
        depth: u32,
        ply: u32,
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        let (alpha, beta) = window;
        let score = -self.child::<P, F>(position, -alpha - 1, -alpha, depth - 1, ply, mv);
        if score <= alpha || score >= beta || self.is_spent::<F>() {
            return score;
        }
        let before = self.tally.counters.nodes;
        let score = -self.child::<P, F>(position, -beta, -score, depth - 1, ply, mv);
        count!(self.tally.counters.research_nodes, self.tally.counters.nodes - before);
        score
    }

    /// Late move reduction of a later child, `ply` its own: is it better than the best so far even if searched less deep?
    /// Only then its value. A move that threatens to complete a line is not reduced: what answers it is forced.
    fn reduced<P, const F: u32>(
        &mut self,
        position: &mut P,
        (mv, reduction): ((Move, bool), u32),
        window: (Score, Score),
        depth: u32,
        ply: u32,
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        let (alpha, beta) = window;
        let researched = self.tally.counters.research_nodes;
        let mut before = None;
        if !self.can_complete_line(position, true) {
            count!(self.tally.counters.reductions, 1);
            let score = -self.child::<P, F>(position, -alpha - 1, -alpha, depth - 1 - reduction, ply, mv);
            if score <= alpha || self.is_spent::<F>() {
                return score;
            }
            count!(self.tally.counters.reduction_researches, 1);
            before = Some(self.tally.counters.nodes);
        }
        let score = if self.has::<F>(PVS) && alpha + 1 < beta {
            self.null_window::<P, F>(position, mv, window, depth, ply)
        } else {
            -self.child::<P, F>(position, -beta, -alpha, depth - 1, ply, mv)
        };
        if let Some(before) = before
            && cfg!(not(feature = "uncounted"))
        {
            self.tally.counters.research_nodes = researched + self.tally.counters.nodes - before;
        }
        score
    }

    /// Whether a move comes to lie near the root's stones.
    #[cold]
    fn is_local<P: Position>(&self, position: &P, mv: Move) -> bool {
        self.local_box.is_some_and(|near| near.holds(&position.shape(), position.landing(mv)))
    }
}
