//! Proof-number search against the values of full searches.

use mnklab::base::rng::Rng;
use mnklab::base::{Limits, Move, Position, Root, Searcher};
use mnklab::eval::zero::Zero;
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::search::proof::{LineBound, Method, Proof, ProofConfig};
use mnklab::search::{Config, build, switches};

/// Win, draw or loss for the side to move, by alpha-beta to the end.
fn value<P: Position>(position: &P) -> i32 {
    let mut config = Config::default();
    for (key, value) in [("distance_scores", "off"), ("order", "hash+centre"), ("table_bytes", "4194304")] {
        let switch = switches().find(|switch| switch.key == key).expect("a known switch");
        (switch.set)(&mut config, value).expect("a valid value");
    }
    let root = Root { position: position.clone(), last: None };
    let answer = build::<P, Zero>(&config, Zero).search(&root, &Limits::depth(484));
    answer.value.expect("a finished search").signum()
}

fn prove<P: Position>(config: &ProofConfig, position: &P, limits: &Limits) -> (Option<i32>, Option<Move>, u64) {
    let root = Root { position: position.clone(), last: None };
    let answer = Proof::new(config.clone()).search(&root, limits);
    (answer.value.map(i32::signum), answer.best, answer.counters.nodes)
}

fn configs() -> Vec<ProofConfig> {
    let mut all = Vec::new();
    for method in [Method::BestFirst, Method::DepthFirst] {
        for (forced, bound, slack_percent, symmetry_plies, table_bytes) in [
            (true, LineBound::Potential, 25, 0, 1 << 20),
            (false, LineBound::Open, 0, 0, 1 << 20),
            (false, LineBound::Potential, 25, 484, 1 << 20),
            (true, LineBound::Off, 0, 484, 1 << 20),
            (true, LineBound::Open, 100, 6, 4096),
        ] {
            let own = ProofConfig { method, forced, bound, informed: forced, ..ProofConfig::default() };
            all.push(ProofConfig { slack_percent, symmetry_plies, table_bytes, ..own });
        }
    }
    all
}

struct Agree {
    /// Empty cells of the positions.
    empty: u32,
    positions: usize,
    seed: u64,
}

impl GameVisitor for Agree {
    type Output = [usize; 3];

    fn visit<P: Position>(self, start: P) -> [usize; 3] {
        let mut rng = Rng::new(self.seed);
        let mut seen = [0; 3];
        let cells = start.shape().cells() as u32;
        while seen.iter().sum::<usize>() < self.positions {
            let (mut position, mut moves) = (start.clone(), Vec::new());
            while position.outcome().is_none() && cells - position.ply() > self.empty {
                let legal: Vec<Move> = position.moves().collect();
                let mv = legal[rng.below(legal.len() as u32) as usize];
                position.play(mv);
                moves.push(mv);
            }
            if position.outcome().is_some() {
                continue;
            }
            let expected = value(&position);
            seen[(expected + 1) as usize] += 1;
            for config in configs() {
                let (found, best, _) = prove(&config, &position, &Limits::default());
                assert_eq!(found, Some(expected), "{:?} {moves:?} {config:?}", start.shape());
                let mut after = position.clone();
                after.play(best.expect("a move"));
                let kept = match after.outcome() {
                    Some(mnklab::base::Outcome::Win(winner)) => {
                        if winner == position.turn() {
                            1
                        } else {
                            -1
                        }
                    }
                    Some(_) => 0,
                    None => -value(&after),
                };
                assert_eq!(kept, expected, "{:?} {moves:?} {config:?}: {best:?}", start.shape());
            }
        }
        seen
    }
}

#[test]
fn values_and_moves_are_those_of_full_searches() {
    let mut seen = [0; 3];
    for (game, empty, positions) in [
        ("tictactoe", 9, 1),
        ("tictactoe", 7, 30),
        ("mnk:4,3,3", 10, 20),
        ("mnk:4,4,4", 11, 20),
        ("mnk:4,4,3,gravity", 12, 20),
        ("connect4:5x4", 13, 20),
        ("connect4", 14, 20),
        ("gomoku:5", 10, 10),
        ("gomoku:6,standard", 8, 10),
        ("gomoku:6,caro", 8, 10),
        ("gomoku:7,renju", 8, 30),
    ] {
        let game: GameSpec = game.parse().expect("a known game");
        let found = game.visit(Agree { empty, positions, seed: 5 });
        for (sum, found) in seen.iter_mut().zip(found) {
            *sum += found;
        }
    }
    assert!(seen.iter().all(|&count| count >= 5), "losses, draws and wins: {seen:?}");
}

struct Prove {
    config: ProofConfig,
    limits: Limits,
}

impl GameVisitor for Prove {
    type Output = (Option<i32>, u64);

    fn visit<P: Position>(self, start: P) -> (Option<i32>, u64) {
        let (value, _, nodes) = prove(&self.config, &start, &self.limits);
        (value, nodes)
    }
}

#[test]
fn small_boards_from_the_start() {
    let boards = [
        ("mnk:3,3,3", 0),
        ("mnk:4,3,3", 1),
        ("mnk:4,4,3", 1),
        ("mnk:5,3,3", 1),
        ("mnk:4,4,4", 0),
        ("gomoku:5", 0),
        ("mnk:4,4,4,gravity", 0),
        ("mnk:5,4,4", 0),
    ];
    for method in [Method::BestFirst, Method::DepthFirst] {
        // A tree has no transpositions: the last boards are beyond its memory.
        let count = if method == Method::BestFirst { 6 } else { 8 };
        for (game, expected) in boards.into_iter().take(count) {
            let config = ProofConfig { method, symmetry_plies: 484, ..ProofConfig::default() };
            let game: GameSpec = game.parse().expect("a known game");
            let (value, nodes) = game.visit(Prove { config, limits: Limits::default() });
            assert_eq!(value, Some(expected), "{game} {method:?}, {nodes} nodes");
        }
    }
}

#[test]
fn what_a_limit_leaves_open_has_no_value() {
    let gomoku: GameSpec = "gomoku".parse().expect("a known game");
    for method in [Method::BestFirst, Method::DepthFirst] {
        let config = ProofConfig { method, table_bytes: 1 << 16, ..ProofConfig::default() };
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let (value, nodes) = gomoku.visit(Prove { config, limits });
        assert_eq!(value, None, "{method:?}");
        assert!((20_000..20_300).contains(&nodes), "{method:?}: {nodes}");
    }
}

/// Draws and a win that are known (Uiterwijk and van den Herik 2000).
#[test]
#[ignore = "long"]
fn larger_boards_from_the_start() {
    for (game, expected) in [("mnk:6,4,4", 0), ("mnk:5,5,4", 0), ("mnk:6,5,4", 1), ("mnk:6,6,5", 0)] {
        let config = ProofConfig { symmetry_plies: 484, table_bytes: 1 << 30, ..ProofConfig::default() };
        let parsed: GameSpec = game.parse().expect("a known game");
        let (value, nodes) = parsed.visit(Prove { config, limits: Limits::default() });
        assert_eq!(value, Some(expected), "{game}, {nodes} nodes");
    }
}
