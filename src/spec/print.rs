//! The canonical TOML of an experiment: every default written out, readable again to the same plan. It is what `--dry-run`
//! prints, what result folders keep, and, without comments and prose, what plan hashes are made of.

use std::fmt::Write;

use super::experiment::{Experiment, Match, Schedule, Work};
use super::positions::{DEFAULT_COUNT, Generated, Positions};
use super::truth::{Moves, Truth, mode_name};

/// Writes an experiment. With `comments` each key is explained and the prose is there; without, what remains decides what
/// is run and nothing else.
pub fn to_toml(experiment: &Experiment, comments: bool) -> String {
    print(experiment, Out { text: String::new(), prefix: "", comments })
}

/// Writes an experiment, with comments, as one of several in a file: a table `[[experiment]]`.
pub fn to_toml_item(experiment: &Experiment) -> String {
    print(experiment, Out { text: "[[experiment]]\n".to_string(), prefix: "experiment.", comments: true })
}

fn print(experiment: &Experiment, mut out: Out) -> String {
    let comments = out.comments;
    out.line("name", &quote(&experiment.name), "in reports; of several experiments in one file also the folder's name");
    if comments && !experiment.about.is_empty() {
        out.line("about", &quote(&experiment.about), "what it is about");
    }
    if comments && !experiment.about_zh.is_empty() {
        out.line("about_zh", &quote(&experiment.about_zh), "the same in Chinese");
    }
    out.line("kind", &quote(experiment.work.kind()), "search | match | exhaust | count | truth");
    out.line("game", &quote(&experiment.game.to_string()), "see `list games`");
    out.line("seed", &experiment.seed.to_string(), "every job's seed is a hash of this and the job's number");
    if !experiment.vary.is_empty() {
        out.line("zip", &experiment.zip.to_string(), "false: all combinations of the grids; true: side by side");
    }
    if experiment.in_pairs {
        out.line("pairs", "true", "searches are compared in pairs of players: first with second, third with fourth");
    }
    if !experiment.players.is_empty() {
        out.section("players", "label = \"player with its changes\"; see `list players` and `list switches`");
        for (label, player) in &experiment.players {
            out.line(&quote(label), &quote(player), "");
        }
    }
    for vary in &experiment.vary {
        out.item("vary", "a grid: the label becomes label{key=value}");
        out.line("key", &quote(&vary.key), "");
        out.line("values", &list(&vary.values), "");
        if let Some(permutations) = &vary.permutations {
            let count = permutations.count.map_or(String::new(), |count| format!(", count = {count}"));
            let value = format!("{{ of = {}{count}, seed = {} }}", permutations.of, permutations.seed);
            out.line("permutations", &value, "orders of 0, 1, .. in place of '*'; without count: all");
        }
        if !vary.players.is_empty() {
            out.line("players", &list(&vary.players), "the labels that it applies to");
        }
    }
    match &experiment.work {
        Work::Search(section) => {
            out.section("positions", "what is searched, by every player");
            out.positions(&section.positions, Some(DEFAULT_COUNT));
            if let Some(balance) = section.balance {
                out.section("balance", "positions that are written to openings.txt");
                out.line("margin", &balance.margin.to_string(), "every player's value lies at most so far from 0");
                if let Some(count) = balance.count {
                    out.line("count", &count.to_string(), "as many at most, those of each number of plies by turns");
                }
            }
        }
        Work::Match(section) => out.match_section(section),
        Work::Exhaust { players } => {
            out.section("exhaust", "every line that an opponent can choose, in both seats");
            if !players.is_empty() {
                out.line("players", &list(players), "the labels that play");
            }
        }
        Work::Count { quantities } => {
            out.section("count", "figures of the game itself");
            out.line("quantities", &list(quantities), "");
        }
        Work::Truth(truth) => out.truth(truth),
    }
    out.text
}

struct Out {
    text: String,
    /// What stands before the names of tables.
    prefix: &'static str,
    comments: bool,
}

impl Out {
    fn line(&mut self, key: &str, value: &str, comment: &str) {
        let comment = if self.comments && !comment.is_empty() { format!("  # {comment}") } else { String::new() };
        // Writing to a String cannot fail.
        let _ = writeln!(self.text, "{key} = {value}{comment}");
    }

    fn section(&mut self, name: &str, comment: &str) {
        self.header(&format!("[{}{name}]", self.prefix), comment);
    }

    /// A table in a list of tables.
    fn item(&mut self, name: &str, comment: &str) {
        self.header(&format!("[[{}{name}]]", self.prefix), comment);
    }

    fn header(&mut self, header: &str, comment: &str) {
        let comment = if self.comments && !comment.is_empty() { format!("  # {comment}") } else { String::new() };
        let _ = writeln!(self.text, "\n{header}{comment}");
    }

    fn match_section(&mut self, section: &Match) {
        self.section("match", "colours are swapped: two games of each opening");
        let schedule = match &section.schedule {
            Schedule::Pairs => "pairs",
            Schedule::Gauntlet { .. } => "gauntlet",
            Schedule::RoundRobin => "round-robin",
        };
        self.line("schedule", &quote(schedule), "pairs | gauntlet (one against all) | round-robin");
        if let Schedule::Gauntlet { reference } = &section.schedule {
            self.line("reference", &quote(reference), "who meets all others");
        }
        self.line("games", &section.games.to_string(), "of each pairing; even");
        if section.swap2 {
            self.line("swap2", "true", "openings of 0 or 3 stones, after which the players choose colours");
        }
        self.line("record_moves", &section.record_moves.to_string(), "whether moves.csv is written");
        if let Some(from_ply) = section.truth_from_ply {
            let comment = "moves with so many stones before them are held against exact values: truth.csv";
            self.line("truth_from_ply", &from_ply.to_string(), comment);
        }
        if let Some([elo0, elo1]) = section.sprt {
            self.line(
                "sprt",
                &format!("[{elo0:?}, {elo1:?}]"),
                "stop once [elo0, elo1] is decided; alpha = beta = 0.05",
            );
        }
        self.section("match.openings", "from which every pairing plays");
        self.positions(&section.openings, None);
    }

    fn truth(&mut self, truth: &Truth) {
        self.section("truth", "moves held against exact values");
        if let Moves::Recorded { folder, content, from_ply } = &truth.moves {
            self.line("games", &quote(folder), "the result folder whose moves.csv is judged");
            self.line("content", &quote(content), "a hash of that file, by which a change of it is noticed");
            self.line("from_ply", &from_ply.to_string(), "moves with fewer stones before them are passed over");
        }
        let solver = &truth.solver;
        self.line("mode", &quote(mode_name(solver.mode)), "weak (win, draw, loss) | strong (with distances)");
        self.line("table_bytes", &solver.table_bytes.to_string(), "the solver's table, in each worker");
        self.line("nodes", &solver.nodes.to_string(), "of the solver, after which a position counts as unknown");
        if let Moves::Chosen(positions) = &truth.moves {
            let comment = "whether players play on from won and lost positions against the perfect opponent";
            self.line("play_out", &truth.play_out.to_string(), comment);
            self.section("truth.positions", "what is searched, by every player");
            self.positions(positions, Some(DEFAULT_COUNT));
        }
    }

    fn positions(&mut self, positions: &Positions, default_count: Option<u64>) {
        match positions {
            Positions::Listed(texts) => {
                self.line("list", &list(texts), "moves from the empty board, or boards in rows")
            }
            Positions::Generated(Generated { plies, count, seed, win_in_one, near }) => {
                self.line("plies", &numbers(plies), "stones on the board");
                if let Some(count) = count.or(default_count) {
                    self.line(
                        "count",
                        &count.to_string(),
                        "positions for each number of plies, distinct up to symmetry",
                    );
                }
                self.line("seed", &seed.to_string(), "where it is the experiment's, --seed changes both");
                self.line("win_in_one", &win_in_one.to_string(), "whether a side may have a win on its next move");
                if let Some(near) = near {
                    self.line("near", &near.to_string(), "how far from another stone a stone may be set");
                }
            }
            Positions::All { plies } => {
                self.line("all", "true", "every position that can arise and is not over");
                if !plies.is_empty() {
                    self.line("plies", &numbers(plies), "only those with so many stones");
                }
            }
        }
    }
}

fn numbers(plies: &[u32]) -> String {
    let plies: Vec<String> = plies.iter().map(u32::to_string).collect();
    format!("[{}]", plies.join(", "))
}

/// A list of texts, one a line where it is long.
fn list(texts: &[String]) -> String {
    let quoted: Vec<String> = texts.iter().map(|text| quote(text)).collect();
    let short = quoted.join(", ");
    if short.len() <= 90 { format!("[{short}]") } else { format!("[\n    {},\n]", quoted.join(",\n    ")) }
}

/// A basic string of TOML.
fn quote(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            c if c.is_control() => {
                let _ = write!(quoted, "\\u{:04X}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
