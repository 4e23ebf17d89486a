//! What an external engine is told, and how it is started.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::base::switch::{self, Switch, Values};
use crate::base::{MAX_SIDE, Shape};
use crate::players::settings::Settings;

/// The settings of an external engine beside its time a move, which is `time_ms` as for every player.
#[derive(Clone, Debug, PartialEq)]
pub struct ExternalConfig {
    /// The program, as it was written.
    pub program: String,
    /// Its arguments, as they were written; see [`words`].
    pub arguments: String,
    /// The working folder; absent: the folder of the program.
    pub dir: Option<String>,
    /// The memory that it is told to keep to; absent: none is told.
    pub memory_bytes: Option<u64>,
    /// Time of a whole game; absent: no limit.
    pub match_time_ms: Option<u64>,
    /// By how much a limit may be overrun before the game is lost.
    pub tolerance_ms: u64,
    /// How long an answer to ABOUT is waited for; 0: it is not asked.
    pub about_ms: u64,
    /// How long an answer to START or RESTART is waited for.
    pub start_ms: u64,
    /// A file to which every line that goes to and fro is added.
    pub log: Option<String>,
}

impl Default for ExternalConfig {
    fn default() -> ExternalConfig {
        ExternalConfig {
            program: String::new(),
            arguments: String::new(),
            dir: None,
            memory_bytes: Some(350 << 20),
            match_time_ms: None,
            tolerance_ms: 1000,
            about_ms: 500,
            start_ms: 10_000,
            log: None,
        }
    }
}

/// Most milliseconds that the protocol's numbers hold.
const MOST_MS: u64 = i32::MAX as u64 - 1;

/// A path, or `none`.
fn path(text: &str) -> Option<String> {
    (text != "none").then(|| text.to_string())
}

/// The keys of an external engine in canonical order.
pub static SWITCHES: [Switch<Settings>; 9] = [
    Switch {
        key: "args",
        meaning: "the program's arguments, separated by blanks; blanks inside single quotes do not separate",
        values: Values::Text("ARGUMENT ARGUMENT .."),
        exact: &[],
        get: |s| s.external.arguments.clone(),
        set: |s, text| {
            words(text)?;
            switch::assign(&mut s.external.arguments, text.to_string())
        },
    },
    Switch {
        key: "dir",
        meaning: "the program's working folder; none: the folder that it lies in",
        values: Values::Text("FOLDER|none"),
        exact: &[],
        get: |s| switch::optional(s.external.dir.as_ref()),
        set: |s, text| switch::assign(&mut s.external.dir, path(text)),
    },
    Switch {
        key: "memory_bytes",
        meaning: "the memory that the program is told to keep to; none: it is told no limit",
        values: Values::Number(1, i64::MAX as u64, true),
        exact: &[],
        get: |s| switch::optional(s.external.memory_bytes),
        set: |s, text| switch::assign(&mut s.external.memory_bytes, switch::parse_optional(text, 1, i64::MAX as u64)?),
    },
    Switch {
        key: "time_ms",
        meaning: "milliseconds of one turn of the program, not reproducible; 0: it is told to answer at once",
        values: Values::Number(0, MOST_MS, false),
        exact: &[],
        get: |s| switch::optional(s.time_ms),
        set: |s, text| switch::assign(&mut s.time_ms, Some(switch::parse_number(text, 0, MOST_MS)?)),
    },
    Switch {
        key: "match_time_ms",
        meaning: "milliseconds of all turns of a game, the start of the process included; none: no limit",
        values: Values::Number(1, MOST_MS, true),
        exact: &[],
        get: |s| switch::optional(s.external.match_time_ms),
        set: |s, text| switch::assign(&mut s.external.match_time_ms, switch::parse_optional(text, 1, MOST_MS)?),
    },
    Switch {
        key: "tolerance_ms",
        meaning: "milliseconds by which the program may overrun a limit; beyond, the game is lost and the process ended",
        values: Values::Number(0, MOST_MS, false),
        exact: &[],
        get: |s| s.external.tolerance_ms.to_string(),
        set: |s, text| switch::assign(&mut s.external.tolerance_ms, switch::parse_number(text, 0, MOST_MS)?),
    },
    Switch {
        key: "about_ms",
        meaning: "milliseconds that an answer to ABOUT is waited for; silence is no fault; 0: it is not asked",
        values: Values::Number(0, MOST_MS, false),
        exact: &[],
        get: |s| s.external.about_ms.to_string(),
        set: |s, text| switch::assign(&mut s.external.about_ms, switch::parse_number(text, 0, MOST_MS)?),
    },
    Switch {
        key: "start_ms",
        meaning: "milliseconds that an answer to START or RESTART is waited for",
        values: Values::Number(1, MOST_MS, false),
        exact: &[],
        get: |s| s.external.start_ms.to_string(),
        set: |s, text| switch::assign(&mut s.external.start_ms, switch::parse_number(text, 1, MOST_MS)?),
    },
    Switch {
        key: "log",
        meaning: "a file to which every line that goes to and fro is added, with its time; none: no file",
        values: Values::Text("FILE|none"),
        exact: &[],
        get: |s| switch::optional(s.external.log.as_ref()),
        set: |s, text| switch::assign(&mut s.external.log, path(text)),
    },
];

/// The arguments in a text: separated by blanks, but not inside single quotes.
///
/// # Errors
/// A quote is not closed.
pub fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quoted) = (Vec::new(), None::<String>, false);
    for c in text.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    if quoted {
        return Err(format!("a single quote is not closed in '{text}'"));
    }
    words.extend(word);
    Ok(words)
}

/// Refuses a board that the protocol has no words for.
///
/// # Errors
/// Which board, and what was expected.
pub fn supports(shape: &Shape) -> Result<(), String> {
    let Shape { width, height, k, gravity, .. } = *shape;
    if gravity || k != 5 || !(5..=MAX_SIDE).contains(&usize::from(width.min(height))) {
        let fall = if gravity { ", with gravity" } else { "" };
        return Err(format!(
            "the Gomocup protocol knows five in a row without gravity on boards of sides from 5 to {MAX_SIDE}, found \
             {width}x{height} with {k} in a row{fall}"
        ));
    }
    Ok(())
}

/// How the program is started.
#[derive(Clone, Debug, PartialEq)]
pub struct Start {
    /// The file to run, absolute: a relative one would depend on the working folder.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its working folder, absolute.
    pub folder: PathBuf,
}

impl ExternalConfig {
    /// Finds the program and its folder.
    ///
    /// # Errors
    /// What is not there, or cannot be run.
    pub fn start(&self) -> Result<Start> {
        let program = std::path::absolute(&self.program)?;
        let found = std::fs::metadata(&program).with_context(|| format!("there is no program '{}'", self.program))?;
        if !found.is_file() {
            bail!("expected a program, found a folder or device: '{}'", self.program);
        }
        if !is_executable(&found) {
            bail!("'{}' is no program: it may not be executed", self.program);
        }
        let folder = match &self.dir {
            Some(dir) => std::path::absolute(dir)?,
            None => program.parent().unwrap_or(Path::new("/")).to_path_buf(),
        };
        if !folder.is_dir() {
            bail!("its working folder '{}' is no folder", folder.display());
        }
        if let Some(log) = self.log.as_ref().map(Path::new) {
            let above = log.parent().filter(|above| !above.as_os_str().is_empty());
            if log.is_dir() || above.is_some_and(|above| !above.is_dir()) {
                bail!("its log '{}' cannot be written: expected a file in a folder that is there", log.display());
            }
        }
        let arguments = words(&self.arguments).map_err(|problem| anyhow::anyhow!("key 'args': {problem}"))?;
        Ok(Start { program, arguments, folder })
    }

    /// By how much a limit may be overrun.
    pub fn tolerance(&self) -> Duration {
        Duration::from_millis(self.tolerance_ms)
    }
}

#[cfg(unix)]
fn is_executable(found: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    found.permissions().mode() & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &std::fs::Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_split_at_blanks() {
        assert_eq!(words(" engine  'a b'c '' ").unwrap(), ["engine", "a bc", ""]);
        assert_eq!(words("").unwrap(), [""; 0]);
        assert!(words("a 'b").unwrap_err().contains("not closed"));
    }
}
