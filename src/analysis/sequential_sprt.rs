//! The sequential test as it runs beside a match: pairs in plan order, decisions at batch boundaries.

use super::counts::{PairCounts, PairOutcome};
use super::sprt::{Sprt, SprtDecision};

/// A pairwise test that is fed in plan order and decides at batch boundaries only.
///
/// Pairs must come in the order of the plan, not of their completion: short games finish first and would bias the stop.
/// After the decision further pairs change nothing.
#[derive(Clone, Debug)]
pub struct SequentialSprt {
    sprt: Sprt,
    batch_pairs: u64,
    counts: PairCounts,
    pairs: u64,
    log_likelihood_ratio: f64,
    decision: SprtDecision,
}

impl SequentialSprt {
    /// A fresh test that looks at its ratio after every `batch_pairs` pairs; 0 is taken as 1.
    pub fn new(sprt: Sprt, batch_pairs: u64) -> Self {
        Self {
            sprt,
            batch_pairs: batch_pairs.max(1),
            counts: PairCounts::default(),
            pairs: 0,
            log_likelihood_ratio: 0.0,
            decision: SprtDecision::Continue,
        }
    }

    /// Takes the next pair of the plan and returns the decision so far.
    pub fn push(&mut self, outcome: PairOutcome) -> SprtDecision {
        if self.decision != SprtDecision::Continue {
            return self.decision;
        }
        self.counts.add(outcome);
        self.pairs += 1;
        if self.pairs.is_multiple_of(self.batch_pairs) {
            self.log_likelihood_ratio = self.sprt.log_likelihood_ratio(self.counts);
            self.decision = self.sprt.decide(self.log_likelihood_ratio);
        }
        self.decision
    }

    /// The decision at the last batch boundary.
    pub fn decision(&self) -> SprtDecision {
        self.decision
    }

    /// Pairs that were taken; those after the decision are not among them.
    pub fn pairs(&self) -> u64 {
        self.pairs
    }

    /// The pairs that were taken, by outcome.
    pub fn counts(&self) -> PairCounts {
        self.counts
    }

    /// The log-likelihood ratio at the last batch boundary.
    pub fn log_likelihood_ratio(&self) -> f64 {
        self.log_likelihood_ratio
    }

    /// The test itself.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }
}

#[cfg(test)]
mod tests {
    use super::super::sprt::SprtScale;
    use super::*;

    fn sprt(elo0: f64, elo1: f64, scale: SprtScale) -> Sprt {
        Sprt::new(elo0, elo1, 0.05, 0.05, scale).unwrap()
    }

    #[test]
    fn one_sided_results_end_on_both_scales() {
        for scale in [SprtScale::Logistic, SprtScale::Normalised] {
            for (outcome, expected) in
                [(PairOutcome::WinWin, SprtDecision::AcceptH1), (PairOutcome::LossLoss, SprtDecision::AcceptH0)]
            {
                let mut test = SequentialSprt::new(sprt(0.0, 5.0, scale), 8);
                for _ in 0..5000 {
                    test.push(outcome);
                }
                assert_eq!(test.decision(), expected, "{scale:?}");
                assert!(test.pairs() < 1000 && test.pairs().is_multiple_of(8), "{} pairs", test.pairs());
            }
        }
    }

    #[test]
    fn decides_at_batch_boundaries_and_then_stands_still() {
        let wide = sprt(0.0, 100.0, SprtScale::Logistic);
        let mut by_one = SequentialSprt::new(wide, 1);
        let mut by_fifty = SequentialSprt::new(wide, 50);
        for _ in 0..49 {
            by_one.push(PairOutcome::WinWin);
            assert_eq!(by_fifty.push(PairOutcome::WinWin), SprtDecision::Continue);
        }
        assert_eq!(by_one.decision(), SprtDecision::AcceptH1);
        assert!(by_one.pairs() < 49);
        assert_eq!(by_fifty.push(PairOutcome::WinWin), SprtDecision::AcceptH1);
        let frozen = by_fifty.counts();
        by_fifty.push(PairOutcome::LossLoss);
        assert_eq!(by_fifty.counts(), frozen);
        assert_eq!(by_fifty.pairs(), 50);
    }
}
