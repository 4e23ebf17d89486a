//! `mnklab report DIR`: the report of a result folder, from CSV alone.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::exit::{Classify, Exit, Outcome};
use super::flags::Common;
use super::output::Output;
use super::plot::language;
use crate::report::figures::source::Sources;
use crate::report::markdown;
use crate::report::words::Lang;

/// The forms of a report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Markdown.
    #[default]
    Md,
}

/// Draws a result folder's figures and writes its report: of one experiment, or of the claims that repro judged.
#[derive(Args, Debug)]
pub struct Report {
    /// The result folder.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Form of the report.
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub format: Format,
    /// Language of the report: en or zh.
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = language)]
    pub lang: Lang,
}

impl Report {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("report")?;
        let path = if self.folder.join(super::repro::CLAIMS_CSV).is_file() {
            markdown::repro_report(&self.folder, self.lang).or_failed()?
        } else {
            // What is no result folder is a wrong input, told before anything is written.
            Sources::open(std::slice::from_ref(&self.folder)).or_usage()?;
            markdown::experiment_report(&self.folder, self.lang).or_failed()?
        };
        output.line(path.display())?;
        Ok(Exit::Done)
    }
}
