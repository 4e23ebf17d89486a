//! Exact scores of any position: Connect Four by its own solver, everything else by a search to the end.
//!
//! The score convention is that of the solver, for every game: a win with the next stone scores half the cells that are
//! empty before it, rounded up, a win that takes longer accordingly less; a loss is the negative, a draw 0.

use anyhow::{Result, anyhow};

use crate::base::score::{WIN, is_decided};
use crate::base::{self, Answer, Counters, Limits, Move, Outcome, Position, Root, Searcher};
use crate::eval::zero::Zero;
use crate::games::solver::{self, AnySize, Bounds, Mode, Shape, Solver, Techniques, Usual, Word, win_score};
use crate::search::candidates::Answers;
use crate::search::{self, Config};

/// Something that knows how a position ends.
pub trait Exact<P: Position>: Send {
    /// What is known of the score for the side to move, and what it took; one number unless a limit was reached. The
    /// position must not be over.
    fn solve(&mut self, position: &P, mode: Mode, limits: &Limits) -> (Bounds, Counters);

    /// Forgets all positions.
    fn clear(&mut self);

    /// Searches once more without a table, whether the score really lies within these bounds; none if a limit was reached
    /// before it was known.
    fn verify(&mut self, position: &P, mode: Mode, claimed: Bounds, limits: &Limits) -> Option<bool>;

    /// A best move in strong mode, which wins soonest or resists longest, the first in the order of the game's moves where several
    /// do; none if a limit was reached, which holds for each move by itself. The position must not be over.
    fn best_move(&mut self, position: &P, limits: &Limits) -> Option<Move> {
        let mut best: Option<(Move, i32)> = None;
        for mv in position.moves() {
            let mut child = position.clone();
            child.play(mv);
            let score = match finished_score(&child, Mode::Strong) {
                // Nothing ends sooner.
                Some(score) if score < 0 => return Some(mv),
                Some(score) => -score,
                None => self.solve(&child, Mode::Strong, limits).0.negated().exact()?,
            };
            if best.is_none_or(|(_, known)| score > known) {
                best = Some((mv, score));
            }
        }
        best.map(|(mv, _)| mv)
    }

    /// What is known of the score of every move, for the side that plays it. The limits hold for all moves together.
    fn solve_moves(&mut self, position: &P, mode: Mode, limits: &Limits) -> (Vec<(Move, Bounds)>, Counters) {
        let started = std::time::Instant::now();
        let mut counters = Counters::default();
        let mut moves = Vec::new();
        for mv in position.moves() {
            let mut child = position.clone();
            child.play(mv);
            let bounds = match finished_score(&child, mode) {
                Some(score) => {
                    counters.nodes += 1;
                    counters.leaves += 1;
                    Bounds::new(-score, -score)
                }
                None => {
                    let rest = Limits {
                        nodes: limits.nodes.map(|nodes| nodes.saturating_sub(counters.nodes)),
                        time: limits.time.map(|time| time.saturating_sub(started.elapsed())),
                        ..*limits
                    };
                    let (bounds, spent) = self.solve(&child, mode, &rest);
                    counters.add(&spent);
                    bounds.negated()
                }
            };
            moves.push((mv, bounds));
        }
        (moves, counters)
    }
}

/// A solver for the game whose empty board is `start`, with a table of at most so many bytes.
///
/// # Errors
///
/// The machine cannot provide a table of that size.
pub fn exact<P: Position>(start: &P, table_bytes: u64, threads: usize) -> Result<Box<dyn Exact<P>>> {
    reserve(table_bytes, 1)?;
    let making = MakeExact { table_bytes, threads, position: std::marker::PhantomData };
    Ok(on_board(&start.shape(), making).unwrap_or_else(|| Box::new(FullSearch::new(table_bytes))))
}

/// The stones from a position on until the game ends by perfect play, the last one included; none for a draw. `score` is that of
/// [`Mode::Strong`] for the side to move.
pub fn plies_to_end<P: Position>(position: &P, score: i32) -> Option<u32> {
    // The side to move wins with the first, third, .. stone from here, the other one with the second, fourth, ..
    let first = match score {
        0 => return None,
        1.. => 1,
        _ => 2,
    };
    let empty = (position.shape().cells() as u32).saturating_sub(position.ply());
    (first..=empty).step_by(2).find(|&plies| score_of_win(position, plies) == score.abs())
}

struct MakeExact<P> {
    table_bytes: u64,
    threads: usize,
    position: std::marker::PhantomData<P>,
}

impl<P: Position> BoardVisitor for MakeExact<P> {
    type Output = Box<dyn Exact<P>>;

    fn visit<B: Word, S: Shape<B>>(self, shape: S) -> Box<dyn Exact<P>> {
        Box::new(Solver::new(shape, Techniques::ALL, self.table_bytes).with_threads(self.threads))
    }
}

/// What wants to be compiled for the solver's board of a game.
pub(super) trait BoardVisitor {
    type Output;
    fn visit<B: Word, S: Shape<B>>(self, shape: S) -> Self::Output;
}

/// Runs a visitor on the solver's board for a game; nothing for a game that the solver does not know.
pub(super) fn on_board<V: BoardVisitor>(shape: &base::Shape, visitor: V) -> Option<V::Output> {
    let (width, height) = (u32::from(shape.width), u32::from(shape.height));
    if !shape.gravity || shape.k != 4 {
        None
    } else if (width, height) == (7, 6) {
        Some(visitor.visit(Usual::default()))
    } else if let Some(size) = AnySize::<u64>::new(width, height) {
        Some(visitor.visit(size))
    } else {
        AnySize::<u128>::new(width, height).map(|size| visitor.visit(size))
    }
}

/// A position on the solver's board.
pub(super) fn on_solver_board<P: Position, B: Word, S: Shape<B>>(shape: S, position: &P) -> solver::Position<B, S> {
    let grid = position.shape();
    let (mut own, mut mask) = (B::ZERO, B::ZERO);
    for cell in 0..grid.cells() as u16 {
        if let Some(seat) = position.stone(cell) {
            let (column, row) = (grid.column(cell) as u32, grid.row(cell) as u32);
            let bit = B::ONE << (column * (shape.height() + 1) + row);
            mask = mask | bit;
            own = own | if seat == position.turn() { bit } else { B::ZERO };
        }
    }
    solver::Position { shape, own, mask }
}

/// Tables that the machine cannot even reserve would end the program.
///
/// # Errors
///
/// It cannot.
pub fn reserve(table_bytes: u64, tables: usize) -> Result<()> {
    let bytes = usize::try_from(table_bytes).ok().and_then(|bytes| bytes.checked_mul(tables)).unwrap_or(usize::MAX);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let what = if tables == 1 { "a table".to_string() } else { format!("{tables} tables, one a worker,") };
        anyhow!("{what} of {table_bytes} bytes: this machine cannot provide so much memory")
    })
}

/// The score of a position for the side to move, if the game is over there.
pub fn finished_score<P: Position>(position: &P, mode: Mode) -> Option<i32> {
    let win = if mode == Mode::Weak { 1 } else { score_of_win(position, 0) };
    position.outcome().map(|outcome| match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == position.turn() => win,
        Outcome::Win(_) => -win,
    })
}

/// The score of a win with the `plies`th stone from now on (1: the next one, 0: the last one).
pub(super) fn score_of_win<P: Position>(position: &P, plies: u32) -> i32 {
    win_score(position.shape().cells() as u32, position.ply() + plies)
}

impl<P: Position, B: Word, S: Shape<B>> Exact<P> for Solver<B, S> {
    fn solve(&mut self, position: &P, mode: Mode, limits: &Limits) -> (Bounds, Counters) {
        let answer = Solver::solve(self, &on_solver_board(self.shape(), position), mode, limits);
        (answer.bounds, answer.counters)
    }

    fn clear(&mut self) {
        Solver::clear(self);
    }

    fn verify(&mut self, position: &P, mode: Mode, claimed: Bounds, limits: &Limits) -> Option<bool> {
        Solver::verify(self, &on_solver_board(self.shape(), position), mode, claimed, limits)
    }
}

/// Alpha-beta to the end of the game.
struct FullSearch<P: Position> {
    table_bytes: u64,
    /// The searcher of the mode that was asked for last, kept because its table is large.
    searcher: Option<(Mode, Box<dyn Searcher<P>>)>,
}

impl<P: Position> FullSearch<P> {
    fn new(table_bytes: u64) -> FullSearch<P> {
        FullSearch { table_bytes, searcher: None }
    }

    fn config(table_bytes: Option<u64>, mode: Mode) -> Config {
        let mut config = Config {
            pvs: true,
            deepening: mode == Mode::Strong,
            distance_scores: mode == Mode::Strong,
            ..Config::default()
        };
        config.candidates.answers = Answers::Lines;
        config.order.base = search::order::Base::Centre;
        config.order.criteria = vec![search::order::Criterion::Hash, search::order::Criterion::Killers];
        config.table.bytes = table_bytes.map(|bytes| bytes.max(search::table::SMALLEST_BYTES));
        config.table.symmetry = table_bytes.is_some();
        config
    }

    /// What is known of the score, and the answer that tells it.
    fn search(&mut self, position: &P, mode: Mode, limits: &Limits) -> (Bounds, Answer) {
        let mut searcher = match self.searcher.take() {
            Some((kept, searcher)) if kept == mode => searcher,
            _ => search::build(&FullSearch::<P>::config(Some(self.table_bytes), mode), Zero),
        };
        let found = ask(&mut *searcher, position, mode, limits);
        self.searcher = Some((mode, searcher));
        found
    }
}

impl<P: Position> Exact<P> for FullSearch<P> {
    fn solve(&mut self, position: &P, mode: Mode, limits: &Limits) -> (Bounds, Counters) {
        let (bounds, answer) = self.search(position, mode, limits);
        (bounds, answer.counters)
    }

    fn best_move(&mut self, position: &P, limits: &Limits) -> Option<Move> {
        // The search knows its move, and may know it without the values of the others.
        let (bounds, answer) = self.search(position, Mode::Strong, limits);
        bounds.exact().and(answer.best)
    }

    fn clear(&mut self) {
        if let Some((_, searcher)) = &mut self.searcher {
            searcher.new_game(0);
        }
    }

    fn verify(&mut self, position: &P, mode: Mode, claimed: Bounds, limits: &Limits) -> Option<bool> {
        let mut plain = search::build(&FullSearch::<P>::config(None, mode), Zero);
        let (found, _) = ask(&mut *plain, position, mode, limits);
        found.exact().map(|score| (claimed.low..=claimed.high).contains(&score))
    }
}

/// What a search to the end tells of the score.
fn ask<P: Position>(searcher: &mut dyn Searcher<P>, position: &P, mode: Mode, limits: &Limits) -> (Bounds, Answer) {
    let answer = searcher.search(&Root { position: position.clone(), last: None }, limits);
    let empty = position.shape().cells() as u32 - position.ply();
    let most = if mode == Mode::Weak { 1 } else { score_of_win(position, 1) };
    let bounds = match answer.value {
        Some(value) if is_decided(value) => {
            let plies = (WIN - value.abs()) as u32;
            let score = if mode == Mode::Weak { 1 } else { score_of_win(position, plies) };
            let score = if value > 0 { score } else { -score };
            Bounds::new(score, score)
        }
        Some(_) if answer.completed_depth_plies >= empty => Bounds::new(0, 0),
        _ => Bounds::new(-most, most),
    };
    (bounds, answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;
    use crate::games::{GameSpec, GameVisitor};

    /// Positions near the end by both ways.
    struct Agree(u32);

    impl GameVisitor for Agree {
        type Output = usize;
        fn visit<P: Position>(self, start: P) -> usize {
            let mut rng = Rng::new(3);
            let mut solver = exact(&start, 1 << 20, 1).unwrap();
            let mut full = FullSearch::new(1 << 20);
            let (mut decided, cells) = (0, start.shape().cells() as u32);
            for _ in 0..40 {
                let mut position = start.clone();
                while position.outcome().is_none() && cells - position.ply() > self.0 {
                    // Games that go on: a winning move is left out as long as there is another.
                    let mut moves: Vec<Move> = position.moves().collect();
                    let quiet: Vec<Move> = moves.iter().copied().filter(|&mv| !position.wins_at(mv)).collect();
                    if !quiet.is_empty() {
                        moves = quiet;
                    }
                    position.play(moves[rng.below(moves.len() as u32) as usize]);
                }
                if position.outcome().is_some() {
                    continue;
                }
                for mode in [Mode::Weak, Mode::Strong] {
                    let limits = Limits::default();
                    let (bounds, _) = solver.solve(&position, mode, &limits);
                    assert_eq!(bounds, full.solve(&position, mode, &limits).0);
                    let (moves, _) = solver.solve_moves(&position, mode, &limits);
                    assert_eq!(moves, full.solve_moves(&position, mode, &limits).0);
                    assert_eq!(moves.iter().filter_map(|(_, bounds)| bounds.exact()).max(), bounds.exact());
                    decided += usize::from(bounds.exact() != Some(0));
                }
            }
            decided
        }
    }

    #[test]
    fn the_solver_and_the_search_to_the_end_agree() {
        for (game, empty) in [("connect4", 11), ("connect4:5x4", 12), ("connect4:9x8", 9), ("connect4:4x5", 11)] {
            let decided = game.parse::<GameSpec>().unwrap().visit(Agree(empty));
            assert!(decided >= 10, "{game}: {decided}");
        }
    }
}
