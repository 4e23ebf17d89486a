//! What a side threatens, read off the lines of a board: moves that make a four, cells that complete one, stones that stop it.
//!
//! A *four* is a move after which its side could complete a line at once, whatever the number in a row. The words of a line
//! tell where such moves may be; whether one really wins is asked of the position, so that every rule set has its own answer
//! and no rule is written down twice. Where stones fall the moves are few, and all of them are asked about.

use std::ops::Range;

use crate::base::shape::DIRECTIONS;
use crate::base::{Cell, MAX_SIDE, Move, Position, RuleSet, Seat, Shape};

/// A line of the board that is long enough to win on.
#[derive(Clone, Copy, Debug)]
struct Track {
    first: Cell,
    direction: usize,
    length: u32,
    /// From one cell's number to the next one's.
    step: i32,
}

impl Track {
    fn cell(&self, index: u32) -> Cell {
        (i32::from(self.first) + self.step * index as i32) as Cell
    }
}

/// A move with how promising it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Graded {
    pub grade: u32,
    pub mv: Move,
}

/// The geometry of a board, and what was read off it last.
#[derive(Clone, Debug)]
pub(super) struct Board {
    shape: Shape,
    tracks: Vec<Track>,
    /// Grades by cell while moves are gathered; 0 elsewhere.
    grades: Vec<u32>,
    /// Moves by which the side to move completes a line.
    pub wins: Vec<Move>,
    /// Moves by which the other side would.
    pub dangers: Vec<Move>,
    /// Moves that may make a four, or a three, the most promising first.
    pub moves: Vec<Graded>,
}

/// Grade of a window that a stone brings where it is wanted, and of one that is a stone further off. More windows than a
/// cell lies in would be needed for the latter to outweigh one of the former.
const WANTED: u32 = 128;
const FURTHER: u32 = 1;

/// What is looked for on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Moves that may make a four.
    Fours,
    /// Moves that may make a three: that bring a window to two stones short of a line.
    Threes,
}

/// A set of own and of opposing stones on a line.
#[derive(Clone, Copy)]
struct Words {
    own: u32,
    other: u32,
    length: u32,
}

impl Words {
    /// The starts of the windows of `k` cells that hold exactly `stones` own stones and none of the opponent.
    #[inline(always)]
    fn windows(&self, k: u32, stones: u32) -> u32 {
        if self.own.count_ones() < stones {
            return 0;
        }
        let mut starts = (1u32 << (self.length - k + 1)) - 1;
        // The number of stones of each window, its binary digits in five words.
        let mut digits = [0u32; 5];
        for shift in 0..k {
            starts &= !(self.other >> shift);
            let mut carry = self.own >> shift;
            for digit in &mut digits {
                let both = *digit & carry;
                *digit ^= carry;
                carry = both;
                if carry == 0 {
                    break;
                }
            }
        }
        for (place, digit) in digits.into_iter().enumerate() {
            starts &= if stones >> place & 1 != 0 { digit } else { !digit };
        }
        starts
    }

    /// The empty cells of windows with these starts.
    #[inline(always)]
    fn empty(&self, k: u32, starts: u32) -> u32 {
        let mut cells = starts;
        for shift in 1..k {
            cells |= starts << shift;
        }
        cells & !(self.own | self.other)
    }
}

/// The places of the bits of a word.
#[inline(always)]
fn bits(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(place)
    })
}

impl Board {
    /// The lines of a game.
    pub fn new(shape: &Shape) -> Board {
        let mut tracks = Vec::new();
        if !shape.gravity {
            for (direction, step) in DIRECTIONS.into_iter().enumerate() {
                for first in (0..shape.cells() as Cell).filter(|&cell| shape.step(cell, step, -1).is_none()) {
                    let length = (0..).take_while(|&steps| shape.step(first, step, steps).is_some()).count() as u32;
                    if length >= u32::from(shape.k) {
                        let step = step.0 + step.1 * i32::from(shape.width);
                        tracks.push(Track { first, direction, length, step });
                    }
                }
            }
        }
        let most = MAX_SIDE * MAX_SIDE;
        Board {
            shape: *shape,
            tracks,
            grades: vec![0; shape.cells()],
            wins: Vec::with_capacity(most),
            dangers: Vec::with_capacity(most),
            moves: Vec::with_capacity(most),
        }
    }

    /// Reads a position that is not over: completed lines of both sides, and moves of a kind for the side to move.
    pub fn read<P: Position>(&mut self, position: &mut P, kind: Kind) {
        self.wins.clear();
        self.dangers.clear();
        self.moves.clear();
        if self.shape.gravity {
            for mv in (0..position.move_codes()).map(Move) {
                if position.is_legal(mv) {
                    if position.wins_at(mv) {
                        self.wins.push(mv);
                    }
                    if position.opponent_wins_at(mv) {
                        self.dangers.push(mv);
                    }
                    self.moves.push(Graded { grade: 0, mv });
                }
            }
            return;
        }
        let (k, me) = (u32::from(self.shape.k), position.turn());
        let short = |stones: u32| k.checked_sub(stones);
        for place in 0..self.tracks.len() {
            let track = self.tracks[place];
            let words = words(position, &track, me);
            if words.own != 0 || words.other != 0 || k <= 3 {
                let theirs = Words { own: words.other, other: words.own, ..words };
                for index in bits(words.empty(k, words.windows(k, k - 1))) {
                    let mv = Move(track.cell(index));
                    if position.wins_at(mv) {
                        self.wins.push(mv);
                    }
                }
                for index in bits(theirs.empty(k, theirs.windows(k, k - 1))) {
                    let mv = Move(track.cell(index));
                    if position.opponent_wins_at(mv) {
                        self.dangers.push(mv);
                    }
                }
                let grades = match kind {
                    Kind::Fours => [(short(2), WANTED), (short(3), FURTHER)],
                    Kind::Threes => [(short(3), WANTED), (short(4), FURTHER)],
                };
                for (stones, grade) in grades {
                    let Some(stones) = stones else { continue };
                    for start in bits(words.windows(k, stones)) {
                        for index in bits(words.empty(k, 1 << start)) {
                            let cell = track.cell(index);
                            self.grades[usize::from(cell)] += grade;
                        }
                    }
                }
            }
        }
        self.wins.sort_unstable();
        self.wins.dedup();
        self.dangers.sort_unstable();
        self.dangers.dedup();
        for cell in 0..self.grades.len() {
            let grade = std::mem::take(&mut self.grades[cell]);
            if grade >= WANTED {
                self.moves.push(Graded { grade, mv: Move(cell as u16) });
            }
        }
        self.moves.sort_unstable_by_key(|graded| (std::cmp::Reverse(graded.grade), graded.mv));
    }

    /// The moves read last that are made of at least so many windows.
    pub fn moves_of(&self, windows: u32) -> impl Iterator<Item = Move> + '_ {
        let promising = move |graded: &&Graded| self.shape.gravity || graded.grade >= windows * WANTED;
        self.moves.iter().filter(promising).map(|graded| graded.mv)
    }

    /// The cells by which the side that has just moved completes a line with that stone, if the other side lets it. There
    /// were none before the move.
    pub fn completions<P: Position>(&self, position: &P, four: Move, cells: &mut Vec<Move>) {
        if self.shape.gravity {
            cells.extend(position.moves().filter(|&mv| position.opponent_wins_at(mv)));
            return;
        }
        let (k, seat) = (u32::from(self.shape.k), position.turn().other());
        let start = cells.len();
        for (direction, step) in DIRECTIONS.into_iter().enumerate() {
            let own = position.line(seat, four.0, direction);
            if own.length < k {
                continue;
            }
            let other = position.line(seat.other(), four.0, direction).bits;
            let words = Words { own: own.bits, other, length: own.length };
            // Windows that hold the four.
            let from = (own.index + 1).saturating_sub(k);
            let near = ((1u32 << (own.index + 1)) - 1) & !((1u32 << from) - 1);
            for index in bits(words.empty(k, words.windows(k, k - 1) & near)) {
                let step = step.0 + step.1 * i32::from(self.shape.width);
                let mv = Move((i32::from(four.0) + step * (index as i32 - own.index as i32)) as u16);
                if !cells[start..].contains(&mv) && position.opponent_wins_at(mv) {
                    cells.push(mv);
                }
            }
        }
    }

    /// Puts behind `cells`, which hold the other side's completions from `start` on, the moves of the side to move that stop
    /// all of them and do not lose by themselves. That it cannot complete a line of its own is known.
    pub fn replies<P: Position>(&self, position: &mut P, start: usize, cells: &mut Vec<Move>) {
        let end = cells.len();
        cells.extend_from_within(start..);
        if self.shape.rules == RuleSet::Caro {
            self.ends(position, start..end, cells);
        }
        let mut kept = end;
        for place in end..cells.len() {
            let mv = cells[place];
            if stops(position, &cells[start..end], mv) {
                cells[kept] = mv;
                kept += 1;
            }
        }
        cells.truncate(kept);
    }

    /// Under caro: puts behind `cells` the empty ones at the ends of what the completions among them would make.
    fn ends<P: Position>(&self, position: &P, completions: Range<usize>, cells: &mut Vec<Move>) {
        let (attacker, behind) = (position.turn().other(), completions.end);
        for place in completions {
            let completion = cells[place].0;
            for direction in DIRECTIONS {
                for towards in [-1, 1] {
                    let mut beyond = (1..).map_while(|steps| self.shape.step(completion, direction, towards * steps));
                    let end = beyond.find(|&cell| position.stone(cell) != Some(attacker));
                    if let Some(end) = end.filter(|&end| position.stone(end).is_none())
                        && !cells[behind..].contains(&Move(end))
                    {
                        cells.push(Move(end));
                    }
                }
            }
        }
    }
}

fn words<P: Position>(position: &P, track: &Track, seat: Seat) -> Words {
    let own = position.line(seat, track.first, track.direction).bits;
    let other = position.line(seat.other(), track.first, track.direction).bits;
    Words { own, other, length: track.length }
}

/// Whether a legal move of the side to move leaves none of the other side's completions, and does not lose by itself.
pub(super) fn stops<P: Position>(position: &mut P, completions: &[Move], mv: Move) -> bool {
    if position.loses_at(mv) {
        return false;
    }
    let undo = position.play(mv);
    let open = if position.shape().gravity {
        // The stone may have opened the cell above it.
        position.has_win_in_one(false)
    } else {
        completions.iter().any(|&cell| position.is_legal(cell) && position.wins_at(cell))
    };
    position.undo(undo);
    !open
}
