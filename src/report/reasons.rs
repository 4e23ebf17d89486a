//! The reasons of verdicts in Chinese. `claims.csv` holds English sentences made of a fixed set of clauses; here each clause
//! has its Chinese form. A clause that is not known stays as it is.

use crate::report::claims_text::{chinese as set_chinese, is_chinese};

/// English clause and Chinese clause; `{}` stands for a text that both have, in the same order. Of two that fit, the first
/// counts.
const CLAUSES: &[(&str, &str)] = &[
    ("less {}, the score of equal players: {}", "减去实力相等者的得分 {} 后，{}"),
    // Intervals against what was published.
    (
        "{} interval {} would meet half and twice the published {} alike and so decides nothing: {}",
        "{}区间 {} 与文献值 {} 的一半和两倍都相交，不足以判定：{}",
    ),
    (
        "{} interval {} would meet half and twice what is left by the published {} alike and so decides nothing: {}",
        "{}区间 {} 与文献值 {} 的剩余部分的一半和两倍都相交，不足以判定：{}",
    ),
    ("{} interval {} crosses the border of {}: too little data{}", "{}区间 {} 跨越{}的边界：数据不足{}"),
    ("{} interval {} lies inside {}", "{}区间 {} 在{}之内"),
    ("{} interval {} lies outside {}", "{}区间 {} 在{}之外"),
    ("{} interval {} contains no effect ({})", "{}区间 {} 包含无效应（{}）"),
    ("{} interval {} excludes, on the published side, no effect ({})", "{}区间 {} 排除无效应（{}），方向与文献一致"),
    ("{} interval {} lies on the other side of no effect ({})", "{}区间 {} 在无效应（{}）的另一侧"),
    ("{} interval {} meets the published {}: too little data{}", "{}区间 {} 与文献值 {} 相交：数据不足{}"),
    ("{} interval {} meets the published {}", "{}区间 {} 与文献值 {} 相交"),
    ("{} interval {} excludes the published {}", "{}区间 {} 排除文献值 {}"),
    ("{} equals the published {} to its printed precision", "{} 在印刷精度内等于文献值 {}"),
    ("{} does not equal the published {} to its printed precision", "{} 在印刷精度内不等于文献值 {}"),
    ("the bound: at least {}", "界限（不小于 {}）"),
    ("the bound: at most {}", "界限（不大于 {}）"),
    ("the range {}", "范围 {} "),
    ("the margin {}", "容限 {} "),
    (
        ": about {} units in place of {} would do if the estimate stays where it is",
        "，若估计值不变，约需 {} 个样本（现有 {} 个）",
    ),
    (
        ", and the estimate lies so close to the border that no number in reach would do",
        "，且估计值离边界太近，可及的样本数都不够",
    ),
    ("too little data{}", "数据不足{}"),
    (
        "the text does not fix its position closely enough, and more positions will not narrow the spread of the suite",
        "原文对局面的说明不够明确，增加局面也不会缩小局面集的离散",
    ),
    // Why there is no judgement.
    ("no effect is judged on the confidence interval, which is missing", "无效应须由置信区间判定，而该区间缺失"),
    ("the published {} is no effect: it needs the form equivalence", "文献值 {} 即无效应，须用等价形式判定"),
    ("a factor is judged on the log scale, which {} is not on", "倍数在对数尺度上判定，而 {} 不在其上"),
    ("the range from {} to {} is empty", "范围 {} 至 {} 为空"),
    ("the margin {} is empty", "容限 {} 为空"),
    ("no usable interval: estimate {}, from {} to {}", "没有可用的区间：估计值 {}，自 {} 至 {}"),
    ("no usable prediction interval: from {} to {}", "没有可用的预测区间：自 {} 至 {}"),
    ("no usable row", "没有可用的行"),
    ("a single unit carries no interval", "单个样本没有区间"),
    ("nothing was measured", "未作测量"),
    ("too long for this profile: it is measured with --{}", "对本档位耗时过长，须以 --{} 运行"),
    (
        "one draw is judged on the prediction interval, which takes two units at least",
        "单次抽取须由预测区间判定，而该区间至少需要两个样本",
    ),
    ("the experiment {} has no results in {}", "实验 {} 在 {} 中没有结果"),
    ("the experiment {} is not finished: run the same command again", "实验 {} 尚未完成，请再次运行同一命令"),
    ("another condition, not run: {}", "其他条件，未运行：{}"),
    ("another plausible condition, reported without a verdict", "其他合理条件，仅作报告，不作判定"),
    ("reported without a verdict", "仅作报告，不作判定"),
    // Remarks on the sample.
    ("Wilcoxon's signed-rank test gives p = {} over {}", "Wilcoxon 符号秩检验 p = {}（{}）"),
    ("all {} ended alike, so the interval is Wilson's over the {}", "全部 {} 结果相同，故取 Wilson 区间"),
    ("Elo {} +- {}", "Elo {} ± {}"),
    ("Elo {}, at least {}", "Elo {}，不小于 {}"),
    ("Elo {}, at most {}", "Elo {}，不大于 {}"),
    ("no bound on Elo", "Elo 没有界限"),
    ("Elo at least {}", "Elo 不小于 {}"),
    ("Elo at most {}", "Elo 不大于 {}"),
    ("likelihood of superiority {}", "优势概率 {}"),
    ("the prediction interval ends at {}: nothing lies below", "预测区间止于 {}，其下无值"),
    ("the prediction interval ends at {}: nothing lies above", "预测区间止于 {}，其上无值"),
    ("{} left out because the search failed", "略去搜索失败的 {}"),
    ("{} left out because it was not finished", "略去未完成的 {}"),
    ("{} that repeats its pair move by move left out", "略去与同对另一局逐手相同的 {}"),
    ("{} of incomplete pairs left out", "略去不成对的 {}"),
    ("{} that not both played in full left out", "略去双方未都下完的 {}"),
    ("{} that only one of the two searched left out", "略去只有一方搜索过的 {}"),
    ("{} without a usable value left out", "略去没有可用值的 {}"),
    ("{} without two numbers above 0 left out", "略去没有两个正数的 {}"),
    ("{} without two answers left out", "略去没有两个答案的 {}"),
    ("{} without the same positions left out", "略去局面不同的 {}"),
    ("{} with just the same sum, not counted as below", "总和恰好相同、不计为更低的 {}"),
    ("{} that repeats another one move by move left out", "略去与另一局逐手相同的 {}"),
    (
        "McNemar's exact test gives p = {}: {} of {} alone, {} of {} alone",
        "McNemar 精确检验 p = {0}：仅 {2} 者 {1}，仅 {4} 者 {3}",
    ),
    (
        "the first seat won {} of {} with this first move, {} of {} otherwise",
        "以该首着的 {1}中先手胜 {0} 局，其他首着的 {3} 局中胜 {2} 局",
    ),
    ("Newcombe's interval", "Newcombe 区间"),
    ("{} of {} alike", "{1} 中 {0} 个相同"),
    ("{} of {} below", "{1} 中 {0} 名更低"),
    ("{} of {}", "{0} / {1}"),
];

/// Words that stand alone, or behind a number, in the place of a `{}`.
const WORDS: &[(&str, &str)] = &[
    ("confidence", "置信"),
    ("prediction", "预测"),
    ("exact", "精确"),
    ("position", "个局面"),
    ("game", "局"),
    ("pair", "对"),
    ("opening", "个开局"),
    ("row", "行"),
    ("ply", "手"),
    ("player", "名棋手"),
    ("other player", "名其他棋手"),
];

/// A reason of `claims.csv` in Chinese.
pub(super) fn chinese(reason: &str) -> String {
    let clauses: Vec<String> = reason.trim().trim_end_matches('.').split("; ").map(clause).collect();
    if clauses.iter().all(String::is_empty) {
        return String::new();
    }
    // A sentence that stays English keeps its own full stop.
    let text = set_chinese(&clauses.join("；"));
    let stop = if text.chars().any(is_chinese) { "。" } else { "." };
    format!("{text}{stop}")
}

/// A clause, or what stands in the place of a `{}`; what is not known stays as it is.
fn clause(text: &str) -> String {
    let mut letters = text.chars();
    // The first letter of a sentence is a capital.
    let small = letters.next().map_or(String::new(), |first| format!("{}{}", first.to_lowercase(), letters.as_str()));
    word(&small).or_else(|| known([text, &small])).unwrap_or_else(|| text.to_owned())
}

/// The first clause that one of the two spellings fits.
fn known(spellings: [&str; 2]) -> Option<String> {
    let fit = |(english, chinese): &(&str, &str)| {
        let found = spellings.iter().find_map(|text| captures(english, text))?;
        Some(filled(chinese, &found))
    };
    CLAUSES.iter().find_map(fit)
}

/// A word, in the plural too, alone or behind a number.
fn word(text: &str) -> Option<String> {
    let (count, name) = match text.split_once(' ') {
        Some((count, name)) if count.bytes().all(|byte| byte.is_ascii_digit()) => (count, name),
        _ => ("", text),
    };
    let find = |name: &str| WORDS.iter().find(|(english, _)| *english == name).map(|(_, chinese)| *chinese);
    let chinese = find(name).or_else(|| find(name.strip_suffix('s')?))?;
    Some(if count.is_empty() { chinese.to_owned() } else { format!("{count} {chinese}") })
}

/// The texts in the places of `{}`, each as short as it can be but the last.
fn captures<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut pieces = pattern.split("{}");
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let pieces: Vec<&str> = pieces.collect();
    let mut found = Vec::new();
    for (index, piece) in pieces.iter().enumerate() {
        let at = match index + 1 == pieces.len() {
            true => {
                rest.len().checked_sub(piece.len()).filter(|&at| rest.is_char_boundary(at) && rest.ends_with(piece))?
            }
            false => rest.find(piece)?,
        };
        found.push(&rest[..at]);
        rest = &rest[at + piece.len()..];
    }
    rest.is_empty().then_some(found)
}

/// A Chinese clause with the texts in their places: `{}` in order, or `{0}`, `{1}` by number.
fn filled(clause_with_places: &str, found: &[&str]) -> String {
    let mut text = clause_with_places.to_owned();
    for (index, part) in found.iter().enumerate() {
        let part = clause(part);
        let numbered = format!("{{{index}}}");
        let place = if text.contains(&numbered) { numbered.as_str() } else { "{}" };
        text = text.replacen(place, &part, 1);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::claims_csv::{FILE_NAME, read};
    use crate::analysis::verdict::Verdict;

    #[test]
    fn every_clause_of_the_reference_results_has_its_chinese() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("results/reference");
        let rows = read(&folder.join(FILE_NAME)).unwrap();
        let own = ["Wilcoxon", "Wilson", "Newcombe", "McNemar", "Student", "Elo", "p", "t", "e"];
        let judged = rows.iter().filter(|row| !matches!(row.verdict, Some(Verdict::NotRun | Verdict::NotTestable)));
        let is_left = |reason: &&String| {
            let chinese = chinese(reason);
            // A player is called by its label.
            let unlabelled = |part: &str| part.split_once(" 者").map_or(part, |(_, rest)| rest).to_owned();
            let text: String = chinese.split("仅 ").map(unlabelled).collect();
            let mut words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
            let english = words.any(|word| !own.contains(&word)) && !reason.contains("Student's t");
            english || !chinese.chars().any(is_chinese) || chinese.contains(['{', '}']) && !reason.contains('{')
        };
        let left: Vec<&String> = judged.map(|row| &row.reason).filter(is_left).collect();
        assert!(left.is_empty(), "{left:#?}");
    }

    #[test]
    fn clauses_keep_their_figures() {
        for (english, expected) in [
            (
                "Confidence interval [45.6, 54.4] crosses the border of the bound: at least 50.95: too little data: about \
                 11000 units in place of 500 would do if the estimate stays where it is; all 500 pairs ended alike, so the \
                 interval is Wilson's over the pairs; Elo 0.0 +- 30.4.",
                "置信区间 [45.6, 54.4] 跨越界限（不小于 50.95）的边界：数据不足，若估计值不变，约需 11000 个样本（现有 500 个）；\
                 全部 500 对结果相同，故取 Wilson 区间；Elo 0.0 ± 30.4。",
            ),
            (
                "Less 50, the score of equal players: confidence interval [7.9, 22.9] excludes, on the published side, no \
                 effect (0); 1 game of incomplete pairs left out.",
                "减去实力相等者的得分 50 后，置信区间 [7.9, 22.9] 排除无效应（0），方向与文献一致；略去不成对的 1 局。",
            ),
            (
                "Confidence interval [-2.5, 0.2] lies inside the margin [-3, 3].",
                "置信区间 [-2.5, 0.2] 在容限 [-3, 3] 之内。",
            ),
            (
                "98.25 does not equal the published 100 to its printed precision; 393 of 400 positions alike.",
                "98.25 在印刷精度内不等于文献值 100；400 个局面中 393 个相同。",
            ),
            (
                "Confidence interval [1, 2] lies inside the range 1..2; McNemar's exact test gives p = 0.500: 2 positions of \
                 b{depth=4} alone, 0 positions of a alone.",
                "置信区间 [1, 2] 在范围 1..2 之内；McNemar 精确检验 p = 0.500：仅 b{depth=4} 者 2 个局面，仅 a 者 0 个局面。",
            ),
            (
                "The first seat won 60 of 100 games with this first move, 50 of 100 otherwise; Newcombe's interval.",
                "以该首着的 100 局中先手胜 60 局，其他首着的 100 局中胜 50 局；Newcombe 区间。",
            ),
            ("Too long for this profile: it is measured with --full.", "对本档位耗时过长，须以 --full 运行。"),
            ("Something new.", "Something new."),
            ("", ""),
        ] {
            assert_eq!(chinese(english), expected);
        }
    }
}
