//! `mnklab signature`: the nodes that fixed players visit in fixed positions, and their total.
//!
//! Whatever changes what a search does moves the total; a refactoring must not. `tests/signature.txt` holds the output.

use anyhow::{Context, Result};
use clap::Args;
use serde_json::json;

use super::exit::{Classify, Exit, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::base::Position;
use crate::games::notation::read_position;
use crate::games::{GameSpec, GameVisitor};
use crate::players::{self, PlayerSpec};

/// Prints a line a search (GAME POSITION PLAYER NODES) and the total.
#[derive(Args, Debug)]
pub struct Signature {}

/// A game, positions in it, and the players that search each of them.
type Case = (&'static str, &'static [&'static str], &'static [&'static str]);

/// The seed of every player's random numbers.
const SEED: u64 = 1;

const CASES: &[Case] = &[
    (
        "tictactoe",
        &["start", "b2a1"],
        &[
            "minimax{depth=5}",
            "alphabeta",
            "alphabeta{order=static:4-0-2-6-8-1-3-5-7}",
            "alphabeta{eval=doc-t,depth=4}",
            "mcts{simulations=300}",
            "estimate",
            "doc-t-v2",
            "doc-t-v3",
            "doc-t-v3-printed",
        ],
    ),
    (
        "connect4",
        &["start", "4453", "44443332"],
        &[
            "minimax{depth=4}",
            "alphabeta{depth=8,order=centre}",
            "alphabeta{depth=6,eval=hash-random,win_check=at_entry}",
            "alphabeta{depth=7,deepening=on,aspiration=50,pvs=on,eval=doc-c,order=hash+win_block+killers+history+centre,table_bytes=1048576}",
            "alphabeta{depth=6,eval=doc-c,order=static_score+centre,topk=3}",
            "mcts{simulations=500}",
            "doc-c-v1",
            "doc-c-v2",
            "doc-c-v2-printed",
            "doc-c-v3",
        ],
    ),
    (
        "connect4:8x8",
        &["5"],
        &["alphabeta{depth=6,order=centre}", "alphabeta{depth=5,eval=doc-c,pvs=on,order=killers+centre}"],
    ),
    (
        "gomoku",
        &["h8i9", "h8h9i8g8j8"],
        &[
            "minimax{depth=2,eval=doc-a,candidates=box}",
            "alphabeta{depth=3,eval=doc-a,candidates=radius,radius=2,order=static_score}",
            "alphabeta{depth=3,eval=doc-g,candidates=zone,order=move_score,topk=8}",
            "alphabeta{depth=4,deepening=on,eval=doc-a,candidates=radius,order=hash+killers+static_score,topk=6,table_bytes=1048576}",
            "mcts{simulations=100}",
            "doc-g-search{depth=2}",
            "doc-g-search-printed{depth=2}",
            "doc-a-search",
            "doc-a-search-printed",
        ],
    ),
    ("gomoku:9", &["e5"], &["alphabeta{depth=3,eval=doc-a,order=near_last+centre}"]),
    ("mnk:4,4,4", &["start"], &["alphabeta{depth=6}", "alphabeta{depth=5,eval=doc-t,order=killers+history}"]),
    ("mnk:5,4,4,gravity", &["start"], &["alphabeta{depth=8,eval=hash-random,order=hash+centre,table_bytes=65536}"]),
];

impl Signature {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("signature")?;
        let (mut total, mut lines) = (0u64, Vec::new());
        for (game, positions, players) in CASES {
            for position in *positions {
                for player in *players {
                    let nodes = nodes(game, position, player).or_failed()?;
                    total = total.wrapping_add(nodes);
                    if common.json {
                        lines.push(json!({ "game": game, "position": position, "player": player, "nodes": nodes }));
                    } else {
                        output.line(format_args!("{game} {position} {player} {nodes}"))?;
                    }
                }
            }
        }
        if common.json {
            output.json(&json!({ "searches": lines, "total": total }))?;
        } else {
            output.line(format_args!("total {total}"))?;
        }
        Ok(Exit::Done)
    }
}

/// The nodes of one search.
fn nodes(game: &str, position: &str, player: &str) -> Result<u64> {
    let case = || format!("signature of {player} at {game} {position}");
    let (game, player) = (game.parse::<GameSpec>()?, player.parse::<PlayerSpec>()?);
    game.visit(Search { game, player: &player, position }).with_context(case)
}

struct Search<'a> {
    game: GameSpec,
    player: &'a PlayerSpec,
    position: &'a str,
}

impl GameVisitor for Search<'_> {
    type Output = Result<u64>;

    fn visit<P: Position>(self, start: P) -> Result<u64> {
        let (root, _) = read_position(&start, self.position)?;
        let mut searcher = players::build(self.player, &self.game, &start)?;
        searcher.new_game(SEED);
        Ok(searcher.search(&root, &self.player.limits()).counters.nodes)
    }
}
