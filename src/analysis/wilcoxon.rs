//! Wilcoxon's signed-rank test of paired differences (Wilcoxon 1945).

use super::normal;

/// Up to this many differences that are not 0 the distribution is counted exactly, ties included.
pub const EXACT_UP_TO: usize = 50;

/// With fewer differences the smallest p-value, 2 / 2^n, exceeds 5 %: nothing could be found whatever they are.
pub const FEWEST_TESTED: usize = 6;

/// The test of differences against a median of 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// Sum of the ranks of the positive differences; tied differences share their mean rank.
    pub positive_rank_sum: f64,
    /// Sum of the ranks of the negative differences.
    pub negative_rank_sum: f64,
    /// Two-sided p-value.
    pub p: f64,
    /// Whether the p-value was counted exactly over all signs; else it is the normal approximation with corrections for
    /// ties and continuity.
    pub exact: bool,
    /// Differences used.
    pub used: usize,
    /// Differences of exactly 0, left out as Wilcoxon did.
    pub zeros: usize,
    /// Differences left out because they were not finite.
    pub ignored: usize,
}

/// Signed-rank test of the differences, such as ln(N_A/N_B) by position. Without any difference to use the p-value is 1.
pub fn wilcoxon(differences: &[f64]) -> Wilcoxon {
    let finite: Vec<f64> = differences.iter().copied().filter(|value| value.is_finite()).collect();
    let mut used: Vec<f64> = finite.iter().copied().filter(|value| *value != 0.0).collect();
    used.sort_by(|a, b| a.abs().total_cmp(&b.abs()));

    // Doubled mean ranks are whole numbers: those of the places i..j (from 0) are i + j + 1.
    let mut doubled_ranks = vec![0u64; used.len()];
    let mut tie_correction = 0.0;
    let mut start = 0;
    while start < used.len() {
        let mut end = start + 1;
        while end < used.len() && used[end].abs() == used[start].abs() {
            end += 1;
        }
        doubled_ranks[start..end].fill((start + end + 1) as u64);
        let tied = (end - start) as f64;
        tie_correction += tied * tied * tied - tied;
        start = end;
    }
    let doubled_sum = |positive: bool| -> u64 {
        used.iter().zip(&doubled_ranks).filter(|(value, _)| (**value > 0.0) == positive).map(|(_, rank)| rank).sum()
    };
    let (positive, negative) = (doubled_sum(true), doubled_sum(false));
    let exact = used.len() <= EXACT_UP_TO;
    let p = if used.is_empty() {
        1.0
    } else if exact {
        (2.0 * lower_tail(&doubled_ranks, positive.min(negative))).min(1.0)
    } else {
        let n = used.len() as f64;
        let mean = n * (n + 1.0) / 4.0;
        let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - tie_correction / 48.0;
        let distance = (mean - positive.min(negative) as f64 / 2.0 - 0.5).max(0.0);
        normal::two_sided_p(distance / variance.sqrt())
    };
    Wilcoxon {
        positive_rank_sum: positive as f64 / 2.0,
        negative_rank_sum: negative as f64 / 2.0,
        p,
        exact,
        used: used.len(),
        zeros: finite.len() - used.len(),
        ignored: differences.len() - finite.len(),
    }
}

/// Chance that ranks with random signs have a positive sum of at most `limit` (both doubled), counted over all signs.
fn lower_tail(doubled_ranks: &[u64], limit: u64) -> f64 {
    let limit = limit as usize;
    let mut chance = vec![0.0; limit + 1];
    chance[0] = 1.0;
    for &rank in doubled_ranks {
        let rank = rank as usize;
        for sum in (0..=limit).rev() {
            let with = if sum >= rank { chance[sum - rank] } else { 0.0 };
            chance[sum] = 0.5 * (chance[sum] + with);
        }
    }
    chance.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn small_samples_are_counted() {
        // All of 5 positive: 2 / 2^5. One negative of the smallest size among 6: sums 0 and 1, so 2 * 2 / 2^6.
        let found = wilcoxon(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        assert!(found.exact && (found.p - 0.0625).abs() < 1e-12);
        assert_eq!((found.positive_rank_sum, found.negative_rank_sum), (15.0, 0.0));
        let found = wilcoxon(&[-1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
        assert!((found.p - 0.0625).abs() < 1e-12);
    }

    #[test]
    fn ties_share_ranks_and_zeros_are_left_out() {
        // Ranks 1.5, 1.5, 3 and the negative one of 1.5: positive sums of at most 1.5 are 0, 1.5 and 1.5: 3 of 8 signs.
        let found = wilcoxon(&[1.0, -1.0, 2.0, 0.0, f64::NAN]);
        assert_eq!((found.positive_rank_sum, found.negative_rank_sum), (4.5, 1.5));
        assert_eq!((found.used, found.zeros, found.ignored), (3, 1, 1));
        assert!((found.p - 0.75).abs() < 1e-12);
    }

    #[test]
    fn a_published_table() {
        // Critical value of the two-sided 5 % test at n = 20 is 52: 52 is significant, 53 is not.
        let signed = |negative: &[usize]| -> Vec<f64> {
            (1..=20).map(|rank| if negative.contains(&rank) { -(rank as f64) } else { rank as f64 }).collect()
        };
        assert!(wilcoxon(&signed(&[20, 19, 13])).p <= 0.05);
        assert!(wilcoxon(&signed(&[20, 19, 14])).p > 0.05);
    }

    #[test]
    fn the_approximation_meets_the_exact_count() {
        let differences: Vec<f64> = (1..=50).map(|i| if i % 3 == 0 { -f64::from(i) } else { f64::from(i) }).collect();
        let exact = wilcoxon(&differences);
        let mut one_more = differences.clone();
        one_more.push(0.5);
        let approximate = wilcoxon(&one_more);
        assert!(exact.exact && !approximate.exact);
        assert!((exact.p / approximate.p - 1.0).abs() < 0.05, "{exact:?} {approximate:?}");
        let alike = wilcoxon(&[1.0; 60]);
        assert!(alike.p < 1e-10 && alike.p > 0.0);
        assert_eq!(wilcoxon(&[]).p, 1.0);
        // Both sums are equal: twice the tail would count the middle twice.
        assert_eq!(wilcoxon(&[1.0, -1.0]).p, 1.0);
    }

    #[test]
    fn the_approximation_corrects_for_continuity_and_ties() {
        // Rank sum 459 of 51: mean 663, variance 51 * 52 * 103 / 24, z = (663 - 459 - 1/2) / sqrt(11381.5) = 1.90750.
        let untied: Vec<f64> = (1..=51).map(|i| if i % 3 == 0 { -f64::from(i) } else { f64::from(i) }).collect();
        assert!((wilcoxon(&untied).p - 0.056_455_805_367).abs() < 1e-10, "{}", wilcoxon(&untied).p);
        // Sixty ties, twenty of them negative: ranks of 30.5, so the variance is 60 * 30.5^2 / 4 = 13953.75; z = 2.57776.
        let tied: Vec<f64> = (0..60).map(|i| if i % 3 == 0 { -1.0 } else { 1.0 }).collect();
        assert!((wilcoxon(&tied).p - 0.009_944_415_291).abs() < 1e-10, "{}", wilcoxon(&tied).p);
    }

    proptest! {
        #[test]
        fn p_is_a_probability(differences in prop::collection::vec(prop_oneof![any::<f64>(), -2f64..2.0, Just(1.0)], 0..90)) {
            let found = wilcoxon(&differences);
            prop_assert!((0.0..=1.0).contains(&found.p));
            let turned: Vec<f64> = differences.iter().map(|value| -value).collect();
            prop_assert_eq!(found.p, wilcoxon(&turned).p);
            prop_assert_eq!(found.used + found.zeros + found.ignored, differences.len());
        }
    }
}
