//! The claim files: each can be read, its experiments can be planned in every profile, and its parts ask for labels and
//! figures that these experiments have.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use mnklab::analysis::claim::{Claim, Status, check_together};
use mnklab::analysis::measure::{MeasureKind, MetricRows, Source, Table};
use mnklab::spec::experiment::Work;
use mnklab::spec::{Plan, Profile, read_file};

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments/claims");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn claims() -> Vec<(PathBuf, Claim)> {
    files()
        .into_iter()
        .map(|path| (path.clone(), Claim::read(&path).unwrap_or_else(|error| panic!("{error:#}"))))
        .collect()
}

#[test]
fn every_claim_of_the_documents_has_a_file() {
    let found: BTreeSet<String> = claims()
        .into_iter()
        .map(|(path, claim)| {
            assert_eq!(path.file_stem().unwrap().to_str().unwrap(), claim.id);
            assert!(claim.id.starts_with(&claim.document), "{}", claim.id);
            claim.id
        })
        .collect();
    let expected =
        |(document, count): (&'static str, u32)| (1..=count).map(move |number| format!("{document}{number}"));
    let known: BTreeSet<String> = DOCUMENTS.into_iter().flat_map(expected).collect();
    assert_eq!(found, known);
}

/// Document and the number of its claims.
const DOCUMENTS: [(&str, u32); 4] = [("G", 19), ("A", 21), ("C", 19), ("T", 15)];

#[test]
fn claims_fit_together_and_say_what_they_are_in_two_languages() {
    let claims: Vec<Claim> = claims().into_iter().map(|(_, claim)| claim).collect();
    check_together(&claims).unwrap_or_else(|error| panic!("{error:#}"));
    let is_chinese = |text: &str| text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c));
    for claim in &claims {
        assert!(!claim.says.is_empty() && is_chinese(&claim.says_zh), "{}", claim.id);
        match claim.status {
            Status::Judged => {
                assert!(claim.parts.iter().any(|part| part.form.is_some()), "{} judges nothing", claim.id)
            }
            _ => assert!(!claim.reason.is_empty() && is_chinese(&claim.reason_zh), "{} gives no reason", claim.id),
        }
        for part in &claim.parts {
            let about = format!("part {}", part.id);
            assert!(is_chinese(&part.says_zh) && is_chinese(&part.condition_zh), "{about} lacks its Chinese words");
            let mut conditions = BTreeSet::from([part.condition.as_str()]);
            for other in &part.others {
                assert!(conditions.insert(&other.condition), "{about} has the condition '{}' twice", other.condition);
                let same = part.source.as_ref() == Some(&other.source);
                assert!(!same, "{about}: '{}' measures what the primary condition measures", other.condition);
            }
        }
    }
}

/// What a part may ask of an experiment.
struct Planned {
    table: Table,
    labels: BTreeSet<String>,
    facts: BTreeSet<String>,
}

fn planned(plan: &Plan) -> Planned {
    let labels: BTreeSet<String> = (0..plan.player_count()).map(|index| plan.label(index)).collect();
    let (table, facts) = match &plan.experiment().work {
        Work::Search(_) | Work::Truth(_) => (Table::Searches, BTreeSet::new()),
        Work::Match(_) => (Table::Games, BTreeSet::new()),
        Work::Exhaust { .. } => {
            let seats = labels.iter().flat_map(|label| [format!("{label} as first"), format!("{label} as second")]);
            (Table::Facts, seats.collect())
        }
        Work::Count { .. } => (Table::Facts, plan.quantities().iter().map(ToString::to_string).collect()),
    };
    Planned { table, labels, facts }
}

fn check(about: &str, source: &Source, planned: &Planned, is_measured: bool) {
    // Moves of games are recorded, or judged, beside them.
    let of_moves = planned.table == Table::Games && source.rows != MetricRows::Searches;
    assert!(
        of_moves || source.kind.info().table == planned.table,
        "{about}: the measure {} does not fit the kind of the experiment",
        source.kind.info().name
    );
    for label in [&source.player, &source.baseline, &source.reference].into_iter().flatten() {
        assert!(planned.labels.contains(label), "{about}: no player '{label}' among {:?}", planned.labels);
    }
    if source.kind == MeasureKind::Rank {
        let others = planned.labels.iter().filter(|label| label.starts_with(&source.prefix)).count();
        assert!(others > 1, "{about}: no player begins with '{}'", source.prefix);
    }
    if planned.table == Table::Facts {
        let asked = [&source.subject, &source.subject2].into_iter().flatten();
        let counted = [&source.quantity, &source.quantity2].into_iter().filter(|text| !text.is_empty());
        if planned.labels.is_empty() && is_measured {
            counted
                .for_each(|quantity| assert!(planned.facts.contains(quantity), "{about}: '{quantity}' is not counted"));
        } else if is_measured {
            asked.for_each(|subject| assert!(planned.facts.contains(subject), "{about}: no subject '{subject}'"));
        }
    }
}

#[test]
fn parts_ask_for_what_their_experiments_have() {
    for profile in Profile::ALL {
        let mut plans: BTreeMap<String, Planned> = BTreeMap::new();
        let claims = claims();
        for (path, claim) in &claims {
            if claim.experiments.is_empty() {
                continue;
            }
            for experiment in read_file(path, profile).unwrap_or_else(|error| panic!("{error:#}")) {
                let name = experiment.name.clone();
                let plan =
                    Plan::new(experiment).unwrap_or_else(|error| panic!("{profile}: {}: {error:#}", path.display()));
                assert!(plans.insert(name.clone(), planned(&plan)).is_none(), "the experiment '{name}' stands twice");
            }
        }
        let mut used = BTreeSet::new();
        for (_, claim) in &claims {
            for part in &claim.parts {
                let sources = part.source.iter().chain(part.others.iter().map(|other| &other.source));
                for source in sources {
                    let is_measured =
                        part.needs.is_none_or(|needed| profile == Profile::Overnight || profile.name() == needed);
                    check(&format!("{profile}: part {}", part.id), source, &plans[&source.experiment], is_measured);
                    used.insert(source.experiment.clone());
                }
                part.rule(None).unwrap_or_else(|fault| panic!("part {}: {fault}", part.id));
            }
        }
        let idle: Vec<&String> = plans.keys().filter(|name| !used.contains(*name)).collect();
        assert!(idle.is_empty(), "no part looks at {idle:?}");
    }
}
