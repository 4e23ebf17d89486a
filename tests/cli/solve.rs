//! `mnklab solve`.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::support::{Folder, output, results, text};

/// The scores of a line, without nodes and time, which differ.
fn scores(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split(' ').collect();
    assert!(words.len() >= 4, "{line}");
    assert!(words[2..4].iter().all(|word| word.parse::<u64>().is_ok()), "{line}");
    [&words[..2], &words[4..]].concat()
}

fn solved(arguments: &[&str]) -> Vec<String> {
    let lines = results(&[&["solve"], arguments].concat());
    lines.lines().map(|line| scores(line).join(" ")).collect()
}

#[test]
fn scores_follow_the_convention_on_every_game() {
    // Six stones lie and X wins with the seventh: (42 + 1 - 6) / 2, rounded down; two plies earlier it is the same win.
    assert_eq!(solved(&["connect4", "445522"]), ["445522 18"]);
    assert_eq!(solved(&["connect4", "4455"]), ["4455 18"]);
    assert_eq!(solved(&["connect4", "4455", "--weak"]), ["4455 1"]);
    assert_eq!(solved(&["tictactoe"]), ["start 0"]);
    assert_eq!(solved(&["tictactoe", "a1b1a2b2", "--moves"]), ["a1b1a2b2 3 c1:-2 c2:-2 a3:3 b3:0 c3:-2"]);
    // A board that is no Connect Four takes the search to the end: X needs four stones to win 4,3,3.
    assert_eq!(solved(&["mnk:4,3,3", "start", "--weak"]), ["start 1"]);
    assert_eq!(solved(&["connect4:4x4"]), ["start 0"]);
    assert_eq!(solved(&["connect4:10x7", "eeff"]), ["eeff 32"]);
}

#[test]
fn positions_are_read_from_standard_input_and_answered_in_order() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mnklab"))
        .args(["solve", "connect4", "-", "--threads", "2", "--table-bytes", "1048576"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(b"445522\n\n 4455 \n4455226\n").unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let lines: Vec<String> = text(&output.stdout).lines().map(|line| scores(line).join(" ")).collect();
    assert_eq!(lines, ["445522 18", "4455 18", "4455226 -17"]);
}

#[test]
fn a_limit_leaves_the_score_unknown() {
    // What the search of the position leaves open its moves may tell.
    let gravity = ["mnk:4,4,4,gravity", "start", "--nodes", "1900", "--weak", "--threads", "1", "--moves"];
    assert_eq!(output(&[&["solve"], &gravity[..7]].concat()).status.code(), Some(3));
    assert_eq!(solved(&gravity), ["start 0 1:0 2:0 3:0 4:0"]);
    for arguments in [&["connect4", "start", "--nodes", "1000"][..], &["gomoku:5", "start", "--nodes", "1000"]] {
        let output = output(&[&["solve"], arguments].concat());
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(text(&output.stdout).starts_with("start unknown[-"), "{}", text(&output.stdout));
    }
}

#[test]
fn what_cannot_be_solved_is_refused() {
    for (arguments, expected) in [
        (&["connect4", "4455667"][..], &["'4455667'", "game is over", "line"][..]),
        (&["connect4", "4444444"], &["full"]),
        (&["connect4", "48"], &["column from 1 to 7"]),
        (&["tictactoe", "a1b1a2b2a3"], &["game is over"]),
        (&["connect4", "start", "--table-bytes", "18446744073709551615"], &["18446744073709551615", "memory"]),
        (&["connect4", "start", "--nodes", "0"], &["'0'", "from 1"]),
        (&["connect4", "start", "--out", "x"], &["--out"]),
    ] {
        let output = output(&[&["solve"], arguments].concat());
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        for word in expected {
            assert!(text(&output.stderr).contains(word), "{arguments:?}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn scores_are_verified_without_a_table() {
    assert_eq!(solved(&["connect4", "44444432651", "--verify", "--moves"]).len(), 1);
    assert_eq!(solved(&["connect4:4x4", "start", "--verify", "--weak"]), ["start 0"]);
    assert_eq!(solved(&["tictactoe", "a1b1a2b2", "--verify"]), ["a1b1a2b2 3"]);
    // Known by the rules, but not searched through: the limit leaves the verification open.
    let output = output(&["solve", "connect4", "44", "--nodes", "1000", "--verify"]);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_book_is_made_continued_used_and_checked() {
    let folder = Folder::new("book");
    std::fs::create_dir_all(&folder.0).unwrap();
    for (game, plies, position) in [("connect4:4x4", "5", "11"), ("tictactoe", "3", "a1"), ("mnk:4,3,3", "2", "start")]
    {
        let book = folder.path(&game.replace([':', ','], "-"));
        let make = ["solve", game, "--make-book", &book, "--plies", plies, "--table-bytes", "1048576"];
        // A limit leaves scores open: the same command without it goes on.
        let first = output(&[&make[..], &["--nodes", "20"]].concat());
        let said = text(&first.stdout).to_string();
        if game == "connect4:4x4" {
            assert_eq!(first.status.code(), Some(3), "{said}");
            let early = output(&["solve", game, "--book", &book]);
            assert_eq!(early.status.code(), Some(2));
            assert!(text(&early.stderr).contains("go on with --make-book"), "{}", text(&early.stderr));
        }
        let whole = results(&make);
        let words: Vec<&str> = whole.rsplit(": ").next().unwrap().split(' ').collect();
        assert_eq!(words[0], words[2], "{whole}");
        assert_eq!(results(&make), whole);
        assert_eq!(solved(&[game, position, "--book", &book]), solved(&[game, position]));
        assert_eq!(solved(&[game, position, "--book", &book, "--moves"]), solved(&[game, position, "--moves"]));
        assert_eq!(
            results(&["solve", game, "--book", &book, "--check", "10"]),
            "0 of 10 checked differ\n".replace("10", &checked(&words, 10))
        );
        // A wrong score with a right checksum is what checking is for.
        let mut bytes = std::fs::read(&book).unwrap();
        let end = bytes.len() - 8;
        for score in &mut bytes[end - words[0].parse::<usize>().unwrap()..end] {
            *score = (*score as i8 ^ 1) as u8;
        }
        let sum = mnklab::base::rng::hash_bytes(&bytes[..end]).to_le_bytes();
        bytes[end..].copy_from_slice(&sum);
        std::fs::write(&book, &bytes).unwrap();
        let found = output(&["solve", game, "--book", &book, "--check", "3"]);
        assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
        assert!(
            text(&found.stdout).contains("the book says") && text(&found.stdout).ends_with("3 of 3 checked differ\n")
        );
        // Any other change is damage.
        bytes[end - 1] ^= 16;
        std::fs::write(&book, &bytes).unwrap();
        for arguments in [&["--book", &book][..], &["--make-book", &book, "--plies", plies]] {
            let found = output(&[&["solve", game], arguments].concat());
            assert_eq!(found.status.code(), Some(2));
            assert!(text(&found.stderr).contains("damaged") && text(&found.stderr).contains(&book));
        }
    }
}

/// How many are checked where so many are asked for.
fn checked(words: &[&str], asked: usize) -> String {
    words[0].parse::<usize>().unwrap().min(asked).to_string()
}

#[test]
fn what_is_no_book_for_the_game_is_refused() {
    let folder = Folder::new("no-book");
    std::fs::create_dir_all(&folder.0).unwrap();
    let (book, other) = (folder.path("book"), folder.path("other"));
    results(&["solve", "tictactoe", "--make-book", &book, "--plies", "2"]);
    std::fs::write(&other, "PK\u{3}\u{4}").unwrap();
    let folder_path = folder.path("");
    let missing = folder.path("missing/book");
    let huge = "18446744073709551615";
    for (arguments, code, expected) in [
        (&["connect4", "--book", &book][..], 2, &["expected a book of connect4", "tictactoe", &book][..]),
        (&["connect4", "--make-book", &book], 2, &["connect4 after 4 plies", "tictactoe after 2 plies"]),
        (&["tictactoe", "--make-book", &book, "--plies", "3"], 2, &["after 3 plies", "after 2 plies"]),
        (&["tictactoe", "--book", &other], 2, &["expected a book", &other]),
        (&["tictactoe", "--book", &missing], 2, &["cannot read", &missing]),
        (&["tictactoe", "--make-book", &missing], 1, &["cannot write", &missing]),
        (&["tictactoe", "--make-book", &folder_path], 2, &["cannot read"]),
        (&["tictactoe", "--make-book", &other, "--plies", "9"], 2, &["0 to 8", "found 9"]),
        (&["tictactoe", "--make-book", &other, "--plies", "-1"], 2, &["--plies", "'-1'"]),
        (&["tictactoe", "--plies", "2"], 2, &["--make-book"]),
        (&["tictactoe", "--check", "2"], 2, &["--check", "--book FILE"]),
        (&["tictactoe", "a1", "--make-book", &other], 2, &["--make-book", "POSITION"]),
        (&["mnk:1,3,1", "--make-book", &missing, "--plies", "1"], 2, &["no game of mnk:1,3,1 goes on after 1 plies"]),
        (&["connect4", "--book", &book, "--table-bytes", huge], 2, &["expected a book"]),
        (&["tictactoe", "--make-book", &missing, "--plies", "99999"], 2, &["99999"]),
    ] {
        let output = output(&[&["solve"], arguments].concat());
        assert_eq!(
            (output.status.code(), text(&output.stdout)),
            (Some(code), ""),
            "{arguments:?}: {}",
            text(&output.stderr)
        );
        for word in expected {
            assert!(text(&output.stderr).contains(word), "{arguments:?}: {}", text(&output.stderr));
        }
    }
    // Told before anything is solved, and nothing is left behind.
    let unmade = folder.path("unmade");
    let found = output(&["solve", "connect4", "--make-book", &unmade, "--plies", "2", "--table-bytes", huge]);
    assert_eq!(found.status.code(), Some(2));
    assert!(text(&found.stderr).contains("memory") && !std::path::Path::new(&unmade).exists());
}
