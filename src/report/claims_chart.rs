//! Published against measured: a forest plot of the parts of claims, coloured by verdict.

use anyhow::Result;
use plotters::style::RGBColor;

use crate::analysis::verdict::{BoundSide, Verdict};
use crate::report::axis::{Axis, AxisSpec};
use crate::report::canvas::{Align, Canvas, Ink, Rect, draw_svg, line_height};
use crate::report::data::{ChartText, Estimate, Interval};
use crate::report::frame::{Frame, Grid, Side, caps, draw_bar};
use crate::report::number;
use crate::report::page::{LegendEntry, Page, Swatch};
use crate::report::theme::{
    BLUE, BODY_WIDTH_PX, GREEN, INK, LABEL_PX, Marker, ORANGE, PUBLISHED, SIDE_LABEL_PX, SKY, SOFT_INK, TICK_PX, Theme,
    VERMILION,
};
use crate::report::words::Word;

/// Height of a row, in pixels.
const ROW_PX: i32 = 46;

/// A verdict as printed.
pub fn verdict_word(verdict: Verdict) -> Word {
    match verdict {
        Verdict::Reproduced => Word::Reproduced,
        Verdict::DirectionOnly => Word::DirectionOnly,
        Verdict::Contradicted => Word::Contradicted,
        Verdict::Undecided => Word::Undecided,
        Verdict::NotTestable => Word::NotTestable,
        Verdict::NotRun => Word::NotRun,
    }
}

fn look(verdict: Verdict) -> (RGBColor, Marker) {
    match verdict {
        Verdict::Reproduced => (GREEN, Marker::Circle),
        Verdict::DirectionOnly => (BLUE, Marker::Triangle),
        Verdict::Contradicted => (VERMILION, Marker::Diamond),
        Verdict::Undecided => (ORANGE, Marker::HollowCircle),
        Verdict::NotTestable => (SKY, Marker::HollowSquare),
        Verdict::NotRun => (SOFT_INK, Marker::HollowDiamond),
    }
}

/// A part of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct ClaimRow {
    /// Its id with a few words, such as `A2.rate prune rate at depth 4`.
    pub label: String,
    /// What was published, with its rounding; `None` where the text prints no number.
    pub published: Option<Interval>,
    /// The side on which the published figure is a bound; drawn as a half band, open to that side.
    pub bound: Option<BoundSide>,
    /// What was measured; `None` where nothing ran.
    pub measured: Option<Estimate>,
    /// What follows.
    pub verdict: Verdict,
}

/// Parts that share a unit, and so an axis.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimPanel {
    /// The axis.
    pub axis: AxisSpec,
    /// A value marked by a dashed line: no effect.
    pub reference: Option<f64>,
    /// The parts, from top to bottom.
    pub rows: Vec<ClaimRow>,
}

/// Panels of claims, one below the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClaimsChart {
    /// Title, subtitle and note.
    pub text: ChartText,
    /// A panel for each unit.
    pub panels: Vec<ClaimPanel>,
}

impl ClaimsChart {
    /// The chart as SVG; at the right of each row the measured value with its interval.
    ///
    /// # Errors
    /// If the drawing backend fails.
    pub fn draw(&self, theme: &Theme) -> Result<String> {
        let rows = || self.panels.iter().flat_map(|panel| &panel.rows);
        let left_out = self.panels.iter().map(left_out_count).sum();
        let mut legend = Vec::new();
        if rows().any(|row| row.published.is_some()) {
            legend.push(LegendEntry::new(theme.word(Word::Published), Swatch::Band(PUBLISHED)));
        }
        for (verdict, _) in Verdict::ALL {
            if rows().any(|row| row.verdict == verdict) {
                let (colour, marker) = look(verdict);
                legend.push(LegendEntry::new(theme.word(verdict_word(verdict)), Swatch::Interval(colour, marker)));
            }
        }
        let panel_height = |panel: &ClaimPanel| {
            let names: Vec<&String> = panel.rows.iter().map(|row| &row.label).collect();
            let name_lines = theme.most_lines(&names, SIDE_LABEL_PX);
            let row_px = ROW_PX.max(name_lines * line_height(TICK_PX) + 12);
            panel.rows.len().max(1) as i32 * row_px + 120
        };
        let heights: Vec<i32> = self.panels.iter().map(panel_height).collect();
        let label_width = theme.widest(
            rows()
                .flat_map(|row| theme.wrap(&row.label, TICK_PX, SIDE_LABEL_PX))
                .collect::<Vec<_>>()
                .iter()
                .map(String::as_str),
            TICK_PX,
        );
        let values = |panel: &ClaimPanel| -> Vec<String> {
            panel.rows.iter().map(|row| value_text(row, panel.axis.scale)).collect()
        };
        let all_values: Vec<String> = self.panels.iter().flat_map(values).collect();
        let value_width = theme.widest(all_values.iter().map(String::as_str), TICK_PX) + 24;
        let body_size = (BODY_WIDTH_PX + value_width / 2, heights.iter().sum::<i32>().max(200));
        let page = Page::plan(theme, &self.text, body_size, legend, left_out);

        draw_svg(theme, page.size, |canvas| {
            page.draw(canvas)?;
            let mut top = page.body.top;
            for (panel, height) in self.panels.iter().zip(&heights) {
                let body = Rect { top, bottom: top + height - 20, right: page.body.right - value_width, ..page.body };
                draw_panel(canvas, theme, panel, body, label_width)?;
                top += height;
            }
            if rows().next().is_none() {
                page.draw_no_data(canvas, theme, page.body)?;
            }
            Ok(())
        })
    }
}

fn left_out_count(panel: &ClaimPanel) -> usize {
    let scale = panel.axis.scale;
    let measured = panel.rows.iter().filter(|row| row.measured.is_some_and(|estimate| estimate.is_left_out(scale)));
    let published = panel.rows.iter().filter(|row| row.published.is_some_and(|interval| !interval.is_valid()));
    measured.count() + published.count()
}

/// `52.3% [49.1%, 55.0%]`.
fn value_text(row: &ClaimRow, scale: crate::report::axis::Scale) -> String {
    let Some(measured) = row.measured.filter(|estimate| estimate.value.is_finite()) else {
        return "–".to_owned();
    };
    let short = |value: f64| {
        if value.is_finite() {
            number::short(value, scale.format())
        } else if value > 0.0 {
            "∞".to_owned()
        } else {
            "−∞".to_owned()
        }
    };
    // What is known exactly is one number.
    let interval = measured
        .valid_interval()
        .filter(|i| i.low != i.high)
        .map(|i| format!(" [{}, {}]", short(i.low), short(i.high)));
    format!("{}{}", short(measured.value), interval.unwrap_or_default())
}

fn draw_panel(canvas: &Canvas, theme: &Theme, panel: &ClaimPanel, body: Rect, label_width: i32) -> Result<()> {
    let scale = panel.axis.scale;
    let mut values: Vec<f64> = Vec::new();
    for row in &panel.rows {
        values.extend(row.measured.into_iter().flat_map(|estimate| estimate.shown_values(scale)));
        values.extend(row.published.into_iter().flat_map(|interval| interval.shown_ends(scale)));
    }
    let reference = panel.reference.filter(|&value| scale.shows(value));
    values.extend(reference);
    let axis = Axis::fit(&panel.axis, values);
    let names: Vec<String> =
        panel.rows.iter().rev().map(|row| theme.wrap(&row.label, TICK_PX, SIDE_LABEL_PX).join("\n")).collect();
    // Panels share the place of their plots.
    let own_width = theme.widest(names.iter().flat_map(|name| name.lines()), TICK_PX);
    let body = Rect { left: body.left + label_width - own_width, ..body };
    let places = Side::new(Axis::categories(&names), "");
    let frame = Frame::fit(theme, body, Side::new(axis.clone(), &panel.axis.label), places, None);
    let plot = frame.plot;
    frame.draw_grid(canvas, Grid::Vertical)?;
    let half = (plot.height() / panel.rows.len().max(1) as i32 * 3 / 10).clamp(8, 18);
    for (index, row) in panel.rows.iter().enumerate() {
        let place = (panel.rows.len() - 1 - index) as f64;
        if let Some(interval) = row.published.filter(|interval| interval.is_valid()) {
            let (from, y) = frame.at(interval.low, place);
            let to = frame.at(interval.high, place).0;
            let (left, right) = if to - from < 6 { (from - 3, from + 3) } else { (from, to) };
            canvas.fill(Rect { left, right, top: y - half, bottom: y + half }, PUBLISHED)?;
            let open = match row.bound {
                Some(BoundSide::AtMost) => (plot.left, left),
                Some(BoundSide::AtLeast) => (right, plot.right),
                None => continue,
            };
            // Thinner than the bound itself, as far as the axis goes.
            canvas.fill(Rect { left: open.0, right: open.1, top: y - half / 3, bottom: y + half / 3 }, PUBLISHED)?;
        }
    }
    if let Some(value) = reference {
        let x = frame.at(value, 0.0).0;
        canvas.dashed((x, plot.top), (x, plot.bottom), SOFT_INK, 3)?;
    }
    frame.draw_axes(canvas)?;
    for (index, row) in panel.rows.iter().enumerate() {
        let place = (panel.rows.len() - 1 - index) as f64;
        let (colour, marker) = look(row.verdict);
        let middle = frame.at(0.0, place).1;
        if let Some(measured) = row.measured.filter(|estimate| scale.shows(estimate.value)) {
            if let Some(interval) = measured.valid_interval() {
                let ends = (frame.at(interval.low, place), frame.at(interval.high, place));
                draw_bar(canvas, ends.0, ends.1, caps(&axis, interval), colour)?;
            }
            canvas.marker(marker, frame.at(measured.value, place), 10, colour)?;
        }
        let ink = Ink::new(TICK_PX, if row.measured.is_some() { INK } else { SOFT_INK }, Align::Start);
        canvas.text(&value_text(row, scale), (plot.right + 24, middle), ink)?;
    }
    if panel.rows.is_empty() {
        let at = ((plot.left + plot.right) / 2, (plot.top + plot.bottom) / 2);
        canvas.text(theme.word(Word::NoData), at, Ink::new(LABEL_PX, SOFT_INK, Align::Middle))?;
    }
    Ok(())
}
