//! Monte-Carlo tree search: UCT (Kocsis, Szepesvári 2006) with uniformly random play-outs.
//!
//! The tree lives in one arena; the children of a node lie side by side, so that choosing one walks through memory in
//! order, with one logarithm a parent.

use crate::base::limits::Watch;
use crate::base::rng::Rng;
use crate::base::score::{Score, WIN};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Answer, Counters, Limits, Move, Position, Root, Searcher, Seat};

/// The switches of Monte-Carlo tree search.
#[derive(Clone, Debug, PartialEq)]
pub struct MctsConfig {
    /// The exploration constant C of UCB1: `mean + C sqrt(ln parent / child)`, means in 0..=1.
    pub exploration: f64,
    /// Simulations of one search; absent: until another limit.
    pub simulations: Option<u64>,
    /// Largest tree, in nodes; beyond it play-outs start at the leaves it has.
    pub tree_nodes: u64,
}

impl Default for MctsConfig {
    fn default() -> MctsConfig {
        MctsConfig { exploration: 1.0, simulations: None, tree_nodes: 50_000_000 }
    }
}

/// The registry of these switches.
pub const SWITCHES: &[Switch<MctsConfig>] = &[
    Switch {
        key: "exploration",
        meaning: "exploration constant C of UCB1, for mean results in 0..1",
        values: Values::Decimal(0.0, 100.0),
        exact: &[],
        get: |c| c.exploration.to_string(),
        set: |c, text| switch::assign(&mut c.exploration, switch::parse_decimal(text, 0.0, 100.0)?),
    },
    Switch {
        key: "simulations",
        meaning: "simulations of one search; none: until another limit",
        values: Values::Number(1, u64::MAX, true),
        exact: &[],
        get: |c| switch::optional(c.simulations),
        set: |c, text| switch::assign(&mut c.simulations, switch::parse_optional(text, 1, u64::MAX)?),
    },
    Switch {
        key: "tree_nodes",
        meaning: "largest tree in nodes (24 bytes each); beyond it play-outs start at the leaves it has",
        values: Values::Number(1_000, u32::MAX as u64, false),
        exact: &[],
        get: |c| c.tree_nodes.to_string(),
        set: |c, text| switch::assign(&mut c.tree_nodes, switch::parse_number(text, 1_000, u32::MAX as u64)?),
    },
];

/// Simulations where neither the configuration nor a limit says when to stop.
const DEFAULT_SIMULATIONS: u64 = 10_000;

#[derive(Clone, Copy)]
struct Node {
    /// Result sum for the side that moved here, in half points, so that it stays exact.
    half_points: u64,
    visits: u32,
    first_child: u32,
    children: u16,
    mv: Move,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Unseen,
    Leaf,
    Expanded,
    /// The move here completed a line.
    Won,
    /// The move here was on a forbidden point.
    Lost,
    Drawn,
}

impl Node {
    fn new(mv: Move) -> Node {
        Node { half_points: 0, visits: 0, first_child: 0, children: 0, mv, state: State::Unseen }
    }

    fn mean(&self) -> f32 {
        self.half_points as f32 / (2 * self.visits.max(1)) as f32
    }
}

/// A UCT player.
pub struct Mcts {
    config: MctsConfig,
    rng: Rng,
    arena: Vec<Node>,
    path: Vec<u32>,
}

impl Mcts {
    /// A player with this configuration.
    pub fn new(config: MctsConfig) -> Mcts {
        Mcts { config, rng: Rng::new(0), arena: Vec::new(), path: Vec::new() }
    }

    /// Walks down to a node that was not visited before (or is the end of a game), visits it, and returns who won.
    fn simulate<P: Position>(&mut self, position: &mut P, counters: &mut Counters) -> Option<Seat> {
        self.path.clear();
        self.path.push(0);
        let mut at = 0usize;
        loop {
            match self.arena[at].state {
                State::Won => return Some(position.turn().other()),
                State::Lost => return Some(position.turn()),
                State::Drawn => return None,
                State::Unseen => {
                    counters.leaves += 1;
                    let outcome = if position.last_mover_won() {
                        State::Won
                    } else if position.last_mover_lost() {
                        State::Lost
                    } else if position.is_full() {
                        State::Drawn
                    } else {
                        State::Leaf
                    };
                    self.arena[at].state = outcome;
                    if outcome == State::Leaf {
                        let (winner, plies) = position.playout(&mut self.rng);
                        counters.nodes += u64::from(plies);
                        return winner;
                    }
                }
                State::Leaf if self.arena.len() as u64 + u64::from(position.legal_count()) > self.config.tree_nodes => {
                    let (winner, plies) = position.playout(&mut self.rng);
                    counters.nodes += u64::from(plies);
                    return winner;
                }
                State::Leaf => {
                    let first = self.arena.len();
                    self.arena.extend(position.moves().map(Node::new));
                    let children = self.arena.len() - first;
                    let node = &mut self.arena[at];
                    node.first_child = first as u32;
                    node.children = children as u16;
                    node.state = State::Expanded;
                    counters.interiors += 1;
                    counters.children_generated += children as u64;
                }
                State::Expanded => {
                    at = self.choose(at);
                    self.path.push(at as u32);
                    position.play(self.arena[at].mv);
                    counters.nodes += 1;
                }
            }
        }
    }

    /// The child of an expanded node to visit next: an unvisited one in order, else the largest upper confidence bound.
    #[inline]
    fn choose(&self, at: usize) -> usize {
        let node = &self.arena[at];
        let first = node.first_child as usize;
        let children = &self.arena[first..first + node.children as usize];
        // Unvisited children come first in order: the visits so far tell which one is next, without a look at them.
        let visited = (node.visits as usize).saturating_sub(1);
        if let Some(child) = children.get(visited)
            && child.visits == 0
        {
            return first + visited;
        }
        let scale = (self.config.exploration as f32) * (node.visits as f32).ln().sqrt();
        let (mut best, mut best_bound) = (0, f32::MIN);
        for (index, child) in children.iter().enumerate() {
            let bound = if child.visits == 0 {
                f32::MAX
            } else {
                let visits = child.visits as f32;
                child.half_points as f32 / (2.0 * visits) + scale / visits.sqrt()
            };
            if bound > best_bound {
                (best, best_bound) = (index, bound);
            }
        }
        first + best
    }

    fn reward(&mut self, root_turn: Seat, winner: Option<Seat>) {
        // The root's "mover" is the opponent of the side to move.
        let mut mover = root_turn.other();
        for &at in &self.path {
            let node = &mut self.arena[at as usize];
            node.visits += 1;
            node.half_points += match winner {
                None => 1,
                Some(winner) => 2 * u64::from(winner == mover),
            };
            mover = mover.other();
        }
    }

    fn most_visited(&self, at: usize) -> Option<&Node> {
        let node = &self.arena[at];
        let first = node.first_child as usize;
        self.arena[first..first + node.children as usize].iter().rev().max_by_key(|child| child.visits)
    }

    fn answer(&self, watch: &Watch, counters: Counters) -> Answer {
        let root = &self.arena[0];
        let first = root.first_child as usize;
        let children = &self.arena[first..first + root.children as usize];
        let mut candidates: Vec<(u32, Move, Score)> =
            children.iter().map(|child| (child.visits, child.mv, value(child))).collect();
        candidates.sort_by_key(|(visits, _, _)| std::cmp::Reverse(*visits));
        let (mut line, mut at) = (Vec::new(), 0);
        while let Some(child) = self.most_visited(at).filter(|child| child.visits > 0) {
            line.push(child.mv);
            if child.state != State::Expanded {
                break;
            }
            let start = self.arena[at].first_child as usize;
            let Some(place) = self.arena[start..].iter().position(|node| node.mv == child.mv) else { break };
            at = start + place;
        }
        Answer {
            best: candidates.first().map(|(_, mv, _)| *mv),
            value: candidates.first().map(|(_, _, value)| *value),
            completed_depth_plies: line.len() as u32,
            line,
            candidates: candidates.into_iter().map(|(_, mv, value)| (mv, value)).collect(),
            stopped: watch.stopped(),
            dispatch: "mcts",
            counters,
            ..Answer::default()
        }
    }
}

/// A mean result as a score for the mover: -1000 lost .. 1000 won; a move that wins or loses on the spot does so in one.
fn value(node: &Node) -> Score {
    match node.state {
        State::Won => WIN - 1,
        State::Lost => 1 - WIN,
        _ => (2000.0 * node.mean() - 1000.0).round() as Score,
    }
}

impl<P: Position> Searcher<P> for Mcts {
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer {
        if root.position.outcome().is_some() {
            return Answer::default();
        }
        let unlimited = limits.nodes.is_none() && limits.time.is_none();
        let simulations = self.config.simulations.unwrap_or(if unlimited { DEFAULT_SIMULATIONS } else { u64::MAX });
        let mut watch = Watch::start(limits);
        let mut counters = Counters { nodes: 1, ..Counters::default() };
        self.arena.clear();
        let mut top = Node::new(Move(0));
        top.state = State::Leaf;
        self.arena.push(top);
        let turn = root.position.turn();
        for _ in 0..simulations {
            let mut position = root.position.clone();
            let winner = self.simulate(&mut position, &mut counters);
            self.reward(turn, winner);
            if watch.must_stop(counters.nodes) {
                break;
            }
        }
        self.answer(&watch, counters)
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_stays_small() {
        assert_eq!(size_of::<Node>(), 24);
    }
}
