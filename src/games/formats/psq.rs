//! PSQ, the files of Piskvork: a header `Piskvorky WxH, a:b, n`, a line `x,y,ms` for each move (counted from 1, from the
//! top left), the players' names, a code for how the game ended.
//!
//! What the last number of the header means depends on who wrote it: Piskvork itself says which of its two players began,
//! others the rule set by Gomocup's bits (1 standard, 4 renju, 8 caro). Bits from 4 on can only be the latter and are taken
//! as such; 0 and 1 say nothing. We write the bits and, after everything that other programs look at, the game in our own
//! notation, which goes before the bits when it is read.

use anyhow::{Context, Result, bail};

use super::{Record, board};
use crate::base::{Move, RuleSet};
use crate::games::notation::{cell_from_top, place_from_top};
use crate::games::spec::{GameKind, GameSpec};

/// Gomocup's bits of a rule set.
const BITS: [(i64, RuleSet); 3] = [(4, RuleSet::Renju), (8, RuleSet::Caro), (1, RuleSet::Standard)];

/// Reads a game.
///
/// # Errors
/// Begin with the number of the line.
pub fn read(text: &str) -> Result<Record> {
    let mut lines = (1..).zip(text.lines()).map(|(number, line)| (number, line.trim())).filter(|(_, s)| !s.is_empty());
    let (number, header) = lines.next().context("1: expected 'Piskvorky WxH, a:b, n', found an empty file")?;
    let game = read_header(header).with_context(|| format!("{number}: in '{header}'"))?;
    let mut record = Record::new(game);
    let mut names = Vec::new();
    for (number, line) in lines {
        let Some(numbers) = whole_numbers(line) else {
            if let Ok(game) = line.parse::<GameSpec>()
                && names.len() >= 2
                && game.kind == GameKind::Gomoku
                && game.shape.width == record.game.shape.width
            {
                record.game = game;
            } else {
                names.push(line.to_string());
            }
            continue;
        };
        match numbers[..] {
            // A code, or a name that is a number.
            [_] => {}
            _ if !names.is_empty() => bail!("{number}: expected nothing more after the players' names, found '{line}'"),
            [x, y] | [x, y, _] => {
                let shape = record.game.shape;
                let place = |at: i64| usize::try_from(at - 1).ok();
                let cell = place(x).zip(place(y)).and_then(|(column, row)| cell_from_top(&shape, column, row));
                let cell = cell.with_context(|| {
                    format!("{number}: expected a point from 1,1 to {0},{0}, found '{line}'", shape.width)
                })?;
                record.push(Move(cell)).with_context(|| format!("{number}: '{line}'"))?;
                record.times_ms.push(numbers.get(2).map_or(0, |&ms| ms.max(0) as u64));
            }
            _ => bail!("{number}: expected a move x,y,ms, found '{line}'"),
        }
    }
    if record.times_ms.iter().all(|&ms| ms == 0) {
        record.times_ms.clear();
    }
    for (player, name) in record.players.iter_mut().zip(names) {
        *player = name;
    }
    Ok(record)
}

fn read_header(header: &str) -> Result<GameSpec> {
    let expected = "expected 'Piskvorky WxH, a:b, n'";
    let rest = header.get(..9).filter(|word| word.eq_ignore_ascii_case("piskvorky")).context(expected)?;
    let mut parts = header[rest.len()..].split(',').map(str::trim);
    let (width, height) = parts.next().and_then(|size| size.split_once(['x', 'X'])).context(expected)?;
    let bits: i64 = parts.nth(1).and_then(|bits| bits.parse().ok()).unwrap_or(0);
    let rules = BITS.into_iter().find(|(bit, _)| *bit > 1 && bits > 0 && bits & bit != 0);
    board(width, height, rules.map_or(RuleSet::Freestyle, |(_, rules)| rules))
}

/// The numbers of a line that holds nothing but whole numbers and commas.
fn whole_numbers(line: &str) -> Option<Vec<i64>> {
    line.split(',').map(|part| part.trim().parse().ok()).collect()
}

/// Writes a game.
pub fn write(record: &Record) -> String {
    let shape = record.game.shape;
    let bits = BITS.into_iter().find(|(_, rules)| *rules == shape.rules).map_or(0, |(bit, _)| bit);
    let mut text = format!("Piskvorky {}x{}, 11:11, {bits}\n", shape.width, shape.height);
    for (index, mv) in record.moves.iter().enumerate() {
        let (column, row) = place_from_top(&shape, mv.0);
        let ms = record.times_ms.get(index).copied().unwrap_or(0);
        text.push_str(&format!("{},{},{ms}\n", column + 1, row + 1));
    }
    for (name, unknown) in record.players.iter().zip(["black", "white"]) {
        // A name must not look like a move, a code or a game.
        let name = name.replace(['\n', '\r'], " ").trim().to_string();
        let misread = name.is_empty() || whole_numbers(&name).is_some() || name.parse::<GameSpec>().is_ok();
        let name = if !misread {
            name
        } else if name.is_empty() {
            unknown.to_string()
        } else {
            format!("'{name}'")
        };
        text.push_str(&format!("{name}\n"));
    }
    text.push_str(if record.result.is_some() { "0\n" } else { "-1\n" });
    if shape.rules != RuleSet::Freestyle {
        text.push_str(&format!("{}\n", record.game));
    }
    text
}
