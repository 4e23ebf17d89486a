//! Figures made from result folders: a registry, one file each. Adding one is a file and a line in [`FIGURES`].
//!
//! A figure reads CSV alone. It is made where the rows of the folders allow it and says why not where they do not. With it
//! comes the sentence that a report needs: what it shows, n, which interval, which test.

mod ablation_ladder;
mod accuracy_by_depth;
mod accuracy_by_nodes;
mod blunders_by_ply;
mod candidate_width;
pub(super) mod claims;
mod judged;
mod label;
mod matches;
mod nodes_by_depth;
pub(super) mod phrases;
mod prune_rates;
mod ratings;
mod searches;
pub mod source;
mod statistic;
#[cfg(test)]
mod tests;
mod time_by_depth;
mod topk;
mod weight_surface;
mod win_heat_map;
mod win_rates;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::base::text::nearest;
use crate::records::atomic::CannotWrite;
use crate::report::claims_chart::ClaimsChart;
use crate::report::data::ChartText;
use crate::report::figure_file::{FigureFiles, write_figure};
use crate::report::heat_map::HeatMap;
use crate::report::interval_chart::IntervalChart;
use crate::report::ladder::Ladder;
use crate::report::line_chart::LineChart;
use crate::report::theme::Theme;
use crate::report::two_axes::TwoAxes;
use crate::report::words::Lang;
use source::Sources;

/// The folder of the figures in a result folder.
pub const FOLDER_NAME: &str = "figures";

/// An entry of the registry.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The name, also of its files.
    pub name: &'static str,
    /// What it shows.
    pub meaning: &'static str,
    /// Which rows it needs.
    pub needs: &'static str,
    make: fn(&Sources, Lang) -> Result<Vec<Sketch>, Skip>,
}

impl Figure {
    /// Whether a file has a name under which this figure is drawn: its own, or one with the suffix of a sketch.
    fn owns(&self, path: &Path) -> bool {
        let text = |part: Option<&std::ffi::OsStr>| part.and_then(|part| part.to_str()).unwrap_or("").to_owned();
        let suffix = text(path.file_stem()).strip_prefix(self.name).map(str::to_owned);
        let is_page = |suffix: &str| suffix.strip_prefix('-').is_some_and(|page| page.parse::<u16>().is_ok());
        ["svg", "png"].contains(&text(path.extension()).as_str())
            && suffix.is_some_and(|suffix| suffix.is_empty() || suffix == FIRST_MOVE || is_page(&suffix))
    }
}

/// The suffix of the second chart of prune rates; other suffixes are the numbers of pages, `-2` and so on.
const FIRST_MOVE: &str = "-first-move";

/// All figures, in the order of a report.
pub const FIGURES: &[Figure] = &[
    claims::FIGURE,
    nodes_by_depth::FIGURE,
    time_by_depth::FIGURE,
    ablation_ladder::FIGURE,
    prune_rates::FIGURE,
    win_rates::FIGURE,
    win_heat_map::FIGURE,
    ratings::FIGURE,
    topk::FIGURE,
    candidate_width::FIGURE,
    weight_surface::FIGURE,
    accuracy_by_depth::FIGURE,
    accuracy_by_nodes::FIGURE,
    blunders_by_ply::FIGURE,
];

/// Why there is no figure.
#[derive(Debug)]
enum Skip {
    /// The rows do not allow it.
    NotApplicable(String),
    /// The rows cannot be read.
    Failed(anyhow::Error),
}

impl Skip {
    /// Rows that do not allow it.
    fn because(reason: impl Into<String>) -> Skip {
        Skip::NotApplicable(reason.into())
    }
}

impl From<anyhow::Error> for Skip {
    fn from(error: anyhow::Error) -> Skip {
        Skip::Failed(error)
    }
}

/// A chart of any kind.
#[derive(Clone, Debug)]
enum Chart {
    Line(LineChart),
    Ladder(Ladder),
    Intervals(IntervalChart),
    Heat(HeatMap),
    TwoAxes(TwoAxes),
    Claims(ClaimsChart),
}

impl Chart {
    fn text_mut(&mut self) -> &mut ChartText {
        match self {
            Chart::Line(chart) => &mut chart.text,
            Chart::Ladder(chart) => &mut chart.text,
            Chart::Intervals(chart) => &mut chart.text,
            Chart::Heat(chart) => &mut chart.text,
            Chart::TwoAxes(chart) => &mut chart.text,
            Chart::Claims(chart) => &mut chart.text,
        }
    }

    fn draw(&self, theme: &Theme) -> Result<String> {
        match self {
            Chart::Line(chart) => chart.draw(theme),
            Chart::Ladder(chart) => chart.draw(theme),
            Chart::Intervals(chart) => chart.draw(theme),
            Chart::Heat(chart) => chart.draw(theme),
            Chart::TwoAxes(chart) => chart.draw(theme),
            Chart::Claims(chart) => chart.draw(theme),
        }
    }
}

/// A chart before it is drawn, with its sentence.
#[derive(Clone, Debug)]
struct Sketch {
    /// What is added to the figure's name; empty for the only, or main, chart.
    suffix: String,
    chart: Chart,
    /// What it shows and finds.
    shows: String,
    /// n, interval, test, definitions. Printed below the chart too.
    basis: String,
}

impl Sketch {
    fn new(chart: Chart, shows: impl Into<String>, basis: impl Into<String>) -> Sketch {
        Sketch { suffix: String::new(), chart, shows: shows.into(), basis: basis.into() }
    }

    fn suffix(mut self, suffix: impl Into<String>) -> Sketch {
        self.suffix = suffix.into();
        self
    }
}

/// A figure that was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The name in the registry.
    pub figure: &'static str,
    /// Its title.
    pub title: String,
    /// The sentence below it, and its alternative text: what it shows, n, interval, test.
    pub sentence: String,
    /// The files.
    pub files: FigureFiles,
}

/// What became of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It was drawn.
    Drawn(Drawn),
    /// The rows do not allow it.
    Skipped {
        /// The name in the registry.
        figure: &'static str,
        /// Why not.
        reason: String,
    },
}

/// The figure of a name.
///
/// # Errors
/// If there is none; the message names the nearest.
pub fn find(name: &str) -> Result<&'static Figure> {
    match FIGURES.iter().find(|figure| figure.name == name) {
        Some(figure) => Ok(figure),
        None => {
            let names: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
            bail!("found '{name}', expected a figure: {}{}", names.join(", "), nearest(name, names.iter().copied()))
        }
    }
}

/// Draws all figures, or the one named, that the rows of `dirs` allow, into `figures/` of the first folder.
///
/// Several folders are read side by side: a label that stands in more than one is shown once for each, and no rows are
/// pooled. Files of these figures that an earlier run left there and this one did not draw are removed.
///
/// # Errors
/// If a folder cannot be read or `only` is no figure: nothing is written then. If a file cannot be written. A figure that
/// the rows do not allow is no error: its [`Outcome`] says why.
pub fn draw_all(dirs: &[PathBuf], theme: &Theme, only: Option<&str>) -> Result<Vec<Outcome>> {
    let wanted: Vec<&Figure> = match only {
        Some(name) => vec![find(name)?],
        None => FIGURES.iter().collect(),
    };
    let sources = Sources::open(dirs)?;
    let Some(first) = sources.folders.first() else { return Ok(Vec::new()) };
    // Everything is read before anything is written.
    let mut made = Vec::new();
    for &figure in &wanted {
        match (figure.make)(&sources, theme.lang) {
            Err(Skip::Failed(error)) => return Err(error).with_context(|| format!("figure {}", figure.name)),
            Ok(sketches) => made.push((figure, Ok(sketches))),
            Err(Skip::NotApplicable(reason)) => made.push((figure, Err(reason))),
        }
    }
    let target = first.path.join(FOLDER_NAME);
    let mut outcomes = Vec::new();
    for (figure, made) in made {
        match made {
            Ok(sketches) => {
                for sketch in sketches {
                    outcomes.push(Outcome::Drawn(draw(figure, sketch, theme, &target)?));
                }
            }
            Err(reason) => outcomes.push(Outcome::Skipped { figure: figure.name, reason }),
        }
    }
    remove_leftovers(&target, &wanted, &outcomes)?;
    Ok(outcomes)
}

/// Removes the files of `figures` that are not among what was drawn. A file of any other name is somebody else's.
fn remove_leftovers(target: &Path, figures: &[&Figure], outcomes: &[Outcome]) -> Result<()> {
    let drawn = outcomes.iter().filter_map(|outcome| match outcome {
        Outcome::Drawn(drawn) => Some([drawn.files.svg.clone(), drawn.files.png.clone()]),
        Outcome::Skipped { .. } => None,
    });
    let drawn: Vec<PathBuf> = drawn.flatten().collect();
    let Ok(entries) = std::fs::read_dir(target) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        if figures.iter().any(|figure| figure.owns(&path)) && !drawn.contains(&path) && path.is_file() {
            std::fs::remove_file(&path).with_context(|| CannotWrite::at(&path))?;
        }
    }
    Ok(())
}

fn draw(figure: &Figure, mut sketch: Sketch, theme: &Theme, target: &Path) -> Result<Drawn> {
    let space = if theme.lang == Lang::En { " " } else { "" };
    let sentence = format!("{}{space}{}", sketch.shows, sketch.basis);
    let text = sketch.chart.text_mut();
    text.note = sketch.basis.clone();
    let title = text.title.clone();
    let svg = with_description(&sketch.chart.draw(theme)?, &sentence);
    let name = format!("{}{}", figure.name, sketch.suffix);
    let files = write_figure(target, &name, &svg, theme)?;
    Ok(Drawn { figure: figure.name, title, sentence, files })
}

/// The drawing with the sentence as its description, for readers who cannot see it.
fn with_description(svg: &str, sentence: &str) -> String {
    let escaped = sentence.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    match svg.find("<svg").and_then(|start| Some(start + svg[start..].find('>')? + 1)) {
        Some(at) => format!("{}\n<desc>{escaped}</desc>{}", &svg[..at], &svg[at..]),
        None => svg.to_owned(),
    }
}
