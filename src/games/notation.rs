//! Moves and positions as text.
//!
//! * Point games: `h8`, a letter for the column from the left (none left out) and a number for the row from the bottom.
//! * Drop games: the number of the column from the left; on boards of more than nine columns its letter instead, so that
//!   moves written together can be told apart.
//! * A list of moves is written together (`h8i9`, `4453`), the empty one is `start`. Reading is case-blind, and blanks
//!   between moves are allowed.
//! * Point games: an opening as offsets `dx,dy` from the middle, rightwards and downwards (`1,-5, 0,-3`), as the files of
//!   openings have it; reading only.
//! * A board in rows: from the top, joined by `/`, `X` the first player, `O` the second, `.` empty.

use anyhow::{Context, Result, bail};

use super::canonical::Canonical;
use super::order::order_of_play;
use crate::base::{Cell, Move, Outcome, Position, Root, Seat, Shape};

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

/// The cell at a column and a row from the top, both counted from 0, if it is on the board: how other tools count. Rows are
/// turned over here and nowhere else.
pub fn cell_from_top(shape: &Shape, column: usize, row: usize) -> Option<Cell> {
    let (width, height) = (usize::from(shape.width), usize::from(shape.height));
    (column < width && row < height).then(|| shape.cell(column, height - 1 - row))
}

/// Column and row from the top of a cell, both counted from 0.
pub fn place_from_top(shape: &Shape, cell: Cell) -> (usize, usize) {
    (shape.column(cell), usize::from(shape.height) - 1 - shape.row(cell))
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
    if !shape.gravity && text.contains(',') && text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
        return parse_offsets(shape, text);
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

/// Reads pairs `dx,dy` that count from the column and the row from the top with the number side / 2, rounded down.
fn parse_offsets(shape: &Shape, text: &str) -> Result<Vec<Move>> {
    let parts: Vec<&str> = text.trim_end_matches(',').split(',').map(str::trim).collect();
    let offset = |part: &str, middle: u8| part.parse::<i32>().ok()?.checked_add(i32::from(middle))?.try_into().ok();
    let moves = parts.chunks(2).enumerate().map(|(index, pair)| {
        let &[dx, dy] = pair else {
            bail!("expected pairs dx,dy, found {} numbers in '{text}'", parts.len());
        };
        let place = offset(dx, shape.width / 2).zip(offset(dy, shape.height / 2));
        let cell = place.and_then(|(column, row)| cell_from_top(shape, column, row));
        cell.map(Move).with_context(|| {
            format!(
                "pair {} of '{text}': expected an offset from the middle of a board of {}x{}, found '{dx},{dy}'",
                index + 1,
                shape.width,
                shape.height
            )
        })
    });
    moves.collect()
}

/// Moves of a point game as pairs `dx,dy`, which [`parse_moves`] reads on a board of any size that holds them.
pub fn offsets_text(shape: &Shape, moves: &[Move]) -> String {
    let offset = |mv: &Move| {
        let (column, row) = place_from_top(shape, mv.0);
        let from = |at: usize, side: u8| at as i32 - i32::from(side / 2);
        format!("{},{}", from(column, shape.width), from(row, shape.height))
    };
    moves.iter().map(offset).collect::<Vec<_>>().join(", ")
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

/// Reads a position with a side to move, by default the one whose turn the stone counts give: the second where the first has
/// more stones. Where turns can be passed any stone counts are taken; elsewhere they must fit the side.
///
/// # Errors
///
/// As for [`read_position`]; and if the game is over.
pub fn read_position_for<P: Position>(start: &P, text: &str, side: Option<Seat>) -> Result<P> {
    let shape = start.shape();
    let text = text.trim();
    if !start.clone().pass() {
        let (root, _) = read_position(start, text)?;
        if let Some(outcome) = root.position.outcome() {
            bail!("'{text}': the game is over ({})", outcome_text(outcome));
        }
        let turn = root.position.turn();
        if side.is_some_and(|side| side != turn) {
            bail!(
                "'{text}': {} is to move; expected that side, since no turn can be passed in this game ({shape})",
                stone_text(Some(turn))
            );
        }
        return Ok(root.position);
    }
    let stones = read_stones(&shape, text)?;
    let twin = Canonical::of_cells(&shape, &stones);
    for seat in [Seat::FIRST, Seat::SECOND] {
        if twin.has_line(seat) {
            bail!("'{text}': the game is over ({})", outcome_text(Outcome::Win(seat)));
        }
    }
    if twin.has_overline() {
        bail!("'{text}': the game is over ({} has an overline)", stone_text(Some(Seat::FIRST)));
    }
    let of =
        |seat: Seat| (0..).zip(&stones).filter(move |(_, stone)| **stone == Some(seat)).map(|(cell, _)| Move(cell));
    let mut left = [of(Seat::FIRST).collect::<Vec<_>>(), of(Seat::SECOND).collect()];
    let default = if left[0].len() > left[1].len() { Seat::SECOND } else { Seat::FIRST };
    let mut position = start.clone();
    while left.iter().any(|cells| !cells.is_empty()) {
        match left[usize::from(position.turn().0)].pop() {
            Some(mv) => drop(position.play(mv)),
            None => drop(position.pass()),
        }
    }
    if position.turn() != side.unwrap_or(default) {
        position.pass();
    }
    Ok(position)
}

/// How a game ended, in a few words.
fn outcome_text(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(seat) => format!("{} has won", stone_text(Some(seat))),
        Outcome::Draw => "the board is full".to_string(),
    }
}

/// Reads the stones of a point game whatever their counts, in moves that alternate or a board in rows: the owner of each
/// cell. Nothing is played, so that the game may be long over.
pub fn read_stones(shape: &Shape, text: &str) -> Result<Vec<Option<Seat>>> {
    if is_board(shape, text.trim()) {
        return parse_board(shape, text);
    }
    let mut cells = vec![None; shape.cells()];
    for (index, mv) in parse_moves(shape, text)?.into_iter().enumerate() {
        let seat = Seat((index & 1) as u8);
        if cells[mv.0 as usize].replace(seat).is_some() {
            bail!("move {} of '{}', {}, is on an occupied cell", index + 1, text.trim(), move_text(shape, mv));
        }
    }
    Ok(cells)
}

/// Whether a text is meant as a board. Letters alone may be moves of a wide drop game.
pub fn is_board(shape: &Shape, text: &str) -> bool {
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
mod tests;
