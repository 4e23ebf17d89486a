//! The exact solver of Connect Four as a player: its answer's value is the score of the position, and its techniques are
//! switches, so that each one's effect can be measured.

use anyhow::{Result, anyhow};

use super::exact::{BoardVisitor, on_board, on_solver_board, reserve};
use super::settings::Settings;
use crate::base::switch::{self, Switch, Values};
use crate::base::{self, Answer, Limits, Move, Position, Root, Searcher};
use crate::games::solver::{Mode, Shape, Solver, Techniques, Word};

/// What the player can be told besides its techniques.
#[derive(Clone, Debug, PartialEq)]
pub struct SolverConfig {
    /// How much of the score is asked for.
    pub mode: Mode,
    /// Size of the table.
    pub table_bytes: u64,
    /// Which techniques are on.
    pub techniques: Techniques,
}

impl Default for SolverConfig {
    fn default() -> SolverConfig {
        SolverConfig { mode: Mode::Strong, table_bytes: 64 << 20, techniques: Techniques::ALL }
    }
}

const MODES: [(&str, Mode); 2] = [("strong", Mode::Strong), ("weak", Mode::Weak)];

/// The registry of these switches.
pub static SWITCHES: [Switch<Settings>; 2] = [
    Switch {
        key: "solver_score",
        meaning: "strong: the score with its distance; weak: won, drawn or lost",
        values: Values::Words(&["strong", "weak"]),
        exact: &[],
        get: |s| MODES.iter().find(|(_, mode)| *mode == s.solver.mode).map_or("", |(word, _)| word).to_string(),
        set: |s, text| switch::assign(&mut s.solver.mode, switch::parse_word(text, &MODES)?),
    },
    Switch {
        key: "solver_bytes",
        meaning: "size of the solver's table in bytes, rounded down to a power of two",
        values: Values::Number(1 << 16, 1 << 40, false),
        exact: &["67108864", "65536"],
        get: |s| s.solver.table_bytes.to_string(),
        set: |s, text| switch::assign(&mut s.solver.table_bytes, switch::parse_number(text, 1 << 16, 1 << 40)?),
    },
];

/// Whether the solver knows the game.
///
/// # Errors
///
/// It does not; the message says what it knows.
pub fn supports(shape: &base::Shape) -> Result<(), String> {
    struct Fits;
    impl BoardVisitor for Fits {
        type Output = ();
        fn visit<B: Word, S: Shape<B>>(self, _: S) {}
    }
    on_board(shape, Fits).ok_or_else(|| {
        format!("the solver knows games with gravity and four in a row whose columns fit 128 bits, found {shape}")
    })
}

/// The player for the game whose empty board is `start`.
///
/// # Errors
///
/// The solver does not know the game, or the machine cannot provide the table.
pub fn build<P: Position>(config: &SolverConfig, start: &P) -> Result<Box<dyn Searcher<P>>> {
    struct Build<'a, P>(&'a SolverConfig, std::marker::PhantomData<P>);
    impl<P: Position> BoardVisitor for Build<'_, P> {
        type Output = Box<dyn Searcher<P>>;
        fn visit<B: Word, S: Shape<B>>(self, shape: S) -> Box<dyn Searcher<P>> {
            let SolverConfig { mode, table_bytes, techniques } = *self.0;
            Box::new(Player { solver: Solver::new(shape, techniques, table_bytes), mode })
        }
    }
    let shape = start.shape();
    reserve(config.table_bytes, 1)?;
    on_board(&shape, Build(config, std::marker::PhantomData))
        .ok_or_else(|| anyhow!(supports(&shape).err().unwrap_or_default()))
}

struct Player<B, S> {
    solver: Solver<B, S>,
    mode: Mode,
}

impl<P: Position, B: Word, S: Shape<B>> Searcher<P> for Player<B, S> {
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer {
        let position = &root.position;
        if position.outcome().is_some() {
            return Answer::default();
        }
        // Each search by itself, so that its counts do not depend on the ones before.
        self.solver.clear();
        let answer = self.solver.solve(&on_solver_board(self.solver.shape(), position), self.mode, limits);
        let value = answer.bounds.exact();
        let best = answer.best.map(|column| Move(column as u16));
        Answer {
            best: best.or_else(|| position.moves().next()),
            value,
            line: best.into_iter().collect(),
            completed_depth_plies: value.map_or(0, |_| position.shape().cells() as u32 - position.ply()),
            stopped: value.is_none(),
            dispatch: "solver",
            counters: answer.counters,
            ..Answer::default()
        }
    }

    fn new_game(&mut self, _seed: u64) {}
}
