//! Players: from a text form (`doc-a-search{depth=4,topk=8}`) to a searcher for a game.
//!
//! * [`registry`] lists them: a name, an algorithm, the settings that make the one out of the other, each with its reason;
//!   [`documents`] holds the systems of the four source documents;
//! * [`spec`] reads, checks, changes and prints a player's text; [`settings`] says which keys an algorithm has;
//! * [`random`], [`rules`], [`greedy`], [`recursion`] and [`solver`] are the players that do not run on the search body;
//! * [`external`] runs programs of others as players;
//! * [`swap2`] decides in that opening by a player's values;
//! * [`strong`] is the strongest setting of the search for Gomoku;
//! * [`exact`] knows how a position ends, for any game; [`book`] keeps such scores in a file;
//! * [`difficulty`] lets a player's depth follow the games before;
//! * [`ledger`] lists what the documents' printed programs do wrong and which setting shows it.
//!
//! Adding a player is one entry of the registry. What is new in it, a search technique or an evaluator, lives elsewhere.

pub mod book;
pub mod difficulty;
pub mod documents;
pub mod exact;
pub mod external;
pub mod greedy;
pub mod ledger;
pub mod random;
pub mod recursion;
pub mod registry;
pub mod rules;
pub mod settings;
pub mod solver;
pub mod spec;
pub mod strong;
pub mod swap2;

#[cfg(test)]
mod kit;

use anyhow::Result;

use crate::base::{Evaluator, Position, Searcher};
use crate::eval::{self, EvaluatorVisitor};
use crate::games::GameSpec;
use crate::search::estimate::Estimator;
use crate::search::mcts::Mcts;
use crate::search::proof::Proof;
use registry::Algorithm;

pub use registry::{PLAYERS, PlayerInfo};
pub use spec::PlayerSpec;

/// Builds the searcher of a player for a game, whose empty board is `start`.
///
/// # Errors
///
/// The player does not play the game; see [`PlayerSpec::supports`].
pub fn build<P: Position>(player: &PlayerSpec, game: &GameSpec, start: &P) -> Result<Box<dyn Searcher<P>>> {
    player.supports(game)?;
    let settings = player.settings();
    Ok(match player.info().algorithm {
        Algorithm::Random => Box::new(random::Random::new()),
        Algorithm::Rules => Box::new(rules::Rules::new(settings.rules.clone(), &start.shape())),
        Algorithm::Greedy => eval::with_evaluator(&settings.eval, start, MakeGreedy(&settings.greedy))?,
        Algorithm::Search => eval::with_evaluator(&settings.eval, start, MakeSearch(&settings.search))?,
        Algorithm::Mcts => Box::new(Mcts::new(settings.mcts.clone())),
        Algorithm::Proof => Box::new(Proof::new(settings.proof.clone())),
        Algorithm::Solver => solver::build(&settings.solver, start)?,
        Algorithm::Estimate => Box::new(Estimator::new(settings.search.clone(), settings.probes)),
        Algorithm::External => Box::new(external::External::new(settings)),
        Algorithm::Recursion => Box::new(recursion::Recursion::new(settings.recursion, &start.shape())),
    })
}

struct MakeSearch<'a>(&'a crate::search::Config);

impl<P: Position> EvaluatorVisitor<P> for MakeSearch<'_> {
    type Output = Box<dyn Searcher<P>>;

    fn visit<E: Evaluator<P> + 'static>(self, evaluator: E) -> Box<dyn Searcher<P>> {
        crate::search::build(self.0, evaluator)
    }
}

struct MakeGreedy<'a>(&'a greedy::GreedyConfig);

impl<P: Position> EvaluatorVisitor<P> for MakeGreedy<'_> {
    type Output = Box<dyn Searcher<P>>;

    fn visit<E: Evaluator<P> + 'static>(self, evaluator: E) -> Box<dyn Searcher<P>> {
        Box::new(greedy::Greedy::new(self.0.clone(), evaluator))
    }
}
