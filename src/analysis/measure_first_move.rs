//! What one first move is worth in won games: whoever moves first with it, against whoever moves first otherwise.

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use anyhow::{Result, bail};

use super::interval::Interval;
use super::measure::{Reading, Source, counted, no_such};
use super::measure_match::moves_hash;
use super::wilson::wilson;
use crate::records::read::read;
use crate::records::rows::GameRow;

/// Games that differ in their moves, and those of them that the first stones won.
#[derive(Default)]
struct Seen {
    games: HashSet<u64>,
    won: u64,
}

impl Seen {
    fn rate(&self) -> Option<(f64, Interval)> {
        let games = self.games.len() as u64;
        Some((self.won as f64 / games as f64, wilson(self.won, games)?))
    }
}

/// The share of games that the first stones won after the opening asked for, less that after all others; with Newcombe's
/// interval of a difference of two rates (1998, method 10).
///
/// # Errors
/// As [`super::measure::measure`].
pub(super) fn measure(folder: &Path, source: &Source) -> Result<Reading> {
    let (player, opponent) = (source.player.as_deref(), source.baseline.as_deref());
    let (mut with, mut without, mut openings) = (Seen::default(), Seen::default(), BTreeSet::new());
    let (mut failed, mut repeated, mut labels) = (0, 0, BTreeSet::new());
    for row in read::<GameRow>(folder)? {
        let row = row?;
        labels.extend([row.first.clone(), row.second.clone()]);
        openings.insert(row.opening.clone());
        let sits = |label: Option<&str>, seat: &str| label.is_none_or(|label| label == seat);
        let met = |one: &str, other: &str| sits(player, one) && sits(opponent, other);
        if !source.filter.takes(&row) || !(met(&row.first, &row.second) || met(&row.second, &row.first)) {
            continue;
        }
        let Some(points) = row.first_stones_half_points() else {
            failed += 1;
            continue;
        };
        let seen = if row.opening == source.opening { &mut with } else { &mut without };
        if seen.games.insert(moves_hash(&row.moves)) {
            seen.won += u64::from(points == 2);
        } else {
            repeated += 1;
        }
    }
    for label in [player, opponent].into_iter().flatten() {
        if !labels.contains(label) {
            return Err(no_such(folder, "games", "player", label, labels.iter().map(String::as_str)));
        }
    }
    if !openings.contains(&source.opening) {
        return Err(no_such(folder, "games", "opening", &source.opening, openings.iter().map(String::as_str)));
    }
    let (Some((one, of_one)), Some((other, of_other))) = (with.rate(), without.rate()) else {
        bail!("{}/games.csv lacks finished games with the opening {} or without it", folder.display(), source.opening);
    };
    let estimate = one - other;
    let reach = |a: f64, b: f64| a.hypot(b);
    let interval = Interval::new(
        estimate - reach(one - of_one.low, of_other.high - other),
        estimate + reach(of_one.high - one, other - of_other.low),
    );
    let games = (with.games.len() + without.games.len()) as u64;
    let remarks = [
        (failed > 0).then(|| format!("{} left out because it was not finished", counted(failed, "game"))),
        (repeated > 0).then(|| format!("{} that repeats another one move by move left out", counted(repeated, "game"))),
        Some(format!(
            "the first seat won {} of {} with this first move, {} of {} otherwise; Newcombe's interval",
            with.won,
            counted(with.games.len() as u64, "game"),
            without.won,
            without.games.len()
        )),
    ];
    Ok(Reading::sampled(estimate, interval, games).with_remarks(remarks.into_iter().flatten()))
}

#[cfg(test)]
mod tests {
    use crate::analysis::claim::Claim;
    use crate::analysis::judge_claim::judge_claim;
    use crate::analysis::measure::{Source, measure};
    use crate::analysis::test_folder::{TestFolder, game, source, write_table};
    use crate::analysis::verdict::Verdict;
    use crate::records::rows::GameRow;

    /// Of so many games each, the first seat wins some after the openings `4` and `1`; one game is played twice.
    fn rows(games: u64, centre: u64, edge: u64) -> Vec<GameRow> {
        let played = |opening: &str, at: u64, wins: u64| {
            let outcome = if at < wins { "first" } else { "second" };
            let number = at + if opening == "4" { 0 } else { 2 * games };
            GameRow { opening: opening.to_string(), ..game(number, (0, number), "a", "b", outcome, 30) }
        };
        let mut rows: Vec<GameRow> =
            (0..games).flat_map(|at| [played("4", at, centre), played("1", at, edge)]).collect();
        let again = rows[0].clone();
        rows.push(GameRow { job_id: 9999, ..again });
        rows
    }

    #[test]
    fn a_difference_of_rates_with_newcombes_interval() {
        let folder = TestFolder::new("first-move");
        folder.write(&rows(100, 60, 50));
        let of = |opening: &str| {
            let asked = source("first_move_lead", &[("opening", "x")]);
            measure(folder.path(), &Source { opening: opening.to_string(), ..asked })
        };
        let said = of("44").unwrap_err().to_string();
        assert!(said.contains("has no opening '44'") && said.contains("there are 1, 4"), "{said}");
        let reading = of("4").unwrap();
        assert!((reading.estimate - 0.1).abs() < 1e-12);
        // Wilson: 0.6 [0.5020, 0.6906], 0.5 [0.4038, 0.5962]; sqrt(0.0980^2 + 0.0962^2), sqrt(0.0906^2 + 0.0962^2).
        let interval = reading.interval.unwrap();
        assert!((interval.low + 0.0373).abs() < 2e-4 && (interval.high - 0.2321).abs() < 2e-4, "{interval:?}");
        assert_eq!(reading.n, 200);
        let text = reading.remarks.join("; ");
        assert!(
            text.contains("60 of 100 games") && text.contains("50 of 100") && text.contains("1 game that"),
            "{text}"
        );
    }

    #[test]
    fn every_verdict_can_come_out() {
        let claim = Claim::parse(
            "x1.toml",
            "[claim]\nid = 'X1'\ndocument = 'X'\ngame = 'connect4'\nstatus = 'judged'\nsays = 'x'\nsays_zh = 'x'\n[[part]]\nid = \
             'X1.a'\nsays = ''\nsays_zh = ''\ncondition = 'any'\nexperiment = 'x1'\nmeasure = 'first_move_lead'\nopening = \
             '4'\nunit = 'points'\nform = 'effect'\npublished = '10'\n",
        )
        .unwrap();
        for (centre, edge, verdict) in [
            (280, 240, Verdict::Reproduced),
            (380, 160, Verdict::DirectionOnly),
            (160, 320, Verdict::Contradicted),
            (220, 200, Verdict::Undecided),
        ] {
            let folder = TestFolder::new("first-move-verdicts");
            write_table(&folder.path().join("x1"), &rows(400, centre, edge));
            let row = judge_claim(&claim, folder.path(), "mnklab repro").remove(0);
            assert_eq!(row.verdict, Some(verdict), "{centre} {edge}: {}", row.reason);
        }
    }
}
