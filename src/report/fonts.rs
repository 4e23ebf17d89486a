//! The fonts of the charts: two files inside the binary, and one of the user's before them.
//!
//! Nothing here is read before the first chart is drawn, and then once: a run that draws nothing pays nothing.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use anyhow::{Result, bail};
use resvg::usvg::fontdb::{Database, Source};
use resvg::usvg::{Node, Options, Text, Tree};

use crate::base::input::read_bytes;

/// Latin, Greek, superscripts, mathematical signs, arrows.
const LATIN_FONT: &[u8] = include_bytes!("fonts/dejavu-sans-subset.ttf");
/// GB 2312 in full.
const CHINESE_FONT: &[u8] = include_bytes!("fonts/mnklab-sans-sc-subset.otf");
/// The families of the two files, then what a viewer without them may take.
const EMBEDDED_FAMILIES: &str = "DejaVu Sans, Mnklab Sans SC, Noto Sans CJK SC, Microsoft YaHei, sans-serif";
/// Font size at which characters are measured, in pixels.
const MEASURE_SIZE_PX: f32 = 100.0;

/// What is known of a character in the loaded fonts.
#[derive(Clone, Copy, Debug)]
struct Glyph {
    /// Advance in units of the font size.
    advance_em: f64,
    /// Whether one of the fonts holds the character.
    covered: bool,
}

/// The loaded fonts, in the order in which they are asked for a character.
#[derive(Debug)]
pub struct FontSet {
    database: Arc<Database>,
    families: String,
    glyphs: Mutex<HashMap<char, Glyph>>,
}

impl FontSet {
    /// The two fonts inside the binary, parsed at the first call.
    pub fn embedded() -> Arc<FontSet> {
        static EMBEDDED: OnceLock<Arc<FontSet>> = OnceLock::new();
        Arc::clone(
            EMBEDDED
                .get_or_init(|| Arc::new(FontSet::from_database(embedded_database(), EMBEDDED_FAMILIES.to_owned()))),
        )
    }

    /// The font of `file` (TrueType or OpenType) first, the embedded ones for what it lacks.
    ///
    /// # Errors
    /// If the file cannot be read or holds no font.
    pub fn with_file(file: &Path) -> Result<Arc<FontSet>> {
        let bytes = read_bytes(file, "a font file")?;
        let mut database = Database::new();
        database.load_font_data(bytes);
        let family = database
            .faces()
            .next()
            .and_then(|face| face.families.first())
            .map(|(name, _)| name.replace(['\'', '"', ',', '\\'], " "));
        let Some(family) = family else {
            bail!(
                "{} is no font that can be used: expected a TrueType or OpenType file (.ttf, .otf, .ttc)",
                file.display()
            );
        };
        add_embedded(&mut database);
        let families = format!("'{}', {EMBEDDED_FAMILIES}", family.trim());
        Ok(Arc::new(FontSet::from_database(database, families)))
    }

    fn from_database(database: Database, families: String) -> FontSet {
        FontSet { database: Arc::new(database), families, glyphs: Mutex::new(HashMap::new()) }
    }

    /// The fonts as the SVG renderer takes them.
    pub fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database)
    }

    /// The value of the SVG attribute `font-family`.
    pub fn families(&self) -> &str {
        &self.families
    }

    /// Width in pixels of `text` in one line at `size_px` (no kerning: at most a little too wide).
    pub fn width_px(&self, text: &str, size_px: f64) -> f64 {
        self.glyphs_of(text).iter().map(|glyph| glyph.advance_em).sum::<f64>() * size_px
    }

    /// The characters of `text` that none of the fonts holds; they would be drawn as boxes.
    pub fn missing_characters(&self, text: &str) -> Vec<char> {
        let glyphs = self.glyphs_of(text);
        let missing = text.chars().zip(&glyphs).filter(|(_, glyph)| !glyph.covered);
        missing.map(|(character, _)| character).collect()
    }

    fn glyphs_of(&self, text: &str) -> Vec<Glyph> {
        let mut known = self.glyphs.lock().unwrap_or_else(PoisonError::into_inner);
        let mut unknown: Vec<char> = text.chars().filter(|c| !known.contains_key(c)).collect();
        unknown.sort_unstable();
        unknown.dedup();
        if !unknown.is_empty() {
            known.extend(unknown.iter().copied().zip(self.measure(&unknown)));
        }
        text.chars().filter_map(|character| known.get(&character).copied()).collect()
    }

    /// Lays every character out by the renderer itself, so that layout and picture agree.
    fn measure(&self, characters: &[char]) -> Vec<Glyph> {
        let unmeasured = Glyph { advance_em: 0.6, covered: false };
        let mut glyphs = vec![unmeasured; characters.len()];
        let mut svg = String::from(r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">"#);
        for (index, &character) in characters.iter().enumerate() {
            if character.is_whitespace() {
                // Text without ink is not laid out; spaces are a third of an em, the ideographic one a whole.
                let advance_em = if character == '\u{3000}' { 1.0 } else { 0.32 };
                glyphs[index] = Glyph { advance_em, covered: true };
            } else if !character.is_control() {
                let families = self.families.replace('\'', "&apos;");
                svg.push_str(&format!(
                    r#"<text id="c{index}" xml:space="preserve" font-family="{families}" font-size="{MEASURE_SIZE_PX}">&#{};</text>"#,
                    u32::from(character)
                ));
            }
        }
        svg.push_str("</svg>");
        let Ok(tree) = Tree::from_str(&svg, &self.renderer_options()) else {
            return glyphs;
        };
        for node in tree.root().children() {
            let Node::Text(text) = node else { continue };
            let index = text.id().strip_prefix('c').and_then(|digits| digits.parse::<usize>().ok());
            if let Some(glyph) = index.and_then(|index| glyphs.get_mut(index)) {
                *glyph = measured(text);
            }
        }
        glyphs
    }

    /// Options under which the SVG renderer uses these fonts and no others.
    pub fn renderer_options(&self) -> Options<'static> {
        Options { fontdb: self.database(), ..Options::default() }
    }
}

fn measured(text: &Text) -> Glyph {
    let mut glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs).peekable();
    let covered = glyphs.peek().is_some() && glyphs.all(|glyph| glyph.id.0 != 0);
    let advance_em = f64::from(text.bounding_box().width() / MEASURE_SIZE_PX);
    Glyph { advance_em, covered }
}

fn embedded_database() -> Database {
    let mut database = Database::new();
    add_embedded(&mut database);
    database
}

/// The order matters: what a font lacks is looked for in the order of loading.
fn add_embedded(database: &mut Database) {
    for bytes in [LATIN_FONT, CHINESE_FONT] {
        database.load_font_source(Source::Binary(Arc::new(bytes)));
    }
    database.set_sans_serif_family("DejaVu Sans");
    database.set_serif_family("DejaVu Sans");
    database.set_monospace_family("DejaVu Sans");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_are_read_and_fall_back_per_character() {
        let fonts = FontSet::embedded();
        assert_eq!(fonts.database.faces().count(), 2);
        assert_eq!(fonts.missing_characters("10⁻⁰⁵⁶⁷⁸⁹ α–β ≥ × 深度剪枝五子棋活四冲四搜索"), vec![]);
        // An Arabic letter and a character outside GB 2312.
        assert_eq!(fonts.missing_characters("aب龘b"), vec!['ب', '龘']);
    }

    #[test]
    fn widths_are_those_of_the_fonts() {
        let fonts = FontSet::embedded();
        // Chinese characters are one em wide; DejaVu Sans digits 1303/2048 em.
        assert!((fonts.width_px("深度", 20.0) - 40.0).abs() < 0.1);
        assert!((fonts.width_px("000", 100.0) - 3.0 * 100.0 * 1303.0 / 2048.0).abs() < 0.5);
        assert!(fonts.width_px(" ", 100.0) > 20.0);
        assert_eq!(fonts.width_px("", 20.0), 0.0);
    }

    #[test]
    fn a_font_file_comes_first_and_a_file_that_is_none_is_refused() {
        let folder = std::env::temp_dir().join(format!("mnklab-fonts-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let font_file = folder.join("own.otf");
        std::fs::write(&font_file, CHINESE_FONT).unwrap();
        let fonts = FontSet::with_file(&font_file).unwrap();
        assert!(fonts.families().starts_with("'Mnklab Sans SC', DejaVu Sans"));
        assert_eq!(fonts.missing_characters("abc深⁻"), vec![]);
        let text_file = folder.join("text.ttf");
        std::fs::write(&text_file, "no font").unwrap();
        assert!(FontSet::with_file(&text_file).unwrap_err().to_string().contains("text.ttf"));
        assert!(FontSet::with_file(&folder.join("none.ttf")).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
