//! The Connect Four solver beside the crate `connect-four-ai`, exact scores without a book, tables cleared before each
//! position, on one thread: `cargo bench --bench solver --features peers`.
//!
//! The sets are made as Pons made his: random play, sorted by stones played and moves left, nothing left out for being
//! hard. A position is solved by both sides in turn; a score that differs ends the run. Printed are means per position and
//! the ratio of times (below 1: less time than the crate). A word after `--` chooses the sets whose name holds it;
//! `MNKLAB_POSITIONS=N` makes sets of N positions; `MNKLAB_SET=FILE` takes the positions of a file instead, moves and score
//! a line; `MNKLAB_EMPTY=1` solves the empty board as well, with a table of 1 GB.

use std::collections::HashSet;
use std::ops::Range;
use std::time::{Duration, Instant};

use connect_four_ai::{Position as TheirPosition, Solver as TheirSolver};
use mnklab::base::Limits;
use mnklab::base::rng::Rng;
use mnklab::games::solver::{Bounds, Mode, Position, Solver, Techniques, Usual};

type Board = Position<u64, Usual>;

/// Bytes of our table: as many as the crate's has.
const TABLE_BYTES: u64 = 64 << 20;

/// A set: its name, stones played, moves left, positions, and the ratio that is aimed at.
struct Set(&'static str, Range<u32>, Range<u32>, usize, f64);

const SETS: [Set; 6] = [
    Set("End-Easy", 29..42, 1..14, 1000, 0.65),
    Set("Middle-Easy", 15..29, 1..14, 1000, 0.65),
    Set("Middle-Medium", 15..29, 14..28, 1000, 0.45),
    Set("Begin-Easy", 4..15, 1..14, 1000, 0.80),
    Set("Begin-Medium", 4..15, 14..28, 100, 0.60),
    Set("Begin-Hard", 4..15, 28..43, 20, 0.40),
];

/// Both solvers on the same positions.
struct Race {
    ours: Solver<u64, Usual>,
    theirs: TheirSolver,
    our_time: Duration,
    their_time: Duration,
    nodes: u64,
    positions: u32,
}

impl Race {
    fn new() -> Race {
        let ours = Solver::new(Usual::default(), Techniques::ALL, TABLE_BYTES);
        let [our_time, their_time] = [Duration::ZERO; 2];
        Race { ours, theirs: TheirSolver::empty(), our_time, their_time, nodes: 0, positions: 0 }
    }

    /// Our score of a position, counted if it is `wanted`: then the other side has its turn.
    fn run(&mut self, moves: &str, position: &Board, wanted: impl Fn(i32) -> bool) -> bool {
        let started = Instant::now();
        self.ours.clear();
        let answer = self.ours.solve(position, Mode::Strong, &Limits::default());
        let our_time = started.elapsed();
        let score = answer.bounds.exact().expect("a score without a limit");
        if !wanted(score) {
            return false;
        }
        let their_position = TheirPosition::from_moves(moves).expect("a position");
        let started = Instant::now();
        self.theirs.reset();
        let their_score = i32::from(self.theirs.solve(&their_position));
        self.their_time += started.elapsed();
        assert_eq!(score, their_score, "{moves}");
        self.our_time += our_time;
        self.nodes += answer.counters.nodes;
        self.positions += 1;
        true
    }

    fn print(&self, name: &str, goal: &str) {
        let mean = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(self.positions);
        let ratio = self.our_time.as_secs_f64() / self.their_time.as_secs_f64();
        let (count, nodes) = (self.positions, self.nodes / u64::from(self.positions.max(1)));
        let [ours, theirs] = [mean(self.our_time), mean(self.their_time)];
        println!("{name:<14} {count:>5} {nodes:>10} {ours:>12.1} {theirs:>12.1} {ratio:>7.2}  {goal}");
    }
}

fn main() {
    let filter = std::env::args().skip(1).find(|word| !word.starts_with("--"));
    println!(
        "{:<14} {:>5} {:>10} {:>12} {:>12} {:>7}  {:>7}",
        "set", "n", "nodes", "our us", "their us", "ratio", "goal"
    );
    if let Some(file) = std::env::var_os("MNKLAB_SET") {
        let text = std::fs::read_to_string(&file).expect("a file that can be read");
        let mut race = Race::new();
        for line in text.lines() {
            let (moves, score) = line.split_once(' ').expect("moves and a score");
            let columns = moves.bytes().map(|digit| u32::from(digit.wrapping_sub(b'1')));
            let position = Position::after(Usual::default(), columns).expect("a position");
            let score: i32 = score.trim().parse().expect("a score");
            assert!(race.run(moves, &position, |found| found == score), "{line}: another score");
        }
        return race.print(&file.to_string_lossy(), "");
    }
    let asked: Option<usize> = std::env::var("MNKLAB_POSITIONS").ok().map(|text| text.parse().expect("a number"));
    for Set(name, stones, left, count, goal) in &SETS {
        if filter.as_ref().is_some_and(|filter| !name.contains(filter.as_str())) {
            continue;
        }
        let (mut race, mut rng, mut seen) = (Race::new(), Rng::new(7), HashSet::new());
        while (race.positions as usize) < asked.unwrap_or(*count) {
            let wanted = stones.start + rng.below(stones.end - stones.start);
            let Some((moves, position)) = random_position(&mut rng, wanted) else { continue };
            if seen.insert((position.own, position.mask)) && may_end_within(&mut race.ours, &position, left.end) {
                race.run(&moves, &position, |score| left.contains(&moves_left(wanted, score)));
            }
        }
        race.print(name, &format!("<= {goal:.2}"));
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

/// Whether a position's game ends in fewer moves than this. Early ends are cheap to refute, so that the few positions of an
/// easy set are found without solving all the others.
fn may_end_within(solver: &mut Solver<u64, Usual>, position: &Board, end: u32) -> bool {
    let stones = position.stones();
    if end > 42 - stones {
        return true;
    }
    // The lowest winning score and the highest losing one that are so near.
    let most = (43 - stones as i32) / 2;
    let near = |sign: i32| (1..=most).map(|score| sign * score).find(|&score| moves_left(stones, score) < end);
    let (win, loss) = (near(1).unwrap_or(most + 1), near(-1).unwrap_or(-most - 1));
    // One question each: a window of two scores.
    let mut ask = |low: i32| solver.solve_within(position, Bounds::new(low, low + 1), &Limits::default()).bounds;
    ask(win - 1).low == win || ask(loss).high == loss
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
