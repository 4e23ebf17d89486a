//! Special functions that the distributions of this room rest on: the logarithm of the gamma function and the
//! regularised incomplete beta function.

/// From this argument on the Stirling series is accurate to the last digits of a double.
const STIRLING_FROM: f64 = 15.0;

/// Natural logarithm of the gamma function for `x > 0`; `None` elsewhere.
///
/// The argument is raised by the recurrence until the Stirling series with four correction terms holds
/// (Abramowitz and Stegun 1964, 6.1.15 and 6.1.41).
pub fn ln_gamma(x: f64) -> Option<f64> {
    if !(x > 0.0 && x.is_finite()) {
        return None;
    }
    let mut raised = x;
    let mut lowered_by = 0.0;
    while raised < STIRLING_FROM {
        lowered_by += raised.ln();
        raised += 1.0;
    }
    let inverse = 1.0 / raised;
    let square = inverse * inverse;
    let correction = inverse * (1.0 / 12.0 - square * (1.0 / 360.0 - square * (1.0 / 1260.0 - square / 1680.0)));
    let value =
        (raised - 0.5) * raised.ln() - raised + 0.5 * (2.0 * std::f64::consts::PI).ln() + correction - lowered_by;
    value.is_finite().then_some(value)
}

/// Regularised incomplete beta function I_x(a, b), between 0 and 1.
///
/// `None` unless `a > 0`, `b > 0` and `0 <= x <= 1`, or when the continued fraction does not settle (shapes above about
/// 10^8). Continued fraction of Abramowitz and Stegun 1964, 26.5.8, evaluated by the method of Lentz 1976.
pub fn incomplete_beta(x: f64, a: f64, b: f64) -> Option<f64> {
    if !(a > 0.0 && b > 0.0 && (0.0..=1.0).contains(&x)) {
        return None;
    }
    if x == 0.0 || x == 1.0 {
        return Some(x);
    }
    let ln_front = ln_gamma(a + b)? - ln_gamma(a)? - ln_gamma(b)? + a * x.ln() + b * (-x).ln_1p();
    let front = ln_front.exp();
    // The fraction converges quickly on the near side of the mean only; the other side follows by symmetry.
    let value = if x < (a + 1.0) / (a + b + 2.0) {
        front * beta_fraction(x, a, b)? / a
    } else {
        1.0 - front * beta_fraction(1.0 - x, b, a)? / b
    };
    value.is_finite().then(|| value.clamp(0.0, 1.0))
}

/// The continued fraction of the incomplete beta function; `None` when it does not settle.
fn beta_fraction(x: f64, a: f64, b: f64) -> Option<f64> {
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    // The number of steps grows with the square root of the larger shape.
    let steps = (200.0 + 20.0 * a.max(b).sqrt()).min(400_000.0) as u32;
    let mut numerator = 1.0;
    let mut denominator = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut value = denominator;
    for step in 1..=steps {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for coefficient in [even, odd] {
            denominator = 1.0 / away_from_zero(1.0 + coefficient * denominator);
            numerator = away_from_zero(1.0 + coefficient / numerator);
            change = numerator * denominator;
            value *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gamma_of_integers_is_the_factorial() {
        let mut factorial: f64 = 1.0;
        for n in 1..=20u32 {
            let value = ln_gamma(f64::from(n)).unwrap();
            assert!((value - factorial.ln()).abs() < 1e-12 * (1.0 + value.abs()), "n = {n}");
            factorial *= f64::from(n);
        }
        let half = ln_gamma(0.5).unwrap();
        assert!((half - std::f64::consts::PI.sqrt().ln()).abs() < 1e-12);
        assert_eq!(ln_gamma(0.0), None);
        assert_eq!(ln_gamma(f64::NAN), None);
    }

    #[test]
    fn incomplete_beta_agrees_with_binomial_sums() {
        // I_x(k, n - k + 1) is the chance of at least k successes in n trials.
        let (n, chance): (u32, f64) = (12, 0.3);
        for k in 1..=n {
            let mut tail = 0.0;
            for successes in k..=n {
                let ways: f64 = (1..=successes).map(|i| f64::from(n - successes + i) / f64::from(i)).product();
                tail += ways * chance.powi(successes as i32) * (1.0 - chance).powi((n - successes) as i32);
            }
            let value = incomplete_beta(chance, f64::from(k), f64::from(n - k + 1)).unwrap();
            assert!((value - tail).abs() < 1e-12, "k = {k}: {value} against {tail}");
        }
        assert_eq!(incomplete_beta(1.5, 1.0, 1.0), None);
        assert_eq!(incomplete_beta(0.5, 0.0, 1.0), None);
    }
}
