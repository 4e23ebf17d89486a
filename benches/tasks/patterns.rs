//! Patterns kept up to date, and a full-featured search on them, beside a bare loop of freestyle patterns.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::LazyLock;

use mnklab::base::{Evaluator, Limits, Move, Position, Root, RuleSet, Shape};
use mnklab::eval::patterns::Patterns;
use mnklab::games::board::{Board, RuledBoard};

use super::{Task, config, searcher};
use crate::bare::patterns as bare;

/// Middle positions of self-play, by the cells of their moves, in which neither side has anything better than a four.
const POSITIONS: [&[u16]; 10] = [
    &[66, 128, 154, 144, 160, 130, 129, 158, 116, 100, 142, 146, 162, 161, 115, 114, 143, 101, 98, 171, 172, 156],
    &[99, 109, 96, 130, 81, 111, 112, 127, 80, 128, 129, 143, 159, 158, 113, 79, 95, 97],
    &[154, 155, 65, 125, 170, 123, 169, 138, 168, 171, 139, 124, 126, 122, 121, 140, 184, 199, 152, 136, 167, 166],
    &[145, 109, 130, 100, 129, 128, 114, 99, 98, 146, 161, 113, 160, 175, 159, 158],
    &[156, 99, 70, 139, 98, 84, 114, 82, 85, 115, 55, 40, 68, 69, 83, 113],
    &[160, 99, 109, 125, 112, 113, 127, 97, 98, 111, 83, 81, 129, 139, 153, 130, 144, 96, 176, 128, 126, 140],
    &[69, 80, 98, 99, 83, 55, 84, 68, 85, 86, 82, 81, 112, 70, 54, 97, 39, 24, 101, 53, 113, 114, 109, 143],
    &[156, 113, 97, 67, 142, 128, 143, 144, 112, 127, 141, 126, 139, 140, 125, 111, 157, 109, 130, 171, 115, 154],
    &[96, 158, 64, 80, 94, 109, 65, 93, 77, 63, 78, 110, 111, 81, 95, 143, 92, 106, 107, 122],
    &[84, 110, 154, 70, 138, 109, 108, 123, 137, 94, 139, 140, 169, 184, 153, 185, 125, 167, 183, 155, 121, 105],
];

/// Every pair of moves is played in each position so many times.
const ROUNDS: u64 = 2;
/// Plies of the search.
const DEPTH: u32 = 6;

static TABLES: LazyLock<bare::Tables> = LazyLock::new(bare::Tables::new);

fn shape(rules: RuleSet) -> Shape {
    Shape { rules, ..Shape::freestyle(15, 15, 5, false) }
}

fn start<P: Position>(empty: &P, moves: &[u16]) -> P {
    let mut position = empty.clone();
    for &mv in moves {
        position.play(Move(mv));
    }
    position
}

/// Plays every pair of moves; how many moves that were, and what was seen.
fn pairs<P: Position>(empty: &P) -> (u64, u64) {
    let mut patterns = Patterns::new(&"patterns".parse().expect("an evaluator"), &empty.shape());
    let (mut moves_made, mut seen) = (0, 0u64);
    for moves in POSITIONS {
        let mut position = start(empty, moves);
        let cells: Vec<Move> = position.moves().collect();
        patterns.reset(&position);
        for &first in &cells {
            patterns.play(&position, first);
            let undo = position.play(first);
            for &second in cells.iter().filter(|&&second| second != first) {
                patterns.play(&position, second);
                let undo = position.play(second);
                let turn = position.turn();
                for seat in [turn, turn.other()] {
                    let counts = Evaluator::<P>::threat_counts(&patterns, seat);
                    seen = seen.wrapping_mul(31).wrapping_add(u64::from(counts.forcing()));
                }
                moves_made += 1;
                std::hint::black_box(patterns.value(&position));
                position.undo(undo);
                Evaluator::<P>::undo(&mut patterns, &position, second, ());
            }
            moves_made += 1;
            position.undo(undo);
            Evaluator::<P>::undo(&mut patterns, &position, first, ());
        }
    }
    (moves_made, seen)
}

/// The same in the bare loop, once, or until so many moves are made.
fn bare_pairs(most: u64) -> (u64, u64) {
    let (mut moves_made, mut seen) = (0, 0u64);
    for moves in POSITIONS {
        let mut board = bare::Board::new(&TABLES, moves);
        let cells: Vec<usize> = (0..225).filter(|&cell| !moves.contains(&(cell as u16))).collect();
        let turn = moves.len() & 1;
        for &first in &cells {
            let before = board.place(first, turn);
            for &second in cells.iter().filter(|&&second| second != first) {
                let before = board.place(second, 1 - turn);
                let (own, opposing) = (board.tell(turn), board.tell(1 - turn));
                for forcing in [own.1, opposing.1] {
                    seen = seen.wrapping_mul(31).wrapping_add(forcing);
                }
                moves_made += 1;
                std::hint::black_box(own.0 * 5 / 4 - opposing.0);
                board.take_back(second, &before);
            }
            moves_made += 1;
            board.take_back(first, &before);
            if moves_made >= most {
                return (moves_made, seen);
            }
        }
    }
    (moves_made, seen)
}

/// Moves made and taken back with patterns under a rule set. The bare loop is freestyle's, where it must see the same.
fn moves<P: Position>(empty: P, name: &str, goal: &'static str) -> Task {
    let is_freestyle = empty.shape().rules == RuleSet::Freestyle;
    let ours_saw = Rc::new(Cell::new(0));
    let ours = {
        let ours_saw = ours_saw.clone();
        move || {
            let (moves_made, seen) = pairs(&empty);
            ours_saw.set(seen);
            moves_made
        }
    };
    let theirs = move || {
        let (moves_made, seen) = bare_pairs(u64::MAX);
        assert!(!is_freestyle || seen == ours_saw.get(), "the bare loop counts other threats");
        moves_made
    };
    Task {
        name: format!("gomoku patterns, moves made and undone, {name}"),
        ours: Box::new(move || (0..ROUNDS).map(|_| ours()).sum()),
        theirs: Box::new(move || (0..ROUNDS).map(|_| theirs()).sum()),
        goal,
        same_work: true,
    }
}

/// The search: nodes beside as many moves of the bare loop.
fn search() -> Task {
    let empty = Board::<5>::new(&shape(RuleSet::Freestyle)).expect("a board");
    let config = config(&[
        ("candidates", "radius"),
        ("radius", "2"),
        ("order", "hash+killers+move_score"),
        ("table_bytes", "16777216"),
        ("deepening", "on"),
        ("pvs", "on"),
        ("answers", "on"),
    ]);
    let nodes = Rc::new(Cell::new(0));
    let visited = nodes.clone();
    let ours = move || {
        let mut searcher = searcher(&empty, &config, &"patterns".parse().expect("an evaluator"));
        let search = |moves: &&[u16]| {
            searcher.new_game(1);
            let root = Root { position: start(&empty, moves), last: None };
            searcher.search(&root, &Limits::depth(DEPTH)).counters.nodes
        };
        visited.set(POSITIONS.iter().map(search).sum());
        visited.get()
    };
    let theirs = move || {
        let mut left = nodes.get();
        while left > 0 {
            left -= bare_pairs(left).0.min(left);
        }
        nodes.get()
    };
    Task {
        name: format!("gomoku search on patterns, ten positions, depth {DEPTH}, beside bare moves"),
        ours: Box::new(ours),
        theirs: Box::new(theirs),
        goal: ">= 0.16",
        same_work: true,
    }
}

/// All of them. What is aimed at are 5, 3.2, 3.2 and 1.0 million a second where the bare loop does 6.2.
pub fn all() -> Vec<Task> {
    let ruled = |rules| RuledBoard::new(&shape(rules)).expect("a board");
    vec![
        moves(Board::<5>::new(&shape(RuleSet::Freestyle)).expect("a board"), "freestyle", ">= 0.8"),
        moves(ruled(RuleSet::Standard), "standard", ">= 0.52"),
        moves(ruled(RuleSet::Renju), "renju", ">= 0.52"),
        search(),
    ]
}
