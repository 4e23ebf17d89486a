//! SVG to PNG with the fonts of the program, so that a chart looks the same on every machine.

use anyhow::{Context, Result};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Group, Node, Tree};

use crate::report::fonts::FontSet;

/// A drawing as a picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The bytes of a PNG file.
    pub png: Vec<u8>,
    /// Characters that no font holds, so that boxes stand in their places.
    pub boxes: Vec<char>,
}

/// Draws `svg` at its own size.
///
/// # Errors
/// If `svg` is not well-formed or has no size, or if the picture cannot be encoded.
pub fn svg_to_png(svg: &str, fonts: &FontSet) -> Result<Picture> {
    let tree = Tree::from_str(svg, &fonts.renderer_options()).context("the chart is not a well-formed SVG")?;
    let size = tree.size().to_int_size();
    let mut pixmap = Pixmap::new(size.width(), size.height())
        .with_context(|| format!("no picture of {} x {} pixels", size.width(), size.height()))?;
    resvg::render(&tree, Transform::identity(), &mut pixmap.as_mut());
    let mut boxes = Vec::new();
    find_boxes(tree.root(), fonts, &mut boxes);
    let png = pixmap.encode_png().context("the picture cannot be written as PNG")?;
    Ok(Picture { png, boxes })
}

fn find_boxes(group: &Group, fonts: &FontSet, found: &mut Vec<char>) {
    for node in group.children() {
        match node {
            Node::Group(group) => find_boxes(group, fonts, found),
            Node::Text(text) => {
                found.extend(text.chunks().iter().flat_map(|chunk| fonts.missing_characters(chunk.text())));
            }
            _ => {}
        }
    }
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
            let Picture { png, boxes } = svg_to_png(&svg, &fonts).unwrap();
            assert!(png.starts_with(b"\x89PNG") && boxes.is_empty());
            let picture = Pixmap::decode_png(&png).unwrap();
            assert!(picture.pixels().iter().any(|pixel| pixel.alpha() > 60), "{text} is not drawn");
        }
        assert!(svg_to_png("<svg", &fonts).is_err());
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g><text>a&#1576;</text></g></svg>"#;
        assert_eq!(svg_to_png(svg, &fonts).unwrap().boxes, ['ب']);
    }
}
