//! `--json` prints one JSON value on standard output, whatever the verb.

use clap::CommandFactory;
use mnklab::cli::CommandLine;
use serde_json::Value;

use crate::support::{Folder, output, results, text};

/// Every command of a verb whose JSON is read; nothing for a verb that refuses the flag.
fn commands<'a>(verb: &str, done: &'a str, out: &'a str, game: &'a str) -> Option<Vec<Vec<&'a str>>> {
    let play = ["tictactoe", "alphabeta{depth=2}", "random", "--games", "4"];
    let sweep = ["connect4", "--player", "alphabeta", "--vary", "depth=1,2", "--positions", "2"];
    let (out, dry) = (["--out", out], ["--dry-run"]);
    let with = |one: &[&'a str], two: &[&'a str]| [one, two].concat();
    Some(match verb {
        "repro" => vec![vec!["--claims", "T1", "--out", out[1]], vec!["--claims", "A2", "--dry-run"]],
        "run" => vec![with(&["t10"], &dry), with(&["A2"], &dry)],
        "sweep" => vec![with(&sweep, &out), with(&sweep, &dry)],
        "match" => vec![with(&play, &out), with(&play, &dry)],
        "compare" => vec![vec![done, done]],
        "plot" | "report" => vec![vec![done]],
        "analyze" => vec![vec!["connect4", "44"], vec!["tictactoe", "a1b1", "--player", "alphabeta", "--tree", "2"]],
        "perft" => vec![vec!["tictactoe", "3"]],
        "solve" => vec![vec!["connect4", "445522", "--moves"]],
        "convert" => vec![vec![game, game]],
        "forbidden" => vec![vec!["e8a1g8a2i8a3k8"]],
        "threats" => vec![vec!["gomoku", "h8a1i8a3j8a5", "--verify"], vec!["connect4"]],
        "signature" => vec![vec![]],
        "list" => vec![vec!["claims"], vec!["faults"], vec!["switches", "doc-a-search"]],
        "completions" | "engine" | "man" => return None,
        other => panic!("the verb '{other}' has no command here"),
    })
}

/// Texts that should have been numbers, or nothing.
fn slips(value: &Value) -> Vec<String> {
    match value {
        Value::Object(fields) => fields.values().flat_map(slips).collect(),
        Value::Array(items) => items.iter().flat_map(slips).collect(),
        Value::String(text) if text.is_empty() || ["-", "NaN", "inf"].contains(&text.as_str()) => vec![text.clone()],
        _ => Vec::new(),
    }
}

#[test]
fn every_verb_prints_one_value_or_refuses() {
    let folder = Folder::new("json");
    let done = folder.path("done");
    results(&["match", "tictactoe", "alphabeta{depth=2}", "random", "--games", "4", "--out", &done, "-q"]);
    let game = folder.path("game.txt");
    std::fs::write(&game, "h8i9\n").unwrap();
    for verb in CommandLine::command().get_subcommands() {
        let verb = verb.get_name();
        let out = folder.path(verb);
        let Some(commands) = commands(verb, &done, &out, &game) else {
            for rest in [&[][..], &["bash"]] {
                let output = output(&[&[verb], rest, &["--json"]].concat());
                assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{verb}");
            }
            continue;
        };
        for command in commands {
            let command = [&[verb], &command[..], &["--json", "-q"]].concat();
            let output = output(&command);
            assert_eq!(output.status.code(), Some(0), "{command:?}: {}", text(&output.stderr));
            let value: Value = serde_json::from_slice(&output.stdout)
                .unwrap_or_else(|error| panic!("{command:?}: {error}: {}", text(&output.stdout)));
            assert!(value.is_array() || value.is_object(), "{command:?}");
            assert_eq!(slips(&value), Vec::<String>::new(), "{command:?}");
        }
    }
}

#[test]
fn figures_are_numbers() {
    let folder = Folder::new("numbers");
    let done = folder.path("done");
    results(&["match", "tictactoe", "alphabeta{depth=2}", "random", "--games", "4", "--out", &done, "-q"]);
    let read = |command: &[&str]| serde_json::from_str::<Value>(&results(command)).unwrap();
    let lines = read(&["compare", &done, &done, "--json"]);
    let same = lines.as_array().unwrap().iter().find(|line| line["quantity"] == "same_game_ratio").unwrap();
    assert_eq!((same["estimate"].as_f64(), same["n"].as_u64(), &same["p"]), (Some(1.0), Some(2), &Value::Null));
    let report = read(&["report", &done, "--json"]);
    assert!(std::path::Path::new(report["report"].as_str().unwrap()).is_file(), "{report}");
}
