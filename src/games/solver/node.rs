//! A node of the search, and how play runs from one to the next.

use super::options::Techniques;
use super::position::win_score;
use super::shape::Shape;
use super::table::Bounds;
use super::word::Word;

/// A position in which the side to move cannot win at once, with the cells that complete a line.
#[derive(Clone, Copy, Debug)]
pub struct Node<B> {
    /// Stones of the side to move.
    pub own: B,
    /// The other side's stones.
    pub other: B,
    /// Empty cells that complete a line of the side to move.
    pub own_wins: B,
    /// Empty cells that complete a line of the other side.
    pub other_wins: B,
    /// The moves to consider.
    pub moves: B,
    /// All stones.
    pub stones: u32,
}

/// Where a move leads.
#[derive(Clone, Copy, Debug)]
pub enum Next<B> {
    /// The result is certain; the score is the mover's.
    Decided(i32),
    /// Someone has a choice: the mover again (`true`) or the opponent.
    Open(Node<B>, bool),
}

impl<B: Word> Node<B> {
    /// The node of any position in which the side to move cannot win at once.
    pub fn new<S: Shape<B>>(shape: S, own: B, other: B, safe_moves: bool) -> Node<B> {
        let empty = shape.board() & !(own | other);
        let [own_wins, other_wins] = [own, other].map(|stones| shape.completing(stones) & empty);
        let moves = moves(shape.playable(own | other), other_wins, safe_moves);
        Node { own, other, own_wins, other_wins, moves, stones: (own | other).ones() }
    }

    /// The stones of both sides.
    #[inline(always)]
    pub fn mask(&self) -> B {
        self.own | self.other
    }

    /// Plays a cell. What follows by force is played as well (`forced_replies`), until someone has won or has a choice.
    #[inline(always)]
    pub fn after<S: Shape<B>>(&self, shape: S, cell: B, on: &Techniques) -> Next<B> {
        // From here on `own` are the stones of the side that has just moved.
        let mut own = self.own | cell;
        let mut other = self.other;
        let mut other_wins = self.other_wins & !cell;
        let mut stones = self.stones + 1;
        let mut mover = true;
        let (own_wins, playable) = loop {
            let mask = own | other;
            let own_wins = shape.completing(own) & shape.board() & !mask;
            let playable = shape.playable(mask);
            let score = |winner_has_moved: bool, last_stone: u32| {
                let score = win_score(shape.cells(), last_stone);
                if winner_has_moved == mover { score } else { -score }
            };
            if other_wins & playable != B::ZERO {
                return Next::Decided(score(false, stones + 1));
            }
            let threats = own_wins & playable;
            let safe = if threats == B::ZERO { playable & !(own_wins >> 1) } else { threats };
            if safe == B::ZERO {
                return Next::Decided(if playable == B::ZERO { 0 } else { score(true, stones + 2) });
            }
            if safe.several() {
                if threats != B::ZERO {
                    return Next::Decided(score(true, stones + 2));
                }
                break (own_wins, playable);
            }
            if !on.forced_replies {
                break (own_wins, playable);
            }
            // The one reply; then it is the turn of the side that has just moved.
            (own, other) = (other | safe, own);
            other_wins = own_wins & !safe;
            stones += 1;
            mover = !mover;
        };
        let moves = moves(playable, own_wins, on.safe_moves);
        Next::Open(Node { own: other, other: own, own_wins: other_wins, other_wins: own_wins, moves, stones }, !mover)
    }

    /// The bounds that the number of empty cells alone gives.
    #[inline(always)]
    pub fn distance_bounds(&self, cells: u32, quiet: bool) -> Bounds {
        let left = (cells - self.stones) as i32;
        // The side to move wins on its second move at the earliest; the other side on its second, or first if it threatens.
        Bounds::new(-((left - if quiet { 2 } else { 0 }).max(0) / 2), (left - 1) / 2)
    }

    /// The position's number. Positions that share a number have the same score.
    ///
    /// With `dead_stones`, a stone of the side to move is counted as the other side's if it is on no line that is still
    /// open for its own side, and if the other side could not use its cell either: every line through it is blocked by
    /// stones that keep their colour.
    #[inline(always)]
    pub fn number<S: Shape<B>>(&self, shape: S, dead_stones: bool) -> B {
        let mask = self.mask();
        let mut own = self.own;
        if dead_stones {
            let empty = shape.board() & !mask;
            let dead = own & !shape.on_lines(own | empty);
            own = own & !(dead & !shape.on_lines(self.other | empty | dead));
        }
        own.plus(mask)
    }
}

/// The reply to a threat, or else all moves; `safe`: only those that do not put a winning cell within the opponent's reach.
#[inline(always)]
fn moves<B: Word>(playable: B, other_wins: B, safe: bool) -> B {
    let threats = other_wins & playable;
    if threats != B::ZERO {
        threats
    } else if safe {
        playable & !(other_wins >> 1)
    } else {
        playable
    }
}
