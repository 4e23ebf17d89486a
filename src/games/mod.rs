//! The games: one family, fast storages for it, notations, symmetries, openings and counts.
//!
//! A game is a [`Shape`](crate::base::Shape): a board, how many in a row win, gravity or not. What differs is the storage:
//! [`tictactoe`] in one word, [`drop`] for gravity in two, [`board`] for everything else. [`spec::GameSpec`] reads a game's
//! name and hands the fastest storage to a [`spec::GameVisitor`], so that all code above is generic over
//! [`Position`](crate::base::Position) and compiled once per storage. [`canonical`] is the slow twin that tests compare
//! each storage with.

pub mod balanced;
pub mod board;
pub mod canonical;
pub mod drop;
pub mod formats;
#[cfg(test)]
mod kit;
pub mod notation;
mod order;
pub mod perft;
pub mod playout;
pub mod solver;
pub mod spec;
pub mod suite;
pub mod symmetry;
pub mod tictactoe;

pub use spec::{GAMES, GameInfo, GameKind, GameSpec, GameVisitor};

/// Spreads 64 bits over a whole word; a bijection, so that exact keys stay exact.
#[inline(always)]
const fn scramble(x: u64) -> u64 {
    let x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ x >> 32
}
