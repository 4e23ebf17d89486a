//! Everybody against everybody: the score of the row's player against the column's.

use super::phrases::{games_text, n_text, say, unfinished, with_ends};
use super::source::Sources;
use super::win_rates::require_one_game;
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::ChartText;
use crate::report::heat_map::HeatMap;
use crate::report::number::{Format, short};
use crate::report::words::{Lang, Word};

/// More players than this are not legible.
const MOST_PLAYERS: usize = 60;

pub(super) const FIGURE: Figure = Figure {
    name: "win-heat-map",
    meaning: "score of each player against each other one, as colours",
    needs: "games among three players or more, at least half of all pairings",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let matches = sources.matches()?;
    require_one_game(matches)?;
    let count = matches.sides.len();
    if !(3..=MOST_PLAYERS).contains(&count) {
        return Err(Skip::because(format!("a table takes 3 to {MOST_PLAYERS} players; found {count}")));
    }
    if matches.reference().is_some() {
        return Err(Skip::because("all games are against one player: win-rates shows them"));
    }
    let filled = matches.records.iter().filter(|((row, column), record)| row != column && record.score().is_some());
    let (filled, cells) = (filled.count(), count * (count - 1));
    if 2 * filled < cells {
        return Err(Skip::because(format!("only {filled} of {cells} cells hold games: less than half")));
    }
    let names = matches.short_names(&(0..count).collect::<Vec<_>>());
    let record = |row: usize, column: usize| matches.records.get(&(row, column)).filter(|_| row != column);
    let values =
        (0..count).map(|row| (0..count).map(|column| Some(record(row, column)?.score()?.value)).collect()).collect();
    let games = games_text(lang, &matches.games);
    let chart = HeatMap {
        text: ChartText::new(say(lang, "Score of the row's player against the column's", "行棋手对列棋手的得分率"))
            .subtitle(games.clone()),
        row_label: Word::Player.text(lang).to_owned(),
        rows: names.clone(),
        column_label: Word::Opponent.text(lang).to_owned(),
        columns: names.clone(),
        values,
        scale: AxisSpec::new(Word::ScoreRate.text(lang), Scale::Percent).range(0.0, 1.0),
        marks: Vec::new(),
        missing_label: String::new(),
    };
    let mut shows = say(
        lang,
        format!("Score rate of every player against every other, {games}."),
        format!("{games}：各棋手两两之间的得分率。"),
    );
    let totals = (0..count).filter_map(|player| Some((matches.total(player).score()?, &names[player])));
    if let Some((score, name)) = totals.max_by(|a, b| a.0.value.total_cmp(&b.0.value)) {
        let score = with_ends(score, Format::Percent);
        shows += &say(
            lang,
            format!(
                " {name} has the highest score against all others: {score} (95% interval from pairs; descriptive, the best of {count})."
            ),
            format!(
                "对其余各方总得分率最高者为 {name}：{score}（由换先对局对所得 95% 区间；{count} 方中的最高者，仅作描述）。"
            ),
        );
    }
    let played = || matches.records.iter().filter(|((row, column), _)| row < column).map(|(_, record)| record);
    let n = n_text(played().map(|record| record.pair_count() as usize));
    let widest =
        played().filter_map(|record| record.score()?.ends).map(|(low, high)| high - low).fold(0.0_f64, f64::max);
    let reach = short(widest * 50.0, Format::Plain);
    let basis = say(
        lang,
        format!(
            "Colour-swapped pairs per cell: {n}; the widest 95% interval of a cell (from pairs) reaches {reach} points either way. A draw counts 1/2."
        ),
        format!("每格换先对局对 {n}；各格 95% 区间（由对局对所得）最宽处约 ±{reach} 个百分点。和棋计 1/2。"),
    ) + &unfinished(lang, matches.failed);
    Ok(vec![Sketch::new(Chart::Heat(chart), shows, basis)])
}
