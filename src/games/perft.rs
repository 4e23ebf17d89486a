//! Counting: move sequences, positions, games.

use std::collections::HashSet;

use anyhow::{Result, bail};

use super::symmetry::Symmetry;
use crate::base::{Move, Position, Seat};

/// The number of move sequences of exactly this length (leaves of the tree at this depth). A won or full position is not
/// expanded, nor is one that was lost by a forbidden point. The last ply is counted without playing its moves.
pub fn perft<P: Position>(position: &mut P, depth_plies: u32) -> u64 {
    if depth_plies == 0 {
        1
    } else if position.winner().is_some() {
        0
    } else if size_of::<P>() <= 16 {
        by_copies(position.clone(), depth_plies)
    } else {
        by_undoing(position, depth_plies)
    }
}

/// For positions that fit two registers: there a copy is cheaper than memory.
fn by_copies<P: Position>(position: P, depth_plies: u32) -> u64 {
    if depth_plies <= 1 {
        return position.legal_count() as u64;
    }
    let below = |mv: Move| {
        let mut child = position.clone();
        child.play(mv);
        if child.winner().is_some() { 0 } else { by_copies(child, depth_plies - 1) }
    };
    let mut leaves = 0;
    if position.shape().gravity {
        // Few columns, of which most are open: the plain loop is unrolled.
        for mv in (0..position.move_codes()).map(Move) {
            if position.is_legal(mv) {
                leaves += below(mv);
            }
        }
    } else {
        let mut next = position.next_legal(0);
        while let Some(mv) = next {
            leaves += below(mv);
            next = position.next_legal(mv.0 + 1);
        }
    }
    leaves
}

fn by_undoing<P: Position>(position: &mut P, depth_plies: u32) -> u64 {
    if depth_plies <= 1 {
        return position.legal_count() as u64;
    }
    let mut leaves = 0;
    let mut next = position.next_legal(0);
    while let Some(mv) = next {
        let undo = position.play(mv);
        if position.winner().is_none() {
            leaves += by_undoing(position, depth_plies - 1);
        }
        position.undo(undo);
        next = position.next_legal(mv.0 + 1);
    }
    leaves
}

/// The number of distinct positions at each ply from the given position on, up to `max_plies` later; with `symmetry`,
/// positions that are images of each other count once. Finished positions count and are not expanded.
///
/// Fails if there are more than `limit` positions in all: their keys are kept, at some 16 bytes each.
pub fn distinct_positions<P: Position>(
    start: &P,
    max_plies: u32,
    symmetry: Option<&Symmetry>,
    limit: usize,
) -> Result<Vec<u64>> {
    let mut counts = Vec::new();
    let visit = |position: &P, _: &[Move]| {
        let ply = (position.ply() - start.ply()) as usize;
        if counts.len() <= ply {
            counts.resize(ply + 1, 0);
        }
        counts[ply] += 1;
    };
    each_position(start, max_plies, symmetry, limit, visit)?;
    Ok(counts)
}

/// Calls `visit` once for every distinct position (and the moves that led there) up to `max_plies` after the start.
pub(super) fn each_position<P: Position>(
    start: &P,
    max_plies: u32,
    symmetry: Option<&Symmetry>,
    limit: usize,
    visit: impl FnMut(&P, &[Move]),
) -> Result<()> {
    let mut walk = Walk { seen: HashSet::new(), symmetry, limit, visit, path: Vec::new() };
    if walk.enter(&mut start.clone(), max_plies) {
        Ok(())
    } else {
        bail!("there are more than {limit} distinct positions within {max_plies} plies, which is the limit")
    }
}

/// The positions that go on after so many plies from the empty board, one of each set of images: key by [`Symmetry::key`] and
/// the moves that lead there, neighbours in the tree side by side.
///
/// Fails if there are more than `limit` positions up to there.
pub fn positions_at<P: Position>(
    start: &P,
    plies: u32,
    symmetry: &Symmetry,
    limit: usize,
) -> Result<Vec<(u64, Box<[Move]>)>> {
    let mut found = Vec::new();
    each_position(start, plies, Some(symmetry), limit, |position, moves| {
        if position.ply() == plies && position.outcome().is_none() {
            found.push((symmetry.key(position), moves.into()));
        }
    })?;
    Ok(found)
}

struct Walk<'a, F> {
    seen: HashSet<u64>,
    symmetry: Option<&'a Symmetry>,
    limit: usize,
    visit: F,
    path: Vec<Move>,
}

impl<F> Walk<'_, F> {
    /// Visits a position and all that follow from it; false if the limit was exceeded.
    fn enter<P: Position>(&mut self, position: &mut P, plies: u32) -> bool
    where
        F: FnMut(&P, &[Move]),
    {
        let key = self.symmetry.map_or_else(|| position.key(), |symmetry| symmetry.key(position));
        // The same stones, of which one was placed last on a forbidden point, are another position: the game is over.
        let key = if position.last_mover_lost() { !key } else { key };
        if !self.seen.insert(key) {
            return true;
        }
        if self.seen.len() > self.limit {
            return false;
        }
        (self.visit)(position, &self.path);
        if plies == 0 || position.outcome().is_some() {
            return true;
        }
        for mv in (0..position.move_codes()).map(Move) {
            if position.is_legal(mv) {
                let undo = position.play(mv);
                self.path.push(mv);
                let within = self.enter(position, plies - 1);
                self.path.pop();
                position.undo(undo);
                if !within {
                    return false;
                }
            }
        }
        true
    }
}

/// All games of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Nodes of the whole tree, the root included: what plain minimax visits.
    pub nodes: u64,
    /// Games won by each seat, by length in plies.
    pub wins: [Vec<u64>; 2],
    /// Games drawn, by length in plies.
    pub draws: Vec<u64>,
}

impl GameCounts {
    /// Games of a length.
    pub fn games_of_length(&self, plies: usize) -> u64 {
        let [first, second] = &self.wins;
        [first, second, &self.draws].iter().map(|by_length| by_length.get(plies).copied().unwrap_or(0)).sum()
    }

    /// Games won by a seat.
    pub fn won_by(&self, seat: Seat) -> u64 {
        self.wins[seat.0 as usize & 1].iter().sum()
    }

    /// Games drawn.
    pub fn drawn(&self) -> u64 {
        self.draws.iter().sum()
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.won_by(Seat::FIRST) + self.won_by(Seat::SECOND) + self.drawn()
    }
}

/// Plays every game from a position on. Fails if the tree has more than `node_limit` nodes.
pub fn count_games<P: Position>(start: &P, node_limit: u64) -> Result<GameCounts> {
    let by_length = || vec![0; start.shape().cells() + 1];
    let mut counts = GameCounts { nodes: 0, wins: [by_length(), by_length()], draws: by_length() };
    if count(&mut start.clone(), &mut counts, node_limit) {
        Ok(counts)
    } else {
        bail!("the tree of all games has more than {node_limit} nodes, which is the limit")
    }
}

fn count<P: Position>(position: &mut P, counts: &mut GameCounts, node_limit: u64) -> bool {
    counts.nodes += 1;
    if counts.nodes > node_limit {
        return false;
    }
    let plies = position.ply() as usize;
    if let Some(winner) = position.winner() {
        counts.wins[winner.0 as usize & 1][plies] += 1;
        return true;
    }
    if position.is_full() {
        counts.draws[plies] += 1;
        return true;
    }
    for mv in (0..position.move_codes()).map(Move) {
        if position.is_legal(mv) {
            let undo = position.play(mv);
            let within = count(position, counts, node_limit);
            position.undo(undo);
            if !within {
                return false;
            }
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::board::Board;
    use crate::games::canonical::Canonical;
    use crate::games::drop::{AnyDropShape, Connect4, Drop};
    use crate::games::tictactoe::{self, TicTacToe};
    use crate::games::{GAMES, GameSpec, GameVisitor};

    /// John Tromp's page on Connect Four and OEIS A212693 for positions; the sequences are those of the issue.
    const CONNECT4: [u64; 10] = [7, 49, 343, 2401, 16807, 117649, 823536, 5673234, 39394572, 268031646];

    #[test]
    fn connect_four() {
        let mut position = Drop::new(Connect4);
        for (depth, leaves) in (1..).zip(CONNECT4) {
            assert_eq!(perft(&mut position, depth), leaves, "depth {depth}");
        }
        assert_eq!(position, Drop::new(Connect4));
    }

    #[test]
    fn connect_four_in_the_general_storages() {
        let shape = GameSpec::CONNECT4.shape;
        let mut narrow = Drop::new(AnyDropShape::<u64>::new(&shape).unwrap());
        let mut wide = Drop::new(AnyDropShape::<u128>::new(&shape).unwrap());
        for (depth, leaves) in (1..).zip(&CONNECT4[..8]) {
            assert_eq!(perft(&mut narrow, depth), *leaves, "depth {depth}");
            assert_eq!(perft(&mut wide, depth), *leaves, "depth {depth}");
        }
    }

    #[test]
    fn connect_four_positions() {
        let start = Drop::new(Connect4);
        let counts = distinct_positions(&start, 8, None, 1_000_000).unwrap();
        assert_eq!(counts, [1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275]);
        let error = distinct_positions(&start, 8, None, 1000).unwrap_err().to_string();
        assert!(error.contains("1000"), "{error}");
    }

    #[test]
    fn gomoku_three_plies() {
        let mut position = Board::<5>::new(&GameSpec::GOMOKU.shape).unwrap();
        assert_eq!(perft(&mut position, 3), 225 * 224 * 223);
        let positions = distinct_positions(&position, 2, None, 1_000_000).unwrap();
        assert_eq!(positions, [1, 225, 225 * 224]);
        // Up to symmetry a board of 15x15 has 36 first moves: the triangle with sides of 8.
        let symmetry = Symmetry::new(&GameSpec::GOMOKU.shape);
        assert_eq!(distinct_positions(&position, 1, Some(&symmetry), 100).unwrap(), [1, 36]);
    }

    #[test]
    fn tic_tac_toe_games() {
        let counts = count_games(&TicTacToe::new(), 1_000_000).unwrap();
        assert_eq!(counts.nodes, 549_946);
        assert_eq!(counts.games(), 255_168);
        assert_eq!(counts.won_by(Seat::FIRST), 131_184);
        assert_eq!(counts.won_by(Seat::SECOND), 77_904);
        assert_eq!(counts.drawn(), 46_080);
        let by_length: Vec<u64> = (0..=9).map(|plies| counts.games_of_length(plies)).collect();
        assert_eq!(by_length, [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]);
        let board = Board::<0>::new(&tictactoe::SHAPE).unwrap();
        assert_eq!(count_games(&board, 1_000_000).unwrap(), counts);
        assert!(count_games(&board, 549_945).is_err());
    }

    #[test]
    fn tic_tac_toe_positions() {
        let start = TicTacToe::new();
        let all = distinct_positions(&start, 9, None, 10_000).unwrap();
        assert_eq!(all.iter().sum::<u64>(), 5478);
        let symmetry = Symmetry::new(&tictactoe::SHAPE);
        let classes = distinct_positions(&start, 9, Some(&symmetry), 10_000).unwrap();
        assert_eq!(classes.iter().sum::<u64>(), 765);
    }

    struct Twin;

    impl GameVisitor for Twin {
        type Output = ();
        fn visit<P: Position>(self, start: P) {
            let mut twin = Canonical::new(&start.shape());
            let depth = (1..).take_while(|&depth| (start.moves().count() as u64).pow(depth) < 3000).last();
            for depth in 0..=depth.unwrap_or(1) {
                assert_eq!(perft(&mut start.clone(), depth), perft(&mut twin, depth), "{} {depth}", start.shape());
            }
        }
    }

    #[test]
    fn every_storage_counts_like_its_slow_twin() {
        for example in GAMES.iter().flat_map(|game| game.examples).filter(|game| !game.contains("1,22")) {
            example.parse::<GameSpec>().unwrap().visit(Twin);
        }
    }

    /// A crowded position without an end before it, and the sequences of each length from there to the full board, counted
    /// by the fast storage and by the twin.
    struct Crowded(u64);

    impl GameVisitor for Crowded {
        type Output = Vec<u64>;
        fn visit<P: Position>(self, start: P) -> Vec<u64> {
            let mut rng = crate::base::rng::Rng::new(self.0);
            let (mut position, mut twin) = (start.clone(), Canonical::new(&start.shape()));
            while start.shape().cells() as u32 - position.ply() > 6 {
                let goes_on = |position: &mut P, mv: Move| {
                    let undo = position.play(mv);
                    let over = position.winner().is_some();
                    position.undo(undo);
                    !over
                };
                let moves: Vec<Move> = position.moves().collect();
                let moves: Vec<Move> = moves.into_iter().filter(|&mv| goes_on(&mut position, mv)).collect();
                if moves.is_empty() {
                    (position, twin) = (start.clone(), Canonical::new(&start.shape()));
                    continue;
                }
                let mv = moves[rng.below(moves.len() as u32) as usize];
                position.play(mv);
                twin.play(mv);
            }
            let counts: Vec<u64> = (0..=6).map(|depth| perft(&mut position, depth)).collect();
            let slow: Vec<u64> = (0..=6).map(|depth| perft(&mut twin, depth)).collect();
            assert_eq!(counts, slow);
            counts
        }
    }

    #[test]
    fn rule_sets_count_like_the_slow_twin_to_the_full_board() {
        // Without an end there are 6! sequences to the full board.
        for rules in ["freestyle", "standard", "renju", "caro"] {
            let game: GameSpec = format!("gomoku:7,{rules}").parse().unwrap();
            let cut_short = (0..30).filter(|&seed| game.visit(Crowded(seed))[6] < 720).count();
            assert!((3..30).contains(&cut_short), "{rules}: {cut_short}");
        }
    }
}
