//! How far searches run past a time limit: `cargo bench --bench overrun`. Prints the median, the 99th percentile and the
//! largest overrun in milliseconds, for each player; the 99th percentile is to stay under 2 ms on an idle machine.

use std::time::{Duration, Instant};

use mnklab::base::{Limits, Position, Root};
use mnklab::games::suite::{SuiteSpec, generate};
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::players::{self, PlayerSpec};

/// The limit of each search, as the players' texts have it.
const LIMIT: Duration = Duration::from_millis(20);
/// Searches of each player.
const SEARCHES: usize = 300;

const PLAYERS: [(&str, &str); 5] = [
    ("connect4", "alphabeta{eval=doc-c,order=hash+history+centre,table_bytes=16777216,deepening=on,pvs=on,time_ms=20}"),
    ("connect4", "mcts{time_ms=20}"),
    ("gomoku", "doc-a-search{deepening=on,depth=20,time_ms=20}"),
    ("gomoku", "doc-g-search{depth=20,time_ms=20}"),
    ("gomoku", "mcts{time_ms=20}"),
];

struct Overruns(PlayerSpec, GameSpec);

impl GameVisitor for Overruns {
    type Output = Vec<f64>;

    fn visit<P: Position>(self, start: P) -> Vec<f64> {
        let suite =
            SuiteSpec { plies: vec![6], count: 20, seed: 1, allow_win_in_one: true, allow_over: false, near: None };
        let positions = generate(&start, &suite).expect("positions enough");
        let mut searcher = players::build(&self.0, &self.1, &start).expect("a player of this game");
        // The players' own limit, which their text has to name.
        let limits: Limits = self.0.limits();
        (0..SEARCHES)
            .map(|number| {
                let mut root = Root { position: start.clone(), last: None };
                for &mv in &positions[number % positions.len()] {
                    root.position.play(mv);
                    root.last = Some(mv);
                }
                searcher.new_game(number as u64);
                let started = Instant::now();
                std::hint::black_box(searcher.search(&root, &limits));
                (started.elapsed().as_secs_f64() - LIMIT.as_secs_f64()).max(0.0) * 1e3
            })
            .collect()
    }
}

fn main() {
    println!(
        "{:<90} {:>7} {:>7} {:>7}  (ms past a limit of {} ms)",
        "player",
        "median",
        "99 %",
        "max",
        LIMIT.as_millis()
    );
    for (game, player) in PLAYERS {
        let (game, spec): (GameSpec, PlayerSpec) = (game.parse().expect("a game"), player.parse().expect("a player"));
        let mut overruns = game.visit(Overruns(spec, game));
        overruns.sort_by(f64::total_cmp);
        let at = |share: f64| overruns[((overruns.len() - 1) as f64 * share) as usize];
        println!("{:<90} {:>7.3} {:>7.3} {:>7.3}", format!("{game} {player}"), at(0.5), at(0.99), at(1.0));
    }
}
