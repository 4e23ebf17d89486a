//! Document G's scores of Gomoku: threats that a stone on an empty point would make.
//!
//! The document has two functions over the same scan. `evaluate_position` scores one empty point (greedy player, sort key
//! of the search): that is [`PointScore`](super::point::PointScore). `_heuristic_terminal_score` sums open fours 150,
//! rush fours 40 and open threes 25 over all empty points and four directions, own ones times 1.2, minus the opponent's,
//! plus 3 for each own and minus 2 for each opposing stone in the centre: that is [`Threats`](super::threats::Threats).
//!
//! *As printed* (`doc-g-printed`):
//! * the scan counts the neighbours before the stone is placed, so that its open four (four neighbours) completes a five
//!   and its open three (three neighbours) makes a four; a five between two blocks scores 0, a row of six or more 0;
//! * behind a run of four no cell is looked at: it passes for open;
//! * only stones of value 1 count, whoever is to move: the greedy player never sees its opponent;
//! * the leaf evaluates for the side to move there (`mover=1`; that its sign is not changed is the search's fault);
//! * the centre is 5x5 (`range(5, 10)`), the text says 4x4;
//! * `_count_threats` is not printed, "same source as the greedy function": here it counts for the side it is asked for.
//!
//! *As intended* (`doc-g`): stones are counted with the one that is placed; the opponent's threats count as well in the
//! score of a point, since a greedy player that does not block is not what the text describes; the factor 1.2 favours the
//! side that moves at the root at every depth. The text gives fives no weight. Our choice: in the score of a point
//! `five` 10000, above all sums of the others; in the sum over the board `five_point` 150, what the printed function
//! gives a point that completes a five. The bonus for a double three exists in the score of a point alone.

use super::threats::{MAX_CENTRE_SIDE, ThreatRules};
use super::{Body, EvalConfig, EvaluatorSpec, Weight, point};
use crate::base::Shape;

const LIVE4: Weight = Weight::points("live4", 150, "a point that makes an open four (document G: 150)");
const RUSH4: Weight = Weight::points("rush4", 40, "a point that makes a four with one open end (document G: 40)");
const LIVE3: Weight = Weight::points("live3", 25, "a point that makes an open three (document G: 25)");
const DOUBLE: Weight =
    Weight::points("double_three", 80, "score of a point only: two open threes at once (document G: 80)");
const ATTACK: Weight = Weight::factor("attack", 1.2, "factor on one's own threats on the board (document G: 1.2)");
const CENTRE_OWN: Weight = Weight::points("centre_own", 3, "an own stone in the centre (document G: 3)");
const CENTRE_OPPONENT: Weight =
    Weight::points("centre_opponent", -2, "a stone of the opponent in the centre (document G: -2)");
const CENTRE_SIDE: Weight =
    Weight::number("centre_side", 5, 0, MAX_CENTRE_SIDE, "side of the centre square (printed: 5; the text: 4)");

/// The registry's entry for what the text intends.
pub const INTENDED: EvaluatorSpec = EvaluatorSpec {
    name: "doc-g",
    meaning: "document G: threats that either side can make, counted with the stone placed, and the centre",
    weights: &[
        LIVE4,
        RUSH4,
        LIVE3,
        DOUBLE,
        Weight::points(
            "five",
            10_000,
            "score of a point only: a five; half of it for taking the opponent's (our choice)",
        ),
        Weight::points("five_point", 150, "on the board only: a point that makes a five (our choice)"),
        ATTACK,
        Weight::factor("block", 1.0, "score of a point only: factor on the opponent's threats there (our choice)"),
        CENTRE_OWN,
        CENTRE_OPPONENT,
        CENTRE_SIDE,
        Weight::number("before", 0, 0, 1, "1: stones are counted before the new one is placed, as printed"),
        Weight::number("mover", 0, 0, 1, "1: attack and centre favour the side to move at the leaf, as printed"),
        Weight::number("one_colour", 0, 0, 1, "score of a point only; 1: of the root's side at every node, as printed"),
    ],
    supports,
    body: Body::Threats(rules),
};

/// The registry's entry for what the code does.
pub const PRINTED: EvaluatorSpec = EvaluatorSpec {
    name: "doc-g-printed",
    meaning: "document G as printed: neighbours counted before the stone is placed, points scored for one colour only",
    weights: &[
        LIVE4,
        RUSH4,
        LIVE3,
        DOUBLE,
        Weight::points("five", 0, "score of a point only: a five; not found while stones are counted before placing"),
        Weight::points("five_point", 0, "on the board only: a point that makes a five; likewise"),
        ATTACK,
        Weight::factor("block", 0.0, "score of a point only: factor on the opponent's threats there"),
        CENTRE_OWN,
        CENTRE_OPPONENT,
        CENTRE_SIDE,
        Weight::number("before", 1, 0, 1, "0: stones are counted with the new one placed, as intended"),
        Weight::number("mover", 1, 0, 1, "0: attack and centre favour the side that moves at the root, as intended"),
        Weight::number("one_colour", 1, 0, 1, "score of a point only; 0: of the side to move, as intended"),
    ],
    supports,
    body: Body::Threats(rules),
};

fn supports(shape: &Shape) -> Result<(), String> {
    match shape {
        Shape { k: 5, gravity: false, .. } => Ok(()),
        Shape { k: 5, .. } => Err("it takes every empty cell for playable, which gravity forbids".to_string()),
        Shape { k, .. } => Err(format!("it counts fours and threes towards five in a row, not towards {k}")),
    }
}

fn rules(config: &EvalConfig) -> ThreatRules {
    ThreatRules {
        worth: ["five_point", "live4", "rush4", "live3"].map(|key| config.points(key)),
        attack_thousandths: config.thousandths("attack"),
        centre_own: config.points("centre_own"),
        centre_opponent: config.points("centre_opponent"),
        centre_side: config.points("centre_side") as usize,
        count: point::count(config),
        for_mover: config.points("mover") != 0,
        one_colour: config.points("one_colour") != 0,
        point: point::PointScore::new(config),
    }
}

#[cfg(test)]
mod tests {
    use super::super::kit::value;
    use super::super::test_board::TestBoard;

    /// An 11 x 11 board whose middle row is given; the centre is off.
    fn middle(cells: &str) -> TestBoard {
        let mut rows = vec!["..........."; 11];
        rows[5] = cells;
        TestBoard::drawn(5, &rows)
    }

    fn without_centre(name: &str, weights: &str) -> String {
        format!("{name}{{centre_side=0{weights}}}")
    }

    #[test]
    fn an_open_three_by_hand() {
        // Both next points make an open four; oo at the border makes nothing.
        let board = middle("...xxx...oo");
        // o to move: x is the opponent of the root, so its threats carry no factor.
        assert_eq!(value(&without_centre("doc-g", ""), &board), -300);
        assert_eq!(value(&without_centre("doc-g", ""), &board.colours_swapped()), 360);
        assert_eq!(value(&without_centre("doc-g", ",attack=1.1"), &board.colours_swapped()), 330);
        // As printed an open three is a point with three neighbours.
        assert_eq!(value(&without_centre("doc-g-printed", ""), &board), -50);
    }

    #[test]
    fn a_closed_four_by_hand() {
        let board = middle("..oxxxx....");
        assert_eq!(value(&without_centre("doc-g", ""), &board), -150);
        // The cell behind the run of four passes for open, the far end is open: printed as an open four.
        assert_eq!(value(&without_centre("doc-g-printed", ""), &board), -150);
    }

    #[test]
    fn the_centre_is_five_by_five_or_what_is_asked() {
        let board = middle("....x......");
        assert_eq!(value("doc-g", &board), -2);
        assert_eq!(value("doc-g", &middle("..x........")), 0, "outside of columns 3 to 7");
        assert_eq!(value("doc-g", &middle("...x...x...")), 3 + 3);
        assert_eq!(value("doc-g{centre_side=4}", &middle("...x...x...")), 3, "columns 3 to 6");
    }
}
