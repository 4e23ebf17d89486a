//! Made-up result folders for the tests of this room.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::claim::Claim;
use super::measure::Source;
use crate::base::Counters;
use crate::records::derive::csv_path;
use crate::records::rows::{GameRow, Row, SearchRow};

static COUNTER: AtomicU64 = AtomicU64::new(0);

/// A folder that is removed when it goes out of scope.
pub struct TestFolder(PathBuf);

impl TestFolder {
    /// A fresh folder.
    pub fn new(name: &str) -> TestFolder {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("mnklab-analysis-{name}-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        TestFolder(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a table.
    pub fn write<R: Row>(&self, rows: &[R]) {
        write_table(&self.0, rows);
    }
}

impl Drop for TestFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Writes a table into a folder, numbering its jobs unless they are numbered.
pub fn write_table<R: Row>(folder: &Path, rows: &[R]) {
    fs::create_dir_all(folder).unwrap();
    let mut writer = csv::Writer::from_path(csv_path(folder, R::TABLE)).unwrap();
    for row in rows {
        writer.serialize(row).unwrap();
    }
    writer.flush().unwrap();
}

/// A search with so many nodes.
pub fn search(job_id: u64, position_id: u64, player: &str, nodes: u64) -> SearchRow {
    let row = SearchRow::from(Counters { nodes, ..Counters::default() });
    SearchRow { job_id, position_id, player: player.to_string(), ply: 4, ..row }
}

/// A game; `outcome` is empty for one that failed.
pub fn game(job_id: u64, pair: (u64, u64), first: &str, second: &str, outcome: &str, plies: u32) -> GameRow {
    let failed = outcome.is_empty();
    GameRow {
        job_id,
        pairing_id: pair.0,
        pair_id: pair.1,
        opening: format!("h{}", pair.1 + 1),
        first: first.to_string(),
        second: second.to_string(),
        outcome: (!failed).then(|| outcome.to_string()),
        err: failed.then(|| "crashed".to_string()),
        plies,
        moves: format!("game{job_id}"),
        ..GameRow::default()
    }
}

/// The source of a part with this measure and these keys, read as a claim file is.
pub fn source(measure: &str, keys: &[(&str, &str)]) -> Source {
    let mut text = String::from(
        "[claim]\nid = 'X1'\ndocument = 'X'\ngame = 'gomoku'\nstatus = 'judged'\nsays = ''\nsays_zh = ''\n\
         [[part]]\nid = 'X1.a'\nsays = ''\nsays_zh = ''\ncondition = 'any'\nexperiment = 'x1'\n",
    );
    text.push_str(&format!("measure = '{measure}'\n"));
    for (key, value) in keys {
        let bare = value.parse::<f64>().is_ok() || value.starts_with('{') || ["true", "false"].contains(value);
        text.push_str(&if bare { format!("{key} = {value}\n") } else { format!("{key} = '{value}'\n") });
    }
    let claim = Claim::parse("test.toml", &text).unwrap();
    claim.parts[0].source.clone().unwrap()
}
