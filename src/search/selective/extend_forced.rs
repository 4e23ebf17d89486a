//! Extension of forced replies: where the opponent threatens to complete a line, the answer costs no depth. So a chain of
//! fours is followed to its end, and none pushes a loss beyond the horizon.

use crate::base::switch::{self, Switch, Values};
use crate::base::{Evaluator, Position};
use crate::search::Config;
use crate::search::body::Body;
use crate::search::tally::count;

impl<E> Body<'_, E> {
    /// The plies that remain at a node just reached, answers to a threat not counted.
    #[inline]
    pub(in crate::search) fn lengthened<P>(&mut self, position: &mut P, depth: u32, ply: u32) -> u32
    where
        P: Position,
        E: Evaluator<P>,
    {
        let Some(cap) = self.config.selective.extend_forced else { return depth };
        if !self.may_lengthen(position, depth, ply, cap) || !self.can_complete_line(position, true) {
            return depth;
        }
        count!(self.tally.counters.forced_extensions, 1);
        depth + 1
    }
}

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[Switch {
    key: "extend_forced",
    meaning: "plies by which answers to a threatened line, which then cost no depth, may lengthen a line of moves; none: they \
              cost a ply like all moves",
    values: Values::Number(1, 484, true),
    exact: &[],
    get: |c| switch::optional(c.selective.extend_forced),
    set: |c, text| {
        switch::assign(&mut c.selective.extend_forced, switch::parse_optional(text, 1, 484)?.map(|n| n as u32))
    },
}];
