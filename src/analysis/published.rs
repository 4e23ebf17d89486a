//! A published figure as the interval that its print allows.
//!
//! A printed value stands for half a unit of its last printed digit either way. It is wider where the document rests it on
//! a sample, and where a tolerance is declared because the figure depends on conditions that the document does not name.

use anyhow::{Context, Result, bail};

use super::interval::{Interval, Z_95};
use super::wilson;

/// The scale on which a figure is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Values and differences: no effect is 0.
    Linear,
    /// Factors and ratios, above 0 and judged on their logarithms: no effect is 1.
    Log,
}

impl Scale {
    /// The value that stands for no effect: 0 for differences, 1 for factors and ratios.
    pub fn no_effect(self) -> f64 {
        match self {
            Self::Linear => 0.0,
            Self::Log => 1.0,
        }
    }
}

/// The sampling error that a published figure carries by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SamplingError {
    /// A rate between 0 and 1 over this many games or positions: Wilson's interval about both ends.
    Rate {
        /// Games or positions.
        trials: u64,
    },
    /// A difference of two rates, each over this many games, near a common rate.
    RateDifference {
        /// Games behind each rate.
        trials_each: u64,
        /// The rate that both are near; 1/2 is the widest.
        rate: f64,
    },
    /// A Pearson correlation over this many pairs of values: Fisher's z.
    Correlation {
        /// Pairs of values.
        pairs: u64,
    },
    /// A known standard error, on the figure's scale (of the logarithm for factors).
    StandardError(f64),
}

/// A tolerance declared before the measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// This much either way, in the unit of the figure.
    Absolute(f64),
    /// This factor (at least 1) either way.
    Factor(f64),
}

/// A published figure: its value, the interval that its print alone allows and the interval after widening.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Published {
    value: f64,
    printed: Interval,
    widened: Interval,
    scale: Scale,
    domain: Option<Interval>,
    /// Whether it is a saving, 1 - ratio, in the unit whose whole is the upper end of the domain.
    is_saving: bool,
}

impl Published {
    /// Reads a figure as it is printed: `93.1`, `1,247,892`, `-85.8 %`, `+35%`, `127e3`.
    ///
    /// Commas and underscores between digits are passed over. A percent sign divides by 100. With an exponent the last
    /// digit before it is the last printed one: `127000` is exact to half a unit, `127e3` to half a thousand.
    ///
    /// # Errors
    /// When the text is not one number, or is not above 0 on the log scale.
    pub fn parse(text: &str, scale: Scale) -> Result<Self> {
        let (value, half_unit) = read_printed(text).with_context(|| {
            format!("published value `{text}`: expected one printed number such as 93.1, 1,247,892, -3 % or 127e3")
        })?;
        Self::new(value, half_unit, scale).with_context(|| format!("published value `{text}`"))
    }

    /// A figure with its value and half a unit of its last printed digit.
    ///
    /// # Errors
    /// When a number is not finite, the half unit is negative, or the value is not above 0 on the log scale.
    pub fn new(value: f64, half_unit: f64, scale: Scale) -> Result<Self> {
        if !(value.is_finite() && half_unit >= 0.0) {
            bail!(
                "value {value} with half a last digit of {half_unit}: expected finite numbers, the second not negative"
            );
        }
        if scale == Scale::Log && value <= 0.0 {
            bail!("value {value}: a factor or ratio is above 0");
        }
        let mut low = value - half_unit;
        if scale == Scale::Log && low <= 0.0 {
            // "0.0x" rounded down to nothing: half of the value is as far as a print of one digit can mean.
            low = value / 2.0;
        }
        let Some(printed) = Interval::new(low, value + half_unit) else {
            bail!("value {value} is too large");
        };
        Ok(Self { value, printed, widened: printed, scale, domain: None, is_saving: false })
    }

    /// States the range in which such a figure can lie at all (0..=1 for a rate). Widening stops there, and twice the
    /// value, where the width of a measurement is checked, is at most its upper end.
    ///
    /// # Errors
    /// When the value lies outside.
    pub fn within(mut self, low: f64, high: f64) -> Result<Self> {
        match Interval::new(low, high) {
            Some(domain) if domain.contains(self.value) => {
                self.domain = Some(domain);
                self.widened = self.bounded(self.widened);
                Ok(self)
            }
            _ => bail!("published value {}: expected a value from {low} to {high}", self.value),
        }
    }

    /// The figure widened by its own sampling error at 95 %.
    ///
    /// # Errors
    /// When the error does not fit the figure: no trials, a rate outside 0..=1, a correlation outside -1..=1 or over fewer
    /// than 4 pairs, a negative standard error.
    pub fn with_sampling_error(mut self, error: SamplingError) -> Result<Self> {
        let current = self.widened;
        let widened = match error {
            SamplingError::Rate { trials } => {
                let at = |rate: f64| wilson::wilson_rate(rate.clamp(0.0, 1.0), trials as f64, Z_95);
                if !(0.0..=1.0).contains(&self.value) {
                    bail!("published value {}: a rate lies between 0 and 1 (write percent with its sign)", self.value);
                }
                at(current.low).zip(at(current.high)).and_then(|(low, high)| Interval::new(low.low, high.high))
            }
            SamplingError::RateDifference { trials_each, rate } => {
                if !(0.0..=1.0).contains(&rate) || trials_each == 0 {
                    bail!(
                        "difference of rates near {rate} over {trials_each} games each: expected a rate in 0..=1 and games"
                    );
                }
                let spread = Z_95 * (2.0 * rate * (1.0 - rate) / trials_each as f64).sqrt();
                Interval::new(current.low - spread, current.high + spread)
            }
            SamplingError::Correlation { pairs } => {
                if !(-1.0..=1.0).contains(&self.value) || pairs < 4 {
                    bail!("correlation {} over {pairs} pairs: expected -1..=1 over at least 4", self.value);
                }
                let spread = Z_95 / (pairs as f64 - 3.0).sqrt();
                let moved = |value: f64, by: f64| (value.clamp(-1.0, 1.0).atanh() + by).tanh();
                Interval::new(moved(current.low, -spread), moved(current.high, spread))
            }
            SamplingError::StandardError(standard_error) => {
                if !(standard_error >= 0.0 && standard_error.is_finite()) {
                    bail!("standard error {standard_error}: expected a finite number that is not negative");
                }
                let spread = Z_95 * standard_error;
                match self.scale {
                    Scale::Linear => Interval::new(current.low - spread, current.high + spread),
                    Scale::Log => Interval::new(current.low * (-spread).exp(), current.high * spread.exp()),
                }
            }
        };
        let Some(widened) = widened else {
            bail!("published value {}: its sampling error {error:?} gives no finite interval", self.value);
        };
        self.widened = self.bounded(widened);
        Ok(self)
    }

    /// The figure widened by a declared tolerance.
    ///
    /// # Errors
    /// When an absolute tolerance is negative, a factor is below 1, or a factor meets a value that is not above 0.
    pub fn with_tolerance(mut self, tolerance: Tolerance) -> Result<Self> {
        let current = self.widened;
        let widened = match tolerance {
            Tolerance::Absolute(by) if by >= 0.0 => {
                let low = current.low - by;
                if self.scale == Scale::Log && low <= 0.0 {
                    bail!("tolerance {by} of the factor {}: declare it as a factor", self.value);
                }
                Interval::new(low, current.high + by)
            }
            Tolerance::Factor(factor) if factor >= 1.0 && current.low >= 0.0 => {
                Interval::new(current.low / factor, current.high * factor)
            }
            Tolerance::Factor(factor) if factor >= 1.0 && current.high <= 0.0 => {
                Interval::new(current.low * factor, current.high / factor)
            }
            _ => bail!(
                "tolerance {tolerance:?} of {}: expected one that is not negative, or a factor from 1",
                self.value
            ),
        };
        let Some(widened) = widened else {
            bail!("tolerance {tolerance:?} of {}: it is too large", self.value);
        };
        self.widened = self.bounded(widened);
        Ok(self)
    }

    /// The figure in another unit: `factor` times all its numbers plus `offset`, such as percent for a rate.
    ///
    /// # Errors
    /// When the factor is not above 0, a number becomes infinite, or the figure leaves the log scale.
    pub fn rescaled(self, factor: f64, offset: f64) -> Result<Self> {
        let moved = |interval: Interval| interval.map(|value| factor * value + offset);
        let value = factor * self.value + offset;
        let on_scale = self.scale == Scale::Linear || self.printed.low.min(self.widened.low) * factor + offset > 0.0;
        match (moved(self.printed), moved(self.widened), self.domain.map(moved)) {
            (Some(printed), Some(widened), domain) if factor > 0.0 && on_scale && domain != Some(None) => {
                Ok(Self { value, printed, widened, domain: domain.flatten(), ..self })
            }
            _ => bail!("published value {}: cannot be written as {factor} times itself plus {offset}", self.value),
        }
    }

    /// The interval cut at the domain; the value itself stays inside.
    fn bounded(&self, interval: Interval) -> Interval {
        match self.domain {
            Some(domain) => Interval {
                low: interval.low.clamp(domain.low, domain.high),
                high: interval.high.clamp(domain.low, domain.high),
            },
            None => interval,
        }
    }

    /// The value as printed.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// What the print alone allows: half a unit of the last printed digit either way.
    pub fn printed(&self) -> Interval {
        self.printed
    }

    /// The published interval: the print, widened by sampling error and tolerance.
    pub fn interval(&self) -> Interval {
        self.widened
    }

    /// The scale of the figure.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// States that the figure is a saving, the whole (the upper end of its domain) less a ratio. Near the whole half and
    /// twice the saving say little; half and twice the ratio, which is what was compared, then count as well.
    pub fn as_saving(mut self) -> Self {
        self.is_saving = true;
        self
    }

    /// Whether an interval would meet half and twice the published value alike, or of a saving half and twice what it
    /// leaves, and so decides nothing.
    ///
    /// Twice the value is at most the upper end of the domain, where one is stated. A value of 0 has no half or double:
    /// no interval is too wide for it.
    pub fn is_too_wide(&self, measured: &Interval) -> bool {
        self.half_and_twice(measured).is_some()
    }

    /// As [`Published::is_too_wide`], for the value itself alone.
    pub fn is_too_wide_for_value(&self, measured: &Interval) -> bool {
        self.ends_of_value().is_some_and(|ends| ends.into_iter().all(|end| measured.contains(end)))
    }

    /// The two values that an interval meets alike when it is too wide.
    pub fn half_and_twice(&self, measured: &Interval) -> Option<[f64; 2]> {
        let both = [self.ends_of_value(), self.ends_of_rest()];
        both.into_iter().flatten().find(|ends| ends.iter().all(|end| measured.contains(*end)))
    }

    fn ends_of_value(&self) -> Option<[f64; 2]> {
        let mut twice = 2.0 * self.value;
        if let Some(domain) = self.domain {
            twice = twice.clamp(domain.low, domain.high);
        }
        (self.value != 0.0).then_some([self.value / 2.0, twice])
    }

    /// Savings that leave half and twice as much as the published one.
    fn ends_of_rest(&self) -> Option<[f64; 2]> {
        let whole = self.domain.filter(|_| self.is_saving)?.high;
        let rest = whole - self.value;
        (rest > 0.0).then_some([whole - rest / 2.0, whole - 2.0 * rest])
    }
}

/// Value and half a unit of the last printed digit.
fn read_printed(text: &str) -> Option<(f64, f64)> {
    let trimmed = text.trim();
    let (number, percent) = match trimmed.strip_suffix('%') {
        Some(rest) => (rest.trim_end(), true),
        None => (trimmed, false),
    };
    let digits: String = number.chars().filter(|c| !matches!(c, ',' | '_')).collect();
    let body = digits.strip_prefix(['+', '-']).unwrap_or(&digits);
    let (mantissa, exponent) = match body.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (body, 0),
    };
    let (whole, decimals) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    // Separators stand between digits only: "1,2,", ",5" and "12,.5" are slips of the pen.
    let separators_placed = number.split([',', '_']).all(|part| part.bytes().any(|byte| byte.is_ascii_digit()));
    if whole.is_empty() || !all_digits(whole) || !all_digits(decimals) || !separators_placed {
        return None;
    }
    let last_digit =
        exponent.checked_sub(i32::try_from(decimals.len()).ok()?)?.checked_sub(if percent { 2 } else { 0 })?;
    let value: f64 = digits.parse().ok()?;
    let value = if percent { value / 100.0 } else { value };
    let half_unit = 0.5 * 10f64.powi(last_digit);
    (value.is_finite() && half_unit.is_finite()).then_some((value, half_unit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn linear(text: &str) -> Published {
        Published::parse(text, Scale::Linear).unwrap()
    }

    fn assert_interval(interval: Interval, low: f64, high: f64) {
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (1.0 + b.abs());
        assert!(near(interval.low, low) && near(interval.high, high), "{interval:?}, expected {low}..{high}");
    }

    #[test]
    fn print_gives_half_a_last_digit() {
        for (text, low, high) in [
            ("93.1", 93.05, 93.15),
            ("1,247,892", 1_247_891.5, 1_247_892.5),
            ("-85.8 %", -0.8585, -0.8575),
            ("+35%", 0.345, 0.355),
            ("127e3", 126_500.0, 127_500.0),
            ("9.5e6", 9_450_000.0, 9_550_000.0),
            ("0.87", 0.865, 0.875),
            ("62", 61.5, 62.5),
        ] {
            assert_interval(linear(text).interval(), low, high);
        }
    }

    #[test]
    fn what_is_no_number_is_refused_with_its_text() {
        for text in ["", "%", "about 15", "1,2,", ",5", "60-85", "nan", "inf", "1e999", "--1", "1.2.3", "3 points"] {
            let message = format!("{:#}", Published::parse(text, Scale::Linear).unwrap_err());
            assert!(message.contains(&format!("`{text}`")), "{message}");
        }
        assert!(Published::parse("0", Scale::Log).is_err());
        assert!(Published::parse("-2", Scale::Log).is_err());
    }

    #[test]
    fn a_rate_over_games_is_as_wide_as_its_games() {
        let rate = linear("42 %").with_sampling_error(SamplingError::Rate { trials: 100 }).unwrap();
        let about = rate.interval();
        assert!(about.low < 0.33 && about.low > 0.31 && about.high > 0.51 && about.high < 0.53, "{about:?}");
        assert_interval(rate.printed(), 0.415, 0.425);
        assert!(linear("42").with_sampling_error(SamplingError::Rate { trials: 100 }).is_err());
        assert!(linear("42 %").with_sampling_error(SamplingError::Rate { trials: 0 }).is_err());
    }

    #[test]
    fn other_sampling_errors() {
        let difference = SamplingError::RateDifference { trials_each: 100, rate: 0.5 };
        let spread = 1.959_964 * 0.005f64.sqrt();
        assert_interval(
            linear("-3 %").with_sampling_error(difference).unwrap().interval(),
            -0.035 - spread,
            -0.025 + spread,
        );

        let correlation = linear("0.87").with_sampling_error(SamplingError::Correlation { pairs: 1000 }).unwrap();
        assert!(
            (correlation.interval().low - 0.849).abs() < 2e-3 && (correlation.interval().high - 0.889).abs() < 2e-3
        );

        let factor = Published::parse("6.3", Scale::Log).unwrap();
        let factor = factor.with_sampling_error(SamplingError::StandardError(0.1)).unwrap();
        assert_interval(factor.interval(), 6.25 * (-0.195_996_4f64).exp(), 6.35 * 0.195_996_4f64.exp());
        assert!(linear("1").with_sampling_error(SamplingError::StandardError(f64::NAN)).is_err());
        assert!(linear("1").with_sampling_error(SamplingError::Correlation { pairs: 3 }).is_err());
    }

    #[test]
    fn tolerances_widen_and_the_domain_cuts() {
        assert_interval(linear("93.1").with_tolerance(Tolerance::Absolute(2.0)).unwrap().interval(), 91.05, 95.15);
        assert_interval(linear("20").with_tolerance(Tolerance::Factor(2.0)).unwrap().interval(), 9.75, 41.0);
        assert_interval(linear("-20").with_tolerance(Tolerance::Factor(2.0)).unwrap().interval(), -41.0, -9.75);
        let share = linear("97.4 %").within(0.0, 1.0).unwrap();
        assert_interval(share.with_tolerance(Tolerance::Absolute(0.05)).unwrap().interval(), 0.9235, 1.0);
        assert!(linear("97.4").within(0.0, 1.0).is_err());
        assert!(linear("1").with_tolerance(Tolerance::Factor(0.5)).is_err());
        assert!(linear("1").with_tolerance(Tolerance::Absolute(-1.0)).is_err());
        assert!(linear("1").with_tolerance(Tolerance::Absolute(f64::NAN)).is_err());
    }

    #[test]
    fn too_wide_meets_half_and_twice() {
        let count = linear("100");
        assert!(count.is_too_wide(&Interval { low: 40.0, high: 210.0 }));
        assert!(!count.is_too_wide(&Interval { low: 60.0, high: 210.0 }));
        assert!(linear("-3").is_too_wide(&Interval { low: -7.0, high: -1.0 }));
        assert!(!linear("0").is_too_wide(&Interval { low: -7.0, high: 7.0 }));
        // A rate of 78 % has no double: the largest rate stands for it.
        let all = Interval { low: 0.1, high: 1.0 };
        assert!(!linear("78 %").is_too_wide(&all));
        assert!(linear("78 %").within(0.0, 1.0).unwrap().is_too_wide(&all));
        // A saving of 93.1 % leaves 6.9 %: from 2.7 % to 47.2 % holds half and twice of that, from 4 % on it does not.
        let saving = linear("93.1 %").within(-1e12, 1.0).unwrap().as_saving().rescaled(100.0, 0.0).unwrap();
        assert!(saving.is_too_wide(&Interval { low: 52.8, high: 97.3 }));
        assert!(!saving.is_too_wide(&Interval { low: 52.8, high: 96.0 }));
        assert!(!saving.is_too_wide(&Interval { low: 90.0, high: 97.3 }));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            let _ = Published::parse(&text, Scale::Log);
        }

        #[test]
        fn widening_keeps_the_print(value in 0.01f64..0.99, trials in 1u64..100_000, factor in 1f64..5.0) {
            let figure = Published::new(value, 0.005, Scale::Linear).unwrap();
            let wider = figure
                .with_sampling_error(SamplingError::Rate { trials }).unwrap()
                .with_tolerance(Tolerance::Factor(factor)).unwrap();
            prop_assert!(wider.interval().contains(value));
            prop_assert!(figure.interval().lies_in(&wider.interval()));
        }
    }
}
