//! `mnklab solve`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{output, results, text};

/// The scores of a line, without nodes and time, which differ.
fn scores(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split(' ').collect();
    assert!(words.len() >= 4, "{line}");
    assert!(words[2..4].iter().all(|word| word.parse::<u64>().is_ok()), "{line}");
    [&words[..2], &words[4..]].concat()
}

fn solved(arguments: &[&str]) -> Vec<String> {
    let lines = results(&[&["solve"], arguments].concat());
    lines.lines().map(|line| scores(line).join(" ")).collect()
}

#[test]
fn scores_follow_the_convention_on_every_game() {
    // Six stones lie and X wins with the seventh: (42 + 1 - 6) / 2, rounded down; two plies earlier it is the same win.
    assert_eq!(solved(&["connect4", "445522"]), ["445522 18"]);
    assert_eq!(solved(&["connect4", "4455"]), ["4455 18"]);
    assert_eq!(solved(&["connect4", "4455", "--weak"]), ["4455 1"]);
    assert_eq!(solved(&["tictactoe"]), ["start 0"]);
    assert_eq!(solved(&["tictactoe", "a1b1a2b2", "--moves"]), ["a1b1a2b2 3 c1:-2 c2:-2 a3:3 b3:0 c3:-2"]);
    // A board that is no Connect Four takes the search to the end: X needs four stones to win 4,3,3.
    assert_eq!(solved(&["mnk:4,3,3", "start", "--weak"]), ["start 1"]);
    assert_eq!(solved(&["connect4:4x4"]), ["start 0"]);
    assert_eq!(solved(&["connect4:10x7", "eeff"]), ["eeff 32"]);
}

#[test]
fn positions_are_read_from_standard_input_and_answered_in_order() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnklab"))
        .args(["solve", "connect4", "-", "--threads", "2", "--table-bytes", "1048576"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"445522\n\n 4455 \n4455226\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<String> = text(&output.stdout).lines().map(|line| scores(line).join(" ")).collect();
    assert_eq!(lines, ["445522 18", "4455 18", "4455226 -17"]);
}

#[test]
fn a_limit_leaves_the_score_unknown() {
    // What the search of the position leaves open its moves may tell.
    let gravity = ["mnk:4,4,4,gravity", "start", "--nodes", "1900", "--weak", "--threads", "1", "--moves"];
    assert_eq!(output(&[&["solve"], &gravity[..7]].concat()).status.code(), Some(3));
    assert_eq!(solved(&gravity), ["start 0 1:0 2:0 3:0 4:0"]);
    for arguments in [&["connect4", "start", "--nodes", "1000"][..], &["gomoku:5", "start", "--nodes", "1000"]] {
        let output = output(&[&["solve"], arguments].concat());
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(text(&output.stdout).starts_with("start unknown[-"), "{}", text(&output.stdout));
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (arguments, expected) in [
        (&["connect4", "4455667"][..], &["'4455667'", "game is over", "line"][..]),
        (&["connect4", "4444444"], &["full"]),
        (&["connect4", "48"], &["column from 1 to 7"]),
        (&["tictactoe", "a1b1a2b2a3"], &["game is over"]),
        (&["connect4", "start", "--table-bytes", "18446744073709551615"], &["18446744073709551615", "memory"]),
        (&["connect4", "start", "--nodes", "0"], &["'0'", "from 1"]),
        (&["connect4", "start", "--out", "x"], &["--out"]),
    ] {
        let output = output(&[&["solve"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        for word in expected {
            assert!(text(&output.stderr).contains(word), "{arguments:?}: {}", text(&output.stderr));
        }
    }
}
