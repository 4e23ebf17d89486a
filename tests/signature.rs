//! `mnklab signature` against `tests/signature.txt`: what every search does, in node counts.
//!
//! A change of a search's behaviour moves lines here. Then the commit says so and brings the new file:
//! `cargo run --release -- signature > tests/signature.txt`.

use mnklab::cli::exit::Exit;
use mnklab::cli::run_command_line;

#[test]
fn the_signature_has_not_moved() {
    let mut results = Vec::new();
    let exit = run_command_line(["mnklab", "signature"], &mut results).unwrap();
    assert_eq!(exit, Exit::Done);
    let (found, golden) = (String::from_utf8(results).unwrap(), include_str!("signature.txt"));
    let moved: Vec<String> = (found.lines().zip(golden.lines()))
        .filter(|(found, golden)| found != golden)
        .map(|(found, golden)| format!("now  {found}\nwas  {golden}"))
        .collect();
    assert!(moved.is_empty(), "{}", moved.join("\n"));
    assert_eq!(found.lines().count(), golden.lines().count());
    let nodes = |line: &str| line.rsplit(' ').next().and_then(|count| count.parse::<u64>().ok()).unwrap();
    let (total, searches) =
        golden.lines().map(nodes).collect::<Vec<u64>>().split_last().map(|(t, s)| (*t, s.to_vec())).unwrap();
    assert_eq!(searches.iter().sum::<u64>(), total);
}
