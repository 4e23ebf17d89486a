//! `mnklab solve GAME [POSITION | -]`: exact scores.

use std::io::BufRead;
use std::time::{Duration, Instant};

use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::arguments;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::base::{Counters, Limits, Move, Position};
use crate::games::notation::{START, move_text, read_position};
use crate::games::solver::{Bounds, Mode};
use crate::games::{GameSpec, GameVisitor};
use crate::players::exact::{Exact, exact};

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
}

/// One position's answer.
struct Line {
    text: String,
    bounds: Bounds,
    counters: Counters,
    wall_ns: u64,
    moves: Vec<(Move, Bounds)>,
}

impl Solve {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("solve")?;
        let game: GameSpec = self.game.parse().or_usage()?;
        let all_known = game.visit(Run { verb: self, common, output })?;
        Ok(if all_known { Exit::Done } else { Exit::Incomplete })
    }

    /// The positions asked for, each with the line that it came from (none: the argument).
    fn texts(&self) -> Result<Vec<(Option<usize>, String)>, Failure> {
        if self.position != "-" {
            return Ok(vec![(None, self.position.clone())]);
        }
        let mut texts = Vec::new();
        for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
            let line = line.map_err(|error| Failure::usage(format!("standard input, line {number}: {error}")))?;
            if !line.trim().is_empty() {
                texts.push((Some(number), line.trim().to_string()));
            }
        }
        Ok(texts)
    }
}

struct Run<'a, 'b> {
    verb: &'a Solve,
    common: &'a Common,
    output: &'a mut Output<'b>,
}

impl GameVisitor for Run<'_, '_> {
    type Output = Result<bool, Failure>;

    fn visit<P: Position>(self, start: P) -> Result<bool, Failure> {
        let Run { verb, common, output } = self;
        let mut positions = Vec::new();
        for (number, text) in verb.texts()? {
            let place = number.map_or(String::new(), |number| format!("standard input, line {number}: "));
            let problem = |error: anyhow::Error| Failure::usage(format!("{place}{error:#}"));
            let (root, _) = read_position(&start, &text).map_err(problem)?;
            if root.position.outcome().is_some() {
                let how =
                    if root.position.last_mover_won() { "the last move completed a line" } else { "the board is full" };
                return Err(Failure::usage(format!(
                    "{place}'{text}': the game is over ({how}); nothing is left to solve"
                )));
            }
            positions.push((text, root.position));
        }
        let cores = common.threads.map_or_else(rayon::current_num_threads, usize::from);
        // A single position gets all threads, several get one each.
        let (workers, threads) = if positions.len() == 1 { (1, cores) } else { (cores, 1) };
        let mode = if verb.weak { Mode::Weak } else { Mode::Strong };
        let limits = Limits { nodes: verb.nodes, time: verb.time_ms.map(Duration::from_millis), ..Limits::default() };
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
            Line { text: text.clone(), bounds, counters, wall_ns: started.elapsed().as_nanos() as u64, moves }
        };
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(workers).build().map_err(anyhow::Error::new).or_failed()?;
        let mut exacts = Vec::new();
        for _ in 0..workers {
            exacts.push(exact(&start, verb.table_bytes, threads).or_usage()?);
        }
        let exacts: Vec<_> = exacts.into_iter().map(std::sync::Mutex::new).collect();
        let shape = start.shape();
        let (mut all_known, mut values) = (true, Vec::new());
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
                all_known &= known;
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
        Ok(all_known)
    }
}

/// The score, or what is known of it.
fn score_text(bounds: Bounds) -> String {
    match bounds.exact() {
        Some(score) => score.to_string(),
        None => format!("unknown[{},{}]", bounds.low, bounds.high),
    }
}
