//! The search: one body for all games, made of exchangeable parts.
//!
//! * [`alphabeta`] is the recursion of the [`body`]: minimax and alpha-beta, fail-soft, with everything below switched on or off; `step` goes
//!   down to a child and up again, `leaf` values the end of a line; `features` says which of it is fixed when a form of
//!   the body is compiled;
//! * `pick` hands out a node's moves one by one, `gather` puts them in order: [`candidates`] says which are looked at,
//!   [`order`] in which sequence, [`width`] how many of them; `tally` counts, `variation` keeps the best line;
//! * [`answers`] keeps to the moves that a threat leaves; [`selective`] reduces, prunes and extends;
//! * [`table`] is the transposition table, `recall` asks it, [`faults`] what the documents' printed programs do wrong;
//! * [`driver`] is the root: iterative deepening, aspiration, pre-search checks, noise, the minimal tree; [`progress`]
//!   lets its depth grow during a game, [`choice`] draws among its best moves;
//! * [`threats`] finds forced wins by fours and by threes, at the root and at leaves;
//! * [`mcts`], [`proof`] and [`estimate`] are other ways to look at a tree.
//!
//! A technique's file registers its own switches; [`switches`] strings them together. Adding a technique is one file and
//! one line there.

pub mod alphabeta;
mod answers;
pub mod body;
pub mod candidates;
pub mod choice;
pub mod driver;
pub mod estimate;
pub mod faults;
mod features;
mod gather;
mod leaf;
pub mod mcts;
pub mod order;
mod pick;
pub mod progress;
pub mod proof;
mod recall;
pub mod selective;
mod step;
pub mod table;
mod tally;
pub mod threats;
mod variation;
pub mod width;

use crate::base::switch::{self, Switch, Values};
use crate::base::{Evaluator, Position, Searcher, Shape};

/// When a completed line is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WinCheck {
    /// Right after the move, in the parent: the child is a leaf and the remaining siblings face its value.
    AfterMove,
    /// On entering the child, as a look at the opponent's last move.
    AtEntry,
    /// At the horizon only: the search goes on past a completed line; the first line on the path counts.
    AtLeaf,
}

/// All switches of the search body, at their defaults a plain alpha-beta over all moves in generation order.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// Alpha-beta cutoffs; off is plain minimax.
    pub pruning: bool,
    /// When a completed line is noticed.
    pub win_check: WinCheck,
    /// Whether nearer wins score higher (`WIN - plies`).
    pub distance_scores: bool,
    /// Null-window searches of all children after the first (principal variation search).
    pub pvs: bool,
    /// Iterative deepening.
    pub deepening: bool,
    /// Half width of the aspiration window around the last iteration's value; absent: the full window.
    pub aspiration: Option<u32>,
    /// Whether the moves that an unfinished iteration has searched count.
    pub unfinished: bool,
    /// Moves that decide at once, played without a search.
    pub threat_check: driver::ThreatCheck,
    /// Random amount, 0 to this less one, added to each root move's value.
    pub root_noise: u32,
    /// Whether the left-most minimal tree is measured by a second search.
    pub minimal_tree: bool,
    /// Whether nodes near the root's stones are counted.
    pub count_local: bool,
    /// Which moves are looked at.
    pub candidates: candidates::Candidates,
    /// In which sequence.
    pub order: order::Order,
    /// How many of them.
    pub width: width::Width,
    /// The transposition table.
    pub table: table::TableConfig,
    /// How the depth grows during a game.
    pub progress: progress::Progress,
    /// Which of the best root moves is played.
    pub choice: choice::RootChoice,
    /// Searches for forced wins.
    pub threats: threats::switches::ThreatConfig,
    /// What is searched less deep, deeper, or not at all.
    pub selective: selective::Selective,
    /// Faults of printed programs.
    pub faults: faults::Faults,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            pruning: true,
            win_check: WinCheck::AfterMove,
            distance_scores: true,
            pvs: false,
            deepening: false,
            aspiration: None,
            unfinished: false,
            threat_check: driver::ThreatCheck::Off,
            root_noise: 0,
            minimal_tree: false,
            count_local: false,
            candidates: candidates::Candidates::default(),
            order: order::Order::default(),
            width: width::Width::default(),
            table: table::TableConfig::default(),
            progress: progress::Progress::default(),
            choice: choice::RootChoice::default(),
            threats: threats::switches::ThreatConfig::default(),
            selective: selective::Selective::default(),
            faults: faults::Faults::default(),
        }
    }
}

const WIN_CHECKS: [(&str, WinCheck); 3] =
    [("after_move", WinCheck::AfterMove), ("at_entry", WinCheck::AtEntry), ("at_leaf", WinCheck::AtLeaf)];

const BODY_SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "pruning",
        meaning: "alpha-beta cutoffs; off is plain minimax",
        values: Values::OnOff,
        exact: &["on", "off"],
        get: |c| switch::on_off(c.pruning),
        set: |c, text| switch::assign(&mut c.pruning, switch::parse_on_off(text)?),
    },
    Switch {
        key: "win_check",
        meaning: "when a completed line is noticed: after the move, at the child's entry, at the leaf only",
        values: Values::Words(&["after_move", "at_entry", "at_leaf"]),
        exact: &["after_move", "at_entry"],
        get: |c| WIN_CHECKS.iter().find(|(_, v)| *v == c.win_check).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.win_check, switch::parse_word(text, &WIN_CHECKS)?),
    },
    Switch {
        key: "distance_scores",
        meaning: "nearer wins score higher; off: every win is worth the same",
        values: Values::OnOff,
        exact: &["on", "off"],
        get: |c| switch::on_off(c.distance_scores),
        set: |c, text| switch::assign(&mut c.distance_scores, switch::parse_on_off(text)?),
    },
    Switch {
        key: "pvs",
        meaning: "principal variation search: null windows after the first child, re-search where they fail high",
        values: Values::OnOff,
        exact: &["off", "on"],
        get: |c| switch::on_off(c.pvs),
        set: |c, text| switch::assign(&mut c.pvs, switch::parse_on_off(text)?),
    },
];

/// Every switch of the search body, technique by technique.
pub fn switches() -> impl Iterator<Item = &'static Switch<Config>> {
    [
        BODY_SWITCHES,
        driver::SWITCHES,
        candidates::SWITCHES,
        order::SWITCHES,
        width::SWITCHES,
        table::SWITCHES,
        progress::SWITCHES,
        choice::SWITCHES,
        threats::switches::SWITCHES,
        faults::SWITCHES,
    ]
    .into_iter()
    .flatten()
    .chain(selective::switches())
}

impl Config {
    /// Refuses combinations that have no meaning, on this board or on any, naming both sides.
    pub fn check(&self, shape: &Shape) -> Result<(), String> {
        if self.win_check == WinCheck::AtLeaf && self.table.bytes.is_some() {
            return Err(
                "win_check=at_leaf cannot be combined with table_bytes: which side's line came first depends on \
                        the path, and a table knows positions only"
                    .to_string(),
            );
        }
        if self.pvs && !self.pruning {
            return Err("pvs=on cannot be combined with pruning=off: a null window is a cutoff test".to_string());
        }
        if self.aspiration.is_some() && !self.deepening {
            return Err("aspiration needs deepening=on: its window is the last iteration's value".to_string());
        }
        if self.aspiration.is_some() && !self.pruning {
            return Err("aspiration cannot be combined with pruning=off".to_string());
        }
        if self.root_noise > 0 && self.aspiration.is_some() {
            return Err(
                "root_noise cannot be combined with aspiration: every root move needs its exact value".to_string()
            );
        }
        if self.minimal_tree && !self.pruning {
            return Err("minimal_tree=on needs pruning=on".to_string());
        }
        self.selective.check(self, shape.gravity)?;
        self.faults.check(self)?;
        self.progress.check()?;
        self.choice.check(self)?;
        self.threats.check(shape.gravity)?;
        self.table.check()?;
        self.order.check(shape)?;
        self.width.check()
    }
}

/// Builds a searcher out of a configuration that [`Config::check`] accepts and an evaluator.
pub fn build<P: Position, E: Evaluator<P> + 'static>(config: &Config, evaluator: E) -> Box<dyn Searcher<P>> {
    Box::new(driver::Driver::new(config.clone(), evaluator))
}
