use super::*;
use crate::analysis::measure::measure as measured;
use crate::analysis::test_folder::{TestFolder, search, source};
use crate::base::Counters;
use crate::records::rows::{Row, TimingRow, TruthRow};

/// Positions 0 to 3: a has 10, 20, 40, 80 nodes, b half of them; one more position failed for b.
fn suite() -> TestFolder {
    let folder = TestFolder::new("searches");
    let mut rows = Vec::new();
    for position in 0..4 {
        let nodes = 10 << position;
        rows.push(search(2 * position, position, "a", nodes));
        rows.push(search(2 * position + 1, position, "b{depth=2}", nodes / 2));
    }
    rows.push(search(8, 4, "a", 1000));
    rows.push(SearchRow { err: Some("crashed".to_string()), ..search(9, 4, "b{depth=2}", 0) });
    for (at, row) in rows.iter_mut().enumerate() {
        row.value = Some(if at == 0 { 7 } else { 5 });
        row.best_move = Some("h8".to_string());
        row.ply = if row.position_id < 2 { 4 } else { 8 };
        row.missed_win = (row.position_id < 3).then_some(row.position_id == 0);
    }
    folder.write(&rows);
    folder
}

fn of(measure: &str, keys: &[(&str, &str)]) -> Result<Reading> {
    measured(suite().path(), &source(measure, keys))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found}, expected {expected}");
}

#[test]
fn one_player() {
    let b = [("player", "b{depth=2}"), ("metric", "nodes")];
    let mean = of("mean", &b).unwrap();
    near(mean.estimate, (5.0 + 10.0 + 20.0 + 40.0) / 4.0);
    assert_eq!(mean.n, 4);
    assert!(mean.remarks[0].contains("1 row left out because the search failed"), "{:?}", mean.remarks);
    let interval = mean.interval.unwrap();
    assert!(interval.low >= 5.0 && interval.high <= 40.0 && interval.width() > 10.0);
    // Student: mean 18.75, deviation sqrt(728.125 / 3 * ...) by hand: squares 189.0625, 76.5625, 1.5625, 451.5625.
    let deviation = (718.75f64 / 3.0).sqrt();
    let prediction = mean.prediction.unwrap();
    near(((prediction.high - 18.75) / (3.182_446 * deviation * 1.25f64.sqrt()) * 1e4).round(), 1e4);
    // The formula goes below 0, which no count does.
    assert_eq!(prediction.low, 0.0);
    near(of("median", &b).unwrap().estimate, 15.0);
    near(of("geomean", &b).unwrap().estimate, (5.0 * 10.0 * 20.0 * 40.0f64).powf(0.25));
    near(of("max", &b).unwrap().estimate, 40.0);
    near(of("min", &b).unwrap().estimate, 5.0);
    let quantile = [b[0], b[1], ("q", "0.75")];
    near(of("quantile", &quantile).unwrap().estimate, 25.0);
}

#[test]
fn filters_and_completeness() {
    let keys = [("player", "a"), ("metric", "nodes"), ("where", "{ ply_max = 4 }"), ("complete", "true")];
    let reading = of("mean", &keys).unwrap();
    near(reading.estimate, 15.0);
    assert!(reading.exact);
    assert_eq!(reading.interval, Interval::point(15.0));
    let none = [("player", "a"), ("metric", "nodes"), ("where", "{ ply = 99 }")];
    assert!(of("mean", &none).unwrap_err().to_string().contains("where"));
}

#[test]
fn two_players_position_by_position() {
    let keys = [("player", "b{depth=2}"), ("baseline", "a"), ("metric", "nodes")];
    let ratio = of("ratio", &keys).unwrap();
    near(ratio.estimate, 0.5);
    assert_eq!(ratio.n, 4);
    // Four signs give no p-value below 5 %, whatever they are: no test is told.
    assert!(!ratio.remarks.iter().any(|remark| remark.contains("Wilcoxon")), "{:?}", ratio.remarks);
    assert!(ratio.remarks.iter().any(|remark| remark.contains("1 position that only one")), "{:?}", ratio.remarks);
    let saving = of("saving", &keys).unwrap();
    near(saving.estimate, 0.5);
    assert!(saving.interval.unwrap().contains(0.5) && saving.prediction.unwrap().contains(0.5));
    near(of("difference", &keys).unwrap().estimate, -18.75);
    let other_metric = [keys[0], keys[1], keys[2], ("baseline_metric", "ply")];
    // 5/4, 10/4, 20/8, 40/8.
    near(of("ratio", &other_metric).unwrap().estimate, (1.25 * 2.5 * 2.5 * 5.0f64).powf(0.25));
}

#[test]
fn saving_turns_the_interval() {
    let folder = TestFolder::new("saving");
    let nodes = [(100, 10), (100, 40), (100, 20)];
    let rows: Vec<SearchRow> = nodes
        .iter()
        .enumerate()
        .flat_map(|(at, (a, b))| {
            [search(2 * at as u64, at as u64, "a", *a), search(2 * at as u64 + 1, at as u64, "b", *b)]
        })
        .collect();
    folder.write(&rows);
    let keys = [("player", "b"), ("baseline", "a"), ("metric", "nodes")];
    let ratio = measured(folder.path(), &source("ratio", &keys)).unwrap();
    let saving = measured(folder.path(), &source("saving", &keys)).unwrap();
    near(ratio.estimate, 0.2);
    near(saving.estimate, 0.8);
    let (ratio, saving) = (ratio.interval.unwrap(), saving.interval.unwrap());
    near(saving.low, 1.0 - ratio.high);
    near(saving.high, 1.0 - ratio.low);
}

#[test]
fn shares_and_agreement() {
    let share = of("share", &[("player", "a"), ("metric", "missed_win")]).unwrap();
    // Positions 0 to 2 hold a truth value; one of them is true. Wilson of 1 in 3.
    near(share.estimate, 1.0 / 3.0);
    assert_eq!((share.n, share.interval), (3, wilson(1, 3)));
    assert!(share.remarks[0].contains("2 rows without a usable value"), "{:?}", share.remarks);
    let keys = [("player", "a"), ("baseline", "b{depth=2}"), ("column", "value")];
    let agreement = of("agreement", &keys).unwrap();
    assert_eq!((agreement.estimate, agreement.n, agreement.interval), (0.75, 4, wilson(3, 4)));
    let moves = [keys[0], keys[1], ("column", "best_move"), ("complete", "true")];
    let agreement = of("agreement", &moves).unwrap();
    assert!(agreement.estimate == 1.0 && agreement.exact);
}

#[test]
fn ranks_by_sums() {
    let folder = TestFolder::new("rank");
    let sums = [("static", [5, 5]), ("random1", [1, 1]), ("random2", [9, 9]), ("random3", [4, 4]), ("other", [0, 0])];
    let mut rows = Vec::new();
    for (player, nodes) in sums {
        for position in 0..2 {
            rows.push(search(rows.len() as u64, position, player, nodes[position as usize]));
        }
    }
    rows.push(search(10, 0, "random4", 1));
    folder.write(&rows);
    let keys = [("player", "static"), ("metric", "nodes"), ("prefix", "random")];
    let rank = measured(folder.path(), &source("rank", &keys)).unwrap();
    near(rank.estimate, 2.0 / 3.0);
    assert_eq!(rank.interval, wilson(2, 3));
    assert!(rank.remarks[0].contains("1 player without the same positions"), "{:?}", rank.remarks);
    near(measured(folder.path(), &source("rank", &keys[..2])).unwrap().estimate, 3.0 / 4.0);
}

#[test]
fn moves_cluster_by_game() {
    let folder = TestFolder::new("moves");
    let played = |job_id: u64, ply: u32, player: &str, nodes: u64| MoveRow {
        job_id,
        ply,
        player: player.to_string(),
        ..MoveRow::from(Counters { nodes, ..Counters::default() })
    };
    let rows = [
        played(0, 0, "a", 10),
        played(0, 1, "b", 40),
        played(0, 2, "a", 30),
        played(1, 0, "a", 60),
        played(1, 1, "b", 30),
        played(1, 3, "b", 30),
    ];
    folder.write(&rows);
    folder.write(&[TimingRow { job_id: 0, ply: Some(2), wall_ns: 500, cpu_ns: None }]);
    let a = [("player", "a"), ("metric", "nodes"), ("rows", "moves")];
    let mean = measured(folder.path(), &source("mean", &a)).unwrap();
    near(mean.estimate, 100.0 / 3.0);
    assert_eq!(mean.n, 2);
    // Resamples of two games have the means 20 and 60 at their ends.
    assert_eq!(mean.interval, Interval::new(20.0, 60.0));
    let keys = [("player", "b"), ("baseline", "a"), ("metric", "nodes"), ("rows", "moves")];
    // Within game 0: 40 / 20, within game 1: 30 / 60.
    near(measured(folder.path(), &source("ratio", &keys)).unwrap().estimate, 1.0);
    let timed = [("player", "a"), ("metric", "wall_ns"), ("rows", "moves")];
    near(measured(folder.path(), &source("max", &timed)).unwrap().estimate, 500.0);
    let share = measured(folder.path(), &source("share", &[a[0], ("metric", "ply"), a[2]])).unwrap();
    near(share.estimate, 1.0 / 3.0);
    assert_eq!(share.n, 2);
    assert_eq!(MoveRow::TABLE, "moves");
}

#[test]
fn missing_labels_are_named() {
    let keys = [("player", "b{depth=3}"), ("metric", "nodes")];
    let message = of("mean", &keys).unwrap_err().to_string();
    assert!(message.contains("did you mean 'b{depth=2}'") && message.contains("there are a, b{depth=2}"), "{message}");
    let empty = TestFolder::new("empty");
    let message = format!("{:#}", measured(empty.path(), &source("mean", &keys)).unwrap_err());
    assert!(message.contains("searches.csv"), "{message}");
    let nothing = [("player", "a"), ("metric", "minimal_nodes")];
    assert!(of("mean", &nothing).unwrap_err().to_string().contains("minimal_nodes"));
}

/// Moves held against the truth: `a` blunders on the first of five positions, `b` on the first three; the last is lost.
fn truth(of_games: bool) -> TestFolder {
    let folder = TestFolder::new("truth");
    let row = |place: u64, player: &str, blunder: bool| TruthRow {
        job_id: place,
        position_id: (!of_games).then_some(place),
        game_id: of_games.then_some(place / 2),
        ply: 20 + place as u32,
        player: player.to_string(),
        kept: Some(!blunder),
        blunder: (place < 4).then_some(blunder),
        excess_win_plies: (place == 0).then_some(4),
        ..TruthRow::default()
    };
    let rows: Vec<TruthRow> =
        (0..5).flat_map(|place| [row(place, "a", place == 0), row(place, "b", place < 3)]).collect();
    folder.write(&rows);
    folder
}

#[test]
fn moves_held_against_the_truth() {
    let folder = truth(false);
    let of = |measure: &str, keys: &[(&str, &str)]| {
        let keys: Vec<(&str, &str)> = keys.iter().copied().chain([("rows", "truth")]).collect();
        measured(folder.path(), &source(measure, &keys)).unwrap()
    };
    let share = of("share", &[("player", "b"), ("metric", "blunder")]);
    near(share.estimate, 0.75);
    assert_eq!((share.n, share.interval), (4, wilson(3, 4)));
    near(of("share", &[("player", "a"), ("metric", "kept")]).estimate, 0.8);
    near(of("share", &[("player", "b"), ("metric", "kept"), ("where", "{ ply_min = 22 }")]).estimate, 2.0 / 3.0);
    near(of("mean", &[("player", "a"), ("metric", "excess_win_moves")]).estimate, 2.0);
    // Two positions of four on which b alone blunders; the lost one counts for neither.
    let difference = of("difference", &[("player", "b"), ("baseline", "a"), ("metric", "blunder")]);
    near(difference.estimate, 0.5);
    assert_eq!(difference.n, 4);
    let test = "McNemar's exact test gives p = 0.500: 2 positions of b alone, 0 positions of a alone";
    assert!(difference.remarks.iter().any(|remark| remark == test), "{:?}", difference.remarks);
    // Moves of one game are one unit.
    let folder = truth(true);
    let keys = [("player", "b"), ("metric", "kept"), ("rows", "truth")];
    let share = measured(folder.path(), &source("share", &keys)).unwrap();
    near(share.estimate, 0.4);
    assert_eq!(share.n, 3);
}
