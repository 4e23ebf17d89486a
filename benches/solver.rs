//! The Connect Four solver beside the crate `connect-four-ai`, exact scores without a book, tables cleared before each
//! position, on one thread: `cargo bench --bench solver --features peers`.
//!
//! The sets are made as Pons made his: random play, sorted by stones played and moves left. A position is solved by both
//! sides in turn; a score that differs ends the run. Printed are means per position and the ratio of times (below 1: less
//! time than the crate). `MNKLAB_EMPTY=1` solves the empty board as well, with a table of 1 GB.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use connect_four_ai::{Position as TheirPosition, Solver as TheirSolver};
use mnklab::base::Limits;
use mnklab::base::rng::Rng;
use mnklab::games::solver::{Mode, Position, Solver, Techniques, Usual};

type Board = Position<u64, Usual>;

/// Bytes of our table: as many as the crate's has.
const TABLE_BYTES: u64 = 64 << 20;

/// A set: its name, stones played, moves left, positions, nodes after which a candidate is left out, and the ratio that is
/// aimed at. The limit keeps the making of a set short; it leaves out the hardest positions, which favours neither side
/// knowingly, but was found with our solver.
struct Set(&'static str, std::ops::Range<u32>, std::ops::Range<u32>, usize, u64, f64);

const SETS: [Set; 6] = [
    Set("End-Easy", 29..42, 1..14, 1000, 1_000_000, 0.65),
    Set("Middle-Easy", 14..29, 1..14, 1000, 1_000_000, 0.65),
    Set("Middle-Medium", 14..29, 14..29, 200, 20_000_000, 0.45),
    Set("Begin-Easy", 4..14, 1..14, 200, 1_000_000, 0.80),
    Set("Begin-Medium", 6..14, 14..29, 10, 20_000_000, 0.60),
    Set("Begin-Hard", 6..14, 29..43, 3, 60_000_000, 0.40),
];

fn main() {
    let filter = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    println!(
        "{:<14} {:>5} {:>10} {:>12} {:>12} {:>7}  {:>7}",
        "set", "n", "nodes", "our us", "their us", "ratio", "goal"
    );
    let mut ours: Solver<u64, Usual> = Solver::new(Usual::default(), Techniques::ALL, TABLE_BYTES);
    let mut theirs = TheirSolver::empty();
    for Set(name, stones, left, count, most_nodes, goal) in &SETS {
        if filter.as_ref().is_some_and(|filter| !name.contains(filter.as_str())) {
            continue;
        }
        let (mut our_time, mut their_time, mut nodes) = (Duration::ZERO, Duration::ZERO, 0);
        for (moves, position) in positions(&mut ours, stones, left, *count, *most_nodes) {
            let started = Instant::now();
            ours.clear();
            let answer = ours.solve(&position, Mode::Strong, &Limits::default());
            our_time += started.elapsed();
            nodes += answer.counters.nodes;
            let their_position = TheirPosition::from_moves(&moves).expect("a position");
            let started = Instant::now();
            theirs.reset();
            let score = i32::from(theirs.solve(&their_position));
            their_time += started.elapsed();
            assert_eq!(answer.bounds.exact(), Some(score), "{name}: {moves}");
        }
        let mean = |time: Duration| time.as_secs_f64() * 1e6 / *count as f64;
        let ratio = our_time.as_secs_f64() / their_time.as_secs_f64();
        let (ours, theirs) = (mean(our_time), mean(their_time));
        let nodes = nodes / *count as u64;
        println!("{name:<14} {count:>5} {nodes:>10} {ours:>12.1} {theirs:>12.1} {ratio:>7.2}  <= {goal:.2}");
    }
    if std::env::var_os("MNKLAB_EMPTY").is_some() {
        for threads in [1, 2] {
            let mut solver = Solver::new(Usual::default(), Techniques::ALL, 1 << 30).with_threads(threads);
            let started = Instant::now();
            let answer = solver.solve(&Board::new(Usual::default()), Mode::Strong, &Limits::default());
            let seconds = started.elapsed().as_secs_f64();
            println!(
                "empty board, {threads} thread(s): score {:?}, {} nodes, {seconds:.1} s",
                answer.bounds.exact(),
                answer.counters.nodes
            );
        }
    }
}

/// Distinct positions of random play with so many stones and so many moves left under best play, with their moves.
fn positions(
    solver: &mut Solver<u64, Usual>,
    stones: &std::ops::Range<u32>,
    left: &std::ops::Range<u32>,
    count: usize,
    most_nodes: u64,
) -> Vec<(String, Board)> {
    let mut rng = Rng::new(7);
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    while found.len() < count {
        let wanted = stones.start + rng.below(stones.end - stones.start);
        let Some((moves, position)) = random_position(&mut rng, wanted) else { continue };
        if !seen.insert((position.own, position.mask)) {
            continue;
        }
        solver.clear();
        let limits = Limits { nodes: Some(most_nodes), ..Limits::default() };
        let Some(score) = solver.solve(&position, Mode::Strong, &limits).bounds.exact() else { continue };
        if left.contains(&moves_left(wanted, score)) {
            found.push((moves, position));
        }
    }
    found
}

/// A random game that is not over after so many stones.
fn random_position(rng: &mut Rng, stones: u32) -> Option<(String, Board)> {
    let (mut position, mut moves) = (Board::new(Usual::default()), String::new());
    while position.stones() < stones {
        let column = rng.below(7);
        let Some(cell) = position.landing(column) else { continue };
        if position.wins_at(cell) {
            return None;
        }
        position = position.played(cell);
        moves.push(char::from(b'1' + column as u8));
    }
    Some((moves, position))
}

/// Moves until the game ends, out of the score.
fn moves_left(stones: u32, score: i32) -> u32 {
    if score == 0 {
        return 42 - stones;
    }
    let last = 44 - 2 * score.unsigned_abs();
    // A score stands for two stones in a row, one of either side: the winner's is meant.
    if ((last - stones) % 2 == 1) == (score > 0) { last - stones } else { last - 1 - stones }
}
