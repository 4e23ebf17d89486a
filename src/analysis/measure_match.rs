//! Measures of games: scores from colour-swapped pairs, rates, lengths.
//!
//! The pair of games from one opening is the sampling unit of a score; half a pair does not count. A game that repeats
//! another one of its pair move by move, as a player against itself does without randomness, is no game of its own.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use anyhow::{Result, bail};

use super::bootstrap::{Prediction, bootstrap, bootstrap_mean, prediction_interval};
use super::counts::{GameCounts, PairCounts, PairOutcome, Tally};
use super::elo::{EloEstimate, ScoreInterval, elo_estimate};
use super::measure::{MeasureKind, Reading, Source, counted, no_such, random_bits};
use super::measure_search::resamples_for;
use super::published::Scale;
use super::wilson::wilson;
use crate::records::read::read;
use crate::records::rows::GameRow;

/// A finished game, in what measures need of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    /// Pairing and pair.
    pub pair: (u64, u64),
    /// Half points of the player asked about: 0 loss, 1 draw, 2 win; of the first seat where nobody is asked about.
    pub half_points: u8,
    /// Half points of whoever had the first stones.
    pub first_stones_half_points: u8,
    /// Stones at the end.
    pub plies: u32,
    /// Hash of all moves.
    pub moves: u64,
    /// Whether both seats had the same label.
    pub against_itself: bool,
}

/// Hash of a game's moves.
pub(super) fn moves_hash(moves: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    moves.hash(&mut hasher);
    hasher.finish()
}

/// Games of a player, against one opponent or all.
struct Games {
    played: Vec<Played>,
    remarks: Vec<String>,
}

fn games(folder: &Path, source: &Source) -> Result<Games> {
    let (player, opponent) = (source.player.as_deref(), source.baseline.as_deref());
    let mut labels = BTreeSet::new();
    let mut played = Vec::new();
    let mut failed = 0;
    let mut last_pair: Option<((u64, u64), Vec<u64>)> = None;
    let mut repeated = 0;
    for row in read::<GameRow>(folder)? {
        let row = row?;
        for label in [&row.first, &row.second] {
            if !labels.contains(label) {
                labels.insert(label.clone());
            }
        }
        let sits = |label: Option<&str>, seat: &str| label.is_none_or(|label| label == seat);
        let as_first = sits(player, &row.first) && sits(opponent, &row.second);
        let as_second = sits(player, &row.second) && sits(opponent, &row.first);
        if !source.filter.takes(&row) || !(as_first || as_second) {
            continue;
        }
        let Some((first, stones)) = row.first_seat_half_points().zip(row.first_stones_half_points()) else {
            failed += 1;
            continue;
        };
        let pair = (row.pairing_id, row.pair_id);
        let moves = moves_hash(&row.moves);
        let against_itself = row.first == row.second;
        if against_itself {
            match &mut last_pair {
                Some((known, seen)) if *known == pair => {
                    if seen.contains(&moves) {
                        repeated += 1;
                        continue;
                    }
                    seen.push(moves);
                }
                _ => last_pair = Some((pair, vec![moves])),
            }
        }
        let half_points = if as_first { first } else { 2 - first };
        let plies = row.plies;
        played.push(Played { pair, half_points, first_stones_half_points: stones, plies, moves, against_itself });
    }
    for label in [player, opponent].into_iter().flatten() {
        if !labels.contains(label) {
            return Err(no_such(folder, "games", "player", label, labels.iter().map(String::as_str)));
        }
    }
    let remarks: Vec<String> = [
        (failed > 0).then(|| format!("{} left out because it was not finished", counted(failed, "game"))),
        (repeated > 0).then(|| format!("{} that repeats its pair move by move left out", counted(repeated, "game"))),
    ]
    .into_iter()
    .flatten()
    .collect();
    if played.is_empty() {
        let whose = [player, opponent].into_iter().flatten().collect::<Vec<_>>().join(" against ");
        let whose = if whose.is_empty() { String::new() } else { format!(" of {whose}") };
        let left_out: String = remarks.iter().map(|remark| format!("; {remark}")).collect();
        bail!("{}/games.csv has no finished game{whose} under this condition{left_out}", folder.display());
    }
    Ok(Games { played, remarks })
}

/// Takes a reading from games.csv.
///
/// # Errors
/// As [`super::measure::measure`].
pub(super) fn measure(folder: &Path, source: &Source) -> Result<Reading> {
    use MeasureKind::{DistinctGames, DrawRate, FirstSeatScore, LossRate, MeanPlies, Score, ScoreDifference};
    if source.kind == ScoreDifference {
        return score_difference(folder, source);
    }
    let Games { played, remarks } = games(folder, source)?;
    let reading = match source.kind {
        Score => score(folder, &played)?,
        FirstSeatScore => first_seat_score(&played)?,
        MeanPlies => mean_plies(&played)?,
        DistinctGames => {
            let distinct: HashSet<u64> = played.iter().map(|game| game.moves).collect();
            Reading::exact(distinct.len() as f64, played.len() as u64)
        }
        rate => {
            let wanted = match rate {
                LossRate => 0,
                DrawRate => 1,
                _ => 2,
            };
            // Against itself a player wins and loses every game alike: its draws alone mean something.
            if wanted != 1 && played.iter().any(|game| game.against_itself) {
                bail!("{}: a player against itself has no rate of wins or losses of its own", folder.display());
            }
            let hits = played.iter().filter(|game| game.half_points == wanted).count() as u64;
            let n = played.len() as u64;
            Reading::sampled(hits as f64 / n as f64, wilson(hits, n), n)
        }
    };
    Ok(reading.with_remarks(remarks))
}

/// Counts complete pairs by outcome; the second figure counts the games of incomplete ones.
pub(super) fn pair_counts(played: &[Played], half_points: impl Fn(&Played) -> u8) -> (PairCounts, u64) {
    let mut sums: BTreeMap<(u64, u64), (u8, u8)> = BTreeMap::new();
    for game in played {
        let (sum, games) = sums.entry(game.pair).or_default();
        *sum = sum.saturating_add(half_points(game));
        *games = games.saturating_add(1);
    }
    let (mut counts, mut half) = (PairCounts::default(), 0);
    for (sum, games) in sums.into_values() {
        match PairOutcome::from_half_points(sum).filter(|_| games == 2) {
            Some(outcome) => counts.add(outcome),
            None => half += u64::from(games),
        }
    }
    (counts, half)
}

/// Single games by outcome.
pub(super) fn game_counts(played: &[Played], half_points: impl Fn(&Played) -> u8) -> GameCounts {
    let mut counts = GameCounts::default();
    for game in played {
        match half_points(game) {
            0 => counts.losses += 1,
            1 => counts.draws += 1,
            _ => counts.wins += 1,
        }
    }
    counts
}

/// The score of units, `unit` being what they are called (pair, game), with the interval over the same units.
fn scored(counts: impl Tally, unit: &str) -> Option<(Reading, EloEstimate)> {
    let estimate = elo_estimate(counts)?;
    let units = estimate.units as u64;
    let mut reading = Reading::sampled(estimate.score, Some(estimate.score_interval), units);
    if estimate.interval_source == ScoreInterval::Wilson && units > 1 {
        reading.remarks.push(format!("all {units} {unit}s ended alike, so the interval is Wilson's over the {unit}s"));
    }
    Some((reading, estimate))
}

fn score(folder: &Path, played: &[Played]) -> Result<Reading> {
    if played.iter().any(|game| game.against_itself) {
        bail!("{}: a player against itself scores one half by definition", folder.display());
    }
    let (counts, half) = pair_counts(played, |game| game.half_points);
    let Some((reading, estimate)) = scored(counts, "pair") else {
        bail!("{}/games.csv: no opening was played to the end in both colours", folder.display());
    };
    Ok(reading.with_remarks(
        [
            (half > 0).then(|| format!("{} of incomplete pairs left out", counted(half, "game"))),
            Some(format!("{}; likelihood of superiority {:.1} %", estimate.elo_text(), 100.0 * estimate.los)),
        ]
        .into_iter()
        .flatten(),
    ))
}

fn first_seat_score(played: &[Played]) -> Result<Reading> {
    let (pairs, single) = pair_counts(played, |game| game.first_stones_half_points);
    // Where openings were played once only, as a player against itself does, the game is the unit.
    let found = if single == 0 {
        scored(pairs, "pair")
    } else {
        scored(game_counts(played, |game| game.first_stones_half_points), "game")
    };
    match found {
        Some((reading, _)) => Ok(reading),
        None => bail!("no game has a first seat's score"),
    }
}

fn mean_plies(played: &[Played]) -> Result<Reading> {
    let mut by_pair: BTreeMap<(u64, u64), (f64, f64)> = BTreeMap::new();
    for game in played {
        let (sum, games) = by_pair.entry(game.pair).or_default();
        *sum += f64::from(game.plies);
        *games += 1.0;
    }
    let units: Vec<(f64, f64)> = by_pair.into_values().collect();
    let mean = |drawn: &[(f64, f64)]| {
        let (sum, games) = drawn.iter().fold((0.0, 0.0), |(sum, games), (a, b)| (sum + a, games + b));
        Some(sum / games)
    };
    let Some(found) = bootstrap(&units, resamples_for(units.len()), &mut random_bits(), mean) else {
        bail!("no game has a length");
    };
    let plies: Vec<f64> = played.iter().map(|game| f64::from(game.plies)).collect();
    let prediction = prediction_interval(&plies, Scale::Linear);
    let mut reading = Reading::bootstrapped(found).with_remarks(prediction.as_ref().and_then(Prediction::remark));
    reading.prediction = prediction.map(|found| found.interval);
    Ok(reading)
}

/// Points of two players against the same reference, opening by opening.
fn score_difference(folder: &Path, source: &Source) -> Result<Reading> {
    let label = |label: &Option<String>| label.clone().unwrap_or_default();
    let sides = [label(&source.player), label(&source.baseline)];
    let reference = label(&source.reference);
    let mut labels = BTreeSet::new();
    let mut by_opening: [BTreeMap<String, (f64, f64)>; 2] = Default::default();
    let mut failed = 0;
    for row in read::<GameRow>(folder)? {
        let row = row?;
        for label in [&row.first, &row.second] {
            if !labels.contains(label) {
                labels.insert(label.clone());
            }
        }
        if !source.filter.takes(&row) {
            continue;
        }
        for (side, points) in sides.iter().zip(&mut by_opening) {
            let as_first = row.first == *side && row.second == reference;
            let as_second = row.second == *side && row.first == reference;
            if !(as_first || as_second) {
                continue;
            }
            let Some(first) = row.first_seat_half_points() else {
                failed += 1;
                continue;
            };
            let half_points = if as_first { first } else { 2 - first };
            let (sum, games) = points.entry(row.opening.clone()).or_default();
            *sum += f64::from(half_points) / 2.0;
            *games += 1.0;
        }
    }
    for label in sides.iter().chain([&reference]) {
        if !labels.contains(label) {
            return Err(no_such(folder, "games", "player", label, labels.iter().map(String::as_str)));
        }
    }
    let [first, second] = &by_opening;
    let differences: Vec<f64> = first
        .iter()
        .filter_map(|(opening, (sum, games))| {
            let (other_sum, other_games) = second.get(opening)?;
            // Half a pair against a whole one would compare colours.
            (games == other_games && games % 2.0 == 0.0).then(|| sum / games - other_sum / other_games)
        })
        .collect();
    let openings = first.keys().chain(second.keys()).collect::<BTreeSet<_>>().len();
    let Some(found) = bootstrap_mean(&differences, resamples_for(differences.len()), &mut random_bits()) else {
        bail!(
            "{}/games.csv: {} and {} share no opening that both played to the end in both colours against {reference}",
            folder.display(),
            sides[0],
            sides[1]
        );
    };
    let left_out = (openings - differences.len()) as u64;
    Ok(Reading::bootstrapped(found).with_remarks(
        [
            (failed > 0).then(|| format!("{} left out because it was not finished", counted(failed, "game"))),
            (left_out > 0).then(|| format!("{} that not both played in full left out", counted(left_out, "opening"))),
        ]
        .into_iter()
        .flatten(),
    ))
}

#[cfg(test)]
#[path = "measure_match_tests.rs"]
mod tests;
