//! Suites: the positions that are searched, and the openings from which games start.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::base::embedded;
use crate::base::input::read_text;
use crate::base::{Move, Position, Root, Shape};
use crate::games::notation::{moves_text, play_moves, read_position};
use crate::games::suite::{SuiteSpec, all_positions, generate, generate_available, listed};

/// Where positions come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Positions {
    /// Each as moves from the empty board (`start` for none), or as a board in rows.
    Listed(Vec<String>),
    /// From random games: distinct up to symmetry, not over.
    Generated(Generated),
    /// All that can arise and are not over, for small games.
    All {
        /// Only those with so many stones; empty: all.
        plies: Vec<u32>,
    },
}

/// What random positions are asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// Stones on the board.
    pub plies: Vec<u32>,
    /// How many for each number of plies; absent: as many as the match needs, or [`DEFAULT_COUNT`].
    pub count: Option<u64>,
    /// The seed.
    pub seed: u64,
    /// Whether either side may have a win on its next move.
    pub win_in_one: bool,
    /// How far from another stone a stone may be set; absent: anywhere.
    pub near: Option<u32>,
}

impl Generated {
    /// So many positions of some of the plies.
    fn spec(&self, plies: &[u32], count: u64) -> SuiteSpec {
        SuiteSpec {
            plies: plies.to_vec(),
            count: usize::try_from(count).unwrap_or(usize::MAX),
            seed: self.seed,
            allow_win_in_one: self.win_in_one,
            allow_over: false,
            near: self.near,
        }
    }
}

/// Positions for each number of plies where nobody says how many.
pub const DEFAULT_COUNT: u64 = 10;

/// The positions of a file: one a line, as moves, as a board, or as offsets from the middle; blank lines and what follows
/// `#` are passed over. Where there is no such file, one of the suites that are built into the program answers.
///
/// # Errors
/// If the file cannot be read or holds no position.
pub fn file_positions(path: &Path) -> Result<Vec<String>> {
    let text = match (path.exists(), embedded::suite(path)) {
        (false, Some(text)) => text.to_string(),
        _ => read_text(path, "a file with a position a line")?,
    };
    let positions = listed(&text);
    if positions.is_empty() {
        bail!("{} holds no position; expected one a line", path.display());
    }
    Ok(positions)
}

/// Positions that were worked out: 2 bytes a move and 4 a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suite {
    moves: Vec<Move>,
    ends: Vec<u32>,
    /// Those that came as boards, whose moves nobody knows.
    boards: BTreeMap<u32, String>,
}

impl Suite {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn push(&mut self, moves: &[Move]) -> Result<()> {
        self.moves.extend_from_slice(moves);
        self.ends.push(u32::try_from(self.moves.len()).context("the suite has more moves than can be numbered")?);
        Ok(())
    }

    /// The moves that lead to a position; empty where it came as a board.
    pub fn moves(&self, index: usize) -> &[Move] {
        let end = |index: usize| self.ends.get(index).map_or(0, |&end| end as usize);
        let start = index.checked_sub(1).map_or(0, end);
        self.moves.get(start..end(index)).unwrap_or(&[])
    }

    /// The position as text: moves, or a board in rows.
    pub fn text(&self, shape: &Shape, index: usize) -> String {
        match self.boards.get(&(index as u32)) {
            Some(board) => board.clone(),
            None => moves_text(shape, self.moves(index)),
        }
    }

    /// The position as a search starts from it.
    ///
    /// # Errors
    /// If there is no such position.
    pub fn root<P: Position>(&self, start: &P, index: usize) -> Result<Root<P>> {
        if index >= self.len() {
            bail!("position {index} is not in the suite, which has {}", self.len());
        }
        if let Some(board) = self.boards.get(&(index as u32)) {
            return Ok(read_position(start, board)?.0);
        }
        let moves = self.moves(index);
        Ok(Root { position: play_moves(start, moves)?, last: moves.last().copied() })
    }

    /// The first `count` positions alone.
    pub fn truncate(&mut self, count: usize) {
        self.ends.truncate(count);
        self.moves.truncate(self.ends.last().map_or(0, |&end| end as usize));
        self.boards.retain(|&index, _| (index as usize) < count);
    }
}

/// Works out positions to search.
///
/// # Errors
/// If a position cannot be read, is over or stands twice; if there are fewer than asked for.
pub fn suite<P: Position>(start: &P, positions: &Positions) -> Result<Suite> {
    let mut suite = Suite::default();
    match positions {
        Positions::Listed(texts) => {
            let mut seen = HashMap::new();
            for (index, text) in texts.iter().enumerate() {
                let (root, moves) = read_position(start, text)?;
                if root.position.outcome().is_some() {
                    bail!("the game is over in the position '{text}'; expected one in which there is a move to choose");
                }
                if let Some(earlier) = seen.insert(root.position.key(), index) {
                    bail!(
                        "'{text}' (number {} of the list) is the same position as '{}' (number {})",
                        index + 1,
                        texts[earlier],
                        earlier + 1
                    );
                }
                if root.position.ply() as usize != moves.len() {
                    suite.boards.insert(suite.ends.len() as u32, text.trim().to_string());
                }
                suite.push(&moves)?;
            }
        }
        Positions::Generated(asked) => {
            check_plies(&asked.plies)?;
            for moves in generate(start, &asked.spec(&asked.plies, asked.count.unwrap_or(DEFAULT_COUNT)))? {
                suite.push(&moves)?;
            }
        }
        Positions::All { plies } => {
            check_plies(plies)?;
            for moves in all_positions(start)? {
                if plies.is_empty() || plies.contains(&(moves.len() as u32)) {
                    suite.push(&moves)?;
                }
            }
        }
    }
    if suite.is_empty() {
        bail!("there is no such position");
    }
    Ok(suite)
}

fn check_plies(plies: &[u32]) -> Result<()> {
    match plies.iter().enumerate().find(|(index, ply)| plies[..*index].contains(ply)) {
        Some((_, twice)) => bail!("{twice} plies stand twice"),
        None => Ok(()),
    }
}

/// Openings that a match is given where chance makes games differ anyway.
pub const MOST_CYCLED: u64 = 1 << 16;

/// Works out the openings of a match that needs `wanted` of them, or fewer where chance makes games differ anyway
/// (`cycle`). Where all have to be of `only` so many plies, as for swap2, no others are advised.
///
/// # Errors
/// As [`suite`]; if there are too few, with the maximum and the plies that would do.
pub fn openings<P: Position>(
    start: &P,
    positions: &Positions,
    wanted: u64,
    cycle: bool,
    only: Option<u32>,
) -> Result<Suite> {
    let wanted = if cycle { wanted.min(MOST_CYCLED) } else { wanted };
    let mut suite = match positions {
        Positions::Generated(asked) if asked.count.is_none() => {
            check_plies(&asked.plies)?;
            let share = wanted.div_ceil(asked.plies.len().max(1) as u64);
            let mut lists = Vec::new();
            for &plies in &asked.plies {
                let list = generate_available(start, &asked.spec(&[plies], share))?;
                if list.is_empty() {
                    // Says why.
                    generate(start, &asked.spec(&[plies], share))?;
                }
                lists.push(list);
            }
            // By turns, so that a shorter match has openings of all lengths.
            let mut suite = Suite::default();
            for index in 0..lists.iter().map(Vec::len).max().unwrap_or(0) {
                for list in &mut lists {
                    if let Some(moves) = list.get(index) {
                        suite.push(moves)?;
                    }
                }
            }
            suite
        }
        listed => suite_of_openings(start, listed)?,
    };
    if (suite.len() as u64) < wanted && !cycle {
        let found = suite.len() as u64;
        let advice = match positions {
            Positions::Generated(asked) if asked.count.is_none() => {
                let cells = start.shape().cells() as u32;
                let longest = asked.plies.iter().copied().max().unwrap_or(0);
                let mut longer =
                    (longest + 1..=(longest + 8).min(cells)).filter(|&plies| only.is_none_or(|only| plies == only));
                let enough = longer.find(|&plies| {
                    let some = generate_available(start, &asked.spec(&[plies], wanted));
                    some.is_ok_and(|some| some.len() as u64 >= wanted)
                });
                match enough {
                    Some(plies) => format!("; openings of {plies} plies would do"),
                    None if only.is_some() => String::new(),
                    None => "; no number of plies up to eight more has enough".to_string(),
                }
            }
            _ => String::new(),
        };
        bail!(
            "both players are deterministic, so that {} games need {wanted} distinct openings, and there are {found}: \
             at most {} games{advice}",
            2 * wanted,
            2 * found
        );
    }
    suite.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
    Ok(suite)
}

fn suite_of_openings<P: Position>(start: &P, positions: &Positions) -> Result<Suite> {
    let suite = suite(start, positions)?;
    if let Some(board) = suite.boards.values().next() {
        bail!("an opening has to be given by its moves, found the board '{board}'");
    }
    let symmetry = crate::games::symmetry::Symmetry::new(&start.shape());
    let mut seen = HashMap::new();
    for index in 0..suite.len() {
        let root = suite.root(start, index)?;
        if let Some(earlier) = seen.insert(symmetry.key(&root.position), index) {
            let shape = start.shape();
            bail!(
                "the openings '{}' and '{}' are the same position up to symmetry",
                suite.text(&shape, earlier),
                suite.text(&shape, index)
            );
        }
    }
    Ok(suite)
}
