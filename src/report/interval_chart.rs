//! Estimates with intervals by category or parameter: win rates, with 50 % and the published values marked.

use anyhow::Result;

use crate::report::axis::{Axis, AxisSpec};
use crate::report::canvas::{Canvas, Point, Rect, draw_svg, line_height};
use crate::report::data::{ChartText, Estimate, Interval, Reference};
use crate::report::frame::{Frame, Grid, Side, caps, draw_bar};
use crate::report::page::{LegendEntry, Page, Swatch};
use crate::report::theme::{
    BODY_HEIGHT_PX, BODY_WIDTH_PX, PUBLISHED, SIDE_LABEL_PX, SOFT_INK, TICK_PX, Theme, series_colour, series_marker,
};
use crate::report::words::Word;

/// Estimates of one series, one for each category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EstimateSeries {
    /// The name in the legend.
    pub label: String,
    /// The estimate for each category; `None` where there is none.
    pub values: Vec<Option<Estimate>>,
}

/// Estimates by category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IntervalChart {
    /// Title, subtitle and note.
    pub text: ChartText,
    /// What the categories are.
    pub category_label: String,
    /// The categories, in order: along the x axis, or from top to bottom if their names are long.
    pub categories: Vec<String>,
    /// The axis of the values.
    pub value: AxisSpec,
    /// One or more series, side by side within a category.
    pub series: Vec<EstimateSeries>,
    /// The published value of each category (two equal ends: a single number); may be shorter than the categories.
    pub published: Vec<Option<Interval>>,
    /// A value marked across the chart, such as 50 %.
    pub reference: Option<Reference>,
}

/// Where categories and values lie: the one or the other way round.
struct Layout {
    frame: Frame,
    values: Axis,
    upright: bool,
    count: usize,
    slot_px: f64,
}

impl Layout {
    fn at(&self, category: usize, offset_px: i32, value: f64) -> Point {
        if self.upright {
            let (x, y) = self.frame.at(category as f64, value);
            (x + offset_px, y)
        } else {
            let (x, y) = self.frame.at(value, (self.count - 1 - category) as f64);
            (x, y + offset_px)
        }
    }
}

impl IntervalChart {
    /// The chart as SVG.
    ///
    /// # Errors
    /// If the drawing backend fails.
    pub fn draw(&self, theme: &Theme) -> Result<String> {
        let scale = self.value.scale;
        let estimates = || self.series.iter().flat_map(|one| one.values.iter().take(self.categories.len())).flatten();
        let published = || self.published.iter().take(self.categories.len()).flatten();
        let reference = self.reference.as_ref().filter(|reference| scale.shows(reference.value));
        let left_out = estimates().filter(|estimate| estimate.is_left_out(scale)).count()
            + published().filter(|interval| !interval.is_valid()).count();
        let mut values: Vec<f64> = estimates().flat_map(|estimate| estimate.shown_values(scale)).collect();
        let is_empty = values.is_empty();
        values.extend(published().flat_map(|interval| interval.shown_ends(scale)));
        values.extend(reference.map(|reference| reference.value));
        let axis = Axis::fit(&self.value, values);

        let mut legend: Vec<LegendEntry> = self
            .series
            .iter()
            .enumerate()
            .map(|(i, one)| LegendEntry::new(&one.label, Swatch::Interval(series_colour(i), series_marker(i))))
            .collect();
        if published().next().is_some() {
            legend.push(LegendEntry::new(theme.word(Word::Published), Swatch::Band(PUBLISHED)));
        }
        legend.extend(reference.map(|reference| LegendEntry::new(&reference.label, Swatch::Dashed(SOFT_INK))));

        let upright = self.fits_upright(theme);
        let rows = self.categories.len().max(1) as i32;
        let name_lines = theme.most_lines(&self.categories, SIDE_LABEL_PX);
        let row_px = (34 * self.series.len().max(1) as i32 + 28).max(name_lines * line_height(TICK_PX) + 12);
        let height = if upright { BODY_HEIGHT_PX } else { rows * row_px + 110 };
        let page = Page::plan(theme, &self.text, (BODY_WIDTH_PX, height), legend, left_out);
        let layout = self.layout(theme, &page, axis, upright);
        draw_svg(theme, page.size, |canvas| {
            page.draw(canvas)?;
            layout.frame.draw_grid(canvas, if upright { Grid::Horizontal } else { Grid::Vertical })?;
            self.draw_published(canvas, &layout)?;
            if let Some(reference) = reference {
                let plot = layout.frame.plot;
                let (x, y) =
                    if upright { layout.frame.at(0.0, reference.value) } else { layout.frame.at(reference.value, 0.0) };
                let ends = if upright { ((plot.left, y), (plot.right, y)) } else { ((x, plot.top), (x, plot.bottom)) };
                canvas.dashed(ends.0, ends.1, SOFT_INK, 3)?;
            }
            layout.frame.draw_axes(canvas)?;
            self.draw_estimates(canvas, &layout)?;
            if is_empty {
                page.draw_no_data(canvas, theme, layout.frame.plot)?;
            }
            Ok(())
        })
    }

    /// Whether the names of the categories fit below an upright chart, in at most two lines each.
    fn fits_upright(&self, theme: &Theme) -> bool {
        let slot = (BODY_WIDTH_PX - 200) / self.categories.len().max(1) as i32 - 12;
        let needed = 22 * self.series.len().max(1) as i32;
        let fits = |name: &String| {
            let lines = theme.wrap(name, TICK_PX, slot);
            let broken_at_spaces = lines.join(" ") == *name || theme.width(name, TICK_PX) <= slot;
            lines.len() <= 2 && broken_at_spaces
        };
        slot >= needed && self.categories.iter().all(fits)
    }

    fn layout(&self, theme: &Theme, page: &Page, values: Axis, upright: bool) -> Layout {
        let count = self.categories.len();
        let value_side = Side::new(values.clone(), &self.value.label);
        let (frame, length) = if upright {
            let categories = Side::new(Axis::categories(&self.categories), &self.category_label);
            let frame = Frame::fit(theme, page.body, categories, value_side, None);
            let length = frame.plot.width();
            (frame, length)
        } else {
            let reversed: Vec<&String> = self.categories.iter().rev().collect();
            let categories = Side::new(Axis::categories(&reversed), &self.category_label);
            let frame = Frame::fit(theme, page.body, value_side, categories, None);
            let length = frame.plot.height();
            (frame, length)
        };
        let slot_px = f64::from(length) / count.max(1) as f64;
        Layout { frame, values, upright, count, slot_px }
    }

    fn draw_published(&self, canvas: &Canvas, layout: &Layout) -> Result<()> {
        let half = (layout.slot_px * 0.36).clamp(8.0, 120.0) as i32;
        for (category, interval) in self.published.iter().take(self.categories.len()).enumerate() {
            let Some(interval) = interval.filter(|interval| interval.is_valid()) else { continue };
            let (a, b) = (layout.at(category, -half, interval.low), layout.at(category, half, interval.high));
            let mut rect = Rect { left: a.0.min(b.0), right: a.0.max(b.0), top: a.1.min(b.1), bottom: a.1.max(b.1) };
            // A single number is a line.
            if layout.upright && rect.height() < 6 {
                (rect.top, rect.bottom) = (rect.top - 3, rect.top + 3);
            } else if !layout.upright && rect.width() < 6 {
                (rect.left, rect.right) = (rect.left - 3, rect.left + 3);
            }
            canvas.fill(rect, PUBLISHED)?;
        }
        Ok(())
    }

    fn draw_estimates(&self, canvas: &Canvas, layout: &Layout) -> Result<()> {
        let lanes = self.series.len().max(1) as f64;
        let lane_px = (layout.slot_px * 0.7 / lanes).min(60.0);
        for (index, one) in self.series.iter().enumerate() {
            let offset = ((index as f64 - (lanes - 1.0) / 2.0) * lane_px).round() as i32;
            for (category, estimate) in one.values.iter().take(self.categories.len()).enumerate() {
                let Some(estimate) = estimate.filter(|estimate| self.value.scale.shows(estimate.value)) else {
                    continue;
                };
                if let Some(interval) = estimate.valid_interval() {
                    let low = layout.at(category, offset, interval.low);
                    let high = layout.at(category, offset, interval.high);
                    draw_bar(canvas, low, high, caps(&layout.values, interval), series_colour(index))?;
                }
                let at = layout.at(category, offset, estimate.value);
                canvas.marker(series_marker(index), at, 10, series_colour(index))?;
            }
        }
        Ok(())
    }
}
