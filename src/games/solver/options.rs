//! The solver's techniques as switches, so that each one's effect can be measured.

use crate::base::switch::{self, Switch, Values};

/// How the score is narrowed down by searches that ask one question: is it more than this?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probing {
    /// First near the bounds, as early wins and losses are cheap to refute (Pons 2015), then from zero step by step.
    OutsideIn,
    /// In the middle of the bounds.
    Middle,
    /// At zero, then away from it step by step (as MTD(f) with a guess of zero; Plaat and others 1996).
    Steps,
}

/// Which techniques are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Techniques {
    /// How the score is narrowed down.
    pub probing: Probing,
    /// Moves that let the opponent win at once are not looked at.
    pub safe_moves: bool,
    /// Central columns first.
    pub centre_order: bool,
    /// Moves first that make more winning cells, take away more of the opponent's, and leave fewer replies.
    pub threat_order: bool,
    /// Play with one possible reply only is followed without a node.
    pub forced_replies: bool,
    /// The strategy of replying in the same column bounds the score.
    pub follow_up: bool,
    /// A side without an open line cannot win.
    pub open_lines: bool,
    /// A transposition table.
    pub table: bool,
    /// All children are looked up before one is searched (enhanced transposition cutoffs; Plaat and others 1996).
    pub children_first: bool,
    /// Stones on no open line share one colour in the key. Off: it saves 1 % of the nodes and costs 6 % of the time.
    pub dead_stones: bool,
    /// Mirror images share an entry, up to this many stones.
    pub mirror_stones: u32,
    /// The table keeps what took more nodes.
    pub replace_by_work: bool,
    /// A search starts in a small part of the table.
    pub small_table_first: bool,
}

impl Techniques {
    /// All that pay.
    pub const ALL: Techniques = Techniques {
        probing: Probing::OutsideIn,
        safe_moves: true,
        centre_order: true,
        threat_order: true,
        forced_replies: true,
        follow_up: true,
        open_lines: true,
        table: true,
        children_first: true,
        dead_stones: false,
        mirror_stones: 12,
        replace_by_work: true,
        small_table_first: true,
    };
}

impl Default for Techniques {
    fn default() -> Techniques {
        Techniques::ALL
    }
}

/// A switch of a technique that is on or off.
macro_rules! technique {
    ($field:ident, $key:literal, $meaning:literal) => {
        Switch {
            key: $key,
            meaning: $meaning,
            values: Values::OnOff,
            exact: &["on", "off"],
            get: |t| switch::on_off(t.$field),
            set: |t, text| switch::assign(&mut t.$field, switch::parse_on_off(text)?),
        }
    };
}

const PROBINGS: [(&str, Probing); 3] =
    [("outside_in", Probing::OutsideIn), ("middle", Probing::Middle), ("steps", Probing::Steps)];

/// The registry of these switches, in the order of an ablation ladder.
pub const SWITCHES: &[Switch<Techniques>] = &[
    technique!(safe_moves, "solver_safe_moves", "moves that let the opponent win at once are not looked at"),
    technique!(centre_order, "solver_centre_order", "central columns first"),
    technique!(threat_order, "solver_threat_order", "moves that make more winning cells and leave fewer replies first"),
    technique!(forced_replies, "solver_forced_replies", "play with one possible reply only is followed without a node"),
    technique!(table, "solver_table", "a transposition table"),
    technique!(children_first, "solver_children_first", "all children are looked up before one is searched"),
    technique!(
        follow_up,
        "solver_follow_up",
        "the strategy of replying in the same column bounds the score (Allis 1988)"
    ),
    technique!(open_lines, "solver_open_lines", "a side without an open line cannot win"),
    technique!(dead_stones, "solver_dead_stones", "stones on no open line share one colour in the key"),
    Switch {
        key: "solver_mirror_stones",
        meaning: "mirror images share an entry up to this many stones",
        values: Values::Number(0, 128, false),
        exact: &["12", "0"],
        get: |t| t.mirror_stones.to_string(),
        set: |t, text| switch::assign(&mut t.mirror_stones, switch::parse_number(text, 0, 128)? as u32),
    },
    technique!(replace_by_work, "solver_replace_by_work", "the table keeps what took more nodes"),
    technique!(small_table_first, "solver_small_table_first", "a search starts in a small part of the table"),
    Switch {
        key: "solver_probing",
        meaning: "how the score is narrowed down: near the bounds first, in their middle, or from a draw step by step",
        values: Values::Words(&["outside_in", "middle", "steps"]),
        exact: &["outside_in", "middle"],
        get: |t| PROBINGS.iter().find(|(_, probing)| *probing == t.probing).map_or("", |(word, _)| word).to_string(),
        set: |t, text| switch::assign(&mut t.probing, switch::parse_word(text, &PROBINGS)?),
    },
];
