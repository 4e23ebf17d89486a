//! Exit codes, and failures that carry one.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Error;

use super::output::printable;
use crate::records::atomic::is_write_failure;

/// How the program ends. The numbers are part of the contract with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All that was asked for is done.
    Done = 0,
    /// Something failed at run time, a write above all.
    Failed = 1,
    /// The usage is wrong, or an input cannot be read or understood; nothing was run.
    Usage = 2,
    /// Jobs are missing.
    Incomplete = 3,
    /// Stopped by SIGTERM; may be continued.
    Terminated = 75,
    /// Interrupted from the keyboard.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit as u8)
    }
}

/// Why a verb ended early: an exit code with what is to be printed, if anything is.
#[derive(Debug)]
pub struct Failure {
    /// The code to exit with.
    pub exit: Exit,
    /// What is said on standard error; nothing where the reader of the results went away.
    pub error: Option<Error>,
}

/// What every verb returns.
pub type Outcome = Result<Exit, Failure>;

impl Failure {
    /// A wrong usage or an input that cannot be understood.
    pub fn usage(error: impl Into<Problem>) -> Failure {
        Failure { exit: Exit::Usage, error: Some(error.into().0) }
    }

    /// Something that went wrong at run time.
    pub fn failed(error: impl Into<Problem>) -> Failure {
        Failure { exit: Exit::Failed, error: Some(error.into().0) }
    }

    /// A failed write to standard output. A pipe closed by its reader (`| head`) is no failure.
    pub fn of_output(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure { exit: Exit::Done, error: None };
        }
        Failure::failed(Error::new(error).context("the results cannot be written to standard output"))
    }

    /// Prints the whole chain of causes in one line on standard error.
    pub fn print(&self) {
        if let Some(error) = &self.error {
            // Where standard error is closed too, nobody is left to be told.
            let _ = writeln!(io::stderr(), "error: {}", printable(&format!("{error:#}")));
        }
    }
}

/// An error of any of the kinds that the rooms below return.
pub struct Problem(Error);

impl From<Error> for Problem {
    fn from(error: Error) -> Problem {
        Problem(error)
    }
}

impl From<String> for Problem {
    fn from(message: String) -> Problem {
        Problem(Error::msg(message))
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        Problem(Error::new(error))
    }
}

/// Says which exit code an error stands for: every `?` of a verb decides.
pub trait Classify<T> {
    /// The error is a wrong usage or an input that cannot be understood: exit code 2.
    fn or_usage(self) -> Result<T, Failure>;

    /// The error happened at run time: exit code 1.
    fn or_failed(self) -> Result<T, Failure>;

    /// Of a verb that reads much and then writes: 1 where a write failed, 2 where an input cannot be understood.
    fn or_by_cause(self) -> Result<T, Failure>;
}

impl<T, E: Into<Problem>> Classify<T> for Result<T, E> {
    fn or_usage(self) -> Result<T, Failure> {
        self.map_err(Failure::usage)
    }

    fn or_failed(self) -> Result<T, Failure> {
        self.map_err(Failure::failed)
    }

    fn or_by_cause(self) -> Result<T, Failure> {
        self.map_err(|error| {
            let Problem(error) = error.into();
            if is_write_failure(&error) { Failure::failed(error) } else { Failure::usage(error) }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_get_the_code_that_is_asked_for() {
        let refused: Result<(), String> = Err("no such thing".to_string());
        assert_eq!(refused.clone().or_usage().unwrap_err().exit, Exit::Usage);
        assert_eq!(refused.or_failed().unwrap_err().exit, Exit::Failed);
    }

    #[test]
    fn a_failed_write_is_known_under_any_context() {
        let folder = std::env::temp_dir();
        let written =
            crate::records::atomic::write(&folder, "x").map_err(|error| error.context("figure x").context("y"));
        assert_eq!(written.or_by_cause().unwrap_err().exit, Exit::Failed);
        assert_eq!(Err::<(), _>(Error::msg("damaged").context("y")).or_by_cause().unwrap_err().exit, Exit::Usage);
    }

    #[test]
    fn a_reader_that_left_is_no_failure() {
        let left = Failure::of_output(io::ErrorKind::BrokenPipe.into());
        assert_eq!((left.exit, left.error.is_none()), (Exit::Done, true));
        let full = Failure::of_output(io::ErrorKind::StorageFull.into());
        assert_eq!((full.exit, full.error.is_none()), (Exit::Failed, false));
    }
}
