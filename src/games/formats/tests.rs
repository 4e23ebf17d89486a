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
        let expected: Vec<Record> =
            games.into_iter().map(|record| Record { times_ms: Vec::new(), ..record }).collect();
        prop_assert_eq!(read(Format::Sgf, &text), expected);
    }

    #[test]
    fn psq_round_trips(game in records()) {
        let text = Format::Psq.write(std::slice::from_ref(&game)).unwrap();
        let found = read(Format::Psq, &text).remove(0);
        prop_assert_eq!(Record { players: game.players.clone(), result: game.result, ..found }, game);
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
    for (name, expected) in
        [("a, b", "a, b"), ("", "black"), ("7", "'7'"), ("1,2", "'1,2'"), ("gomoku:15", "'gomoku:15'")]
    {
        record.players = [name.to_string(), "x".to_string()];
        let found = read(Format::Psq, &psq::write(&record)).remove(0);
        assert_eq!(found.players, [expected, "x"]);
        assert_eq!(moves(&found), "h8i9");
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
}

#[test]
fn psq_of_other_tools() {
    let text = "Piskvorky 20x20, 11:11, 1\r\n11,11,0\r\n10,9,1500\r\n\r\n1,20,30\r\npbrain-a.exe\r\npbrain b, 64.exe\r\n-1\r\n";
    let game = read(Format::Psq, text).remove(0);
    assert_eq!((moves(&game).as_str(), game.game.to_string().as_str()), ("k10j12a1", "gomoku:20"));
    assert_eq!(game.players, ["pbrain-a.exe", "pbrain b, 64.exe"]);
    assert_eq!(game.times_ms, [0, 1500, 30]);
    // Without times, names and code; odd numbers in the header.
    for (header, expected) in [
        ("Piskvorky 15x15, 11:11, 0", "gomoku"),
        ("Piskvorky 15x15", "gomoku"),
        ("piskvorky 15X15,0:0,-7", "gomoku"),
        ("Piskvorky 15x15, 11:11, 99999999999999999999", "gomoku"),
        ("Piskvorky 15x15, 11:11, 4", "gomoku:15,renju"),
        ("Piskvorky 15x15, 11:11, 6", "gomoku:15,renju"),
        ("Piskvorky 15x15, 11:11, 9", "gomoku:15,caro"),
    ] {
        let game = read(Format::Psq, &format!("{header}\n8,8\n9,7\n")).remove(0);
        assert_eq!((moves(&game).as_str(), game.game.to_string().as_str()), ("h8i9", expected), "{header}");
        assert_eq!((game.times_ms.len(), game.players), (0, Default::default()));
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
fn faults_name_the_line() {
    for (format, text, expected) in [
        (Format::Sgf, "", "1: expected SGF, found no game"),
        (Format::Sgf, "(;GM[1];B[aa])", "1: expected GM[4], which is Gomoku, found GM[1]"),
        (Format::Sgf, "(;GM[4]\nSZ[23])", "2: SZ[23]: expected a square board of 5 to 22, found 23x23"),
        (Format::Sgf, "(;SZ[15:13])", "found 15x13"),
        (Format::Sgf, "(;B[hh]\n;W[pa])", "2: move 2: expected a point from aa to oo, found 'pa'"),
        (Format::Sgf, "(;B[hh]\n;W[h99])", "2: move 2: expected two letters from the top left, as in hh, found 'h99'"),
        (Format::Sgf, "(;B[hh];W[hh])", "1: W[hh]: move 2, h8, is on the point of move 1"),
        (Format::Sgf, "(;W[hh])", "1: expected B as move 1, since black begins and both take turns, found W[hh]"),
        (Format::Sgf, "(;B[hh];W[];B[aa])", "1: move 2"),
        (Format::Sgf, "(;AB[aa][bb])", "2 stones of AB and 0 of AW"),
        (Format::Sgf, "(;B[hh]\n", "expected the ')' of the game that begins in line 1, found the end"),
        (Format::Sgf, "(;C[hh\n", "1: expected ']' at the end of a value"),
        (Format::Sgf, "(;B hh)", "1: expected '[' after the property B, found 'h'"),
        (Format::Sgf, "(;\n?)", "2: expected a property, ';', '(' or ')', found '?'"),
        (Format::Psq, "", "found an empty file"),
        (Format::Psq, "h8i9", "1: in 'h8i9': expected 'Piskvorky WxH, a:b, n'"),
        (Format::Psq, "Piskvorky 30x30, 1:1, 0", "found 30x30"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n\n16,1,0", "3: expected a point from 1,1 to 15,15, found '16,1,0'"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n0,1,0", "2: expected a point"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n1,1\n1,1", "3: '1,1': move 2, a15, is on the point of move 1"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n1,1\na\n2,2", "4: expected nothing more after the players' names"),
        (Format::Psq, "Piskvorky 15x15, 1:1, 0\n1,1,1,1", "2: expected a move x,y,ms, found '1,1,1,1'"),
        (Format::Text, "# nothing", "1: expected a game a line, as in h8i9, found no game"),
        (Format::Text, "h8\nh8q1", "2: in a game of gomoku: move 2 of 'h8q1'"),
        (Format::Text, "1,2,3", "expected pairs dx,dy, found 3 numbers"),
        (
            Format::Text,
            "0,0, 8,0",
            "pair 2 of '0,0, 8,0': expected an offset from the middle of a board of 15x15, found '8,0'",
        ),
        (Format::Text, "h8h8", "1: 'h8h8': move 2, h8, is on the point of move 1"),
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
