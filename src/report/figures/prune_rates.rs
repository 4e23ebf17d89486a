//! Prune rates per depth: the share of the minimax tree that is saved, and the share of cutoffs by the first move.

use super::nodes_by_depth::depth_lines;
use super::phrases::{games_text, left_out, n_text, say, with_ends};
use super::searches::{Line, Search};
use super::source::Sources;
use super::statistic::{Found, geometric_ratio, mean};
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, Join, Series};
use crate::report::line_chart::LineChart;
use crate::report::number::Format;
use crate::report::words::{Lang, Word};

pub(super) const FIGURE: Figure = Figure {
    name: "prune-rates",
    meaning: "share of the minimax tree that is saved (where minimax was run too), and first-move cutoff rate, per depth",
    needs: "searches of one player at two depths or more; minimax, walked or estimated, for the first chart",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let searches = sources.searches()?;
    let lines = depth_lines(searches)?;
    let games = games_text(lang, &searches.games);
    let left_out = left_out(lang, searches);
    let saved = saved(&lines, &games, &left_out, lang);
    let first_move = first_move(&lines, &games, &left_out, lang);
    let sketches: Vec<Sketch> = [saved, first_move].into_iter().flatten().collect();
    if sketches.is_empty() {
        return Err(Skip::because("there is no minimax to compare with, and no search that counted cutoffs"));
    }
    Ok(sketches)
}

/// The minimax line that a line is measured against at a depth: with the same parameters before one without any, walked
/// before estimated.
fn baseline<'a>(line: &Line, lines: &'a [Line], depth: u32) -> Option<&'a Line> {
    let minimax = || lines.iter().filter(|other| other.is_minimax && other.by_depth.contains_key(&depth));
    let best = |changes: &[(String, String)]| {
        minimax().filter(|other| other.changes == changes).min_by_key(|other| other.is_estimated())
    };
    best(&line.changes).or_else(|| best(&[]))
}

/// The largest value at the greatest depth, of which the sentence speaks: depth, configuration, value.
#[derive(Default)]
struct Deepest<'a>(Option<(u32, &'a str, Found)>);

impl<'a> Deepest<'a> {
    fn add(&mut self, depth: u32, name: &'a str, found: Found) {
        if self.0.is_none_or(|(known, _, best)| (known, best.value) < (depth, found.value)) {
            self.0 = Some((depth, name, found));
        }
    }
}

/// Rates over depth.
fn by_depth(title: String, games: &str, rate: Word, series: Vec<Series>, lang: Lang) -> LineChart {
    LineChart {
        text: ChartText::new(title).subtitle(games),
        x: AxisSpec::new(Word::Depth.text(lang), Scale::Integer),
        y: AxisSpec::new(rate.text(lang), Scale::Percent),
        series,
        references: Vec::new(),
    }
}

fn saved(lines: &[Line], games: &str, left_out: &str, lang: Lang) -> Option<Sketch> {
    let nodes = |search: &Search| Some(search.nodes);
    let mut counts = Vec::new();
    let mut estimated = false;
    let mut deepest = Deepest::default();
    let mut series = Vec::new();
    for line in lines.iter().filter(|line| !line.is_minimax) {
        let mut points = Vec::new();
        for &depth in line.by_depth.keys() {
            let Some(baseline) = baseline(line, lines, depth) else { continue };
            let Some(ratio) = geometric_ratio(&line.paired(baseline, depth, nodes)) else { continue };
            estimated |= baseline.is_estimated();
            let found = ratio.map(|ratio| 1.0 - ratio);
            counts.push(found.n);
            points.push(found.point(f64::from(depth)));
            deepest.add(depth, &line.name, found);
        }
        if !points.is_empty() {
            series.push(Series::new(line.name.clone(), points));
        }
    }
    let (depth, name, found) = deepest.0?;
    let title = say(lang, "Prune rate against minimax by depth", "各深度相对极小极大的剪枝率");
    let chart = by_depth(title, games, Word::PruneRate, series, lang);
    let value = with_ends(found, Format::Percent);
    let shows = say(
        lang,
        format!(
            "Share of the minimax tree that each configuration saves, by depth, {games}. The most at depth {depth}: {name}, {value} (n = {}; descriptive).",
            found.n
        ),
        format!(
            "{games}：各配置在各深度上相对极小极大所节省的节点比例。深度 {depth} 时最高者为 {name}：{value}（n = {}；仅作描述）。",
            found.n
        ),
    );
    let n = n_text(counts.into_iter());
    let mut basis = say(
        lang,
        format!(
            "Prune rate = 1 − nodes / nodes of minimax; geometric mean of the ratios by position ({n} per point) with its 95% bootstrap interval over positions. Percentages saturate near 100%; compare ratios of nodes there."
        ),
        format!(
            "剪枝率 = 1 − 节点数 / 极小极大节点数；按局面取比值的几何平均（{n}），误差线为对局面自助抽样所得 95% 区间。接近 100% 时百分比趋于饱和，应比较节点数之比。"
        ),
    );
    if estimated {
        basis += &say(
            lang,
            " Minimax trees too large to walk are estimated by random probing (Knuth 1975).",
            "过大而无法遍历的极小极大树由随机探测估计（Knuth 1975）。",
        );
    }
    Some(Sketch::new(Chart::Line(chart), shows, basis + left_out))
}

fn first_move(lines: &[Line], games: &str, left_out: &str, lang: Lang) -> Option<Sketch> {
    let rate = |search: &Search| search.first_move_cutoff_rate;
    let mut counts = Vec::new();
    let mut series = Vec::new();
    let mut deepest = Deepest::default();
    for line in lines {
        let mut points = Vec::new();
        for &depth in line.by_depth.keys() {
            let Some(found) = mean(&line.values(depth, rate)) else { continue };
            counts.push(found.n);
            points.push(found.point(f64::from(depth)));
            deepest.add(depth, &line.name, found);
        }
        if !points.is_empty() {
            series.push(Series::new(line.name.clone(), points).join(Join::Line));
        }
    }
    let (depth, name, found) = deepest.0?;
    let title = say(lang, "First-move cutoff rate by depth", "各深度的首着截断率");
    let chart = by_depth(title, games, Word::FirstMoveCutoffRate, series, lang);
    let value = with_ends(found, Format::Percent);
    let shows = say(
        lang,
        format!(
            "Share of the cutoffs that the first move searched causes, by depth, {games}: how good the move order is. The most at depth {depth}: {name}, {value} (n = {}; descriptive).",
            found.n
        ),
        format!(
            "{games}：各深度上由首个搜索着法引起的截断比例，反映着法排序的好坏。深度 {depth} 时最高者为 {name}：{value}（n = {}；仅作描述）。",
            found.n
        ),
    );
    let n = n_text(counts.into_iter());
    let basis = say(
        lang,
        format!(
            "Fail-highs on the first child / all fail-highs; mean of the rates by position ({n} per point, positions without a cutoff left out) with its 95% bootstrap interval over positions."
        ),
        format!(
            "首个子节点上的 β 截断（fail-high）数 / 全部 β 截断数；按局面取均值（{n}，无截断的局面略去），误差线为对局面自助抽样所得 95% 区间。"
        ),
    );
    Some(Sketch::new(Chart::Line(chart), shows, basis + left_out).suffix(super::FIRST_MOVE))
}
