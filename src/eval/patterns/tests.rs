//! The tables against the definitions played out on whole lines and boards, and the state against one made anew.

use super::*;
use crate::base::Outcome;
use crate::base::rng::Rng;
use crate::eval::patterns::cell_class::classes_of;
use crate::eval::patterns::line_class::LineClass;
use crate::games::board::RuledBoard;

fn shape(width: u8, height: u8, rules: RuleSet) -> Shape {
    Shape { rules, ..Shape::freestyle(width, height, 5, false) }
}

fn patterns(shape: &Shape) -> Patterns {
    Patterns::new(&"patterns".parse().unwrap(), shape)
}

fn rule_sets() -> impl Iterator<Item = RuleSet> {
    RuleSet::ALL.into_iter().map(|(_, rules)| rules)
}

/// A stone near the others, at random, so that patterns are frequent.
fn near_move(position: &RuledBoard, rng: &mut Rng) -> Option<Move> {
    let shape = position.shape();
    let is_near = |mv: &Move| {
        let around = (-2..=2).flat_map(|dx| (-2..=2).map(move |dy| (dx, dy)));
        around.filter_map(|step| shape.step(mv.0, step, 1)).any(|cell| position.stone(cell).is_some())
    };
    let all: Vec<Move> = position.moves().collect();
    let near: Vec<Move> = all.iter().copied().filter(is_near).collect();
    let moves = if near.is_empty() { all } else { near };
    (!moves.is_empty()).then(|| moves[rng.below(moves.len() as u32) as usize])
}

#[test]
fn state_equals_one_made_anew() {
    let sizes = [(15, 15), (5, 5), (22, 22), (5, 22), (6, 5), (13, 8), (22, 7), (1, 9)];
    for (rules, (width, height)) in rule_sets().flat_map(|rules| sizes.map(|size| (rules, size))) {
        let shape = shape(width, height, rules);
        let (mut position, mut rng) = (RuledBoard::new(&shape).unwrap(), Rng::new(u64::from(width) * 31));
        let (mut kept, mut anew) = (patterns(&shape), patterns(&shape));
        let (mut path, mut ups) = (Vec::new(), 0);
        for _ in 0..4 * shape.cells() {
            // More moves than undos, past the end of the game too, until the board is full.
            let mv = if rng.below(3) == 0 { None } else { near_move(&position, &mut rng) };
            if let Some(mv) = mv {
                Evaluator::<RuledBoard>::play(&mut kept, &position, mv);
                path.push((mv, position.play(mv)));
            } else if let Some((mv, undo)) = path.pop() {
                position.undo(undo);
                Evaluator::<RuledBoard>::undo(&mut kept, &position, mv, ());
                ups += 1;
            }
            Evaluator::<RuledBoard>::reset(&mut anew, &position);
            for seat in [Seat::FIRST, Seat::SECOND] {
                assert_eq!(kept.board.total(seat), anew.board.total(seat), "{shape}");
                for mv in position.moves() {
                    assert_eq!(kept.board.cell(mv.0, seat), anew.board.cell(mv.0, seat), "{shape}: {mv:?}");
                }
            }
        }
        assert!(ups > shape.cells() / 2, "{shape}: {ups}");
    }
}

#[test]
fn counters_and_rows_are_those_of_the_cells() {
    let mut seen = [0; Threat::ALL.len()];
    for (rules, seed) in rule_sets().flat_map(|rules| (0..30).map(move |seed| (rules, seed))) {
        let shape = shape(11, 12, rules);
        let (mut position, mut rng) = (RuledBoard::new(&shape).unwrap(), Rng::new(seed));
        let mut patterns = patterns(&shape);
        for _ in 0..seed + 10 {
            let Some(mv) = near_move(&position, &mut rng) else { break };
            position.play(mv);
        }
        Evaluator::<RuledBoard>::reset(&mut patterns, &position);
        for seat in [Seat::FIRST, Seat::SECOND] {
            let threats: Vec<(Move, Threat)> =
                position.moves().map(|mv| (mv, patterns.board.threat(mv.0, seat))).collect();
            let count = |wanted: &[Threat]| threats.iter().filter(|(_, threat)| wanted.contains(threat)).count() as u32;
            let counted = ThreatCounts {
                fives: count(&[Threat::Five]),
                open_fours: count(&[Threat::OpenFour, Threat::DoubleFour]),
                four_threes: count(&[Threat::FourThree]),
                fours: count(&[Threat::Four]),
                threes: count(&[Threat::Three, Threat::DoubleThree]),
            };
            assert_eq!(Evaluator::<RuledBoard>::threat_counts(&patterns, seat), counted);
            for at_least in Threat::ALL.into_iter().skip(1) {
                let mut rows = [u32::MAX; MAX_SIDE];
                assert_eq!(patterns.board.threat_cells(seat, at_least, &mut rows), 12);
                let mut expected = [0; 12];
                for (mv, _) in threats.iter().filter(|(_, threat)| *threat >= at_least) {
                    expected[shape.row(mv.0)] |= 1 << shape.column(mv.0);
                }
                assert_eq!(rows[..12], expected, "{at_least:?}");
            }
            threats.iter().for_each(|(_, threat)| seen[*threat as usize] += 1);
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
}

/// A whole line of one row, as far as it goes: what the definitions say without codes and tables.
struct Line<'a> {
    cells: &'a mut [Option<Seat>],
    at: usize,
    seat: Seat,
    rules: RuleSet,
}

impl Line<'_> {
    /// The run through the cell: its length, and whether it wins.
    fn run(&self) -> (usize, bool) {
        let own = |cell: &&Option<Seat>| **cell == Some(self.seat);
        let back = self.cells[..self.at].iter().rev().take_while(own).count();
        let length = back + self.cells[self.at..].iter().take_while(own).count();
        let blocked = |cell: Option<usize>| {
            cell.and_then(|cell| self.cells.get(cell)).is_some_and(|stone| *stone == Some(self.seat.other()))
        };
        let ends = blocked((self.at - back).checked_sub(1)) && blocked(Some(self.at - back + length));
        let wins = match self.rules {
            RuleSet::Freestyle => length >= 5,
            RuleSet::Caro => length >= 5 && !ends,
            RuleSet::Renju if self.seat == Seat::SECOND => length >= 5,
            RuleSet::Standard | RuleSet::Renju => length == 5,
        };
        (length, wins)
    }

    /// For how many of the empty cells something holds with a stone of a seat there.
    fn count(&mut self, seat: Seat, mut holds: impl FnMut(&mut Line) -> bool) -> usize {
        (0..self.cells.len())
            .filter(|&cell| {
                self.cells[cell].is_none() && {
                    self.cells[cell] = Some(seat);
                    let found = holds(self);
                    self.cells[cell] = None;
                    found
                }
            })
            .count()
    }

    fn fives(&mut self) -> usize {
        self.count(self.seat, |line| line.run().1)
    }

    fn forbids(&self) -> bool {
        self.rules == RuleSet::Renju && self.seat == Seat::FIRST
    }

    /// Whether nothing stops a five in the next move but one.
    fn is_unstopped(&mut self) -> bool {
        self.fives() > 0 && self.count(self.seat.other(), |line| line.fives() == 0) == 0
    }

    /// The class, as far as threes; less is nothing.
    fn class(&mut self) -> LineClass {
        let (length, wins) = self.run();
        match () {
            _ if wins => LineClass::Five,
            _ if length > 5 => {
                if self.forbids() {
                    LineClass::Overline
                } else {
                    LineClass::Dead
                }
            }
            _ if self.is_unstopped() => {
                if length == 4 {
                    LineClass::OpenFour
                } else {
                    LineClass::TwoFours
                }
            }
            _ if self.fives() > 0 => LineClass::Four,
            _ => {
                let ways = self.count(self.seat, |line| {
                    !line.run().1 && line.run().0 <= 5 && line.is_unstopped() && !(line.forbids() && line.run().0 < 4)
                });
                [LineClass::Dead, LineClass::SingleThree, LineClass::OpenThree][ways.min(2)]
            }
        }
    }
}

#[test]
fn lines_are_what_the_definitions_say() {
    let mut seen = [[0; LineClass::ALL.len()]; 4];
    for (number, rules) in rule_sets().enumerate() {
        let mut rng = Rng::new(number as u64);
        let mut by_width: Vec<Patterns> = (0..=16).map(|width| patterns(&shape(width, 1, rules))).collect();
        for (width, _) in (1..=16).flat_map(|width| (0..400).map(move |again| (width, again))) {
            let own = rng.below(5) + 2;
            let mut cells: Vec<Option<Seat>> = (0..width)
                .map(|_| match rng.below(10) {
                    chance if chance < own => Some(Seat::FIRST),
                    chance if chance < own + 2 => Some(Seat::SECOND),
                    _ => None,
                })
                .collect();
            let patterns = &mut by_width[width];
            patterns.board.reset(|cell| cells[cell as usize]);
            for seat in [Seat::FIRST, Seat::SECOND] {
                for at in 0..width {
                    if cells[at].is_some() || is_out_of_sight(&cells, at, seat, rules) {
                        continue;
                    }
                    let found = classes_of(patterns.board.cell(at as Cell, seat))[0];
                    cells[at] = Some(seat);
                    let expected = Line { cells: &mut cells, at, seat, rules }.class();
                    cells[at] = None;
                    let found = if found < LineClass::SingleThree { LineClass::Dead } else { found };
                    assert_eq!(found, expected, "{cells:?}, {at}, {seat:?}, {}", rules.name());
                    seen[number][expected as usize] += 1;
                }
            }
        }
    }
    for (counts, rules) in seen.iter().zip(rule_sets()) {
        for class in LineClass::ALL.into_iter().filter(|&class| class >= LineClass::SingleThree) {
            let can_be = class != LineClass::Overline || rules == RuleSet::Renju;
            assert_eq!(counts[class as usize] > 3, can_be, "{class:?} under {}: {counts:?}", rules.name());
        }
    }
}

/// Under caro: whether a run of the seat through the cell may go on out of the five cells' sight, where its end may be
/// blocked.
fn is_out_of_sight(cells: &[Option<Seat>], at: usize, seat: Seat, rules: RuleSet) -> bool {
    let own = |cell: Option<usize>| cell.and_then(|cell| cells.get(cell)).is_some_and(|stone| *stone == Some(seat));
    rules == RuleSet::Caro && (own(at.checked_sub(5)) || own(Some(at + 5)))
}

/// Moves of a seat that win now.
fn wins(position: &mut RuledBoard, seat: Seat) -> Vec<Move> {
    let moves: Vec<Move> = position.moves().collect();
    let mover = position.turn() == seat;
    moves.into_iter().filter(|&mv| if mover { position.wins_at(mv) } else { position.opponent_wins_at(mv) }).collect()
}

#[test]
fn threats_hold_on_the_board() {
    let mut seen = [[0; Threat::ALL.len()]; 4];
    let mut forbidden = [0; 2];
    for (number, rules) in rule_sets().enumerate() {
        for seed in 0..60 {
            let shape = shape(10, 9, rules);
            let (mut position, mut rng) = (RuledBoard::new(&shape).unwrap(), Rng::new(seed));
            let mut patterns = patterns(&shape);
            for _ in 0..12 + rng.below(24) {
                let Some(mv) = near_move(&position, &mut rng) else { break };
                if !position.wins_at(mv) && !position.loses_at(mv) {
                    position.play(mv);
                }
            }
            if position.outcome().is_some() {
                continue;
            }
            Evaluator::<RuledBoard>::reset(&mut patterns, &position);
            let seat = position.turn();
            let wins_before = wins(&mut position, seat);
            for mv in position.moves().collect::<Vec<_>>() {
                let threat = patterns.board.threat(mv.0, seat);
                let doubtful = patterns.board.may_be_forbidden(mv.0, seat);
                assert_eq!(threat == Threat::Five, wins_before.contains(&mv));
                let is_forbidden = position.loses_at(mv) && threat != Threat::Five;
                assert!(!is_forbidden || doubtful, "forbidden points are flagged");
                assert!(!doubtful || threat > Threat::None || is_forbidden, "only threes leave a doubt");
                forbidden[usize::from(is_forbidden)] += usize::from(doubtful);
                if threat == Threat::Five || doubtful || !wins_before.is_empty() {
                    continue;
                }
                let undo = position.play(mv);
                let fives = wins(&mut position, seat);
                assert_eq!(threat >= Threat::Four, !fives.is_empty(), "{threat:?} at {mv:?}");
                let stops = position.moves().collect::<Vec<_>>().into_iter().any(|reply| {
                    let undo = position.play(reply);
                    let stopped = wins(&mut position, seat).is_empty();
                    position.undo(undo);
                    stopped
                });
                assert_eq!(threat >= Threat::DoubleFour, !fives.is_empty() && !stops, "{threat:?} at {mv:?}");
                if threat == Threat::OpenFour && rules != RuleSet::Caro {
                    assert!(fives.len() >= 2);
                }
                position.undo(undo);
                seen[number][threat as usize] += 1;
            }
        }
    }
    for counts in seen {
        let fives = Threat::Five as usize;
        assert!(counts[..fives].iter().all(|&count| count > 0), "{seen:?}");
    }
    assert!(forbidden.iter().all(|&count| count > 0), "{forbidden:?}");
}

#[test]
fn images_have_the_images_of_threats() {
    for (rules, (width, height)) in rule_sets().flat_map(|rules| [(9, 9), (11, 7)].map(|size| (rules, size))) {
        let shape = shape(width, height, rules);
        let (mut position, mut rng) = (RuledBoard::new(&shape).unwrap(), Rng::new(9));
        let (mut here, mut there) = (patterns(&shape), patterns(&shape));
        while let Some(mv) = near_move(&position, &mut rng) {
            position.play(mv);
            let cells: Vec<Option<Seat>> = (0..shape.cells() as Cell).map(|cell| position.stone(cell)).collect();
            here.board.reset(|cell| cells[cell as usize]);
            for number in (0..8).filter(|&number| shape.has_symmetry(number)) {
                let image = |cell: Cell| shape.image(cell, number).unwrap();
                let mut images = vec![None; cells.len()];
                (0..).zip(&cells).for_each(|(cell, stone)| images[image(cell) as usize] = *stone);
                there.board.reset(|cell| images[cell as usize]);
                for seat in [Seat::FIRST, Seat::SECOND] {
                    assert_eq!(here.board.total(seat), there.board.total(seat));
                    for mv in position.moves() {
                        assert_eq!(here.board.threat(mv.0, seat), there.board.threat(image(mv.0), seat));
                    }
                }
            }
            if position.ply() > 30 || position.outcome() == Some(Outcome::Draw) {
                break;
            }
        }
    }
}
