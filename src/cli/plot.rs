//! `mnklab plot DIR..`: charts from CSV alone.

use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use serde_json::{Value, json};

use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::{Output, note};
use crate::report::figures::{self, Outcome as Made};
use crate::report::theme::Theme;
use crate::report::words::Lang;

/// Draws the figures that the rows of one or several result folders allow, into figures/ of the first.
#[derive(Args, Debug)]
pub struct Plot {
    /// Result folders; what is compared across several is told apart by folder.
    #[arg(value_name = "DIR", required = true)]
    pub folders: Vec<PathBuf>,
    /// Only this figure: a name from 'list figures'.
    #[arg(long, value_name = "NAME")]
    pub figure: Option<String>,
    /// Language of the labels: en or zh.
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = language)]
    pub lang: Lang,
    /// A font file to use before the program's own.
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,
}

/// Reads a language for clap, which needs an error of its own kind.
pub fn language(text: &str) -> Result<Lang, String> {
    Lang::parse(text).map_err(|error| format!("{error:#}"))
}

/// Says once which characters no font holds, so that nobody hands in a chart with boxes.
pub fn warn_of_boxes(theme: &Theme, common: &Common) {
    let boxes = theme.boxes();
    if !boxes.is_empty() {
        let shown: Vec<String> = boxes.iter().map(|c| format!("'{c}' (U+{:04X})", u32::from(*c))).collect();
        let (few, more) = (&shown[..shown.len().min(BOXES)], shown.len().saturating_sub(BOXES));
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let text = format!("warning: no font holds {}{more}; charts show boxes for them", few.join(", "));
        note(
            common.quiet,
            format_args!("{text}; name a font that has them with 'plot --font FILE' or 'report --font FILE'"),
        );
    }
}

/// Characters without a font that are named.
const BOXES: usize = 12;

impl Plot {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("plot")?;
        if let Some(name) = &self.figure {
            figures::find(name).or_usage()?;
        }
        let theme = Theme::with_font(self.lang, self.font.as_deref()).context("--font").or_usage()?;
        let made = figures::draw_all(&self.folders, &theme, self.figure.as_deref()).or_by_cause()?;
        warn_of_boxes(&theme, common);
        let mut rows: Vec<Value> = Vec::new();
        for outcome in &made {
            match outcome {
                Made::Drawn(drawn) if common.json => rows.push(json!({
                    "figure": drawn.figure, "title": drawn.title, "sentence": drawn.sentence,
                    "svg": drawn.files.svg.display().to_string(), "png": drawn.files.png.display().to_string(),
                })),
                Made::Drawn(drawn) => {
                    output.line(drawn.files.svg.display())?;
                    output.line(drawn.files.png.display())?;
                }
                Made::Skipped { figure, reason } if self.figure.is_some() => {
                    return Err(Failure::usage(format!("--figure {figure}: not drawn: {reason}")));
                }
                Made::Skipped { figure, reason } => note(common.quiet, format_args!("{figure}: not drawn: {reason}")),
            }
        }
        if common.json {
            output.json(&rows)?;
        }
        Ok(Exit::Done)
    }
}
