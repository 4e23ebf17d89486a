//! What the lines of the protocol mean to who manages an engine: which answer a move, and how points are written.

use crate::base::{Cell, Shape};
use crate::games::notation::{cell_from_top, place_from_top};

/// What a line may be that is waited for as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A point of the board.
    Point(Cell),
    /// Something that was meant as a point and is none of the board, or more than one.
    NoPoint,
    /// What the protocol lets an engine say at any time, an answer to an earlier command, or words of its own.
    Talk,
    /// Nothing at all.
    Empty,
}

/// What a line may be that is waited for as a decision of swap2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choice {
    /// It takes the other colour.
    Swap,
    /// It places stones on these points.
    Stones(Vec<Cell>),
    /// Something that was meant as points, of which one is none of the board.
    NoPoint,
    /// The command is not known, or not done.
    Refusal,
    /// What the protocol lets an engine say at any time.
    Remark,
    /// Words of its own.
    Words,
}

/// What engines say beside their answers.
const REMARKS: [&str; 6] = ["MESSAGE", "DEBUG", "UNKNOWN", "ERROR", "SUGGEST", "OK"];

/// Whether a line is a remark, or tells about the engine.
pub fn is_remark(line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    REMARKS.iter().any(|remark| word.eq_ignore_ascii_case(remark)) || is_about(line)
}

/// Whether a line answers ABOUT.
pub fn is_about(line: &str) -> bool {
    line.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("name=")) || line.contains("version=\"")
}

/// What a line means while a move is waited for.
pub fn meaning(shape: &Shape, line: &str) -> Meaning {
    if line.is_empty() {
        return Meaning::Empty;
    }
    if is_remark(line) || !line.starts_with(|c: char| c.is_ascii_digit() || "-+,(".contains(c)) {
        return Meaning::Talk;
    }
    let place = line.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?)));
    match place.and_then(|(x, y)| cell_from_top(shape, x, y)) {
        Some(cell) => Meaning::Point(cell),
        None => Meaning::NoPoint,
    }
}

/// What a line means while a decision of swap2 is waited for.
pub fn choice(shape: &Shape, line: &str) -> Choice {
    let word = line.split_whitespace().next().unwrap_or("");
    if ["UNKNOWN", "ERROR"].iter().any(|refusal| word.eq_ignore_ascii_case(refusal)) {
        return Choice::Refusal;
    }
    if line.trim().eq_ignore_ascii_case("SWAP") {
        return Choice::Swap;
    }
    match meaning(shape, line) {
        _ if is_remark(line) => Choice::Remark,
        Meaning::Talk | Meaning::Empty => Choice::Words,
        Meaning::Point(_) | Meaning::NoPoint => {
            let points = line.replace(", ", ",");
            let cells: Option<Vec<Cell>> = points
                .split_whitespace()
                .map(|point| match meaning(shape, point) {
                    Meaning::Point(cell) => Some(cell),
                    _ => None,
                })
                .collect();
            cells.map_or(Choice::NoPoint, Choice::Stones)
        }
    }
}

/// A point as the protocol writes it.
pub fn point(shape: &Shape, cell: Cell) -> String {
    let (x, y) = place_from_top(shape, cell);
    format!("{x},{y}")
}

/// The command that begins a game on a board.
pub fn start(shape: &Shape) -> String {
    match (shape.width, shape.height) {
        (width, height) if width == height => format!("START {width}"),
        (width, height) => format!("RECTSTART {width},{height}"),
    }
}

/// Whether an engine may not know a command that begins a game: the one for boards that are not square.
pub fn is_optional(command: &str) -> bool {
    command.starts_with("RECTSTART")
}

/// The command that tells a whole board: own stones and the opponent's by turns, as they may have been placed, the last
/// one last.
pub fn board(shape: &Shape, stones: &[(Cell, bool)]) -> String {
    let lines = stones.iter().map(|&(cell, own)| format!("{},{}\n", point(shape, cell), if own { 1 } else { 2 }));
    format!("BOARD\n{}DONE\n", lines.collect::<String>())
}

/// The command that asks for a decision of swap2 after these stones, in the order in which they were placed.
pub fn swap2_board(shape: &Shape, stones: &[(Cell, bool)]) -> String {
    let lines = stones.iter().map(|&(cell, _)| format!("{}\n", point(shape, cell)));
    format!("SWAP2BOARD\n{}DONE\n", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_what_they_mean() {
        let shape = Shape::freestyle(15, 15, 5, false);
        let at = |column, row| Meaning::Point(shape.cell(column, row));
        for (line, expected) in [
            ("7,7", at(7, 7)),
            ("0,0", at(0, 14)),
            ("14, 13", at(14, 1)),
            ("15,0", Meaning::NoPoint),
            ("-1,3", Meaning::NoPoint),
            ("7", Meaning::NoPoint),
            ("7,7 8,8", Meaning::NoPoint),
            ("7,7,1", Meaning::NoPoint),
            ("99999999999999999999,1", Meaning::NoPoint),
            ("", Meaning::Empty),
            ("MESSAGE depth 3", Meaning::Talk),
            ("message 7,7", Meaning::Talk),
            ("ERROR what?", Meaning::Talk),
            ("name=\"a\", version=\"1\"", Meaning::Talk),
            ("OK", Meaning::Talk),
            ("h8", Meaning::Talk),
            ("thinking about 7,7", Meaning::Talk),
        ] {
            assert_eq!(meaning(&shape, line), expected, "{line}");
        }
    }

    #[test]
    fn decisions_of_swap2() {
        let shape = Shape::freestyle(15, 15, 5, false);
        let stones = |places: &[(usize, usize)]| {
            Choice::Stones(places.iter().map(|&(column, row)| shape.cell(column, row)).collect())
        };
        for (line, expected) in [
            ("SWAP", Choice::Swap),
            ("swap ", Choice::Swap),
            ("7,7", stones(&[(7, 7)])),
            ("0,0  14, 14 7,6", stones(&[(0, 14), (14, 0), (7, 8)])),
            ("7,7 15,0", Choice::NoPoint),
            ("7,7 x", Choice::NoPoint),
            ("7", Choice::NoPoint),
            ("UNKNOWN command", Choice::Refusal),
            ("error no swap2", Choice::Refusal),
            ("MESSAGE even", Choice::Remark),
            ("black, please", Choice::Words),
            ("", Choice::Words),
        ] {
            assert_eq!(choice(&shape, line), expected, "{line}");
        }
        assert_eq!(
            swap2_board(&shape, &[(shape.cell(0, 14), true), (shape.cell(7, 7), false)]),
            "SWAP2BOARD\n0,0\n7,7\nDONE\n"
        );
        assert_eq!(swap2_board(&shape, &[]), "SWAP2BOARD\nDONE\n");
    }

    #[test]
    fn a_board_is_told_from_the_top() {
        let shape = Shape::freestyle(6, 5, 5, false);
        assert_eq!(
            board(&shape, &[(shape.cell(0, 4), true), (shape.cell(5, 0), false)]),
            "BOARD\n0,0,1\n5,4,2\nDONE\n"
        );
        assert_eq!(
            (start(&shape), start(&Shape::freestyle(5, 5, 5, false))),
            ("RECTSTART 6,5".into(), "START 5".into())
        );
    }
}
