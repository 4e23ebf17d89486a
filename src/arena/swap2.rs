//! Swap2 between the two players of a game: who places stones, who chooses, and who has the first stones in the end.

use super::seats::Seated;
use crate::base::{Answer, Forfeit, Move, Position, Swap2};
use crate::players::swap2::{OPENING, decide};

/// What swap2 came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// What was chosen, as the column `swap2` has it.
    pub choice: &'static str,
    /// Whether the player in the first seat has the first stones.
    pub first_has_first_stones: bool,
}

/// Who gave no decision that can be played, by seat, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The seat, 0 or 1.
    pub seat: usize,
    /// Why.
    pub forfeit: Forfeit,
}

/// Plays swap2 from the empty board, or from three stones that are given, and adds the stones that were placed. The first
/// seat is the one that places three. `searched` hears of every search, with the seat of whoever searched.
///
/// # Errors
/// What a player did instead of deciding.
pub fn settle<P: Position>(
    start: &P,
    history: &mut Vec<Move>,
    players: &mut [&mut Seated<P>; 2],
    mut searched: impl FnMut(usize, &Answer),
) -> Result<Settled, Broken> {
    let mut ask = |seat: usize, history: &[Move]| {
        let player = &mut players[seat];
        let limits = player.limits;
        let decided = decide(player.searcher.as_mut(), start, history, &limits, |answer| searched(seat, answer));
        decided.map_err(|forfeit| Broken { seat, forfeit })
    };
    let place = |decision: Swap2, history: &mut Vec<Move>| match decision {
        Swap2::Swap => 0,
        Swap2::Place(stones) => {
            history.extend_from_slice(&stones);
            stones.len()
        }
    };
    if history.len() < OPENING {
        let opening = ask(0, history)?;
        place(opening, history);
    }
    let reply = ask(1, history)?;
    let (choice, first_has_first_stones) = match place(reply, history) {
        0 => ("black", false),
        1 => ("white", true),
        _ => {
            let choice = ask(0, history)?;
            if place(choice, history) == 0 { ("two-black", true) } else { ("two-white", false) }
        }
    };
    Ok(Settled { choice, first_has_first_stones })
}
