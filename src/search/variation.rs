//! The principal variation, kept as a triangle: each ply holds the line below its best move.

use crate::base::Move;

/// Plies that are kept.
const PLIES: usize = 64;

/// The lines of all plies of the current path; the root's is the principal variation.
pub(super) struct Variation {
    moves: Vec<Move>,
    lengths: [usize; PLIES + 1],
}

impl Default for Variation {
    fn default() -> Variation {
        Variation { moves: vec![Move(0); PLIES * (PLIES + 1)], lengths: [0; PLIES + 1] }
    }
}

impl Variation {
    /// Forgets the last search.
    pub fn clear(&mut self) {
        self.lengths = [0; PLIES + 1];
    }

    /// The root's line.
    pub fn line(&self) -> &[Move] {
        &self.moves[..self.lengths[0]]
    }

    /// A node is entered: its line is not known yet.
    #[inline(always)]
    pub fn enter(&mut self, ply: u32) {
        if (ply as usize) < PLIES {
            self.lengths[ply as usize] = 0;
        }
    }

    /// A move is the best of its node so far: it goes before the line of its child.
    pub fn extend(&mut self, ply: u32, mv: Move) {
        let ply = ply as usize;
        if ply >= PLIES {
            return;
        }
        let below = if ply + 1 < PLIES { self.lengths[ply + 1] } else { 0 };
        let room = PLIES - ply - 1;
        let below = below.min(room);
        let (mine, theirs) = (ply * PLIES, (ply + 1) * PLIES);
        self.moves[mine] = mv;
        self.moves.copy_within(theirs..theirs + below, mine + 1);
        self.lengths[ply] = below + 1;
        // The child's line is used up: a sibling that is a leaf must not inherit it.
        if ply + 1 < PLIES {
            self.lengths[ply + 1] = 0;
        }
    }
}
