//! What a part of a claim measures: the registry of measures, and the reading that each takes from a result folder.
//!
//! Rows are streamed; only the numbers that a measure needs are kept. Rates and ratios are read as such (0.93, not 93);
//! the judge turns them into the unit of the part.

use std::path::Path;

use anyhow::{Result, bail};

use super::bootstrap::{Bootstrapped, SplitMix64};
use super::interval::Interval;
use super::measure_filter::Filter;
use super::{measure_fact, measure_first_move, measure_match, measure_search};
use crate::base::text::nearest;
use crate::records::metrics;

/// The file that a measure reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// searches.csv, moves.csv with `rows = "moves"`, or truth.csv with `rows = "truth"`.
    Searches,
    /// games.csv.
    Games,
    /// facts.csv.
    Facts,
}

/// Which value of a reading stands for no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoEffect {
    /// 0, or 1 on the log scale.
    OfScale,
    /// One half: the score of equal players.
    Half,
    /// None: such a figure is a level.
    Undefined,
}

/// A measure of the registry.
#[derive(Clone, Copy, Debug)]
pub struct MeasureInfo {
    /// The measure.
    pub kind: MeasureKind,
    /// Its name in claim files.
    pub name: &'static str,
    /// The file it reads.
    pub table: Table,
    /// Keys that it cannot do without.
    pub needs: &'static [&'static str],
    /// Further keys that it takes.
    pub takes: &'static [&'static str],
    /// Whether it is a share between 0 and 1 of so many units, counted.
    pub is_count_share: bool,
    /// Whether it is a ratio or a difference of shares, so that percent and points scale it by 100.
    pub is_ratio: bool,
    /// What stands for no effect.
    pub no_effect: NoEffect,
    /// What it says, in a line.
    pub meaning: &'static str,
}

macro_rules! measures {
    ($( $kind:ident $name:literal $table:ident [$($need:literal)*] [$($take:literal)*] $share:literal $ratio:literal $none:ident
        $meaning:literal; )*) => {
        /// The kinds of measures, see [`MEASURES`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum MeasureKind { $( #[doc = $meaning] $kind, )* }

        /// All measures.
        pub const MEASURES: &[MeasureInfo] = &[ $( MeasureInfo {
            kind: MeasureKind::$kind, name: $name, table: Table::$table, needs: &[$($need),*], takes: &[$($take),*],
            is_count_share: $share, is_ratio: $ratio, no_effect: NoEffect::$none, meaning: $meaning,
        }, )* ];
    };
}

#[rustfmt::skip]
measures! {
    Mean "mean" Searches ["metric"] ["player" "rows" "where" "complete"] false false OfScale "mean of a metric over the positions";
    Median "median" Searches ["metric"] ["player" "rows" "where" "complete"] false false OfScale "median of a metric";
    Geomean "geomean" Searches ["metric"] ["player" "rows" "where" "complete"] false false OfScale
        "geometric mean of a metric above 0";
    Quantile "quantile" Searches ["metric" "q"] ["player" "rows" "where" "complete"] false false OfScale "quantile q of a metric";
    Max "max" Searches ["metric"] ["player" "rows" "where" "complete"] false false OfScale "largest value of a metric";
    Min "min" Searches ["metric"] ["player" "rows" "where" "complete"] false false OfScale "smallest value of a metric";
    Ratio "ratio" Searches ["metric" "player" "baseline"] ["baseline_metric" "rows" "where" "complete"] false true OfScale
        "geometric mean of metric(player) / metric(baseline) by position";
    Saving "saving" Searches ["metric" "player" "baseline"] ["baseline_metric" "rows" "where" "complete"] false true OfScale
        "1 - ratio: the node reduction";
    Difference "difference" Searches ["metric" "player" "baseline"] ["baseline_metric" "rows" "where" "complete"] false false OfScale
        "mean of metric(player) - metric(baseline) by position";
    Share "share" Searches ["metric"] ["player" "rows" "where" "complete"] true true OfScale
        "share of the searches in which a metric is not 0";
    Agreement "agreement" Searches ["column" "player" "baseline"] ["where" "complete"] true true Undefined
        "share of the positions on which player and baseline give the same value or best_move";
    Rank "rank" Searches ["metric" "player"] ["prefix" "where" "complete"] true true Undefined
        "share of the other players whose metric, summed over the suite, is below the player's";
    Score "score" Games ["player"] ["baseline" "where" "complete"] true true Half "mean points per game, from pairs";
    WinRate "win_rate" Games ["player"] ["baseline" "where" "complete"] true true Undefined "share of the games won";
    LossRate "loss_rate" Games ["player"] ["baseline" "where" "complete"] true true Undefined "share of the games lost";
    DrawRate "draw_rate" Games ["player"] ["baseline" "where" "complete"] true true Undefined "share of the games drawn";
    ScoreDifference "score_difference" Games ["player" "baseline" "reference"] ["where" "complete"] false true OfScale
        "score of player against reference less that of baseline against reference, by opening";
    MeanPlies "mean_plies" Games [] ["player" "baseline" "where" "complete"] false false OfScale "mean length of the games";
    DistinctGames "distinct_games" Games [] ["player" "baseline" "where" "complete"] false false Undefined
        "number of games with different moves";
    FirstSeatScore "first_seat_score" Games [] ["player" "baseline" "where" "complete"] true true Half
        "mean points per game of whoever moved first";
    FirstMoveLead "first_move_lead" Games ["opening"] ["player" "baseline" "where" "complete"] false true OfScale
        "share of the games that whoever moved first won after an opening, less that after all other openings";
    Fact "fact" Facts ["quantity"] ["subject" "where" "complete"] false false OfScale "a figure that was counted";
    FactRatio "fact_ratio" Facts ["quantity" "quantity2"] ["subject" "subject2" "where" "complete"] false true OfScale
        "quantity / quantity2";
    ShareFact "share_fact" Facts ["quantity" "of_quantity"] ["subject" "of_subject" "where" "complete"] true true OfScale
        "quantity out of of_quantity";
}

impl MeasureKind {
    /// Its entry in [`MEASURES`].
    pub fn info(self) -> &'static MeasureInfo {
        // The registry is made by the macro that makes the kinds, in the same order.
        &MEASURES[self as usize]
    }

    /// Whether it has values by position or game, and so a prediction interval of one more.
    pub fn has_prediction(self) -> bool {
        use MeasureKind::{Difference, Geomean, Max, Mean, MeanPlies, Median, Min, Quantile, Ratio, Saving};
        [Mean, Median, Geomean, Quantile, Max, Min, Ratio, Saving, Difference, MeanPlies].contains(&self)
    }

    /// The measure of that name.
    ///
    /// # Errors
    /// If there is none; the message names the nearest.
    pub fn parse(name: &str) -> Result<MeasureKind> {
        match MEASURES.iter().find(|measure| measure.name == name) {
            Some(measure) => Ok(measure.kind),
            None => {
                let names: Vec<&str> = MEASURES.iter().map(|measure| measure.name).collect();
                let hint = nearest(name, names.iter().copied());
                bail!("found '{name}', expected a measure: {}{hint}", names.join(", "))
            }
        }
    }
}

/// A column in which two players may agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AgreementColumn {
    /// The value of the root.
    #[default]
    Value,
    /// The chosen move.
    BestMove,
}

/// The file that a metric is read off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MetricRows {
    /// searches.csv: the unit is the position.
    #[default]
    Searches,
    /// moves.csv: the unit is the game.
    Moves,
    /// truth.csv: the unit is the position of a suite, or the game of a move that was played.
    Truth,
}

/// What is measured, of whom, and in which experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The folder of the experiment, below the results of the claims.
    pub experiment: String,
    /// The measure.
    pub kind: MeasureKind,
    /// The metric of [`metrics::METRICS`]; empty where none is needed.
    pub metric: String,
    /// The metric of the baseline: [`Source::metric`] unless another one is named.
    pub baseline_metric: String,
    /// The player's label; none: all rows.
    pub player: Option<String>,
    /// The label that the player is compared with or met.
    pub baseline: Option<String>,
    /// The label that both have met, for a difference of scores.
    pub reference: Option<String>,
    /// Labels that a rank is taken among begin with this.
    pub prefix: String,
    /// Which rows count.
    pub filter: Filter,
    /// Which file metrics are read off.
    pub rows: MetricRows,
    /// The probability of a quantile.
    pub q: f64,
    /// The column of an agreement.
    pub column: AgreementColumn,
    /// Whether the rows are the whole population, so that the figure has no sampling error.
    pub complete: bool,
    /// What a counted figure is about; none: whatever has the quantity.
    pub subject: Option<String>,
    /// What the second counted figure is about; none: as the first.
    pub subject2: Option<String>,
    /// The moves that games are told apart by.
    pub opening: String,
    /// The counted quantity.
    pub quantity: String,
    /// The quantity it is divided by.
    pub quantity2: String,
}

impl Source {
    /// Whether the figure is a rate, ratio or share, which the units `%` and `points` scale by 100.
    pub fn is_ratio(&self) -> bool {
        let of_metric = !self.metric.is_empty()
            && !self.kind.info().is_ratio
            && metrics::find(&self.metric).is_ok_and(|metric| ["ratio", "true/false"].contains(&metric.unit));
        self.kind.info().is_ratio || of_metric
    }

    /// Whether the figure lies between 0 and 1 by its nature.
    pub fn is_share(&self) -> bool {
        use MeasureKind::{Geomean, Max, Mean, Median, Min, Quantile};
        let of_metric = [Mean, Median, Geomean, Quantile, Max, Min].contains(&self.kind)
            && metrics::find(&self.metric)
                .is_ok_and(|metric| metric.unit == "true/false" || is_share_by_name(metric.name));
        self.kind.info().is_count_share || of_metric
    }

    /// What the number of units of a reading counts, in English and Chinese; `None` where that depends on the rows, and for
    /// figures that were counted once.
    pub fn sampling_unit(&self) -> Option<(&'static str, &'static str)> {
        use MeasureKind::{
            DistinctGames, DrawRate, FirstMoveLead, FirstSeatScore, LossRate, MeanPlies, Rank, Score, ScoreDifference,
            WinRate,
        };
        match (self.kind, self.kind.info().table) {
            (FirstSeatScore, _) | (_, Table::Facts) => None,
            (Score | MeanPlies, _) => Some(("pair", "对")),
            (ScoreDifference, _) => Some(("opening", "开局")),
            (WinRate | LossRate | DrawRate | DistinctGames | FirstMoveLead, _) => Some(("game", "局")),
            (Rank, _) => Some(("player", "棋手")),
            (_, Table::Searches) => match self.rows {
                MetricRows::Moves => Some(("game", "局")),
                MetricRows::Searches => Some(("position", "局面")),
                // Games or positions: as the experiment has it.
                MetricRows::Truth => None,
            },
            (_, Table::Games) => None,
        }
    }

    /// The range in which the figure can lie at all, which cuts what a formula predicts beyond it: 0 to 1 for shares, -1 to
    /// 1 for their differences, from 0 for counts, all for values of positions.
    pub fn domain(&self) -> (f64, f64) {
        let metric = metrics::find(&self.metric).ok();
        let share = metric.is_some_and(|metric| metric.unit == "true/false" || is_share_by_name(metric.name));
        match (self.kind, share, metric.map(|metric| metric.name)) {
            (MeasureKind::ScoreDifference | MeasureKind::FirstMoveLead, ..) | (MeasureKind::Difference, true, _) => {
                (-1.0, 1.0)
            }
            (MeasureKind::Difference, ..) => (f64::NEG_INFINITY, f64::INFINITY),
            (MeasureKind::Saving, ..) => (f64::NEG_INFINITY, 1.0),
            _ if self.is_share() => (0.0, 1.0),
            (_, _, Some("value")) => (f64::NEG_INFINITY, f64::INFINITY),
            (MeasureKind::Fact | MeasureKind::FactRatio, ..) => (f64::NEG_INFINITY, f64::INFINITY),
            _ => (0.0, f64::INFINITY),
        }
    }
}

/// Whether a metric of that name divides a part by its whole.
fn is_share_by_name(name: &str) -> bool {
    const OTHERS: [&str; 4] = ["table_hit_ratio", "table_cutoff_ratio", "table_move_ratio", "printed_prune_formula"];
    name.ends_with("_share") || name.ends_with("_rate") || OTHERS.contains(&name)
}

/// What the rows say: an estimate with its intervals and what a reader must know about them. Every number is finite.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// The estimate; rates and ratios as such, not in percent.
    pub estimate: f64,
    /// Its 95 % confidence interval; none for a single unit.
    pub interval: Option<Interval>,
    /// The 95 % prediction interval of one more unit, where the measure has values by unit.
    pub prediction: Option<Interval>,
    /// Sampling units: positions, games of moves, pairs, games, openings.
    pub n: u64,
    /// Whether the value was counted completely and has no sampling error.
    pub exact: bool,
    /// Half sentences: rows left out, tests, how an interval was found.
    pub remarks: Vec<String>,
}

impl Reading {
    /// A value without sampling.
    pub fn exact(estimate: f64, n: u64) -> Reading {
        let interval = Interval::point(estimate);
        Reading { estimate, interval, prediction: None, n, exact: true, remarks: Vec::new() }
    }

    /// An estimate with its confidence interval.
    pub fn sampled(estimate: f64, interval: Option<Interval>, n: u64) -> Reading {
        Reading { estimate, interval, prediction: None, n, exact: false, remarks: Vec::new() }
    }

    pub(super) fn bootstrapped(found: Bootstrapped) -> Reading {
        Reading::sampled(found.estimate, found.interval, found.units as u64)
    }

    pub(super) fn with_remarks(mut self, remarks: impl IntoIterator<Item = String>) -> Reading {
        self.remarks.extend(remarks);
        self
    }
}

/// Measures a source in the folder of its experiment.
///
/// # Errors
/// If the folder lacks the rows: no such file, label, subject or quantity (the message names the nearest), or no usable
/// row. The message is a reason for the verdict not-run.
pub fn measure(folder: &Path, source: &Source) -> Result<Reading> {
    let mut reading = match source.kind.info().table {
        Table::Searches => measure_search::measure(folder, source)?,
        Table::Games if source.kind == MeasureKind::FirstMoveLead => measure_first_move::measure(folder, source)?,
        Table::Games => measure_match::measure(folder, source)?,
        Table::Facts => measure_fact::measure(folder, source)?,
    };
    if !reading.estimate.is_finite() {
        bail!("{}: the measure {} gives no finite number", folder.display(), source.kind.info().name);
    }
    // A mean of very skewed values, or their largest one, may lie beyond the quantiles that bound one more value.
    let around = |interval: Option<Interval>, value: f64| interval.map(|interval| interval.extended_to(value));
    reading.interval = around(reading.interval, reading.estimate);
    reading.prediction = around(reading.prediction, reading.estimate);
    cut_at_domain(&mut reading, source.domain());
    if source.complete {
        return Ok(Reading { interval: Interval::point(reading.estimate), exact: true, ..reading });
    }
    Ok(reading)
}

/// Cuts intervals at what the figure can be; Student's t knows no such border.
fn cut_at_domain(reading: &mut Reading, (lowest, highest): (f64, f64)) {
    let inside =
        |interval: Option<Interval>| interval.and_then(|interval| interval.map(|value| value.clamp(lowest, highest)));
    if !(lowest..=highest).contains(&reading.estimate) {
        return;
    }
    if let Some(found) = reading.prediction {
        for (beyond, border, side) in [(found.low < lowest, lowest, "below"), (found.high > highest, highest, "above")]
        {
            if beyond {
                reading.remarks.push(format!("the prediction interval ends at {border}: nothing lies {side}"));
            }
        }
    }
    (reading.interval, reading.prediction) = (inside(reading.interval), inside(reading.prediction));
}

/// Random bits for a bootstrap: always the same stream, so that a rerun repeats its interval.
pub(super) fn random_bits() -> impl FnMut() -> u64 {
    let mut generator = SplitMix64::new(0x006d_6e6b_6c61_6221);
    move || generator.next_bits()
}

/// The error of a label without rows: what was asked for, the nearest one, and what there is.
pub(super) fn no_such<'a>(
    folder: &Path,
    table: &str,
    what: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> anyhow::Error {
    let known: Vec<&str> = known.into_iter().collect();
    let hint = nearest(name, known.iter().copied());
    let listed = known.iter().take(12).copied().collect::<Vec<_>>().join(", ");
    let more = if known.len() > 12 { ", .." } else { "" };
    let there = if known.is_empty() { "there is none".to_string() } else { format!("there are {listed}{more}") };
    anyhow::anyhow!("{}/{table}.csv has no {what} '{name}'{hint} ({there})", folder.display())
}

/// `1 row`, `3 rows`.
pub(super) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_find_their_own_entry() {
        for measure in MEASURES {
            assert_eq!(measure.kind.info().name, measure.name);
            assert_eq!(MeasureKind::parse(measure.name).unwrap(), measure.kind);
            assert!(measure.takes.iter().all(|key| !measure.needs.contains(key)), "{}", measure.name);
        }
        let mut reading = Reading::sampled(0.08, Interval::new(0.02, 0.14), 24);
        reading.prediction = Interval::new(-0.116, 0.274);
        cut_at_domain(&mut reading, (0.0, 1.0));
        assert_eq!(reading.prediction, Interval::new(0.0, 0.274));
        assert!(reading.remarks.iter().any(|remark| remark.contains("ends at 0")), "{:?}", reading.remarks);
        let message = MeasureKind::parse("savings").unwrap_err().to_string();
        assert!(message.contains("did you mean 'saving'"), "{message}");
    }
}
