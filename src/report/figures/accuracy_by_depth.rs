//! The share of moves that keep the exact value against depth, a line for each evaluator.

use std::collections::BTreeMap;

use super::judged::{Judged, Move, best_and_worst, share};
use super::phrases::{games_text, n_text, say};
use super::source::Sources;
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, Reference, Series};
use crate::report::line_chart::LineChart;
use crate::report::words::{Lang, Word};

pub(super) const FIGURE: Figure = Figure {
    name: "accuracy-by-depth",
    meaning: "share of moves that keep the exact value against depth, a line for each evaluator",
    needs: "truth.csv with moves of one player at two depths or more",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let judged = Judged::of_one_game(sources)?;
    let mut lines: Vec<(String, BTreeMap<u32, Vec<Move>>)> = Vec::new();
    let mut references = Vec::new();
    for player in &judged.players {
        // Who does not search has no depth.
        if player.moves.iter().all(|one| one.depth_plies == 0) {
            let rate = share(player.moves.iter().map(|one| one.kept));
            references.extend(rate.map(|rate| Reference::new(rate.value, player.shown(&[]))));
            continue;
        }
        let name = player.shown(&["depth"]);
        let place = lines.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            lines.push((name, BTreeMap::new()));
            lines.len() - 1
        });
        // The depth of the label, since near the end of a game less is left to search.
        let asked = player.label.number("depth").map(|depth| depth as u32);
        for one in &player.moves {
            lines[place].1.entry(asked.unwrap_or(one.depth_plies)).or_default().push(*one);
        }
    }
    if !lines.iter().any(|(_, by_depth)| by_depth.len() > 1) {
        return Err(Skip::because("no player was judged at two depths or more"));
    }
    let mut counts = Vec::new();
    let mut series = Vec::new();
    for (name, by_depth) in &lines {
        let points = by_depth.iter().filter_map(|(&depth, moves)| {
            let rate = share(moves.iter().map(|one| one.kept))?;
            counts.push(rate.n);
            Some(rate.point(f64::from(depth)))
        });
        series.push(Series::new(name.clone(), points.collect()));
    }
    let games = games_text(lang, &judged.games);
    let title = say(lang, "Moves that keep the exact value, by search depth", "保持精确值的着法与搜索深度");
    let chart = LineChart {
        text: ChartText::new(title).subtitle(games.clone()),
        x: AxisSpec::new(Word::Depth.text(lang), Scale::Integer),
        y: AxisSpec::new(Word::ValueKept.text(lang), Scale::Percent),
        series,
        references,
    };
    let shows = say(
        lang,
        format!(
            "Share of moves after which a position is worth the same win, draw or loss as before, {games}, against depth."
        ),
        format!("{games}：走后局面的胜、和、负不变的着法比例随深度的变化。"),
    ) + &comparison(&lines, lang);
    let basis = judged.basis(&n_text(counts.into_iter()), ("Share of moves", "着法比例"), lang);
    Ok(vec![Sketch::new(Chart::Line(chart), shows, basis)])
}

/// The evaluators at the largest depth that most of them have; of a single one its least and its largest depth.
fn comparison(lines: &[(String, BTreeMap<u32, Vec<Move>>)], lang: Lang) -> String {
    let mut depths: Vec<u32> = lines.iter().flat_map(|(_, by_depth)| by_depth.keys().copied()).collect();
    depths.sort_unstable();
    let having = |depth: u32| lines.iter().filter(|(_, by_depth)| by_depth.contains_key(&depth)).count();
    let most = depths.iter().map(|&depth| having(depth)).max().unwrap_or(0);
    if let (Some(&depth), true) = (depths.iter().rev().find(|&&depth| having(depth) == most), most > 1) {
        let at = lines.iter().filter_map(|(name, by_depth)| Some((name.clone(), by_depth.get(&depth)?.clone())));
        let (english, chinese) = (format!("At depth {depth} "), format!("深度 {depth} 时，"));
        return best_and_worst(&at.collect::<Vec<_>>(), (&english, &chinese), lang);
    }
    let Some((name, by_depth)) = lines.iter().find(|(_, by_depth)| by_depth.len() > 1) else { return String::new() };
    let ends = by_depth.first_key_value().into_iter().chain(by_depth.last_key_value());
    let named = |(depth, moves): (&u32, &Vec<Move>)| {
        (say(lang, format!("{name} at depth {depth}"), format!("{name}（深度 {depth}）")), moves.clone())
    };
    best_and_worst(&ends.map(named).collect::<Vec<_>>(), ("", ""), lang)
}
