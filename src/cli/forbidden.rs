//! `mnklab forbidden [POSITION | -]`: the points that renju forbids to black.

use anyhow::{Result, bail};
use clap::Args;
use serde_json::{Value, json};

use super::exit::{Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use super::positions::{Text, texts};
use crate::base::{MAX_SIDE, RuleSet};
use crate::games::GameSpec;
use crate::games::board::renju::forbidden_points;
use crate::games::notation::{START, cell_text, is_board, read_stones};

/// The points that renju forbids to black: a line a position, points separated by spaces; an empty line for none.
///
/// Black is to move whatever the stone counts are: any board is taken, also one that cannot arise in a game. Moves are
/// played on 15x15; a board in rows may have any side from 5 to 22.
#[derive(Args, Debug)]
pub struct Forbidden {
    /// Moves from the empty board, or a board in rows; `-` reads one position a line.
    #[arg(default_value = START, allow_hyphen_values = true)]
    pub position: String,
}

impl Forbidden {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("forbidden")?;
        let mut answers = Vec::new();
        for Text { text, place } in texts(&self.position)? {
            let points = points(&text).map_err(|error| Failure::usage(format!("{place}{error:#}")))?;
            answers.push((text, points));
        }
        if common.json {
            let answers: Vec<Value> =
                answers.into_iter().map(|(text, points)| json!({ "position": text, "forbidden": points })).collect();
            output.json(&answers)?;
        } else {
            for (_, points) in answers {
                output.line(points.join(" "))?;
            }
        }
        Ok(Exit::Done)
    }
}

/// The forbidden points of a position, by letter and then by number.
fn points(text: &str) -> Result<Vec<String>> {
    let mut side = usize::from(GameSpec::GOMOKU.shape.width);
    if is_board(&GameSpec::GOMOKU.shape, text) {
        side = text.split('/').count();
        if !(5..=MAX_SIDE).contains(&side) {
            bail!("expected a board of 5 to {MAX_SIDE} rows joined by '/', found {side} in '{text}'");
        }
    }
    let shape = GameSpec::gomoku(side, RuleSet::Renju)?.shape;
    let mut points = forbidden_points(&shape, &read_stones(&shape, text)?);
    points.sort_by_key(|&cell| (shape.column(cell), shape.row(cell)));
    Ok(points.into_iter().map(|cell| cell_text(&shape, cell)).collect())
}
