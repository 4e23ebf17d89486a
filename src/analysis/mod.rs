//! Statistics as pure functions on numbers: no file access, no other room.

pub mod bradley_terry;
pub mod counts;
pub mod elo;
pub mod interval;
pub mod matrix;
pub mod normal;
pub mod published;
pub mod sequential_sprt;
pub mod special;
pub mod sprt;
pub mod student;
pub mod verdict;
pub mod wilson;
