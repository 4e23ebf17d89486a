//! The few statistics that figures draw: means over positions with their intervals, and paired comparisons.

use crate::analysis::bootstrap::{Bootstrapped, SplitMix64, bootstrap_mean, geometric_mean_ratio};
use crate::analysis::quantiles::{median_interval, quantile_of_sorted, sorted_finite};
use crate::analysis::wilcoxon::wilcoxon;
use crate::report::data::{DataPoint, Estimate};

/// An estimate over sampling units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Found {
    pub value: f64,
    /// Ends of the 95 % interval, where there is one.
    pub ends: Option<(f64, f64)>,
    /// Units behind it.
    pub n: usize,
}

impl Found {
    fn of(bootstrapped: Bootstrapped) -> Found {
        let ends = bootstrapped.interval.map(|interval| (interval.low, interval.high));
        Found { value: bootstrapped.estimate, ends, n: bootstrapped.units }
    }

    /// The same under a function; the ends are put in order.
    pub fn map(self, function: impl Fn(f64) -> f64) -> Found {
        let ends = self.ends.map(|(low, high)| (function(low), function(high)));
        Found { value: function(self.value), ends: ends.map(|(a, b)| (a.min(b), a.max(b))), n: self.n }
    }

    /// For a chart by category.
    pub fn estimate(self) -> Estimate {
        match self.ends {
            Some((low, high)) => Estimate::with_interval(self.value, low, high),
            None => Estimate::new(self.value),
        }
    }

    /// For a chart over a numeric axis.
    pub fn point(self, x: f64) -> DataPoint {
        match self.ends {
            Some((low, high)) => DataPoint::with_interval(x, self.value, low, high),
            None => DataPoint::new(x, self.value),
        }
    }
}

/// Enough resamples for a drawn interval, fewer where each is large, so that a chart takes a moment at most.
fn resamples(units: usize) -> usize {
    (4_000_000 / units.max(1)).clamp(400, 4_000)
}

/// The same bits for every estimate, so that the same rows give the same chart.
fn bits() -> impl FnMut() -> u64 {
    let mut generator = SplitMix64::new(0x6368_6172_7473);
    move || generator.next_bits()
}

/// Geometric mean of the values above 0, with its bootstrap interval over them.
pub(super) fn geometric_mean(values: &[f64]) -> Option<Found> {
    let pairs: Vec<(f64, f64)> = values.iter().map(|&value| (value, 1.0)).collect();
    geometric_ratio(&pairs)
}

/// Geometric mean of the ratios `a / b`, with its bootstrap interval over the pairs.
pub(super) fn geometric_ratio(pairs: &[(f64, f64)]) -> Option<Found> {
    geometric_mean_ratio(pairs, resamples(pairs.len()), &mut bits()).map(Found::of)
}

/// Median of the ratios `a / b`, with the interval of order statistics: for times, whose ratios have outliers.
pub(super) fn median_ratio(pairs: &[(f64, f64)]) -> Option<Found> {
    let usable = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0);
    let (sorted, _) = sorted_finite(&usable.map(|(a, b)| a / b).collect::<Vec<_>>());
    let ends = median_interval(&sorted).map(|interval| (interval.low, interval.high));
    Some(Found { value: quantile_of_sorted(&sorted, 0.5)?, ends, n: sorted.len() })
}

/// Whether so many units can show a difference at 5 % at all, after Holm's correction over so many comparisons: the smallest
/// p-value of the signed-rank test is 2 / 2^n.
pub(super) fn can_differ(units: usize, comparisons: usize) -> bool {
    2.0 * (-(units as f64)).exp2() * comparisons as f64 <= 0.05
}

/// Mean with its bootstrap interval over the values.
pub(super) fn mean(values: &[f64]) -> Option<Found> {
    bootstrap_mean(values, resamples(values.len()), &mut bits()).map(Found::of)
}

/// Two-sided p of Wilcoxon's signed-rank test on the logarithms of `a / b`.
pub(super) fn wilcoxon_p(pairs: &[(f64, f64)]) -> f64 {
    let usable = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0);
    wilcoxon(&usable.map(|(a, b)| (a / b).ln()).collect::<Vec<_>>()).p
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_hold_their_intervals_and_one_value_has_none() {
        let found = geometric_mean(&[1.0, 10.0, 100.0]).unwrap();
        assert!((found.value - 10.0).abs() < 1e-9 && found.n == 3);
        let (low, high) = found.ends.unwrap();
        assert!(low < 10.0 && 10.0 < high && low >= 0.999 && high <= 100.001);
        assert_eq!(geometric_mean(&[7.0]).map(|found| (found.ends, found.n)), Some((None, 1)));
        assert_eq!(geometric_mean(&[0.0]), None);
        let saving = geometric_ratio(&[(1.0, 10.0), (3.0, 10.0)]).unwrap().map(|ratio| 1.0 - ratio);
        let (low, high) = saving.ends.unwrap();
        assert!(low < saving.value && saving.value < high);
    }

    #[test]
    fn the_median_of_ratios_and_what_a_few_units_can_show() {
        let pairs: Vec<(f64, f64)> = [1.0, 2.0, 3.0, 4.0, 5.0, 600.0].map(|a| (a, 2.0)).to_vec();
        assert_eq!(median_ratio(&pairs), Some(Found { value: 1.75, ends: Some((0.5, 300.0)), n: 6 }));
        assert_eq!(median_ratio(&[(0.0, 1.0)]), None);
        assert!(can_differ(6, 1) && !can_differ(5, 1) && can_differ(8, 6) && !can_differ(8, 7));
    }

    #[test]
    fn a_consistent_difference_is_found() {
        let pairs: Vec<(f64, f64)> = (1..12).map(|i| (f64::from(i), f64::from(2 * i))).collect();
        assert!(wilcoxon_p(&pairs) < 0.01);
        assert!(wilcoxon_p(&[(1.0, 2.0), (2.0, 1.0)]) > 0.5);
    }
}
