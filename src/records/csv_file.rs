//! A CSV file with named columns, read row by row. Every fault is told with file, line, column, what was found and what was
//! expected, whatever the rows are.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use csv::{DeserializeErrorKind, ErrorKind, StringRecord};
use serde::de::DeserializeOwned;

use crate::base::pipeline::in_order;
use crate::base::text::nearest;

/// Most characters of a cell that a message repeats.
const SHOWN: usize = 40;

/// An open file; its rows are read as they are asked for. After a fault nothing more comes.
pub struct CsvFile {
    schema: Schema,
    records: csv::StringRecordsIntoIter<File>,
    failed: bool,
}

/// What a row is read and its faults are told by.
#[derive(Clone)]
struct Schema {
    path: PathBuf,
    headers: StringRecord,
}

/// Rows that [`CsvFile::fold`] makes a piece of.
const BATCH_ROWS: usize = 512;

impl CsvFile {
    /// Opens a file that has at least these columns; others are passed over.
    ///
    /// # Errors
    /// If it cannot be read or lacks a column.
    pub fn open<'a>(path: &Path, columns: impl IntoIterator<Item = &'a str>) -> Result<CsvFile> {
        let name = path.display();
        if path.is_dir() {
            bail!("{name}: expected a CSV file, found a folder");
        }
        let file = File::open(path).with_context(|| format!("cannot open {name}"))?;
        // The reader passes over a byte order mark by itself.
        let mut reader = csv::Reader::from_reader(file);
        let headers = match reader.headers() {
            Ok(headers) => headers.clone(),
            Err(error) => return Err(describe(path, &StringRecord::new(), &error)),
        };
        for column in columns {
            if !headers.iter().any(|header| header == column) {
                let hint = nearest(column, headers.iter()).replace("did you mean", "there is");
                bail!("{name}: line 1: the column '{column}' is missing{}", hint.replace('?', ""));
            }
        }
        let records = reader.into_records();
        Ok(CsvFile { schema: Schema { path: path.to_path_buf(), headers }, records, failed: false })
    }

    /// Where the file is.
    pub fn path(&self) -> &Path {
        &self.schema.path
    }

    /// The names of the columns.
    pub fn headers(&self) -> Vec<String> {
        self.schema.headers.iter().map(str::to_string).collect()
    }

    /// The next row, its cells by the names of their columns.
    pub fn next_row<T: DeserializeOwned>(&mut self) -> Option<Result<T>> {
        if self.failed {
            return None;
        }
        let row = self.next_record()?.and_then(|record| self.schema.row(&record));
        self.failed = row.is_err();
        Some(row)
    }

    fn next_record(&mut self) -> Option<Result<StringRecord>> {
        let Schema { path, headers } = &self.schema;
        Some(self.records.next()?.map_err(|error| describe(path, headers, &error)))
    }

    fn next_batch(&mut self) -> Vec<Result<StringRecord>> {
        std::iter::from_fn(|| self.next_record()).take(BATCH_ROWS).collect()
    }

    /// Hands all rows that are left to `take` in their order, each made into something smaller before by `digest`. Reading,
    /// `digest` and `take` run side by side in the pool in which it is called; some thousand rows are in memory.
    ///
    /// # Errors
    /// The first fault of a row, or of `take`; no further row is taken then.
    pub fn fold<R: DeserializeOwned, T: Send>(
        mut self,
        digest: impl Fn(R) -> T + Sync,
        mut take: impl FnMut(T) -> Result<()> + Send,
    ) -> Result<()> {
        let schema = self.schema.clone();
        let made = |record: Result<StringRecord>| -> Result<T> { Ok(digest(schema.row(&record?)?)) };
        let digested = |batch: Vec<Result<StringRecord>>| batch.into_iter().map(&made).collect::<Vec<Result<T>>>();
        in_order(
            || Some(self.next_batch()).filter(|batch| !batch.is_empty()),
            digested,
            |batch| batch.into_iter().try_for_each(|item| take(item?)),
        )
    }

    /// All rows that are left.
    ///
    /// # Errors
    /// The first fault.
    pub fn rows<T: DeserializeOwned>(mut self) -> Result<Vec<T>> {
        std::iter::from_fn(|| self.next_row()).collect()
    }
}

impl Schema {
    fn row<T: DeserializeOwned>(&self, record: &StringRecord) -> Result<T> {
        record.deserialize(Some(&self.headers)).map_err(|error| self.describe_cell(&error, record))
    }

    fn describe_cell(&self, error: &csv::Error, record: &StringRecord) -> anyhow::Error {
        let line = line_of(&self.path, record.position());
        let place = format!("{}: line {line}", self.path.display());
        let ErrorKind::Deserialize { err, .. } = error.kind() else { return anyhow!("{place}: {error}") };
        let Some(field) = err.field().and_then(|field| usize::try_from(field).ok()) else {
            return anyhow!("{place}: {}", err.kind());
        };
        let column = self.headers.get(field).unwrap_or("?");
        let found = shortened(record.get(field).unwrap_or(""));
        let expected = match err.kind() {
            DeserializeErrorKind::ParseInt(error) => match error.kind() {
                std::num::IntErrorKind::PosOverflow | std::num::IntErrorKind::NegOverflow => "a smaller number",
                _ => "a whole number",
            },
            DeserializeErrorKind::ParseFloat(_) => "a number",
            DeserializeErrorKind::ParseBool(_) => "true or false",
            other => return anyhow!("{place}, column '{column}': found '{found}': {other}"),
        };
        anyhow!("{place}, column '{column}': found '{found}', expected {expected}")
    }
}

/// A fault of the file rather than of a value.
fn describe(path: &Path, headers: &StringRecord, error: &csv::Error) -> anyhow::Error {
    let line = line_of(path, error.position());
    let place = format!("{}: line {line}", path.display());
    match error.kind() {
        ErrorKind::Io(error) => anyhow!("cannot read {}: {error}", path.display()),
        ErrorKind::UnequalLengths { expected_len, len, .. } => {
            anyhow!("{place}: found {len} cells, expected {expected_len} as in the header; the row is torn or foreign")
        }
        ErrorKind::Utf8 { err, .. } => {
            let column = headers.get(err.field()).map_or(String::new(), |column| format!(", column '{column}'"));
            anyhow!("{place}{column}: found bytes that are no UTF-8, expected text in UTF-8")
        }
        _ => anyhow!("{place}: {error}"),
    }
}

/// The line on which a record begins. The reader's own count is one short where lines end as spreadsheets write them, so
/// the ends before the record are counted, whatever they are.
fn line_of(path: &Path, position: Option<&csv::Position>) -> u64 {
    let byte = position.map_or(0, csv::Position::byte);
    let (mut line, mut last) = (1, 0);
    let Ok(file) = File::open(path) else { return line };
    for (at, next) in BufReader::new(file).bytes().map_while(Result::ok).enumerate() {
        // Line ends at the place itself belong to what is before the record.
        if at as u64 >= byte && !b"\r\n".contains(&next) {
            return line + u64::from(last == b'\r');
        }
        line += u64::from(next == b'\n') + u64::from(last == b'\r' && next != b'\n');
        last = next;
    }
    line
}

/// A cell as a message repeats it.
fn shortened(cell: &str) -> String {
    let mut shown: String = cell.chars().take(SHOWN).collect();
    if shown.len() < cell.len() {
        shown.push_str("..");
    }
    shown.escape_debug().to_string()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;
    use crate::records::scratch::Scratch;

    #[derive(Debug, Deserialize)]
    #[allow(dead_code)]
    struct Line {
        name: String,
        count: Option<u32>,
        share: f64,
        sure: bool,
    }

    #[test]
    fn every_damage_is_told_with_its_place() {
        let scratch = Scratch::new("csv-file");
        let path = scratch.path().join("lines.csv");
        let fault = |bytes: &[u8]| {
            std::fs::write(&path, bytes).unwrap();
            let rows = CsvFile::open(&path, ["name", "count", "share", "sure"]).and_then(CsvFile::rows::<Line>);
            rows.err().map(|error| format!("{error:#}")).unwrap_or_default()
        };
        let head = "name,count,share,sure\na,1,0.5,true\n";
        for (bytes, parts) in [
            (format!("{head}b,x,0.5,true\n").into_bytes(), &["line 3, column 'count'", "'x'", "a whole number"][..]),
            (format!("{head}b,-1,0.5,true\n").into_bytes(), &["column 'count'", "'-1'", "a whole number"]),
            (format!("{head}b,4294967296,0.5,true\n").into_bytes(), &["column 'count'", "a smaller number"]),
            (format!("{head}b,,half,true\n").into_bytes(), &["column 'share'", "'half'", "a number"]),
            (format!("{head}b,,0.5,yes\n").into_bytes(), &["column 'sure'", "'yes'", "true or false"]),
            (format!("{head}b,,0.").into_bytes(), &["line 3", "found 3 cells, expected 4"]),
            (format!("{head}b,,0.5,true,\n").into_bytes(), &["line 3", "found 5 cells, expected 4"]),
            ([head.as_bytes(), b"\xff,,0.5,true\n"].concat(), &["line 3, column 'name'", "UTF-8"]),
            (b"name,count,\xff\xfe\n".to_vec(), &["line 1", "UTF-8"]),
            (b"name,count,share,shure\n".to_vec(), &["line 1", "'sure' is missing; there is 'shure'"]),
            (Vec::new(), &["line 1", "'name' is missing"]),
            (format!("{head}b,{},0.5,true\n", "9x".repeat(1 << 20)).into_bytes(), &["column 'count'", "9x.."]),
        ] {
            let said = fault(&bytes);
            for part in [&["lines.csv"], parts].concat() {
                assert!(said.contains(part), "expected {part} in {said}");
            }
            assert!(said.len() < 400, "{} characters", said.len());
        }
        for (mark, end) in
            [("", "\n"), ("", "\r\n"), ("", "\r"), ("\u{feff}", "\n"), ("\u{feff}", "\r\n"), ("", "\r\n\r\n")]
        {
            let lines = [mark, "name,count,share,sure", end, "a,1,0.5,true", end, "b,x,0.5,true", end].concat();
            let expected = if end.len() > 2 { "line 5, " } else { "line 3, " };
            assert!(fault(lines.as_bytes()).contains(expected), "{:?}: {}", [mark, end], fault(lines.as_bytes()));
        }
        assert_eq!(fault(format!("\u{feff}{head}").as_bytes()), "");
        assert!(fault_of_folder(scratch.path()).contains("found a folder"));
    }

    #[test]
    fn a_fold_takes_rows_in_order_up_to_the_first_fault() {
        let scratch = Scratch::new("fold");
        let path = scratch.path().join("lines.csv");
        let count = 6 * BATCH_ROWS as u64 + 7;
        let text = |faulty: u64| {
            let cell = |row: u64| if row == faulty { "x".to_string() } else { (row * row).to_string() };
            let rows: String = (0..count).map(|row| format!("{row},{}\n", cell(row))).collect();
            format!("job,square\n{rows}")
        };
        let folded = || {
            let mut taken = Vec::new();
            let rows = CsvFile::open(&path, ["job", "square"]).unwrap();
            let take = |pair| {
                taken.push(pair);
                Ok(())
            };
            let result = rows.fold(|pair: (u64, u64)| pair, take);
            (taken, result.map_err(|error| error.to_string()))
        };
        std::fs::write(&path, text(count)).unwrap();
        assert_eq!(folded(), ((0..count).map(|row| (row, row * row)).collect(), Ok(())));
        for faulty in [0, 2000, count - 1] {
            std::fs::write(&path, text(faulty)).unwrap();
            let (taken, error) = folded();
            assert_eq!(taken.len() as u64, faulty);
            let place = format!("line {}, column 'square'", faulty + 2);
            assert!(error.as_ref().is_err_and(|error| error.contains(&place)), "{error:?}");
        }
        std::fs::write(&path, text(count)).unwrap();
        let mut taken = 0;
        let stopped = CsvFile::open(&path, ["job", "square"]).unwrap().fold(
            |(job, _): (u64, u64)| job,
            |job| {
                anyhow::ensure!(job < 2200, "enough");
                taken += 1;
                Ok(())
            },
        );
        assert_eq!((stopped.unwrap_err().to_string().as_str(), taken), ("enough", 2200));
    }

    fn fault_of_folder(path: &Path) -> String {
        CsvFile::open(path, []).err().map(|error| error.to_string()).unwrap_or_default()
    }
}
