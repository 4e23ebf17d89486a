//! Percentile bootstrap over sampling units (Efron 1979), geometric mean ratios, and the prediction interval of one more
//! unit.
//!
//! Units are positions or pairs of games, never repetitions of a deterministic count: those have no noise of their own.

use super::interval::Interval;
use super::published::Scale;
use super::quantiles::{interpolated, mean, quantile_of_sorted, sorted_finite, standard_deviation};
use super::student;

/// Resamples that make the ends of a 95 % interval steady to about a hundredth of its width.
pub const RESAMPLES: usize = 10_000;

/// The share of an interval that is meant throughout: 95 %.
pub const LEVEL: f64 = 0.95;

/// From this many values on their own quantiles bound a 95 % prediction interval: 39 values leave one in 40 beyond each end.
pub const PERCENTILE_FROM: usize = 39;

/// Resamples that draw about `work` values in all from so many: [`RESAMPLES`] unless they are very many, never below `least`.
pub fn resamples_within(work: usize, values: usize, least: usize) -> usize {
    (work / values.max(1)).clamp(least, RESAMPLES)
}

/// The generator SplitMix64 (Steele, Lea and Flood 2014): one seed, one stream, the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next 64 bits of the stream.
    pub fn next_bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }
}

/// An estimate from units with the percentile interval of its bootstrap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bootstrapped {
    /// The statistic of the sample itself.
    pub estimate: f64,
    /// Its 95 % interval; absent for fewer than two units, which show no variance.
    pub interval: Option<Interval>,
    /// Units used.
    pub units: usize,
    /// Units left out because the statistic is not defined on them (missing, not finite, not above 0 for a ratio).
    pub skipped: usize,
}

/// Percentile bootstrap of any statistic of the units.
///
/// `resamples` samples of the same size are drawn with replacement from `source`, a stream of 64 random bits; resamples on
/// which the statistic is undefined are left out. The interval is stretched to hold the estimate, which the percentiles of
/// a very skewed statistic may miss. `None` when the statistic of the sample itself is not defined or not finite.
pub fn bootstrap<T: Copy>(
    units: &[T],
    resamples: usize,
    source: &mut impl FnMut() -> u64,
    statistic: impl Fn(&[T]) -> Option<f64>,
) -> Option<Bootstrapped> {
    let estimate = statistic(units).filter(|value| value.is_finite())?;
    let mut interval = None;
    if units.len() > 1 {
        let mut drawn = Vec::with_capacity(units.len());
        let mut values = Vec::with_capacity(resamples);
        for _ in 0..resamples {
            drawn.clear();
            drawn.extend((0..units.len()).map(|_| units[index_below(units.len(), source())]));
            values.extend(statistic(&drawn));
        }
        let (sorted, _) = sorted_finite(&values);
        let tail = (1.0 - LEVEL) / 2.0;
        interval = quantile_of_sorted(&sorted, tail)
            .zip(quantile_of_sorted(&sorted, 1.0 - tail))
            .and_then(|(low, high)| Interval::new(low, high))
            .map(|found| found.extended_to(estimate));
    }
    Some(Bootstrapped { estimate, interval, units: units.len(), skipped: 0 })
}

/// A place below `count` from 64 random bits, by the high half of their product (uniform to one part in 2^64 / count).
fn index_below(count: usize, bits: u64) -> usize {
    ((u128::from(bits) * count as u128) >> 64) as usize
}

/// Mean of the finite values with its bootstrap interval; `None` without a finite value.
pub fn bootstrap_mean(values: &[f64], resamples: usize, source: &mut impl FnMut() -> u64) -> Option<Bootstrapped> {
    let finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    let found = bootstrap(&finite, resamples, source, mean)?;
    Some(Bootstrapped { skipped: values.len() - finite.len(), ..found })
}

/// Geometric mean of the ratios `a / b` over units `(a, b)`: the mean of ln(a/b), bootstrapped over the units and turned
/// back. Units without two finite numbers above 0 are skipped; `None` when none is left.
pub fn geometric_mean_ratio(
    pairs: &[(f64, f64)],
    resamples: usize,
    source: &mut impl FnMut() -> u64,
) -> Option<Bootstrapped> {
    let logarithms = ln_ratios(pairs);
    // Logarithms of doubles cannot overflow a sum.
    let found = bootstrap(&logarithms, resamples, source, |drawn| {
        (!drawn.is_empty()).then(|| drawn.iter().sum::<f64>() / drawn.len() as f64)
    })?;
    Some(Bootstrapped {
        estimate: Some(found.estimate.exp()).filter(|ratio| ratio.is_finite())?,
        interval: found.interval.and_then(|interval| interval.map(f64::exp)),
        units: found.units,
        skipped: pairs.len() - logarithms.len(),
    })
}

/// ln(a/b) of every pair of finite numbers above 0, in order; other pairs are left out.
pub fn ln_ratios(pairs: &[(f64, f64)]) -> Vec<f64> {
    let positive = |value: f64| value.is_finite() && value > 0.0;
    pairs.iter().filter(|(a, b)| positive(*a) && positive(*b)).map(|(a, b)| a.ln() - b.ln()).collect()
}

/// Ratio of the sums over units `(a, b)`, such as cutoffs to interior nodes of a whole suite, bootstrapped over the units.
///
/// Units with a number that is negative or not finite are skipped; `None` when none is left or the second sum is 0.
pub fn ratio_of_sums(pairs: &[(f64, f64)], resamples: usize, source: &mut impl FnMut() -> u64) -> Option<Bootstrapped> {
    let counts = |value: f64| value.is_finite() && value >= 0.0;
    let used: Vec<(f64, f64)> = pairs.iter().copied().filter(|(a, b)| counts(*a) && counts(*b)).collect();
    let ratio = |drawn: &[(f64, f64)]| {
        let (above, below) = drawn.iter().fold((0.0, 0.0), |(above, below), (a, b)| (above + a, below + b));
        (below > 0.0).then(|| above / below)
    };
    let found = bootstrap(&used, resamples, source, ratio)?;
    Some(Bootstrapped { skipped: pairs.len() - used.len(), ..found })
}

/// How a prediction interval was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PredictionMethod {
    /// Quantiles of the values themselves, at the ranks `(n + 1) p`: free of any assumption on the distribution.
    Percentile,
    /// Mean plus and minus `t sd sqrt(1 + 1/n)`, as of normal values, since the values are too few for their quantiles.
    StudentT,
}

/// The interval in which one more unit from the same suite falls in 95 % of cases.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// The interval.
    pub interval: Interval,
    /// How it was found.
    pub method: PredictionMethod,
    /// Values behind it.
    pub units: usize,
    /// Values left out: not finite, or not above 0 on the log scale.
    pub skipped: usize,
}

impl Prediction {
    /// What a reader must know about an interval from few values; nothing where the values' own quantiles were used.
    pub fn remark(&self) -> Option<String> {
        match self.method {
            PredictionMethod::Percentile => None,
            PredictionMethod::StudentT => Some(format!(
                "prediction interval by Student's t: {} values are too few for their 2.5 % and 97.5 % quantiles, which take {PERCENTILE_FROM}",
                self.units
            )),
        }
    }
}

/// 95 % prediction interval of one more value: what a figure that was taken from one unnamed position is held against.
///
/// From [`PERCENTILE_FROM`] values on it is made of their own quantiles; of fewer by Student's t, on the logarithms for
/// [`Scale::Log`]. `None` with fewer than two usable values.
pub fn prediction_interval(values: &[f64], scale: Scale) -> Option<Prediction> {
    let usable: Vec<f64> =
        values.iter().copied().filter(|value| value.is_finite() && (scale == Scale::Linear || *value > 0.0)).collect();
    let (sorted, _) = sorted_finite(&usable);
    let units = sorted.len();
    if units < 2 {
        return None;
    }
    let tail = (1.0 - LEVEL) / 2.0;
    let n = units as f64;
    let (interval, method) = if units >= PERCENTILE_FROM {
        // Of n values one more falls below the k-th smallest with chance k / (n + 1).
        let low = interpolated(&sorted, (n + 1.0) * tail - 1.0)?;
        let high = interpolated(&sorted, (n + 1.0) * (1.0 - tail) - 1.0)?;
        (Interval::new(low, high)?, PredictionMethod::Percentile)
    } else {
        let on_scale: Vec<f64> = match scale {
            Scale::Linear => sorted,
            Scale::Log => sorted.iter().map(|value| value.ln()).collect(),
        };
        let centre = mean(&on_scale)?;
        let spread = student::quantile(1.0 - tail, n - 1.0)? * standard_deviation(&on_scale)? * (1.0 + 1.0 / n).sqrt();
        let found = Interval::new(centre - spread, centre + spread)?;
        let interval = match scale {
            Scale::Linear => found,
            Scale::Log => found.map(f64::exp)?,
        };
        (interval, PredictionMethod::StudentT)
    };
    Some(Prediction { interval, method, units, skipped: values.len() - units })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn source(seed: u64) -> impl FnMut() -> u64 {
        let mut generator = SplitMix64::new(seed);
        move || generator.next_bits()
    }

    #[test]
    fn the_stream_is_that_of_splitmix64() {
        // First outputs for the seed 1234567, as published with the generator's reference code.
        let mut next = source(1_234_567);
        assert_eq!(next(), 6_457_827_717_110_365_317);
        assert_eq!(next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn interval_of_a_mean_agrees_with_its_standard_error() {
        let values: Vec<f64> = (0..200).map(|i| f64::from(i * 37 % 200)).collect();
        let found = bootstrap_mean(&values, RESAMPLES, &mut source(1)).unwrap();
        let error = standard_deviation(&values).unwrap() / 200f64.sqrt();
        let interval = found.interval.unwrap();
        assert_eq!(found.estimate, 99.5);
        assert!((interval.width() / (2.0 * 1.96 * error) - 1.0).abs() < 0.05, "{interval:?}");
        assert_eq!(found, bootstrap_mean(&values, RESAMPLES, &mut source(1)).unwrap());
        assert_ne!(found, bootstrap_mean(&values, RESAMPLES, &mut source(2)).unwrap());
    }

    #[test]
    fn geometric_mean_of_ratios() {
        let pairs = [(2.0, 1.0), (8.0, 1.0), (0.0, 5.0), (f64::NAN, 1.0), (4.0, 1.0)];
        let found = geometric_mean_ratio(&pairs, 1000, &mut source(3)).unwrap();
        assert!((found.estimate - 4.0).abs() < 1e-12);
        assert_eq!((found.units, found.skipped), (3, 2));
        let interval = found.interval.unwrap();
        assert!(interval.low >= 2.0 - 1e-12 && interval.high <= 8.0 + 1e-12 && interval.width() > 1.0);
        assert_eq!(geometric_mean_ratio(&[(0.0, 1.0)], 10, &mut source(3)), None);
    }

    #[test]
    fn ratios_of_sums_weigh_by_size() {
        let found = ratio_of_sums(&[(1.0, 2.0), (90.0, 100.0), (1.0, -1.0)], 500, &mut source(4)).unwrap();
        assert!((found.estimate - 91.0 / 102.0).abs() < 1e-12);
        assert_eq!((found.units, found.skipped), (2, 1));
        assert_eq!(ratio_of_sums(&[(1.0, 0.0)], 10, &mut source(4)), None);
    }

    #[test]
    fn both_ends_of_a_resampled_mean_and_of_its_ratio() {
        // Of two units a resample holds 0, 1 or 2 of the larger one: a quarter of them lies at either end.
        let found = bootstrap_mean(&[1.0, 3.0, f64::NAN], 1000, &mut source(7)).unwrap();
        assert_eq!(found.interval, Interval::new(1.0, 3.0));
        assert_eq!((found.units, found.skipped), (2, 1));
        // Of 39 alike and one other, the share of resamples without that one is 0.36: the lower end is that of the many.
        let mut values = vec![0.0; 39];
        values.push(40.0);
        let interval = bootstrap_mean(&values, RESAMPLES, &mut source(7)).unwrap().interval.unwrap();
        // 40 draws with a chance of 1/40 each: at most 3 of them in 98.2 %, at most 2 in 92.1 %.
        assert_eq!((interval.low, interval.high), (0.0, 3.0));
        assert_eq!(
            ln_ratios(&[(std::f64::consts::E, 1.0), (1.0, std::f64::consts::E), (0.004, 0.004)]),
            [1.0, -1.0, 0.0]
        );
        let small = ratio_of_sums(&[(0.0, 0.004), (0.001, 0.004)], 100, &mut source(7)).unwrap();
        assert!((small.estimate - 0.125).abs() < 1e-12 && small.units == 2);
        // A maximum is not the middle of what resampling makes of it: the interval still holds it.
        let largest = |drawn: &[f64]| drawn.iter().copied().reduce(f64::min).map(|least| -least - drawn[0].abs() * 0.0);
        let found = bootstrap(&[-1.0, 2.0, 3.0, 5.0], 200, &mut source(7), largest).unwrap();
        assert!(found.interval.unwrap().contains(found.estimate) && found.skipped == 0);
    }

    #[test]
    fn a_single_unit_has_no_interval() {
        let found = bootstrap_mean(&[3.0], 100, &mut source(5)).unwrap();
        assert_eq!((found.estimate, found.interval), (3.0, None));
        assert_eq!(bootstrap_mean(&[], 100, &mut source(5)), None);
    }

    #[test]
    fn many_values_predict_by_their_own_quantiles() {
        let values: Vec<f64> = (1..=39).map(f64::from).collect();
        let found = prediction_interval(&values, Scale::Linear).unwrap();
        assert_eq!(found.method, PredictionMethod::Percentile);
        assert!((found.interval.low - 1.0).abs() < 1e-9 && (found.interval.high - 39.0).abs() < 1e-9);
        assert_eq!(found.remark(), None);
        // Between the ranks 80 * 0.025 = 2 and 78; at 60 values between the places 1.525 and 59.475.
        for (n, low, high) in [(79, 1.975 + 0.025, 78.0), (60, 1.525, 59.475)] {
            let values: Vec<f64> = (1..=n).map(f64::from).collect();
            let found = prediction_interval(&values, Scale::Linear).unwrap().interval;
            assert!((found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9, "{found:?}");
        }
    }

    #[test]
    fn few_values_predict_by_student() {
        // Mean 3, deviation sqrt(2.5), t(4) = 2.7764, factor sqrt(1.2).
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, f64::NAN];
        let found = prediction_interval(&values, Scale::Linear).unwrap();
        let spread = 2.7764 * 2.5f64.sqrt() * 1.2f64.sqrt();
        assert!((found.interval.high - 3.0 - spread).abs() < 1e-3, "{found:?}");
        assert!((found.interval.low - 3.0 + spread).abs() < 1e-3, "{found:?}");
        assert!(prediction_interval(&[1.0, 2.0], Scale::Linear).is_some());
        assert_eq!(prediction_interval(&[0.001, 0.002, 0.003], Scale::Log).unwrap().skipped, 0);
        assert_eq!((found.units, found.skipped), (5, 1));
        assert!(found.remark().unwrap().contains("5 values"));
        let logarithmic = prediction_interval(&[1.0, 10.0, 100.0, 0.0], Scale::Log).unwrap();
        assert!(logarithmic.interval.low > 0.0 && logarithmic.skipped == 1);
        assert_eq!(prediction_interval(&[1.0], Scale::Linear), None);
    }

    #[test]
    fn prediction_covers_what_it_promises() {
        // 400 suites of 60 skewed values each: one more value falls inside in about 95 % of cases.
        let mut next = source(6);
        let mut draw = || -(((next() >> 11) as f64 + 0.5) / (1u64 << 53) as f64).ln();
        let inside = (0..400)
            .filter(|_| {
                let suite: Vec<f64> = (0..60).map(|_| draw()).collect();
                prediction_interval(&suite, Scale::Linear).unwrap().interval.contains(draw())
            })
            .count();
        assert!((366..=392).contains(&inside), "{inside} of 400");
    }

    proptest! {
        #[test]
        fn intervals_hold_the_estimate(values in prop::collection::vec(any::<f64>(), 1..30), seed in any::<u64>()) {
            let Some(found) = bootstrap_mean(&values, 50, &mut source(seed)) else {
                prop_assert!(values.iter().all(|value| !value.is_finite()));
                return Ok(());
            };
            prop_assert!(found.estimate.is_finite());
            prop_assert!(found.interval.is_none_or(|interval| interval.contains(found.estimate)));
            prop_assert_eq!(found.interval.is_some(), found.units > 1);
        }

        #[test]
        fn ratios_are_finite(pairs in prop::collection::vec((any::<f64>(), any::<f64>()), 0..30), seed in any::<u64>()) {
            for found in [
                geometric_mean_ratio(&pairs, 50, &mut source(seed)),
                ratio_of_sums(&pairs, 50, &mut source(seed)),
            ].into_iter().flatten() {
                prop_assert!(found.estimate.is_finite());
                prop_assert!(found.interval.is_none_or(|interval| interval.contains(found.estimate)));
            }
        }
    }
}
