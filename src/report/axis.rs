//! One axis: its range, its ticks and where a value lies on it.
//!
//! Every range is finite and wider than nothing, whatever the data: values that an axis cannot show are left out before,
//! equal ends are moved apart, and the number of ticks is bounded.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};

use crate::report::number::{self, Format};

/// Values beyond this size are not shown: differences of shown values must stay finite.
const LARGEST: f64 = 1e300;
/// More ticks than this are not drawn on one axis.
const MOST_TICKS: i64 = 400;

/// How values are laid out along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Equal distances for equal differences.
    #[default]
    Linear,
    /// Linear, with ticks at whole numbers only (depth, K).
    Integer,
    /// Equal distances for equal factors; only positive values are shown.
    Log,
    /// Linear; a value of 1 is written 100%. The data are ratios.
    Percent,
    /// Logarithmic, a value of 1 being written 100%: a ratio to a reference.
    LogPercent,
}

impl Scale {
    /// Whether distances mean factors.
    pub fn is_log(self) -> bool {
        matches!(self, Scale::Log | Scale::LogPercent)
    }

    /// How values on this scale are written.
    pub fn format(self) -> Format {
        match self {
            Scale::Percent | Scale::LogPercent => Format::Percent,
            Scale::Linear | Scale::Integer | Scale::Log => Format::Plain,
        }
    }

    /// Whether a chart can show `value` on this scale.
    pub fn shows(self, value: f64) -> bool {
        value.is_finite() && value.abs() <= LARGEST && (!self.is_log() || value >= 1.0 / LARGEST)
    }
}

/// What an axis stands for: its name, its scale and, where wanted, its ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AxisSpec {
    /// The name with its unit, as printed.
    pub label: String,
    /// How values are laid out.
    pub scale: Scale,
    /// Both ends, in the unit of the data; absent or unusable: from the data.
    pub range: Option<(f64, f64)>,
    /// Whether a linear axis must reach zero.
    pub from_zero: bool,
}

impl AxisSpec {
    /// An axis with the ends of its data.
    pub fn new(label: impl Into<String>, scale: Scale) -> AxisSpec {
        AxisSpec { label: label.into(), scale, range: None, from_zero: false }
    }

    /// The same axis, reaching zero.
    pub fn from_zero(mut self) -> AxisSpec {
        self.from_zero = true;
        self
    }

    /// The same axis from `low` to `high`.
    pub fn range(mut self, low: f64, high: f64) -> AxisSpec {
        self.range = Some((low, high));
        self
    }
}

/// A mark with a label at a place of an axis.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tick {
    pub value: f64,
    pub label: String,
}

/// An axis with its range and ticks settled.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    log: bool,
    low: f64,
    high: f64,
    pub majors: Vec<Tick>,
    pub minors: Vec<f64>,
    /// Whether the ticks are named places and not numbers.
    pub is_category: bool,
}

impl Axis {
    /// The axis of `spec` that holds all of `values` that its scale shows.
    pub fn fit(spec: &AxisSpec, values: impl IntoIterator<Item = f64>) -> Axis {
        let scale = spec.scale;
        let given = spec.range.filter(|&(low, high)| scale.shows(low) && scale.shows(high) && low < high);
        let shown = values.into_iter().filter(|&value| scale.shows(value));
        let data = shown.fold(None, |range: Option<(f64, f64)>, value| match range {
            None => Some((value, value)),
            Some((low, high)) => Some((low.min(value), high.max(value))),
        });
        if scale.is_log() {
            let (low, high) = given.or(data).unwrap_or((1.0, 10.0));
            Axis::log(low, high, given.is_none(), scale.format())
        } else {
            let (low, high) = given.or(data).unwrap_or((0.0, 1.0));
            Axis::linear(low, high, given.is_none(), spec)
        }
    }

    /// One place for each of `labels`, at 0, 1, 2, ..
    pub fn categories<S: AsRef<str>>(labels: &[S]) -> Axis {
        let label = |(index, label): (usize, &S)| Tick { value: index as f64, label: label.as_ref().to_owned() };
        let majors = labels.iter().enumerate().map(label).collect();
        Axis {
            log: false,
            low: -0.5,
            high: labels.len().max(1) as f64 - 0.5,
            majors,
            minors: Vec::new(),
            is_category: true,
        }
    }

    fn linear(low: f64, high: f64, pad: bool, spec: &AxisSpec) -> Axis {
        let (mut low, mut high) = (low, high);
        if spec.from_zero && pad {
            (low, high) = (low.min(0.0), high.max(0.0));
        }
        let percent = spec.scale == Scale::Percent;
        let (at_zero, at_one) = (low == 0.0 && (spec.from_zero || percent), high == 1.0 && percent);
        if pad && (low, high) == (0.0, 0.0) {
            // Counts and rates that are all 0 have nothing below.
            high = if percent { 0.1 } else { 1.0 };
        } else if high - low <= high.abs().max(low.abs()) * 1e-9 {
            let half = if percent { 0.05 } else { (high.abs() * 0.1).max(0.5) };
            (low, high) = (low - half, high + half);
        } else if pad {
            let padding = (high - low) * 0.05;
            (low, high) = (low - padding, high + padding);
        }
        if pad && at_zero && high > 0.0 {
            low = 0.0;
        }
        if pad && at_one {
            high = 1.0;
        }
        let mut step = nice_step(high - low);
        if spec.scale == Scale::Integer {
            step = step.max(1.0).ceil();
            if high - low <= 16.0 {
                step = 1.0;
            }
        }
        let majors = multiples(step, low, high)
            .map(|value| Tick { value, label: number::tick(value, step, spec.scale.format()) })
            .collect();
        let minor_step = step / 2.0;
        let whole_only = spec.scale == Scale::Integer && minor_step.fract() != 0.0;
        let minors = if whole_only { Vec::new() } else { multiples(minor_step, low, high).collect() };
        Axis { log: false, low, high, majors, minors, is_category: false }
    }

    fn log(low: f64, high: f64, pad: bool, format: Format) -> Axis {
        let (mut log_low, mut log_high) = (low.log10(), high.log10());
        if log_high - log_low < 1e-6 {
            (log_low, log_high) = (log_low - 0.5, log_high + 0.5);
        } else if pad {
            let padding = (log_high - log_low) * 0.05;
            (log_low, log_high) = (log_low - padding, log_high + padding);
        }
        let (low, high) = (10_f64.powf(log_low), 10_f64.powf(log_high));
        let first = (log_low - 1e-9).ceil() as i32;
        let last = (log_high + 1e-9).floor() as i32;
        let decades = last - first + 1;
        let inside = |value: &f64| *value >= low * (1.0 - 1e-9) && *value <= high * (1.0 + 1e-9);
        let digits = |digits: &'static [f64]| {
            (first - 1..=last + 1).flat_map(move |e| digits.iter().map(move |digit| digit * 10_f64.powi(e)))
        };
        let plain = |value: f64| Tick { value, label: number::shortest(value, format) };
        let majors: Vec<Tick> = if decades >= 3 || (decades == 2 && log_high - log_low > 1.6) {
            let stride = (decades + 9) / 10;
            (first..=last)
                .filter(|exponent| exponent.rem_euclid(stride) == 0)
                .map(|exponent| {
                    let value = 10_f64.powi(exponent);
                    let is_small = first >= -2 && last <= 3;
                    let label = match format {
                        Format::Plain if !is_small => number::power_of_ten(exponent),
                        Format::Plain | Format::Percent => number::shortest(value, format),
                    };
                    Tick { value, label }
                })
                .collect()
        } else {
            let mut values: Vec<f64> = digits(&[1.0, 2.0, 5.0]).filter(inside).collect();
            if values.len() < 3 {
                let step = nice_step(high - low);
                values = multiples(step, low, high).filter(|&value| value > 0.0).collect();
            }
            values.into_iter().map(plain).collect()
        };
        let minors = if decades <= 10 {
            digits(&[2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]).filter(inside).collect()
        } else {
            (first..=last).map(|exponent| 10_f64.powi(exponent)).collect()
        };
        Axis { log: true, low, high, majors, minors, is_category: false }
    }

    /// The lower end, from which bars on a logarithmic axis start.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Where `value` lies between the ends, from 0 to 1; values outside lie at the nearer end.
    pub fn fraction(&self, value: f64) -> f64 {
        let fraction = if self.log {
            (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
        } else {
            (value - self.low) / (self.high - self.low)
        };
        if fraction.is_nan() { 0.0 } else { fraction.clamp(0.0, 1.0) }
    }

    /// Whether `value` lies between the ends.
    pub fn contains(&self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        limit.0 + (self.fraction(*value) * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let majors: Vec<f64> = self.majors.iter().map(|tick| tick.value).collect();
        if hint.weight().allow_light_points() { [majors, self.minors.clone()].concat() } else { majors }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

/// A step of 1, 2, 2.5 or 5 times a power of ten that divides `span` into 4 to 8 parts.
fn nice_step(span: f64) -> f64 {
    let rough = (span / 6.5).clamp(1.0 / LARGEST, LARGEST);
    let power = 10_f64.powf(rough.log10().floor());
    let factors = [1.0, 2.0, 2.5, 5.0, 10.0];
    let factor = factors.into_iter().find(|factor| factor * power >= rough * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

fn multiples(step: f64, low: f64, high: f64) -> impl Iterator<Item = f64> {
    let first = (low / step - 1e-6).ceil();
    let last = (high / step + 1e-6).floor();
    let count = if (last - first).is_finite() { ((last - first) as i64 + 1).clamp(0, MOST_TICKS) } else { 0 };
    (0..count).map(move |index| {
        let value = (first + index as f64) * step;
        if value == 0.0 { 0.0 } else { value }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.majors.iter().map(|tick| tick.label.as_str()).collect()
    }

    fn axis(scale: Scale, values: &[f64]) -> Axis {
        Axis::fit(&AxisSpec::new("", scale), values.iter().copied())
    }

    #[test]
    fn ticks_are_what_a_reader_expects() {
        assert_eq!(labels(&axis(Scale::Integer, &[1.0, 6.0])), ["1", "2", "3", "4", "5", "6"]);
        assert_eq!(labels(&axis(Scale::Log, &[20.0, 2e5])), ["10²", "10³", "10⁴", "10⁵"]);
        assert_eq!(labels(&axis(Scale::Percent, &[0.0, 1.0])), ["0%", "20%", "40%", "60%", "80%", "100%"]);
        assert_eq!(labels(&axis(Scale::Log, &[0.5, 2.2])), ["0.5", "1", "2"]);
        assert_eq!(labels(&axis(Scale::Log, &[0.08, 90.0])), ["0.1", "1", "10", "100"]);
        let zero = Axis::fit(&AxisSpec::new("", Scale::Linear).from_zero(), [3.0, 47.0]);
        assert_eq!(labels(&zero), ["0", "10", "20", "30", "40"]);
        assert_eq!(zero.fraction(0.0), 0.0);
    }

    #[test]
    fn any_data_give_a_finite_range_with_few_ticks_inside_it() {
        let odd: [&[f64]; 10] = [
            &[],
            &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY],
            &[0.0],
            &[7.0, 7.0],
            &[-1e300, 1e300],
            &[f64::MAX, f64::MIN],
            &[1e-300, 1e-299],
            &[1.0, 1.0 + 1e-15],
            &[0.0, 5e-324],
            &[1e15, 1e15 + 1.0],
        ];
        for values in odd {
            for scale in [Scale::Linear, Scale::Integer, Scale::Log, Scale::Percent, Scale::LogPercent] {
                let axis = axis(scale, values);
                assert!(axis.low.is_finite() && axis.high.is_finite() && axis.low < axis.high, "{axis:?}");
                assert!(axis.majors.len() <= 21 && axis.minors.len() <= 200, "{scale:?} {values:?}: {axis:?}");
                for &value in values.iter().filter(|&&value| scale.shows(value)) {
                    assert!(axis.contains(value), "{scale:?} {value} in {axis:?}");
                    assert!((0.0..=1.0).contains(&axis.fraction(value)));
                }
            }
        }
    }

    #[test]
    fn values_that_cannot_be_shown_do_not_move_the_range() {
        assert!(!Scale::Log.shows(0.0) && !Scale::Log.shows(-1.0) && !Scale::Linear.shows(f64::NAN));
        let clean = axis(Scale::Log, &[10.0, 1000.0]);
        let dirty = axis(Scale::Log, &[10.0, 0.0, f64::INFINITY, -5.0, 1000.0]);
        assert_eq!((clean.low, clean.high), (dirty.low, dirty.high));
    }

    #[test]
    fn categories_lie_in_the_middle_of_their_slots() {
        let axis = Axis::categories(&["a", "b"]);
        assert_eq!(axis.map(&0.0, (0, 200)), 50);
        assert_eq!(axis.map(&1.0, (0, 200)), 150);
        assert_eq!(labels(&axis), ["a", "b"]);
        assert!(labels(&Axis::categories::<&str>(&[])).is_empty());
    }

    #[test]
    fn given_ends_are_kept_and_impossible_ones_ignored() {
        let fixed = Axis::fit(&AxisSpec::new("", Scale::Percent).range(0.0, 1.0), [0.5]);
        assert_eq!((fixed.low, fixed.high), (0.0, 1.0));
        let ignored = Axis::fit(&AxisSpec::new("", Scale::Log).range(0.0, 10.0), [2.0, 3.0]);
        assert!(ignored.contains(2.0) && ignored.contains(3.0));
    }
}
