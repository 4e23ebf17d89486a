//! How many games: to separate two score rates, to measure or to detect an Elo difference.

use super::elo::{elo_from_score, score_from_elo};
use super::interval::Z_95;
use super::normal;
use super::quantiles::{mean, standard_deviation};

/// The chance of finding a difference that is there, as experiments are planned here.
pub const POWER: f64 = 0.8;

/// Mean and spread of the results of one side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreRate {
    /// Mean score per game, 0..=1.
    pub score: f64,
    /// Variance of the score of one game, at most 1/4. For pairs give twice the variance of the pair's mean score.
    pub variance: f64,
}

impl ScoreRate {
    /// A rate of success, or a score without draws; `None` outside 0..=1.
    pub fn without_draws(score: f64) -> Option<Self> {
        Self::with_draws(score, 0.0)
    }

    /// A score with a share of drawn games; `None` unless such a score can have that many draws.
    pub fn with_draws(score: f64, draw_share: f64) -> Option<Self> {
        let wins = score - draw_share / 2.0;
        let losses = 1.0 - score - draw_share / 2.0;
        let possible = (0.0..=1.0).contains(&score) && (0.0..=1.0).contains(&draw_share);
        if !possible || wins < -1e-12 || losses < -1e-12 {
            return None;
        }
        // wins (1-s)^2 + draws (1/2-s)^2 + losses s^2
        Some(Self { score, variance: (score * (1.0 - score) - draw_share / 4.0).max(0.0) })
    }
}

/// Half the width of the 95 % Elo interval after so many games; `None` without games or when the interval reaches a score
/// of 0 or 1.
pub fn elo_margin(rate: ScoreRate, games: u64) -> Option<f64> {
    if games == 0 {
        return None;
    }
    let spread = Z_95 * (rate.variance / games as f64).sqrt();
    Some((elo_from_score(rate.score + spread)? - elo_from_score(rate.score - spread)?) / 2.0)
}

/// Games on each side until the difference of two score rates is found at 95 % (two-sided) with the chance `power`, such as
/// [`POWER`]; with a power of 1/2 the 95 % interval of a difference of just this size is expected to end at 0.
///
/// `None` when the rates are equal, `power` is not between 0 and 1, or the number does not fit 64 bits. At least 1.
pub fn games_to_separate(first: ScoreRate, second: ScoreRate, power: f64) -> Option<u64> {
    let difference = first.score - second.score;
    let quantiles = Z_95 + normal::quantile(power)?;
    // A power below the chance of a false alarm takes no games at all.
    let quantiles = quantiles.max(0.0);
    let variance = first.variance.max(0.0) + second.variance.max(0.0);
    whole_games(quantiles * quantiles * variance / (difference * difference))
}

/// Further games on each side beyond `played`, see [`games_to_separate`]; 0 when those played suffice.
pub fn more_games_to_separate(first: ScoreRate, second: ScoreRate, power: f64, played: u64) -> Option<u64> {
    Some(games_to_separate(first, second, power)?.saturating_sub(played))
}

/// Units, such as positions or openings, until the mean of the paired differences is told from 0 at 95 % (two-sided) with the
/// chance `power`, if mean and deviation stay as these show them.
///
/// `None` with fewer than two differences, a mean of 0, or as [`games_to_separate`]. At least 1.
pub fn units_to_separate(differences: &[f64], power: f64) -> Option<u64> {
    let (mean, deviation) = (mean(differences)?, standard_deviation(differences)?);
    let quantiles = (Z_95 + normal::quantile(power)?).max(0.0);
    whole_games((quantiles * deviation / mean).powi(2))
}

/// Games between two sides until an advantage of `elo` over equality is found at 95 % (two-sided) with the chance `power`,
/// when `draw_share` of the games are drawn.
///
/// `None` when `elo` is 0 or not finite, when such a score cannot have that many draws, or as [`games_to_separate`].
pub fn games_to_detect_elo(elo: f64, draw_share: f64, power: f64) -> Option<u64> {
    if !elo.is_finite() {
        return None;
    }
    let expected = ScoreRate::with_draws(score_from_elo(elo), draw_share)?;
    games_to_separate(expected, ScoreRate { score: 0.5, variance: 0.0 }, power)
}

/// Games between two about equal sides until the 95 % interval is no wider than `margin` Elo either way, when `draw_share`
/// of the games are drawn; `None` unless the margin is above 0 and the share between 0 and 1.
pub fn games_for_elo_margin(margin: f64, draw_share: f64) -> Option<u64> {
    let rate = ScoreRate::with_draws(0.5, draw_share)?;
    let distance = score_from_elo(margin) - 0.5;
    if !(margin > 0.0 && margin.is_finite()) {
        return None;
    }
    whole_games(Z_95 * Z_95 * rate.variance / (distance * distance))
}

/// Rounds up, to 1 at least; `None` for what is no number or too large for an exact count.
fn whole_games(games: f64) -> Option<u64> {
    // Up to here doubles hold every whole number.
    (0.0..=9e15).contains(&games).then(|| (games.ceil() as u64).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn margins_of_the_field() {
        let even = ScoreRate::without_draws(0.5).unwrap();
        for (games, margin) in [(100, 69.0), (1000, 21.5), (10_000, 6.8)] {
            assert!((elo_margin(even, games).unwrap() - margin).abs() < 0.1, "{games}");
            let needed = games_for_elo_margin(elo_margin(even, games).unwrap(), 0.0).unwrap();
            assert!(needed.abs_diff(games) <= 1, "{needed} against {games}");
        }
        assert_eq!(elo_margin(even, 0), None);
        assert_eq!(elo_margin(ScoreRate::without_draws(1.0).unwrap(), 100), None);
    }

    #[test]
    fn three_tenths_of_a_point_take_hundreds_of_thousands_of_games() {
        let rate = |score| ScoreRate::without_draws(score).unwrap();
        let games = games_to_separate(rate(0.785), rate(0.782), POWER).unwrap();
        assert!((290_000..305_000).contains(&games), "{games}");
        assert_eq!(more_games_to_separate(rate(0.785), rate(0.782), POWER, games - 7), Some(7));
        assert_eq!(more_games_to_separate(rate(0.785), rate(0.782), POWER, games + 7), Some(0));
        assert!(games_to_separate(rate(0.78), rate(0.42), POWER).unwrap() < 30);
        assert_eq!(games_to_separate(rate(0.5), rate(0.5), POWER), None);
        assert_eq!(games_to_separate(rate(0.5), rate(0.6), 1.0), None);
    }

    #[test]
    fn rates_that_cannot_be_and_games_by_hand() {
        // Half the games drawn leave scores from 1/4 to 3/4.
        for (score, draws, possible) in [
            (0.25, 0.5, true),
            (0.75, 0.5, true),
            (0.2, 0.5, false),
            (0.8, 0.5, false),
            (0.249, 0.5, false),
            (0.751, 0.5, false),
            (-0.1, 0.0, false),
            (1.001, 0.0, false),
            (0.5, 1.001, false),
            (0.0, 0.0, true),
            (1.0, 0.0, true),
        ] {
            assert_eq!(ScoreRate::with_draws(score, draws).is_some(), possible, "{score} with {draws}");
        }
        assert_eq!(ScoreRate::with_draws(0.5, 1.0).unwrap().variance, 0.0);
        // Wins 0.4, draws 0.2, losses 0.4: 0.8 / 4.
        assert!((ScoreRate::with_draws(0.5, 0.2).unwrap().variance - 0.2).abs() < 1e-12);
        // (1.959964 + 0.841621)^2 (0 + 0.09) / 0.01 = 70.6; one certain difference takes a game.
        let certain = ScoreRate::without_draws(1.0).unwrap();
        assert_eq!(games_to_separate(certain, ScoreRate { score: 0.9, variance: 0.09 }, POWER), Some(71));
        assert_eq!(games_to_separate(certain, ScoreRate::without_draws(0.0).unwrap(), POWER), Some(1));
        assert!(elo_margin(ScoreRate { score: 0.5, variance: 0.01 }, 1).is_some());
        assert!(games_for_elo_margin(0.005, 0.0).is_some() && games_for_elo_margin(f64::INFINITY, 0.0).is_none());
    }

    #[test]
    fn paired_differences() {
        // Mean 1 and deviation 2: (1.96 + 0.8416)^2 4 = 31.4.
        let differences: Vec<f64> = [3.0, -1.0].repeat(500);
        assert_eq!(units_to_separate(&differences, POWER), Some(32));
        assert_eq!(units_to_separate(&[0.5, 0.5], POWER), Some(1));
        assert_eq!(units_to_separate(&[1.0, -1.0], POWER), None);
        assert_eq!(units_to_separate(&[1.0], POWER), None);
    }

    #[test]
    fn elo_by_draws() {
        // 5 Elo at even odds: (1.96 + 0.8416)^2 0.25 / 0.0071946^2 = 37 900.
        let games = games_to_detect_elo(5.0, 0.0, POWER).unwrap();
        assert!((37_700..38_100).contains(&games), "{games}");
        assert_eq!(games_to_detect_elo(-5.0, 0.0, POWER), Some(games));
        let drawish = games_to_detect_elo(5.0, 0.5, POWER).unwrap();
        assert!(drawish.abs_diff(games / 2) < 50, "{drawish}");
        assert_eq!(games_to_detect_elo(0.0, 0.0, POWER), None);
        assert_eq!(games_to_detect_elo(400.0, 0.9, POWER), None);
        assert_eq!(games_for_elo_margin(0.0, 0.0), None);
    }

    proptest! {
        #[test]
        fn no_input_panics_and_more_power_takes_more_games(
            a in any::<f64>(), b in any::<f64>(), p in 0.05f64..0.9, games in any::<u64>(),
        ) {
            let raw = |score| ScoreRate { score, variance: 0.25 };
            let _ = games_to_separate(raw(a), raw(b), p);
            let _ = (games_to_detect_elo(a, b, p), games_for_elo_margin(a, b), elo_margin(raw(a), games));
            let rate = |part: f64| raw(0.5 + part.atan() / 4.0);
            if let (Some(few), Some(many)) = (games_to_separate(rate(a), rate(b), p), games_to_separate(rate(a), rate(b), p + 0.09)) {
                prop_assert!(few <= many);
            }
        }
    }
}
