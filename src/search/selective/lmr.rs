//! Late move reduction: moves that come late in the order are searched less deep first. Only one that turns out better than
//! expected is searched to the full depth.

use crate::base::switch::{self, Switch, Values};
use crate::search::Config;

/// The reduction and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Lmr {
    /// Plies, in hundredths of log2(depth) x log2(place of the move); absent: none.
    pub hundredths: Option<u32>,
    /// Remaining plies below which nothing is reduced.
    pub depth: u32,
    /// Moves of a node that are searched in full before.
    pub after: u32,
}

impl Default for Lmr {
    fn default() -> Lmr {
        Lmr { hundredths: None, depth: 3, after: 3 }
    }
}

impl Lmr {
    /// Plies by which a move is reduced, at a node with `depth` plies to go that has searched `index` moves. One ply is left.
    #[inline]
    pub fn plies(&self, depth: u32, index: usize) -> u32 {
        match self.hundredths {
            Some(hundredths) if depth >= self.depth && index >= self.after as usize => {
                let product = hundredths as usize * log2_hundredths(depth as usize) * log2_hundredths(index + 1);
                ((product / 1_000_000) as u32).min(depth.saturating_sub(2))
            }
            _ => 0,
        }
    }
}

/// Hundredths of the logarithm to base 2 of a number of at least 1, straight between powers of two: the same on every
/// machine.
fn log2_hundredths(number: usize) -> usize {
    let whole = number.max(1).ilog2() as usize;
    100 * whole + 100 * (number.max(1) - (1 << whole)) / (1 << whole)
}

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "lmr",
        meaning: "late move reduction: plies taken off a later move, in hundredths of log2(depth) x log2(place of the move); \
                  searched again in full if it turns out better; none: no reduction",
        values: Values::Number(1, 1000, true),
        exact: &[],
        get: |c| switch::optional(c.selective.lmr.hundredths),
        set: |c, text| {
            switch::assign(&mut c.selective.lmr.hundredths, switch::parse_optional(text, 1, 1000)?.map(|n| n as u32))
        },
    },
    Switch {
        key: "lmr_depth",
        meaning: "remaining plies from which on lmr reduces",
        values: Values::Number(2, 484, false),
        exact: &[],
        get: |c| c.selective.lmr.depth.to_string(),
        set: |c, text| switch::assign(&mut c.selective.lmr.depth, switch::parse_number(text, 2, 484)? as u32),
    },
    Switch {
        key: "lmr_after",
        meaning: "moves of a node that lmr leaves alone",
        values: Values::Number(1, 484, false),
        exact: &[],
        get: |c| c.selective.lmr.after.to_string(),
        set: |c, text| switch::assign(&mut c.selective.lmr.after, switch::parse_number(text, 1, 484)? as u32),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_moves_and_deeper_nodes_lose_more_and_a_ply_is_left() {
        let lmr = Lmr { hundredths: Some(25), ..Lmr::default() };
        assert_eq!([1, 2, 4, 6, 8].map(log2_hundredths), [0, 100, 200, 250, 300]);
        assert_eq!([0, 2, 3, 15, 200].map(|index| lmr.plies(8, index)), [0, 0, 1, 3, 5]);
        assert_eq!([2, 3, 4, 8, 16].map(|depth| lmr.plies(depth, 15)), [0, 1, 2, 3, 4]);
        let all = Lmr { hundredths: Some(1000), ..lmr };
        assert!((3..40).all(|depth| (3..400).all(|index| all.plies(depth, index) <= depth - 2)));
        assert_eq!(Lmr::default().plies(20, 200), 0);
    }
}
