//! Whether a claimed win holds: it is played against every legal move of the defender.
//!
//! Slow, and on purpose without a line of the search: it knows the rules from [`Position`] alone, tries every cell, and takes
//! from the search nothing but the move that it would play.

use std::collections::HashSet;

use crate::base::{Move, Position, Seat};

/// Positions that a claim holds in, by all their stones: no key that could collide.
type Held = HashSet<Vec<Option<Seat>>>;

/// Plays a claim of the side to move through. `strategy` names its move in any position that arises, and `longest` says how
/// many moves it may need, its last one included. Returns the moves to a position in which it has not won, if there is one.
pub fn refute<P: Position>(
    position: &P,
    longest: u32,
    strategy: &mut dyn FnMut(&P) -> Option<Move>,
) -> Option<Vec<Move>> {
    let mut path = Vec::new();
    let holds = holds(&mut position.clone(), longest, strategy, &mut Held::new(), &mut path);
    (!holds).then_some(path)
}

/// The attacker is to move. Where the claim fails, `path` is left at the position.
fn holds<P: Position>(
    position: &mut P,
    longest: u32,
    strategy: &mut dyn FnMut(&P) -> Option<Move>,
    held: &mut Held,
    path: &mut Vec<Move>,
) -> bool {
    let attacker = position.turn();
    let moves: Vec<Move> = position.moves().collect();
    if longest == 0 {
        return false;
    }
    if moves.iter().any(|&mv| wins(position, mv, attacker)) {
        return true;
    }
    let stones: Vec<Option<Seat>> = (0..position.shape().cells()).map(|cell| position.stone(cell as u16)).collect();
    if held.contains(&stones) {
        return true;
    }
    let Some(mv) = strategy(position).filter(|mv| moves.contains(mv)) else { return false };
    let undo = position.play(mv);
    path.push(mv);
    let mut stands = position.winner() != Some(attacker.other());
    if stands && position.winner().is_none() {
        let replies: Vec<Move> = position.moves().collect();
        // A board without a reply is a draw.
        stands = !replies.is_empty();
        for reply in replies {
            let undo = position.play(reply);
            path.push(reply);
            stands = match position.winner() {
                Some(winner) => winner == attacker,
                None => holds(position, longest - 1, strategy, held, path),
            };
            position.undo(undo);
            if !stands {
                break;
            }
            path.pop();
        }
    }
    position.undo(undo);
    if stands {
        path.pop();
        held.insert(stones);
    }
    stands
}

/// Whether a move wins at once.
fn wins<P: Position>(position: &mut P, mv: Move, seat: Seat) -> bool {
    let undo = position.play(mv);
    let won = position.winner() == Some(seat);
    position.undo(undo);
    won
}
