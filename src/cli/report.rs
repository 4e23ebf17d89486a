//! `mnklab report DIR`: the report of a result folder, from CSV alone.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, ValueEnum};
use serde_json::json;

use super::exit::{Classify, Exit, Outcome};
use super::flags::Common;
use super::output::Output;
use super::plot::{language, warn_of_boxes};
use super::repro::CLAIMS_CSV;
use crate::report::figures::source::Sources;
use crate::report::group_report::members;
use crate::report::markdown;
use crate::report::theme::Theme;
use crate::report::words::Lang;

/// The forms of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Markdown.
    #[default]
    Md,
}

/// Draws a result folder's figures and writes its report: of one experiment, of all that one command ran, or of the claims
/// that repro judged.
#[derive(Args, Debug)]
pub struct Report {
    /// The result folder, or the folder of several.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Form of the report.
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub format: Format,
    /// Language of the report: en or zh.
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = language)]
    pub lang: Lang,
    /// A font file for the charts, to use before the program's own.
    #[arg(long, value_name = "FILE")]
    pub font: Option<PathBuf>,
}

impl Report {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("report")?;
        let theme = Theme::with_font(self.lang, self.font.as_deref()).context("--font").or_usage()?;
        let claims = self.folder.join(CLAIMS_CSV).is_file();
        let members = if claims || !self.folder.is_dir() { Vec::new() } else { members(&self.folder).or_usage()? };
        // What is no result folder is a wrong input, told before anything is written.
        let folders = if members.is_empty() { std::slice::from_ref(&self.folder) } else { &members[..] };
        Sources::open(folders).or_usage()?;
        let path = if claims {
            markdown::repro_report(&self.folder, &theme).or_by_cause()?
        } else if !members.is_empty() {
            markdown::group_report(&self.folder, &members, &theme).or_by_cause()?
        } else {
            markdown::experiment_report(&self.folder, &theme).or_by_cause()?
        };
        warn_of_boxes(&theme, common);
        if common.json {
            output.json(&json!({ "report": path.display().to_string() }))?;
        } else {
            output.line(path.display())?;
        }
        Ok(Exit::Done)
    }
}
