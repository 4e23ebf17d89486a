//! `mnklab compare DIR DIR`: two runs of one plan, job by job; statistics of the difference.
//!
//! Jobs of one plan search the same positions and play the same openings, so that every job is its own control: ratios and
//! differences are taken within jobs and then averaged over them: of counts the geometric mean with its bootstrap, of times
//! the median. The p-values are Wilcoxon's, by Holm's correction over all lines that were tested.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use super::table::Table;
use crate::analysis::bootstrap::{
    Bootstrapped, RESAMPLES, SplitMix64, bootstrap_mean, geometric_mean_ratio, ln_ratios,
};
use crate::analysis::holm::holm_of_tested;
use crate::analysis::paired::signed_rank_p;
use crate::analysis::quantiles::{median_interval, quantile_of_sorted, sorted_finite};
use crate::records::manifest::{self, Manifest};
use crate::records::metrics::{self, Measured};
use crate::records::read::{read_if_present, read_with_timings};
use crate::records::rows::{FactRow, GameRow, SearchRow, TimingRow, TruthRow};

/// What is compared of searches, as ratios.
const RATIO_METRICS: [&str; 3] = ["nodes", "evaluations", TIME_METRIC];

/// The one of them that is a time: its ratios have outliers, and are told by their median.
const TIME_METRIC: &str = "wall_ns";

/// Compares two runs of one plan: by player the ratio second to first of nodes and time, what games came to,
/// moves that kept the exact value, and facts.
///
/// Each line has its 95 % interval; p-values are Wilcoxon's signed-rank test over jobs, and p_holm the same by Holm's
/// correction over all lines.
#[derive(Args, Debug)]
pub struct Compare {
    /// The first result folder.
    #[arg(value_name = "FIRST")]
    pub first: PathBuf,
    /// The second result folder.
    #[arg(value_name = "SECOND")]
    pub second: PathBuf,
}

impl Compare {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("compare")?;
        let (first, second) = (plan_hash(&self.first).or_usage()?, plan_hash(&self.second).or_usage()?);
        if first != second {
            return Err(Failure::usage(anyhow!(
                "expected two runs of one plan, found plan {first} in {} and plan {second} in {}",
                self.first.display(),
                self.second.display()
            )));
        }
        let mut lines = Vec::new();
        let mut source = SplitMix64::new(common.seed.unwrap_or(1));
        let mut bits = || source.next_bits();
        compare_searches(&self.first, &self.second, &mut lines, &mut bits).or_usage()?;
        compare_games(&self.first, &self.second, &mut lines, &mut bits).or_usage()?;
        compare_truth(&self.first, &self.second, &mut lines, &mut bits).or_usage()?;
        compare_facts(&self.first, &self.second, &mut lines, &mut bits).or_usage()?;
        if lines.is_empty() {
            return Err(Failure::usage(anyhow!(
                "{} and {} have no rows in common: neither searches, games, judged moves nor facts",
                self.first.display(),
                self.second.display()
            )));
        }
        correct(&mut lines);
        if common.json {
            output.json(&lines)?;
        } else {
            let mut table = Table::default();
            lines.iter().for_each(|line| table.push(line.fields()));
            table.print_grouped(output)?;
        }
        Ok(Exit::Done)
    }
}

/// The plan of a folder, by its manifest.
fn plan_hash(folder: &Path) -> Result<String> {
    let name = folder.display();
    if !folder.is_dir() {
        return Err(anyhow!("expected a result folder, found no folder '{name}'"));
    }
    let manifest = Manifest::load(folder)?;
    let file = manifest::FILE_NAME;
    let manifest =
        manifest.with_context(|| format!("{name} is no result folder of an experiment: it holds no {file}"))?;
    Ok(manifest.plan_hash)
}

/// A figure of the comparison.
#[derive(Debug, Serialize)]
struct Line {
    subject: String,
    quantity: String,
    estimate: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    p: Option<f64>,
    p_holm: Option<f64>,
    n: usize,
}

impl Line {
    fn new(subject: &str, quantity: &str, found: Option<Bootstrapped>, p: Option<f64>, n: usize) -> Line {
        let finite = |value: Option<f64>| value.filter(|value| value.is_finite());
        let interval = found.and_then(|found| found.interval);
        Line {
            subject: subject.to_string(),
            quantity: quantity.to_string(),
            estimate: finite(found.map(|found| found.estimate)),
            low: finite(interval.map(|interval| interval.low)),
            high: finite(interval.map(|interval| interval.high)),
            p: finite(p),
            p_holm: None,
            n,
        }
    }

    /// The fields as a person reads them, the subject last: a heading.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let shown = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.4}"));
        let interval = match (self.low, self.high) {
            (None, None) => String::new(),
            (low, high) => format!("[{}, {}]", shown(low), shown(high)),
        };
        vec![
            ("quantity", self.quantity.as_str().into()),
            ("estimate", shown(self.estimate).into()),
            ("interval", interval.into()),
            ("p", p_text("p", self.p).into()),
            ("p_holm", p_text("Holm", self.p_holm).into()),
            ("n", format!("n = {}", self.n).into()),
            ("subject", self.subject.as_str().into()),
        ]
    }
}

/// Fills in the corrected p-values.
fn correct(lines: &mut [Line]) {
    let tested: Vec<Option<f64>> = lines.iter().map(|line| line.p).collect();
    for (line, corrected) in lines.iter_mut().zip(holm_of_tested(&tested)) {
        line.p_holm = corrected;
    }
}

/// `p = 0.0123`, `p < 0.0001`.
fn p_text(name: &str, p: Option<f64>) -> String {
    match p {
        None => String::new(),
        Some(p) if p < 0.0001 => format!("{name} < 0.0001"),
        Some(p) => format!("{name} = {p:.4}"),
    }
}

type Timed = (SearchRow, Option<TimingRow>);

/// The searches of a player in both runs.
#[derive(Default)]
struct Searches {
    pairs: BTreeMap<&'static str, Vec<(f64, f64)>>,
    same_value: Vec<f64>,
    same_move: Vec<f64>,
}

fn compare_searches(first: &Path, second: &Path, lines: &mut Vec<Line>, bits: &mut impl FnMut() -> u64) -> Result<()> {
    if read_if_present::<SearchRow>(first)?.is_none() || read_if_present::<SearchRow>(second)?.is_none() {
        return Ok(());
    }
    let mut players: BTreeMap<String, Searches> = BTreeMap::new();
    let id = |row: &Timed| row.0.job_id;
    join(read_with_timings::<SearchRow>(first)?, read_with_timings::<SearchRow>(second)?, id, |one, two| {
        let found = players.entry(one.0.player.clone()).or_default();
        for name in RATIO_METRICS {
            let metric = metrics::find(name)?;
            let of = |(row, timing): &Timed| (metric.of)(&Measured::search(row, timing.as_ref()));
            if let (Some(one), Some(two)) = (of(one), of(two)) {
                found.pairs.entry(name).or_default().push((two, one));
            }
        }
        found.same_value.push(f64::from(u8::from(one.0.value == two.0.value)));
        found.same_move.push(f64::from(u8::from(one.0.best_move == two.0.best_move)));
        Ok(())
    })?;
    for (player, found) in &players {
        for (name, pairs) in &found.pairs {
            let logarithms = ln_ratios(pairs);
            let ratio = match *name {
                TIME_METRIC => median_ratio(&logarithms),
                _ => geometric_mean_ratio(pairs, RESAMPLES, bits),
            };
            if ratio.is_some() {
                let p = signed_rank_p(&logarithms);
                lines.push(Line::new(player, &format!("{name}_ratio"), ratio, p, logarithms.len()));
            }
        }
        let n = found.same_value.len();
        let mut share = |values: &[f64]| bootstrap_mean(values, RESAMPLES, bits);
        lines.push(Line::new(player, "same_value_ratio", share(&found.same_value), None, n));
        lines.push(Line::new(player, "same_move_ratio", share(&found.same_move), None, n));
    }
    Ok(())
}

/// The median of ratios given by their logarithms.
fn median_ratio(logarithms: &[f64]) -> Option<Bootstrapped> {
    let (sorted, skipped) = sorted_finite(logarithms);
    Some(Bootstrapped {
        estimate: quantile_of_sorted(&sorted, 0.5)?.exp(),
        interval: median_interval(&sorted).and_then(|interval| interval.map(f64::exp)),
        units: sorted.len(),
        skipped,
    })
}

/// The games of two players in the same seats in both runs.
#[derive(Default)]
struct Games {
    /// Points of the first seat: second run less first.
    points: Vec<f64>,
    /// Stones at the end: second run less first.
    plies: Vec<f64>,
    /// 1 where the games are the same.
    same: Vec<f64>,
}

fn compare_games(first: &Path, second: &Path, lines: &mut Vec<Line>, bits: &mut impl FnMut() -> u64) -> Result<()> {
    let (Some(one), Some(two)) = (read_if_present::<GameRow>(first)?, read_if_present::<GameRow>(second)?) else {
        return Ok(());
    };
    let mut pairings: BTreeMap<String, Games> = BTreeMap::new();
    join(
        one,
        two,
        |row: &GameRow| row.job_id,
        |one, two| {
            let found = pairings.entry(format!("{} against {}", one.first, one.second)).or_default();
            if let (Some(before), Some(after)) = (one.first_seat_half_points(), two.first_seat_half_points()) {
                found.points.push((f64::from(after) - f64::from(before)) / 2.0);
            }
            found.plies.push(f64::from(two.plies) - f64::from(one.plies));
            found.same.push(f64::from(u8::from(one.moves == two.moves)));
            Ok(())
        },
    )?;
    for (pairing, Games { points, plies, same }) in &pairings {
        for (name, differences) in [("score_difference", points), ("plies_difference", plies)] {
            let found = bootstrap_mean(differences, RESAMPLES, bits);
            lines.push(Line::new(pairing, name, found, signed_rank_p(differences), differences.len()));
        }
        let found = bootstrap_mean(same, RESAMPLES, bits);
        lines.push(Line::new(pairing, "same_game_ratio", found, None, same.len()));
    }
    Ok(())
}

/// The judged moves of a player in both runs.
#[derive(Default)]
struct Judged {
    /// 1 where the value was kept, 0 where not: second run less first.
    kept: Vec<f64>,
    /// 1 where the moves are the same.
    same: Vec<f64>,
}

fn compare_truth(first: &Path, second: &Path, lines: &mut Vec<Line>, bits: &mut impl FnMut() -> u64) -> Result<()> {
    let (Some(one), Some(two)) = (read_if_present::<TruthRow>(first)?, read_if_present::<TruthRow>(second)?) else {
        return Ok(());
    };
    let mut players: BTreeMap<String, Judged> = BTreeMap::new();
    join(
        one,
        two,
        |row: &TruthRow| (row.job_id, row.ply),
        |one, two| {
            let found = players.entry(one.player.clone()).or_default();
            if let (Some(before), Some(after)) = (one.kept, two.kept) {
                found.kept.push(f64::from(i8::from(after) - i8::from(before)));
            }
            found.same.push(f64::from(u8::from(one.played_move == two.played_move)));
            Ok(())
        },
    )?;
    for (player, Judged { kept, same }) in &players {
        let found = bootstrap_mean(kept, RESAMPLES, bits);
        lines.push(Line::new(player, "value_keeping_difference", found, signed_rank_p(kept), kept.len()));
        let found = bootstrap_mean(same, RESAMPLES, bits);
        lines.push(Line::new(player, "same_move_ratio", found, None, same.len()));
    }
    Ok(())
}

fn compare_facts(first: &Path, second: &Path, lines: &mut Vec<Line>, bits: &mut impl FnMut() -> u64) -> Result<()> {
    let (Some(one), Some(two)) = (read_if_present::<FactRow>(first)?, read_if_present::<FactRow>(second)?) else {
        return Ok(());
    };
    let mut subjects: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    join(
        one,
        two,
        |row: &FactRow| row.job_id,
        |one, two| {
            let same = one.quantity == two.quantity && one.value == two.value;
            subjects.entry(one.subject.clone()).or_default().push(f64::from(u8::from(same)));
            Ok(())
        },
    )?;
    for (subject, same) in &subjects {
        let found = bootstrap_mean(same, RESAMPLES, bits);
        lines.push(Line::new(subject, "same_value_ratio", found, None, same.len()));
    }
    Ok(())
}

/// Visits the rows that both runs have, by an id that rises; both come in plan order.
fn join<R, I: Ord>(
    first: impl Iterator<Item = Result<R>>,
    second: impl Iterator<Item = Result<R>>,
    id: impl Fn(&R) -> I,
    mut visit: impl FnMut(&R, &R) -> Result<()>,
) -> Result<()> {
    let (mut first, mut second) = (first, second);
    let (mut one, mut two) = (first.next().transpose()?, second.next().transpose()?);
    while let (Some(left), Some(right)) = (&one, &two) {
        let (left_id, right_id) = (id(left), id(right));
        let order = left_id.cmp(&right_id);
        if order.is_eq() {
            visit(left, right)?;
        }
        if order.is_le() {
            one = first.next().transpose()?;
        }
        if order.is_ge() {
            two = second.next().transpose()?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_jobs_of_both_runs_are_compared() {
        let rows = |ids: &[u64]| ids.iter().map(|&id| Ok(id)).collect::<Vec<Result<u64>>>().into_iter();
        let mut seen = Vec::new();
        join(
            rows(&[1, 2, 4, 7]),
            rows(&[0, 2, 3, 4, 9]),
            |&id| id,
            |one, two| {
                seen.push((*one, *two));
                Ok(())
            },
        )
        .unwrap();
        assert_eq!(seen, [(2, 2), (4, 4)]);
    }

    #[test]
    fn all_lines_that_were_tested_count_as_comparisons() {
        let mut lines = [Some(0.01), None, Some(0.03)].map(|p| Line::new("player", "nodes_ratio", None, p, 9));
        correct(&mut lines);
        assert_eq!(lines.map(|line| line.p_holm), [Some(0.02), None, Some(0.03)]);
    }

    #[test]
    fn times_are_compared_by_the_median_of_their_ratios() {
        let logarithms = [0.5f64, 2.0, 1.0, 8.0, 4.0, 1.5, 100.0].map(f64::ln);
        let found = median_ratio(&logarithms).unwrap();
        assert!((found.estimate - 2.0).abs() < 1e-12 && found.units == 7);
        let interval = found.interval.unwrap();
        assert!((interval.low - 0.5).abs() < 1e-12 && (interval.high - 100.0).abs() < 1e-9, "{interval:?}");
        assert_eq!(median_ratio(&[]), None);
        let texts = [None, Some(0.000_01), Some(0.25)].map(|p| p_text("p", p));
        assert_eq!(texts, ["", "p < 0.0001", "p = 0.2500"]);
    }
}
