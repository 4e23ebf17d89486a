//! Recorded games whose moves are to be judged: read from the moves.csv of a result folder.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};

use crate::base::input::read_bytes;
use crate::base::rng::hash_bytes;
use crate::base::{Move, Position};
use crate::games::notation::{parse_move, parse_moves, play_moves};
use crate::games::{GameSpec, GameVisitor};
use crate::records::derive::csv_path;
use crate::records::read::read_file;
use crate::records::rows::{MoveRow, Row};

/// Games, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Recorded {
    /// Those with moves to judge.
    pub games: Vec<RecordedGame>,
    /// The players' labels.
    pub labels: Vec<String>,
}

/// One game.
#[derive(Clone, Debug)]
pub struct RecordedGame {
    /// Its `job_id` in the folder.
    pub id: u64,
    /// Its moves, from the empty board to the last one recorded.
    pub moves: Vec<Move>,
    /// The moves to judge.
    pub judged: Vec<RecordedMove>,
}

/// A move to judge.
#[derive(Clone, Copy, Debug)]
pub struct RecordedMove {
    /// Stones on the board before it.
    pub ply: u32,
    /// Who made it, as a place among the labels.
    pub player: u32,
    /// What its search thought the position was worth, for the side to move.
    pub value: Option<i32>,
    /// Nodes of its search, where they are known.
    pub nodes: Option<u64>,
    /// The last iteration that was finished, where that is known.
    pub completed_depth_plies: Option<u32>,
}

/// The moves.csv of a result folder.
///
/// # Errors
/// If there is none.
pub fn moves_file(folder: &Path) -> Result<PathBuf> {
    let (name, file) = (folder.display(), csv_path(folder, MoveRow::TABLE));
    ensure!(folder.exists(), "expected a result folder, found nothing at {name}");
    ensure!(folder.is_dir(), "expected a result folder, found the file {name}");
    ensure!(file.is_file(), "{name} has no moves.csv: expected the folder of a match with record_moves = true");
    Ok(file)
}

/// 16 hexadecimal digits over a file.
///
/// # Errors
/// If it cannot be read.
pub fn content_of(file: &Path) -> Result<String> {
    Ok(format!("{:016x}", hash_bytes(&read_bytes(file, "recorded moves")?)))
}

/// Reads the games of a folder with their moves from `from_ply` stones on.
///
/// # Errors
/// If the file cannot be read, holds another game, a move that cannot be played, or no move to judge.
pub fn read_recorded(game: &GameSpec, folder: &Path, from_ply: u32) -> Result<Recorded> {
    let file = moves_file(folder)?;
    let read = Read { game: game.to_string(), file: &file, from_ply };
    game.visit(read)
}

struct Read<'a> {
    game: String,
    file: &'a Path,
    from_ply: u32,
}

impl GameVisitor for Read<'_> {
    type Output = Result<Recorded>;

    fn visit<P: Position>(self, start: P) -> Result<Recorded> {
        let (shape, name) = (start.shape(), self.file.display());
        let mut recorded = Recorded::default();
        let (mut latest, mut open) = (0, None);
        for row in read_file::<MoveRow>(self.file)? {
            let row = row?;
            let place = || format!("{name}: game {}, ply {}", row.job_id, row.ply);
            ensure!(row.game == self.game, "{}: expected moves of {}, found {}", place(), self.game, row.game);
            let before = parse_moves(&shape, &row.position).with_context(place)?;
            ensure!(before.len() == row.ply as usize, "{}: the position has {} stones", place(), before.len());
            // A player that gave no move ended the game.
            let Some(played) = &row.played_move else { continue };
            let played = parse_move(&shape, played).with_context(place)?;
            let one = match &mut open {
                Some(one @ RecordedGame { .. }) if one.id == row.job_id => one,
                other => {
                    recorded.close(&start, other.take(), self.file)?;
                    other.insert(RecordedGame { id: row.job_id, moves: before.clone(), judged: Vec::new() })
                }
            };
            ensure!(one.moves == before, "{}: the position does not follow from the move before it", place());
            one.moves.push(played);
            latest = latest.max(row.ply);
            if row.ply >= self.from_ply {
                let player = recorded.labels.iter().position(|label| *label == row.player).unwrap_or_else(|| {
                    recorded.labels.push(row.player.clone());
                    recorded.labels.len() - 1
                });
                one.judged.push(RecordedMove {
                    ply: row.ply,
                    player: player as u32,
                    value: row.value,
                    nodes: row.nodes,
                    completed_depth_plies: row.completed_depth_plies,
                });
            }
        }
        recorded.close(&start, open, self.file)?;
        if recorded.games.is_empty() {
            bail!(
                "{name} has no move with from_ply = {} stones or more before it; its latest has {latest}",
                self.from_ply
            );
        }
        Ok(recorded)
    }
}

impl Recorded {
    fn close<P: Position>(&mut self, start: &P, game: Option<RecordedGame>, file: &Path) -> Result<()> {
        let Some(game) = game.filter(|game| !game.judged.is_empty()) else { return Ok(()) };
        play_moves(start, &game.moves).with_context(|| format!("{}: game {}", file.display(), game.id))?;
        self.games.push(game);
        Ok(())
    }
}
