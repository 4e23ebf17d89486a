//! What a stone on an empty cell would threaten: the words in which an evaluator that sees threats tells a search.

/// The strongest thing that a stone of a side on an empty cell would make, by ascending urgency for the other side.
///
/// Fours are lines that one more stone of the side completes, threes lines that one more turns into an open four. All of
/// it is judged line by line: whether a three is real in renju, or a point forbidden, is the position's to say
/// ([`Position::loses_at`](super::Position::loses_at)).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Threat {
    /// Nothing that asks for an answer.
    #[default]
    None,
    /// A three.
    Three,
    /// Threes in two lines or more.
    DoubleThree,
    /// A four that one stone stops.
    Four,
    /// A four, and a three in another line.
    FourThree,
    /// Two fours, in two lines or in one.
    DoubleFour,
    /// A four in a row that no single stone stops.
    OpenFour,
    /// A line that wins.
    Five,
}

impl Threat {
    /// All of them, ascending.
    pub const ALL: [Threat; 8] = [
        Threat::None,
        Threat::Three,
        Threat::DoubleThree,
        Threat::Four,
        Threat::FourThree,
        Threat::DoubleFour,
        Threat::OpenFour,
        Threat::Five,
    ];
}

/// How many empty cells hold a threat for one side, each cell counted once, by what is strongest there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ThreatCounts {
    /// Cells of [`Threat::Five`].
    pub fives: u32,
    /// Cells of [`Threat::OpenFour`] and [`Threat::DoubleFour`].
    pub open_fours: u32,
    /// Cells of [`Threat::FourThree`].
    pub four_threes: u32,
    /// Cells of [`Threat::Four`].
    pub fours: u32,
    /// Cells of [`Threat::Three`] and [`Threat::DoubleThree`].
    pub threes: u32,
}

impl ThreatCounts {
    /// Cells on which a stone makes a four at least, fives included.
    pub fn forcing(&self) -> u32 {
        self.fives + self.open_fours + self.four_threes + self.fours
    }
}
