//! One search from one root: what its parts are, what the recursion shares, and how it begins.

use std::collections::HashMap;

use super::Config;
use super::candidates::{self, Bounds};
use super::features::{self, *};
use super::order::Memory;
use super::table::Table;
use super::tally::{Tally, count};
use super::threats::Threats;
use super::variation::Variation;
use crate::base::limits::Watch;
use crate::base::rng::Rng;
use crate::base::score::{INFINITE, Score};
use crate::base::{Counters, Evaluator, Move, Position, Seat};

/// The stored best moves of a search, by position and remaining depth.
pub type BestMoves = HashMap<u64, Move>;

/// The parts that live longer than one search.
pub struct Parts<'s, E> {
    /// The evaluator, reset to the root.
    pub evaluator: &'s mut E,
    /// The transposition table, where there is one.
    pub table: Option<&'s mut Table>,
    /// The searches for forced wins, where there are any.
    pub threats: Option<&'s mut Threats>,
    /// Killers and history.
    pub memory: &'s mut Memory,
    /// Scratch space for gathered moves.
    pub stack: &'s mut Vec<u64>,
    /// The root's children with their values, in the order searched.
    pub root_values: &'s mut Vec<(Move, Score)>,
    /// The principal variation.
    pub(super) variation: &'s mut Variation,
    /// The base sequence of all move codes.
    pub sequence: &'s [Move],
    /// The place of each move code in the base sequence.
    pub places: &'s [u16],
    /// Random numbers for noise and random widths.
    pub rng: &'s mut Rng,
}

/// One search from one root: the state that the recursion shares.
pub struct Body<'s, E> {
    pub(super) parts: Parts<'s, E>,
    pub(super) config: &'s Config,
    pub(super) features: u32,
    /// What is counted while searching; see [`Body::counters`].
    pub(super) tally: Tally,
    /// The limits.
    pub watch: Watch,
    /// The window of the last search of the root.
    pub(super) window: (Score, Score),
    /// A move that the root searches first.
    pub root_first: Option<Move>,
    /// Best moves to search first (with `record` off) or to be filled.
    pub best_moves: Option<&'s mut BestMoves>,
    /// The iteration's depth.
    pub(super) root_depth: u32,
    /// A move that the node about to be entered leaves out: what are the others worth?
    pub(super) excluded: Option<Move>,
    /// Whether a cutoff by a null move is being confirmed, without null moves.
    pub(super) confirming: bool,
    pub(super) root_box: Option<Bounds>,
    pub(super) local_box: Option<Bounds>,
    pub(super) first_winner: Option<Seat>,
}

impl<'s, E> Body<'s, E> {
    /// Prepares a search under limits. With `record` the best move of every interior node is stored in `best_moves`,
    /// without it the stored ones are searched first.
    pub fn new<P: Position>(
        config: &'s Config,
        parts: Parts<'s, E>,
        root: &P,
        watch: Watch,
        limited: bool,
        best_moves: Option<&'s mut BestMoves>,
        record: bool,
    ) -> Body<'s, E> {
        let features = features::of(config, parts.table.is_some(), limited, best_moves.is_some(), record);
        parts.variation.clear();
        Body {
            parts,
            config,
            features,
            tally: Tally::default(),
            watch,
            window: (-INFINITE, INFINITE),
            root_first: None,
            best_moves,
            root_depth: 0,
            excluded: None,
            confirming: false,
            root_box: candidates::bounding_box(root),
            local_box: if config.count_local { candidates::local_box(root) } else { None },
            first_winner: None,
        }
    }

    /// Whether a limit forbids to begin another search of the root.
    pub fn must_stop(&mut self) -> bool {
        self.is_spent::<DYNAMIC>()
    }

    /// The compiled form that will run.
    pub fn dispatch<P: Position>(&self) -> &'static str
    where
        E: Evaluator<P>,
    {
        if E::BARE { features::profile(self.features).unwrap_or(DISPATCH_DYNAMIC) } else { DISPATCH_DYNAMIC }
    }

    /// The principal variation of the last iteration, as far as the compiled form keeps it.
    pub fn line(&self) -> &[Move] {
        self.parts.variation.line()
    }

    /// What was counted; see [`Tally::counters`].
    pub fn counters<P: Position>(&self) -> Counters
    where
        E: Evaluator<P>,
    {
        let form = if self.dispatch::<P>() == DISPATCH_DYNAMIC { DYNAMIC } else { self.features };
        self.tally.counters(form, self.parts.sequence.len())
    }

    #[inline(always)]
    pub(super) fn has<const F: u32>(&self, feature: u32) -> bool {
        if F & DYNAMIC != 0 { self.features & feature != 0 } else { F & feature != 0 }
    }

    /// Searches the root to a depth of at least one ply within a window. The root must have a legal move.
    pub fn root<P>(&mut self, position: &mut P, depth: u32, window: (Score, Score), last: Option<Move>) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        self.parts.root_values.clear();
        count!(self.tally.counters.nodes, 1);
        self.window = window;
        let (alpha, beta) = window;
        // No line is longer than the board is empty: then a full board lies on the horizon and nowhere before it.
        let empty = position.shape().cells() as u32 - position.ply();
        let depth = depth.min(empty);
        self.tally.horizon_is_full = depth == empty && self.features & SELECTIVE == 0;
        self.root_depth = depth;
        macro_rules! run {
            ($($profile:expr),*) => {
                match self.features {
                    $(features if E::BARE && features == $profile => {
                        self.interior::<P, { ROOT | $profile }>(position, alpha, beta, depth, 0, last)
                    })*
                    _ => self.interior::<P, { ROOT | DYNAMIC }>(position, alpha, beta, depth, 0, last),
                }
            };
        }
        run!(ALPHABETA, ALPHABETA_DISTANCE, ALPHABETA_NATURAL, ALPHABETA_NATURAL_DISTANCE, MINIMAX, MINIMAX_DISTANCE)
    }
}
