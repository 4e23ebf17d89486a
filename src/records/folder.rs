//! Result folders: who may write where, and what a folder that is already there means.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::ledger::{self, Header, HeaderFound, Ledger};
use super::{atomic, manifest};

/// The specification's name in a result folder.
pub const SPEC_NAME: &str = "spec.toml";

/// What a path holds, seen from a plan that wants to write there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing yet.
    Fresh,
    /// This plan, begun by this program.
    Begun,
    /// Another plan; its hash is given.
    OtherPlan(String),
    /// This plan, begun by another revision of the program, which is described.
    OtherRevision(String),
    /// Results whose ledger has no header any more that could be read; it is said why.
    Headless(String),
}

impl State {
    /// Why a plan cannot be begun or continued there, if it cannot: what follows the folder's name in a message.
    pub fn hindrance(&self, header: &Header) -> Option<String> {
        match self {
            State::Fresh | State::Begun => None,
            State::OtherPlan(found) => {
                Some(format!("holds the results of another plan ({found}; expected {})", header.plan_hash))
            }
            State::OtherRevision(found) => Some(format!("was begun by {found}, and this is {}", header.program())),
            State::Headless(reason) => {
                Some(format!("holds results of which nobody can tell whose they are (its ledger, {reason})"))
            }
        }
    }
}

/// Looks at a folder without changing or locking anything.
///
/// # Errors
/// If the path is no folder, or holds files but no results.
pub fn inspect(path: &Path, header: &Header) -> Result<State> {
    let name = path.display();
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::Fresh),
        Err(error) => return Err(error).with_context(|| format!("cannot use {name} as a result folder")),
        Ok(found) if !found.is_dir() => bail!("{name}: expected a folder for the results, found a file"),
        Ok(_) => {}
    }
    let found = match ledger::find_header(path)? {
        HeaderFound::Whole(found) => found,
        HeaderFound::Damaged(reason) => return Ok(State::Headless(reason)),
        missing => {
            let Some(foreign) = foreign_entry(path)? else { return Ok(State::Fresh) };
            return match missing {
                HeaderFound::Torn(bytes) if is_ours(&foreign) => Ok(State::Headless(ledger::header::torn(bytes))),
                _ => bail!(
                    "{name} holds no results but other files ('{foreign}' for one); choose an empty or a new folder"
                ),
            };
        }
    };
    Ok(if found.plan_hash != header.plan_hash {
        State::OtherPlan(found.plan_hash)
    } else if found != *header {
        State::OtherRevision(found.program())
    } else {
        State::Begun
    })
}

/// A file that this program does not put into a folder before its ledger has begun.
fn foreign_entry(path: &Path) -> Result<Option<String>> {
    let entries = fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    for entry in entries {
        let name = entry.with_context(|| format!("cannot read {}", path.display()))?.file_name();
        let name = name.to_string_lossy();
        let own = [ledger::FILE_NAME, SPEC_NAME, manifest::FILE_NAME].contains(&&*name) || atomic::is_temporary(&name);
        if !own {
            return Ok(Some(name.into_owned()));
        }
    }
    Ok(None)
}

/// An open result folder. Nobody else writes to it.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    ledger: Ledger,
}

impl Folder {
    /// Begins a result folder, or continues the one of the same plan and program. Afterwards
    /// [`Ledger::is_finished`] and [`Ledger::open_jobs`] say what is left to do.
    ///
    /// # Errors
    /// As [`inspect`] and [`Ledger::open`]; if the folder holds another plan or another revision's rows; if it cannot be
    /// written. What was there is then unchanged.
    pub fn open(path: &Path, spec_toml: &str, header: &Header, job_count: u64) -> Result<Folder> {
        let name = path.display();
        if let Some(hindrance) = inspect(path, header)?.hindrance(header) {
            bail!("{name} {hindrance}; {ADVICE}");
        }
        fs::create_dir_all(path).with_context(|| format!("cannot create the result folder {name}"))?;
        let ledger = Ledger::open(path, header, job_count)?;
        // Under the lock: what a killed writer left half done is nobody's.
        for entry in fs::read_dir(path).with_context(|| format!("cannot read {name}"))?.flatten() {
            if atomic::is_temporary(&entry.file_name().to_string_lossy()) {
                let _ = fs::remove_file(entry.path());
            }
        }
        let spec = path.join(SPEC_NAME);
        if fs::read_to_string(&spec).ok().as_deref() != Some(spec_toml) {
            atomic::write(&spec, spec_toml)?;
        }
        Ok(Folder { path: path.to_path_buf(), ledger })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its ledger.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Its ledger, to append to.
    pub fn ledger_mut(&mut self) -> &mut Ledger {
        &mut self.ledger
    }
}

/// What can be done about a [`State::hindrance`].
pub const ADVICE: &str = "choose another folder with --out, or replace this one with --force";

/// Removes a result folder with all that is in it, as `--force` asks. A path that holds nothing stays so.
///
/// # Errors
/// If it is no result folder, if a process is writing to it, or if it cannot be removed.
pub fn remove(path: &Path) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    // Stricter than moving aside: a folder that merely holds result folders may hold anything else.
    if ledger::find_header(path)? == HeaderFound::Absent {
        bail!("{} is no result folder (it holds no ledger); it is left as it is", path.display());
    }
    require_results(path)?;
    let entries = fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
    let names: Vec<String> = entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    if let Some(foreign) = names.iter().find(|name| !is_ours(name)) {
        bail!("{} holds other files beside its results ('{foreign}' for one); it is left as it is", path.display());
    }
    fs::remove_dir_all(path).with_context(|| format!("cannot remove {}", path.display()))
}

/// Whether this program puts an entry of this name into a result folder.
fn is_ours(name: &str) -> bool {
    let whole = [ledger::FILE_NAME, SPEC_NAME, manifest::FILE_NAME, "figures", "dictionary.md", "report.md"];
    let tables = ["games.csv", "moves.csv", "searches.csv", "facts.csv", "truth.csv", "timings.csv"];
    let derived = ["summary.csv", "summary_timings.csv", "openings.txt"];
    whole.contains(&name) || tables.contains(&name) || derived.contains(&name) || atomic::is_temporary(name)
}

/// Refuses a folder that is to hold several result folders but is one itself, or holds other files and no results.
///
/// # Errors
/// If it cannot be used; the message names what is in the way.
pub fn inspect_group(path: &Path) -> Result<()> {
    let name = path.display();
    match fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error).with_context(|| format!("cannot use {name} as a folder of results")),
        Ok(found) if !found.is_dir() => bail!("{name}: expected a folder for the results, found a file"),
        Ok(_) => {}
    }
    if path.join(ledger::FILE_NAME).exists() {
        bail!("{name} holds the results of a single experiment; choose another folder with --out");
    }
    let entries: Vec<PathBuf> = fs::read_dir(path)
        .with_context(|| format!("cannot read {name}"))?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    let holds_results = entries.iter().any(|entry| entry.join(ledger::FILE_NAME).is_file());
    match entries.first() {
        Some(foreign) if !holds_results => {
            let foreign = foreign.file_name().unwrap_or_default().to_string_lossy();
            bail!("{name} holds no results but other files ('{foreign}' for one); choose an empty or a new folder")
        }
        _ => Ok(()),
    }
}

/// Moves a result folder to the first free name `PATH.old-N` and returns that.
///
/// # Errors
/// If it is no result folder, if a process is writing to it, or if it cannot be moved.
pub fn move_aside(path: &Path) -> Result<PathBuf> {
    require_results(path)?;
    let name = path.file_name().context("expected a folder with a name")?.to_string_lossy().into_owned();
    for number in 1u32.. {
        let aside = path.with_file_name(format!("{name}.old-{number}"));
        if !aside.exists() {
            fs::rename(path, &aside)
                .with_context(|| format!("cannot move {} to {}", path.display(), aside.display()))?;
            return Ok(aside);
        }
    }
    bail!("no free name beside {}", path.display())
}

/// Refuses what is not a result folder, or a folder of such, and what is being written.
fn require_results(path: &Path) -> Result<()> {
    let mut ledgers = vec![path.join(ledger::FILE_NAME)];
    if path.is_dir() && !ledgers[0].exists() {
        let entries = fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
        ledgers = entries.flatten().map(|entry| entry.path().join(ledger::FILE_NAME)).collect();
    }
    ledgers.retain(|ledger| ledger.is_file());
    if ledgers.is_empty() {
        bail!("{} is no result folder (it holds no ledger); it is left as it is", path.display());
    }
    for ledger in ledgers {
        let file = fs::File::open(&ledger).with_context(|| format!("cannot open {}", ledger.display()))?;
        if let Err(fs::TryLockError::WouldBlock) = file.try_lock() {
            bail!("{} is being written by another process", ledger.display());
        }
    }
    Ok(())
}

/// A folder name from any text: letters, digits, `-`, `_`, `.`, `=` and `+` stay, runs of all else (`:` above all, which
/// some systems cannot store) become one `-`.
pub fn folder_name(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || "-_.=+".contains(c) {
            name.push(c);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    let name = name.trim_matches(['-', '.']);
    if name.is_empty() { "results".to_string() } else { name.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::rows::JobRecord;
    use crate::records::scratch::Scratch;

    fn message<T>(result: Result<T>) -> String {
        result.err().map(|error| format!("{error:#}")).unwrap_or_default()
    }

    #[test]
    fn fresh_begun_other() {
        let scratch = Scratch::new("folder");
        let path = scratch.path().join("deep/results");
        let header = Header::new("0123abcd");
        assert_eq!(inspect(&path, &header).unwrap(), State::Fresh);
        let mut folder = Folder::open(&path, "name = \"x\"\n", &header, 1).unwrap();
        assert_eq!(fs::read_to_string(path.join(SPEC_NAME)).unwrap(), "name = \"x\"\n");
        assert_eq!(inspect(&path, &header).unwrap(), State::Begun);
        assert!(message(remove(&path)).contains("another process"));
        folder.ledger_mut().append(&JobRecord::default()).unwrap();
        drop(folder);
        fs::write(path.join(".games.csv.1-1.tmp"), "half").unwrap();
        assert!(Folder::open(&path, "name = \"x\"\n", &header, 1).unwrap().ledger().is_finished());
        assert!(!path.join(".games.csv.1-1.tmp").exists());

        let plan = Header::new("ffff0000");
        assert_eq!(inspect(&path, &plan).unwrap(), State::OtherPlan("0123abcd".to_string()));
        assert!(message(Folder::open(&path, "", &plan, 1)).contains("--force"));
        let revision = Header { revision: "feedbeef".to_string(), ..header.clone() };
        assert!(matches!(inspect(&path, &revision).unwrap(), State::OtherRevision(_)));
        assert!(message(Folder::open(&path, "", &revision, 1)).contains("feedbeef"));
        assert_eq!(fs::read_to_string(path.join(SPEC_NAME)).unwrap(), "name = \"x\"\n");

        // Rows beside a ledger without a header: nobody can tell whose they are.
        fs::write(path.join("games.csv"), "job_id\n").unwrap();
        let whole = fs::read(path.join(ledger::FILE_NAME)).unwrap();
        for (text, part) in [
            (&whole[..9], "line 1: the header is torn: 9 bytes"),
            (&[&whole[..9], b"\n0\tg x\n"].concat(), "line 1: the header is damaged"),
        ] {
            fs::write(path.join(ledger::FILE_NAME), text).unwrap();
            assert!(matches!(inspect(&path, &header).unwrap(), State::Headless(_)));
            let error = message(Folder::open(&path, "", &header, 1));
            assert!(error.contains(part) && error.contains("--force"), "{error}");
            assert_eq!(fs::read(path.join(ledger::FILE_NAME)).unwrap(), *text);
        }

        let aside = move_aside(&path).unwrap();
        assert!(aside.join(ledger::FILE_NAME).exists() && !path.exists());
        remove(&aside).unwrap();
        assert!(!aside.exists());
    }

    #[test]
    fn what_is_in_the_way_is_said_and_stays() {
        let scratch = Scratch::new("folder-errors");
        let header = Header::new("0123abcd");
        let file = scratch.path().join("file");
        fs::write(&file, "text").unwrap();
        assert!(message(Folder::open(&file, "", &header, 1)).contains("found a file"));
        assert!(message(Folder::open(&file.join("below"), "", &header, 1)).contains("file/below"));
        let home = scratch.path().join("home");
        fs::create_dir(&home).unwrap();
        fs::write(home.join("diary.txt"), "text").unwrap();
        assert!(message(Folder::open(&home, "", &header, 1)).contains("diary.txt"));
        assert!(message(remove(&home)).contains("no result folder"));
        assert!(message(move_aside(&home)).contains("no result folder"));
        assert_eq!(fs::read_dir(&home).unwrap().count(), 1);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn an_unwritable_place_is_said() {
        // Even the superuser cannot create folders here.
        let path = Path::new("/proc/mnklab-results");
        assert!(
            message(Folder::open(path, "", &Header::new("0"), 1)).contains("cannot create the result folder /proc")
        );
    }

    #[test]
    fn names_without_colons() {
        assert_eq!(folder_name("match-connect4:8x7-0123abcd"), "match-connect4-8x7-0123abcd");
        assert_eq!(folder_name("mnk:4,4,4,gravity"), "mnk-4-4-4-gravity");
        assert_eq!(folder_name("../:五"), "results");
    }
}
