//! Verdicts on published figures: one rule per form of claim.
//!
//! "No effect" is always judged on the confidence interval of the mean or rate. Whether the measurement meets the published
//! interval is judged on the prediction interval where the document took its figure from one unnamed position or game,
//! else on the confidence interval. What no rule decides is undecided: on a confidence interval for too little data, which
//! the reason puts a number to; on a prediction interval because the text does not fix its position closely enough.
//!
//! An interval that would meet half and twice the published value alike, or of a saving half and twice what it leaves,
//! decides nothing. Only the forms effect and level can
//! be taken in by one: bound, range and equivalence ask for an interval that lies inside, which no such width does.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};

use super::interval::Interval;
use super::published::{Published, Scale};
use super::verdict_rules::{self as rules, Sample};

/// The form of a claim, which fixes its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// A difference, or a factor, between two configurations.
    Effect,
    /// A value of one configuration.
    Level,
    /// At most, or at least, so much.
    Bound,
    /// From so much to so much.
    Range,
    /// A value that is equal to the printed precision or wrong.
    Exact,
    /// Two configurations that differ by less than a declared margin.
    Equivalence,
}

impl Form {
    /// All forms with their names in specifications and in the file of claims.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Effect, "effect"),
        (Self::Level, "level"),
        (Self::Bound, "bound"),
        (Self::Range, "range"),
        (Self::Exact, "exact"),
        (Self::Equivalence, "equivalence"),
    ];
}

/// What is found about a published figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The measurement agrees.
    Reproduced,
    /// An effect on the published side, of another size.
    DirectionOnly,
    /// The measurement excludes it.
    Contradicted,
    /// Too little data, or a text that does not fix its position closely enough; the reason says which.
    Undecided,
    /// Not to be tested by this program, for a stated reason.
    NotTestable,
    /// Nothing was run.
    NotRun,
}

impl Verdict {
    /// All verdicts with their names in the file of claims.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Reproduced, "reproduced"),
        (Self::DirectionOnly, "direction-only"),
        (Self::Contradicted, "contradicted"),
        (Self::Undecided, "undecided"),
        (Self::NotTestable, "not-testable"),
        (Self::NotRun, "not-run"),
    ];
}

/// Name, parsing with the nearest valid name in the error.
macro_rules! named {
    ($kind:ty, $what:literal) => {
        impl $kind {
            /// The name in files.
            pub fn name(self) -> &'static str {
                Self::ALL.iter().find(|(value, _)| *value == self).map_or("", |(_, name)| name)
            }
        }

        impl fmt::Display for $kind {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.pad(self.name())
            }
        }

        impl FromStr for $kind {
            type Err = anyhow::Error;

            fn from_str(text: &str) -> Result<Self> {
                if let Some((value, _)) = Self::ALL.iter().find(|(_, name)| *name == text) {
                    return Ok(*value);
                }
                let names = Self::ALL.map(|(_, name)| name);
                let nearest = names
                    .into_iter()
                    .max_by(|a, b| strsim::jaro_winkler(a, text).total_cmp(&strsim::jaro_winkler(b, text)))
                    .unwrap_or_default();
                bail!(concat!($what, " `{}`: expected one of {}; the nearest is `{}`"), text, names.join(", "), nearest)
            }
        }
    };
}

named!(Form, "form");
named!(Verdict, "verdict");

/// The side on which a bound allows values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundSide {
    /// The published figure is the largest value.
    AtMost,
    /// The published figure is the smallest value.
    AtLeast,
}

/// The rule of a part of a claim, declared before anything runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rule {
    /// A published difference (linear) or factor (log scale); no effect is [`Scale::no_effect`].
    Effect(Published),
    /// A published value.
    Level(Published),
    /// A published bound. Its published interval counts: a bound of 30 % is kept by 30.4 %.
    Bound(Published, BoundSide),
    /// A published range, from the first to the second figure.
    Range(Published, Published),
    /// A published exact value; only its print counts, never a tolerance.
    Exact(Published),
    /// A difference within `margin` of 0, or on the log scale a ratio within the factor `margin` of 1.
    Equivalence {
        /// Half width of the margin (linear), or the factor from 1 (log scale).
        margin: f64,
        /// Scale of the measured difference or ratio.
        scale: Scale,
    },
}

impl Rule {
    /// The form of the rule.
    pub fn form(&self) -> Form {
        match self {
            Self::Effect(_) => Form::Effect,
            Self::Level(_) => Form::Level,
            Self::Bound(..) => Form::Bound,
            Self::Range(..) => Form::Range,
            Self::Exact(_) => Form::Exact,
            Self::Equivalence { .. } => Form::Equivalence,
        }
    }
}

/// The kind of an interval, as the file of claims names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntervalKind {
    /// 95 % confidence interval of a mean or rate.
    Confidence,
    /// 95 % prediction interval of one more draw from the suite.
    Prediction,
    /// No sampling: the value was counted, solved or computed completely.
    Exact,
}

impl fmt::Display for IntervalKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Confidence => "confidence",
            Self::Prediction => "prediction",
            Self::Exact => "exact",
        })
    }
}

/// A measured figure, in the unit of the published one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// The estimate.
    pub estimate: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
    /// Sampling units behind it: positions, pairs, games.
    pub n: u64,
    /// What the interval is.
    pub kind: IntervalKind,
    /// The prediction interval, where the published figure is one draw and `low..high` is the confidence interval.
    pub prediction: Option<Interval>,
}

impl Measured {
    /// A value without sampling, such as a count over all positions or a solved game.
    pub fn exact(estimate: f64, n: u64) -> Self {
        Self { estimate, low: estimate, high: estimate, n, kind: IntervalKind::Exact, prediction: None }
    }

    /// An estimate with the 95 % confidence interval of its mean or rate.
    pub fn confident(estimate: f64, interval: Interval, n: u64) -> Self {
        Self { estimate, low: interval.low, high: interval.high, n, kind: IntervalKind::Confidence, prediction: None }
    }

    /// The same measurement judged, as far as the published interval goes, as one draw.
    pub fn with_prediction(mut self, interval: Interval) -> Self {
        self.prediction = Some(interval);
        self
    }
}

/// A verdict with its reason in a sentence and the interval on which it rests.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// Why, in one sentence with the figures.
    pub reason: String,
    /// The interval that was held against the published one; none when nothing was measured.
    pub interval: Option<IntervalKind>,
}

impl Judgement {
    /// The judgement of a claim that this program cannot test, with a reason that a reader accepts.
    pub fn not_testable(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::NotTestable, reason: reason.into(), interval: None }
    }

    /// The judgement of a claim of which nothing was run.
    pub fn not_run(reason: impl Into<String>) -> Self {
        Self { verdict: Verdict::NotRun, reason: reason.into(), interval: None }
    }
}

/// Judges a measurement by its rule; without a measurement the claim is not run.
pub fn judge(rule: &Rule, measured: Option<&Measured>) -> Judgement {
    let Some(measured) = measured else {
        return Judgement::not_run("nothing was measured");
    };
    let undecided = |reason: String| Judgement { verdict: Verdict::Undecided, reason, interval: Some(measured.kind) };
    let Some(interval) = Interval::new(measured.low, measured.high).filter(|_| measured.estimate.is_finite()) else {
        let Measured { estimate, low, high, .. } = measured;
        return undecided(format!("no usable interval: estimate {estimate}, from {low} to {high}"));
    };
    if measured.n == 0 {
        return undecided("no usable row".to_string());
    }
    if measured.n == 1 && measured.kind != IntervalKind::Exact {
        return undecided("a single unit carries no interval".to_string());
    }
    let (held, kind) = match measured.prediction {
        Some(prediction) => (prediction, IntervalKind::Prediction),
        None => (interval, measured.kind),
    };
    if Interval::new(held.low, held.high).is_none() {
        return undecided(format!("no usable prediction interval: from {} to {}", held.low, held.high));
    }
    let sample =
        Sample { estimate: measured.estimate, n: measured.n, interval, kind: measured.kind, held, held_kind: kind };
    let (verdict, reason, kind) = match rule {
        Rule::Effect(published) => rules::effect(published, &sample),
        Rule::Level(published) => rules::level(published, &sample),
        Rule::Bound(published, side) => rules::bound(published, *side, &sample),
        Rule::Range(from, to) => rules::range(from, to, &sample),
        Rule::Exact(published) => rules::exact(published, &sample),
        Rule::Equivalence { margin, scale } => rules::equivalence(*margin, *scale, &sample),
    };
    Judgement { verdict, reason, interval: Some(kind) }
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
