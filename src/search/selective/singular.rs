//! Singular extension: a table move that is far better than all others is searched a ply deeper (Anantharaman, Campbell, Hsu
//! 1990). Whether it is, a search of the others to half the depth tells.

use crate::base::score::{Score, is_decided};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Evaluator, Move, Position};
use crate::search::Config;
use crate::search::body::Body;
use crate::search::features::DYNAMIC;
use crate::search::pick::Place;
use crate::search::recall::Recalled;
use crate::search::table::Bound;
use crate::search::tally::count;

/// The extension and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Singular {
    /// Remaining plies from which on a node looks; absent: off.
    pub depth: Option<u32>,
    /// Points a ply of remaining depth by which the others must be worse.
    pub margin: u32,
}

impl Default for Singular {
    fn default() -> Singular {
        Singular { depth: None, margin: 20 }
    }
}

/// Plies by which the table's entry may be less deep than the node.
const SHALLOWER: u32 = 3;

impl<E> Body<'_, E> {
    /// The table's move, if it is singular.
    pub(super) fn singular_move<P>(&mut self, position: &mut P, place: Place, recalled: &Recalled) -> Option<Move>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let Place { depth, ply, .. } = place;
        let Singular { depth: Some(least), margin } = self.config.selective.singular else { return None };
        let (Some(mv), Some(held)) = (recalled.best, recalled.held) else { return None };
        let vouched = held.bound != Bound::Upper && held.depth + SHALLOWER >= depth && !is_decided(held.value);
        if depth < least || !vouched || !self.may_lengthen(position, depth, ply, self.root_depth) {
            return None;
        }
        count!(self.tally.counters.singular_tries, 1);
        let border = i64::from(held.value) - i64::from(margin) * i64::from(depth);
        let border = border.max(i64::from(-crate::base::score::STATIC_BOUND)) as Score;
        self.excluded = Some(mv);
        let others = self.again(position, Place { depth: (depth - 1) / 2, ..place }, (border - 1, border));
        if others >= border || self.gives_up::<DYNAMIC>() {
            return None;
        }
        count!(self.tally.counters.singular_extensions, 1);
        Some(mv)
    }
}

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "singular",
        meaning: "remaining plies from which on a table move that is far better than the others is searched a ply deeper; none: \
                  never",
        values: Values::Number(4, 484, true),
        exact: &[],
        get: |c| switch::optional(c.selective.singular.depth),
        set: |c, text| {
            switch::assign(&mut c.selective.singular.depth, switch::parse_optional(text, 4, 484)?.map(|n| n as u32))
        },
    },
    Switch {
        key: "singular_margin",
        meaning: "points a ply of remaining depth by which the other moves must be worse for singular",
        values: Values::Number(0, 1_000_000, false),
        exact: &[],
        get: |c| c.selective.singular.margin.to_string(),
        set: |c, text| {
            switch::assign(&mut c.selective.singular.margin, switch::parse_number(text, 0, 1_000_000)? as u32)
        },
    },
];
