//! Statistics as pure functions on numbers: what a figure is worth, and what it says about a published one.
//!
//! Nothing here reads a file, knows a game or draws on a clock: counts and values go in, estimates with 95 % intervals come
//! out. Every statistic is derived again from raw rows, and every definition is that of the field (papers are named where
//! they are used).
//!
//! Three habits hold throughout:
//!
//! * No NaN and no infinity leaves a function. What is undefined is `None`, what was left out is counted, what was clamped or
//!   regularised says so.
//! * An interval holds its estimate. Where a sample shows no variance at all (one unit, or all alike) there is none, or a
//!   wider one that does not pretend.
//! * The sampling unit is the pair of colour-swapped games, or the position; never the repetition of a deterministic count.
//!
//! | question | file |
//! |---|---|
//! | a list of numbers | [`quantiles`]: mean, deviation, median, quantiles |
//! | a rate | [`wilson`] |
//! | one side against another | [`counts`] and [`elo`]: score, Elo, normalised Elo, likelihood of superiority |
//! | stop a match early | [`sprt`] (the exact ratio) and [`sequential_sprt`] (pairs in plan order, batch by batch) |
//! | several players | [`bradley_terry`]: ratings, first-move advantage, draws |
//! | several comparisons | [`holm`]: before any table says "better" |
//! | node and time ratios by position | [`bootstrap`]: geometric mean, ratio of sums; [`quantiles`]: median; [`wilcoxon`] |
//! | the best of several on the same units | [`paired`]: its lead over the next, corrected for the choice |
//! | one more position like these | [`bootstrap::prediction_interval`] |
//! | solved or not, on the same positions | [`mcnemar`] |
//! | two measures of the same thing | [`correlation`]: Pearson, Spearman |
//! | how many games | [`power`] |
//! | a published figure | [`published`]: the interval that its print allows; [`verdict`]: the rules by form of claim |
//! | a claim file | [`claim`]: its parts and rules; [`measure`]: what it measures; [`judge_claim`]: its verdicts |
//! | claims.csv | [`claims_csv`]: rows, file and table |
//! | underneath | [`interval`], [`normal`], [`student`], [`special`], [`matrix`] |
//!
//! # From pairs to a verdict
//!
//! ```
//! use mnklab::analysis::counts::PairCounts;
//! use mnklab::analysis::elo::elo_estimate;
//! use mnklab::analysis::published::{Published, SamplingError, Scale};
//! use mnklab::analysis::verdict::{Measured, Rule, Verdict, judge};
//!
//! # fn main() -> anyhow::Result<()> {
//! // A document prints a win rate of 42 % over 100 games.
//! let published = Published::parse("42 %", Scale::Linear)?
//!     .within(0.0, 1.0)?
//!     .with_sampling_error(SamplingError::Rate { trials: 100 })?;
//!
//! // We played 400 pairs: 80 lost twice, 60 loss and draw, 120 even, 80 win and draw, 60 won twice.
//! let counts = PairCounts([80, 60, 120, 80, 60]);
//! let measured = elo_estimate(counts).map(|found| Measured::confident(found.score, found.score_interval, 400));
//!
//! let judgement = judge(&Rule::Level(published), measured.as_ref());
//! assert_eq!(judgement.verdict, Verdict::Reproduced);
//! # Ok(())
//! # }
//! ```

pub mod bootstrap;
pub mod bradley_terry;
pub mod claim;
pub mod claim_file;
pub mod claims_csv;
pub mod correlation;
pub mod counts;
pub mod elo;
pub mod holm;
pub mod interval;
pub mod judge_claim;
pub mod matrix;
pub mod mcnemar;
pub mod measure;
mod measure_fact;
pub mod measure_filter;
mod measure_first_move;
mod measure_match;
mod measure_search;
pub mod normal;
pub mod paired;
pub mod power;
pub mod published;
pub mod quantiles;
pub mod sequential_sprt;
pub mod special;
pub mod sprt;
pub mod student;
pub mod verdict;
mod verdict_rules;
pub mod wilcoxon;
pub mod wilson;

#[cfg(test)]
mod test_folder;
