//! Selective search: what each technique does, what it must not do, and that it is off where its parameters say so.

use mnklab::base::rng::Rng;
use mnklab::base::score::{WIN, WIN_BOUND, is_decided};
use mnklab::base::{Answer, Counters, Move, Position, Root};
use mnklab::games::notation::read_position;
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::players::{PlayerSpec, build};

/// What a player answers to a position.
struct Ask<'a>(&'a PlayerSpec, &'a GameSpec, &'a str);

impl GameVisitor for Ask<'_> {
    /// Absent where the moves cannot be played under the game's rules.
    type Output = Option<Answer>;

    fn visit<P: Position>(self, start: P) -> Option<Answer> {
        let Ask(player, game, moves) = self;
        let mut searcher = build(player, game, &start).expect("a player of this game");
        searcher.new_game(1);
        let (root, _) = read_position(&start, moves).ok()?;
        Some(searcher.search(&root, &player.limits()))
    }
}

fn ask(player: &str, game: &str, moves: &str) -> Answer {
    ask_if_playable(player, game, moves).unwrap_or_else(|| panic!("{moves} cannot be played"))
}

fn ask_if_playable(player: &str, game: &str, moves: &str) -> Option<Answer> {
    let game: GameSpec = game.parse().expect("a game");
    let player = player.parse().unwrap_or_else(|error| panic!("{player}: {error:#}"));
    game.visit(Ask(&player, &game, moves))
}

/// A search of everything but selective techniques, with some of them.
fn with(depth: u32, keys: &str) -> String {
    let order = "hash+win_block+killers+history+centre";
    format!(
        "alphabeta{{depth={depth},eval=doc-a,candidates=radius,answers=on,order={order},deepening=on,pvs=on,\
         table_bytes=4194304{}{keys}}}",
        if keys.is_empty() { "" } else { "," }
    )
}

/// Middle positions without a win in one.
fn suite() -> Vec<&'static str> {
    include_str!("../experiments/suites/gomoku-24.txt").lines().filter(|line| !line.starts_with('#')).collect()
}

#[test]
fn where_the_parameters_leave_nothing_to_do_nothing_is_done() {
    let idle = [
        "lmr=100,lmr_depth=64",
        "lmr=100,lmr_after=225",
        "futility=1000000000,futility_depth=64",
        "futility=0,futility_depth=64,futility_side=low,futility_gain=1000000000",
        "move_count=225,move_count_depth=64",
        "null_move=1,null_depth=64",
        "singular=64",
    ];
    for moves in &suite()[..6] {
        for keys in idle {
            let (mut found, expected) = (ask(&with(3, keys), "gomoku", moves), ask(&with(3, ""), "gomoku", moves));
            // What a margin asks for is counted, whatever comes of it.
            found.counters.evaluations = expected.counters.evaluations;
            assert_eq!(found, expected, "{keys} at {moves}");
        }
    }
}

/// A counter of what a technique did.
type Did = fn(&Counters) -> u64;

#[test]
fn each_technique_counts_what_it_does_and_saves_nodes_or_spends_them() {
    let saving: [(&str, Did); 7] = [
        ("lmr=30", |c| c.reductions),
        ("futility=500,futility_side=high", |c| c.futility_cutoffs),
        ("futility=500,futility_side=low", |c| c.futility_prunes),
        ("futility=500,futility_side=low,futility_gain=100", |c| c.futility_prunes),
        ("move_count=4", |c| c.move_count_prunes),
        ("null_move=1,null_depth=3", |c| c.null_cutoffs),
        ("lmr=30,futility=500,move_count=8,null_move=1", |c| c.reduction_researches),
    ];
    let positions = &suite()[..6];
    let total = |keys: &str, did: Did| {
        positions.iter().fold((0, 0), |(nodes, times), moves| {
            let counters = ask(&with(5, keys), "gomoku", moves).counters;
            (nodes + counters.nodes, times + did(&counters))
        })
    };
    let plain = total("", |c| {
        c.reductions
            + c.reduction_researches
            + c.futility_cutoffs
            + c.futility_prunes
            + c.move_count_prunes
            + c.null_tries
            + c.null_cutoffs
            + c.forced_extensions
            + c.singular_tries
            + c.singular_extensions
    });
    assert_eq!(plain.1, 0);
    for (keys, did) in saving {
        let (nodes, times) = total(keys, did);
        assert!(times > 0 && nodes < plain.0, "{keys}: {times} times, {nodes} nodes against {}", plain.0);
    }
    let spending: [(&str, Did); 2] =
        [("extend_forced=8", |c| c.forced_extensions), ("singular=4", |c| c.singular_extensions)];
    for (keys, did) in spending {
        let (nodes, times) = total(keys, did);
        assert!(times > 0 && nodes > plain.0, "{keys}: {times} times, {nodes} nodes against {}", plain.0);
    }
}

#[test]
fn forced_replies_cost_no_depth() {
    // X: c3 d3 e3 and g4 g5 g6. The fours at f3 and, by that stone, towards g3 win together: with the reply to the first four
    // uncounted, two of the four plies are free.
    let moves = "c3a1d3b1e3j9g4a9g5j1g6b9";
    let value = |depth, keys: &str| ask(&with(depth, keys), "gomoku:10", moves).value;
    let shallowest = |keys: &str| (1..=6).find(|&depth| value(depth, keys).is_some_and(|value| value >= WIN_BOUND));
    let (plain, extended) = (shallowest("").expect("a win"), shallowest("extend_forced=8").expect("a win"));
    assert!(extended < plain, "found at depth {extended} with free replies, {plain} without");
    assert_eq!(shallowest("extend_forced=1").map(|depth| depth >= extended), Some(true));
}

/// Roots of random games, each searched by two players.
struct Compare<'a> {
    game: &'a GameSpec,
    players: [&'a PlayerSpec; 2],
    positions: usize,
}

impl GameVisitor for Compare<'_> {
    type Output = Vec<(Answer, Answer)>;

    fn visit<P: Position>(self, start: P) -> Self::Output {
        let mut searchers = self.players.map(|player| build(player, self.game, &start).expect("a player of this game"));
        let mut rng = Rng::new(5);
        let mut answers = Vec::new();
        while answers.len() < self.positions {
            let mut root = Root { position: start.clone(), last: None };
            for _ in 0..rng.below(start.shape().cells() as u32 / 2) {
                let moves: Vec<Move> = root.position.moves().collect();
                let mv = moves[rng.below(moves.len() as u32) as usize];
                root.position.play(mv);
                root.last = Some(mv);
            }
            if root.position.outcome().is_none() {
                let [one, other] = [0, 1].map(|i| {
                    searchers[i].new_game(1);
                    searchers[i].search(&root, &self.players[i].limits())
                });
                answers.push((one, other));
            }
        }
        answers
    }
}

/// A selective search may miss a win; it never tells one that is none, at any depth, on any evaluator.
#[test]
fn a_win_that_is_told_is_one() {
    let exact: PlayerSpec =
        "alphabeta{table_bytes=16777216,order=hash+killers+centre,distance_scores=off}".parse().unwrap();
    let all = "lmr=60,lmr_after=1,futility=0,move_count=2,extend_forced=6,singular=4,singular_margin=0";
    let mut told = 0;
    for (game, keys, positions) in [
        ("mnk:4,4,3", "null_move=1,null_depth=1", 60),
        ("mnk:4,3,3", "null_move=2,null_depth=2,futility_gain=0", 60),
        ("mnk:4,4,4,gravity", "aspiration=50", 60),
        ("tictactoe", "null_move=1,null_depth=1", 60),
    ] {
        let spec: GameSpec = game.parse().unwrap();
        for depth in [3, 5, 7] {
            let selective = format!(
                "alphabeta{{depth={depth},eval=hash-random,deepening=on,pvs=on,order=hash+killers+counter_moves+centre,\
                 table_bytes=1048576,{all},{keys}}}"
            );
            let selective: PlayerSpec = selective.parse().unwrap_or_else(|error| panic!("{selective}: {error:#}"));
            for (found, truth) in spec.visit(Compare { game: &spec, players: [&selective, &exact], positions }) {
                let (value, truth) = (found.value.unwrap(), truth.value.unwrap());
                if is_decided(value) {
                    told += 1;
                    assert_eq!(value.signum() * WIN, truth, "{selective} on {game}: {found:?}");
                }
            }
        }
    }
    assert!(told > 100, "{told} wins and losses told");
}

#[test]
fn what_has_no_meaning_is_refused() {
    for (keys, game, word) in [
        ("pruning=off,lmr=20", "gomoku", "pruning=off"),
        ("win_check=at_entry,futility=100", "gomoku", "win_check"),
        ("minimal_tree=on,move_count=4", "gomoku", "minimal_tree"),
        ("root_noise=5,lmr=20", "gomoku", "root_noise"),
        ("null_move=2", "connect4", "null_move"),
        ("singular=6", "gomoku", "table_bytes"),
    ] {
        let (player, game): (PlayerSpec, GameSpec) =
            (format!("alphabeta{{{keys}}}").parse().unwrap(), game.parse().unwrap());
        let refusal = format!("{:#}", player.supports(&game).expect_err(keys));
        assert!(refusal.contains(word), "{keys}: {refusal}");
    }
}

/// What `answers=seen` leaves out decides nothing: the same wins and losses are told, at the same depth, whatever the
/// rule set, as by a search that leaves out nothing but what loses to a line at once.
#[test]
fn answers_seen_keep_wins_and_losses() {
    let suite = include_str!("../experiments/suites/gomoku-tactical-48.txt");
    let (mut told, mut saved) = (0, 0);
    for rules in ["", ",standard", ",renju", ",caro"] {
        for moves in suite.lines().filter(|line| !line.starts_with('#')).step_by(2) {
            let game = format!("gomoku:15{rules}");
            let found = ["on", "seen"].map(|answers| {
                let order = "hash+move_score+centre,table_bytes=4194304,deepening=on,pvs=on";
                let keys = format!("depth=4,eval=patterns,candidates=radius,radius=2,order={order}");
                ask_if_playable(&format!("alphabeta{{{keys},answers={answers}}}"), &game, moves)
            });
            let [Some(plain), Some(kept)] = found else { continue };
            let outcome = |answer: &Answer| answer.value.filter(|value| is_decided(*value)).map(i32::signum);
            assert_eq!(outcome(&plain), outcome(&kept), "{game} {moves}: {plain:?} {kept:?}");
            told += usize::from(outcome(&kept).is_some());
            saved += usize::from(kept.counters.nodes < plain.counters.nodes);
        }
    }
    assert!(told > 10 && saved > 20, "{told} told, {saved} with fewer nodes");
}

#[test]
fn an_unfinished_iteration_leaves_what_it_has_found() {
    let mut changed = 0;
    for moves in &suite()[..12] {
        for nodes in [2000, 5000, 12_000] {
            let [off, on] = ["off", "on"].map(|unfinished| {
                let order = "hash+move_score,table_bytes=4194304";
                let keys =
                    format!("nodes={nodes},eval=patterns,candidates=radius,order={order},unfinished={unfinished}");
                ask(&format!("alphabeta{{{keys}}}"), "gomoku", moves)
            });
            assert_eq!((on.counters, on.completed_depth_plies), (off.counters, off.completed_depth_plies), "{moves}");
            assert_eq!(on.line.first(), on.best.as_ref(), "{moves}");
            changed += usize::from(on.best != off.best);
        }
    }
    assert!(changed > 0, "no unfinished iteration of 36 found another move");
}
