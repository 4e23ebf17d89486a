//! Games as lines of moves: `h8i9`, or offsets from the middle as in the files of openings. Blank lines and what follows
//! `#` are passed over; but a comment that is a game's name, as `# gomoku:20,renju`, says what the lines after it are.

use anyhow::{Context, Result};

use super::{Place, Record};
use crate::games::notation::{moves_text, parse_moves};
use crate::games::spec::{GameKind, GameSpec};

/// Reads the games.
///
/// # Errors
/// Begin with line and column.
pub fn read(text: &str) -> Result<Vec<Record>> {
    let (mut game, mut games) = (GameSpec::GOMOKU, Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let (moves, comment) = line.split_once('#').unwrap_or((line, ""));
        let indent = moves.chars().take_while(|c| c.is_whitespace()).count();
        let place = Place { line: number, column: indent + 1 };
        if let Some(named) = comment.parse::<GameSpec>().ok().filter(|named| named.kind == GameKind::Gomoku) {
            game = named;
        }
        if moves.trim().is_empty() {
            continue;
        }
        let mut record = Record::new(game);
        for mv in parse_moves(&game.shape, moves).with_context(|| format!("{place}: in a game of {game}"))? {
            record.push(mv).with_context(|| format!("{place}: '{}'", moves.trim()))?;
        }
        games.push(record);
    }
    Ok(games)
}

/// Writes games; only their moves, and what game they are of where it is not freestyle on 15x15.
pub fn write(games: &[Record]) -> String {
    let (mut text, mut game) = (String::new(), GameSpec::GOMOKU);
    for record in games {
        if record.game != game {
            game = record.game;
            text.push_str(&format!("# {game}\n"));
        }
        text.push_str(&format!("{}\n", moves_text(&game.shape, &record.moves)));
    }
    text
}
