//! Progressive depth: a player that searches deeper from move to move, until it has reached its depth (document A, section 5.2).

use super::Config;
use crate::base::switch::{self, Switch, Values};

/// How the depth grows during a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Plies of the player's first search of a game; absent: its depth from the start.
    pub base_plies: Option<u32>,
    /// Own moves until the next ply.
    pub every_moves: u32,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { base_plies: None, every_moves: 1 }
    }
}

impl Progress {
    /// Refuses settings that have no meaning.
    pub fn check(&self) -> Result<(), String> {
        if self.base_plies.is_none() && self.every_moves != Progress::default().every_moves {
            return Err("depth_every needs a depth to start from: set depth_base".to_string());
        }
        Ok(())
    }

    /// The plies to search of `target_plies` with so many stones on the board: the side to move has placed half of them.
    pub fn plies(&self, target_plies: u32, stones: u32) -> u32 {
        let now = |base: u32| base.saturating_add(stones / 2 / self.every_moves.max(1));
        self.base_plies.map_or(target_plies, |base| now(base).min(target_plies))
    }
}

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "depth_base",
        meaning: "plies of the first search of a game, from where the depth grows up to its limit; none: the limit at once",
        values: Values::Number(1, 484, true),
        exact: &[],
        get: |c| switch::optional(c.progress.base_plies),
        set: |c, text| {
            switch::assign(&mut c.progress.base_plies, switch::parse_optional(text, 1, 484)?.map(|plies| plies as u32))
        },
    },
    Switch {
        key: "depth_every",
        meaning: "own moves after which the growing depth gains a ply (document A prints 5 and means 1)",
        values: Values::Number(1, 484, false),
        exact: &[],
        get: |c| c.progress.every_moves.to_string(),
        set: |c, text| switch::assign(&mut c.progress.every_moves, switch::parse_number(text, 1, 484)? as u32),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_grows_as_meant_and_as_printed() {
        let depths = |every_moves| {
            let progress = Progress { base_plies: Some(2), every_moves };
            [0, 1, 2, 3, 4, 9, 10, 11, 20].map(|stones| progress.plies(3, stones))
        };
        // Depth 3 from the second move on; as printed from the sixth on.
        assert_eq!(depths(1), [2, 2, 3, 3, 3, 3, 3, 3, 3]);
        assert_eq!(depths(5), [2, 2, 2, 2, 2, 2, 3, 3, 3]);
        assert_eq!(Progress::default().plies(7, 0), 7);
        assert!(Progress { base_plies: None, every_moves: 5 }.check().is_err());
    }
}
