//! Other programs at the same task, behind the feature `peers`.

use std::cell::RefCell;

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4 as PeerConnect4;
use minimax::strategies::iterative::IterativeSearch;
use minimax::{Game, IterativeOptions, Strategy, Winner};
use mnklab::base::{Evaluator, Limits, Position, Root, Searcher};
use mnklab::eval::zero::Zero;
use mnklab::eval::{EvalConfig, EvaluatorVisitor, with_evaluator};
use mnklab::games::drop::{Connect4, Drop};
use mnklab::search::mcts::{Mcts, MctsConfig};
use rand_xoshiro::Xoroshiro64StarStar;
use rand_xoshiro::rand_core::SeedableRng;

use super::Task;

/// Simulations of one Monte-Carlo search.
const SIMULATIONS: u64 = 200_000;

struct FourInARow;

impl Game for FourInARow {
    type S = Drop<u64, Connect4>;
    type M = mnklab::base::Move;

    fn generate_moves(state: &Self::S, moves: &mut Vec<Self::M>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            moves.extend((0..7).map(mnklab::base::Move).filter(|&mv| state.is_legal(mv)));
        }
        winner
    }

    fn apply(state: &mut Self::S, mv: Self::M) -> Option<Self::S> {
        let mut next = *state;
        next.play(mv);
        Some(next)
    }

    fn get_winner(state: &Self::S) -> Option<Winner> {
        if state.last_mover_won() { Some(Winner::PlayerJustMoved) } else { state.is_full().then_some(Winner::Draw) }
    }

    fn zobrist_hash(state: &Self::S) -> u64 {
        state.key()
    }

    fn table_index(mv: Self::M) -> u16 {
        mv.0
    }

    fn max_table_index() -> u16 {
        6
    }
}

type Connect4Position = Drop<u64, Connect4>;

/// An evaluator of ours as the crate asks for it: a value from scratch.
struct Static<E>(E);

impl<E: Evaluator<Connect4Position>> minimax::Evaluator for Static<E> {
    type G = FourInARow;

    fn evaluate(&self, state: &Connect4Position) -> minimax::Evaluation {
        let mut evaluator = self.0.clone();
        evaluator.reset(state);
        evaluator.value(state) as minimax::Evaluation
    }
}

/// The column weights of document C's evaluation alone, in the fewest instructions: by counting bits.
struct Columns;

impl minimax::Evaluator for Columns {
    type G = FourInARow;

    fn evaluate(&self, state: &Connect4Position) -> minimax::Evaluation {
        // The five, three and one columns around the middle, seven bits each.
        const INNER: [u64; 3] = [((1 << 35) - 1) << 7, ((1 << 21) - 1) << 14, ((1 << 7) - 1) << 21];
        let (own, theirs) = state.stones();
        INNER.iter().map(|columns| (own & columns).count_ones() as i16 - (theirs & columns).count_ones() as i16).sum()
    }
}

/// Our full search to depth 14 with an evaluator, as the comparisons configure it, so many times over.
fn full_search(table_bytes: &str, evaluator: &EvalConfig, times: u32) -> impl Fn() -> u64 + 'static {
    let config = super::config(&[
        ("distance_scores", "off"),
        ("order", "hash+centre"),
        ("answers", "on"),
        ("table_bytes", table_bytes),
        ("table_symmetry", "on"),
        ("pvs", "on"),
        ("deepening", "on"),
    ]);
    let root = Root { position: Drop::new(Connect4), last: None };
    // As `run` does: one searcher for many searches, of which each begins as if it were the first.
    let searcher = RefCell::new(super::searcher(&root.position, &config, evaluator));
    move || {
        let mut searcher = searcher.borrow_mut();
        let mut once = || {
            searcher.new_game(1);
            searcher.search(&root, &Limits::depth(DEPTH)).counters.nodes
        };
        (0..times).map(|_| once()).sum()
    }
}

/// The crate's search to the same depth: table, null windows and deepening as it has them by default; with `orders` also
/// its two move orders, which it leaves off by default.
fn their_search<E: minimax::Evaluator<G = FourInARow>>(evaluator: E, table_bytes: usize, orders: bool) -> u64 {
    let mut options = IterativeOptions::new().with_table_byte_size(table_bytes);
    if orders {
        options = options.with_countermoves().with_countermove_history();
    }
    let mut search = IterativeSearch::new(evaluator, options);
    search.set_max_depth(DEPTH as u8);
    search.choose_move(&Drop::new(Connect4)).map_or(0, |mv| u64::from(mv.0))
}

/// Plies of the comparison of full searches.
const DEPTH: u32 = 14;

/// Comparisons with other programs.
pub fn all() -> Vec<Task> {
    let start = Drop::<u64, Connect4>::new(Connect4);
    let mut tasks = Vec::new();
    for (megabytes, table_bytes) in [("1 MB", 1usize << 20), ("64 MB", 64 << 20)] {
        let task = |evaluator: &str, text: &str, times: u32, theirs: Box<dyn Fn() -> u64>| Task {
            name: format!("connect4 to depth {DEPTH}, {evaluator}, {megabytes}, against minimax 0.6"),
            ours: Box::new(full_search(&table_bytes.to_string(), &text.parse().expect("an evaluator"), times)),
            theirs: Box::new(move || (0..times).map(|_| theirs()).sum()),
            goal: ">= 2.5",
            same_work: false,
        };
        let doc_c: EvalConfig = "doc-c".parse().expect("an evaluator");
        tasks.push(task(
            "document C's windows, its orders on",
            "doc-c",
            1,
            Box::new(move || {
                struct Run(usize);
                impl EvaluatorVisitor<Connect4Position> for Run {
                    type Output = u64;
                    fn visit<E: Evaluator<Connect4Position> + 'static>(self, evaluator: E) -> u64 {
                        their_search(Static(evaluator), self.0, true)
                    }
                }
                with_evaluator(&doc_c, &Drop::new(Connect4), Run(table_bytes)).expect("an evaluator")
            }),
        ));
        tasks.push(task(
            "column weights",
            "doc-c{four=0,three=0,two=0,one=0,defence=1}",
            8,
            Box::new(move || their_search(Columns, table_bytes, false)),
        ));
        tasks.push(task("no evaluation", "zero", 16, Box::new(move || their_search(Static(Zero), table_bytes, false))));
    }
    tasks.push(Task {
        name: "connect4 Monte-Carlo, 200000 simulations, against board-game 0.8".to_string(),
        ours: Box::new(move || {
            let config = MctsConfig { simulations: Some(SIMULATIONS), ..MctsConfig::default() };
            let mut mcts = Mcts::new(config);
            let root = Root { position: start, last: None };
            Searcher::<Drop<u64, Connect4>>::search(&mut mcts, &root, &Default::default()).counters.nodes
        }),
        theirs: Box::new(|| {
            let mut rng = Xoroshiro64StarStar::seed_from_u64(1);
            mcts_build_tree(&PeerConnect4::default(), SIMULATIONS, 1.0, &mut rng).nodes.len() as u64
        }),
        goal: ">= 1.5",
        same_work: false,
    });
    tasks
}
