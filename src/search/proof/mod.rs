//! Proof-number search: win, draw or loss proved by a best-first search for the smallest proof.
//!
//! * [`tree`] is the original (Allis, van der Meulen, van den Herik 1994), with the tree in memory;
//! * [`depth_first`] is df-pn (Nagai 2002), with a table in place of the tree and the threshold of Pawlewicz and Lew (2007);
//! * [`question`] is the position under search: its moves and what is known behind them; [`lines`] what the lines that a side
//!   may still complete prove without a search (Erdős and Selfridge 1973).
//!
//! Both answer one question, whether a side wins. A search asks it for the side to move and, where that is disproved, for
//! the other side; a position that neither side wins is drawn. What a limit leaves open has no value: nothing is guessed.
//! Stones are never taken back, so that no position can repeat on a path and a proof holds wherever it is found.
//!
//! A node is a position that the search reached: expanded, or looked at when its parent was.

pub(super) mod depth_first;
mod lines;
mod question;
mod tree;

use question::Question;

use crate::base::limits::Watch;
use crate::base::score::{Score, WIN};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Answer, Counters, Limits, Move, Position, Root, Searcher, Seat};

/// How the most promising node is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Proof-number search with the tree in memory.
    BestFirst,
    /// df-pn.
    DepthFirst,
}

/// What the lines that a side may still complete are taken to prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineBound {
    /// Nothing.
    Off,
    /// A side without an open line does not win.
    Open,
    /// On a board without gravity, a side whose open lines are too few and too empty does not win either (Erdős and
    /// Selfridge 1973).
    Potential,
}

/// The switches of proof-number search.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofConfig {
    /// How the most promising node is found.
    pub method: Method,
    /// Whether a win in one leaves only the winning move, and a threat of one only the moves that stop it.
    pub forced: bool,
    /// What open lines prove.
    pub bound: LineBound,
    /// Whether a new position's numbers follow the attacker's open lines (else both are 1).
    pub informed: bool,
    /// Largest tree of the best-first search, in nodes; a search that fills it stops.
    pub tree_nodes: u64,
    /// Size of the depth-first search's table.
    pub table_bytes: u64,
    /// How far beyond the second-best child's number the best one is searched, in percent of it (0: one more).
    pub slack_percent: u32,
    /// Stones up to which positions that a symmetry maps onto one another share an entry.
    pub symmetry_plies: u32,
}

impl Default for ProofConfig {
    fn default() -> ProofConfig {
        ProofConfig {
            method: Method::DepthFirst,
            forced: true,
            bound: LineBound::Potential,
            informed: true,
            tree_nodes: 20_000_000,
            table_bytes: 64 << 20,
            slack_percent: 25,
            symmetry_plies: 0,
        }
    }
}

const METHODS: [(&str, Method); 2] = [("best_first", Method::BestFirst), ("depth_first", Method::DepthFirst)];

const STARTS: [(&str, bool); 2] = [("one", false), ("lines", true)];

const BOUNDS: [(&str, LineBound); 3] =
    [("off", LineBound::Off), ("open", LineBound::Open), ("potential", LineBound::Potential)];

/// The registry of these switches.
pub const SWITCHES: &[Switch<ProofConfig>] = &[
    Switch {
        key: "proof",
        meaning: "best_first: the tree in memory (proof-number search); depth_first: a table in its place (df-pn)",
        values: Values::Words(&["best_first", "depth_first"]),
        exact: &["depth_first", "best_first"],
        get: |c| METHODS.iter().find(|(_, method)| *method == c.method).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.method, switch::parse_word(text, &METHODS)?),
    },
    Switch {
        key: "proof_forced",
        meaning: "a win in one leaves only the winning move, a threat of one only the moves that stop it",
        values: Values::OnOff,
        exact: &["on", "off"],
        get: |c| switch::on_off(c.forced),
        set: |c, text| switch::assign(&mut c.forced, switch::parse_on_off(text)?),
    },
    Switch {
        key: "proof_lines",
        meaning: "positions that are settled by a side's open lines: off; open: it has none; potential: too few and too empty \
                  ones (Erdős and Selfridge 1973)",
        values: Values::Words(&["off", "open", "potential"]),
        exact: &["potential", "off"],
        get: |c| BOUNDS.iter().find(|(_, bound)| *bound == c.bound).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.bound, switch::parse_word(text, &BOUNDS)?),
    },
    Switch {
        key: "proof_start",
        meaning: "the first numbers of a position: one (both are 1), or lines (the more, and the fuller, the attacker's open \
                  lines, the more has to be disproved)",
        values: Values::Words(&["one", "lines"]),
        exact: &["lines", "one"],
        get: |c| STARTS.iter().find(|(_, informed)| *informed == c.informed).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.informed, switch::parse_word(text, &STARTS)?),
    },
    Switch {
        key: "proof_nodes",
        meaning: "largest tree of the best-first search in nodes (24 bytes each); a search that fills it stops",
        values: Values::Number(1_000, u32::MAX as u64, false),
        exact: &[],
        get: |c| c.tree_nodes.to_string(),
        set: |c, text| switch::assign(&mut c.tree_nodes, switch::parse_number(text, 1_000, u32::MAX as u64)?),
    },
    Switch {
        key: "proof_bytes",
        meaning: "size of the depth-first search's table in bytes, rounded down to a power of two entries",
        values: Values::Number(1 << 10, 1 << 40, false),
        exact: &["67108864", "1024"],
        get: |c| c.table_bytes.to_string(),
        set: |c, text| switch::assign(&mut c.table_bytes, switch::parse_number(text, 1 << 10, 1 << 40)?),
    },
    Switch {
        key: "proof_slack",
        meaning: "how far beyond the second-best child's number the best one is searched, in percent of it; 0: by one",
        values: Values::Number(0, 1_000, false),
        exact: &["25", "0"],
        get: |c| c.slack_percent.to_string(),
        set: |c, text| switch::assign(&mut c.slack_percent, switch::parse_number(text, 0, 1_000)? as u32),
    },
    Switch {
        key: "proof_symmetry",
        meaning: "stones up to which positions that a symmetry of the board maps onto one another share an entry",
        values: Values::Number(0, 484, false),
        exact: &["0", "484"],
        get: |c| c.symmetry_plies.to_string(),
        set: |c, text| switch::assign(&mut c.symmetry_plies, switch::parse_number(text, 0, 484)? as u32),
    },
];

/// Proof and disproof number of a node, for the side to move there: how many leaves, at least, must turn out well for it
/// to win what it asks for, and how many must turn out badly for it to fail. An `OR` node asks whether the side to move
/// reaches its aim, its children ask the opposite: so a child's `disproof` is an option of its parent's `proof`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

/// Larger than every number that is not settled; sums stop here.
const SETTLED: u32 = u32::MAX / 4;

impl Numbers {
    /// Nothing is known.
    pub const OPEN: Numbers = Numbers { proof: 1, disproof: 1 };
    /// The side to move reaches its aim.
    pub const PROVED: Numbers = Numbers { proof: 0, disproof: SETTLED };
    /// It does not.
    pub const DISPROVED: Numbers = Numbers { proof: SETTLED, disproof: 0 };

    fn settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// A parent's numbers out of its children's.
    fn of_parent(children: impl Iterator<Item = Numbers>) -> Numbers {
        let start = Numbers { proof: SETTLED, disproof: 0 };
        children.fold(start, |sum, child| Numbers {
            proof: sum.proof.min(child.disproof),
            disproof: (sum.disproof + child.proof).min(SETTLED),
        })
    }
}

/// A move, and what is known of the position behind it.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub mv: Move,
    /// The position's key.
    pub key: u64,
    /// For the side to move there.
    pub numbers: Numbers,
}

/// What was found about one side's win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Wins,
    DoesNot,
    Unknown,
}

/// A player that proves.
pub struct Proof {
    config: ProofConfig,
    table: depth_first::Table,
}

impl Proof {
    /// A player with this configuration.
    pub fn new(config: ProofConfig) -> Proof {
        Proof { config, table: depth_first::Table::default() }
    }

    /// Whether a side wins, and the numbers of the root's moves after the search.
    fn ask<P: Position>(
        &mut self,
        position: &P,
        attacker: Seat,
        watch: &mut Watch,
        counters: &mut Counters,
    ) -> (Verdict, Vec<(Move, Numbers)>) {
        let mut question = Question::new(&self.config, position, attacker);
        let (numbers, moves) = match self.config.method {
            Method::BestFirst => tree::search(&self.config, &mut question, watch, counters),
            Method::DepthFirst => {
                self.table.clear(self.config.table_bytes);
                depth_first::search(self.config.slack_percent, &mut self.table, &mut question, watch, counters)
            }
        };
        let (reached, missed) = if position.turn() == attacker {
            (Verdict::Wins, Verdict::DoesNot)
        } else {
            (Verdict::DoesNot, Verdict::Wins)
        };
        let verdict = match numbers {
            Numbers { proof: 0, .. } => reached,
            Numbers { disproof: 0, .. } => missed,
            _ => Verdict::Unknown,
        };
        (verdict, moves)
    }
}

/// The move that is nearest to the aim of the side to move: the least disproof number of the child.
fn nearest(moves: &[(Move, Numbers)]) -> Option<Move> {
    moves.iter().min_by_key(|(_, numbers)| (numbers.disproof, std::cmp::Reverse(numbers.proof))).map(|(mv, _)| *mv)
}

impl<P: Position> Searcher<P> for Proof {
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer {
        let position = &root.position;
        if position.outcome().is_some() {
            return Answer::default();
        }
        let mut watch = Watch::start(limits);
        let mut counters = Counters { nodes: 1, ..Counters::default() };
        let me = position.turn();
        let (mine, moves) = self.ask(position, me, &mut watch, &mut counters);
        let mut best = nearest(&moves);
        let mut value = None;
        if mine == Verdict::Wins {
            value = Some(WIN);
        } else if mine == Verdict::DoesNot {
            let (theirs, moves) = self.ask(position, me.other(), &mut watch, &mut counters);
            // Now the aim of the side to move is to keep the other side from winning.
            best = nearest(&moves).or(best);
            value = match theirs {
                Verdict::Wins => Some(-WIN),
                Verdict::DoesNot => Some(0 as Score),
                Verdict::Unknown => None,
            };
        }
        counters.leaves = counters.nodes - counters.interiors;
        counters.children_searched = counters.children_generated;
        Answer {
            best: best.or_else(|| position.moves().next()),
            value,
            line: best.into_iter().collect(),
            stopped: value.is_none(),
            dispatch: "proof",
            counters,
            ..Answer::default()
        }
    }

    fn new_game(&mut self, _seed: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parent_takes_the_least_disproof_and_the_sum_of_proofs() {
        let children = [Numbers { proof: 2, disproof: 5 }, Numbers { proof: 7, disproof: 3 }];
        assert_eq!(Numbers::of_parent(children.into_iter()), Numbers { proof: 3, disproof: 9 });
        assert_eq!(Numbers::of_parent([Numbers::DISPROVED, Numbers::OPEN].into_iter()).proof, 0);
        assert_eq!(Numbers::of_parent([Numbers::PROVED; 2].into_iter()), Numbers::DISPROVED);
    }
}
