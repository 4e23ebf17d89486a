//! Running a plan in a result folder, from the first job to the files that are derived from the ledger.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use rayon::ThreadPool;

use super::early_stop::EarlyStop;
use super::pool::{self, Progress};
use super::progress::{ProgressMode, watch};
use super::summary;
use crate::base::{Position, interrupt};
use crate::games::GameVisitor;
use crate::players::external::identity::Identity;
use crate::records::derive::{Derived, derive_first};
use crate::records::dictionary;
use crate::records::folder::Folder;
use crate::records::ledger::{Header, Ledger};
use crate::records::manifest::{ExternalProgram, Manifest, Status};
use crate::spec::Plan;

/// How a plan is run. Nothing of it changes what comes out.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// Worker threads asked for; absent: as many as there may be.
    pub threads: Option<usize>,
    /// How progress is shown.
    pub progress: ProgressMode,
    /// Whether CSV files begin with a byte order mark.
    pub byte_order_mark: bool,
    /// The command, for the manifest.
    pub command_line: Vec<String>,
}

/// What came of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// Jobs that count: those of the plan, or those up to the decision of a match.
    pub job_count: u64,
    /// Those that are there and did not fail.
    pub done: u64,
    /// Those that failed.
    pub failed: u64,
    /// Why the first of them did, by its number.
    pub first_failure: Option<(u64, String)>,
    /// Those that are not there.
    pub missing: u64,
    /// Jobs that were finished by this run, failed ones included.
    pub ran: u64,
    /// Whether the run was asked to stop.
    pub interrupted: bool,
    /// How the sequential test of a match ended, if it did.
    pub decision: Option<String>,
    /// What the user should be told: a repaired ledger, for one.
    pub notices: Vec<String>,
    /// Rows of the derived files.
    pub rows: Derived,
    /// Worker threads.
    pub threads: usize,
    /// How long it took.
    pub elapsed: Duration,
}

impl Outcome {
    /// Whether every job is there and none failed.
    pub fn is_complete(&self) -> bool {
        self.done == self.job_count
    }
}

/// Runs what a folder lacks of a plan and derives its files. A folder that lacks nothing is only reported.
///
/// # Errors
/// If the folder cannot be used (another plan, another revision, foreign files, no right to write), or a record or a file
/// cannot be written; what was recorded before stays.
pub fn run(plan: &Plan, folder: &Path, options: &RunOptions) -> Result<Outcome> {
    let started = Instant::now();
    let header = Header::new(plan.hash());
    let mut folder = Folder::open(folder, &plan.to_toml(true), &header, plan.job_count())?;
    let path = folder.path().to_path_buf();
    let threads = pool::thread_count(options.threads, std::env::var("SLURM_CPUS_PER_TASK").ok().as_deref());
    let pool = pool::threads(threads)?;
    let mut early_stop = EarlyStop::new(plan, folder.ledger())?;
    let finished = |ledger: &Ledger, early_stop: &Option<EarlyStop>| {
        ledger.is_finished() || early_stop.as_ref().is_some_and(EarlyStop::is_decided)
    };
    let earlier = Manifest::load(&path)?;
    let mut ran = 0;
    let nothing_left = finished(folder.ledger(), &early_stop);
    if nothing_left && earlier.as_ref().is_some_and(|manifest| manifest.status == Status::Finished) {
        // Derived again only because that is cheap and repairs files that somebody changed or removed.
        let rows = pool.install(|| write_files(plan, folder.ledger(), early_stop.as_ref(), &path, options))?;
        return Ok(outcome(folder.ledger(), early_stop.as_ref(), ran, rows, threads, started.elapsed()));
    }
    let mut manifest = earlier.unwrap_or_else(|| Manifest::new(plan.hash(), plan.job_count(), plan.experiment().seed));
    manifest.external_programs = plan.programs().iter().map(external_program).collect();
    manifest.begin(options.command_line.clone(), threads as u64);
    manifest.save(&path)?;
    let result = if nothing_left {
        Ok(())
    } else {
        let progress = Progress::new(threads);
        let before = folder.ledger().index().done_count();
        let result = watch(options.progress, before, plan.job_count(), &progress, || {
            let ledger = folder.ledger_mut();
            plan.game().visit(Jobs { pool: &pool, plan, ledger, early_stop: early_stop.as_mut(), progress: &progress })
        });
        ran = progress.finished();
        result.and_then(|()| folder.ledger().sync())
    };
    let files =
        result.and_then(|()| pool.install(|| write_files(plan, folder.ledger(), early_stop.as_ref(), &path, options)));
    let status = match &files {
        Err(_) => Status::Failed,
        Ok(_) if finished(folder.ledger(), &early_stop) => Status::Finished,
        Ok(_) if interrupt::finishing() => Status::Interrupted,
        Ok(_) => Status::Incomplete,
    };
    manifest.end(status);
    match files {
        Ok(rows) => {
            manifest.save(&path)?;
            Ok(outcome(folder.ledger(), early_stop.as_ref(), ran, rows, threads, started.elapsed()))
        }
        Err(error) => {
            // The first error is the one to tell; on a full disk this write fails as well.
            let _ = manifest.save(&path);
            Err(error)
        }
    }
}

fn external_program(Identity { path, bytes, content_hash }: &Identity) -> ExternalProgram {
    ExternalProgram { path: path.clone(), bytes: *bytes, content_hash: content_hash.clone() }
}

struct Jobs<'a> {
    pool: &'a ThreadPool,
    plan: &'a Plan,
    ledger: &'a mut Ledger,
    early_stop: Option<&'a mut EarlyStop>,
    progress: &'a Progress,
}

impl GameVisitor for Jobs<'_> {
    type Output = Result<()>;

    fn visit<P: Position>(self, start: P) -> Result<()> {
        pool::run(self.pool, self.plan, &start, self.ledger, self.early_stop, self.progress)
    }
}

fn write_files(
    plan: &Plan,
    ledger: &Ledger,
    early_stop: Option<&EarlyStop>,
    path: &Path,
    options: &RunOptions,
) -> Result<Derived> {
    let jobs = early_stop.and_then(EarlyStop::decided_jobs).unwrap_or(plan.job_count());
    let rows = derive_first(ledger, path, options.byte_order_mark, jobs)?;
    dictionary::write(path)?;
    summary::write(plan, early_stop, path, options.byte_order_mark)?;
    Ok(rows)
}

fn outcome(
    ledger: &Ledger,
    early_stop: Option<&EarlyStop>,
    ran: u64,
    rows: Derived,
    threads: usize,
    elapsed: Duration,
) -> Outcome {
    let index = ledger.index();
    let job_count = early_stop.and_then(EarlyStop::decided_jobs).unwrap_or(index.job_count());
    let count = |holds: &dyn Fn(u64) -> bool| (0..job_count).filter(|&job| holds(job)).count() as u64;
    let failed = count(&|job| index.is_failed(job));
    // A failed game before the decision is not played again: the match is decided without it.
    let done = if job_count == index.job_count() { index.done_count() } else { job_count - failed };
    let first_failure = (0..job_count).find(|&job| index.is_failed(job)).and_then(|failed| {
        let mut records = ledger.records().ok()?.flatten();
        records.find(|record| record.job == failed).map(|record| (failed, record.err().unwrap_or_default().to_string()))
    });
    Outcome {
        job_count,
        done,
        failed,
        first_failure,
        missing: job_count - done - failed,
        ran,
        interrupted: interrupt::finishing(),
        decision: early_stop.filter(|stop| stop.is_decided()).map(|stop| stop.describe()),
        notices: ledger.notices().to_vec(),
        rows,
        threads,
        elapsed,
    }
}
