//! `mnklab threats GAME [POSITION | -]`: forced wins by fours, or by threes and fours.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use rayon::prelude::*;
use serde_json::{Value, json};

use super::arguments;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use super::positions::{Text, texts};
use crate::base::{Limits, Move, Position, Seat};
use crate::games::notation::{START, move_text, read_position_for};
use crate::games::{GameSpec, GameVisitor};
use crate::search::threats::{self, Answer, Finding};

/// Forced wins by fours: a line a position, `win FOURS MOVE MOVE ..`, `none` or `unknown`.
///
/// A four is a move after which its side could complete a line at once. The moves of a win are the attacker's and the
/// replies that hold out longest in turn, up to the one that nothing stops; what completes the line is left out, so that
/// `win 0` is a line that the next stone completes. A win of fours found within 10,000 nodes is the shortest. `none`: all
/// fours were searched; `unknown`: the limit ended the search.
/// On point games any stone counts are accepted.
#[derive(Args, Debug)]
pub struct Threats {
    /// The game: tictactoe, connect4, gomoku, mnk:M,N,K; options follow, as in gomoku:15,renju.
    pub game: String,
    /// Moves from the empty board, or a board in rows; `-` reads one position a line.
    #[arg(default_value = START, allow_hyphen_values = true)]
    pub position: String,
    /// Threes too: moves after which the side could play a four that nothing stops.
    #[arg(long)]
    pub vct: bool,
    /// The side that attacks, and is to move [default: whose turn the stone counts give; O where X has more stones].
    #[arg(long, value_name = "X|O", value_parser = arguments::side)]
    pub side: Option<Seat>,
    /// Stop after so many nodes a position: fours played, and with --vct moves looked at.
    #[arg(long, default_value_t = 1_000_000, value_parser = arguments::positive)]
    pub nodes: u64,
    /// Stop after so many milliseconds a position.
    #[arg(long, value_parser = arguments::positive)]
    pub time_ms: Option<u64>,
    /// Play each win through against every legal defence; one that does not hold exits 1.
    #[arg(long)]
    pub verify: bool,
}

impl Threats {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("threats")?;
        let game: GameSpec = self.game.parse().or_usage()?;
        game.visit(Run { verb: self, game: &game, common, output })
    }
}

struct Run<'a, 'b> {
    verb: &'a Threats,
    game: &'a GameSpec,
    common: &'a Common,
    output: &'a mut Output<'b>,
}

/// Entries of the tables, 16 bytes each: no more than a search can fill.
fn table_entries(nodes: u64) -> usize {
    nodes.saturating_mul(4).clamp(1 << 10, 1 << 20) as usize
}

impl GameVisitor for Run<'_, '_> {
    type Output = Outcome;

    fn visit<P: Position>(self, start: P) -> Outcome {
        let Run { verb, game, common, output } = self;
        if verb.vct && !start.clone().pass() {
            return Err(Failure::usage(format!(
                "--vct: '{game}' knows no threes, since a three is what a second move in a row would make of it; expected a \
                 point game such as gomoku or mnk:9,9,5"
            )));
        }
        let mut positions = Vec::new();
        for Text { text, place } in texts(&verb.position)? {
            let position = read_position_for(&start, &text, verb.side)
                .map_err(|error| Failure::usage(format!("{place}{error:#}")))?;
            positions.push((text, position));
        }
        let cores = common.threads.map_or_else(rayon::current_num_threads, usize::from).min(positions.len().max(1));
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(cores).build().map_err(anyhow::Error::new).or_failed()?;
        let one = || Mutex::new(threats::Threats::new(&start.shape(), table_entries(verb.nodes)));
        let workers: Vec<Mutex<threats::Threats>> = (0..cores).map(|_| one()).collect();
        let limits =
            Limits { nodes: Some(verb.nodes), time: verb.time_ms.map(Duration::from_millis), depth_plies: None };
        let (shape, mut values, mut refuted) = (start.shape(), Vec::new(), Vec::new());
        // Printed in the order given, a handful of positions at a time.
        for some in positions.chunks(16 * cores) {
            let answers: Vec<(Answer, bool)> = pool.install(|| {
                some.par_iter()
                    .map(|(_, position)| {
                        let worker = rayon::current_thread_index().unwrap_or(0) % workers.len();
                        let mut search = workers[worker].lock().unwrap_or_else(PoisonError::into_inner);
                        search.clear();
                        let answer = search.answer(position, verb.vct, &limits);
                        let holds = !verb.verify || search.refutation(position, &answer, verb.vct).is_none();
                        (answer, holds)
                    })
                    .collect()
            });
            for ((text, position), (answer, holds)) in some.iter().zip(answers) {
                if !holds {
                    refuted.push(text.clone());
                }
                let moves: Vec<String> = answer.line.iter().map(|&mv: &Move| move_text(&shape, mv)).collect();
                let (word, fours) = match answer.finding {
                    Finding::Win { fours } => ("win", Some(fours)),
                    Finding::None => ("none", None),
                    Finding::Unknown => ("unknown", None),
                };
                if common.json {
                    values.push(json!({
                        "position": text,
                        "side": if position.turn() == Seat::FIRST { "X" } else { "O" },
                        "result": word,
                        "fours": fours,
                        "moves": moves,
                        "nodes": answer.nodes,
                        "verified": if verb.verify && fours.is_some() { json!(holds) } else { Value::Null },
                    }));
                } else {
                    let fours = fours.map(|fours| fours.to_string());
                    let words = std::iter::once(word.to_string()).chain(fours).chain(moves);
                    output.line(words.collect::<Vec<_>>().join(" "))?;
                }
            }
        }
        if common.json {
            output.json(&values)?;
        }
        if !refuted.is_empty() {
            return Err(Failure::failed(format!("--verify: the win does not hold in {}", refuted.join(", "))));
        }
        Ok(Exit::Done)
    }
}
