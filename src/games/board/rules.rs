//! Which lines win under which rule set, on the words of a board.

use super::words::{COLOUR, Point, USED};
use super::{Grid, Move, Position, RuleSet};

impl<const K: usize, const FREE: bool> Grid<K, FREE> {
    /// The four lines of a colour through a point, with one more stone there if `more` is 1: two lanes of 32 bits each.
    #[inline(always)]
    fn lanes(&self, colour: usize, point: Point, more: u64) -> [u64; 2] {
        let words = point.words(colour).map(|word| self.lines[word] as u64);
        let (by_column, by_row) = (more << point.column, more << point.row);
        [words[0] | by_column | (words[1] | by_row) << 32, words[2] | by_column | (words[3] | by_column) << 32]
    }

    /// Whether the lines of a colour through a point, with one more stone there if `more` is 1, hold one that wins.
    #[inline(always)]
    pub(super) fn wins(&self, colour: usize, point: Point, more: u64) -> bool {
        let [straight, diagonal] = self.lanes(colour, point, more);
        if FREE {
            return self.has_run(straight) | self.has_run(diagonal) != 0;
        }
        match self.shape.rules {
            RuleSet::Freestyle => self.has_run(straight) | self.has_run(diagonal) != 0,
            RuleSet::Renju if colour != 0 => self.has_run(straight) | self.has_run(diagonal) != 0,
            RuleSet::Standard | RuleSet::Renju => self.has_exact_run(straight) | self.has_exact_run(diagonal) != 0,
            RuleSet::Caro => {
                let [by_row, by_diagonal] = self.lanes(colour ^ COLOUR, point, 0);
                self.has_free_run(straight, by_row) | self.has_free_run(diagonal, by_diagonal) != 0
            }
        }
    }

    /// Where a lane holds exactly `k` ones in a row. Nothing comes from one lane into the other: what the shifts move over
    /// the border meets the ten bits that no line has.
    #[inline(always)]
    fn has_exact_run(&self, lanes: u64) -> u64 {
        self.has_run(lanes) & !(lanes << 1) & !(lanes >> self.shape.k)
    }

    /// Where a lane holds `k` ones in a row or more, and the cell before or after all of them is not the opponent's. Beyond
    /// the edge lies nobody's cell.
    #[inline(always)]
    fn has_free_run(&self, lanes: u64, opponent: u64) -> u64 {
        let (run, taken) = (self.has_run(lanes), lanes | opponent);
        run & !(taken << 1) | run & !(taken >> self.shape.k)
    }

    /// Whether five cells in a row somewhere hold four stones of a colour and none of the other. Without such a place no
    /// stone completes a five, whatever the rule set; one that sticks out of the board, or makes an overline, is no five yet.
    pub(super) fn may_complete_five(&self, colour: usize) -> bool {
        let (own, other) = (&self.lines[colour..][..USED], &self.lines[colour ^ COLOUR..][..USED]);
        let places = own.iter().zip(other).map(|(&own, &other)| {
            let (both, either) = (own & own >> 1, own | own >> 1);
            let three_of_four = both & either >> 2 | either & both >> 2;
            let four_of_five = both & both >> 2 | three_of_four & own >> 4;
            let taken = other | other >> 1 | (other | other >> 1) >> 2 | other >> 4;
            four_of_five & !taken
        });
        places.fold(0, |found, place| found | place) != 0
    }

    /// Whether a move stops a win in one under any rule set.
    pub(super) fn stops_ruled_win_at(&mut self, mv: Move) -> bool {
        match self.shape.rules {
            RuleSet::Caro => self.opponent_wins_at(mv) || self.blocks_an_end(mv),
            RuleSet::Renju => self.opponent_wins_at(mv) && !self.is_forbidden(mv.0),
            _ => self.opponent_wins_at(mv),
        }
    }

    /// Under caro: whether a move of the side to move blocks, from its end, a line that the opponent could complete now.
    /// Between the move and the empty cell of such a line there are stones of the opponent's at most.
    fn blocks_an_end(&mut self, mv: Move) -> bool {
        let (shape, opponent) = (self.shape, self.turn().other());
        for direction in crate::base::shape::DIRECTIONS {
            for towards in [-1, 1] {
                let mut cells = (1..).map_while(|steps| shape.step(mv.0, direction, towards * steps));
                let Some(gap) = cells.find(|&cell| self.stone(cell) != Some(opponent)) else { continue };
                if self.stone(gap).is_none() && self.opponent_wins_at(Move(gap)) {
                    let undo = self.play(mv);
                    let still_wins = self.wins_at(Move(gap));
                    self.undo(undo);
                    if !still_wins {
                        return true;
                    }
                }
            }
        }
        false
    }
}
