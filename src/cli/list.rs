//! `mnklab list KIND`: the registries, as text or JSON.

use std::path::Path;

use anyhow::Result;
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use super::table::Table;
use crate::analysis::claim::{Claim, Status};
use crate::base::embedded::EXPERIMENTS;
use crate::players::external::EXTERNAL;
use crate::players::ledger::FAULTS;
use crate::players::settings::{Key, Settings};
use crate::report::figures::FIGURES;
use crate::spec::{Profile, read_text};
use crate::{eval, games, players, records};

/// Lists a registry.
#[derive(Args, Debug)]
pub struct List {
    /// What to list.
    #[arg(value_enum)]
    pub kind: Kind,
    /// With 'switches': only those of this player, with its values.
    #[arg(value_name = "PLAYER")]
    pub player: Option<String>,
}

/// The registries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Games and how they are written.
    Games,
    /// Players and what they are told.
    Players,
    /// Keys of players that turn techniques on and off.
    Switches,
    /// Static evaluators with their weights.
    Evaluators,
    /// What can be measured of a search.
    Metrics,
    /// Charts that 'plot' draws.
    Figures,
    /// Faults of the documents' printed programs, with the players that show them.
    Faults,
    /// Published claims that 'repro' judges.
    Claims,
    /// Experiments that are built in, the claims' among them.
    Experiments,
}

impl List {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("list")?;
        let table = match (&self.player, self.kind) {
            (Some(player), Kind::Switches) => switches_of(&player.parse().or_usage()?),
            (Some(player), _) => {
                let problem = format!("only 'list switches' takes a player, found '{player}'");
                return Err(Failure::usage(problem));
            }
            // People see fields that are one value, JSON has the list.
            (None, Kind::Evaluators) => evaluators(!common.json),
            (None, kind) => kind.table().or_usage()?,
        };
        table.print(common.json, output)?;
        Ok(Exit::Done)
    }
}

impl Kind {
    /// The entries.
    ///
    /// # Errors
    ///
    /// An experiment cannot be read.
    pub fn table(self) -> Result<Table> {
        Ok(match self {
            Kind::Games => games(),
            Kind::Players => players(),
            Kind::Switches => switches(),
            Kind::Evaluators => evaluators(false),
            Kind::Metrics => metrics(),
            Kind::Figures => figures(),
            Kind::Faults => faults(),
            Kind::Claims => claims()?,
            Kind::Experiments => experiments()?,
        })
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

fn players() -> Table {
    let mut table = Table::default();
    for player in players::PLAYERS.iter().copied().chain([&EXTERNAL]) {
        let plays = |game: &&games::GameInfo| player.games.contains(&game.kind);
        let names: Vec<&str> = games::GAMES.iter().filter(plays).map(|game| game.name).collect();
        let settings: Vec<Value> = player
            .all_settings()
            .iter()
            .map(|setting| json!({ "key": setting.key, "value": setting.value, "why": setting.why }))
            .collect();
        let keys: Vec<&str> = player.keys().iter().map(Key::name).collect();
        table.push(vec![
            ("name", player.name.into()),
            ("games", if names.len() == games::GAMES.len() { "all".into() } else { names.join(" ").into() }),
            ("document", json!(player.document.into_iter().collect::<Vec<_>>())),
            ("settings", settings.into()),
            ("keys", json!(keys)),
            ("meaning", player.meaning.into()),
        ]);
    }
    table
}

fn figures() -> Table {
    let mut table = Table::default();
    for figure in FIGURES {
        table.push(vec![
            ("name", figure.name.into()),
            ("meaning", figure.meaning.into()),
            ("needs", figure.needs.into()),
        ]);
    }
    table
}

fn faults() -> Table {
    let mut table = Table::default();
    for fault in FAULTS {
        table.push(vec![
            ("name", fault.id.into()),
            ("document", fault.document.into()),
            ("place", fault.place.into()),
            ("meaning", fault.printed.into()),
            ("intended", fault.intended.into()),
            ("game", fault.game.into()),
            ("faulty", fault.faulty.into()),
            ("corrected", fault.corrected.into()),
            ("beside", fault.beside.unwrap_or_default().into()),
        ]);
    }
    table
}

/// The evaluators; with `weights_in_words` their weights and defaults stand in the meaning too.
fn evaluators(weights_in_words: bool) -> Table {
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
        let words: Vec<String> =
            evaluator.weights.iter().map(|weight| format!("{}={}", weight.key, weight.default)).collect();
        let meaning = match words.join(" ") {
            words if weights_in_words && !words.is_empty() => format!("{} [{words}]", evaluator.meaning),
            _ => evaluator.meaning.to_string(),
        };
        table.push(vec![
            ("name", evaluator.name.into()),
            ("games", games.join(" ").into()),
            ("weights", weights.into()),
            ("meaning", meaning.into()),
        ]);
    }
    table
}

/// Every key that some player takes, once, with the general players that take it.
fn switches() -> Table {
    let defaults = Settings::default();
    let mut known: Vec<(Key, Vec<&str>)> = Vec::new();
    for player in players::PLAYERS.iter().copied().chain([&EXTERNAL]).filter(|player| player.document.is_none()) {
        for key in player.keys() {
            match known.iter_mut().find(|(other, _)| (other.name(), other.meaning()) == (key.name(), key.meaning())) {
                Some((_, takers)) => takers.push(player.name),
                None => known.push((key, vec![player.name])),
            }
        }
    }
    let mut table = Table::default();
    for (key, takers) in known {
        push_switch(&mut table, &key, &defaults, &takers);
    }
    table
}

/// The keys of one player with the values that it has.
fn switches_of(player: &players::PlayerSpec) -> Table {
    let mut table = Table::default();
    for key in player.info().keys() {
        push_switch(&mut table, &key, player.settings(), &[player.name()]);
    }
    table
}

fn push_switch(table: &mut Table, key: &Key, settings: &Settings, takers: &[&str]) {
    table.push(vec![
        ("key", key.name().into()),
        ("default", key.get(settings).into()),
        ("players", json!(takers)),
        ("exact", json!(key.exact())),
        ("meaning", format!("{} [{}]", key.meaning(), key.values().describe()).into()),
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

fn experiments() -> Result<Table> {
    let mut table = Table::default();
    for (path, text) in EXPERIMENTS {
        // A claim that is only listed brings no experiment.
        if path.starts_with("claims/") && !text.contains("[[experiment]]") {
            continue;
        }
        let file = format!("experiments/{path}");
        for experiment in read_text(text, &file, Path::new("experiments"), Profile::Quick)? {
            table.push(vec![
                ("name", experiment.name.as_str().into()),
                ("kind", experiment.work.kind().into()),
                ("game", experiment.game.to_string().into()),
                ("file", file.as_str().into()),
                // A line of a table, whatever lines the file has.
                ("meaning", experiment.about.split_whitespace().collect::<Vec<_>>().join(" ").into()),
            ]);
        }
    }
    Ok(table)
}

fn claims() -> Result<Table> {
    let mut table = Table::default();
    for claim in Claim::all()? {
        let status = match claim.status {
            Status::Judged => "judged",
            Status::NotRun => "not-run",
            Status::NotTestable => "not-testable",
        };
        let parts: Vec<Value> = claim
            .parts
            .iter()
            .map(|part| json!({ "id": part.id, "says": part.says, "published": part.published, "unit": part.unit }))
            .collect();
        table.push(vec![
            ("name", claim.id.as_str().into()),
            ("game", claim.game.as_str().into()),
            ("status", status.into()),
            ("parts", parts.into()),
            ("experiments", json!(claim.experiments)),
            ("meaning", claim.says.as_str().into()),
        ]);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn switches_of_a_player_have_its_values_and_evaluators_their_weights() {
        let rows = switches_of(&"doc-a-search{depth=3,topk=30}".parse().unwrap());
        assert!(rows.len() > 10 && rows.len() <= switches().len() + 1);
        let mut buffer = Vec::new();
        rows.print(false, &mut Output::new(&mut buffer)).unwrap();
        let text = String::from_utf8(buffer).unwrap();
        assert!(text.lines().any(|line| line.split_whitespace().take(2).eq(["topk", "30"])), "{text}");
        assert!(switches_of(&"random".parse().unwrap()).is_empty());
        let mut buffer = Vec::new();
        evaluators(true).print(false, &mut Output::new(&mut buffer)).unwrap();
        assert!(String::from_utf8(buffer).unwrap().contains("open_three="));
    }

    #[test]
    fn every_kind_lists_something_with_names_that_differ() {
        for &kind in Kind::value_variants() {
            let mut buffer = Vec::new();
            kind.table().unwrap().print(true, &mut Output::new(&mut buffer)).unwrap();
            let rows: Vec<serde_json::Map<String, Value>> = serde_json::from_slice(&buffer).unwrap();
            assert!(!rows.is_empty(), "{kind:?}");
            let mut names: Vec<String> = rows
                .iter()
                .map(|row| format!("{:?}", ["name", "key", "file", "players"].map(|column| row.get(column))))
                .collect();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), rows.len(), "{kind:?}");
            assert!(rows.iter().all(|row| row["meaning"].as_str().is_some_and(|text| !text.is_empty())), "{kind:?}");
        }
    }
}
