//! Point games on boards to 22x22: every line of the board kept as a word of bits, per colour and direction.
//!
//! A stone sets one bit in each of its four lines. Whether it won is then a matter of four words, whatever the size of the
//! board, and evaluators read whole lines without walking over cells.

use crate::base::position::Line;
use crate::base::rng::{Rng, zobrist};
use crate::base::{Cell, MAX_SIDE, Move, Position, Seat, Shape};

/// Where the words of a direction begin; a colour has 256 words.
const ROWS: usize = 0;
const COLUMNS: usize = 32;
const RISING: usize = 64;
const FALLING: usize = 128;
const WORDS: usize = 512;

/// The lines `column - row = constant` are numbered from this, so that the number is never negative.
const RISING_ZERO: usize = 32;

/// The key's change when the side to move changes.
const SIDE: u64 = crate::base::rng::mix(0x7369_6465);

/// For colour and cell what playing there does to the key, the change of side included.
static KEYS: [u64; 1024] = keys();

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
const CODES: usize = (MAX_SIDE * MAX_SIDE).next_power_of_two();

/// Every cell's code at its own place.
static EVERY_CELL: [u16; CODES] = every_cell();

const fn every_cell() -> [u16; CODES] {
    let mut table = [0; CODES];
    let mut i = 0;
    while i < CODES {
        table[i] = i as u16;
        i += 1;
    }
    table
}

/// A position of a point game; moves are cells. `K` is the number in a row that wins, known at compile time, or 0 where it
/// is only known at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board<const K: usize> {
    /// The lines, by colour, direction and number. A bit is the column of a stone, in the lines up a column its row.
    lines: [u32; WORDS],
    key: u64,
    /// The cell of the last stone; any cell at the start, where no line is found through it either.
    last: Cell,
    ply: u16,
    cells: u16,
    /// 65536 / width, rounded up: multiplying by it divides any cell by the width exactly.
    reciprocal: u32,
    shape: Shape,
    /// For a `k` of run time: how far to shift in each round of [`has_run`](Board::has_run); 0 changes nothing.
    shifts: [u8; 5],
}

/// A cell's coordinates.
#[derive(Clone, Copy)]
struct Point {
    column: usize,
    row: usize,
}

impl Point {
    /// Index of the point's line in each direction, for the colour whose words begin at `colour`.
    #[inline(always)]
    fn words(self, colour: usize) -> [usize; 4] {
        let Point { column, row } = self;
        [
            (colour + ROWS + row) % WORDS,
            (colour + COLUMNS + column) % WORDS,
            (colour + RISING + (RISING_ZERO + column).wrapping_sub(row)) % WORDS,
            (colour + FALLING + column + row) % WORDS,
        ]
    }
}

impl<const K: usize> Board<K> {
    /// The empty board, if its sides are 1 to 22, it has no gravity, and `k` is `K` (or 1 to 22 where `K` is 0).
    pub fn new(shape: &Shape) -> Option<Board<K>> {
        let sides = 1..=MAX_SIDE as u8;
        let k_fits = if K == 0 { sides.contains(&shape.k) } else { shape.k as usize == K };
        if !sides.contains(&shape.width) || !sides.contains(&shape.height) || shape.gravity || !k_fits {
            return None;
        }
        Some(Self::within_limits(shape))
    }

    /// The empty board of a shape that is known to fit; what exceeds the limits of [`new`](Board::new) is cut off.
    pub(super) fn within_limits(shape: &Shape) -> Board<K> {
        let side = |side: u8| side.clamp(1, MAX_SIDE as u8);
        let shape = Shape { width: side(shape.width), height: side(shape.height), k: side(shape.k), gravity: false };
        let mut shifts = [0; 5];
        let mut length = 1;
        for shift in &mut shifts {
            *shift = length.min(shape.k - length);
            length += *shift;
        }
        Board {
            lines: [0; WORDS],
            key: 0,
            last: 0,
            ply: 0,
            cells: shape.cells() as u16,
            reciprocal: 65536u32.div_ceil(shape.width as u32),
            shape,
            shifts,
        }
    }

    /// Column and row of a cell. Exact: a cell is below 484, so the rounding adds less than 484 * 22 / 65536 < 1/22.
    #[inline(always)]
    fn point(&self, cell: Cell) -> Point {
        let row = (cell as u32 * self.reciprocal) >> 16;
        let column = (cell as u32).wrapping_sub(row * self.shape.width as u32);
        Point { column: (column & 31) as usize, row: (row & 31) as usize }
    }

    #[inline(always)]
    fn colour(seat: u16) -> usize {
        (seat as usize & 1) << 8
    }

    /// Whether a lane of 32 bits holds `k` ones in a row. Lines have 22 bits at most and no shift exceeds 8, so nothing
    /// comes out of the upper lane into the lower one's 22 bits.
    #[inline(always)]
    fn has_run(&self, lanes: u64) -> u64 {
        if K == 5 {
            let two = lanes & lanes >> 1;
            two & two >> 2 & lanes >> 4
        } else {
            self.shifts.iter().fold(lanes, |run, &shift| run & run >> (shift & 31))
        }
    }

    /// Whether four lines, with one more stone at the point if `more` is 1, hold a line of `k`.
    #[inline(always)]
    fn wins(&self, colour: usize, point: Point, more: u64) -> bool {
        let words = point.words(colour).map(|word| self.lines[word] as u64);
        let (by_column, by_row) = (more << point.column, more << point.row);
        let straight = words[0] | by_column | (words[1] | by_row) << 32;
        let diagonal = words[2] | by_column | (words[3] | by_column) << 32;
        self.has_run(straight) | self.has_run(diagonal) != 0
    }

    /// Turns the bits of a stone over.
    #[inline(always)]
    fn toggle(&mut self, colour: usize, point: Point) {
        let [row, column, rising, falling] = point.words(colour);
        let bit = 1 << point.column;
        self.lines[row] ^= bit;
        self.lines[column] ^= 1 << point.row;
        self.lines[rising] ^= bit;
        self.lines[falling] ^= bit;
    }

    /// What [`playout::random_game`](super::playout::random_game) does, move for move, without what a random game has no
    /// use for: it keeps no key and nothing to undo, and tests for a win on the words that it has just set.
    fn random_game(&self, rng: &mut Rng) -> (Option<Seat>, u32) {
        let mut lines = [[0; WORDS / 2]; 2];
        let mut open = EVERY_CELL;
        let mut left = self.cells as usize;
        if self.ply > 0 {
            for (half, words) in lines.iter_mut().zip(self.lines.as_chunks().0) {
                *half = *words;
            }
            left = 0;
            for mv in self.moves() {
                open[left % CODES] = mv.0;
                left += 1;
            }
        }
        let mut plies = 0;
        while left > 0 {
            let at = rng.below(left as u32) as usize % CODES;
            let point = self.point(open[at]);
            left -= 1;
            open[at] = open[left % CODES];
            let seat = self.ply.wrapping_add(plies) & 1;
            plies += 1;
            let own = &mut lines[seat as usize];
            let bit = 1u32 << point.column;
            let bits = [bit, 1 << point.row, bit, bit];
            let mut set = [0u64; 4];
            for ((word, bit), set) in point.words(0).into_iter().zip(bits).zip(&mut set) {
                own[word] |= bit;
                *set = own[word] as u64;
            }
            if self.has_run(set[0] | set[1] << 32) | self.has_run(set[2] | set[3] << 32) != 0 {
                return (Some(Seat(seat as u8)), plies as u32);
            }
        }
        (None, plies as u32)
    }

    /// The cells of a row that hold a stone.
    #[inline(always)]
    fn taken(&self, row: usize) -> u32 {
        self.lines[(ROWS + row) % WORDS] | self.lines[(256 + ROWS + row) % WORDS]
    }

    #[inline(always)]
    fn full_row(&self) -> u32 {
        (1 << self.shape.width) - 1
    }
}

/// The empty cells, ascending.
struct EmptyCells<'a, const K: usize> {
    board: &'a Board<K>,
    /// Empty cells of the row that are still to come.
    bits: u32,
    row: usize,
}

impl<const K: usize> Iterator for EmptyCells<'_, K> {
    type Item = Move;

    #[inline(always)]
    fn next(&mut self) -> Option<Move> {
        while self.bits == 0 {
            self.row += 1;
            if self.row >= self.board.shape.height as usize {
                return None;
            }
            self.bits = !self.board.taken(self.row) & self.board.full_row();
        }
        let column = self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(Move(self.row as u16 * self.board.shape.width as u16 + column as u16))
    }
}

impl<const K: usize> Position for Board<K> {
    /// The cell of the stone before.
    type Undo = Cell;

    #[inline(always)]
    fn shape(&self) -> Shape {
        self.shape
    }

    #[inline(always)]
    fn move_codes(&self) -> u16 {
        self.cells
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move) -> bool {
        let point = self.point(mv.0);
        self.taken(point.row) >> point.column & 1 == 0
    }

    #[inline(always)]
    fn landing(&self, mv: Move) -> Cell {
        mv.0
    }

    #[inline(always)]
    fn stone(&self, cell: Cell) -> Option<Seat> {
        let Point { column, row } = self.point(cell);
        if self.lines[ROWS + row] >> column & 1 != 0 {
            Some(Seat::FIRST)
        } else if self.lines[256 + ROWS + row] >> column & 1 != 0 {
            Some(Seat::SECOND)
        } else {
            None
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) -> Cell {
        let seat = self.ply & 1;
        let before = self.last;
        self.toggle(Self::colour(seat), self.point(mv.0));
        self.key ^= KEYS[(seat as usize) << 9 | mv.0 as usize & 511];
        self.last = mv.0;
        self.ply += 1;
        before
    }

    #[inline(always)]
    fn undo(&mut self, undo: Cell) {
        self.ply = self.ply.wrapping_sub(1);
        let seat = self.ply & 1;
        self.toggle(Self::colour(seat), self.point(self.last));
        self.key ^= KEYS[(seat as usize) << 9 | self.last as usize & 511];
        self.last = undo;
    }

    #[inline(always)]
    fn last_mover_won(&self) -> bool {
        self.wins(Self::colour(self.ply ^ 1), self.point(self.last), 0)
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.ply == self.cells
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline(always)]
    fn ply(&self) -> u32 {
        self.ply as u32
    }

    #[inline]
    fn footprint(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        let height = self.shape.height as usize;
        for (row, bits) in rows.iter_mut().enumerate().take(height) {
            *bits = self.taken(row);
        }
        height
    }

    #[inline]
    fn openings(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        let height = self.shape.height as usize;
        let full = self.full_row();
        for (row, bits) in rows.iter_mut().enumerate().take(height) {
            *bits = !self.taken(row) & full;
        }
        height
    }

    #[inline(always)]
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        EmptyCells { board: self, bits: !self.taken(0) & self.full_row(), row: 0 }
    }

    #[inline(always)]
    fn legal_count(&self) -> u32 {
        (self.cells - self.ply) as u32
    }

    #[inline(always)]
    fn next_legal(&self, from: u16) -> Option<Move> {
        let Point { column, row } = self.point(from);
        let mut bits = !self.taken(row) & self.full_row() & !0 << column;
        let mut row = row;
        while row < self.shape.height as usize {
            if bits != 0 {
                return Some(Move(row as u16 * self.shape.width as u16 + bits.trailing_zeros() as u16));
            }
            row += 1;
            bits = !self.taken(row) & self.full_row();
        }
        None
    }

    #[inline]
    fn playout(&self, rng: &mut Rng) -> (Option<Seat>, u32) {
        self.random_game(rng)
    }

    #[inline(always)]
    fn wins_at(&mut self, mv: Move) -> bool {
        self.wins(Self::colour(self.ply), self.point(mv.0), 1)
    }

    #[inline(always)]
    fn opponent_wins_at(&self, mv: Move) -> bool {
        self.wins(Self::colour(self.ply ^ 1), self.point(mv.0), 1)
    }

    #[inline(always)]
    fn line(&self, seat: Seat, cell: Cell, direction: usize) -> Line {
        let Point { column, row } = self.point(cell);
        let (width, height) = (self.shape.width as usize, self.shape.height as usize);
        let word = Point { column, row }.words(Self::colour(seat.0 as u16))[direction & 3];
        // How far the line goes before the cell and after it.
        let (back, ahead) = match direction & 3 {
            0 => (column, width - 1 - column),
            1 => (row, height - 1 - row),
            2 => (column.min(row), (width - 1 - column).min(height - 1 - row)),
            _ => (column.min(height - 1 - row), (width - 1 - column).min(row)),
        };
        let first = if direction & 3 == 1 { 0 } else { column - back };
        Line { bits: self.lines[word] >> first, index: back as u32, length: (back + ahead + 1) as u32 }
    }
}
