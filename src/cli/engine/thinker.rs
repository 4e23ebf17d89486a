//! What thinks: a player, the same from move to move of a game.

use anyhow::{Result, bail};

use super::session::{Task, Wanted};
use crate::base::rng::Rng;
use crate::base::score::Score;
use crate::base::{Limits, Move, Position, Root, Searcher};
use crate::games::{GameSpec, GameVisitor};
use crate::players::{self, PlayerSpec};

/// What was decided.
pub enum Decision {
    /// These moves, one as a rule.
    Moves(Vec<Move>),
    /// To take the other colour.
    Swap,
}

/// Openings of swap2 that are looked at.
const OPENINGS: u32 = 8;

/// A player whatever the storage of its game.
trait Brain: Send {
    /// The move for the side to move, with its value. Whatever happens it is legal.
    fn choose(&mut self, moves: &[Move], limits: &Limits) -> Result<(Move, Option<Score>)>;
    fn new_game(&mut self);
}

struct Seated<P: Position> {
    start: P,
    searcher: Box<dyn Searcher<P>>,
}

impl<P: Position> Brain for Seated<P> {
    fn choose(&mut self, moves: &[Move], limits: &Limits) -> Result<(Move, Option<Score>)> {
        let mut position = self.start.clone();
        for &mv in moves {
            position.play(mv);
        }
        if position.outcome().is_some() {
            bail!("the game is over");
        }
        let root = Root { position, last: moves.last().copied() };
        let answer = self.searcher.search(&root, limits);
        let best = answer.best.filter(|&mv| mv.0 < root.position.move_codes() && root.position.is_legal(mv));
        match best.or_else(|| at_once(root.position)) {
            Some(mv) => Ok((mv, answer.value)),
            None => bail!("there is no move"),
        }
    }

    fn new_game(&mut self) {
        self.searcher.new_game(1);
    }
}

/// A move where the time was too short for any: one that wins, stops a win, or lies in the middle without losing at once.
fn at_once<P: Position>(mut position: P) -> Option<Move> {
    let mut moves: Vec<Move> = position.moves().collect();
    let shape = position.shape();
    moves.sort_by_cached_key(|&mv| {
        let undo = position.play(mv);
        let lost = position.last_mover_lost();
        position.undo(undo);
        (!position.wins_at(mv), lost, !position.stops_win_at(mv), shape.centre_distance(mv.0))
    });
    moves.first().copied()
}

struct Seat<'a>(&'a PlayerSpec, &'a GameSpec);

impl GameVisitor for Seat<'_> {
    type Output = Result<Box<dyn Brain>>;

    fn visit<P: Position>(self, start: P) -> Self::Output {
        let searcher = players::build(self.0, self.1, &start)?;
        Ok(Box::new(Seated { start, searcher }))
    }
}

/// The player of a session, built anew when the game changes.
pub struct Thinker {
    player: PlayerSpec,
    seated: Option<(GameSpec, Option<u64>, Box<dyn Brain>)>,
    stones: usize,
}

impl Thinker {
    /// A thinker that plays like this player.
    pub fn new(player: PlayerSpec) -> Thinker {
        Thinker { player, seated: None, stones: 0 }
    }

    /// Does a task.
    ///
    /// # Errors
    /// If the player does not play the game, or the game is over.
    pub fn decide(&mut self, task: &Task) -> Result<Decision> {
        let own = self.player.limits();
        let time = own.time.map_or(task.time, |time| time.min(task.time));
        let limits = Limits { time: Some(time), ..own };
        let is_new = task.moves.len() < self.stones;
        self.stones = task.moves.len();
        let brain = self.brain(task)?;
        if is_new {
            brain.new_game();
        }
        match task.wanted {
            Wanted::Move => Ok(Decision::Moves(vec![brain.choose(&task.moves, &limits)?.0])),
            Wanted::Choice => {
                let (mv, value) = brain.choose(&task.moves, &limits)?;
                // The value is white's, whose move it is: who would rather have black says so.
                Ok(if value.is_some_and(|value| value < 0) { Decision::Swap } else { Decision::Moves(vec![mv]) })
            }
            Wanted::Opening => {
                let limits = Limits { time: Some(time / OPENINGS), ..limits };
                let mut best: Option<(Score, Vec<Move>)> = None;
                let mut rng = Rng::new(u64::from(OPENINGS));
                for _ in 0..OPENINGS {
                    let opening = random_opening(&task.game, &mut rng);
                    let value = brain.choose(&opening, &limits)?.1.unwrap_or(0).abs();
                    if best.as_ref().is_none_or(|(least, _)| value < *least) {
                        best = Some((value, opening));
                    }
                }
                Ok(Decision::Moves(best.map_or(Vec::new(), |(_, opening)| opening)))
            }
        }
    }

    /// The player for a task's game and memory.
    fn brain(&mut self, task: &Task) -> Result<&mut Box<dyn Brain>> {
        if !matches!(&self.seated, Some((game, bytes, _)) if (*game, *bytes) == (task.game, task.memory_bytes)) {
            let mut player = self.player.clone();
            // The time limit of each move makes up for a player that has none of its own.
            if player.limits() == Limits::default() {
                player = player.with("time_ms", "1000").unwrap_or(player);
            }
            // Half of the memory is left to everything else.
            let most = task.memory_bytes.map(|bytes| bytes / 2);
            if let Some((most, table)) = most.zip(player.settings().search.table.bytes)
                && table > most
            {
                player = player.with("table_bytes", &most.max(1 << 10).to_string()).unwrap_or(player);
            }
            let brain = task.game.visit(Seat(&player, &task.game))?;
            self.seated = Some((task.game, task.memory_bytes, brain));
        }
        match &mut self.seated {
            Some((_, _, brain)) => Ok(brain),
            None => bail!("no player is seated"),
        }
    }
}

/// Three stones of a random square of 5x5.
fn random_opening(game: &GameSpec, rng: &mut Rng) -> Vec<Move> {
    let shape = game.shape;
    let corner = [shape.width, shape.height].map(|side| rng.below(u32::from(side) - 4) as usize);
    let mut opening = Vec::new();
    while opening.len() < 3 {
        let [column, row] = corner.map(|at| at + rng.below(5) as usize);
        let mv = Move(shape.cell(column, row));
        if !opening.contains(&mv) {
            opening.push(mv);
        }
    }
    opening
}
