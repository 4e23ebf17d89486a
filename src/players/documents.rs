//! The systems of the four source documents as settings: each as its text intends it, and where the printed code does
//! something else, NAME-printed.
//!
//! Every setting carries the sentence that sets it, or says that the document is silent and what was chosen. A document's
//! depth is the default depth; its seconds are not, since they do not reproduce: `time_ms` is unset.

use super::registry::{Algorithm, PlayerInfo, Setting, setting};
use crate::games::GameKind;

const GOMOKU: &[GameKind] = &[GameKind::Gomoku];
const CONNECT4: &[GameKind] = &[GameKind::Connect4];
const TICTACTOE: &[GameKind] = &[GameKind::TicTacToe, GameKind::Mnk];

const fn system(
    name: &'static str,
    document: &'static str,
    games: &'static [GameKind],
    algorithm: Algorithm,
    meaning: &'static str,
    settings: &'static [Setting],
) -> PlayerInfo {
    PlayerInfo { name, meaning, games, document: Some(document), algorithm, based_on: None, settings }
}

const fn variant(
    name: &'static str,
    of: &'static PlayerInfo,
    meaning: &'static str,
    settings: &'static [Setting],
) -> PlayerInfo {
    let PlayerInfo { games, document, algorithm, .. } = *of;
    PlayerInfo { name, meaning, games, document, algorithm, based_on: Some(of), settings }
}

// ---------------------------------------------------------------- document G

/// Section 2 of document G.
pub static DOC_G_GREEDY: PlayerInfo = system(
    "doc-g-greedy",
    "G",
    GOMOKU,
    Algorithm::Greedy,
    "document G: the best-scored empty point near the last move",
    &[
        setting("eval", "doc-g", "section 2: open four 150, rush four 40, open three 25, double three 80"),
        setting("zone", "3", "section 2: only the empty points within 3 cells of the last move are scanned"),
        setting(
            "centre_area",
            "3",
            "section 2: the comment says the middle 9x9, the code scans 3x3 and so does the search of section 3: 3x3",
        ),
        setting("random_ties", "on", "section 2: among equal scores a random one, against fixed patterns"),
    ],
);

/// The greedy function as printed.
pub static DOC_G_GREEDY_PRINTED: PlayerInfo = variant(
    "doc-g-greedy-printed",
    &DOC_G_GREEDY,
    "document G's greedy player as printed: one colour's stones only, counted before the stone is placed",
    &[setting("eval", "doc-g-printed", "section 2: the printed function counts neighbours equal to 1, whoever moves")],
);

/// Sections 3 and 4 of document G.
pub static DOC_G_SEARCH: PlayerInfo = system(
    "doc-g-search",
    "G",
    GOMOKU,
    Algorithm::Search,
    "document G: iterative-deepening alpha-beta to depth 8 with table, greedy ordering and threat count",
    &[
        setting("depth", "8", "section 3: from 1 to 8 plies; depth_limit=8 (its 0.9 s are time_ms=900)"),
        setting("eval", "doc-g", "section 4.2: open fours 150, rush fours 40, open threes 25, own ones x1.2, centre"),
        setting("deepening", "on", "section 3: iterative deepening, depth 1, 2, .. until the time is over"),
        setting("candidates", "radius", "section 3: empty points with a stone among the 8 neighbours .."),
        setting("radius", "1", "section 3: .. 8 neighbours are a radius of 1"),
        setting("centre_area", "3", "section 3: .. and the 3x3 centre always; its six opening points lie in it"),
        setting("order", "move_score", "section 3: candidates are sorted by the greedy score before the search"),
        setting("win_check", "after_move", "section 4.1: a five is looked for right after the move is made"),
        setting("distance_scores", "off", "section 4.1: a win is plus infinity, however far"),
        setting("table_bytes", "16777216", "section 3: a transposition table; its size is not given: 16 MiB"),
        setting("table_depth_key", "on", "section 3: the key is (board hash, depth)"),
        setting("table_kept", "off", "section 5.2: the table is emptied before every search"),
        setting("table_bounds", "on", "the text says nothing of bounds: values that may be used as they are"),
    ],
);

/// The search as printed.
pub static DOC_G_SEARCH_PRINTED: PlayerInfo = variant(
    "doc-g-search-printed",
    &DOC_G_SEARCH,
    "document G's search as printed: no order, a table without bounds, a leaf with the wrong sign",
    &[
        setting("eval", "doc-g-printed", "section 4.2: threats by the scan of the greedy function"),
        setting(
            "fault_zero_sort_key",
            "on",
            "section 3: the stone is placed before the point is scored, so that all are 0",
        ),
        setting("fault_leaf_sign", "on", "section 3: the leaf is valued for the side to move and not negated"),
        setting(
            "fault_keep_only_higher",
            "on",
            "section 3: `if score > best_score` compares iterations of different depth",
        ),
        setting("table_bounds", "off", "section 3: (score, move) is stored, not whether the score is a bound"),
        setting("table_kept", "on", "section 3: the table is made once and never emptied"),
        setting(
            "fault_table_after_stop",
            "on",
            "section 3: once the time is over every node returns its static value, and its ancestors are stored",
        ),
        setting("fault_entry_corner", "on", "section 5.3: is_win(board, -1, -1, ..) walks from outside of the board"),
        setting("difficulty_window", "none", "section 6.1: the printed counters are those of all games"),
    ],
);

// ---------------------------------------------------------------- document A

/// Document A with all three optimisations.
pub static DOC_A_SEARCH: PlayerInfo = system(
    "doc-a-search",
    "A",
    GOMOKU,
    Algorithm::Search,
    "document A: alpha-beta to depth 3 in the bounding box, sorted by static score, the best 8 at the root",
    &[
        setting("depth", "3", "section 4.1.1: depth 3 is the default (its 200 ms are time_ms=200)"),
        setting("eval", "doc-a", "section 2.2: open four 10000, closed four 5000, open three 1000"),
        setting("candidates", "box", "section 3.1: only empty points between x_min..x_max and y_min..y_max"),
        setting("box", "1", "section 3.1: one cell around the stones (BOUNDARY_EXPAND, configurable)"),
        setting(
            "box_grows",
            "off",
            "not said; section 2.1 has makeMove change one array element only, so that the box is the root's",
        ),
        setting("fallback", "5000", "section 3.1.1: the whole board where no local point scores 5000"),
        setting(
            "fallback_at",
            "root",
            "section 3.1.1: the printed check stands before the search, for the program's own move",
        ),
        setting("order", "static_score", "section 3.2: sorted by the static score after the move, best first"),
        setting("order_noise", "10", "section 3.2: a random 0 to 9 is added, so that the program varies"),
        setting("topk", "8", "section 3.3: only the first 8 of the sorted points"),
        setting("topk_at", "root", "section 3.3: the printed loop is the root's, and its -62 % fit the root alone"),
        setting("topk_forced", "off", "section 3.3: the others are skipped, whatever they are"),
        setting("win_check", "at_entry", "section 2.1: isGameOver() on entering a node"),
        setting("distance_scores", "off", "section 2.1: a finished game is evaluated as it stands, without distance"),
    ],
);

/// Document A as printed.
pub static DOC_A_SEARCH_PRINTED: PlayerInfo = variant(
    "doc-a-search-printed",
    &DOC_A_SEARCH,
    "document A as printed: dead fours count as closed ones, moves sorted by the 3x3 cells around them and for the \
     program's side at every node, time looked at between the root's moves",
    &[
        setting("eval", "doc-a-printed", "section 2.2: four own and one opposing stone in a window are a closed four"),
        setting("fault_sort_for_root", "on", "section 3.2: the sort asks for PLAYER_AI at the opponent's nodes too"),
        setting("fault_noise_in_comparison", "on", "section 3.2: Math.random() stands inside the comparison"),
        setting(
            "fault_quick_area",
            "on",
            "section 3.2: the sort asks quickEvaluate, which by section 3.2.1 sees the 3x3 cells around a point",
        ),
        setting(
            "fault_stop_between_moves",
            "on",
            "section 3.3: the time is looked at after each of the root's moves, and there only",
        ),
    ],
);

/// Document A with the tips of its section 5.
pub static DOC_A_TUNED: PlayerInfo = variant(
    "doc-a-tuned",
    &DOC_A_SEARCH,
    "document A with its section 5: a random one of the best three moves, a depth that grows from 2 to 3",
    &[CHOICE_A_OF, CHOICE_A_MARGIN, DEPTH_A_BASE],
);
const CHOICE_A_OF: Setting = setting("choice_of", "3", "section 5.1: one of the best three is drawn ..");
const CHOICE_A_MARGIN: Setting =
    setting("choice_margin", "500", "section 5.1: .. where the third is worth less than 500 below the first");
const DEPTH_A_BASE: Setting =
    setting("depth_base", "2", "section 5.2: after a change of difficulty the first move still has depth 2, then 3");

/// The same as printed. The overline that section 5.3 forbids belongs to professional rules and to Black: intended is
/// nothing under these.
pub static DOC_A_TUNED_PRINTED: PlayerInfo = variant(
    "doc-a-tuned-printed",
    &DOC_A_SEARCH_PRINTED,
    "document A with its section 5 as printed: bounds chosen among, a ply in five moves, any six lost",
    &[
        CHOICE_A_OF,
        CHOICE_A_MARGIN,
        DEPTH_A_BASE,
        setting(
            "fault_choice_of_bounds",
            "on",
            "section 5.1: the scores of the best three come out of the root's alpha-beta, whose others are bounds",
        ),
        setting("depth_every", "5", "section 5.2: baseDepth + stepCount / 5"),
        setting("fault_overline_lost", "on", "section 5.3: hasSixInRow returns a loss for its owner"),
    ],
);

// ---------------------------------------------------------------- document C

/// Section 3.1 of document C.
pub static DOC_C_V1: PlayerInfo = system(
    "doc-c-v1",
    "C",
    CONNECT4,
    Algorithm::Search,
    "document C, first version: minimax to depth 4",
    &[
        setting("depth", "4", "section 3.1: the search depth is 4"),
        setting("eval", "doc-c", "section 2.3: windows 10000, 100, 10, 1, column weights, defence term"),
        setting("pruning", "off", "section 3.1: the first version has no alpha-beta, which the second one adds"),
        setting("win_check", "at_entry", "section 2.1: `depth == 0 or game_over(board)` on entering a node"),
        setting("distance_scores", "off", "section 2.1: a finished game returns evaluate(board), whatever the depth"),
    ],
);

/// The first version with the printed evaluation.
pub static DOC_C_V1_PRINTED: PlayerInfo = variant(
    "doc-c-v1-printed",
    &DOC_C_V1,
    "document C, first version, with the evaluation as printed",
    &[EVAL_C_PRINTED, FOUR_C_PRINTED],
);
const EVAL_C_PRINTED: Setting = setting(
    "eval",
    "doc-c-printed",
    "section 2.3: the printed function has no weight for one stone and no defence term",
);
const FOUR_C_PRINTED: Setting = setting(
    "fault_line_evaluated",
    "on",
    "section 2.3: the printed function adds 10000 for a four to what the other windows give",
);

/// Section 3.2 of document C.
pub static DOC_C_V2: PlayerInfo = variant(
    "doc-c-v2",
    &DOC_C_V1,
    "document C, second version: iterative-deepening alpha-beta to depth 6, columns from the centre",
    &[
        setting("depth", "6", "section 3.2: limited to 6 plies (its 3 s are time_ms=3000)"),
        setting("pruning", "on", "section 3.2: alpha-beta"),
        setting("deepening", "on", "section 3.2: depth 1 first, then 2, 3, .."),
        setting("order", "centre", "section 2.2: columns sorted by their distance from the centre"),
    ],
);

/// The second version with the printed evaluation.
pub static DOC_C_V2_PRINTED: PlayerInfo = variant(
    "doc-c-v2-printed",
    &DOC_C_V2,
    "document C, second version, with the evaluation as printed",
    &[EVAL_C_PRINTED, FOUR_C_PRINTED],
);

/// Sections 3.3, 4.1 and 4.2 of document C.
pub static DOC_C_V3: PlayerInfo = variant(
    "doc-c-v3",
    &DOC_C_V2,
    "document C, third version: wins and blocks first, then columns near the last move; table; threat check",
    &[
        setting(
            "order",
            "win_block+near_last+centre",
            "section 3.3: columns that make or stop a four first, then those near the last move; ties as before",
        ),
        setting(
            "threat_check",
            "win",
            "section 4.1: before the search, a stone that decides is played at once; its symptom and its effect \
             (no more missed wins) speak of the program's own four, so that blocks are left to the search",
        ),
        setting("table_bytes", "16777216", "section 4.2: a table of positions seen; its size is not given: 16 MiB"),
    ],
);

/// The third version with the printed evaluation.
pub static DOC_C_V3_PRINTED: PlayerInfo = variant(
    "doc-c-v3-printed",
    &DOC_C_V3,
    "document C, third version, with the evaluation as printed and a table of scores alone",
    &[
        EVAL_C_PRINTED,
        FOUR_C_PRINTED,
        setting("fault_table_any_depth", "on", "section 4.2: a position seen before is answered, whatever its depth"),
        setting("table_bounds", "off", "section 4.2: the score is stored, not whether it is a bound"),
    ],
);

// ---------------------------------------------------------------- document T

/// V0 of document T.
pub static DOC_T_V0: PlayerInfo =
    system("doc-t-v0", "T", TICTACTOE, Algorithm::Random, "document T, V0: a random empty cell", &[]);

/// V1 of document T.
pub static DOC_T_V1: PlayerInfo = system(
    "doc-t-v1",
    "T",
    TICTACTOE,
    Algorithm::Rules,
    "document T, V1: win, block, centre, corner, edge",
    &[setting("rules", "win-block-centre-corner-edge", "section 4.1: the five rules in this order")],
);

/// V2 of document T.
pub static DOC_T_V2: PlayerInfo = system(
    "doc-t-v2",
    "T",
    TICTACTOE,
    Algorithm::Search,
    "document T, V2: minimax to the end of the game, nearer wins worth more",
    &[
        setting("depth", "none", "section 5.2: the search goes on to the end of the game"),
        setting("eval", "doc-t", "section 5.2: called only where a depth is set: two 3, centre 2, corner 1"),
        setting("pruning", "off", "section 5: V3 adds the cutoffs"),
        setting("order", "generation", "section 5.3: empty cells in reading order, the first of several best ones"),
        setting("win_check", "at_entry", "section 5.3: is_winner on entering the function"),
        setting("distance_scores", "on", "section 5.3: 10 - depth for a win, depth - 10 for a loss"),
    ],
);

/// The recursion of V2 as printed.
pub static DOC_T_V2_PRINTED: PlayerInfo = system(
    "doc-t-v2-printed",
    "T",
    TICTACTOE,
    Algorithm::Recursion,
    "document T, V2 as printed: the player is swapped by the caller and again inside",
    &[
        setting(
            "recursion",
            "printed",
            "section 5.3: the maximising branch hands the opponent on, who is swapped again",
        ),
        setting("pruning", "off", "section 5.3: minimax"),
    ],
);

/// V3 of document T.
pub static DOC_T_V3: PlayerInfo = variant(
    "doc-t-v3",
    &DOC_T_V2,
    "document T, V3: alpha-beta to the end of the game",
    &[setting("pruning", "on", "section 6.2: a node ends where beta <= alpha")],
);

/// The recursion of V3 as printed.
pub static DOC_T_V3_PRINTED: PlayerInfo = variant(
    "doc-t-v3-printed",
    &DOC_T_V2_PRINTED,
    "document T, V3 as printed: the same swapped player under alpha-beta",
    &[setting("pruning", "on", "section 6.2: the same recursion with alpha and beta")],
);
