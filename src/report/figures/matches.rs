//! The games of result folders as figures need them: results by player and opponent, colour-swapped pairs put together.

use std::collections::HashMap;

use anyhow::Result;

use super::label::{Label, varied_keys};
use super::source::{Sources, ambiguous_bases};
use super::statistic::Found;
use crate::analysis::counts::{GameCounts, PairCounts, PairOutcome};
use crate::analysis::elo::elo_estimate;
use crate::analysis::wilson::wilson;
use crate::records::read::read;
use crate::records::rows::{GameRow, Row};

/// What one player did against one other, from the view of the first.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Record {
    pub games: GameCounts,
    pub pairs: PairCounts,
    /// Nodes of all its searches that are known, and moves it chose by them.
    pub nodes: u64,
    pub moves: u64,
}

impl Record {
    /// Adds what was done against someone else.
    pub fn add(&mut self, other: &Record) {
        self.games.wins += other.games.wins;
        self.games.draws += other.games.draws;
        self.games.losses += other.games.losses;
        for (mine, theirs) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *mine += theirs;
        }
        self.nodes = self.nodes.saturating_add(other.nodes);
        self.moves += other.moves;
    }

    /// Finished games.
    pub fn game_count(&self) -> u64 {
        self.games.wins + self.games.draws + self.games.losses
    }

    /// Complete pairs.
    pub fn pair_count(&self) -> u64 {
        self.pairs.0.iter().sum()
    }

    /// Share of games won, with Wilson's interval.
    pub fn win_rate(&self) -> Option<Found> {
        let n = self.game_count();
        let interval = wilson(self.games.wins, n)?;
        Some(Found {
            value: self.games.wins as f64 / n as f64,
            ends: Some((interval.low, interval.high)),
            n: n as usize,
        })
    }

    /// Mean points per game with the interval from pairs; from games where there is no complete pair.
    pub fn score(&self) -> Option<Found> {
        let found = if self.pair_count() > 0 { elo_estimate(self.pairs) } else { elo_estimate(self.games) }?;
        let ends = Some((found.score_interval.low, found.score_interval.high));
        Some(Found { value: found.score, ends, n: found.units as usize })
    }

    /// Mean nodes of a move.
    pub fn nodes_per_move(&self) -> Option<f64> {
        (self.moves > 0 && self.nodes > 0).then(|| self.nodes as f64 / self.moves as f64)
    }
}

/// A player of a folder.
#[derive(Clone, Debug)]
pub(super) struct Side {
    pub label: Label,
    /// The name before the bracket as charts show it.
    pub base: String,
    folder: usize,
}

impl Side {
    /// The label as charts show it, without some parameters.
    pub fn shown(&self, without: &[&str]) -> String {
        Label { base: self.base.clone(), ..self.label.without(without) }.text()
    }
}

/// All games.
#[derive(Debug, Default)]
pub(super) struct Matches {
    /// Players, in the order of their rows.
    pub sides: Vec<Side>,
    /// `(player, opponent)` to what the player did.
    pub records: HashMap<(usize, usize), Record>,
    /// Text forms of the games.
    pub games: Vec<String>,
    /// Games that failed or were not finished.
    pub failed: u64,
}

impl Matches {
    /// Reads `games.csv` of every folder that has one, row by row.
    pub(super) fn read(sources: &Sources) -> Result<Matches> {
        let mut matches = Matches::default();
        let mut labels: Vec<(String, String, usize)> = Vec::new();
        for (place, folder) in sources.with_table(GameRow::TABLE) {
            let mut known: HashMap<String, usize> = HashMap::new();
            // Pairs of which one game has come: the pair's opening, who was first, and its half points.
            let mut open: HashMap<(u64, u64), (usize, u8)> = HashMap::new();
            for row in read::<GameRow>(&folder.path)? {
                let row = row?;
                if !matches.games.contains(&row.game) {
                    matches.games.push(row.game.clone());
                }
                let mut side = |text: &String| {
                    *known.entry(text.clone()).or_insert_with(|| {
                        let label = Label::parse(text);
                        labels.push((label.base.clone(), text.clone(), place));
                        matches.sides.push(Side { base: label.base.clone(), label, folder: place });
                        matches.sides.len() - 1
                    })
                };
                let (first, second) = (side(&row.first), side(&row.second));
                let Some(points) = row.first_seat_half_points() else {
                    matches.failed += 1;
                    continue;
                };
                for (player, opponent, points, nodes, moves) in [
                    (first, second, points, row.nodes_first, row.moves_first),
                    (second, first, 2 - points, row.nodes_second, row.moves_second),
                ] {
                    let record = matches.records.entry((player, opponent)).or_default();
                    match points {
                        0 => record.games.losses += 1,
                        1 => record.games.draws += 1,
                        _ => record.games.wins += 1,
                    }
                    if let Some(nodes) = nodes {
                        record.nodes = record.nodes.saturating_add(nodes);
                        record.moves += u64::from(moves);
                    }
                }
                match open.remove(&(row.pairing_id, row.pair_id)) {
                    Some((other_first, other_points)) if other_first == second => {
                        for (player, opponent, sum) in
                            [(first, second, points + 2 - other_points), (second, first, 2 - points + other_points)]
                        {
                            if let Some(outcome) = PairOutcome::from_half_points(sum) {
                                matches.records.entry((player, opponent)).or_default().pairs.add(outcome);
                            }
                        }
                    }
                    _ => {
                        open.insert((row.pairing_id, row.pair_id), (first, points));
                    }
                }
            }
        }
        let ambiguous = ambiguous_bases(&labels);
        for side in &mut matches.sides {
            if ambiguous.contains(&side.base) {
                side.base = format!("{} ({})", side.base, sources.folders[side.folder].name);
            }
        }
        Ok(matches)
    }

    /// The player that everybody else met, if there is exactly one: the yardstick of a gauntlet. Of two players it is the
    /// one named second.
    pub fn reference(&self) -> Option<usize> {
        let met = |player: usize| self.records.keys().filter(|(one, _)| *one == player).count();
        let others = self.sides.len().checked_sub(1).filter(|&others| others > 0)?;
        if others == 1 {
            return Some(1);
        }
        let in_all = |player: usize| self.records.keys().all(|&(one, other)| one == player || other == player);
        (0..self.sides.len()).find(|&player| met(player) == others && in_all(player))
    }

    /// The names of players as a chart shows them side by side: of the parameters only those that vary among them.
    pub fn short_names(&self, players: &[usize]) -> Vec<String> {
        let labels = || players.iter().map(|&player| &self.sides[player].label);
        let varied = varied_keys(labels());
        let name = |side: &Side| {
            let same: Vec<&str> = side.label.changes.iter().map(|(key, _)| key.as_str()).collect();
            let same: Vec<&str> = same.into_iter().filter(|key| !varied.iter().any(|known| known == key)).collect();
            side.shown(&same)
        };
        players.iter().map(|&player| name(&self.sides[player])).collect()
    }

    /// Whether every player met one other only, and not all the same.
    pub fn in_pairs(&self) -> bool {
        let met = |player: usize| self.records.keys().filter(|(one, other)| *one == player && other != one).count();
        (0..self.sides.len()).all(|player| met(player) <= 1)
    }

    /// What a player did against all others.
    pub fn total(&self, player: usize) -> Record {
        let mut total = Record::default();
        for (_, record) in self.records.iter().filter(|((one, other), _)| *one == player && other != one) {
            total.add(record);
        }
        total
    }

    /// The players that a chart compares: all but the reference.
    pub fn compared(&self) -> Vec<usize> {
        let reference = self.reference();
        (0..self.sides.len()).filter(|&player| Some(player) != reference).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_of_a_record() {
        let record = Record {
            games: GameCounts { wins: 5, draws: 2, losses: 3 },
            pairs: PairCounts([1, 0, 2, 0, 2]),
            nodes: 300,
            moves: 3,
        };
        assert_eq!(record.win_rate().map(|rate| (rate.value, rate.n)), Some((0.5, 10)));
        let score = record.score().unwrap();
        assert!((score.value - 0.6).abs() < 1e-12 && score.n == 5);
        assert_eq!(record.nodes_per_move(), Some(100.0));
        assert_eq!(Record::default().win_rate(), None);
        assert_eq!((record.game_count(), record.pair_count()), (10, 5));
    }
}
