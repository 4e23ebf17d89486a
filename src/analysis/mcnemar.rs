//! McNemar's test of two configurations on the same positions (McNemar 1947, exact form by the binomial distribution).

use super::{normal, special};

/// Above this many discordant positions the normal distribution with its correction for continuity stands in for the
/// binomial one.
const EXACT_UP_TO: f64 = 1e7;

/// The test of two configurations by the positions that only one of them solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct McNemar {
    /// The statistic with its correction for continuity, `(|b - c| - 1)^2 / (b + c)`; 0 without discordant positions.
    pub chi_squared: f64,
    /// p-value of the statistic, by the chi-squared distribution with one degree of freedom.
    pub chi_squared_p: f64,
    /// Two-sided p-value by the binomial distribution: to be used when few positions are discordant.
    pub exact_p: f64,
}

/// The test for `only_first` positions solved by the first alone and `only_second` by the second alone.
pub fn mcnemar(only_first: u64, only_second: u64) -> McNemar {
    let (b, c) = (only_first as f64, only_second as f64);
    let discordant = b + c;
    if discordant == 0.0 {
        return McNemar { chi_squared: 0.0, chi_squared_p: 1.0, exact_p: 1.0 };
    }
    let chi_squared = (only_first.abs_diff(only_second).saturating_sub(1) as f64).powi(2) / discordant;
    let chi_squared_p = normal::two_sided_p(chi_squared.sqrt());
    let fewer = b.min(c);
    let exact_p = if b == c {
        1.0
    } else if discordant <= EXACT_UP_TO {
        // P(X <= k) of a fair coin thrown n times is I_1/2(n - k, k + 1).
        special::incomplete_beta(0.5, discordant - fewer, fewer + 1.0)
            .map_or(chi_squared_p, |tail| (2.0 * tail).min(1.0))
    } else {
        chi_squared_p
    };
    McNemar { chi_squared, chi_squared_p, exact_p }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn vector() {
        let found = mcnemar(300, 220);
        assert!((found.chi_squared - 12.00).abs() < 0.005);
        assert!((found.chi_squared_p - 0.000_531_457).abs() < 5e-10, "{}", found.chi_squared_p);
        assert!((found.exact_p - 0.000_519).abs() < 5e-7, "{}", found.exact_p);
    }

    #[test]
    fn few_discordant_positions() {
        // 5 : 0 has the chance 2 / 2^5; 6 : 1 the chance 2 (1 + 7) / 2^7.
        assert!((mcnemar(5, 0).exact_p - 0.0625).abs() < 1e-12);
        assert!((mcnemar(1, 6).exact_p - 0.125).abs() < 1e-12);
        assert_eq!(mcnemar(0, 0), McNemar { chi_squared: 0.0, chi_squared_p: 1.0, exact_p: 1.0 });
        assert_eq!(mcnemar(4, 4).exact_p, 1.0);
        assert_eq!(mcnemar(4, 4).chi_squared, 0.0);
    }

    proptest! {
        #[test]
        fn any_counts_give_probabilities(b in any::<u64>(), c in any::<u64>(), small in 0u64..200) {
            for found in [mcnemar(b, c), mcnemar(small, c % 100), mcnemar(b, small)] {
                prop_assert!(found.chi_squared.is_finite() && found.chi_squared >= 0.0);
                prop_assert!((0.0..=1.0).contains(&found.chi_squared_p));
                prop_assert!((0.0..=1.0).contains(&found.exact_p));
            }
            prop_assert_eq!(mcnemar(small, c % 100), mcnemar(c % 100, small));
        }
    }
}
