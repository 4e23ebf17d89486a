//! The slow twin of every storage: a list of cells, and rules that look at the whole board. It exists to be read and to be
//! compared with.

use crate::base::rng::{mix, zobrist};
use crate::base::shape::DIRECTIONS;
use crate::base::{Cell, MAX_SIDE, Move, Position, Seat, Shape};

/// A position of any game of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    shape: Shape,
    /// The owner of each cell.
    cells: Vec<Option<Seat>>,
}

impl Canonical {
    /// The empty board.
    pub fn new(shape: &Shape) -> Canonical {
        Canonical { shape: *shape, cells: vec![None; shape.cells()] }
    }

    /// The same stones as another position's.
    pub fn copy_of<P: Position>(position: &P) -> Canonical {
        let shape = position.shape();
        Canonical { shape, cells: (0..shape.cells() as Cell).map(|cell| position.stone(cell)).collect() }
    }

    /// A board given cell by cell; what is missing is empty.
    pub fn of_cells(shape: &Shape, cells: &[Option<Seat>]) -> Canonical {
        let mut cells = cells.to_vec();
        cells.resize(shape.cells(), None);
        Canonical { shape: *shape, cells }
    }

    /// Puts a stone on a cell, whoever's turn it is.
    pub(super) fn put(&mut self, cell: Cell, seat: Seat) {
        self.cells[cell as usize] = Some(seat);
    }

    /// Whether a seat has `k` stones in a row anywhere.
    pub fn has_line(&self, seat: Seat) -> bool {
        let k = self.shape.k as i32;
        (0..self.cells.len() as Cell).any(|cell| {
            DIRECTIONS.iter().any(|&direction| {
                (0..k).all(|steps| {
                    self.shape.step(cell, direction, steps).is_some_and(|at| self.cells[at as usize] == Some(seat))
                })
            })
        })
    }

    fn column(&self, column: u16) -> impl Iterator<Item = Cell> {
        let shape = self.shape;
        (0..shape.height as usize).map(move |row| shape.cell(column as usize, row))
    }
}

impl Position for Canonical {
    /// The cell that received the stone.
    type Undo = Cell;

    fn shape(&self) -> Shape {
        self.shape
    }

    fn move_codes(&self) -> u16 {
        if self.shape.gravity { self.shape.width as u16 } else { self.cells.len() as u16 }
    }

    fn is_legal(&self, mv: Move) -> bool {
        if self.shape.gravity {
            self.column(mv.0).any(|cell| self.cells[cell as usize].is_none())
        } else {
            self.cells[mv.0 as usize].is_none()
        }
    }

    fn landing(&self, mv: Move) -> Cell {
        if self.shape.gravity {
            self.column(mv.0).find(|&cell| self.cells[cell as usize].is_none()).unwrap_or(mv.0)
        } else {
            mv.0
        }
    }

    fn stone(&self, cell: Cell) -> Option<Seat> {
        self.cells[cell as usize]
    }

    fn play(&mut self, mv: Move) -> Cell {
        let cell = self.landing(mv);
        self.cells[cell as usize] = Some(self.turn());
        cell
    }

    fn undo(&mut self, undo: Cell) {
        self.cells[undo as usize] = None;
    }

    fn last_mover_won(&self) -> bool {
        self.has_line(self.turn().other())
    }

    fn is_full(&self) -> bool {
        self.cells.iter().all(|cell| cell.is_some())
    }

    fn key(&self) -> u64 {
        let stones = self.cells.iter().enumerate();
        let keys = stones.filter_map(|(cell, seat)| seat.map(|seat| zobrist(cell as u16, seat.0)));
        keys.fold(mix(self.turn().0 as u64), |key, stone| key ^ stone)
    }

    fn ply(&self) -> u32 {
        self.cells.iter().filter(|cell| cell.is_some()).count() as u32
    }

    fn footprint(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        *rows = [0; MAX_SIDE];
        for (cell, _) in self.cells.iter().enumerate().filter(|(_, seat)| seat.is_some()) {
            let row = if self.shape.gravity { 0 } else { self.shape.row(cell as Cell) };
            rows[row] |= 1 << self.shape.column(cell as Cell);
        }
        if self.shape.gravity { 1 } else { self.shape.height as usize }
    }

    fn openings(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        *rows = [0; MAX_SIDE];
        for code in (0..self.move_codes()).filter(|&code| self.is_legal(Move(code))) {
            rows[self.shape.row(code)] |= 1 << self.shape.column(code);
        }
        if self.shape.gravity { 1 } else { self.shape.height as usize }
    }

    fn opponent_wins_at(&self, mv: Move) -> bool {
        let mut after = self.clone();
        after.cells[self.landing(mv) as usize] = Some(self.turn().other());
        after.has_line(self.turn().other())
    }
}
