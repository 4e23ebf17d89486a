//! The ledger: an append-only file of lines, the only state of an experiment.
//!
//! The first line is the [`Header`], every other one a [`JobRecord`] (see [`line`]), in order of completion. Each ends with
//! a checksum. One process writes at a time, under a lock. A line that a kill tore is cut off when the ledger is opened
//! next. Any other line whose checksum does not fit stays, is told and not used: its job is missing again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::index::{Entered, Index};
use super::replay::Records;
use super::rows::JobRecord;
use line::Line;

pub mod header;
pub mod line;

pub use header::{Header, HeaderFound, SCHEMA_VERSION, find_header};
pub use line::Batch;

/// The file's name in a result folder.
pub const FILE_NAME: &str = "ledger";

/// Damaged lines and the like that a message names one by one.
const MOST_NAMED: usize = 5;

/// An open, locked ledger.
#[derive(Debug)]
pub struct Ledger {
    path: PathBuf,
    file: File,
    header: Header,
    index: Index,
    /// Bytes of whole lines; what a failed write leaves behind them is cut off.
    end: u64,
    broken: bool,
    notices: Vec<String>,
    batch: Batch,
}

impl Ledger {
    /// Opens the ledger of a folder, or begins it, and locks it against other writers.
    ///
    /// `job_count` is the number of jobs of the plan. A torn last line is cut off, damaged lines are passed over; see
    /// [`notices`](Ledger::notices).
    ///
    /// # Errors
    /// If another process writes the ledger, if it belongs to another plan or program, or if the file cannot be read or
    /// written.
    pub fn open(folder: &Path, header: &Header, job_count: u64) -> Result<Ledger> {
        let path = folder.join(FILE_NAME);
        let name = path.display().to_string();
        if path.exists() && !path.is_file() {
            bail!("{name}: expected a file, found something else");
        }
        let index = Index::new(job_count)?;
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&path)
            .with_context(|| format!("cannot open {name} for writing"))?;
        let mut notices = Vec::new();
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("{name} is being written by another process; wait for it to end or choose another folder")
            }
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                notices.push(format!("{name}: this file system has no locks; start no second process on the folder"));
            }
            Err(TryLockError::Error(error)) => {
                return Err(error).with_context(|| format!("cannot lock {name}"));
            }
        }
        let mut ledger = Ledger {
            path,
            file,
            header: header.clone(),
            index,
            end: 0,
            broken: false,
            notices,
            batch: Batch::default(),
        };
        ledger.load().with_context(|| format!("cannot read {name}"))?;
        Ok(ledger)
    }

    /// Reads what is there, repairs the end, and writes the header if there is none.
    fn load(&mut self) -> Result<()> {
        let scan = scan(&self.path, &self.header, &mut self.index, &mut self.notices)?;
        if !scan.begun {
            // A kill while the header was written leaves its beginning, possibly of another revision's.
            if !header::is_begun(&scan.tail) {
                bail!("it is no ledger of this program: it does not begin with a header line");
            }
            let line = self.header.line()?;
            self.file.set_len(0)?;
            self.file.write_all(&line)?;
            self.end = line.len() as u64;
            return Ok(());
        }
        self.end = scan.end;
        if scan.tail.is_empty() {
            return Ok(());
        }
        match Line::parse(&scan.tail) {
            // Everything but the line's end had been written.
            Ok(line) if line.job < self.index.job_count() => {
                self.file.write_all(b"\n")?;
                let offset = self.end;
                self.end += scan.tail.len() as u64 + 1;
                self.index.enter(line.job, offset, line.failed);
            }
            _ => {
                self.file.set_len(self.end)?;
                self.notices.push(format!(
                    "{}: the last line was torn ({} bytes without an end) and was cut off; its job runs again",
                    self.path.display(),
                    scan.tail.len()
                ));
            }
        }
        Ok(())
    }

    /// Records a finished job: one write of its whole line. What this returns from is in the file.
    ///
    /// # Errors
    /// If the line cannot be written (a full disk, for one): nothing of it stays, and what was recorded before is
    /// untouched. If the record does not belong to the plan.
    pub fn append(&mut self, record: &JobRecord) -> Result<Entered> {
        let mut batch = std::mem::take(&mut self.batch);
        batch.clear();
        let entered = batch.push(record).and_then(|()| self.write(&batch));
        self.batch = batch;
        entered
    }

    /// Records finished jobs whose lines were made elsewhere: one write of all of them. What this returns from is in the
    /// file.
    ///
    /// # Errors
    /// As [`append`](Ledger::append): then none of the batch is recorded.
    pub fn append_batch(&mut self, batch: &Batch) -> Result<()> {
        if batch.is_empty() { Ok(()) } else { self.write(batch).map(|_| ()) }
    }

    /// Writes lines and enters them; tells what the last one did to the index.
    fn write(&mut self, batch: &Batch) -> Result<Entered> {
        if self.broken {
            bail!("{}: no row can be added after a failed write", self.path.display());
        }
        let count = self.index.job_count();
        if let Some(line) = batch.lines.iter().find(|line| line.job >= count) {
            bail!(
                "{}: a row is refused: job {} is not in the plan, which has {count} jobs",
                self.path.display(),
                line.job
            );
        }
        let mut entered = Entered::Duplicate;
        let known = |line: &&line::Written| self.index.is_done(line.job);
        if let Some(repeated) = batch.lines.iter().find(known) {
            if batch.lines.len() == 1 {
                return Ok(entered);
            }
            bail!("{}: a batch is refused: job {} is done already", self.path.display(), repeated.job);
        }
        if let Err(error) = self.file.write_all(&batch.bytes) {
            // A part of the lines would make the next one unreadable.
            self.broken = self.file.set_len(self.end).is_err();
            return Err(error).with_context(|| format!("cannot write to {}", self.path.display()));
        }
        for line in &batch.lines {
            entered = self.index.enter(line.job, self.end, line.failed);
            self.end += line.length;
        }
        Ok(entered)
    }

    /// Makes what was recorded survive a loss of power; a kill of the process loses nothing even without.
    ///
    /// # Errors
    /// If the disk reports a failure.
    pub fn sync(&self) -> Result<()> {
        self.file.sync_data().with_context(|| format!("cannot write to {}", self.path.display()))
    }

    /// The recorded jobs, failed ones included, in the order of the plan; each is read from the file when asked for.
    ///
    /// # Errors
    /// If the file cannot be opened again.
    pub fn records(&self) -> Result<Records<'_>> {
        Records::open(&self.path, &self.index)
    }

    /// Bytes of all that was recorded.
    pub fn bytes(&self) -> u64 {
        self.end
    }

    /// Which jobs are there.
    pub fn index(&self) -> &Index {
        &self.index
    }

    /// Jobs that have to run: those without a line, and those that failed. In the order of the plan.
    pub fn open_jobs(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.index.job_count()).filter(|&job| !self.index.is_done(job))
    }

    /// Whether every job is there and none failed.
    pub fn is_finished(&self) -> bool {
        self.index.done_count() == self.index.job_count()
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// What the user should be told about the state in which the ledger was found.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }
}

struct Scan {
    /// Whether there is a header.
    begun: bool,
    end: u64,
    /// What follows the last line's end.
    tail: Vec<u8>,
}

fn scan(path: &Path, expected: &Header, index: &mut Index, notices: &mut Vec<String>) -> Result<Scan> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    let (mut line, mut number) = (Vec::new(), 0u64);
    let (mut damaged, mut duplicates) = (Vec::new(), Vec::new());
    let mut scan = Scan { begun: false, end: 0, tail: Vec::new() };
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            break;
        }
        if line.pop_if(|byte| *byte == b'\n').is_none() {
            scan.tail = line;
            break;
        }
        number += 1;
        if number == 1 {
            expected.agree_with(&Header::parse(&line)?)?;
            scan.begun = true;
        } else {
            match Line::parse(&line) {
                Ok(line) if line.job >= index.job_count() => {
                    bail!("line {number}: job {} is not in the plan, which has {} jobs", line.job, index.job_count());
                }
                Ok(line) if index.enter(line.job, scan.end, line.failed) == Entered::Duplicate => {
                    duplicates.push(format!("line {number}, job {}", line.job));
                }
                Ok(_) => {}
                Err(error) => damaged.push(format!("line {number}: {error:#}")),
            }
        }
        scan.end += length;
    }
    let name = path.display();
    if !damaged.is_empty() {
        let lines = named(&damaged);
        notices.push(format!("{name}: damaged lines are not used ({lines}); jobs that no other line holds run again"));
    }
    if !duplicates.is_empty() {
        let lines = named(&duplicates);
        notices.push(format!("{name}: lines repeat a finished job ({lines}); the first line of a job counts"));
    }
    Ok(scan)
}

/// The first of some places, and how many more there are.
fn named(places: &[String]) -> String {
    let shown = places.iter().take(MOST_NAMED).cloned().collect::<Vec<_>>().join("; ");
    match places.len().saturating_sub(MOST_NAMED) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

#[cfg(test)]
mod tests;
