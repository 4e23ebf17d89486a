//! Statistics as pure functions on numbers: no file access, no other room.

pub mod bootstrap;
pub mod bradley_terry;
pub mod counts;
pub mod elo;
pub mod holm;
pub mod interval;
pub mod matrix;
pub mod mcnemar;
pub mod normal;
pub mod published;
pub mod quantiles;
pub mod sequential_sprt;
pub mod special;
pub mod sprt;
pub mod student;
pub mod verdict;
pub mod wilcoxon;
pub mod wilson;
