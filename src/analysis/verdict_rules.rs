//! The rules behind [`super::verdict::judge`], a function for each form of claim.

use super::interval::Interval;
use super::published::{Published, Scale};
use super::verdict::{BoundSide, IntervalKind, Verdict};

/// A checked measurement.
pub(super) struct Sample {
    pub estimate: f64,
    /// Sampling units.
    pub n: u64,
    /// The interval that judges "no effect", bounds and margins.
    pub interval: Interval,
    pub kind: IntervalKind,
    /// The interval that is held against the published one.
    pub held: Interval,
    pub held_kind: IntervalKind,
}

/// Verdict, reason, and the interval that decided.
pub(super) type Finding = (Verdict, String, IntervalKind);

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

/// A published difference or factor: its side by the confidence interval, its size by the interval that is held against it.
pub(super) fn effect(published: &Published, sample: &Sample) -> Finding {
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

/// A published value.
pub(super) fn level(published: &Published, sample: &Sample) -> Finding {
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

/// At most, or at least, a published value.
pub(super) fn bound(published: &Published, side: BoundSide, sample: &Sample) -> Finding {
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

/// Between two published values.
pub(super) fn range(from: &Published, to: &Published, sample: &Sample) -> Finding {
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

/// A published value to its printed digits.
pub(super) fn exact(published: &Published, sample: &Sample) -> Finding {
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

/// No difference beyond a margin.
pub(super) fn equivalence(margin: f64, scale: Scale, sample: &Sample) -> Finding {
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
