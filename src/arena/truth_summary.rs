//! What the moves of each player come to when they are held against exact values.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::Result;

use super::search_summary::Moments;
use super::summary::{Figure, Figures};
use crate::analysis::wilson::wilson;
use crate::records::read::read_if_present;
use crate::records::rows::TruthRow;

/// How often something happened, of how many times.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    yes: u64,
    all: u64,
}

impl Share {
    fn add(&mut self, flag: Option<bool>) {
        self.yes += u64::from(flag == Some(true));
        self.all += u64::from(flag.is_some());
    }

    fn figure(&self, quantity: &'static str, sample: &'static str) -> Figure {
        let value = (self.all > 0).then(|| self.yes as f64 / self.all as f64);
        Figure::new(quantity, value, "ratio", self.all, sample).within(wilson(self.yes, self.all), "Wilson")
    }
}

/// The moves of one player.
#[derive(Default)]
struct Judged {
    moves: u64,
    failed: u64,
    kept: Share,
    blunders: Share,
    blunders_at_ply: BTreeMap<u32, Share>,
    blunders_at_depth: BTreeMap<u32, Share>,
    distance_lost: Moments,
    /// Won positions that were played on from.
    won: Share,
    moves_to_win: Moments,
    shortest_win: Moments,
    excess_win: Moments,
    resistance: Moments,
    lost_resistance: Moments,
}

/// The winner's own moves among so many stones, the first and the last being its.
fn own_moves(plies: u32) -> f64 {
    f64::from(plies.div_ceil(2))
}

impl Judged {
    fn add(&mut self, row: &TruthRow) {
        if row.err.is_some() {
            self.failed += 1;
            return;
        }
        self.moves += 1;
        self.kept.add(row.kept);
        self.blunders.add(row.blunder);
        self.blunders_at_ply.entry(row.ply).or_default().add(row.blunder);
        if let Some(plies) = row.completed_depth_plies {
            self.blunders_at_depth.entry(plies).or_default().add(row.blunder);
        }
        if let Some(lost) = row.distance_lost {
            self.distance_lost.add(f64::from(lost));
        }
        if let (Some(shortest), Some(outcome)) = (row.win_plies, &row.play_out_outcome) {
            self.won.add(Some(outcome == "win"));
            if let (Some(plies), Some(excess)) = (row.play_out_plies, row.excess_win_plies) {
                self.moves_to_win.add(own_moves(plies));
                self.shortest_win.add(own_moves(shortest));
                self.excess_win.add(f64::from(excess) / 2.0);
            }
        }
        if let (Some(plies), Some(lost)) = (row.play_out_plies, row.lost_resistance_plies) {
            self.resistance.add(f64::from(plies));
            self.lost_resistance.add(f64::from(lost));
        }
    }

    /// Figures of the player, and of its moves at one number of stones or one depth, with what that is.
    fn figures(&self) -> Vec<(String, Figure)> {
        const SAFE: &str = "moves in won or drawn positions";
        let mean = |quantity: &'static str, moments: &Moments, unit: &'static str, sample: &'static str| {
            Figure::new(quantity, moments.mean(), unit, moments.count(), sample).within(moments.interval(), "Student")
        };
        let whole = [
            Figure::count("judged_moves", self.kept.all, "moves"),
            Figure::count("unknown_moves", self.moves - self.kept.all, "moves"),
            Figure::count("failed", self.failed, "searches"),
            self.kept.figure("value_keeping_rate", "moves"),
            self.blunders.figure("blunder_rate", SAFE),
            mean("distance_lost_mean", &self.distance_lost, "exact score", "moves"),
            self.won.figure("play_out_win_rate", "won positions played on"),
            mean("moves_to_win_mean", &self.moves_to_win, "moves", "won positions that were won"),
            mean("shortest_win_mean", &self.shortest_win, "moves", "won positions that were won"),
            mean("excess_win_moves_mean", &self.excess_win, "moves", "won positions that were won"),
            mean("resistance_mean", &self.resistance, "plies", "lost positions played on"),
            mean("lost_resistance_mean", &self.lost_resistance, "plies", "lost positions played on"),
        ];
        let mut figures: Vec<(String, Figure)> = whole.map(|figure| (String::new(), figure)).into();
        let by = |name: &'static str, quantity: &'static str, shares: &BTreeMap<u32, Share>| {
            let several = shares.len() > 1;
            let of = |(at, share): (&u32, &Share)| (format!(" at {name} {at}"), share.figure(quantity, SAFE));
            shares.iter().filter(|_| several).map(of).collect::<Vec<_>>()
        };
        figures.extend(by("ply", "blunder_rate_by_ply", &self.blunders_at_ply));
        figures.extend(by("depth", "blunder_rate_by_depth", &self.blunders_at_depth));
        figures.retain(|(_, figure)| !(figure.is_empty() || figure.n == 0 && figure.quantity == "failed"));
        figures
    }
}

/// Adds the figures of `truth.csv`, if there is one.
///
/// # Errors
/// If a file cannot be read or written.
pub fn add(folder: &Path, figures: &mut Figures) -> Result<()> {
    let Some(rows) = read_if_present::<TruthRow>(folder)? else { return Ok(()) };
    let (mut places, mut players) = (HashMap::<String, usize>::new(), Vec::<(String, Judged)>::new());
    for row in rows {
        let row = row?;
        let place = *places.entry(row.player.clone()).or_insert_with(|| {
            players.push((row.player.clone(), Judged::default()));
            players.len() - 1
        });
        players[place].1.add(&row);
    }
    for (label, judged) in &players {
        for (at, figure) in judged.figures() {
            figures.add(figure.of(&format!("{label}{at}"), ""))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_rest_on_the_moves_that_could_fail() {
        let row = |ply: u32, before: i32, kept: bool| TruthRow {
            ply,
            score_before: Some(before),
            kept: Some(kept),
            blunder: (before >= 0).then_some(!kept),
            distance_lost: Some(if kept { 0 } else { 3 }),
            completed_depth_plies: Some(4),
            ..TruthRow::default()
        };
        let mut judged = Judged::default();
        // A won, a drawn and two lost positions, of which the last has nothing to lose; one that is not known.
        [row(20, 5, true), row(20, 0, false), row(22, -2, true), TruthRow { ply: 23, ..TruthRow::default() }]
            .iter()
            .for_each(|row| judged.add(row));
        let won = TruthRow {
            win_plies: Some(3),
            play_out_outcome: Some("win".to_string()),
            play_out_plies: Some(7),
            excess_win_plies: Some(4),
            ..row(20, 9, true)
        };
        judged.add(&won);
        let figures = judged.figures();
        let of = |name: &str| figures.iter().find(|(_, figure)| figure.quantity == name).map(|(_, figure)| figure);
        let value = |name: &str| of(name).and_then(|figure| figure.value);
        assert_eq!((value("judged_moves"), value("unknown_moves")), (Some(4.0), Some(1.0)));
        assert_eq!((value("value_keeping_rate"), of("value_keeping_rate").unwrap().n), (Some(0.75), 4));
        assert_eq!((value("blunder_rate"), of("blunder_rate").unwrap().n), (Some(1.0 / 3.0), 3));
        assert_eq!(value("distance_lost_mean"), Some(0.75));
        assert_eq!((value("moves_to_win_mean"), value("shortest_win_mean")), (Some(4.0), Some(2.0)));
        assert_eq!((value("excess_win_moves_mean"), value("play_out_win_rate")), (Some(2.0), Some(1.0)));
        assert_eq!((of("resistance_mean"), of("failed")), (None, None));
        let at: Vec<(&str, u64)> = figures
            .iter()
            .filter(|(_, figure)| figure.quantity == "blunder_rate_by_ply")
            .map(|(at, figure)| (at.as_str(), figure.n))
            .collect();
        // A lost position gives no rate of blunders.
        assert_eq!(at, [(" at ply 20", 3)]);
        assert!(figures.iter().all(|(_, figure)| figure.holds_its_value()));
    }
}
