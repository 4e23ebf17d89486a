//! What the search over fours knows of positions: facts that hold wherever the position turns up again.

use crate::base::Move;

/// What is known of a position in which the attacker is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// The attacker wins with so many fours, the first of them this one.
    Win(u8, Move),
    /// It does not win with so many fours or less.
    NotWithin(u8),
    /// It does not win by fours at all.
    Never,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    mv: u16,
    fours: u8,
    /// 0 empty, then in the order of [`Known`].
    kind: u8,
}

const EMPTY: Entry = Entry { key: 0, mv: 0, fours: 0, kind: 0 };

impl Entry {
    fn known(self) -> Option<Known> {
        match self.kind {
            1 => Some(Known::Win(self.fours, Move(self.mv))),
            2 => Some(Known::NotWithin(self.fours)),
            3 => Some(Known::Never),
            _ => None,
        }
    }
}

/// A table of fixed size in pairs of places. The whole key is kept and compared.
#[derive(Clone)]
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// An empty table of at least two entries, rounded down to a power of two.
    pub fn new(entries: usize) -> Table {
        Table { entries: vec![EMPTY; 1 << entries.max(2).ilog2()] }
    }

    pub fn clear(&mut self) {
        self.entries.fill(EMPTY);
    }

    fn places(&self, key: u64) -> [usize; 2] {
        let place = (key ^ key >> 32) as usize & (self.entries.len() - 1);
        [place, place ^ 1]
    }

    pub fn probe(&self, key: u64) -> Option<Known> {
        self.places(key).into_iter().map(|place| self.entries[place]).find(|e| e.key == key)?.known()
    }

    /// Keeps what was found; facts without a limit outlive others.
    pub fn store(&mut self, key: u64, known: Known) {
        let (kind, fours, mv) = match known {
            Known::Win(fours, mv) => (1, fours, mv.0),
            Known::NotWithin(fours) => (2, fours, 0),
            Known::Never => (3, 0, 0),
        };
        let places = self.places(key);
        let own = places.into_iter().find(|&place| self.entries[place].key == key);
        let weak = places.into_iter().find(|&place| matches!(self.entries[place].kind, 0 | 2));
        self.entries[own.or(weak).unwrap_or(places[0])] = Entry { key, mv, fours, kind };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_come_back_under_their_own_key_and_those_without_a_limit_stay() {
        let mut table = Table::new(3);
        assert_eq!(table.entries.len(), 2);
        let facts = [(1, Known::Never), (5, Known::NotWithin(3)), (9, Known::Win(2, Move(7)))];
        for (key, known) in facts {
            table.store(key, known);
            assert_eq!(table.probe(key), Some(known));
        }
        assert_eq!(table.probe(1), Some(Known::Never));
        assert_eq!(table.probe(5), None);
        table.store(1, Known::Win(4, Move(8)));
        assert_eq!(table.probe(1), Some(Known::Win(4, Move(8))));
        table.clear();
        assert_eq!(table.probe(1), None);
    }
}
