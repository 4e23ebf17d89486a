//! Reads the TOML of a claim and tells every fault with file, line, key, what was found and what was expected.

use std::collections::BTreeMap;
use std::fmt;

use anyhow::{Result, anyhow};
use serde::de::{SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::claim::{Claim, OtherCondition, Part, Status};
use super::measure::{AgreementColumn, MeasureInfo, MeasureKind, MetricRows, NoEffect, Source, Table};
use super::measure_filter::Filter;
use super::published::Scale;
use super::verdict::{BoundSide, Form};
use crate::base::text::nearest;
use crate::records::metrics;
use crate::records::rows::{FactRow, GameRow, MoveRow, SearchRow, TruthRow};

/// What is wrong with a key of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The key, by which the line is found.
    pub key: String,
    /// What was found and expected.
    pub problem: String,
}

impl Fault {
    /// A fault of a key.
    pub fn new(key: &str, problem: impl Into<String>) -> Fault {
        Fault { key: key.to_string(), problem: problem.into() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.key, self.problem)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    claim: Spanned<ClaimTable>,
    #[serde(default)]
    part: Vec<Spanned<PartTable>>,
    /// Read by the room of specifications.
    #[serde(default)]
    experiment: Vec<ExperimentTable>,
}

#[derive(Deserialize)]
struct ExperimentTable {
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimTable {
    id: String,
    document: String,
    game: String,
    status: String,
    reason: Option<String>,
    reason_zh: Option<String>,
    says: String,
    says_zh: String,
    caution: Option<String>,
}

/// One printed number, or the two ends of a range.
struct Printed(Vec<String>);

impl<'de> Deserialize<'de> for Printed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Printed, D::Error> {
        struct Numbers;
        impl<'de> Visitor<'de> for Numbers {
            type Value = Printed;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the printed number in quotes, since its digits count, or two of them for a range")
            }

            fn visit_str<E>(self, text: &str) -> Result<Printed, E> {
                Ok(Printed(vec![text.to_string()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Printed, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = items.next_element::<String>()? {
                    numbers.push(number);
                }
                Ok(Printed(numbers))
            }
        }
        deserializer.deserialize_any(Numbers)
    }
}

/// A table whose last keys say what is measured.
macro_rules! measuring_table {
    ($name:ident { $($head:tt)* }) => {
        measuring_table! { @keys $name { $($head)* } {
            experiment: String, measure: String, metric: String, baseline_metric: String, player: String, baseline: String,
            reference: String, prefix: String, opening: String, rows: String, q: f64, column: String, complete: bool, subject: String,
            subject2: String, quantity: String, quantity2: String, of_quantity: String, of_subject: String,
        } }
    };
    (@keys $name:ident { $($head:tt)* } { $($key:ident: $type:ty,)* }) => {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name {
            $($head)*
            $( $key: Option<$type>, )*
            #[serde(rename = "where")]
            filter: Option<BTreeMap<String, toml::Value>>,
        }

        impl $name {
            fn keys(&self) -> Keys {
                Keys { $( $key: self.$key.clone(), )* filter: self.filter.clone() }
            }
        }
    };
}

measuring_table! { PartTable {
    id: String,
    says: String,
    says_zh: String,
    published: Option<Printed>,
    rests_on: Option<u64>,
    tolerance: Option<f64>,
    form: Option<String>,
    side: Option<String>,
    margin: Option<f64>,
    scale: Option<String>,
    unit: Option<String>,
    one_draw: Option<bool>,
    needs: Option<String>,
    condition: Option<String>,
    condition_zh: Option<String>,
    #[serde(default)]
    other: Vec<Spanned<OtherTable>>,
} }

measuring_table! { OtherTable {
    condition: String,
    condition_zh: Option<String>,
} }

macro_rules! keys {
    ($($key:ident: $type:ty,)*) => {
        /// What a table says of the measure.
        #[derive(Clone, Default)]
        struct Keys { $( $key: Option<$type>, )* filter: Option<BTreeMap<String, toml::Value>> }

        impl Keys {
            /// The names of the keys that are there, but for `experiment` and `measure`.
            fn given(&self) -> Vec<&'static str> {
                let mut given = Vec::new();
                $( if self.$key.is_some() && !["experiment", "measure"].contains(&stringify!($key)) { given.push(stringify!($key)); } )*
                if self.filter.is_some() { given.push("where"); }
                given
            }

            /// These keys, and those of `other` where one is not there.
            fn or(self, other: &Keys) -> Keys {
                Keys { $( $key: self.$key.or_else(|| other.$key.clone()), )* filter: self.filter.or_else(|| other.filter.clone()) }
            }
        }
    };
}

keys! {
    experiment: String, measure: String, metric: String, baseline_metric: String, player: String, baseline: String,
    reference: String, prefix: String, opening: String, rows: String, q: f64, column: String, complete: bool, subject: String,
    subject2: String, quantity: String, quantity2: String, of_quantity: String, of_subject: String,
}

/// One of a few names.
fn choice<T: Copy>(key: &str, found: &str, known: &[(&str, T)]) -> Result<T, Fault> {
    known.iter().find(|(name, _)| *name == found).map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
        let hint = nearest(found, names.iter().copied());
        Fault::new(key, format!("found '{found}', expected {}{hint}", names.join(", ")))
    })
}

/// What the keys measure. `own` are the names of the keys that must mean something to the measure.
fn source(keys: &Keys, own: &[&'static str]) -> Result<Source, Fault> {
    let missing = |key: &str| Fault::new(key, format!("the key `{key}` is missing"));
    let experiment = keys.experiment.clone().ok_or_else(|| missing("experiment"))?;
    let name = keys.measure.as_deref().ok_or_else(|| missing("measure"))?;
    let kind = MeasureKind::parse(name).map_err(|error| Fault::new("measure", error.to_string()))?;
    let info: &MeasureInfo = kind.info();
    let given = keys.given();
    if let Some(key) = info.needs.iter().find(|key| !given.contains(key)) {
        return Err(Fault::new("measure", format!("the measure {name} needs the key `{key}`")));
    }
    if let Some(key) = own.iter().find(|key| !info.needs.contains(key) && !info.takes.contains(key)) {
        let takes: Vec<&str> = info.needs.iter().chain(info.takes).copied().collect();
        return Err(Fault::new(key, format!("the measure {name} does not use this key, but {}", takes.join(", "))));
    }
    let takes = |key: &str| info.needs.contains(&key) || info.takes.contains(&key);
    let text = |key: &str, value: &Option<String>| value.clone().filter(|_| takes(key));
    let mut metric_names = [text("metric", &keys.metric), text("baseline_metric", &keys.baseline_metric)];
    for (key, metric) in ["metric", "baseline_metric"].into_iter().zip(&metric_names) {
        if let Some(metric) = metric {
            metrics::find(metric).map_err(|error| Fault::new(key, error.to_string()))?;
        }
    }
    let [metric, baseline_metric] = &mut metric_names;
    let metric = metric.take().unwrap_or_default();
    let files = [("searches", MetricRows::Searches), ("moves", MetricRows::Moves), ("truth", MetricRows::Truth)];
    let rows = text("rows", &keys.rows).map(|found| choice("rows", &found, &files)).transpose()?.unwrap_or_default();
    let empty = BTreeMap::new();
    let table = keys.filter.as_ref().unwrap_or(&empty);
    let filter = match (info.table, rows) {
        (Table::Searches, MetricRows::Searches) => Filter::parse::<SearchRow>(table),
        (Table::Searches, MetricRows::Moves) => Filter::parse::<MoveRow>(table),
        (Table::Searches, MetricRows::Truth) => Filter::parse::<TruthRow>(table),
        (Table::Games, _) => Filter::parse::<GameRow>(table),
        (Table::Facts, _) => Filter::parse::<FactRow>(table),
    };
    let q = keys.q.unwrap_or(0.5);
    if !(0.0..=1.0).contains(&q) {
        return Err(Fault::new("q", format!("found {q}, expected a probability from 0 to 1")));
    }
    let columns = [("value", AgreementColumn::Value), ("best_move", AgreementColumn::BestMove)];
    let column = text("column", &keys.column).map(|found| choice("column", &found, &columns)).transpose()?;
    Ok(Source {
        experiment,
        kind,
        baseline_metric: baseline_metric.take().unwrap_or_else(|| metric.clone()),
        metric,
        player: text("player", &keys.player),
        baseline: text("baseline", &keys.baseline),
        reference: text("reference", &keys.reference),
        prefix: text("prefix", &keys.prefix).unwrap_or_default(),
        opening: text("opening", &keys.opening).unwrap_or_default(),
        filter: filter.map_err(|problem| Fault::new("where", problem))?,
        rows,
        q,
        column: column.unwrap_or_default(),
        complete: keys.complete.unwrap_or(false),
        subject: text("subject", &keys.subject),
        subject2: text("subject2", &keys.subject2).or_else(|| text("of_subject", &keys.of_subject)),
        quantity: text("quantity", &keys.quantity).unwrap_or_default(),
        quantity2: text("quantity2", &keys.quantity2)
            .or_else(|| text("of_quantity", &keys.of_quantity))
            .unwrap_or_default(),
    })
}

/// The profiles of a run beyond the smallest.
const PROFILES: [&str; 2] = ["full", "overnight"];

/// A fault and the byte from which its key is looked for.
type Placed = (usize, Fault);

fn part(claim: &ClaimTable, status: Status, start: usize, table: PartTable) -> Result<Part, Placed> {
    let own = |fault: Fault| (start, fault);
    if table.id != claim.id && !table.id.starts_with(&format!("{}.", claim.id)) {
        let problem = format!("found '{}', expected {}.NAME, after its claim", table.id, claim.id);
        return Err(own(Fault::new("id", problem)));
    }
    let keys = table.keys();
    let measured = keys.experiment.is_some() || keys.measure.is_some() || status == Status::Judged;
    let primary = if measured { Some(source(&keys, &keys.given()).map_err(own)?) } else { None };
    let form = table.form.as_deref().map(|form| {
        let names: Vec<(&str, Form)> = Form::ALL.iter().map(|(form, name)| (*name, *form)).collect();
        choice("form", form, &names)
    });
    let form = form.transpose().map_err(own)?;
    let scales = [("linear", Scale::Linear), ("log", Scale::Log)];
    let scale = table.scale.as_deref().map_or(Ok(Scale::Linear), |scale| choice("scale", scale, &scales));
    let sides = [("at_most", BoundSide::AtMost), ("at_least", BoundSide::AtLeast)];
    let side = table.side.as_deref().map(|side| choice("side", side, &sides)).transpose().map_err(own)?;
    let mut others = Vec::new();
    for other in table.other {
        let at = other.span().start;
        let other = other.into_inner();
        let found = source(&other.keys().or(&keys), &other.keys().given()).map_err(|fault| (at, fault))?;
        others.push(OtherCondition {
            condition: other.condition,
            condition_zh: other.condition_zh.unwrap_or_default(),
            source: found,
        });
    }
    let part = Part {
        id: table.id,
        says: table.says,
        says_zh: table.says_zh,
        published: table.published.map_or(Vec::new(), |printed| printed.0),
        rests_on: table.rests_on,
        tolerance: table.tolerance,
        form,
        side,
        margin: table.margin,
        scale: scale.map_err(own)?,
        unit: table.unit.unwrap_or_default(),
        one_draw: table.one_draw.unwrap_or(false),
        needs: table
            .needs
            .map(|profile| choice("needs", &profile, &PROFILES.map(|name| (name, name))))
            .transpose()
            .map_err(own)?,
        source: primary,
        condition: table.condition.unwrap_or_default(),
        condition_zh: table.condition_zh.unwrap_or_default(),
        others,
    };
    check(&part, status).map_err(own)?;
    Ok(part)
}

/// What goes together in a part.
fn check(part: &Part, status: Status) -> Result<(), Fault> {
    let fault = |key: &str, problem: &str| Err(Fault::new(key, problem));
    if status == Status::Judged && part.condition.is_empty() {
        return fault("condition", "a part needs its primary condition in words");
    }
    let numbers = if part.form == Some(Form::Range) { 2 } else { 1 };
    if part.published.len() != numbers
        && !(part.published.is_empty() && part.form.is_none())
        && part.form != Some(Form::Equivalence)
    {
        let problem = format!("found {} printed numbers, this form needs {numbers}", part.published.len());
        return fault("published", &problem);
    }
    for (key, given, form) in
        [("side", part.side.is_some(), Form::Bound), ("margin", part.margin.is_some(), Form::Equivalence)]
    {
        if given && part.form != Some(form) {
            return fault(key, &format!("only the form {form} has this key"));
        }
    }
    let least_margin = if part.scale == Scale::Log { 1.0 } else { 0.0 };
    if part.margin.is_some_and(|margin| !(margin.is_finite() && margin > least_margin)) {
        return fault("margin", &format!("expected a number above {least_margin}"));
    }
    if part.rests_on == Some(0) {
        return fault("rests_on", "found 0, expected the games or positions behind the figure");
    }
    if part.tolerance.is_some() && part.form == Some(Form::Exact) {
        return fault("tolerance", "an exact figure has no tolerance");
    }
    if let Some(source) = &part.source {
        let no_effect = source.kind.info().no_effect;
        if part.form == Some(Form::Effect) && no_effect == NoEffect::Undefined {
            let problem = format!(
                "no value of the measure {} stands for no effect: use level, bound or range, or the measure score",
                source.kind.info().name
            );
            return fault("form", &problem);
        }
        if part.scale == Scale::Log
            && matches!(part.form, Some(Form::Effect | Form::Equivalence))
            && (part.factor() != 1.0 || no_effect == NoEffect::Half)
        {
            return fault(
                "scale",
                "on the log scale no effect is 1: write the figure as a factor or ratio, not in percent or as a score",
            );
        }
        if part.one_draw && !source.kind.has_prediction() {
            return fault("one_draw", "this measure has no values by position, so no prediction interval");
        }
    }
    part.rule(None).map(|_| ())
}

pub(super) fn parse(name: &str, text: &str) -> Result<Claim> {
    let line_at = |at: usize| text.get(..at.min(text.len())).unwrap_or(text).matches('\n').count() + 1;
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_at(span.start));
        anyhow!("{name}:{line}: {}", with_nearest(error.message().trim()))
    })?;
    let place = |(start, fault): Placed| {
        // The key's own line, if it stands in its table; else the table's.
        let rest = text.get(start..).unwrap_or("");
        let table_line = line_at(start);
        let offset =
            rest.lines().enumerate().take_while(|(at, line)| *at == 0 || !line.starts_with('[')).find(|(_, line)| {
                line.trim_start()
                    .strip_prefix(fault.key.as_str())
                    .is_some_and(|rest| rest.trim_start().starts_with('='))
            });
        anyhow!("{name}:{}: {fault}", table_line + offset.map_or(0, |(at, _)| at))
    };
    let start = file.claim.span().start;
    let claim = file.claim.into_inner();
    let statuses = [("judged", Status::Judged), ("not-run", Status::NotRun), ("not-testable", Status::NotTestable)];
    let status = choice("status", &claim.status, &statuses).map_err(|fault| place((start, fault)))?;
    let reason = claim.reason.clone().unwrap_or_default();
    if (status == Status::Judged) != reason.trim().is_empty() {
        let problem =
            if status == Status::Judged { "a judged claim has no reason" } else { "expected why nothing is measured" };
        return Err(place((start, Fault::new("reason", problem))));
    }
    let mut parts: Vec<Part> = Vec::new();
    for table in file.part {
        let at = table.span().start;
        let part = part(&claim, status, at, table.into_inner()).map_err(place)?;
        if parts.iter().any(|known| known.id == part.id) {
            return Err(place((at, Fault::new("id", format!("'{}' stands twice", part.id)))));
        }
        parts.push(part);
    }
    if status == Status::Judged && parts.is_empty() {
        return Err(place((start, Fault::new("status", "a judged claim needs at least one [[part]]"))));
    }
    Ok(Claim {
        id: claim.id,
        document: claim.document,
        game: claim.game,
        status,
        reason,
        reason_zh: claim.reason_zh.unwrap_or_default(),
        says: claim.says,
        says_zh: claim.says_zh,
        caution: claim.caution.unwrap_or_default(),
        experiments: file.experiment.into_iter().filter_map(|experiment| experiment.name).collect(),
        parts,
    })
}

/// Adds the nearest name to the message of an unknown key.
fn with_nearest(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    match quoted.next() {
        Some(found) if message.starts_with("unknown field") => format!("{message}{}", nearest(found, quoted)),
        _ => message.to_string(),
    }
}
