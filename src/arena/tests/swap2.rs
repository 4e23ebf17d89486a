//! Swap2 in matches: who has which stones, what the rows say of it, and what statistics make of it.

use std::fs;

use super::{Scratch, files, options, plan};
use crate::arena::run;
use crate::base::{Outcome, Position, Seat};
use crate::games::notation::{parse_moves, play_moves};
use crate::games::{GameSpec, GameVisitor};
use crate::records::read::read;
use crate::records::rows::{GameRow, MoveRow};

const MATCH: &str = r#"
name = "swap2"
kind = "match"
game = "gomoku:7"
[players]
search = "alphabeta{depth=1,eval=doc-a}"
chance = "random"
other = "alphabeta{depth=2,eval=doc-a}"
[match]
schedule = "round-robin"
games = 12
swap2 = true
record_moves = true
openings = { plies = 3, near = 2 }
"#;

/// Who won by the moves alone.
struct Replay<'a>(&'a str);

impl GameVisitor for Replay<'_> {
    type Output = Option<Outcome>;

    fn visit<P: Position>(self, start: P) -> Option<Outcome> {
        play_moves(&start, &parse_moves(&start.shape(), self.0).unwrap()).unwrap().outcome()
    }
}

fn played(toml: &str, threads: usize) -> (Scratch, Vec<GameRow>) {
    let scratch = Scratch::new();
    assert!(run(&plan(toml), &scratch.0, &options(threads)).unwrap().is_complete());
    let games = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
    (scratch, games)
}

#[test]
fn colours_follow_the_choice_and_seats_follow_the_plan() {
    let (scratch, games) = played(MATCH, 2);
    let moves: Vec<MoveRow> = read(&scratch.0).unwrap().map(|row| row.unwrap()).collect();
    let game: GameSpec = "gomoku:7".parse().unwrap();
    for row in &games {
        let settled = (row.swap2.as_deref().unwrap(), row.first_stones.as_deref().unwrap());
        assert!([("white", "first"), ("black", "second")].contains(&settled), "{row:?}");
        let outcome = match game.visit(Replay(&row.moves)).unwrap() {
            Outcome::Draw => "draw",
            Outcome::Win(stones) if (stones == Seat::FIRST) == (settled.1 == "first") => "first",
            Outcome::Win(_) => "second",
        };
        assert_eq!(row.outcome.as_deref(), Some(outcome), "{row:?}");
        // White's fourth stone is part of the choice.
        let placed = if settled.0 == "white" { 4 } else { 3 };
        assert_eq!(row.plies, placed + row.moves_first + row.moves_second, "{row:?}");
        let black = if settled.1 == "first" { &row.first } else { &row.second };
        // The openings are given, so that first has nothing to decide, and nothing of second's decision is among its moves.
        let second_decided = row.swap2_nodes_second.unwrap();
        assert!(if row.second == "chance" { second_decided == 1 } else { second_decided > 10 }, "{row:?}");
        assert_eq!(row.swap2_nodes_first, Some(0), "{row:?}");
        for (player, nodes) in [(&row.first, row.nodes_first), (&row.second, row.nodes_second)] {
            let of_moves = moves.iter().filter(|made| made.job_id == row.job_id && made.player == *player);
            assert_eq!(of_moves.map(|made| made.nodes.unwrap()).sum::<u64>(), nodes.unwrap(), "{row:?}");
        }
        for made in moves.iter().filter(|made| made.job_id == row.job_id) {
            assert_eq!(made.player == *black, made.ply % 2 == 0, "{made:?}");
        }
    }
    for pair in games.chunks(2) {
        assert_eq!((&pair[0].first, &pair[0].opening), (&pair[1].second, &pair[1].opening));
    }
    let swapped = games.iter().filter(|row| row.first_stones.as_deref() == Some("second")).count();
    assert!((1..games.len()).contains(&swapped), "{swapped} of {}", games.len());
    assert_eq!(files(&scratch.0), files(&played(MATCH, 1).0.0));

    // Chance takes no side, so that its pairing has games of all kinds; the summary counts them by stones, not by seats.
    let summary = fs::read_to_string(scratch.0.join("summary.csv")).unwrap();
    let value = |quantity: &str| {
        let row = summary.lines().find(|line| line.starts_with(&format!("search,chance,{quantity},")));
        row.unwrap_or_else(|| panic!("{quantity}: {summary}")).split(',').nth(3).unwrap().parse::<f64>().unwrap()
    };
    let of: Vec<&GameRow> = games.iter().filter(|row| row.pairing_id == 0).collect();
    let share = |holds: &dyn Fn(&GameRow) -> bool, among: &dyn Fn(&GameRow) -> bool| {
        let among: Vec<&&GameRow> = of.iter().filter(|row| among(row)).collect();
        among.iter().filter(|row| holds(row)).count() as f64 / among.len() as f64
    };
    let won_by_first_stones = |row: &GameRow| row.outcome == row.first_stones;
    let search_is_black = |row: &GameRow| (row.first == "search") == (row.first_stones.as_deref() == Some("first"));
    assert!((value("first_stones_win_rate") - share(&won_by_first_stones, &|_| true)).abs() < 1e-9);
    assert!((value("win_rate_with_first_stones") - share(&won_by_first_stones, &search_is_black)).abs() < 1e-9);
    let chosen = |choice: &str| of.iter().filter(|row| row.swap2.as_deref() == Some(choice)).count() as f64;
    assert_eq!([value("swap2_white"), value("swap2_black")], ["white", "black"].map(chosen));
}

#[test]
fn players_place_the_stones_themselves_on_the_empty_board() {
    let toml = MATCH.replace("games = 12", "games = 2").replace("plies = 3, near = 2", "plies = 0");
    let (_, games) = played(&toml, 2);
    assert_eq!(games.len(), 6);
    assert!(games.iter().all(|row| row.opening == "start" && row.swap2.is_some()), "{games:?}");
    for row in &games {
        // Of eight openings the first seat looks at each; the second at one position.
        let [placed, chosen] = [row.swap2_nodes_first, row.swap2_nodes_second].map(Option::unwrap);
        assert!(if row.first == "chance" { placed == 8 } else { placed > 80 }, "{row:?}");
        assert!(if row.second == "chance" { chosen == 1 } else { chosen > 10 }, "{row:?}");
    }
}

#[test]
fn without_swap2_the_first_seat_has_the_first_stones() {
    let (_, games) = played(&MATCH.replace("swap2 = true\n", ""), 2);
    assert!(games.iter().all(|row| row.swap2.is_none() && row.first_stones.as_deref() == Some("first")));
    assert!(games.iter().all(|row| row.swap2_nodes_first.is_none() && row.swap2_nodes_second.is_none()));
}
