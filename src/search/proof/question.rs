//! The question whether a side wins: the position under search with everything that answers it without a search.

use super::depth_first::Tree;
use super::lines::Lines;
use super::{Child, LineBound, Numbers, ProofConfig};
use crate::base::limits::Watch;
use crate::base::rng::zobrist;
use crate::base::{Cell, Counters, Move, Position, RuleSet, Seat};

/// Symmetries of a board at most.
const SYMMETRIES: usize = 8;

/// First numbers: this many to each line that is as good as full.
const START_SCALE: u64 = 4;
/// The largest first number.
const START_MOST: u64 = 1 << 16;

/// A position and the side whose win is asked for.
pub(super) struct Question<P: Position> {
    position: P,
    attacker: Seat,
    forced: bool,
    bound: LineBound,
    informed: bool,
    symmetry_plies: u32,
    lines: Lines,
    /// For each cell and seat the random numbers of the images of a stone there.
    stones: Vec<[u64; SYMMETRIES]>,
    /// How many images there are.
    images: usize,
    /// The keys of the position's images.
    keys: [u64; SYMMETRIES],
    moves: Vec<Move>,
    /// The weights of a node's moves for the attacker.
    weights: Vec<u64>,
}

/// What takes a move back.
#[derive(Clone, Copy)]
pub(super) struct Taken<U> {
    undo: U,
    cell: Cell,
    keys: [u64; SYMMETRIES],
}

impl<P: Position> Question<P> {
    /// Whether `attacker` wins a position.
    pub fn new(config: &ProofConfig, position: &P, attacker: Seat) -> Question<P> {
        let shape = position.shape();
        let symmetries: Vec<usize> = (0..SYMMETRIES).filter(|&number| shape.has_symmetry(number)).collect();
        let (mut stones, mut keys, mut lines) = (Vec::new(), [0; SYMMETRIES], Lines::new(&shape));
        for cell in 0..shape.cells() as Cell {
            for seat in [Seat::FIRST, Seat::SECOND] {
                let mut numbers = [0; SYMMETRIES];
                for (number, &symmetry) in numbers.iter_mut().zip(&symmetries) {
                    *number = zobrist(shape.image(cell, symmetry).unwrap_or(cell), seat.0);
                }
                if position.stone(cell) == Some(seat) {
                    lines.play(cell, seat);
                    keys.iter_mut().zip(numbers).for_each(|(key, number)| *key ^= number);
                }
                stones.push(numbers);
            }
        }
        let ProofConfig { forced, mut bound, informed, symmetry_plies, .. } = *config;
        if shape.rules == RuleSet::Renju && attacker == Seat::SECOND {
            // White wins without a line where nothing is left to black but what is forbidden.
            bound = LineBound::Off;
        }
        let (position, images) = (position.clone(), symmetries.len());
        let (moves, weights) = (Vec::new(), Vec::new());
        Question {
            position,
            attacker,
            forced,
            bound,
            informed,
            symmetry_plies,
            lines,
            stones,
            images,
            keys,
            moves,
            weights,
        }
    }

    /// Whether the attack fails if the defender is to move and the attacker's lines have this sum.
    fn fails(&self, sum: u64) -> bool {
        self.bound != LineBound::Off && self.lines.fails(sum, self.bound == LineBound::Potential)
    }

    /// The position's key.
    pub fn key(&self) -> u64 {
        self.key_of(self.position.ply(), &self.keys)
    }

    fn key_of(&self, ply: u32, keys: &[u64; SYMMETRIES]) -> u64 {
        let images = if ply <= self.symmetry_plies { self.images } else { 1 };
        keys[..images].iter().copied().min().unwrap_or(0)
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: Move) -> Taken<P::Undo> {
        let (cell, seat, keys) = (self.position.landing(mv), self.position.turn(), self.keys);
        self.lines.play(cell, seat);
        self.keys = self.keys_after(cell, seat);
        Taken { undo: self.position.play(mv), cell, keys }
    }

    /// Takes it back.
    pub fn undo(&mut self, taken: Taken<P::Undo>) {
        self.position.undo(taken.undo);
        self.lines.undo(taken.cell, self.position.turn());
        self.keys = taken.keys;
    }

    fn keys_after(&self, cell: Cell, seat: Seat) -> [u64; SYMMETRIES] {
        let mut keys = self.keys;
        let numbers = &self.stones[2 * usize::from(cell) + usize::from(seat.0)];
        keys.iter_mut().zip(numbers).for_each(|(key, number)| *key ^= number);
        keys
    }

    /// Hands out the moves of a position that is not over, with what is known behind them.
    pub fn expand(&mut self, mut child: impl FnMut(Child)) {
        let mut moves = std::mem::take(&mut self.moves);
        let wins = self.candidates(&mut moves);
        let (seat, ply) = (self.position.turn(), self.position.ply() + 1);
        let attacks = seat == self.attacker;
        let (full, sum) = (ply as usize == self.position.shape().cells(), self.lines.sum(self.attacker));
        let mut weights = std::mem::take(&mut self.weights);
        weights.clear();
        if self.bound != LineBound::Off {
            weights.extend(moves.iter().map(|&mv| self.lines.weight(self.position.landing(mv), self.attacker)));
        }
        let most = self.largest_reply(&moves, &weights);
        for (place, &mv) in moves.iter().enumerate() {
            let cell = self.position.landing(mv);
            let numbers = if wins || !self.forced && self.position.wins_at(mv) {
                // Whoever is to move there has lost.
                Numbers::DISPROVED
            } else if self.position.loses_at(mv) {
                Numbers::PROVED
            } else if full {
                // A draw is what the defender aims at.
                if attacks { Numbers::PROVED } else { Numbers::DISPROVED }
            } else if self.bound == LineBound::Off {
                Numbers::OPEN
            } else if attacks {
                let sum = sum + weights[place];
                if self.fails(sum) { Numbers::PROVED } else { self.start(sum, false) }
            } else {
                let left = sum - weights[place];
                let most = if left > 0 { most } else { 0 };
                if self.fails(left + most) { Numbers::DISPROVED } else { self.start(left, true) }
            };
            let key = if numbers.settled() { 0 } else { self.key_of(ply, &self.keys_after(cell, seat)) };
            child(Child { mv, key, numbers });
        }
        (self.moves, self.weights) = (moves, weights);
    }

    /// The numbers of a position that nobody has looked at: the larger the attacker's sum, the more has to turn out badly
    /// for it.
    fn start(&self, sum: u64, attacks: bool) -> Numbers {
        if !self.informed {
            return Numbers::OPEN;
        }
        let hard = self.lines.share(sum, START_SCALE).clamp(1, START_MOST) as u32;
        if attacks { Numbers { proof: 1, disproof: hard } } else { Numbers { proof: hard, disproof: 1 } }
    }

    /// More than any move of the attacker adds to its sum after any move of the defender.
    fn largest_reply(&self, moves: &[Move], weights: &[u64]) -> u64 {
        if self.forced && moves.len() < self.position.legal_count() as usize {
            // Some moves were left out, and the attacker may well play there.
            let weight = |mv: Move| self.lines.weight(self.position.landing(mv), self.attacker);
            return self.position.moves().map(weight).max().unwrap_or(0);
        }
        weights.iter().copied().max().unwrap_or(0)
    }

    /// The moves of a position that is not over. With `forced` those that a win in one, or the threat of one, leaves; answers
    /// whether they are wins.
    fn candidates(&mut self, moves: &mut Vec<Move>) -> bool {
        moves.clear();
        moves.extend(self.position.moves());
        if !self.forced {
            return false;
        }
        if let Some(place) = moves.iter().position(|&mv| self.position.wins_at(mv)) {
            moves.swap(0, place);
            moves.truncate(1);
            return true;
        }
        if moves.iter().any(|&mv| self.position.opponent_wins_at(mv)) {
            // Where nothing stops it, one move stands for all: they lose.
            let first = moves[0];
            moves.retain(|&mv| self.position.stops_win_at(mv));
            if moves.is_empty() {
                moves.push(first);
            }
        }
        false
    }
}

impl<P: Position> Tree for Question<P> {
    type Taken = Taken<P::Undo>;

    fn key(&self) -> u64 {
        Question::key(self)
    }

    fn play(&mut self, mv: Move) -> Taken<P::Undo> {
        Question::play(self, mv)
    }

    fn undo(&mut self, taken: Taken<P::Undo>) {
        Question::undo(self, taken);
    }

    fn expand(&mut self, _watch: &Watch, _counters: &mut Counters, children: &mut Vec<Child>) {
        Question::expand(self, |child| children.push(child));
    }
}
