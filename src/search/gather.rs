//! Gathering a node's moves: candidates with their sort keys on a shared stack, cut to the width limit.
//!
//! All nodes of a search share one stack of packed keys; a node takes the largest that is left until it is done, so that
//! nothing is allocated and nothing is sorted that a cutoff makes needless.

use super::body::Body;
use super::candidates::{self, Answers, Candidates, Rule};
use super::order::{self, Criterion, Memory};
use super::pick::Place;
use super::width::{At, Choice};
use crate::base::{Evaluator, Move, Position};

/// What is known about a node's moves before they are gathered.
#[derive(Clone, Copy, Default)]
pub(super) struct Hints {
    /// The node.
    pub place: Place,
    /// The table's or the last iteration's move, if the order asks for it.
    pub hash: Option<Move>,
    /// A move that comes first whatever the order says.
    pub outranking: Option<Move>,
    /// Whether a win in one leaves nothing but answers to it.
    pub answers: bool,
    /// Whether lesser threats that the evaluator sees do so too.
    pub seen: bool,
    /// A move that was searched already.
    pub searched: Option<Move>,
}

impl<E> Body<'_, E> {
    /// Puts the node's candidates with their sort keys on the stack, cut to the width limit.
    pub(super) fn gather<P>(&mut self, position: &mut P, hints: Hints)
    where
        P: Position,
        E: Evaluator<P>,
    {
        let start = self.parts.stack.len();
        let ply = hints.place.ply;
        let answers = if hints.seen { self.answers_seen(position) } else { None };
        if self.config.candidates.rule == Rule::All && answers.is_none() {
            for (place, &mv) in self.parts.sequence.iter().enumerate() {
                if position.is_legal(mv) && hints.searched != Some(mv) {
                    self.parts.stack.push(order::pack(place, mv));
                }
            }
        } else {
            let answered = answers.is_some();
            let set = answers.unwrap_or_else(|| {
                candidates::collect(&self.config.candidates, position, hints.place.last, self.root_box)
            });
            if self.config.order.base == order::Base::Generation {
                for (place, mv) in set.iter().enumerate() {
                    self.parts.stack.push(order::pack(place, mv));
                }
            } else {
                for mv in set.iter() {
                    let place = self.parts.places.get(mv.0 as usize).copied().unwrap_or(0);
                    self.parts.stack.push(order::pack(usize::from(place), mv));
                }
                // The keys tell the sequence, whatever lies where, but to those who look at the moves one after the other.
                let noisy = self.config.order.noise > 0 || self.config.faults.noise_in_comparison;
                if hints.answers || noisy || self.config.width.choice == Choice::Random {
                    self.parts.stack[start..].sort_unstable_by(|a, b| b.cmp(a));
                }
            }
            if !answered && self.falls_back(position, start, ply) {
                self.fall_back(position, start);
            }
        }
        if hints.answers {
            self.keep_answers(position, start, hints.place.depth);
        }
        self.grade(position, start, hints);
        if self.config.faults.noise_in_comparison {
            self.sort_by_contradiction(start);
        }
        let left = || self.watch.left_ratio(self.tally.counters.nodes);
        if let Some(width) = self.config.width.limit(ply == 0, left) {
            self.cut_to_width(position, start, width);
        }
    }

    /// Whether the candidates found so far call for the whole board.
    fn falls_back<P>(&mut self, position: &mut P, start: usize, ply: u32) -> bool
    where
        P: Position,
        E: Evaluator<P>,
    {
        if self.parts.stack.len() == start {
            return true;
        }
        let Candidates { fallback: Some(threshold), fallback_at, .. } = self.config.candidates else { return false };
        if fallback_at == At::Root && ply > 0 {
            return false;
        }
        (start..self.parts.stack.len()).all(|place| {
            let mv = order::unpack(self.parts.stack[place]);
            i64::from(self.parts.evaluator.value_after(position, mv)) < threshold as i64
        })
    }

    fn fall_back<P: Position>(&mut self, position: &P, start: usize) {
        self.tally.counters.fallbacks += 1;
        self.parts.stack.truncate(start);
        for place in 0..self.parts.sequence.len() {
            let mv = self.parts.sequence[place];
            if position.is_legal(mv) {
                self.parts.stack.push(order::pack(place, mv));
                if self.config.faults.first_empty_fallback {
                    break;
                }
            }
        }
    }

    /// Where a line can be completed at once, keeps only the moves that matter: a move that wins, else those that stop the
    /// opponent's win. What is left out loses in two plies, or at once by a forbidden point, so that nothing changes but the
    /// number of nodes. Where nothing stops it, all are kept.
    fn keep_answers<P: Position>(&mut self, position: &mut P, start: usize, depth: u32) {
        let mut kept = start;
        for place in start..self.parts.stack.len() {
            let packed = self.parts.stack[place];
            let mv = order::unpack(packed);
            if position.wins_at(mv) {
                self.parts.stack[start] = packed;
                self.parts.stack.truncate(start + 1);
                return;
            }
            if position.stops_win_at(mv) {
                self.parts.stack.swap(kept, place);
                kept += 1;
            }
        }
        if kept == start && self.config.candidates.answers == Answers::Threats {
            kept = self.answers_to_fours(position, start, depth);
        }
        if kept > start {
            self.parts.stack.truncate(kept);
            self.tally.counters.answering_nodes += 1;
        }
    }

    /// Where the opponent threatens a four that nothing stops, brings the moves that answer it to the front: up to where.
    /// What is left out loses in four plies, so that nothing changes but the number of nodes.
    fn answers_to_fours<P: Position>(&mut self, position: &mut P, start: usize, depth: u32) -> usize {
        let mut kept = start;
        if depth >= self.config.threats.plies_of_a_four()
            && let Some(answers) = self.parts.threats.as_mut().and_then(|threats| threats.answers(position))
        {
            for place in start..self.parts.stack.len() {
                if answers.contains(&order::unpack(self.parts.stack[place])) {
                    self.parts.stack.swap(kept, place);
                    kept += 1;
                }
            }
        }
        kept
    }

    /// Gives the gathered moves their sort keys, one criterion after the other.
    fn grade<P>(&mut self, position: &mut P, start: usize, hints: Hints)
    where
        P: Position,
        E: Evaluator<P>,
    {
        let Hints { place: Place { ply, last, .. }, hash, outranking, searched, .. } = hints;
        let config = self.config;
        for &criterion in &config.order.criteria {
            let bits = criterion.bits();
            match criterion {
                Criterion::Hash if searched.is_some() => {}
                Criterion::Hash => self.raise(start, criterion, |_, mv| u64::from(hash == Some(mv))),
                Criterion::WinBlock if !self.may_win_in_one(position) => self.raise(start, criterion, |_, _| 0),
                Criterion::WinBlock => self.raise(start, criterion, |_, mv| {
                    if position.wins_at(mv) { 2 } else { u64::from(position.stops_win_at(mv)) }
                }),
                Criterion::Killers => {
                    let killers = self.parts.memory.killers(ply);
                    self.raise(start, criterion, |_, mv| order::killer_grade(killers, mv));
                }
                Criterion::History => {
                    let seat = position.turn().0 as usize;
                    self.raise(start, criterion, |memory, mv| memory.history_grade(seat, mv));
                }
                Criterion::CounterMoves => {
                    let reply = self.parts.memory.counter_move(position.turn().0 as usize, last);
                    self.raise(start, criterion, |_, mv| u64::from(reply == Some(mv)));
                }
                Criterion::NearLast => {
                    let shape = position.shape();
                    self.raise(start, criterion, |_, mv| order::nearness_grade(&shape, last, mv));
                }
                Criterion::StaticScore | Criterion::MoveScore => {
                    for place in start..self.parts.stack.len() {
                        let packed = self.parts.stack[place];
                        let score = self.score_grade(position, order::unpack(packed), criterion, ply);
                        self.parts.stack[place] = order::raise(packed, bits, order::signed_grade(score, bits));
                    }
                }
            }
        }
        if let Some(mv) = outranking
            && let Some(packed) = self.parts.stack[start..].iter_mut().find(|packed| order::unpack(**packed) == mv)
        {
            *packed |= 1 << 63;
        }
    }

    /// Appends a criterion to the keys of the gathered moves.
    #[inline(always)]
    fn raise(&mut self, start: usize, criterion: Criterion, mut grade: impl FnMut(&Memory, Move) -> u64) {
        let (bits, memory) = (criterion.bits(), &*self.parts.memory);
        for packed in &mut self.parts.stack[start..] {
            *packed = order::raise(*packed, bits, grade(memory, order::unpack(*packed)));
        }
    }

    fn score_grade<P>(&mut self, position: &mut P, mv: Move, criterion: Criterion, ply: u32) -> i64
    where
        P: Position,
        E: Evaluator<P>,
    {
        let faults = &self.config.faults;
        let (turn, by_opponent) = (position.turn(), faults.sort_for_root && ply & 1 != 0);
        let score = match criterion {
            _ if faults.zero_sort_key => 0,
            Criterion::StaticScore if faults.quick_area => {
                self.parts.evaluator.area_score(position, mv, if by_opponent { turn.other() } else { turn })
            }
            _ if by_opponent => self.parts.evaluator.value_after_by_opponent(position, mv),
            Criterion::MoveScore => self.parts.evaluator.move_score(position, mv),
            _ => self.parts.evaluator.value_after(position, mv),
        };
        let noise = if faults.noise_in_comparison { 0 } else { self.config.order.noise };
        i64::from(score) + if noise > 0 { i64::from(self.parts.rng.below(noise)) } else { 0 }
    }

    /// Document A's printed sort: a comparison draws its noise anew, so that it may contradict an earlier one. A binary
    /// insertion sort, whose comparisons are few and end whatever they answer; the result is written back as a fixed order.
    fn sort_by_contradiction(&mut self, start: usize) {
        let noise = self.config.order.noise.max(1);
        let graded = 2 * 9;
        let mut sorted: Vec<u64> = Vec::with_capacity(self.parts.stack.len() - start);
        for &packed in &self.parts.stack[start..] {
            let place = sorted.partition_point(|&other| {
                let other = (other >> graded) + u64::from(self.parts.rng.below(noise));
                let mine = (packed >> graded) + u64::from(self.parts.rng.below(noise));
                other >= mine
            });
            sorted.insert(place, packed);
        }
        for (place, (slot, packed)) in self.parts.stack[start..].iter_mut().zip(sorted).enumerate() {
            *slot = order::pack(place, order::unpack(packed));
        }
    }

    /// Keeps the first `width` of the gathered moves, or a random sample, and what must not be lost.
    fn cut_to_width<P: Position>(&mut self, position: &mut P, start: usize, width: usize) {
        let total = self.parts.stack.len() - start;
        if total <= width {
            return;
        }
        let left = &mut self.parts.stack[start..];
        if self.config.width.choice == Choice::Random {
            self.parts.rng.shuffle(left);
        } else {
            left.sort_unstable_by(|a, b| b.cmp(a));
        }
        let mut kept = width;
        if self.config.width.keeps_forced {
            for place in width..total {
                let mv = order::unpack(left[place]);
                if position.wins_at(mv) || position.stops_win_at(mv) {
                    left.swap(kept, place);
                    kept += 1;
                }
            }
        }
        self.parts.stack.truncate(start + kept);
    }
}
