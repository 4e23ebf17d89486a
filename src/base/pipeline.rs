//! Work in three stages on all threads: what one reads in order, all make into something else, and one takes in order.
//!
//! No thread is bound to a stage, and none sleeps while there is something to do: waking a thread takes longer than a
//! piece of work here.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Pieces for each thread that may be under way at once.
const UNDER_WAY: u64 = 3;

struct State<A, B, E> {
    waiting: VecDeque<(u64, A)>,
    made: BTreeMap<u64, B>,
    /// Pieces that were read, and taken.
    read: u64,
    taken: u64,
    all_read: bool,
    error: Option<E>,
}

/// Tells the other threads that one of them panicked, so that they do not wait for its piece.
struct Alarm<'a>(&'a AtomicBool);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Runs the three stages on the threads of the pool in which it is called. `read` ends with `None`; `take` sees what `make`
/// made in the order in which it was read. A few pieces for each thread are in memory at a time.
///
/// # Errors
/// The first of `take`, after which nothing more is taken.
pub fn in_order<A: Send, B: Send, E: Send>(
    read: impl FnMut() -> Option<A> + Send,
    make: impl Fn(A) -> B + Sync,
    take: impl FnMut(B) -> Result<(), E> + Send,
) -> Result<(), E> {
    let (waiting, made) = (VecDeque::new(), BTreeMap::new());
    let state = Mutex::new(State { waiting, made, read: 0, taken: 0, all_read: false, error: None });
    let (read, take, panicked) = (Mutex::new(read), Mutex::new(take), AtomicBool::new(false));
    let window = UNDER_WAY * rayon::current_num_threads() as u64;
    let look = || -> MutexGuard<State<A, B, E>> { state.lock().unwrap_or_else(PoisonError::into_inner) };
    let step_take = || {
        let Ok(mut take) = take.try_lock() else { return false };
        let next = {
            let mut state = look();
            let next = state.taken;
            // Errors are set by who holds `take`.
            if state.error.is_none() { state.made.remove(&next) } else { None }
        };
        let Some(piece) = next else { return false };
        let result = take(piece);
        let mut state = look();
        state.taken += 1;
        state.error = result.err();
        true
    };
    let step_make = || {
        let next = look().waiting.pop_front();
        let Some((number, piece)) = next else { return false };
        let piece = make(piece);
        look().made.insert(number, piece);
        true
    };
    let step_read = || {
        let Ok(mut read) = read.try_lock() else { return false };
        let room = {
            let state = look();
            !state.all_read && state.read - state.taken < window
        };
        if !room {
            return false;
        }
        let piece = read();
        let mut state = look();
        match piece {
            Some(piece) => {
                let number = state.read;
                state.waiting.push_back((number, piece));
                state.read += 1;
            }
            None => state.all_read = true,
        }
        true
    };
    rayon::broadcast(|_| {
        let _alarm = Alarm(&panicked);
        loop {
            let state = look();
            let over = state.error.is_some() || state.all_read && state.read == state.taken;
            drop(state);
            if over || panicked.load(Ordering::Relaxed) {
                break;
            }
            // What is nearest to the end first, since that frees memory.
            if !step_take() && !step_make() && !step_read() {
                std::thread::yield_now();
            }
        }
    });
    look().error.take().map_or(Ok(()), Err)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> rayon::ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    #[test]
    fn pieces_are_taken_in_order_by_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let (mut numbers, mut taken) = (0..1000u64, Vec::new());
            let take = |piece| {
                taken.push(piece);
                Ok::<(), ()>(())
            };
            pool(threads).install(|| in_order(|| numbers.next(), |number| number * number, take)).unwrap();
            assert_eq!(taken, (0..1000).map(|number| number * number).collect::<Vec<u64>>());
        }
    }

    #[test]
    fn few_pieces_are_under_way_and_an_error_ends_it() {
        let (read, taken) = (Mutex::new(0u64), Mutex::new(0u64));
        let next = || {
            let mut read = read.lock().unwrap();
            assert!(*read - *taken.lock().unwrap() <= 2 * UNDER_WAY);
            *read += 1;
            Some(*read)
        };
        let take = |piece| {
            *taken.lock().unwrap() += 1;
            if piece < 50 { Ok(()) } else { Err(piece) }
        };
        assert_eq!(pool(2).install(|| in_order(next, |piece| piece, take)), Err(50));
        assert_eq!(*taken.lock().unwrap(), 50);
    }

    #[test]
    #[should_panic(expected = "a piece broke")]
    fn a_panic_is_passed_on_and_nobody_waits() {
        let mut numbers = 0..1000;
        let make = |number| assert!(number != 30, "a piece broke");
        let _ = pool(2).install(|| in_order(|| numbers.next(), make, Ok::<(), ()>));
    }
}
