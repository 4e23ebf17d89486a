//! What a player can be told: the keys of its text form, where they come from and what they change.

use crate::base::switch::{self, Switch, Values};
use crate::base::text::Named;
use crate::eval::EvalConfig;
use crate::games::solver::{SWITCHES as TECHNIQUES, Techniques};
use crate::search::mcts::{self, MctsConfig};
use crate::search::proof::{self, ProofConfig};
use crate::search::{self, Config, candidates, estimate};

use super::difficulty::{self, Difficulty};
use super::external::config::{self as external, ExternalConfig};
use super::greedy::{self, GreedyConfig};
use super::recursion::{self, RecursionConfig};
use super::registry::Algorithm;
use super::rules::{self, RuleOrder};
use super::solver::{self, SolverConfig};

/// Everything that any player can be told; a player reads the part that its algorithm has keys for.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Plies to search; absent: to the end of the game.
    pub depth_plies: Option<u32>,
    /// Nodes of one search (simulations of Monte-Carlo tree search).
    pub nodes: Option<u64>,
    /// Milliseconds of one search.
    pub time_ms: Option<u64>,
    /// How the depth follows the games before.
    pub difficulty: Difficulty,
    /// The static evaluator.
    pub eval: EvalConfig,
    /// The switches of the search body.
    pub search: Config,
    /// The switches of Monte-Carlo tree search.
    pub mcts: MctsConfig,
    /// The switches of proof-number search.
    pub proof: ProofConfig,
    /// What the exact solver is told.
    pub solver: SolverConfig,
    /// Descents of one estimate.
    pub probes: u64,
    /// The order of rules.
    pub rules: RuleOrder,
    /// What the greedy player looks at.
    pub greedy: GreedyConfig,
    /// Document T's recursion.
    pub recursion: RecursionConfig,
    /// How a program of others is run.
    pub external: ExternalConfig,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            depth_plies: None,
            nodes: None,
            time_ms: None,
            difficulty: Difficulty::default(),
            eval: EvalConfig { name: "zero".to_string(), weights: Vec::new() },
            search: Config::default(),
            mcts: MctsConfig::default(),
            proof: ProofConfig::default(),
            solver: SolverConfig::default(),
            probes: estimate::DEFAULT_PROBES,
            rules: RuleOrder::default(),
            greedy: GreedyConfig::default(),
            recursion: RecursionConfig::default(),
            external: ExternalConfig::default(),
        }
    }
}

/// The prefix of a key that changes one weight of the evaluator.
pub const WEIGHT_PREFIX: &str = "weight.";

const DEPTH: Switch<Settings> = Switch {
    key: "depth",
    meaning: "plies to search; none: to the end of the game",
    values: Values::Number(1, 484, true),
    exact: &[],
    get: |s| switch::optional(s.depth_plies),
    set: |s, text| {
        s.depth_plies = switch::parse_optional(text, 1, 484)?.map(|plies| plies as u32);
        Ok(())
    },
};

const NODES: Switch<Settings> = Switch {
    key: "nodes",
    meaning: "nodes of one search, kept exactly (Monte-Carlo: simulations; proof-number search makes all children of its last \
              node); none: no limit",
    values: Values::Number(1, u64::MAX, true),
    exact: &[],
    get: |s| switch::optional(s.nodes),
    set: |s, text| {
        s.nodes = switch::parse_optional(text, 1, u64::MAX)?;
        Ok(())
    },
};

const TIME: Switch<Settings> = Switch {
    key: "time_ms",
    meaning: "milliseconds of one search, not reproducible; none: no limit",
    values: Values::Number(1, u32::MAX as u64, true),
    exact: &[],
    get: |s| switch::optional(s.time_ms),
    set: |s, text| {
        s.time_ms = switch::parse_optional(text, 1, u32::MAX as u64)?;
        Ok(())
    },
};

const PROBES: Switch<Settings> = Switch {
    key: "probes",
    meaning: "random descents of one estimate",
    values: Values::Number(2, 1_000_000_000, false),
    exact: &[],
    get: |s| s.probes.to_string(),
    set: |s, text| {
        s.probes = switch::parse_number(text, 2, 1_000_000_000)?;
        Ok(())
    },
};

static LIMITS: [Switch<Settings>; 3] = [DEPTH, NODES, TIME];
static ESTIMATE: [Switch<Settings>; 2] = [DEPTH, PROBES];

/// One key of a player's text form.
#[derive(Clone, Copy)]
pub enum Key {
    /// A key of the players' own.
    Own(&'static Switch<Settings>),
    /// `eval`: which evaluator; its weights are keys of their own, `weight.NAME`.
    Eval,
    /// A switch of the search body.
    Search(&'static Switch<Config>),
    /// A switch of Monte-Carlo tree search.
    Mcts(&'static Switch<MctsConfig>),
    /// A switch of proof-number search.
    Proof(&'static Switch<ProofConfig>),
    /// A technique of the exact solver.
    Solver(&'static Switch<Techniques>),
}

impl Key {
    /// How it is written.
    pub fn name(&self) -> &'static str {
        match self {
            Key::Own(switch) => switch.key,
            Key::Eval => "eval",
            Key::Search(switch) => switch.key,
            Key::Mcts(switch) => switch.key,
            Key::Proof(switch) => switch.key,
            Key::Solver(switch) => switch.key,
        }
    }

    /// Two values under which an exact search must still agree with plain minimax; empty if the key may change results.
    pub fn exact(&self) -> &'static [&'static str] {
        match self {
            Key::Own(switch) => switch.exact,
            Key::Eval => &[],
            Key::Search(switch) => switch.exact,
            Key::Mcts(switch) => switch.exact,
            Key::Proof(switch) => switch.exact,
            Key::Solver(switch) => switch.exact,
        }
    }

    /// What it does, in one sentence.
    pub fn meaning(&self) -> &'static str {
        match self {
            Key::Own(switch) => switch.meaning,
            Key::Eval => "the static evaluator, its weights in brackets or as weight.NAME",
            Key::Search(switch) => switch.meaning,
            Key::Mcts(switch) => switch.meaning,
            Key::Proof(switch) => switch.meaning,
            Key::Solver(switch) => switch.meaning,
        }
    }

    /// What values it takes.
    pub fn values(&self) -> Values {
        match self {
            Key::Own(switch) => switch.values,
            Key::Eval => Values::Text("the name of an evaluator"),
            Key::Search(switch) => switch.values,
            Key::Mcts(switch) => switch.values,
            Key::Proof(switch) => switch.values,
            Key::Solver(switch) => switch.values,
        }
    }

    /// The present value as text; for `eval` the name alone.
    pub fn get(&self, settings: &Settings) -> String {
        match self {
            Key::Own(switch) => (switch.get)(settings),
            Key::Eval => settings.eval.name.clone(),
            Key::Search(switch) => (switch.get)(&settings.search),
            Key::Mcts(switch) => (switch.get)(&settings.mcts),
            Key::Proof(switch) => (switch.get)(&settings.proof),
            Key::Solver(switch) => (switch.get)(&settings.solver.techniques),
        }
    }

    /// Sets the value from text.
    ///
    /// # Errors
    ///
    /// What was expected and what was found.
    pub fn set(&self, settings: &mut Settings, text: &str) -> Result<(), String> {
        match self {
            Key::Own(switch) => (switch.set)(settings, text),
            Key::Eval => {
                settings.eval = text.parse()?;
                Ok(())
            }
            Key::Search(switch) => (switch.set)(&mut settings.search, text),
            Key::Mcts(switch) => (switch.set)(&mut settings.mcts, text),
            Key::Proof(switch) => (switch.set)(&mut settings.proof, text),
            Key::Solver(switch) => (switch.set)(&mut settings.solver.techniques, text),
        }
    }
}

/// The keys of an algorithm in registry order: the order of the canonical text.
pub fn keys(algorithm: Algorithm) -> Vec<Key> {
    let own = |switches: &'static [Switch<Settings>]| switches.iter().map(Key::Own);
    match algorithm {
        Algorithm::Random => Vec::new(),
        Algorithm::Rules => own(&rules::SWITCHES).collect(),
        Algorithm::Greedy => std::iter::once(Key::Eval).chain(own(&greedy::SWITCHES)).collect(),
        Algorithm::Search => {
            let own = own(&LIMITS).chain(own(&difficulty::SWITCHES));
            own.chain([Key::Eval]).chain(search::switches().map(Key::Search)).collect()
        }
        Algorithm::Mcts => own(&LIMITS[1..]).chain(mcts::SWITCHES.iter().map(Key::Mcts)).collect(),
        Algorithm::Proof => own(&LIMITS[1..]).chain(proof::SWITCHES.iter().map(Key::Proof)).collect(),
        Algorithm::Solver => {
            own(&LIMITS[1..]).chain(own(&solver::SWITCHES)).chain(TECHNIQUES.iter().map(Key::Solver)).collect()
        }
        Algorithm::Estimate => {
            // What shapes a minimax tree: when it ends and which moves it has. Its nodes are not evaluated, so that the
            // fallback, which asks for static values, is not part of it.
            let shaping = search::switches().filter(|switch| {
                switch.key == "win_check"
                    || !switch.key.starts_with("fallback")
                        && candidates::SWITCHES.iter().any(|known| known.key == switch.key)
            });
            own(&ESTIMATE).chain(shaping.map(Key::Search)).collect()
        }
        Algorithm::Recursion => own(&LIMITS[1..]).chain(own(&recursion::SWITCHES)).collect(),
        Algorithm::External => own(&external::SWITCHES).collect(),
    }
}

/// Sets one weight of an evaluator.
///
/// # Errors
///
/// The evaluator has no such weight, or the value is out of its bounds.
pub fn set_weight(eval: &mut EvalConfig, weight: &str, text: &str) -> Result<(), String> {
    let Named { name, mut changes } = eval.to_named();
    changes.retain(|(key, _)| key != weight);
    changes.push((weight.to_string(), text.to_string()));
    *eval = EvalConfig::from_named(&Named { name, changes })?;
    Ok(())
}

/// The changes that lead from one configuration to another, in canonical order and form.
pub fn difference(algorithm: Algorithm, from: &Settings, to: &Settings) -> Vec<(String, String)> {
    let mut changes = Vec::new();
    for key in keys(algorithm) {
        let value = key.get(to);
        if value != key.get(from) {
            changes.push((key.name().to_string(), value));
        }
        if matches!(key, Key::Eval) {
            let fresh = EvalConfig { name: to.eval.name.clone(), weights: Vec::new() };
            let base = if from.eval.name == to.eval.name { &from.eval } else { &fresh };
            for weight in to.eval.spec().map_or(&[][..], |spec| spec.weights) {
                let value = to.eval.weight(weight.key);
                if value != base.weight(weight.key) {
                    changes.push((format!("{WEIGHT_PREFIX}{}", weight.key), value.to_string()));
                }
            }
        }
    }
    changes
}
