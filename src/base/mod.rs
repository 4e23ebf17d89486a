//! What every room speaks: the vocabulary of positions, evaluators, searchers, limits, scores and counters.
//!
//! This room depends on no other one and is open to all of them. A newcomer who wants to write a game, an evaluator or
//! a search reads [`position`], [`evaluator`] and [`searcher`]; the rest is detail.

pub mod counters;
pub mod embedded;
pub mod evaluator;
pub mod input;
pub mod interrupt;
pub mod limits;
pub mod pipeline;
pub mod position;
pub mod rng;
pub mod score;
pub mod searcher;
pub mod shape;
pub mod switch;
pub mod text;
pub mod threat;

pub use counters::Counters;
pub use evaluator::Evaluator;
pub use limits::Limits;
pub use position::{Position, Root};
pub use score::Score;
pub use searcher::{Answer, Fault, Forfeit, Searcher, Swap2};
pub use shape::{Cell, MAX_SIDE, Move, Outcome, RuleSet, Seat, Shape};
pub use threat::{Threat, ThreatCounts};
