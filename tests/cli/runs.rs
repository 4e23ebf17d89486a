//! Verbs that run experiments, and what can be made of their folders.

use crate::support::{Folder, output, results, text};

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
fn a_failed_job_is_told_and_exits_3() {
    let folder = Folder::new("failed");
    std::fs::create_dir_all(&folder.0).unwrap();
    let (file, out) = (folder.path("x.toml"), folder.path("out"));
    let toml = "name='c'\nkind='count'\ngame='tictactoe'\n[count]\nquantities=['power:10,400','games']\n";
    std::fs::write(&file, toml).unwrap();
    let output = output(&["run", &file, "--out", &out]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("1 of 2 jobs done, 1 failed, 0 missing"), "{}", text(&output.stdout));
    let told = text(&output.stderr);
    assert!(told.contains("job 0 failed: ") && told.contains("incomplete; continue with: "), "{told}");
}

#[cfg(unix)]
#[test]
fn a_result_folder_that_cannot_be_written_is_a_failure() {
    let failed = output(&["match", "tictactoe", "random", "random", "--games", "2", "--out", "/dev/null/x", "-q"]);
    assert!([Some(1), Some(2)].contains(&failed.status.code()), "{:?}", failed.status);
    assert!(text(&failed.stderr).contains("/dev/null/x"));
}

#[test]
fn a_dry_run_of_several_experiments_is_one_file_of_the_same_plans() {
    let folder = Folder::new("several");
    std::fs::create_dir_all(&folder.0).unwrap();
    let file = folder.path("a1.toml");
    // Estimated times differ from run to run.
    let without_times = |toml: String| {
        let lines = toml.lines().filter(|line| !line.starts_with("# estimated time")).map(str::to_string);
        lines.collect::<Vec<String>>()
    };
    let printed = results(&["run", "A1", "--dry-run", "-q"]);
    assert_eq!(printed.lines().filter(|line| *line == "[[experiment]]").count(), 2, "{printed}");
    std::fs::write(&file, &printed).unwrap();
    assert_eq!(without_times(results(&["run", &file, "--dry-run"])), without_times(printed));
}

#[test]
fn moves_are_held_against_exact_values_and_so_are_recorded_games() {
    let folder = Folder::new("truth");
    std::fs::create_dir_all(&folder.0).unwrap();
    let write = |name: &str, toml: String| {
        std::fs::write(folder.0.join(name), toml).unwrap();
        folder.path(name)
    };
    let read = |path: &str| std::fs::read_to_string(folder.0.join(path)).unwrap();
    let head = |kind: &str| format!("name = \"t\"\nkind = \"{kind}\"\ngame = \"connect4\"\n");
    let players = "[players]\nsearch = \"doc-c-v2{depth=3}\"\nrandom = \"random\"\n";
    let suite = write(
        "suite.toml",
        head("truth") + players + "[truth]\npositions = { plies = [24, 30], count = 8 }\nplay_out = true\n",
    );
    for (out, threads) in [("one", "1"), ("two", "2")] {
        let shown = results(&["run", &suite, "--out", &folder.path(out), "--threads", threads, "-q"]);
        assert!(shown.contains("32 of 32 jobs done") && shown.contains("value_keeping_rate"), "{shown}");
    }
    for table in ["truth", "searches", "summary"] {
        assert_eq!(read(&format!("one/{table}.csv")), read(&format!("two/{table}.csv")));
    }
    // The numbers of `solve` are the numbers of the rows.
    let rows = read("one/truth.csv");
    let mut lines = rows.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = lines.next().unwrap();
    let column = |name: &str| names.iter().position(|known| *known == name).unwrap();
    for line in lines.step_by(5) {
        let solved = results(&["solve", "connect4", line[column("position")], "--moves", "--table-bytes", "1048576"]);
        let words: Vec<&str> = solved.split_whitespace().collect();
        assert_eq!(words[1], line[column("score_before")], "{line:?}");
        let of_move = format!("{}:{}", line[column("played_move")], line[column("score_after")]);
        assert!(words.contains(&of_move.as_str()), "{of_move} {solved}");
    }

    let games = write(
        "games.toml",
        head("match") + players + "[match]\ngames = 4\nrecord_moves = true\nopenings = { plies = 14 }\n",
    );
    results(&["run", &games, "--out", &folder.path("games"), "-q"]);
    let judging = write("judge.toml", head("truth") + "[truth]\ngames = \"games\"\nfrom_ply = 16\n");
    let shown = results(&["run", &judging, "--out", &folder.path("judged"), "-q"]);
    assert!(shown.contains("blunder_rate"), "{shown}");
    let ply = |line: &&str| line.split(',').nth(2).unwrap().parse::<u32>().unwrap();
    let late = read("games/moves.csv").lines().skip(1).filter(|line| ply(line) >= 16).count();
    assert_eq!(read("judged/truth.csv").lines().count(), 1 + late);
    let shown = results(&["compare", &folder.path("judged"), &folder.path("judged")]);
    assert!(shown.contains("value_keeping_difference") && shown.contains("same_move_ratio"), "{shown}");
    let again = write("again.toml", head("truth") + "[truth]\ngames = \"judged\"\n");
    let refused = output(&["run", &again, "-q"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("has no moves.csv"), "{}", text(&refused.stderr));
}
