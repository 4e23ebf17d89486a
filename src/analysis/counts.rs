//! Results of games and of colour-swapped pairs, counted from the view of one named side.

/// The result of a pair: one opening played twice with colours swapped, from the view of one side.
///
/// The pair, not the game, is the sampling unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PairOutcome {
    /// Both games lost.
    LossLoss,
    /// One lost, one drawn.
    LossDraw,
    /// Two draws, or one win and one loss.
    Even,
    /// One won, one drawn.
    WinDraw,
    /// Both games won.
    WinWin,
}

impl PairOutcome {
    /// All outcomes, worst first: the order of every table of pair counts.
    pub const ALL: [Self; 5] = [Self::LossLoss, Self::LossDraw, Self::Even, Self::WinDraw, Self::WinWin];

    /// The outcome of a pair from the half points of its two games (0 loss, 1 draw, 2 win, so 0..=4 together); `None`
    /// above 4.
    pub fn from_half_points(half_points: u8) -> Option<Self> {
        Self::ALL.get(usize::from(half_points)).copied()
    }

    /// Place in [`Self::ALL`] and in the array of [`PairCounts`].
    pub fn index(self) -> usize {
        self as usize
    }
}

/// Wins, draws and losses of single games, from the view of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GameCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Pairs by outcome in the order LL, LD, (DD or WL), WD, WW, from the view of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts(pub [u64; 5]);

impl PairCounts {
    /// Counts one more pair.
    pub fn add(&mut self, outcome: PairOutcome) {
        let cell = &mut self.0[outcome.index()];
        *cell = cell.saturating_add(1);
    }

    /// The same pairs from the view of the other side.
    pub fn swapped(self) -> Self {
        let [ll, ld, even, wd, ww] = self.0;
        Self([ww, wd, even, ld, ll])
    }
}

/// Counts of outcomes with their scores: what the estimates of Elo and the sequential test have in common.
///
/// Scores lie evenly between 0 and 1: 0, 1/2, 1 for games, 0, 1/4, 1/2, 3/4, 1 for pairs.
pub trait Tally: Copy {
    /// The counts, worst outcome first: three cells for games, five for pairs.
    type Cells: AsRef<[f64]> + AsMut<[f64]> + Copy;

    /// Games in one sampling unit: 1, or 2 for pairs.
    const GAMES_PER_UNIT: f64;

    /// The counts as numbers.
    fn cells(self) -> Self::Cells;

    /// Score of a cell by its place: evenly spaced from 0 to 1.
    fn score_of(cell: usize, cells: usize) -> f64 {
        cell as f64 / (cells - 1) as f64
    }

    /// Number of sampling units.
    fn units(self) -> f64 {
        self.cells().as_ref().iter().sum()
    }
}

impl Tally for GameCounts {
    type Cells = [f64; 3];
    const GAMES_PER_UNIT: f64 = 1.0;

    fn cells(self) -> [f64; 3] {
        [self.losses as f64, self.draws as f64, self.wins as f64]
    }
}

impl Tally for PairCounts {
    type Cells = [f64; 5];
    const GAMES_PER_UNIT: f64 = 2.0;

    fn cells(self) -> [f64; 5] {
        self.0.map(|count| count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_points_name_the_outcome() {
        assert_eq!(PairOutcome::from_half_points(0), Some(PairOutcome::LossLoss));
        assert_eq!(PairOutcome::from_half_points(3), Some(PairOutcome::WinDraw));
        assert_eq!(PairOutcome::from_half_points(5), None);
        for (place, outcome) in PairOutcome::ALL.into_iter().enumerate() {
            assert_eq!(outcome.index(), place);
        }
    }

    #[test]
    fn adding_and_swapping() {
        let mut counts = PairCounts::default();
        counts.add(PairOutcome::LossDraw);
        counts.add(PairOutcome::WinWin);
        assert_eq!(counts.0, [0, 1, 0, 0, 1]);
        assert_eq!(counts.swapped().0, [1, 0, 0, 1, 0]);
        let full = PairCounts([u64::MAX; 5]);
        let mut more = full;
        more.add(PairOutcome::Even);
        assert_eq!(more, full);
    }
}
