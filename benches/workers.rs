//! What two workers play against what two separate one-thread processes play together, by wall time, interleaved:
//! `cargo bench --bench workers`. The ratio (processes / workers) is to be at least 0.95; it needs two idle cores, and runs of
//! a second or two: in shorter ones the start of a process counts.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

/// Pairs of runs whose median is printed.
const PAIRS: usize = 5;

const MATCHES: [(&str, &str, &str, u64); 3] = [
    ("tictactoe", "random", "random", 1_200_000),
    ("connect4", "alphabeta{depth=4,eval=doc-c}", "random", 6_000),
    ("gomoku", "doc-g-greedy", "random", 6_000),
];

fn main() {
    let folder = std::env::temp_dir().join(format!("mnklab-workers-{}", std::process::id()));
    println!("{:<60} {:>7} {:>7} {:>7}", "match", "ratio", "lowest", "highest");
    for (game, first, second, games) in MATCHES {
        let start = |name: &str, games: u64, threads: u64, seed: u64| -> Child {
            let _ = std::fs::remove_dir_all(folder.join(name));
            Command::new(env!("CARGO_BIN_EXE_mnklab"))
                .args(["match", game, first, second, "--quiet", "--progress", "none"])
                .args(["--games", &games.to_string(), "--threads", &threads.to_string(), "--seed", &seed.to_string()])
                .arg("--out")
                .arg(folder.join(name))
                .stdout(Stdio::null())
                .spawn()
                .expect("the program starts")
        };
        let seconds = |children: Vec<Child>| {
            let started = Instant::now();
            for mut child in children {
                assert!(child.wait().expect("a child").success(), "a match failed");
            }
            started.elapsed().as_secs_f64()
        };
        let workers = || seconds(vec![start("workers", games, 2, 1)]);
        let processes = || seconds(vec![start("one", games / 2, 1, 1), start("two", games / 2, 1, 2)]);
        let mut ratios: Vec<f64> = (0..PAIRS)
            .map(|pair| {
                if pair % 2 == 0 {
                    let workers = workers();
                    processes() / workers
                } else {
                    let processes = processes();
                    processes / workers()
                }
            })
            .collect();
        ratios.sort_by(f64::total_cmp);
        let name = format!("{game}: {first} against {second}, {games} games");
        println!("{name:<60} {:>7.2} {:>7.2} {:>7.2}", ratios[PAIRS / 2], ratios[0], ratios[PAIRS - 1]);
    }
    remove(&folder);
}

fn remove(folder: &Path) {
    // A folder in the system's place for temporary files: what cannot be removed does no harm.
    let _ = std::fs::remove_dir_all(folder);
}
