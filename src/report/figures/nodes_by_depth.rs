//! Nodes against depth, a line for each player.

use super::phrases::{games_text, left_out, n_text, node_definition, p_text, say, with_ends};
use super::searches::{Line, Search, Searches};
use super::source::Sources;
use super::statistic::{Found, can_differ, geometric_mean, geometric_ratio, median_ratio, wilcoxon_p};
use super::{Chart, Figure, Sketch, Skip};
use crate::analysis::holm::holm;
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, Join, Series};
use crate::report::line_chart::LineChart;
use crate::report::number::Format;
use crate::report::words::{Lang, Word};

pub(super) const FIGURE: Figure = Figure {
    name: "nodes-by-depth",
    meaning: "nodes against depth for each player, on a logarithmic axis; estimated minimax trees are marked",
    needs: "searches of one player at two depths or more on the same positions",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let searches = sources.searches()?;
    let lines = depth_lines(searches)?;
    let nodes = |search: &Search| Some(search.nodes);
    let (series, n) = series_over_depth(&lines, nodes, lang);
    let basis = means(&series, &n, lang);
    let games = games_text(lang, &searches.games);
    let title = say(lang, "Nodes against search depth", "节点数与搜索深度");
    let chart = LineChart {
        text: ChartText::new(title).subtitle(games.clone()),
        x: AxisSpec::new(Word::Depth.text(lang), Scale::Integer),
        y: AxisSpec::new(Word::Nodes.text(lang), Scale::Log),
        series,
        references: Vec::new(),
    };
    let mut shows = say(
        lang,
        format!("Nodes of a search against its depth, {games}."),
        format!("{games}：各配置的搜索节点数随深度的变化。"),
    );
    shows += &comparison(&lines, nodes, lang, Cost::Nodes);
    let mut basis = basis;
    if lines.iter().any(Line::is_estimated) {
        basis += &say(
            lang,
            " Dashed: trees too large to walk, their size estimated by random probing (Knuth 1975).",
            "虚线：树过大无法遍历，节点数由随机探测估计（Knuth 1975）。",
        );
    }
    basis += &say(lang, format!(" {}", node_definition(lang)), node_definition(lang));
    basis += &left_out(lang, searches);
    Ok(vec![Sketch::new(Chart::Line(chart), shows, basis)])
}

/// The lines of a chart over depth; the reason if no player has two depths.
pub(super) fn depth_lines(searches: &Searches) -> Result<Vec<Line>, Skip> {
    if searches.rows.is_empty() {
        return Err(Skip::because("there are no finished searches (searches.csv)"));
    }
    if searches.games.len() > 1 {
        return Err(Skip::because(format!(
            "the rows are of several games ({}); give folders of one",
            searches.games.join(", ")
        )));
    }
    let lines = searches.lines();
    if !lines.iter().any(Line::varies_in_depth) {
        return Err(Skip::because("no player was run at two depths or more on the same positions"));
    }
    Ok(lines)
}

/// A series for each line, geometric means with intervals, and the positions behind a point.
pub(super) fn series_over_depth(
    lines: &[Line],
    of: impl Fn(&Search) -> Option<f64>,
    lang: Lang,
) -> (Vec<Series>, String) {
    let mut counts = Vec::new();
    let mut all = Vec::new();
    for line in lines {
        let mut points = Vec::new();
        for &depth in line.by_depth.keys() {
            if let Some(found) = geometric_mean(&line.values(depth, &of)) {
                counts.push(found.n);
                points.push(found.point(f64::from(depth)));
            }
        }
        if points.is_empty() {
            continue;
        }
        let estimated = line.is_estimated();
        let mark = if estimated { say(lang, " (estimated)", "（估计）") } else { String::new() };
        let join = if estimated { Join::Dashed } else { Join::Line };
        all.push(Series::new(format!("{}{mark}", line.name), points).join(join));
    }
    (all, n_text(counts.into_iter()))
}

/// What a point is, with the interval where one is drawn.
pub(super) fn means(series: &[Series], n: &str, lang: Lang) -> String {
    if series.iter().flat_map(|one| &one.points).all(|point| point.interval.is_none()) {
        return say(
            lang,
            format!("One position per point ({n}), so there is no interval."),
            format!("每点一个局面（{n}），无区间。"),
        );
    }
    say(
        lang,
        format!("Geometric mean over positions ({n} per point) with its 95% bootstrap interval over positions."),
        format!("各点为各局面的几何平均（{n}），误差线为对局面自助抽样所得 95% 区间。"),
    )
}

/// What a search costs: how it is named, and how ratios of it are put together.
#[derive(Clone, Copy)]
pub(super) enum Cost {
    Nodes,
    Time,
}

impl Cost {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Cost::Nodes => ("nodes", "节点数"),
            Cost::Time => ("time", "用时"),
        }
    }

    fn ratio(self, pairs: &[(f64, f64)]) -> Option<Found> {
        match self {
            Cost::Nodes => geometric_ratio(pairs),
            Cost::Time => median_ratio(pairs),
        }
    }

    /// What the ratio is and where its interval comes from.
    fn statistic(self) -> [(&'static str, &'static str); 2] {
        match self {
            Cost::Nodes => [("geometric mean ratio", "比值的几何平均"), ("95% bootstrap interval", "95% 自助法区间")],
            Cost::Time => [
                ("median of the ratios by position", "各局面比值的中位数"),
                ("95% interval of order statistics", "次序统计量的 95% 区间"),
            ],
        }
    }
}

/// The most and the least expensive line at the largest depth that most lines have, compared position by position.
pub(super) fn comparison(lines: &[Line], of: impl Fn(&Search) -> Option<f64> + Copy, lang: Lang, cost: Cost) -> String {
    let (english, chinese) = cost.words();
    let mut depths: Vec<u32> = lines.iter().flat_map(|line| line.by_depth.keys().copied()).collect();
    depths.sort_unstable();
    depths.dedup();
    let having = |depth: u32| lines.iter().filter(|line| line.by_depth.contains_key(&depth)).count();
    let most = depths.iter().map(|&depth| having(depth)).max().unwrap_or(0);
    let Some(&depth) = depths.iter().rev().find(|&&depth| having(depth) == most).filter(|_| most > 1) else {
        return String::new();
    };
    let mean_of = |line: &Line| geometric_mean(&line.values(depth, of)).map(|found| found.value);
    let mut ranked: Vec<(f64, &Line)> = lines.iter().filter_map(|line| Some((mean_of(line)?, line))).collect();
    ranked.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (Some((_, least)), Some((_, largest))) = (ranked.first(), ranked.last()) else { return String::new() };
    let pairs = least.paired(largest, depth, of);
    let Some(ratio) = cost.ratio(&pairs).filter(|_| least.name != largest.name) else { return String::new() };
    let value = with_ends(ratio, Format::Percent);
    let test = if pairs.len() > 1 {
        // The two were chosen by what they turned out to be: every pair counts as tested.
        let mut all = vec![wilcoxon_p(&pairs)];
        for (place, (_, one)) in ranked.iter().enumerate() {
            let others = ranked[place + 1..].iter().filter(|_| ranked.len() > 2);
            let others = others.filter(|(_, other)| one.name != least.name || other.name != largest.name);
            all.extend(others.map(|(_, other)| wilcoxon_p(&one.paired(other, depth, of))));
        }
        let p = p_text(holm(&all).first().copied().unwrap_or(1.0));
        let corrected = match all.len() {
            1 => String::new(),
            count => say(lang, format!(", Holm-corrected over {count} pairs"), format!("（{count} 对，Holm 校正）")),
        };
        let least = match can_differ(pairs.len(), all.len()) {
            true => String::new(),
            false => say(lang, ", too few positions for less than 5%", "（局面太少，不可能低于 5%）"),
        };
        say(
            lang,
            format!("; Wilcoxon's signed-rank test by position{corrected}: {p}{least}"),
            format!("；按局面配对的 Wilcoxon 符号秩检验{corrected} {p}{least}"),
        )
    } else {
        String::new()
    };
    let n = ratio.n;
    let [(statistic, statistic_zh), (interval, interval_zh)] = cost.statistic();
    say(
        lang,
        format!(
            " At depth {depth}, {} takes {value} of the {english} of {} ({statistic}, n = {n}, {interval}{test}).",
            least.name, largest.name
        ),
        format!(
            "深度 {depth} 时，{} 的{chinese}为 {} 的 {value}（{statistic_zh}，n = {n}，{interval_zh}{test}）。",
            least.name, largest.name
        ),
    )
}
