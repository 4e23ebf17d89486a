//! Parsers of single arguments. Each says what it expected and what it found.

use std::num::NonZeroUsize;

use crate::base::Seat;
use crate::games::suite::DRAWN_POSITIONS;
use crate::spec::experiment::MOST;

/// Most threads that can be asked for.
const MAX_THREADS: usize = 1024;

fn whole(text: &str, low: u64, high: u64) -> Result<u64, String> {
    let digits = text.replace('_', "");
    let number = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
    number
        .filter(|number| (low..=high).contains(number))
        .ok_or_else(|| format!("expected a whole number from {low} to {high}, found '{text}'"))
}

/// How many games.
pub fn games(text: &str) -> Result<u64, String> {
    whole(text, 1, MOST)
}

/// How many positions.
pub fn positions(text: &str) -> Result<u64, String> {
    whole(text, 1, DRAWN_POSITIONS as u64)
}

/// A number of nodes or milliseconds.
pub fn positive(text: &str) -> Result<u64, String> {
    whole(text, 1, u64::MAX)
}

/// A depth in plies.
pub fn depth(text: &str) -> Result<u32, String> {
    whole(text, 1, 500).map(|depth| depth as u32)
}

/// Stones on the board.
pub fn plies(text: &str) -> Result<u32, String> {
    whole(text, 0, 483).map(|plies| plies as u32)
}

/// A seed; specifications, which are TOML, hold it too, so that it ends where their integers end.
pub fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0, i64::MAX as u64)
}

/// A side: X moves first.
pub fn side(text: &str) -> Result<Seat, String> {
    match text {
        "X" | "x" => Ok(Seat::FIRST),
        "O" | "o" => Ok(Seat::SECOND),
        _ => Err(format!("expected X or O, found '{text}'")),
    }
}

/// The id of a claim.
pub fn claim(text: &str) -> Result<String, String> {
    let id = text.trim();
    let expected = || "expected claims separated by commas, as in A2,C1; one is empty (a stray comma?)".to_string();
    if id.is_empty() { Err(expected()) } else { Ok(id.to_string()) }
}

/// A number of threads.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = whole(text, 1, MAX_THREADS as u64)?;
    NonZeroUsize::new(number as usize).ok_or_else(|| "expected at least 1 thread, found 0".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read_in_either_case() {
        assert_eq!([side("X"), side("x"), side("O"), side("o")], [0, 0, 1, 1].map(|seat| Ok(Seat(seat))));
        assert_eq!(side("black"), Err("expected X or O, found 'black'".to_string()));
    }

    #[test]
    fn numbers_are_whole_and_in_range() {
        assert_eq!(games("1_000"), Ok(1000));
        for text in ["0", "-5", "+5", "1.5", "", "_", "x", "99999999999999999999"] {
            let error = games(text).unwrap_err();
            assert!(error.contains("from 1 to 4294967296") && error.contains(&format!("'{text}'")), "{error}");
        }
        assert!(seed("9223372036854775808").is_err() && seed("9223372036854775807").is_ok());
        assert!(threads("0").is_err() && threads("2").is_ok());
    }
}
