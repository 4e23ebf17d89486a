//! `mnklab sweep GAME --player P --vary KEY=V,V..`: a grid from the command line.

use clap::Args;

use super::arguments;
use super::execute::execute;
use super::exit::{Classify, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::spec::command::{SweepFlags, sweep_experiment};

/// Searches positions, or plays games, with every combination of the values given.
#[derive(Args, Debug)]
pub struct Sweep {
    /// The game: tictactoe, connect4, gomoku, mnk:M,N,K; options follow, as in connect4:8x7.
    pub game: String,
    /// The player that varies: a name from 'list players' with changes in brackets.
    #[arg(long, value_name = "P")]
    pub player: String,
    /// Play games against this one [default: the player as given].
    #[arg(long, value_name = "Q")]
    pub against: Option<String>,
    /// A key of the player and the values that it takes; given several times, all combinations are run.
    #[arg(long, value_name = "KEY=V,V..", required = true)]
    pub vary: Vec<String>,
    /// Take the values of all keys side by side instead of all combinations.
    #[arg(long)]
    pub zip: bool,
    /// Games of each combination.
    #[arg(long, value_name = "N", value_parser = arguments::games, allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// Positions that each combination searches [default: 32].
    #[arg(long, value_name = "N", value_parser = arguments::positions, allow_negative_numbers = true)]
    pub positions: Option<u64>,
    /// Openings of the games: plies, or plies=4,count=10,win_in_one=on,near=2, list=POSITION+POSITION, or a file with one a line.
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub openings: Option<String>,
    /// Settle the colours of the games by swap2, as in 'match', from openings of 3 stones.
    #[arg(long)]
    pub swap2: bool,
}

impl Sweep {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        let flags = SweepFlags {
            game: self.game.clone(),
            player: self.player.clone(),
            against: self.against.clone(),
            vary: self.vary.clone(),
            zip: self.zip,
            games: self.games,
            positions: self.positions,
            openings: self.openings.clone(),
            seed: common.seed,
            swap2: self.swap2,
        };
        execute("sweep", vec![sweep_experiment(&flags).or_usage()?], common, output)
    }
}
