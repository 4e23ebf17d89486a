//! The two stages of a stop asked for from outside: finish what runs, or quit at once.

use std::sync::atomic::{AtomicU8, Ordering};

static STAGE: AtomicU8 = AtomicU8::new(0);

/// Asks that no new job be started: what runs is finished and written.
pub fn request_finish() {
    STAGE.fetch_max(1, Ordering::SeqCst);
}

/// Asks that running searches be abandoned as well.
pub fn request_quit() {
    STAGE.fetch_max(2, Ordering::SeqCst);
}

/// Whether no new job may start.
#[inline]
pub fn finishing() -> bool {
    STAGE.load(Ordering::Relaxed) >= 1
}

/// Whether running searches should give up; what they return is not to be recorded.
#[inline]
pub fn quitting() -> bool {
    STAGE.load(Ordering::Relaxed) >= 2
}
