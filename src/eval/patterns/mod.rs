//! Evaluation by patterns: what a stone on each empty cell would make of its four lines, for both sides.
//!
//! * `line_class` defines what a stone makes of a line, under each rule set; `half_lines` packs lines into codes, and
//!   `line_table` looks them up;
//! * `cell_class` joins the four lines of a cell: its threat, and the entry by which it counts;
//! * `board` keeps all of it up to date around the last stone, by tables that are made once for a rule set;
//! * `weights` says what patterns are worth.
//!
//! A position is worth what the empty cells are worth to either side, and what the threats of both mean to the side that
//! is to move: a five that it can make, a four that it cannot answer.

mod board;
mod cell_class;
mod half_lines;
mod line_class;
mod line_table;
#[cfg(test)]
mod tests;
mod weights;

use std::sync::Arc;

use self::board::PatternBoard;
use self::cell_class::Scores;
use self::weights::{SeatCells, Worth};
use super::{Body, EvalConfig, EvaluatorSpec, saturate};
use crate::base::{Cell, Evaluator, MAX_SIDE, Move, Position, RuleSet, Score, Seat, Shape, Threat, ThreatCounts};

/// The registry's entry.
pub const SPEC: EvaluatorSpec = EvaluatorSpec {
    name: "patterns",
    meaning: "what a stone on each empty cell would make of its lines, by tables for each rule set, and the threats of both",
    weights: weights::WEIGHTS,
    supports,
    body: Body::Patterns,
};

fn supports(shape: &Shape) -> Result<(), String> {
    match shape.k {
        _ if shape.gravity => Err("its cells can be taken in any order, here stones fall".to_string()),
        5 => Ok(()),
        k => Err(format!("it knows patterns of five in a row, not of {k}")),
    }
}

/// The evaluator; see the module.
#[derive(Clone, Debug)]
pub struct Patterns {
    board: PatternBoard,
    cells: [SeatCells; 2],
    worth: Arc<Worth>,
}

impl Patterns {
    /// For a board that [`SPEC`] supports.
    pub fn new(config: &EvalConfig, shape: &Shape) -> Patterns {
        let worth = Arc::new(Worth::new(config));
        let first = worth.cells_of(shape.rules, Seat::FIRST);
        let second =
            if shape.rules == RuleSet::Renju { worth.cells_of(shape.rules, Seat::SECOND) } else { first.clone() };
        let entries = [&first, &second].map(|cells| Arc::clone(&cells.entries));
        Patterns { board: PatternBoard::new(shape, entries), cells: [first, second], worth }
    }
}

impl<P: Position> Evaluator<P> for Patterns {
    const SEES_THREATS: bool = true;

    /// What is saved lies in the evaluator.
    type Undo = ();

    fn reset(&mut self, position: &P) {
        self.board.reset(|cell| position.stone(cell));
    }

    #[inline(always)]
    fn play(&mut self, position: &P, mv: Move) {
        self.board.place(position.landing(mv), position.turn());
    }

    #[inline(always)]
    fn undo(&mut self, position: &P, mv: Move, _undo: ()) {
        self.board.take_back(position.landing(mv));
    }

    #[inline]
    fn value(&mut self, position: &P) -> Score {
        let turn = position.turn();
        saturate::saturate(self.worth.value(self.board.total(turn), self.board.total(turn.other())))
    }

    #[inline]
    fn move_score(&mut self, position: &mut P, mv: Move) -> Score {
        let (cell, turn) = (position.landing(mv), position.turn());
        let score = |scores: &Scores, seat| scores[self.board.cell(cell, seat) as usize];
        let other = turn.other();
        score(&self.cells[turn.0 as usize & 1].own, turn) + score(&self.cells[other.0 as usize & 1].opposing, other)
    }

    fn terms(&mut self, position: &P) -> Vec<(String, Score)> {
        let turn = position.turn();
        let terms = self.worth.terms(self.board.total(turn), self.board.total(turn.other()));
        saturate::split(terms, Evaluator::<P>::value(self, position))
    }

    #[inline]
    fn threat(&self, cell: Cell, seat: Seat) -> Threat {
        self.board.threat(cell, seat)
    }

    #[inline]
    fn may_be_forbidden(&self, cell: Cell, seat: Seat) -> bool {
        self.board.may_be_forbidden(cell, seat)
    }

    #[inline]
    fn threat_counts(&self, seat: Seat) -> ThreatCounts {
        self.board.total(seat).counts()
    }

    #[inline]
    fn threat_cells(&self, seat: Seat, at_least: Threat, rows: &mut [u32; MAX_SIDE]) -> usize {
        self.board.threat_cells(seat, at_least, rows)
    }
}
