//! `mnklab list KIND`: the registries, as text or JSON.

use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::exit::{Exit, Outcome};
use super::flags::Common;
use super::output::Output;
use super::table::Table;
use crate::base::switch::Switch;
use crate::{eval, games, records, search};

/// Lists a registry.
#[derive(Args, Debug)]
pub struct List {
    /// What to list.
    #[arg(value_enum)]
    pub kind: Kind,
}

/// The registries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Games and how they are written.
    Games,
    /// Keys of players that turn techniques on and off.
    Switches,
    /// Static evaluators with their weights.
    Evaluators,
    /// What can be measured of a search.
    Metrics,
}

impl List {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("list")?;
        self.kind.table().print(common.json, output)?;
        Ok(Exit::Done)
    }
}

impl Kind {
    /// The entries.
    pub fn table(self) -> Table {
        match self {
            Kind::Games => games(),
            Kind::Switches => switches(),
            Kind::Evaluators => evaluators(),
            Kind::Metrics => metrics(),
        }
    }
}

fn games() -> Table {
    let mut table = Table::default();
    for game in &games::GAMES {
        table.push(vec![
            ("name", game.name.into()),
            ("form", game.form.into()),
            ("examples", json!(game.examples)),
            ("meaning", game.meaning.into()),
        ]);
    }
    table
}

fn evaluators() -> Table {
    let mut table = Table::default();
    for evaluator in eval::EVALUATORS {
        let weights: Vec<Value> = evaluator
            .weights
            .iter()
            .map(|weight| {
                json!({ "key": weight.key, "default": weight.default, "low": weight.low, "high": weight.high,
                        "whole": weight.whole, "meaning": weight.meaning })
            })
            .collect();
        let games: Vec<&str> = (games::GAMES.iter())
            .filter(|game| {
                let shapes = game.examples.iter().filter_map(|example| example.parse::<games::GameSpec>().ok());
                shapes.into_iter().any(|game| (evaluator.supports)(&game.shape).is_ok())
            })
            .map(|game| game.name)
            .collect();
        table.push(vec![
            ("name", evaluator.name.into()),
            ("games", games.join(" ").into()),
            ("weights", weights.into()),
            ("meaning", evaluator.meaning.into()),
        ]);
    }
    table
}

fn switches() -> Table {
    let mut table = Table::default();
    let body = search::Config::default();
    for switch in search::switches() {
        push_switch(&mut table, "search", switch, &body);
    }
    let tree = search::mcts::MctsConfig::default();
    for switch in search::mcts::SWITCHES {
        push_switch(&mut table, "mcts", switch, &tree);
    }
    table
}

fn push_switch<C>(table: &mut Table, of: &str, switch: &Switch<C>, defaults: &C) {
    table.push(vec![
        ("key", switch.key.into()),
        ("of", of.into()),
        ("default", (switch.get)(defaults).into()),
        ("exact", json!(switch.exact)),
        ("meaning", format!("{} [{}]", switch.meaning, switch.values.describe()).into()),
    ]);
}

fn metrics() -> Table {
    let mut table = Table::default();
    for metric in records::metrics::METRICS {
        let (name, unit, meaning) = (metric.name, metric.unit, metric.meaning);
        table.push(vec![("name", name.into()), ("unit", unit.into()), ("meaning", meaning.into())]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_lists_something_with_names_that_differ() {
        for &kind in Kind::value_variants() {
            let mut buffer = Vec::new();
            kind.table().print(true, &mut Output::new(&mut buffer)).unwrap();
            let rows: Vec<serde_json::Map<String, Value>> = serde_json::from_slice(&buffer).unwrap();
            assert!(!rows.is_empty(), "{kind:?}");
            let mut names: Vec<String> =
                rows.iter().map(|row| format!("{:?} {:?}", row.values().next(), row.get("of"))).collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), rows.len(), "{kind:?}");
            assert!(rows.iter().all(|row| row["meaning"].as_str().is_some_and(|text| !text.is_empty())), "{kind:?}");
        }
    }
}
