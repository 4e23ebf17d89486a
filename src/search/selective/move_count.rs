//! Move-count pruning: near the horizon, a node that has searched many moves without a cutoff leaves the later ones out.

use crate::base::switch::{self, Switch, Values};
use crate::search::Config;

/// The pruning and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveCount {
    /// Moves that are searched for each ply of remaining depth; absent: all.
    pub per_ply: Option<u32>,
    /// Remaining plies up to which moves are left out.
    pub depth: u32,
}

impl Default for MoveCount {
    fn default() -> MoveCount {
        MoveCount { per_ply: None, depth: 4 }
    }
}

impl MoveCount {
    /// Whether a node that has searched so many moves leaves the rest out.
    #[inline]
    pub fn is_over(&self, depth: u32, searched: usize) -> bool {
        self.per_ply.is_some_and(|moves| depth <= self.depth && searched >= (moves * depth) as usize)
    }
}

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "move_count",
        meaning: "move-count pruning: near the horizon, moves that a node searches for each ply of remaining depth; none: all",
        values: Values::Number(1, 484, true),
        exact: &[],
        get: |c| switch::optional(c.selective.move_count.per_ply),
        set: |c, text| {
            switch::assign(&mut c.selective.move_count.per_ply, switch::parse_optional(text, 1, 484)?.map(|n| n as u32))
        },
    },
    Switch {
        key: "move_count_depth",
        meaning: "remaining plies up to which move_count leaves moves out",
        values: Values::Number(1, 484, false),
        exact: &[],
        get: |c| c.selective.move_count.depth.to_string(),
        set: |c, text| switch::assign(&mut c.selective.move_count.depth, switch::parse_number(text, 1, 484)? as u32),
    },
];
