//! Which room uses which: read from the sources, held against the table below and the one in `src/lib.rs`.
//!
//! The rule. A file of a room may name its own room, `base`, and the rooms that the table allows, in `use` lines and in
//! paths alike (`crate::..`, `mnklab::..`, and as many `super::` as lead there). Comments and strings do not count. Test
//! code, that is what stands under `#[cfg(test)]`, may name every room: a test may well look at its subject from above.
//! `main.rs` may use `cli` only; `lib.rs` declares rooms and uses none.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Stands for every room.
const EVERYTHING: &str = "everything";

/// Room and what it may use besides `base`, lowest first. Rooms may be listed here before they are built.
const TABLE: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("games", &[]),
    ("eval", &[]),
    ("search", &[]),
    ("players", &["games", "eval", "search"]),
    ("records", &[]),
    ("spec", &["games", "players", "records"]),
    ("analysis", &["records"]),
    ("arena", &["games", "players", "records", "spec", "analysis"]),
    ("report", &["records", "analysis"]),
    ("cli", &[EVERYTHING]),
];

fn source_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn allowed(room: &str, used: &str) -> bool {
    let Some((_, uses)) = TABLE.iter().find(|(name, _)| *name == room) else { return false };
    used == room || used == "base" || uses.iter().any(|&name| name == used || name == EVERYTHING)
}

/// Comments, strings and characters replaced by spaces, line ends kept.
fn without_text(source: &str) -> String {
    let (chars, mut out, mut at) = (source.chars().collect::<Vec<char>>(), String::new(), 0);
    let blank = |out: &mut String, c: char| out.push(if c == '\n' { '\n' } else { ' ' });
    let is = |at: usize, c: char| chars.get(at) == Some(&c);
    while at < chars.len() {
        let start = at;
        if is(at, '/') && is(at + 1, '/') {
            while at < chars.len() && chars[at] != '\n' {
                at += 1;
            }
        } else if is(at, '/') && is(at + 1, '*') {
            let mut depth = 0;
            while at < chars.len() {
                match (is(at, '/') && is(at + 1, '*'), is(at, '*') && is(at + 1, '/')) {
                    (true, _) => (depth, at) = (depth + 1, at + 2),
                    (_, true) => (depth, at) = (depth - 1, at + 2),
                    _ => at += 1,
                }
                if depth == 0 {
                    break;
                }
            }
        } else if is(at, 'r') && (is(at + 1, '"') || is(at + 1, '#')) && !is_word(at.checked_sub(1).map(|i| chars[i])) {
            let hashes = chars[at + 1..].iter().take_while(|&&c| c == '#').count();
            if !is(at + 1 + hashes, '"') {
                out.push('r');
                at += 1;
                continue;
            }
            at += 2 + hashes;
            while at < chars.len() && !(is(at, '"') && (1..=hashes).all(|i| is(at + i, '#'))) {
                at += 1;
            }
            at += 1 + hashes;
        } else if is(at, '"') {
            at += 1;
            while at < chars.len() && chars[at] != '"' {
                at += if chars[at] == '\\' { 2 } else { 1 };
            }
            at += 1;
        } else if is(at, '\'') && is(at + 1, '\\') {
            at += 3;
            while at < chars.len() && chars[at] != '\'' {
                at += 1;
            }
            at += 1;
        } else if is(at, '\'') && is(at + 2, '\'') {
            at += 3;
        } else {
            out.push(chars[at]);
            at += 1;
            continue;
        }
        let end = at.min(chars.len());
        chars[start..end].iter().for_each(|&c| blank(&mut out, c));
    }
    out
}

fn is_word(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphanumeric() || c == '_')
}

/// Splits what [`without_text`] returns into words and single signs; `::` is one.
fn tokens(code: &str) -> Vec<String> {
    let (chars, mut tokens, mut at) = (code.chars().collect::<Vec<char>>(), Vec::new(), 0);
    while at < chars.len() {
        let start = at;
        while is_word(chars.get(at).copied()) {
            at += 1;
        }
        if at == start {
            at += if chars[at] == ':' && chars.get(at + 1) == Some(&':') { 2 } else { 1 };
        }
        let token: String = chars[start..at].iter().collect();
        if !token.trim().is_empty() {
            tokens.push(token);
        }
    }
    tokens
}

/// The tokens without the items under `#[cfg(test)]`, and the names of the test modules that have their own file.
fn without_tests(tokens: &[String]) -> (Vec<String>, Vec<String>) {
    const MARK: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let (mut kept, mut files, mut at) = (Vec::new(), Vec::new(), 0);
    while at < tokens.len() {
        if !tokens[at..].iter().take(MARK.len()).map(String::as_str).eq(MARK) {
            kept.push(tokens[at].clone());
            at += 1;
            continue;
        }
        at += MARK.len();
        // The item ends with its block, or with a semicolon before any block.
        let (start, mut depth) = (at, 0);
        while at < tokens.len() {
            match tokens[at].as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            at += 1;
            if depth == 0 && matches!(tokens[at - 1].as_str(), "}" | ";") {
                break;
            }
        }
        let item = &tokens[start..at];
        if let Some(place) = item.iter().position(|token| token == "mod")
            && item.last().is_some_and(|token| token == ";")
        {
            files.extend(item.get(place + 1).cloned());
        }
    }
    (kept, files)
}

/// The top-level modules that a file names; `depth` is how many modules the file lies below the crate's root.
fn rooms_named(tokens: &[String], depth: usize) -> BTreeSet<String> {
    let mut rooms = BTreeSet::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut next = at;
        let mut supers = 0;
        while tokens.get(next).is_some_and(|token| token == "super") && tokens.get(next + 1).is_some_and(|t| t == "::")
        {
            (supers, next) = (supers + 1, next + 2);
        }
        let root = matches!(tokens[at].as_str(), "crate" | "mnklab") && tokens.get(at + 1).is_some_and(|t| t == "::");
        if root {
            next = at + 2;
        }
        if root || (supers > 0 && supers >= depth) {
            heads(&tokens[next..], &mut rooms);
        }
        at = next.max(at + 1);
    }
    rooms
}

/// The first segments of the path or the group that begins here.
fn heads(tokens: &[String], rooms: &mut BTreeSet<String>) {
    if tokens.first().is_none_or(|token| token != "{") {
        rooms.extend(tokens.first().cloned());
        return;
    }
    let (mut depth, mut first) = (0, true);
    for token in tokens {
        match token.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            "," if depth == 1 => first = true,
            name if depth == 1 && first => {
                rooms.insert(name.to_string());
                first = false;
            }
            _ => {}
        }
        if depth == 0 {
            return;
        }
    }
}

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// What is wrong with one source of a room; `depth` as in [`rooms_named`].
fn faults(room: &str, source: &str, depth: usize) -> Vec<String> {
    let (code, _) = without_tests(&tokens(&without_text(source)));
    let known: BTreeSet<&str> = TABLE.iter().map(|(name, _)| *name).collect();
    rooms_named(&code, depth)
        .into_iter()
        .filter(|used| known.contains(used.as_str()) && !allowed(room, used))
        .map(|used| format!("{room} must not use {used}"))
        .collect()
}

/// How many modules below the crate's root the module of a file lies, from its path below `src`.
fn depth_of(path: &Path) -> usize {
    path.components().count() - usize::from(path.file_stem().is_some_and(|stem| stem == "mod"))
}

#[test]
fn rooms_use_what_the_table_allows() {
    let folder = source_folder();
    let mut faulty = Vec::new();
    let mut seen = 0;
    for (room, _) in TABLE.iter().filter(|(room, _)| folder.join(room).is_dir()) {
        let files = sources(&folder.join(room));
        // A module declared under cfg(test) is test code, and so is what lies below it.
        let mut tests: Vec<PathBuf> = Vec::new();
        for file in &files {
            let home = match file.file_stem().and_then(|stem| stem.to_str()) {
                Some("mod") => file.with_file_name(""),
                _ => file.with_extension(""),
            };
            let (_, names) = without_tests(&tokens(&without_text(&fs::read_to_string(file).unwrap())));
            tests.extend(names.iter().flat_map(|name| [home.join(format!("{name}.rs")), home.join(name)]));
        }
        for file in files.iter().filter(|file| !tests.iter().any(|test| file.starts_with(test))) {
            let path = file.strip_prefix(&folder).unwrap();
            let source = fs::read_to_string(file).unwrap();
            faulty.extend(
                faults(room, &source, depth_of(path)).iter().map(|fault| format!("{}: {fault}", path.display())),
            );
            seen += 1;
        }
    }
    assert!(seen > 50, "only {seen} files were read");
    assert!(faulty.is_empty(), "{}", faulty.join("\n"));
}

#[test]
fn the_top_of_the_crate_uses_nothing_but_the_command_line() {
    let code = |name: &str| tokens(&without_text(&fs::read_to_string(source_folder().join(name)).unwrap()));
    assert_eq!(rooms_named(&code("main.rs"), 0), BTreeSet::from(["cli".to_string()]));
    assert_eq!(rooms_named(&code("lib.rs"), 0), BTreeSet::new());
}

#[test]
fn every_folder_is_a_room_of_the_table() {
    for entry in fs::read_dir(source_folder()).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name().into_string().unwrap())).unwrap();
        let known = if path.is_dir() {
            TABLE.iter().any(|(room, _)| *room == name)
        } else {
            ["lib.rs", "main.rs"].contains(&name.as_str())
        };
        assert!(known, "src/{name} is no room of the table");
    }
}

#[test]
fn a_room_stands_above_what_it_uses() {
    for (place, (room, uses)) in TABLE.iter().enumerate() {
        for used in uses.iter().filter(|used| **used != EVERYTHING) {
            assert!(TABLE[..place].iter().any(|(lower, _)| lower == used), "{room} uses {used}, which is not below it");
        }
    }
}

#[test]
fn the_crate_documentation_shows_the_same_table() {
    let page = fs::read_to_string(source_folder().join("lib.rs")).unwrap();
    let shown: Vec<(String, Vec<String>)> = page
        .lines()
        .filter_map(|line| line.strip_prefix("//! |"))
        .map(|line| line.split('|').map(str::trim).collect::<Vec<&str>>())
        .filter(|cells| cells[0] != "room" && !cells[0].starts_with('-'))
        .map(|cells| {
            let uses = cells[1].split(',').map(|name| name.trim().to_string()).filter(|name| name != "-").collect();
            (cells[0].to_string(), uses)
        })
        .collect();
    let table: Vec<(String, Vec<String>)> = TABLE
        .iter()
        .map(|(room, uses)| (room.to_string(), uses.iter().map(|name| name.to_string()).collect()))
        .collect();
    assert_eq!(shown, table);
}

#[test]
fn forbidden_imports_are_found_in_every_form() {
    for source in [
        "use crate::arena::Pool;",
        "use crate::{base::Move, arena::{self, Pool}};",
        "use crate::{\n    base::{Cell, Move},\n    arena,\n};",
        "fn f() { crate::arena::run() }",
        "fn f() -> mnklab::arena::Pool { todo() }",
        "use super::super::arena;",
        "use super::super::{base::Move, arena};",
        "#[cfg(test)]\nmod tests { fn f() { if true {} } }\nuse crate::arena;",
        "const C: char = '\"'; use crate::arena; const D: char = '\"';",
        "fn f<'a>(x: &'a str) -> &'a str { x } use crate::arena;",
        "const R: &str = r#\"a\"b\"#; use crate::arena;",
    ] {
        assert_eq!(faults("search", source, 2), ["search must not use arena"], "{source}");
        assert!(faults("cli", source, 2).is_empty(), "{source}");
    }
}

#[test]
fn allowed_imports_are_not_found() {
    for source in [
        "use crate::base::Move; use crate::search::order; use super::arena; use self::arena::x; use std::fmt;",
        "// use crate::arena;\n/* crate::arena /* nested */ crate::arena */ const S: &str = \"crate::arena\";",
        "//! [`crate::arena`]",
        "const R: &str = r#\"\"crate::arena\"#; const E: &str = \"\\\"crate::arena\"; const C: char = '\\'';",
        "#[cfg(test)]\nmod tests { use crate::arena; fn f() { if true {} } }",
        "#[cfg(test)]\nuse crate::arena::{Pool};",
        "#[cfg(test)]\nmod kit;",
    ] {
        assert!(faults("search", source, 2).is_empty(), "{source}: {:?}", faults("search", source, 2));
    }
    assert_eq!(depth_of(Path::new("search/mod.rs")), 1);
    assert_eq!(depth_of(Path::new("search/order.rs")), 2);
    assert_eq!(depth_of(Path::new("search/order/killers.rs")), 3);
    assert_eq!(faults("search", "use super::arena;", 1), ["search must not use arena"]);
}
