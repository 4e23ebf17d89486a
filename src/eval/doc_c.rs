//! Document C's evaluation of Connect Four: four-cell windows, column weights, a defence term.
//!
//! What the document says: a window with stones of both sides is worth nothing; otherwise four 10000, three 100, two 10,
//! one 1; centre columns weigh most; a penalty for the opponent's threats to make four.
//!
//! *As intended* (`doc-c`): all of it. The text gives no numbers for the columns: we take `column` times the distance of
//! the column from the border (0 1 2 3 2 1 0 on seven columns; the text speaks of two centre columns, which a board of
//! seven does not have). The defence term is a factor on the opponent's threes with a gap; the text raised it without
//! saying how far: 1.5 is our choice.
//!
//! *As printed* (`doc-c-printed`): the function scores no window with one stone and has no defence term; `position_bonus`
//! is called and not printed: the same columns. It also adds 10000 for a four where the text returns "a maximal value".
//!
//! "Three with stones at both ends = 100", as the text has it, means with both ends open: the code counts three and a gap.

use super::windows::WindowRules;
use super::{Body, EvalConfig, EvaluatorSpec, Weight};
use crate::base::Shape;

const FOUR: Weight = Weight::points("four", 10_000, "four own stones (document C: 10000)");
const THREE: Weight = Weight::points("three", 100, "three own stones and a gap (document C: 100)");
const TWO: Weight = Weight::points("two", 10, "two own stones in a live window (document C: 10)");
const COLUMN: Weight = Weight::points("column", 1, "a stone, per column between it and the border (our choice)");

/// The registry's entry for what the text intends.
pub const INTENDED: EvaluatorSpec = EvaluatorSpec {
    name: "doc-c",
    meaning: "document C: four-cell windows, column weights and a factor on the opponent's threes",
    weights: &[
        FOUR,
        THREE,
        TWO,
        Weight::points("one", 1, "one own stone in a live window (document C: 1)"),
        COLUMN,
        Weight::factor("defence", 1.5, "factor on the opponent's threes with a gap (our choice); 1: no defence term"),
    ],
    supports,
    body: Body::Windows(rules),
};

/// The registry's entry for what the code does.
pub const PRINTED: EvaluatorSpec = EvaluatorSpec {
    name: "doc-c-printed",
    meaning: "document C as printed: no weight for a single stone, no defence term",
    weights: &[
        FOUR,
        THREE,
        TWO,
        Weight::points("one", 0, "one own stone in a live window (left out in the printed code)"),
        COLUMN,
        Weight::factor("defence", 1.0, "factor on the opponent's threes with a gap (left out in the printed code)"),
    ],
    supports,
    body: Body::Windows(rules),
};

fn supports(shape: &Shape) -> Result<(), String> {
    if shape.k == 4 { Ok(()) } else { Err(format!("it knows windows of four cells, not of {}", shape.k)) }
}

fn rules(config: &EvalConfig, shape: &Shape) -> WindowRules {
    let mut rules = WindowRules::default();
    for (stones, key) in [(4, "four"), (3, "three"), (2, "two"), (1, "one")] {
        rules.own[stones][0] = config.points(key);
    }
    rules.mirror(1000);
    rules.opponent[3][0] = rules.own[3][0].saturating_mul(config.thousandths("defence")) / 1000;
    let columns = (0..shape.cells() as u16).map(|cell| {
        let column = shape.column(cell);
        config.points("column") * column.min(shape.width as usize - 1 - column) as i64
    });
    rules.own_cells = columns.collect();
    rules.opponent_cells = rules.own_cells.clone();
    rules
}

#[cfg(test)]
mod tests {
    use super::super::kit::value;
    use super::super::test_board::TestBoard;

    #[test]
    fn bottom_row_by_hand() {
        // x on d1: row windows a-d .. d-g 4, column 1, diagonals 1 + 1; three columns from the border.
        let board = TestBoard::drawn(4, &[".......", ".......", ".......", ".......", ".......", "...x..."]);
        assert_eq!(value("doc-c", &board), -(7 + 3));
        assert_eq!(value("doc-c-printed", &board), -3);
        assert_eq!(value("doc-c{one=-2,column=0}", &board), 14);
    }

    #[test]
    fn the_defence_term_weighs_the_opponent_of_the_root() {
        let rows = ["oooo...", "xxx.o.."];
        let only_threes = |name: &str, defence: &str| format!("{name}{{four=0,two=0,one=0,column=0{defence}}}");
        let quiet = TestBoard::drawn(4, &["o......", "xxx...o", "o......"]);
        // Six stones: x moves, and its one three counts once; seen by o it would count half as much again.
        assert_eq!(value(&only_threes("doc-c", ""), &quiet), 100);
        assert_eq!(value(&only_threes("doc-c", ""), &quiet.colours_swapped()), -150);
        assert_eq!(value(&only_threes("doc-c-printed", ""), &quiet.colours_swapped()), -100);
        assert_eq!(value(&only_threes("doc-c", ",defence=2.25"), &quiet.colours_swapped()), -225);
        assert_eq!(value("doc-c{three=0,two=0,one=0,column=0}", &TestBoard::drawn(4, &rows)), -10_000);
    }
}
