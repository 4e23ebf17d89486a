//! Bradley-Terry ratings, the strongest player first: one table in place of a line for each player and each two of them.

use std::path::Path;

use anyhow::Result;

use super::document::Table;
use super::figures::phrases::say;
use super::summary_table::{Line, interval_text, lines, value_text};
use super::words::{Lang, Word};

/// The lines of a folder's summary that rate a player, the highest first; none without a summary that has any.
///
/// # Errors
/// If the summary cannot be read.
pub(super) fn ratings(folder: &Path) -> Result<Vec<Line>> {
    Ok(sorted(&lines(folder)?))
}

fn sorted(lines: &[Line]) -> Vec<Line> {
    let mut ratings: Vec<Line> =
        lines.iter().filter(|line| line.quantity == "rating" && line.value.is_some()).cloned().collect();
    ratings.sort_by(|one, other| other.value.unwrap_or(0.0).total_cmp(&one.value.unwrap_or(0.0)));
    ratings
}

/// The table, each player with its lead over the next, and what its brackets are.
pub(super) fn table(lines: &[Line], lang: Lang) -> (Table, String) {
    let ratings = sorted(lines);
    let mut table = Table::new([
        say(lang, "Place", "名次"),
        Word::Player.text(lang).to_owned(),
        say(lang, "Rating (Bradley–Terry, Elo)", "等级分（Bradley–Terry，Elo）"),
    ]);
    let between = |quantity: &str, one: &Line, other: &Line| {
        let of = |subject: &str, opponent: &str| {
            let is = |line: &&Line| line.quantity == quantity && line.subject == subject && line.opponent == opponent;
            lines.iter().find(is)
        };
        let turned = |line: &Line| {
            // A p-value has no side.
            let turn = |value: Option<f64>| value.map(|value| if line.unit == "p-value" { value } else { -value });
            Line { value: turn(line.value), low: turn(line.high), high: turn(line.low), ..line.clone() }
        };
        of(&one.subject, &other.subject).cloned().or_else(|| of(&other.subject, &one.subject).map(turned))
    };
    let compared = lines.iter().any(|line| line.quantity == "rating_difference");
    if compared {
        table.header.push(say(lang, "Ahead of the next", "领先下一名"));
        table.header.push(say(lang, "Equal ratings (Wald, Holm)", "等级分相等（Wald，Holm 校正）"));
    }
    for (place, rating) in ratings.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), rating.subject.clone(), value_text(rating, lang)];
        if let (true, Some(next)) = (compared, ratings.get(place + 1)) {
            let figure =
                |quantity| between(quantity, rating, next).map_or_else(String::new, |line| value_text(&line, lang));
            row.extend(["rating_difference", "rating_difference_p_holm"].map(figure));
        }
        table.rows.push(row);
    }
    let Some(line) = lines.iter().find(|line| line.quantity == "rating") else { return (table, String::new()) };
    let (games, source) = (line.n.unwrap_or(0), interval_text(&line.interval, lang));
    let note = say(
        lang,
        format!(
            "Brackets are 95% intervals: {source}. {games} games; the first move's advantage and draws are \
             parameters of the model; the mean of all ratings is 0. Holm's correction is over all pairs of players."
        ),
        format!(
            "方括号内为 95% 区间：{source}。共 {games} 局；先手优势与和棋为模型参数；等级分均值为 0。Holm 校正覆盖全部棋手对。"
        ),
    );
    (table, note)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(quantity: &str, subject: &str, opponent: &str, value: f64) -> Line {
        Line {
            quantity: quantity.to_owned(),
            subject: subject.to_owned(),
            opponent: opponent.to_owned(),
            value: Some(value),
            low: Some(value - 10.0),
            high: Some(value + 20.0),
            n: Some(60),
            unit: if quantity.contains("_p") { "p-value" } else { "Elo" }.to_owned(),
            interval: "Fisher information, with a prior".to_owned(),
            ..Line::default()
        }
    }

    #[test]
    fn the_strongest_stands_first_with_its_lead() {
        let lines = [
            line("rating", "weak", "", -80.0),
            line("rating", "best", "", 70.4),
            line("rating", "second", "", 9.6),
            // As the summary has them: the player that the experiment names first comes first.
            line("rating_difference", "weak", "best", -150.4),
            line("rating_difference", "weak", "second", -89.6),
            line("rating_difference", "best", "second", 60.8),
            line("rating_difference_p_holm", "weak", "second", 0.25),
            line("rating_difference_p_holm", "best", "second", 0.000_1),
        ];
        let (table, note) = super::table(&lines, Lang::En);
        let rows: Vec<Vec<&str>> = table.rows.iter().map(|row| row.iter().map(String::as_str).collect()).collect();
        assert_eq!(rows[0], ["1", "best", "70.4 [60.4, 90.4]", "60.8 [50.8, 80.8]", "p < 0.001"]);
        // Turned round with its interval.
        assert_eq!(rows[1], ["2", "second", "9.60 [−0.400, 29.6]", "89.6 [69.6, 99.6]", "p = 0.250"]);
        assert_eq!(rows[2], ["3", "weak", "−80 [−90, −60]"]);
        assert_eq!((table.header.len(), note.contains("60 games")), (5, true));
        assert!(note.contains("Fisher information, with a prior"), "{note}");
        let (alone, _) = super::table(&lines[..3], Lang::Zh);
        assert_eq!((alone.header.len(), alone.rows[0].len()), (3, 3));
        let (none, note) = super::table(&[], Lang::Zh);
        assert!(none.rows.is_empty() && note.is_empty());
    }
}
