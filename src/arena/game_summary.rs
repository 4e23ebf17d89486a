//! What the games of each pairing, and of each player, come to.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use super::early_stop::EarlyStop;
use super::ratio_summary::{FEWEST_RESAMPLES, WORK, random_bits};
use super::search_summary::Moments;
use super::summary::{Figure, Figures};
use crate::analysis::bootstrap::{bootstrap_mean, resamples_within};
use crate::analysis::bradley_terry::{self, Meeting};
use crate::analysis::counts::{PairCounts, PairOutcome, Tally};
use crate::analysis::elo::{EloEstimate, ScoreInterval, elo_estimate};
use crate::analysis::holm::{holm, holm_of_tested};
use crate::analysis::paired::{ByUnit, lead};
use crate::analysis::power::{POWER, units_to_separate};
use crate::analysis::wilson::wilson;
use crate::base::Fault;
use crate::base::rng::hash_text;
use crate::records::csv_file::CsvFile;
use crate::records::derive::csv_path;
use crate::records::read::required_columns;
use crate::records::rows::{GameRow, Row, first_seat_has_first_stones, half_points};
use crate::spec::Plan;

/// Ratings are worked out for so many players at most: the work grows with the cube.
const MOST_RATED: u64 = 300;

/// The ratings of so many players at most are compared each with each other.
const MOST_COMPARED_RATINGS: usize = 24;

/// Games in which one side held the same stones: won, drawn and lost by it.
type Results = [u64; 3];

/// What may be chosen in swap2, with the quantities that count it.
const CHOICES: [(&str, &str); 4] = [
    ("white", "swap2_white"),
    ("black", "swap2_black"),
    ("two-white", "swap2_two_white"),
    ("two-black", "swap2_two_black"),
];

/// The games of one pairing, from the view of its first player.
#[derive(Default)]
struct Pairing {
    /// With the first stones, then with the second.
    results: [Results; 2],
    failed: u64,
    pairs: PairCounts,
    /// Scores of the pairs, by pair.
    scores: ByUnit<u64>,
    /// The pair of the last game, if that was its first game, and its half points.
    half: Option<(u64, Option<u8>)>,
    plies: Moments,
    distinct: HashSet<u64>,
    /// Games that the first player, then the second, lost by each fault.
    forfeits: [[u64; Fault::LOSING.len()]; 2],
    /// Games by what was chosen in swap2.
    choices: [u64; CHOICES.len()],
    /// Nodes, moves and depths of the first player, then of the second; where they are known.
    nodes: [u64; 2],
    moves: [u64; 2],
    depths: [u64; 2],
}

/// The columns of `games.csv` that count here.
#[derive(Deserialize)]
struct Played {
    job_id: u64,
    pairing_id: u64,
    pair_id: u64,
    outcome: Option<String>,
    #[serde(default)]
    swap2: Option<String>,
    #[serde(default)]
    first_stones: Option<String>,
    plies: u32,
    moves: String,
    end: String,
    nodes_first: Option<u64>,
    nodes_second: Option<u64>,
    moves_first: u32,
    moves_second: u32,
    depth_sum_first: Option<u64>,
    depth_sum_second: Option<u64>,
}

/// What a game adds to its pairing.
struct Game {
    pairing: u64,
    pair: u64,
    second_game: bool,
    /// Whether the pairing's first player has the first stones.
    has_first_stones: bool,
    /// What was chosen in swap2, as a place among [`CHOICES`].
    choice: Option<usize>,
    /// Half points of the pairing's first player; none for a failed game.
    half_points: Option<u8>,
    plies: u32,
    moves_hash: u64,
    /// By what fault the game was lost, if it was.
    fault: Option<Fault>,
    /// Nodes, moves and depths of the pairing's first player, then of the second.
    sides: [(Option<u64>, u32, Option<u64>); 2],
}

impl Game {
    fn new(row: Played) -> Game {
        // The first player of the pairing has the first seat in the first game of each pair.
        let second_game = !row.job_id.is_multiple_of(2);
        let mut sides = [
            (row.nodes_first, row.moves_first, row.depth_sum_first),
            (row.nodes_second, row.moves_second, row.depth_sum_second),
        ];
        sides.rotate_left(usize::from(second_game));
        let points = row.outcome.as_deref().and_then(half_points);
        let half_points = points.map(|points| if second_game { 2 - points } else { points });
        let has_first_stones = first_seat_has_first_stones(row.first_stones.as_deref()) != second_game;
        let choice = row.swap2.as_deref().and_then(|chosen| CHOICES.iter().position(|(choice, _)| *choice == chosen));
        let (pairing, pair, plies) = (row.pairing_id, row.pair_id, row.plies);
        let fault = Fault::LOSING.into_iter().find(|fault| fault.word() == row.end);
        Game {
            pairing,
            pair,
            second_game,
            has_first_stones,
            choice,
            half_points,
            plies,
            moves_hash: hash_text(&row.moves),
            fault,
            sides,
        }
    }
}

impl Pairing {
    fn add(&mut self, game: &Game) {
        for (player, (nodes, moves, depths)) in game.sides.into_iter().enumerate() {
            // What a program of others does is not known.
            let Some((nodes, depths)) = nodes.zip(depths) else { continue };
            self.nodes[player] = self.nodes[player].saturating_add(nodes);
            self.moves[player] += u64::from(moves);
            self.depths[player] += depths;
        }
        if let Some((fault, points)) = game.fault.zip(game.half_points) {
            self.forfeits[usize::from(points > 0)][fault as usize] += 1;
        }
        if let Some(choice) = game.choice {
            self.choices[choice] += 1;
        }
        match game.half_points {
            None => self.failed += 1,
            Some(points) => {
                self.results[usize::from(!game.has_first_stones)][usize::from(2 - points)] += 1;
                self.plies.add(f64::from(game.plies));
                self.distinct.insert(game.moves_hash);
            }
        }
        match self.half.take() {
            Some((pair, one)) if pair == game.pair && game.second_game => {
                // Half pairs are not counted.
                let sum = one.zip(game.half_points).map(|(one, other)| one + other);
                if let Some(outcome) = sum.and_then(PairOutcome::from_half_points) {
                    self.pairs.add(outcome);
                    self.scores.push((pair, outcome.index() as f64 / 4.0));
                }
            }
            _ if !game.second_game => self.half = Some((game.pair, game.half_points)),
            _ => {}
        }
    }

    /// Won, drawn and lost in both seats.
    fn totals(&self) -> Results {
        std::array::from_fn(|result| self.results[0][result] + self.results[1][result])
    }

    fn figures(&self) -> Vec<Figure> {
        let [wins, draws, losses] = self.totals();
        let games = wins + draws + losses;
        let rate = |quantity, won: u64, of: u64| {
            let value = (of > 0).then(|| won as f64 / of as f64);
            Figure::new(quantity, value, "ratio", of, "games").within(wilson(won, of), "Wilson")
        };
        let [first, second] = &self.results;
        let per_move = |sum: u64, moves: u64| (moves > 0).then(|| sum as f64 / moves as f64);
        let mut figures = vec![
            Figure::count("games", games, "games"),
            Figure::count("failed", self.failed, "games"),
            Figure::count("wins", wins, "games"),
            Figure::count("draws", draws, "games"),
            Figure::count("losses", losses, "games"),
            rate("win_rate", wins, games),
            rate("win_rate_with_first_stones", first[0], first.iter().sum()),
            rate("win_rate_with_second_stones", second[0], second.iter().sum()),
            rate("draw_rate", draws, games),
            rate("first_stones_win_rate", first[0] + second[2], games),
            Figure::new("game_length_mean", self.plies.mean(), "plies", games, "games")
                .within(self.plies.interval(), "Student"),
            Figure::new("distinct_games", Some(self.distinct.len() as f64), "games", games, "games"),
            Figure::new("nodes_per_move", per_move(self.nodes[0], self.moves[0]), "nodes", self.moves[0], "moves"),
            Figure::new(
                "opponent_nodes_per_move",
                per_move(self.nodes[1], self.moves[1]),
                "nodes",
                self.moves[1],
                "moves",
            ),
            Figure::new("depth_per_move", per_move(self.depths[0], self.moves[0]), "plies", self.moves[0], "moves"),
            Figure::new(
                "opponent_depth_per_move",
                per_move(self.depths[1], self.moves[1]),
                "plies",
                self.moves[1],
                "moves",
            ),
        ];
        const FORFEITS: [[&str; Fault::LOSING.len()]; 2] = [
            ["lost_on_time", "lost_by_illegal_move", "lost_by_death"],
            ["opponent_lost_on_time", "opponent_lost_by_illegal_move", "opponent_lost_by_death"],
        ];
        let forfeits = FORFEITS.as_flattened().iter().zip(self.forfeits.as_flattened());
        figures.extend(
            forfeits.filter(|(_, count)| **count > 0).map(|(name, &count)| Figure::count(name, count, "games")),
        );
        let choices = CHOICES.iter().zip(self.choices).filter(|_| self.choices.iter().any(|&count| count > 0));
        figures.extend(choices.map(|((_, name), count)| Figure::count(name, count, "games")));
        const CELLS: [&str; 5] = ["pairs_ll", "pairs_ld", "pairs_dd_wl", "pairs_wd", "pairs_ww"];
        figures.extend(CELLS.into_iter().zip(self.pairs.0).map(|(name, count)| Figure::count(name, count, "pairs")));
        if let Some(estimate) = elo_estimate(self.pairs) {
            let n = self.pairs.units() as u64;
            let source = score_source(&estimate);
            let figure = |quantity, value, unit| Figure::new(quantity, Some(value), unit, n, "pairs");
            figures.push(figure("score", estimate.score, "ratio").within(Some(estimate.score_interval), source));
            // The Elo of a score of 0 or 1 is infinite: the figure is missing, and one end bounds it.
            figures.push(Figure::new("elo", estimate.elo, "Elo", n, "pairs").between(
                estimate.elo_low,
                estimate.elo_high,
                source,
            ));
            figures.extend(estimate.elo_margin().map(|margin| figure("elo_margin", margin, "Elo")));
            figures.extend(estimate.normalised.map(|normalised| figure("normalised_elo", normalised.value, "Elo")));
            figures.extend(
                estimate.normalised.map(|normalised| figure("normalised_elo_margin", normalised.margin, "Elo")),
            );
            figures.push(figure("likelihood_of_superiority", estimate.los, "ratio"));
        }
        figures.retain(|figure| !figure.is_empty());
        figures
    }
}

/// Where the interval of a score of pairs comes from.
fn score_source(estimate: &EloEstimate) -> &'static str {
    match estimate.interval_source {
        ScoreInterval::Wilson => "Wilson over pairs",
        ScoreInterval::StandardError => "pairs",
    }
}

/// What is kept of a pairing once its figures are written.
struct Closed {
    players: (u32, u32),
    results: [Results; 2],
    /// The score of its first player from pairs; none without a complete pair.
    score: Option<EloEstimate>,
    /// Its scores pair by pair.
    scores: ByUnit<u64>,
}

/// Adds the figures of `games.csv`, if there is one.
///
/// # Errors
/// If a file cannot be read or written.
pub fn add(plan: &Plan, early_stop: Option<&EarlyStop>, folder: &Path, figures: &mut Figures) -> Result<()> {
    let path = csv_path(folder, GameRow::TABLE);
    if !path.exists() {
        return Ok(());
    }
    let rows = CsvFile::open(&path, required_columns::<GameRow>())?;
    let mut closed: Vec<Closed> = Vec::new();
    let mut open: Option<(u64, Pairing)> = None;
    // Rows are in plan order, so that one pairing ends where the next begins.
    rows.fold(Game::new, |game| {
        if open.as_ref().is_some_and(|(id, _)| *id != game.pairing) {
            close(plan, open.take(), figures, &mut closed)?;
        }
        open.get_or_insert_with(|| (game.pairing, Pairing::default())).1.add(&game);
        Ok(())
    })?;
    close(plan, open, figures, &mut closed)?;
    if let Some(stop) = early_stop {
        let test = stop.test();
        let n = test.pairs();
        let figure = |quantity, value, unit| Figure::new(quantity, Some(value), unit, n, "pairs");
        let accepted = match test.decision() {
            crate::analysis::sprt::SprtDecision::AcceptH1 => Some(1.0),
            crate::analysis::sprt::SprtDecision::AcceptH0 => Some(0.0),
            crate::analysis::sprt::SprtDecision::Continue => None,
        };
        let label = plan.pairings().first().map_or(String::new(), |&(first, _)| plan.label(u64::from(first)));
        figures.add(figure("sprt_log_likelihood_ratio", test.log_likelihood_ratio(), "nat").of(&label, ""))?;
        figures.add(Figure::new("sprt_accepted_hypothesis", accepted, "0 or 1", n, "pairs").of(&label, ""))?;
    }
    if closed.len() > 1 {
        add_equality(plan, &closed, figures)?;
        add_ratings(plan, &closed, figures)?;
        add_best(plan, &closed, figures)?;
    }
    Ok(())
}

fn close(plan: &Plan, pairing: Option<(u64, Pairing)>, figures: &mut Figures, closed: &mut Vec<Closed>) -> Result<()> {
    let Some((id, pairing)) = pairing else { return Ok(()) };
    let Some(&players) = plan.pairings().get(id as usize) else { return Ok(()) };
    let (subject, opponent) = (plan.label(u64::from(players.0)), plan.label(u64::from(players.1)));
    for figure in pairing.figures() {
        figures.add(figure.of(&subject, &opponent))?;
    }
    let score = elo_estimate(pairing.pairs);
    closed.push(Closed { players, results: pairing.results, score, scores: pairing.scores });
    Ok(())
}

/// Whether the two players of each of several pairings differ, corrected for their number.
fn add_equality(plan: &Plan, closed: &[Closed], figures: &mut Figures) -> Result<()> {
    let raw: Vec<Option<f64>> = closed.iter().map(|pairing| Some(pairing.score?.equality_p())).collect();
    for ((pairing, p), corrected) in closed.iter().zip(&raw).zip(holm_of_tested(&raw)) {
        let Some(score) = &pairing.score else { continue };
        let source = match score.interval_source {
            ScoreInterval::Wilson => ["sign test", "sign test; Holm"],
            ScoreInterval::StandardError => ["pairs", "pairs; Holm"],
        };
        let [one, other] = [pairing.players.0, pairing.players.1].map(|player| plan.label(u64::from(player)));
        for ((quantity, p), interval) in
            [("equal_strength_p", *p), ("equal_strength_p_holm", corrected)].into_iter().zip(source)
        {
            let figure = Figure::new(quantity, p, "p-value", score.units as u64, "pairs");
            figures.add(Figure { interval, ..figure }.of(&one, &other))?;
        }
    }
    Ok(())
}

/// Bradley-Terry ratings of all players.
fn add_ratings(plan: &Plan, closed: &[Closed], figures: &mut Figures) -> Result<()> {
    if plan.player_count() > MOST_RATED {
        return Ok(());
    }
    let mut meetings = Vec::new();
    for Closed { players, results, .. } in closed {
        let (one, other) = (players.0 as usize, players.1 as usize);
        let [first, second] = results;
        meetings.push(Meeting { first: one, second: other, wins: first[0], draws: first[1], losses: first[2] });
        meetings.push(Meeting { first: other, second: one, wins: second[2], draws: second[1], losses: second[0] });
    }
    // Players without a common opponent, however remote, have no common scale.
    if !bradley_terry::is_connected(plan.player_count() as usize, &meetings) {
        return Ok(());
    }
    let Ok(fit) = bradley_terry::fit(plan.player_count() as usize, &meetings) else { return Ok(()) };
    let games: u64 = meetings.iter().map(|meeting| meeting.wins + meeting.draws + meeting.losses).sum();
    let source = if fit.regularised { "Fisher information, with a prior" } else { "Fisher information" };
    let figure = |quantity, elo: f64| Figure::new(quantity, Some(elo), "Elo", games, "games");
    for (player, rating) in fit.ratings.iter().enumerate() {
        let label = plan.label(player as u64);
        figures.add(figure("rating", rating.elo).within(Some(rating.interval), source).of(&label, ""))?;
    }
    figures.add(figure("first_stones_advantage", fit.advantage.elo).within(Some(fit.advantage.interval), source))?;
    // Players that all met the same one are told apart by their scores, opening by opening.
    if common_opponent(closed).is_some() || fit.ratings.len() > MOST_COMPARED_RATINGS {
        return Ok(());
    }
    let pairs: Vec<(usize, usize)> =
        (0..fit.ratings.len()).flat_map(|one| (one + 1..fit.ratings.len()).map(move |other| (one, other))).collect();
    let raw: Vec<f64> = pairs.iter().map(|&(one, other)| fit.equality_p(one, other).unwrap_or(1.0)).collect();
    for ((&(one, other), &p), corrected) in pairs.iter().zip(&raw).zip(holm(&raw)) {
        let Some(difference) = fit.difference(one, other) else { continue };
        let value = |quantity, value, interval| Figure {
            interval,
            ..Figure::new(quantity, Some(value), "p-value", games, "games")
        };
        for figure in [
            figure("rating_difference", difference.elo).within(Some(difference.interval), source),
            value("rating_difference_p", p, "Wald"),
            value("rating_difference_p_holm", corrected, "Wald; Holm"),
        ] {
            figures.add(figure.of(&plan.label(one as u64), &plan.label(other as u64)))?;
        }
    }
    Ok(())
}

/// The opponent that all pairings share, as their second player.
fn common_opponent(closed: &[Closed]) -> Option<u32> {
    let common = closed.first()?.players.1;
    closed.iter().all(|pairing| pairing.players.1 == common).then_some(common)
}

/// The best of the players that met the same opponent, its interval, its lead over the next, and how many more games would
/// tell the two apart.
fn add_best(plan: &Plan, closed: &[Closed], figures: &mut Figures) -> Result<()> {
    let Some(common) = common_opponent(closed) else { return Ok(()) };
    let mut ranking: Vec<(&Closed, &EloEstimate)> =
        closed.iter().filter_map(|pairing| Some((pairing, pairing.score.as_ref()?))).collect();
    ranking.sort_by(|(one, one_score), (other, other_score)| {
        other_score.score.total_cmp(&one_score.score).then(one.players.0.cmp(&other.players.0))
    });
    let [(best, best_score), (next, _), ..] = ranking[..] else { return Ok(()) };
    let label = |player: u32| plan.label(u64::from(player));
    let ties: Vec<_> = ranking.iter().take_while(|(_, score)| score.score == best_score.score).collect();
    // Each of several best ones has a row, so that none is picked by its place in the list.
    for (tied, score) in &ties {
        let source = match (ties.len() > 1, score.interval_source) {
            (false, _) => score_source(score),
            (true, ScoreInterval::Wilson) => "Wilson over pairs; tied for best",
            (true, ScoreInterval::StandardError) => "pairs; tied for best",
        };
        figures.add(
            Figure::new("best_score", Some(score.score), "ratio", score.units as u64, "pairs")
                .within(Some(score.score_interval), source)
                .of(&label(tied.players.0), &label(common)),
        )?;
    }
    if ties.len() > 1 {
        return Ok(());
    }
    let scores: Vec<ByUnit<u64>> = ranking.iter().map(|(pairing, _)| pairing.scores.clone()).collect();
    for figure in lead_in_score(&scores) {
        figures.add(figure.of(&label(best.players.0), &label(next.players.0)))?;
    }
    Ok(())
}

/// What tells the first of several players from the second, opening by opening: all met the same opponent on the same ones.
fn lead_in_score(scores: &[ByUnit<u64>]) -> Vec<Figure> {
    let found = lead(scores, 0, 1);
    let n = found.differences.len();
    let resamples = resamples_within(WORK, n, FEWEST_RESAMPLES);
    let difference = bootstrap_mean(&found.differences, resamples, &mut random_bits());
    // An opening is a game with either colour, for each of the two.
    let more = units_to_separate(&found.differences, POWER)
        .map(|openings| openings.saturating_sub(n as u64).saturating_mul(2));
    let figure = |quantity, value, unit| Figure::new(quantity, value, unit, n as u64, "openings");
    vec![
        figure("best_score_lead", difference.map(|found| found.estimate), "ratio")
            .within(difference.and_then(|found| found.interval), "bootstrap over openings"),
        Figure { interval: "Wilcoxon signed-rank", ..figure("best_score_p", found.p, "p-value") },
        Figure { interval: "Wilcoxon signed-rank; Holm", ..figure("best_score_p_holm", found.p_holm, "p-value") },
        figure("more_games_to_separate", more.map(|games| games as f64), "games of each"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_interval_holds_its_estimate(
            first in prop::array::uniform3(prop_oneof![Just(0u64), 0u64..400]),
            second in prop::array::uniform3(prop_oneof![Just(0u64), 0u64..400]),
            pairs in prop::array::uniform5(prop_oneof![Just(0u64), 0u64..400]),
        ) {
            let pairing = Pairing { results: [first, second], pairs: PairCounts(pairs), ..Pairing::default() };
            for figure in pairing.figures() {
                prop_assert!(figure.holds_its_value(), "{:?}", figure);
                prop_assert!(figure.value.is_some() || figure.low.is_some() || figure.high.is_some(), "{:?}", figure);
            }
        }
    }

    #[test]
    fn all_won_pairs_bound_the_elo() {
        let pairing = Pairing { pairs: PairCounts([0, 0, 0, 0, 50]), ..Pairing::default() };
        let figures = pairing.figures();
        let figure = |name: &str| figures.iter().find(|figure| figure.quantity == name);
        let score = figure("score").unwrap();
        assert_eq!((score.value, score.high, score.interval), (Some(1.0), Some(1.0), "Wilson over pairs"));
        let elo = figure("elo").unwrap();
        assert!(elo.value.is_none() && elo.high.is_none() && elo.low.unwrap() > 400.0, "{elo:?}");
        assert_eq!(figure("elo_margin"), None);
    }

    #[test]
    fn the_lead_of_the_best_is_taken_opening_by_opening() {
        // 40 openings: the first scores a quarter more on half of them, and as much on the rest.
        let scores = |lead: f64| -> ByUnit<u64> {
            (0..40).map(|pair| (pair, 0.25 * (pair % 3) as f64 + if pair % 2 == 0 { lead } else { 0.0 })).collect()
        };
        let figures = lead_in_score(&[scores(0.25), scores(0.0), scores(-0.25)]);
        let of = |name: &str| figures.iter().find(|figure| figure.quantity == name).unwrap();
        let lead = of("best_score_lead");
        assert!((lead.value.unwrap() - 0.125).abs() < 1e-12 && lead.n == 40 && lead.holds_its_value());
        assert!(lead.low.unwrap() > 0.07 && lead.high.unwrap() < 0.18, "{lead:?}");
        // Twenty ties of one sign: 2 / 2^20, and of three pairs of players the other two differ as clearly or more.
        assert!((of("best_score_p").value.unwrap() - 2f64.powi(-19)).abs() < 1e-15);
        assert!((of("best_score_p_holm").value.unwrap() - 3.0 * 2f64.powi(-19)).abs() < 1e-15);
        // Deviation 0.1266 against a mean of 0.125: (2.8016 * 1.0127)^2 = 8.05 openings suffice.
        assert_eq!(of("more_games_to_separate").value, Some(0.0));
        let close = |extra: u64| -> ByUnit<u64> {
            (0..40)
                .map(|pair| (pair, if pair % 2 == 0 { 0.25 } else { 0.0 } + if pair < extra { 0.25 } else { 0.0 }))
                .collect()
        };
        let figures = lead_in_score(&[close(2), close(0)]);
        // Mean 0.0125, deviation 0.0552: (2.8016 * 4.414)^2 = 152.9, 113 more openings of two games.
        assert_eq!(figures.last().and_then(|figure| figure.value), Some(226.0));
    }
}
