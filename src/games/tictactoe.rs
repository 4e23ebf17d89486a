//! Tic-tac-toe, 3x3 with three in a row, in one 32-bit word.

use super::playout::random_game;
use crate::base::rng::Rng;
use crate::base::{Cell, MAX_SIDE, Move, Outcome, Position, Seat, Shape};

/// The parameters of tic-tac-toe.
pub const SHAPE: Shape = Shape { width: 3, height: 3, k: 3, gravity: false };

const BOARD: u32 = 0x1FF;
/// Where the second player's nine bits start; the count of stones follows them.
const SECOND: u32 = 9;
const PLY: u32 = 18;

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

/// A position of tic-tac-toe: bits 0-8 the first player's stones, 9-17 the second player's, then the number of stones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TicTacToe {
    state: u32,
}

impl TicTacToe {
    /// The empty board.
    pub fn new() -> TicTacToe {
        TicTacToe::default()
    }

    #[inline(always)]
    fn stones(&self, seat: u32) -> u32 {
        (self.state >> (seat * SECOND)) & BOARD
    }

    #[inline(always)]
    fn seat_to_move(&self) -> u32 {
        (self.state >> PLY) & 1
    }

    #[inline(always)]
    fn empty(&self) -> u32 {
        !(self.state | self.state >> SECOND) & BOARD
    }

    #[inline(always)]
    fn wins_with(&self, seat: u32, mv: Move) -> bool {
        HAS_LINE[((self.stones(seat) | 1 << mv.0) & BOARD) as usize]
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
        match (self.state >> cell & 1, self.state >> (cell as u32 + SECOND) & 1) {
            (0, 0) => None,
            (0, _) => Some(Seat::SECOND),
            _ => Some(Seat::FIRST),
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) -> u32 {
        let before = self.state;
        self.state = (before | 1 << (mv.0 as u32 + SECOND * self.seat_to_move())) + (1 << PLY);
        before
    }

    #[inline(always)]
    fn undo(&mut self, undo: u32) {
        self.state = undo;
    }

    #[inline(always)]
    fn last_mover_won(&self) -> bool {
        HAS_LINE[self.stones(self.seat_to_move() ^ 1) as usize]
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.state >> PLY == 9
    }

    /// Exact: a bijection of the state.
    #[inline(always)]
    fn key(&self) -> u64 {
        super::scramble(self.state as u64)
    }

    #[inline(always)]
    fn ply(&self) -> u32 {
        self.state >> PLY
    }

    #[inline(always)]
    fn outcome(&self) -> Option<Outcome> {
        if self.last_mover_won() {
            Some(Outcome::Win(Seat(self.seat_to_move() as u8 ^ 1)))
        } else if self.is_full() {
            Some(Outcome::Draw)
        } else {
            None
        }
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
        9 - self.ply()
    }

    #[inline]
    fn playout(&self, rng: &mut Rng) -> (Option<Seat>, u32) {
        random_game::<TicTacToe, 16>(*self, rng, |_| {})
    }

    #[inline(always)]
    fn wins_at(&mut self, mv: Move) -> bool {
        self.wins_with(self.seat_to_move(), mv)
    }

    #[inline(always)]
    fn opponent_wins_at(&self, mv: Move) -> bool {
        self.wins_with(self.seat_to_move() ^ 1, mv)
    }
}
