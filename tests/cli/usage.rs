//! Wrong arguments and wrong experiments: exit 2, one message, nothing changed.

use crate::support::{Folder, output, text};

#[test]
fn wrong_input_exits_2_with_one_message_that_helps() {
    for (arguments, parts) in [
        (&["perft", "conect4", "3"][..], &["'conect4'", "did you mean 'connect4'"][..]),
        (&["prft", "connect4", "3"], &["prft", "perft"]),
        (&["list", "game"], &["'game'", "games"]),
        (&["perft", "connect4", "0"], &["'0'", "from 1"]),
        (&["perft", "connect4", "-3"], &["'-3'", "whole number"]),
        (&["perft", "connect4", "3", "8"], &["'8'", "column from 1 to 7"]),
        (&["perft", "connect4", "3", "4444444"], &["full"]),
        (&["perft", "tictactoe", "3", "b2b2"], &["move 2", "b2", "occupied"]),
        (&["perft", "mnk:3,3,", "3"], &["'mnk:3,3,'"]),
        (&["perft", "gomoku:15,renjo", "1"], &["'renjo'", "did you mean 'renju'"]),
        (&["analyze", "gomoku", "h8", "--player", "doc-c-v1"], &["'doc-c-v1'", "'gomoku'", "connect4 only"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabeta{topk=0}"], &["topk", "'0'"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabeta{depth=-1}"], &["depth", "'-1'"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabeta{depth=1,}"], &["stray comma"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabta"], &["'alphabta'", "did you mean 'alphabeta'"]),
        (&["analyze", "tictactoe", "b2", "--player", "alphabeta{dept=1}"], &["'dept'", "'depth'"]),
        (&["analyze", "connect4", "start", "--player", "minimax"], &["minimax", "no limit"]),
        (&["analyze", "connect4", "start", "--player", "minimax{depth=2}", "--tree", "99"], &["20000 nodes"]),
        (&["analyze", "tictactoe", "X../OO./..."], &["cannot arise"]),
        (&["list", "games", "--threads", "0"], &["'0'", "from 1"]),
        (&["list", "games", "--seed", "-1"], &["'-1'"]),
        (&["list", "games", "--out", "x"], &["--out", "'list'"]),
        (&["man", "lits"], &["'lits'", "did you mean 'list'"]),
        (&["completions", "tcsh"], &["tcsh", "bash"]),
        (&[], &["Usage: mnklab"]),
    ] {
        let output = output(arguments);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        for part in parts {
            assert!(said.contains(part), "{arguments:?}: expected {part} in {said}");
        }
        assert!(said.matches("error:").count() <= 1 && !said.contains("panicked"), "{arguments:?}: {said}");
    }
}

#[test]
fn wrong_experiments_exit_2_and_leave_nothing() {
    let folder = Folder::new("wrong");
    std::fs::create_dir_all(&folder.0).unwrap();
    let (file, out) = (folder.path("x.toml"), folder.path("out"));
    std::fs::write(
        &file,
        "name = \"x\"\nkind = \"search\"\ngame = \"tictactoe\"\nsed = 1\n[players]\na = \"random\"\n[positions]\nlist = [\"start\"]\n",
    )
    .unwrap();
    let folder_name = folder.0.to_str().unwrap().to_string();
    let claim = folder.path("claim.toml");
    std::fs::write(&claim, "[claim]\nid = \"C10\"\n").unwrap();
    let openings = ["--openings", "plies=4,count=4294967296"];
    for (arguments, parts) in [
        (vec!["run", &file], vec!["x.toml", "4", "'sed'", "'seed'"]),
        (vec!["run", &claim], vec!["claim.toml holds no experiment"]),
        (vec!["run", &folder_name], vec!["found a folder"]),
        (vec!["run", "/no/such/file.toml"], vec!["/no/such/file.toml"]),
        (vec!["run", "a2-walkd"], vec!["'a2-walkd'", "did you mean 'a2-walked'?"]),
        (vec!["sweep", "tictactoe", "--player", "minimax", "--vary", "depth="], vec!["depth"]),
        (vec!["sweep", "tictactoe", "--player", "minimax", "--vary", "depth=1,"], vec!["comma"]),
        (vec!["sweep", "tictactoe", "--player", "minimax", "--vary", "depth=-1"], vec!["'-1'"]),
        (vec!["sweep", "tictactoe", "--player", "minimax", "--vary", "dept=1"], vec!["'dept'", "'depth'"]),
        (vec!["sweep", "tictactoe", "--player", "minimax"], vec!["--vary"]),
        (vec!["sweep", "tictactoe", "--player", "alphabeta", "--vary", "topk=0"], vec!["topk", "'0'"]),
        (
            vec!["sweep", "connect4", "--player", "alphabeta", "--vary", "depth=2", "--vary", "depth=3"],
            vec!["'depth' is varied twice"],
        ),
        (vec!["match", "connect4", "estimate{depth=2}", "random", "--games", "2"], vec!["plays no games"]),
        (vec!["match", "mnk:4,4,4", "minimax", "random", "--games", "2"], vec!["no limit"]),
        (
            vec!["match", "connect4", "alphabeta{depth=1,root_noise=1}", "alphabeta{depth=1}", "--games", "5000"],
            vec!["openings"],
        ),
        (
            vec!["match", "connect4", "alphabeta{depth=2,table_bytes=1099511627776}", "random", "--games", "2"],
            vec!["table_bytes=1099511627776"],
        ),
        (vec!["match", "gomoku", "doc-c-v1", "random"], vec!["doc-c-v1", "gomoku"]),
        (vec!["match", "tictactoe", "random", "random", "--games", "-4"], vec!["'-4'"]),
        (vec!["match", "tictactoe", "random", "random", "--games", "5000000000"], vec!["from 1 to 4294967296"]),
        ([&["match", "tictactoe", "random", "random"][..], &openings].concat(), vec!["there are at most"]),
        ([&["match", "gomoku", "random", "random"][..], &openings].concat(), vec!["at most 1000000"]),
        (vec!["match", "mnk:1,1,1", "random", "random"], vec!["0 to 1 plies", "found 2"]),
        (vec!["match", "mnk:2,2,2", "random", "random"], vec!["there is none", "a list"]),
        (
            vec!["sweep", "gomoku", "--player", "minimax", "--vary", "depth=1", "--positions", "9999999"],
            vec!["1000000"],
        ),
        (vec!["match", "tictactoe", "random", "random", "--swap2"], vec!["--swap2", "five in a row", "tictactoe"]),
        (vec!["sweep", "gomoku", "--player", "minimax", "--vary", "depth=1", "--swap2"], vec!["--swap2", "--games N"]),
        (vec!["match", "tictactoe", "random", "random", "--games", "3"], vec!["even"]),
        (vec!["match", "tictactoe", "random", "random", "--sprt", "10,0"], vec!["sprt"]),
        (vec!["match", "tictactoe", "alphabeta", "doc-t-v3", "--games", "1000"], vec!["openings"]),
    ] {
        let mut command = arguments.clone();
        command.extend(["--out", &out]);
        let output = output(&command);
        let said = text(&output.stderr);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}: {said}");
        for part in parts {
            assert!(said.contains(part), "{arguments:?}: expected {part} in {said}");
        }
        assert!(!std::path::Path::new(&out).exists(), "{arguments:?}");
    }
}
