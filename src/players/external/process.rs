//! A process of another program: its lines in and out, and its end with all its children.
//!
//! Two threads read what it prints, so that it never waits for a full pipe. On Unix it leads a process group of its own:
//! a Ctrl-C at the terminal does not reach it, and whatever it has started ends with it. All that live are listed, for the
//! moment when the program itself is told to end at once and nothing is dropped any more.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::config::Start;

/// Bytes of a line that are kept: no command's answer is longer.
const LINE_BYTES: usize = 4096;

/// Lines that may wait to be read; of a flood the rest is lost.
const WAITING_LINES: usize = 1024;

/// Between two looks whether a silent process still lives.
const LOOK: Duration = Duration::from_millis(20);

/// What an orderly end may take.
const END_PATIENCE: Duration = Duration::from_millis(500);

/// What the last words of a dead process may take to arrive.
const LAST_WORDS: Duration = Duration::from_millis(300);

/// A line that a process printed, without its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// When it came.
    pub at: Instant,
}

/// What waiting for a line led to.
#[derive(Debug, PartialEq)]
pub enum Heard<T> {
    /// A line.
    Line(T),
    /// None until the deadline.
    Nothing,
    /// The process is dead, or prints nothing any more.
    Gone,
}

/// A running process. Dropping it ends it, with its children.
pub struct Process {
    child: Child,
    /// Taken at the end, so that the process sees its input end.
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    /// A line that has not ended yet.
    begun: Arc<Mutex<String>>,
    last_error: Arc<Mutex<String>>,
    readers: [JoinHandle<()>; 2],
    /// Whether it deserves to be asked to end before it is made to.
    pub is_sane: bool,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If the system cannot.
    pub fn start(start: &Start) -> Result<Process> {
        let mut command = Command::new(&start.program);
        command.args(&start.arguments).current_dir(&start.folder);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child =
            live::start(&mut command).with_context(|| format!("cannot run '{}'", start.program.display()))?;
        let stdin = child.stdin.take();
        let (sender, lines) = sync_channel(WAITING_LINES);
        let (begun, last_error) = (Arc::<Mutex<String>>::default(), Arc::<Mutex<String>>::default());
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let readers = [
            std::thread::spawn({
                let begun = Arc::clone(&begun);
                move || out.into_iter().for_each(|out| read_lines(out, &sender, &begun))
            }),
            std::thread::spawn({
                let last = Arc::clone(&last_error);
                move || err.into_iter().for_each(|err| keep_last_line(err, &last))
            }),
        ];
        Ok(Process { child, stdin, lines, begun, last_error, readers, is_sane: true })
    }

    /// Says lines at once. What cannot be said, since the process is dead, will be heard as [`Heard::Gone`].
    pub fn say(&mut self, text: &str) {
        let Some(stdin) = &mut self.stdin else { return };
        if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            self.stdin = None;
        }
    }

    /// Waits for a line. `goes_on` is asked now and then whether waiting still has a purpose.
    pub fn hear(&self, deadline: Instant, goes_on: impl Fn() -> bool) -> Heard<Line> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(LOOK)) {
                Ok(line) => return Heard::Line(line),
                Err(RecvTimeoutError::Disconnected) => return Heard::Gone,
                Err(RecvTimeoutError::Timeout) if live::is_dead(&self.child) => {
                    // What it printed last may still be on its way; a child of it may hold the pipe open for ever.
                    return self.lines.recv_timeout(LAST_WORDS).map_or(Heard::Gone, Heard::Line);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() || !goes_on() => return Heard::Nothing,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// A line that was printed and not yet heard, if there is one.
    pub fn heard_before(&self) -> Option<Line> {
        self.lines.try_recv().ok()
    }

    /// The number by which the system knows it.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// A line that was begun and has not ended; empty as a rule.
    pub fn begun_line(&self) -> String {
        locked(&self.begun).clone()
    }

    /// Time that the process spent on processors since it started, where the system tells; without its children.
    pub fn cpu_time(&self) -> Option<Duration> {
        cpu_time(self.child.id())
    }

    /// Ends a process that is gone, and says how: its exit status and the last line of its error output.
    pub fn describe_end(mut self) -> String {
        self.is_sane = false;
        let until = Instant::now() + LAST_WORDS;
        while !(live::is_dead(&self.child) && self.readers[1].is_finished()) && Instant::now() < until {
            std::thread::sleep(LOOK / 4);
        }
        let lived = !live::is_dead(&self.child);
        let status = self.end();
        let last = locked(&self.last_error).clone();
        let how = match status {
            _ if lived => "it closed its output".to_string(),
            Some(status) => status.to_string(),
            None => "it ended".to_string(),
        };
        if last.is_empty() { how } else { format!("{how}; its last error output: {last}") }
    }

    /// Ends it with all its children; the second time nothing is done.
    fn end(&mut self) -> Option<ExitStatus> {
        if self.is_sane {
            self.say("END\n");
            self.stdin = None;
            let until = Instant::now() + END_PATIENCE;
            while !live::is_dead(&self.child) && Instant::now() < until {
                std::thread::sleep(LOOK / 10);
            }
        }
        self.stdin = None;
        live::end(&mut self.child);
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all processes that live, with their children, and lets no new one start: the program itself is about to end.
pub fn end_all() {
    live::end_all();
}

/// Reads until the end, whatever comes: invalid UTF-8, no line ends, or more than anybody reads.
fn read_lines(out: impl Read, sender: &SyncSender<Line>, begun: &Mutex<String>) {
    let mut out = BufReader::new(out);
    let mut line = Vec::new();
    while let Ok(chunk) = out.fill_buf() {
        if chunk.is_empty() {
            break;
        }
        let at = Instant::now();
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        line.extend_from_slice(&part[..part.len().min(LINE_BYTES - line.len())]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        out.consume(used);
        let text = String::from_utf8_lossy(&line).trim().to_string();
        if end.is_some() {
            line.clear();
            // Nobody listens, or too slowly for a flood.
            let _ = sender.try_send(Line { text, at });
            locked(begun).clear();
        } else {
            *locked(begun) = text;
        }
    }
}

fn keep_last_line(err: impl Read, last: &Mutex<String>) {
    let mut err = BufReader::new(err);
    let mut line = Vec::new();
    loop {
        line.clear();
        // A line without end is read in pieces, so that it does not fill the memory.
        match err.by_ref().take(LINE_BYTES as u64).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            _ => return,
        }
        let text = String::from_utf8_lossy(&line).trim().chars().take(200).collect::<String>();
        if !text.is_empty() {
            *locked(last) = text;
        }
    }
}

#[cfg(target_os = "linux")]
fn cpu_time(id: u32) -> Option<Duration> {
    // The name in brackets may hold blanks; user and system time are the 12th and 13th fields behind it, in 1/100 s.
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let fields = text.rsplit_once(')')?.1.split_whitespace().skip(11).take(2);
    let ticks = fields.map(|field| field.parse::<u64>().ok()).sum::<Option<u64>>()?;
    Some(Duration::from_millis(10 * ticks))
}

#[cfg(not(target_os = "linux"))]
fn cpu_time(_: u32) -> Option<Duration> {
    None
}

/// The processes that live. A process is listed until it was told to end and before it is waited for, so that its number
/// cannot have passed on to another.
#[cfg(unix)]
mod live {
    use std::process::{Child, Command};
    use std::sync::Mutex;

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// `None` once no more may start.
    static GROUPS: Mutex<Option<Vec<Pid>>> = Mutex::new(Some(Vec::new()));

    fn pid(child: &Child) -> Option<Pid> {
        Pid::from_raw(i32::try_from(child.id()).ok()?)
    }

    /// The group may be gone already.
    fn kill(group: Pid) {
        let _ = kill_process_group(group, Signal::KILL);
    }

    pub fn start(command: &mut Command) -> std::io::Result<Child> {
        let mut groups = super::locked(&GROUPS);
        let Some(groups) = &mut *groups else { return Err(std::io::Error::other("the program is about to end")) };
        let child = command.spawn()?;
        groups.extend(pid(&child));
        Ok(child)
    }

    pub fn is_dead(child: &Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // Where it was waited for already, there is none.
        pid(child).is_none_or(|pid| !matches!(waitid(WaitId::Pid(pid), options), Ok(None)))
    }

    pub fn end(child: &mut Child) {
        let mut groups = super::locked(&GROUPS);
        let Some((groups, pid)) = groups.as_mut().zip(pid(child)) else { return };
        if let Some(place) = groups.iter().position(|&group| group == pid) {
            kill(groups.swap_remove(place));
        }
    }

    pub fn end_all() {
        super::locked(&GROUPS).take().into_iter().flatten().for_each(kill);
    }
}

/// Without process groups: the process itself.
#[cfg(not(unix))]
mod live {
    use std::process::{Child, Command};

    pub fn start(command: &mut Command) -> std::io::Result<Child> {
        command.spawn()
    }

    pub fn is_dead(_: &Child) -> bool {
        // The end of its output tells.
        false
    }

    pub fn end(child: &mut Child) {
        let _ = child.kill();
    }

    pub fn end_all() {}
}

#[cfg(all(test, unix))]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    fn shell(script: &str) -> Process {
        let arguments = vec!["-c".to_string(), script.to_string()];
        Process::start(&Start { program: "/bin/sh".into(), arguments, folder: "/".into() }).unwrap()
    }

    fn next(process: &Process) -> Option<String> {
        match process.hear(Instant::now() + Duration::from_secs(60), || true) {
            Heard::Line(line) => Some(line.text),
            _ => None,
        }
    }

    fn is_alive(pid: &str) -> bool {
        let sent = Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().unwrap();
        // One that is dead and not yet waited for by the system can still be signalled.
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        sent.success() && !stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z'))
    }

    #[test]
    fn children_end_with_it_whatever_happens() {
        let ends: [fn(Process); 3] = [
            drop,
            |mut process| {
                process.is_sane = false;
            },
            |process| {
                let result = catch_unwind(AssertUnwindSafe(|| {
                    let _held = process;
                    panic!("a search broke");
                }));
                assert!(result.is_err());
            },
        ];
        for end in ends {
            let process = shell("sleep 1000 & echo $!; echo $$; wait");
            let pids = [next(&process).unwrap(), next(&process).unwrap()];
            assert!(pids.iter().all(|pid| is_alive(pid)));
            end(process);
            let until = Instant::now() + Duration::from_secs(60);
            while pids.iter().any(|pid| is_alive(pid)) {
                assert!(Instant::now() < until, "{pids:?}");
                std::thread::sleep(LOOK);
            }
        }
    }

    #[test]
    fn the_end_is_described() {
        let process = shell("echo last; echo oops >&2; echo >&2; sleep 1000 & exit 7");
        assert_eq!(next(&process).as_deref(), Some("last"));
        // The child holds the pipe open, and the end is noticed all the same.
        assert_eq!(next(&process), None);
        assert_eq!(process.describe_end(), "exit status: 7; its last error output: oops");
        let process = shell("exec >&-; sleep 1000");
        assert_eq!(next(&process), None);
        assert_eq!(process.describe_end(), "it closed its output");
        assert!(Process::start(&Start { program: "/".into(), arguments: Vec::new(), folder: "/".into() }).is_err());
    }

    #[test]
    fn lines_are_cut_and_a_begun_one_is_seen() {
        let process = shell("head -c 100000 /dev/zero | tr '\\0' x; printf '\\r\\n7,7'; sleep 1000");
        assert_eq!(next(&process).map(|line| line.len()), Some(LINE_BYTES));
        let until = Instant::now() + Duration::from_secs(60);
        while process.begun_line() != "7,7" {
            assert!(Instant::now() < until);
            std::thread::sleep(LOOK);
        }
        assert_eq!(process.hear(Instant::now(), || true), Heard::Nothing);
    }
}
