//! The solver against a plain negamax on a plain array, against known values, and against itself.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use mnklab::base::Limits;
use mnklab::games::solver::*;

/// A board without any trick.
#[derive(Clone)]
struct Plain {
    width: usize,
    height: usize,
    columns: Vec<Vec<u8>>,
    turn: u8,
}

impl Plain {
    fn new(width: usize, height: usize) -> Plain {
        Plain { width, height, columns: vec![Vec::new(); width], turn: 0 }
    }
    fn stones(&self) -> usize {
        self.columns.iter().map(Vec::len).sum()
    }
    fn at(&self, column: isize, row: isize) -> Option<u8> {
        self.columns.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?).copied()
    }
    /// Drops a stone; whether it completes a line.
    fn play(&mut self, column: usize) -> bool {
        let who = self.turn;
        self.columns[column].push(who);
        self.turn ^= 1;
        let (x, y) = (column as isize, self.columns[column].len() as isize - 1);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(dx, dy)| {
            let reach =
                |sign: isize| (1..4).take_while(|i| self.at(x + sign * i * dx, y + sign * i * dy) == Some(who)).count();
            reach(1) + reach(-1) >= 3
        })
    }
    fn undo(&mut self, column: usize) {
        self.columns[column].pop();
        self.turn ^= 1;
    }
    fn score(&mut self) -> i32 {
        let cells = self.width * self.height;
        let stones = self.stones();
        if stones == cells {
            return 0;
        }
        let mut best = i32::MIN;
        for column in 0..self.width {
            if self.columns[column].len() < self.height {
                let won = self.play(column);
                let score = if won { (cells + 1 - stones) as i32 / 2 } else { -self.score() };
                self.undo(column);
                best = best.max(score);
            }
        }
        best
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % limit
    }
}

/// A random game without a winner that leaves so many cells.
fn random_game(random: &mut Random, width: usize, height: usize, left: usize) -> Option<(Plain, Vec<u32>)> {
    let (mut plain, mut moves, mut tries) = (Plain::new(width, height), Vec::new(), 20 * width * height);
    while width * height - plain.stones() > left {
        let column = random.below(width);
        tries = tries.checked_sub(1)?;
        if plain.columns[column].len() == height {
            continue;
        }
        if plain.play(column) {
            plain.undo(column);
        } else {
            moves.push(column as u32);
        }
    }
    Some((plain, moves))
}

fn solve_any<B: Word>(width: usize, height: usize, moves: &[u32], techniques: Techniques, mode: Mode) -> Option<i32> {
    let shape = AnySize::<B>::new(width as u32, height as u32).unwrap();
    let position = Position::after(shape, moves.iter().copied()).unwrap();
    Solver::new(shape, techniques, 1 << 20).solve(&position, mode, &Limits::default()).bounds.exact()
}

fn all_off() -> Techniques {
    Techniques {
        probing: Probing::Middle,
        safe_moves: false,
        centre_order: false,
        threat_order: false,
        forced_replies: false,
        follow_up: false,
        open_lines: false,
        table: false,
        children_first: false,
        dead_stones: false,
        mirror_stones: 0,
        replace_by_work: false,
        small_table_first: false,
    }
}

/// The full set, each technique off alone, each alone on, the ways of probing.
fn variants() -> Vec<(String, Techniques)> {
    let mut variants = vec![("all".to_string(), Techniques::ALL), ("none".to_string(), all_off())];
    for switch in SWITCHES.iter().filter(|switch| switch.key != "solver_probing") {
        let (name, [yes, no]) = (switch.key, [0, 1].map(|value| switch.exact[value]));
        let set = |techniques: &mut Techniques, value: &str| (switch.set)(techniques, value).unwrap();
        let (mut off, mut on) = (Techniques::ALL, all_off());
        set(&mut off, no);
        set(&mut on, yes);
        variants.push((format!("without {name}"), off));
        variants.push((format!("only {name}"), on));
        on.table = true;
        variants.push((format!("table and {name}"), on));
    }
    for probing in [Probing::Middle, Probing::Steps] {
        variants.push((format!("{probing:?}"), Techniques { probing, ..Techniques::ALL }));
    }
    variants
}

#[test]
fn endgames_on_many_boards_agree_with_plain_negamax() {
    let mut random = Random(20);
    let sizes = [
        (7, 6),
        (4, 4),
        (5, 4),
        (6, 4),
        (7, 4),
        (5, 5),
        (6, 5),
        (7, 5),
        (6, 6),
        (6, 7),
        (8, 7),
        (4, 7),
        (3, 5),
        (5, 3),
        (9, 2),
        (8, 8),
        (10, 7),
        (2, 9),
        (7, 1),
    ];
    for (width, height) in sizes {
        let (mut tried, mut wide) = (0, 0);
        for _ in 0..4000 {
            let left = 2 + random.below(10);
            if left > width * height {
                continue;
            }
            let Some((mut plain, moves)) = random_game(&mut random, width, height, left) else {
                continue;
            };
            let score = plain.score();
            let seen = format!("{width}x{height} {moves:?}");
            assert_eq!(solve_any::<u128>(width, height, &moves, Techniques::ALL, Mode::Strong), Some(score), "{seen}");
            wide += 1;
            if width * (height + 1) <= 64 {
                assert_eq!(
                    solve_any::<u64>(width, height, &moves, Techniques::ALL, Mode::Strong),
                    Some(score),
                    "{seen}"
                );
                assert_eq!(
                    solve_any::<u64>(width, height, &moves, Techniques::ALL, Mode::Weak),
                    Some(score.signum()),
                    "{seen}"
                );
                tried += 1;
            }
            if tried + wide > 400 {
                break;
            }
        }
        assert!(wide > 20, "{width}x{height}: {wide} positions");
    }
}

#[test]
fn every_technique_alone_and_every_one_left_out_agrees() {
    let mut random = Random(7);
    let variants = variants();
    for (width, height) in [(7, 6), (5, 5), (6, 4), (4, 7)] {
        let mut tried = 0;
        while tried < 60 {
            let left = 4 + random.below(7);
            let Some((mut plain, moves)) = random_game(&mut random, width, height, left) else {
                continue;
            };
            let score = plain.score();
            for (name, techniques) in &variants {
                let shape = AnySize::<u64>::new(width as u32, height as u32).unwrap();
                let position = Position::after(shape, moves.iter().copied()).unwrap();
                let mut solver = Solver::new(shape, *techniques, 1 << 20);
                let answer = solver.solve(&position, Mode::Strong, &Limits::default());
                assert_eq!(answer.bounds.exact(), Some(score), "{name}: {width}x{height} {moves:?}");
                let best = answer.best.unwrap() as usize;
                let won = plain.play(best);
                let kept = if won { position.score_of_winning_now() } else { -plain.score() };
                plain.undo(best);
                assert_eq!(kept, score, "{name}: {width}x{height} {moves:?}: {best}");
            }
            tried += 1;
        }
    }
}

#[test]
fn small_boards_have_their_known_values() {
    for (width, height, sign) in [(4, 4, 0), (5, 4, 0), (4, 5, 0), (6, 4, -1), (7, 4, 0), (5, 5, 0), (4, 6, 0)] {
        let score = solve_any::<u64>(width, height, &[], Techniques::ALL, Mode::Strong).unwrap();
        assert_eq!(score.signum(), sign, "{width}x{height}");
        assert_eq!(solve_any::<u64>(width, height, &[], Techniques::ALL, Mode::Weak), Some(sign));
    }
}

#[test]
fn a_weak_answer_leaves_nothing_wrong_in_the_table() {
    let mut random = Random(3);
    let mut solver = Solver::<u64, Usual>::new(Fixed, Techniques::ALL, 1 << 20);
    let mut tried = 0;
    while tried < 300 {
        let Some((mut plain, moves)) = random_game(&mut random, 7, 6, 9) else {
            continue;
        };
        let position = Position::after(Fixed, moves.iter().copied()).unwrap();
        let score = plain.score();
        for mode in [Mode::Weak, Mode::Strong] {
            let expected = if mode == Mode::Weak { score.signum() } else { score };
            let answer = solver.solve(&position, mode, &Limits::default());
            assert_eq!(answer.bounds.exact(), Some(expected), "{mode:?} {moves:?}");
            let claimed = Bounds::new(expected, expected);
            assert_eq!(solver.verify(&position, mode, claimed, &Limits::default()), Some(true));
            let best = answer.best.unwrap() as usize;
            let won = plain.play(best);
            let kept = if won { position.score_of_winning_now() } else { -plain.score() };
            plain.undo(best);
            assert_eq!(if mode == Mode::Weak { kept.signum() } else { kept }, expected, "{mode:?} {moves:?}: {best}");
        }
        let (answers, _) = solver.solve_moves(&position, Mode::Strong, &Limits::default());
        for MoveAnswer { column, bounds } in &answers {
            let won = plain.play(*column as usize);
            let expected = if won { position.score_of_winning_now() } else { -plain.score() };
            plain.undo(*column as usize);
            assert_eq!(bounds.exact(), Some(expected), "{moves:?}, column {column}");
        }
        assert_eq!(answers.iter().map(|answer| answer.bounds.low).max(), Some(score));
        assert_eq!(solver.verify(&position, Mode::Strong, Bounds::new(score, score), &Limits::default()), Some(true));
        assert_eq!(
            solver.verify(&position, Mode::Strong, Bounds::new(score + 1, score + 1), &Limits::default()),
            Some(false)
        );
        tried += 1;
    }
}

#[test]
fn threads_agree_with_one_and_limits_leave_bounds() {
    let moves = "43443355".bytes().map(|column| (column - b'1') as u32);
    let position = Position::after(Usual::default(), moves).unwrap();
    let mut one = Solver::<u64, Usual>::new(Fixed, Techniques::ALL, 1 << 24);
    let score = one.solve(&position, Mode::Strong, &Limits::default()).bounds;
    for threads in [2, 3, 4] {
        let mut several = Solver::<u64, Usual>::new(Fixed, Techniques::ALL, 1 << 22).with_threads(threads);
        for moves in ["44", "4344", "17171", "2252576253", "443333"] {
            let moves = moves.bytes().map(|column| (column - b'1') as u32);
            let position = Position::after(Usual::default(), [3, 2, 3, 3, 2, 2, 4].into_iter().chain(moves));
            let Ok(position) = position else { continue };
            one.clear();
            let alone = one.solve(&position, Mode::Strong, &Limits::default()).bounds;
            assert_eq!(several.solve(&position, Mode::Strong, &Limits::default()).bounds, alone);
        }
    }
    assert!(score.exact().is_some());
    let mut two = Solver::<u64, Usual>::new(Fixed, Techniques::ALL, 1 << 24).with_threads(2);
    assert_eq!(two.solve(&position, Mode::Strong, &Limits::default()).bounds, score);
    one.clear();
    for nodes in [1, 10, 1000, 20_000] {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let answer = one.solve(&position, Mode::Strong, &limits);
        assert!(answer.bounds.low <= score.low && answer.bounds.high >= score.high, "{nodes}");
        one.clear();
    }
}

/// A minute in a release build.
#[test]
#[ignore = "long"]
fn larger_boards_have_their_known_values() {
    // 6x7: the first player wins on move 41 of 42, with one stone left.
    for (width, height, expected) in [(6, 5, 0), (7, 5, 0), (6, 6, -1), (6, 7, 1)] {
        let shape = AnySize::<u64>::new(width, height).unwrap();
        let mut solver = Solver::new(shape, Techniques::ALL, 512 << 20);
        let score = solver.solve(&Position::new(shape), Mode::Strong, &Limits::default()).bounds.exact();
        println!("{width}x{height}: {score:?}");
        assert_eq!(score.map(i32::signum), Some(expected), "{width}x{height}");
        assert!(expected < 1 || score == Some(1), "{width}x{height}: {score:?}");
    }
}

/// The positions of so many stones in which nobody has won and nobody has a win in one, one of each pair of mirror images,
/// neighbours in the tree side by side.
fn quiet_positions(stones: u32) -> Vec<Position<u64, Usual>> {
    let shape = Usual::default();
    let mut level = vec![Position::new(shape)];
    for _ in 0..stones {
        let mut seen = HashSet::new();
        let children = level.iter().flat_map(|position| {
            let cells = (0..shape.width()).filter_map(|column| position.landing(column));
            cells.filter(|&cell| !position.wins_at(cell)).map(|cell| position.played(cell))
        });
        let number = |position: &Position<u64, Usual>| position.own + position.mask;
        level = children.filter(|child| seen.insert(number(child).min(shape.mirrored(number(child))))).collect();
    }
    level.retain(|position| {
        let playable = shape.playable(position.mask);
        [position.own, position.other()].iter().all(|&stones| shape.completing(stones) & playable == 0)
    });
    level
}

/// As many as the data set of all quiet positions of eight stones has (Tromp 1995, in the UCI repository).
#[test]
fn there_are_67557_quiet_positions_of_eight_stones() {
    assert_eq!(quiet_positions(8).len(), 67_557);
}

/// The values of that data set, all of them solved. A release build takes an hour and a half of one core.
#[test]
#[ignore = "long"]
fn quiet_positions_of_eight_stones_have_their_known_values() {
    let positions = quiet_positions(8);
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        // The table is kept: neighbours share most of their trees.
        let mut solver = Solver::<u64, Usual>::new(Fixed, Techniques::ALL, 512 << 20);
        let mut counts = [0_usize; 3];
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(position) = positions.get(place) else { return counts };
            let answer = solver.solve(position, Mode::Weak, &Limits::default());
            counts[(1 - answer.bounds.exact().unwrap()) as usize] += 1;
            if place.is_multiple_of(1000) {
                println!("{place} of {}", positions.len());
            }
        }
    };
    let counts = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .fold([0; 3], |sum, counts| [0, 1, 2].map(|value| sum[value] + counts[value]))
    });
    // Eight stones lie: the first player is to move.
    assert_eq!(counts, [44_473, 6_449, 16_635]);
}
