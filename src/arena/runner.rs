//! One worker: runs jobs one after another and turns whatever happens into a record.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::Result;

use super::judge::Judge;
use super::seats::Seats;
use super::{count_job, exhaust_job, game_job, search_job, truth_job};
use crate::base::{Position, Seat, interrupt};
use crate::games::notation::moves_text;
use crate::records::rows::{FactRow, GameRow, JobRecord, SearchRow, TruthRow};
use crate::spec::{Job, Plan};

/// Runs the jobs of one worker.
pub struct Runner<'a, P: Position> {
    plan: &'a Plan,
    start: &'a P,
    seats: Seats<'a, P>,
    /// Made when it is first needed.
    judge: Option<Judge<P>>,
}

impl<'a, P: Position> Runner<'a, P> {
    /// A worker without searchers. `start` is the empty board.
    pub fn new(plan: &'a Plan, start: &'a P) -> Runner<'a, P> {
        Runner { plan, start, seats: Seats::new(plan, start), judge: None }
    }

    /// Runs a job. A fault of any kind, a panic included, becomes a record with an error. `None` if the job was abandoned
    /// because the program is to quit, or if there is no such job: nothing is to be recorded then.
    pub fn run(&mut self, id: u64) -> Option<JobRecord> {
        let job = self.plan.job(id)?;
        let result = catch_unwind(AssertUnwindSafe(|| self.dispatch(id, &job)));
        if interrupt::quitting() {
            return None;
        }
        Some(match result {
            Ok(Ok(record)) => record,
            Ok(Err(error)) => self.failure(id, &job, &format!("{error:#}")),
            Err(panic) => {
                self.seats.clear();
                self.judge = None;
                self.failure(id, &job, &format!("panic: {}", message(panic.as_ref())))
            }
        })
    }

    fn dispatch(&mut self, id: u64, job: &Job) -> Result<JobRecord> {
        match *job {
            Job::Search { player, position, seed } => {
                search_job::run(self.plan, self.start, &mut self.seats, id, (player, position, seed))
            }
            Job::Game { .. } => {
                if self.plan.match_section().is_some_and(|section| section.truth_from_ply.is_some()) {
                    self.need_judge()?;
                }
                game_job::run(self.plan, self.start, &mut self.seats, self.judge.as_mut(), id, job)
            }
            Job::Judge { player, position, seed } => {
                self.need_judge()?;
                let Runner { plan, start, seats, judge: Some(judge) } = self else {
                    anyhow::bail!("there is no judge")
                };
                truth_job::run(plan, *start, seats, judge, id, (player, position, seed))
            }
            Job::JudgeGame { game } => {
                self.need_judge()?;
                let Runner { plan, start, judge: Some(judge), .. } = self else { anyhow::bail!("there is no judge") };
                truth_job::run_recorded(plan, *start, judge, id, game)
            }
            Job::Exhaust { player, seat, seed } => {
                exhaust_job::run(self.plan, self.start, &mut self.seats, id, (player, seat, seed))
            }
            Job::Count { quantity } => count_job::run(self.plan, self.start, id, quantity),
        }
    }

    /// Makes the solver, if the plan has a use for it and it is not there yet.
    fn need_judge(&mut self) -> Result<()> {
        if let (None, Some(options)) = (&self.judge, self.plan.solver()) {
            self.judge = Some(Judge::new(self.start, &options)?);
        }
        Ok(())
    }

    /// The record of a job that did not come to an end: what the plan says of it, and the error.
    fn failure(&self, id: u64, job: &Job, err: &str) -> JobRecord {
        let (plan, err) = (self.plan, Some(err.to_string()));
        let (game, shape) = (plan.game().to_string(), self.start.shape());
        let config = |player: u64| plan.player(player).map_or(String::new(), |planned| planned.player.to_string());
        let mut record = JobRecord { job: id, ..JobRecord::default() };
        match *job {
            Job::Search { player, position, .. } | Job::Judge { player, position, .. } => {
                record.search = Some(SearchRow {
                    job_id: id,
                    game,
                    position_id: position as u64,
                    position: plan.suite().text(&shape, position),
                    player: plan.label(player),
                    config: config(player),
                    err,
                    ..SearchRow::default()
                });
            }
            Job::Game { pairing, pair, opening, first, second, seed } => {
                let moves = moves_text(&shape, plan.suite().moves(opening));
                record.game = Some(GameRow {
                    job_id: id,
                    game,
                    pairing_id: pairing,
                    pair_id: pair,
                    opening: moves.clone(),
                    first: plan.label(first),
                    second: plan.label(second),
                    first_config: config(first),
                    second_config: config(second),
                    end: "error".to_string(),
                    moves,
                    seed,
                    err,
                    ..GameRow::default()
                });
            }
            Job::Exhaust { player, seat, .. } => {
                let place = if seat == Seat::FIRST { "first" } else { "second" };
                let subject = format!("{} as {place}", plan.label(player));
                let quantity = "games".to_string();
                record.facts.push(FactRow { job_id: id, game, subject, quantity, value: None, err });
            }
            Job::JudgeGame { game: number } => {
                let game_id = plan.recorded().games.get(number).map(|game| game.id);
                record.truth.push(TruthRow { job_id: id, game, game_id, err, ..TruthRow::default() });
            }
            Job::Count { quantity } => {
                let quantity = plan.quantities().get(quantity).map(ToString::to_string).unwrap_or_default();
                record.facts.push(FactRow {
                    job_id: id,
                    game,
                    subject: "game".to_string(),
                    quantity,
                    value: None,
                    err,
                });
            }
        }
        record
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message")
}
