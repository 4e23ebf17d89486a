//! Parts of sentences that several figures share, in English and Chinese.

use super::searches::Searches;
use super::source::Sources;
use super::statistic::Found;
use crate::report::number::{Format, short};
use crate::report::words::{Lang, Word};

/// The English or the Chinese text.
pub(crate) fn say(lang: Lang, english: impl Into<String>, chinese: impl Into<String>) -> String {
    match lang {
        Lang::En => english.into(),
        Lang::Zh => chinese.into(),
    }
}

/// A game's text form as a reader knows it: `gomoku:19` is Gomoku 19.
pub(crate) fn game_text(lang: Lang, game: &str) -> String {
    let split = game.find([':', ',']).map(|at| (&game[..at], &game[at + 1..]));
    let (name, rest) = split.unwrap_or((game, ""));
    let word = match name {
        "tictactoe" => Word::TicTacToe,
        "connect4" => Word::ConnectFour,
        "gomoku" => Word::Gomoku,
        _ => return game.to_owned(),
    };
    let name = word.text(lang);
    if rest.is_empty() { name.to_owned() } else { format!("{name} {rest}") }
}

/// Several games in a list.
pub(super) fn games_text(lang: Lang, games: &[String]) -> String {
    let names: Vec<String> = games.iter().map(|game| game_text(lang, game)).collect();
    names.join(if lang == Lang::En { ", " } else { "、" })
}

/// `n = 32`, or from the least to the most.
pub(super) fn n_text(counts: impl Iterator<Item = usize>) -> String {
    let range = counts.fold(None, |range: Option<(usize, usize)>, n| match range {
        None => Some((n, n)),
        Some((low, high)) => Some((low.min(n), high.max(n))),
    });
    match range {
        None => "n = 0".to_owned(),
        Some((low, high)) if low == high => format!("n = {low}"),
        Some((low, high)) => format!("n = {low}–{high}"),
    }
}

/// A value with its interval: `0.031 [0.028, 0.035]`.
pub(super) fn with_ends(found: Found, format: Format) -> String {
    let value = short(found.value, format);
    match found.ends {
        Some((low, high)) => format!("{value} [{}, {}]", short(low, format), short(high, format)),
        None => value,
    }
}

/// `p = 0.012`, `p < 0.001`.
pub(crate) fn p_text(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

/// What a node is: said beside every figure that counts them.
pub(super) fn node_definition(lang: Lang) -> String {
    say(lang, "A node is a position that the search reached, the root included.", "节点指搜索到达的局面，根局面计入。")
}

/// Searches that are not in a chart, or nothing.
pub(super) fn left_out(lang: Lang, searches: &Searches) -> String {
    let mut text = String::new();
    if searches.failed > 0 {
        text += &say(
            lang,
            format!(" Failed searches left out: {}.", searches.failed),
            format!("略去失败的搜索 {} 次。", searches.failed),
        );
    }
    if searches.stopped > 0 {
        text += &say(
            lang,
            format!(" Searches ended by a node or time limit left out: {}.", searches.stopped),
            format!("略去因节点或时间限制而中止的搜索 {} 次。", searches.stopped),
        );
    }
    text
}

/// Games that are not in a chart, or nothing.
pub(super) fn unfinished(lang: Lang, count: u64) -> String {
    match count {
        0 => String::new(),
        _ => say(lang, format!(" Unfinished games left out: {count}."), format!("略去未完成的对局 {count} 局。")),
    }
}

/// The processor of all rows, with its threads: where times were taken. The error says why times cannot stand side by
/// side.
pub(super) fn machine(lang: Lang, sources: &Sources) -> Result<String, String> {
    let models = sources.cpu_models();
    let [Some(model)] = models.as_slice() else {
        let names: Vec<String> = models.iter().map(|model| model.clone().unwrap_or("unknown".to_owned())).collect();
        return Err(if names == ["unknown"] {
            "the manifest names no processor, and times without a machine say nothing".to_owned()
        } else {
            format!("times of different processors are never pooled; found {}", names.join("; "))
        });
    };
    let mut threads: Vec<u64> = sources
        .folders
        .iter()
        .filter_map(|folder| folder.manifest.as_ref())
        .flat_map(|manifest| manifest.sessions.iter().map(|session| session.threads))
        .collect();
    threads.sort_unstable();
    threads.dedup();
    let threads = threads.iter().map(u64::to_string).collect::<Vec<_>>().join("/");
    let model = model.split_whitespace().collect::<Vec<_>>().join(" ");
    let one = threads == "1";
    Ok(say(
        lang,
        format!("{model}, {threads} worker thread{}", if one { "" } else { "s" }),
        format!("{model}，{threads} 个工作线程"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_counts_and_values_as_texts() {
        assert_eq!(game_text(Lang::En, "gomoku:19"), "Gomoku 19");
        assert_eq!(game_text(Lang::Zh, "connect4"), "四子棋");
        assert_eq!(game_text(Lang::En, "mnk:4,4,3"), "mnk:4,4,3");
        assert_eq!(n_text([3, 7, 5].into_iter()), "n = 3–7");
        assert_eq!(n_text([4, 4].into_iter()), "n = 4");
        let found = Found { value: 0.5, ends: Some((0.25, 0.75)), n: 9 };
        assert_eq!(with_ends(found, Format::Percent), "50.0% [25.0%, 75.0%]");
        assert_eq!((p_text(0.00001), p_text(0.0123)), ("p < 0.001".to_owned(), "p = 0.012".to_owned()));
    }
}
