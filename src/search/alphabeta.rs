//! The search body: negamax with fail-soft alpha-beta (Knuth, Moore 1975), all techniques as switches.
//!
//! This file is the recursion; `body` begins it, `step` plays its moves, `leaf` ends it, `recall` asks the table.
//!
//! The body is compiled several times: once with every switch read at run time ([`DYNAMIC`]), and for a short list of
//! [`features`] with its switches fixed, for configurations so bare that reading switches would show. All of them are this
//! one text. A small always-inlined [`Body::child`] (count, win, full board, horizon) stands around the never-inlined
//! [`Body::interior`], so that a leaf costs no call.

use super::body::Body;
use super::features::*;
use super::pick::{Picker, Place};
use super::recall::Recalled;
use super::selective::{Selection, Treatment};
use super::step::copies;
use super::tally::count;
use crate::base::rng::mix;
use crate::base::score::{INFINITE, Score};
use crate::base::{Evaluator, Move, Position};

/// No child.
const NONE: usize = usize::MAX;

impl<E> Body<'_, E> {
    /// A node just reached by a move (with whether it is local): counted, decided here if it can be, else expanded. Value for its side to move.
    #[inline(always)]
    pub(super) fn child<P, const F: u32>(
        &mut self,
        position: &mut P,
        alpha: Score,
        beta: Score,
        mut depth: u32,
        ply: u32,
        (mv, local): (Move, bool),
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        // Not `count!`: a node limit needs the number. Bare minimax adds the children up when it has searched them all.
        if F & (DYNAMIC | PRUNE) != 0 {
            self.tally.counters.nodes += 1;
        }
        if local {
            self.tally.counters.local_nodes += 1;
        }
        if self.has::<F>(WIN_AFTER_MOVE) {
            if position.last_mover_won() {
                count!(self.tally.decided_after_move, 1);
                return self.line_value::<P, F>(position, ply);
            }
            if position.last_mover_lost() {
                count!(self.tally.decided_after_move, 1);
                return self.win::<F>(ply);
            }
        }
        if F & DYNAMIC != 0 && self.has::<F>(FORCED) {
            depth = self.lengthened(position, depth, ply);
        }
        self.below::<P, F>(position, (alpha, beta), depth, ply, Some(mv))
    }

    /// A node that has been counted and is not decided: its static value at the horizon, else expanded.
    #[inline(always)]
    pub(super) fn below<P, const F: u32>(
        &mut self,
        position: &mut P,
        (alpha, beta): (Score, Score),
        depth: u32,
        ply: u32,
        last: Option<Move>,
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        if depth == 0 {
            return self.horizon::<P, F>(position, ply);
        }
        if F & DYNAMIC != 0 {
            if self.watch.must_stop(self.tally.spent_nodes())
                && self.has::<F>(LIMITED)
                && let Some(value) = self.value_after_stop(position, ply)
            {
                return value;
            }
            self.interior::<P, DYNAMIC>(position, alpha, beta, depth, ply, last)
        } else {
            // A constant match: each compiled form calls itself without the root's extras.
            match F & !ROOT {
                ALPHABETA => self.interior::<P, ALPHABETA>(position, alpha, beta, depth, ply, None),
                ALPHABETA_DISTANCE => self.interior::<P, ALPHABETA_DISTANCE>(position, alpha, beta, depth, ply, None),
                ALPHABETA_NATURAL => self.interior::<P, ALPHABETA_NATURAL>(position, alpha, beta, depth, ply, None),
                ALPHABETA_NATURAL_DISTANCE => {
                    self.interior::<P, ALPHABETA_NATURAL_DISTANCE>(position, alpha, beta, depth, ply, None)
                }
                MINIMAX => self.interior::<P, MINIMAX>(position, alpha, beta, depth, ply, None),
                _ => self.interior::<P, MINIMAX_DISTANCE>(position, alpha, beta, depth, ply, None),
            }
        }
    }

    /// Expands a node that is being expanded already once more, in a window and to a depth of at least one ply.
    pub(super) fn again<P>(&mut self, position: &mut P, place: Place, (alpha, beta): (Score, Score)) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        self.tally.counters.nodes += 1;
        self.interior::<P, DYNAMIC>(position, alpha, beta, place.depth, place.ply, place.last)
    }

    /// Expands a node. Value for the side to move, fail-soft.
    #[inline(never)]
    pub(super) fn interior<P, const F: u32>(
        &mut self,
        position: &mut P,
        mut alpha: Score,
        beta: Score,
        depth: u32,
        ply: u32,
        last: Option<Move>,
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        let dynamic = F & DYNAMIC != 0;
        let window = (alpha, beta);
        let place = Place { depth, ply, last };
        // Where children are copies, a copy of the node stays in registers all through.
        let mut here = copies::<P, F>().then(|| position.clone());
        let position = here.as_mut().unwrap_or(position);
        let mut recalled = Recalled::default();
        let mut selection = Selection::default();
        let mut decided_here = false;
        if dynamic {
            if ply > 0
                && self.has::<F>(WIN_AT_ENTRY | ENTRY_CORNER)
                && let Some(value) = self.value_at_entry::<P, F>(position, ply)
            {
                return value;
            }
            if ply > 0
                && self.has::<F>(WIN_AT_LEAF)
                && self.first_winner.is_none()
                && let Some(winner) = position.winner()
            {
                self.first_winner = Some(winner);
                decided_here = true;
            }
            let excluded = self.excluded.take();
            if self.has::<F>(TABLE) && excluded.is_none() {
                recalled = self.recall(position, place, window);
                if let Some(value) = recalled.cutoff {
                    return value;
                }
            }
            if self.has::<F>(SELECTIVE) {
                match self.decide_before(position, place, window, &recalled, excluded) {
                    Ok(decided) => selection = decided,
                    Err(value) => return value,
                }
            }
            self.parts.variation.enter(ply);
        }
        // Bare minimax counts them by their best child, which it knows in each.
        if dynamic || F & PRUNE != 0 {
            count!(self.tally.counters.interiors, 1);
        }

        // Bare forms walk the base sequence themselves, in registers; all others ask a picker.
        let start = self.parts.stack.len();
        let guided = dynamic && self.has::<F>(GUIDED);
        let mut picker = if guided { self.picker(position, place, recalled.best) } else { Picker::default() };
        if dynamic || F & ROOT != 0 {
            if !guided {
                picker.generated = position.legal_count() as usize;
            }
            let generated = picker.generated;
            if F & ROOT != 0 {
                self.tally.counters.root_width = generated as u64;
            }
            if dynamic {
                count!(self.tally.counters.children_generated, generated as u64);
            }
        }

        let sequence = self.parts.sequence;
        // Where a bare form stands: the next place of the sequence, which in generation order is a move code.
        let mut next = 0;
        let mut best = -INFINITE;
        let mut best_move = None;
        // The child that raised alpha last (in minimax: the first of the best): without a cutoff the best one. Bare
        // alpha-beta keeps it in the tally. A plain number, since an option takes two registers.
        let mut best_index = NONE;
        let mut index = 0;
        let mut left_out = 0;
        let mut failed_high = false;
        loop {
            let mv = if guided {
                let Some(mv) = self.pick(position, &mut picker) else { break };
                mv
            } else if self.has::<F>(NATURAL) {
                let Some(mv) = position.next_legal(next as u16) else { break };
                next = mv.0 as usize + 1;
                mv
            } else {
                let Some(&mv) = sequence.get(next) else { break };
                next += 1;
                if !position.is_legal(mv) {
                    continue;
                }
                mv
            };
            if dynamic && self.is_spent::<F>() {
                break;
            }
            if F & ROOT != 0 && dynamic && index > 0 && self.root_skips(position, mv, index) {
                continue;
            }
            let noisy = F & ROOT != 0 && dynamic && self.config.root_noise > 0;
            let floor = if F & ROOT != 0 && dynamic { self.root_floor(alpha) } else { alpha };
            let mut treated = (0, 0);
            if dynamic && self.has::<F>(SELECTIVE) {
                if selection.excluded == Some(mv) {
                    continue;
                }
                match self.treat(position, &selection, mv, place, (index, alpha, best)) {
                    Treatment::Search { extension, reduction } => treated = (extension, reduction),
                    Treatment::LeaveOut(at_most) => {
                        best = best.max(at_most);
                        left_out += 1;
                        continue;
                    }
                    Treatment::LeaveRest => {
                        let rest = picker.generated.saturating_sub(index + left_out);
                        count!(self.tally.counters.move_count_prunes, rest as u64);
                        break;
                    }
                }
            }
            let (extension, reduction) = treated;
            let mut score = self.step::<P, F>(position, (mv, reduction), (floor, beta), depth + extension, ply, index);
            if dynamic && self.gives_up::<F>() {
                break;
            }
            if noisy && score.abs() < crate::base::score::WIN_BOUND {
                score += self.parts.rng.below(self.config.root_noise) as Score;
            }
            if F & ROOT != 0 {
                self.parts.root_values.push((mv, score));
            }
            if score > best {
                best = score;
                if F & (ROOT | DYNAMIC) != 0 {
                    best_move = Some(mv);
                }
                if self.has::<F>(PRUNE) {
                    // The cutoff first: it is the usual way to raise alpha, and leaves nothing else to be kept.
                    if score >= beta {
                        failed_high = true;
                        if dynamic {
                            self.parts.variation.extend(ply, mv);
                        }
                        break;
                    }
                    if score > alpha {
                        alpha = score;
                        if !dynamic {
                            self.bare_raise(position, depth - 1, next - 1);
                        } else {
                            best_index = index;
                            self.parts.variation.extend(ply, mv);
                        }
                    }
                } else {
                    best_index = index;
                    if dynamic {
                        self.parts.variation.extend(ply, mv);
                    }
                }
            }
            if dynamic || F & PRUNE == 0 {
                index += 1;
            }
        }
        if dynamic {
            count!(self.tally.counters.children_searched, (index + usize::from(failed_high)) as u64);
            if failed_high {
                self.tally.cutoff(index, picker.generated);
            } else if best_index != NONE {
                self.tally.best(best_index, picker.generated);
            }
        } else if failed_high {
            self.bare_cutoff(position, next - 1);
        } else if self.has::<F>(PRUNE) {
            self.bare_end();
            if F & ROOT != 0 && best > window.0 {
                self.bare_exact(depth - 1);
            }
        } else {
            self.tally.counters.nodes += index as u64;
            self.tally.best(best_index, index);
        }
        if dynamic {
            self.parts.stack.truncate(start);
            if decided_here {
                self.first_winner = None;
            }
            if self.gives_up::<F>() {
                return best;
            }
            if failed_high
                && self.has::<F>(REMEMBER)
                && let Some(mv) = best_move
            {
                self.parts.memory.reward(position.turn().0 as usize, mv, place);
            }
            if self.has::<F>(TABLE) && selection.excluded.is_none() {
                self.keep(position, place, recalled, window, (best, best_move));
            }
            if self.has::<F>(RECORD)
                && let (Some(mv), Some(moves)) = (best_move, &mut self.best_moves)
            {
                moves.insert(position.key() ^ mix(u64::from(depth)), mv);
            }
        }
        best
    }
}
