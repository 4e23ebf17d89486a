//! The barest hand-written loops that do the same work as ours: what this machine can do at all.
//!
//! They know one game, one size and one task, keep everything in registers and count nothing but nodes. Boards are passed
//! by value, so that nothing is undone.

pub mod gomoku;
pub mod patterns;

use mnklab::base::rng::Rng;

const HEIGHT: u32 = 6;
const COLUMN: u64 = (1 << HEIGHT) - 1;
const BOTTOM: u64 = 0x0000_0408_1020_4081 & ((1 << 49) - 1);
const FULL: u64 = BOTTOM * COLUMN;
const CENTRE: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

fn four(stones: u64) -> bool {
    let pairs = stones & stones >> 7;
    let rows = pairs & pairs >> 14;
    let pairs = stones & stones >> 6;
    let falling = pairs & pairs >> 12;
    let pairs = stones & stones >> 8;
    let rising = pairs & pairs >> 16;
    let pairs = stones & stones >> 1;
    rows | falling | rising | (pairs & pairs >> 2) != 0
}

/// Connect Four, alpha-beta without evaluation: `mine` belongs to the side to move. Counts nodes, the root included.
pub fn connect4_alphabeta(mine: u64, all: u64, mut alpha: i32, beta: i32, depth: u32, nodes: &mut u64) -> i32 {
    let mut best = i32::MIN;
    for column in CENTRE {
        let stone = (all + (1 << (column * 7))) & COLUMN << (column * 7);
        if stone == 0 {
            continue;
        }
        *nodes += 1;
        let score = if four(mine | stone) {
            1
        } else if all | stone == FULL || depth == 1 {
            0
        } else {
            -connect4_alphabeta(mine ^ all, all | stone, -beta, -alpha, depth - 1, nodes)
        };
        if score > best {
            best = score;
            if score > alpha {
                alpha = score;
            }
            if alpha >= beta {
                break;
            }
        }
    }
    best
}

/// Connect Four perft, counted in bulk one ply above the leaves.
pub fn connect4_perft(mine: u64, all: u64, depth: u32) -> u64 {
    if depth == 1 {
        return open_columns(all);
    }
    let mut leaves = 0;
    for column in 0..7 {
        let stone = (all + (1 << (column * 7))) & COLUMN << (column * 7);
        if stone != 0 && !four(mine | stone) {
            leaves += connect4_perft(mine ^ all, all | stone, depth - 1);
        }
    }
    leaves
}

fn open_columns(all: u64) -> u64 {
    u64::from((!all & BOTTOM << (HEIGHT - 1)).count_ones())
}

/// Tic-tac-toe, full minimax. Counts nodes, the root included.
pub fn tictactoe_minimax(mine: u16, theirs: u16, nodes: &mut u64) -> i32 {
    let mut best = -2;
    let mut empty = !(mine | theirs) & 0x1FF;
    while empty != 0 {
        let stone = empty & empty.wrapping_neg();
        empty ^= stone;
        *nodes += 1;
        let own = mine | stone;
        let score = if WON[own as usize >> 5] >> (own & 31) & 1 != 0 {
            1
        } else if own | theirs == 0x1FF {
            0
        } else {
            -tictactoe_minimax(theirs, own, nodes)
        };
        best = best.max(score);
    }
    best
}

static WON: [u32; 16] = won_table();

const fn won_table() -> [u32; 16] {
    let lines = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
    let mut table = [0; 16];
    let mut stones = 0;
    while stones < 512 {
        let mut line = 0;
        while line < 8 {
            if stones & lines[line] == lines[line] {
                table[stones >> 5] |= 1 << (stones & 31);
            }
            line += 1;
        }
        stones += 1;
    }
    table
}

/// A random game of Connect Four; returns its plies.
pub fn connect4_random_game(rng: &mut Rng) -> u32 {
    let (mut mine, mut all) = (0u64, 0u64);
    let mut open = [0u32, 1, 2, 3, 4, 5, 6];
    let (mut left, mut plies) = (7, 0);
    while left > 0 {
        let place = rng.below(left as u32) as usize;
        let column = open[place] * 7;
        let stone = (all + (1 << column)) & (COLUMN << column);
        plies += 1;
        if four(mine | stone) {
            return plies;
        }
        mine ^= all;
        all |= stone;
        if all >> (column + HEIGHT - 1) & 1 != 0 {
            left -= 1;
            open[place] = open[left];
        }
    }
    plies
}

/// A random game on 15x15 with five in a row; returns its plies.
pub fn gomoku_random_game(rng: &mut Rng) -> u32 {
    let mut empty = [0u8; 225];
    for (cell, slot) in empty.iter_mut().enumerate() {
        *slot = cell as u8;
    }
    let mut lines = [[[0u32; 32]; 4]; 2];
    for plies in 0..225 {
        let place = rng.below(225 - plies as u32) as usize;
        let cell = empty[place] as usize;
        empty[place] = empty[224 - plies];
        let (row, column) = (cell / 15, cell % 15);
        let own = &mut lines[plies & 1];
        let places = [(row, column), (column, row), (row + 14 - column, column), (row + column, column)];
        let mut won = 0;
        for (direction, (line, bit)) in places.into_iter().enumerate() {
            let bits = own[direction][line] | 1 << bit;
            own[direction][line] = bits;
            let pairs = bits & bits >> 1;
            won |= pairs & pairs >> 2 & bits >> 4;
        }
        if won != 0 {
            return plies as u32 + 1;
        }
    }
    225
}
