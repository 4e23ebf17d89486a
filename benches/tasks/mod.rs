//! The hot paths that are measured, each with its counterpart. Every pair checks once that both sides do the same work.

mod patterns;
#[cfg(feature = "peers")]
mod peers;

use mnklab::base::rng::Rng;
use mnklab::base::{Evaluator, Limits, Move, Position, Root, Searcher};
use mnklab::eval::zero::Zero;
use mnklab::eval::{EvalConfig, EvaluatorVisitor, with_evaluator};
use mnklab::games::board::Board;
use mnklab::games::drop::{Connect4, Drop};
use mnklab::games::perft::perft;
use mnklab::games::tictactoe::TicTacToe;
use mnklab::search::{Config, build, switches};

use crate::bare;

/// One comparison.
pub struct Task {
    /// What is done.
    pub name: String,
    /// Our way; returns its amount of work.
    pub ours: Box<dyn Fn() -> u64>,
    /// The other way.
    pub theirs: Box<dyn Fn() -> u64>,
    /// The ratio that is aimed at.
    pub goal: &'static str,
    /// Whether both sides must return the same number.
    pub same_work: bool,
}

impl Task {
    /// Runs both sides once: as a warm-up, and to see that they do the same work where they should.
    pub fn check(&self) {
        let (ours, theirs) = ((self.ours)(), (self.theirs)());
        assert!(!self.same_work || ours == theirs, "{}: {ours} against {theirs}", self.name);
    }
}

/// A configuration from settings as text.
pub fn config(settings: &[(&str, &str)]) -> Config {
    let mut config = Config::default();
    for (key, value) in settings {
        let switch = switches().find(|switch| switch.key == *key).expect("a known switch");
        (switch.set)(&mut config, value).expect("a valid value");
    }
    config
}

/// A pair whose two sides must count the same.
fn same_work(
    name: &str,
    goal: &'static str,
    ours: impl Fn() -> u64 + 'static,
    theirs: impl Fn() -> u64 + 'static,
) -> Task {
    Task { name: name.to_string(), ours: Box::new(ours), theirs: Box::new(theirs), goal, same_work: true }
}

fn search_nodes<P: Position>(start: &P, settings: &[(&str, &str)], depth: u32) -> impl Fn() -> u64 + 'static {
    let (root, config) = (Root { position: start.clone(), last: None }, config(settings));
    move || {
        let mut searcher: Box<dyn Searcher<P>> = build(&config, Zero);
        searcher.search(&root, &Limits::depth(depth)).counters.nodes
    }
}

/// A searcher with an evaluator given by its text form.
fn searcher<P: Position>(start: &P, config: &Config, evaluator: &EvalConfig) -> Box<dyn Searcher<P>> {
    struct Build<'a>(&'a Config);
    impl<P: Position> EvaluatorVisitor<P> for Build<'_> {
        type Output = Box<dyn Searcher<P>>;
        fn visit<E: Evaluator<P> + 'static>(self, evaluator: E) -> Self::Output {
            build(self.0, evaluator)
        }
    }
    with_evaluator(evaluator, start, Build(config)).expect("an evaluator of this game")
}

/// All comparisons.
pub fn all() -> Vec<Task> {
    let connect4 = Drop::<u64, Connect4>::new(Connect4);
    let tictactoe = TicTacToe::new();
    let gomoku = Board::<5>::new(&mnklab::base::Shape::freestyle(15, 15, 5, false)).expect("a board");
    let blind = ("distance_scores", "off");
    let mut tasks = vec![
        same_work(
            "connect4 alpha-beta, zero evaluation, depth 14",
            ">= 0.9",
            search_nodes(&connect4, &[blind, ("order", "centre")], 14),
            || {
                let mut nodes = 1;
                bare::connect4_alphabeta(0, 0, -2, 2, 14, &mut nodes);
                nodes
            },
        ),
        same_work(
            "tictactoe full minimax, 30 times",
            ">= 0.8",
            {
                let once = search_nodes(&tictactoe, &[blind, ("pruning", "off")], 9);
                move || (0..30).map(|_| once()).sum()
            },
            || {
                let mut nodes = 0;
                for _ in 0..30 {
                    nodes += 1;
                    bare::tictactoe_minimax(std::hint::black_box(0), 0, &mut nodes);
                }
                nodes
            },
        ),
        same_work(
            "connect4 bulk perft, depth 10",
            ">= 0.8",
            {
                let start = connect4;
                move || perft(&mut start.clone(), 10)
            },
            || bare::connect4_perft(0, std::hint::black_box(0), 10),
        ),
        Task {
            name: "connect4 random games, 300000".to_string(),
            ours: Box::new({
                let start = connect4;
                move || {
                    let mut rng = Rng::new(1);
                    (0..300_000).map(|_| u64::from(start.playout(&mut rng).1)).sum()
                }
            }),
            theirs: Box::new(|| {
                let mut rng = Rng::new(1);
                (0..300_000).map(|_| u64::from(bare::connect4_random_game(&mut rng))).sum()
            }),
            goal: ">= 0.8",
            same_work: false,
        },
        Task {
            name: "gomoku 15x15 random games, 50000".to_string(),
            ours: Box::new(move || {
                let mut rng = Rng::new(1);
                (0..50_000).map(|_| u64::from(gomoku.playout(&mut rng).1)).sum()
            }),
            theirs: Box::new(|| {
                let mut rng = Rng::new(1);
                (0..50_000).map(|_| u64::from(bare::gomoku_random_game(&mut rng))).sum()
            }),
            goal: ">= 0.8",
            same_work: false,
        },
    ];
    tasks.extend([3, 4].map(gomoku_search));
    tasks.extend(patterns::all());
    #[cfg(feature = "peers")]
    tasks.extend(peers::all());
    tasks
}

/// Gomoku with document A's evaluation, ten stones on the board, candidates in the bounding box sorted by static score.
fn gomoku_search(depth: u32) -> Task {
    const MOVES: [u16; 10] = [112, 113, 97, 127, 98, 96, 128, 82, 114, 99];
    let mut start = Board::<5>::new(&mnklab::base::Shape::freestyle(15, 15, 5, false)).expect("a board");
    for mv in MOVES {
        start.play(Move(mv));
    }
    let config = config(&[("distance_scores", "off"), ("candidates", "box"), ("box", "1"), ("order", "static_score")]);
    let evaluator: EvalConfig = "doc-a".parse().expect("an evaluator");
    same_work(
        &format!("gomoku alpha-beta, document A's windows, sorted, depth {depth}"),
        ">= 0.5",
        move || {
            let root = Root { position: start.clone(), last: None };
            searcher(&start, &config, &evaluator).search(&root, &Limits::depth(depth)).counters.nodes
        },
        move || {
            let mut board = bare::gomoku::Gomoku::new(&MOVES);
            board.alphabeta(depth, -1_000_000_001, 1_000_000_001);
            board.nodes + 1
        },
    )
}
