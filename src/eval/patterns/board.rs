//! The state that goes along with the game: lines as words, the classes of each empty cell, and what they add up to.

use std::sync::Arc;

use super::cell_class::{Entries, Total, Verdicts};
use super::line_class::{EDGE, Runs};
use super::line_table::{LineTable, Look};
use crate::base::{Cell, MAX_SIDE, Seat, Shape, Threat};

/// How far a stone is seen, at most: so many cells of edge lie around the board.
const MARGIN: usize = 5;
/// Cells of a row with its margins: what a word of two bits a cell holds.
const ROW: usize = 32;
/// All cells with their margins.
const PADDED: usize = ROW * ROW;
/// Where the lines of each direction begin: rows, columns, rising and falling diagonals.
const FIRST_LINES: [usize; 4] = [0, 32, 64, 128];
const LINES: usize = 256;
/// The padded cells from the one to the other that lies farthest from a stone and sees it, and the stone among them. Within
/// such a window every cell that a stone changes has its place, known beforehand.
const WINDOW: usize = 2 * MIDDLE + 1;
const MIDDLE: usize = MARGIN * (ROW + 1);

/// Does something for each cell within reach of a stone in a direction, written out cell by cell, so that shifts and places
/// are constants.
macro_rules! for_each_neighbour {
    ($reach:expr, |$by:ident| $body:expr) => {
        for_each_neighbour!(@ $reach, $by, $body, -5 -4 -3 -2 -1 1 2 3 4 5)
    };
    (@ $reach:expr, $by:ident, $body:expr, $($steps:literal)*) => {
        $(if isize::abs($steps) <= $reach as isize {
            const $by: isize = $steps;
            $body
        })*
    };
}

/// Stones and classes as they were before a move.
#[derive(Clone, Copy, Debug)]
struct Saved {
    totals: [Total; 2],
    /// By direction, from the farthest cell before the stone to the farthest after it.
    cells: [[u32; 2 * MARGIN]; 4],
}

impl Saved {
    /// Puts the cells back.
    #[inline(always)]
    fn restore<const REACH: usize>(&self, window: &mut [u32; WINDOW]) {
        let [rows, columns, rising, falling] = &self.cells;
        restore::<REACH, 1>(window, rows);
        restore::<REACH, ROW>(window, columns);
        restore::<REACH, { ROW + 1 }>(window, rising);
        restore::<REACH, FALLING>(window, falling);
    }
}

/// Where a cell lies: its padded number, and for each direction its line and its place there.
#[derive(Clone, Copy, Debug)]
struct Site {
    padded: usize,
    lines: [usize; 4],
    places: [usize; 4],
}

impl Site {
    #[inline(always)]
    fn new(column: usize, row: usize) -> Site {
        let lines = [row, column, MAX_SIDE + column - row, column + row];
        let mut numbered = [0; 4];
        for ((number, first), line) in numbered.iter_mut().zip(FIRST_LINES).zip(lines) {
            *number = (first + line) % LINES;
        }
        let (across, up) = (column + MARGIN, row + MARGIN);
        Site { padded: (up * ROW + across) % PADDED, lines: numbered, places: [across, up, across, across] }
    }
}

/// The patterns of a position. `cells` holds four bits for each direction and seat: the class of the line if the seat
/// places a stone there, those of the first seat in the low half. Cells that are taken keep what they had.
#[derive(Clone, Debug)]
pub(super) struct PatternBoard {
    words: Box<[u64; LINES]>,
    cells: Box<[u32; PADDED]>,
    totals: [Total; 2],
    saved: Box<[Saved]>,
    depth: usize,
    table: &'static LineTable,
    entries: [Arc<Entries>; 2],
    verdicts: [&'static Verdicts; 2],
    shape: Shape,
    sites: Arc<[Site]>,
}

impl PatternBoard {
    /// An empty board; the entries by seat.
    pub fn new(shape: &Shape, entries: [Arc<Entries>; 2]) -> PatternBoard {
        let sites = (0..shape.cells() as Cell).map(|cell| Site::new(shape.column(cell), shape.row(cell))).collect();
        let saved = Saved { totals: [Total::default(); 2], cells: [[0; 2 * MARGIN]; 4] };
        let mut board = PatternBoard {
            words: Box::new([0; LINES]),
            cells: Box::new([0; PADDED]),
            totals: [Total::default(); 2],
            saved: vec![saved; shape.cells() + 1].into(),
            depth: 0,
            table: LineTable::of(shape.rules),
            entries,
            verdicts: [Seat::FIRST, Seat::SECOND].map(|seat| Verdicts::of(Runs::of(shape.rules, seat))),
            shape: *shape,
            sites,
        };
        board.reset(|_| None);
        board
    }

    /// Starts anew with these stones.
    pub fn reset(&mut self, stone: impl Fn(Cell) -> Option<Seat>) {
        self.words.fill(u64::MAX);
        self.depth = 0;
        for (cell, site) in self.sites.iter().enumerate() {
            let state = stone(cell as Cell).map_or(0, |seat| u64::from(seat.0 & 1) + 1);
            for (line, place) in site.lines.into_iter().zip(site.places) {
                self.words[line] ^= (u64::from(EDGE) ^ state) << (2 * place);
            }
        }
        match self.table {
            LineTable::Codes(codes) => self.look_at_all(&**codes),
            LineTable::Halves(halves) => self.look_at_all(halves),
        }
    }

    fn look_at_all<L: Look>(&mut self, look: L) {
        self.cells.fill(0);
        let entries = [&*self.entries[0], &*self.entries[1]];
        let mut change = Change { look, entries, totals: [Total::default(); 2] };
        for site in self.sites.iter() {
            let cell = &mut self.cells[site.padded];
            for (direction, (line, place)) in site.lines.into_iter().zip(site.places).enumerate() {
                *cell |= spread(look.byte(self.words[line] >> (2 * (place - L::REACH))), direction);
            }
            if self.words[site.lines[0]] >> (2 * site.places[0]) & 3 == 0 {
                change.enter(*cell);
            }
        }
        self.totals = change.totals;
    }

    /// Places a stone on an empty cell.
    #[inline(always)]
    pub fn place(&mut self, cell: Cell, seat: Seat) {
        match self.table {
            LineTable::Codes(codes) => self.place_by(&**codes, cell, seat),
            LineTable::Halves(halves) => self.place_by(halves, cell, seat),
        }
    }

    #[inline(never)]
    fn place_by<L: Look>(&mut self, look: L, cell: Cell, seat: Seat) {
        let (Some(site), Some(saved)) = (self.sites.get(cell as usize), self.saved.get_mut(self.depth)) else { return };
        let Some(window) = window_around(&mut self.cells, site.padded) else { return };
        self.depth += 1;
        saved.totals = self.totals;
        let mut change = Change { look, entries: [&self.entries[0], &self.entries[1]], totals: self.totals };
        change.leave(window[MIDDLE]);
        let words = [0, 1, 2, 3].map(|direction| {
            let (word, place) = (&mut self.words[site.lines[direction]], site.places[direction] as u32);
            *word |= u64::from(1 + (seat.0 & 1)) << (2 * place);
            // From the farthest cell that the changed ones see: it may lie outside, where nothing is asked about.
            word.rotate_right((2 * place).wrapping_sub(4 * L::REACH as u32) & 63)
        });
        change.along::<0, 1>(window, words[0], &mut saved.cells[0]);
        change.along::<1, ROW>(window, words[1], &mut saved.cells[1]);
        change.along::<2, { ROW + 1 }>(window, words[2], &mut saved.cells[2]);
        change.along::<3, FALLING>(window, words[3], &mut saved.cells[3]);
        self.totals = change.totals;
    }

    /// Takes the last stone back, from its cell.
    #[inline(never)]
    pub fn take_back(&mut self, cell: Cell) {
        let depth = self.depth.wrapping_sub(1);
        let (Some(site), Some(saved)) = (self.sites.get(cell as usize), self.saved.get(depth)) else { return };
        let Some(window) = window_around(&mut self.cells, site.padded) else { return };
        self.depth = depth;
        self.totals = saved.totals;
        for (line, place) in site.lines.into_iter().zip(site.places) {
            self.words[line] &= !(3 << (2 * place));
        }
        match self.table {
            LineTable::Codes(_) => saved.restore::<4>(window),
            LineTable::Halves(_) => saved.restore::<5>(window),
        }
    }

    /// What the empty cells add up to for a seat.
    #[inline(always)]
    pub fn total(&self, seat: Seat) -> Total {
        self.totals[seat.0 as usize & 1]
    }

    /// The threat of an empty cell for a seat.
    #[inline(always)]
    pub fn threat(&self, cell: Cell, seat: Seat) -> Threat {
        self.verdicts[seat.0 as usize & 1].threat(self.cell(cell, seat))
    }

    /// Whether an empty cell may be forbidden to a seat.
    #[inline(always)]
    pub fn may_be_forbidden(&self, cell: Cell, seat: Seat) -> bool {
        self.verdicts[seat.0 as usize & 1].may_be_forbidden(self.cell(cell, seat))
    }

    /// The empty cells with at least this threat for a seat, as rows of bits; the number of rows.
    pub fn threat_cells(&self, seat: Seat, at_least: Threat, rows: &mut [u32; MAX_SIDE]) -> usize {
        match at_least {
            Threat::Five => self.threat_cells_among(seat, at_least, rows, lines_of_five),
            _ if at_least >= Threat::Four => self.threat_cells_among(seat, at_least, rows, lines_of_four),
            _ => self.threat_cells_among(seat, at_least, rows, |cell| lines_of_three(cell) | lines_of_four(cell)),
        }
    }

    /// The same, where no cell is a threat without a line that the test tells by a bit of its half of the cell.
    #[inline(always)]
    fn threat_cells_among(
        &self,
        seat: Seat,
        at_least: Threat,
        rows: &mut [u32; MAX_SIDE],
        lines: impl Fn(u32) -> u32,
    ) -> usize {
        let half = 16 * (seat.0 as u32 & 1);
        let verdicts = self.verdicts[seat.0 as usize & 1];
        let height = self.shape.height as usize;
        for (row, bits) in rows.iter_mut().enumerate().take(height) {
            *bits = 0;
            let Some(cells) = self.cells[(row + MARGIN) * ROW + MARGIN..].first_chunk::<MAX_SIDE>() else { continue };
            // Most rows have none: one look at all their cells together tells. Beyond the edge lies nothing.
            let together = cells.iter().fold(0, |all, &cell| all | lines(cell));
            if together >> half & 0xFFFF == 0 {
                continue;
            }
            let word = self.words[FIRST_LINES[0] + row] >> (2 * MARGIN);
            for (column, &cell) in cells[..self.shape.width as usize % (MAX_SIDE + 1)].iter().enumerate() {
                if lines(cell) >> half & 0xFFFF != 0 && word >> (2 * column) & 3 == 0 {
                    *bits |= u32::from(verdicts.threat((cell >> half) as u16) >= at_least) << column;
                }
            }
        }
        height
    }

    /// What a cell is for a seat.
    #[inline(always)]
    pub fn cell(&self, cell: Cell, seat: Seat) -> u16 {
        let padded = self.sites.get(cell as usize).map_or(0, |site| site.padded);
        (self.cells[padded] >> (16 * (seat.0 as u32 & 1))) as u16
    }
}

/// The window whose middle is this cell.
#[inline(always)]
fn window_around(cells: &mut [u32; PADDED], padded: usize) -> Option<&mut [u32; WINDOW]> {
    cells.get_mut(padded.wrapping_sub(MIDDLE)..)?.first_chunk_mut()
}

/// A step in the falling direction, where it would be negative, as the step the other way.
const FALLING: usize = usize::MAX - (ROW - 2);

/// The place in a window so many steps away from its middle.
#[inline(always)]
const fn beside(step: usize, by: isize) -> usize {
    MIDDLE.wrapping_add_signed(by.wrapping_mul(step as isize)) % WINDOW
}

/// Where a cell so many steps away is saved.
const fn slot(by: isize) -> usize {
    (MARGIN as isize + by - (by > 0) as isize) as usize
}

/// A move under way: what the cells around it change in the totals.
struct Change<'a, L> {
    look: L,
    entries: [&'a Entries; 2],
    totals: [Total; 2],
}

impl<L: Look> Change<'_, L> {
    #[inline(always)]
    fn leave(&mut self, cell: u32) {
        let [first, second] = &mut self.totals;
        *first = first.minus(self.entries[0][(cell & 0xFFFF) as usize]);
        *second = second.minus(self.entries[1][(cell >> 16) as usize]);
    }

    #[inline(always)]
    fn enter(&mut self, cell: u32) {
        let [first, second] = &mut self.totals;
        *first = first.plus(self.entries[0][(cell & 0xFFFF) as usize]);
        *second = second.plus(self.entries[1][(cell >> 16) as usize]);
    }

    /// Looks anew at the empty cells around the stone in a direction. The lowest bits of `seen` are those of the cell that
    /// lies twice the reach before the stone.
    #[inline(always)]
    fn along<const DIRECTION: usize, const STEP: usize>(
        &mut self,
        window: &mut [u32; WINDOW],
        seen: u64,
        saved: &mut [u32; 2 * MARGIN],
    ) {
        for_each_neighbour!(L::REACH, |BY| {
            let cell = &mut window[const { beside(STEP, BY) }];
            let before = *cell;
            saved[const { slot(BY) }] = before;
            let from_here = seen >> (2 * (L::REACH as isize + BY));
            if from_here >> (2 * L::REACH) & 3 == 0 {
                *cell = before & !spread(0xFF, DIRECTION) | spread(self.look.byte(from_here), DIRECTION);
                self.enter(*cell);
                self.leave(before);
            }
        });
    }
}

/// Puts back what the last move changed in a direction.
#[inline(always)]
fn restore<const REACH: usize, const STEP: usize>(window: &mut [u32; WINDOW], saved: &[u32; 2 * MARGIN]) {
    for_each_neighbour!(REACH, |BY| window[const { beside(STEP, BY) }] = saved[const { slot(BY) }]);
}

/// A bit for each line of a cell, of both sides, that is a four or more.
#[inline(always)]
fn lines_of_four(cell: u32) -> u32 {
    cell & 0x8888_8888
}

/// A bit for each line of a cell, of both sides, that is a three which can become an open four: of the classes below four
/// those with the bits of 4 and 2.
#[inline(always)]
fn lines_of_three(cell: u32) -> u32 {
    cell & cell << 1 & 0x4444_4444
}

/// A bit for each line of a cell, of both sides, that is a five: of the classes from four on the one with the bits of 2 and 1.
#[inline(always)]
fn lines_of_five(cell: u32) -> u32 {
    cell & cell << 2 & cell << 3 & 0x8888_8888
}

/// A line's byte where a cell keeps that direction: four bits in the first seat's half, four in the second's.
#[inline(always)]
const fn spread(byte: u8, direction: usize) -> u32 {
    ((byte as u32 | (byte as u32) << 12) & 0x000F_000F) << (4 * direction as u32)
}
