//! Games with gravity, Connect Four above all, as two words of bits.
//!
//! A column takes `height + 1` bits, its bottom cell lowest; the bit on top of a column, the sentinel, is never set. One
//! word holds all stones, one those of the side to move. Then
//! * adding the bottom bit of a column to the word of all stones carries to the lowest empty cell of that column,
//! * the opponent's stones are the exclusive or of both words, so that playing swaps sides in one instruction,
//! * lines are found by shifting by 1 (up), `height + 1` (right), `height + 2` and `height` (diagonals), and the sentinels
//!   keep a line from running out of one column into the next,
//! * the sum of both words is a different number for every position.
//!
//! The layout is the one that Tromp described for his Connect Four programs and Pons explains in his tutorial (2015).

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use super::playout::random_game;
use crate::base::rng::Rng;
use crate::base::{Cell, MAX_SIDE, Move, Position, Seat, Shape};

/// A word wide enough for a board.
pub trait Bits:
    Copy
    + Ord
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// No bit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;
    /// Bits in the word.
    const BITS: u32;
    /// Towards the higher bits, by less than [`BITS`](Bits::BITS).
    fn left(self, by: u32) -> Self;
    /// Towards the lower bits, by any number.
    fn right(self, by: u32) -> Self;
    /// The sum modulo the width.
    fn plus(self, other: Self) -> Self;
    /// Set bits.
    fn ones(self) -> u32;
    /// Zeros below the lowest set bit.
    fn zeros_below(self) -> u32;
    /// A well mixed 64-bit key; a bijection where the word has 64 bits.
    fn key(self) -> u64;
    /// The lowest 32 bits.
    fn low(self) -> u32;
}

macro_rules! bits {
    ($word:ty, $key:expr) => {
        impl Bits for $word {
            const ZERO: Self = 0;
            const ONE: Self = 1;
            const BITS: u32 = <$word>::BITS;
            #[inline(always)]
            fn left(self, by: u32) -> Self {
                self << by
            }
            #[inline(always)]
            fn right(self, by: u32) -> Self {
                self.checked_shr(by).unwrap_or(0)
            }
            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn zeros_below(self) -> u32 {
                self.trailing_zeros()
            }
            #[inline(always)]
            fn key(self) -> u64 {
                ($key)(self)
            }
            #[inline(always)]
            fn low(self) -> u32 {
                self as u32
            }
        }
    };
}

bits!(u64, super::scramble);
bits!(u128, |word: u128| crate::base::rng::mix(word as u64) ^ super::scramble((word >> 64) as u64));

/// The parameters of a drop game in the form that its bit tricks need.
pub trait DropShape<B: Bits>: Copy + Debug + Send + Sync + 'static {
    /// Columns.
    fn width(&self) -> u32;
    /// Rows.
    fn height(&self) -> u32;
    /// Stones in a row that win.
    fn k(&self) -> u32;
    /// The bottom cell of every column.
    fn bottoms(&self) -> B;
    /// Every cell.
    fn board(&self) -> B;
    /// Whether these stones hold a line.
    fn has_line(&self, stones: B) -> bool;
    /// Whether [`completing_cells`](DropShape::completing_cells) answers.
    const QUICK_COMPLETING_CELLS: bool = false;
    /// The cells, taken or not, at which one more of these stones completes a line; nothing where the shape has no quick
    /// way to tell.
    fn completing_cells(&self, _stones: B) -> Option<B> {
        None
    }
    /// How many of the bottom cells are set, given nothing else is.
    #[inline(always)]
    fn count(&self, bottoms: B) -> u32 {
        bottoms.ones()
    }
}

/// The usual board, 7x6 with four in a row, known at compile time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Connect4;

const CONNECT4_BOTTOMS: u64 = 1 | 1 << 7 | 1 << 14 | 1 << 21 | 1 << 28 | 1 << 35 | 1 << 42;

impl DropShape<u64> for Connect4 {
    const QUICK_COMPLETING_CELLS: bool = true;

    #[inline(always)]
    fn width(&self) -> u32 {
        7
    }
    #[inline(always)]
    fn height(&self) -> u32 {
        6
    }
    #[inline(always)]
    fn k(&self) -> u32 {
        4
    }
    #[inline(always)]
    fn bottoms(&self) -> u64 {
        CONNECT4_BOTTOMS
    }
    #[inline(always)]
    fn board(&self) -> u64 {
        CONNECT4_BOTTOMS * 0b111111
    }
    #[inline(always)]
    fn count(&self, bottoms: u64) -> u32 {
        // Multiplying adds the seven bits up in the topmost column; plain x86-64 has no instruction that counts bits.
        (bottoms.wrapping_mul(CONNECT4_BOTTOMS) >> 42) as u32 & 127
    }
    #[inline(always)]
    fn has_line(&self, stones: u64) -> bool {
        let up = stones & stones >> 1;
        let right = stones & stones >> 7;
        let rising = stones & stones >> 8;
        let falling = stones & stones >> 6;
        (up & up >> 2) | (right & right >> 14) | (rising & rising >> 16) | (falling & falling >> 12) != 0
    }

    #[inline(always)]
    fn completing_cells(&self, stones: u64) -> Option<u64> {
        // Upwards only the cell on top of three can complete; elsewhere any of four in a row may be the missing one.
        let mut cells = stones << 1 & stones << 2 & stones << 3;
        for step in [6, 7, 8] {
            let pairs = stones & stones >> step;
            let triples = pairs & stones >> (2 * step);
            let gap_third = pairs & stones >> (3 * step);
            let gap_second = stones & pairs >> (2 * step);
            cells |= triples << (3 * step) | triples >> step | gap_third << (2 * step) | gap_second << step;
        }
        Some(cells)
    }
}

/// Any board whose columns, sentinels included, fit the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnyDropShape<B> {
    width: u32,
    height: u32,
    k: u32,
    bottoms: B,
    board: B,
}

impl<B: Bits> AnyDropShape<B> {
    /// The shape, if `width * (height + 1)` bits fit the word.
    pub fn new(shape: &Shape) -> Option<AnyDropShape<B>> {
        let (width, height) = (shape.width as u32, shape.height as u32);
        if width == 0 || height == 0 || width * (height + 1) > B::BITS {
            return None;
        }
        let (mut bottoms, mut board) = (B::ZERO, B::ZERO);
        for column in 0..width {
            bottoms = bottoms | B::ONE.left(column * (height + 1));
            for row in 0..height {
                board = board | B::ONE.left(column * (height + 1) + row);
            }
        }
        Some(AnyDropShape { width, height, k: shape.k as u32, bottoms, board })
    }
}

impl<B: Bits> DropShape<B> for AnyDropShape<B> {
    #[inline(always)]
    fn width(&self) -> u32 {
        self.width
    }
    #[inline(always)]
    fn height(&self) -> u32 {
        self.height
    }
    #[inline(always)]
    fn k(&self) -> u32 {
        self.k
    }
    #[inline(always)]
    fn bottoms(&self) -> B {
        self.bottoms
    }
    #[inline(always)]
    fn board(&self) -> B {
        self.board
    }
    #[inline]
    fn has_line(&self, stones: B) -> bool {
        let [up, falling, right, rising] = [1, self.height, self.height + 1, self.height + 2];
        if self.k == 4 {
            let four = |step: u32| {
                let two = stones & stones.right(step);
                two & two.right(2 * step)
            };
            return (four(up) | four(falling) | four(right) | four(rising)) != B::ZERO;
        }
        // After a round, a bit of `run` is the first of `length` stones in a row; the length doubles as long as it may.
        let run = |step: u32| {
            let (mut run, mut length) = (stones, 1);
            while length < self.k {
                let more = length.min(self.k - length);
                run = run & run.right(more * step);
                length += more;
            }
            run
        };
        (run(up) | run(falling) | run(right) | run(rising)) != B::ZERO
    }
}

/// A position of a drop game. Moves are columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drop<B, S> {
    /// Stones of the side to move.
    own: B,
    /// All stones.
    mask: B,
    shape: S,
}

impl<B: Bits, S: DropShape<B>> Drop<B, S> {
    /// The empty board.
    pub fn new(shape: S) -> Drop<B, S> {
        Drop { own: B::ZERO, mask: B::ZERO, shape }
    }

    /// The stones of the side to move and those of the other side: column after column, each from the bottom up with one
    /// bit more than it has cells.
    #[inline(always)]
    pub fn stones(&self) -> (B, B) {
        (self.own, self.own ^ self.mask)
    }

    #[inline(always)]
    fn bottom(&self, column: u32) -> B {
        B::ONE.left(column * (self.shape.height() + 1))
    }

    #[inline(always)]
    fn top(&self, column: u32) -> B {
        B::ONE.left(column * (self.shape.height() + 1) + self.shape.height() - 1)
    }

    /// The bit of the lowest empty cell of a column; none in a full column.
    #[inline(always)]
    fn lowest_empty(&self, column: u32) -> B {
        self.mask.plus(self.bottom(column)) & !self.mask & self.shape.board()
    }

    /// A word with its columns in reverse order.
    #[inline(always)]
    fn mirrored(&self, word: B) -> B {
        let (width, bits) = (self.shape.width(), self.shape.height() + 1);
        // A column of cells, and the sentinel on top.
        let sentinel = B::ONE.left(bits - 1);
        let column = sentinel | sentinel.plus(!B::ZERO);
        let mut mirrored = B::ZERO;
        for place in 0..width {
            let stones = word.right(place * bits) & column;
            mirrored = mirrored | stones.left((width - 1 - place) * bits);
        }
        mirrored
    }

    /// The columns whose bottom (or, shifted down, any one row) is set in `row`, as the low bits of a word.
    #[inline]
    fn columns(&self, row: B) -> u32 {
        let mut columns = 0;
        for column in 0..self.shape.width() {
            columns |= (row.right(column * (self.shape.height() + 1)).low() & 1) << column;
        }
        columns
    }
}

/// Both words before a move.
#[derive(Clone, Copy, Debug)]
pub struct DropUndo<B> {
    own: B,
    mask: B,
}

impl<B: Bits, S: DropShape<B>> Position for Drop<B, S> {
    type Undo = DropUndo<B>;

    const QUICK_WIN_IN_ONE: bool = S::QUICK_COMPLETING_CELLS;

    #[inline(always)]
    fn shape(&self) -> Shape {
        let (width, height, k) = (self.shape.width() as u8, self.shape.height() as u8, self.shape.k() as u8);
        Shape::freestyle(width, height, k, true)
    }

    #[inline(always)]
    fn move_codes(&self) -> u16 {
        self.shape.width() as u16
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move) -> bool {
        self.mask & self.top(mv.0 as u32) == B::ZERO
    }

    #[inline(always)]
    fn landing(&self, mv: Move) -> Cell {
        let column = mv.0 as u32;
        let row = self.lowest_empty(column).zeros_below() - column * (self.shape.height() + 1);
        (row * self.shape.width() + column) as Cell
    }

    #[inline(always)]
    fn stone(&self, cell: Cell) -> Option<Seat> {
        let (row, column) = (cell as u32 / self.shape.width(), cell as u32 % self.shape.width());
        let bit = self.bottom(column).left(row);
        if self.mask & bit == B::ZERO {
            None
        } else if self.own & bit != B::ZERO {
            Some(self.turn())
        } else {
            Some(self.turn().other())
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) -> DropUndo<B> {
        let undo = DropUndo { own: self.own, mask: self.mask };
        self.own = self.own ^ self.mask;
        self.mask = self.mask | self.mask.plus(self.bottom(mv.0 as u32));
        undo
    }

    #[inline(always)]
    fn undo(&mut self, undo: DropUndo<B>) {
        self.own = undo.own;
        self.mask = undo.mask;
    }

    #[inline(always)]
    fn last_mover_won(&self) -> bool {
        self.shape.has_line(self.own ^ self.mask)
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.mask == self.shape.board()
    }

    /// Exact on a 64-bit board; it is made from both words when asked for, and nothing is kept for it.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.own.plus(self.mask).key()
    }

    #[inline(always)]
    fn symmetric_key(&self) -> (u64, usize) {
        // In the sum no column carries into the next, so that mirroring the sum is mirroring the stones.
        let word = self.own.plus(self.mask);
        let mirrored = self.mirrored(word);
        (word.min(mirrored).key(), usize::from(mirrored < word))
    }

    #[inline(always)]
    fn ply(&self) -> u32 {
        self.mask.ones()
    }

    #[inline]
    fn footprint(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        rows[0] = self.columns(self.mask);
        1
    }

    #[inline]
    fn openings(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        rows[0] = self.columns((!self.mask & self.shape.board()).right(self.shape.height() - 1));
        1
    }

    #[inline(always)]
    fn legal_count(&self) -> u32 {
        self.shape.count(!self.mask.right(self.shape.height() - 1) & self.shape.bottoms())
    }

    #[inline(always)]
    fn is_uncrowded(&self) -> bool {
        self.mask & self.shape.bottoms().left(self.shape.height() - 1) == B::ZERO
    }

    #[inline]
    fn playout(&self, rng: &mut Rng) -> (Option<Seat>, u32) {
        random_game::<Self, 32>(*self, rng, |_| {})
    }

    #[inline]
    fn has_win_in_one(&mut self, opponent: bool) -> bool {
        let stones = if opponent { self.own ^ self.mask } else { self.own };
        match self.shape.completing_cells(stones) {
            // Adding the bottom cells carries to the lowest empty cell of every column at once.
            Some(cells) => cells & self.mask.plus(self.shape.bottoms()) & self.shape.board() != B::ZERO,
            None => crate::base::position::win_in_one_by_moves(self, opponent),
        }
    }

    #[inline(always)]
    fn wins_at(&mut self, mv: Move) -> bool {
        self.shape.has_line(self.own | self.lowest_empty(mv.0 as u32))
    }

    #[inline(always)]
    fn opponent_wins_at(&self, mv: Move) -> bool {
        self.shape.has_line((self.own ^ self.mask) | self.lowest_empty(mv.0 as u32))
    }
}
