//! An exhaust job: a player against every line that an opponent can choose.

use std::collections::HashMap;

use anyhow::{Result, bail};

use super::answer_text as text;
use super::seats::{Seated, Seats};
use crate::base::rng::derive;
use crate::base::{Move, Outcome, Position, Root, Seat, interrupt};
use crate::records::clock::Stopwatch;
use crate::records::rows::{FactRow, JobRecord};
use crate::spec::Plan;

/// Games from a position on, by result, from the player's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Games {
    wins: u64,
    draws: u64,
    losses: u64,
}

impl Games {
    fn add(&mut self, other: Games) {
        // Saturating: the number of games may exceed every integer, the number of positions does not.
        self.wins = self.wins.saturating_add(other.wins);
        self.draws = self.draws.saturating_add(other.draws);
        self.losses = self.losses.saturating_add(other.losses);
    }
}

/// Most positions that are remembered, at some 50 bytes each.
const MOST_POSITIONS: usize = 4_000_000;

/// Runs the job. The player's choice is a function of the position and the move before it: it starts afresh there, with a
/// seed of its own. So each is searched once, however many lines lead to it.
///
/// # Errors
/// If the player cannot be built, gives a move that cannot be played, or meets too many positions.
pub fn run<P: Position>(
    plan: &Plan,
    start: &P,
    seats: &mut Seats<P>,
    job: u64,
    (player, seat, seed): (u64, Seat, u64),
) -> Result<JobRecord> {
    let seated = seats.one(player, seed)?;
    let stopwatch = Stopwatch::start();
    let mut walk = Walk { player: seated, seat, seed, known: HashMap::new(), searched: 0 };
    let games = walk.enter(&mut Root { position: start.clone(), last: None })?;
    let (positions, searched) = (walk.known.len() as u64, walk.searched);
    let place = if seat == Seat::FIRST { "first" } else { "second" };
    let subject = format!("{} as {place}", plan.label(player));
    let all = games.wins.saturating_add(games.draws).saturating_add(games.losses);
    let figures = [
        ("games", all),
        ("wins", games.wins),
        ("draws", games.draws),
        ("losses", games.losses),
        ("positions", positions),
        ("searches", searched),
    ];
    let fact = |(quantity, value): (&str, u64)| FactRow {
        job_id: job,
        game: plan.game().to_string(),
        subject: subject.clone(),
        quantity: quantity.to_string(),
        value: Some(value as f64),
        err: None,
    };
    let facts = figures.into_iter().map(fact).collect();
    Ok(JobRecord { job, facts, timings: vec![stopwatch.timing(job, None)], ..JobRecord::default() })
}

struct Walk<'a, P: Position> {
    player: &'a mut Seated<P>,
    seat: Seat,
    seed: u64,
    known: HashMap<(u64, Option<Move>), Games>,
    searched: u64,
}

impl<P: Position> Walk<'_, P> {
    fn enter(&mut self, root: &mut Root<P>) -> Result<Games> {
        match root.position.outcome() {
            Some(Outcome::Win(winner)) if winner == self.seat => return Ok(Games { wins: 1, ..Games::default() }),
            Some(Outcome::Win(_)) => return Ok(Games { losses: 1, ..Games::default() }),
            Some(Outcome::Draw) => return Ok(Games { draws: 1, ..Games::default() }),
            None => {}
        }
        let key = (root.position.key(), root.last);
        if let Some(&games) = self.known.get(&key) {
            return Ok(games);
        }
        if interrupt::quitting() {
            bail!("the walk was abandoned");
        }
        if self.known.len() >= MOST_POSITIONS {
            bail!("the lines of the opponent lead to more than {MOST_POSITIONS} positions, which is the limit");
        }
        let mut games = Games::default();
        if root.position.turn() == self.seat {
            self.searched += 1;
            let last = root.last.map_or(u64::MAX, |mv| u64::from(mv.0));
            self.player.searcher.new_game(derive(derive(self.seed, key.0), last));
            let answer = self.player.searcher.search(root, &self.player.limits);
            if let Some(fault) = text::fault(&root.position, &answer, &self.player.label) {
                bail!("{fault} in the position {}", crate::games::notation::board_text(&root.position));
            }
            if let Some(mv) = answer.best {
                games = self.after(root, mv)?;
            }
        } else {
            let moves: Vec<_> = root.position.moves().collect();
            for mv in moves {
                let more = self.after(root, mv)?;
                games.add(more);
            }
        }
        self.known.insert(key, games);
        Ok(games)
    }

    fn after(&mut self, root: &mut Root<P>, mv: Move) -> Result<Games> {
        let (undo, last) = (root.position.play(mv), root.last.replace(mv));
        let games = self.enter(root);
        root.position.undo(undo);
        root.last = last;
        games
    }
}
