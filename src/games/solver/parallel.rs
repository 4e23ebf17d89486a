//! Several threads on one position.
//!
//! All threads ask the same question of the same root and share the table, so that what one has found answers the others.
//! They part because a thread puts off a child that another one is at, unless it is the first (simplified ABDADA; Weill
//! 1996, Kerrigan 2013). A thread leaves a node as soon as another one has answered a question above it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::word::Word;

const PLACES_LOG: u32 = 12;

/// Threads care about each other only where more cells than this are left: below, there is little to share.
pub(super) const LEAST_CELLS: u32 = 10;

/// Nodes after which a thread looks whether another one has answered a question above it.
pub(super) const NODES_BETWEEN_LOOKS: u64 = 500;

/// The nodes that some thread is at, by their keys; places shared by two nodes forget one of them, which costs time only.
#[derive(Debug)]
pub(super) struct Busy {
    places: Vec<AtomicU64>,
}

/// A node entered.
pub(super) struct Mark(usize);

impl Busy {
    pub fn new() -> Busy {
        Busy { places: (0..1 << PLACES_LOG).map(|_| AtomicU64::new(0)).collect() }
    }

    fn place<B: Word>(key: B) -> usize {
        (key.low_64() >> 20) as usize & ((1 << PLACES_LOG) - 1)
    }

    pub fn has<B: Word>(&self, key: B) -> bool {
        self.places[Self::place(key)].load(Relaxed) == key.low_64() | 1 << 63
    }

    pub fn enter<B: Word>(&self, key: B) -> Mark {
        let place = Self::place(key);
        self.places[place].store(key.low_64() | 1 << 63, Relaxed);
        Mark(place)
    }

    pub fn leave(&self, mark: Mark) {
        self.places[mark.0].store(0, Relaxed);
    }
}
