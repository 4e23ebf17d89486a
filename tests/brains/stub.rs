//! An engine that misbehaves on demand: `stub MODE FOLDER`. It leaves a file named after its process in the folder. No part
//! of the crate: the tests compile it by itself.

use std::io::{BufRead, Write};
use std::process::{Command, exit};
use std::time::{Duration, Instant};

struct Stub {
    mode: String,
    side: usize,
    /// Points that hold a stone, and how many own ones lie there.
    taken: Vec<(usize, usize)>,
    moves: u32,
    dropped: bool,
    /// When the last move was said.
    played: Instant,
    line_end: &'static str,
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

impl Stub {
    fn is(&self, mode: &str) -> bool {
        self.mode == mode
    }

    fn say(&self, text: &str) {
        let mut out = std::io::stdout();
        // A manager that is gone is no reason to panic.
        if out.write_all(format!("{text}{}", self.line_end).as_bytes()).and_then(|()| out.flush()).is_err() {
            exit(0);
        }
    }

    fn raw(&self, bytes: &[u8]) {
        let mut out = std::io::stdout();
        if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
            exit(0);
        }
    }

    fn place(&self) -> (usize, usize) {
        let points = (0..self.side).flat_map(|y| (0..self.side).map(move |x| (x, y)));
        points.into_iter().find(|point| !self.taken.contains(point)).unwrap_or((0, 0))
    }

    /// The second move and all later ones are where most misbehave.
    fn play(&mut self) {
        self.moves += 1;
        let (x, y) = self.place();
        if self.moves >= 2 {
            match self.mode.as_str() {
                "die" => {
                    eprintln!("out of ideas");
                    exit(3);
                }
                // The child keeps the pipe open.
                "die-with-child" => exit(5),
                "spin" => loop {
                    std::hint::spin_loop();
                },
                "sleep" | "child" => sleep_for_ever(),
                "off-board" => return self.say(&format!("{0},{0}", self.side)),
                "occupied" => return self.say(&format!("{},{}", self.taken[0].0, self.taken[0].1)),
                "garbage" => return self.say("I resign"),
                "empty" => return self.say(""),
                "unended" => {
                    self.raw(format!("{x},{y}").as_bytes());
                    sleep_for_ever();
                }
                "flood" => loop {
                    self.say("MESSAGE still thinking");
                },
                "endless-line" => loop {
                    self.raw(&[b'x'; 65536]);
                },
                _ => {}
            }
        }
        match self.mode.as_str() {
            "invalid-utf8" => self.raw(b"MESSAGE \xff\xfe\n\xc3\x28\n"),
            "chatter" => self.say("let me see ...\nDEBUG 7,7\nSUGGEST 1,1\nUNKNOWN what\nERROR none"),
            _ => {}
        }
        self.taken.push((x, y));
        self.say(&format!("{x},{y}"));
        self.played = Instant::now();
        if self.is("late") {
            self.say("MESSAGE that was it\nOK\n");
        }
        if self.is("later") {
            // By now the next command is there.
            std::thread::sleep(Duration::from_millis(30));
            self.say("MESSAGE that was it\nDEBUG 7,7");
        }
    }

    /// Three stones at first; then the mode decides.
    fn swap2(&mut self, stones: usize) {
        let mode = self.mode.clone();
        let side = self.side;
        let mut place = |count: usize| {
            let places: Vec<String> = (0..count)
                .map(|_| {
                    let (x, y) = self.place();
                    self.taken.push((x, y));
                    format!("{x},{y}")
                })
                .collect();
            places.join(" ")
        };
        let answer = match (mode.as_str(), stones) {
            ("swap2-die", _) => exit(7),
            ("swap2-sleep", _) => loop {
                std::hint::spin_loop();
            },
            ("swap2-garbage", _) => "black, please".to_string(),
            ("swap2-off-board", _) => format!("0,0 {side},{side}"),
            ("swap2-many", _) => place(4),
            (_, 0) => place(3),
            ("swap2-two", 3) => place(2),
            ("swap2-two" | "swap2-stay", _) => place(1),
            _ => "SWAP".to_string(),
        };
        self.say("MESSAGE an even opening");
        self.say(&answer);
    }

    fn take_stone(&mut self, text: &str) {
        let mut numbers = text.split(',').map(|number| number.trim().parse().unwrap());
        let (x, y) = (numbers.next().unwrap(), numbers.next().unwrap());
        self.taken.push((x, y));
    }

    fn command(&mut self, line: &str, more: &mut dyn Iterator<Item = String>) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        // It calls itself thinking a while longer than it does.
        if self.is("busy") && self.moves > 0 && self.played.elapsed() < Duration::from_millis(20) {
            return;
        }
        match word {
            "START" if self.is("refuse") => self.say("ERROR unsupported size"),
            "START" if self.is("die-at-start") => exit(4),
            "START" if self.is("silent-at-start") => {}
            "START" => {
                (self.side, self.moves) = (rest.parse().unwrap(), 0);
                self.taken.clear();
                self.say("OK");
            }
            "RESTART" if self.is("no-restart") => self.say("UNKNOWN"),
            "RESTART" if self.is("silent") => {}
            "RESTART" if self.is("die-between") => exit(6),
            "RESTART" => {
                self.moves = 0;
                self.taken.clear();
                self.say("OK");
            }
            "ABOUT" if self.is("silent") => {}
            "ABOUT" => self.say("name=\"stub\", version=\"1\""),
            "INFO" => {}
            "TURN" if self.is("deaf") && self.moves == 1 => {}
            "TURN" if self.is("drop") && self.moves == 1 && !self.dropped => self.dropped = true,
            "BEGIN" => self.play(),
            "TURN" => {
                self.take_stone(rest);
                self.play();
            }
            "BOARD" => {
                self.taken.clear();
                let stones: Vec<String> = more.take_while(|line| line != "DONE").collect();
                if self.is("deaf") && self.moves == 1 {
                    return;
                }
                stones.iter().for_each(|line| self.take_stone(line));
                self.play();
            }
            "SWAP2BOARD" if self.mode.starts_with("swap2") => {
                let stones: Vec<String> = more.take_while(|line| line != "DONE").collect();
                self.taken.clear();
                stones.iter().for_each(|line| self.take_stone(line));
                self.swap2(stones.len());
            }
            "END" => exit(0),
            _ if self.is("silent") => {}
            _ => self.say("UNKNOWN command"),
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (mode, folder) = (arguments[1].clone(), arguments[2].clone());
    std::fs::write(format!("{folder}/{}", std::process::id()), &mode).unwrap();
    if mode == "only-sleep" {
        sleep_for_ever();
    }
    if mode.ends_with("child") {
        let child = Command::new(&arguments[0]).args(["only-sleep", &folder]).spawn().unwrap();
        // Whoever looks for processes later has to find it, even if it has not yet begun.
        std::fs::write(format!("{folder}/{}", child.id()), "only-sleep").unwrap();
    }
    let line_end = if mode == "crlf" { "\r\n" } else { "\n" };
    let mut stub = Stub { mode, side: 0, taken: Vec::new(), moves: 0, dropped: false, played: Instant::now(), line_end };
    let mut lines = std::io::stdin().lock().lines().map(|line| line.unwrap().trim().to_string());
    while let Some(line) = lines.next() {
        stub.command(&line, &mut lines);
    }
}
