//! Drawing on an SVG of a known size: the few shapes that the charts are made of.

use anyhow::{Result, anyhow};
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, FontTransform, IntoFont, RGBColor, ShapeStyle, TextStyle};

use crate::report::theme::{Marker, Theme, WHITE};

/// A point in pixels from the upper left corner.
pub(super) type Point = (i32, i32);

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rect {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Rect {
    pub fn width(self) -> i32 {
        self.right - self.left
    }

    pub fn height(self) -> i32 {
        self.bottom - self.top
    }
}

/// Where a text lies relative to its point, along the line of writing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    Start,
    Middle,
    End,
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ink {
    pub size_px: f64,
    pub colour: RGBColor,
    pub align: Align,
}

impl Ink {
    pub fn new(size_px: f64, colour: RGBColor, align: Align) -> Ink {
        Ink { size_px, colour, align }
    }
}

/// An SVG being drawn.
pub(super) struct Canvas<'a> {
    area: DrawingArea<SVGBackend<'a>, Shift>,
    theme: &'a Theme,
}

/// Draws an SVG of `width` x `height` pixels on white.
pub(super) fn draw_svg(
    theme: &Theme,
    (width, height): (i32, i32),
    draw: impl FnOnce(&Canvas) -> Result<()>,
) -> Result<String> {
    let mut svg = String::new();
    {
        let size = (width.max(1).unsigned_abs(), height.max(1).unsigned_abs());
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let canvas = Canvas { area, theme };
        canvas.done(canvas.area.fill(&WHITE))?;
        draw(&canvas)?;
        canvas.done(canvas.area.present())?;
    }
    Ok(svg)
}

impl Canvas<'_> {
    fn done<E: std::fmt::Display>(&self, drawn: Result<(), E>) -> Result<()> {
        drawn.map_err(|error| anyhow!("the chart cannot be drawn: {error}"))
    }

    /// A rectangle filled with `colour`.
    pub fn fill(&self, rect: Rect, colour: RGBColor) -> Result<()> {
        let corners = [(rect.left, rect.top), (rect.right, rect.bottom)];
        self.done(self.area.draw(&Rectangle::new(corners, colour.filled())))
    }

    /// A line through `points`, `width` pixels wide.
    pub fn path(&self, points: impl Into<Vec<Point>>, colour: RGBColor, width: u32) -> Result<()> {
        let style = ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: width };
        self.done(self.area.draw(&PathElement::new(points.into(), style)))
    }

    /// The border of a rectangle.
    pub fn outline(&self, rect: Rect, colour: RGBColor, width: u32) -> Result<()> {
        let Rect { left, top, right, bottom } = rect;
        let style = ShapeStyle { color: colour.to_rgba(), filled: false, stroke_width: width };
        let corners = vec![(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
        self.done(self.area.draw(&PathElement::new(corners, style)))
    }

    /// A dashed line from `from` to `to`.
    pub fn dashed(&self, from: Point, to: Point, colour: RGBColor, width: u32) -> Result<()> {
        let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
        let length = dx.hypot(dy);
        let (dash, period) = (12.0, 20.0);
        let at = |distance: f64| {
            let part = (distance / length).min(1.0);
            (from.0 + (dx * part).round() as i32, from.1 + (dy * part).round() as i32)
        };
        let mut start = 0.0;
        while start < length {
            self.path([at(start), at(start + dash)], colour, width)?;
            start += period;
        }
        Ok(())
    }

    /// Diagonal lines over a rectangle: what is missing.
    pub fn hatch(&self, rect: Rect, colour: RGBColor) -> Result<()> {
        let (width, height) = (rect.width(), rect.height());
        let mut offset = 14;
        while offset < width + height {
            // The diagonal x + y = offset, cut at the borders.
            let from = (rect.left + offset.min(width), rect.top + (offset - width).max(0));
            let to = (rect.left + (offset - height).max(0), rect.top + offset.min(height));
            self.path([from, to], colour, 1)?;
            offset += 14;
        }
        Ok(())
    }

    /// The white rim around a marker, so that it stands out from what it covers.
    pub fn rim(&self, marker: Marker, at: Point, radius: i32) -> Result<()> {
        self.shape(marker, at, radius + 3, WHITE, false)
    }

    /// A data point.
    pub fn marker(&self, marker: Marker, at: Point, radius: i32, colour: RGBColor) -> Result<()> {
        self.shape(marker, at, radius, colour, false)?;
        if matches!(marker, Marker::HollowCircle | Marker::HollowSquare | Marker::HollowDiamond) {
            self.shape(marker, at, radius - 3, WHITE, true)?;
        }
        Ok(())
    }

    fn shape(&self, marker: Marker, (x, y): Point, radius: i32, colour: RGBColor, inner: bool) -> Result<()> {
        let style = colour.filled();
        let polygon = |points: Vec<Point>| self.done(self.area.draw(&Polygon::new(points, style)));
        let r = radius.max(1);
        match marker {
            Marker::Circle | Marker::HollowCircle => self.done(self.area.draw(&Circle::new((x, y), r, style))),
            Marker::Square | Marker::HollowSquare => {
                let half = if inner { r } else { r - 1 };
                polygon(vec![(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)])
            }
            Marker::Triangle => polygon(vec![(x, y - r - 1), (x + r + 1, y + r - 1), (x - r - 1, y + r - 1)]),
            Marker::InvertedTriangle => polygon(vec![(x, y + r + 1), (x + r + 1, y - r + 1), (x - r - 1, y - r + 1)]),
            Marker::Diamond | Marker::HollowDiamond => {
                let long = if inner { r } else { r + 2 };
                polygon(vec![(x, y - long), (x + long, y), (x, y + long), (x - long, y)])
            }
        }
    }

    /// One line of text whose middle height lies at `at`.
    pub fn text(&self, text: &str, at: Point, ink: Ink) -> Result<()> {
        // 0.76 em is where the backend puts the top; capitals and digits are 0.73 em high.
        let top = at.1 - (ink.size_px * 0.395).round() as i32;
        self.write(text, (at.0, top), ink, FontTransform::None)
    }

    /// One line of text written upwards, its middle at `at`.
    pub fn text_upwards(&self, text: &str, at: Point, ink: Ink) -> Result<()> {
        let top = at.0 - (ink.size_px * 0.395).round() as i32;
        self.write(text, (top, at.1), ink, FontTransform::Rotate270)
    }

    fn write(&self, text: &str, at: Point, ink: Ink, transform: FontTransform) -> Result<()> {
        // What XML cannot hold is not text either.
        let text: String = text.chars().map(|c| if is_xml_text(c) { c } else { ' ' }).collect();
        let h_pos = match ink.align {
            Align::Start => HPos::Left,
            Align::Middle => HPos::Center,
            Align::End => HPos::Right,
        };
        // The backend divides sizes by 1.24.
        let font = (self.theme.fonts.families(), ink.size_px * 1.24).into_font().transform(transform);
        let style = TextStyle::from(font).color(&ink.colour).pos(Pos::new(h_pos, VPos::Top));
        self.done(self.area.draw(&Text::new(text, at, style)))
    }

    /// Several lines of text, the middle of the first at `at`.
    pub fn lines(&self, lines: &[String], at: Point, ink: Ink) -> Result<()> {
        for (index, line) in lines.iter().enumerate() {
            self.text(line, (at.0, at.1 + index as i32 * line_height(ink.size_px)), ink)?;
        }
        Ok(())
    }
}

/// Distance of two lines of text, in pixels.
pub(super) fn line_height(size_px: f64) -> i32 {
    (size_px * 1.32).round() as i32
}

fn is_xml_text(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{FFFE}' | '\u{FFFF}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::png::svg_to_png;
    use crate::report::theme::INK;
    use crate::report::words::Lang;

    #[test]
    fn any_text_gives_a_well_formed_svg() {
        let theme = Theme::new(Lang::En);
        let svg = draw_svg(&theme, (200, 100), |canvas| {
            let ink = Ink::new(20.0, INK, Align::Middle);
            canvas.text("a<b>&\"'\u{0}\u{7}\u{FFFF}\n{}", (100, 50), ink)?;
            canvas.text_upwards("<", (20, 50), ink)
        });
        assert!(svg_to_png(&svg.unwrap(), &theme.fonts).is_ok());
    }

    #[test]
    fn hatching_stays_inside_its_rectangle() {
        let theme = Theme::new(Lang::En);
        let rect = Rect { left: 10, top: 20, right: 90, bottom: 50 };
        let svg = draw_svg(&theme, (100, 100), |canvas| canvas.hatch(rect, INK)).unwrap();
        let points = svg.split("points=\"").skip(1).filter_map(|part| part.split('"').next());
        let mut count = 0;
        for pair in points.flat_map(str::split_whitespace) {
            let (x, y) = pair.split_once(',').unwrap();
            let (x, y): (i32, i32) = (x.parse().unwrap(), y.parse().unwrap());
            assert!((10..=90).contains(&x) && (20..=50).contains(&y), "{x},{y}");
            count += 1;
        }
        assert!(count > 8);
    }
}
