//! The folders that figures are made from: what each is called, where it ran, and its rows, read once and kept small.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::matches::Matches;
use super::searches::Searches;
use crate::records::manifest::Manifest;

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
        self.path.join(format!("{table}.csv")).is_file()
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
    /// If none is given, one is no folder, one is given twice, or a manifest is damaged.
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
