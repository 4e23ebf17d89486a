use super::*;

/// A claim file with these lines in its part, and further text below.
fn file(part: &str, below: &str) -> String {
    format!(
        "[claim]\nid = \"A2\"\ndocument = \"A\"\ngame = \"gomoku\"\nstatus = \"judged\"\nsays = \"prunes\"\nsays_zh = \"剪枝\"\n\
         [[experiment]]\nname = \"a2\"\nkind = \"search\"\n[experiment.players]\nab = \"alphabeta\"\n\
         [[part]]\nid = \"A2.rate\"\nsays = \"93.1 %\"\nsays_zh = \"93.1 %\"\ncondition = \"depth 3\"\nexperiment = \"a2\"\n\
         {part}{below}"
    )
}

const SAVING: &str = "measure = \"saving\"\nmetric = \"nodes\"\nplayer = \"ab\"\nbaseline = \"mm\"\nunit = \"%\"\n\
                      form = \"effect\"\npublished = \"93.1\"\n";

fn parse(part: &str, below: &str) -> Result<Claim> {
    Claim::parse("a2.toml", &file(part, below))
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found}, expected {expected}");
}

#[test]
fn a_whole_file() {
    let other = "[[part.other]]\ncondition = \"centre\"\nplayer = \"ab2\"\nwhere = { ply = 12 }\n";
    let claim = parse(SAVING, other).unwrap();
    assert_eq!(
        (claim.id.as_str(), claim.status, claim.experiments.as_slice()),
        ("A2", Status::Judged, &["a2".to_string()][..])
    );
    let part = &claim.parts[0];
    let source = part.source.as_ref().unwrap();
    assert_eq!(
        (source.kind, source.metric.as_str(), source.baseline_metric.as_str()),
        (MeasureKind::Saving, "nodes", "nodes")
    );
    assert_eq!((part.factor(), part.offset()), (100.0, 0.0));
    let other = &part.others[0].source;
    assert_eq!((other.player.as_deref(), other.baseline.as_deref()), (Some("ab2"), Some("mm")));
    assert_ne!(other.filter, source.filter);
    let Some(Rule::Effect(published)) = part.rule(None).unwrap() else { panic!("another rule") };
    near(published.value(), 93.1);
    near(published.interval().low, 93.05);
    near(published.interval().high, 93.15);
}

#[test]
fn published_figures_widen() {
    let rate = |keys: &str| {
        let part = format!("measure = \"score\"\nplayer = \"a\"\nunit = \"%\"\npublished = \"78\"\n{keys}");
        parse(&part, "").unwrap().parts[0].clone()
    };
    // Of 100 games: Wilson about 0.775 and 0.785.
    let Some(Rule::Level(found)) = rate("form = \"level\"\nrests_on = 100\n").rule(None).unwrap() else { panic!() };
    let ends = [0.775, 0.785].map(|rate| super::super::wilson::wilson_rate(rate, 100.0, Z_95).unwrap());
    near(found.interval().low, 100.0 * ends[0].low);
    near(found.interval().high, 100.0 * ends[1].high);
    let Some(Rule::Level(found)) = rate("form = \"level\"\ntolerance = 5.0\n").rule(None).unwrap() else { panic!() };
    near(found.interval().low, 72.5);
    // An effect of a score is that over equal players.
    let effect = rate("form = \"effect\"\n");
    assert_eq!(effect.offset(), 50.0);
    let Some(Rule::Effect(found)) = effect.rule(None).unwrap() else { panic!() };
    near(found.value(), 28.0);
    // A mean that rests on as many units as ours spreads as ours does.
    let mean = "measure = \"mean\"\nmetric = \"nodes\"\nunit = \"nodes\"\nform = \"level\"\npublished = \"100\"\nrests_on = 25\n";
    let spread = Spread { interval: Interval { low: 90.0, high: 110.0 }, n: 100 };
    let Some(Rule::Level(found)) = parse(mean, "").unwrap().parts[0].rule(Some(spread)).unwrap() else { panic!() };
    near(found.interval().high, 100.5 + 20.0);
}

#[test]
fn faults_name_line_key_and_expectation() {
    let with = |from: &str, to: &str| parse(&SAVING.replace(from, to), "").unwrap_err();
    for (error, expected) in [
        (with("saving", "savings"), &["a2.toml:19: measure", "'savings'", "did you mean 'saving'"][..]),
        (with("\"nodes\"", "\"node\""), &["a2.toml:20: metric", "'node'", "'nodes'"]),
        (with("player", "playr"), &["a2.toml:21", "playr", "did you mean 'player'"]),
        (with("\"effect\"", "\"efect\""), &["a2.toml:24: form", "'efect'", "did you mean 'effect'"]),
        (with("\"93.1\"", "93.1"), &["a2.toml:25", "in quotes"]),
        (with("\"93.1\"", "\"93.1x\""), &["a2.toml:25: published", "93.1x"]),
        (with("\"93.1\"", "[\"1\", \"2\"]"), &["a2.toml:25: published", "2 printed numbers"]),
        (with("player = \"ab\"\n", ""), &["measure", "needs the key `player`"]),
        (with("unit = \"%\"", "q = 0.5"), &["a2.toml:23: q", "does not use this key"]),
        (with("unit = \"%\"", "scale = \"log\"\nunit = \"%\""), &["a2.toml:23: scale", "no effect is 1"]),
        (with("unit = \"%\"", "side = \"at_most\""), &["side", "only the form bound"]),
        (with("\"effect\"", "\"bound\""), &["side", "at_most"]),
        (with("\"effect\"", "\"equivalence\""), &["margin"]),
        (with("unit = \"%\"", "where = { plie = 3 }"), &["a2.toml:23: where", "'plie'", "did you mean"]),
        (with("unit = \"%\"", "rests_on = 0"), &["rests_on", "found 0"]),
    ] {
        let message = format!("{error:#}");
        for word in expected {
            assert!(message.contains(word), "{message} lacks {word}");
        }
    }
    let rank = SAVING.replace("saving", "rank").replace("baseline = \"mm\"\n", "");
    assert!(
        format!("{:#}", parse(&rank, "").unwrap_err()).contains("no value of the measure rank stands for no effect")
    );
    let below = "[[part.other]]\ncondition = \"x\"\nmetric = \"leafs\"\n";
    let message = format!("{:#}", parse(SAVING, below).unwrap_err());
    assert!(message.contains("a2.toml:28: metric") && message.contains("'leaves'"), "{message}");
    let other_id = file(SAVING, "").replace("A2.rate", "A3.rate");
    assert!(format!("{:#}", Claim::parse("x", &other_id).unwrap_err()).contains("x:14: id"));
}

#[test]
fn claims_without_measurement_have_a_reason() {
    let text = "[claim]\nid = \"T9\"\ndocument = \"T\"\ngame = \"tictactoe\"\nstatus = \"not-testable\"\nsays = \"x\"\nsays_zh = \"x\"\n";
    assert!(format!("{:#}", Claim::parse("t", text).unwrap_err()).contains("why nothing is measured"));
    let reasoned = format!("{text}reason = \"about people\"\n");
    assert_eq!(Claim::parse("t", &reasoned).unwrap().status, Status::NotTestable);
    let unknown = text.replace("not-testable", "nottestable");
    assert!(format!("{:#}", Claim::parse("t", &unknown).unwrap_err()).contains("t:5: status"));
}

#[test]
fn claims_fit_together() {
    let claim = parse(SAVING, "").unwrap();
    check_together(std::slice::from_ref(&claim)).unwrap();
    assert!(check_together(&[claim.clone(), claim.clone()]).unwrap_err().to_string().contains("twice"));
    let mut other = claim.clone();
    other.experiments = vec!["a22".to_string()];
    assert!(check_together(&[other]).unwrap_err().to_string().contains("did you mean 'a22'"));
    let named = |id: &str| Claim { id: id.to_string(), ..claim.clone() };
    let claims = vec![named("A2"), named("A10")];
    assert_eq!(select_from(claims.clone(), &["a10".to_string()]).unwrap()[0].id, "A10");
    assert_eq!(select_from(claims.clone(), &[]).unwrap().len(), 2);
    assert!(select_from(claims, &["A11".to_string()]).unwrap_err().to_string().contains("did you mean 'A10'"));
    assert!(order("A2") < order("A10") && order("A10") < order("C1"));
}

#[test]
fn built_in_claims_are_sound() {
    let claims = Claim::all().unwrap();
    assert_eq!(claims.len(), EXPERIMENTS.iter().filter(|(path, _)| path.starts_with("claims/")).count());
}
