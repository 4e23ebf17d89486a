//! What a stone on an empty cell would make of its line, as document G counts it: runs of adjacent own stones on either
//! side, and whether the cells behind the runs are empty. Once for all cells of a line by shifts, once for a single cell.

/// Longest run looked at on one side.
const REACH: u32 = 4;

/// When the stones of a pattern are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// With the stone on the empty cell, as document G intends: three neighbours and the stone are a four.
    Placed,
    /// Without it, as document G prints: its open four has four neighbours, so that the stone makes a five, its open three
    /// three, so that the stone makes a four. A five between two blocks is nothing, a longer row neither, and of a run of
    /// four the cell behind is not looked at: it passes for open.
    Before,
}

/// What a stone makes of a line; at most one of these in a direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Five or more in a row; never found when counting [`Count::Before`].
    Five,
    /// A four with both ends open.
    LiveFour,
    /// A four with one end open.
    RushFour,
    /// A three with both ends open.
    LiveThree,
}

/// All patterns, in the order of [`patterns`].
pub const PATTERNS: [Pattern; 4] = [Pattern::Five, Pattern::LiveFour, Pattern::RushFour, Pattern::LiveThree];

/// For each of [`PATTERNS`] the empty cells of a line on which a stone of `own` makes it, as bits.
#[inline]
pub fn patterns(own: u32, other: u32, length: u32, count: Count) -> [u32; 4] {
    // Nothing counts with fewer than two neighbours.
    if own & own.wrapping_sub(1) == 0 {
        return [0; 4];
    }
    let empty = ((1u32 << length) - 1) & !(own | other);
    // `left[n]`: at least n own stones on the low side; `right[n]` on the high side.
    let mut left = [empty; REACH as usize + 2];
    let mut right = left;
    for n in 1..=REACH as usize {
        left[n] = left[n - 1] & (own << n);
        right[n] = right[n - 1] & (own >> n);
    }
    (left[REACH as usize + 1], right[REACH as usize + 1]) = (0, 0);
    // Exactly n stones, and of those the ones with an empty cell behind.
    let (mut left_open, mut right_open) = (left[4], right[4]);
    let (mut low, mut high) = ([0; 5], [0; 5]);
    for n in 0..=REACH as usize {
        (low[n], high[n]) = (left[n] & !left[n + 1], right[n] & !right[n + 1]);
        if n < REACH as usize {
            left_open |= low[n] & (empty << (n + 1));
            right_open |= high[n] & (empty >> (n + 1));
        }
    }
    let two = low[0] & high[2] | low[1] & high[1] | low[2] & high[0];
    let three = low[0] & high[3] | low[1] & high[2] | low[2] & high[1] | low[3] & high[0];
    let (both, one) = (left_open & right_open, left_open ^ right_open);
    match count {
        Count::Placed => {
            let five = left[4] | right[4] | left[3] & right[1] | left[2] & right[2] | left[1] & right[3];
            [five, three & both, three & one, two & both]
        }
        Count::Before => {
            let four = low[0] & high[4] | low[1] & high[3] | low[2] & high[2] | low[3] & high[1] | low[4] & high[0];
            [0, four & both, four & one, three & both]
        }
    }
}

/// What a stone of `own` on the empty cell `index` makes of the line.
#[inline]
pub fn pattern_at(own: u32, other: u32, index: u32, length: u32, count: Count) -> Option<Pattern> {
    let left = own.unbounded_shl(32 - index).leading_ones().min(REACH);
    let right = (own >> (index + 1)).trailing_ones().min(REACH);
    let neighbours = left + right;
    if neighbours < 2 {
        return None;
    }
    let empty = ((1u32 << length) - 1) & !(own | other);
    let left_open = left == REACH || (index > left && empty >> (index - left - 1) & 1 == 1);
    let right_open = right == REACH || empty >> (index + right + 1) & 1 == 1;
    let fours = match count {
        Count::Placed if neighbours >= 4 => return Some(Pattern::Five),
        Count::Placed => 3,
        Count::Before => 4,
    };
    match (left_open, right_open) {
        (true, true) if neighbours == fours => Some(Pattern::LiveFour),
        (true, true) if neighbours + 1 == fours => Some(Pattern::LiveThree),
        (true, false) | (false, true) if neighbours == fours => Some(Pattern::RushFour),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Document G's scan, cell by cell, on a line of `x`, `o` and `.`.
    fn scanned(line: &[char], index: usize, count: Count) -> Option<Pattern> {
        let side = |cells: Vec<char>| {
            let (mut stones, mut open) = (0, true);
            for i in 0..4 {
                match cells.get(i) {
                    Some('x') => stones += 1,
                    Some('.') => break,
                    _ => {
                        open = false;
                        break;
                    }
                }
            }
            (stones, open)
        };
        let (left, left_open) = side(line[..index].iter().rev().copied().collect());
        let (right, right_open) = side(line[index + 1..].to_vec());
        let placed = u32::from(count == Count::Placed);
        match (left + right + placed, u32::from(left_open) + u32::from(right_open)) {
            (5.., _) if placed == 1 => Some(Pattern::Five),
            (4, 2) => Some(Pattern::LiveFour),
            (4, 1) => Some(Pattern::RushFour),
            (3, 2) => Some(Pattern::LiveThree),
            _ => None,
        }
    }

    #[test]
    fn shifts_and_scans_agree_on_all_short_lines() {
        for length in 1..=9u32 {
            for code in 0..3u32.pow(length) {
                let line: Vec<char> = (0..length).map(|i| ['.', 'x', 'o'][(code / 3u32.pow(i) % 3) as usize]).collect();
                let bits = |c: char| (0..length).filter(|&i| line[i as usize] == c).map(|i| 1u32 << i).sum::<u32>();
                let (own, other) = (bits('x'), bits('o'));
                for count in [Count::Placed, Count::Before] {
                    let masks = patterns(own, other, length, count);
                    for index in (0..length).filter(|&i| line[i as usize] == '.') {
                        let expected = scanned(&line, index as usize, count);
                        assert_eq!(pattern_at(own, other, index, length, count), expected, "{line:?} at {index}");
                        let found = PATTERNS.into_iter().zip(masks).find(|(_, mask)| mask >> index & 1 == 1);
                        assert_eq!(found.map(|(pattern, _)| pattern), expected, "{line:?} at {index}, by shifts");
                    }
                    let occupied = own | other;
                    assert!(masks.iter().all(|mask| mask & occupied == 0 && mask >> length == 0));
                }
            }
        }
    }

    #[test]
    fn the_longest_line_fits() {
        let own = 0b1111 << 18;
        assert_eq!(patterns(own, 0, 22, Count::Placed)[0], 1 << 17);
        assert_eq!(pattern_at(own, 0, 17, 22, Count::Placed), Some(Pattern::Five));
        assert_eq!(pattern_at(0b1111, 0, 4, 22, Count::Placed), Some(Pattern::Five));
    }
}
