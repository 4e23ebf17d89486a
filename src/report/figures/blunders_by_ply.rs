//! The rate of blunders against the stones on the board, a line for each player.

use std::collections::BTreeMap;

use super::judged::{Judged, Player, best_and_worst, share};
use super::phrases::{games_text, n_text, say};
use super::source::Sources;
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, Series};
use crate::report::line_chart::LineChart;
use crate::report::words::{Lang, Word};

pub(super) const FIGURE: Figure = Figure {
    name: "blunders-by-ply",
    meaning: "rate of moves that make a won or drawn position worse against the stones on the board, a line for each player",
    needs: "truth.csv with moves at two plies or more",
    make,
};

/// More plies than this are put together.
const MOST_PLIES: usize = 12;

/// So many plies then make a point.
const WIDTH: u32 = 4;

/// More players than this cannot be told apart: of those that differ in depth alone the deepest then stands for all.
const MOST_PLAYERS: usize = 8;

/// The players that are shown, and how many others there are.
fn shown(players: &[Player]) -> (Vec<&Player>, usize) {
    if players.len() <= MOST_PLAYERS {
        return (players.iter().collect(), 0);
    }
    let depth = |player: &Player| player.label.number("depth").unwrap_or(f64::INFINITY);
    let mut deepest: Vec<&Player> = Vec::new();
    for player in players {
        match deepest.iter_mut().find(|known| known.shown(&["depth"]) == player.shown(&["depth"])) {
            Some(known) if depth(known) < depth(player) => *known = player,
            Some(_) => {}
            None => deepest.push(player),
        }
    }
    let left_out = players.len() - deepest.len();
    (deepest, left_out)
}

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let judged = Judged::of_one_game(sources)?;
    let mut plies: Vec<u32> = judged.players.iter().flat_map(|player| &player.moves).map(|one| one.ply()).collect();
    plies.sort_unstable();
    plies.dedup();
    if plies.len() < 2 {
        return Err(Skip::because("all moves were judged at one ply"));
    }
    let width = if plies.len() > MOST_PLIES { WIDTH } else { 1 };
    let mut counts = Vec::new();
    let mut series = Vec::new();
    let (players, left_out) = shown(&judged.players);
    for player in &players {
        let mut at: BTreeMap<u32, Vec<bool>> = BTreeMap::new();
        for one in &player.moves {
            at.entry(one.ply() / width).or_default().extend(one.blunder);
        }
        let points = at.into_iter().filter_map(|(place, blunders)| {
            let rate = share(blunders.into_iter())?;
            counts.push(rate.n);
            Some(rate.point(f64::from(place * width) + f64::from(width - 1) / 2.0))
        });
        series.push(Series::new(player.shown(&[]), points.collect()));
    }
    let games = games_text(lang, &judged.games);
    let title = say(lang, "Blunders by the stones on the board", "失误率与盘面棋子数");
    let chart = LineChart {
        text: ChartText::new(title).subtitle(games.clone()),
        x: AxisSpec::new(Word::StonesOnBoard.text(lang), Scale::Integer),
        y: AxisSpec::new(Word::BlunderRate.text(lang), Scale::Percent).from_zero(),
        series,
        references: Vec::new(),
    };
    let groups: Vec<_> = players.iter().map(|player| (player.shown(&[]), player.moves.clone())).collect();
    let shows = say(
        lang,
        format!("Rate of moves that make a won or drawn position worse, {games}, by the stones on the board."),
        format!("{games}：使胜局面或和局面变差的着法比例，按盘面棋子数。"),
    ) + &best_and_worst(&groups, ("Over all plies ", "合计各手数，"), lang);
    let what = ("Share of the moves in won or drawn positions", "胜局面与和局面中的着法比例");
    let mut basis = judged.basis(&n_text(counts.into_iter()), what, lang);
    if left_out > 0 {
        basis += &say(
            lang,
            format!(" Of players that differ in depth alone the deepest is shown; left out: {left_out}."),
            format!("仅深度不同的棋手只画最深者，略去 {left_out} 方。"),
        );
    }
    if width > 1 {
        basis += &say(lang, format!(" A point holds {width} plies."), format!("每点合并 {width} 手。"));
    }
    Ok(vec![Sketch::new(Chart::Line(chart), shows, basis)])
}
