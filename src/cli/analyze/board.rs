//! A board for the terminal: the plain diagram with the last move in brackets and the candidates by rank.

use crate::base::{Cell, Position, Shape};
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
