//! Tells the program what it was built from: revision, compiler, flags. Works without git and outside a repository.
//! Builds the files of experiments/ into it, so that adding an experiment or a claim is adding a file.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the program is made of; other files (results above all) neither make it dirty nor rebuild it.
const SOURCES: &[&str] = &["src", "experiments", "build.rs", "Cargo.toml", "Cargo.lock"];

fn main() -> io::Result<()> {
    embed_experiments()?;
    for source in SOURCES.iter().filter(|source| Path::new(source).exists()) {
        println!("cargo:rerun-if-changed={source}");
    }
    println!("cargo:rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
    println!("cargo:rustc-env=MNKLAB_REVISION={}", revision().unwrap_or_else(|| "unknown".to_string()));
    println!("cargo:rustc-env=MNKLAB_RUSTC={}", compiler().unwrap_or_else(|| "unknown".to_string()));
    println!("cargo:rustc-env=MNKLAB_FLAGS={}", flags());
    Ok(())
}

/// Writes the tables of all TOML files and of all suites of positions below experiments/: path and text.
fn embed_experiments() -> io::Result<()> {
    embed("toml", "experiments.rs")?;
    embed("txt", "suites.rs")
}

fn embed(kind: &str, table_name: &str) -> io::Result<()> {
    let top = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("experiments");
    let mut files = Vec::new();
    if top.is_dir() {
        collect(&top, kind, &mut files)?;
    }
    files.sort();
    let mut table = String::from("&[\n");
    for file in &files {
        let name = file.strip_prefix(&top).unwrap_or(file).to_string_lossy().replace('\\', "/");
        table.push_str(&format!("    ({name:?}, include_str!({:?})),\n", file.to_string_lossy()));
    }
    table.push_str("]\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join(table_name);
    fs::write(target, table)
}

fn collect(folder: &Path, kind: &str, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, kind, files)?;
        } else if path.extension().is_some_and(|extension| extension == kind) {
            files.push(path);
        }
    }
    Ok(())
}

/// The commit, with `+dirty` and a hash of the difference where the sources differ from it.
fn revision() -> Option<String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    let here = env::var("CARGO_MANIFEST_DIR").ok()?;
    if Path::new(&top).canonicalize().ok()? != Path::new(&here).canonicalize().ok()? {
        return None;
    }
    for part in ["HEAD", "refs/heads", "packed-refs"] {
        if let Some(path) = git(&["rev-parse", "--git-path", part]).filter(|path| Path::new(path).exists()) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let mut status = vec!["status", "--porcelain", "--"];
    status.extend(SOURCES);
    let mut changes = git(&status)?;
    if changes.is_empty() {
        return Some(commit);
    }
    let mut difference = vec!["diff", "HEAD", "--"];
    difference.extend(SOURCES.iter().filter(|source| Path::new(source).exists()));
    changes.push_str(&git(&difference).unwrap_or_default());
    Some(format!("{commit}+dirty.{:08x}", hash(changes.as_bytes()) as u32))
}

fn git(arguments: &[&str]) -> Option<String> {
    // Without optional locks a build beside a commit does not disturb it.
    let output = Command::new("git").arg("--no-optional-locks").args(arguments).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_string();
    output.status.success().then_some(text)
}

/// FNV-1a.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

fn compiler() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_string()).filter(|text| !text.is_empty())
}

fn flags() -> String {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    let mut flags = vec![
        format!("profile={}", variable("PROFILE")),
        format!("opt-level={}", variable("OPT_LEVEL")),
        format!("target={}", variable("TARGET")),
    ];
    let own = variable("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " ");
    if !own.is_empty() {
        flags.push(format!("rustflags={own}"));
    }
    flags.join(" ")
}
