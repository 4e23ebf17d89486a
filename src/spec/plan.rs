//! From an experiment to its jobs. Everything is checked here, before anything runs; jobs are worked out by index when they
//! are asked for, so that a million of them cost no memory.

use std::path::Path;

use anyhow::Result;

use super::experiment::{Balance, Experiment, MOST, Match, Places, Work};
use super::pairing::{check_match, check_swap2_board, check_swap2_openings, chosen_players, pairings, side_by_side};
use super::positions::{Positions, Suite, openings, suite};
use super::print::{to_toml, to_toml_item};
use super::quantity::Quantity;
use super::recorded::{Recorded, read_recorded};
use super::truth::{Moves, SolverOptions, Truth};
use super::vary::Roster;
use crate::base::rng::{derive, hash_text};
use crate::base::{Position, Seat};
use crate::games::notation::read_position;
use crate::games::{GameSpec, GameVisitor};
use crate::players::PlayerSpec;
use crate::players::external::identity::Identity;
use crate::players::swap2::OPENING;

/// A checked experiment with its jobs.
#[derive(Clone, Debug)]
pub struct Plan {
    experiment: Experiment,
    roster: Roster,
    suite: Suite,
    /// Who meets whom, or is compared with whom: 8 bytes for at least two games.
    pairings: Vec<(u32, u32)>,
    /// The players of an exhaust experiment.
    chosen: Vec<u64>,
    quantities: Vec<Quantity>,
    recorded: Recorded,
    reproducible: bool,
    job_count: u64,
    hash: String,
    programs: Vec<Identity>,
}

/// One job. Players and positions are numbers within the [`Plan`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// A player searches a position.
    Search {
        /// Which player.
        player: u64,
        /// Which position of the suite.
        position: usize,
        /// The seed of the player's random numbers.
        seed: u64,
    },
    /// A game.
    Game {
        /// Which pairing.
        pairing: u64,
        /// Which pair of games of the pairing.
        pair: u64,
        /// Which opening of the suite.
        opening: usize,
        /// Who has the first stones.
        first: u64,
        /// Who has the second stones.
        second: u64,
        /// The seed of both players' random numbers.
        seed: u64,
    },
    /// A player against every line of its opponent.
    Exhaust {
        /// Which player.
        player: u64,
        /// Where it sits.
        seat: Seat,
        /// The seed of the player's random numbers.
        seed: u64,
    },
    /// A player searches a position, and its move is held against the truth.
    Judge {
        /// Which player.
        player: u64,
        /// Which position of the suite.
        position: usize,
        /// The seed of the player's random numbers.
        seed: u64,
    },
    /// The moves of a recorded game are held against the truth.
    JudgeGame {
        /// Which of the recorded games.
        game: usize,
    },
    /// A figure of the game itself.
    Count {
        /// Which of the quantities.
        quantity: usize,
    },
}

/// A player of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedPlayer {
    /// The label.
    pub label: String,
    /// The player.
    pub player: PlayerSpec,
}

impl Plan {
    /// Checks an experiment and works out its jobs.
    ///
    /// # Errors
    /// For everything that could not run: the message says where it is written, what was found and what was expected.
    pub fn new(experiment: Experiment) -> Result<Plan> {
        let roster = Roster::new(&experiment)?;
        let players = check_players(&experiment, &roster)?;
        let places = &experiment.places;
        let mut plan = Plan {
            roster,
            suite: Suite::default(),
            pairings: Vec::new(),
            chosen: Vec::new(),
            quantities: Vec::new(),
            recorded: Recorded::default(),
            reproducible: players.reproducible,
            job_count: 0,
            hash: plan_hash(&experiment, &players.programs),
            programs: players.programs,
            experiment: experiment.clone(),
        };
        plan.job_count = match &experiment.work {
            Work::Search(section) => {
                if experiment.in_pairs {
                    plan.pairings = side_by_side(&experiment, "pairs = true", &plan.roster)?;
                }
                plan.take_suite("positions", &section.positions)?
            }
            Work::Truth(Truth { moves: Moves::Chosen(positions), .. }) => {
                plan.take_suite("truth.positions", positions)?
            }
            Work::Truth(Truth { moves: Moves::Recorded { folder, from_ply, .. }, .. }) => {
                plan.recorded = read_recorded(&experiment.game, Path::new(folder), *from_ply)
                    .map_err(|error| places.fault("truth.games", format_args!("{error:#}")))?;
                plan.recorded.games.len() as u64
            }
            Work::Match(section) => {
                plan.pairings = pairings(&experiment, section, &plan.roster)?;
                let wanted = check_match(&experiment, section, plan.pairings.len())?;
                // Cycled only if chance decides in every pairing; time limits are a kind of chance too.
                let fixed = |player: u32| !players.varying.get(player as usize).copied().unwrap_or(false);
                let cycle = plan.pairings.iter().all(|&(first, second)| !fixed(first) || !fixed(second));
                let only_plies = section.swap2.then_some(OPENING as u32);
                let making = MakeSuite { positions: &section.openings, needed: Some((wanted, cycle)), only_plies };
                if section.swap2 {
                    check_swap2_board(&experiment)?;
                }
                let key = "match.openings";
                plan.suite = experiment
                    .game
                    .visit(making)
                    .map_err(|error| at_positions(places, key, &section.openings, error))?;
                if section.swap2 {
                    check_swap2_openings(&experiment, &plan.suite)?;
                }
                jobs(places, "match.games", plan.pairings.len() as u64, section.games)?
            }
            Work::Exhaust { players } => {
                plan.chosen = chosen_players(&experiment, players, &plan.roster)?;
                jobs(places, "exhaust", plan.chosen.len() as u64, 2)?
            }
            Work::Count { quantities } => {
                for text in quantities {
                    let quantity = text.parse().map_err(|problem: String| places.fault("count.quantities", problem))?;
                    if let Quantity::MoveScore(moves) | Quantity::MoveOutcome(moves) = &quantity {
                        let read = experiment.game.visit(ReadMoves(moves));
                        read.map_err(|error| places.fault("count.quantities", format_args!("'{text}': {error:#}")))?;
                    }
                    if plan.quantities.contains(&quantity) {
                        return Err(places.fault("count.quantities", format_args!("'{text}' stands twice")));
                    }
                    plan.quantities.push(quantity);
                }
                plan.quantities.len() as u64
            }
        };
        Ok(plan)
    }

    /// Takes the positions that every player searches; answers the number of jobs.
    fn take_suite(&mut self, key: &str, positions: &Positions) -> Result<u64> {
        let places = &self.experiment.places;
        let made = self.experiment.game.visit(MakeSuite { positions, needed: None, only_plies: None });
        self.suite = made.map_err(|error| at_positions(places, key, positions, error))?;
        jobs(places, key, self.suite.len() as u64, self.roster.len())
    }

    /// The experiment.
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The game.
    pub fn game(&self) -> &GameSpec {
        &self.experiment.game
    }

    /// The section of a match; `None` for other kinds.
    pub fn match_section(&self) -> Option<&Match> {
        match &self.experiment.work {
            Work::Match(section) => Some(section),
            _ => None,
        }
    }

    /// Which positions of a suite are written down as balanced openings, if any are.
    pub fn balance(&self) -> Option<Balance> {
        match &self.experiment.work {
            Work::Search(section) => section.balance,
            _ => None,
        }
    }

    /// The section of an experiment of kind `truth`; `None` for other kinds.
    pub fn truth(&self) -> Option<&Truth> {
        match &self.experiment.work {
            Work::Truth(truth) => Some(truth),
            _ => None,
        }
    }

    /// How exact values are found, where moves are held against them.
    pub fn solver(&self) -> Option<SolverOptions> {
        let of_match = || self.match_section()?.truth_from_ply.map(|_| SolverOptions::default());
        self.truth().map(|truth| truth.solver).or_else(of_match)
    }

    /// The recorded games that are judged.
    pub fn recorded(&self) -> &Recorded {
        &self.recorded
    }

    /// 16 hexadecimal digits that name what is run.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The specification as TOML, every default written out; with `comments` as a beginning for one's own.
    pub fn to_toml(&self, comments: bool) -> String {
        to_toml(&self.experiment, comments)
    }

    /// The specification, with comments, as one of several in a file.
    pub fn to_toml_item(&self) -> String {
        to_toml_item(&self.experiment)
    }

    /// Number of jobs.
    pub fn job_count(&self) -> u64 {
        self.job_count
    }

    /// Number of players after the grids.
    pub fn player_count(&self) -> u64 {
        self.roster.len()
    }

    /// A player by number.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn player(&self, index: u64) -> Result<PlannedPlayer> {
        let player = PlayerSpec::from_named(&self.roster.player(index))?;
        Ok(PlannedPlayer { label: self.roster.label(index), player })
    }

    /// The label of a player by number; empty if there is none.
    pub fn label(&self, index: u64) -> String {
        self.roster.label(index)
    }

    /// The positions or openings.
    pub fn suite(&self) -> &Suite {
        &self.suite
    }

    /// Who meets whom, by number; of searches that are compared in pairs, whose baseline the second is.
    pub fn pairings(&self) -> &[(u32, u32)] {
        &self.pairings
    }

    /// What is counted.
    pub fn quantities(&self) -> &[Quantity] {
        &self.quantities
    }

    /// The programs of others that play, by their files.
    pub fn programs(&self) -> &[Identity] {
        &self.programs
    }

    /// Whether a rerun repeats all rows byte for byte: no player has a time limit.
    pub fn reproducible(&self) -> bool {
        self.reproducible
    }

    /// Jobs that one worker takes at once: the two games of a pair, or all players on a position whose exact value they share.
    pub fn unit(&self) -> u64 {
        match &self.experiment.work {
            Work::Match(_) => 2,
            Work::Truth(Truth { moves: Moves::Chosen(_), .. }) => self.roster.len(),
            _ => 1,
        }
    }

    /// Who searches what in a job of a suite.
    fn searching(&self, id: u64) -> (u64, usize) {
        let players = self.roster.len();
        let (position, place) = (id / players, id % players);
        // There and back again, so that slow drifts of the machine favour nobody (A B B A).
        let player = if position.is_multiple_of(2) { place } else { players - 1 - place };
        (player, position as usize)
    }

    /// A job by number, from 0; `None` beyond the last.
    pub fn job(&self, id: u64) -> Option<Job> {
        if id >= self.job_count {
            return None;
        }
        let seed = derive(self.experiment.seed, id);
        Some(match &self.experiment.work {
            Work::Search(_) => {
                let (player, position) = self.searching(id);
                Job::Search { player, position, seed }
            }
            Work::Truth(Truth { moves: Moves::Chosen(_), .. }) => {
                let (player, position) = self.searching(id);
                Job::Judge { player, position, seed }
            }
            Work::Truth(_) => Job::JudgeGame { game: id as usize },
            Work::Match(section) => {
                let (pairing, game) = (id / section.games, id % section.games);
                let &(one, other) = self.pairings.get(pairing as usize)?;
                let (one, other) = (u64::from(one), u64::from(other));
                let pair = game / 2;
                let opening = (pair % self.suite.len().max(1) as u64) as usize;
                let (first, second) = if game.is_multiple_of(2) { (one, other) } else { (other, one) };
                Job::Game { pairing, pair, opening, first, second, seed }
            }
            Work::Exhaust { .. } => {
                let player = *self.chosen.get((id / 2) as usize)?;
                Job::Exhaust { player, seat: Seat((id % 2) as u8), seed }
            }
            Work::Count { .. } => Job::Count { quantity: id as usize },
        })
    }
}

/// 16 hexadecimal digits over what is run: the specification, and the files of programs of others.
fn plan_hash(experiment: &Experiment, programs: &[Identity]) -> String {
    let mut text = to_toml(experiment, false);
    for Identity { path, bytes, content_hash } in programs {
        text.push_str(&format!("{path} {bytes} {content_hash}\n"));
    }
    format!("{:016x}", hash_text(&text))
}

fn jobs(places: &Places, key: &str, one: u64, other: u64) -> Result<u64> {
    one.checked_mul(other)
        .filter(|&jobs| jobs <= MOST)
        .ok_or_else(|| places.fault(key, format_args!("{one} times {other} jobs are more than can be run ({MOST})")))
}

/// What the check of all players found out.
struct Checked {
    reproducible: bool,
    /// By player: whether the same game may go differently another time.
    varying: Vec<bool>,
    /// The programs of others, each once.
    programs: Vec<Identity>,
}

fn check_players(experiment: &Experiment, roster: &Roster) -> Result<Checked> {
    let mut checked = Checked { reproducible: true, varying: Vec::new(), programs: Vec::new() };
    for index in 0..roster.len() {
        let named = roster.player(index);
        let player =
            PlayerSpec::from_named(&named).and_then(|player| player.supports(&experiment.game).map(|()| player));
        let player = player.map_err(|error| {
            let base = roster.base_label(index);
            let label = roster.label(index);
            let point = if label == base { String::new() } else { format!("'{label}': ") };
            experiment.places.fault(&format!("players.{base}"), format_args!("{point}{error:#}"))
        })?;
        if matches!(experiment.work, Work::Match(_) | Work::Exhaust { .. } | Work::Truth(_)) && !player.plays() {
            let problem = format_args!("'{}' measures trees and plays no games", player.name());
            return Err(experiment.places.fault(&format!("players.{}", roster.base_label(index)), problem));
        }
        if player.is_external() {
            let program = Identity::read(&player.settings().external);
            let fault = |error| {
                experiment.places.fault(&format!("players.{}", roster.base_label(index)), format_args!("{error:#}"))
            };
            let program = program.map_err(fault)?;
            if !checked.programs.contains(&program) {
                checked.programs.push(program);
            }
        }
        checked.reproducible &= player.reproducible();
        checked.varying.push(player.is_random() || !player.reproducible());
    }
    Ok(checked)
}

struct MakeSuite<'a> {
    positions: &'a Positions,
    /// Openings that a match needs, and whether fewer will do.
    needed: Option<(u64, bool)>,
    /// The one length that further openings may have.
    only_plies: Option<u32>,
}

impl GameVisitor for MakeSuite<'_> {
    type Output = Result<Suite>;

    fn visit<P: Position>(self, start: P) -> Result<Suite> {
        match self.needed {
            None => suite(&start, self.positions),
            Some((wanted, cycle)) => openings(&start, self.positions, wanted, cycle, self.only_plies),
        }
    }
}

/// Whether moves can be played from the empty board.
struct ReadMoves<'a>(&'a str);

impl GameVisitor for ReadMoves<'_> {
    type Output = Result<()>;

    fn visit<P: Position>(self, start: P) -> Result<()> {
        read_position(&start, self.0).map(|_| ())
    }
}

/// Names the key that says where the positions come from.
fn at_positions(places: &Places, section: &str, positions: &Positions, error: anyhow::Error) -> anyhow::Error {
    let key = match positions {
        Positions::Listed(_) => "list",
        Positions::Generated(_) => "plies",
        Positions::All { .. } => "all",
    };
    places.fault(&format!("{section}.{key}"), format_args!("{error:#}"))
}
