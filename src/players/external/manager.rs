//! Playing with an engine: a session from START to END, what its silence or death means, and how a game goes on.
//!
//! * Turns are timed from the command to the arrival of the answer, START and RESTART apart. The time of a match counts
//!   from the start of the process without the turns of the opponent: the sum of what this engine was waited for.
//! * An engine that is silent when its time is over and has not used a processor meanwhile has lost the command (engines do,
//!   that still call themselves thinking when it comes). The board is then told once more, as BOARD, with a turn of its own.
//! * Whatever ends a game by the engine's fault ends the process too. The next game gets a fresh one.

mod swap2;

use std::fs::OpenOptions;
use std::io::Write;
use std::time::{Duration, Instant};

use super::config::{ExternalConfig, Start};
use super::process::{Heard, Process};
use super::talk::{self, Meaning};
use crate::base::{Cell, Fault, Forfeit, Shape, interrupt};

/// INFO time_left where a match has no limit.
const UNLIMITED_MS: u64 = 2_147_483_647;

/// INFO game_type: the opponent is a program.
const AGAINST_A_PROGRAM: u32 = 1;

/// A turn of an engine.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The game.
    pub shape: Shape,
    /// The stones as they lie, whether each is the engine's own, in an order in which they may have been placed.
    pub stones: &'a [(Cell, bool)],
    /// How long it may take.
    pub time: Duration,
}

/// An engine with the process that it has at present.
pub struct Manager {
    config: ExternalConfig,
    process: Option<Process>,
    /// Whether the next turn begins another game.
    is_new_game: bool,
    /// The stones that the process knows of, own ones marked; sorted.
    known: Vec<(Cell, bool)>,
    /// What this engine was waited for in this game.
    used: Duration,
    about_asked: bool,
    /// Whether RESTART was tried in vain.
    restart_fails: bool,
    /// Answers that may still come for a command that was taken for lost.
    repeated: u32,
    began: Instant,
}

impl Manager {
    /// An engine that is started when it is first asked for a move.
    pub fn new(config: ExternalConfig) -> Manager {
        Manager {
            config,
            process: None,
            is_new_game: true,
            known: Vec::new(),
            used: Duration::ZERO,
            about_asked: false,
            restart_fails: false,
            repeated: 0,
            began: Instant::now(),
        }
    }

    /// Another game begins with the next turn.
    pub fn new_game(&mut self) {
        self.is_new_game = true;
    }

    /// Asks for a move. `None` if the program is to quit meanwhile.
    ///
    /// # Errors
    /// What the engine did instead; its process is ended then.
    pub fn turn(&mut self, turn: &Turn<'_>) -> Result<Option<Cell>, Forfeit> {
        let result = self.begin(turn).and_then(|()| self.ask(turn));
        match result {
            Ok(Some(cell)) => {
                self.known = turn.stones.to_vec();
                self.known.push((cell, true));
                self.known.sort_unstable();
            }
            Ok(None) | Err(_) => self.end(),
        }
        result
    }

    /// A process that the game of the turn was begun with.
    fn begin(&mut self, turn: &Turn<'_>) -> Result<(), Forfeit> {
        if self.process.is_some() && !self.is_new_game {
            return Ok(());
        }
        (self.used, self.repeated) = (Duration::ZERO, 0);
        self.known.clear();
        self.is_new_game = false;
        if self.process.is_some() && !self.restart_fails {
            if self.command_is_done("RESTART") == Reply::Ok {
                self.inform(turn);
                return Ok(());
            }
            self.restart_fails = true;
        }
        self.end();
        let start = self.config.start().map_err(|error| Fault::Unable.because(format!("{error:#}")))?;
        self.process = Some(start_process(&start).map_err(|error| Fault::Unable.because(error))?);
        self.log("*", &format!("{} runs in {}", start.program.display(), start.folder.display()));
        let since = Instant::now();
        self.inform(turn);
        let command = talk::start(&turn.shape);
        match self.command_is_done(&command) {
            Reply::Ok => {}
            Reply::Gone => return Err(self.died(&format!("at {command}"))),
            Reply::Refused(line) => return Err(Fault::Unable.because(format!("it answered {command} with '{line}'"))),
            // Who is silent on a command that it need not know has lost no game. Whether it thought meanwhile does not tell: a
            // program that has just been started may be busy with itself.
            Reply::Silence if talk::is_optional(&command) => {
                let reason = format!("it plays no boards that are not square: it was silent after {command}");
                return Err(Fault::Unable.because(reason));
            }
            Reply::Silence => {
                let limit = self.config.start_ms;
                return Err(Fault::Time.because(format!("no answer to {command} within {limit} ms")));
            }
        }
        self.used = since.elapsed();
        self.inform(turn);
        self.ask_about();
        Ok(())
    }

    /// Says a command that is answered by OK.
    fn command_is_done(&mut self, command: &str) -> Reply {
        self.forget_lines();
        self.say(&format!("{command}\n"));
        let deadline = Instant::now() + Duration::from_millis(self.config.start_ms);
        loop {
            match self.hear(deadline) {
                Heard::Line(line) => {
                    let word = line.split_whitespace().next().unwrap_or("").to_ascii_uppercase();
                    match word.as_str() {
                        "OK" => return Reply::Ok,
                        "ERROR" | "UNKNOWN" => return Reply::Refused(line),
                        _ => {}
                    }
                }
                Heard::Nothing => return Reply::Silence,
                Heard::Gone => return Reply::Gone,
            }
        }
    }

    /// Whatever an engine reads of this, and when: some look at the rule only before START, others forget it there.
    fn inform(&mut self, turn: &Turn<'_>) {
        let config = &self.config;
        let folder = config.start().map_or(String::new(), |start| start.folder.display().to_string());
        let infos = [
            ("timeout_turn", turn.time.as_millis().to_string()),
            ("timeout_match", config.match_time_ms.unwrap_or(0).to_string()),
            ("time_left", self.left_ms().to_string()),
            ("max_memory", config.memory_bytes.unwrap_or(0).to_string()),
            ("game_type", AGAINST_A_PROGRAM.to_string()),
            ("rule", turn.shape.rules.gomocup_bits().to_string()),
            ("folder", folder),
        ];
        let lines: String = infos.iter().map(|(key, value)| format!("INFO {key} {value}\n")).collect();
        self.say(&lines);
    }

    /// Asks once who it is, for the log. Silence is no fault.
    fn ask_about(&mut self) {
        if std::mem::replace(&mut self.about_asked, true) || self.config.about_ms == 0 {
            return;
        }
        self.say("ABOUT\n");
        let deadline = Instant::now() + Duration::from_millis(self.config.about_ms);
        while let Heard::Line(line) = self.hear(deadline) {
            if talk::is_about(&line) {
                break;
            }
        }
    }

    /// Asks for the move of a turn, a second time if the command was lost.
    fn ask(&mut self, turn: &Turn<'_>) -> Result<Option<Cell>, Forfeit> {
        let mut again = false;
        loop {
            self.forget_lines();
            self.say_time_left();
            let command = if again { talk::board(&turn.shape, turn.stones) } else { self.command(turn) };
            let cpu = self.process.as_ref().and_then(Process::cpu_time);
            let asked = Instant::now();
            self.say(&command);
            match self.await_move(turn, asked)? {
                Awaited::Move(cell) => return Ok(Some(cell)),
                Awaited::Quit => return Ok(None),
                Awaited::Silence(last) => {
                    if again || !self.was_idle(cpu, asked.elapsed()) {
                        return Err(self.late(turn, again, &last));
                    }
                    self.log("*", "silent and idle: the command is taken for lost, the board is told again");
                    again = true;
                    self.repeated += 1;
                }
            }
        }
    }

    fn await_move(&mut self, turn: &Turn<'_>, asked: Instant) -> Result<Awaited, Forfeit> {
        let shape = &turn.shape;
        let deadline = self.deadline(turn, asked);
        // The last thing that was no move and no remark: what it may have meant as one.
        let mut words: Option<String> = None;
        let mut remark = String::new();
        loop {
            let illegal = |text: String| Err(Fault::Illegal.because(format!("illegal move: {text}")));
            let line = match self.hear_timed(deadline) {
                (Heard::Line(line), at) => {
                    if at > deadline {
                        return Err(self.late(turn, false, &line));
                    }
                    line
                }
                (Heard::Gone, _) => return Err(self.died("while it was to move")),
                (Heard::Nothing, _) if interrupt::quitting() => return Ok(Awaited::Quit),
                (Heard::Nothing, _) => {
                    let begun = self.process.as_ref().map_or(String::new(), Process::begun_line);
                    return match words {
                        Some(text) if text.is_empty() => illegal("an empty line".to_string()),
                        Some(text) => illegal(format!("'{text}' is no point")),
                        None if begun.is_empty() => Ok(Awaited::Silence(remark)),
                        None => Ok(Awaited::Silence(format!("{begun} (its line was never ended)"))),
                    };
                }
            };
            match talk::meaning(shape, &line) {
                Meaning::Point(cell) if turn.stones.iter().any(|&(stone, _)| stone == cell) => {
                    if self.repeated > 0 {
                        self.repeated -= 1;
                        continue;
                    }
                    return illegal(format!("the point {line} is occupied"));
                }
                Meaning::Point(cell) => {
                    self.used += asked.elapsed();
                    return Ok(Awaited::Move(cell));
                }
                Meaning::NoPoint => {
                    let (x, y) = (shape.width - 1, shape.height - 1);
                    return illegal(format!("'{line}' is no point from 0,0 to {x},{y}"));
                }
                Meaning::Talk if talk::is_remark(&line) => remark = line,
                Meaning::Talk => words = Some(line),
                Meaning::Empty => words = words.or(Some(line)),
            }
        }
    }

    fn say_time_left(&mut self) {
        if self.config.match_time_ms.is_some() {
            let left = self.left_ms();
            self.say(&format!("INFO time_left {left}\n"));
        }
    }

    /// Until when an answer counts.
    fn deadline(&self, turn: &Turn<'_>, asked: Instant) -> Instant {
        let left = self.config.match_time_ms.map(|whole| Duration::from_millis(whole).saturating_sub(self.used));
        asked + left.map_or(turn.time, |left| left.min(turn.time)) + self.config.tolerance()
    }

    /// What is said where it is the engine's turn: the last stone alone if that is all that is new to it.
    fn command(&self, turn: &Turn<'_>) -> String {
        let mut before = turn.stones.to_vec();
        let last = before.pop();
        before.sort_unstable();
        match last {
            None => "BEGIN\n".to_string(),
            Some((cell, false)) if before == self.known => format!("TURN {}\n", talk::point(&turn.shape, cell)),
            Some(_) => talk::board(&turn.shape, turn.stones),
        }
    }

    /// Whether the process waited rather than thought, as far as the system tells: a twentieth of the time is not thinking.
    fn was_idle(&self, before: Option<Duration>, waited: Duration) -> bool {
        let now = self.process.as_ref().and_then(Process::cpu_time);
        now.zip(before).is_none_or(|(now, before)| now.saturating_sub(before) <= waited / 20)
    }

    fn late(&self, turn: &Turn<'_>, again: bool, last: &str) -> Forfeit {
        let tolerance = self.config.tolerance_ms;
        let limit = match self.config.match_time_ms {
            Some(whole) if self.left_ms() < turn.time.as_millis() as u64 => format!("{whole} ms of the match"),
            _ => format!("{} ms", turn.time.as_millis()),
        };
        let after = if again { ", nor after the board was told again" } else { "" };
        let last = if last.is_empty() { String::new() } else { format!("; it said last: {last}") };
        Fault::Time.because(format!("no move within {limit} and {tolerance} ms of tolerance{after}{last}"))
    }

    fn died(&mut self, when: &str) -> Forfeit {
        let how = self.process.take().map_or(String::new(), Process::describe_end);
        self.log("*", &format!("gone {when}: {how}"));
        Fault::Died.because(format!("the program died {when}: {how}"))
    }

    /// Milliseconds that are left of the match.
    fn left_ms(&self) -> u64 {
        self.config.match_time_ms.map_or(UNLIMITED_MS, |whole| whole.saturating_sub(self.used.as_millis() as u64))
    }

    /// Passes over what was printed before a command: no answer to it.
    fn forget_lines(&mut self) {
        while let Some(line) = self.process.as_ref().and_then(Process::heard_before) {
            self.log("<", &line.text);
        }
    }

    fn say(&mut self, text: &str) {
        text.lines().for_each(|line| self.log(">", line));
        if let Some(process) = &mut self.process {
            process.say(text);
        }
    }

    fn hear(&mut self, deadline: Instant) -> Heard<String> {
        self.hear_timed(deadline).0
    }

    /// A line, and when it came.
    fn hear_timed(&mut self, deadline: Instant) -> (Heard<String>, Instant) {
        let heard =
            self.process.as_ref().map_or(Heard::Gone, |process| process.hear(deadline, || !interrupt::quitting()));
        match heard {
            Heard::Line(line) => {
                self.log("<", &line.text);
                (Heard::Line(line.text), line.at)
            }
            Heard::Nothing => (Heard::Nothing, Instant::now()),
            Heard::Gone => (Heard::Gone, Instant::now()),
        }
    }

    /// Ends a process whose engine may not deserve to be asked.
    fn end(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.is_sane = false;
        }
    }

    /// Adds a line to the log, if there is one. A log that cannot be written disturbs no game.
    fn log(&self, sign: &str, text: &str) {
        let Some(path) = &self.config.log else { return };
        let file = OpenOptions::new().create(true).append(true).open(path);
        let id = self.process.as_ref().map_or(0, Process::id);
        let _ = file.and_then(|mut file| {
            file.write_all(format!("{id} {:>7} {sign} {text}\n", self.began.elapsed().as_millis()).as_bytes())
        });
    }
}

/// What a command that is answered by OK led to.
#[derive(Debug, PartialEq)]
enum Reply {
    Ok,
    Refused(String),
    Silence,
    Gone,
}

/// What waiting for a move led to, where it was no fault.
enum Awaited {
    Move(Cell),
    /// Nothing came in time; what was said last.
    Silence(String),
    Quit,
}

fn start_process(start: &Start) -> Result<Process, String> {
    Process::start(start).map_err(|error| format!("{error:#}"))
}
