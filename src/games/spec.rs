//! A game's text form, and the way from it to the storage.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Result, bail};

use super::board::{Board, RuledBoard};
use super::drop::{AnyDropShape, Connect4, Drop};
use super::tictactoe::{self, TicTacToe};
use crate::base::text::nearest;
use crate::base::{MAX_SIDE, Position, RuleSet, Shape};

/// The names under which games are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// 3x3, three in a row.
    TicTacToe,
    /// Gravity, four in a row; 7x6 unless told otherwise.
    Connect4,
    /// A square board, five in a row under one of the rule sets; 15x15 and freestyle unless told otherwise.
    Gomoku,
    /// Any board, any number in a row, with gravity or without.
    Mnk,
}

/// A game: what it is called and its parameters. Its text form is what `GAME` stands for on the command line. It comes
/// from text or from a constructor, which check the shape; whoever sets the fields by hand keeps to the same limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameSpec {
    /// What the game is called.
    pub kind: GameKind,
    /// The parameters.
    pub shape: Shape,
}

/// An entry of the registry of games.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// The name.
    pub name: &'static str,
    /// What it means.
    pub kind: GameKind,
    /// How it is written, options included.
    pub form: &'static str,
    /// What it is, in one sentence.
    pub meaning: &'static str,
    /// Some games of this name, in canonical text: every test of all games runs over these.
    pub examples: &'static [&'static str],
}

/// All games.
pub const GAMES: [GameInfo; 4] = [
    GameInfo {
        name: "tictactoe",
        kind: GameKind::TicTacToe,
        form: "tictactoe",
        meaning: "tic-tac-toe: 3x3, three in a row",
        examples: &["tictactoe"],
    },
    GameInfo {
        name: "connect4",
        kind: GameKind::Connect4,
        form: "connect4 | connect4:WxH",
        meaning: "Connect Four: stones fall, four in a row; 7x6 by default, any size with W*(H+1) up to 128",
        examples: &["connect4", "connect4:8x7", "connect4:5x4", "connect4:8x8", "connect4:10x7"],
    },
    GameInfo {
        name: "gomoku",
        kind: GameKind::Gomoku,
        form: "gomoku | gomoku:SIDE | gomoku:SIDE,RULES",
        meaning: "Gomoku: five in a row; 15x15 by default, 5x5 to 22x22; RULES: freestyle (the default: five or more), \
                  standard (exactly five), renju (black: exactly five, no double three, double four or overline), caro \
                  (not blocked at both ends)",
        examples: &[
            "gomoku",
            "gomoku:5",
            "gomoku:9",
            "gomoku:19",
            "gomoku:22",
            "gomoku:7,standard",
            "gomoku:15,standard",
            "gomoku:9,renju",
            "gomoku:15,renju",
            "gomoku:8,caro",
            "gomoku:19,caro",
        ],
    },
    GameInfo {
        name: "mnk",
        kind: GameKind::Mnk,
        form: "mnk:M,N,K | mnk:M,N,K,gravity",
        meaning: "M columns, N rows, K or more in a row, up to 22x22; with gravity M*(N+1) up to 128",
        examples: &[
            "mnk:3,3,3",
            "mnk:4,3,3",
            "mnk:4,4,4",
            "mnk:7,5,4",
            "mnk:10,7,6",
            "mnk:1,22,3",
            "mnk:22,22,22",
            "mnk:4,4,4,gravity",
            "mnk:3,3,3,gravity",
            "mnk:22,4,5,gravity",
            "mnk:5,22,6,gravity",
        ],
    },
];

/// Options that are known by name but whose rules are not part of this version.
const LATER: [&str; 1] = ["players"];

/// What wants to be compiled for a game's storage: generic code in the form of a value.
pub trait GameVisitor {
    /// What comes out.
    type Output;
    /// Receives the empty board in the fastest storage for the game.
    fn visit<P: Position>(self, start: P) -> Self::Output;
}

impl GameSpec {
    /// Tic-tac-toe.
    pub const TICTACTOE: GameSpec = GameSpec { kind: GameKind::TicTacToe, shape: tictactoe::SHAPE };
    /// Connect Four, 7x6.
    pub const CONNECT4: GameSpec = GameSpec { kind: GameKind::Connect4, shape: Shape::freestyle(7, 6, 4, true) };
    /// Gomoku, 15x15.
    pub const GOMOKU: GameSpec = GameSpec { kind: GameKind::Gomoku, shape: Shape::freestyle(15, 15, 5, false) };

    /// Any m,n,k game. Errors name the parameter, what was found and what was expected.
    pub fn mnk(width: usize, height: usize, k: usize, gravity: bool) -> Result<GameSpec> {
        Ok(GameSpec { kind: GameKind::Mnk, shape: checked_shape(width, height, k, gravity)? })
    }

    /// Connect Four of any size.
    pub fn connect4(width: usize, height: usize) -> Result<GameSpec> {
        Ok(GameSpec { kind: GameKind::Connect4, shape: checked_shape(width, height, 4, true)? })
    }

    /// Gomoku of any side from 5 to 22.
    pub fn gomoku(side: usize, rules: RuleSet) -> Result<GameSpec> {
        if !(5..=MAX_SIDE).contains(&side) {
            bail!("expected a side of 5 to {MAX_SIDE} for gomoku, found {side}");
        }
        Ok(GameSpec { kind: GameKind::Gomoku, shape: Shape { rules, ..checked_shape(side, side, 5, false)? } })
    }

    /// Runs a visitor with the fastest storage.
    pub fn visit<V: GameVisitor>(&self, visitor: V) -> V::Output {
        let shape = &self.shape;
        if *shape == tictactoe::SHAPE {
            return visitor.visit(TicTacToe::new());
        }
        if *shape == GameSpec::CONNECT4.shape {
            return visitor.visit(Drop::new(Connect4));
        }
        if shape.gravity {
            if let Some(shape) = AnyDropShape::<u64>::new(shape) {
                return visitor.visit(Drop::new(shape));
            }
            if let Some(shape) = AnyDropShape::<u128>::new(shape) {
                return visitor.visit(Drop::new(shape));
            }
        }
        if let Some(board) = Board::<5>::new(shape) {
            return visitor.visit(board);
        }
        if let Some(board) = RuledBoard::new(shape) {
            return visitor.visit(board);
        }
        visitor.visit(Board::<0>::within_limits(shape))
    }
}

fn checked_shape(width: usize, height: usize, k: usize, gravity: bool) -> Result<Shape> {
    for (name, side) in [("columns", width), ("rows", height)] {
        if !(1..=MAX_SIDE).contains(&side) {
            bail!("expected 1 to {MAX_SIDE} {name}, found {side}");
        }
    }
    let longest = width.max(height);
    if !(1..=longest).contains(&k) {
        bail!("expected 1 to {longest} in a row on a board of {width}x{height}, found {k}");
    }
    let bits = width * (height + 1);
    if gravity && bits > 128 {
        bail!(
            "a board of {width}x{height} with gravity needs columns * (rows + 1) = {bits} bits, expected 128 at most"
        );
    }
    Ok(Shape::freestyle(width as u8, height as u8, k as u8, gravity))
}

impl fmt::Display for GameSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { width, height, k, gravity, rules } = self.shape;
        match self.kind {
            GameKind::TicTacToe => f.write_str("tictactoe"),
            GameKind::Connect4 if *self == GameSpec::CONNECT4 => f.write_str("connect4"),
            GameKind::Connect4 => write!(f, "connect4:{width}x{height}"),
            GameKind::Gomoku if *self == GameSpec::GOMOKU => f.write_str("gomoku"),
            GameKind::Gomoku if rules == RuleSet::Freestyle => write!(f, "gomoku:{width}"),
            GameKind::Gomoku => write!(f, "gomoku:{width},{}", rules.name()),
            GameKind::Mnk => write!(f, "mnk:{width},{height},{k}{}", if gravity { ",gravity" } else { "" }),
        }
    }
}

impl FromStr for GameSpec {
    type Err = anyhow::Error;

    /// Reads the text form. Errors name the text, what was found and what was expected.
    fn from_str(text: &str) -> Result<GameSpec> {
        let text = text.trim();
        parse(text).with_context(|| format!("the game '{text}' cannot be understood"))
    }
}

fn parse(text: &str) -> Result<GameSpec> {
    let (name, options) = match text.split_once(':') {
        Some((name, options)) => (name, options.split(',').map(str::trim).collect()),
        None => (text, Vec::new()),
    };
    let Some(info) = GAMES.iter().find(|game| game.name == name) else {
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        bail!("expected one of {}, found '{name}'{}", names.join(", "), nearest(name, names.iter().copied()));
    };
    for option in &options {
        let word = option.split('=').next().unwrap_or(option);
        if LATER.contains(&word) {
            bail!("the option '{option}' is not supported yet; games have two players");
        }
        if option.is_empty() {
            bail!("an option is empty (a stray ',' or ':'?); expected {}", info.form);
        }
    }
    let expected = || format!("expected {}", info.form);
    match (info.kind, &options[..]) {
        (GameKind::TicTacToe, []) => Ok(GameSpec::TICTACTOE),
        (GameKind::TicTacToe, [option, ..]) => bail!("tictactoe takes no options, found '{option}'"),
        (GameKind::Connect4, []) => Ok(GameSpec::CONNECT4),
        (GameKind::Connect4, [size]) => {
            let (width, height) = size.split_once('x').with_context(|| format!("{}, found '{size}'", expected()))?;
            GameSpec::connect4(number("columns", width)?, number("rows", height)?)
        }
        (GameKind::Gomoku, []) => Ok(GameSpec::GOMOKU),
        (GameKind::Gomoku, [side]) if is_number(side) => {
            GameSpec::gomoku(number("the side", side)?, RuleSet::Freestyle)
        }
        (GameKind::Gomoku, [rules]) => GameSpec::gomoku(GameSpec::GOMOKU.shape.width.into(), rule_set(rules)?),
        (GameKind::Gomoku, [side, rules]) => GameSpec::gomoku(number("the side", side)?, rule_set(rules)?),
        (GameKind::Mnk, [m, n, k]) => GameSpec::mnk(number("M", m)?, number("N", n)?, number("K", k)?, false),
        (GameKind::Mnk, [m, n, k, "gravity"]) => GameSpec::mnk(number("M", m)?, number("N", n)?, number("K", k)?, true),
        (GameKind::Mnk, [_, _, _, option]) => {
            bail!("expected the option 'gravity', found '{option}'{}", nearest(option, ["gravity"]))
        }
        (_, options) => bail!("{}, found {} option(s): '{}'", expected(), options.len(), options.join(",")),
    }
}

fn rule_set(text: &str) -> Result<RuleSet> {
    let names = RuleSet::ALL.map(|(name, _)| name);
    let found = RuleSet::ALL.into_iter().find(|(name, _)| *name == text);
    found.map(|(_, set)| set).with_context(|| {
        format!("expected one of the rule sets {}, found '{text}'{}", names.join(", "), nearest(text, names))
    })
}

fn is_number(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

fn number(what: &str, text: &str) -> Result<usize> {
    if text.is_empty() || text.len() > 4 || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        bail!("expected a whole number from 1 to {MAX_SIDE} for {what}, found '{text}'");
    }
    Ok(text.parse()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms_round_trip() {
        for example in GAMES.iter().flat_map(|game| game.examples) {
            let game: GameSpec = example.parse().unwrap();
            assert_eq!(game.to_string(), *example);
        }
        for (text, canonical) in [
            ("connect4:7x6", "connect4"),
            ("gomoku:15", "gomoku"),
            (" mnk:4, 4, 4, gravity ", "mnk:4,4,4,gravity"),
            ("connect4:21x5", "connect4:21x5"),
            ("gomoku:renju", "gomoku:15,renju"),
            ("gomoku:15,freestyle", "gomoku"),
            ("gomoku:9, caro", "gomoku:9,caro"),
        ] {
            assert_eq!(text.parse::<GameSpec>().unwrap().to_string(), canonical);
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, part) in [
            ("gomuku", "did you mean 'gomoku'?"),
            ("", "expected one of tictactoe"),
            ("gomoku:4", "side of 5 to 22"),
            ("gomoku:23", "side of 5 to 22"),
            ("gomoku:15,renjo", "did you mean 'renju'?"),
            ("gomoku:gomoku", "expected one of the rule sets freestyle, standard, renju, caro"),
            ("gomoku:4,renju", "side of 5 to 22"),
            ("gomoku:renju,15", "for the side, found 'renju'"),
            ("gomoku:15,renju,caro", "found 3 option(s)"),
            ("mnk:4,4,3,renju", "expected the option 'gravity', found 'renju'"),
            ("mnk:4,4,3,players=3", "'players=3' is not supported yet"),
            ("gomoku:", "is empty"),
            ("gomoku:15,", "is empty"),
            ("mnk:3,3", "mnk:M,N,K"),
            ("mnk", "mnk:M,N,K"),
            ("mnk:3,3,4", "1 to 3 in a row"),
            ("mnk:3,3,0", "1 to 3 in a row"),
            ("mnk:-3,3,3", "found '-3'"),
            ("mnk:0,3,3", "1 to 22 columns, found 0"),
            ("mnk:3,99999999999999999999,3", "for N"),
            ("mnk:23,3,3", "1 to 22 columns, found 23"),
            ("mnk:4,4,4,gravty", "did you mean 'gravity'?"),
            ("mnk:22,22,5,gravity", "506 bits"),
            ("connect4:8", "connect4:WxH"),
            ("connect4:8x", "for rows"),
            ("connect4:3x3", "1 to 3 in a row"),
            ("connect4:22x6", "154 bits"),
            ("tictactoe:3", "takes no options"),
        ] {
            let error = format!("{:#}", text.parse::<GameSpec>().unwrap_err());
            assert!(error.contains(part), "{text}: {error}");
            assert!(error.contains(&format!("'{text}'")), "{text}: {error}");
        }
    }

    #[test]
    fn every_shape_has_a_fast_storage() {
        struct Name;
        impl GameVisitor for Name {
            type Output = &'static str;
            fn visit<P: Position>(self, _: P) -> &'static str {
                std::any::type_name::<P>()
            }
        }
        for (game, name) in [
            ("tictactoe", "TicTacToe"),
            ("mnk:3,3,3", "TicTacToe"),
            ("connect4", "Connect4"),
            ("mnk:7,6,4,gravity", "Connect4"),
            ("connect4:8x7", "AnyDropShape<u64>"),
            ("connect4:8x8", "AnyDropShape<u128>"),
            ("gomoku", "Grid<5, true>"),
            ("gomoku:9,renju", "Grid<5, false>"),
            ("mnk:4,4,4", "Grid<0, true>"),
        ] {
            let found = game.parse::<GameSpec>().unwrap().visit(Name);
            assert!(found.contains(name), "{game}: {found}");
        }
        struct Same(Shape);
        impl GameVisitor for Same {
            type Output = bool;
            fn visit<P: Position>(self, start: P) -> bool {
                start.shape() == self.0
            }
        }
        for width in 1..=22 {
            for height in 1..=22 {
                for gravity in [false, true] {
                    if let Ok(game) = GameSpec::mnk(width, height, width.max(height), gravity) {
                        assert!(game.visit(Same(game.shape)), "{game}");
                    }
                }
            }
        }
    }
}
