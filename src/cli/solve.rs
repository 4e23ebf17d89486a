//! `mnklab solve GAME [POSITION | -]`: exact scores.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::arguments;
use super::book::{Desk, shared};
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use super::positions::{Text, texts};
use crate::base::{Counters, Limits, Move, Position};
use crate::games::notation::{START, move_text, read_position};
use crate::games::solver::{Bounds, Mode};
use crate::games::{GameSpec, GameVisitor};
use crate::players::book::WithBook;
use crate::players::exact::{Exact, exact, reserve};

/// The exact score of positions: a line a position, POSITION SCORE NODES WALL_NS.
///
/// A win with the next stone scores half the empty cells, rounded up, a later one less; a loss is the negative, a draw 0;
/// for the side to move. A search that a limit stops says `unknown` with its bounds, as in unknown[-3,18].
#[derive(Args, Debug)]
pub struct Solve {
    /// The game: tictactoe, connect4, gomoku, mnk:M,N,K; options follow, as in connect4:8x7.
    pub game: String,
    /// Moves from the empty board, or a board in rows; `-` reads one position a line.
    #[arg(default_value = START, allow_hyphen_values = true)]
    pub position: String,
    /// Append the score of every move, MOVE:SCORE.
    #[arg(long)]
    pub moves: bool,
    /// Only win, draw or loss: 1, 0, -1.
    #[arg(long)]
    pub weak: bool,
    /// Size of the table in bytes, for each position that is solved at a time.
    #[arg(long, value_name = "BYTES", default_value_t = 256 << 20)]
    pub table_bytes: u64,
    /// Stop after so many nodes a position.
    #[arg(long, value_parser = arguments::positive)]
    pub nodes: Option<u64>,
    /// Stop after so many milliseconds a position.
    #[arg(long, value_parser = arguments::positive)]
    pub time_ms: Option<u64>,
    /// Search once more without a table (and without a book) whether each score is right; a difference exits 1.
    #[arg(long)]
    pub verify: bool,
    /// Use the scores of a book that --make-book made.
    #[arg(long, value_name = "FILE")]
    pub book: Option<PathBuf>,
    /// Make a book of the scores of all positions after --plies plies, or go on with it: each is solved once and written
    /// down, so that a stop loses nothing.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "moves", "weak", "verify", "book"])]
    pub make_book: Option<PathBuf>,
    /// Stones on the board of the positions of the book that is made [default: 4].
    #[arg(long, value_name = "N", value_parser = arguments::plies, allow_negative_numbers = true, requires = "make_book")]
    pub plies: Option<u32>,
    /// Solve N random positions of the book without it and compare; a difference exits 1.
    #[arg(long, value_name = "N", value_parser = arguments::positions, allow_negative_numbers = true, conflicts_with_all = ["position", "moves", "weak", "verify"])]
    pub check: Option<u64>,
}

/// Stones on the board of a book's positions where none are asked for.
const BOOK_PLIES: u32 = 4;

/// One position's answer.
struct Line {
    text: String,
    bounds: Bounds,
    counters: Counters,
    wall_ns: u64,
    moves: Vec<(Move, Bounds)>,
    /// Whether a search without a table agreed, where one was asked for; none if a limit stopped it.
    verified: Option<bool>,
}

impl Solve {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("solve")?;
        let game: GameSpec = self.game.parse().or_usage()?;
        if self.check.is_some() && self.book.is_none() && self.make_book.is_none() {
            return Err(Failure::usage(
                "--check needs the book that is checked: --book FILE or --make-book FILE".to_string(),
            ));
        }
        game.visit(Run { verb: self, game: &game, common, output })
    }
}

struct Run<'a, 'b> {
    verb: &'a Solve,
    game: &'a GameSpec,
    common: &'a Common,
    output: &'a mut Output<'b>,
}

impl GameVisitor for Run<'_, '_> {
    type Output = Outcome;

    fn visit<P: Position>(self, start: P) -> Outcome {
        let Run { verb, game, common, output } = self;
        let cores = common.threads.map_or_else(rayon::current_num_threads, usize::from);
        let limits = Limits { nodes: verb.nodes, time: verb.time_ms.map(Duration::from_millis), ..Limits::default() };
        let desk = Desk { game, start: &start, table_bytes: verb.table_bytes, limits, workers: cores, common };
        if let Some(path) = &verb.make_book {
            let (opened, exit) = desk.make(path, verb.plies.unwrap_or(BOOK_PLIES), output)?;
            return match verb.check {
                Some(sample) if exit == Exit::Done => desk.check(&opened, sample, output),
                _ => Ok(exit),
            };
        }
        if let (Some(path), Some(sample)) = (&verb.book, verb.check) {
            return desk.check(&desk.open_complete(path)?, sample, output);
        }
        let mut positions = Vec::new();
        for Text { text, place } in texts(&verb.position)? {
            let problem = |error: anyhow::Error| Failure::usage(format!("{place}{error:#}"));
            let (root, _) = read_position(&start, &text).map_err(problem)?;
            if root.position.outcome().is_some() {
                let how = if root.position.last_mover_won() {
                    "the last move completed a line"
                } else if root.position.last_mover_lost() {
                    "the last move was on a forbidden point"
                } else {
                    "the board is full"
                };
                return Err(Failure::usage(format!(
                    "{place}'{text}': the game is over ({how}); nothing is left to solve"
                )));
            }
            positions.push((text, root.position));
        }
        // A single position gets all threads, several get one each.
        let (workers, threads) = if positions.len() == 1 { (1, cores) } else { (cores, 1) };
        let mode = if verb.weak { Mode::Weak } else { Mode::Strong };
        let book = shared(&desk, verb.book.as_ref())?;
        let solve = |exact: &mut Box<dyn Exact<P>>, (text, position): &(String, P)| {
            let started = Instant::now();
            exact.clear();
            let (mut bounds, mut counters) = exact.solve(position, mode, &limits);
            let mut moves = Vec::new();
            if verb.moves {
                let (found, spent) = exact.solve_moves(position, mode, &limits);
                counters.add(&spent);
                // The score is that of the best move: where a limit left it open, the moves may tell it.
                let lows = found.iter().map(|(_, bounds)| bounds.low);
                let highs = found.iter().map(|(_, bounds)| bounds.high);
                let (low, high) = (lows.fold(bounds.low, i32::max), highs.max().unwrap_or(bounds.high));
                bounds = Bounds::new(low, bounds.high.min(high));
                moves = found;
            }
            let wall_ns = started.elapsed().as_nanos() as u64;
            let verified =
                if verb.verify { verify(exact, position, mode, bounds, &moves, &limits) } else { Some(true) };
            Line { text: text.clone(), bounds, counters, wall_ns, moves, verified }
        };
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(workers).build().map_err(anyhow::Error::new).or_failed()?;
        reserve(verb.table_bytes, workers).or_usage()?;
        let mut exacts = Vec::new();
        for _ in 0..workers {
            let mut one = exact(&start, verb.table_bytes, threads).or_usage()?;
            if let Some(book) = &book {
                one = Box::new(WithBook::new(book.clone(), one));
            }
            exacts.push(std::sync::Mutex::new(one));
        }
        let shape = start.shape();
        let (mut all_known, mut refuted, mut values) = (true, Vec::new(), Vec::new());
        // Printed in the order given, a handful of positions at a time.
        for some in positions.chunks(64 * workers) {
            let lines: Vec<Line> = pool.install(|| {
                some.par_iter()
                    .map(|position| {
                        let worker = rayon::current_thread_index().unwrap_or(0) % exacts.len();
                        let mut exact = exacts[worker].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                        solve(&mut exact, position)
                    })
                    .collect()
            });
            for line in lines {
                let known =
                    line.bounds.exact().is_some() && line.moves.iter().all(|(_, bounds)| bounds.exact().is_some());
                all_known &= known && line.verified.is_some();
                if line.verified == Some(false) {
                    refuted.push(line.text.clone());
                }
                let moves = line.moves.iter().map(|(mv, bounds)| (move_text(&shape, *mv), *bounds));
                if common.json {
                    let moves: Vec<Value> =
                        moves.map(|(mv, bounds)| json!({ "move": mv, "score": bounds.exact(), "low": bounds.low, "high": bounds.high })).collect();
                    values.push(json!({
                        "position": line.text,
                        "score": line.bounds.exact(),
                        "low": line.bounds.low,
                        "high": line.bounds.high,
                        "nodes": line.counters.nodes,
                        "wall_ns": line.wall_ns,
                        "moves": moves,
                        "verified": if verb.verify { json!(line.verified) } else { Value::Null },
                    }));
                } else {
                    let moves: String = moves.map(|(mv, bounds)| format!(" {mv}:{}", score_text(bounds))).collect();
                    let (score, nodes) = (score_text(line.bounds), line.counters.nodes);
                    output.line(format_args!("{} {score} {nodes} {}{moves}", line.text, line.wall_ns))?;
                }
            }
        }
        if common.json {
            output.json(&values)?;
        }
        if !refuted.is_empty() {
            return Err(Failure::failed(format!(
                "--verify: a search without a table finds another score for {}",
                refuted.join(", ")
            )));
        }
        Ok(if all_known { Exit::Done } else { Exit::Incomplete })
    }
}

/// Whether a search without a table agrees with a position's score and with those of its moves; none where a limit was
/// reached before that was known.
fn verify<P: Position>(
    exact: &mut Box<dyn Exact<P>>,
    position: &P,
    mode: Mode,
    bounds: Bounds,
    moves: &[(Move, Bounds)],
    limits: &Limits,
) -> Option<bool> {
    let mut verdicts = vec![exact.verify(position, mode, bounds, limits)];
    for (mv, bounds) in moves {
        let mut child = position.clone();
        child.play(*mv);
        if child.outcome().is_none() {
            verdicts.push(exact.verify(&child, mode, bounds.negated(), limits));
        }
    }
    if verdicts.contains(&Some(false)) {
        Some(false)
    } else {
        verdicts.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
    }
}

/// The score, or what is known of it.
fn score_text(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(score) => score.to_string(),
        None => format!("unknown[{},{}]", bounds.low, bounds.high),
    }
}
