//! A job that panics, and a ledger that changed on the disk.

use super::*;
use crate::arena::pool::{self, Progress};
use crate::base::{Cell, MAX_SIDE, Move, Position, Seat, Shape};
use crate::games::tictactoe::TicTacToe;
use crate::records::folder::Folder;
use crate::records::ledger::Header;

/// Tic-tac-toe whose board breaks under a sixth stone in the middle.
#[derive(Clone)]
struct Brittle(TicTacToe);

impl Position for Brittle {
    type Undo = <TicTacToe as Position>::Undo;

    fn play(&mut self, mv: Move) -> Self::Undo {
        assert!(mv != Move(4) || self.ply() != 5, "the board broke");
        self.0.play(mv)
    }
    fn undo(&mut self, undo: Self::Undo) {
        self.0.undo(undo);
    }
    fn shape(&self) -> Shape {
        self.0.shape()
    }
    fn move_codes(&self) -> u16 {
        self.0.move_codes()
    }
    fn is_legal(&self, mv: Move) -> bool {
        self.0.is_legal(mv)
    }
    fn landing(&self, mv: Move) -> Cell {
        self.0.landing(mv)
    }
    fn stone(&self, cell: Cell) -> Option<Seat> {
        self.0.stone(cell)
    }
    fn last_mover_won(&self) -> bool {
        self.0.last_mover_won()
    }
    fn is_full(&self) -> bool {
        self.0.is_full()
    }
    fn key(&self) -> u64 {
        self.0.key()
    }
    fn ply(&self) -> u32 {
        self.0.ply()
    }
    fn footprint(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        self.0.footprint(rows)
    }
    fn openings(&self, rows: &mut [u32; MAX_SIDE]) -> usize {
        self.0.openings(rows)
    }
    fn opponent_wins_at(&self, mv: Move) -> bool {
        self.0.opponent_wins_at(mv)
    }
}

#[test]
fn a_panic_is_a_row_and_the_run_goes_on() {
    let (plan, whole, scratch) = (plan(MATCH), Scratch::new(), Scratch::new());
    run(&plan, &whole.0, &options(2)).unwrap();
    let header = Header::new(plan.hash());
    let mut folder = Folder::open(&scratch.0, &plan.to_toml(true), &header, plan.job_count()).unwrap();
    let threads = pool::threads(2).unwrap();
    let start = Brittle(TicTacToe::new());
    pool::run(&threads, &plan, &start, folder.ledger_mut(), None, &Progress::new(2)).unwrap();
    let (done, failed) = (folder.ledger().index().done_count(), folder.ledger().index().failed_count());
    assert!(done > 0 && failed > 0 && done + failed == plan.job_count(), "{done} done, {failed} failed");
    for record in folder.ledger().records().unwrap().map(Result::unwrap).filter(|record| record.err().is_some()) {
        let game = record.game.as_ref().unwrap();
        assert_eq!((record.err(), game.end.as_str(), &game.outcome), (Some("panic: the board broke"), "error", &None));
        assert!(!game.opening.is_empty() && !game.first_config.is_empty() && record.moves.is_empty());
    }
    drop(folder);
    // On a sound board the failed jobs run again, and nothing of the panics is left.
    let outcome = run(&plan, &scratch.0, &options(2)).unwrap();
    assert!(outcome.is_complete() && outcome.ran == failed, "{outcome:?}");
    assert_eq!(files(&scratch.0), files(&whole.0));
}

#[test]
fn a_changed_digit_in_the_ledger_costs_one_job() {
    for toml in [MATCH, SEARCH] {
        let (plan, scratch) = (plan(toml), Scratch::new());
        run(&plan, &scratch.0, &options(2)).unwrap();
        let (before, path) = (files(&scratch.0), scratch.0.join(ledger::FILE_NAME));
        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        let digit = middle + bytes[middle..].iter().position(u8::is_ascii_digit).unwrap();
        bytes[digit] = if bytes[digit] == b'9' { b'8' } else { bytes[digit] + 1 };
        let line = 1 + bytes[..digit].iter().filter(|byte| **byte == b'\n').count();
        fs::write(&path, &bytes).unwrap();
        let outcome = run(&plan, &scratch.0, &options(2)).unwrap();
        assert!(outcome.is_complete() && outcome.ran == 1, "{outcome:?}");
        assert!(
            outcome.notices[0].contains(&format!("ledger: damaged lines are not used (line {line}: ")),
            "{outcome:?}"
        );
        assert_eq!(files(&scratch.0), before);
        assert_eq!(run(&plan, &scratch.0, &options(2)).unwrap().ran, 0);
    }
}
