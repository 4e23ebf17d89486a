//! Document G's score of an empty point: what its greedy player maximises and its search sorts by.

use super::EvalConfig;
use super::line_patterns::{Count, Pattern, pattern_at};
use crate::base::shape::DIRECTIONS;
use crate::base::{Cell, Position, Score, Seat};

use super::saturate::saturate;

/// The weights of the score of a point. See [`doc_g`](super::doc_g) for what is printed and what is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointScore {
    /// A stone that makes a five; half of it for taking a five from the opponent, so that winning goes before blocking.
    pub five: i64,
    /// A stone that makes an open four.
    pub live4: i64,
    /// A stone that makes a four with one open end.
    pub rush4: i64,
    /// A stone that makes an open three.
    pub live3: i64,
    /// On top, for open threes in two or more directions at once.
    pub double_three: i64,
    /// Factor, in thousandths, on what the opponent's stone there would score; 0: the opponent is never seen.
    pub block_thousandths: i64,
    /// When the stones are counted.
    pub count: Count,
}

impl PointScore {
    /// From the weights of `doc-g` or `doc-g-printed`.
    pub fn new(config: &EvalConfig) -> PointScore {
        PointScore {
            five: config.points("five"),
            live4: config.points("live4"),
            rush4: config.points("rush4"),
            live3: config.points("live3"),
            double_three: config.points("double_three"),
            block_thousandths: config.thousandths("block"),
            count: count(config),
        }
    }

    /// The score of an empty cell for a seat: its own threats there, and the opponent's that a stone would take away.
    /// 0 on an occupied cell, as printed: why a sort key taken after the stone is placed is always 0.
    pub fn score<P: Position>(&self, position: &P, cell: Cell, own: Seat) -> Score {
        if position.stone(cell).is_some() {
            return 0;
        }
        let (mut sums, mut open_threes) = ([0i64; 2], [0; 2]);
        for direction in 0..DIRECTIONS.len() {
            let mine = position.line(own, cell, direction);
            let theirs = position.line(own.other(), cell, direction);
            let sides = [(mine.bits, theirs.bits, self.five), (theirs.bits, mine.bits, self.five / 2)];
            for (side, (stones, against, five)) in sides.into_iter().enumerate() {
                if side == 1 && self.block_thousandths == 0 {
                    break;
                }
                match pattern_at(stones, against, mine.index, mine.length, self.count) {
                    Some(Pattern::Five) => sums[side] += five,
                    Some(Pattern::LiveFour) => sums[side] += self.live4,
                    Some(Pattern::RushFour) => sums[side] += self.rush4,
                    Some(Pattern::LiveThree) => {
                        sums[side] += self.live3;
                        open_threes[side] += 1;
                    }
                    None => {}
                }
            }
        }
        for (sum, open_threes) in sums.iter_mut().zip(open_threes) {
            *sum += if open_threes >= 2 { self.double_three } else { 0 };
        }
        saturate(sums[0] + sums[1] * self.block_thousandths / 1000)
    }
}

/// When the stones of a pattern are counted, from the weight `before`.
pub(super) fn count(config: &EvalConfig) -> Count {
    if config.points("before") == 0 { Count::Placed } else { Count::Before }
}

#[cfg(test)]
mod tests {
    use super::super::test_board::TestBoard;
    use super::*;

    fn score(config: &str, board: &TestBoard, column: usize, row: usize, own: Seat) -> Score {
        PointScore::new(&config.parse().unwrap()).score(board, board.shape().cell(column, row), own)
    }

    #[test]
    fn a_double_three_as_intended() {
        let board = TestBoard::drawn(5, &[".......", ".......", "...x...", "...x...", ".xx....", ".......", "......."]);
        // At d3: a three along the row and one up the column.
        assert_eq!(score("doc-g", &board, 3, 2, Seat::FIRST), 25 + 25 + 80);
        assert_eq!(score("doc-g", &board, 3, 2, Seat::SECOND), 25 + 25 + 80, "taking it away is worth as much");
        assert_eq!(score("doc-g{block=0}", &board, 3, 2, Seat::SECOND), 0);
        assert_eq!(score("doc-g-printed", &board, 3, 2, Seat::FIRST), 0, "three neighbours are asked for");
        assert_eq!(score("doc-g", &board, 1, 2, Seat::FIRST), 0, "occupied");
    }

    #[test]
    fn as_printed_a_five_between_blocks_is_nothing_and_the_opponent_is_not_seen() {
        let board = TestBoard::drawn(5, &["ox.xxxo...", "..........", "oooo......", "....xxx..."]);
        assert_eq!(score("doc-g-printed", &board, 2, 3, Seat::FIRST), 0);
        assert_eq!(score("doc-g", &board, 2, 3, Seat::FIRST), 10_000);
        assert_eq!(score("doc-g-printed", &board, 4, 1, Seat::FIRST), 0, "a five of the opponent next to it");
        assert_eq!(score("doc-g", &board, 4, 1, Seat::FIRST), 5_000);
        assert_eq!(score("doc-g-printed", &board, 3, 0, Seat::FIRST), 25, "a four is called an open three");
        assert_eq!(score("doc-g", &board, 3, 0, Seat::FIRST), 150);
    }

    #[test]
    fn winning_goes_before_blocking() {
        let board = TestBoard::drawn(5, &["xxxx......", "..........", "oooo......", "....xxx...", "....xxx..."]);
        let win = score("doc-g", &board, 4, 4, Seat::FIRST);
        assert!(board.moves().all(|mv| mv.0 == 44 || {
            let cell = mv.0;
            PointScore::new(&"doc-g".parse().unwrap()).score(&board, cell, Seat::FIRST) < win
        }));
    }
}
