//! A board's size, and the bit tricks that depend on it.
//!
//! A column takes `height + 1` bits, its bottom cell lowest; the bit on top of a column, the sentinel, is never set in a
//! word of stones. Lines are found by shifting by 1 (up), `height + 1` (right), `height + 2` and `height` (diagonals), and
//! the sentinels keep a line from running out of one column into the next (Tromp's Fhourstones; Pons 2015).

use super::table::{Keys, NARROW_KEY_BITS};
use super::word::Word;

/// The widest board.
pub const MAX_WIDTH: usize = 32;

/// The size of a board, four in a row to win.
pub trait Shape<B: Word>: Keys + Copy + std::fmt::Debug + Send + Sync + 'static {
    /// Columns.
    fn width(&self) -> u32;
    /// Rows.
    fn height(&self) -> u32;
    /// The bottom cell of every column.
    fn bottoms(&self) -> B;
    /// Every cell.
    fn board(&self) -> B;
    /// The cells at an odd distance from the top: what a player gets of an empty column if the other follows up.
    fn leads(&self) -> B;

    /// Cells.
    #[inline(always)]
    fn cells(&self) -> u32 {
        self.width() * self.height()
    }

    /// Bits of a position's key.
    #[inline(always)]
    fn bits(&self) -> u32 {
        self.width() * (self.height() + 1)
    }

    /// The cells of one column.
    #[inline(always)]
    fn column(&self, column: u32) -> B {
        (self.board() & !(!B::ZERO << self.height())) << (column * (self.height() + 1))
    }

    /// The lowest empty cell of every column that has one.
    #[inline(always)]
    fn playable(&self, mask: B) -> B {
        // Adding the bottom cells carries to the lowest empty cell of every column at once.
        mask.plus(self.bottoms()) & self.board()
    }

    /// Whether a set of cells holds a line of four.
    #[inline(always)]
    fn has_line(&self, cells: B) -> bool {
        let mut found = B::ZERO;
        for step in self.steps() {
            let pairs = cells & cells >> step;
            found = found | pairs & pairs >> (2 * step);
        }
        found != B::ZERO
    }

    /// The cells of a set that lie on a line of four within the set.
    #[inline(always)]
    fn on_lines(&self, cells: B) -> B {
        let mut covered = B::ZERO;
        for step in self.steps() {
            let pairs = cells & cells >> step;
            let first = pairs & pairs >> (2 * step);
            let half = first | first << step;
            covered = covered | half | half << (2 * step);
        }
        covered
    }

    /// The cells, taken or not, at which one more of these stones completes a line; bits off the board may be among them.
    #[inline(always)]
    fn completing(&self, stones: B) -> B {
        // Upwards only the cell on top of three can complete; elsewhere any of four in a row may be the missing one.
        let mut cells = stones << 1 & stones << 2 & stones << 3;
        for step in [self.height(), self.height() + 1, self.height() + 2] {
            let (next, third) = (stones >> step, stones >> (3 * step));
            let pairs = stones & next;
            let triples = pairs & stones >> (2 * step);
            // Bits that name the first cell of a line whose third or second cell is missing.
            let (gap_third, gap_second) = (pairs & third, stones & stones >> (2 * step) & third);
            cells = cells | triples << (3 * step) | triples >> step | gap_third << (2 * step) | gap_second << step;
        }
        cells
    }

    /// The cells above these, in their columns.
    #[inline(always)]
    fn above(&self, cells: B) -> B {
        let mut above = cells << 1 & self.board();
        for _ in 2..self.height() {
            above = above | above << 1 & self.board();
        }
        above
    }

    /// The same cells seen in a mirror, sentinels included.
    #[inline(always)]
    fn mirrored(&self, cells: B) -> B {
        let (column_bits, mut mirrored) = (self.height() + 1, B::ZERO);
        let one = !(!B::ZERO << column_bits);
        for column in 0..self.width() {
            let there = (self.width() - 1 - column) * column_bits;
            mirrored = mirrored | (cells >> (column * column_bits) & one) << there;
        }
        mirrored
    }

    /// The distances between neighbouring cells of a line.
    #[inline(always)]
    fn steps(&self) -> [u32; 4] {
        [1, self.height(), self.height() + 1, self.height() + 2]
    }
}

/// A size known at compile time, on 64 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fixed<const WIDTH: u32, const HEIGHT: u32>;

/// The usual board.
pub type Usual = Fixed<7, 6>;

impl<const WIDTH: u32, const HEIGHT: u32> Fixed<WIDTH, HEIGHT> {
    const BOTTOMS: u64 = {
        let (mut bottoms, mut column) = (0, 0);
        while column < WIDTH {
            bottoms |= 1 << (column * (HEIGHT + 1));
            column += 1;
        }
        bottoms
    };
    const LEADS: u64 = {
        let (mut leads, mut from_top) = (0, 1);
        while from_top < HEIGHT {
            leads |= Self::BOTTOMS << (HEIGHT - 1 - from_top);
            from_top += 2;
        }
        leads
    };
}

impl<const WIDTH: u32, const HEIGHT: u32> Keys for Fixed<WIDTH, HEIGHT> {
    const WIDE: bool = WIDTH * (HEIGHT + 1) > NARROW_KEY_BITS;
}

impl<const WIDTH: u32, const HEIGHT: u32> Shape<u64> for Fixed<WIDTH, HEIGHT> {
    #[inline(always)]
    fn width(&self) -> u32 {
        WIDTH
    }
    #[inline(always)]
    fn height(&self) -> u32 {
        HEIGHT
    }
    #[inline(always)]
    fn bottoms(&self) -> u64 {
        Self::BOTTOMS
    }
    #[inline(always)]
    fn board(&self) -> u64 {
        Self::BOTTOMS * ((1 << HEIGHT) - 1)
    }
    #[inline(always)]
    fn leads(&self) -> u64 {
        Self::LEADS
    }
}

/// Any size that fits the word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnySize<B> {
    width: u32,
    height: u32,
    bottoms: B,
    board: B,
    leads: B,
}

impl<B: Word> AnySize<B> {
    /// The size, if the columns with their sentinels fit the word, and the longest line's shift too.
    pub fn new(width: u32, height: u32) -> Option<AnySize<B>> {
        let fits = width.checked_mul(height.checked_add(1)?)? <= B::BITS && 3 * (height + 2) < B::BITS;
        if width == 0 || height == 0 || width as usize > MAX_WIDTH || !fits {
            return None;
        }
        let (mut bottoms, mut board, mut leads) = (B::ZERO, B::ZERO, B::ZERO);
        for column in 0..width {
            bottoms = bottoms | B::ONE << (column * (height + 1));
        }
        for row in 0..height {
            board = board | bottoms << row;
            if (height - 1 - row) % 2 == 1 {
                leads = leads | bottoms << row;
            }
        }
        Some(AnySize { width, height, bottoms, board, leads })
    }
}

impl<B> Keys for AnySize<B> {
    const WIDE: bool = true;
}

impl<B: Word> Shape<B> for AnySize<B> {
    #[inline(always)]
    fn width(&self) -> u32 {
        self.width
    }
    #[inline(always)]
    fn height(&self) -> u32 {
        self.height
    }
    #[inline(always)]
    fn bottoms(&self) -> B {
        self.bottoms
    }
    #[inline(always)]
    fn board(&self) -> B {
        self.board
    }
    #[inline(always)]
    fn leads(&self) -> B {
        self.leads
    }
}
