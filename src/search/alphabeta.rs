//! The search body: negamax with fail-soft alpha-beta (Knuth, Moore 1975), all techniques as switches.
//!
//! The body is compiled several times: once with every switch read at run time ([`DYNAMIC`]), and for a short list of
//! [`features`] with its switches fixed, for configurations so bare that reading switches would show. All of them are this
//! one text. A small always-inlined [`Body::child`] (count, win, full board, horizon) stands around the never-inlined
//! [`Body::interior`], so that a leaf costs no call.

use std::collections::HashMap;

use super::Config;
use super::candidates::{self, Bounds, Rule};
use super::features::{self, *};
use super::order::Memory;
use super::pick::{Picker, Place};
use super::table::{Bound, Node, Table};
use super::tally::{Tally, count};
use super::variation::Variation;
use crate::base::limits::Watch;
use crate::base::rng::{Rng, mix};
use crate::base::score::{INFINITE, Score, WIN};
use crate::base::{Counters, Evaluator, Move, Position, Seat, Shape};

/// The stored best moves of a search, by position and remaining depth.
pub type BestMoves = HashMap<u64, Move>;

/// No child.
const NONE: usize = usize::MAX;

/// Whether children are played on copies: in bare forms, on boards of two words. Nothing then has to be undone.
const fn copies<P, const F: u32>() -> bool {
    F & DYNAMIC == 0 && size_of::<P>() <= 16
}

/// The parts that live longer than one search.
pub struct Parts<'s, E> {
    /// The evaluator, reset to the root.
    pub evaluator: &'s mut E,
    /// The transposition table, where there is one.
    pub table: Option<&'s mut Table>,
    /// Killers and history.
    pub memory: &'s mut Memory,
    /// Scratch space for gathered moves.
    pub stack: &'s mut Vec<u64>,
    /// The base sequence of all move codes.
    pub sequence: &'s [Move],
    /// Random numbers for noise and random widths.
    pub rng: &'s mut Rng,
}

/// One search from one root: the state that the recursion shares.
pub struct Body<'s, E> {
    pub(super) parts: Parts<'s, E>,
    pub(super) config: &'s Config,
    pub(super) features: u32,
    /// What is counted while searching; see [`Body::counters`].
    pub(super) tally: Tally,
    /// The limits.
    pub watch: Watch,
    /// The root's children with their values, in the order searched.
    pub root_values: Vec<(Move, Score)>,
    /// A move that the root searches first.
    pub root_first: Option<Move>,
    /// Best moves to search first (with `record` off) or to be filled.
    pub best_moves: Option<&'s mut BestMoves>,
    variation: Variation,
    pub(super) root_box: Option<Bounds>,
    local_box: Option<Bounds>,
    first_line: Option<Seat>,
}

impl<'s, E> Body<'s, E> {
    /// Prepares a search under limits. With `record` the best move of every interior node is stored in `best_moves`,
    /// without it the stored ones are searched first.
    pub fn new<P: Position>(
        config: &'s Config,
        parts: Parts<'s, E>,
        root: &P,
        watch: Watch,
        limited: bool,
        best_moves: Option<&'s mut BestMoves>,
        record: bool,
    ) -> Body<'s, E> {
        let features = features::of(config, parts.table.is_some(), limited, best_moves.is_some(), record);
        Body {
            parts,
            config,
            features,
            tally: Tally::default(),
            watch,
            root_values: Vec::with_capacity(root.move_codes() as usize),
            root_first: None,
            best_moves,
            variation: Variation::default(),
            root_box: candidates::bounding_box(root),
            local_box: if config.count_local { candidates::local_box(root) } else { None },
            first_line: None,
        }
    }

    /// The compiled form that will run.
    pub fn dispatch<P: Position>(&self) -> &'static str
    where
        E: Evaluator<P>,
    {
        if E::BARE { features::profile(self.features).unwrap_or(DISPATCH_DYNAMIC) } else { DISPATCH_DYNAMIC }
    }

    /// The principal variation of the last iteration, as far as the compiled form keeps it.
    pub fn line(&self) -> Vec<Move> {
        self.variation.line().to_vec()
    }

    /// What was counted; see [`Tally::counters`].
    pub fn counters<P: Position>(&self) -> Counters
    where
        E: Evaluator<P>,
    {
        let form = if self.dispatch::<P>() == DISPATCH_DYNAMIC { DYNAMIC } else { self.features };
        self.tally.counters(form, self.parts.sequence.len())
    }

    #[inline(always)]
    pub(super) fn has<const F: u32>(&self, feature: u32) -> bool {
        if F & DYNAMIC != 0 { self.features & feature != 0 } else { F & feature != 0 }
    }

    /// Searches the root to a depth of at least one ply within a window. The root must have a legal move.
    pub fn root<P>(&mut self, position: &mut P, depth: u32, window: (Score, Score), last: Option<Move>) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        self.root_values.clear();
        count!(self.tally.counters.nodes, 1);
        let (alpha, beta) = window;
        // No line is longer than the board is empty: then a full board lies on the horizon and nowhere before it.
        let empty = position.shape().cells() as u32 - position.ply();
        let depth = depth.min(empty);
        self.tally.horizon_is_full = depth == empty;
        macro_rules! run {
            ($($profile:expr),*) => {
                match self.features {
                    $(features if E::BARE && features == $profile => {
                        self.interior::<P, { ROOT | $profile }>(position, alpha, beta, depth, 0, last)
                    })*
                    _ => self.interior::<P, { ROOT | DYNAMIC }>(position, alpha, beta, depth, 0, last),
                }
            };
        }
        run!(ALPHABETA, ALPHABETA_DISTANCE, ALPHABETA_NATURAL, ALPHABETA_NATURAL_DISTANCE, MINIMAX, MINIMAX_DISTANCE)
    }

    /// A node just reached by a move (with whether it is local): counted, decided here if it can be, else expanded. Value for its side to move.
    #[inline(always)]
    fn child<P, const F: u32>(
        &mut self,
        position: &mut P,
        alpha: Score,
        beta: Score,
        depth: u32,
        ply: u32,
        (mv, local): (Move, bool),
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        // Not `count!`: a node limit needs the number.
        self.tally.counters.nodes += 1;
        if local {
            self.tally.counters.local_nodes += 1;
        }
        if self.has::<F>(WIN_AFTER_MOVE) && position.last_mover_won() {
            count!(self.tally.wins_after_move, 1);
            return self.line_value::<P, F>(position, ply);
        }
        if depth == 0 {
            return self.horizon::<P, F>(position, ply);
        }
        if F & DYNAMIC != 0 {
            if self.watch.must_stop(self.tally.counters.nodes)
                && self.has::<F>(LIMITED)
                && let Some(value) = self.value_after_stop(position, ply)
            {
                return value;
            }
            self.interior::<P, DYNAMIC>(position, alpha, beta, depth, ply, Some(mv))
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

    /// The value of a win completed at a ply, for the side that made it.
    #[inline(always)]
    pub(super) fn win<const F: u32>(&self, ply: u32) -> Score {
        if self.has::<F>(DISTANCE) { WIN - ply as Score } else { WIN }
    }

    /// The horizon: the static value or, where all horizon nodes have a full board, a draw; unless a line is on the board
    /// that nobody has looked for yet.
    #[inline(always)]
    fn horizon<P, const F: u32>(&mut self, position: &P, ply: u32) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        if F & DYNAMIC != 0
            && let Some(value) = self.unseen_line::<P, F>(position, ply)
        {
            return value;
        }
        if self.tally.horizon_is_full {
            return 0;
        }
        self.static_value::<P, F>(position, ply)
    }

    /// What the evaluator says of a node, for its side to move.
    #[inline(always)]
    pub(super) fn static_value<P, const F: u32>(&mut self, position: &P, ply: u32) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        if F & DYNAMIC != 0 {
            count!(self.tally.counters.evaluations, 1);
        }
        let value = self.parts.evaluator.value(position);
        if self.has::<F>(SIGN_FAULT) && self.is_missigned(position, ply) { -value } else { value }
    }

    /// With wins looked for late: the value for the side to move if a line is on the board.
    pub(super) fn unseen_line<P, const F: u32>(&mut self, position: &P, ply: u32) -> Option<Score>
    where
        P: Position,
        E: Evaluator<P>,
    {
        if self.has::<F>(WIN_AT_ENTRY | ENTRY_CORNER) {
            return self.is_lost_at_entry::<P, F>(position).then(|| self.line_value::<P, F>(position, ply));
        }
        if self.has::<F>(WIN_AT_LEAF) {
            let turn = position.turn();
            let winner = self.first_line.or_else(|| position.last_mover_won().then(|| turn.other()));
            return winner.map(|winner| if winner == turn { self.win::<F>(ply) } else { -self.win::<F>(ply) });
        }
        None
    }

    /// Whether a move comes to lie near the root's stones.
    #[cold]
    fn is_local<P: Position>(&self, position: &P, mv: Move) -> bool {
        self.local_box.is_some_and(|near| near.holds(&position.shape(), position.landing(mv)))
    }

    #[inline(always)]
    fn step<P, const F: u32>(
        &mut self,
        position: &mut P,
        mv: Move,
        window: (Score, Score),
        depth: u32,
        ply: u32,
        index: usize,
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        // Forms that have no use for the window or the distance from the root pass a constant, which costs no register.
        let (alpha, beta) = if F & (DYNAMIC | PRUNE) != 0 { window } else { (-INFINITE, INFINITE) };
        let ply = if F & (DYNAMIC | DISTANCE) != 0 { ply + 1 } else { 0 };
        if copies::<P, F>() {
            let mut next = position.clone();
            next.play(mv);
            return -self.child::<P, F>(&mut next, -beta, -alpha, depth - 1, ply, (mv, false));
        }
        let mv_and_local = (mv, self.has::<F>(LOCAL) && self.is_local(position, mv));
        let mine = self.parts.evaluator.play(position, mv);
        let theirs = position.play(mv);
        let score = if F & DYNAMIC != 0 && index > 0 && self.has::<F>(PVS) && alpha + 1 < beta {
            self.null_window::<P, F>(position, mv_and_local, window, depth, ply)
        } else {
            -self.child::<P, F>(position, -beta, -alpha, depth - 1, ply, mv_and_local)
        };
        position.undo(theirs);
        self.parts.evaluator.undo(position, mv, mine);
        score
    }

    /// Principal variation search of a later child, `ply` its own: is it better than the best so far? Only then its value.
    fn null_window<P, const F: u32>(
        &mut self,
        position: &mut P,
        mv: (Move, bool),
        window: (Score, Score),
        depth: u32,
        ply: u32,
    ) -> Score
    where
        P: Position,
        E: Evaluator<P>,
    {
        let (alpha, beta) = window;
        let score = -self.child::<P, F>(position, -alpha - 1, -alpha, depth - 1, ply, mv);
        if score <= alpha || score >= beta || self.gives_up::<F>() {
            return score;
        }
        let before = self.tally.counters.nodes;
        let score = -self.child::<P, F>(position, -beta, -score, depth - 1, ply, mv);
        count!(self.tally.counters.research_nodes, self.tally.counters.nodes - before);
        score
    }

    /// Expands a node. Value for the side to move, fail-soft.
    #[inline(never)]
    fn interior<P, const F: u32>(
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
        // Where children are copies, a copy of the node stays in registers all through.
        let mut here = copies::<P, F>().then(|| position.clone());
        let position = here.as_mut().unwrap_or(position);
        let mut hash_move = None;
        let (mut key, mut symmetry) = (0, 0);
        let mut own_line = false;
        if dynamic {
            if ply > 0 && self.has::<F>(WIN_AT_ENTRY | ENTRY_CORNER) && self.is_lost_at_entry::<P, F>(position) {
                return self.line_value::<P, F>(position, ply);
            }
            if self.has::<F>(WIN_AT_LEAF) && self.first_line.is_none() && ply > 0 && position.last_mover_won() {
                self.first_line = Some(position.turn().other());
                own_line = true;
            }
            if self.has::<F>(TABLE) {
                (key, symmetry) = self.table_key(position, last);
                if let Some(table) = &self.parts.table {
                    let probe = table.probe(Node { key, depth, ply }, window, &mut self.tally.counters);
                    if let Some(value) = probe.cutoff
                        && ply > 0
                    {
                        return value;
                    }
                    hash_move = probe.best.map(|mv| {
                        if symmetry == 0 {
                            mv
                        } else {
                            position.shape().image_of_move(mv, Shape::inverse_symmetry(symmetry))
                        }
                    });
                }
            }
            self.variation.enter(ply);
        }
        // Bare minimax counts them by their best child, which it knows in each.
        if dynamic || F & PRUNE != 0 {
            count!(self.tally.counters.interiors, 1);
        }

        // Bare forms walk the base sequence themselves, in registers; all others ask a picker.
        let start = self.parts.stack.len();
        let guided = dynamic && self.has::<F>(GUIDED);
        let mut picker =
            if guided { self.picker(position, Place { depth, ply, last }, hash_move) } else { Picker::default() };
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
            if F & ROOT != 0 && dynamic && index > 0 && self.root_skips(position, mv, index) {
                continue;
            }
            let noisy = F & ROOT != 0 && dynamic && self.config.root_noise > 0;
            let floor = if noisy { -INFINITE } else { alpha };
            let mut score = self.step::<P, F>(position, mv, (floor, beta), depth, ply, index);
            if dynamic && self.gives_up::<F>() {
                break;
            }
            if noisy && score.abs() < crate::base::score::WIN_BOUND {
                score += self.parts.rng.below(self.config.root_noise) as Score;
            }
            if F & ROOT != 0 {
                self.root_values.push((mv, score));
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
                            self.variation.extend(ply, mv);
                        }
                        break;
                    }
                    if score > alpha {
                        alpha = score;
                        if !dynamic {
                            self.bare_raise(position, depth - 1, next - 1);
                        } else {
                            best_index = index;
                            self.variation.extend(ply, mv);
                        }
                    }
                } else {
                    best_index = index;
                    if dynamic {
                        self.variation.extend(ply, mv);
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
            self.tally.best(best_index, index);
        }
        if dynamic {
            self.parts.stack.truncate(start);
            if own_line {
                self.first_line = None;
            }
            if self.gives_up::<F>() {
                return best;
            }
            if failed_high
                && self.has::<F>(REMEMBER)
                && let Some(mv) = best_move
            {
                self.parts.memory.reward(position.turn().0 as usize, mv, ply, depth);
            }
            if self.has::<F>(TABLE)
                && let Some(table) = &mut self.parts.table
            {
                let bound = match best {
                    _ if best >= beta => Bound::Lower,
                    _ if best <= window.0 => Bound::Upper,
                    _ => Bound::Exact,
                };
                if symmetry != 0 {
                    best_move = best_move.map(|mv| position.shape().image_of_move(mv, symmetry));
                }
                table.store(Node { key, depth, ply }, best, bound, best_move, &mut self.tally.counters);
            }
            if self.has::<F>(RECORD)
                && let (Some(mv), Some(moves)) = (best_move, &mut self.best_moves)
            {
                moves.insert(position.key() ^ mix(u64::from(depth)), mv);
            }
        }
        best
    }

    /// The table's key of a position, and the symmetry that carries it to the image that the table knows.
    fn table_key<P: Position>(&self, position: &P, last: Option<Move>) -> (u64, usize) {
        let (key, symmetry) = if self.config.table.symmetry { position.symmetric_key() } else { (position.key(), 0) };
        // Under the zone rule what follows depends on the last move: it belongs to the position.
        match (self.config.candidates.rule, last) {
            (Rule::Zone, Some(last)) => {
                let last = position.shape().image_of_move(last, symmetry);
                (key ^ mix(u64::from(last.0) | 1 << 40), symmetry)
            }
            _ => (key, symmetry),
        }
    }
}
