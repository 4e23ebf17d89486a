//! Elo difference, normalised Elo and likelihood of superiority from counts of games or of pairs.
//!
//! Everything is stated from the view of the side whose wins were counted. No input gives a NaN or an infinity: the Elo
//! difference of a score of 0 or 1 is infinite, so it is missing, and the end of the interval that is finite bounds it.

use super::counts::Tally;
use super::interval::{Interval, Z_95};
use super::{normal, wilson};

/// Normalised Elo per standard deviation of a single game: 800 / ln 10.
pub const NORMALISED_ELO_PER_SD: f64 = 800.0 / std::f64::consts::LN_10;

/// Elo difference of an expected score, `-400 log10(1/s - 1)`; `None` unless `0 < score < 1` (and far enough from both
/// for a finite answer).
pub fn elo_from_score(score: f64) -> Option<f64> {
    if !(score > 0.0 && score < 1.0) {
        return None;
    }
    // The difference of logarithms keeps its accuracy at both ends; adding 0 turns -0 into 0.
    let elo = 400.0 * (score.log10() - (1.0 - score).log10()) + 0.0;
    elo.is_finite().then_some(elo)
}

/// Expected score of an Elo difference, between 0 and 1; NaN is answered with 1/2.
pub fn score_from_elo(elo: f64) -> f64 {
    if elo.is_nan() {
        return 0.5;
    }
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Where the interval of a score comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScoreInterval {
    /// Score plus and minus z standard errors of the units.
    StandardError,
    /// Wilson's interval over the units, since all of them ended alike and the sample shows no variance.
    Wilson,
}

/// Strength of one side against the other, with 95 % intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Sampling units: games, or pairs.
    pub units: f64,
    /// Games in these units.
    pub games: f64,
    /// Mean score per game, 0..=1.
    pub score: f64,
    /// Standard error of the score; 0 when all units ended alike.
    pub standard_error: f64,
    /// Interval of the score, within 0..=1 and around [`EloEstimate::score`].
    pub score_interval: Interval,
    /// Where that interval comes from.
    pub interval_source: ScoreInterval,
    /// Elo difference; `None` for a score of 0 or 1, whose difference is infinite.
    pub elo: Option<f64>,
    /// Lower end of the interval of the Elo difference; `None` where it is minus infinity.
    pub elo_low: Option<f64>,
    /// Upper end of that interval; `None` where it is infinity.
    pub elo_high: Option<f64>,
    /// Normalised Elo with its margin; absent when all units ended alike, for it divides by their deviation.
    pub normalised: Option<NormalisedElo>,
    /// Likelihood of superiority, 0..=1: Phi((s - 1/2) / SE). When all units ended alike it is that of a coin with a
    /// uniform prior, `1 - 2^-(units + 1)` for the better side, so that a single game proves little.
    pub los: f64,
}

impl EloEstimate {
    /// Half the width of the interval of the Elo difference, the figure after the +- sign; `None` where it has no end.
    pub fn elo_margin(&self) -> Option<f64> {
        Some((self.elo_high? - self.elo_low?) / 2.0)
    }

    /// Two-sided p-value of a score of 1/2: by the standard error, or by the sign test, `2^(1 - units)`, where all units ended
    /// alike (1 where they were all even).
    pub fn equality_p(&self) -> f64 {
        if self.standard_error > 0.0 {
            normal::two_sided_p((self.score - 0.5) / self.standard_error)
        } else if self.score == 0.5 {
            1.0
        } else {
            (2.0 * (-self.units).exp2()).min(1.0)
        }
    }

    /// The Elo difference in words: with its margin, or as the bound that a one-sided result shows.
    pub fn elo_text(&self) -> String {
        match (self.elo, self.elo_low, self.elo_high) {
            (Some(elo), Some(low), Some(high)) => format!("Elo {elo:.1} +- {:.1}", (high - low) / 2.0),
            (Some(elo), Some(low), None) => format!("Elo {elo:.1}, at least {low:.1}"),
            (Some(elo), None, Some(high)) => format!("Elo {elo:.1}, at most {high:.1}"),
            (None, Some(low), _) => format!("Elo at least {low:.1}"),
            (None, None, Some(high)) => format!("Elo at most {high:.1}"),
            _ => "no bound on Elo".to_string(),
        }
    }
}

/// Normalised Elo: the score's distance from 1/2 in standard deviations of a game, on the scale of Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NormalisedElo {
    /// The estimate.
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub margin: f64,
}

/// Elo of games (trinomial) or pairs (pentanomial) by the formulas of the field; `None` without any unit.
pub fn elo_estimate(counts: impl Tally) -> Option<EloEstimate> {
    estimate_cells(counts.cells().as_ref(), counts)
}

fn estimate_cells<T: Tally>(cells: &[f64], counts: T) -> Option<EloEstimate> {
    let units = counts.units();
    if units <= 0.0 {
        return None;
    }
    let games = units * T::GAMES_PER_UNIT;
    let moment = |power: i32, centre: f64| {
        let terms = cells.iter().enumerate();
        let sum: f64 =
            terms.map(|(cell, count)| count / units * (T::score_of(cell, cells.len()) - centre).powi(power)).sum();
        sum
    };
    let score = moment(1, 0.0).clamp(0.0, 1.0);
    let all_alike = cells.iter().filter(|count| **count > 0.0).count() == 1;
    let variance = if all_alike { 0.0 } else { moment(2, score) };
    let standard_error = (variance / units).sqrt();

    let (raw, interval_source) = if all_alike {
        (wilson::wilson_rate(score, units, Z_95)?, ScoreInterval::Wilson)
    } else {
        let spread = Z_95 * standard_error;
        (Interval::new(score - spread, score + spread)?, ScoreInterval::StandardError)
    };
    let score_interval = raw.map(|value| value.clamp(0.0, 1.0))?.extended_to(score);
    let elo = elo_from_score(score);
    let (elo_low, elo_high) = (elo_from_score(score_interval.low), elo_from_score(score_interval.high));
    let normalised = (variance > 0.0).then(|| {
        let scale = NORMALISED_ELO_PER_SD / T::GAMES_PER_UNIT.sqrt();
        NormalisedElo { value: scale * (score - 0.5) / variance.sqrt(), margin: scale * Z_95 / units.sqrt() }
    });
    let los = if standard_error > 0.0 {
        normal::phi((score - 0.5) / standard_error)
    } else {
        let other_side = 0.5 * (-units).exp2();
        match score.total_cmp(&0.5) {
            std::cmp::Ordering::Less => other_side,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0 - other_side,
        }
    };
    Some(EloEstimate {
        units,
        games,
        score,
        standard_error,
        score_interval,
        interval_source,
        elo,
        elo_low,
        elo_high,
        normalised,
        los,
    })
}

#[cfg(test)]
mod tests {
    use super::super::counts::{GameCounts, PairCounts};
    use super::*;
    use proptest::prelude::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
    }

    fn games(wins: u64, draws: u64, losses: u64) -> GameCounts {
        GameCounts { wins, draws, losses }
    }

    #[test]
    fn trinomial_vector() {
        let estimate = elo_estimate(games(136, 111, 96)).unwrap();
        near(estimate.elo.unwrap(), 40.70, 0.005);
        near(estimate.elo_margin().unwrap(), 30.43, 0.3);
        let normalised = estimate.normalised.unwrap();
        near(normalised.value, 49.77, 0.005);
        near(normalised.margin, 36.77, 0.36);
        near(estimate.los, 0.9960, 5e-5);
        near(estimate.equality_p(), 2.0 * (1.0 - estimate.los), 1e-12);
    }

    #[test]
    fn pentanomial_vectors() {
        let estimate = elo_estimate(PairCounts([34, 54, 63, 64, 75])).unwrap();
        near(estimate.elo.unwrap(), 55.58, 0.005);
        near(estimate.elo_margin().unwrap(), 27.65, 0.27);
        let normalised = estimate.normalised.unwrap();
        near(normalised.value, 57.94, 0.005);
        near(normalised.margin, 28.28, 0.28);
        assert_eq!(estimate.games, 580.0);

        let estimate = elo_estimate(PairCounts([332, 433, 498, 333, 334])).unwrap();
        near(estimate.elo.unwrap(), -8.64, 0.005);
        near(estimate.elo_margin().unwrap(), 10.33, 0.1);
        near(estimate.los, 0.0505, 5e-5);
        near(estimate.equality_p(), 2.0 * estimate.los, 1e-12);
        // Nearly all pairs even: a small deviation is a deviation.
        assert!(elo_estimate(PairCounts([0, 1, 200, 3, 0])).unwrap().normalised.is_some());
    }

    #[test]
    fn margins_without_draws() {
        // The rule of thumb of the field: how wide the interval is at 100, 1000 and 10 000 games.
        for (each, margin) in [(50, 69.0), (500, 21.5), (5000, 6.8)] {
            near(elo_estimate(games(each, 0, each)).unwrap().elo_margin().unwrap(), margin, 0.1);
        }
    }

    #[test]
    fn one_sided_results_are_bounds_and_say_so() {
        let few = elo_estimate(games(1, 0, 0)).unwrap();
        let many = elo_estimate(games(1000, 0, 0)).unwrap();
        assert_eq!((few.elo, few.elo_high, few.elo_margin()), (None, None, None));
        assert_eq!((many.elo, many.elo_high, many.score_interval.high), (None, None, 1.0));
        assert_eq!(few.interval_source, ScoreInterval::Wilson);
        assert!(few.elo_low.unwrap() < 0.0, "a single win leaves the weaker side possible");
        assert!(many.elo_low.unwrap() > 300.0);
        assert!(many.elo_text().starts_with("Elo at least "), "{}", many.elo_text());
        let lost = elo_estimate(games(0, 0, 1000)).unwrap();
        assert!(lost.elo_high.unwrap() < -300.0 && lost.elo_low.is_none() && lost.score_interval.low == 0.0);
        assert!(lost.elo_text().starts_with("Elo at most -"), "{}", lost.elo_text());
        assert_eq!(elo_estimate(games(136, 111, 96)).unwrap().elo_text(), "Elo 40.7 +- 30.4");
        near(few.los, 0.75, 1e-12);
        assert_eq!(few.equality_p(), 1.0, "one unit proves nothing");
        assert_eq!(elo_estimate(games(0, 0, 6)).unwrap().equality_p(), 0.03125);
        assert_eq!(elo_estimate(games(0, 6, 0)).unwrap().equality_p(), 1.0);
        assert!(many.normalised.is_none());
        assert_eq!(elo_estimate(games(0, 0, 0)), None);
        assert_eq!(elo_estimate(PairCounts::default()), None);
    }

    #[test]
    fn draws_alone_are_even_with_a_width() {
        let estimate = elo_estimate(games(0, 20, 0)).unwrap();
        near(estimate.elo.unwrap(), 0.0, 1e-9);
        assert!(estimate.elo_margin().unwrap() > 50.0);
        assert_eq!(estimate.los, 0.5);
    }

    #[test]
    fn score_and_elo_are_inverse() {
        for elo in [-700.0, -12.5, 0.0, 3.0, 400.0] {
            near(elo_from_score(score_from_elo(elo)).unwrap(), elo, 1e-9);
        }
        for score in [0.0, 1.0, -1.0, f64::NAN] {
            assert_eq!(elo_from_score(score), None);
        }
        assert_eq!((score_from_elo(f64::INFINITY), score_from_elo(f64::NAN)), (1.0, 0.5));
    }

    fn check(estimate: EloEstimate) -> Result<(), TestCaseError> {
        let figures = [
            estimate.score,
            estimate.standard_error,
            estimate.elo.unwrap_or(0.0),
            estimate.elo_margin().unwrap_or(0.0),
            estimate.los,
            estimate.normalised.map_or(0.0, |n| n.value),
            estimate.normalised.map_or(0.0, |n| n.margin),
        ];
        prop_assert!(figures.iter().all(|figure| figure.is_finite()), "{:?}", estimate);
        let elo = estimate.elo.unwrap_or(if estimate.score < 0.5 { f64::NEG_INFINITY } else { f64::INFINITY });
        prop_assert!(estimate.elo_low.is_none_or(|low| low <= elo), "{:?}", estimate);
        prop_assert!(estimate.elo_high.is_none_or(|high| elo <= high), "{:?}", estimate);
        prop_assert!(estimate.score_interval.contains(estimate.score), "{:?}", estimate);
        prop_assert!(estimate.score_interval.low >= 0.0 && estimate.score_interval.high <= 1.0);
        prop_assert!((0.0..=1.0).contains(&estimate.los));
        Ok(())
    }

    /// Counts of every magnitude, zero and the largest included.
    fn count() -> impl Strategy<Value = u64> {
        prop_oneof![Just(0u64), 0u64..5, 0u64..10_000, any::<u64>()]
    }

    proptest! {
        #[test]
        fn any_games_are_finite(wins in count(), draws in count(), losses in count()) {
            if let Some(estimate) = elo_estimate(games(wins, draws, losses)) {
                check(estimate)?;
                let other = elo_estimate(games(losses, draws, wins)).unwrap();
                // Nearer to 1 the score itself has no digits left.
                if let (Some(elo), Some(other)) = (estimate.elo.filter(|elo| elo.abs() < 4000.0), other.elo) {
                    prop_assert!((elo + other).abs() < 1e-3 * (1.0 + elo.abs()));
                }
            } else {
                prop_assert_eq!((wins, draws, losses), (0, 0, 0));
            }
        }

        #[test]
        fn any_pairs_are_finite(cells in [count(), count(), count(), count(), count()]) {
            if let Some(estimate) = elo_estimate(PairCounts(cells)) {
                check(estimate)?;
            }
        }
    }
}
