//! Gomoku, alpha-beta over the bounding box with document A's windows kept incrementally and candidates sorted by the
//! static score after the move: the same tree as ours, for one board and one set of weights.

const SIDE: usize = 15;
const STEPS: [(i32, i32); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
const WIN: i32 = 1_000_000_000;

/// A board with its windows. `x` moves first.
pub struct Gomoku {
    /// Windows that end on or after a cell, by direction; stones of x + 8 x stones of o; 64: sticks out of the board.
    windows: [[u8; 512]; 4],
    /// Rows of stones, both sides together.
    taken: [u32; SIDE],
    lines: [[[u32; 32]; 4]; 2],
    gains: [[i32; 128]; 2],
    total: i32,
    seat: usize,
    stack: Vec<u64>,
    /// Nodes below the root.
    pub nodes: u64,
}

fn worth(x: usize, o: usize) -> i32 {
    const OWN: [i32; 8] = [0, 5, 50, 500, 5_000, 100_000, 0, 0];
    match (x, o) {
        (x, 0) => OWN[x],
        (0, o) => -OWN[o],
        _ => 0,
    }
}

/// The slot of the first of a cell's five windows in a direction: cells of a line lie in a row, lines are spaced.
fn slot(direction: usize, row: usize, column: usize) -> usize {
    let (line, index) = match direction {
        0 => (row, column),
        1 => (column, row),
        2 => ((row + 14) - column, row.min(column)),
        _ => (row + column, column - (row + column).saturating_sub(14)),
    };
    LINE_STARTS[direction / 2][line] as usize + index
}

/// Where the lines of a direction begin: straight lines have 15 cells, diagonals 1 to 15; four slots more each.
static LINE_STARTS: [[u16; 29]; 2] = line_starts();

const fn line_starts() -> [[u16; 29]; 2] {
    let mut starts = [[0; 29]; 2];
    let (mut line, mut diagonal) = (0, 0);
    while line < 29 {
        starts[0][line] = if line < 15 { (line * 19) as u16 } else { 0 };
        starts[1][line] = diagonal;
        let cells = if line < 15 { line + 1 } else { 29 - line };
        diagonal += cells as u16 + 4;
        line += 1;
    }
    starts
}

impl Gomoku {
    /// The position after these cells (row * 15 + column, from the bottom left).
    pub fn new(moves: &[u16]) -> Gomoku {
        let mut board = Gomoku {
            windows: [[64; 512]; 4],
            taken: [0; SIDE],
            lines: [[[0; 32]; 4]; 2],
            gains: [[0; 128]; 2],
            total: 0,
            seat: 0,
            stack: Vec::with_capacity(4096),
            nodes: 0,
        };
        for state in 0..64 {
            let (x, o) = (state & 7, state >> 3);
            if x + o < 5 {
                board.gains[0][state] = worth(x + 1, o) - worth(x, o);
                board.gains[1][state] = worth(x, o + 1) - worth(x, o);
            }
        }
        for (direction, step) in STEPS.into_iter().enumerate() {
            for cell in 0..225 {
                let (row, column) = (cell / SIDE, cell % SIDE);
                let end = (column as i32 + 4 * step.0, row as i32 + 4 * step.1);
                if (0..15).contains(&end.0) && (0..15).contains(&end.1) {
                    board.windows[direction][slot(direction, end.1 as usize, end.0 as usize)] = 0;
                }
            }
        }
        for &mv in moves {
            board.play(mv as usize / SIDE, mv as usize % SIDE);
        }
        board
    }

    fn gain(&self, row: usize, column: usize) -> i32 {
        let gains = &self.gains[self.seat];
        let mut gain = 0;
        for direction in 0..4 {
            let first = slot(direction, row, column);
            for &state in &self.windows[direction][first..first + 5] {
                gain += gains[(state & 127) as usize];
            }
        }
        gain
    }

    fn add(&mut self, row: usize, column: usize, stone: u8) {
        for direction in 0..4 {
            let first = slot(direction, row, column);
            for state in &mut self.windows[direction][first..first + 5] {
                *state = state.wrapping_add(stone);
            }
        }
    }

    /// Places a stone of the side to move; whether it makes five.
    fn play(&mut self, row: usize, column: usize) -> bool {
        self.total += self.gain(row, column);
        self.add(row, column, if self.seat == 0 { 1 } else { 8 });
        self.taken[row] ^= 1 << column;
        let places = [(row, column), (column, row), (row + 14 - column, column), (row + column, column)];
        let mut five = 0;
        for (direction, (line, bit)) in places.into_iter().enumerate() {
            let bits = self.lines[self.seat][direction][line] ^ 1 << bit;
            self.lines[self.seat][direction][line] = bits;
            let pairs = bits & bits >> 1;
            five |= pairs & pairs >> 2 & bits >> 4;
        }
        self.seat ^= 1;
        five != 0
    }

    fn undo(&mut self, row: usize, column: usize, total: i32) {
        self.seat ^= 1;
        self.total = total;
        self.add(row, column, if self.seat == 0 { 255 } else { 248 });
        self.taken[row] ^= 1 << column;
        let places = [(row, column), (column, row), (row + 14 - column, column), (row + column, column)];
        for (direction, (line, bit)) in places.into_iter().enumerate() {
            self.lines[self.seat][direction][line] ^= 1 << bit;
        }
    }

    fn value(&self) -> i32 {
        if self.seat == 0 { self.total } else { -self.total }
    }

    fn gather(&mut self) {
        let rows = self.taken.iter().position(|&row| row != 0).unwrap_or(0);
        let last = self.taken.iter().rposition(|&row| row != 0).unwrap_or(0);
        let all = self.taken.iter().fold(0, |all, row| all | row);
        let (left, right) = (all.trailing_zeros().saturating_sub(1), (32 - all.leading_zeros()).min(14));
        let columns = (1u32 << (right + 1)) - (1 << left);
        let mut place = 0;
        for row in rows.saturating_sub(1)..=(last + 1).min(14) {
            let mut open = columns & !self.taken[row];
            while open != 0 {
                let column = open.trailing_zeros() as usize;
                open &= open - 1;
                let score = self.value() + self.gain(row, column) * (1 - 2 * self.seat as i32);
                let key = (score + (1 << 27)).clamp(0, (1 << 28) - 1) as u64;
                self.stack.push(key << 18 | (511 - place) << 9 | (row * SIDE + column) as u64);
                place += 1;
            }
        }
    }

    /// Value for the side to move; wins do not tell their distance.
    pub fn alphabeta(&mut self, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        let start = self.stack.len();
        self.gather();
        let mut best = -WIN - 1;
        for cursor in start..self.stack.len() {
            let left = &mut self.stack[cursor..];
            let mut place = 0;
            for (index, key) in left.iter().enumerate() {
                if *key > left[place] {
                    place = index;
                }
            }
            left.swap(0, place);
            let cell = (left[0] & 511) as usize;
            let (row, column, total) = (cell / SIDE, cell % SIDE, self.total);
            self.nodes += 1;
            let score = if self.play(row, column) {
                WIN
            } else if depth == 1 {
                -self.value()
            } else {
                -self.alphabeta(depth - 1, -beta, -alpha)
            };
            self.undo(row, column, total);
            if score > best {
                best = score;
                alpha = alpha.max(score);
                if alpha >= beta {
                    break;
                }
            }
        }
        self.stack.truncate(start);
        best
    }
}
