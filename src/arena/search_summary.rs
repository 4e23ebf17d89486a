//! What the searches of each player come to.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Result;

use super::summary::{Figure, Figures};
use crate::analysis::interval::Interval;
use crate::analysis::{student, wilson::wilson};
use crate::records::read::read_if_present;
use crate::records::rows::SearchRow;

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

#[derive(Default)]
struct Searches {
    searches: u64,
    failed: u64,
    nodes: Moments,
    log_nodes: Moments,
    depth: Moments,
    wins: (u64, u64),
    blocks: (u64, u64),
    central: (u64, u64),
}

impl Searches {
    fn add(&mut self, row: &SearchRow) {
        self.searches += 1;
        if row.err.is_some() {
            self.failed += 1;
            return;
        }
        let nodes = row.estimated_nodes.unwrap_or(row.nodes as f64);
        self.nodes.add(nodes);
        if nodes > 0.0 {
            self.log_nodes.add(nodes.ln());
        }
        self.depth.add(f64::from(row.completed_depth_plies));
        let count = |(yes, all): &mut (u64, u64), flag: Option<bool>| {
            *yes += u64::from(flag == Some(true));
            *all += u64::from(flag.is_some());
        };
        count(&mut self.wins, row.missed_win);
        count(&mut self.blocks, row.missed_block);
        count(&mut self.central, row.best_is_central);
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
        vec![
            Figure::count("searches", self.searches, sample),
            Figure::count("failed", self.failed, sample),
            Figure::new("nodes_mean", self.nodes.mean(), "nodes", n, sample)
                .within(self.nodes.interval().and_then(|interval| interval.map(|nodes| nodes.max(0.0))), "Student"),
            Figure::new("nodes_geometric_mean", geometric, "nodes", self.log_nodes.count(), sample)
                .within(self.log_nodes.interval().and_then(|interval| interval.map(f64::exp)), "Student on logarithms"),
            Figure::new("completed_depth_mean", self.depth.mean(), "plies", n, sample)
                .within(self.depth.interval(), "Student"),
            rate("missed_win_rate", self.wins, "searches with a win in one"),
            rate("missed_block_rate", self.blocks, "searches under a threat"),
            rate("central_move_rate", self.central, sample),
        ]
    }
}

/// Adds the figures of `searches.csv`, if there is one; the points of a grid with the fewest nodes come last.
///
/// # Errors
/// If a file cannot be read or written.
pub fn add(folder: &Path, figures: &mut Figures) -> Result<()> {
    let Some(rows) = read_if_present::<SearchRow>(folder)? else { return Ok(()) };
    let (mut places, mut players) = (HashMap::<String, usize>::new(), Vec::<(String, Searches)>::new());
    for row in rows {
        let row = row?;
        let place = *places.entry(row.player.clone()).or_insert_with(|| {
            players.push((row.player.clone(), Searches::default()));
            players.len() - 1
        });
        players[place].1.add(&row);
    }
    for (label, searches) in &players {
        for figure in searches.figures() {
            figures.add(figure.of(label, ""))?;
        }
    }
    add_fewest(&players, figures)
}

/// The players with the fewest nodes, each with a row; nothing where they searched to different depths, since a search
/// that stops early is not a better one.
fn add_fewest(players: &[(String, Searches)], figures: &mut Figures) -> Result<()> {
    for figure in fewest(players) {
        figures.add(figure)?;
    }
    Ok(())
}

fn fewest(players: &[(String, Searches)]) -> Vec<Figure> {
    let measured: Vec<(&String, &Searches, f64)> =
        players.iter().filter_map(|(label, searches)| Some((label, searches, searches.log_nodes.mean()?))).collect();
    let Some(depth) = measured.first().and_then(|(_, searches, _)| searches.only_depth()) else { return Vec::new() };
    if measured.len() < 2 || measured.iter().any(|(_, searches, _)| searches.only_depth() != Some(depth)) {
        return Vec::new();
    }
    let least = measured.iter().map(|(.., mean)| *mean).fold(f64::INFINITY, f64::min);
    // The same counts in another order differ in their last bits.
    let best: Vec<_> = measured.into_iter().filter(|(.., mean)| mean - least <= 1e-12 * least.abs()).collect();
    let source = if best.len() > 1 { "Student on logarithms; tied for fewest" } else { "Student on logarithms" };
    best.into_iter()
        .map(|(label, searches, mean)| {
            let n = searches.log_nodes.count();
            let interval = searches.log_nodes.interval().and_then(|interval| interval.map(f64::exp));
            Figure::new("fewest_nodes_geometric_mean", Some(mean.exp()), "nodes", n, "searches")
                .within(interval, source)
                .of(label, "")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_those_of_the_books() {
        let mut moments = Moments::default();
        assert_eq!(moments.mean(), None);
        [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| moments.add(value));
        assert_eq!((moments.count(), moments.mean()), (8, Some(5.0)));
        // t(0.975, 7) = 2.364624, standard deviation 2.138090.
        let interval = moments.interval().unwrap();
        assert!((interval.high - 5.0 - 2.364_624 * 2.138_090 / 8f64.sqrt()).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn fewest_nodes_among_equal_depths_only_and_ties_are_named() {
        let player = |label: &str, nodes: &[u64], depth: u32| {
            let mut searches = Searches::default();
            for &nodes in nodes {
                searches.add(&SearchRow { nodes, completed_depth_plies: depth, ..SearchRow::default() });
            }
            (label.to_string(), searches)
        };
        let (a, b, c) = (player("a", &[8, 2], 5), player("b", &[2, 8], 5), player("c", &[1, 1], 4));
        assert!(fewest(&[a, c]).is_empty());
        let tied = fewest(&[player("a", &[8, 2], 5), b, player("d", &[9, 9], 5)]);
        let labels: Vec<&str> = tied.iter().map(|figure| figure.subject.as_str()).collect();
        assert_eq!(labels, ["a", "b"]);
        assert!(tied.iter().all(|figure| figure.interval.contains("tied") && figure.holds_its_value()), "{tied:?}");
        // Few and uneven counts: no mean of nodes lies below 0.
        let uneven = player("e", &[1, 1, 4000], 5).1.figures();
        assert!(uneven.iter().all(|figure| figure.holds_its_value() && figure.low.is_none_or(|low| low >= 0.0)));
    }
}
