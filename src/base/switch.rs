//! Switches: the named settings by which techniques are turned on and off. A technique's file registers its own; keys of
//! specifications, text forms, help and the data dictionary all come from there.

/// What values a switch takes; used in help and in error messages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Values {
    /// `on` or `off`.
    OnOff,
    /// A whole number from the first to the second; `none` is allowed where the third says so.
    Number(u64, u64, bool),
    /// A decimal number from the first to the second.
    Decimal(f64, f64),
    /// One of these words.
    Words(&'static [&'static str]),
    /// Free text in the form that the hint describes.
    Text(&'static str),
}

impl Values {
    /// How the values are described to a person.
    pub fn describe(&self) -> String {
        match self {
            Values::OnOff => "on|off".to_string(),
            Values::Number(low, high, none) => {
                let range = if *high == u64::MAX { format!("{low}..") } else { format!("{low}..{high}") };
                if *none { format!("{range}|none") } else { range }
            }
            Values::Decimal(low, high) => format!("{low}..{high} (decimal)"),
            Values::Words(words) => words.join("|"),
            Values::Text(hint) => hint.to_string(),
        }
    }
}

/// One switch of a configuration `C`.
#[derive(Clone, Copy)]
pub struct Switch<C: 'static> {
    /// Its key: `topk`, `table_bytes`, ...
    pub key: &'static str,
    /// What it does, in one sentence.
    pub meaning: &'static str,
    /// What it takes.
    pub values: Values,
    /// Two values (written as text) under which an exact search must still agree with plain minimax; empty for a switch
    /// that may change results. The agreement tests draw from here, so that a new technique is covered by registering.
    pub exact: &'static [&'static str],
    /// Reads the present value as text; [`set`](Switch::set) accepts what it returns.
    pub get: fn(&C) -> String,
    /// Sets the value from text, or says what was expected.
    pub set: fn(&mut C, &str) -> Result<(), String>,
}

/// Reads `on`/`off` (also `true`/`false`, as TOML writes it).
pub fn parse_on_off(text: &str) -> Result<bool, String> {
    match text {
        "on" | "true" => Ok(true),
        "off" | "false" => Ok(false),
        _ => Err(format!("expected on or off, found '{text}'")),
    }
}

/// Writes `on` or `off`.
pub fn on_off(value: bool) -> String {
    if value { "on" } else { "off" }.to_string()
}

/// Reads a whole number within bounds; underscores may group digits.
pub fn parse_number(text: &str, low: u64, high: u64) -> Result<u64, String> {
    let digits = text.replace('_', "");
    match digits.parse::<u64>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ if high == u64::MAX => Err(format!("expected a whole number of at least {low}, found '{text}'")),
        _ => Err(format!("expected a whole number from {low} to {high}, found '{text}'")),
    }
}

/// Reads a whole number within bounds, or `none`.
pub fn parse_optional(text: &str, low: u64, high: u64) -> Result<Option<u64>, String> {
    if text == "none" {
        Ok(None)
    } else {
        parse_number(text, low, high).map(Some).map_err(|e| format!("{e} ('none' is allowed too)"))
    }
}

/// Writes a number or `none`.
pub fn optional<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "none".to_string(), |value| value.to_string())
}

/// Reads a finite decimal number within bounds.
pub fn parse_decimal(text: &str, low: f64, high: f64) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("expected a number from {low} to {high}, found '{text}'")),
    }
}

/// Reads one of the words, or lists them with the nearest.
pub fn parse_word<T: Copy>(text: &str, words: &[(&'static str, T)]) -> Result<T, String> {
    words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value).ok_or_else(|| {
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        format!(
            "expected one of {}, found '{text}'{}",
            known.join(", "),
            super::text::nearest(text, known.iter().copied())
        )
    })
}

/// Sets a field: the last step of a [`Switch::set`].
///
/// # Errors
///
/// None of its own; the result lets a setter be one expression.
pub fn assign<T>(field: &mut T, value: T) -> Result<(), String> {
    *field = value;
    Ok(())
}
