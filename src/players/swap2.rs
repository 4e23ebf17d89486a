//! Swap2: one player places three stones, the other takes a colour or places two more and leaves the choice to the first.
//!
//! Whoever has values decides by them. To take the better colour is worth the value's distance from 0, at least 0; two more
//! stones leave that to the other, and are worth at most 0. So a player that trusts its values never places two, and ours do
//! not; programs of others may.

use crate::base::rng::Rng;
use crate::base::score::Score;
use crate::base::{Answer, Fault, Forfeit, Limits, Move, Position, Root, Searcher, Shape, Swap2};
use crate::games::balanced;
use crate::games::notation::parse_moves;

/// Stones that the first player places.
pub const OPENING: usize = 3;

/// Stones on the board when the choice comes back to the first player.
pub const EXTENDED: usize = 5;

/// Openings that are looked at before one is placed, each with its share of time and nodes.
const OPENINGS: u32 = 8;

/// The side of the square in which the stones of an opening lie.
const SQUARE: u32 = 5;

/// Whether swap2 is played on a board: five in a row without gravity, no side under five.
pub fn is_played_on(shape: &Shape) -> bool {
    !shape.gravity && shape.k == 5 && u32::from(shape.width.min(shape.height)) >= SQUARE
}

/// What a player decides on the empty board, or after three or five stones, on a board [on which swap2 is
/// played](is_played_on). What comes out can be played. `searched` hears of every search that the decision took; of a
/// player that has its own way, of one of which nothing is known.
///
/// # Errors
/// What a player did instead.
pub fn decide<P: Position>(
    searcher: &mut dyn Searcher<P>,
    start: &P,
    moves: &[Move],
    limits: &Limits,
    mut searched: impl FnMut(&Answer),
) -> Result<Swap2, Forfeit> {
    let shape = start.shape();
    let root = root(start, moves);
    if let Some(own) = searcher.swap2(moves, &root, limits) {
        searched(&Answer { uncounted: true, ..Answer::default() });
        return own.and_then(|decision| check(&shape, moves, &decision).map(|()| decision));
    }
    let choose = |moves: &[Move], limits: &Limits| {
        let answer = searcher.search(&self::root(start, moves), limits);
        searched(&answer);
        match (answer.best, answer.forfeit) {
            (_, Some(forfeit)) => Err(forfeit),
            (Some(mv), None) => Ok((mv, answer.value)),
            (None, None) => Err(Fault::Unable.because("gave no move")),
        }
    };
    let decision = by_values(&shape, moves, limits, choose)?;
    check(&shape, moves, &decision).map_err(|forfeit| Fault::Unable.because(forfeit.reason))?;
    Ok(decision)
}

/// Decides by the values that searches give for the side to move: of some openings the most even one, else the better
/// colour. A player without values places the first opening and keeps the colour that is to move.
///
/// # Errors
/// The first of a search.
pub fn by_values<E>(
    shape: &Shape,
    moves: &[Move],
    limits: &Limits,
    mut choose: impl FnMut(&[Move], &Limits) -> Result<(Move, Option<Score>), E>,
) -> Result<Swap2, E> {
    if !moves.is_empty() {
        let (mv, value) = choose(moves, limits)?;
        return Ok(if value.is_some_and(|value| value < 0) { Swap2::Swap } else { Swap2::Place(vec![mv]) });
    }
    let share = Limits {
        time: limits.time.map(|time| time / OPENINGS),
        nodes: limits.nodes.map(|nodes| (nodes / u64::from(OPENINGS)).max(1)),
        ..*limits
    };
    let mut best: Option<(Score, Vec<Move>)> = None;
    for opening in openings(shape) {
        let distance = choose(&opening, &share)?.1.unwrap_or(0).saturating_abs();
        if best.as_ref().is_none_or(|(least, _)| distance < *least) {
            best = Some((distance, opening));
        }
    }
    Ok(Swap2::Place(best.map_or(Vec::new(), |(_, opening)| opening)))
}

/// Whether a decision can be played after these stones.
///
/// # Errors
/// An illegal move otherwise, with what was expected.
pub fn check(shape: &Shape, moves: &[Move], decision: &Swap2) -> Result<(), Forfeit> {
    let illegal = |problem: String| Err(Fault::Illegal.because(format!("illegal in swap2: {problem}")));
    let expected = match moves.len() {
        0 => "three stones",
        OPENING => "SWAP, one stone or two",
        _ => "SWAP or one stone",
    };
    let stones = match decision {
        Swap2::Swap if moves.is_empty() => return illegal(format!("SWAP on the empty board, expected {expected}")),
        Swap2::Swap => return Ok(()),
        Swap2::Place(stones) => stones,
    };
    let is_expected = match moves.len() {
        0 => stones.len() == OPENING,
        OPENING => (1..=2).contains(&stones.len()),
        _ => stones.len() == 1,
    };
    if !is_expected {
        return illegal(format!("{} stones after {}, expected {expected}", stones.len(), moves.len()));
    }
    for (index, mv) in stones.iter().enumerate() {
        if usize::from(mv.0) >= shape.cells() {
            return illegal(format!("a stone off the board, expected {expected}"));
        }
        if moves.contains(mv) || stones[..index].contains(mv) {
            return illegal(format!("two stones on one point, expected {expected}"));
        }
    }
    Ok(())
}

fn root<P: Position>(start: &P, moves: &[Move]) -> Root<P> {
    let mut position = start.clone();
    for &mv in moves {
        position.play(mv);
    }
    Root { position, last: moves.last().copied() }
}

/// Openings to choose from: of those known to be balanced where the board has such, else random ones. The same ones in every
/// game: a deterministic player has one answer.
fn openings(shape: &Shape) -> Vec<Vec<Move>> {
    let mut rng = Rng::new(u64::from(OPENINGS));
    let texts = balanced::swap2_openings(shape).unwrap_or_default();
    let mut known: Vec<Vec<Move>> = texts.iter().filter_map(|text| parse_moves(shape, text).ok()).collect();
    rng.shuffle(&mut known);
    known.truncate(OPENINGS as usize);
    while known.len() < OPENINGS as usize {
        known.push(random_opening(shape, &mut rng));
    }
    known
}

/// Three stones of a random square.
fn random_opening(shape: &Shape, rng: &mut Rng) -> Vec<Move> {
    let corner = [shape.width, shape.height].map(|side| rng.below(u32::from(side) + 1 - SQUARE) as usize);
    let mut opening = Vec::new();
    while opening.len() < OPENING {
        let [column, row] = corner.map(|at| at + rng.below(SQUARE) as usize);
        let mv = Move(shape.cell(column, row));
        if !opening.contains(&mv) {
            opening.push(mv);
        }
    }
    opening
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameSpec, GameVisitor};

    /// A searcher with a fixed value for each position of so many stones, and perhaps an opinion of its own.
    struct Fixed {
        value: Option<Score>,
        own: Option<Swap2>,
        asked: Vec<Limits>,
    }

    impl<P: Position> Searcher<P> for Fixed {
        fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer {
            self.asked.push(*limits);
            Answer { best: root.position.moves().next(), value: self.value, ..Answer::default() }
        }

        fn swap2(&mut self, _: &[Move], _: &Root<P>, _: &Limits) -> Option<Result<Swap2, Forfeit>> {
            self.own.clone().map(Ok)
        }

        fn new_game(&mut self, _: u64) {}
    }

    struct Ask<'a>(&'a mut Fixed, &'a [Move]);

    impl GameVisitor for Ask<'_> {
        type Output = Result<Swap2, Forfeit>;

        fn visit<P: Position>(self, start: P) -> Self::Output {
            let limits = Limits { nodes: Some(800), ..Limits::default() };
            let (mut heard, own) = (Vec::new(), self.0.own.is_some());
            let decision =
                decide(self.0 as &mut dyn Searcher<P>, &start, self.1, &limits, |answer| heard.push(answer.uncounted));
            assert_eq!(heard, if own { vec![true] } else { vec![false; self.0.asked.len()] });
            decision
        }
    }

    fn ask(fixed: &mut Fixed, moves: &[u16]) -> Result<Swap2, Forfeit> {
        let moves: Vec<Move> = moves.iter().map(|&cell| Move(cell)).collect();
        "gomoku:7".parse::<GameSpec>().unwrap().visit(Ask(fixed, &moves))
    }

    fn fixed(value: Option<Score>) -> Fixed {
        Fixed { value, own: None, asked: Vec::new() }
    }

    #[test]
    fn values_choose_the_better_colour() {
        for stones in [&[10, 11, 12][..], &[10, 11, 12, 13, 14]] {
            assert_eq!(ask(&mut fixed(Some(-1)), stones), Ok(Swap2::Swap));
            for value in [Some(0), Some(5), None] {
                assert_eq!(ask(&mut fixed(value), stones), Ok(Swap2::Place(vec![Move(0)])));
            }
        }
    }

    #[test]
    fn an_opening_is_three_stones_that_lie_together_and_shares_the_nodes() {
        let mut player = fixed(Some(3));
        let Ok(Swap2::Place(stones)) = ask(&mut player, &[]) else { panic!() };
        assert_eq!(player.asked, [Limits { nodes: Some(100), ..Limits::default() }; OPENINGS as usize]);
        let reach = |of: fn(u16) -> u16| {
            let places = stones.iter().map(|mv| of(mv.0));
            places.clone().max().unwrap() - places.min().unwrap()
        };
        assert!(reach(|cell| cell % 7) < 5 && reach(|cell| cell / 7) < 5, "{stones:?}");
    }

    #[test]
    fn where_balanced_openings_are_known_one_of_them_is_placed() {
        for game in ["gomoku", "gomoku:20,renju"] {
            let shape = game.parse::<GameSpec>().unwrap().shape;
            let known = balanced::swap2_openings(&shape).unwrap();
            let looked_at = openings(&shape);
            assert_eq!((looked_at.len(), &looked_at), (OPENINGS as usize, &openings(&shape)));
            for opening in looked_at {
                assert!(known.iter().any(|text| parse_moves(&shape, text).unwrap() == opening), "{game} {opening:?}");
            }
        }
    }

    #[test]
    fn what_cannot_be_played_is_illegal() {
        let place = |cells: &[u16]| Swap2::Place(cells.iter().map(|&cell| Move(cell)).collect());
        for (moves, own, problem) in [
            (&[][..], Swap2::Swap, "SWAP on the empty board, expected three stones"),
            (&[], place(&[1, 2]), "2 stones after 0"),
            (&[], place(&[1, 2, 1]), "two stones on one point"),
            (&[1, 2, 3], place(&[4, 5, 6]), "3 stones after 3, expected SWAP, one stone or two"),
            (&[1, 2, 3], place(&[]), "0 stones"),
            (&[1, 2, 3], place(&[3]), "two stones on one point"),
            (&[1, 2, 3], place(&[49]), "off the board"),
            (&[1, 2, 3, 4, 5], place(&[6, 7]), "2 stones after 5, expected SWAP or one stone"),
        ] {
            let forfeit = ask(&mut Fixed { own: Some(own), ..fixed(None) }, moves).unwrap_err();
            assert!(forfeit.fault == Fault::Illegal && forfeit.reason.contains(problem), "{forfeit:?}");
        }
        let two = place(&[4, 5]);
        assert_eq!(ask(&mut Fixed { own: Some(two.clone()), ..fixed(None) }, &[1, 2, 3]), Ok(two));
    }
}
