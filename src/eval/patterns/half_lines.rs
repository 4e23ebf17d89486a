//! A line on one side of a cell, as two bits a cell, and the tables over pairs of such halves.

use std::collections::HashMap;

use super::line_class::{EDGE, LineClass};

/// Where the cell at a distance (negative: before the middle) has its two bits in the code of a line. The middle itself,
/// the cell that is asked about, has none.
pub(super) fn shift_of(distance: i32, reach: u32) -> u32 {
    2 * (reach as i32 + distance - i32::from(distance > 0)) as u32
}

/// What lies on one side of a cell: the cells up to the reach, nothing but edge after the first edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfLine {
    /// As the cells after the middle: the nearest has the lowest bits.
    pub ahead: u32,
    /// The same as the cells before the middle: the nearest has the highest bits.
    pub behind: u32,
}

/// All half lines that a board can show.
pub(super) fn half_lines(reach: u32) -> Vec<HalfLine> {
    let cell = |half: u32, at: u32| half >> (2 * at) & 3;
    let is_possible = |&half: &u32| (1..reach).all(|at| cell(half, at - 1) != EDGE || cell(half, at) == EDGE);
    let behind = |half: u32| (0..reach).fold(0, |mirrored, at| mirrored | cell(half, at) << (2 * (reach - 1 - at)));
    (0..1 << (2 * reach)).filter(is_possible).map(|half| HalfLine { ahead: half, behind: behind(half) }).collect()
}

/// The line of the other side's view: own and opposing stones exchanged.
pub(super) fn exchanged(code: u32) -> u32 {
    let (low, high) = (code & 0x5555_5555, code >> 1 & 0x5555_5555);
    high | low << 1
}

/// The classes of a line for both seats, in a byte: the first seat's in the low four bits.
pub(super) fn byte_of(code: u32, classes: [&[LineClass]; 2]) -> u8 {
    classes[0][code as usize] as u8 | (classes[1][exchanged(code) as usize] as u8) << 4
}

/// The bytes of all lines by the numbers of their halves, halves that make no difference having one number. Five cells to
/// either side take 20 bits; the numbers take 8 each, so that the table stays in the cache.
#[derive(Debug)]
pub(super) struct HalfTable {
    /// The number of the half before the cell.
    pub behind: Box<[u8; 1024]>,
    /// The number of the half after the cell.
    pub ahead: Box<[u8; 1024]>,
    /// The line's byte: the number before, and 256 times the number after.
    pub bytes: Box<[u8; 65536]>,
}

impl HalfTable {
    /// Of lines that are seen five cells far, by the classes of both seats.
    pub fn new(classes: [&[LineClass]; 2]) -> HalfTable {
        const REACH: u32 = 5;
        let halves = half_lines(REACH);
        let code = |behind: &HalfLine, ahead: &HalfLine| behind.behind | ahead.ahead << (2 * REACH);
        let rows: Vec<Vec<u8>> =
            halves.iter().map(|a| halves.iter().map(|b| byte_of(code(a, b), classes)).collect()).collect();
        let columns: Vec<Vec<u8>> =
            (0..halves.len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect();
        let (by_row, by_column) = (numbered(&rows), numbered(&columns));
        let mut table = HalfTable {
            behind: Box::new([0; 1024]),
            ahead: Box::new([0; 1024]),
            bytes: vec![0; 65536].try_into().unwrap_or_else(|_| Box::new([0; 65536])),
        };
        for (half, (&row, &column)) in halves.iter().zip(by_row.iter().zip(&by_column)) {
            (table.behind[half.behind as usize], table.ahead[half.ahead as usize]) = (row, column);
        }
        for (row, &behind) in rows.iter().zip(&by_row) {
            for (&byte, &ahead) in row.iter().zip(&by_column) {
                table.bytes[behind as usize | (ahead as usize) << 8] = byte;
            }
        }
        table
    }
}

/// A number for each list, the same for equal ones. There are 204 different halves at most: what lies beyond the first
/// stones of both sides, or beyond the edge, changes nothing.
fn numbered(lists: &[Vec<u8>]) -> Vec<u8> {
    let mut numbers = HashMap::new();
    lists
        .iter()
        .map(|list| {
            let next = numbers.len();
            *numbers.entry(list).or_insert(next) as u8
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::line_class::{Runs, classes};
    use super::*;
    use crate::base::{RuleSet, Seat};

    #[test]
    fn halves_fit_their_numbers_and_lead_to_the_lines_bytes() {
        for (name, rules) in RuleSet::ALL {
            let by_seat = [Seat::FIRST, Seat::SECOND].map(|seat| classes(Runs::of(rules, seat), 5));
            let by_seat = [&by_seat[0][..], &by_seat[1][..]];
            let table = HalfTable::new(by_seat);
            // Numbers beyond a byte would give two halves one number, and so a line another one's byte.
            for before in half_lines(5) {
                for after in half_lines(5) {
                    let number = (table.behind[before.behind as usize], table.ahead[after.ahead as usize]);
                    let byte = table.bytes[number.0 as usize | (number.1 as usize) << 8];
                    assert_eq!(byte, byte_of(before.behind | after.ahead << 10, by_seat), "{name}");
                }
            }
        }
    }

    #[test]
    fn codes_exchange_and_mirror() {
        assert_eq!(exchanged(0b11_10_01_00), 0b11_01_10_00);
        assert_eq!([-5, -1, 1, 5].map(|distance| shift_of(distance, 5)), [0, 8, 10, 18]);
        let halves = half_lines(2);
        // Two cells of three states, the edge after one of them, or at once.
        assert_eq!(halves.len(), 9 + 3 + 1);
        assert!(halves.iter().any(|half| (half.ahead, half.behind) == (0b11_01, 0b01_11)));
    }
}
