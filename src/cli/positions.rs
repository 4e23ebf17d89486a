//! The positions that a verb is asked about: its argument, or a line each of the standard input.

use std::io::BufRead;

use super::exit::Failure;

/// A position as it was written.
pub struct Text {
    /// The position.
    pub text: String,
    /// What a message about it begins with: nothing, or the line of the standard input.
    pub place: String,
}

/// The positions that an argument means; `-` reads one a line and leaves out blank lines.
///
/// # Errors
///
/// The standard input cannot be read, or is no text.
pub fn texts(argument: &str) -> Result<Vec<Text>, Failure> {
    if argument != "-" {
        return Ok(vec![Text { text: argument.to_string(), place: String::new() }]);
    }
    let mut texts = Vec::new();
    for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
        let place = format!("standard input, line {number}: ");
        let line = line.map_err(|error| Failure::usage(format!("{place}{error}")))?;
        if !line.trim().is_empty() {
            texts.push(Text { text: line.trim().to_string(), place });
        }
    }
    Ok(texts)
}
