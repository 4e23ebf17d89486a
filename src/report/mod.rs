//! Figures and reports, made from CSV alone.
//!
//! * The drawing half: figure kinds ([`line_chart`], [`ladder`], [`interval_chart`], [`heat_map`], [`two_axes`],
//!   [`claims_chart`]) take plain data and return SVG; PNG is made from that SVG with fonts inside the binary.
//! * The reading half: [`figures`] turns result folders into charts with their sentences, [`markdown`] into reports. A report
//!   is a [`document`] first; another format is another file beside [`markdown`].

pub mod axis;
mod canvas;
pub mod claims_chart;
mod claims_report;
mod claims_table;
pub(crate) mod claims_text;
pub mod data;
mod definitions;
pub mod document;
mod experiment_report;
pub mod figure_file;
#[cfg(test)]
mod figure_tests;
pub mod figures;
pub mod fonts;
mod frame;
pub mod group_report;
pub mod heat_map;
pub mod interval_chart;
pub mod ladder;
pub mod line_chart;
pub mod markdown;
pub mod number;
mod page;
pub mod png;
mod ratings;
mod reasons;
mod run_summary;
mod series;
mod summary_table;
#[cfg(test)]
mod test_folders;
pub mod theme;
pub mod two_axes;
pub mod words;
