//! What holds for every kind of figure, on sensible and on impossible data, in both languages.

use std::time::{Duration, Instant};

use anyhow::Result;
use resvg::usvg::{Group, Node, Tree};

use crate::analysis::verdict::Verdict;
use crate::report::axis::{AxisSpec, Scale};
use crate::report::claims_chart::{ClaimPanel, ClaimRow, ClaimsChart};
use crate::report::data::{ChartText, DataPoint, Estimate, Interval, Join, Reference, Series};
use crate::report::heat_map::{CellMark, HeatMap};
use crate::report::interval_chart::{EstimateSeries, IntervalChart};
use crate::report::ladder::{Ladder, Measure};
use crate::report::line_chart::LineChart;
use crate::report::png::svg_to_png;
use crate::report::theme::Theme;
use crate::report::two_axes::TwoAxes;
use crate::report::words::{Lang, Word};

const LONG: &str = "doc-a-search-printed{depth=4,topk=8,order=near-last-move,table_bytes=1048576}";
const SCALES: [Scale; 5] = [Scale::Linear, Scale::Integer, Scale::Log, Scale::Percent, Scale::LogPercent];

type Draw = Box<dyn Fn(&Theme) -> Result<String>>;

/// Every kind of figure over the same values, with names in `lang`.
fn figures(values: &[f64], scale: Scale, lang: Lang) -> Vec<(&'static str, Draw)> {
    let word = |word: Word| word.text(lang);
    let text = ChartText::new(word(Word::NodesPerMove)).subtitle(word(Word::Machine)).note(word(Word::WilsonInterval));
    let names: Vec<String> =
        (0..values.len()).map(|i| if i % 3 == 1 { LONG.into() } else { format!("K = {i}") }).collect();
    let estimate = |value: f64| Some(Estimate::with_interval(value, value * 0.9 - 0.01, value * 1.3));
    let estimates: Vec<Option<Estimate>> = values.iter().map(|&value| estimate(value)).collect();
    let point = |(i, &y): (usize, &f64)| DataPoint::with_interval(i as f64 + 1.0, y, y * 0.9 - 0.01, y * 1.3);
    let points: Vec<DataPoint> = values.iter().enumerate().map(point).collect();
    let turned: Vec<DataPoint> = points.iter().map(|p| DataPoint::new(p.y, p.x)).collect();
    let axis = |label: Word| AxisSpec::new(label.text(lang), scale);
    let series = vec![Series::new(word(Word::AlphaBeta), points.clone()), Series::new(LONG, points).join(Join::Dashed)];
    let line = LineChart {
        text: text.clone(),
        x: AxisSpec::new(word(Word::Depth), Scale::Integer),
        y: axis(Word::Nodes),
        series: series.clone(),
        references: values.iter().take(2).map(|&value| Reference::new(value, word(Word::Published))).collect(),
    };
    let scatter =
        LineChart { x: axis(Word::Time), series: vec![Series::new("", turned).join(Join::Points)], ..line.clone() };
    let ladder = Ladder {
        text: text.clone(),
        steps: names.clone(),
        measures: vec![
            Measure { axis: axis(Word::Nodes), values: estimates.clone() },
            Measure { axis: axis(Word::Time), values: estimates.iter().rev().copied().collect() },
        ],
    };
    let intervals = IntervalChart {
        text: text.clone(),
        category_label: word(Word::Radius).into(),
        categories: names.clone(),
        value: axis(Word::WinRate),
        series: vec![EstimateSeries { label: word(Word::Greedy).into(), values: estimates.clone() }; 2],
        published: values.iter().map(|&value| Some(Interval::new(value, value))).collect(),
        reference: Some(Reference::new(0.5, word(Word::EvenScore))),
    };
    let short = IntervalChart { categories: (0..values.len()).map(|i| i.to_string()).collect(), ..intervals.clone() };
    let heat = HeatMap {
        text: text.clone(),
        row_label: word(Word::Player).into(),
        rows: names.clone(),
        column_label: word(Word::Opponent).into(),
        columns: names.clone(),
        values: (0..names.len()).map(|skip| values.iter().skip(skip).map(|&value| Some(value)).collect()).collect(),
        scale: axis(Word::ScoreRate),
        marks: vec![
            CellMark { row: 0, column: 0, label: word(Word::TunedPoint).into() },
            CellMark { row: 99, column: 0, label: LONG.into() },
        ],
        missing_label: String::new(),
    };
    let two = TwoAxes {
        text: text.clone(),
        x: AxisSpec::new(word(Word::TopK), Scale::Integer),
        left: axis(Word::WinRate),
        left_series: series[..1].to_vec(),
        right: axis(Word::NodesPerMove),
        right_series: series[1..].to_vec(),
        left_references: vec![Reference::new(0.5, word(Word::EvenScore))],
    };
    let row = |(i, &value): (usize, &f64)| ClaimRow {
        bound: (i == 1).then_some(crate::analysis::verdict::BoundSide::AtMost),
        label: format!("A{i}.rate {}", if i % 2 == 0 { LONG } else { word(Word::PruneRate) }),
        published: (i % 3 != 2).then(|| Interval::new(value * 0.95, value * 1.05)),
        measured: (i % 4 != 3).then(|| Estimate::with_interval(value, value * 0.8, f64::INFINITY)),
        verdict: Verdict::ALL[i % 6].0,
    };
    let rows: Vec<ClaimRow> = values.iter().enumerate().map(row).collect();
    let panel = ClaimPanel { axis: axis(Word::NodeRatio), reference: Some(1.0), rows };
    let claims = ClaimsChart { text, panels: vec![panel.clone(), panel] };
    vec![
        ("line", Box::new(move |theme| line.draw(theme))),
        ("scatter", Box::new(move |theme| scatter.draw(theme))),
        ("ladder", Box::new(move |theme| ladder.draw(theme))),
        ("intervals", Box::new(move |theme| intervals.draw(theme))),
        ("upright intervals", Box::new(move |theme| short.draw(theme))),
        ("heat", Box::new(move |theme| heat.draw(theme))),
        ("two axes", Box::new(move |theme| two.draw(theme))),
        ("claims", Box::new(move |theme| claims.draw(theme))),
    ]
}

/// Left, top, right and bottom of every text of the picture, with what it says.
fn text_boxes(group: &Group, boxes: &mut Vec<(String, [f32; 4])>) {
    for node in group.children() {
        match node {
            Node::Text(text) => {
                let rect = text.abs_bounding_box();
                let said = text.chunks().iter().map(|chunk| chunk.text()).collect::<String>();
                boxes.push((said.trim().to_owned(), [rect.left(), rect.top(), rect.right(), rect.bottom()]));
            }
            Node::Group(inner) => text_boxes(inner, boxes),
            _ => {}
        }
    }
}

#[test]
fn impossible_data_are_drawn_without_harm_and_counted() {
    let data: [&[f64]; 9] = [
        &[],
        &[3.0],
        &[0.0],
        &[7.0, 7.0, 7.0],
        &[f64::NAN, f64::INFINITY, f64::NEG_INFINITY],
        &[1.0, f64::NAN, 0.0, -4.0, f64::INFINITY, 20.0],
        &[f64::MAX, f64::MIN, f64::MIN_POSITIVE],
        &[1e-300, 1e300],
        &[1.0, 1.0 + 1e-15],
    ];
    for lang in [Lang::En, Lang::Zh] {
        let theme = Theme::new(lang);
        for values in data {
            for scale in SCALES {
                for (kind, draw) in figures(values, scale, lang) {
                    let start = Instant::now();
                    let svg = draw(&theme).unwrap();
                    assert!(start.elapsed() < Duration::from_secs(1), "{kind} of {values:?}");
                    let tree = Tree::from_str(&svg, &theme.fonts.renderer_options());
                    assert!(tree.is_ok(), "{kind} of {values:?} on {scale:?}");
                    let says_so = svg.contains(theme.word(Word::LeftOut));
                    let none_shown = values.iter().any(|&value| !scale.shows(value));
                    assert!(says_so || !none_shown, "{kind} of {values:?} on {scale:?} hides what it leaves out");
                    if values.is_empty() {
                        assert!(svg.contains(theme.word(Word::NoData)), "{kind} does not say that it is empty");
                    }
                }
            }
        }
    }
}

#[test]
fn texts_lie_inside_the_picture_apart_from_each_other_and_in_the_fonts() {
    let few = [0.12, 0.5, 0.93, 0.47, 0.61];
    let many = [1.0, 18.0, 290.0, 5_300.0, 75_000.0, 1.2e6, 2.3e7, 9e8, 8e9, 9e10, 1.1e12, 3e13];
    for lang in [Lang::En, Lang::Zh] {
        let theme = Theme::new(lang);
        for (values, scale) in
            [(&few[..], Scale::Percent), (&few, Scale::Linear), (&few[..1], Scale::Log), (&many, Scale::Log)]
        {
            for (kind, draw) in figures(values, scale, lang) {
                let svg = draw(&theme).unwrap();
                let tree = Tree::from_str(&svg, &theme.fonts.renderer_options()).unwrap();
                let mut boxes = Vec::new();
                text_boxes(tree.root(), &mut boxes);
                assert!(boxes.len() > 5, "{kind}");
                let (width, height) = (tree.size().width(), tree.size().height());
                for (index, (text, a)) in boxes.iter().enumerate() {
                    assert_eq!(theme.fonts.missing_characters(text), vec![], "{kind}: {text}");
                    let inside = a[0] >= 0.0 && a[1] >= 0.0 && a[2] <= width && a[3] <= height;
                    assert!(inside, "{kind} on {scale:?}: {text:?} at {a:?} is cut by {width} x {height}");
                    for (other, b) in &boxes[index + 1..] {
                        // Boxes hold ascender and descender; neighbouring lines may share a fifth of them.
                        let across = a[2].min(b[2]) - a[0].max(b[0]);
                        let along = a[3].min(b[3]) - a[1].max(b[1]);
                        let apart = across < 7.0 || along < 7.0;
                        assert!(apart, "{kind} on {scale:?}: {text:?} {a:?} lies on {other:?} {b:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_same_data_give_the_same_picture_and_other_data_another() {
    let theme = Theme::new(Lang::Zh);
    for ((kind, once), (_, again)) in
        figures(&[0.2, 0.4], Scale::Percent, Lang::Zh).iter().zip(figures(&[0.2, 0.4], Scale::Percent, Lang::Zh))
    {
        assert_eq!(once(&theme).unwrap(), again(&theme).unwrap(), "{kind}");
    }
    let others = figures(&[0.2, 0.7], Scale::Percent, Lang::Zh);
    for ((kind, one), (_, other)) in figures(&[0.2, 0.4], Scale::Percent, Lang::Zh).iter().zip(others) {
        assert_ne!(one(&theme).unwrap(), other(&theme).unwrap(), "{kind}");
    }
}

#[test]
fn large_data_are_drawn_in_time() {
    let theme = Theme::new(Lang::En);
    let points =
        (0..100_000).map(|i| DataPoint::with_interval(f64::from(i), f64::from(i % 977), 0.0, 1000.0)).collect();
    let line = LineChart {
        x: AxisSpec::new("x", Scale::Integer),
        series: vec![Series::new("many", points)],
        ..LineChart::default()
    };
    let names: Vec<String> = (0..120).map(|i| format!("player {i}")).collect();
    let heat = HeatMap {
        rows: names.clone(),
        columns: names.clone(),
        values: vec![(0..120).map(|i| Some(f64::from(i))).collect(); 120],
        ..HeatMap::default()
    };
    let start = Instant::now();
    let line = line.draw(&theme).unwrap();
    let heat = heat.draw(&theme).unwrap();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert!(svg_to_png(&line, &theme.fonts).is_ok() && svg_to_png(&heat, &theme.fonts).is_ok());
}
