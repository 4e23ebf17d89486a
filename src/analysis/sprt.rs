//! The generalised sequential probability ratio test on games or pairs, with the exact log-likelihood ratio.
//!
//! Bounds after Wald 1945. For each hypothesis the multinomial distribution of greatest likelihood is fitted under the
//! hypothesis' constraint; the ratio of the two likelihoods decides. Empty cells count [`EMPTY_CELL`], so that the ratio
//! stays finite on one-sided results and still grows with every unit.

use anyhow::{Result, bail};

use super::counts::Tally;
use super::elo::{NORMALISED_ELO_PER_SD, score_from_elo};

/// What an empty cell counts.
pub const EMPTY_CELL: f64 = 1e-3;

/// Largest distance from 0 of an Elo hypothesis.
pub const LARGEST_ELO: f64 = 1000.0;

/// Largest distance from 0 of a normalised Elo hypothesis; beyond it the fit of the distribution need not exist.
pub const LARGEST_NORMALISED_ELO: f64 = 100.0;

/// The scale on which the two hypotheses are stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtScale {
    /// Elo: the expected score is fixed.
    Logistic,
    /// Normalised Elo: the ratio of the score's distance from 1/2 to the deviation of a unit is fixed.
    Normalised,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// Neither bound is reached.
    Continue,
    /// The lower bound is reached: the first hypothesis stands.
    AcceptH0,
    /// The upper bound is reached: the second hypothesis stands.
    AcceptH1,
}

/// A sequential test of two strengths of the side whose wins are counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    scale: SprtScale,
}

impl Sprt {
    /// A test of `elo0` against `elo1` (in Elo, or in normalised Elo) with the error rates `alpha` (H1 accepted though H0
    /// holds) and `beta` (H0 accepted though H1 holds).
    ///
    /// # Errors
    /// Unless `elo0 < elo1`, both within the limits of the scale, `alpha` and `beta` above 0 and their sum below 1.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, scale: SprtScale) -> Result<Self> {
        let (limit, unit) = match scale {
            SprtScale::Logistic => (LARGEST_ELO, "Elo"),
            SprtScale::Normalised => (LARGEST_NORMALISED_ELO, "normalised Elo"),
        };
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if elo.is_nan() || elo.abs() > limit {
                bail!("sprt: {name} = {elo} {unit}, expected a number from -{limit} to {limit}");
            }
        }
        if elo0 >= elo1 {
            bail!("sprt: elo0 = {elo0} and elo1 = {elo1}, expected elo0 below elo1");
        }
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            if !(1e-9..1.0).contains(&rate) {
                bail!("sprt: {name} = {rate}, expected a rate of error between 0 and 1 such as 0.05");
            }
        }
        if alpha + beta >= 1.0 {
            bail!("sprt: alpha + beta = {}, expected less than 1", alpha + beta);
        }
        Ok(Self { elo0, elo1, alpha, beta, scale })
    }

    /// The lower and the upper bound of the log-likelihood ratio: `ln(beta/(1-alpha))` and `ln((1-beta)/alpha)`.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The scale of the hypotheses.
    pub fn scale(&self) -> SprtScale {
        self.scale
    }

    /// The two hypotheses, on [`Self::scale`].
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Exact log-likelihood ratio of H1 against H0, natural logarithm; 0 without any unit, finite always.
    pub fn log_likelihood_ratio<T: Tally>(&self, counts: T) -> f64 {
        if counts.units() <= 0.0 {
            return 0.0;
        }
        let mut cells = counts.cells();
        let shares = cells.as_mut();
        for cell in shares.iter_mut() {
            *cell = cell.max(EMPTY_CELL);
        }
        let units: f64 = shares.iter().sum();
        for cell in shares.iter_mut() {
            *cell /= units;
        }
        let shares = &*shares;
        let fit = |elo: f64| match self.scale {
            SprtScale::Logistic => fit_score::<T>(shares, score_from_elo(elo)),
            SprtScale::Normalised => {
                fit_normalised::<T>(shares, elo / NORMALISED_ELO_PER_SD * T::GAMES_PER_UNIT.sqrt())
            }
        };
        let (first, second) = (fit(self.elo0), fit(self.elo1));
        let per_unit: f64 =
            shares.iter().enumerate().map(|(cell, share)| share * (second[cell].ln() - first[cell].ln())).sum();
        units * per_unit
    }

    /// What a value of the log-likelihood ratio decides.
    pub fn decide(&self, log_likelihood_ratio: f64) -> SprtDecision {
        let (lower, upper) = self.bounds();
        if log_likelihood_ratio >= upper {
            SprtDecision::AcceptH1
        } else if log_likelihood_ratio <= lower {
            SprtDecision::AcceptH0
        } else {
            SprtDecision::Continue
        }
    }
}

/// Probabilities by cell; games use the first three places.
type Probabilities = [f64; 5];

/// The distribution of greatest likelihood with `sum p_i values_i = 0`: `p_i = share_i / (1 + theta values_i)`.
///
/// `None` unless the values lie on both sides of 0.
fn fit_mean_zero(shares: &[f64], values: &Probabilities) -> Option<Probabilities> {
    let values = &values[..shares.len()];
    let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(lowest < 0.0 && highest > 0.0) {
        return None;
    }
    // Between these poles every denominator is positive and the sum falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    let mut theta = 0.0;
    for _ in 0..200 {
        theta = 0.5 * (low + high);
        if theta <= low || theta >= high {
            break;
        }
        let sum: f64 = shares.iter().zip(values).map(|(share, value)| share * value / (1.0 + theta * value)).sum();
        if sum > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let mut fitted = [0.0; 5];
    for ((probability, share), value) in fitted.iter_mut().zip(shares).zip(values) {
        // Next to a pole rounding may leave nothing of the denominator: it stays above 0.
        *probability = share / (1.0 + theta * value).max(f64::EPSILON);
    }
    Some(fitted)
}

/// The distribution of greatest likelihood with the given expected score, strictly between 0 and 1.
fn fit_score<T: Tally>(shares: &[f64], score: f64) -> Probabilities {
    let mut values = [0.0; 5];
    for (cell, value) in values.iter_mut().enumerate().take(shares.len()) {
        *value = T::score_of(cell, shares.len()) - score;
    }
    // Scores 0 and 1 stand on both sides of any score in between, which the limits of the hypotheses ensure.
    fit_mean_zero(shares, &values).unwrap_or([1.0; 5])
}

/// The distribution of greatest likelihood whose mean lies `t` of its own deviations above 1/2.
///
/// The constraint is linearised about the current distribution, fitted, and again, from the uniform distribution on. A
/// step that the linearised constraint does not allow, or that would not settle, is halved.
fn fit_normalised<T: Tally>(shares: &[f64], t: f64) -> Probabilities {
    let cells = shares.len();
    let mut fitted = [0.0; 5];
    for probability in fitted.iter_mut().take(cells) {
        *probability = 1.0 / cells as f64;
    }
    let (mut mean, mut deviation) = moments::<T>(&fitted, cells);
    let mut blend = 1.0;
    for iteration in 0..500 {
        let mut values = [0.0; 5];
        for (cell, value) in values.iter_mut().enumerate().take(cells) {
            let score = T::score_of(cell, cells);
            let distance = (mean - score) / deviation;
            *value = score - 0.5 - 0.5 * t * deviation * (1.0 + distance * distance);
        }
        let Some(next) = fit_mean_zero(shares, &values) else {
            // Too narrow a distribution for this t: go half way back to the widest one.
            mean = 0.5 * (mean + 0.5);
            deviation = 0.5 * (deviation + 0.5);
            blend = 0.5;
            continue;
        };
        let change = next.iter().zip(&fitted).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-13 {
            break;
        }
        if iteration > 50 {
            blend = 0.5;
        }
        let (next_mean, next_deviation) = moments::<T>(&fitted, cells);
        mean += blend * (next_mean - mean);
        deviation += blend * (next_deviation - deviation);
    }
    fitted
}

/// Mean and deviation of the score of a unit.
fn moments<T: Tally>(probabilities: &Probabilities, cells: usize) -> (f64, f64) {
    let sum = |weight: &dyn Fn(f64) -> f64| -> f64 {
        (0..cells).map(|cell| probabilities[cell] * weight(T::score_of(cell, cells))).sum()
    };
    let mean = sum(&|score| score);
    let variance = sum(&|score| (score - mean) * (score - mean));
    (mean, variance.sqrt().max(1e-12))
}

#[cfg(test)]
mod tests {
    use super::super::counts::{GameCounts, PairCounts};
    use super::*;
    use proptest::prelude::*;

    fn sprt(elo0: f64, elo1: f64, scale: SprtScale) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, scale).unwrap()
    }

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
    }

    #[test]
    fn logistic_vectors() {
        let test = sprt(-0.5, 1.5, SprtScale::Logistic);
        near(test.log_likelihood_ratio(PairCounts([729, 5234, 10174, 5154, 898])), 2.93696, 5e-6);
        let test = sprt(0.5, 2.5, SprtScale::Logistic);
        near(test.log_likelihood_ratio(PairCounts([223, 9863, 21279, 10037, 246])), -3.07, 0.005);
    }

    #[test]
    fn normalised_vectors() {
        let test = sprt(0.0, 2.0, SprtScale::Normalised);
        near(test.log_likelihood_ratio(PairCounts([365, 16618, 36229, 16974, 390])), 2.25, 0.005);
        let games = GameCounts { wins: 36433, draws: 68692, losses: 36027 };
        near(test.log_likelihood_ratio(games), 0.92, 0.005);
        let test = sprt(0.0, 5.0, SprtScale::Normalised);
        near(test.log_likelihood_ratio(PairCounts([0, 0, 0, 0, 5550])), 111.8, 0.05);
    }

    /// The best likelihood of games whose mean lies `t` deviations above 1/2, over a fine grid of draw shares: with wins less
    /// losses d and draws q the constraint reads d = t sqrt((1 - q) / (1 + t^2)).
    fn best_on_a_grid(shares: &[f64; 3], t: f64) -> [f64; 3] {
        let at = |draws: f64| {
            let lead = t * ((1.0 - draws) / (1.0 + t * t)).sqrt();
            [(1.0 - draws - lead) / 2.0, draws, (1.0 - draws + lead) / 2.0]
        };
        let value = |p: &[f64; 3]| shares.iter().zip(p).map(|(share, p)| share * p.ln()).sum::<f64>();
        let grid = (1..100_000).map(|step| at(f64::from(step) / 100_000.0)).filter(|p| p.iter().all(|p| *p > 0.0));
        grid.max_by(|a, b| value(a).total_cmp(&value(b))).unwrap()
    }

    #[test]
    fn the_normalised_fit_has_the_greatest_likelihood_under_its_constraint() {
        for shares in [[0.2, 0.3, 0.5], [0.1, 0.8, 0.1], [0.45, 0.1, 0.45]] {
            for t in [-0.28, 0.05, 0.28] {
                let (fitted, best) = (fit_normalised::<GameCounts>(&shares, t), best_on_a_grid(&shares, t));
                for (found, expected) in fitted.iter().zip(best) {
                    near(*found, expected, 2e-5);
                }
            }
        }
    }

    #[test]
    fn a_bound_that_is_reached_decides() {
        let test = sprt(0.0, 5.0, SprtScale::Logistic);
        let (lower, upper) = test.bounds();
        assert_eq!(test.decide(lower), SprtDecision::AcceptH0);
        assert_eq!(test.decide(upper), SprtDecision::AcceptH1);
        assert_eq!(test.decide(0.999 * upper), SprtDecision::Continue);
        assert_eq!(test.decide(0.999 * lower), SprtDecision::Continue);
        assert_eq!(test.log_likelihood_ratio(PairCounts::default()), 0.0);
    }

    #[test]
    fn empty_cells_count_a_thousandth() {
        // One game won: shares 1000/1002 and 1/1002. Of score 1/2 the best fit is p_i = q_i / (1 + theta (a_i - 1/2)).
        let test = Sprt::new(0.0, 400.0 * 3f64.log10(), 0.05, 0.05, SprtScale::Logistic).unwrap();
        let fit = |score: f64| -> f64 {
            // The score fixes theta: by bisection of the mean, written out for three cells.
            let cells = [(0.001, 0.0 - score), (0.001, 0.5 - score), (1.0, 1.0 - score)];
            let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
            for _ in 0..200 {
                let theta = 0.5 * (low + high);
                let sum: f64 = cells.iter().map(|(count, value)| count * value / (1.0 + theta * value)).sum();
                if sum > 0.0 { low = theta } else { high = theta }
            }
            cells.iter().map(|(count, value)| -count * (1.0 + low * value).ln()).sum()
        };
        near(test.log_likelihood_ratio(GameCounts { wins: 1, draws: 0, losses: 0 }), fit(0.75) - fit(0.5), 1e-9);
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = sprt(0.0, 5.0, SprtScale::Logistic).bounds();
        near(lower, -2.944_439, 1e-6);
        near(upper, 2.944_439, 1e-6);
        let (lower, upper) = Sprt::new(0.0, 5.0, 0.01, 0.1, SprtScale::Logistic).unwrap().bounds();
        near(lower, (0.1f64 / 0.99).ln(), 1e-12);
        near(upper, 90f64.ln(), 1e-12);
    }

    #[test]
    fn bad_tests_are_refused_by_name() {
        for (elo0, elo1, alpha, beta, named) in [
            (5.0, 0.0, 0.05, 0.05, "elo0"),
            (f64::NAN, 5.0, 0.05, 0.05, "elo0"),
            (0.0, f64::INFINITY, 0.05, 0.05, "elo1"),
            (0.0, 5.0, 0.0, 0.05, "alpha"),
            (0.0, 5.0, 0.05, 1.0, "beta"),
            (0.0, 5.0, 0.6, 0.6, "alpha + beta"),
            (0.0, 5.0, 0.5, 0.5, "alpha + beta"),
            (5.0, 5.0, 0.05, 0.05, "elo0"),
            (-1000.5, 5.0, 0.05, 0.05, "elo0"),
            (0.0, 1000.5, 0.05, 0.05, "elo1"),
        ] {
            let message = Sprt::new(elo0, elo1, alpha, beta, SprtScale::Logistic).unwrap_err().to_string();
            assert!(message.contains(named), "{message}");
        }
        assert!(Sprt::new(0.0, 100.5, 0.05, 0.05, SprtScale::Normalised).is_err());
        assert!(Sprt::new(-100.0, 100.0, 0.05, 0.05, SprtScale::Normalised).is_ok());
        assert!(Sprt::new(-1000.0, 1000.0, 0.05, 0.05, SprtScale::Logistic).is_ok());
    }

    #[test]
    fn draws_alone_end_as_well() {
        for scale in [SprtScale::Logistic, SprtScale::Normalised] {
            let test = sprt(0.0, 5.0, scale);
            assert_eq!(
                test.decide(test.log_likelihood_ratio(PairCounts([0, 0, 50_000, 0, 0]))),
                SprtDecision::AcceptH0
            );
        }
    }

    /// Counts of every magnitude, zero and the largest included.
    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0u64), 0u64..5, 0u64..10_000, any::<u64>()]
    }

    proptest! {
        #[test]
        fn ratio_is_finite(
            cells in [count(), count(), count(), count(), count()],
            elo0 in -90f64..90.0,
            wider in 0.1f64..10.0,
        ) {
            let games = GameCounts { wins: cells[0], draws: cells[1], losses: cells[2] };
            for scale in [SprtScale::Logistic, SprtScale::Normalised] {
                let test = sprt(elo0, elo0 + wider, scale);
                prop_assert!(test.log_likelihood_ratio(PairCounts(cells)).is_finite());
                prop_assert!(test.log_likelihood_ratio(games).is_finite());
            }
        }

        #[test]
        fn fitted_distributions_meet_their_constraint(
            cells in [0u64..500, 0u64..500, 1u64..500, 0u64..500, 1u64..500],
            elo in -30f64..30.0,
        ) {
            let raised = cells.map(|count| (count as f64).max(EMPTY_CELL));
            let units: f64 = raised.iter().sum();
            let shares = raised.map(|count| count / units);

            let fitted = fit_score::<PairCounts>(&shares, score_from_elo(elo));
            let (mean, _) = moments::<PairCounts>(&fitted, 5);
            prop_assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            prop_assert!((mean - score_from_elo(elo)).abs() < 1e-6);

            let t = elo / NORMALISED_ELO_PER_SD * 2f64.sqrt();
            let fitted = fit_normalised::<PairCounts>(&shares, t);
            let (mean, deviation) = moments::<PairCounts>(&fitted, 5);
            prop_assert!((fitted.iter().sum::<f64>() - 1.0).abs() < 1e-6);
            prop_assert!(((mean - 0.5) - t * deviation).abs() < 1e-6, "{} {}", mean, deviation);
        }

        #[test]
        fn the_other_side_sees_the_opposite(cells in [0u64..500, 0u64..500, 0u64..500, 0u64..500, 0u64..500]) {
            let counts = PairCounts(cells);
            for scale in [SprtScale::Logistic, SprtScale::Normalised] {
                let there = sprt(-1.0, 3.0, scale).log_likelihood_ratio(counts);
                let back = sprt(-3.0, 1.0, scale).log_likelihood_ratio(counts.swapped());
                prop_assert!((there + back).abs() < 1e-6 * (1.0 + there.abs()), "{} {}", there, back);
            }
        }
    }
}
