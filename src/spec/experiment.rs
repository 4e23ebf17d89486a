//! An experiment as it is written: what a TOML file or the command line says, with profiles resolved and defaults filled
//! in, but before anything is worked out from it.

use std::collections::BTreeMap;

use anyhow::anyhow;

use super::positions::{Generated, Positions};
use super::reader::Value;
use super::truth::Truth;
use super::vary::Vary;
use crate::games::GameSpec;

/// Most jobs, games or positions that a specification may ask for in one place.
pub const MOST: u64 = 1 << 32;

/// The seed of an experiment that names none.
pub const DEFAULT_SEED: u64 = 1;

/// One experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Experiment {
    /// Its name; folders are named after it.
    pub name: String,
    /// What it is about, in prose.
    pub about: String,
    /// The same in Chinese; may be empty.
    pub about_zh: String,
    /// The game.
    pub game: GameSpec,
    /// The master seed. Every job's seed is derived from it and the job's number.
    pub seed: u64,
    /// Labels with players in text form, before the grids are applied.
    pub players: Vec<(String, String)>,
    /// The grids.
    pub vary: Vec<Vary>,
    /// Whether the grids are run through side by side instead of crossed.
    pub zip: bool,
    /// Whether searches are compared in pairs, the first player with the second, the third with the fourth; else each with
    /// the first that did the same.
    pub in_pairs: bool,
    /// What is done with the players.
    pub work: Work,
    /// Where each key stands in its file.
    pub places: Places,
}

impl Experiment {
    /// Changes the master seed, and with it the seeds of suites and of drawn orders that had no seed of their own: where the
    /// file gives none, or the same as the experiment's, as a specification that was printed does.
    pub fn set_seed(&mut self, seed: u64) {
        let old = std::mem::replace(&mut self.seed, seed);
        let suite = match &mut self.work {
            Work::Search(section) => Some(&mut section.positions),
            Work::Match(section) => Some(&mut section.openings),
            Work::Truth(truth) => truth.positions_mut(),
            Work::Exhaust { .. } | Work::Count { .. } => None,
        };
        if let Some(Positions::Generated(Generated { seed: own, .. })) = suite
            && *own == old
        {
            *own = seed;
        }
        let drawn = self.vary.iter_mut().filter_map(|vary| vary.permutations.as_mut());
        drawn.filter(|drawn| drawn.seed == old).for_each(|drawn| drawn.seed = seed);
    }
}

/// What an experiment does; `kind` in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Work {
    /// Every player searches every position of a suite.
    Search(Search),
    /// Players meet in pairs of games with colours swapped.
    Match(Match),
    /// Players against every line that an opponent can choose.
    Exhaust {
        /// The labels that play; empty: all.
        players: Vec<String>,
    },
    /// Counts of the game itself.
    Count {
        /// What is counted, in the text form of [`Quantity`](super::quantity::Quantity).
        quantities: Vec<String>,
    },
    /// Moves are held against exact values.
    Truth(Truth),
}

impl Work {
    /// The name in a file.
    pub fn kind(&self) -> &'static str {
        match self {
            Work::Search(_) => "search",
            Work::Match(_) => "match",
            Work::Exhaust { .. } => "exhaust",
            Work::Count { .. } => "count",
            Work::Truth(_) => "truth",
        }
    }
}

/// Searches of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// What every player searches.
    pub positions: Positions,
    /// Which of the positions are written down as balanced openings; none: no such file is written.
    pub balance: Option<Balance>,
}

/// When a position is balanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    /// Every player's value of it, in points of its evaluation, is at most so far from 0.
    pub margin: u32,
    /// As many are written down, those of each number of plies by turns; none: all.
    pub count: Option<u64>,
}

/// A match of any number of players.
#[derive(Clone, Debug, PartialEq)]
pub struct Match {
    /// Who meets whom.
    pub schedule: Schedule,
    /// Games of each pairing; even.
    pub games: u64,
    /// The openings. Pair `i` plays opening `i`, from the first again where there are fewer and chance decides anyway.
    pub openings: Positions,
    /// Whether the openings are those of swap2: from the empty board, or from three stones that are given, the players settle
    /// who has which colour.
    pub swap2: bool,
    /// Whether every move is recorded.
    pub record_moves: bool,
    /// The number of stones from which on every move is held against the exact value of its position; none: no move is.
    pub truth_from_ply: Option<u32>,
    /// Stops once it is decided whether the first player is `elo0` or `elo1` stronger than the second; for one pairing.
    pub sprt: Option<[f64; 2]>,
}

/// Who meets whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// The first player against the second, the third against the fourth. Where grids made several of each, they meet
    /// side by side; one against many meets them all.
    Pairs,
    /// One player against all others.
    Gauntlet {
        /// The label of the one.
        reference: String,
    },
    /// Everybody against everybody.
    RoundRobin,
}

/// `file:line:column` by key. Two experiments that differ only in where they stand are the same.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<String, String>);

impl PartialEq for Places {
    fn eq(&self, _: &Places) -> bool {
        true
    }
}

impl Places {
    /// Notes where a value stands.
    pub(super) fn note(&mut self, value: &Value) {
        self.note_as(value.key(), value);
    }

    /// Notes where a value stands, under another name than its key.
    pub(super) fn note_as(&mut self, key: &str, value: &Value) {
        self.0.insert(key.to_string(), value.place());
    }

    /// An error about a key, with its place where it has one.
    pub fn fault(&self, key: &str, message: impl std::fmt::Display) -> anyhow::Error {
        // A key without a place of its own stands in the table around it.
        let place = std::iter::successors(Some(key), |key| key.rsplit_once('.').map(|(outer, _)| outer))
            .find_map(|key| self.0.get(key));
        match place {
            Some(place) => anyhow!("{place}: key '{key}': {message}"),
            None => anyhow!("'{key}': {message}"),
        }
    }
}
