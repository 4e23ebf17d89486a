//! Every exact searcher agrees with plain minimax on a hash-random evaluator: the same value, and a move out of minimax's
//! set of best moves. Covered are all games, every pair of values of the switches that claim to be exact, and a seeded
//! sample of larger combinations. The switches come from the registry, so that a new technique is covered by registering.

use mnklab::base::rng::Rng;
use mnklab::base::score::{Score, WIN};
use mnklab::base::switch::Switch;
use mnklab::base::{Evaluator, Limits, Move, Position, Root};
use mnklab::eval::hash_random::HashRandom;
use mnklab::games::notation::read_position;
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::search::{Config, build, switches};

fn hash_random() -> HashRandom {
    HashRandom::new(&"hash-random".parse().expect("a registered evaluator"))
}

/// Plain minimax, as short as it can be written: value for the side to move.
fn minimax<P: Position>(position: &mut P, evaluator: &mut HashRandom, depth: u32, ply: u32, distance: bool) -> Score {
    if let Some(winner) = position.winner() {
        let win = if distance { WIN - ply as Score } else { WIN };
        return if winner == position.turn() { win } else { -win };
    }
    if position.is_full() {
        return 0;
    }
    if depth == 0 {
        return evaluator.value(position);
    }
    root_values(position, evaluator, depth, ply, distance)
        .into_iter()
        .map(|(_, value)| value)
        .max()
        .expect("a legal move")
}

fn root_values<P: Position>(
    position: &mut P,
    evaluator: &mut HashRandom,
    depth: u32,
    ply: u32,
    distance: bool,
) -> Vec<(Move, Score)> {
    let moves: Vec<Move> = position.moves().collect();
    moves
        .into_iter()
        .map(|mv| {
            let undo = position.play(mv);
            let value = -minimax(position, evaluator, depth - 1, ply + 1, distance);
            position.undo(undo);
            (mv, value)
        })
        .collect()
}

/// A configuration as the switches that were set, for messages.
type Settings = Vec<(&'static str, &'static str)>;

/// Applies settings, adding what a switch needs to have a meaning; nothing where they contradict one another.
fn configure<P: Position>(settings: &Settings, start: &P) -> Option<Config> {
    let mut config = Config::default();
    let set = |config: &mut Config, key: &str, value: &str| {
        let switch = switches().find(|switch| switch.key == key).expect("a registered switch");
        (switch.set)(config, value).unwrap_or_else(|problem| panic!("{key}={value}: {problem}"));
    };
    for (key, value) in settings {
        match *key {
            key if key.starts_with("table_") && key != "table_bytes" && config.table.bytes.is_none() => {
                set(&mut config, "table_bytes", "1048576")
            }
            "aspiration" if *value != "none" => set(&mut config, "deepening", "on"),
            "order_noise" if *value != "0" => set(&mut config, "order", "static_score"),
            _ => {}
        }
        set(&mut config, key, value);
    }
    config.check(&start.shape()).ok().map(|()| config)
}

struct Agree<'a> {
    combinations: &'a [Settings],
    depths: std::ops::RangeInclusive<u32>,
    positions: usize,
    /// A position to begin with, in place of random ones.
    at: Option<&'a str>,
}

impl GameVisitor for Agree<'_> {
    /// Searches compared, and those that disagreed.
    type Output = (usize, Vec<String>);

    fn visit<P: Position>(self, start: P) -> Self::Output {
        let mut rng = Rng::new(20_240_229);
        let (mut compared, mut disagreements) = (0, Vec::new());
        for number in 0..self.positions {
            let root =
                self.at.map_or_else(|| random_root(&start, &mut rng), |text| read_position(&start, text).unwrap().0);
            for depth in self.depths.clone() {
                let expected = [false, true]
                    .map(|distance| root_values(&mut root.position.clone(), &mut hash_random(), depth, 0, distance));
                for settings in self.combinations {
                    let Some(config) = configure(settings, &start) else { continue };
                    let values = &expected[usize::from(config.distance_scores)];
                    let best = values.iter().map(|(_, value)| *value).max().expect("a legal move");
                    let mut searcher = build::<P, HashRandom>(&config, hash_random());
                    searcher.new_game(number as u64);
                    let answer = searcher.search(&root, &Limits::depth(depth));
                    if answer.value != Some(best) || !answer.best.is_some_and(|mv| values.contains(&(mv, best))) {
                        let found = (answer.value, answer.best);
                        let shape = start.shape();
                        disagreements.push(format!(
                            "{settings:?}, depth {depth}, position {number}, {shape}: {found:?}, expected {best} of {values:?}"
                        ));
                    }
                    compared += 1;
                }
            }
        }
        (compared, disagreements)
    }
}

/// A position out of a random game, not over.
fn random_root<P: Position>(start: &P, rng: &mut Rng) -> Root<P> {
    let mut root = Root { position: start.clone(), last: None };
    for _ in 0..rng.below(start.shape().cells() as u32 * 3 / 4) {
        let moves: Vec<Move> = root.position.moves().collect();
        let mv = moves[rng.below(moves.len() as u32) as usize];
        let undo = root.position.play(mv);
        if root.position.outcome().is_some() {
            root.position.undo(undo);
            break;
        }
        root.last = Some(mv);
    }
    root
}

fn exact_switches() -> Vec<&'static Switch<Config>> {
    switches().filter(|switch| !switch.exact.is_empty()).collect()
}

fn all_pairs() -> Vec<Settings> {
    let exact = exact_switches();
    let mut pairs = vec![Vec::new()];
    for (place, first) in exact.iter().enumerate() {
        for second in &exact[place + 1..] {
            for value in first.exact {
                for other in second.exact {
                    pairs.push(vec![(first.key, *value), (second.key, *other)]);
                }
            }
        }
    }
    pairs
}

fn sample(count: usize) -> Vec<Settings> {
    let mut rng = Rng::new(7);
    let exact = exact_switches();
    (0..count)
        .map(|_| {
            let mut settings = Settings::new();
            for switch in &exact {
                if rng.below(2) == 0 {
                    settings.push((switch.key, switch.exact[rng.below(switch.exact.len() as u32) as usize]));
                }
            }
            settings
        })
        .collect()
}

fn agree(game: &str, depths: std::ops::RangeInclusive<u32>, positions: usize) {
    agree_at(game, depths, positions, None);
}

fn agree_at(game: &str, depths: std::ops::RangeInclusive<u32>, positions: usize, at: Option<&str>) {
    let mut combinations = all_pairs();
    combinations.extend(sample(300));
    let game: GameSpec = game.parse().expect("a known game");
    let (compared, disagreements) = game.visit(Agree { combinations: &combinations, depths, positions, at });
    assert!(disagreements.is_empty(), "{} of {compared}, the first: {}", disagreements.len(), disagreements[0]);
    assert!(compared * 2 > combinations.len(), "{compared} comparisons are too few: most combinations were refused");
}

#[test]
fn tic_tac_toe() {
    agree("tictactoe", 1..=4, 4);
}

#[test]
fn connect_four() {
    agree("connect4", 1..=4, 3);
}

#[test]
fn drop_game_on_128_bits() {
    agree("connect4:9x8", 3..=3, 2);
}

#[test]
fn gomoku() {
    agree("gomoku:7", 1..=2, 3);
}

/// Under renju some of black's moves lose at once; under caro a win in one can be stopped from the end of the line.
#[test]
fn rule_sets() {
    agree("gomoku:7,renju", 2..=2, 3);
    agree("gomoku:6,renju", 1..=3, 2);
    agree("gomoku:6,caro", 2..=3, 2);
    agree("gomoku:7,standard", 2..=2, 2);
    // X has four and wins at f4; O stops it there or behind it, at g4.
    agree_at("gomoku:7,caro", 2..=3, 1, Some("b4a4c4a1d4g1e4"));
    // O wins at c1, which is forbidden to X as an overline: to play there loses sooner than to play elsewhere.
    agree_at("gomoku:7,renju", 2..=3, 1, Some("O.....O/..X..../..O..../..O..../..O..../..O..../XX.XXX."));
}

#[test]
fn small_boards() {
    agree("mnk:4,4,3", 1..=3, 3);
    agree("mnk:4,4,3,gravity", 1..=5, 3);
}

#[test]
fn printed_faults_show() {
    for fault in [("table_bounds", "off"), ("fault_leaf_sign", "on"), ("fault_keep_only_higher", "on")] {
        let combinations = [vec![("deepening", "on"), fault]];
        let game: GameSpec = "connect4".parse().expect("a known game");
        let (compared, disagreements) =
            game.visit(Agree { combinations: &combinations, depths: 5..=6, positions: 40, at: None });
        assert!(compared == 80 && !disagreements.is_empty(), "{fault:?} agrees with minimax everywhere");
    }
}

#[test]
fn symmetric_entries_keep_the_value_of_full_searches() {
    let combinations = [vec![("table_symmetry", "on")]];
    let game: GameSpec = "tictactoe".parse().expect("a known game");
    let (compared, disagreements) =
        game.visit(Agree { combinations: &combinations, depths: 9..=9, positions: 20, at: None });
    assert!(compared == 20 && disagreements.is_empty(), "{disagreements:?}");
}
