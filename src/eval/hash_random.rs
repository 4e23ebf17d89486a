//! A hash of the position as its value: no structure for a search to lean on, so that every shortcut that is not exact
//! shows (the idea of the strategy tests of the crate `minimax`). The range is small, so that equal values are common and
//! rules for ties are tested as well.

use super::{Body, EvalConfig, EvaluatorSpec, Weight, supports_all};
use crate::base::rng::{derive, mix};
use crate::base::{Evaluator, Move, Position, Score};

/// The registry's entry.
pub const SPEC: EvaluatorSpec = EvaluatorSpec {
    name: "hash-random",
    meaning: "a hash of the position from -range to range: for tests of searchers and as a floor",
    weights: &[
        Weight::number("seed", 0, 0, u32::MAX, "another seed, other values"),
        Weight::number("range", 8, 0, 1_000_000, "the largest value"),
    ],
    supports: supports_all,
    body: Body::HashRandom,
};

/// Values drawn from the position's key. Stateless: equal positions have equal values however they were reached.
#[derive(Clone, Copy, Debug)]
pub struct HashRandom {
    seed: u64,
    range: i32,
}

impl HashRandom {
    /// From the weights `seed` and `range`.
    pub fn new(config: &EvalConfig) -> HashRandom {
        HashRandom { seed: derive(0x4841_5348, config.points("seed") as u64), range: config.points("range") as i32 }
    }
}

impl<P: Position> Evaluator<P> for HashRandom {
    type Undo = ();

    #[inline(always)]
    fn reset(&mut self, _position: &P) {}

    #[inline(always)]
    fn play(&mut self, _position: &P, _mv: Move) {}

    #[inline(always)]
    fn undo(&mut self, _position: &P, _mv: Move, _undo: ()) {}

    #[inline]
    fn value(&mut self, position: &P) -> Score {
        let high = mix(position.key() ^ self.seed) >> 32;
        ((high * (2 * self.range as u64 + 1)) >> 32) as Score - self.range
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_board::{TIC_TAC_TOE, TestBoard, random_game};
    use super::*;

    #[test]
    fn values_fill_the_range_and_depend_on_the_seed() {
        let mut plain = HashRandom::new(&"hash-random".parse().unwrap());
        let mut other = HashRandom::new(&"hash-random{seed=1}".parse().unwrap());
        let (mut seen, mut differ, mut count) = ([0u32; 17], 0, 0);
        for seed in 0..300 {
            let mut board = TestBoard::new(TIC_TAC_TOE);
            for mv in random_game(&board, seed) {
                board.play(mv);
                let value = plain.value(&board);
                seen[(value + 8) as usize] += 1;
                differ += (value != other.value(&board)) as u32;
                count += 1;
            }
        }
        assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
        assert!(differ * 10 > count * 8, "{differ} of {count}");
    }
}
