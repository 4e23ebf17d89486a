//! Document T's recursion as printed, beside the corrected one, on a plain board of its own.
//!
//! The printed function has two parameters for one thing: `is_maximizing`, and `player`, "whose turn it is". Its maximising
//! branch places `player` and hands the *opponent* on; its minimising branch computes the opponent of what it was handed
//! and places *that*, which is the maximiser again, and hands `player` on. So the stones go X, X, O, O, X, X, .. and not
//! X, O, X, O; and the win test, which scores `10 - depth` for `player`, changes its side with it.
//!
//! Corrected: `player` stays the maximiser throughout. Everything else is as printed: reading order, the first of several
//! best moves, `10 - depth` for a win and `depth - 10` for a loss at the depth below the root where it is seen. Values are
//! in the document's units, for the side to move at the root. On a board of more than ten cells `10 - depth` reaches 0, and a late win counts as a
//! loss: a second fault, which a 3x3 board hides.
//!
//! The main function is not printed ("walk through all empty cells, take the highest score"): it is taken for the
//! maximising branch at depth 0.

use super::settings::Settings;
use crate::base::limits::Watch;
use crate::base::switch::{self, Switch, Values};
use crate::base::{Answer, Cell, Counters, Limits, Position, Root, RuleSet, Score, Searcher, Shape};

/// Which recursion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecursionConfig {
    /// Whether the swapped player is handed on and swapped again inside, as printed.
    pub swaps_twice: bool,
    /// Alpha-beta cutoffs (the document's V3); off is its V2.
    pub pruning: bool,
}

impl Default for RecursionConfig {
    fn default() -> RecursionConfig {
        RecursionConfig { swaps_twice: true, pruning: false }
    }
}

const FORMS: [(&str, bool); 2] = [("printed", true), ("corrected", false)];

/// The keys of this player, beside the limits by nodes and time.
pub static SWITCHES: [Switch<Settings>; 2] = [
    Switch {
        key: "recursion",
        meaning: "printed: the player is swapped by the caller and again inside; corrected: once",
        values: Values::Words(&["printed", "corrected"]),
        exact: &[],
        get: |s| {
            FORMS.iter().find(|(_, form)| *form == s.recursion.swaps_twice).map_or("", |(word, _)| word).to_string()
        },
        set: |s, text| switch::assign(&mut s.recursion.swaps_twice, switch::parse_word(text, &FORMS)?),
    },
    Switch {
        key: "pruning",
        meaning: "alpha-beta cutoffs; off is plain minimax",
        values: Values::OnOff,
        exact: &[],
        get: |s| switch::on_off(s.recursion.pruning),
        set: |s, text| switch::assign(&mut s.recursion.pruning, switch::parse_on_off(text)?),
    },
];

/// Cells of the largest board that this recursion takes.
pub const MAX_CELLS: usize = 64;

/// Whether a board is small enough and its rules are the document's, or why not.
///
/// # Errors
///
/// The board has more than [`MAX_CELLS`] cells, or another rule set than freestyle.
pub fn supports(shape: &Shape) -> Result<(), String> {
    if shape.rules != RuleSet::Freestyle {
        return Err(format!("document T's recursion plays freestyle, found {}", shape.rules.name()));
    }
    if shape.cells() <= MAX_CELLS {
        Ok(())
    } else {
        Err(format!("document T's recursion takes boards of up to {MAX_CELLS} cells, found {}", shape.cells()))
    }
}

/// A player that runs the document's recursion.
pub struct Recursion {
    config: RecursionConfig,
    shape: Shape,
    /// The winning lines as sets of cells.
    lines: Vec<u64>,
}

impl Recursion {
    /// A player for a board that [`supports`] accepts.
    pub fn new(config: RecursionConfig, shape: &Shape) -> Recursion {
        let windows = shape.windows(shape.k as usize);
        let mask = |window: Vec<Cell>| window.iter().fold(0u64, |mask, &cell| mask | 1 << (cell as usize % MAX_CELLS));
        Recursion { config, shape: *shape, lines: windows.into_iter().map(mask).collect() }
    }
}

/// The largest score either way: the document's infinity.
const INFINITY: Score = Score::MAX;

/// One run: the plain board, which takes any sequence of stones, and what was counted.
struct Run<'a> {
    lines: &'a [u64],
    shape: Shape,
    config: RecursionConfig,
    stones: [u64; 2],
    counters: Counters,
    watch: Watch,
}

impl Run<'_> {
    fn free(&self, cell: Cell) -> bool {
        (self.stones[0] | self.stones[1]) >> cell & 1 == 0
    }

    /// Cells that a stone may be placed on, in reading order.
    fn cells(&self) -> Vec<Cell> {
        let supported = |cell: Cell| {
            !self.shape.gravity || cell < self.shape.width as Cell || !self.free(cell - self.shape.width as Cell)
        };
        (0..self.shape.cells() as Cell).filter(|&cell| self.free(cell) && supported(cell)).collect()
    }

    fn has_line(&self, player: usize) -> bool {
        let stones = self.stones[player];
        self.lines.iter().any(|line| stones & line == *line)
    }

    /// The document's `minimax` or `alphabeta`; `None` once a limit stops it.
    fn recurse(
        &mut self,
        depth: Score,
        mut alpha: Score,
        mut beta: Score,
        maximizing: bool,
        player: usize,
    ) -> Option<(Score, Option<Cell>)> {
        self.counters.nodes += 1;
        if self.watch.must_stop(self.counters.nodes) {
            return None;
        }
        let opponent = player ^ 1;
        let cells = self.cells();
        let end = if depth == 0 {
            // The main function is only asked while the game goes on.
            None
        } else if self.has_line(player) {
            Some(10 - depth)
        } else if self.has_line(opponent) {
            Some(depth - 10)
        } else if cells.is_empty() {
            Some(0)
        } else {
            None
        };
        if let Some(score) = end {
            self.counters.leaves += 1;
            return Some((score, None));
        }
        self.counters.interiors += 1;
        self.counters.children_generated += cells.len() as u64;
        let placed = if maximizing { player } else { opponent };
        let handed_on = if maximizing && self.config.swaps_twice { opponent } else { player };
        let mut best = (if maximizing { -INFINITY } else { INFINITY }, None);
        for (index, &cell) in cells.iter().enumerate() {
            self.counters.children_searched += 1;
            self.stones[placed] |= 1 << cell;
            let below = self.recurse(depth + 1, alpha, beta, !maximizing, handed_on);
            self.stones[placed] &= !(1 << cell);
            let (score, _) = below?;
            if if maximizing { score > best.0 } else { score < best.0 } {
                best = (score, Some(cell));
            }
            if maximizing {
                alpha = alpha.max(best.0);
            } else {
                beta = beta.min(best.0);
            }
            if self.config.pruning && beta <= alpha {
                self.counters.cutoffs += 1;
                self.counters.cutoff_index[Counters::bucket(index)] += 1;
                break;
            }
        }
        Some(best)
    }
}

impl<P: Position> Searcher<P> for Recursion {
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer {
        let position = &root.position;
        if position.outcome().is_some() {
            return Answer::default();
        }
        let mut stones = [0u64; 2];
        for cell in 0..self.shape.cells() as Cell {
            if let Some(seat) = position.stone(cell) {
                stones[seat.0 as usize & 1] |= 1 << cell;
            }
        }
        let mut run = Run {
            lines: &self.lines,
            shape: self.shape,
            config: self.config,
            stones,
            counters: Counters::default(),
            watch: Watch::start(limits),
        };
        let turn = position.turn().0 as usize & 1;
        let result = run.recurse(0, -INFINITY, INFINITY, true, turn);
        let cell = result.and_then(|(_, cell)| cell);
        let chosen = position.moves().find(|&mv| Some(position.landing(mv)) == cell);
        let best = chosen.or_else(|| position.moves().next());
        Answer {
            best,
            value: result.map(|(value, _)| value),
            line: best.into_iter().collect(),
            completed_depth_plies: result.map_or(0, |_| self.shape.cells() as u32 - position.ply()),
            stopped: run.watch.stopped(),
            dispatch: "document T",
            counters: run.counters,
            ..Answer::default()
        }
    }

    fn new_game(&mut self, _seed: u64) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Move;
    use crate::games::tictactoe::{SHAPE, TicTacToe};

    fn run(moves: &[u16], swaps_twice: bool, pruning: bool) -> Answer {
        let mut position = TicTacToe::new();
        for &mv in moves {
            position.play(Move(mv));
        }
        let mut player = Recursion::new(RecursionConfig { swaps_twice, pruning }, &SHAPE);
        player.search(&Root { position, last: None }, &Limits::default())
    }

    #[test]
    fn corrected_it_is_minimax() {
        let answer = run(&[], false, false);
        assert_eq!((answer.value, answer.counters.nodes), (Some(0), 549_946));
        assert_eq!(answer.best, Some(Move(0)), "all moves draw: the first is kept");
        let answer = run(&[], false, true);
        // Node count of alpha-beta in row-major order with the document's scores, known from outside.
        assert_eq!((answer.value, answer.counters.nodes), (Some(0), 20_866));
    }

    #[test]
    fn scores_are_the_documents() {
        // x to move wins at once: 10 - 1. o to move two plies from being lost, or winning itself.
        assert_eq!(run(&[0, 3, 1, 4], false, false).value, Some(9));
        assert_eq!(run(&[0, 3, 1, 4], false, false).best, Some(Move(2)));
        assert_eq!(run(&[0, 8, 1, 4, 6], false, false).value, Some(-8), "two threats, one can be stopped");
    }

    /// The position with the fewest empty cells that tells the two apart, worked by hand.
    #[test]
    fn the_printed_one_misjudges_a_win_on_the_spot() {
        // Two cells are left and x wins on 2. The printed win test looks from the opponent's side: x's own win on the next
        // ply is scored depth - 10.
        let moves = [0, 3, 1, 4];
        let printed = run(&moves, true, false);
        let corrected = run(&moves, false, false);
        assert_eq!(corrected.best, Some(Move(2)));
        assert_ne!(printed.value, corrected.value);
        assert_ne!(printed.best, corrected.best, "the winning move looks like a lost one");
    }

    #[test]
    fn a_node_limit_stops_it() {
        let mut player = Recursion::new(RecursionConfig::default(), &SHAPE);
        let root = Root { position: TicTacToe::new(), last: None };
        let answer = player.search(&root, &Limits { nodes: Some(1000), ..Limits::default() });
        assert_eq!((answer.counters.nodes, answer.stopped, answer.value), (1000, true, None));
        assert!(answer.best.is_some());
    }
}
