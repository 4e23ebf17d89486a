//! SGF, the Smart Game Format, FF\[4\] with GM\[4\]: a file of game trees, each a game's main line here.
//!
//! Of variations the first is the main line. Points are letter pairs from the top left (`hh`), in files of some tools our
//! own `h8`. Stones that a tool placed as a setup (AB, AW) before the first move are the opening, black's and white's in
//! turn. Passes at the end of a game are left out. Unknown properties are passed over.

use anyhow::{Context, Result, anyhow, bail};

use super::{Record, board};
use crate::base::{Move, Outcome, RuleSet, Seat, Shape};
use crate::games::notation::{cell_from_top, parse_move, place_from_top};
use crate::games::spec::GameSpec;

/// A property's value.
struct Value {
    line: usize,
    /// The property's name, small letters left out as FF\[3\] and before had them.
    name: String,
    text: String,
}

/// What a tree's main line holds, in order; all nodes in one list.
type MainLine = Vec<Value>;

/// Reads the games of a file.
///
/// # Errors
/// Begin with the number of the line.
pub fn read(text: &str) -> Result<Vec<Record>> {
    let mut parser = Parser { rest: text.chars().peekable(), line: 1 };
    let mut games = Vec::new();
    // What stands before a tree, as in a mail, is passed over.
    while parser.skip_to('(') {
        let line = parser.line;
        games.push(record(parser.tree()?, line)?);
    }
    Ok(games)
}

struct Parser<'t> {
    rest: std::iter::Peekable<std::str::Chars<'t>>,
    line: usize,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let c = self.rest.next();
        self.line += usize::from(c == Some('\n'));
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
        let (begun, mut main) = (self.line, MainLine::new());
        // How many trees are open, and the number of them at which a variation that is not the main line began.
        let (mut open, mut aside) = (0, None);
        let mut closed_one = false;
        loop {
            let line = self.line;
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
                }
                Some(c) if c.is_alphabetic() => {
                    let values = self.property()?;
                    if aside.is_none() {
                        main.extend(values);
                    }
                }
                Some(c) => bail!("{}: expected a property, ';', '(' or ')', found '{c}'", self.line),
                None => bail!("{line}: expected the ')' of the game that begins in line {begun}, found the end"),
            }
        }
    }

    /// Reads a property with all its values.
    fn property(&mut self) -> Result<Vec<Value>> {
        let (line, mut name) = (self.line, String::new());
        while let Some(&c) = self.rest.peek().filter(|c| c.is_alphanumeric()) {
            if !c.is_lowercase() {
                name.push(c);
            }
            self.next();
        }
        let mut values = Vec::new();
        while self.skip_blanks() == Some('[') {
            let line = self.line;
            self.next();
            values.push(Value { line, name: name.clone(), text: self.value()? });
        }
        if values.is_empty() {
            let found = self.rest.peek().map_or("the end".to_string(), |c| format!("'{c}'"));
            bail!("{line}: expected '[' after the property {name}, found {found}");
        }
        Ok(values)
    }

    /// Reads a value from behind its bracket to behind the closing one.
    fn value(&mut self) -> Result<String> {
        let (begun, mut text) = (self.line, String::new());
        loop {
            match self.next() {
                Some(']') => return Ok(text),
                Some('\\') => match self.next() {
                    Some('\n') | None => {}
                    Some('\r') => {
                        self.rest.next_if_eq(&'\n').inspect(|_| self.line += 1);
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
fn record(main: MainLine, line: usize) -> Result<Record> {
    let first = |name: &str| main.iter().find(|value| value.name == name);
    let text = |name: &str| first(name).map_or("", |value| value.text.trim());
    if let Some(kind) = first("GM").filter(|kind| kind.text.trim() != "4") {
        bail!("{}: expected GM[4], which is Gomoku, found GM[{}]", kind.line, kind.text);
    }
    let game = match first("SZ") {
        None => GameSpec::gomoku(15, rules(text("RU")))?,
        Some(size) => {
            let (width, height) = size.text.split_once(':').unwrap_or((&size.text, &size.text));
            board(width, height, rules(text("RU"))).with_context(|| format!("{}: SZ[{}]", size.line, size.text))?
        }
    };
    let name = |name: &str| text(name).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut record = Record { players: [name("PB"), name("PW")], result: result(text("RE")), ..Record::new(game) };
    let setup = |name: &str| main.iter().filter(move |value| value.name == name).collect::<Vec<_>>();
    let (black, white) = (setup("AB"), setup("AW"));
    if black.len() != white.len() && black.len() != white.len() + 1 {
        bail!(
            "{line}: the setup has {} stones of AB and {} of AW; expected as many or one more of AB",
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
    for value in turns {
        let Value { line, name, text } = value;
        let (number, colour) = (record.moves.len() + 1, if record.moves.len().is_multiple_of(2) { 'B' } else { 'W' });
        if !name.ends_with(colour) {
            bail!(
                "{line}: expected {colour} as move {number}, since black begins and both take turns, found {name}[{text}]"
            );
        }
        let mv = point(&game.shape, text.trim()).map_err(|error| anyhow!("{line}: move {number}: {error:#}"))?;
        record.push(mv).with_context(|| format!("{line}: {name}[{text}]"))?;
    }
    Ok(record)
}

fn point(shape: &Shape, text: &str) -> Result<Move> {
    if let [column @ b'a'..=b'z', row @ b'a'..=b'z'] = *text.as_bytes() {
        let last = char::from(b'a' + shape.width - 1);
        let cell = cell_from_top(shape, usize::from(column - b'a'), usize::from(row - b'a'));
        return cell.map(Move).with_context(|| format!("expected a point from aa to {last}{last}, found '{text}'"));
    }
    parse_move(shape, text).with_context(|| format!("expected two letters from the top left, as in hh, found '{text}'"))
}

/// The rule set that a text names; tools write whole sentences.
fn rules(text: &str) -> RuleSet {
    let text = text.to_ascii_lowercase();
    let named = RuleSet::ALL.into_iter().find(|(name, _)| text.contains(name));
    named.map_or(RuleSet::Freestyle, |(_, rules)| rules)
}

fn result(text: &str) -> Option<Outcome> {
    match text.to_ascii_lowercase() {
        text if text.starts_with("b+") => Some(Outcome::Win(Seat::FIRST)),
        text if text.starts_with("w+") => Some(Outcome::Win(Seat::SECOND)),
        text if text == "0" || text == "draw" || text == "jigo" => Some(Outcome::Draw),
        _ => None,
    }
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
    text.push_str(match record.result {
        None => "",
        Some(Outcome::Draw) => "RE[0]",
        Some(Outcome::Win(Seat::FIRST)) => "RE[B+]",
        Some(Outcome::Win(_)) => "RE[W+]",
    });
    for (index, mv) in record.moves.iter().enumerate() {
        let (column, row) = place_from_top(&shape, mv.0);
        let letter = |at: usize| char::from(b'a' + at as u8);
        text.push_str(if index % 10 == 0 { "\n" } else { "" });
        text.push_str(&format!(";{}[{}{}]", if index % 2 == 0 { 'B' } else { 'W' }, letter(column), letter(row)));
    }
    text.push_str(")\n");
    text
}
