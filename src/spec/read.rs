//! Reading experiments from TOML.

use std::path::Path;

use anyhow::Result;

use super::experiment::{Balance, DEFAULT_SEED, Experiment, MOST, Match, Places, Schedule, Search, Work};
use super::positions::{Generated, Positions, file_positions};
use super::profile::Profile;
use super::reader::{Source, Table, Value};
use super::truth::{check_from_ply, read_truth};
use super::vary::{Permutations, Vary};
use crate::base::MAX_SIDE;
use crate::base::input::read_text as read_text_file;
use crate::base::score::WIN_BOUND;
use crate::base::text::nearest;
use crate::games::GameSpec;

/// Most characters of a name: of several experiments it is a folder's name too.
const LONGEST_NAME: usize = 200;

const KINDS: [&str; 5] = ["search", "match", "exhaust", "count", "truth"];

/// Reads all experiments of a file: one at its top, or one in each `[[experiment]]`. The tables `claim` and `part`, which
/// tell how results are judged, are passed over; a file of these alone has no experiments.
///
/// # Errors
/// If the file cannot be read, is no TOML, or says something that is not understood; nothing is checked against the
/// rules of games and players yet.
pub fn read_file(path: &Path, profile: Profile) -> Result<Vec<Experiment>> {
    let text = read_text_file(path, "a file with an experiment")?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read_text(&text, &path.display().to_string(), folder, profile)
}

/// Reads all experiments of a text that messages call `name`; files named in it are looked for in `folder`.
///
/// # Errors
/// As [`read_file`].
pub fn read_text(text: &str, name: &str, folder: &Path, profile: Profile) -> Result<Vec<Experiment>> {
    let source = Source { name, text: text.trim_start_matches('\u{feff}'), profile };
    let tree = source.parse()?;
    let top = Table::top(&source, tree.get_ref());
    let (claim, _) = (top.get("claim"), top.get("part"));
    match top.get("experiment") {
        // A claim that nobody measures yet.
        None if claim.is_some() && top.entries().iter().all(|(key, _)| ["claim", "part"].contains(key)) => {
            Ok(Vec::new())
        }
        None => read_experiment(top, folder).map(|experiment| vec![experiment]),
        Some(list) => {
            top.finish()?;
            if !list.is_list() {
                return Err(list.fault("expected a list of tables; their headers are [[experiment]]"));
            }
            let mut experiments: Vec<Experiment> = Vec::new();
            for value in list.list()? {
                let experiment = read_experiment(value.table()?.as_top(), folder)?;
                if experiments.iter().any(|known| known.name == experiment.name) {
                    return Err(value.fault(format_args!("the name '{}' stands twice", experiment.name)));
                }
                experiments.push(experiment);
            }
            Ok(experiments)
        }
    }
}

fn read_experiment(table: Table, folder: &Path) -> Result<Experiment> {
    let mut places = Places::default();
    table.may_have(&["about", "about_zh", "game", "kind", "name", "pairs", "players", "seed", "vary", "zip"]);
    table.may_have(&["positions", "balance", "match", "exhaust", "count", "truth"]);
    let name = table.require("name", "the experiment's name")?;
    let kind_value = table.require("kind", "one of search, match, exhaust, count, truth")?;
    let game_value = table.require("game", "a game such as gomoku or mnk:4,4,4")?;
    let game: GameSpec = game_value.text()?.parse().map_err(|error| game_value.fault(format_args!("{error:#}")))?;
    places.note(&game_value);
    let seed = table.get("seed").map_or(Ok(DEFAULT_SEED), |value| value.whole(0, i64::MAX as u64))?;
    let kind = kind_value.text()?;
    if !KINDS.contains(&kind) {
        return Err(kind_value.fault(format_args!(
            "expected one of {}, found '{kind}'{}",
            KINDS.join(", "),
            nearest(kind, KINDS)
        )));
    }
    let recorded = kind == "truth" && table.get("truth").is_some_and(|value| value.has("games"));
    let players = read_players(&table, &mut places, kind != "count" && !recorded)?;
    if let (true, Some(value)) = (recorded, table.get("players")) {
        return Err(value.fault("recorded games have their own players; leave the table out beside truth.games"));
    }
    let vary = read_vary(&table, &mut places)?;
    let work = match kind {
        "search" => {
            let value = table.require("positions", "a table, for kind = \"search\"")?;
            places.note(&value);
            let positions = read_positions(&value, &mut places, folder, seed)?;
            Work::Search(Search { positions, balance: read_balance(&table, &mut places)? })
        }
        "match" => Work::Match(read_match(&table, &game, &mut places, folder, seed)?),
        "truth" => Work::Truth(read_truth(&table, &game, &mut places, folder, seed)?),
        "exhaust" => Work::Exhaust { players: read_exhaust(&table, &mut places)? },
        _ => Work::Count { quantities: read_count(&table, &mut places)? },
    };
    let prose = |key| {
        table.get(key).map_or(Ok(String::new()), |value| Ok::<_, anyhow::Error>(value.text()?.trim().to_string()))
    };
    let experiment = Experiment {
        name: name.text()?.trim().to_string(),
        about: prose("about")?,
        about_zh: prose("about_zh")?,
        game,
        seed,
        players,
        vary,
        zip: table.get("zip").map_or(Ok(false), |value| value.boolean())?,
        in_pairs: match table.get("pairs") {
            Some(value) if kind != "search" => {
                return Err(value.fault(format_args!("it does not belong to an experiment of kind = \"{kind}\"")));
            }
            value => value.map_or(Ok(false), |value| value.boolean())?,
        },
        work,
        places,
    };
    if experiment.name.is_empty() || experiment.name.chars().count() > LONGEST_NAME {
        let count = experiment.name.chars().count();
        return Err(name.fault(format_args!("expected a name of 1 to {LONGEST_NAME} characters, found {count}")));
    }
    if experiment.name.chars().any(char::is_control) {
        return Err(name.fault("the name has a control character"));
    }
    for other in ["positions", "balance", "match", "exhaust", "count", "truth"] {
        // The section of another kind is a slip, not an unknown key.
        let own: &[&str] = if kind == "search" { &["positions", "balance"] } else { &[kind] };
        if !own.contains(&other)
            && let Some(value) = table.get(other)
        {
            return Err(value.fault(format_args!("it does not belong to an experiment of kind = \"{kind}\"")));
        }
    }
    table.finish()?;
    Ok(experiment)
}

fn read_players(table: &Table, places: &mut Places, needed: bool) -> Result<Vec<(String, String)>> {
    let Some(value) = table.get("players") else {
        if needed {
            table.require("players", "a table of players: label = \"text form\"")?;
        }
        return Ok(Vec::new());
    };
    places.note(&value);
    let mut players = Vec::new();
    for (label, player) in value.table()?.entries() {
        places.note(&player);
        players.push((label.to_string(), player.text()?.to_string()));
    }
    if players.is_empty() {
        return Err(value.fault("the table is empty; expected at least one player: label = \"text form\""));
    }
    Ok(players)
}

fn read_vary(table: &Table, places: &mut Places) -> Result<Vec<Vary>> {
    let Some(list) = table.get("vary") else { return Ok(Vec::new()) };
    let mut grids = Vec::new();
    for value in list.list()? {
        let entry = value.table()?;
        entry.may_have(&["key", "values", "players", "permutations"]);
        let key = entry.require("key", "a switch of the players, such as depth")?;
        let values = entry.require("values", "a list of values")?;
        let grid = Vary {
            key: key.text()?.trim().to_string(),
            values: values.list()?.iter().map(|value| value.scalar()).collect::<Result<_>>()?,
            players: entry.get("players").map_or(Ok(Vec::new()), |value| value.texts())?,
            permutations: entry.get("permutations").map(|value| read_permutations(&value.table()?)).transpose()?,
        };
        entry.finish()?;
        places.note_as(&format!("vary.{}", grids.len()), &value);
        grids.push(grid);
    }
    Ok(grids)
}

fn read_permutations(table: &Table) -> Result<Permutations> {
    Ok(Permutations {
        of: table.require("of", "how many numbers are ordered")?.whole(1, 484)? as u32,
        count: table.get("count").map(|count| count.whole(1, 1 << 24)).transpose()?,
        seed: table.get("seed").map_or(Ok(DEFAULT_SEED), |seed| seed.whole(0, i64::MAX as u64))?,
    })
}

/// Reads a suite: a list, a file's name, or a table with exactly one way to come by positions.
pub(super) fn read_positions(value: &Value, places: &mut Places, folder: &Path, seed: u64) -> Result<Positions> {
    if value.is_list() {
        return Ok(Positions::Listed(value.texts()?));
    }
    let from_file = |file: &Value| -> Result<Positions> {
        let positions = file_positions(&folder.join(file.text()?));
        Ok(Positions::Listed(positions.map_err(|error| file.fault(format_args!("{error:#}")))?))
    };
    if value.is_text() {
        return from_file(value);
    }
    let table = value.table()?;
    let (list, file, all) = (table.get("list"), table.get("file"), table.get("all"));
    let (plies, count) = (table.get("plies"), table.get("count"));
    let (seed_value, win_in_one, near) = (table.get("seed"), table.get("win_in_one"), table.get("near"));
    for entry in [&list, &file, &all, &plies, &count].into_iter().flatten() {
        places.note(entry);
    }
    let refuse = |entries: &[(&str, bool)], chosen: &str| match entries.iter().find(|(_, there)| *there) {
        Some((key, _)) => Err(value.fault(format_args!("'{key}' cannot be combined with '{chosen}'"))),
        None => Ok(()),
    };
    let generated = [
        ("count", count.is_some()),
        ("seed", seed_value.is_some()),
        ("win_in_one", win_in_one.is_some()),
        ("near", near.is_some()),
    ];
    let read_plies = |entry: &Value| -> Result<Vec<u32>> {
        entry.list()?.iter().map(|ply| ply.whole(0, 1000).map(|ply| ply as u32)).collect()
    };
    let positions = if let Some(list) = list {
        refuse(&[("file", file.is_some()), ("all", all.is_some()), ("plies", plies.is_some())], "list")?;
        refuse(&generated, "list")?;
        Positions::Listed(list.texts()?)
    } else if let Some(file) = file {
        refuse(&[("all", all.is_some()), ("plies", plies.is_some())], "file")?;
        refuse(&generated, "file")?;
        from_file(&file)?
    } else if let Some(all) = all {
        refuse(&generated, "all")?;
        if !all.boolean()? {
            return Err(all.fault("expected true; leave the key out otherwise"));
        }
        Positions::All { plies: plies.map_or(Ok(Vec::new()), |entry| read_plies(&entry))? }
    } else if let Some(plies) = plies {
        Positions::Generated(Generated {
            plies: read_plies(&plies)?,
            count: count.map(|count| count.whole(1, MOST)).transpose()?,
            seed: seed_value.map_or(Ok(seed), |value| value.whole(0, i64::MAX as u64))?,
            win_in_one: win_in_one.map_or(Ok(false), |value| value.boolean())?,
            near: near.map(|near| near.whole(1, MAX_SIDE as u64)).transpose()?.map(|near| near as u32),
        })
    } else {
        table.finish()?;
        return Err(value.fault("expected one of 'plies', 'list', 'file', 'all', found none of them"));
    };
    table.finish()?;
    Ok(positions)
}

/// Reads the table `balance`, if there is one.
fn read_balance(table: &Table, places: &mut Places) -> Result<Option<Balance>> {
    let Some(section) = table.get("balance") else { return Ok(None) };
    places.note(&section);
    let section = section.table()?;
    section.may_have(&["margin", "count"]);
    let margin = section.require("margin", "how far from 0 the value of a balanced position may lie")?;
    let balance = Balance {
        margin: margin.whole(0, u64::from(WIN_BOUND.unsigned_abs()))? as u32,
        count: section.get("count").map(|count| count.whole(1, MOST)).transpose()?,
    };
    section.finish()?;
    Ok(Some(balance))
}

fn read_match(table: &Table, game: &GameSpec, places: &mut Places, folder: &Path, seed: u64) -> Result<Match> {
    let section = table.require("match", "a table, for kind = \"match\"")?;
    places.note(&section);
    let section = section.table()?;
    section.may_have(&[
        "games",
        "openings",
        "record_moves",
        "reference",
        "schedule",
        "sprt",
        "swap2",
        "truth_from_ply",
    ]);
    let games = section.require("games", "the even number of games of each pairing")?;
    let openings = section.require("openings", "a table such as {plies=4}, a list of positions, or a file's name")?;
    let reference = section.get("reference");
    let schedule = section.get("schedule");
    for value in [Some(&games), Some(&openings), reference.as_ref(), schedule.as_ref()].into_iter().flatten() {
        places.note(value);
    }
    const SCHEDULES: [&str; 3] = ["pairs", "gauntlet", "round-robin"];
    let name = schedule.as_ref().map_or(Ok("pairs"), |value| value.text())?;
    let schedule = match (name, &reference, &schedule) {
        ("gauntlet", Some(reference), _) => Schedule::Gauntlet { reference: reference.text()?.to_string() },
        ("gauntlet", None, _) => {
            section.require("reference", "the label that meets all others, for schedule = \"gauntlet\"")?;
            Schedule::Pairs
        }
        (_, Some(reference), _) => {
            return Err(reference.fault(format_args!("it belongs to schedule = \"gauntlet\", found \"{name}\"")));
        }
        ("pairs", ..) => Schedule::Pairs,
        ("round-robin", ..) => Schedule::RoundRobin,
        (_, _, Some(value)) => {
            let known = SCHEDULES.join(", ");
            return Err(
                value.fault(format_args!("expected one of {known}, found '{name}'{}", nearest(name, SCHEDULES)))
            );
        }
        (_, _, None) => Schedule::Pairs,
    };
    let sprt = match section.get("sprt") {
        None => None,
        Some(value) => {
            places.note(&value);
            let bounds = value.list()?.iter().map(|bound| bound.decimal()).collect::<Result<Vec<f64>>>()?;
            let bounds = <[f64; 2]>::try_from(bounds)
                .map_err(|found| value.fault(format_args!("expected [elo0, elo1], found {} numbers", found.len())))?;
            Some(bounds)
        }
    };
    let swap2 = section.get("swap2");
    if let Some(value) = &swap2 {
        places.note(value);
    }
    let truth_from_ply = section.get("truth_from_ply");
    let truth_from_ply = match &truth_from_ply {
        None => None,
        Some(value) => {
            places.note(value);
            let from_ply = value.whole(0, 1 << 16)? as u32;
            check_from_ply(game, from_ply, value.key(), places)?;
            Some(from_ply)
        }
    };
    let result = Match {
        schedule,
        games: games.whole(2, MOST)?,
        openings: read_positions(&openings, places, folder, seed)?,
        swap2: swap2.map_or(Ok(false), |value| value.boolean())?,
        record_moves: section.get("record_moves").map_or(Ok(false), |value| value.boolean())?,
        truth_from_ply,
        sprt,
    };
    section.finish()?;
    Ok(result)
}

fn read_exhaust(table: &Table, places: &mut Places) -> Result<Vec<String>> {
    let Some(section) = table.get("exhaust") else { return Ok(Vec::new()) };
    places.note(&section);
    let section = section.table()?;
    let (one, several) = (section.get("player"), section.get("players"));
    if let (Some(one), Some(_)) = (&one, &several) {
        return Err(one.fault("give 'player' or 'players', not both"));
    }
    let value = one.or(several);
    if let Some(value) = &value {
        places.note(value);
    }
    let players = value.map_or(Ok(Vec::new()), |value| value.texts())?;
    section.finish()?;
    Ok(players)
}

fn read_count(table: &Table, places: &mut Places) -> Result<Vec<String>> {
    let section = table.require("count", "a table, for kind = \"count\"")?;
    let section = section.table()?;
    let quantities = section.require("quantities", "a list such as [\"positions\", \"games\"]")?;
    places.note(&quantities);
    let texts = quantities.texts()?;
    section.finish()?;
    Ok(texts)
}
