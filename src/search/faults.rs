//! What the documents' printed programs do wrong, each as a switch, so that its price can be measured by itself against
//! the program that the text intends. (The table without bound types is `table_bounds=off`; evaluations that count
//! something else than they say are evaluators of their own, `doc-a-printed` and so on.)

use super::body::Body;
use super::features::{DYNAMIC, ENTRY_CORNER, GOES_ON, LIMITED, LINE_FAULT};
use super::{Config, WinCheck};
use crate::base::interrupt::quitting;
use crate::base::score::Score;
use crate::base::shape::DIRECTIONS;
use crate::base::switch::{self, Switch, Values};
use crate::base::{Cell, Evaluator, Position, Seat};

/// The faults that live in the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faults {
    /// Every sort key is 0: the greedy score is asked for a point that is already occupied (document G).
    pub zero_sort_key: bool,
    /// The sort takes the side of the program at the opponent's nodes too (document A).
    pub sort_for_root: bool,
    /// The sort sees of each line through a move only the cells next to it (document A).
    pub quick_area: bool,
    /// The sort's noise is drawn anew at every comparison, so that the order contradicts itself (document A).
    pub noise_in_comparison: bool,
    /// The leaf's value, made for the side to move, is taken as the root's at odd depths too (document G).
    pub leaf_sign: bool,
    /// A deeper iteration's move is kept only if it scores higher than the shallower one's (document G).
    pub keep_only_higher: bool,
    /// An empty candidate list is answered with the first empty cell (document G's corner).
    pub first_empty_fallback: bool,
    /// Once a limit is reached every node returns its static value, and its ancestors store what comes of it (document G).
    pub table_after_stop: bool,
    /// The check on entering a node walks from outside of the board, along the diagonal of a corner (document G).
    pub entry_corner: bool,
    /// A limit is looked at between the root's moves only, and ends their loop (document A).
    pub stop_between_moves: bool,
    /// A line of more than `k` is lost for its owner (document A).
    pub overline_lost: bool,
    /// Every value is the first player's, whichever side the program has (document C).
    pub first_view: bool,
    /// A completed line is worth what the evaluation says of it (document C).
    pub line_evaluated: bool,
    /// A win is worth 10 less its distance, beside static values of any size (document T).
    pub win_of_ten: bool,
    /// The choice among the best root moves takes the bounds of pruned ones for their values (document A).
    pub choice_of_bounds: bool,
}

impl Faults {
    /// Whether a completed line may be worth something else than a win to its owner.
    pub fn changes_lines(&self) -> bool {
        self.overline_lost || self.first_view || self.line_evaluated || self.win_of_ten
    }

    /// Refuses combinations that have no meaning.
    pub fn check(&self, config: &Config) -> Result<(), String> {
        if self.changes_lines() && config.win_check == WinCheck::AtLeaf {
            return Err("win_check=at_leaf cannot be combined with a fault that changes what a line is worth \
                        (fault_overline_lost, fault_first_view, fault_line_evaluated, fault_win_of_ten)"
                .to_string());
        }
        if self.entry_corner && config.win_check == WinCheck::AtLeaf {
            return Err("win_check=at_leaf cannot be combined with fault_entry_corner=on: nothing is looked at on \
                        entering a node"
                .to_string());
        }
        if self.line_evaluated && self.win_of_ten {
            return Err("fault_line_evaluated=on cannot be combined with fault_win_of_ten=on: a line is worth one or \
                        the other"
                .to_string());
        }
        if self.choice_of_bounds && !config.choice.is_on() {
            return Err("fault_choice_of_bounds=on needs moves to choose among: set choice_of to 2 or more".to_string());
        }
        if self.table_after_stop && config.table.bytes.is_none() {
            return Err("fault_table_after_stop=on needs a table: set table_bytes".to_string());
        }
        if self.table_after_stop && self.stop_between_moves {
            return Err(
                "fault_table_after_stop=on cannot be combined with fault_stop_between_moves=on: the one looks \
                        at the limit at every node, the other at none"
                    .to_string(),
            );
        }
        Ok(())
    }
}

macro_rules! fault {
    ($key:literal, $field:ident, $meaning:literal) => {
        Switch {
            key: $key,
            meaning: $meaning,
            values: Values::OnOff,
            exact: &[],
            get: |c| switch::on_off(c.faults.$field),
            set: |c, text| switch::assign(&mut c.faults.$field, switch::parse_on_off(text)?),
        }
    };
}

/// The switches of the printed faults.
pub const SWITCHES: &[Switch<Config>] = &[
    fault!(
        "fault_zero_sort_key",
        zero_sort_key,
        "document G: every sort key is 0, since the score is asked for an occupied point"
    ),
    fault!(
        "fault_sort_for_root",
        sort_for_root,
        "document A: moves are sorted for the program's side at the opponent's nodes too"
    ),
    fault!(
        "fault_quick_area",
        quick_area,
        "document A: static_score sees the 3x3 cells around a move and nothing else of the lines through it"
    ),
    fault!(
        "fault_noise_in_comparison",
        noise_in_comparison,
        "document A: the sort's noise is drawn anew at every comparison"
    ),
    fault!(
        "fault_leaf_sign",
        leaf_sign,
        "document G: the leaf's value keeps the sign of the side to move at odd depths"
    ),
    fault!(
        "fault_keep_only_higher",
        keep_only_higher,
        "document G: a deeper iteration's move is kept only if it scores higher"
    ),
    Switch {
        key: "fault_blind_start",
        meaning: "document G: on the empty board there are no candidates, not even the middle",
        values: Values::OnOff,
        exact: &[],
        get: |c| switch::on_off(c.candidates.blind_start),
        set: |c, text| switch::assign(&mut c.candidates.blind_start, switch::parse_on_off(text)?),
    },
    fault!(
        "fault_first_empty",
        first_empty_fallback,
        "document G: an empty candidate list is answered with the first empty cell in reading order"
    ),
    Switch {
        key: "fault_table_any_depth",
        meaning: "document C: an entry of the table answers whatever depth it was searched to",
        values: Values::OnOff,
        exact: &[],
        get: |c| switch::on_off(c.table.any_depth),
        set: |c, text| switch::assign(&mut c.table.any_depth, switch::parse_on_off(text)?),
    },
    fault!(
        "fault_table_after_stop",
        table_after_stop,
        "document G: once a limit is reached every node returns its static value, and the table keeps what comes of it; \
         the nodes of the way back count as well"
    ),
    fault!(
        "fault_entry_corner",
        entry_corner,
        "document G: on entering a node the diagonal of a corner is looked at, where one stone less than a line passes for \
         a line"
    ),
    fault!(
        "fault_stop_between_moves",
        stop_between_moves,
        "document A: nodes and time are looked at between the root's moves only, and end their loop"
    ),
    fault!("fault_overline_lost", overline_lost, "document A: a line of six or more is lost for its owner"),
    fault!(
        "fault_first_view",
        first_view,
        "document C: every value is the first player's, so that the second one looks for its own defeat"
    ),
    fault!(
        "fault_line_evaluated",
        line_evaluated,
        "document C: a completed line is worth what the evaluation sums up, no more"
    ),
    fault!(
        "fault_win_of_ten",
        win_of_ten,
        "document T: a win is worth 10 less its plies, which static values may exceed"
    ),
    fault!(
        "fault_choice_of_bounds",
        choice_of_bounds,
        "document A: the choice among the best moves takes the bounds of pruned moves for their values"
    ),
];

impl<E> Body<'_, E> {
    /// The value of a node whose last move completed a line, for the side to move: a loss, or what a printed program takes it for.
    #[inline(always)]
    pub(super) fn line_value<P, const F: u32>(&mut self, position: &P, ply: u32) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        if self.has::<F>(LINE_FAULT) { self.faulty_line_value(position, ply) } else { -self.win::<F>(ply) }
    }

    /// Whether a stop ends the search right here. Printed programs that go on are still interrupted by a person.
    #[inline(always)]
    pub(super) fn gives_up<const F: u32>(&self) -> bool {
        self.has::<F>(LIMITED) && self.watch.stopped() && (!self.has::<F>(GOES_ON) || quitting())
    }

    /// Whether no further node may be visited. Asked before each one, so that a limit by nodes is kept exactly.
    #[inline(always)]
    pub(super) fn is_spent<const F: u32>(&mut self) -> bool {
        self.has::<F>(LIMITED)
            && self.watch.must_stop(self.tally.spent_nodes())
            && (!self.has::<F>(GOES_ON) || quitting())
    }

    /// What the look at the opponent's last move on entering a node finds: the value if the game is over. Document G's
    /// printed one looks for lines elsewhere.
    #[inline(always)]
    pub(super) fn value_at_entry<P, const F: u32>(&mut self, position: &P, ply: u32) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let lost = if self.has::<F>(ENTRY_CORNER) { is_corner_run(position) } else { position.last_mover_won() };
        if lost {
            Some(self.line_value::<P, F>(position, ply))
        } else {
            position.last_mover_lost().then(|| self.win::<F>(ply))
        }
    }

    /// The value of a node whose last move completed a line, for its side to move, as printed programs have it.
    #[cold]
    fn faulty_line_value<P>(&mut self, position: &P, ply: u32) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        let faults = &self.config.faults;
        // What a corner passes for is no line on the board.
        let passes = self.features & ENTRY_CORNER != 0 && !position.last_mover_won();
        let mut value = if faults.line_evaluated && !passes {
            self.parts.evaluator.value(position)
        } else if faults.win_of_ten {
            ply as Score - 10
        } else {
            -self.win::<DYNAMIC>(ply)
        };
        if faults.overline_lost && has_overline(position) {
            value = -value;
        }
        if faults.first_view && is_second_at_root(position, ply) {
            value = -value;
        }
        value
    }

    /// Whether a leaf's value has the wrong sign.
    #[cold]
    pub(super) fn is_missigned<P: Position>(&self, position: &P, ply: u32) -> bool {
        let faults = &self.config.faults;
        (faults.leaf_sign && ply & 1 != 0) != (faults.first_view && is_second_at_root(position, ply))
    }

    /// What a node is worth once the search has to stop: nothing that anybody looks at. Printed programs take it for a
    /// leaf, or do not stop here.
    #[cold]
    pub(super) fn value_after_stop<P>(&mut self, position: &P, ply: u32) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        if quitting() {
            return Some(0);
        }
        match &self.config.faults {
            faults if faults.stop_between_moves => None,
            faults if faults.table_after_stop => {
                let line = self.unseen_line::<P, DYNAMIC>(position, ply);
                Some(line.unwrap_or_else(|| self.static_value::<P, DYNAMIC>(position, ply)))
            }
            _ => Some(0),
        }
    }
}

/// Whether the side that moves at the root, `ply` moves ago, is the second one.
fn is_second_at_root<P: Position>(position: &P, ply: u32) -> bool {
    position.turn() != if ply & 1 == 0 { Seat::FIRST } else { Seat::FIRST.other() }
}

/// Whether the side that moved last has more than `k` stones in a row.
fn has_overline<P: Position>(position: &P) -> bool {
    let (shape, owner) = (position.shape(), position.turn().other());
    let owns = |cell: Option<Cell>| cell.is_some_and(|cell| position.stone(cell) == Some(owner));
    (0..shape.cells() as Cell).any(|cell| {
        DIRECTIONS.iter().any(|&step| (0..=i32::from(shape.k)).all(|steps| owns(shape.step(cell, step, steps))))
    })
}

/// Document G's `is_win(board, -1, -1, ..)`: a walk from the point below and left of the board, which itself counts as a
/// stone, so that the first `k` - 1 cells of one diagonal are all that it sees. For the side that moved last.
fn is_corner_run<P: Position>(position: &P) -> bool {
    let (shape, owner) = (position.shape(), position.turn().other());
    let cell =
        |steps: u8| (steps < shape.width.min(shape.height)).then(|| u16::from(steps) * (u16::from(shape.width) + 1));
    (0..shape.k.saturating_sub(1)).all(|steps| cell(steps).is_some_and(|cell| position.stone(cell) == Some(owner)))
}
