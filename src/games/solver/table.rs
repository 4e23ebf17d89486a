//! The solver's transposition table: one word an entry, both bounds of a position's score in it.
//!
//! * *Exact keys.* A position's number is permuted, not hashed away. Its low bits are the place of the entry, the bits
//!   above are stored: up to 50 bits identify the position without doubt, and on larger boards a second word makes them
//!   114. (Of boards larger still, positions meet with a probability of 2^-114.)
//! * *Two places.* One of each pair keeps the entry that took the more nodes to find, the other takes whatever comes
//!   (Breuker, Uiterwijk and van den Herik 1996).
//! * *A small table first.* A search starts in the part of the table that fits the processor's cache and moves to a larger
//!   part when that fills up. The place is a prefix of the key, so that entries can be told where they belong.
//! * *Cleared by generation.* Entries carry the number of the search that wrote them; the memory is wiped only when
//!   the numbers run out.
//! * *Shared without locks.* An entry is a single atomic word, so that threads cannot tear it; a second word is stored as its
//!   exclusive or with the first, so that halves of two entries do not pass for one (Hyatt and Mann 2002). Relaxed loads
//!   and stores are plain instructions: one thread pays nothing.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::word::Word;

const BOUND_BITS: u32 = 7;
const BOUND_ZERO: i32 = 64;
const WORK_SHIFT: u32 = 2 * BOUND_BITS;
const WORK_BITS: u32 = 5;
const GENERATION_SHIFT: u32 = WORK_SHIFT + WORK_BITS;
const GENERATION_BITS: u32 = 7;
const CHECK_SHIFT: u32 = GENERATION_SHIFT + GENERATION_BITS;
const CHECK_BITS: u32 = 64 - CHECK_SHIFT;

/// Bits of a key that an entry of one word identifies, its place included.
pub(super) const NARROW_KEY_BITS: u32 = CHECK_BITS + FIRST_PAIRS_LOG;

/// Pairs of entries that a search starts with.
const FIRST_PAIRS_LOG: u32 = 12;
/// The factor by which the part in use grows, as a power of two.
const GROWTH_LOG: u32 = 2;

/// How long a board's keys are.
pub trait Keys {
    /// Whether they may have more bits than an entry of one word identifies.
    const WIDE: bool;
}

/// The table.
#[derive(Debug)]
pub struct Table<K> {
    /// Pairs of entries, one after the other.
    words: Vec<AtomicU64>,
    /// The table's limit: 2 to this many pairs.
    most_pairs_log: u32,
    /// The part in use: 2 to this many pairs.
    pairs_log: u32,
    /// The part that entries of some search may be in.
    dirty_log: u32,
    /// Bits of the key that the place alone tells.
    unstored_bits: u32,
    generation: u64,
    by_work: bool,
    small_first: bool,
    keys: PhantomData<K>,
}

/// Where a key's entries are, and what marks them.
struct Place<'a> {
    pair: &'a [AtomicU64],
    /// What the first word has above the work.
    mark: u64,
    /// The rest of the key, for the second word.
    rest: u64,
}

/// What is known of a position: its score is at least `low` and at most `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

impl Bounds {
    /// Both bounds of a position at once.
    pub fn new(low: i32, high: i32) -> Bounds {
        Bounds { low, high }
    }

    /// The exact score, once both bounds meet.
    pub fn exact(self) -> Option<i32> {
        (self.low == self.high).then_some(self.low)
    }

    /// The same position's bounds for the other side.
    pub fn negated(self) -> Bounds {
        Bounds::new(-self.high, -self.low)
    }

    /// Both bounds, moved into others.
    pub(super) fn within(self, others: Bounds) -> Bounds {
        Bounds::new(self.low.clamp(others.low, others.high), self.high.clamp(others.low, others.high))
    }

    /// Whether they tell if the score is more than `alpha`.
    #[inline(always)]
    pub(super) fn answers(self, alpha: i32) -> bool {
        self.low > alpha || self.high <= alpha
    }

    /// The bound that tells.
    #[inline(always)]
    pub(super) fn answer(self, alpha: i32) -> i32 {
        if self.low > alpha { self.low } else { self.high }
    }

    /// Adds that one side scores at least this.
    #[inline(always)]
    pub(super) fn won_by(&mut self, side_to_move: bool, score: i32) {
        if side_to_move {
            self.low = self.low.max(score);
        } else {
            self.high = self.high.min(-score);
        }
    }
}

impl<K: Keys> Table<K> {
    const ENTRY_WORDS: usize = if K::WIDE { 2 } else { 1 };
    const PAIR_BYTES: u64 = 16 * Self::ENTRY_WORDS as u64;

    /// The smallest table, in bytes.
    pub const SMALLEST_BYTES: u64 = Self::PAIR_BYTES << FIRST_PAIRS_LOG;

    /// A table for keys of `key_bits` bits that uses at most `bytes`, rounded down to a power of two; memory is taken as it
    /// is needed.
    pub fn new(bytes: u64, key_bits: u32, by_work: bool, small_first: bool) -> Table<K> {
        let mut table = Table {
            words: Vec::new(),
            most_pairs_log: (bytes.max(Self::SMALLEST_BYTES) / Self::PAIR_BYTES).ilog2(),
            pairs_log: 0,
            dirty_log: 0,
            unstored_bits: key_bits.saturating_sub(CHECK_BITS).min(FIRST_PAIRS_LOG),
            generation: 0,
            by_work,
            small_first,
            keys: PhantomData,
        };
        table.clear();
        table
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation += 1;
        if self.generation >> GENERATION_BITS != 0 {
            let dirty = self.words.len().min((2 << self.dirty_log) * Self::ENTRY_WORDS);
            self.words[..dirty].iter_mut().for_each(|word| *word = AtomicU64::new(0));
            (self.generation, self.dirty_log) = (1, 0);
        }
        self.use_pairs(if self.small_first { FIRST_PAIRS_LOG } else { self.most_pairs_log });
    }

    fn use_pairs(&mut self, pairs_log: u32) {
        self.pairs_log = pairs_log.min(self.most_pairs_log);
        self.dirty_log = self.dirty_log.max(self.pairs_log);
        let words = (2 << self.pairs_log) * Self::ENTRY_WORDS;
        if self.words.len() < words {
            self.words.resize_with(words, || AtomicU64::new(0));
        }
    }

    /// Stores after which the part in use ought to grow; none if it cannot.
    pub fn growth_due(&self) -> u64 {
        if self.pairs_log < self.most_pairs_log { 1 << self.pairs_log } else { u64::MAX }
    }

    /// Moves to a larger part of the table.
    pub fn grow(&mut self) {
        let old_log = self.pairs_log;
        self.use_pairs(old_log + GROWTH_LOG);
        let new_bits = (1 << (self.pairs_log - old_log)) - 1;
        for slot in 0..2 << old_log {
            let entry = self.words[slot * Self::ENTRY_WORDS].load(Relaxed);
            let moved = (entry >> CHECK_SHIFT >> (old_log - self.unstored_bits) & new_bits) as usize;
            if moved != 0 && self.current(entry) {
                for word in 0..Self::ENTRY_WORDS {
                    let [from, to] = [slot, slot | moved << (old_log + 1)].map(|slot| slot * Self::ENTRY_WORDS + word);
                    self.words[to].store(self.words[from].load(Relaxed), Relaxed);
                    self.words[from].store(0, Relaxed);
                }
            }
        }
    }

    #[inline(always)]
    fn current(&self, entry: u64) -> bool {
        entry >> GENERATION_SHIFT & ((1 << GENERATION_BITS) - 1) == self.generation
    }

    #[inline(always)]
    fn place<B: Word>(&self, key: B) -> Place<'_> {
        let first = (key.low_64() as usize & ((1 << self.pairs_log) - 1)) * 2 * Self::ENTRY_WORDS;
        let pair = &self.words[first..first + 2 * Self::ENTRY_WORDS];
        let stored = key >> self.unstored_bits;
        let mark = stored.low_64() << CHECK_SHIFT >> GENERATION_SHIFT | self.generation;
        Place { pair, mark, rest: if K::WIDE { (stored >> CHECK_BITS).low_64() } else { 0 } }
    }

    /// What is known of the position with this scrambled key.
    #[inline(always)]
    pub fn probe<B: Word>(&self, key: B) -> Option<Bounds> {
        let place = self.place(key);
        let [first, second] = [place.read::<K>(0), place.read::<K>(1)];
        let entry = if place.owns(first) {
            first.0
        } else if place.owns(second) {
            second.0
        } else {
            return None;
        };
        let bound = |shift: u32| (entry >> shift & ((1 << BOUND_BITS) - 1)) as i32 - BOUND_ZERO;
        Some(Bounds::new(bound(BOUND_BITS), bound(0)))
    }

    /// Writes what is known of a position after so many nodes.
    #[inline(always)]
    pub fn store<B: Word>(&self, key: B, bounds: Bounds, nodes: u64) {
        let place = self.place(key);
        let work = 63 - (nodes | 1).leading_zeros() as u64;
        let [low, high] = [bounds.low, bounds.high].map(|bound| (bound + BOUND_ZERO) as u64);
        let word =
            place.mark << GENERATION_SHIFT | work.min((1 << WORK_BITS) - 1) << WORK_SHIFT | low << BOUND_BITS | high;
        let entry = (word, place.rest);
        let first = place.read::<K>(0);
        let first_work = first.0 >> WORK_SHIFT & ((1 << WORK_BITS) - 1);
        if place.owns(first) || !self.current(first.0) {
            place.write::<K>(0, entry);
        } else if place.owns(place.read::<K>(1)) || self.by_work && work < first_work {
            place.write::<K>(1, entry);
        } else {
            place.write::<K>(1, first);
            place.write::<K>(0, entry);
        }
    }
}

impl Place<'_> {
    #[inline(always)]
    fn read<K: Keys>(&self, index: usize) -> (u64, u64) {
        if K::WIDE {
            let first = self.pair[2 * index].load(Relaxed);
            (first, self.pair[2 * index + 1].load(Relaxed) ^ first)
        } else {
            (self.pair[index].load(Relaxed), 0)
        }
    }

    #[inline(always)]
    fn write<K: Keys>(&self, index: usize, (word, rest): (u64, u64)) {
        if K::WIDE {
            self.pair[2 * index].store(word, Relaxed);
            self.pair[2 * index + 1].store(rest ^ word, Relaxed);
        } else {
            self.pair[index].store(word, Relaxed);
        }
    }

    #[inline(always)]
    fn owns(&self, (word, rest): (u64, u64)) -> bool {
        word >> GENERATION_SHIFT == self.mark && rest == self.rest
    }
}
