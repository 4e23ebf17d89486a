//! From a plan to rows: workers run searches and games and write to the ledger; the files are derived from that.
//!
//! * [`run`] is the way in; [`pool`] shares the jobs out, [`progress`] shows how far it is, [`early_stop`] ends a match that
//!   is decided;
//! * [`runner`] is one worker with its [`seats`]; each kind of job has a file: [`search_job`], [`game_job`],
//!   `swap2` before it, [`exhaust_job`], [`count_job`], [`truth_job`] with its [`judge`];
//! * [`summary`] condenses the rows.

mod answer_text;
mod balance;
pub mod count_job;
pub mod early_stop;
pub mod exhaust_job;
pub mod game_job;
mod game_summary;
pub mod judge;
pub mod pool;
pub mod progress;
mod ratio_summary;
pub mod run;
pub mod runner;
pub mod search_job;
mod search_summary;
pub mod seats;
mod standings;
pub mod summary;
mod swap2;
pub mod truth_job;
mod truth_summary;

pub use progress::ProgressMode;
pub use run::{Outcome, RunOptions, run};

#[cfg(test)]
mod tests;
