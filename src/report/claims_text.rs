//! The cells of a table of claims: figures with their units, and Chinese text set as it is printed.

use crate::analysis::claims_csv::ClaimRow;
use crate::report::figures::phrases::say;
use crate::report::number::{Format, exact, grouped, short};
use crate::report::reasons;
use crate::report::words::{Lang, Word};

/// A unit as printed behind a number; empty where the number says all.
pub(crate) fn unit_text(unit: &str, lang: Lang) -> String {
    match unit {
        "" | "ratio" | "factor" | "value" | "unit" => String::new(),
        "%" | "percent" => "%".to_owned(),
        "nodes" => say(lang, "nodes", "节点"),
        "moves" => say(lang, "moves", "着法"),
        "positions" => say(lang, "positions", "局面"),
        "numbers" => say(lang, "numbers", "个"),
        "games" => say(lang, "games", "局"),
        "points" => say(lang, "points", "个百分点"),
        "ns" => say(lang, "ns", "纳秒"),
        "ms" => say(lang, "ms", "毫秒"),
        "powers of ten" => say(lang, "powers of ten", "个数量级"),
        other => other.to_owned(),
    }
}

fn with_unit(number: &str, unit: &str) -> String {
    match unit {
        "" => number.to_owned(),
        "%" => format!("{number}%"),
        unit => format!("{number} {unit}"),
    }
}

/// The published figure of a row: `93.1%`, `60%–85%`, `1,247,892 nodes`.
pub(super) fn published(row: &ClaimRow, lang: Lang) -> String {
    let unit = unit_text(&row.unit, lang);
    let ends: Vec<String> =
        row.published.split("..").map(str::trim).filter(|end| !end.is_empty()).map(printed).collect();
    match ends.as_slice() {
        [] => String::new(),
        ends if unit == "%" => ends.iter().map(|end| format!("{end}%")).collect::<Vec<_>>().join("–"),
        ends => with_unit(&ends.join("–"), &unit),
    }
}

/// A printed number with its thousands in groups: `127e3` is `127,000`.
fn printed(text: &str) -> String {
    let text = text.trim_end_matches('%').trim_end();
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some((mantissa, exponent)) = text.split_once('e') {
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let zeros = exponent.parse::<usize>().ok().and_then(|e| e.checked_sub(fraction.len()));
        if let Some(zeros) = zeros.filter(|&zeros| zeros < 16)
            && digits(whole)
            && (fraction.is_empty() || digits(fraction))
        {
            return grouped(&format!("{whole}{fraction}{}", "0".repeat(zeros)));
        }
        return text.to_owned();
    }
    if digits(text) { grouped(text) } else { text.replacen('-', "−", 1) }
}

/// The interval of a row, `[92.8%, 95.1%]`; none where the value is exact.
pub(super) fn interval(row: &ClaimRow) -> Option<String> {
    let (low, high) = (row.low?, row.high?);
    if row.interval == "exact" || low == high {
        return None;
    }
    let sign = if unit_text(&row.unit, Lang::En) == "%" { "%" } else { "" };
    Some(format!("[{}{sign}, {}{sign}]", short(low, Format::Plain), short(high, Format::Plain)))
}

/// The measured figure of a row: `94.2% [92.8%, 95.1%]`, an exact one as one number.
pub(super) fn measured(row: &ClaimRow, lang: Lang) -> String {
    let Some(value) = row.measured else { return String::new() };
    let unit = unit_text(&row.unit, lang);
    match interval(row) {
        Some(interval) if unit == "%" => format!("{}% {interval}", short(value, Format::Plain)),
        Some(interval) => with_unit(&format!("{} {interval}", short(value, Format::Plain)), &unit),
        None => with_unit(&exact(value), &unit),
    }
}

/// Which interval a row has, as printed.
pub(super) fn interval_name(interval: &str, lang: Lang) -> String {
    match interval {
        "confidence" => Word::ConfidenceInterval.text(lang).to_owned(),
        "prediction" => Word::PredictionInterval.text(lang).to_owned(),
        "exact" => say(lang, "exact", "精确"),
        other => other.to_owned(),
    }
}

/// The reason of a row, which is English in the file. How intervals of few values are made stands once among the
/// definitions.
pub(super) fn reason(row: &ClaimRow, lang: Lang) -> String {
    let kept = row.reason.split("; ").filter(|part| !part.starts_with("prediction interval by Student's t"));
    let text = kept.collect::<Vec<_>>().join("; ");
    if lang == Lang::Zh {
        return reasons::chinese(&text);
    }
    let whole = text.ends_with('.') || !row.reason.ends_with('.');
    if whole { text } else { format!("{text}.") }
}

/// Whether a character is Chinese.
pub(super) fn is_chinese(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c)
}

/// Chinese text set as it is printed: full-width punctuation beside Chinese characters, a space between them and Latin
/// letters or digits, one form of each term.
pub(crate) fn chinese(text: &str) -> String {
    if !text.chars().any(is_chinese) {
        return text.to_owned();
    }
    let text = text.replace("结点", "节点").replace("极大极小", "极小极大").replace("转置表", "置换表");
    let mut letters: Vec<char> = text.chars().collect();
    let wide = |c: Option<&char>| c.is_some_and(|&c| is_chinese(c) || "，；：。（）、“”".contains(c));
    widen_brackets(&mut letters);
    for at in 0..letters.len() {
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        let form = match letters[at] {
            ',' => '，',
            ';' => '；',
            ':' => '：',
            _ => continue,
        };
        let digit = |at: usize| letters.get(at).is_some_and(char::is_ascii_digit);
        // A comma in a number stands before three digits.
        let ends_number = letters[at] == ',' && digit(at + 1) && !(digit(at + 2) && digit(at + 3));
        if ends_number || wide(before) || wide(letters[at + 1..].iter().find(|c| **c != ' ')) {
            letters[at] = form;
        }
    }
    let mut set = String::with_capacity(text.len() + 16);
    let mut last: Option<char> = None;
    for c in letters {
        let latin = |c: char| c.is_ascii_alphanumeric() || "%αβ".contains(c);
        let full = |c: char| "，；：。（）、".contains(c);
        match last {
            Some(' ') if full(c) || is_chinese(c) && set.trim_end().chars().next_back().is_some_and(is_chinese) => {
                set.truncate(set.trim_end().len());
            }
            Some(before) if full(before) && c == ' ' => continue,
            Some(before) if is_chinese(before) && latin(c) || latin(before) && is_chinese(c) => set.push(' '),
            _ => {}
        }
        set.push(c);
        last = Some(c);
    }
    set
}

/// Brackets around Chinese text, or beside it, become full-width in pairs.
fn widen_brackets(letters: &mut [char]) {
    let mut open: Vec<usize> = Vec::new();
    for at in 0..letters.len() {
        match letters[at] {
            '(' => open.push(at),
            ')' => {
                let Some(from) = open.pop() else { continue };
                let around = &letters[from.saturating_sub(1)..(at + 2).min(letters.len())];
                if around.iter().copied().any(is_chinese) {
                    letters[from] = '（';
                    letters[at] = '）';
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(published: &str, measured: f64, ends: (f64, f64), unit: &str, interval: &str) -> ClaimRow {
        ClaimRow {
            published: published.into(),
            measured: Some(measured),
            low: Some(ends.0),
            high: Some(ends.1),
            unit: unit.into(),
            interval: interval.into(),
            ..ClaimRow::default()
        }
    }

    #[test]
    fn figures_have_one_form() {
        let count = row("127e3", 11_239_200.0, (11_239_200.0, 11_239_200.0), "nodes", "exact");
        assert_eq!(
            (published(&count, Lang::En), measured(&count, Lang::Zh)),
            ("127,000 nodes".into(), "11,239,200 节点".into())
        );
        let rate = row("60..85", 94.2, (92.8, 95.1), "percent", "confidence");
        assert_eq!(
            (published(&rate, Lang::En), measured(&rate, Lang::En)),
            ("60%–85%".into(), "94.2% [92.8%, 95.1%]".into())
        );
        assert_eq!(
            (printed("1,247,892"), printed("9.5e6"), printed("10000")),
            ("1,247,892".into(), "9,500,000".into(), "10,000".into())
        );
    }

    #[test]
    fn reasons_leave_out_the_footnote_in_both_languages() {
        let mut row = row("30", 88.9, (86.1, 91.3), "%", "confidence");
        row.reason =
            "Exact interval [1, 2] lies outside the bound: at most 0.5; prediction interval by Student's t: 24 values."
                .into();
        assert_eq!(reason(&row, Lang::En), "Exact interval [1, 2] lies outside the bound: at most 0.5.");
        assert_eq!(reason(&row, Lang::Zh), "精确区间 [1, 2] 在界限（不大于 0.5）之外。");
    }

    #[test]
    fn chinese_text_is_set_with_full_width_punctuation() {
        assert_eq!(chinese("极大极小:1,247,892个结点"), "极小极大：1,247,892 个节点");
        assert_eq!(chinese("1 MiB转置表"), "1 MiB 置换表");
        assert_eq!(chinese("深度3,必胜(含距离)与V1一致; 6至50子"), "深度 3，必胜（含距离）与 V1 一致；6 至 50 子");
        assert_eq!(chinese("深度3,6至50子"), "深度 3，6 至 50 子");
        assert_eq!(chinese("79845/86321, f(x)"), "79845/86321, f(x)");
    }
}
