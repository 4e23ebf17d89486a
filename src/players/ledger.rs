//! What the documents' printed programs do wrong: where it stands, what happens, what was meant, and which setting shows
//! it, so that each is measured by itself against the corrected program.
//!
//! Errors of arithmetic and of figures that contradict one another are no faults of a program; the claims judge those.
//! Randomness that has nothing to do with a fault is switched off on both sides (`order_noise=0`, `random_ties=off`), so that
//! what differs is the fault. `experiments/faults.toml` measures all of them.

/// One printed fault.
#[derive(Clone, Copy, Debug)]
pub struct PrintedFault {
    /// A stable name: the document's letter and what it is.
    pub id: &'static str,
    /// The document's letter.
    pub document: &'static str,
    /// Where it stands in the document.
    pub place: &'static str,
    /// What the printed program does.
    pub printed: &'static str,
    /// What its text intends.
    pub intended: &'static str,
    /// The game on which it is shown, in text form.
    pub game: &'static str,
    /// The player with the fault.
    pub faulty: &'static str,
    /// The same player without it, and with nothing else changed.
    pub corrected: &'static str,
    /// Why no printed player has it: it stands beside the program, in a remark, where a listing breaks off, or in one that
    /// a later one mends. Absent: it is part of the program as printed, in a listing or in the words that stand for one.
    pub beside: Option<&'static str>,
}

impl PrintedFault {
    const fn beside(self, why: &'static str) -> PrintedFault {
        PrintedFault { beside: Some(why), ..self }
    }
}

const fn fault(
    id: &'static str,
    document: &'static str,
    place: &'static str,
    printed: &'static str,
    intended: &'static str,
    [game, faulty, corrected]: [&'static str; 3],
) -> PrintedFault {
    PrintedFault { id, document, place, printed, intended, game, faulty, corrected, beside: None }
}

/// All faults found, by document.
pub static FAULTS: &[PrintedFault] = &[
    fault(
        "G-zero-sort-key",
        "G",
        "section 3, _greedy_score",
        "places the stone and then scores the point, by a function that returns 0 for an occupied one: every key is 0",
        "candidates sorted by their greedy score",
        ["gomoku", "doc-g-search{depth=3,fault_zero_sort_key=on}", "doc-g-search{depth=3}"],
    ),
    fault(
        "G-leaf-sign",
        "G",
        "section 3, _alphabeta at depth 0",
        "the leaf is valued for the side to move there and returned as the root's value: the sign is wrong at odd depths",
        "one point of view throughout",
        ["gomoku", "doc-g-search{depth=3,fault_leaf_sign=on}", "doc-g-search{depth=3}"],
    ),
    fault(
        "G-keep-only-higher",
        "G",
        "section 3, search",
        "a deeper iteration's move is kept only if it scores higher than every shallower one's",
        "the deepest finished iteration decides",
        ["gomoku", "doc-g-search{depth=3,fault_keep_only_higher=on}", "doc-g-search{depth=3}"],
    ),
    fault(
        "G-table-without-bounds",
        "G",
        "section 3, transposition_table",
        "stores a score without saying whether it is exact or a bound, and answers with it as a value",
        "a table that changes no result",
        ["gomoku", "doc-g-search{depth=4,table_bounds=off}", "doc-g-search{depth=4}"],
    ),
    fault(
        "G-table-never-cleared",
        "G",
        "section 3, __init__ (named in section 5.2)",
        "the table lives as long as the program; its values favour the side of an older root",
        "emptied before every search, or bounded",
        ["gomoku", "doc-g-search{depth=3,table_kept=on}", "doc-g-search{depth=3}"],
    ),
    fault(
        "G-table-after-timeout",
        "G",
        "section 3, _alphabeta",
        "once the time is over every node returns its static value, and its ancestors store what comes of it as results \
         of their full depth",
        "nothing is stored after a stop (the table has to live on for it to matter)",
        [
            "gomoku",
            "doc-g-search{depth=4,nodes=2000,table_kept=on,fault_table_after_stop=on}",
            "doc-g-search{depth=4,nodes=2000,table_kept=on}",
        ],
    ),
    fault(
        "G-corner",
        "G",
        "section 5.1",
        "no candidates on the empty board: the first empty cell, a corner, is played",
        "the middle (the code of section 3 contains it: the fault has to be forced)",
        [
            "gomoku",
            "doc-g-search{depth=1,centre_area=0,fault_blind_start=on,fault_first_empty=on}",
            "doc-g-search{depth=1,centre_area=0}",
        ],
    )
    .beside("the listing of section 3 has the middle among its candidates"),
    fault(
        "G-win-at-leaf",
        "G",
        "section 3, _alphabeta",
        "the comment lists the end of the game among the stops, the code looks at depth and time only",
        "a five ends the game (section 4.1 adds the check)",
        [
            "gomoku",
            "doc-g-search{depth=3,win_check=at_leaf,table_bytes=none,table_depth_key=off}",
            "doc-g-search{depth=3,table_bytes=none,table_depth_key=off}",
        ],
    )
    .beside("the listing of section 4.1 adds the check to that of section 3"),
    fault(
        "G-entry-check-corner",
        "G",
        "section 5.3",
        "is_win(board, -1, -1, ..) does not scan the board: it walks from the point (-1, -1) and calls four stones on the \
         diagonal from the corner (0, 0) a five",
        "a look at the opponent's last move on entering a node: after the check of section 4.1 it finds nothing more",
        ["gomoku:7", "doc-g-search{depth=3,fault_entry_corner=on}", "doc-g-search{depth=3}"],
    ),
    fault(
        "G-counts-before-placing",
        "G",
        "section 2, evaluate_position",
        "neighbours are counted without the stone itself: its open four completes a five, its open three makes a four",
        "the patterns that the stone makes",
        ["gomoku", "doc-g-greedy{weight.before=1,random_ties=off}", "doc-g-greedy{random_ties=off}"],
    ),
    fault(
        "G-five-scores-nothing",
        "G",
        "section 2, evaluate_position",
        "a five has no score of its own: between two blocks it is worth 0, six or more are too",
        "completing a line is worth most",
        ["gomoku", "doc-g-greedy{weight.five=0,random_ties=off}", "doc-g-greedy{random_ties=off}"],
    ),
    fault(
        "G-opponent-unseen",
        "G",
        "section 2, evaluate_position",
        "only own stones make a score: the greedy player never blocks",
        "threats of both sides (own weights, opponent's to be stopped)",
        ["gomoku", "doc-g-greedy{weight.block=0,random_ties=off}", "doc-g-greedy{random_ties=off}"],
    ),
    fault(
        "G-one-colour",
        "G",
        "sections 2 and 3, evaluate_position and _greedy_score",
        "stones of value 1 count, whoever is to move (get_greedy_move never uses its parameter `player`)",
        "the side to move",
        ["gomoku", "doc-g-search{depth=3,weight.one_colour=1}", "doc-g-search{depth=3}"],
    ),
    fault(
        "G-attack-for-mover",
        "G",
        "section 4.2, _heuristic_terminal_score",
        "the factor 1.2 favours the side to move at the leaf, so that it changes sides with the depth",
        "own threats are the program's",
        ["gomoku", "doc-g-search{depth=3,weight.mover=1}", "doc-g-search{depth=3}"],
    ),
    fault(
        "G-centre-side",
        "G",
        "section 4.2, _heuristic_terminal_score",
        "the centre bonus covers 5x5 points",
        "4x4, says the comment; on a board of odd side no 4x4 is central, so 5 is the default here",
        ["gomoku", "doc-g-search{depth=2}", "doc-g-search{depth=2,weight.centre_side=4}"],
    ),
    fault(
        "G-empty-board-area",
        "G",
        "section 2, get_greedy_move",
        "the empty board is scanned in 3x3 points",
        "9x9, says the comment; the search of section 3 has 3x3 too, so 3 is the default here",
        ["gomoku", "doc-g-greedy{random_ties=off}", "doc-g-greedy{centre_area=9,random_ties=off}"],
    ),
    fault(
        "G-win-rate-of-all-games",
        "G",
        "section 6.1, end_game",
        "the difficulty follows the win rate of all games",
        "of the last three (the rules that turn it into a depth are missing from the text)",
        [
            "gomoku",
            "doc-g-search{depth=2,history=LLLLLLLWWW,difficulty_window=none,difficulty_step=1}",
            "doc-g-search{depth=2,history=LLLLLLLWWW,difficulty_step=1}",
        ],
    ),
    fault(
        "A-dead-four",
        "A",
        "section 2.2, evaluateRow",
        "four own stones and one opposing stone in a window, which can never be five, are worth a closed four; any four \
         with a gap is called open",
        "open and closed fours",
        ["gomoku", "doc-a-search{eval=doc-a-printed,order_noise=0}", "doc-a-search{order_noise=0}"],
    ),
    fault(
        "A-bit-mask",
        "A",
        "section 2.2, text",
        "(pattern & 0b011110) == 0b011110 does not look at the empty cells: a blocked four passes for open",
        "an open four",
        ["gomoku", "doc-a-search{weight.mask=1,order_noise=0}", "doc-a-search{order_noise=0}"],
    )
    .beside("a line in the text; the listing below it counts cells"),
    fault(
        "A-opponent-unseen",
        "A",
        "section 2.2, evaluateRow",
        "as far as it is printed only the program's stones score",
        "both sides",
        ["gomoku", "doc-a-search{weight.opponent=0,order_noise=0}", "doc-a-search{order_noise=0}"],
    )
    .beside("the listing breaks off before the other patterns"),
    fault(
        "A-sort-for-root",
        "A",
        "section 3.2, quickEvaluate(a.x, a.y, PLAYER_AI)",
        "moves are sorted for the program at the opponent's nodes too",
        "the side to move",
        ["gomoku", "doc-a-search{order_noise=0,fault_sort_for_root=on}", "doc-a-search{order_noise=0}"],
    ),
    fault(
        "A-noise-in-comparison",
        "A",
        "section 3.2, moves.sort",
        "the noise is drawn anew at every comparison: the order contradicts itself (Java's sort may refuse it)",
        "one random amount per move",
        ["gomoku", "doc-a-search{fault_noise_in_comparison=on}", "doc-a-search"],
    ),
    fault(
        "A-quick-area",
        "A",
        "section 3.2.1",
        "quickEvaluate looks at 3x3 cells and at lines of five in them, which they cannot hold: of each line three cells are \
         counted, so that no four is ever seen",
        "the lines of five through the point",
        ["gomoku", "doc-a-search{order_noise=0,fault_quick_area=on}", "doc-a-search{order_noise=0}"],
    ),
    fault(
        "A-six-is-lost",
        "A",
        "section 5.3",
        "any six is lost for its owner, for both colours and under every rule",
        "an overline is forbidden to black under professional rules; under freestyle rules it wins",
        [
            "gomoku:7",
            "doc-a-search{depth=4,order_noise=0,fault_overline_lost=on}",
            "doc-a-search{depth=4,order_noise=0}",
        ],
    ),
    fault(
        "A-width-at-root",
        "A",
        "section 3.3",
        "the width limit stands in the root's loop only; the children are searched in full",
        "not said; the text speaks of the breadth of the search",
        ["gomoku", "doc-a-search{order_noise=0}", "doc-a-search{order_noise=0,topk_at=all}"],
    ),
    fault(
        "A-width-and-time",
        "A",
        "section 3.3",
        "the root's loop ends with the first move after 200 ms, K is fixed",
        "K scaled with the time left (nodes stand for the time)",
        [
            "gomoku",
            "doc-a-search{nodes=2000,order_noise=0,fault_stop_between_moves=on}",
            "doc-a-search{nodes=2000,order_noise=0,topk_time=on}",
        ],
    ),
    fault(
        "A-choice-of-bounds",
        "A",
        "section 5.1, putOne",
        "the scores of the best three come out of the root's alpha-beta, where all but the best are bounds: a move that \
         loses passes for as good as the best and may be drawn",
        "a random one of the best three where their values lie within 500",
        [
            "gomoku",
            "doc-a-search{order_noise=0,choice_of=3,fault_choice_of_bounds=on}",
            "doc-a-search{order_noise=0,choice_of=3}",
        ],
    ),
    fault(
        "A-progressive-depth",
        "A",
        "section 5.2",
        "depth = min(target, base + moves / 5): a step in five moves",
        "depth 3 from the second move on",
        [
            "gomoku",
            "doc-a-search{order_noise=0,depth_base=2,depth_every=5}",
            "doc-a-search{order_noise=0,depth_base=2}",
        ],
    ),
    fault(
        "C-single-stone",
        "C",
        "section 2.3, evaluate",
        "a window with one stone scores nothing",
        "1",
        ["connect4", "doc-c-v2{weight.one=0}", "doc-c-v2"],
    ),
    fault(
        "C-no-defence-term",
        "C",
        "section 2.3, evaluate",
        "the opponent's threats count as one's own",
        "a further penalty for them",
        ["connect4", "doc-c-v2{weight.defence=1}", "doc-c-v2"],
    ),
    fault(
        "C-blind-to-distance",
        "C",
        "section 2.1, minimax",
        "a finished game is worth the same at every depth: a win on the spot may be put off (section 4.1's symptom)",
        "the threat check of section 4.1, or scores that know the distance",
        ["connect4", "doc-c-v2", "doc-c-v2{distance_scores=on}"],
    ),
    fault(
        "C-four-is-a-sum",
        "C",
        "section 2.3, evaluate",
        "a four adds 10000 to what the other windows give, so that the prettier of two wins is the better one",
        "a maximal value is returned",
        ["connect4", "doc-c-v2{fault_line_evaluated=on}", "doc-c-v2"],
    ),
    fault(
        "C-table-without-depth",
        "C",
        "section 4.2",
        "a position seen before is answered with its stored score; its depth is no part of the key: what a shallow \
         iteration found answers for all deeper ones",
        "a table that changes no result",
        ["connect4", "doc-c-v3{fault_table_any_depth=on}", "doc-c-v3"],
    ),
    fault(
        "C-table-without-bounds",
        "C",
        "section 4.2",
        "the score alone is stored, under alpha-beta: bounds answer as values",
        "a table that changes no result",
        ["connect4", "doc-c-v3{table_bounds=off}", "doc-c-v3"],
    ),
    fault(
        "C-red-point-of-view",
        "C",
        "section 2.3, evaluate",
        "scores are red's, finished games too, whichever colour the program has: a blue one that maximises at its root \
         maximises its opponent's value",
        "the program's side (the text has it play red)",
        ["connect4", "doc-c-v2{fault_first_view=on}", "doc-c-v2"],
    )
    .beside("section 2.1 lets blue's nodes take the least value; the root's call that would not is not printed"),
    fault(
        "T-swapped-twice",
        "T",
        "section 5.3, minimax",
        "the maximising branch hands the opponent on as `player`; the minimising branch takes the opponent of that, and \
         so places the maximiser's stone; the win test changes sides with it",
        "the minimising branch places the opponent's stone",
        ["tictactoe", "doc-t-v2-printed", "doc-t-v2-printed{recursion=corrected}"],
    ),
    fault(
        "T-swapped-twice-alpha-beta",
        "T",
        "section 6.2, alphabeta",
        "the same recursion with alpha and beta",
        "the minimising branch places the opponent's stone",
        ["tictactoe", "doc-t-v3-printed", "doc-t-v3-printed{recursion=corrected}"],
    ),
    fault(
        "T-ten-minus-depth",
        "T",
        "section 5.3, minimax",
        "10 - depth is 0 or less from the tenth ply on: on a board of more than nine cells a late win passes for a draw \
         or a loss",
        "every win above every draw",
        ["mnk:4,3,3", "doc-t-v3-printed{recursion=corrected}", "doc-t-v3"],
    ),
    fault(
        "T-win-of-ten",
        "T",
        "sections 5.2 and 5.3, evaluation beside minimax",
        "a win is worth 10 less its plies, the features of an open game add up to more: with a depth limit, a pretty \
         position passes for better than a win",
        "wins above every static value",
        ["mnk:4,4,3", "doc-t-v3{depth=2,fault_win_of_ten=on}", "doc-t-v3{depth=2}"],
    )
    .beside("the listings search to the end of the game and never ask the evaluation"),
    fault(
        "T-centre-of-one-side",
        "T",
        "section 5.2, evaluation",
        "one's own centre and corners score, the opponent's do not",
        "not said; a zero-sum value would count both",
        ["tictactoe", "doc-t-v3{depth=2}", "doc-t-v3{depth=2,weight.opponent_cells=1}"],
    )
    .beside("the listings search to the end of the game and never ask the evaluation"),
];

#[cfg(test)]
mod tests;
