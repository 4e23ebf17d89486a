//! Evaluation by threats on empty points, kept line by line: the body of document G's whole-board score.
//!
//! A point's threats in a direction depend on the stones of that line alone, so the sum over all points is a sum over
//! lines, and a stone changes four of them. Each line is counted at once for all its points by shifts of its bits.

use super::line_patterns::{Count, PATTERNS, Pattern, patterns};
use super::point::PointScore;
use super::saturate::{saturate, split};
use crate::base::shape::DIRECTIONS;
use crate::base::{Cell, Evaluator, MAX_SIDE, Move, Position, Score, Seat, Shape};

/// Largest side of the centre square.
pub const MAX_CENTRE_SIDE: u32 = MAX_SIDE as u32;

/// What threats are worth.
#[derive(Clone, Copy, Debug)]
pub struct ThreatRules {
    /// A point at which a stone makes each of [`PATTERNS`].
    pub worth: [i64; 4],
    /// Factor on one's own threats, in thousandths.
    pub attack_thousandths: i64,
    /// An own stone in the centre.
    pub centre_own: i64,
    /// A stone of the opponent in the centre.
    pub centre_opponent: i64,
    /// Side of the centre square.
    pub centre_side: usize,
    /// When the stones of a pattern are counted.
    pub count: Count,
    /// Whether "own" is the side to move at the leaf instead of the one that moves at the root.
    pub for_mover: bool,
    /// Whether a point is scored for the root's side whoever is to move.
    pub one_colour: bool,
    /// The score of a single point.
    pub point: PointScore,
}

/// What both sides have, by seat.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    threats: [i64; 2],
    centre: [i64; 2],
}

/// The evaluator; see the module.
#[derive(Clone)]
pub struct Threats {
    sums: Sums,
    /// What each line gives either seat.
    worth: Box<[[i64; 2]]>,
    /// For each cell the four lines through it.
    lines: Box<[[u16; 4]]>,
    /// For each cell 1 in the centre, else 0.
    centre: Box<[i64]>,
    /// A cell and the direction of each line.
    starts: Box<[(Cell, usize)]>,
    root: Seat,
    rules: ThreatRules,
}

/// What [`Threats`] saves to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct ThreatsUndo {
    sums: Sums,
    worth: [[i64; 2]; 4],
}

impl Threats {
    /// For a board.
    pub fn new(shape: &Shape, rules: ThreatRules) -> Threats {
        let mut lines = vec![[0u16; 4]; shape.cells()];
        let mut starts = Vec::new();
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            for start in (0..shape.cells() as Cell).filter(|&cell| shape.step(cell, step, -1).is_none()) {
                for cell in (0..).map_while(|steps| shape.step(start, step, steps)) {
                    lines[cell as usize][direction] = starts.len() as u16;
                }
                starts.push((start, direction));
            }
        }
        let inside = |at: usize, side: u8| {
            let first = (side as usize).saturating_sub(rules.centre_side) / 2;
            (first..first + rules.centre_side).contains(&at)
        };
        let central = |cell| inside(shape.column(cell), shape.width) && inside(shape.row(cell), shape.height);
        Threats {
            sums: Sums::default(),
            worth: vec![[0; 2]; starts.len()].into(),
            lines: lines.into(),
            centre: (0..shape.cells() as Cell).map(|cell| i64::from(central(cell))).collect(),
            starts: starts.into(),
            root: Seat::FIRST,
            rules,
        }
    }

    #[inline]
    fn line_worth(&self, first: u32, second: u32, length: u32) -> [i64; 2] {
        let of = |own: u32, other: u32| {
            let masks = patterns(own, other, length, self.rules.count);
            masks.into_iter().zip(self.rules.worth).map(|(mask, worth)| i64::from(mask.count_ones()) * worth).sum()
        };
        [of(first, second), of(second, first)]
    }

    /// The lines through a cell as they are once a seat has a stone there, and both sides' sums then.
    #[inline]
    fn with_stone<P: Position>(&self, position: &P, cell: Cell, seat: Seat) -> ([[i64; 2]; 4], Sums) {
        let (mut sums, mut after) = (self.sums, [[0; 2]; 4]);
        let lines = self.lines[cell as usize];
        for direction in 0..4 {
            let first = position.line(Seat::FIRST, cell, direction);
            let second = position.line(Seat::SECOND, cell, direction);
            let stone = 1u32 << first.index;
            let (first_stone, second_stone) = if seat == Seat::FIRST { (stone, 0) } else { (0, stone) };
            let worth = self.line_worth(first.bits | first_stone, second.bits | second_stone, first.length);
            let before = self.worth[lines[direction] as usize];
            sums.threats[0] += worth[0] - before[0];
            sums.threats[1] += worth[1] - before[1];
            after[direction] = worth;
        }
        sums.centre[seat.0 as usize & 1] += self.centre[cell as usize];
        (after, sums)
    }

    /// The value for the side to move.
    #[inline]
    fn weigh(&self, sums: &Sums, turn: Seat) -> Score {
        let rules = &self.rules;
        let own = if rules.for_mover { turn } else { self.root };
        let (mine, theirs) = (own.0 as usize & 1, own.other().0 as usize & 1);
        let threats = sums.threats[mine] * rules.attack_thousandths / 1000 - sums.threats[theirs];
        let centre = sums.centre[mine] * rules.centre_own + sums.centre[theirs] * rules.centre_opponent;
        let value = threats + centre;
        saturate(if own == turn { value } else { -value })
    }
}

impl<P: Position> Evaluator<P> for Threats {
    type Undo = ThreatsUndo;

    fn reset(&mut self, position: &P) {
        self.root = position.turn();
        self.sums = Sums::default();
        for line in 0..self.starts.len() {
            let (start, direction) = self.starts[line];
            let first = position.line(Seat::FIRST, start, direction);
            let second = position.line(Seat::SECOND, start, direction);
            let worth = self.line_worth(first.bits, second.bits, first.length);
            self.worth[line] = worth;
            self.sums.threats[0] += worth[0];
            self.sums.threats[1] += worth[1];
        }
        for cell in 0..self.centre.len() {
            if let Some(seat) = position.stone(cell as Cell) {
                self.sums.centre[seat.0 as usize & 1] += self.centre[cell];
            }
        }
    }

    #[inline]
    fn play(&mut self, position: &P, mv: Move) -> ThreatsUndo {
        let cell = position.landing(mv);
        let (after, sums) = self.with_stone(position, cell, position.turn());
        let lines = self.lines[cell as usize];
        let undo = ThreatsUndo { sums: self.sums, worth: lines.map(|line| self.worth[line as usize]) };
        for (line, worth) in lines.into_iter().zip(after) {
            self.worth[line as usize] = worth;
        }
        self.sums = sums;
        undo
    }

    #[inline]
    fn undo(&mut self, position: &P, mv: Move, undo: ThreatsUndo) {
        let cell = position.landing(mv);
        for (line, worth) in self.lines[cell as usize].into_iter().zip(undo.worth) {
            self.worth[line as usize] = worth;
        }
        self.sums = undo.sums;
    }

    #[inline]
    fn value(&mut self, position: &P) -> Score {
        self.weigh(&self.sums, position.turn())
    }

    #[inline]
    fn value_after(&mut self, position: &mut P, mv: Move) -> Score {
        let turn = position.turn();
        let (_, sums) = self.with_stone(position, position.landing(mv), turn);
        -self.weigh(&sums, turn.other())
    }

    #[inline]
    fn move_score(&mut self, position: &mut P, mv: Move) -> Score {
        let own = if self.rules.one_colour { self.root } else { position.turn() };
        self.rules.point.score(position, position.landing(mv), own)
    }

    fn terms(&mut self, position: &P) -> Vec<(String, Score)> {
        let (rules, turn) = (self.rules, position.turn());
        let own = if rules.for_mover { turn } else { self.root };
        let sign = if own == turn { 1 } else { -1 };
        let mut counts = [[0i64; 4]; 2];
        for &(start, direction) in &self.starts {
            let lines = [own, own.other()].map(|seat| position.line(seat, start, direction));
            for (side, counts) in counts.iter_mut().enumerate() {
                let masks = patterns(lines[side].bits, lines[1 - side].bits, lines[side].length, rules.count);
                for (count, mask) in counts.iter_mut().zip(masks) {
                    *count += i64::from(mask.count_ones());
                }
            }
        }
        let whose = |side: usize| if (side == 0) == (own == turn) { "own" } else { "opposing" };
        let mut terms = Vec::new();
        for (side, counts) in counts.into_iter().enumerate() {
            for (i, pattern) in PATTERNS.into_iter().enumerate() {
                let name = match pattern {
                    Pattern::Five => "points for five",
                    Pattern::LiveFour => "points for an open four",
                    Pattern::RushFour => "points for a rush four",
                    Pattern::LiveThree => "points for an open three",
                };
                let worth = counts[i] * rules.worth[i];
                let worth = if side == 0 { worth * rules.attack_thousandths / 1000 } else { -worth };
                terms.push((format!("{} {name}", whose(side)), sign * worth));
            }
            let seat = if side == 0 { own } else { own.other() };
            let stone = if side == 0 { rules.centre_own } else { rules.centre_opponent };
            terms.push((format!("{} centre", whose(side)), sign * self.sums.centre[seat.0 as usize & 1] * stone));
        }
        // The factor is applied to the sum of all threats; a term each rounds differently.
        let value = Evaluator::<P>::value(self, position);
        let rest = i64::from(value) - terms.iter().map(|(_, term)| term).sum::<i64>();
        if rest.abs() <= PATTERNS.len() as i64 {
            terms.push(("rounding".to_string(), rest));
        }
        split(terms, value)
    }
}
