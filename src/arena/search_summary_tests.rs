//! What searches come to, on made-up rows.

use super::*;

#[test]
fn moments_are_those_of_the_books() {
    let mut moments = Moments::default();
    assert_eq!(moments.mean(), None);
    [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0].into_iter().for_each(|value| moments.add(value));
    assert_eq!((moments.count(), moments.mean()), (8, Some(5.0)));
    // t(0.975, 7) = 2.364624, standard deviation 2.138090.
    let interval = moments.interval().unwrap();
    assert!((interval.high - 5.0 - 2.364_624 * 2.138_090 / 8f64.sqrt()).abs() < 1e-4, "{interval:?}");
}

#[test]
fn fewest_nodes_among_equal_depths_only_and_ties_are_named() {
    let player = |label: &str, nodes: &[u64], depth: u32| {
        let mut searches = Searches::default();
        for &nodes in nodes {
            searches.add(
                &SearchRow { nodes: Some(nodes), completed_depth_plies: Some(depth), ..SearchRow::default() },
                None,
            );
        }
        (label.to_string(), searches)
    };
    let (a, b, c) = (player("a", &[8, 2], 5), player("b", &[2, 8], 5), player("c", &[1, 1], 4));
    assert!(fewest(&[a, c]).is_empty());
    let tied = fewest(&[player("a", &[8, 2], 5), b, player("d", &[9, 9], 5)]);
    let labels: Vec<&str> = tied.iter().map(|figure| figure.subject.as_str()).collect();
    assert_eq!(labels, ["a", "b"]);
    assert!(tied.iter().all(|figure| figure.interval.contains("tied") && figure.holds_its_value()), "{tied:?}");
    // Few and uneven counts: no mean of nodes lies below 0.
    let uneven = player("e", &[1, 1, 4000], 5).1.figures();
    assert!(uneven.iter().all(|figure| figure.holds_its_value() && figure.low.is_none_or(|low| low >= 0.0)));
}

/// Searches of positions 0.. to a depth: nodes, and what else a row holds.
fn searches(depth: u32, nodes: &[u64], change: fn(SearchRow) -> SearchRow) -> Searches {
    let mut searches = Searches::default();
    for (position_id, &nodes) in (0..).zip(nodes) {
        let row = SearchRow {
            position_id,
            nodes: Some(nodes),
            depth_limit_plies: Some(depth),
            completed_depth_plies: Some(depth),
            ..SearchRow::default()
        };
        let timing = TimingRow { wall_ns: 10 * nodes, ..TimingRow::default() };
        searches.add(&change(row), Some(&timing));
    }
    searches.close();
    searches
}

fn value<'a>(figures: &'a [Figure], subject: &str, quantity: &str) -> Option<&'a Figure> {
    figures.iter().find(|figure| figure.subject == subject && figure.quantity == quantity)
}

#[test]
fn each_player_is_compared_with_the_first_at_its_depth() {
    let base: Vec<u64> = (1..=12).map(|i| 100 * i).collect();
    let by = |factor: f64| -> Vec<u64> { base.iter().map(|nodes| (*nodes as f64 * factor) as u64).collect() };
    let uneven: Vec<u64> =
        base.iter().enumerate().map(|(i, nodes)| if i % 2 == 0 { nodes * 2 } else { nodes / 2 }).collect();
    let players = [
        ("base{depth=3}".to_string(), searches(3, &base, |row| row)),
        ("base{depth=4}".to_string(), searches(4, &by(5.0), |row| row)),
        ("half{depth=3}".to_string(), searches(3, &by(0.5), |row| row)),
        ("same{depth=3}".to_string(), searches(3, &uneven, |row| row)),
        ("half{depth=4}".to_string(), searches(4, &by(2.5), |row| row)),
        ("stopped".to_string(), searches(3, &base, |row| SearchRow { stopped: true, ..row })),
        ("failed".to_string(), searches(3, &base, |row| SearchRow { err: Some("no".into()), ..row })),
        ("few".to_string(), searches(3, &base[..5], |row| row)),
    ];
    let compared = compare(&players);
    let of = |subject: &str, quantity: &str| value(&compared.nodes, subject, quantity);
    for (subject, baseline, ratio, n) in [
        ("half{depth=3}", "base{depth=3}", 0.5, 12),
        ("half{depth=4}", "base{depth=4}", 0.5, 12),
        ("same{depth=3}", "base{depth=3}", 1.0, 12),
        ("few", "base{depth=3}", 1.0, 5),
    ] {
        let found = of(subject, "node_ratio").unwrap();
        assert!((found.value.unwrap() - ratio).abs() < 1e-12 && found.holds_its_value(), "{found:?}");
        assert_eq!((found.opponent.as_str(), found.n, found.sample), (baseline, n, "positions"));
        assert_eq!(found.interval, "bootstrap over positions");
    }
    for subject in ["base{depth=3}", "base{depth=4}", "stopped", "failed"] {
        assert!(of(subject, "node_ratio").is_none(), "{subject}");
    }
    // Twelve ratios of one sign: 2 / 2^12; three comparisons were tested, the one of five positions was not.
    let p = |subject: &str, quantity: &str| of(subject, quantity).and_then(|figure| figure.value);
    assert_eq!(p("half{depth=3}", "node_ratio_p"), Some(2f64.powi(-11)));
    assert_eq!(p("half{depth=3}", "node_ratio_p_holm"), Some(3.0 * 2f64.powi(-11)));
    assert_eq!(p("same{depth=3}", "node_ratio_p_holm"), p("same{depth=3}", "node_ratio_p"));
    assert_eq!(p("few", "node_ratio_p"), None);
    let time = value(&compared.times, "half{depth=4}", "time_ratio").unwrap();
    assert_eq!((time.value, time.n, time.opponent.as_str()), (Some(0.5), 12, "base{depth=4}"));
    assert_eq!(value(&compared.times, "base{depth=3}", "wall_ns_median").unwrap().value, Some(6500.0));
}

#[test]
fn quantiles_distances_and_estimates_of_a_player() {
    let nodes: Vec<u64> = (1..=11).collect();
    let minimal = |row: SearchRow| SearchRow {
        minimal_nodes: Some(if row.position_id.is_multiple_of(2) { 1 } else { 4 }),
        ..row
    };
    let figures = searches(2, &[8, 8, 2, 8], minimal).figures();
    let of = |quantity: &str| value(&figures, "", quantity);
    // Ratios 8, 2, 2, 2: the fourth root of 64.
    let distance = of("distance_to_minimal_geometric_mean").unwrap();
    assert!((distance.value.unwrap() - 64f64.powf(0.25)).abs() < 1e-12 && distance.holds_its_value());
    assert_eq!((distance.n, distance.low.map(f64::round), distance.unit), (4, Some(2.0), "ratio"));
    assert_eq!(
        (of("nodes_median").unwrap().value, of("nodes_q10").map(|figure| figure.value)),
        (Some(8.0), Some(None))
    );

    let figures = searches(2, &nodes, |row| row).figures();
    let quantile = |quantity: &str| value(&figures, "", quantity).and_then(|figure| figure.value);
    assert_eq!([quantile("nodes_q10"), quantile("nodes_median"), quantile("nodes_q90")], [2.0, 6.0, 10.0].map(Some));
    assert_eq!(quantile("estimated_nodes_mean"), None);

    let probed = |row: SearchRow| SearchRow { estimated_nodes: Some(1000.0), estimated_nodes_se: Some(30.0), ..row };
    let estimated = searches(2, &nodes[..9], probed);
    let figures = estimated.figures();
    let mean = value(&figures, "", "estimated_nodes_mean").unwrap();
    // Nine estimates with an error of 30 each: their mean has one of 10.
    assert!((mean.high.unwrap() - 1000.0 - 19.59964).abs() < 1e-3 && (mean.low.unwrap() - 980.40036).abs() < 1e-3);
    assert_eq!(value(&figures, "", "estimated_nodes_mean_se").unwrap().value, Some(10.0));
    for quantity in ["nodes_mean", "nodes_geometric_mean", "nodes_median", "estimated_nodes_mean"] {
        assert!(value(&figures, "", quantity).unwrap().interval.contains("estimated"), "{quantity}");
    }
    // A ratio with an estimated side says so; its time is that of probing, not of a search.
    let walked = searches(2, &nodes[..9], |row| row);
    let compared = compare(&[("estimate".to_string(), estimated), ("walked".to_string(), walked)]);
    assert_eq!(value(&compared.nodes, "walked", "node_ratio").unwrap().interval, "bootstrap over positions; estimated");
    assert_eq!(value(&compared.times, "walked", "time_ratio"), None);
}

#[test]
fn the_point_with_the_fewest_nodes_is_told_from_the_next() {
    let nodes = |factor: f64| -> Vec<u64> {
        (0..20).map(|i| (1000.0 * factor * if i % 2 == 0 { 1.0 } else { 1.5 }) as u64).collect()
    };
    let even: Vec<u64> =
        nodes(1.0).iter().enumerate().map(|(i, n)| if i % 4 < 2 { n * 9 / 10 } else { n * 12 / 10 }).collect();
    let players = [
        ("near".to_string(), searches(3, &even, |row| row)),
        ("far".to_string(), searches(3, &nodes(3.0), |row| row)),
        ("best".to_string(), searches(3, &nodes(1.0), |row| row)),
    ];
    let figures = fewest(&players);
    let of = |quantity: &str| value(&figures, "best", quantity);
    assert_eq!(of("fewest_nodes_geometric_mean").unwrap().n, 20);
    let lead = of("fewest_nodes_ratio_to_next").unwrap();
    assert_eq!((lead.opponent.as_str(), lead.n), ("near", 20));
    let expected = 1.0 / (0.9f64 * 1.2).sqrt();
    assert!((lead.value.unwrap() - expected).abs() < 1e-3 && lead.holds_its_value(), "{lead:?}");
    let p = |quantity: &str| of(quantity).unwrap().value.unwrap();
    // Its pair of the three is the least clear one: correction leaves its p-value as it is.
    assert_eq!(p("fewest_nodes_p"), p("fewest_nodes_p_holm"));
    // Logarithms -ln 0.9 and -ln 1.2: mean -0.0385, deviation 0.1476: (2.8016 * 3.835)^2 = 115.4, less the 20 there are.
    assert_eq!(of("more_positions_to_separate").unwrap().value, Some(96.0));
}

#[test]
fn pairs_are_compared_by_position_whatever_ended_the_search() {
    let player = |label: &str, rows: &[(u64, u64, Option<&str>, Option<i32>)]| {
        let mut searches = Searches { in_pairs: true, ..Searches::default() };
        for &(position_id, nodes, best_move, value) in rows {
            let stopped = position_id == 1;
            let best_move = best_move.map(str::to_string);
            let row = SearchRow { position_id, nodes: Some(nodes), best_move, value, stopped, ..SearchRow::default() };
            searches.add(&row, None);
        }
        searches.close();
        (label.to_string(), searches)
    };
    let players = [
        player("faulty", &[(2, 80, Some("b2"), Some(1)), (1, 20, Some("a1"), None), (3, 40, Some("c3"), Some(4))]),
        player("corrected", &[(1, 10, Some("a1"), None), (2, 40, Some("b1"), Some(0)), (3, 20, Some("c3"), Some(5))]),
        player("alone", &[(9, 1, None, None)]),
    ];
    let figures = compare_pairs(&players, &[(0, 1), (2, 1)]);
    let of = |quantity| value(&figures, "faulty", quantity).unwrap();
    assert_eq!((of("other_move_rate").value, of("other_move_rate").n), (Some(1.0 / 3.0), 3));
    assert_eq!(of("other_value_rate").value, Some(2.0 / 3.0));
    assert!((of("node_ratio").value.unwrap() - 2.0).abs() < 1e-12);
    assert!(figures.iter().all(|figure| figure.opponent == "corrected" && figure.holds_its_value()));
    assert!(figures.iter().filter(|figure| figure.subject == "alone").all(Figure::is_empty));
}
