//! Where a point game keeps its stones: for each colour and direction a word of bits for every line.

use crate::base::MAX_SIDE;
use crate::base::rng::zobrist;

/// Where the words of a direction begin; a colour has [`COLOUR`] words.
pub(super) const ROWS: usize = 0;
const COLUMNS: usize = 32;
const RISING: usize = 64;
const FALLING: usize = 128;
/// Where the second colour's words begin.
pub(super) const COLOUR: usize = 256;
/// Words of a colour that hold a line on any board.
pub(super) const USED: usize = FALLING + 2 * MAX_SIDE;
/// All words.
pub(super) const WORDS: usize = 2 * COLOUR;

/// The lines `column - row = constant` are numbered from this, so that the number is never negative.
const RISING_ZERO: usize = 32;

/// The key's change when the side to move changes.
pub(super) const SIDE: u64 = crate::base::rng::mix(0x7369_6465);

/// For colour and cell what playing there does to the key, the change of side included.
pub(super) static KEYS: [u64; 1024] = keys();

const fn keys() -> [u64; 1024] {
    let mut table = [0; 1024];
    let mut i = 0;
    while i < 1024 {
        table[i] = zobrist((i & 511) as u16, (i >> 9) as u8) ^ SIDE;
        i += 1;
    }
    table
}

/// Cells of the largest board, rounded up to a power of two, so that an index costs a mask and no comparison.
pub(super) const CODES: usize = (MAX_SIDE * MAX_SIDE).next_power_of_two();

/// Every cell's code at its own place.
pub(super) static EVERY_CELL: [u16; CODES] = every_cell();

const fn every_cell() -> [u16; CODES] {
    let mut table = [0; CODES];
    let mut i = 0;
    while i < CODES {
        table[i] = i as u16;
        i += 1;
    }
    table
}

/// A cell's coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    pub column: usize,
    pub row: usize,
}

/// Where a point lies on its line of a direction: how many cells come before it and after it, and its bit in the word.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub back: usize,
    pub ahead: usize,
    pub bit: usize,
}

impl Point {
    /// Index of the point's line in each direction, for the colour whose words begin at `colour`.
    #[inline(always)]
    pub fn words(self, colour: usize) -> [usize; 4] {
        let Point { column, row } = self;
        [
            (colour + ROWS + row) % WORDS,
            (colour + COLUMNS + column) % WORDS,
            (colour + RISING + (RISING_ZERO + column).wrapping_sub(row)) % WORDS,
            (colour + FALLING + column + row) % WORDS,
        ]
    }

    /// The point's place on its line of a direction, on a board of this size.
    #[inline(always)]
    pub fn place(self, direction: usize, width: usize, height: usize) -> Place {
        let Point { column, row } = self;
        let (back, ahead) = match direction & 3 {
            0 => (column, width - 1 - column),
            1 => (row, height - 1 - row),
            2 => (column.min(row), (width - 1 - column).min(height - 1 - row)),
            _ => (column.min(height - 1 - row), (width - 1 - column).min(row)),
        };
        Place { back, ahead, bit: if direction & 3 == 1 { row } else { column } }
    }

    /// The point so many steps further in a direction; it must be on the board.
    #[inline(always)]
    pub fn step(self, direction: usize, steps: i32) -> Point {
        let (dx, dy) = crate::base::shape::DIRECTIONS[direction & 3];
        let moved = |at: usize, by: i32| (at as i32 + by * steps) as usize & 31;
        Point { column: moved(self.column, dx), row: moved(self.row, dy) }
    }
}
