//! The searches against slow twins that try every move, and claims against every defence.

use std::collections::HashMap;

use super::*;
use crate::base::Seat;
use crate::base::rng::Rng;
use crate::games::notation::{parse_move, read_position_for};
use crate::games::{GameSpec, GameVisitor};

/// A position of random moves in which nobody has won, with so many stones; fewer of O's where it passes turns.
fn random_position<P: Position>(start: &P, stones: u32, passes: bool, rng: &mut Rng) -> Option<P> {
    let mut position = start.clone();
    for _ in 0..stones {
        if passes && position.turn() == Seat::SECOND && rng.below(3) > 0 {
            position.pass();
        }
        let moves: Vec<Move> = position.moves().collect();
        position.play(moves[rng.below(moves.len() as u32) as usize]);
        if position.outcome().is_some() {
            return None;
        }
    }
    Some(position)
}

fn stones<P: Position>(position: &P) -> Vec<Option<Seat>> {
    (0..position.shape().cells()).map(|cell| position.stone(cell as u16)).collect()
}

/// The side to move completes a line.
fn completes<P: Position>(position: &mut P) -> bool {
    let moves: Vec<Move> = position.moves().collect();
    moves.into_iter().any(|mv| position.wins_at(mv))
}

/// The slow twins, with what they found.
#[derive(Default)]
struct Twin {
    fours: HashMap<Vec<Option<Seat>>, Option<u32>>,
    threes: HashMap<Vec<Option<Seat>>, bool>,
}

impl Twin {
    /// The fours that the side to move needs at most, if it wins by fours.
    fn fours<P: Position>(&mut self, position: &mut P) -> Option<u32> {
        if completes(position) {
            return Some(0);
        }
        let stones = stones(position);
        if let Some(known) = self.fours.get(&stones) {
            return *known;
        }
        let moves: Vec<Move> = position.moves().collect();
        let fours = moves.into_iter().filter_map(|mv| self.after(position, mv, true)).min();
        self.fours.insert(stones, fours);
        fours
    }

    /// The fours that a move and those after it make, if they win; `further`: also after replies that stop it.
    fn after<P: Position>(&mut self, position: &mut P, mv: Move, further: bool) -> Option<u32> {
        if position.loses_at(mv) {
            return None;
        }
        let undo = position.play(mv);
        let replies: Vec<Move> = position.moves().collect();
        let four = replies.iter().any(|&reply| position.opponent_wins_at(reply));
        let mut most = (four && !completes(position)).then_some(1);
        for reply in replies {
            if most.is_none() {
                break;
            }
            if position.loses_at(reply) {
                continue;
            }
            let undo = position.play(reply);
            if !completes(position) {
                let fours = if further { self.fours(position) } else { None };
                most = most.zip(fours).map(|(most, fours)| most.max(fours + 1));
            }
            position.undo(undo);
        }
        position.undo(undo);
        most
    }

    /// Whether the side to move wins by threes and fours.
    fn threes<P: Position>(&mut self, position: &mut P) -> bool {
        if self.fours(position).is_some() {
            return true;
        }
        let stones = stones(position);
        if let Some(known) = self.threes.get(&stones) {
            return *known;
        }
        let moves: Vec<Move> = position.moves().collect();
        let wins = moves.into_iter().any(|mv| {
            if position.loses_at(mv) {
                return false;
            }
            let undo = position.play(mv);
            let wins = !completes(position) && self.threatens(position) && self.holds(position);
            position.undo(undo);
            wins
        });
        self.threes.insert(stones, wins);
        wins
    }

    /// Whether the side that has just moved could complete a line, or play a four that nothing stops.
    fn threatens<P: Position>(&mut self, position: &mut P) -> bool {
        assert!(position.pass());
        let moves: Vec<Move> = position.moves().collect();
        let threatens = completes(position) || moves.into_iter().any(|mv| self.after(position, mv, false).is_some());
        position.unpass();
        threatens
    }

    fn holds<P: Position>(&mut self, position: &mut P) -> bool {
        let replies: Vec<Move> = position.moves().collect();
        replies.into_iter().all(|reply| {
            if position.loses_at(reply) {
                return true;
            }
            let undo = position.play(reply);
            let wins = self.threes(position);
            position.undo(undo);
            wins
        })
    }
}

/// Compares searches of random positions with the twins. Returns how many were wins of several fours, and wins by threes.
struct Compare {
    stones: std::ops::Range<u32>,
    positions: u64,
    threes: bool,
    /// Whether the search over fours takes any win from the start.
    long: bool,
}

impl GameVisitor for Compare {
    type Output = (u32, u32);

    fn visit<P: Position>(self, start: P) -> (u32, u32) {
        let (mut rng, mut several, mut by_threes) = (Rng::new(11), 0, 0);
        let mut threats = Threats::new(&start.shape(), 1 << 12);
        if self.long {
            threats.vcf.shortest_nodes = 0;
        }
        for _ in 0..self.positions {
            let stones = self.stones.start + rng.below(self.stones.end - self.stones.start);
            let Some(mut position) = random_position(&start, stones, self.threes, &mut rng) else { continue };
            let (before, mut twin) = (super::tests::stones(&position), Twin::default());
            let found = threats.answer(&position, false, &Limits::default());
            let expected = twin.fours(&mut position);
            let what = || format!("{}: {before:?}", position.shape());
            match (found.finding, expected) {
                (Finding::Win { fours }, Some(expected)) => {
                    assert!(fours == expected || self.long && fours > expected, "{}", what());
                    assert!(found.line.len() == 2 * fours as usize || found.line.len() + 1 == 2 * fours as usize);
                    several += u32::from(fours > 1);
                }
                (Finding::None, None) => assert!(found.line.is_empty()),
                other => panic!("{other:?} in {}", what()),
            }
            assert!(threats.refutation(&position, &found, false).is_none(), "{}", what());
            if self.threes {
                let answer = threats.answer(&position, true, &Limits::default());
                let wins = matches!(answer.finding, Finding::Win { .. });
                assert_eq!(wins, twin.threes(&mut position.clone()), "{}", what());
                assert!(threats.refutation(&position, &answer, true).is_none(), "{}", what());
                by_threes += u32::from(wins && found.finding == Finding::None);
            }
            assert_eq!(super::tests::stones(&position), before);
        }
        (several, by_threes)
    }
}

#[test]
fn fours_are_those_that_every_move_tried_finds() {
    for (game, stones, positions) in [
        ("gomoku:7", 18..30, 250),
        ("gomoku:7,standard", 18..30, 250),
        ("gomoku:7,renju", 18..30, 250),
        ("gomoku:7,caro", 18..32, 250),
        ("mnk:5,5,4", 6..16, 200),
        ("mnk:4,4,3", 3..9, 60),
        ("mnk:9,2,4", 4..12, 60),
        ("tictactoe", 0..7, 60),
        ("connect4", 8..30, 200),
        ("mnk:5,4,3,gravity", 3..12, 60),
    ] {
        for long in [false, true] {
            let compare = Compare { stones: stones.clone(), positions, threes: false, long };
            let (several, _) = game.parse::<GameSpec>().unwrap().visit(compare);
            assert!(several > 0 || positions < 200, "{game}: no win of several fours was among them");
        }
    }
}

#[test]
fn threes_are_those_that_every_move_tried_finds() {
    for (game, stones, positions) in [
        ("mnk:5,5,4", 3..8, 100),
        ("gomoku:6", 12..18, 150),
        ("gomoku:6,standard", 12..18, 150),
        ("gomoku:6,renju", 12..18, 150),
        ("gomoku:6,caro", 12..18, 150),
    ] {
        let (_, by_threes) =
            game.parse::<GameSpec>().unwrap().visit(Compare { stones, positions, threes: true, long: false });
        assert!(by_threes > 0, "{game}: no win by threes was among them");
    }
}

/// What a search says of a position, as the verb prints it.
fn answer(game: &str, text: &str, side: Option<Seat>, threes: bool) -> String {
    struct Ask<'a>(&'a str, Option<Seat>, bool);
    impl GameVisitor for Ask<'_> {
        type Output = String;
        fn visit<P: Position>(self, start: P) -> String {
            let position = read_position_for(&start, self.0, self.1).unwrap();
            let mut threats = Threats::new(&start.shape(), 1 << 12);
            let answer = threats.answer(&position, self.2, &Limits::default());
            assert!(threats.refutation(&position, &answer, self.2).is_none());
            let line = answer.line.iter().map(|mv| crate::games::notation::move_text(&start.shape(), *mv));
            let line = line.collect::<Vec<_>>().join(" ");
            match answer.finding {
                Finding::Win { fours } => format!("win {fours} {line}"),
                Finding::None => "none".to_string(),
                Finding::Unknown => "unknown".to_string(),
            }
        }
    }
    game.parse::<GameSpec>().unwrap().visit(Ask(text, side, threes))
}

/// Stones of both sides as a board of 15 rows.
fn board(first: &str, second: &str) -> String {
    let shape = GameSpec::GOMOKU.shape;
    let mut rows = vec![vec!['.'; 15]; 15];
    for (stones, letter) in [(first, 'X'), (second, 'O')] {
        for stone in stones.split_whitespace() {
            let cell = parse_move(&shape, stone).unwrap().0;
            rows[14 - shape.row(cell)][shape.column(cell)] = letter;
        }
    }
    rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/")
}

#[test]
fn rule_sets_decide_what_is_a_four_and_what_stops_it() {
    let x = Some(Seat::FIRST);
    // Six in a row: h8 joins two and three stones; only freestyle, caro and renju's white count it.
    let six = board("e8 f8 h8 j8 k8", "e6 f5 j3 a1 b9");
    assert_eq!(answer("gomoku", &six, x, false), "win 1 g8");
    assert_eq!(answer("gomoku:15,standard", &six, x, false), "none");
    assert_eq!(answer("gomoku:15,renju", &six, x, false), "none");
    let turned = board("e6 f5 j3 a1 b9", "e8 f8 h8 j8 k8");
    assert!(answer("gomoku:15,renju", &turned, Some(Seat::SECOND), false).starts_with("win 1"));
    // A four whose far end is blocked: under caro its one completion would be blocked at both ends.
    let closed = board("d8 e8 f8 h5", "c8 i8 a1 a3");
    assert_eq!(answer("gomoku:15,caro", &closed, x, false), "none");
}

#[test]
fn a_forbidden_reply_is_no_reply() {
    // White's four at h8 is stopped on h4 alone, and there black would make an overline.
    let (weapon, white) = (board("e4 f4 g4 i4 j4 h3 h9", "h7 h6 h5 o1 a14 c13 n15"), Some(Seat::SECOND));
    assert_eq!(answer("gomoku:15,renju", &weapon, white, false), "win 1 h8");
    for game in ["gomoku", "gomoku:15,standard", "gomoku:15,caro"] {
        assert_eq!(answer(game, &weapon, white, false), "none", "{game}");
    }
    // Black may not make two fours at once.
    let forks = board("h5 h6 h7 e8 f8 g8", "h4 d8 a1 a3 a5 c13");
    assert_eq!(answer("gomoku", &forks, Some(Seat::FIRST), false), "win 1 h8");
    assert_ne!(answer("gomoku:15,renju", &forks, Some(Seat::FIRST), false), "win 1 h8");
}

#[test]
fn the_defender_s_own_lines_come_first() {
    let x = Some(Seat::FIRST);
    // White has a four: black's fours elsewhere do not help, the one that stops it does.
    let race = board("h8 i8 j8 k2 k3", "e1 f1 g1 h1 d14");
    assert_eq!(answer("gomoku", &race, x, false), "none");
    assert_eq!(answer("gomoku", &board("h8 i8 j8 k8", "e1 f1 g1 h1"), x, false), "win 0 ");
}

#[test]
fn threes_win_where_fours_do_not() {
    // Two open threes at once at h8.
    let cross = board("h9 h10 i8 j8", "a1 a3 o1 o3");
    let x = Some(Seat::FIRST);
    assert_eq!(answer("gomoku", &cross, x, false), "none");
    assert!(answer("gomoku", &cross, x, true).starts_with("win 1 h8 "), "{}", answer("gomoku", &cross, x, true));
    // Which renju forbids to black, and not to white.
    assert!(!answer("gomoku:15,renju", &cross, x, true).starts_with("win 1 h8"));
    let white = board("a1 a3 o1 o3", "h9 h10 i8 j8");
    assert!(answer("gomoku:15,renju", &white, Some(Seat::SECOND), true).starts_with("win 1 h8 "));
}

#[test]
fn a_limit_leaves_it_open_and_a_wrong_claim_is_refuted() {
    let start = crate::games::board::Board::<5>::new(&GameSpec::GOMOKU.shape).unwrap();
    let text = board("h8 i8 j8 k2 k3", "e1 f1 g1 h1 d14");
    let position = read_position_for(&start, &text, Some(Seat::FIRST)).unwrap();
    let mut threats = Threats::new(&start.shape(), 64);
    let claim = Answer { finding: Finding::Win { fours: 1 }, line: Vec::new(), nodes: 0 };
    assert!(threats.refutation(&position, &claim, false).is_some());
    let mut plays_anything = |position: &crate::games::board::Board<5>| position.moves().next();
    assert!(checker::refute(&position, 5, &mut plays_anything).is_some());
    let rich = board("h8 i8 j8 c3 d4 e5 h3 i4 j5", "g8 b2 g2 a9 n9 n11 o4 o6");
    let position = read_position_for(&start, &rich, Some(Seat::FIRST)).unwrap();
    threats.clear();
    let full = threats.answer(&position, false, &Limits::default());
    threats.clear();
    let cut = threats.answer(&position, false, &Limits { nodes: Some(1), ..Limits::default() });
    assert!(full.nodes > 1 && cut.nodes == 1 && cut.finding == Finding::Unknown, "{full:?} {cut:?}");
}

/// Compares the moves of an attack with the definition asked of every cell, in positions of random moves or in those that
/// differ by a few stones from one that is given. Returns how many of each side's threaten and make no part of a line.
struct Attacks<'a> {
    around: Option<(&'a str, &'a str)>,
    positions: u64,
}

impl Attacks<'_> {
    fn position<P: Position>(&self, start: &P, rng: &mut Rng) -> Option<P> {
        let Some((first, second)) = self.around else {
            let stones = start.shape().cells() as u32 / 4 + rng.below(start.shape().cells() as u32 / 3);
            return random_position(start, stones, true, rng);
        };
        let mut rows: Vec<Vec<char>> = board(first, second).split('/').map(|row| row.chars().collect()).collect();
        for _ in 0..rng.below(6) {
            rows[rng.below(15) as usize][rng.below(15) as usize] = ['.', 'X', 'O'][rng.below(3) as usize];
        }
        let text = rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("/");
        let side = Seat(rng.below(2) as u8);
        read_position_for(start, &text, Some(side)).ok().filter(|position| position.outcome().is_none())
    }
}

impl GameVisitor for Attacks<'_> {
    type Output = [u32; 2];

    fn visit<P: Position>(self, start: P) -> [u32; 2] {
        let (mut rng, mut found) = (Rng::new(5), [0; 2]);
        let mut threats = Threats::new(&start.shape(), 1 << 12);
        let mut lines = Board::new(&start.shape());
        for _ in 0..self.positions {
            let Some(mut position) = self.position(&start, &mut rng) else { continue };
            if threats.fours(&mut position, &Limits::default()).finding != Finding::None {
                continue;
            }
            let side = usize::from(position.turn().0);
            let attacks = threats.judge.attacks(&mut position);
            let mut seen = Vec::new();
            for kind in [board::Kind::Fours, board::Kind::Threes] {
                lines.read(&mut position, kind);
                seen.extend(lines.moves_of(1));
            }
            let what = |mv: Move| format!("{}: {mv:?} in {:?}", position.shape(), super::tests::stones(&position));
            let mut after = position.clone();
            for mv in position.moves().filter(|&mv| !position.clone().loses_at(mv)) {
                let undo = after.play(mv);
                let threatens = !completes(&mut after) && Twin::default().threatens(&mut after);
                let judge = &mut threats.judge;
                let is_attack = attacks.contains(&mv)
                    && (judge.replies_to_four(&mut after, mv).is_some() || !judge.threatened(&mut after).is_empty());
                after.undo(undo);
                assert_eq!(is_attack, threatens, "{}", what(mv));
                found[side] += u32::from(threatens && lines.dangers.is_empty() && !seen.contains(&mv));
            }
        }
        found
    }
}

#[test]
fn attacks_are_all_moves_that_threaten() {
    for (game, positions) in
        [("mnk:6,5,4", 80), ("gomoku:8", 40), ("gomoku:8,standard", 40), ("gomoku:8,renju", 150), ("gomoku:8,caro", 40)]
    {
        game.parse::<GameSpec>().unwrap().visit(Attacks { around: None, positions });
    }
}

/// White's four on i7 is stopped on h8, where one of black's two threes is none: g8 would be a double four, until g4 is taken.
const FORBIDS: (&str, &str) = ("h9 h10 i8 j8 g5 g6 g7", "l8 g9 j6 k5");

/// Black's straight four on j8 is a double three, until j12 takes one of them the room.
const LIFTS: (&str, &str) = ("g8 h8 i8 j7 j9 i7 k9", "e8 j5 a1 a3 o1 o15");

#[test]
fn stones_that_change_what_is_forbidden_attack() {
    let renju: GameSpec = "gomoku:15,renju".parse().unwrap();
    let [black, _] = renju.visit(Attacks { around: Some(LIFTS), positions: 60 });
    let [_, white] = renju.visit(Attacks { around: Some(FORBIDS), positions: 60 });
    assert!(black > 10 && white > 10, "{black} by black, {white} by white");
}
