//! Win rates with their intervals, by player or by a varied parameter.

use super::label::{value_order, varied_keys};
use super::matches::{Matches, Record};
use super::phrases::{games_text, n_text, say, unfinished, with_ends};
use super::source::Sources;
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::claims_table::published_win_rates;
use crate::report::data::{ChartText, Estimate, Interval, Reference};
use crate::report::interval_chart::{EstimateSeries, IntervalChart};
use crate::report::number::Format;
use crate::report::words::{Lang, Word};

/// More players than this are not legible.
const MOST_CATEGORIES: usize = 60;

pub(super) const FIGURE: Figure = Figure {
    name: "win-rates",
    meaning: "win rate (Wilson's interval) and score rate (interval from pairs) by player or by a varied parameter",
    needs: "finished games of three players or more",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let matches = sources.matches()?;
    require_one_game(matches)?;
    let compared = matches.compared();
    if compared.len() < 2 {
        return Err(Skip::because("one player against one opponent makes no chart: its rates stand in summary.csv"));
    }
    if compared.len() > MOST_CATEGORIES {
        return Err(Skip::because(format!(
            "{} players are more than the chart shows ({MOST_CATEGORIES})",
            compared.len()
        )));
    }
    let keys = varied_keys(compared.iter().map(|&player| &matches.sides[player].label));
    let table = Table::new(matches, &compared, keys.first().filter(|_| keys.len() == 1));
    let records = || table.cells.iter().flatten().flatten();
    let series = |label: &str, of: &dyn Fn(&Record) -> Option<Estimate>, row: &[Option<Record>]| EstimateSeries {
        label: label.to_owned(),
        values: row.iter().map(|record| record.as_ref().and_then(of)).collect(),
    };
    let win = |record: &Record| record.win_rate().map(|found| found.estimate());
    let score = |record: &Record| record.score().map(|found| found.estimate());
    let both = table.names.len() == 1;
    let shown = match table.cells.first() {
        Some(row) if both => vec![
            series(Word::WinRate.text(lang), &win, row),
            series(&say(lang, "Score rate (draw = 1/2)", "得分率（和棋计 1/2）"), &score, row),
        ],
        _ => table.cells.iter().zip(&table.names).map(|(row, name)| series(name, &win, row)).collect(),
    };
    let published = published(sources, matches, &table)?;
    let grey = if published.iter().any(Option::is_some) {
        say(lang, " Grey: the published win rate, as wide as its printed digits.", "灰色：文献胜率，宽度为其印刷精度。")
    } else {
        String::new()
    };
    let (against_en, against_zh) = against(matches);
    let games = games_text(lang, &matches.games);
    let chart = IntervalChart {
        text: ChartText::new(say(lang, format!("Win rate {against_en}"), format!("胜率（{against_zh}）")))
            .subtitle(games.clone()),
        category_label: table.key.clone().unwrap_or_else(|| Word::Player.text(lang).to_owned()),
        categories: table.categories.clone(),
        value: AxisSpec::new(if both { "" } else { Word::WinRate.text(lang) }, Scale::Percent).range(0.0, 1.0),
        series: shown,
        published,
        reference: Some(Reference::new(0.5, Word::EvenScore.text(lang))),
    };
    let by = match &table.key {
        Some(key) => say(lang, format!("by {key}"), format!("随 {key} 的变化")),
        None => say(lang, "by player", "（按棋手）"),
    };
    let mut shows =
        say(lang, format!("Win rate {against_en} {by}, {games}."), format!("{games}：{against_zh}的胜率{by}。"));
    shows += &best(matches, &compared, lang);
    let game_counts = n_text(records().map(|record| record.game_count() as usize));
    let pair_counts = n_text(records().map(|record| record.pair_count() as usize));
    let scores = if both {
        say(
            lang,
            format!(" Score rate: 95% interval from colour-swapped pairs ({pair_counts})."),
            format!("得分率：由换先对局对所得 95% 区间（{pair_counts}）。"),
        )
    } else {
        String::new()
    };
    let basis = say(
        lang,
        format!("Win rate: share of games won, 95% Wilson interval ({game_counts} games)."),
        format!("胜率：所胜对局的比例，95% Wilson 区间（对局 {game_counts}）。"),
    ) + &scores
        + &grey
        + &unfinished(lang, matches.failed);
    Ok(vec![Sketch::new(Chart::Intervals(chart), shows, basis)])
}

/// The reason if there are no games or games of several kinds.
pub(super) fn require_one_game(matches: &Matches) -> Result<(), Skip> {
    if matches.records.is_empty() {
        return Err(Skip::because("there are no finished games (games.csv)"));
    }
    if matches.games.len() > 1 {
        return Err(Skip::because(format!("the rows are of several games ({})", matches.games.join(", "))));
    }
    Ok(())
}

/// The published win rate of each category, where a claim publishes one for a player of this experiment.
fn published(sources: &Sources, matches: &Matches, table: &Table) -> Result<Vec<Option<Interval>>, Skip> {
    let [folder] = sources.folders.as_slice() else { return Ok(Vec::new()) };
    let reference = matches.reference().map(|player| matches.sides[player].label.text());
    let rates = published_win_rates(&folder.path, reference.as_deref())?;
    Ok(table.players.iter().map(|label| rates.get(label).copied()).collect())
}

/// Against whom the rates are, in English and Chinese.
pub(super) fn against(matches: &Matches) -> (String, String) {
    match matches.reference().map(|player| matches.sides[player].shown(&[])) {
        Some(name) => (format!("against {name}"), format!("对 {name}")),
        None if matches.in_pairs() => ("against its opponent".to_owned(), "对其对手".to_owned()),
        None => ("against all others".to_owned(), "对其余各方".to_owned()),
    }
}

/// The player with the best score.
fn best(matches: &Matches, compared: &[usize], lang: Lang) -> String {
    let scored = compared.iter().filter_map(|&player| Some((matches.total(player).score()?, player)));
    let Some((found, player)) = scored.max_by(|a, b| a.0.value.total_cmp(&b.0.value)) else { return String::new() };
    let name = matches.sides[player].shown(&[]);
    let rate = matches.total(player).win_rate().map_or(String::new(), |rate| with_ends(rate, Format::Percent));
    let score = with_ends(found, Format::Percent);
    let count = compared.len();
    say(
        lang,
        format!(
            " {name} has the highest score: {score}, winning {rate} of the games (descriptive: the best of {count}, not corrected for the choice)."
        ),
        format!("得分率最高者为 {name}：{score}，胜率 {rate}（仅作描述：{count} 方中的最高者，未作多重比较校正）。"),
    )
}

/// Records by series and category.
struct Table {
    /// The parameter along the axis; none: the players themselves.
    key: Option<String>,
    categories: Vec<String>,
    names: Vec<String>,
    cells: Vec<Vec<Option<Record>>>,
    /// The label of the first player in each category.
    players: Vec<String>,
}

impl Table {
    fn new(matches: &Matches, compared: &[usize], key: Option<&String>) -> Table {
        let Some(key) = key else {
            let categories = matches.short_names(compared);
            let row = compared.iter().map(|&player| Some(matches.total(player))).collect();
            let players = compared.iter().map(|&player| matches.sides[player].label.text()).collect();
            return Table { key: None, categories, names: vec![String::new()], cells: vec![row], players };
        };
        // Players without the parameter stand after its values, by their name.
        let place = |player: usize| {
            let side = &matches.sides[player];
            match side.label.change(key) {
                Some(value) => (value.to_owned(), side.shown(&[key])),
                None => (side.shown(&[]), String::new()),
            }
        };
        let mut categories: Vec<String> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        let with = |player: &&usize| matches.sides[**player].label.change(key).is_some();
        for &player in compared.iter().filter(with) {
            let (category, name) = place(player);
            if !categories.contains(&category) {
                categories.push(category);
            }
            if !names.contains(&name) {
                names.push(name);
            }
        }
        categories.sort_by(|a, b| value_order(a, b));
        for &player in compared.iter().filter(|player| !with(player)) {
            categories.push(place(player).0);
        }
        let mut cells = vec![vec![None; categories.len()]; names.len()];
        let mut players = vec![String::new(); categories.len()];
        for &player in compared {
            let (category, name) = place(player);
            let row = names.iter().position(|known| *known == name).unwrap_or(0);
            if let Some(column) = categories.iter().position(|known| *known == category) {
                cells[row][column] = Some(matches.total(player));
                if players[column].is_empty() {
                    players[column] = matches.sides[player].label.text();
                }
            }
        }
        Table { key: Some(key.clone()), categories, names, cells, players }
    }
}
