//! The share of moves that keep the exact value against the nodes that they took, a line for each evaluator.

use super::judged::{Judged, Move, best_and_worst, share};
use super::phrases::{games_text, n_text, node_definition, say};
use super::source::Sources;
use super::statistic::geometric_mean;
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, DataPoint, Series};
use crate::report::line_chart::LineChart;
use crate::report::words::{Lang, Word};

pub(super) const FIGURE: Figure = Figure {
    name: "accuracy-by-nodes",
    meaning: "share of moves that keep the exact value against nodes, on a logarithmic axis, a line for each evaluator",
    needs: "truth.csv with moves of two players or more that search",
    make,
};

/// The parameters that say how much is searched: players that differ in these alone are one line.
const EFFORT: [&str; 3] = ["depth", "nodes", "simulations"];

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let judged = Judged::of_one_game(sources)?;
    let mut counts = Vec::new();
    let mut lines: Vec<(String, Vec<DataPoint>)> = Vec::new();
    let mut groups: Vec<(String, Vec<Move>)> = Vec::new();
    for player in judged.players.iter().filter(|player| player.moves.iter().any(|one| one.nodes > 1.0)) {
        let nodes: Vec<f64> = player.moves.iter().map(|one| one.nodes).collect();
        let rate = share(player.moves.iter().map(|one| one.kept));
        let (Some(nodes), Some(rate)) = (geometric_mean(&nodes), rate) else { continue };
        counts.push(rate.n);
        groups.push((player.shown(&[]), player.moves.clone()));
        let name = player.shown(&EFFORT);
        let point = rate.point(nodes.value);
        match lines.iter_mut().find(|(known, _)| *known == name) {
            Some((_, points)) => points.push(point),
            None => lines.push((name, vec![point])),
        }
    }
    if groups.len() < 2 {
        return Err(Skip::because("fewer than two players that search were judged"));
    }
    let series = lines.into_iter().map(|(name, mut points)| {
        points.sort_by(|one, other| one.x.total_cmp(&other.x));
        Series::new(name, points)
    });
    let games = games_text(lang, &judged.games);
    let title = say(lang, "Moves that keep the exact value, by nodes searched", "保持精确值的着法与搜索节点数");
    let chart = LineChart {
        text: ChartText::new(title).subtitle(games.clone()),
        x: AxisSpec::new(Word::NodesPerMove.text(lang), Scale::Log),
        y: AxisSpec::new(Word::ValueKept.text(lang), Scale::Percent),
        series: series.collect(),
        references: Vec::new(),
    };
    let shows = say(
        lang,
        format!(
            "Share of moves after which a position is worth the same win, draw or loss as before, {games}, against the \
             geometric mean of the nodes of a move."
        ),
        format!("{games}：走后局面的胜、和、负不变的着法比例随每步节点数（几何平均）的变化。"),
    ) + &best_and_worst(&groups, ("", ""), lang);
    let basis = judged.basis(&n_text(counts.into_iter()), ("Share of moves", "着法比例"), lang);
    let basis = basis + &say(lang, format!(" {}", node_definition(lang)), node_definition(lang));
    Ok(vec![Sketch::new(Chart::Line(chart), shows, basis)])
}
