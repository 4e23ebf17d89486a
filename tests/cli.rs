//! The program from outside: exit codes, messages, streams.

use std::io::Read;
use std::process::{Command, Output, Stdio};

fn mnklab(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mnklab"));
    command.args(arguments).env_remove("NO_COLOR").env("TERM", "xterm-256color");
    command
}

fn output(arguments: &[&str]) -> Output {
    mnklab(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Runs with success; nothing is said on standard error.
fn results(arguments: &[&str]) -> String {
    let output = output(arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    text(&output.stdout).to_string()
}

#[test]
fn wrong_input_exits_2_with_one_message_that_helps() {
    for (arguments, parts) in [
        (&["perft", "conect4", "3"][..], &["'conect4'", "did you mean 'connect4'"][..]),
        (&["prft", "connect4", "3"], &["prft", "perft"]),
        (&["list", "game"], &["'game'", "games"]),
        (&["perft", "connect4", "0"], &["'0'", "from 1"]),
        (&["perft", "connect4", "-3"], &["'-3'", "whole number"]),
        (&["perft", "connect4", "3", "8"], &["'8'", "column from 1 to 7"]),
        (&["perft", "connect4", "3", "4444444"], &["full"]),
        (&["perft", "tictactoe", "3", "b2b2"], &["move 2", "b2", "occupied"]),
        (&["perft", "mnk:3,3,", "3"], &["'mnk:3,3,'"]),
        (&["perft", "gomoku:15,renju", "1"], &["renju", "not supported yet"]),
        (&["analyze", "gomoku", "h8", "--player", "doc-c-v1"], &["'doc-c-v1'", "'gomoku'", "connect4 only"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabeta{topk=0}"], &["topk", "'0'"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabeta{depth=-1}"], &["depth", "'-1'"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabeta{depth=1,}"], &["stray comma"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabta"], &["'alphabta'", "did you mean 'alphabeta'"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabeta{dept=1}"], &["'dept'", "'depth'"]),
        (&["analyze", "connect4", "start", "--player", "minimax"], &["minimax", "no limit"]),
        (&["analyze", "connect4", "start", "--player", "minimax{depth=2}", "--tree", "99"], &["20000 nodes"]),
        (&["analyze", "tictactoe", "X../OO./..."], &["cannot arise"]),
        (&["list", "games", "--threads", "0"], &["'0'", "from 1"]),
        (&["list", "games", "--seed", "-1"], &["'-1'"]),
        (&["list", "games", "--out", "x"], &["--out", "'list'"]),
        (&["man", "lits"], &["'lits'", "did you mean 'list'"]),
        (&["completions", "tcsh"], &["tcsh", "bash"]),
        (&[], &["Usage: mnklab"]),
    ] {
        let output = output(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        for part in parts {
            assert!(said.contains(part), "{arguments:?}: expected {part} in {said}");
        }
        assert!(said.matches("error:").count() <= 1 && !said.contains("panicked"), "{arguments:?}: {said}");
    }
}

#[test]
fn perft_prints_depth_and_leaves() {
    assert_eq!(results(&["perft", "connect4", "4"]), "1 7\n2 49\n3 343\n4 2401\n");
    assert_eq!(results(&["perft", "tictactoe", "2", "b2"]), "1 8\n2 56\n");
    let json: serde_json::Value = serde_json::from_str(&results(&["perft", "tictactoe", "2", "--json"])).unwrap();
    assert_eq!(json[1]["leaves"], 72);
}

#[test]
fn analyze_finds_the_win_and_says_so_in_both_forms() {
    let shown = results(&["analyze", "connect4", "445522"]);
    assert!(shown.contains("win in 1") && shown.contains("static value"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");
    let json: serde_json::Value = serde_json::from_str(&results(&["analyze", "connect4", "445522", "--json"])).unwrap();
    assert_eq!((json["value_text"].as_str(), json["to_move"].as_str()), (Some("win in 1"), Some("X")));
    assert!(["3", "6"].contains(&json["best"].as_str().unwrap()));
    let tree = results(&["analyze", "tictactoe", "a1b1a2", "--player", "alphabeta", "--tree", "2"]);
    assert!(tree.contains("root max [-inf, +inf]") && tree.contains("cutoff"), "{tree}");
    let over = results(&["analyze", "tictactoe", "a1a2b1b2c1"]);
    assert!(over.contains("X has won"), "{over}");
}

#[test]
fn an_image_is_written_or_the_failure_is_told() {
    let file = std::env::temp_dir().join(format!("mnklab-cli-{}.svg", std::process::id()));
    let name = file.to_str().unwrap();
    let written = output(&["analyze", "gomoku", "h8i9", "--player", "doc-g-greedy", "--svg", name]);
    assert_eq!(written.status.code(), Some(0));
    assert!(text(&written.stderr).contains(name));
    let svg = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert_eq!(svg.matches("<circle").count(), 2);
    let folder = std::env::temp_dir();
    let refused = output(&["analyze", "gomoku", "h8", "--player", "doc-g-greedy", "--svg", folder.to_str().unwrap()]);
    assert_eq!((refused.status.code(), text(&refused.stdout)), (Some(1), ""));
    assert!(text(&refused.stderr).contains("--svg"));
}

#[test]
fn a_reader_that_leaves_is_no_failure() {
    for arguments in [&["list", "switches"][..], &["perft", "tictactoe", "9"], &["--help"], &["completions", "bash"]] {
        let mut child = mnklab(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = mnklab(&["list", "games"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("standard output"));
}

#[test]
fn redirected_output_has_no_escape_codes() {
    for arguments in
        [&["--help"][..], &["list", "games"], &["list", "nothing"], &["analyze", "tictactoe", "start"], &["prft"]]
    {
        for no_color in [false, true] {
            let mut command = mnklab(arguments);
            if no_color {
                command.env("NO_COLOR", "1");
            }
            let output = command.output().unwrap();
            assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b), "{arguments:?}");
        }
    }
}

#[test]
fn every_registry_is_listed_as_text_and_as_json() {
    for kind in ["games", "players", "switches", "evaluators", "metrics"] {
        let lines = results(&["list", kind]);
        let json: Vec<serde_json::Value> = serde_json::from_str(&results(&["list", kind, "--json"])).unwrap();
        assert_eq!(lines.lines().count(), json.len(), "{kind}");
    }
    assert!(results(&["list", "players"]).contains("doc-a-search"));
}

#[test]
fn manual_and_completions_know_the_verbs() {
    assert!(results(&["man"]).contains(".TH mnklab"));
    assert!(results(&["man", "analyze"]).contains("analyze"));
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(results(&["completions", shell]).contains("perft"), "{shell}");
    }
}

/// Ends a search that would take hours; gives up after a minute.
#[cfg(target_os = "linux")]
fn code_after(signal: &str) -> Option<i32> {
    let mut child = mnklab(&["analyze", "gomoku", "h8", "--player", "minimax{depth=9}"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(500));
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    for _ in 0..600 {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    None
}

#[cfg(target_os = "linux")]
#[test]
fn signals_have_their_exit_codes() {
    assert_eq!(code_after("-INT"), Some(130));
    assert_eq!(code_after("-TERM"), Some(75));
}
