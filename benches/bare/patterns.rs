//! Patterns of Gomoku, freestyle on 15x15: the same tables and counters as ours for one board and one rule set, kept up to
//! date around a stone. Nobody asks for anything but values and counters.

const SIDE: usize = 15;
/// Cells around the board that no stone lies on; a row with its margins fills a word of two bits a cell and two more.
const MARGIN: usize = 4;
const ROW: usize = SIDE + 2 * MARGIN;
const CELLS: usize = ROW * ROW;
const WINDOW: usize = 2 * MARGIN * (ROW + 1) + 1;
const MIDDLE: usize = WINDOW / 2;

/// What a line class is worth: nothing, one, closed two, single two, open two, closed three, single and open three, four,
/// two fours, open four, five.
const WORTH: [u64; 12] = [0, 1, 2, 4, 7, 9, 20, 26, 30, 70, 70, 80];

/// The counters of fives, open or double fours, four-threes, fours and threes, and above them the value.
const COUNTERS: [u32; 5] = [0, 8, 17, 26, 35];
const VALUE: u32 = 44;

/// What is made once: lines to classes of both sides, four classes to what a cell counts.
pub struct Tables {
    lines: Box<[u8; 65536]>,
    entries: Box<[u64; 65536]>,
}

/// Cells in the order before, after; the cell itself between the eighth and the ninth bit.
fn class(code: usize, known: &[u8; 65536]) -> u8 {
    let at = |distance: i32| code >> (2 * (4 + distance - i32::from(distance > 0))) & 3;
    let run = |towards: i32| (1..=4).take_while(|steps| at(towards * steps) == 1).count();
    let length = run(-1) + 1 + run(1);
    if length >= 5 {
        return 11;
    }
    let mut ways = [0; 12];
    let mut stopped = false;
    for shift in (0..16).step_by(2).filter(|shift| code >> shift & 3 == 0) {
        ways[known[code | 1 << shift] as usize] += 1;
        stopped |= !(8..11).contains(&known[code | 2 << shift]);
    }
    match () {
        _ if ways[11] > 0 && stopped => 8,
        _ if ways[11] > 0 => 9 + u8::from(length == 4),
        _ if ways[9] + ways[10] > 0 => 6 + u8::from(ways[9] + ways[10] > 1),
        _ if ways[8] > 0 => 5,
        _ if ways[6] + ways[7] > 0 => 3 + u8::from(ways[6] + ways[7] > 1),
        _ if ways[5] > 0 => 2,
        _ => u8::from(ways[2] + ways[3] + ways[4] > 0),
    }
}

fn entry(cell: usize) -> u64 {
    let classes = [0, 4, 8, 12].map(|shift| cell >> shift & 15);
    let count = |wanted: std::ops::RangeInclusive<usize>| classes.iter().filter(|class| wanted.contains(class)).count();
    let (fours, threes) = (count(8..=8) + 2 * count(9..=9) + 2 * count(10..=10), count(6..=7));
    let counter = match () {
        _ if count(11..=11) > 0 => Some(0),
        _ if fours > 1 => Some(1),
        _ if fours > 0 && threes > 0 => Some(2),
        _ if fours > 0 => Some(3),
        _ => (threes > 0).then_some(4),
    };
    let worth: u64 = classes.iter().map(|&class| WORTH.get(class).copied().unwrap_or(0)).sum();
    (worth << VALUE) + counter.map_or(0, |counter: usize| 1 << COUNTERS[counter])
}

impl Tables {
    /// All tables.
    pub fn new() -> Tables {
        let empty = |code: usize| (0..16).step_by(2).filter(|shift| code >> shift & 3 == 0).count();
        let mut codes: Vec<usize> = (0..65536).collect();
        codes.sort_by_key(|&code| empty(code));
        let mut classes = Box::new([0; 65536]);
        for code in codes {
            classes[code] = class(code, &classes);
        }
        let exchanged = |code: usize| code >> 1 & 0x5555 | (code & 0x5555) << 1;
        let lines: Vec<u8> = (0..65536).map(|code| classes[code] | classes[exchanged(code)] << 4).collect();
        let entries: Vec<u64> = (0..65536).map(entry).collect();
        Tables { lines: lines.try_into().expect("all codes"), entries: entries.try_into().expect("all cells") }
    }
}

/// A board with its patterns.
pub struct Board<'a> {
    tables: &'a Tables,
    rows: [u64; SIDE],
    columns: [u64; SIDE],
    rising: [u64; 2 * SIDE],
    falling: [u64; 2 * SIDE],
    cells: [u32; CELLS],
    totals: [u64; 2],
}

/// What a move changed.
type Saved = ([u32; 32], [u64; 2]);

macro_rules! each_neighbour {
    (|$by:ident| $body:expr) => {
        each_neighbour!(@ $by, $body, (-4 0) (-3 1) (-2 2) (-1 3) (1 4) (2 5) (3 6) (4 7))
    };
    (@ $by:ident, $body:expr, $(($steps:literal $slot:literal))*) => {
        $({
            const $by: (isize, usize) = ($steps, $slot);
            $body
        })*
    };
}

impl<'a> Board<'a> {
    /// The board with these stones, cells counted row by row, black first.
    pub fn new(tables: &'a Tables, moves: &[u16]) -> Board<'a> {
        let outside = |inside: usize, from: usize| !(((1u64 << (2 * inside)) - 1) << (2 * from));
        let diagonal = |line: usize| {
            let cells = if line < SIDE { line + 1 } else { 2 * SIDE - 1 - line };
            (cells, (line + 1).saturating_sub(SIDE))
        };
        let (mut rising, mut falling) = ([!0; 2 * SIDE], [!0; 2 * SIDE]);
        for line in 0..2 * SIDE - 1 {
            let (cells, skipped) = diagonal(line);
            // Places are columns: a rising diagonal numbered column + 14 - row begins at column line - 14.
            rising[line] = outside(cells, MARGIN + skipped);
            falling[line] = outside(cells, MARGIN + skipped);
        }
        let straight = [outside(SIDE, MARGIN); SIDE];
        let mut board =
            Board { tables, rows: straight, columns: straight, rising, falling, cells: [0; CELLS], totals: [0; 2] };
        for row in 0..SIDE {
            for column in 0..SIDE {
                let place = |at: usize| at as u32 + MARGIN as u32;
                let words = [
                    (board.rows[row], place(column)),
                    (board.columns[column], place(row)),
                    (board.rising[column + SIDE - 1 - row], place(column)),
                    (board.falling[column + row], place(column)),
                ];
                let mut cell = 0;
                for (direction, (word, place)) in words.into_iter().enumerate() {
                    cell |= board.look(word >> (2 * (place - 4))) << (4 * direction);
                }
                board.cells[(row + MARGIN) * ROW + column + MARGIN] = cell;
                board.totals[0] = board.totals[0].wrapping_add(tables.entries[(cell & 0xFFFF) as usize]);
                board.totals[1] = board.totals[1].wrapping_add(tables.entries[(cell >> 16) as usize]);
            }
        }
        for (ply, &mv) in moves.iter().enumerate() {
            board.place(mv as usize, ply & 1);
        }
        board
    }

    #[inline(always)]
    fn look(&self, seen: u64) -> u32 {
        let byte = self.tables.lines[((seen & 0xFF) | (seen >> 2 & 0xFF00)) as usize] as u32;
        (byte | byte << 12) & 0x000F_000F
    }

    #[inline(always)]
    fn count(&mut self, before: u32, after: u32) {
        let entries = &*self.tables.entries;
        let entry = |half: u32| entries[(half & 0xFFFF) as usize];
        self.totals[0] = self.totals[0].wrapping_add(entry(after)).wrapping_sub(entry(before));
        self.totals[1] = self.totals[1].wrapping_add(entry(after >> 16)).wrapping_sub(entry(before >> 16));
    }

    #[inline(always)]
    fn along<const DIRECTION: usize, const STEP: isize>(&mut self, start: usize, seen: u64, saved: &mut [u32; 32]) {
        each_neighbour!(|BY| {
            let place = start + (MIDDLE as isize + BY.0 * STEP) as usize;
            let before = self.cells[place];
            saved[8 * DIRECTION + BY.1] = before;
            let seen = seen >> (2 * (4 + BY.0));
            if seen >> 8 & 3 == 0 {
                let after = before & !(0x000F_000F << (4 * DIRECTION)) | self.look(seen) << (4 * DIRECTION);
                self.cells[place] = after;
                self.count(before, after);
            }
        });
    }

    /// Places a stone; what it changed.
    #[inline(never)]
    pub fn place(&mut self, cell: usize, seat: usize) -> Saved {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let start = row * ROW + column;
        let mut saved = ([0; 32], self.totals);
        let own = self.cells[start + MIDDLE];
        self.totals[0] = self.totals[0].wrapping_sub(self.tables.entries[(own & 0xFFFF) as usize]);
        self.totals[1] = self.totals[1].wrapping_sub(self.tables.entries[(own >> 16) as usize]);
        let (across, up) = (2 * (column + MARGIN) as u32, 2 * (row + MARGIN) as u32);
        let stone = 1 + seat as u64;
        let turned = |word: &mut u64, at: u32| {
            *word |= stone << at;
            word.rotate_right(at.wrapping_sub(16) & 63)
        };
        let seen = [
            turned(&mut self.rows[row], across),
            turned(&mut self.columns[column], up),
            turned(&mut self.rising[column + SIDE - 1 - row], across),
            turned(&mut self.falling[column + row], across),
        ];
        self.along::<0, 1>(start, seen[0], &mut saved.0);
        self.along::<1, { ROW as isize }>(start, seen[1], &mut saved.0);
        self.along::<2, { ROW as isize + 1 }>(start, seen[2], &mut saved.0);
        self.along::<3, { 1 - ROW as isize }>(start, seen[3], &mut saved.0);
        saved
    }

    /// Takes a stone back.
    #[inline(never)]
    pub fn take_back(&mut self, cell: usize, saved: &Saved) {
        let (row, column) = (cell / SIDE, cell % SIDE);
        let start = row * ROW + column;
        let (across, up) = (2 * (column + MARGIN), 2 * (row + MARGIN));
        self.rows[row] &= !(3 << across);
        self.columns[column] &= !(3 << up);
        self.rising[column + SIDE - 1 - row] &= !(3 << across);
        self.falling[column + row] &= !(3 << across);
        self.totals = saved.1;
        macro_rules! restore {
            ($direction:literal, $step:expr) => {
                each_neighbour!(
                    |BY| self.cells[start + (MIDDLE as isize + BY.0 * $step) as usize] = saved.0[8 * $direction + BY.1]
                )
            };
        }
        restore!(0, 1);
        restore!(1, ROW as isize);
        restore!(2, ROW as isize + 1);
        restore!(3, 1 - ROW as isize);
    }

    /// Value and cells of fives and fours of a side.
    pub fn tell(&self, seat: usize) -> (u64, u64) {
        let total = self.totals[seat & 1];
        let counter = |from: usize, to: u32| total >> COUNTERS[from] & ((1 << (to - COUNTERS[from])) - 1);
        (total >> VALUE, counter(0, 8) + counter(1, 17) + counter(2, 26) + counter(3, 35))
    }
}
