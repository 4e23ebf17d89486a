//! Round trips, and what is refused.

use super::*;
use crate::base::rng::Rng;
use crate::games::board::{Board, RuledBoard};
use crate::games::drop::{AnyDropShape, Connect4, Drop};
use crate::games::tictactoe::TicTacToe;
use crate::games::{GAMES, GameSpec, GameVisitor};

fn gomoku() -> Board<5> {
    Board::new(&GameSpec::GOMOKU.shape).unwrap()
}

struct RoundTrip;

impl GameVisitor for RoundTrip {
    type Output = ();
    fn visit<P: Position>(self, start: P) {
        let shape = start.shape();
        for code in 0..start.move_codes() {
            assert_eq!(parse_move(&shape, &move_text(&shape, Move(code))).unwrap(), Move(code));
        }
        let mut rng = Rng::new(3);
        for _ in 0..5 {
            let (mut position, mut moves) = (start.clone(), Vec::new());
            loop {
                let text = moves_text(&shape, &moves);
                let (root, read) = read_position(&start, &text).unwrap();
                assert_eq!((root.position.key(), &read), (position.key(), &moves), "{text}");
                assert_eq!(root.last, moves.last().copied());
                if moves.len() % 5 == 0 || position.outcome().is_some() {
                    let board = board_text(&position);
                    let (root, read) = read_position(&start, &board).unwrap();
                    assert_eq!(root.position.key(), position.key(), "{board}");
                    // A board does not say which stone was the last; on a forbidden point another may have been.
                    if !position.last_mover_lost() {
                        assert_eq!(root.position.outcome(), position.outcome(), "{board}");
                    }
                    assert!(read.is_empty() && root.last.is_none());
                    if !shape.gravity && !moves.is_empty() {
                        assert_eq!(parse_moves(&shape, &offsets_text(&shape, &moves)).unwrap(), moves);
                    }
                }
                if position.outcome().is_some() {
                    break;
                }
                let open: Vec<Move> = position.moves().collect();
                moves.push(open[rng.below(open.len() as u32) as usize]);
                position.play(moves[moves.len() - 1]);
            }
        }
    }
}

#[test]
fn moves_and_boards_round_trip() {
    for example in GAMES.iter().flat_map(|game| game.examples) {
        example.parse::<GameSpec>().unwrap().visit(RoundTrip);
    }
}

#[test]
fn notation_is_the_usual_one() {
    let shape = GameSpec::GOMOKU.shape;
    assert_eq!(parse_moves(&shape, "h8I9 a15").unwrap(), [Move(7 * 15 + 7), Move(8 * 15 + 8), Move(14 * 15)]);
    assert_eq!(moves_text(&shape, &[]), "start");
    assert_eq!(moves_text(&GameSpec::CONNECT4.shape, &[Move(3), Move(3), Move(6)]), "447");
    let wide = GameSpec::mnk(10, 7, 4, true).unwrap().shape;
    assert_eq!(moves_text(&wide, &[Move(0), Move(9)]), "aj");
    let position = play_moves(&TicTacToe::new(), &[Move(4), Move(0)]).unwrap();
    assert_eq!(board_text(&position), ".../.X./O..");
    assert_eq!(board_diagram(&position), " 3 . . .\n 2 . X .\n 1 O . .\n   a b c\n");
    let position = play_moves(&Drop::new(Connect4), &[Move(3), Move(3)]).unwrap();
    assert!(board_diagram(&position).ends_with("   . . . O . . .\n   . . . X . . .\n   1 2 3 4 5 6 7\n"));
    let row = Board::<0>::new(&GameSpec::mnk(4, 1, 3, false).unwrap().shape).unwrap();
    assert_eq!(read_position(&row, "xo.x").unwrap().0.position.ply(), 3);
    assert_eq!(read_position(&row, "a1b1d1").unwrap().0.position.ply(), 3);
}

fn fault<P: Position>(start: &P, text: &str) -> String {
    read_position(start, text).err().map_or_else(|| "none".to_string(), |error| format!("{error:#}"))
}

#[test]
fn faults_are_named() {
    for (text, part) in [
        ("h8h8", "move 2, h8, is on an occupied cell; the position before it is h8"),
        ("h16", "move 1 of 'h16': expected a point from a1 to o15, found 'h16'"),
        ("p1", "expected a point from a1 to o15"),
        ("h8,i9", "move 2 of 'h8,i9': expected a point from a1 to o15, found ',i9'"),
        ("h0", "found 'h0'"),
        ("h08", "found 'h08'"),
        ("", "is empty"),
        ("h8i", "move 2"),
        ("h99999999999999999999", "expected a point"),
        ("é8", "found 'é8'"),
        ("a1a2b1b2c1c2d1d2e1e2", "move 10, e2, comes after the end of the game; the position before it is a1a2"),
        ("XO./...", "expected 15 rows"),
    ] {
        let error = fault(&gomoku(), text);
        assert!(error.contains(part), "{text}: {error}");
    }
    for (text, part) in [
        ("4444444", "move 7, 4, is in a full column; the position before it is 444444"),
        ("8", "expected a column from 1 to 7, found '8'"),
        ("40", "move 2"),
        ("-4", "found '-4'"),
        ("12121212", "move 8, 2, comes after the end"),
        ("......./......./......./......./...O.../X......", "floats"),
        ("......./......./......./......./......./O......", "0 of X and 1 of O"),
        ("......./......./......./......./......./X.....", "row 6 from the top: expected 7 cells, found 6"),
        ("......./......./......./......./......./X.....?", "found '?'"),
    ] {
        let error = fault(&Drop::new(Connect4), text);
        assert!(error.contains(part), "{text}: {error}");
    }
    let wide = Drop::new(AnyDropShape::<u128>::new(&GameSpec::mnk(10, 7, 4, true).unwrap().shape).unwrap());
    assert!(fault(&wide, "aak").contains("move 3 of 'aak': expected a column from a to j, found 'k'"));
}

#[test]
fn boards_that_cannot_arise_are_refused() {
    for (text, part) in [
        ("XXX/OOO/...", "before the last move"),
        ("XXX/OO./O..", "before the last move"),
        ("OOO/XX./XX.", "before the last move"),
        ("OOO/XX./X..", "none"),
        ("XXX/OO./...", "none"),
        ("XXX/XOO/XOO", "none"),
        ("XX./XX./...", "4 of X and 0 of O"),
        ("OO./O../...", "0 of X and 3 of O"),
    ] {
        let error = fault(&TicTacToe::new(), text);
        assert!(error.contains(part), "{text}: {error}");
    }
    let five = Board::<0>::new(&GameSpec::mnk(5, 5, 3, false).unwrap().shape).unwrap();
    assert!(fault(&five, "XXX../.O.O./O..../.O.O./..XXX").contains("without the last stone"));
    let falling = Drop::new(AnyDropShape::<u64>::new(&GameSpec::mnk(4, 4, 3, true).unwrap().shape).unwrap());
    // Both columns begin with the second player's stone.
    assert!(fault(&falling, "..../..../XX../OO..").contains("no order of moves"));
}

/// Which stone was the last on a board is not known: one that was allowed, if there is one.
#[test]
fn boards_of_renju() {
    let renju = "gomoku:9,renju".parse::<GameSpec>().unwrap().shape;
    let start = RuledBoard::new(&renju).unwrap();
    let board = |rows: [&str; 4]| {
        let empty = ".........".to_string();
        [rows.map(str::to_string).join("/"), vec![empty; 5].join("/")].join("/")
    };
    let lost = |rows| read_position(&start, &board(rows)).unwrap().0.position.last_mover_lost();
    // Of the six stones one was the last, wherever the others are.
    assert!(lost(["XXXXXX..X", "O.O.O.O.O", ".O.......", "........."]));
    // A cross of two threes: its end stones were allowed.
    assert!(!lost(["O.O.O.O..", "....X....", "...XXX...", "....X...."]));
    let error = fault(&start, &board(["XXXXXX...", "O.O.O.O.O", ".O.......", "........."]));
    assert!(error.contains("an overline of X"), "{error}");
    let error = fault(&start, &board(["XXXXXX.OO", "O.O.O.O.O", ".OO.O.O..", "XXXXXX..."]));
    assert!(error.contains("without the last stone"), "{error}");
}
