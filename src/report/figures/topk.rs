//! Top-K on one page: score (left) and nodes per move (right) against the width K.

use std::collections::BTreeMap;

use super::matches::Record;
use super::phrases::{games_text, n_text, node_definition, say, unfinished, with_ends};
use super::source::Sources;
use super::win_rates::{against, require_one_game};
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, DataPoint, Join, Reference, Series};
use crate::report::number::{Format, short};
use crate::report::two_axes::TwoAxes;
use crate::report::words::{Lang, Word};

const KEY: &str = "topk";

pub(super) const FIGURE: Figure = Figure {
    name: "topk",
    meaning: "win rate and nodes per move against the width K, on one page",
    needs: "games of players that vary `topk` over two numbers or more",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let matches = sources.matches()?;
    require_one_game(matches)?;
    // By player without K: the records by K, and those of widths that are no number.
    let mut lines: BTreeMap<(usize, String), Vec<(f64, Record)>> = BTreeMap::new();
    let mut references = Vec::new();
    let mut order: Vec<String> = Vec::new();
    for player in matches.compared() {
        let side = &matches.sides[player];
        let Some(text) = side.label.change(KEY) else { continue };
        let total = matches.total(player);
        let name = side.shown(&[KEY]);
        let place = order.iter().position(|known| *known == name).unwrap_or_else(|| {
            order.push(name.clone());
            order.len() - 1
        });
        match side.label.number(KEY) {
            Some(width) => lines.entry((place, name)).or_default().push((width, total)),
            None => references.extend(total.win_rate().map(|rate| Reference::new(rate.value, format!("K = {text}")))),
        }
    }
    for line in lines.values_mut() {
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    if !lines.values().any(|line| line.len() > 1) {
        return Err(Skip::because("no player varies `topk` over two numbers or more in its games"));
    }
    let alone = lines.len() == 1;
    let name = |name: &str, word: Word| if alone { word.text(lang).to_owned() } else { name.to_owned() };
    let rates = |line: &[(f64, Record)]| -> Vec<DataPoint> {
        line.iter().filter_map(|(width, record)| Some(record.win_rate()?.point(*width))).collect()
    };
    let nodes = |line: &[(f64, Record)]| -> Vec<DataPoint> {
        line.iter().filter_map(|(width, record)| Some(DataPoint::new(*width, record.nodes_per_move()?))).collect()
    };
    let games = games_text(lang, &matches.games);
    let (against_en, against_zh) = against(matches);
    let chart = TwoAxes {
        text: ChartText::new(say(
            lang,
            format!("Width K: win rate {against_en} and nodes"),
            format!("宽度 K：胜率（{against_zh}）与节点数"),
        ))
        .subtitle(games.clone()),
        x: AxisSpec::new(Word::TopK.text(lang), Scale::Log),
        left: AxisSpec::new(Word::WinRate.text(lang), Scale::Percent),
        left_series: lines.iter().map(|((_, key), line)| Series::new(name(key, Word::WinRate), rates(line))).collect(),
        right: AxisSpec::new(Word::NodesPerMove.text(lang), Scale::Log),
        right_series: lines
            .iter()
            .map(|((_, key), line)| Series::new(name(key, Word::NodesPerMove), nodes(line)).join(Join::Dashed))
            .collect(),
        left_references: references,
    };
    let mut shows = say(
        lang,
        format!("Win rate {against_en} (left) and nodes per move (right) against the width K, {games}."),
        format!("{games}：{against_zh}的胜率（左轴）与每步节点数（右轴）随宽度 K 的变化。"),
    );
    if let Some(((_, name), line)) = lines.iter().next() {
        shows += &extremes(name, line, lang);
    }
    let counts = n_text(lines.values().flatten().map(|(_, record)| record.game_count() as usize));
    let basis = say(
        lang,
        format!(
            "95% Wilson intervals of the win rate ({counts} games per K); nodes: mean over all moves the player chose. {}",
            node_definition(lang)
        ),
        format!(
            "胜率的 95% Wilson 区间（每个 K 对局 {counts}）；节点数为该方全部着法的平均。{}",
            node_definition(lang)
        ),
    ) + &unfinished(lang, matches.failed);
    Ok(vec![Sketch::new(Chart::TwoAxes(chart), shows, basis)])
}

/// The narrowest and the widest K beside each other.
fn extremes(name: &str, line: &[(f64, Record)], lang: Lang) -> String {
    let (Some((narrow, thin)), Some((wide, thick))) = (line.first(), line.last()) else { return String::new() };
    let (Some(low), Some(high)) = (thin.win_rate(), thick.win_rate()) else { return String::new() };
    let (low, high) = (with_ends(low, Format::Percent), with_ends(high, Format::Percent));
    let nodes = |record: &Record| record.nodes_per_move().map_or("–".to_owned(), |nodes| short(nodes, Format::Plain));
    say(
        lang,
        format!(
            " From K = {narrow} to K = {wide}, {name} goes from {low} at {} nodes a move to {high} at {}.",
            nodes(thin),
            nodes(thick)
        ),
        format!(
            "K 由 {narrow} 增至 {wide} 时，{name} 的胜率由 {low}（每步 {} 节点）变为 {high}（每步 {} 节点）。",
            nodes(thin),
            nodes(thick)
        ),
    )
}
