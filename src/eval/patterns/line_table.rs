//! The tables by which a line is looked up: for each rule set what a stone makes of it, for both seats in one byte.

use std::sync::LazyLock;

use super::half_lines::{HalfTable, byte_of};
use super::line_class::{Runs, classes};
use crate::base::{RuleSet, Seat};

/// A line's byte for each code or pair of half lines.
#[derive(Debug)]
pub(super) enum LineTable {
    /// Seen four cells far, by the code itself.
    Codes(Box<[u8; 65536]>),
    /// Seen five cells far.
    Halves(HalfTable),
}

impl LineTable {
    /// The table of a rule set, made once.
    pub fn of(rules: RuleSet) -> &'static LineTable {
        static FREESTYLE: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(RuleSet::Freestyle));
        static STANDARD: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(RuleSet::Standard));
        static RENJU: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(RuleSet::Renju));
        static CARO: LazyLock<LineTable> = LazyLock::new(|| LineTable::new(RuleSet::Caro));
        match rules {
            RuleSet::Freestyle => &FREESTYLE,
            RuleSet::Standard => &STANDARD,
            RuleSet::Renju => &RENJU,
            RuleSet::Caro => &CARO,
        }
    }

    fn new(rules: RuleSet) -> LineTable {
        let runs = [Runs::of(rules, Seat::FIRST), Runs::of(rules, Seat::SECOND)];
        let reach = if rules == RuleSet::Freestyle { 4 } else { 5 };
        let first = classes(runs[0], reach);
        let second = if runs[0] == runs[1] { None } else { Some(classes(runs[1], reach)) };
        let by_seat = [&first[..], second.as_deref().unwrap_or(&first)];
        if reach == 5 {
            return LineTable::Halves(HalfTable::new(by_seat));
        }
        let bytes: Vec<u8> = (0..1 << 16).map(|code| byte_of(code, by_seat)).collect();
        LineTable::Codes(bytes.try_into().unwrap_or_else(|_| Box::new([0; 65536])))
    }
}

/// How the byte of a line is found.
pub(super) trait Look: Copy {
    /// How many cells to either side are seen.
    const REACH: usize;

    /// The byte of the line whose first seen cell has the lowest bits.
    fn byte(self, seen: u64) -> u8;
}

impl Look for &[u8; 65536] {
    const REACH: usize = 4;

    #[inline(always)]
    fn byte(self, seen: u64) -> u8 {
        // The four cells before, then the two bits of the cell itself, which are left out, then the four after it.
        self[((seen & 0xFF) | (seen >> 2 & 0xFF00)) as usize]
    }
}

impl Look for &HalfTable {
    const REACH: usize = 5;

    #[inline(always)]
    fn byte(self, seen: u64) -> u8 {
        let (behind, ahead) = (self.behind[(seen & 1023) as usize], self.ahead[(seen >> 12 & 1023) as usize]);
        self.bytes[behind as usize | (ahead as usize) << 8]
    }
}
