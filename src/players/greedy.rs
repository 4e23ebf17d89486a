//! Document G's greedy player: score every point near the last move, play the best.
//!
//! The text: the empty points within three cells of the last move (its section 2; two are offered as faster), on the empty
//! board the middle; the point with the highest threat score; a random one among equals, "against patterns"; where no
//! point is near, a random empty one. What a point is worth is its evaluator's
//! [`move_score`](crate::base::Evaluator::move_score), which a player's `eval` and `weight.NAME` change.
//!
//! On the empty board the comment of the text says the middle 9x9, its code scans 3x3, and so does the text's search: 3
//! is the default of `centre_area`. `epsilon` is ours: a player between this one and the random one, for ladders.

use super::random::{pick, unsearched};
use super::settings::Settings;
use crate::base::rng::Rng;
use crate::base::switch::{self, Switch, Values};
use crate::base::{Answer, Evaluator, Limits, MAX_SIDE, Move, Position, Root, Score, Searcher};
use crate::search::candidates::{self, Candidates};

/// What the greedy player looks at and how it breaks ties.
#[derive(Clone, Debug, PartialEq)]
pub struct GreedyConfig {
    /// Chebyshev distance to the last move (columns in a drop game).
    pub zone: u32,
    /// Side of the central square that it looks at on the empty board.
    pub centre_area: u32,
    /// Whether one of several best points is drawn; else the first in reading order.
    pub random_ties: bool,
    /// Probability of a uniformly random legal move instead.
    pub epsilon: f64,
}

impl Default for GreedyConfig {
    fn default() -> GreedyConfig {
        GreedyConfig { zone: 3, centre_area: 3, random_ties: true, epsilon: 0.0 }
    }
}

/// The keys of this player, beside `eval`.
pub static SWITCHES: [Switch<Settings>; 4] = [
    Switch {
        key: "zone",
        meaning: "how far from the last move points are scored",
        values: Values::Number(1, MAX_SIDE as u64, false),
        exact: &[],
        get: |s| s.greedy.zone.to_string(),
        set: |s, text| switch::assign(&mut s.greedy.zone, switch::parse_number(text, 1, MAX_SIDE as u64)? as u32),
    },
    Switch {
        key: "centre_area",
        meaning: "side of the central square that is scored on the empty board",
        values: Values::Number(1, MAX_SIDE as u64, false),
        exact: &[],
        get: |s| s.greedy.centre_area.to_string(),
        set: |s, text| {
            switch::assign(&mut s.greedy.centre_area, switch::parse_number(text, 1, MAX_SIDE as u64)? as u32)
        },
    },
    Switch {
        key: "random_ties",
        meaning: "draw one of several best points; off: the first in reading order",
        values: Values::OnOff,
        exact: &[],
        get: |s| switch::on_off(s.greedy.random_ties),
        set: |s, text| switch::assign(&mut s.greedy.random_ties, switch::parse_on_off(text)?),
    },
    Switch {
        key: "epsilon",
        meaning: "probability of a uniformly random legal move instead of the best point",
        values: Values::Decimal(0.0, 1.0),
        exact: &[],
        get: |s| s.greedy.epsilon.to_string(),
        // Adding zero turns -0 into 0, so that it is printed without a sign.
        set: |s, text| switch::assign(&mut s.greedy.epsilon, switch::parse_decimal(text, 0.0, 1.0)? + 0.0),
    },
];

/// A player that scores points and does not search.
pub struct Greedy<E> {
    config: GreedyConfig,
    rules: Candidates,
    evaluator: E,
    rng: Rng,
}

impl<E> Greedy<E> {
    /// A player with this evaluator.
    pub fn new(config: GreedyConfig, evaluator: E) -> Greedy<E> {
        let rules = Candidates { rule: candidates::Rule::Zone, zone: config.zone, ..Candidates::default() };
        Greedy { config, rules, evaluator, rng: Rng::new(0) }
    }

    fn points<P: Position>(&self, root: &Root<P>) -> Vec<Move> {
        let position = &root.position;
        let mut rules = self.rules.clone();
        match root.last {
            None if position.ply() == 0 => rules.centre = self.config.centre_area,
            // A position without a history: every stone may have been the last one.
            None => {
                rules.rule = candidates::Rule::Radius;
                rules.radius = self.config.zone;
            }
            Some(_) => {}
        }
        candidates::collect(&rules, position, root.last, None).iter().collect()
    }
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for Greedy<E> {
    fn search(&mut self, root: &Root<P>, _limits: &Limits) -> Answer {
        if root.position.outcome().is_some() {
            return Answer::default();
        }
        let legal = |position: &P| position.moves().collect::<Vec<Move>>();
        // Drawn only where it can matter, so that epsilon=0 is the plain player's stream.
        if self.config.epsilon > 0.0 && self.rng.unit() < self.config.epsilon {
            let moves = legal(&root.position);
            return unsearched(pick(&mut self.rng, &moves), moves.len());
        }
        let points = self.points(root);
        if points.is_empty() {
            let moves = legal(&root.position);
            let mut answer = unsearched(pick(&mut self.rng, &moves), moves.len());
            answer.counters.fallbacks = 1;
            return answer;
        }
        let mut position = root.position.clone();
        self.evaluator.reset(&position);
        let mut scored: Vec<(Move, Score)> =
            points.iter().map(|&mv| (mv, self.evaluator.move_score(&mut position, mv))).collect();
        scored.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
        let equals = scored.iter().take_while(|(_, score)| *score == scored[0].1).count();
        let chosen = if self.config.random_ties { self.rng.below(equals as u32) as usize } else { 0 };
        // The chosen one first, the others as they are.
        scored[..=chosen].rotate_right(1);
        let best = scored.first().copied();
        let mut answer = unsearched(best.map(|(mv, _)| mv), points.len());
        answer.value = best.map(|(_, score)| score);
        answer.counters.evaluations = points.len() as u64;
        answer.candidates = scored;
        answer
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{GameSpec, GameVisitor};
    use crate::players::{PlayerSpec, build};

    /// The answers of a player to the same position under many seeds.
    struct Ask<'a>(&'a str, &'a [u16], u64);

    impl GameVisitor for Ask<'_> {
        type Output = Vec<Answer>;
        fn visit<P: Position>(self, start: P) -> Vec<Answer> {
            let Ask(player, moves, seeds) = self;
            let spec: PlayerSpec = player.parse().unwrap();
            let mut player = build(&spec, &GameSpec::GOMOKU, &start).unwrap();
            let mut position = start;
            moves.iter().for_each(|&mv| {
                position.play(Move(mv));
            });
            let root = Root { position, last: moves.last().map(|&mv| Move(mv)) };
            (0..seeds)
                .map(|seed| {
                    player.new_game(seed);
                    player.search(&root, &Limits::default())
                })
                .collect()
        }
    }

    fn best_of(player: &str, moves: &[u16], seeds: u64) -> Vec<u16> {
        let mut best: Vec<u16> =
            GameSpec::GOMOKU.visit(Ask(player, moves, seeds)).iter().map(|answer| answer.best.unwrap().0).collect();
        best.sort_unstable();
        best.dedup();
        best
    }

    /// A cell of the 15x15 board.
    const fn at(column: u16, row: u16) -> u16 {
        row * 15 + column
    }

    #[test]
    fn the_empty_board_is_answered_in_the_middle() {
        let middle: Vec<u16> = (6..9).flat_map(|row| (6..9).map(move |column| at(column, row))).collect();
        assert_eq!(best_of("doc-g-greedy", &[], 200), middle);
        assert_eq!(best_of("doc-g-greedy{random_ties=off}", &[], 20), [at(6, 6)]);
        assert_eq!(best_of("doc-g-greedy{centre_area=9}", &[], 2000).len(), 81);
    }

    #[test]
    fn it_completes_five_and_blocks_five_and_the_printed_one_does_neither_for_white() {
        // Black c8 d8 e8 f8, white far off; white to move: g8 or b8 blocks, but b8 lies outside of the zone.
        let moves = [at(2, 7), at(2, 0), at(3, 7), at(4, 0), at(4, 7), at(8, 0), at(5, 7)];
        assert_eq!(best_of("doc-g-greedy", &moves, 50), [at(6, 7)]);
        assert_eq!(best_of("doc-g-greedy{zone=4}", &moves, 50), [at(1, 7), at(6, 7)]);
        let printed = GameSpec::GOMOKU.visit(Ask("doc-g-greedy-printed", &moves, 1)).remove(0);
        assert_eq!(printed.value, Some(0), "no own threat, and the opponent's are not seen");
        // Black again, next to its own four.
        let moves = [at(2, 7), at(2, 0), at(3, 7), at(4, 0), at(4, 7), at(8, 0), at(5, 7), at(7, 6)];
        assert_eq!(best_of("doc-g-greedy", &moves, 50), [at(6, 7)], "b8 lies outside of the zone again");
    }

    #[test]
    fn epsilon_mixes_in_random_moves_and_none_at_0() {
        let moves = [at(7, 7)];
        let inside = |mv: &u16| (4..=10).contains(&(mv % 15)) && (4..=10).contains(&(mv / 15));
        assert!(best_of("doc-g-greedy{epsilon=0}", &moves, 500).iter().all(inside));
        assert_eq!(best_of("doc-g-greedy{epsilon=1}", &moves, 5000).len(), 224);
        let answers = GameSpec::GOMOKU.visit(Ask("doc-g-greedy{epsilon=0.25}", &moves, 4000));
        let random = answers.iter().filter(|answer| answer.value.is_none()).count();
        assert!((900..1100).contains(&random), "{random} of 4000 random moves at a quarter");
    }

    #[test]
    fn candidates_are_all_scored_best_first() {
        let answer = GameSpec::GOMOKU.visit(Ask("doc-g-greedy{zone=2}", &[at(7, 7)], 1)).remove(0);
        assert_eq!((answer.candidates.len(), answer.counters.evaluations), (24, 24));
        assert!(answer.candidates.is_sorted_by(|a, b| a.1 >= b.1));
        assert_eq!(answer.best, answer.candidates.first().map(|(mv, _)| *mv));
    }

    #[test]
    fn a_full_zone_is_answered_anywhere() {
        // A 3x3 block whose middle is the last move, with zone 1.
        let around = [(6, 6), (8, 8), (7, 6), (6, 8), (8, 6), (6, 7), (8, 7), (7, 8)];
        let mut moves: Vec<u16> = around.iter().map(|&(column, row)| at(column, row)).collect();
        moves.push(at(7, 7));
        let answers = GameSpec::GOMOKU.visit(Ask("doc-g-greedy{zone=1}", &moves, 20));
        assert!(answers.iter().all(|answer| answer.best.is_some() && answer.counters.fallbacks == 1));
    }
}
