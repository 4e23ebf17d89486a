//! SIGINT and SIGTERM. A verb that runs jobs is asked to finish them; any other verb ends at once.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use super::exit::Exit;

/// Whether a first signal lets running jobs finish.
static GRACEFUL: AtomicBool = AtomicBool::new(false);

/// The exit code of the first signal; 0 before it.
static STOPPED: AtomicU8 = AtomicU8::new(0);

/// From now on the first signal asks for an orderly end (see [`interrupt`](crate::base::interrupt)) and only the second
/// one quits. For verbs that run jobs and look at `interrupt::finishing`.
pub fn finish_on_first() {
    GRACEFUL.store(true, Ordering::SeqCst);
}

/// The exit code that a signal asked for, if one arrived.
pub fn stopped() -> Option<Exit> {
    match STOPPED.load(Ordering::SeqCst) {
        0 => None,
        code if code == Exit::Terminated as u8 => Some(Exit::Terminated),
        _ => Some(Exit::Interrupted),
    }
}

/// Starts to listen. The first thing that the program does; without it signals would just kill, which is all that happens
/// where listening is refused.
#[cfg(unix)]
pub fn install() {
    use signal_hook::consts::{SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            receive(if signal == SIGTERM { Exit::Terminated } else { Exit::Interrupted });
        }
    });
}

/// Signals of this kind exist on Unix only.
#[cfg(not(unix))]
pub fn install() {}

#[cfg(unix)]
fn receive(exit: Exit) {
    use super::output::note;
    use crate::base::interrupt;
    let first = STOPPED.compare_exchange(0, exit as u8, Ordering::SeqCst, Ordering::SeqCst).is_ok();
    if first && GRACEFUL.load(Ordering::SeqCst) {
        interrupt::request_finish();
        note(false, "stopping: the running jobs are finished and written; once more to quit at once");
        return;
    }
    interrupt::request_quit();
    // Nothing is dropped any more: programs that run for us would go on.
    crate::players::external::end_all();
    std::process::exit(exit as i32);
}
