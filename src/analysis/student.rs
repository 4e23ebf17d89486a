//! Student's t distribution (Student 1908), for intervals from few values.

use super::{normal, special};

/// From this many degrees of freedom on the normal distribution stands in: the difference is below 1e-7.
const NORMAL_FROM: f64 = 1e7;

/// Distribution function of Student's t with the given degrees of freedom; `None` unless they are positive and `t` is
/// finite.
pub fn distribution(t: f64, degrees_of_freedom: f64) -> Option<f64> {
    if !(degrees_of_freedom > 0.0 && t.is_finite()) {
        return None;
    }
    if degrees_of_freedom >= NORMAL_FROM {
        return Some(normal::phi(t));
    }
    let square = t * t;
    if square.is_infinite() {
        return Some(if t > 0.0 { 1.0 } else { 0.0 });
    }
    let x = degrees_of_freedom / (degrees_of_freedom + square);
    let tail = 0.5 * special::incomplete_beta(x, degrees_of_freedom / 2.0, 0.5)?;
    Some(if t > 0.0 { 1.0 - tail } else { tail })
}

/// Quantile of Student's t: the t that is exceeded with chance `1 - p`. `None` unless `0 < p < 1` and the degrees of
/// freedom are positive.
pub fn quantile(p: f64, degrees_of_freedom: f64) -> Option<f64> {
    if !(p > 0.0 && p < 1.0 && degrees_of_freedom > 0.0) {
        return None;
    }
    if degrees_of_freedom >= NORMAL_FROM {
        return normal::quantile(p);
    }
    let tail = p.min(1.0 - p);
    let below = |t: f64| distribution(-t, degrees_of_freedom).is_some_and(|chance| chance <= tail);
    let mut high = 1.0;
    while !below(high) {
        high *= 2.0;
        if high > 1e150 {
            return None;
        }
    }
    let mut low = 0.0;
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if below(middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(if p < 0.5 { -high } else { high })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_the_tables() {
        // Two-sided 95 % quantiles as every statistics text prints them.
        for (degrees, expected) in [(1.0, 12.7062), (2.0, 4.3027), (5.0, 2.5706), (10.0, 2.2281), (30.0, 2.0423)] {
            let value = quantile(0.975, degrees).unwrap();
            assert!((value - expected).abs() < 1e-4, "{degrees}: {value}");
            assert!((quantile(0.025, degrees).unwrap() + value).abs() < 1e-9);
        }
        assert!((quantile(0.975, 1e9).unwrap() - 1.959_964).abs() < 1e-6);
        assert_eq!(quantile(0.975, 0.0), None);
        assert_eq!(quantile(1.0, 3.0), None);
        assert_eq!(quantile(f64::NAN, 3.0), None);
    }

    #[test]
    fn one_degree_is_the_cauchy_distribution() {
        for t in [-3.0, -0.5, 0.0, 1.0, 20.0] {
            let expected = 0.5 + f64::atan(t) / std::f64::consts::PI;
            assert!((distribution(t, 1.0).unwrap() - expected).abs() < 1e-12);
        }
    }
}
