//! Lines over a numeric axis: nodes and time against depth, rates per depth (in percent), tuning trajectories.

use anyhow::Result;

use crate::report::axis::{Axis, AxisSpec};
use crate::report::canvas::draw_svg;
use crate::report::data::{ChartText, Reference, Series};
use crate::report::frame::{Frame, Side};
use crate::report::page::{LegendEntry, Page, Swatch};
use crate::report::series::{self, Look};
use crate::report::theme::{BODY_HEIGHT_PX, BODY_WIDTH_PX, SOFT_INK, Theme, series_colour, series_marker};
use crate::report::words::Word;

/// How far apart curves that coincide are drawn, in pixels.
const APART_PX: i32 = 8;

/// Series of points with lines and intervals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LineChart {
    /// Title, subtitle and note.
    pub text: ChartText,
    /// The horizontal axis.
    pub x: AxisSpec,
    /// The vertical axis.
    pub y: AxisSpec,
    /// The series; colour and marker follow the index.
    pub series: Vec<Series>,
    /// Dashed lines at values of the vertical axis.
    pub references: Vec<Reference>,
}

impl LineChart {
    /// The chart as SVG. Values that the axes cannot show are left out, and their number is printed below.
    ///
    /// # Errors
    /// If the drawing backend fails.
    pub fn draw(&self, theme: &Theme) -> Result<String> {
        let scales = (self.x.scale, self.y.scale);
        let (x_scale, y_scale) = scales;
        let references: Vec<&Reference> =
            self.references.iter().filter(|reference| y_scale.shows(reference.value)).collect();
        let left_out =
            series::left_out_count(&self.series, x_scale, y_scale) + self.references.len() - references.len();
        let x_values = series::x_values(&self.series, x_scale, y_scale);
        let mut y_values = series::y_values(&self.series, x_scale, y_scale);
        let is_empty = y_values.is_empty();
        y_values.extend(references.iter().map(|reference| reference.value));
        let x_axis = Axis::fit(&self.x, x_values);
        let y_axis = Axis::fit(&self.y, y_values);

        let look = |index| Look { colour: series_colour(index), marker: series_marker(index) };
        let mut legend: Vec<LegendEntry> =
            self.series.iter().enumerate().map(|(index, one)| series::legend_entry(one, look(index))).collect();
        legend.extend(references.iter().map(|r| LegendEntry::new(r.label.clone(), Swatch::Dashed(SOFT_INK))));
        let shifts = self.shifts();
        let mut text = self.text.clone();
        if shifts.iter().any(|&shift| shift > 0) {
            let separator = if text.note.is_empty() { "" } else { "\n" };
            text.note = format!("{}{separator}{}", text.note, theme.word(Word::DrawnApart));
        }
        let page = Page::plan(theme, &text, (BODY_WIDTH_PX, BODY_HEIGHT_PX), legend, left_out);
        let bottom = Side::new(x_axis, &self.x.label);
        let frame = Frame::fit(theme, page.body, bottom, Side::new(y_axis.clone(), &self.y.label), None);

        draw_svg(theme, page.size, |canvas| {
            page.draw(canvas)?;
            frame.draw_with_references(canvas, references.iter().map(|reference| reference.value))?;
            for (index, one) in self.series.iter().enumerate() {
                let shift = shifts[index];
                let at = |x, y| {
                    let (across, down) = frame.at(x, y);
                    (across + shift, down - shift)
                };
                series::draw(canvas, one, look(index), scales, &y_axis, at)?;
            }
            if is_empty {
                page.draw_no_data(canvas, theme, frame.plot)?;
            }
            Ok(())
        })
    }

    /// How far each series is moved, in pixels, because it lies under earlier ones.
    fn shifts(&self) -> Vec<i32> {
        let hides = |one: &Series, other: &Series| {
            let value = |x: f64| other.points.iter().find(|point| point.x == x).map(|point| point.y);
            let mut shared = one.points.iter().filter_map(|point| Some((point.y, value(point.x)?))).peekable();
            shared.peek().is_some() && shared.all(|(a, b)| (a - b).abs() <= 1e-3 * a.abs().max(b.abs()))
        };
        let hidden =
            |(index, one): (usize, &Series)| self.series[..index].iter().filter(|other| hides(one, other)).count();
        self.series.iter().enumerate().map(hidden).map(|count| count.min(4) as i32 * APART_PX).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::data::DataPoint;

    #[test]
    fn a_series_under_another_is_moved() {
        let series =
            |values: [f64; 2]| Series::new("", vec![DataPoint::new(1.0, values[0]), DataPoint::new(2.0, values[1])]);
        let lines = vec![series([5.0, 9.0]), series([5.0, 8.0]), series([5.0, 9.0]), series([5.0, 9.0])];
        let chart = LineChart { series: lines, ..LineChart::default() };
        assert_eq!(chart.shifts(), [0, 0, APART_PX, 2 * APART_PX]);
    }
}
