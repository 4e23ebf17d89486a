//! Reading the CSV files of a result folder back, row by row.

use std::iter::Peekable;
use std::marker::PhantomData;
use std::path::Path;

use anyhow::{Result, bail};

use super::csv_file::CsvFile;
use super::derive::csv_path;
use super::rows::{GameRow, MoveRow, Row, SearchRow, TimingRow, TruthRow};

/// The rows of a CSV file, read as they are asked for. After an error nothing more comes.
pub struct Rows<R> {
    file: CsvFile,
    row: PhantomData<R>,
}

/// Opens the table of `R` in a result folder: `read::<GameRow>(folder)` reads `games.csv`.
///
/// # Errors
/// If the file is missing or lacks a column. Columns that are not known are passed over.
pub fn read<R: Row>(folder: &Path) -> Result<Rows<R>> {
    read_file(&csv_path(folder, R::TABLE))
}

/// As [`read`]; `None` if the folder has no such table.
///
/// # Errors
/// If the file lacks a column or cannot be read.
pub fn read_if_present<R: Row>(folder: &Path) -> Result<Option<Rows<R>>> {
    csv_path(folder, R::TABLE).exists().then(|| read(folder)).transpose()
}

/// Opens a file that holds rows of `R` under any name.
///
/// # Errors
/// As [`read`].
pub fn read_file<R: Row>(path: &Path) -> Result<Rows<R>> {
    Ok(Rows { file: CsvFile::open(path, required_columns::<R>())?, row: PhantomData })
}

/// Columns that folders of earlier versions lack; their cells are empty then.
const LATER: [(&str, &str); 5] = [
    (GameRow::TABLE, "reason"),
    (GameRow::TABLE, "swap2"),
    (GameRow::TABLE, "first_stones"),
    (GameRow::TABLE, "swap2_nodes_first"),
    (GameRow::TABLE, "swap2_nodes_second"),
];

/// Counters that they lack; nothing was counted by them then.
const LATER_COUNTERS: [&str; 7] =
    ["answering_nodes", "vcf_searches", "vcf_nodes", "vcf_wins", "vct_searches", "vct_nodes", "vct_wins"];

/// The columns without which a file is no table of `R`.
pub fn required_columns<R: Row>() -> impl Iterator<Item = &'static str> {
    let later = |name: &&str| LATER.contains(&(R::TABLE, name)) || LATER_COUNTERS.contains(name);
    R::COLUMNS.iter().map(|column| column.name).filter(move |name| !later(name))
}

impl<R: Row> Iterator for Rows<R> {
    type Item = Result<R>;

    fn next(&mut self) -> Option<Result<R>> {
        self.file.next_row()
    }
}

/// A row that `timings.csv` may hold a time for.
pub trait Timed: Row {
    /// The move of the game that the row is about; `None` for a whole job.
    fn timed_ply(&self) -> Option<u32>;
}

impl Timed for SearchRow {
    fn timed_ply(&self) -> Option<u32> {
        None
    }
}

impl Timed for GameRow {
    fn timed_ply(&self) -> Option<u32> {
        None
    }
}

impl Timed for MoveRow {
    fn timed_ply(&self) -> Option<u32> {
        Some(self.ply)
    }
}

impl Timed for TruthRow {
    /// The times of a move that was held against the truth stand with its search or its game.
    fn timed_ply(&self) -> Option<u32> {
        self.game_id.map(|_| self.ply)
    }
}

/// Rows with their timings. Both files are in plan order, so that neither has to be held in memory.
pub struct WithTimings<R: Timed> {
    rows: Rows<R>,
    timings: Option<Peekable<Rows<TimingRow>>>,
    last: Option<(u64, Option<u32>)>,
}

/// Reads a table together with the timings of its rows; without `timings.csv` every timing is `None`.
///
/// # Errors
/// As [`read`]; an item is an error also where a file is not in plan order.
pub fn read_with_timings<R: Timed>(folder: &Path) -> Result<WithTimings<R>> {
    let timings = read_if_present::<TimingRow>(folder)?.map(|rows| rows.peekable());
    Ok(WithTimings { rows: read(folder)?, timings, last: None })
}

impl<R: Timed> WithTimings<R> {
    fn timing_of(&mut self, row: &R) -> Result<Option<TimingRow>> {
        let key = (row.job_id(), row.timed_ply());
        if self.last.is_some_and(|last| last > key) {
            bail!("{}: job {} is not in the order of the plan", self.rows.file.path().display(), key.0);
        }
        self.last = Some(key);
        let Some(timings) = &mut self.timings else { return Ok(None) };
        while let Some(timing) = timings.next_if(|next| match next {
            Ok(timing) => (timing.job_id, timing.ply) <= key,
            Err(_) => true,
        }) {
            let timing = timing?;
            if (timing.job_id, timing.ply) == key {
                return Ok(Some(timing));
            }
        }
        Ok(None)
    }
}

impl<R: Timed> Iterator for WithTimings<R> {
    type Item = Result<(R, Option<TimingRow>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let row = match self.rows.next()? {
            Ok(row) => row,
            Err(error) => return Some(Err(error)),
        };
        Some(self.timing_of(&row).map(|timing| (row, timing)))
    }
}

#[cfg(test)]
mod tests;
