//! Ours beside the bare loops (and, with the feature `peers`, beside other programs), interleaved in one run on one
//! thread. Prints the median of the pairwise time ratios: bare / ours for loops (1 is the machine's limit), peer / ours for
//! peers (2: twice as fast as the peer). What is timed is what `run` calls, counters on.
//!
//! `cargo bench --bench ratios [-- FILTER]`; times only as ratios, since machines differ and drift.

mod bare;
mod tasks;

use std::time::Instant;

/// Pairs of runs a ratio is the median of, where MNKLAB_PAIRS does not say otherwise (0: each side once, for callgrind).
const PAIRS: usize = 7;

fn main() {
    // Cargo passes `--bench`; the first free word selects tasks.
    let filter = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    let pairs = std::env::var("MNKLAB_PAIRS").ok().and_then(|text| text.parse().ok()).unwrap_or(PAIRS);
    println!("{:<58} {:>7} {:>7} {:>7}  {:>10}", "task", "ratio", "lowest", "highest", "goal");
    for task in tasks::all() {
        if filter.as_ref().is_some_and(|filter| !task.name.contains(filter.as_str())) {
            continue;
        }
        task.check();
        if pairs == 0 {
            continue;
        }
        let mut ratios: Vec<f64> = (0..pairs)
            .map(|pair| {
                // A B, B A, A B, ..: a drift of the machine hits both sides alike.
                let (ours, theirs) = if pair % 2 == 0 {
                    let ours = seconds(&task.ours);
                    (ours, seconds(&task.theirs))
                } else {
                    let theirs = seconds(&task.theirs);
                    (seconds(&task.ours), theirs)
                };
                theirs / ours
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let (low, high) = (ratios[0], ratios[pairs - 1]);
        println!("{:<58} {:>7.2} {low:>7.2} {high:>7.2}  {:>10}", task.name, ratios[pairs / 2], task.goal);
    }
}

fn seconds(work: &dyn Fn() -> u64) -> f64 {
    let started = Instant::now();
    std::hint::black_box(work());
    started.elapsed().as_secs_f64()
}
