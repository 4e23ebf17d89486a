//! The evaluator that knows nothing: every unfinished position is worth 0.

use super::{Body, EvaluatorSpec, supports_all};
use crate::base::{Evaluator, Move, Position, Score};

/// The registry's entry.
pub const SPEC: EvaluatorSpec = EvaluatorSpec {
    name: "zero",
    meaning: "0 for every unfinished position: a search sees wins and nothing else",
    weights: &[],
    supports: supports_all,
    body: Body::Zero,
};

/// 0 for every position.
#[derive(Clone, Copy, Debug)]
pub struct Zero;

impl<P: Position> Evaluator<P> for Zero {
    const BARE: bool = true;

    type Undo = ();

    #[inline(always)]
    fn reset(&mut self, _position: &P) {}

    #[inline(always)]
    fn play(&mut self, _position: &P, _mv: Move) {}

    #[inline(always)]
    fn undo(&mut self, _position: &P, _mv: Move, _undo: ()) {}

    #[inline(always)]
    fn value(&mut self, _position: &P) -> Score {
        0
    }

    #[inline(always)]
    fn value_after(&mut self, _position: &mut P, _mv: Move) -> Score {
        0
    }
}
