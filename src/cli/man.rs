//! `mnklab man [VERB]`.

use clap::{Args, CommandFactory};

use super::CommandLine;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::base::text::nearest;

/// Prints a manual page in roff.
#[derive(Args, Debug)]
pub struct Man {
    /// A verb [default: the page of the program].
    pub verb: Option<String>,
}

impl Man {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("man")?;
        common.prints_text("man")?;
        let mut program = CommandLine::command();
        program.build();
        let command = match &self.verb {
            None => program,
            Some(name) => match program.find_subcommand(name) {
                Some(verb) => verb.clone(),
                None => {
                    let names: Vec<&str> = program.get_subcommands().map(|verb| verb.get_name()).collect();
                    let hint = nearest(name, names.iter().copied());
                    return Err(Failure::usage(format!(
                        "expected one of the verbs {}, found '{name}'{hint}",
                        names.join(", ")
                    )));
                }
            },
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page).or_failed()?;
        output.bytes(&page)?;
        Ok(Exit::Done)
    }
}
