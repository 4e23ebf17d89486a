//! Victory by continuous threes and fours (VCT), by df-pn.
//!
//! A *three* is a move that makes no four, but after which its side, had it another turn, could play a four that nothing
//! stops. Under renju it may do so without being part of a line: white's stone where it forbids black the one point that
//! would stop a four, black's where it lifts what forbids black such a four. The attacker plays threes and fours, or what
//! stops a line of the defender's while the threat stands; wherever it wins by fours alone it does. The defender has every
//! move that leaves it something to stop such a four with: that is asked of each legal move by playing it, so that fours of
//! its own, blocks from afar and points that become forbidden, or cease to be, are all among them, and a proof holds against
//! every defence.

use super::judge::Judge;
use super::vcf::Vcf;
use super::{Budget, Finding};
use crate::base::limits::Watch;
use crate::base::{Counters, Move, Position, Seat};
use crate::search::proof::depth_first::{self, Table, Tree};
use crate::search::proof::{Child, Numbers};

/// How far beyond the second-best move's number the best one is searched, in percent.
const SLACK_PERCENT: u32 = 25;

/// What a three is taken to leave the defender before anybody has looked.
const REPLIES_TO_A_THREE: u32 = 4;

/// Bytes of an entry of df-pn's table.
const ENTRY_BYTES: u64 = 24;

/// The search over threes and fours, with its table.
#[derive(Clone, Default)]
pub(super) struct Vct {
    table: Table,
    entries: usize,
    /// Whose wins the table knows.
    attacker: Option<Seat>,
}

impl Vct {
    pub fn new(table_entries: usize) -> Vct {
        Vct { entries: table_entries, ..Vct::default() }
    }

    /// Forgets what was found.
    pub fn clear(&mut self) {
        self.attacker = None;
    }

    /// Whether the side to move wins by threes and fours, in a position that is not over; and its move.
    pub fn search<P: Position>(&mut self, vcf: &mut Vcf, position: &P, budget: &mut Budget) -> (Finding, Option<Move>) {
        let attacker = position.turn();
        if self.attacker.replace(attacker) != Some(attacker) {
            self.table.clear(self.entries as u64 * ENTRY_BYTES);
        }
        let mut attack = Attack::new(vcf, position);
        let mut counters = Counters { nodes: budget.nodes, ..Counters::default() };
        let found = depth_first::search(SLACK_PERCENT, &mut self.table, &mut attack, &mut budget.watch, &mut counters);
        budget.nodes = counters.nodes;
        let (numbers, moves) = found;
        match numbers {
            Numbers { proof: 0, .. } => {
                let best = moves.into_iter().find(|(_, numbers)| numbers.disproof == 0).map(|(mv, _)| mv);
                (Finding::Win { fours: 0 }, best)
            }
            Numbers { disproof: 0, .. } => (Finding::None, None),
            _ => (Finding::Unknown, None),
        }
    }

    /// The line of a win that was found, and how many of the attacker's moves in it are fours.
    pub fn line<P: Position>(&mut self, vcf: &mut Vcf, position: &P) -> (Vec<Move>, u32) {
        let (mut position, mut line, mut fours) = (position.clone(), Vec::new(), 0);
        let (mut budget, mut judge) = (Budget::unlimited(), Judge::new(&position.shape()));
        loop {
            if let Finding::Win { .. } = vcf.search(&mut position, &mut budget) {
                let rest = vcf.line(&position);
                fours += rest.len().div_ceil(2) as u32;
                line.extend(rest);
                return (line, fours);
            }
            let (_, Some(mv)) = self.search(vcf, &position, &mut budget) else { return (line, fours) };
            line.push(mv);
            position.play(mv);
            let is_four = judge.replies_to_four(&mut position, mv).is_some();
            fours += u32::from(is_four);
            let mut replies = judge.replies(&mut position).0.to_vec();
            if replies.is_empty() && !is_four {
                // Nothing answers the three: any of the fours that it threatens is as good a reply as another.
                replies = judge.threatened(&mut position).to_vec();
                replies.retain(|&reply| !position.loses_at(reply));
            }
            // What fours do not answer holds out longest.
            let resistance = |reply: &Move| {
                let mut after = position.clone();
                after.play(*reply);
                let fours = match vcf.search(&mut after, &mut budget) {
                    Finding::Win { fours } => fours,
                    Finding::None | Finding::Unknown => u32::MAX,
                };
                (fours, std::cmp::Reverse(*reply))
            };
            let Some(reply) = replies.into_iter().max_by_key(resistance) else { return (line, fours) };
            line.push(reply);
            position.play(reply);
        }
    }
}

/// The tree of an attack.
struct Attack<'a, P> {
    vcf: &'a mut Vcf,
    position: P,
    attacker: Seat,
    judge: Judge,
}

impl<'a, P: Position> Attack<'a, P> {
    fn new(vcf: &'a mut Vcf, position: &P) -> Attack<'a, P> {
        let judge = Judge::new(&position.shape());
        Attack { vcf, position: position.clone(), attacker: position.turn(), judge }
    }

    /// Hands out the attacker's moves.
    fn attack(&mut self, watch: &Watch, counters: &mut Counters, children: &mut Vec<Child>) {
        let mut budget = Budget { watch: watch.clone(), nodes: counters.nodes };
        let finding = self.vcf.search(&mut self.position, &mut budget);
        counters.nodes = budget.nodes;
        let settled = |mv: Move, numbers: Numbers| Child { mv, key: 0, numbers };
        match finding {
            Finding::Win { .. } => {
                let first = self.vcf.first(&mut self.position);
                children.extend(first.map(|mv| settled(mv, Numbers::DISPROVED)));
                return;
            }
            Finding::Unknown => {
                children.extend(self.position.moves().next().map(|mv| settled(mv, Numbers::OPEN)));
                return;
            }
            Finding::None => {}
        }
        for mv in self.judge.attacks(&mut self.position) {
            let undo = self.position.play(mv);
            let replies = match self.judge.replies_to_four(&mut self.position, mv) {
                Some(replies) => Some(replies.len() as u32),
                None => (!self.judge.threatened(&mut self.position).is_empty()).then_some(REPLIES_TO_A_THREE),
            };
            if let Some(replies) = replies {
                let numbers = if replies == 0 { Numbers::DISPROVED } else { Numbers { proof: 1, disproof: replies } };
                children.push(Child { mv, key: self.position.key(), numbers });
            }
            self.position.undo(undo);
        }
    }

    /// Hands out the defender's moves.
    fn defend(&mut self, children: &mut Vec<Child>) {
        let (replies, wins) = self.judge.replies(&mut self.position);
        for &mv in replies {
            let undo = self.position.play(mv);
            let key = self.position.key();
            self.position.undo(undo);
            children.push(Child { mv, key, numbers: if wins { Numbers::DISPROVED } else { Numbers::OPEN } });
        }
    }
}

impl<P: Position> Tree for Attack<'_, P> {
    type Taken = P::Undo;

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn play(&mut self, mv: Move) -> P::Undo {
        self.position.play(mv)
    }

    fn undo(&mut self, undo: P::Undo) {
        self.position.undo(undo);
    }

    fn expand(&mut self, watch: &Watch, counters: &mut Counters, children: &mut Vec<Child>) {
        if self.position.turn() == self.attacker {
            self.attack(watch, counters, children);
        } else {
            self.defend(children);
        }
    }
}
