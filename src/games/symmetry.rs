//! The symmetries of a board: positions that are the same but for turning or mirroring it.

use crate::base::rng::zobrist;
use crate::base::{Cell, Move, Position, Shape};

/// All symmetries of a game by [`Shape::image`], each as the image of every cell, the identity first: 8 on a square board, 4 on
/// an oblong one, 2 where stones fall.
pub fn transforms(shape: &Shape) -> Vec<Vec<Cell>> {
    (0..8).filter_map(|number| (0..shape.cells() as Cell).map(|cell| shape.image(cell, number)).collect()).collect()
}

/// The symmetries of one game, made once for many positions.
#[derive(Clone, Debug)]
pub struct Symmetry {
    shape: Shape,
    maps: Vec<Vec<Cell>>,
}

impl Symmetry {
    /// The symmetries of a game.
    pub fn new(shape: &Shape) -> Symmetry {
        Symmetry { shape: *shape, maps: transforms(shape) }
    }

    /// How many there are, the identity included.
    pub fn count(&self) -> usize {
        self.maps.len()
    }

    /// A hash that is the same for positions that are images of each other, and but for collisions of 64 bits for no others.
    /// It divides positions like [`Position::symmetric_key`], in less time and with other numbers.
    pub fn key<P: Position>(&self, position: &P) -> u64 {
        let cells = 0..self.shape.cells() as Cell;
        let stones: Vec<(Cell, u8)> =
            cells.filter_map(|cell| position.stone(cell).map(|seat| (cell, seat.0))).collect();
        self.key_of(&stones)
    }

    /// [`Symmetry::key`] of the position after these moves of a game for two in which stones stay where they are set.
    pub fn key_after(&self, moves: &[Move]) -> u64 {
        let stones: Vec<(Cell, u8)> = moves.iter().enumerate().map(|(ply, mv)| (mv.0, (ply % 2) as u8)).collect();
        self.key_of(&stones)
    }

    /// The least hash of the stones' images.
    fn key_of(&self, stones: &[(Cell, u8)]) -> u64 {
        let key = |map: &Vec<Cell>| {
            stones.iter().fold(0, |key, &(cell, seat)| key ^ zobrist(map[cell as usize % map.len()], seat))
        };
        self.maps.iter().map(key).min().unwrap_or(0)
    }

    /// The image of a move under the symmetry of this index (the identity's if there is none).
    pub fn image(&self, index: usize, mv: Move) -> Move {
        let Some(&cell) = self.maps.get(index).and_then(|map| map.get(mv.0 as usize)) else { return mv };
        // Mirroring keeps the bottom row, whose cells are numbered like the columns.
        Move(cell)
    }
}

/// [`Symmetry::key`] for a single position.
pub fn canonical_key<P: Position>(position: &P) -> u64 {
    Symmetry::new(&position.shape()).key(position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::rng::Rng;
    use crate::games::{GameSpec, GameVisitor};

    #[test]
    fn numbers_of_symmetries() {
        for (game, count) in [("gomoku", 8), ("mnk:4,3,3", 4), ("connect4", 2), ("mnk:4,4,4,gravity", 2)] {
            let maps = transforms(&game.parse::<GameSpec>().unwrap().shape);
            assert_eq!(maps.len(), count, "{game}");
            assert!(maps[0].iter().enumerate().all(|(cell, &image)| cell == image as usize));
            let mut distinct = maps.clone();
            distinct.sort();
            distinct.dedup();
            assert_eq!(distinct.len(), count, "{game}");
            for map in maps {
                let mut images = map.clone();
                images.sort();
                assert!(images.iter().enumerate().all(|(cell, &image)| cell == image as usize), "{game}");
            }
        }
    }

    struct Images;

    impl GameVisitor for Images {
        type Output = ();
        fn visit<P: Position>(self, start: P) {
            let symmetry = Symmetry::new(&start.shape());
            let mut rng = Rng::new(5);
            let mut positions = vec![start.clone(); symmetry.count()];
            let mut keys = vec![symmetry.key(&start)];
            while positions[0].outcome().is_none() && keys.len() < 30 {
                let moves: Vec<Move> = positions[0].moves().collect();
                let mv = moves[rng.below(moves.len() as u32) as usize];
                for (index, position) in positions.iter_mut().enumerate() {
                    position.play(symmetry.image(index, mv));
                }
                keys.push(symmetry.key(&positions[0]));
                for position in &positions {
                    assert_eq!(symmetry.key(position), keys[keys.len() - 1]);
                    assert_eq!(position.symmetric_key().0, positions[0].symmetric_key().0);
                    assert_eq!(position.outcome(), positions[0].outcome());
                }
                let mut exact: Vec<u64> = positions.iter().map(P::key).collect();
                exact.sort();
                exact.dedup();
                // Of a position that has a symmetry itself a move may be carried to either of its images.
                if exact.len() == positions.len() {
                    let shape = start.shape();
                    let carried = |index: usize, position: &P| {
                        shape.image_of_move(symmetry.image(index, mv), position.symmetric_key().1)
                    };
                    for (index, position) in positions.iter().enumerate() {
                        assert_eq!(carried(index, position), carried(0, &positions[0]), "{shape}");
                    }
                }
            }
            let count = keys.len();
            keys.sort();
            keys.dedup();
            assert_eq!(keys.len(), count);
        }
    }

    #[test]
    fn images_have_one_key() {
        for game in ["tictactoe", "gomoku", "mnk:7,5,4", "connect4", "connect4:10x7"] {
            game.parse::<GameSpec>().unwrap().visit(Images);
        }
    }
}
