//! Victory by continuous fours (VCF): the attacker plays nothing but fours, so that the defender has a reply or two to each.
//!
//! Iterative deepening by the number of fours finds the shortest win. It looks at a position again for each number, so that a
//! search that has become long goes on without a limit of fours, for any win, and looks first whether the table knows a reply
//! that stops the attack. The table keeps what is known of positions, whichever order of fours leads to them. Stones are never
//! taken back, so that no position repeats on a path, and what the table says of a position holds on every path: a win with
//! so many fours, none with so many, none at all. A search that is not stopped either finds a win or has exhausted the fours.
//!
//! The defender may complete a line, take the cell that completes the attacker's, or, where the rules let ends be blocked,
//! block one: all of that is searched. A reply that makes a four of the defender's leaves the attacker only fours that stop
//! it. Under renju a point forbidden to black is no reply, and no four.

use super::board::{Board, Graded, Kind, stops};
use super::table::{Known, Table};
use super::{Budget, Finding};
use crate::base::{Move, Position};

/// More fours than any board has room for.
const UNLIMITED: u8 = u8::MAX - 1;

/// Nodes of a search after which it no longer asks for the shortest win. Few wins of up to eight fours in games take as many;
/// positions without a win may take a hundred times as many by deepening, and a fifth of that without.
const SHORTEST_NODES: u64 = 10_000;

/// The outcome of an attack that was searched to a number of fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attack {
    /// Won with so many fours.
    Won(u8),
    /// Not won; more fours might do.
    Cut,
    /// Not won by any number of fours.
    Never,
}

/// The search over fours, with its table.
#[derive(Clone)]
pub(super) struct Vcf {
    board: Board,
    table: Table,
    /// Fours that may be played, of all nodes of the path.
    moves: Vec<Graded>,
    /// Completions and replies of all nodes of the path.
    cells: Vec<Move>,
    /// Nodes after which a search is long.
    pub shortest_nodes: u64,
    /// Whether the search has become long and goes on without a limit of fours.
    is_long: bool,
}

impl Vcf {
    pub fn new(board: Board, table_entries: usize) -> Vcf {
        Vcf {
            board,
            table: Table::new(table_entries),
            moves: Vec::new(),
            cells: Vec::new(),
            shortest_nodes: SHORTEST_NODES,
            is_long: false,
        }
    }

    /// Forgets what was found.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// Whether the side to move wins by fours, in a position that is not over.
    pub fn search<P: Position>(&mut self, position: &mut P, budget: &mut Budget) -> Finding {
        match self.within(position, UNLIMITED, budget) {
            Attack::Won(fours) => Finding::Win { fours: u32::from(fours) },
            Attack::Never => Finding::None,
            Attack::Cut => Finding::Unknown,
        }
    }

    /// The attacker is to move, and may play so many fours.
    fn attack<P: Position>(&mut self, position: &mut P, fours: u8, budget: &mut Budget) -> Attack {
        let key = position.key();
        match self.table.probe(key) {
            Some(Known::Win(fours, _)) => return Attack::Won(fours),
            Some(Known::Never) => return Attack::Never,
            Some(Known::NotWithin(least)) if least >= fours => return Attack::Cut,
            _ => {}
        }
        self.board.read(position, Kind::Fours);
        if !self.board.wins.is_empty() {
            return Attack::Won(0);
        }
        let (moves, dangers) = (self.moves.len(), self.cells.len());
        self.moves.extend_from_slice(&self.board.moves);
        self.cells.extend_from_slice(&self.board.dangers);
        let range = (dangers, self.cells.len());
        let mut outcome = Attack::Never;
        for place in moves..self.moves.len() {
            let mv = self.moves[place].mv;
            match self.four(position, mv, range, fours, budget) {
                Attack::Won(more) => {
                    outcome = Attack::Won(more + 1);
                    self.table.store(key, Known::Win(more + 1, mv));
                    break;
                }
                Attack::Cut => outcome = Attack::Cut,
                Attack::Never => {}
            }
            if budget.spent() {
                outcome = Attack::Cut;
                break;
            }
        }
        self.moves.truncate(moves);
        self.cells.truncate(dangers);
        match outcome {
            Attack::Never => self.table.store(key, Known::Never),
            Attack::Cut if !budget.spent() => self.table.store(key, Known::NotWithin(fours)),
            _ => {}
        }
        outcome
    }

    /// What comes of one move of the attacker, if it is a four at all: how many fours win after it.
    fn four<P: Position>(
        &mut self,
        position: &mut P,
        mv: Move,
        dangers: (usize, usize),
        fours: u8,
        budget: &mut Budget,
    ) -> Attack {
        if !stops(position, &self.cells[dangers.0..dangers.1], mv) {
            return Attack::Never;
        }
        let undo = position.play(mv);
        let start = self.cells.len();
        self.board.completions(position, mv, &mut self.cells);
        let replies = self.cells.len();
        let outcome = if start == replies {
            Attack::Never
        } else if fours == 0 {
            Attack::Cut
        } else {
            budget.nodes += 1;
            self.board.replies(position, start, &mut self.cells);
            self.all_replies(position, replies, fours - 1, budget)
        };
        self.cells.truncate(start);
        position.undo(undo);
        outcome
    }

    /// Whether the attacker wins after every reply from a place of the stack on: the most fours that takes.
    fn all_replies<P: Position>(&mut self, position: &mut P, replies: usize, fours: u8, budget: &mut Budget) -> Attack {
        if self.is_long && self.cells.len() > replies + 1 {
            for place in replies..self.cells.len() {
                let undo = position.play(self.cells[place]);
                let known = self.table.probe(position.key());
                position.undo(undo);
                if known == Some(Known::Never) {
                    return Attack::Never;
                }
            }
        }
        let mut most = 0;
        for place in replies..self.cells.len() {
            let undo = position.play(self.cells[place]);
            let outcome = self.attack(position, fours, budget);
            position.undo(undo);
            match outcome {
                Attack::Won(fours) => most = most.max(fours),
                failed => return failed,
            }
        }
        Attack::Won(most)
    }

    /// The first move of the win that was found in a position in which there is one.
    pub fn first<P: Position>(&mut self, position: &mut P) -> Option<Move> {
        if self.within(position, UNLIMITED, &mut Budget::unlimited()) == Attack::Won(0) {
            self.board.read(position, Kind::Fours);
            return self.board.wins.first().copied();
        }
        match self.table.probe(position.key()) {
            Some(Known::Win(_, mv)) => Some(mv),
            _ => None,
        }
    }

    /// The line of a win that was found: the attacker's fours and the replies that hold out longest, up to the four that
    /// nothing stops.
    pub fn line<P: Position>(&mut self, position: &P) -> Vec<Move> {
        let (mut position, mut line) = (position.clone(), Vec::new());
        let mut budget = Budget::unlimited();
        let mut most = UNLIMITED;
        while let Attack::Won(fours @ 1..) = self.within(&mut position, most, &mut budget) {
            let Some(Known::Win(_, mv)) = self.table.probe(position.key()) else { break };
            line.push(mv);
            position.play(mv);
            self.cells.clear();
            self.board.completions(&position, mv, &mut self.cells);
            let replies = self.cells.len();
            self.board.replies(&mut position, 0, &mut self.cells);
            let replies = self.cells.split_off(replies);
            let longest = replies.into_iter().max_by_key(|&reply| {
                let undo = position.play(reply);
                let outcome = self.within(&mut position, fours - 1, &mut budget);
                position.undo(undo);
                match outcome {
                    Attack::Won(fours) => (fours, std::cmp::Reverse(reply)),
                    Attack::Cut | Attack::Never => (0, std::cmp::Reverse(reply)),
                }
            });
            let Some(reply) = longest else { break };
            line.push(reply);
            position.play(reply);
            most = fours - 1;
        }
        line
    }

    /// A win with so many fours at most, the shortest unless that takes too long. What the table lost is found again.
    fn within<P: Position>(&mut self, position: &mut P, most: u8, budget: &mut Budget) -> Attack {
        self.moves.clear();
        self.cells.clear();
        self.is_long = false;
        let (before, mut fours) = (budget.nodes, 0);
        loop {
            let outcome = self.attack(position, fours, budget);
            if outcome != Attack::Cut || fours == most || budget.spent() {
                return outcome;
            }
            self.is_long = budget.nodes - before >= self.shortest_nodes;
            fours = if self.is_long { most } else { fours + 1 };
        }
    }
}
