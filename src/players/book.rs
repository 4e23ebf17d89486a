//! A book: the exact scores of all positions of a game after so many plies, one of each set of images.
//!
//! A file holds a head in words, the scores as one byte each in the order of the positions' keys, and a checksum. The keys
//! themselves are not in it: the program lists the positions again, and a checksum over the keys tells if it lists others.
//!
//! [`WithBook`] uses it: whoever reaches the book's ply has the score, so that earlier positions cost a walk to that ply.

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::exact::{Exact, score_of_win};
use crate::base::limits::Watch;
use crate::base::rng::hash_bytes;
use crate::base::{Counters, Limits, Move, Position};
use crate::games::GameSpec;
use crate::games::perft::positions_at;
use crate::games::solver::{Bounds, Mode};
use crate::games::symmetry::Symmetry;

/// The version of the file's form.
const VERSION: u32 = 1;
/// What a file begins with.
const MAGIC: &str = "mnklab book ";
/// Most positions up to a book's ply.
const MOST_POSITIONS: usize = 8_000_000;
/// The byte of a score that is not known yet.
const OPEN: i8 = i8::MIN;
const SUM_BYTES: usize = 8;

/// A position that a book has a score for: its key and the moves that lead to it.
pub type Entry = (u64, Box<[Move]>);

/// The positions of a book.
pub struct Pages {
    game: GameSpec,
    plies: u32,
    symmetry: Symmetry,
    /// Ascending.
    keys: Vec<u64>,
}

/// Positions with their scores, as far as these are known.
pub struct Book {
    pages: Arc<Pages>,
    scores: Vec<i8>,
}

impl Pages {
    /// Lists the positions of a game after so many plies, with the moves to each, neighbours in the tree side by side.
    ///
    /// # Errors
    ///
    /// There are too many, or none.
    pub fn list<P: Position>(game: &GameSpec, start: &P, plies: u32) -> Result<(Arc<Pages>, Vec<Entry>)> {
        let symmetry = Symmetry::new(&start.shape());
        let entries = positions_at(start, plies, &symmetry, MOST_POSITIONS)?;
        if entries.is_empty() {
            bail!("no game of {game} goes on after {plies} plies; ask for fewer");
        }
        let mut keys: Vec<u64> = entries.iter().map(|(key, _)| *key).collect();
        keys.sort_unstable();
        Ok((Arc::new(Pages { game: *game, plies, symmetry, keys }), entries))
    }

    /// The number of positions.
    pub fn count(&self) -> usize {
        self.keys.len()
    }

    /// A checksum over the keys.
    fn sum(&self) -> u64 {
        let bytes: Vec<u8> = self.keys.iter().flat_map(|key| key.to_le_bytes()).collect();
        hash_bytes(&bytes)
    }

    fn head(&self) -> String {
        let Pages { game, plies, .. } = self;
        format!(
            "{MAGIC}{VERSION}\ngame {game}\nplies {plies}\npositions {}\nkeys {:016x}\n\n",
            self.count(),
            self.sum()
        )
    }
}

/// What the head of a file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// The game as text.
    pub game: String,
    /// Stones on the board of each position.
    pub plies: u32,
}

/// Splits a file into head and scores.
///
/// # Errors
///
/// It is no book, of another version, or damaged.
pub fn read_head(bytes: &[u8]) -> Result<Head> {
    let Some(rest) = bytes.strip_prefix(MAGIC.as_bytes()) else {
        let found = String::from_utf8_lossy(&bytes[..bytes.len().min(MAGIC.len())]);
        bail!("expected a book, which begins with '{}', found '{found}'", MAGIC.trim_end());
    };
    let version = String::from_utf8_lossy(rest.split(|&byte| byte == b'\n').next().unwrap_or_default()).into_owned();
    if version != VERSION.to_string() {
        let shown: String = version.chars().take(20).collect();
        bail!("expected a book of version {VERSION}, found version '{shown}': make it again with this program");
    }
    let damaged = "the book is damaged: make it again";
    let Some((content, sum)) = bytes.split_last_chunk::<SUM_BYTES>() else { bail!("{damaged} (it is cut off)") };
    let (expected, found) = (u64::from_le_bytes(*sum), hash_bytes(content));
    if expected != found {
        bail!("{damaged} (checksum {found:016x}, expected {expected:016x})");
    }
    let field = |name: &str| {
        let line = content.split(|&byte| byte == b'\n').take(5).find_map(|line| line.strip_prefix(name.as_bytes()));
        line.map(|line| String::from_utf8_lossy(line).into_owned()).with_context(|| format!("{damaged} (no '{name}')"))
    };
    let plies = field("plies ")?;
    Ok(Head { game: field("game ")?, plies: plies.parse().with_context(|| format!("{damaged} (plies '{plies}')"))? })
}

impl Book {
    /// A book without scores.
    pub fn new(pages: Arc<Pages>) -> Book {
        let scores = vec![OPEN; pages.count()];
        Book { pages, scores }
    }

    /// Reads a file whose head is that of these positions.
    ///
    /// # Errors
    ///
    /// As for [`read_head`]; or the file is of other positions.
    pub fn read(pages: Arc<Pages>, bytes: &[u8]) -> Result<Book> {
        let found = read_head(bytes)?;
        let wanted = Head { game: pages.game.to_string(), plies: pages.plies };
        if found != wanted {
            let text = |head: &Head| format!("{} after {} plies", head.game, head.plies);
            bail!("expected a book of {}, found one of {}", text(&wanted), text(&found));
        }
        let head = pages.head();
        let scores = bytes.strip_prefix(head.as_bytes()).and_then(|rest| rest.split_last_chunk::<SUM_BYTES>());
        let Some((scores, _)) = scores.filter(|(scores, _)| scores.len() == pages.count()) else {
            bail!("the book lists other positions than this program: make it again");
        };
        Ok(Book { pages, scores: scores.iter().map(|&byte| byte as i8).collect() })
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.pages.head().into_bytes();
        bytes.extend(self.scores.iter().map(|&score| score as u8));
        let sum = hash_bytes(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// The positions.
    pub fn pages(&self) -> &Pages {
        &self.pages
    }

    /// The number of known scores.
    pub fn known(&self) -> usize {
        self.scores.iter().filter(|&&score| score != OPEN).count()
    }

    /// The score of the position with a key, for the side to move; none if it is not known.
    pub fn score(&self, key: u64) -> Option<i32> {
        let place = self.pages.keys.binary_search(&key).ok()?;
        Some(self.scores[place]).filter(|&score| score != OPEN).map(i32::from)
    }

    /// Writes the score of a position down.
    pub fn set(&mut self, key: u64, score: i32) {
        if let Ok(place) = self.pages.keys.binary_search(&key) {
            self.scores[place] = score as i8;
        }
    }
}

/// Exact scores with the help of a book.
pub struct WithBook<P> {
    book: Arc<Book>,
    exact: Box<dyn Exact<P>>,
    /// Scores of positions before the book's ply.
    walked: HashMap<u64, i32>,
}

impl<P: Position> WithBook<P> {
    /// Uses a complete book where it can, and the other one elsewhere.
    pub fn new(book: Arc<Book>, exact: Box<dyn Exact<P>>) -> WithBook<P> {
        WithBook { book, exact, walked: HashMap::new() }
    }

    /// The score of a position that is not beyond the book; none if a limit was reached or the book does not know it.
    fn walk(&mut self, position: &mut P, watch: &mut Watch, counters: &mut Counters) -> Option<i32> {
        counters.nodes += 1;
        if watch.must_stop(counters.nodes) {
            return None;
        }
        let key = self.book.pages.symmetry.key(position);
        if position.ply() == self.book.pages.plies {
            counters.leaves += 1;
            return self.book.score(key);
        }
        counters.table_probes += 1;
        if let Some(&score) = self.walked.get(&key) {
            counters.table_hits += 1;
            counters.table_cutoffs += 1;
            counters.leaves += 1;
            return Some(score);
        }
        counters.interiors += 1;
        let mut best = i32::MIN;
        let mut next = position.next_legal(0);
        while let Some(mv) = next {
            let win = position.wins_at(mv).then(|| score_of_win(position, 1));
            let undo = position.play(mv);
            let score = match win {
                None if position.is_full() => Some(0),
                None => self.walk(position, watch, counters).map(|score| -score),
                win => win,
            };
            if win.is_some() || position.is_full() {
                counters.nodes += 1;
                counters.leaves += 1;
            }
            position.undo(undo);
            best = best.max(score?);
            next = position.next_legal(mv.0 + 1);
        }
        self.walked.insert(key, best);
        counters.table_stores += 1;
        Some(best)
    }
}

impl<P: Position> Exact<P> for WithBook<P> {
    fn solve(&mut self, position: &P, mode: Mode, limits: &Limits) -> (Bounds, Counters) {
        if position.ply() > self.book.pages.plies {
            return self.exact.solve(position, mode, limits);
        }
        let (mut watch, mut counters) = (Watch::start(limits), Counters::default());
        let most = if mode == Mode::Weak { 1 } else { score_of_win(position, 1) };
        let bounds = match self.walk(&mut position.clone(), &mut watch, &mut counters) {
            Some(score) if mode == Mode::Weak => Bounds::new(score.signum(), score.signum()),
            Some(score) => Bounds::new(score, score),
            None => Bounds::new(-most, most),
        };
        (bounds, counters)
    }

    fn clear(&mut self) {
        self.walked.clear();
        self.exact.clear();
    }

    fn verify(&mut self, position: &P, mode: Mode, claimed: Bounds, limits: &Limits) -> Option<bool> {
        self.exact.verify(position, mode, claimed, limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameVisitor;
    use crate::games::notation::read_position;
    use crate::players::exact::exact;

    /// Fills a book and compares what it tells with what the solver tells, at and before its ply.
    struct Fill(GameSpec, u32, &'static [&'static str]);

    impl GameVisitor for Fill {
        type Output = ();
        fn visit<P: Position>(self, start: P) {
            let Fill(game, plies, texts) = self;
            let (pages, entries) = Pages::list(&game, &start, plies).unwrap();
            let mut book = Book::new(pages.clone());
            let mut solver = exact(&start, 1 << 22, 1).unwrap();
            for (key, moves) in &entries {
                let mut position = start.clone();
                for &mv in moves {
                    position.play(mv);
                }
                let (bounds, _) = solver.solve(&position, Mode::Strong, &Limits::default());
                assert_eq!(book.score(*key), None);
                book.set(*key, bounds.exact().unwrap());
            }
            assert_eq!(book.known(), pages.count());
            let bytes = book.to_bytes();
            assert_eq!(bytes.len(), pages.head().len() + pages.count() + SUM_BYTES);
            let read = Arc::new(Book::read(pages, &bytes).unwrap());
            assert_eq!(read.scores, book.scores);
            let mut with_book = WithBook::new(read, exact(&start, 1 << 22, 1).unwrap());
            for text in texts {
                let position = read_position(&start, text).unwrap().0.position;
                for mode in [Mode::Strong, Mode::Weak] {
                    let (found, spent) = with_book.solve(&position, mode, &Limits::default());
                    let (expected, cost) = solver.solve(&position, mode, &Limits::default());
                    assert_eq!(found, expected, "{game} {text}");
                    assert!(position.ply() < plies || spent.nodes <= cost.nodes);
                }
                let moves = with_book.solve_moves(&position, Mode::Strong, &Limits::default()).0;
                assert_eq!(moves, solver.solve_moves(&position, Mode::Strong, &Limits::default()).0, "{game} {text}");
            }
            let limits = Limits { nodes: Some(2), ..Limits::default() };
            with_book.clear();
            assert_eq!(with_book.solve(&start, Mode::Weak, &limits).0, Bounds::new(-1, 1));
        }
    }

    fn fill(game: &str, plies: u32, texts: &'static [&'static str]) {
        let game: GameSpec = game.parse().unwrap();
        game.visit(Fill(game, plies, texts));
    }

    #[test]
    fn a_book_tells_what_the_solver_tells() {
        fill("connect4:5x4", 4, &["start", "3", "1234", "3333", "12345"]);
        fill("tictactoe", 3, &["start", "a1", "a1b2", "a1b2c3", "a1b1a2b2"]);
        fill("mnk:4,3,3", 2, &["start", "b2", "b2a1"]);
        // Some games are over before.
        fill("tictactoe", 6, &["start", "a1b1a2b2", "a1b2c3"]);
    }

    struct Read<'a>(GameSpec, u32, &'a [u8]);

    impl GameVisitor for Read<'_> {
        type Output = String;
        fn visit<P: Position>(self, start: P) -> String {
            let (pages, _) = Pages::list(&self.0, &start, self.1).unwrap();
            Book::read(pages, self.2).err().map_or(String::new(), |error| format!("{error:#}"))
        }
    }

    #[test]
    fn other_and_damaged_books_are_refused() {
        let start = crate::games::tictactoe::TicTacToe::new();
        let bytes = Book::new(Pages::list(&GameSpec::TICTACTOE, &start, 2).unwrap().0).to_bytes();
        let read = |game: GameSpec, plies: u32, bytes: &[u8]| game.visit(Read(game, plies, bytes));
        assert_eq!(read(GameSpec::TICTACTOE, 2, &bytes), "");
        for place in 0..bytes.len() {
            let mut other = bytes.clone();
            other[place] ^= 1;
            assert_ne!(read(GameSpec::TICTACTOE, 2, &other), "", "byte {place}");
            assert_ne!(read(GameSpec::TICTACTOE, 2, &bytes[..place]), "", "cut at {place}");
        }
        for (game, plies, parts) in [
            (GameSpec::TICTACTOE, 3, ["tictactoe after 3 plies", "tictactoe after 2 plies"]),
            (GameSpec::CONNECT4, 2, ["connect4 after 2 plies", "tictactoe after 2 plies"]),
        ] {
            let found = read(game, plies, &bytes);
            assert!(parts.iter().all(|part| found.contains(part)), "{found}");
        }
        let second = [b"mnklab book 2", &bytes[13..]].concat();
        assert!(read(GameSpec::TICTACTOE, 2, &second).contains("found version '2'"));
        let mut damaged = bytes.clone();
        damaged[bytes.len() - 9] ^= 4;
        assert!(read(GameSpec::TICTACTOE, 2, &damaged).contains("damaged"));
        assert!(read(GameSpec::TICTACTOE, 2, b"PK\x03").contains("expected a book"));
    }
}
