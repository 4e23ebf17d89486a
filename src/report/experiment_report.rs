//! The report of one experiment: what was run, where, what came out, how to run it again.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use toml::{Table as Toml, Value};

use crate::records::folder::SPEC_NAME;
use crate::records::manifest::Manifest;
use crate::report::claims_text;
use crate::report::document::{Document, Table};
use crate::report::figures::phrases::say;
use crate::report::figures::{Drawn, FOLDER_NAME, Outcome, draw_all};
use crate::report::run_summary::{self, counted};
use crate::report::summary_table::{self, BRIEF, WHOLE};
use crate::report::theme::Theme;
use crate::report::words::Lang;

/// The whole report of a folder, its figures drawn.
pub(super) fn document(folder: &Path, theme: &Theme) -> Result<Document> {
    let lang = theme.lang;
    let mut document = Document::default();
    let spec = read_spec(folder)?;
    let manifest = Manifest::load(folder)?;
    title(&mut document, folder, spec.as_ref(), 1, lang);
    if let Some(spec) = &spec {
        document.heading(2, say(lang, "What was run", "实验内容"));
        document.list(run_summary::lines(spec, manifest.as_ref(), lang));
        if let Some(Value::Table(players)) = spec.get("players") {
            let mut table = Table::new(run_summary::player_headers(lang));
            let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            table.rows = players.iter().map(|(label, player)| vec![label.clone(), shown(player)]).collect();
            document.table(table);
        }
    }
    let figures = figures(folder, theme)?;
    document.heading(2, say(lang, "Results", "结果"));
    if !summary_table::add(&mut document, folder, WHOLE, lang)? && figures.is_empty() {
        document.blocks.pop();
    }
    add_figures(&mut document, figures, "");
    if let Some(manifest) = &manifest {
        document.heading(2, say(lang, "Machine and program", "机器与程序"));
        document.list(provenance(manifest, lang));
        document.heading(2, say(lang, "To run it again", "重新运行"));
        document.code("sh", commands(manifest));
    }
    Ok(document)
}

/// Adds an experiment as a short section of a longer report: what was run, its main table, its figures. `prefix` leads
/// from the report to the folder, with a `/` at its end.
pub(super) fn brief(document: &mut Document, folder: &Path, prefix: &str, theme: &Theme) -> Result<()> {
    let lang = theme.lang;
    let spec = read_spec(folder)?;
    let manifest = Manifest::load(folder)?;
    title(document, folder, spec.as_ref(), 3, lang);
    if let Some(spec) = &spec {
        let mut lines = run_summary::lines(spec, manifest.as_ref(), lang);
        lines.extend(run_summary::players(spec, prefix, lang));
        document.list(lines);
    }
    summary_table::add(document, folder, BRIEF, lang)?;
    add_figures(document, figures(folder, theme)?, prefix);
    Ok(())
}

fn title(document: &mut Document, folder: &Path, spec: Option<&Toml>, level: u8, lang: Lang) {
    let text = |key: &str| spec.and_then(|spec| spec.get(key)).and_then(Value::as_str);
    let folder_name = folder.file_name().map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into());
    document.heading(level, text("name").map_or(folder_name, str::to_owned));
    let of = |key: &str| text(key).filter(|about| !about.is_empty());
    // Where there is no Chinese the English stands.
    let chinese = of("about_zh").filter(|_| lang == Lang::Zh).map(claims_text::chinese);
    if let Some(about) = chinese.or_else(|| of("about").map(str::to_owned)) {
        document.paragraph(about);
    }
}

/// Draws the figures that the rows allow.
fn figures(folder: &Path, theme: &Theme) -> Result<Vec<Drawn>> {
    let outcomes = draw_all(&[PathBuf::from(folder)], theme, None)?;
    let drawn = outcomes.into_iter().filter_map(|outcome| match outcome {
        Outcome::Drawn(drawn) => Some(drawn),
        Outcome::Skipped { .. } => None,
    });
    Ok(drawn.collect())
}

fn add_figures(document: &mut Document, figures: Vec<Drawn>, prefix: &str) {
    for figure in figures {
        let file = figure.files.png.file_name().unwrap_or_default().to_string_lossy().into_owned();
        document.figure(format!("{prefix}{FOLDER_NAME}/{file}"), figure.title, figure.sentence);
    }
}

/// The specification of a folder, if it has one.
fn read_spec(folder: &Path) -> Result<Option<Toml>> {
    let path = folder.join(SPEC_NAME);
    match std::fs::read_to_string(&path) {
        Ok(text) => text.parse::<Toml>().map(Some).with_context(|| format!("{} is damaged", path.display())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// The machines and the program, a line each.
pub(super) fn provenance(manifest: &Manifest, lang: Lang) -> Vec<String> {
    let program = &manifest.program;
    let mut items = vec![say(
        lang,
        format!(
            "Program: mnklab {}, revision {}, {}, {}",
            program.version, program.revision, program.rustc, program.flags
        ),
        format!("程序：mnklab {}，版本 {}，{}，{}", program.version, program.revision, program.rustc, program.flags),
    )];
    for session in &manifest.sessions {
        let machine = &session.machine;
        let cpu = machine.cpu_model.as_deref().unwrap_or("?");
        let cores = machine.cores.map_or("?".to_owned(), |cores| cores.to_string());
        let end = session.end.as_deref().unwrap_or("?");
        let (os, start) = (&machine.os, &session.start);
        let workers = counted(lang, session.threads, "worker thread", "worker threads", "个工作线程");
        let item = say(
            lang,
            format!("Machine: {cpu}, {cores} logical processors, {workers}, {os}; from {start} to {end}"),
            format!("机器：{cpu}，{cores} 个逻辑处理器，{workers}，{os}；{start} 至 {end}"),
        );
        if !items.contains(&item) {
            items.push(item);
        }
    }
    items
}

/// The commands that made the folder, each once.
pub(super) fn commands(manifest: &Manifest) -> String {
    let mut lines: Vec<String> = Vec::new();
    for session in &manifest.sessions {
        let words = session.command_line.iter().enumerate().map(|(index, word)| match index {
            // Where the program lay is of no use elsewhere.
            0 => Path::new(word).file_name().map_or(word.clone(), |name| name.to_string_lossy().into_owned()),
            _ => quoted(word),
        });
        let line = words.collect::<Vec<String>>().join(" ");
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// A word of a command as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
