//! Lists for people (aligned columns) and for programs (JSON), from one description.

use std::io::IsTerminal;

use serde_json::{Map, Value};

use super::exit::Failure;
use super::output::Output;

/// Columns of a page on a terminal.
const TERMINAL_WIDTH: usize = 80;

/// A list of things that have a name, a meaning, and facts that only JSON shows in full.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Vec<(&'static str, Value)>>,
}

impl Table {
    /// Adds an entry: its fields in order. The first and the last one are what people see, with those between in short.
    pub fn push(&mut self, fields: Vec<(&'static str, Value)>) {
        self.rows.push(fields);
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Prints as JSON, or as aligned text: wrapped for a terminal, an entry a line elsewhere so that `grep` finds whole
    /// entries.
    pub fn print(&self, json: bool, output: &mut Output) -> Result<(), Failure> {
        if json {
            let rows: Vec<Map<String, Value>> = self
                .rows
                .iter()
                .map(|fields| fields.iter().map(|(key, value)| (key.to_string(), value.clone())).collect())
                .collect();
            return output.json(&rows);
        }
        let width = if std::io::stdout().is_terminal() { Some(TERMINAL_WIDTH) } else { None };
        self.lines(width).iter().try_for_each(|line| output.line(line))
    }

    /// Prints as text in which the last field is a heading: a line of its own wherever it changes, with the entries below it
    /// in aligned columns. Headings are cut to the width of a terminal, wherever the text goes.
    pub fn print_grouped(&self, output: &mut Output) -> Result<(), Failure> {
        self.grouped_lines().iter().try_for_each(|line| output.line(line))
    }

    fn grouped_lines(&self) -> Vec<String> {
        let cells: Vec<Vec<String>> = self.rows.iter().map(|fields| fields.iter().filter_map(cell).collect()).collect();
        let columns = cells.iter().map(Vec::len).min().unwrap_or(0).saturating_sub(1);
        let widths: Vec<usize> =
            (0..columns).map(|column| cells.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
        let (mut lines, mut heading) = (Vec::new(), None);
        for row in &cells {
            let last = row.last().map_or("", String::as_str);
            if heading.replace(last) != Some(last) {
                let mut indent = "";
                for part in wrap(last, TERMINAL_WIDTH - 4).iter().flat_map(|line| chunks(line, TERMINAL_WIDTH - 4)) {
                    lines.push(format!("{indent}{part}"));
                    indent = "    ";
                }
            }
            let cells: String = row.iter().zip(&widths).map(|(text, width)| format!("  {text:width$}")).collect();
            lines.push(cells.trim_end().to_string());
        }
        lines
    }

    /// The text form: every field but the last in aligned columns (lists are left out: they are for JSON), the last one
    /// wrapped to the width or whole. Columns that leave it no room go below, each with its name.
    fn lines(&self, width: Option<usize>) -> Vec<String> {
        let cells: Vec<Vec<(&str, String)>> = (self.rows.iter())
            .map(|fields| fields.iter().filter_map(|field| Some((field.0, cell(field)?))).collect())
            .collect();
        let columns = cells.iter().map(Vec::len).min().unwrap_or(0).saturating_sub(1);
        let widths: Vec<usize> = (0..columns)
            .map(|column| cells.iter().map(|row| row[column].1.chars().count()).max().unwrap_or(0))
            .collect();
        let indent = |columns: usize| widths[..columns].iter().map(|width| width + 2).sum::<usize>();
        let fits = |columns: &usize| width.is_none_or(|width| indent(*columns) + LEAST_TEXT <= width);
        // All columns, or as many as stand on a line of their own.
        let beside = Some(columns).filter(fits);
        let head = beside.unwrap_or_else(|| {
            let alone = |columns: &usize| width.is_none_or(|width| indent(*columns) <= width + 2);
            (0..=columns).rev().find(alone).unwrap_or(0)
        });
        let mut lines = Vec::new();
        for row in &cells {
            let (front, rest) = row.split_at(head.min(row.len()));
            let start: String =
                front.iter().zip(&widths).map(|((_, text), width)| format!("{text:width$}  ")).collect();
            let Some(width) = width else {
                let rest: Vec<&str> = rest.iter().map(|(_, text)| text.as_str()).collect();
                lines.push(format!("{start}{}", rest.join("  ")).trim_end().to_string());
                continue;
            };
            let hang = if beside.is_some() { indent(head) } else { BELOW };
            let mut start = if beside.is_some() {
                start
            } else {
                lines.push(start.trim_end().to_string());
                " ".repeat(hang)
            };
            for (name, text) in rest.iter().filter(|(_, text)| !text.is_empty()) {
                let named = if rest.len() > 1 && *name != "meaning" { format!("{name}: {text}") } else { text.clone() };
                for part in wrap(&named, width - hang).iter().flat_map(|line| chunks(line, width - hang)) {
                    lines.push(format!("{start}{part}").trim_end().to_string());
                    start = " ".repeat(hang);
                }
            }
        }
        lines
    }
}

/// Columns that the last field takes at least, beside the others.
const LEAST_TEXT: usize = 30;

/// How far fields are indented that stand below the others.
const BELOW: usize = 4;

fn cell((_, value): &(&'static str, Value)) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Null => Some("-".to_string()),
        Value::Array(_) | Value::Object(_) => None,
        other => Some(other.to_string()),
    }
}

/// A line in pieces of at most this many characters; a player's text form is broken behind a comma or the like.
pub fn chunks(line: &str, width: usize) -> Vec<String> {
    let (mut rest, width) = (line.chars().collect::<Vec<char>>(), width.max(1));
    let mut pieces = Vec::new();
    while rest.len() > width {
        let good = rest[..width].iter().rposition(|c| ",+{ ".contains(*c)).map(|at| at + 1);
        let left = rest.split_off(good.filter(|end| *end > width / 2).unwrap_or(width));
        pieces.push(std::mem::replace(&mut rest, left));
    }
    pieces.push(rest);
    pieces.iter().map(|piece| piece.iter().collect()).collect()
}

/// Breaks text at spaces into lines of at most this many characters; longer words stand alone.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let Some(line) = lines.last_mut() else { break };
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_string());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> Table {
        let mut table = Table::default();
        table.push(vec![("name", "a".into()), ("values", "on|off".into()), ("meaning", "one two three".into())]);
        table.push(vec![("name", "long".into()), ("values", "1..".into()), ("meaning", "four".into())]);
        table
    }

    #[test]
    fn columns_are_aligned() {
        assert_eq!(example().lines(None), ["a     on|off  one two three", "long  1..     four"]);
    }

    #[test]
    fn the_last_column_is_wrapped() {
        let wide = "x ".repeat(60);
        let mut table = Table::default();
        table.push(vec![("name", "a".into()), ("meaning", wide.into())]);
        let lines = table.lines(Some(80));
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() <= 80) && lines[1].starts_with("   x"), "{lines:?}");
    }

    #[test]
    fn long_words_are_broken_behind_a_comma() {
        assert_eq!(chunks("order=hash+killers,depth=3", 12), ["order=hash+", "killers,", "depth=3"]);
        assert_eq!(chunks("abcdefgh", 3), ["abc", "def", "gh"]);
        assert_eq!((chunks("", 3), chunks("a,", 1)), (vec![String::new()], vec!["a".to_string(), ",".to_string()]));
    }

    #[test]
    fn columns_without_room_go_below_with_their_names() {
        let mut table = Table::default();
        let (place, wide) = ("p".repeat(20), "w ".repeat(40));
        for name in ["a", "long"] {
            let fields =
                [("name", name), ("place", &place), ("meaning", wide.as_str()), ("intended", "x"), ("why", "")];
            table.push(fields.map(|(key, text)| (key, text.into())).to_vec());
        }
        let lines = table.lines(Some(80));
        assert!(lines.iter().all(|line| line.len() <= 80), "{lines:?}");
        assert_eq!((lines[0].as_str(), lines.len()), (format!("a     {place}").as_str(), 8));
        assert!(lines[1].starts_with("    w w") && lines[2].starts_with("    w w"));
        assert_eq!(lines[3], "    intended: x");
    }

    #[test]
    fn a_heading_stands_once_and_is_cut_to_the_width() {
        let mut table = Table::default();
        let long = format!("player{{{}}} against another", "x=1,".repeat(30));
        for (quantity, value, subject) in [("wins", "12", "a"), ("elo", "3", "a"), ("wins", "4", long.as_str())] {
            table.push(vec![("quantity", quantity.into()), ("value", value.into()), ("subject", subject.into())]);
        }
        let lines = table.grouped_lines();
        assert_eq!(lines[..3], ["a", "  wins  12", "  elo   3"]);
        assert!(lines.len() > 5 && lines.iter().all(|line| line.chars().count() <= 80), "{lines:?}");
        let heading: String = lines[3..lines.len() - 1].concat();
        assert_eq!(heading.replace(' ', ""), long.replace(' ', ""));
    }

    #[test]
    fn json_keeps_the_fields_in_full() {
        let mut buffer = Vec::new();
        let mut table = example();
        table.push(vec![("name", "n".into()), ("list", vec!["p", "q"].into()), ("meaning", Value::Null)]);
        table.print(true, &mut Output::new(&mut buffer)).unwrap();
        let read: Value = serde_json::from_slice(&buffer).unwrap();
        assert_eq!(read[2]["list"][1], "q");
        assert_eq!(read[0]["meaning"], "one two three");
    }
}
