//! The files of `experiments/` as they were when the program was built, so that it runs them from any folder.

use std::path::{Component, Path, PathBuf};

/// Path below `experiments/` (with `/`) and text of every TOML file there, in the order of the paths.
pub static EXPERIMENTS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/experiments.rs"));

/// The text of a built-in file by its path below `experiments/`, such as `claims/A2.toml`.
pub fn experiment(path: &str) -> Option<&'static str> {
    EXPERIMENTS.iter().find(|(known, _)| *known == path).map(|(_, text)| *text)
}

/// Path below `experiments/` (with `/`) and text of every suite of positions there (`.txt`).
pub static SUITES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/suites.rs"));

/// The text of a built-in suite, by a path such as `suites/gomoku-8.txt` or one that leads there through other folders
/// (`experiments/claims/../suites/gomoku-8.txt`).
pub fn suite(path: &Path) -> Option<&'static str> {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    SUITES.iter().find(|(known, _)| plain.ends_with(known)).map(|(_, text)| *text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suites_are_found_from_the_folder_of_a_claim() {
        let (name, text) = SUITES[0];
        for folder in ["", "claims/../", "experiments/", "/somewhere/experiments/claims/../", "../"] {
            assert_eq!(suite(&Path::new(folder).join(name)), Some(text), "{folder}");
        }
        assert_eq!(suite(Path::new("suites/none.txt")), None);
        assert_eq!(suite(Path::new("other/gomoku-8.txt")), None);
    }

    #[test]
    fn holds_every_file_of_the_repository() {
        fn count(folder: &std::path::Path) -> usize {
            let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
            let paths = entries.flatten().map(|entry| entry.path());
            let each = |path: std::path::PathBuf| {
                if path.is_dir() {
                    count(&path)
                } else {
                    usize::from(path.extension().is_some_and(|kind| kind == "toml"))
                }
            };
            paths.map(each).sum()
        }
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments");
        assert_eq!(EXPERIMENTS.len(), count(&folder));
        for (path, text) in EXPERIMENTS {
            assert_eq!(experiment(path), Some(*text));
            assert_eq!(std::fs::read_to_string(folder.join(path)).unwrap(), *text, "{path}");
        }
        assert_eq!(experiment("claims/none.toml"), None);
    }
}
