//! The tree that alpha-beta walks, as text: each node with its window on entry, its value, and where it cut off.
//!
//! For people who learn or teach the algorithm: plain fail-soft alpha-beta with the player's candidates, order (as far as
//! it depends on the position alone) and width, without table or deepening. All numbers are from the view of the side to
//! move at the root, so that even plies maximise and odd ones minimise.

use std::fmt::Write;

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::base::score::{INFINITE, WIN, describe};
use crate::base::{Evaluator, Move, Position, Root, Score};
use crate::games::notation::move_text;
use crate::search::candidates::{Rule, bounding_box, collect};
use crate::search::order::Criterion;
use crate::search::{self};

/// More lines than this are no picture any more.
pub const MOST_NODES: usize = 20_000;

/// One node of the tree.
#[derive(Clone, Debug)]
pub struct Node {
    /// Plies below the root.
    pub ply: u32,
    /// The move that led here; absent at the root.
    pub mv: Option<Move>,
    /// Alpha on entry, for the side to move here.
    alpha: Score,
    /// Beta on entry, for the side to move here.
    beta: Score,
    /// What the node returned, for the side to move here.
    value: Score,
    /// Children left when it cut off, absent where it did not.
    pub skipped: Option<usize>,
}

impl Node {
    /// Window and value as the root's side to move sees them.
    pub fn seen_from_root(&self) -> (Score, Score, Score) {
        if self.ply.is_multiple_of(2) {
            (self.alpha, self.beta, self.value)
        } else {
            (-self.beta, -self.alpha, -self.value)
        }
    }
}

/// The walk.
struct Walk<'a, P, E> {
    position: P,
    evaluator: E,
    config: &'a search::Config,
    sequence: Vec<Move>,
    root: &'a Root<P>,
    nodes: Vec<Node>,
}

/// Walks to a depth.
///
/// # Errors
///
/// The tree has more than [`MOST_NODES`] nodes.
pub fn walk<P: Position, E: Evaluator<P>>(
    root: &Root<P>,
    mut evaluator: E,
    config: &search::Config,
    depth_plies: u32,
) -> Result<Vec<Node>> {
    evaluator.reset(&root.position);
    let sequence = config.order.sequence(&root.position);
    let mut walk = Walk { position: root.position.clone(), evaluator, config, sequence, root, nodes: Vec::new() };
    walk.node(0, depth_plies, (-INFINITE, INFINITE), None)?;
    Ok(walk.nodes)
}

impl<P: Position, E: Evaluator<P>> Walk<'_, P, E> {
    fn node(&mut self, ply: u32, depth: u32, window: (Score, Score), mv: Option<Move>) -> Result<Score> {
        if self.nodes.len() >= MOST_NODES {
            bail!(
                "the tree has more than {MOST_NODES} nodes; choose a smaller depth, a later position, or fewer candidates"
            );
        }
        let ((mut alpha, beta), index) = (window, self.nodes.len());
        self.nodes.push(Node { ply, mv, alpha, beta, value: 0, skipped: None });
        let distance = if self.config.distance_scores { ply as Score } else { 0 };
        let mut best = -INFINITE;
        if self.position.last_mover_won() {
            best = -(WIN - distance);
        } else if self.position.last_mover_lost() {
            best = WIN - distance;
        } else if self.position.is_full() {
            best = 0;
        } else if depth == 0 {
            best = self.evaluator.value(&self.position);
        } else {
            let moves = self.moves(ply, mv.or(self.root.last));
            for (place, &mv) in moves.iter().enumerate() {
                let mine = self.evaluator.play(&self.position, mv);
                let theirs = self.position.play(mv);
                let value = self.node(ply + 1, depth - 1, (-beta, -alpha), Some(mv));
                self.position.undo(theirs);
                self.evaluator.undo(&self.position, mv, mine);
                best = best.max(-value?);
                if !self.config.pruning {
                    continue;
                }
                alpha = alpha.max(best);
                if alpha >= beta {
                    self.nodes[index].skipped = Some(moves.len() - 1 - place);
                    break;
                }
            }
        }
        self.nodes[index].value = best;
        Ok(best)
    }

    /// The moves of a node in the order in which they are searched.
    fn moves(&mut self, ply: u32, last: Option<Move>) -> Vec<Move> {
        let (rules, order) = (&self.config.candidates, &self.config.order);
        let legal = |mv: &Move| self.position.is_legal(*mv);
        let mut moves: Vec<Move> = self.sequence.iter().copied().filter(legal).collect();
        if rules.rule != Rule::All {
            let near = collect(rules, &self.position, last, bounding_box(&self.root.position));
            if !near.is_empty() {
                moves.retain(|&mv| near.holds(mv));
            }
        }
        if order.has(Criterion::StaticScore) {
            moves.sort_by_cached_key(|&mv| -self.evaluator.value_after(&mut self.position, mv));
        } else if order.has(Criterion::MoveScore) {
            moves.sort_by_cached_key(|&mv| -self.evaluator.move_score(&mut self.position, mv));
        }
        if order.has(Criterion::WinBlock) {
            moves.sort_by_cached_key(|&mv| match (self.position.wins_at(mv), self.position.stops_win_at(mv)) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 2,
            });
        }
        if let Some(width) = self.config.width.limit(ply == 0, || 1.0) {
            moves.truncate(width);
        }
        moves
    }
}

/// The tree as indented lines.
pub fn lines<P: Position>(position: &P, nodes: &[Node]) -> Vec<String> {
    let shape = position.shape();
    let mut lines = Vec::new();
    for node in nodes {
        let (alpha, beta, value) = node.seen_from_root();
        let kind = if node.ply.is_multiple_of(2) { "max" } else { "min" };
        let name = node.mv.map_or("root".to_string(), |mv| move_text(&shape, mv));
        let mut line = format!("{:indent$}{name} {kind}", "", indent = 2 * node.ply as usize);
        let _ = write!(line, " [{}, {}] = {}", bound(alpha), bound(beta), describe(value));
        if let Some(skipped) = node.skipped {
            let _ = write!(line, " cutoff, {skipped} skipped");
        }
        lines.push(line);
    }
    lines
}

/// The tree as JSON, a list in the order of the walk.
pub fn json<P: Position>(position: &P, nodes: &[Node]) -> Value {
    let shape = position.shape();
    let node = |node: &Node| {
        let (alpha, beta, value) = node.seen_from_root();
        let finite = |score: Score| (score.abs() < INFINITE).then_some(score);
        json!({ "ply": node.ply, "move": node.mv.map(|mv| move_text(&shape, mv)), "alpha": finite(alpha),
                "beta": finite(beta), "value": value, "skipped": node.skipped })
    };
    nodes.iter().map(node).collect()
}

fn bound(score: Score) -> String {
    match score {
        INFINITE => "+inf".to_string(),
        score if score == -INFINITE => "-inf".to_string(),
        score => describe(score),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::zero::Zero;
    use crate::games::notation::read_position;
    use crate::games::{GameSpec, GameVisitor};

    /// Nodes, value at the root and cutoffs of the tree under a position.
    struct Tree(&'static str, u32);

    impl GameVisitor for Tree {
        type Output = Result<(usize, Score, usize)>;

        fn visit<P: Position>(self, start: P) -> Self::Output {
            let (root, _) = read_position(&start, self.0)?;
            let config = search::Config { distance_scores: false, ..search::Config::default() };
            let nodes = walk(&root, Zero, &config, self.1)?;
            let drawn = lines(&root.position, &nodes);
            assert_eq!((drawn.len(), drawn[0].starts_with("root max [-inf, +inf] = ")), (nodes.len(), true));
            Ok((nodes.len(), nodes[0].value, nodes.iter().filter(|node| node.skipped.is_some()).count()))
        }
    }

    #[test]
    fn the_whole_of_tic_tac_toe_has_the_known_node_count() {
        let (nodes, value, cutoffs) = GameSpec::TICTACTOE.visit(Tree("start", 9)).unwrap();
        assert_eq!((nodes, value), (18_297, 0));
        assert!(cutoffs > 1000);
    }

    #[test]
    fn too_large_a_tree_is_refused() {
        let error = GameSpec::CONNECT4.visit(Tree("start", 12)).unwrap_err();
        assert!(error.to_string().contains("more than 20000 nodes"), "{error}");
    }
}
