//! When a search has to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The limits of one search; what is absent does not limit. Depth and nodes reproduce, time does not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies to search.
    pub depth_plies: Option<u32>,
    /// Nodes to visit (simulations for Monte-Carlo tree search); the search stops exactly there, a proof-number search with
    /// the children of its last node.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
}

impl Limits {
    /// A limit by depth alone.
    pub fn depth(plies: u32) -> Limits {
        Limits { depth_plies: Some(plies), ..Limits::default() }
    }

    /// Whether two searches under these limits do the same work on any machine.
    pub fn reproducible(&self) -> bool {
        self.time.is_none()
    }
}

/// A running clock over [`Limits`]: nodes exactly, time and interruption every [`Watch::INTERVAL`] nodes.
#[derive(Clone, Debug)]
pub struct Watch {
    started: Instant,
    deadline: Option<Instant>,
    node_limit: u64,
    next_check: u64,
    /// Set by whoever answered the question first.
    answered: Option<Arc<AtomicBool>>,
    stopped: bool,
}

impl Watch {
    /// Nodes between two looks at the clock: at one million nodes a second, a millisecond.
    pub const INTERVAL: u64 = 256;

    /// Starts the clock.
    pub fn start(limits: &Limits) -> Watch {
        let started = Instant::now();
        let deadline = limits.time.map(|time| started + time);
        let node_limit = limits.nodes.unwrap_or(u64::MAX);
        let next_check = Self::INTERVAL.min(node_limit);
        Watch { started, deadline, node_limit, next_check, answered: None, stopped: false }
    }

    /// The same clock for one question that another thread may answer first, and then sets the flag.
    pub fn until(&self, answered: &Arc<AtomicBool>) -> Watch {
        Watch { answered: Some(Arc::clone(answered)), ..self.clone() }
    }

    /// Asks whether the search has to stop, given the nodes it has visited. Cheap: one comparison as a rule.
    #[inline(always)]
    pub fn must_stop(&mut self, nodes: u64) -> bool {
        if nodes < self.next_check { self.stopped } else { self.look(nodes) }
    }

    #[cold]
    #[inline(never)]
    fn look(&mut self, nodes: u64) -> bool {
        self.next_check = (nodes + Self::INTERVAL).min(self.node_limit.max(nodes + 1));
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let answered = self.answered.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed));
        self.stopped |= nodes >= self.node_limit || late || answered || super::interrupt::quitting();
        self.stopped
    }

    /// Whether a stop was asked for.
    pub fn stopped(&self) -> bool {
        self.stopped
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Share of the budget of nodes or time, whichever is the scarcer, that is left after so many nodes, in 0..=1; 1 without
    /// such a limit. Under a node limit alone it reproduces.
    pub fn left_ratio(&self, nodes: u64) -> f64 {
        let share = |left: f64, whole: f64| if whole > 0.0 { left / whole } else { 0.0 };
        let of_nodes = match self.node_limit {
            u64::MAX => 1.0,
            limit => share(limit.saturating_sub(nodes) as f64, limit as f64),
        };
        let of_time = self.deadline.map_or(1.0, |deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            share(left.as_secs_f64(), deadline.duration_since(self.started).as_secs_f64())
        });
        of_nodes.min(of_time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_limit_stops_exactly() {
        let mut watch = Watch::start(&Limits { nodes: Some(1000), ..Limits::default() });
        let stop = (1..).find(|&nodes| watch.must_stop(nodes));
        assert_eq!(stop, Some(1000));
    }

    #[test]
    fn an_answer_of_another_thread_stops() {
        let (watch, answered) = (Watch::start(&Limits::default()), Arc::new(AtomicBool::new(false)));
        let mut until = watch.until(&answered);
        assert!(!until.must_stop(2 * Watch::INTERVAL));
        answered.store(true, Ordering::Relaxed);
        assert!(until.must_stop(4 * Watch::INTERVAL) && !watch.clone().must_stop(4 * Watch::INTERVAL));
    }

    #[test]
    fn the_scarcer_budget_counts() {
        let nodes = Watch::start(&Limits { nodes: Some(200), ..Limits::default() });
        assert_eq!([0, 50, 200, 300].map(|spent| nodes.left_ratio(spent)), [1.0, 0.75, 0.0, 0.0]);
        assert_eq!(Watch::start(&Limits::depth(3)).left_ratio(1 << 40), 1.0);
        let both = Limits { nodes: Some(200), time: Some(Duration::ZERO), depth_plies: None };
        assert_eq!(Watch::start(&both).left_ratio(50), 0.0);
    }

    #[test]
    fn time_limit_stops() {
        let started = Instant::now();
        let mut watch = Watch::start(&Limits { time: Some(Duration::from_millis(5)), ..Limits::default() });
        let stop = (1u64..).find(|&nodes| watch.must_stop(nodes));
        assert!(stop.is_some() && started.elapsed() >= Duration::from_millis(5));
    }
}
