//! Players against a baseline on the same positions: ratios of nodes and of times at the same depth; in pairs whether they
//! answer alike.

use super::search_summary::{Searches, Unit};
use super::summary::Figure;
use crate::analysis::bootstrap::{SplitMix64, geometric_mean_ratio, ln_ratios, resamples_within};
use crate::analysis::holm::holm_of_tested;
use crate::analysis::paired::{ByUnit, lead, matched, signed_rank_p};
use crate::analysis::power::{POWER, units_to_separate};
use crate::analysis::quantiles::{median_interval, quantile_of_sorted, sorted_finite};
use crate::analysis::wilson::wilson;

/// The bootstraps of one summary draw about this many values, so that it takes a moment even for many rows.
pub(super) const WORK: usize = 20_000_000;

/// Resamples that an interval takes at least.
pub(super) const FEWEST_RESAMPLES: usize = 1_000;

/// Where the intervals of ratios come from.
pub(super) const BOOTSTRAP: &str = "bootstrap over positions";

const SIGNED_RANKS: &str = "Wilcoxon signed-rank";
const SIGNED_RANKS_HOLM: &str = "Wilcoxon signed-rank; Holm";

/// Random bits for a bootstrap: always the same stream, so that a rerun repeats its interval.
pub(super) fn random_bits() -> impl FnMut() -> u64 {
    let mut generator = SplitMix64::new(0x7375_6d6d_6172_7921);
    move || generator.next_bits()
}

/// The comparisons of a summary.
#[derive(Default)]
pub(super) struct Compared {
    /// Of nodes.
    pub nodes: Vec<Figure>,
    /// Of times, with their medians.
    pub times: Vec<Figure>,
}

/// The baseline of a player: the first one of the plan that searched some of its positions to the same depth.
fn baseline(players: &[(String, Searches)], place: usize) -> Option<usize> {
    (0..place).find(|&other| !matched(&players[place].1.nodes_at, &players[other].1.nodes_at).is_empty())
}

/// Every player that has a baseline against it; the p-values corrected over all of these comparisons.
pub(super) fn compare(players: &[(String, Searches)]) -> Compared {
    let pairs: Vec<(usize, usize)> =
        (0..players.len()).filter_map(|place| Some((place, baseline(players, place)?))).collect();
    let values: usize = pairs.iter().map(|&(place, _)| players[place].1.nodes_at.len()).sum();
    let resamples = resamples_within(WORK, values, FEWEST_RESAMPLES);
    let nodes = |&(place, base): &(usize, usize)| matched(&players[place].1.nodes_at, &players[base].1.nodes_at);
    let raw: Vec<Option<f64>> = pairs.iter().map(|pair| signed_rank_p(&ln_ratios(&nodes(pair)))).collect();
    let mut compared = Compared::default();
    for ((pair, p), corrected) in pairs.iter().zip(&raw).zip(holm_of_tested(&raw)) {
        let [(label, own), (base_label, base)] = [&players[pair.0], &players[pair.1]];
        let source = match own.is_estimated() || base.is_estimated() {
            true => "bootstrap over positions; estimated",
            false => BOOTSTRAP,
        };
        let figures = node_ratio("node_ratio", &nodes(pair), resamples, source).into_iter().chain(p_values(
            ["node_ratio_p", "node_ratio_p_holm"],
            *p,
            corrected,
            nodes(pair).len(),
        ));
        compared.nodes.extend(figures.map(|figure| figure.of(label, base_label)));
        compared.times.extend(time_ratio(own, base).map(|figure| figure.of(label, base_label)));
    }
    let medians = players.iter().filter_map(|(label, searches)| Some(median_time(searches)?.of(label, "")));
    compared.times = medians.chain(compared.times).collect();
    compared
}

/// Pairs of players, each against its own baseline on all positions that both searched, at whatever depth and whatever ended
/// the search: ratio of nodes, and how often they choose another move or find another value.
pub(super) fn compare_pairs(players: &[(String, Searches)], pairs: &[(usize, usize)]) -> Vec<Figure> {
    let answers = |place: usize| players[place].1.answers.iter();
    let values: usize = pairs.iter().map(|&(place, _)| answers(place).len()).sum();
    let resamples = resamples_within(WORK, values, FEWEST_RESAMPLES);
    let nodes = |place: usize| -> ByUnit<u64> {
        answers(place).filter(|answer| answer.nodes > 0.0).map(|answer| (answer.position, answer.nodes)).collect()
    };
    let ratios: Vec<Vec<(f64, f64)>> = pairs.iter().map(|&(own, base)| matched(&nodes(own), &nodes(base))).collect();
    let raw: Vec<Option<f64>> = ratios.iter().map(|pairs| signed_rank_p(&ln_ratios(pairs))).collect();
    let mut figures = Vec::new();
    for (place, &(own, base)) in pairs.iter().enumerate() {
        let corrected = holm_of_tested(&raw)[place];
        let mut theirs = answers(base).peekable();
        let (mut both, mut other_moves, mut other_values) = (0, 0, 0);
        for mine in answers(own) {
            while theirs.next_if(|answer| answer.position < mine.position).is_some() {}
            let Some(answer) = theirs.next_if(|answer| answer.position == mine.position) else { continue };
            both += 1;
            other_moves += u64::from(mine.found.0 != answer.found.0);
            other_values += u64::from(mine.found.1 != answer.found.1);
        }
        let share = |quantity: &'static str, count: u64| {
            let value = (both > 0).then(|| count as f64 / both as f64);
            Figure::new(quantity, value, "ratio", both, "positions").within(wilson(count, both), "Wilson")
        };
        let all = [share("other_move_rate", other_moves), share("other_value_rate", other_values)]
            .into_iter()
            .chain(node_ratio("node_ratio", &ratios[place], resamples, BOOTSTRAP))
            .chain(p_values(["node_ratio_p", "node_ratio_p_holm"], raw[place], corrected, ratios[place].len()));
        figures.extend(all.map(|figure| figure.of(&players[own].0, &players[base].0)));
    }
    figures
}

/// The player `best` against `next`, which has the second fewest nodes.
pub(super) fn lead_in_nodes(players: &[(String, Searches)], best: usize, next: usize) -> Vec<Figure> {
    let logarithms: Vec<ByUnit<Unit>> = players
        .iter()
        .map(|(_, searches)| searches.nodes_at.iter().map(|(unit, nodes)| (*unit, nodes.ln())).collect())
        .collect();
    let found = lead(&logarithms, best, next);
    let pairs = matched(&players[best].1.nodes_at, &players[next].1.nodes_at);
    let resamples = resamples_within(WORK, pairs.len(), FEWEST_RESAMPLES);
    let more = units_to_separate(&found.differences, POWER).map(|units| units.saturating_sub(pairs.len() as u64));
    let n = pairs.len();
    let figures = node_ratio("fewest_nodes_ratio_to_next", &pairs, resamples, BOOTSTRAP)
        .into_iter()
        .chain(p_values(["fewest_nodes_p", "fewest_nodes_p_holm"], found.p, found.p_holm, n))
        .chain([Figure::new(
            "more_positions_to_separate",
            more.map(|positions| positions as f64),
            "positions",
            n as u64,
            "positions",
        )]);
    figures.map(|figure| figure.of(&players[best].0, &players[next].0)).collect()
}

fn node_ratio(quantity: &'static str, pairs: &[(f64, f64)], resamples: usize, source: &'static str) -> Option<Figure> {
    let found = geometric_mean_ratio(pairs, resamples, &mut random_bits())?;
    let figure = Figure::new(quantity, Some(found.estimate), "ratio", found.units as u64, "positions");
    Some(Figure { interval: source, ..figure }.within(found.interval, source))
}

/// A p-value and its correction, as far as they are known.
fn p_values(names: [&'static str; 2], p: Option<f64>, corrected: Option<f64>, n: usize) -> Vec<Figure> {
    let sources = [SIGNED_RANKS, SIGNED_RANKS_HOLM];
    let known = [p, corrected].into_iter().zip(names).zip(sources).filter(|((p, _), _)| p.is_some());
    known
        .map(|((p, name), interval)| Figure { interval, ..Figure::new(name, p, "p-value", n as u64, "positions") })
        .collect()
}

fn time_ratio(own: &Searches, base: &Searches) -> Option<Figure> {
    let ratios: Vec<f64> = matched(&own.wall_ns_at, &base.wall_ns_at).iter().map(|(a, b)| a / b).collect();
    let (sorted, _) = sorted_finite(&ratios);
    let median = quantile_of_sorted(&sorted, 0.5)?;
    Some(
        Figure::new("time_ratio", Some(median), "ratio", sorted.len() as u64, "positions")
            .within(median_interval(&sorted), "order statistics"),
    )
}

fn median_time(searches: &Searches) -> Option<Figure> {
    let times: Vec<f64> = searches.wall_ns_at.iter().map(|(_, ns)| *ns).collect();
    let (sorted, _) = sorted_finite(&times);
    let median = quantile_of_sorted(&sorted, 0.5)?;
    Some(
        Figure::new("wall_ns_median", Some(median), "ns", sorted.len() as u64, "searches")
            .within(median_interval(&sorted), "order statistics"),
    )
}
