//! Whole runs: the same bytes for any number of threads and after any interruption, faults that become rows, memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{ProgressMode, RunOptions, run, summary};
use crate::base::rng::Rng;
use crate::records::ledger;
use crate::records::quantities::{COLUMNS, QUANTITIES, TIMED};
use crate::records::read::read;
use crate::records::rows::{FactRow, GameRow, MoveRow, SearchRow};
use crate::spec::{Plan, Profile, read_text};

mod balance;
mod faults;
mod swap2;
mod truth;

static COUNTER: AtomicU64 = AtomicU64::new(0);

struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Scratch {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("mnklab-arena-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn plan(toml: &str) -> Plan {
    let experiments = read_text(toml, "test.toml", Path::new(""), Profile::Quick).unwrap();
    Plan::new(experiments.into_iter().next().unwrap()).unwrap()
}

fn options(threads: usize) -> RunOptions {
    RunOptions { threads: Some(threads), progress: ProgressMode::None, ..RunOptions::default() }
}

/// All CSV files that a rerun repeats.
fn files(folder: &Path) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "csv"))
        .filter(|path| !path.ends_with("timings.csv") && !path.ends_with(summary::TIMINGS_FILE_NAME))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap()))
        .collect();
    files.sort();
    files
}

const MATCH: &str = r#"
name = "ladder"
kind = "match"
game = "tictactoe"
[players]
random = "random"
"rules" = "rules"
search = "alphabeta{depth=3}"
[match]
schedule = "round-robin"
games = 20
record_moves = true
openings = { plies = 2 }
"#;

const SEARCH: &str = r#"
name = "depths"
kind = "search"
game = "connect4:5x4"
[players]
plain = "minimax"
cut = "alphabeta{table_bytes=65536}"
[[vary]]
key = "depth"
values = [1, 2, 3, 4]
[positions]
plies = [2, 4]
count = 6
"#;

#[test]
fn the_same_bytes_for_any_number_of_threads() {
    for toml in [MATCH, SEARCH, truth::SUITE, truth::MATCH] {
        let plan = plan(toml);
        let run_with = |threads: usize| {
            let scratch = Scratch::new();
            let outcome = run(&plan, &scratch.0, &options(threads)).unwrap();
            assert!(outcome.is_complete() && outcome.ran == plan.job_count(), "{outcome:?}");
            files(&scratch.0)
        };
        let one = run_with(1);
        assert_eq!(one, run_with(2));
        assert_eq!(one, run_with(3));
        assert!(one.len() >= 2, "{one:?}");
    }
}

/// A sweep against one opponent.
const SWEEP: &str = r#"
name = "sweep"
kind = "match"
game = "tictactoe"
[players]
varied = "alphabeta"
fixed = "random"
[[vary]]
key = "depth"
players = ["varied"]
values = [1, 2, 5]
[match]
schedule = "gauntlet"
reference = "fixed"
games = 16
openings = { plies = 2 }
"#;

#[test]
fn every_figure_of_a_summary_is_in_the_dictionary() {
    let mut seen = std::collections::BTreeSet::new();
    let estimated = SEARCH.replace("plain = \"minimax\"", "plain = \"estimate\"");
    for toml in [MATCH, SEARCH, &estimated, SWEEP, truth::SUITE, balance::SUITE] {
        let scratch = Scratch::new();
        run(&plan(toml), &scratch.0, &options(2)).unwrap();
        for (name, known) in [(summary::FILE_NAME, QUANTITIES), (summary::TIMINGS_FILE_NAME, TIMED)] {
            let path = scratch.0.join(name);
            if !path.exists() {
                continue;
            }
            let mut reader = csv::Reader::from_path(&path).unwrap();
            let columns: Vec<&str> = COLUMNS.iter().map(|(column, _)| *column).collect();
            assert_eq!(reader.headers().unwrap().iter().collect::<Vec<&str>>(), columns);
            for record in reader.records() {
                let quantity = record.unwrap()[2].to_string();
                assert!(known.iter().any(|known| known.name == quantity), "{name}: {quantity}");
                seen.insert(quantity);
            }
        }
    }
    for quantity in ["node_ratio_p_holm", "time_ratio", "estimated_nodes_mean_se", "equal_strength_p_holm", "rating"] {
        assert!(seen.contains(quantity), "{quantity} is missing: {seen:?}");
    }
    for quantity in ["rating_difference_p_holm", "best_score", "game_length_mean", "distinct_games"] {
        assert!(seen.contains(quantity), "{quantity} is missing: {seen:?}");
    }
}

/// Cuts the ledger at random places, as a kill would, until the run is through.
#[test]
fn the_same_bytes_after_kills_at_any_point() {
    for (toml, seed) in [(MATCH, 1), (SEARCH, 2), (truth::SUITE, 3)] {
        let plan = plan(toml);
        let (whole, scratch) = (Scratch::new(), Scratch::new());
        run(&plan, &whole.0, &options(2)).unwrap();
        let mut rng = Rng::new(seed);
        run(&plan, &scratch.0, &options(1)).unwrap();
        let path = scratch.0.join(ledger::FILE_NAME);
        for _ in 0..6 {
            let bytes = fs::read(&path).unwrap();
            // The header was whole before there were files to derive.
            let header = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
            let rest = rng.below((bytes.len() - header) as u32) as usize;
            fs::write(&path, &bytes[..header + rest]).unwrap();
            let outcome = run(&plan, &scratch.0, &options(2)).unwrap();
            assert!(outcome.is_complete() && outcome.ran > 0 && outcome.ran <= plan.job_count(), "{outcome:?}");
            assert_eq!(files(&scratch.0), files(&whole.0));
        }
        let again = run(&plan, &scratch.0, &options(2)).unwrap();
        assert!(again.is_complete() && again.ran == 0 && again.rows.timings > 0, "{again:?}");
    }
}

#[test]
fn another_plan_is_refused_and_nothing_changes() {
    let scratch = Scratch::new();
    run(&plan(SEARCH), &scratch.0, &options(1)).unwrap();
    let before = files(&scratch.0);
    let other = plan(&SEARCH.replace("[1, 2, 3, 4]", "[1, 2, 3]"));
    let error = format!("{:#}", run(&other, &scratch.0, &options(1)).unwrap_err());
    assert!(error.contains("another plan"), "{error}");
    assert_eq!(files(&scratch.0), before);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let scratch = Scratch::new();
    fs::write(&scratch.0, "a file").unwrap();
    assert!(run(&plan(SEARCH), &scratch.0, &options(1)).is_err());
    fs::remove_file(&scratch.0).unwrap();
}

#[test]
fn searches_fill_their_rows() {
    let toml = "name='s'\nkind='search'\ngame='tictactoe'\n[players]\nmini='minimax'\nrandom='random'\n\
                guess='estimate{probes=50}'\n[positions]\nlist=['start', 'a1b1a2b2']\n";
    let (plan, scratch) = (plan(toml), Scratch::new());
    assert!(run(&plan, &scratch.0, &options(2)).unwrap().is_complete());
    let rows: Vec<SearchRow> = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
    // There and back: the second position is searched in the other order.
    let order: Vec<&str> = rows.iter().map(|row| row.player.as_str()).collect();
    assert_eq!(order, ["mini", "random", "guess", "guess", "random", "mini"]);
    let (first, last) = (&rows[0], &rows[5]);
    assert_eq!((first.nodes, first.position.as_str(), first.ply, first.position_id), (Some(549_946), "start", 0, 0));
    assert_eq!((first.value, first.missed_win, first.missed_block), (Some(0), None, None));
    assert!(first.best_is_central.is_some() && first.err.is_none() && first.reproducible);
    // Both sides have two in a row: the win is taken.
    assert_eq!((last.best_move.as_deref(), last.missed_win, last.missed_block), (Some("a3"), Some(false), Some(false)));
    assert!(rows[2].estimated_nodes.is_some() && rows[2].value.is_none() && rows[2].err.is_none(), "{:?}", rows[2]);
    let random: Vec<&SearchRow> = rows.iter().filter(|row| row.player == "random").collect();
    assert!(random.iter().all(|row| row.value.is_none() && row.best_move.is_some()));
}

#[test]
fn games_are_played_by_both_sides_in_turn() {
    let (plan, scratch) = (plan(MATCH), Scratch::new());
    run(&plan, &scratch.0, &options(2)).unwrap();
    let games: Vec<GameRow> = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
    let moves: Vec<MoveRow> = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
    assert_eq!(games.len(), 60);
    for pair in games.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!((&pair[0].first, &pair[0].second), (&pair[1].second, &pair[1].first));
        assert_ne!(pair[0].seed, pair[1].seed);
    }
    for game in &games {
        assert_eq!(game.plies, 2 + game.moves_first + game.moves_second, "{game:?}");
        assert_eq!(game.end == "full", game.outcome.as_deref() == Some("draw"), "{game:?}");
        assert!(game.moves.starts_with(&game.opening) && game.moves.len() == 2 * game.plies as usize, "{game:?}");
        let own: Vec<&MoveRow> = moves.iter().filter(|row| row.job_id == game.job_id).collect();
        assert_eq!(own.len() as u32, game.plies - 2);
        let nodes: Option<u64> = own.iter().filter(|row| row.player == game.first).map(|row| row.nodes).sum();
        assert_eq!(nodes, game.nodes_first);
        for row in own {
            let played = row.played_move.as_deref().unwrap();
            assert!(game.moves.starts_with(&format!("{}{played}", row.position)), "{row:?}");
        }
    }
    let lost = games.iter().filter(|game| game.first == "search" && game.outcome.as_deref() == Some("second")).count();
    assert!(lost < 10, "a search of depth 3 lost {lost} games with the first stones");
    let summary = fs::read_to_string(scratch.0.join("summary.csv")).unwrap();
    for part in ["random,rules,win_rate,", "random,search,elo,", "search,,rating,", "distinct_games,"] {
        assert!(summary.contains(part), "{part}: {summary}");
    }
}

#[test]
fn every_line_of_the_opponent() {
    let toml = "name='e'\nkind='exhaust'\ngame='tictactoe'\n[players]\nperfect='alphabeta'\nchance='random'\n";
    let (plan, scratch) = (plan(toml), Scratch::new());
    assert!(run(&plan, &scratch.0, &options(2)).unwrap().is_complete());
    let facts: Vec<FactRow> = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
    let value = |subject: &str, quantity: &str| {
        let found = facts.iter().find(|fact| fact.subject == subject && fact.quantity == quantity);
        found.and_then(|fact| fact.value).unwrap()
    };
    for seat in ["perfect as first", "perfect as second"] {
        assert_eq!(value(seat, "losses"), 0.0);
        assert!(value(seat, "wins") > 0.0 && value(seat, "draws") > 0.0);
        assert_eq!(value(seat, "games"), value(seat, "wins") + value(seat, "draws"));
    }
    assert!(value("chance as second", "losses") > 0.0);
}

#[test]
fn counts_are_those_that_are_known() {
    let toml = "name='c'\nkind='count'\ngame='tictactoe'\n[count]\nquantities=['positions','positions_up_to_symmetry',\
                'games','games_won_first','games_won_second','games_drawn','games_of_length:5','minimax_nodes','perft:3',\
                'power:15,7','log10_power:3,225','product:225,224,223','factorial:9','cells','positions_at:1','quotient:3,2']\n";
    let (plan, scratch) = (plan(toml), Scratch::new());
    assert!(run(&plan, &scratch.0, &options(2)).unwrap().is_complete());
    let values: Vec<f64> =
        read(&scratch.0).unwrap().map(|row: anyhow::Result<FactRow>| row.unwrap().value.unwrap()).collect();
    let known = [
        5478.0,
        765.0,
        255_168.0,
        131_184.0,
        77_904.0,
        46_080.0,
        1440.0,
        549_946.0,
        504.0,
        170_859_375.0,
        225.0 * 3f64.log10(),
        11_239_200.0,
        362_880.0,
        9.0,
        9.0,
        1.5,
    ];
    assert_eq!(values.len(), known.len());
    for (value, known) in values.iter().zip(known) {
        assert!((value - known).abs() < 1e-9 * known, "{value} {known}");
    }
}

#[test]
fn a_failed_job_is_a_row_and_runs_again() {
    let toml = "name='c'\nkind='count'\ngame='tictactoe'\n[count]\nquantities=['power:10,400','games']\n";
    let (plan, scratch) = (plan(toml), Scratch::new());
    for _ in 0..2 {
        let outcome = run(&plan, &scratch.0, &options(2)).unwrap();
        assert_eq!((outcome.done, outcome.failed, outcome.missing), (1, 1, 0));
        assert!(!outcome.is_complete());
        let facts: Vec<FactRow> = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
        assert!(facts[0].err.as_deref().is_some_and(|err| err.contains("too large")) && facts[0].value.is_none());
        assert_eq!((facts[1].value, facts.len()), (Some(255_168.0), 2));
    }
}

#[test]
fn a_decided_match_stops_at_the_same_pair_for_any_number_of_threads() {
    let toml = "name='d'\nkind='match'\ngame='tictactoe'\n[players]\nstrong='alphabeta{depth=4}'\nweak='random'\n\
                [match]\ngames=4000\nsprt=[0,50]\nopenings={plies=2}\n";
    let plan = plan(toml);
    let run_with = |threads: usize| {
        let scratch = Scratch::new();
        let outcome = run(&plan, &scratch.0, &options(threads)).unwrap();
        assert!(outcome.is_complete() && outcome.job_count < 4000, "{outcome:?}");
        assert!(outcome.decision.as_deref().is_some_and(|text| text.contains("H1 accepted")), "{outcome:?}");
        assert_eq!(outcome.rows.games, outcome.job_count);
        // Decided, so that nothing is left to do.
        assert_eq!(run(&plan, &scratch.0, &options(threads)).unwrap().ran, 0);
        files(&scratch.0)
    };
    let one = run_with(1);
    assert_eq!(one, run_with(2));
    assert_eq!(one, run_with(3));
}

/// A searcher's fault must not take the run down; a registered player has none, so that the check of moves is called here.
#[test]
fn impossible_moves_are_named() {
    use super::answer_text::fault;
    use crate::base::{Answer, Fault, Move, Position};
    use crate::games::tictactoe::TicTacToe;
    let mut position = TicTacToe::new();
    position.play(Move(4));
    let found = |best: Option<u16>| fault(&position, &Answer { best: best.map(Move), ..Answer::default() }, "a");
    assert_eq!(found(Some(0)), None);
    assert!(found(Some(4)).unwrap().contains("'a' gave the illegal move b2"));
    assert!(found(Some(9)).unwrap().contains("off the board"));
    assert!(found(None).unwrap().contains("'a' gave no move"));
    let forfeit = Answer { forfeit: Some(Fault::Died.because("it went")), ..Answer::default() };
    assert_eq!(fault(&position, &forfeit, "a").as_deref(), Some("the player 'a': it went"));
}

#[test]
fn threads_are_what_was_granted() {
    use super::pool::thread_count;
    let available = std::thread::available_parallelism().unwrap().get();
    assert_eq!(thread_count(None, None), available);
    assert_eq!(thread_count(Some(1), Some("2")), 1);
    assert_eq!(thread_count(None, Some("1")), 1);
    assert_eq!(thread_count(Some(0), None), 1);
    assert_eq!(thread_count(Some(1000), Some("nonsense")), available);
}
