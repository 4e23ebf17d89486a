//! `summary.csv` as tables: a row for each player or pairing, a column for each usual figure, and a list of the rest.

use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use crate::records::csv_file::CsvFile;
use crate::report::document::Table;
use crate::report::figures::phrases::say;
use crate::report::number::{Format, count, exact, short};
use crate::report::words::{Lang, Word};

/// The file's name in a result folder.
const FILE_NAME: &str = "summary.csv";
/// More rows than this are left to the file, in the report of one experiment and in a section of a longer one.
pub(super) const MOST_ROWS: usize = 60;
/// See [`MOST_ROWS`].
pub(super) const MOST_ROWS_BRIEF: usize = 15;

/// The columns without which the file is another program's.
const NEEDED: [&str; 3] = ["subject", "quantity", "value"];

/// A row of the file; what it does not hold is empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Line {
    subject: String,
    opponent: String,
    quantity: String,
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    unit: String,
    n: Option<u64>,
    sample: String,
    interval: String,
}

/// The figures of searches and of games that get a column: name in the file, English, Chinese.
const COLUMNS: [(&str, &str, &str); 12] = [
    ("searches", "Searches", "搜索数"),
    ("nodes_geometric_mean", "Nodes (geometric mean)", "节点数（几何平均）"),
    ("completed_depth_mean", "Depth (mean)", "深度（均值）"),
    ("missed_win_rate", "Missed wins", "漏胜率"),
    ("missed_block_rate", "Missed blocks", "漏防率"),
    ("games", "Games", "对局数"),
    ("win_rate", "Win rate", "胜率"),
    ("draw_rate", "Draw rate", "和棋率"),
    ("score", "Score", "得分率"),
    ("elo", "Elo", "Elo"),
    ("game_length_mean", "Plies", "手数"),
    ("distinct_games", "Distinct games", "不同对局"),
];

/// Figures that stand alone: a line of a second table each.
const ALONE: [(&str, &str, &str); 8] = [
    ("counted", "counted", "计数"),
    ("rating", "rating (Bradley–Terry, Elo)", "等级分（Bradley–Terry，Elo）"),
    ("first_stones_advantage", "advantage of the first stones (Elo)", "先手优势（Elo）"),
    ("best_score", "best score", "最高得分率"),
    ("more_games_to_separate", "further games of each to separate it from the next", "与次优分出高下尚需对局（各）"),
    ("fewest_nodes_geometric_mean", "fewest nodes (geometric mean)", "最少节点数（几何平均）"),
    ("sprt_log_likelihood_ratio", "log-likelihood ratio (SPRT)", "对数似然比（SPRT）"),
    ("sprt_accepted_hypothesis", "accepted hypothesis (SPRT)", "接受的假设（SPRT）"),
];

/// The tables of a folder, each with `most` rows at most; none without the file.
///
/// # Errors
/// If the file cannot be read.
pub(super) fn tables(folder: &Path, most: usize, lang: Lang) -> Result<Vec<Table>> {
    let path = folder.join(FILE_NAME);
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let lines: Vec<Line> = CsvFile::open(&path, NEEDED)?.rows()?;
    let tables = [players(&lines, most, lang), alone(&lines, most, lang)];
    Ok(tables.into_iter().filter(|table| !table.rows.is_empty()).collect())
}

fn players(lines: &[Line], most: usize, lang: Lang) -> Table {
    let columns: Vec<_> = COLUMNS.iter().filter(|(name, ..)| lines.iter().any(|line| line.quantity == *name)).collect();
    let mut keys: Vec<(&str, &str)> = Vec::new();
    for line in lines.iter().filter(|line| COLUMNS.iter().any(|(name, ..)| line.quantity == *name)) {
        if !keys.contains(&(&line.subject, &line.opponent)) {
            keys.push((&line.subject, &line.opponent));
        }
    }
    let with_opponent = keys.iter().any(|(_, opponent)| !opponent.is_empty());
    let mut table = Table::new([Word::Player.text(lang).to_owned()]);
    if with_opponent {
        table.header.push(Word::Opponent.text(lang).to_owned());
    }
    table.header.extend(columns.iter().map(|(_, english, chinese)| say(lang, *english, *chinese)));
    for (subject, opponent) in keys.iter().take(most) {
        let mut row = vec![(*subject).to_owned()];
        if with_opponent {
            row.push((*opponent).to_owned());
        }
        for (name, ..) in &columns {
            let line = lines
                .iter()
                .find(|line| line.quantity == *name && line.subject == *subject && line.opponent == *opponent);
            row.push(line.map_or_else(String::new, value_text));
        }
        table.rows.push(row);
    }
    cut(&mut table, keys.len(), most, lang);
    table
}

fn alone(lines: &[Line], most: usize, lang: Lang) -> Table {
    let mut table = Table::new([
        say(lang, "Of", "对象"),
        say(lang, "Figure", "量"),
        say(lang, "Value", "值"),
        "n".to_owned(),
        Word::Interval.text(lang).to_owned(),
    ]);
    let chosen = lines.iter().filter_map(|line| Some((line, ALONE.iter().find(|(name, ..)| line.quantity == *name)?)));
    for (line, (_, english, chinese)) in chosen.clone().take(most) {
        let n = line.n.map_or_else(String::new, |n| sample_text(n, &line.sample, lang));
        table.rows.push(vec![
            line.subject.clone(),
            say(lang, *english, *chinese),
            value_text(line),
            n,
            interval_text(&line.interval, lang),
        ]);
    }
    cut(&mut table, chosen.count(), most, lang);
    table
}

/// Says in a last row how many are left to the file.
fn cut(table: &mut Table, count: usize, most: usize, lang: Lang) {
    if count > most {
        let more = count - most;
        table.rows.push(vec![say(
            lang,
            format!("… and {more} more in {FILE_NAME}"),
            format!("……另有 {more} 行，见 {FILE_NAME}"),
        )]);
    }
}

/// `1 game`, `24 searches`.
fn sample_text(n: u64, sample: &str, lang: Lang) -> String {
    let count = count(n);
    let chinese = match sample {
        "games" => "局",
        "pairs" => "对",
        "searches" => "次搜索",
        "moves" => "着",
        "positions" => "个局面",
        other => other,
    };
    let english = match sample {
        "searches" if n == 1 => "search",
        other if n == 1 => other.trim_end_matches('s'),
        other => other,
    };
    say(lang, format!("{count} {english}").trim_end(), format!("{count} {chinese}").trim_end())
}

fn interval_text(interval: &str, lang: Lang) -> String {
    match (interval, lang) {
        ("Student on logarithms", Lang::Zh) => "对数上的 Student t 区间".to_owned(),
        ("Student", Lang::Zh) => "Student t 区间".to_owned(),
        ("Wilson", Lang::Zh) => "Wilson 区间".to_owned(),
        (other, _) => other.to_owned(),
    }
}

fn value_text(line: &Line) -> String {
    let format = if line.unit == "ratio" { Format::Percent } else { Format::Plain };
    let Some(value) = line.value else {
        // A one-sided result bounds what it does not measure.
        return match (line.low, line.high) {
            (Some(low), None) => format!("≥ {}", short(low, format)),
            (None, Some(high)) => format!("≤ {}", short(high, format)),
            _ => "–".to_owned(),
        };
    };
    match (line.low, line.high) {
        // What is known exactly is one number.
        (low, high) if format == Format::Plain && (low.is_none() || high.is_none() || low == high) => exact(value),
        (Some(low), Some(high)) if low != high => {
            format!("{} [{}, {}]", short(value, format), short(low, format), short(high, format))
        }
        _ => short(value, format),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_player_share_a_row_and_the_rest_is_listed() {
        let line = |subject: &str, quantity: &str, value: f64| Line {
            subject: subject.to_owned(),
            quantity: quantity.to_owned(),
            value: Some(value),
            ..Line::default()
        };
        let mut rate = line("a", "win_rate", 0.5);
        (rate.low, rate.high, rate.unit) = (Some(0.25), Some(0.75), "ratio".to_owned());
        let lines =
            [line("a", "games", 10.0), rate, line("b", "games", 12.0), line("all", "first_stones_advantage", 3.0)];
        let table = players(&lines, MOST_ROWS, Lang::En);
        assert_eq!(table.header, ["Player", "Games", "Win rate"]);
        assert_eq!(table.rows[0], ["a", "10", "50.0% [25.0%, 75.0%]"]);
        assert_eq!(table.rows[1], ["b", "12", ""]);
        assert_eq!(alone(&lines, MOST_ROWS, Lang::Zh).rows.len(), 1);
        let many: Vec<Line> = (0..70).map(|i| line(&format!("p{i}"), "games", 1.0)).collect();
        let table = players(&many, MOST_ROWS_BRIEF, Lang::En);
        assert_eq!((table.rows.len(), table.rows[15][0].as_str()), (16, "… and 55 more in summary.csv"));
    }
}
