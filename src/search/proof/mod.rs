//! Proof-number search: win, draw or loss proved by a best-first search for the smallest proof.
//!
//! * [`tree`] is the original (Allis, van der Meulen, van den Herik 1994), with the tree in memory;
//! * [`depth_first`] is df-pn (Nagai 2002), with a table in place of the tree and the threshold of Pawlewicz and Lew (2007).
//!
//! Both answer one question, whether a side wins. A search asks it for the side to move and, where that is disproved, for
//! the other side; a position that neither side wins is drawn. What a limit leaves open has no value: nothing is guessed.
//! Stones are never taken back, so that no position can repeat on a path and a proof holds wherever it is found.
//!
//! A node is a position that the search reached: expanded, or looked at when its parent was.

mod depth_first;
mod tree;

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

/// The switches of proof-number search.
#[derive(Clone, Debug, PartialEq)]
pub struct ProofConfig {
    /// How the most promising node is found.
    pub method: Method,
    /// Whether a win in one leaves only the winning move, and a threat of one only the moves that stop it.
    pub forced: bool,
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
            tree_nodes: 20_000_000,
            table_bytes: 64 << 20,
            slack_percent: 25,
            symmetry_plies: 0,
        }
    }
}

const METHODS: [(&str, Method); 2] = [("best_first", Method::BestFirst), ("depth_first", Method::DepthFirst)];

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
struct Numbers {
    proof: u32,
    disproof: u32,
}

/// Larger than every number that is not settled; sums stop here.
const SETTLED: u32 = u32::MAX / 4;

impl Numbers {
    /// Nothing is known.
    const OPEN: Numbers = Numbers { proof: 1, disproof: 1 };
    /// The side to move reaches its aim.
    const PROVED: Numbers = Numbers { proof: 0, disproof: SETTLED };
    /// It does not.
    const DISPROVED: Numbers = Numbers { proof: SETTLED, disproof: 0 };

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

/// What was found about one side's win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Wins,
    DoesNot,
    Unknown,
}

/// A position that is over, as the question whether `attacker` wins sees it from the side to move.
fn ended<P: Position>(position: &P, attacker: Seat) -> Option<Numbers> {
    let attacks = position.turn() == attacker;
    if position.last_mover_won() {
        // The side to move has lost: as the attacker it failed, and as the defender too.
        return Some(Numbers::DISPROVED);
    }
    // A draw is what the defender aims at.
    position.is_full().then_some(if attacks { Numbers::DISPROVED } else { Numbers::PROVED })
}

/// The moves of a position that is not over. With `forced` those that a win in one, or the threat of one, leaves.
fn expand<P: Position>(position: &mut P, forced: bool, moves: &mut Vec<Move>) {
    moves.clear();
    moves.extend(position.moves());
    if !forced {
        return;
    }
    if let Some(place) = moves.iter().position(|&mv| position.wins_at(mv)) {
        moves.swap(0, place);
        moves.truncate(1);
        return;
    }
    if moves.iter().any(|&mv| position.opponent_wins_at(mv)) {
        moves.retain(|&mv| position.opponent_wins_at(mv));
    }
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
        let (numbers, moves) = match self.config.method {
            Method::BestFirst => tree::search(&self.config, position, attacker, watch, counters),
            Method::DepthFirst => {
                self.table.clear(self.config.table_bytes);
                depth_first::search(&self.config, &mut self.table, position, attacker, watch, counters)
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
