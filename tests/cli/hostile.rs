//! Hostile arguments and files: an exit code of the contract, a short message without escape codes, an end in reasonable time.

use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::support::{Folder, mnklab, results, text};

/// Exit 2 within a time that no hang keeps to, a message that a terminal can show, no panic.
fn refused(arguments: &[&str]) -> String {
    refused_in(Path::new("."), arguments)
}

/// The same, run in a folder.
fn refused_in(folder: &Path, arguments: &[&str]) -> String {
    let begun = Instant::now();
    let output = mnklab(arguments).current_dir(folder).output().unwrap();
    let said = text(&output.stderr);
    let shown: Vec<String> = arguments.iter().map(|argument| argument.chars().take(60).collect()).collect();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{shown:?}: {said}");
    assert!(!said.contains("panicked") && !said.is_empty(), "{shown:?}: {said}");
    assert!(said.chars().count() < 2500, "{shown:?}: {} characters", said.chars().count());
    assert!(!said.contains(|c: char| c.is_control() && c != '\n'), "{shown:?}: {said:?}");
    assert!(begun.elapsed() < Duration::from_secs(60), "{shown:?}");
    said.to_string()
}

#[test]
fn hostile_arguments_are_refused_shortly() {
    // What lies around the folder of this project is nobody's business: it may be results.
    let (folder, inner) = (Folder::new("hostile-words"), "inner");
    fs::create_dir_all(folder.path(inner)).unwrap();
    let (long, escape) = ("x".repeat(100_000), "\u{1b}[31m\u{7}");
    for word in ["", "-", " ", "\n", escape, "\u{202e}txt", "五子棋", &long, "/", "..", "1e999", "-1", "{", "=", ","]
    {
        for command in [
            &["perft", word, "2"][..],
            &["perft", "connect4", word],
            &["perft", "connect4", "2", word],
            &["analyze", "gomoku", "h8", "--player", word],
            &["match", "tictactoe", word, "random"],
            &["match", "tictactoe", "random", "random", "--sprt", word],
            &["match", "tictactoe", "random", "random", "--games", word],
            &["match", "tictactoe", "random", "random", "--openings", word],
            &["sweep", "connect4", "--player", "alphabeta", "--vary", word],
            &["sweep", "connect4", "--player", "alphabeta", "--vary", &format!("depth={word}")],
            &["run", word],
            &["repro", "--claims", word],
            &["repro", "--lang", word],
            &["list", word],
            &["list", "switches", word],
            &["man", word],
            &["plot", word],
            &["plot", ".", "--figure", word],
            &["report", word],
            &["compare", word, word],
            &["list", "games", "--seed", word],
            &["list", "games", "--threads", word],
            &[word],
        ] {
            refused_in(Path::new(&folder.path(inner)), command);
        }
    }
    for claims in ["A2,", ",", "A2,,C1"] {
        assert!(refused(&["repro", "--claims", claims]).contains("stray comma"));
    }
    for threads in ["0", "100000", "18446744073709551616"] {
        refused(&["match", "tictactoe", "random", "random", "--threads", threads]);
    }
}

const SEARCH: &str = "name = \"s\"\nkind = \"search\"\ngame = \"tictactoe\"\n[players]\na = \"alphabeta\"\n[positions]\nlist = [\"start\"]\n";

#[test]
fn hostile_specifications_are_refused_with_their_place() {
    let folder = Folder::new("hostile");
    fs::create_dir_all(&folder.0).unwrap();
    let file = folder.path("x.toml");
    let with = |from: &str, to: &str| SEARCH.replace(from, to).into_bytes();
    for (bytes, parts) in [
        (Vec::new(), &["x.toml:1:1", "'name' is missing"][..]),
        (vec![0; 100], &["x.toml:1:"]),
        ((0..=255).collect(), &["x.toml:2:118: expected a file with an experiment in UTF-8, found the byte 0x80"]),
        (SEARCH.encode_utf16().flat_map(u16::to_le_bytes).collect(), &["x.toml:1:"]),
        (format!("a = {}", "[".repeat(100_000)).into_bytes(), &["x.toml:1:", "recur"]),
        (format!("a = {}1{}", "{a=".repeat(20_000), "}".repeat(20_000)).into_bytes(), &["x.toml:1:", "recur"]),
        (format!("{} = 1", vec!["a"; 100_000].join(".")).into_bytes(), &["x.toml:1:", "recur"]),
        (vec![b'x'; 10 << 20], &["x.toml:1:", "found xxx"]),
        (with("\"s\"", "\"\\u001B[31m\""), &["x.toml:1:8", "control character"]),
        (with("\"s\"", &format!("\"{}\"", "n".repeat(10 << 20))), &["x.toml:1:8", "1 to 200 characters"]),
        (with("a = ", "\"\\u001B[31m\" = "), &["x.toml:5", "control character"]),
        (with("list = [\"start\"]", "file = \"/dev/null\""), &["x.toml:7:8", "/dev/null holds no position"]),
        (with("list = [\"start\"]", "file = \"\""), &["x.toml:7:8"]),
        ([SEARCH.as_bytes(), b"list = [\"b2\"]\n"].concat(), &["x.toml:8:1", "duplicate key", "list = [\"b2\"]"]),
        (b"[experiment]\nname = \"x\"\n".to_vec(), &["x.toml:1", "[[experiment]]"]),
    ] {
        fs::write(&file, bytes).unwrap();
        let said = refused(&["run", &file, "--out", &folder.path("out")]);
        for part in parts {
            assert!(said.contains(part), "expected {part} in {said}");
        }
    }
    assert!(!folder.0.join("out").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn what_never_ends_is_given_up() {
    let folder = Folder::new("endless");
    fs::create_dir_all(&folder.0).unwrap();
    let file = folder.path("x.toml");
    assert!(refused(&["run", "/dev/zero"]).contains("found more than"));
    fs::write(&file, SEARCH.replace("list = [\"start\"]", "file = \"/dev/zero\"")).unwrap();
    assert!(refused(&["run", &file]).contains("found more than"));
    // No job of a dry run is waited for, not even one that cannot be stopped.
    fs::write(&file, "name = \"x\"\nkind = \"count\"\ngame = \"gomoku:22\"\n[count]\nquantities = [\"perft:30\"]\n")
        .unwrap();
    let begun = Instant::now();
    assert!(results(&["run", &file, "--dry-run"]).contains("# estimated time"));
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[cfg(unix)]
#[test]
fn arguments_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    let bytes = OsStr::from_bytes(b"\xff\xfe");
    for command in [&["perft"][..], &["run"], &["report"], &["plot"], &["man"], &["match", "tictactoe", "random"], &[]]
    {
        let output = mnklab(command).arg(bytes).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{command:?}");
    }
}
