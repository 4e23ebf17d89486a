//! The transposition table: 16 bytes an entry, one value with its bound, depth and best move.

use super::Config;
use crate::base::score::{Score, WIN_BOUND};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Counters, Move};

/// What a stored value says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the true value.
    Exact,
    /// The true value is at least this (fail high).
    Lower,
    /// The true value is at most this (fail low).
    Upper,
}

/// Which of two entries that want one place stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// The newcomer.
    Always,
    /// The deeper one of the same search; an older search always yields.
    Depth,
    /// Two places: one by depth, one for whatever comes.
    TwoTier,
}

/// The table and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct TableConfig {
    /// Size; absent: no table. Rounded down to a power of two entries.
    pub bytes: Option<u64>,
    /// Which of two entries stays.
    pub replacement: Replacement,
    /// Whether entries live on from one search of a game to the next.
    pub kept: bool,
    /// Whether the bound's type is stored. Without it a table returns bounds as values (document G's printed fault).
    pub bounds: bool,
    /// Whether an entry of a larger depth may answer for a smaller one.
    pub deeper_answers: bool,
    /// Whether an entry answers whatever depth it was searched to (document C's fault).
    pub any_depth: bool,
    /// Whether the remaining depth is part of the key, so that depths do not displace one another.
    pub depth_in_key: bool,
    /// Whether positions that a symmetry of the board maps onto one another share an entry.
    pub symmetry: bool,
}

impl Default for TableConfig {
    fn default() -> TableConfig {
        TableConfig {
            bytes: None,
            replacement: Replacement::TwoTier,
            kept: false,
            bounds: true,
            deeper_answers: false,
            any_depth: false,
            depth_in_key: false,
            symmetry: false,
        }
    }
}

impl TableConfig {
    /// Refuses settings that have no meaning.
    pub fn check(&self) -> Result<(), String> {
        let default = TableConfig::default();
        if self.bytes.is_none() && *self != default {
            return Err("the table's switches (table_*) need a table: set table_bytes".to_string());
        }
        if self.any_depth && self.depth_in_key {
            return Err(
                "fault_table_any_depth=on cannot be combined with table_depth_key=on: entries of another depth \
                        are not found"
                    .to_string(),
            );
        }
        // Reserving touches no memory, and a table that cannot even be reserved would end the program.
        if let Some(bytes) = self.bytes
            && Vec::<u8>::new().try_reserve_exact(usize::try_from(bytes).unwrap_or(usize::MAX)).is_err()
        {
            return Err(format!("table_bytes={bytes}: this machine cannot provide a table of that size"));
        }
        Ok(())
    }
}

const REPLACEMENTS: [(&str, Replacement); 3] =
    [("always", Replacement::Always), ("depth", Replacement::Depth), ("two_tier", Replacement::TwoTier)];

/// Smallest table that is accepted, in bytes: two entries.
pub const SMALLEST_BYTES: u64 = 32;
/// Largest table that is accepted, in bytes.
pub const LARGEST_BYTES: u64 = 1 << 40;

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "table_bytes",
        meaning: "size of the transposition table in bytes, rounded down to a power of two; none: no table",
        values: Values::Number(SMALLEST_BYTES, LARGEST_BYTES, true),
        exact: &["none", "1048576", "32"],
        get: |c| switch::optional(c.table.bytes),
        set: |c, text| switch::assign(&mut c.table.bytes, switch::parse_optional(text, SMALLEST_BYTES, LARGEST_BYTES)?),
    },
    Switch {
        key: "table_replacement",
        meaning: "which entry stays: the newcomer, the deeper one, or both in two tiers",
        values: Values::Words(&["always", "depth", "two_tier"]),
        exact: &["two_tier", "always", "depth"],
        get: |c| REPLACEMENTS.iter().find(|(_, v)| *v == c.table.replacement).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.table.replacement, switch::parse_word(text, &REPLACEMENTS)?),
    },
    Switch {
        key: "table_kept",
        meaning: "entries live on from one search of a game to the next; off: cleared before every search",
        values: Values::OnOff,
        exact: &["off", "on"],
        get: |c| switch::on_off(c.table.kept),
        set: |c, text| switch::assign(&mut c.table.kept, switch::parse_on_off(text)?),
    },
    Switch {
        key: "table_bounds",
        meaning: "store whether a value is exact or a bound; off: as document G prints it, which returns wrong values",
        values: Values::OnOff,
        exact: &[],
        get: |c| switch::on_off(c.table.bounds),
        set: |c, text| switch::assign(&mut c.table.bounds, switch::parse_on_off(text)?),
    },
    Switch {
        key: "table_deeper",
        meaning: "an entry of a larger depth may answer for a smaller one",
        values: Values::OnOff,
        exact: &[],
        get: |c| switch::on_off(c.table.deeper_answers),
        set: |c, text| switch::assign(&mut c.table.deeper_answers, switch::parse_on_off(text)?),
    },
    Switch {
        key: "table_depth_key",
        meaning: "the remaining depth is part of the key",
        values: Values::OnOff,
        exact: &["off", "on"],
        get: |c| switch::on_off(c.table.depth_in_key),
        set: |c, text| switch::assign(&mut c.table.depth_in_key, switch::parse_on_off(text)?),
    },
    Switch {
        key: "table_symmetry",
        meaning: "positions that a symmetry of the board maps onto one another share an entry; exact for evaluators that \
                  value them alike",
        values: Values::OnOff,
        exact: &[],
        get: |c| switch::on_off(c.table.symmetry),
        set: |c, text| switch::assign(&mut c.table.symmetry, switch::parse_on_off(text)?),
    },
];

const NO_MOVE: u16 = u16::MAX;

/// Searches are numbered from 1 up to below this.
const GENERATIONS: u8 = 64;

#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    value: Score,
    mv: u16,
    depth: u8,
    /// Bits 0-1: 0 empty, else the bound; bits 2-7: the search's number.
    tag: u8,
}

impl Entry {
    fn bound(self) -> Option<Bound> {
        match self.tag & 3 {
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Upper),
            _ => None,
        }
    }
}

/// Where in the tree a node stands, as the table sees it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The position's key.
    pub key: u64,
    /// Plies that remain to be searched.
    pub depth: u32,
    /// Plies from the root.
    pub ply: u32,
}

/// What a probe found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Probe {
    /// A value that answers for this window.
    pub cutoff: Option<Score>,
    /// The stored best move.
    pub best: Option<Move>,
    /// What is stored.
    pub held: Option<Held>,
}

/// A stored value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// As the node sees it.
    pub value: Score,
    /// What it says about the true one.
    pub bound: Bound,
    /// Plies that were searched.
    pub depth: u32,
}

/// A table of fixed size.
pub struct Table {
    entries: Vec<Entry>,
    mask: usize,
    config: TableConfig,
    distance_scores: bool,
    generation: u8,
}

impl Table {
    /// An empty table of the configured size, or none. `distance_scores` tells whether wins carry their distance.
    pub fn new(config: &TableConfig, distance_scores: bool) -> Option<Table> {
        let entries = (config.bytes? as usize / size_of::<Entry>()).max(2);
        let entries = 1usize << entries.ilog2();
        Some(Table {
            entries: vec![Entry::default(); entries],
            mask: entries - 1,
            config: config.clone(),
            distance_scores,
            generation: 0,
        })
    }

    /// Prepares for the next search of a game: forgets what former searches left, or ages it where entries are kept.
    /// Entries carry the number of their search, so that nothing is written for that, but for one search in 63.
    pub fn next_search(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.generation = 1;
            if self.config.kept {
                // Numbers begin anew: nothing may seem younger than it is.
                self.entries.iter_mut().for_each(|entry| entry.tag &= 3);
            } else {
                self.entries.fill(Entry::default());
            }
        }
    }

    /// Forgets everything. Where entries do not outlive their search, none is left to be forgotten.
    pub fn clear(&mut self) {
        if self.config.kept && self.generation > 0 {
            self.entries.fill(Entry::default());
            self.generation = 0;
        }
    }

    /// Whether an entry is there for this search.
    #[inline(always)]
    fn counts(&self, entry: &Entry) -> bool {
        entry.tag & 3 != 0 && (self.config.kept || entry.tag >> 2 == self.generation)
    }

    #[inline(always)]
    fn key(&self, key: u64, depth: u32) -> u64 {
        if self.config.depth_in_key { key ^ crate::base::rng::mix(u64::from(depth)) } else { key }
    }

    #[inline(always)]
    fn slot(&self, key: u64) -> usize {
        // Keys of exact bitboards are not scattered: spread them first (Fibonacci hashing).
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) as usize & self.mask
    }

    /// Looks a position up and counts what came of it: probe, hit, move, cutoff.
    #[inline]
    pub fn probe(&self, node: Node, window: (Score, Score), counters: &mut Counters) -> Probe {
        let Node { key, depth, ply } = node;
        counters.table_probes += 1;
        let key = self.key(key, depth);
        let slot = self.slot(key);
        let pair = [self.entries[slot], self.entries[slot ^ 1]];
        let places = if self.config.replacement == Replacement::TwoTier { 2 } else { 1 };
        let Some(entry) = pair[..places].iter().find(|entry| entry.key == key && self.counts(entry)) else {
            return Probe::default();
        };
        counters.table_hits += 1;
        let best = (entry.mv != NO_MOVE).then_some(Move(entry.mv));
        counters.table_moves += u64::from(best.is_some());
        let stored = u32::from(entry.depth);
        let depth_fits = stored == depth || self.config.any_depth || self.config.deeper_answers && stored >= depth;
        let value = from_root(entry.value, if self.distance_scores { ply } else { 0 });
        let answers = depth_fits
            && if self.config.bounds {
                match entry.bound() {
                    Some(Bound::Exact) => true,
                    Some(Bound::Lower) => value >= window.1,
                    Some(Bound::Upper) => value <= window.0,
                    None => false,
                }
            } else {
                value <= window.0 || value >= window.1
            };
        counters.table_cutoffs += u64::from(answers);
        let held = entry.bound().map(|bound| Held { value, bound, depth: stored });
        Probe { cutoff: answers.then_some(value), best, held }
    }

    /// Stores the result of a node.
    #[inline]
    pub fn store(&mut self, node: Node, value: Score, bound: Bound, best: Option<Move>, counters: &mut Counters) {
        let Node { key, depth, ply } = node;
        let key = self.key(key, depth);
        let slot = self.slot(key);
        let bits = match bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let entry = Entry {
            key,
            value: from_node(value, if self.distance_scores { ply } else { 0 }),
            mv: best.map_or(NO_MOVE, |mv| mv.0),
            depth: depth.min(255) as u8,
            tag: bits | self.generation << 2,
        };
        let yields = |old: &Entry| {
            old.tag & 3 == 0 || old.key == key || old.tag >> 2 != self.generation || old.depth <= entry.depth
        };
        match self.config.replacement {
            Replacement::Always => self.entries[slot] = entry,
            Replacement::Depth if yields(&self.entries[slot]) => self.entries[slot] = entry,
            Replacement::Depth => return,
            Replacement::TwoTier => {
                // The even place of a pair keeps the deeper entry, the odd one takes the rest; a key stands once.
                let (deep, rest) = (slot & !1, slot | 1);
                let old = self.entries[deep];
                if !yields(&old) {
                    self.entries[rest] = entry;
                } else {
                    // What an earlier search left may displace nothing of this one.
                    if old.key != key && self.counts(&old) {
                        self.entries[rest] = old;
                    } else if self.entries[rest].key == key {
                        self.entries[rest] = Entry::default();
                    }
                    self.entries[deep] = entry;
                }
            }
        }
        counters.table_stores += 1;
    }
}

/// A win is stored as its distance from the node, so that it is right for every path that reaches the node.
fn from_node(value: Score, ply: u32) -> Score {
    if value >= WIN_BOUND {
        value.saturating_add(ply as Score)
    } else if value <= -WIN_BOUND {
        value.saturating_sub(ply as Score)
    } else {
        value
    }
}

fn from_root(value: Score, ply: u32) -> Score {
    if value >= WIN_BOUND {
        value - ply as Score
    } else if value <= -WIN_BOUND {
        value + ply as Score
    } else {
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// What a search of random positions finds and leaves.
    fn search(table: &mut Table, seed: u64) -> (Counters, Vec<Probe>) {
        let (mut rng, mut counters) = (Rng::new(seed), Counters::default());
        table.next_search();
        let probes = (0..400).map(|_| {
            let node = Node { key: u64::from(rng.below(90)), depth: rng.below(6), ply: rng.below(9) };
            let probe = table.probe(node, (-3, 3), &mut counters);
            let bound = [Bound::Exact, Bound::Lower, Bound::Upper][rng.below(3) as usize];
            let value = rng.below(20) as Score - 10;
            table.store(node, value, bound, Some(Move(rng.below(9) as u16)), &mut counters);
            probe
        });
        let probes = probes.collect();
        (counters, probes)
    }

    fn tables(kept: bool) -> impl Iterator<Item = Table> {
        [Replacement::Always, Replacement::Depth, Replacement::TwoTier].into_iter().filter_map(move |replacement| {
            Table::new(&TableConfig { bytes: Some(1024), replacement, kept, ..TableConfig::default() }, true)
        })
    }

    #[test]
    fn a_search_finds_nothing_of_those_before_it() {
        for mut table in tables(false) {
            let fresh = search(&mut table, 1);
            // More often than there are numbers of searches.
            for seed in 2..150 {
                search(&mut table, seed);
                table.clear();
            }
            assert_eq!(search(&mut table, 1), fresh, "{:?}", table.config.replacement);
        }
    }

    #[test]
    fn kept_entries_live_on_until_the_next_game() {
        for mut table in tables(true) {
            let fresh = search(&mut table, 1);
            assert!(search(&mut table, 1).0.table_hits > fresh.0.table_hits);
            table.clear();
            assert_eq!(search(&mut table, 1), fresh, "{:?}", table.config.replacement);
        }
    }
}
