//! Null move: a node that fails high even when its side passes is cut off (Beal 1989; Donninger 1993).
//!
//! The pass is searched less deep and within a null window. Never twice in a row, and not where a side can complete a line.
//! A stone more does no harm in freestyle; under the other rule sets (an overline, a forbidden point) the one who must move
//! may be worse off, and there a search of the node itself, less deep and without null moves, must confirm the cutoff.

use crate::base::score::{Score, WIN_BOUND};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Evaluator, Position, RuleSet};
use crate::search::Config;
use crate::search::body::Body;
use crate::search::features::DYNAMIC;
use crate::search::pick::Place;
use crate::search::tally::count;

/// The null move and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct NullMove {
    /// Plies that the search after the pass is less deep, beside the pass itself; absent: off.
    pub reduction: Option<u32>,
    /// Remaining plies from which on a node tries it.
    pub depth: u32,
}

impl Default for NullMove {
    fn default() -> NullMove {
        NullMove { reduction: None, depth: 4 }
    }
}

impl<E> Body<'_, E> {
    /// The value at which a node that is not tense fails high by passing, if it does. `beta` is no decided score.
    pub(super) fn null_cut<P>(
        &mut self,
        position: &mut P,
        place: Place,
        beta: Score,
        known: &mut Option<Score>,
    ) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let Place { depth, ply, last } = place;
        let NullMove { reduction: Some(reduction), depth: least } = self.config.selective.null_move else {
            return None;
        };
        // After a pass no move led here.
        let may_pass = last.is_some() && !self.confirming && depth >= least;
        if !may_pass || self.known_value(position, ply, known) < beta || self.is_spent::<DYNAMIC>() || !position.pass()
        {
            return None;
        }
        count!(self.tally.counters.null_tries, 1);
        let left = depth.saturating_sub(1 + reduction);
        self.tally.counters.nodes += 1;
        let value = -self.below::<P, DYNAMIC>(position, (-beta, 1 - beta), left, ply + 1, None);
        position.unpass();
        if value < beta || self.gives_up::<DYNAMIC>() {
            return None;
        }
        if position.shape().rules != RuleSet::Freestyle && left > 0 {
            self.confirming = true;
            let confirmed = self.again(position, Place { depth: left, ..place }, (beta - 1, beta));
            self.confirming = false;
            if confirmed < beta || self.gives_up::<DYNAMIC>() {
                return None;
            }
        }
        count!(self.tally.counters.null_cutoffs, 1);
        // A win that needs the opponent to have moved twice is none.
        Some(if value >= WIN_BOUND { beta } else { value })
    }
}

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "null_move",
        meaning: "plies by which the search after a pass is less deep; a node that fails high even then is cut off; none: no \
                  passes. Point games only; tic-tac-toe's own board cannot pass",
        values: Values::Number(1, 64, true),
        exact: &[],
        get: |c| switch::optional(c.selective.null_move.reduction),
        set: |c, text| {
            switch::assign(&mut c.selective.null_move.reduction, switch::parse_optional(text, 1, 64)?.map(|n| n as u32))
        },
    },
    Switch {
        key: "null_depth",
        meaning: "remaining plies from which on null_move passes",
        values: Values::Number(1, 484, false),
        exact: &[],
        get: |c| c.selective.null_move.depth.to_string(),
        set: |c, text| switch::assign(&mut c.selective.null_move.depth, switch::parse_number(text, 1, 484)? as u32),
    },
];
