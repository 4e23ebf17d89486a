//! Where results go, and where everything else goes.

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::exit::Failure;

/// The results of a verb: standard output, or a buffer in tests. A reader that went away ends the verb quietly.
pub struct Output<'a> {
    sink: &'a mut dyn Write,
}

impl<'a> Output<'a> {
    /// Writes results to a sink.
    pub fn new(sink: &'a mut dyn Write) -> Output<'a> {
        Output { sink }
    }

    /// Writes one line, or several if the text holds line ends.
    pub fn line(&mut self, text: impl Display) -> Result<(), Failure> {
        writeln!(self.sink, "{text}").map_err(Failure::of_output)
    }

    /// Writes text as it is.
    pub fn text(&mut self, text: &str) -> Result<(), Failure> {
        self.bytes(text.as_bytes())
    }

    /// Writes bytes as they are.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.sink.write_all(bytes).map_err(Failure::of_output)
    }

    /// Writes a value as indented JSON with a line end. What is missing is null: a number that is not finite, and an empty
    /// text, which stands for an empty cell.
    pub fn json(&mut self, value: &impl Serialize) -> Result<(), Failure> {
        let failed = |error| Failure::failed(anyhow::Error::new(error));
        let value = without_empty_texts(serde_json::to_value(value).map_err(failed)?);
        self.line(serde_json::to_string_pretty(&value).map_err(failed)?)
    }

    /// Hands over what was written so far, to a reader that waits for it.
    pub fn flush(&mut self) -> Result<(), Failure> {
        self.sink.flush().map_err(Failure::of_output)
    }

    /// Makes sure that everything has arrived: a full disk shows here at the latest.
    pub fn finish(self) -> Result<(), Failure> {
        self.sink.flush().map_err(Failure::of_output)
    }
}

fn without_empty_texts(value: Value) -> Value {
    match value {
        Value::String(text) if text.is_empty() => Value::Null,
        Value::Array(items) => items.into_iter().map(without_empty_texts).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, without_empty_texts(value))).collect(),
        other => other,
    }
}

/// Says something on standard error unless the user wants silence. A closed standard error is no reason to stop.
pub fn note(quiet: bool, text: impl Display) {
    if !quiet {
        let _ = writeln!(io::stderr(), "{}", printable(&text.to_string()));
    }
}

/// Most characters of a message; what was found may be a file of megabytes.
const MOST_CHARACTERS: usize = 2000;

/// A message as a terminal may have it, whatever input it repeats: control characters and those that turn the direction of
/// writing by their escapes, and the middle left out where it is too long.
pub fn printable(text: &str) -> String {
    let turns = |c: char| ('\u{202a}'..='\u{202e}').contains(&c) || ('\u{2066}'..='\u{2069}').contains(&c);
    let count = text.chars().count();
    let (head, tail) = (3 * MOST_CHARACTERS / 4, MOST_CHARACTERS / 4);
    let mut shown = String::new();
    for (at, c) in text.chars().enumerate() {
        if count > MOST_CHARACTERS && at == head {
            shown.push_str(" [..] ");
        }
        match c {
            _ if count > MOST_CHARACTERS && (head..count - tail).contains(&at) => {}
            '\n' | '\t' => shown.push(c),
            c if c.is_control() || turns(c) => shown.extend(c.escape_default()),
            c => shown.push(c),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::exit::Exit;

    /// A pipe whose reader is gone.
    struct Broken;

    impl Write for Broken {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_broken_pipe_ends_the_verb_with_success() {
        let failure = Output::new(&mut Broken).line("x").unwrap_err();
        assert_eq!(failure.exit, Exit::Done);
    }

    #[test]
    fn messages_are_short_and_have_no_control_characters() {
        assert_eq!(printable("a\u{1b}[31m\u{0}\u{202e}\nb\t五"), "a\\u{1b}[31m\\u{0}\\u{202e}\nb\t五");
        let long = printable(&format!("begin {} end", "x".repeat(1 << 20)));
        assert!(long.starts_with("begin x") && long.ends_with("x end") && long.contains(" [..] "));
        assert!(long.chars().count() < MOST_CHARACTERS + 10);
    }

    #[test]
    fn lines_and_json() {
        let mut buffer = Vec::new();
        let mut output = Output::new(&mut buffer);
        output.line(7).unwrap();
        output.json(&[1]).unwrap();
        output.json(&[Some(f64::NAN), None]).unwrap();
        output.json(&serde_json::json!({ "unit": "" })).unwrap();
        output.finish().unwrap();
        let expected = "7\n[\n  1\n]\n[\n  null,\n  null\n]\n{\n  \"unit\": null\n}\n";
        assert_eq!(String::from_utf8(buffer).unwrap(), expected);
    }
}
