//! An order of moves that leads to a given board: whether a board can arise at all.

use std::collections::HashSet;

use anyhow::{Result, bail};

use super::canonical::{Canonical, prohibition};
use super::notation::cell_text;
use crate::base::{Cell, Move, Position, RuleSet, Seat};

/// How many combinations of column heights are tried for a board of a drop game.
const TRIES: usize = 1_000_000;

/// Moves from the start that lead to a board. The last one completes a line if there is one. Whether another move before it
/// was forbidden is not asked, as long as it left no overline.
///
/// Errors say why the board cannot arise: wrong stone counts, floating stones, a line that was complete before the last
/// move.
pub(super) fn order_of_play<P: Position>(start: &P, cells: &[Option<Seat>]) -> Result<Vec<Move>> {
    let shape = start.shape();
    let stones_of = |seat: Seat| -> Vec<Cell> {
        (0..shape.cells() as Cell).filter(|&cell| cells.get(cell as usize) == Some(&Some(seat))).collect()
    };
    let (first, second) = (stones_of(Seat::FIRST), stones_of(Seat::SECOND));
    if first.len() != second.len() && first.len() != second.len() + 1 {
        bail!("the stone counts are {} of X and {} of O; expected as many or one more of X", first.len(), second.len());
    }
    let last_mover = if first.len() > second.len() { Seat::FIRST } else { Seat::SECOND };
    let mut twin = Canonical::of_cells(&shape, cells);
    if twin.has_line(last_mover.other()) {
        bail!("a line was complete before the last move");
    }
    let floats =
        |cell: Cell| shape.gravity && shape.step(cell, (0, -1), 1).is_some_and(|below| twin.stone(below).is_none());
    if let Some(&floating) = first.iter().chain(&second).find(|&&cell| floats(cell)) {
        bail!("the stone on {} floats", cell_text(&shape, floating));
    }
    if twin.has_overline() && last_mover != Seat::FIRST {
        bail!("an overline of X, which is forbidden, was there before the last move");
    }
    let [mut own, others] = if last_mover == Seat::FIRST { [first, second] } else { [second, first] };
    let mut winning = None;
    if twin.has_line(last_mover) || twin.has_overline() {
        let covered = |twin: &Canonical, cell: Cell| {
            shape.gravity && shape.step(cell, (0, 1), 1).is_some_and(|above| twin.stone(above).is_some())
        };
        let opens = |cell: &Cell| {
            if covered(&twin, *cell) {
                return false;
            }
            twin.take(*cell);
            let open = !twin.has_line(last_mover) && !twin.has_overline();
            twin.put(*cell, last_mover);
            open
        };
        let Some(at) = own.iter().position(opens) else {
            bail!("its lines would be complete without the last stone");
        };
        let cell = own.remove(at);
        if shape.gravity {
            twin.take(cell);
            winning = Some(Move(shape.column(cell) as u16));
        } else {
            own.push(cell);
        }
    } else if let (RuleSet::Renju, Seat::FIRST) = (shape.rules, last_mover)
        && let Some(at) = own.iter().position(|&cell| prohibition(&twin, cell).is_none())
    {
        // The last stone is one that was allowed there, if there is one: then the game goes on.
        let cell = own.remove(at);
        own.push(cell);
    }
    if shape.gravity {
        return by_columns(start, &twin, winning);
    }
    let (first, second) = if last_mover == Seat::FIRST { (own, others) } else { (others, own) };
    let mut second = second.into_iter();
    Ok(first.into_iter().flat_map(|cell| std::iter::once(cell).chain(second.next())).map(Move).collect())
}

/// The search for drop games: depth first, never twice with the same heights of columns. A stone that wins is played last
/// whatever came before; the board without it has no line, so that any order of the others will do.
fn by_columns<P: Position>(start: &P, board: &Canonical, winning: Option<Move>) -> Result<Vec<Move>> {
    let mut search = Search { board, stones: board.ply(), failed: HashSet::new(), path: Vec::new() };
    if search.reaches(&mut start.clone()) {
        search.path.extend(winning);
        Ok(search.path)
    } else if search.failed.len() >= TRIES {
        bail!("no order of moves leads there among the {TRIES} tried")
    } else {
        bail!("no order of moves leads there")
    }
}

struct Search<'a> {
    board: &'a Canonical,
    stones: u32,
    failed: HashSet<u64>,
    path: Vec<Move>,
}

impl Search<'_> {
    fn reaches<P: Position>(&mut self, position: &mut P) -> bool {
        if position.ply() == self.stones {
            return true;
        }
        // What lies on the board is given by the heights of its columns, so the key stands for them.
        if self.failed.len() >= TRIES || self.failed.contains(&position.key()) {
            return false;
        }
        let shape = position.shape();
        let fits =
            |mv: &Move| position.is_legal(*mv) && self.board.stone(position.landing(*mv)) == Some(position.turn());
        let mut moves: Vec<Move> = position.moves().filter(fits).collect();
        // The column in which most is still to come first: what is left at the end must not be one column's business.
        let to_come = |mv: &Move| {
            let above = (0..).map_while(|steps| shape.step(position.landing(*mv), (0, 1), steps));
            above.take_while(|&cell| self.board.stone(cell).is_some()).count()
        };
        moves.sort_by_key(|mv| std::cmp::Reverse(to_come(mv)));
        for mv in moves {
            let undo = position.play(mv);
            self.path.push(mv);
            if self.reaches(position) {
                return true;
            }
            self.path.pop();
            position.undo(undo);
        }
        self.failed.insert(position.key());
        false
    }
}
