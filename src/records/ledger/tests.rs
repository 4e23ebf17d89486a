use std::fs;

use super::*;
use crate::records::rows::{FactRow, GameRow, SearchRow};
use crate::records::scratch::Scratch;

fn header() -> Header {
    Header::new("0123abcd")
}

fn game(job: u64) -> JobRecord {
    let row = GameRow { job_id: job, moves: format!("h8i9 of {job}"), end: "line".to_string(), ..GameRow::default() };
    JobRecord { job, game: Some(row), ..JobRecord::default() }
}

fn failed(job: u64) -> JobRecord {
    let row = SearchRow { job_id: job, err: Some("no \"move\"\nleft".to_string()), ..SearchRow::default() };
    JobRecord { job, search: Some(row), ..JobRecord::default() }
}

fn all(ledger: &Ledger) -> Vec<JobRecord> {
    ledger.records().unwrap().collect::<Result<_>>().unwrap()
}

fn message<T>(result: Result<T>) -> String {
    result.err().map(|error| format!("{error:#}")).unwrap_or_default()
}

#[test]
fn comes_back_in_plan_order() {
    let scratch = Scratch::new("ledger");
    let mut ledger = Ledger::open(scratch.path(), &header(), 5).unwrap();
    for job in [3, 0, 4] {
        assert_eq!(ledger.append(&game(job)).unwrap(), Entered::New);
    }
    assert_eq!(all(&ledger), [game(0), game(3), game(4)]);
    assert_eq!(ledger.open_jobs().collect::<Vec<_>>(), [1, 2]);
    drop(ledger);
    let ledger = Ledger::open(scratch.path(), &header(), 5).unwrap();
    assert_eq!(all(&ledger), [game(0), game(3), game(4)]);
    assert!(ledger.notices().is_empty() && !ledger.is_finished());
}

#[test]
fn a_line_torn_anywhere_never_blocks_and_loses_no_other() {
    let scratch = Scratch::new("torn");
    let path = scratch.path().join(FILE_NAME);
    let mut ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
    ledger.append(&game(2)).unwrap();
    let whole = ledger.end as usize;
    ledger.append(&game(0)).unwrap();
    drop(ledger);
    let bytes = fs::read(&path).unwrap();
    for cut in whole..=bytes.len() {
        fs::write(&path, &bytes[..cut]).unwrap();
        let mut ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
        // With its checksum all of the record is there: it is kept.
        let kept = cut >= bytes.len() - 1;
        assert_eq!(ledger.index().is_done(0), kept, "cut at {cut}");
        assert_eq!(ledger.notices().len(), usize::from(!kept && cut > whole), "cut at {cut}");
        assert_eq!(all(&ledger).last(), Some(&game(2)));
        for job in 0..3 {
            ledger.append(&game(job)).unwrap();
        }
        drop(ledger);
        let ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
        assert_eq!(all(&ledger), [game(0), game(1), game(2)], "cut at {cut}");
        assert!(ledger.is_finished() && ledger.notices().is_empty());
    }
}

#[test]
fn a_torn_header_begins_anew() {
    let scratch = Scratch::new("torn-header");
    let line = header().line().unwrap();
    for cut in 0..line.len() {
        fs::write(scratch.path().join(FILE_NAME), &line[..cut]).unwrap();
        assert_eq!(find_header(scratch.path()).unwrap(), HeaderFound::Torn(cut as u64));
        drop(Ledger::open(scratch.path(), &header(), 3).unwrap());
        assert_eq!(find_header(scratch.path()).unwrap(), HeaderFound::Whole(header()));
    }
}

#[test]
fn a_header_that_changed_or_is_of_another_form_is_told_and_left_alone() {
    let scratch = Scratch::new("header");
    let path = scratch.path().join(FILE_NAME);
    let mut ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
    ledger.append(&game(0)).unwrap();
    drop(ledger);
    let good = fs::read_to_string(&path).unwrap();
    let old =
        r#"{"schema_version":1,"plan_hash":"0123abcd","program_version":"0.1.0","revision":"12ab","dirty":false}"#;
    let rows = format!("{old}\n{{\"job\":0,\"game\":{{\"job_id\":0}}}}\n");
    let others = Header { columns: [("games".to_string(), "moves".to_string())].into(), ..header() };
    let others = String::from_utf8(others.line().unwrap()).unwrap();
    for (text, part) in [
        (good.replacen("0123abcd", "0123abce", 1), "line 1: the header is damaged: its checksum is"),
        (good.replacen("\t", "", 1), "line 1: the header is damaged"),
        (rows, "revision 12ab, schema 1, ledger form 1 for the plan 0123abcd; expected mnklab"),
        (others, "it was begun by mnklab"),
    ] {
        fs::write(&path, &text).unwrap();
        let error = message(Ledger::open(scratch.path(), &header(), 3));
        assert!(error.contains(part), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn foreign_files_are_left_alone() {
    let scratch = Scratch::new("foreign");
    let path = scratch.path().join(FILE_NAME);
    for text in ["my diary", "my diary\nday 2\n", "{\"job\":1}\n", "{\"x"] {
        fs::write(&path, text).unwrap();
        let error = message(Ledger::open(scratch.path(), &header(), 3));
        assert!(error.contains("no ledger of this program"), "{error}");
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn a_damaged_line_is_told_and_its_job_is_missing() {
    let scratch = Scratch::new("damage");
    let path = scratch.path().join(FILE_NAME);
    let mut ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
    (0..3).for_each(|job| assert!(ledger.append(&game(job)).is_ok()));
    drop(ledger);
    let good = fs::read_to_string(&path).unwrap();
    let (_, lines) = good.split_once('\n').unwrap();
    let (second, third) = (good.len() - lines.len(), good.len() - lines.len() + lines.len() / 3);
    for (place, with, lost) in [
        (third + 10, "#", 1..2),
        (third, "2", 1..2),
        (third, "\n", 1..2),
        // A line without its end is one with the next.
        (third - 1, " ", 0..2),
        (second, "\0", 0..1),
    ] {
        let mut bad = good.clone();
        bad.replace_range(place..place + 1, with);
        fs::write(&path, &bad).unwrap();
        let mut ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
        let line = if lost.start == 0 { "line 2" } else { "line 3" };
        let notice = &ledger.notices()[0];
        assert!(notice.contains(&path.display().to_string()) && notice.contains(line), "{notice}");
        assert_eq!(ledger.open_jobs().collect::<Vec<_>>(), lost.clone().collect::<Vec<_>>(), "{bad}");
        for job in lost {
            ledger.append(&game(job)).unwrap();
        }
        assert_eq!(all(&ledger), [game(0), game(1), game(2)]);
        drop(ledger);
        assert!(fs::read_to_string(&path).unwrap().starts_with(&bad), "nothing is removed");
        assert!(Ledger::open(scratch.path(), &header(), 3).unwrap().is_finished());
    }
}

#[test]
fn a_line_that_is_damaged_while_the_ledger_is_open_is_named() {
    let scratch = Scratch::new("open-damage");
    let path = scratch.path().join(FILE_NAME);
    let mut ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
    (0..3).for_each(|job| assert!(ledger.append(&game(job)).is_ok()));
    fs::write(&path, fs::read_to_string(&path).unwrap().replace("h8i9 of 1", "h8i9 of 2")).unwrap();
    let error = message(ledger.records().unwrap().collect::<Result<Vec<_>>>());
    assert!(error.contains("line 3 is damaged: its checksum"), "{error}");
}

#[test]
fn many_damaged_lines_are_a_few_words() {
    let places: Vec<String> = (2..30).map(|line| format!("line {line}")).collect();
    assert_eq!(named(&places[..2]), "line 2; line 3");
    assert!(named(&places).ends_with("line 6; and 23 more"));
}

#[test]
fn one_writer_at_a_time() {
    let scratch = Scratch::new("lock");
    let ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
    let error = message(Ledger::open(scratch.path(), &header(), 3));
    assert!(error.contains("another process"), "{error}");
    drop(ledger);
    assert!(Ledger::open(scratch.path(), &header(), 3).is_ok());
}

#[test]
fn another_plan_or_program_is_refused() {
    let scratch = Scratch::new("other");
    let mut ledger = Ledger::open(scratch.path(), &header(), 9).unwrap();
    ledger.append(&game(8)).unwrap();
    drop(ledger);
    let error = message(Ledger::open(scratch.path(), &Header::new("ffff0000"), 3));
    assert!(error.contains("0123abcd") && error.contains("ffff0000"), "{error}");
    let other = Header { revision: "feedbeef".to_string(), ..header() };
    assert!(message(Ledger::open(scratch.path(), &other, 9)).contains("feedbeef"));
}

#[test]
fn duplicates_keep_the_first_and_are_reported() {
    let scratch = Scratch::new("duplicates");
    let path = scratch.path().join(FILE_NAME);
    let mut ledger = Ledger::open(scratch.path(), &header(), 2).unwrap();
    ledger.append(&game(1)).unwrap();
    assert_eq!(ledger.append(&game(1)).unwrap(), Entered::Duplicate);
    drop(ledger);
    let mut other = game(1);
    other.game.as_mut().unwrap().moves = "another".to_string();
    let mut batch = Batch::default();
    batch.push(&other).unwrap();
    fs::write(&path, [fs::read(&path).unwrap(), batch.bytes].concat()).unwrap();
    let ledger = Ledger::open(scratch.path(), &header(), 2).unwrap();
    assert_eq!(all(&ledger), [game(1)]);
    assert!(ledger.notices()[0].contains("line 3, job 1"), "{:?}", ledger.notices());
}

#[test]
fn failed_jobs_run_again_and_give_way() {
    let scratch = Scratch::new("failed");
    let mut ledger = Ledger::open(scratch.path(), &header(), 2).unwrap();
    ledger.append(&game(0)).unwrap();
    ledger.append(&failed(1)).unwrap();
    assert_eq!((ledger.index().done_count(), ledger.index().failed_count()), (1, 1));
    assert_eq!(ledger.open_jobs().collect::<Vec<_>>(), [1]);
    assert_eq!(ledger.append(&game(1)).unwrap(), Entered::Replaced);
    drop(ledger);
    let ledger = Ledger::open(scratch.path(), &header(), 2).unwrap();
    assert_eq!(all(&ledger), [game(0), game(1)]);
    assert!(ledger.is_finished() && ledger.notices().is_empty());
}

#[test]
fn rows_that_do_not_belong_are_refused() {
    let scratch = Scratch::new("belong");
    let mut ledger = Ledger::open(scratch.path(), &header(), 2).unwrap();
    assert!(message(ledger.append(&game(2))).contains("job 2 is not in the plan"));
    let mixed = JobRecord { facts: vec![FactRow { job_id: 1, ..FactRow::default() }], ..game(0) };
    assert!(message(ledger.append(&mixed)).contains("a row of job 1"));
    assert_eq!(all(&ledger), []);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_said_at_once() {
    let scratch = Scratch::new("full");
    let mut ledger = Ledger::open(scratch.path(), &header(), 3).unwrap();
    ledger.append(&game(0)).unwrap();
    ledger.file = OpenOptions::new().append(true).open("/dev/full").unwrap();
    let error = message(ledger.append(&game(1)));
    assert!(error.contains("cannot write to") && error.contains("ledger"), "{error}");
    assert!(!ledger.index().is_done(1));
    assert!(message(ledger.append(&game(2))).contains("after a failed write"));
    assert_eq!(all(&ledger), [game(0)]);
}

#[test]
fn a_hundred_thousand_rows_stay_small_and_quick() {
    let scratch = Scratch::new("large");
    let count = 100_000;
    let started = std::time::Instant::now();
    let mut ledger = Ledger::open(scratch.path(), &header(), count).unwrap();
    for job in 0..count {
        // An order of completion that is not the plan's.
        let job = job * 7919 % count;
        ledger.append(&game(job)).unwrap();
    }
    drop(ledger);
    let ledger = Ledger::open(scratch.path(), &header(), count).unwrap();
    assert!(ledger.is_finished());
    let mut records = ledger.records().unwrap();
    for job in 0..count {
        assert_eq!(records.next().map(|record| record.unwrap().job), Some(job));
    }
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}
