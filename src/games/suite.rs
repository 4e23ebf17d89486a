//! Suites of positions, and openings: random, distinct up to symmetry, reproducible from a seed.

use std::collections::HashSet;

use anyhow::{Result, bail};

use super::perft::each_position;
use super::symmetry::Symmetry;
use crate::base::rng::{Rng, derive};
use crate::base::{Cell, Move, Position};

/// What positions are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuiteSpec {
    /// Stones on the board; `count` positions for each.
    pub plies: Vec<u32>,
    /// Positions per ply.
    pub count: usize,
    /// The seed of all random numbers.
    pub seed: u64,
    /// Whether a side may have a win on its next move: the side to move by playing now, the other one if it had the move.
    pub allow_win_in_one: bool,
    /// Whether the game may be over.
    pub allow_over: bool,
    /// How far from another stone a stone may be set, in rows and in columns; the first one lies within one row and column
    /// of the middle. `None`: anywhere. Random play over the whole board scatters the stones as no game does.
    pub near: Option<u32>,
}

/// Where at most this many positions are possible, all of them are listed and drawn from; else random games are played.
const ENUMERATED: u64 = 50_000;

/// Positions that [`all_positions`] lists at most.
pub const ALL_POSITIONS: usize = 1_000_000;

/// Positions that are drawn at most.
pub const DRAWN_POSITIONS: usize = 1_000_000;

/// The positions of a file's text, one a line; blank lines and what follows `#` are passed over.
pub fn listed(text: &str) -> Vec<String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or("").trim());
    lines.filter(|line| !line.is_empty()).map(str::to_string).collect()
}

/// Positions by their moves, `count` for each ply, in the order drawn. The start has to be the empty board.
///
/// Where a ply has few positions each is equally likely; else positions are those of random games, rejected until they
/// are new up to symmetry and fulfil what is asked for.
///
/// Fails where there are fewer than asked for, naming how many were found.
pub fn generate<P: Position>(start: &P, spec: &SuiteSpec) -> Result<Vec<Vec<Move>>> {
    let shape = start.shape();
    let cells = shape.cells() as u32;
    let symmetry = Symmetry::new(&shape);
    let mut suite = Vec::new();
    for &plies in &spec.plies {
        let (found, how) = draw(start, spec, plies, &symmetry)?;
        if found.len() < spec.count {
            let without = if spec.allow_win_in_one { "" } else { ", without a win in one for either side" };
            let (wanted, there) = (spec.count, found.len());
            let enough = |&other: &u32| draw(start, spec, other, &symmetry).is_ok_and(|(some, _)| some.len() >= wanted);
            let others = (plies + 1..=cells.min(plies + 4)).find(enough);
            let others = others.map_or(String::new(), |other| format!(", or for {other} plies"));
            let there = match there {
                0 => format!("there is none: ask for other plies, or give positions in a list{others}"),
                _ => format!("there are {how} {there}: ask for {there} or fewer{others}"),
            };
            bail!("{wanted} distinct positions of {plies} plies are asked for on a board of {shape}{without}; {there}");
        }
        suite.extend(found);
    }
    Ok(suite)
}

/// As [`generate`], but as many as there are where these are fewer than asked for.
pub fn generate_available<P: Position>(start: &P, spec: &SuiteSpec) -> Result<Vec<Vec<Move>>> {
    let symmetry = Symmetry::new(&start.shape());
    let mut suite = Vec::new();
    for &plies in &spec.plies {
        suite.extend(draw(start, spec, plies, &symmetry)?.0);
    }
    Ok(suite)
}

/// Positions of one ply, `count` of them if there are so many, and how sure it is that there are no more.
fn draw<P: Position>(start: &P, spec: &SuiteSpec, plies: u32, symmetry: &Symmetry) -> Result<(Vec<Vec<Move>>, String)> {
    let shape = start.shape();
    let cells = shape.cells();
    if plies as usize > cells {
        bail!("expected positions of 0 to {cells} plies on a board of {shape}, found {plies}");
    }
    let mut rng = Rng::new(derive(spec.seed, plies as u64));
    if spec.near.is_none() && possible(start, plies, symmetry.count()) <= ENUMERATED {
        return Ok((enumerate(start, spec, plies, symmetry, &mut rng)?, "at most".to_string()));
    }
    let asked = spec.count.saturating_mul(spec.plies.len());
    if asked > DRAWN_POSITIONS {
        bail!("{asked} positions are asked for; expected at most {DRAWN_POSITIONS}");
    }
    let (found, games) = sample(start, spec, plies, symmetry, &mut rng);
    Ok((found, format!("in {games} random games only")))
}

/// An upper bound of the number of positions up to symmetry, and roughly their number.
fn possible<P: Position>(start: &P, plies: u32, symmetries: usize) -> u64 {
    let codes = start.move_codes() as f64;
    let bound = if start.shape().gravity {
        codes.powi(plies as i32)
    } else {
        // Cells for the first player's stones, then for the second player's.
        let mut ways = 1.0;
        for stone in 0..plies {
            ways *= (codes - stone as f64) / (stone / 2 + 1) as f64;
        }
        ways
    };
    (bound / symmetries as f64).min(1e18) as u64
}

fn admitted<P: Position>(position: &P, spec: &SuiteSpec) -> bool {
    if position.outcome().is_some() {
        return spec.allow_over;
    }
    spec.allow_win_in_one || !win_in_one(position)
}

/// Whether the side to move can complete a line now, or the other side could if it had the move.
pub fn win_in_one<P: Position>(position: &P) -> bool {
    let mut scratch = position.clone();
    position.moves().any(|mv| scratch.wins_at(mv) || position.opponent_wins_at(mv))
}

fn enumerate<P: Position>(
    start: &P,
    spec: &SuiteSpec,
    plies: u32,
    symmetry: &Symmetry,
    rng: &mut Rng,
) -> Result<Vec<Vec<Move>>> {
    let mut all = Vec::new();
    each_position(start, plies, Some(symmetry), ALL_POSITIONS, |position, moves| {
        if moves.len() as u32 == plies && admitted(position, spec) {
            all.push(moves.to_vec());
        }
    })?;
    rng.shuffle(&mut all);
    all.truncate(spec.count);
    // The walk meets one image of each position; any of them is as good.
    for moves in &mut all {
        let image = rng.below(symmetry.count() as u32) as usize;
        for mv in moves.iter_mut() {
            *mv = symmetry.image(image, *mv);
        }
    }
    Ok(all)
}

/// Positions of random games and how many games were played. Gives up after a long time without a new one.
fn sample<P: Position>(
    start: &P,
    spec: &SuiteSpec,
    plies: u32,
    symmetry: &Symmetry,
    rng: &mut Rng,
) -> (Vec<Vec<Move>>, u64) {
    const PATIENCE: u64 = 20_000;
    let (mut found, mut seen) = (Vec::new(), HashSet::new());
    let (mut games, mut fruitless) = (0, 0);
    let mut open = Vec::new();
    while found.len() < spec.count && fruitless < PATIENCE {
        games += 1;
        fruitless += 1;
        let (mut position, mut moves) = (start.clone(), Vec::new());
        while (moves.len() as u32) < plies && position.outcome().is_none() {
            open.clear();
            open.extend(position.moves().filter(|&mv| spec.near.is_none_or(|near| is_near(&position, mv, near))));
            if open.is_empty() {
                break;
            }
            let mv: Move = open[rng.below(open.len() as u32) as usize];
            position.play(mv);
            moves.push(mv);
        }
        if moves.len() as u32 == plies && admitted(&position, spec) && seen.insert(symmetry.key(&position)) {
            found.push(moves);
            fruitless = 0;
        }
    }
    (found, games)
}

/// Whether a stone would lie near another one, or near the middle where there is none.
fn is_near<P: Position>(position: &P, mv: Move, near: u32) -> bool {
    let shape = position.shape();
    let cell = position.landing(mv);
    let (row, column) = (shape.row(cell), shape.column(cell));
    if position.ply() == 0 {
        // Where stones fall, the first one has no choice of its row.
        let central = |at: usize, side: u8| (2 * at + 1).abs_diff(side as usize) <= 2;
        return central(column, shape.width) && (shape.gravity || central(row, shape.height));
    }
    let reach = near as usize;
    let rows = row.saturating_sub(reach)..=(row + reach).min(shape.height as usize - 1);
    let columns = column.saturating_sub(reach)..=(column + reach).min(shape.width as usize - 1);
    let mut cells = rows.flat_map(|row| columns.clone().map(move |column| row * shape.width as usize + column));
    cells.any(|cell| position.stone(cell as Cell).is_some())
}

/// Every position that can arise and is not over, by one list of moves each, in the order of a depth-first walk.
///
/// Fails on games of more than [`ALL_POSITIONS`] positions.
pub fn all_positions<P: Position>(start: &P) -> Result<Vec<Vec<Move>>> {
    let mut all = Vec::new();
    each_position(start, start.shape().cells() as u32, None, ALL_POSITIONS, |position, moves| {
        if position.outcome().is_none() {
            all.push(moves.to_vec());
        }
    })?;
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::notation::play_moves;
    use crate::games::symmetry::canonical_key;
    use crate::games::tictactoe::TicTacToe;
    use crate::games::{GameSpec, GameVisitor};

    fn spec(plies: &[u32], count: usize) -> SuiteSpec {
        SuiteSpec { plies: plies.to_vec(), count, seed: 7, allow_win_in_one: false, allow_over: false, near: None }
    }

    struct Check(SuiteSpec);

    impl GameVisitor for Check {
        type Output = Vec<Vec<Move>>;
        fn visit<P: Position>(self, start: P) -> Vec<Vec<Move>> {
            let suite = generate(&start, &self.0).unwrap();
            assert_eq!(suite.len(), self.0.count * self.0.plies.len());
            let mut keys = HashSet::new();
            for (index, moves) in suite.iter().enumerate() {
                assert_eq!(moves.len() as u32, self.0.plies[index / self.0.count]);
                let position = play_moves(&start, moves).unwrap();
                assert!(position.outcome().is_none() && !win_in_one(&position));
                assert!(keys.insert(canonical_key(&position)));
            }
            assert_eq!(generate(&start, &self.0).unwrap(), suite);
            if let Some(near) = self.0.near {
                for moves in &suite {
                    let mut position = start.clone();
                    for &mv in moves {
                        assert!(is_near(&position, mv, near));
                        position.play(mv);
                    }
                }
            }
            let other = SuiteSpec { seed: 8, ..self.0.clone() };
            assert_ne!(generate(&start, &other).unwrap(), suite);
            suite
        }
    }

    #[test]
    fn suites_are_distinct_quiet_and_reproducible() {
        for (game, plies, count) in [
            ("tictactoe", vec![2, 3], 5),
            ("connect4", vec![2, 4, 8, 12], 20),
            ("gomoku", vec![1, 2, 4, 8, 20], 25),
            ("connect4:10x7", vec![4, 9], 20),
            ("mnk:4,4,4", vec![4], 20),
        ] {
            game.parse::<GameSpec>().unwrap().visit(Check(spec(&plies, count)));
        }
    }

    #[test]
    fn stones_may_have_to_lie_together() {
        for (game, plies, near) in
            [("gomoku", vec![3, 6], 2), ("gomoku:6", vec![5], 1), ("connect4", vec![5], 1), ("mnk:22,1,5", vec![5], 3)]
        {
            let near = SuiteSpec { near: Some(near), ..spec(&plies, 20) };
            let reach = near.near.unwrap() as usize;
            let game = game.parse::<GameSpec>().unwrap();
            let width = game.shape.width as usize;
            for moves in game.visit(Check(near)) {
                // The box of n stones is at most n - 1 steps wide.
                let columns = moves.iter().map(|mv| mv.0 as usize % width);
                let (least, most) = (columns.clone().min().unwrap(), columns.max().unwrap());
                assert!(most - least <= reach * (moves.len() - 1), "{moves:?}");
            }
        }
        // One middle cell and, up to symmetry, one beside it and one across.
        let start = "gomoku".parse::<GameSpec>().unwrap();
        assert_eq!(start.visit(Check(SuiteSpec { near: Some(1), ..spec(&[1], 3) })).len(), 3);
    }

    #[test]
    fn too_many_are_refused_with_the_maximum() {
        let start = TicTacToe::new();
        let error = generate(&start, &spec(&[2], 13)).unwrap_err().to_string();
        assert!(error.contains("ask for 12 or fewer, or for 3 plies"), "{error}");
        // Three first moves; after two plies twelve positions, in none of which a line lacks one stone.
        for (plies, there) in [(0, 1), (1, 3), (2, 12)] {
            assert_eq!(generate(&start, &spec(&[plies], there)).unwrap().len(), there);
            let error = generate(&start, &spec(&[plies], there + 1)).unwrap_err().to_string();
            assert!(error.contains(&format!("there are at most {there}:")), "{error}");
        }
        let error = generate(&start, &spec(&[10], 1)).unwrap_err().to_string();
        assert!(error.contains("0 to 9 plies"), "{error}");
    }

    #[test]
    fn finished_positions_and_wins_in_one_on_request() {
        let start = TicTacToe::new();
        let some = SuiteSpec { allow_win_in_one: true, ..spec(&[5], 1000) };
        let all = SuiteSpec { allow_over: true, ..some.clone() };
        // Up to symmetry there are 174 positions of five stones, 21 of them won.
        for (spec, there) in [(some, 153), (all, 174)] {
            let error = generate(&start, &spec).unwrap_err().to_string();
            assert!(error.contains(&format!("there are at most {there}:")), "{error}");
        }
    }

    #[test]
    fn all_positions_of_tic_tac_toe() {
        let start = TicTacToe::new();
        let all = all_positions(&start).unwrap();
        // 5478 in all, 626 won by the first player, 316 by the second, 16 drawn.
        assert_eq!(all.len(), 5478 - 626 - 316 - 16);
        let mut keys = HashSet::new();
        for moves in &all {
            let position = play_moves(&start, moves).unwrap();
            assert!(position.outcome().is_none() && keys.insert(position.key()));
        }
        let connect4 = crate::games::drop::Drop::new(crate::games::drop::Connect4);
        assert!(all_positions(&connect4).is_err());
    }
}
