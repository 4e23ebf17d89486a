//! Wilson's score interval of a rate (Wilson 1927).

use super::interval::{Interval, Z_95};

/// 95 % Wilson interval of `successes` out of `trials`; `None` without trials or with more successes than trials.
///
/// The interval stays inside 0..1 and keeps a width at rates of 0 and 1.
pub fn wilson(successes: u64, trials: u64) -> Option<Interval> {
    if trials == 0 || successes > trials {
        return None;
    }
    wilson_rate(successes as f64 / trials as f64, trials as f64, Z_95)
}

/// Wilson interval of a rate between 0 and 1 that rests on `trials` units, at the normal quantile `z`.
///
/// A score rate in which draws count one half may be given too: its variance is at most that of a success rate, so the
/// interval then is on the wide side. `None` unless `0 <= rate <= 1`, `trials > 0` and `z >= 0`, all finite.
pub fn wilson_rate(rate: f64, trials: f64, z: f64) -> Option<Interval> {
    if !((0.0..=1.0).contains(&rate) && trials > 0.0 && trials.is_finite() && z >= 0.0 && z.is_finite()) {
        return None;
    }
    let square = z * z / trials;
    let centre = rate + square / 2.0;
    let spread = (square * (rate * (1.0 - rate) + square / 4.0)).sqrt();
    let scale = 1.0 + square;
    let interval =
        Interval::new(((centre - spread) / scale).clamp(0.0, 1.0), ((centre + spread) / scale).clamp(0.0, 1.0))?;
    // At the rates 0 and 1 the end equals the rate; rounding must not put it on the wrong side.
    Some(interval.extended_to(rate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn vectors() {
        let none = wilson(0, 10).unwrap();
        assert!(none.low.abs() < 1e-12 && (none.high - 0.2775).abs() < 5e-5);
        let half = wilson(5, 10).unwrap();
        assert!((half.low - 0.2366).abs() < 5e-5 && (half.high - 0.7634).abs() < 5e-5);
        let all = wilson(10, 10).unwrap();
        assert!((all.low - 0.7225).abs() < 5e-5 && all.high == 1.0);
        assert_eq!(wilson(1, 1).unwrap().high, 1.0);
        for (rate, trials, z) in [(1.01, 10.0, Z_95), (-0.01, 10.0, Z_95), (0.5, 0.0, Z_95), (0.5, 10.0, -1.0)] {
            assert_eq!(wilson_rate(rate, trials, z), None, "{rate} of {trials} at {z}");
        }
        assert_eq!(wilson_rate(0.5, f64::INFINITY, Z_95), None);
        assert_eq!(wilson_rate(0.5, 10.0, f64::INFINITY), None);
        assert_eq!(wilson_rate(0.5, 10.0, 0.0).map(|interval| (interval.low, interval.high)), Some((0.5, 0.5)));
        assert_eq!(wilson(0, 0), None);
        assert_eq!(wilson(2, 1), None);
        assert_eq!(wilson_rate(f64::NAN, 10.0, Z_95), None);
    }

    proptest! {
        #[test]
        fn holds_the_rate_and_stays_a_rate(trials in 1u64.., part in 0.0f64..=1.0) {
            let successes = ((trials as f64 * part) as u64).min(trials);
            let interval = wilson(successes, trials).unwrap();
            prop_assert!(interval.low >= 0.0 && interval.high <= 1.0);
            prop_assert!(interval.contains(successes as f64 / trials as f64));
        }

        #[test]
        fn more_trials_are_never_wider(trials in 1u64..1_000_000, rate in 0.0f64..=1.0) {
            let few = wilson_rate(rate, trials as f64, Z_95).unwrap();
            let many = wilson_rate(rate, 2.0 * trials as f64, Z_95).unwrap();
            prop_assert!(many.width() <= few.width() + 1e-12);
        }
    }
}
