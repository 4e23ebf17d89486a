//! Grids: one player text becomes many, each with its own label. Players are made by index when they are asked for, so that
//! a grid of a hundred thousand costs no more than its values.

use std::collections::HashSet;

use anyhow::Result;

use super::experiment::{Experiment, MOST};
use crate::base::rng::{Rng, hash_text};
use crate::base::text::{Named, nearest};
use crate::players::settings::WEIGHT_PREFIX;

/// One axis of a grid: a key of the players' text form and the values that it takes.
#[derive(Clone, Debug, PartialEq)]
pub struct Vary {
    /// The key.
    pub key: String,
    /// The values as text.
    pub values: Vec<String>,
    /// The labels that it applies to; empty: all.
    pub players: Vec<String>,
    /// Replaces `*` in every value by orders of the numbers from 0 on.
    pub permutations: Option<Permutations>,
}

/// Orders of the numbers `0 .. of`, written `0-1-2`: what static move orders are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Permutations {
    /// How many numbers; at most 484.
    pub of: u32,
    /// How many different orders, drawn at random; absent: all of them (for at most 9 numbers).
    pub count: Option<u64>,
    /// The seed of the draw.
    pub seed: u64,
}

/// Most numbers of which all orders can be listed.
pub const ALL_ORDERS_OF: u32 = 9;

impl Vary {
    /// The values with all permutations written out.
    fn expanded(&self) -> Vec<String> {
        let Some(permutations) = &self.permutations else { return self.values.clone() };
        let orders = permutations.orders();
        self.values.iter().flat_map(|value| orders.iter().map(|order| value.replace('*', order))).collect()
    }
}

impl Permutations {
    fn orders(&self) -> Vec<String> {
        let mut numbers: Vec<u32> = (0..self.of).collect();
        let text = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join("-");
        let Some(count) = self.count else {
            let mut orders = Vec::new();
            loop {
                orders.push(text(&numbers));
                if !next_permutation(&mut numbers) {
                    return orders;
                }
            }
        };
        let (mut rng, mut seen, mut orders) = (Rng::new(self.seed), HashSet::new(), Vec::new());
        // There are at least twice as many as asked for, as the check has made sure: a draw is new more often than not.
        while (orders.len() as u64) < count {
            rng.shuffle(&mut numbers);
            let order = text(&numbers);
            if seen.insert(hash_text(&order)) {
                orders.push(order);
            }
        }
        orders
    }

    /// Why these permutations cannot be listed, if so.
    pub fn fault(&self) -> Option<String> {
        let all = (1..=u64::from(self.of)).try_fold(1u64, |product, n| product.checked_mul(n)).unwrap_or(u64::MAX);
        match self.count {
            None if self.of > ALL_ORDERS_OF => Some(format!(
                "all orders of {} numbers are too many; give a count, or at most {ALL_ORDERS_OF} numbers",
                self.of
            )),
            Some(count) if count > all / 2 && count > 1 => Some(format!(
                "{count} orders of {} numbers are more than half of all {all}; leave the count out for all of them",
                self.of
            )),
            _ => None,
        }
    }
}

/// Steps to the next order by the alphabet; false after the last.
fn next_permutation(numbers: &mut [u32]) -> bool {
    let Some(pivot) = numbers.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let other = numbers.iter().rposition(|&number| number > numbers[pivot]).unwrap_or(pivot);
    numbers.swap(pivot, other);
    numbers[pivot + 1..].reverse();
    true
}

/// All players of an experiment after its grids.
#[derive(Clone, Debug)]
pub struct Roster {
    bases: Vec<Base>,
    axes: Vec<Axis>,
    zip: bool,
    count: u64,
}

#[derive(Clone, Debug)]
struct Axis {
    key: String,
    values: Vec<String>,
}

/// A player before the grids, and where its variants stand in the roster.
#[derive(Clone, Debug)]
struct Base {
    label: String,
    /// The label before its bracket, and the changes in it: a grid's value takes the place of the one that is there.
    name: String,
    changes: Vec<(String, String)>,
    player: Named,
    axes: Vec<usize>,
    start: u64,
    count: u64,
}

impl Roster {
    /// Applies the grids. Variants stand together, in the order of the file; the last grid runs fastest.
    ///
    /// # Errors
    /// If a text form or a label cannot be read, a label stands twice, a grid names unknown players or nobody, or grids to
    /// be zipped differ in length.
    pub fn new(experiment: &Experiment) -> Result<Roster> {
        let places = &experiment.places;
        let labels: Vec<&str> = experiment.players.iter().map(|(label, _)| label.as_str()).collect();
        let mut axes = Vec::new();
        for (number, vary) in experiment.vary.iter().enumerate() {
            let at = format!("vary.{number}");
            if let Some(fault) = vary.permutations.as_ref().and_then(Permutations::fault) {
                return Err(places.fault(&at, fault));
            }
            if vary.key.is_empty() || vary.values.is_empty() {
                return Err(places.fault(&at, "expected a key and at least one value, found an empty grid"));
            }
            if vary.permutations.is_some() != vary.values.iter().all(|value| value.contains('*')) {
                return Err(places.fault(&at, "values with '*' and 'permutations' belong together"));
            }
            if let Some(unknown) = vary.players.iter().find(|label| !labels.contains(&label.as_str())) {
                let hint = nearest(unknown, labels.iter().copied());
                return Err(places
                    .fault(&at, format_args!("expected labels among {}, found '{unknown}'{hint}", labels.join(", "))));
            }
            axes.push(Axis { key: vary.key.clone(), values: vary.expanded() });
        }
        let mut roster = Roster { bases: Vec::new(), axes, zip: experiment.zip, count: 0 };
        for (label, text) in &experiment.players {
            let at = format!("players.{label}");
            check_label(label).map_err(|problem| places.fault(&at, problem))?;
            let player: Named = text.parse().map_err(|problem| places.fault(&at, problem))?;
            let applies = |vary: &Vary| vary.players.is_empty() || vary.players.contains(label);
            let chosen: Vec<usize> = (0..roster.axes.len()).filter(|&axis| applies(&experiment.vary[axis])).collect();
            for (place, &axis) in chosen.iter().enumerate() {
                let key = &roster.axes[axis].key;
                if chosen[..place].iter().any(|&other| roster.axes[other].key == *key) {
                    let problem = format_args!("'{key}' is varied twice for '{label}': put all values into one list");
                    return Err(places.fault(&format!("vary.{axis}"), problem));
                }
            }
            let count = roster.variants(&chosen).map_err(|problem| places.fault("vary.0", problem))?;
            let (name, changes) = taken_apart(label);
            let label = label.clone();
            roster.bases.push(Base { label, name, changes, player, axes: chosen, start: roster.count, count });
            roster.count += count;
        }
        if experiment.players.is_empty() && !experiment.vary.is_empty() {
            return Err(places.fault("vary.0", "there are no players to vary"));
        }
        let mut seen = HashSet::new();
        for index in 0..roster.count {
            let label = roster.label(index);
            if !seen.insert(hash_text(&label)) {
                return Err(places.fault("players", format_args!("the label '{label}' stands twice")));
            }
        }
        Ok(roster)
    }

    fn variants(&self, axes: &[usize]) -> Result<u64, String> {
        let lengths = axes.iter().map(|&axis| self.axes[axis].values.len() as u64);
        if !self.zip {
            let all = lengths.clone().try_fold(1u64, |product, length| product.checked_mul(length));
            return all
                .filter(|&all| all <= MOST >> 8)
                .ok_or_else(|| format!("the grid has too many points; expected at most {}", MOST >> 8));
        }
        let lengths: Vec<u64> = lengths.collect();
        match lengths.iter().find(|&&length| length != lengths[0]) {
            Some(other) => {
                Err(format!("zip = true needs grids of one length, found {} and {other} values", lengths[0]))
            }
            None => Ok(lengths.first().copied().unwrap_or(1)),
        }
    }

    /// Number of players.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Number of players before the grids.
    pub fn base_count(&self) -> usize {
        self.bases.len()
    }

    /// Where the variants of a player before the grids stand.
    pub fn variants_of(&self, base: usize) -> std::ops::Range<u64> {
        self.bases.get(base).map_or(0..0, |base| base.start..base.start + base.count)
    }

    /// The players of a label: the variants of a player before the grids, or the one variant that has this label.
    pub fn find(&self, label: &str) -> Option<std::ops::Range<u64>> {
        if let Some(base) = self.bases.iter().position(|base| base.label == label) {
            return Some(self.variants_of(base));
        }
        (0..self.count).find(|&index| self.label(index) == label).map(|index| index..index + 1)
    }

    /// Labels before the grids.
    pub fn base_labels(&self) -> impl Iterator<Item = &str> {
        self.bases.iter().map(|base| base.label.as_str())
    }

    /// The label before the grids of a player, which is its key in the file.
    pub fn base_label(&self, index: u64) -> &str {
        self.base_of(index).map_or("", |base| &base.label)
    }

    /// The label of a player: that of the file, with the grid's point in brackets, where it replaces what the label says of
    /// the same keys.
    pub fn label(&self, index: u64) -> String {
        let Some(base) = self.base_of(index) else { return String::new() };
        if base.axes.is_empty() {
            return base.label.clone();
        }
        let mut changes: Vec<(&str, &str)> =
            base.changes.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        for (key, value) in self.point(base, index) {
            match changes.iter_mut().find(|(known, _)| *known == key) {
                Some((_, old)) => *old = value,
                None => changes.push((key, value)),
            }
        }
        let changes: Vec<String> = changes.iter().map(|(key, value)| format!("{key}={value}")).collect();
        format!("{}{{{}}}", base.name, changes.join(","))
    }

    /// The text form of a player with the grid's point filled in.
    pub fn player(&self, index: u64) -> Named {
        let Some(base) = self.base_of(index) else { return Named::plain("") };
        let mut player = base.player.clone();
        for (key, value) in self.point(base, index) {
            match player.changes.iter_mut().find(|(known, _)| known == key) {
                Some((_, old)) => *old = value.to_string(),
                None => {
                    forget_weight(&mut player, key);
                    player.changes.push((key.to_string(), value.to_string()));
                }
            }
        }
        player
    }

    fn base_of(&self, index: u64) -> Option<&Base> {
        let after = self.bases.partition_point(|base| base.start <= index);
        self.bases.get(after.checked_sub(1)?).filter(|base| index < base.start + base.count)
    }

    /// Key and value on every axis.
    fn point<'a>(&'a self, base: &'a Base, index: u64) -> impl Iterator<Item = (&'a str, &'a str)> {
        let mut rest = index - base.start;
        let mut steps: Vec<(usize, usize)> = Vec::with_capacity(base.axes.len());
        for &axis in base.axes.iter().rev() {
            let length = self.axes[axis].values.len() as u64;
            steps.push((axis, (rest % length) as usize));
            if !self.zip {
                rest /= length;
            }
        }
        steps.reverse();
        steps.into_iter().map(|(axis, step)| (self.axes[axis].key.as_str(), self.axes[axis].values[step].as_str()))
    }
}

/// Takes a weight that a grid sets out of the brackets of the evaluator.
fn forget_weight(player: &mut Named, key: &str) {
    let Some(weight) = key.strip_prefix(WEIGHT_PREFIX) else { return };
    for (_, eval) in player.changes.iter_mut().filter(|(key, _)| key == "eval") {
        if let Ok(mut named) = eval.parse::<Named>() {
            named.changes.retain(|(key, _)| key != weight);
            *eval = named.to_string();
        }
    }
}

/// A label's name and its changes in brackets; a label whose bracket is no text form is a name as it stands.
fn taken_apart(label: &str) -> (String, Vec<(String, String)>) {
    let bracket = label.find('{').map(|at| label.split_at(at));
    let read = bracket.and_then(|(name, bracket)| Some((name, format!("x{bracket}").parse::<Named>().ok()?)));
    match read {
        Some((name, named)) => (name.to_string(), named.changes),
        None => (label.to_string(), Vec::new()),
    }
}

/// A label may be anything that a CSV file, a chart and a text form carry without quoting.
fn check_label(label: &str) -> Result<(), String> {
    let mut depth = 0usize;
    for c in label.chars() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => return Err(format!("the label '{label}' has a comma outside brackets")),
            '"' => return Err(format!("the label '{label}' has a quotation mark")),
            c if c.is_control() => return Err("the label has a control character".to_string()),
            _ => {}
        }
    }
    if label.trim().is_empty() || label.trim() != label {
        return Err(format!("expected a label without blanks around it, found '{label}'"));
    }
    Ok(())
}
