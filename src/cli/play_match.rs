//! `mnklab match GAME P Q`: two players over a set of openings, each played twice with colours swapped.

use clap::Args;

use super::arguments;
use super::execute::execute;
use super::exit::{Classify, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::spec::command::{MatchFlags, match_experiment};

/// Plays games of two players against each other, each opening twice with colours swapped.
#[derive(Args, Debug)]
pub struct Match {
    /// The game: tictactoe, connect4, gomoku, mnk:M,N,K; options follow, as in connect4:8x7.
    pub game: String,
    /// The first player, from whose view figures are told: a name from 'list players' with changes in brackets, or
    /// ext:PATH, a program that speaks the Gomocup protocol.
    #[arg(value_name = "P")]
    pub first: String,
    /// The second player.
    #[arg(value_name = "Q")]
    pub second: String,
    /// Games, an even number [default: 100, or fewer where deterministic players have fewer openings].
    #[arg(long, value_name = "N", value_parser = arguments::games, allow_negative_numbers = true)]
    pub games: Option<u64>,
    /// Stop once it is decided whether the first player is ELO0 or ELO1 stronger.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub sprt: Option<String>,
    /// Openings: plies, or plies=4,count=10,win_in_one=on,near=2, list=POSITION+POSITION, or a file with one a line [default: balanced ones for Gomoku of 15x15 and more, else 4 plies, on small boards 2].
    #[arg(long, value_name = "SPEC", allow_hyphen_values = true)]
    pub openings: Option<String>,
    /// Settle the colours by swap2 (five in a row): from three stones that are given, or from the empty board with --openings 0,
    /// one player takes a colour or places two more stones [openings then: 3 stones, balanced ones on 15x15 and more, else near=2].
    #[arg(long)]
    pub swap2: bool,
    /// Record every move with its search (moves.csv).
    #[arg(long)]
    pub record_moves: bool,
}

impl Match {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        let flags = MatchFlags {
            game: self.game.clone(),
            first: self.first.clone(),
            second: self.second.clone(),
            games: self.games,
            sprt: self.sprt.clone(),
            openings: self.openings.clone(),
            seed: common.seed,
            swap2: self.swap2,
            record_moves: self.record_moves,
        };
        execute("match", vec![match_experiment(&flags).or_usage()?], common, output)
    }
}
