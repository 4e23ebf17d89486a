//! The page around a chart: title above, legend in a panel at the right, notes below; all measured, so that nothing is
//! clipped, and the picture grows where texts are long.

use anyhow::Result;
use plotters::style::RGBColor;

use crate::report::canvas::{Align, Canvas, Ink, Point, Rect, line_height};
use crate::report::data::ChartText;
use crate::report::theme::{INK, LABEL_PX, MARGIN_PX, Marker, NOTE_PX, SOFT_INK, TICK_PX, TITLE_PX, Theme};
use crate::report::words::Word;

/// Texts of the legend are wrapped beyond this width, in pixels.
const LEGEND_TEXT_PX: i32 = 400;
/// Width of a swatch with the space after it, in pixels.
const SWATCH_PX: i32 = 76;

/// What stands before a name in the legend.
#[derive(Clone, Copy, Debug)]
pub(super) enum Swatch {
    Line(RGBColor, Marker),
    DashedLine(RGBColor, Marker),
    Point(RGBColor, Marker),
    Interval(RGBColor, Marker),
    Dashed(RGBColor),
    Band(RGBColor),
    Hatch(RGBColor),
}

/// A line of the legend.
#[derive(Clone, Debug)]
pub(super) struct LegendEntry {
    pub label: String,
    pub swatch: Swatch,
}

impl LegendEntry {
    pub fn new(label: impl Into<String>, swatch: Swatch) -> LegendEntry {
        LegendEntry { label: label.into(), swatch }
    }
}

/// The settled layout of a picture.
pub(super) struct Page {
    /// Width and height of the picture.
    pub size: (i32, i32),
    /// Where the plot with its axes goes.
    pub body: Rect,
    title: Vec<String>,
    subtitle: Vec<String>,
    notes: Vec<String>,
    legend: Vec<(Vec<String>, Swatch)>,
    legend_left: i32,
}

impl Page {
    /// Lays the texts out around a body of `body_size` pixels.
    pub fn plan(
        theme: &Theme,
        text: &ChartText,
        body_size: (i32, i32),
        legend: Vec<LegendEntry>,
        left_out_count: usize,
    ) -> Page {
        let named = legend.into_iter().filter(|entry| !entry.label.trim().is_empty());
        let legend: Vec<(Vec<String>, Swatch)> =
            named.map(|entry| (theme.wrap(&entry.label, TICK_PX, LEGEND_TEXT_PX), entry.swatch)).collect();
        let legend_text = theme.widest(legend.iter().flat_map(|(lines, _)| lines).map(String::as_str), TICK_PX);
        let legend_width = if legend.is_empty() { 0 } else { 30 + SWATCH_PX + legend_text };
        let width = 2 * MARGIN_PX + body_size.0 + legend_width;
        let text_width = width - 2 * MARGIN_PX;

        let title = theme.wrap(&text.title, TITLE_PX, text_width);
        let subtitle = theme.wrap(&text.subtitle, TICK_PX, text_width);
        let mut notes = theme.wrap(&text.note, NOTE_PX, text_width);
        if left_out_count > 0 {
            let left_out = format!("{}{left_out_count}", theme.word(Word::LeftOut));
            notes.extend(theme.wrap(&left_out, NOTE_PX, text_width));
        }
        let lines = |lines: &[String], size_px| lines.len() as i32 * line_height(size_px);
        let head = lines(&title, TITLE_PX) + lines(&subtitle, TICK_PX) + 24;
        let foot = if notes.is_empty() { 0 } else { 16 + lines(&notes, NOTE_PX) };
        let legend_height = legend.iter().map(|(names, _)| entry_height(names)).sum::<i32>();
        let body_height = body_size.1.max(legend_height + 10);
        let body = Rect {
            left: MARGIN_PX,
            top: MARGIN_PX + head,
            right: MARGIN_PX + body_size.0,
            bottom: MARGIN_PX + head + body_height,
        };
        let size = (width, body.bottom + foot + MARGIN_PX);
        Page { size, body, title, subtitle, notes, legend, legend_left: body.right + 30 }
    }

    /// Draws everything but the body.
    pub fn draw(&self, canvas: &Canvas) -> Result<()> {
        let mut y = MARGIN_PX + line_height(TITLE_PX) / 2;
        canvas.lines(&self.title, (MARGIN_PX, y), Ink::new(TITLE_PX, INK, Align::Start))?;
        y += self.title.len() as i32 * line_height(TITLE_PX);
        canvas.lines(&self.subtitle, (MARGIN_PX, y - 3), Ink::new(TICK_PX, SOFT_INK, Align::Start))?;
        let below = (MARGIN_PX, self.body.bottom + 16 + line_height(NOTE_PX) / 2);
        canvas.lines(&self.notes, below, Ink::new(NOTE_PX, SOFT_INK, Align::Start))?;
        let mut y = self.body.top + line_height(TICK_PX) / 2 + 4;
        for (names, swatch) in &self.legend {
            draw_swatch(canvas, *swatch, (self.legend_left, y))?;
            let at = (self.legend_left + SWATCH_PX, y);
            canvas.lines(names, at, Ink::new(TICK_PX, INK, Align::Start))?;
            y += entry_height(names);
        }
        Ok(())
    }

    /// Says in the middle of `plot` that there is nothing to show.
    pub fn draw_no_data(&self, canvas: &Canvas, theme: &Theme, plot: Rect) -> Result<()> {
        let middle = ((plot.left + plot.right) / 2, (plot.top + plot.bottom) / 2);
        canvas.text(theme.word(Word::NoData), middle, Ink::new(LABEL_PX, SOFT_INK, Align::Middle))
    }
}

fn entry_height(names: &[String]) -> i32 {
    names.len() as i32 * line_height(TICK_PX) + 12
}

fn draw_swatch(canvas: &Canvas, swatch: Swatch, (x, y): Point) -> Result<()> {
    let (end, middle) = (x + SWATCH_PX - 18, x + (SWATCH_PX - 18) / 2);
    let box_around = Rect { left: x + 10, top: y - 12, right: end - 10, bottom: y + 12 };
    match swatch {
        Swatch::Line(colour, marker) => {
            canvas.path([(x, y), (end, y)], colour, 4)?;
            canvas.marker(marker, (middle, y), 9, colour)
        }
        Swatch::DashedLine(colour, marker) => {
            canvas.dashed((x, y), (end, y), colour, 4)?;
            canvas.marker(marker, (middle, y), 9, colour)
        }
        Swatch::Point(colour, marker) => canvas.marker(marker, (middle, y), 10, colour),
        Swatch::Interval(colour, marker) => {
            canvas.path([(x + 4, y), (end - 4, y)], colour, 3)?;
            for cap in [x + 4, end - 4] {
                canvas.path([(cap, y - 7), (cap, y + 7)], colour, 3)?;
            }
            canvas.marker(marker, (middle, y), 9, colour)
        }
        Swatch::Dashed(colour) => canvas.dashed((x, y), (end, y), colour, 3),
        Swatch::Band(colour) => canvas.fill(Rect { left: x, right: end, ..box_around }, colour),
        Swatch::Hatch(colour) => {
            canvas.hatch(box_around, colour)?;
            canvas.outline(box_around, colour, 1)
        }
    }
}
