//! `mnklab engine`: transcripts of the Gomocup protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::support::{output, text};

/// A running brain, ended when the test ends.
struct Brain {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Brain {
    fn new(arguments: &[&str]) -> Brain {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mnklab"));
        let mut child =
            command.arg("engine").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Brain { child, input, output }
    }

    fn tell(&mut self, lines: &str) {
        writeln!(self.input.as_mut().unwrap(), "{lines}").unwrap();
    }

    fn answer(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        line.trim_end().to_string()
    }

    fn ask(&mut self, lines: &str) -> String {
        self.tell(lines);
        self.answer()
    }

    /// The exit code and how long the program took to end.
    fn wait(&mut self) -> (Option<i32>, Duration) {
        let started = Instant::now();
        (self.child.wait().unwrap().code(), started.elapsed())
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A point as the protocol has it.
fn point(answer: &str) -> (u32, u32) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("expected a move, found '{answer}'"));
    (x.parse().unwrap(), y.parse().unwrap())
}

/// Everything that is answered to lines told at once, with the end of the input after them.
fn transcript(arguments: &[&str], lines: &str) -> Vec<String> {
    let mut brain = Brain::new(arguments);
    brain.tell(lines);
    brain.input = None;
    let answers = std::iter::from_fn(|| Some(brain.answer()).filter(|line| !line.is_empty())).collect();
    assert_eq!(brain.wait().0, Some(0));
    answers
}

#[test]
fn a_game_is_played_and_bad_commands_change_nothing() {
    let mut brain = Brain::new(&["doc-g-greedy"]);
    assert!(brain.ask("ABOUT").starts_with("name=\"mnklab\", version=\""));
    assert!(brain.ask("TURN 7,7").starts_with("ERROR TURN before START"));
    assert!(brain.ask("START 4").starts_with("ERROR expected a board of sides from 5 to 22, found 4"));
    assert_eq!(brain.ask("START 15\r"), "OK");
    assert_eq!(brain.ask("NONSENSE 1,2"), "UNKNOWN NONSENSE 1,2");
    let first = point(&brain.ask("INFO timeout_turn 500\nINFO odd x\nBEGIN"));
    assert!(brain.ask(&format!("TURN {},{}", first.0, first.1)).contains("is occupied"));
    for bad in ["TURN 15,0", "TURN 0,-1", "TURN", "TURN 1", "TURN 1,2,3", "PLAY 99,0", "BEGIN"] {
        assert!(brain.ask(bad).starts_with("ERROR "), "{bad}");
    }
    let answer = point(&brain.ask("TURN 0,0"));
    assert!(answer.0 < 15 && answer.1 < 15 && answer != first && answer != (0, 0));
    // The last stone goes and no other.
    assert!(brain.ask("TAKEBACK 0,0").starts_with("ERROR expected the point of the last stone"));
    assert_eq!(brain.ask(&format!("TAKEBACK {},{}", answer.0, answer.1)), "OK");
    assert_eq!(brain.ask("TAKEBACK 0,0"), "OK");
    assert_eq!(brain.ask("PLAY 3,4"), "3,4");
    assert_eq!(brain.ask("RESTART"), "OK");
    assert_eq!(brain.ask("BOARD\n3,4,1\nDONE").split(' ').next(), Some("ERROR"), "not this side's turn");
    let again = point(&brain.ask("BEGIN"));
    assert!((6..=8).contains(&again.0) && (6..=8).contains(&again.1), "after RESTART the board is empty");
    brain.tell("END");
    let (code, time) = brain.wait();
    assert!(code == Some(0) && time < Duration::from_secs(1), "{time:?}");
}

#[test]
fn a_board_is_taken_whole_and_wins_are_found_under_every_rule() {
    // Five in a row at 7,4 or 7,9 by the column 5..8 of the own stones; field 3 is no stone.
    let board = "BOARD\n7,5,1\n0,0,2\n7,6,1\n0,2,2\n7,7,1\n0,4,2\n7,8,1\n0,6,2\n9,9,3\nDONE";
    for rule in ["0", "1", "4", "8"] {
        let answers = transcript(&[], &format!("START 15\nINFO rule {rule}\nINFO timeout_turn 300\n{board}\nEND"));
        assert_eq!(answers[0], "OK");
        assert!(["7,4", "7,9"].contains(&answers[1].as_str()), "{answers:?}");
    }
    // Six would not win under standard; 7,3 makes 7,4 a six, so 7,9 is left.
    let longer = board.replace("DONE", "7,3,1\n0,8,2\nDONE");
    assert_eq!(transcript(&[], &format!("START 15\nINFO rule 1\nINFO timeout_turn 300\n{longer}"))[1], "7,9");
    // A fault in a board leaves the old one.
    let answers = transcript(&["doc-g-greedy"], "START 15\nBOARD\n1,1,1\n1,1,2\nDONE\nBOARD\n1,1,4\nDONE\nBEGIN");
    assert!(answers[1].contains("two stones") && answers[2].contains("field 1, 2 or 3"), "{answers:?}");
    assert!(point(&answers[3]).0 < 15);
}

#[test]
fn commands_wait_in_order_and_end_stops_a_search() {
    // Told at once, answered one after the other.
    let answers = transcript(&["random"], "START 10\nBEGIN\nABOUT\nRESTART\nBEGIN\nRECTSTART 20,12\nBEGIN\nFOO");
    let starts: Vec<bool> = answers.iter().map(|answer| answer.contains(',') && !answer.contains("name=")).collect();
    assert_eq!(starts, [false, true, false, false, true, false, true, false], "{answers:?}");
    assert!(answers[2].starts_with("name=") && answers[7] == "UNKNOWN FOO");
    // Boards that are not square are played by whoever plays where nobody is named, too.
    let answers = transcript(&[], "RECTSTART 9,7\nINFO timeout_turn 0\nBEGIN");
    assert!(answers[0] == "OK" && point(&answers[1]).0 < 9, "{answers:?}");
    // A player that would think for minutes ends within a second, and answers before it does.
    let mut brain = Brain::new(&[]);
    assert_eq!(brain.ask("START 20\nINFO timeout_turn 600000"), "OK");
    brain.tell("BEGIN");
    std::thread::sleep(Duration::from_millis(200));
    brain.tell("END");
    let (code, time) = brain.wait();
    assert!(code == Some(0) && time < Duration::from_secs(1), "{time:?}");
    assert!(point(&brain.answer()).0 < 20);
}

#[test]
fn the_time_of_a_turn_is_kept() {
    let mut brain = Brain::new(&[]);
    assert_eq!(brain.ask("START 15\nINFO timeout_turn 0"), "OK");
    let started = Instant::now();
    let mut taken = vec![point(&brain.ask("BEGIN"))];
    for _ in 0..3 {
        let free = (0..225).map(|cell| (cell % 15, cell / 15)).find(|point| !taken.contains(point)).unwrap();
        taken.push(free);
        let answer = point(&brain.ask(&format!("TURN {},{}", free.0, free.1)));
        assert!(!taken.contains(&answer));
        taken.push(answer);
    }
    // Four moves at once; the bound is wide for machines that do other things.
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    let started = Instant::now();
    brain.ask("RESTART\nINFO timeout_turn 400\nINFO time_left 2147483647");
    point(&brain.ask("BOARD\n7,7,2\n8,8,1\n6,8,2\nDONE"));
    assert!(started.elapsed() < Duration::from_millis(2000), "{:?}", started.elapsed());
}

#[test]
fn swap2_is_answered_at_every_stage() {
    let mut brain = Brain::new(&[]);
    assert_eq!(brain.ask("START 15\nINFO timeout_turn 400"), "OK");
    let opening = brain.ask("SWAP2BOARD\nDONE");
    let stones: Vec<(u32, u32)> = opening.split(' ').map(point).collect();
    assert_eq!(stones.len(), 3, "{opening}");
    // Black has an open three: who chooses takes black.
    assert_eq!(brain.ask("SWAP2BOARD\n7,7\n0,0\n7,8\n0,2\n7,6\nDONE"), "SWAP");
    // Nor is it lost that black has it where white's stones are named in between: the order decides.
    let kept = brain.ask("SWAP2BOARD\n0,0\n7,7\n0,2\n7,8\n14,14\nDONE");
    assert!(kept != "SWAP" && point(&kept).0 < 15, "{kept}");
    for (lines, problem) in [
        ("7,7\n8,8", "expected 0, 3 or 5 stones in swap2, found 2"),
        ("7,7\n7,7\n8,8", "two stones on the point of '7,7'"),
        ("7,7\n8,8\n15,3", "expected a point from 0,0 to 14,14, found '15,3'"),
        ("7,7\n8\n9,9", "expected x,y or DONE, found '8'"),
        ("7,7\n8,8,2\n9,9", "some stones of swap2 have a field and some have none"),
    ] {
        let answer = brain.ask(&format!("SWAP2BOARD\n{lines}\nDONE"));
        assert_eq!(answer, format!("ERROR {problem}"));
    }
    // Managers that name the colours.
    assert_eq!(brain.ask("SWAP2BOARD\n7,7,1\n7,8,1\n0,0,2\n7,6,1\n0,2,2\nDONE"), "SWAP");
    let answer = brain.ask("SWAP2BOARD\n0,0,2\n7,7,1\n14,14,2\nDONE");
    assert!(answer == "SWAP" || point(&answer).0 < 15);
    assert!(brain.ask("SWAP2BOARD\n7,7,1\nDONE").starts_with("ERROR expected 0, 3 or 5 stones"));
}

#[test]
fn wrong_players_are_refused() {
    for (player, expected) in [("alphabetta", "did you mean 'alphabeta'?"), ("estimate", "chooses no moves")] {
        let output = output(&["engine", player]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
    }
    // A player of another game says so when it is asked for a move.
    let answers = transcript(&["doc-c-v1"], "START 15\nBEGIN");
    assert!(answers[1].starts_with("ERROR the player 'doc-c-v1' cannot play 'gomoku'"), "{answers:?}");
}
