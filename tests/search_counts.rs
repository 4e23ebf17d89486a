//! Node counts that are known from outside: the root included, cutoff at alpha >= beta, full window.

use mnklab::base::score::WIN;
use mnklab::base::{Answer, Limits, Move, Position, Root};
use mnklab::eval::zero::Zero;
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::players::{PlayerSpec, build as build_player};
use mnklab::search::{Config, build, switches};

struct Search<'a> {
    moves: &'a [u16],
    config: Config,
    limits: Limits,
}

impl GameVisitor for Search<'_> {
    type Output = Answer;

    fn visit<P: Position>(self, mut start: P) -> Answer {
        for &mv in self.moves {
            start.play(Move(mv));
        }
        self.config.check(&start.shape()).expect("a valid configuration");
        let mut searcher = build::<P, Zero>(&self.config, Zero);
        searcher.search(&Root { position: start, last: None }, &self.limits)
    }
}

fn nodes(game: &str, settings: &[(&str, &str)], depth: u32) -> u64 {
    search(game, settings, Limits::depth(depth)).counters.nodes
}

fn search(game: &str, settings: &[(&str, &str)], limits: Limits) -> Answer {
    search_from(game, &[], settings, limits)
}

fn search_from(game: &str, moves: &[u16], settings: &[(&str, &str)], limits: Limits) -> Answer {
    let mut config = Config::default();
    for (key, value) in settings {
        let switch = switches().find(|switch| switch.key == *key).expect("a known switch");
        (switch.set)(&mut config, value).expect("a valid value");
    }
    let game: GameSpec = game.parse().expect("a known game");
    game.visit(Search { moves, config, limits })
}

const BLIND: (&str, &str) = ("distance_scores", "off");

#[test]
fn tic_tac_toe_minimax() {
    assert_eq!(nodes("tictactoe", &[("pruning", "off")], 9), 549_946);
}

#[test]
fn tic_tac_toe_alpha_beta() {
    let corners = ("order", "static:4-0-2-6-8-1-3-5-7");
    assert_eq!(nodes("tictactoe", &[BLIND], 9), 18_297);
    assert_eq!(nodes("tictactoe", &[BLIND, corners], 9), 7_275);
    assert_eq!(nodes("tictactoe", &[], 9), 20_866);
    assert_eq!(nodes("tictactoe", &[corners], 9), 7_865);
}

#[test]
fn connect_four_left_to_right() {
    for (depth, expected) in [(4, 173), (6, 1_249), (8, 12_574), (10, 155_590)] {
        assert_eq!(nodes("connect4", &[BLIND], depth), expected, "depth {depth}");
    }
}

#[test]
fn connect_four_centre_first() {
    for (depth, expected) in [(8, 8_647), (10, 55_026), (12, 748_116), (14, 14_096_150)] {
        assert_eq!(nodes("connect4", &[BLIND, ("order", "centre")], depth), expected, "depth {depth}");
    }
}

#[test]
fn connect_four_minimax() {
    assert_eq!(nodes("connect4", &[("pruning", "off")], 8), 6_634_027);
}

#[test]
fn gathered_and_bare_forms_visit_the_same_nodes() {
    // A width limit that never bites sends the search through the dynamic form.
    let wide = ("topk", "484");
    assert_eq!(nodes("tictactoe", &[BLIND, wide], 9), 18_297);
    assert_eq!(nodes("connect4", &[BLIND, wide, ("order", "centre")], 10), 55_026);
    assert_eq!(nodes("connect4", &[BLIND, ("win_check", "at_entry")], 8), 12_574);
}

#[test]
fn bare_forms_count_what_the_dynamic_one_counts() {
    let games = ["tictactoe", "connect4", "connect4:4x3", "connect4:5x4", "mnk:3,3,3,gravity", "mnk:4,3,3", "gomoku:5"];
    let orders = ["generation", "centre"];
    let mut bare_forms = std::collections::BTreeSet::new();
    for (game, order, pruning, distance) in games.iter().flat_map(|game| {
        orders.iter().flat_map(move |order| {
            [("on", "on"), ("on", "off"), ("off", "on"), ("off", "off")].map(|(p, d)| (*game, *order, p, d))
        })
    }) {
        let settings = [("order", order), ("pruning", pruning), ("distance_scores", distance)];
        // Deep enough for full columns, full boards and a horizon beyond the last move.
        for depth in if pruning == "on" { 1..=13 } else { 1..=7 } {
            if game.starts_with("gomoku") && depth > 4 {
                continue;
            }
            let limited = Limits { nodes: Some(u64::MAX), ..Limits::depth(depth) };
            let bare = search(game, &settings, Limits::depth(depth));
            let dynamic = search(game, &settings, limited);
            assert_eq!(bare.counters, dynamic.counters, "{game} {settings:?} depth {depth}");
            assert_eq!((bare.value, bare.best), (dynamic.value, dynamic.best), "{game} {settings:?} depth {depth}");
            assert_eq!(dynamic.dispatch, "dynamic");
            if pruning == "off" {
                assert_eq!(bare.counters.best_known, bare.counters.interiors, "minimax knows every best child");
            }
            bare_forms.insert(bare.dispatch);
        }
    }
    assert!(bare_forms.len() >= 7, "every bare form and the dynamic one: {bare_forms:?}");
}

#[test]
fn values_of_small_boards() {
    let full = [
        ("order", "hash+killers+centre"),
        ("answers", "on"),
        ("table_bytes", "16777216"),
        ("table_symmetry", "on"),
        ("pvs", "on"),
        ("distance_scores", "off"),
    ];
    for (game, cells, first_wins) in [
        ("mnk:3,3,3", 9, false),
        ("mnk:4,3,3", 12, true),
        ("mnk:4,4,3", 16, true),
        ("mnk:5,3,3", 15, true),
        ("mnk:4,4,4", 16, false),
        ("mnk:5,4,4", 20, false),
    ] {
        let answer = search(game, &full, Limits::depth(cells));
        assert_eq!(answer.value, Some(if first_wins { WIN } else { 0 }), "{game}");
    }
}

#[test]
fn local_nodes_lie_near_the_stones_of_the_root() {
    // Around a stone on d1 lie c1-e1 and c2-e2: three of seven first moves, and after them three of seven second ones,
    // but two where d2 is taken and d3 lies outside.
    let settings = [("pruning", "off"), ("count_local", "on")];
    let answer = search_from("connect4", &[3], &settings, Limits::depth(2));
    assert_eq!(answer.counters.local_nodes, 3 + 6 * 3 + 2);
    // Around h8 lie eight empty cells; after one of them seven are left.
    let answer = search_from("gomoku", &[112], &settings, Limits::depth(2));
    assert_eq!(answer.counters.local_nodes, 8 + 8 * 7 + 216 * 8);
}

/// What a player answers to a position after some moves.
struct Play<'a>(&'a PlayerSpec, &'a GameSpec, &'a [u16]);

impl GameVisitor for Play<'_> {
    type Output = Answer;

    fn visit<P: Position>(self, start: P) -> Answer {
        let Play(player, game, moves) = self;
        let mut root = Root { position: start.clone(), last: moves.last().map(|&mv| Move(mv)) };
        for &mv in moves {
            root.position.play(Move(mv));
        }
        build_player(player, game, &start).expect("a player of this game").search(&root, &player.limits())
    }
}

#[test]
fn a_limit_by_nodes_is_kept_to_the_node() {
    let column = &[3, 3, 3, 3, 4, 2][..];
    let stones = &[112, 96, 113, 97, 98, 111][..];
    for (game, moves, player) in [
        ("connect4", column, "alphabeta{depth=1}"),
        ("connect4", column, "alphabeta{depth=5}"),
        ("connect4", column, "minimax{depth=3}"),
        ("connect4", column, "alphabeta{depth=4,win_check=at_leaf}"),
        ("connect4", column, "alphabeta{depth=6,deepening=on,aspiration=1,pvs=on,eval=doc-c}"),
        ("connect4", column, "alphabeta{deepening=on,order=hash+killers+centre,table_bytes=65536}"),
        ("connect4", column, "doc-c-v3{threat_check=off}"),
        ("gomoku", stones, "doc-a-search"),
        ("gomoku", stones, "doc-g-search{depth=3}"),
        ("tictactoe", &[4], "doc-t-v3-printed"),
    ] {
        let game: GameSpec = game.parse().expect("a game");
        let player: PlayerSpec = player.parse().expect("a player");
        let ask = |nodes: u64| {
            let player = player.with("nodes", &nodes.to_string()).expect("a limit");
            game.visit(Play(&player, &game, moves))
        };
        let mut stopped = 0;
        for nodes in (1..150).chain([500, 1_000, 1_001]) {
            let answer = ask(nodes);
            let visited = answer.counters.nodes;
            assert!(visited <= nodes && answer.best.is_some(), "{player}: {visited} of {nodes}");
            assert!(!answer.stopped || visited == nodes, "{player}: {visited} of {nodes}");
            stopped += u32::from(answer.stopped);
        }
        assert!(stopped > 0, "{player} was never stopped");
    }
}

#[test]
fn a_search_that_needs_no_more_nodes_than_its_limit_is_complete() {
    let whole = search("connect4", &[], Limits::depth(5));
    for (spare, stops) in [(0, false), (1, true)] {
        let limits = Limits { nodes: Some(whole.counters.nodes - spare), ..Limits::depth(5) };
        let answer = search("connect4", &[], limits);
        assert_eq!((answer.stopped, answer.counters.nodes), (stops, whole.counters.nodes - spare));
    }
}
