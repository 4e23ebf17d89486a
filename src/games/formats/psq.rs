//! PSQ, the files of Piskvork: a header `Piskvorky WxH, a:b, n`, a line `x,y,ms` for each move (counted from 1, from the
//! top left), the players' names, a code for how the game ended.
//!
//! The last number of the header says which of the two players named below began: 0 the first, 1 the second; `a` and `b` are
//! levels of theirs. Piskvork opens no file with another number there, and says nothing of the rules. Files of Gomocup's
//! tournaments name them in the tournament's name, in a line `r,Standard` at the end; what stands before its comma goes by
//! the tournament's pairing and not by the names, so that no result can be read off it.
//!
//! We write the player who began first, 0, and after everything that other programs look at, our own notation of the game
//! with its result (`gomoku:15,renju B+`), which goes before all else when it is read.

use anyhow::{Context, Result, bail};

use super::{Place, Record, board, result_of, result_text, rules_named};
use crate::base::{Move, Outcome, RuleSet};
use crate::games::notation::{cell_from_top, place_from_top};
use crate::games::spec::{GameKind, GameSpec};

/// Reads a game.
///
/// # Errors
/// Begin with line and column.
pub fn read(text: &str) -> Result<Record> {
    let mut lines = (1..).zip(text.lines()).filter_map(|(line, text)| {
        let indent = text.chars().take_while(|c| c.is_whitespace()).count();
        (!text.trim().is_empty()).then(|| (Place { line, column: indent + 1 }, text.trim()))
    });
    let (place, header) = lines.next().context("1:1: expected 'Piskvorky WxH, a:b, n', found an empty file")?;
    let (game, second_began) = read_header(header).with_context(|| format!("{place}: in '{header}'"))?;
    let mut record = Record::new(game);
    let mut names: Vec<&str> = Vec::new();
    for (place, line) in lines {
        if is_numeric(line) {
            match line.split(',').collect::<Vec<&str>>()[..] {
                // A code, or a name that is a number.
                [word] if word.parse::<i64>().is_ok() || !names.is_empty() => {}
                _ if !names.is_empty() => {
                    bail!("{place}: expected nothing more after the players' names, found '{line}'")
                }
                [x, y] => read_move(&mut record, place, x, y, "0")?,
                [x, y, ms] => read_move(&mut record, place, x, y, ms)?,
                _ => bail!("{place}: expected a move x,y,ms, found '{line}'"),
            }
        } else if names.len() < 2 {
            names.push(line);
        } else if let Some((game, result)) = trailer(line) {
            if game.shape.width == record.game.shape.width {
                (record.game, record.result) = (game, result);
            }
        } else if let Some(rules) = tournament_rules(line) {
            record.game.shape.rules = rules;
        }
    }
    if record.times_ms.iter().all(|&ms| ms == 0) {
        record.times_ms.clear();
    }
    for (player, name) in record.players.iter_mut().zip(names) {
        *player = name.to_string();
    }
    if second_began {
        record.players.reverse();
    }
    Ok(record)
}

/// The board, and whether the second of the players began.
fn read_header(header: &str) -> Result<(GameSpec, bool)> {
    let expected = "expected 'Piskvorky WxH, a:b, n'";
    let rest = header.get(..9).filter(|word| word.eq_ignore_ascii_case("piskvorky")).context(expected)?;
    let mut parts = header[rest.len()..].split(',').map(str::trim);
    let (width, height) = parts.next().and_then(|size| size.split_once(['x', 'X'])).context(expected)?;
    Ok((board(width, height, RuleSet::Freestyle)?, parts.nth(1) == Some("1")))
}

/// Adds the move of a line that begins at this place.
fn read_move(record: &mut Record, place: Place, x: &str, y: &str, ms: &str) -> Result<()> {
    let shape = record.game.shape;
    let place_of_y = place.after(x.chars().count() + 1);
    let axis = |text: &str, place: Place| {
        let at = text.trim().parse().ok().filter(|at| (1..=usize::from(shape.width)).contains(at));
        at.with_context(|| format!("{place}: expected a point from 1,1 to {0},{0}, found '{x},{y}'", shape.width))
    };
    let (column, row) = (axis(x, place)? - 1, axis(y, place_of_y)? - 1);
    let cell = cell_from_top(&shape, column, row).with_context(|| format!("{place}: no point '{x},{y}'"))?;
    record.push(Move(cell)).with_context(|| format!("{place}: '{x},{y}'"))?;
    let ms: i64 = ms.trim().parse().with_context(|| {
        format!("{}: expected the move's time in milliseconds, found '{ms}'", place_of_y.after(y.chars().count() + 1))
    })?;
    record.times_ms.push(ms.max(0) as u64);
    Ok(())
}

/// Whether a line is made of what numbers and commas are made of.
fn is_numeric(line: &str) -> bool {
    line.contains(|c: char| c.is_ascii_digit())
        && line.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || matches!(c, ',' | '-' | '+'))
}

/// A game in our own notation with its result, as we write it last.
fn trailer(line: &str) -> Option<(GameSpec, Option<Outcome>)> {
    let (game, result) = line.split_once(' ').unwrap_or((line, ""));
    game.parse().ok().filter(|game: &GameSpec| game.kind == GameKind::Gomoku).map(|game| (game, result_of(result)))
}

/// The rule set of a tournament's name in a line `r,NAME`.
fn tournament_rules(line: &str) -> Option<RuleSet> {
    let (result, name) = line.split_once(',')?;
    result.trim().parse::<i64>().ok().and_then(|_| rules_named(name))
}

/// Writes a game.
pub fn write(record: &Record) -> String {
    let shape = record.game.shape;
    let mut text = format!("Piskvorky {}x{}, 11:11, 0\n", shape.width, shape.height);
    for (index, mv) in record.moves.iter().enumerate() {
        let (column, row) = place_from_top(&shape, mv.0);
        let ms = record.times_ms.get(index).copied().unwrap_or(0);
        text.push_str(&format!("{},{},{ms}\n", column + 1, row + 1));
    }
    for (name, unknown) in record.players.iter().zip(["black", "white"]) {
        let name = name.replace(['\n', '\r'], " ").trim().to_string();
        // A name must not look like a move or a code.
        let name = match &name[..] {
            "" => unknown.to_string(),
            numeric if is_numeric(numeric) => format!("'{name}'"),
            _ => name,
        };
        text.push_str(&format!("{name}\n"));
    }
    text.push_str(if record.result.is_some() { "0\n" } else { "-1\n" });
    match record.result {
        Some(result) => text.push_str(&format!("{} {}\n", record.game, result_text(result))),
        None if shape.rules != RuleSet::Freestyle => text.push_str(&format!("{}\n", record.game)),
        None => {}
    }
    text
}
