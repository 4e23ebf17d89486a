//! Bounds from a strategy: to reply in the same column.
//!
//! A side that answers every move on top of it gets every second cell of the columns, and if the opponent has no line on
//! what is left to it, then it never completes one (Allis 1988: claimeven and baseinverse, zugzwang by odd and even
//! threats). What is bounded here with a few shifts, for both sides:
//!
//! * *The follower*, the side that makes the board's last move, can do so on the whole board.
//! * *The leader* can do so if it has a threat that turns the tables: the opponent may not play below the threat, so that
//!   the rest of the board has one cell more or less and the leader makes the last move there.
//!
//! If the replying side gets a cell that completes its line, it wins, and the cells above that cell are never played.
//! Both strategies hold on boards of any height: cells are counted from the top of their column.

use super::node::Node;
use super::shape::Shape;
use super::word::Word;

impl<B: Word> Node<B> {
    /// What the side that makes the board's last move, the follower, reaches by always replying in the same column: none if
    /// its opponent, the leader, may complete a line all the same, else the least score for the follower.
    #[inline(always)]
    pub fn follow_up<S: Shape<B>>(&self, shape: S, follower_to_move: bool) -> Option<i32> {
        let (wins, leader) = self.sides(follower_to_move);
        let mask = self.mask();
        replying(shape, mask, wins, leader, shape.leads(), shape.board(), B::ZERO)
    }

    /// What the leader reaches if it leaves a column alone in which it threatens: the opponent may not play below the
    /// threat, so that on the rest of the board the leader makes the last move and can follow up.
    #[inline(always)]
    pub fn follow_up_below_threat<S: Shape<B>>(&self, shape: S, leader_to_move: bool) -> Option<i32> {
        let (wins, follower) = self.sides(leader_to_move);
        let mask = self.mask();
        let mut threats = wins & shape.leads() & !shape.playable(mask);
        let mut best = None;
        while threats != B::ZERO {
            let threat = threats.lowest();
            let column = shape.column(threat.zeros_below() / (shape.height() + 1));
            let region = shape.board() & !column | column & threat.below();
            let leads = shape.leads() ^ column;
            best = best.max(replying(shape, mask, wins, follower, leads, region, threat));
            threats = threats & !column;
        }
        best
    }

    /// The winning cells of one side and the stones of the other.
    #[inline(always)]
    fn sides(&self, to_move: bool) -> (B, B) {
        if to_move { (self.own_wins, self.other) } else { (self.other_wins, self.own) }
    }
}

/// What a side reaches that answers every move within a region in the same column, if it makes the last move there: none if
/// the other side may complete a line, else the least score.
///
/// Counted from the top of a column, the one who replies gets every second cell, the topmost among them, and the other
/// side the `leads`. Where that leaves over the lowest empty cell of a column, such cells are taken in pairs, and the
/// other side may get any of them (Allis 1988: claimeven, baseinverse). Above a cell that the replying side gets and that
/// completes its line nobody plays: the other side has to give way to it in the end (zugzwang), and the game is over
/// before all columns are full. `threat` is such a cell outside the region.
#[inline(always)]
fn replying<B: Word, S: Shape<B>>(
    shape: S,
    mask: B,
    wins: B,
    opponent: B,
    leads: B,
    region: B,
    threat: B,
) -> Option<i32> {
    let free = region & !mask & (leads | shape.playable(mask));
    let sure_wins = wins & region & !free | threat;
    if sure_wins == B::ZERO {
        return (!shape.has_line(opponent | free)).then_some(0);
    }
    let unreached = shape.above(sure_wins);
    let columns = (sure_wins & !unreached).few_ones() as i32;
    (!shape.has_line(opponent | free & !unreached)).then(|| columns + unreached.ones() as i32 / 2)
}
