//! Width limits: how many of the ordered candidates a node searches (Top-K).

use super::Config;
use crate::base::switch::{self, Switch, Values};

/// Where a rule that may be meant for the root alone holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// At the root only.
    Root,
    /// At every interior node.
    All,
}

/// Which candidates a width limit keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The first in order.
    Best,
    /// A random sample, in its order.
    Random,
}

/// The width limit and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Width {
    /// The limit; absent: all candidates.
    pub topk: Option<u32>,
    /// Where it holds.
    pub at: At,
    /// Which candidates it keeps.
    pub choice: Choice,
    /// Whether it shrinks with what is left of the time or the nodes; at the root while its moves are searched.
    pub time_scaled: bool,
    /// Whether winning moves and blocks of a win in one are kept whatever the limit.
    pub keeps_forced: bool,
}

impl Default for Width {
    fn default() -> Width {
        Width { topk: None, at: At::All, choice: Choice::Best, time_scaled: false, keeps_forced: true }
    }
}

impl Width {
    /// Refuses settings that have no meaning.
    pub fn check(&self) -> Result<(), String> {
        if self.topk.is_none() && (self.time_scaled || self.choice == Choice::Random) {
            return Err("topk_time=on and topk_choice=random need a width: set topk".to_string());
        }
        Ok(())
    }

    /// The width at a node, given the share of the budget that is left; absent where no limit holds.
    pub fn limit(&self, at_root: bool, left_ratio: impl FnOnce() -> f64) -> Option<usize> {
        let width = self.topk?;
        if self.at == At::Root && !at_root {
            return None;
        }
        let scaled = if self.time_scaled { (f64::from(width) * left_ratio()).ceil() } else { f64::from(width) };
        Some((scaled as usize).max(1))
    }
}

pub(super) const PLACES: [(&str, At); 2] = [("root", At::Root), ("all", At::All)];
const CHOICES: [(&str, Choice); 2] = [("best", Choice::Best), ("random", Choice::Random)];

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "topk",
        meaning: "search only the first K candidates in order; none: all",
        values: Values::Number(1, 484, true),
        exact: &[],
        get: |c| switch::optional(c.width.topk),
        set: |c, text| switch::assign(&mut c.width.topk, switch::parse_optional(text, 1, 484)?.map(|k| k as u32)),
    },
    Switch {
        key: "topk_at",
        meaning: "where the width limit holds: at the root only or at all nodes",
        values: Values::Words(&["root", "all"]),
        exact: &[],
        get: |c| PLACES.iter().find(|(_, v)| *v == c.width.at).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.width.at, switch::parse_word(text, &PLACES)?),
    },
    Switch {
        key: "topk_choice",
        meaning: "which candidates the width limit keeps: the best in order or a random sample (such a player counts as random even \
                  where no node has more candidates than the width, which is not known beforehand)",
        values: Values::Words(&["best", "random"]),
        exact: &[],
        get: |c| CHOICES.iter().find(|(_, v)| *v == c.width.choice).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.width.choice, switch::parse_word(text, &CHOICES)?),
    },
    Switch {
        key: "topk_time",
        meaning: "scale the width with the share of the time or node budget that is left, at the root after each of its moves",
        values: Values::OnOff,
        exact: &[],
        get: |c| switch::on_off(c.width.time_scaled),
        set: |c, text| switch::assign(&mut c.width.time_scaled, switch::parse_on_off(text)?),
    },
    Switch {
        key: "topk_forced",
        meaning: "keep winning moves and blocks of a win in one whatever the width limit",
        values: Values::OnOff,
        exact: &[],
        get: |c| switch::on_off(c.width.keeps_forced),
        set: |c, text| switch::assign(&mut c.width.keeps_forced, switch::parse_on_off(text)?),
    },
];
