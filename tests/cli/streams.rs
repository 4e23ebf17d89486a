//! Standard output and standard error.

use std::io::Read;
use std::process::Stdio;

use crate::support::{mnklab, text};

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
    for arguments in [
        &["list", "games"][..],
        &["list", "games", "--json"],
        &["--help"],
        &["--version"],
        &["man"],
        &["completions", "bash"],
        &["perft", "tictactoe", "2"],
        &["analyze", "tictactoe", "start"],
        &["run", "t10", "--dry-run"],
    ] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = mnklab(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let said = text(&output.stderr);
        assert!(said.contains("standard output") && !said.contains("panicked"), "{arguments:?}: {said}");
    }
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
