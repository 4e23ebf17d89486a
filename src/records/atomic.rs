//! Files that are complete or not there: written beside their target, synced, then renamed into place.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context, Error, Result, anyhow};

static COUNTER: AtomicU64 = AtomicU64::new(0);

/// The context of errors that come of writing. By it [`is_write_failure`] tells them from what could not be read or
/// understood, however deep in a verb they happened.
#[derive(Debug)]
pub struct CannotWrite(PathBuf);

impl CannotWrite {
    /// For a file or folder that could not be written.
    pub fn at(path: &Path) -> CannotWrite {
        CannotWrite(path.to_path_buf())
    }
}

impl fmt::Display for CannotWrite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "cannot write {}", self.0.display())
    }
}

/// Whether an error comes of writing.
pub fn is_write_failure(error: &Error) -> bool {
    error.downcast_ref::<CannotWrite>().is_some()
}

/// A file under a temporary name. Dropped without [`commit`](Pending::commit), it leaves nothing behind.
#[derive(Debug)]
pub struct Pending {
    file: Option<BufWriter<File>>,
    temporary: PathBuf,
    target: PathBuf,
}

impl Pending {
    /// Starts a file that will replace `target`. Its folder must exist.
    ///
    /// # Errors
    /// If the folder cannot be written, or `target` is a folder.
    pub fn create(target: &Path) -> Result<Pending> {
        // A link is followed, so that it stays one.
        let target = &fs::canonicalize(target).unwrap_or_else(|_| target.to_path_buf());
        if target.is_dir() {
            return Err(anyhow!("a folder is in its place").context(CannotWrite::at(target)));
        }
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let temporary = target.with_file_name(format!(".{name}.{}-{number}{TEMPORARY}", std::process::id()));
        let file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&temporary)
            .with_context(|| CannotWrite::at(target))?;
        Ok(Pending { file: Some(BufWriter::with_capacity(1 << 16, file)), temporary, target: target.to_path_buf() })
    }

    /// Makes the file durable and puts it in place of the target.
    ///
    /// # Errors
    /// If a write failed; the target is then as it was.
    pub fn commit(mut self) -> Result<()> {
        let finished = self.finish().with_context(|| CannotWrite::at(&self.target));
        if finished.is_err() {
            let _ = fs::remove_file(&self.temporary);
        }
        finished
    }

    fn finish(&mut self) -> io::Result<()> {
        if let Some(writer) = self.file.take() {
            writer.into_inner().map_err(|error| error.into_error())?.sync_all()?;
        }
        fs::rename(&self.temporary, &self.target)?;
        // A rename is durable once its folder is synced; not every file system can, and the file is whole either way.
        if let Some(folder) = self.target.parent() {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

const TEMPORARY: &str = ".tmp";

/// Whether a file name is one of the temporary names used here, left behind by a kill.
pub fn is_temporary(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(TEMPORARY)
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => Err(io::Error::other("the file is already in place")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.flush())
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        if self.file.take().is_some() {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Replaces a file by these bytes, whole or not at all.
///
/// # Errors
/// If it cannot be written; the former file is then untouched.
pub fn write(path: &Path, bytes: impl AsRef<[u8]>) -> Result<()> {
    // A device or a pipe is written to; only files can be replaced.
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return fs::write(path, bytes).with_context(|| CannotWrite::at(path));
    }
    let mut pending = Pending::create(path)?;
    pending.write_all(bytes.as_ref()).with_context(|| CannotWrite::at(path))?;
    pending.commit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::scratch::Scratch;

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_written_to() {
        let scratch = Scratch::new("links");
        fs::create_dir_all(scratch.path()).unwrap();
        let (file, link) = (scratch.path().join("file"), scratch.path().join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        let null = Path::new("/dev/null");
        write(null, "gone").unwrap();
        assert!(!fs::metadata(null).unwrap().is_file());
    }

    #[test]
    fn replaces_whole_files_and_leaves_nothing_else() {
        let scratch = Scratch::new("atomic");
        let path = scratch.path().join("a.txt");
        write(&path, "one").unwrap();
        write(&path, "two").unwrap();
        let mut abandoned = Pending::create(&path).unwrap();
        abandoned.write_all(b"half").unwrap();
        drop(abandoned);
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 1);
    }

    #[test]
    fn says_what_is_in_the_way() {
        let scratch = Scratch::new("atomic-errors");
        fs::create_dir(scratch.path().join("figure.svg")).unwrap();
        let message = format!("{:#}", write(&scratch.path().join("figure.svg"), "x").unwrap_err());
        assert!(message.contains("figure.svg") && message.contains("folder"), "{message}");
        let message = format!("{:#}", write(&scratch.path().join("missing/a.txt"), "x").unwrap_err());
        assert!(message.contains("missing/a.txt"), "{message}");
    }
}
