//! A game job: two players from an opening to a line, a full board, or a fault of one of them.

use anyhow::Result;

use super::answer_text as text;
use super::judge::Judge;
use super::seats::{Seated, Seats};
use super::swap2::{Broken, settle};
use super::truth_job::{judge_moves, row_of_move};
use crate::base::rng::derive;
use crate::base::{Answer, Fault, Move, Outcome, Position, Root, Seat, Shape};
use crate::games::notation::{move_text, moves_text, play_moves};
use crate::records::clock::Stopwatch;
use crate::records::rows::{GameRow, JobRecord, MoveRow};
use crate::spec::{Job, Plan};

/// What one side did in a game. Nodes and depths are unknown once one of its searches was not counted.
#[derive(Clone, Copy)]
struct Side {
    nodes: Option<u64>,
    moves: u32,
    depth_sum: Option<u64>,
    /// Apart from those of its moves, so that a mean of these is of moves alone; nothing where there is no swap2.
    swap2_nodes: Option<u64>,
}

impl Side {
    fn new(swap2: bool) -> Side {
        Side { nodes: Some(0), moves: 0, depth_sum: Some(0), swap2_nodes: swap2.then_some(0) }
    }

    fn add(sum: &mut Option<u64>, more: Option<u64>) {
        *sum = sum.zip(more).map(|(sum, more)| sum + more);
    }

    fn searched(&mut self, answer: &Answer) {
        Side::add(&mut self.nodes, answer.counted().map(|counters| counters.nodes));
        Side::add(&mut self.depth_sum, answer.known_depth_plies().map(u64::from));
    }

    fn searched_in_swap2(&mut self, answer: &Answer) {
        Side::add(&mut self.swap2_nodes, answer.counted().map(|counters| counters.nodes));
    }
}

/// Plays the game of a [`Job::Game`], swap2 first where the plan says so. A program of others that gives no move in time, or an
/// illegal one, or dies, has lost;
/// any other player that gives no move which can be played ends the game with a row that names the fault. Moves are judged
/// where the plan says so and there is a judge.
///
/// # Errors
/// If the job is of another kind, a player cannot be built or the opening does not exist.
pub fn run<P: Position>(
    plan: &Plan,
    start: &P,
    seats: &mut Seats<P>,
    judge: Option<&mut Judge<P>>,
    job: u64,
    game: &Job,
) -> Result<JobRecord> {
    let &Job::Game { pairing, pair, opening, first, second, seed } = game else {
        anyhow::bail!("job {job} is no game");
    };
    let shape = start.shape();
    let mut root: Root<P> = plan.suite().root(start, opening)?;
    let opening_moves = plan.suite().moves(opening);
    let mut history: Vec<Move> = Vec::with_capacity(shape.cells());
    history.extend_from_slice(opening_moves);
    let section = plan.match_section();
    let record_moves = section.is_some_and(|section| section.record_moves);
    let truth_from_ply = section.and_then(|section| section.truth_from_ply);
    let mut players = seats.two((first, derive(seed, 0)), (second, derive(seed, 1)))?;
    let swap2 = section.is_some_and(|section| section.swap2);
    let mut sides = [Side::new(swap2); 2];
    let mut record = JobRecord { job, ..JobRecord::default() };
    let game_text = plan.game().to_string();
    let (mut err, mut lost): (Option<String>, Option<(Fault, String)>) = (None, None);
    let (mut choice, mut first_has_first_stones, mut loser) = (None, true, None);
    let stopwatch = Stopwatch::start();
    if swap2 {
        let settled = settle(start, &mut history, &mut players, |seat, answer| sides[seat].searched_in_swap2(answer));
        root = Root { position: play_moves(start, &history)?, last: history.last().copied() };
        match settled {
            Ok(settled) => (choice, first_has_first_stones) = (Some(settled.choice), settled.first_has_first_stones),
            Err(Broken { seat, forfeit }) => {
                let message = format!("the player '{}': {}", players[seat].label, forfeit.reason);
                if Fault::LOSING.contains(&forfeit.fault) {
                    (lost, loser) = (Some((forfeit.fault, message)), Some(seat));
                } else {
                    err = Some(message);
                }
            }
        }
    }
    // The seat of whoever has these stones.
    let holder = |stones: Seat| usize::from((stones == Seat::FIRST) != first_has_first_stones);
    while root.position.outcome().is_none() && err.is_none() && lost.is_none() {
        let turn = holder(root.position.turn());
        let (player, side) = (&mut players[turn], &mut sides[turn]);
        let move_watch = record_moves.then(Stopwatch::start);
        let answer = player.searcher.search(&root, &player.limits);
        side.searched(&answer);
        if let Some(watch) = move_watch {
            record.timings.push(watch.timing(job, Some(root.position.ply())));
        }
        err = text::fault(&root.position, &answer, &player.label);
        if let Some(forfeit) = answer.forfeit.as_ref().filter(|forfeit| Fault::LOSING.contains(&forfeit.fault)) {
            lost = err.take().map(|reason| (forfeit.fault, reason));
            loser = Some(turn);
        }
        let judged = err.is_none() && lost.is_none() && truth_from_ply.is_some_and(|from| root.position.ply() >= from);
        if record_moves || judged {
            let row = move_row(job, &game_text, &shape, &history, player, &answer);
            if judged {
                record.truth.push(row_of_move(&row, player.limits.depth_plies));
            }
            if record_moves {
                record.moves.push(row);
            }
        }
        let Some(mv) = answer.best.filter(|_| err.is_none() && lost.is_none()) else { break };
        root.position.play(mv);
        root.last = Some(mv);
        history.push(mv);
        side.moves += 1;
    }
    let timing = stopwatch.timing(job, None);
    if let Some(judge) = judge {
        record.truth = judge_moves(judge, start, &history, std::mem::take(&mut record.truth))?;
    }
    const NAMES: [&str; 2] = ["first", "second"];
    let (end, outcome) = match (root.position.outcome(), &lost, loser) {
        (Some(Outcome::Win(stones)), ..) => {
            (if root.position.last_mover_lost() { "forbidden" } else { "line" }, Some(NAMES[holder(stones)]))
        }
        (Some(Outcome::Draw), ..) => ("full", Some("draw")),
        (None, Some((fault, _)), Some(loser)) => (fault.word(), Some(NAMES[1 - loser])),
        _ => ("error", None),
    };
    let mut reason = lost.map(|(_, reason)| reason);
    for message in err.iter_mut().chain(&mut reason) {
        message.push_str(&format!(" in the position {}", moves_text(&shape, &history)));
    }
    let [first, second] = &players;
    record.timings.push(timing);
    record.game = Some(GameRow {
        job_id: job,
        game: game_text,
        pairing_id: pairing,
        pair_id: pair,
        opening: moves_text(&shape, opening_moves),
        first: first.label.clone(),
        second: second.label.clone(),
        first_config: first.config.clone(),
        second_config: second.config.clone(),
        swap2: choice.map(str::to_string),
        first_stones: Some(NAMES[usize::from(!first_has_first_stones)].to_string()),
        outcome: outcome.map(str::to_string),
        plies: root.position.ply(),
        end: end.to_string(),
        reason,
        moves: moves_text(&shape, &history),
        seed,
        nodes_first: sides[0].nodes,
        nodes_second: sides[1].nodes,
        moves_first: sides[0].moves,
        moves_second: sides[1].moves,
        depth_sum_first: sides[0].depth_sum,
        depth_sum_second: sides[1].depth_sum,
        swap2_nodes_first: sides[0].swap2_nodes,
        swap2_nodes_second: sides[1].swap2_nodes,
        reproducible: first.reproducible && second.reproducible,
        err,
    });
    Ok(record)
}

fn move_row<P: Position>(
    job: u64,
    game: &str,
    shape: &Shape,
    history: &[Move],
    player: &Seated<P>,
    answer: &Answer,
) -> MoveRow {
    MoveRow {
        job_id: job,
        game: game.to_string(),
        ply: history.len() as u32,
        player: player.label.clone(),
        position: moves_text(shape, history),
        played_move: answer.best.map(|mv| move_text(shape, mv)),
        value: answer.value,
        line: text::line(shape, answer),
        candidates: text::candidates(shape, answer),
        completed_depth_plies: answer.known_depth_plies(),
        stopped: answer.stopped,
        reproducible: player.reproducible,
        ..MoveRow::default()
    }
    .with_counters(answer.counted())
}
