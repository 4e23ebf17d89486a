//! The faults of printed programs that live in the search: what each makes of a position that shows it.

use mnklab::base::score::WIN;
use mnklab::base::{Answer, Move, Position};
use mnklab::games::notation::read_position;
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::players::{PlayerSpec, build};

/// What a player answers to positions of one game, in turns.
struct Ask<'a>(&'a str, &'a GameSpec, &'a [&'a str]);

impl GameVisitor for Ask<'_> {
    type Output = Vec<Answer>;

    fn visit<P: Position>(self, start: P) -> Vec<Answer> {
        let Ask(player, game, positions) = self;
        let player: PlayerSpec = player.parse().unwrap_or_else(|error| panic!("{player}: {error:#}"));
        let mut searcher = build(&player, game, &start).expect("a player of this game");
        searcher.new_game(1);
        let answers = positions.iter().map(|moves| {
            let (root, _) = read_position(&start, moves).expect("a position");
            searcher.search(&root, &player.limits())
        });
        answers.collect()
    }
}

fn ask(player: &str, game: &str, moves: &str) -> Answer {
    let game: GameSpec = game.parse().expect("a game");
    game.visit(Ask(player, &game, &[moves])).remove(0)
}

#[test]
fn a_line_of_six_is_lost_for_its_owner() {
    // x: a1 b1 c1 e1 f1. At d1 it makes six.
    let moves = "a1a9b1c9c1e9e1g9f1i9";
    for check in ["after_move", "at_entry"] {
        let value = |fault: &str| {
            let player = format!("alphabeta{{depth=1,win_check={check}{fault}}}");
            let answer = ask(&player, "gomoku:9", moves);
            answer.candidates.iter().find(|(mv, _)| mv.0 == 3).map(|(_, value)| *value)
        };
        assert_eq!((value(""), value(",fault_overline_lost=on")), (Some(WIN - 1), Some(1 - WIN)), "{check}");
    }
    // Five are a win all the same.
    let five = ask("alphabeta{depth=1,fault_overline_lost=on}", "gomoku:9", "a1a9b1c9c1e9e1g9");
    assert_eq!(five.value, Some(WIN - 1));
}

#[test]
fn the_check_at_entry_takes_four_on_the_diagonal_of_a_corner_for_a_five() {
    let moves = "a1i1b2i3c3i5";
    let value = |player: &str| ask(player, "gomoku:9", moves).value;
    assert_eq!(value("alphabeta{depth=1}"), Some(0));
    for check in ["after_move", "at_entry"] {
        let player = format!("alphabeta{{depth=1,win_check={check},fault_entry_corner=on}}");
        let answer = ask(&player, "gomoku:9", moves);
        assert_eq!((answer.value, answer.best), (Some(WIN - 1), Some(Move(3 * 9 + 3))), "{check}");
        // Beside the corner four are four.
        assert_eq!(ask(&player, "gomoku:9", "b1i1c2i3d3i5").value, Some(0));
    }
}

#[test]
fn the_first_players_view_makes_the_second_one_look_for_its_defeat() {
    // Column 1 wins: for x after 1 2 1 2 1 2, for o after 3 1 2 1 5 1 6.
    for (moves, by_fault) in [("121212", WIN - 1), ("3121516", 0)] {
        assert_eq!(ask("alphabeta{depth=1}", "connect4", moves).value, Some(WIN - 1));
        let answer = ask("alphabeta{depth=1,fault_first_view=on}", "connect4", moves);
        assert_eq!(answer.value, Some(by_fault), "{moves}");
        assert_eq!(answer.best == Some(Move(0)), by_fault != 0, "{moves}");
    }
}

#[test]
fn a_finished_game_may_be_worth_a_sum_or_ten() {
    let value = |keys: &str| ask(&format!("alphabeta{{depth=1,{keys}}}"), "connect4", "121212").value;
    let only_fours = "eval=doc-c,weight.three=0,weight.two=0,weight.one=0,weight.column=0";
    assert_eq!(value(&format!("{only_fours},fault_line_evaluated=on")), Some(10_000));
    assert_eq!(value("fault_win_of_ten=on"), Some(9));
    let later = ask("alphabeta{depth=3,fault_win_of_ten=on}", "tictactoe", "a1a3b2c2b1").value;
    assert_eq!(later, Some(-8), "two plies after the root's move");
}

#[test]
fn a_stop_is_looked_at_between_the_moves_of_the_root_or_stored_as_a_result() {
    let moves = "h8i9g7";
    let answer = |keys: &str| ask(&format!("alphabeta{{depth=3,nodes=300,eval=doc-a{keys}}}"), "gomoku", moves);
    let (plain, between) = (answer(",candidates=radius"), answer(",candidates=radius,fault_stop_between_moves=on"));
    assert!((300..350).contains(&plain.counters.nodes) && plain.stopped);
    // The move during which the limit is reached is searched to its end, and counts.
    assert!(between.counters.nodes > plain.counters.nodes && between.candidates.len() == plain.candidates.len() + 1);
    // On the way back every remaining child is valued: more nodes, and more entries in the table.
    let table = ",candidates=radius,table_bytes=1048576";
    let (plain, stored) = (answer(table), answer(&format!("{table},fault_table_after_stop=on")));
    assert!(stored.counters.nodes > plain.counters.nodes && stored.stopped);
    assert!(stored.counters.table_stores > plain.counters.table_stores);
}

#[test]
fn the_width_at_the_root_shrinks_with_the_nodes_that_are_left() {
    let searched = |keys: &str| {
        let player = format!("alphabeta{{depth=2,eval=doc-a,candidates=radius,topk=8,topk_at=root,pruning=off{keys}}}");
        let answer = ask(&player, "gomoku", "h8i9g7");
        (answer.candidates.len(), answer.stopped, answer.counters.nodes)
    };
    let (all, _, nodes) = searched("");
    assert_eq!(all, 8);
    // As many nodes as the whole width takes: half of them are left after half of the moves, and four moves are enough.
    let (half, stopped, _) = searched(&format!(",topk_time=on,nodes={nodes}"));
    assert!((4..=5).contains(&half) && !stopped, "{half}");
    assert_eq!(searched(",topk_time=on").0, 8, "without a limit there is nothing to run out of");
}

#[test]
fn a_choice_among_the_best_moves_knows_their_values_and_as_printed_their_bounds() {
    let positions = ["h8i9g7", "h8h9i8g8j8", "h8i9g7j10h9", "h8g9i7g7"];
    let game: GameSpec = "gomoku".parse().expect("a game");
    let best_three = |keys: &str| -> Vec<Vec<(Move, i32)>> {
        let player = format!("alphabeta{{depth=2,eval=doc-a,candidates=box{keys}}}");
        let answers = game.visit(Ask(&player, &game, &positions));
        answers.into_iter().map(|answer| answer.candidates.into_iter().take(3).collect()).collect()
    };
    let all = best_three(",pruning=off");
    let choice = ",choice_of=3,choice_margin=1000000000";
    for keys in ["", ",pvs=on", ",order=static_score", ",deepening=on,order=hash,table_bytes=1048576"] {
        let found = best_three(&format!("{choice}{keys}"));
        for (found, all) in found.iter().zip(&all) {
            let values = |of: &[(Move, i32)]| of.iter().map(|(_, value)| *value).collect::<Vec<i32>>();
            assert_eq!(values(found), values(all), "{keys}");
        }
    }
    assert_eq!(best_three(choice), all, "the same moves, too");
    assert_ne!(best_three(&format!("{choice},fault_choice_of_bounds=on")), all);
}

#[test]
fn one_of_three_is_drawn_where_they_are_worth_about_as_much() {
    let game: GameSpec = "gomoku".parse().expect("a game");
    let chosen = |keys: &str, moves: &str| {
        let player = format!("alphabeta{{depth=1,eval=doc-a,candidates=radius{keys}}}");
        let answers = game.visit(Ask(&player, &game, &[moves; 60]));
        let mut best: Vec<Option<Move>> = answers.iter().map(|answer| answer.best).collect();
        assert!(answers.iter().all(|answer| answer.line.first().copied() == answer.best));
        assert!(answers.iter().all(|answer| answer.value == Some(answer.candidates[0].1)), "the position's value");
        best.sort_unstable_by_key(|mv| mv.map(|mv| mv.0));
        best.dedup();
        best.len()
    };
    assert_eq!((chosen("", "h8i9"), chosen(",choice_of=3", "h8i9")), (1, 3));
    // g8 and l8 make five, and nothing else comes near.
    assert_eq!((chosen(",choice_of=3", "h8a1i8a3j8c1k8c3"), chosen(",choice_of=2", "h8a1i8a3j8c1k8c3")), (1, 2));
}

#[test]
fn the_depth_grows_from_move_to_move() {
    for (moves, plies) in [("start", 1), ("h8i9", 2), ("h8i9g7", 2), ("h8i9g7j10", 3), ("h8i9g7j10a1a2", 3)] {
        let answer = ask("alphabeta{depth=3,eval=doc-a,candidates=radius,depth_base=1}", "gomoku", moves);
        assert_eq!(answer.completed_depth_plies, plies, "{moves}");
    }
}

#[test]
fn faults_without_a_meaning_are_refused() {
    for (keys, parts) in [
        ("win_check=at_leaf,fault_overline_lost=on", &["win_check=at_leaf", "fault_overline_lost"][..]),
        ("win_check=at_leaf,fault_entry_corner=on", &["win_check=at_leaf", "fault_entry_corner"]),
        ("fault_line_evaluated=on,fault_win_of_ten=on", &["fault_line_evaluated", "fault_win_of_ten"]),
        ("fault_table_after_stop=on", &["table_bytes"]),
        ("table_bytes=64,fault_table_after_stop=on,fault_stop_between_moves=on", &["fault_stop_between_moves"]),
        ("table_bytes=64,table_depth_key=on,fault_table_any_depth=on", &["table_depth_key", "fault_table_any_depth"]),
        ("fault_table_any_depth=on", &["table_bytes"]),
        ("depth_every=5", &["depth_base"]),
        ("fault_choice_of_bounds=on", &["choice_of"]),
        ("choice_margin=3", &["choice_of"]),
        ("choice_of=3,deepening=on,aspiration=50", &["choice_of", "aspiration"]),
    ] {
        let player: PlayerSpec = format!("alphabeta{{depth=2,{keys}}}").parse().expect("a player");
        let found = format!("{:#}", player.supports(&"gomoku".parse().expect("a game")).expect_err(keys));
        assert!(parts.iter().all(|part| found.contains(part)), "{keys}: {found}");
    }
}
