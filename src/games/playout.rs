//! Random games: every legal move equally likely. The storages' [`playout`](Position::playout) is this.

use crate::base::rng::Rng;
use crate::base::{Move, Position, Seat};

/// Plays random legal moves to the end of the game, one draw from `rng` for each, and shows them to `see`. Returns the
/// winner's seat (absent for a draw) and the plies played, exactly as the base's own `playout` does. The position must not
/// be over, nor have more than `N` legal moves. `N` is a power of two, so that an index costs a mask and no comparison.
#[inline]
pub fn random_game<P: Position, const N: usize>(
    mut position: P,
    rng: &mut Rng,
    mut see: impl FnMut(Move),
) -> (Option<Seat>, u32) {
    let mut open = [0u16; N];
    let mut left = 0;
    if position.ply() == 0 {
        left = position.move_codes() as usize;
        for (code, mv) in open.iter_mut().enumerate() {
            *mv = code as u16;
        }
    } else {
        for mv in position.moves() {
            open[left % N] = mv.0;
            left += 1;
        }
    }
    let gravity = position.shape().gravity;
    let mut plies = 0;
    while left > 0 {
        let at = rng.below(left as u32) as usize % N;
        let mv = Move(open[at]);
        position.play(mv);
        see(mv);
        plies += 1;
        if let Some(winner) = position.winner() {
            return (Some(winner), plies);
        }
        // A point is taken by one stone; a column stays open until it is full.
        if !gravity || !position.is_legal(mv) {
            left -= 1;
            open[at] = open[left % N];
        }
    }
    (None, plies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Outcome;
    use crate::games::canonical::Canonical;
    use crate::games::tictactoe::TicTacToe;
    use crate::games::{GAMES, GameSpec, GameVisitor};

    struct Replay;

    impl GameVisitor for Replay {
        type Output = ();
        fn visit<P: Position>(self, start: P) {
            let mut rng = Rng::new(11);
            let games = if start.shape().cells() > 100 { 2 } else { 30 };
            for _ in 0..games {
                let mut same = rng.clone();
                let mut same_again = rng.clone();
                let mut twin = Canonical::new(&start.shape());
                let (winner, plies) = random_game::<P, 512>(start.clone(), &mut rng, |mv| {
                    assert!(twin.outcome().is_none() && twin.is_legal(mv));
                    twin.play(mv);
                });
                assert_eq!(twin.outcome(), Some(winner.map_or(Outcome::Draw, Outcome::Win)));
                assert_eq!(twin.ply(), plies);
                // The storage's own way and the base's, which the twin has, go through the same games.
                assert_eq!(start.playout(&mut same), (winner, plies));
                assert_eq!(Canonical::new(&start.shape()).playout(&mut same_again), (winner, plies));
                assert!(same.next_u64() == rng.clone().next_u64() && same_again.next_u64() == rng.clone().next_u64());
            }
            // And from the middle of a game.
            let mut middle = start.clone();
            middle.play(Move(start.move_codes() / 2));
            let mut same = rng.clone();
            if middle.outcome().is_none() {
                let expected = Canonical::copy_of(&middle).playout(&mut same);
                assert_eq!(middle.playout(&mut rng), expected);
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
        let mut rng = Rng::new(1);
        let mut counts = [0u32; 3];
        let games = 200_000;
        for _ in 0..games {
            let (winner, _) = TicTacToe::new().playout(&mut rng);
            counts[winner.map_or(2, |seat| seat.0 as usize)] += 1;
        }
        for (count, share) in counts.into_iter().zip([737.0 / 1260.0, 121.0 / 420.0, 8.0 / 63.0]) {
            // Four standard errors are below 0.0045.
            assert!((count as f64 / games as f64 - share).abs() < 0.0045, "{counts:?}");
        }
    }
}
