//! The ablation ladder: nodes and time of each configuration, in the order of the plan, on the same positions and depth.

use std::collections::HashSet;
use std::path::Path;

use super::phrases::{games_text, left_out, machine, node_definition, say, with_ends};
use super::searches::{Line, Search, Searches};
use super::source::Sources;
use super::statistic::{can_differ, geometric_mean, geometric_ratio, wilcoxon_p};
use super::{Chart, Figure, Sketch, Skip};
use crate::analysis::holm::holm;
use crate::records::folder::SPEC_NAME;
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, Estimate};
use crate::report::ladder::{Ladder, Measure};
use crate::report::number::Format;
use crate::report::words::{Lang, Word};

/// Fewer steps than this are a comparison, no ladder.
const LEAST_STEPS: usize = 3;
/// More steps than this are no ladder.
const MOST_STEPS: usize = 40;

pub(super) const FIGURE: Figure = Figure {
    name: "ablation-ladder",
    meaning: "nodes and time of each configuration in the order of the plan, on the same positions at the same depth",
    needs: "searches of three configurations or more at the same depth on the same positions, each a change from the one before, or an experiment that calls itself a ladder or an ablation",
    make,
};

/// The configurations with searches at one depth, cut to the positions that all of them have.
struct Steps {
    depth: u32,
    lines: Vec<Line>,
    positions: usize,
}

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let searches = sources.searches()?;
    let Steps { depth, lines, positions } = steps(searches)?;
    if !is_ladder(&lines) && !sources.folders.iter().any(|folder| calls_itself_ladder(&folder.path)) {
        return Err(Skip::because(
            "the configurations are no ladder: each step adds one change to the step before, or the experiment says so",
        ));
    }
    let nodes = |search: &Search| Some(search.nodes);
    let millis = |search: &Search| search.wall_ns.filter(|_| !search.is_estimated).map(|ns| ns / 1e6);
    let bars = |of: &dyn Fn(&Search) -> Option<f64>| -> Vec<Option<Estimate>> {
        lines.iter().map(|line| geometric_mean(&line.values(depth, of)).map(|found| found.estimate())).collect()
    };
    let mut measures = vec![Measure { axis: AxisSpec::new(Word::Nodes.text(lang), Scale::Log), values: bars(&nodes) }];
    let times = bars(&millis);
    let machine = machine(lang, sources);
    let mut place = String::new();
    let mut remark = String::new();
    if times.iter().any(Option::is_some) {
        match machine {
            Ok(machine) => {
                measures.push(Measure { axis: AxisSpec::new(Word::Time.text(lang), Scale::Log), values: times });
                place = machine;
            }
            Err(_) => {
                remark = say(
                    lang,
                    " Times are left out: they were not all taken on one known processor.",
                    "用时略去：并非全部在同一已知型号的处理器上测得。",
                );
            }
        }
    }
    let games = games_text(lang, &searches.games);
    let at_depth = say(lang, format!("depth {depth}"), format!("深度 {depth}"));
    let subtitle: Vec<&str> = [games.as_str(), &at_depth, &place].into_iter().filter(|part| !part.is_empty()).collect();
    let estimated = |line: &Line| {
        if line.is_estimated() { say(lang, " (estimated)", "（估计）") } else { String::new() }
    };
    let chart = Ladder {
        text: ChartText::new(say(lang, "Ablation ladder", "消融阶梯")).subtitle(subtitle.join(" · ")),
        steps: lines.iter().map(|line| format!("{}{}", line.name, estimated(line))).collect(),
        measures,
    };
    let place =
        if place.is_empty() { place } else { say(lang, format!(", on {place}"), format!("；机器：{place}")) };
    let mut shows = say(
        lang,
        format!("Cost of each configuration at depth {depth}, {games}{place}."),
        format!("{games}，深度 {depth}：各配置的代价{place}。"),
    );
    shows += &findings(&lines, depth, lang);
    let basis = say(
        lang,
        format!(
            "Geometric mean over the positions that all configurations searched (n = {positions}) with its 95% bootstrap interval over positions. {}",
            node_definition(lang)
        ),
        format!(
            "对全部配置都完成的局面取几何平均（n = {positions}），误差线为对局面自助抽样所得 95% 区间。{}",
            node_definition(lang)
        ),
    ) + &remark
        + &left_out(lang, searches);
    Ok(vec![Sketch::new(Chart::Ladder(chart), shows, basis)])
}

/// Whether each configuration differs from the one before in one thing, and in another one each time: a sweep of one
/// parameter is no ladder.
fn is_ladder(lines: &[Line]) -> bool {
    let mut changed: HashSet<String> = HashSet::new();
    lines.windows(2).all(|two| {
        let ((before_name, before), (name, now)) = (&two[0].config, &two[1].config);
        let only = |of: &[(String, String)], than: &[(String, String)]| -> HashSet<String> {
            of.iter().filter(|change| !than.contains(change)).map(|(key, _)| key.clone()).collect()
        };
        let mut keys: HashSet<String> = only(before, now);
        keys.extend(only(now, before));
        if name != before_name {
            keys.insert(String::new());
        }
        keys.len() == 1 && keys.into_iter().all(|key| changed.insert(key))
    })
}

/// Whether the specification of a folder has a name or purpose that says so.
fn calls_itself_ladder(folder: &Path) -> bool {
    let spec = std::fs::read_to_string(folder.join(SPEC_NAME)).ok().and_then(|text| text.parse::<toml::Table>().ok());
    let says = |key: &str| {
        let text = spec.as_ref().and_then(|spec| spec.get(key)?.as_str()).unwrap_or_default().to_lowercase();
        text.contains("ladder") || text.contains("ablation")
    };
    says("name") || says("about")
}

fn steps(searches: &Searches) -> Result<Steps, Skip> {
    if searches.rows.is_empty() {
        return Err(Skip::because("there are no finished searches (searches.csv)"));
    }
    if searches.games.len() > 1 {
        return Err(Skip::because(format!("the rows are of several games ({})", searches.games.join(", "))));
    }
    let lines = searches.lines();
    let having = |depth: u32| lines.iter().filter(|line| line.by_depth.contains_key(&depth)).count();
    let depths = lines.iter().flat_map(|line| line.by_depth.keys().copied());
    let Some(depth) = depths.max_by_key(|&depth| (having(depth), depth)).filter(|&depth| having(depth) > 1) else {
        return Err(Skip::because("no two configurations were run at the same depth"));
    };
    let mut lines: Vec<Line> = lines.into_iter().filter(|line| line.by_depth.contains_key(&depth)).collect();
    if lines.len() < LEAST_STEPS {
        return Err(Skip::because(format!(
            "{} configurations at the same depth are no ladder, which takes {LEAST_STEPS}",
            lines.len()
        )));
    }
    if lines.len() > MOST_STEPS {
        return Err(Skip::because(format!(
            "{} configurations are more than a ladder shows ({MOST_STEPS})",
            lines.len()
        )));
    }
    let of = |line: &Line| -> HashSet<u32> { line.by_depth[&depth].iter().map(|search| search.position).collect() };
    let mut common = lines.first().map(of).unwrap_or_default();
    for line in &lines {
        let own = of(line);
        common.retain(|position| own.contains(position));
    }
    if common.len() < 2 {
        return Err(Skip::because("the configurations have fewer than two positions in common"));
    }
    for line in &mut lines {
        line.by_depth.retain(|&at, _| at == depth);
        for rows in line.by_depth.values_mut() {
            rows.retain(|search| common.contains(&search.position));
        }
    }
    Ok(Steps { depth, lines, positions: common.len() })
}

/// The last step against the first, and which steps differ from the one above.
fn findings(lines: &[Line], depth: u32, lang: Lang) -> String {
    let nodes = |search: &Search| Some(search.nodes);
    let (Some(first), Some(last)) = (lines.first(), lines.last()) else { return String::new() };
    let mut text = String::new();
    if let Some(ratio) = geometric_ratio(&last.paired(first, depth, nodes)) {
        let value = with_ends(ratio, Format::Percent);
        text += &say(
            lang,
            format!(" The last step, {}, takes {value} of the nodes of the first, {}.", last.name, first.name),
            format!("最后一步 {} 的节点数为第一步 {} 的 {value}。", last.name, first.name),
        );
    }
    let pairs: Vec<Vec<(f64, f64)>> = lines.windows(2).map(|two| two[1].paired(&two[0], depth, nodes)).collect();
    let fewest = pairs.iter().map(Vec::len).min().unwrap_or(0);
    if !can_differ(fewest, pairs.len()) {
        let steps = pairs.len();
        text += &say(
            lang,
            format!(
                " {fewest} positions are too few for Wilcoxon's signed-rank test to find a difference between steps at 5%, Holm-corrected over {steps} steps."
            ),
            format!(
                "{fewest} 个局面太少：Wilcoxon 符号秩检验经 {steps} 步的 Holm 校正后，在 5% 水平上不可能发现各步之差。"
            ),
        );
        return text;
    }
    let adjusted = holm(&pairs.iter().map(|pairs| wilcoxon_p(pairs)).collect::<Vec<f64>>());
    let undecided: Vec<&str> =
        adjusted.iter().zip(&lines[1..]).filter(|(p, _)| **p > 0.05).map(|(_, line)| line.name.as_str()).collect();
    text += &if undecided.is_empty() {
        say(
            lang,
            " Every step differs from the one above in nodes (Wilcoxon's signed-rank test by position, Holm-corrected, p ≤ 0.05).",
            "各步与上一步的节点数均有差异（按局面配对的 Wilcoxon 符号秩检验，Holm 校正，p ≤ 0.05）。",
        )
    } else {
        say(
            lang,
            format!(
                " No difference in nodes from the step above was found at 5% (Wilcoxon's signed-rank test by position, Holm-corrected) for {}.",
                undecided.join(", ")
            ),
            format!(
                "在 5% 水平上未发现与上一步节点数有差异者（按局面配对的 Wilcoxon 符号秩检验，Holm 校正）：{}。",
                undecided.join("、")
            ),
        )
    };
    text
}
