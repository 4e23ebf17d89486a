//! Whole runs: the same bytes for any number of threads and after any interruption, faults that become rows, memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{ProgressMode, RunOptions, run};
use crate::spec::{Plan, Profile, read_text};

static COUNTER: AtomicU64 = AtomicU64::new(0);

struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("mnklab-arena-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plan(toml: &str) -> Plan {
    let experiments = read_text(toml, "test.toml", Path::new(""), Profile::Quick).unwrap();
    Plan::new(experiments.into_iter().next().unwrap()).unwrap()
}

fn options(threads: usize) -> RunOptions {
    RunOptions { threads: Some(threads), progress: ProgressMode::None, ..RunOptions::default() }
}

/// All CSV files that a rerun repeats.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "csv") && !path.ends_with("timings.csv"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

const MATCH: &str = r#"
name = "ladder"
kind = "match"
game = "tictactoe"
[players]
random = "random"
"rules" = "rules"
search = "alphabeta{depth=3}"
[match]
schedule = "round-robin"
games = 20
record_moves = true
openings = { plies = 2 }
"#;

const SEARCH: &str = r#"
name = "depths"
kind = "search"
game = "connect4:5x4"
[players]
plain = "minimax"
cut = "alphabeta{table_bytes=65536}"
[[vary]]
key = "depth"
values = [1, 2, 3, 4]
[positions]
plies = [2, 4]
count = 6
"#;

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    for toml in [MATCH, SEARCH] {
        let plan = plan(toml);
        let run_with = |threads: usize| {
            let scratch = Scratch::new();
            let outcome = run(&plan, &scratch.0, &options(threads)).unwrap();
            assert!(outcome.is_complete() && outcome.ran == plan.job_count(), "{outcome:?}");
            files(&scratch.0)
        };
        let one = run_with(1);
        assert_eq!(one, run_with(2));
        assert_eq!(one, run_with(3));
        assert!(one.len() >= 2, "{one:?}");
    }
}
