//! Moves held against the exact values of their positions, in one worker.
//!
//! The solver forgets everything before each position, so that neither a value nor what a limit leaves unknown depends on
//! what was solved before it, and by whom.

use std::collections::HashMap;

use anyhow::Result;

use crate::base::{Limits, Move, Outcome, Position, Root, Seat, interrupt};
use crate::games::solver::Mode;
use crate::players::exact::{Exact, exact, finished_score, plies_to_end};
use crate::records::rows::TruthRow;
use crate::spec::truth::SolverOptions;

/// The score of a position after each move that was looked at, and of the position itself; none where it is unknown.
type Scores = HashMap<Option<Move>, Option<i32>>;

/// The solver of one worker.
pub struct Judge<P: Position> {
    exact: Box<dyn Exact<P>>,
    mode: Mode,
    limits: Limits,
    /// The position of a suite that was looked at last, with the scores found there: by move, and of the position itself.
    known: Option<(usize, Scores)>,
}

impl<P: Position> Judge<P> {
    /// A solver for the game whose empty board is `start`.
    ///
    /// # Errors
    /// If the machine cannot provide its table.
    pub fn new(start: &P, options: &SolverOptions) -> Result<Judge<P>> {
        let limits = Limits { nodes: Some(options.nodes), ..Limits::default() };
        Ok(Judge { exact: exact(start, options.table_bytes, 1)?, mode: options.mode, limits, known: None })
    }

    /// The score of a position for the side to move; of a finished one too.
    pub fn score(&mut self, position: &P) -> Option<i32> {
        finished_score(position, self.mode).or_else(|| {
            self.exact.clear();
            self.exact.solve(position, self.mode, &self.limits).0.exact()
        })
    }

    /// The scores of a position of a suite before and after a move, for the side to move. Players that share a position share
    /// its scores.
    fn scores(&mut self, place: usize, position: &P, mv: Option<Move>) -> (Option<i32>, Option<i32>) {
        let mut known = match self.known.take() {
            Some((known, scores)) if known == place => scores,
            _ => Scores::new(),
        };
        let before = *known.entry(None).or_insert_with(|| self.score(position));
        let after = mv.and_then(|mv| {
            *known.entry(Some(mv)).or_insert_with(|| {
                let mut child = position.clone();
                child.play(mv);
                self.score(&child).map(|score| -score)
            })
        });
        self.known = Some((place, known));
        (before, after)
    }

    /// Judges the move that a player chose in a position of a suite; none: it chose none.
    pub fn judge(&mut self, row: TruthRow, place: usize, position: &P, mv: Option<Move>) -> TruthRow {
        let (before, after) = self.scores(place, position, mv);
        self.verdict(row, position, before, after)
    }

    /// The row with what two scores for the side to move come to.
    pub fn verdict(&self, row: TruthRow, position: &P, before: Option<i32>, after: Option<i32>) -> TruthRow {
        let kept = before.zip(after).map(|(before, after)| after.signum() >= before.signum());
        let strong = self.mode == Mode::Strong;
        let plies = |lost: bool| {
            let score = before.filter(|score| strong && (*score < 0) == lost)?;
            plies_to_end(position, score)
        };
        TruthRow {
            score_before: before,
            score_after: after,
            kept,
            blunder: kept.map(|kept| !kept).filter(|_| before >= Some(0)),
            distance_lost: before.zip(after).filter(|_| strong).map(|(before, after)| (before - after).max(0) as u32),
            win_plies: plies(false),
            resistance_plies: plies(true),
            ..row
        }
    }

    /// Lets a player, whose moves `choose` makes, play on from a won or lost position against the perfect opponent, and adds how
    /// that went. Nothing is played on from a draw, or from a position whose value is unknown.
    pub fn play_out(
        &mut self,
        row: TruthRow,
        root: &Root<P>,
        mut choose: impl FnMut(&Root<P>) -> Option<Move>,
    ) -> TruthRow {
        if row.win_plies.or(row.resistance_plies).is_none() {
            return row;
        }
        let (seat, from) = (root.position.turn(), root.position.ply());
        let mut root = root.clone();
        self.exact.clear();
        let end = loop {
            match root.position.outcome() {
                Some(Outcome::Draw) => break "full",
                Some(Outcome::Win(_)) if root.position.last_mover_lost() => break "forbidden",
                Some(Outcome::Win(_)) => break "line",
                None if interrupt::quitting() => break "limit",
                None => {}
            }
            let mv = if root.position.turn() == seat {
                let mv = choose(&root);
                if mv.is_none_or(|mv| mv.0 >= root.position.move_codes() || !root.position.is_legal(mv)) {
                    break "error";
                }
                mv
            } else {
                self.exact.best_move(&root.position, &self.limits)
            };
            let Some(mv) = mv else { break "limit" };
            root.position.play(mv);
            root.last = Some(mv);
        };
        let outcome = root.position.outcome().map(|outcome| result_for(seat, outcome));
        let plies = root.position.ply() - from;
        let over = |won: &str, least: Option<u32>, most: Option<u32>| {
            least.zip(most).filter(|_| outcome == Some(won)).and_then(|(least, most)| most.checked_sub(least))
        };
        TruthRow {
            play_out_outcome: outcome.map(str::to_string),
            play_out_plies: Some(plies),
            play_out_end: Some(end.to_string()),
            excess_win_plies: over("win", row.win_plies, Some(plies)),
            lost_resistance_plies: over("loss", Some(plies), row.resistance_plies),
            ..row
        }
    }
}

fn result_for(seat: Seat, outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Draw => "draw",
        Outcome::Win(winner) if winner == seat => "win",
        Outcome::Win(_) => "loss",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::notation::{parse_move, read_position};
    use crate::games::{GameSpec, GameVisitor};

    /// Moves by a script, in a position of Connect Four.
    struct Scripted<'a> {
        position: &'a str,
        mode: Mode,
        script: &'a [&'a str],
    }

    impl GameVisitor for Scripted<'_> {
        type Output = TruthRow;
        fn visit<P: Position>(self, start: P) -> TruthRow {
            let options = SolverOptions { mode: self.mode, ..SolverOptions::default() };
            let mut judge = Judge::new(&start, &options).unwrap();
            let (root, _) = read_position(&start, self.position).unwrap();
            let mut moves = self.script.iter().map(|text| parse_move(&start.shape(), text).unwrap());
            let mut choose = |_: &Root<P>| moves.next();
            let first = choose(&root);
            let row = judge.judge(TruthRow::default(), 0, &root.position, first);
            // The second look answers from memory.
            assert_eq!(judge.judge(TruthRow::default(), 0, &root.position, first), row);
            let mut first = first;
            judge.play_out(row, &root, |root| first.take().or_else(|| choose(root)))
        }
    }

    fn judged(position: &str, mode: Mode, script: &[&str]) -> TruthRow {
        "connect4".parse::<GameSpec>().unwrap().visit(Scripted { position, mode, script })
    }

    #[test]
    fn a_win_that_is_taken_missed_or_thrown_away() {
        // Three of the first player lie in column 4, three of the second in column 1: who is to move wins at once, with the
        // seventh stone, (42 + 1 - 6) / 2 = 18 rounded down.
        let won = judged("414141", Mode::Strong, &["4"]);
        assert_eq!((won.score_before, won.score_after, won.distance_lost), (Some(18), Some(18), Some(0)));
        assert_eq!(
            (won.kept, won.blunder, won.win_plies, won.resistance_plies),
            (Some(true), Some(false), Some(1), None)
        );
        assert_eq!(
            (won.play_out_end.as_deref(), won.play_out_plies, won.excess_win_plies),
            (Some("line"), Some(1), Some(0))
        );
        // Anything but a four or a block lets the second player win with the eighth stone, worth 18 too.
        let lost = judged("414141", Mode::Strong, &["2"]);
        assert_eq!((lost.score_before, lost.score_after, lost.distance_lost), (Some(18), Some(-18), Some(36)));
        assert_eq!((lost.kept, lost.blunder), (Some(false), Some(true)));
        assert_eq!((lost.play_out_outcome.as_deref(), lost.play_out_plies), (Some("loss"), Some(2)));
        assert_eq!(lost.excess_win_plies, None);
        let weak = judged("414141", Mode::Weak, &["2"]);
        assert_eq!((weak.score_before, weak.score_after, weak.blunder), (Some(1), Some(-1), Some(true)));
        assert_eq!((weak.distance_lost, weak.win_plies, weak.play_out_end), (None, None, None));
    }

    #[test]
    fn an_open_three_is_lost_whatever_is_played() {
        // 3, 4, 5 of the lowest row with 2 and 6 free: the second player can stop one four only.
        let row = judged("33445", Mode::Strong, &["2"]);
        assert_eq!((row.score_before, row.score_after, row.resistance_plies), (Some(-18), Some(-18), Some(2)));
        assert_eq!((row.kept, row.blunder, row.win_plies), (Some(true), None, None));
        assert_eq!((row.play_out_outcome.as_deref(), row.lost_resistance_plies), (Some("loss"), Some(0)));
        // The first player takes a stone more than it needs: the perfect opponent stops one end, and 2 or 6 is left.
        let slow = judged("334451", Mode::Strong, &["7", "6"]);
        assert_eq!((slow.score_before, slow.score_after, slow.distance_lost), (Some(18), Some(17), Some(1)));
        assert_eq!((slow.kept, slow.blunder, slow.win_plies), (Some(true), Some(false), Some(1)));
        assert_eq!((slow.play_out_outcome.as_deref(), slow.play_out_plies), (Some("win"), Some(3)));
        assert_eq!(slow.excess_win_plies, Some(2));
        // A player that gives up its turn ends the game without a result.
        let silent = judged("334451", Mode::Strong, &["7"]);
        assert_eq!((silent.play_out_end.as_deref(), silent.play_out_outcome), (Some("error"), None));
    }

    #[test]
    fn what_the_limit_leaves_unknown_stays_empty() {
        struct Limited;
        impl GameVisitor for Limited {
            type Output = TruthRow;
            fn visit<P: Position>(self, start: P) -> TruthRow {
                let options = SolverOptions { nodes: 10, ..SolverOptions::default() };
                let mut judge = Judge::new(&start, &options).unwrap();
                let mv = start.moves().next();
                let row = judge.judge(TruthRow::default(), 0, &start, mv);
                judge.play_out(row, &Root { position: start.clone(), last: None }, |_| mv)
            }
        }
        for game in ["connect4", "gomoku"] {
            let row = game.parse::<GameSpec>().unwrap().visit(Limited);
            assert_eq!(row, TruthRow::default(), "{game}");
        }
    }
}
