//! What can be counted of a game, or worked out by plain arithmetic, without any player.

use std::fmt;
use std::str::FromStr;

use crate::base::text::nearest;

/// A figure of a `count` experiment. Its text form is `name` or `name:argument,argument`.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// Positions that can arise, finished ones included.
    Positions,
    /// The same, images under a symmetry of the board counted once.
    PositionsUpToSymmetry,
    /// Positions with exactly so many stones.
    PositionsAt(u32),
    /// Games.
    Games,
    /// Games that the first player wins.
    GamesWonFirst,
    /// Games that the second player wins.
    GamesWonSecond,
    /// Games that nobody wins.
    GamesDrawn,
    /// Games of exactly so many plies.
    GamesOfLength(u32),
    /// Nodes of the whole tree, the root included: what plain minimax visits.
    MinimaxNodes,
    /// Sequences of exactly so many moves; finished games are not continued.
    Perft(u32),
    /// The exact score after these moves from the empty board, for the side that made the last of them.
    MoveScore(String),
    /// The same as 1, 0 or -1: won, drawn or lost.
    MoveOutcome(String),
    /// Cells of the board.
    Cells,
    /// Base to the power of an exponent.
    Power(f64, f64),
    /// Decimal logarithm of base to the power of an exponent, for figures too large to write.
    Log10Power(f64, f64),
    /// Product of numbers.
    Product(Vec<f64>),
    /// Quotient of two numbers.
    Quotient(f64, f64),
    /// 1 * 2 * .. * n.
    Factorial(u32),
    /// Natural logarithm.
    Ln(f64),
}

/// Name, arguments and meaning of every quantity.
pub const QUANTITIES: [(&str, &str, &str); 19] = [
    ("positions", "", "positions that can arise, finished ones included"),
    ("positions_up_to_symmetry", "", "the same, images under a symmetry of the board counted once"),
    ("positions_at", "PLIES", "positions with exactly so many stones"),
    ("games", "", "games"),
    ("games_won_first", "", "games that the first player wins"),
    ("games_won_second", "", "games that the second player wins"),
    ("games_drawn", "", "games that nobody wins"),
    ("games_of_length", "PLIES", "games of exactly so many plies"),
    ("minimax_nodes", "", "nodes of the whole tree, the root included: what plain minimax visits"),
    ("perft", "PLIES", "sequences of exactly so many moves; finished games are not continued"),
    ("move_score", "MOVES", "exact score after these moves, for the side that made the last of them"),
    ("move_outcome", "MOVES", "the same as 1, 0 or -1: won, drawn or lost"),
    ("cells", "", "cells of the board"),
    ("power", "BASE,EXPONENT", "base to the power of an exponent"),
    ("log10_power", "BASE,EXPONENT", "decimal logarithm of base to the power of an exponent"),
    ("product", "A,B,..", "product of numbers"),
    ("quotient", "A,B", "quotient of two numbers"),
    ("factorial", "N", "1 * 2 * .. * N, for N up to 170"),
    ("ln", "A", "natural logarithm"),
];

impl FromStr for Quantity {
    type Err = String;

    /// Reads the text form; errors name what was expected and the nearest name.
    fn from_str(text: &str) -> Result<Quantity, String> {
        let (name, arguments) = text.trim().split_once(':').unwrap_or((text.trim(), ""));
        let Some((_, form, _)) = QUANTITIES.iter().find(|(known, ..)| *known == name) else {
            let names: Vec<&str> = QUANTITIES.iter().map(|(name, ..)| *name).collect();
            let hint = nearest(name, names.iter().copied());
            return Err(format!("expected one of {}, found '{name}'{hint}", names.join(", ")));
        };
        let expected = if form.is_empty() { name.to_string() } else { format!("{name}:{form}") };
        let fault = || format!("expected {expected}, found '{}'", text.trim());
        if let ("move_score" | "move_outcome", moves) = (name, arguments.trim()) {
            if moves.is_empty() || !moves.chars().all(|c| c.is_ascii_alphanumeric()) {
                return Err(fault());
            }
            let make = if name == "move_score" { Quantity::MoveScore } else { Quantity::MoveOutcome };
            return Ok(make(moves.to_string()));
        }
        let numbers: Vec<f64> = if arguments.trim().is_empty() {
            Vec::new()
        } else {
            let read = |part: &str| part.trim().parse::<f64>().ok().filter(|number| number.is_finite());
            arguments.split(',').map(read).collect::<Option<_>>().ok_or_else(fault)?
        };
        let whole = |number: f64, most: u32| {
            let fits = number >= 0.0 && number.fract() == 0.0 && number <= f64::from(most);
            fits.then_some(number as u32).ok_or_else(|| format!("{}; a whole number from 0 to {most}", fault()))
        };
        Ok(match (name, &numbers[..]) {
            ("positions", []) => Quantity::Positions,
            ("positions_up_to_symmetry", []) => Quantity::PositionsUpToSymmetry,
            ("positions_at", &[plies]) => Quantity::PositionsAt(whole(plies, 484)?),
            ("games", []) => Quantity::Games,
            ("games_won_first", []) => Quantity::GamesWonFirst,
            ("games_won_second", []) => Quantity::GamesWonSecond,
            ("games_drawn", []) => Quantity::GamesDrawn,
            ("games_of_length", &[plies]) => Quantity::GamesOfLength(whole(plies, 484)?),
            ("minimax_nodes", []) => Quantity::MinimaxNodes,
            ("perft", &[plies]) => Quantity::Perft(whole(plies, 484)?),
            ("cells", []) => Quantity::Cells,
            ("power", &[base, exponent]) => Quantity::Power(base, exponent),
            ("log10_power", &[base, exponent]) if base > 0.0 => Quantity::Log10Power(base, exponent),
            ("product", [_, ..]) => Quantity::Product(numbers),
            ("quotient", &[a, b]) if b != 0.0 => Quantity::Quotient(a, b),
            ("factorial", &[n]) => Quantity::Factorial(whole(n, 170)?),
            ("ln", &[a]) if a > 0.0 => Quantity::Ln(a),
            _ => return Err(fault()),
        })
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::Positions => f.write_str("positions"),
            Quantity::PositionsUpToSymmetry => f.write_str("positions_up_to_symmetry"),
            Quantity::PositionsAt(plies) => write!(f, "positions_at:{plies}"),
            Quantity::Games => f.write_str("games"),
            Quantity::GamesWonFirst => f.write_str("games_won_first"),
            Quantity::GamesWonSecond => f.write_str("games_won_second"),
            Quantity::GamesDrawn => f.write_str("games_drawn"),
            Quantity::GamesOfLength(plies) => write!(f, "games_of_length:{plies}"),
            Quantity::MinimaxNodes => f.write_str("minimax_nodes"),
            Quantity::Perft(plies) => write!(f, "perft:{plies}"),
            Quantity::MoveScore(moves) => write!(f, "move_score:{moves}"),
            Quantity::MoveOutcome(moves) => write!(f, "move_outcome:{moves}"),
            Quantity::Cells => f.write_str("cells"),
            Quantity::Power(base, exponent) => write!(f, "power:{base},{exponent}"),
            Quantity::Log10Power(base, exponent) => write!(f, "log10_power:{base},{exponent}"),
            Quantity::Product(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(f64::to_string).collect();
                write!(f, "product:{}", numbers.join(","))
            }
            Quantity::Quotient(a, b) => write!(f, "quotient:{a},{b}"),
            Quantity::Factorial(n) => write!(f, "factorial:{n}"),
            Quantity::Ln(a) => write!(f, "ln:{a}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms_round_trip() {
        for text in [
            "positions",
            "positions_up_to_symmetry",
            "positions_at:3",
            "games",
            "games_won_first",
            "games_won_second",
            "games_drawn",
            "games_of_length:5",
            "minimax_nodes",
            "perft:8",
            "move_score:4",
            "move_outcome:h8i9",
            "cells",
            "power:15,7",
            "log10_power:3,225",
            "product:225,224,223",
            "quotient:8.2,1.3",
            "factorial:9",
            "ln:2",
        ] {
            assert_eq!(text.parse::<Quantity>().unwrap().to_string(), text);
        }
        assert_eq!(QUANTITIES.len(), 19);
    }

    #[test]
    fn faults_are_named() {
        for (text, part) in [
            ("position", "did you mean 'positions'?"),
            ("move_score", "expected move_score:MOVES"),
            ("move_outcome:4,4", "expected move_outcome:MOVES"),
            ("perft", "expected perft:PLIES"),
            ("perft:-1", "whole number from 0"),
            ("perft:1.5", "whole number from 0"),
            ("power:15", "BASE,EXPONENT"),
            ("power:15,", "BASE,EXPONENT"),
            ("quotient:1,0", "quotient:A,B"),
            ("ln:inf", "expected ln:A"),
            ("games:1", "expected games, found"),
            ("factorial:171", "from 0 to 170"),
        ] {
            let error = text.parse::<Quantity>().unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
