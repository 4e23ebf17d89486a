//! Metrics: every number that can be read off a search, by name. A new metric is one line of [`METRICS`].
//!
//! A metric is `None` where it has no meaning (a ratio with nothing below the line, a value that the row does not hold);
//! truth values count as 1 and 0, so that their mean is a rate.

use super::rows::{Column, MoveRow, Row, SearchRow, TimingRow, TruthRow};
use crate::base::Counters;
use crate::base::counters::CUTOFF_BUCKETS;
use crate::base::score::is_decided;

/// What metrics are computed from: a search of a suite, a move of a game, or a move held against exact values, with its time if
/// it was taken.
#[derive(Clone, Copy, Debug)]
pub struct Measured<'a> {
    /// What the search counted; none where that is not known.
    pub counters: Option<Counters>,
    /// Stones on the board of the root.
    pub ply: u32,
    /// The last iteration that was finished; none where that is not known.
    pub completed_depth_plies: Option<u32>,
    /// Value of the root for the side to move.
    pub value: Option<i32>,
    /// Whether a limit other than the depth ended the search.
    pub stopped: bool,
    /// The search's own row, if it is one of a suite.
    pub search: Option<&'a SearchRow>,
    /// What became of the move by exact values, if it is read off that.
    pub truth: Option<&'a TruthRow>,
    /// The search's time.
    pub timing: Option<&'a TimingRow>,
}

impl<'a> Measured<'a> {
    /// A search of a suite.
    pub fn search(row: &'a SearchRow, timing: Option<&'a TimingRow>) -> Measured<'a> {
        Measured {
            counters: row.counters(),
            ply: row.ply,
            completed_depth_plies: row.completed_depth_plies,
            value: row.value,
            stopped: row.stopped,
            search: Some(row),
            truth: None,
            timing,
        }
    }

    /// A move of a game.
    pub fn played(row: &MoveRow, timing: Option<&'a TimingRow>) -> Measured<'a> {
        Measured {
            counters: row.counters(),
            ply: row.ply,
            completed_depth_plies: row.completed_depth_plies,
            value: row.value,
            stopped: row.stopped,
            search: None,
            truth: None,
            timing,
        }
    }

    /// A move that was held against exact values.
    pub fn judged(row: &'a TruthRow, timing: Option<&'a TimingRow>) -> Measured<'a> {
        Measured {
            counters: row.nodes.map(|nodes| Counters { nodes, ..Counters::default() }),
            ply: row.ply,
            completed_depth_plies: row.completed_depth_plies,
            value: row.value,
            stopped: false,
            search: None,
            truth: Some(row),
            timing,
        }
    }
}

/// A named number of a search.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name in specifications, charts and tables.
    pub name: &'static str,
    /// What it counts in.
    pub unit: &'static str,
    /// What it says; for derived ones, with the formula.
    pub meaning: &'static str,
    /// Computes it.
    pub of: fn(&Measured<'_>) -> Option<f64>,
}

/// The metric of that name.
///
/// # Errors
/// If there is none; the message names the nearest.
pub fn find(name: &str) -> anyhow::Result<&'static Metric> {
    METRICS.iter().find(|metric| metric.name == name).ok_or_else(|| {
        let hint = crate::base::text::nearest(name, METRICS.iter().map(|metric| metric.name));
        anyhow::anyhow!("expected the name of a metric, found '{name}'{hint}")
    })
}

/// A metric that is a column of searches.csv, truth.csv or timings.csv: unit and meaning are the column's.
const fn column(name: &'static str, of: fn(&Measured<'_>) -> Option<f64>) -> Metric {
    let column = match (lookup(SearchRow::COLUMNS, name), lookup(TruthRow::COLUMNS, name)) {
        (Some(column), _) | (None, Some(column)) => column,
        (None, None) => match lookup(TimingRow::COLUMNS, name) {
            Some(column) => column,
            None => panic!("no column of that name"),
        },
    };
    Metric { name, unit: column.unit, meaning: column.meaning, of }
}

const fn lookup(columns: &'static [Column], name: &str) -> Option<Column> {
    let mut i = 0;
    while i < columns.len() {
        let (a, b) = (columns[i].name.as_bytes(), name.as_bytes());
        let mut same = 0;
        while same < a.len() && same < b.len() && a[same] == b[same] {
            same += 1;
        }
        if same == a.len() && same == b.len() {
            return Some(columns[i]);
        }
        i += 1;
    }
    None
}

const fn derived(
    name: &'static str,
    unit: &'static str,
    meaning: &'static str,
    of: fn(&Measured<'_>) -> Option<f64>,
) -> Metric {
    Metric { name, unit, meaning, of }
}

fn count(value: u64) -> Option<f64> {
    Some(value as f64)
}

fn ratio(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| part as f64 / whole as f64)
}

fn truth(value: Option<bool>) -> Option<f64> {
    value.map(|value| if value { 1.0 } else { 0.0 })
}

/// Win, draw or loss as a searched value claims it; none for an estimate.
fn claimed(value: i32) -> Option<i32> {
    (is_decided(value) || value == 0).then_some(value.signum())
}

/// Fail-highs by one bucket of the cutting child's index, as a share of those counted in any bucket.
fn cutting(measured: &Measured<'_>, bucket: usize) -> Option<f64> {
    let histogram: [u64; CUTOFF_BUCKETS] = measured.counters?.cutoff_index;
    ratio(histogram[bucket], histogram.iter().sum())
}

/// All metrics: the numeric columns first, in the order of the file, then those derived from them.
#[rustfmt::skip]
pub const METRICS: &[Metric] = &[
    column("ply", |m| count(m.ply.into())),
    column("depth_limit_plies", |m| m.search.map(|row| row.depth_limit_plies).or(m.truth.map(|row| row.depth_limit_plies))?.map(f64::from)),
    column("node_limit", |m| count(m.search?.node_limit?)),
    column("time_limit_ms", |m| count(m.search?.time_limit_ms?)),
    column("value", |m| m.value.map(f64::from)),
    column("best_is_central", |m| truth(m.search?.best_is_central)),
    column("completed_depth_plies", |m| count(m.completed_depth_plies?.into())),
    column("stopped", |m| truth(Some(m.stopped))),
    column("nodes", |m| count(m.counters?.nodes)),
    column("leaves", |m| count(m.counters?.leaves)),
    column("interiors", |m| count(m.counters?.interiors)),
    column("evaluations", |m| count(m.counters?.evaluations)),
    column("children_generated", |m| count(m.counters?.children_generated)),
    column("root_width", |m| count(m.counters?.root_width)),
    column("children_searched", |m| count(m.counters?.children_searched)),
    column("cutoffs", |m| count(m.counters?.cutoffs)),
    column("cutoff_index_1", |m| count(m.counters?.cutoff_index[0])),
    column("cutoff_index_2", |m| count(m.counters?.cutoff_index[1])),
    column("cutoff_index_3", |m| count(m.counters?.cutoff_index[2])),
    column("cutoff_index_4_8", |m| count(m.counters?.cutoff_index[3])),
    column("cutoff_index_9", |m| count(m.counters?.cutoff_index[4])),
    column("first_best", |m| count(m.counters?.first_best)),
    column("quarter_best", |m| count(m.counters?.quarter_best)),
    column("best_known", |m| count(m.counters?.best_known)),
    column("table_probes", |m| count(m.counters?.table_probes)),
    column("table_hits", |m| count(m.counters?.table_hits)),
    column("table_cutoffs", |m| count(m.counters?.table_cutoffs)),
    column("table_moves", |m| count(m.counters?.table_moves)),
    column("table_stores", |m| count(m.counters?.table_stores)),
    column("research_nodes", |m| count(m.counters?.research_nodes)),
    column("local_nodes", |m| count(m.counters?.local_nodes)),
    column("fallbacks", |m| count(m.counters?.fallbacks)),
    column("answering_nodes", |m| count(m.counters?.answering_nodes)),
    column("vcf_searches", |m| count(m.counters?.vcf_searches)),
    column("vcf_nodes", |m| count(m.counters?.vcf_nodes)),
    column("vcf_wins", |m| count(m.counters?.vcf_wins)),
    column("vct_searches", |m| count(m.counters?.vct_searches)),
    column("vct_nodes", |m| count(m.counters?.vct_nodes)),
    column("vct_wins", |m| count(m.counters?.vct_wins)),
    column("reductions", |m| count(m.counters?.reductions)),
    column("reduction_researches", |m| count(m.counters?.reduction_researches)),
    column("futility_cutoffs", |m| count(m.counters?.futility_cutoffs)),
    column("futility_prunes", |m| count(m.counters?.futility_prunes)),
    column("move_count_prunes", |m| count(m.counters?.move_count_prunes)),
    column("null_tries", |m| count(m.counters?.null_tries)),
    column("null_cutoffs", |m| count(m.counters?.null_cutoffs)),
    column("forced_extensions", |m| count(m.counters?.forced_extensions)),
    column("singular_tries", |m| count(m.counters?.singular_tries)),
    column("singular_extensions", |m| count(m.counters?.singular_extensions)),
    column("minimal_nodes", |m| count(m.search?.minimal_nodes?)),
    column("estimated_nodes", |m| m.search?.estimated_nodes),
    column("estimated_nodes_se", |m| m.search?.estimated_nodes_se),
    column("missed_win", |m| truth(m.search?.missed_win)),
    column("missed_block", |m| truth(m.search?.missed_block)),
    column("score_before", |m| m.truth?.score_before.map(f64::from)),
    column("score_after", |m| m.truth?.score_after.map(f64::from)),
    column("kept", |m| truth(m.truth?.kept)),
    column("blunder", |m| truth(m.truth?.blunder)),
    column("distance_lost", |m| m.truth?.distance_lost.map(f64::from)),
    column("win_plies", |m| m.truth?.win_plies.map(f64::from)),
    column("resistance_plies", |m| m.truth?.resistance_plies.map(f64::from)),
    column("play_out_plies", |m| m.truth?.play_out_plies.map(f64::from)),
    column("excess_win_plies", |m| m.truth?.excess_win_plies.map(f64::from)),
    column("lost_resistance_plies", |m| m.truth?.lost_resistance_plies.map(f64::from)),
    column("wall_ns", |m| count(m.timing?.wall_ns)),
    column("cpu_ns", |m| count(m.timing?.cpu_ns?)),
    derived("tree_nodes", "nodes", "estimated_nodes where the tree was probed and not walked, nodes where it was walked",
        |m| m.search.and_then(|row| row.estimated_nodes).or(count(m.counters?.nodes))),
    derived("kept_distance", "true/false", "whether distance_lost is 0: a win is not put off, a loss not brought nearer",
        |m| truth(Some(m.truth?.distance_lost? == 0))),
    derived("value_is_exact", "true/false",
        "whether the player's own value, where it is a win, a loss or 0, says what the exact score says; empty: it is an estimate",
        |m| truth(Some(claimed(m.truth?.value?)? == m.truth?.score_before?.signum()))),
    derived("kept_of_unlost", "true/false", "kept, in positions that were not lost already: 1 - blunder", |m| truth(m.truth?.blunder.map(|blunder| !blunder))),
    derived("play_out_won", "true/false", "whether a won position that the player played on from was won; empty: not won, or not played on",
        |m| m.truth.filter(|row| row.score_before > Some(0)).and_then(|row| truth(Some(row.play_out_outcome.as_ref()? == "win")))),
    derived("excess_win_moves", "moves", "excess_win_plies / 2: moves of the winner beyond the shortest win",
        |m| m.truth?.excess_win_plies.map(|plies| f64::from(plies) / 2.0)),
    derived("leaf_share", "ratio", "leaves / nodes", |m| ratio(m.counters?.leaves, m.counters?.nodes)),
    derived("evaluations_per_node", "calls/node", "evaluations / nodes", |m| ratio(m.counters?.evaluations, m.counters?.nodes)),
    derived("children_skipped", "moves", "children generated but never searched (one reading of document A's Pruned)",
        |m| count(m.counters?.children_skipped())),
    derived("skipped_child_share", "ratio", "children_skipped / children_generated",
        |m| ratio(m.counters?.children_skipped(), m.counters?.children_generated)),
    derived("printed_prune_formula", "ratio",
        "1 - children_skipped / children_generated: the prune rate as document A prints it, which falls as pruning grows",
        |m| ratio(m.counters?.children_skipped(), m.counters?.children_generated).map(|share| 1.0 - share)),
    derived("mean_candidate_width", "moves", "children_generated / interiors",
        |m| ratio(m.counters?.children_generated, m.counters?.interiors)),
    derived("mean_searched_width", "moves", "children_searched / interiors",
        |m| ratio(m.counters?.children_searched, m.counters?.interiors)),
    derived("effective_branching_factor", "moves", "leaves ^ (1 / completed_depth_plies); for a search of one fixed depth",
        |m| m.counters.zip(m.completed_depth_plies).filter(|(counters, depth)| *depth > 0 && counters.leaves > 0)
            .map(|(counters, depth)| (counters.leaves as f64).powf(1.0 / f64::from(depth)))),
    derived("cutoff_rate", "ratio", "cutoffs / interiors", |m| ratio(m.counters?.cutoffs, m.counters?.interiors)),
    derived("first_move_cutoff_rate", "ratio", "fail-highs on the first child / all fail-highs", |m| cutting(m, 0)),
    derived("second_move_cutoff_rate", "ratio", "fail-highs on the second child / all fail-highs", |m| cutting(m, 1)),
    derived("third_move_cutoff_rate", "ratio", "fail-highs on the third child / all fail-highs", |m| cutting(m, 2)),
    derived("fourth_to_eighth_move_cutoff_rate", "ratio", "fail-highs on children 4 to 8 / all fail-highs", |m| cutting(m, 3)),
    derived("later_move_cutoff_rate", "ratio", "fail-highs on the ninth child or later / all fail-highs", |m| cutting(m, 4)),
    derived("first_best_share", "ratio",
        "first_best / best_known; a strongly ordered tree has at least 0.7 (Marsland and Campbell 1982)",
        |m| ratio(m.counters?.first_best, m.counters?.best_known)),
    derived("quarter_best_share", "ratio",
        "quarter_best / best_known; a strongly ordered tree has at least 0.9 (Marsland and Campbell 1982)",
        |m| ratio(m.counters?.quarter_best, m.counters?.best_known)),
    derived("table_hit_ratio", "ratio", "table_hits / table_probes", |m| ratio(m.counters?.table_hits, m.counters?.table_probes)),
    derived("table_cutoff_ratio", "ratio", "table_cutoffs / table_probes",
        |m| ratio(m.counters?.table_cutoffs, m.counters?.table_probes)),
    derived("table_move_ratio", "ratio", "table_moves / table_probes",
        |m| ratio(m.counters?.table_moves, m.counters?.table_probes)),
    derived("research_share", "ratio", "research_nodes / nodes", |m| ratio(m.counters?.research_nodes, m.counters?.nodes)),
    derived("local_share", "ratio", "local_nodes / nodes; 0 where local_nodes was not asked for",
        |m| ratio(m.counters?.local_nodes, m.counters?.nodes)),
    derived("vcf_win_share", "ratio", "vcf_wins / vcf_searches", |m| ratio(m.counters?.vcf_wins, m.counters?.vcf_searches)),
    derived("nodes_per_vcf_search", "nodes/search", "vcf_nodes / vcf_searches",
        |m| ratio(m.counters?.vcf_nodes, m.counters?.vcf_searches)),
    derived("fallback_share", "ratio", "fallbacks / interiors", |m| ratio(m.counters?.fallbacks, m.counters?.interiors)),
    derived("reduction_research_rate", "ratio", "reduction_researches / reductions",
        |m| ratio(m.counters?.reduction_researches, m.counters?.reductions)),
    derived("null_cutoff_rate", "ratio", "null_cutoffs / null_tries", |m| ratio(m.counters?.null_cutoffs, m.counters?.null_tries)),
    derived("singular_rate", "ratio", "singular_extensions / singular_tries",
        |m| ratio(m.counters?.singular_extensions, m.counters?.singular_tries)),
    derived("distance_to_minimal_ratio", "ratio", "nodes / minimal_nodes, the left-most minimal tree",
        |m| ratio(m.counters?.nodes, m.search?.minimal_nodes?)),
    derived("estimated_nodes_se_ratio", "ratio", "estimated_nodes_se / estimated_nodes",
        |m| Some(m.search?.estimated_nodes_se? / m.search?.estimated_nodes.filter(|&nodes| nodes > 0.0)?)),
    derived("nodes_per_second", "nodes/s", "nodes / wall time; depends on the machine",
        |m| ratio(m.counters?.nodes, m.timing?.wall_ns).map(|per_ns| per_ns * 1e9)),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn of(row: &SearchRow, name: &str) -> Option<f64> {
        (find(name).unwrap().of)(&Measured::search(row, None))
    }

    /// A row whose numeric columns all hold different numbers.
    fn numbered<R: Row>() -> (R, TimingRow) {
        let cells = R::COLUMNS.iter().enumerate().map(|(at, column)| match column.kind {
            kind if kind.contains("bool") => "true".to_string(),
            kind if kind.contains("String") => String::new(),
            _ => (at + 100).to_string(),
        });
        let headers: csv::StringRecord = R::COLUMNS.iter().map(|column| column.name).collect();
        let row = csv::StringRecord::from(cells.collect::<Vec<_>>()).deserialize(Some(&headers)).unwrap();
        (row, TimingRow { job_id: 0, ply: None, wall_ns: 7, cpu_ns: Some(8) })
    }

    #[test]
    fn every_numeric_column_is_a_metric_and_reads_itself() {
        let (row, timing) = numbered::<SearchRow>();
        check(SearchRow::COLUMNS, &Measured::search(&row, Some(&timing)));
        let (row, timing) = numbered::<TruthRow>();
        check(TruthRow::COLUMNS, &Measured::judged(&row, Some(&timing)));
    }

    fn check(columns: &[Column], measured: &Measured<'_>) {
        for (at, column) in columns.iter().enumerate() {
            let expected = match column.kind {
                kind if kind.contains("String") => continue,
                kind if kind.contains("bool") => 1.0,
                _ => (at + 100) as f64,
            };
            if ["job_id", "position_id", "game_id", "reproducible"].contains(&column.name) {
                continue;
            }
            let metric = find(column.name).unwrap();
            assert_eq!((metric.of)(measured), Some(expected), "{}", column.name);
        }
        assert_eq!((find("wall_ns").unwrap().of)(measured), Some(7.0));
        assert_eq!((find("cpu_ns").unwrap().of)(measured), Some(8.0));
    }

    #[test]
    fn names_are_unique_and_nothing_divides_by_zero() {
        let (empty, idle) = (SearchRow::default(), SearchRow::from(Counters::default()));
        for metric in METRICS {
            assert_eq!(METRICS.iter().filter(|other| other.name == metric.name).count(), 1, "{}", metric.name);
            assert!(!metric.meaning.is_empty() && !metric.unit.is_empty());
            let played = |row: MoveRow| (metric.of)(&Measured::played(&row, None));
            let of_moves = [played(MoveRow::default()), played(MoveRow::from(Counters::default()))];
            for value in [of(&empty, metric.name), of(&idle, metric.name)].into_iter().chain(of_moves) {
                assert!(value.is_none_or(f64::is_finite), "{} is {value:?}", metric.name);
            }
        }
        assert_eq!((of(&idle, "cutoff_rate"), of(&idle, "nodes"), of(&empty, "nodes")), (None, Some(0.0), None));
    }

    #[test]
    fn derived_ones_follow_their_formulas() {
        let row = SearchRow {
            completed_depth_plies: Some(3),
            minimal_nodes: Some(40),
            ..SearchRow::from(Counters {
                nodes: 100,
                leaves: 64,
                interiors: 36,
                children_generated: 200,
                children_searched: 50,
                cutoffs: 18,
                cutoff_index: [9, 3, 2, 4, 0],
                first_best: 21,
                quarter_best: 27,
                best_known: 30,
                table_probes: 10,
                table_hits: 5,
                table_cutoffs: 2,
                table_moves: 3,
                ..Counters::default()
            })
        };
        for (name, expected) in [
            ("leaf_share", 0.64),
            ("skipped_child_share", 0.75),
            ("printed_prune_formula", 0.25),
            ("effective_branching_factor", 4.0),
            ("cutoff_rate", 0.5),
            ("first_move_cutoff_rate", 0.5),
            ("first_best_share", 0.7),
            ("quarter_best_share", 0.9),
            ("table_hit_ratio", 0.5),
            ("table_cutoff_ratio", 0.2),
            ("table_move_ratio", 0.3),
            ("distance_to_minimal_ratio", 2.5),
            ("tree_nodes", 100.0),
        ] {
            let found = of(&row, name).unwrap();
            assert!((found - expected).abs() < 1e-12, "{name} is {found}, expected {expected}");
        }
        let shares = METRICS.iter().filter(|metric| metric.name.ends_with("move_cutoff_rate"));
        let sum: f64 = shares.filter_map(|metric| of(&row, metric.name)).sum();
        assert!((sum - 1.0).abs() < 1e-12);
        assert!(find("node").unwrap_err().to_string().contains("'nodes'"));
    }
}
