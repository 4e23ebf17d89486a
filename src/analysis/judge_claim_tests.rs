use proptest::prelude::*;

use super::*;
use crate::analysis::test_folder::{TestFolder, game, search, write_table};
use crate::records::rows::{FactRow, SearchRow};

/// A claim with these parts, each given as its lines below `[[part]]`.
fn claim(parts: &[&str]) -> Claim {
    let mut text = String::from(
        "[claim]\nid = 'X1'\ndocument = 'X'\ngame = 'gomoku'\nstatus = 'judged'\nsays = 'x'\nsays_zh = 'x'\n",
    );
    for (at, part) in parts.iter().enumerate() {
        text.push_str(&format!("[[part]]\nid = 'X1.{at}'\nsays = ''\nsays_zh = ''\ncondition = 'any'\n{part}\n"));
    }
    Claim::parse("x1.toml", &text).unwrap()
}

/// Ten positions: `ab` takes between 18 and 22 % of the nodes of `mm`. One position failed.
/// Forty pairs: `strong` wins 60, draws 10 and loses 10 games against `weak`.
fn results() -> TestFolder {
    let folder = TestFolder::new("judge");
    let mut rows: Vec<SearchRow> = Vec::new();
    for position in 0..10 {
        rows.push(search(2 * position, position, "mm", 1000));
        rows.push(search(2 * position + 1, position, "ab", 180 + 40 * (position % 2)));
    }
    rows.push(search(20, 10, "mm", 1000));
    rows.push(SearchRow { err: Some("stopped".to_string()), ..search(21, 10, "ab", 0) });
    write_table(&folder.path().join("suite"), &rows);
    let mut games = Vec::new();
    for pair in 0..40u64 {
        let (first, second) = match pair % 4 {
            0 => ("draw", "second"),
            1 => ("second", "second"),
            _ => ("first", "second"),
        };
        games.push(game(2 * pair, (0, pair), "strong", "weak", first, 30));
        games.push(game(2 * pair + 1, (0, pair), "weak", "strong", second, 30));
    }
    write_table(&folder.path().join("games"), &games);
    let fact =
        FactRow { subject: "start".into(), quantity: "nodes".into(), value: Some(549_946.0), ..FactRow::default() };
    write_table(&folder.path().join("count"), &[fact]);
    folder
}

const SAVING: &str =
    "experiment = 'suite'\nmeasure = 'saving'\nmetric = 'nodes'\nplayer = 'ab'\nbaseline = 'mm'\nunit = '%'\n";
const SCORE: &str = "experiment = 'games'\nmeasure = 'score'\nplayer = 'strong'\nbaseline = 'weak'\nunit = '%'\n";

fn judged_as(part: &str) -> ClaimRow {
    judge_claim(&claim(&[part]), results().path(), "mnklab repro").remove(0)
}

#[test]
fn a_claim_file_through_to_each_verdict() {
    let saving = |rule: &str| format!("{SAVING}{rule}");
    let score = |rule: &str| format!("{SCORE}{rule}");
    for (part, verdict) in [
        (saving("form = 'effect'\npublished = '80'"), Verdict::Reproduced),
        (saving("form = 'effect'\npublished = '93.1'"), Verdict::DirectionOnly),
        (saving("form = 'effect'\npublished = '-20'"), Verdict::Contradicted),
        (saving("form = 'level'\npublished = '93.1'"), Verdict::Contradicted),
        (saving("form = 'level'\npublished = '85'\ntolerance = 5"), Verdict::Reproduced),
        (saving("form = 'level'\npublished = '77'\none_draw = true"), Verdict::Reproduced),
        (saving("form = 'level'\npublished = '77'"), Verdict::Contradicted),
        (saving("form = 'bound'\nside = 'at_least'\npublished = '60'"), Verdict::Reproduced),
        (saving("form = 'bound'\nside = 'at_most'\npublished = '60'"), Verdict::Contradicted),
        (saving("form = 'bound'\nside = 'at_least'\npublished = '80.3'"), Verdict::Undecided),
        (saving("form = 'range'\npublished = ['60', '85']"), Verdict::Reproduced),
        (saving("form = 'range'\npublished = ['85', '90']"), Verdict::Contradicted),
        // Two of four pairs won both, one three quarters, one a half: 81.25 %.
        (score("form = 'level'\npublished = '81'"), Verdict::Reproduced),
        (score("form = 'effect'\npublished = '81'"), Verdict::Reproduced),
        (score("form = 'effect'\npublished = '99'"), Verdict::DirectionOnly),
        (score("form = 'effect'\npublished = '30'"), Verdict::Contradicted),
        (score("form = 'equivalence'\nmargin = 3.0"), Verdict::Contradicted),
        (score("form = 'equivalence'\nmargin = 40.0"), Verdict::Reproduced),
        (score("form = 'equivalence'\nmargin = 31.0"), Verdict::Undecided),
        (
            "experiment = 'suite'\nmeasure = 'ratio'\nmetric = 'nodes'\nplayer = 'mm'\nbaseline = 'ab'\nscale = 'log'\n\
             unit = 'ratio'\nform = 'effect'\npublished = '5.0'"
                .to_string(),
            Verdict::Reproduced,
        ),
        (
            "experiment = 'count'\nmeasure = 'fact'\nquantity = 'nodes'\nform = 'exact'\npublished = '549,946'".to_string(),
            Verdict::Reproduced,
        ),
        (
            "experiment = 'count'\nmeasure = 'fact'\nquantity = 'nodes'\nform = 'exact'\npublished = '549945'".to_string(),
            Verdict::Contradicted,
        ),
        (saving("form = 'level'\npublished = '80'").replace("'suite'", "'suit'"), Verdict::NotRun),
        (saving("form = 'level'\npublished = '80'").replace("'ab'", "'abb'"), Verdict::NotRun),
    ] {
        let row = judged_as(&part);
        assert_eq!(row.verdict, Some(verdict), "{part}: {row:?}");
        assert!(row.reason.ends_with('.') && row.reason.len() > 20, "{row:?}");
    }
}

#[test]
fn a_row_tells_all() {
    let row = judged_as(&format!("{SAVING}form = 'effect'\npublished = '80'\ntolerance = 1"));
    // The geometric mean of 0.18 and 0.22.
    let expected = 100.0 * (1.0 - (0.18f64 * 0.22).sqrt());
    assert!((row.measured.unwrap() - expected).abs() < 1e-6, "{row:?}");
    assert!(row.low.unwrap() < expected && row.high.unwrap() > expected && row.low.unwrap() >= 78.0);
    assert_eq!((row.n, row.interval.as_str(), row.form.as_str()), (Some(10), "confidence", "effect"));
    assert_eq!((row.id.as_str(), row.part.as_str(), row.published.as_str()), ("X1", "X1.0", "80"));
    assert_eq!((row.rerun.as_str(), row.condition.as_str()), ("mnklab repro --claims X1", "any; tolerance: 1 %"));
    for words in ["Confidence interval", "1 row left out because the search failed", "Wilcoxon"] {
        assert!(row.reason.contains(words), "{}", row.reason);
    }
    let draw = judged_as(&format!("{SAVING}form = 'level'\npublished = '77'\none_draw = true"));
    assert_eq!(draw.interval, "prediction");
    assert!(draw.low.unwrap() < 77.5 && draw.high.unwrap() > 82.0, "{draw:?}");
    let score = judged_as(&format!("{SCORE}form = 'effect'\npublished = '81'"));
    assert_eq!((score.measured, score.n), (Some(81.25), Some(40)));
    assert!(
        score.reason.starts_with("Less 50, the score of equal players")
            && score.reason.contains("likelihood of superiority"),
        "{}",
        score.reason
    );
    let missing = judged_as(&format!("{SAVING}form = 'level'\npublished = '80'").replace("'ab'", "'abb'"));
    assert!(missing.reason.contains("did you mean 'ab'") && missing.measured.is_none() && missing.n.is_none());
}

#[test]
fn what_a_profile_leaves_out_says_which_one_measures_it() {
    let part =
        "experiment = 'count'\nmeasure = 'fact'\nquantity = 'score'\nform = 'exact'\npublished = '1'\nneeds = 'full'";
    let row = judged_as(part);
    assert_eq!(row.verdict, Some(Verdict::NotRun));
    assert!(row.reason.contains("measured with --full"), "{}", row.reason);
    assert_eq!(row.rerun, "mnklab repro --full --claims X1");
    // There it is a fault like any other.
    for repro in ["mnklab repro --full", "mnklab repro --overnight"] {
        let row = judge_claim(&claim(&[part]), results().path(), repro).remove(0);
        assert!(row.reason.contains("has no quantity 'score'") && row.rerun.starts_with(repro), "{}", row.reason);
    }
    // What is there counts in any profile.
    assert_eq!(
        judged_as(&part.replace("score", "nodes").replace("'1'", "'549946'")).verdict,
        Some(Verdict::Reproduced)
    );
}

#[test]
fn other_conditions_have_no_verdict() {
    let part = format!(
        "{SAVING}form = 'effect'\npublished = '80'\n[[part.other]]\ncondition = 'even positions'\nwhere = {{ position_id = 2 }}\n\
         [[part.other]]\ncondition = 'lost'\nexperiment = 'none'\n[[part.other]]\ncondition = 'nodes'\nmeasure = 'mean'\n"
    );
    let rows = judge_claim(&claim(&[&part]), results().path(), "mnklab repro");
    assert_eq!(rows.len(), 4);
    assert!(rows[1..].iter().all(|row| row.verdict.is_none() && row.form.is_empty() && row.part == "X1.0"));
    assert_eq!((rows[1].measured, rows[1].low, rows[1].n), (Some(82.0), None, Some(1)));
    assert!(rows[2].reason.contains("not run") && rows[2].measured.is_none());
    // The mean of a count is no rate: no factor of 100.
    assert_eq!((rows[3].measured, rows[3].condition.as_str()), (Some(200.0), "nodes"));
    let unjudged = judge_claim(&claim(&[SAVING]), results().path(), "mnklab repro").remove(0);
    assert!(unjudged.verdict.is_none() && unjudged.measured.is_some());
}

#[test]
fn a_single_unit_is_undecided_unless_complete() {
    let one = "experiment = 'suite'\nmeasure = 'mean'\nmetric = 'nodes'\nplayer = 'mm'\nwhere = { position_id = 0 }\n\
               form = 'exact'\npublished = '1000'\n";
    assert_eq!(judged_as(one).verdict, Some(Verdict::Undecided));
    let complete = judged_as(&format!("{one}complete = true"));
    assert_eq!((complete.verdict, complete.interval.as_str()), (Some(Verdict::Reproduced), "exact"));
    assert_eq!(judged_as(&format!("{one}one_draw = true")).verdict, Some(Verdict::Undecided));
}

#[test]
fn claims_that_are_not_measured() {
    for (status, verdict) in [("not-run", Verdict::NotRun), ("not-testable", Verdict::NotTestable)] {
        let head = format!(
            "[claim]\nid = 'X1'\ndocument = 'X'\ngame = 'gomoku'\nstatus = '{status}'\nreason = 'about people'\nsays = 'x'\nsays_zh = 'x'\n"
        );
        let part = "[[part]]\nid = 'X1.a'\nsays = ''\nsays_zh = ''\npublished = '5'\nform = 'level'\n";
        for (text, name) in [(head.clone(), "X1"), (format!("{head}{part}"), "X1.a")] {
            let rows = judge_claim(&Claim::parse("x", &text).unwrap(), Path::new("nowhere"), "mnklab repro");
            assert_eq!((rows.len(), rows[0].verdict, rows[0].part.as_str()), (1, Some(verdict), name));
            assert_eq!(rows[0].reason, "About people.");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn no_number_of_a_row_is_nan(
        nodes in prop::collection::vec((any::<u64>(), prop_oneof![Just(0u64), any::<u64>()], any::<bool>()), 0..6),
        published in -1e6f64..1e6,
        draw in any::<bool>(),
    ) {
        let folder = TestFolder::new("nan");
        let rows: Vec<SearchRow> = nodes
            .iter()
            .enumerate()
            .flat_map(|(at, (a, b, failed))| {
                let at = at as u64;
                let err = failed.then(|| "x".to_string());
                [search(2 * at, at, "ab", *a), SearchRow { err, ..search(2 * at + 1, at, "mm", *b) }]
            })
            .collect();
        write_table(&folder.path().join("suite"), &rows);
        let mut parts = Vec::new();
        for measure in ["mean", "median", "geomean", "max", "min", "ratio", "saving", "difference", "share"] {
            let paired = ["ratio", "saving", "difference"].contains(&measure);
            let baseline = if paired { "baseline = 'mm'\n" } else { "" };
            let one_draw = draw && measure != "share";
            for form in ["effect", "level", "exact", "bound"] {
                let side = if form == "bound" { "side = 'at_most'\n" } else { "" };
                let figure = if measure == "share" { 0.5 } else if measure == "saving" { published.min(1.0) } else { published };
                parts.push(format!(
                    "experiment = 'suite'\nmeasure = '{measure}'\nmetric = 'nodes'\nplayer = 'ab'\n{baseline}form = '{form}'\n{side}\
                     published = '{figure:.3}'\none_draw = {one_draw}\nrests_on = 3\n"
                ));
            }
        }
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        for row in judge_claim(&claim(&parts), folder.path(), "mnklab repro") {
            prop_assert!([row.measured, row.low, row.high].iter().flatten().all(|value| value.is_finite()), "{:?}", row);
            prop_assert!(!row.reason.to_lowercase().contains("nan,") && !row.reason.is_empty());
            if let (Some(measured), Some(low), Some(high)) = (row.measured, row.low, row.high) {
                prop_assert!(low <= measured && measured <= high, "{:?}", row);
            }
            if row.interval != "prediction" {
                prop_assert!(!row.reason.contains("prediction interval by"), "{}", row.reason);
            }
            prop_assert!(row.verdict.is_some());
        }
    }
}
