//! What thinks: a player, the same from move to move of a game.

use anyhow::{Result, anyhow, bail};

use super::session::{Task, Wanted};
use crate::base::score::Score;
use crate::base::{Limits, Move, Position, Root, Searcher, Swap2};
use crate::games::{GameSpec, GameVisitor};
use crate::players::{self, PlayerSpec, swap2};

/// A player whatever the storage of its game.
trait Brain: Send {
    /// The move for the side to move, with its value. Whatever happens it is legal.
    fn choose(&mut self, moves: &[Move], limits: &Limits) -> Result<(Move, Option<Score>)>;
    /// What it decides in swap2.
    fn swap2(&mut self, moves: &[Move], limits: &Limits) -> Result<Swap2>;
    fn new_game(&mut self);
}

struct Seated<P: Position> {
    start: P,
    searcher: Box<dyn Searcher<P>>,
}

impl<P: Position> Seated<P> {
    fn root(&self, moves: &[Move]) -> Root<P> {
        let mut position = self.start.clone();
        for &mv in moves {
            position.play(mv);
        }
        Root { position, last: moves.last().copied() }
    }
}

impl<P: Position> Brain for Seated<P> {
    fn choose(&mut self, moves: &[Move], limits: &Limits) -> Result<(Move, Option<Score>)> {
        let root = self.root(moves);
        if root.position.outcome().is_some() {
            bail!("the game is over");
        }
        let answer = self.searcher.search(&root, limits);
        let best = answer.best.filter(|&mv| mv.0 < root.position.move_codes() && root.position.is_legal(mv));
        match best.or_else(|| at_once(root.position)) {
            Some(mv) => Ok((mv, answer.value)),
            None => bail!("there is no move"),
        }
    }

    fn swap2(&mut self, moves: &[Move], limits: &Limits) -> Result<Swap2> {
        let (shape, root) = (self.start.shape(), self.root(moves));
        match self.searcher.swap2(moves, &root, limits) {
            Some(own) => own.map_err(|forfeit| anyhow!(forfeit.reason)),
            None => swap2::by_values(&shape, moves, limits, |moves, limits| self.choose(moves, limits)),
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

    /// Does a task: a move alone, or what swap2 asks for.
    ///
    /// # Errors
    /// If the player does not play the game, or the game is over.
    pub fn decide(&mut self, task: &Task) -> Result<Swap2> {
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
            Wanted::Move => Ok(Swap2::Place(vec![brain.choose(&task.moves, &limits)?.0])),
            Wanted::Swap2 => brain.swap2(&task.moves, &limits),
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
