//! A board for the terminal: the plain diagram with the last move in brackets and the candidates by rank.

use crate::base::{Cell, Position, Seat, Shape};
use crate::games::notation::board_diagram;

/// Ranks that fit one character.
pub const RANKS: usize = 9;

/// Draws the board; the first candidates' cells show their rank (1 is best) where they are empty.
pub fn draw<P: Position>(position: &P, last: Option<Cell>, candidates: &[Cell]) -> Vec<String> {
    let shape = position.shape();
    let mut lines: Vec<Vec<char>> = board_diagram(position).lines().map(|line| line.chars().collect()).collect();
    for (rank, &cell) in candidates.iter().take(RANKS).enumerate() {
        if position.stone(cell).is_none()
            && let Some(sign) = char::from_digit(rank as u32 + 1, 10)
        {
            put(&mut lines, &shape, cell, 0, sign);
        }
    }
    if let Some(cell) = last {
        put(&mut lines, &shape, cell, -1, '(');
        put(&mut lines, &shape, cell, 1, ')');
    }
    lines.into_iter().map(String::from_iter).collect()
}

/// What the signs of [`draw`] mean, in one line; nothing where there are none.
pub fn legend<P: Position>(position: &P, last: Option<Cell>, candidates: &[Cell]) -> Option<String> {
    let ranked = candidates.iter().take(RANKS).filter(|&&cell| position.stone(cell).is_none()).count();
    let digits = match ranked {
        0 => None,
        1 => Some("1: the best move".to_string()),
        _ => Some(format!("1 to {ranked}: the candidates, 1 is best")),
    };
    let sign = |cell: Cell| position.stone(cell).map(|seat| if seat == Seat::FIRST { 'X' } else { 'O' });
    let last = last.and_then(sign).map(|sign| format!("({sign}): the last move"));
    let said: Vec<String> = digits.into_iter().chain(last).collect();
    (!said.is_empty()).then(|| format!("   {}", said.join("; ")))
}

/// Writes a character over the diagram: two columns a cell, after a margin of three.
fn put(lines: &mut [Vec<char>], shape: &Shape, cell: Cell, offset: isize, sign: char) {
    let Some(line) = lines.get_mut(shape.height as usize - 1 - shape.row(cell)) else { return };
    let place = (3 + 2 * shape.column(cell)).saturating_add_signed(offset);
    if place >= line.len() {
        line.resize(place + 1, ' ');
    }
    line[place] = sign;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::notation::read_position;
    use crate::games::{GameSpec, GameVisitor};

    struct Legend(&'static str, Option<Cell>, &'static [Cell]);

    impl GameVisitor for Legend {
        type Output = Option<String>;

        fn visit<P: Position>(self, start: P) -> Option<String> {
            let (root, _) = read_position(&start, self.0).unwrap();
            legend(&root.position, self.1, self.2)
        }
    }

    #[test]
    fn the_signs_are_explained() {
        let legend = |text, last, cells| GameSpec::TICTACTOE.visit(Legend(text, last, cells));
        let told = legend("a1c3", Some(8), &[4, 2]).unwrap();
        assert_eq!(told, "   1 to 2: the candidates, 1 is best; (O): the last move");
        assert_eq!(legend("start", None, &[4]).unwrap(), "   1: the best move");
        assert_eq!(legend("start", None, &[]), None);
    }

    struct Draw(&'static str, Option<Cell>, &'static [Cell]);

    impl GameVisitor for Draw {
        type Output = Vec<String>;

        fn visit<P: Position>(self, start: P) -> Vec<String> {
            let (root, _) = read_position(&start, self.0).unwrap();
            draw(&root.position, self.1, self.2)
        }
    }

    #[test]
    fn stones_last_move_and_ranks() {
        let lines = GameSpec::TICTACTOE.visit(Draw("a1c3", Some(8), &[4, 2, 0]));
        assert_eq!(lines, [" 3 . .(O)", " 2 . 1 .", " 1 X . 2", "   a b c"]);
    }
}
