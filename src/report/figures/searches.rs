//! The searches of result folders as figures need them: one small record each, by player, position and depth.

use std::collections::{BTreeMap, HashMap};

use anyhow::Result;

use super::label::Label;
use super::source::{Sources, ambiguous_bases};
use crate::base::text::Named;
use crate::records::metrics;
use crate::records::metrics::Measured;
use crate::records::read::read_with_timings;
use crate::records::rows::{Row, SearchRow};

/// A player of a folder.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// Its label.
    pub label: Label,
    /// The name before the bracket as charts show it: with the folder's, where several folders have the label.
    pub base: String,
    /// The name of its configuration, without changes.
    pub config: String,
    /// The changes of its configuration, without the depth.
    pub config_changes: Vec<(String, String)>,
}

impl Player {
    /// The label as charts show it, without the parameters that the chart shows otherwise.
    pub fn shown(&self, without: &[&str]) -> String {
        Label { base: self.base.clone(), ..self.label.without(without) }.text()
    }

    /// Whether it walks, or probes, the full tree: what prune rates are measured against.
    pub fn is_minimax(&self) -> bool {
        ["minimax", "estimate"].iter().any(|name| self.config == *name || self.label.base == *name)
    }
}

/// One finished search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Search {
    pub player: u32,
    pub position: u32,
    /// The depth asked for, or reached where none was asked for.
    pub depth_plies: u32,
    /// Whether a depth was asked for: else it is what the position left, as the empty cells of a won board.
    pub has_depth_limit: bool,
    /// Nodes walked, or estimated.
    pub nodes: f64,
    pub is_estimated: bool,
    pub first_move_cutoff_rate: Option<f64>,
    pub wall_ns: Option<f64>,
}

/// All searches that ran to their depth.
#[derive(Debug, Default)]
pub(super) struct Searches {
    /// Players, in the order of their rows.
    pub players: Vec<Player>,
    pub rows: Vec<Search>,
    /// Text forms of the games.
    pub games: Vec<String>,
    /// Searches that failed.
    pub failed: u64,
    /// Searches that a limit other than the depth ended.
    pub stopped: u64,
}

impl Searches {
    /// Reads `searches.csv` and `timings.csv` of every folder that has them.
    pub(super) fn read(sources: &Sources) -> Result<Searches> {
        let rate = metrics::find("first_move_cutoff_rate")?;
        let mut searches = Searches::default();
        let mut positions: HashMap<String, u32> = HashMap::new();
        let mut labels: Vec<(String, String, usize)> = Vec::new();
        for (place, folder) in sources.with_table(SearchRow::TABLE) {
            let mut players: HashMap<String, u32> = HashMap::new();
            for row in read_with_timings::<SearchRow>(&folder.path)? {
                let (row, timing) = row?;
                if !searches.games.contains(&row.game) {
                    searches.games.push(row.game.clone());
                }
                let player = *players.entry(row.player.clone()).or_insert_with(|| {
                    let label = Label::parse(&row.player);
                    labels.push((label.base.clone(), row.player.clone(), place));
                    let named = row.config.parse::<Named>().unwrap_or_else(|_| Named::plain(&row.config));
                    let config_changes = named.changes.into_iter().filter(|(key, _)| key != "depth").collect();
                    let base = label.base.clone();
                    searches.players.push(Player { base, label, config: named.name, config_changes });
                    searches.players.len() as u32 - 1
                });
                if row.err.is_some() {
                    searches.failed += 1;
                    continue;
                }
                if row.stopped {
                    searches.stopped += 1;
                    continue;
                }
                // Nothing is known of what a program of others searches.
                let Some(nodes) = row.estimated_nodes.or(row.nodes.map(|nodes| nodes as f64)) else { continue };
                let next = positions.len() as u32;
                let position = *positions.entry(format!("{} {}", row.game, row.position)).or_insert(next);
                searches.rows.push(Search {
                    player,
                    position,
                    depth_plies: row.depth_limit_plies.or(row.completed_depth_plies).unwrap_or(0),
                    has_depth_limit: row.depth_limit_plies.is_some(),
                    nodes,
                    is_estimated: row.estimated_nodes.is_some(),
                    first_move_cutoff_rate: (rate.of)(&Measured::search(&row, timing.as_ref())),
                    wall_ns: timing.map(|timing| timing.wall_ns as f64),
                });
            }
        }
        let ambiguous = ambiguous_bases(&labels);
        for (player, (base, _, place)) in searches.players.iter_mut().zip(&labels) {
            if ambiguous.contains(base) {
                player.base = format!("{base} ({})", sources.folders[*place].name);
            }
        }
        Ok(searches)
    }

    /// Lines over depth: players that differ in depth alone belong to one line. In the order of appearance.
    pub fn lines(&self) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let mut line_of: Vec<usize> = Vec::with_capacity(self.players.len());
        for player in &self.players {
            let name = player.shown(&["depth"]);
            let at = lines.iter().position(|line| line.name == name).unwrap_or_else(|| {
                lines.push(Line {
                    name,
                    changes: player.label.without(&["depth"]).changes,
                    is_minimax: player.is_minimax(),
                    config: (player.config.clone(), player.config_changes.clone()),
                    by_depth: BTreeMap::new(),
                });
                lines.len() - 1
            });
            line_of.push(at);
        }
        for row in self.rows.iter().filter(|row| row.depth_plies > 0) {
            let line = &mut lines[line_of[row.player as usize]];
            line.by_depth.entry(row.depth_plies).or_default().push(*row);
        }
        lines.retain(|line| !line.by_depth.is_empty());
        lines
    }
}

/// The searches of one configuration by depth.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The label without its depth.
    pub name: String,
    /// Its parameters without the depth.
    pub changes: Vec<(String, String)>,
    /// Whether it is the full tree.
    pub is_minimax: bool,
    /// Name and changes, without the depth, of its configuration.
    pub config: (String, Vec<(String, String)>),
    pub by_depth: BTreeMap<u32, Vec<Search>>,
}

impl Line {
    /// Whether it was searched to two depths or more, as asked for, from one position.
    pub fn varies_in_depth(&self) -> bool {
        let mut depth_of: HashMap<u32, u32> = HashMap::new();
        let asked = self.by_depth.values().flatten().filter(|search| search.has_depth_limit);
        asked.into_iter().any(|row| *depth_of.entry(row.position).or_insert(row.depth_plies) != row.depth_plies)
    }

    /// Whether any of its trees was estimated.
    pub fn is_estimated(&self) -> bool {
        self.by_depth.values().flatten().any(|search| search.is_estimated)
    }

    /// Values of a measure at a depth.
    pub fn values(&self, depth: u32, of: impl Fn(&Search) -> Option<f64>) -> Vec<f64> {
        self.by_depth.get(&depth).into_iter().flatten().filter_map(of).collect()
    }

    /// Values of a measure of this line and of another on the positions that both have at a depth.
    pub fn paired(&self, other: &Line, depth: u32, of: impl Fn(&Search) -> Option<f64>) -> Vec<(f64, f64)> {
        let theirs: HashMap<u32, f64> = other
            .by_depth
            .get(&depth)
            .into_iter()
            .flatten()
            .filter_map(|search| Some((search.position, of(search)?)))
            .collect();
        let mine = self.by_depth.get(&depth).into_iter().flatten();
        mine.filter_map(|search| Some((of(search)?, *theirs.get(&search.position)?))).collect()
    }
}
