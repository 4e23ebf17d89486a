//! Result folders for tests: real searches and games, written by the writers of `records`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use crate::base::shape::Outcome;
use crate::base::{Move, Position, Root, Seat};
use crate::games::notation::{move_text, moves_text, play_moves};
use crate::games::suite::{SuiteSpec, generate};
use crate::games::{GameSpec, GameVisitor};
use crate::players::{PlayerSpec, build};
use crate::records::derive::derive;
use crate::records::ledger::{Header, Ledger};
use crate::records::manifest::{Manifest, Status};
use crate::records::rows::{FactRow, GameRow, JobRecord, MoveRow, SearchRow, TimingRow, TruthRow};

static COUNTER: AtomicU64 = AtomicU64::new(0);

/// A folder that is removed when it goes out of scope.
pub(super) struct Scratch(PathBuf);

impl Scratch {
    /// An empty folder.
    pub fn new(name: &str) -> Scratch {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("mnklab-report-{}-{number}", std::process::id())).join(name);
        std::fs::create_dir_all(&path).unwrap();
        Scratch(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(self.0.parent().unwrap());
    }
}

/// Writes records, the specification and a manifest naming `cpu_model`.
pub(super) fn write_records(folder: &Path, records: &[JobRecord], cpu_model: &str) {
    std::fs::create_dir_all(folder).unwrap();
    let header = Header::new("0123456789abcdef");
    let mut ledger = Ledger::open(folder, &header, records.len() as u64).unwrap();
    for record in records {
        ledger.append(record).unwrap();
    }
    derive(&ledger, folder, false).unwrap();
    let mut manifest = Manifest::new("0123456789abcdef", records.len() as u64, 1);
    manifest.begin(["mnklab", "run", "experiment.toml"].map(String::from).to_vec(), 2);
    manifest.sessions[0].machine.cpu_model = Some(cpu_model.to_owned());
    manifest.end(Status::Finished);
    manifest.save(folder).unwrap();
    let spec = "name = \"example\"\nabout = \"an example\"\nkind = \"search\"\ngame = \"connect4\"\nseed = 1\n";
    std::fs::write(folder.join("spec.toml"), spec).unwrap();
}

/// Searches of `count` positions of a game at `ply` stones by players given as `(label, text form)`.
pub(super) fn searches(game: &str, ply: u32, count: usize, players: &[(&str, &str)]) -> Vec<JobRecord> {
    struct Searching<'a>(&'a str, GameSpec, u32, usize, &'a [(&'a str, &'a str)]);
    impl GameVisitor for Searching<'_> {
        type Output = Vec<JobRecord>;
        fn visit<P: Position>(self, start: P) -> Vec<JobRecord> {
            let Searching(name, game, ply, count, players) = self;
            let shape = start.shape();
            let mut records = Vec::new();
            for (position_id, moves) in suite(&start, ply, count, 5).iter().enumerate() {
                let root = Root { position: play_moves(&start, moves).unwrap(), last: moves.last().copied() };
                for (label, text) in players {
                    let player: PlayerSpec = text.parse().unwrap();
                    let mut searcher = build(&player, &game, &start).unwrap();
                    searcher.new_game(7);
                    let begun = Instant::now();
                    let answer = searcher.search(&root, &player.limits());
                    let wall_ns = begun.elapsed().as_nanos() as u64;
                    let job = records.len() as u64;
                    let row = SearchRow {
                        job_id: job,
                        game: name.to_owned(),
                        position_id: position_id as u64,
                        position: moves_text(&shape, moves),
                        ply,
                        player: label.to_string(),
                        config: player.to_string(),
                        depth_limit_plies: player.limits().depth_plies,
                        value: answer.value,
                        best_move: answer.best.map(|best| move_text(&shape, best)),
                        completed_depth_plies: Some(answer.completed_depth_plies),
                        stopped: answer.stopped,
                        reproducible: true,
                        estimated_nodes: answer.estimated_nodes.map(|(nodes, _)| nodes),
                        estimated_nodes_se: answer.estimated_nodes.map(|(_, error)| error),
                        ..SearchRow::from(answer.counters)
                    };
                    let timings = vec![TimingRow { job_id: job, ply: None, wall_ns, cpu_ns: None }];
                    records.push(JobRecord { job, search: Some(row), timings, ..JobRecord::default() });
                }
            }
            records
        }
    }
    let spec: GameSpec = game.parse().unwrap();
    spec.visit(Searching(game, spec, ply, count, players))
}

fn suite<P: Position>(start: &P, ply: u32, count: usize, seed: u64) -> Vec<Vec<Move>> {
    if ply == 0 {
        return vec![Vec::new()];
    }
    let spec = SuiteSpec { plies: vec![ply], count, seed, allow_win_in_one: false, allow_over: false, near: None };
    generate(start, &spec).unwrap()
}

/// Games with swapped colours from `pairs` openings of `ply` stones between the given pairs of `(label, text form)`; with
/// their moves.
pub(super) fn games(game: &str, ply: u32, pairs: usize, pairings: &[[(&str, &str); 2]]) -> Vec<JobRecord> {
    struct Playing<'a>(&'a str, GameSpec, u32, usize, &'a [[(&'a str, &'a str); 2]]);
    impl GameVisitor for Playing<'_> {
        type Output = Vec<JobRecord>;
        fn visit<P: Position>(self, start: P) -> Vec<JobRecord> {
            let Playing(name, game, ply, pairs, pairings) = self;
            let openings = suite(&start, ply, pairs, 11);
            let mut records = Vec::new();
            for (pairing, [one, other]) in pairings.iter().enumerate() {
                for pair in 0..pairs {
                    for (first, second) in [(one, other), (other, one)] {
                        let job = records.len() as u64;
                        let opening = &openings[pair % openings.len()];
                        let mut record = play(name, &game, &start, opening, [*first, *second], job);
                        let row = record.game.as_mut().unwrap();
                        (row.pairing_id, row.pair_id) = (pairing as u64, pair as u64);
                        records.push(record);
                    }
                }
            }
            records
        }
    }
    let spec: GameSpec = game.parse().unwrap();
    spec.visit(Playing(game, spec, ply, pairs, pairings))
}

fn play<P: Position>(
    name: &str,
    game: &GameSpec,
    start: &P,
    opening: &[Move],
    players: [(&str, &str); 2],
    job: u64,
) -> JobRecord {
    let shape = start.shape();
    let specs = players.map(|(_, text)| text.parse::<PlayerSpec>().unwrap());
    let mut searchers = [0, 1].map(|seat| build(&specs[seat], game, start).unwrap());
    for (seat, searcher) in searchers.iter_mut().enumerate() {
        searcher.new_game(job * 2 + seat as u64);
    }
    let mut moves = opening.to_vec();
    let mut position = play_moves(start, opening).unwrap();
    let mut rows = Vec::new();
    let (mut nodes, mut chosen) = ([0_u64; 2], [0_u32; 2]);
    while position.outcome().is_none() {
        let seat = usize::from(position.turn().0);
        let root = Root { position: position.clone(), last: moves.last().copied() };
        let answer = searchers[seat].search(&root, &specs[seat].limits());
        let best = answer.best.unwrap();
        rows.push(MoveRow {
            job_id: job,
            game: name.to_owned(),
            ply: moves.len() as u32,
            player: players[seat].0.to_owned(),
            position: moves_text(&shape, &moves),
            played_move: Some(move_text(&shape, best)),
            completed_depth_plies: Some(answer.completed_depth_plies),
            reproducible: true,
            ..MoveRow::from(answer.counters)
        });
        nodes[seat] += answer.counters.nodes;
        chosen[seat] += 1;
        position.play(best);
        moves.push(best);
    }
    let outcome = match position.outcome() {
        Some(Outcome::Win(Seat(0))) => "first",
        Some(Outcome::Win(_)) => "second",
        _ => "draw",
    };
    let row = GameRow {
        job_id: job,
        game: name.to_owned(),
        opening: moves_text(&shape, opening),
        first: players[0].0.to_owned(),
        second: players[1].0.to_owned(),
        first_config: specs[0].to_string(),
        second_config: specs[1].to_string(),
        outcome: Some(outcome.to_owned()),
        plies: moves.len() as u32,
        end: if outcome == "draw" { "full" } else { "line" }.to_owned(),
        moves: moves_text(&shape, &moves),
        nodes_first: Some(nodes[0]),
        nodes_second: Some(nodes[1]),
        moves_first: chosen[0],
        moves_second: chosen[1],
        reproducible: true,
        ..GameRow::default()
    };
    JobRecord { job, game: Some(row), moves: rows, ..JobRecord::default() }
}

/// Searches of Connect Four to four depths: minimax, alpha-beta plain, ordered, with a table.
pub(super) fn connect4_searches() -> Vec<JobRecord> {
    let mut players: Vec<(String, String)> = Vec::new();
    for (label, text) in [
        ("minimax", "minimax{win_check=move"),
        ("alphabeta", "alphabeta{"),
        ("centre first", "alphabeta{order=centre"),
        ("centre, table", "alphabeta{order=centre,table_bytes=1048576"),
    ] {
        let text = text.replace("{win_check=move", "{");
        for depth in 2..=6 {
            let comma = if text.ends_with('{') { "" } else { "," };
            players.push((format!("{label}{{depth={depth}}}"), format!("{text}{comma}depth={depth}}}")));
        }
    }
    players.push(("minimax, probed{depth=8}".into(), "estimate{depth=8}".into()));
    players.push(("minimax, probed{depth=7}".into(), "estimate{depth=7}".into()));
    for depth in 7..=8 {
        players.push((format!("alphabeta{{depth={depth}}}"), format!("alphabeta{{depth={depth}}}")));
    }
    let borrowed: Vec<(&str, &str)> = players.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    searches("connect4", 8, 16, &borrowed)
}

/// A round robin of four players of Connect Four.
pub(super) fn round_robin(pairs: usize) -> Vec<JobRecord> {
    let players = [
        ("random", "random"),
        ("depth 1", "alphabeta{depth=1,eval=doc-c}"),
        ("depth 3", "alphabeta{depth=3,eval=doc-c}"),
        ("depth 4 centre", "alphabeta{depth=4,eval=doc-c,order=centre}"),
    ];
    let mut pairings = Vec::new();
    for (index, one) in players.iter().enumerate() {
        pairings.extend(players[index + 1..].iter().map(|other| [*one, *other]));
    }
    games("connect4", 4, pairs, &pairings)
}

/// A gauntlet over `key` with these values, against one alpha-beta player of depth 2.
pub(super) fn gauntlet(pairs: usize, changes: &[&str]) -> Vec<JobRecord> {
    let labels: Vec<(String, String)> = changes
        .iter()
        .map(|change| {
            let label = format!("alphabeta{{{change}}}");
            let text = format!("alphabeta{{depth=3,eval=doc-c,order=centre,{change}}}");
            (label, text)
        })
        .collect();
    let reference = ("reference", "alphabeta{depth=2,eval=doc-c}");
    let pairings: Vec<[(&str, &str); 2]> =
        labels.iter().map(|(label, text)| [(label.as_str(), text.as_str()), reference]).collect();
    games("connect4", 4, pairs, &pairings)
}

/// 40 positions at two plies: `good` keeps 30 values at depth 2 and 38 at depth 4, `bad` half as many; `chance`, which does not
/// search, keeps 20.
pub(super) fn judged() -> Vec<JobRecord> {
    let players =
        [("good{depth=2}", 2, 30), ("good{depth=4}", 4, 38), ("bad{depth=2}", 2, 15), ("bad{depth=4}", 4, 19)];
    let players = players.into_iter().chain([("chance", 0, 20)]);
    let one = |(player, depth, keeps): (&str, u32, u64), position: u64| TruthRow {
        game: "connect4".to_string(),
        position_id: Some(position),
        ply: if position.is_multiple_of(2) { 20 } else { 24 },
        player: player.to_string(),
        nodes: Some(10u64.pow(depth) + position),
        depth_limit_plies: (depth > 0).then_some(depth),
        completed_depth_plies: Some(depth),
        kept: Some(position < keeps),
        blunder: Some(position >= keeps),
        ..TruthRow::default()
    };
    let rows = players.flat_map(|player| (0..40).map(move |position| one(player, position)));
    rows.zip(0..)
        .map(|(row, job)| JobRecord { job, truth: vec![TruthRow { job_id: job, ..row }], ..JobRecord::default() })
        .collect()
}

/// Counted figures.
pub(super) fn facts() -> Vec<JobRecord> {
    let fact = FactRow {
        job_id: 0,
        game: "tictactoe".into(),
        subject: "whole game".into(),
        quantity: "positions".into(),
        value: Some(5478.0),
        err: None,
    };
    vec![JobRecord { job: 0, facts: vec![fact], ..JobRecord::default() }]
}

/// A claims.csv with every verdict, in the units that claims come in.
pub(super) const CLAIMS: &str = "\
id,part,verdict,published,measured,low,high,unit,n,form,condition,interval,reason,rerun
A2,A2.minimax,reproduced,1247892,1104233,700000,1800000,nodes,32,level,\"15x15, box +1, 12 stones, depth 3\",prediction,the interval meets the published value,mnklab repro --claims A2
A2,A2.alphabeta,contradicted,85413,21033,15000,30100,nodes,32,level,\"15x15, box +1, 12 stones, depth 3\",prediction,the interval excludes the published value,mnklab repro --claims A2
A2,A2.rate,reproduced,93.1,94.2,92.8,95.1,%,32,effect,\"15x15, box +1, 12 stones, depth 3\",confidence,the interval meets the published value,mnklab repro --claims A2
A2,A2.rate,,93.1,97.3,96.9,97.6,%,32,,\"radius 2\",confidence,,mnklab repro --claims A2
A7,A7.speed,direction-only,62,31.5,27.0,35.2,%,32,effect,Top-K 8 at the root,confidence,smaller than published,mnklab repro --claims A7
C1,C1.time,undecided,4.5,3.9,1.1,9.8,ratio,8,effect,depth 4,confidence,too little data,mnklab repro --claims C1
T5,T5.wins,undecided,60..85,71,58,83,%,60,range,all orders,confidence,the interval reaches beyond the range,mnklab repro --claims T5
T6,T6.value,reproduced,0,0,0,0,points,1,exact,empty board,exact,equal,mnklab repro --claims T6
G5,G5,not-run,,,,,,,,,,needs threat search,
G7,G7,not-testable,,,,,,,,,,the text names no opponent,
";
