//! Reading a ledger back, job by job in the order of the plan, one record in memory at a time.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::index::Index;
use super::ledger::line::Line;
use super::rows::JobRecord;

/// The recorded jobs in the order of the plan.
#[derive(Debug)]
pub struct Records<'a> {
    path: PathBuf,
    reader: BufReader<File>,
    position: u64,
    index: &'a Index,
    next: u64,
    line: Vec<u8>,
}

impl<'a> Records<'a> {
    pub(super) fn open(path: &Path, index: &'a Index) -> Result<Records<'a>> {
        let file = File::open(path).with_context(|| format!("cannot open {}", path.display()))?;
        let reader = BufReader::with_capacity(1 << 16, file);
        Ok(Records { path: path.to_path_buf(), reader, position: 0, index, next: 0, line: Vec::new() })
    }

    /// The record of one job, if it is there.
    ///
    /// # Errors
    /// If the line cannot be read or is no record of that job.
    pub fn read(&mut self, job: u64) -> Result<Option<JobRecord>> {
        self.with_line(job, |line| line.record())
    }

    /// What is made of the line of one job, if it is there.
    ///
    /// # Errors
    /// As [`read`](Records::read), and those of `make`.
    pub(super) fn with_line<T>(&mut self, job: u64, make: impl FnOnce(Line) -> Result<T>) -> Result<Option<T>> {
        let Some(offset) = self.index.offset(job) else { return Ok(None) };
        let made = self.load(offset).and_then(|()| {
            let line = Line::parse(self.line.strip_suffix(b"\n").unwrap_or(&self.line))?;
            anyhow::ensure!(line.job == job, "expected job {job}, found job {}", line.job);
            make(line)
        });
        made.map(Some).with_context(|| match self.line_number(offset) {
            Some(number) => format!("{}: line {number} is damaged", self.path.display()),
            None => format!("{}: the line at byte {offset} is damaged", self.path.display()),
        })
    }

    /// Reads the line at an offset.
    fn load(&mut self, offset: u64) -> Result<()> {
        // Relative, so that neighbours come out of the buffer.
        self.reader.seek_relative(offset as i64 - self.position as i64)?;
        self.position = offset;
        self.line.clear();
        self.position += self.reader.read_until(b'\n', &mut self.line)? as u64;
        Ok(())
    }

    fn line_number(&self, offset: u64) -> Option<u64> {
        let reader = BufReader::new(File::open(&self.path).ok()?.take(offset));
        let ends = reader.bytes().filter(|byte| matches!(byte, Ok(b'\n'))).count();
        Some(ends as u64 + 1)
    }
}

impl Iterator for Records<'_> {
    type Item = Result<JobRecord>;

    fn next(&mut self) -> Option<Result<JobRecord>> {
        while self.next < self.index.job_count() {
            let job = self.next;
            self.next += 1;
            if let Some(record) = self.read(job).transpose() {
                return Some(record);
            }
        }
        None
    }
}
