//! `--dry-run`: the specification as TOML with comments, the grid, the number of jobs and the time they may take. What is
//! not TOML is a comment, so that the output is a specification to start from.

use std::time::{Duration, Instant};

use serde_json::json;

use super::exit::{Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::arena::pool::thread_count;
use crate::arena::runner::Runner;
use crate::base::{Position, interrupt};
use crate::games::GameVisitor;
use crate::spec::Plan;

/// Players of a grid that are listed.
const SHOWN_PLAYERS: u64 = 100;

/// Most jobs that are tried for an estimate.
const TRIED_JOBS: u64 = 256;

/// The golden ratio's fraction: multiples of it spread evenly however many there are.
const SPREAD: f64 = 0.618_033_988_749_894_9;

/// Time after which no further job is tried.
const ENOUGH: Duration = Duration::from_millis(1500);

/// The same where many experiments are tried.
const ENOUGH_OF_MANY: Duration = Duration::from_millis(250);

/// Time after which the job that runs is given up.
const GIVE_UP: Duration = Duration::from_secs(4);

/// Prints what would be run: one specification, or a file of several. Jobs are tried to estimate their time; nothing is
/// kept of them.
///
/// # Errors
///
/// Only where the output cannot be written.
pub fn print(plans: &[Plan], common: &Common, output: &mut Output) -> Outcome {
    if common.json {
        return print_json(plans, common, output);
    }
    let threads = threads(common);
    for (number, plan) in plans.iter().enumerate() {
        if number > 0 {
            output.line("")?;
        }
        output.text(&if plans.len() == 1 { plan.to_toml(true) } else { plan.to_toml_item() })?;
        grid(plan, output)?;
        output.line(format_args!("\n# {} jobs; plan {}", plan.job_count(), plan.hash()))?;
        let time = match estimate(plan, plans.len(), threads) {
            Some(seconds) => format!("about {}", describe(seconds)),
            None => format!("not known; one job takes more than {}", describe(GIVE_UP.as_secs_f64())),
        };
        output.line(format_args!("# estimated time with {threads} threads: {time}"))?;
    }
    Ok(Exit::Done)
}

/// Prints the specifications of all with their jobs and estimated times as a list.
fn print_json(plans: &[Plan], common: &Common, output: &mut Output) -> Outcome {
    let threads = threads(common);
    let report = |plan: &Plan| {
        json!({ "experiment": plan.experiment().name, "jobs": plan.job_count(), "plan_hash": plan.hash(),
                "estimated_s": estimate(plan, plans.len(), threads), "toml": plan.to_toml(true) })
    };
    output.json(&plans.iter().map(report).collect::<Vec<_>>())?;
    Ok(Exit::Done)
}

fn threads(common: &Common) -> usize {
    let variable = std::env::var("SLURM_CPUS_PER_TASK").ok();
    thread_count(common.threads.map(usize::from), variable.as_deref())
}

/// Seconds that a plan may take, of as many as are estimated; nothing where its first job takes too long.
fn estimate(plan: &Plan, plans: usize, threads: usize) -> Option<f64> {
    // After one that was given up no other can be tried.
    if interrupt::quitting() {
        return None;
    }
    let enough = if plans == 1 { ENOUGH } else { ENOUGH_OF_MANY };
    let mean = mean_time(plan, enough)?;
    Some(mean.as_secs_f64() * plan.job_count() as f64 / threads as f64)
}

/// Prints what would be run of many experiments: one a line with its jobs and their estimated time, and what they come to.
/// As JSON each has its whole specification too.
///
/// # Errors
///
/// Only where the output cannot be written.
pub fn print_summary(plans: &[Plan], common: &Common, output: &mut Output) -> Outcome {
    if common.json {
        return print_json(plans, common, output);
    }
    let threads = threads(common);
    let (mut total, mut complete, mut jobs) = (0.0, true, 0);
    let width = plans.iter().map(|plan| plan.experiment().name.chars().count()).max().unwrap_or(0);
    for plan in plans {
        let seconds = estimate(plan, plans.len(), threads);
        complete &= seconds.is_some();
        total += seconds.unwrap_or(0.0);
        jobs += plan.job_count();
        let name = &plan.experiment().name;
        let time = seconds.map_or("not estimated".to_string(), describe);
        output.line(format_args!("{name:width$}  {:>8} jobs  {time}", plan.job_count()))?;
    }
    let least = if complete { "about" } else { "at least" };
    let (count, total) = (plans.len(), describe(total));
    output.line(format_args!(
        "{count} experiments, {jobs} jobs; estimated time with {threads} threads: {least} {total}"
    ))?;
    output.line("'run NAME --dry-run' prints the specification of one, --json of all")?;
    Ok(Exit::Done)
}

fn grid(plan: &Plan, output: &mut Output) -> Result<(), Failure> {
    let players = plan.player_count();
    output.line(format_args!("\n# {players} players:"))?;
    for index in 0..players.min(SHOWN_PLAYERS) {
        output.line(format_args!("#   {}", plan.label(index)))?;
    }
    if players > SHOWN_PLAYERS {
        output.line(format_args!("#   and {} more", players - SHOWN_PLAYERS))?;
    }
    Ok(())
}

fn describe(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 1.0 => "a second".to_string(),
        seconds if seconds < 120.0 => format!("{seconds:.0} s"),
        seconds if seconds < 7200.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}

/// The mean time of some jobs; nothing if the first ones took too long.
fn mean_time(plan: &Plan, enough: Duration) -> Option<Duration> {
    let (sender, receiver) = std::sync::mpsc::channel();
    let plan = plan.clone();
    // A job that nothing can stop, a count above all, is left behind: the program ends after a dry run.
    std::thread::spawn(move || sender.send(plan.game().visit(Try { plan: &plan, enough })));
    match receiver.recv_timeout(GIVE_UP) {
        Ok(mean) => mean,
        Err(_) => {
            interrupt::request_quit();
            None
        }
    }
}

/// Jobs to try, spread over the plan whenever it is enough: the first one, often the largest, is not tried first.
fn tried_jobs(jobs: u64) -> impl Iterator<Item = u64> {
    (0..TRIED_JOBS.min(jobs)).map(move |step| ((0.5 + step as f64 * SPREAD).fract() * jobs as f64) as u64)
}

struct Try<'a> {
    plan: &'a Plan,
    /// Time after which no further job is tried.
    enough: Duration,
}

impl GameVisitor for Try<'_> {
    type Output = Option<Duration>;

    fn visit<P: Position>(self, start: P) -> Option<Duration> {
        let started = Instant::now();
        let mut runner = Runner::new(self.plan, &start);
        let (jobs, mut tried) = (self.plan.job_count(), 0u32);
        for job in tried_jobs(jobs) {
            if started.elapsed() > self.enough || runner.run(job).is_none() {
                break;
            }
            tried += 1;
        }
        started.elapsed().checked_div(tried)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tried_jobs_are_spread_from_the_beginning() {
        for jobs in [1, 2, 7, 256, 13_560, 1 << 32] {
            let tried: Vec<u64> = tried_jobs(jobs).collect();
            assert_eq!(tried.len() as u64, jobs.min(TRIED_JOBS));
            assert!(tried.iter().all(|job| *job < jobs));
            for few in [8, 64] {
                let low = tried.iter().take(few).filter(|job| **job < jobs / 2).count();
                assert!(tried.len() < few || low.abs_diff(few / 2) <= 1, "{jobs}: {low} of {few}");
            }
        }
    }

    #[test]
    fn times_are_told_in_units_that_fit() {
        assert_eq!(
            ["a second", "30 s", "5 min", "3.0 h"],
            [0.1, 30.0, 300.0, 10_800.0].map(describe).each_ref().map(String::as_str)
        );
    }
}
