//! Document T's features of tic-tac-toe, on any board: a potential two (third cell empty) of one's own +3, of the
//! opponent -3, the centre +2, a corner +1.
//!
//! A "two with the third empty" becomes `k` - 1 stones in a window of `k`, the centre the one, two or four cells nearest to
//! the middle. The text rewards one's *own* centre and corners and says nothing of the opponent's; so do we, and
//! `opponent_cells=1` makes it symmetric. The document's own searches reach the end of the game and never call it.

use super::windows::{MAX_WINDOW, WindowRules};
use super::{Body, EvalConfig, EvaluatorSpec, Weight};
use crate::base::{Cell, Shape};

/// The registry's entry.
pub const SPEC: EvaluatorSpec = EvaluatorSpec {
    name: "doc-t",
    meaning: "document T: lines that lack one stone, centre and corners",
    weights: &[
        Weight::points("own_two", 3, "an own line that lacks one stone (document T: 3)"),
        Weight::points("opponent_two", -3, "a line of the opponent that lacks one stone (document T: -3)"),
        Weight::points("centre", 2, "an own stone in the centre (document T: 2)"),
        Weight::points("corner", 1, "an own stone in a corner (document T: 1)"),
        Weight::factor("opponent_cells", 0.0, "factor at which the opponent's centre and corners count against one"),
    ],
    supports,
    body: Body::Windows(rules),
};

fn supports(shape: &Shape) -> Result<(), String> {
    if (2..=MAX_WINDOW).contains(&shape.k) {
        Ok(())
    } else {
        Err(format!("it knows lines of 2 to {MAX_WINDOW} cells, not of {}", shape.k))
    }
}

fn rules(config: &EvalConfig, shape: &Shape) -> WindowRules {
    let mut rules = WindowRules::default();
    let lacking_one = (shape.k - 1) as usize;
    rules.own[lacking_one][0] = config.points("own_two");
    rules.opponent[lacking_one][0] = -config.points("opponent_two");
    let cells = 0..shape.cells() as Cell;
    let nearest = cells.clone().map(|cell| shape.centre_distance(cell)).min();
    let at_end = |at: usize, side: u8| at == 0 || at + 1 == side as usize;
    let worth = |cell: Cell| {
        let centre = Some(shape.centre_distance(cell)) == nearest;
        let corner = at_end(shape.column(cell), shape.width) && at_end(shape.row(cell), shape.height);
        i64::from(centre) * config.points("centre") + i64::from(corner) * config.points("corner")
    };
    rules.own_cells = cells.map(worth).collect();
    let factor = config.thousandths("opponent_cells");
    rules.opponent_cells = rules.own_cells.iter().map(|worth| worth * factor / 1000).collect();
    rules
}

#[cfg(test)]
mod tests {
    use super::super::kit::value;
    use super::super::test_board::TestBoard;

    #[test]
    fn tic_tac_toe_by_hand() {
        // x to move (its line and the opposing one cancel): the left column and the diagonal up-right lack one x; two corners, no centre of its own.
        let board = TestBoard::drawn(3, &["xo.", ".o.", "x.."]);
        assert_eq!(value("doc-t", &board), 1 + 1);
        assert_eq!(value("doc-t{opponent_cells=1}", &board), 1 + 1 - 2);
        assert_eq!(value("doc-t{own_two=10,opponent_two=-1}", &board), 10 - 1 + 1 + 1);
    }

    #[test]
    fn an_even_board_has_four_centre_cells() {
        let board = TestBoard::drawn(4, &["....", ".x..", "..o.", "...."]);
        assert_eq!(value("doc-t", &board), 2);
        assert_eq!(value("doc-t{opponent_cells=1}", &board), 0);
    }
}
