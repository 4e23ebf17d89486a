//! The root of a search: pre-search checks, iterative deepening, aspiration windows, noise, the minimal tree.

use std::time::Instant;

use super::Config;
use super::body::{BestMoves, Body, Parts};
use super::order::{self, Memory};
use super::table::Table;
use super::threats::Threats;
use super::variation::Variation;
use crate::base::limits::Watch;
use crate::base::rng::Rng;
use crate::base::score::{INFINITE, Score, WIN, is_decided};
use crate::base::switch::{self, Switch, Values};
use crate::base::{Answer, Counters, Evaluator, Limits, Move, Position, Root, Searcher};

/// Moves that are played without a search because they decide at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreatCheck {
    /// None.
    Off,
    /// A move that wins.
    Win,
    /// A move that wins, else one that stops the opponent's win in one.
    WinBlock,
}

const THREAT_CHECKS: [(&str, ThreatCheck); 3] =
    [("off", ThreatCheck::Off), ("win", ThreatCheck::Win), ("win_block", ThreatCheck::WinBlock)];

/// The switches of the root.
pub const SWITCHES: &[Switch<Config>] = &[
    Switch {
        key: "deepening",
        meaning: "iterative deepening: depth 1, 2, .. up to the limit, the last best move first at the root",
        values: Values::OnOff,
        exact: &["off", "on"],
        get: |c| switch::on_off(c.deepening),
        set: |c, text| switch::assign(&mut c.deepening, switch::parse_on_off(text)?),
    },
    Switch {
        key: "aspiration",
        meaning: "half width of the window around the last iteration's value; none: the full window",
        values: Values::Number(1, 1_000_000_000, true),
        exact: &["none", "1", "50"],
        get: |c| switch::optional(c.aspiration),
        set: |c, text| {
            switch::assign(&mut c.aspiration, switch::parse_optional(text, 1, 1_000_000_000)?.map(|w| w as u32))
        },
    },
    Switch {
        key: "unfinished",
        meaning: "a limit that ends an iteration leaves it the best of the moves it has searched, the last iteration's best \
                  among them; off: the iteration counts for nothing",
        values: Values::OnOff,
        exact: &["off", "on"],
        get: |c| switch::on_off(c.unfinished),
        set: |c, text| switch::assign(&mut c.unfinished, switch::parse_on_off(text)?),
    },
    Switch {
        key: "threat_check",
        meaning: "before the search: play a winning move, or also the block of a win in one, without searching",
        values: Values::Words(&["off", "win", "win_block"]),
        exact: &["off", "win"],
        get: |c| THREAT_CHECKS.iter().find(|(_, v)| *v == c.threat_check).map_or("", |(word, _)| word).to_string(),
        set: |c, text| switch::assign(&mut c.threat_check, switch::parse_word(text, &THREAT_CHECKS)?),
    },
    Switch {
        key: "root_noise",
        meaning: "random amount, 0 to this less one, added to each root move's value; every root move gets the full window",
        values: Values::Number(0, 1_000_000, false),
        exact: &[],
        get: |c| c.root_noise.to_string(),
        set: |c, text| switch::assign(&mut c.root_noise, switch::parse_number(text, 0, 1_000_000)? as u32),
    },
    Switch {
        key: "minimal_tree",
        meaning: "measure the left-most minimal tree by a second search with the stored best moves first and no table",
        values: Values::OnOff,
        exact: &["off", "on"],
        get: |c| switch::on_off(c.minimal_tree),
        set: |c, text| switch::assign(&mut c.minimal_tree, switch::parse_on_off(text)?),
    },
    Switch {
        key: "count_local",
        meaning: "count nodes whose move lies in the bounding box (expansion 1) of the root's stones",
        values: Values::OnOff,
        exact: &["off", "on"],
        get: |c| switch::on_off(c.count_local),
        set: |c, text| switch::assign(&mut c.count_local, switch::parse_on_off(text)?),
    },
];

/// A searcher made of the body and what it keeps between searches.
pub struct Driver<E> {
    config: Config,
    evaluator: E,
    table: Option<Table>,
    threats: Option<Threats>,
    memory: Memory,
    stack: Vec<u64>,
    root_values: Vec<(Move, Score)>,
    variation: Variation,
    sequence: Vec<Move>,
    places: Vec<u16>,
    rng: Rng,
}

/// The result of one finished iteration.
#[derive(Default)]
struct Iteration {
    depth: u32,
    value: Score,
    best: Option<Move>,
    line: Vec<Move>,
    candidates: Vec<(Move, Score)>,
}

impl Iteration {
    /// Nothing yet, with room for what may come: both lists go into the answer, and are all that a search allocates.
    fn with_room<P: Position>(root: &P) -> Iteration {
        Iteration {
            line: Vec::with_capacity(root.shape().cells()),
            candidates: Vec::with_capacity(root.move_codes() as usize),
            ..Iteration::default()
        }
    }
}

impl<E> Driver<E> {
    /// A searcher for a configuration that [`Config::check`] accepts.
    pub fn new(config: Config, evaluator: E) -> Driver<E> {
        let table = Table::new(&config.table, config.distance_scores);
        Driver {
            config,
            evaluator,
            table,
            threats: None,
            memory: Memory::default(),
            stack: Vec::new(),
            root_values: Vec::new(),
            variation: Variation::default(),
            sequence: Vec::new(),
            places: Vec::new(),
            rng: Rng::new(0),
        }
    }

    fn prepare<P: Position>(&mut self, position: &P) {
        if self.sequence.len() != position.move_codes() as usize {
            self.sequence = self.config.order.sequence(position);
            self.places = order::places(&self.sequence);
            self.memory = Memory::new(self.sequence.len(), position.shape().cells());
        }
        self.stack.clear();
        self.memory.age();
        if let Some(table) = &mut self.table {
            table.next_search();
        }
        self.threats = self.config.threats.prepare(self.threats.take(), position, self.config.candidates.answers);
    }

    /// The moves that decide at once, if the configuration looks for them: the first winning one, else the first block.
    fn decisive<P: Position>(&self, position: &mut P) -> Option<(Move, Option<Score>)> {
        let find = |position: &mut P, test: fn(&mut P, Move) -> bool| {
            self.sequence.iter().copied().find(|&mv| position.is_legal(mv) && test(position, mv))
        };
        if self.config.threat_check == ThreatCheck::Off {
            return None;
        }
        let win = if self.config.distance_scores { WIN - 1 } else { WIN };
        if let Some(mv) = find(position, |position, mv| position.wins_at(mv)) {
            return Some((mv, Some(win)));
        }
        if self.config.threat_check == ThreatCheck::WinBlock {
            return find(position, |position, mv| position.stops_win_at(mv)).map(|mv| (mv, None));
        }
        None
    }

    fn iterate<P>(
        &mut self,
        root: &Root<P>,
        limits: &Limits,
        depths: std::ops::RangeInclusive<u32>,
        spent: Counters,
        record: Option<&mut BestMoves>,
    ) -> Answer
    where
        P: Position,
        E: Evaluator<P>,
    {
        let mut position = root.position.clone();
        self.evaluator.reset(&position);
        let limited = limits.nodes.is_some() || limits.time.is_some();
        let recording = record.is_some();
        let parts = Parts {
            evaluator: &mut self.evaluator,
            table: self.table.as_mut(),
            threats: self.threats.as_mut(),
            memory: &mut self.memory,
            stack: &mut self.stack,
            root_values: &mut self.root_values,
            variation: &mut self.variation,
            sequence: &self.sequence,
            places: &self.places,
            rng: &mut self.rng,
        };
        let mut body = Body::new(&self.config, parts, &position, Watch::start(limits), limited, record, recording);
        body.tally.counters = spent;
        body.tally.threat_nodes = spent.vcf_nodes + spent.vct_nodes;
        let mut done: Option<Iteration> = None;
        for depth in depths {
            if done.is_some() && body.must_stop() {
                break;
            }
            body.root_first = done.as_ref().and_then(|done| done.best);
            let window = aspiration_window(&self.config, done.as_ref());
            let mut value = body.root(&mut position, depth, window, root.last);
            if (value <= window.0 || value >= window.1) && window != FULL && !body.must_stop() {
                let before = body.tally.counters.nodes;
                value = body.root(&mut position, depth, FULL, root.last);
                body.tally.counters.research_nodes += body.tally.counters.nodes - before;
            }
            let stopped = body.watch.stopped();
            if stopped && let Some(done) = &mut done {
                // What lies below the window is a bound: nothing that could be compared.
                let best = body.parts.root_values.iter().rev().max_by_key(|(_, value)| *value);
                let better = best.filter(|(mv, value)| *value > body.window.0 && Some(*mv) != done.best);
                if self.config.unfinished
                    && let Some(&(mv, value)) = better
                {
                    (done.best, done.value) = (Some(mv), value);
                    done.line.clear();
                    done.line.push(mv);
                }
                break;
            }
            let best = body.parts.root_values.iter().rev().max_by_key(|(_, value)| *value).map(|(mv, _)| *mv);
            let keeps = done.as_ref().is_none_or(|done| value > done.value) || !self.config.faults.keep_only_higher;
            if keeps {
                let done = done.get_or_insert_with(|| Iteration::with_room(&position));
                (done.depth, done.value, done.best) = (if stopped { 0 } else { depth }, value, best);
                done.line.clear();
                match body.line() {
                    line if line.first().copied() == best => done.line.extend_from_slice(line),
                    _ => done.line.extend(best),
                }
                done.candidates.clear();
                done.candidates.extend_from_slice(body.parts.root_values);
            } else if let Some(done) = &mut done {
                done.depth = depth;
            }
            if stopped || is_decided(value) {
                break;
            }
        }
        let (stopped, dispatch, counters) = (body.watch.stopped(), body.dispatch::<P>(), body.counters::<P>());
        let mut done = done.unwrap_or_default();
        let mut candidates = done.candidates;
        candidates.sort_by_key(|(_, value)| -i64::from(*value));
        let equals = self.config.choice.drawn_from(&candidates);
        if equals > 1 {
            let drawn = candidates.get(self.rng.below(equals as u32) as usize).map(|(mv, _)| *mv);
            if drawn != done.best {
                (done.best, done.line) = (drawn, drawn.into_iter().collect());
            }
        }
        Answer {
            best: done.best.or_else(|| first_legal(&root.position, &self.sequence)),
            value: (done.depth > 0).then_some(done.value),
            line: done.line,
            candidates,
            completed_depth_plies: done.depth,
            stopped,
            dispatch,
            counters,
            ..Answer::default()
        }
    }

    /// Nodes of the left-most minimal tree: the same search recorded, then repeated with its best moves first.
    fn minimal_nodes<P>(&mut self, root: &Root<P>, depth: u32) -> Option<u64>
    where
        P: Position,
        E: Evaluator<P>,
    {
        let plain = Config {
            pvs: false,
            deepening: false,
            aspiration: None,
            minimal_tree: false,
            table: Default::default(),
            root_noise: 0,
            choice: Default::default(),
            faults: super::faults::Faults { choice_of_bounds: false, ..self.config.faults.clone() },
            ..self.config.clone()
        };
        let mut twin = Driver::new(plain, self.evaluator.clone());
        twin.prepare(&root.position);
        let mut moves = BestMoves::new();
        twin.iterate(root, &Limits::depth(depth), depth..=depth, Counters::default(), Some(&mut moves));
        let mut position = root.position.clone();
        twin.evaluator.reset(&position);
        twin.stack.clear();
        let parts = Parts {
            evaluator: &mut twin.evaluator,
            table: None,
            threats: twin.threats.as_mut(),
            memory: &mut twin.memory,
            stack: &mut twin.stack,
            root_values: &mut twin.root_values,
            variation: &mut twin.variation,
            sequence: &twin.sequence,
            places: &twin.places,
            rng: &mut twin.rng,
        };
        let watch = Watch::start(&Limits::default());
        let mut body = Body::new(&twin.config, parts, &position, watch, false, Some(&mut moves), false);
        body.root(&mut position, depth, FULL, root.last);
        Some(body.counters::<P>().nodes)
    }
}

const FULL: (Score, Score) = (-INFINITE, INFINITE);

fn aspiration_window(config: &Config, done: Option<&Iteration>) -> (Score, Score) {
    match (config.aspiration, done) {
        (Some(half), Some(done)) if !is_decided(done.value) => {
            let half = half.min(WIN as u32) as Score;
            ((done.value.saturating_sub(half)).max(-INFINITE), (done.value.saturating_add(half)).min(INFINITE))
        }
        _ => FULL,
    }
}

fn first_legal<P: Position>(position: &P, sequence: &[Move]) -> Option<Move> {
    sequence.iter().copied().find(|&mv| position.is_legal(mv))
}

impl<P: Position, E: Evaluator<P>> Searcher<P> for Driver<E> {
    fn search(&mut self, root: &Root<P>, limits: &Limits) -> Answer {
        if root.position.outcome().is_some() {
            return Answer::default();
        }
        self.prepare(&root.position);
        let mut position = root.position.clone();
        if let Some((mv, value)) = self.decisive(&mut position) {
            let counters = Counters { nodes: 1, leaves: 1, ..Counters::default() };
            return Answer {
                best: Some(mv),
                value,
                line: vec![mv],
                candidates: Vec::new(),
                counters,
                ..Answer::default()
            };
        }
        let empty = (root.position.shape().cells() as u32).saturating_sub(root.position.ply());
        let target = self.config.progress.plies(limits.depth_plies.unwrap_or(empty), root.position.ply());
        let deepest = target.clamp(1, empty.max(1));
        // A limit by nodes or time alone needs a move early.
        let open_ended = limits.depth_plies.is_none() && (limits.nodes.is_some() || limits.time.is_some());
        let deepening = self.config.deepening || open_ended;
        let depths = if deepening { 1..=deepest } else { deepest..=deepest };
        let (started, mut spent) = (Instant::now(), Counters::default());
        if let Some(threats) = &mut self.threats {
            let (answer, counters) =
                self.config.threats.root(threats, &root.position, limits, self.config.distance_scores);
            if let Some(answer) = answer {
                return Answer { counters, ..answer };
            }
            spent = counters;
        }
        let time = limits.time.map(|time| time.saturating_sub(started.elapsed()));
        let limits = &Limits { time, ..*limits };
        let mut answer = self.iterate(root, limits, depths, spent, None);
        if self.config.minimal_tree && answer.completed_depth_plies > 0 {
            answer.minimal_nodes = self.minimal_nodes(root, answer.completed_depth_plies);
        }
        answer
    }

    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.memory.clear();
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}
