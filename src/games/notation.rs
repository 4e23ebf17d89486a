//! Moves and positions as text.
//!
//! * Point games: `h8`, a letter for the column from the left (none left out) and a number for the row from the bottom.
//! * Drop games: the number of the column from the left; on boards of more than nine columns its letter instead, so that
//!   moves written together can be told apart.
//! * A list of moves is written together (`h8i9`, `4453`), the empty one is `start`. Reading is case-blind, and blanks
//!   between moves are allowed.
//! * A board in rows: from the top, joined by `/`, `X` the first player, `O` the second, `.` empty.

use anyhow::{Context, Result, bail};

use super::order::order_of_play;
use crate::base::{Cell, Move, Position, Root, Seat, Shape};

/// The text of the empty list of moves.
pub const START: &str = "start";

/// Drop games of more columns write them as letters.
const NUMBERED_COLUMNS: u8 = 9;

/// A column's letter, `a` from the left.
fn letter(column: usize) -> char {
    (b'a' + (column as u8).min(25)) as char
}

/// A cell as in point games, whatever the game: `h8`.
pub fn cell_text(shape: &Shape, cell: Cell) -> String {
    format!("{}{}", letter(shape.column(cell)), shape.row(cell) + 1)
}

/// One move.
pub fn move_text(shape: &Shape, mv: Move) -> String {
    if !shape.gravity {
        cell_text(shape, mv.0)
    } else if shape.width <= NUMBERED_COLUMNS {
        (mv.0 + 1).to_string()
    } else {
        letter(mv.0 as usize).to_string()
    }
}

/// A list of moves, `start` if it is empty.
pub fn moves_text(shape: &Shape, moves: &[Move]) -> String {
    if moves.is_empty() { START.to_string() } else { moves.iter().map(|&mv| move_text(shape, mv)).collect() }
}

/// What a move looks like in this game, for error messages.
pub fn expected_move(shape: &Shape) -> String {
    let Shape { width, height, gravity, .. } = *shape;
    let last = letter(width as usize - 1);
    match gravity {
        true if width <= NUMBERED_COLUMNS => format!("a column from 1 to {width}"),
        true => format!("a column from a to {last}"),
        false => format!("a point from a1 to {last}{height}"),
    }
}

/// Reads one move; it is on the board, but may be illegal in a position.
pub fn parse_move(shape: &Shape, text: &str) -> Result<Move> {
    match split_move(shape, text.trim()) {
        Some((mv, "")) => Ok(mv),
        _ => bail!("expected {}, found '{}'", expected_move(shape), text.trim()),
    }
}

/// Reads a list of moves. Whether each is legal is for [`play_moves`] to say.
pub fn parse_moves(shape: &Shape, text: &str) -> Result<Vec<Move>> {
    let text = text.trim();
    if text.eq_ignore_ascii_case(START) {
        return Ok(Vec::new());
    }
    if text.is_empty() {
        bail!("a position is empty; expected moves, or '{START}' for the empty board");
    }
    let (mut moves, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let Some((mv, after)) = split_move(shape, rest) else {
            let found: String = rest.chars().take(8).collect();
            bail!("move {} of '{text}': expected {}, found '{found}'", moves.len() + 1, expected_move(shape));
        };
        moves.push(mv);
        rest = after.trim_start();
    }
    Ok(moves)
}

/// The first move of a text and what follows it.
fn split_move<'a>(shape: &Shape, text: &'a str) -> Option<(Move, &'a str)> {
    let first = text.chars().next()?;
    let rest = &text[first.len_utf8()..];
    if shape.gravity && shape.width <= NUMBERED_COLUMNS {
        let column = first.to_digit(10)?.checked_sub(1)?;
        return (column < shape.width as u32).then_some((Move(column as u16), rest));
    }
    if !first.is_ascii_alphabetic() {
        return None;
    }
    let column = (first.to_ascii_lowercase() as u8 - b'a') as usize;
    if column >= shape.width as usize {
        return None;
    }
    if shape.gravity {
        return Some((Move(column as u16), rest));
    }
    let digits = rest.bytes().take_while(|byte| byte.is_ascii_digit()).count();
    let row: usize = rest[..digits].parse().ok()?;
    let inside = (1..=shape.height as usize).contains(&row) && !rest.starts_with('0');
    inside.then(|| (Move(shape.cell(column, row - 1)), &rest[digits..]))
}

/// Plays a list of moves. Errors name the number of the move that cannot be played, the move, and the position before it.
pub fn play_moves<P: Position>(start: &P, moves: &[Move]) -> Result<P> {
    let shape = start.shape();
    let mut position = start.clone();
    for (index, &mv) in moves.iter().enumerate() {
        let fault = if position.outcome().is_some() {
            "comes after the end of the game"
        } else if mv.0 >= position.move_codes() {
            "is not on the board"
        } else if position.is_legal(mv) {
            position.play(mv);
            continue;
        } else if shape.gravity {
            "is in a full column"
        } else {
            "is on an occupied cell"
        };
        let before = moves_text(&shape, &moves[..index]);
        bail!("move {}, {}, {fault}; the position before it is {before}", index + 1, move_text(&shape, mv));
    }
    Ok(position)
}

/// Reads a position: moves from the empty board, or a board in rows. Returns it with the moves that led there, which are
/// empty where a board was given; its last move is then unknown too.
///
/// The position may be one in which the game is over. A board must be reachable: the stone counts fit the turns, no stone
/// floats where stones fall, nobody won before the last move.
pub fn read_position<P: Position>(start: &P, text: &str) -> Result<(Root<P>, Vec<Move>)> {
    let shape = start.shape();
    let text = text.trim();
    if is_board(&shape, text) {
        let cells = parse_board(&shape, text)?;
        let order = order_of_play(start, &cells).with_context(|| format!("the board '{text}' cannot arise"))?;
        let mut position = start.clone();
        for mv in order {
            position.play(mv);
        }
        return Ok((Root { position, last: None }, Vec::new()));
    }
    let moves = parse_moves(&shape, text)?;
    let position = play_moves(start, &moves).with_context(|| format!("the position '{text}' cannot be played"))?;
    Ok((Root { position, last: moves.last().copied() }, moves))
}

/// Whether a text is meant as a board. Letters alone may be moves of a wide drop game.
fn is_board(shape: &Shape, text: &str) -> bool {
    let stones_only = !text.is_empty() && text.chars().all(|c| "xXoO./".contains(c));
    text.contains('/') || (stones_only && (!shape.gravity || text.contains('.')))
}

/// Reads a board in rows, whatever its stone counts: the owner of each cell.
pub fn parse_board(shape: &Shape, text: &str) -> Result<Vec<Option<Seat>>> {
    let (width, height) = (shape.width as usize, shape.height as usize);
    let rows: Vec<&str> = text.trim().split('/').map(str::trim).collect();
    if rows.len() != height {
        bail!("expected {height} rows joined by '/', found {} in '{text}'", rows.len());
    }
    let mut cells = vec![None; shape.cells()];
    for (from_top, row) in rows.iter().enumerate() {
        let found = row.chars().count();
        if found != width {
            bail!("row {} from the top: expected {width} cells, found {found} in '{row}'", from_top + 1);
        }
        for (column, stone) in row.chars().enumerate() {
            cells[shape.cell(column, height - 1 - from_top) as usize] = match stone {
                'x' | 'X' => Some(Seat::FIRST),
                'o' | 'O' => Some(Seat::SECOND),
                '.' => None,
                _ => bail!("row {} from the top: expected 'X', 'O' or '.', found '{stone}'", from_top + 1),
            };
        }
    }
    Ok(cells)
}

/// How a seat's stone, or its absence, is written.
fn stone_text(stone: Option<Seat>) -> char {
    match stone {
        None => '.',
        Some(Seat::FIRST) => 'X',
        Some(_) => 'O',
    }
}

/// The board in rows, joined by `/`.
pub fn board_text<P: Position>(position: &P) -> String {
    let shape = position.shape();
    let row = |row: usize| -> String {
        (0..shape.width as usize).map(|column| stone_text(position.stone(shape.cell(column, row)))).collect()
    };
    let rows: Vec<String> = (0..shape.height as usize).rev().map(row).collect();
    rows.join("/")
}

/// The board as a drawing of several lines, with coordinates, for people.
pub fn board_diagram<P: Position>(position: &P) -> String {
    let shape = position.shape();
    let mut text = String::new();
    for row in (0..shape.height as usize).rev() {
        text.push_str(&if shape.gravity { "  ".to_string() } else { format!("{:>2}", row + 1) });
        for column in 0..shape.width as usize {
            text.push(' ');
            text.push(stone_text(position.stone(shape.cell(column, row))));
        }
        text.push('\n');
    }
    text.push_str("  ");
    for column in 0..shape.width {
        let numbered = shape.gravity && shape.width <= NUMBERED_COLUMNS;
        let name = if numbered { (column + 1).to_string() } else { letter(column as usize).to_string() };
        text.push_str(&format!(" {name}"));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;
    use crate::games::board::Board;
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
                        assert_eq!(root.position.outcome(), position.outcome(), "{board}");
                        assert!(read.is_empty() && root.last.is_none());
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
}
