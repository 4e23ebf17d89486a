//! Which rows a measure takes: equality of columns, and a range of plies.

use std::collections::BTreeMap;

use crate::base::text::nearest;
use crate::records::metrics::{self, Measured};
use crate::records::read::Timed;
use crate::records::rows::{FactRow, GameRow, MoveRow, Row, SearchRow, TruthRow};

/// A wanted value of a column.
#[derive(Clone, Debug, PartialEq)]
enum Wanted {
    Text(String),
    Number(f64),
}

/// Conditions on the columns of a row, all of which must hold; none: every row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    equal: Vec<(String, Wanted)>,
    ply_min: Option<f64>,
    ply_max: Option<f64>,
}

impl Filter {
    /// Reads the table `where` of a claim file for rows of `R`.
    ///
    /// # Errors
    /// If a key is no column of the file (the message names the nearest), or a value is of another type.
    pub fn parse<R: Cells>(table: &BTreeMap<String, toml::Value>) -> Result<Filter, String> {
        let mut filter = Filter::default();
        for (key, value) in table {
            let number = match value {
                toml::Value::Integer(number) => Some(*number as f64),
                toml::Value::Float(number) => Some(*number),
                toml::Value::Boolean(truth) => Some(f64::from(u8::from(*truth))),
                _ => None,
            };
            if ["ply_min", "ply_max"].contains(&key.as_str()) && R::PLY.is_some() {
                let Some(number) = number else {
                    return Err(format!("{key}: found {value}, expected a number of plies"));
                };
                let bound = if key == "ply_min" { &mut filter.ply_min } else { &mut filter.ply_max };
                *bound = Some(number);
                continue;
            }
            let Some(column) = R::COLUMNS.iter().find(|column| column.name == key) else {
                let hint = nearest(key, R::COLUMNS.iter().map(|column| column.name));
                return Err(format!("found '{key}', expected a column of {}.csv{hint}", R::TABLE));
            };
            let is_text = column.kind.contains("String");
            let wanted = match (value, number) {
                (toml::Value::String(text), _) if is_text => Wanted::Text(text.clone()),
                (_, Some(number)) if !is_text => Wanted::Number(number),
                _ => {
                    return Err(format!("{key}: found {value}, expected a value of type {}", column.kind));
                }
            };
            filter.equal.push((key.clone(), wanted));
        }
        Ok(filter)
    }

    /// Whether a row counts. An empty cell equals nothing.
    pub fn takes<R: Cells>(&self, row: &R) -> bool {
        let ply = || R::PLY.and_then(|column| row.number(column));
        let in_range = self.ply_min.is_none_or(|least| ply().is_some_and(|ply| ply >= least))
            && self.ply_max.is_none_or(|most| ply().is_some_and(|ply| ply <= most));
        in_range
            && self.equal.iter().all(|(column, wanted)| match wanted {
                Wanted::Text(wanted) => row.text(column).is_some_and(|cell| cell == wanted),
                Wanted::Number(wanted) => row.number(column) == Some(*wanted),
            })
    }
}

/// The cells of a row by name of their column.
pub trait Cells: Row {
    /// The column that `ply_min` and `ply_max` are about.
    const PLY: Option<&'static str>;
    /// A cell that holds text.
    fn text(&self, column: &str) -> Option<&str>;
    /// A cell that holds a number or a truth value (1, 0).
    fn number(&self, column: &str) -> Option<f64>;
}

/// A row that metrics can be read off.
pub trait Searched: Cells + Timed {
    /// The player's label.
    fn player(&self) -> &str;
    /// The sampling unit: the position, or the game of a move.
    fn unit(&self) -> u64;
    /// Whether that is a game.
    fn is_of_game(&self) -> bool;
    /// Whether the row's job failed.
    fn failed(&self) -> bool;
    /// What metrics are computed from.
    fn measured<'a>(&'a self, timing: Option<&'a crate::records::rows::TimingRow>) -> Measured<'a>;
}

fn metric_of(measured: &Measured<'_>, column: &str) -> Option<f64> {
    metrics::find(column).ok().and_then(|metric| (metric.of)(measured))
}

impl Cells for SearchRow {
    const PLY: Option<&'static str> = Some("ply");

    fn text(&self, column: &str) -> Option<&str> {
        match column {
            "game" => Some(&self.game),
            "position" => Some(&self.position),
            "player" => Some(&self.player),
            "config" => Some(&self.config),
            "best_move" => self.best_move.as_deref(),
            "line" => self.line.as_deref(),
            "candidates" => self.candidates.as_deref(),
            "dispatch" => self.dispatch.as_deref(),
            "err" => self.err.as_deref(),
            _ => None,
        }
    }

    fn number(&self, column: &str) -> Option<f64> {
        match column {
            "job_id" => Some(self.job_id as f64),
            "position_id" => Some(self.position_id as f64),
            "reproducible" => Some(f64::from(u8::from(self.reproducible))),
            _ => metric_of(&Measured::search(self, None), column),
        }
    }
}

impl Searched for SearchRow {
    fn player(&self) -> &str {
        &self.player
    }

    fn unit(&self) -> u64 {
        self.position_id
    }

    fn is_of_game(&self) -> bool {
        false
    }

    fn failed(&self) -> bool {
        self.err.is_some()
    }

    fn measured<'a>(&'a self, timing: Option<&'a crate::records::rows::TimingRow>) -> Measured<'a> {
        Measured::search(self, timing)
    }
}

impl Cells for MoveRow {
    const PLY: Option<&'static str> = Some("ply");

    fn text(&self, column: &str) -> Option<&str> {
        match column {
            "game" => Some(&self.game),
            "player" => Some(&self.player),
            "position" => Some(&self.position),
            "played_move" => self.played_move.as_deref(),
            "line" => self.line.as_deref(),
            "candidates" => self.candidates.as_deref(),
            _ => None,
        }
    }

    fn number(&self, column: &str) -> Option<f64> {
        match column {
            "job_id" => Some(self.job_id as f64),
            "reproducible" => Some(f64::from(u8::from(self.reproducible))),
            _ => metric_of(&Measured::played(self, None), column),
        }
    }
}

impl Searched for MoveRow {
    fn player(&self) -> &str {
        &self.player
    }

    fn unit(&self) -> u64 {
        self.job_id
    }

    fn is_of_game(&self) -> bool {
        true
    }

    fn failed(&self) -> bool {
        false
    }

    fn measured<'a>(&'a self, timing: Option<&'a crate::records::rows::TimingRow>) -> Measured<'a> {
        Measured::played(self, timing)
    }
}

impl Cells for TruthRow {
    const PLY: Option<&'static str> = Some("ply");

    fn text(&self, column: &str) -> Option<&str> {
        match column {
            "game" => Some(&self.game),
            "position" => Some(&self.position),
            "player" => Some(&self.player),
            "played_move" => self.played_move.as_deref(),
            "play_out_outcome" => self.play_out_outcome.as_deref(),
            "play_out_end" => self.play_out_end.as_deref(),
            "err" => self.err.as_deref(),
            _ => None,
        }
    }

    fn number(&self, column: &str) -> Option<f64> {
        match column {
            "job_id" => Some(self.job_id as f64),
            "position_id" => self.position_id.map(|id| id as f64),
            "game_id" => self.game_id.map(|id| id as f64),
            "reproducible" => Some(f64::from(u8::from(self.reproducible))),
            _ => metric_of(&Measured::judged(self, None), column),
        }
    }
}

impl Searched for TruthRow {
    fn player(&self) -> &str {
        &self.player
    }

    fn unit(&self) -> u64 {
        self.game_id.or(self.position_id).unwrap_or(self.job_id)
    }

    fn is_of_game(&self) -> bool {
        self.game_id.is_some()
    }

    fn failed(&self) -> bool {
        self.err.is_some()
    }

    fn measured<'a>(&'a self, timing: Option<&'a crate::records::rows::TimingRow>) -> Measured<'a> {
        Measured::judged(self, timing)
    }
}

impl Cells for GameRow {
    const PLY: Option<&'static str> = Some("plies");

    fn text(&self, column: &str) -> Option<&str> {
        match column {
            "game" => Some(&self.game),
            "opening" => Some(&self.opening),
            "first" => Some(&self.first),
            "second" => Some(&self.second),
            "first_config" => Some(&self.first_config),
            "second_config" => Some(&self.second_config),
            "swap2" => self.swap2.as_deref(),
            "first_stones" => self.first_stones.as_deref(),
            "outcome" => self.outcome.as_deref(),
            "end" => Some(&self.end),
            "reason" => self.reason.as_deref(),
            "moves" => Some(&self.moves),
            "err" => self.err.as_deref(),
            _ => None,
        }
    }

    fn number(&self, column: &str) -> Option<f64> {
        let whole = match column {
            "job_id" => self.job_id,
            "pairing_id" => self.pairing_id,
            "pair_id" => self.pair_id,
            "plies" => self.plies.into(),
            "seed" => self.seed,
            "nodes_first" => self.nodes_first?,
            "nodes_second" => self.nodes_second?,
            "moves_first" => self.moves_first.into(),
            "moves_second" => self.moves_second.into(),
            "depth_sum_first" => self.depth_sum_first?,
            "depth_sum_second" => self.depth_sum_second?,
            "swap2_nodes_first" => self.swap2_nodes_first?,
            "swap2_nodes_second" => self.swap2_nodes_second?,
            "reproducible" => self.reproducible.into(),
            _ => return None,
        };
        Some(whole as f64)
    }
}

impl Cells for FactRow {
    const PLY: Option<&'static str> = None;

    fn text(&self, column: &str) -> Option<&str> {
        match column {
            "game" => Some(&self.game),
            "subject" => Some(&self.subject),
            "quantity" => Some(&self.quantity),
            "err" => self.err.as_deref(),
            _ => None,
        }
    }

    fn number(&self, column: &str) -> Option<f64> {
        match column {
            "job_id" => Some(self.job_id as f64),
            "value" => self.value,
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(text: &str) -> BTreeMap<String, toml::Value> {
        toml::from_str(text).unwrap()
    }

    /// A row whose cells are all filled in, so that a column that is not wired up shows.
    fn filled<R: Cells>() -> R {
        let cells = R::COLUMNS.iter().map(|column| match column.kind {
            kind if kind.contains("bool") => "true",
            kind if kind.contains("String") => "t",
            _ => "7",
        });
        let headers: csv::StringRecord = R::COLUMNS.iter().map(|column| column.name).collect();
        csv::StringRecord::from(cells.collect::<Vec<_>>()).deserialize(Some(&headers)).unwrap()
    }

    fn every_column_filters<R: Cells>() {
        let row: R = filled();
        for column in R::COLUMNS {
            let (right, wrong) = match column.kind {
                kind if kind.contains("bool") => ("true", "false"),
                kind if kind.contains("String") => ("'t'", "'u'"),
                _ => ("7", "8"),
            };
            for (value, expected) in [(right, true), (wrong, false)] {
                let filter = Filter::parse::<R>(&table(&format!("{} = {value}", column.name))).unwrap();
                assert_eq!(filter.takes(&row), expected, "{} {} = {value}", R::TABLE, column.name);
            }
        }
    }

    #[test]
    fn every_column_of_every_table() {
        every_column_filters::<SearchRow>();
        every_column_filters::<GameRow>();
        every_column_filters::<MoveRow>();
        every_column_filters::<FactRow>();
        every_column_filters::<TruthRow>();
    }

    #[test]
    fn ranges_and_errors() {
        let row = SearchRow { ply: 8, ..SearchRow::default() };
        for (text, expected) in
            [("ply_min = 8\nply_max = 8", true), ("ply_min = 9", false), ("ply_max = 7", false), ("", true)]
        {
            assert_eq!(Filter::parse::<SearchRow>(&table(text)).unwrap().takes(&row), expected, "{text}");
        }
        let message = Filter::parse::<SearchRow>(&table("plys = 3")).unwrap_err();
        assert!(message.contains("did you mean 'ply'"), "{message}");
        assert!(Filter::parse::<SearchRow>(&table("ply = 'x'")).unwrap_err().contains("u32"));
        assert!(Filter::parse::<FactRow>(&table("ply_min = 1")).is_err());
        assert!(!Filter::parse::<SearchRow>(&table("best_move = 'h8'")).unwrap().takes(&row));
    }
}
