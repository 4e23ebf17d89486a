//! Swap2 with an engine: SWAP2BOARD, and what the answers mean.

use std::time::Instant;

use super::super::process::{Heard, Process};
use super::super::talk::{self, Choice};
use super::{Manager, Turn};
use crate::base::{Fault, Forfeit, Move, Swap2, interrupt};
use crate::players::swap2::check;

impl Manager {
    /// Asks for a decision of swap2; the stones of the turn are in the order in which they were placed. `None` if the
    /// program is to quit meanwhile.
    ///
    /// An engine that does not know the command has lost no game: it says so, or waits in silence.
    ///
    /// # Errors
    /// What the engine did instead; its process is ended then.
    pub fn swap2(&mut self, turn: &Turn<'_>) -> Result<Option<Swap2>, Forfeit> {
        let result = self.begin(turn).and_then(|()| self.ask_swap2(turn));
        if !matches!(result, Ok(Some(_))) {
            self.end();
        }
        result
    }

    fn ask_swap2(&mut self, turn: &Turn<'_>) -> Result<Option<Swap2>, Forfeit> {
        let placed: Vec<Move> = turn.stones.iter().map(|&(cell, _)| Move(cell)).collect();
        self.forget_lines();
        self.say_time_left();
        let cpu = self.process.as_ref().and_then(Process::cpu_time);
        let asked = Instant::now();
        self.say(&talk::swap2_board(&turn.shape, turn.stones));
        let deadline = self.deadline(turn, asked);
        // The last thing that was no decision and no remark, and the last remark.
        let (mut words, mut remark) = (None, String::new());
        loop {
            let line = match self.hear_timed(deadline) {
                (Heard::Line(line), at) if at > deadline => return Err(self.late(turn, false, &line)),
                (Heard::Line(line), _) => line,
                (Heard::Gone, _) => return Err(self.died("at SWAP2BOARD")),
                (Heard::Nothing, _) if interrupt::quitting() => return Ok(None),
                (Heard::Nothing, _) => {
                    return Err(match words {
                        Some(text) => Fault::Illegal.because(format!("illegal in swap2: '{text}' is no decision")),
                        None if self.was_idle(cpu, asked.elapsed()) => Fault::Unable
                            .because("it does not play swap2: it was silent and idle after SWAP2BOARD".to_string()),
                        None => self.late(turn, false, &remark),
                    });
                }
            };
            let decision = match talk::choice(&turn.shape, &line) {
                Choice::Swap => Swap2::Swap,
                Choice::Stones(cells) => Swap2::Place(cells.into_iter().map(Move).collect()),
                Choice::Refusal => {
                    let reason = format!("it does not play swap2: it answered SWAP2BOARD with '{line}'");
                    return Err(Fault::Unable.because(reason));
                }
                Choice::NoPoint => {
                    let (x, y) = (turn.shape.width - 1, turn.shape.height - 1);
                    let problem = format!("illegal in swap2: '{line}' is not made of points from 0,0 to {x},{y}");
                    return Err(Fault::Illegal.because(problem));
                }
                Choice::Remark => {
                    remark = line;
                    continue;
                }
                Choice::Words => {
                    words = Some(line);
                    continue;
                }
            };
            check(&turn.shape, &placed, &decision)?;
            self.used += asked.elapsed();
            return Ok(Some(decision));
        }
    }
}
