//! Reports as Markdown.

use std::path::{Path, PathBuf};

use anyhow::Result;

use crate::records::atomic;
use crate::report::document::{Block, Document, Table};
use crate::report::theme::Theme;
use crate::report::{claims_report, experiment_report as experiment, group_report as group};

/// The file's name in a result folder.
pub const FILE_NAME: &str = "report.md";

/// Draws the figures of an experiment's folder and writes its `report.md`; returns where that is.
///
/// # Errors
/// If a file of the folder cannot be read or written.
pub fn experiment_report(folder: &Path, theme: &Theme) -> Result<PathBuf> {
    write(folder, &experiment::document(folder, theme)?)
}

/// Draws the figures of a folder of claims and of every experiment below it, and writes its `report.md`; returns where
/// that is.
///
/// # Errors
/// If `claims.csv` or a file of an experiment cannot be read, or a file cannot be written.
pub fn repro_report(folder: &Path, theme: &Theme) -> Result<PathBuf> {
    write(folder, &claims_report::document(folder, theme)?)
}

/// Draws the figures of the experiments of a folder, its members, and writes the `report.md` of them all; returns where that
/// is.
///
/// # Errors
/// If a file of an experiment cannot be read, or a file cannot be written.
pub fn group_report(folder: &Path, members: &[PathBuf], theme: &Theme) -> Result<PathBuf> {
    write(folder, &group::document(folder, members, theme)?)
}

fn write(folder: &Path, document: &Document) -> Result<PathBuf> {
    let path = folder.join(FILE_NAME);
    atomic::write(&path, render(document))?;
    Ok(path)
}

/// A document as Markdown (CommonMark with tables).
pub fn render(document: &Document) -> String {
    let mut text = String::new();
    for block in &document.blocks {
        match block {
            Block::Heading(level, heading) => {
                text += &format!("{} {}\n", "#".repeat(usize::from(*level).clamp(1, 6)), escape(heading));
            }
            Block::Paragraph(paragraph) => text += &format!("{}\n", escape(paragraph)),
            Block::List(items) => items.iter().for_each(|item| text += &format!("- {}\n", escape(item))),
            Block::Table(table) => text += &render_table(table),
            Block::Figure { path, title, sentence } => {
                text += &format!("![{}](<{path}>)\n\n{}\n", escape(title), escape(sentence));
            }
            Block::Code { language, text: code } => {
                // A fence longer than any in the text.
                let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
                let fence = "`".repeat(longest.max(2) + 1);
                text += &format!("{fence}{language}\n{}\n{fence}\n", code.trim_end());
            }
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

fn render_table(table: &Table) -> String {
    let row = |cells: &[String]| {
        let cells: Vec<String> = (0..table.header.len())
            .map(|column| escape(cells.get(column).map_or("", String::as_str)).replace('|', "\\|"))
            .collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let line: Vec<&str> = table.header.iter().map(|_| "---").collect();
    let mut text = row(&table.header) + &format!("| {} |\n", line.join(" | "));
    table.rows.iter().for_each(|cells| text += &row(cells));
    text
}

/// Plain text as Markdown that shows it: one line, with a backslash before what would be read as markup.
fn escape(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut escaped = String::with_capacity(line.len());
    // What would begin a heading, a list or a quotation.
    let number = line.split_once(['.', ')']).filter(|(number, rest)| is_number(number) && rest.starts_with(' '));
    let marked = number.map(|(number, _)| number.len());
    let marked = marked.or_else(|| line.starts_with(['#', '+', '-', '=']).then_some(0));
    for (index, c) in line.char_indices() {
        if Some(index) == marked || "\\`*_<>[]~&".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_shown_as_they_are() {
        assert_eq!(escape("a_b *c* <d> [e] `f`\n g"), "a\\_b \\*c\\* \\<d\\> \\[e\\] \\`f\\` g");
        assert_eq!((escape("# x"), escape("1. x"), escape("1.5 x")), ("\\# x".into(), "1\\. x".into(), "1.5 x".into()));
        assert_eq!(escape("深度 3，剪枝率 93.1%"), "深度 3，剪枝率 93.1%");
    }

    #[test]
    fn every_block_has_its_form() {
        let mut document = Document::default();
        document.heading(2, "Title");
        document.paragraph("Text.");
        document.list(vec!["one".into(), "two".into()]);
        document.list(Vec::new());
        let mut table = Table::new(["a", "b"]);
        document.table(table.clone());
        table.rows.push(vec!["1|2".into()]);
        document.table(table);
        document.figure("figures/a b.png", "The title", "What it shows.");
        document.code("sh", "mnklab run ```x```\n");
        assert_eq!(
            render(&document),
            "## Title\n\nText.\n\n- one\n- two\n\n| a | b |\n| --- | --- |\n| 1\\|2 |  |\n\n\
             ![The title](<figures/a b.png>)\n\nWhat it shows.\n\n````sh\nmnklab run ```x```\n````\n"
        );
    }
}
