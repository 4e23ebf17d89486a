//! The face of a player that thinks: a position in, an answer out.

use super::counters::Counters;
use super::limits::Limits;
use super::position::{Position, Root};
use super::score::Score;
use super::shape::Move;

/// What a player outside this program did instead of choosing a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It overran its time.
    Time,
    /// It gave something that is no move.
    Illegal,
    /// Its process ended.
    Died,
    /// It cannot be run, or does not play this board: nothing that a game is lost by.
    Unable,
}

impl Fault {
    /// All that a game is lost by.
    pub const LOSING: [Fault; 3] = [Fault::Time, Fault::Illegal, Fault::Died];

    /// How a game that ended so is marked in its row.
    pub fn word(self) -> &'static str {
        match self {
            Fault::Time => "time",
            Fault::Illegal => "illegal",
            Fault::Died => "died",
            Fault::Unable => "error",
        }
    }

    /// The fault with what exactly happened.
    pub fn because(self, reason: impl std::fmt::Display) -> Forfeit {
        Forfeit { fault: self, reason: reason.to_string() }
    }
}

/// Why a player gave no move that could be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forfeit {
    /// What kind of fault it was.
    pub fault: Fault,
    /// What exactly happened.
    pub reason: String,
}

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The chosen move; absent only where the game is over.
    pub best: Option<Move>,
    /// The value of the root for the side to move; absent for players that have none (random, rules).
    pub value: Option<Score>,
    /// The principal variation, from the chosen move on, as far as it is known.
    pub line: Vec<Move>,
    /// The root's candidates with their values (bounds for all that are not best), best first where they are ordered.
    pub candidates: Vec<(Move, Score)>,
    /// The last iteration that was finished, in plies; 0 for players that do not search.
    pub completed_depth_plies: u32,
    /// Whether a limit other than the depth ended the search.
    pub stopped: bool,
    /// Nodes of a re-search with the stored best moves first everywhere and no table: the left-most minimal tree.
    /// Present where the player was asked for it.
    pub minimal_nodes: Option<u64>,
    /// An estimated count of nodes with its standard error, where the tree was probed and not walked (Knuth 1975).
    pub estimated_nodes: Option<(f64, f64)>,
    /// Which compiled form of the search body ran: `dynamic`, or the name of a profile with its switches fixed at compile
    /// time; empty for players that do not search.
    pub dispatch: &'static str,
    /// What was counted.
    pub counters: Counters,
    /// Whether nothing is known of what happened inside, so that counters and depth say nothing: a program outside.
    pub uncounted: bool,
    /// Why there is no move, where the player lost by that: programs outside alone.
    pub forfeit: Option<Forfeit>,
}

impl Answer {
    /// What was counted; nothing where that is not known.
    pub fn counted(&self) -> Option<&Counters> {
        (!self.uncounted).then_some(&self.counters)
    }

    /// The last iteration that was finished; nothing where that is not known.
    pub fn known_depth_plies(&self) -> Option<u32> {
        (!self.uncounted).then_some(self.completed_depth_plies)
    }
}

/// What a player decides in swap2, the opening in which one places three stones and the other chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2 {
    /// It places these stones, of both colours by turns: three on the empty board; the next one, by which it keeps the colour
    /// that is to move; or two where three stones lie, by which it leaves the choice to the other.
    Place(Vec<Move>),
    /// It takes the colour that is not to move.
    Swap,
}

/// A player. Called once per move through `dyn`, never inside a search.
pub trait Searcher<P: Position>: Send {
    /// Chooses a move for the side to move. The position must not be over; if it is, the answer has no move.
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer;

    /// Decides in swap2 on the empty board, or after the three or five stones that were placed in this order; `root` is the
    /// position that they make. `None`: the player has no way of its own, and its values decide.
    ///
    /// # Errors
    /// What a player outside did instead.
    fn swap2(&mut self, _moves: &[Move], _root: &Root<P>, _limits: &Limits) -> Option<Result<Swap2, Forfeit>> {
        None
    }

    /// Forgets what a former game left behind and seeds the player's own random numbers.
    fn new_game(&mut self, seed: u64);
}
