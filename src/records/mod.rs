//! Rows, the ledger they are kept in, the CSV files derived from it, and where they came from.
//!
//! One pipe: a finished job is one [`rows::JobRecord`], appended as one line to the ledger of its result folder; the CSV
//! files are derived from the ledger in plan order; whoever reads results reads CSV alone. The column registry
//! ([`rows::Row::COLUMNS`]) and the metric registry give names, meanings and units to everything that prints them.

pub mod atomic;
pub mod clock;
pub mod csv_file;
pub mod derive;
pub mod dictionary;
pub mod folder;
pub mod index;
pub mod ledger;
pub mod manifest;
pub mod metrics;
pub mod provenance;
pub mod quantities;
pub mod read;
pub mod replay;
pub mod rows;

#[cfg(test)]
mod scratch;
