//! `mnklab run EXPERIMENT.toml`, or the name of what is built in.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;

use super::execute::execute;
use super::exit::{Classify, Failure, Outcome};
use super::flags::Common;
use super::output::{Output, note};
use crate::base::embedded::{EXPERIMENTS, experiment};
use crate::base::text::nearest;
use crate::spec::{Experiment, Profile, read_file, read_text};

/// Runs the experiments of a TOML file, or continues them; 'sweep --dry-run' and 'match --dry-run' print one to start from.
#[derive(Args, Debug)]
pub struct Run {
    /// The file; or, where there is no such file, an experiment from 'list experiments' or a claim from 'list claims'.
    #[arg(value_name = "EXPERIMENT.toml|NAME")]
    pub experiment: PathBuf,
    /// How much is run, where the file says it by profile: quick, full or overnight.
    #[arg(long, value_name = "NAME", default_value = "quick")]
    pub profile: Profile,
}

impl Run {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        let mut experiments = if self.experiment.exists() {
            read_file(&self.experiment, self.profile).or_usage()?
        } else {
            match built_in(&self.experiment, self.profile).or_usage()? {
                Some((file, found)) => {
                    let name = self.experiment.display();
                    note(common.quiet, format_args!("there is no file '{name}' here; running the built-in {file}"));
                    found
                }
                None => read_file(&self.experiment, self.profile).or_usage()?,
            }
        };
        if experiments.is_empty() {
            return Err(Failure::usage(anyhow!(
                "{} holds no experiment; expected the keys of one (name, kind, game, ..) or tables [[experiment]]",
                self.experiment.display()
            )));
        }
        if let Some(seed) = common.seed {
            experiments.iter_mut().for_each(|experiment| experiment.set_seed(seed));
        }
        execute("run", experiments, common, output)
    }
}

/// The experiments that are built in under a name: a file by its path, one experiment, or all of a claim; with what they
/// are called. Nothing where it can only have been meant as a file.
///
/// # Errors
///
/// There is no such name (with the nearest one), or the claim brings no experiment.
fn built_in(wanted: &Path, profile: Profile) -> Result<Option<(String, Vec<Experiment>)>> {
    let Some(name) = wanted.to_str() else { return Ok(None) };
    let read = |path: &str, text: &str| {
        let file = format!("experiments/{path}");
        let folder = Path::new(&file).parent().unwrap_or(Path::new("")).to_path_buf();
        read_text(text, &file, &folder, profile)
    };
    let path = name.strip_prefix("./").unwrap_or(name);
    if let Some((path, text)) = path.strip_prefix("experiments/").and_then(|path| Some((path, experiment(path)?))) {
        return Ok(Some((format!("file experiments/{path}"), read(path, text)?)));
    }
    if name.contains(['/', '\\', '.']) {
        return Ok(None);
    }
    let (mut names, mut claim) = (Vec::new(), None);
    for (path, text) in EXPERIMENTS {
        let found = if path.starts_with("claims/") && !text.contains("[[experiment]]") {
            Vec::new()
        } else {
            read(path, text)?
        };
        if let Some(one) = found.iter().find(|experiment| experiment.name == name) {
            return Ok(Some((format!("experiment '{name}' of experiments/{path}"), vec![one.clone()])));
        }
        let id = path.strip_prefix("claims/").and_then(|file| file.strip_suffix(".toml")).unwrap_or("");
        names.extend(found.iter().map(|experiment| experiment.name.clone()).chain([id.to_string()]));
        if !id.is_empty() && id.eq_ignore_ascii_case(name) {
            claim = Some((format!("experiments of the claim {id}"), found));
        }
    }
    match claim {
        Some((title, found)) if found.is_empty() => {
            Err(anyhow!("'{name}': there are no {title}; 'list claims' says which claims are run"))
        }
        None => Err(anyhow!(
            "'{name}' is neither a file nor a built-in experiment or claim (see 'list experiments'){}",
            nearest(name, names.iter().map(String::as_str).filter(|known| !known.is_empty()))
        )),
        claim => Ok(claim),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn experiments_and_claims_are_found_by_name() {
        let find = |name: &str| built_in(Path::new(name), Profile::Quick);
        let (title, one) = find("a2-walked").unwrap().unwrap();
        assert!(title.contains("experiments/") && one.len() == 1 && one[0].name == "a2-walked", "{title}");
        let (title, all) = find("A2").unwrap().unwrap();
        assert!(title.contains("claim A2") && all.iter().any(|experiment| experiment.name == "a2-walked"), "{title}");
        assert_eq!(find("experiments/claims/A2.toml").unwrap().unwrap().1, all);
        assert!(find("/no/such/file.toml").unwrap().is_none() && find("mine.toml").unwrap().is_none());
        let error = find("a2-walkd").unwrap_err().to_string();
        assert!(error.contains("did you mean 'a2-walked'?"), "{error}");
    }
}
