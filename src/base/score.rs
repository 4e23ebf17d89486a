//! Scores: integers for the side to move, wins far above every static value.

/// A value for the side to move; larger is better for it.
pub type Score = i32;

/// The score of a win on the spot. A win in `n` plies scores `WIN - n` where distances are kept, `WIN` where they are not.
pub const WIN: Score = 1_000_000_000;

/// Every score of at least this is a won game, of at most its negative a lost one; static values stay below.
pub const WIN_BOUND: Score = WIN - 100_000;

/// Static values are clamped to this, so that no evaluation is mistaken for a win.
pub const STATIC_BOUND: Score = WIN_BOUND - 1;

/// Larger than every score: the full window is `-INFINITE ..= INFINITE`.
pub const INFINITE: Score = WIN + 1;

/// Whether a score tells a forced win (for either side).
pub fn is_decided(score: Score) -> bool {
    score.abs() >= WIN_BOUND
}

/// How a score is shown: `win in 5`, `loss in 4`, `win` and `loss` where no distance is kept, or the number itself.
pub fn describe(score: Score) -> String {
    if score == WIN {
        "win".to_string()
    } else if score == -WIN {
        "loss".to_string()
    } else if score >= WIN_BOUND {
        format!("win in {}", WIN - score)
    } else if score <= -WIN_BOUND {
        format!("loss in {}", WIN + score)
    } else {
        score.to_string()
    }
}
