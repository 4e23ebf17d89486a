//! `mnklab repro`: the claims' experiments are run, each claim is judged, the table of verdicts is printed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::dry_run;
use super::execute::command_line;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::{Output, note};
use super::signals;
use crate::analysis::claim::{Claim, Part};
use crate::analysis::claims_csv;
use crate::analysis::judge_claim::judge_claims;
use crate::arena::{self, RunOptions};
use crate::base::embedded::EXPERIMENTS;
use crate::records::folder::{self, State};
use crate::records::ledger::Header;
use crate::spec::{Experiment, Plan, Profile, read_text};

/// The file of verdicts in the folder of the results.
const CLAIMS_CSV: &str = "claims.csv";

/// Columns of the table of verdicts.
const WIDTH: usize = 80;

/// Runs the claims' experiments, judges each claim from the rows and prints the verdicts.
#[derive(Args, Debug)]
pub struct Repro {
    /// As many games and positions as the verdicts need.
    #[arg(long, conflicts_with = "overnight")]
    pub full: bool,
    /// With the documents' real seconds a move.
    #[arg(long)]
    pub overnight: bool,
    /// Only these claims, separated by commas: A2,C1.
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub claims: Vec<String>,
}

impl Repro {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        let claims = Claim::select(&self.claims).context("--claims").or_usage()?;
        let plans = self.plans(&claims, common).or_usage()?;
        if common.dry_run {
            return dry_run::print(&plans, common, output);
        }
        let profile = self.profile();
        let name = if profile == Profile::Quick { "repro".to_string() } else { format!("repro-{profile}") };
        let top = common.out.clone().unwrap_or_else(|| Path::new("results").join(&name));
        make_way(&top, &plans, common)?;
        let missing = run_all(&top, &plans, common)?;
        let command =
            if profile == Profile::Quick { "mnklab repro".to_string() } else { format!("mnklab repro --{profile}") };
        let rows = judge_claims(&claims, &top, &command);
        claims_csv::write(&top.join(CLAIMS_CSV), &rows, common.excel).or_failed()?;
        if common.json {
            output.json(&rows)?;
        } else {
            let parts: BTreeMap<&str, &Part> =
                claims.iter().flat_map(|claim| &claim.parts).map(|part| (part.id.as_str(), part)).collect();
            let says = |part: &str| parts.get(part).map(|part| part.says.clone());
            output.text(&claims_csv::table(&rows, WIDTH, &str::to_string, &says))?;
            output.line(format_args!("results: {}", top.display()))?;
        }
        if missing == 0 {
            return Ok(Exit::Done);
        }
        note(false, format_args!("{missing} jobs are missing; continue with: {}", command_line()));
        Ok(signals::stopped().unwrap_or(Exit::Incomplete))
    }

    fn profile(&self) -> Profile {
        match (self.full, self.overnight) {
            (_, true) => Profile::Overnight,
            (true, _) => Profile::Full,
            _ => Profile::Quick,
        }
    }

    /// The plans of all experiments that the parts of the claims are measured in.
    fn plans(&self, claims: &[Claim], common: &Common) -> Result<Vec<Plan>> {
        let mut experiments: BTreeMap<String, Experiment> = BTreeMap::new();
        for (path, text) in EXPERIMENTS {
            // A claim that is only listed brings no experiment.
            if !text.contains("[[experiment]]") && path.starts_with("claims/") {
                continue;
            }
            let name = format!("experiments/{path}");
            let folder = PathBuf::from(&name).parent().map(Path::to_path_buf).unwrap_or_default();
            for experiment in read_text(text, &name, &folder, self.profile())? {
                experiments.insert(experiment.name.clone(), experiment);
            }
        }
        let mut wanted: Vec<&str> = Vec::new();
        for part in claims.iter().flat_map(|claim| &claim.parts) {
            let others = part.others.iter().map(|other| &other.source);
            for source in part.source.iter().chain(others) {
                if !wanted.contains(&source.experiment.as_str()) {
                    wanted.push(&source.experiment);
                }
            }
        }
        wanted
            .into_iter()
            .map(|name| {
                let mut experiment =
                    experiments.remove(name).with_context(|| format!("there is no experiment '{name}'"))?;
                experiment.seed = common.seed.unwrap_or(experiment.seed);
                Plan::new(experiment).with_context(|| format!("experiment '{name}'"))
            })
            .collect()
    }
}

/// The folder of an experiment.
fn folder_of(top: &Path, plan: &Plan) -> PathBuf {
    top.join(folder::folder_name(&plan.experiment().name))
}

/// Makes room where another plan or another revision of the program left results: the program's own folder is moved aside,
/// one that the user named only with `--force`.
fn make_way(top: &Path, plans: &[Plan], common: &Common) -> Result<(), Failure> {
    for plan in plans {
        let path = folder_of(top, plan);
        let header = Header::new(plan.hash());
        let found = match folder::inspect(&path, &header).or_usage()? {
            State::Fresh | State::Begun => continue,
            State::OtherPlan(hash) => format!("holds the results of another plan ({hash})"),
            State::OtherRevision(program) => format!("was begun by {program}, and this is {}", header.program()),
        };
        if common.force {
            folder::remove(&path).or_failed()?;
        } else if common.out.is_some() {
            return Err(Failure::usage(anyhow!(
                "{} {found}; choose another folder with --out, or replace this one with --force",
                path.display()
            )));
        } else {
            let aside = folder::move_aside(top).or_failed()?;
            note(common.quiet, format_args!("{} {found}; moved to {}", path.display(), aside.display()));
            return Ok(());
        }
    }
    Ok(())
}

/// Runs what is open and returns how many jobs are still missing or failed.
fn run_all(top: &Path, plans: &[Plan], common: &Common) -> Result<u64, Failure> {
    signals::finish_on_first();
    let options = RunOptions {
        threads: common.threads.map(usize::from),
        progress: common.progress_mode(),
        byte_order_mark: common.excel,
        command_line: std::env::args().collect(),
    };
    let mut missing = 0;
    for (number, plan) in plans.iter().enumerate() {
        if signals::stopped().is_some() {
            missing += plan.job_count();
            continue;
        }
        note(common.quiet, format_args!("[{}/{}] {}", number + 1, plans.len(), plan.experiment().name));
        let outcome = arena::run(plan, &folder_of(top, plan), &options).or_failed()?;
        outcome.notices.iter().for_each(|notice| note(common.quiet, notice));
        missing += outcome.job_count - outcome.done;
    }
    Ok(missing)
}
