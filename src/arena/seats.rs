//! The searchers of one worker, built when they are first needed and used again: a plan of many small jobs would otherwise
//! spend its time on building them.

use anyhow::Result;

use crate::base::{Limits, Position, Searcher};
use crate::players;
use crate::spec::Plan;

/// A player at the board.
pub struct Seated<P: Position> {
    /// The number of the player in the plan.
    pub index: u64,
    /// Its label.
    pub label: String,
    /// Its canonical text.
    pub config: String,
    /// The limits of each of its searches.
    pub limits: Limits,
    /// Whether a rerun repeats what it does.
    pub reproducible: bool,
    /// What thinks.
    pub searcher: Box<dyn Searcher<P>>,
    memory_bytes: u64,
    used: u64,
}

/// Tables that a worker keeps beyond those in use.
const KEPT_BYTES: u64 = 256 << 20;

/// Searchers that a worker keeps.
const KEPT: usize = 32;

/// The searchers of one worker.
pub struct Seats<'a, P: Position> {
    plan: &'a Plan,
    start: &'a P,
    seats: Vec<Seated<P>>,
    clock: u64,
}

impl<'a, P: Position> Seats<'a, P> {
    /// No searchers yet. `start` is the empty board.
    pub fn new(plan: &'a Plan, start: &'a P) -> Seats<'a, P> {
        Seats { plan, start, seats: Vec::new(), clock: 0 }
    }

    /// Forgets all searchers, whose state a panic may have left half done.
    pub fn clear(&mut self) {
        self.seats.clear();
    }

    /// One player, ready for a new game with this seed.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn one(&mut self, player: u64, seed: u64) -> Result<&mut Seated<P>> {
        let place = self.seat(player)?;
        self.make_room();
        // Making room keeps the latest at the end.
        let place = self.seats.iter().position(|seat| seat.index == player).unwrap_or(place);
        let seat = self.seats.get_mut(place).ok_or_else(|| anyhow::anyhow!("player {player} lost its seat"))?;
        seat.searcher.new_game(seed);
        Ok(seat)
    }

    /// A player in the midst of a game, with what it remembers of it.
    ///
    /// # Errors
    /// If it cannot be built.
    pub fn again(&mut self, player: u64) -> Result<&mut Seated<P>> {
        let place = self.seat(player)?;
        self.seats.get_mut(place).ok_or_else(|| anyhow::anyhow!("player {player} lost its seat"))
    }

    /// Two different players, each ready for a new game with its seed.
    ///
    /// # Errors
    /// If one cannot be built, or both are the same.
    pub fn two(&mut self, first: (u64, u64), second: (u64, u64)) -> Result<[&mut Seated<P>; 2]> {
        self.seat(first.0)?;
        self.seat(second.0)?;
        self.make_room();
        let place = |player: u64| self.seats.iter().position(|seat| seat.index == player).unwrap_or(usize::MAX);
        let places = [place(first.0), place(second.0)];
        let mut pair = self
            .seats
            .get_disjoint_mut(places)
            .map_err(|error| anyhow::anyhow!("players {} and {} cannot meet: {error}", first.0, second.0))?;
        for (seat, seed) in pair.iter_mut().zip([first.1, second.1]) {
            seat.searcher.new_game(seed);
        }
        Ok(pair)
    }

    /// The place of a player's seat, built if need be.
    fn seat(&mut self, player: u64) -> Result<usize> {
        self.clock += 1;
        if let Some(place) = self.seats.iter().position(|seat| seat.index == player) {
            self.seats[place].used = self.clock;
            return Ok(place);
        }
        let planned = self.plan.player(player)?;
        let searcher = players::build(&planned.player, self.plan.game(), self.start)?;
        self.seats.push(Seated {
            index: player,
            label: planned.label,
            config: planned.player.to_string(),
            limits: planned.player.limits(),
            reproducible: planned.player.reproducible(),
            searcher,
            memory_bytes: planned.player.memory_bytes(),
            used: self.clock,
        });
        Ok(self.seats.len() - 1)
    }

    /// Drops what was not used for longest until the rest is small enough; the last two stay.
    fn make_room(&mut self) {
        let bytes = |seats: &[Seated<P>]| seats.iter().map(|seat| seat.memory_bytes).sum::<u64>();
        while self.seats.len() > 2 && (self.seats.len() > KEPT || bytes(&self.seats) > KEPT_BYTES) {
            let oldest = self.seats.iter().enumerate().min_by_key(|(_, seat)| seat.used).map(|(place, _)| place);
            self.seats.swap_remove(oldest.unwrap_or(0));
        }
    }
}
