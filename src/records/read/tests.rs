use std::fs;

use proptest::prelude::*;

use super::*;
use crate::records::derive::derive;
use crate::records::ledger::{Header, Ledger};
use crate::records::rows::{FactRow, JobRecord};
use crate::records::scratch::Scratch;

/// A cell of a column by its type.
fn cell(kind: &str) -> BoxedStrategy<String> {
    let text = "[ -~é五\n\"]{1,12}";
    match kind.replace(' ', "").as_str() {
        "u64" => any::<u64>().prop_map(|x| x.to_string()).boxed(),
        "u32" => any::<u32>().prop_map(|x| x.to_string()).boxed(),
        "bool" => any::<bool>().prop_map(|x| x.to_string()).boxed(),
        "String" => prop_oneof![Just(String::new()), text].boxed(),
        "Option<u64>" => prop_oneof![Just(String::new()), cell("u64")].boxed(),
        "Option<u32>" => prop_oneof![Just(String::new()), cell("u32")].boxed(),
        "Option<bool>" => prop_oneof![Just(String::new()), cell("bool")].boxed(),
        "Option<String>" => cell("String"),
        "Option<i32>" => prop_oneof![Just(String::new()), any::<i32>().prop_map(|x| x.to_string())].boxed(),
        "Option<f64>" => prop_oneof![
            Just(String::new()),
            any::<f64>().prop_filter("finite", |x| x.is_finite()).prop_map(|x| x.to_string()),
            (0u64..1 << 53).prop_map(|x| x.to_string()),
        ]
        .boxed(),
        other => panic!("no cells for {other}"),
    }
}

/// Any row of a table, of job 0.
fn row<R: Row>() -> impl Strategy<Value = R> {
    let cells: Vec<_> = R::COLUMNS
        .iter()
        .map(|column| if column.name == "job_id" { Just("0".to_string()).boxed() } else { cell(column.kind) })
        .collect();
    cells.prop_map(|cells| {
        let headers: csv::StringRecord = R::COLUMNS.iter().map(|column| column.name).collect();
        csv::StringRecord::from(cells).deserialize(Some(&headers)).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn rows_survive_ledger_and_csv(
        search in row::<SearchRow>(),
        game in row::<GameRow>(),
        moves in prop::collection::vec(row::<MoveRow>(), 1..3),
        facts in prop::collection::vec(row::<FactRow>(), 1..3),
        timing in row::<TimingRow>(),
        byte_order_mark: bool,
    ) {
        let record = JobRecord {
            job: 0,
            search: Some(search),
            game: Some(game),
            moves,
            facts,
            timings: vec![timing],
            ..JobRecord::default()
        };
        let scratch = Scratch::new("round-trip");
        let mut ledger = Ledger::open(scratch.path(), &Header::new("0"), 1).unwrap();
        ledger.append(&record).unwrap();
        prop_assert_eq!(ledger.records().unwrap().next().unwrap().unwrap(), record.clone());
        derive(&ledger, scratch.path(), byte_order_mark).unwrap();
        fn all<R: Row>(folder: &Path) -> Vec<R> {
            read::<R>(folder).unwrap().collect::<Result<_>>().unwrap()
        }
        let folder = scratch.path();
        prop_assert_eq!(all::<SearchRow>(folder), record.search.into_iter().collect::<Vec<_>>());
        prop_assert_eq!(all::<GameRow>(folder), record.game.into_iter().collect::<Vec<_>>());
        prop_assert_eq!(all::<MoveRow>(folder), record.moves);
        prop_assert_eq!(all::<FactRow>(folder), record.facts);
        prop_assert_eq!(all::<TimingRow>(folder), record.timings);
    }
}

fn message<T>(result: Result<T>) -> String {
    result.err().map(|error| format!("{error:#}")).unwrap_or_default()
}

#[test]
fn faults_name_file_line_and_column() {
    let scratch = Scratch::new("read-errors");
    let path = scratch.path().join("timings.csv");
    let first_fault = |text: &str| {
        fs::write(&path, text).unwrap();
        message(read::<TimingRow>(scratch.path()).and_then(|rows| rows.collect::<Result<Vec<_>>>()))
    };
    let error = first_fault("job_id,ply,wall_ns,cpu_ns\n0,,5,\n1,,-5,\n");
    for part in ["timings.csv", "line 3", "column 'wall_ns'", "'-5'", "a whole number"] {
        assert!(error.contains(part), "{error}");
    }
    let error = first_fault("job_id,ply,wall_ms,cpu_ns\n0,,5,\n");
    assert!(error.contains("'wall_ns' is missing; there is 'wall_ms'"), "{error}");
    assert!(first_fault("job_id,ply,wall_ns,cpu_ns\n0,,5,\n1,,5\n").contains("line 3: found 3 cells"), "ragged");
    assert_eq!(first_fault("\u{feff}extra,job_id,ply,wall_ns,cpu_ns\r\nx,0,,5,\r\n"), "");
    let missing = message(read::<GameRow>(scratch.path()).map(|_| ()));
    assert!(missing.contains("games.csv"), "{missing}");
    assert!(read_if_present::<GameRow>(scratch.path()).unwrap().is_none());
}

#[test]
fn timings_find_their_rows() {
    let scratch = Scratch::new("timings");
    let mut ledger = Ledger::open(scratch.path(), &Header::new("0"), 3).unwrap();
    for job in 0..3u64 {
        let at = |ply| MoveRow { job_id: job, ply, ..MoveRow::default() };
        let took = |ply: Option<u32>, wall_ns| TimingRow { job_id: job, ply, wall_ns, cpu_ns: None };
        let record = JobRecord {
            job,
            game: Some(GameRow { job_id: job, ..GameRow::default() }),
            moves: vec![at(0), at(1), at(2)],
            // The second move of job 1 was not timed, nor was job 2 at all.
            timings: match job {
                0 => vec![took(Some(0), 1), took(Some(1), 2), took(Some(2), 3), took(None, 6)],
                1 => vec![took(Some(0), 4), took(Some(2), 5), took(None, 9)],
                _ => Vec::new(),
            },
            ..JobRecord::default()
        };
        ledger.append(&record).unwrap();
    }
    derive(&ledger, scratch.path(), false).unwrap();
    fn wall<R: Timed>(folder: &Path) -> Vec<Option<u64>> {
        read_with_timings::<R>(folder).unwrap().map(|row| row.unwrap().1.map(|timing| timing.wall_ns)).collect()
    }
    assert_eq!(wall::<GameRow>(scratch.path()), [Some(6), Some(9), None]);
    let moves = [Some(1), Some(2), Some(3), Some(4), None, Some(5), None, None, None];
    assert_eq!(wall::<MoveRow>(scratch.path()), moves);
    fs::remove_file(scratch.path().join("timings.csv")).unwrap();
    assert_eq!(wall::<GameRow>(scratch.path()), [None; 3]);
}

/// A table as a version wrote it that had not all counters yet.
#[test]
fn counters_that_an_earlier_version_lacks_are_nothing() {
    let scratch = Scratch::new("earlier-counters");
    let path = scratch.path().join("searches.csv");
    let columns: Vec<&str> = required_columns::<SearchRow>().collect();
    assert!(columns.len() + LATER_COUNTERS.len() == SearchRow::COLUMNS.len() && columns.contains(&"nodes"));
    let cell = |name: &&str| match SearchRow::COLUMNS.iter().find(|column| column.name == *name).unwrap().kind {
        "bool" => "false",
        "u64" | "u32" => "3",
        _ if *name == "nodes" => "5",
        _ => "",
    };
    let cells: Vec<&str> = columns.iter().map(cell).collect();
    fs::write(&path, format!("{}\n{}\n", columns.join(","), cells.join(","))).unwrap();
    let row = read_file::<SearchRow>(&path).unwrap().next().unwrap().unwrap();
    let counters = row.counters().unwrap();
    assert_eq!((counters.nodes, counters.vcf_searches, row.vcf_nodes), (5, 0, None));
}
