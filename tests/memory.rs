//! A million games must not need a million times something: measured on this process, which does nothing else.
#![cfg(target_os = "linux")]

use std::fs;
use std::path::Path;

use mnklab::arena::{ProgressMode, RunOptions, run};
use mnklab::records::read::read;
use mnklab::records::rows::GameRow;
use mnklab::spec::{Plan, Profile, read_text};

fn plan(games: u64) -> Plan {
    let toml = format!(
        "name='m'\nkind='match'\ngame='tictactoe'\n[players]\none='random'\nother='random'\n[match]\ngames={games}\n\
         openings={{plies=2}}\n"
    );
    Plan::new(read_text(&toml, "m.toml", Path::new(""), Profile::Quick).unwrap().remove(0)).unwrap()
}

/// Most memory that the process ever had, in bytes.
fn peak_bytes() -> u64 {
    let text = fs::read_to_string("/proc/self/status").unwrap();
    let line = text.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() * 1024
}

#[test]
fn memory_grows_by_at_most_64_bytes_a_game() {
    let (small, large) = (plan(1_000), plan(1_000_000));
    assert_eq!(small.suite(), large.suite());
    assert!(large.job(999_999).is_some() && large.job(1_000_000).is_none() && large.pairings().len() == 1);
    let peak_after = |games: u64| {
        let folder = std::env::temp_dir().join(format!("mnklab-memory-{}-{games}", std::process::id()));
        let options = RunOptions { threads: Some(2), progress: ProgressMode::None, ..RunOptions::default() };
        let outcome = run(&plan(games), &folder, &options).unwrap();
        assert!(outcome.is_complete() && outcome.rows.games == games, "{outcome:?}");
        // Readers stream as well.
        assert_eq!(read::<GameRow>(&folder).unwrap().filter(Result::is_ok).count() as u64, games);
        fs::remove_dir_all(&folder).unwrap();
        peak_bytes()
    };
    // The first run pays for threads, buffers and the allocator's reserves.
    let (few, many) = (10_000, 60_000);
    let before = peak_after(few);
    let after = peak_after(many);
    assert!(after - before <= (many - few) * 64 + (1 << 20), "{before} bytes for {few} games, {after} for {many}");
    assert!(after < 100 << 20, "{after} bytes");
}
