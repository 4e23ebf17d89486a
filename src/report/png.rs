//! SVG to PNG with the fonts of the program, so that a chart looks the same on every machine.

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::Tree;

use crate::report::fonts::FontSet;

/// Draws `svg` at its own size and returns the bytes of a PNG file.
///
/// # Errors
/// If `svg` is not well-formed or has no size, or if the picture cannot be encoded.
pub fn svg_to_png(svg: &str, fonts: &FontSet) -> Result<Vec<u8>> {
    let tree = Tree::from_str(svg, &fonts.renderer_options()).context("the chart is not a well-formed SVG")?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height())
        .with_context(|| format!("no picture of {} x {} pixels", size.width(), size.height()))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    pixmap.encode_png().context("the picture cannot be written as PNG")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_both_scripts_leaves_ink_and_a_broken_svg_is_an_error() {
        let fonts = FontSet::embedded();
        for text in ["A", "深", "⁻"] {
            let svg = format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text x="5" y="30" font-size="30" font-family="{}">{text}</text></svg>"#,
                fonts.families()
            );
            let png = svg_to_png(&svg, &fonts).unwrap();
            assert!(png.starts_with(b"\x89PNG"));
            let picture = Pixmap::decode_png(&png).unwrap();
            assert!(picture.pixels().iter().any(|pixel| pixel.alpha() > 60), "{text} is not drawn");
        }
        assert!(svg_to_png("<svg", &fonts).is_err());
    }
}
