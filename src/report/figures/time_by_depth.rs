//! Time against depth, a line for each player, on one named machine.

use super::nodes_by_depth::{Cost, comparison, depth_lines, means, series_over_depth};
use super::phrases::{games_text, left_out, machine, say};
use super::searches::Search;
use super::source::Sources;
use super::{Chart, Figure, Sketch, Skip};
use crate::report::axis::{AxisSpec, Scale};
use crate::report::data::ChartText;
use crate::report::line_chart::LineChart;
use crate::report::words::{Lang, Word};

pub(super) const FIGURE: Figure = Figure {
    name: "time-by-depth",
    meaning: "wall time against depth for each player, on a logarithmic axis, the machine named",
    needs: "timed searches of one player at two depths or more on the same positions, all on one model of processor",
    make,
};

fn make(sources: &Sources, lang: Lang) -> Result<Vec<Sketch>, Skip> {
    let searches = sources.searches()?;
    let mut lines = depth_lines(searches)?;
    // A tree that was probed was not searched: its time says nothing.
    lines.retain(|line| !line.is_estimated());
    let millis = |search: &Search| search.wall_ns.map(|ns| ns / 1e6);
    let (series, n) = series_over_depth(&lines, millis, lang);
    if series.is_empty() {
        return Err(Skip::because("no search was timed (timings.csv)"));
    }
    let basis = means(&series, &n, lang);
    let machine = machine(lang, sources).map_err(Skip::because)?;
    let games = games_text(lang, &searches.games);
    let title = say(lang, "Time against search depth", "用时与搜索深度");
    let chart = LineChart {
        text: ChartText::new(title).subtitle(format!("{games} · {machine}")),
        x: AxisSpec::new(Word::Depth.text(lang), Scale::Integer),
        y: AxisSpec::new(Word::Time.text(lang), Scale::Log),
        series,
        references: Vec::new(),
    };
    let mut shows = say(
        lang,
        format!("Wall time of a search against its depth, {games}, on {machine}."),
        format!("{games}：各配置的搜索用时随深度的变化；机器：{machine}。"),
    );
    shows += &comparison(&lines, millis, lang, Cost::Time);
    let basis = basis + &say(lang, " Each search is timed once.", "每次搜索计时一次。") + &left_out(lang, searches);
    Ok(vec![Sketch::new(Chart::Line(chart), shows, basis)])
}
