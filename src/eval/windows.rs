//! Evaluation by windows: every run of `k` cells is worth something by the stones of both sides in it.
//!
//! One body for the documents A, C and T; each is a table of worths ([`WindowRules`]). The state of a window is one byte,
//! stones of the first player + 8 x stones of the second. Windows lie in memory line by line, one slot for every cell at
//! which a window could end, those that stick out of the board included (marked dead, always worth 0): the `k` windows
//! through a cell in one direction are then `k` neighbouring bytes, so that a stone is one 64-bit addition a direction
//! and what it gains is `k` look-ups in a table of differences.
//!
//! The value is kept from the first player's view. Rules may favour one side (a defence factor, cells that only count for
//! oneself); they speak of "own" and "opponent" with the eyes of the side that moves at the root, as the documents'
//! programs see the board, so that a search over them stays zero-sum.

use super::EvalConfig;
use super::bit_mask::Masks;
use super::saturate::{saturate, split};
use crate::base::shape::DIRECTIONS;
use crate::base::{Cell, Evaluator, Move, Position, Score, Seat, Shape};

/// Longest windows: a count fits three bits, and a direction's windows a 64-bit word.
pub const MAX_WINDOW: u8 = 7;
/// Longest windows where pairs of neighbours count: one more byte on either side is looked at.
pub const MAX_PAIRED_WINDOW: u8 = 6;

/// Marks a slot whose window sticks out of the board.
const DEAD: u8 = 0x40;
const STATES: usize = 128;

/// What windows are worth; own and opponent as seen by the side that moves at the root.
#[derive(Clone, Debug, Default)]
pub struct WindowRules {
    /// What a window gives its owner: `[own stones][stones of the other side]`.
    pub own: [[i64; 8]; 8],
    /// What a window of the opponent costs: `[opponent's stones][stones of the other side]`.
    pub opponent: [[i64; 8]; 8],
    /// What two live windows with the same number of own stones give on top, when one is the other shifted by a cell
    /// along their line: what makes an open pattern of two closed ones. `[own stones]`.
    pub own_pairs: [i64; 8],
    /// The same for the opponent.
    pub opponent_pairs: [i64; 8],
    /// What document A's bit mask finds.
    pub masks: Masks,
    /// What a stone on a cell gives its owner; as long as the board has cells, or empty.
    pub own_cells: Vec<i64>,
    /// The same for the opponent.
    pub opponent_cells: Vec<i64>,
}

impl WindowRules {
    /// Makes the opponent's patterns worth the same as one's own, times a factor in thousandths.
    pub fn mirror(&mut self, thousandths: i64) {
        let scale = |worth: i64| worth.saturating_mul(thousandths) / 1000;
        self.opponent = self.own.map(|row| row.map(scale));
        self.opponent_pairs = self.own_pairs.map(scale);
        self.masks.opponent = self.masks.own.map(scale);
    }

    /// A window's worth for the side that moves at the root.
    fn window(&self, own: usize, opponent: usize) -> i64 {
        saturate(self.own[own][opponent].saturating_sub(self.opponent[opponent][own])).into()
    }

    fn pair(&self, own: usize, opponent: usize) -> i64 {
        match (own, opponent) {
            (own, 0) => self.own_pairs[own],
            (0, opponent) => -self.opponent_pairs[opponent],
            _ => 0,
        }
    }

    fn cell(&self, cell: usize, own: bool) -> i64 {
        let worth = |cells: &[i64]| saturate(cells.get(cell).copied().unwrap_or(0)).into();
        if own { worth(&self.own_cells) } else { -worth(&self.opponent_cells) }
    }
}

/// The evaluator; see the module.
#[derive(Clone)]
pub struct Windows {
    /// From the first player's view.
    total: i64,
    /// What one more stone of a seat changes at a window, by its state; from the first player's view.
    gains: [[i32; STATES]; 2],
    /// What two neighbouring windows of this same state give; from the first player's view.
    pairs: [i64; STATES],
    paired: bool,
    masked: bool,
    k: usize,
    /// A 1 in each of the lowest `k` bytes.
    ones: u64,
    states: Box<[u8]>,
    /// For each cell and direction, the slot of the first of its `k` windows.
    slots: Box<[[u16; 4]]>,
    /// What a stone of a seat gives by its cell alone; from the first player's view.
    cells: Box<[[i64; 2]]>,
    root: Seat,
    shape: Shape,
    rules: WindowRules,
}

impl Windows {
    /// From the rules that a configuration makes for a board. The board's `k` must be 2 to [`MAX_WINDOW`].
    pub fn new(config: &EvalConfig, shape: &Shape, rules: fn(&EvalConfig, &Shape) -> WindowRules) -> Windows {
        let k = shape.k.clamp(1, MAX_WINDOW) as usize;
        let (slots, states) = lay_out(shape, k);
        let rules = rules(config, shape);
        let paired = rules.own_pairs.iter().chain(&rules.opponent_pairs).any(|&worth| worth != 0);
        let mut windows = Windows {
            total: 0,
            gains: [[0; STATES]; 2],
            pairs: [0; STATES],
            paired,
            masked: rules.masks.are_used(),
            k,
            ones: 0x0101_0101_0101_0101 >> (64 - 8 * k),
            states,
            slots,
            cells: vec![[0; 2]; shape.cells()].into(),
            root: Seat::FIRST,
            shape: *shape,
            rules,
        };
        windows.tabulate(Seat::FIRST);
        windows
    }

    /// Fills the tables as the side that moves at the root sees the board.
    fn tabulate(&mut self, root: Seat) {
        self.root = root;
        let sign = if root == Seat::FIRST { 1 } else { -1 };
        let stones = |state: usize| (state & 7, state >> 3);
        let of_root = |state: usize| if root == Seat::FIRST { stones(state) } else { (state >> 3, state & 7) };
        let worth = |rules: &WindowRules, state: usize| {
            let (own, opponent) = of_root(state);
            sign * rules.window(own, opponent)
        };
        for state in 0..DEAD as usize {
            let (first, second) = stones(state);
            let (own, opponent) = of_root(state);
            self.pairs[state] = sign * self.rules.pair(own, opponent);
            for (seat, step) in [1, 8].into_iter().enumerate() {
                // Sums of worths within the bound of static values fit 32 bits as differences.
                let fits = if first + second < self.k { state + step < DEAD as usize } else { false };
                let gain = if fits { worth(&self.rules, state + step) - worth(&self.rules, state) } else { 0 };
                self.gains[seat][state] = gain as i32;
            }
        }
        for (cell, pair) in self.cells.iter_mut().enumerate() {
            for (seat, worth) in pair.iter_mut().enumerate() {
                *worth = sign * self.rules.cell(cell, seat == root.0 as usize);
            }
        }
    }

    #[inline(always)]
    fn load(&self, slot: usize) -> u64 {
        self.states[slot..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
    }

    #[inline(always)]
    fn add(&mut self, slot: usize, stones: u64) {
        if let Some(bytes) = self.states[slot..].first_chunk_mut() {
            *bytes = u64::from_le_bytes(*bytes).wrapping_add(stones).to_le_bytes();
        }
    }

    #[inline(always)]
    fn window_gain<const K: usize>(&self, slots: [u16; 4], seat: usize) -> i64 {
        let (mut gain, gains, k) = (0i64, &self.gains[seat & 1], if K == 0 { self.k } else { K });
        for slot in slots {
            let states = self.load(slot as usize);
            for window in 0..k {
                gain += i64::from(gains[(states >> (8 * window)) as usize & (STATES - 1)]);
            }
        }
        gain
    }

    /// What pairs of neighbours change when a stone is added; looks at one slot more on either side.
    #[cold]
    #[inline(never)]
    fn pair_gain(&self, slots: [u16; 4], seat: usize) -> i64 {
        let worth = |states: u64| -> i64 {
            let pair = |i: usize| {
                let (one, next) = ((states >> (8 * i)) as u8, (states >> (8 * i + 8)) as u8);
                if one == next { self.pairs[one as usize & (STATES - 1)] } else { 0 }
            };
            (0..self.k + 1).map(pair).sum()
        };
        let stone = self.stone(seat) << 8;
        let gains = slots.map(|slot| {
            let states = self.load(slot as usize - 1);
            worth(states.wrapping_add(stone)) - worth(states)
        });
        gains.into_iter().sum()
    }

    /// What a stone of a seat on an empty cell changes, from the first player's view.
    #[inline(always)]
    fn gain(&self, cell: Cell, seat: Seat) -> i64 {
        let (slots, seat) = (self.slots[cell as usize], seat.0 as usize & 1);
        let mut gain = match self.k {
            5 => self.window_gain::<5>(slots, seat),
            4 => self.window_gain::<4>(slots, seat),
            3 => self.window_gain::<3>(slots, seat),
            _ => self.window_gain::<0>(slots, seat),
        };
        if self.paired {
            gain += self.pair_gain(slots, seat);
        }
        gain + self.cells[cell as usize][seat]
    }

    /// What a stone of a seat changes, whatever the rules look at; from the first player's view.
    #[inline(always)]
    fn whole_gain<P: Position>(&self, position: &P, cell: Cell, seat: Seat) -> i64 {
        let gain = self.gain(cell, seat);
        if self.masked { gain + self.rules.masks.gain(position, self.root, cell, seat) } else { gain }
    }

    #[inline(always)]
    fn stone(&self, seat: usize) -> u64 {
        if seat == 0 { self.ones } else { self.ones << 3 }
    }

    /// The value for a seat.
    #[inline(always)]
    fn seen_by(total: i64, seat: Seat) -> Score {
        saturate(if seat == Seat::FIRST { total } else { -total })
    }
}

/// The slots of all windows: for each cell and direction the first of its `k` windows, and the states of an empty board.
fn lay_out(shape: &Shape, k: usize) -> (Box<[[u16; 4]]>, Box<[u8]>) {
    let mut slots = vec![[0u16; 4]; shape.cells()];
    // One slot in front, for the neighbour of the very first one.
    let mut states = vec![DEAD];
    for (direction, step) in DIRECTIONS.into_iter().enumerate() {
        let starts = (0..shape.cells() as Cell).filter(|&cell| shape.step(cell, step, -1).is_none());
        for start in starts {
            let line: Vec<Cell> = (0..).map_while(|steps| shape.step(start, step, steps)).collect();
            for (index, &cell) in line.iter().enumerate() {
                slots[cell as usize][direction] = (states.len() + index) as u16;
            }
            // The window in slot `i` of a line ends on the line's cell `i`; the first k - 1 begin before the board, the
            // last k - 1 end behind it.
            let inside = |slot: usize| (k - 1..line.len()).contains(&slot);
            states.extend((0..line.len() + k - 1).map(|slot| if inside(slot) { 0 } else { DEAD }));
        }
    }
    // Words are read whole.
    states.extend([DEAD; 8]);
    (slots.into(), states.into())
}

impl<P: Position> Evaluator<P> for Windows {
    type Undo = i64;

    fn reset(&mut self, position: &P) {
        self.tabulate(position.turn());
        for state in &mut self.states {
            *state &= DEAD;
        }
        self.total = if self.masked { self.rules.masks.total(position, &self.shape, self.root) } else { 0 };
        for cell in 0..self.shape.cells() as Cell {
            if let Some(seat) = position.stone(cell) {
                // An empty window is worth nothing in any rules, so that the sum of all gains is the value.
                self.total += self.gain(cell, seat);
                let stone = self.stone(seat.0 as usize);
                for slot in self.slots[cell as usize] {
                    self.add(slot as usize, stone);
                }
            }
        }
    }

    #[inline]
    fn play(&mut self, position: &P, mv: Move) -> i64 {
        let (before, cell, seat) = (self.total, position.landing(mv), position.turn());
        self.total += self.whole_gain(position, cell, seat);
        let stone = self.stone(seat.0 as usize);
        for slot in self.slots[cell as usize] {
            self.add(slot as usize, stone);
        }
        before
    }

    #[inline]
    fn undo(&mut self, position: &P, mv: Move, undo: i64) {
        let (cell, seat) = (position.landing(mv), position.turn());
        let stone = self.stone(seat.0 as usize).wrapping_neg();
        for slot in self.slots[cell as usize] {
            self.add(slot as usize, stone);
        }
        self.total = undo;
    }

    #[inline]
    fn value(&mut self, position: &P) -> Score {
        Self::seen_by(self.total, position.turn())
    }

    #[inline]
    fn value_after(&mut self, position: &mut P, mv: Move) -> Score {
        let seat = position.turn();
        Self::seen_by(self.total + self.whole_gain(position, position.landing(mv), seat), seat)
    }

    #[inline]
    fn value_after_by_opponent(&mut self, position: &mut P, mv: Move) -> Score {
        let seat = position.turn().other();
        Self::seen_by(self.total + self.whole_gain(position, position.landing(mv), seat), seat)
    }

    fn area_score(&mut self, position: &mut P, mv: Move, seat: Seat) -> Score {
        let cell = position.landing(mv);
        let of_line = |step| {
            let beside = [-1, 1].map(|steps| position.stone(self.shape.step(cell, step, steps)?));
            let count = |seat: Seat| beside.iter().filter(|&&owner| owner == Some(seat)).count();
            self.rules.own[1 + count(seat)][count(seat.other())]
        };
        saturate(DIRECTIONS.into_iter().map(of_line).sum())
    }

    fn terms(&mut self, position: &P) -> Vec<(String, Score)> {
        let (seat, root) = (position.turn(), self.root);
        let sign = if seat == root { 1 } else { -1 };
        let of_root = |state: u8| {
            let (first, second) = (state as usize & 7, state as usize >> 3 & 7);
            if root == Seat::FIRST { (first, second) } else { (second, first) }
        };
        let mut terms = Vec::new();
        for own in 0..=self.k {
            for opponent in 0..=self.k - own {
                let of_pattern = |&state: &u8| state & DEAD == 0 && of_root(state) == (own, opponent);
                let windows = self.states.iter().filter(|state| of_pattern(state)).count() as i64;
                let pairs = self.states.windows(2).filter(|two| two[0] == two[1] && of_pattern(&two[0])).count() as i64;
                let (mine, theirs) = if seat == root { (own, opponent) } else { (opponent, own) };
                let name = format!("windows of {mine} own, {theirs} opposing stones");
                terms.push((name.clone(), sign * windows * self.rules.window(own, opponent)));
                terms.push((format!("pairs of {name}"), sign * pairs * self.rules.pair(own, opponent)));
            }
        }
        let (mut own_cells, mut opposing_cells) = (0, 0);
        for cell in 0..self.shape.cells() {
            match position.stone(cell as Cell) {
                Some(owner) if owner == seat => own_cells += sign * self.rules.cell(cell, owner == root),
                Some(owner) => opposing_cells += sign * self.rules.cell(cell, owner == root),
                None => {}
            }
        }
        if self.masked {
            let masks = self.rules.masks.total(position, &self.shape, root);
            let sign = if seat == Seat::FIRST { 1 } else { -1 };
            terms.push(("what the bit mask takes for open".to_string(), sign * masks));
        }
        terms.push(("own cells".to_string(), own_cells));
        terms.push(("opposing cells".to_string(), opposing_cells));
        split(terms, Evaluator::<P>::value(self, position))
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_board::{SHAPES, TestBoard, random_game};
    use super::*;

    /// The rules' meaning, window by window, for the side that moves at the root.
    fn canonical(rules: &WindowRules, board: &TestBoard, root: Seat) -> i64 {
        let shape = board.shape();
        let count =
            |window: &[Cell], seat: Seat| window.iter().filter(|&&cell| board.stone(cell) == Some(seat)).count();
        let counts = |window: &[Cell]| (count(window, root), count(window, root.other()));
        let mut sum = 0;
        for direction in DIRECTIONS {
            for start in 0..shape.cells() as Cell {
                let window = |from: i32| -> Option<Vec<Cell>> {
                    (from..from + shape.k as i32).map(|steps| shape.step(start, direction, steps)).collect()
                };
                let Some((own, opponent)) = window(0).map(|cells| counts(&cells)) else { continue };
                sum += rules.own[own][opponent] - rules.opponent[opponent][own];
                if window(1).map(|cells| counts(&cells)) == Some((own, opponent)) {
                    sum += if opponent == 0 { rules.own_pairs[own] } else { 0 };
                    sum -= if own == 0 { rules.opponent_pairs[opponent] } else { 0 };
                }
            }
        }
        for cell in 0..shape.cells() {
            match board.stone(cell as Cell) {
                Some(seat) if seat == root => sum += rules.own_cells[cell],
                Some(_) => sum -= rules.opponent_cells[cell],
                None => {}
            }
        }
        sum
    }

    /// Rules in which every entry is another number, so that no two mistakes cancel.
    fn distinct(_config: &EvalConfig, shape: &Shape) -> WindowRules {
        let mut rules = WindowRules::default();
        for i in 0..8 {
            for j in 0..8 {
                if i > 0 {
                    rules.own[i][j] = 1000 + 37 * (8 * i + j) as i64;
                    rules.opponent[i][j] = -500 - 91 * (5 * j + i) as i64;
                }
            }
            if i > 0 && shape.k <= MAX_PAIRED_WINDOW {
                rules.own_pairs[i] = 7 + 3 * i as i64;
                rules.opponent_pairs[i] = 70 - 11 * i as i64;
            }
        }
        rules.own_cells = (0..shape.cells() as i64).map(|cell| cell * cell).collect();
        rules.opponent_cells = (0..shape.cells() as i64).map(|cell| 1 - 5 * cell).collect();
        rules
    }

    #[test]
    fn values_are_the_sum_over_all_windows() {
        let config = "zero".parse().unwrap();
        for shape in SHAPES {
            for seed in 0..4 {
                let mut board = TestBoard::new(shape);
                let mut windows = Windows::new(&config, &shape, distinct);
                Evaluator::<TestBoard>::reset(&mut windows, &board);
                for mv in random_game(&board, seed) {
                    windows.play(&board, mv);
                    board.play(mv);
                    let for_first = canonical(&windows.rules, &board, Seat::FIRST);
                    assert_eq!(
                        i64::from(windows.value(&board)),
                        if board.turn() == Seat::FIRST { for_first } else { -for_first }
                    );
                    let mut anew = Windows::new(&config, &shape, distinct);
                    anew.reset(&board);
                    assert_eq!(
                        i64::from(anew.value(&board)),
                        canonical(&windows.rules, &board, board.turn()),
                        "{shape}"
                    );
                }
            }
        }
    }
}
