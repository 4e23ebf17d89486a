//! A figure as files: SVG and PNG beside each other, each complete or not there.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::records::atomic::{self, CannotWrite};
use crate::report::png::svg_to_png;
use crate::report::theme::Theme;

/// The two files of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureFiles {
    /// The drawing.
    pub svg: PathBuf,
    /// The picture made from it.
    pub png: PathBuf,
}

/// Writes `NAME.svg` and `NAME.png` into `folder`, which is created where it is missing. Each file is written under a
/// temporary name and renamed, so that a reader never sees half of one.
///
/// # Errors
/// If `name` is no plain file name (letters, digits, `-`, `_`, `.`), if the SVG is not well-formed, or if a file cannot be
/// written.
pub fn write_figure(folder: &Path, name: &str, svg: &str, theme: &Theme) -> Result<FigureFiles> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || name.starts_with('.') || !name.chars().all(is_plain) {
        bail!("figure name {name:?} is no file name: expected letters, digits, '-', '_' or '.'");
    }
    // Made first: a picture that fails leaves no drawing behind.
    let picture = svg_to_png(svg, &theme.fonts).with_context(|| format!("figure {name}"))?;
    theme.note_boxes(picture.boxes);
    std::fs::create_dir_all(folder).with_context(|| CannotWrite::at(folder))?;
    let files = FigureFiles { svg: folder.join(format!("{name}.svg")), png: folder.join(format!("{name}.png")) };
    atomic::write(&files.svg, svg)?;
    atomic::write(&files.png, picture.png)?;
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::words::Lang;

    const SVG: &str = r#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>"#;

    #[test]
    fn both_files_are_written_and_nothing_else_is_left() {
        let folder = std::env::temp_dir().join(format!("mnklab-figures-{}", std::process::id()));
        let theme = Theme::new(Lang::En);
        let figures = folder.join("figures");
        for _ in 0..2 {
            let files = write_figure(&figures, "nodes-by-depth", SVG, &theme).unwrap();
            assert_eq!(std::fs::read_to_string(files.svg).unwrap(), SVG);
            assert!(std::fs::read(files.png).unwrap().starts_with(b"\x89PNG"));
        }
        assert!(write_figure(&figures, "broken", "<svg", &theme).is_err());
        for name in ["", "../up", "a:b", ".hidden", "a b"] {
            assert!(write_figure(&figures, name, SVG, &theme).is_err(), "{name}");
        }
        // A folder in the place of the file: an error that names it, and no temporary file.
        std::fs::create_dir(figures.join("taken.svg")).unwrap();
        let error = write_figure(&figures, "taken", SVG, &theme).unwrap_err();
        assert!(error.to_string().contains("taken.svg"));
        let mut names: Vec<String> = std::fs::read_dir(&figures)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(names, ["nodes-by-depth.png", "nodes-by-depth.svg", "taken.svg"]);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
