//! SIGINT and SIGTERM, sent to the running program.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use crate::support::{Folder, mnklab, text};

fn started(mut command: Command) -> Child {
    command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
}

fn send(signal: &str, child: &Child) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits for the end; gives up after two minutes.
fn ended(mut child: Child) -> Output {
    for _ in 0..1200 {
        if child.try_wait().unwrap().is_some() {
            return child.wait_with_output().unwrap();
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    child.kill().unwrap();
    panic!("the program does not end: {:?}", child.wait_with_output());
}

#[test]
fn a_search_of_hours_ends_at_once() {
    for (signal, code) in [("-INT", 130), ("-TERM", 75)] {
        let child = started(mnklab(&["analyze", "gomoku", "h8", "--player", "minimax{depth=9}"]));
        std::thread::sleep(Duration::from_millis(500));
        send(signal, &child);
        assert_eq!(ended(child).status.code(), Some(code));
    }
}

const GAMES: usize = 120;

/// A match of some seconds in a folder.
fn played(folder: &Path) -> Command {
    let games = GAMES.to_string();
    let mut command = mnklab(&["match", "connect4", "alphabeta{depth=5,eval=doc-c}", "random", "--record-moves"]);
    command.args(["--games", &games, "--threads", "2", "--progress", "none", "--out"]).arg(folder);
    command
}

/// The files that a rerun repeats.
fn files(folder: &Path) -> Vec<Vec<u8>> {
    ["games.csv", "moves.csv", "summary.csv"].map(|name| fs::read(folder.join(name)).unwrap()).to_vec()
}

#[test]
fn a_match_that_is_stopped_keeps_its_games_and_goes_on() {
    let folder = Folder::new("signals");
    let whole = folder.0.join("whole");
    assert_eq!(ended(started(played(&whole))).status.code(), Some(0));
    for (signal, code) in [("-INT", 130), ("-TERM", 75)] {
        let path = folder.0.join(signal);
        let lines = || fs::read(path.join("ledger")).map_or(0, |bytes| bytes.split(|byte| *byte == b'\n').count());
        let mut child = started(played(&path));
        while lines() < 5 && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(2));
        }
        send(signal, &child);
        let output = ended(child);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains("stopping: ") && said.contains("incomplete; continue with: "), "{said}");
        // What was finished is recorded, and derived.
        let rows = fs::read_to_string(path.join("games.csv")).unwrap().lines().count() - 1;
        assert!((3..GAMES).contains(&rows) && rows + 2 == lines(), "{rows} games, {} lines", lines());
        let manifest = fs::read_to_string(path.join("manifest.json")).unwrap();
        assert!(manifest.contains("\"status\": \"interrupted\""), "{manifest}");
        assert_eq!(ended(started(played(&path))).status.code(), Some(0));
        assert!(files(&path) == files(&whole), "after {signal} the files differ from those of an undisturbed run");
    }
}

#[test]
fn a_book_that_is_stopped_keeps_its_scores_and_goes_on() {
    let folder = Folder::new("book-signals");
    fs::create_dir_all(&folder.0).unwrap();
    let make = |path: &Path| {
        let mut command = mnklab(&["solve", "connect4:5x5", "--plies", "8", "--table-bytes", "65536", "--make-book"]);
        command.arg(path);
        command
    };
    let whole = folder.0.join("whole");
    assert_eq!(ended(started(make(&whole))).status.code(), Some(0));
    let whole = fs::read(whole).unwrap();
    // The last eight bytes are the checksum; a score that is not known is the byte 128.
    let open =
        |bytes: &[u8]| bytes[..bytes.len().saturating_sub(8)].iter().rev().take(500).filter(|&&b| b == 128).count();
    let path = folder.0.join("stopped");
    let mut child = started(make(&path));
    while fs::read(&path).map_or(500, |bytes| open(&bytes)) == 500 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    send("-INT", &child);
    let output = ended(child);
    let said = text(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 130)), "{said}");
    if output.status.code() == Some(130) {
        assert!(said.contains("incomplete; continue with: "), "{said}");
        assert_ne!(fs::read(&path).unwrap(), whole);
    }
    assert_eq!(ended(started(make(&path))).status.code(), Some(0));
    assert!(fs::read(&path).unwrap() == whole);
}
