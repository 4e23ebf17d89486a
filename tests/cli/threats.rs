//! `mnklab threats`.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{output, results, text};

/// An open three of X in the middle, and scattered stones of O.
const THREE: &str = "h8a1i8a3j8a5";

#[test]
fn wins_are_printed_with_their_fours_and_moves() {
    assert_eq!(results(&["threats", "gomoku", THREE]), "win 1 g8\n");
    assert_eq!(results(&["threats", "gomoku"]), "none\n");
    // A five at once needs no four.
    assert_eq!(results(&["threats", "gomoku", "h8a1i8a3j8a5k8a7"]), "win 0\n");
    assert_eq!(results(&["threats", "connect4", "4454"]), "win 1 3\n");
    for game in ["gomoku:15,standard", "gomoku:15,renju", "gomoku:15,caro", "mnk:15,15,5"] {
        assert_eq!(results(&["threats", game, THREE, "--verify"]), "win 1 g8\n", "{game}");
    }
}

#[test]
fn the_side_may_be_chosen_and_any_stone_counts_are_accepted() {
    let quiet = format!("{THREE}k2");
    // By the stone counts it is O's turn, who has nothing; X would win with it.
    assert_eq!(results(&["threats", "gomoku", &quiet]), "none\n");
    assert_eq!(results(&["threats", "gomoku", &quiet, "--side", "X"]), "win 1 g8\n");
    assert_eq!(results(&["threats", "gomoku", THREE, "--side", "o"]), "none\n");
    let only_o = "......./......./......./..OOO../......./......./.......";
    assert_eq!(results(&["threats", "gomoku:7", only_o, "--side", "O"]), "win 1 b4\n");
    assert_eq!(results(&["threats", "gomoku:7", only_o]), "none\n");
}

#[test]
fn threes_are_asked_for() {
    let cross = "h9a1h10a3i8o1j8o3";
    assert_eq!(results(&["threats", "gomoku", cross]), "none\n");
    let won = results(&["threats", "gomoku", cross, "--vct", "--verify"]);
    assert!(won.starts_with("win 1 h8 "), "{won}");
    assert_eq!(results(&["threats", "gomoku", "h8a1", "--vct"]), "none\n");
    let refused = output(&["threats", "connect4", "--vct"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("expected a point game"), "{}", text(&refused.stderr));
}

#[test]
fn a_limit_is_told_and_json_has_everything() {
    let rich = "......./.OXXX../......./.OXXX../......./.OXXX../......./";
    let rich = rich.trim_end_matches('/');
    let arguments = ["threats", "gomoku:7", rich, "--side", "X"];
    assert_eq!(results(&[&arguments[..], &["--nodes", "1"]].concat()), "unknown\n");
    let shown = results(&[&arguments[..], &["--json", "--verify"]].concat());
    let values: Value = serde_json::from_str(&shown).unwrap();
    let value = &values[0];
    assert_eq!((value["position"].as_str(), value["side"].as_str()), (Some(rich), Some("X")), "{shown}");
    assert!(value["nodes"].as_u64().unwrap() > 1 && value["result"] != "unknown", "{shown}");
    let timed = results(&[&arguments[..], &["--time-ms", "100000"]].concat());
    assert!(timed.starts_with(value["result"].as_str().unwrap()), "{timed}");
}

#[test]
fn positions_come_from_standard_input_and_are_answered_in_order() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnklab"))
        .args(["threats", "gomoku", "-", "--threads", "2"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = format!("{THREE}\n\nstart\n h8a1i8a3j8a5k8a7 \n");
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "win 1 g8\nnone\nwin 0\n"));
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (arguments, expected) in [
        (&["gomoku", "h8h8"][..], "move 2 of 'h8h8', h8, is on an occupied cell"),
        (&["gomoku:5", "XXXXX/...../...../...../....."], "the game is over (X has won)"),
        (&["gomoku:7,renju", "XXXXXX./......./......./......./......./......./......."], "X has an overline"),
        (&["gomoku", "h8", "--side", "black"], "expected X or O, found 'black'"),
        (&["gomoku", "h8", "--nodes", "0"], "from 1 to"),
        (&["gomoku", "h8", "--time-ms", "x"], "found 'x'"),
        (&["connect4", "44", "--side", "O"], "X is to move"),
        (&["connect4", "1212121"], "the game is over (X has won)"),
        (&["gomuku"], "gomoku"),
        (&["gomoku", "h8", "--out", "x"], "--out"),
    ] {
        let output = output(&[&["threats"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
    }
}
