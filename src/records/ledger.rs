//! The ledger: an append-only file of JSON lines, the only state of an experiment.
//!
//! The first line is the [`Header`], every other one a [`JobRecord`], in order of completion. One process writes at a
//! time, under a lock. A line that a kill tore is cut off when the ledger is opened next; whatever else is damaged is an
//! error that names the line, since rows must not disappear unseen.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::index::{Entered, Index};
use super::replay::Records;
use super::rows::JobRecord;

/// The file's name in a result folder.
pub const FILE_NAME: &str = "ledger";

/// Goes up when a row changes its columns or their meaning.
pub const SCHEMA_VERSION: u32 = 1;

/// The first line of a ledger: what its rows were made by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA_VERSION`] of the program that began the ledger.
    pub schema_version: u32,
    /// The hash of the plan whose jobs are recorded.
    pub plan_hash: String,
    /// Version of the program.
    pub program_version: String,
    /// Revision of the program's sources, or `unknown`.
    pub revision: String,
    /// Whether the sources differed from that revision.
    pub dirty: bool,
}

impl Header {
    /// The header of a ledger that this program begins for a plan.
    pub fn new(plan_hash: &str) -> Header {
        let program = super::provenance::Program::this();
        Header {
            schema_version: SCHEMA_VERSION,
            plan_hash: plan_hash.to_string(),
            program_version: program.version,
            revision: program.revision,
            dirty: program.dirty,
        }
    }

    /// The program, as messages name it.
    pub fn program(&self) -> String {
        format!("mnklab {} at revision {}, schema {}", self.program_version, self.revision, self.schema_version)
    }

    fn agree_with(&self, found: &Header) -> Result<()> {
        if self != found {
            let (hash, expected_hash) = (&found.plan_hash, &self.plan_hash);
            bail!(
                "it was begun by {} for the plan {hash}; expected {} and the plan {expected_hash}",
                found.program(),
                self.program()
            );
        }
        Ok(())
    }

    fn line(&self) -> Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        Ok(line)
    }
}

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
    /// `job_count` is the number of jobs of the plan. A torn last line is cut off; see [`notices`](Ledger::notices).
    ///
    /// # Errors
    /// If another process writes the ledger, if it belongs to another plan or program, if a line other than a torn last
    /// one cannot be read, or if the file cannot be written.
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
            let line = self.header.line()?;
            let shared = line.iter().zip(&scan.tail).take_while(|(a, b)| a == b).count();
            // A kill while the header was written leaves its beginning, possibly of another revision's.
            if !scan.tail.is_empty() && shared < scan.tail.len().min(b"{\"schema_version\":".len()) {
                bail!("it is no ledger of this program: it does not begin with a header line");
            }
            self.file.set_len(0)?;
            self.file.write_all(&line)?;
            self.end = line.len() as u64;
            return Ok(());
        }
        self.end = scan.end;
        if scan.tail.is_empty() {
            return Ok(());
        }
        match serde_json::from_slice::<JobRecord>(&scan.tail) {
            // Everything but the line's end had been written.
            Ok(record) if record.job < self.index.job_count() => {
                self.file.write_all(b"\n")?;
                let offset = self.end;
                self.end += scan.tail.len() as u64 + 1;
                self.index.enter(record.job, offset, record.err().is_some());
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
        let known = |line: &&Line| self.index.is_done(line.job);
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

/// Lines of a ledger that are not written yet. Workers make them, so that the lock of the ledger is held for a write only.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    bytes: Vec<u8>,
    lines: Vec<Line>,
}

/// One line of a batch.
#[derive(Clone, Copy, Debug)]
struct Line {
    job: u64,
    length: u64,
    failed: bool,
}

impl Batch {
    /// Adds the line of a finished job.
    ///
    /// # Errors
    /// If the record carries rows of another job, or cannot be written as JSON; the batch is then as it was.
    pub fn push(&mut self, record: &JobRecord) -> Result<()> {
        let job = record.job;
        let searches = record.search.iter().map(|row| row.job_id);
        let games = record.game.iter().map(|row| row.job_id);
        let moves = record.moves.iter().map(|row| row.job_id);
        let facts = record.facts.iter().map(|row| row.job_id);
        let timings = record.timings.iter().map(|row| row.job_id);
        if let Some(other) = searches.chain(games).chain(moves).chain(facts).chain(timings).find(|&id| id != job) {
            bail!("a row is refused: job {job} carries a row of job {other}");
        }
        let start = self.bytes.len();
        if let Err(error) = serde_json::to_writer(&mut self.bytes, record) {
            self.bytes.truncate(start);
            return Err(error).with_context(|| format!("the record of job {job} cannot be written"));
        }
        self.bytes.push(b'\n');
        let length = (self.bytes.len() - start) as u64;
        self.lines.push(Line { job, length, failed: record.err().is_some() });
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
    }
}

/// The header of a ledger, read without a lock; `None` if the file is absent or its first line is not complete.
///
/// # Errors
/// If the first line is no header, or the file cannot be read.
pub fn read_header(folder: &Path) -> Result<Option<Header>> {
    let path = folder.join(FILE_NAME);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error).with_context(|| format!("cannot open {}", path.display())),
    };
    if !path.is_file() {
        bail!("{}: expected a file, found something else", path.display());
    }
    let mut line = Vec::new();
    io::Read::take(BufReader::new(file), HEADER_LIMIT_BYTES)
        .read_until(b'\n', &mut line)
        .with_context(|| format!("cannot read {}", path.display()))?;
    if line.pop() != Some(b'\n') && (line.len() as u64) < HEADER_LIMIT_BYTES - 1 {
        return Ok(None);
    }
    parse_header(&line).map(Some).with_context(|| format!("cannot read {}", path.display()))
}

const HEADER_LIMIT_BYTES: u64 = 1 << 16;

fn parse_header(line: &[u8]) -> Result<Header> {
    serde_json::from_slice(line)
        .context("line 1: expected the header of a ledger; the file is no ledger of this program, or is damaged")
}

struct Scan {
    /// Whether there is a header.
    begun: bool,
    end: u64,
    /// What follows the last line's end.
    tail: Vec<u8>,
}

/// What the index needs of a line; the rest is checked to be JSON and skipped.
#[derive(Deserialize)]
struct Peek {
    job: u64,
    search: Option<PeekRow>,
    game: Option<PeekRow>,
    #[serde(default)]
    facts: Vec<PeekRow>,
}

#[derive(Deserialize)]
struct PeekRow {
    err: Option<IgnoredAny>,
}

impl Peek {
    fn failed(&self) -> bool {
        self.search.iter().chain(&self.game).chain(&self.facts).any(|row| row.err.is_some())
    }
}

fn scan(path: &Path, expected: &Header, index: &mut Index, notices: &mut Vec<String>) -> Result<Scan> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    reader.seek(SeekFrom::Start(0))?;
    let (mut line, mut number, mut duplicates) = (Vec::new(), 0u64, Vec::new());
    let mut scan = Scan { begun: false, end: 0, tail: Vec::new() };
    loop {
        line.clear();
        let length = reader.read_until(b'\n', &mut line)? as u64;
        if length == 0 {
            break;
        }
        if line.last() != Some(&b'\n') {
            scan.tail = line;
            break;
        }
        number += 1;
        if number == 1 {
            expected.agree_with(&parse_header(&line)?)?;
            scan.begun = true;
        } else {
            let peek: Peek = serde_json::from_slice(&line)
                .with_context(|| format!("line {number} is damaged: expected the record of a job"))?;
            if peek.job >= index.job_count() {
                let count = index.job_count();
                bail!("line {number}: job {} is not in the plan, which has {count} jobs", peek.job);
            }
            if index.enter(peek.job, scan.end, peek.failed()) == Entered::Duplicate {
                duplicates.push((number, peek.job));
            }
        }
        scan.end += length;
    }
    if let Some((line, job)) = duplicates.first() {
        notices.push(format!(
            "{}: {} lines repeat a finished job (the first is line {line}, job {job}); the first line of a job counts",
            path.display(),
            duplicates.len()
        ));
    }
    Ok(scan)
}

#[cfg(test)]
mod tests;
