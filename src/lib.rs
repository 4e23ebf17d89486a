//! `mnklab`: a laboratory for search algorithms on line games (tic-tac-toe, Connect Four, Gomoku, any m,n,k).

pub mod analysis;
pub mod base;
pub mod cli;
pub mod eval;
pub mod games;
pub mod records;
pub mod report;
pub mod search;
