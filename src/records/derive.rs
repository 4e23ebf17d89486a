//! The CSV files of a result folder, derived from its ledger in the order of the plan.
//!
//! A line of the ledger holds its rows as these files do, so that they are copied. Chunks of the plan are copied by all
//! threads of the pool in which it is called and written in order; a few of them are in memory at a time. The files appear together, whole, at the end. All but `timings.csv` are the same byte for byte whatever
//! the number of threads and the order of completion was.

use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::atomic::Pending;
use super::ledger::Ledger;
use super::ledger::line::initial;
use super::rows::{FactRow, GameRow, MoveRow, Row, SearchRow, TimingRow, TruthRow};
use crate::base::pipeline::in_order;

/// The byte order mark that makes spreadsheets read UTF-8.
pub const BYTE_ORDER_MARK: &str = "\u{feff}";

/// How many rows each file has; a file without rows is not written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Derived {
    /// Rows of searches.csv.
    pub searches: u64,
    /// Rows of games.csv.
    pub games: u64,
    /// Rows of moves.csv.
    pub moves: u64,
    /// Rows of facts.csv.
    pub facts: u64,
    /// Rows of truth.csv.
    pub truth: u64,
    /// Rows of timings.csv.
    pub timings: u64,
}

/// Writes the CSV files of a ledger into a folder, with a byte order mark for spreadsheets if asked for.
///
/// # Errors
/// If the ledger cannot be read or a file cannot be written; the former files are then untouched.
pub fn derive(ledger: &Ledger, folder: &Path, byte_order_mark: bool) -> Result<Derived> {
    derive_first(ledger, folder, byte_order_mark, ledger.index().job_count())
}

/// As [`derive`], from the first `job_count` jobs of the plan alone: what a match that was decided early counts. Later games
/// may have been finished by then, by chance, and must not decide what the files hold.
///
/// # Errors
/// As [`derive`].
pub fn derive_first(ledger: &Ledger, folder: &Path, byte_order_mark: bool, job_count: u64) -> Result<Derived> {
    let mut tables = [
        Table::new::<SearchRow>(folder),
        Table::new::<GameRow>(folder),
        Table::new::<MoveRow>(folder),
        Table::new::<FactRow>(folder),
        Table::new::<TruthRow>(folder),
        Table::new::<TimingRow>(folder),
    ];
    let initials = tables.each_ref().map(|table| table.initial);
    let job_count = job_count.min(ledger.index().job_count());
    let step = chunk_jobs(ledger);
    let mut starts = (0..job_count).step_by(step as usize);
    in_order(
        || starts.next(),
        |start| copied(ledger, start..start.saturating_add(step).min(job_count), &initials),
        |chunk| add(&mut tables, &chunk?, byte_order_mark),
    )?;
    let [searches, games, moves, facts, truth, timings] = tables.each_ref().map(|table| table.rows);
    // All are complete before the first takes its place.
    for table in tables {
        match table.pending {
            Some(pending) => pending.commit()?,
            None => remove_stale(&table.path)?,
        }
    }
    Ok(Derived { searches, games, moves, facts, truth, timings })
}

/// The tables of a result folder.
pub const TABLES: [&str; TABLE_COUNT] =
    [SearchRow::TABLE, GameRow::TABLE, MoveRow::TABLE, FactRow::TABLE, TruthRow::TABLE, TimingRow::TABLE];

const TABLE_COUNT: usize = 6;

/// Bytes of the ledger that a chunk holds on the average.
const CHUNK_BYTES: u64 = 1 << 18;

/// Jobs of a chunk.
fn chunk_jobs(ledger: &Ledger) -> u64 {
    let lines = ledger.index().done_count() + ledger.index().failed_count();
    (CHUNK_BYTES.saturating_mul(lines) / ledger.bytes().max(1)).clamp(1, 1 << 16)
}

/// Lines of the files, and how many.
type Chunk = [(Vec<u8>, u64); TABLE_COUNT];

/// What some jobs add to the files.
fn copied(ledger: &Ledger, jobs: Range<u64>, initials: &[u8; TABLE_COUNT]) -> Result<Chunk> {
    let (mut chunk, mut records) = (Chunk::default(), ledger.records()?);
    for job in jobs {
        records.with_line(job, |line| {
            for row in line.rows() {
                let (initial, text) = row?;
                let table = initials.iter().position(|known| *known == initial).context("a row of no table")?;
                let (bytes, rows) = &mut chunk[table];
                write!(bytes, "{job},")?;
                bytes.extend_from_slice(&text);
                bytes.push(b'\n');
                *rows += 1;
            }
            Ok(())
        })?;
    }
    Ok(chunk)
}

fn add(tables: &mut [Table; TABLE_COUNT], chunk: &Chunk, byte_order_mark: bool) -> Result<()> {
    tables.iter_mut().zip(chunk).try_for_each(|(table, (bytes, rows))| table.add(bytes, *rows, byte_order_mark))
}

/// Where a table lies in a result folder.
pub fn csv_path(folder: &Path, table: &str) -> PathBuf {
    folder.join(format!("{table}.csv"))
}

fn remove_stale(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(error).with_context(|| format!("cannot remove {}, which has no rows any more", path.display()))
        }
        _ => Ok(()),
    }
}

/// A CSV file that is begun with its first row.
struct Table {
    path: PathBuf,
    initial: u8,
    header: String,
    pending: Option<Pending>,
    rows: u64,
}

impl Table {
    fn new<R: Row>(folder: &Path) -> Table {
        let names: Vec<&str> = R::COLUMNS.iter().map(|column| column.name).collect();
        let (path, initial) = (csv_path(folder, R::TABLE), initial::<R>());
        Table { path, initial, header: names.join(",") + "\n", pending: None, rows: 0 }
    }

    fn add(&mut self, lines: &[u8], rows: u64, byte_order_mark: bool) -> Result<()> {
        if rows == 0 {
            return Ok(());
        }
        let cannot = || format!("cannot write {}", self.path.display());
        let pending = match &mut self.pending {
            Some(pending) => pending,
            none => {
                let pending = none.insert(Pending::create(&self.path)?);
                let mark = if byte_order_mark { BYTE_ORDER_MARK } else { "" };
                pending.write_all([mark, &self.header].concat().as_bytes()).with_context(cannot)?;
                pending
            }
        };
        self.rows += rows;
        pending.write_all(lines).with_context(cannot)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::ledger::{FILE_NAME, Header};
    use crate::records::rows::JobRecord;
    use crate::records::scratch::Scratch;

    fn record(job: u64) -> JobRecord {
        let timing = |ply| TimingRow { job_id: job, ply, wall_ns: 5, cpu_ns: None };
        JobRecord {
            job,
            search: job.is_multiple_of(2).then(|| SearchRow {
                job_id: job,
                player: "a{b=1,c=\"2\"}".to_string(),
                estimated_nodes: Some(job as f64 / 3.0),
                ..SearchRow::default()
            }),
            game: (job % 2 == 1).then(|| GameRow { job_id: job, moves: "五\n".to_string(), ..GameRow::default() }),
            moves: Vec::new(),
            facts: vec![FactRow { job_id: job, value: Some(1e300), ..FactRow::default() }; 2],
            truth: Vec::new(),
            timings: vec![timing(Some(2)), timing(Some(1)), timing(None)],
        }
    }

    fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
        let mut files: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path()).unwrap()))
            .filter(|(name, _)| name != FILE_NAME)
            .collect();
        files.sort();
        files
    }

    #[test]
    fn the_same_for_any_order_of_completion() {
        let run = |order: &[u64]| {
            let scratch = Scratch::new("derive");
            let mut ledger = Ledger::open(scratch.path(), &Header::new("0"), 7).unwrap();
            order.iter().for_each(|&job| assert!(ledger.append(&record(job)).is_ok()));
            let derived = derive(&ledger, scratch.path(), false).unwrap();
            assert_eq!(derived, Derived { searches: 4, games: 3, facts: 14, timings: 21, ..Derived::default() });
            files(scratch.path())
        };
        let forwards = run(&[0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(forwards, run(&[6, 5, 4, 3, 2, 1, 0]));
        assert_eq!(forwards, run(&[3, 0, 6, 1, 5, 2, 4]));
        let names: Vec<&str> = forwards.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["facts.csv", "games.csv", "searches.csv", "timings.csv"]);
        let timings = String::from_utf8(forwards[3].1.clone()).unwrap();
        assert!(timings.starts_with("job_id,ply,wall_ns,cpu_ns\n0,,5,\n0,1,5,\n0,2,5,\n1,,5,\n"), "{timings}");
    }

    #[test]
    fn files_without_rows_go_and_failures_leave_the_old_ones() {
        let scratch = Scratch::new("derive-stale");
        fs::write(scratch.path().join("moves.csv"), "old").unwrap();
        fs::create_dir(scratch.path().join("timings.csv")).unwrap();
        let mut ledger = Ledger::open(scratch.path(), &Header::new("0"), 2).unwrap();
        ledger.append(&record(0)).unwrap();
        let error = format!("{:#}", derive(&ledger, scratch.path(), false).unwrap_err());
        assert!(error.contains("timings.csv"), "{error}");
        assert!(scratch.path().join("moves.csv").exists() && !scratch.path().join("searches.csv").exists());
        fs::remove_dir(scratch.path().join("timings.csv")).unwrap();
        derive(&ledger, scratch.path(), true).unwrap();
        assert!(!scratch.path().join("moves.csv").exists());
        assert!(fs::read(scratch.path().join("searches.csv")).unwrap().starts_with(b"\xef\xbb\xbfjob_id,"));
    }
}
