//! What the documents' printed programs do wrong, each as a switch, so that its price can be measured by itself against
//! the program that the text intends. (The table without bound types is `table_bounds=off`; evaluations that count
//! something else than they say are evaluators of their own, `doc-a-printed` and so on.)

use super::Config;
use crate::base::switch::{self, Switch, Values};

/// The faults that live in the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Faults {
    /// Every sort key is 0: the greedy score is asked for a point that is already occupied (document G).
    pub zero_sort_key: bool,
    /// The sort takes the side of the program at the opponent's nodes too (document A).
    pub sort_for_root: bool,
    /// The sort's noise is drawn anew at every comparison, so that the order contradicts itself (document A).
    pub noise_in_comparison: bool,
    /// The leaf's value, made for the side to move, is taken as the root's at odd depths too (document G).
    pub leaf_sign: bool,
    /// A deeper iteration's move is kept only if it scores higher than the shallower one's (document G).
    pub keep_only_higher: bool,
    /// An empty candidate list is answered with the first empty cell (document G's corner).
    pub first_empty_fallback: bool,
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
];
