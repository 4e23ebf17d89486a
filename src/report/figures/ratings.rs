//! Bradley-Terry ratings with their intervals, the strongest player first.

use super::phrases::{games_text, say, with_ends};
use super::source::Sources;
use super::statistic::Found;
use super::win_rates::require_one_game;
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, Reference};
use crate::report::interval_chart::{EstimateSeries, IntervalChart};
use crate::report::number::Format;
use crate::report::ratings::ratings;
use crate::report::words::{Lang, Word};

/// More players than this are not legible.
const MOST_PLAYERS: usize = 60;

pub(super) const FIGURE: Figure = Figure {
    name: "ratings",
    meaning: "Bradley-Terry ratings with their intervals, the strongest player first",
    needs: "games of three players or more that are linked by games, and their summary.csv",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let matches = sources.matches()?;
    require_one_game(matches)?;
    let [folder] = sources.folders.as_slice() else {
        return Err(Skip::because("ratings of several folders are not of one scale"));
    };
    if matches.reference().is_some() {
        return Err(Skip::because("all players met the same one: win-rates shows them"));
    }
    let rated = ratings(&folder.path)?;
    if !(3..=MOST_PLAYERS).contains(&rated.len()) {
        let problem = format!("summary.csv has the ratings of {} players; 3 to {MOST_PLAYERS} are shown", rated.len());
        return Err(Skip::because(problem));
    }
    let names = {
        let side = |player: &str| matches.sides.iter().position(|side| side.label.text() == player);
        let sides: Option<Vec<usize>> = rated.iter().map(|rating| side(&rating.subject)).collect();
        let sides = sides.ok_or_else(|| Skip::because("summary.csv rates players that games.csv does not have"))?;
        matches.short_names(&sides)
    };
    let found: Vec<Found> = rated
        .iter()
        .map(|line| Found {
            value: line.value.unwrap_or(0.0),
            ends: line.low.zip(line.high),
            n: line.n.map_or(0, |n| n as usize),
        })
        .collect();
    let games = games_text(lang, &matches.games);
    let elo = say(lang, "Rating (Elo)", "等级分（Elo）");
    let chart = IntervalChart {
        text: ChartText::new(say(lang, "Ratings (Bradley–Terry)", "等级分（Bradley–Terry）")).subtitle(games.clone()),
        category_label: Word::Player.text(lang).to_owned(),
        series: vec![EstimateSeries {
            label: elo.clone(),
            values: found.iter().map(|found| Some(found.estimate())).collect(),
        }],
        categories: names.clone(),
        value: AxisSpec::new(elo, Scale::Linear),
        published: Vec::new(),
        reference: Some(Reference::new(0.0, say(lang, "mean of all", "全体均值"))),
    };
    let (best, last) = (&names[0], &names[names.len() - 1]);
    let [best_elo, last_elo] = [found[0], found[found.len() - 1]].map(|found| with_ends(found, Format::Plain));
    let shows = say(
        lang,
        format!(
            "Ratings of {} players, {games}; their mean is 0. {best} stands first with {best_elo}, {last} last with \
             {last_elo} (descriptive: the table tells which of them differ).",
            rated.len()
        ),
        format!(
            "{games}：{} 方的等级分，均值为 0。最高 {best}：{best_elo}；最低 {last}：{last_elo}（仅作描述：差异是否显著见表）。",
            rated.len()
        ),
    );
    let n = found[0].n;
    let basis = say(
        lang,
        format!(
            "Maximum likelihood over n = {n} games with the first move's advantage and draws as parameters; 95% intervals \
             by Fisher information."
        ),
        format!("对 n = {n} 局的最大似然估计，先手优势与和棋为参数；95% 区间由 Fisher 信息得出。"),
    );
    Ok(vec![Sketch::new(Chart::Intervals(chart), shows, basis)])
}
