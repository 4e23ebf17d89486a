//! The pool: workers that take jobs in plan order and one ledger that they write to.
//!
//! What workers share is kept off the path of a job. Each counts in a word on a cache line of its own, takes several small
//! jobs at a time, and hands finished records over in batches: a lock that is taken once in [`HAND_OVER`] is not contended,
//! and a kill loses no more than that much work of small jobs. A job that takes longer is written as soon as it is done.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rayon::ThreadPool;

use super::early_stop::EarlyStop;
use super::runner::Runner;
use crate::base::{Position, interrupt};
use crate::records::ledger::{Batch, Ledger};
use crate::records::rows::JobRecord;
use crate::spec::Plan;

/// How long finished records may wait for being written.
const HAND_OVER: Duration = Duration::from_millis(20);

/// Bytes of records that may wait.
const WAITING_BYTES: usize = 1 << 18;

/// Work that a worker takes at once, as far as small jobs go.
const PORTION: Duration = Duration::from_micros(500);

/// Most units of jobs that a worker takes at once.
const MOST_UNITS: u64 = 64;

/// A number on a cache line of its own (two lines, since processors fetch them in pairs).
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Counter(AtomicU64);

impl Counter {
    /// Its value.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// What is left to do of a plan, and how far its workers are.
#[derive(Debug)]
pub struct Progress {
    finished: Vec<Counter>,
    next_unit: Counter,
    stop: AtomicBool,
}

impl Progress {
    /// For so many workers.
    pub fn new(workers: usize) -> Progress {
        Progress {
            finished: (0..workers.max(1)).map(|_| Counter::default()).collect(),
            next_unit: Counter::default(),
            stop: AtomicBool::new(false),
        }
    }

    /// Jobs that were finished, by all workers together.
    pub fn finished(&self) -> u64 {
        self.finished.iter().map(Counter::get).sum()
    }
}

/// Threads to work with: what was asked for, at most what the scheduler grants and the machine has.
///
/// SLURM_CPUS_PER_TASK is asked for too, since affinity and quota do not always tell what was granted.
pub fn thread_count(asked: Option<usize>, granted: Option<&str>) -> usize {
    let available = std::thread::available_parallelism().map_or(1, |count| count.get());
    let granted = granted.and_then(|text| text.trim().parse::<usize>().ok()).filter(|&count| count > 0);
    asked.unwrap_or(usize::MAX).min(granted.unwrap_or(usize::MAX)).min(available).max(1)
}

/// The shared end of all workers.
struct Sink<'a> {
    ledger: &'a mut Ledger,
    early_stop: Option<&'a mut EarlyStop>,
    error: Option<anyhow::Error>,
}

/// The threads of a run.
///
/// # Errors
/// If they cannot be started.
pub fn threads(count: usize) -> Result<ThreadPool> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(count)
        .thread_name(|number| format!("worker-{number}"))
        // Recursive searches of long games want more than the default.
        .stack_size(16 << 20)
        .build()
        .context("cannot start the worker threads")
}

/// Runs all jobs that the ledger does not hold, on the threads of a pool, until they are done, the program is asked to stop, or the match is
/// decided. `start` is the empty board.
///
/// # Errors
/// If a record cannot be written: what was written before stays.
pub fn run<P: Position>(
    pool: &ThreadPool,
    plan: &Plan,
    start: &P,
    ledger: &mut Ledger,
    early_stop: Option<&mut EarlyStop>,
    progress: &Progress,
) -> Result<()> {
    let todo = Todo::new(plan, ledger);
    let sink = Mutex::new(Sink { ledger, early_stop, error: None });
    pool.broadcast(|context| work(plan, start, &todo, &sink, progress, context.index()));
    let sink = sink.into_inner().unwrap_or_else(PoisonError::into_inner);
    sink.error.map_or(Ok(()), Err)
}

fn work<P: Position>(plan: &Plan, start: &P, todo: &Todo, sink: &Mutex<Sink>, progress: &Progress, index: usize) {
    let Some(finished) = progress.finished.get(index) else { return };
    let mut runner = Runner::new(plan, start);
    let mut waiting = Waiting {
        batch: Batch::default(),
        records: plan.match_section().and_then(|section| section.sprt).map(|_| Vec::new()),
    };
    let (mut portion, mut handed_over) = (1, Instant::now());
    let stopped = || interrupt::finishing() || progress.stop.load(Ordering::Relaxed);
    'work: while !stopped() {
        let from = progress.next_unit.0.fetch_add(portion, Ordering::Relaxed);
        if from >= todo.units {
            break;
        }
        let (begun, mut done) = (Instant::now(), 0u64);
        for job in todo.jobs(from, portion) {
            if stopped() {
                break 'work;
            }
            let Some(record) = runner.run(job) else { break 'work };
            if let Err(error) = waiting.push(record) {
                fail(sink, progress, error);
                break 'work;
            }
            done += 1;
            if waiting.batch.bytes() >= WAITING_BYTES || handed_over.elapsed() >= HAND_OVER {
                hand_over(sink, &mut waiting, progress, finished);
                handed_over = Instant::now();
            }
        }
        // Small jobs in larger portions, so that the shared counter is left alone.
        if done > 0 {
            let unit = begun.elapsed().as_nanos() * u128::from(todo.unit) / u128::from(done);
            portion = u64::try_from(PORTION.as_nanos() / unit.max(1)).unwrap_or(1).clamp(1, MOST_UNITS);
        }
    }
    if !interrupt::quitting() {
        hand_over(sink, &mut waiting, progress, finished);
    }
}

/// What a worker has finished and not handed over.
struct Waiting {
    batch: Batch,
    /// The same as records, where a sequential test wants to see them.
    records: Option<Vec<JobRecord>>,
}

impl Waiting {
    fn push(&mut self, record: JobRecord) -> Result<()> {
        self.batch.push(&record)?;
        if let Some(records) = &mut self.records {
            records.push(record);
        }
        Ok(())
    }
}

fn fail(sink: &Mutex<Sink>, progress: &Progress, error: anyhow::Error) {
    let mut sink = sink.lock().unwrap_or_else(PoisonError::into_inner);
    // The first error is the one to tell.
    sink.error.get_or_insert(error);
    progress.stop.store(true, Ordering::Relaxed);
}

fn hand_over(sink: &Mutex<Sink>, waiting: &mut Waiting, progress: &Progress, finished: &Counter) {
    if waiting.batch.is_empty() {
        return;
    }
    let mut guard = sink.lock().unwrap_or_else(PoisonError::into_inner);
    let sink = &mut *guard;
    if sink.error.is_some() {
        return;
    }
    if let Err(error) = sink.ledger.append_batch(&waiting.batch) {
        sink.error = Some(error);
        progress.stop.store(true, Ordering::Relaxed);
        return;
    }
    for record in waiting.records.iter_mut().flat_map(|records| records.drain(..)) {
        if let Some(early_stop) = &mut sink.early_stop
            && early_stop.take(&record)
        {
            progress.stop.store(true, Ordering::Relaxed);
        }
    }
    drop(guard);
    finished.0.fetch_add(waiting.batch.len() as u64, Ordering::Relaxed);
    waiting.batch.clear();
}

/// Which units of jobs are open: a bit for each.
struct Todo {
    open: Vec<u64>,
    units: u64,
    unit: u64,
    job_count: u64,
    /// Jobs of open units that are done nevertheless: the halves of pairs.
    halves: std::collections::HashSet<u64>,
}

impl Todo {
    fn new(plan: &Plan, ledger: &Ledger) -> Todo {
        let (unit, job_count) = (plan.unit().max(1), plan.job_count());
        let units = job_count.div_ceil(unit);
        let mut todo = Todo {
            open: vec![0; usize::try_from(units.div_ceil(64)).unwrap_or(0)],
            units,
            unit,
            job_count,
            halves: std::collections::HashSet::new(),
        };
        for number in 0..units {
            let jobs = number * unit..((number + 1) * unit).min(job_count);
            let done = jobs.clone().filter(|&job| ledger.index().is_done(job)).count() as u64;
            if done < jobs.end - jobs.start {
                if let Some(word) = todo.open.get_mut((number / 64) as usize) {
                    *word |= 1 << (number % 64);
                }
                todo.halves.extend(jobs.filter(|&job| ledger.index().is_done(job)));
            }
        }
        todo
    }

    /// The open jobs of some units, in plan order.
    fn jobs(&self, from: u64, count: u64) -> impl Iterator<Item = u64> + '_ {
        let to = from.saturating_add(count).min(self.units);
        let open =
            |number: &u64| self.open.get((number / 64) as usize).is_some_and(|word| word >> (number % 64) & 1 == 1);
        (from..to)
            .filter(open)
            .flat_map(|number| number * self.unit..((number + 1) * self.unit).min(self.job_count))
            .filter(|job| !self.halves.contains(job))
    }
}
