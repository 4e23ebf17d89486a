//! What the protocol's commands mean: a line in, an answer or something to think about out. No clock ticks here and nothing
//! is searched.

use std::time::Duration;

use super::clock::Clock;
use crate::base::{MAX_SIDE, Move, RuleSet, Shape};
use crate::games::GameSpec;
use crate::games::notation::{cell_from_top, place_from_top};
use crate::players::swap2::{EXTENDED, OPENING};

/// What a command leads to.
#[derive(Debug, PartialEq)]
pub enum Step {
    /// Nothing is answered.
    Silent,
    /// A line is answered.
    Say(String),
    /// A move has to be found.
    Think(Task),
    /// The program ends.
    End,
}

/// Something to think about.
#[derive(Clone, Debug, PartialEq)]
pub struct Task {
    /// The game.
    pub game: GameSpec,
    /// The moves so far, the first player's first.
    pub moves: Vec<Move>,
    /// How long it may take.
    pub time: Duration,
    /// Largest table in bytes; absent: no limit.
    pub memory_bytes: Option<u64>,
    /// What is wanted.
    pub wanted: Wanted,
}

/// What a task asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// A move.
    Move,
    /// What swap2 asks for on the empty board, or after three or five stones.
    Swap2,
}

/// A board that is being told line by line.
#[derive(Debug)]
struct Told {
    wanted: Wanted,
    /// Own stones, then the opponent's.
    stones: [Vec<Move>; 2],
    /// Stones without an owner, in the order in which they were placed: those of swap2.
    placed: Vec<Move>,
    fault: Option<String>,
}

/// A manager's session.
#[derive(Debug, Default)]
pub struct Session {
    size: Option<(usize, usize)>,
    rules: RuleSet,
    memory_bytes: Option<u64>,
    moves: Vec<Move>,
    told: Option<Told>,
    /// The clock.
    pub clock: Clock,
}

fn error(text: impl std::fmt::Display) -> Step {
    Step::Say(format!("ERROR {text}"))
}

impl Session {
    /// Takes a line.
    pub fn take(&mut self, line: &str) -> Step {
        let line = line.trim();
        if self.told.is_some() {
            return self.board_line(line);
        }
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_ascii_uppercase().as_str() {
            "" => Step::Silent,
            "ABOUT" => Step::Say(format!(
                "name=\"mnklab\", version=\"{}\", author=\"the authors of mnklab\", country=\"-\"",
                env!("CARGO_PKG_VERSION")
            )),
            "END" => Step::End,
            "START" => self.start(rest, rest),
            "RECTSTART" => match rest.split_once(',') {
                Some((width, height)) => self.start(width, height),
                None => error(format_args!("expected RECTSTART width,height, found '{line}'")),
            },
            "INFO" => self.inform(rest),
            "RESTART" | "BEGIN" | "TURN" | "PLAY" | "TAKEBACK" | "BOARD" | "SWAP2BOARD" if self.size.is_none() => {
                error(format_args!("{command} before START"))
            }
            "RESTART" => {
                self.moves.clear();
                self.clock.new_game();
                Step::Say("OK".to_string())
            }
            "BEGIN" if self.moves.is_empty() => self.think(Wanted::Move),
            "BEGIN" => error("BEGIN on a board with stones"),
            "TURN" => match self.empty_point(rest) {
                Ok(mv) => {
                    self.moves.push(mv);
                    self.think(Wanted::Move)
                }
                Err(problem) => error(problem),
            },
            "PLAY" => match self.empty_point(rest) {
                Ok(mv) => Step::Say(self.found(&[mv])),
                Err(problem) => error(problem),
            },
            "TAKEBACK" => self.take_back(rest),
            "BOARD" => self.board(Wanted::Move),
            "SWAP2BOARD" => self.board(Wanted::Swap2),
            _ => Step::Say(format!("UNKNOWN {line}")),
        }
    }

    /// Plays moves that were found and says them.
    pub fn found(&mut self, moves: &[Move]) -> String {
        self.moves.extend_from_slice(moves);
        let texts = moves.iter().map(|&mv| self.text(mv)).collect::<Vec<_>>();
        texts.join(" ")
    }

    fn game(&self) -> Option<GameSpec> {
        let (width, height) = self.size?;
        if width == height {
            return GameSpec::gomoku(width, self.rules).ok();
        }
        let game = GameSpec::mnk(width, height, 5, false).ok()?;
        Some(GameSpec { shape: Shape { rules: self.rules, ..game.shape }, ..game })
    }

    fn start(&mut self, width: &str, height: &str) -> Step {
        let side = |text: &str| text.trim().parse::<usize>().ok().filter(|side| (5..=MAX_SIDE).contains(side));
        match (side(width), side(height)) {
            (Some(width), Some(height)) => {
                self.size = Some((width, height));
                self.moves.clear();
                self.clock.new_game();
                Step::Say("OK".to_string())
            }
            _ => error(format_args!(
                "expected a board of sides from 5 to {MAX_SIDE}, found {}",
                if width == height { width.to_string() } else { format!("{width},{height}") }
            )),
        }
    }

    fn inform(&mut self, text: &str) -> Step {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let (key, value) = (key.to_ascii_lowercase(), value.trim());
        match (key.as_str(), value.parse::<i64>()) {
            ("rule", Ok(bits)) => {
                self.rules = RuleSet::from_gomocup_bits(bits as u32);
            }
            ("max_memory", Ok(bytes)) => self.memory_bytes = u64::try_from(bytes).ok().filter(|&bytes| bytes > 0),
            _ => self.clock.inform(&key, value),
        }
        Step::Silent
    }

    fn think(&self, wanted: Wanted) -> Step {
        let Some(game) = self.game() else { return error("no game was started") };
        if self.moves.len() == game.shape.cells() {
            return error("the board is full");
        }
        let (moves, time) = (self.moves.clone(), self.clock.budget());
        Step::Think(Task { game, moves, time, memory_bytes: self.memory_bytes, wanted })
    }

    fn text(&self, mv: Move) -> String {
        self.game().map_or(String::new(), |game| {
            let (column, row) = place_from_top(&game.shape, mv.0);
            format!("{column},{row}")
        })
    }

    /// A point of the board as text, `x,y` from the top left and from 0.
    fn point(&self, text: &str) -> Result<Move, String> {
        let game = self.game().ok_or("no game was started")?;
        let Shape { width, height, .. } = game.shape;
        let expected = || format!("expected a point from 0,0 to {},{}, found '{text}'", width - 1, height - 1);
        let (x, y) = text.split_once(',').ok_or_else(expected)?;
        let place = x.trim().parse().ok().zip(y.trim().parse().ok());
        place.and_then(|(x, y)| cell_from_top(&game.shape, x, y)).map(Move).ok_or_else(expected)
    }

    fn empty_point(&self, text: &str) -> Result<Move, String> {
        let mv = self.point(text)?;
        if self.moves.contains(&mv) { Err(format!("the point {text} is occupied")) } else { Ok(mv) }
    }

    fn take_back(&mut self, text: &str) -> Step {
        match self.point(text) {
            Ok(mv) if self.moves.last() == Some(&mv) => {
                self.moves.pop();
                Step::Say("OK".to_string())
            }
            Ok(_) => {
                let last = self.moves.last().map_or("there is none".to_string(), |&last| self.text(last));
                error(format_args!("expected the point of the last stone ({last}), found '{text}'"))
            }
            Err(problem) => error(problem),
        }
    }

    fn board(&mut self, wanted: Wanted) -> Step {
        self.told = Some(Told { wanted, stones: Default::default(), placed: Vec::new(), fault: None });
        Step::Silent
    }

    /// A line of a board, or its end. A fault is told at the end, and then the board is as it was before.
    fn board_line(&mut self, line: &str) -> Step {
        let Some(mut told) = self.told.take() else { return Step::Silent };
        if line.eq_ignore_ascii_case("END") {
            return Step::End;
        }
        if line.eq_ignore_ascii_case("DONE") {
            return self.board_done(told);
        }
        let is_swap2 = told.wanted == Wanted::Swap2;
        let stone = match line.rsplit_once(',') {
            // Stones of swap2 belong to nobody yet. Some managers name the colours all the same.
            Some((x, _)) if is_swap2 && !x.contains(',') => self.point(line).map(|mv| (mv, "")),
            Some((point, field)) => self.point(point).map(|mv| (mv, field.trim())),
            None => Err(format!("expected x,y{} or DONE, found '{line}'", if is_swap2 { "" } else { ",field" })),
        };
        match stone {
            _ if line.is_empty() => {}
            Ok((mv, _)) if told.stones.iter().chain([&told.placed]).any(|stones| stones.contains(&mv)) => {
                told.fault.get_or_insert(format!("two stones on the point of '{line}'"));
            }
            Ok((mv, "")) if is_swap2 => told.placed.push(mv),
            Ok((mv, "1")) => told.stones[0].push(mv),
            Ok((mv, "2")) => told.stones[1].push(mv),
            // A winning line, or a point that is forbidden: no stone.
            Ok((_, "3")) => {}
            Ok((_, field)) => {
                told.fault.get_or_insert(format!("expected the field 1, 2 or 3, found '{field}' in '{line}'"));
            }
            Err(problem) => {
                told.fault.get_or_insert(problem);
            }
        }
        self.told = Some(told);
        Step::Silent
    }

    fn board_done(&mut self, told: Told) -> Step {
        if let Some(fault) = told.fault {
            return error(fault);
        }
        let [own, others] = &told.stones;
        let is_swap2 = told.wanted == Wanted::Swap2;
        if is_swap2 && !told.placed.is_empty() && !(own.is_empty() && others.is_empty()) {
            return error("some stones of swap2 have a field and some have none");
        }
        // In swap2 all stones are told as they lie, whoever placed them.
        let (first, second) = if own.len() == others.len() || is_swap2 && own.len() > others.len() {
            (own, others)
        } else {
            (others, own)
        };
        if first.len() != second.len() && first.len() != second.len() + 1 {
            return error(format_args!(
                "{} own stones and {} of the opponent's: it is not this side's turn",
                own.len(),
                others.len()
            ));
        }
        let mut moves = told.placed;
        for (index, &mv) in first.iter().enumerate() {
            moves.push(mv);
            moves.extend(second.get(index));
        }
        if is_swap2 && ![0, OPENING, EXTENDED].contains(&moves.len()) {
            return error(format_args!("expected 0, {OPENING} or {EXTENDED} stones in swap2, found {}", moves.len()));
        }
        self.moves = moves;
        self.think(told.wanted)
    }
}
