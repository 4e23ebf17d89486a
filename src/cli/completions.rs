//! `mnklab completions SHELL`.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::CommandLine;
use super::exit::{Exit, Outcome};
use super::flags::Common;
use super::output::Output;

/// Prints a completion script.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell.
    #[arg(value_enum)]
    pub shell: Shell,
}

impl Completions {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("completions")?;
        common.prints_text("completions")?;
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut CommandLine::command(), "mnklab", &mut script);
        output.bytes(&script)?;
        Ok(Exit::Done)
    }
}
