//! Series of points in a frame: lines with their markers and intervals.

use anyhow::Result;
use plotters::style::RGBColor;

use crate::report::axis::{Axis, Scale};
use crate::report::canvas::{Canvas, Point};
use crate::report::data::{DataPoint, Interval, Join, Series};
use crate::report::frame::{caps, draw_bar};
use crate::report::page::{LegendEntry, Swatch};
use crate::report::theme::Marker;

/// A series with more points than this has markers on some of them only.
const MOST_MARKERS: usize = 40;
/// Size of a marker, in pixels.
const RADIUS_PX: i32 = 10;

/// How one series looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub colour: RGBColor,
    pub marker: Marker,
}

/// Whether a point can be shown.
pub(super) fn is_shown(point: &DataPoint, x: Scale, y: Scale) -> bool {
    x.shows(point.x) && y.shows(point.y)
}

/// How many values of `series` cannot be shown; an interval that is none counts as one.
pub(super) fn left_out_count(series: &[Series], x: Scale, y: Scale) -> usize {
    let unusable =
        |point: &DataPoint| !is_shown(point, x, y) || point.interval.is_some_and(|interval| !interval.is_valid());
    series.iter().flat_map(|one| &one.points).filter(|point| unusable(point)).count()
}

/// Every value that the x axis must hold.
pub(super) fn x_values(series: &[Series], x: Scale, y: Scale) -> Vec<f64> {
    let points = series.iter().flat_map(|one| &one.points).filter(|point| is_shown(point, x, y));
    points.map(|point| point.x).collect()
}

/// Every value that the y axis must hold: values and ends of intervals.
pub(super) fn y_values(series: &[Series], x: Scale, y: Scale) -> Vec<f64> {
    let mut values = Vec::new();
    for point in series.iter().flat_map(|one| &one.points).filter(|point| is_shown(point, x, y)) {
        values.push(point.y);
        values.extend(point.interval.into_iter().flat_map(|interval| interval.shown_ends(y)));
    }
    values
}

/// The legend's line for a series.
pub(super) fn legend_entry(series: &Series, look: Look) -> LegendEntry {
    let swatch = match series.join {
        Join::Line => Swatch::Line(look.colour, look.marker),
        Join::Dashed => Swatch::DashedLine(look.colour, look.marker),
        Join::Points => Swatch::Point(look.colour, look.marker),
    };
    LegendEntry::new(series.label.clone(), swatch)
}

/// Draws a series; `at` maps a point to its pixel, and a point that is left out breaks the line.
pub(super) fn draw(
    canvas: &Canvas,
    series: &Series,
    look: Look,
    (x_scale, y_scale): (Scale, Scale),
    y_axis: &Axis,
    at: impl Fn(f64, f64) -> Point,
) -> Result<()> {
    let shown: Vec<&DataPoint> = series.points.iter().filter(|p| is_shown(p, x_scale, y_scale)).collect();
    let stride = if series.join == Join::Points { 1 } else { shown.len().div_ceil(MOST_MARKERS).max(1) };
    let marked = || shown.iter().step_by(stride);
    // The rims cut the series below, but not this one's own line and intervals.
    for point in marked() {
        canvas.rim(look.marker, at(point.x, point.y), RADIUS_PX)?;
    }
    if series.join != Join::Points {
        for run in series.points.split(|point| !is_shown(point, x_scale, y_scale)).filter(|run| run.len() > 1) {
            let pixels: Vec<Point> = run.iter().map(|point| at(point.x, point.y)).collect();
            match series.join {
                Join::Dashed => {
                    for pair in pixels.windows(2) {
                        canvas.dashed(pair[0], pair[1], look.colour, 4)?;
                    }
                }
                _ => canvas.path(pixels, look.colour, 4)?,
            }
        }
    }
    for point in marked() {
        if let Some(interval) = point.interval.filter(|interval| interval.is_valid()) {
            let Interval { low, high } = interval;
            let ends = (at(point.x, low), at(point.x, high));
            draw_bar(canvas, ends.0, ends.1, caps(y_axis, interval), look.colour)?;
        }
    }
    for point in marked() {
        canvas.marker(look.marker, at(point.x, point.y), RADIUS_PX, look.colour)?;
    }
    Ok(())
}
