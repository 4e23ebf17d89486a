//! `strong`: the search body with every technique that pays, for Gomoku under all rule sets, and five in a row on oblong
//! boards. What a technique is worth the experiments `elo-ladder-nodes`, `elo-ladder-time` and `elo-strong` measure; what pays
//! nothing there is left off here.

use super::registry::{Algorithm, PlayerInfo, setting};
use crate::games::GameKind;

/// The player; it thinks for a second unless it is told otherwise.
pub static STRONG: PlayerInfo = PlayerInfo {
    name: "strong",
    meaning: "the strongest settings of the search for five in a row: patterns, threats answered, selective; a second a move",
    games: &[GameKind::Gomoku, GameKind::Mnk],
    document: None,
    algorithm: Algorithm::Search,
    based_on: None,
    settings: &[
        setting(
            "time_ms",
            "1000",
            "a limit for whoever sets none; nodes= or depth= with time_ms=none make it reproducible",
        ),
        setting("eval", "patterns", "it sees threats, which candidates, order and reductions ask about"),
        setting("candidates", "radius", "no fixed width: every empty point near a stone is a candidate .."),
        setting("radius", "2", ".. as far as a stone can make a three with another"),
        setting("answers", "seen", "a four and what threatens an open four leave few moves"),
        setting("order", "hash+move_score+centre", "the table's move, then what the point is worth to both"),
        setting("deepening", "on", "a move is ready at any time, and each iteration orders the next"),
        setting("unfinished", "on", "what an unfinished iteration has found better is better"),
        setting("pvs", "on", "with a good first move the others are only to be refuted"),
        setting("aspiration", "60", "the value seldom moves by more than a three is worth"),
        setting("table_bytes", "67108864", "64 MiB"),
        setting("table_kept", "on", "the next search of the game goes on where this one ended"),
        setting("table_deeper", "on", "selective values are estimates anyway: a deeper one is a better one"),
        setting("lmr", "40", "late moves are seldom best"),
        setting("futility", "60", "what the static value misses by so much a ply, the plies do not bring .."),
        setting("futility_depth", "6", ".. as far from the horizon as this"),
        setting("futility_gain", "150", ".. asked for once a node, since a quiet move seldom betters a pass by more"),
        setting("move_count", "4", "where many moves have failed the later ones are not worth their nodes .."),
        setting("move_count_depth", "6", ".. as far from the horizon as this"),
        setting("extend_forced", "12", "fours are followed to their end"),
    ],
};
