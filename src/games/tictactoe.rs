//! Tic-tac-toe, 3x3 with three in a row, in one 32-bit word.

use super::playout::random_game;
use crate::base::rng::Rng;
use crate::base::{Cell, MAX_SIDE, Move, Position, Seat, Shape};

/// The parameters of tic-tac-toe.
pub const SHAPE: Shape = Shape::freestyle(3, 3, 3, false);

const BOARD: u32 = 0x1FF;
/// Where the half of the player who moved last begins.
const HALF: u32 = 16;
/// The start: in the other player's half, the bit that marks the second player's half.
const START: u32 = 1 << (HALF + MARK);
/// Which bit of a half is set if it is the second player's.
const MARK: u32 = 9;

/// Whether nine bits, one a cell, hold a line.
static HAS_LINE: [bool; 512] = lines();

const fn lines() -> [bool; 512] {
    const LINES: [usize; 8] =
        [0b000_000_111, 0b000_111_000, 0b111_000_000, 0b001_001_001, 0b010_010_010, 0b100_100_100, 0x111, 0x54];
    let mut table = [false; 512];
    let mut stones = 0;
    while stones < 512 {
        let mut i = 0;
        while i < LINES.len() {
            table[stones] |= stones & LINES[i] == LINES[i];
            i += 1;
        }
        stones += 1;
    }
    table
}

/// A position of tic-tac-toe. The low half of the word has the stones of the side to move, a bit a cell, the high half those
/// of the other side; a move sets a bit and swaps the halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TicTacToe {
    state: u32,
}

impl Default for TicTacToe {
    fn default() -> TicTacToe {
        TicTacToe { state: START }
    }
}

impl TicTacToe {
    /// The empty board.
    pub fn new() -> TicTacToe {
        TicTacToe::default()
    }

    #[inline(always)]
    fn empty(&self) -> u32 {
        !(self.state | self.state >> HALF) & BOARD
    }
}

impl Position for TicTacToe {
    /// The whole state before the move.
    type Undo = u32;

    #[inline(always)]
    fn shape(&self) -> Shape {
        SHAPE
    }

    #[inline(always)]
    fn move_codes(&self) -> u16 {
        9
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move) -> bool {
        self.empty() >> mv.0 & 1 != 0
    }

    #[inline(always)]
    fn landing(&self, mv: Move) -> Cell {
        mv.0
    }

    #[inline(always)]
    fn stone(&self, cell: Cell) -> Option<Seat> {
        match (self.state >> cell & 1, self.state >> (cell as u32 + HALF) & 1) {
            (0, 0) => None,
            (0, _) => Some(self.turn().other()),
            _ => Some(self.turn()),
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) -> u32 {
        let before = self.state;
        self.state = (before | 1 << mv.0).rotate_left(HALF);
        before
    }

    #[inline(always)]
    fn undo(&mut self, undo: u32) {
        self.state = undo;
    }

    #[inline(always)]
    fn last_mover_won(&self) -> bool {
        HAS_LINE[(self.state >> HALF & BOARD) as usize]
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.empty() == 0
    }

    /// Exact: a bijection of the state.
    #[inline(always)]
    fn key(&self) -> u64 {
        super::scramble(self.state as u64)
    }

    #[inline(always)]
    fn ply(&self) -> u32 {
        (self.state & (BOARD | BOARD << HALF)).count_ones()
    }

    #[inline(always)]
    fn turn(&self) -> Seat {
        Seat((self.state >> MARK) as u8 & 1)
    }

    #[inline]
    fn footprint(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        let taken = !self.empty() & BOARD;
        (rows[0], rows[1], rows[2]) = (taken & 7, taken >> 3 & 7, taken >> 6);
        3
    }

    #[inline]
    fn openings(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        let empty = self.empty();
        (rows[0], rows[1], rows[2]) = (empty & 7, empty >> 3 & 7, empty >> 6);
        3
    }

    #[inline(always)]
    fn legal_count(&self) -> u32 {
        self.empty().count_ones()
    }

    #[inline(always)]
    fn next_legal(&self, from: u16) -> Option<Move> {
        let bits = self.empty() & u32::MAX.wrapping_shl(from as u32);
        if bits == 0 { None } else { Some(Move(bits.trailing_zeros() as u16)) }
    }

    #[inline]
    fn playout(&self, rng: &mut Rng) -> (Option<Seat>, u32) {
        random_game::<TicTacToe, 16>(*self, rng, |_| {})
    }

    #[inline(always)]
    fn wins_at(&mut self, mv: Move) -> bool {
        HAS_LINE[((self.state | 1 << mv.0) & BOARD) as usize]
    }

    #[inline(always)]
    fn opponent_wins_at(&self, mv: Move) -> bool {
        HAS_LINE[((self.state >> HALF | 1 << mv.0) & BOARD) as usize]
    }
}
