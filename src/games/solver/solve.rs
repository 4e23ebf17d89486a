//! The solver: questions about a position's score, asked until it is known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::node::Node;
use super::options::{Probing, Techniques};
use super::parallel::Busy;
use super::position::Position;
use super::search::{Search, Space};
use super::shape::Shape;
use super::table::{Bounds, Table};
use super::word::Word;
use crate::base::limits::Watch;
use crate::base::{Counters, Limits};

/// How much of the score is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Won, drawn or lost: 1, 0 or -1.
    Weak,
    /// The distance too.
    Strong,
}

impl Mode {
    /// What scores lie within.
    fn bounds(self) -> Bounds {
        match self {
            Mode::Weak => Bounds::new(-1, 1),
            Mode::Strong => Bounds::new(-64, 64),
        }
    }
}

/// The answer of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is known of the score; one number unless the search was stopped.
    pub bounds: Bounds,
    /// A column, counted from 0, that keeps the score; absent where the score is not known, or several threads searched.
    pub best: Option<u32>,
    /// What the search did.
    pub counters: Counters,
}

/// The answer for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveAnswer {
    /// The column, counted from 0.
    pub column: u32,
    /// What is known of the move's score, for the side that plays it.
    pub bounds: Bounds,
}

/// An exact solver with a table.
#[derive(Debug)]
pub struct Solver<B, S> {
    shape: S,
    techniques: Techniques,
    table: Table<S>,
    /// One for each thread.
    spaces: Vec<Space<B>>,
}

impl<B: Word, S: Shape<B>> Solver<B, S> {
    /// A solver for boards of this size, with a table of at most so many bytes.
    pub fn new(shape: S, techniques: Techniques, table_bytes: u64) -> Solver<B, S> {
        let Techniques { replace_by_work, small_table_first, .. } = techniques;
        let table = Table::new(table_bytes, shape.bits(), replace_by_work, small_table_first);
        Solver { shape, techniques, table, spaces: vec![Space::new(shape, &techniques)] }
    }

    /// Lets so many threads work on a position together.
    pub fn with_threads(mut self, threads: usize) -> Solver<B, S> {
        self.spaces.resize_with(threads.max(1), || Space::new(self.shape, &self.techniques));
        self
    }

    /// Forgets all positions.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The board's size.
    pub fn shape(&self) -> S {
        self.shape
    }

    /// The score of a position for the side to move.
    pub fn solve(&mut self, position: &Position<B, S>, mode: Mode, limits: &Limits) -> Answer {
        self.solve_within(position, mode.bounds(), limits)
    }

    /// The score of a position for the side to move, as far as it lies within bounds; outside, the bound next to it.
    pub fn solve_within(&mut self, position: &Position<B, S>, within: Bounds, limits: &Limits) -> Answer {
        let known = position.bounds();
        if known.within(within).exact().is_some() {
            let counters = Counters { nodes: 1, leaves: 1, ..Counters::default() };
            return Answer { bounds: known.within(within), best: self.first_move(position), counters };
        }
        let node = Node::new(self.shape, position.own, position.other(), self.techniques.safe_moves);
        self.spaces.iter_mut().for_each(|space| space.counters = Counters::default());
        let (bounds, cut) = self.narrow(&node, known, within, limits);
        let bounds = bounds.within(within);
        let mut counters = Counters::default();
        self.spaces.iter().for_each(|space| counters.add(&space.counters));
        let best = if bounds.low == known.within(within).low {
            // No question failed high: the score is what every move that does not lose at once keeps.
            self.first_move(position)
        } else {
            cut.map(|cell| self.column_of(cell))
        };
        Answer { bounds, best: best.filter(|_| bounds.exact().is_some()), counters }
    }

    fn column_of(&self, cell: B) -> u32 {
        cell.zeros_below() / (self.shape.height() + 1)
    }

    /// A win in one, or else a move that does not lose at once if there is one, the most central one.
    fn first_move(&self, position: &Position<B, S>) -> Option<u32> {
        let node = Node::new(self.shape, position.own, position.other(), true);
        let playable = self.shape.playable(position.mask);
        let sets = [node.own_wins & playable, node.moves, playable];
        let first = sets.into_iter().find(|&set| set != B::ZERO)?;
        self.spaces[0].first_of(first).map(|cell| self.column_of(cell))
    }

    /// The scores of all moves, in the order of their columns, and what finding them took.
    pub fn solve_moves(
        &mut self,
        position: &Position<B, S>,
        mode: Mode,
        limits: &Limits,
    ) -> (Vec<MoveAnswer>, Counters) {
        let (mut answers, mut counters) = (Vec::new(), Counters::default());
        for column in 0..self.shape.width() {
            let Some(cell) = position.landing(column) else {
                continue;
            };
            let bounds = if position.wins_at(cell) {
                counters.nodes += 1;
                counters.leaves += 1;
                let score = if mode == Mode::Weak { 1 } else { position.score_of_winning_now() };
                Bounds::new(score, score)
            } else {
                let rest = Limits { nodes: limits.nodes.map(|all| all.saturating_sub(counters.nodes)), ..*limits };
                let answer = self.solve(&position.played(cell), mode, &rest);
                counters.add(&answer.counters);
                answer.bounds.negated()
            };
            answers.push(MoveAnswer { column, bounds });
        }
        (answers, counters)
    }

    /// Searches once more without a table, whether the score, as far as the mode tells it, really lies within these bounds;
    /// none if stopped before it was known.
    pub fn verify(&self, position: &Position<B, S>, mode: Mode, claimed: Bounds, limits: &Limits) -> Option<bool> {
        let techniques = Techniques { table: false, ..self.techniques };
        let mut plain = Solver::new(self.shape, techniques, Table::<S>::SMALLEST_BYTES);
        // Two questions are enough: is it less, is it more?
        let within = Bounds::new(claimed.low - 1, claimed.high + 1).within(mode.bounds());
        let found = plain.solve_within(position, within, limits).bounds;
        if found.low >= claimed.low && found.high <= claimed.high {
            Some(true)
        } else if found.high < claimed.low || found.low > claimed.high {
            Some(false)
        } else {
            None
        }
    }

    /// Asks until as much of the score is known as lies within bounds. Answers the move too that reached the lower bound.
    fn narrow(&mut self, node: &Node<B>, mut known: Bounds, within: Bounds, limits: &Limits) -> (Bounds, Option<B>) {
        let mut best = None;
        let share = limits.nodes.map(|nodes| nodes.div_ceil(self.spaces.len() as u64));
        let watch = Watch::start(&Limits { nodes: share, ..*limits });
        let ask = if self.techniques == Techniques::ALL { Self::ask::<true> } else { Self::ask::<false> };
        loop {
            let Bounds { low, high } = known.within(within);
            if low == high {
                return (known, best);
            }
            let alpha = question(self.techniques.probing, low, high);
            match ask(self, node, known, alpha, &watch) {
                Reply::Score(score, cut) if score > alpha => (known.low, best) = (score, cut),
                Reply::Score(score, _) => known.high = score,
                // What has been found is in the table; the question is put again.
                Reply::TableFull => self.table.grow(),
                Reply::Stopped => return (known, best),
            }
        }
    }

    /// Puts one question to all threads.
    fn ask<const ALL: bool>(&mut self, node: &Node<B>, known: Bounds, alpha: i32, watch: &Watch) -> Reply<B> {
        let Solver { shape, techniques, table, spaces } = self;
        let growth_due = table.growth_due() / spaces.len() as u64;
        let run = |space: &mut Space<B>, watch: Watch, busy: Option<&Busy>| {
            let (shape, techniques, counters) = (*shape, *techniques, space.counters);
            let mut search = Search {
                shape,
                techniques,
                table,
                growth_due,
                busy,
                path: Vec::new(),
                abandoned_to: None,
                next_look: 0,
                watch,
                cut: None,
                halted: false,
                counters,
                space,
            };
            let key = search.key::<ALL>(node);
            let score = search.search::<ALL>(node, key, known, alpha, 0);
            let alone = busy.is_none() && !search.halted && score > alpha;
            let cut = if alone { search.cutting_move::<ALL>(node, alpha) } else { None };
            let (halted, counters) = (search.halted, search.counters);
            space.counters = counters;
            match halted {
                false => Reply::Score(score, cut),
                true if counters.table_stores >= growth_due => Reply::TableFull,
                true => Reply::Stopped,
            }
        };
        if let [space] = &mut spaces[..] {
            return run(space, watch.clone(), None);
        }
        let (busy, answered) = (Busy::new(), Arc::new(AtomicBool::new(false)));
        std::thread::scope(|scope| {
            let (run, busy, answered) = (&run, &busy, &answered);
            let threads: Vec<_> = spaces
                .iter_mut()
                .map(|space| {
                    scope.spawn(move || {
                        let reply = run(space, watch.until(answered), Some(busy));
                        answered.store(true, Ordering::Relaxed);
                        reply
                    })
                })
                .collect();
            let replies = threads.into_iter().filter_map(|thread| thread.join().ok());
            replies.max().unwrap_or(Reply::Stopped)
        })
    }
}

/// What came of a question, the best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reply<B> {
    /// A limit was reached.
    Stopped,
    /// The table has to grow first.
    TableFull,
    /// A bound that answers it, and the move that reaches it.
    Score(i32, Option<B>),
}

/// Scores within this distance of a draw are asked for one by one.
const NEAR_DRAW: i32 = 6;
/// Bounds that are further apart are halved.
const WIDE: i32 = 8;

/// The next question between two bounds: is the score more than this?
fn question(probing: Probing, low: i32, high: i32) -> i32 {
    let middle = low + (high - low) / 2;
    match probing {
        Probing::Middle => middle,
        Probing::OutsideIn if low < -NEAR_DRAW && middle <= 0 && low / 2 < middle => low / 2,
        Probing::OutsideIn if high > NEAR_DRAW && middle >= 0 && high / 2 > middle => high / 2,
        Probing::OutsideIn if high - low > WIDE => middle,
        Probing::OutsideIn => question(Probing::Steps, low, high),
        Probing::Steps if low >= 0 => low,
        Probing::Steps if high <= 0 => high - 1,
        Probing::Steps => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::super::shape::Usual;
    use super::*;

    #[test]
    fn a_wrong_entry_does_not_survive_verification() {
        let moves = "4444443265".bytes().map(|digit| u32::from(digit - b'1'));
        let position = Position::after(Usual::default(), moves).unwrap();
        let mut solver = Solver::new(Usual::default(), Techniques::ALL, 1 << 24);
        let right = solver.solve(&position, Mode::Strong, &Limits::default()).bounds;
        assert_eq!(solver.verify(&position, Mode::Strong, right, &Limits::default()), Some(true));
        // The table now says of every child that has one that it is lost for the side to move there.
        solver.clear();
        let node = Node::new(solver.shape, position.own, position.other(), true);
        let mut planted = 0;
        for column in 0..7 {
            let cell = node.moves & solver.shape.column(column);
            if cell == 0 {
                continue;
            }
            if let super::super::node::Next::Open(child, false) = node.after(solver.shape, cell, &solver.techniques) {
                let mut number = child.number(solver.shape, false);
                if child.stones <= solver.techniques.mirror_stones {
                    number = number.min(solver.shape.mirrored(number));
                }
                solver.table.store(number.scramble(solver.shape.bits()), Bounds::new(-9, -9), 1 << 20);
                planted += 1;
            }
        }
        assert!(planted > 0);
        let wrong = solver.solve(&position, Mode::Strong, &Limits::default()).bounds;
        assert_ne!(wrong, right, "the planted entries are used");
        assert_eq!(solver.verify(&position, Mode::Strong, wrong, &Limits::default()), Some(false));
        let weakly = Bounds::new(wrong.low.signum(), wrong.high.signum());
        let agrees = weakly.exact() == right.exact().map(i32::signum);
        assert_eq!(solver.verify(&position, Mode::Weak, weakly, &Limits::default()), Some(agrees));
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        assert_eq!(solver.verify(&position, Mode::Strong, right, &limits), None);
    }
}
