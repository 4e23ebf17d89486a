//! Claims: what a document publishes, and by which rule a measurement is held against it. One TOML file a claim.
//!
//! A file of `experiments/claims` holds the table `[claim]`, its experiments (`[[experiment]]`, which another room reads)
//! and its figures (`[[part]]`), each with the other plausible conditions (`[[part.other]]`). Adding a claim is adding a
//! file; all are built into the program, so that it judges them from any folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::claim_file::{self, Fault};
use super::interval::{Interval, Z_95};
use super::measure::{MeasureKind, NoEffect, Source};
use super::published::{Published, SamplingError, Scale, Tolerance};
use super::verdict::{BoundSide, Form, Rule};
use crate::base::embedded::EXPERIMENTS;
use crate::base::text::nearest;

/// What is done about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It is measured and judged.
    Judged,
    /// It can be tested, but nothing is run for it yet.
    NotRun,
    /// This program cannot test it.
    NotTestable,
}

/// A claim of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// Stable name: the letter of the document and a number.
    pub id: String,
    /// Letter of the document.
    pub document: String,
    /// The game it is about.
    pub game: String,
    /// What is done about it.
    pub status: Status,
    /// Why nothing is measured; empty for a judged claim.
    pub reason: String,
    /// The same in Chinese; may be empty.
    pub reason_zh: String,
    /// What the text publishes, in our words.
    pub says: String,
    /// The same in Chinese.
    pub says_zh: String,
    /// Contradictions and missing conditions of the text; may be empty.
    pub caution: String,
    /// The names of the experiments in the file.
    pub experiments: Vec<String>,
    /// Its figures, each with a row in the file of claims.
    pub parts: Vec<Part>,
}

/// A figure of a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Stable, unique name: `A2.rate`.
    pub id: String,
    /// What is published, in a few words.
    pub says: String,
    /// The same in Chinese.
    pub says_zh: String,
    /// The figure as printed: none, one, or the two ends of a range.
    pub published: Vec<String>,
    /// Games or positions behind the published figure, where the text says or implies them.
    pub rests_on: Option<u64>,
    /// Declared tolerance: a factor on the log scale, absolute and in [`Part::unit`] on the linear one.
    pub tolerance: Option<f64>,
    /// The form of the claim; none: reported without a verdict.
    pub form: Option<Form>,
    /// The allowed side of a bound.
    pub side: Option<BoundSide>,
    /// The margin of an equivalence, in [`Part::unit`].
    pub margin: Option<f64>,
    /// The scale of the comparison.
    pub scale: Scale,
    /// What the figures count in.
    pub unit: String,
    /// Whether the figure came from one unnamed position or game.
    pub one_draw: bool,
    /// The profile of a run from which on it is measured; none: in every one.
    pub needs: Option<&'static str>,
    /// What is measured; none in a claim that is not judged.
    pub source: Option<Source>,
    /// The primary condition in words.
    pub condition: String,
    /// The same in Chinese.
    pub condition_zh: String,
    /// The other plausible conditions.
    pub others: Vec<OtherCondition>,
}

/// Another plausible condition: run and reported, without a verdict.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherCondition {
    /// The condition in words.
    pub condition: String,
    /// The same in Chinese.
    pub condition_zh: String,
    /// What is measured.
    pub source: Source,
}

impl Claim {
    /// Reads a claim from the text of its file, which messages call `name`.
    ///
    /// # Errors
    /// If the text is no claim: with file, line, key, what was found, what was expected, and the nearest name.
    pub fn parse(name: &str, text: &str) -> Result<Claim> {
        claim_file::parse(name, text)
    }

    /// Reads a claim file.
    ///
    /// # Errors
    /// If it cannot be read, and as [`Claim::parse`].
    pub fn read(path: &Path) -> Result<Claim> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        Claim::parse(&path.display().to_string(), &text)
    }

    /// The claims that are built into the program, in the order of their documents and numbers.
    ///
    /// # Errors
    /// If a file is no claim, an id stands twice, or a part names an experiment of no file.
    pub fn all() -> Result<Vec<Claim>> {
        let files = EXPERIMENTS.iter().filter(|(path, _)| path.starts_with("claims/"));
        let mut claims =
            files.map(|(path, text)| Claim::parse(&format!("experiments/{path}"), text)).collect::<Result<Vec<_>>>()?;
        claims.sort_by_cached_key(|claim| order(&claim.id));
        check_together(&claims)?;
        Ok(claims)
    }

    /// The built-in claims of these ids, in the order of [`Claim::all`]; all of them for an empty list.
    ///
    /// # Errors
    /// As [`Claim::all`]; for an id without a claim the nearest one is named.
    pub fn select(ids: &[String]) -> Result<Vec<Claim>> {
        select_from(Claim::all()?, ids)
    }
}

/// Keeps the claims of these ids.
fn select_from(mut claims: Vec<Claim>, ids: &[String]) -> Result<Vec<Claim>> {
    for id in ids {
        if !claims.iter().any(|claim| claim.id.eq_ignore_ascii_case(id)) {
            let hint = nearest(id, claims.iter().map(|claim| claim.id.as_str()));
            bail!("no claim '{id}'{hint} (`list claims` names them all)");
        }
    }
    claims.retain(|claim| ids.is_empty() || ids.iter().any(|id| claim.id.eq_ignore_ascii_case(id)));
    Ok(claims)
}

/// Letters, then the number: A2 before A10.
fn order(id: &str) -> (String, u64, String) {
    let letters: String = id.chars().take_while(|c| !c.is_ascii_digit()).collect();
    let digits: String = id[letters.len()..].chars().take_while(char::is_ascii_digit).collect();
    (letters, digits.parse().unwrap_or(0), id.to_string())
}

/// Refuses ids that stand twice and experiments that no file has.
///
/// # Errors
/// If there are such.
pub fn check_together(claims: &[Claim]) -> Result<()> {
    let mut ids: Vec<&str> = claims.iter().map(|claim| claim.id.as_str()).collect();
    let mut parts: Vec<&str> = claims.iter().flat_map(|claim| &claim.parts).map(|part| part.id.as_str()).collect();
    for names in [&mut ids, &mut parts] {
        names.sort_unstable();
        if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("the id '{}' stands twice among the claims", twice[0]);
        }
    }
    let known: Vec<&str> = claims.iter().flat_map(|claim| &claim.experiments).map(String::as_str).collect();
    for part in claims.iter().flat_map(|claim| &claim.parts) {
        for source in part.source.iter().chain(part.others.iter().map(|other| &other.source)) {
            if !known.contains(&source.experiment.as_str()) {
                let hint = nearest(&source.experiment, known.iter().copied());
                bail!("part {}: experiment '{}' is in no claim file{hint}", part.id, source.experiment);
            }
        }
    }
    Ok(())
}

/// What a measurement shows of its own spread, to widen a published figure that rests on a sample like ours.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The 95 % confidence interval, as measured.
    pub interval: Interval,
    /// Sampling units behind it.
    pub n: u64,
}

impl Part {
    /// The factor from a reading to [`Part::unit`]: 100 for rates in percent or points, else 1.
    pub fn factor(&self) -> f64 {
        let in_percent = ["%", "points"].contains(&self.unit.as_str());
        if in_percent && self.source.as_ref().is_some_and(Source::is_ratio) { 100.0 } else { 1.0 }
    }

    /// What is taken off measured and published values alike, in [`Part::unit`], before they are judged: the score of
    /// equal players, for an effect or equivalence of scores.
    pub fn offset(&self) -> f64 {
        let compares = matches!(self.form, Some(Form::Effect | Form::Equivalence));
        let half = self.source.as_ref().is_some_and(|source| source.kind.info().no_effect == NoEffect::Half);
        if compares && half { 0.5 * self.factor() } else { 0.0 }
    }

    /// The rule by which it is judged; `None` for a figure without a form.
    ///
    /// # Errors
    /// If published figure, tolerance or sampling error do not go together.
    pub fn rule(&self, spread: Option<Spread>) -> Result<Option<Rule>, Fault> {
        let Some(form) = self.form else { return Ok(None) };
        let figure = |index: usize| self.figure(index, spread);
        Ok(Some(match form {
            Form::Effect => Rule::Effect(figure(0)?),
            Form::Level => Rule::Level(figure(0)?),
            Form::Exact => Rule::Exact(figure(0)?),
            Form::Range => Rule::Range(figure(0)?, figure(1)?),
            Form::Bound => match self.side {
                Some(side) => Rule::Bound(figure(0)?, side),
                None => return Err(Fault::new("side", "a bound needs `side`: at_most or at_least")),
            },
            Form::Equivalence => match self.margin {
                Some(margin) => Rule::Equivalence { margin, scale: self.scale },
                None => return Err(Fault::new("margin", "an equivalence needs its `margin`")),
            },
        }))
    }

    /// A published figure as an interval in the unit of the part.
    fn figure(&self, index: usize, spread: Option<Spread>) -> Result<Published, Fault> {
        let Some(text) = self.published.get(index) else {
            let expected = if self.form == Some(Form::Range) { "two printed numbers" } else { "a printed number" };
            return Err(Fault::new("published", format!("this form needs `published`: {expected}")));
        };
        let number = text.trim().trim_end_matches('%').trim_end();
        let factor = self.factor();
        let text = if factor == 1.0 { number.to_string() } else { format!("{number} %") };
        let fault = |key: &'static str| move |error: anyhow::Error| Fault::new(key, format!("{error:#}"));
        let mut published = Published::parse(&text, self.scale).map_err(fault("published"))?;
        let source = self.source.as_ref();
        let is_count_share = source.is_some_and(|source| source.kind.info().is_count_share);
        if source.is_some_and(Source::is_share) {
            published = published.within(0.0, 1.0).map_err(fault("published"))?;
        } else if source.is_some_and(|source| source.kind == MeasureKind::Saving) {
            published = published.within(-1e12, 1.0).map_err(fault("published"))?.as_saving();
        }
        if let Some(trials) = self.rests_on {
            let error = if is_count_share {
                Some(SamplingError::Rate { trials })
            } else if source.is_some_and(|source| source.kind == MeasureKind::ScoreDifference) {
                Some(SamplingError::RateDifference { trials_each: trials, rate: 0.5 })
            } else {
                spread.and_then(|spread| self.error_like(spread, trials))
            };
            if let Some(error) = error {
                published = published.with_sampling_error(error).map_err(fault("rests_on"))?;
            }
        }
        if let Some(tolerance) = self.tolerance {
            let tolerance = match self.scale {
                Scale::Linear => Tolerance::Absolute(tolerance / factor),
                Scale::Log => Tolerance::Factor(tolerance),
            };
            published = published.with_tolerance(tolerance).map_err(fault("tolerance"))?;
        }
        published.rescaled(factor, -self.offset()).map_err(fault("published"))
    }

    /// The standard error of a mean over `trials` units that spread as ours do.
    fn error_like(&self, spread: Spread, trials: u64) -> Option<SamplingError> {
        let Interval { low, high } = spread.interval;
        let width = match self.scale {
            Scale::Linear => high - low,
            Scale::Log if low > 0.0 => (high / low).ln(),
            Scale::Log => return None,
        };
        let error = width / (2.0 * Z_95) * (spread.n as f64 / trials as f64).sqrt();
        error.is_finite().then_some(SamplingError::StandardError(error))
    }
}

#[cfg(test)]
#[path = "claim_tests.rs"]
mod tests;
