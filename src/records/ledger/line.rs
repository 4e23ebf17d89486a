//! One line of a ledger, which holds one job: values in the order of the columns that the header names, and a checksum.
//!
//! ```text
//! 17 <tab> g tictactoe,0,8,a1,random,... <tab> t ,5120,5043 <tab> 9f3a12bc
//! ```
//!
//! First the job; a `!` behind it says that it failed. Then its rows, each the initial of its table and the line of the CSV
//! file without `job_id`; in these a tab, an end of line and a backslash are written `\t`, `\n` and `\\`. Last
//! [`hash_bytes`] of all before the last tab, its lower 32 bits in hexadecimal.

use std::borrow::Cow;
use std::io::Write;

use anyhow::{Context, Result, bail, ensure};

use crate::base::rng::hash_bytes;
use crate::records::rows::{JobRecord, Row, TimingRow};

const CHECKSUM_DIGITS: usize = 8;

/// Ends the line that begins at `start`.
pub(super) fn push_checksum(bytes: &mut Vec<u8>, start: usize) {
    let checksum = hash_bytes(&bytes[start..]) as u32;
    // Writing to memory does not fail.
    let _ = writeln!(bytes, "\t{checksum:08x}");
}

/// A line without its end and without its checksum.
///
/// # Errors
/// If that does not fit.
pub(super) fn without_checksum(line: &[u8]) -> Result<&[u8]> {
    let (text, checksum) = line
        .len()
        .checked_sub(CHECKSUM_DIGITS + 1)
        .map(|length| line.split_at(length))
        .filter(|(_, end)| end[0] == b'\t')
        .context("it has no checksum at its end")?;
    let expected = format!("{:08x}", hash_bytes(text) as u32);
    let found = String::from_utf8_lossy(&checksum[1..]);
    ensure!(found == expected, "its checksum is {found}, expected {expected}");
    Ok(text)
}

/// A line whose checksum fits.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// The job that it holds.
    pub job: u64,
    /// Whether that failed.
    pub failed: bool,
    rows: &'a [u8],
}

impl<'a> Line<'a> {
    /// Reads a line without its end.
    pub(in crate::records) fn parse(line: &'a [u8]) -> Result<Line<'a>> {
        let text = without_checksum(line)?;
        let end = text.iter().position(|&byte| byte == b'\t').unwrap_or(text.len());
        let (head, rows) = text.split_at(end);
        let (digits, failed) = head.strip_suffix(b"!").map_or((head, false), |digits| (digits, true));
        let job = std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        let job = job.with_context(|| format!("expected a job, found '{}'", String::from_utf8_lossy(head)))?;
        Ok(Line { job, failed, rows: rows.strip_prefix(b"\t").unwrap_or(rows) })
    }

    /// Its rows: the initial of the table, and the line of its CSV file without `job_id` and end.
    pub fn rows(&self) -> impl Iterator<Item = Result<(u8, Cow<'a, [u8]>)>> + use<'a> {
        let rows = self.rows.split(|&byte| byte == b'\t').filter(|row| !row.is_empty());
        rows.map(|row| match row {
            [initial, b' ', text @ ..] => Ok((*initial, unescaped(text))),
            _ => bail!("expected a row, found '{}'", String::from_utf8_lossy(row)),
        })
    }

    /// All that it holds.
    ///
    /// # Errors
    /// If a row is none of its table.
    pub fn record(&self) -> Result<JobRecord> {
        let mut record = JobRecord { job: self.job, ..JobRecord::default() };
        for row in self.rows() {
            let (initial, text) = row?;
            match initial {
                b's' => record.search = Some(read(self.job, &text)?),
                b'g' => record.game = Some(read(self.job, &text)?),
                b'm' => record.moves.push(read(self.job, &text)?),
                b'f' => record.facts.push(read(self.job, &text)?),
                b'x' => record.truth.push(read(self.job, &text)?),
                b't' => record.timings.push(read(self.job, &text)?),
                other => bail!("expected a row of one of the tables s, g, m, f, x, t, found '{}'", char::from(other)),
            }
        }
        Ok(record)
    }
}

/// What a table's rows begin with.
pub(in crate::records) fn initial<R: Row>() -> u8 {
    R::INITIAL as u8
}

fn read<R: Row>(job: u64, text: &[u8]) -> Result<R> {
    let bytes = [job.to_string().as_bytes(), b",", text].concat();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
    let mut record = csv::StringRecord::new();
    reader.read_record(&mut record)?;
    record.deserialize(None).with_context(|| format!("expected a row of {}", R::TABLE))
}

/// Writes rows as the lines of CSV files.
#[derive(Debug)]
struct RowText(csv::Writer<Vec<u8>>);

impl Default for RowText {
    fn default() -> RowText {
        // The tables have different numbers of columns.
        RowText(csv::WriterBuilder::new().has_headers(false).flexible(true).from_writer(Vec::new()))
    }
}

impl RowText {
    /// The line of a row without its end.
    fn of<R: Row>(&mut self, row: &R) -> Result<&[u8]> {
        let start = self.0.get_ref().len();
        self.0.serialize(row)?;
        self.0.flush()?;
        let text = &self.0.get_ref()[start..];
        Ok(text.strip_suffix(b"\n").unwrap_or(text))
    }
}

/// Lines of a ledger that are not written yet. Workers make them, so that the lock of the ledger is held for a write only.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) bytes: Vec<u8>,
    pub(super) lines: Vec<Written>,
    text: RowText,
}

/// One line of a batch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub job: u64,
    pub length: u64,
    pub failed: bool,
}

impl Batch {
    /// Adds the line of a finished job.
    ///
    /// # Errors
    /// If the record carries rows of another job, or cannot be written; the batch is then as it was.
    pub fn push(&mut self, record: &JobRecord) -> Result<()> {
        let (job, start) = (record.job, self.bytes.len());
        if let Err(error) = self.push_rows(record) {
            self.bytes.truncate(start);
            self.text = RowText::default();
            return Err(error).with_context(|| format!("the record of job {job} is refused"));
        }
        push_checksum(&mut self.bytes, start);
        let length = (self.bytes.len() - start) as u64;
        self.lines.push(Written { job, length, failed: record.err().is_some() });
        Ok(())
    }

    fn push_rows(&mut self, record: &JobRecord) -> Result<()> {
        let job = record.job;
        write!(self.bytes, "{job}{}", if record.err().is_some() { "!" } else { "" })?;
        record.search.iter().try_for_each(|row| self.push_row(job, row))?;
        record.game.iter().try_for_each(|row| self.push_row(job, row))?;
        record.moves.iter().try_for_each(|row| self.push_row(job, row))?;
        record.facts.iter().try_for_each(|row| self.push_row(job, row))?;
        record.truth.iter().try_for_each(|row| self.push_row(job, row))?;
        // The whole job's timing comes first, though it is known last.
        let mut timings: Vec<&TimingRow> = record.timings.iter().collect();
        timings.sort_by_key(|row| row.ply);
        timings.into_iter().try_for_each(|row| self.push_row(job, row))
    }

    fn push_row<R: Row>(&mut self, job: u64, row: &R) -> Result<()> {
        ensure!(row.job_id() == job, "it carries a row of job {}", row.job_id());
        let text = self.text.of(row)?;
        // The line begins with the job's number, which is that of all.
        let comma = text.iter().position(|&byte| byte == b',').unwrap_or(0);
        self.bytes.extend_from_slice(&[b'\t', initial::<R>(), b' ']);
        push_escaped(&mut self.bytes, &text[comma + 1..]);
        Ok(())
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Bytes of all lines.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Takes all lines out; their memory is kept for the next ones.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.lines.clear();
        self.text = RowText::default();
    }
}

fn push_escaped(bytes: &mut Vec<u8>, text: &[u8]) {
    // Nearly no text has any; without an early end the compiler looks at many bytes at a time.
    if !text.iter().fold(false, |found, byte| found | matches!(byte, b'\t' | b'\n' | b'\\')) {
        return bytes.extend_from_slice(text);
    }
    for &byte in text {
        match byte {
            b'\t' => bytes.extend_from_slice(b"\\t"),
            b'\n' => bytes.extend_from_slice(b"\\n"),
            b'\\' => bytes.extend_from_slice(b"\\\\"),
            other => bytes.push(other),
        }
    }
}

fn unescaped(text: &[u8]) -> Cow<'_, [u8]> {
    if !text.iter().fold(false, |found, &byte| found | (byte == b'\\')) {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.iter();
    let mut plain = Vec::with_capacity(text.len());
    while let Some(&byte) = bytes.next() {
        plain.push(match byte {
            b'\\' => match bytes.next() {
                Some(b't') => b'\t',
                Some(b'n') => b'\n',
                other => other.copied().unwrap_or(b'\\'),
            },
            other => other,
        });
    }
    Cow::Owned(plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::rows::{FactRow, GameRow, MoveRow, SearchRow, TruthRow};

    fn record() -> JobRecord {
        let text = "a \"b\"\r\n\tc\\n, d".to_string();
        let fact = FactRow { job_id: 7, subject: text.clone(), value: Some(0.1), ..FactRow::default() };
        let game = GameRow { job_id: 7, err: Some(text), ..GameRow::default() };
        let timing = TimingRow { job_id: 7, ply: None, wall_ns: 12, cpu_ns: None };
        JobRecord { job: 7, game: Some(game), facts: vec![fact], timings: vec![timing], ..JobRecord::default() }
    }

    #[test]
    fn any_text_comes_back_from_one_line() {
        let mut batch = Batch::default();
        batch.push(&record()).unwrap();
        let line = batch.bytes.strip_suffix(b"\n").unwrap();
        assert!(!line.contains(&b'\n') && line.starts_with(b"7!\tg ") && line.len() < 200);
        let parsed = Line::parse(line).unwrap();
        assert_eq!((parsed.job, parsed.failed), (7, true));
        assert_eq!(parsed.record().unwrap(), record());
    }

    #[test]
    fn any_changed_byte_is_noticed() {
        let mut batch = Batch::default();
        batch.push(&record()).unwrap();
        let line = batch.bytes.strip_suffix(b"\n").unwrap();
        for place in 0..line.len() {
            for with in [b'0', b'\t', line[place] ^ 1] {
                let mut other = line.to_vec();
                other[place] = with;
                assert!(other == line || Line::parse(&other).is_err(), "byte {place}: {with}");
            }
            assert!(Line::parse(&line[..place]).is_err(), "cut at {place}");
        }
    }

    #[test]
    fn tables_have_different_initials() {
        let initials = [
            initial::<SearchRow>(),
            initial::<GameRow>(),
            initial::<MoveRow>(),
            initial::<FactRow>(),
            initial::<TruthRow>(),
            initial::<TimingRow>(),
        ];
        assert_eq!(initials, *b"sgmfxt");
    }
}
