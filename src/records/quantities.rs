//! The quantities of `summary.csv` and `summary_timings.csv`, each with its meaning: a line here for each that is written.

/// A quantity of a summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quantity {
    /// Its name in the column `quantity`.
    pub name: &'static str,
    /// What it says, and of whom.
    pub meaning: &'static str,
}

/// The columns of a summary, in order, with what they hold.
pub const COLUMNS: [(&str, &str); 10] = [
    ("subject", "whose figure it is: a player's label, or what was counted"),
    ("opponent", "the other side: the opponent of a match, the baseline of a comparison; empty: none"),
    ("quantity", "what it is, as listed below"),
    ("value", "the figure; empty: it is infinite, and only bounded"),
    ("low", "lower end of its 95 % interval; empty: no interval, or no lower end"),
    ("high", "upper end of its 95 % interval; empty: no interval, or no upper end"),
    ("unit", "what it counts in"),
    ("n", "how many units of the sample it rests on"),
    ("sample", "what these are: games, pairs, searches, positions"),
    ("interval", "where interval or p-value come from, and what a reader must know of the figure: estimated, tied"),
];

const fn quantity(name: &'static str, meaning: &'static str) -> Quantity {
    Quantity { name, meaning }
}

/// The quantities that a rerun repeats, in the order of the file.
#[rustfmt::skip]
pub const QUANTITIES: &[Quantity] = &[
    quantity("searches", "searches of the player"),
    quantity("failed", "searches or games that failed; no other figure counts them"),
    quantity("nodes_mean", "arithmetic mean of the nodes of a search; of estimates where trees were probed, which the column interval then says"),
    quantity("nodes_geometric_mean", "geometric mean of the same"),
    quantity("nodes_median", "median of the same; from two searches on"),
    quantity("nodes_q10", "a tenth of the searches take fewer nodes; from ten searches on"),
    quantity("nodes_q90", "a tenth of the searches take more nodes; from ten searches on"),
    quantity("estimated_nodes_mean", "mean over positions of the nodes of minimax trees too large to walk, estimated without bias by random probing (Knuth 1975); its interval is that of the probing, the positions taken as they are"),
    quantity("estimated_nodes_mean_se", "standard error of estimated_nodes_mean that the probing leaves"),
    quantity("distance_to_minimal_geometric_mean", "geometric mean over positions of nodes / nodes of the left-most minimal tree; where minimal_tree was asked for"),
    quantity("completed_depth_mean", "mean of the last iteration that was finished"),
    quantity("missed_win_rate", "share of the searches with a win in one that chose another move"),
    quantity("missed_block_rate", "share of the searches under a threat to lose at once that neither blocked nor won"),
    quantity("central_move_rate", "share of the searches that chose a move nearest to the middle of the board"),
    quantity("other_move_rate", "share of the positions on which the player chose another move than its baseline; where players are compared in pairs"),
    quantity("other_value_rate", "share of the positions on which it found another value"),
    quantity("node_ratio", "geometric mean over positions of nodes / nodes of the baseline, on the same positions at the same depth. The baseline (opponent) is the first player of the plan that searched there to that depth; searches that failed or that another limit ended are left out. Where players are compared in pairs the baseline is the other one of the pair, and every search counts that did not fail"),
    quantity("node_ratio_p", "two-sided p-value of node_ratio = 1 by Wilcoxon's signed-rank test of ln(nodes / nodes of the baseline) by position; from six positions on"),
    quantity("node_ratio_p_holm", "the same by Holm's correction over all comparisons with a baseline in the file"),
    quantity("fewest_nodes_geometric_mean", "the least nodes_geometric_mean, where all players searched to one depth"),
    quantity("fewest_nodes_ratio_to_next", "geometric mean over positions of nodes of that player / nodes of the next (opponent)"),
    quantity("fewest_nodes_p", "two-sided p-value of that ratio = 1 by Wilcoxon's signed-rank test; from six positions on"),
    quantity("fewest_nodes_p_holm", "the same by Holm's correction over all pairs of players, since the two were picked by their counts; up to 64 players"),
    quantity("more_positions_to_separate", "positions beyond those searched until that ratio is told from 1 at 95 % with a chance of 80 %, if mean and spread of its logarithms stay as they are"),
    quantity("games", "finished games of the two players"),
    quantity("wins", "games won by subject"),
    quantity("draws", "drawn games"),
    quantity("losses", "games lost by subject"),
    quantity("lost_on_time", "games that subject, a program of others, lost by overrunning its time; no row: none"),
    quantity("lost_by_illegal_move", "games that subject lost by an illegal move, or by words that are no move; no row: none"),
    quantity("lost_by_death", "games that subject lost because its process ended; no row: none"),
    quantity("opponent_lost_on_time", "lost_on_time of the opponent"),
    quantity("opponent_lost_by_illegal_move", "lost_by_illegal_move of the opponent"),
    quantity("opponent_lost_by_death", "lost_by_death of the opponent"),
    quantity("swap2_white", "games in which the second seat of swap2 took white, of either player; no row: a match without swap2"),
    quantity("swap2_black", "games in which it took black"),
    quantity("swap2_two_white", "games in which it placed two more stones, and the first seat took white"),
    quantity("swap2_two_black", "games in which it placed two more stones, and the first seat took black"),
    quantity("win_rate", "wins / games"),
    quantity("win_rate_with_first_stones", "share won of the games in which subject had the first stones"),
    quantity("win_rate_with_second_stones", "share won of the games in which subject had the second stones"),
    quantity("draw_rate", "draws / games"),
    quantity("first_stones_win_rate", "share of the games won by whoever had the first stones"),
    quantity("game_length_mean", "mean number of stones at the end of a game, the opening included"),
    quantity("distinct_games", "games that differ from all others of the two players in their moves: deterministic players repeat games"),
    quantity("nodes_per_move", "mean nodes of a move of subject"),
    quantity("opponent_nodes_per_move", "mean nodes of a move of opponent"),
    quantity("depth_per_move", "mean completed depth of a move of subject"),
    quantity("opponent_depth_per_move", "mean completed depth of a move of opponent"),
    quantity("pairs_ll", "pairs of games, seats swapped, of which subject lost both"),
    quantity("pairs_ld", "pairs of a loss and a draw"),
    quantity("pairs_dd_wl", "pairs of two draws, or of a win and a loss"),
    quantity("pairs_wd", "pairs of a win and a draw"),
    quantity("pairs_ww", "pairs of two wins"),
    quantity("score", "mean points of a game, a draw counting 1/2, with the standard error of pairs"),
    quantity("elo", "Elo difference of that score, -400 log10(1/score - 1)"),
    quantity("elo_margin", "half the width of its interval"),
    quantity("normalised_elo", "distance of the score from 1/2 in standard deviations of a game, times 800 / ln 10"),
    quantity("normalised_elo_margin", "half the width of its 95 % interval"),
    quantity("likelihood_of_superiority", "Phi((score - 1/2) / standard error): how sure it is that subject is the stronger"),
    quantity("equal_strength_p", "two-sided p-value of score = 1/2, by the standard error of pairs; by the sign test where all pairs ended alike; where several pairings were played"),
    quantity("equal_strength_p_holm", "the same by Holm's correction over all pairings"),
    quantity("sprt_log_likelihood_ratio", "log-likelihood ratio of the sequential test at its last decision or batch"),
    quantity("sprt_accepted_hypothesis", "1: H1 was accepted, 0: H0; no row: undecided"),
    quantity("rating", "Bradley-Terry rating by maximum likelihood, with first-move advantage and draws as parameters; their mean is 0; up to 300 players that are linked by games"),
    quantity("first_stones_advantage", "the advantage of the first stones in the same model"),
    quantity("rating_difference", "rating of subject less that of opponent, for every two players of a round robin; up to 24 players"),
    quantity("rating_difference_p", "two-sided p-value of equal ratings (Wald)"),
    quantity("rating_difference_p_holm", "the same by Holm's correction over all pairs of players"),
    quantity("best_score", "the highest score among players that met the same opponent"),
    quantity("best_score_lead", "mean over openings of that player's score less that of the next (opponent)"),
    quantity("best_score_p", "two-sided p-value of that lead = 0 by Wilcoxon's signed-rank test by opening; from six openings on"),
    quantity("best_score_p_holm", "the same by Holm's correction over all pairs of players, since the two were picked by their scores; up to 64 players"),
    quantity("more_games_to_separate", "games of each beyond those played until that lead is told from 0 at 95 % with a chance of 80 %, if mean and spread stay as they are"),
    quantity("balanced_openings", "positions whose value for every player lay within the margin, as openings.txt lists them; of those that all have searched"),
    quantity("judged_moves", "moves of subject of which truth.csv knows whether they kept the value win, draw or loss"),
    quantity("unknown_moves", "moves of subject of which it does not, since the solver reached its limit"),
    quantity("value_keeping_rate", "share of the judged moves that kept the value; moves of one game depend on each other, which Wilson's interval does not know"),
    quantity("blunder_rate", "share of the judged moves in won or drawn positions that made them worse"),
    quantity("distance_lost_mean", "mean of the exact score before a move less that after it"),
    quantity("play_out_win_rate", "share of the won positions that subject won when it played on against the perfect opponent"),
    quantity("moves_to_win_mean", "mean number of its own moves that subject took for these wins"),
    quantity("shortest_win_mean", "mean number of moves of the shortest wins of the same positions"),
    quantity("excess_win_moves_mean", "mean number of moves that subject took beyond the shortest win"),
    quantity("resistance_mean", "mean number of stones until subject lost a lost position that it played on against the perfect opponent"),
    quantity("lost_resistance_mean", "mean number of stones by which it lost sooner than it had to"),
    quantity("blunder_rate_by_ply", "blunder_rate of the moves with so many stones on the board, which subject names"),
    quantity("blunder_rate_by_depth", "blunder_rate of the moves whose search finished that depth, which subject names; where depths differ"),
    quantity("counted", "a figure of facts.csv"),
];

/// The quantities of `summary_timings.csv`: they differ from run to run.
pub const TIMED: &[Quantity] = &[
    quantity("wall_ns_median", "median wall time of a search"),
    quantity(
        "time_ratio",
        "median over positions of wall time / wall time of the baseline, which is that of node_ratio; the machine and its \
         threads stand in the manifest",
    ),
];
