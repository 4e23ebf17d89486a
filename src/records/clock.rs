//! What a job takes: monotonic wall time and CPU time of the thread.

use std::time::Instant;

use super::rows::TimingRow;

/// CPU time that the calling thread has used, in ns; `None` where the system does not tell.
#[cfg(unix)]
pub fn thread_cpu_ns() -> Option<u64> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    let seconds = u64::try_from(time.tv_sec).ok()?;
    seconds.checked_mul(1_000_000_000)?.checked_add(u64::try_from(time.tv_nsec).ok()?)
}

/// CPU time that the calling thread has used, in ns; `None` where the system does not tell.
#[cfg(not(unix))]
pub fn thread_cpu_ns() -> Option<u64> {
    None
}

/// A running clock of one thread.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    wall: Instant,
    cpu_ns: Option<u64>,
}

impl Stopwatch {
    /// Starts it. It must be read on the same thread, or the CPU time is not that of the work.
    pub fn start() -> Stopwatch {
        Stopwatch { cpu_ns: thread_cpu_ns(), wall: Instant::now() }
    }

    /// What has passed, as the timing of a move (`ply` given) or of a whole job.
    pub fn timing(&self, job_id: u64, ply: Option<u32>) -> TimingRow {
        let wall_ns = u64::try_from(self.wall.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let cpu_ns = thread_cpu_ns().zip(self.cpu_ns).map(|(now, then)| now.saturating_sub(then));
        TimingRow { job_id, ply, wall_ns, cpu_ns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn sleep_takes_wall_time_and_no_cpu_time() {
        let watch = Stopwatch::start();
        std::thread::sleep(Duration::from_millis(30));
        let timing = watch.timing(7, Some(3));
        assert_eq!((timing.job_id, timing.ply), (7, Some(3)));
        assert!(timing.wall_ns >= 30_000_000);
        assert!(timing.cpu_ns.is_none_or(|cpu_ns| cpu_ns < 20_000_000), "{timing:?}");
    }

    #[test]
    #[cfg(unix)]
    fn work_takes_cpu_time() {
        let watch = Stopwatch::start();
        let mut state = 1u64;
        while watch.wall.elapsed() < Duration::from_millis(20) {
            state = std::hint::black_box(state.wrapping_mul(3));
        }
        assert!(watch.timing(0, None).cpu_ns.is_some_and(|cpu_ns| cpu_ns > 100_000));
    }
}
