//! The report of one experiment: what was run, where, what came out, how to run it again.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use toml::{Table as Toml, Value};

use crate::records::folder::SPEC_NAME;
use crate::records::manifest::{Manifest, Status};
use crate::report::document::{Document, Table};
use crate::report::figures::phrases::{game_text, say};
use crate::report::figures::{Drawn, FOLDER_NAME, Outcome, draw_all};
use crate::report::summary_table;
use crate::report::words::{Lang, Word};

/// The whole report of a folder, its figures drawn.
pub(super) fn document(folder: &Path, lang: Lang) -> Result<Document> {
    let mut document = Document::default();
    section(&mut document, folder, "", 1, lang)?;
    Ok(document)
}

/// Adds the report of a folder as a section. `prefix` leads from the report to the folder, with a `/` at its end.
pub(super) fn section(document: &mut Document, folder: &Path, prefix: &str, level: u8, lang: Lang) -> Result<()> {
    let spec = read_spec(folder)?;
    let manifest = Manifest::load(folder)?;
    let text = |key: &str| spec.as_ref().and_then(|spec| spec.get(key)).and_then(Value::as_str);
    let folder_name = folder.file_name().map_or_else(|| folder.display().to_string(), |n| n.to_string_lossy().into());
    document.heading(level, text("name").map_or(folder_name, str::to_owned));
    if let Some(about) = text("about").filter(|about| !about.is_empty()) {
        document.paragraph(about);
    }
    if let Some(spec) = &spec {
        document.heading(level + 1, say(lang, "What was run", "实验内容"));
        what_was_run(document, spec, manifest.as_ref(), lang);
    }
    let drawn: Vec<Drawn> = draw_all(&[PathBuf::from(folder)], lang, None, None)?
        .into_iter()
        .filter_map(|outcome| match outcome {
            Outcome::Drawn(drawn) => Some(drawn),
            Outcome::Skipped { .. } => None,
        })
        .collect();
    let tables = summary_table::tables(folder, lang)?;
    if !tables.is_empty() || !drawn.is_empty() {
        document.heading(level + 1, say(lang, "Results", "结果"));
    }
    for table in tables {
        document.table(table);
    }
    for figure in drawn {
        let file = figure.files.png.file_name().unwrap_or_default().to_string_lossy().into_owned();
        document.figure(format!("{prefix}{FOLDER_NAME}/{file}"), figure.sentence);
    }
    if let Some(manifest) = &manifest {
        document.heading(level + 1, say(lang, "Machine and program", "机器与程序"));
        document.list(provenance(manifest, lang));
        document.heading(level + 1, say(lang, "To run it again", "重新运行"));
        document.code("sh", commands(manifest));
    }
    Ok(())
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

fn what_was_run(document: &mut Document, spec: &Toml, manifest: Option<&Manifest>, lang: Lang) {
    let text = |key: &str| spec.get(key).and_then(Value::as_str).unwrap_or_default();
    let kind = match text("kind") {
        "search" => say(lang, "searches of a suite of positions", "对一组局面的搜索"),
        "match" => say(lang, "games, each opening played twice with colours swapped", "对局：每个开局换先各下一局"),
        "exhaust" => say(lang, "every line that an opponent can choose", "对手所有可能着法的穷举"),
        "count" => say(lang, "figures of the game itself, counted", "对棋类本身的计数"),
        other => other.to_owned(),
    };
    let mut items = vec![
        format!("{}{}{}", Word::Game.text(lang), colon(lang), game_text(lang, text("game"))),
        say(lang, format!("Kind: {kind}"), format!("类型：{kind}")),
    ];
    if let Some(seed) = spec.get("seed") {
        items.push(say(lang, format!("Master seed: {seed}"), format!("主种子：{seed}")));
    }
    if let Some(manifest) = manifest {
        let (jobs, hash) = (manifest.job_count, &manifest.plan_hash);
        items.push(say(lang, format!("Jobs: {jobs}, plan {hash}"), format!("任务数：{jobs}，计划 {hash}")));
        if manifest.status != Status::Finished {
            items.push(say(
                lang,
                "The experiment is not complete: jobs are missing or failed.",
                "实验未完成：有任务缺失或失败。",
            ));
        }
    }
    for section in ["positions", "match", "exhaust", "count"] {
        if let Some(Value::Table(table)) = spec.get(section) {
            let settings: Vec<String> = table.iter().map(|(key, value)| format!("{key} = {value}")).collect();
            if !settings.is_empty() {
                items.push(format!("{section}{}{}", colon(lang), settings.join("; ")));
            }
        }
    }
    for vary in spec.get("vary").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table) {
        let part = |key: &str| vary.get(key).map(|value| value.as_str().map_or(value.to_string(), str::to_owned));
        let (key, values) = (part("key").unwrap_or_default(), part("values").unwrap_or_default());
        items.push(say(lang, format!("Varied: {key} over {values}"), format!("变化的参数：{key}，取值 {values}")));
    }
    document.list(items);
    if let Some(Value::Table(players)) = spec.get("players") {
        let mut table = Table::new([Word::Player.text(lang).to_owned(), Word::Configuration.text(lang).to_owned()]);
        let shown = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        table.rows = players.iter().map(|(label, player)| vec![label.clone(), shown(player)]).collect();
        document.table(table);
    }
}

fn colon(lang: Lang) -> &'static str {
    match lang {
        Lang::En => ": ",
        Lang::Zh => "：",
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
        let (threads, os, start) = (session.threads, &machine.os, &session.start);
        let item = say(
            lang,
            format!(
                "Machine: {cpu}, {cores} logical processors, {threads} worker threads, {os}; from {start} to {end}"
            ),
            format!("机器：{cpu}，{cores} 个逻辑处理器，{threads} 个工作线程，{os}；{start} 至 {end}"),
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
