//! Who is the better one, over several pairings: tests of each, ratings of all, and the best against a common opponent.

use anyhow::Result;

use super::game_summary::Results;
use super::ratio_summary::{FEWEST_RESAMPLES, WORK, random_bits};
use super::summary::{Figure, Figures};
use crate::analysis::bootstrap::{bootstrap_mean, resamples_within};
use crate::analysis::bradley_terry::{self, Meeting};
use crate::analysis::elo::{EloEstimate, ScoreInterval};
use crate::analysis::holm::{holm, holm_of_tested};
use crate::analysis::paired::{ByUnit, lead};
use crate::analysis::power::{POWER, units_to_separate};
use crate::spec::Plan;

/// Ratings are worked out for so many players at most: the work grows with the cube.
const MOST_RATED: u64 = 300;

/// The ratings of so many players at most are compared each with each other.
const MOST_COMPARED_RATINGS: usize = 24;

/// What is kept of a pairing once its figures are written.
pub(super) struct Closed {
    pub players: (u32, u32),
    pub results: [Results; 2],
    /// The score of its first player from pairs; none without a complete pair.
    pub score: Option<EloEstimate>,
    /// Its scores pair by pair.
    pub scores: ByUnit<u64>,
}

/// Where the interval of a score comes from.
pub(super) fn score_source(estimate: &EloEstimate) -> &'static str {
    match estimate.interval_source {
        ScoreInterval::Wilson => "Wilson over pairs",
        ScoreInterval::StandardError => "pairs",
    }
}

/// Adds what several pairings, once their own figures are written, come to together.
///
/// # Errors
/// If the summary cannot be written.
pub(super) fn add(plan: &Plan, closed: &[Closed], figures: &mut Figures) -> Result<()> {
    add_equality(plan, closed, figures)?;
    add_ratings(plan, closed, figures)?;
    add_best(plan, closed, figures)
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
