//! `mnklab perft GAME DEPTH [POSITION]`: counts of move sequences.

use clap::Args;
use serde_json::json;

use super::arguments;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::base::Position;
use crate::games::notation::{START, read_position};
use crate::games::perft::perft;
use crate::games::{GameSpec, GameVisitor};

/// Counts the move sequences of each length up to a depth: a line a depth, DEPTH LEAVES. Won positions are not expanded.
#[derive(Args, Debug)]
pub struct Perft {
    /// The game: tictactoe, connect4, gomoku, mnk:M,N,K; options follow, as in connect4:8x7.
    pub game: String,
    /// Plies to count.
    #[arg(value_name = "DEPTH", value_parser = arguments::depth, allow_negative_numbers = true)]
    pub depth_plies: u32,
    /// The position to begin with: moves from the empty board, or a board in rows.
    #[arg(default_value = START)]
    pub position: String,
}

impl Perft {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("perft")?;
        let game: GameSpec = self.game.parse().or_usage()?;
        game.visit(Count { verb: self, json: common.json, output })?;
        Ok(Exit::Done)
    }
}

struct Count<'a, 'b> {
    verb: &'a Perft,
    json: bool,
    output: &'a mut Output<'b>,
}

impl GameVisitor for Count<'_, '_> {
    type Output = Result<(), Failure>;

    fn visit<P: Position>(self, start: P) -> Result<(), Failure> {
        let (mut root, _) = read_position(&start, &self.verb.position).or_usage()?;
        let mut lines = Vec::new();
        for depth in 1..=self.verb.depth_plies {
            let leaves = perft(&mut root.position, depth);
            if self.json {
                lines.push(json!({ "depth_plies": depth, "leaves": leaves }));
            } else {
                self.output.line(format_args!("{depth} {leaves}"))?;
            }
        }
        if self.json { self.output.json(&lines) } else { Ok(()) }
    }
}
