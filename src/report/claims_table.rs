//! What reports add to the rows of `claims.csv`: texts of the claims in two languages, and published figures as intervals.

use std::collections::HashMap;
use std::path::Path;

use anyhow::Result;

use crate::analysis;
use crate::analysis::claim::{Claim, Part, Spread};
use crate::analysis::claims_csv::{ClaimRow, FILE_NAME, read};
use crate::analysis::measure::MeasureKind;
use crate::analysis::published::{Published, Scale};
use crate::analysis::verdict::{BoundSide, Form, Rule};
use crate::report::claims_text;
use crate::report::claims_text::chinese as set_chinese;
use crate::report::data::Interval;
use crate::report::figures::phrases::say;
use crate::report::words::Lang;

/// The rows of a folder of claims with the texts that the program knows of them.
#[derive(Clone, Debug, Default)]
pub(super) struct ClaimsTable {
    /// The rows in the order of the file.
    pub rows: Vec<ClaimRow>,
    /// Part, or claim, to what it says in English and Chinese.
    says: HashMap<String, [String; 2]>,
    /// Part and English condition to the Chinese one.
    conditions: HashMap<(String, String), String>,
    /// Claim to why it is not measured, in English and Chinese.
    reasons: HashMap<String, [String; 2]>,
    /// What the program knows of each part.
    parts: HashMap<String, Part>,
}

impl ClaimsTable {
    /// Reads the file of a folder. Claims that this program does not know are shown without their text.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn read(folder: &Path) -> Result<ClaimsTable> {
        let mut table = ClaimsTable { rows: read(&folder.join(FILE_NAME))?, ..ClaimsTable::default() };
        for claim in Claim::all()? {
            for part in claim.parts {
                let others = part.others.iter().map(|other| (&other.condition, &other.condition_zh));
                for (condition, chinese) in others.chain([(&part.condition, &part.condition_zh)]) {
                    if !chinese.is_empty() {
                        table.conditions.insert((part.id.clone(), condition.clone()), set_chinese(chinese));
                    }
                }
                table.says.insert(part.id.clone(), [part.says.clone(), set_chinese(&part.says_zh)]);
                table.parts.insert(part.id.clone(), part);
            }
            table.reasons.insert(claim.id.clone(), [claim.reason, set_chinese(&claim.reason_zh)]);
            table.says.entry(claim.id).or_insert([claim.says, set_chinese(&claim.says_zh)]);
        }
        Ok(table)
    }

    /// What the part, or the claim of a row without parts, publishes; empty if it is not known.
    pub fn says(&self, row: &ClaimRow, lang: Lang) -> &str {
        let Some([english, chinese]) = self.says.get(name(row)) else { return "" };
        if lang == Lang::Zh && !chinese.is_empty() { chinese } else { english }
    }

    /// Why the verdict of a row is what it is: of a claim that is not measured as its file says it.
    pub fn reason(&self, row: &ClaimRow, lang: Lang) -> String {
        let same = |text: &str| text.trim_end_matches('.') == row.reason.trim_end_matches('.');
        match self.reasons.get(&row.id) {
            Some([english, chinese]) if lang == Lang::Zh && !chinese.is_empty() && same(english) => chinese.clone(),
            _ => claims_text::reason(row, lang),
        }
    }

    /// The condition of a row, with the tolerance that was declared.
    pub fn condition(&self, row: &ClaimRow, lang: Lang) -> String {
        let (condition, tolerance) = row.condition.split_once("; tolerance: ").unwrap_or((&row.condition, ""));
        match self.conditions.get(&(row.part.clone(), condition.to_owned())).filter(|_| lang == Lang::Zh) {
            None => row.condition.clone(),
            Some(chinese) if tolerance.is_empty() => chinese.clone(),
            Some(chinese) => match tolerance.strip_prefix("a factor of ") {
                Some(factor) => format!("{chinese}；容差：{factor} 倍"),
                None => format!("{chinese}；容差：{}", tolerance.replace("points", "个百分点")),
            },
        }
    }

    /// The published figure of a row as the verdict takes it: as wide as its printed digits, the sample behind it and the
    /// declared tolerance allow; by its digits alone where the part is not known.
    pub fn published(&self, row: &ClaimRow) -> Option<Interval> {
        let printed = published_interval(&row.published)?;
        // The file may be of another version of the claim: a widened interval holds the printed one.
        let holds = |wide: &Interval| wide.low <= printed.low && wide.high >= printed.high;
        Some(self.parts.get(&row.part).and_then(|part| widened(part, row)).filter(holds).unwrap_or(printed))
    }

    /// The side on which a bound holds, if the part is one.
    pub fn side(&self, row: &ClaimRow) -> Option<BoundSide> {
        self.parts.get(&row.part).filter(|part| part.form == Some(Form::Bound)).and_then(|part| part.side)
    }

    /// The published figure of a row as printed, with the side to which a bound is open.
    pub fn published_text(&self, row: &ClaimRow, lang: Lang) -> String {
        let figure = claims_text::published(row, lang);
        match self.side(row).filter(|_| !figure.is_empty()) {
            Some(BoundSide::AtLeast) => format!("≥ {figure}"),
            Some(BoundSide::AtMost) => format!("≤ {figure}"),
            None => figure,
        }
    }

    /// The part's name with what it says, or with the published figure.
    pub fn label(&self, row: &ClaimRow, lang: Lang) -> String {
        let (name, says) = (name(row), self.says(row, lang));
        if !says.is_empty() {
            return format!("{name} {says}");
        }
        let figure = self.published_text(row, lang);
        match figure.is_empty() {
            true => name.to_owned(),
            false => say(lang, format!("{name} (published {figure})"), format!("{name}（文献值 {figure}）")),
        }
    }
}

/// The published figure of a level or an effect, in the part's unit.
fn widened(part: &Part, row: &ClaimRow) -> Option<Interval> {
    let factor = part.factor();
    let ends = row.low.zip(row.high).filter(|_| row.interval == "confidence");
    let spread = ends.zip(row.n).map(|((low, high), n)| Spread {
        interval: analysis::interval::Interval { low: low / factor, high: high / factor },
        n,
    });
    let (Rule::Level(published) | Rule::Effect(published)) = part.rule(spread).ok()?? else { return None };
    let (interval, offset) = (published.interval(), part.offset());
    Some(Interval::new(interval.low + offset, interval.high + offset))
}

/// The part, or the claim where there is none.
pub(super) fn name(row: &ClaimRow) -> &str {
    if row.part.is_empty() { &row.id } else { &row.part }
}

/// The letter of the document that a row is about.
pub(super) fn document(row: &ClaimRow) -> &str {
    row.id.split(|c: char| c.is_ascii_digit()).next().unwrap_or_default()
}

/// The interval that a printed figure, or the two ends of a range (`60..85`), allow by their digits.
pub(super) fn published_interval(published: &str) -> Option<Interval> {
    let read = |text: &str| {
        let text = text.trim().trim_end_matches('%').trim();
        Published::parse(text, Scale::Linear).ok().map(|published| published.printed())
    };
    if let Some((low, high)) = published.split_once("..") {
        let (low, high) = (read(low)?, read(high)?);
        return Some(Interval::new(low.low.min(high.low), low.high.max(high.high)));
    }
    read(published).map(|printed| Interval::new(printed.low, printed.high))
}

/// The published win rates of the players of an experiment below a folder of claims, by label, as ratios; `reference` is
/// the opponent of all games, if there is one.
///
/// # Errors
/// If a built-in claim cannot be read.
pub(super) fn published_win_rates(experiment: &Path, reference: Option<&str>) -> Result<HashMap<String, Interval>> {
    let mut rates = HashMap::new();
    let name = experiment.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !experiment.parent().is_some_and(|parent| parent.join(FILE_NAME).is_file()) {
        return Ok(rates);
    }
    for part in Claim::all()?.into_iter().flat_map(|claim| claim.parts) {
        let Some(source) = part.source.filter(|source| source.experiment == name) else { continue };
        let met = source.baseline.is_none() || source.baseline.as_deref() == reference;
        let (MeasureKind::WinRate, true, "%", Some(player)) = (source.kind, met, part.unit.as_str(), source.player)
        else {
            continue;
        };
        if let Some(interval) = published_interval(&part.published.join("..")) {
            rates.insert(player, Interval::new(interval.low / 100.0, interval.high / 100.0));
        }
    }
    Ok(rates)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fonts::FontSet;

    #[test]
    fn printed_figures_and_ranges_become_intervals() {
        let of = |published: &str| published_interval(published).map(|interval| (interval.low, interval.high));
        assert_eq!(of("1,247"), Some((1246.5, 1247.5)));
        let (low, high) = of("93.1 %").unwrap();
        assert!((low - 93.05).abs() < 1e-9 && (high - 93.15).abs() < 1e-9);
        assert_eq!(of("60..85"), Some((59.5, 85.5)));
        assert_eq!((of(""), of("many")), (None, None));
        assert_eq!(document(&ClaimRow { id: "T15".into(), ..ClaimRow::default() }), "T");
    }

    #[test]
    fn the_fonts_hold_every_character_of_the_claims() {
        let fonts = FontSet::embedded();
        for claim in Claim::all().unwrap() {
            let texts = claim.parts.iter().flat_map(|part| [&part.says, &part.says_zh]);
            for text in texts.chain([&claim.says, &claim.says_zh]) {
                assert_eq!(fonts.missing_characters(text), vec![], "{}: {text}", claim.id);
            }
        }
    }
}
