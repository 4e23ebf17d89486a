//! `mnklab engine [PLAYER]`: the Gomocup protocol on standard input and output, for managers and boards of others.
//!
//! Lines are read by one thread and searches run in another, so that nothing is lost while a search runs: commands wait in
//! a queue and are done in order. Only END is seen at once. It lets what waits be answered for a moment, tells a running
//! search to stop, and ends within a second whatever happens.

mod clock;
mod session;
mod thinker;

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use clap::Args;

use self::session::{Session, Step, Task};
use self::thinker::Thinker;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::Output;
use crate::base::{Swap2, interrupt};
use crate::players::PlayerSpec;

/// What plays where nobody is named: it thinks as long as the manager lets it.
const PLAYER: &str = "strong{time_ms=none}";

/// After END: when a running search is told to stop, and when the program ends although it has not.
const STOP_AFTER: Duration = Duration::from_millis(300);
const END_AFTER: Duration = Duration::from_millis(800);

/// Speak the Gomocup protocol on standard input and output, as a brain for managers of others.
///
/// A turn is thought about as long as the manager's INFO allows, less a margin; without any for a second. A limit of the
/// player's own, as depth or nodes, holds beside it.
#[derive(Args, Debug)]
pub struct Engine {
    /// The player: a name with changes in brackets, as for `match`.
    #[arg(default_value = PLAYER, hide_default_value = true)]
    pub player: String,
}

enum Event {
    Line(String),
    /// The manager is gone.
    Closed,
    Decided(Result<Swap2, String>, Duration),
}

impl Engine {
    /// Runs the verb.
    pub fn run(&self, common: &Common, output: &mut Output) -> Outcome {
        common.writes_nothing("engine")?;
        common.prints_text("engine")?;
        let player: PlayerSpec = self.player.parse().or_usage()?;
        if !player.plays() {
            return Err(Failure::usage(format!("the player '{player}' chooses no moves")));
        }
        let (sender, events) = channel();
        let (tasks, to_do) = channel();
        let lines = sender.clone();
        // Neither thread is waited for: one may hang in a read, the other in a search, and the program ends all the same.
        std::thread::spawn(move || read_lines(&lines));
        std::thread::spawn(move || think(Thinker::new(player), &to_do, &sender));
        Desk { session: Session::default(), queue: VecDeque::new(), thinking: false, ending: None, tasks, output }
            .serve(&events)?;
        Ok(Exit::Done)
    }
}

fn read_lines(events: &Sender<Event>) {
    let mut input = std::io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        match input.read_until(b'\n', &mut bytes) {
            Ok(1..) if events.send(Event::Line(String::from_utf8_lossy(&bytes).into_owned())).is_ok() => {}
            _ => break,
        }
    }
    let _ = events.send(Event::Closed);
}

fn think(mut thinker: Thinker, tasks: &Receiver<Task>, events: &Sender<Event>) {
    for task in tasks {
        let started = Instant::now();
        let decision = thinker.decide(&task).map_err(|error| format!("{error:#}"));
        if events.send(Event::Decided(decision, started.elapsed())).is_err() {
            return;
        }
    }
}

/// Where lines and decisions come together.
struct Desk<'a, 'b> {
    session: Session,
    queue: VecDeque<String>,
    thinking: bool,
    /// When END came.
    ending: Option<Instant>,
    tasks: Sender<Task>,
    output: &'a mut Output<'b>,
}

impl Desk<'_, '_> {
    fn serve(&mut self, events: &Receiver<Event>) -> Result<(), Failure> {
        let mut closed = false;
        loop {
            while !self.thinking {
                let Some(line) = self.queue.pop_front() else { break };
                match self.session.take(&line) {
                    Step::Silent => {}
                    Step::Say(text) => self.say(&text)?,
                    Step::Think(task) => self.thinking = self.tasks.send(task).is_ok(),
                    Step::End => return Ok(()),
                }
            }
            if closed && !self.thinking {
                return Ok(());
            }
            match self.next(events) {
                Some(Event::Line(line)) => {
                    if line.trim().eq_ignore_ascii_case("END") {
                        self.ending.get_or_insert_with(Instant::now);
                    }
                    self.queue.push_back(line);
                }
                Some(Event::Closed) => closed = true,
                Some(Event::Decided(decision, time)) => {
                    self.thinking = false;
                    self.session.clock.spend(time);
                    let text = match decision {
                        Ok(Swap2::Place(moves)) => self.session.found(&moves),
                        Ok(Swap2::Swap) => "SWAP".to_string(),
                        Err(problem) => format!("ERROR {problem}"),
                    };
                    self.say(&text)?;
                }
                None => return Ok(()),
            }
        }
    }

    /// The next event; nothing where it is time to end.
    fn next(&self, events: &Receiver<Event>) -> Option<Event> {
        loop {
            let Some(ending) = self.ending else { return events.recv().ok() };
            let stopping = interrupt::quitting();
            let until = ending + if stopping { END_AFTER } else { STOP_AFTER };
            match events.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Timeout) if !stopping => interrupt::request_quit(),
                Err(_) => return None,
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.output.line(text.replace(['\n', '\r'], " "))?;
        self.output.flush()
    }
}
