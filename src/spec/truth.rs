//! Moves held against exact values: which moves, and how the values are found.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::experiment::Places;
use super::positions::Positions;
use super::read::read_positions;
use super::reader::Table;
use super::recorded::{content_of, moves_file};
use crate::base::Position;
use crate::base::text::nearest;
use crate::games::solver::Mode;
use crate::games::{GameSpec, GameVisitor};

/// Moves that are judged, and by what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Which moves.
    pub moves: Moves,
    /// How exact values are found.
    pub solver: SolverOptions,
    /// Whether players play on from won and lost positions against the perfect opponent.
    pub play_out: bool,
}

/// Which moves are judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Those that every player chooses in the positions of a suite.
    Chosen(Positions),
    /// Those of recorded games.
    Recorded {
        /// The result folder that holds them.
        folder: String,
        /// 16 hexadecimal digits over its moves.csv.
        content: String,
        /// Moves with fewer stones on the board are passed over.
        from_ply: u32,
    },
}

/// How exact values are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// Win, draw and loss alone, or how far away they are too.
    pub mode: Mode,
    /// Size of the table, in each worker.
    pub table_bytes: u64,
    /// Nodes after which a position counts as unknown.
    pub nodes: u64,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions { mode: Mode::Strong, table_bytes: 16 << 20, nodes: 20_000_000 }
    }
}

/// The modes with their names.
pub const MODES: [(&str, Mode); 2] = [("weak", Mode::Weak), ("strong", Mode::Strong)];

/// The name of a mode.
pub fn mode_name(mode: Mode) -> &'static str {
    MODES.iter().find(|(_, known)| *known == mode).map_or("", |(name, _)| name)
}

/// The number of stones from which on every position of a game is solved within moments: 28 empty cells of a game that the
/// Connect Four solver knows, 16 of another drop game, 12 of any other.
pub fn affordable_ply(game: &GameSpec) -> u32 {
    struct Affordable;
    impl GameVisitor for Affordable {
        type Output = u32;
        fn visit<P: Position>(self, start: P) -> u32 {
            let shape = start.shape();
            let empty = match (shape.gravity, shape.k) {
                (true, 4) => 28,
                (true, _) => 16,
                (false, _) => 12,
            };
            (shape.cells() as u32).saturating_sub(empty)
        }
    }
    game.visit(Affordable)
}

/// Refuses a ply from which on judging would take too long, or that no game reaches.
///
/// # Errors
/// If it is such a one.
pub fn check_from_ply(game: &GameSpec, from_ply: u32, key: &str, places: &Places) -> Result<()> {
    let affordable = affordable_ply(game);
    if from_ply < affordable {
        let problem = format_args!(
            "expected at least {affordable}, found {from_ply}: earlier positions of {game} take too long to solve"
        );
        return Err(places.fault(key, problem));
    }
    Ok(())
}

/// Reads the table `truth`.
pub(super) fn read_truth(
    table: &Table,
    game: &GameSpec,
    places: &mut Places,
    folder: &Path,
    seed: u64,
) -> Result<Truth> {
    let value = table.require("truth", "a table, for kind = \"truth\"")?;
    places.note(&value);
    let section = value.table()?;
    section.may_have(&["content", "from_ply", "games", "mode", "nodes", "play_out", "positions", "table_bytes"]);
    let (positions, games) = (section.get("positions"), section.get("games"));
    let (from_ply, content, nodes) = (section.get("from_ply"), section.get("content"), section.get("nodes"));
    for entry in [&positions, &games, &from_ply, &nodes].into_iter().flatten() {
        places.note(entry);
    }
    let usual = SolverOptions::default();
    let mode = match section.get("mode") {
        None => usual.mode,
        Some(mode) => {
            let name = mode.text()?;
            let known = MODES.iter().find(|(known, _)| *known == name).map(|(_, mode)| *mode);
            known.ok_or_else(|| {
                let names = MODES.map(|(name, _)| name);
                mode.fault(format_args!("expected weak or strong, found '{name}'{}", nearest(name, names)))
            })?
        }
    };
    let solver = SolverOptions {
        mode,
        table_bytes: section.get("table_bytes").map_or(Ok(usual.table_bytes), |bytes| bytes.whole(1 << 10, 1 << 40))?,
        nodes: nodes.as_ref().map_or(Ok(usual.nodes), |nodes| nodes.whole(1, i64::MAX as u64))?,
    };
    let play_out = section.get("play_out");
    let plays_out = play_out.as_ref().map_or(Ok(false), |value| value.boolean())?;
    if let (Some(value), true, Mode::Weak) = (&play_out, plays_out, mode) {
        return Err(value.fault("the perfect opponent needs distances: expected mode = \"strong\" beside it"));
    }
    let moves = match (&positions, &games) {
        (Some(positions), None) => {
            if let Some(other) = from_ply.as_ref().or(content.as_ref()) {
                return Err(
                    other.fault("it belongs to 'games'; the positions say themselves how many stones they have")
                );
            }
            Moves::Chosen(read_positions(positions, places, folder, seed)?)
        }
        (None, Some(games)) => {
            if let (Some(value), true) = (&play_out, plays_out) {
                return Err(value.fault("recorded games are not played on; it needs 'positions' and players"));
            }
            let path = result_folder(folder, games.text()?);
            let file = moves_file(&path).map_err(|error| games.fault(format_args!("{error:#}")))?;
            let found = content_of(&file).map_err(|error| games.fault(format_args!("{error:#}")))?;
            if let Some(content) = &content
                && content.text()? != found
            {
                let problem = format_args!(
                    "{} has changed: expected the content {}, found {found}; leave the key out to judge what is there now",
                    file.display(),
                    content.text()?
                );
                return Err(content.fault(problem));
            }
            let from_ply = match &from_ply {
                None => affordable_ply(game),
                Some(value) => {
                    let from_ply = value.whole(0, 1 << 16)? as u32;
                    // Who limits the solver knows what is asked for.
                    if nodes.is_none() {
                        check_from_ply(game, from_ply, value.key(), places).map_err(|error| {
                            error.context("give 'nodes', after which a position counts as unknown, to try nevertheless")
                        })?;
                    }
                    from_ply
                }
            };
            Moves::Recorded { folder: path.display().to_string(), content: found, from_ply }
        }
        (Some(_), Some(games)) => {
            return Err(games.fault("give 'positions', which players search, or 'games', which are recorded; not both"));
        }
        (None, None) => {
            // A slip of one of the two is told as such.
            section.finish()?;
            return Err(value.fault("expected 'positions' for the players to search, or 'games = \"results/NAME\"'"));
        }
    };
    section.finish()?;
    Ok(Truth { moves, solver, play_out: plays_out })
}

/// A result folder as a file names it: beside the file, or seen from where the program runs.
fn result_folder(beside: &Path, text: &str) -> PathBuf {
    let near = beside.join(text);
    if near.is_dir() { near } else { PathBuf::from(text) }
}

impl Truth {
    /// The suite that players search; `None` for recorded games.
    pub fn positions(&self) -> Option<&Positions> {
        match &self.moves {
            Moves::Chosen(positions) => Some(positions),
            Moves::Recorded { .. } => None,
        }
    }

    /// The same, to change.
    pub fn positions_mut(&mut self) -> Option<&mut Positions> {
        match &mut self.moves {
            Moves::Chosen(positions) => Some(positions),
            Moves::Recorded { .. } => None,
        }
    }
}
