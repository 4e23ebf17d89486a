//! Engines of others as players: `ext:PATH`, any program that speaks the Gomocup protocol on its standard input and output.
//!
//! * [`config`] has the keys, and finds the program; [`identity`] says which file it was;
//! * [`process`] runs it, reads what it prints and ends it with all its children;
//! * [`talk`] knows the protocol's lines; [`manager`] plays with it, whatever it does.
//!
//! The engine is told the rule set and its limits; what it does inside is unknown, so that its counters are empty and its
//! rows do not reproduce. An engine that does not play on as the protocol asks has lost its game, and the row says why.

pub mod config;
pub mod identity;
mod manager;
mod process;
mod talk;

use std::time::Duration;

use self::manager::{Manager, Turn};
use super::registry::{ALL_GAMES, Algorithm, PlayerInfo, setting};
use super::settings::Settings;
use crate::base::{Answer, Cell, Fault, Forfeit, Limits, Move, Position, Root, Searcher, Swap2};

pub use config::ExternalConfig;
pub use process::end_all;

/// What stands before the program's path in a player's text form.
pub const PREFIX: &str = "ext:";

/// The registry's entry of all external engines. It is none of [`PLAYERS`](super::PLAYERS), since it is no player without a
/// path.
pub static EXTERNAL: PlayerInfo = PlayerInfo {
    name: "ext:PATH",
    meaning: "a program of others that speaks the Gomocup protocol; blanks around the path, and brackets, commas and quotes \
              in it, need double quotes around it",
    games: ALL_GAMES,
    document: None,
    algorithm: Algorithm::External,
    based_on: None,
    settings: &[setting("time_ms", "1000", "long enough for most engines, short enough for many games")],
};

/// An engine of others at a board.
pub struct External {
    manager: Manager,
    time: Duration,
}

impl External {
    /// The engine that the settings name. Its process starts when it is first asked for a move.
    pub fn new(settings: &Settings) -> External {
        let time = Duration::from_millis(settings.time_ms.unwrap_or_default());
        External { manager: Manager::new(settings.external.clone()), time }
    }
}

impl<P: Position> Searcher<P> for External {
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer {
        if root.position.outcome().is_some() {
            return Answer { uncounted: true, ..Answer::default() };
        }
        let stones = stones(root);
        let time = limits.time.unwrap_or(self.time);
        let turn = Turn { shape: root.position.shape(), stones: &stones, time };
        let (best, forfeit) = match self.manager.turn(&turn) {
            Ok(cell) => (cell.map(Move), None),
            Err(forfeit) => (None, Some(forfeit)),
        };
        Answer { best, forfeit, uncounted: true, ..Answer::default() }
    }

    fn swap2(&mut self, moves: &[Move], root: &Root<P>, limits: &Limits) -> Option<Result<Swap2, Forfeit>> {
        // Whose they are is not settled yet.
        let stones: Vec<(Cell, bool)> = moves.iter().map(|mv| (mv.0, true)).collect();
        let time = limits.time.unwrap_or(self.time);
        let turn = Turn { shape: root.position.shape(), stones: &stones, time };
        let quitting = || Fault::Unable.because("the program is to quit");
        Some(self.manager.swap2(&turn).and_then(|decision| decision.ok_or_else(quitting)))
    }

    fn new_game(&mut self, _: u64) {
        self.manager.new_game();
    }
}

/// The stones of a position, whether each is of the side to move, by turns from the first player on. The order in which they
/// were placed is not known but for the last one.
fn stones<P: Position>(root: &Root<P>) -> Vec<(Cell, bool)> {
    let (position, turn) = (&root.position, root.position.turn());
    let last = root.last.map(|mv| position.landing(mv));
    let mut sides: [Vec<Cell>; 2] = Default::default();
    for cell in 0..position.shape().cells() as Cell {
        if let Some(seat) = position.stone(cell).filter(|_| Some(cell) != last) {
            sides[usize::from(seat != turn)].push(cell);
        }
    }
    // The stone that was placed last is the opponent's.
    sides[1].extend(last);
    let [own, others] = sides;
    let first_is_own = own.len() == others.len();
    let mut stones = Vec::with_capacity(own.len() + others.len());
    for index in 0..others.len() {
        let pair = [own.get(index).map(|&cell| (cell, true)), others.get(index).map(|&cell| (cell, false))];
        stones.extend(if first_is_own { pair } else { [pair[1], pair[0]] }.into_iter().flatten());
    }
    stones
}
