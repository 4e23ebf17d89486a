//! What an answer looks like in a row.

use crate::base::{Answer, Move, Position, Shape};
use crate::games::notation::{move_text, moves_text};

/// The principal variation; `None` where there is none.
pub fn line(shape: &Shape, answer: &Answer) -> Option<String> {
    (!answer.line.is_empty()).then(|| moves_text(shape, &answer.line))
}

/// The root's candidates as `h8:125 g7:98`; `None` where there are none.
pub fn candidates(shape: &Shape, answer: &Answer) -> Option<String> {
    if answer.candidates.is_empty() {
        return None;
    }
    let texts: Vec<String> =
        answer.candidates.iter().map(|&(mv, value)| format!("{}:{value}", move_text(shape, mv))).collect();
    Some(texts.join(" "))
}

/// Why there is no move that can be played, if so; `who` names the player.
pub fn fault<P: Position>(position: &P, answer: &Answer, who: &str) -> Option<String> {
    let shape = position.shape();
    Some(match (answer.best, &answer.forfeit) {
        (_, Some(forfeit)) => format!("the player '{who}': {}", forfeit.reason),
        (None, None) => format!("the player '{who}' gave no move"),
        (Some(mv), None) if mv.0 >= position.move_codes() => {
            format!("the player '{who}' gave the move {}, off the board", mv.0)
        }
        (Some(mv), None) if !position.is_legal(mv) => {
            format!("the player '{who}' gave the illegal move {}", move_text(&shape, mv))
        }
        (Some(_), None) => return None,
    })
}

/// Whether no legal move lies nearer to the middle of the board (column by column in a drop game).
pub fn is_central<P: Position>(position: &P, mv: Move) -> bool {
    let shape = position.shape();
    let distance =
        |mv: Move| if shape.gravity { (column_distance(&shape, mv), 0) } else { shape.centre_distance(mv.0) };
    let own = distance(mv);
    position.moves().all(|other| distance(other) >= own)
}

fn column_distance(shape: &Shape, mv: Move) -> u32 {
    (2 * i32::from(mv.0) - (i32::from(shape.width) - 1)).unsigned_abs()
}

/// Whether a move that wins on the spot existed and another one was chosen; `None` where none existed.
pub fn missed_win<P: Position>(position: &P, chosen: Move) -> Option<bool> {
    let mut scratch = position.clone();
    let exists = position.moves().any(|mv| scratch.wins_at(mv));
    exists.then(|| !scratch.wins_at(chosen))
}

/// Whether the opponent threatened to win on the spot and the chosen move neither blocked nor won; `None` where there was
/// no threat.
pub fn missed_block<P: Position>(position: &P, chosen: Move) -> Option<bool> {
    let threatened = position.moves().any(|mv| position.opponent_wins_at(mv));
    let mut scratch = position.clone();
    threatened.then(|| !scratch.stops_win_at(chosen) && !scratch.wins_at(chosen))
}
