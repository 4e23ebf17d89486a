//! Point games on boards to 22x22: every line of the board kept as a word of bits, per colour and direction.
//!
//! A stone sets one bit in each of its four lines. Whether it won is then a matter of four words, whatever the size of the
//! board, and evaluators read whole lines without walking over cells. Which lines win is [`rules`]' business, what renju
//! forbids [`renju`]'s.

pub mod renju;
mod rules;
mod words;

use self::words::{CODES, COLOUR, EVERY_CELL, KEYS, Point, ROWS, SIDE, WORDS};
use super::playout::random_game;
use crate::base::position::{Line, win_in_one_by_moves};
use crate::base::rng::Rng;
use crate::base::{Cell, MAX_SIDE, Move, Position, RuleSet, Seat, Shape};

/// A point game in which `K` or more in a row win (any number, where it is 0) and nothing is forbidden.
pub type Board<const K: usize> = Grid<K, true>;

/// Five in a row under any rule set. One type for all of them: which one costs a predictable branch, where a type for each
/// would compile every search once more.
pub type RuledBoard = Grid<5, false>;

/// A position of a point game; moves are cells. `K` is the number in a row that wins, known at compile time, or 0 where it
/// is only known at run time. `FREE`: the rule set is freestyle, known at compile time, so that no other is asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid<const K: usize, const FREE: bool> {
    /// The lines, by colour, direction and number. A bit is the column of a stone, in the lines up a column its row.
    lines: [u32; WORDS],
    key: u64,
    /// The cell of the last stone; any cell at the start, where no line is found through it either.
    last: Cell,
    ply: u16,
    cells: u16,
    /// The ply at which no cell is empty: one more for each turn that was passed.
    full_ply: u16,
    /// 65536 / width, rounded up: multiplying by it divides any cell by the width exactly.
    reciprocal: u32,
    shape: Shape,
    /// For a `k` of run time: how far to shift in each round of [`has_run`](Grid::has_run); 0 changes nothing.
    shifts: [u8; 5],
}

impl<const K: usize, const FREE: bool> Grid<K, FREE> {
    /// The empty board, if its sides are 1 to 22, it has no gravity, `k` is `K` (or 1 to 22 where `K` is 0), and the rule
    /// set is freestyle (or any, where `FREE` is false).
    pub fn new(shape: &Shape) -> Option<Grid<K, FREE>> {
        let sides = 1..=MAX_SIDE as u8;
        let k_fits = if K == 0 { sides.contains(&shape.k) } else { shape.k as usize == K };
        let rules_fit = !FREE || shape.rules == RuleSet::Freestyle;
        if !sides.contains(&shape.width) || !sides.contains(&shape.height) || shape.gravity || !k_fits || !rules_fit {
            return None;
        }
        Some(Self::within_limits(shape))
    }

    /// The empty board of a shape that is known to fit; what exceeds the limits of [`new`](Grid::new) is cut off.
    pub(super) fn within_limits(shape: &Shape) -> Grid<K, FREE> {
        let side = |side: u8| side.clamp(1, MAX_SIDE as u8);
        let rules = if FREE { RuleSet::Freestyle } else { shape.rules };
        let shape = Shape { rules, ..Shape::freestyle(side(shape.width), side(shape.height), side(shape.k), false) };
        let mut shifts = [0; 5];
        let mut length = 1;
        for shift in &mut shifts {
            *shift = length.min(shape.k - length);
            length += *shift;
        }
        Grid {
            lines: [0; WORDS],
            key: 0,
            last: 0,
            ply: 0,
            cells: shape.cells() as u16,
            full_ply: shape.cells() as u16,
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
        self.lines[(ROWS + row) % WORDS] | self.lines[(COLOUR + ROWS + row) % WORDS]
    }

    #[inline(always)]
    fn full_row(&self) -> u32 {
        (1 << self.shape.width) - 1
    }
}

/// The empty cells, ascending.
struct EmptyCells<'a, const K: usize, const FREE: bool> {
    board: &'a Grid<K, FREE>,
    /// Empty cells of the row that are still to come.
    bits: u32,
    row: usize,
}

impl<const K: usize, const FREE: bool> Iterator for EmptyCells<'_, K, FREE> {
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

impl<const K: usize, const FREE: bool> Position for Grid<K, FREE> {
    const QUICK_WIN_IN_ONE: bool = K == 5;

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
        } else if self.lines[COLOUR + ROWS + row] >> column & 1 != 0 {
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

    #[inline]
    fn pass(&mut self) -> bool {
        self.ply += 1;
        self.full_ply += 1;
        self.key ^= SIDE;
        true
    }

    #[inline]
    fn unpass(&mut self) {
        self.ply = self.ply.wrapping_sub(1);
        self.full_ply = self.full_ply.wrapping_sub(1);
        self.key ^= SIDE;
    }

    #[inline(always)]
    fn last_mover_won(&self) -> bool {
        self.wins(Self::colour(self.ply ^ 1), self.point(self.last), 0)
    }

    #[inline(always)]
    fn last_mover_lost(&self) -> bool {
        !FREE && self.is_lost()
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.ply == self.full_ply
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
        (self.full_ply - self.ply) as u32
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
        if FREE { self.random_game(rng) } else { random_game::<Self, CODES>(self.clone(), rng, |_| {}) }
    }

    #[inline(always)]
    fn wins_at(&mut self, mv: Move) -> bool {
        self.wins(Self::colour(self.ply), self.point(mv.0), 1)
    }

    #[inline(always)]
    fn opponent_wins_at(&self, mv: Move) -> bool {
        self.wins(Self::colour(self.ply ^ 1), self.point(mv.0), 1)
    }

    #[inline]
    fn has_win_in_one(&mut self, opponent: bool) -> bool {
        let colour = Self::colour(self.ply ^ u16::from(opponent));
        (K != 5 || self.may_complete_five(colour)) && win_in_one_by_moves(self, opponent)
    }

    #[inline(always)]
    fn loses_at(&mut self, mv: Move) -> bool {
        !FREE && self.is_forbidden(mv.0)
    }

    #[inline(always)]
    fn is_spared(&self, mv: Move) -> bool {
        !FREE && self.is_allowed_by_prohibitions(mv.0)
    }

    #[inline(always)]
    fn stops_win_at(&mut self, mv: Move) -> bool {
        if FREE { self.opponent_wins_at(mv) } else { self.stops_ruled_win_at(mv) }
    }

    #[inline(always)]
    fn line(&self, seat: Seat, cell: Cell, direction: usize) -> Line {
        let point = self.point(cell);
        let place = point.place(direction, self.shape.width as usize, self.shape.height as usize);
        let word = point.words(Self::colour(seat.0 as u16))[direction & 3];
        let bits = self.lines[word] >> (place.bit - place.back);
        Line { bits, index: place.back as u32, length: (place.back + place.ahead + 1) as u32 }
    }
}
