//! Document A's bit mask for open fours: `(pattern & 0b011110) == 0b011110` finds four stones in the middle of six cells and
//! does not look at the two ends, so that a blocked four passes for an open one.

use crate::base::shape::DIRECTIONS;
use crate::base::{Cell, Position, Seat, Shape};

/// What each match adds to what the windows say, by the number of its ends that are empty; for one side.
pub type MaskWorth = [i64; 3];

/// What the matches of one line add up to: `k` - 1 stones within `k` + 1 cells.
fn line_worth(worth: &MaskWorth, own: u32, opponent: u32, length: u32, k: u32) -> i64 {
    let (middle, empty) = (((1u32 << (k - 1)) - 1) << 1, !(own | opponent));
    (0..(length + 1).saturating_sub(k + 1))
        .filter(|start| own >> start & middle == middle)
        .map(|start| worth[(empty >> start & 1) as usize + (empty >> (start + k) & 1) as usize])
        .sum()
}

/// The matches of both sides, as the side that moves at the root sees the board.
#[derive(Clone, Copy, Debug, Default)]
pub struct Masks {
    /// What one's own matches add.
    pub own: MaskWorth,
    /// What the opponent's cost.
    pub opponent: MaskWorth,
}

impl Masks {
    /// Whether there is anything to look for.
    pub fn are_used(&self) -> bool {
        self.own.iter().chain(&self.opponent).any(|&worth| worth != 0)
    }

    /// What a line is worth to the first player: its stones and the second player's as bits.
    fn line(&self, root: Seat, stones: [u32; 2], length: u32, k: u32) -> i64 {
        let [first, second] = stones;
        let (own, opponent, sign) = if root == Seat::FIRST { (first, second, 1) } else { (second, first, -1) };
        sign * (line_worth(&self.own, own, opponent, length, k) - line_worth(&self.opponent, opponent, own, length, k))
    }

    /// What a stone of a seat on an empty cell changes, for the first player.
    #[cold]
    pub fn gain<P: Position>(&self, position: &P, root: Seat, cell: Cell, seat: Seat) -> i64 {
        let k = u32::from(position.shape().k);
        let gains = (0..DIRECTIONS.len()).map(|direction| {
            let lines = [Seat::FIRST, Seat::SECOND].map(|seat| position.line(seat, cell, direction));
            let mut stones = lines.map(|line| line.bits);
            let before = self.line(root, stones, lines[0].length, k);
            stones[usize::from(seat.0 & 1)] |= 1 << lines[0].index;
            self.line(root, stones, lines[0].length, k) - before
        });
        gains.sum()
    }

    /// What the whole board is worth to the first player.
    pub fn total<P: Position>(&self, position: &P, shape: &Shape, root: Seat) -> i64 {
        let starts = |step| (0..shape.cells() as Cell).filter(move |&cell| shape.step(cell, step, -1).is_none());
        let lines = DIRECTIONS.into_iter().enumerate().flat_map(|(direction, step)| {
            starts(step).map(move |cell| {
                let lines = [Seat::FIRST, Seat::SECOND].map(|seat| position.line(seat, cell, direction));
                self.line(root, lines.map(|line| line.bits), lines[0].length, u32::from(shape.k))
            })
        });
        lines.sum()
    }
}
