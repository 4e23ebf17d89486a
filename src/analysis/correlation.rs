//! Correlation of two lists of numbers: Pearson's and Spearman's.

use super::interval::{Interval, Z_95};

/// A correlation with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The coefficient, -1..=1.
    pub coefficient: f64,
    /// Fisher's interval (Fisher 1921; for ranks with the variance of Bonett and Wright 2000); absent below 4 pairs.
    pub interval: Option<Interval>,
    /// Pairs used.
    pub pairs: usize,
    /// Pairs left out because a number in them was not finite.
    pub ignored: usize,
}

/// Pearson's product-moment correlation of pairs; `None` with fewer than two usable pairs or when either side is constant.
pub fn pearson(pairs: &[(f64, f64)]) -> Option<Correlation> {
    let used = finite_pairs(pairs);
    let coefficient = product_moment(&used)?;
    Some(with_interval(coefficient, 1.0, used.len(), pairs.len() - used.len()))
}

/// Spearman's rank correlation of pairs, ties at their mean rank; `None` with fewer than two usable pairs or when either
/// side is constant.
pub fn spearman(pairs: &[(f64, f64)]) -> Option<Correlation> {
    let used = finite_pairs(pairs);
    let first = mean_ranks(&used.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let second = mean_ranks(&used.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let ranks: Vec<(f64, f64)> = first.into_iter().zip(second).collect();
    let coefficient = product_moment(&ranks)?;
    let inflation = (1.0 + coefficient * coefficient / 2.0).sqrt();
    Some(with_interval(coefficient, inflation, used.len(), pairs.len() - used.len()))
}

fn finite_pairs(pairs: &[(f64, f64)]) -> Vec<(f64, f64)> {
    pairs.iter().copied().filter(|(x, y)| x.is_finite() && y.is_finite()).collect()
}

/// Ranks from 1, tied values at the mean of their places.
pub fn mean_ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    let mut start = 0;
    while start < order.len() {
        let mut end = start + 1;
        while end < order.len() && values[order[end]] == values[order[start]] {
            end += 1;
        }
        for &index in &order[start..end] {
            ranks[index] = (start + end + 1) as f64 / 2.0;
        }
        start = end;
    }
    ranks
}

/// The coefficient, from values in parts of their largest distance from the mean, so that no square overflows.
fn product_moment(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < 2 {
        return None;
    }
    let first = centred(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>())?;
    let second = centred(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>())?;
    let sum = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(x, y)| x * y).sum() };
    let coefficient = sum(&first, &second) / (sum(&first, &first).sqrt() * sum(&second, &second).sqrt());
    coefficient.is_finite().then(|| coefficient.clamp(-1.0, 1.0))
}

/// Distances from the mean, the largest of them 1; `None` when all values are alike.
fn centred(values: &[f64]) -> Option<Vec<f64>> {
    let constant = values.iter().all(|value| Some(value) == values.first());
    let largest = values.iter().fold(0.0f64, |largest, value| largest.max(value.abs()));
    if constant || largest == 0.0 {
        return None;
    }
    let scaled: Vec<f64> = values.iter().map(|value| value / largest).collect();
    let mean = scaled.iter().sum::<f64>() / scaled.len() as f64;
    let distances: Vec<f64> = scaled.iter().map(|value| value - mean).collect();
    let widest = distances.iter().fold(0.0f64, |widest, value| widest.max(value.abs()));
    (widest > 0.0).then(|| distances.iter().map(|value| value / widest).collect())
}

/// Fisher's z interval, its standard error multiplied by `inflation`.
fn with_interval(coefficient: f64, inflation: f64, pairs: usize, ignored: usize) -> Correlation {
    let interval = (pairs > 3)
        .then(|| {
            let spread = Z_95 * inflation / (pairs as f64 - 3.0).sqrt();
            let z = coefficient.atanh();
            Interval::new((z - spread).tanh(), (z + spread).tanh()).map(|found| found.extended_to(coefficient))
        })
        .flatten();
    Correlation { coefficient, interval, pairs, ignored }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn straight_lines_and_monotone_curves() {
        let line: Vec<(f64, f64)> = (0..10).map(|i| (f64::from(i), 3.0 - 2.0 * f64::from(i))).collect();
        assert!((pearson(&line).unwrap().coefficient + 1.0).abs() < 1e-12);
        let curve: Vec<(f64, f64)> = (0..10).map(|i| (f64::from(i), f64::from(i).exp())).collect();
        assert!((spearman(&curve).unwrap().coefficient - 1.0).abs() < 1e-12);
        assert!(pearson(&curve).unwrap().coefficient < 0.9);
    }

    #[test]
    fn figures_by_hand() {
        // Deviations -2 -1 0 1 2 and -1 -2 1 0 2: 8 / 10.
        let pairs = [(1.0, 2.0), (2.0, 1.0), (3.0, 4.0), (4.0, 3.0), (5.0, 5.0), (f64::NAN, 1.0)];
        let found = pearson(&pairs).unwrap();
        assert!((found.coefficient - 0.8).abs() < 1e-12);
        assert_eq!((found.pairs, found.ignored), (5, 1));
        let spread = Z_95 / 2f64.sqrt();
        assert!((found.interval.unwrap().high - (0.8f64.atanh() + spread).tanh()).abs() < 1e-12);
        assert!((spearman(&pairs).unwrap().coefficient - 0.8).abs() < 1e-12);
        assert!((found.interval.unwrap().low - (0.8f64.atanh() - spread).tanh()).abs() < 1e-12);
        // Bonett and Wright: the variance of z is (1 + 0.8^2 / 2) / (n - 3).
        let by_rank = spearman(&pairs).unwrap();
        assert!((by_rank.interval.unwrap().low - (0.8f64.atanh() - spread * 1.32f64.sqrt()).tanh()).abs() < 1e-12);
        assert_eq!((by_rank.pairs, by_rank.ignored), (5, 1));
        assert!(pearson(&pairs[..4]).unwrap().interval.is_some());
        assert_eq!(mean_ranks(&[3.0, 1.0, 3.0]), [2.5, 1.0, 2.5]);
    }

    #[test]
    fn what_has_no_correlation() {
        assert_eq!(pearson(&[(1.0, 2.0)]), None);
        assert_eq!(pearson(&[(1.0, 2.0), (3.0, 9.0)]).unwrap().coefficient, 1.0);
        assert_eq!(pearson(&[(1.0, 2.0), (1.0, 3.0)]), None);
        assert_eq!(spearman(&[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0)]), None);
        assert_eq!(pearson(&[(1.0, 2.0), (2.0, 1.0), (3.0, 5.0)]).unwrap().interval, None);
    }

    proptest! {
        #[test]
        fn coefficients_stay_in_range(
            pairs in prop::collection::vec(prop_oneof![(any::<f64>(), any::<f64>()), (0f64..3.0, 0f64..3.0)], 0..40),
        ) {
            for found in [pearson(&pairs), spearman(&pairs)].into_iter().flatten() {
                prop_assert!((-1.0..=1.0).contains(&found.coefficient));
                if let Some(interval) = found.interval {
                    prop_assert!(interval.contains(found.coefficient) && interval.low >= -1.0 && interval.high <= 1.0);
                }
            }
        }
    }
}
