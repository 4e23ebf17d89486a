//! When a search has to stop: the limits that all searches have, and another thread that was faster.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::base::{Limits, interrupt};

/// A running clock over [`Limits`]; a depth limits nothing here.
#[derive(Clone, Debug)]
pub(super) struct Watch<'a> {
    deadline: Option<Instant>,
    node_limit: u64,
    next_check: u64,
    answered: Option<&'a AtomicBool>,
    stopped: bool,
}

impl Watch<'_> {
    /// Nodes between two looks at the clock.
    const INTERVAL: u64 = 256;

    pub fn start(limits: &Limits) -> Watch<'static> {
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let deadline = limits.time.map(|time| Instant::now() + time);
        let next_check = Self::INTERVAL.min(node_limit);
        Watch { deadline, node_limit, next_check, answered: None, stopped: false }
    }

    /// The same clock for one question that another thread may answer first.
    pub fn until<'b>(&self, answered: &'b AtomicBool) -> Watch<'b> {
        let Watch { deadline, node_limit, next_check, stopped, .. } = *self;
        Watch { deadline, node_limit, next_check, answered: Some(answered), stopped }
    }

    #[inline(always)]
    pub fn must_stop(&mut self, nodes: u64) -> bool {
        if nodes < self.next_check { self.stopped } else { self.look(nodes) }
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, nodes: u64) -> bool {
        self.next_check = (nodes + Self::INTERVAL).min(self.node_limit.max(nodes + 1));
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let answered = self.answered.is_some_and(|flag| flag.load(Ordering::Relaxed));
        self.stopped |= nodes >= self.node_limit || late || answered || interrupt::quitting();
        self.stopped
    }
}
