//! The text form of an evaluator, checked against the registry.

use std::fmt;
use std::str::FromStr;

use super::{EVALUATORS, EvaluatorSpec, Weight, find};
use crate::base::text::{Named, nearest};

/// An evaluator's name with the weights that differ from its defaults, in the registry's order: one text for one meaning.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalConfig {
    /// A name of [`EVALUATORS`].
    pub name: String,
    /// Key and value of what was changed.
    pub weights: Vec<(String, f64)>,
}

impl EvalConfig {
    /// Checks a name with its changes.
    ///
    /// # Errors
    ///
    /// An unknown name or key (with the nearest known one), a number out of bounds, or no number at all.
    pub fn from_named(named: &Named) -> Result<EvalConfig, String> {
        let spec = known(&named.name)?;
        for (key, _) in &named.changes {
            if !spec.weights.iter().any(|weight| weight.key == key) {
                return Err(unknown_weight(spec, key));
            }
        }
        let mut weights = Vec::new();
        for weight in spec.weights {
            let Some(text) = named.change(weight.key) else { continue };
            let value = parse_weight(weight, text)
                .map_err(|problem| format!("evaluator '{}', weight '{}': {problem}", spec.name, weight.key))?;
            if value != weight.default {
                weights.push((weight.key.to_string(), value));
            }
        }
        Ok(EvalConfig { name: named.name.clone(), weights })
    }

    /// The text form as parts.
    pub fn to_named(&self) -> Named {
        let changes = self.weights.iter().map(|(key, value)| (key.clone(), value.to_string())).collect();
        Named { name: self.name.clone(), changes }
    }

    /// The registry's entry.
    ///
    /// # Errors
    ///
    /// The name, which may have been set by hand, is not registered.
    pub fn spec(&self) -> Result<&'static EvaluatorSpec, String> {
        known(&self.name)
    }

    /// The value of a weight, changed or by default; 0 for a weight that the evaluator does not have. Values that were
    /// set by hand are brought within the weight's bounds.
    pub fn weight(&self, key: &str) -> f64 {
        let weights = find(&self.name).map_or(&[][..], |spec| spec.weights);
        let Some(weight) = weights.iter().find(|weight| weight.key == key) else { return 0.0 };
        let changed = self.weights.iter().find(|(known, _)| known == key).map(|(_, value)| *value);
        changed.filter(|value| !value.is_nan()).map_or(weight.default, |value| value.clamp(weight.low, weight.high))
    }

    /// The value of a weight in whole points.
    pub fn points(&self, key: &str) -> i64 {
        self.weight(key).round() as i64
    }

    /// The value of a factor in thousandths, the unit in which factors are applied so that values stay integers.
    pub fn thousandths(&self, key: &str) -> i64 {
        (self.weight(key) * 1000.0).round() as i64
    }
}

fn known(name: &str) -> Result<&'static EvaluatorSpec, String> {
    find(name).ok_or_else(|| {
        let names: Vec<&str> = EVALUATORS.iter().map(|spec| spec.name).collect();
        let hint = nearest(name, names.iter().copied());
        format!("there is no evaluator '{name}', only {}{hint}", names.join(", "))
    })
}

fn unknown_weight(spec: &EvaluatorSpec, key: &str) -> String {
    let keys: Vec<&str> = spec.weights.iter().map(|weight| weight.key).collect();
    if keys.is_empty() {
        return format!("the evaluator '{}' has no weights, found '{key}'", spec.name);
    }
    let hint = nearest(key, keys.iter().copied());
    format!("the evaluator '{}' has no weight '{key}', only {}{hint}", spec.name, keys.join(", "))
}

fn parse_weight(weight: &Weight, text: &str) -> Result<f64, String> {
    let Weight { low, high, whole, .. } = *weight;
    let kind = if whole { "a whole number" } else { "a number" };
    let refuse = || format!("expected {kind} from {low} to {high}, found '{text}'");
    let value: f64 = text.replace('_', "").parse().map_err(|_| refuse())?;
    let fits = value.is_finite() && (low..=high).contains(&value) && (!whole || value.fract() == 0.0);
    // Adding zero turns -0 into 0, so that it is printed without a sign.
    if fits { Ok(value + 0.0) } else { Err(refuse()) }
}

impl fmt::Display for EvalConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_named().fmt(f)
    }
}

impl FromStr for EvalConfig {
    type Err = String;

    fn from_str(text: &str) -> Result<EvalConfig, String> {
        EvalConfig::from_named(&text.parse::<Named>()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn canonical_text() {
        let config: EvalConfig = "hash-random{ seed = 7 , range = 8 }".parse().unwrap();
        assert_eq!(config.to_string(), "hash-random{seed=7}", "a default is not printed");
        assert_eq!(config.to_string().parse::<EvalConfig>().unwrap(), config);
        assert_eq!((config.points("seed"), config.points("range")), (7, 8));
        let config: EvalConfig = "doc-c{defence=2.25,three=-1_000,one=1}".parse().unwrap();
        assert_eq!(config.to_string(), "doc-c{three=-1000,defence=2.25}");
        assert_eq!((config.points("three"), config.thousandths("defence")), (-1000, 2250));
    }

    #[test]
    fn weights_set_by_hand_stay_within_bounds() {
        let with = |value| EvalConfig { name: "doc-a".to_string(), weights: vec![("five".to_string(), value)] };
        assert_eq!(with(f64::INFINITY).points("five"), Weight::LIMIT as i64);
        assert_eq!(with(-1e300).points("five"), -Weight::LIMIT as i64);
        assert_eq!(with(f64::NAN).points("five"), 100_000);
        assert_eq!(with(-3.0).points("five"), -3);
        assert_eq!((with(1.0).points("fife"), with(1.0).points("one")), (0, 5));
    }

    #[test]
    fn faults_are_named() {
        for (text, parts) in [
            ("hash-randon", &["no evaluator 'hash-randon'", "did you mean 'hash-random'"][..]),
            ("hash-random{sede=1}", &["no weight 'sede'", "did you mean 'seed'"]),
            ("hash-random{seed=1.5}", &["whole number", "'1.5'"]),
            ("hash-random{seed=-1}", &["from 0", "'-1'"]),
            ("hash-random{seed=nan}", &["'nan'"]),
            ("hash-random{seed=inf}", &["'inf'"]),
            ("hash-random{seed=}", &["''"]),
            ("doc-a{five=-1e10}", &["from -1000000000", "'-1e10'"]),
            ("doc-c{defence=-1}", &["'defence'", "expected a number from 0"]),
            ("zero{x=1}", &["has no weights", "'x'"]),
        ] {
            let found = text.parse::<EvalConfig>().unwrap_err();
            assert!(parts.iter().all(|part| found.contains(part)), "{text}: {found}");
        }
    }
}
