//! The lines that a side may still complete, and what they prove.
//!
//! A line is open for a side while no stone of the other side lies on it. Two facts follow from the open lines alone:
//!
//! * a side without an open line does not win;
//! * on a board without gravity a side does not win if its lines are too few and too empty: with `e` empty cells on each
//!   of them, the sum of `2^-e` is below 1 when the opponent moves (Erdős and Selfridge 1973, for the game of Maker and
//!   Breaker). The opponent then always takes the cell that most of the sum goes through; that it may also win by a line
//!   of its own only helps it.
//!
//! Sums are kept in whole numbers, times `2^k`: a line with `s` stones of the side counts `2^s`.

use crate::base::{Cell, Seat, Shape};

/// The lines of a board with the stones of both sides on them.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    /// For each cell, where its lines begin in `through`; one more at the end.
    starts: Vec<u32>,
    /// Numbers of lines, cell after cell.
    through: Vec<u16>,
    /// Stones on each line by seat.
    stones: Vec<[u8; 2]>,
    /// By seat: the sum over its open lines of two to the number of its stones there.
    sums: [u64; 2],
    /// Two to the length of a line.
    full: u64,
    gravity: bool,
}

impl Lines {
    /// The empty board.
    pub fn new(shape: &Shape) -> Lines {
        let windows = shape.windows(usize::from(shape.k));
        let (mut starts, mut through) = (vec![0], Vec::new());
        for cell in 0..shape.cells() as Cell {
            let own = (0..).zip(&windows).filter(|(_, window)| window.contains(&cell));
            through.extend(own.map(|(number, _): (u16, _)| number));
            starts.push(through.len() as u32);
        }
        let (sums, full) = ([windows.len() as u64; 2], 1 << shape.k);
        Lines { starts, through, stones: vec![[0; 2]; windows.len()], sums, full, gravity: shape.gravity }
    }

    fn of(&self, cell: Cell) -> std::ops::Range<usize> {
        self.starts[cell as usize] as usize..self.starts[cell as usize + 1] as usize
    }

    /// Puts a stone on a cell.
    pub fn play(&mut self, cell: Cell, seat: Seat) {
        let (own, other) = (usize::from(seat.0), usize::from(seat.other().0));
        for at in self.of(cell) {
            let stones = &mut self.stones[usize::from(self.through[at])];
            if stones[other] == 0 {
                self.sums[own] += 1 << stones[own];
            }
            if stones[own] == 0 {
                self.sums[other] -= 1 << stones[other];
            }
            stones[own] += 1;
        }
    }

    /// Takes the stone back.
    pub fn undo(&mut self, cell: Cell, seat: Seat) {
        let (own, other) = (usize::from(seat.0), usize::from(seat.other().0));
        for at in self.of(cell) {
            let stones = &mut self.stones[usize::from(self.through[at])];
            stones[own] -= 1;
            if stones[own] == 0 {
                self.sums[other] += 1 << stones[other];
            }
            if stones[other] == 0 {
                self.sums[own] -= 1 << stones[own];
            }
        }
    }

    /// The part of a side's sum that goes through a cell: what its stone there adds, and what the opponent's takes away.
    pub fn weight(&self, cell: Cell, seat: Seat) -> u64 {
        let (own, other) = (usize::from(seat.0), usize::from(seat.other().0));
        let lines = self.through[self.of(cell)].iter().map(|&line| self.stones[usize::from(line)]);
        lines.filter(|stones| stones[other] == 0).map(|stones| 1 << stones[own]).sum()
    }

    /// Whether a side with this sum does not win if the opponent is to move: it has no open line, or (`potential`, without
    /// gravity) the opponent can always answer.
    pub fn fails(&self, sum: u64, potential: bool) -> bool {
        sum == 0 || potential && !self.gravity && sum < self.full
    }

    /// A sum in parts of a full line, times a factor.
    pub fn share(&self, sum: u64, factor: u64) -> u64 {
        factor * sum / self.full
    }

    /// A side's sum.
    pub fn sum(&self, seat: Seat) -> u64 {
        self.sums[usize::from(seat.0)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;

    /// The sum by its definition.
    fn sum_by_windows(shape: &Shape, board: &[Option<Seat>], seat: Seat) -> u64 {
        let windows = shape.windows(usize::from(shape.k));
        let open =
            windows.iter().filter(|window| window.iter().all(|&cell| board[cell as usize] != Some(seat.other())));
        open.map(|window| 1 << window.iter().filter(|&&cell| board[cell as usize].is_some()).count()).sum()
    }

    #[test]
    fn sums_follow_the_stones_there_and_back() {
        let mut rng = Rng::new(4);
        for (width, height, k) in [(3, 3, 3), (6, 5, 4), (7, 4, 4), (9, 8, 5), (4, 4, 7)] {
            let shape = Shape::freestyle(width, height, k, false);
            let (mut lines, mut board) = (Lines::new(&shape), vec![None; shape.cells()]);
            let mut order: Vec<Cell> = (0..shape.cells() as Cell).collect();
            rng.shuffle(&mut order);
            let mut before = Vec::new();
            for &cell in &order {
                let seat = Seat((rng.below(3) / 2) as u8);
                before.push((cell, seat, lines.sums));
                let expected = lines.sum(seat) + lines.weight(cell, seat);
                let taken = lines.sum(seat.other()) - lines.weight(cell, seat.other());
                lines.play(cell, seat);
                board[cell as usize] = Some(seat);
                assert_eq!([lines.sum(seat), lines.sum(seat.other())], [expected, taken]);
                for seat in [Seat::FIRST, Seat::SECOND] {
                    assert_eq!(lines.sum(seat), sum_by_windows(&shape, &board, seat), "{shape}");
                }
            }
            while let Some((cell, seat, sums)) = before.pop() {
                lines.undo(cell, seat);
                assert_eq!(lines.sums, sums);
            }
        }
    }

    #[test]
    fn few_and_empty_lines_fail_only_where_the_defender_may_choose_its_cell() {
        let lines = |gravity| Lines::new(&Shape::freestyle(4, 4, 4, gravity));
        // Ten lines of four empty cells: 10/16.
        assert_eq!(lines(false).sum(Seat::FIRST), 10);
        assert!(lines(false).fails(10, true) && !lines(false).fails(10, false) && !lines(false).fails(16, true));
        assert!(!lines(true).fails(10, true) && lines(true).fails(0, true) && lines(true).fails(0, false));
    }
}
