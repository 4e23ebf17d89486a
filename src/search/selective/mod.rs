//! Selective search: techniques that look at some moves less deeply than at others, or not at all.
//!
//! All of them are off unless they are asked for, and none of them claims to be exact. What they share:
//!
//! * where a side can complete a line at once, or the evaluator sees a threat as urgent (the node is *tense*), nothing is left
//!   out and nothing reduced; neither is a move that the evaluator sees to make a three or more, or to stop a four;
//! * a value that tells a forced win or loss is never made of a margin, and a node is lost only if each of its moves was
//!   searched and lost. So a win that such a search tells is one: what was left out can hide it, and cannot make it;
//! * values stay fail-soft: what stands in for a move left out is at most alpha, for a node cut off at least beta.

mod extend_forced;
mod futility;
mod lmr;
mod move_count;
mod null_move;
mod singular;

use super::Config;
use super::body::Body;
use super::features::{DYNAMIC, FUTILITY, LMR, MOVE_COUNT, NULL_MOVE, SINGULAR};
use super::pick::Place;
use super::recall::Recalled;
use crate::base::score::{Score, WIN_BOUND, is_decided};
use crate::base::switch::Switch;
use crate::base::{Evaluator, Move, Position, Threat};

/// The techniques and their parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selective {
    /// Late move reduction.
    pub lmr: lmr::Lmr,
    /// Futility.
    pub futility: futility::Futility,
    /// Move-count pruning.
    pub move_count: move_count::MoveCount,
    /// Null move.
    pub null_move: null_move::NullMove,
    /// Plies by which answers to a threat may lengthen a line.
    pub extend_forced: Option<u32>,
    /// Singular extension.
    pub singular: singular::Singular,
}

impl Selective {
    /// The first technique that is on, by its key.
    pub fn first_on(&self) -> Option<&'static str> {
        let on = [
            ("lmr", self.lmr.hundredths.is_some()),
            ("futility", self.futility.margin.is_some()),
            ("move_count", self.move_count.per_ply.is_some()),
            ("null_move", self.null_move.reduction.is_some()),
            ("extend_forced", self.extend_forced.is_some()),
            ("singular", self.singular.depth.is_some()),
        ];
        on.into_iter().find(|(_, on)| *on).map(|(key, _)| key)
    }

    /// Refuses what has no meaning.
    pub fn check(&self, config: &Config, gravity: bool) -> Result<(), String> {
        let Some(key) = self.first_on() else { return Ok(()) };
        let refusal = |other: &str, why: &str| Err(format!("{key} cannot be combined with {other}: {why}"));
        if !config.pruning {
            return refusal("pruning=off", "it decides by the window that alpha-beta has");
        }
        if config.win_check != super::WinCheck::AfterMove {
            return refusal(
                "win_check=at_entry or at_leaf",
                "a line that nobody has looked for yet must not be left out",
            );
        }
        if config.minimal_tree {
            return refusal("minimal_tree=on", "the minimal tree is that of a search that leaves nothing out");
        }
        if config.root_noise > 0 || config.choice.is_on() {
            return refusal("root_noise or choice_of", "every root move needs its exact value");
        }
        if self.null_move.reduction.is_some() && gravity {
            return Err(
                "null_move needs a game in which a stone more does no harm: where stones fall, the one who must \
                        move may have to give the other side a cell"
                    .to_string(),
            );
        }
        if self.singular.depth.is_some() && config.table.bytes.is_none() {
            return Err("singular needs a table, whose move it holds against the others: set table_bytes".to_string());
        }
        Ok(())
    }
}

/// The switches of all selective techniques.
pub fn switches() -> impl Iterator<Item = &'static Switch<Config>> {
    [
        lmr::SWITCHES,
        futility::SWITCHES,
        move_count::SWITCHES,
        null_move::SWITCHES,
        extend_forced::SWITCHES,
        singular::SWITCHES,
    ]
    .into_iter()
    .flatten()
}

/// What a node decides before it searches its moves.
#[derive(Clone, Copy, Default)]
pub(super) struct Selection {
    /// A move that is not searched here, since the question is what the others are worth.
    pub excluded: Option<Move>,
    /// Whether a side can complete a line at once.
    tense: bool,
    /// The move that is searched a ply deeper.
    singular: Option<Move>,
    /// The static value after a pass, where moves are judged by it.
    passed: Option<Score>,
}

/// What becomes of a move.
pub(super) enum Treatment {
    /// It is searched: so many plies deeper, and first so many plies less deep.
    Search { extension: u32, reduction: u32 },
    /// It is left out, since it cannot be worth more than this.
    LeaveOut(Score),
    /// It and all later ones are left out.
    LeaveRest,
}

impl<E> Body<'_, E> {
    /// Whether a threat on the board has to be answered, or wins: a line that a side can complete, and by the evaluator's eyes
    /// an open four, or a four with a three of the opponent's.
    #[inline(always)]
    fn is_tense<P>(&mut self, position: &mut P) -> bool
    where
        P: Position,
        E: Evaluator<P>,
    {
        if E::SEES_THREATS {
            let turn = position.turn();
            let (own, theirs) =
                (self.parts.evaluator.threat_counts(turn), self.parts.evaluator.threat_counts(turn.other()));
            own.fives + own.open_fours + theirs.fives + theirs.open_fours + theirs.four_threes > 0
        } else {
            position.has_win_in_one(false) || position.has_win_in_one(true)
        }
    }

    /// Whether the evaluator sees that a move makes a three or more, or takes a four or more from the opponent.
    #[inline(always)]
    fn is_sharp<P>(&self, position: &P, mv: Move) -> bool
    where
        P: Position,
        E: Evaluator<P>,
    {
        let (cell, turn) = (position.landing(mv), position.turn());
        let threat = |seat| self.parts.evaluator.threat(cell, seat);
        E::SEES_THREATS && (threat(turn) >= Threat::Three || threat(turn.other()) >= Threat::Four)
    }

    /// What a node decides before it searches its moves, or the value with which it is cut off.
    #[inline(never)]
    pub(super) fn decide_before<P>(
        &mut self,
        position: &mut P,
        place: Place,
        (alpha, beta): (Score, Score),
        recalled: &Recalled,
        excluded: Option<Move>,
    ) -> Result<Selection, Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let mut selection = Selection { excluded, ..Selection::default() };
        if !self.has::<DYNAMIC>(LMR | FUTILITY | MOVE_COUNT | NULL_MOVE | SINGULAR) {
            return Ok(selection);
        }
        selection.tense = self.is_tense(position);
        if place.ply == 0 || selection.tense || excluded.is_some() {
            return Ok(selection);
        }
        if !is_decided(beta) {
            let mut known = None;
            if self.has::<DYNAMIC>(FUTILITY)
                && let Some(value) = self.futile_node(position, place, beta, &mut known)
            {
                return Err(value);
            }
            if self.has::<DYNAMIC>(NULL_MOVE)
                && let Some(value) = self.null_cut(position, place, beta, &mut known)
            {
                return Err(value);
            }
        }
        if self.has::<DYNAMIC>(FUTILITY) {
            selection.passed = self.passed_value(position, place);
        }
        if self.has::<DYNAMIC>(SINGULAR) && alpha > -WIN_BOUND {
            selection.singular = self.singular_move(position, place, recalled);
        }
        Ok(selection)
    }

    /// What becomes of a move at a node that has searched `index` moves, the best of them worth `best`.
    #[inline]
    pub(super) fn treat<P>(
        &mut self,
        position: &mut P,
        selection: &Selection,
        mv: Move,
        place: Place,
        (index, alpha, best): (usize, Score, Score),
    ) -> Treatment
    where
        P: Position,
        E: Evaluator<P>,
    {
        let mut reduction = 0;
        if index > 0 && !selection.tense && best > -WIN_BOUND && !self.is_sharp(position, mv) {
            if place.ply > 0 {
                if self.has::<DYNAMIC>(MOVE_COUNT) && self.config.selective.move_count.is_over(place.depth, index) {
                    return Treatment::LeaveRest;
                }
                if self.has::<DYNAMIC>(FUTILITY)
                    && !is_decided(alpha)
                    && let Some(bound) = self.futile_move(position, mv, place.depth, alpha, selection.passed)
                {
                    return Treatment::LeaveOut(bound);
                }
            }
            if self.has::<DYNAMIC>(LMR) {
                reduction = self.config.selective.lmr.plies(place.depth, index);
            }
        }
        Treatment::Search { extension: u32::from(selection.singular == Some(mv)), reduction }
    }

    /// Whether a line from the root may become a ply longer: no longer than `cap` plies more than the iteration's depth, and
    /// than there are cells.
    #[inline(always)]
    fn may_lengthen<P: Position>(&self, position: &P, depth: u32, ply: u32, cap: u32) -> bool {
        ply + depth < self.root_depth + cap && depth < position.legal_count()
    }
}
