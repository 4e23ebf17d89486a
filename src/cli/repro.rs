//! `mnklab repro`: the claims' experiments are run, each claim is judged, the table of verdicts is printed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use super::arguments;
use super::dry_run;
use super::execute::command_line;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::{Output, note};
use super::plot::{language, warn_of_boxes};
use super::signals;
use crate::analysis::claim::{self, Claim, Part};
use crate::analysis::claims_csv::{self, ClaimRow};
use crate::analysis::judge_claim::judge_claims;
use crate::analysis::verdict::Verdict;
use crate::arena::{self, RunOptions};
use crate::base::embedded::EXPERIMENTS;
use crate::records::folder;
use crate::records::ledger::Header;
use crate::records::manifest::{Manifest, Status};
use crate::report::claims_chart::verdict_word;
use crate::report::claims_text;
use crate::report::markdown;
use crate::report::theme::Theme;
use crate::report::words::{Lang, Word};
use crate::spec::{Experiment, Plan, Profile, read_text};

/// The file of verdicts in the folder of the results.
pub(super) const CLAIMS_CSV: &str = "claims.csv";

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
    #[arg(long, value_name = "IDS", value_delimiter = ',', value_parser = arguments::claim)]
    pub claims: Vec<String>,
    /// Language of the table, the charts and the report: en or zh.
    #[arg(long, value_name = "LANG", default_value = "en", value_parser = language)]
    pub lang: Lang,
}

impl Repro {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        let claims = Claim::select(&self.claims).context("--claims").or_usage()?;
        let plans = self.plans(&claims, common).or_usage()?;
        if common.dry_run {
            return dry_run::print_summary(&plans, common, output);
        }
        let profile = self.profile();
        let name = if profile == Profile::Quick { "repro".to_string() } else { format!("repro-{profile}") };
        let top = common.out.clone().unwrap_or_else(|| Path::new("results").join(&name));
        make_way(&top, &plans, common)?;
        let missing = run_all(&top, &plans, common)?;
        let command =
            if profile == Profile::Quick { "mnklab repro".to_string() } else { format!("mnklab repro --{profile}") };
        // The file holds every claim, also where only some were asked for: what is there from before still counts.
        let all = judge_claims(&Claim::all().or_failed()?, &top, &command);
        claims_csv::write(&top.join(CLAIMS_CSV), &all, common.excel).or_failed()?;
        let report = if signals::stopped().is_none() {
            note(common.quiet, "drawing charts and writing the report");
            let theme = Theme::new(self.lang);
            let report = markdown::repro_report(&top, &theme).or_failed()?;
            warn_of_boxes(&theme, common);
            Some(report)
        } else {
            None
        };
        let rows: Vec<ClaimRow> = all.into_iter().filter(|row| claims.iter().any(|claim| claim.id == row.id)).collect();
        if common.json {
            output.json(&rows)?;
        } else {
            self.table(&claims, &rows, output)?;
            output.line(format_args!("results: {}", top.display()))?;
            if let Some(report) = report {
                output.line(format_args!("report:  {}", report.display()))?;
            }
        }
        if missing == 0 && signals::stopped().is_none() {
            return Ok(Exit::Done);
        }
        let what = if missing == 0 { "charts and report are".to_string() } else { format!("{missing} jobs are") };
        note(false, format_args!("{what} missing; continue with: {}", command_line()));
        Ok(signals::stopped().unwrap_or(Exit::Incomplete))
    }

    /// The table of verdicts; claims that are only listed are one line at its end.
    fn table(&self, claims: &[Claim], rows: &[ClaimRow], output: &mut Output) -> Result<(), Failure> {
        let chinese = self.lang == Lang::Zh;
        let parts: BTreeMap<&str, &Part> =
            claims.iter().flat_map(|claim| &claim.parts).map(|part| (part.id.as_str(), part)).collect();
        let says = |part: &str| {
            parts.get(part).map(|part| if chinese { claims_text::chinese(&part.says_zh) } else { part.says.clone() })
        };
        let word = |key: &str| {
            let verdict = Verdict::ALL.iter().find(|(_, name)| *name == key);
            match verdict {
                // In English the names of the file of claims serve, so that a search for one finds it in both.
                Some(_) if !chinese => key.to_string(),
                Some((verdict, _)) => verdict_word(*verdict).text(self.lang).to_string(),
                None => Word::from_key(key).map_or_else(|| key.to_string(), |word| word.text(self.lang).to_string()),
            }
        };
        let (listed, judged): (Vec<ClaimRow>, Vec<ClaimRow>) = rows
            .iter()
            .cloned()
            .partition(|row| claims.iter().any(|claim| claim.id == row.id && claim.status == claim::Status::NotRun));
        let unit = |unit: &str| if chinese { claims_text::unit_text(unit, self.lang) } else { unit.to_string() };
        output.text(&claims_csv::table(&judged, WIDTH, &word, &unit, &says))?;
        if !listed.is_empty() {
            let ids: Vec<&str> = listed.iter().map(|row| row.part.as_str()).collect();
            let head = if chinese {
                "尚未运行（原因见 claims.csv）："
            } else {
                "not run yet (reasons in claims.csv): "
            };
            for line in claims_csv::wrap(&format!("{head}{}", ids.join(" ")), WIDTH) {
                output.line(line)?;
            }
        }
        Ok(())
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
        // A whole run draws the figures that belong to no single claim as well.
        let figures: Vec<String> = if self.claims.is_empty() { self.figure_experiments()? } else { Vec::new() };
        let mut wanted: Vec<&str> = Vec::new();
        for part in claims.iter().flat_map(|claim| &claim.parts) {
            let others = part.others.iter().map(|other| &other.source);
            for source in part.source.iter().chain(others) {
                if !wanted.contains(&source.experiment.as_str()) {
                    wanted.push(&source.experiment);
                }
            }
        }
        wanted.extend(figures.iter().map(String::as_str));
        wanted
            .into_iter()
            .map(|name| {
                let mut experiment =
                    experiments.remove(name).with_context(|| format!("there is no experiment '{name}'"))?;
                if let Some(seed) = common.seed {
                    experiment.set_seed(seed);
                }
                Plan::new(experiment).with_context(|| format!("experiment '{name}'"))
            })
            .collect()
    }
}

impl Repro {
    /// Names of the experiments below `experiments/figures/`.
    fn figure_experiments(&self) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for (path, text) in EXPERIMENTS.iter().filter(|(path, _)| path.starts_with("figures/")) {
            let name = format!("experiments/{path}");
            let read = read_text(text, &name, Path::new("experiments/figures"), self.profile())?;
            names.extend(read.into_iter().map(|experiment| experiment.name));
        }
        Ok(names)
    }
}

/// The folder of an experiment.
fn folder_of(top: &Path, plan: &Plan) -> PathBuf {
    top.join(folder::folder_name(&plan.experiment().name))
}

/// Makes room where another plan or another revision of the program left results: the program's own folder is moved aside,
/// one that the user named only with `--force`.
fn make_way(top: &Path, plans: &[Plan], common: &Common) -> Result<(), Failure> {
    folder::inspect_group(top).or_usage()?;
    for plan in plans {
        let path = folder_of(top, plan);
        let header = Header::new(plan.hash());
        let Some(hindrance) = folder::inspect(&path, &header).or_usage()?.hindrance(&header) else { continue };
        if common.force {
            folder::remove(&path).or_failed()?;
        } else if common.out.is_some() {
            return Err(Failure::usage(anyhow!("{} {hindrance}; {}", path.display(), folder::ADVICE)));
        } else {
            let aside = folder::move_aside(top).or_failed()?;
            note(common.quiet, format_args!("{} {hindrance}; moved to {}", path.display(), aside.display()));
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
        command_line: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
    };
    let mut missing = 0;
    for (number, plan) in plans.iter().enumerate() {
        if signals::stopped().is_some() {
            let finished = matches!(Manifest::load(&folder_of(top, plan)), Ok(Some(manifest)) if manifest.status == Status::Finished);
            missing += if finished { 0 } else { plan.job_count() };
            continue;
        }
        note(common.quiet, format_args!("[{}/{}] {}", number + 1, plans.len(), plan.experiment().name));
        let outcome = arena::run(plan, &folder_of(top, plan), &options).or_failed()?;
        outcome.notices.iter().for_each(|notice| note(common.quiet, notice));
        missing += outcome.job_count - outcome.done;
    }
    Ok(missing)
}
