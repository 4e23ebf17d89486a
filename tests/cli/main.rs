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
    for kind in ["games", "players", "switches", "evaluators", "metrics", "figures", "faults", "claims", "experiments"]
    {
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

/// A folder of its own, removed at the end.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("mnklab-cli-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_match_runs_continues_and_refuses_a_folder_of_another_plan() {
    let folder = Folder::new("match");
    let out = folder.path("a");
    let play = ["match", "tictactoe", "alphabeta", "random", "--games", "20", "--out", &out, "--quiet"];
    let first = results(&play);
    assert!(first.contains("20 of 20 jobs done") && first.contains("win_rate"), "{first}");
    let games = std::fs::read(folder.0.join("a/games.csv")).unwrap();
    assert_eq!(results(&play), first);
    assert_eq!(std::fs::read(folder.0.join("a/games.csv")).unwrap(), games);
    let other = output(&["match", "tictactoe", "alphabeta", "random", "--games", "10", "--out", &out]);
    assert_eq!((other.status.code(), text(&other.stdout)), (Some(2), ""));
    assert!(text(&other.stderr).contains("another plan") && text(&other.stderr).contains("--force"));
    assert_eq!(std::fs::read(folder.0.join("a/games.csv")).unwrap(), games);
    let forced =
        results(&["match", "tictactoe", "alphabeta", "random", "--games", "10", "--out", &out, "--force", "-q"]);
    assert!(forced.contains("10 of 10 jobs done"), "{forced}");
}

#[test]
fn two_runs_of_one_plan_are_compared() {
    let folder = Folder::new("compare");
    let (one, two) = (folder.path("one"), folder.path("two"));
    for (out, threads) in [(&one, "1"), (&two, "2")] {
        results(&[
            "sweep",
            "connect4",
            "--player",
            "alphabeta",
            "--vary",
            "depth=1,2",
            "--positions",
            "6",
            "--out",
            out,
            "-q",
            "--threads",
            threads,
        ]);
    }
    let read = |out: &str| std::fs::read(std::path::Path::new(out).join("searches.csv")).unwrap();
    assert_eq!(read(&one), read(&two));
    let shown = results(&["compare", &one, &two]);
    let lines: Vec<Vec<&str>> = shown.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(lines.iter().any(|line| line.starts_with(&["nodes_ratio", "1.0000"])), "{shown}");
    assert!(lines.iter().any(|line| line.starts_with(&["same_move_ratio", "1.0000"])), "{shown}");
    let refused = output(&["compare", &one, &folder.path("none")]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("none"));
}

#[test]
fn a_dry_run_prints_a_specification_that_runs() {
    let folder = Folder::new("dry");
    std::fs::create_dir_all(&folder.0).unwrap();
    let (file, out) = (folder.path("sweep.toml"), folder.path("out"));
    let sweep = [
        "sweep",
        "tictactoe",
        "--player",
        "minimax",
        "--vary",
        "depth=1,2",
        "--positions",
        "4",
        "--dry-run",
        "--out",
        &out,
    ];
    let toml = results(&sweep);
    assert!(
        toml.contains("# 2 players:") && toml.contains("jobs; plan") && toml.contains("# estimated time"),
        "{toml}"
    );
    assert!(!std::path::Path::new(&out).exists());
    std::fs::write(&file, toml).unwrap();
    let json: serde_json::Value =
        serde_json::from_str(&results(&["run", &file, "--out", &out, "--json", "-q"])).unwrap();
    assert_eq!((json[0]["missing"].as_u64(), json[0]["failed"].as_u64()), (Some(0), Some(0)));
    assert!(json[0]["jobs"].as_u64().unwrap() >= 4);
}

#[test]
fn a_sweep_of_two_weights_against_the_base_is_drawn_as_a_surface() {
    let folder = Folder::new("surface");
    let out = folder.path("out");
    let weights = ["--vary", "weight.open_three=500,2000", "--vary", "weight.open_four=2000,9000"];
    let mut sweep = vec!["sweep", "gomoku:9", "--player", "doc-a-search{depth=1}", "--games", "2", "--out", &out, "-q"];
    sweep.extend(weights);
    let told = results(&sweep);
    let heading = "doc-a-search{depth=1,weight.open_three=500,weight.open_four=2000} against";
    assert!(told.lines().any(|line| line.starts_with(heading)), "{told}");
    assert!(told.lines().all(|line| line.chars().count() <= 80 || line.contains(&out)), "{told}");
    results(&["plot", &out, "--figure", "weight-surface", "-q"]);
    let drawn = std::fs::read_dir(folder.0.join("out/figures")).unwrap().flatten();
    assert!(drawn.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with("weight-surface")));
}

#[test]
fn a_dry_run_of_all_claims_is_a_line_an_experiment() {
    let lines = results(&["repro", "--claims", "A2", "--dry-run"]);
    assert!(!lines.contains("[players]") && lines.contains("a2-walked") && lines.contains("estimated time"), "{lines}");
    let rows: Vec<serde_json::Value> =
        serde_json::from_str(&results(&["repro", "--claims", "A2", "--dry-run", "--json"])).unwrap();
    assert!(rows.iter().all(|row| row["toml"].as_str().unwrap().contains("[players]")));
    assert!(lines.lines().count() == rows.len() + 2, "{lines}");
    let named = output(&["run", "a2-walked", "--dry-run"]);
    assert!(text(&named.stdout).contains("name = \"a2-walked\""));
    assert!(text(&named.stderr).contains("built-in experiment 'a2-walked'"), "{}", text(&named.stderr));
}

#[test]
fn wrong_experiments_exit_2_and_leave_nothing() {
    let folder = Folder::new("wrong");
    std::fs::create_dir_all(&folder.0).unwrap();
    let (file, out) = (folder.path("x.toml"), folder.path("out"));
    std::fs::write(
        &file,
        "name = \"x\"\nkind = \"search\"\ngame = \"tictactoe\"\nsed = 1\n[players]\na = \"random\"\n[positions]\nlist = [\"start\"]\n",
    )
    .unwrap();
    let folder_name = folder.0.to_str().unwrap().to_string();
    for (arguments, parts) in [
        (vec!["run", &file], vec!["x.toml", "4", "'sed'", "'seed'"]),
        (vec!["run", &folder_name], vec!["found a folder"]),
        (vec!["run", "/no/such/file.toml"], vec!["/no/such/file.toml"]),
        (vec!["run", "a2-walkd"], vec!["'a2-walkd'", "did you mean 'a2-walked'?"]),
        (vec!["sweep", "tictactoe", "--player", "minimax", "--vary", "depth="], vec!["depth"]),
        (vec!["sweep", "tictactoe", "--player", "minimax", "--vary", "depth=1,"], vec!["comma"]),
        (vec!["sweep", "tictactoe", "--player", "minimax", "--vary", "depth=-1"], vec!["'-1'"]),
        (vec!["sweep", "tictactoe", "--player", "minimax", "--vary", "dept=1"], vec!["'dept'", "'depth'"]),
        (vec!["sweep", "tictactoe", "--player", "minimax"], vec!["--vary"]),
        (vec!["sweep", "tictactoe", "--player", "alphabeta", "--vary", "topk=0"], vec!["topk", "'0'"]),
        (
            vec!["sweep", "connect4", "--player", "alphabeta", "--vary", "depth=2", "--vary", "depth=3"],
            vec!["'depth' is varied twice"],
        ),
        (vec!["match", "connect4", "estimate{depth=2}", "random", "--games", "2"], vec!["plays no games"]),
        (vec!["match", "mnk:4,4,4", "minimax", "random", "--games", "2"], vec!["no limit"]),
        (
            vec!["match", "connect4", "alphabeta{depth=1,root_noise=1}", "alphabeta{depth=1}", "--games", "5000"],
            vec!["openings"],
        ),
        (
            vec!["match", "connect4", "alphabeta{depth=2,table_bytes=1099511627776}", "random", "--games", "2"],
            vec!["table_bytes=1099511627776"],
        ),
        (vec!["match", "gomoku", "doc-c-v1", "random"], vec!["doc-c-v1", "gomoku"]),
        (vec!["match", "tictactoe", "random", "random", "--games", "-4"], vec!["'-4'"]),
        (vec!["match", "tictactoe", "random", "random", "--games", "3"], vec!["even"]),
        (vec!["match", "tictactoe", "random", "random", "--sprt", "10,0"], vec!["sprt"]),
        (vec!["match", "tictactoe", "alphabeta", "doc-t-v3", "--games", "1000"], vec!["openings"]),
    ] {
        let mut command = arguments.clone();
        command.extend(["--out", &out]);
        let output = output(&command);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}: {said}");
        for part in parts {
            assert!(said.contains(part), "{arguments:?}: expected {part} in {said}");
        }
        assert!(!std::path::Path::new(&out).exists(), "{arguments:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_result_folder_that_cannot_be_written_is_a_failure() {
    let failed = output(&["match", "tictactoe", "random", "random", "--games", "2", "--out", "/dev/null/x", "-q"]);
    assert!([Some(1), Some(2)].contains(&failed.status.code()), "{:?}", failed.status);
    assert!(text(&failed.stderr).contains("/dev/null/x"));
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
