//! Who meets whom in a match, and who plays in an exhaust experiment.

use std::ops::Range;

use anyhow::Result;

use super::experiment::{Experiment, MOST, Match, Schedule};
use super::positions::Suite;
use super::vary::Roster;
use crate::base::text::nearest;
use crate::games::GameSpec;
use crate::players::swap2::{OPENING, is_played_on};

/// Pairs that each pairing plays.
pub(super) fn check_match(experiment: &Experiment, section: &Match, pairings: usize) -> Result<u64> {
    let places = &experiment.places;
    let games = section.games;
    if games == 0 || !games.is_multiple_of(2) {
        return Err(places.fault(
            "match.games",
            format_args!("expected an even number above 0, since each opening is played twice, found {games}"),
        ));
    }
    if let Some([elo0, elo1]) = section.sprt {
        if pairings != 1 {
            return Err(places.fault("match.sprt", format_args!("expected one pairing, found {pairings}")));
        }
        if !(elo0 < elo1 && elo0.abs() <= 1000.0 && elo1.abs() <= 1000.0) {
            return Err(places.fault(
                "match.sprt",
                format_args!(
                    "expected [elo0, elo1] with elo0 below elo1, both from -1000 to 1000, found [{elo0}, {elo1}]"
                ),
            ));
        }
    }
    Ok(games / 2)
}

/// Swap2 is played on boards for five in a row alone.
pub(super) fn check_swap2_board(experiment: &Experiment) -> Result<()> {
    match swap2_fault(&experiment.game) {
        None => Ok(()),
        Some(problem) => Err(experiment.places.fault("match.swap2", problem)),
    }
}

/// Why swap2 has no meaning in a game, if it has none.
pub(super) fn swap2_fault(game: &GameSpec) -> Option<String> {
    (!is_played_on(&game.shape)).then(|| {
        format!("swap2 is played at five in a row without gravity on boards from 5x5, as gomoku; found {game}")
    })
}

/// Swap2 begins on the empty board, or with three stones that are given.
pub(super) fn check_swap2_openings(experiment: &Experiment, suite: &Suite) -> Result<()> {
    let wrong = (0..suite.len()).find(|&index| ![0, OPENING].contains(&suite.moves(index).len()));
    let Some(index) = wrong else { return Ok(()) };
    let (text, plies) = (suite.text(&experiment.game.shape, index), suite.moves(index).len());
    let problem = format_args!(
        "swap2 needs openings of 0 stones, which the players place, or of {OPENING}, from which they choose; '{text}' has {plies}"
    );
    Err(experiment.places.fault("match.openings", problem))
}

fn one_player(experiment: &Experiment, key: &str, label: &str, roster: &Roster) -> Result<Range<u64>> {
    roster.find(label).ok_or_else(|| {
        let labels: Vec<&str> = roster.base_labels().collect();
        let hint = nearest(label, labels.iter().copied());
        experiment
            .places
            .fault(key, format_args!("expected a label among {}, found '{label}'{hint}", labels.join(", ")))
    })
}

/// Who meets whom, by number.
pub(super) fn pairings(experiment: &Experiment, section: &Match, roster: &Roster) -> Result<Vec<(u32, u32)>> {
    let places = &experiment.places;
    let count = roster.len();
    if count < 2 {
        return Err(places.fault("players", format_args!("a match needs at least two players, found {count}")));
    }
    let mut pairings = Vec::new();
    // Before memory is asked for.
    let most = if matches!(section.schedule, Schedule::RoundRobin) { count * (count - 1) / 2 } else { count };
    if most > MOST >> 4 || count > u64::from(u32::MAX) {
        return Err(places.fault("players", format_args!("{most} pairings are too many")));
    }
    let mut meet = |one: u64, other: u64| pairings.push((one as u32, other as u32));
    match &section.schedule {
        Schedule::RoundRobin => {
            for one in 0..count {
                (one + 1..count).for_each(|other| meet(one, other));
            }
        }
        Schedule::Gauntlet { reference } => {
            let found = one_player(experiment, "match.reference", reference, roster)?;
            if found.end - found.start != 1 {
                return Err(places.fault(
                    "match.reference",
                    format_args!("'{reference}' is {} players, made by a grid; expected one", found.end - found.start),
                ));
            }
            (0..count).filter(|other| !found.contains(other)).for_each(|other| meet(other, found.start));
        }
        Schedule::Pairs => return side_by_side(experiment, "schedule = \"pairs\"", roster),
    }
    Ok(pairings)
}

/// The first player with the second, the third with the fourth, by number; `asked` is what asks for it.
pub(super) fn side_by_side(experiment: &Experiment, asked: &str, roster: &Roster) -> Result<Vec<(u32, u32)>> {
    let fault = |problem: std::fmt::Arguments| experiment.places.fault("players", format_args!("{asked} {problem}"));
    let bases = roster.base_count();
    if !bases.is_multiple_of(2) {
        return Err(fault(format_args!(
            "needs an even number of players (first against second, third against fourth), found {bases}"
        )));
    }
    let mut pairs = Vec::new();
    for base in (0..bases).step_by(2) {
        let (ones, others) = (roster.variants_of(base), roster.variants_of(base + 1));
        let (one_count, other_count) = (ones.end - ones.start, others.end - others.start);
        if one_count != other_count && one_count != 1 && other_count != 1 {
            return Err(fault(format_args!(
                "cannot match {one_count} variants with {other_count}; expected as many, or one"
            )));
        }
        for step in 0..one_count.max(other_count) {
            let of = |range: &Range<u64>, length: u64| (range.start + if length == 1 { 0 } else { step }) as u32;
            pairs.push((of(&ones, one_count), of(&others, other_count)));
        }
    }
    Ok(pairs)
}

/// The players of an exhaust experiment, by number.
pub(super) fn chosen_players(experiment: &Experiment, labels: &[String], roster: &Roster) -> Result<Vec<u64>> {
    let mut chosen: Vec<u64> = Vec::new();
    if labels.is_empty() {
        chosen.extend(0..roster.len());
    }
    for label in labels {
        for index in one_player(experiment, "exhaust.players", label, roster)? {
            if chosen.contains(&index) {
                return Err(experiment.places.fault("exhaust.players", format_args!("'{label}' stands twice")));
            }
            chosen.push(index);
        }
    }
    if experiment.game.shape.cells() > EXHAUST_CELLS {
        return Err(experiment.places.fault(
            "game",
            format_args!(
                "kind = \"exhaust\" walks every line of the opponent; expected a board of at most {EXHAUST_CELLS} cells, \
                 found {}",
                experiment.game.shape.cells()
            ),
        ));
    }
    Ok(chosen)
}

/// Largest board on which every line of an opponent is walked.
pub const EXHAUST_CELLS: usize = 16;
