//! What the searches of each player come to.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Result;

use super::ratio_summary::{BOOTSTRAP, FEWEST_RESAMPLES, WORK, compare, compare_pairs, lead_in_nodes, random_bits};
use super::summary::{Figure, Figures};
use crate::analysis::bootstrap::{geometric_mean_ratio, resamples_within};
use crate::analysis::interval::{Interval, Z_95};
use crate::analysis::paired::ByUnit;
use crate::analysis::quantiles::quantile_of_sorted;
use crate::analysis::{student, wilson::wilson};
use crate::records::derive::csv_path;
use crate::records::read::read_with_timings;
use crate::records::rows::{Row, SearchRow, TimingRow};
use crate::spec::Plan;

/// Mean and spread, one value at a time (Welford 1962).
#[derive(Clone, Copy, Debug, Default)]
pub struct Moments {
    count: u64,
    mean: f64,
    squares: f64,
}

impl Moments {
    /// Takes one more value.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Their mean; `None` without any.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// Student's 95 % interval of the mean; `None` with fewer than two values.
    pub fn interval(&self) -> Option<Interval> {
        let freedom = self.count.checked_sub(1).filter(|&freedom| freedom > 0)? as f64;
        let error = (self.squares / freedom / self.count as f64).sqrt();
        let reach = student::quantile(0.975, freedom)? * error;
        Interval::new(self.mean - reach, self.mean + reach)
    }
}

/// A position at a depth: where two players are compared.
pub(super) type Unit = (u64, u32);

/// What a search answered, as far as two players may answer alike.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Answered {
    /// The position.
    pub position: u64,
    /// The nodes it took; 0 where they are not known.
    pub nodes: f64,
    /// The chosen move and the value of the root.
    pub found: (Option<Box<str>>, Option<i32>),
}

/// The searches of one player.
#[derive(Default)]
pub(super) struct Searches {
    /// Whether [`Searches::answers`] are kept.
    pub in_pairs: bool,
    /// What every search answered that did not fail, whatever ended it, by position.
    pub answers: Vec<Answered>,
    searches: u64,
    failed: u64,
    nodes: Moments,
    log_nodes: Moments,
    every_nodes: Vec<f64>,
    /// Trees that were probed: how many, their estimates and the squares of their standard errors.
    estimated: (u64, f64, f64),
    /// ln(nodes / minimal nodes) of the searches that have both.
    log_distances: Vec<f64>,
    /// Nodes above 0 of the searches that ran to their depth.
    pub nodes_at: ByUnit<Unit>,
    /// Wall time of those among them that were walked and timed.
    pub wall_ns_at: ByUnit<Unit>,
    depth: Moments,
    wins: (u64, u64),
    blocks: (u64, u64),
    central: (u64, u64),
}

impl Searches {
    pub(super) fn add(&mut self, row: &SearchRow, timing: Option<&TimingRow>) {
        self.searches += 1;
        if row.err.is_some() {
            self.failed += 1;
            return;
        }
        // Those of a program of others are not known.
        let known_nodes = row.estimated_nodes.or(row.nodes.map(|nodes| nodes as f64));
        if let Some(nodes) = known_nodes {
            self.nodes.add(nodes);
            self.every_nodes.push(nodes);
        }
        let nodes = known_nodes.unwrap_or(0.0);
        if nodes > 0.0 {
            self.log_nodes.add(nodes.ln());
        }
        if let Some(estimate) = row.estimated_nodes {
            let (count, sum, squares) = &mut self.estimated;
            *count += 1;
            *sum += estimate;
            *squares += row.estimated_nodes_se.unwrap_or(0.0).powi(2);
        }
        if let (Some(minimal @ 1..), Some(nodes @ 1..)) = (row.minimal_nodes, row.nodes) {
            self.log_distances.push((nodes as f64).ln() - (minimal as f64).ln());
        }
        if self.in_pairs {
            let found = (row.best_move.as_deref().map(Box::from), row.value);
            self.answers.push(Answered { position: row.position_id, nodes, found });
        }
        let depth_plies = row.depth_limit_plies.or(row.completed_depth_plies).unwrap_or(0);
        if !row.stopped && depth_plies > 0 && nodes > 0.0 {
            let unit = (row.position_id, depth_plies);
            self.nodes_at.push((unit, nodes));
            let wall_ns = timing.map(|timing| timing.wall_ns as f64).filter(|&ns| ns > 0.0);
            self.wall_ns_at.extend(wall_ns.filter(|_| row.estimated_nodes.is_none()).map(|ns| (unit, ns)));
        }
        row.completed_depth_plies.into_iter().for_each(|plies| self.depth.add(f64::from(plies)));
        let count = |(yes, all): &mut (u64, u64), flag: Option<bool>| {
            *yes += u64::from(flag == Some(true));
            *all += u64::from(flag.is_some());
        };
        count(&mut self.wins, row.missed_win);
        count(&mut self.blocks, row.missed_block);
        count(&mut self.central, row.best_is_central);
    }

    /// Puts the lists in order once all rows are in.
    fn close(&mut self) {
        self.every_nodes.sort_unstable_by(f64::total_cmp);
        self.answers.sort_by_key(|answer| answer.position);
        for list in [&mut self.nodes_at, &mut self.wall_ns_at] {
            list.sort_by_key(|(unit, _)| *unit);
            list.dedup_by_key(|(unit, _)| *unit);
        }
    }

    /// Whether any tree was probed and not walked.
    pub(super) fn is_estimated(&self) -> bool {
        self.estimated.0 > 0
    }

    /// The depth that every search completed; none where it varies.
    fn only_depth(&self) -> Option<f64> {
        self.depth.mean().filter(|_| self.depth.squares == 0.0)
    }

    fn figures(&self) -> Vec<Figure> {
        let (n, sample) = (self.nodes.count(), "searches");
        let geometric = self.log_nodes.mean().map(f64::exp);
        let rate = |quantity: &'static str, (yes, all): (u64, u64), sample: &'static str| {
            let value = (all > 0).then(|| yes as f64 / all as f64);
            Figure::new(quantity, value, "ratio", all, sample).within(wilson(yes, all), "Wilson")
        };
        let quantile = |quantity: &'static str, p: f64, fewest: usize| {
            let value = quantile_of_sorted(&self.every_nodes, p).filter(|_| self.every_nodes.len() >= fewest);
            let source = if self.is_estimated() { "estimated" } else { "" };
            Figure { interval: source, ..Figure::new(quantity, value, "nodes", n, sample) }
        };
        let [linear, logarithmic] = match self.is_estimated() {
            true => ["Student; estimated", "Student on logarithms; estimated"],
            false => ["Student", "Student on logarithms"],
        };
        let mut figures = vec![
            Figure::count("searches", self.searches, sample),
            Figure::count("failed", self.failed, sample),
            Figure::new("nodes_mean", self.nodes.mean(), "nodes", n, sample)
                .within(self.nodes.interval().and_then(|interval| interval.map(|nodes| nodes.max(0.0))), linear),
            Figure::new("nodes_geometric_mean", geometric, "nodes", self.log_nodes.count(), sample)
                .within(self.log_nodes.interval().and_then(|interval| interval.map(f64::exp)), logarithmic),
            quantile("nodes_median", 0.5, 2),
            quantile("nodes_q10", 0.1, 10),
            quantile("nodes_q90", 0.9, 10),
        ];
        figures.extend(self.estimates());
        figures.extend(self.distance());
        figures.extend([
            Figure::new("completed_depth_mean", self.depth.mean(), "plies", n, sample)
                .within(self.depth.interval(), "Student"),
            rate("missed_win_rate", self.wins, "searches with a win in one"),
            rate("missed_block_rate", self.blocks, "searches under a threat"),
            rate("central_move_rate", self.central, sample),
        ]);
        figures
    }

    /// Mean of the estimates, and what the probing leaves open of it.
    fn estimates(&self) -> Vec<Figure> {
        let (count, sum, squares) = self.estimated;
        if count == 0 {
            return Vec::new();
        }
        let (mean, error) = (sum / count as f64, squares.sqrt() / count as f64);
        let figure = |quantity, value| Figure::new(quantity, Some(value), "nodes", count, "searches");
        let interval = Interval::new((mean - Z_95 * error).max(0.0), mean + Z_95 * error);
        vec![
            figure("estimated_nodes_mean", mean).within(interval, "standard error of the probes; estimated"),
            figure("estimated_nodes_mean_se", error),
        ]
    }

    fn distance(&self) -> Option<Figure> {
        let distances: Vec<(f64, f64)> = self.log_distances.iter().map(|distance| (distance.exp(), 1.0)).collect();
        let resamples = resamples_within(WORK, distances.len(), FEWEST_RESAMPLES);
        let found = geometric_mean_ratio(&distances, resamples, &mut random_bits())?;
        Some(
            Figure::new(
                "distance_to_minimal_geometric_mean",
                Some(found.estimate),
                "ratio",
                found.units as u64,
                "positions",
            )
            .within(found.interval, BOOTSTRAP),
        )
    }
}

/// Adds the figures of `searches.csv`, if there is one: each player's, then each against its baseline (in pairs where the
/// plan asks for it), then the points of a grid with the fewest nodes. Answers the figures of times, which are not repeated by a rerun.
///
/// # Errors
/// If a file cannot be read or written.
pub fn add(plan: &Plan, folder: &Path, figures: &mut Figures) -> Result<Vec<Figure>> {
    if !csv_path(folder, SearchRow::TABLE).exists() {
        return Ok(Vec::new());
    }
    let (mut places, mut players) = (HashMap::<String, usize>::new(), Vec::<(String, Searches)>::new());
    for row in read_with_timings::<SearchRow>(folder)? {
        let (row, timing) = row?;
        let place = *places.entry(row.player.clone()).or_insert_with(|| {
            let searches = Searches { in_pairs: !plan.pairings().is_empty(), ..Searches::default() };
            players.push((row.player.clone(), searches));
            players.len() - 1
        });
        players[place].1.add(&row, timing.as_ref());
    }
    for (label, searches) in &mut players {
        searches.close();
        for figure in searches.figures() {
            figures.add(figure.of(label, ""))?;
        }
    }
    if !plan.pairings().is_empty() {
        let place = |index: u32| places.get(&plan.label(u64::from(index))).copied();
        let pairs: Vec<(usize, usize)> =
            plan.pairings().iter().filter_map(|&(one, other)| Some((place(one)?, place(other)?))).collect();
        compare_pairs(&players, &pairs).into_iter().try_for_each(|figure| figures.add(figure))?;
        return Ok(Vec::new());
    }
    let compared = compare(&players);
    for figure in compared.nodes.into_iter().chain(fewest(&players)) {
        figures.add(figure)?;
    }
    Ok(compared.times)
}

/// The players with the fewest nodes, each with a row, and what tells a single one from the next; nothing where they
/// searched to different depths, since a search that stops early is not a better one.
fn fewest(players: &[(String, Searches)]) -> Vec<Figure> {
    let mut ranked: Vec<(usize, f64)> = players
        .iter()
        .enumerate()
        .filter_map(|(place, (_, searches))| Some((place, searches.log_nodes.mean()?)))
        .collect();
    let depth = |place: usize| players[place].1.only_depth();
    let same_depth = ranked.first().is_some_and(|&(first, _)| {
        depth(first).is_some() && ranked.iter().all(|&(place, _)| depth(place) == depth(first))
    });
    if ranked.len() < 2 || !same_depth {
        return Vec::new();
    }
    ranked.sort_by(|one, other| one.1.total_cmp(&other.1));
    let least = ranked[0].1;
    // The same counts in another order differ in their last bits.
    let mut best: Vec<_> = ranked.iter().take_while(|(_, mean)| mean - least <= 1e-12 * least.abs()).collect();
    best.sort_by_key(|(place, _)| *place);
    let source = if best.len() > 1 { "Student on logarithms; tied for fewest" } else { "Student on logarithms" };
    let mut figures: Vec<Figure> = best
        .iter()
        .map(|&&(place, mean)| {
            let (label, searches) = &players[place];
            let interval = searches.log_nodes.interval().and_then(|interval| interval.map(f64::exp));
            let n = searches.log_nodes.count();
            Figure::new("fewest_nodes_geometric_mean", Some(mean.exp()), "nodes", n, "searches")
                .within(interval, source)
                .of(label, "")
        })
        .collect();
    if best.len() == 1 {
        figures.extend(lead_in_nodes(players, ranked[0].0, ranked[1].0));
    }
    figures
}

#[cfg(test)]
#[path = "search_summary_tests.rs"]
mod tests;
