//! `summary.csv`: what the rows of a folder come to, a figure a line, each with its interval and what it rests on.
//!
//! It is read from the CSV files alone, as they stream by, and holds nothing that a rerun does not repeat: figures of times have a
//! file of their own, `summary_timings.csv`. What the quantities mean is told by [`crate::records::quantities`].

use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

use super::early_stop::EarlyStop;
use super::{balance, game_summary, search_summary, truth_summary};
use crate::analysis::interval::Interval;
use crate::records::atomic::Pending;
use crate::records::derive::BYTE_ORDER_MARK;
use crate::records::read::read_if_present;
use crate::records::rows::FactRow;
use crate::spec::Plan;

/// The file's name in a result folder.
pub const FILE_NAME: &str = "summary.csv";

/// The name of the file that holds the figures of times.
pub const TIMINGS_FILE_NAME: &str = "summary_timings.csv";

/// One figure.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Figure {
    /// Whose figure it is: a label, or what was counted.
    pub subject: String,
    /// The label of the other side, where there is one.
    pub opponent: String,
    /// What it is.
    pub quantity: &'static str,
    /// The figure; empty where it is infinite and only bounded.
    #[serde(serialize_with = "short")]
    pub value: Option<f64>,
    /// Lower end of its 95 % interval; empty where there is no interval or it has no lower end.
    pub low: Option<f64>,
    /// Upper end of its 95 % interval; empty where there is no interval or it has no upper end.
    pub high: Option<f64>,
    /// Its unit.
    pub unit: &'static str,
    /// How many units of the sample it rests on.
    pub n: u64,
    /// What these are: games, pairs, searches, ...
    pub sample: &'static str,
    /// Where the interval comes from.
    pub interval: &'static str,
}

/// Whole numbers without a decimal point.
fn short<S: serde::Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match *value {
        Some(value) if value.fract() == 0.0 && value.abs() < 9e15 => serializer.serialize_i64(value as i64),
        Some(value) => serializer.serialize_f64(value),
        None => serializer.serialize_none(),
    }
}

impl Figure {
    /// A figure without an interval.
    pub fn new(quantity: &'static str, value: Option<f64>, unit: &'static str, n: u64, sample: &'static str) -> Figure {
        // A CSV file has no use for infinities.
        let value = value.filter(|value| value.is_finite());
        Figure { quantity, value, unit, n, sample, ..Figure::default() }
    }

    /// A count.
    pub fn count(quantity: &'static str, value: u64, sample: &'static str) -> Figure {
        Figure::new(quantity, Some(value as f64), sample, value, sample)
    }

    /// The figure with its interval and where that comes from.
    pub fn within(mut self, interval: Option<Interval>, source: &'static str) -> Figure {
        if let Some(interval) = interval {
            // Rounding, or a statistic of another kind, must not leave the figure outside.
            let interval = self.value.map_or(interval, |value| interval.extended_to(value));
            (self.low, self.high, self.interval) = (Some(interval.low), Some(interval.high), source);
        }
        self
    }

    /// The figure with the ends of an interval that may be open, and where that comes from.
    pub fn between(mut self, low: Option<f64>, high: Option<f64>, source: &'static str) -> Figure {
        let finite = |end: Option<f64>| end.filter(|value| value.is_finite());
        (self.low, self.high) = (finite(low), finite(high));
        if self.low.is_some() || self.high.is_some() {
            self.interval = source;
        }
        self
    }

    /// Whether there is nothing to tell: neither a value nor a bound of it.
    pub fn is_empty(&self) -> bool {
        self.value.is_none() && self.low.is_none() && self.high.is_none()
    }

    /// Whether the value lies within its interval, as every figure's does; a missing end bounds nothing.
    #[cfg(test)]
    pub fn holds_its_value(&self) -> bool {
        self.value
            .is_none_or(|value| self.low.is_none_or(|low| low <= value) && self.high.is_none_or(|high| value <= high))
    }

    /// The figure with whose it is.
    pub fn of(mut self, subject: &str, opponent: &str) -> Figure {
        (self.subject, self.opponent) = (subject.to_string(), opponent.to_string());
        self
    }
}

/// Where figures go.
pub struct Figures {
    writer: csv::Writer<Pending>,
    name: &'static str,
}

impl Figures {
    fn create(folder: &Path, name: &'static str, byte_order_mark: bool) -> Result<Figures> {
        let mut pending = Pending::create(&folder.join(name))?;
        if byte_order_mark {
            std::io::Write::write_all(&mut pending, BYTE_ORDER_MARK.as_bytes())
                .with_context(|| format!("cannot write {name}"))?;
        }
        Ok(Figures { writer: csv::Writer::from_writer(pending), name })
    }

    /// Writes one figure, unless it is empty.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, figure: Figure) -> Result<()> {
        if figure.is_empty() {
            return Ok(());
        }
        self.writer.serialize(figure).with_context(|| format!("cannot write {}", self.name))
    }

    fn commit(self) -> Result<()> {
        let pending = self.writer.into_inner().map_err(|error| error.into_error());
        pending.with_context(|| format!("cannot write {}", self.name))?.commit()
    }
}

/// Writes the summaries of a folder, each whole or not at all.
///
/// # Errors
/// If a CSV file cannot be read or a summary cannot be written.
pub fn write(plan: &Plan, early_stop: Option<&EarlyStop>, folder: &Path, byte_order_mark: bool) -> Result<()> {
    let mut figures = Figures::create(folder, FILE_NAME, byte_order_mark)?;
    let times = search_summary::add(plan, folder, &mut figures)?;
    game_summary::add(plan, early_stop, folder, &mut figures)?;
    truth_summary::add(folder, &mut figures)?;
    balance::add(plan, folder, &mut figures)?;
    if let Some(rows) = read_if_present::<FactRow>(folder)? {
        for row in rows {
            let row = row?;
            let quantity = "counted";
            let subject = format!("{}: {}", row.subject, row.quantity);
            figures.add(Figure::new(quantity, row.value, "as subject says", 1, "jobs").of(&subject, ""))?;
        }
    }
    if !times.is_empty() {
        let mut timed = Figures::create(folder, TIMINGS_FILE_NAME, byte_order_mark)?;
        times.into_iter().try_for_each(|figure| timed.add(figure))?;
        timed.commit()?;
    }
    figures.commit()
}
