//! Moves held against exact values: in positions of a suite, in a match, and in its recorded games afterwards.

use std::fs;
use std::path::Path;

use super::{Scratch, files, options, plan};
use crate::arena::run;
use crate::records::read::read;
use crate::records::rows::{GameRow, SearchRow, TruthRow};
use crate::spec::{Plan, Profile, read_text};

pub(super) const SUITE: &str = r#"
name = "truth"
kind = "truth"
game = "connect4:5x4"
[players]
search = "alphabeta"
random = "random"
[[vary]]
key = "depth"
players = ["search"]
values = [1, 4]
[truth]
positions = { plies = [8, 11], count = 6 }
play_out = true
"#;

pub(super) const MATCH: &str = r#"
name = "judged"
kind = "match"
game = "connect4:5x4"
[players]
search = "alphabeta{depth=3}"
random = "random"
[match]
games = 10
record_moves = true
truth_from_ply = 7
openings = { plies = 3 }
"#;

fn recorded(folder: &Path, more: &str) -> String {
    format!(
        "name = \"again\"\nkind = \"truth\"\ngame = \"connect4:5x4\"\n[truth]\ngames = '{}'\n{more}",
        folder.display()
    )
}

#[test]
fn every_player_is_judged_on_every_position() {
    let scratch = Scratch::new();
    assert!(run(&plan(SUITE), &scratch.0, &options(2)).unwrap().is_complete());
    let searches: Vec<SearchRow> = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
    let rows: Vec<TruthRow> = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
    assert_eq!((searches.len(), rows.len()), (36, 36));
    for (search, row) in searches.iter().zip(&rows) {
        assert_eq!((search.job_id, Some(search.position_id)), (row.job_id, row.position_id));
        assert_eq!((&search.best_move, search.nodes), (&row.played_move, row.nodes));
        let (before, after) = (row.score_before.unwrap(), row.score_after.unwrap());
        assert!(after <= before, "{row:?}");
        assert_eq!(row.kept, Some(after.signum() == before.signum()), "{row:?}");
        assert_eq!(row.win_plies.is_some(), before > 0, "{row:?}");
        assert_eq!(row.resistance_plies.is_some(), before < 0, "{row:?}");
        // Who keeps the distance at every move wins in time; who is lost stays lost against the perfect opponent.
        assert_eq!(row.play_out_end.is_some(), before != 0, "{row:?}");
        assert!(before >= 0 || row.play_out_outcome.as_deref() == Some("loss"), "{row:?}");
        let same = |other: &&TruthRow| other.position_id == row.position_id && other.score_before != row.score_before;
        assert_eq!(rows.iter().find(same), None);
    }
    assert!(rows.iter().any(|row| row.blunder == Some(true)) && rows.iter().any(|row| row.blunder == Some(false)));
}

#[test]
fn a_match_and_its_recorded_games_are_judged_alike() {
    let played = Scratch::new();
    assert!(run(&plan(MATCH), &played.0, &options(2)).unwrap().is_complete());
    let in_match: Vec<TruthRow> = read(&played.0).unwrap().map(|row| row.unwrap()).collect();
    let games: Vec<GameRow> = read(&played.0).unwrap().map(|row| row.unwrap()).collect();
    let judged: u64 = games.iter().map(|game| u64::from(game.plies.saturating_sub(7))).sum();
    assert_eq!(in_match.len() as u64, judged);
    // The last move of a won game leaves its opponent nothing to solve.
    let last = in_match.iter().rev().find(|row| row.score_after == row.score_before && row.win_plies == Some(1));
    assert!(last.is_some_and(|row| row.kept == Some(true)));

    let again = Scratch::new();
    let toml = recorded(&played.0, "from_ply = 7\n");
    assert!(run(&plan(&toml), &again.0, &options(2)).unwrap().is_complete());
    let afterwards: Vec<TruthRow> = read(&again.0).unwrap().map(|row| row.unwrap()).collect();
    let alike = |row: &TruthRow| TruthRow { job_id: 0, depth_limit_plies: None, ..row.clone() };
    assert_eq!(in_match.iter().map(alike).collect::<Vec<_>>(), afterwards.iter().map(alike).collect::<Vec<_>>());
    let summary = |folder: &Path| files(folder).into_iter().find(|(name, _)| name == "summary.csv").unwrap().1;
    for quantity in ["value_keeping_rate", "blunder_rate", "judged_moves", "blunder_rate_by_ply"] {
        assert!(summary(&played.0).contains(quantity) && summary(&again.0).contains(quantity), "{quantity}");
    }

    // Other moves are another plan; what was printed is the same one.
    let (before, printed) = (plan(&toml), plan(&toml).to_toml(true));
    assert_eq!(plan(&printed).hash(), before.hash());
    let moves = played.0.join("moves.csv");
    let text = fs::read_to_string(&moves).unwrap();
    fs::write(&moves, format!("{text}\n")).unwrap();
    assert_ne!(plan(&toml).hash(), before.hash());
    let refused = |toml: &str| {
        let read = read_text(toml, "t.toml", Path::new(""), Profile::Quick);
        let error = read.and_then(|all| Plan::new(all.into_iter().next().unwrap())).map(|plan| plan.job_count());
        format!("{:#}", error.unwrap_err())
    };
    let said = refused(&printed);
    assert!(said.contains("has changed") && said.contains("truth.content"), "{said}");
    fs::write(&moves, &text).unwrap();

    for (toml, parts) in [
        (recorded(&again.0, ""), &["truth.games", "has no moves.csv", "record_moves = true"][..]),
        (recorded(&played.0.join("nowhere"), ""), &["found nothing at", "nowhere"]),
        (recorded(&moves, ""), &["expected a result folder, found the file"]),
        (toml.replace("5x4", "6x4"), &["expected moves of connect4:6x4, found connect4:5x4", "game 0"]),
        (recorded(&played.0, "from_ply = 20\n"), &["no move with from_ply = 20", "its latest has"]),
        (recorded(&played.0, "play_out = true\n"), &["not played on"]),
    ] {
        let said = refused(&toml);
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
    }
    let large = recorded(&played.0, "from_ply = 2\n").replace(":5x4", "");
    let said = refused(&large);
    assert!(said.contains("at least 14, found 2") && said.contains("give 'nodes'"), "{said}");

    // A move that does not follow from the one before it, or cannot be played.
    let line = text.lines().nth(2).unwrap();
    fs::write(&moves, text.replacen(&format!("{line}\n"), "", 1)).unwrap();
    assert!(refused(&toml).contains("does not follow"), "{}", refused(&toml));
}
