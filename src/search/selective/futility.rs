//! Futility: near the horizon, what the static value misses by more than a margin is not searched (Heinz 1998, and its
//! mirror image, the static null move).
//!
//! A node whose static value exceeds beta by a margin a ply fails high at once. At a node whose child is not a leaf, a move
//! after which the static value lies below alpha by as much is left out: a move that makes or stops a pattern shows it there.
//! To ask that of each move costs as much as to play it. So it may be asked once a node instead, at the last ply as well, what
//! a pass is worth and what a quiet move gains at most over it.

use crate::base::score::{STATIC_BOUND, Score};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Evaluator, Move, Position};
use crate::search::Config;
use crate::search::body::Body;
use crate::search::features::DYNAMIC;
use crate::search::pick::Place;
use crate::search::tally::count;

/// On which side of the window values are futile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Nodes far above beta, and moves far below alpha.
    Both,
    /// Nodes far above beta.
    High,
    /// Moves far below alpha.
    Low,
}

/// Futility and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Futility {
    /// Points a ply of remaining depth; absent: off.
    pub margin: Option<u32>,
    /// Remaining plies up to which it holds.
    pub depth: u32,
    /// Where it holds.
    pub side: Side,
    /// Points that a move which is not sharp gains over a pass at most; absent: each is asked about.
    pub gain: Option<u32>,
}

impl Default for Futility {
    fn default() -> Futility {
        Futility { margin: None, depth: 3, side: Side::Both, gain: None }
    }
}

impl Futility {
    /// The margin at a node with so many plies to go.
    fn margin(&self, depth: u32, not: Side) -> Option<i64> {
        let margin = self.margin.filter(|_| depth <= self.depth && self.side != not)?;
        Some(i64::from(margin) * i64::from(depth))
    }
}

impl<E> Body<'_, E> {
    /// The static value of a node, asked for once.
    pub(super) fn known_value<P>(&mut self, position: &P, ply: u32, known: &mut Option<Score>) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        *known.get_or_insert_with(|| self.static_value::<P, DYNAMIC>(position, ply))
    }

    /// The value at which a node fails high by its static value, if it does. `beta` is no decided score.
    pub(super) fn futile_node<P>(
        &mut self,
        position: &P,
        Place { depth, ply, .. }: Place,
        beta: Score,
        known: &mut Option<Score>,
    ) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let margin = self.config.selective.futility.margin(depth, Side::Low)?;
        let at_least = i64::from(self.known_value(position, ply, known)) - margin;
        if at_least < i64::from(beta) {
            return None;
        }
        count!(self.tally.counters.futility_cutoffs, 1);
        Some(at_least as Score)
    }

    /// The static value at a node for its side to move after a pass, where moves are judged by it and it can pass.
    pub(super) fn passed_value<P>(&mut self, position: &mut P, Place { depth, ply, .. }: Place) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let futility = &self.config.selective.futility;
        if futility.gain.is_none() || futility.margin(depth, Side::High).is_none() || !position.pass() {
            return None;
        }
        let value = -self.static_value::<P, DYNAMIC>(position, ply + 1);
        position.unpass();
        Some(value)
    }

    /// What a move is worth at most, if that is no more than `alpha`, which is no decided score. At the last ply the static
    /// value after the move is what a search would find: there nothing is saved by asking for it.
    pub(super) fn futile_move<P>(
        &mut self,
        position: &mut P,
        mv: Move,
        depth: u32,
        alpha: Score,
        passed: Option<Score>,
    ) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let futility = &self.config.selective.futility;
        let margin = futility.margin(depth, Side::High)?;
        let after = match (passed, futility.gain) {
            (Some(passed), Some(gain)) => i64::from(passed) + i64::from(gain),
            _ if depth < 2 => return None,
            _ => i64::from(self.parts.evaluator.value_after(position, mv)),
        };
        if after + margin > i64::from(alpha) {
            return None;
        }
        count!(self.tally.counters.futility_prunes, 1);
        Some((after + margin).max(i64::from(-STATIC_BOUND)) as Score)
    }
}

const SIDES: [(&str, Side); 3] = [("both", Side::Both), ("high", Side::High), ("low", Side::Low)];
const LARGEST: u64 = 1_000_000_000;

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "futility",
        meaning: "margin in points a ply of remaining depth by which a static value decides near the horizon; none: it never does",
        values: Values::Number(0, LARGEST, true),
        exact: &[],
        get: |c| switch::optional(c.selective.futility.margin),
        set: |c, text| {
            switch::assign(
                &mut c.selective.futility.margin,
                switch::parse_optional(text, 0, LARGEST)?.map(|n| n as u32),
            )
        },
    },
    Switch {
        key: "futility_depth",
        meaning: "remaining plies up to which futility decides",
        values: Values::Number(1, 484, false),
        exact: &[],
        get: |c| c.selective.futility.depth.to_string(),
        set: |c, text| switch::assign(&mut c.selective.futility.depth, switch::parse_number(text, 1, 484)? as u32),
    },
    Switch {
        key: "futility_side",
        meaning: "what futility decides: nodes far above beta (high), moves that stay far below alpha (low), or both",
        values: Values::Words(&["both", "high", "low"]),
        exact: &[],
        get: |c| SIDES.iter().find(|(_, v)| *v == c.selective.futility.side).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.selective.futility.side, switch::parse_word(text, &SIDES)?),
    },
    Switch {
        key: "futility_gain",
        meaning: "points by which a move that is not sharp betters a pass at most, so that futility asks for one static value \
                  of the node and not for one of each move; none: it asks for each",
        values: Values::Number(0, LARGEST, true),
        exact: &[],
        get: |c| switch::optional(c.selective.futility.gain),
        set: |c, text| {
            switch::assign(&mut c.selective.futility.gain, switch::parse_optional(text, 0, LARGEST)?.map(|n| n as u32))
        },
    },
];
