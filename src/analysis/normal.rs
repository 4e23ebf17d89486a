//! The standard normal distribution: error function, distribution function Phi, quantile.

use std::f64::consts::{FRAC_1_SQRT_2, PI};

/// Below this argument the power series is used, above it the continued fraction.
const SERIES_BELOW: f64 = 2.0;

/// Error function, accurate to about 1e-15; NaN is answered with 0.
pub fn erf(x: f64) -> f64 {
    if x.is_nan() {
        return 0.0;
    }
    if x.abs() < SERIES_BELOW { erf_series(x) } else { (1.0 - erfc_fraction(x.abs())).copysign(x) }
}

/// Complementary error function `1 - erf(x)`, accurate in the far tail as well; NaN is answered with 1.
pub fn erfc(x: f64) -> f64 {
    if x.is_nan() {
        return 1.0;
    }
    if x.abs() < SERIES_BELOW {
        1.0 - erf_series(x)
    } else if x > 0.0 {
        erfc_fraction(x)
    } else {
        2.0 - erfc_fraction(-x)
    }
}

/// Series with positive terms only (Abramowitz and Stegun 1964, 7.1.6), so that nothing cancels.
fn erf_series(x: f64) -> f64 {
    let mut term = x;
    let mut sum = x;
    let mut odd = 1.0;
    while term.abs() > sum.abs() * 1e-17 {
        odd += 2.0;
        term *= 2.0 * x * x / odd;
        sum += term;
    }
    2.0 / PI.sqrt() * (-x * x).exp() * sum
}

/// Continued fraction (Abramowitz and Stegun 1964, 7.1.14) for `x >= 2`, evaluated from its tail.
fn erfc_fraction(x: f64) -> f64 {
    if x.is_infinite() {
        return 0.0;
    }
    let mut tail = x;
    for step in (1..=150u32).rev() {
        tail = x + f64::from(step) / 2.0 / tail;
    }
    (-x * x).exp() / (PI.sqrt() * tail)
}

/// Density of the standard normal distribution.
pub fn density(x: f64) -> f64 {
    (-0.5 * x * x).exp() / (2.0 * PI).sqrt()
}

/// Distribution function Phi of the standard normal distribution; NaN is answered with 1/2.
pub fn phi(x: f64) -> f64 {
    0.5 * erfc(-x * FRAC_1_SQRT_2)
}

/// Two-sided p-value of a standard normal statistic; NaN is answered with 1.
pub fn two_sided_p(z: f64) -> f64 {
    erfc(z.abs() * FRAC_1_SQRT_2)
}

/// Quantile of the standard normal distribution: the x with `phi(x) = p`. `None` unless `0 < p < 1`.
///
/// Abramowitz and Stegun 1964, 26.2.23, as the start, sharpened by Halley steps on Phi.
pub fn quantile(p: f64) -> Option<f64> {
    if !(p > 0.0 && p < 1.0) {
        return None;
    }
    // Only the lower half is solved: there Phi keeps its relative accuracy.
    let upper = p > 0.5;
    let tail = if upper { 1.0 - p } else { p };
    let t = (-2.0 * tail.ln()).sqrt();
    let top = 2.515517 + t * (0.802853 + t * 0.010328);
    let bottom = 1.0 + t * (1.432788 + t * (0.189269 + t * 0.001308));
    let mut x = top / bottom - t;
    for _ in 0..4 {
        let slope = density(x);
        let step = (phi(x) - tail) / slope;
        let next = x - step / (1.0 + 0.5 * x * step);
        if slope < f64::MIN_POSITIVE || !next.is_finite() {
            break;
        }
        x = next;
    }
    Some(if upper { -x } else { x })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn error_function_matches_the_tables() {
        // Abramowitz and Stegun 1964, tables 7.1 and 7.3.
        for (x, expected) in [
            (0.0, 0.0),
            (0.1, 0.112_462_916_0),
            (0.5, 0.520_499_877_8),
            (1.0, 0.842_700_792_9),
            (1.9, 0.992_790_429_2),
            (2.0, 0.995_322_265_0),
        ] {
            assert!((erf(x) - expected).abs() < 1e-10, "erf({x})");
            assert!((erf(-x) + expected).abs() < 1e-10, "erf(-{x})");
        }
        assert!((erfc(5.0) / 1.537_459_794_428e-12 - 1.0).abs() < 1e-9);
        assert_eq!(erfc(f64::INFINITY), 0.0);
        assert_eq!(erfc(f64::NEG_INFINITY), 2.0);
    }

    #[test]
    fn series_and_fraction_agree_where_they_meet() {
        assert!((erf_series(2.0) + erfc_fraction(2.0) - 1.0).abs() < 2e-15);
    }

    #[test]
    fn quantiles_of_the_tables() {
        for (p, expected) in [
            (0.5, 0.0),
            (0.975, 1.959_963_984_540_054),
            (0.95, 1.644_853_626_951_472),
            (0.005, -2.575_829_303_548_901),
            (1e-10, -6.361_340_902_404_056),
        ] {
            let value = quantile(p).unwrap();
            assert!((value - expected).abs() < 1e-9, "quantile({p}) = {value}");
        }
        for p in [0.0, 1.0, -1.0, f64::NAN] {
            assert_eq!(quantile(p), None);
        }
    }

    proptest! {
        #[test]
        fn quantile_inverts_phi(p in 1e-12f64..1.0) {
            prop_assume!(p < 1.0 - 1e-12);
            let x = quantile(p).unwrap();
            prop_assert!((phi(x) - p).abs() < 1e-12);
        }

        #[test]
        fn phi_is_a_probability(x in any::<f64>()) {
            prop_assert!((0.0..=1.0).contains(&phi(x)));
            prop_assert!((0.0..=1.0).contains(&two_sided_p(x)));
        }
    }
}
