//! What an experiment ran, in a few lines: its specification without the lists that nobody reads in a report.

use toml::{Table as Toml, Value};

use crate::base::text::Named;
use crate::records::folder::SPEC_NAME;
use crate::records::manifest::{Manifest, Status};
use crate::report::figures::phrases::{game_text, say};
use crate::report::number;
use crate::report::words::{Lang, Word};

/// Lists with more values than this are counted, not printed.
const MOST_VALUES: usize = 8;
/// Players with their own line of changes in a summary.
const MOST_PLAYERS: usize = 6;

pub(super) fn colon(lang: Lang) -> &'static str {
    match lang {
        Lang::En => ": ",
        Lang::Zh => "：",
    }
}

/// `1 job`, `24 jobs`; in Chinese the number with its measure word.
pub(super) fn counted(lang: Lang, n: u64, one: &str, many: &str, chinese: &str) -> String {
    let shown = number::count(n);
    say(lang, format!("{shown} {}", if n == 1 { one } else { many }), format!("{shown} {chinese}"))
}

/// Game, kind, jobs, settings and varied parameters, a line each.
pub(super) fn lines(spec: &Toml, manifest: Option<&Manifest>, lang: Lang) -> Vec<String> {
    let text = |key: &str| spec.get(key).and_then(Value::as_str).unwrap_or_default();
    let kind = match text("kind") {
        "search" => say(lang, "searches of a suite of positions", "对一组局面的搜索"),
        "match" => say(lang, "games, each opening played twice with colours swapped", "对局：每个开局换先各下一局"),
        "exhaust" => say(lang, "every line that an opponent can choose", "对手所有可能着法的穷举"),
        "count" => say(lang, "figures of the game itself, counted", "对棋类本身的计数"),
        "truth" => say(lang, "moves held against exact values", "着法与精确值对照"),
        other => other.to_owned(),
    };
    let separator = say(lang, "; ", "；");
    let mut first = vec![game_text(lang, text("game")), kind];
    if let Some(manifest) = manifest {
        first.push(counted(lang, manifest.job_count, "job", "jobs", "个任务"));
    }
    if let Some(seed) = spec.get("seed") {
        first.push(say(lang, format!("master seed {seed}"), format!("主种子 {seed}")));
    }
    if let Some(manifest) = manifest {
        first.push(say(lang, format!("plan {}", manifest.plan_hash), format!("计划 {}", manifest.plan_hash)));
    }
    let mut lines = vec![first.join(&separator)];
    if manifest.is_some_and(|manifest| manifest.status != Status::Finished) {
        lines.push(say(
            lang,
            "The experiment is not complete: jobs are missing or failed.",
            "实验未完成：有任务缺失或失败。",
        ));
    }
    for (section, english, chinese) in [
        ("positions", "Positions", "局面"),
        ("match", "Match", "对局"),
        ("exhaust", "Lines", "穷举"),
        ("count", "Counted", "计数"),
        ("truth", "Truth", "真值"),
    ] {
        if let Some(Value::Table(table)) = spec.get(section).filter(|value| has_entries(value)) {
            lines.push(format!("{}{}{}", say(lang, english, chinese), colon(lang), settings(table, lang)));
        }
    }
    for vary in spec.get("vary").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table) {
        let key = vary.get("key").and_then(Value::as_str).unwrap_or_default();
        let values = vary.get("values").map_or_else(String::new, |values| value_text(values, lang));
        lines.push(say(lang, format!("Varied: {key} over {values}"), format!("变化的参数：{key}，取值 {values}")));
    }
    lines
}

fn has_entries(value: &Value) -> bool {
    value.as_table().is_some_and(|table| !table.is_empty())
}

fn settings(table: &Toml, lang: Lang) -> String {
    let parts = table.iter().map(|(key, value)| match value {
        Value::Array(values) if key == "list" => positions(values, lang),
        Value::Table(inner) => format!("{key} ({})", settings(inner, lang)),
        value => format!("{key} {}", value_text(value, lang)),
    });
    parts.collect::<Vec<_>>().join(&say(lang, ", ", "，"))
}

fn value_text(value: &Value, lang: Lang) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(values) if values.len() > MOST_VALUES => {
            counted(lang, values.len() as u64, "value", "values", "个值")
        }
        Value::Array(values) => {
            values.iter().map(|value| value_text(value, lang)).collect::<Vec<_>>().join(&say(lang, ", ", "、"))
        }
        other => other.to_string(),
    }
}

/// `24 positions, plies 6–50`; few short ones as they stand.
fn positions(values: &[Value], lang: Lang) -> String {
    let texts: Vec<&str> = values.iter().filter_map(Value::as_str).collect();
    if texts.len() <= 3 && texts.iter().all(|text| text.len() <= 40) {
        return texts.join(&say(lang, ", ", "、"));
    }
    let count = counted(lang, values.len() as u64, "position", "positions", "个局面");
    let plies: Option<Vec<usize>> = texts.iter().map(|text| ply_count(text)).collect();
    let Some((low, high)) = plies.and_then(|plies| Some((*plies.iter().min()?, *plies.iter().max()?))) else {
        return count;
    };
    let range = if low == high { low.to_string() } else { format!("{low}–{high}") };
    say(lang, format!("{count}, plies {range}"), format!("{count}，手数 {range}"))
}

/// Moves of a list of moves such as `h8i9`; none for a board in rows.
fn ply_count(text: &str) -> Option<usize> {
    if text == "start" {
        return Some(0);
    }
    let moves = text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
    moves.then(|| text.chars().filter(char::is_ascii_lowercase).count())
}

/// The players in a line: what all have in common, and what each has of its own.
pub(super) fn players(spec: &Toml, prefix: &str, lang: Lang) -> Option<String> {
    let players: Vec<(&String, &str)> =
        spec.get("players")?.as_table()?.iter().filter_map(|(label, text)| Some((label, text.as_str()?))).collect();
    let named: Vec<Named> = players.iter().map(|(_, text)| text.parse().ok()).collect::<Option<_>>()?;
    let first = named.first()?;
    let same_name = named.len() > 1 && named.iter().all(|player| player.name == first.name);
    let is_common = |change: &(String, String)| same_name && named.iter().all(|player| player.changes.contains(change));
    let common = Named {
        name: first.name.clone(),
        changes: first.changes.iter().filter(|change| is_common(change)).cloned().collect(),
    };
    let shown = players.iter().zip(&named).take(MOST_PLAYERS).map(|((label, text), player)| {
        if !same_name {
            return format!("{label} = {text}");
        }
        let own = player.changes.iter().filter(|change| !is_common(change));
        let own: Vec<String> = own.map(|(key, value)| format!("{key}={value}")).collect();
        if own.is_empty() { (*label).clone() } else { format!("{label} ({})", own.join(", ")) }
    });
    let mut line = format!("{}{}", say(lang, "Players", "棋手"), colon(lang));
    if same_name {
        line += &say(lang, format!("{common}; of it "), format!("{common}；分别为 "));
    }
    line += &shown.collect::<Vec<_>>().join(&say(lang, "; ", "；"));
    if players.len() > MOST_PLAYERS {
        let more = players.len() - MOST_PLAYERS;
        line += &say(
            lang,
            format!("; and {more} more in {prefix}{SPEC_NAME}"),
            format!("；另有 {more} 个，见 {prefix}{SPEC_NAME}"),
        );
    }
    Some(line)
}

/// The label column of a table of players.
pub(super) fn player_headers(lang: Lang) -> [String; 2] {
    [Word::Player.text(lang).to_owned(), Word::Configuration.text(lang).to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_counted_and_players_told_by_what_differs() {
        let spec: Toml = "kind = \"search\"\ngame = \"gomoku\"\nseed = 9\n\
             [players]\nboard = \"alphabeta{depth=3,eval=doc-a}\"\nbox = \"alphabeta{depth=3,eval=doc-a,candidates=box}\"\n\
             [positions]\nlist = [\"h8i9\", \"h8i9j10\", \"h8\", \"h8i9j10k11\"]\n[[vary]]\nkey = \"topk\"\nvalues = [1, 2]\n"
            .parse()
            .unwrap();
        let text = lines(&spec, None, Lang::En);
        assert_eq!(text[0], "Gomoku; searches of a suite of positions; master seed 9");
        assert_eq!(text[1..], ["Positions: 4 positions, plies 1–4", "Varied: topk over 1, 2"]);
        assert_eq!(lines(&spec, None, Lang::Zh)[1], "局面：4 个局面，手数 1–4");
        let players = players(&spec, "a4/", Lang::En).unwrap();
        assert_eq!(players, "Players: alphabeta{depth=3,eval=doc-a}; of it board; box (candidates=box)");
        assert_eq!(counted(Lang::En, 1, "job", "jobs", "个任务"), "1 job");
        assert_eq!(counted(Lang::En, 1_200, "job", "jobs", "个任务"), "1,200 jobs");
        assert_eq!(ply_count("x.o/..."), None);
    }
}
