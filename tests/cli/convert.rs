//! `mnklab convert`, and openings from files.

use crate::support::{Folder, output, results, text};

#[test]
fn games_go_from_format_to_format_and_back() {
    let folder = Folder::new("convert");
    std::fs::create_dir(&folder.0).unwrap();
    let path = |name: &str| folder.path(name);
    let psq = "Piskvorky 15x15, 11:11, 1\r\n8,8,120\r\n9,7,3000\r\n7,9\r\nsecond\r\nfirst [a].exe\r\n-1\r\n1,Renju\r\n";
    std::fs::write(path("a.psq"), psq).unwrap();
    for (from, to) in [("a.psq", "b.sgf"), ("b.sgf", "c.txt"), ("b.sgf", "d.psq"), ("c.txt", "e.sgf")] {
        results(&["convert", &path(from), &path(to), "-q"]);
    }
    let read = |name: &str| std::fs::read_to_string(path(name)).unwrap();
    let sgf = read("b.sgf");
    assert!(sgf.starts_with("(;FF[4]GM[4]") && sgf.contains("SZ[15]RU[renju]PB[first [a\\].exe]PW[second]"), "{sgf}");
    assert!(sgf.ends_with("\n;B[hh]C[120ms];W[ig]C[3000ms];B[gi])\n"), "{sgf}");
    assert_eq!(read("c.txt"), "# gomoku:15,renju\nh8i9g7\n");
    assert_eq!(
        read("d.psq"),
        "Piskvorky 15x15, 11:11, 0\n8,8,120\n9,7,3000\n7,9,0\nfirst [a].exe\nsecond\n-1\ngomoku:15,renju\n"
    );
    assert!(read("e.sgf").contains("RU[renju]") && read("e.sgf").ends_with("\n;B[hh];W[ig];B[gi])\n"));
    let said = output(&["convert", &path("a.psq"), &path("f.SGF")]);
    assert_eq!((said.status.code(), text(&said.stdout)), (Some(0), ""));
    assert!(text(&said.stderr).contains("1 game in"), "{}", text(&said.stderr));
}

#[test]
fn what_cannot_be_converted_is_refused_and_nothing_is_written() {
    let folder = Folder::new("convert-faults");
    std::fs::create_dir(&folder.0).unwrap();
    let path = |name: &str| folder.path(name);
    std::fs::write(path("two.txt"), "h8\ni9\n").unwrap();
    std::fs::write(path("bad.sgf"), "(;GM[4]\n;B[hh];W[zz])").unwrap();
    std::fs::write(path("latin.sgf"), b"(;GM[4]PB[Ren\xe9];B[hh])").unwrap();
    for (from, to, code, expected) in [
        ("two.txt", "x.psq", 2, "x.psq: a PSQ file holds one game, found 2"),
        ("two.txt", "x.sfg", 2, "expected a name that ends in .sgf, .psq, .txt, found '.sfg'; did you mean 'sgf'?"),
        ("two.txt", "x", 2, "expected a name that ends in"),
        ("bad.sgf", "x.psq", 2, "bad.sgf:2:9: move 2: expected a point from aa to oo, found 'zz'"),
        ("latin.sgf", "x.psq", 2, "latin.sgf:1:14: expected SGF in UTF-8, found the byte 0xE9"),
        ("none.sgf", "x.psq", 2, "none.sgf"),
        ("two.txt", "none/x.sgf", 1, "cannot write"),
    ] {
        let output = output(&["convert", &path(from), &path(to)]);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(code), ""), "{from} {to}");
        assert!(text(&output.stderr).contains(expected), "{from} {to}: {}", text(&output.stderr));
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 3);
}

#[test]
fn openings_come_from_offset_files() {
    let folder = Folder::new("openings");
    std::fs::create_dir(&folder.0).unwrap();
    let file = folder.path("openings.txt");
    std::fs::write(&file, "1,-2, 0,0, 2,1\n# a comment\n-3,0, 0,3\n").unwrap();
    let experiment = folder.path("match.toml");
    let toml = "name = \"m\"\nkind = \"match\"\ngame = \"gomoku\"\n[players]\na = \"random\"\nb = \"doc-g-greedy\"\n\
                [match]\ngames = 4\nopenings = \"openings.txt\"\n";
    std::fs::write(&experiment, toml).unwrap();
    let games = |out: &str| std::fs::read_to_string(format!("{out}/games.csv")).unwrap();
    for (name, arguments) in [
        ("alone", vec!["match", "gomoku", "random", "doc-g-greedy", "--games", "4", "--openings", &file]),
        ("toml", vec!["run", &experiment]),
    ] {
        let out = folder.path(name);
        results(&[&arguments[..], &["--out", &out, "-q"]].concat());
        let rows = games(&out);
        // i10h8j7 and e8h5: the middle of 15x15 is h8, and offsets count downwards.
        assert_eq!((rows.matches(",i10h8j7,").count(), rows.matches(",e8h5,").count()), (2, 2), "{rows}");
    }
    let missing = output(&["match", "gomoku", "random", "random", "--openings", &folder.path("none.txt")]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(text(&missing.stderr).contains("none.txt"), "{}", text(&missing.stderr));
}
