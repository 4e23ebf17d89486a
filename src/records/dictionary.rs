//! `dictionary.md`: what every column and metric of a result folder means, from the registries.

use std::fmt::Write;
use std::path::Path;

use anyhow::Result;

use super::atomic;
use super::ledger::SCHEMA_VERSION;
use super::metrics::METRICS;
use super::quantities::{COLUMNS, QUANTITIES, TIMED};
use super::rows::{FactRow, GameRow, MoveRow, Row, SearchRow, TimingRow, TruthRow};

/// The file's name in a result folder.
pub const FILE_NAME: &str = "dictionary.md";

const SOURCES: &[(&str, &str)] = &[
    ("plan", "known before the job ran, from the specification"),
    ("search", "answered by the player"),
    ("counter", "counted during the search; empty where nothing is known of it, as of a program of others"),
    ("game", "read off the game that was played"),
    ("solver", "found by the exact solver of the game, or by a search to its end"),
    ("count", "counted by enumeration"),
    ("clock", "measured; differs from run to run"),
    ("run", "what became of the job"),
];

/// The dictionary as Markdown.
pub fn text() -> String {
    let mut text = format!(
        "# Data dictionary\n\nSchema version {SCHEMA_VERSION}. All files are UTF-8, with a header line; an empty cell is a \
         missing value, never 0. Rows are in the order of the plan. A file without rows is not written. Scores are for the \
         side to move.\n\nSources:\n\n"
    );
    for (source, meaning) in SOURCES {
        let _ = writeln!(text, "* {source}: {meaning}");
    }
    table::<SearchRow>(&mut text);
    table::<GameRow>(&mut text);
    table::<MoveRow>(&mut text);
    table::<FactRow>(&mut text);
    table::<TruthRow>(&mut text);
    table::<TimingRow>(&mut text);
    text.push_str(
        "\n## Metrics\n\nComputed from searches.csv, moves.csv or truth.csv, with timings.csv; columns above keep their name.\n",
    );
    text.push_str("\n| metric | unit | meaning |\n|---|---|---|\n");
    let columns = || SearchRow::COLUMNS.iter().chain(TruthRow::COLUMNS).chain(TimingRow::COLUMNS);
    for metric in METRICS.iter().filter(|metric| !columns().any(|column| column.name == metric.name)) {
        let _ = writeln!(text, "| {} | {} | {} |", metric.name, escape(metric.unit), escape(metric.meaning));
    }
    summaries(&mut text);
    text
}

/// What the figures say that are derived from the rows.
fn summaries(text: &mut String) {
    text.push_str(
        "\n## summary.csv\n\nOne row: a figure derived from the files above, with its interval. The figures of \
         summary_timings.csv, of the same form, are derived from timings.csv.\n\n| column | meaning |\n|---|---|\n",
    );
    for (name, meaning) in COLUMNS {
        let _ = writeln!(text, "| {name} | {} |", escape(meaning));
    }
    for (file, quantities) in [("summary.csv", QUANTITIES), ("summary_timings.csv", TIMED)] {
        let _ = write!(text, "\n| quantity in {file} | meaning |\n|---|---|\n");
        for quantity in quantities {
            let _ = writeln!(text, "| {} | {} |", quantity.name, escape(quantity.meaning));
        }
    }
}

fn table<R: Row>(text: &mut String) {
    let _ = write!(text, "\n## {}.csv\n\nOne row: {}.\n\n", R::TABLE, R::ABOUT);
    text.push_str("| column | type | unit | source | meaning |\n|---|---|---|---|---|\n");
    for column in R::COLUMNS {
        let (unit, meaning) = (escape(column.unit), escape(column.meaning));
        let _ = writeln!(
            text,
            "| {} | {} | {unit} | {} | {meaning} |",
            column.name,
            type_in_words(column.kind),
            column.source
        );
    }
}

fn type_in_words(kind: &str) -> String {
    let (inner, may_be_empty) = match kind.trim().strip_prefix("Option<").and_then(|rest| rest.strip_suffix('>')) {
        Some(inner) => (inner, ", may be empty"),
        None => (kind, ""),
    };
    let words = match inner {
        "String" => "text",
        "bool" => "true/false",
        "f64" => "number",
        _ => "integer",
    };
    format!("{words}{may_be_empty}")
}

fn escape(cell: &str) -> String {
    cell.replace('|', "\\|")
}

/// Writes the dictionary into a result folder.
///
/// # Errors
/// If it cannot be written.
pub fn write(folder: &Path) -> Result<()> {
    atomic::write(&folder.join(FILE_NAME), text())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::quantities::Quantity;

    #[test]
    fn holds_every_column_metric_and_quantity_once_per_table() {
        let text = text();
        let lines = |name: &str| text.lines().filter(|line| line.starts_with(&format!("| {name} |"))).count();
        assert_eq!(lines("job_id"), 6);
        assert_eq!(lines("nodes"), 3);
        for metric in METRICS {
            assert!(lines(metric.name) >= 1, "{}", metric.name);
        }
        for quantity in QUANTITIES.iter().chain(TIMED) {
            assert!(lines(quantity.name) >= 1 && !quantity.meaning.is_empty(), "{}", quantity.name);
            let same = |other: &&Quantity| other.name == quantity.name;
            assert_eq!(QUANTITIES.iter().chain(TIMED).filter(same).count(), 1, "{}", quantity.name);
        }
        for line in text.lines().filter(|line| line.starts_with('|')) {
            let bars = line.replace("\\|", "").matches('|').count();
            assert!([3, 4, 6].contains(&bars), "{line}");
        }
        assert!(text.contains("| minimal_nodes | integer, may be empty | nodes | search |"));
    }

    #[test]
    fn every_source_is_explained() {
        fn check<R: Row>() {
            for column in R::COLUMNS {
                assert!(SOURCES.iter().any(|(source, _)| *source == column.source), "{column:?}");
            }
        }
        check::<SearchRow>();
        check::<GameRow>();
        check::<MoveRow>();
        check::<FactRow>();
        check::<TruthRow>();
        check::<TimingRow>();
    }
}
