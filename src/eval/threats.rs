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

/// A line of the board, by seat.
#[derive(Clone, Copy, Debug)]
struct LineState {
    stones: [u32; 2],
    /// What its points give.
    worth: [i64; 2],
    /// Cells on it.
    length: u32,
}

/// Where a cell lies on a line.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    line: u16,
    index: u16,
}

/// The evaluator; see the module.
#[derive(Clone)]
pub struct Threats {
    sums: Sums,
    lines: Box<[LineState]>,
    /// For each cell the four lines through it.
    places: Box<[[Place; 4]]>,
    /// For each cell 1 in the centre, else 0.
    centre: Box<[i64]>,
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
        let mut places = vec![[Place::default(); 4]; shape.cells()];
        let mut lines = Vec::new();
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            for start in (0..shape.cells() as Cell).filter(|&cell| shape.step(cell, step, -1).is_none()) {
                let mut length = 0;
                for cell in (0..).map_while(|steps| shape.step(start, step, steps)) {
                    places[cell as usize][direction] = Place { line: lines.len() as u16, index: length };
                    length += 1;
                }
                lines.push(LineState { stones: [0; 2], worth: [0; 2], length: length.into() });
            }
        }
        let inside = |at: usize, side: u8| {
            let first = (side as usize).saturating_sub(rules.centre_side) / 2;
            (first..first + rules.centre_side).contains(&at)
        };
        let central = |cell| inside(shape.column(cell), shape.width) && inside(shape.row(cell), shape.height);
        Threats {
            sums: Sums::default(),
            lines: lines.into(),
            places: places.into(),
            centre: (0..shape.cells() as Cell).map(|cell| i64::from(central(cell))).collect(),
            root: Seat::FIRST,
            rules,
        }
    }

    /// The lines through a cell as they are once a seat has a stone there, and both sides' sums then.
    #[inline]
    fn with_stone(&self, cell: Cell, seat: usize) -> ([[i64; 2]; 4], Sums) {
        let (mut sums, mut after) = (self.sums, [[0; 2]; 4]);
        for (place, after) in self.places[cell as usize].into_iter().zip(&mut after) {
            let line = self.lines[place.line as usize];
            let mut stones = line.stones;
            stones[seat & 1] |= 1 << place.index;
            for side in 0..2 {
                let masks = patterns(stones[side], stones[1 - side], line.length, self.rules.count);
                let counted = masks.into_iter().zip(self.rules.worth);
                after[side] = counted.map(|(mask, worth)| i64::from(mask.count_ones()) * worth).sum();
                sums.threats[side] += after[side] - line.worth[side];
            }
        }
        sums.centre[seat & 1] += self.centre[cell as usize];
        (after, sums)
    }

    #[inline]
    fn place(&mut self, cell: Cell, seat: usize) -> ThreatsUndo {
        let (after, sums) = self.with_stone(cell, seat);
        let mut undo = ThreatsUndo { sums: self.sums, worth: [[0; 2]; 4] };
        for (direction, place) in self.places[cell as usize].into_iter().enumerate() {
            let line = &mut self.lines[place.line as usize];
            line.stones[seat & 1] |= 1 << place.index;
            undo.worth[direction] = line.worth;
            line.worth = after[direction];
        }
        self.sums = sums;
        undo
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
        // No stones, no threats: the sum of all changes is the value.
        self.sums = Sums::default();
        for line in &mut self.lines {
            (line.stones, line.worth) = ([0; 2], [0; 2]);
        }
        for cell in 0..self.places.len() as Cell {
            if let Some(seat) = position.stone(cell) {
                self.place(cell, seat.0 as usize);
            }
        }
    }

    #[inline]
    fn play(&mut self, position: &P, mv: Move) -> ThreatsUndo {
        self.place(position.landing(mv), position.turn().0 as usize)
    }

    #[inline]
    fn undo(&mut self, position: &P, mv: Move, undo: ThreatsUndo) {
        let (cell, seat) = (position.landing(mv), position.turn().0 as usize & 1);
        for (place, worth) in self.places[cell as usize].into_iter().zip(undo.worth) {
            let line = &mut self.lines[place.line as usize];
            line.stones[seat] &= !(1 << place.index);
            line.worth = worth;
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
        let (_, sums) = self.with_stone(position.landing(mv), turn.0 as usize);
        -self.weigh(&sums, turn.other())
    }

    #[inline]
    fn value_after_by_opponent(&mut self, position: &mut P, mv: Move) -> Score {
        let turn = position.turn();
        let (_, sums) = self.with_stone(position.landing(mv), turn.other().0 as usize);
        -self.weigh(&sums, turn)
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
        for line in &self.lines {
            let stones = [own, own.other()].map(|seat| line.stones[seat.0 as usize & 1]);
            for (side, counts) in counts.iter_mut().enumerate() {
                let masks = patterns(stones[side], stones[1 - side], line.length, rules.count);
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

#[cfg(test)]
mod tests {
    use super::super::line_patterns::pattern_at;
    use super::super::test_board::{GOMOKU, TestBoard, random_game};
    use super::*;

    /// The sum over all empty points and directions, each looked at by itself.
    fn canonical(board: &TestBoard, rules: &ThreatRules, own: Seat) -> i64 {
        let side = |seat: Seat| {
            let mut sum = 0;
            for cell in (0..board.shape().cells() as Cell).filter(|&cell| board.stone(cell).is_none()) {
                for direction in 0..4 {
                    let (mine, theirs) = (board.line(seat, cell, direction), board.line(seat.other(), cell, direction));
                    let found = pattern_at(mine.bits, theirs.bits, mine.index, mine.length, rules.count);
                    sum += PATTERNS
                        .into_iter()
                        .zip(rules.worth)
                        .filter(|(pattern, _)| Some(*pattern) == found)
                        .map(|(_, worth)| worth)
                        .sum::<i64>();
                }
            }
            sum
        };
        side(own) * rules.attack_thousandths / 1000 - side(own.other())
    }

    #[test]
    fn values_are_the_sum_over_all_points() {
        for text in ["doc-g{centre_side=0}", "doc-g-printed{centre_side=0,mover=0,attack=0.75}"] {
            let config: super::super::EvalConfig = text.parse().unwrap();
            let super::super::Body::Threats(rules) = config.spec().unwrap().body else { panic!("{text}") };
            let (rules, mut threats_seen) = (rules(&config), 0);
            for seed in 0..3 {
                // A crowded strip, so that patterns are frequent.
                for shape in [GOMOKU, Shape { width: 9, height: 5, ..GOMOKU }] {
                    let mut board = TestBoard::new(shape);
                    let mut threats = Threats::new(&shape, rules);
                    Evaluator::<TestBoard>::reset(&mut threats, &board);
                    for mv in random_game(&board, seed) {
                        threats.play(&board, mv);
                        board.play(mv);
                        let for_first = canonical(&board, &rules, Seat::FIRST);
                        let sign = if board.turn() == Seat::FIRST { 1 } else { -1 };
                        assert_eq!(i64::from(threats.value(&board)), sign * for_first, "{text}");
                        threats_seen += u32::from(for_first != 0);
                    }
                }
            }
            assert!(threats_seen > 50, "{threats_seen}");
        }
    }
}
