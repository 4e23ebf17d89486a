//! The test kit of this room: every registered evaluator, with its defaults and with absurd weights, on every board that
//! it supports.

use super::test_board::{SHAPES, TestBoard, random_game};
use super::{EVALUATORS, EvalConfig, EvaluatorSpec, EvaluatorVisitor, with_evaluator};
use crate::base::rng::Rng;
use crate::base::score::STATIC_BOUND;
use crate::base::{Evaluator, Move, Position, Shape};

/// What an evaluator says of a stone of the opponent's on the cell of a move.
struct ByOpponent<'a>(&'a TestBoard, Move);

impl EvaluatorVisitor<TestBoard> for ByOpponent<'_> {
    type Output = i32;

    fn visit<E: Evaluator<TestBoard> + 'static>(self, mut evaluator: E) -> i32 {
        evaluator.value_after_by_opponent(&mut self.0.clone(), self.1)
    }
}

/// Walks up and down the tree at random and compares with an evaluator that starts anew each time.
struct Walk {
    start: TestBoard,
    seed: u64,
    label: String,
}

impl EvaluatorVisitor<TestBoard> for Walk {
    type Output = u32;

    fn visit<E: Evaluator<TestBoard> + 'static>(self, mut evaluator: E) -> u32 {
        let (mut board, mut rng, pristine) = (self.start.clone(), Rng::new(self.seed), evaluator.clone());
        let mut path: Vec<(Move, E::Undo, i32)> = Vec::new();
        let mut checked = 0;
        let root_turn = board.turn();
        for _ in 0..60 {
            let moves: Vec<Move> = board.moves().collect();
            if moves.is_empty() || (!path.is_empty() && rng.below(3) == 0) {
                let Some((mv, undo, before)) = path.pop() else { break };
                board.undo(());
                evaluator.undo(&board, mv, undo);
                assert_eq!(evaluator.value(&board), before, "{}: undo", self.label);
                continue;
            }
            let mv = moves[rng.below(moves.len() as u32) as usize];
            let before = evaluator.value(&board);
            let promised = evaluator.value_after(&mut board, mv);
            assert_eq!(evaluator.value(&board), before, "{}: value_after leaves a trace", self.label);
            // An evaluator may see things with the eyes of the side that moves at the root: start anew on its turn only.
            let mut anew = pristine.clone();
            if board.turn() == root_turn {
                anew.reset(&board);
            }
            let undo = evaluator.play(&board, mv);
            if board.turn() == root_turn {
                anew.play(&board, mv);
            }
            board.play(mv);
            if board.turn() == root_turn {
                anew.reset(&board);
            }
            path.push((mv, undo, before));
            let value = evaluator.value(&board);
            assert_eq!(value, anew.value(&board), "{}: incremental", self.label);
            assert_eq!(promised, -value, "{}: value_after", self.label);
            assert!(value.abs() <= STATIC_BOUND, "{}: {value} is mistaken for a win", self.label);
            let terms: i64 = evaluator.terms(&board).iter().map(|(_, term)| i64::from(*term)).sum();
            assert_eq!(terms, i64::from(value), "{}: terms {:?}", self.label, evaluator.terms(&board));
            checked += 1;
        }
        checked
    }
}

/// The configurations under test: defaults, and every weight at its bounds in turns.
fn configurations(spec: &EvaluatorSpec) -> Vec<EvalConfig> {
    let name = spec.name.to_string();
    let with = |value: &dyn Fn(usize) -> f64| EvalConfig {
        name: name.clone(),
        weights: spec.weights.iter().enumerate().map(|(i, weight)| (weight.key.to_string(), value(i))).collect(),
    };
    let (low, high) = (|i: usize| spec.weights[i].low, |i: usize| spec.weights[i].high);
    let odd =
        |i: usize| (spec.weights[i].low + 7.0 * i as f64 + 1.0).max(-31.0 * (i as f64 - 2.0)).min(spec.weights[i].high);
    vec![
        EvalConfig { name: name.clone(), weights: Vec::new() },
        with(&high),
        with(&low),
        with(&|i| if i % 2 == 0 { low(i) } else { high(i) }),
        with(&odd),
    ]
}

fn supported(spec: &EvaluatorSpec) -> Vec<Shape> {
    SHAPES.into_iter().filter(|shape| (spec.supports)(shape).is_ok()).collect()
}

#[test]
fn incremental_values_equal_recomputed_ones() {
    for spec in EVALUATORS {
        assert!(!supported(spec).is_empty(), "{} values none of the boards", spec.name);
        for config in configurations(spec) {
            for shape in supported(spec) {
                let mut checked = 0;
                for seed in 0..6 {
                    let mut start = TestBoard::new(shape);
                    let game = random_game(&start, seed);
                    for &mv in &game[..game.len() * seed as usize / 8] {
                        start.play(mv);
                    }
                    let label = format!("{config} on {shape}, seed {seed}");
                    checked += with_evaluator(&config, &start.clone(), Walk { start, seed, label }).unwrap();
                }
                assert!(checked > 30, "{config} on {shape}: {checked}");
            }
        }
    }
}

/// The value of a position for the side to move.
struct Value<'a>(&'a TestBoard);

impl EvaluatorVisitor<TestBoard> for Value<'_> {
    type Output = i32;

    fn visit<E: Evaluator<TestBoard> + 'static>(self, mut evaluator: E) -> i32 {
        evaluator.value(self.0)
    }
}

/// What an evaluator says of a position, for the side to move.
pub fn value(config: &str, board: &TestBoard) -> i32 {
    with_evaluator(&config.parse().unwrap(), board, Value(board)).unwrap()
}

#[test]
fn an_unsupported_game_is_refused_naming_both_sides() {
    for spec in EVALUATORS {
        for shape in SHAPES.into_iter().filter(|shape| (spec.supports)(shape).is_err()) {
            let board = TestBoard::new(shape);
            let config = EvalConfig { name: spec.name.to_string(), weights: Vec::new() };
            let found = with_evaluator(&config, &board, Value(&board)).unwrap_err().to_string();
            assert!(found.contains(spec.name) && found.contains(&shape.to_string()), "{found}");
        }
    }
}

#[test]
fn registry_is_in_order() {
    for (i, spec) in EVALUATORS.iter().enumerate() {
        assert!(EVALUATORS[..i].iter().all(|other| other.name != spec.name), "{} stands twice", spec.name);
        for (j, weight) in spec.weights.iter().enumerate() {
            assert!(spec.weights[..j].iter().all(|other| other.key != weight.key), "{} stands twice", weight.key);
            assert!((weight.low..=weight.high).contains(&weight.default), "{}", weight.key);
            assert!(!weight.meaning.is_empty());
            let other = if weight.default == weight.high { weight.low } else { weight.high };
            let text = format!("{}{{{}={other}}}", spec.name, weight.key);
            assert_eq!(text.parse::<EvalConfig>().unwrap().to_string(), text);
        }
    }
}

#[test]
fn rules_that_favour_no_side_are_antisymmetric() {
    for config in [
        "doc-a",
        "doc-a{open_four=5000,six=-9}",
        "doc-a{mask=1}",
        "doc-a-printed",
        "doc-c-printed",
        "doc-t{opponent_cells=1}",
    ] {
        let parsed: EvalConfig = config.parse().unwrap();
        let mut different = 0;
        for shape in supported(parsed.spec().unwrap()) {
            let mut board = TestBoard::new(shape);
            for mv in random_game(&board, 5) {
                let by_opponent = with_evaluator(&parsed, &board, ByOpponent(&board, mv)).unwrap();
                // One stone more, so the stone's owner is to move there: the value is its own.
                assert_eq!(by_opponent, value(config, &board.after_opponent(mv)), "{config} on {shape}");
                board.play(mv);
                let seen = value(config, &board);
                assert_eq!(seen, -value(config, &board.colours_swapped()), "{config} on {shape}");
                different += u32::from(seen != 0);
            }
        }
        assert!(different > 10, "{config}");
    }
}
