//! Several configurations on the same units (positions, openings): values matched unit by unit, and the lead of the best.

use super::holm::holm_of_tested;
use super::wilcoxon::{FEWEST_TESTED, wilcoxon};

/// More configurations are not compared each with each other: the work grows with the square of their number.
pub const MOST_COMPARED: usize = 64;

/// Values of one configuration by unit, in rising order of the units, each once.
pub type ByUnit<K> = Vec<(K, f64)>;

/// The values of two configurations on the units that both have.
pub fn matched<K: Ord + Copy>(one: &[(K, f64)], other: &[(K, f64)]) -> Vec<(f64, f64)> {
    let mut rest = other.iter().peekable();
    let mut pairs = Vec::new();
    for (unit, value) in one {
        while rest.next_if(|(theirs, _)| theirs < unit).is_some() {}
        pairs.extend(rest.next_if(|(theirs, _)| theirs == unit).map(|(_, theirs)| (*value, *theirs)));
    }
    pairs
}

/// Two-sided p-value of Wilcoxon's signed-rank test; `None` for so few units that no difference could be found.
pub fn signed_rank_p(differences: &[f64]) -> Option<f64> {
    (differences.len() >= FEWEST_TESTED).then(|| wilcoxon(differences).p)
}

/// What tells the best of several from the next.
#[derive(Clone, Debug, PartialEq)]
pub struct Lead {
    /// Value of the best less that of the next, by unit.
    pub differences: Vec<f64>,
    /// p-value of these by Wilcoxon's signed-rank test; absent for too few units.
    pub p: Option<f64>,
    /// The same by Holm's correction over all pairs of configurations, since the two were picked by what they turned out to
    /// be; absent also for more than [`MOST_COMPARED`] configurations.
    pub p_holm: Option<f64>,
}

/// The lead of the configuration `best` over `next` among all.
pub fn lead<K: Ord + Copy>(all: &[ByUnit<K>], best: usize, next: usize) -> Lead {
    let differences = |one: usize, other: usize| -> Vec<f64> {
        matched(&all[one], &all[other]).into_iter().map(|(a, b)| a - b).collect()
    };
    let between = differences(best, next);
    let p = signed_rank_p(&between);
    let mut p_holm = None;
    if all.len() <= MOST_COMPARED && p.is_some() {
        let mut pairs = vec![p];
        for one in 0..all.len() {
            let others = (one + 1..all.len()).filter(|&other| (one, other) != (best.min(next), best.max(next)));
            pairs.extend(others.map(|other| signed_rank_p(&differences(one, other))));
        }
        p_holm = holm_of_tested(&pairs)[0];
    }
    Lead { differences: between, p, p_holm }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_matched_by_unit() {
        let one = [(1, 1.0), (3, 3.0), (4, 4.0), (9, 9.0)];
        let other = [(0, 10.0), (3, 30.0), (5, 50.0), (9, 90.0)];
        assert_eq!(matched(&one, &other), [(3.0, 30.0), (9.0, 90.0)]);
        assert_eq!(matched(&one, &[]), []);
    }

    #[test]
    fn the_lead_is_corrected_over_all_pairs() {
        let values = |of: fn(u32) -> f64| (0..6).map(|unit| (unit, of(unit))).collect::<ByUnit<u32>>();
        let all = [values(f64::from), values(|unit| f64::from(unit) - 1.0), values(|_| 0.0)];
        let two = lead(&all[..2], 1, 0);
        assert_eq!(two.differences, [-1.0; 6]);
        // Six differences of one sign: 2 / 2^6. Of two configurations there is one pair, of three there are three.
        assert_eq!((two.p, two.p_holm), (Some(0.03125), Some(0.03125)));
        assert_eq!(lead(&all, 1, 0).p_holm, Some(0.09375));
        let few: Vec<ByUnit<u32>> = all.iter().map(|values| values[..5].to_vec()).collect();
        assert_eq!((lead(&few, 1, 0).p, lead(&few, 1, 0).p_holm), (None, None));
        let many = vec![all[0].clone(); MOST_COMPARED + 1];
        assert_eq!((lead(&many, 1, 0).p, lead(&many, 1, 0).p_holm), (Some(1.0), None));
    }
}
