//! The null-window search of a node: is its score more than a number?

use super::node::{Next, Node};
use super::options::Techniques;
use super::parallel::{self, Busy};
use super::shape::{MAX_WIDTH, Shape};
use super::table::{Bounds, Table};
use super::word::Word;
use crate::base::Counters;
use crate::base::limits::Watch;

/// What a thread keeps from one question to the next.
#[derive(Clone, Debug)]
pub(super) struct Space<B> {
    /// The columns in the order in which their moves are looked at.
    columns: [B; MAX_WIDTH],
    /// The children of the nodes on the path.
    children: Vec<Child<B>>,
    pub counters: Counters,
}

/// One question's search. `ALL` in its functions fixes the techniques to those that pay, at compile time.
pub(super) struct Search<'a, B, S> {
    pub shape: S,
    pub techniques: Techniques,
    pub table: &'a Table<S>,
    /// Stores after which the search halts so that the table can grow.
    pub growth_due: u64,
    /// What the other threads are at.
    pub busy: Option<&'a Busy>,
    /// The nodes above, with their questions, where other threads are cared about.
    pub path: Vec<(B, i32)>,
    /// The place on the path of a node that another thread has answered.
    pub abandoned_to: Option<usize>,
    /// Nodes before the path is looked up again.
    pub next_look: u64,
    pub watch: Watch,
    /// Where the child lies that made the last node fail high; none if it did so without a search.
    pub cut: Option<usize>,
    /// Set when the search has to be left: its results count no more.
    pub halted: bool,
    pub counters: Counters,
    pub space: &'a mut Space<B>,
}

/// A child that has to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<B> {
    node: Node<B>,
    key: B,
    /// From the side to move in the child.
    known: Bounds,
    mover_again: bool,
}

impl<B: Word> Space<B> {
    pub fn new<S: Shape<B>>(shape: S, techniques: &Techniques) -> Space<B> {
        let (width, root) = (shape.width(), Node::new(shape, B::ZERO, B::ZERO, true));
        let mut columns = [B::ZERO; MAX_WIDTH];
        for (index, column) in (0..width).zip(&mut columns) {
            // Left and right in turn, beginning with the middle; of an even width, with the left one of both.
            let (away, middle) = (index.div_ceil(2), (width - 1) / 2);
            let from_centre = if index % 2 == 1 { middle + away } else { middle - away };
            *column = shape.column(if techniques.centre_order { from_centre } else { index });
        }
        let none = Child { node: root, key: B::ZERO, known: Bounds::new(0, 0), mover_again: false };
        Space { columns, children: vec![none; (shape.cells() * width) as usize], counters: Counters::default() }
    }

    /// The cell that is looked at first of some.
    pub fn first_of(&self, cells: B) -> Option<B> {
        self.columns.iter().map(|&column| cells & column).find(|&cell| cell != B::ZERO)
    }
}

impl<B: Word, S: Shape<B>> Search<'_, B, S> {
    #[inline(always)]
    fn techniques<const ALL: bool>(&self) -> Techniques {
        if ALL { Techniques::ALL } else { self.techniques }
    }

    /// The scrambled key of a node.
    #[inline(always)]
    pub fn key<const ALL: bool>(&self, node: &Node<B>) -> B {
        let on = self.techniques::<ALL>();
        let mut number = node.number(self.shape, on.dead_stones);
        if node.stones <= on.mirror_stones {
            number = number.min(self.shape.mirrored(number));
        }
        number.scramble(self.shape.bits())
    }

    /// What is known of an open node without a search, as far as the answer to "more than `alpha`?" can depend on it.
    #[inline(always)]
    pub fn bounds<const ALL: bool>(&self, node: &Node<B>, alpha: i32) -> Bounds {
        let on = self.techniques::<ALL>();
        let cells = self.shape.cells();
        let mut known = node.distance_bounds(cells, on.forced_replies);
        if known.answers(alpha) {
            return known;
        }
        // A window at or above zero asks whether the side to move wins, one below whether the other side does.
        let own_win_asked = alpha >= 0;
        if on.follow_up {
            // With an odd number of cells left, the side to move makes the last move.
            let follows = (cells - node.stones) % 2 == 1;
            let (follower_wins, leader_wins) =
                if follows { (node.own_wins, node.other_wins) } else { (node.other_wins, node.own_wins) };
            if (own_win_asked != follows || follower_wins != B::ZERO)
                && let Some(score) = node.follow_up(self.shape, follows)
            {
                known.won_by(follows, score);
            }
            if leader_wins & self.shape.leads() != B::ZERO
                && let Some(score) = node.follow_up_below_threat(self.shape, !follows)
            {
                known.won_by(!follows, score);
            }
        }
        if on.open_lines {
            let asked = if own_win_asked { node.own } else { node.other };
            if !self.shape.has_line(asked | self.shape.board() & !node.mask()) {
                known.won_by(!own_win_asked, 0);
            }
        }
        known
    }

    /// Whether the node's score is more than `alpha`: a lower bound above it, or an upper bound at most it. `known` leaves
    /// both open.
    pub fn search<const ALL: bool>(&mut self, node: &Node<B>, key: B, known: Bounds, alpha: i32, frame: usize) -> i32 {
        let on = self.techniques::<ALL>();
        let nodes_before = self.counters.nodes;
        self.counters.nodes += 1;
        self.counters.interiors += 1;
        if self.watch.must_stop(self.counters.nodes) {
            self.halted = true;
            return alpha;
        }
        // Children to search, the most promising first: the order's value above, the place in the frame below.
        let mut order = [0_i32; MAX_WIDTH];
        let mut count = 0;
        let mut best = i32::MIN;
        for index in 0..self.shape.width() as usize {
            let cell = node.moves & self.space.columns[index];
            if cell == B::ZERO {
                continue;
            }
            let (score, child) = self.look_at::<ALL>(node, cell, alpha);
            let Some(child) = child else {
                self.counters.nodes += 1;
                self.counters.leaves += 1;
                if score > alpha {
                    self.cut = None;
                    return self.failed_high::<ALL>(key, known, score, nodes_before);
                }
                best = best.max(score);
                continue;
            };
            let value = if on.threat_order { promise(&child.node, child.mover_again, self.shape) } else { 0 };
            let packed = value << 8 | (MAX_WIDTH - count) as i32;
            let mut place = count;
            while place > 0 && order[place - 1] < packed {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = packed;
            self.space.children[frame + count] = child;
            count += 1;
        }
        let busy = self.busy.filter(|_| self.shape.cells() - node.stones > parallel::LEAST_CELLS);
        let (mut next, mut put_off) = (0, 0_u32);
        while next < count || put_off != 0 {
            // What another thread is at comes last.
            let put_off_before = next == count;
            let index = if put_off_before { put_off.trailing_zeros() as usize } else { next };
            if put_off_before {
                put_off &= put_off - 1;
            } else {
                next += 1;
            }
            let place = frame + MAX_WIDTH - (order[index] & 255) as usize;
            let Child { node: child, key: mut key_of_child, known: mut known_of_child, mover_again } =
                self.space.children[place];
            let side_alpha = if mover_again { alpha } else { -alpha - 1 };
            if on.table && !on.children_first {
                key_of_child = self.key::<ALL>(&child);
            }
            if on.table && (!on.children_first || busy.is_some() && index > 0) {
                known_of_child = self.look_up(key_of_child, known_of_child, side_alpha);
            }
            let score = if known_of_child.answers(side_alpha) {
                self.counters.nodes += 1;
                self.counters.leaves += 1;
                known_of_child.answer(side_alpha)
            } else if let Some(busy) = busy {
                if index > 0 && !put_off_before && busy.has(key_of_child) {
                    put_off |= 1 << index;
                    continue;
                }
                if self.overtaken() {
                    return alpha;
                }
                let mark = busy.enter(key_of_child);
                self.path.push((key, alpha));
                let score = self.search::<ALL>(&child, key_of_child, known_of_child, side_alpha, frame + count);
                self.path.pop();
                busy.leave(mark);
                if self.abandoned_to == Some(self.path.len()) {
                    (self.abandoned_to, self.halted) = (None, false);
                    let known = self.look_up(key, known, alpha);
                    if known.answers(alpha) {
                        return known.answer(alpha);
                    }
                    // The entry is gone again.
                    put_off |= 1 << index;
                    continue;
                }
                score
            } else {
                self.search::<ALL>(&child, key_of_child, known_of_child, side_alpha, frame + count)
            };
            if self.halted {
                return alpha;
            }
            let score = if mover_again { score } else { -score };
            if score > alpha {
                self.cut = Some(place);
                return self.failed_high::<ALL>(key, known, score, nodes_before);
            }
            best = best.max(score);
        }
        let high = best.min(known.high);
        self.store::<ALL>(key, Bounds::new(known.low, high), nodes_before);
        high
    }

    /// What is known of a move without a search: its score, or a bound that answers the question, or else the child.
    #[inline(always)]
    fn look_at<const ALL: bool>(&mut self, node: &Node<B>, cell: B, alpha: i32) -> (i32, Option<Child<B>>) {
        let on = self.techniques::<ALL>();
        let (next, mover_again) = match node.after(self.shape, cell, &on) {
            Next::Decided(score) => return (score, None),
            Next::Open(next, mover_again) => (next, mover_again),
        };
        let side_alpha = if mover_again { alpha } else { -alpha - 1 };
        let mut known = self.bounds::<ALL>(&next, side_alpha);
        let mut key = B::ZERO;
        if on.table && on.children_first && !known.answers(side_alpha) {
            key = self.key::<ALL>(&next);
            known = self.look_up(key, known, side_alpha);
        }
        if !known.answers(side_alpha) {
            return (0, Some(Child { node: next, key, known, mover_again }));
        }
        let score = known.answer(side_alpha);
        (if mover_again { score } else { -score }, None)
    }

    /// The move by which the root has just failed high. One thread alone knows it.
    pub fn cutting_move<const ALL: bool>(&mut self, root: &Node<B>, alpha: i32) -> Option<B> {
        let (on, counters) = (self.techniques::<ALL>(), self.counters);
        let cells = self.space.columns.map(|column| root.moves & column);
        let found = cells.into_iter().filter(|&cell| cell != B::ZERO).find(|&cell| match self.cut {
            None => matches!(self.look_at::<ALL>(root, cell, alpha), (score, None) if score > alpha),
            Some(place) => {
                let child = self.space.children[place].node;
                matches!(root.after(self.shape, cell, &on), Next::Open(next, _)
                    if (next.own, next.other) == (child.own, child.other))
            }
        });
        // Looking again is bookkeeping.
        self.counters = counters;
        found
    }

    /// Whether another thread has answered the question of a node on the path, looked up from time to time.
    fn overtaken(&mut self) -> bool {
        if self.counters.nodes >= self.next_look {
            self.next_look = self.counters.nodes + parallel::NODES_BETWEEN_LOOKS;
            let answered = |&(key, alpha): &(B, i32)| self.table.probe(key).is_some_and(|known| known.answers(alpha));
            self.abandoned_to = self.path.iter().position(answered);
            self.halted = self.abandoned_to.is_some();
        }
        self.halted
    }

    /// What is known, with what the table knows.
    #[inline(always)]
    fn look_up(&mut self, key: B, known: Bounds, alpha: i32) -> Bounds {
        self.counters.table_probes += 1;
        let Some(stored) = self.table.probe(key) else {
            return known;
        };
        self.counters.table_hits += 1;
        let known = Bounds::new(known.low.max(stored.low), known.high.min(stored.high));
        self.counters.table_cutoffs += known.answers(alpha) as u64;
        known
    }

    #[inline(always)]
    fn failed_high<const ALL: bool>(&mut self, key: B, known: Bounds, score: i32, nodes_before: u64) -> i32 {
        self.counters.cutoffs += 1;
        let low = score.max(known.low);
        self.store::<ALL>(key, Bounds::new(low, known.high), nodes_before);
        low
    }

    #[inline(always)]
    fn store<const ALL: bool>(&mut self, key: B, bounds: Bounds, nodes_before: u64) {
        if self.techniques::<ALL>().table {
            self.counters.table_stores += 1;
            self.table.store(key, bounds, self.counters.nodes - nodes_before);
            self.halted = self.counters.table_stores >= self.growth_due;
        }
    }
}

/// How promising a move is: the mover's winning cells and the opponent's, those that the mover gets if the columns fill up in
/// turn, keeping the move, and few replies.
#[inline(always)]
fn promise<B: Word, S: Shape<B>>(child: &Node<B>, mover_again: bool, shape: S) -> i32 {
    let (wins, theirs) =
        if mover_again { (child.own_wins, child.other_wins) } else { (child.other_wins, child.own_wins) };
    // The side to move is the leader if an even number of cells is left.
    let leads = (shape.cells() - child.stones).is_multiple_of(2) == mover_again;
    let good = wins & if leads { shape.leads() } else { !shape.leads() };
    let replies = if mover_again { -2 } else { child.moves.ones() as i32 };
    8 * wins.ones() as i32 - 4 * theirs.ones() as i32 + good.ones() as i32 - replies
}
