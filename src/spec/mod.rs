//! What is to be run: from TOML, or from flags, to a checked plan of jobs. Pure: nothing here runs anything.
//!
//! * [`reader`] reads TOML and says where a fault stands; [`profile`] chooses among the sizes of a run;
//! * [`experiment`] is what a file says and [`read`] reads; [`vary`] its grids, [`positions`] its suites, [`quantity`] its counts,
//!   [`truth`] the moves that are held against exact values, [`recorded`] those of recorded games;
//! * [`plan`] checks it all and hands out jobs by number; [`print`] writes the canonical TOML, whose hash names a plan;
//! * [`command`] makes experiments out of the flags of `sweep` and `match`.

pub mod command;
pub mod experiment;
mod pairing;
pub mod plan;
pub mod positions;
pub mod print;
pub mod profile;
pub mod quantity;
pub mod read;
pub mod reader;
pub mod recorded;
#[cfg(test)]
mod tests;
pub mod truth;
pub mod vary;

pub use experiment::Experiment;
pub use plan::{Job, Plan, PlannedPlayer};
pub use profile::Profile;
pub use read::{read_file, read_text};
