//! The command line: one file per verb, results on standard output, everything else on standard error.
//!
//! [`run_command_line`] reads the arguments, hands them to a verb and returns an [`Exit`] or a [`Failure`] that carries
//! one. A verb is a type with clap's flags and a method `run`; adding one is a file, a variant of [`Verb`] and an arm of
//! its `run`. Names of games, players and positions are read by the rooms that own them, so that an error tells the same
//! on the command line as in a specification.

pub mod analyze;
pub mod arguments;
mod book;
pub mod compare;
pub mod completions;
pub mod convert;
pub mod dry_run;
pub mod engine;
pub mod execute;
pub mod exit;
pub mod flags;
pub mod forbidden;
pub mod list;
pub mod man;
pub mod output;
pub mod perft;
pub mod play_match;
pub mod plot;
pub mod positions;
pub mod report;
pub mod repro;
pub mod run;
pub mod signals;
pub mod signature;
pub mod solve;
pub mod sweep;
pub mod table;
pub mod threats;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use exit::{Exit, Failure, Outcome};
use flags::Common;
use output::{Output, note, printable};

/// A laboratory for search algorithms on line games: tic-tac-toe, Connect Four, Gomoku, any m,n,k.
///
/// Results go to standard output, all else to standard error. Exit codes: 0 done; 1 failed at run time; 2 wrong usage or
/// unreadable input; 3 incomplete; 75 stopped by SIGTERM; 130 interrupted.
#[derive(Parser, Debug)]
#[command(name = "mnklab", version, long_version = LONG_VERSION, arg_required_else_help = true, propagate_version = true)]
pub struct CommandLine {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,

    /// The flags of every verb.
    #[command(flatten)]
    pub common: Common,
}

/// What can be done.
#[derive(Subcommand, Debug)]
pub enum Verb {
    /// Run the claims' experiments, judge each claim, print the verdicts.
    Repro(repro::Repro),
    /// Run the experiments of a TOML file.
    Run(run::Run),
    /// Search or play with every value of a player's settings.
    Sweep(sweep::Sweep),
    /// Play two players against each other.
    Match(play_match::Match),
    /// Compare two runs of one plan.
    Compare(compare::Compare),
    /// Draw the charts that result folders allow.
    Plot(plot::Plot),
    /// Write the report of a result folder.
    Report(report::Report),
    /// Show what a player sees in a position: value, best line, candidates, static terms, tree.
    Analyze(analyze::Analyze),
    /// Count the move sequences of each length.
    Perft(perft::Perft),
    /// Give the exact score of positions.
    Solve(solve::Solve),
    /// Find forced wins by fours, or by threes and fours.
    Threats(threats::Threats),
    /// List the points that renju forbids to black.
    Forbidden(forbidden::Forbidden),
    /// Convert games from one format to another: SGF, PSQ, text.
    Convert(convert::Convert),
    /// Speak the Gomocup protocol, as a brain for managers of others.
    Engine(engine::Engine),
    /// Print the node total over fixed positions, by which a change of behaviour shows.
    Signature(signature::Signature),
    /// List what there is: games, players, switches, evaluators, metrics, ...
    List(list::List),
    /// Print a completion script for a shell.
    Completions(completions::Completions),
    /// Print the manual page, of the program or of one verb.
    Man(man::Man),
}

impl Verb {
    fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        match self {
            Verb::Repro(verb) => verb.run(common, output),
            Verb::Run(verb) => verb.run(common, output),
            Verb::Sweep(verb) => verb.run(common, output),
            Verb::Match(verb) => verb.run(common, output),
            Verb::Compare(verb) => verb.run(common, output),
            Verb::Plot(verb) => verb.run(common, output),
            Verb::Report(verb) => verb.run(common, output),
            Verb::Analyze(verb) => verb.run(common, output),
            Verb::Perft(verb) => verb.run(common, output),
            Verb::Solve(verb) => verb.run(common, output),
            Verb::Forbidden(verb) => verb.run(common, output),
            Verb::Threats(verb) => verb.run(common, output),
            Verb::Convert(verb) => verb.run(common, output),
            Verb::Engine(verb) => verb.run(common, output),
            Verb::Signature(verb) => verb.run(common, output),
            Verb::List(verb) => verb.run(common, output),
            Verb::Completions(verb) => verb.run(common, output),
            Verb::Man(verb) => verb.run(common, output),
        }
    }
}

/// The version with the commit that the program was built from.
const LONG_VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("MNKLAB_REVISION"), ")");

/// Reads the arguments (the program's own name first) and does what they say. Results go to `results`.
///
/// # Errors
///
/// A [`Failure`], with its exit code and what is left to be printed.
pub fn run_command_line<I, T>(arguments: I, results: &mut dyn Write) -> Outcome
where
    I: IntoIterator<Item = T>,
    T: Into<OsString>,
{
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let line = match parse(&arguments) {
        Ok(line) => line,
        Err(error) => return explain(&error, results),
    };
    let mut output = Output::new(results);
    let exit = line.verb.run(&line.common, &mut output)?;
    output.finish()?;
    Ok(exit)
}

/// Reads the arguments and runs nothing.
///
/// # Errors
///
/// What clap has to say, a call for help or for the version among it.
pub fn parse(arguments: &[OsString]) -> Result<CommandLine, clap::Error> {
    let mut command = CommandLine::command();
    if arguments.iter().any(|argument| argument == "--no-color") {
        command = command.color(ColorChoice::Never);
    }
    CommandLine::from_arg_matches(&command.try_get_matches_from(arguments)?)
}

/// Help and version are results; everything else that clap says is a wrong usage.
fn explain(error: &clap::Error, results: &mut dyn Write) -> Outcome {
    if error.use_stderr() {
        let plain = error.render().to_string();
        if printable(&plain) == plain {
            // Where standard error is closed nobody is left to be told.
            let _ = error.print();
        } else {
            note(false, plain.trim_end());
        }
        return Ok(Exit::Usage);
    }
    let colours = io::IsTerminal::is_terminal(&io::stdout());
    if colours {
        error.print().map_err(Failure::of_output)?;
    } else {
        Output::new(results).text(&error.render().to_string())?;
    }
    Ok(Exit::Done)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(arguments: &[&str]) -> (Outcome, String) {
        let mut results = Vec::new();
        let outcome = run_command_line(std::iter::once(&"mnklab").chain(arguments), &mut results);
        (outcome, String::from_utf8(results).unwrap())
    }

    #[test]
    fn the_description_is_consistent() {
        CommandLine::command().debug_assert();
    }

    #[test]
    fn flags_work_before_and_after_the_verb() {
        for arguments in [["mnklab", "--json", "list", "games"], ["mnklab", "list", "games", "--json"]] {
            let line = parse(&arguments.map(OsString::from)).unwrap();
            assert!(line.common.json, "{arguments:?}");
        }
    }

    #[test]
    fn help_is_a_result_and_a_wrong_verb_is_not() {
        let (outcome, results) = run(&["--help"]);
        assert_eq!(outcome.unwrap(), Exit::Done);
        assert!(results.contains("Usage: mnklab"));
        let (outcome, results) = run(&["lits"]);
        assert_eq!((outcome.unwrap(), results.as_str()), (Exit::Usage, ""));
    }

    #[test]
    fn every_verb_explains_itself_and_its_arguments() {
        for verb in CommandLine::command().get_subcommands() {
            assert!(verb.get_about().is_some(), "{}", verb.get_name());
            for argument in verb.get_arguments() {
                assert!(argument.get_help().is_some(), "{} {}", verb.get_name(), argument.get_id());
            }
        }
    }
}
