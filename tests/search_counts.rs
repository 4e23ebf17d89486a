//! Node counts that are known from outside: the root included, cutoff at alpha >= beta, full window.

use mnklab::base::{Limits, Position, Root};
use mnklab::eval::zero::Zero;
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::search::{Config, build, switches};

struct Nodes {
    config: Config,
    depth: u32,
}

impl GameVisitor for Nodes {
    type Output = (u64, Option<i32>, &'static str);

    fn visit<P: Position>(self, start: P) -> Self::Output {
        self.config.check(&start.shape()).expect("a valid configuration");
        let mut searcher = build::<P, Zero>(&self.config, Zero);
        let answer = searcher.search(&Root { position: start, last: None }, &Limits::depth(self.depth));
        (answer.counters.nodes, answer.value, answer.dispatch)
    }
}

fn nodes(game: &str, settings: &[(&str, &str)], depth: u32) -> u64 {
    let mut config = Config::default();
    for (key, value) in settings {
        let switch = switches().find(|switch| switch.key == *key).expect("a known switch");
        (switch.set)(&mut config, value).expect("a valid value");
    }
    let game: GameSpec = game.parse().expect("a known game");
    game.visit(Nodes { config, depth }).0
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
