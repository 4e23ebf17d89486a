//! Counting a search: what is kept while searching, and what follows from it at the end.
//!
//! A counter costs a write wherever it stands, so that nothing is counted that follows from other numbers: a node is a
//! leaf or an interior node; fail-highs are those of the histogram, and in each of them the best child is known; in a bare
//! form on a board without full columns a cutting child's place in the sequence tells its index, how many siblings there
//! were and how many of them were left out.

use super::body::Body;
use super::features::{DYNAMIC, PRUNE};
use crate::base::{Counters, MAX_SIDE, Move, Position};

/// Adds to a counter; compiled out by the feature `uncounted`, which exists to measure what counting costs.
macro_rules! count {
    ($counter:expr, $by:expr) => {
        if cfg!(not(feature = "uncounted")) {
            $counter += $by;
        }
    };
}
pub(super) use count;

/// Children of a node, rounded up to a power of two, so that counting a cutoff needs no comparison.
const SLOTS: usize = (MAX_SIDE * MAX_SIDE).next_power_of_two();
/// The same where all moves are columns.
const COLUMN_SLOTS: usize = MAX_SIDE.next_power_of_two();

/// The counters of a running search.
pub(super) struct Tally {
    /// Those that are kept as they are.
    pub counters: Counters,
    /// Nodes that the move leading there decided, by a line or by a forbidden point.
    pub decided_after_move: u64,
    /// Nodes of the searches for forced wins, which count for a limit.
    pub threat_nodes: u64,
    /// Whether the nodes on the horizon have a full board.
    pub horizon_is_full: bool,
    /// Fail-highs by the index of the cutting child.
    cutoffs_at: [u64; SLOTS],
    /// Fail-highs of bare forms at nodes where every move of the sequence is legal, by the place of the cutting move.
    uncrowded_at: [u64; COLUMN_SLOTS],
    /// The moves that raised alpha last in bare forms, by the depth of the node's children: index and number of children.
    raised_at: [(usize, usize); SLOTS],
    /// The number of nodes when a bare form last ended a node without a cutoff.
    ended_at: u64,
    /// Nodes without a cutoff whose best child is known: it is the first, another of the first quarter, a later one.
    best_at: [u64; 3],
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            counters: Counters::default(),
            decided_after_move: 0,
            threat_nodes: 0,
            horizon_is_full: false,
            cutoffs_at: [0; SLOTS],
            uncrowded_at: [0; COLUMN_SLOTS],
            raised_at: [(0, 0); SLOTS],
            ended_at: 0,
            best_at: [0; 3],
        }
    }
}

impl Tally {
    /// What a limit by nodes is compared with.
    #[inline(always)]
    pub fn spent_nodes(&self) -> u64 {
        self.counters.nodes + self.threat_nodes
    }

    /// A child cut off. `generated` counts its node's children.
    #[inline(always)]
    pub fn cutoff(&mut self, index: usize, generated: usize) {
        count!(self.cutoffs_at[index % SLOTS], 1);
        // The first child is always in the first quarter: added at the end.
        if index > 0 && index * 4 < generated {
            count!(self.counters.quarter_best, 1);
        }
    }

    /// No child cut off, and the one with this index is the best.
    #[inline(always)]
    pub fn best(&mut self, index: usize, generated: usize) {
        count!(self.best_at[usize::from(index != 0) + usize::from(index * 4 >= generated)], 1);
    }

    /// All counters, with those filled in that follow from others. `form` has the features
    /// of a compiled form, which walks a sequence of `codes` moves, or is [`DYNAMIC`].
    pub fn counters(&self, form: u32, codes: usize) -> Counters {
        let mut counters = self.counters;
        if cfg!(feature = "uncounted") {
            return counters;
        }
        let [first, early, late] = self.best_at;
        let bare = form & DYNAMIC == 0;
        if bare && form & PRUNE == 0 {
            counters.interiors = first + early + late;
        }
        counters.leaves = counters.nodes - counters.interiors;
        let at_index = self.cutoffs_at.iter().copied().enumerate();
        let at_place = self.uncrowded_at.iter().copied().enumerate().filter(|(_, cutoffs)| *cutoffs > 0);
        for (index, cutoffs) in at_index.chain(at_place.clone()) {
            counters.cutoff_index[Counters::bucket(index)] += cutoffs;
            counters.cutoffs += cutoffs;
        }
        for (index, cutoffs) in at_place {
            counters.children_generated += (codes - index - 1) as u64 * cutoffs;
            counters.quarter_best += if index > 0 && index * 4 < codes { cutoffs } else { 0 };
        }
        counters.best_known = first + early + late + counters.cutoffs;
        counters.first_best = first + counters.cutoff_index[0];
        counters.quarter_best += first + early + counters.cutoff_index[0];
        if bare {
            // A leaf that its move did not decide lies on the horizon.
            if !self.horizon_is_full {
                counters.evaluations = counters.leaves - self.decided_after_move;
            }
            // Bare forms search every child once and count it as a node; they note the children that cutoffs left out.
            counters.children_searched = counters.nodes - 1;
            counters.children_generated += counters.children_searched;
        }
        counters
    }
}

/// What bare forms count. These are methods of the body, so that a form needs no second pointer in a register.
impl<E> Body<'_, E> {
    /// The move at a place of the sequence cut off.
    #[inline(always)]
    pub(super) fn bare_cutoff<P: Position>(&mut self, position: &P, place: usize) {
        if cfg!(feature = "uncounted") {
        } else if position.is_uncrowded() {
            self.tally.uncrowded_at[place % COLUMN_SLOTS] += 1;
        } else {
            self.crowded_cutoff(position, place);
        }
    }

    #[inline(never)]
    fn crowded_cutoff<P: Position>(&mut self, position: &P, place: usize) {
        let (index, generated) = siblings(position, self.parts.sequence, place);
        self.tally.cutoff(index, generated);
        self.tally.counters.children_generated += (generated - index - 1) as u64;
    }

    /// The move at a place of the sequence raised alpha without a cutoff, in a node whose children have this depth. That
    /// makes the child's value exact. If it is no leaf, it ended without a cutoff at the present count of nodes, and the move
    /// that was noted last for its depth is its best.
    #[inline(always)]
    pub(super) fn bare_raise<P: Position>(&mut self, position: &P, depth: u32, place: usize) {
        if cfg!(not(feature = "uncounted")) {
            self.note_raise(position, depth, place);
        }
    }

    #[cold]
    #[inline(never)]
    fn note_raise<P: Position>(&mut self, position: &P, depth: u32, place: usize) {
        if self.tally.ended_at == self.tally.counters.nodes {
            self.bare_exact(depth.wrapping_sub(1));
        }
        self.tally.raised_at[depth as usize % SLOTS] = siblings(position, self.parts.sequence, place);
    }

    /// A node ended without a cutoff.
    #[inline(always)]
    pub(super) fn bare_end(&mut self) {
        if cfg!(not(feature = "uncounted")) {
            self.tally.ended_at = self.tally.counters.nodes;
        }
    }

    /// A node whose children have this depth has an exact value: the move that raised alpha last is the best.
    pub(super) fn bare_exact(&mut self, depth: u32) {
        let (index, generated) = self.tally.raised_at[depth as usize % SLOTS];
        self.tally.best(index, generated);
    }
}

/// The index that the move at a place of the sequence has among the legal ones, and how many these are.
fn siblings<P: Position>(position: &P, sequence: &[Move], place: usize) -> (usize, usize) {
    let index = sequence[..place].iter().filter(|&&mv| position.is_legal(mv)).count();
    (index, position.legal_count() as usize)
}
