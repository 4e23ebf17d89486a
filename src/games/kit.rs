//! The test kit: every storage of every game in the registry against its slow twin, on random games.

use super::canonical::Canonical;
use super::spec::{GAMES, GameSpec, GameVisitor};
use crate::base::position::line_by_cells;
use crate::base::rng::Rng;
use crate::base::{Cell, MAX_SIDE, Move, Outcome, Position, Seat, Shape};

/// Every game that the registry gives as an example.
fn games() -> impl Iterator<Item = GameSpec> {
    GAMES.iter().flat_map(|game| game.examples).map(|example| example.parse().unwrap())
}

/// What a position shows to the outside, cell by cell and move by move.
#[derive(PartialEq)]
struct Face {
    shape: Shape,
    stones: Vec<Option<Seat>>,
    moves: Vec<Move>,
    legal: Vec<u16>,
    landings: Vec<Cell>,
    wins: Vec<bool>,
    threats: Vec<bool>,
    losses: Vec<bool>,
    stops: Vec<bool>,
    footprint: (usize, [u32; MAX_SIDE]),
    openings: (usize, [u32; MAX_SIDE]),
    outcome: Option<Outcome>,
    won: bool,
    lost: bool,
    full: bool,
    ply: u32,
    turn: Seat,
}

fn face<P: Position>(position: &mut P) -> Face {
    let shape = position.shape();
    let stones: Vec<Option<Seat>> = (0..shape.cells() as Cell).map(|cell| position.stone(cell)).collect();
    let moves: Vec<Move> = position.moves().collect();
    assert_eq!(position.legal_count() as usize, moves.len());
    let next = |from: u16| position.next_legal(from).map(|mv| (mv, mv.0 + 1));
    let walked: Vec<Move> = std::iter::successors(next(0), |&(_, from)| next(from)).map(|(mv, _)| mv).collect();
    assert_eq!(walked, moves);
    assert_eq!(position.next_legal(position.move_codes()), None);
    let legal: Vec<u16> = (0..position.move_codes()).filter(|&code| position.is_legal(Move(code))).collect();
    let landings: Vec<Cell> = moves.iter().map(|&mv| position.landing(mv)).collect();
    // Once the game is over, whether a move would win has no meaning.
    let asked = if position.outcome().is_some() { 0 } else { moves.len() };
    // The twin is slow on large boards: ask for some of the moves there.
    let asked = moves[..asked].iter().skip(asked % 7).step_by(if shape.cells() > 60 { 11 } else { 1 });
    let wins: Vec<bool> = asked.clone().map(|&mv| position.wins_at(mv)).collect();
    let threats: Vec<bool> = asked.clone().map(|&mv| position.opponent_wins_at(mv)).collect();
    let losses: Vec<bool> = asked.clone().map(|&mv| position.loses_at(mv)).collect();
    let asked = asked.take(if shape.cells() > 100 { 0 } else { usize::MAX });
    let stops: Vec<bool> = asked.map(|&mv| position.stops_win_at(mv)).collect();
    if position.outcome().is_none() {
        for opponent in [false, true] {
            let by_moves = crate::base::position::win_in_one_by_moves(position, opponent);
            assert_eq!(position.has_win_in_one(opponent), by_moves, "{stones:?}");
        }
    }
    let (mut taken, mut open) = ([0; MAX_SIDE], [0; MAX_SIDE]);
    let footprint = (position.footprint(&mut taken), taken);
    let openings = (position.openings(&mut open), open);
    let (outcome, won, full) = (position.outcome(), position.last_mover_won(), position.is_full());
    let (lost, ply, turn) = (position.last_mover_lost(), position.ply(), position.turn());
    Face {
        shape,
        stones,
        moves,
        legal,
        landings,
        wins,
        threats,
        losses,
        stops,
        footprint,
        openings,
        outcome,
        won,
        lost,
        full,
        ply,
        turn,
    }
}

/// The same stones by another order of moves, where the game allows one.
fn replayed<P: Position>(start: &P, moves: &[Move], rng: &mut Rng) -> P {
    let shape = start.shape();
    let mut moves = moves.to_vec();
    if !shape.gravity {
        // Any order within a seat leads to the same stones; the last move stays the last.
        for _ in 0..moves.len() {
            let (i, j) = (rng.below(moves.len() as u32) as usize, rng.below(moves.len() as u32) as usize);
            let last = moves.len() - 1;
            if i % 2 == j % 2 && i != last && j != last {
                moves.swap(i, j);
            }
        }
    }
    let mut position = start.clone();
    for mv in moves {
        position.play(mv);
    }
    position
}

/// One random game, compared at every ply on the way there and back. Wins on the spot are taken only every other time, so
/// that games grow long without ending always full.
fn compare<P: Position>(start: &P, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut position = start.clone();
    let mut twin = Canonical::new(&start.shape());
    let mut history = Vec::new();
    let mut moves = Vec::new();
    loop {
        assert!(face(&mut position) == face(&mut twin), "{:?}: {moves:?}", start.shape());
        assert_eq!(Canonical::copy_of(&position).cells(), twin.cells());
        check_lines(&position, &mut rng);
        if twin.outcome().is_some() {
            break;
        }
        let open: Vec<Move> = twin.moves().collect();
        let winning: Vec<Move> = open.iter().copied().filter(|&mv| position.wins_at(mv)).collect();
        let from = if !winning.is_empty() && rng.below(2) == 0 { &winning } else { &open };
        let mv = from[rng.below(from.len() as u32) as usize];
        history.push((position.key(), position.play(mv), twin.play(mv)));
        moves.push(mv);
        assert_eq!(position.key(), replayed(start, &moves, &mut rng).key());
    }
    while let Some((key, undo, twin_undo)) = history.pop() {
        position.undo(undo);
        twin.undo(twin_undo);
        assert_eq!(position.key(), key);
        if history.len() % 8 == 0 {
            assert!(face(&mut position) == face(&mut twin));
        }
    }
    assert_eq!(position.key(), start.key());
}

fn check_lines<P: Position>(position: &P, rng: &mut Rng) {
    let cell = rng.below(position.shape().cells() as u32) as Cell;
    for seat in [Seat::FIRST, Seat::SECOND] {
        for direction in 0..4 {
            let line = position.line(seat, cell, direction);
            assert_eq!(line, line_by_cells(position, seat, cell, direction), "{seat:?} {cell} {direction}");
        }
    }
}

struct Compare(u64);

impl GameVisitor for Compare {
    type Output = ();
    fn visit<P: Position>(self, start: P) {
        let games = if start.shape().cells() > 100 { 3 } else { 40 };
        for game in 0..games {
            compare(&start, self.0 + game);
        }
    }
}

#[test]
fn every_storage_equals_its_slow_twin() {
    for game in games() {
        game.visit(Compare(1));
    }
}

#[test]
fn odd_sizes_equal_their_slow_twins() {
    let mut rng = Rng::new(2);
    let mut side = |limit| rng.below(limit) as usize + 1;
    for _ in 0..60 {
        let (width, height) = (side(9), side(9));
        let k = side(width.max(height) as u32).clamp(1, 6).max(width.max(height).min(3));
        for gravity in [false, true] {
            if let Ok(game) = GameSpec::mnk(width, height, k, gravity) {
                game.visit(Compare(3));
            }
        }
    }
}

/// Builds every line of a board in every order that matters.
struct Joins;

impl GameVisitor for Joins {
    type Output = ();
    fn visit<P: Position>(self, start: P) {
        let shape = start.shape();
        let k = shape.k as usize;
        // Every window of k cells, completed by each of its cells last (3+1+1, 2+1+2, ... become one line), and every window
        // of k + 1, completed in the middle.
        for length in [k, k + 1] {
            for window in shape.windows(length) {
                for last in 0..length {
                    if length > k && (last == 0 || last == length - 1) {
                        continue;
                    }
                    join(&start, &window, last);
                }
            }
        }
        // One stone short: no window of k - 1 wins, whatever stands on the other side of the border.
        if k > 1 {
            for window in shape.windows(k - 1) {
                join_none(&start, &window);
            }
        }
    }
}

/// The second seat's stones far from each other and off the window: no two of them adjacent.
fn fillers(shape: &Shape, window: &[Cell]) -> Vec<Cell> {
    let even = |cell: &Cell| shape.row(*cell).is_multiple_of(2) && shape.column(*cell).is_multiple_of(2);
    (0..shape.cells() as Cell).filter(even).filter(|cell| !window.contains(cell)).collect()
}

fn join<P: Position>(start: &P, window: &[Cell], last: usize) {
    let mut position = start.clone();
    let fillers = fillers(&start.shape(), window);
    let order = (0..window.len()).filter(|&i| i != last);
    for (i, filler) in order.zip(&fillers) {
        assert!(position.is_legal(Move(window[i])));
        position.play(Move(window[i]));
        assert!(!position.last_mover_won(), "{window:?} without {last}");
        position.play(Move(*filler));
        assert!(!position.last_mover_won());
    }
    assert!(position.wins_at(Move(window[last])));
    position.play(Move(window[last]));
    assert!(position.last_mover_won(), "{window:?} completed at {last}");
    assert_eq!(position.outcome(), Some(Outcome::Win(Seat::FIRST)));
}

fn join_none<P: Position>(start: &P, window: &[Cell]) {
    let mut position = start.clone();
    for (cell, filler) in window.iter().zip(fillers(&start.shape(), window)) {
        position.play(Move(*cell));
        assert!(!position.last_mover_won(), "{window:?}");
        position.play(Move(filler));
    }
}

#[test]
fn stones_join_from_all_sides_and_never_across_the_border() {
    for game in ["tictactoe", "gomoku", "gomoku:22", "gomoku:9", "mnk:7,9,4", "mnk:22,21,6", "mnk:9,8,3"] {
        game.parse::<GameSpec>().unwrap().visit(Joins);
    }
}

/// The same stones in a row, cut by the border: the end of one row and the beginning of the next.
#[test]
fn no_line_runs_over_the_border() {
    struct Wrap;
    impl GameVisitor for Wrap {
        type Output = ();
        fn visit<P: Position>(self, start: P) {
            let shape = start.shape();
            let (width, cells, k) = (shape.width as i32, shape.cells() as i32, shape.k as i32);
            let windows: Vec<Vec<Cell>> = shape.windows(k as usize);
            // Runs of constant steps in the numbering of cells that are no lines of the board.
            for step in [1, width - 1, width, width + 1] {
                for first in 0..cells {
                    if first + (k - 1) * step >= cells {
                        continue;
                    }
                    let mut run: Vec<Cell> = (0..k).map(|i| (first + i * step) as Cell).collect();
                    let is_line = |run: &Vec<Cell>| windows.contains(run);
                    if is_line(&run) || is_line(&run.iter().rev().copied().collect()) {
                        continue;
                    }
                    let last = run.pop().unwrap();
                    let mut position = start.clone();
                    for (cell, filler) in run.iter().zip(fillers(&shape, &[run.clone(), vec![last]].concat())) {
                        position.play(Move(*cell));
                        position.play(Move(filler));
                    }
                    position.play(Move(last));
                    assert!(!position.last_mover_won(), "{shape}: {run:?} {last}");
                }
            }
        }
    }
    for game in ["gomoku", "gomoku:22", "mnk:7,9,4", "mnk:22,21,6"] {
        game.parse::<GameSpec>().unwrap().visit(Wrap);
    }
}

/// A passed turn changes whose turn it is and nothing else: what the side to move could do was what the opponent could.
#[test]
fn a_passed_turn_changes_sides_and_is_taken_back() {
    struct Passes;
    impl GameVisitor for Passes {
        type Output = bool;
        fn visit<P: Position>(self, start: P) -> bool {
            let mut rng = Rng::new(7);
            let mut passed = false;
            for _ in 0..40 {
                let mut position = start.clone();
                while position.outcome().is_none() {
                    let moves: Vec<Move> = position.moves().collect();
                    let wins: Vec<bool> = moves.iter().map(|&mv| position.opponent_wins_at(mv)).collect();
                    let (before, key, seat) = (face(&mut position), position.key(), position.turn());
                    if position.pass() {
                        passed = true;
                        assert!(position.outcome().is_none() && position.winner().is_none());
                        assert!(position.turn() == seat.other() && position.key() != key);
                        assert_eq!(moves, position.moves().collect::<Vec<Move>>());
                        assert_eq!(position.legal_count() as usize, moves.len());
                        assert_eq!(wins, moves.iter().map(|&mv| position.wins_at(mv)).collect::<Vec<bool>>());
                        for &mv in &moves {
                            let undo = position.play(mv);
                            assert_eq!(position.stone(position.landing(mv)), Some(seat.other()));
                            assert_eq!(position.is_full(), moves.len() == 1);
                            position.undo(undo);
                        }
                        position.unpass();
                    }
                    assert!(before == face(&mut position) && position.key() == key && position.turn() == seat);
                    position.play(moves[rng.below(moves.len() as u32) as usize]);
                }
            }
            passed
        }
    }
    for game in
        ["gomoku:7", "gomoku:7,renju", "gomoku:6,caro", "gomoku:6,standard", "mnk:4,3,3", "tictactoe", "connect4"]
    {
        let passes = game.parse::<GameSpec>().unwrap().visit(Passes);
        assert_eq!(passes, !matches!(game, "tictactoe" | "connect4"), "{game}");
    }
}
