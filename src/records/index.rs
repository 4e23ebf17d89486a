//! Where each job's line lies in the ledger: 8 bytes a job.

use anyhow::{Context, Result};

/// Set in a slot whose job failed and may be run again.
const FAILED: u64 = 1 << 63;

/// Byte offsets by job; slot 0 of the file is the header, so that 0 means "not there".
#[derive(Clone, Debug, Default)]
pub struct Index {
    slots: Vec<u64>,
    done: u64,
    failed: u64,
}

/// What recording a job did to the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entered {
    /// The job had no line yet.
    New,
    /// The job had failed before; its new line counts.
    Replaced,
    /// The job was done already; its first line counts.
    Duplicate,
}

impl Index {
    /// An empty index for a plan.
    ///
    /// # Errors
    /// If the plan has more jobs than memory has room for.
    pub fn new(job_count: u64) -> Result<Index> {
        let mut slots = Vec::new();
        usize::try_from(job_count)
            .ok()
            .and_then(|count| slots.try_reserve_exact(count).ok().map(|()| slots.resize(count, 0)))
            .with_context(|| format!("a plan of {job_count} jobs does not fit the memory (8 bytes a job)"))?;
        Ok(Index { slots, done: 0, failed: 0 })
    }

    /// Notes where a job's line lies. The job must be below [`job_count`](Index::job_count), or nothing happens.
    pub fn enter(&mut self, job: u64, offset: u64, failed: bool) -> Entered {
        let Some(slot) = usize::try_from(job).ok().and_then(|job| self.slots.get_mut(job)) else {
            return Entered::Duplicate;
        };
        let entered = match *slot {
            0 => Entered::New,
            old if old & FAILED != 0 => Entered::Replaced,
            _ => return Entered::Duplicate,
        };
        *slot = offset | if failed { FAILED } else { 0 };
        self.failed -= u64::from(entered == Entered::Replaced);
        *if failed { &mut self.failed } else { &mut self.done } += 1;
        entered
    }

    /// Whether the job is there and did not fail.
    pub fn is_done(&self, job: u64) -> bool {
        self.slot(job) != 0 && !self.is_failed(job)
    }

    /// Whether the job is there and failed.
    pub fn is_failed(&self, job: u64) -> bool {
        self.slot(job) & FAILED != 0
    }

    /// The offset of the job's line, failed or not.
    pub fn offset(&self, job: u64) -> Option<u64> {
        Some(self.slot(job) & !FAILED).filter(|&offset| offset != 0)
    }

    /// Jobs of the plan.
    pub fn job_count(&self) -> u64 {
        self.slots.len() as u64
    }

    /// Jobs that are there and did not fail.
    pub fn done_count(&self) -> u64 {
        self.done
    }

    /// Jobs that are there and failed.
    pub fn failed_count(&self) -> u64 {
        self.failed
    }

    fn slot(&self, job: u64) -> u64 {
        usize::try_from(job).ok().and_then(|job| self.slots.get(job)).copied().unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_success_stays_and_failures_give_way() {
        let mut index = Index::new(3).unwrap();
        assert_eq!(index.enter(1, 10, true), Entered::New);
        assert!(index.is_failed(1) && !index.is_done(1));
        assert_eq!(index.enter(1, 20, true), Entered::Replaced);
        assert_eq!((index.done_count(), index.failed_count()), (0, 1));
        assert_eq!(index.enter(1, 30, false), Entered::Replaced);
        assert_eq!(index.enter(1, 40, false), Entered::Duplicate);
        assert_eq!(index.enter(1, 50, true), Entered::Duplicate);
        assert_eq!(index.offset(1), Some(30));
        assert_eq!((index.done_count(), index.failed_count()), (1, 0));
        assert_eq!(index.enter(3, 60, false), Entered::Duplicate);
        assert_eq!((index.offset(0), index.offset(9)), (None, None));
    }

    #[test]
    fn an_absurd_plan_is_an_error_and_no_abort() {
        assert!(Index::new(u64::MAX).unwrap_err().to_string().contains("memory"));
        assert_eq!(std::mem::size_of_val(&Index::new(1000).unwrap().slots[..]), 8000);
    }
}
