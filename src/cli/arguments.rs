//! Parsers of single arguments. Each says what it expected and what it found.

use std::num::NonZeroUsize;
use std::str::FromStr;

use crate::base::text::split_outside_brackets;

/// Most threads that can be asked for.
const MAX_THREADS: usize = 1024;

fn whole(text: &str, low: u64, high: u64) -> Result<u64, String> {
    let digits = text.replace('_', "");
    let number = if digits.bytes().all(|byte| byte.is_ascii_digit()) { digits.parse().ok() } else { None };
    number.filter(|number| (low..=high).contains(number)).ok_or_else(|| match high {
        u64::MAX => format!("expected a whole number of at least {low}, found '{text}'"),
        _ => format!("expected a whole number from {low} to {high}, found '{text}'"),
    })
}

/// How many of something: a whole number of at least 1.
pub fn count(text: &str) -> Result<u64, String> {
    whole(text, 1, u64::MAX)
}

/// A depth in plies.
pub fn depth(text: &str) -> Result<u32, String> {
    whole(text, 1, 500).map(|depth| depth as u32)
}

/// A seed; specifications, which are TOML, hold it too, so that it ends where their integers end.
pub fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0, i64::MAX as u64)
}

/// A number of threads.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let number = whole(text, 1, MAX_THREADS as u64)?;
    NonZeroUsize::new(number as usize).ok_or_else(|| "expected at least 1 thread, found 0".to_string())
}

/// One axis of a grid: `KEY=V,V..`. Commas inside brackets belong to a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    /// A key of a player.
    pub key: String,
    /// The values it takes, as text; the player's own parser says whether each is good.
    pub values: Vec<String>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Vary, String> {
        let Some((key, list)) = text.split_once('=') else {
            return Err(format!("expected KEY=VALUE,VALUE.., found '{text}'"));
        };
        let key = key.trim();
        if key.is_empty() || !key.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c)) {
            return Err(format!("expected a key of letters, digits, '_' or '.' before '=', found '{key}'"));
        }
        let mut values: Vec<String> = Vec::new();
        let parts = split_outside_brackets(list).map_err(|problem| format!("'{text}': {problem}"))?;
        if parts.is_empty() {
            return Err(format!("'{key}' has no values: expected {key}=VALUE,VALUE.."));
        }
        for (number, part) in parts.iter().enumerate() {
            let value = part.trim();
            if value.is_empty() {
                let comma = if number + 1 == parts.len() { "; is the last comma too many?" } else { "" };
                return Err(format!("value {} of '{key}' is empty in '{list}'{comma}", number + 1));
            }
            if values.iter().any(|known| known == value) {
                return Err(format!("the value '{value}' of '{key}' stands twice in '{list}'"));
            }
            values.push(value.to_string());
        }
        Ok(Vary { key: key.to_string(), values })
    }
}

/// The two hypotheses of a sequential test: Elo differences, the first smaller.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtBounds {
    /// Under the null hypothesis.
    pub elo0: f64,
    /// Under the alternative.
    pub elo1: f64,
}

impl FromStr for SprtBounds {
    type Err = String;

    fn from_str(text: &str) -> Result<SprtBounds, String> {
        let wrong = || format!("expected ELO0,ELO1: two numbers from -1000 to 1000, found '{text}'");
        let (first, second) = text.split_once(',').ok_or_else(wrong)?;
        let read = |part: &str| part.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0).ok_or_else(wrong);
        let (elo0, elo1) = (read(first)?, read(second)?);
        if elo0 >= elo1 {
            return Err(format!("expected ELO0 below ELO1, found '{text}'"));
        }
        Ok(SprtBounds { elo0, elo1 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_keeps_bracketed_values_whole() {
        let vary: Vary = "eval=doc-a{open_four=1,open_three=2}, zero".parse().unwrap();
        assert_eq!(
            vary,
            Vary { key: "eval".into(), values: vec!["doc-a{open_four=1,open_three=2}".into(), "zero".into()] }
        );
        let vary: Vary = "weight.x=-5,5".parse().unwrap();
        assert_eq!((vary.key.as_str(), &vary.values[..]), ("weight.x", &["-5".to_string(), "5".to_string()][..]));
    }

    #[test]
    fn faults_of_an_axis_are_named() {
        for (text, part) in [
            ("depth", "KEY=VALUE"),
            ("=1,2", "before '='"),
            ("de pth=1", "before '='"),
            ("depth=", "has no values"),
            ("depth=1,", "last comma"),
            ("depth=1,,2", "value 2 of 'depth' is empty"),
            ("depth=,1", "value 1 of 'depth' is empty"),
            ("depth=1,1", "stands twice"),
            ("eval=a{b=1", "not closed"),
            ("eval=a}b", "not opened"),
        ] {
            let error = text.parse::<Vary>().unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn numbers_are_whole_and_in_range() {
        assert_eq!(count("1_000"), Ok(1000));
        for text in ["0", "-5", "+5", "1.5", "", "_", "x", "99999999999999999999"] {
            let error = count(text).unwrap_err();
            assert!(error.contains("at least 1") && error.contains(&format!("'{text}'")), "{error}");
        }
        assert!(seed("9223372036854775808").is_err() && seed("9223372036854775807").is_ok());
        assert!(threads("0").is_err() && threads("2").is_ok());
    }

    #[test]
    fn a_sequential_test_needs_two_ordered_numbers() {
        assert_eq!("0, 10".parse::<SprtBounds>(), Ok(SprtBounds { elo0: 0.0, elo1: 10.0 }));
        for text in ["", "5", "5,", "10,0", "3,3", "nan,1", "0,inf", "0,10,20"] {
            assert!(text.parse::<SprtBounds>().is_err(), "{text}");
        }
    }
}
