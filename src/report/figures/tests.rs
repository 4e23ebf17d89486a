//! Every figure on real rows in both languages, and why there is none where rows do not allow it.

use std::collections::BTreeMap;

use super::*;
use crate::report::test_folders::{
    CLAIMS, Scratch, connect4_searches, facts, games, gauntlet, judged, round_robin, searches, write_records,
};

const CPU: &str = "Example CPU @ 2.00GHz";

/// The figures drawn and the reasons of the others.
fn drawn(dirs: &[&Path], lang: Lang, only: Option<&str>) -> (Vec<Drawn>, BTreeMap<&'static str, String>) {
    let dirs: Vec<PathBuf> = dirs.iter().map(|path| path.to_path_buf()).collect();
    let mut all = Vec::new();
    let mut skipped = BTreeMap::new();
    for outcome in draw_all(&dirs, &Theme::new(lang), only).unwrap() {
        match outcome {
            Outcome::Drawn(drawn) => all.push(drawn),
            Outcome::Skipped { figure, reason } => {
                skipped.insert(figure, reason);
            }
        }
    }
    (all, skipped)
}

fn names(drawn: &[Drawn]) -> Vec<String> {
    let name = |one: &Drawn| one.files.svg.file_stem().unwrap().to_string_lossy().into_owned();
    drawn.iter().map(name).collect()
}

fn check(drawn: &[Drawn], lang: Lang) {
    let theme = Theme::new(lang);
    for figure in drawn {
        let svg = std::fs::read_to_string(&figure.files.svg).unwrap();
        assert!(std::fs::read(&figure.files.png).unwrap().starts_with(b"\x89PNG"));
        assert!(svg.contains("<desc>") && !svg.contains("NaN"), "{}", figure.figure);
        assert!(figure.sentence.contains("n = ") || figure.figure == "claims", "{}", figure.sentence);
        assert!(figure.sentence.contains("95%"), "{}", figure.sentence);
        assert_eq!(theme.fonts.missing_characters(&figure.sentence), vec![], "{}", figure.sentence);
        let chinese = figure.title.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
        assert_eq!(chinese, lang == Lang::Zh, "{}", figure.title);
    }
}

#[test]
fn searches_over_depth() {
    let scratch = Scratch::new("depths");
    write_records(scratch.path(), &connect4_searches(), CPU);
    for lang in [Lang::En, Lang::Zh] {
        let (all, skipped) = drawn(&[scratch.path()], lang, None);
        check(&all, lang);
        assert_eq!(
            names(&all),
            ["nodes-by-depth", "time-by-depth", "ablation-ladder", "prune-rates", "prune-rates-first-move"]
        );
        assert!(skipped["win-rates"].contains("games.csv"));
        assert!(all[1].sentence.contains(CPU), "{}", all[1].sentence);
        let told = [
            ["geometric mean ratio", "bootstrap", "Wilcoxon"],
            ["median of the ratios", "order statistics", "Wilcoxon"],
        ];
        for (figure, parts) in all.iter().zip(told).filter(|_| lang == Lang::En) {
            assert!(parts.iter().all(|part| figure.sentence.contains(part)), "{}", figure.sentence);
        }
        let mark = if lang == Lang::En { "minimax, probed (estimated)" } else { "minimax, probed（估计）" };
        assert!(std::fs::read_to_string(&all[0].files.svg).unwrap().contains(mark));
    }
    // A second run of the same plan stands beside the first, unless its times come from another processor.
    let other = Scratch::new("other-machine");
    write_records(other.path(), &connect4_searches(), "Other CPU");
    let (all, skipped) = drawn(&[scratch.path(), other.path()], Lang::En, None);
    assert!(skipped["time-by-depth"].contains("never pooled"), "{skipped:?}");
    let svg = std::fs::read_to_string(&all[0].files.svg).unwrap();
    assert!(svg.contains("alphabeta (depths)") && svg.contains("alphabeta (other-machine)"));
    // Two ladders end to end are none.
    assert!(
        names(&all).iter().all(|name| *name != "ablation-ladder") && skipped.contains_key("ablation-ladder"),
        "{skipped:?}"
    );
}

#[test]
fn a_round_robin_with_its_moves() {
    let scratch = Scratch::new("round-robin");
    write_records(scratch.path(), &round_robin(8), CPU);
    for lang in [Lang::En, Lang::Zh] {
        let (all, skipped) = drawn(&[scratch.path()], lang, None);
        check(&all, lang);
        assert_eq!(names(&all), ["win-rates", "win-heat-map", "candidate-width"]);
        assert!(skipped["topk"].contains("topk") && skipped["nodes-by-depth"].contains("searches.csv"));
        assert!(skipped["ratings"].contains("ratings of 0 players"), "{skipped:?}");
    }
    let rating =
        |player: &str, elo: i32| format!("{player},,rating,{elo},{},{},Elo,48,games,Fisher\n", elo - 9, elo + 9);
    let players = [("random", -300), ("depth 1", -20), ("depth 4 centre", 210), ("depth 3", 110)];
    let rows: String = players.iter().map(|(player, elo)| rating(player, *elo)).collect();
    let header = "subject,opponent,quantity,value,low,high,unit,n,sample,interval\n";
    std::fs::write(scratch.path().join("summary.csv"), format!("{header}{rows}")).unwrap();
    for lang in [Lang::En, Lang::Zh] {
        let (all, _) = drawn(&[scratch.path()], lang, Some("ratings"));
        check(&all, lang);
        assert!(["depth 4 centre", "210", "n = 48"].iter().all(|part| all[0].sentence.contains(part)), "{all:?}");
    }
}

#[test]
fn moves_against_exact_values() {
    let suite = Scratch::new("accuracy");
    write_records(suite.path(), &judged(), CPU);
    for lang in [Lang::En, Lang::Zh] {
        let (all, skipped) = drawn(&[suite.path()], lang, None);
        check(&all, lang);
        assert_eq!(names(&all), ["accuracy-by-depth", "accuracy-by-nodes", "blunders-by-ply"]);
        assert!(all.iter().all(|figure| figure.sentence.contains("McNemar")), "{}", all[0].sentence);
        assert!(skipped["win-rates"].contains("games.csv"));
        let svg = std::fs::read_to_string(&all[0].files.svg).unwrap();
        assert!(svg.contains("good") && svg.contains("bad") && svg.contains("chance"));
    }
    let (all, _) = drawn(&[suite.path()], Lang::En, Some("accuracy-by-depth"));
    // Of 40 positions good keeps 38 at depth 4, bad 19: nineteen tell them apart.
    let told =
        ["At depth 4 good keeps the value most often, 95.0%", "bad least often, 47.5%", "19 discordant: p < 0.001"];
    assert!(told.iter().all(|part| all[0].sentence.contains(part)), "{}", all[0].sentence);
    let none = Scratch::new("no-truth");
    write_records(none.path(), &facts(), CPU);
    let (_, skipped) = drawn(&[none.path()], Lang::En, None);
    assert!(skipped["accuracy-by-nodes"].contains("truth.csv"), "{skipped:?}");
}

#[test]
fn a_gauntlet_over_widths_and_one_over_two_weights() {
    let widths = Scratch::new("widths");
    write_records(widths.path(), &gauntlet(10, &["topk=1", "topk=2", "topk=4", "topk=7"]), CPU);
    let weights = Scratch::new("weights");
    let grid: Vec<String> = [10, 100]
        .iter()
        .flat_map(|three| [1, 5, 20].map(|two| format!("weight.three={three},weight.two={two}")))
        .collect();
    let grid: Vec<&str> = grid.iter().map(String::as_str).collect();
    write_records(weights.path(), &gauntlet(6, &grid), CPU);
    for lang in [Lang::En, Lang::Zh] {
        let (all, skipped) = drawn(&[widths.path()], lang, None);
        check(&all, lang);
        assert_eq!(names(&all), ["win-rates", "topk", "candidate-width"]);
        assert!(skipped["win-heat-map"].contains("win-rates shows them"), "{skipped:?}");
        let (all, skipped) = drawn(&[weights.path()], lang, None);
        check(&all, lang);
        assert_eq!(names(&all), ["win-rates", "candidate-width", "weight-surface"]);
        assert!(skipped["topk"].contains("topk"));
    }
    // Both folders together: the reference stands in both, and is nobody's single yardstick any more.
    let (all, _) = drawn(&[widths.path(), weights.path()], Lang::En, Some("win-rates"));
    let svg = std::fs::read_to_string(&all[0].files.svg).unwrap();
    assert!(svg.contains("reference (widths)"), "{}", all[0].sentence);
}

#[test]
fn claims_are_drawn_by_unit_and_unread_ones_are_errors() {
    let scratch = Scratch::new("claims");
    std::fs::write(scratch.path().join("claims.csv"), CLAIMS).unwrap();
    for lang in [Lang::En, Lang::Zh] {
        let (all, _) = drawn(&[scratch.path()], lang, None);
        check(&all, lang);
        assert_eq!(names(&all), ["claims"]);
    }
    // 40 parts take a second page.
    let line = "A2,A2.rate,reproduced,93.1,94.2,92.8,95.1,%,32,effect,depth 3,bootstrap,met,mnklab repro\n";
    let many = CLAIMS.lines().next().unwrap().to_owned() + "\n" + &line.repeat(40);
    std::fs::write(scratch.path().join("claims.csv"), many).unwrap();
    assert_eq!(names(&drawn(&[scratch.path()], Lang::En, Some("claims")).0), ["claims", "claims-2"]);
    std::fs::write(scratch.path().join("claims.csv"), CLAIMS.replace("undecided", "undecide")).unwrap();
    let error = format!("{:#}", draw_all(&[scratch.path().to_path_buf()], &Theme::new(Lang::En), None).unwrap_err());
    assert!(error.contains("line 7") && error.contains("undecided"), "{error}");
}

#[test]
fn few_rows_give_few_figures_and_never_harm() {
    let scratch = Scratch::new("facts");
    write_records(scratch.path(), &facts(), CPU);
    let (all, skipped) = drawn(&[scratch.path()], Lang::En, None);
    assert_eq!((all.len(), skipped.len()), (0, FIGURES.len()));

    let one = Scratch::new("one");
    let mut records = searches("tictactoe", 0, 1, &[("minimax{depth=2}", "minimax{depth=2}")]);
    records.extend(searches("tictactoe", 0, 1, &[("minimax{depth=3}", "minimax{depth=3}")]));
    records[1].job = 1;
    records[1].search.as_mut().unwrap().job_id = 1;
    records[1].timings[0].job_id = 1;
    write_records(one.path(), &records, CPU);
    let (all, skipped) = drawn(&[one.path()], Lang::En, None);
    assert_eq!(names(&all), ["nodes-by-depth", "time-by-depth"]);
    assert!(skipped["ablation-ladder"].contains("same depth"));

    let pair = Scratch::new("pair");
    write_records(pair.path(), &games("tictactoe", 2, 1, &[[("a", "random"), ("b", "rules")]]), CPU);
    let (all, skipped) = drawn(&[pair.path()], Lang::Zh, None);
    assert!(all.is_empty() && skipped["win-rates"].contains("one player"), "{skipped:?}");

    // Four players in two pairings: no table of all against all, and nobody met all others.
    let pairs = [[("a", "random"), ("b", "rules")], [("c", "random"), ("d", "random")]];
    let apart = Scratch::new("apart");
    write_records(apart.path(), &games("tictactoe", 2, 1, &pairs), CPU);
    let (all, skipped) = drawn(&[apart.path()], Lang::En, None);
    assert_eq!(names(&all), ["win-rates"]);
    assert!(all[0].title.contains("against its opponent"), "{}", all[0].title);
    assert!(skipped["win-heat-map"].contains("less than half"), "{skipped:?}");

    // One parameter swept is no ladder.
    let sweep = [1, 2, 3].map(|k| (format!("k{k}"), format!("alphabeta{{depth=2,topk={k}}}")));
    let sweep: Vec<(&str, &str)> = sweep.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    let swept = Scratch::new("swept");
    write_records(swept.path(), &searches("tictactoe", 1, 2, &sweep), CPU);
    let (all, skipped) = drawn(&[swept.path()], Lang::En, None);
    assert!(all.is_empty() && skipped["ablation-ladder"].contains("no ladder"), "{skipped:?}");

    // Rows that failed or were stopped are counted, not drawn.
    for record in &mut records {
        record.search.as_mut().unwrap().err = Some("too large".to_owned());
    }
    let failed = Scratch::new("failed");
    write_records(failed.path(), &records, CPU);
    assert!(drawn(&[failed.path()], Lang::En, None).1["nodes-by-depth"].contains("no finished searches"));
}

#[test]
fn names_are_found_and_wrong_inputs_refused() {
    for figure in FIGURES {
        assert_eq!(find(figure.name).unwrap().name, figure.name);
        assert!(!figure.meaning.is_empty() && !figure.needs.is_empty());
        assert_eq!(FIGURES.iter().filter(|other| other.name == figure.name).count(), 1);
    }
    assert!(find("win-rate").unwrap_err().to_string().contains("did you mean 'win-rates'"));
    let scratch = Scratch::new("inputs");
    let dir = scratch.path().to_path_buf();
    let error = |dirs: &[PathBuf], only| draw_all(dirs, &Theme::new(Lang::En), only).unwrap_err().to_string();
    assert!(error(&[], None).contains("at least one"));
    assert!(error(&[dir.join("none")], None).contains("none"));
    let empty = error(std::slice::from_ref(&dir), None);
    assert!(
        empty.contains("no result folder") && empty.contains("searches.csv") && !empty.contains("is one"),
        "{empty}"
    );
    std::fs::create_dir(dir.join("inner")).unwrap();
    std::fs::write(dir.join("inner/games.csv"), "").unwrap();
    assert!(error(std::slice::from_ref(&dir), None).contains("inner is one"));
    std::fs::write(dir.join("claims.csv"), "").unwrap();
    assert!(error(&[dir.clone(), dir.join("../inputs")], None).contains("twice"));
    assert!(error(std::slice::from_ref(&dir), Some("nodes")).contains("nodes-by-depth"));
    assert!(Theme::with_font(Lang::En, Some(&dir)).unwrap_err().to_string().contains("font"));
}

#[test]
fn what_no_longer_applies_goes_and_other_files_stay() {
    let scratch = Scratch::new("leftovers");
    write_records(scratch.path(), &connect4_searches(), CPU);
    let (all, _) = drawn(&[scratch.path()], Lang::En, None);
    for one in &all {
        let figure = find(one.figure).unwrap();
        assert!(figure.owns(&one.files.svg) && figure.owns(&one.files.png), "{:?}", one.files);
    }
    let figures = scratch.path().join(FOLDER_NAME);
    for name in ["claims.svg", "claims-2.png", "win-rates.png", "claims-old.png", "claims.txt", "mine.svg"] {
        std::fs::write(figures.join(name), "x").unwrap();
    }
    let there = || {
        let names = std::fs::read_dir(&figures).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.collect::<std::collections::BTreeSet<String>>()
    };
    drawn(&[scratch.path()], Lang::En, Some("win-rates"));
    assert!(!there().contains("win-rates.png") && there().contains("claims.svg"));
    drawn(&[scratch.path()], Lang::En, None);
    let mut expected: std::collections::BTreeSet<String> =
        ["claims-old.png", "claims.txt", "mine.svg"].map(str::to_owned).into();
    expected.extend(names(&all).iter().flat_map(|name| [format!("{name}.svg"), format!("{name}.png")]));
    assert_eq!(there(), expected);
}

#[test]
fn broken_tables_are_errors_that_name_the_place() {
    let scratch = Scratch::new("broken");
    write_records(scratch.path(), &searches("tictactoe", 0, 1, &[("a", "minimax{depth=2}")]), CPU);
    let path = scratch.path().join("searches.csv");
    let text = std::fs::read_to_string(&path).unwrap().replace("tictactoe,0,", "tictactoe,zero,");
    std::fs::write(&path, text).unwrap();
    let error = format!("{:#}", draw_all(&[scratch.path().to_path_buf()], &Theme::new(Lang::En), None).unwrap_err());
    assert!(error.contains("searches.csv: line 2, column 'position_id'"), "{error}");
}
