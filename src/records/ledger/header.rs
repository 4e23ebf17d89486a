//! The first line of a ledger: what its rows were made by, and what stands in them.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::FILE_NAME;
use super::line::{push_checksum, without_checksum};
use crate::records::provenance::Program;
use crate::records::rows::{FactRow, GameRow, MoveRow, Row, SearchRow, TimingRow, TruthRow};

/// Goes up when a row changes its columns or their meaning.
pub const SCHEMA_VERSION: u32 = 2;

/// The form of a ledger's lines. Form 1 were JSON objects without checksums; its headers do not name it.
pub const LEDGER_FORM: u32 = 2;

/// The first line of a ledger: what its rows were made by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`LEDGER_FORM`] of the program that began the ledger.
    #[serde(default = "first_form")]
    pub ledger_form: u32,
    /// [`SCHEMA_VERSION`] of that program.
    pub schema_version: u32,
    /// The hash of the plan whose jobs are recorded.
    pub plan_hash: String,
    /// Version of the program.
    pub program_version: String,
    /// Revision of the program's sources, or `unknown`.
    pub revision: String,
    /// Whether the sources differed from that revision.
    pub dirty: bool,
    /// The columns of each table after `job_id`, in the order of the values in a line.
    #[serde(default)]
    pub columns: BTreeMap<String, String>,
}

fn first_form() -> u32 {
    1
}

/// How the header lines of all forms begin.
const BEGINNINGS: [&[u8]; 2] = [b"{\"ledger_form\":", b"{\"schema_version\":"];

fn columns<R: Row>() -> (String, String) {
    let names: Vec<&str> = R::COLUMNS.iter().map(|column| column.name).filter(|name| *name != "job_id").collect();
    (R::TABLE.to_string(), names.join(","))
}

impl Header {
    /// The header of a ledger that this program begins for a plan.
    pub fn new(plan_hash: &str) -> Header {
        let program = Program::this();
        Header {
            ledger_form: LEDGER_FORM,
            schema_version: SCHEMA_VERSION,
            plan_hash: plan_hash.to_string(),
            program_version: program.version,
            revision: program.revision,
            dirty: program.dirty,
            columns: BTreeMap::from([
                columns::<SearchRow>(),
                columns::<GameRow>(),
                columns::<MoveRow>(),
                columns::<FactRow>(),
                columns::<TruthRow>(),
                columns::<TimingRow>(),
            ]),
        }
    }

    /// The program, as messages name it.
    pub fn program(&self) -> String {
        let Header { program_version, revision, schema_version, ledger_form, .. } = self;
        format!("mnklab {program_version} at revision {revision}, schema {schema_version}, ledger form {ledger_form}")
    }

    pub(super) fn agree_with(&self, found: &Header) -> Result<()> {
        if self != found {
            let (hash, expected_hash) = (&found.plan_hash, &self.plan_hash);
            bail!(
                "it was begun by {} for the plan {hash}; expected {} and the plan {expected_hash}",
                found.program(),
                self.program()
            );
        }
        Ok(())
    }

    pub(super) fn line(&self) -> Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self)?;
        push_checksum(&mut line, 0);
        Ok(line)
    }

    /// The header in a line without its end.
    pub(super) fn parse(line: &[u8]) -> Result<Header> {
        if !is_begun(line) {
            bail!("line 1: expected the header of a ledger; the file is no ledger of this program");
        }
        let damaged = |error: anyhow::Error| error.context("line 1: the header is damaged");
        if line.starts_with(BEGINNINGS[1]) {
            return serde_json::from_slice(line).map_err(|error| damaged(error.into()));
        }
        let text = without_checksum(line).map_err(damaged)?;
        serde_json::from_slice(text).map_err(|error| damaged(error.into()))
    }
}

/// Whether bytes are a header line of any form, or the beginning of one that a kill tore.
pub(super) fn is_begun(bytes: &[u8]) -> bool {
    BEGINNINGS.iter().any(|beginning| {
        let length = bytes.len().min(beginning.len());
        bytes[..length] == beginning[..length]
    })
}

/// What the first line of a folder's ledger is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderFound {
    /// There is no ledger.
    Absent,
    /// The ledger ends in the midst of its first line, after so many bytes: the program was killed when it began it.
    Torn(u64),
    /// It was written by this program, and has changed since.
    Damaged(String),
    /// A header.
    Whole(Header),
}

const LIMIT_BYTES: u64 = 1 << 16;

/// Looks at the header of a ledger, without a lock.
///
/// # Errors
/// If the file is no ledger of this program, or cannot be read.
pub fn find_header(folder: &Path) -> Result<HeaderFound> {
    let path = folder.join(FILE_NAME);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(HeaderFound::Absent),
        Err(error) => return Err(error).with_context(|| format!("cannot open {}", path.display())),
    };
    if !path.is_file() {
        bail!("{}: expected a file, found something else", path.display());
    }
    let cannot = || format!("cannot read {}", path.display());
    let mut line = Vec::new();
    BufReader::new(file).take(LIMIT_BYTES).read_until(b'\n', &mut line).with_context(cannot)?;
    match line.pop_if(|byte| *byte == b'\n') {
        None if is_begun(&line) && (line.len() as u64) < LIMIT_BYTES => Ok(HeaderFound::Torn(line.len() as u64)),
        _ => match Header::parse(&line) {
            Ok(header) => Ok(HeaderFound::Whole(header)),
            Err(error) if is_begun(&line) => Ok(HeaderFound::Damaged(format!("{error:#}"))),
            Err(error) => Err(error).with_context(cannot),
        },
    }
}

/// What is to be said of a torn header.
pub fn torn(bytes: u64) -> String {
    format!("line 1: the header is torn: {bytes} bytes without an end")
}
