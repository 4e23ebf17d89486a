//! Median, quantiles, mean and deviation of a list of numbers.

use super::interval::Interval;
use super::special;

/// A description of a list of numbers; what was not finite is left out and counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Finite values.
    pub count: usize,
    /// Values left out because they were not finite.
    pub ignored: usize,
    /// Mean.
    pub mean: f64,
    /// Standard deviation with n - 1; absent for a single value.
    pub standard_deviation: Option<f64>,
    /// Smallest value.
    pub min: f64,
    /// First quartile.
    pub lower_quartile: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub upper_quartile: f64,
    /// Largest value.
    pub max: f64,
}

/// The finite values in rising order, and how many values were not finite.
pub fn sorted_finite(values: &[f64]) -> (Vec<f64>, usize) {
    let mut finite: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
    finite.sort_by(f64::total_cmp);
    let ignored = values.len() - finite.len();
    (finite, ignored)
}

/// Quantile of finite values in rising order, by linear interpolation between the ranks `(n - 1) p` (type 7 of Hyndman
/// and Fan 1996); `None` without values or unless `0 <= p <= 1`.
pub fn quantile_of_sorted(sorted: &[f64], p: f64) -> Option<f64> {
    if !(0.0..=1.0).contains(&p) {
        return None;
    }
    interpolated(sorted, (sorted.len().checked_sub(1)?) as f64 * p)
}

/// The value at a rank between 0 and n - 1, which need not be whole; ranks beyond are taken as the ends.
pub(super) fn interpolated(sorted: &[f64], rank: f64) -> Option<f64> {
    let last = sorted.len().checked_sub(1)?;
    let rank = rank.clamp(0.0, last as f64);
    let below = (rank.floor() as usize).min(last);
    let above = (below + 1).min(last);
    let part = rank - below as f64;
    let (low, high) = (sorted[below], sorted[above]);
    // Weighted, not by the difference, so that values at both ends of the range of doubles do not overflow.
    Some(if part == 0.0 { low } else { (low * (1.0 - part) + high * part).clamp(low, high) })
}

/// Quantile of the finite values; `None` without any or unless `0 <= p <= 1`.
pub fn quantile(values: &[f64], p: f64) -> Option<f64> {
    quantile_of_sorted(&sorted_finite(values).0, p)
}

/// Median of the finite values; `None` without any.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// 95 % interval of the median behind finite values in rising order: from the r-th lowest to the r-th highest of them, by
/// the binomial distribution of how many lie below it, whatever the distribution. `None` with fewer than six values, which
/// have no such interval.
pub fn median_interval(sorted: &[f64]) -> Option<Interval> {
    let n = sorted.len();
    // P(X <= k) of a fair coin thrown n times is I_1/2(n - k, k + 1).
    let in_tail =
        |k: usize| special::incomplete_beta(0.5, (n - k) as f64, k as f64 + 1.0).is_some_and(|chance| chance <= 0.025);
    let (mut within, mut beyond) = (0, n / 2);
    while within < beyond {
        let middle = (within + beyond) / 2;
        if in_tail(middle) { within = middle + 1 } else { beyond = middle }
    }
    let rank = within.checked_sub(1)?;
    Interval::new(sorted[rank], sorted[n - 1 - rank])
}

/// Mean of the finite values; `None` without any.
pub fn mean(values: &[f64]) -> Option<f64> {
    moments(values).map(|(mean, _)| mean)
}

/// Standard deviation, with n - 1, of the finite values; `None` with fewer than two.
pub fn standard_deviation(values: &[f64]) -> Option<f64> {
    moments(values)?.1
}

/// Mean and standard deviation of the finite values.
fn moments(values: &[f64]) -> Option<(f64, Option<f64>)> {
    let finite = || values.iter().copied().filter(|value| value.is_finite());
    let count = finite().count();
    let largest = finite().fold(0.0f64, |largest, value| largest.max(value.abs()));
    if count == 0 {
        return None;
    }
    let n = count as f64;
    let moments_in = |unit: f64| {
        let mean = finite().map(|value| value / unit).sum::<f64>() / n;
        let squares: f64 = finite().map(|value| (value / unit - mean).powi(2)).sum();
        (mean * unit, (squares / (n - 1.0)).sqrt() * unit)
    };
    let (mut mean, mut deviation) = moments_in(1.0);
    if !(mean.is_finite() && deviation.is_finite()) && largest > 0.0 {
        // In parts of the largest value the sums do not overflow.
        (mean, deviation) = moments_in(largest);
    }
    Some((mean.clamp(-f64::MAX, f64::MAX), (count > 1).then_some(deviation.min(f64::MAX))))
}

/// Describes a list of numbers; `None` without a finite value.
pub fn summary(values: &[f64]) -> Option<Summary> {
    let (sorted, ignored) = sorted_finite(values);
    let (mean, standard_deviation) = moments(&sorted)?;
    Some(Summary {
        count: sorted.len(),
        ignored,
        mean: mean.clamp(*sorted.first()?, *sorted.last()?),
        standard_deviation,
        min: *sorted.first()?,
        lower_quartile: quantile_of_sorted(&sorted, 0.25)?,
        median: quantile_of_sorted(&sorted, 0.5)?,
        upper_quartile: quantile_of_sorted(&sorted, 0.75)?,
        max: *sorted.last()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_lists() {
        let found = summary(&[4.0, f64::NAN, 1.0, 3.0, 2.0, f64::INFINITY]).unwrap();
        assert_eq!((found.count, found.ignored), (4, 2));
        assert_eq!((found.min, found.median, found.max), (1.0, 2.5, 4.0));
        assert_eq!((found.lower_quartile, found.upper_quartile), (1.75, 3.25));
        assert_eq!(found.mean, 2.5);
        assert!((found.standard_deviation.unwrap() - (5.0f64 / 3.0).sqrt()).abs() < 1e-12);
        assert_eq!((median(&[7.0]), median(&[1.0, 9.0])), (Some(7.0), Some(5.0)));
        assert_eq!((quantile(&[1.0, 9.0], 0.0), quantile(&[1.0, 9.0], 1.0)), (Some(1.0), Some(9.0)));
        assert_eq!((quantile(&[1.0], -0.1), quantile(&[1.0], 1.01)), (None, None));
        assert!((standard_deviation(&[1.0, 3.0]).unwrap() - 2f64.sqrt()).abs() < 1e-12);
        // Sums that overflow are taken in parts of the largest value: here of -MAX, 0 and -MAX / 2.
        let huge = [-f64::MAX, 0.0, -f64::MAX / 2.0];
        assert!((mean(&huge).unwrap() / (-f64::MAX / 2.0) - 1.0).abs() < 1e-12);
        assert!((standard_deviation(&huge).unwrap() / (f64::MAX / 2.0) - 1.0).abs() < 1e-12);
        assert_eq!(standard_deviation(&[7.0]), None);
        assert_eq!(summary(&[f64::NAN]), None);
        assert_eq!(quantile(&[1.0], 1.5), None);
        assert_eq!(quantile(&[1.0, 2.0], 0.95), Some(1.95));
        assert_eq!(mean(&[]), None);
    }

    #[test]
    fn median_intervals_of_the_tables() {
        let ranks = |n: u32| {
            let values: Vec<f64> = (1..=n).map(f64::from).collect();
            median_interval(&values).map(|interval| (interval.low, interval.high))
        };
        // Ranks as the tables of the sign test give them (Conover 1999).
        for (n, expected) in [(6, (1.0, 6.0)), (9, (2.0, 8.0)), (20, (6.0, 15.0)), (100, (40.0, 61.0))] {
            assert_eq!(ranks(n), Some(expected), "{n}");
        }
        assert_eq!((ranks(0), ranks(5)), (None, None));
    }

    proptest! {
        #[test]
        fn figures_are_finite_and_in_order(values in prop::collection::vec(any::<f64>(), 1..50)) {
            if let Some(found) = summary(&values) {
                let ranks = [found.min, found.lower_quartile, found.median, found.upper_quartile, found.max];
                prop_assert!(ranks.is_sorted(), "{:?}", found);
                prop_assert!(found.mean.is_finite() && found.min <= found.mean && found.mean <= found.max);
                prop_assert!(found.standard_deviation.is_none_or(f64::is_finite));
                prop_assert_eq!(found.count + found.ignored, values.len());
            }
        }
    }
}
