//! From claims and result folders to the rows of claims.csv.

use std::path::Path;

use super::claim::{self, Claim, OtherCondition, Part, Spread};
use super::claims_csv::ClaimRow;
use super::interval::Interval;
use super::measure::{Reading, Source, measure};
use super::verdict::{IntervalKind, Judgement, Measured, Verdict, judge};
use super::verdict_rules::number;
use crate::records::manifest::{Manifest, Status};

/// Judges a claim by the experiments' folders below `results`: a row for each part, followed by one for each of its other
/// conditions, which has no verdict.
///
/// `repro` is the command that ran the claims, such as `mnklab repro --full`: the rows' `rerun` adds the claim to it. A
/// part whose rows are missing becomes not-run and says why. No input makes this fail, and no number of a row is NaN or
/// infinite.
pub fn judge_claim(claim: &Claim, results: &Path, repro: &str) -> Vec<ClaimRow> {
    let rerun = format!("{repro} --claims {}", claim.id);
    let mut rows = Vec::new();
    if claim.parts.is_empty() {
        rows.push(ClaimRow {
            id: claim.id.clone(),
            part: claim.id.clone(),
            verdict: Some(unmeasured(claim).verdict),
            reason: sentence(&unmeasured(claim).reason, &[]),
            rerun: rerun.clone(),
            ..ClaimRow::default()
        });
    }
    for part in &claim.parts {
        let beyond = part.needs.filter(|needed| is_smaller(repro, needed));
        let rerun = beyond.map_or(rerun.clone(), |profile| format!("mnklab repro --{profile} --claims {}", claim.id));
        rows.push(primary(claim, part, results, &rerun, beyond));
        if claim.status == claim::Status::Judged {
            rows.extend(part.others.iter().map(|other| another(claim, part, other, results, &rerun)));
        }
    }
    rows
}

/// As [`judge_claim`], for several claims in their order.
pub fn judge_claims(claims: &[Claim], results: &Path, repro: &str) -> Vec<ClaimRow> {
    claims.iter().flat_map(|claim| judge_claim(claim, results, repro)).collect()
}

/// Whether the command ran a smaller profile than the one of this name.
fn is_smaller(repro: &str, needed: &str) -> bool {
    let runs = |profile: &str| repro.split_whitespace().any(|word| word.strip_prefix("--") == Some(profile));
    !(runs("overnight") || runs(needed))
}

/// The judgement of a claim that is not measured.
fn unmeasured(claim: &Claim) -> Judgement {
    match claim.status {
        claim::Status::NotTestable => Judgement::not_testable(&claim.reason),
        claim::Status::NotRun | claim::Status::Judged => Judgement::not_run(&claim.reason),
    }
}

/// What a row says before anything is measured.
fn blank(claim: &Claim, part: &Part, condition: &str, rerun: &str) -> ClaimRow {
    ClaimRow {
        id: claim.id.clone(),
        part: part.id.clone(),
        published: part.published.join(".."),
        unit: part.unit.clone(),
        form: part.form.map(|form| form.name().to_string()).unwrap_or_default(),
        condition: condition.to_string(),
        rerun: rerun.to_string(),
        ..ClaimRow::default()
    }
}

fn primary(claim: &Claim, part: &Part, results: &Path, rerun: &str, beyond: Option<&str>) -> ClaimRow {
    let row = blank(claim, part, &primary_condition(part), rerun);
    let source = match &part.source {
        Some(source) if claim.status == claim::Status::Judged => source,
        _ => {
            let Judgement { verdict, reason, .. } = unmeasured(claim);
            return ClaimRow { verdict: Some(verdict), reason: sentence(&reason, &[]), ..row };
        }
    };
    let reading = match read(results, source) {
        Ok(reading) => reading,
        Err(reason) => {
            // Without a form there is no verdict, whatever happens.
            let verdict = part.form.map(|_| Verdict::NotRun);
            let reason = match beyond {
                Some(profile) => format!("too long for this profile: it is measured with --{profile}"),
                None => reason,
            };
            return ClaimRow { verdict, reason: sentence(&reason, &[]), ..row };
        }
    };
    let Some(judgement) = judged(part, &reading) else {
        return filled(row, part, &reading, part.one_draw, "reported without a verdict");
    };
    let on_prediction = judgement.interval == Some(IntervalKind::Prediction);
    let reason = match part.offset() {
        0.0 => judgement.reason,
        offset => format!("less {}, the score of equal players: {}", number(offset), judgement.reason),
    };
    ClaimRow { verdict: Some(judgement.verdict), ..filled(row, part, &reading, on_prediction, &reason) }
}

fn another(claim: &Claim, part: &Part, other: &OtherCondition, results: &Path, rerun: &str) -> ClaimRow {
    let row = ClaimRow { form: String::new(), ..blank(claim, part, &other.condition, rerun) };
    // A rate stays a rate only where the measure of this condition is one too.
    let part = Part { source: Some(other.source.clone()), form: None, ..part.clone() };
    match read(results, &other.source) {
        Ok(reading) => {
            filled(row, &part, &reading, part.one_draw, "another plausible condition, reported without a verdict")
        }
        Err(reason) => ClaimRow { reason: sentence(&format!("another condition, not run: {reason}"), &[]), ..row },
    }
}

/// The condition with the declared tolerance, which belongs to it.
fn primary_condition(part: &Part) -> String {
    let Some(tolerance) = part.tolerance.filter(|_| part.form.is_some()) else { return part.condition.clone() };
    let tolerance = number(tolerance);
    match part.scale {
        super::published::Scale::Log => format!("{}; tolerance: a factor of {tolerance}", part.condition),
        super::published::Scale::Linear => {
            format!("{}; tolerance: {tolerance} {}", part.condition, part.unit).trim_end().to_string()
        }
    }
}

/// Measures, and answers why that was not possible.
fn read(results: &Path, source: &Source) -> Result<Reading, String> {
    let folder = results.join(&source.experiment);
    if !folder.is_dir() {
        return Err(format!("the experiment {} has no results in {}", source.experiment, results.display()));
    }
    // Short jobs finish first: what an unfinished run has is no sample of the whole.
    if let Ok(Some(manifest)) = Manifest::load(&folder)
        && manifest.status != Status::Finished
    {
        return Err(format!("the experiment {} is not finished: run the same command again", source.experiment));
    }
    measure(&folder, source).map_err(|error| format!("{error:#}"))
}

/// The judgement of a part with a form.
fn judged(part: &Part, reading: &Reading) -> Option<Judgement> {
    let (factor, offset) = (part.factor(), part.offset());
    let spread = reading.interval.filter(|_| !reading.exact).map(|interval| Spread { interval, n: reading.n });
    let rule = match part.rule(spread) {
        Ok(rule) => rule?,
        Err(fault) => {
            return Some(Judgement { verdict: Verdict::Undecided, reason: fault.to_string(), interval: None });
        }
    };
    let in_unit = |interval: Interval| interval.map(|value| factor * value - offset);
    let estimate = factor * reading.estimate - offset;
    let interval = reading.interval.and_then(in_unit);
    let mut measured = match interval {
        Some(_) if reading.exact => Measured::exact(estimate, reading.n),
        Some(interval) => Measured::confident(estimate, interval, reading.n),
        // One unit shows no interval; the rule then says so.
        None => Measured { kind: IntervalKind::Confidence, ..Measured::exact(estimate, reading.n.min(1)) },
    };
    if part.one_draw {
        if let Some(prediction) = reading.prediction.and_then(in_unit) {
            measured = measured.with_prediction(prediction);
        } else if !reading.exact {
            let reason = "one draw is judged on the prediction interval, which takes two units at least".to_string();
            return Some(Judgement { verdict: Verdict::Undecided, reason, interval: None });
        }
    }
    Some(judge(&rule, Some(&measured)))
}

/// The row with the figures of a reading.
fn filled(row: ClaimRow, part: &Part, reading: &Reading, on_prediction: bool, reason: &str) -> ClaimRow {
    let factor = part.factor();
    let prediction = reading.prediction.filter(|_| on_prediction);
    let kind = match (prediction, reading.exact, reading.interval) {
        (Some(_), ..) => Some(IntervalKind::Prediction),
        (None, true, _) => Some(IntervalKind::Exact),
        (None, false, Some(_)) => Some(IntervalKind::Confidence),
        (None, false, None) => None,
    };
    let shown = prediction.or(reading.interval).and_then(|interval| interval.map(|value| factor * value));
    // How a prediction interval was made concerns a row that shows it.
    let concerns = |remark: &&String| prediction.is_some() || !remark.contains("prediction interval");
    let remarks: Vec<String> = reading.remarks.iter().filter(concerns).cloned().collect();
    ClaimRow {
        measured: short(factor * reading.estimate),
        low: shown.and_then(|interval| short(interval.low)),
        high: shown.and_then(|interval| short(interval.high)),
        n: Some(reading.n),
        interval: kind.map(|kind| kind.to_string()).unwrap_or_default(),
        reason: sentence(reason, &remarks),
        ..row
    }
}

/// Ten significant digits, so that a cell can be read; nothing for what is not finite.
fn short(value: f64) -> Option<f64> {
    format!("{value:.9e}").parse::<f64>().ok().filter(|value| value.is_finite())
}

/// One sentence of a reason and its remarks.
fn sentence(reason: &str, remarks: &[String]) -> String {
    let mut text = reason.trim().trim_end_matches('.').to_string();
    for remark in remarks {
        text.push_str("; ");
        text.push_str(remark);
    }
    let mut characters = text.chars();
    let Some(first) = characters.next() else { return String::new() };
    // A Chinese sentence ends with its own full stop.
    let stop = if text.ends_with(['。', '！', '？']) { "" } else { "." };
    format!("{}{}{stop}", first.to_uppercase(), characters.as_str())
}

#[cfg(test)]
#[path = "judge_claim_tests.rs"]
mod tests;
