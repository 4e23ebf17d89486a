//! Standard output and standard error, and signals.

use std::io::Read;
use std::process::{Command, Stdio};

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
