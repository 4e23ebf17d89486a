//! df-pn: proof-number search by depth-first iteration with thresholds, in the memory of a table.

use super::{Child, Numbers, SETTLED};
use crate::base::limits::Watch;
use crate::base::{Counters, Move};

/// What is searched: a position of which something is asked, that can be played on and taken back.
pub(in crate::search) trait Tree {
    /// What takes a move back.
    type Taken: Copy;

    /// The key of the position.
    fn key(&self) -> u64;

    /// Plays a move that [`expand`](Tree::expand) handed out.
    fn play(&mut self, mv: Move) -> Self::Taken;

    /// Takes it back.
    fn undo(&mut self, taken: Self::Taken);

    /// Hands out the moves of a position that is not settled. Nodes that this takes beside them are added to the counters;
    /// where the watch ends it, one of the moves must stay unsettled.
    fn expand(&mut self, watch: &Watch, counters: &mut Counters, children: &mut Vec<Child>);
}

/// What the table knows about a position.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// Nodes spent below it: the entry with less of them yields. 0: empty.
    work: u32,
}

/// A table of pairs: a newcomer takes the place of the entry that cost less.
#[derive(Clone, Default)]
pub(in crate::search) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// Empties the table, at the size that fits these bytes.
    pub fn clear(&mut self, bytes: u64) {
        let count = (bytes / size_of::<Entry>() as u64).max(2);
        let count = 1usize << count.ilog2();
        if self.entries.len() == count {
            self.entries.fill(Entry::default());
        } else {
            self.entries = vec![Entry::default(); count];
        }
    }

    fn slot(&self, key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) as usize & (self.entries.len() - 1)
    }

    fn probe(&self, key: u64, counters: &mut Counters) -> Option<Numbers> {
        counters.table_probes += 1;
        let slot = self.slot(key);
        let found = [slot, slot ^ 1].map(|slot| self.entries[slot]).into_iter().find(|e| e.key == key && e.work > 0);
        counters.table_hits += u64::from(found.is_some());
        found.map(|entry| Numbers { proof: entry.proof, disproof: entry.disproof })
    }

    fn store(&mut self, key: u64, numbers: Numbers, work: u64, counters: &mut Counters) {
        counters.table_stores += 1;
        let slot = self.slot(key);
        let work = work.clamp(1, u32::MAX as u64) as u32;
        let entry = Entry { key, proof: numbers.proof, disproof: numbers.disproof, work };
        let places = [slot, slot ^ 1];
        let own = places.into_iter().find(|&place| self.entries[place].key == key);
        let place =
            own.unwrap_or_else(|| if self.entries[slot].work <= self.entries[slot ^ 1].work { slot } else { slot ^ 1 });
        self.entries[place] = entry;
    }
}

struct Search<'a> {
    slack_percent: u32,
    table: &'a mut Table,
    watch: &'a mut Watch,
    counters: &'a mut Counters,
    /// The children of all nodes of the path, one after the other.
    children: Vec<(Move, Numbers)>,
    /// Those of the node that is expanded.
    handed_out: Vec<Child>,
}

/// Searches until the root is settled or the watch ends. A child is searched so many percent of the second-best one's number
/// beyond that. Returns the root's numbers and those of its moves.
pub(in crate::search) fn search<T: Tree>(
    slack_percent: u32,
    table: &mut Table,
    question: &mut T,
    watch: &mut Watch,
    counters: &mut Counters,
) -> (Numbers, Vec<(Move, Numbers)>) {
    let (children, handed_out) = (Vec::new(), Vec::new());
    let mut search = Search { slack_percent, table, watch, counters, children, handed_out };
    let numbers = search.iterate(question, Numbers { proof: SETTLED, disproof: SETTLED });
    // The root's children stay on the stack for the answer.
    (numbers, search.children)
}

impl Search<'_> {
    /// Searches a node that is not over until one of its numbers reaches its threshold. Leaves its children on the stack.
    fn iterate<T: Tree>(&mut self, question: &mut T, limit: Numbers) -> Numbers {
        let before = self.counters.nodes;
        let key = question.key();
        let start = self.children.len();
        self.generate(question);
        let numbers = loop {
            let numbers = Numbers::of_parent(self.children[start..].iter().map(|(_, numbers)| *numbers));
            if numbers.proof >= limit.proof || numbers.disproof >= limit.disproof || numbers.settled() {
                break numbers;
            }
            if self.watch.must_stop(self.counters.nodes) {
                break numbers;
            }
            let (place, second) = self.two_nearest(start);
            let (mv, child) = self.children[place];
            let slack = (u64::from(second) * u64::from(self.slack_percent) / 100).max(1);
            let child_limit = Numbers {
                proof: (limit.disproof - numbers.disproof + child.proof).min(SETTLED),
                disproof: limit.proof.min((u64::from(second) + slack).min(u64::from(SETTLED)) as u32),
            };
            let taken = question.play(mv);
            let below = self.children.len();
            self.children[place].1 = self.iterate(question, child_limit);
            self.children.truncate(below);
            question.undo(taken);
        };
        self.table.store(key, numbers, self.counters.nodes - before, self.counters);
        numbers
    }

    /// Puts the children of a node on the stack, with what is known about them.
    fn generate<T: Tree>(&mut self, question: &mut T) {
        let start = self.children.len();
        question.expand(self.watch, self.counters, &mut self.handed_out);
        for Child { mv, key, numbers } in self.handed_out.drain(..) {
            let known = if numbers.settled() { None } else { self.table.probe(key, self.counters) };
            self.children.push((mv, known.unwrap_or(numbers)));
        }
        let count = (self.children.len() - start) as u64;
        self.counters.interiors += 1;
        self.counters.children_generated += count;
        self.counters.nodes += count;
    }

    /// The child with the least disproof number, and the least of the others.
    fn two_nearest(&self, start: usize) -> (usize, u32) {
        let (mut place, mut least, mut second) = (start, u32::MAX, SETTLED);
        for (index, (_, numbers)) in self.children[start..].iter().enumerate() {
            if numbers.disproof < least {
                second = least.min(SETTLED);
                (place, least) = (start + index, numbers.disproof);
            } else {
                second = second.min(numbers.disproof);
            }
        }
        (place, second)
    }
}
