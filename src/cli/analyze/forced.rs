//! The forced wins that `analyze` shows: of the side to move, and of its opponent if it had the move.

use serde_json::{Value, json};

use crate::base::{Limits, Move, Position};
use crate::games::notation::move_text;
use crate::search::threats::{Answer, Finding, Threats};

/// Nodes of a search over fours, and of one over threes, which take longer.
const FOUR_NODES: u64 = 200_000;
const THREE_NODES: u64 = 20_000;
/// Entries of its tables.
const TABLE_ENTRIES: usize = 1 << 18;

/// A forced win with its line.
pub struct Forced {
    fours: u32,
    by_threes: bool,
    moves: Vec<String>,
}

/// The forced win of the side to move, and the one that its opponent threatens, in a position that is not over. Without
/// fours threes are looked at, where the game has them.
pub fn forced_wins<P: Position>(position: &P) -> [Option<Forced>; 2] {
    let mut threats = Threats::new(&position.shape(), TABLE_ENTRIES);
    let mine = forced_win(&mut threats, position);
    let mut passed = position.clone();
    let theirs = if passed.pass() { forced_win(&mut threats, &passed) } else { None };
    [mine, theirs]
}

fn forced_win<P: Position>(threats: &mut Threats, position: &P) -> Option<Forced> {
    let has_threes = position.clone().pass();
    [(false, FOUR_NODES), (true, THREE_NODES)].into_iter().find_map(|(by_threes, nodes)| {
        if by_threes && !has_threes {
            return None;
        }
        let answer = threats.answer(position, by_threes, &Limits { nodes: Some(nodes), ..Limits::default() });
        let Answer { finding: Finding::Win { fours }, line, .. } = answer else { return None };
        let moves = line.iter().map(|&mv: &Move| move_text(&position.shape(), mv)).collect();
        Some(Forced { fours, by_threes, moves })
    })
}

impl Forced {
    /// For people: how it is won, and the line.
    pub fn text(&self) -> String {
        let fours = format!("{} four{}", self.fours, if self.fours == 1 { "" } else { "s" });
        match (self.fours, self.by_threes) {
            (0, false) => "a line at once".to_string(),
            (_, false) => format!("by {fours}: {}", self.moves.join(" ")),
            (_, true) => format!("by threes and {fours}: {}", self.moves.join(" ")),
        }
    }

    /// The same as JSON.
    pub fn json(&self) -> Value {
        json!({ "fours": self.fours, "by_threes": self.by_threes, "moves": self.moves })
    }
}
