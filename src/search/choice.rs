//! Which of the root's moves is played: the best one, or a random one of several that are worth about as much (document A,
//! section 5.1).
//!
//! Alpha-beta gives its best root move a value and the others bounds. A choice among several needs values, so that the
//! root keeps its window open for as many moves as take part; a move that falls short of it is worse than all of them.

use super::Config;
use super::body::Body;
use crate::base::Move;
use crate::base::score::{INFINITE, Score};
use crate::base::switch::{self, Switch, Values};

/// The choice and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct RootChoice {
    /// How many of the best moves it is among; 1: none, the best is played.
    pub of: u32,
    /// They take part if the last of them is worth less than this below the best.
    pub margin: u32,
}

impl Default for RootChoice {
    fn default() -> RootChoice {
        RootChoice { of: 1, margin: 500 }
    }
}

impl RootChoice {
    /// Whether more than one move may be played.
    pub fn is_on(&self) -> bool {
        self.of > 1
    }

    /// Refuses settings that have no meaning.
    pub fn check(&self, config: &Config) -> Result<(), String> {
        if !self.is_on() && self.margin != RootChoice::default().margin {
            return Err("choice_margin needs moves to choose among: set choice_of to 2 or more".to_string());
        }
        if self.is_on() && config.aspiration.is_some() {
            return Err(
                "choice_of cannot be combined with aspiration: every move that takes part needs its exact value"
                    .to_string(),
            );
        }
        Ok(())
    }

    /// What a root move has to exceed to take part, given the values of those before it.
    fn floor(&self, values: &[(Move, Score)]) -> Score {
        let mut best: Vec<Score> = values.iter().map(|(_, value)| *value).collect();
        best.sort_unstable_by_key(|value| std::cmp::Reverse(*value));
        match (best.first(), best.get(self.of as usize - 1)) {
            (Some(best), Some(last)) => (*last).max(best.saturating_sub_unsigned(self.margin)),
            _ => -INFINITE,
        }
    }

    /// How many of the moves, best first, one is drawn from.
    pub(super) fn drawn_from(&self, sorted: &[(Move, Score)]) -> usize {
        match (sorted.first(), sorted.get(self.of as usize - 1)) {
            (Some((_, best)), Some((_, last))) if best.abs_diff(*last) < self.margin => self.of as usize,
            _ => 1,
        }
    }
}

impl<E> Body<'_, E> {
    /// The lower end of the window of the root's next move.
    pub(super) fn root_floor(&self, alpha: Score) -> Score {
        let config = self.config;
        if config.root_noise > 0 {
            -INFINITE
        } else if config.choice.is_on() && !config.faults.choice_of_bounds {
            config.choice.floor(self.parts.root_values)
        } else {
            alpha
        }
    }
}

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "choice_of",
        meaning: "play a random one of so many best root moves where they are worth about as much; 1: the best",
        values: Values::Number(1, 484, false),
        exact: &[],
        get: |c| c.choice.of.to_string(),
        set: |c, text| switch::assign(&mut c.choice.of, switch::parse_number(text, 1, 484)? as u32),
    },
    Switch {
        key: "choice_margin",
        meaning: "by how much less than the best the last of these moves must not yet be worth (document A: 500)",
        values: Values::Number(1, 1_000_000_000, false),
        exact: &[],
        get: |c| c.choice.margin.to_string(),
        set: |c, text| switch::assign(&mut c.choice.margin, switch::parse_number(text, 1, 1_000_000_000)? as u32),
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(values: &[Score]) -> Vec<(Move, Score)> {
        values.iter().enumerate().map(|(place, value)| (Move(place as u16), *value)).collect()
    }

    #[test]
    fn the_window_stays_open_for_those_that_take_part() {
        let choice = RootChoice { of: 3, margin: 500 };
        assert_eq!(choice.floor(&moves(&[])), -INFINITE);
        assert_eq!(choice.floor(&moves(&[10, 20])), -INFINITE);
        assert_eq!(choice.floor(&moves(&[10, 20, -5, 0])), 0, "the third");
        assert_eq!(choice.floor(&moves(&[1000, 20, -5])), 500, "too far below the best");
        assert_eq!(choice.floor(&moves(&[-INFINITE, -INFINITE, -INFINITE])), -INFINITE);
    }

    #[test]
    fn all_take_part_or_only_the_best() {
        let choice = RootChoice { of: 3, margin: 500 };
        assert_eq!(choice.drawn_from(&moves(&[499, 300, 0, -9])), 3);
        assert_eq!(choice.drawn_from(&moves(&[500, 499, 0])), 1);
        assert_eq!(choice.drawn_from(&moves(&[5, 5])), 1, "fewer moves than that");
        assert_eq!(choice.drawn_from(&[]), 1);
        assert_eq!(RootChoice::default().drawn_from(&moves(&[5, 5])), 1);
    }
}
