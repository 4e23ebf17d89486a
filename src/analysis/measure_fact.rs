//! Measures of counted figures (facts.csv): a value, a ratio of two, a share.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{Result, bail};

use super::measure::{MeasureKind, Reading, Source, no_such};
use super::wilson::wilson_rate;
use crate::analysis::interval::Z_95;
use crate::records::read::read;
use crate::records::rows::FactRow;

/// Takes a reading from facts.csv.
///
/// # Errors
/// As [`super::measure::measure`]; also where several rows answer, or a share has no whole.
pub(super) fn measure(folder: &Path, source: &Source) -> Result<Reading> {
    let value = look_up(folder, source, source.subject.as_deref(), &source.quantity)?;
    if source.kind == MeasureKind::Fact {
        return Ok(Reading::exact(value, 1));
    }
    let subject = source.subject2.as_deref().or(source.subject.as_deref());
    let whole = look_up(folder, source, subject, &source.quantity2)?;
    if whole == 0.0 {
        bail!("{}/facts.csv: {} is 0, nothing can be divided by it", folder.display(), source.quantity2);
    }
    let ratio = value / whole;
    if source.kind == MeasureKind::FactRatio {
        return Ok(Reading::exact(ratio, 1));
    }
    let Some(interval) = wilson_rate(ratio, whole, Z_95) else {
        bail!(
            "{}/facts.csv: {} of {value} is no share of {} of {whole}",
            folder.display(),
            source.quantity,
            source.quantity2
        );
    };
    Ok(Reading::sampled(ratio, Some(interval), whole as u64).with_remarks([format!(
        "{} of {}",
        whole_text(value),
        whole_text(whole)
    )]))
}

fn whole_text(value: f64) -> String {
    format!("{value}")
}

fn look_up(folder: &Path, source: &Source, subject: Option<&str>, quantity: &str) -> Result<f64> {
    let (mut subjects, mut quantities) = (BTreeSet::new(), BTreeSet::new());
    let mut found: Option<FactRow> = None;
    for row in read::<FactRow>(folder)? {
        let row = row?;
        if !source.filter.takes(&row) {
            continue;
        }
        if row.quantity == quantity && subject.is_none_or(|subject| subject == row.subject) {
            if let Some(other) = &found {
                bail!(
                    "{}/facts.csv: {quantity} stands for '{}' and for '{}'; name its subject",
                    folder.display(),
                    other.subject,
                    row.subject
                );
            }
            found = Some(row);
            continue;
        }
        if subject.is_none_or(|subject| subject == row.subject) {
            quantities.insert(row.quantity);
        }
        subjects.insert(row.subject);
    }
    let Some(row) = found else {
        return Err(match subject {
            Some(subject) if !subjects.contains(subject) => {
                no_such(folder, "facts", "subject", subject, subjects.iter().map(String::as_str))
            }
            _ => no_such(folder, "facts", "quantity", quantity, quantities.iter().map(String::as_str)),
        });
    };
    match (row.err, row.value) {
        (Some(err), _) => bail!("{}/facts.csv: {quantity} of '{}' failed: {err}", folder.display(), row.subject),
        (None, Some(value)) if value.is_finite() => Ok(value),
        _ => bail!("{}/facts.csv: {quantity} of '{}' has no value", folder.display(), row.subject),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::measure::measure as measured;
    use crate::analysis::test_folder::{TestFolder, source};

    fn folder() -> TestFolder {
        let fact = |subject: &str, quantity: &str, value: Option<f64>, err: Option<&str>| FactRow {
            subject: subject.to_string(),
            quantity: quantity.to_string(),
            value,
            err: err.map(str::to_string),
            ..FactRow::default()
        };
        let folder = TestFolder::new("facts");
        folder.write(&[
            fact("start", "minimax_nodes", Some(549_946.0), None),
            fact("ply 1", "positions", Some(9.0), None),
            fact("ply 2", "positions", Some(72.0), None),
            fact("rules as first", "wins", Some(30.0), None),
            fact("rules as first", "games", Some(40.0), None),
            fact("ply 9", "games", None, Some("too large")),
        ]);
        folder
    }

    fn asked(measure: &str, keys: &[(&str, &str)]) -> Result<Reading> {
        let folder = folder();
        measured(folder.path(), &source(measure, keys))
    }

    #[test]
    fn figures_by_subject_and_quantity() {
        let fact = asked("fact", &[("quantity", "minimax_nodes")]).unwrap();
        assert_eq!((fact.estimate, fact.exact, fact.n), (549_946.0, true, 1));
        let ratio =
            [("quantity", "positions"), ("subject", "ply 2"), ("quantity2", "positions"), ("subject2", "ply 1")];
        assert_eq!(asked("fact_ratio", &ratio).unwrap().estimate, 8.0);
        let share = [("subject", "rules as first"), ("quantity", "wins"), ("of_quantity", "games")];
        let share = asked("share_fact", &share).unwrap();
        assert_eq!((share.estimate, share.n, share.exact), (0.75, 40, false));
        // Wilson: centre (0.75 + 0.0480) / 1.0960, half width 0.1315.
        let interval = share.interval.unwrap();
        assert!((interval.low - 0.5981).abs() < 1e-4 && (interval.high - 0.8581).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn what_is_missing_is_named() {
        for (keys, expected) in [
            (vec![("quantity", "minimax_node")], "did you mean 'minimax_nodes'"),
            (vec![("quantity", "positions"), ("subject", "ply 3")], "did you mean 'ply 1'"),
            (vec![("quantity", "positions")], "name its subject"),
            (vec![("quantity", "games"), ("subject", "ply 9")], "too large"),
        ] {
            let message = format!("{:#}", asked("fact", &keys).unwrap_err());
            assert!(message.contains(expected), "{message}");
        }
    }
}
