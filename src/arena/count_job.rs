//! A count job: a figure of the game itself, or plain arithmetic.

use anyhow::Result;

use crate::base::{Limits, Position, Seat};
use crate::games::notation::read_position;
use crate::games::perft::{GameCounts, count_games, distinct_positions, perft};
use crate::games::solver::Mode;
use crate::games::symmetry::Symmetry;
use crate::players::exact::{exact, finished_score};
use crate::records::clock::Stopwatch;
use crate::records::rows::{FactRow, JobRecord};
use crate::spec::Plan;
use crate::spec::quantity::Quantity;

/// Most positions that are told apart, at some 16 bytes each.
const MOST_POSITIONS: usize = 10_000_000;

/// Most nodes that are walked to count games.
const MOST_NODES: u64 = 2_000_000_000;

/// The solver's table: a position of few stones fills it.
const TABLE_BYTES: u64 = 256 << 20;

/// Runs the job.
///
/// # Errors
/// If the game is too large for the figure, or there is no such quantity.
pub fn run<P: Position>(plan: &Plan, start: &P, job: u64, quantity: usize) -> Result<JobRecord> {
    let Some(quantity) = plan.quantities().get(quantity) else { anyhow::bail!("there is no quantity {quantity}") };
    let stopwatch = Stopwatch::start();
    let value = count(start, quantity)?;
    let fact = FactRow {
        job_id: job,
        game: plan.game().to_string(),
        subject: "game".to_string(),
        quantity: quantity.to_string(),
        value: Some(value),
        err: None,
    };
    Ok(JobRecord { job, facts: vec![fact], timings: vec![stopwatch.timing(job, None)], ..JobRecord::default() })
}

fn count<P: Position>(start: &P, quantity: &Quantity) -> Result<f64> {
    let shape = start.shape();
    let cells = shape.cells() as u32;
    let positions =
        |plies: u32, symmetry: Option<&Symmetry>| distinct_positions(start, plies, symmetry, MOST_POSITIONS);
    let all = |counts: Vec<u64>| counts.iter().sum::<u64>() as f64;
    let games = |figure: fn(&GameCounts) -> u64| count_games(start, MOST_NODES).map(|counts| figure(&counts) as f64);
    match quantity {
        Quantity::Positions => positions(cells, None).map(all),
        Quantity::PositionsUpToSymmetry => positions(cells, Some(&Symmetry::new(&shape))).map(all),
        Quantity::PositionsAt(plies) => {
            let counts = positions((*plies).min(cells), None)?;
            Ok(counts.get(*plies as usize).copied().unwrap_or(0) as f64)
        }
        Quantity::Games => games(GameCounts::games),
        Quantity::GamesWonFirst => games(|counts| counts.won_by(Seat::FIRST)),
        Quantity::GamesWonSecond => games(|counts| counts.won_by(Seat::SECOND)),
        Quantity::GamesDrawn => games(GameCounts::drawn),
        Quantity::GamesOfLength(plies) => {
            count_games(start, MOST_NODES).map(|counts| counts.games_of_length(*plies as usize) as f64)
        }
        Quantity::MinimaxNodes => games(|counts| counts.nodes),
        Quantity::Perft(plies) => Ok(perft(&mut start.clone(), *plies) as f64),
        Quantity::MoveScore(moves) => move_score(start, moves, Mode::Strong),
        Quantity::MoveOutcome(moves) => move_score(start, moves, Mode::Weak),
        Quantity::Cells => Ok(f64::from(cells)),
        Quantity::Power(base, exponent) => finite(base.powf(*exponent)),
        Quantity::Log10Power(base, exponent) => finite(exponent * base.log10()),
        Quantity::Product(numbers) => finite(numbers.iter().product()),
        Quantity::Quotient(a, b) => finite(a / b),
        Quantity::Factorial(n) => finite((1..=*n).map(f64::from).product()),
        Quantity::Ln(a) => finite(a.ln()),
    }
}

/// The exact score after moves, for the side that made the last one.
fn move_score<P: Position>(start: &P, moves: &str, mode: Mode) -> Result<f64> {
    let (root, _) = read_position(start, moves)?;
    let score = match finished_score(&root.position, mode) {
        Some(score) => -score,
        None => {
            let (bounds, _) = exact(start, TABLE_BYTES, 1)?.solve(&root.position, mode, &Limits::default());
            anyhow::ensure!(bounds.low == bounds.high, "it was abandoned");
            -bounds.low
        }
    };
    Ok(f64::from(score))
}

fn finite(value: f64) -> Result<f64> {
    anyhow::ensure!(value.is_finite(), "the figure is too large to write; take its logarithm (log10_power)");
    Ok(value)
}
