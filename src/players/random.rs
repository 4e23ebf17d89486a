//! The random player (document T's V0): every legal move is as likely as any other.

use crate::base::rng::Rng;
use crate::base::{Answer, Counters, Limits, Move, Position, Root, Searcher};

/// A player without any idea. The seed of [`Searcher::new_game`] decides its moves.
pub struct Random {
    rng: Rng,
}

impl Random {
    /// A player seeded with 0 until a game begins.
    pub fn new() -> Random {
        Random { rng: Rng::new(0) }
    }
}

impl Default for Random {
    fn default() -> Random {
        Random::new()
    }
}

/// One of the moves, each as likely as any other; nothing if there is none.
pub(super) fn pick(rng: &mut Rng, moves: &[Move]) -> Option<Move> {
    moves.get(rng.below(moves.len() as u32) as usize).copied()
}

/// The answer of a player that looks at its moves without searching.
pub(super) fn unsearched(best: Option<Move>, moves_count: usize) -> Answer {
    let counters = Counters { nodes: 1, interiors: 1, children_generated: moves_count as u64, ..Counters::default() };
    Answer { best, line: best.into_iter().collect(), counters, ..Answer::default() }
}

impl<P: Position> Searcher<P> for Random {
    fn search(&mut self, root: &Root<P>, _limits: &Limits) -> Answer {
        if root.position.outcome().is_some() {
            return Answer::default();
        }
        let moves: Vec<Move> = root.position.moves().collect();
        unsearched(pick(&mut self.rng, &moves), moves.len())
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
