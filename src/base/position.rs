//! The face of a game: what a search may ask of a position.

use super::shape::{Cell, MAX_SIDE, Move, Outcome, Seat, Shape};

/// A position of a line game, changed in place by [`play`](Position::play) and [`undo`](Position::undo).
///
/// Required methods are O(1). A win is known right after the move that makes it, from that move's own lines. A forbidden
/// point is a legal move that ends the game too: its player loses ([`last_mover_lost`](Position::last_mover_lost)).
pub trait Position: Clone + Send + Sync + 'static {
    /// Whether [`has_win_in_one`](Position::has_win_in_one) costs less than trying a few moves.
    const QUICK_WIN_IN_ONE: bool = false;

    /// What [`undo`](Position::undo) needs to restore the position before a move.
    type Undo: Copy;

    /// The parameters of the game.
    fn shape(&self) -> Shape;

    /// Move codes are `0..move_codes()`: cells of a point game, columns of a drop game.
    fn move_codes(&self) -> u16;

    /// Whether the cell is empty, or the column not full. Does not ask whether the game is over.
    fn is_legal(&self, mv: Move) -> bool;

    /// The cell that the stone of a legal move comes to lie on.
    fn landing(&self, mv: Move) -> Cell;

    /// The owner of the stone on a cell.
    fn stone(&self, cell: Cell) -> Option<Seat>;

    /// Places a stone of the side to move. The move must be legal.
    fn play(&mut self, mv: Move) -> Self::Undo;

    /// Takes back the last move; `undo` must be the token that its [`play`](Position::play) returned.
    fn undo(&mut self, undo: Self::Undo);

    /// Gives the turn to the other side without a stone, where the game can do that; false, and nothing is changed, where it
    /// cannot. No game has such a move: searches ask what a side could do with one more turn, and boards whose stone
    /// counts do not fit are set up with it. The position must not be over.
    #[inline]
    fn pass(&mut self) -> bool {
        false
    }

    /// Takes back a [`pass`](Position::pass) that returned true.
    #[inline]
    fn unpass(&mut self) {}

    /// Whether the last move completed a line that wins. False at the start.
    fn last_mover_won(&self) -> bool;

    /// Whether the last move was on a point forbidden to its player, who has lost. False where it completed a line that
    /// wins: that beats every prohibition.
    #[inline(always)]
    fn last_mover_lost(&self) -> bool {
        false
    }

    /// Whether no empty cell is left.
    fn is_full(&self) -> bool;

    /// A hash of stones and side to move, kept up to date incrementally. Exact (no collisions) where the board fits.
    fn key(&self) -> u64;

    /// Stones on the board, and turns that were [passed](Position::pass).
    fn ply(&self) -> u32;

    /// The stones' footprint for candidate rules: bit `c` of row `r` is set where a stone lies. A drop game answers with
    /// a single row, the columns that hold a stone. Returns the number of rows in use.
    fn footprint(&self, rows: &mut [u32; MAX_SIDE]) -> usize;

    /// Bit sets of the legal moves in the layout of [`footprint`](Position::footprint): the empty cells, or the columns
    /// that are not full. Returns the number of rows in use.
    fn openings(&self, rows: &mut [u32; MAX_SIDE]) -> usize;

    /// The seat whose turn it is.
    #[inline(always)]
    fn turn(&self) -> Seat {
        Seat((self.ply() & 1) as u8)
    }

    /// The seat that has won with the last move: its player's by a line, the other one by a forbidden point.
    #[inline(always)]
    fn winner(&self) -> Option<Seat> {
        if self.last_mover_won() {
            Some(self.turn().other())
        } else if self.last_mover_lost() {
            Some(self.turn())
        } else {
            None
        }
    }

    /// The result if the game is over.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.winner() {
            Some(winner) => Some(Outcome::Win(winner)),
            None if self.is_full() => Some(Outcome::Draw),
            None => None,
        }
    }

    /// All legal moves by ascending code, regardless of whether the game is over.
    #[inline]
    fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        (0..self.move_codes()).map(Move).filter(|&mv| self.is_legal(mv))
    }

    /// The first legal move whose code is at least `from`: the way to walk over [`moves`](Position::moves) while moves are
    /// played and taken back. On a word of bits it costs less than asking for every code.
    #[inline(always)]
    fn next_legal(&self, from: u16) -> Option<Move> {
        (from..self.move_codes()).map(Move).find(|&mv| self.is_legal(mv))
    }

    /// Plays uniformly random legal moves to the end of the game on a copy. Returns the winner's seat (absent for a draw)
    /// and the plies played. The position must not be over.
    #[inline]
    fn playout(&self, rng: &mut super::rng::Rng) -> (Option<Seat>, u32) {
        let mut position = self.clone();
        let mut codes = [0u16; MAX_SIDE * MAX_SIDE];
        let mut left = 0;
        for mv in self.moves() {
            codes[left] = mv.0;
            left += 1;
        }
        let mut plies = 0;
        while left > 0 {
            let place = rng.below(left as u32) as usize;
            let mv = Move(codes[place]);
            position.play(mv);
            plies += 1;
            if let Some(winner) = position.winner() {
                return (Some(winner), plies);
            }
            if !position.is_legal(mv) {
                left -= 1;
                codes[place] = codes[left];
            }
        }
        (None, plies)
    }

    /// Number of legal moves, O(1) where the game can do that.
    #[inline]
    fn legal_count(&self) -> u32 {
        self.moves().count() as u32
    }

    /// Whether all `move_codes()` moves are legal, as far as that is quick to tell: false may also mean that it is not.
    #[inline(always)]
    fn is_uncrowded(&self) -> bool {
        false
    }

    /// A key that is the same for positions that a symmetry of the board carries into one another: that of one of the up to
    /// eight images, with the number of the symmetry that leads there (see [`Shape::image`]). Computed from scratch.
    fn symmetric_key(&self) -> (u64, usize) {
        let shape = self.shape();
        let side = super::rng::mix(u64::from(self.turn().0) + 1);
        let mut images = [side; 8];
        for cell in 0..shape.cells() as Cell {
            if let Some(seat) = self.stone(cell) {
                for (number, image) in images.iter_mut().enumerate() {
                    if let Some(mapped) = shape.image(cell, number) {
                        *image ^= super::rng::zobrist(mapped, seat.0);
                    }
                }
            }
        }
        let numbers = (0..8).filter(|&number| shape.has_symmetry(number));
        numbers.map(|number| (images[number], number)).min().unwrap_or((side, 0))
    }

    /// Whether a legal move of the side to move completes a line. Leaves the position as it was.
    #[inline]
    fn wins_at(&mut self, mv: Move) -> bool {
        let undo = self.play(mv);
        let won = self.last_mover_won();
        self.undo(undo);
        won
    }

    /// Whether a legal move of the side to move is on a point forbidden to it. Leaves the position as it was.
    #[inline(always)]
    fn loses_at(&mut self, _mv: Move) -> bool {
        false
    }

    /// Whether a legal move of the side to move is allowed only because others are forbidden, so that a stone of the opponent
    /// somewhere else may forbid it: under renju a point where threes cross that are not real.
    #[inline(always)]
    fn is_spared(&self, _mv: Move) -> bool {
        false
    }

    /// Whether some move of the side to move, or of the opponent if it had the move, completes a line now.
    #[inline]
    fn has_win_in_one(&mut self, opponent: bool) -> bool {
        win_in_one_by_moves(self, opponent)
    }

    /// Whether the opponent would complete a line if it had the move and played `mv` now.
    fn opponent_wins_at(&self, mv: Move) -> bool;

    /// Whether a legal move of the side to move takes a win in one away from the opponent, and does not lose by itself. That
    /// is to take its cell, except where lines can be blocked from their ends.
    #[inline(always)]
    fn stops_win_at(&mut self, mv: Move) -> bool {
        self.opponent_wins_at(mv)
    }

    /// Stones of one seat along the line through a cell in a direction of [`DIRECTIONS`](super::shape::DIRECTIONS), as
    /// bits, together with the bit index of the cell on that line and the length of the line. Where the board keeps no
    /// such lines it computes them.
    fn line(&self, seat: Seat, cell: Cell, direction: usize) -> Line {
        line_by_cells(self, seat, cell, direction)
    }
}

/// [`Position::has_win_in_one`] by trying every move.
pub fn win_in_one_by_moves<P: Position>(position: &mut P, opponent: bool) -> bool {
    (0..position.move_codes())
        .map(Move)
        .any(|mv| position.is_legal(mv) && if opponent { position.opponent_wins_at(mv) } else { position.wins_at(mv) })
}

/// A line of the board seen as bits, from its first cell on (see [`Position::line`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Bit `i`: a stone of the asked seat on the `i`-th cell of the line.
    pub bits: u32,
    /// Which cell of the line the asked cell is.
    pub index: u32,
    /// Cells on the line.
    pub length: u32,
}

/// [`Position::line`] by looking at every cell: slow, the canonical meaning of it.
pub fn line_by_cells<P: Position>(position: &P, seat: Seat, cell: Cell, direction: usize) -> Line {
    let shape = position.shape();
    let step = super::shape::DIRECTIONS[direction];
    let back = (1..).take_while(|&n| shape.step(cell, step, -n).is_some()).count() as i32;
    let mut line = Line { bits: 0, index: back as u32, length: 0 };
    let mut at = -back;
    while let Some(on_line) = shape.step(cell, step, at) {
        if position.stone(on_line) == Some(seat) {
            line.bits |= 1 << line.length;
        }
        line.length += 1;
        at += 1;
    }
    line
}

/// What a search starts from: the position and, for rules that look at it, the move that led there.
#[derive(Clone)]
pub struct Root<P> {
    /// The position to search.
    pub position: P,
    /// The last move played, absent at the start or when the position came as a board.
    pub last: Option<Move>,
}
