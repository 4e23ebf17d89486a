//! Ours beside the bare loops (and, with the feature `peers`, beside other programs), interleaved in one run on one
//! thread. Prints the median of the pairwise time ratios: bare / ours for loops (1 is the machine's limit), peer / ours for
//! peers (2: twice as fast as the peer). What is timed is what `run` calls, counters on. Beside it the amount of our work
//! in a second (nodes, moves, leaves, games' plies), in millions and by the median too: it tells of this machine, now.
//!
//! `cargo bench --bench ratios [-- FILTER]`; compare ratios only, since machines differ and drift.

mod bare;
mod tasks;

use std::time::Instant;

/// Pairs of runs a ratio is the median of, where MNKLAB_PAIRS does not say otherwise (0: each side once, for callgrind).
const PAIRS: usize = 7;

fn main() {
    // Cargo passes `--bench`; the first free word selects tasks.
    let filter = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    let pairs = std::env::var("MNKLAB_PAIRS").ok().and_then(|text| text.parse().ok()).unwrap_or(PAIRS);
    println!("{:<72} {:>7} {:>7} {:>7} {:>8} {:>9}", "task", "ratio", "lowest", "highest", "goal", "ours, M/s");
    for task in tasks::all() {
        if filter.as_ref().is_some_and(|filter| !task.name.contains(filter.as_str())) {
            continue;
        }
        task.check();
        if pairs == 0 {
            continue;
        }
        let (mut ratios, mut rates): (Vec<f64>, Vec<f64>) = (0..pairs)
            .map(|pair| {
                // A B, B A, A B, ..: a drift of the machine hits both sides alike.
                let ((work, ours), (_, theirs)) = if pair % 2 == 0 {
                    let ours = timed(&task.ours);
                    (ours, timed(&task.theirs))
                } else {
                    let theirs = timed(&task.theirs);
                    (timed(&task.ours), theirs)
                };
                (theirs / ours, work as f64 / ours / 1e6)
            })
            .unzip();
        ratios.sort_by(f64::total_cmp);
        rates.sort_by(f64::total_cmp);
        let (low, high, middle) = (ratios[0], ratios[pairs - 1], pairs / 2);
        let (ratio, rate) = (ratios[middle], rates[middle]);
        println!("{:<72} {ratio:>7.2} {low:>7.2} {high:>7.2} {:>8} {rate:>9.2}", task.name, task.goal);
    }
}

/// What a side did, and in how many seconds.
fn timed(work: &dyn Fn() -> u64) -> (u64, f64) {
    let started = Instant::now();
    let done = std::hint::black_box(work());
    (done, started.elapsed().as_secs_f64())
}
