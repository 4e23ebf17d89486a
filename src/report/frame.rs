//! The plot between its axes: how much room ticks and names need, the grid, and from values to pixels.

use anyhow::Result;
use plotters::coord::CoordTranslate;
use plotters::coord::cartesian::Cartesian2d;
use plotters::style::RGBColor;

use crate::report::axis::{Axis, Tick};
use crate::report::canvas::{Align, Canvas, Ink, Point, Rect, line_height};
use crate::report::data::Interval;
use crate::report::theme::{AXIS, GRID, INK, LABEL_PX, MINOR_GRID, SIDE_LABEL_PX, SOFT_INK, TICK_PX, Theme};

/// Length of a tick, in pixels.
const TICK_LENGTH_PX: i32 = 8;

/// An axis with its name.
pub(super) struct Side<'a> {
    pub axis: Axis,
    pub name: &'a str,
    /// Colour of its name and ticks, where two axes share a plot.
    pub colour: RGBColor,
}

impl<'a> Side<'a> {
    pub fn new(axis: Axis, name: &'a str) -> Side<'a> {
        Side { axis, name, colour: INK }
    }
}

/// Which grid lines are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Grid {
    /// Across the vertical axis.
    Horizontal,
    /// Across the horizontal axis.
    Vertical,
}

struct SideLayout {
    axis: Axis,
    name: Vec<String>,
    labels: Vec<Vec<String>>,
    colour: RGBColor,
}

/// A plot with its axes, settled in pixels.
pub(super) struct Frame {
    /// The rectangle between the axes.
    pub plot: Rect,
    bottom: SideLayout,
    left: SideLayout,
    right: Option<SideLayout>,
    left_tick_width: i32,
    right_tick_width: i32,
    coordinates: Cartesian2d<Axis, Axis>,
    right_coordinates: Option<Cartesian2d<Axis, Axis>>,
}

impl Frame {
    /// Fits the axes into `body`.
    pub fn fit(theme: &Theme, body: Rect, bottom: Side, left: Side, right: Option<Side>) -> Frame {
        let side_labels =
            |side: &Side| side.axis.majors.iter().map(|tick| theme.wrap(&tick.label, TICK_PX, SIDE_LABEL_PX)).collect();
        let (left_labels, right_labels): (Vec<Vec<String>>, Option<Vec<Vec<String>>>) =
            (side_labels(&left), right.as_ref().map(side_labels));
        let widest = |labels: &[Vec<String>]| theme.widest(labels.iter().flatten().map(String::as_str), TICK_PX);
        let left_tick_width = widest(&left_labels);
        let right_tick_width = right_labels.as_deref().map_or(0, widest);

        let height_for_names = body.height() - 120;
        let name = |text: &str, room: i32| theme.wrap(text, LABEL_PX, room);
        let left_name = name(left.name, height_for_names);
        let right_name = right.as_ref().map_or(Vec::new(), |side| name(side.name, height_for_names));
        let name_lines = |lines: &[String]| {
            if lines.is_empty() { 0 } else { lines.len() as i32 * line_height(LABEL_PX) + 10 }
        };
        let plot_left = body.left + name_lines(&left_name) + left_tick_width + TICK_LENGTH_PX + 8;
        let mut plot_right = body.right;
        if right.is_some() {
            plot_right -= name_lines(&right_name) + right_tick_width + TICK_LENGTH_PX + 8;
        } else if let Some(last) = bottom.axis.majors.last() {
            // The last label may reach beyond the axis.
            let slot = (plot_right - plot_left).max(1);
            let centre = plot_left + (bottom.axis.fraction(last.value) * f64::from(slot)) as i32;
            let reach = if bottom.axis.is_category { 0 } else { theme.width(&last.label, TICK_PX) / 2 };
            plot_right -= (centre + reach - body.right).clamp(0, slot / 4);
        }
        let plot_right = plot_right.max(plot_left + 50);

        let bottom_labels = bottom_labels(theme, &bottom.axis, plot_right - plot_left);
        let label_lines = bottom_labels.iter().map(Vec::len).max().unwrap_or(0) as i32;
        let bottom_name = name(bottom.name, plot_right - plot_left);
        let below = TICK_LENGTH_PX + 6 + label_lines * line_height(TICK_PX) + name_lines(&bottom_name);
        let plot = Rect {
            left: plot_left,
            top: body.top + 8,
            right: plot_right,
            bottom: (body.bottom - below).max(body.top + 58),
        };
        let pixels = || (plot.left..plot.right, plot.bottom..plot.top);
        let coordinates = Cartesian2d::new(bottom.axis.clone(), left.axis.clone(), pixels());
        let right_coordinates =
            right.as_ref().map(|side| Cartesian2d::new(bottom.axis.clone(), side.axis.clone(), pixels()));
        let layout = |side: Side, name, labels| SideLayout { axis: side.axis, name, labels, colour: side.colour };
        Frame {
            plot,
            bottom: layout(bottom, bottom_name, bottom_labels),
            left: layout(left, left_name, left_labels),
            right: right.map(|side| layout(side, right_name, right_labels.unwrap_or_default())),
            left_tick_width,
            right_tick_width,
            coordinates,
            right_coordinates,
        }
    }

    /// The pixel of a point, `y` on the left axis.
    pub fn at(&self, x: f64, y: f64) -> Point {
        self.coordinates.translate(&(x, y))
    }

    /// The pixel of a point, `y` on the right axis (on the left one if there is no other).
    pub fn at_right(&self, x: f64, y: f64) -> Point {
        self.right_coordinates.as_ref().unwrap_or(&self.coordinates).translate(&(x, y))
    }

    /// The grid, below all data.
    pub fn draw_grid(&self, canvas: &Canvas, grid: Grid) -> Result<()> {
        let Rect { left, top, right, bottom } = self.plot;
        let axis = match grid {
            Grid::Horizontal => &self.left.axis,
            Grid::Vertical => &self.bottom.axis,
        };
        let minors = axis.minors.iter().map(|&value| (value, MINOR_GRID));
        for (value, colour) in minors.chain(axis.majors.iter().map(|tick| (tick.value, GRID))) {
            let line = match grid {
                Grid::Vertical => {
                    let x = self.at(value, 0.0).0;
                    [(x, top), (x, bottom)]
                }
                Grid::Horizontal => {
                    let y = self.at(0.0, value).1;
                    [(left, y), (right, y)]
                }
            };
            canvas.path(line, colour, 2)?;
        }
        Ok(())
    }

    /// The grid, a dashed line across the plot at each value of the left axis, and the axes: what lies under lines.
    pub fn draw_with_references(&self, canvas: &Canvas, values: impl IntoIterator<Item = f64>) -> Result<()> {
        self.draw_grid(canvas, Grid::Horizontal)?;
        for value in values {
            let y = self.at(0.0, value).1;
            canvas.dashed((self.plot.left, y), (self.plot.right, y), SOFT_INK, 3)?;
        }
        self.draw_axes(canvas)
    }

    /// The axes with their ticks and names, above all data.
    pub fn draw_axes(&self, canvas: &Canvas) -> Result<()> {
        let Rect { left, top, right, bottom } = self.plot;
        canvas.path([(left, top), (left, bottom), (right, bottom)], AXIS, 2)?;
        self.draw_bottom(canvas)?;

        let x_of_name = left - TICK_LENGTH_PX - 8 - self.left_tick_width - 10;
        for (tick, label) in self.left.axis.majors.iter().zip(&self.left.labels) {
            if label.is_empty() {
                continue;
            }
            let y = self.at(0.0, tick.value).1;
            canvas.path([(left - TICK_LENGTH_PX, y), (left, y)], AXIS, 2)?;
            let ink = Ink::new(TICK_PX, self.left.colour, Align::End);
            centred_lines(canvas, label, (left - TICK_LENGTH_PX - 8, y), ink)?;
        }
        let last = self.left.name.len() as i32 - 1;
        self.draw_side_name(canvas, &self.left, |index| {
            x_of_name - line_height(LABEL_PX) / 2 - (last - index) * line_height(LABEL_PX)
        })?;

        if let Some(side) = &self.right {
            canvas.path([(right, top), (right, bottom)], AXIS, 2)?;
            for (tick, label) in side.axis.majors.iter().zip(&side.labels) {
                let y = self.at_right(0.0, tick.value).1;
                canvas.path([(right, y), (right + TICK_LENGTH_PX, y)], AXIS, 2)?;
                let ink = Ink::new(TICK_PX, side.colour, Align::Start);
                centred_lines(canvas, label, (right + TICK_LENGTH_PX + 8, y), ink)?;
            }
            let x_of_name = right + TICK_LENGTH_PX + 8 + self.right_tick_width + 10;
            self.draw_side_name(canvas, side, |index| {
                x_of_name + line_height(LABEL_PX) / 2 + index * line_height(LABEL_PX)
            })?;
        }
        Ok(())
    }

    fn draw_bottom(&self, canvas: &Canvas) -> Result<()> {
        let Rect { left, right, bottom, .. } = self.plot;
        let mut label_lines = 0;
        for (tick, label) in self.bottom.axis.majors.iter().zip(&self.bottom.labels) {
            let x = self.at(tick.value, 0.0).0;
            canvas.path([(x, bottom), (x, bottom + TICK_LENGTH_PX)], AXIS, 2)?;
            let at = (x, bottom + TICK_LENGTH_PX + 6 + line_height(TICK_PX) / 2);
            canvas.lines(label, at, Ink::new(TICK_PX, self.bottom.colour, Align::Middle))?;
            label_lines = label_lines.max(label.len() as i32);
        }
        let y = bottom + TICK_LENGTH_PX + 6 + label_lines * line_height(TICK_PX) + 10 + line_height(LABEL_PX) / 2;
        let ink = Ink::new(LABEL_PX, self.bottom.colour, Align::Middle);
        canvas.lines(&self.bottom.name, ((left + right) / 2, y), ink)
    }

    fn draw_side_name(&self, canvas: &Canvas, side: &SideLayout, x_of_line: impl Fn(i32) -> i32) -> Result<()> {
        let y = (self.plot.top + self.plot.bottom) / 2;
        for (index, line) in side.name.iter().enumerate() {
            let at = (x_of_line(index as i32), y);
            canvas.text_upwards(line, at, Ink::new(LABEL_PX, side.colour, Align::Middle))?;
        }
        Ok(())
    }
}

/// Labels of the lower axis: categories wrapped in their slots, numbers left out where they would touch.
fn bottom_labels(theme: &Theme, axis: &Axis, width_px: i32) -> Vec<Vec<String>> {
    let slot = (width_px / (axis.majors.len().max(1) as i32)).max(1);
    if axis.is_category {
        return axis.majors.iter().map(|tick| theme.wrap(&tick.label, TICK_PX, slot - 10)).collect();
    }
    let places: Vec<(i32, i32)> = axis
        .majors
        .iter()
        .map(|Tick { value, label }| {
            ((axis.fraction(*value) * f64::from(width_px)) as i32, theme.width(label, TICK_PX) / 2)
        })
        .collect();
    // Every second, third, .. label where all of them would touch.
    let is_free = |stride: usize| {
        let kept: Vec<&(i32, i32)> = places.iter().step_by(stride).collect();
        kept.windows(2).all(|pair| pair[0].0 + pair[0].1 + 14 <= pair[1].0 - pair[1].1)
    };
    let stride = (1..=places.len()).find(|&stride| is_free(stride)).unwrap_or(1);
    let label = |(index, tick): (usize, &Tick)| if index % stride == 0 { vec![tick.label.clone()] } else { Vec::new() };
    axis.majors.iter().enumerate().map(label).collect()
}

/// Lines of text, the middle of all of them at `at`.
pub(super) fn centred_lines(canvas: &Canvas, lines: &[String], at: Point, ink: Ink) -> Result<()> {
    let up = (lines.len() as i32 - 1) * line_height(ink.size_px) / 2;
    canvas.lines(lines, (at.0, at.1 - up), ink)
}

/// An error bar between two pixels, upright or lying: a stem, and a cap at each end that is no open one.
pub(super) fn draw_bar(canvas: &Canvas, from: Point, to: Point, caps: (bool, bool), colour: RGBColor) -> Result<()> {
    const CAP: i32 = 9;
    canvas.path([from, to], colour, 3)?;
    let upright = from.0 == to.0;
    for (end, capped) in [(from, caps.0), (to, caps.1)] {
        if capped {
            let cap = if upright {
                [(end.0 - CAP, end.1), (end.0 + CAP, end.1)]
            } else {
                [(end.0, end.1 - CAP), (end.0, end.1 + CAP)]
            };
            canvas.path(cap, colour, 3)?;
        }
    }
    Ok(())
}

/// Which ends of an interval lie on the axis and get a cap.
pub(super) fn caps(axis: &Axis, interval: Interval) -> (bool, bool) {
    (axis.contains(interval.low), axis.contains(interval.high))
}
