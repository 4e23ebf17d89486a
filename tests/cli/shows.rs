//! Verbs that show something and run no experiment.

use crate::support::{output, results, text};

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
