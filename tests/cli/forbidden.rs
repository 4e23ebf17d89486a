//! `mnklab forbidden`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{output, results, text};

#[test]
fn points_are_ordered_by_letter_and_then_by_number() {
    // Two fours in one line at h8.
    assert_eq!(results(&["forbidden", "e8a1g8a2i8a3k8"]), "h8\n");
    assert_eq!(results(&["forbidden"]), "\n");
    // Overlines: c10 joins two and three stones, j4 the same in its column.
    let mut rows = ["..............."; 15];
    rows[5] = "XX.XXX.........";
    for row in [8, 9, 10, 12, 13] {
        rows[row] = ".........X.....";
    }
    let shown = results(&["forbidden", &rows.join("/")]);
    assert_eq!(shown, "c10 j4\n", "{shown}");
}

#[test]
fn any_stone_counts_and_sizes_are_taken_from_standard_input() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnklab"))
        .args(["forbidden", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = "XX.XXX/....../....../....../....../......\n\nOOOOO/...../...../...../.....\nstart\n e8a1g8a2i8a3k8 \n";
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), "c6\n\n\nh8\n"));
}

#[test]
fn what_is_no_position_is_refused() {
    for (arguments, expected) in [
        (&["XX./..."][..], "5 to 22 rows"),
        (&["...../...../...../...../...."], "row 5 from the top: expected 5 cells, found 4"),
        (&["...../...../...../...../....Z"], "found 'Z'"),
        (&["h8h8"], "move 2 of 'h8h8', h8, is on an occupied cell"),
        (&["q1"], "a point from a1 to o15"),
        (&[""], "is empty"),
        (&["h8", "--out", "x"], "--out"),
    ] {
        let output = output(&[&["forbidden"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        assert!(text(&output.stderr).contains(expected), "{arguments:?}: {}", text(&output.stderr));
    }
}
