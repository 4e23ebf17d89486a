//! How far a run is, shown without disturbing it: a thread of its own looks at the workers' counters now and then.

use std::io::{IsTerminal, Write};
use std::str::FromStr;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::pool::Progress;
use crate::base::text::nearest;

/// How progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProgressMode {
    /// A bar on a terminal that can draw one, plain lines elsewhere.
    #[default]
    Auto,
    /// A bar, if standard error is a terminal; else as plain.
    Bar,
    /// A line every ten seconds.
    Plain,
    /// Nothing.
    None,
}

/// The names of the modes.
pub const PROGRESS_MODES: [(&str, ProgressMode); 4] = [
    ("auto", ProgressMode::Auto),
    ("bar", ProgressMode::Bar),
    ("plain", ProgressMode::Plain),
    ("none", ProgressMode::None),
];

impl FromStr for ProgressMode {
    type Err = String;

    fn from_str(text: &str) -> Result<ProgressMode, String> {
        let found = PROGRESS_MODES.iter().find(|(name, _)| *name == text).map(|(_, mode)| *mode);
        found.ok_or_else(|| {
            let hint = nearest(text, PROGRESS_MODES.iter().map(|(name, _)| *name));
            format!("expected one of auto, bar, plain, none, found '{text}'{hint}")
        })
    }
}

impl ProgressMode {
    /// What is shown on a standard error that is a terminal or not, with these variables of the environment: never `Auto`,
    /// and a bar on a terminal alone.
    pub fn resolved(self, terminal: bool, term: Option<&str>, no_color: Option<&str>) -> ProgressMode {
        let dumb = term.is_none_or(|term| term.is_empty() || term == "dumb");
        // A bar is made of escape codes, and NO_COLOR is often set where those do harm.
        let plain_wanted = no_color.is_some_and(|value| !value.is_empty());
        match self {
            ProgressMode::Auto if terminal && !dumb && !plain_wanted => ProgressMode::Bar,
            ProgressMode::Bar if terminal && !dumb => ProgressMode::Bar,
            ProgressMode::Auto | ProgressMode::Bar => ProgressMode::Plain,
            other => other,
        }
    }

    fn of_environment(self) -> ProgressMode {
        let variable = |name: &str| std::env::var(name).ok();
        let (term, no_color) = (variable("TERM"), variable("NO_COLOR"));
        self.resolved(std::io::stderr().is_terminal(), term.as_deref(), no_color.as_deref())
    }
}

/// Time between two plain lines.
const LINE_EVERY: Duration = Duration::from_secs(10);

/// Time between two looks for a bar.
const LOOK_EVERY: Duration = Duration::from_millis(200);

/// Does the work and shows meanwhile how many jobs are finished, of `total`, `before` of which were done already.
pub fn watch<R>(mode: ProgressMode, before: u64, total: u64, progress: &Progress, work: impl FnOnce() -> R) -> R {
    let mode = mode.of_environment();
    if mode == ProgressMode::None {
        return work();
    }
    let (stop, stopped) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let started = Instant::now();
            let bar = (mode == ProgressMode::Bar).then(|| new_bar(before, total));
            let pause = if bar.is_some() { LOOK_EVERY } else { LINE_EVERY };
            while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(pause) {
                let finished = progress.finished();
                match &bar {
                    Some(bar) => bar.set_position(before + finished),
                    None => {
                        let line = line(finished, before, total, started.elapsed());
                        // Nobody may be listening any more; the run goes on.
                        let _ = writeln!(std::io::stderr(), "{line}");
                    }
                }
            }
            if let Some(bar) = bar {
                bar.set_position(before + progress.finished());
                bar.finish_and_clear();
            }
        });
        let result = work();
        drop(stop);
        result
    })
}

fn new_bar(before: u64, total: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr_with_hz(5)).with_position(before);
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} jobs, {per_sec}, {eta} left");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    bar.reset_eta();
    bar
}

/// `1200 of 5000 jobs, 24.0 %, 60.1/s, about 1 min left`.
fn line(finished: u64, before: u64, total: u64, elapsed: Duration) -> String {
    let done = before + finished;
    let percent = if total > 0 { 100.0 * done as f64 / total as f64 } else { 100.0 };
    let rate = finished as f64 / elapsed.as_secs_f64().max(1e-9);
    let left = if rate > 0.0 {
        format!("about {} left", duration(total.saturating_sub(done) as f64 / rate))
    } else {
        "time left unknown".to_string()
    };
    format!("{done} of {total} jobs, {percent:.1} %, {rate:.1}/s, {left}")
}

/// Seconds in the largest unit that fits: `42 s`, `3 min`, `2.5 h`.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 90.0 => format!("{s:.0} s"),
        s if s < 5400.0 => format!("{:.0} min", s / 60.0),
        s => format!("{:.1} h", s / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_need_a_terminal_that_can_draw() {
        use ProgressMode::{Auto, Bar, None as Silent, Plain};
        assert_eq!(Auto.resolved(true, Some("xterm"), None), Bar);
        assert_eq!(Auto.resolved(true, Some("xterm"), Some("")), Bar);
        assert_eq!(Auto.resolved(true, Some("xterm"), Some("1")), Plain);
        assert_eq!(Auto.resolved(true, Some("dumb"), None), Plain);
        assert_eq!(Auto.resolved(true, None, None), Plain);
        assert_eq!(Auto.resolved(false, Some("xterm"), None), Plain);
        assert_eq!(Bar.resolved(false, Some("xterm"), None), Plain);
        assert_eq!(Bar.resolved(true, Some("xterm"), Some("1")), Bar);
        assert_eq!(Silent.resolved(true, Some("xterm"), None), Silent);
        assert!("plian".parse::<ProgressMode>().unwrap_err().contains("did you mean 'plain'?"));
    }

    #[test]
    fn lines_count_what_is_finished() {
        assert_eq!(line(600, 600, 5000, Duration::from_secs(10)), "1200 of 5000 jobs, 24.0 %, 60.0/s, about 63 s left");
        assert_eq!(line(0, 10, 20, Duration::from_secs(10)), "10 of 20 jobs, 50.0 %, 0.0/s, time left unknown");
        assert_eq!(line(1, 0, 7201, Duration::from_secs(1)), "1 of 7201 jobs, 0.0 %, 1.0/s, about 2.0 h left");
    }
}
