//! Static evaluators: named weight vectors over a few fast bodies.
//!
//! An evaluator is chosen by its text form, `doc-a{open_four=5000}`, read into an [`EvalConfig`] and checked against
//! [`EVALUATORS`]. [`with_evaluator`] then builds the concrete type and hands it to a visitor, so that a search is
//! compiled for the evaluator and nothing in its loop is `dyn`. The bodies:
//!
//! * [`zero::Zero`]: nothing is known but wins; the bare configuration of node counts;
//! * [`hash_random::HashRandom`]: a hash of the position; what agreement tests search on;
//! * [`windows::Windows`]: windows of `k` cells by the stones in them; documents A, C and T are tables for it;
//! * [`threats::Threats`]: the threats that a stone on each empty point would make; document G. Its score of a single
//!   point, which greedy players and orderings use, stands alone as [`PointScore`];
//! * [`patterns::Patterns`]: what a stone on each empty cell would make of its lines, under each rule set; the one that
//!   tells searches the threats that it sees.
//!
//! What a document prints and what it means are told apart in the head of its file: `doc_a`, `doc_c`, `doc_g`, `doc_t`.
//!
//! Adding one: a file with its [`EvaluatorSpec`], and a line in [`EVALUATORS`].

mod bit_mask;
mod config;
pub mod doc_a;
pub mod doc_c;
pub mod doc_g;
pub mod doc_t;
pub mod hash_random;
pub mod line_patterns;
pub mod patterns;
pub mod point;
mod saturate;
pub mod threats;
pub mod windows;
pub mod zero;

#[cfg(test)]
mod kit;
#[cfg(test)]
mod test_board;

use crate::base::{Evaluator, Position, Shape};

pub use config::EvalConfig;
pub use point::PointScore;

/// One number that an evaluator takes from its text form.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weight {
    /// Its key in the text form.
    pub key: &'static str,
    /// What it is where the text form does not say.
    pub default: f64,
    /// The smallest value allowed.
    pub low: f64,
    /// The largest value allowed.
    pub high: f64,
    /// Whether only whole numbers are allowed.
    pub whole: bool,
    /// What it does, in one sentence.
    pub meaning: &'static str,
}

impl Weight {
    /// The largest absolute value of a weight: what a win is worth, so that any order of values can be expressed.
    pub const LIMIT: f64 = 1e9;

    /// A whole number of points, negative ones included.
    pub const fn points(key: &'static str, default: i32, meaning: &'static str) -> Weight {
        Weight { key, default: default as f64, low: -Self::LIMIT, high: Self::LIMIT, whole: true, meaning }
    }

    /// A decimal factor of at least 0; three decimals count.
    pub const fn factor(key: &'static str, default: f64, meaning: &'static str) -> Weight {
        Weight { key, default, low: 0.0, high: 1000.0, whole: false, meaning }
    }

    /// A whole number within bounds.
    pub const fn number(key: &'static str, default: u32, low: u32, high: u32, meaning: &'static str) -> Weight {
        Weight { key, default: default as f64, low: low as f64, high: high as f64, whole: true, meaning }
    }
}

/// Which body an evaluator runs on and how its weights become that body's rules.
#[derive(Clone, Copy)]
pub enum Body {
    /// [`zero::Zero`].
    Zero,
    /// [`hash_random::HashRandom`].
    HashRandom,
    /// [`windows::Windows`] over the rules that this makes.
    Windows(fn(&EvalConfig, &Shape) -> windows::WindowRules),
    /// [`threats::Threats`] over the rules that this makes.
    Threats(fn(&EvalConfig) -> threats::ThreatRules),
    /// [`patterns::Patterns`].
    Patterns,
}

/// One entry of the registry.
#[derive(Clone, Copy)]
pub struct EvaluatorSpec {
    /// Its name in text forms.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub meaning: &'static str,
    /// The weights that its text form may change.
    pub weights: &'static [Weight],
    /// Whether it can value a game, or why not.
    pub supports: fn(&Shape) -> Result<(), String>,
    /// What runs it.
    pub body: Body,
}

/// All evaluators.
pub static EVALUATORS: &[EvaluatorSpec] = &[
    zero::SPEC,
    hash_random::SPEC,
    doc_a::INTENDED,
    doc_a::PRINTED,
    doc_c::INTENDED,
    doc_c::PRINTED,
    doc_g::INTENDED,
    doc_g::PRINTED,
    doc_t::SPEC,
    patterns::SPEC,
];

/// The registered evaluator of this name.
pub fn find(name: &str) -> Option<&'static EvaluatorSpec> {
    EVALUATORS.iter().find(|spec| spec.name == name)
}

/// What an evaluator that values every game answers to [`EvaluatorSpec::supports`].
pub fn supports_all(_shape: &Shape) -> Result<(), String> {
    Ok(())
}

/// What is done with an evaluator once its type is known.
pub trait EvaluatorVisitor<P: Position> {
    /// What comes of it.
    type Output;

    /// Called once, with the evaluator reset to the start position.
    fn visit<E: Evaluator<P> + 'static>(self, evaluator: E) -> Self::Output;
}

/// Builds the evaluator that a configuration names for the game of `start` and hands it to the visitor.
///
/// # Errors
///
/// The evaluator does not exist or does not value this game; the message names both.
pub fn with_evaluator<P: Position, V: EvaluatorVisitor<P>>(
    config: &EvalConfig,
    start: &P,
    visitor: V,
) -> anyhow::Result<V::Output> {
    let spec = config.spec().map_err(anyhow::Error::msg)?;
    let shape = start.shape();
    (spec.supports)(&shape)
        .map_err(|why| anyhow::anyhow!("the evaluator '{}' cannot value the game {shape}: {why}", spec.name))?;
    Ok(match spec.body {
        Body::Zero => visit(zero::Zero, start, visitor),
        Body::HashRandom => visit(hash_random::HashRandom::new(config), start, visitor),
        Body::Windows(rules) => visit(windows::Windows::new(config, &shape, rules), start, visitor),
        Body::Threats(rules) => visit(threats::Threats::new(&shape, rules(config)), start, visitor),
        Body::Patterns => visit(patterns::Patterns::new(config, &shape), start, visitor),
    })
}

fn visit<P: Position, E: Evaluator<P> + 'static, V: EvaluatorVisitor<P>>(
    mut evaluator: E,
    start: &P,
    visitor: V,
) -> V::Output {
    evaluator.reset(start);
    visitor.visit(evaluator)
}
