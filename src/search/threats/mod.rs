//! Forced wins by threats: what a side wins whatever the other does, since every move of its own must be answered.
//!
//! * [`board`] reads what is threatened off the lines of a position;
//! * [`judge`] says what answers what, by playing it;
//! * [`vcf`] searches continuous fours, with [`table`] for what it knows of positions; [`vct`] threes and fours;
//! * [`switches`] puts both into the search body: before it begins, and where it ends;
//! * [`checker`] plays a claimed win through against every legal defence, without a line of the search.
//!
//! A *four* is a move after which its side could complete a line at once. Everything holds for any number in a row, under
//! every rule set, and for fours where stones fall. A node is a four that the attacker plays; the search over threes counts the
//! moves of both sides that it looks at as well.

mod board;
pub mod checker;
mod judge;
pub mod switches;
mod table;
mod vcf;
mod vct;

use board::Board;
use judge::Judge;
use vcf::Vcf;
use vct::Vct;

use crate::base::limits::Watch;
use crate::base::{Limits, Move, Position, Shape};

/// What was found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The side to move wins with so many fours at most; 0: it completes a line at once.
    Win {
        /// Fours that the attacker plays.
        fours: u32,
    },
    /// It does not win by such threats: all of them were searched.
    None,
    /// A limit ended the search.
    Unknown,
}

/// A finding, with what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// What was found.
    pub finding: Finding,
    /// Nodes that were spent.
    pub nodes: u64,
}

/// A finding with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What was found; the fours are those of the line.
    pub finding: Finding,
    /// The attacker's moves and the replies in turn, up to the move that nothing stops. Empty where a line is completed at
    /// once, and where there is no win.
    pub line: Vec<Move>,
    /// Nodes that were spent.
    pub nodes: u64,
}

/// What a search may spend, and has spent.
struct Budget {
    watch: Watch,
    nodes: u64,
}

impl Budget {
    fn new(limits: &Limits) -> Budget {
        Budget { watch: Watch::start(limits), nodes: 0 }
    }

    fn unlimited() -> Budget {
        Budget::new(&Limits::default())
    }

    fn spent(&mut self) -> bool {
        self.watch.must_stop(self.nodes)
    }
}

/// The searches for forced wins, with what they remember.
#[derive(Clone)]
pub struct Threats {
    vcf: Vcf,
    vct: Vct,
    judge: Judge,
    shape: Shape,
}

impl Threats {
    /// Searches for a game, with tables of so many entries (16 bytes each; 24 for threes, which take none before they are
    /// asked for).
    pub fn new(shape: &Shape, table_entries: usize) -> Threats {
        let vcf = Vcf::new(Board::new(shape), table_entries);
        Threats { vcf, vct: Vct::new(table_entries), judge: Judge::new(shape), shape: *shape }
    }

    /// Whether these searches are for this game.
    pub fn fits(&self, shape: &Shape) -> bool {
        self.shape == *shape
    }

    /// Forgets what was found. What is remembered holds in any position, so that this is never needed for a right answer:
    /// it makes one independent of those before it.
    pub fn clear(&mut self) {
        self.vcf.clear();
        self.vct.clear();
    }

    /// Whether the side to move wins by continuous fours. The position must not be over.
    pub fn fours<P: Position>(&mut self, position: &mut P, limits: &Limits) -> Searched {
        let mut budget = Budget::new(limits);
        let finding = self.vcf.search(position, &mut budget);
        Searched { finding, nodes: budget.nodes }
    }

    /// The moves that leave the opponent neither a line nor a four that nothing stops, where it threatens such a four; nothing
    /// where it does not, and where either side completes a line at once.
    pub fn answers<P: Position>(&mut self, position: &mut P) -> Option<&[Move]> {
        self.judge.answers(position)
    }

    /// Searches a position that is not over for a win of the side to move by fours or, with `threes`, by threes and fours; and
    /// gives its line.
    pub fn answer<P: Position>(&mut self, position: &P, threes: bool, limits: &Limits) -> Answer {
        let mut budget = Budget::new(limits);
        let mut finding = if threes {
            self.vct.search(&mut self.vcf, position, &mut budget).0
        } else {
            self.vcf.search(&mut position.clone(), &mut budget)
        };
        let mut line = Vec::new();
        if let Finding::Win { fours } = &mut finding {
            (line, *fours) = if threes {
                self.vct.line(&mut self.vcf, position)
            } else {
                let line = self.vcf.line(position);
                let fours = line.len().div_ceil(2) as u32;
                (line, fours)
            };
        }
        Answer { finding, line, nodes: budget.nodes }
    }

    /// Plays a win that was found through against every legal defence: the moves to a position in which the attacker is not
    /// known to win, if there is one. Slow.
    pub fn refutation<P: Position>(&mut self, position: &P, answer: &Answer, threes: bool) -> Option<Vec<Move>> {
        let Finding::Win { .. } = answer.finding else { return None };
        let mut strategy = |position: &P| {
            let mut budget = Budget::unlimited();
            if threes {
                return self.vct.search(&mut self.vcf, position, &mut budget).1;
            }
            match self.vcf.search(&mut position.clone(), &mut budget) {
                Finding::Win { .. } => self.vcf.first(&mut position.clone()),
                Finding::None | Finding::Unknown => None,
            }
        };
        checker::refute(position, position.shape().cells() as u32, &mut strategy)
    }
}

#[cfg(test)]
mod tests;
