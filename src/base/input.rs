//! Reading a file that a user named: whatever it is, it ends and is said by its name.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// More than any file of ours holds; a device that never ends stops here.
const MOST_BYTES: u64 = 256 << 20;

/// The bytes of a file; `expected` says what it should have been.
///
/// # Errors
/// If it is a folder, cannot be read, or does not end.
pub fn read_bytes(path: &Path, expected: &str) -> Result<Vec<u8>> {
    let name = path.display();
    if path.is_dir() {
        bail!("{name}: expected {expected}, found a folder");
    }
    let cannot = || format!("cannot read '{name}'");
    let mut bytes = Vec::new();
    File::open(path).with_context(cannot)?.take(MOST_BYTES + 1).read_to_end(&mut bytes).with_context(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!("{name}: expected {expected}, found more than {} MiB", MOST_BYTES >> 20);
    }
    Ok(bytes)
}

/// The text of a file, without a byte order mark.
///
/// # Errors
/// As [`read_bytes`], and if it is no UTF-8; line and column are named.
pub fn read_text(path: &Path, expected: &str) -> Result<String> {
    let bytes = read_bytes(path, expected)?;
    match String::from_utf8(bytes) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').map(str::to_string).unwrap_or(text)),
        Err(error) => {
            let (at, bytes) = (error.utf8_error().valid_up_to(), error.as_bytes());
            let (line, begun) = bytes[..at]
                .iter()
                .enumerate()
                .filter(|(_, byte)| **byte == b'\n')
                .fold((1, 0), |(line, _), (end, _)| (line + 1, end + 1));
            let column = String::from_utf8_lossy(&bytes[begun..at]).chars().count() + 1;
            bail!(
                "{}:{line}:{column}: expected {expected} in UTF-8, found the byte 0x{:02X}",
                path.display(),
                bytes[at]
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_and_all_else_is_told() {
        let folder = std::env::temp_dir();
        let file = folder.join(format!("mnklab-input-{}", std::process::id()));
        let text = |bytes: &[u8]| {
            std::fs::write(&file, bytes).unwrap();
            read_text(&file, "a list").map_err(|error| format!("{error:#}"))
        };
        assert_eq!(text("\u{feff}五\n".as_bytes()), Ok("五\n".to_string()));
        assert_eq!(text(b""), Ok(String::new()));
        let error = text(b"a\nb\xffc").unwrap_err();
        assert!(error.contains(":2:2: expected a list in UTF-8, found the byte 0xFF"), "{error}");
        std::fs::remove_file(&file).unwrap();
        let error = |path: &Path| format!("{:#}", read_bytes(path, "a font").unwrap_err());
        assert!(error(&file).contains("cannot read") && error(&folder).contains("expected a font, found a folder"));
        #[cfg(target_os = "linux")]
        assert!(error(Path::new("/dev/zero")).contains("expected a font, found more than"));
    }
}
