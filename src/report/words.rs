//! The words on charts and in reports, in English and Chinese: one line a word.
//!
//! To add a word, add its line to the table; the test then checks that the fonts hold its characters.

use anyhow::{Result, bail};

/// The language of labels and reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Simplified Chinese.
    Zh,
}

impl Lang {
    /// Reads `en` or `zh`.
    ///
    /// # Errors
    /// On any other text.
    pub fn parse(text: &str) -> Result<Lang> {
        match text {
            "en" => Ok(Lang::En),
            "zh" => Ok(Lang::Zh),
            other => bail!("language {other:?} is unknown: expected en or zh"),
        }
    }

    /// The text form, `en` or `zh`.
    pub fn code(self) -> &'static str {
        match self {
            Lang::En => "en",
            Lang::Zh => "zh",
        }
    }
}

macro_rules! words {
    ($($variant:ident $key:literal $english:literal $chinese:literal;)+) => {
        /// A word or phrase that charts and reports print.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Word {
            $(#[doc = $english] $variant,)+
        }

        impl Word {
            /// Every word of the table.
            pub const ALL: &'static [Word] = &[$(Word::$variant,)+];

            /// The name of the word in data: ASCII snake_case.
            pub fn key(self) -> &'static str {
                match self { $(Word::$variant => $key,)+ }
            }

            /// The word in `lang`.
            pub fn text(self, lang: Lang) -> &'static str {
                match (self, lang) {
                    $((Word::$variant, Lang::En) => $english, (Word::$variant, Lang::Zh) => $chinese,)+
                }
            }
        }
    };
}

words! {
    Depth "depth" "Search depth (plies)" "搜索深度（层）";
    Nodes "nodes" "Nodes" "节点数";
    NodesPerMove "nodes_per_move" "Nodes per move" "每步节点数";
    MeanNodes "mean_nodes" "Mean nodes per position" "每局面平均节点数";
    Time "time" "Time (ms)" "用时（毫秒）";
    TimePerMove "time_per_move" "Time per move (ms)" "每步用时（毫秒）";
    Speed "speed" "Speed (nodes/s)" "速度（节点/秒）";
    PruneRate "prune_rate" "Prune rate" "剪枝率";
    CutoffRate "cutoff_rate" "Cutoff rate" "截断率";
    FirstMoveCutoffRate "first_move_cutoff_rate" "First-move cutoff rate" "首着截断率";
    BranchingFactor "branching_factor" "Effective branching factor" "有效分支因子";
    MinimalTreeRatio "minimal_tree_ratio" "Nodes / minimal tree" "节点数 / 最小树";
    NodeRatio "node_ratio" "Node ratio" "节点数之比";
    TimeRatio "time_ratio" "Time ratio" "用时之比";
    TableHitRate "table_hit_rate" "Table hit rate" "置换表命中率";
    TableSize "table_size" "Table size (bytes)" "置换表大小（字节）";
    DepthReached "depth_reached" "Depth reached (plies)" "达到深度（层）";
    WinRate "win_rate" "Win rate" "胜率";
    ScoreRate "score_rate" "Score rate" "得分率";
    ValueKept "value_kept" "Moves that keep the value" "保值着法比例";
    BlunderRate "blunder_rate" "Blunder rate" "失误率";
    StonesOnBoard "stones_on_board" "Stones on the board" "盘面棋子数";
    DrawRate "draw_rate" "Draw rate" "和棋率";
    LossRate "loss_rate" "Loss rate" "负率";
    Elo "elo" "Elo" "等级分（Elo）";
    EloDifference "elo_difference" "Elo difference" "等级分差（Elo）";
    GameLength "game_length" "Game length (plies)" "对局长度（手）";
    MoveNumber "move_number" "Move number (ply)" "手数";
    CandidateWidth "candidate_width" "Candidate moves" "候选着法数";
    TopK "top_k" "Width K (moves kept per node)" "宽度 K（每节点保留着法数）";
    Radius "radius" "Candidate radius (cells)" "候选半径（格）";
    BoxExpansion "box_expansion" "Box expansion (cells)" "边界扩展（格）";
    Weight "weight" "Weight" "权重";
    AttackFactor "attack_factor" "Attack factor" "进攻系数";
    CentreBonus "centre_bonus" "Centre bonus" "中心加成";
    Noise "noise" "Noise" "噪声";
    Simulations "simulations" "Simulations" "模拟次数";
    Exploration "exploration" "Exploration constant" "探索常数";
    Score "score" "Score (side to move)" "评分（行棋方）";
    Iteration "iteration" "Iteration" "迭代";
    Parameter "parameter" "Parameter" "参数";
    Configuration "configuration" "Configuration" "配置";
    Player "player" "Player" "棋手";
    Opponent "opponent" "Opponent" "对手";
    FirstPlayer "first_player" "First player" "先手";
    SecondPlayer "second_player" "Second player" "后手";
    Game "game" "Game" "棋类";
    Games "games" "Games" "对局数";
    Position "position" "Position" "局面";
    Positions "positions" "Positions" "局面数";
    Minimax "minimax" "Minimax" "极小极大";
    AlphaBeta "alphabeta" "Alpha-beta" "α–β 剪枝";
    MoveOrdering "move_ordering" "Move ordering" "着法排序";
    TranspositionTable "transposition_table" "Transposition table" "置换表";
    IterativeDeepening "iterative_deepening" "Iterative deepening" "迭代加深";
    AspirationWindow "aspiration_window" "Aspiration window" "渴望窗口";
    PrincipalVariationSearch "principal_variation_search" "Principal variation search" "主变例搜索";
    KillerMoves "killer_moves" "Killer moves" "杀手着法";
    HistoryHeuristic "history_heuristic" "History heuristic" "历史启发";
    HashMove "hash_move" "Hash move" "置换表着法";
    Random "random" "Random" "随机";
    Greedy "greedy" "Greedy" "贪心";
    MonteCarloTreeSearch "mcts" "Monte-Carlo tree search" "蒙特卡洛树搜索";
    Evaluation "evaluation" "Evaluation" "评估函数";
    TicTacToe "tictactoe" "Tic-tac-toe" "井字棋";
    ConnectFour "connect4" "Connect Four" "四子棋";
    Gomoku "gomoku" "Gomoku" "五子棋";
    Freestyle "freestyle" "freestyle" "无禁手";
    OpenFour "open_four" "Open four" "活四";
    ClosedFour "closed_four" "Closed four" "冲四";
    OpenThree "open_three" "Open three" "活三";
    ClosedThree "closed_three" "Closed three" "眠三";
    OpenTwo "open_two" "Open two" "活二";
    Threat "threat" "Threat" "威胁";
    Published "published" "Published" "文献值";
    PublishedPoint "published_point" "Published setting" "文献参数";
    TunedPoint "tuned_point" "Tuned setting" "调优参数";
    BestPoint "best_point" "Best point" "最优点";
    Measured "measured" "Measured" "实测值";
    MeasuredToPublished "measured_to_published" "Measured / published" "实测值 / 文献值";
    Claim "claim" "Claim" "论断";
    Verdict "verdict" "Verdict" "判定";
    Reproduced "reproduced" "Reproduced" "已复现";
    DirectionOnly "direction_only" "Direction only" "仅方向一致";
    Contradicted "contradicted" "Contradicted" "不符";
    Undecided "undecided" "Undecided" "未决";
    NotTestable "not_testable" "Not testable" "无法检验";
    NotRun "not_run" "Not run" "未运行";
    Interval "interval" "Interval" "区间";
    ConfidenceInterval "confidence_interval" "95% confidence interval" "95% 置信区间";
    PredictionInterval "prediction_interval" "95% prediction interval" "95% 预测区间";
    WilsonInterval "wilson_interval" "95% Wilson interval" "95% Wilson 区间";
    BootstrapInterval "bootstrap_interval" "95% bootstrap interval" "95% 自助法区间";
    EvenScore "even_score" "even (50%)" "均势（50%）";
    Mean "mean" "Mean" "均值";
    Median "median" "Median" "中位数";
    Wins "wins" "Wins" "胜";
    Draws "draws" "Draws" "和";
    Losses "losses" "Losses" "负";
    Machine "machine" "Machine" "机器";
    LeftAxis "left_axis" " (left axis)" "（左轴）";
    RightAxis "right_axis" " (right axis)" "（右轴）";
    NoData "no_data" "no data" "无数据";
    Missing "missing" "not played" "未对局";
    FactorToPrevious "factor_to_previous" "In grey: factor to the step above." "灰色：与上一步之比。";
    DrawnApart "drawn_apart" "Curves that coincide are drawn a few pixels apart." "重合的曲线错开数个像素绘出。";
    LeftOut "left_out" "Values left out (not finite, or not positive on a logarithmic axis): " "略去的数值个数（非有限，或对数轴上非正）：";
}

impl Word {
    /// The word whose name in data is `key`, if there is one.
    pub fn from_key(key: &str) -> Option<Word> {
        Word::ALL.iter().copied().find(|word| word.key() == key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::fonts::FontSet;

    #[test]
    fn every_word_has_both_languages_and_its_characters_are_in_the_fonts() {
        let fonts = FontSet::embedded();
        for &word in Word::ALL {
            for lang in [Lang::En, Lang::Zh] {
                let text = word.text(lang);
                assert!(!text.trim().is_empty(), "{word:?} has no text in {}", lang.code());
                assert_eq!(fonts.missing_characters(text), vec![], "{text:?} of {word:?}");
            }
            let is_latin = |c: char| c.is_ascii() || c == '–';
            assert!(word.text(Lang::En).chars().all(is_latin), "{word:?} in English");
        }
    }

    #[test]
    fn keys_are_unique_and_lead_back_to_their_word() {
        for &word in Word::ALL {
            assert_eq!(Word::from_key(word.key()), Some(word));
        }
        assert_eq!(Word::from_key("no such word"), None);
    }

    #[test]
    fn languages_are_read_by_their_code() {
        assert_eq!(Lang::parse("en").unwrap(), Lang::En);
        assert_eq!(Lang::parse(Lang::Zh.code()).unwrap(), Lang::Zh);
        assert!(Lang::parse("de").unwrap_err().to_string().contains("en or zh"));
    }
}
