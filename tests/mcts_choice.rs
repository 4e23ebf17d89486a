//! Monte-Carlo's choices held against exact values: on a suite of Connect Four positions that a full search can solve, the
//! move that it plays must keep the value of the position.

use mnklab::base::score::Score;
use mnklab::base::{Limits, Move, Position, Root, Searcher};
use mnklab::eval::zero::Zero;
use mnklab::games::drop::{Connect4, Drop};
use mnklab::games::suite::{SuiteSpec, generate};
use mnklab::search::mcts::{Mcts, MctsConfig};
use mnklab::search::{Config, build, switches};

type Board = Drop<u64, Connect4>;

/// Plies at which the suite's positions lie: late enough to be solved, early enough to be hard.
const PLIES: u32 = 22;
const POSITIONS: usize = 60;
const SIMULATIONS: u64 = 20_000;

/// Win, draw or loss for the side to move, by a search to the end.
fn exact(position: &Board) -> Score {
    if position.last_mover_won() {
        return -1;
    }
    if position.is_full() {
        return 0;
    }
    let mut config = Config::default();
    for (key, value) in
        [("distance_scores", "off"), ("order", "hash+centre"), ("answers", "on"), ("table_bytes", "4194304")]
    {
        let switch = switches().find(|switch| switch.key == key).expect("a known switch");
        (switch.set)(&mut config, value).expect("a valid value");
    }
    let root = Root { position: *position, last: None };
    let answer = build::<Board, Zero>(&config, Zero).search(&root, &Limits::depth(42));
    answer.value.expect("a finished search").signum()
}

fn after(position: &Board, mv: Move) -> Board {
    let mut next = *position;
    next.play(mv);
    next
}

#[test]
fn choices_keep_the_exact_value() {
    let start = Board::new(Connect4);
    let spec = SuiteSpec {
        plies: vec![PLIES],
        count: POSITIONS,
        seed: 1,
        allow_win_in_one: false,
        allow_over: false,
        near: None,
    };
    let suite = generate(&start, &spec).expect("a suite");
    let (mut kept, mut by_chance, mut open) = (0, 0.0, 0);
    for moves in &suite {
        let position = moves.iter().fold(start, |position, &mv| after(&position, mv));
        let values: Vec<(Move, Score)> = position.moves().map(|mv| (mv, -exact(&after(&position, mv)))).collect();
        let best = values.iter().map(|(_, value)| *value).max().expect("a legal move");
        let keepers = values.iter().filter(|(_, value)| *value == best).count();
        if keepers == values.len() {
            continue;
        }
        open += 1;
        by_chance += keepers as f64 / values.len() as f64;
        let mut mcts = Mcts::new(MctsConfig { simulations: Some(SIMULATIONS), ..MctsConfig::default() });
        let answer = Searcher::<Board>::search(&mut mcts, &Root { position, last: None }, &Limits::default());
        let choice = answer.best.expect("a move");
        kept += i32::from(values.iter().any(|&(mv, value)| mv == choice && value == best));
    }
    eprintln!("{kept} of {open}, {by_chance:.1} by chance");
    // The suite tells choices from guesses, and the choices keep nearly all values.
    assert!(open >= 30 && by_chance < 0.6 * f64::from(open), "{by_chance:.1} of {open} kept by chance");
    assert!(f64::from(kept) >= 0.9 * f64::from(open), "{kept} of {open} kept");
}
