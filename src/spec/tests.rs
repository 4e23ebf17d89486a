//! Specifications read, refused, printed and read again.

use std::path::Path;

use proptest::prelude::*;

use super::command::{MatchFlags, SweepFlags, match_experiment, sweep_experiment};
use super::experiment::{Match, Work};
use super::positions::{Generated, Positions};
use super::print::to_toml;
use super::{Experiment, Job, Plan, Profile, read_text};
use crate::base::Seat;

fn read(toml: &str, profile: Profile) -> anyhow::Result<Vec<Experiment>> {
    read_text(toml, "x.toml", Path::new(""), profile)
}

fn plan_of(toml: &str) -> anyhow::Result<Plan> {
    Plan::new(read(toml, Profile::Quick)?.remove(0))
}

/// The message for a fault.
fn refusal(toml: &str) -> String {
    plan_of(toml).map_or_else(|error| format!("{error:#}"), |_| panic!("accepted: {toml}"))
}

const SEARCH: &str = r#"name = "s"
kind = "search"
game = "tictactoe"
[players]
a = "alphabeta"
[positions]
list = ["start", "b2a1"]
"#;

const MATCH: &str = r#"name = "m"
kind = "match"
game = "tictactoe"
[players]
a = "alphabeta"
b = "random"
[match]
games = 4
openings = { plies = 2 }
"#;

const TRUTH: &str = r#"name = "t"
kind = "truth"
game = "connect4"
[players]
a = "alphabeta{depth=2}"
[truth]
positions = { plies = [14], count = 2 }
"#;

#[test]
fn faults_name_line_key_what_was_found_and_the_nearest_name() {
    for (toml, from, to, parts) in [
        (SEARCH, "kind =", "kid =", vec!["x.toml:2:1: unknown key 'kid'", "did you mean 'kind'?"]),
        (SEARCH, "[positions]", "[postions]", vec!["x.toml:6:2: unknown key 'postions'", "did you mean 'positions'?"]),
        // Another key of the experiment is no slip, however near.
        (SEARCH, "name = \"s\"\n", "", vec!["x.toml:1:1: the key 'name' is missing", "the experiment's name"]),
        (
            SEARCH,
            "name = \"s\"",
            "name = \"s\"\nsed = 3",
            vec!["x.toml:2:1", "unknown key 'sed'", "did you mean 'seed'?"],
        ),
        (
            SEARCH,
            "game =",
            "pairs = true\ngame =",
            vec!["x.toml", "'players'", "pairs = true needs an even number", "found 1"],
        ),
        (MATCH, "game =", "pairs = true\ngame =", vec!["x.toml:3:9", "'pairs'", "kind = \"match\""]),
        (SEARCH, "list =", "lst =", vec!["x.toml:7:1", "positions.lst", "did you mean 'list'?"]),
        (SEARCH, "\"search\"", "\"serch\"", vec!["x.toml:2:8", "found 'serch'", "did you mean 'search'?"]),
        (SEARCH, "tictactoe", "tictacto", vec!["x.toml:3:8", "'tictacto'", "did you mean 'tictactoe'?"]),
        (SEARCH, "\"alphabeta\"", "\"alphabetta\"", vec!["x.toml:5:5", "players.a", "alphabetta", "'alphabeta'"]),
        (SEARCH, "\"alphabeta\"", "\"alphabeta{dept=2}\"", vec!["x.toml:5:5", "dept=2", "did you mean 'depth'?"]),
        (SEARCH, "\"alphabeta\"", "\"alphabeta{topk=0}\"", vec!["x.toml:5:5", "topk", "'0'"]),
        (SEARCH, "\"alphabeta\"", "\"alphabeta{pvs=on,pruning=off}\"", vec!["x.toml:5:5", "pvs=on", "pruning=off"]),
        (SEARCH, "\"alphabeta\"", "\"doc-c-v1\"", vec!["x.toml:5:5", "doc-c-v1", "connect4"]),
        (SEARCH, "\"alphabeta\"", "3", vec!["x.toml:5:5", "players.a", "a text in quotes, found 3"]),
        (SEARCH, "[\"start\", \"b2a1\"]", "[]", vec!["x.toml:7:8", "the list is empty"]),
        (SEARCH, "b2a1", "b2b2", vec!["x.toml:7:8", "b2", "occupied"]),
        (SEARCH, "b2a1", "a1b1a2b2a3", vec!["x.toml:7:8", "the game is over"]),
        (SEARCH, "list = [\"start\", \"b2a1\"]", "plies = 3\ncount = 5000", vec!["x.toml:7:9", "5000", "there are"]),
        (SEARCH, "list = [\"start\", \"b2a1\"]", "plies = 12", vec!["x.toml:7:9", "0 to 9 plies", "12"]),
        (SEARCH, "list = [\"start\", \"b2a1\"]", "plies = [2, 2]", vec!["2 plies stand twice"]),
        (SEARCH, "list = [\"start\", \"b2a1\"]", "plies = 2\ncount = 0", vec!["x.toml:8:9", "from 1 to", "found 0"]),
        (SEARCH, "list = [\"start\", \"b2a1\"]", "plies = -2", vec!["x.toml:7:9", "from 0 to 1000", "found -2"]),
        (SEARCH, "list =", "all = true\nlist =", vec!["'all' cannot be combined with 'list'"]),
        (SEARCH, "list = [\"start\", \"b2a1\"]", "file = \"nowhere.txt\"", vec!["x.toml:7:8", "nowhere.txt"]),
        (SEARCH, "[positions]", "[match]\ngames = 2\n[positions]", vec!["x.toml:6:1", "does not belong"]),
        (SEARCH, "[positions]", "[positions", vec!["x.toml:6:"]),
        (SEARCH, "a = \"alphabeta\"\n", "", vec!["x.toml:4:1", "at least one player"]),
        (SEARCH, "a = ", "\"a,b\" = ", vec!["x.toml:5:9", "comma outside brackets"]),
        (MATCH, "games = 4", "games = 3", vec!["x.toml:8:9", "even number above 0", "found 3"]),
        (MATCH, "games = 4", "games = 0", vec!["x.toml:8:9", "from 2 to", "found 0"]),
        (MATCH, "games = 4", "games = 4\nsprt = [5, 5]", vec!["x.toml:9:8", "elo0 below elo1"]),
        (MATCH, "games = 4", "games = 4\nsprt = [5]", vec!["x.toml:9:8", "[elo0, elo1]", "1 numbers"]),
        (MATCH, "games = 4", "games = 4\nschedule = \"gauntlet\"", vec!["x.toml:7:1", "match.reference", "missing"]),
        (
            MATCH,
            "games = 4",
            "games = 4\nschedule = \"round robin\"",
            vec!["x.toml:9:12", "did you mean 'round-robin'?"],
        ),
        (
            MATCH,
            "games = 4",
            "games = 4\nschedule = \"gauntlet\"\nreference = \"c\"",
            vec!["x.toml:10:13", "among a, b, found 'c'"],
        ),
        (MATCH, "b = \"random\"\n", "", vec!["at least two players"]),
        (
            MATCH,
            "{ plies = 2 }",
            "[\"start\", \"start\"]",
            vec!["(number 2 of the list) is the same position as 'start' (number 1)"],
        ),
        (MATCH, "{ plies = 2 }", "[\"a1b2\", \"c1b2\"]", vec!["same position up to symmetry"]),
        (MATCH, "{ plies = 2 }", "[\"X........\"]", vec!["x.toml:9:"]),
        (MATCH, "games = 4", "games = 4\ntruth_from_ply = -1", vec!["x.toml:9:18", "match.truth_from_ply", "found -1"]),
        (
            &MATCH.replace("tictactoe", "connect4"),
            "games = 4",
            "games = 4\ntruth_from_ply = 13",
            vec!["x.toml:9:18", "at least 14, found 13", "earlier positions of connect4"],
        ),
        (
            MATCH,
            "games = 4",
            "games = 4\nswap2 = true",
            vec!["x.toml:9:9", "match.swap2", "five in a row", "tictactoe"],
        ),
        (
            &MATCH.replace("tictactoe", "gomoku").replace("\"alphabeta\"", "\"greedy\""),
            "games = 4",
            "games = 4\nswap2 = true",
            vec!["x.toml:10:12", "match.openings", "0 stones", "of 3", "has 2"],
        ),
        (MATCH, "games = 4", "games = 4\nswap2 = 1", vec!["x.toml:9:9", "found 1"]),
        (
            &MATCH
                .replace("tictactoe", "gomoku")
                .replace("\"alphabeta\"", "\"alphabeta{depth=1}\"")
                .replace("random", "alphabeta{depth=2}"),
            "games = 4\nopenings = { plies = 2 }",
            "swap2 = true\ngames = 4\nopenings = { plies = 0 }",
            vec!["deterministic", "at most 2 games", "; openings of 3 plies would do"],
        ),
        (TRUTH, "positions =", "position =", vec!["x.toml:7:1", "truth.position", "did you mean 'positions'?"]),
        (TRUTH, "positions = { plies = [14], count = 2 }", "", vec!["x.toml:6:1", "'positions'", "'games = "]),
        (TRUTH, "positions =", "mode = \"string\"\npositions =", vec!["x.toml:7:8", "did you mean 'strong'?"]),
        (TRUTH, "positions =", "from_ply = 3\npositions =", vec!["x.toml:7:12", "belongs to 'games'"]),
        (
            TRUTH,
            "positions =",
            "mode = \"weak\"\nplay_out = true\npositions =",
            vec!["x.toml:8:12", "mode = \"strong\""],
        ),
        (TRUTH, "positions =", "games = \"x\"\npositions =", vec!["x.toml:4:1", "own players"]),
        (TRUTH, "[truth]\n", "[match]\ngames = 2\n[truth]\n", vec!["x.toml:6:1", "does not belong"]),
        (TRUTH, "alphabeta{depth=2}", "estimate", vec!["x.toml:5:5", "plays no games"]),
    ] {
        let changed = toml.replacen(from, to, 1);
        assert_ne!(changed, toml, "{from}");
        let error = refusal(&changed);
        for part in parts {
            assert!(error.contains(part), "{changed}\n{error}\nlacks: {part}");
        }
    }
}

#[test]
fn deterministic_players_need_as_many_openings_as_pairs() {
    let toml = MATCH.replace("random", "minimax").replace("games = 4", "games = 400");
    let error = refusal(&toml);
    // Of the 12 positions after two plies none has a win in one.
    assert!(error.contains("at most 24 games"), "{error}");
    assert!(error.contains("deterministic") && error.contains("200 distinct openings"), "{error}");
    assert!(plan_of(&toml.replace("games = 400", "games = 24")).is_ok());
    assert!(plan_of(&MATCH.replace("games = 4", "games = 400")).is_ok());
    let error = refusal(&toml.replace("games = 400", "games = 26"));
    assert!(error.contains("openings of 3 plies would do"), "{error}");
    let shallow = toml.replace("minimax", "minimax{depth=1}").replace("alphabeta", "alphabeta{depth=1}");
    let error = refusal(&shallow.replace("tictactoe", "gomoku:9").replace("games = 400", "games = 4000"));
    assert!(error.contains("openings of 3 plies would do"), "{error}");
}

#[test]
fn grids_cross_or_zip() {
    let grid = "\n[[vary]]\nkey = \"depth\"\nvalues = [1, 2, 3]\n[[vary]]\nkey = \"order\"\nvalues = [\"generation\", \"centre\", \"hash+centre\"]\n";
    let plan = plan_of(&format!("{SEARCH}{grid}")).unwrap();
    let labels: Vec<String> = (0..plan.player_count()).map(|player| plan.label(player)).collect();
    assert_eq!(labels.len(), 9);
    assert_eq!(labels[1], "a{depth=1,order=centre}");
    assert_eq!(plan.player(4).unwrap().player.to_string(), "alphabeta{depth=2,order=centre}");
    assert_eq!(plan.job_count(), 18);
    let zipped = plan_of(&format!("zip = true\n{SEARCH}{grid}")).unwrap();
    assert_eq!(zipped.player_count(), 3);
    assert_eq!(zipped.label(2), "a{depth=3,order=hash+centre}");
    let error = refusal(&format!("zip = true\n{SEARCH}{}", grid.replace("[1, 2, 3]", "[1, 2]")));
    assert!(error.contains("found 2 and 3 values"), "{error}");
    let error = refusal(&format!("{SEARCH}{}", grid.replace("[1, 2, 3]", "[1, 2, 2]")));
    assert!(error.contains("stands twice"), "{error}");
    let error = refusal(&format!("{SEARCH}{}", grid.replace("[1, 2, 3]", "[]")));
    assert!(error.contains("x.toml:11:10") && error.contains("empty"), "{error}");
    let error = refusal(&format!("{SEARCH}{grid}players = [\"b\"]\n"));
    assert!(error.contains("among a, found 'b'"), "{error}");
    let error = refusal(&format!("{SEARCH}{}", grid.replace("\"depth\"", "\"dept\"")));
    assert!(error.contains("did you mean 'depth'?"), "{error}");
}

#[test]
fn a_grid_replaces_what_the_label_says_of_the_same_key() {
    let grid = "\n[[vary]]\nkey = \"depth\"\nvalues = [2, 3]\n";
    for (label, varied) in [
        ("alphabeta{depth=1,order=centre}", "alphabeta{depth=3,order=centre}"),
        ("my player {topk=8}", "my player {topk=8,depth=3}"),
        ("a (1)", "a (1){depth=3}"),
        ("a{b", "a{b{depth=3}"),
    ] {
        let toml = SEARCH.replace("a = ", &format!("\"{label}\" = "));
        assert_ne!(toml, SEARCH);
        assert_eq!(plan_of(&format!("{toml}{grid}")).unwrap().label(1), varied);
    }
}

#[test]
fn permutations_are_all_orders_or_different_ones() {
    let grid = |rest: &str| {
        format!("{SEARCH}\n[[vary]]\nkey = \"order\"\nvalues = [\"static:*\"]\npermutations = {{ of = 9{rest} }}\n")
    };
    let plan = plan_of(&grid(", count = 50, seed = 3")).unwrap();
    assert_eq!(plan.player_count(), 50);
    let labels: std::collections::HashSet<String> = (0..50).map(|player| plan.label(player)).collect();
    assert_eq!(labels.len(), 50);
    assert!(plan.label(0).starts_with("a{order=static:"), "{}", plan.label(0));
    let three = "name = \"p\"\nkind = \"count\"\ngame = \"tictactoe\"\n[players]\na = \"random\"\n[count]\nquantities = [\"games\"]\n";
    assert!(
        refusal(&format!("{three}[[vary]]\nkey=\"x\"\nvalues=[\"*\"]\npermutations={{of=10}}\n")).contains("at most 9")
    );
    assert!(
        refusal(&format!("{three}[[vary]]\nkey=\"x\"\nvalues=[\"*\"]\npermutations={{of=3,count=4}}\n"))
            .contains("half")
    );
    assert!(
        refusal(&format!("{three}[[vary]]\nkey=\"x\"\nvalues=[\"1\"]\npermutations={{of=3}}\n"))
            .contains("belong together")
    );
}

#[test]
fn a_grid_replaces_a_weight_in_the_brackets_of_the_evaluator() {
    let grid = "[[vary]]\nkey = \"weight.three\"\nvalues = [\"1\", \"2\"]\n";
    let toml = format!(
        "name='s'\nkind='search'\ngame='connect4'\n[players]\na='alphabeta{{depth=1,eval=doc-c{{three=5,two=7}}}}'\n\
         {grid}[positions]\nlist=['start']\n"
    );
    let plan = plan_of(&toml).unwrap();
    let texts: Vec<String> = (0..2).map(|index| plan.player(index).unwrap().player.to_string()).collect();
    assert_eq!(texts, [1, 2].map(|three| format!("alphabeta{{depth=1,eval=doc-c,weight.three={three},weight.two=7}}")));
}

#[test]
fn what_a_plan_needs_is_checked_before_it_is_made() {
    let search = |positions: &str| {
        let players = "[players]\na='alphabeta{depth=1}'\n[positions]\n";
        format!("name='s'\nkind='search'\ngame='connect4'\n{players}{positions}\n")
    };
    for (toml, parts) in [
        // Few enough to be counted.
        (
            search("plies=3\ncount=4294967296"),
            &["x.toml:", "4294967296", "there are at most 121: ask for 121 or fewer"][..],
        ),
        (search("plies=30\ncount=1000001"), &["1000001 positions are asked for; expected at most 1000000"]),
        (search("plies=[30,31]\ncount=500001"), &["1000002 positions", "at most 1000000"]),
        (search("list=['12','21','1122','1 2']"), &["'1 2' (number 4 of the list)", "'12' (number 1)"]),
        (MATCH.replace("games = 4", "games = 4294967298"), &["from 2 to 4294967296"]),
    ] {
        let error = refusal(&toml);
        assert!(parts.iter().all(|part| error.contains(part)), "{error}");
    }
}

#[test]
fn profiles_choose_and_fall_back_to_the_smaller_one() {
    let toml = MATCH.replace("games = 4", "games = { quick = 4, full = 8 }");
    for (profile, games) in [(Profile::Quick, 4), (Profile::Full, 8), (Profile::Overnight, 8)] {
        let experiment = read(&toml, profile).unwrap().remove(0);
        let Work::Match(section) = &experiment.work else { panic!("{experiment:?}") };
        assert_eq!(section.games, games);
    }
    let error = refusal(&MATCH.replace("games = 4", "games = { quik = 4 }"));
    assert!(error.contains("did you mean 'quick'?"), "{error}");
    let error = refusal(&MATCH.replace("games = 4", "games = { full = 4 }"));
    assert!(error.contains("give at least 'quick'"), "{error}");
}

#[test]
fn a_new_seed_reaches_the_openings_that_have_none_of_their_own() {
    let seed_of = |toml: &str| {
        let mut experiment = read(toml, Profile::Quick).unwrap().remove(0);
        experiment.set_seed(77);
        assert_eq!(experiment.seed, 77);
        match experiment.work {
            Work::Match(Match { openings: Positions::Generated(Generated { seed, .. }), .. }) => seed,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(seed_of(MATCH), 77);
    assert_eq!(seed_of(&MATCH.replace("plies = 2", "plies = 2, seed = 5")), 5);
    // What a dry run prints has the seed of the openings written out.
    let printed = to_toml(&read(MATCH, Profile::Quick).unwrap().remove(0), true);
    assert!(printed.matches("seed = ").count() == 2 && !printed.contains("# \n"), "{printed}");
    assert_eq!(seed_of(&printed), 77);
}

#[test]
fn several_experiments_and_foreign_tables() {
    let one = SEARCH.replace("[players]", "[experiment.players]").replace("[positions]", "[experiment.positions]");
    let two = one.replace("name = \"s\"", "name = \"t\"");
    let file = format!("[claim]\nid = \"A1\"\n[[experiment]]\n{one}[[experiment]]\n{two}[[part]]\nid = \"A1.x\"\n");
    let names: Vec<String> = read(&file, Profile::Quick).unwrap().into_iter().map(|found| found.name).collect();
    assert_eq!(names, ["s", "t"]);
    // Keys are those of the experiment, with their places in the file.
    let faulty = format!("[[experiment]]\n{}", one.replace("b2a1", "b2b2"));
    let error = format!("{:#}", Plan::new(read(&faulty, Profile::Quick).unwrap().remove(0)).unwrap_err());
    assert!(error.starts_with("x.toml:8:8: key 'positions.list'"), "{error}");
    assert!(read("[claim]\nid = \"C10\"\n", Profile::Quick).unwrap().is_empty());
    let twice = format!("[[experiment]]\n{one}[[experiment]]\n{one}");
    assert!(format!("{:#}", read(&twice, Profile::Quick).unwrap_err()).contains("'s' stands twice"));
    let other = format!("[claims]\nid = 1\n[[experiment]]\n{one}");
    assert!(format!("{:#}", read(&other, Profile::Quick).unwrap_err()).contains("did you mean 'claim'?"));
}

#[test]
fn jobs_are_worked_out_by_number() {
    let plan = plan_of(SEARCH).unwrap();
    assert_eq!((plan.job_count(), plan.unit()), (2, 1));
    assert_eq!(plan.job(2), None);
    let toml = MATCH.replace("[match]", "c = \"rules\"\n[match]\nschedule = \"round-robin\"");
    let plan = plan_of(&toml).unwrap();
    assert_eq!((plan.pairings(), plan.job_count(), plan.unit()), (&[(0, 1), (0, 2), (1, 2)][..], 12, 2));
    let mut seeds = std::collections::HashSet::new();
    for id in 0..plan.job_count() {
        let Some(Job::Game { pairing, pair, opening, first, second, seed }) = plan.job(id) else { panic!("{id}") };
        let (one, other) = plan.pairings()[pairing as usize];
        let (one, other) = (u64::from(one), u64::from(other));
        assert_eq!(pairing, id / 4);
        assert_eq!(pair, id % 4 / 2);
        assert_eq!(opening as u64, pair);
        assert_eq!((first, second), if id % 2 == 0 { (one, other) } else { (other, one) });
        assert!(seeds.insert(seed));
    }
    let exhaust = plan_of(
        "name='e'\nkind='exhaust'\ngame='tictactoe'\n[players]\na='minimax'\nb='rules'\n[exhaust]\nplayer='b'\n",
    )
    .unwrap();
    assert_eq!(exhaust.job_count(), 2);
    assert!(matches!(exhaust.job(1), Some(Job::Exhaust { player: 1, seat: Seat::SECOND, .. })));
    assert!(refusal("name='e'\nkind='exhaust'\ngame='connect4'\n[players]\na='random'\n").contains("at most 16 cells"));
}

#[test]
fn flags_make_experiments() {
    let flags = MatchFlags {
        game: "tictactoe".to_string(),
        first: "alphabeta".to_string(),
        second: "minimax".to_string(),
        ..MatchFlags::default()
    };
    // 12 openings of two plies: 24 games and not the 100 that nobody asked for.
    let plan = Plan::new(match_experiment(&flags).unwrap()).unwrap();
    assert_eq!(plan.job_count(), 24);
    let asked = MatchFlags { games: Some(100), ..flags.clone() };
    assert!(Plan::new(match_experiment(&asked).unwrap()).is_err());
    let random = MatchFlags { second: "random".to_string(), sprt: Some("0,10".to_string()), ..flags.clone() };
    let plan = Plan::new(match_experiment(&random).unwrap()).unwrap();
    assert_eq!((plan.job_count(), plan.match_section().unwrap().sprt), (100, Some([0.0, 10.0])));
    let same = MatchFlags { second: "alphabeta".to_string(), ..flags.clone() };
    assert_eq!(Plan::new(match_experiment(&same).unwrap()).unwrap().label(1), "Q: alphabeta");
    // The value that is compared is in the label, also where it is the player's default.
    let width = |text: &str| format!("doc-a-search{{depth=1,topk={text}}}");
    let widths = MatchFlags { game: "gomoku".to_string(), first: width("8"), second: width("30"), ..flags.clone() };
    let plan = Plan::new(match_experiment(&widths).unwrap()).unwrap();
    assert_eq!([plan.label(0), plan.label(1)], [width("8"), width("30")]);
    for (sprt, openings, part) in [
        (Some("0,"), None, "--sprt"),
        (Some("1"), None, "ELO0,ELO1"),
        (None, Some("plis=2"), "did you mean 'plies'?"),
        (None, Some("plies=2,"), "expected one of plies"),
        (None, Some("list=a1+"), "stray '+'"),
        (None, Some("-1"), "found '-1'"),
        (None, Some("file=/nowhere/x"), "/nowhere/x"),
    ] {
        let faulty =
            MatchFlags { sprt: sprt.map(str::to_string), openings: openings.map(str::to_string), ..flags.clone() };
        let error = format!("{:#}", match_experiment(&faulty).unwrap_err());
        assert!(error.contains(part), "{error}");
    }
    let sweep = SweepFlags {
        game: "connect4".to_string(),
        player: "alphabeta".to_string(),
        vary: vec!["depth=1,2".to_string(), "order=generation,centre".to_string()],
        ..SweepFlags::default()
    };
    let plan = Plan::new(sweep_experiment(&sweep).unwrap()).unwrap();
    assert_eq!((plan.player_count(), plan.job_count()), (4, 4 * 32));
    let games = SweepFlags { games: Some(6), against: Some("random".to_string()), ..sweep.clone() };
    let plan = Plan::new(sweep_experiment(&games).unwrap()).unwrap();
    assert_eq!((plan.pairings().len(), plan.job_count()), (4, 24));
    // Without --against the base is the opponent, and a grid's point may be the opponent's very text.
    for (against, label) in
        [(None, "alphabeta{depth=2}"), (Some("alphabeta{depth=1}"), "reference: alphabeta{depth=1}")]
    {
        let player = "alphabeta{depth=2}".to_string();
        let vary = vec!["depth=1,3".to_string()];
        let own = SweepFlags { player, vary, games: Some(2), against: against.map(str::to_string), ..sweep.clone() };
        let plan = Plan::new(sweep_experiment(&own).unwrap()).unwrap();
        let labels: Vec<String> = (0..plan.player_count()).map(|player| plan.label(player)).collect();
        let label = if against.is_none() { format!("reference: {label}") } else { label.to_string() };
        assert_eq!(labels, ["alphabeta{depth=1}", "alphabeta{depth=3}", label.as_str()]);
    }
    for (vary, part) in
        [("depth", "no '='"), ("depth=1,", "stray comma"), ("=1", "key is empty"), ("depth=", "is empty")]
    {
        let faulty = SweepFlags { vary: vec![vary.to_string()], ..sweep.clone() };
        assert!(format!("{:#}", sweep_experiment(&faulty).unwrap_err()).contains(part), "{vary}");
    }
    let both = SweepFlags { games: Some(2), positions: Some(2), ..sweep };
    assert!(sweep_experiment(&both).unwrap_err().to_string().contains("exclude"));
}

#[test]
fn swap2_from_flags() {
    let played = MatchFlags {
        game: "gomoku:7".to_string(),
        first: "alphabeta{depth=1}".to_string(),
        second: "random".to_string(),
        swap2: true,
        ..MatchFlags::default()
    };
    let swept = SweepFlags {
        game: "gomoku:7".to_string(),
        player: "alphabeta".to_string(),
        vary: vec!["depth=1,2".to_string()],
        against: Some("random".to_string()),
        swap2: true,
        ..SweepFlags::default()
    };
    let experiments = [match_experiment(&played).unwrap(), sweep_experiment(&swept).unwrap()];
    let openings = experiments.map(|experiment| {
        let plan = Plan::new(experiment).unwrap();
        assert!(plan.match_section().unwrap().swap2);
        assert!((0..plan.suite().len()).all(|index| plan.suite().moves(index).len() == 3));
        plan.match_section().unwrap().openings.clone()
    });
    assert_eq!(openings[0], openings[1]);
    let large = MatchFlags { game: "gomoku:20,renju".to_string(), second: played.first.clone(), ..played.clone() };
    let balanced = match_experiment(&large).unwrap();
    let plan = Plan::new(balanced.clone()).unwrap();
    assert_eq!(plan.job_count(), 100);
    assert!((0..plan.suite().len()).all(|index| plan.suite().moves(index).len() == 3));
    let (Work::Match(large), Work::Match(middle)) =
        (balanced.work, match_experiment(&MatchFlags { game: "gomoku".to_string(), ..played.clone() }).unwrap().work)
    else {
        panic!()
    };
    assert!(matches!(large.openings, Positions::Listed(_)) && large.openings == middle.openings);
    assert!(matches!(openings[0], Positions::Generated(_)));
    let searches = SweepFlags { against: None, ..swept.clone() };
    let error = sweep_experiment(&searches).unwrap_err().to_string();
    assert_eq!(error, "--swap2 belongs to games; add --games N");
    for game in ["tictactoe", "connect4", "mnk:1,1,1"] {
        let played = MatchFlags { game: game.to_string(), second: "alphabeta{depth=1}".to_string(), ..played.clone() };
        let swept = SweepFlags { game: game.to_string(), ..swept.clone() };
        for error in [match_experiment(&played).unwrap_err(), sweep_experiment(&swept).unwrap_err()] {
            let error = error.to_string();
            assert!(error.starts_with("--swap2: swap2 is played at five in a row") && error.contains(game), "{error}");
        }
    }
}

/// Parts out of which specifications are made.
fn parts() -> impl Strategy<Value = String> {
    let players = prop::sample::select(vec![
        "a = \"random\"\n\"b {x=1}\" = \"rules\"\n",
        "\"a=b{c=1}\" = \"alphabeta{depth=2}\"\n\"ü\\\"\\\\\" = \"random\"\n",
        "\"b \\\\ c\" = \"minimax{depth=1,weight.x=1}\"\nz = \"rules\"\n",
        "one = \"alphabeta{depth=1}\"\ntwo = \"mcts{simulations=20}\"\n",
    ]);
    let vary = prop::sample::select(vec![
        "",
        "[[vary]]\nkey = \"depth\"\nvalues = { quick = [1, 2], full = [3] }\nplayers = [\"one\"]\n",
        "[[vary]]\nkey = \"order\"\nvalues = [\"static:*\"]\nplayers = [\"one\"]\npermutations = { of = 9, count = 3 }\n",
    ]);
    let work = prop::sample::select(vec![
        ("search", "[positions]\nplies = [2, 3]\ncount = { quick = 2, full = 5 }\n"),
        ("search", "[positions]\nplies = [2, 3]\nnear = 1\n[balance]\nmargin = 40\ncount = { quick = 2, full = 5 }\n"),
        ("search", "[positions]\nall = true\nplies = [1, 2]\n[balance]\nmargin = 0\n"),
        ("search", "[positions]\nlist = [\"start\", \"XX./.OO/...\"]\n"),
        ("match", "[match]\ngames = 6\nopenings = { plies = [1, 2], win_in_one = true }\n"),
        ("match", "[match]\nschedule = \"round-robin\"\ngames = 2\nopenings = [\"b2\"]\nsprt = [-5, 5.5]\n"),
        ("match", "[match]\ngames = 4\nrecord_moves = true\nopenings = { plies = 2, count = 3, seed = 9 }\n"),
        ("match", "[match]\ngames = 4\ntruth_from_ply = 5\nopenings = { plies = 2, count = 3, seed = 9 }\n"),
        ("match", "[match]\ngames = 4\nswap2 = true\nopenings = { plies = 3, count = 3, near = 2 }\n"),
        ("truth", "[truth]\nplay_out = true\npositions = { plies = [3] }\n"),
        ("truth", "[truth]\nmode = \"weak\"\nnodes = 9\ntable_bytes = 4096\npositions = [\"b2\"]\n"),
        ("exhaust", ""),
        ("count", "[count]\nquantities = [\"games\", \"power:15,7\"]\n"),
    ]);
    (players, vary, work, 0u64..1 << 60, any::<bool>()).prop_map(|(players, vary, (kind, work), seed, zip)| {
        format!(
            "name = \"n\"\nabout = \"prose\\nin lines\"\nabout_zh = \"说明\"\nkind = \"{kind}\"\ngame = \"tictactoe\"\nseed = {seed}\n\
             zip = {zip}\n[players]\n{players}{vary}{work}"
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_printed_is_the_same_plan(toml in parts()) {
        let Ok(experiments) = read(&toml, Profile::Quick) else { return Ok(()) };
        for commented in [false, true] {
            let printed = to_toml(&experiments[0], commented);
            let again = read(&printed, Profile::Overnight).map_err(|error| TestCaseError::fail(format!("{printed}\n{error:#}")))?;
            let mut expected = experiments[0].clone();
            if !commented {
                (expected.about, expected.about_zh) = (String::new(), String::new());
            }
            prop_assert_eq!(to_toml(&again[0], commented), printed);
            if let (Ok(plan), Ok(same)) = (Plan::new(expected), Plan::new(again[0].clone())) {
                prop_assert_eq!(plan.hash(), same.hash());
                prop_assert_eq!(plan.job_count(), same.job_count());
                for id in 0..plan.job_count() {
                    prop_assert_eq!(plan.job(id), same.job(id));
                }
            }
        }
    }

    #[test]
    fn arbitrary_text_is_no_panic(toml in "[a-z\\[\\]={}\"',.0-9\n #-]{0,200}") {
        let _ = read(&toml, Profile::Quick);
    }

    #[test]
    fn arbitrary_changes_are_no_panic(at in 0usize..400, with in "[ -~\n]{0,6}", cut in 0usize..8, which in 0usize..2) {
        let toml = [SEARCH, MATCH][which];
        let at = at.min(toml.len());
        let to = (at + cut).min(toml.len());
        let changed = format!("{}{with}{}", &toml[..at], &toml[to..]);
        if let Ok(experiments) = read(&changed, Profile::Quick) {
            for experiment in experiments {
                let _ = Plan::new(experiment);
            }
        }
    }
}
