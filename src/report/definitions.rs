//! The terms of a report with their definitions, in English and Chinese.

/// Term and definition in a sentence each.
pub(super) const DEFINITIONS: &[(&str, &str)] = &[
    (
        "Node: a position that the search reached, the root included: entered, or decided in its parent by a win seen right after the move.",
        "节点：搜索到达的局面，根局面计入；包括进入的局面，以及在父节点处因着法立即取胜而判定的局面。",
    ),
    (
        "Leaf: a node at which the static evaluation or a final result is returned; interior node: one that expands at least one child.",
        "叶节点：返回静态评估或终局结果的节点；内部节点：至少展开一个子节点的节点。",
    ),
    (
        "Node reduction (prune rate): 1 − nodes / nodes of the baseline on the same position, depth, candidates and evaluation; geometric mean of the ratios over positions.",
        "节点缩减（剪枝率）：1 − 节点数 / 基线节点数，局面、深度、候选与评估均相同；对各局面的比值取几何平均。",
    ),
    (
        "Ratios to a baseline: nodes / nodes of the first configuration at that depth, on the same positions, as the geometric mean with its bootstrap interval over positions; of times the median of the ratios by position, with the interval of order statistics.",
        "与基线之比：节点数 / 同一深度首个配置的节点数，局面相同；取几何平均，附对局面的自助法区间。用时取各局面比值的中位数，附次序统计量的区间。",
    ),
    (
        "Cutoff rate: fail-high nodes / interior nodes; first-move cutoff rate: fail-highs on the first child / all fail-highs.",
        "截断率：β 截断（fail-high）节点 / 内部节点；首着截断率：首个子节点上的 β 截断 / 全部 β 截断。",
    ),
    (
        "Candidate width: children generated at an interior node, after the candidate rule and Top-K.",
        "候选宽度：内部节点生成的子节点数（候选规则与 Top-K 之后）。",
    ),
    (
        "Distance to the minimal tree: nodes / nodes of a re-search with the stored best move first everywhere and no table (Knuth and Moore 1975).",
        "与最小树之比：节点数 / 处处先搜索已存最佳着法且不用置换表的重新搜索的节点数（Knuth 与 Moore 1975）。",
    ),
    (
        "Estimated tree: a minimax tree too large to walk, its size estimated without bias by random probing (Knuth 1975), with a standard error.",
        "估计的树：过大而无法遍历的极小极大树，其大小由随机探测无偏估计（Knuth 1975），并附标准误差。",
    ),
    (
        "Win rate: share of games won, with Wilson's 95% interval. Score rate: mean points of a game, a draw counting 1/2; its 95% interval comes from pairs of games that play one opening with colours swapped.",
        "胜率：所胜对局的比例，95% Wilson 区间。得分率：每局平均得分，和棋计 1/2；其 95% 区间由同一开局换先各下一局的对局对所得。",
    ),
    (
        "Bootstrap interval: 2.5% and 97.5% percentiles over resampled positions (or games), never over repetitions of a deterministic count.",
        "自助法区间：对局面（或对局）重抽样的 2.5% 与 97.5% 分位数；从不对确定性计数的重复抽样。",
    ),
    (
        "Prediction interval: where one more position of the suite falls in 95% of cases; a figure that a document took from one unnamed position is held against it. Where there are too few values for their own 2.5% and 97.5% quantiles it is made by Student's t.",
        "预测区间：同一组局面中再取一个局面时 95% 情形所落的范围；文献取自单个未注明局面的数值与之比较。数值太少、不足以直接取 2.5% 与 97.5% 分位数时，按 Student t 分布计算。",
    ),
    (
        "Published interval: half a unit of the last printed digit either way, widened by the figure's own sampling error where the document says how many games or positions it rests on, and by a tolerance where one was declared.",
        "文献值区间：末位数字上下各半个单位；文献注明所依对局或局面数时按其抽样误差加宽，事先声明容差时再按容差加宽。",
    ),
    (
        "Test: Wilcoxon's signed-rank test on differences by position; several comparisons are corrected by Holm's method.",
        "检验：按局面之差的 Wilcoxon 符号秩检验；多重比较用 Holm 法校正。",
    ),
];
