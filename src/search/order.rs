//! Move ordering: the sequence in which a node searches its candidates.
//!
//! An order is a list of criteria joined by `+`, the first one decides, the next one breaks its ties; the last resort is
//! the base sequence (generation order, centre outwards, or a fixed list). `hash+win_block+killers+history+centre` is a
//! typical full order, `centre` a static one.

use super::Config;
use super::pick::Place;
use crate::base::switch::{self, Switch, Values};
use crate::base::{Move, Position, Shape};

/// One criterion by which moves are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// The transposition table's move (or, at the root, the last iteration's) first.
    Hash,
    /// Moves that win, then moves that stop a win in one.
    WinBlock,
    /// Killer moves: the two latest moves that cut off at the same ply (Akl, Newborn 1977).
    Killers,
    /// History heuristic (Schaeffer 1983): moves that cut off elsewhere, weighted by depth squared.
    History,
    /// The counter move (Uiterwijk 1992): the latest move that cut off in answer to the same move.
    CounterMoves,
    /// Nearest to the last move first.
    NearLast,
    /// The static value after the move, best first (document A).
    StaticScore,
    /// The evaluator's own score of the point, best first (document G's greedy score).
    MoveScore,
}

impl Criterion {
    /// Bits of the packed key that the criterion takes.
    pub(super) const fn bits(self) -> u32 {
        match self {
            Criterion::Hash | Criterion::CounterMoves => 1,
            Criterion::WinBlock => 2,
            Criterion::Killers => 2,
            Criterion::History => 18,
            Criterion::NearLast => 5,
            Criterion::StaticScore | Criterion::MoveScore => 28,
        }
    }
}

/// The sequence that remains where all criteria tie.
#[derive(Clone, Debug, PartialEq)]
pub enum Base {
    /// By ascending move code: row by row from the bottom left, or column by column.
    Generation,
    /// From the middle outwards in rings.
    Centre,
    /// A fixed sequence of all move codes.
    Static(Vec<u16>),
}

/// The order and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Order {
    /// The criteria, strongest first.
    pub criteria: Vec<Criterion>,
    /// What breaks the last tie.
    pub base: Base,
    /// Random amount, 0 to this less one, added to each move's static or move score.
    pub noise: u32,
}

impl Default for Order {
    fn default() -> Order {
        Order { criteria: Vec::new(), base: Base::Generation, noise: 0 }
    }
}

const CRITERIA: [(&str, Criterion); 8] = [
    ("hash", Criterion::Hash),
    ("win_block", Criterion::WinBlock),
    ("killers", Criterion::Killers),
    ("history", Criterion::History),
    ("counter_moves", Criterion::CounterMoves),
    ("near_last", Criterion::NearLast),
    ("static_score", Criterion::StaticScore),
    ("move_score", Criterion::MoveScore),
];

/// A packed sort key holds, from the top: the criteria, the place in the base sequence (reversed), the move code.
const CODE_BITS: u32 = 9;
const KEY_BITS: u32 = 64 - 2 * CODE_BITS;
const CODE_MASK: u64 = (1 << CODE_BITS) - 1;

impl Order {
    /// Whether a move's key depends on nothing but its code, so that no node has to sort.
    pub fn is_static(&self) -> bool {
        self.criteria.is_empty()
    }

    /// Whether a criterion takes part.
    pub fn has(&self, criterion: Criterion) -> bool {
        self.criteria.contains(&criterion)
    }

    /// Refuses orders that do not fit the board or the packed key.
    pub fn check(&self, shape: &Shape) -> Result<(), String> {
        let bits: u32 = self.criteria.iter().map(|criterion| criterion.bits()).sum();
        if bits > KEY_BITS {
            return Err(format!(
                "order: too many graded criteria at once (they take {bits} bits of {KEY_BITS}); leave one of \
                                history, static_score and move_score out"
            ));
        }
        if self.noise > 0 && !self.has(Criterion::StaticScore) && !self.has(Criterion::MoveScore) {
            return Err(
                "order_noise needs static_score or move_score in order: there is nothing to disturb".to_string()
            );
        }
        if let Base::Static(list) = &self.base {
            let codes = if shape.gravity { shape.width as usize } else { shape.cells() };
            let mut sorted = list.clone();
            sorted.sort_unstable();
            if !sorted.iter().copied().eq(0..codes as u16) {
                return Err(format!(
                    "order=static:.. must list each of the {codes} moves of this board once, counted from 0; found {list:?}"
                ));
            }
        }
        Ok(())
    }

    /// The base sequence on a board.
    pub fn sequence<P: Position>(&self, position: &P) -> Vec<Move> {
        let mut codes: Vec<Move> = (0..position.move_codes()).map(Move).collect();
        match &self.base {
            Base::Generation => {}
            Base::Centre => {
                let shape = position.shape();
                if shape.gravity {
                    codes.sort_by_key(|mv| (2 * i32::from(mv.0) - (i32::from(shape.width) - 1)).abs());
                } else {
                    codes.sort_by_key(|mv| shape.centre_distance(mv.0));
                }
            }
            Base::Static(list) => codes = list.iter().copied().map(Move).collect(),
        }
        codes
    }

    fn text(&self) -> String {
        let mut parts: Vec<String> = self
            .criteria
            .iter()
            .filter_map(|c| CRITERIA.iter().find(|(_, known)| known == c).map(|(word, _)| word.to_string()))
            .collect();
        match &self.base {
            Base::Generation if parts.is_empty() => parts.push("generation".to_string()),
            Base::Generation => {}
            Base::Centre => parts.push("centre".to_string()),
            Base::Static(list) => {
                let list: Vec<String> = list.iter().map(u16::to_string).collect();
                parts.push(format!("static:{}", list.join("-")));
            }
        }
        parts.join("+")
    }

    fn parse(text: &str) -> Result<(Vec<Criterion>, Base), String> {
        let (mut criteria, mut base) = (Vec::new(), Base::Generation);
        let words: Vec<&str> = text.split('+').collect();
        for (place, word) in words.iter().enumerate() {
            let is_last = place + 1 == words.len();
            let found_base = match *word {
                "generation" => Some(Base::Generation),
                "centre" => Some(Base::Centre),
                _ => match word.strip_prefix("static:") {
                    Some(list) => Some(Base::Static(parse_list(list)?)),
                    None => None,
                },
            };
            match found_base {
                Some(found) if is_last => base = found,
                Some(_) => return Err(format!("'{word}' settles every tie and must stand last, found '{text}'")),
                None => {
                    let criterion =
                        CRITERIA.iter().find(|(known, _)| known == word).map(|(_, c)| *c).ok_or_else(|| {
                            let known =
                                CRITERIA.iter().map(|(word, _)| *word).chain(["generation", "centre", "static:"]);
                            let hint = crate::base::text::nearest(word, known);
                            format!("expected {ORDER_HINT}, found '{word}'{hint}")
                        })?;
                    if criteria.contains(&criterion) {
                        return Err(format!("'{word}' stands twice in '{text}'"));
                    }
                    criteria.push(criterion);
                }
            }
        }
        Ok((criteria, base))
    }
}

fn parse_list(list: &str) -> Result<Vec<u16>, String> {
    list.split('-').map(|code| switch::parse_number(code, 0, 483).map(|code| code as u16)).collect()
}

const ORDER_HINT: &str = "generation, centre, static:0-1-.., or criteria joined by '+' (hash, win_block, killers, history, \
                          counter_moves, near_last, static_score, move_score) before one of them";

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "order",
        meaning: "move order: criteria joined by '+', the first decides, then a base sequence",
        values: Values::Text(ORDER_HINT),
        exact: &[
            "generation",
            "centre",
            "hash+centre",
            "win_block",
            "killers",
            "history+centre",
            "counter_moves+centre",
            "near_last+centre",
            "static_score",
            "move_score",
            "hash+win_block+killers+history+centre",
        ],
        get: |c| c.order.text(),
        set: |c, text| {
            (c.order.criteria, c.order.base) = Order::parse(text)?;
            Ok(())
        },
    },
    Switch {
        key: "order_noise",
        meaning: "random amount, 0 to this less one, added to each move's static_score or move_score",
        values: Values::Number(0, 1_000_000, false),
        exact: &["0", "10"],
        get: |c| c.order.noise.to_string(),
        set: |c, text| switch::assign(&mut c.order.noise, switch::parse_number(text, 0, 1_000_000)? as u32),
    },
];

/// The place of each move code in a sequence of all of them.
pub fn places(sequence: &[Move]) -> Vec<u16> {
    let mut places = vec![0; sequence.len()];
    for (place, mv) in (0..).zip(sequence) {
        if let Some(of_move) = places.get_mut(mv.0 as usize) {
            *of_move = place;
        }
    }
    places
}

/// A packed sort key without any criterion yet. A larger key is searched earlier, and no two moves of a node have the same.
#[inline(always)]
pub fn pack(place: usize, mv: Move) -> u64 {
    (CODE_MASK - place as u64) << CODE_BITS | u64::from(mv.0)
}

/// Appends a criterion's grade, which must fit its bits, to a packed key: below the criteria that it has.
#[inline(always)]
pub fn raise(packed: u64, bits: u32, grade: u64) -> u64 {
    let low = packed & ((1 << (2 * CODE_BITS)) - 1);
    (packed >> (2 * CODE_BITS) << bits | grade) << (2 * CODE_BITS) | low
}

/// A score as a grade: shifted into the positive half and clamped to what the bits hold.
#[inline(always)]
pub fn signed_grade(score: i64, bits: u32) -> u64 {
    (score + (1 << (bits - 1))).clamp(0, (1 << bits) - 1) as u64
}

/// The move in a packed key.
#[inline(always)]
pub fn unpack(packed: u64) -> Move {
    Move((packed & CODE_MASK) as u16)
}

/// Killer moves, history counts and counter moves of one search.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<u32>,
    /// By the seat that answers and the move that is answered.
    replies: Vec<Option<Move>>,
}

impl Memory {
    /// An empty memory for a board with so many move codes; sized once, so that a search allocates nothing.
    pub fn new(move_codes: usize, plies: usize) -> Memory {
        let (history, replies) = (vec![0; 2 * move_codes], vec![None; 2 * move_codes]);
        Memory { killers: vec![[None; 2]; plies + 1], history, replies }
    }

    /// Halves the history and forgets killers and counter moves: another search begins.
    pub fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.replies.fill(None);
        self.history.iter_mut().for_each(|count| *count /= 2);
    }

    /// Forgets everything: another game begins.
    pub fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.replies.fill(None);
        self.history.fill(0);
    }

    /// Notes a move that cut off at a node.
    #[inline]
    pub(super) fn reward(&mut self, seat: usize, mv: Move, Place { depth, ply, last }: Place) {
        if let Some(pair) = self.killers.get_mut(ply as usize)
            && pair[0] != Some(mv)
        {
            *pair = [Some(mv), pair[0]];
        }
        let place = self.place(seat, mv);
        if let Some(count) = self.history.get_mut(place) {
            *count = (*count + depth * depth).min(1 << 17);
        }
        let place = last.map(|last| self.place(seat, last));
        if let Some(reply) = place.and_then(|place| self.replies.get_mut(place)) {
            *reply = Some(mv);
        }
    }

    #[inline]
    fn place(&self, seat: usize, mv: Move) -> usize {
        (seat & 1) * (self.history.len() / 2) + mv.0 as usize
    }

    /// The counter move of a seat to a move.
    #[inline]
    pub fn counter_move(&self, seat: usize, last: Option<Move>) -> Option<Move> {
        self.replies.get(self.place(seat, last?)).copied().flatten()
    }

    /// The killers of a ply, the latest first.
    #[inline]
    pub fn killers(&self, ply: u32) -> [Option<Move>; 2] {
        self.killers.get(ply as usize).copied().unwrap_or_default()
    }

    /// The history count of a move.
    #[inline]
    pub fn history_grade(&self, seat: usize, mv: Move) -> u64 {
        u64::from(self.history.get(self.place(seat, mv)).copied().unwrap_or(0))
    }
}

/// 2 for the latest killer, 1 for the one before, else 0.
#[inline(always)]
pub fn killer_grade(killers: [Option<Move>; 2], mv: Move) -> u64 {
    if killers[0] == Some(mv) { 2 } else { u64::from(killers[1] == Some(mv)) }
}

/// 31 less the distance (Chebyshev; columns in a drop game) between two moves.
#[inline]
pub fn nearness_grade(shape: &Shape, last: Option<Move>, mv: Move) -> u64 {
    let Some(last) = last else { return 0 };
    let distance = if shape.gravity {
        last.0.abs_diff(mv.0) as usize
    } else {
        let dx = shape.column(last.0).abs_diff(shape.column(mv.0));
        let dy = shape.row(last.0).abs_diff(shape.row(mv.0));
        dx.max(dy)
    };
    31 - distance.min(31) as u64
}
