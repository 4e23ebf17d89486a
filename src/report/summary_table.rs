//! `summary.csv` as tables: a row for each player or pairing, a row for each player against its baseline, and a list of the
//! rest; below each table what its brackets are.

use std::path::Path;

use anyhow::Result;
use serde::Deserialize;

use crate::records::csv_file::CsvFile;
use crate::report::document::{Document, Table};
use crate::report::figures::phrases::{p_text, say};
use crate::report::number::{Format, count, exact, short};
use crate::report::ratings;
use crate::report::words::{Lang, Word};

/// The files' names in a result folder: figures that a rerun repeats, and figures of times.
const FILE_NAMES: [&str; 2] = ["summary.csv", "summary_timings.csv"];
/// Tables, and rows of each, in the report of one experiment; more rows are left to the file.
pub(super) const WHOLE: (usize, usize) = (5, 60);
/// The same in a section of a longer report.
pub(super) const BRIEF: (usize, usize) = (3, 15);

/// The columns without which the file is another program's.
const NEEDED: [&str; 3] = ["subject", "quantity", "value"];

/// A row of the file; what it does not hold is empty.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Line {
    pub subject: String,
    pub opponent: String,
    pub quantity: String,
    pub value: Option<f64>,
    pub low: Option<f64>,
    pub high: Option<f64>,
    pub unit: String,
    pub n: Option<u64>,
    pub sample: String,
    pub interval: String,
}

/// A figure with a place in a table: name in the file, English, Chinese.
type Named = (&'static str, &'static str, &'static str);

/// The figures of searches and of games that get a column.
const COLUMNS: [Named; 26] = [
    ("searches", "Searches", "搜索数"),
    ("nodes_geometric_mean", "Nodes (geometric mean)", "节点数（几何平均）"),
    ("nodes_median", "Nodes (median)", "节点数（中位数）"),
    ("estimated_nodes_mean", "Nodes (mean of the estimates)", "节点数（估计值的均值）"),
    ("distance_to_minimal_geometric_mean", "Nodes / minimal tree", "节点数 / 最小树"),
    ("completed_depth_mean", "Depth (mean)", "深度（均值）"),
    ("missed_win_rate", "Missed wins", "漏胜率"),
    ("missed_block_rate", "Missed blocks", "漏防率"),
    ("games", "Games", "对局数"),
    ("lost_on_time", "Lost on time", "超时负"),
    ("lost_by_illegal_move", "Lost by an illegal move", "违规着法负"),
    ("lost_by_death", "Lost by death of the program", "程序崩溃负"),
    ("opponent_lost_on_time", "Opponent lost on time", "对方超时负"),
    ("opponent_lost_by_illegal_move", "Opponent lost by an illegal move", "对方违规着法负"),
    ("opponent_lost_by_death", "Opponent lost by death of the program", "对方程序崩溃负"),
    ("swap2_white", "Swap2: second seat took white", "Swap2：后座选白"),
    ("swap2_black", "Swap2: second seat took black", "Swap2：后座选黑"),
    ("swap2_two_white", "Swap2: two more stones, then white", "Swap2：再下两子，先座选白"),
    ("swap2_two_black", "Swap2: two more stones, then black", "Swap2：再下两子，先座选黑"),
    ("win_rate", "Win rate", "胜率"),
    ("draw_rate", "Draw rate", "和棋率"),
    ("score", "Score", "得分率"),
    ("elo", "Elo", "Elo"),
    ("equal_strength_p_holm", "Equal strength (Holm)", "实力相等（Holm 校正）"),
    ("game_length_mean", "Plies", "手数"),
    ("distinct_games", "Distinct games", "不同对局"),
];

/// The figures of moves held against exact values that get a column.
const AGAINST_TRUTH: [Named; 9] = [
    ("judged_moves", "Judged moves", "判定着数"),
    ("value_keeping_rate", "Value kept", "保值率"),
    ("blunder_rate", "Blunders", "失误率"),
    ("distance_lost_mean", "Score lost (mean)", "损失分（均值）"),
    ("play_out_win_rate", "Won positions won", "胜局面取胜率"),
    ("moves_to_win_mean", "Moves to win (mean)", "取胜步数（均值）"),
    ("excess_win_moves_mean", "Beyond the shortest (mean)", "超出最短（均值）"),
    ("resistance_mean", "Resistance (plies, mean)", "抵抗手数（均值）"),
    ("lost_resistance_mean", "Short of the longest (mean)", "不足最长（均值）"),
];

/// The figures of a player against its baseline that get a column.
const AGAINST_BASELINE: [Named; 6] = [
    ("other_move_rate", "Other move", "着法不同"),
    ("other_value_rate", "Other value", "估值不同"),
    ("node_ratio", "Nodes / baseline (geometric mean)", "节点数 / 基线（几何平均）"),
    ("node_ratio_p", "Wilcoxon", "Wilcoxon 检验"),
    ("node_ratio_p_holm", "Holm-corrected", "Holm 校正"),
    ("time_ratio", "Time / baseline (median)", "用时 / 基线（中位数）"),
];

/// Figures that stand alone: a line of a table of their own each.
const ALONE: [Named; 12] = [
    ("counted", "counted", "计数"),
    ("first_stones_advantage", "advantage of the first stones (Elo)", "先手优势（Elo）"),
    ("best_score", "best score", "最高得分率"),
    ("best_score_lead", "lead over the next", "领先次优"),
    (
        "best_score_p_holm",
        "no lead (Wilcoxon's signed-rank test by opening)",
        "无领先（按开局配对的 Wilcoxon 符号秩检验）",
    ),
    ("more_games_to_separate", "further games of each to separate it from the next", "与次优分出高下尚需对局（各）"),
    ("fewest_nodes_geometric_mean", "fewest nodes (geometric mean)", "最少节点数（几何平均）"),
    ("fewest_nodes_ratio_to_next", "nodes / nodes of the next (geometric mean)", "节点数 / 次少者（几何平均）"),
    (
        "fewest_nodes_p_holm",
        "as many nodes (Wilcoxon's signed-rank test by position)",
        "节点数相等（按局面配对的 Wilcoxon 符号秩检验）",
    ),
    ("more_positions_to_separate", "further positions to separate it from the next", "与次少者分出高下尚需局面"),
    ("sprt_log_likelihood_ratio", "log-likelihood ratio (SPRT)", "对数似然比（SPRT）"),
    ("sprt_accepted_hypothesis", "accepted hypothesis (SPRT)", "接受的假设（SPRT）"),
];

/// Adds the first `tables` tables of a folder, each with `rows` rows at most and a sentence on its brackets; nothing without
/// the file. Answers whether there are any.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn add(document: &mut Document, folder: &Path, (count, rows): (usize, usize), lang: Lang) -> Result<bool> {
    let filled = tables(&lines(folder)?, rows, lang).into_iter().filter(|(table, _)| !table.rows.is_empty());
    let before = document.blocks.len();
    for (table, note) in filled.take(count) {
        document.table(table);
        if !note.is_empty() {
            document.paragraph(note);
        }
    }
    Ok(document.blocks.len() > before)
}

/// The lines of a folder's summaries; none without the files.
///
/// # Errors
/// If a file cannot be read.
pub(super) fn lines(folder: &Path) -> Result<Vec<Line>> {
    let mut lines: Vec<Line> = Vec::new();
    for path in FILE_NAMES.map(|name| folder.join(name)).iter().filter(|path| path.is_file()) {
        lines.extend(CsvFile::open(path, NEEDED)?.rows::<Line>()?);
    }
    Ok(lines)
}

fn tables(lines: &[Line], most: usize, lang: Lang) -> [(Table, String); 5] {
    let opponent = Word::Opponent.text(lang);
    [
        ratings::table(lines, lang),
        (by_subject(lines, &COLUMNS, opponent, most, lang), note(lines, &COLUMNS, lang)),
        (by_subject(lines, &AGAINST_TRUTH, opponent, most, lang), note(lines, &AGAINST_TRUTH, lang)),
        (
            by_subject(lines, &AGAINST_BASELINE, &say(lang, "Baseline", "基线"), most, lang),
            note(lines, &AGAINST_BASELINE, lang),
        ),
        (alone(lines, most, lang), String::new()),
    ]
}

/// What the brackets of each column are, and what its figures rest on where that is not the table's rows.
fn note(lines: &[Line], columns: &[Named], lang: Lang) -> String {
    let mut parts: Vec<String> = Vec::new();
    for (name, english, chinese) in columns {
        let mut sources: Vec<String> = Vec::new();
        let bracketed = |line: &&Line| line.quantity == *name && line.low != line.high;
        for line in lines.iter().filter(bracketed) {
            // An estimate is marked in its cell.
            let source = interval_text(line.interval.trim_end_matches("; estimated"), lang);
            if !sources.contains(&source) {
                sources.push(source);
            }
        }
        if !sources.is_empty() {
            let sources = sources.join(&say(lang, " or ", "或"));
            parts.push(say(lang, format!("{english}: {sources}"), format!("{chinese}：{sources}")));
        }
    }
    if columns == AGAINST_BASELINE && !parts.is_empty() {
        let in_pairs = lines.iter().any(|line| line.quantity == "other_move_rate");
        let [english, chinese] = match in_pairs {
            true => ["the baseline is the other one of the pair", "基线为同对中的另一个配置"],
            false => ["the baseline is the first configuration at the same depth", "基线为同一深度的首个配置"],
        };
        parts.push(say(
            lang,
            format!(
                "p-values: Wilcoxon's signed-rank test by position, Holm-corrected over all comparisons of the experiment; \
                 {english}"
            ),
            format!("p 值：按局面配对的 Wilcoxon 符号秩检验，并对实验的全部比较作 Holm 校正；{chinese}"),
        ));
    }
    if parts.is_empty() {
        return String::new();
    }
    let parts = parts.join(&say(lang, "; ", "；"));
    say(lang, format!("Brackets are 95% intervals. {parts}."), format!("方括号内为 95% 区间。{parts}。"))
}

/// A row for each subject with its opponent, a column for each figure that any of them has.
fn by_subject(lines: &[Line], named: &[Named], opponent_word: &str, most: usize, lang: Lang) -> Table {
    let columns: Vec<_> = named.iter().filter(|(name, ..)| lines.iter().any(|line| line.quantity == *name)).collect();
    let mut keys: Vec<(&str, &str)> = Vec::new();
    for line in lines.iter().filter(|line| columns.iter().any(|(name, ..)| line.quantity == *name)) {
        if !keys.contains(&(&line.subject, &line.opponent)) {
            keys.push((&line.subject, &line.opponent));
        }
    }
    let with_opponent = keys.iter().any(|(_, opponent)| !opponent.is_empty());
    let mut table = Table::new([Word::Player.text(lang).to_owned()]);
    if with_opponent {
        table.header.push(opponent_word.to_owned());
    }
    let with_n = named == AGAINST_BASELINE;
    if with_n {
        table.header.push("n".to_owned());
    }
    table.header.extend(columns.iter().map(|(_, english, chinese)| say(lang, *english, *chinese)));
    for (subject, opponent) in keys.iter().take(most) {
        let mut row = vec![(*subject).to_owned()];
        if with_opponent {
            row.push((*opponent).to_owned());
        }
        let line = |name: &str| {
            lines.iter().find(|line| line.quantity == name && line.subject == *subject && line.opponent == *opponent)
        };
        if with_n {
            let first = columns.iter().find_map(|(name, ..)| line(name));
            row.push(first.and_then(|line| Some(sample_text(line.n?, &line.sample, lang))).unwrap_or_default());
        }
        row.extend(columns.iter().map(|(name, ..)| line(name).map_or_else(String::new, |line| value_text(line, lang))));
        table.rows.push(row);
    }
    cut(&mut table, keys.len(), most, lang);
    table
}

fn alone(lines: &[Line], most: usize, lang: Lang) -> Table {
    let mut table = Table::new([
        say(lang, "Of", "对象"),
        say(lang, "Figure", "量"),
        say(lang, "Value", "值"),
        "n".to_owned(),
        say(lang, "95% interval or test", "95% 区间或检验"),
    ]);
    let chosen = lines.iter().filter_map(|line| Some((line, ALONE.iter().find(|(name, ..)| line.quantity == *name)?)));
    for (line, (_, english, chinese)) in chosen.clone().take(most) {
        let n = line.n.map_or_else(String::new, |n| sample_text(n, &line.sample, lang));
        let of = match line.opponent.as_str() {
            "" => line.subject.clone(),
            opponent => {
                say(lang, format!("{} against {opponent}", line.subject), format!("{} 对 {opponent}", line.subject))
            }
        };
        let interval = interval_text(&line.interval, lang);
        table.rows.push(vec![of, say(lang, *english, *chinese), value_text(line, lang), n, interval]);
    }
    cut(&mut table, chosen.count(), most, lang);
    table
}

/// Says in a last row how many are left to the file.
fn cut(table: &mut Table, count: usize, most: usize, lang: Lang) {
    if count > most {
        let more = count - most;
        table.rows.push(vec![say(
            lang,
            format!("… and {more} more in {}", FILE_NAMES[0]),
            format!("……另有 {more} 行，见 {}", FILE_NAMES[0]),
        )]);
    }
}

/// `1 game`, `24 searches`.
fn sample_text(n: u64, sample: &str, lang: Lang) -> String {
    let count = count(n);
    let chinese = match sample {
        "games" => "局",
        "pairs" => "对",
        "searches" => "次搜索",
        "moves" => "着",
        "positions" => "个局面",
        "openings" => "个开局",
        other => other,
    };
    let english = match sample {
        "searches" if n == 1 => "search",
        other if n == 1 => other.trim_end_matches('s'),
        other => other,
    };
    say(lang, format!("{count} {english}").trim_end(), format!("{count} {chinese}").trim_end())
}

/// Parts of the column `interval` in Chinese.
const SOURCES: [(&str, &str); 18] = [
    ("Fisher information, with a prior", "Fisher 信息（加先验）"),
    ("Fisher information", "Fisher 信息"),
    ("standard error of the probes", "随机探测的标准误差"),
    ("bootstrap over positions", "对局面的自助法"),
    ("bootstrap over openings", "对开局的自助法"),
    ("Student on logarithms", "对数上的 Student t 区间"),
    ("Student", "Student t 区间"),
    ("Wilson over pairs", "对局对的 Wilson 区间"),
    ("Wilson", "Wilson 区间"),
    ("Wilcoxon signed-rank", "Wilcoxon 符号秩检验"),
    ("order statistics", "次序统计量（中位数）"),
    ("sign test", "符号检验"),
    ("tied for best", "并列最优"),
    ("tied for fewest", "并列最少"),
    ("estimated", "估计值"),
    ("Holm", "Holm 校正"),
    ("Wald", "Wald 检验"),
    ("pairs", "对局对的标准误差"),
];

pub(super) fn interval_text(interval: &str, lang: Lang) -> String {
    if lang == Lang::En {
        return match interval {
            "pairs" => "standard error of pairs".to_owned(),
            other => other.replace("Student", "Student's t"),
        };
    }
    let part =
        |part: &str| SOURCES.iter().find(|(known, _)| *known == part).map_or(part, |(_, chinese)| chinese).to_owned();
    interval.split("; ").map(part).collect::<Vec<_>>().join("；")
}

/// Ratios that are factors: all others are shares, shown in percent.
const FACTORS: [&str; 4] =
    ["node_ratio", "time_ratio", "distance_to_minimal_geometric_mean", "fewest_nodes_ratio_to_next"];

pub(super) fn value_text(line: &Line, lang: Lang) -> String {
    if let (Some(p), "p-value") = (line.value, line.unit.as_str()) {
        return p_text(p);
    }
    let is_share = line.unit == "ratio" && !FACTORS.contains(&line.quantity.as_str());
    let format = if is_share { Format::Percent } else { Format::Plain };
    let Some(value) = line.value else {
        // A one-sided result bounds what it does not measure.
        return match (line.low, line.high) {
            (Some(low), None) => format!("≥ {}", short(low, format)),
            (None, Some(high)) => format!("≤ {}", short(high, format)),
            _ => "–".to_owned(),
        };
    };
    let text = match (line.low, line.high) {
        // What is known exactly is one number.
        (low, high) if format == Format::Plain && (low.is_none() || high.is_none() || low == high) => exact(value),
        (Some(low), Some(high)) if low != high => {
            format!("{} [{}, {}]", short(value, format), short(low, format), short(high, format))
        }
        _ => short(value, format),
    };
    if line.interval.contains("estimated") { text + &say(lang, " (estimated)", "（估计）") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_player_share_a_row_and_the_rest_is_listed() {
        let line = |subject: &str, quantity: &str, value: f64| Line {
            subject: subject.to_owned(),
            quantity: quantity.to_owned(),
            value: Some(value),
            ..Line::default()
        };
        let mut rate = line("a", "win_rate", 0.5);
        (rate.low, rate.high, rate.unit) = (Some(0.25), Some(0.75), "ratio".to_owned());
        let lines =
            [line("a", "games", 10.0), rate, line("b", "games", 12.0), line("all", "first_stones_advantage", 3.0)];
        let players = |lines: &[Line], most| by_subject(lines, &COLUMNS, "Opponent", most, Lang::En);
        let table = players(&lines, WHOLE.1);
        assert_eq!(table.header, ["Player", "Games", "Win rate"]);
        assert_eq!(table.rows[0], ["a", "10", "50.0% [25.0%, 75.0%]"]);
        assert_eq!(table.rows[1], ["b", "12", ""]);
        assert_eq!(alone(&lines, WHOLE.1, Lang::Zh).rows.len(), 1);
        let many: Vec<Line> = (0..70).map(|i| line(&format!("p{i}"), "games", 1.0)).collect();
        let table = players(&many, BRIEF.1);
        assert_eq!((table.rows.len(), table.rows[15][0].as_str()), (16, "… and 55 more in summary.csv"));
    }

    #[test]
    fn comparisons_name_their_baseline_n_interval_and_test() {
        let line = |quantity: &str, value: f64, unit: &str, interval: &str| Line {
            subject: "sorted".to_owned(),
            opponent: "plain".to_owned(),
            quantity: quantity.to_owned(),
            value: Some(value),
            unit: unit.to_owned(),
            n: Some(24),
            sample: "positions".to_owned(),
            interval: interval.to_owned(),
            ..Line::default()
        };
        let source = "bootstrap over positions; estimated";
        let mut lines = [
            line("node_ratio", 0.25, "ratio", source),
            line("node_ratio_p", 0.000_01, "p-value", "Wilcoxon signed-rank"),
            line("node_ratio_p_holm", 0.025, "p-value", "Wilcoxon signed-rank; Holm"),
        ];
        (lines[0].low, lines[0].high) = (Some(0.2), Some(0.3));
        let [_, players, _, (table, note), _] = tables(&lines, WHOLE.1, Lang::En);
        assert!(players.0.rows.is_empty() && players.1.is_empty());
        assert_eq!(table.header[..3], ["Player", "Baseline", "n"]);
        let expected =
            ["sorted", "plain", "24 positions", "0.250 [0.200, 0.300] (estimated)", "p < 0.001", "p = 0.025"];
        assert_eq!(table.rows, [expected.map(str::to_owned)]);
        assert!(note.contains("bootstrap over positions") && note.contains("Holm-corrected over"), "{note}");
        let [_, _, _, (table, note), _] = tables(&lines, WHOLE.1, Lang::Zh);
        assert!(table.rows[0][3].ends_with("（估计）") && note.contains("对局面的自助法；p 值"), "{note}");
    }

    #[test]
    fn every_source_of_an_interval_has_its_chinese() {
        for source in
            ["Wilson over pairs; tied for best", "Wilcoxon signed-rank; Holm", "Fisher information, with a prior"]
        {
            let text = interval_text(source, Lang::Zh);
            assert!(!text.contains("over") && !text.contains("with") && !text.contains("tied"), "{text}");
        }
        assert_eq!(interval_text("pairs", Lang::En), "standard error of pairs");
    }
}
