//! What patterns are worth: the weights, and the static value that they make of the totals of both sides.

use std::sync::Arc;

use super::cell_class::{CELL_LIMIT, Entries, Scores, Total, Verdicts, entries, scores};
use super::line_class::{LineClass, Runs};
use crate::base::{RuleSet, Score, Seat, Threat, ThreatCounts};
use crate::eval::{EvalConfig, Weight};

/// The value of a line class, bounded so that all cells of the largest board together fit their sum.
const fn cell(key: &'static str, default: i32, meaning: &'static str) -> Weight {
    let limit = CELL_LIMIT as f64;
    Weight { key, default: default as f64, low: -limit, high: limit, whole: true, meaning }
}

const ATTACK: Weight = Weight::factor("attack", 1.25, "factor on the cells of the side to move");
const TEMPO: Weight = Weight::points("tempo", 15, "being to move");
const MAKES_FIVE: Weight = Weight::points("makes_five", 20_000, "the side to move can make five");
const FACES_FIVES: Weight = Weight::points("faces_fives", 15_000, "the other side can make five on two cells");
const FACES_FIVE: Weight = Weight::points("faces_five", 30, "the other side can make five on one cell");
const MAKES_OPEN_FOUR: Weight =
    Weight::points("makes_open_four", 10_000, "the side to move can make an open or double four, and faces no five");
const MAKES_FOUR_THREE: Weight = Weight::points(
    "makes_four_three",
    3_000,
    "the side to move can make a four with a three, and faces neither five nor open four",
);
const FACES_OPEN_FOUR: Weight =
    Weight::points("faces_open_four", 150, "the other side could make an open or double four, or a four with a three");

/// How many weights lines have by their class, from [`LineClass::One`] on; they stand first.
const LINE_WEIGHTS: usize = 11;

/// All weights.
pub(super) const WEIGHTS: &[Weight] = &[
    cell("one", 1, "an empty cell on a line where a five is possible"),
    cell("closed_two", 2, "a cell that makes a two which can become a closed three"),
    cell("single_two", 4, "a cell that makes a two which one stone makes a three"),
    cell("open_two", 7, "a cell that makes a two which several stones make a three"),
    cell("closed_three", 9, "a cell that makes a three which can become a four"),
    cell("single_three", 20, "a cell that makes a three which one stone makes an open four"),
    cell("open_three", 26, "a cell that makes a three which several stones make an open four"),
    cell("four", 30, "a cell that makes a four"),
    cell("two_fours", 70, "a cell that makes two fours in one line"),
    cell("open_four", 70, "a cell that makes an open four"),
    cell("five", 80, "a cell that makes five"),
    ATTACK,
    TEMPO,
    MAKES_FIVE,
    FACES_FIVES,
    FACES_FIVE,
    MAKES_OPEN_FOUR,
    MAKES_FOUR_THREE,
    FACES_OPEN_FOUR,
];

/// How urgent a cell is by what it is for the side to move, and by what it is for the other one, from which a stone takes
/// it away.
const OWN_URGENCY: [Score; Threat::ALL.len()] = [0, 0, 4_000, 3_000, 20_000, 40_000, 60_000, 1_000_000];
const OPPOSING_URGENCY: [Score; Threat::ALL.len()] = [0, 0, 2_000, 1_000, 10_000, 15_000, 30_000, 500_000];

/// What cells count for a seat, by what they are for it; shared by all copies of an evaluator.
#[derive(Clone, Debug)]
pub(super) struct SeatCells {
    /// What they add to its total.
    pub entries: Arc<Entries>,
    /// What a stone of its own there is worth.
    pub own: Arc<Scores>,
    /// What a stone of the other side's there is worth.
    pub opposing: Arc<Scores>,
}

/// The weights of a configuration.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    lines: [i64; LineClass::ALL.len()],
    attack_thousandths: i64,
    tempo: i64,
    makes_five: i64,
    faces_fives: i64,
    faces_five: i64,
    makes_open_four: i64,
    makes_four_three: i64,
    faces_open_four: i64,
}

impl Worth {
    /// Read from a configuration.
    pub fn new(config: &EvalConfig) -> Worth {
        let mut lines = [0; LineClass::ALL.len()];
        for (worth, weight) in lines[LineClass::One as usize..].iter_mut().zip(&WEIGHTS[..LINE_WEIGHTS]) {
            *worth = config.points(weight.key);
        }
        let points = |weight: &Weight| config.points(weight.key);
        Worth {
            lines,
            attack_thousandths: config.thousandths(ATTACK.key),
            tempo: points(&TEMPO),
            makes_five: points(&MAKES_FIVE),
            faces_fives: points(&FACES_FIVES),
            faces_five: points(&FACES_FIVE),
            makes_open_four: points(&MAKES_OPEN_FOUR),
            makes_four_three: points(&MAKES_FOUR_THREE),
            faces_open_four: points(&FACES_OPEN_FOUR),
        }
    }

    /// What a seat's cells count under a rule set.
    pub fn cells_of(&self, rules: RuleSet, seat: Seat) -> SeatCells {
        let verdicts = Verdicts::of(Runs::of(rules, seat));
        let entries = entries(verdicts, &self.lines);
        SeatCells {
            own: scores(verdicts, &entries, OWN_URGENCY, 2).into(),
            opposing: scores(verdicts, &entries, OPPOSING_URGENCY, 1).into(),
            entries: entries.into(),
        }
    }

    /// What the cells of the side to move and of the other side are worth.
    #[inline(always)]
    fn cells(&self, own: Total, opposing: Total) -> [i64; 2] {
        [own.value() * self.attack_thousandths / 1000, -opposing.value()]
    }

    /// What the threats of both sides mean to the side to move: the first that applies of a win, a loss and what must be
    /// answered. The values are large and not proofs: a five that is made is the search's to see.
    #[inline(always)]
    fn threats(&self, own: ThreatCounts, opposing: ThreatCounts) -> (&'static str, i64) {
        match () {
            _ if own.fives > 0 => ("five to be made", self.makes_five),
            _ if opposing.fives > 1 => ("opposing fives", -self.faces_fives),
            _ if opposing.fives > 0 => ("opposing five", -self.faces_five),
            _ if own.open_fours > 0 => ("open four to be made", self.makes_open_four),
            _ if opposing.open_fours == 0 && own.four_threes > 0 => {
                ("four and three to be made", self.makes_four_three)
            }
            _ if opposing.open_fours + opposing.four_threes > 0 => ("opposing open four", -self.faces_open_four),
            _ => ("threats", 0),
        }
    }

    /// The value for the side to move.
    #[inline(always)]
    pub fn value(&self, own: Total, opposing: Total) -> i64 {
        let [mine, theirs] = self.cells(own, opposing);
        mine + theirs + self.tempo + self.threats(own.counts(), opposing.counts()).1
    }

    /// The parts of [`value`](Worth::value).
    pub fn terms(&self, own: Total, opposing: Total) -> Vec<(String, i64)> {
        let [mine, theirs] = self.cells(own, opposing);
        let (name, threats) = self.threats(own.counts(), opposing.counts());
        let terms = [("own cells", mine), ("opposing cells", theirs), ("tempo", self.tempo), (name, threats)];
        terms.map(|(name, worth)| (name.to_string(), worth)).to_vec()
    }
}
