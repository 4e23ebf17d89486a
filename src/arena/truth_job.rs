//! Truth jobs: a player's move in a position of a suite, or the moves of a recorded game, held against exact values.

use anyhow::{Context, Result};

use super::judge::Judge;
use super::search_job;
use super::seats::Seats;
use crate::base::{Move, Position, Root};
use crate::games::notation::{move_text, moves_text, play_moves};
use crate::records::clock::Stopwatch;
use crate::records::rows::{JobRecord, MoveRow, TruthRow};
use crate::spec::Plan;
use crate::spec::recorded::RecordedGame;

/// A player searches a position; its move is judged, and played on where that is asked for.
///
/// # Errors
/// If the player cannot be built or the position does not exist.
pub fn run<P: Position>(
    plan: &Plan,
    start: &P,
    seats: &mut Seats<P>,
    judge: &mut Judge<P>,
    job: u64,
    (player, position, seed): (u64, usize, u64),
) -> Result<JobRecord> {
    let (mut record, answer) = search_job::search(plan, start, seats, job, (player, position, seed))?;
    let search = record.search.as_ref().context("a search leaves a row")?;
    let root = plan.suite().root(start, position)?;
    let best = answer.best.filter(|_| search.err.is_none());
    let row = TruthRow {
        job_id: job,
        game: search.game.clone(),
        position_id: Some(search.position_id),
        position: search.position.clone(),
        ply: search.ply,
        player: search.player.clone(),
        played_move: search.best_move.clone(),
        value: search.value,
        nodes: search.nodes,
        depth_limit_plies: search.depth_limit_plies,
        completed_depth_plies: search.completed_depth_plies,
        reproducible: search.reproducible,
        ..TruthRow::default()
    };
    let mut row = judge.judge(row, position, &root.position, best);
    if best.is_some() && plan.truth().is_some_and(|truth| truth.play_out) {
        let seat = seats.again(player)?;
        let mut first = best;
        let choose = |root: &Root<P>| first.take().or_else(|| seat.searcher.search(root, &seat.limits).best);
        row = judge.play_out(row, &root, choose);
    }
    record.truth.push(row);
    Ok(record)
}

/// The moves of a recorded game are judged.
///
/// # Errors
/// If there is no such game.
pub fn run_recorded<P: Position>(
    plan: &Plan,
    start: &P,
    judge: &mut Judge<P>,
    job: u64,
    game: usize,
) -> Result<JobRecord> {
    let recorded = plan.recorded();
    let game: &RecordedGame = recorded.games.get(game).with_context(|| format!("there is no recorded game {game}"))?;
    let stopwatch = Stopwatch::start();
    let shape = start.shape();
    let rows = game.judged.iter().map(|judged| TruthRow {
        job_id: job,
        game: plan.game().to_string(),
        game_id: Some(game.id),
        ply: judged.ply,
        player: recorded.labels.get(judged.player as usize).cloned().unwrap_or_default(),
        position: moves_text(&shape, &game.moves[..judged.ply as usize]),
        played_move: game.moves.get(judged.ply as usize).map(|&mv| move_text(&shape, mv)),
        value: judged.value,
        nodes: judged.nodes,
        completed_depth_plies: judged.completed_depth_plies,
        reproducible: true,
        ..TruthRow::default()
    });
    let truth = judge_moves(judge, start, &game.moves, rows.collect())?;
    Ok(JobRecord { job, truth, timings: vec![stopwatch.timing(job, None)], ..JobRecord::default() })
}

/// What is to be judged of a move of a game that was just played.
pub fn row_of_move(row: &MoveRow, depth_limit_plies: Option<u32>) -> TruthRow {
    TruthRow {
        job_id: row.job_id,
        game: row.game.clone(),
        game_id: Some(row.job_id),
        position: row.position.clone(),
        ply: row.ply,
        player: row.player.clone(),
        played_move: row.played_move.clone(),
        value: row.value,
        nodes: row.nodes,
        depth_limit_plies,
        completed_depth_plies: row.completed_depth_plies,
        reproducible: row.reproducible,
        ..TruthRow::default()
    }
}

/// Judges moves of one game; the rows, by ply, say which.
///
/// # Errors
/// If the moves cannot be played.
pub fn judge_moves<P: Position>(
    judge: &mut Judge<P>,
    start: &P,
    moves: &[Move],
    rows: Vec<TruthRow>,
) -> Result<Vec<TruthRow>> {
    // Each position is solved once: what it is worth after a move is what it is worth before the next.
    let mut solved: Option<(u32, Option<i32>)> = None;
    let mut judged = Vec::with_capacity(rows.len());
    for row in rows {
        let ply = row.ply;
        let before = play_moves(start, &moves[..ply as usize])?;
        let mut after = before.clone();
        after.play(*moves.get(ply as usize).context("a move that was not played")?);
        let score_before = match solved {
            Some((known, score)) if known == ply => score,
            _ => judge.score(&before),
        };
        let score_after = judge.score(&after);
        solved = Some((ply + 1, score_after));
        judged.push(judge.verdict(row, &before, score_before, score_after.map(|score| -score)));
    }
    Ok(judged)
}
