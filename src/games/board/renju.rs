//! What renju forbids to black, the first player: overlines, double fours, double threes.
//!
//! The definitions, with the stone placed (the Renju International Federation's rules of play, section 9):
//! * a *five* is exactly five stones in a row, an *overline* more than five. Five beats every prohibition;
//! * a *four* is four stones that one more makes a five; a *straight four* lies in a row and can become five at either end;
//! * a *three* is three stones that one more, placed on a point that is itself allowed, makes a straight four. Whether it is
//!   allowed is asked by the same rules with the stone in place, so that the question repeats.
//!
//! A five, four or three of the stone joins with the run of stones that it is part of. So the points that complete it are
//! the first empty ones on either side of that run, two in each direction, and everything follows from the lengths of the
//! run and of those behind the two points.

use super::words::{COLOUR, Point};
use super::{Cell, Grid, Position, RuleSet, Seat, Shape};

/// Why a point is forbidden to black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prohibition {
    /// More than five in a row.
    Overline,
    /// Two fours or more, also in one line.
    DoubleFour,
    /// Two real threes or more.
    DoubleThree,
}

/// The points forbidden to black by ascending cell, whatever the stone counts: the owner of each cell is given, what is
/// missing is empty. Whether the game is over is not asked.
pub fn forbidden_points(shape: &Shape, stones: &[Option<Seat>]) -> Vec<Cell> {
    let board = with_stones(shape, stones);
    (0..board.cells).filter(|&cell| board.stone(cell).is_none() && board.prohibition(cell).is_some()).collect()
}

/// A board with these stones, before the first turn.
fn with_stones(shape: &Shape, stones: &[Option<Seat>]) -> Grid<5, false> {
    let mut board = Grid::<5, false>::within_limits(&Shape { rules: RuleSet::Renju, k: 5, ..*shape });
    for (cell, seat) in (0..board.cells).zip(stones) {
        if let Some(seat) = seat {
            board.toggle(Grid::<5, false>::colour(seat.0.into()), board.point(cell));
        }
    }
    board
}

/// Black stones that are asked about and not on the board, the latest first.
#[derive(Clone, Copy)]
struct Placed<'a> {
    point: Point,
    before: Option<&'a Placed<'a>>,
}

/// The bit of the point that is asked about, in a [`Row`].
const MIDDLE: u32 = 32;

/// A line seen from a point that black takes: its black stones and its empty cells, the point at [`MIDDLE`].
#[derive(Clone, Copy)]
struct Row {
    black: u64,
    empty: u64,
    /// Stones in a row before the point and after it.
    back: u32,
    ahead: u32,
}

impl Row {
    fn new(black: u64, empty: u64) -> Row {
        let back = (black << (64 - MIDDLE)).leading_ones();
        let ahead = (black >> (MIDDLE + 1)).trailing_ones();
        Row { black, empty, back, ahead }
    }

    fn length(&self) -> u32 {
        self.back + 1 + self.ahead
    }

    fn is_empty(&self, at: u32) -> bool {
        self.empty >> at & 1 != 0
    }

    fn is_black(&self, at: u32) -> bool {
        self.black >> at & 1 != 0
    }

    /// The cells before and after the run.
    fn ends(&self) -> (u32, u32) {
        (MIDDLE - 1 - self.back, MIDDLE + 1 + self.ahead)
    }

    /// How long the run becomes by a stone before it and by a stone after it; 0 where that cell is not empty.
    fn joined(&self) -> (u32, u32) {
        let (low, high) = self.ends();
        let before = (self.black << (64 - low)).leading_ones();
        let after = (self.black >> (high + 1)).trailing_ones();
        let joined = |end: u32, more: u32| if self.is_empty(end) { self.length() + 1 + more } else { 0 };
        (joined(low, before), joined(high, after))
    }

    /// Fours that the point's run is part of. Two points that make it five are one four if it is a straight one.
    fn fours(&self) -> u32 {
        let (before, after) = self.joined();
        let fives = u32::from(before == 5) + u32::from(after == 5);
        if self.length() == 4 { fives.min(1) } else { fives }
    }

    /// The steps from the point to those that make a straight four with it, if they are allowed.
    fn straight_fours(&self) -> impl Iterator<Item = i32> + use<> {
        let (low, high) = self.ends();
        let (before, after) = self.joined();
        let opens = |low: u32, high: u32| {
            self.is_empty(low) && !self.is_black(low - 1) && self.is_empty(high) && !self.is_black(high + 1)
        };
        // The four reaches three cells further than the run that was not yet joined.
        let by_low = before == 4 && opens(high - 5, high);
        let by_high = after == 4 && opens(low, low + 5);
        let steps = |at: u32, makes: bool| makes.then_some(at as i32 - MIDDLE as i32);
        [steps(low, by_low), steps(high, by_high)].into_iter().flatten()
    }
}

impl<const K: usize, const FREE: bool> Grid<K, FREE> {
    /// Why an empty cell is forbidden to black, if it is. Only renju asks.
    pub fn prohibition(&self, cell: Cell) -> Option<Prohibition> {
        self.judge(self.point(cell), None)
    }

    /// Whether an empty cell is forbidden to the side to move.
    #[inline]
    pub(super) fn is_forbidden(&self, cell: Cell) -> bool {
        self.shape.rules == RuleSet::Renju && self.ply & 1 == 0 && self.prohibition(cell).is_some()
    }

    /// Whether an empty cell is allowed to the side to move only because other points are forbidden to it: two threes or more
    /// would cross there if every straight four could be made, fewer are real. A stone of white's elsewhere may then forbid it,
    /// by taking what forbids one of those points; it can forbid no other point, since it adds nothing to black's runs, fours
    /// and threes but leave to complete them.
    #[inline]
    pub(super) fn is_allowed_by_prohibitions(&self, cell: Cell) -> bool {
        if self.shape.rules != RuleSet::Renju || self.ply & 1 != 0 {
            return false;
        }
        let point = self.point(cell);
        let rows = [0, 1, 2, 3].map(|direction| self.row(point, direction, None));
        rows.iter().filter(|row| row.straight_fours().next().is_some()).count() >= 2
            && rows.iter().all(|row| row.length() != 5)
            && self.judge(point, None).is_none()
    }

    /// Whether the last move was black's on a forbidden point. After a passed turn the last stone is white's.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        self.shape.rules == RuleSet::Renju
            && self.ply & 1 != 0
            && self.stone(self.last) == Some(Seat::FIRST)
            && self.judge(self.point(self.last), None).is_some()
    }

    /// The line of a direction through a point, black stones not on the board included.
    #[inline]
    fn row(&self, point: Point, direction: usize, placed: Option<&Placed>) -> Row {
        let place = point.place(direction, self.shape.width as usize, self.shape.height as usize);
        let word = point.words(0)[direction & 3];
        let mut black = self.lines[word];
        let mut more = placed;
        while let Some(stone) = more {
            if stone.point.words(0)[direction & 3] == word {
                black |= 1 << if direction == 1 { stone.point.row } else { stone.point.column };
            }
            more = stone.before;
        }
        let line = (1u64 << (place.back + 1 + place.ahead)) - 1;
        let taken = u64::from(black | self.lines[word + COLOUR]) >> (place.bit - place.back);
        let to_middle = MIDDLE as usize - place.back;
        Row::new(u64::from(black) >> (place.bit - place.back) << to_middle, (line & !taken) << to_middle)
    }

    /// Judges black's stone on a point that is empty or holds it already.
    fn judge(&self, point: Point, placed: Option<&Placed>) -> Option<Prohibition> {
        let rows = [0, 1, 2, 3].map(|direction| self.row(point, direction, placed));
        if rows.iter().any(|row| row.length() == 5) {
            return None;
        }
        if rows.iter().any(|row| row.length() > 5) {
            return Some(Prohibition::Overline);
        }
        if rows.iter().map(Row::fours).sum::<u32>() >= 2 {
            return Some(Prohibition::DoubleFour);
        }
        let threes = rows.iter().filter(|row| row.straight_fours().next().is_some()).count();
        if threes < 2 {
            return None;
        }
        let placed = Placed { point, before: placed };
        let is_real = |(direction, row): &(usize, &Row)| {
            row.straight_fours().any(|steps| self.judge(point.step(*direction, steps), Some(&placed)).is_none())
        };
        (rows.iter().enumerate().filter(is_real).count() >= 2).then_some(Prohibition::DoubleThree)
    }
}

#[cfg(test)]
mod tests;
