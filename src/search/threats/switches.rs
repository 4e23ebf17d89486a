//! The searches for forced wins as techniques of the search body: before it begins, and where it ends.
//!
//! A win by threats is a fact, whatever the depth: the root plays it, and a leaf is worth it, with the distance of the win that
//! was found: after a long search there may be a shorter one. The nodes that it takes have counters of their own, and count for
//! a limit by nodes.

use super::{Finding, Threats};
use crate::base::score::{Score, WIN};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Answer, Counters, Evaluator, Limits, Move, Position};
use crate::search::Config;
use crate::search::body::Body;
use crate::search::candidates::Answers;

/// Where fours are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// Nowhere.
    Off,
    /// Before the search begins.
    Root,
    /// At the leaves, in place of their static value.
    Leaves,
    /// Both.
    Both,
}

const PLACES: [(&str, Where); 4] =
    [("off", Where::Off), ("root", Where::Root), ("leaves", Where::Leaves), ("both", Where::Both)];

const THREES_AT_ROOT: [(&str, bool); 2] = [("off", false), ("root", true)];

/// The switches of this technique.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreatConfig {
    /// Where fours are searched.
    pub fours: Where,
    /// Nodes of a search over fours at a leaf.
    pub leaf_nodes: u64,
    /// Whether threes and fours are searched before the search begins.
    pub threes: bool,
    /// Nodes of each search at the root.
    pub root_nodes: u64,
}

impl Default for ThreatConfig {
    fn default() -> ThreatConfig {
        ThreatConfig { fours: Where::Off, leaf_nodes: 50, threes: false, root_nodes: 20_000 }
    }
}

/// Entries of the tables. They are emptied before each search, so that it does not depend on those before.
const TABLE_ENTRIES: usize = 1 << 16;

/// The registry of these switches.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "vcf",
        meaning: "search for wins by continuous fours: at the root before anything else, at the leaves in place of their static \
                  value, or at both",
        values: Values::Words(&["off", "root", "leaves", "both"]),
        exact: &[],
        get: |c| PLACES.iter().find(|(_, place)| *place == c.threats.fours).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.threats.fours, switch::parse_word(text, &PLACES)?),
    },
    Switch {
        key: "vcf_nodes",
        meaning: "fours that a search at a leaf may play; a leaf that needs more has its static value",
        values: Values::Number(1, 1_000_000, false),
        exact: &[],
        get: |c| c.threats.leaf_nodes.to_string(),
        set: |c, text| switch::assign(&mut c.threats.leaf_nodes, switch::parse_number(text, 1, 1_000_000)?),
    },
    Switch {
        key: "vct",
        meaning: "root: search for wins by continuous threes and fours before anything else (df-pn)",
        values: Values::Words(&["off", "root"]),
        exact: &[],
        get: |c| THREES_AT_ROOT.iter().find(|(_, at)| *at == c.threats.threes).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.threats.threes, switch::parse_word(text, &THREES_AT_ROOT)?),
    },
    Switch {
        key: "threat_nodes",
        meaning: "nodes that each of these searches at the root may spend",
        values: Values::Number(1, 1_000_000_000, false),
        exact: &[],
        get: |c| c.threats.root_nodes.to_string(),
        set: |c, text| switch::assign(&mut c.threats.root_nodes, switch::parse_number(text, 1, 1_000_000_000)?),
    },
];

impl ThreatConfig {
    /// Whether leaves are searched.
    pub fn at_leaves(&self) -> bool {
        matches!(self.fours, Where::Leaves | Where::Both)
    }

    fn at_root(&self) -> bool {
        matches!(self.fours, Where::Root | Where::Both)
    }

    /// Plies after which the loss by a four that nothing stops is seen: the four, any reply and the line follow a move that
    /// does not answer. Leaves that are searched see it at once.
    pub fn plies_of_a_four(&self) -> u32 {
        if self.at_leaves() { 1 } else { 4 }
    }

    /// Refuses settings that have no meaning.
    pub fn check(&self, gravity: bool) -> Result<(), String> {
        let default = ThreatConfig::default();
        if !self.at_leaves() && self.leaf_nodes != default.leaf_nodes {
            return Err("vcf_nodes limits the search at leaves: set vcf=leaves or vcf=both".to_string());
        }
        if !self.at_root() && !self.threes && self.root_nodes != default.root_nodes {
            return Err("threat_nodes limits the searches at the root: set vcf=root, vcf=both or vct=root".to_string());
        }
        if gravity && self.threes {
            return Err(
                "vct=root needs a game without gravity: a three is what a second move in a row would make of it"
                    .to_string(),
            );
        }
        Ok(())
    }

    /// The searches, if any is on: those that were there, emptied, or new ones.
    pub fn prepare<P: Position>(&self, before: Option<Threats>, position: &P, answers: Answers) -> Option<Threats> {
        if self.fours == Where::Off && !self.threes && answers != Answers::Threats {
            return None;
        }
        let shape = position.shape();
        let mut threats = before.filter(|threats| threats.fits(&shape));
        if let Some(threats) = &mut threats {
            threats.clear();
        }
        threats.or_else(|| Some(Threats::new(&shape, TABLE_ENTRIES)))
    }

    /// The searches of the root: the answer if there is a forced win, and what they counted.
    pub fn root<P: Position>(
        &self,
        threats: &mut Threats,
        position: &P,
        limits: &Limits,
        distance_scores: bool,
    ) -> (Option<Answer>, Counters) {
        let mut counters = Counters::default();
        for threes in [false, true] {
            if !if threes { self.threes } else { self.at_root() } {
                continue;
            }
            let spent = counters.vcf_nodes;
            let left = limits.nodes.map_or(self.root_nodes, |most| self.root_nodes.min(most.saturating_sub(spent)));
            let answer = threats.answer(position, threes, &Limits { nodes: Some(left), ..*limits });
            let won = u64::from(matches!(answer.finding, Finding::Win { .. }));
            let [searches, nodes, wins] = if threes {
                [&mut counters.vct_searches, &mut counters.vct_nodes, &mut counters.vct_wins]
            } else {
                [&mut counters.vcf_searches, &mut counters.vcf_nodes, &mut counters.vcf_wins]
            };
            (*searches, *nodes, *wins) = (1, answer.nodes, won);
            let Finding::Win { fours } = answer.finding else { continue };
            let best = answer.line.first().copied().or_else(|| first_win(position));
            // A win by threes has no distance but the end of the board: the line shown need not be the longest.
            let plies = if threes { position.legal_count() } else { 2 * fours + 1 };
            let value = if distance_scores { WIN - plies as Score } else { WIN };
            let line = if answer.line.is_empty() { best.into_iter().collect() } else { answer.line };
            counters.nodes += 1;
            counters.leaves += 1;
            return (Some(Answer { best, value: Some(value), line, ..Answer::default() }), counters);
        }
        (None, counters)
    }
}

/// The first move that completes a line.
fn first_win<P: Position>(position: &P) -> Option<Move> {
    let mut position = position.clone();
    let moves: Vec<Move> = position.moves().collect();
    moves.into_iter().find(|&mv| position.wins_at(mv))
}

impl<E> Body<'_, E> {
    /// The value of a leaf whose side to move wins by fours.
    #[inline(never)]
    pub(in crate::search) fn forced_win<P, const F: u32>(&mut self, position: &mut P, ply: u32) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let limits = Limits { nodes: Some(self.config.threats.leaf_nodes), ..Limits::default() };
        let searched = self.parts.threats.as_mut()?.fours(position, &limits);
        let tally = &mut self.tally;
        tally.threat_nodes += searched.nodes;
        tally.counters.vcf_searches += 1;
        tally.counters.vcf_nodes += searched.nodes;
        let Finding::Win { fours } = searched.finding else { return None };
        tally.counters.vcf_wins += 1;
        Some(self.win::<F>(ply + 2 * fours + 1))
    }
}
