//! Dynamic difficulty (document G, section 6.1): the depth follows how the opponent did in the games before.
//!
//! The text looks at the opponent's win rate in its last three games, once there are three, and changes depth and weights
//! by rules that are missing from it; its printed counters are those of all games. Our choice: above two thirds the depth
//! rises by [`Difficulty::step_plies`], below a third it falls, and weights stay; with a depth of 6 and the step of 2 these
//! are the text's 4, 6 and 8 plies (beginners, middle, showing off).
//!
//! A player remembers no games, since the games of an experiment run in any order and on any thread: the results so far are
//! given to it, so that it is a function of them and of the position.

use super::settings::Settings;
use crate::base::switch::{self, Switch, Values};

/// Games until the difficulty changes for the first time.
const FEWEST_GAMES: usize = 3;

/// Longest history.
const LONGEST: usize = 1000;

/// The games so far and how the depth follows them.
#[derive(Clone, Debug, PartialEq)]
pub struct Difficulty {
    /// The results of the player's games so far, oldest first: `W` won, `D` drawn, `L` lost.
    pub history: String,
    /// The last games that count; absent: all.
    pub window_games: Option<u32>,
    /// By how much the depth rises or falls.
    pub step_plies: u32,
}

impl Default for Difficulty {
    fn default() -> Difficulty {
        Difficulty { history: String::new(), window_games: Some(FEWEST_GAMES as u32), step_plies: 2 }
    }
}

impl Difficulty {
    /// Refuses settings that have no meaning beside a depth; a player's own rule waits for its games.
    pub fn check(&self, own: &Difficulty, depth_plies: Option<u32>) -> Result<(), String> {
        if self.history.is_empty() && self != own {
            return Err("difficulty_window and difficulty_step need games that were played: set history".to_string());
        }
        if !self.history.is_empty() && depth_plies.is_none() {
            return Err(format!("history={} changes a depth, and there is none: set depth", self.history));
        }
        Ok(())
    }

    /// The depth after these games.
    pub fn plies(&self, depth_plies: u32) -> u32 {
        let games = self.history.len();
        if games < FEWEST_GAMES {
            return depth_plies;
        }
        let counted = self.window_games.map_or(games, |window| games.min(window as usize));
        // A loss is a win of the opponent.
        let lost = self.history.bytes().rev().take(counted).filter(|&result| result == b'L').count();
        if 3 * lost > 2 * counted {
            depth_plies.saturating_add(self.step_plies)
        } else if 3 * lost < counted {
            depth_plies.saturating_sub(self.step_plies).max(1)
        } else {
            depth_plies
        }
    }
}

fn parse_history(text: &str) -> Result<String, String> {
    if text == "none" {
        return Ok(String::new());
    }
    let fits = !text.is_empty() && text.len() <= LONGEST && text.bytes().all(|result| b"WDL".contains(&result));
    let expected = || format!("expected none or 1 to {LONGEST} letters W (won), D (drawn), L (lost), found '{text}'");
    fits.then(|| text.to_string()).ok_or_else(expected)
}

/// The keys of dynamic difficulty.
pub static SWITCHES: [Switch<Settings>; 3] = [
    Switch {
        key: "history",
        meaning: "results of the player's games so far, oldest first, which its depth follows (document G's difficulty)",
        values: Values::Text("none, or letters W (won), D (drawn), L (lost)"),
        exact: &[],
        get: |s| match s.difficulty.history.as_str() {
            "" => "none".to_string(),
            history => history.to_string(),
        },
        set: |s, text| switch::assign(&mut s.difficulty.history, parse_history(text)?),
    },
    Switch {
        key: "difficulty_window",
        meaning: "last games of the history that count; none: all, as document G prints it",
        values: Values::Number(1, LONGEST as u64, true),
        exact: &[],
        get: |s| switch::optional(s.difficulty.window_games),
        set: |s, text| {
            let window = switch::parse_optional(text, 1, LONGEST as u64)?;
            switch::assign(&mut s.difficulty.window_games, window.map(|games| games as u32))
        },
    },
    Switch {
        key: "difficulty_step",
        meaning: "plies that the depth gains where the opponent won more than two thirds of these games, and loses where it \
                  won less than a third",
        values: Values::Number(0, 484, false),
        exact: &[],
        get: |s| s.difficulty.step_plies.to_string(),
        set: |s, text| switch::assign(&mut s.difficulty.step_plies, switch::parse_number(text, 0, 484)? as u32),
    },
];

#[cfg(test)]
mod tests {

    use crate::players::PlayerSpec;

    fn depth(keys: &str) -> u32 {
        let player: PlayerSpec = format!("doc-g-search{{depth=6{keys}}}").parse().unwrap();
        player.limits().depth_plies.unwrap()
    }

    #[test]
    fn the_last_three_games_decide_and_all_of_them_as_printed() {
        assert_eq!([depth(""), depth(",history=LL"), depth(",history=WW")], [6, 6, 6], "fewer than three games");
        assert_eq!([depth(",history=LLL"), depth(",history=LLW"), depth(",history=WWD")], [8, 6, 4]);
        let lately_won = ",history=LLLLLLLWWW";
        assert_eq!((depth(lately_won), depth(&format!("{lately_won},difficulty_window=none"))), (4, 8));
        assert_eq!(depth(",history=WWW,difficulty_step=9"), 1);
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        for (text, part) in
            [("history=LXL", "'LXL'"), ("history=", "found ''"), ("difficulty_window=0", "from 1 to 1000")]
        {
            let found = format!("{:#}", format!("doc-g-search{{{text}}}").parse::<PlayerSpec>().unwrap_err());
            assert!(found.contains(part), "{found}");
        }
        for (text, part) in [("depth=none,nodes=9,history=LLL", "set depth"), ("difficulty_step=1", "set history")] {
            let player: PlayerSpec = format!("doc-g-search{{{text}}}").parse().unwrap();
            let found = format!("{:#}", player.supports(&"gomoku".parse().unwrap()).unwrap_err());
            assert!(found.contains(part), "{found}");
        }
    }
}
