//! Made-up measurements for every form: each verdict can come out, and only where its rule says so.

use proptest::prelude::*;

use super::super::published::{SamplingError, Tolerance};
use super::super::verdict_rules::number;
use super::*;

fn linear(text: &str) -> Published {
    Published::parse(text, Scale::Linear).unwrap()
}

fn factor(text: &str) -> Published {
    Published::parse(text, Scale::Log).unwrap()
}

fn sample(low: f64, high: f64) -> Measured {
    Measured::confident(0.5 * (low + high), Interval { low, high }, 100)
}

fn verdict(rule: Rule, measured: Measured) -> Verdict {
    let judgement = judge(&rule, Some(&measured));
    assert!(!judgement.reason.is_empty() && judgement.interval.is_some());
    judgement.verdict
}

use Verdict::{Contradicted, DirectionOnly, NotRun, NotTestable, Reproduced, Undecided};

/// Every form with made-up measurements and the verdict that its rule gives.
fn table() -> Vec<(Rule, Measured, Verdict)> {
    let effect = Rule::Effect(linear("5.0"));
    let down = Rule::Effect(linear("-3.0"));
    let ratio = Rule::Effect(factor("14.6"));
    let saving = Rule::Effect(factor("0.60"));
    let level = Rule::Level(linear("93.1"));
    let at_most = Rule::Bound(linear("35"), BoundSide::AtMost);
    let at_least = Rule::Bound(linear("10,000,000"), BoundSide::AtLeast);
    let range = Rule::Range(linear("60 %"), linear("85 %"));
    let exact = Rule::Exact(linear("549,946"));
    let points = Rule::Equivalence { margin: 0.03, scale: Scale::Linear };
    let times = Rule::Equivalence { margin: 1.1, scale: Scale::Log };
    vec![
        (effect, sample(4.0, 6.0), Reproduced),
        (effect, sample(1.0, 2.0), DirectionOnly),
        (effect, sample(8.0, 20.0), DirectionOnly),
        (effect, sample(-1.0, 1.0), Contradicted),
        (effect, sample(-9.0, -5.0), Contradicted),
        (effect, sample(-1.0, 6.0), Undecided),
        (effect, sample(2.0, 11.0), Undecided),
        (down, sample(-4.0, -2.0), Reproduced),
        (down, sample(-1.0, -0.5), DirectionOnly),
        (down, sample(1.0, 2.0), Contradicted),
        (ratio, sample(12.0, 18.0), Reproduced),
        (ratio, sample(2.0, 3.0), DirectionOnly),
        (ratio, sample(0.9, 1.1), Contradicted),
        (ratio, sample(0.5, 0.8), Contradicted),
        (ratio, sample(0.9, 20.0), Undecided),
        (ratio, sample(7.0, 30.0), Undecided),
        (ratio, sample(-1.0, 20.0), Undecided),
        (saving, sample(0.55, 0.62), Reproduced),
        (saving, sample(0.8, 0.9), DirectionOnly),
        (saving, sample(1.2, 1.4), Contradicted),
        (level, sample(92.0, 93.06), Reproduced),
        (level, sample(94.0, 95.0), Contradicted),
        (level, sample(40.0, 190.0), Undecided),
        (at_most, sample(20.0, 30.0), Reproduced),
        (at_most, sample(34.0, 35.4), Reproduced),
        (Rule::Bound(linear("35"), BoundSide::AtLeast), sample(34.6, 36.0), Reproduced),
        (Rule::Bound(linear("35"), BoundSide::AtLeast), sample(34.0, 34.4), Contradicted),
        (at_most, sample(36.0, 40.0), Contradicted),
        (at_most, sample(30.0, 40.0), Undecided),
        (at_least, sample(1.1e7, 1.2e7), Reproduced),
        (at_least, Measured::exact(11_239_200.0, 1), Reproduced),
        (at_least, sample(1e6, 2e6), Contradicted),
        (at_least, sample(9e6, 2e7), Undecided),
        (range, sample(0.65, 0.84), Reproduced),
        (range, sample(0.597, 0.853), Reproduced),
        (range, sample(0.593, 0.853), Undecided),
        (range, sample(0.597, 0.857), Undecided),
        (Rule::Range(linear("5"), linear("5")), sample(4.6, 5.4), Reproduced),
        (range, sample(0.9, 0.95), Contradicted),
        (range, sample(0.1, 0.2), Contradicted),
        (range, sample(0.5, 0.7), Undecided),
        (exact, Measured::exact(549_946.0, 1), Reproduced),
        (exact, Measured::exact(549_945.0, 1), Contradicted),
        (exact, Measured::exact(f64::NAN, 1), Undecided),
        (points, sample(-0.01, 0.02), Reproduced),
        (points, sample(0.04, 0.06), Contradicted),
        (points, sample(-0.01, 0.05), Undecided),
        (times, sample(0.95, 1.05), Reproduced),
        (times, sample(0.915, 1.095), Reproduced),
        (times, sample(0.905, 1.0), Undecided),
        (times, sample(0.0, 1.0), Undecided),
        (times, sample(0.5, 0.6), Contradicted),
        (times, sample(1.0, 1.2), Undecided),
    ]
}

#[test]
fn every_form_gives_every_verdict_of_its_rule() {
    let mut seen = Vec::new();
    for (rule, measured, expected) in table() {
        let found = verdict(rule, measured);
        assert_eq!(found, expected, "{rule:?} on {measured:?}: {}", judge(&rule, Some(&measured)).reason);
        seen.push((rule.form(), found));
    }
    for (form, name) in Form::ALL {
        for expected in [Reproduced, Contradicted, Undecided] {
            assert!(seen.contains(&(form, expected)), "{name} never gives {expected}");
        }
        assert_eq!(seen.contains(&(form, DirectionOnly)), form == Form::Effect, "{name}");
        let (rule, _, _) = table().into_iter().find(|(rule, _, _)| rule.form() == form).unwrap();
        assert_eq!(judge(&rule, None).verdict, NotRun, "{name}");
    }
    assert_eq!(Judgement::not_testable("the document names no program").verdict, NotTestable);
    assert_eq!(Judgement::not_run("needs --overnight").verdict, NotRun);
}

#[test]
fn an_interval_that_touches_a_border_lies_inside() {
    let published = linear("35");
    let (low, high) = (published.interval().low, published.interval().high);
    for (side, inside, border) in [(BoundSide::AtMost, low - 1.0, high), (BoundSide::AtLeast, high + 1.0, low)] {
        let ends = |a: f64, b: f64| sample(a.min(b), a.max(b));
        assert_eq!(verdict(Rule::Bound(published, side), ends(inside, border)), Reproduced);
        // From the border outwards the interval still holds an allowed value.
        assert_eq!(verdict(Rule::Bound(published, side), ends(border, border + (border - inside))), Undecided);
    }
}

#[test]
fn printed_digits_decide_an_exact_value_on_either_side_of_0() {
    for (text, value) in [("93.1", 93.1), ("-93.1", -93.1), ("0.3", 0.3), ("1,000,000", 1e6)] {
        let unit = if text.contains('.') { 0.1 } else { 1.0 };
        for (off, expected) in
            [(0.0, Reproduced), (0.5, Reproduced), (-0.5, Reproduced), (0.501, Contradicted), (-0.501, Contradicted)]
        {
            let measured = Measured::exact(value + off * unit, 1);
            assert_eq!(verdict(Rule::Exact(linear(text)), measured), expected, "{text} and {off} units");
        }
    }
    let slack = Rule::Exact(linear("1,000,000"));
    assert_eq!(verdict(slack, Measured::exact(1e6 + 0.5 + 0.5e-6, 1)), Reproduced);
    assert_eq!(verdict(slack, Measured::exact(1e6 + 0.5 + 2e-6, 1)), Contradicted);
}

#[test]
fn a_factor_is_not_judged_off_the_log_scale() {
    let ratio = Rule::Effect(factor("14.6"));
    let good = sample(12.0, 18.0).with_prediction(Interval { low: 10.0, high: 25.0 });
    assert_eq!(verdict(ratio, good), Reproduced);
    for bad in [
        Measured { low: 0.0, ..good },
        Measured { estimate: 0.0, ..good },
        good.with_prediction(Interval { low: 0.0, high: 25.0 }),
    ] {
        let judgement = judge(&ratio, Some(&bad));
        assert_eq!(judgement.verdict, Undecided);
        assert!(judgement.reason.contains("log scale"), "{}", judgement.reason);
    }
    assert_eq!(verdict(Rule::Effect(factor("0.002")), sample(0.001, 0.003)), Reproduced);
}

#[test]
fn one_draw_is_held_against_the_prediction_interval() {
    let level = Rule::Level(linear("93.1"));
    let mean = sample(80.0, 82.0);
    assert_eq!(verdict(level, mean), Contradicted);
    let one_draw = mean.with_prediction(Interval { low: 65.0, high: 96.0 });
    let judgement = judge(&level, Some(&one_draw));
    assert_eq!((judgement.verdict, judgement.interval), (Reproduced, Some(IntervalKind::Prediction)));

    // No effect stays with the confidence interval: a prediction interval across it does not matter.
    let effect = Rule::Effect(linear("35 %"));
    let measured = sample(0.20, 0.28).with_prediction(Interval { low: -0.05, high: 0.50 });
    assert_eq!(verdict(effect, measured), Reproduced);
    let across = sample(-0.02, 0.28).with_prediction(Interval { low: -0.05, high: 0.50 });
    assert_eq!(verdict(effect, across), Undecided);
    let alone = Measured { kind: IntervalKind::Prediction, ..sample(0.20, 0.40) };
    assert_eq!(verdict(effect, alone), Undecided);
}

#[test]
fn the_documents_own_sample_widens_its_figure() {
    let narrow = Rule::Level(linear("42 %"));
    let by_games = Rule::Level(linear("42 %").with_sampling_error(SamplingError::Rate { trials: 100 }).unwrap());
    let measured = sample(0.45, 0.49);
    assert_eq!(verdict(narrow, measured), Contradicted);
    assert_eq!(verdict(by_games, measured), Reproduced);
    let tolerant = Rule::Level(linear("42 %").with_tolerance(Tolerance::Absolute(0.05)).unwrap());
    assert_eq!(verdict(tolerant, measured), Reproduced);
    // An exact value knows no tolerance.
    let exact = Rule::Exact(linear("765").with_tolerance(Tolerance::Absolute(10.0)).unwrap());
    assert_eq!(verdict(exact, Measured::exact(766.0, 1)), Contradicted);
    let printed = Rule::Exact(linear("93.1 %"));
    assert_eq!(verdict(printed, Measured::exact(0.930_83, 1)), Reproduced);
    assert_eq!(verdict(printed, Measured::exact(0.925, 1)), Contradicted);
}

#[test]
fn missing_data_decides_nothing_and_says_why() {
    let level = Rule::Level(linear("93.1"));
    let good = sample(93.0, 93.2);
    for (bad, why) in [
        (Measured { n: 0, ..good }, "no usable row"),
        (Measured { n: 1, ..good }, "single unit"),
        (Measured { low: f64::NAN, ..good }, "no usable interval"),
        (Measured { estimate: f64::INFINITY, ..good }, "no usable interval"),
        (Measured { low: 95.0, ..good }, "no usable interval"),
        (good.with_prediction(Interval { low: f64::NAN, high: 1.0 }), "no usable prediction interval"),
    ] {
        let judgement = judge(&level, Some(&bad));
        assert_eq!(judgement.verdict, Undecided);
        assert!(judgement.reason.contains(why), "{}", judgement.reason);
    }
    assert_eq!(verdict(Rule::Effect(linear("0")), sample(-1.0, 1.0)), Undecided);
    assert_eq!(verdict(Rule::Range(linear("5"), linear("3")), sample(3.0, 4.0)), Undecided);
    assert_eq!(verdict(Rule::Equivalence { margin: -1.0, scale: Scale::Linear }, sample(0.0, 0.0)), Undecided);
}

#[test]
fn undecided_says_whether_more_data_would_help() {
    let reason = |rule: Rule, measured: Measured| {
        let judgement = judge(&rule, Some(&measured));
        assert_eq!(judgement.verdict, Undecided, "{}", judgement.reason);
        judgement.reason
    };
    let at_most = Rule::Bound(linear("35"), BoundSide::AtMost);
    // From 33 the border at 35.5 is half of the reach away: four times the units would do.
    let across = Measured::confident(33.0, Interval { low: 28.0, high: 38.0 }, 100);
    assert!(reason(at_most, across).contains("about 400 units in place of 100"), "{}", reason(at_most, across));
    let level = Rule::Level(linear("100"));
    let wide = Measured::confident(120.0, Interval { low: 20.0, high: 220.0 }, 50);
    assert!(reason(level, wide).contains("too little data: about 79 units in place of 50"), "{}", reason(level, wide));
    let one_draw = wide.with_prediction(Interval { low: 10.0, high: 900.0 });
    assert!(reason(level, one_draw).contains("does not fix its position closely enough"));
    assert!(!reason(level, one_draw).contains("too little data"));
    let none = Measured::confident(3.0, Interval { low: -1.0, high: 7.0 }, 90);
    assert!(reason(Rule::Effect(linear("5.0")), none).contains("about 160 units in place of 90"));
    // The nearer end of an uneven interval counts: 2.5 of the 5 below, and of the 1 above nothing is needed.
    let uneven = Measured::confident(36.0, Interval { low: 31.0, high: 37.0 }, 100);
    let needed = reason(at_most, uneven);
    assert!(needed.contains("about 10000 units in place of 100"), "{needed}");
    let other_way = Measured::confident(35.0, Interval { low: 34.9, high: 36.0 }, 100);
    assert!(reason(at_most, other_way).contains("about 400 units in place of 100"), "{}", reason(at_most, other_way));
    // Two digits of a large number, rounded up.
    let many = Measured::confident(34.55, Interval { low: 33.0, high: 38.0 }, 1000);
    assert!(reason(at_most, many).contains("about 14000 units in place of 1000"), "{}", reason(at_most, many));
    // Each border of a range and of a margin may be the one that is crossed.
    let range = Rule::Range(linear("60 %"), linear("85 %"));
    for (low, high, border) in [(0.55, 0.75, 0.595), (0.75, 0.95, 0.855f64)] {
        let share = (border - 0.5 * (low + high)).abs() / (0.5 * (high - low));
        let found = reason(range, sample(low, high));
        let expected = (100.0 / (share * share) / 10.0f64).ceil() * 10.0;
        assert!(found.contains(&format!("about {expected} units in place of 100")), "{found}, expected {expected}");
    }
    let margin = Rule::Equivalence { margin: 0.03, scale: Scale::Linear };
    for (low, high) in [(-0.055, 0.015), (-0.015, 0.055)] {
        let found = reason(margin, sample(low, high));
        assert!(found.contains("about 1300 units in place of 100"), "{found}");
    }
    let on_the_border = Measured::confident(35.5, Interval { low: 30.0, high: 41.0 }, 90);
    assert!(reason(at_most, on_the_border).contains("no number in reach"));
}

#[test]
fn names_are_read_and_the_nearest_is_named() {
    for (form, name) in Form::ALL {
        assert_eq!(name.parse::<Form>().unwrap(), form);
        assert_eq!(form.to_string(), name);
    }
    for (verdict, name) in Verdict::ALL {
        assert_eq!(name.parse::<Verdict>().unwrap(), verdict);
    }
    let names = [Reproduced, DirectionOnly, Contradicted, Undecided, NotTestable, NotRun].map(Verdict::name);
    assert_eq!(names, ["reproduced", "direction-only", "contradicted", "undecided", "not-testable", "not-run"]);
    let message = "levle".parse::<Form>().unwrap_err().to_string();
    assert!(message.contains("`levle`") && message.contains("nearest is `level`"), "{message}");
}

#[test]
fn sentences_carry_readable_figures() {
    let reason = judge(&Rule::Level(linear("93.1")), Some(&sample(0.123_456_789, 1_247_892.0))).reason;
    assert!(reason.contains("[0.123457, 1247892]"), "{reason}");
    assert_eq!(number(-0.000_001_5), "-1.50000e-6");
    assert_eq!(number(100.0), "100");
    let shown = [0.0, 0.01, -1234.5, 1_200_000.0, 123_456.7, 0.000_012_345_678, 1.5e15].map(number);
    assert_eq!(shown, ["0", "0.01", "-1234.5", "1200000", "123457", "0.0000123457", "1.50000e15"]);
}

proptest! {
    #[test]
    fn any_measurement_is_judged(
        estimate in any::<f64>(), low in any::<f64>(), high in any::<f64>(), n in any::<u64>(),
        value in 0.01f64..1e6, margin in any::<f64>(),
    ) {
        let measured = Measured { estimate, low, high, n, kind: IntervalKind::Confidence, prediction: None };
        let figure = Published::new(value, 0.005, Scale::Log).unwrap();
        for rule in [
            Rule::Effect(figure), Rule::Level(figure), Rule::Bound(figure, BoundSide::AtMost),
            Rule::Range(figure, figure), Rule::Exact(figure), Rule::Equivalence { margin, scale: Scale::Log },
        ] {
            prop_assert!(!judge(&rule, Some(&measured)).reason.is_empty());
        }
    }

    #[test]
    fn effects_are_judged_alike_on_both_sides(low in -20f64..20.0, width in 0f64..20.0) {
        let there = verdict(Rule::Effect(linear("5.0")), sample(low, low + width));
        let back = verdict(Rule::Effect(linear("-5.0")), sample(-low - width, -low));
        prop_assert_eq!(there, back);
    }
}
