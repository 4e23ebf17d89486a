//! Candidate rules: which moves a node looks at.

use super::Config;
use super::width::{At, PLACES};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Cell, MAX_SIDE, Move, Position, Shape};

/// The rule by which moves become candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Every legal move.
    All,
    /// Moves within a Chebyshev distance of any stone.
    Radius,
    /// Moves within a Chebyshev distance of the last move.
    Zone,
    /// Moves inside the bounding box of the stones, expanded.
    Box,
}

/// Which threats leave only the moves that answer them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answers {
    /// None.
    Off,
    /// A line that either side can complete at once.
    Lines,
    /// That, and a four of the opponent's that nothing would stop.
    Threats,
    /// A line that either side can complete at once and, by what the evaluator sees, an open four or a four with a three that
    /// can be made next. Without an evaluator that sees threats the same as [`Answers::Lines`].
    Seen,
}

const ANSWERS: [(&str, Answers); 4] =
    [("off", Answers::Off), ("on", Answers::Lines), ("threats", Answers::Threats), ("seen", Answers::Seen)];

/// The candidate rule and its parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidates {
    /// Which rule.
    pub rule: Rule,
    /// Chebyshev distance for [`Rule::Radius`].
    pub radius: u32,
    /// Chebyshev distance for [`Rule::Zone`].
    pub zone: u32,
    /// Expansion for [`Rule::Box`].
    pub expansion: u32,
    /// Whether the box follows the stones placed inside the search, or stays the root's.
    pub box_grows: bool,
    /// Side of a central square whose empty cells are always candidates (0: none).
    pub centre: u32,
    /// Document G's fault: without stones there are no candidates, not even the middle of the board.
    pub blind_start: bool,
    /// If no candidate's static value after the move reaches this, the whole board is looked at.
    pub fallback: Option<u64>,
    /// Which threats leave only the moves that answer them.
    pub answers: Answers,
    /// Where the fallback's threshold is looked at. An empty list of candidates falls back everywhere.
    pub fallback_at: At,
}

impl Default for Candidates {
    fn default() -> Candidates {
        Candidates {
            rule: Rule::All,
            radius: 1,
            zone: 3,
            expansion: 1,
            box_grows: true,
            centre: 0,
            blind_start: false,
            fallback: None,
            fallback_at: At::All,
            answers: Answers::Off,
        }
    }
}

const RULES: [(&str, Rule); 4] =
    [("all", Rule::All), ("radius", Rule::Radius), ("zone", Rule::Zone), ("box", Rule::Box)];
const FAR: u64 = MAX_SIDE as u64;

/// The switches of this technique.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "candidates",
        meaning: "which moves a node looks at: all, within a radius of any stone, in a zone around the last move, in the \
                  bounding box of the stones; a drop game measures in columns",
        values: Values::Words(&["all", "radius", "zone", "box"]),
        exact: &[],
        get: |c| RULES.iter().find(|(_, v)| *v == c.candidates.rule).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.candidates.rule, switch::parse_word(text, &RULES)?),
    },
    Switch {
        key: "radius",
        meaning: "distance to the nearest stone for candidates=radius",
        values: Values::Number(1, FAR, false),
        exact: &[],
        get: |c| c.candidates.radius.to_string(),
        set: |c, text| switch::assign(&mut c.candidates.radius, switch::parse_number(text, 1, FAR)? as u32),
    },
    Switch {
        key: "zone",
        meaning: "distance to the last move for candidates=zone",
        values: Values::Number(1, FAR, false),
        exact: &[],
        get: |c| c.candidates.zone.to_string(),
        set: |c, text| switch::assign(&mut c.candidates.zone, switch::parse_number(text, 1, FAR)? as u32),
    },
    Switch {
        key: "box",
        meaning: "expansion of the bounding box for candidates=box",
        values: Values::Number(0, FAR, false),
        exact: &[],
        get: |c| c.candidates.expansion.to_string(),
        set: |c, text| switch::assign(&mut c.candidates.expansion, switch::parse_number(text, 0, FAR)? as u32),
    },
    Switch {
        key: "box_grows",
        meaning: "the box follows the stones placed inside the search; off: the root's box throughout",
        values: Values::OnOff,
        exact: &[],
        get: |c| switch::on_off(c.candidates.box_grows),
        set: |c, text| switch::assign(&mut c.candidates.box_grows, switch::parse_on_off(text)?),
    },
    Switch {
        key: "centre_area",
        meaning: "side of a central square whose empty cells are always candidates; 0: none",
        values: Values::Number(0, FAR, false),
        exact: &[],
        get: |c| c.candidates.centre.to_string(),
        set: |c, text| switch::assign(&mut c.candidates.centre, switch::parse_number(text, 0, FAR)? as u32),
    },
    Switch {
        key: "fallback",
        meaning: "look at the whole board where no candidate's static value after the move reaches this; none: never",
        values: Values::Number(0, 1_000_000_000, true),
        exact: &[],
        get: |c| switch::optional(c.candidates.fallback),
        set: |c, text| switch::assign(&mut c.candidates.fallback, switch::parse_optional(text, 0, 1_000_000_000)?),
    },
    Switch {
        key: "answers",
        meaning: "on: where a line can be completed at once, look only at the move that wins or at those that stop the \
                  opponent's win; threats: where the opponent threatens a four that nothing stops, too, only at what stops it; \
                  seen: as the evaluator sees it, where an open four or a four with a three can be made next, only at fours of \
                  one's own and the cells of the threat",
        values: Values::Words(&["off", "on", "threats", "seen"]),
        exact: &["off", "on", "threats"],
        get: |c| ANSWERS.iter().find(|(_, v)| *v == c.candidates.answers).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.candidates.answers, parse_answers(text)?),
    },
    Switch {
        key: "fallback_at",
        meaning: "where the fallback's threshold is looked at: at the root only or at all nodes",
        values: Values::Words(&["root", "all"]),
        exact: &[],
        get: |c| PLACES.iter().find(|(_, v)| *v == c.candidates.fallback_at).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.candidates.fallback_at, switch::parse_word(text, &PLACES)?),
    },
];

/// Reads which threats are answered. TOML writes `on` and `off` as true and false.
fn parse_answers(text: &str) -> Result<Answers, String> {
    match text {
        "true" => Ok(Answers::Lines),
        "false" => Ok(Answers::Off),
        _ => switch::parse_word(text, &ANSWERS),
    }
}

/// A set of moves as bit rows in the layout of [`Position::footprint`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet {
    rows: [u32; MAX_SIDE],
    used: usize,
    width: usize,
}

impl MoveSet {
    /// From rows of bits, so many of them in use, on a board so wide.
    pub(super) fn of(rows: [u32; MAX_SIDE], used: usize, width: usize) -> MoveSet {
        MoveSet { rows, used, width }
    }

    /// Whether the set holds a move code.
    #[inline(always)]
    pub fn holds(&self, mv: Move) -> bool {
        let code = mv.0 as usize;
        self.rows[code / self.width] >> (code % self.width) & 1 != 0
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.rows[..self.used].iter().all(|&row| row == 0)
    }

    /// Number of moves.
    pub fn len(&self) -> usize {
        self.rows[..self.used].iter().map(|row| row.count_ones() as usize).sum()
    }

    /// The moves by ascending code.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.rows[..self.used].iter().enumerate().flat_map(move |(number, &row)| {
            let mut left = row;
            std::iter::from_fn(move || {
                if left == 0 {
                    return None;
                }
                let bit = left.trailing_zeros() as usize;
                left &= left - 1;
                Some(Move((number * self.width + bit) as u16))
            })
        })
    }
}

/// The bounding box of a footprint: first and last row, first and last column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    rows: (usize, usize),
    columns: (usize, usize),
}

/// The bounding box of the stones, absent on the empty board.
pub fn bounding_box<P: Position>(position: &P) -> Option<Bounds> {
    let mut stones = [0u32; MAX_SIDE];
    let used = position.footprint(&mut stones);
    let first = (0..used).find(|&row| stones[row] != 0)?;
    let last = (0..used).rev().find(|&row| stones[row] != 0)?;
    let all = stones[first..=last].iter().fold(0, |all, row| all | row);
    Some(Bounds { rows: (first, last), columns: (all.trailing_zeros() as usize, 31 - all.leading_zeros() as usize) })
}

/// The candidates of a node under any rule but [`Rule::All`], intersected with the legal moves. May be empty.
///
/// On the empty board every rule answers with the middle of the board: there is no stone to be near to.
pub fn collect<P: Position>(rules: &Candidates, position: &P, last: Option<Move>, root_box: Option<Bounds>) -> MoveSet {
    let shape = position.shape();
    let mut set = MoveSet { rows: [0; MAX_SIDE], used: 0, width: shape.width as usize };
    let mut open = [0u32; MAX_SIDE];
    set.used = position.openings(&mut open);
    match rules.rule {
        Rule::All => set.rows = open,
        Rule::Radius => {
            let mut stones = [0u32; MAX_SIDE];
            position.footprint(&mut stones);
            set.rows = dilate(&stones, set.used, rules.radius as usize);
        }
        Rule::Zone => {
            if let Some(last) = last {
                let (row, column) = (last.0 as usize / set.width, last.0 as usize % set.width);
                let centre = Bounds { rows: (row, row), columns: (column, column) };
                fill(&mut set, centre, rules.zone as usize);
            }
        }
        Rule::Box => {
            let stones = if rules.box_grows { bounding_box(position) } else { root_box };
            if let Some(stones) = stones {
                fill(&mut set, stones, rules.expansion as usize);
            }
        }
    }
    if rules.centre > 0 || (position.ply() == 0 && !rules.blind_start) {
        add_centre(&mut set, &shape, (rules.centre as usize).max(1));
    }
    for (row, open) in set.rows[..set.used].iter_mut().zip(open) {
        *row &= open;
    }
    set
}

fn dilate(stones: &[u32; MAX_SIDE], used: usize, radius: usize) -> [u32; MAX_SIDE] {
    let mut wide = [0u32; MAX_SIDE];
    for (wide, &row) in wide.iter_mut().zip(&stones[..used]) {
        *wide = (1..=radius).fold(row, |all, by| all | row << by | row >> by);
    }
    let mut result = [0u32; MAX_SIDE];
    for (row, result) in result[..used].iter_mut().enumerate() {
        let near = row.saturating_sub(radius)..used.min(row + radius + 1);
        *result = wide[near].iter().fold(0, |all, row| all | row);
    }
    result
}

fn fill(set: &mut MoveSet, bounds: Bounds, by: usize) {
    let left = bounds.columns.0.saturating_sub(by);
    let right = (bounds.columns.1 + by).min(set.width - 1);
    let columns = (1u32 << (right + 1)) - (1u32 << left);
    let top = (bounds.rows.1 + by).min(set.used.saturating_sub(1));
    for row in &mut set.rows[bounds.rows.0.saturating_sub(by)..=top] {
        *row |= columns;
    }
}

/// The middle square of about this side: on an even board the side grows by one, so that it stays central.
fn add_centre(set: &mut MoveSet, shape: &Shape, side: usize) {
    let span = |length: usize| {
        let side = side.min(length);
        let low = (length - side) / 2;
        (low, (length - 1 - low).max(low))
    };
    let bounds = Bounds { rows: span(set.used), columns: span(shape.width as usize) };
    fill(set, bounds, 0);
}

/// The box of the cells that hold stones, expanded by one cell: what `local_nodes` counts in. Where stones fall, it has rows
/// as well, unlike the [`bounding_box`] of a footprint.
pub fn local_box<P: Position>(position: &P) -> Option<Bounds> {
    let shape = position.shape();
    let stones = (0..shape.cells() as Cell).filter(|&cell| position.stone(cell).is_some());
    let places = stones.map(|cell| (shape.row(cell), shape.column(cell)));
    let one = |(row, column)| Bounds { rows: (row, row), columns: (column, column) };
    let wider = |a: (usize, usize), b: (usize, usize)| (a.0.min(b.0), a.1.max(b.1));
    let stones =
        places.map(one).reduce(|a, b| Bounds { rows: wider(a.rows, b.rows), columns: wider(a.columns, b.columns) });
    let expand = |(first, last): (usize, usize)| (first.saturating_sub(1), last + 1);
    stones.map(|stones| Bounds { rows: expand(stones.rows), columns: expand(stones.columns) })
}

impl Bounds {
    /// Whether a cell lies within.
    pub fn holds(&self, shape: &Shape, cell: Cell) -> bool {
        (self.rows.0..=self.rows.1).contains(&shape.row(cell))
            && (self.columns.0..=self.columns.1).contains(&shape.column(cell))
    }
}
