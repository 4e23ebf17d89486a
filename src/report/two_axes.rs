//! Two measures of different units over one parameter: win rate (left) and nodes (right) against the width K.

use anyhow::Result;

use crate::report::axis::{Axis, AxisSpec};
use crate::report::canvas::draw_svg;
use crate::report::data::{ChartText, Reference, Series};
use crate::report::frame::{Frame, Side};
use crate::report::page::{LegendEntry, Page, Swatch};
use crate::report::series::{self, Look};
use crate::report::theme::{BODY_HEIGHT_PX, BODY_WIDTH_PX, INK, SOFT_INK, Theme, series_colour, series_marker};
use crate::report::words::Word;

/// Series on a left and on a right axis over one x axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TwoAxes {
    /// Title, subtitle and note.
    pub text: ChartText,
    /// The parameter.
    pub x: AxisSpec,
    /// The left axis.
    pub left: AxisSpec,
    /// Series measured on the left axis.
    pub left_series: Vec<Series>,
    /// The right axis.
    pub right: AxisSpec,
    /// Series measured on the right axis.
    pub right_series: Vec<Series>,
    /// Dashed lines at values of the left axis.
    pub left_references: Vec<Reference>,
}

impl TwoAxes {
    /// The chart as SVG. The grid belongs to the left axis; an axis with a single series has its colour.
    ///
    /// # Errors
    /// If the drawing backend fails.
    pub fn draw(&self, theme: &Theme) -> Result<String> {
        let x_scale = self.x.scale;
        let (left_scale, right_scale) = (self.left.scale, self.right.scale);
        let references: Vec<&Reference> =
            self.left_references.iter().filter(|reference| left_scale.shows(reference.value)).collect();
        let left_out = series::left_out_count(&self.left_series, x_scale, left_scale)
            + series::left_out_count(&self.right_series, x_scale, right_scale)
            + self.left_references.len()
            - references.len();
        let mut x_values = series::x_values(&self.left_series, x_scale, left_scale);
        x_values.extend(series::x_values(&self.right_series, x_scale, right_scale));
        let is_empty = x_values.is_empty();
        let mut left_values = series::y_values(&self.left_series, x_scale, left_scale);
        left_values.extend(references.iter().map(|reference| reference.value));
        let left_axis = Axis::fit(&self.left, left_values);
        let right_axis = Axis::fit(&self.right, series::y_values(&self.right_series, x_scale, right_scale));

        let first_right = self.left_series.len();
        let look = |index| Look { colour: series_colour(index), marker: series_marker(index) };
        let mut legend = Vec::new();
        for (index, one) in self.left_series.iter().chain(&self.right_series).enumerate() {
            let side = if index < first_right { Word::LeftAxis } else { Word::RightAxis };
            let mut entry = series::legend_entry(one, look(index));
            if !entry.label.is_empty() {
                entry.label = format!("{}{}", entry.label, theme.word(side));
            }
            legend.push(entry);
        }
        legend.extend(references.iter().map(|r| LegendEntry::new(r.label.clone(), Swatch::Dashed(SOFT_INK))));
        let page = Page::plan(theme, &self.text, (BODY_WIDTH_PX, BODY_HEIGHT_PX), legend, left_out);
        let mut left = Side::new(left_axis.clone(), &self.left.label);
        let mut right = Side::new(right_axis.clone(), &self.right.label);
        left.colour = if self.left_series.len() == 1 { series_colour(0) } else { INK };
        right.colour = if self.right_series.len() == 1 { series_colour(first_right) } else { INK };
        let bottom = Side::new(Axis::fit(&self.x, x_values), &self.x.label);
        let frame = Frame::fit(theme, page.body, bottom, left, Some(right));

        draw_svg(theme, page.size, |canvas| {
            page.draw(canvas)?;
            frame.draw_with_references(canvas, references.iter().map(|reference| reference.value))?;
            for (index, one) in self.right_series.iter().enumerate() {
                let look = look(first_right + index);
                let at = |x, y| frame.at_right(x, y);
                series::draw(canvas, one, look, (x_scale, right_scale), &right_axis, at)?;
            }
            for (index, one) in self.left_series.iter().enumerate() {
                let at = |x, y| frame.at(x, y);
                series::draw(canvas, one, look(index), (x_scale, left_scale), &left_axis, at)?;
            }
            if is_empty {
                page.draw_no_data(canvas, theme, frame.plot)?;
            }
            Ok(())
        })
    }
}
