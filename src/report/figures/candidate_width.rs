//! Candidate width along games: children generated at an interior node, by the stones on the board.

use std::collections::BTreeMap;

use super::label::Label;
use super::phrases::{games_text, say};
use super::source::{Sources, ambiguous_bases};
use super::statistic::Found;
use super::{Chart, Figure, Sketch, Skip};
use crate::analysis::student;
use crate::records::metrics::{self, Measured};
use crate::records::read::read;
use crate::records::rows::{MoveRow, Row};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::{ChartText, Series};
use crate::report::line_chart::LineChart;
use crate::report::number::{Format, short};
use crate::report::words::{Lang, Word};

/// More lines than this are not legible.
const MOST_PLAYERS: usize = 24;

pub(super) const FIGURE: Figure = Figure {
    name: "candidate-width",
    meaning: "candidate moves at an interior node by the number of stones on the board, for each player",
    needs: "moves of games (moves.csv) by players that search",
    make,
};

/// Plies with fewer games have no interval: Student's would be wider than the chart.
const INTERVAL_FROM: usize = 5;

/// Mean and spread, one value at a time (Welford 1962), so that a file of moves is never held in memory.
#[derive(Clone, Copy, Default)]
struct Moments {
    count: usize,
    mean: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// The mean with Student's 95 % interval, cut at a width of 0.
    fn found(&self) -> Found {
        let freedom = self.count.saturating_sub(1) as f64;
        let reach = student::quantile(0.975, freedom)
            .filter(|_| self.count >= INTERVAL_FROM)
            .map(|quantile| quantile * (self.squares / freedom / self.count as f64).sqrt());
        Found {
            value: self.mean,
            ends: reach.map(|reach| ((self.mean - reach).max(0.0), self.mean + reach)),
            n: self.count,
        }
    }
}

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let metric = metrics::find("mean_candidate_width")?;
    let mut games: Vec<String> = Vec::new();
    let mut labels: Vec<(String, String, usize)> = Vec::new();
    let mut widths: Vec<(BTreeMap<u32, Moments>, Moments)> = Vec::new();
    for (place, folder) in sources.with_table(MoveRow::TABLE) {
        let from = labels.len();
        for row in read::<MoveRow>(&folder.path)? {
            let row = row?;
            if row.completed_depth_plies == Some(0) {
                continue;
            }
            let Some(width) = (metric.of)(&Measured::played(&row, None)) else { continue };
            if !games.contains(&row.game) {
                games.push(row.game.clone());
            }
            let known = labels[from..].iter().position(|(_, label, _)| *label == row.player);
            let at = known.map_or(labels.len(), |at| at + from);
            if at == labels.len() {
                labels.push((Label::parse(&row.player).base, row.player.clone(), place));
                widths.push((BTreeMap::new(), Moments::default()));
            }
            widths[at].0.entry(row.ply).or_default().add(width);
            widths[at].1.add(width);
        }
    }
    if labels.is_empty() {
        return Err(Skip::because("there are no moves of players that search (moves.csv; `record_moves = true`)"));
    }
    if games.len() > 1 {
        return Err(Skip::because(format!("the rows are of several games ({})", games.join(", "))));
    }
    if labels.len() > MOST_PLAYERS {
        return Err(Skip::because(format!("{} players are more than the chart shows ({MOST_PLAYERS})", labels.len())));
    }
    let ambiguous = ambiguous_bases(&labels);
    let names: Vec<String> = labels
        .iter()
        .map(|(base, label, place)| match ambiguous.contains(base) {
            true => format!("{label} ({})", sources.folders[*place].name),
            false => label.clone(),
        })
        .collect();
    let points = |by_ply: &BTreeMap<u32, Moments>| {
        by_ply.iter().map(|(&ply, moments)| moments.found().point(f64::from(ply))).collect()
    };
    let series = names.iter().zip(&widths).map(|(name, (by_ply, _))| Series::new(name.clone(), points(by_ply)));
    let games = games_text(lang, &games);
    let chart = LineChart {
        text: ChartText::new(say(lang, "Candidate width along games", "对局过程中的候选宽度")).subtitle(games.clone()),
        x: AxisSpec::new(Word::MoveNumber.text(lang), Scale::Integer),
        y: AxisSpec::new(Word::CandidateWidth.text(lang), Scale::Linear).from_zero(),
        series: series.collect(),
        references: Vec::new(),
    };
    let mut shows = say(
        lang,
        format!("Candidate moves at an interior node by the stones on the board, {games}."),
        format!("{games}：内部节点的候选着法数随盘面棋子数的变化。"),
    );
    let means: Vec<String> = names
        .iter()
        .zip(&widths)
        .map(|(name, (_, all))| format!("{name} {} (n = {})", short(all.mean, Format::Plain), all.count))
        .collect();
    shows += &say(
        lang,
        format!(" Mean over all moves: {}.", means.join(", ")),
        format!("全部着法的均值：{}。", means.join("，")),
    );
    let basis = say(
        lang,
        "Width: children generated / interior nodes of the search of a move, after the candidate rule and Top-K; mean over games with Student's 95% interval where there are five or more; one move of a game at each ply.",
        "宽度：一步搜索中生成的子节点数 / 内部节点数（候选规则与 Top-K 之后）；对各局取均值，不少于五局时误差线为 Student t 95% 区间；每局每个手数计一步。",
    );
    Ok(vec![Sketch::new(Chart::Line(chart), shows, basis)])
}
