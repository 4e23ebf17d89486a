//! A board as an SVG image: stones with the number of the move that placed them.

use std::fmt::Write;

use crate::base::{Cell, Move, Position, Seat};
use crate::games::notation::cell_text;

/// Side of a cell in pixels.
const SIDE: usize = 36;

/// Space around the board for the coordinates.
const MARGIN: usize = 30;

/// Draws the board after the moves (from the empty board `start`); where they are not known, stones have no numbers.
pub fn draw<P: Position>(start: &P, position: &P, moves: &[Move], title: &str) -> String {
    let shape = position.shape();
    let (columns, rows) = (shape.width as usize, shape.height as usize);
    let (width, height) = (columns * SIDE + 2 * MARGIN, rows * SIDE + 2 * MARGIN);
    let middle = |cell: Cell| {
        let (column, from_top) = (shape.column(cell), rows - 1 - shape.row(cell));
        (MARGIN + column * SIDE + SIDE / 2, MARGIN + from_top * SIDE + SIDE / 2)
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans, sans-serif\" text-anchor=\"middle\">\n\
         <title>{}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        escape(title)
    );
    for column in 0..=columns {
        line(&mut svg, (MARGIN + column * SIDE, MARGIN), (MARGIN + column * SIDE, MARGIN + rows * SIDE));
    }
    for row in 0..=rows {
        line(&mut svg, (MARGIN, MARGIN + row * SIDE), (MARGIN + columns * SIDE, MARGIN + row * SIDE));
    }
    for column in 0..columns {
        let (x, name) = (MARGIN + column * SIDE + SIDE / 2, cell_text(&shape, shape.cell(column, 0)));
        let name = if shape.gravity && columns <= 9 {
            (column + 1).to_string()
        } else {
            name.trim_end_matches(|c: char| c.is_ascii_digit()).to_string()
        };
        text(&mut svg, (x, MARGIN + rows * SIDE + 20), 13, "#444444", &name);
    }
    if !shape.gravity {
        for row in 0..rows {
            let (_, y) = middle(shape.cell(0, row));
            text(&mut svg, (MARGIN / 2, y + 5), 13, "#444444", &(row + 1).to_string());
        }
    }
    let numbers = numbers(start, moves);
    for cell in 0..shape.cells() as Cell {
        let Some(seat) = position.stone(cell) else { continue };
        let (fill, ink) = if seat == Seat::FIRST { ("#202020", "#ffffff") } else { ("#ffffff", "#202020") };
        let ((x, y), number) = (middle(cell), numbers[cell as usize]);
        let last = number.is_some_and(|number| number == moves.len());
        let rim = if last { "#d55e00\" stroke-width=\"3" } else { "#202020" };
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\" fill=\"{fill}\" stroke=\"{rim}\"/>");
        if let Some(number) = number {
            text(&mut svg, (x, y + 5), 13, ink, &number.to_string());
        }
    }
    svg.push_str("</svg>\n");
    svg
}

/// The number of the move that placed each cell's stone.
fn numbers<P: Position>(start: &P, moves: &[Move]) -> Vec<Option<usize>> {
    let mut numbers = vec![None; start.shape().cells()];
    let mut position = start.clone();
    for (index, &mv) in moves.iter().enumerate() {
        numbers[position.landing(mv) as usize] = Some(index + 1);
        position.play(mv);
    }
    numbers
}

fn line(svg: &mut String, from: (usize, usize), to: (usize, usize)) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let _ = writeln!(svg, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#999999\"/>");
}

fn text(svg: &mut String, at: (usize, usize), size: usize, colour: &str, text: &str) {
    let (x, y) = at;
    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\">{}</text>", escape(text));
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::notation::read_position;
    use crate::games::{GameSpec, GameVisitor};

    struct Image(&'static str);

    impl GameVisitor for Image {
        type Output = String;

        fn visit<P: Position>(self, start: P) -> String {
            let (root, moves) = read_position(&start, self.0).unwrap();
            draw(&start, &root.position, &moves, "a < b")
        }
    }

    #[test]
    fn stones_carry_the_numbers_of_their_moves() {
        let svg = GameSpec::CONNECT4.visit(Image("4453"));
        assert_eq!(svg.matches("<circle").count(), 4);
        for number in 1..=4 {
            assert!(
                svg.contains(&format!("ffffff\">{number}</text>"))
                    || svg.contains(&format!("202020\">{number}</text>"))
            );
        }
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n"));
        let board = GameSpec::TICTACTOE.visit(Image("X../.O./..."));
        assert_eq!((board.matches("<circle").count(), board.contains("fill=\"#ffffff\">1<")), (2, false));
    }
}
