//! The flags that every verb understands.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

use super::arguments;
use super::exit::Failure;
use crate::arena::ProgressMode;

/// The flags that every verb understands, before or after its name.
#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Everywhere")]
pub struct Common {
    /// Folder to write to [default: a folder below results/ named after the experiment].
    #[arg(long, global = true, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Seed of everything random [default: the experiment's own]; positions or openings whose seed in a file differs from
    /// the experiment's keep theirs.
    #[arg(long, global = true, value_name = "S", value_parser = arguments::seed, allow_negative_numbers = true)]
    pub seed: Option<u64>,

    /// Threads to use [default: as many as this process may run].
    #[arg(long, global = true, value_name = "T", value_parser = arguments::threads, allow_negative_numbers = true)]
    pub threads: Option<NonZeroUsize>,

    /// Say nothing but results and errors.
    #[arg(long, short, global = true)]
    pub quiet: bool,

    /// Print the results as one JSON value: numbers as numbers, null for what is missing.
    #[arg(long, global = true)]
    pub json: bool,

    /// Print what would be run and run nothing.
    #[arg(long, global = true)]
    pub dry_run: bool,

    /// How progress is shown on standard error; plain is a line every 10 seconds.
    #[arg(long, global = true, value_name = "auto|bar|plain|none", default_value = "auto")]
    pub progress: ProgressMode,

    /// Use no colours (as the environment variable NO_COLOR does).
    #[arg(long, global = true)]
    pub no_color: bool,

    /// Begin CSV files with a byte order mark, so that Excel reads them as UTF-8.
    #[arg(long, global = true)]
    pub excel: bool,

    /// Replace a folder of another plan or another revision.
    #[arg(long, global = true)]
    pub force: bool,
}

impl Common {
    /// How progress is shown, with what the other flags ask for.
    pub fn progress_mode(&self) -> ProgressMode {
        match self.progress {
            _ if self.quiet => ProgressMode::None,
            // A bar is made of escape codes.
            ProgressMode::Auto if self.no_color => ProgressMode::Plain,
            mode => mode,
        }
    }

    /// Refuses `--json` for a verb whose result is a text for another program.
    ///
    /// # Errors
    ///
    /// Where it is given.
    pub fn prints_text(&self, verb: &str) -> Result<(), Failure> {
        if self.json {
            return Err(Failure::usage(format!(
                "--json has no meaning for '{verb}', which prints a text of its own form"
            )));
        }
        Ok(())
    }

    /// Refuses the flags that would have no effect on a verb that writes no folder: a user who gives them expects another
    /// thing than what would happen.
    ///
    /// # Errors
    ///
    /// Names the first such flag.
    pub fn writes_nothing(&self, verb: &str) -> Result<(), Failure> {
        let flags = [
            ("--out", self.out.is_some()),
            ("--dry-run", self.dry_run),
            ("--excel", self.excel),
            ("--force", self.force),
        ];
        match flags.iter().find(|(_, given)| *given) {
            Some((flag, _)) => {
                Err(Failure::usage(format!("{flag} has no meaning for '{verb}', which writes no folder")))
            }
            None => Ok(()),
        }
    }
}
