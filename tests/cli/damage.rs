//! Folders and files that are foreign, empty or damaged: exit 2, the place, and nothing written.

use std::fs;
use std::path::Path;

use crate::support::{Folder, output, results, text};

/// Exit 2 with all these parts in the message and nothing on standard output.
fn refused(arguments: &[&str], parts: &[&str]) {
    let output = output(arguments);
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}: {said}");
    for part in parts {
        assert!(said.contains(part), "{arguments:?}: expected {part} in {said}");
    }
}

fn entries(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}

/// A result folder with games.
fn with_games(folder: &Folder) -> String {
    let out = folder.path("match");
    results(&["match", "tictactoe", "alphabeta{depth=2}", "random", "--games", "4", "--out", &out, "-q"]);
    out
}

#[test]
fn a_folder_without_results_is_refused_and_stays_as_it_is() {
    let folder = Folder::new("foreign");
    let (empty, foreign, file) = (folder.path("empty"), folder.path("foreign"), folder.path("file"));
    fs::create_dir_all(&empty).unwrap();
    fs::create_dir_all(&foreign).unwrap();
    fs::write(folder.0.join("foreign/diary.txt"), "text").unwrap();
    fs::write(&file, "text").unwrap();
    let good = with_games(&folder);
    for verb in ["report", "plot"] {
        for there in [&empty, &foreign] {
            refused(&[verb, there], &[there, "no result folder", "manifest.json", "games.csv", "claims.csv"]);
        }
        refused(&[verb, &file], &[&file, "found a file"]);
        refused(&[verb, &folder.path("none")], &["none", "found nothing there"]);
    }
    // The folder of folders names what was meant.
    refused(&["plot", folder.0.to_str().unwrap()], &["no result folder", &good]);
    for pair in [[&good, &empty], [&foreign, &good], [&good, &file]] {
        refused(&["compare", pair[0], pair[1]], &["result folder"]);
    }
    assert_eq!((entries(Path::new(&empty)), entries(Path::new(&foreign))), (vec![], vec!["diary.txt".to_string()]));
}

#[test]
fn a_font_that_is_none_is_refused() {
    let folder = Folder::new("font");
    let good = with_games(&folder);
    let file = folder.path("text.ttf");
    fs::write(&file, "no font").unwrap();
    for font in [&file, &folder.path("none.ttf"), &good] {
        for verb in ["plot", "report"] {
            refused(&[verb, &good, "--font", font], &["--font", font]);
        }
    }
    assert!(!Path::new(&good).join("figures").exists());
}

/// What is done to a text, and the parts of the message.
type Damage<'a> = (&'a dyn Fn(&str) -> Vec<u8>, &'a [&'a str]);

#[test]
fn a_damaged_table_is_refused_with_its_place() {
    let folder = Folder::new("damaged");
    let good = with_games(&folder);
    let path = folder.0.join("match/games.csv");
    let whole = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    let width = lines[0].split(',').count().to_string();
    let torn = |text: &str| text.as_bytes()[..text.len() - 30].to_vec();
    let wide = |text: &str| format!("{text}{},9\n", lines[1]).into_bytes();
    let bytes = |text: &str| [text.as_bytes(), b"\xff\xfe\n"].concat();
    let word = |text: &str| text.replacen(&format!("\n{}", lines[2]), &format!("\nx{}", lines[2]), 1).into_bytes();
    let renamed = |text: &str| text.replacen("outcome", "result", 1).into_bytes();
    let picture = |_: &str| b"\x89PNG\r\n\x1a\n\x00\x00\xff\xff".to_vec();
    let damages: [Damage; 6] = [
        (&torn, &["line 5", "expected", &width]),
        (&wide, &["line 6", "expected", &width]),
        (&bytes, &["line 6"]),
        (&word, &["line 3, column 'job_id'", "'x1'", "a whole number"]),
        (&renamed, &["line 1", "'outcome' is missing"]),
        (&picture, &["line 1"]),
    ];
    for (damage, parts) in damages {
        fs::write(&path, damage(&whole)).unwrap();
        for command in [&["plot", &good][..], &["report", &good], &["compare", &good, &good]] {
            refused(command, &[&["games.csv"], parts].concat());
        }
    }
    assert!(!["figures", "report.md"].iter().any(|name| Path::new(&good).join(name).exists()));
}

#[test]
fn other_damaged_files_of_a_folder_are_refused_with_their_names() {
    let folder = Folder::new("files");
    let good = with_games(&folder);
    for (name, text, part) in [
        ("manifest.json", "{\"name\": \"an app\"}", "schema_version"),
        ("manifest.json", "\u{0}\u{0}", "line 1"),
        ("spec.toml", "name = ", "line 1"),
        ("spec.toml", "x = [[[[", "line 1"),
        ("summary.csv", "a,b\n1,2\n", "'subject' is missing"),
        ("summary.csv", "subject,quantity,value\na,elo,much\n", "line 2, column 'value': found 'much'"),
    ] {
        let path = Path::new(&good).join(name);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, text).unwrap();
        refused(&["report", &good], &[name, part]);
        fs::write(&path, whole).unwrap();
    }
    assert!(!Path::new(&good).join("report.md").exists());
    let claims = folder.path("claims");
    fs::create_dir_all(&claims).unwrap();
    let header = "id,part,verdict,published,measured,low,high,unit,n,form,condition,interval,reason,rerun\n";
    for (text, part) in [
        ("".to_string(), "'id' is missing"),
        ("claim,amount\n1,2\n".to_string(), "'id' is missing"),
        (format!("{header}A2,A2.rate,reproduced,9,much,,,%,4,level,,,,\n"), "line 2, column 'measured': found 'much'"),
        (format!("{header}A2,A2.rate,reprodced,9,1,,,%,4,level,,,,\n"), "the nearest is `reproduced`"),
        (format!("{header}A2,A2.rate\n"), "line 2: found 2 cells, expected 14"),
    ] {
        fs::write(folder.0.join("claims/claims.csv"), text).unwrap();
        for verb in ["report", "plot"] {
            refused(&[verb, &claims], &["claims.csv", part]);
        }
    }
    assert_eq!(entries(Path::new(&claims)), ["claims.csv"]);
}

#[test]
fn a_report_that_cannot_be_written_is_a_failure() {
    let folder = Folder::new("unwritable");
    let good = folder.path("sweep");
    let sweep = ["sweep", "tictactoe", "--player", "alphabeta", "--vary", "depth=1,2,3", "--positions", "2"];
    results(&[&sweep[..], &["--out", &good, "-q"]].concat());
    fs::create_dir(Path::new(&good).join("report.md")).unwrap();
    let output = output(&["report", &good]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("report.md"));
    fs::remove_dir_all(Path::new(&good).join("figures")).unwrap();
    fs::write(Path::new(&good).join("figures"), "a file").unwrap();
    for verb in ["report", "plot"] {
        let output = crate::support::output(&[verb, &good]);
        assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));
        assert!(text(&output.stderr).contains("figures"));
    }
}

#[test]
fn characters_without_a_font_are_named_once() {
    let folder = Folder::new("boxes");
    fs::create_dir_all(&folder.0).unwrap();
    let (file, out) = (folder.path("x.toml"), folder.path("out"));
    let spec = "name = \"x\"\nkind = \"match\"\ngame = \"tictactoe\"\n[players]\n\"ب\" = \"random\"\n\"龘\" = \"alphabeta\"\nplain = \"alphabeta{depth=1}\"\n\
                [match]\nschedule = \"round-robin\"\ngames = 4\nopenings = { plies = [2] }\n";
    fs::write(&file, spec).unwrap();
    results(&["run", &file, "--out", &out, "-q"]);
    for verb in ["plot", "report"] {
        let output = output(&[verb, &out]);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        let warnings: Vec<&str> = said.lines().filter(|line| line.starts_with("warning:")).collect();
        assert!(warnings.len() == 1, "{said}");
        for part in ["'ب' (U+0628)", "'龘' (U+9F98)", "--font FILE"] {
            assert!(warnings[0].contains(part), "{said}");
        }
        assert_eq!(text(&crate::support::output(&[verb, &out, "-q"]).stderr), "");
    }
}
