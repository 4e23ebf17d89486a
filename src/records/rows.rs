//! The rows of a result folder: flat, so that CSV can hold them, with every column's meaning beside its type.
//!
//! Column order is field order. A missing value is `None`, an empty cell, never 0. The counters of
//! [`Counters`] are spelled out once, in `counted_row`, for every row that carries them.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize, Serializer};

use crate::base::Counters;

/// What the dictionary says of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The header: ASCII snake_case with its unit.
    pub name: &'static str,
    /// The Rust type of its values; `Option` where a cell may be empty.
    pub kind: &'static str,
    /// What the values count in, or what kind of text they are.
    pub unit: &'static str,
    /// Who supplies it: `plan`, `search`, `counter`, `game`, `solver`, `clock`, `count` or `run`.
    pub source: &'static str,
    /// What it says.
    pub meaning: &'static str,
}

/// A row of one of the CSV files of a result folder.
pub trait Row: Serialize + DeserializeOwned + Clone + Default + PartialEq + std::fmt::Debug {
    /// The file without its ending: `searches`, `games`, ...
    const TABLE: &'static str;
    /// What its rows begin with in a ledger; no two tables share it.
    const INITIAL: char;
    /// What a row of the file stands for.
    const ABOUT: &'static str;
    /// All columns in the order of the file.
    const COLUMNS: &'static [Column];
    /// The job that made the row.
    fn job_id(&self) -> u64;
}

/// Writes integers up to 2^53 without a point, other numbers so that they read back the same, and nothing for what is
/// not finite.
fn number<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match *value {
        Some(x) if x == x.trunc() && x.abs() <= 9_007_199_254_740_992.0 && !(x == 0.0 && x.is_sign_negative()) => {
            serializer.serialize_some(&(x as i64))
        }
        Some(x) if x.is_finite() => serializer.serialize_some(&x),
        _ => serializer.serialize_none(),
    }
}

macro_rules! row {
    ($(#[$meta:meta])* $name:ident $table:literal $initial:literal $about:literal
     { $( $(#[$attribute:meta])* $field:ident: $type:ty, $unit:literal, $source:literal, $meaning:literal; )* }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        pub struct $name {
            $( #[doc = $meaning] #[doc = concat!("\n\nUnit: ", $unit, ".")] $(#[$attribute])* pub $field: $type, )*
        }

        impl Row for $name {
            const TABLE: &'static str = $table;
            const INITIAL: char = $initial;
            const ABOUT: &'static str = $about;
            const COLUMNS: &'static [Column] = &[
                $( Column { name: stringify!($field), kind: stringify!($type), unit: $unit, source: $source, meaning: $meaning }, )*
            ];
            fn job_id(&self) -> u64 {
                self.job_id
            }
        }
    };
}

/// A row with the counters between its own first and last columns.
macro_rules! counted_row {
    ($(#[$meta:meta])* $name:ident $table:literal $initial:literal $about:literal { $($head:tt)* } { $($tail:tt)* }) => {
        counted_row! { @list $(#[$meta])* $name $table $initial $about { $($head)* } { $($tail)* } {
            nodes (nodes) "nodes" "positions reached, the root included: entered, or decided in their parent";
            leaves (leaves) "nodes" "nodes at which a static value or a final result was returned";
            interiors (interiors) "nodes" "nodes that expanded at least one child";
            evaluations (evaluations) "calls" "calls of the static evaluator for the value of a leaf, or of a node that its margin may decide";
            children_generated (children_generated) "moves"
                "children left after the candidate rule and Top-K, summed over interior nodes";
            root_width (root_width) "moves" "children of the root after the candidate rule and Top-K, in the last iteration";
            children_searched (children_searched) "moves"
                "children that were searched, summed over interior nodes; a re-searched child counts once";
            cutoffs (cutoffs) "nodes" "interior nodes that failed high";
            cutoff_index_1 (cutoff_index[0]) "nodes" "fail-highs caused by the first child searched";
            cutoff_index_2 (cutoff_index[1]) "nodes" "fail-highs caused by the second child searched";
            cutoff_index_3 (cutoff_index[2]) "nodes" "fail-highs caused by the third child searched";
            cutoff_index_4_8 (cutoff_index[3]) "nodes" "fail-highs caused by the fourth to eighth child searched";
            cutoff_index_9 (cutoff_index[4]) "nodes" "fail-highs caused by the ninth child searched or a later one";
            first_best (first_best) "nodes" "interior nodes whose first child turned out best, of those in best_known";
            quarter_best (quarter_best) "nodes"
                "interior nodes whose best child was within the first quarter generated, of those in best_known";
            best_known (best_known) "nodes" "interior nodes in which a best child is known: a fail-high or an exact value";
            table_probes (table_probes) "probes" "look-ups in the transposition table";
            table_hits (table_hits) "probes" "look-ups that found the key";
            table_cutoffs (table_cutoffs) "probes" "look-ups that returned at once";
            table_moves (table_moves) "probes" "look-ups that supplied the first move";
            table_stores (table_stores) "entries" "entries written to the transposition table";
            research_nodes (research_nodes) "nodes"
                "nodes spent in re-searches (principal variation search, aspiration, late move reduction)";
            local_nodes (local_nodes) "nodes"
                "nodes whose move lies in the bounding box (expansion 1) of the root's stones; 0 unless asked for";
            fallbacks (fallbacks) "nodes" "nodes at which the candidate rule fell back to the full board";
            answering_nodes (answering_nodes) "nodes" "nodes at which only the moves that answer a threat were looked at";
            vcf_searches (vcf_searches) "searches" "searches for a win by continuous fours, at the root and at leaves";
            vcf_nodes (vcf_nodes) "nodes" "fours that those searches played; they count for a limit by nodes, and are not among nodes";
            vcf_wins (vcf_wins) "searches" "searches over fours that found a win";
            vct_searches (vct_searches) "searches" "searches for a win by threes and fours";
            vct_nodes (vct_nodes) "nodes" "moves that those searches looked at, fours and threes; they count for a limit by nodes, and are not among nodes";
            vct_wins (vct_wins) "searches" "searches over threes and fours that found a win";
            reductions (reductions) "moves" "children searched less deep first (late move reduction)";
            reduction_researches (reduction_researches) "moves"
                "children that were reduced, turned out better, and were searched again in full";
            futility_cutoffs (futility_cutoffs) "nodes" "nodes that failed high by their static value (futility)";
            futility_prunes (futility_prunes) "moves" "children left out because of their static value (futility)";
            move_count_prunes (move_count_prunes) "moves"
                "children left out because many had been searched (move-count pruning)";
            null_tries (null_tries) "nodes" "nodes at which a pass was tried (null move)";
            null_cutoffs (null_cutoffs) "nodes" "nodes that failed high after a pass";
            forced_extensions (forced_extensions) "nodes" "nodes that face a threatened line and were given a ply for it";
            singular_tries (singular_tries) "nodes" "nodes at which the table's move was held against all others";
            singular_extensions (singular_extensions) "nodes"
                "nodes whose table move was better than the others by the margin and was searched a ply deeper";
        } }
    };
    (@list $(#[$meta:meta])* $name:ident $table:literal $initial:literal $about:literal { $($head:tt)* } { $($tail:tt)* }
     { $( $field:ident ($($place:tt)*) $unit:literal $meaning:literal; )* }) => {
        row! { $(#[$meta])* $name $table $initial $about {
            $($head)*
            $( $field: Option<u64>, $unit, "counter", $meaning; )*
            $($tail)*
        } }

        impl $name {
            /// The counters that the row holds; none where a program of others searched, or the job failed. Counters that an
            /// earlier version had not are 0.
            pub fn counters(&self) -> Option<Counters> {
                self.nodes?;
                let mut counters = Counters::default();
                $( counters.$($place)* = self.$field.unwrap_or_default(); )*
                Some(counters)
            }

            /// The row with these counters in place of its own.
            pub fn with_counters(mut self, counters: Option<&Counters>) -> $name {
                $( self.$field = counters.map(|counters| counters.$($place)*); )*
                self
            }
        }

        impl From<Counters> for $name {
            /// A row in which only the counters are filled in.
            fn from(counters: Counters) -> $name {
                $name::default().with_counters(Some(&counters))
            }
        }
    };
}

counted_row! {
    /// One search of one position by one player.
    SearchRow "searches" 's' "a search of a position by a player" {
        job_id: u64, "index", "plan", "which job of the plan made the row, from 0";
        game: String, "text form", "plan", "the game, as specifications write it";
        position_id: u64, "index", "plan", "which position of the suite was searched, from 0";
        position: String, "notation", "plan", "the moves that lead to the position ('start' if none), or its board in rows";
        ply: u32, "plies", "plan", "stones on the board of the position";
        player: String, "label", "plan", "the player's label in the experiment";
        config: String, "text form", "plan", "the player with all that differs from its named default";
        depth_limit_plies: Option<u32>, "plies", "plan", "the depth the search was asked for; empty: none";
        node_limit: Option<u64>, "nodes", "plan", "the node budget (simulations for Monte-Carlo search); empty: none";
        time_limit_ms: Option<u64>, "ms", "plan", "the time budget; empty: none; such rows do not reproduce";
        value: Option<i32>, "score", "search",
            "value of the root for the side to move; wins lie around 1000000000; empty: the player has none";
        best_move: Option<String>, "notation", "search", "the chosen move; empty: the game is over";
        best_is_central: Option<bool>, "true/false", "search", "whether the chosen move is nearest to the middle of the board";
        line: Option<String>, "notation", "search", "the principal variation, from the chosen move on";
        candidates: Option<String>, "notation:score", "search",
            "the root's moves with their values (bounds for all that are not best), as in 'h8:125 g7:98'";
        completed_depth_plies: Option<u32>, "plies", "search",
            "the last iteration that was finished; 0: the player does not search; empty: not known";
        stopped: bool, "true/false", "search", "whether a limit other than the depth ended the search";
        reproducible: bool, "true/false", "plan", "whether a rerun repeats the row byte for byte: no time limit, one thread";
        dispatch: Option<String>, "name", "search",
            "the compiled form of the search body that ran: dynamic, or a profile; empty: the player does not search";
    } {
        minimal_nodes: Option<u64>, "nodes", "search",
            "nodes of a re-search with the stored best moves first and no table: the left-most minimal tree; empty: not asked for";
        #[serde(serialize_with = "number")]
        estimated_nodes: Option<f64>, "nodes", "search",
            "an unbiased estimate of the nodes of a tree that was probed and not walked (Knuth 1975)";
        #[serde(serialize_with = "number")]
        estimated_nodes_se: Option<f64>, "nodes", "search", "standard error of estimated_nodes";
        missed_win: Option<bool>, "true/false", "search",
            "whether a move that wins on the spot existed and another one was chosen; empty: none existed";
        missed_block: Option<bool>, "true/false", "search",
            "whether the opponent threatened to win on the spot and the chosen move neither blocked nor won; empty: no threat";
        err: Option<String>, "message", "run", "why the job failed; empty: it did not";
    }
}

row! {
    /// One game between two players.
    GameRow "games" 'g' "a game between two players" {
        job_id: u64, "index", "plan", "which job of the plan made the row, from 0";
        game: String, "text form", "plan", "the game, as specifications write it";
        pairing_id: u64, "index", "plan", "which two players met, in the order of the schedule, from 0";
        pair_id: u64, "index", "plan",
            "which opening of the pairing was played, from 0; the two games of a pair swap the seats";
        opening: String, "notation", "plan", "the moves played before the players took over; 'start' if none";
        first: String, "label", "plan", "the player in the first seat: with the first stones, unless swap2 gave them to the other";
        second: String, "label", "plan", "the player in the second seat";
        first_config: String, "text form", "plan", "first with all that differs from its named default";
        second_config: String, "text form", "plan", "second with all that differs from its named default";
        swap2: Option<String>, "white/black/two-white/two-black", "game",
            "what was chosen in swap2, in which first places three stones: second took white or black; or placed two more, and first \
             took white or black; empty: no swap2, or it was not finished";
        first_stones: Option<String>, "first/second", "game",
            "who has the first stones, black in Gomoku; until swap2 has settled it, first; empty: a folder of an earlier version, first";
        outcome: Option<String>, "first/second/draw", "game", "who won; empty: the game was not finished";
        plies: u32, "plies", "game", "stones on the board at the end, the opening included";
        end: String, "line/forbidden/full/time/illegal/died/error", "game",
            "how the game ended: a line, a forbidden point, a full board; a program of others overran its time, gave an illegal move, \
             or its process died, which loses the game; a failure";
        reason: Option<String>, "message", "game",
            "what the losing program of others did, where end says that it lost by that; empty: it did not";
        moves: String, "notation", "game", "all moves of the game, the opening included";
        seed: u64, "seed", "plan", "the seed of the job, a hash of the master seed and job_id";
        nodes_first: Option<u64>, "nodes", "counter",
            "nodes of the searches of first for the moves that moves_first counts; empty: not known, a program of others";
        nodes_second: Option<u64>, "nodes", "counter",
            "nodes of the searches of second for the moves that moves_second counts; empty: not known, a program of others";
        moves_first: u32, "moves", "game", "moves that first chose, the opening and the stones of swap2 excluded";
        moves_second: u32, "moves", "game", "moves that second chose, the opening and the stones of swap2 excluded";
        depth_sum_first: Option<u64>, "plies", "search", "completed depth summed over the moves of first; empty: not known";
        depth_sum_second: Option<u64>, "plies", "search", "completed depth summed over the moves of second; empty: not known";
        swap2_nodes_first: Option<u64>, "nodes", "counter",
            "nodes of the searches by which first chose stones to place and a colour in swap2, beside nodes_first; 0: it had nothing to \
             decide; empty: no swap2, not known, or a folder of an earlier version";
        swap2_nodes_second: Option<u64>, "nodes", "counter",
            "nodes of the searches by which second decided in swap2, beside nodes_second; 0 and empty: as in swap2_nodes_first";
        reproducible: bool, "true/false", "plan", "whether a rerun repeats the row byte for byte: no time limit, one thread";
        err: Option<String>, "message", "run", "why the job failed; empty: it did not";
    }
}

impl GameRow {
    /// Half points of the player in the first seat: 0 loss, 1 draw, 2 win; none for a game that failed or was not finished.
    pub fn first_seat_half_points(&self) -> Option<u8> {
        half_points(self.outcome.as_deref().filter(|_| self.err.is_none())?)
    }

    /// Half points of the player with the first stones.
    pub fn first_stones_half_points(&self) -> Option<u8> {
        let points = self.first_seat_half_points()?;
        Some(if first_seat_has_first_stones(self.first_stones.as_deref()) { points } else { 2 - points })
    }
}

/// Half points of the first seat by the column `outcome`.
pub fn half_points(outcome: &str) -> Option<u8> {
    match outcome {
        "first" => Some(2),
        "draw" => Some(1),
        "second" => Some(0),
        _ => None,
    }
}

/// Whether the player in the first seat has the first stones, by the column `first_stones`: where it says nothing, too.
pub fn first_seat_has_first_stones(first_stones: Option<&str>) -> bool {
    first_stones != Some("second")
}

counted_row! {
    /// One move of one game.
    MoveRow "moves" 'm' "a move of a game" {
        job_id: u64, "index", "plan", "the job of the game in games.csv";
        game: String, "text form", "plan", "the game, as specifications write it";
        ply: u32, "plies", "game", "stones on the board before the move";
        player: String, "label", "plan", "the label of the player who moved";
        position: String, "notation", "game", "the moves played before; 'start' if none";
        played_move: Option<String>, "notation", "search", "the move played; empty: the player gave none";
        value: Option<i32>, "score", "search", "value of the root for the side to move; empty: the player has none";
        line: Option<String>, "notation", "search", "the principal variation, from the played move on";
        candidates: Option<String>, "notation:score", "search", "the root's moves with their values, as in 'h8:125 g7:98'";
        completed_depth_plies: Option<u32>, "plies", "search",
            "the last iteration that was finished; 0: the player does not search; empty: not known";
        stopped: bool, "true/false", "search", "whether a limit other than the depth ended the search";
        reproducible: bool, "true/false", "plan", "whether a rerun repeats the row byte for byte: no time limit, one thread";
    } {}
}

row! {
    /// One figure that was counted: positions, games, lines against every defence.
    FactRow "facts" 'f' "a figure that was counted" {
        job_id: u64, "index", "plan", "which job of the plan made the row, from 0";
        game: String, "text form", "plan", "the game, as specifications write it";
        subject: String, "text", "plan", "what the figure is about: a ply, a player and its seat";
        quantity: String, "text", "plan", "what was counted";
        #[serde(serialize_with = "number")]
        value: Option<f64>, "as quantity says", "count", "the figure, exact for integers up to 2^53; empty: it failed";
        err: Option<String>, "message", "run", "why the job failed; empty: it did not";
    }
}

row! {
    /// One move held against the exact value of its position.
    TruthRow "truth" 'x' "a move of a player, held against the exact value of its position" {
        job_id: u64, "index", "plan", "which job of the plan made the row, from 0";
        game: String, "text form", "plan", "the game, as specifications write it";
        position_id: Option<u64>, "index", "plan",
            "which position of the suite was searched, from 0; empty: the move was played in a game";
        game_id: Option<u64>, "index", "plan",
            "the job_id of the game in which the move was played, in its own games.csv; empty: a position of a suite";
        position: String, "notation", "plan", "the moves that lead to the position ('start' if none), or its board in rows";
        ply: u32, "plies", "game", "stones on the board before the move";
        player: String, "label", "plan", "the label of the player who moved";
        played_move: Option<String>, "notation", "search", "the move; empty: the player gave none";
        value: Option<i32>, "score", "search",
            "the player's own value of the position, for the side to move; wins lie around 1000000000; empty: it has none";
        nodes: Option<u64>, "nodes", "counter", "nodes of the player's search; empty: not known";
        depth_limit_plies: Option<u32>, "plies", "plan", "the depth the search was asked for; empty: none, or not recorded";
        completed_depth_plies: Option<u32>, "plies", "search",
            "the last iteration that was finished; 0: the player does not search; empty: not known";
        score_before: Option<i32>, "exact score", "solver",
            "exact score of the position for the side to move: half the cells that are empty before the winning stone, rounded up, \
             for a win, as much below 0 for a loss, 0 for a draw (1, -1 and 0 where only win, draw or loss was asked for); \
             empty: the solver reached its limit";
        score_after: Option<i32>, "exact score", "solver",
            "exact score after the move, for the same side; empty: the solver reached its limit, or there is no move";
        kept: Option<bool>, "true/false", "solver",
            "whether the move kept the value win, draw or loss; empty: not known";
        blunder: Option<bool>, "true/false", "solver",
            "whether the move made a won or drawn position a worse one; empty: not known, or the position was lost already";
        distance_lost: Option<u32>, "exact score", "solver",
            "score_before - score_after; empty: not known, or only win, draw or loss was asked for";
        win_plies: Option<u32>, "plies", "solver",
            "stones until the win by perfect play, the winning one included; empty: not won, or not known";
        resistance_plies: Option<u32>, "plies", "solver",
            "stones until the loss by perfect play of both sides; empty: not lost, or not known";
        play_out_outcome: Option<String>, "win/draw/loss", "game",
            "how the game went for the player when it played on against the perfect opponent; empty: it did not, or not to the end";
        play_out_plies: Option<u32>, "plies", "game", "stones of that game after the position";
        play_out_end: Option<String>, "line/forbidden/full/limit/error", "game",
            "how that game ended: a line, a forbidden point, a full board, the solver's limit, a fault of the player; empty: none was played";
        excess_win_plies: Option<u32>, "plies", "game",
            "play_out_plies - win_plies of a won position that was won; empty: otherwise";
        lost_resistance_plies: Option<u32>, "plies", "game",
            "resistance_plies - play_out_plies of a lost position that was lost; empty: otherwise";
        reproducible: bool, "true/false", "plan", "whether a rerun repeats the row byte for byte: no time limit, one thread";
        err: Option<String>, "message", "run", "why the job failed; empty: it did not";
    }
}

row! {
    /// What a job, or one move of it, took. Kept apart from the rows that a rerun repeats.
    TimingRow "timings" 't' "what a job or a move took" {
        job_id: u64, "index", "plan", "the job that was timed";
        ply: Option<u32>, "plies", "game", "the move of the game that was timed; empty: the whole job";
        wall_ns: u64, "ns", "clock", "monotonic wall time";
        cpu_ns: Option<u64>, "ns", "clock", "CPU time of the thread; empty: not measured";
    }
}

/// Everything that one finished job leaves: one line of the ledger.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JobRecord {
    /// The job of the plan, from 0. The rows carry the same number.
    pub job: u64,
    /// The row of a search job.
    pub search: Option<SearchRow>,
    /// The row of a game job.
    pub game: Option<GameRow>,
    /// The moves of the game, where they were asked for.
    pub moves: Vec<MoveRow>,
    /// The figures of a counting job.
    pub facts: Vec<FactRow>,
    /// Moves held against exact values.
    pub truth: Vec<TruthRow>,
    /// What the job and its moves took.
    pub timings: Vec<TimingRow>,
}

impl JobRecord {
    /// Why the job failed, if it did. A failed job may be run again; its success then replaces it.
    pub fn err(&self) -> Option<&str> {
        let search = self.search.as_ref().and_then(|row| row.err.as_deref());
        let game = self.game.as_ref().and_then(|row| row.err.as_deref());
        let facts = || self.facts.iter().find_map(|row| row.err.as_deref());
        search.or(game).or_else(facts).or_else(|| self.truth.iter().find_map(|row| row.err.as_deref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header_of<R: Row>() -> Vec<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(R::default()).unwrap();
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        text.lines().next().unwrap().split(',').map(str::to_string).collect()
    }

    fn check<R: Row>() {
        let names: Vec<String> = R::COLUMNS.iter().map(|column| column.name.to_string()).collect();
        assert_eq!(header_of::<R>(), names, "{}", R::TABLE);
        for column in R::COLUMNS {
            assert!(
                column.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'),
                "{column:?}"
            );
            assert!(!column.meaning.is_empty() && !column.unit.is_empty() && !column.source.is_empty(), "{column:?}");
            assert_eq!(names.iter().filter(|name| *name == column.name).count(), 1, "{column:?} stands twice");
        }
    }

    #[test]
    fn registry_and_headers_agree() {
        check::<SearchRow>();
        check::<GameRow>();
        check::<MoveRow>();
        check::<FactRow>();
        check::<TruthRow>();
        check::<TimingRow>();
    }

    #[test]
    fn counters_go_in_and_come_out() {
        let counters = Counters {
            nodes: 1,
            leaves: 2,
            interiors: 3,
            evaluations: 4,
            children_generated: 5,
            root_width: 24,
            children_searched: 6,
            cutoffs: 7,
            cutoff_index: [8, 9, 10, 11, 12],
            first_best: 13,
            quarter_best: 14,
            best_known: 15,
            table_probes: 16,
            table_hits: 17,
            table_cutoffs: 18,
            table_moves: 19,
            table_stores: 20,
            research_nodes: 21,
            local_nodes: 22,
            fallbacks: 23,
            answering_nodes: 40,
            vcf_searches: 25,
            vcf_nodes: 26,
            vcf_wins: 27,
            vct_searches: 28,
            vct_nodes: 29,
            vct_wins: 30,
            reductions: 50,
            reduction_researches: 51,
            futility_cutoffs: 52,
            futility_prunes: 53,
            move_count_prunes: 54,
            null_tries: 55,
            null_cutoffs: 56,
            forced_extensions: 57,
            singular_tries: 58,
            singular_extensions: 59,
        };
        assert_eq!(SearchRow::from(counters).counters(), Some(counters));
        assert_eq!(MoveRow::from(counters).counters(), Some(counters));
        assert_eq!(SearchRow::from(counters).cutoff_index_9, Some(12));
        assert_eq!(SearchRow::from(counters).with_counters(None), SearchRow::default());
    }

    #[test]
    fn numbers_are_short_and_never_nan() {
        let written = |value| {
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            writer.serialize(FactRow { value: Some(value), ..FactRow::default() }).unwrap();
            String::from_utf8(writer.into_inner().unwrap()).unwrap()
        };
        assert_eq!(written(4_531_985_219_092.0), "0,,,,4531985219092,\n");
        assert_eq!(written(0.1), "0,,,,0.1,\n");
        assert_eq!(written(-0.0), "0,,,,-0.0,\n");
        assert_eq!(written(f64::NAN), "0,,,,,\n");
        assert_eq!(written(f64::NEG_INFINITY), "0,,,,,\n");
    }

    #[test]
    fn a_failed_job_says_why() {
        let fact = FactRow { err: Some("too large".to_string()), ..FactRow::default() };
        assert_eq!(
            JobRecord { facts: vec![FactRow::default(), fact], ..JobRecord::default() }.err(),
            Some("too large")
        );
        assert_eq!(JobRecord { game: Some(GameRow::default()), ..JobRecord::default() }.err(), None);
    }
}
