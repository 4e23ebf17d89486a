//! `mnklab run EXPERIMENT.toml`.

use std::path::PathBuf;

use clap::Args;

use super::execute::execute;
use super::exit::{Classify, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::spec::{Profile, read_file};

/// Runs the experiments of a TOML file, or continues them; 'sweep --dry-run' and 'match --dry-run' print one to start from.
#[derive(Args, Debug)]
pub struct Run {
    /// The file.
    #[arg(value_name = "EXPERIMENT.toml")]
    pub experiment: PathBuf,
    /// How much is run, where the file says it by profile: quick, full or overnight.
    #[arg(long, value_name = "NAME", default_value = "quick")]
    pub profile: Profile,
}

impl Run {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        let mut experiments = read_file(&self.experiment, self.profile).or_usage()?;
        if let Some(seed) = common.seed {
            experiments.iter_mut().for_each(|experiment| experiment.set_seed(seed));
        }
        execute("run", experiments, common, output)
    }
}
