//! A position as two words of bits.

use super::node::Node;
use super::shape::Shape;
use super::table::Bounds;
use super::word::Word;

/// A position of a game that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<B, S> {
    /// The board's size.
    pub shape: S,
    /// Stones of the side to move.
    pub own: B,
    /// All stones.
    pub mask: B,
}

/// Why a list of moves is not a position to solve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadMoves {
    /// The move with this index, counted from 1, names a column that the board does not have.
    NoColumn(usize),
    /// The move with this index drops into a full column.
    FullColumn(usize),
    /// The move with this index ends the game: nothing is left to solve.
    Won(usize),
}

impl<B: Word, S: Shape<B>> Position<B, S> {
    /// The empty board.
    pub fn new(shape: S) -> Position<B, S> {
        Position { shape, own: B::ZERO, mask: B::ZERO }
    }

    /// The position after these moves, columns counted from 0.
    pub fn after(shape: S, moves: impl IntoIterator<Item = u32>) -> Result<Position<B, S>, BadMoves> {
        let mut position = Position::new(shape);
        for (index, column) in (1..).zip(moves) {
            if column >= shape.width() {
                return Err(BadMoves::NoColumn(index));
            }
            let Some(cell) = position.landing(column) else {
                return Err(BadMoves::FullColumn(index));
            };
            if position.wins_at(cell) {
                return Err(BadMoves::Won(index));
            }
            position = position.played(cell);
        }
        Ok(position)
    }

    /// The stones on the board.
    pub fn stones(&self) -> u32 {
        self.mask.ones()
    }

    /// The stones of the side that is not to move.
    pub fn other(&self) -> B {
        self.own ^ self.mask
    }

    /// Where a stone in this column comes to rest; none if the column is full.
    pub fn landing(&self, column: u32) -> Option<B> {
        let cell = self.shape.playable(self.mask) & self.shape.column(column);
        (cell != B::ZERO).then_some(cell)
    }

    /// Whether a stone of the side to move at this cell completes a line.
    pub fn wins_at(&self, cell: B) -> bool {
        self.shape.has_line(self.own | cell)
    }

    /// The position after a stone at this cell.
    pub fn played(&self, cell: B) -> Position<B, S> {
        Position { own: self.other(), mask: self.mask | cell, ..*self }
    }

    /// What the rules alone tell of the score: exact if the game ends within two moves.
    pub(super) fn bounds(&self) -> Bounds {
        let (cells, stones) = (self.shape.cells(), self.stones());
        let node = Node::new(self.shape, self.own, self.other(), true);
        let playable = self.shape.playable(self.mask);
        if playable == B::ZERO {
            return Bounds::new(0, 0);
        }
        if node.own_wins & playable != B::ZERO {
            let score = win_score(cells, stones + 1);
            return Bounds::new(score, score);
        }
        let threats = node.other_wins & playable;
        if threats.several() || node.moves == B::ZERO {
            let score = -win_score(cells, stones + 2);
            return Bounds::new(score, score);
        }
        node.distance_bounds(cells, threats == B::ZERO)
    }

    /// The score of a win on the next move (METHODOLOGY.md: the winner's stones left, plus one).
    pub fn score_of_winning_now(&self) -> i32 {
        win_score(self.shape.cells(), self.stones() + 1)
    }
}

/// The score for the winner of a game that ends with the stone of this number.
#[inline(always)]
pub fn win_score(cells: u32, last_stone: u32) -> i32 {
    (cells as i32 + 2 - last_stone as i32) / 2
}
