//! The slow twin of every storage: a list of cells, and rules that look at the whole board. It exists to be read and to be
//! compared with.

mod renju;

pub use renju::prohibition;

use crate::base::rng::{mix, zobrist};
use crate::base::shape::DIRECTIONS;
use crate::base::{Cell, MAX_SIDE, Move, Position, RuleSet, Seat, Shape};

/// Stones of one seat in a row.
struct Run {
    length: usize,
    /// Who owns the cells before and after; nobody where there is no cell.
    ends: [Option<Seat>; 2],
}

/// A position of any game of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    shape: Shape,
    /// The owner of each cell.
    cells: Vec<Option<Seat>>,
    /// The cell of the last stone, where it is known.
    last: Option<Cell>,
}

impl Canonical {
    /// The empty board.
    pub fn new(shape: &Shape) -> Canonical {
        Canonical { shape: *shape, cells: vec![None; shape.cells()], last: None }
    }

    /// The same stones as another position's, none of them known as the last.
    pub fn copy_of<P: Position>(position: &P) -> Canonical {
        let shape = position.shape();
        Canonical { shape, cells: (0..shape.cells() as Cell).map(|cell| position.stone(cell)).collect(), last: None }
    }

    /// The owner of each cell.
    pub fn cells(&self) -> &[Option<Seat>] {
        &self.cells
    }

    /// A board given cell by cell; what is missing is empty.
    pub fn of_cells(shape: &Shape, cells: &[Option<Seat>]) -> Canonical {
        let mut cells = cells.to_vec();
        cells.resize(shape.cells(), None);
        Canonical { shape: *shape, cells, last: None }
    }

    /// Puts a stone on a cell, whoever's turn it is.
    pub(super) fn put(&mut self, cell: Cell, seat: Seat) {
        self.cells[cell as usize] = Some(seat);
    }

    /// Takes a stone from a cell.
    pub(super) fn take(&mut self, cell: Cell) {
        self.cells[cell as usize] = None;
    }

    /// Whether a seat has a line anywhere that wins under the rule set.
    pub fn has_line(&self, seat: Seat) -> bool {
        self.runs(seat).any(|run| self.wins(seat, &run))
    }

    /// Whether black has an overline under renju: it stands there only if the last move completed it.
    pub(super) fn has_overline(&self) -> bool {
        self.shape.rules == RuleSet::Renju && self.runs(Seat::FIRST).any(|run| run.length > self.shape.k as usize)
    }

    /// All runs of a seat's stones that cannot be made longer, in every direction.
    fn runs(&self, seat: Seat) -> impl Iterator<Item = Run> {
        let own = (0..self.cells.len() as Cell).filter(move |&cell| self.cells[cell as usize] == Some(seat));
        let cells = own.flat_map(|cell| DIRECTIONS.map(|direction| (cell, direction)));
        let owner = move |at: Option<Cell>| at.and_then(|at| self.cells[at as usize]);
        cells.filter_map(move |(cell, direction)| {
            let before = owner(self.shape.step(cell, direction, -1));
            (before != Some(seat)).then(|| {
                let stones = (0..).take_while(|&steps| owner(self.shape.step(cell, direction, steps)) == Some(seat));
                let length = stones.count();
                Run { length, ends: [before, owner(self.shape.step(cell, direction, length as i32))] }
            })
        })
    }

    fn wins(&self, seat: Seat, run: &Run) -> bool {
        let k = self.shape.k as usize;
        match self.shape.rules {
            RuleSet::Freestyle => run.length >= k,
            RuleSet::Standard => run.length == k,
            RuleSet::Renju if seat == Seat::FIRST => run.length == k,
            RuleSet::Renju => run.length >= k,
            RuleSet::Caro => run.length >= k && run.ends != [Some(seat.other()); 2],
        }
    }

    fn column(&self, column: u16) -> impl Iterator<Item = Cell> {
        let shape = self.shape;
        (0..shape.height as usize).map(move |row| shape.cell(column as usize, row))
    }
}

impl Position for Canonical {
    /// The cell that received the stone, and the one of the stone before.
    type Undo = (Cell, Option<Cell>);

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

    fn play(&mut self, mv: Move) -> Self::Undo {
        let cell = self.landing(mv);
        self.cells[cell as usize] = Some(self.turn());
        (cell, self.last.replace(cell))
    }

    fn undo(&mut self, (cell, before): Self::Undo) {
        self.cells[cell as usize] = None;
        self.last = before;
    }

    fn last_mover_won(&self) -> bool {
        self.has_line(self.turn().other())
    }

    fn last_mover_lost(&self) -> bool {
        let black = self.shape.rules == RuleSet::Renju && self.turn() == Seat::SECOND;
        self.last.is_some_and(|last| black && renju::prohibition(self, last).is_some())
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

    fn loses_at(&mut self, mv: Move) -> bool {
        let undo = self.play(mv);
        let lost = self.last_mover_lost();
        self.undo(undo);
        lost
    }

    fn is_spared(&self, mv: Move) -> bool {
        let forbids = |cell: Cell| {
            let mut after = self.clone();
            after.put(cell, Seat::SECOND);
            renju::prohibition(&after, mv.0).is_some()
        };
        let asked = self.shape.rules == RuleSet::Renju && self.turn() == Seat::FIRST;
        let others = (0..self.cells.len() as Cell).filter(|&cell| cell != mv.0 && self.stone(cell).is_none());
        asked && renju::prohibition(self, mv.0).is_none() && others.into_iter().any(forbids)
    }

    fn stops_win_at(&mut self, mv: Move) -> bool {
        let wins: Vec<Move> = self.moves().filter(|&win| self.opponent_wins_at(win)).collect();
        let mut after = self.clone();
        after.play(mv);
        !after.last_mover_lost() && wins.into_iter().any(|win| win == mv || !after.wins_at(win))
    }
}
