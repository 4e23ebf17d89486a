//! Colours, markers and sizes of all charts, and the language and fonts of one.
//!
//! Sizes are pixels of a picture drawn at twice its size on paper, since pixel coordinates are integers.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Result;
use plotters::style::RGBColor;

use crate::report::fonts::FontSet;
use crate::report::words::{Lang, Word};

/// Size of the title, in pixels.
pub(super) const TITLE_PX: f64 = 30.0;
/// Size of the subtitle and of axis names, in pixels.
pub(super) const LABEL_PX: f64 = 25.0;
/// Size of tick labels, legend and values, in pixels.
pub(super) const TICK_PX: f64 = 22.0;
/// Size of notes below the chart, in pixels.
pub(super) const NOTE_PX: f64 = 20.0;
/// Distance of everything from the border of the picture, in pixels.
pub(super) const MARGIN_PX: i32 = 36;
/// Names of categories beside a plot are wrapped beyond this width, in pixels.
pub(super) const SIDE_LABEL_PX: i32 = 440;
/// Width of the body of a chart without its legend, in pixels.
pub(super) const BODY_WIDTH_PX: i32 = 1440;
/// Height of the plot with its axes, in pixels.
pub(super) const BODY_HEIGHT_PX: i32 = 780;

pub(super) const INK: RGBColor = RGBColor(0x22, 0x22, 0x22);
pub(super) const SOFT_INK: RGBColor = RGBColor(0x5A, 0x5A, 0x5A);
pub(super) const AXIS: RGBColor = RGBColor(0x80, 0x80, 0x80);
pub(super) const GRID: RGBColor = RGBColor(0xE1, 0xE1, 0xE1);
pub(super) const MINOR_GRID: RGBColor = RGBColor(0xF3, 0xF3, 0xF3);
pub(super) const BLANK: RGBColor = RGBColor(0xF7, 0xF7, 0xF7);
/// Published values, behind the measured ones.
pub(super) const PUBLISHED: RGBColor = RGBColor(0xC9, 0xC9, 0xC9);
pub(super) const WHITE: RGBColor = RGBColor(0xFF, 0xFF, 0xFF);

pub(super) const BLUE: RGBColor = RGBColor(0x00, 0x72, 0xB2);
pub(super) const VERMILION: RGBColor = RGBColor(0xD5, 0x5E, 0x00);
pub(super) const GREEN: RGBColor = RGBColor(0x00, 0x9E, 0x73);
pub(super) const PURPLE: RGBColor = RGBColor(0xCC, 0x79, 0xA7);
pub(super) const ORANGE: RGBColor = RGBColor(0xE6, 0x9F, 0x00);
pub(super) const SKY: RGBColor = RGBColor(0x56, 0xB4, 0xE9);

/// Okabe and Ito's colours (2008), which the colour-blind tell apart; their yellow is too pale on white.
const SERIES_COLOURS: [RGBColor; 7] = [BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY, INK];

/// The shape of a data point: what tells series apart where colour does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marker {
    Circle,
    Square,
    Triangle,
    Diamond,
    InvertedTriangle,
    HollowCircle,
    HollowSquare,
    HollowDiamond,
}

const SERIES_MARKERS: [Marker; 8] = [
    Marker::Circle,
    Marker::Square,
    Marker::Triangle,
    Marker::Diamond,
    Marker::InvertedTriangle,
    Marker::HollowCircle,
    Marker::HollowSquare,
    Marker::HollowDiamond,
];

/// Colour of the series with this index.
pub(super) fn series_colour(index: usize) -> RGBColor {
    SERIES_COLOURS[index % SERIES_COLOURS.len()]
}

/// Marker of the series with this index; 56 series differ in colour or marker.
pub(super) fn series_marker(index: usize) -> Marker {
    SERIES_MARKERS[index % SERIES_MARKERS.len()]
}

/// The language and the fonts of a chart.
#[derive(Clone, Debug)]
pub struct Theme {
    /// Language of the words that a chart adds by itself.
    pub lang: Lang,
    /// Fonts that texts are measured and drawn with.
    pub fonts: Arc<FontSet>,
    /// Characters that were drawn as boxes; copies of a theme share them.
    boxes: Arc<Mutex<BTreeSet<char>>>,
}

impl Theme {
    /// A theme with the fonts inside the binary.
    pub fn new(lang: Lang) -> Theme {
        Theme { lang, fonts: FontSet::embedded(), boxes: Arc::default() }
    }

    /// A theme with the font of `file`, if one is given, before the embedded ones (`--font FILE`).
    ///
    /// # Errors
    /// If the file cannot be read or holds no font.
    pub fn with_font(lang: Lang, file: Option<&Path>) -> Result<Theme> {
        let theme = Theme::new(lang);
        Ok(match file {
            Some(file) => Theme { fonts: FontSet::with_file(file)?, ..theme },
            None => theme,
        })
    }

    /// The characters in all figures of this theme that no font holds, in the order of their codes.
    pub fn boxes(&self) -> Vec<char> {
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }

    pub(super) fn note_boxes(&self, characters: Vec<char>) {
        self.boxes.lock().unwrap_or_else(PoisonError::into_inner).extend(characters);
    }

    /// `word` in the language of the theme.
    pub fn word(&self, word: Word) -> &'static str {
        word.text(self.lang)
    }

    /// Width of `text` in one line, in whole pixels, rounded up.
    pub(super) fn width(&self, text: &str, size_px: f64) -> i32 {
        (self.fonts.width_px(text, size_px)).ceil() as i32
    }

    /// The largest width of several texts.
    pub(super) fn widest<'a>(&self, texts: impl IntoIterator<Item = &'a str>, size_px: f64) -> i32 {
        texts.into_iter().map(|text| self.width(text, size_px)).max().unwrap_or(0)
    }

    /// The most lines that one of `names` takes within `width_px`, at the size of ticks.
    pub(super) fn most_lines<S: AsRef<str>>(&self, names: &[S], width_px: i32) -> i32 {
        let lines = |name: &S| self.wrap(name.as_ref(), TICK_PX, width_px).len() as i32;
        names.iter().map(lines).max().unwrap_or(0)
    }

    /// `text` in lines of at most `width_px`, broken at spaces, after `{ , = / -`, between Chinese characters, and
    /// anywhere where nothing else fits.
    pub(super) fn wrap(&self, text: &str, size_px: f64, width_px: i32) -> Vec<String> {
        let limit = f64::from(width_px.max(1));
        let mut lines = Vec::new();
        for paragraph in text.split('\n') {
            let mut line = String::new();
            for piece in pieces(paragraph) {
                let candidate = format!("{line}{piece}");
                if self.fonts.width_px(candidate.trim_end(), size_px) <= limit {
                    line = candidate;
                    continue;
                }
                if !line.trim().is_empty() {
                    lines.push(line.trim_end().to_owned());
                }
                line = String::new();
                for character in piece.trim_start().chars() {
                    let longer = format!("{line}{character}");
                    if !line.is_empty() && self.fonts.width_px(&longer, size_px) > limit {
                        lines.push(std::mem::take(&mut line));
                    }
                    line.push(character);
                }
            }
            if !line.trim().is_empty() {
                lines.push(line.trim_end().to_owned());
            }
        }
        lines
    }
}

/// The unbreakable pieces of a text.
fn pieces(text: &str) -> Vec<String> {
    const NO_LINE_START: &str = "，。；：、？！）》」』”’%,.;:)]}";
    let characters: Vec<char> = text.chars().collect();
    let mut pieces = vec![String::new()];
    for (index, &character) in characters.iter().enumerate() {
        if let Some(piece) = pieces.last_mut() {
            piece.push(character);
        }
        let Some(&next) = characters.get(index + 1) else { break };
        let wide = |c: char| ('\u{2E80}'..='\u{FFEF}').contains(&c);
        let between_wide = (wide(character) || wide(next)) && !"（《「『“".contains(character);
        let after_break = " {,=/-".contains(character) && next != ' ' && !next.is_ascii_digit();
        let brace = "{,".contains(character) && next != ' ';
        if (between_wide || after_break || brace || (character == ' ' && next != ' ')) && !NO_LINE_START.contains(next)
        {
            pieces.push(String::new());
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_wrapped_within_the_width_and_lose_nothing() {
        let theme = Theme::new(Lang::En);
        for text in [
            "doc-a-search{depth=4,topk=8,order=near-last-move,table_bytes=1048576}",
            "对每个局面固定深度搜索，节点数取几何平均；区间为自助法所得。",
            "a plain sentence of several words, with a comma",
            "averyveryverylongwordwithoutanyplacetobreakitatall",
        ] {
            for width in [40, 150, 300] {
                let lines = theme.wrap(text, TICK_PX, width);
                assert!(lines.len() > 1);
                let strip = |t: &str| t.replace(' ', "");
                assert_eq!(strip(&lines.concat()), strip(text));
                for line in &lines {
                    assert!(theme.width(line, TICK_PX) <= width + 1, "{line:?} in {width}");
                }
            }
        }
        assert_eq!(theme.wrap("short", TICK_PX, 500), ["short"]);
        assert!(theme.wrap("", TICK_PX, 500).is_empty());
        assert_eq!(theme.wrap("two\nlines", TICK_PX, 500), ["two", "lines"]);
    }

    #[test]
    fn many_series_differ_in_colour_or_marker() {
        let looks: std::collections::HashSet<_> =
            (0..56).map(|i| (series_colour(i).0, series_colour(i).1, series_marker(i) as u8)).collect();
        assert_eq!(looks.len(), 56);
    }
}
