//! Measures of searches: of the positions of a suite (searches.csv), of the moves of games (moves.csv), or of either held
//! against exact values (truth.csv).
//!
//! The sampling unit is the position, or the whole game for moves, whose searches depend on each other. Two players are
//! compared unit by unit: on the same position, or by their means within the same game.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Result, bail};

use super::bootstrap::{
    Prediction, bootstrap, bootstrap_mean, geometric_mean_ratio, ln_ratios, prediction_interval, ratio_of_sums,
    resamples_within,
};
use super::interval::Interval;
use super::mcnemar::mcnemar;
use super::measure::{AgreementColumn, MeasureKind, MetricRows, Reading, Source, counted, no_such, random_bits};
use super::measure_filter::Searched;
use super::published::Scale;
use super::quantiles::{mean, quantile_of_sorted};
use super::wilcoxon::{FEWEST_TESTED, wilcoxon};
use super::wilson::wilson;
use crate::records::metrics;
use crate::records::read::{read, read_with_timings};
use crate::records::rows::{MoveRow, SearchRow, TruthRow};

/// Bootstraps stop drawing at about this many values in all, so that a large experiment takes seconds, not minutes.
const LARGEST_WORK: usize = 20_000_000;

/// Resamples for so many values: 10,000 unless they are very many, never below 500.
pub(super) fn resamples_for(values: usize) -> usize {
    resamples_within(LARGEST_WORK, values, 500)
}

/// Takes a reading from searches.csv, moves.csv or truth.csv.
///
/// # Errors
/// As [`super::measure::measure`].
pub(super) fn measure(folder: &Path, source: &Source) -> Result<Reading> {
    match source.kind {
        MeasureKind::Agreement => agreement(folder, source),
        MeasureKind::Rank => rank(folder, source),
        MeasureKind::Ratio | MeasureKind::Saving | MeasureKind::Difference => {
            let both = match source.rows {
                MetricRows::Searches => both::<SearchRow>(folder, source)?,
                MetricRows::Moves => both::<MoveRow>(folder, source)?,
                MetricRows::Truth => both::<TruthRow>(folder, source)?,
            };
            paired(folder, source, both)
        }
        _ => {
            let one = match source.rows {
                MetricRows::Searches => one::<SearchRow>(folder, source)?,
                MetricRows::Moves => one::<MoveRow>(folder, source)?,
                MetricRows::Truth => one::<TruthRow>(folder, source)?,
            };
            single(folder, source, one)
        }
    }
}

/// Values of a metric by sampling unit, and what was left out.
#[derive(Default)]
struct Values {
    by_unit: BTreeMap<u64, Vec<f64>>,
    empty: u64,
    /// Whether the units are games, whose moves depend on each other.
    of_games: bool,
}

impl Values {
    fn add<R: Searched>(&mut self, row: &R, value: Option<f64>) {
        let unit = row.unit();
        self.of_games |= row.is_of_game();
        match value.filter(|value| value.is_finite()) {
            Some(value) => self.by_unit.entry(unit).or_default().push(value),
            None => self.empty += 1,
        }
    }

    fn means(&self) -> BTreeMap<u64, f64> {
        self.by_unit.iter().filter_map(|(&unit, values)| Some((unit, mean(values)?))).collect()
    }
}

/// Streams the rows that a source wants, with their values of its metrics. `visit` gets the row and those of player and
/// baseline. Answers the number of failed rows.
fn stream<R: Searched>(
    folder: &Path,
    source: &Source,
    metric_names: [&str; 2],
    mut visit: impl FnMut(&R, [Option<f64>; 2]),
) -> Result<u64> {
    let metrics = [metrics::find(metric_names[0])?, metrics::find(metric_names[1])?];
    let mut labels = BTreeSet::new();
    let (mut rows, mut taken, mut failed) = (0u64, 0u64, 0);
    for row in read_with_timings::<R>(folder)? {
        let (row, timing) = row?;
        rows += 1;
        if !labels.contains(row.player()) {
            labels.insert(row.player().to_string());
        }
        if !source.filter.takes(&row) {
            continue;
        }
        taken += 1;
        let measured = row.measured(timing.as_ref());
        if row.failed() {
            let asked = [&source.player, &source.baseline];
            failed +=
                u64::from(asked.iter().all(|label| label.is_none()) || asked.contains(&&Some(row.player().into())));
            continue;
        }
        visit(&row, metrics.map(|metric| (metric.of)(&measured)));
    }
    for label in [&source.player, &source.baseline].into_iter().flatten() {
        if !labels.contains(label) {
            return Err(no_such(folder, R::TABLE, "player", label, labels.iter().map(String::as_str)));
        }
    }
    if taken == 0 {
        bail!(
            "{}/{}.csv: none of its {} meets the condition `where`",
            folder.display(),
            R::TABLE,
            counted(rows, "row")
        );
    }
    Ok(failed)
}

fn failed_remark(failed: u64) -> Option<String> {
    (failed > 0).then(|| format!("{} left out because the search failed", counted(failed, "row")))
}

fn one<R: Searched>(folder: &Path, source: &Source) -> Result<(Values, u64)> {
    let mut values = Values::default();
    let failed = stream::<R>(folder, source, [&source.metric; 2], |row, [value, _]| {
        if source.player.as_deref().is_none_or(|player| player == row.player()) {
            values.add(row, value);
        }
    })?;
    Ok((values, failed))
}

/// Mean, median, quantiles, extremes, and the share of values that are not 0.
fn single(folder: &Path, source: &Source, (values, failed): (Values, u64)) -> Result<Reading> {
    use MeasureKind::{Geomean, Max, Mean, Median, Min, Share};
    let geometric = source.kind == Geomean;
    let mut pool: Vec<f64> = Vec::new();
    let mut units: Vec<(usize, usize)> = Vec::new();
    let mut unusable = values.empty;
    for group in values.by_unit.values() {
        let start = pool.len();
        pool.extend(group.iter().filter(|value| !geometric || **value > 0.0));
        unusable += (group.len() - (pool.len() - start)) as u64;
        if pool.len() > start {
            units.push((start, pool.len()));
        }
    }
    if pool.is_empty() {
        bail!(
            "{}: no row has a value of the metric {}{}",
            folder.display(),
            source.metric,
            failed_remark(failed).map(|remark| format!("; {remark}")).unwrap_or_default()
        );
    }
    let resamples = resamples_for(pool.len());
    let mut bits = random_bits();
    let prediction = prediction_interval(&pool, if geometric { Scale::Log } else { Scale::Linear });
    let sums = |of: fn(f64) -> f64| -> Vec<(f64, f64)> {
        let sum = |&(start, end): &(usize, usize)| {
            (pool[start..end].iter().map(|value| of(*value)).sum(), (end - start) as f64)
        };
        units.iter().map(sum).collect()
    };
    let mean_of_sums = |drawn: &[(f64, f64)]| {
        let (above, below) = drawn.iter().fold((0.0, 0.0), |(above, below), (a, b)| (above + a, below + b));
        Some(above / below)
    };
    let ordered = |p: f64, bits: &mut dyn FnMut() -> u64| {
        bootstrap(&units, resamples, &mut || bits(), |drawn| {
            let mut values: Vec<f64> = drawn.iter().flat_map(|&(start, end)| &pool[start..end]).copied().collect();
            values.sort_unstable_by(f64::total_cmp);
            quantile_of_sorted(&values, p)
        })
    };
    let found = match source.kind {
        Share => return share(&pool, (&units, values.of_games), unusable, failed),
        Mean => bootstrap(&sums(|value| value), resamples, &mut bits, mean_of_sums),
        Geomean => bootstrap(&sums(f64::ln), resamples, &mut bits, mean_of_sums).map(|mut found| {
            found.estimate = found.estimate.exp();
            found.interval = found.interval.and_then(|interval| interval.map(f64::exp));
            found
        }),
        Median => ordered(0.5, &mut bits),
        Max => ordered(1.0, &mut bits),
        Min => ordered(0.0, &mut bits),
        _ => ordered(source.q, &mut bits),
    };
    let Some(found) = found else {
        bail!("{}: {} of {} is not defined", folder.display(), source.kind.info().name, source.metric);
    };
    let remarks = [failed_remark(failed), unusable_remark(unusable)];
    let reading = Reading::bootstrapped(found).with_remarks(remarks.into_iter().flatten());
    Ok(Reading { prediction: prediction.map(|found| found.interval), ..reading }
        .with_remarks(prediction.as_ref().and_then(Prediction::remark)))
}

fn unusable_remark(unusable: u64) -> Option<String> {
    (unusable > 0).then(|| format!("{} without a usable value left out", counted(unusable, "row")))
}

/// Share of values that are not 0: Wilson over positions; over games, whose moves depend on each other, the bootstrap.
fn share(pool: &[f64], (units, of_games): (&[(usize, usize)], bool), unusable: u64, failed: u64) -> Result<Reading> {
    let hits = |values: &[f64]| values.iter().filter(|value| **value != 0.0).count() as u64;
    let total = hits(pool);
    let estimate = total as f64 / pool.len() as f64;
    let remarks = [failed_remark(failed), unusable_remark(unusable)].into_iter().flatten();
    let mut reading = Reading::sampled(estimate, wilson(total, pool.len() as u64), pool.len() as u64);
    if of_games {
        let by_game: Vec<(f64, f64)> =
            units.iter().map(|&(start, end)| (hits(&pool[start..end]) as f64, (end - start) as f64)).collect();
        let found = ratio_of_sums(&by_game, resamples_for(units.len()), &mut random_bits());
        let clustered = found.and_then(|found| found.interval).filter(|interval| interval.width() > 0.0);
        // Moves that are all alike show no variance: Wilson over the games keeps a width.
        let even = wilson((estimate.round() as u64) * units.len() as u64, units.len() as u64);
        reading = Reading::sampled(estimate, clustered.or(even), units.len() as u64);
    }
    Ok(reading.with_remarks(remarks))
}

fn both<R: Searched>(folder: &Path, source: &Source) -> Result<([Values; 2], u64)> {
    let mut values = [Values::default(), Values::default()];
    let labels = [source.player.as_deref(), source.baseline.as_deref()];
    let failed = stream::<R>(folder, source, [&source.metric, &source.baseline_metric], |row, found| {
        for side in 0..2 {
            if labels[side] == Some(row.player()) {
                values[side].add(row, found[side]);
            }
        }
    })?;
    Ok((values, failed))
}

/// Ratio, saving and difference of two players on the same units.
fn paired(folder: &Path, source: &Source, (values, failed): ([Values; 2], u64)) -> Result<Reading> {
    let [treated, base] = [values[0].means(), values[1].means()];
    let pairs: Vec<(f64, f64)> = treated.iter().filter_map(|(unit, value)| Some((*value, *base.get(unit)?))).collect();
    let unit_name = if values.iter().any(|values| values.of_games) { "game" } else { "position" };
    let alone = treated.len() + base.len() - 2 * pairs.len();
    let (player, baseline) = (source.player.as_deref().unwrap_or(""), source.baseline.as_deref().unwrap_or(""));
    if pairs.is_empty() {
        bail!("{}: {player} and {baseline} share no {unit_name} with a value of {}", folder.display(), source.metric);
    }
    let (mut bits, resamples) = (random_bits(), resamples_for(pairs.len()));
    let (found, differences, prediction) = if source.kind == MeasureKind::Difference {
        let differences: Vec<f64> = pairs.iter().map(|(a, b)| a - b).collect();
        let prediction = prediction_interval(&differences, Scale::Linear);
        (bootstrap_mean(&differences, resamples, &mut bits), differences, prediction)
    } else {
        let logarithms = ln_ratios(&pairs);
        let ratios: Vec<f64> = logarithms.iter().map(|value| value.exp()).collect();
        (geometric_mean_ratio(&pairs, resamples, &mut bits), logarithms, prediction_interval(&ratios, Scale::Log))
    };
    let Some(found) = found else {
        bail!(
            "{}: no {unit_name} gives {player} and {baseline} two numbers of {} above 0",
            folder.display(),
            source.metric
        );
    };
    let test = wilcoxon(&differences);
    // Yes or no on the same positions.
    let is_truth =
        metrics::find(&source.metric).is_ok_and(|metric| metric.unit == "true/false") && unit_name == "position";
    let [only_player, only_baseline] =
        [1.0, -1.0].map(|sign| differences.iter().filter(|difference| **difference == sign).count() as u64);
    let remarks = [
        failed_remark(failed),
        (alone > 0).then(|| format!("{} that only one of the two searched left out", counted(alone as u64, unit_name))),
        (found.skipped > 0)
            .then(|| format!("{} without two numbers above 0 left out", counted(found.skipped as u64, unit_name))),
        // Fewer differences cannot reach 5 % whatever they are, and a whole population leaves nothing to infer.
        (is_truth && !source.complete).then(|| {
            format!(
                "McNemar's exact test gives p = {}: {} of {player} alone, {} of {baseline} alone",
                p_text(mcnemar(only_player, only_baseline).exact_p),
                counted(only_player, unit_name),
                counted(only_baseline, unit_name)
            )
        }),
        (!is_truth && test.used >= FEWEST_TESTED && !source.complete).then(|| {
            format!(
                "Wilcoxon's signed-rank test gives p = {} over {}",
                p_text(test.p),
                counted(test.used as u64, unit_name)
            )
        }),
        prediction.as_ref().and_then(Prediction::remark),
    ];
    let mut reading = Reading::bootstrapped(found).with_remarks(remarks.into_iter().flatten());
    reading.prediction = prediction.map(|found| found.interval);
    if source.kind == MeasureKind::Saving {
        // What is saved falls as the ratio rises.
        let saved = |interval: Interval| Interval::new(1.0 - interval.high, 1.0 - interval.low);
        reading.estimate = 1.0 - reading.estimate;
        reading.interval = reading.interval.and_then(saved);
        reading.prediction = reading.prediction.and_then(saved);
    }
    Ok(reading)
}

/// A p-value for a sentence.
pub(super) fn p_text(p: f64) -> String {
    if p >= 0.001 { format!("{p:.3}") } else { format!("{p:.1e}") }
}

/// What a player answered: by position, the value or the move.
type Answers = BTreeMap<u64, Option<String>>;

fn agreement(folder: &Path, source: &Source) -> Result<Reading> {
    let mut answers = [Answers::new(), Answers::new()];
    let labels = [source.player.as_deref(), source.baseline.as_deref()];
    let failed = stream::<SearchRow>(folder, source, ["nodes"; 2], |row, _| {
        for side in 0..2 {
            if labels[side] == Some(&row.player) {
                let answer = match source.column {
                    AgreementColumn::Value => row.value.map(|value| value.to_string()),
                    AgreementColumn::BestMove => row.best_move.clone(),
                };
                answers[side].insert(row.position_id, answer);
            }
        }
    })?;
    let [first, second] = &answers;
    let pairs: Vec<(&String, &String)> = first
        .iter()
        .filter_map(|(position, answer)| Some((answer.as_ref()?, second.get(position)?.as_ref()?)))
        .collect();
    if pairs.is_empty() {
        bail!("{}: the two players share no position that both answered", folder.display());
    }
    let left_out = first.len().max(second.len()) - pairs.len();
    let equal = pairs.iter().filter(|(a, b)| a == b).count() as u64;
    let n = pairs.len() as u64;
    let remarks = [
        failed_remark(failed),
        (left_out > 0).then(|| format!("{} without two answers left out", counted(left_out as u64, "position"))),
        Some(format!("{equal} of {} alike", counted(n, "position"))),
    ];
    Ok(Reading::sampled(equal as f64 / n as f64, wilson(equal, n), n).with_remarks(remarks.into_iter().flatten()))
}

/// Sums of a metric by player, over the positions that the player in question has.
fn rank(folder: &Path, source: &Source) -> Result<Reading> {
    let metric = metrics::find(&source.metric)?;
    let player = source.player.as_deref().unwrap_or("");
    let mut by_player: BTreeMap<String, BTreeMap<u64, f64>> = BTreeMap::new();
    let mut labels = BTreeSet::new();
    for row in read::<SearchRow>(folder)? {
        let row = row?;
        if !labels.contains(&row.player) {
            labels.insert(row.player.clone());
        }
        if !source.filter.takes(&row)
            || row.failed()
            || !(row.player == player || row.player.starts_with(&source.prefix))
        {
            continue;
        }
        if let Some(value) = (metric.of)(&row.measured(None)).filter(|value| value.is_finite()) {
            by_player.entry(row.player).or_default().insert(row.position_id, value);
        }
    }
    if !labels.contains(player) {
        return Err(no_such(folder, "searches", "player", player, labels.iter().map(String::as_str)));
    }
    let Some(own) = by_player.remove(player) else {
        bail!("{}: {player} has no value of {}", folder.display(), source.metric);
    };
    let sum: f64 = own.values().sum();
    let (mut below, mut ties, mut others, mut partial) = (0u64, 0u64, 0u64, 0u64);
    for values in by_player.values() {
        if values.len() != own.len() || own.keys().any(|position| !values.contains_key(position)) {
            partial += 1;
            continue;
        }
        let other: f64 = values.values().sum();
        others += 1;
        below += u64::from(other < sum);
        ties += u64::from(other == sum);
    }
    if others == 0 {
        bail!("{}: no other player{} has the same positions", folder.display(), prefix_text(&source.prefix));
    }
    let remarks = [
        (ties > 0).then(|| format!("{} with just the same sum, not counted as below", counted(ties, "player"))),
        (partial > 0).then(|| format!("{} without the same positions left out", counted(partial, "player"))),
        Some(format!("{below} of {} below", counted(others, "other player"))),
    ];
    Ok(Reading::sampled(below as f64 / others as f64, wilson(below, others), others)
        .with_remarks(remarks.into_iter().flatten()))
}

fn prefix_text(prefix: &str) -> String {
    if prefix.is_empty() { String::new() } else { format!(" whose label begins with '{prefix}'") }
}

#[cfg(test)]
#[path = "measure_search_tests.rs"]
mod tests;
