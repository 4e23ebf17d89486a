//! Games of Gomoku as files: [`sgf`], [`psq`] and [`text`].
//!
//! A file's ending says which. Files of other tools are read as they are found: only what the moves of a game need must be
//! there and right, everything else is taken where it is understood. Whether a game went on after its end is not asked,
//! since files do not always name the rules that it was played by.
//!
//! The parsers are our own: what SGF holds of a game without captures is one rule for brackets and ten properties.

pub mod psq;
pub mod sgf;
pub mod text;

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::spec::GameSpec;
use crate::base::text::nearest;
use crate::base::{Move, Outcome, RuleSet, Seat};

/// A game of Gomoku as a file tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Size and rule set.
    pub game: GameSpec,
    /// The moves, the first player's first.
    pub moves: Vec<Move>,
    /// The players' names by seat; empty: unknown.
    pub players: [String; 2],
    /// How the game ended, if it did and the file says so.
    pub result: Option<Outcome>,
    /// How long each move took, in milliseconds; empty, or one for each move.
    pub times_ms: Vec<u64>,
}

impl Record {
    /// A game without moves.
    pub fn new(game: GameSpec) -> Record {
        Record { game, moves: Vec::new(), players: Default::default(), result: None, times_ms: Vec::new() }
    }

    /// Appends a move.
    ///
    /// # Errors
    /// If the point was taken before.
    fn push(&mut self, mv: Move) -> Result<()> {
        if let Some(earlier) = self.moves.iter().position(|&earlier| earlier == mv) {
            let point = super::notation::move_text(&self.game.shape, mv);
            bail!("move {}, {point}, is on the point of move {}", self.moves.len() + 1, earlier + 1);
        }
        self.moves.push(mv);
        Ok(())
    }
}

/// The formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Smart Game Format, FF\[4\], GM\[4\].
    Sgf,
    /// The format of Piskvork, the manager of Gomocup.
    Psq,
    /// A game a line, in moves written together.
    Text,
}

/// The formats by the ending of a file's name.
pub const ENDINGS: [(&str, Format); 3] = [("sgf", Format::Sgf), ("psq", Format::Psq), ("txt", Format::Text)];

impl Format {
    /// The format of a file by its name.
    ///
    /// # Errors
    /// If the name has another ending, or none.
    pub fn of(path: &Path) -> Result<Format> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
        let found = ENDINGS.into_iter().find(|(name, _)| *name == ending);
        let names = ENDINGS.map(|(name, _)| name);
        found.map(|(_, format)| format).with_context(|| {
            format!(
                "{}: expected a name that ends in .{}, found '.{ending}'{}",
                path.display(),
                names.join(", ."),
                nearest(&ending, names)
            )
        })
    }

    /// What such a file holds, for messages.
    pub fn meaning(self) -> &'static str {
        match self {
            Format::Sgf => "SGF",
            Format::Psq => "a game of Piskvork (PSQ)",
            Format::Text => "a game a line, as in h8i9",
        }
    }

    /// Reads the games of a file.
    ///
    /// # Errors
    /// Begin with line and column, and name what was found and what was expected.
    pub fn read(self, text: &str) -> Result<Vec<Record>> {
        let games = match self {
            Format::Sgf => sgf::read(text)?,
            Format::Psq => vec![psq::read(text)?],
            Format::Text => text::read(text)?,
        };
        if games.is_empty() {
            bail!("1:1: expected {}, found no game", self.meaning());
        }
        Ok(games)
    }

    /// Writes games.
    ///
    /// # Errors
    /// If the format holds one game and there are several.
    pub fn write(self, games: &[Record]) -> Result<String> {
        match self {
            Format::Sgf => Ok(games.iter().map(sgf::write).collect()),
            Format::Text => Ok(text::write(games)),
            Format::Psq => match games {
                [game] => Ok(psq::write(game)),
                _ => bail!("a PSQ file holds one game, found {}; .sgf and .txt hold several", games.len()),
            },
        }
    }
}

/// A place in a file; lines and columns, which are characters, are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// So many characters further on in the line.
    fn after(self, characters: usize) -> Place {
        Place { column: self.column + characters, ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The rule set that a text names; tools write whole sentences.
fn rules_named(text: &str) -> Option<RuleSet> {
    let text = text.to_ascii_lowercase();
    RuleSet::ALL.into_iter().find(|(name, _)| text.contains(name)).map(|(_, rules)| rules)
}

/// How a game ended, as SGF has it, whatever follows: `B+`, `W+Resign`, `0`.
fn result_of(text: &str) -> Option<Outcome> {
    match text.to_ascii_lowercase() {
        text if text.starts_with("b+") => Some(Outcome::Win(Seat::FIRST)),
        text if text.starts_with("w+") => Some(Outcome::Win(Seat::SECOND)),
        text if text == "0" || text == "draw" || text == "jigo" => Some(Outcome::Draw),
        _ => None,
    }
}

/// How a game ended, as SGF has it.
fn result_text(result: Outcome) -> &'static str {
    match result {
        Outcome::Draw => "0",
        Outcome::Win(Seat::FIRST) => "B+",
        Outcome::Win(_) => "W+",
    }
}

/// A square board of the size that a file names.
fn board(width: &str, height: &str, rules: RuleSet) -> Result<GameSpec> {
    let side = |text: &str| text.trim().parse::<usize>().ok().filter(|side| (5..=22).contains(side));
    match (side(width), side(height)) {
        (Some(width), Some(height)) if width == height => GameSpec::gomoku(width, rules),
        _ => bail!("expected a square board of 5 to 22, found {}x{}", width.trim(), height.trim()),
    }
}
