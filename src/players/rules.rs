//! Document T's V1: a list of rules, of which the first that applies chooses the move.
//!
//! As printed: win and block take the first cell in reading order, corner and edge a random free one. What the five rules
//! mean on other boards is our generalisation:
//!
//! * *win*, *block*: complete a line, or take the cell where the opponent would;
//! * *centre*: the one, two or four cells nearest to the middle; with gravity the middle column or columns;
//! * *corner*: a stone that comes to lie in a corner of the board;
//! * *edge*: a stone that comes to lie on the border, corners excepted.
//!
//! Where no rule applies (which 3x3 cannot show) any legal move is as likely as any other.

use super::random::{pick, unsearched};
use super::settings::Settings;
use crate::base::rng::Rng;
use crate::base::switch::{self, Switch, Values};
use crate::base::{Answer, Cell, Limits, Move, Position, Root, Searcher, Shape};

/// One rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Complete a line.
    Win,
    /// Stop a line of the opponent.
    Block,
    /// Take the middle.
    Centre,
    /// Take a corner.
    Corner,
    /// Take the border.
    Edge,
}

const RULES: [(&str, Rule); 5] = [
    ("win", Rule::Win),
    ("block", Rule::Block),
    ("centre", Rule::Centre),
    ("corner", Rule::Corner),
    ("edge", Rule::Edge),
];

/// The rules in the order in which they are tried; one that is missing is never tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleOrder(Vec<Rule>);

impl Default for RuleOrder {
    /// The document's order.
    fn default() -> RuleOrder {
        RuleOrder(RULES.iter().map(|(_, rule)| *rule).collect())
    }
}

impl RuleOrder {
    /// Reads `win-block-centre-corner-edge` or any other order of some of these.
    ///
    /// # Errors
    ///
    /// An unknown rule, or one that stands twice.
    pub fn parse(text: &str) -> Result<RuleOrder, String> {
        let mut order = Vec::new();
        for word in text.split('-') {
            let rule = switch::parse_word(word, &RULES)?;
            if order.contains(&rule) {
                return Err(format!("the rule '{word}' stands twice in '{text}'"));
            }
            order.push(rule);
        }
        Ok(RuleOrder(order))
    }

    /// The order as text.
    pub fn text(&self) -> String {
        let word = |rule: &Rule| RULES.iter().find(|(_, known)| known == rule).map_or("", |(word, _)| *word);
        self.0.iter().map(word).collect::<Vec<_>>().join("-")
    }
}

/// The keys of this player.
pub static SWITCHES: [Switch<Settings>; 1] = [Switch {
    key: "rules",
    meaning: "the rules in the order in which they are tried",
    values: Values::Text("some of win, block, centre, corner, edge, joined by '-'"),
    exact: &["win-block-centre-corner-edge", "corner-block-win"],
    get: |s| s.rules.text(),
    set: |s, text| {
        s.rules = RuleOrder::parse(text)?;
        Ok(())
    },
}];

/// A player that follows rules and does not look ahead.
pub struct Rules {
    order: RuleOrder,
    centre: Vec<bool>,
    corner: Vec<bool>,
    edge: Vec<bool>,
    rng: Rng,
}

impl Rules {
    /// A player with this order of rules on this board.
    pub fn new(order: RuleOrder, shape: &Shape) -> Rules {
        let cells = 0..shape.cells() as Cell;
        let from_middle = |cell: Cell| if shape.gravity { column_distance(shape, cell) } else { ring(shape, cell) };
        let least = cells.clone().map(from_middle).min();
        let borders = |cell: Cell| {
            let ends = |at: usize, side: u8| at == 0 || at + 1 == side as usize;
            (ends(shape.column(cell), shape.width), ends(shape.row(cell), shape.height))
        };
        Rules {
            order,
            centre: cells.clone().map(|cell| Some(from_middle(cell)) == least).collect(),
            corner: cells.clone().map(|cell| borders(cell) == (true, true)).collect(),
            edge: cells.map(|cell| matches!(borders(cell), (true, false) | (false, true))).collect(),
            rng: Rng::new(0),
        }
    }

    fn apply<P: Position>(&mut self, rule: Rule, position: &mut P, moves: &[Move]) -> Option<Move> {
        let lands_on = |map: &[bool], mv: Move| map.get(position.landing(mv) as usize).copied().unwrap_or(false);
        let map = match rule {
            Rule::Win => return moves.iter().copied().find(|&mv| position.wins_at(mv)),
            Rule::Block => return moves.iter().copied().find(|&mv| position.stops_win_at(mv)),
            Rule::Centre => &self.centre,
            Rule::Corner => &self.corner,
            Rule::Edge => &self.edge,
        };
        let fitting: Vec<Move> = moves.iter().copied().filter(|&mv| lands_on(map, mv)).collect();
        if fitting.is_empty() { None } else { pick(&mut self.rng, &fitting) }
    }
}

fn ring(shape: &Shape, cell: Cell) -> (u32, u32) {
    shape.centre_distance(cell)
}

fn column_distance(shape: &Shape, cell: Cell) -> (u32, u32) {
    ((2 * shape.column(cell) as i32 - (shape.width as i32 - 1)).unsigned_abs(), 0)
}

impl<P: Position> Searcher<P> for Rules {
    fn search(&mut self, root: &Root<P>, _limits: &Limits) -> Answer {
        if root.position.outcome().is_some() {
            return Answer::default();
        }
        let mut position = root.position.clone();
        let moves: Vec<Move> = position.moves().collect();
        let order = self.order.0.clone();
        let ruled = order.into_iter().find_map(|rule| self.apply(rule, &mut position, &moves));
        unsearched(ruled.or_else(|| pick(&mut self.rng, &moves)), moves.len())
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameSpec;
    use crate::games::tictactoe::TicTacToe;

    fn answer(rules: &str, moves: &[u16]) -> Option<Move> {
        let mut position = TicTacToe::new();
        for &mv in moves {
            position.play(Move(mv));
        }
        let mut player = Rules::new(RuleOrder::parse(rules).unwrap(), &GameSpec::TICTACTOE.shape);
        player.search(&Root { position, last: None }, &Limits::default()).best
    }

    #[test]
    fn the_first_rule_that_applies_decides() {
        let documents = "win-block-centre-corner-edge";
        assert_eq!(answer(documents, &[]), Some(Move(4)));
        assert_eq!(answer(documents, &[0, 4, 1]), Some(Move(2)), "blocks the row");
        assert_eq!(answer(documents, &[0, 4, 1, 5]), Some(Move(2)), "wins rather than blocks");
        assert_eq!(answer("block-win-centre-corner-edge", &[0, 4, 1, 5]), Some(Move(3)));
        let corner = answer("win-corner-block-centre-edge", &[0, 4, 1]).unwrap();
        assert!([2, 6, 8].contains(&corner.0));
        let corners: std::collections::BTreeSet<u16> = (0..50)
            .map(|seed| {
                let mut player = Rules::new(RuleOrder::default(), &GameSpec::TICTACTOE.shape);
                let mut position = TicTacToe::new();
                position.play(Move(4));
                Searcher::<TicTacToe>::new_game(&mut player, seed);
                player.search(&Root { position, last: None }, &Limits::default()).best.unwrap().0
            })
            .collect();
        assert_eq!(corners.into_iter().collect::<Vec<_>>(), [0, 2, 6, 8], "every corner is chosen by some seed");
    }

    #[test]
    fn orders_are_read_and_refused() {
        assert_eq!(RuleOrder::parse("edge-win").unwrap().text(), "edge-win");
        assert!(RuleOrder::parse("win-blok").unwrap_err().contains("did you mean 'block'"));
        assert!(RuleOrder::parse("win-win").unwrap_err().contains("twice"));
        assert!(RuleOrder::parse("").unwrap_err().contains("expected one of win"));
    }
}
