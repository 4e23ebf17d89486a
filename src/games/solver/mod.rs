//! Connect Four, solved exactly.
//!
//! The solver leaves the common search body for speed; what it counts and how it is limited stay the same. It asks one kind
//! of question, "is the score more than this?", until the score is known, and it answers most of them by what stands on the
//! board. One file for each part, from the ground up:
//!
//! | file       | what it holds                                                        | from |
//! |------------|----------------------------------------------------------------------|------|
//! | `word`     | 64 or 128 bits                                                       | |
//! | `shape`    | the board's size; lines, winning cells and playable cells by shifts  | Tromp's Fhourstones; Pons 2015 |
//! | `position` | a position, and the score convention                                 | |
//! | `node`     | play up to the next choice: wins, forced replies and moves that lose at once cost no node; a number shared by all positions that differ in stones that no longer matter | |
//! | `strategy` | bounds by replying in the same column, zugzwang included             | Allis 1988 |
//! | `table`    | exact keys, both bounds, a small part of the table first             | Breuker and others 1996 |
//! | `search`   | the null-window search; all children are looked up before one is searched | Plaat and others 1996; Pons 2015 |
//! | `parallel` | threads that share the table and keep out of each other's way        | Weill 1996 |
//! | `solve`    | questions from the outside in; moves, limits, verification           | Pons 2015 |
//! | `options`  | each technique as a switch                                           | |
//!
//! ```
//! use mnklab::base::Limits;
//! use mnklab::games::solver::{Mode, Position, Solver, Techniques, Usual};
//!
//! let moves = "75751".bytes().map(|digit| u32::from(digit - b'1'));
//! let position = Position::after(Usual::default(), moves).unwrap();
//! let mut solver = Solver::new(Usual::default(), Techniques::ALL, 64 << 20);
//! let answer = solver.solve(&position, Mode::Weak, &Limits { nodes: Some(100_000_000), ..Limits::default() });
//! assert_eq!(answer.bounds.exact(), Some(1));
//! ```

mod node;
mod options;
mod parallel;
mod position;
mod search;
mod shape;
mod solve;
mod strategy;
mod table;
mod word;

pub use options::{Probing, SWITCHES, Techniques};
pub use position::{BadMoves, Position, win_score};
pub use shape::{AnySize, Fixed, Shape, Usual};
pub use solve::{Answer, Mode, MoveAnswer, Solver};
pub use table::{Bounds, Keys, Table};
pub use word::Word;
