//! The vector of the round robin, one-sided results, and arbitrary ones.

use proptest::prelude::*;

use super::*;

fn meeting(first: usize, second: usize, wins: u64, draws: u64, losses: u64) -> Meeting {
    Meeting { first, second, wins, draws, losses }
}

fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value}, expected {expected}");
}

fn round_robin() -> Vec<Meeting> {
    const A: usize = 0;
    const B: usize = 1;
    const C: usize = 2;
    const D: usize = 3;
    vec![
        meeting(A, B, 28, 10, 12),
        meeting(B, A, 20, 12, 18),
        meeting(A, C, 32, 8, 10),
        meeting(C, A, 15, 10, 25),
        meeting(A, D, 40, 5, 5),
        meeting(D, A, 10, 8, 32),
        meeting(B, C, 25, 12, 13),
        meeting(C, B, 22, 10, 18),
        meeting(B, D, 33, 9, 8),
        meeting(D, B, 14, 11, 25),
        meeting(C, D, 30, 10, 10),
        meeting(D, C, 19, 11, 20),
    ]
}

#[test]
fn round_robin_vector() {
    let fitted = fit(4, &round_robin()).unwrap();
    for (rating, expected) in fitted.ratings.iter().zip([104.19, 28.82, -18.60, -114.41]) {
        near(rating.elo, expected, 0.01);
    }
    near(fitted.advantage.elo, 62.62, 0.01);
    near(fitted.draw.unwrap().elo, 78.74, 0.01);
    assert!(!fitted.regularised && fitted.notes.is_empty());
    assert!(fitted.equality_p(0, 3).unwrap() < 1e-9);
    for (player, other) in [(0, 1), (1, 2), (2, 3)] {
        let excludes_equality = !fitted.difference(player, other).unwrap().interval.contains(0.0);
        assert_eq!(fitted.equality_p(player, other).unwrap() < 0.05, excludes_equality);
    }
    for (one, other) in [(0, 1), (1, 2), (2, 3)] {
        let difference = fitted.difference(one, other).unwrap();
        let error = (difference.interval.high - difference.elo) / Z_95;
        let p = fitted.equality_p(one, other).unwrap();
        near(p, normal::two_sided_p(difference.elo / error), 1e-9);
    }
    assert_eq!(fitted.equality_p(1, 1), Some(1.0));
    assert_eq!(fitted.equality_p(1, 4), None);
    near(fitted.difference(0, 1).unwrap().elo, 75.37, 0.02);
}

#[test]
fn two_players_without_draws_have_the_interval_of_a_rate() {
    // With colours balanced and no advantage the difference is a logit: its error is 1 / sqrt(n p (1-p)).
    let fitted = fit(2, &[meeting(0, 1, 60, 0, 40), meeting(1, 0, 40, 0, 60)]).unwrap();
    let expected = 400.0 * (60f64 / 40.0).log10();
    let difference = fitted.difference(0, 1).unwrap();
    near(difference.elo, expected, 1e-6);
    near(fitted.advantage.elo, 0.0, 1e-6);
    let error = ELO_PER_UNIT / (200f64 * 0.6 * 0.4).sqrt();
    near(difference.interval.width() / 2.0, Z_95 * error, 1e-6);
    near(fitted.ratings[0].interval.width(), difference.interval.width() / 2.0, 1e-6);
    assert!(fitted.draw.is_none());
}

#[test]
fn four_times_the_games_halve_the_interval() {
    let once = fit(4, &round_robin()).unwrap();
    let four: Vec<Meeting> = round_robin().into_iter().cycle().take(48).collect();
    let four = fit(4, &four).unwrap();
    for (few, many) in once.ratings.iter().zip(&four.ratings) {
        near(few.elo, many.elo, 1e-6);
        near(few.interval.width(), 2.0 * many.interval.width(), 1e-6);
    }
}

#[test]
fn one_sided_results_are_finite_and_say_so() {
    let mut meetings = round_robin();
    meetings.extend((0..4).flat_map(|other| [meeting(4, other, 50, 0, 0), meeting(other, 5, 50, 0, 0)]));
    let fitted = fit(7, &meetings).unwrap();
    assert!(fitted.regularised);
    let order: Vec<f64> = [4, 0, 1, 2, 3, 5].map(|player: usize| fitted.ratings[player].elo).to_vec();
    assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
    for part in ["player 4 won all", "player 5 lost all", "player 6 has no games", "prior"] {
        assert!(fitted.notes.iter().any(|note| note.contains(part)), "{part}: {:?}", fitted.notes);
    }
    assert!(fitted.ratings[6].interval.width() > fitted.ratings[0].interval.width());
}

#[test]
fn separations_that_need_the_prior() {
    for meetings in [
        vec![meeting(0, 1, 10, 0, 0), meeting(1, 0, 10, 0, 0)],
        vec![meeting(0, 1, 0, 10, 0)],
        vec![meeting(0, 1, 1, 0, 0)],
        vec![meeting(0, 1, 5, 1, 5), meeting(2, 3, 5, 1, 5)],
    ] {
        let fitted = fit(4, &meetings).unwrap();
        assert!(fitted.regularised, "{meetings:?}");
        assert!(fitted.ratings.iter().all(|rating| rating.elo.abs() < 2000.0), "{fitted:?}");
    }
}

#[test]
fn bad_input_is_refused() {
    assert!(fit(2, &[]).is_err());
    assert!(fit(0, &[meeting(0, 0, 1, 0, 0)]).is_err());
    assert!(fit(2, &[meeting(0, 1, 0, 0, 0)]).is_err());
    let message = fit(2, &[meeting(0, 2, 1, 0, 0)]).unwrap_err().to_string();
    assert!(message.contains("below 2"), "{message}");
}

#[test]
fn the_prior_is_that_of_its_deviation() {
    // Ten wins with either colour: ratings r and -r solve 20 (1 - P(2r)) = r / deviation^2, in units.
    let fitted = fit(2, &[meeting(0, 1, 10, 0, 0), meeting(1, 0, 0, 0, 10)]).unwrap();
    let precision = (400.0 / std::f64::consts::LN_10 / 800.0).powi(2);
    let excess = |r: f64| 20.0 * (1.0 - 1.0 / (1.0 + (-2.0 * r).exp())) - precision * r;
    let (mut low, mut high) = (0.0, 10.0);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    assert!(fitted.regularised);
    near(fitted.ratings[0].elo, low * 400.0 / std::f64::consts::LN_10, 1e-4);
    near(fitted.advantage.elo, 0.0, 1e-6);
}

fn count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0u64), 0u64..4, 0u64..10_000, any::<u64>()]
}

proptest! {
    #[test]
    fn any_results_are_finite(
        meetings in prop::collection::vec((0usize..5, 0usize..5, count(), count(), count()), 1..12),
    ) {
        let meetings: Vec<Meeting> = meetings.into_iter().map(|(a, b, w, d, l)| meeting(a, b, w, d, l)).collect();
        let games: f64 = meetings.iter().map(|m| m.wins as f64 + m.draws as f64 + m.losses as f64).sum();
        match fit(5, &meetings) {
            Ok(fitted) => {
                for rating in fitted.ratings.iter().chain([&fitted.advantage]).chain(&fitted.draw) {
                    prop_assert!(rating.elo.is_finite() && rating.interval.contains(rating.elo));
                }
                let sum: f64 = fitted.ratings.iter().map(|rating| rating.elo).sum();
                prop_assert!(sum.abs() < 1e-3, "sum {}", sum);
                prop_assert!((0.0..=1.0).contains(&fitted.equality_p(0, 1).unwrap()));
            }
            Err(error) => prop_assert!(games == 0.0, "{}", error),
        }
    }
}

#[test]
fn players_of_two_circles_are_not_connected() {
    let meeting = |first, second, wins| Meeting { first, second, wins, draws: 0, losses: 0 };
    let two = [meeting(0, 1, 5), meeting(2, 3, 5), meeting(1, 2, 0)];
    assert!(!is_connected(4, &two));
    assert!(is_connected(4, &[two[0], two[1], meeting(1, 2, 1)]));
    assert!(!is_connected(3, &two[..1]) && !is_connected(0, &[]));
}
