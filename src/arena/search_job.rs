//! A search job: one player looks at one position.

use anyhow::Result;

use super::answer_text as text;
use super::seats::Seats;
use crate::base::{Answer, Position, Root};
use crate::games::notation::move_text;
use crate::records::clock::Stopwatch;
use crate::records::rows::{JobRecord, SearchRow};
use crate::spec::Plan;

/// Runs the job.
///
/// # Errors
/// If the player cannot be built or the position does not exist.
pub fn run<P: Position>(
    plan: &Plan,
    start: &P,
    seats: &mut Seats<P>,
    job: u64,
    (player, position, seed): (u64, usize, u64),
) -> Result<JobRecord> {
    search(plan, start, seats, job, (player, position, seed)).map(|(record, _)| record)
}

/// As [`run`], with the player's answer.
///
/// # Errors
/// As [`run`].
pub fn search<P: Position>(
    plan: &Plan,
    start: &P,
    seats: &mut Seats<P>,
    job: u64,
    (player, position, seed): (u64, usize, u64),
) -> Result<(JobRecord, Answer)> {
    let shape = start.shape();
    let root: Root<P> = plan.suite().root(start, position)?;
    let seat = seats.one(player, seed)?;
    let stopwatch = Stopwatch::start();
    let answer = seat.searcher.search(&root, &seat.limits);
    let timing = stopwatch.timing(job, None);
    // An estimate of a tree chooses no move.
    let estimates = answer.estimated_nodes.is_some() && answer.best.is_none();
    let err = if estimates { None } else { text::fault(&root.position, &answer, &seat.label) };
    let best = answer.best.filter(|_| err.is_none());
    let row = SearchRow {
        job_id: job,
        game: plan.game().to_string(),
        position_id: position as u64,
        position: plan.suite().text(&shape, position),
        ply: root.position.ply(),
        player: seat.label.clone(),
        config: seat.config.clone(),
        depth_limit_plies: seat.limits.depth_plies,
        node_limit: seat.limits.nodes,
        time_limit_ms: seat.limits.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
        value: answer.value,
        best_move: best.map(|mv| move_text(&shape, mv)),
        best_is_central: best.map(|mv| text::is_central(&root.position, mv)),
        line: text::line(&shape, &answer),
        candidates: text::candidates(&shape, &answer),
        completed_depth_plies: answer.known_depth_plies(),
        stopped: answer.stopped,
        reproducible: seat.reproducible,
        dispatch: (!answer.dispatch.is_empty()).then(|| answer.dispatch.to_string()),
        minimal_nodes: answer.minimal_nodes,
        estimated_nodes: answer.estimated_nodes.map(|(nodes, _)| nodes),
        estimated_nodes_se: answer.estimated_nodes.map(|(_, error)| error),
        missed_win: best.and_then(|mv| text::missed_win(&root.position, mv)),
        missed_block: best.and_then(|mv| text::missed_block(&root.position, mv)),
        err,
        ..SearchRow::default()
    }
    .with_counters(answer.counted());
    Ok((JobRecord { job, search: Some(row), timings: vec![timing], ..JobRecord::default() }, answer))
}
