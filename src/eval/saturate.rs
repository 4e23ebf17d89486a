//! Keeping static values below every won game's score.

use crate::base::Score;
use crate::base::score::STATIC_BOUND;

/// The nearest static value.
#[inline(always)]
pub fn saturate(value: i64) -> Score {
    value.clamp(-(STATIC_BOUND as i64), STATIC_BOUND as i64) as Score
}

/// Terms as scores, those that are 0 left out; a single term where weights are so large that the sum was clamped.
pub fn split(terms: Vec<(String, i64)>, value: Score) -> Vec<(String, Score)> {
    let fits = |term: i64| i64::from(saturate(term)) == term;
    if terms.iter().all(|&(_, term)| fits(term)) && terms.iter().map(|&(_, term)| term).sum::<i64>() == i64::from(value)
    {
        terms.into_iter().filter(|&(_, term)| term != 0).map(|(name, term)| (name, term as Score)).collect()
    } else {
        vec![("sum, clamped".to_string(), value)]
    }
}
