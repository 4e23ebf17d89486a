//! Round trips, and files as other tools write them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::base::Seat;
use crate::games::notation::{moves_text, parse_moves};

fn moves(record: &Record) -> String {
    moves_text(&record.game.shape, &record.moves)
}

fn read(format: Format, text: &str) -> Vec<Record> {
    format.read(text).unwrap_or_else(|error| panic!("{error:#}: {text}"))
}

fn fault(format: Format, text: &str) -> String {
    format!("{:#}", format.read(text).unwrap_err())
}

/// Any record: distinct points in any order, names with everything in them.
fn records() -> impl Strategy<Value = Record> {
    let rules = select(RuleSet::ALL.map(|(_, rules)| rules).to_vec());
    let result =
        select(vec![None, Some(Outcome::Draw), Some(Outcome::Win(Seat::FIRST)), Some(Outcome::Win(Seat::SECOND))]);
    let name = "[ -~\u{e9}\u{4e94}]{0,12}";
    (5usize..=22, rules, vec((any::<u16>(), 0u64..100_000), 0..60), [name, name], result).prop_map(
        |(side, rules, drawn, names, result)| {
            let game = GameSpec::gomoku(side, rules).unwrap();
            let mut record = Record::new(game);
            for (code, ms) in drawn {
                if record.push(Move(code % (side * side) as u16)).is_ok() {
                    record.times_ms.push(ms);
                }
            }
            if record.times_ms.iter().all(|&ms| ms == 0) {
                record.times_ms.clear();
            }
            record.players = names.map(|name| name.split_whitespace().collect::<Vec<_>>().join(" "));
            record.result = result;
            record
        },
    )
}

proptest! {
    #[test]
    fn sgf_round_trips(games in vec(records(), 1..4)) {
        let text = Format::Sgf.write(&games).unwrap();
        prop_assert_eq!(read(Format::Sgf, &text), games);
    }

    #[test]
    fn psq_round_trips(game in records()) {
        let text = Format::Psq.write(std::slice::from_ref(&game)).unwrap();
        let found = read(Format::Psq, &text).remove(0);
        // A name that is missing or a number is written as another.
        prop_assert_eq!(Record { players: game.players.clone(), ..found }, game);
    }

    #[test]
    fn nothing_is_lost_from_psq_to_sgf_and_back(game in records()) {
        let psq = Format::Psq.write(&[game]).unwrap();
        let sgf = Format::Sgf.write(&read(Format::Psq, &psq)).unwrap();
        prop_assert_eq!(Format::Psq.write(&read(Format::Sgf, &sgf)).unwrap(), psq);
    }

    #[test]
    fn text_round_trips(games in vec(records(), 1..4)) {
        let text = Format::Text.write(&games).unwrap();
        let found = read(Format::Text, &text);
        prop_assert_eq!(found.len(), games.len());
        for (found, game) in found.iter().zip(&games) {
            prop_assert_eq!((found.game, &found.moves), (game.game, &game.moves));
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[();\\[\\]\\\\A-Za-z0-9,: \n#x-]{0,60}", prefix in select(vec![
        "", "(;GM[4]SZ[15]", "(;SZ[", "Piskvorky 15x15, 11:11, 0\n", "Piskvorky ", "h8", "# gomoku:",
    ])) {
        for (_, format) in ENDINGS {
            let _ = format.read(&format!("{prefix}{text}"));
        }
    }
}

#[test]
fn names_survive_psq_unless_they_would_be_misread() {
    let mut record = Record::new(GameSpec::GOMOKU);
    record.moves = parse_moves(&record.game.shape, "h8i9").unwrap();
    for (name, expected) in [
        ("a, b", "a, b"),
        ("", "black"),
        ("7", "'7'"),
        ("1,2", "'1,2'"),
        ("- 9", "'- 9'"),
        ("gomoku:15", "gomoku:15"),
        ("1,Renju", "1,Renju"),
    ] {
        record.players = [name.to_string(), "x".to_string()];
        let found = read(Format::Psq, &psq::write(&record)).remove(0);
        assert_eq!(found.players, [expected, "x"]);
        assert_eq!((moves(&found).as_str(), found.game), ("h8i9", GameSpec::GOMOKU));
    }
}

#[test]
fn sgf_of_other_tools() {
    // Blanks anywhere, variations, comments with brackets, properties that we do not know, a move number, several games.
    let text = "a mail about it\r\n(;FF[4]\r\n GM [4] SZ[15] KM[0] C[5 in a row \\[x\\] (;B[aa\\])] PB[Jan [4\\]]\nRE[W+Resign]\
                RU[Gomocup: exactly five, standard]\n;B[hh]BL[59];W[ig]C[a\\\nb](;B[gi]N[main](;W[aa])(;W[bb];B[cc]))\
                (;B[oo];W[oa]))\n(;Game[4]SiZe[19:19];Black[aa];White[ss];B[])";
    let games = read(Format::Sgf, text);
    assert_eq!(games.len(), 2);
    assert_eq!((moves(&games[0]).as_str(), games[0].game.to_string().as_str()), ("h8i9g7a15", "gomoku:15,standard"));
    assert_eq!((games[0].players[0].as_str(), games[0].result), ("Jan [4]", Some(Outcome::Win(Seat::SECOND))));
    assert_eq!((moves(&games[1]).as_str(), games[1].game.to_string().as_str()), ("a19s1", "gomoku:19"));
    // Setup stones are the opening; no size is 15; points in our own notation.
    assert_eq!(moves(&read(Format::Sgf, "(;AB[hh][gg]AW[ii];W[jj];B[kk])")[0]), "h8i7g9j6k5");
    assert_eq!(moves(&read(Format::Sgf, "(;GM[4];B[h8];W[i9])")[0]), "h8i9");
    assert_eq!(moves(&read(Format::Sgf, "(;GM[4]SZ[20];B[tt];W[ta];B[])")[0]), "t1t20");
    // Rule sets by Gomocup's number.
    for (number, rules) in
        [("0", "gomoku"), ("1", "gomoku:15,standard"), ("4", "gomoku:15,renju"), ("9", "gomoku:15,caro")]
    {
        assert_eq!(read(Format::Sgf, &format!("(;GM[4]RU[{number}];B[hh])"))[0].game.to_string(), rules);
    }
}

#[test]
fn times_of_other_tools() {
    let times = |text: &str| read(Format::Sgf, text).remove(0).times_ms;
    // A manager's comments, before or after the move, with more in them, none of the opening.
    assert_eq!(
        times("(;GM[4];B[hh]C[opening move];C[1500ms]W[ig];B[gi]C[-12/7 30ms];W[aa]C[ms 5ms, then 6ms])"),
        [0, 1500, 30, 5]
    );
    assert_eq!(times("(;GM[4]C[9ms]AB[hh];W[ig]C[7 ms];B[aa]C[-3ms])"), [0u64; 0]);
    // The time that is left, of each side by itself; both comments and these: the comments.
    let left = ";B[hh];W[ig]WL[299.5];B[gi]BL[290];W[aa]WL[299.5];B[bb]BL[289.999]";
    assert_eq!(times(&format!("(;GM[4]TM[300]OT[]{left})")), [0, 500, 10_000, 0, 1]);
    assert_eq!(times(&format!("(;GM[4]TM[300]{left}C[3ms])")), [0, 0, 0, 0, 3]);
    // Not known: without the limit, with overtime, with time that was added, with a gap; no numbers.
    for (root, moves) in [
        ("", left),
        ("TM[300]OT[5x30 byo-yomi]", left),
        ("TM[300]", ";B[hh]BL[290];W[ig]WL[280];B[gi]BL[295]"),
        ("TM[300]", ";B[hh]BL[290];W[ig]WL[280];B[gi];W[aa]WL[280]"),
        ("TM[1e99]", left),
        ("TM[NaN]", left),
        ("TM[300]", ";B[hh]BL[-1];W[ig]WL[x]"),
    ] {
        assert_eq!(times(&format!("(;GM[4]{root}{moves})")), [0u64; 0], "{root}{moves}");
    }
}

#[test]
fn psq_of_other_tools() {
    let text = "Piskvorky 20x20, 11:11, 1\r\n11,11,0\r\n10,9,1500\r\n\r\n1,20,30\r\npbrain-a.exe\r\npbrain b, 64.exe\r\n-1\r\n";
    let game = read(Format::Psq, text).remove(0);
    assert_eq!((moves(&game).as_str(), game.game.to_string().as_str()), ("k10j12a1", "gomoku:20"));
    // The second of the players began.
    assert_eq!(game.players, ["pbrain b, 64.exe", "pbrain-a.exe"]);
    assert_eq!(
        read(Format::Psq, &text.replace("11:11, 1", "11:11, 0"))[0].players,
        ["pbrain-a.exe", "pbrain b, 64.exe"]
    );
    assert_eq!(game.times_ms, [0, 1500, 30]);
    // Without times, names and code; odd numbers in the header.
    for (header, expected) in [
        ("Piskvorky 15x15, 11:11, 0", "gomoku"),
        ("Piskvorky 15x15", "gomoku"),
        ("piskvorky 15X15,0:0,-7", "gomoku"),
        ("Piskvorky 15x15, 11:11, 99999999999999999999", "gomoku"),
        ("Piskvorky 15x15, 11:11, 1", "gomoku"),
        ("Piskvorky 15x15, 11:11, 4", "gomoku"),
        ("Piskvorky 15x15 , 0 - 0", "gomoku"),
    ] {
        let game = read(Format::Psq, &format!("{header}\n8,8\n9,7\n")).remove(0);
        assert_eq!((moves(&game).as_str(), game.game.to_string().as_str()), ("h8i9", expected), "{header}");
        assert_eq!((game.times_ms.len(), game.players), (0, Default::default()));
    }
    // A tournament's name says by which rules, and our own notation goes before it.
    for (end, expected, result) in [
        ("-1\n0,Freestyle15_1\n", "gomoku", None),
        ("-1\n2,Standard\n", "gomoku:15,standard", None),
        ("-1\n1,Renju 2026", "gomoku:15,renju", None),
        ("-1\n1,Fastgame", "gomoku", None),
        ("0\ngomoku:15,caro", "gomoku:15,caro", None),
        ("0\n1,Renju\ngomoku W+\n", "gomoku", Some(Outcome::Win(Seat::SECOND))),
        ("0\ngomoku:15,standard 0\n", "gomoku:15,standard", Some(Outcome::Draw)),
        ("0\ngomoku:19,standard B+\n", "gomoku", None),
    ] {
        let game = read(Format::Psq, &format!("Piskvorky 15x15, 11:11, 0\n8,8,5\n9,7,6\na\nb\n{end}")).remove(0);
        assert_eq!((moves(&game).as_str(), game.game.to_string().as_str(), game.result), ("h8i9", expected, result));
        assert_eq!((game.players, game.times_ms), (["a".to_string(), "b".to_string()], vec![5, 6]));
    }
}

#[test]
fn psq_is_written_as_piskvork_reads_it() {
    for (_, rules) in RuleSet::ALL {
        let mut record = Record::new(GameSpec::gomoku(15, rules).unwrap());
        record.moves = parse_moves(&record.game.shape, "h8i9").unwrap();
        record.players = ["a".to_string(), "b".to_string()];
        let text = psq::write(&record);
        // It opens no file with anything but 0 or 1 there; 0: the first one named began.
        assert!(text.starts_with("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\na\nb\n-1\n"), "{text}");
    }
}

#[test]
fn text_and_openings() {
    let games = read(Format::Text, "# openings\n\nh8i9 # two\n1,-5, 0,-3, 2,0\n# gomoku:20,renju\n0,0, -10,9\nA1 b2\n");
    let shown: Vec<String> = games.iter().map(moves).collect();
    // The middle of 15x15 is h8, of 20x20 the eleventh column from the left and row from the top: k10.
    assert_eq!(shown, ["h8i9", "i13h11j8", "k10a1", "a1b2"]);
    assert_eq!(games[2].game.to_string(), "gomoku:20,renju");
}

#[test]
fn faults_name_line_and_column() {
    for (format, text, expected) in [
        (Format::Sgf, "", "1:1: expected SGF, found no game"),
        (Format::Sgf, "(;GM[1];B[aa])", "1:5: expected GM[4], which is Gomoku, found GM[1]"),
        (Format::Sgf, "(;GM[4]\nSZ[23])", "2:3: SZ[23]: expected a square board of 5 to 22, found 23x23"),
        (Format::Sgf, "(;SZ[15:13])", "found 15x13"),
        (Format::Sgf, "(;B[hh]\n;W[pa])", "2:3: move 2: expected a point from aa to oo, found 'pa'"),
        (
            Format::Sgf,
            "(;B[hh]\n;W[h99])",
            "2:3: move 2: expected two letters from the top left, as in hh, found 'h99'",
        ),
        (Format::Sgf, "(;B[hh];W[hh])", "1:10: W[hh]: move 2, h8, is on the point of move 1"),
        (Format::Sgf, "(;W[hh])", "1:4: expected B as move 1, since black begins and both take turns, found W[hh]"),
        (Format::Sgf, "(;B[hh];W[];B[aa])", "1:10: move 2"),
        (Format::Sgf, "(;AB[aa][bb])", "1:1: the setup has 2 stones of AB and 0 of AW"),
        (Format::Sgf, " (;B[hh]\n", "2:1: expected the ')' of the game that begins at 1:2, found the end"),
        (Format::Sgf, "(;C[hh\n", "1:4: expected ']' at the end of a value"),
        (Format::Sgf, "(;B hh)", "1:3: expected '[' after the property B, found 'h'"),
        (Format::Sgf, "(;\n\u{e9}[]\u{4e94}[];?)", "2:8: expected a property, ';', '(' or ')', found '?'"),
        (Format::Psq, "", "1:1: expected 'Piskvorky WxH, a:b, n', found an empty file"),
        (Format::Psq, "h8i9", "1:1: in 'h8i9': expected 'Piskvorky WxH, a:b, n'"),
        (Format::Psq, "Piskvorky 30x30, 1:1, 0", "found 30x30"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n\n16,1,0", "3:1: expected a point from 1,1 to 15,15, found '16,1'"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n0,1,0", "2:1: expected a point"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n8 8 5\n9,7,6", "2:1: expected a move x,y,ms, found '8 8 5'"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n  15, 16,0", "2:6: expected a point from 1,1 to 15,15, found '15, 16'"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n8,-8,0", "2:3: expected a point"),
        (
            Format::Psq,
            "Piskvorky 15x15, 1:1, 0\n8,8,99999999999999999999",
            "2:5: expected the move's time in milliseconds, found '99999999999999999999'",
        ),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n8,99999999999999999999", "2:3: expected a point"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n8,,8", "2:3: expected a point"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n1,1\n1,1", "3:1: '1,1': move 2, a15, is on the point of move 1"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n1,1\na\n2,2", "4:1: expected nothing more after the players' names"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n1,1,1,1", "2:1: expected a move x,y,ms, found '1,1,1,1'"),
        (Format::Text, "# nothing", "1:1: expected a game a line, as in h8i9, found no game"),
        (Format::Text, "h8\nh8q1", "2:1: in a game of gomoku: move 2 of 'h8q1'"),
        (Format::Text, "1,2,3", "expected pairs dx,dy, found 3 numbers"),
        (
            Format::Text,
            "0,0, 8,0",
            "pair 2 of '0,0, 8,0': expected an offset from the middle of a board of 15x15, found '8,0'",
        ),
        (Format::Text, "  h8h8", "1:3: 'h8h8': move 2, h8, is on the point of move 1"),
    ] {
        let error = fault(format, text);
        assert!(error.contains(expected), "{text:?}: {error}");
    }
    let two = read(Format::Text, "h8\ni9\n");
    assert!(Format::Psq.write(&two).unwrap_err().to_string().contains("holds one game, found 2"));
    let error = Format::of(Path::new("a/b.sfg")).unwrap_err().to_string();
    assert!(
        error.contains(".sgf, .psq, .txt, found '.sfg'; did you mean 'sgf'?") || error.contains("did you mean 'sgf'"),
        "{error}"
    );
}
