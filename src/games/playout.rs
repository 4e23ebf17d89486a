//! Random games: every legal move equally likely.

use crate::base::rng::Rng;
use crate::base::{MAX_SIDE, Move, Outcome, Position};

/// Capacity for the moves of any game, a power of two so that an index can be masked.
const CODES: usize = 512;

/// How a random game went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The result.
    pub outcome: Outcome,
    /// Stones on the board at the end.
    pub plies: u32,
}

/// Plays random games from one position.
#[derive(Clone, Debug)]
pub struct Playouts<P> {
    start: P,
    over: Option<Playout>,
    /// The legal moves at the start.
    open: Vec<u16>,
}

impl<P: Position> Playouts<P> {
    /// Random games from this position on.
    pub fn new(start: &P) -> Playouts<P> {
        let over = start.outcome().map(|outcome| Playout { outcome, plies: start.ply() });
        Playouts { start: start.clone(), over, open: start.moves().map(|mv| mv.0).collect() }
    }

    /// One game; a draw from `rng` per move and none else.
    pub fn play(&self, rng: &mut Rng) -> Playout {
        self.play_with(rng, |_| {})
    }

    /// One game, every move of which is shown to `see`.
    #[inline]
    pub fn play_with(&self, rng: &mut Rng, mut see: impl FnMut(Move)) -> Playout {
        if let Some(over) = self.over {
            return over;
        }
        debug_assert!(self.open.len() <= MAX_SIDE * MAX_SIDE);
        let mut position = self.start.clone();
        let mut open = [0; CODES];
        let mut count = self.open.len().min(CODES);
        open[..count].copy_from_slice(&self.open[..count]);
        let gravity = position.shape().gravity;
        while count > 0 {
            let at = rng.below(count as u32) as usize % CODES;
            let mv = Move(open[at]);
            position.play(mv);
            see(mv);
            if position.last_mover_won() {
                return Playout { outcome: Outcome::Win(position.turn().other()), plies: position.ply() };
            }
            // A point is taken by one stone; a column stays open until it is full.
            if !gravity || !position.is_legal(mv) {
                count -= 1;
                open[at] = open[count % CODES];
            }
        }
        Playout { outcome: Outcome::Draw, plies: position.ply() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Seat;
    use crate::games::canonical::Canonical;
    use crate::games::tictactoe::TicTacToe;
    use crate::games::{GAMES, GameSpec, GameVisitor};

    struct Replay;

    impl GameVisitor for Replay {
        type Output = ();
        fn visit<P: Position>(self, start: P) {
            let playouts = Playouts::new(&start);
            let mut rng = Rng::new(11);
            let games = if start.shape().cells() > 100 { 2 } else { 30 };
            for _ in 0..games {
                let mut twin = Canonical::new(&start.shape());
                let played = playouts.play_with(&mut rng, |mv| {
                    assert!(twin.outcome().is_none() && twin.is_legal(mv));
                    twin.play(mv);
                });
                assert_eq!(twin.outcome(), Some(played.outcome));
                assert_eq!(twin.ply(), played.plies);
            }
        }
    }

    #[test]
    fn random_games_are_legal_and_end_where_the_rules_say() {
        for example in GAMES.iter().flat_map(|game| game.examples) {
            example.parse::<GameSpec>().unwrap().visit(Replay);
        }
    }

    #[test]
    fn tic_tac_toe_frequencies_are_the_known_ones() {
        // With random moves the first player wins 737/1260, the second 121/420, and 8/63 are drawn.
        let playouts = Playouts::new(&TicTacToe::new());
        let mut rng = Rng::new(1);
        let mut counts = [0u32; 3];
        let games = 200_000;
        for _ in 0..games {
            match playouts.play(&mut rng).outcome {
                Outcome::Win(Seat(seat)) => counts[seat as usize] += 1,
                Outcome::Draw => counts[2] += 1,
            }
        }
        for (count, share) in counts.into_iter().zip([737.0 / 1260.0, 121.0 / 420.0, 8.0 / 63.0]) {
            // Four standard errors are below 0.0045.
            assert!((count as f64 / games as f64 - share).abs() < 0.0045, "{counts:?}");
        }
    }

    #[test]
    fn a_finished_position_stays_as_it_is() {
        let mut position = TicTacToe::new();
        for cell in [0, 3, 1, 4, 2] {
            position.play(Move(cell));
        }
        let played = Playouts::new(&position).play(&mut Rng::new(1));
        assert_eq!(played, Playout { outcome: Outcome::Win(Seat::FIRST), plies: 5 });
    }
}
