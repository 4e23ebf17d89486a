//! The ablation ladder: each technique added in turn, a bar a step, one or more measures side by side.

use anyhow::Result;

use crate::report::axis::{Axis, AxisSpec};
use crate::report::canvas::{Align, Canvas, Ink, Rect, draw_svg, line_height};
use crate::report::data::{ChartText, Estimate};
use crate::report::frame::{Frame, Grid, Side, caps, draw_bar};
use crate::report::number::{self, Format};
use crate::report::page::Page;
use crate::report::theme::{BODY_WIDTH_PX, INK, SIDE_LABEL_PX, SOFT_INK, TICK_PX, Theme, series_colour};
use crate::report::words::Word;

/// Least height of a step, in pixels.
const ROW_PX: i32 = 62;

/// A measure of every step: nodes, time.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measure {
    /// The axis of the bars. Linear bars start at zero.
    pub axis: AxisSpec,
    /// The value of each step; `None` where it was not measured.
    pub values: Vec<Option<Estimate>>,
}

/// Steps from the barest program to the complete one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ladder {
    /// Title, subtitle and note.
    pub text: ChartText,
    /// The names of the steps, first step first (drawn at the top).
    pub steps: Vec<String>,
    /// One panel each, at least one, side by side.
    pub measures: Vec<Measure>,
}

struct Panel {
    frame: Frame,
    axis: Axis,
    bars: Vec<Option<Bar>>,
}

#[derive(Clone)]
struct Bar {
    estimate: Estimate,
    value: String,
    factor: String,
}

impl Ladder {
    /// The chart as SVG; beside each value its factor to the step above.
    ///
    /// # Errors
    /// If the drawing backend fails.
    pub fn draw(&self, theme: &Theme) -> Result<String> {
        let left_out: usize = self.measures.iter().map(|measure| self.left_out_count(measure)).sum();
        let rows = self.steps.len().max(1) as i32;
        let name_lines = theme.most_lines(&self.steps, SIDE_LABEL_PX);
        let row_px = ROW_PX.max(name_lines * line_height(TICK_PX) + 12);
        let mut text = self.text.clone();
        if self.measures.iter().flat_map(|m| self.bars(m)).flatten().any(|bar| !bar.factor.is_empty()) {
            let separator = if text.note.is_empty() { "" } else { "\n" };
            text.note = format!("{}{separator}{}", text.note, theme.word(Word::FactorToPrevious));
        }
        let extra_width = self.measures.len().saturating_sub(1) as i32 * 460;
        let body_size = (BODY_WIDTH_PX + extra_width, rows * row_px + 110);
        let page = Page::plan(theme, &text, body_size, Vec::new(), left_out);
        let panels = self.panels(theme, page.body);
        draw_svg(theme, page.size, |canvas| {
            page.draw(canvas)?;
            for (index, panel) in panels.iter().enumerate() {
                self.draw_panel(canvas, theme, panel, index)?;
            }
            if panels.is_empty() || self.steps.is_empty() {
                page.draw_no_data(canvas, theme, page.body)?;
            }
            Ok(())
        })
    }

    fn left_out_count(&self, measure: &Measure) -> usize {
        let values = measure.values.iter().take(self.steps.len()).flatten();
        values.filter(|estimate| estimate.is_left_out(measure.axis.scale)).count()
    }

    /// The bars that can be shown, with their texts.
    fn bars(&self, measure: &Measure) -> Vec<Option<Bar>> {
        let scale = measure.axis.scale;
        let mut above: Option<f64> = None;
        let mut bars = Vec::with_capacity(self.steps.len());
        for index in 0..self.steps.len() {
            let estimate = measure.values.get(index).copied().flatten().filter(|e| scale.shows(e.value));
            bars.push(estimate.map(|estimate| {
                let factor = above.filter(|&above| above > 0.0 && estimate.value > 0.0);
                let factor = factor.map_or(String::new(), |above| {
                    format!("×{}", number::short(estimate.value / above, Format::Plain))
                });
                Bar { estimate, value: number::short(estimate.value, scale.format()), factor }
            }));
            above = estimate.map(|estimate| estimate.value);
        }
        bars
    }

    fn panels(&self, theme: &Theme, body: Rect) -> Vec<Panel> {
        let names: Vec<String> =
            self.steps.iter().rev().map(|step| theme.wrap(step, TICK_PX, SIDE_LABEL_PX).join("\n")).collect();
        let label_width = theme.widest(names.iter().flat_map(|name| name.lines()), TICK_PX) + 16;
        let gap = 50;
        let count = self.measures.len().max(1) as i32;
        let width = (body.width() - label_width - gap * (count - 1)) / count;
        let mut left = body.left;
        let mut panels = Vec::new();
        for (index, measure) in self.measures.iter().enumerate() {
            let bars = self.bars(measure);
            let right = left + width + if index == 0 { label_width } else { 0 };
            let panel_body = Rect { left, right, ..body };
            left = right + gap;
            let axis = bar_axis(measure, &bars);
            let places = if index == 0 { names.clone() } else { vec![String::new(); names.len()] };
            let fit = |body: Rect| {
                let side = Side::new(Axis::categories(&places), "");
                Frame::fit(theme, body, Side::new(axis.clone(), &measure.axis.label), side, None)
            };
            // The plot is as wide as the values beside the bars leave it.
            let full = fit(panel_body).plot.width();
            let fitted = bars.iter().flatten().map(|bar| {
                let room = f64::from((full - bar_text_width(theme, bar) - 16).max(full / 4));
                room / axis.fraction(bar_end(bar)).max(0.01)
            });
            let plot_width = fitted.fold(f64::from(full), f64::min) as i32;
            let frame = fit(Rect { right: panel_body.right - (full - plot_width), ..panel_body });
            panels.push(Panel { frame, axis, bars });
        }
        panels
    }

    fn draw_panel(&self, canvas: &Canvas, theme: &Theme, panel: &Panel, index: usize) -> Result<()> {
        let Panel { frame, axis, bars } = panel;
        let colour = series_colour(index);
        frame.draw_grid(canvas, Grid::Vertical)?;
        let base = if axis.contains(0.0) { 0.0 } else { axis.low() };
        for (step, bar) in bars.iter().enumerate() {
            let row = (bars.len() - 1 - step) as f64;
            let (from, y) = frame.at(base, row);
            let Some(bar) = bar else {
                let ink = Ink::new(TICK_PX, SOFT_INK, Align::Start);
                canvas.text(theme.word(Word::NoData), (from + 12, y), ink)?;
                continue;
            };
            let to = frame.at(bar.estimate.value, row).0;
            let half = ROW_PX * 3 / 10;
            let rect =
                Rect { left: from.min(to), right: from.max(to).max(from.min(to) + 2), top: y - half, bottom: y + half };
            canvas.fill(rect, colour)?;
            let mut text_from = rect.right;
            if let Some(interval) = bar.estimate.valid_interval() {
                let ends = (frame.at(interval.low, row), frame.at(interval.high, row));
                draw_bar(canvas, ends.0, ends.1, caps(axis, interval), INK)?;
                text_from = text_from.max(ends.1.0 + 2);
            }
            canvas.text(&bar.value, (text_from + 12, y), Ink::new(TICK_PX, INK, Align::Start))?;
            let after = text_from + 12 + theme.width(&bar.value, TICK_PX) + 14;
            canvas.text(&bar.factor, (after, y), Ink::new(TICK_PX, SOFT_INK, Align::Start))?;
        }
        frame.draw_axes(canvas)
    }
}

/// Where a bar or its interval ends.
fn bar_end(bar: &Bar) -> f64 {
    let value = bar.estimate.value;
    bar.estimate.valid_interval().map_or(value, |interval| value.max(interval.high))
}

fn bar_text_width(theme: &Theme, bar: &Bar) -> i32 {
    theme.width(&bar.value, TICK_PX) + theme.width(&bar.factor, TICK_PX) + 14
}

/// Bars of a linear axis start at zero, those of a logarithmic one at a power of ten below the smallest.
fn bar_axis(measure: &Measure, bars: &[Option<Bar>]) -> Axis {
    let scale = measure.axis.scale;
    let mut values: Vec<f64> = bars.iter().flatten().flat_map(|bar| bar.estimate.shown_values(scale)).collect();
    let mut spec = measure.axis.clone();
    spec.from_zero = !scale.is_log();
    let smallest = values.iter().copied().fold(f64::INFINITY, f64::min);
    if scale.is_log() && smallest.is_finite() {
        values.push(10_f64.powf((smallest * 0.7).log10().floor()));
    }
    Axis::fit(&spec, values)
}
