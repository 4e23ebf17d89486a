//! Every experiment of the repository is a plan in every size, before anything is run.

use std::path::{Path, PathBuf};

use mnklab::base::embedded::EXPERIMENTS;
use mnklab::players::ledger::FAULTS;
use mnklab::spec::{Experiment, Plan, Profile, read_file, read_text};

/// All specifications below a folder.
fn specifications(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(specifications(&path));
        } else if path.extension().is_some_and(|end| end == "toml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

#[test]
fn every_experiment_can_be_planned() {
    let files = specifications(&Path::new(env!("CARGO_MANIFEST_DIR")).join("experiments"));
    assert!(!files.is_empty());
    let (mut faults, mut plans) = (Vec::new(), 0);
    for file in &files {
        for profile in Profile::ALL {
            match read_file(file, profile) {
                Err(error) => faults.push(format!("{profile}: {error:#}")),
                Ok(experiments) => {
                    for experiment in experiments {
                        plans += 1;
                        let name = experiment.name.clone();
                        let chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
                        assert!(!experiment.about.is_empty() && experiment.about_zh.contains(chinese), "{name}");
                        match Plan::new(experiment) {
                            Err(error) => faults.push(format!("{profile}, {name}: {error:#}")),
                            Ok(plan) => assert!(plan.job_count() > 0, "{name} has no jobs"),
                        }
                    }
                }
            }
        }
    }
    faults.dedup();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(plans > 0);
}

#[test]
fn built_in_files_printed_as_one_are_the_same_plans() {
    for (path, text) in EXPERIMENTS {
        let file = format!("experiments/{path}");
        let folder = Path::new(&file).parent().unwrap().to_path_buf();
        for profile in Profile::ALL {
            let plans = |experiments: Vec<Experiment>| experiments.into_iter().map(|one| Plan::new(one).unwrap());
            let first: Vec<Plan> = plans(read_text(text, &file, &folder, profile).unwrap()).collect();
            if first.is_empty() {
                continue;
            }
            let print = |plans: &[Plan]| plans.iter().map(Plan::to_toml_item).collect::<Vec<String>>().join("\n");
            let printed = print(&first);
            // Read without the folder of the file: nothing in it leads elsewhere.
            let again: Vec<Plan> =
                plans(read_text(&printed, "printed.toml", Path::new(""), Profile::Quick).unwrap()).collect();
            assert_eq!(print(&again), printed, "{path}");
            for (one, other) in first.iter().zip(&again) {
                assert_eq!((one.hash(), one.job_count()), (other.hash(), other.job_count()), "{path}");
            }
            assert_eq!(first.len(), again.len(), "{path}");
        }
    }
}

#[test]
fn every_printed_fault_is_measured_by_itself() {
    let text = EXPERIMENTS.iter().find(|(path, _)| *path == "faults.toml").unwrap().1;
    let experiments = read_text(text, "faults.toml", Path::new("experiments"), Profile::Quick).unwrap();
    let mut pairs = 0;
    for fault in FAULTS {
        let faulty = (fault.id.to_string(), fault.faulty.to_string());
        let corrected = (format!("{} corrected", fault.id), fault.corrected.to_string());
        for kind in ["search", "match"] {
            let of_kind =
                experiments.iter().filter(|one| one.work.kind() == kind && one.game.to_string() == fault.game);
            let found =
                of_kind.filter(|one| one.players.chunks(2).any(|pair| *pair == [faulty.clone(), corrected.clone()]));
            assert_eq!(found.count(), 1, "{kind} on {}: {faulty:?} beside {corrected:?}", fault.game);
            pairs += 1;
        }
    }
    assert_eq!(experiments.iter().map(|one| one.players.len()).sum::<usize>(), 2 * pairs, "players of no known fault");
    assert!(experiments.iter().all(|one| one.in_pairs == (one.work.kind() == "search")));
}
