//! The face of a player that thinks: a position in, an answer out.

use super::counters::Counters;
use super::limits::Limits;
use super::position::{Position, Root};
use super::score::Score;
use super::shape::Move;

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
}

/// A player. Called once per move through `dyn`, never inside a search.
pub trait Searcher<P: Position>: Send {
    /// Chooses a move for the side to move. The position must not be over; if it is, the answer has no move.
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer;

    /// Forgets what a former game left behind and seeds the player's own random numbers.
    fn new_game(&mut self, seed: u64);
}
