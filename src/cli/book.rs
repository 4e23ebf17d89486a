//! Books of exact scores on the command line: made, continued, opened, checked by sampling.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use serde_json::json;

use super::execute::command_line;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::{Output, note};
use super::signals;
use crate::arena::ProgressMode;
use crate::base::rng::Rng;
use crate::base::{Limits, Position, interrupt};
use crate::games::GameSpec;
use crate::games::notation::moves_text;
use crate::games::solver::Mode;
use crate::players::book::{Book, Entry, Pages, read_head};
use crate::players::exact::{Exact, exact, reserve};
use crate::records::atomic;

/// Between two looks whether there is something to save.
const SAVING_INTERVAL: Duration = Duration::from_millis(200);
/// Between two lines of progress.
const TELLING_INTERVAL: Duration = Duration::from_secs(10);
/// The seed of samples where none is given.
const SAMPLE_SEED: u64 = 1;

/// What books are made and checked with.
pub struct Desk<'a, P> {
    /// The game.
    pub game: &'a GameSpec,
    /// Its empty board.
    pub start: &'a P,
    /// Size of each worker's table.
    pub table_bytes: u64,
    /// Limits of each position.
    pub limits: Limits,
    /// Workers.
    pub workers: usize,
    /// The flags of every verb.
    pub common: &'a Common,
}

/// An open book with the moves to its positions.
pub struct Opened {
    /// The book.
    pub book: Book,
    /// Its positions.
    pub entries: Vec<Entry>,
}

impl<P: Position> Desk<'_, P> {
    /// Reads the book of a file, complete or not.
    ///
    /// # Errors
    ///
    /// It cannot be read, is damaged or of another game.
    pub fn open(&self, path: &Path) -> Result<Opened, Failure> {
        let read = || {
            let bytes = std::fs::read(path).context("cannot read the book")?;
            let head = read_head(&bytes)?;
            if head.game != self.game.to_string() {
                return Err(anyhow!("expected a book of {}, found one of {}", self.game, head.game));
            }
            let (pages, entries) = Pages::list(self.game, self.start, head.plies)?;
            Ok(Opened { book: Book::read(pages, &bytes)?, entries })
        };
        read().with_context(|| path.display().to_string()).or_usage()
    }

    /// Reads a book that has all its scores.
    ///
    /// # Errors
    ///
    /// As for [`open`](Desk::open), or scores are missing.
    pub fn open_complete(&self, path: &Path) -> Result<Opened, Failure> {
        let opened = self.open(path)?;
        let (known, count) = (opened.book.known(), opened.book.pages().count());
        if known < count {
            return Err(Failure::usage(format!(
                "{}: the book has {known} of {count} scores; go on with --make-book",
                path.display()
            )));
        }
        Ok(opened)
    }

    /// Makes the book of a file, or goes on with it.
    ///
    /// # Errors
    ///
    /// The file is another one's, or cannot be written.
    pub fn make(&self, path: &Path, plies: u32, output: &mut Output) -> Result<(Opened, Exit), Failure> {
        let cells = self.start.shape().cells();
        if plies as usize >= cells {
            return Err(Failure::usage(format!(
                "--plies: expected 0 to {} on {}, found {plies}",
                cells - 1,
                self.game
            )));
        }
        let (pages, entries) = Pages::list(self.game, self.start, plies).context("--plies").or_usage()?;
        let book = if path.exists() {
            let read = || Book::read(pages, &std::fs::read(path).context("cannot read the book")?);
            read().with_context(|| format!("{}: cannot go on with it", path.display())).or_usage()?
        } else {
            Book::new(pages)
        };
        // Told before hours of work, not after them.
        reserve(self.table_bytes, self.workers).or_usage()?;
        atomic::write(path, book.to_bytes()).or_failed()?;
        signals::finish_on_first();
        let open: Vec<&Entry> = entries.iter().filter(|(key, _)| book.score(*key).is_none()).collect();
        let book = Mutex::new((book, false));
        let saving = self.solve_each(
            &open,
            |(key, _), score| {
                let (book, changed) = &mut *book.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(score) = score {
                    book.set(*key, score);
                    *changed = true;
                }
            },
            || {
                let bytes = {
                    let (book, changed) = &mut *book.lock().unwrap_or_else(PoisonError::into_inner);
                    std::mem::take(changed).then(|| book.to_bytes())
                };
                bytes.map_or(Ok(()), |bytes| atomic::write(path, bytes))
            },
        );
        saving.or_failed()?;
        let (book, _) = book.into_inner().unwrap_or_else(PoisonError::into_inner);
        let (known, count) = (book.known(), book.pages().count());
        if self.common.json {
            output.json(&json!({ "book": path.display().to_string(), "game": self.game.to_string(), "plies": plies,
                                 "positions": count, "known": known }))?;
        } else {
            output.line(format_args!("{}: {known} of {count} positions after {plies} plies", path.display()))?;
        }
        let exit = if known == count { Exit::Done } else { signals::stopped().unwrap_or(Exit::Incomplete) };
        if exit != Exit::Done {
            note(false, format_args!("incomplete; continue with: {}", command_line()));
        }
        Ok((Opened { book, entries }, exit))
    }

    /// Solves some entries once more, without the book.
    ///
    /// # Errors
    ///
    /// The results cannot be printed, or there is no memory for the tables.
    pub fn check(&self, opened: &Opened, sample: u64, output: &mut Output) -> Outcome {
        let mut places: Vec<usize> = (0..opened.entries.len()).collect();
        Rng::new(self.common.seed.unwrap_or(SAMPLE_SEED)).shuffle(&mut places);
        places.truncate(usize::try_from(sample).unwrap_or(usize::MAX));
        let chosen: Vec<&Entry> = places.iter().map(|&place| &opened.entries[place]).collect();
        let found = Mutex::new(Vec::new());
        let keep = |entry: &Entry, score: Option<i32>| {
            found.lock().unwrap_or_else(PoisonError::into_inner).push((entry.clone(), score));
        };
        self.solve_each(&chosen, keep, || Ok(())).or_failed()?;
        let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
        found.sort();
        let shape = self.start.shape();
        let (mut different, mut unknown) = (Vec::new(), chosen.len() - found.len());
        for ((key, moves), score) in &found {
            match (opened.book.score(*key), score) {
                (_, None) => unknown += 1,
                (Some(written), Some(score)) if written == *score => {}
                (written, Some(score)) => different.push((moves_text(&shape, moves), written, *score)),
            }
        }
        if self.common.json {
            let rows = different
                .iter()
                .map(|(position, written, score)| json!({ "position": position, "book": written, "score": score }));
            output
                .json(&json!({ "checked": chosen.len(), "unknown": unknown, "different": rows.collect::<Vec<_>>() }))?;
        } else {
            for (position, written, score) in &different {
                let written = written.map_or("nothing".to_string(), |written| written.to_string());
                output.line(format_args!("{position}: the book says {written}, a search {score}"))?;
            }
            let unknown =
                if unknown == 0 { String::new() } else { format!(", {unknown} not solved within the limits") };
            output.line(format_args!("{} of {} checked differ{unknown}", different.len(), chosen.len()))?;
        }
        Ok(match (different.len(), unknown) {
            (0, 0) => Exit::Done,
            (0, _) => signals::stopped().unwrap_or(Exit::Incomplete),
            _ => Exit::Failed,
        })
    }

    /// Solves entries on all workers and hands each score over (none where a limit was reached); `save` is called from time
    /// to time and at the end.
    fn solve_each(
        &self,
        entries: &[&Entry],
        done: impl Fn(&Entry, Option<i32>) + Sync,
        save: impl Fn() -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let workers = self.workers.min(entries.len());
        reserve(self.table_bytes, workers)?;
        let exacts = (0..workers).map(|_| exact(self.start, self.table_bytes, 1));
        let exacts: Vec<Box<dyn Exact<P>>> = exacts.collect::<anyhow::Result<_>>()?;
        let (next, finished) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let stop = AtomicBool::new(false);
        let quiet = self.common.progress_mode() == ProgressMode::None;
        let mut told = Instant::now();
        let work = |mut exact: Box<dyn Exact<P>>| {
            while !interrupt::finishing() && !stop.load(Ordering::Relaxed) {
                let place = next.fetch_add(1, Ordering::Relaxed);
                let Some(entry) = entries.get(place) else { return };
                let mut position = self.start.clone();
                for &mv in &entry.1 {
                    position.play(mv);
                }
                let (bounds, _) = exact.solve(&position, Mode::Strong, &self.limits);
                if interrupt::quitting() {
                    return;
                }
                done(entry, bounds.exact());
                finished.fetch_add(1, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            let work = &work;
            let threads: Vec<_> = exacts.into_iter().map(|exact| scope.spawn(move || work(exact))).collect();
            while threads.iter().any(|thread| !thread.is_finished()) {
                std::thread::sleep(SAVING_INTERVAL);
                if let Err(error) = save() {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
                if told.elapsed() > TELLING_INTERVAL {
                    told = Instant::now();
                    let finished = finished.load(Ordering::Relaxed);
                    note(quiet, format_args!("{finished} of {} positions", entries.len()));
                }
            }
            save()
        })
    }
}

/// A book for several workers.
pub fn shared<P: Position>(desk: &Desk<P>, path: Option<&PathBuf>) -> Result<Option<Arc<Book>>, Failure> {
    path.map(|path| desk.open_complete(path).map(|opened| Arc::new(opened.book))).transpose()
}
