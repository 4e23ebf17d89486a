//! What a stone makes of its line: the definition, from which the tables are made.
//!
//! A line is seen from one empty cell, a few cells to either side, by one of the two sides. Every class is defined by those
//! of the line with one stone more, own or opposing, so that nothing but the winning run itself depends on the rule set:
//!
//! * a *five* is a run through the stone that wins;
//! * a *four* is a line that one more own stone makes a five; if no single opposing stone prevents that it is *open* where
//!   its four stones stand in a row, and *two fours* in one line where they do not;
//! * a *three* is a line that one more own stone makes a four that nothing stops: an *open* one if several stones do, a
//!   *single* one if only one does. Under renju black may not make two fours, so that they do not count for it here;
//! * a *closed three* can become a four, a *two* a three, a *closed two* a closed three, and *one* at least a two.
//!
//! Beyond what is seen everything counts as empty. Five cells to either side show all that fives, fours and threes depend
//! on, and four are enough where longer runs win as well. The exception is caro, where a run of six or more may be blocked
//! out of sight.

use super::half_lines::{half_lines, shift_of};
use crate::base::{RuleSet, Seat};

/// The state of a cell in a code: two bits.
pub(super) const EMPTY: u32 = 0;
/// A stone of the side that looks.
pub(super) const OWN: u32 = 1;
/// A stone of the other side.
pub(super) const OPPOSING: u32 = 2;
/// Not on the board.
pub(super) const EDGE: u32 = 3;

/// What a stone makes of its line, ascending. Four bits; those from [`LineClass::Four`] on have the highest one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum LineClass {
    /// No five will ever be here.
    #[default]
    Dead,
    /// A five is possible.
    One,
    /// A two that can become a closed three.
    ClosedTwo,
    /// A two that one stone makes a three.
    SingleTwo,
    /// A two that several stones make a three.
    OpenTwo,
    /// A three that can become a four.
    ClosedThree,
    /// A three that one stone makes an open four.
    SingleThree,
    /// A three that several stones make an open four.
    OpenThree,
    /// A four.
    Four,
    /// Two fours in one line.
    TwoFours,
    /// A four in a row that no single stone stops.
    OpenFour,
    /// A run that wins.
    Five,
    /// A run that is too long, and forbidden.
    Overline,
}

impl LineClass {
    /// All of them, ascending.
    pub const ALL: [LineClass; 13] = {
        use LineClass::*;
        [
            Dead,
            One,
            ClosedTwo,
            SingleTwo,
            OpenTwo,
            ClosedThree,
            SingleThree,
            OpenThree,
            Four,
            TwoFours,
            OpenFour,
            Five,
            Overline,
        ]
    };

    /// The class of four bits.
    pub fn of_bits(bits: u8) -> LineClass {
        Self::ALL.get(bits as usize).copied().unwrap_or_default()
    }

    /// Whether one more stone completes a five.
    fn is_four(self) -> bool {
        (LineClass::Four..=LineClass::OpenFour).contains(&self)
    }
}

/// Which runs win for a side, and what else its lines depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Runs {
    /// Five or more.
    FiveOrMore,
    /// Exactly five; more is nothing.
    ExactlyFive,
    /// Exactly five; more is forbidden, and so are two fours.
    ExactlyFiveOrForbidden,
    /// Five or more, unless opposing stones stand at both ends.
    FiveUnlessBlocked,
}

impl Runs {
    /// A seat's under a rule set.
    pub fn of(rules: RuleSet, seat: Seat) -> Runs {
        match rules {
            RuleSet::Freestyle => Runs::FiveOrMore,
            RuleSet::Standard => Runs::ExactlyFive,
            RuleSet::Renju if seat == Seat::FIRST => Runs::ExactlyFiveOrForbidden,
            RuleSet::Renju => Runs::FiveOrMore,
            RuleSet::Caro => Runs::FiveUnlessBlocked,
        }
    }

    /// The class of a stone by the run that it stands in, if that settles it. Also the run's length.
    fn settle(self, code: u32, reach: u32) -> (Option<LineClass>, u32) {
        let state = |distance: i32| code >> shift_of(distance, reach) & 3;
        let own = |towards: i32| (1..=reach as i32).take_while(|&steps| state(towards * steps) == OWN).count() as i32;
        let (back, ahead) = (own(-1), own(1));
        let length = (back + 1 + ahead) as u32;
        let blocked = |towards: i32, beyond: i32| beyond <= reach as i32 && state(towards * beyond) == OPPOSING;
        let class = match self {
            _ if length < 5 => None,
            Runs::FiveUnlessBlocked if blocked(-1, back + 1) && blocked(1, ahead + 1) => Some(LineClass::Dead),
            Runs::FiveOrMore | Runs::FiveUnlessBlocked => Some(LineClass::Five),
            _ if length == 5 => Some(LineClass::Five),
            Runs::ExactlyFive => Some(LineClass::Dead),
            Runs::ExactlyFiveOrForbidden => Some(LineClass::Overline),
        };
        (class, length)
    }
}

/// The class of every line that is seen `reach` cells far, by its code (see [`shift_of`]), for a side with these runs.
pub(super) fn classes(runs: Runs, reach: u32) -> Vec<LineClass> {
    let mut classes = vec![LineClass::Dead; 1 << (4 * reach)];
    let halves = half_lines(reach);
    let empty = |half: u32| (0..reach).filter(|cell| half >> (2 * cell) & 3 == EMPTY).count();
    let mut by_empty = vec![Vec::new(); reach as usize + 1];
    for half in halves {
        by_empty[empty(half.ahead)].push(half);
    }
    // A line's class follows from those of lines with fewer empty cells.
    for total in 0..=2 * reach as usize {
        for (count, lefts) in by_empty.iter().enumerate() {
            let Some(rights) = total.checked_sub(count).and_then(|rest| by_empty.get(rest)) else { continue };
            for left in lefts {
                for right in rights {
                    let code = left.behind | right.ahead << (2 * reach);
                    classes[code as usize] = class(runs, reach, code, &classes);
                }
            }
        }
    }
    classes
}

/// The class of a line, where those of all lines with fewer empty cells are known.
fn class(runs: Runs, reach: u32, code: u32, known: &[LineClass]) -> LineClass {
    let (settled, length) = runs.settle(code, reach);
    if let Some(class) = settled {
        return class;
    }
    let (mut fours, mut stops, mut ways) = (false, false, [0; LineClass::ALL.len()]);
    for shift in (0..2 * reach).map(|cell| 2 * cell).filter(|shift| code >> shift & 3 == EMPTY) {
        ways[known[(code | OWN << shift) as usize] as usize] += 1;
        stops |= !known[(code | OPPOSING << shift) as usize].is_four();
    }
    fours |= ways[LineClass::Five as usize] > 0;
    let may_two_fours = runs != Runs::ExactlyFiveOrForbidden;
    let count = |classes: &[LineClass]| classes.iter().map(|&class| ways[class as usize]).sum::<u32>();
    let unstopped = count(&[LineClass::OpenFour]) + if may_two_fours { count(&[LineClass::TwoFours]) } else { 0 };
    let threes = count(&[LineClass::SingleThree, LineClass::OpenThree]);
    match () {
        _ if fours && stops => LineClass::Four,
        _ if fours && length == 4 => LineClass::OpenFour,
        _ if fours => LineClass::TwoFours,
        _ if unstopped > 1 => LineClass::OpenThree,
        _ if unstopped > 0 => LineClass::SingleThree,
        _ if count(&[LineClass::Four]) > 0 => LineClass::ClosedThree,
        _ if threes > 1 => LineClass::OpenTwo,
        _ if threes > 0 => LineClass::SingleTwo,
        _ if count(&[LineClass::ClosedThree]) > 0 => LineClass::ClosedTwo,
        _ if count(&[LineClass::ClosedTwo, LineClass::SingleTwo, LineClass::OpenTwo]) > 0 => LineClass::One,
        _ => LineClass::Dead,
    }
}
