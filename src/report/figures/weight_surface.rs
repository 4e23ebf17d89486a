//! Score over two varied parameters, such as two weights of an evaluator, as a table of colours.

use super::label::{value_order, varied_keys};
use super::matches::{Matches, Record};
use super::phrases::{games_text, n_text, say, unfinished, with_ends};
use super::source::Sources;
use super::win_rates::{against, require_one_game};
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::ChartText;
use crate::report::heat_map::{CellMark, HeatMap};
use crate::report::number::{Format, short};
use crate::report::words::{Lang, Word};

pub(super) const FIGURE: Figure = Figure {
    name: "weight-surface",
    meaning: "score over two varied parameters, as colours; the best point is marked",
    needs: "games of one player that varies exactly two parameters",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let matches = sources.matches()?;
    require_one_game(matches)?;
    let surface = Surface::new(matches)?;
    let (rows, columns) = (&surface.rows, &surface.columns);
    let score = |row: usize, column: usize| surface.cells[row][column].as_ref().and_then(Record::score);
    let values = (0..rows.len())
        .map(|row| (0..columns.len()).map(|column| score(row, column).map(|found| found.value)).collect())
        .collect();
    let places = || (0..rows.len()).flat_map(|row| (0..columns.len()).map(move |column| (row, column)));
    let found = || places().filter_map(|(row, column)| Some((score(row, column)?, row, column)));
    let best = found().max_by(|a, b| a.0.value.total_cmp(&b.0.value));
    let games = games_text(lang, &matches.games);
    let (against_en, against_zh) = against(matches);
    let [key_down, key_across] = &surface.keys;
    let chart = HeatMap {
        text: ChartText::new(say(
            lang,
            format!("Score {against_en} by {key_down} and {key_across}"),
            format!("{key_down} 与 {key_across} 下的得分率（{against_zh}）"),
        ))
        .subtitle(format!("{games} · {}", surface.base)),
        row_label: key_down.clone(),
        rows: rows.clone(),
        column_label: key_across.clone(),
        columns: columns.clone(),
        values,
        scale: AxisSpec::new(Word::ScoreRate.text(lang), Scale::Percent),
        marks: best
            .map(|(_, row, column)| CellMark { row, column, label: Word::BestPoint.text(lang).to_owned() })
            .into_iter()
            .collect(),
        missing_label: String::new(),
    };
    let mut shows = say(
        lang,
        format!("Score rate of {} {against_en} over {key_down} and {key_across}, {games}.", surface.base),
        format!("{games}：{} {against_zh}的得分率随 {key_down} 与 {key_across} 的变化。", surface.base),
    );
    if let Some((best, row, column)) = best {
        let value = with_ends(best, Format::Percent);
        let rivals =
            found().filter(|(other, r, c)| (*r, *c) != (row, column) && overlap(other.ends, best.ends)).count();
        let (down, across) = (&rows[row], &columns[column]);
        shows += &say(
            lang,
            format!(
                " The best point is {key_down} = {down}, {key_across} = {across}: {value}; the intervals of {rivals} other points meet its own."
            ),
            format!(
                "最优点为 {key_down} = {down}、{key_across} = {across}：{value}；另有 {rivals} 个点的区间与之相交。"
            ),
        );
    }
    let records = || surface.cells.iter().flatten().flatten();
    let n = n_text(records().map(|record| record.pair_count() as usize));
    let widest = found().filter_map(|(found, ..)| found.ends).map(|(low, high)| high - low).fold(0.0_f64, f64::max);
    let reach = short(widest * 50.0, Format::Plain);
    let basis = say(
        lang,
        format!(
            "Colour-swapped pairs per point: {n}; the widest 95% interval of a point (from pairs) reaches {reach} points either way. The best of many points is flattered by chance: confirm it on openings of its own."
        ),
        format!(
            "每点换先对局对 {n}；各点 95% 区间（由对局对所得）最宽处约 ±{reach} 个百分点。众多点中的最优值因选择而偏高，应以另外的开局复核。"
        ),
    ) + &unfinished(lang, matches.failed);
    Ok(vec![Sketch::new(Chart::Heat(chart), shows, basis)])
}

fn overlap(one: Option<(f64, f64)>, other: Option<(f64, f64)>) -> bool {
    match (one, other) {
        (Some((low, high)), Some((other_low, other_high))) => low <= other_high && other_low <= high,
        _ => true,
    }
}

/// The records of one player over two parameters.
struct Surface {
    base: String,
    keys: [String; 2],
    rows: Vec<String>,
    columns: Vec<String>,
    cells: Vec<Vec<Option<Record>>>,
}

impl Surface {
    fn new(matches: &Matches) -> Result<Surface, Skip> {
        let compared = matches.compared();
        let keys = varied_keys(compared.iter().map(|&player| &matches.sides[player].label));
        let Ok([down, across]) = <[String; 2]>::try_from(keys.clone()) else {
            return Err(Skip::because(format!(
                "it takes two varied parameters; the games vary {}",
                if keys.is_empty() { "none".to_owned() } else { keys.join(", ") }
            )));
        };
        let both = |player: &usize| {
            let label = &matches.sides[*player].label;
            label.change(&down).is_some() && label.change(&across).is_some()
        };
        let players: Vec<usize> = compared.into_iter().filter(both).collect();
        let mut names: Vec<String> =
            players.iter().map(|&player| matches.sides[player].shown(&[&down, &across])).collect();
        names.dedup();
        let [base] = names.as_slice() else {
            return Err(Skip::because(format!("it takes one player that varies both; found {}", names.join(", "))));
        };
        let values = |key: &str| {
            let of = |&player: &usize| matches.sides[player].label.change(key).unwrap_or_default().to_owned();
            let mut values: Vec<String> = players.iter().map(of).collect();
            values.sort_by(|a, b| value_order(a, b));
            values.dedup();
            values
        };
        let (mut rows, columns) = (values(&down), values(&across));
        // As on an axis, the largest value stands at the top.
        rows.reverse();
        let mut cells = vec![vec![None; columns.len()]; rows.len()];
        for &player in &players {
            let label = &matches.sides[player].label;
            let row = rows.iter().position(|value| Some(value.as_str()) == label.change(&down));
            let column = columns.iter().position(|value| Some(value.as_str()) == label.change(&across));
            if let (Some(row), Some(column)) = (row, column) {
                cells[row][column] = Some(matches.total(player));
            }
        }
        Ok(Surface { base: base.clone(), keys: [down, across], rows, columns, cells })
    }
}
