//! `manifest.json`: what a result folder holds, which program made it, on which machines, and how far it came.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use super::provenance::{Machine, Program, utc_now};
use super::{atomic, ledger};

/// The file's name in a result folder.
pub const FILE_NAME: &str = "manifest.json";

/// How far an experiment, or one session on it, came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It runs, or was killed before it could say more.
    Running,
    /// Every job is there and none failed.
    Finished,
    /// Jobs are missing or failed.
    Incomplete,
    /// It was asked to stop.
    Interrupted,
    /// It ended by an error.
    Failed,
}

/// One run of the program on the folder; a resumed experiment has several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// When it began, UTC.
    pub start: String,
    /// When it ended, UTC; absent while it runs and after a kill.
    pub end: Option<String>,
    /// How it ended.
    pub status: Status,
    /// The command, one element per argument.
    pub command_line: Vec<String>,
    /// Worker threads.
    pub threads: u64,
    /// Where it ran.
    pub machine: Machine,
}

/// A program of others that plays, by its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalProgram {
    /// Where it lies.
    pub path: String,
    /// Its size.
    pub bytes: u64,
    /// A hash of its content, part of the plan hash.
    pub content_hash: String,
}

/// The manifest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`ledger::SCHEMA_VERSION`] of the rows.
    pub schema_version: u32,
    /// Hash of the plan.
    pub plan_hash: String,
    /// Jobs of the plan.
    pub job_count: u64,
    /// The master seed.
    pub seed: u64,
    /// The program.
    pub program: Program,
    /// The programs of others that play.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub external_programs: Vec<ExternalProgram>,
    /// When the first session began, UTC.
    pub start: String,
    /// When the last session ended, UTC; absent while it runs.
    pub end: Option<String>,
    /// How far the experiment came.
    pub status: Status,
    /// All sessions, oldest first.
    pub sessions: Vec<Session>,
}

impl Manifest {
    /// A manifest without sessions.
    pub fn new(plan_hash: &str, job_count: u64, seed: u64) -> Manifest {
        Manifest {
            schema_version: ledger::SCHEMA_VERSION,
            plan_hash: plan_hash.to_string(),
            job_count,
            seed,
            program: Program::this(),
            external_programs: Vec::new(),
            start: utc_now(),
            end: None,
            status: Status::Running,
            sessions: Vec::new(),
        }
    }

    /// Begins a session on this machine.
    pub fn begin(&mut self, command_line: Vec<String>, threads: u64) {
        let (start, machine) = (utc_now(), Machine::this());
        self.sessions.push(Session { start, end: None, status: Status::Running, command_line, threads, machine });
        self.status = Status::Running;
        self.end = None;
    }

    /// Ends the running session.
    pub fn end(&mut self, status: Status) {
        let now = utc_now();
        if let Some(session) = self.sessions.last_mut() {
            session.end = Some(now.clone());
            session.status = status;
        }
        self.end = Some(now);
        self.status = status;
    }

    /// Models of all processors that rows were made on; timings are pooled only if there is one.
    pub fn cpu_models(&self) -> Vec<&str> {
        let mut models: Vec<&str> =
            self.sessions.iter().map(|session| session.machine.cpu_model.as_deref().unwrap_or("unknown")).collect();
        models.sort_unstable();
        models.dedup();
        models
    }

    /// Writes it into its folder, whole or not at all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, folder: &Path) -> Result<()> {
        atomic::write(&folder.join(FILE_NAME), serde_json::to_string_pretty(self)? + "\n")
    }

    /// Reads it from its folder; `None` if there is none.
    ///
    /// # Errors
    /// If it cannot be read or is not what was expected.
    pub fn load(folder: &Path) -> Result<Option<Manifest>> {
        let path = folder.join(FILE_NAME);
        match fs::read_to_string(&path) {
            Ok(text) => serde_json::from_str(text.trim_start_matches('\u{feff}'))
                .map(Some)
                .with_context(|| format!("{} is damaged", path.display())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::scratch::Scratch;

    #[test]
    fn keeps_every_session() {
        let scratch = Scratch::new("manifest");
        assert_eq!(Manifest::load(scratch.path()).unwrap(), None);
        let mut manifest = Manifest::new("0123abcd", 10, 1);
        manifest.begin(vec!["mnklab".to_string(), "run".to_string()], 2);
        manifest.end(Status::Interrupted);
        manifest.begin(vec!["mnklab".to_string(), "run".to_string()], 1);
        manifest.end(Status::Finished);
        manifest.save(scratch.path()).unwrap();
        let read = Manifest::load(scratch.path()).unwrap().unwrap();
        assert_eq!(read, manifest);
        assert_eq!(read.sessions.iter().map(|s| s.status).collect::<Vec<_>>(), [Status::Interrupted, Status::Finished]);
        assert_eq!(read.cpu_models().len(), 1);
        fs::write(scratch.path().join(FILE_NAME), "{}").unwrap();
        assert!(format!("{:#}", Manifest::load(scratch.path()).unwrap_err()).contains("manifest.json is damaged"));
    }
}
