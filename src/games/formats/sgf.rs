//! SGF, the Smart Game Format, FF\[4\] with GM\[4\]: a file of game trees, each a game's main line here.
//!
//! Of variations the first is the main line. Points are letter pairs from the top left (`hh`), in files of some tools our
//! own `h8`. Stones that a tool placed as a setup (AB, AW) before the first move are the opening, black's and white's in
//! turn. Passes at the end of a game are left out. Unknown properties are passed over.
//!
//! How long a move took stands in its comment, `C[1500ms]`, as the managers of matches write it; where no comment says so, it
//! is what the time left (BL, WL) fell by, from the limit (TM) on, if nothing was added meanwhile.

use std::collections::HashMap;

use anyhow::{Context, Result, anyhow, bail};

use super::{Place, Record, board, result_of, result_text, rules_named};
use crate::base::{Move, RuleSet, Shape};
use crate::games::notation::{cell_from_top, parse_move, place_from_top};
use crate::games::spec::GameSpec;

/// A property's value.
struct Value {
    /// Of its bracket.
    place: Place,
    /// Of which node it is.
    node: usize,
    /// The property's name, small letters left out as FF\[3\] and before had them.
    name: String,
    text: String,
}

/// What a tree's main line holds, in order; all nodes in one list.
type MainLine = Vec<Value>;

/// Reads the games of a file.
///
/// # Errors
/// Begin with line and column.
pub fn read(text: &str) -> Result<Vec<Record>> {
    let mut parser = Parser { rest: text.chars().peekable(), place: Place { line: 1, column: 1 }, node: 0 };
    let mut games = Vec::new();
    // What stands before a tree, as in a mail, is passed over.
    while parser.skip_to('(') {
        let begun = parser.place;
        games.push(record(parser.tree()?, begun)?);
    }
    Ok(games)
}

struct Parser<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    /// Of the next character.
    place: Place,
    /// Nodes that have begun.
    node: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.next();
        self.place = match c {
            Some('\n') => Place { line: self.place.line + 1, column: 1 },
            Some(_) => self.place.after(1),
            None => self.place,
        };
        c
    }

    fn skip_to(&mut self, wanted: char) -> bool {
        while let Some(&c) = self.rest.peek() {
            if c == wanted {
                return true;
            }
            self.next();
        }
        false
    }

    fn skip_blanks(&mut self) -> Option<char> {
        while self.rest.peek().is_some_and(|c| c.is_whitespace()) {
            self.next();
        }
        self.rest.peek().copied()
    }

    /// Reads a tree from its bracket on. No recursion, so that no file is too deep.
    fn tree(&mut self) -> Result<MainLine> {
        let (begun, mut main) = (self.place, MainLine::new());
        // How many trees are open, and the number of them at which a variation that is not the main line began.
        let (mut open, mut aside) = (0, None);
        let mut closed_one = false;
        loop {
            match self.skip_blanks() {
                Some('(') => {
                    self.next();
                    open += 1;
                    if closed_one && aside.is_none() {
                        aside = Some(open);
                    }
                    closed_one = false;
                }
                Some(')') => {
                    self.next();
                    if aside == Some(open) {
                        aside = None;
                    }
                    open -= 1;
                    closed_one = true;
                    if open == 0 {
                        return Ok(main);
                    }
                }
                Some(';') => {
                    self.next();
                    self.node += 1;
                }
                Some(c) if c.is_alphabetic() => {
                    let values = self.property()?;
                    if aside.is_none() {
                        main.extend(values);
                    }
                }
                Some(c) => bail!("{}: expected a property, ';', '(' or ')', found '{c}'", self.place),
                None => bail!("{}: expected the ')' of the game that begins at {begun}, found the end", self.place),
            }
        }
    }

    /// Reads a property with all its values.
    fn property(&mut self) -> Result<Vec<Value>> {
        let (begun, mut name) = (self.place, String::new());
        while let Some(&c) = self.rest.peek().filter(|c| c.is_alphanumeric()) {
            if !c.is_lowercase() {
                name.push(c);
            }
            self.next();
        }
        let mut values = Vec::new();
        while self.skip_blanks() == Some('[') {
            let (place, node) = (self.place, self.node);
            self.next();
            values.push(Value { place, node, name: name.clone(), text: self.value(place)? });
        }
        if values.is_empty() {
            let found = self.rest.peek().map_or("the end".to_string(), |c| format!("'{c}'"));
            bail!("{begun}: expected '[' after the property {name}, found {found}");
        }
        Ok(values)
    }

    /// Reads a value from behind its bracket, which was at `begun`, to behind the closing one.
    fn value(&mut self, begun: Place) -> Result<String> {
        let mut text = String::new();
        loop {
            match self.next() {
                Some(']') => return Ok(text),
                Some('\\') => match self.next() {
                    Some('\n') | None => {}
                    Some('\r') => {
                        if self.rest.peek() == Some(&'\n') {
                            self.next();
                        }
                    }
                    Some(c) => text.push(c),
                },
                Some(c) => text.push(c),
                None => bail!("{begun}: expected ']' at the end of a value, found the end of the file"),
            }
        }
    }
}

/// Makes a game of a main line.
fn record(main: MainLine, begun: Place) -> Result<Record> {
    let first = |name: &str| main.iter().find(|value| value.name == name);
    let text = |name: &str| first(name).map_or("", |value| value.text.trim());
    if let Some(kind) = first("GM").filter(|kind| kind.text.trim() != "4") {
        bail!("{}: expected GM[4], which is Gomoku, found GM[{}]", kind.place, kind.text);
    }
    let game = match first("SZ") {
        None => GameSpec::gomoku(15, rules(text("RU")))?,
        Some(size) => {
            let (width, height) = size.text.split_once(':').unwrap_or((&size.text, &size.text));
            board(width, height, rules(text("RU"))).with_context(|| format!("{}: SZ[{}]", size.place, size.text))?
        }
    };
    let name = |name: &str| text(name).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut record = Record { players: [name("PB"), name("PW")], result: result_of(text("RE")), ..Record::new(game) };
    let setup = |name: &str| main.iter().filter(move |value| value.name == name).collect::<Vec<_>>();
    let (black, white) = (setup("AB"), setup("AW"));
    if black.len() != white.len() && black.len() != white.len() + 1 {
        bail!(
            "{begun}: the setup has {} stones of AB and {} of AW; expected as many or one more of AB",
            black.len(),
            white.len()
        );
    }
    let mut turns: Vec<&Value> = Vec::new();
    for (index, stone) in black.iter().enumerate() {
        turns.push(stone);
        turns.extend(white.get(index));
    }
    turns.extend(main.iter().filter(|value| value.name == "B" || value.name == "W"));
    let is_pass = |value: &Value| value.text.trim().is_empty() || value.text.trim() == "tt" && game.shape.width < 20;
    while turns.last().is_some_and(|value| is_pass(value)) {
        turns.pop();
    }
    for value in &turns {
        let Value { place, name, text, .. } = value;
        let (number, colour) = (record.moves.len() + 1, if record.moves.len().is_multiple_of(2) { 'B' } else { 'W' });
        if !name.ends_with(colour) {
            bail!(
                "{place}: expected {colour} as move {number}, since black begins and both take turns, found {name}[{text}]"
            );
        }
        let mv = point(&game.shape, text.trim()).map_err(|error| anyhow!("{place}: move {number}: {error:#}"))?;
        record.push(mv).with_context(|| format!("{place}: {name}[{text}]"))?;
    }
    record.times_ms = times_in_comments(&main, &turns).or_else(|| times_left(&main, &turns)).unwrap_or_default();
    Ok(record)
}

/// What the comments of the moves say that they took; nothing if none of them does.
fn times_in_comments(main: &MainLine, turns: &[&Value]) -> Option<Vec<u64>> {
    let comments = main.iter().filter(|value| value.name == "C");
    let said: HashMap<usize, u64> =
        comments.filter_map(|value| comment_ms(&value.text).map(|ms| (value.node, ms))).collect();
    let of = |turn: &&Value| node_of_move(turn).and_then(|node| said.get(&node).copied());
    let times: Vec<u64> = turns.iter().map(|turn| of(turn).unwrap_or(0)).collect();
    times.iter().any(|&ms| ms > 0).then_some(times)
}

/// The node of a move; stones of a setup are none.
fn node_of_move(turn: &Value) -> Option<usize> {
    ["B", "W"].contains(&turn.name.as_str()).then_some(turn.node)
}

/// The milliseconds of a comment such as `1500ms` or `-12/7 1500ms`.
fn comment_ms(text: &str) -> Option<u64> {
    let mut words = text.split(|c: char| c.is_whitespace() || ",;()".contains(c));
    // No more than other formats can write.
    words.find_map(|word| word.strip_suffix("ms")?.parse().ok().filter(|&ms| ms <= i64::MAX as u64))
}

/// What the time left of each side fell by; nothing where that is not told of every move after those of an opening, or rises.
fn times_left(main: &MainLine, turns: &[&Value]) -> Option<Vec<u64>> {
    let seconds = |value: &Value| value.text.trim().parse::<f64>().ok().filter(|left| (0.0..1e9).contains(left));
    let named = |name: &str| main.iter().find(move |value| value.name == name);
    let limit = named("TM").and_then(seconds)?;
    if named("OT").is_some_and(|overtime| !overtime.text.trim().is_empty()) {
        return None;
    }
    let left_of = |name: &str| -> HashMap<usize, f64> {
        let values = main.iter().filter(|value| value.name == name);
        values.filter_map(|value| Some((value.node, seconds(value)?))).collect()
    };
    let left = [left_of("BL"), left_of("WL")];
    let (mut before, mut has_begun) = ([limit; 2], [false; 2]);
    let mut times = Vec::with_capacity(turns.len());
    for (index, turn) in turns.iter().enumerate() {
        let side = index % 2;
        let Some(&now) = node_of_move(turn).and_then(|node| left[side].get(&node)) else {
            if has_begun[side] {
                return None;
            }
            times.push(0);
            continue;
        };
        has_begun[side] = true;
        let spent = before[side] - now;
        if spent < 0.0 {
            return None;
        }
        before[side] = now;
        times.push((spent * 1000.0).round() as u64);
    }
    times.iter().any(|&ms| ms > 0).then_some(times)
}

fn point(shape: &Shape, text: &str) -> Result<Move> {
    if let [column @ b'a'..=b'z', row @ b'a'..=b'z'] = *text.as_bytes() {
        let last = char::from(b'a' + shape.width - 1);
        let cell = cell_from_top(shape, usize::from(column - b'a'), usize::from(row - b'a'));
        return cell.map(Move).with_context(|| format!("expected a point from aa to {last}{last}, found '{text}'"));
    }
    parse_move(shape, text).with_context(|| format!("expected two letters from the top left, as in hh, found '{text}'"))
}

/// The rule set of RU: a name in it, or Gomocup's number.
fn rules(text: &str) -> RuleSet {
    text.parse().map_or_else(|_| rules_named(text).unwrap_or_default(), RuleSet::from_gomocup_bits)
}

/// A text as the value of a property.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]").replace(['\n', '\r'], " ")
}

/// Writes a game.
pub fn write(record: &Record) -> String {
    let shape = record.game.shape;
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[mnklab:{}]SZ[{}]", env!("CARGO_PKG_VERSION"), shape.width);
    text.push_str(&format!("RU[{}]", shape.rules.name()));
    for (name, player) in ["PB", "PW"].into_iter().zip(&record.players) {
        if !player.trim().is_empty() {
            text.push_str(&format!("{name}[{}]", escaped(player.trim())));
        }
    }
    text.push_str(&record.result.map_or(String::new(), |result| format!("RE[{}]", result_text(result))));
    for (index, mv) in record.moves.iter().enumerate() {
        let (column, row) = place_from_top(&shape, mv.0);
        let letter = |at: usize| char::from(b'a' + at as u8);
        text.push_str(if index % 10 == 0 { "\n" } else { "" });
        text.push_str(&format!(";{}[{}{}]", if index % 2 == 0 { 'B' } else { 'W' }, letter(column), letter(row)));
        if let Some(ms) = record.times_ms.get(index).filter(|ms| **ms > 0) {
            text.push_str(&format!("C[{ms}ms]"));
        }
    }
    text.push_str(")\n");
    text
}
