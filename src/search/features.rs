//! What a configuration asks of the search body, as bits: read at run time, or fixed when a form of the body is compiled.

use super::candidates::{Answers, Rule};
use super::order::{Base, Criterion};
use super::{Config, WinCheck};

/// Cutoffs at alpha >= beta.
pub const PRUNE: u32 = 1 << 0;
/// Wins are seen right after the move.
pub const WIN_AFTER_MOVE: u32 = 1 << 1;
/// Nearer wins score higher.
pub const DISTANCE: u32 = 1 << 2;
/// Nodes, time or an interruption may stop the search.
pub const LIMITED: u32 = 1 << 3;
/// Nodes may know a move to search first, or keep to the answers to a win in one; without it the base sequence is walked
/// as it is.
pub const GUIDED: u32 = 1 << 4;
/// There is a transposition table.
pub const TABLE: u32 = 1 << 5;
/// Null windows after the first child.
pub const PVS: u32 = 1 << 6;
/// The opponent's last move is looked at on entering a node.
pub const WIN_AT_ENTRY: u32 = 1 << 7;
/// Wins are seen at the horizon only.
pub const WIN_AT_LEAF: u32 = 1 << 8;
/// Cutting moves are remembered for killers and history.
pub const REMEMBER: u32 = 1 << 9;
/// Nodes near the root's stones are counted.
pub const LOCAL: u32 = 1 << 10;
/// Best moves are recorded for the minimal tree.
pub const RECORD: u32 = 1 << 11;
/// Printed faults: the value of a leaf may have the wrong sign.
pub const SIGN_FAULT: u32 = 1 << 12;
/// Moves come in generation order, as the position itself lists them; without it they come in the base sequence.
pub const NATURAL: u32 = 1 << 13;
/// Moves are graded before they are searched; else they come in the base sequence.
pub const GRADED: u32 = 1 << 14;
/// A move that is known beforehand is searched before the others are generated.
pub const STAGED: u32 = 1 << 15;
/// Printed faults: a completed line may be worth something else than a loss to the side that faces it.
pub const LINE_FAULT: u32 = 1 << 16;
/// Document G's fault: the look at the last move on entering a node looks at a corner.
pub const ENTRY_CORNER: u32 = 1 << 17;
/// Printed faults: a stop does not end the search at once.
pub const GOES_ON: u32 = 1 << 18;
/// Leaves are searched for wins by fours.
pub const FOURS: u32 = 1 << 27;
/// Late move reduction.
pub const LMR: u32 = 1 << 19;
/// Static values decide near the horizon.
pub const FUTILITY: u32 = 1 << 20;
/// Late moves near the horizon are left out.
pub const MOVE_COUNT: u32 = 1 << 21;
/// Nodes that fail high even after a pass are cut off.
pub const NULL_MOVE: u32 = 1 << 22;
/// Answers to a threatened line cost no depth.
pub const FORCED: u32 = 1 << 23;
/// Table moves far better than the others are searched deeper.
pub const SINGULAR: u32 = 1 << 24;
/// Some moves are searched less deep than others, or not at all.
pub const SELECTIVE: u32 = LMR | FUTILITY | MOVE_COUNT | NULL_MOVE | FORCED | SINGULAR;
/// The node is the root: its children's values are listed.
pub const ROOT: u32 = 1 << 30;
/// All switches are read at run time.
pub const DYNAMIC: u32 = 1 << 31;

/// The configurations that are compiled with their switches fixed, with the name that `dispatch` shows. Only evaluators
/// that are [bare](crate::base::Evaluator::BARE) have them: beside any real evaluation the reading of switches does not show.
const PROFILES: [(u32, &str); 6] = [
    (ALPHABETA, "bare alpha-beta, sequence"),
    (ALPHABETA_DISTANCE, "bare alpha-beta, sequence, distance scores"),
    (ALPHABETA_NATURAL, "bare alpha-beta"),
    (ALPHABETA_NATURAL_DISTANCE, "bare alpha-beta, distance scores"),
    (MINIMAX, "bare minimax"),
    (MINIMAX_DISTANCE, "bare minimax, distance scores"),
];
/// What `dispatch` shows for the form whose switches are read at run time.
pub const DISPATCH_DYNAMIC: &str = "dynamic";
pub const ALPHABETA: u32 = PRUNE | WIN_AFTER_MOVE;
pub const MINIMAX: u32 = WIN_AFTER_MOVE | NATURAL;
pub const ALPHABETA_DISTANCE: u32 = ALPHABETA | DISTANCE;
pub const ALPHABETA_NATURAL: u32 = ALPHABETA | NATURAL;
pub const ALPHABETA_NATURAL_DISTANCE: u32 = ALPHABETA | NATURAL | DISTANCE;
pub const MINIMAX_DISTANCE: u32 = MINIMAX | DISTANCE;

/// The features of a configuration in a search with these parts.
pub fn of(config: &Config, table: bool, limited: bool, best_moves: bool, record: bool) -> u32 {
    let mut features = 0;
    let mut set = |feature: u32, on: bool| features |= if on { feature } else { 0 };
    set(PRUNE, config.pruning);
    set(WIN_AFTER_MOVE, config.win_check == WinCheck::AfterMove);
    set(WIN_AT_ENTRY, config.win_check == WinCheck::AtEntry);
    set(WIN_AT_LEAF, config.win_check == WinCheck::AtLeaf);
    set(DISTANCE, config.distance_scores);
    set(LIMITED, limited);
    set(TABLE, table);
    set(PVS, config.pvs);
    let remembered = [Criterion::Killers, Criterion::History, Criterion::CounterMoves];
    set(REMEMBER, remembered.into_iter().any(|criterion| config.order.has(criterion)));
    set(LOCAL, config.count_local);
    set(RECORD, record);
    set(SIGN_FAULT, config.faults.leaf_sign || config.faults.first_view);
    set(LINE_FAULT, config.faults.changes_lines());
    set(ENTRY_CORNER, config.faults.entry_corner);
    set(GOES_ON, config.faults.table_after_stop || config.faults.stop_between_moves);
    set(FOURS, config.threats.at_leaves());
    set(LMR, config.selective.lmr.hundredths.is_some());
    set(FUTILITY, config.selective.futility.margin.is_some());
    set(MOVE_COUNT, config.selective.move_count.per_ply.is_some());
    set(NULL_MOVE, config.selective.null_move.reduction.is_some());
    set(FORCED, config.selective.extend_forced.is_some());
    set(SINGULAR, config.selective.singular.depth.is_some());
    set(NATURAL, config.order.base == Base::Generation);
    let everything = config.candidates.rule == Rule::All && config.width.topk.is_none();
    let hash_first = config.order.criteria.first() == Some(&Criterion::Hash);
    let graded = !everything || config.order.criteria.len() > usize::from(hash_first);
    let all_at_root = config.root_noise > 0 || config.choice.is_on();
    let guided = graded
        || hash_first
        || config.candidates.answers != Answers::Off
        || config.deepening
        || all_at_root
        || best_moves;
    set(GRADED, graded);
    set(GUIDED, guided);
    set(STAGED, guided && everything && (hash_first || config.order.is_static()));
    features
}

/// The name of the compiled form that has exactly these features.
pub fn profile(features: u32) -> Option<&'static str> {
    PROFILES.iter().find(|(profile, _)| *profile == features).map(|(_, name)| *name)
}
