//! Published against measured: the judged parts of all claims, a panel for each unit.

use super::phrases::say;
use super::source::Sources;
use super::{Chart, Figure, Sketch, Skip};
use crate::analysis::claims_csv::{ClaimRow as Line, FILE_NAME};
use crate::analysis::verdict::Verdict;
use crate::report::axis::{AxisSpec, Scale};
use crate::report::claims_chart::{ClaimPanel, ClaimRow, ClaimsChart, verdict_word};
use crate::report::claims_table::{ClaimsTable, name};
use crate::report::claims_text;
use crate::report::data::{ChartText, Estimate, Interval};
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
        if !units.contains(&unit_of(line)) {
            units.push(unit_of(line));
        }
    }
    let mut by_unit: Vec<&Line> = Vec::new();
    let mut alone: Vec<&Line> = Vec::new();
    for unit in &units {
        let own: Vec<&Line> = measured.iter().copied().filter(|line| unit_of(line) == *unit).collect();
        // An axis for one value compares nothing.
        if own.len() > 1 || units.len() == 1 { by_unit.extend(own) } else { alone.extend(own) }
    }
    if by_unit.is_empty() {
        by_unit.append(&mut alone);
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
                "Published value (grey band, as wide as its printed digits and the declared tolerance allow; a bound is open to its side) and measured value of {} parts of claims, coloured by verdict{number}. All parts: {counted}.",
                page.len()
            ),
            format!(
                "论断的 {} 个分项的文献值（灰带，宽度为其印刷精度与声明的容差所许；界限向一侧延伸）与实测值，按判定着色{number}。全部：{counted}。",
                page.len()
            ),
        );
        let mut basis = say(
            lang,
            "95% confidence intervals; 95% prediction intervals where a published figure came from one unnamed position or game. n, interval and test of each part stand in claims.csv.",
            "95% 置信区间；文献值取自单个未注明的局面或对局时为 95% 预测区间。各分项的 n、区间与检验见 claims.csv。",
        );
        if !alone.is_empty() {
            let texts = alone.iter().map(|line| {
                let (measured, published) = (claims_text::measured(line, lang), table.published_text(line, lang));
                say(
                    lang,
                    format!("{} {measured} (published {published})", name(line)),
                    format!("{} {measured}（文献值 {published}）", name(line)),
                )
            });
            let texts = texts.collect::<Vec<_>>().join(&say(lang, "; ", "；"));
            basis += &say(
                lang,
                format!(" Not drawn, each alone in its unit: {texts}."),
                format!("未绘出（各自单位仅此一项）：{texts}。"),
            );
        }
        if without > 0 {
            basis += &say(
                lang,
                format!(" Parts without a measured value left out: {without}."),
                format!("略去无实测值的分项 {without} 个。"),
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

/// The unit of a part, in one spelling.
fn unit_of(line: &Line) -> &str {
    if line.unit == "percent" { "%" } else { &line.unit }
}

fn panels(table: &ClaimsTable, page: &[&Line], lang: Lang) -> Vec<ClaimPanel> {
    let chunks = page.chunk_by(|a, b| unit_of(a) == unit_of(b));
    chunks.map(|lines| panel(table, lines, lang)).collect()
}

fn panel(table: &ClaimsTable, lines: &[&Line], lang: Lang) -> ClaimPanel {
    let unit = lines.first().map_or("", |line| unit_of(line));
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
            published: table.published(line).map(|band| Interval {
                // A printed 0 has nothing below it.
                low: if line.published.trim_start().starts_with('0') { band.low.max(0.0) } else { band.low },
                ..band
            }),
            bound: table.side(line),
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
        "%" => Word::Measured.text(lang).to_owned() + &say(lang, " (%)", "（%）"),
        "value" | "unit" => Word::Measured.text(lang).to_owned(),
        other => claims_text::unit_text(other, lang),
    };
    ClaimPanel { axis: AxisSpec::new(name, scale), reference, rows }
}
