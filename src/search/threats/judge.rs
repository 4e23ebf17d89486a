//! What answers what: whether a four decides, what a side threatens with one, which moves leave something to stop it with.
//!
//! Each answer is found by playing the moves, so that it holds under every rule set: fours of the defender's own, blocks from
//! afar, points that become forbidden or cease to be are all among them.

use super::board::{Board, Kind, stops};
use crate::base::{Move, Position, RuleSet, Shape};

/// The questions, with the board that they are read off.
#[derive(Clone, Debug)]
pub(super) struct Judge {
    board: Board,
    /// Completions of the last four, and what stops them.
    cells: Vec<Move>,
    /// Fours that decide, and answers; kept, since a search has no time to ask for memory.
    threats: Vec<Move>,
    answers: Vec<Move>,
    dangers: Vec<Move>,
}

impl Judge {
    pub fn new(shape: &Shape) -> Judge {
        let most = || Vec::with_capacity(shape.cells());
        Judge { board: Board::new(shape), cells: most(), threats: most(), answers: most(), dangers: most() }
    }

    /// The moves that stop the four that the stone just played makes; nothing if it makes none. That the side to move cannot
    /// complete a line of its own is known.
    pub fn replies_to_four<P: Position>(&mut self, position: &mut P, mv: Move) -> Option<&[Move]> {
        self.cells.clear();
        self.board.completions(position, mv, &mut self.cells);
        let completions = self.cells.len();
        if completions == 0 {
            return None;
        }
        self.board.replies(position, 0, &mut self.cells);
        Some(&self.cells[completions..])
    }

    /// Whether a move of the side to move is a four that nothing stops, and stops these completions of the other side.
    fn decides<P: Position>(&mut self, position: &mut P, mv: Move, dangers: &[Move]) -> bool {
        if !position.is_legal(mv) || !stops(position, dangers, mv) {
            return false;
        }
        let undo = position.play(mv);
        let decides = self.replies_to_four(position, mv).is_some_and(<[Move]>::is_empty);
        position.undo(undo);
        decides
    }

    /// The fours that nothing would stop if the side that has just moved had another turn. That neither side completes a line
    /// at once is known.
    pub fn threatened<P: Position>(&mut self, position: &mut P) -> &[Move] {
        self.threats.clear();
        if position.pass() {
            self.board.read(position, Kind::Fours);
            // One completion is stopped on its cell, unless that is forbidden.
            let least = if position.shape().rules == RuleSet::Renju { 1 } else { 2 };
            let mut threats = std::mem::take(&mut self.threats);
            threats.extend(self.board.moves_of(least));
            threats.retain(|&mv| self.decides(position, mv, &[]));
            self.threats = threats;
            position.unpass();
        }
        &self.threats
    }

    /// The moves of an attack that wins neither at once nor by fours: fours and what may make a three or, where the other side
    /// could complete a line, all that stops it. Every move is among them after which the side has a four on the board or
    /// could, with another turn, play one that nothing stops.
    pub fn attacks<P: Position>(&mut self, position: &mut P) -> Vec<Move> {
        self.board.read(position, Kind::Fours);
        if !self.board.dangers.is_empty() {
            self.stop_dangers(position);
            return self.answers.clone();
        }
        let mut moves: Vec<Move> = self.board.moves_of(1).collect();
        self.board.read(position, Kind::Threes);
        let threes: Vec<Move> = self.board.moves_of(1).filter(|mv| !moves.contains(mv)).collect();
        moves.extend(threes);
        moves.retain(|&mv| !position.loses_at(mv));
        if position.shape().rules == RuleSet::Renju {
            self.attacks_by_prohibitions(position, &mut moves);
        }
        moves
    }

    /// Under renju, adds the moves that make no part of a line and threaten all the same, since they change what is forbidden
    /// to black: of black those that lift it from a four that nothing would stop, of white those that forbid the one point
    /// that would stop a four. `moves` holds the fours and what may make a three. Rarely is there such a four; where there
    /// is, every other move is tried.
    fn attacks_by_prohibitions<P: Position>(&mut self, position: &mut P, moves: &mut Vec<Move>) {
        self.board.read(position, Kind::Fours);
        let mut fours = std::mem::take(&mut self.threats);
        fours.clear();
        fours.extend(self.board.moves_of(1));
        fours.retain(|&four| {
            let is_forbidden = position.loses_at(four);
            let undo = position.play(four);
            self.cells.clear();
            self.board.completions(position, four, &mut self.cells);
            let hangs = match self.cells[..] {
                [] => false,
                [only] => position.is_spared(only),
                _ => is_forbidden,
            };
            position.undo(undo);
            hangs
        });
        if !fours.is_empty() {
            let lines = moves.len();
            moves.extend(position.moves());
            let mut kept = lines;
            for place in lines..moves.len() {
                let mv = moves[place];
                if !moves[..lines].contains(&mv) && !fours.contains(&mv) && self.releases(position, mv, &fours) {
                    moves[kept] = mv;
                    kept += 1;
                }
            }
            moves.truncate(kept);
        }
        self.threats = fours;
    }

    /// Whether one of these fours would decide in the next turn of the side to move, if it now played a move.
    fn releases<P: Position>(&mut self, position: &mut P, mv: Move, fours: &[Move]) -> bool {
        if position.loses_at(mv) {
            return false;
        }
        let undo = position.play(mv);
        let mut decides = false;
        if position.pass() {
            decides = fours.iter().any(|&four| self.decides(position, four, &[]));
            position.unpass();
        }
        position.undo(undo);
        decides
    }

    /// The moves of the side to move after which the other side neither completes a line nor has a four that decides, and that
    /// do not lose by themselves; those that complete a line of its own, if there are any, with true.
    pub fn replies<P: Position>(&mut self, position: &mut P) -> (&[Move], bool) {
        self.board.read(position, Kind::Fours);
        let wins = !self.board.wins.is_empty();
        if wins {
            self.answers.clone_from(&self.board.wins);
        } else if !self.board.dangers.is_empty() {
            self.stop_dangers(position);
        } else {
            self.threatened(position);
            self.answer_threats(position);
        }
        (&self.answers, wins)
    }

    /// The moves of the side to move that leave the other side no four that decides, where it threatens one and neither side
    /// completes a line at once.
    pub fn answers<P: Position>(&mut self, position: &mut P) -> Option<&[Move]> {
        self.board.read(position, Kind::Fours);
        let quiet = self.board.wins.is_empty() && self.board.dangers.is_empty();
        if !quiet || self.threatened(position).is_empty() {
            return None;
        }
        self.answer_threats(position);
        Some(&self.answers)
    }

    /// Finds the moves that leave none of the threatened fours.
    fn answer_threats<P: Position>(&mut self, position: &mut P) {
        let (threats, mut answers) = (std::mem::take(&mut self.threats), std::mem::take(&mut self.answers));
        let mut dangers = std::mem::take(&mut self.dangers);
        answers.clear();
        answers.extend(position.moves());
        answers.retain(|&answer| {
            if position.loses_at(answer) {
                return false;
            }
            let undo = position.play(answer);
            dangers.clear();
            self.board.completions(position, answer, &mut dangers);
            let answers = !threats.iter().any(|&four| self.decides(position, four, &dangers));
            position.undo(undo);
            answers
        });
        (self.threats, self.answers, self.dangers) = (threats, answers, dangers);
    }

    /// Finds the moves of the side to move that stop the completions of the other side that were read.
    fn stop_dangers<P: Position>(&mut self, position: &mut P) {
        let count = self.board.dangers.len();
        self.answers.clone_from(&self.board.dangers);
        self.board.replies(position, 0, &mut self.answers);
        self.answers.drain(..count);
    }
}
