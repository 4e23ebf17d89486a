//! Holm's step-down correction for several comparisons (Holm 1979).

/// Adjusted p-values in the order given: a comparison counts as decided at level alpha when its adjusted value is at most
/// alpha.
///
/// A p-value that is not a number counts as 1, others are cut to 0..=1: a comparison that failed proves nothing.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let clean = |p: f64| if p.is_nan() { 1.0 } else { p.clamp(0.0, 1.0) };
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|a, b| clean(p_values[*a]).total_cmp(&clean(p_values[*b])));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut largest: f64 = 0.0;
    for (rank, index) in order.into_iter().enumerate() {
        let remaining = (p_values.len() - rank) as f64;
        largest = largest.max((clean(p_values[index]) * remaining).min(1.0));
        adjusted[index] = largest;
    }
    adjusted
}

/// The same for a table some of whose lines could not be tested: these stay so, and do not count as comparisons.
pub fn holm_of_tested(p_values: &[Option<f64>]) -> Vec<Option<f64>> {
    let tested: Vec<f64> = p_values.iter().flatten().copied().collect();
    let mut adjusted = holm(&tested).into_iter();
    p_values.iter().map(|p| p.and_then(|_| adjusted.next())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn steps_down() {
        let adjusted = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (value, expected) in adjusted.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((value - expected).abs() < 1e-12, "{adjusted:?}");
        }
        assert_eq!(holm(&[]), Vec::<f64>::new());
        assert_eq!(holm(&[0.02, f64::NAN]), [0.04, 1.0]);
        assert_eq!(holm(&[1e-9, 0.5]), [2e-9, 0.5]);
        assert_eq!(holm(&[-1.0, 2.0]), [0.0, 1.0]);
        assert_eq!(holm_of_tested(&[None, Some(0.02), None, Some(0.01)]), [None, Some(0.02), None, Some(0.02)]);
    }

    proptest! {
        #[test]
        fn never_below_the_raw_value_nor_above_bonferroni(raw in prop::collection::vec(0f64..=1.0, 1..20)) {
            for (before, after) in raw.iter().zip(holm(&raw)) {
                prop_assert!(*before <= after && after <= (before * raw.len() as f64).min(1.0) + 1e-12);
                prop_assert!((0.0..=1.0).contains(&after));
            }
        }
    }
}
