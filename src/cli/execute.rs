//! What all verbs that run experiments share: check everything, find the folder, run, tell what came of it.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use serde_json::{Map, Value, json};

use super::dry_run;
use super::exit::{Classify, Exit, Failure, Outcome};
use super::flags::Common;
use super::output::{Output, note};
use super::signals;
use super::table::Table;
use crate::arena::{self, RunOptions, summary};
use crate::records::csv_file::CsvFile;
use crate::records::folder;
use crate::records::ledger::Header;
use crate::search::order::Criterion;
use crate::spec::{Experiment, Plan};

/// Where results go that no `--out` sends elsewhere.
const RESULTS: &str = "results";

/// Digits of the plan's hash in a folder's name.
const HASH_DIGITS: usize = 8;

/// Figures that are printed; all of them are in `summary.csv` and in JSON.
const SHOWN_FIGURES: usize = 60;

/// Of those the last ones: what the whole comes to, the best point of a sweep above all.
const LAST_FIGURES: usize = 6;

/// Letters of a failed job's reason that are told; all of them stand in the rows.
const LONGEST_REASON: usize = 300;

/// What is printed of each player where there are more figures than that.
const MAIN_FIGURES: [&str; 8] = [
    "win_rate",
    "elo",
    "nodes_geometric_mean",
    "node_ratio",
    "value_keeping_rate",
    "blunder_rate",
    "rating",
    "counted",
];

/// Runs experiments one after another, each in its own folder, after all of them have been checked.
///
/// # Errors
///
/// An experiment or a folder that cannot be used (nothing has run then), or a failure while running.
pub fn execute(verb: &str, experiments: Vec<Experiment>, common: &Common, output: &mut Output) -> Outcome {
    let plans = experiments.into_iter().map(Plan::new).collect::<Result<Vec<Plan>>>().or_usage()?;
    plans.iter().filter_map(idle_settings).for_each(|text| note(common.quiet, text));
    if common.dry_run {
        return dry_run::print(&plans, common, output);
    }
    let folders: Vec<PathBuf> = plans.iter().map(|plan| folder_of(verb, plan, plans.len(), common)).collect();
    for (place, folder) in folders.iter().enumerate() {
        if let Some(other) = folders[..place].iter().position(|other| other == folder) {
            let names = [other, place].map(|number| plans[number].experiment().name.clone());
            return Err(Failure::usage(format!(
                "the experiments '{}' and '{}' would both write to {}: rename one (letters, digits, '-' and '_' tell \
                 folders apart)",
                names[0],
                names[1],
                folder.display()
            )));
        }
    }
    if let (Some(out), true) = (&common.out, plans.len() > 1) {
        folder::inspect_group(out).or_usage()?;
    }
    for (plan, folder) in plans.iter().zip(&folders) {
        make_way(plan, folder, common.force)?;
    }
    signals::finish_on_first();
    let options = RunOptions {
        threads: common.threads.map(usize::from),
        progress: common.progress_mode(),
        byte_order_mark: common.excel,
        command_line: std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect(),
    };
    let (mut open, mut reports) = (plans.len(), Vec::new());
    for (plan, folder) in plans.iter().zip(&folders) {
        let outcome = arena::run(plan, folder, &options).or_failed()?;
        outcome.notices.iter().for_each(|notice| note(common.quiet, notice));
        if let Some((job, reason)) = &outcome.first_failure {
            let reason: String = reason.chars().take(LONGEST_REASON).collect();
            note(false, format_args!("job {job} failed: {reason}"));
        }
        open -= usize::from(outcome.is_complete());
        let figures = read_summary(folder).or_failed()?;
        if common.json {
            reports.push(report(plan, folder, &outcome, &figures));
        } else {
            tell(folder, &outcome, &figures, output)?;
        }
        if signals::stopped().is_some() {
            break;
        }
    }
    if common.json {
        output.json(&reports)?;
    }
    if open == 0 {
        return Ok(Exit::Done);
    }
    note(false, format_args!("incomplete; continue with: {}", command_line()));
    Ok(signals::stopped().unwrap_or(Exit::Incomplete))
}

/// The folder of a plan: `--out`, with a folder inside for each of several; else one named after verb, game and plan.
fn folder_of(verb: &str, plan: &Plan, plan_count: usize, common: &Common) -> PathBuf {
    match &common.out {
        Some(out) if plan_count == 1 => out.clone(),
        Some(out) => out.join(folder::folder_name(&plan.experiment().name)),
        None => {
            let hash: String = plan.hash().chars().take(HASH_DIGITS).collect();
            Path::new(RESULTS).join(folder::folder_name(&format!("{verb}-{}-{hash}", plan.game())))
        }
    }
}

/// Sees to it that the folder can be begun or continued.
fn make_way(plan: &Plan, path: &Path, force: bool) -> Result<(), Failure> {
    let header = Header::new(plan.hash());
    let Some(hindrance) = folder::inspect(path, &header).or_usage()?.hindrance(&header) else { return Ok(()) };
    if force {
        return folder::remove(path).or_failed();
    }
    Err(Failure::usage(anyhow!("{} {hindrance}; {}", path.display(), folder::ADVICE)))
}

/// A row of `summary.csv`: header and cell.
type Figure = Vec<(String, String)>;

type Figures = Vec<Figure>;

fn cell<'a>(figure: &'a Figure, name: &str) -> &'a str {
    figure.iter().find(|(key, _)| key == name).map_or("", |(_, cell)| cell.as_str())
}

/// The figures that are printed: all, or the main ones and the last.
fn shown(figures: &Figures) -> Vec<&Figure> {
    if figures.len() <= SHOWN_FIGURES {
        return figures.iter().collect();
    }
    let (each, last) = figures.split_at(figures.len() - LAST_FIGURES);
    let main = each.iter().filter(|figure| MAIN_FIGURES.contains(&cell(figure, "quantity")));
    main.take(SHOWN_FIGURES - LAST_FIGURES).chain(last).collect()
}

/// The rows of `summary.csv`, each a list of header and cell.
fn read_summary(folder: &Path) -> Result<Figures> {
    let mut file = CsvFile::open(&folder.join(summary::FILE_NAME), ["quantity", "value"])?;
    let headers = file.headers();
    let row = |cells: Result<Vec<String>>| Ok(headers.iter().cloned().zip(cells?).collect());
    std::iter::from_fn(|| file.next_row()).map(row).collect()
}

/// The outcome for people.
fn tell(folder: &Path, outcome: &arena::Outcome, figures: &Figures, output: &mut Output) -> Result<(), Failure> {
    let mut table = Table::default();
    let shown = shown(figures);
    for figure in &shown {
        let cell = |name: &str| cell(figure, name);
        let digits = |text: &str| if cell("unit") == "Elo" { tenths(text) } else { short(text) };
        let interval = match (cell("low"), cell("high")) {
            ("", "") => String::new(),
            (low, "") => format!(">= {}", digits(low)),
            ("", high) => format!("<= {}", digits(high)),
            (low, high) => format!("[{}, {}]", digits(low), digits(high)),
        };
        let subject = match (cell("subject"), cell("opponent")) {
            (subject, "") => subject.to_string(),
            (subject, opponent) => format!("{subject} against {opponent}"),
        };
        table.push(vec![
            ("quantity", cell("quantity").into()),
            ("value", digits(cell("value")).into()),
            ("interval", interval.into()),
            ("unit", cell("unit").into()),
            ("subject", subject.into()),
        ]);
    }
    table.print_grouped(output)?;
    if figures.len() > shown.len() {
        output.line(format_args!("and {} more figures in summary.csv", figures.len() - shown.len()))?;
    }
    if let Some(decision) = &outcome.decision {
        output.line(decision)?;
    }
    let arena::Outcome { done, job_count, failed, missing, .. } = outcome;
    let faults = if failed + missing == 0 { String::new() } else { format!(", {failed} failed, {missing} missing") };
    output.line(format_args!("{done} of {job_count} jobs done{faults}: {}", folder.display()))
}

/// The outcome for programs.
fn report(plan: &Plan, folder: &Path, outcome: &arena::Outcome, figures: &Figures) -> Value {
    let summary: Vec<Value> = figures
        .iter()
        .map(|figure| {
            let value = |cell: &str| match cell.parse::<f64>() {
                Ok(number) => json!(number),
                Err(_) if cell.is_empty() => Value::Null,
                Err(_) => json!(cell),
            };
            let text = ["subject", "opponent", "quantity", "unit", "sample", "interval"];
            let field = |(key, cell): &(String, String)| {
                (key.clone(), if text.contains(&key.as_str()) { json!(cell) } else { value(cell) })
            };
            Value::Object(figure.iter().map(field).collect::<Map<String, Value>>())
        })
        .collect();
    json!({
        "experiment": plan.experiment().name,
        "plan_hash": plan.hash(),
        "folder": folder.display().to_string(),
        "jobs": outcome.job_count,
        "done": outcome.done,
        "failed": outcome.failed,
        "first_failure": outcome.first_failure.as_ref().map(|(job, reason)| json!({ "job": job, "reason": reason })),
        "missing": outcome.missing,
        "decision": outcome.decision,
        "summary": summary,
    })
}

/// A number with the digits that a person reads.
fn short(cell: &str) -> String {
    match cell.parse::<f64>() {
        Ok(number) if number.fract() != 0.0 && number.abs() >= 100.0 => format!("{number:.1}"),
        Ok(number) if number.fract() != 0.0 && number.abs() < 0.001 => format!("{number:.1e}"),
        Ok(number) if number.fract() != 0.0 => format!("{number:.4}"),
        Ok(number) if number.abs() < 1e15 => format!("{number:.0}"),
        _ => cell.to_string(),
    }
}

/// Elo with the one digit that its interval leaves a meaning.
fn tenths(cell: &str) -> String {
    cell.parse::<f64>().ok().filter(|number| number.is_finite()).map_or(cell.to_string(), |elo| format!("{elo:.1}"))
}

/// What a plan asks for that has no effect, for standard error.
fn idle_settings(plan: &Plan) -> Option<String> {
    let idle = |index: &u64| {
        plan.player(*index).is_ok_and(|planned| {
            let search = &planned.player.settings().search;
            search.order.has(Criterion::Hash) && search.table.bytes.is_none() && !search.deepening
        })
    };
    let first = (0..plan.player_count()).find(idle)?;
    Some(format!("note: {}: the order's 'hash' has no table to ask: set table_bytes", plan.label(first)))
}

/// The command as it was given, for a shell.
pub fn command_line() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:,=+@%".contains(c);
    let quote = |word: String| {
        if !word.is_empty() && word.chars().all(plain) { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    std::env::args_os().map(|word| quote(word.to_string_lossy().into_owned())).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::command::{SweepFlags, sweep_experiment};

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            ["20.0", "0.123456", "1234.56", "0.0000123", "x"].map(short),
            ["20", "0.1235", "1234.6", "1.2e-5", "x"]
        );
        assert_eq!(["12.3456", "-7", "inf", ""].map(tenths), ["12.3", "-7.0", "inf", ""]);
    }

    #[test]
    fn an_order_by_hash_without_a_table_is_told() {
        let notice = |player: &str| {
            let flags = SweepFlags {
                game: "connect4".to_string(),
                player: player.to_string(),
                vary: vec!["depth=1,2".to_string()],
                positions: Some(2),
                ..SweepFlags::default()
            };
            idle_settings(&Plan::new(sweep_experiment(&flags).unwrap()).unwrap())
        };
        let told = notice("alphabeta{order=hash+centre}").unwrap();
        assert!(told.contains("alphabeta{order=hash+centre,depth=1}") && told.contains("set table_bytes"), "{told}");
        assert_eq!(notice("alphabeta{order=hash+centre,table_bytes=1048576}"), None);
        assert_eq!(notice("alphabeta{order=centre}"), None);
    }

    #[test]
    fn of_many_figures_the_main_and_the_last_are_shown() {
        let figure = |quantity: &str| vec![("quantity".to_string(), quantity.to_string())];
        let mut figures: Figures = Vec::new();
        for _ in 0..50 {
            figures.extend([figure("games"), figure("win_rate")]);
        }
        figures.push(figure("best_score"));
        let shown = shown(&figures);
        assert!(shown.len() <= SHOWN_FIGURES && cell(shown[0], "quantity") == "win_rate");
        assert_eq!(shown.last().map(|figure| cell(figure, "quantity")), Some("best_score"));
    }
}
