//! Balanced openings, from a suite to a match that plays them.

use std::collections::BTreeMap;
use std::fs;

use super::{Scratch, options, plan};
use crate::arena::run;
use crate::games::GameSpec;
use crate::games::notation::{moves_text, parse_moves};
use crate::records::read::read;
use crate::records::rows::{GameRow, SearchRow};

pub(super) const SUITE: &str = r#"
name = "balance"
kind = "search"
game = "gomoku:9"
[players]
near = "alphabeta{depth=1,eval=doc-a}"
far = "alphabeta{depth=2,eval=doc-a}"
[positions]
plies = [3, 4]
near = 2
count = 25
[balance]
margin = 400
"#;

#[test]
fn a_match_plays_what_every_player_finds_balanced() {
    let scratch = Scratch::new();
    let suite = plan(SUITE);
    assert!(run(&suite, &scratch.0, &options(2)).unwrap().is_complete());
    let mut positions = BTreeMap::<u64, (String, Vec<u32>)>::new();
    for row in read::<SearchRow>(&scratch.0).unwrap() {
        let row = row.unwrap();
        let entry = positions.entry(row.position_id).or_insert_with(|| (row.position.clone(), Vec::new()));
        entry.1.push(row.value.unwrap().unsigned_abs());
    }
    assert_eq!(positions.len(), 50);
    let balanced = |values: &[u32]| values.len() == 2 && values.iter().all(|&value| value <= 400);
    // Those of 3 and of 4 plies by turns, as long as there are both.
    let (threes, fours): (Vec<&str>, Vec<&str>) = positions
        .values()
        .filter(|(_, values)| balanced(values))
        .map(|(text, _)| text.as_str())
        .partition(|text| text.len() < 8);
    let mut expected: Vec<&str> = threes.iter().zip(&fours).flat_map(|(&three, &four)| [three, four]).collect();
    let both = expected.len() / 2;
    expected.extend(threes[both..].iter().chain(&fours[both..]));
    assert!(both >= 2, "{threes:?} {fours:?}");
    let file = scratch.0.join("openings.txt");
    let text = fs::read_to_string(&file).unwrap();
    let shape = "gomoku:9".parse::<GameSpec>().unwrap().shape;
    let moves = |line: &str| moves_text(&shape, &parse_moves(&shape, line).unwrap());
    let found: Vec<String> = text.lines().filter(|line| !line.starts_with('#')).map(moves).collect();
    assert_eq!(found, expected);
    // Neither all of them nor so few that the margin might as well not be there.
    assert!((5..45).contains(&found.len()), "{found:?}");
    let summary = fs::read_to_string(scratch.0.join("summary.csv")).unwrap();
    let figure = format!(",,balanced_openings,{},,,positions,50,positions,", found.len());
    assert!(summary.contains(&figure), "{summary}");

    let games = 2 * found.len();
    let played = plan(&format!(
        "name = \"played\"\nkind = \"match\"\ngame = \"gomoku:9\"\n[players]\na = \"alphabeta{{depth=1,eval=doc-a}}\"\n\
         b = \"alphabeta{{depth=1,eval=doc-g}}\"\n[match]\ngames = {games}\nopenings = {{ file = '{}' }}\n",
        file.display()
    ));
    let other = Scratch::new();
    assert!(run(&played, &other.0, &options(2)).unwrap().is_complete());
    let openings: Vec<String> = read::<GameRow>(&other.0).unwrap().map(|row| row.unwrap().opening).collect();
    let twice: Vec<&str> = expected.iter().flat_map(|&opening| [opening, opening]).collect();
    assert_eq!(openings, twice);
}

#[test]
fn as_many_are_kept_as_asked_for() {
    let scratch = Scratch::new();
    let lines = |toml: &str| {
        run(&plan(toml), &scratch.0, &options(1)).unwrap();
        let text = fs::read_to_string(scratch.0.join("openings.txt")).unwrap();
        fs::remove_dir_all(&scratch.0).unwrap();
        text.lines().filter(|line| !line.starts_with('#')).map(str::to_string).collect::<Vec<_>>()
    };
    let all = lines(SUITE);
    assert_eq!(lines(&format!("{SUITE}count = 3\n")), all[..3]);
    assert_eq!(lines(&SUITE.replace("margin = 400", "margin = 0")).len(), 0);
}
