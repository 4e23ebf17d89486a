//! The size of a minimax tree too large to walk, estimated without bias by random descents (Knuth 1975, "Estimating the
//! efficiency of backtrack programs").

use super::candidates::{self, Rule};
use super::{Config, WinCheck};
use crate::base::rng::Rng;
use crate::base::{Answer, Counters, Limits, Move, Position, Root, Searcher};

/// Descents of one estimate, where nothing else is asked for.
pub const DEFAULT_PROBES: u64 = 10_000;

/// A "player" that answers with the number of nodes that minimax would visit.
pub struct Estimator {
    config: Config,
    probes: u64,
    rng: Rng,
}

impl Estimator {
    /// An estimator of the tree that `config` spans (its candidate rule and win check; ordering and pruning do not
    /// matter to minimax), from this many descents.
    pub fn new(config: Config, probes: u64) -> Estimator {
        Estimator { config, probes: probes.max(2), rng: Rng::new(0) }
    }

    /// One descent: the sum over depths of the product of the widths above.
    fn probe<P: Position>(
        &mut self,
        root: &Root<P>,
        depth: u32,
        moves: &mut Vec<Move>,
        counters: &mut Counters,
    ) -> f64 {
        let mut position = root.position.clone();
        let root_box = candidates::bounding_box(&position);
        let (mut last, mut product, mut total) = (root.last, 1.0, 1.0);
        for _ in 0..depth {
            moves.clear();
            if self.config.candidates.rule == Rule::All {
                moves.extend(position.moves());
            } else {
                moves.extend(candidates::collect(&self.config.candidates, &position, last, root_box).iter());
                if moves.is_empty() {
                    moves.extend(position.moves());
                }
            }
            product *= moves.len() as f64;
            total += product;
            let Some(&mv) = moves.get(self.rng.below(moves.len() as u32) as usize) else { break };
            position.play(mv);
            last = Some(mv);
            counters.nodes += 1;
            let won = self.config.win_check != WinCheck::AtLeaf && position.winner().is_some();
            if won || position.is_full() {
                break;
            }
        }
        total
    }
}

impl<P: Position> Searcher<P> for Estimator {
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer {
        if root.position.outcome().is_some() {
            return Answer::default();
        }
        let depth = limits.depth_plies.unwrap_or(u32::MAX);
        let mut counters = Counters { nodes: 1, ..Counters::default() };
        let mut moves = Vec::new();
        let (mut sum, mut squares, mut done) = (0.0f64, 0.0f64, 0u64);
        while done < self.probes && !crate::base::interrupt::quitting() {
            let size = self.probe(root, depth, &mut moves, &mut counters);
            done += 1;
            // Welford's update: the sizes span many orders of magnitude.
            let delta = size - sum;
            sum += delta / done as f64;
            squares += delta * (size - sum);
        }
        let variance = if done > 1 { squares / (done - 1) as f64 } else { 0.0 };
        Answer {
            best: root.position.moves().next(),
            completed_depth_plies: depth.min(root.position.shape().cells() as u32),
            estimated_nodes: Some((sum, (variance / done.max(1) as f64).sqrt())),
            dispatch: "estimate",
            counters,
            ..Answer::default()
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}
