//! `mnklab analyze GAME POSITION`: what a player sees in a position.

pub mod board;
pub mod forced;
pub mod svg;
pub mod tree;

use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::{Value, json};

use super::arguments;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::{Output, note};
use super::table::{chunks, wrap};
use crate::base::score::describe;
use crate::base::{Answer, Cell, Evaluator, Move, Outcome as GameOutcome, Position, Root, Score, Seat, Shape};
use crate::eval::{EvaluatorVisitor, with_evaluator};
use crate::games::notation::{board_text, move_text, moves_text, read_position};
use crate::games::{GameSpec, GameVisitor};
use crate::players::{self, PlayerSpec};
use crate::records::atomic;

/// Characters of a line on the terminal.
const WIDTH: usize = 80;

/// Candidates that are printed one a line; JSON holds all.
const CANDIDATES: usize = 12;

/// The player that analyses games of up to [`EXACT_CELLS`] cells, to their end, where none is named.
const EXACT_PLAYER: &str = "alphabeta{order=win_block+centre}";

/// Cells up to which a search to the end takes no time.
const EXACT_CELLS: usize = 12;

/// The players that analyse larger games where none is named, the first that plays the game.
const DEFAULT_PLAYERS: [&str; 5] = [
    "alphabeta{deepening=on,eval=doc-c,order=hash+win_block+killers+centre,table_bytes=16777216,depth=10}",
    "alphabeta{candidates=radius,deepening=on,eval=doc-a,order=hash+win_block+static_score,radius=2,topk=12,depth=4}",
    "alphabeta{deepening=on,eval=doc-t,order=hash+win_block+killers+centre,table_bytes=16777216,depth=6}",
    "alphabeta{deepening=on,order=hash+win_block+killers+centre,table_bytes=16777216,depth=6}",
    "alphabeta{depth=4}",
];

/// Shows value, best line, candidates and the static value by term; forced wins by fours, or by threes and fours, of the side
/// to move and of its opponent if it had the move; on demand the tree that alpha-beta walks.
#[derive(Args, Debug)]
pub struct Analyze {
    /// The game: tictactoe, connect4, gomoku, mnk:M,N,K; options follow, as in connect4:8x7.
    pub game: String,
    /// The position: moves from the empty board (h8i9, 4453, start), or a board in rows joined by '/'.
    pub position: String,
    /// Who analyses: a name from 'list players' with changes in brackets [default: an alpha-beta that suits the game].
    #[arg(long, value_name = "P")]
    pub player: Option<String>,
    /// Print the tree of plain alpha-beta to this depth: window, value and cutoffs of each node.
    #[arg(long, value_name = "DEPTH", value_parser = arguments::depth, allow_negative_numbers = true)]
    pub tree: Option<u32>,
    /// Draw the board with the numbers of the moves into this file.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

impl Analyze {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("analyze")?;
        let game: GameSpec = self.game.parse().or_usage()?;
        let player = match &self.player {
            Some(text) => text.parse::<PlayerSpec>().context("--player").or_usage()?,
            None => default_player(&game).or_usage()?,
        };
        player.supports(&game).or_usage()?;
        let analysis = game.visit(Study { verb: self, game, player: &player, seed: common.seed.unwrap_or(1) })?;
        if let Some(path) = &self.svg {
            let draw = || format!("--svg: the image '{}' cannot be written", path.display());
            atomic::write(path, &analysis.svg).with_context(draw).or_failed()?;
            note(common.quiet, format_args!("written: {}", path.display()));
        }
        if common.json {
            output.json(&analysis.json)?;
        } else {
            analysis.lines.iter().try_for_each(|line| output.line(line))?;
        }
        Ok(Exit::Done)
    }
}

/// The first of the default players that plays the game.
fn default_player(game: &GameSpec) -> Result<PlayerSpec> {
    let exact = (game.shape.cells() <= EXACT_CELLS).then_some(EXACT_PLAYER);
    let players = exact.into_iter().chain(DEFAULT_PLAYERS).map(str::parse::<PlayerSpec>);
    let fitting = players.flatten().find(|player| player.supports(game).is_ok());
    fitting.with_context(|| format!("no player of the defaults plays '{game}'; name one with --player"))
}

/// What is printed, in both forms, and the image.
struct Analysis {
    lines: Vec<String>,
    json: Value,
    svg: String,
}

struct Study<'a> {
    verb: &'a Analyze,
    game: GameSpec,
    player: &'a PlayerSpec,
    seed: u64,
}

impl GameVisitor for Study<'_> {
    type Output = Result<Analysis, Failure>;

    fn visit<P: Position>(self, start: P) -> Result<Analysis, Failure> {
        let (root, moves) = read_position(&start, &self.verb.position).or_usage()?;
        let shape = start.shape();
        let position = &root.position;
        let text =
            if root.last.is_some() || position.ply() == 0 { moves_text(&shape, &moves) } else { board_text(position) };
        let (answer, statics, tree) = if position.outcome().is_some() {
            (Answer::default(), None, None)
        } else {
            let mut searcher = players::build(self.player, &self.game, &start).or_usage()?;
            searcher.new_game(self.seed);
            let answer = searcher.search(&root, &self.player.limits());
            if let Some(forfeit) = answer.forfeit {
                return Err(anyhow!("the player '{}' gave no move: {}", self.player, forfeit.reason)).or_failed();
            }
            let (statics, tree) = self.static_view(&root)?;
            (answer, statics, tree)
        };
        let forced = if position.outcome().is_some() { [None, None] } else { forced::forced_wins(position) };
        let last = root.last.and_then(|_| last_cell(&start, &moves));
        let title = format!("{} {text}", self.game);
        let facts =
            Facts { game: self.game, player: self.player, root: &root, answer: &answer, text, statics, forced, last };
        let mut lines = facts.lines();
        let mut json = facts.json();
        if let Some(nodes) = tree {
            lines.push(String::new());
            lines.push(format!(
                "tree of plain alpha-beta (name, player, [alpha, beta] on entry, value; for {})",
                facts.mover()
            ));
            lines.extend(tree::lines(position, &nodes));
            if let Value::Object(fields) = &mut json {
                fields.insert("tree".to_string(), tree::json(position, &nodes));
            }
        }
        Ok(Analysis { lines, json, svg: svg::draw(&start, position, &moves, &title) })
    }
}

/// A static value and its terms, named by the evaluator.
struct Statics {
    evaluator: String,
    value: Score,
    terms: Vec<(String, Score)>,
}

impl Study<'_> {
    /// The player's evaluation of the root by term, and the tree if it was asked for.
    fn static_view<P: Position>(&self, root: &Root<P>) -> Result<(Option<Statics>, Option<Vec<tree::Node>>), Failure> {
        if !self.player.uses_evaluator() {
            return match self.verb.tree {
                Some(_) => Err(Failure::usage(format!(
                    "--tree: the player '{}' has no evaluator; name an alpha-beta player",
                    self.player
                ))),
                None => Ok((None, None)),
            };
        }
        let eval = &self.player.settings().eval;
        let look = Look { study: self, root };
        let (statics, tree) = with_evaluator(eval, &root.position, look).or_usage()?;
        Ok((Some(statics), tree.transpose().context("--tree").or_usage()?))
    }
}

struct Look<'a, P> {
    study: &'a Study<'a>,
    root: &'a Root<P>,
}

impl<P: Position> EvaluatorVisitor<P> for Look<'_, P> {
    type Output = (Statics, Option<Result<Vec<tree::Node>>>);

    fn visit<E: Evaluator<P> + 'static>(self, mut evaluator: E) -> Self::Output {
        let settings = self.study.player.settings();
        let position = &self.root.position;
        let statics = Statics {
            evaluator: settings.eval.to_string(),
            value: evaluator.value(position),
            terms: evaluator.terms(position),
        };
        let tree = self.study.verb.tree.map(|depth| tree::walk(self.root, evaluator, &settings.search, depth));
        (statics, tree)
    }
}

/// The cell of the last move's stone.
fn last_cell<P: Position>(start: &P, moves: &[Move]) -> Option<Cell> {
    let mut position = start.clone();
    let mut last = None;
    for &mv in moves {
        last = Some(position.landing(mv));
        position.play(mv);
    }
    last
}

/// Everything that is known of the position.
struct Facts<'a, P> {
    game: GameSpec,
    player: &'a PlayerSpec,
    root: &'a Root<P>,
    answer: &'a Answer,
    text: String,
    statics: Option<Statics>,
    /// Of the side to move, and of its opponent if it had the move.
    forced: [Option<forced::Forced>; 2],
    last: Option<Cell>,
}

impl<P: Position> Facts<'_, P> {
    fn shape(&self) -> Shape {
        self.root.position.shape()
    }

    fn mover(&self) -> &'static str {
        if self.root.position.turn() == Seat::FIRST { "X" } else { "O" }
    }

    fn over(&self) -> Option<&'static str> {
        self.root.position.outcome().map(|outcome| match outcome {
            GameOutcome::Win(Seat::FIRST) => "X has won",
            GameOutcome::Win(_) => "O has won",
            GameOutcome::Draw => "drawn",
        })
    }

    fn candidates(&self) -> Vec<(Move, Score)> {
        let mut candidates = self.answer.candidates.clone();
        // The player's own choice stays in front among equals.
        candidates.sort_by_key(|&(mv, value)| (std::cmp::Reverse(value), self.answer.best != Some(mv)));
        candidates
    }

    fn lines(&self) -> Vec<String> {
        let (shape, position, answer) = (self.shape(), &self.root.position, self.answer);
        let mut lines = vec![format!("{}  {} plies", self.game, position.ply())];
        paragraph(&mut lines, "position", &self.text);
        lines.push(String::new());
        let candidates = self.candidates();
        let mut cells: Vec<Cell> = candidates.iter().map(|&(mv, _)| position.landing(mv)).collect();
        if cells.is_empty() {
            cells.extend(answer.best.map(|mv| position.landing(mv)));
        }
        lines.extend(board::draw(position, self.last, &cells));
        lines.extend(board::legend(position, self.last, &cells));
        lines.push(String::new());
        if let Some(over) = self.over() {
            lines.push(format!("the game is over: {over}"));
            return lines;
        }
        lines.push(format!("{} to move; values are for this side", self.mover()));
        paragraph(&mut lines, "player", &self.player.to_string());
        if let Some(value) = answer.value {
            paragraph(&mut lines, "value", &describe(value));
        }
        if let Some(best) = answer.best {
            paragraph(&mut lines, "best", &move_text(&shape, best));
        }
        if !answer.line.is_empty() {
            let moves: Vec<String> = answer.line.iter().map(|&mv| move_text(&shape, mv)).collect();
            paragraph(&mut lines, "line", &moves.join(" "));
        }
        for (name, forced) in ["forced win", "threatened"].into_iter().zip(&self.forced) {
            if let Some(forced) = forced {
                paragraph(&mut lines, name, &forced.text());
            }
        }
        if answer.counters.nodes > 0 {
            let (nodes, depth) = (answer.counters.nodes, answer.completed_depth_plies);
            let stopped = if answer.stopped { ", stopped by a limit" } else { "" };
            paragraph(&mut lines, "searched", &format!("{nodes} nodes, depth {depth}{stopped}"));
        }
        if !candidates.is_empty() {
            lines.push(String::new());
            lines.push("candidates (after the best one a value may be an upper bound)".to_string());
            for (rank, &(mv, value)) in candidates.iter().take(CANDIDATES).enumerate() {
                lines.push(format!("{:>4}  {:<4} {:>14}", rank + 1, move_text(&shape, mv), describe(value)));
            }
            if candidates.len() > CANDIDATES {
                lines.push(format!("      and {} more (--json lists all)", candidates.len() - CANDIDATES));
            }
        }
        if let Some(statics) = &self.statics {
            lines.push(String::new());
            paragraph(&mut lines, "static value", &format!("{} by {}", statics.value, statics.evaluator));
            let width = statics.terms.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
            lines.extend(statics.terms.iter().map(|(name, value)| format!("      {name:<width$} {value:>12}")));
        }
        lines
    }

    fn json(&self) -> Value {
        let (shape, position, answer) = (self.shape(), &self.root.position, self.answer);
        let name = |mv: Move| move_text(&shape, mv);
        let candidates: Vec<Value> = (self.candidates().into_iter())
            .map(|(mv, value)| json!({ "move": name(mv), "value": value, "text": describe(value) }))
            .collect();
        let statics = self.statics.as_ref().map(|statics| {
            let terms: Vec<Value> =
                statics.terms.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
            json!({ "evaluator": statics.evaluator, "value": statics.value, "terms": terms })
        });
        json!({
            "game": self.game.to_string(),
            "position": self.text,
            "board": board_text(position),
            "ply": position.ply(),
            "to_move": self.mover(),
            "over": self.over(),
            "player": self.player.to_string(),
            "value": answer.value,
            "value_text": answer.value.map(describe),
            "best": answer.best.map(name),
            "line": answer.line.iter().map(|&mv| name(mv)).collect::<Vec<_>>(),
            "forced_win": self.forced[0].as_ref().map(forced::Forced::json),
            "threatened": self.forced[1].as_ref().map(forced::Forced::json),
            "candidates": candidates,
            "completed_depth_plies": answer.known_depth_plies(),
            "stopped": answer.stopped,
            "nodes": answer.counted().map(|counters| counters.nodes),
            "static": statics,
        })
    }
}

/// A named entry; its text is wrapped and indented. A word longer than a line is cut, as moves without spaces are.
fn paragraph(lines: &mut Vec<String>, name: &str, text: &str) {
    let mut start = format!("{name:<12} ");
    let room = WIDTH - start.chars().count().min(WIDTH / 2);
    for part in wrap(text, room).iter().flat_map(|line| chunks(line, room)) {
        lines.push(format!("{start}{part}"));
        start = " ".repeat(13);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GAMES;

    #[test]
    fn every_default_is_a_player_and_every_game_has_one() {
        for text in DEFAULT_PLAYERS.into_iter().chain([EXACT_PLAYER]) {
            text.parse::<PlayerSpec>().unwrap();
        }
        for example in GAMES.iter().flat_map(|game| game.examples) {
            let game: GameSpec = example.parse().unwrap();
            let player = default_player(&game).unwrap();
            assert!(player.supports(&game).is_ok(), "{example}: {player}");
            assert_eq!(player.limits().depth_plies.is_none(), game.shape.cells() <= EXACT_CELLS, "{example}: {player}");
        }
    }
}
