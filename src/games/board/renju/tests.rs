//! Positions with the reasons why points are forbidden, and the slow twin on random boards.

use super::*;
use crate::base::Move;
use crate::base::rng::Rng;
use crate::games::canonical::{self, Canonical};
use crate::games::notation::{cell_text, read_stones};
use crate::games::symmetry::transforms;

fn shape(side: u8) -> Shape {
    Shape { rules: RuleSet::Renju, ..Shape::freestyle(side, side, 5, false) }
}

/// Black's and white's stones on 15x15, as points joined together.
fn stones(black: &str, white: &str) -> Vec<Option<Seat>> {
    let shape = shape(15);
    let mut cells = vec![None; shape.cells()];
    for (text, seat) in [(black, Seat::FIRST), (white, Seat::SECOND)] {
        let points = read_stones(&shape, if text.is_empty() { "start" } else { text }).unwrap();
        for (cell, point) in cells.iter_mut().zip(points) {
            *cell = point.map(|_| seat).or(*cell);
        }
    }
    cells
}

/// What both implementations say about a point.
fn verdict(black: &str, white: &str, point: &str) -> Option<Prohibition> {
    let (shape, cells) = (shape(15), stones(black, white));
    let cell = (0..225).find(|&cell| cell_text(&shape, cell) == point).unwrap();
    let board = with_stones(&shape, &cells);
    let (fast, slow) = (board.prohibition(cell), canonical::prohibition(&Canonical::of_cells(&shape, &cells), cell));
    assert_eq!(fast, slow, "black {black}, white {white}, {point}");
    assert_eq!(forbidden_points(&shape, &cells).contains(&cell), fast.is_some());
    fast
}

#[test]
fn each_kind_and_what_beats_it() {
    use Prohibition::*;
    for (black, white, point, expected) in [
        // Six in a row, and seven; exactly five is allowed, beside an overline too.
        ("c8d8e8f8g8", "", "h8", Some(Overline)),
        ("d8e8f8h8i8j8", "", "g8", Some(Overline)),
        ("d8e8f8h8i8", "", "g8", Some(Overline)),
        ("d8e8f8g8", "", "h8", None),
        ("c8d8e8f8g8h4h5h6h7", "", "h8", None),
        // Two fours in two lines, whichever side of them is blocked.
        ("e8f8g8h5h6h7", "d8h4", "h8", Some(DoubleFour)),
        ("e8f8g8h5h6h7", "d8i8h4", "h8", None),
        ("a8b8c8d5d6d7", "", "d8", Some(DoubleFour)),
        // Two fours in one line; stones behind the fifth points would make six.
        ("e8g8i8k8", "", "h8", Some(DoubleFour)),
        ("e8f8i8k8l8", "", "h8", Some(DoubleFour)),
        ("d8e8f8j8k8l8", "", "h8", Some(DoubleFour)),
        ("c8d8e8f8j8k8l8m8", "", "h8", None),
        // A straight four is one four.
        ("f8g8i8", "", "h8", None),
        // A four and a three.
        ("e8f8g8h6h7", "d8", "h8", None),
        // Two threes: adjoining, and with gaps.
        ("g8i8h7h9", "", "h8", Some(DoubleThree)),
        ("e8f8h5h6", "", "h8", Some(DoubleThree)),
        ("g8f8g9f10", "", "h8", Some(DoubleThree)),
        // White at one end leaves it a three, at both ends not; nor where one four-point has white on its far side.
        ("g8i8h7h9", "e8", "h8", Some(DoubleThree)),
        ("g8i8h7h9", "f8", "h8", None),
        ("g8i8h7h9", "e8k8", "h8", None),
        // The edge is an end like white: a three of a1, b1, c1 makes no straight four, one of b1, c1, d1 neither.
        ("b1c1d2d3", "", "d1", None),
        ("c1d1e2e3", "", "b1", None),
        // A straight four that one more stone would make six is none: e8 lies behind the fifth point f8.
        ("g8i8e8h7h9", "l8", "h8", None),
        // Three threes.
        ("g8i8h7h9g9i7", "", "h8", Some(DoubleThree)),
    ] {
        assert_eq!(verdict(black, white, point), expected, "black {black}, white {white}, {point}");
    }
}

/// A three counts only if its fourth stone is allowed, and that is asked with the stone in place.
#[test]
fn the_question_repeats() {
    use Prohibition::*;
    // h8 makes two threes: g8 h8 i8 with the four-points f8 and j8, h7 h8 h9 with h6 and h10.
    let cross = "g8i8h7h9";
    assert_eq!(verdict(cross, "", "h8"), Some(DoubleThree));
    // White on e8 leaves f8 without a straight four, so that the row depends on j8. With j5, j6, j7 that is a double four:
    // the row is no three, and h8 is allowed.
    assert_eq!(verdict(&format!("{cross}j5j6j7"), "e8", "h8"), None);
    assert_eq!(verdict(&format!("{cross}j5j6j7"), "", "h8"), Some(DoubleThree), "f8 makes a straight four");
    assert_eq!(verdict(&format!("{cross}j5j6j7"), "e8j4j9", "h8"), Some(DoubleThree), "j8 makes one four only");
    // The same by an overline at j8.
    assert_eq!(verdict(&format!("{cross}j3j4j5j6j7"), "e8", "h8"), None);
    // Five at j8 is allowed, whatever else it makes.
    assert_eq!(verdict(&format!("{cross}j4j5j6j7"), "e8", "h8"), Some(DoubleThree));
    // Two threes at j8 beside the straight four forbid it, so that h8 is allowed.
    assert_eq!(verdict(&format!("{cross}j6j7k9l10"), "e8", "h8"), None);
    // Once more: with other stones for j8's second three, and white on j4, the column's three at j8 has j9 alone to become a
    // straight four. Three stones on row 9 make that a double four: j8 makes one real three, is allowed, and h8 is not.
    let deeper = format!("{cross}j6j7k7l6");
    assert_eq!(verdict(&deeper, "e8j4", "h8"), None);
    assert_eq!(verdict(&format!("{deeper}k9l9m9"), "e8j4", "h8"), Some(DoubleThree));
}

/// A stone of white's forbids no point but one that is allowed because others are forbidden.
#[test]
fn white_stones_forbid_only_what_prohibitions_allow() {
    let mut rng = Rng::new(19);
    let (mut forbidden, mut asked) = (0, 0);
    for round in 0..180 {
        let side = 6 + round % 10;
        let shape = shape(side);
        let cells = random_board(&mut rng, &shape);
        let mut board = with_stones(&shape, &cells);
        let twin = Canonical::of_cells(&shape, &cells);
        let empty: Vec<Cell> = (0..shape.cells() as Cell).filter(|&cell| cells[cell as usize].is_none()).collect();
        for &cell in &empty {
            if board.prohibition(cell).is_some() {
                continue;
            }
            let spared = board.is_allowed_by_prohibitions(cell);
            let mut forbids = false;
            for &white in empty.iter().filter(|&&white| white != cell) {
                board.toggle(Grid::<5, false>::colour(1), board.point(white));
                forbids |= board.prohibition(cell).is_some();
                board.toggle(Grid::<5, false>::colour(1), board.point(white));
            }
            if side <= 8 && twin.turn() == Seat::FIRST {
                assert_eq!(twin.is_spared(Move(cell)), forbids);
            }
            assert!(spared || !forbids, "{} {cells:?}", cell_text(&shape, cell));
            (forbidden, asked) = (forbidden + u32::from(forbids), asked + u32::from(spared));
        }
    }
    assert!(forbidden > 20 && asked < 20 * forbidden, "{forbidden} of {asked}");
}

/// Adding stones can make a point legal and then forbidden again.
#[test]
fn not_monotone() {
    assert_eq!(verdict("e8g8i8k8", "", "h8"), Some(Prohibition::DoubleFour));
    assert_eq!(verdict("d8e8g8i8k8", "", "h8"), None, "f8 would make six, so one four is left");
    assert_eq!(verdict("d8e8g8i8k8h5h6h7", "", "h8"), Some(Prohibition::DoubleFour), "with another in the column");
}

/// A random board of black-heavy clusters, on which threes, fours and longer rows are common.
fn random_board(rng: &mut Rng, shape: &Shape) -> Vec<Option<Seat>> {
    let (black, white) = (10 + rng.below(35), rng.below(20));
    let draw = |_| match rng.below(100) {
        n if n < black => Some(Seat::FIRST),
        n if n < black + white => Some(Seat::SECOND),
        _ => None,
    };
    (0..shape.cells()).map(draw).collect()
}

#[test]
fn random_boards_equal_the_slow_twin() {
    let mut rng = Rng::new(17);
    let mut found = [0; 4];
    let mut deceptive = 0;
    for round in 0..180 {
        let shape = shape(5 + (round % 18) as u8);
        let cells = random_board(&mut rng, &shape);
        let twin = Canonical::of_cells(&shape, &cells);
        let board = with_stones(&shape, &cells);
        for cell in (0..shape.cells() as Cell).filter(|&cell| cells[cell as usize].is_none()) {
            let fast = board.prohibition(cell);
            assert_eq!(fast, canonical::prohibition(&twin, cell), "{} {cells:?}", cell_text(&shape, cell));
            found[fast.map_or(3, |kind| kind as usize)] += 1;
            let point = board.point(cell);
            let threes = (0..4).filter(|&d| board.row(point, d, None).straight_fours().next().is_some()).count();
            deceptive += u32::from(fast.is_none() && threes >= 2);
        }
    }
    // Every kind was met, and threes that are none because of the question that repeats.
    assert!(found.iter().all(|&count| count > 100) && deceptive > 20, "{found:?} {deceptive}");
}

#[test]
fn symmetries_carry_forbidden_points_along() {
    let mut rng = Rng::new(18);
    let shape = shape(15);
    for _ in 0..20 {
        let cells = random_board(&mut rng, &shape);
        let points = forbidden_points(&shape, &cells);
        for map in transforms(&shape) {
            let mut image = vec![None; cells.len()];
            for (cell, seat) in cells.iter().enumerate() {
                image[map[cell] as usize] = *seat;
            }
            let mut expected: Vec<Cell> = points.iter().map(|&cell| map[cell as usize]).collect();
            expected.sort_unstable();
            assert_eq!(forbidden_points(&shape, &image), expected);
        }
    }
}
