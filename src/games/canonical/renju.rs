//! What renju forbids, straight from the definitions: stones are placed and lines looked at, cell by cell.

use std::collections::BTreeSet;

use super::Canonical;
use crate::base::shape::DIRECTIONS;
use crate::base::{Cell, Position, Seat};
use crate::games::board::renju::Prohibition;

/// Why black's stone on a cell is forbidden, if it is. The cell is empty or holds the stone already.
pub fn prohibition(board: &Canonical, cell: Cell) -> Option<Prohibition> {
    let mut board = board.clone();
    board.put(cell, Seat::FIRST);
    let lengths = DIRECTIONS.map(|direction| run(&board, cell, direction).len());
    if lengths.contains(&5) {
        return None;
    }
    if lengths.iter().any(|&length| length > 5) {
        return Some(Prohibition::Overline);
    }
    if DIRECTIONS.iter().map(|&direction| fours(&board, cell, direction).len()).sum::<usize>() >= 2 {
        return Some(Prohibition::DoubleFour);
    }
    let threes = DIRECTIONS.iter().filter(|&&direction| is_three(&board, cell, direction)).count();
    (threes >= 2).then_some(Prohibition::DoubleThree)
}

/// Black's stones in a row through a black stone, in order.
fn run(board: &Canonical, cell: Cell, direction: (i32, i32)) -> Vec<Cell> {
    let black =
        |steps: i32| board.shape().step(cell, direction, steps).filter(|&at| board.stone(at) == Some(Seat::FIRST));
    let mut cells: Vec<Cell> = (1..).map_while(|steps| black(-steps)).collect();
    cells.reverse();
    cells.extend((0..).map_while(black));
    cells
}

/// The empty cells of a line, through a cell of it.
fn empty_cells(board: &Canonical, cell: Cell, direction: (i32, i32)) -> Vec<Cell> {
    let side = board.shape().width.max(board.shape().height) as i32;
    let line = (-side..=side).filter_map(|steps| board.shape().step(cell, direction, steps));
    line.filter(|&at| board.stone(at).is_none()).collect()
}

/// The fours of a line that a stone is part of: each as the four stones that one more makes a five.
fn fours(board: &Canonical, cell: Cell, direction: (i32, i32)) -> BTreeSet<Vec<Cell>> {
    let complete = |fifth: Cell| {
        let mut after = board.clone();
        after.put(fifth, Seat::FIRST);
        let mut five = run(&after, fifth, direction);
        (five.len() == 5 && five.contains(&cell)).then(|| {
            five.retain(|&stone| stone != fifth);
            five
        })
    };
    empty_cells(board, cell, direction).into_iter().filter_map(complete).collect()
}

/// Whether a stone is part of four in a row that can become five at either end.
fn is_straight_four(board: &Canonical, cell: Cell, direction: (i32, i32)) -> bool {
    let four = run(board, cell, direction);
    let makes_five = |fifth: Option<Cell>| {
        fifth.filter(|&fifth| board.stone(fifth).is_none()).is_some_and(|fifth| {
            let mut after = board.clone();
            after.put(fifth, Seat::FIRST);
            run(&after, fifth, direction).len() == 5
        })
    };
    let step = |from: Cell, steps: i32| board.shape().step(from, direction, steps);
    four.len() == 4 && makes_five(step(four[0], -1)) && makes_five(step(four[3], 1))
}

/// Whether a stone is part of a real three: one more stone, on a point that is allowed, makes a straight four with it.
fn is_three(board: &Canonical, cell: Cell, direction: (i32, i32)) -> bool {
    empty_cells(board, cell, direction).into_iter().any(|fourth| {
        let mut after = board.clone();
        after.put(fourth, Seat::FIRST);
        let joins = run(&after, fourth, direction).contains(&cell);
        joins && is_straight_four(&after, cell, direction) && prohibition(board, fourth).is_none()
    })
}
