//! The folders that figures are made from: what each is called, where it ran, and its rows, read once and kept small.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::matches::Matches;
use super::searches::Searches;
use crate::analysis::claims_csv;
use crate::records::derive::{TABLES, csv_path};
use crate::records::manifest::{self, Manifest};

/// A result folder.
#[derive(Debug)]
pub(crate) struct Folder {
    /// Where it is.
    pub path: PathBuf,
    /// Its last name, as charts print it.
    pub name: String,
    /// Its manifest, if it has one.
    pub manifest: Option<Manifest>,
}

impl Folder {
    /// Whether the folder has a table.
    pub fn has(&self, table: &str) -> bool {
        csv_path(&self.path, table).is_file()
    }
}

/// One or several result folders.
#[derive(Debug)]
pub(crate) struct Sources {
    /// The folders, in the order given.
    pub folders: Vec<Folder>,
    searches: OnceCell<Searches>,
    matches: OnceCell<Matches>,
}

impl Sources {
    /// Looks at the folders; their rows are read when a figure asks for them.
    ///
    /// # Errors
    /// If none is given, one is no result folder, one is given twice, or a manifest is damaged.
    pub fn open(dirs: &[PathBuf]) -> Result<Sources> {
        if dirs.is_empty() {
            bail!("expected at least one result folder");
        }
        let mut folders: Vec<Folder> = Vec::new();
        for path in dirs {
            if !path.is_dir() {
                bail!("{}: expected a result folder, found {}", path.display(), what_is_there(path));
            }
            let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
            if folders.iter().any(|folder| folder.path.canonicalize().is_ok_and(|known| known == whole)) {
                bail!("{} is given twice; its rows would count twice", path.display());
            }
            require_results(path)?;
            let name = whole.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into());
            folders.push(Folder { path: path.clone(), name, manifest: Manifest::load(path)? });
        }
        Ok(Sources { folders, searches: OnceCell::new(), matches: OnceCell::new() })
    }

    /// Folders that have a table, with their places.
    pub fn with_table<'a>(&'a self, table: &'a str) -> impl Iterator<Item = (usize, &'a Folder)> {
        self.folders.iter().enumerate().filter(move |(_, folder)| folder.has(table))
    }

    /// The searches of all folders.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn searches(&self) -> Result<&Searches> {
        if let Some(known) = self.searches.get() {
            return Ok(known);
        }
        let read = Searches::read(self)?;
        Ok(self.searches.get_or_init(|| read))
    }

    /// The games of all folders, counted.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub(super) fn matches(&self) -> Result<&Matches> {
        if let Some(known) = self.matches.get() {
            return Ok(known);
        }
        let read = Matches::read(self)?;
        Ok(self.matches.get_or_init(|| read))
    }

    /// The models of all processors that rows were made on, `None` where a folder does not say.
    pub fn cpu_models(&self) -> Vec<Option<String>> {
        let mut models: Vec<Option<String>> = Vec::new();
        for folder in &self.folders {
            let own = folder.manifest.iter().flat_map(|manifest| &manifest.sessions);
            let mut own: Vec<Option<String>> = own.map(|session| session.machine.cpu_model.clone()).collect();
            if own.is_empty() {
                own.push(None);
            }
            models.extend(own);
        }
        models.sort();
        models.dedup();
        models
    }
}

/// Refuses a folder from which nothing can be made; the message names result folders in it.
fn require_results(path: &Path) -> Result<()> {
    let is_result = |path: &Path| {
        let tables = TABLES.iter().map(|table| csv_path(path, table));
        let others = [manifest::FILE_NAME, claims_csv::FILE_NAME].map(|name| path.join(name));
        tables.chain(others).any(|file| file.is_file())
    };
    if is_result(path) {
        return Ok(());
    }
    let entries = std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(|path| is_result(path)).collect();
    inside.sort();
    let hint = inside.first().map_or(String::new(), |inside| format!("; {} is one", inside.display()));
    bail!(
        "{} is no result folder: expected {} or one of {}.csv in it, or {} of repro{hint}",
        path.display(),
        manifest::FILE_NAME,
        TABLES.join(".csv, "),
        claims_csv::FILE_NAME
    )
}

fn what_is_there(path: &Path) -> &'static str {
    if path.exists() { "a file" } else { "nothing there" }
}

/// Names of labels that stand in several folders get the folder's name, so that rows of different runs are never pooled.
/// The answer says for every base name whether it does.
pub(super) fn ambiguous_bases(labels: &[(String, String, usize)]) -> Vec<String> {
    let mut bases: Vec<String> = Vec::new();
    for (at, (base, text, folder)) in labels.iter().enumerate() {
        let elsewhere = labels[..at].iter().any(|(_, other, place)| other == text && place != folder);
        if elsewhere && !bases.contains(base) {
            bases.push(base.clone());
        }
    }
    bases
}
