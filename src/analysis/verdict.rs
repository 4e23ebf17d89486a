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
        Rule::Effect(published) => effect(published, &sample),
        Rule::Level(published) => level(published, &sample),
        Rule::Bound(published, side) => bound(published, *side, &sample),
        Rule::Range(from, to) => range(from, to, &sample),
        Rule::Exact(published) => exact(published, &sample),
        Rule::Equivalence { margin, scale } => equivalence(*margin, *scale, &sample),
    };
    Judgement { verdict, reason, interval: Some(kind) }
}

/// A checked measurement.
struct Sample {
    estimate: f64,
    /// Sampling units.
    n: u64,
    /// The interval that judges "no effect", bounds and margins.
    interval: Interval,
    kind: IntervalKind,
    /// The interval that is held against the published one.
    held: Interval,
    held_kind: IntervalKind,
}

type Finding = (Verdict, String, IntervalKind);

/// A number for a sentence: six significant digits, no trailing zeros.
pub(super) fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    let magnitude = value.abs().log10().floor();
    if !(-5.0..15.0).contains(&magnitude) {
        return format!("{value:.5e}");
    }
    let decimals = (5.0 - magnitude).clamp(0.0, 12.0) as usize;
    let text = format!("{value:.decimals$}");
    if decimals == 0 { text } else { text.trim_end_matches('0').trim_end_matches('.').to_string() }
}

fn span(interval: &Interval) -> String {
    format!("[{}, {}]", number(interval.low), number(interval.high))
}

/// On the log scale everything is above 0; says what is not.
fn off_the_log_scale(scale: Scale, sample: &Sample) -> Option<Finding> {
    let lowest = sample.interval.low.min(sample.held.low).min(sample.estimate);
    (scale == Scale::Log && lowest <= 0.0).then(|| {
        let reason = format!("a factor is judged on the log scale, which {} is not on", number(lowest));
        (Verdict::Undecided, reason, sample.held_kind)
    })
}

fn too_wide(published: &Published, sample: &Sample) -> Finding {
    let cure = match sample.held_kind {
        IntervalKind::Prediction => SPREAD_OF_THE_SUITE.to_string(),
        _ => {
            // It is enough to leave one of the two outside.
            let [half, twice] = published.half_and_twice(&sample.held).unwrap_or([published.value(); 2]);
            let shares = [half, twice].map(|border| share_left(border, sample, &sample.held));
            too_little_data(sample.n, shares[0].max(shares[1]))
        }
    };
    let what =
        if published.is_too_wide_for_value(&sample.held) { "the published" } else { "what is left by the published" };
    let reason = format!(
        "{} interval {} would meet half and twice {what} {} alike and so decides nothing: {cure}",
        sample.held_kind,
        span(&sample.held),
        number(published.value())
    );
    (Verdict::Undecided, reason, sample.held_kind)
}

/// Why a prediction interval is wide.
const SPREAD_OF_THE_SUITE: &str = "the text does not fix its position closely enough, and more positions will not narrow \
                                   the spread of the suite";

/// To which share of its reach an interval must shrink to leave a value outside; 0 where the estimate is that value.
fn share_left(border: f64, sample: &Sample, interval: &Interval) -> f64 {
    let Interval { low, high } = *interval;
    let reach = if border < sample.estimate { sample.estimate - low } else { high - sample.estimate };
    let share = (border - sample.estimate).abs() / reach;
    if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
}

/// How many units would do, by the rule that the width of an interval falls with the root of their number.
fn too_little_data(n: u64, share: f64) -> String {
    let needed = n as f64 / (share * share);
    if !needed.is_finite() || needed > 1e9 {
        return "too little data, and the estimate lies so close to the border that no number in reach would do"
            .to_string();
    }
    // Two digits are all that such a forecast is good for.
    let unit = 10f64.powf((needed.max(1.0).log10().floor() - 1.0).max(0.0));
    let needed = ((needed / unit).ceil() * unit).max(n as f64 + 1.0);
    format!("too little data: about {needed} units in place of {n} would do if the estimate stays where it is")
}

fn effect(published: &Published, sample: &Sample) -> Finding {
    if let Some(finding) = off_the_log_scale(published.scale(), sample) {
        return finding;
    }
    let none = published.scale().no_effect();
    if sample.kind == IntervalKind::Prediction {
        let reason = "no effect is judged on the confidence interval, which is missing".to_string();
        return (Verdict::Undecided, reason, sample.kind);
    }
    if published.value() == none {
        let reason = format!("the published {} is no effect: it needs the form equivalence", number(none));
        return (Verdict::Undecided, reason, sample.held_kind);
    }
    let upwards = published.value() > none;
    let excludes_none = !sample.interval.contains(none);
    let on_published_side = excludes_none && (sample.interval.low > none) == upwards;
    let meets = sample.held.meets(&published.interval());
    let against = if meets { "meets" } else { "excludes" };
    let about_none = match (excludes_none, on_published_side) {
        (false, _) => "contains",
        (true, true) => "excludes, on the published side,",
        (true, false) => "lies on the other side of",
    };
    let reason = format!(
        "{} interval {} {about_none} no effect ({}); {} interval {} {against} the published {}",
        sample.kind,
        span(&sample.interval),
        number(none),
        sample.held_kind,
        span(&sample.held),
        span(&published.interval())
    );
    let verdict = match (meets, on_published_side) {
        (true, true) if published.is_too_wide(&sample.held) => return too_wide(published, sample),
        (true, true) => Verdict::Reproduced,
        (false, true) => Verdict::DirectionOnly,
        (false, false) => Verdict::Contradicted,
        (true, false) if !excludes_none => {
            let cure = too_little_data(sample.n, share_left(none, sample, &sample.interval));
            return (Verdict::Undecided, format!("{reason}: {cure}"), sample.held_kind);
        }
        (true, false) => Verdict::Undecided,
    };
    (verdict, reason, sample.held_kind)
}

fn level(published: &Published, sample: &Sample) -> Finding {
    if let Some(finding) = off_the_log_scale(published.scale(), sample) {
        return finding;
    }
    let meets = sample.held.meets(&published.interval());
    if meets && published.is_too_wide(&sample.held) {
        return too_wide(published, sample);
    }
    let reason = format!(
        "{} interval {} {} the published {}",
        sample.held_kind,
        span(&sample.held),
        if meets { "meets" } else { "excludes" },
        span(&published.interval())
    );
    (if meets { Verdict::Reproduced } else { Verdict::Contradicted }, reason, sample.held_kind)
}

/// Inside, outside or across the borders, with its sentence.
fn placed(inside: bool, outside: bool, borders: &[f64], what: &str, sample: &Sample) -> Finding {
    let (verdict, how) = match (inside, outside) {
        (true, _) => (Verdict::Reproduced, "lies inside"),
        (false, true) => (Verdict::Contradicted, "lies outside"),
        (false, false) => (Verdict::Undecided, "crosses the border of"),
    };
    let cure = if verdict == Verdict::Undecided {
        let crossed = borders.iter().filter(|border| sample.interval.contains(**border));
        let share = crossed.map(|border| share_left(*border, sample, &sample.interval)).fold(1.0, f64::min);
        format!(": {}", too_little_data(sample.n, share))
    } else {
        String::new()
    };
    (verdict, format!("{} interval {} {how} {what}{cure}", sample.kind, span(&sample.interval)), sample.kind)
}

fn bound(published: &Published, side: BoundSide, sample: &Sample) -> Finding {
    let Interval { low, high } = sample.interval;
    match side {
        BoundSide::AtMost => {
            let limit = published.interval().high;
            placed(high <= limit, low > limit, &[limit], &format!("the bound: at most {}", number(limit)), sample)
        }
        BoundSide::AtLeast => {
            let limit = published.interval().low;
            placed(low >= limit, high < limit, &[limit], &format!("the bound: at least {}", number(limit)), sample)
        }
    }
}

fn range(from: &Published, to: &Published, sample: &Sample) -> Finding {
    let Some(both) = Interval::new(from.interval().low, to.interval().high).filter(|_| from.value() <= to.value())
    else {
        let reason = format!("the range from {} to {} is empty", number(from.value()), number(to.value()));
        return (Verdict::Undecided, reason, sample.kind);
    };
    placed(
        sample.interval.lies_in(&both),
        !sample.interval.meets(&both),
        &[both.low, both.high],
        &format!("the range {}", span(&both)),
        sample,
    )
}

fn exact(published: &Published, sample: &Sample) -> Finding {
    let printed = published.printed();
    // Half a digit written in binary is off by the last bits.
    let slack = 1e-12 * published.value().abs();
    let equal = printed.low - slack <= sample.estimate && sample.estimate <= printed.high + slack;
    let reason = format!(
        "{} {} the published {} to its printed precision",
        number(sample.estimate),
        if equal { "equals" } else { "does not equal" },
        number(published.value())
    );
    (if equal { Verdict::Reproduced } else { Verdict::Contradicted }, reason, sample.kind)
}

fn equivalence(margin: f64, scale: Scale, sample: &Sample) -> Finding {
    if let Some(finding) = off_the_log_scale(scale, sample) {
        return finding;
    }
    let inside = match scale {
        Scale::Linear => Interval::new(-margin, margin),
        Scale::Log => Interval::new(1.0 / margin, margin),
    };
    let Some(inside) = inside else {
        return (Verdict::Undecided, format!("the margin {margin} is empty"), sample.kind);
    };
    placed(
        sample.interval.lies_in(&inside),
        !sample.interval.meets(&inside),
        &[inside.low, inside.high],
        &format!("the margin {}", span(&inside)),
        sample,
    )
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
