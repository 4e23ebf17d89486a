//! Ending a match once a sequential test has decided it.
//!
//! Pairs are looked at in plan order, whatever the order in which they were finished: short games finish first and would
//! bias the stop. So the pair at which the match is decided is the same for any number of threads, and later pairs, which
//! other workers may have played meanwhile, do not count.

use std::collections::BTreeMap;

use anyhow::Result;

use crate::analysis::counts::PairOutcome;
use crate::analysis::sequential_sprt::SequentialSprt;
use crate::analysis::sprt::{Sprt, SprtDecision, SprtScale};
use crate::records::ledger::Ledger;
use crate::records::rows::{GameRow, JobRecord};
use crate::spec::Plan;

/// Error rates of both kinds.
pub const ERROR_RATE: f64 = 0.05;

/// Pairs between two looks at the ratio.
pub const BATCH_PAIRS: u64 = 8;

/// The state of the test.
#[derive(Debug)]
pub struct EarlyStop {
    test: SequentialSprt,
    /// The pair that comes next in plan order.
    next: u64,
    /// Games of later pairs, or of half a pair: half points of the pairing's first player, or nothing for a failed game.
    waiting: BTreeMap<u64, [Option<Option<u8>>; 2]>,
    /// Jobs before the decision.
    decided_jobs: Option<u64>,
}

impl EarlyStop {
    /// The test that a plan asks for, fed with what its ledger holds.
    ///
    /// # Errors
    /// If the hypotheses are impossible or the ledger cannot be read.
    pub fn new(plan: &Plan, ledger: &Ledger) -> Result<Option<EarlyStop>> {
        let Some([elo0, elo1]) = plan.match_section().and_then(|section| section.sprt) else { return Ok(None) };
        let sprt = Sprt::new(elo0, elo1, ERROR_RATE, ERROR_RATE, SprtScale::Logistic)?;
        let test = SequentialSprt::new(sprt, BATCH_PAIRS);
        let mut stop = EarlyStop { test, next: 0, waiting: BTreeMap::new(), decided_jobs: None };
        for record in ledger.records()? {
            let record = record?;
            // A failed game is played again and may then count.
            if record.err().is_none() && stop.take(&record) {
                break;
            }
        }
        Ok(Some(stop))
    }

    /// Takes a finished game; true once the match is decided.
    pub fn take(&mut self, record: &JobRecord) -> bool {
        let Some(game) = &record.game else { return self.is_decided() };
        let half = usize::from(!record.job.is_multiple_of(2));
        if game.pair_id < self.next || self.is_decided() {
            return self.is_decided();
        }
        self.waiting.entry(game.pair_id).or_default()[half] = Some(half_points(game, half));
        while let Some(&[Some(one), Some(other)]) = self.waiting.get(&self.next) {
            self.waiting.remove(&self.next);
            self.next += 1;
            // A pair with a failed game says nothing.
            let outcome = one.zip(other).and_then(|(one, other)| PairOutcome::from_half_points(one + other));
            if let Some(outcome) = outcome
                && self.test.push(outcome) != SprtDecision::Continue
            {
                self.decided_jobs = Some(2 * self.next);
                self.waiting.clear();
                return true;
            }
        }
        false
    }

    /// Whether the match is decided.
    pub fn is_decided(&self) -> bool {
        self.decided_jobs.is_some()
    }

    /// How many jobs of the plan count: those up to the pair that decided.
    pub fn decided_jobs(&self) -> Option<u64> {
        self.decided_jobs
    }

    /// What the test says, in a sentence.
    pub fn describe(&self) -> String {
        let (lower, upper) = self.test.sprt().bounds();
        let (elo0, elo1) = self.test.sprt().hypotheses();
        let verdict = match self.test.decision() {
            SprtDecision::AcceptH1 => format!("H1 accepted: {elo1} Elo rather than {elo0}"),
            SprtDecision::AcceptH0 => format!("H0 accepted: {elo0} Elo rather than {elo1}"),
            SprtDecision::Continue => "undecided".to_string(),
        };
        let ratio = self.test.log_likelihood_ratio();
        format!("{verdict}, after {} pairs, LLR {ratio:.3} of [{lower:.3}, {upper:.3}]", self.test.pairs())
    }

    /// The test.
    pub fn test(&self) -> &SequentialSprt {
        &self.test
    }
}

/// Half points of the pairing's first player, who has the first seat in game 0 of a pair and the second in game 1.
fn half_points(game: &GameRow, half: usize) -> Option<u8> {
    let points = game.first_seat_half_points()?;
    Some(if half == 0 { points } else { 2 - points })
}
