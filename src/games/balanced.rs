//! The balanced openings of five in a row that are built into the program.
//!
//! They were made on 15x15, and fit larger boards as well: their stones are offsets from the middle.

use std::path::Path;

use super::suite::listed;
use crate::base::{Shape, embedded};

/// The side of the board on which they were made.
const SIDE: u8 = 15;

/// The openings from which matches start, for a board's rule set; nothing for a board that they do not fit.
pub fn openings(shape: &Shape) -> Option<Vec<String>> {
    suite(shape, shape.rules.name())
}

/// The openings of three stones from which swap2 goes on, for all rule sets; nothing for a board that they do not fit.
pub fn swap2_openings(shape: &Shape) -> Option<Vec<String>> {
    suite(shape, "swap2")
}

fn suite(shape: &Shape, name: &str) -> Option<Vec<String>> {
    let fits = !shape.gravity && shape.k == 5 && shape.width.min(shape.height) >= SIDE;
    let text = embedded::suite(Path::new(&format!("suites/gomoku-balanced-{name}.txt")));
    text.filter(|_| fits).map(listed)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::base::{Move, Position};
    use crate::games::notation::{parse_moves, play_moves};
    use crate::games::suite::win_in_one;
    use crate::games::symmetry::canonical_key;
    use crate::games::{GameSpec, GameVisitor};

    struct Check<'a>(&'a [String]);

    impl GameVisitor for Check<'_> {
        type Output = Vec<usize>;

        /// Stones of each opening, which is distinct, not over and near no end.
        fn visit<P: Position>(self, start: P) -> Vec<usize> {
            let mut seen = HashSet::new();
            let stones = |text: &String| {
                let moves: Vec<Move> = parse_moves(&start.shape(), text).unwrap();
                let position = play_moves(&start, &moves).unwrap();
                assert!(position.outcome().is_none() && !win_in_one(&position), "{text}");
                assert!(seen.insert(canonical_key(&position)), "{text} stands twice");
                moves.len()
            };
            self.0.iter().map(stones).collect()
        }
    }

    #[test]
    fn every_rule_set_and_size_from_15_on_has_them() {
        for game in ["gomoku", "gomoku:15,standard", "gomoku:20,renju", "gomoku:22,caro", "mnk:19,15,5"] {
            let game: GameSpec = game.parse().unwrap();
            let all = openings(&game.shape).unwrap();
            assert!(
                all.len() >= 1000 && game.visit(Check(&all)).iter().all(|stones| [5, 7].contains(stones)),
                "{game}"
            );
            let threes = swap2_openings(&game.shape).unwrap();
            assert!(threes.len() >= 100 && game.visit(Check(&threes)).iter().all(|&stones| stones == 3), "{game}");
        }
        for game in ["gomoku:14", "tictactoe", "connect4", "mnk:15,14,5", "mnk:19,19,6"] {
            let shape = game.parse::<GameSpec>().unwrap().shape;
            assert_eq!((openings(&shape), swap2_openings(&shape)), (None, None), "{game}");
        }
    }
}
