//! The balanced openings of five in a row that are built into the program.
//!
//! They were made on 15x15, and fit larger boards as well: their stones are offsets from the middle. Where a side is even, the
//! middle is no cell, and two of them may become images of each other; the second is left out then.

use std::collections::HashSet;
use std::path::Path;

use super::notation::parse_moves;
use super::suite::listed;
use super::symmetry::Symmetry;
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
    let mut openings = fits.then(|| text(name)).flatten().map(listed)?;
    let (symmetry, mut seen) = (Symmetry::new(shape), HashSet::new());
    openings.retain(|text| parse_moves(shape, text).is_ok_and(|moves| seen.insert(symmetry.key_after(&moves))));
    Some(openings)
}

fn text(name: &str) -> Option<&'static str> {
    embedded::suite(Path::new(&format!("suites/gomoku-balanced-{name}.txt")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{Move, Position, RuleSet};
    use crate::games::notation::play_moves;
    use crate::games::suite::win_in_one;
    use crate::games::{GameSpec, GameVisitor};

    struct Check<'a>(&'a [String]);

    impl GameVisitor for Check<'_> {
        type Output = Vec<usize>;

        /// Stones of each opening, which is distinct, not over and near no end.
        fn visit<P: Position>(self, start: P) -> Vec<usize> {
            let (symmetry, mut seen) = (Symmetry::new(&start.shape()), HashSet::new());
            let stones = |text: &String| {
                let moves: Vec<Move> = parse_moves(&start.shape(), text).unwrap();
                let position = play_moves(&start, &moves).unwrap();
                assert!(position.outcome().is_none() && !win_in_one(&position), "{text}");
                assert!(seen.insert(symmetry.key(&position)), "{text} stands twice");
                moves.len()
            };
            self.0.iter().map(stones).collect()
        }
    }

    #[test]
    fn every_rule_set_and_size_from_15_on_has_them() {
        let squares = (15..=22).flat_map(|side| RuleSet::ALL.map(|(rules, _)| format!("gomoku:{side},{rules}")));
        for game in squares.chain(["mnk:19,15,5", "mnk:15,20,5"].map(str::to_string)) {
            let game: GameSpec = game.parse().unwrap();
            let is_odd = game.shape.width % 2 == 1 && game.shape.height % 2 == 1;
            for (name, found, plies) in [
                (game.shape.rules.name(), openings(&game.shape).unwrap(), &[5, 7][..]),
                ("swap2", swap2_openings(&game.shape).unwrap(), &[3]),
            ] {
                assert!(game.visit(Check(&found)).iter().all(|stones| plies.contains(stones)), "{game} {name}");
                let all = listed(text(name).unwrap()).len();
                // None where the middle is a cell, hardly any elsewhere.
                assert!(
                    found.len() == all || !is_odd && found.len() >= all * 19 / 20,
                    "{game}: {} of {all}",
                    found.len()
                );
            }
        }
        for game in ["gomoku:14", "tictactoe", "connect4", "mnk:15,14,5", "mnk:19,19,6"] {
            let shape = game.parse::<GameSpec>().unwrap().shape;
            assert_eq!((openings(&shape), swap2_openings(&shape)), (None, None), "{game}");
        }
    }
}
