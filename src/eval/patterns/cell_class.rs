//! What a stone makes of all four lines of a cell: its threat, and the entry by which a cell counts.

use std::sync::LazyLock;

use super::line_class::{LineClass, Runs};
use crate::base::{Score, Threat, ThreatCounts};

/// Four line classes in 16 bits: a cell for one side.
pub(super) const CELLS: usize = 1 << 16;

/// The threat in the low bits of a verdict.
const THREAT: u8 = 7;
/// The bit of a verdict that says that the cell may be forbidden.
const MAY_BE_FORBIDDEN: u8 = 8;

/// For each cell of one side its threat, and whether it may be forbidden.
#[derive(Debug)]
pub(super) struct Verdicts(Box<[u8; CELLS]>);

impl Verdicts {
    /// Those of a side with these runs.
    pub fn of(runs: Runs) -> &'static Verdicts {
        static ALLOWED: LazyLock<Verdicts> = LazyLock::new(|| Verdicts::new(false));
        static FORBIDDING: LazyLock<Verdicts> = LazyLock::new(|| Verdicts::new(true));
        if runs == Runs::ExactlyFiveOrForbidden { &FORBIDDING } else { &ALLOWED }
    }

    fn new(forbids: bool) -> Verdicts {
        let verdicts: Vec<u8> = (0..CELLS).map(|cell| verdict(cell as u16, forbids)).collect();
        Verdicts(verdicts.try_into().unwrap_or_else(|_| Box::new([0; CELLS])))
    }

    /// The threat of a cell.
    #[inline(always)]
    pub fn threat(&self, cell: u16) -> Threat {
        Threat::ALL[(self.0[cell as usize] & THREAT) as usize]
    }

    /// Whether the cell may be forbidden.
    #[inline(always)]
    pub fn may_be_forbidden(&self, cell: u16) -> bool {
        self.0[cell as usize] & MAY_BE_FORBIDDEN != 0
    }
}

/// The classes of a cell's four lines.
pub(super) fn classes_of(cell: u16) -> [LineClass; 4] {
    [0, 4, 8, 12].map(|shift| LineClass::of_bits((cell >> shift & 15) as u8))
}

/// The verdict on a cell. What two lines tell is certain but for threes: whether one is real its four-points decide.
fn verdict(cell: u16, forbids: bool) -> u8 {
    let classes = classes_of(cell);
    let count = |wanted: &[LineClass]| classes.iter().filter(|class| wanted.contains(class)).count();
    let fours = count(&[LineClass::Four, LineClass::OpenFour]) + 2 * count(&[LineClass::TwoFours]);
    let threes = count(&[LineClass::SingleThree, LineClass::OpenThree]);
    let has = |class: LineClass| classes.contains(&class);
    if has(LineClass::Five) {
        return Threat::Five as u8;
    }
    if forbids && (has(LineClass::Overline) || fours > 1) {
        return Threat::None as u8 | MAY_BE_FORBIDDEN;
    }
    let threat = match () {
        _ if has(LineClass::OpenFour) => Threat::OpenFour,
        _ if fours > 1 => Threat::DoubleFour,
        _ if fours > 0 && threes > 0 => Threat::FourThree,
        _ if fours > 0 => Threat::Four,
        _ if threes > 1 => Threat::DoubleThree,
        _ if threes > 0 => Threat::Three,
        _ => Threat::None,
    };
    threat as u8 | if forbids && threes > 1 { MAY_BE_FORBIDDEN } else { 0 }
}

/// Where the counters of a total begin, from the lowest bit: cells that are five, open or double four, four-three, four,
/// three. Each has nine bits, enough for all cells of the largest board, but fives: they have eight, since a stone takes
/// part in two of them in a direction at most and each needs four, so that there are no more of them than twice the
/// stones, nor than cells left empty.
const COUNTERS: [u32; 5] = [0, 8, 17, 26, 35];

/// The value stands above the counters, as a signed number of 20 bits.
const VALUE: u32 = 44;

/// The largest absolute value of a cell: the sum over the 484 cells of the largest board fits 20 bits.
pub(super) const CELL_LIMIT: i64 = 1_000;

/// What cells of one side add up to, counters and value in one number, so that a cell that changes is one addition and one
/// subtraction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Total(u64);

impl Total {
    /// A single cell of this value.
    fn of_cell(threat: Threat, value: i64) -> Total {
        let counter = match threat {
            Threat::None => None,
            Threat::Three | Threat::DoubleThree => Some(4),
            Threat::Four => Some(3),
            Threat::FourThree => Some(2),
            Threat::DoubleFour | Threat::OpenFour => Some(1),
            Threat::Five => Some(0),
        };
        Total(((value << VALUE) as u64).wrapping_add(counter.map_or(0, |counter: usize| 1 << COUNTERS[counter])))
    }

    /// With a cell more.
    #[inline(always)]
    pub fn plus(self, cell: Total) -> Total {
        Total(self.0.wrapping_add(cell.0))
    }

    /// With a cell less.
    #[inline(always)]
    pub fn minus(self, cell: Total) -> Total {
        Total(self.0.wrapping_sub(cell.0))
    }

    /// The sum of the cells' values.
    #[inline(always)]
    pub fn value(self) -> i64 {
        self.0 as i64 >> VALUE
    }

    /// How many cells hold which threat.
    #[inline(always)]
    pub fn counts(self) -> ThreatCounts {
        let counter = |from: u32, to: u32| (self.0 >> from) as u32 & ((1 << (to - from)) - 1);
        let [fives, open_fours, four_threes, fours, threes] = COUNTERS;
        ThreatCounts {
            fives: counter(fives, open_fours),
            open_fours: counter(open_fours, four_threes),
            four_threes: counter(four_threes, fours),
            fours: counter(fours, threes),
            threes: counter(threes, VALUE),
        }
    }
}

/// What every cell adds to the total of a side.
pub(super) type Entries = [Total; CELLS];

/// What a stone on every cell is worth by what the cell is for one side.
pub(super) type Scores = [Score; CELLS];

/// The scores of cells: by their threat, and so many times their value on top.
pub(super) fn scores(
    verdicts: &Verdicts,
    entries: &Entries,
    urgency: [Score; Threat::ALL.len()],
    times: Score,
) -> Box<Scores> {
    let score = |cell: u16| urgency[verdicts.threat(cell) as usize] + times * entries[cell as usize].value() as Score;
    let scores: Vec<Score> = (0..=u16::MAX).map(score).collect();
    scores.try_into().unwrap_or_else(|_| Box::new([0; CELLS]))
}

/// The entries of a side: a cell's value is the sum of what its four lines are worth by their class; a cell that may be
/// forbidden is worth nothing, but is counted.
pub(super) fn entries(verdicts: &Verdicts, worth: &[i64; LineClass::ALL.len()]) -> Box<Entries> {
    let entry = |cell: u16| {
        let value: i64 = classes_of(cell).iter().map(|&class| worth[class as usize]).sum();
        let value = if verdicts.may_be_forbidden(cell) { 0 } else { value.clamp(-CELL_LIMIT, CELL_LIMIT) };
        Total::of_cell(verdicts.threat(cell), value)
    };
    let entries: Vec<Total> = (0..=u16::MAX).map(entry).collect();
    entries.try_into().unwrap_or_else(|_| Box::new([Total::default(); CELLS]))
}
