//! `mnklab convert FILE FILE`: games from one format to another.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use serde_json::json;

use super::exit::{Classify, Exit, Outcome};
use super::flags::Common;
use super::output::{Output, note};
use crate::base::input::read_text;
use crate::games::formats::Format;
use crate::records::atomic;

/// Convert games of Gomoku from one format to another: SGF, PSQ (Piskvork), or text with a game a line.
///
/// The endings of the names say which: .sgf, .psq, .txt. Of a game with variations the main line is taken. What the second
/// format cannot hold is left out: text has moves alone. A second file that is there already is replaced.
#[derive(Args, Debug)]
pub struct Convert {
    /// The file to read.
    #[arg(value_name = "FROM")]
    pub from: PathBuf,
    /// The file to write.
    #[arg(value_name = "TO")]
    pub to: PathBuf,
}

impl Convert {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("convert")?;
        let (read, write) = (Format::of(&self.from).or_usage()?, Format::of(&self.to).or_usage()?);
        let text = read_text(&self.from, read.meaning()).or_usage()?;
        let games = read.read(&text).map_err(|error| anyhow!("{}:{error:#}", self.from.display())).or_usage()?;
        let written = write.write(&games);
        let written = written.map_err(|error| anyhow!("{}: {error:#}", self.to.display())).or_usage()?;
        atomic::write(&self.to, written).or_failed()?;
        if common.json {
            let moves: Vec<usize> = games.iter().map(|game| game.moves.len()).collect();
            output.json(&json!({ "file": self.to, "games": games.len(), "moves": moves }))?;
        } else {
            let count = if games.len() == 1 { "1 game".to_string() } else { format!("{} games", games.len()) };
            note(common.quiet, format_args!("{count} in {}", self.to.display()));
        }
        Ok(Exit::Done)
    }
}
