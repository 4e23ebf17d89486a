//! Document A's evaluation of Gomoku: five-cell windows in four directions.
//!
//! What the document says: open four 10000, closed four 5000, open three 1000; the table of the other patterns is missing
//! from the text, and the printed loop ends in "other patterns".
//!
//! *As intended* (`doc-a`), our reading and choice: a live window (no opposing stone) of four own stones and one empty cell
//! is a point that wins, worth `closed_four`; an open four lies in two such windows, one the other shifted by a cell, and
//! so scores 2 x 5000, the text's open four. Threes and twos go the same way with `closed_three` 500 (half the text's open
//! three), `open_two` 100, `closed_two` 50, `one` 5 and `five` 100000. Where `open_x` is not twice `closed_x`, each such
//! pair of windows makes up the difference.
//!
//! *As printed* (`doc-a-printed`): four own stones and one empty cell anywhere are called an open four (so a real open four
//! counts twice, and a four that one stone blocks counts as open), and four own stones with one *opposing* stone a closed
//! four: a dead window that can never become five is worth 5000. Threes and twos by analogy, since they are not printed:
//! `open_` with empty cells only, `closed_` with one opposing stone.
//!
//! The bit mask of the text, `(pattern & 0b011110) == 0b011110`, does not look at the empty cells at all: it matches a
//! blocked four. The loop printed below it counts cells and is what we run; `mask=1` is the program that asks the mask.
//!
//! The printed loop has only the program's own stones in view before it breaks off. Both evaluators count both sides;
//! `opponent=0` is the program that does not see the other one. `six` is the text's patch against overlines, which calls
//! any six lost for its owner (`six=-1000000000`): wrong under freestyle rules, in Renju right for Black only.

use super::windows::WindowRules;
use super::{Body, EvalConfig, EvaluatorSpec, Weight};
use crate::base::Shape;

const FIVE: Weight = Weight::points("five", 100_000, "five own stones");
const OPEN_FOUR: Weight = Weight::points("open_four", 10_000, "open four (document A: 10000)");
const CLOSED_FOUR: Weight = Weight::points("closed_four", 5_000, "closed four (document A: 5000)");
const OPEN_THREE: Weight = Weight::points("open_three", 1_000, "open three (document A: 1000)");
const CLOSED_THREE: Weight = Weight::points("closed_three", 500, "closed three (our choice)");
const OPEN_TWO: Weight = Weight::points("open_two", 100, "open two (our choice)");
const CLOSED_TWO: Weight = Weight::points("closed_two", 50, "closed two (our choice)");
const ONE: Weight = Weight::points("one", 5, "a single stone in a live window (our choice)");
const SIX: Weight = Weight::points("six", 0, "six in a row, on top of its fives (the document's patch: lost)");
const OPPONENT: Weight = Weight::factor("opponent", 1.0, "factor on the opponent's patterns; 0: never seen");

const MASK: Weight =
    Weight::number("mask", 0, 0, 1, "1: four in the middle of six cells are an open four, whatever lies at the ends");

const WEIGHTS: &[Weight] =
    &[FIVE, OPEN_FOUR, CLOSED_FOUR, OPEN_THREE, CLOSED_THREE, OPEN_TWO, CLOSED_TWO, ONE, SIX, OPPONENT, MASK];

/// The weights without the mask, which has nothing to do with the printed loop.
const PRINTED_WEIGHTS: &[Weight] = WEIGHTS.split_at(WEIGHTS.len() - 1).0;

/// The registry's entry for what the text intends.
pub const INTENDED: EvaluatorSpec = EvaluatorSpec {
    name: "doc-a",
    meaning: "document A: five-cell windows, an open pattern being two closed ones",
    weights: WEIGHTS,
    supports,
    body: Body::Windows(intended),
};

/// The registry's entry for what the code does.
pub const PRINTED: EvaluatorSpec = EvaluatorSpec {
    name: "doc-a-printed",
    meaning: "document A as printed: four and a gap is an open four, four and an opposing stone a closed four",
    weights: PRINTED_WEIGHTS,
    supports,
    body: Body::Windows(printed),
};

fn supports(shape: &Shape) -> Result<(), String> {
    if shape.k == 5 { Ok(()) } else { Err(format!("it knows windows of five cells, not of {}", shape.k)) }
}

fn intended(config: &EvalConfig, _shape: &Shape) -> WindowRules {
    let mut rules = WindowRules::default();
    rules.own[5][0] = config.points("five");
    rules.own[1][0] = config.points("one");
    for (stones, open, closed) in
        [(4, "open_four", "closed_four"), (3, "open_three", "closed_three"), (2, "open_two", "closed_two")]
    {
        rules.own[stones][0] = config.points(closed);
        rules.own_pairs[stones] = config.points(open) - 2 * config.points(closed);
    }
    rules.own_pairs[5] = config.points("six");
    if config.points("mask") != 0 {
        // The windows at an empty end have called it closed, the pair of both open; a match is open whatever they say.
        let (open, closed) = (config.points("open_four"), config.points("closed_four"));
        rules.masks.own = [open, open - closed, 0];
    }
    rules.mirror(config.thousandths("opponent"));
    rules
}

fn printed(config: &EvalConfig, _shape: &Shape) -> WindowRules {
    let mut rules = WindowRules::default();
    rules.own[5][0] = config.points("five");
    rules.own[1][0] = config.points("one");
    for (stones, open, closed) in
        [(4, "open_four", "closed_four"), (3, "open_three", "closed_three"), (2, "open_two", "closed_two")]
    {
        rules.own[stones][0] = config.points(open);
        rules.own[stones][1] = config.points(closed);
    }
    rules.own_pairs[5] = config.points("six");
    rules.mirror(config.thousandths("opponent"));
    rules
}

#[cfg(test)]
mod tests {
    use super::super::kit::value;
    use super::super::test_board::TestBoard;

    /// The value of a row for `x`, as the text form of the weights has it, other weights off.
    fn row(name: &str, weights: &str, cells: &str) -> i32 {
        let empty = ".".repeat(cells.len());
        let board = TestBoard::drawn(5, &[cells, &empty]);
        let off = "five=0,open_three=0,closed_three=0,open_two=0,closed_two=0,one=0";
        let seen = value(&format!("{name}{{{off}{weights}}}"), &board);
        if cells.chars().filter(|&c| c != '.').count() % 2 == 0 { seen } else { -seen }
    }

    #[test]
    fn an_open_four_is_two_closed_ones() {
        assert_eq!(row("doc-a", "", "..xxxx..."), 10_000);
        assert_eq!(row("doc-a", "", "..xxxxo.."), 5_000);
        assert_eq!(row("doc-a", "", ".oxxxxo.."), 0);
        assert_eq!(row("doc-a", "", "..xx.xx.."), 5_000);
        assert_eq!(row("doc-a", "", "xxxx....."), 5_000, "the border blocks");
    }

    #[test]
    fn another_open_four_moves_only_the_open_one() {
        assert_eq!(row("doc-a", ",open_four=5000", "..xxxx..."), 5_000);
        assert_eq!(row("doc-a", ",open_four=12345", "..xxxx..."), 12_345);
        assert_eq!(row("doc-a", ",open_four=12345", "..xxxxo.."), 5_000);
    }

    #[test]
    fn the_mask_takes_a_blocked_four_for_an_open_one() {
        for (cells, meant, masked) in [
            ("..xxxx...", 10_000, 10_000),
            ("..xxxxo..", 5_000, 10_000),
            (".oxxxxo..", 0, 10_000),
            ("..xx.xx..", 5_000, 5_000),
            // Six cells with the four in their middle do not fit in.
            ("xxxx.....", 5_000, 5_000),
            ("..xxx....", 0, 0),
        ] {
            assert_eq!((row("doc-a", "", cells), row("doc-a", ",mask=1", cells)), (meant, masked), "{cells}");
        }
        assert_eq!(row("doc-a", ",mask=1,opponent=0.5", ".xoooox.."), -5_000);
    }

    #[test]
    fn as_printed_a_dead_four_is_closed_and_a_closed_one_open() {
        assert_eq!(row("doc-a-printed", "", "..xxxxo.."), 10_000 + 5_000);
        assert_eq!(row("doc-a-printed", "", ".oxxxxo.."), 5_000 + 5_000);
        assert_eq!(row("doc-a-printed", "", "..xxxx..."), 20_000);
    }

    #[test]
    fn the_opponent_counts_as_much_unless_told_otherwise() {
        assert_eq!(row("doc-a", "", "..oooo..."), -10_000);
        assert_eq!(row("doc-a", ",six=-7", "..xxxxxx."), -7 + 10_000);
        let board = TestBoard::drawn(5, &["..oooo...", "xxxx....."]);
        assert_eq!(
            value("doc-a{opponent=0}", &board),
            value("doc-a", &TestBoard::drawn(5, &[".........", "xxxx....."]))
        );
    }
}
