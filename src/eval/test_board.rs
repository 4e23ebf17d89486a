//! The plainest position there is, for the tests of this room: an array of stones, everything recomputed.

use crate::base::rng::{Rng, zobrist};
use crate::base::{Cell, MAX_SIDE, Move, Position, RuleSet, Seat, Shape};

pub const TIC_TAC_TOE: Shape = Shape::freestyle(3, 3, 3, false);
pub const CONNECT_FOUR: Shape = Shape::freestyle(7, 6, 4, true);
pub const GOMOKU: Shape = Shape::freestyle(15, 15, 5, false);

/// Boards of every kind that an evaluator may meet.
pub const SHAPES: [Shape; 11] = [
    TIC_TAC_TOE,
    CONNECT_FOUR,
    GOMOKU,
    Shape::freestyle(5, 5, 5, false),
    Shape::freestyle(22, 6, 5, false),
    Shape::freestyle(5, 4, 4, false),
    Shape::freestyle(4, 9, 7, false),
    Shape::freestyle(6, 6, 2, true),
    Shape { rules: RuleSet::Standard, ..Shape::freestyle(9, 7, 5, false) },
    Shape { rules: RuleSet::Renju, ..GOMOKU },
    Shape { rules: RuleSet::Caro, ..Shape::freestyle(6, 8, 5, false) },
];

#[derive(Clone)]
pub struct TestBoard {
    shape: Shape,
    stones: Vec<Option<Seat>>,
    played: Vec<Cell>,
}

impl TestBoard {
    pub fn new(shape: Shape) -> TestBoard {
        TestBoard { shape, stones: vec![None; shape.cells()], played: Vec::new() }
    }

    /// A board of `x` (first player), `o` and `.`, rows from the top down, as one would draw it. The order of play is
    /// made up: only the number of stones, which gives the side to move, matters.
    pub fn drawn(k: u8, rows: &[&str]) -> TestBoard {
        let shape = Shape::freestyle(rows[0].len() as u8, rows.len() as u8, k, false);
        let mut board = TestBoard::new(shape);
        for (row, text) in rows.iter().rev().enumerate() {
            for (column, c) in text.chars().enumerate() {
                let cell = shape.cell(column, row);
                board.stones[cell as usize] = match c {
                    'x' => Some(Seat::FIRST),
                    'o' => Some(Seat::SECOND),
                    _ => None,
                };
                if c != '.' {
                    board.played.push(cell);
                }
            }
        }
        board
    }

    /// The position after a stone of the side that is not to move, on the cell of a move.
    pub fn after_opponent(&self, mv: Move) -> TestBoard {
        let mut board = self.clone();
        board.play(mv);
        board.stones[self.landing(mv) as usize] = Some(self.turn().other());
        board
    }

    /// The same stones with colours exchanged.
    pub fn colours_swapped(&self) -> TestBoard {
        let stones = self.stones.iter().map(|stone| stone.map(Seat::other)).collect();
        TestBoard { stones, ..self.clone() }
    }
}

impl Position for TestBoard {
    type Undo = ();

    fn shape(&self) -> Shape {
        self.shape
    }

    fn move_codes(&self) -> u16 {
        if self.shape.gravity { self.shape.width as u16 } else { self.shape.cells() as u16 }
    }

    fn is_legal(&self, mv: Move) -> bool {
        let top = (self.shape.cells() - self.shape.width as usize) as u16;
        self.stones[(if self.shape.gravity { top + mv.0 } else { mv.0 }) as usize].is_none()
    }

    fn landing(&self, mv: Move) -> Cell {
        let mut cell = mv.0;
        while self.shape.gravity && self.stones[cell as usize].is_some() {
            cell += self.shape.width as u16;
        }
        cell
    }

    fn stone(&self, cell: Cell) -> Option<Seat> {
        self.stones[cell as usize]
    }

    fn play(&mut self, mv: Move) {
        let cell = self.landing(mv);
        self.stones[cell as usize] = Some(self.turn());
        self.played.push(cell);
    }

    fn undo(&mut self, _undo: ()) {
        let cell = self.played.pop().unwrap();
        self.stones[cell as usize] = None;
    }

    fn last_mover_won(&self) -> bool {
        let last = Some(self.turn().other());
        let wins = |window: &Vec<Cell>| window.iter().all(|&cell| self.stones[cell as usize] == last);
        self.shape.windows(self.shape.k as usize).iter().any(wins)
    }

    fn is_full(&self) -> bool {
        self.stones.iter().all(Option::is_some)
    }

    fn key(&self) -> u64 {
        let stones = self.stones.iter().enumerate();
        stones.filter_map(|(cell, stone)| stone.map(|seat| zobrist(cell as u16, seat.0))).fold(0, |a, b| a ^ b)
    }

    fn ply(&self) -> u32 {
        self.played.len() as u32
    }

    fn footprint(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        rows.fill(0);
        0
    }

    fn openings(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        rows.fill(0);
        0
    }

    fn opponent_wins_at(&self, _mv: Move) -> bool {
        false
    }
}

/// The moves of a random game from a position; it goes on after a win until the board is full or `200` stones lie, since
/// an evaluator must keep its books then too.
pub fn random_game(start: &TestBoard, seed: u64) -> Vec<Move> {
    let (mut board, mut rng, mut game) = (start.clone(), Rng::new(seed), Vec::new());
    while !board.is_full() && game.len() < 200 {
        let moves: Vec<Move> = board.moves().collect();
        let mv = moves[rng.below(moves.len() as u32) as usize];
        board.play(mv);
        game.push(mv);
    }
    game
}
