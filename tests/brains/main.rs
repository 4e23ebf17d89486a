//! Programs of others as players, and what becomes of a match when they misbehave: the game is lost with a reason, the
//! process ends with its children, the next game gets a fresh one, and the match goes on.

// Not all of it is used here.
#[allow(dead_code)]
#[path = "../cli/support.rs"]
mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use support::{Folder, mnklab, text};

/// The stub, compiled again when its source is newer.
fn stub() -> &'static Path {
    static STUB: OnceLock<PathBuf> = OnceLock::new();
    STUB.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/brains/stub.rs");
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let program = folder.join(format!("stub{}", std::env::consts::EXE_SUFFIX));
        let changed = |path: &Path| fs::metadata(path).and_then(|found| found.modified());
        if changed(&program).is_ok_and(|built| built > changed(&source).unwrap()) {
            return program;
        }
        // Another run of the tests may be at it too: the finished file takes its place at once.
        let own = folder.join(format!("stub-{}", std::process::id()));
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let built = Command::new(rustc).args(["--edition", "2024", "-o"]).arg(&own).arg(source).status().unwrap();
        assert!(built.success());
        fs::rename(&own, &program).unwrap();
        program
    })
}

/// A row of games.csv by column.
struct Row(csv::StringRecord, csv::StringRecord);

impl Row {
    fn get(&self, column: &str) -> &str {
        &self.1[self.0.iter().position(|name| name == column).unwrap()]
    }
}

fn rows(folder: &str, table: &str) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(Path::new(folder).join(table)).unwrap();
    let headers = reader.headers().unwrap().clone();
    reader.records().map(|record| Row(headers.clone(), record.unwrap())).collect()
}

/// A match of a stub, and what is left of it.
struct Arena {
    folder: Folder,
    mode: &'static str,
}

impl Arena {
    fn new(mode: &'static str) -> Arena {
        let folder = Folder::new(&format!("brain-{mode}"));
        fs::create_dir_all(folder.path("pids")).unwrap();
        Arena { folder, mode }
    }

    fn player(&self, keys: &str) -> String {
        let keys = if keys.is_empty() { String::new() } else { format!(",{keys}") };
        format!("ext:{}{{args={} {}{keys}}}", stub().display(), self.mode, self.folder.path("pids"))
    }

    fn command(&self, keys: &str, games: u32) -> Command {
        let mut command = mnklab(&["match", "gomoku:7", &self.player(keys), "random", "--threads", "2"]);
        command.args(["--games", &games.to_string(), "--record-moves", "--progress", "none", "--out"]);
        command.arg(self.folder.path("out"));
        command
    }

    /// Plays a match and returns its games.
    fn play(&self, keys: &str, games: u32) -> Vec<Row> {
        let output = self.command(keys, games).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}: {}", self.mode, text(&output.stderr));
        let rows = rows(&self.folder.path("out"), "games.csv");
        assert_eq!(rows.len() as u32, games);
        for row in &rows {
            assert_eq!((row.get("err"), row.get("reproducible")), ("", "false"), "{}", self.mode);
        }
        self.nothing_is_left();
        rows
    }

    /// All games are lost, and say why.
    fn loses(&self, keys: &str, end: &str, reason: &[&str]) {
        for row in self.play(keys, 4) {
            let (own, other) = if row.get("first") == "random" { ("second", "first") } else { ("first", "second") };
            assert_eq!((row.get("outcome"), row.get("end")), (other, end), "{}: {}", self.mode, row.get("reason"));
            for part in ["the player 'ext:", "in the position"].iter().chain(reason) {
                assert!(row.get("reason").contains(part), "{}: '{}' lacks '{part}'", self.mode, row.get("reason"));
            }
            assert_eq!((row.get(&format!("nodes_{own}")), row.get(&format!("depth_sum_{own}"))), ("", ""));
            assert_ne!(row.get(&format!("nodes_{other}")), "");
        }
        let count = |quantity: &str| {
            let figures = rows(&self.folder.path("out"), "summary.csv");
            figures
                .iter()
                .find(|row| row.get("quantity") == quantity)
                .map_or(0, |row| row.get("value").parse().unwrap())
        };
        let quantity = match end {
            "time" => "lost_on_time",
            "illegal" => "lost_by_illegal_move",
            _ => "lost_by_death",
        };
        assert_eq!((count(quantity), count("losses"), count("games"), count("failed")), (4, 4, 4, 0), "{}", self.mode);
    }

    /// All games are played to their end.
    fn behaves(&self, keys: &str, games: u32) -> Vec<Row> {
        let rows = self.play(keys, games);
        for row in &rows {
            assert!(
                ["line", "full"].contains(&row.get("end")),
                "{}: {} {}",
                self.mode,
                row.get("end"),
                row.get("reason")
            );
            assert_eq!(row.get("reason"), "", "{}", self.mode);
        }
        rows
    }

    fn pids(&self) -> Vec<String> {
        let files = fs::read_dir(self.folder.path("pids")).unwrap();
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn nothing_is_left(&self) {
        let pids = self.pids();
        assert!(!pids.is_empty(), "{}", self.mode);
        let started = Instant::now();
        for pid in pids {
            // One that was killed may take a moment to be gone where nobody but the system waits for it.
            while is_alive(&pid) {
                assert!(started.elapsed() < Duration::from_secs(20), "{}: the process {pid} is left", self.mode);
                std::thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

/// Whether a process lives; one that is dead and not waited for does not.
fn is_alive(pid: &str) -> bool {
    match fs::read_to_string(format!("/proc/{pid}/stat")) {
        Ok(stat) => !stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z')),
        Err(_) if Path::new("/proc/self/stat").exists() => false,
        Err(_) => Command::new("kill").args(["-0", pid]).stderr(Stdio::null()).status().unwrap().success(),
    }
}

/// For programs that do what they should, or are found out at once.
const PATIENT: &str = "time_ms=60000,tolerance_ms=60000,about_ms=60000,start_ms=60000";

/// For programs that are waited for in vain.
const HASTY: &str = "time_ms=100,tolerance_ms=100";

#[test]
fn a_program_that_behaves_plays_whole_games_in_one_process_a_thread() {
    let arena = Arena::new("well");
    let games = arena.behaves(PATIENT, 8);
    assert!(games.iter().all(|row| row.get("moves_first") != "0" && row.get("moves_second") != "0"));
    assert!(arena.pids().len() <= 2, "RESTART is not used: {:?}", arena.pids());
    let manifest = fs::read_to_string(Path::new(&arena.folder.path("out")).join("manifest.json")).unwrap();
    let bytes = fs::metadata(stub()).unwrap().len();
    assert!(manifest.contains(&format!("\"bytes\": {bytes}")) && manifest.contains("content_hash"), "{manifest}");
    let moves = rows(&arena.folder.path("out"), "moves.csv");
    for row in moves {
        let is_unknown = ["nodes", "completed_depth_plies"].map(|column| row.get(column).is_empty());
        assert_eq!(is_unknown, [row.get("player") != "random"; 2]);
    }
}

#[test]
fn harmless_habits_are_survived() {
    for mode in ["late", "later", "crlf", "chatter", "invalid-utf8", "no-restart", "die-between"] {
        Arena::new(mode).behaves(PATIENT, 4);
    }
}

#[test]
fn silence_on_about_and_on_unknown_commands_is_no_fault() {
    let arena = Arena::new("silent");
    arena.behaves("time_ms=60000,tolerance_ms=60000,about_ms=50,start_ms=3000", 4);
    assert!(arena.pids().len() >= 3, "each game has a process of its own where RESTART is not answered");
}

#[test]
fn a_command_that_was_dropped_is_told_again() {
    let arena = Arena::new("drop");
    let log = arena.folder.path("log");
    arena.behaves(&format!("time_ms=1000,tolerance_ms=1000,log={log}"), 2);
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("the board is told again") && log.contains("> BOARD") && log.contains("< name="), "{log}");
}

#[test]
fn whatever_comes_while_a_program_calls_itself_thinking_is_told_again() {
    let arena = Arena::new("busy");
    let log = arena.folder.path("log");
    arena.behaves(&format!("time_ms=200,tolerance_ms=300,start_ms=1000,log={log}"), 2);
    let log = fs::read_to_string(log).unwrap();
    let (asked, told) = (log.matches("> TURN").count(), log.matches("the board is told again").count());
    assert!(told > asked / 2, "{told} of {asked}: {log}");
}

#[test]
fn a_program_that_hears_nothing_any_more_loses_on_time() {
    Arena::new("deaf").loses(HASTY, "time", &["no move within 100 ms and 100 ms of tolerance"]);
}

#[test]
fn endless_thinking_loses_on_time_and_ends_with_all_children() {
    for mode in ["spin", "sleep", "child"] {
        Arena::new(mode).loses(HASTY, "time", &["no move within 100 ms and 100 ms of tolerance"]);
    }
}

#[test]
fn the_time_of_a_match_runs_out() {
    Arena::new("sleep").loses(
        "time_ms=60000,match_time_ms=300,tolerance_ms=100",
        "time",
        &["no move within 300 ms of the match and 100 ms of tolerance"],
    );
}

#[test]
fn death_is_a_loss_with_its_status_and_last_words() {
    let status = |code| if cfg!(unix) { format!("exit status: {code}") } else { format!("exit code: {code}") };
    Arena::new("die").loses(PATIENT, "died", &["died while it was to move", &status(3), "out of ideas"]);
    Arena::new("die-at-start").loses(PATIENT, "died", &["died at START 7", &status(4)]);
    Arena::new("die-with-child").loses(PATIENT, "died", &["died while it was to move", &status(5)]);
}

#[test]
fn illegal_moves_lose() {
    Arena::new("off-board").loses(PATIENT, "illegal", &["illegal move: '7,7' is no point from 0,0 to 6,6"]);
    Arena::new("occupied").loses(PATIENT, "illegal", &["illegal move: the point", "is occupied"]);
    Arena::new("garbage").loses("time_ms=500,tolerance_ms=500", "illegal", &["illegal move: 'I resign' is no point"]);
    Arena::new("empty").loses("time_ms=500,tolerance_ms=500", "illegal", &["illegal move: an empty line"]);
}

#[test]
fn output_without_end_loses_on_time() {
    Arena::new("unended").loses("time_ms=500,tolerance_ms=500", "time", &["its line was never ended"]);
    for mode in ["flood", "endless-line"] {
        Arena::new(mode).loses(HASTY, "time", &["no move within 100 ms"]);
    }
}

#[test]
fn silence_at_the_start_loses_and_a_refusal_is_no_game() {
    Arena::new("silent-at-start").loses("start_ms=200", "time", &["no answer to START 7 within 200 ms"]);
    let arena = Arena::new("refuse");
    let output = arena.command(PATIENT, 4).output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    for row in rows(&arena.folder.path("out"), "games.csv") {
        assert_eq!((row.get("outcome"), row.get("end")), ("", "error"));
        assert!(row.get("err").contains("it answered START 7 with 'ERROR unsupported size'"), "{}", row.get("err"));
    }
    arena.nothing_is_left();
    // Boards that are not square are asked for by a command that need not be known.
    for (mode, reason) in [
        ("well", "it answered RECTSTART 8,7 with 'UNKNOWN command'"),
        ("silent", "it plays no boards that are not square: it was silent after RECTSTART 8,7"),
    ] {
        let arena = Arena::new(mode);
        let mut command = mnklab(&["match", "mnk:8,7,5", &arena.player("start_ms=300"), "random", "--games", "2"]);
        let output = command.args(["--progress", "none", "--out", &arena.folder.path("out")]).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{mode}: {}", text(&output.stderr));
        for row in rows(&arena.folder.path("out"), "games.csv") {
            assert_eq!((row.get("outcome"), row.get("end")), ("", "error"), "{mode}");
            assert!(row.get("err").contains(reason), "{mode}: {}", row.get("err"));
        }
        arena.nothing_is_left();
    }
}

#[cfg(unix)]
#[test]
fn signals_end_the_programs_too() {
    for (signals, code) in [(&["-TERM", "-TERM"][..], 75), (&["-INT", "-INT"], 130)] {
        let arena = Arena::new("child");
        let mut child = arena.command("time_ms=600000", 4).stderr(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        let started = Instant::now();
        // Two processes with a child each think for ever.
        while arena.pids().len() < 4 {
            assert!(started.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(10));
        }
        for signal in signals {
            assert!(Command::new("kill").args([*signal, &child.id().to_string()]).status().unwrap().success());
            std::thread::sleep(Duration::from_millis(300));
        }
        assert_eq!(child.wait().unwrap().code(), Some(code));
        arena.nothing_is_left();
    }
}

#[test]
fn our_own_engine_plays_every_rule_set_on_both_sides() {
    let program = env!("CARGO_BIN_EXE_mnklab");
    for game in ["gomoku:9", "gomoku:9,standard", "gomoku:9,renju", "gomoku:9,caro", "mnk:8,7,5"] {
        let folder = Folder::new(&format!("brain-own-{}", game.replace([':', ','], "-")));
        let player = format!("ext:{program}{{args=engine greedy,{PATIENT}}}");
        let mut command = mnklab(&["match", game, &player, "greedy", "--games", "4", "--progress", "none", "--out"]);
        let output = command.arg(folder.path("out")).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{game}: {}", text(&output.stderr));
        for row in rows(&folder.path("out"), "games.csv") {
            assert!(["line", "full", "forbidden"].contains(&row.get("end")), "{game}: {}", row.get("reason"));
        }
    }
}

#[test]
fn swap2_with_programs_of_others() {
    let folder = Folder::new("brain-swap2");
    let stub = |mode: &str| format!("ext:{}{{args={mode} {},{PATIENT}}}", stub().display(), folder.0.display());
    fs::create_dir_all(&folder.0).unwrap();
    // What first and second do in each game, and what comes of it.
    for (index, (one, other, expected)) in [
        ("swap2-swap", "swap2-stay", [("white", "first"), ("black", "second")]),
        ("swap2-swap", "swap2-two", [("two-black", "first"), ("black", "second")]),
        ("swap2-two", "swap2-stay", [("white", "first"), ("two-white", "second")]),
    ]
    .into_iter()
    .enumerate()
    {
        for openings in ["0", "plies=3,near=2"] {
            let out = folder.path(&format!("out{index}-{}", &openings[..1]));
            let mut command =
                mnklab(&["match", "gomoku:7", &stub(one), &stub(other), "--swap2", "--openings", openings]);
            let output = command.args(["--games", "2", "--progress", "none", "--out", &out]).output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{one} {other}: {}", text(&output.stderr));
            for (row, expected) in rows(&out, "games.csv").iter().zip(expected) {
                assert_eq!((row.get("swap2"), row.get("first_stones")), expected, "{one} {other} {openings}");
                assert!(["line", "full"].contains(&row.get("end")), "{}: {}", row.get("end"), row.get("reason"));
            }
        }
    }
}

#[test]
fn misbehaviour_in_swap2_loses_and_ignorance_of_it_is_no_game() {
    let play = |arena: &Arena, keys: &str| {
        let mut command = arena.command(keys, 4);
        let output = command.args(["--swap2", "--openings", "0"]).output().unwrap();
        let games = rows(&arena.folder.path("out"), "games.csv");
        arena.nothing_is_left();
        (output.status.code(), games)
    };
    for (mode, keys, end, reason) in [
        ("swap2-die", PATIENT, "died", "the program died at SWAP2BOARD"),
        ("swap2-sleep", HASTY, "time", "within 100 ms and 100 ms of tolerance"),
        ("swap2-garbage", HASTY, "illegal", "illegal in swap2: 'black, please' is no decision"),
        ("swap2-off-board", PATIENT, "illegal", "'0,0 7,7' is not made of points from 0,0 to 6,6"),
        ("swap2-many", PATIENT, "illegal", "illegal in swap2: 4 stones after"),
    ] {
        let (code, games) = play(&Arena::new(mode), keys);
        assert_eq!((code, games.len()), (Some(0), 4), "{mode}");
        for row in games {
            let other = if row.get("first") == "random" { "first" } else { "second" };
            let found = ["outcome", "end", "swap2", "first_stones", "err"].map(|column| row.get(column));
            assert_eq!(found, [other, end, "", "first", ""], "{mode}: {}", row.get("reason"));
            assert!(row.get("reason").contains(reason), "{mode}: {}", row.get("reason"));
        }
    }
    for (mode, keys, reason) in [
        ("well", PATIENT, "does not play swap2: it answered SWAP2BOARD with 'UNKNOWN command'"),
        ("silent", "time_ms=100,tolerance_ms=300,about_ms=50", "does not play swap2: it was silent and idle"),
    ] {
        let arena = Arena::new(mode);
        let (code, games) = play(&arena, keys);
        assert_eq!((code, games.len()), (Some(3), 4), "{mode}");
        for row in games {
            assert_eq!(["outcome", "end", "reason"].map(|column| row.get(column)), ["", "error", ""], "{mode}");
            assert!(row.get("err").contains(reason), "{mode}: {}", row.get("err"));
        }
    }
}

#[test]
fn our_own_engine_decides_in_swap2_as_its_player_does_here() {
    let program = env!("CARGO_BIN_EXE_mnklab");
    let own = "alphabeta{depth=1,eval=doc-a}";
    let player = format!("ext:{program}{{args=\"engine {own}\",{PATIENT}}}");
    let folder = Folder::new("brain-own-swap2");
    for (openings, games) in [("0", "2"), ("plies=3,near=2", "8")] {
        let out = folder.path(&openings[..1]);
        let mut command = mnklab(&["match", "gomoku:9", &player, own, "--swap2", "--openings", openings]);
        let output = command.args(["--games", games, "--progress", "none", "--out", &out]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        // Whoever of the two equal players sits where, the game is the same.
        for pair in rows(&out, "games.csv").chunks(2) {
            for column in ["swap2", "first_stones", "moves", "outcome", "end"] {
                assert_eq!(pair[0].get(column), pair[1].get(column), "{column}");
            }
            assert!(["white", "black"].contains(&pair[0].get("swap2")), "{}", pair[0].get("reason"));
        }
    }
}

#[test]
fn programs_search_positions_and_stand_in_files() {
    let arena = Arena::new("searching");
    let player = arena.player(PATIENT);
    let output = mnklab(&["analyze", "gomoku:7", "d4d5", "--player", &player]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("a7"), "{}", text(&output.stdout));
    let output = mnklab(&["analyze", "gomoku:7", "d4d5", "--json", "--player", &player]).output().unwrap();
    assert!(text(&output.stdout).contains("\"nodes\": null"), "{}", text(&output.stdout));
    let dying = Arena::new("die-at-start");
    let output = mnklab(&["analyze", "gomoku:7", "d4", "--player", &dying.player(PATIENT)]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    assert!(text(&output.stderr).contains("gave no move: the program died at START 7"), "{}", text(&output.stderr));
    let out = arena.folder.path("sweep");
    let mut sweep = mnklab(&["sweep", "gomoku:7", "--player", &player, "--vary", "tolerance_ms=50000,60000"]);
    let output = sweep.args(["--positions", "4", "--progress", "none", "--out", &out]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    for row in rows(&out, "searches.csv") {
        assert_eq!((row.get("best_move"), row.get("nodes"), row.get("reproducible")), ("a7", "", "false"));
    }
    // Again from the specification that the folder holds.
    let spec = fs::read_to_string(Path::new(&out).join("spec.toml")).unwrap();
    let file = arena.folder.path("again.toml");
    fs::write(&file, spec).unwrap();
    let output = mnklab(&["run", &file, "--dry-run"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    arena.nothing_is_left();
}

#[test]
fn odd_paths_are_quoted() {
    let folder = Folder::new("brain-odd");
    let odd = folder.0.join("a {b}, \"c\"");
    fs::create_dir_all(&odd).unwrap();
    let program = odd.join("it's a brain");
    fs::copy(stub(), &program).unwrap();
    let quoted = format!("\"{}\"", program.to_str().unwrap().replace('"', "\\\""));
    let player = format!("ext:{quoted}{{args='well' '{}'}}", folder.0.display());
    let out = folder.path("out");
    let mut command = mnklab(&["match", "gomoku:7", &player, "random", "--games", "2", "--progress", "none", "--out"]);
    let output = command.arg(&out).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let games = rows(&out, "games.csv");
    assert!(games.iter().all(|row| row.get("reason").is_empty() && row.get("err").is_empty()));
    assert!(games[0].get("first_config").starts_with(&format!("ext:{quoted}")), "{}", games[0].get("first_config"));
    assert!(games[0].get("first").contains("/a _b__ _c_/it's a brain'{args="), "{}", games[0].get("first"));
    // The printed specification is read back.
    fs::copy(Path::new(&out).join("spec.toml"), folder.path("again.toml")).unwrap();
    let output = mnklab(&["run", &folder.path("again.toml"), "--dry-run"]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn what_cannot_be_played_is_refused_before_anything_runs() {
    let arena = Arena::new("well");
    let player = arena.player("");
    let unwritten = arena.player("log=/no/such/folder/talk");
    for (game, player, parts) in [
        ("gomoku", unwritten.as_str(), &["its log '/no/such/folder/talk' cannot be written"][..]),
        ("connect4", player.as_str(), &["Gomocup protocol", "7x6 with 4 in a row, with gravity"][..]),
        ("mnk:7,7,4", &player, &["five in a row", "7x7 with 4"]),
        ("gomoku", "ext:/no/such/program", &["there is no program '/no/such/program'"]),
        ("gomoku", "ext:/", &["found a folder"]),
        ("gomoku", "ext:", &["expected something behind 'ext:'"]),
        ("gomoku", "ext:/x{time=3}", &["no key 'time'", "did you mean 'time_ms'?"]),
        ("gomoku", "ext:/x{args=a 'b}", &["'args'", "not closed"]),
        ("gomoku", "ext:/x{dir=\"/y}", &["quote is not closed"]),
        ("gomoku", "ext", &["no player 'ext'", "ext:PATH"]),
    ] {
        let output = mnklab(&["match", game, player, "random"]).output().unwrap();
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{player}: {said}");
        assert!(parts.iter().all(|part| said.contains(part)), "{player}: {said}");
    }
}
