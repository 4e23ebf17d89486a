//! The transposition table as a node sees it: its key, what is known of it, what it leaves behind.

use super::body::Body;
use super::candidates::Rule;
use super::pick::Place;
use super::table::{Bound, Held, Node};
use crate::base::rng::mix;
use crate::base::score::Score;
use crate::base::{Move, Position, Shape};

/// What the table knows of a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Recalled {
    key: u64,
    /// Carries the position to the image that the table knows.
    symmetry: usize,
    /// A value that answers for the node's window. The root is always searched.
    pub cutoff: Option<Score>,
    /// The best move, as this position has it.
    pub best: Option<Move>,
    /// What is stored, whether or not it answers for the window.
    pub held: Option<Held>,
}

impl<E> Body<'_, E> {
    /// Asks the table for a node.
    #[inline(always)]
    pub(super) fn recall<P: Position>(
        &mut self,
        position: &P,
        Place { depth, ply, last }: Place,
        window: (Score, Score),
    ) -> Recalled {
        let (key, symmetry) = self.table_key(position, last);
        let Some(table) = &self.parts.table else { return Recalled::default() };
        let probe = table.probe(Node { key, depth, ply }, window, &mut self.tally.counters);
        let back = Shape::inverse_symmetry(symmetry);
        let best = probe.best.map(|mv| if symmetry == 0 { mv } else { position.shape().image_of_move(mv, back) });
        Recalled { key, symmetry, cutoff: probe.cutoff.filter(|_| ply > 0), best, held: probe.held }
    }

    /// Stores what a node is worth, searched in a window, with its best move.
    #[inline(always)]
    pub(super) fn keep<P: Position>(
        &mut self,
        position: &P,
        Place { depth, ply, .. }: Place,
        Recalled { key, symmetry, .. }: Recalled,
        (alpha, beta): (Score, Score),
        (value, mut best): (Score, Option<Move>),
    ) {
        let Some(table) = &mut self.parts.table else { return };
        let bound = match value {
            _ if value >= beta => Bound::Lower,
            _ if value <= alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        if symmetry != 0 {
            best = best.map(|mv| position.shape().image_of_move(mv, symmetry));
        }
        table.store(Node { key, depth, ply }, value, bound, best, &mut self.tally.counters);
    }

    /// The table's key of a position, and the symmetry that carries it to the image that the table knows.
    fn table_key<P: Position>(&self, position: &P, last: Option<Move>) -> (u64, usize) {
        let (key, symmetry) = if self.config.table.symmetry { position.symmetric_key() } else { (position.key(), 0) };
        // Under the zone rule what follows depends on the last move: it belongs to the position.
        match (self.config.candidates.rule, last) {
            (Rule::Zone, Some(last)) => {
                let last = position.shape().image_of_move(last, symmetry);
                (key ^ mix(u64::from(last.0) | 1 << 40), symmetry)
            }
            _ => (key, symmetry),
        }
    }
}
