//! What every search counts, always, as plain integers. METHODOLOGY's terms; one meaning for all games and techniques.

/// Buckets of the index of the child that caused a cutoff: first, second, third, fourth to eighth, later.
pub const CUTOFF_BUCKETS: usize = 5;

/// The counters of one search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Positions reached, the root included: entered, or decided in their parent.
    pub nodes: u64,
    /// Nodes at which a static value or a final result was returned.
    pub leaves: u64,
    /// Nodes that expanded at least one child.
    pub interiors: u64,
    /// Calls of the static evaluator for the value of a leaf, or of a node that its margin may decide.
    pub evaluations: u64,
    /// Children left after the candidate rule and Top-K, summed over interior nodes.
    pub children_generated: u64,
    /// Children of the root after the candidate rule and Top-K, in the last iteration.
    pub root_width: u64,
    /// Children that were searched, summed over interior nodes (a re-searched child counts once).
    pub children_searched: u64,
    /// Interior nodes that failed high.
    pub cutoffs: u64,
    /// Fail-highs by the index of the cutting child; see [`CUTOFF_BUCKETS`].
    pub cutoff_index: [u64; CUTOFF_BUCKETS],
    /// Interior nodes whose first child turned out best, of those in which a best child is known.
    pub first_best: u64,
    /// Interior nodes whose best child was within the first quarter of the children generated.
    pub quarter_best: u64,
    /// Interior nodes in which a best child is known: a fail-high or an exact value; in minimax all of them.
    pub best_known: u64,
    /// Table probes.
    pub table_probes: u64,
    /// Probes that found the key.
    pub table_hits: u64,
    /// Probes that returned at once.
    pub table_cutoffs: u64,
    /// Probes that supplied the first move.
    pub table_moves: u64,
    /// Entries written.
    pub table_stores: u64,
    /// Nodes spent in re-searches (principal variation search, aspiration, late move reduction).
    pub research_nodes: u64,
    /// Nodes whose move lies in the bounding box (expansion 1) of the root's stones; counted on request only.
    pub local_nodes: u64,
    /// Nodes at which the candidate rule fell back to the full board.
    pub fallbacks: u64,
    /// Nodes at which only the moves that answer a threat were looked at.
    pub answering_nodes: u64,
    /// Searches for a win by continuous fours, at the root and at leaves.
    pub vcf_searches: u64,
    /// Fours that those searches played; they count for a limit by nodes, and are not among nodes.
    pub vcf_nodes: u64,
    /// Searches over fours that found a win.
    pub vcf_wins: u64,
    /// Searches for a win by threes and fours.
    pub vct_searches: u64,
    /// Moves that those searches looked at, fours and threes; they count for a limit by nodes, and are not among nodes.
    pub vct_nodes: u64,
    /// Searches over threes and fours that found a win.
    pub vct_wins: u64,
    /// Children searched less deep first (late move reduction).
    pub reductions: u64,
    /// Of these, children that turned out better and were searched again in full.
    pub reduction_researches: u64,
    /// Nodes that failed high by their static value (futility).
    pub futility_cutoffs: u64,
    /// Children left out because of their static value (futility).
    pub futility_prunes: u64,
    /// Children left out because many had been searched (move-count pruning).
    pub move_count_prunes: u64,
    /// Passes tried (null move).
    pub null_tries: u64,
    /// Nodes that failed high after a pass.
    pub null_cutoffs: u64,
    /// Nodes that face a threatened line and were given a ply for it.
    pub forced_extensions: u64,
    /// Table moves held against all others.
    pub singular_tries: u64,
    /// Of these, moves that were better by the margin and were searched a ply deeper.
    pub singular_extensions: u64,
}

impl Counters {
    /// The bucket of a cutting child's index.
    #[inline(always)]
    pub fn bucket(index: usize) -> usize {
        match index {
            0..=2 => index,
            3..=7 => 3,
            _ => 4,
        }
    }

    /// Children generated but never searched.
    pub fn children_skipped(&self) -> u64 {
        self.children_generated.saturating_sub(self.children_searched)
    }

    /// Adds another search's counters, for totals over a game.
    pub fn add(&mut self, other: &Counters) {
        let Counters { nodes, leaves, interiors, evaluations, children_generated, children_searched, .. } = other;
        self.nodes += nodes;
        self.leaves += leaves;
        self.interiors += interiors;
        self.evaluations += evaluations;
        self.children_generated += children_generated;
        self.children_searched += children_searched;
        self.root_width += other.root_width;
        self.cutoffs += other.cutoffs;
        for (mine, theirs) in self.cutoff_index.iter_mut().zip(other.cutoff_index) {
            *mine += theirs;
        }
        self.first_best += other.first_best;
        self.quarter_best += other.quarter_best;
        self.best_known += other.best_known;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.table_moves += other.table_moves;
        self.table_stores += other.table_stores;
        self.research_nodes += other.research_nodes;
        self.local_nodes += other.local_nodes;
        self.fallbacks += other.fallbacks;
        self.answering_nodes += other.answering_nodes;
        self.vcf_searches += other.vcf_searches;
        self.vcf_nodes += other.vcf_nodes;
        self.vcf_wins += other.vcf_wins;
        self.vct_searches += other.vct_searches;
        self.vct_nodes += other.vct_nodes;
        self.vct_wins += other.vct_wins;
        self.reductions += other.reductions;
        self.reduction_researches += other.reduction_researches;
        self.futility_cutoffs += other.futility_cutoffs;
        self.futility_prunes += other.futility_prunes;
        self.move_count_prunes += other.move_count_prunes;
        self.null_tries += other.null_tries;
        self.null_cutoffs += other.null_cutoffs;
        self.forced_extensions += other.forced_extensions;
        self.singular_tries += other.singular_tries;
        self.singular_extensions += other.singular_extensions;
    }
}
