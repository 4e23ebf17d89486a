//! Published against measured: the judged parts of all claims, a panel for each unit.

use super::phrases::say;
use super::source::Sources;
use super::{Chart, Figure, Sketch, Skip};
use crate::analysis::claims_csv::{ClaimRow as Line, FILE_NAME};
use crate::analysis::verdict::Verdict;
use crate::report::axis::{AxisSpec, Scale};
use crate::report::claims_chart::{ClaimPanel, ClaimRow, ClaimsChart, verdict_word};
use crate::report::claims_table::{ClaimsTable, published_interval};
use crate::report::data::{ChartText, Estimate};
use crate::report::words::{Lang, Word};

/// Rows on one page.
const ROWS_PER_PAGE: usize = 30;

pub(super) const FIGURE: Figure = Figure {
    name: "claims",
    meaning: "published against measured value of every judged part of a claim, coloured by verdict, a panel for each unit",
    needs: "a folder of claims (claims.csv)",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let mut tables = Vec::new();
    for folder in &sources.folders {
        if folder.path.join(FILE_NAME).is_file() {
            tables.push(ClaimsTable::read(&folder.path)?);
        }
    }
    let Some(table) = tables.pop().filter(|_| tables.is_empty()) else {
        return Err(Skip::because("it takes one folder with a claims.csv"));
    };
    let lines = &table.rows;
    let judged: Vec<&Line> = lines.iter().filter(|line| line.verdict.is_some()).collect();
    let measured: Vec<&Line> = judged.iter().copied().filter(|line| line.measured.is_some()).collect();
    if judged.is_empty() {
        return Err(Skip::because("claims.csv holds no verdicts"));
    }
    if measured.is_empty() {
        return Err(Skip::because("no part of a claim was measured"));
    }
    let mut units: Vec<&str> = Vec::new();
    for line in &measured {
        if !units.contains(&line.unit.as_str()) {
            units.push(&line.unit);
        }
    }
    let mut by_unit: Vec<&Line> = Vec::new();
    for unit in &units {
        by_unit.extend(measured.iter().copied().filter(|line| line.unit == *unit));
    }
    let pages: Vec<&[&Line]> = by_unit.chunks(ROWS_PER_PAGE).collect();
    let counted = counts(judged.iter().copied(), lang);
    let without = judged.len() - measured.len();
    let sketches = pages.iter().enumerate().map(|(index, page)| {
        let title = say(lang, "Published and measured values", "文献值与实测值");
        let number = if pages.len() > 1 { format!(" ({}/{})", index + 1, pages.len()) } else { String::new() };
        let chart = ClaimsChart {
            text: ChartText::new(format!("{title}{number}")).subtitle(counted.clone()),
            panels: panels(&table, page, lang),
        };
        let shows = say(
            lang,
            format!(
                "Published value (grey band, as wide as its printed digits allow) and measured value of {} parts of claims, coloured by verdict{number}. All parts: {counted}.",
                page.len()
            ),
            format!(
                "论断的 {} 个部分的文献值（灰带，宽度为其印刷精度所许）与实测值，按判定着色{number}。全部：{counted}。",
                page.len()
            ),
        );
        let mut basis = say(
            lang,
            "95% confidence intervals; 95% prediction intervals where a published figure came from one unnamed position or game. n, interval and test of each part stand in claims.csv.",
            "95% 置信区间；文献值取自单个未注明的局面或对局时为 95% 预测区间。各部分的 n、区间与检验见 claims.csv。",
        );
        if without > 0 {
            basis += &say(
                lang,
                format!(" Parts without a measured value left out: {without}."),
                format!("略去无实测值的部分 {without} 个。"),
            );
        }
        let sketch = Sketch::new(Chart::Claims(chart), shows, basis);
        if index == 0 { sketch } else { sketch.suffix(format!("-{}", index + 1)) }
    });
    Ok(sketches.collect())
}

/// `Reproduced 12, Undecided 3`.
pub(crate) fn counts<'a>(lines: impl Iterator<Item = &'a Line> + Clone, lang: Lang) -> String {
    let count = |verdict: Verdict| lines.clone().filter(|line| line.verdict == Some(verdict)).count();
    let parts: Vec<String> = Verdict::ALL
        .iter()
        .map(|&(verdict, _)| (verdict, count(verdict)))
        .filter(|(_, count)| *count > 0)
        .map(|(verdict, count)| format!("{} {count}", verdict_word(verdict).text(lang)))
        .collect();
    parts.join(if lang == Lang::En { ", " } else { "，" })
}

fn panels(table: &ClaimsTable, page: &[&Line], lang: Lang) -> Vec<ClaimPanel> {
    let chunks = page.chunk_by(|a, b| a.unit == b.unit);
    chunks.map(|lines| panel(table, lines, lang)).collect()
}

fn panel(table: &ClaimsTable, lines: &[&Line], lang: Lang) -> ClaimPanel {
    let unit = lines.first().map_or("", |line| line.unit.as_str());
    let values = || lines.iter().filter_map(|line| line.measured);
    let all_positive = values().all(|value| value > 0.0);
    let (least, most) = values().fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
    let is_log = all_positive && (["ratio", "factor"].contains(&unit) || most / least > 50.0);
    let scale = if is_log { Scale::Log } else { Scale::Linear };
    let reference = match unit {
        "ratio" | "factor" => Some(1.0),
        "points" => Some(0.0),
        _ => None,
    };
    let rows = lines
        .iter()
        .map(|line| ClaimRow {
            label: table.label(line, lang),
            published: published_interval(&line.published),
            measured: line.measured.map(|value| match (line.low, line.high) {
                (Some(low), Some(high)) => Estimate::with_interval(value, low, high),
                _ => Estimate::new(value),
            }),
            verdict: line.verdict.unwrap_or(Verdict::Undecided),
        })
        .collect();
    let name = match unit {
        "" => Word::Measured.text(lang).to_owned(),
        "nodes" => Word::Nodes.text(lang).to_owned(),
        "ratio" => say(lang, "Ratio", "比值"),
        "points" => say(lang, "Percentage points", "百分点"),
        other => other.to_owned(),
    };
    ClaimPanel { axis: AxisSpec::new(name, scale), reference, rows }
}
