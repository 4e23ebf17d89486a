//! What the games of each pairing, and of each player, come to.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use super::early_stop::EarlyStop;
use super::search_summary::Moments;
use super::standings::{self, Closed, score_source};
use super::summary::{Figure, Figures};
use crate::analysis::counts::{PairCounts, PairOutcome, Tally};
use crate::analysis::elo::elo_estimate;
use crate::analysis::paired::ByUnit;
use crate::analysis::wilson::wilson;
use crate::base::Fault;
use crate::base::rng::hash_text;
use crate::records::csv_file::CsvFile;
use crate::records::derive::csv_path;
use crate::records::read::required_columns;
use crate::records::rows::{GameRow, Row, first_seat_has_first_stones, half_points};
use crate::spec::Plan;

/// Games in which one side held the same stones: won, drawn and lost by it.
pub(super) type Results = [u64; 3];

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
        standings::add(plan, &closed, figures)?;
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
