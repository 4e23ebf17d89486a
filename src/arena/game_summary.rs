//! What the games of each pairing, and of each player, come to.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Result;

use super::early_stop::EarlyStop;
use super::search_summary::Moments;
use super::summary::{Figure, Figures};
use crate::analysis::bradley_terry::{self, Meeting};
use crate::analysis::counts::{PairCounts, PairOutcome, Tally};
use crate::analysis::elo::{EloEstimate, ScoreInterval, elo_estimate};
use crate::analysis::power::{POWER, ScoreRate, more_games_to_separate};
use crate::analysis::wilson::wilson;
use crate::base::rng::hash_text;
use crate::records::read::read_if_present;
use crate::records::rows::GameRow;
use crate::spec::Plan;

/// Ratings are worked out for so many players at most: the work grows with the cube.
const MOST_RATED: u64 = 300;

/// Games with the first stones held by one side: won, drawn and lost by it.
type Results = [u64; 3];

/// The games of one pairing, from the view of its first player.
#[derive(Default)]
struct Pairing {
    /// With the first stones, then with the second.
    results: [Results; 2],
    failed: u64,
    pairs: PairCounts,
    /// The pair of the last game, if that was its first game, and its half points.
    half: Option<(u64, Option<u8>)>,
    plies: Moments,
    distinct: HashSet<u64>,
    /// Nodes, moves and depths of the first player, then of the second.
    nodes: [u64; 2],
    moves: [u64; 2],
    depths: [u64; 2],
}

impl Pairing {
    fn add(&mut self, row: &GameRow) {
        // The first player of the pairing has the first stones in the first game of each pair.
        let second_game = !row.job_id.is_multiple_of(2);
        let seat = usize::from(second_game);
        let sides = [
            (row.nodes_first, row.moves_first, row.depth_sum_first),
            (row.nodes_second, row.moves_second, row.depth_sum_second),
        ];
        for (player, &(nodes, moves, depths)) in [&sides[seat], &sides[1 - seat]].into_iter().enumerate() {
            self.nodes[player] = self.nodes[player].saturating_add(nodes);
            self.moves[player] += u64::from(moves);
            self.depths[player] += depths;
        }
        let half_points = match (row.outcome.as_deref(), second_game) {
            (Some("draw"), _) => Some(1),
            (Some("first"), false) | (Some("second"), true) => Some(2),
            (Some("first" | "second"), _) => Some(0u8),
            _ => None,
        };
        match half_points {
            None => self.failed += 1,
            Some(points) => {
                self.results[seat][usize::from(2 - points)] += 1;
                self.plies.add(f64::from(row.plies));
                self.distinct.insert(hash_text(&row.moves));
            }
        }
        match self.half.take() {
            Some((pair, one)) if pair == row.pair_id && second_game => {
                // Half pairs are not counted.
                let sum = one.zip(half_points).map(|(one, other)| one + other);
                if let Some(outcome) = sum.and_then(PairOutcome::from_half_points) {
                    self.pairs.add(outcome);
                }
            }
            _ if !second_game => self.half = Some((row.pair_id, half_points)),
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
}

/// A player among those that met the same opponent.
#[derive(Clone, Copy)]
struct Ranked {
    player: u32,
    games: u64,
    /// Share of its games that were drawn.
    draws: f64,
    score: EloEstimate,
}

/// Adds the figures of `games.csv`, if there is one.
///
/// # Errors
/// If a file cannot be read or written.
pub fn add(plan: &Plan, early_stop: Option<&EarlyStop>, folder: &Path, figures: &mut Figures) -> Result<()> {
    let Some(rows) = read_if_present::<GameRow>(folder)? else { return Ok(()) };
    let mut closed: Vec<Closed> = Vec::new();
    let mut open: Option<(u64, Pairing)> = None;
    // Rows are in plan order, so that one pairing ends where the next begins.
    for row in rows {
        let row = row?;
        if open.as_ref().is_some_and(|(id, _)| *id != row.pairing_id) {
            close(plan, open.take(), figures, &mut closed)?;
        }
        open.get_or_insert_with(|| (row.pairing_id, Pairing::default())).1.add(&row);
    }
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
    closed.push(Closed { players, results: pairing.results, score: elo_estimate(pairing.pairs) });
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
    figures.add(figure("first_stones_advantage", fit.advantage.elo).within(Some(fit.advantage.interval), source))
}

/// The best of the players that met the same opponents, its interval, and how many more games would tell it from the next.
fn add_best(plan: &Plan, closed: &[Closed], figures: &mut Figures) -> Result<()> {
    let Some(common) = closed.first().map(|pairing| pairing.players.1) else { return Ok(()) };
    if closed.iter().any(|pairing| pairing.players.1 != common) {
        return Ok(());
    }
    let mut ranking: Vec<Ranked> = Vec::new();
    for Closed { players, results, score } in closed {
        let [wins, draws, losses]: Results = std::array::from_fn(|result| results[0][result] + results[1][result]);
        let games = wins + draws + losses;
        if let (true, Some(score)) = (games > 0, score) {
            ranking.push(Ranked { player: players.0, games, draws: draws as f64 / games as f64, score: *score });
        }
    }
    ranking.sort_by(|one, other| other.score.score.total_cmp(&one.score.score).then(one.player.cmp(&other.player)));
    let [best, next, ..] = ranking[..] else { return Ok(()) };
    let label = |player: u32| plan.label(u64::from(player));
    let is_tie = |ranked: &&Ranked| ranked.score.score == best.score.score;
    let ties: Vec<&Ranked> = ranking.iter().take_while(is_tie).collect();
    // Each of several best ones has a row, so that none is picked by its place in the list.
    for tied in &ties {
        let source = match (ties.len() > 1, tied.score.interval_source) {
            (false, _) => score_source(&tied.score),
            (true, ScoreInterval::Wilson) => "Wilson over pairs; tied for best",
            (true, ScoreInterval::StandardError) => "pairs; tied for best",
        };
        figures.add(
            Figure::new("best_score", Some(tied.score.score), "ratio", tied.score.units as u64, "pairs")
                .within(Some(tied.score.score_interval), source)
                .of(&label(tied.player), &label(common)),
        )?;
    }
    if ties.len() > 1 {
        return Ok(());
    }
    let rate = |ranked: Ranked| ScoreRate::with_draws(ranked.score.score, ranked.draws);
    let more = rate(best).zip(rate(next)).and_then(|(best_rate, next_rate)| {
        more_games_to_separate(best_rate, next_rate, POWER, best.games.min(next.games))
    });
    figures.add(
        Figure::new("more_games_to_separate", more.map(|games| games as f64), "games of each", best.games, "games")
            .of(&label(best.player), &label(next.player)),
    )
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
}
