//! Figures and reports, made from CSV alone.
//!
//! The drawing half: figure kinds take plain data and return SVG; PNG is made from that SVG with fonts inside the binary.

pub mod axis;
mod canvas;
pub mod claims_chart;
pub mod data;
pub mod figure_file;
#[cfg(test)]
mod figure_tests;
pub mod fonts;
mod frame;
pub mod heat_map;
pub mod interval_chart;
pub mod ladder;
pub mod line_chart;
pub mod number;
mod page;
pub mod png;
mod series;
pub mod theme;
pub mod two_axes;
pub mod words;
