use super::*;
use crate::analysis::interval::Z_95;
use crate::analysis::measure::measure as measured;
use crate::analysis::test_folder::{TestFolder, game, source};

/// a against b over three openings: won both; won as first, lost as second (twice first); drawn once and half a pair.
fn match_folder() -> TestFolder {
    let folder = TestFolder::new("games");
    folder.write(&[
        game(0, (0, 0), "a", "b", "first", 9),
        game(1, (0, 0), "b", "a", "second", 11),
        game(2, (0, 1), "a", "b", "first", 20),
        game(3, (0, 1), "b", "a", "first", 30),
        game(4, (0, 2), "a", "b", "draw", 40),
        game(5, (0, 2), "b", "a", "second", 10),
        game(6, (0, 3), "a", "b", "first", 15),
        game(7, (0, 3), "b", "a", "", 0),
        game(8, (1, 0), "c", "b", "first", 8),
        game(9, (1, 0), "b", "c", "first", 8),
        game(10, (1, 1), "c", "b", "second", 8),
        game(11, (1, 1), "b", "c", "first", 8),
    ]);
    folder
}

fn of(measure: &str, keys: &[(&str, &str)]) -> Result<Reading> {
    measured(match_folder().path(), &source(measure, keys))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9 * expected.abs().max(1.0), "{found}, expected {expected}");
}

#[test]
fn scores_come_from_whole_pairs() {
    let score = of("score", &[("player", "a"), ("baseline", "b")]).unwrap();
    // Pairs of 1, 1/2 and 3/4.
    near(score.estimate, 0.75);
    assert_eq!(score.n, 3);
    let error = (2.0 * 0.0625f64 / 3.0 / 3.0).sqrt();
    let interval = score.interval.unwrap();
    near(interval.low, 0.75 - Z_95 * error);
    near(interval.high, 0.75 + Z_95 * error);
    let remarks = score.remarks.join("; ");
    assert!(remarks.contains("1 game of incomplete pairs left out"), "{remarks}");
    assert!(remarks.contains("1 game left out because it was not finished"), "{remarks}");
    // Phi(0.25 / 0.11785) = Phi(2.1213).
    assert!(remarks.contains("likelihood of superiority 98.3 %"), "{remarks}");
    near(of("score", &[("player", "b")]).unwrap().estimate, (0.0 + 0.5 + 0.25 + 0.5 + 1.0) / 5.0);
}

#[test]
fn rates_count_games() {
    let keys = [("player", "a"), ("baseline", "b")];
    for (measure, hits) in [("win_rate", 5), ("draw_rate", 1), ("loss_rate", 1)] {
        let rate = of(measure, &keys).unwrap();
        near(rate.estimate, hits as f64 / 7.0);
        assert_eq!((rate.n, rate.interval), (7, wilson(hits, 7)), "{measure}");
    }
}

#[test]
fn one_sided_scores_keep_a_width_and_their_estimate() {
    let folder = TestFolder::new("one-sided");
    folder.write(&[game(0, (0, 0), "a", "b", "first", 9), game(1, (0, 0), "b", "a", "second", 9)]);
    let score = measured(folder.path(), &source("score", &[("player", "a")])).unwrap();
    assert_eq!((score.estimate, score.interval), (1.0, wilson(1, 1)));
}

/// Number of games, interval and Elo of a score speak of the same unit, the pair.
#[test]
fn drawn_pairs_are_the_unit_of_everything() {
    let folder = TestFolder::new("all-drawn");
    let drawn = |job: u64| {
        let (first, second) = if job.is_multiple_of(2) { ("a", "b") } else { ("b", "a") };
        game(job, (0, job / 2), first, second, "draw", 9)
    };
    folder.write(&(0..100).map(drawn).collect::<Vec<_>>());
    let score = measured(folder.path(), &source("score", &[("player", "a")])).unwrap();
    assert_eq!((score.estimate, score.n, score.interval), (0.5, 50, wilson(25, 50)));
    let remarks = score.remarks.join("; ");
    assert!(remarks.contains("all 50 pairs ended alike, so the interval is Wilson's over the pairs"), "{remarks}");
    let interval = score.interval.unwrap();
    let margin = crate::analysis::elo::elo_from_score(interval.high).unwrap();
    assert!(remarks.contains(&format!("Elo 0.0 +- {margin:.1}")), "{remarks}");
}

#[test]
fn lengths_seats_and_distinct_games() {
    let all = [("player", "a")];
    let plies = of("mean_plies", &all).unwrap();
    near(plies.estimate, (9.0 + 11.0 + 20.0 + 30.0 + 40.0 + 10.0 + 15.0) / 7.0);
    assert_eq!(plies.n, 4);
    assert!(plies.prediction.is_some());
    let seat = of("first_seat_score", &[("player", "a"), ("where", "{ pair_id = 1 }")]).unwrap();
    assert_eq!((seat.estimate, seat.n), (1.0, 1));
    // Half a pair makes the games the units: points 1 0 1 1 1/2 0 1.
    let seat = of("first_seat_score", &all).unwrap();
    near(seat.estimate, 4.5 / 7.0);
    assert_eq!(seat.n, 7);
    let distinct = of("distinct_games", &[]).unwrap();
    assert_eq!((distinct.estimate, distinct.n, distinct.exact), (11.0, 11, true));
}

#[test]
fn after_swap2_players_score_by_seats_and_stones_by_who_had_them() {
    let folder = TestFolder::new("swap2");
    let taken = |stones: &str, row| GameRow { first_stones: Some(stones.to_string()), ..row };
    // Black wins all four games; a has it in three of them.
    folder.write(&[
        taken("first", game(0, (0, 0), "a", "b", "first", 9)),
        taken("second", game(1, (0, 0), "b", "a", "second", 11)),
        taken("first", game(2, (0, 1), "a", "b", "first", 20)),
        taken("first", game(3, (0, 1), "b", "a", "first", 30)),
    ]);
    let value =
        |measure: &str, keys: &[(&str, &str)]| measured(folder.path(), &source(measure, keys)).unwrap().estimate;
    near(value("score", &[("player", "a"), ("baseline", "b")]), 0.75);
    near(value("first_seat_score", &[]), 1.0);
}

#[test]
fn a_repeated_game_of_a_player_against_itself_is_no_game() {
    let folder = TestFolder::new("itself");
    let mut rows = [
        game(0, (0, 0), "a", "a", "first", 9),
        game(1, (0, 0), "a", "a", "first", 9),
        game(2, (0, 1), "a", "a", "draw", 20),
        game(3, (0, 1), "a", "a", "second", 20),
    ];
    rows[1].moves = rows[0].moves.clone();
    folder.write(&rows);
    let seat = measured(folder.path(), &source("first_seat_score", &[])).unwrap();
    near(seat.estimate, 0.5);
    assert_eq!(seat.n, 3);
    assert!(seat.remarks.iter().any(|remark| remark.contains("repeats")), "{:?}", seat.remarks);
    assert!(measured(folder.path(), &source("score", &[("player", "a")])).is_err());
    assert!(measured(folder.path(), &source("win_rate", &[("player", "a")])).is_err());
}

#[test]
fn differences_of_scores_by_opening() {
    let keys = [("player", "a"), ("baseline", "c"), ("reference", "b")];
    let difference = of("score_difference", &keys).unwrap();
    // Opening 1: 1 - 1/2; opening 2: 1/2 - 0; the others c did not play.
    near(difference.estimate, 0.5);
    assert_eq!(difference.n, 2);
    assert!(difference.remarks.iter().any(|remark| remark.contains("2 openings")), "{:?}", difference.remarks);
}

#[test]
fn missing_players_are_named() {
    let message = of("score", &[("player", "aa"), ("baseline", "b")]).unwrap_err().to_string();
    assert!(message.contains("no player 'aa'") && message.contains("did you mean 'a'"), "{message}");
    let message = of("score", &[("player", "a"), ("baseline", "c")]).unwrap_err().to_string();
    assert!(message.contains("a against c"), "{message}");
    let only_failed = [("player", "a"), ("where", "{ job_id = 7 }")];
    assert!(of("score", &only_failed).unwrap_err().to_string().contains("not finished"));
}
