//! The command line: parse, call, print the error chain, exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    mnklab::cli::signals::install();
    match mnklab::cli::run_command_line(std::env::args_os(), &mut std::io::stdout()) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.print();
            failure.exit.into()
        }
    }
}
