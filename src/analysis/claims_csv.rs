//! claims.csv, a row per published figure, and the same as a table for the terminal.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::claim::{Claim, Part};
use super::measure::Source;
use super::verdict::{BoundSide, Form, Verdict};
use super::verdict_rules::number;
use crate::records::atomic::Pending;
use crate::records::csv_file::CsvFile;
use crate::records::derive::BYTE_ORDER_MARK;

/// The file's name in the folder of the claims.
pub const FILE_NAME: &str = "claims.csv";

/// A row of claims.csv. An empty text and `None` are empty cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ClaimRow {
    /// The claim.
    pub id: String,
    /// The part of the claim; the rows of its other conditions have the same.
    pub part: String,
    /// The verdict; none for other conditions and for figures that are reported only.
    #[serde(serialize_with = "write_verdict", deserialize_with = "read_verdict")]
    pub verdict: Option<Verdict>,
    /// The figure as printed; `60..85` for a range.
    pub published: String,
    /// The estimate, in `unit`.
    pub measured: Option<f64>,
    /// Lower end of the interval that `interval` names, in `unit`.
    pub low: Option<f64>,
    /// Upper end of that interval.
    pub high: Option<f64>,
    /// What the figures count in.
    pub unit: String,
    /// Sampling units: positions, pairs, games, openings.
    pub n: Option<u64>,
    /// The form of the claim, which names its rule.
    pub form: String,
    /// Under which condition it was measured.
    pub condition: String,
    /// `confidence`, `prediction` or `exact`.
    pub interval: String,
    /// Why the verdict is what it is, in a sentence.
    pub reason: String,
    /// The command that runs it again.
    pub rerun: String,
}

fn write_verdict<S: Serializer>(verdict: &Option<Verdict>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(verdict.map_or("", Verdict::name))
}

fn read_verdict<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Verdict>, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.is_empty() { Ok(None) } else { text.parse().map(Some).map_err(serde::de::Error::custom) }
}

/// Writes rows to a file, whole or not at all; with a byte order mark for spreadsheets if asked for.
///
/// # Errors
/// If it cannot be written; a former file is then untouched.
pub fn write(path: &Path, rows: &[ClaimRow], byte_order_mark: bool) -> Result<()> {
    let cannot = || format!("cannot write {}", path.display());
    let mut pending = Pending::create(path)?;
    if byte_order_mark {
        pending.write_all(BYTE_ORDER_MARK.as_bytes()).with_context(cannot)?;
    }
    let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(pending);
    writer.write_record(HEADERS).with_context(cannot)?;
    for row in rows {
        writer.serialize(row).with_context(cannot)?;
    }
    let pending = writer.into_inner().map_err(|error| anyhow!("{}: {}", cannot(), error.error()))?;
    pending.commit()
}

/// The columns, in the order of the file.
pub const HEADERS: [&str; 14] = [
    "id",
    "part",
    "verdict",
    "published",
    "measured",
    "low",
    "high",
    "unit",
    "n",
    "form",
    "condition",
    "interval",
    "reason",
    "rerun",
];

/// Reads a file of claims back.
///
/// # Errors
/// If it is missing, or a column or a cell is not as expected; the message names file, line and column.
pub fn read(path: &Path) -> Result<Vec<ClaimRow>> {
    CsvFile::open(path, HEADERS)?.rows()
}

/// How many rows have each verdict, in the order of [`Verdict::ALL`]; rows without one are passed over.
pub fn counts(rows: &[ClaimRow]) -> [(Verdict, usize); 6] {
    Verdict::ALL.map(|(verdict, _)| (verdict, rows.iter().filter(|row| row.verdict == Some(verdict)).count()))
}

/// The columns of a terminal that a text takes: two for Chinese characters and full-width forms.
pub fn display_width(text: &str) -> usize {
    text.chars().map(character_width).sum()
}

fn character_width(character: char) -> usize {
    match character as u32 {
        0x0300..=0x036f | 0x200b..=0x200f => 0,
        0x1100..=0x115f
        | 0x2e80..=0x303e
        | 0x3041..=0xa4cf
        | 0xac00..=0xd7a3
        | 0xf900..=0xfaff
        | 0xfe30..=0xfe6f
        | 0xff00..=0xff60
        | 0xffe0..=0xffe6
        | 0x20000..=0x3fffd => 2,
        _ => 1,
    }
}

/// Breaks a text into lines of at most `width` columns: at spaces, between wide characters, else anywhere.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let width = width.max(2);
    let (mut lines, mut line) = (Vec::new(), String::new());
    for piece in pieces(text) {
        let fits = |line: &str, piece: &str| display_width(line) + display_width(piece) <= width;
        if !fits(&line, piece.trim_end()) && !line.is_empty() {
            lines.push(std::mem::take(&mut line).trim_end().to_string());
        }
        if fits(&line, piece.trim_end()) {
            line.push_str(piece);
            continue;
        }
        for character in piece.chars() {
            if display_width(&line) + character_width(character) > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(character);
        }
    }
    if !line.trim().is_empty() || lines.is_empty() {
        lines.push(line.trim_end().to_string());
    }
    lines
}

/// Words with the spaces behind them; a wide character is a piece of its own.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    for (at, character) in text.char_indices() {
        let end = at + character.len_utf8();
        let next_is_space = text[end..].starts_with(' ');
        if (character == ' ' || character_width(character) == 2) && !next_is_space {
            if character_width(character) == 2 && start < at {
                pieces.push(&text[start..at]);
                start = at;
            }
            pieces.push(&text[start..end]);
            start = end;
        }
    }
    if start < text.len() {
        pieces.push(&text[start..]);
    }
    pieces
}

/// The table of verdicts as text of at most `width` columns (80 for a terminal, at least 60), a line or two a part, and
/// below it how many parts have each verdict.
///
/// `word` translates the headings (`part`, `verdict`, `published`, `measured`, `n`) and the names of verdicts; it may
/// answer its argument. `unit` translates what figures count in. `says` gives a part's figure in a few words, or nothing. Other conditions are left out.
pub fn table(
    rows: &[ClaimRow],
    width: usize,
    word: &dyn Fn(&str) -> String,
    unit: &dyn Fn(&str) -> String,
    says: &dyn Fn(&str) -> Option<String>,
) -> String {
    let shown: Vec<&ClaimRow> = rows.iter().filter(|row| row.verdict.is_some()).collect();
    let headings = ["part", "verdict", "published", "measured", "n"].map(word);
    let mut lines: Vec<[String; 5]> = vec![headings];
    let known = Claim::all().unwrap_or_default();
    let parts: HashMap<&str, &Part> =
        known.iter().flat_map(|claim| &claim.parts).map(|part| (part.id.as_str(), part)).collect();
    // Headings in wide characters stand for Chinese.
    let chinese = word("verdict").chars().any(|character| character_width(character) == 2);
    for row in &shown {
        let part = parts.get(row.part.as_str()).copied();
        let published = match row.published.is_empty() {
            true => String::new(),
            false => format!("{} {}", published_text(row, part), unit(&row.unit)).trim_end().to_string(),
        };
        let n = row.n.map_or_else(String::new, |n| n_text(n, part, chinese));
        let name = row.verdict.map_or("", Verdict::name);
        lines.push([row.part.clone(), word(name), published, measured_text(row), n]);
    }
    let widths = column_widths(&lines, width.max(60));
    let mut text = String::new();
    for (at, line) in lines.iter().enumerate() {
        let cells: Vec<Vec<String>> = line.iter().zip(widths).map(|(cell, width)| wrap(cell, width)).collect();
        let height = cells.iter().map(Vec::len).max().unwrap_or(1);
        for row in 0..height {
            push_line(&mut text, &cells, &widths, row);
        }
        if at == 0 {
            text.push_str(&"-".repeat(widths.iter().sum::<usize>() + 2 * (widths.len() - 1)));
            text.push('\n');
        } else if let Some(words) = shown.get(at - 1).and_then(|row| says(&row.part)).filter(|words| !words.is_empty())
        {
            for line in wrap(&words, width.max(60) - 2) {
                text.push_str(&format!("  {line}\n"));
            }
        }
    }
    let totals = counts(rows).into_iter().filter(|(_, count)| *count > 0);
    let totals: Vec<String> = totals.map(|(verdict, count)| format!("{count} {}", word(verdict.name()))).collect();
    text.push('\n');
    for line in wrap(&totals.join(", "), width.max(60)) {
        text.push_str(&line);
        text.push('\n');
    }
    text
}

/// `92.8 [91.9, 93.6] CI`: the estimate, its interval, and whether that is a confidence or a prediction interval. An exact
/// value stands alone.
fn measured_text(row: &ClaimRow) -> String {
    // Four digits tell enough in a table.
    let short = |value: f64| {
        let decimals = if value == 0.0 { 0.0 } else { (3.0 - value.abs().log10().floor()).clamp(0.0, 6.0) };
        let scale = 10f64.powf(decimals);
        grouped(&number((value * scale).round() / scale))
    };
    let kind = match row.interval.as_str() {
        "confidence" => " CI",
        "prediction" => " PI",
        _ => "",
    };
    match (row.measured, row.low, row.high) {
        (Some(value), Some(low), Some(high)) if row.interval != "exact" => {
            format!("{} [{}, {}]{kind}", short(value), short(low), short(high))
        }
        (Some(value), ..) => short(value),
        (None, ..) => "-".to_string(),
    }
}

/// The published figure with its digits in groups, after `>=` or `<=` where it is a bound.
fn published_text(row: &ClaimRow, part: Option<&Part>) -> String {
    let figures: Vec<String> = row.published.split("..").map(|text| grouped(&without_exponent(text))).collect();
    let side = match part.filter(|part| part.form == Some(Form::Bound)).and_then(|part| part.side) {
        Some(BoundSide::AtLeast) => ">= ",
        Some(BoundSide::AtMost) => "<= ",
        None => "",
    };
    format!("{side}{}", figures.join(".."))
}

/// `24 positions`, `1 position`; the number alone where its unit is not known.
fn n_text(n: u64, part: Option<&Part>, chinese: bool) -> String {
    let count = grouped(&n.to_string());
    match part.and_then(|part| part.source.as_ref()).and_then(Source::sampling_unit) {
        Some((_, unit)) if chinese => format!("{count} {unit}"),
        Some((unit, _)) => format!("{count} {unit}{}", if n == 1 { "" } else { "s" }),
        None => count,
    }
}

/// `127e3` as 127000; what does not come to a whole number stays as it is.
fn without_exponent(text: &str) -> String {
    let whole = || {
        let (mantissa, exponent) = text.split_once(['e', 'E'])?;
        let (digits, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let zeros = exponent.parse::<usize>().ok()?.checked_sub(decimals.len()).filter(|zeros| *zeros <= 18)?;
        Some(format!("{digits}{decimals}{}", "0".repeat(zeros)))
    };
    whole().unwrap_or_else(|| text.to_string())
}

/// A number with commas between groups of three digits before the point; other text as it is.
fn grouped(text: &str) -> String {
    let (sign, body) = text.split_at(usize::from(text.starts_with(['-', '+'])));
    let digits: String = body.chars().take_while(char::is_ascii_digit).collect();
    let rest = &body[digits.len()..];
    let is_number = rest.is_empty() || rest.starts_with(['.', '%', ' ']);
    if digits.len() < 4 || !is_number {
        return text.to_string();
    }
    let mut with_commas = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            with_commas.push(',');
        }
        with_commas.push(digit);
    }
    format!("{sign}{with_commas}{rest}")
}

/// Words of a cell that are longer than this may be broken.
const LONGEST_WORD: usize = 20;

/// Widths by content; where they exceed the line, the widest columns give way first, down to their longest word while any
/// column has room above that.
fn column_widths(lines: &[[String; 5]], width: usize) -> [usize; 5] {
    let (mut widths, mut words) = ([0usize; 5], [0usize; 5]);
    for line in lines {
        for (at, cell) in line.iter().enumerate() {
            widths[at] = widths[at].max(display_width(cell));
            let longest = pieces(cell).into_iter().map(|piece| display_width(piece.trim_end())).max();
            words[at] = words[at].max(longest.unwrap_or(0).min(LONGEST_WORD));
        }
    }
    let room = width - 2 * (widths.len() - 1);
    while widths.iter().sum::<usize>() > room {
        let above_words = (0..widths.len()).filter(|&at| widths[at] > words[at]).max_by_key(|&at| widths[at]);
        let Some(widest) = above_words.or_else(|| (0..widths.len()).max_by_key(|&at| widths[at])) else { break };
        widths[widest] -= 1;
    }
    widths
}

fn push_line(text: &mut String, cells: &[Vec<String>], widths: &[usize; 5], row: usize) {
    let mut line = String::new();
    for (cell, width) in cells.iter().zip(widths) {
        let content = cell.get(row).map_or("", String::as_str);
        line.push_str(content);
        line.push_str(&" ".repeat(width.saturating_sub(display_width(content)) + 2));
    }
    text.push_str(line.trim_end());
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::measure::MeasureKind;
    use crate::analysis::test_folder::TestFolder;

    fn rows() -> Vec<ClaimRow> {
        let row = |part: &str, verdict: Option<Verdict>, measured: Option<f64>| ClaimRow {
            id: "A2".to_string(),
            part: part.to_string(),
            verdict,
            published: "93.1".to_string(),
            measured,
            low: measured.map(|value| value - 1.25),
            high: measured.map(|value| value + 1.0),
            unit: "%".to_string(),
            n: measured.map(|_| 40),
            reason: "A sentence, with a comma and \"quotes\".".to_string(),
            ..ClaimRow::default()
        };
        vec![
            row("A2.rate", Some(Verdict::Reproduced), Some(92.8412)),
            row("A2.rate", None, Some(80.0)),
            row("A2.a.rather.long.name.for.a.part.that.fills.the.line", Some(Verdict::NotRun), None),
        ]
    }

    #[test]
    fn rows_come_back() {
        let folder = TestFolder::new("claims");
        let path = folder.path().join(FILE_NAME);
        for mark in [false, true] {
            write(&path, &rows(), mark).unwrap();
            assert_eq!(read(&path).unwrap(), rows());
        }
        write(&path, &[], false).unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), format!("{}\n", HEADERS.join(",")));
        assert_eq!(read(&path).unwrap(), []);
        let broken = std::fs::read_to_string(&path).unwrap() + "A,A.x,reprodced,,,,,,,,,,,\n";
        std::fs::write(&path, broken).unwrap();
        let message = format!("{:#}", read(&path).unwrap_err());
        assert!(message.contains("line 2: verdict") && message.contains("nearest is `reproduced`"), "{message}");
    }

    #[test]
    fn counts_leave_out_other_conditions() {
        let found = counts(&rows());
        assert_eq!(found.iter().map(|(_, count)| count).sum::<usize>(), 2);
        assert_eq!(found[0], (Verdict::Reproduced, 1));
    }

    #[test]
    fn the_table_keeps_its_width() {
        let chinese = |word: &str| if word == "reproduced" { "已复现".to_string() } else { word.to_string() };
        for width in [60, 80] {
            let text = table(&rows(), width, &chinese, &str::to_string, &|part| {
                (part == "A2.rate").then(|| "剪枝率".repeat(20))
            });
            assert!(text.lines().all(|line| display_width(line) <= width), "{text}");
            assert!(width < 80 || text.contains("92.84 [91.59, 93.84]"), "{text}");
            assert!(text.contains("92.84") && !text.contains("80 ["), "{text}");
            assert!(text.contains("1 已复现, 1 not-run"), "{text}");
        }
        assert_eq!(table(&[], 80, &chinese, &str::to_string, &|_| None).lines().count(), 4);
    }

    #[test]
    fn figures_are_grouped_bounded_and_name_their_interval() {
        for (text, expected) in [
            ("1247892", "1,247,892"),
            ("1,247,892", "1,247,892"),
            ("10000000", "10,000,000"),
            ("127e3", "127,000"),
            ("1.7e10", "17,000,000,000"),
            ("0.3775", "0.3775"),
            ("-1234.5", "-1,234.5"),
            ("999", "999"),
            ("1.5e-7", "1.5e-7"),
        ] {
            assert_eq!(grouped(&without_exponent(text)), expected);
        }
        let [row, ..] = &rows()[..] else { panic!("rows") };
        let shown = |interval: &str| measured_text(&ClaimRow { interval: interval.to_string(), ..row.clone() });
        assert_eq!(shown("confidence"), "92.84 [91.59, 93.84] CI");
        assert_eq!(shown("prediction"), "92.84 [91.59, 93.84] PI");
        assert_eq!(shown("exact"), "92.84");

        let claims = Claim::all().unwrap();
        let parts: Vec<&Part> = claims.iter().flat_map(|claim| &claim.parts).collect();
        let bound = parts.iter().find(|part| part.side == Some(BoundSide::AtMost)).unwrap();
        let published = ClaimRow { published: "80000".to_string(), ..ClaimRow::default() };
        assert_eq!(published_text(&published, Some(bound)), "<= 80,000");
        assert_eq!(published_text(&published, None), "80,000");
        let score =
            parts.iter().find(|part| part.source.as_ref().is_some_and(|source| source.kind == MeasureKind::Score));
        assert_eq!(n_text(1, score.copied(), false), "1 pair");
        assert_eq!(n_text(1200, score.copied(), false), "1,200 pairs");
        assert_eq!(n_text(24, None, true), "24");
    }

    #[test]
    fn wide_characters_count_twice() {
        assert_eq!(display_width("剪枝 a"), 6);
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("剪枝率为百分之九十", 8), ["剪枝率为", "百分之九", "十"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4), [""]);
    }
}
