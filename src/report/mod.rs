//! Figures and reports, made from CSV alone.
//!
//! The drawing half: figure kinds take plain data and return SVG; PNG is made from that SVG with fonts inside the binary.

pub mod fonts;
pub mod png;
pub mod words;
