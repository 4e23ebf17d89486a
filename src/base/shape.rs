//! The geometry that all games share: a grid, stones on its cells, and lines of `k`.

use std::fmt;

/// Widest and highest board: a row of cells fits the low bits of a `u32`.
pub const MAX_SIDE: usize = 22;

/// A cell of the grid: `row * width + column`, counted from 0; row 0 is the bottom row, column 0 the left one.
pub type Cell = u16;

/// A move: the cell of a point game, the column of a drop game. What it means is the [`Position`](super::Position)'s
/// business; everybody else treats it as a code below [`Position::move_codes`](super::Position::move_codes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(pub u16);

/// A player's place at the board: 0 moves first. A number rather than a colour, so that more than two players fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The first player (X, black).
    pub const FIRST: Seat = Seat(0);
    /// The second player (O, white).
    pub const SECOND: Seat = Seat(1);

    /// The opponent in a two-player game.
    pub fn other(self) -> Seat {
        Seat(self.0 ^ 1)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The player in this seat completed a line, or the opponent played a forbidden point.
    Win(Seat),
    /// The board is full without a line.
    Draw,
}

/// Which lines win, and which moves lose.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// `k` or more in a row win.
    #[default]
    Freestyle,
    /// Exactly `k` in a row win; more count for nothing.
    Standard,
    /// The first player (black) wins with exactly five and loses by playing a double three, a double four or an overline,
    /// unless the move makes five; the second wins with five or more.
    Renju,
    /// `k` or more in a row win, unless the opponent's stones stand at both ends. The edge of the board does not block.
    Caro,
}

impl RuleSet {
    /// All rule sets by name.
    pub const ALL: [(&str, RuleSet); 4] = [
        ("freestyle", RuleSet::Freestyle),
        ("standard", RuleSet::Standard),
        ("renju", RuleSet::Renju),
        ("caro", RuleSet::Caro),
    ];

    /// The name, as in the options of a game.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, set)| *set == self).map_or("", |(name, _)| name)
    }

    /// Gomocup's bits, by which `INFO rule` and files name a rule set.
    pub fn gomocup_bits(self) -> u32 {
        match self {
            RuleSet::Freestyle => 0,
            RuleSet::Standard => 1,
            RuleSet::Renju => 4,
            RuleSet::Caro => 8,
        }
    }

    /// The rule set that Gomocup's bits name; other bits say how a match goes on, not by which rules.
    pub fn from_gomocup_bits(bits: u32) -> RuleSet {
        let sets = [RuleSet::Renju, RuleSet::Caro, RuleSet::Standard];
        sets.into_iter().find(|set| bits & set.gomocup_bits() != 0).unwrap_or_default()
    }
}

/// The parameters that make a game out of the family: an m,n,k board with or without gravity, under a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Columns (m).
    pub width: u8,
    /// Rows (n).
    pub height: u8,
    /// Stones in a row that win (k).
    pub k: u8,
    /// Whether stones fall to the lowest empty cell of their column.
    pub gravity: bool,
    /// Whether more than `k` win as well, and what is forbidden.
    pub rules: RuleSet,
}

/// The four directions of a line as steps of (column, row): along the row, up the column, up-right, down-right.
pub const DIRECTIONS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

impl Shape {
    /// A board on which `k` or more in a row win and nothing is forbidden.
    pub const fn freestyle(width: u8, height: u8, k: u8, gravity: bool) -> Shape {
        Shape { width, height, k, gravity, rules: RuleSet::Freestyle }
    }

    /// Number of cells.
    pub fn cells(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// The cell at a column and a row, both from 0 and inside the board.
    pub fn cell(&self, column: usize, row: usize) -> Cell {
        (row * self.width as usize + column) as Cell
    }

    /// The column of a cell.
    pub fn column(&self, cell: Cell) -> usize {
        cell as usize % self.width as usize
    }

    /// The row of a cell, 0 at the bottom.
    pub fn row(&self, cell: Cell) -> usize {
        cell as usize / self.width as usize
    }

    /// The cell that lies `steps` further in a direction of [`DIRECTIONS`], if it is on the board.
    pub fn step(&self, cell: Cell, direction: (i32, i32), steps: i32) -> Option<Cell> {
        let column = self.column(cell) as i32 + direction.0 * steps;
        let row = self.row(cell) as i32 + direction.1 * steps;
        let inside = (0..self.width as i32).contains(&column) && (0..self.height as i32).contains(&row);
        inside.then(|| self.cell(column as usize, row as usize))
    }

    /// All windows of `length` cells in a row on this board, each as its cells in order; directions one after another.
    pub fn windows(&self, length: usize) -> Vec<Vec<Cell>> {
        let mut windows = Vec::new();
        for direction in DIRECTIONS {
            for start in 0..self.cells() as Cell {
                let cells: Option<Vec<Cell>> =
                    (0..length as i32).map(|steps| self.step(start, direction, steps)).collect();
                windows.extend(cells);
            }
        }
        windows
    }

    /// Whether the board has the symmetry of this number: bit 0 mirrors left and right, bit 1 top and bottom, bit 2 swaps
    /// columns and rows first. Gravity leaves only the first, a board that is not square no swap.
    pub fn has_symmetry(&self, number: usize) -> bool {
        number < 8 && (!self.gravity || number < 2) && (self.width == self.height || number < 4)
    }

    /// Where the symmetry of this number carries a cell; nothing where the board has no such symmetry.
    pub fn image(&self, cell: Cell, number: usize) -> Option<Cell> {
        if !self.has_symmetry(number) {
            return None;
        }
        let (mut column, mut row) = (self.column(cell), self.row(cell));
        if number & 4 != 0 {
            std::mem::swap(&mut column, &mut row);
        }
        if number & 1 != 0 {
            column = self.width as usize - 1 - column;
        }
        if number & 2 != 0 {
            row = self.height as usize - 1 - row;
        }
        Some(self.cell(column, row))
    }

    /// Where the symmetry of this number carries a move; the move itself where the board has no such symmetry.
    pub fn image_of_move(&self, mv: Move, number: usize) -> Move {
        // Where stones fall a move is a column, and the bottom row's cells are numbered like the columns.
        self.image(mv.0, number).map_or(mv, Move)
    }

    /// The number of the symmetry that undoes the one of this number.
    pub fn inverse_symmetry(number: usize) -> usize {
        // A quarter turn swaps and mirrors; undoing it swaps first too, and then mirrors the other way.
        if number & 4 == 0 { number } else { 4 | (number & 1) << 1 | (number & 2) >> 1 }
    }

    /// Distance of a cell from the middle of the board in half cells: the larger of the distances by column and by row
    /// first, their sum second, so that an ascending sort walks outwards in rings.
    pub fn centre_distance(&self, cell: Cell) -> (u32, u32) {
        let dx = (2 * self.column(cell) as i32 - (self.width as i32 - 1)).unsigned_abs();
        let dy = (2 * self.row(cell) as i32 - (self.height as i32 - 1)).unsigned_abs();
        (dx.max(dy), dx + dy)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} with {} in a row", self.width, self.height, self.k)?;
        if self.gravity {
            write!(f, " and gravity")?;
        }
        if self.rules == RuleSet::Freestyle { Ok(()) } else { write!(f, ", {}", self.rules.name()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connect_four_has_69_windows_and_gomoku_572() {
        let connect4 = Shape::freestyle(7, 6, 4, true);
        let gomoku = Shape::freestyle(15, 15, 5, false);
        assert_eq!(connect4.windows(4).len(), 69);
        assert_eq!(gomoku.windows(5).len(), 572);
    }

    #[test]
    fn every_symmetry_is_undone_by_its_inverse() {
        let square = Shape::freestyle(5, 5, 4, false);
        let drop = Shape::freestyle(7, 6, 4, true);
        for (shape, codes, symmetries) in [(square, 25, 8), (drop, 7, 2)] {
            for number in 0..symmetries {
                for code in 0..codes {
                    let image = shape.image_of_move(Move(code), number);
                    assert_eq!(shape.image_of_move(image, Shape::inverse_symmetry(number)), Move(code), "{number}");
                }
            }
        }
    }

    #[test]
    fn steps_stop_at_the_border() {
        let shape = Shape::freestyle(3, 3, 3, false);
        assert_eq!(shape.step(0, (1, 1), 2), Some(8));
        assert_eq!(shape.step(2, (1, 0), 1), None);
        assert_eq!(shape.step(0, (1, -1), 1), None);
    }
}
