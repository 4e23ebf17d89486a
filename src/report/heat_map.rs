//! A table of values as colours: player against player, or a surface over two parameters with marked points.

use anyhow::Result;
use plotters::style::RGBColor;
use plotters::style::colors::colormaps::{ColorMap, ViridisRGB};

use crate::report::axis::{Axis, AxisSpec};
use crate::report::canvas::{Align, Canvas, Ink, Rect, draw_svg, line_height};
use crate::report::data::ChartText;
use crate::report::frame::centred_lines;
use crate::report::number;
use crate::report::page::{LegendEntry, Page, Swatch};
use crate::report::theme::{AXIS, BLANK, INK, LABEL_PX, Marker, TICK_PX, Theme, VERMILION, WHITE};
use crate::report::words::Word;

/// Width of the cells together, in pixels, where there are few of them.
const TABLE_WIDTH_PX: i32 = 1000;
/// Names of rows are wrapped beyond this width, and those of columns beyond this height, in pixels.
const NAME_PX: i32 = 380;
/// A table with more rows or columns than this names some of them only.
const MOST_NAMES: i32 = 40;
/// Rectangles of the colour bar.
const SHADES: i32 = 256;

/// A marked cell: the published or the tuned setting.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CellMark {
    /// Row, from 0.
    pub row: usize,
    /// Column, from 0.
    pub column: usize,
    /// What it is, for the legend.
    pub label: String,
}

/// Values by row and column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HeatMap {
    /// Title, subtitle and note.
    pub text: ChartText,
    /// What the rows are.
    pub row_label: String,
    /// The rows, from top to bottom.
    pub rows: Vec<String>,
    /// What the columns are.
    pub column_label: String,
    /// The columns, from left to right.
    pub columns: Vec<String>,
    /// `values[row][column]`; `None`, or nothing there, is hatched.
    pub values: Vec<Vec<Option<f64>>>,
    /// The axis of the colours.
    pub scale: AxisSpec,
    /// Marked cells; marks outside the table are ignored.
    pub marks: Vec<CellMark>,
    /// What a hatched cell means, for the legend (empty: "not played").
    pub missing_label: String,
}

/// Everything measured.
struct Layout {
    cell: (i32, i32),
    row_names: Vec<Vec<String>>,
    column_names: Vec<Vec<String>>,
    columns_upright: bool,
    left_px: i32,
    below_px: i32,
    cell_text_px: Option<f64>,
    texts: Vec<Vec<String>>,
}

impl HeatMap {
    /// The chart as SVG.
    ///
    /// # Errors
    /// If the drawing backend fails.
    pub fn draw(&self, theme: &Theme) -> Result<String> {
        let scale = self.scale.scale;
        let cells = || self.rows.iter().enumerate().flat_map(|(row, _)| (0..self.columns.len()).map(move |c| (row, c)));
        let left_out = cells().filter(|&(r, c)| self.given(r, c).is_some_and(|value| !scale.shows(value))).count();
        let values: Vec<f64> = cells().filter_map(|(row, column)| self.shown(row, column)).collect();
        let has_missing = cells().count() > values.len();
        let is_empty = values.is_empty();
        let axis = Axis::fit(&self.scale, values);
        let layout = self.layout(theme);

        let marks: Vec<(&CellMark, Marker)> = self
            .marks
            .iter()
            .filter(|mark| mark.row < self.rows.len() && mark.column < self.columns.len())
            .enumerate()
            .map(|(index, mark)| (mark, MARKERS[index % MARKERS.len()]))
            .collect();
        let mut legend: Vec<LegendEntry> = marks
            .iter()
            .map(|(mark, marker)| LegendEntry::new(&mark.label, Swatch::Point(VERMILION, *marker)))
            .collect();
        if has_missing && !is_empty {
            let missing = if self.missing_label.is_empty() { theme.word(Word::Missing) } else { &self.missing_label };
            legend.push(LegendEntry::new(missing, Swatch::Hatch(AXIS)));
        }
        let table_width = self.columns.len().max(1) as i32 * layout.cell.0;
        let table_height = self.rows.len().max(1) as i32 * layout.cell.1;
        let body_size =
            (layout.left_px + table_width + colour_bar_px(theme, self, &axis), table_height + layout.below_px);
        let page = Page::plan(theme, &self.text, body_size, legend, left_out);
        let left = page.body.left + layout.left_px;
        let top = page.body.top;
        let table = Rect { left, top, right: left + table_width, bottom: top + table_height };
        draw_svg(theme, page.size, |canvas| {
            page.draw(canvas)?;
            self.draw_cells(canvas, table, &layout, &axis)?;
            for (mark, marker) in &marks {
                draw_mark(canvas, cell_rect(table, &layout, mark.row, mark.column), *marker)?;
            }
            self.draw_names(canvas, theme, table, &layout, page.body.left)?;
            self.draw_colour_bar(canvas, theme, table, &axis)?;
            if is_empty {
                page.draw_no_data(canvas, theme, table)?;
            }
            Ok(())
        })
    }

    fn given(&self, row: usize, column: usize) -> Option<f64> {
        self.values.get(row).and_then(|values| values.get(column)).copied().flatten()
    }

    fn shown(&self, row: usize, column: usize) -> Option<f64> {
        self.given(row, column).filter(|&value| self.scale.scale.shows(value))
    }

    fn layout(&self, theme: &Theme) -> Layout {
        let (rows, columns) = (self.rows.len().max(1) as i32, self.columns.len().max(1) as i32);
        let mut width = (TABLE_WIDTH_PX / columns).clamp(8, 170);
        let mut height = (800 / rows).clamp(8, 96).min(width.max(44));
        let line = line_height(TICK_PX);
        let lying: Vec<Vec<String>> = self.columns.iter().map(|name| theme.wrap(name, TICK_PX, width - 8)).collect();
        let lying_fits = lying.iter().zip(&self.columns).all(|(lines, name)| {
            lines.len() <= 2 && (lines.join(" ") == *name || theme.width(name, TICK_PX) <= width - 8)
        });
        // Cells grow with the names beside them, so that every row and column has its own.
        if rows <= MOST_NAMES {
            height = height.max(theme.most_lines(&self.rows, NAME_PX) * line + 6);
        }
        if columns <= MOST_NAMES && !lying_fits {
            width = width.max(theme.most_lines(&self.columns, NAME_PX) * line + 6);
        }
        let texts: Vec<Vec<String>> = (0..self.rows.len())
            .map(|row| (0..self.columns.len()).map(|column| self.cell_text(row, column)).collect())
            .collect();
        let fits = |size: f64| {
            f64::from(height) > size * 1.25
                && theme.widest(texts.iter().flatten().map(String::as_str), size) + 18 <= width
        };
        // Measuring is for tables whose cells could hold a text at all.
        let cell_text_px =
            if width < 30 { None } else { [22.0, 19.0, 16.0, 14.0].into_iter().find(|&size| fits(size)) };

        let row_names: Vec<Vec<String>> = self.rows.iter().map(|name| theme.wrap(name, TICK_PX, NAME_PX)).collect();
        let widest = |names: &[Vec<String>]| theme.widest(names.iter().flatten().map(String::as_str), TICK_PX);
        let column_names = if lying_fits {
            lying
        } else {
            self.columns.iter().map(|name| theme.wrap(name, TICK_PX, NAME_PX)).collect()
        };
        let names_height = if lying_fits {
            column_names.iter().map(Vec::len).max().unwrap_or(0) as i32 * line
        } else {
            widest(&column_names)
        };
        let name_px = |name: &str| if name.is_empty() { 0 } else { line_height(LABEL_PX) + 12 };
        Layout {
            cell: (width, height),
            left_px: name_px(&self.row_label) + widest(&row_names) + 12,
            below_px: 12 + names_height + name_px(&self.column_label),
            row_names,
            column_names,
            columns_upright: !lying_fits,
            cell_text_px,
            texts,
        }
    }

    fn cell_text(&self, row: usize, column: usize) -> String {
        self.shown(row, column).map_or(String::new(), |value| number::short(value, self.scale.scale.format()))
    }

    fn draw_cells(&self, canvas: &Canvas, table: Rect, layout: &Layout, axis: &Axis) -> Result<()> {
        let gap = if layout.cell.0 >= 24 && layout.cell.1 >= 24 { 2 } else { 0 };
        for row in 0..self.rows.len() {
            for column in 0..self.columns.len() {
                let cell = cell_rect(table, layout, row, column);
                let inner = Rect { right: cell.right - gap, bottom: cell.bottom - gap, ..cell };
                let Some(value) = self.shown(row, column) else {
                    canvas.fill(inner, BLANK)?;
                    canvas.hatch(inner, AXIS)?;
                    continue;
                };
                let colour = viridis(axis.fraction(value));
                canvas.fill(inner, colour)?;
                if let (Some(size), Some(text)) =
                    (layout.cell_text_px, layout.texts.get(row).and_then(|t| t.get(column)))
                {
                    let ink = if luminance(colour) > 130.0 { INK } else { WHITE };
                    let middle = ((inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2);
                    canvas.text(text, middle, Ink::new(size, ink, Align::Middle))?;
                }
            }
        }
        Ok(())
    }

    fn draw_names(&self, canvas: &Canvas, theme: &Theme, table: Rect, layout: &Layout, left: i32) -> Result<()> {
        let line = line_height(TICK_PX);
        let tallest = layout.row_names.iter().map(Vec::len).max().unwrap_or(1) as i32;
        let row_stride = stride(tallest * line, layout.cell.1);
        for (row, lines) in layout.row_names.iter().enumerate().step_by(row_stride) {
            let cell = cell_rect(table, layout, row, 0);
            let at = (table.left - 12, (cell.top + cell.bottom) / 2);
            centred_lines(canvas, lines, at, Ink::new(TICK_PX, INK, Align::End))?;
        }
        let below = table.bottom + 12;
        if layout.columns_upright {
            let most = layout.column_names.iter().map(Vec::len).max().unwrap_or(1) as i32;
            let column_stride = stride(most * line, layout.cell.0);
            for (column, lines) in layout.column_names.iter().enumerate().step_by(column_stride) {
                let cell = cell_rect(table, layout, 0, column);
                let first = (cell.left + cell.right) / 2 - (lines.len() as i32 - 1) * line / 2;
                for (index, text) in lines.iter().enumerate() {
                    let at = (first + index as i32 * line, below);
                    canvas.text_upwards(text, at, Ink::new(TICK_PX, INK, Align::End))?;
                }
            }
        } else {
            for (column, lines) in layout.column_names.iter().enumerate() {
                let cell = cell_rect(table, layout, 0, column);
                let at = ((cell.left + cell.right) / 2, below + line / 2);
                canvas.lines(lines, at, Ink::new(TICK_PX, INK, Align::Middle))?;
            }
        }
        let ink = Ink::new(LABEL_PX, INK, Align::Middle);
        let name_y = table.bottom + layout.below_px - line_height(LABEL_PX) / 2;
        let column_name = theme.wrap(&self.column_label, LABEL_PX, table.width().max(600)).concat();
        canvas.text(&column_name, ((table.left + table.right) / 2, name_y), ink)?;
        let at = (left + line_height(LABEL_PX) / 2, (table.top + table.bottom) / 2);
        canvas.text_upwards(&self.row_label, at, ink)
    }

    fn draw_colour_bar(&self, canvas: &Canvas, theme: &Theme, table: Rect, axis: &Axis) -> Result<()> {
        let height = table.height();
        let bar = Rect { left: table.right + 40, right: table.right + 72, ..table };
        let y_of = |fraction: f64| bar.bottom - (fraction * f64::from(height)).round() as i32;
        for shade in 0..SHADES {
            let low = f64::from(shade) / f64::from(SHADES);
            let high = f64::from(shade + 1) / f64::from(SHADES);
            // One pixel of overlap: no seams between the shades.
            let rect = Rect { top: y_of(high), bottom: (y_of(low) + 1).min(bar.bottom), ..bar };
            canvas.fill(rect, viridis((low + high) / 2.0))?;
        }
        canvas.outline(bar, AXIS, 1)?;
        let mut free_below = i32::MAX;
        for tick in &axis.majors {
            let y = y_of(axis.fraction(tick.value));
            if y > free_below {
                continue;
            }
            free_below = y - line_height(TICK_PX);
            canvas.path([(bar.right, y), (bar.right + 8, y)], AXIS, 2)?;
            canvas.text(&tick.label, (bar.right + 15, y), Ink::new(TICK_PX, INK, Align::Start))?;
        }
        let widest = theme.widest(axis.majors.iter().map(|tick| tick.label.as_str()), TICK_PX);
        let x = bar.right + 15 + widest + 12 + line_height(LABEL_PX) / 2;
        let ink = Ink::new(LABEL_PX, INK, Align::Middle);
        canvas.text_upwards(&self.scale.label, (x, (bar.top + bar.bottom) / 2), ink)
    }
}

/// Room for the colour bar with its ticks and its name.
fn colour_bar_px(theme: &Theme, map: &HeatMap, axis: &Axis) -> i32 {
    let widest = theme.widest(axis.majors.iter().map(|tick| tick.label.as_str()), TICK_PX);
    let name = if map.scale.label.is_empty() { 0 } else { 12 + line_height(LABEL_PX) };
    40 + 32 + 15 + widest + name
}

const MARKERS: [Marker; 4] = [Marker::Diamond, Marker::HollowCircle, Marker::Triangle, Marker::HollowSquare];

/// A frame around the cell and the marker in its corner, both on white, so that they show on every colour.
fn draw_mark(canvas: &Canvas, cell: Rect, marker: Marker) -> Result<()> {
    let frame = Rect { left: cell.left + 2, top: cell.top + 2, right: cell.right - 4, bottom: cell.bottom - 4 };
    canvas.outline(frame, WHITE, 8)?;
    canvas.outline(frame, VERMILION, 4)?;
    let corner = (frame.right, frame.top);
    canvas.rim(marker, corner, 10)?;
    canvas.marker(marker, corner, 10, VERMILION)
}

fn cell_rect(table: Rect, layout: &Layout, row: usize, column: usize) -> Rect {
    let left = table.left + column as i32 * layout.cell.0;
    let top = table.top + row as i32 * layout.cell.1;
    Rect { left, top, right: left + layout.cell.0, bottom: top + layout.cell.1 }
}

fn stride(needed_px: i32, cell_px: i32) -> usize {
    (needed_px.max(1) as usize).div_ceil(cell_px.max(1) as usize).max(1)
}

fn viridis(fraction: f64) -> RGBColor {
    ViridisRGB.get_color(fraction.clamp(0.0, 1.0))
}

/// Brightness from 0 to 255 as the eye weighs the colours (ITU-R BT.601).
fn luminance(RGBColor(red, green, blue): RGBColor) -> f64 {
    0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue)
}
