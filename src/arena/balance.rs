//! Balanced openings: those of a suite to which every player that searched them gave a value near 0.
//!
//! They make games that say who plays better rather than who had the better side, and few of them end alike. What comes out
//! is a file that `--openings` and `openings = { file = .. }` read.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::summary::{Figure, Figures};
use crate::games::notation::offsets_text;
use crate::records::atomic::Pending;
use crate::records::read::read_if_present;
use crate::records::rows::SearchRow;
use crate::spec::Plan;
use crate::spec::experiment::Balance;

/// The file's name in a result folder.
pub const FILE_NAME: &str = "openings.txt";

/// A position of the suite, with what its searches say.
#[derive(Default)]
struct Judged {
    id: u64,
    /// Stones on its board.
    plies: u32,
    searches: u64,
    /// The largest distance of a value from 0; none: a search has no value.
    distance: Option<u32>,
}

impl Judged {
    fn new(row: &SearchRow) -> Judged {
        Judged { id: row.position_id, plies: row.ply, searches: 0, distance: Some(0) }
    }

    fn add(&mut self, row: &SearchRow) {
        self.searches += 1;
        let value = row.value.filter(|_| row.err.is_none());
        self.distance = self.distance.zip(value).map(|(distance, value)| distance.max(value.unsigned_abs()));
    }
}

/// Writes the balanced openings of a folder where the plan asks for them, and adds how many they are.
///
/// # Errors
/// If a file cannot be read or written.
pub fn add(plan: &Plan, folder: &Path, figures: &mut Figures) -> Result<()> {
    let (Some(balance), Some(rows)) = (plan.balance(), read_if_present::<SearchRow>(folder)?) else { return Ok(()) };
    let (mut balanced, mut judged) = (BTreeMap::<u32, Vec<String>>::new(), 0);
    let mut current: Option<Judged> = None;
    let shape = plan.game().shape;
    // Where stones stay where they are set, as offsets from the middle: these fit larger boards as well.
    let text = |id: u64| match plan.suite().moves(id as usize) {
        moves if !shape.gravity && !moves.is_empty() => offsets_text(&shape, moves),
        _ => plan.suite().text(&shape, id as usize),
    };
    let mut close = |position: Option<Judged>| {
        let Some(position) = position.filter(|position| position.searches == plan.player_count()) else { return };
        judged += 1;
        if position.distance.is_some_and(|distance| distance <= balance.margin) {
            balanced.entry(position.plies).or_default().push(text(position.id));
        }
    };
    // Rows stand in the order of the plan: all searches of a position together.
    for row in rows {
        let row = row?;
        if current.as_ref().is_none_or(|position| position.id != row.position_id) {
            close(current.replace(Judged::new(&row)));
        }
        if let Some(position) = &mut current {
            position.add(&row);
        }
    }
    close(current);
    let found: u64 = balanced.values().map(|list| list.len() as u64).sum();
    let most = balance.count.and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX);
    let kept = by_turns(balanced.into_values().collect(), most);
    write(plan, balance, &kept, folder).with_context(|| format!("cannot write {FILE_NAME}"))?;
    figures.add(Figure::new("balanced_openings", Some(found as f64), "positions", judged, "positions"))
}

/// The lists by turns, as many as asked for: whoever takes a part of the file has openings of all lengths, as many of each as
/// there are.
fn by_turns(lists: Vec<Vec<String>>, most: usize) -> Vec<String> {
    let longest = lists.iter().map(Vec::len).max().unwrap_or(0);
    let turns = (0..longest).flat_map(|turn| lists.iter().filter_map(move |list| list.get(turn)));
    turns.take(most).cloned().collect()
}

fn write(plan: &Plan, balance: Balance, kept: &[String], folder: &Path) -> Result<()> {
    let mut file = Pending::create(&folder.join(FILE_NAME))?;
    writeln!(file, "# {}: openings of {}, distinct up to symmetry,", plan.experiment().name, plan.game())?;
    writeln!(file, "# whose value is at most {} from 0 for", balance.margin)?;
    for index in 0..plan.player_count() {
        let planned = plan.player(index)?;
        writeln!(file, "#   {}", planned.player)?;
    }
    kept.iter().try_for_each(|opening| writeln!(file, "{opening}"))?;
    file.commit()
}
