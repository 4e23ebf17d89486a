//! Arbitrary text thrown at everything that reads text: no panic, and no hang, since every case has to end.

use std::ffi::OsString;

use mnklab::base::Position;
use mnklab::base::text::Named;
use mnklab::cli;
use mnklab::eval::EvalConfig;
use mnklab::games::notation::{board_text, read_position};
use mnklab::games::{GAMES, GameSpec, GameVisitor};
use mnklab::players::PlayerSpec;
use mnklab::spec::command::{MatchFlags, SweepFlags, match_experiment, sweep_experiment};
use mnklab::spec::{Profile, read_text};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Text that is nearly right: pieces of valid input, and anything.
fn almost(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => select(pieces).prop_map(str::to_string),
        2 => "[0-9]{1,3}",
        1 => "-?[0-9]{1,22}",
        1 => ".{0,4}",
    ];
    vec(piece, 0..10).prop_map(|pieces| pieces.concat())
}

const GAME_PIECES: &[&str] =
    &["tictactoe", "connect4", "gomoku", "mnk", ":", ",", "x", "7x6", "gravity", "3,3,3", "renju", "players=3", " "];

const PLAYER_PIECES: &[&str] = &[
    "alphabeta",
    "minimax",
    "mcts",
    "doc-a-search",
    "rules",
    "{",
    "}",
    "=",
    ",",
    "depth=",
    "eval=",
    "doc-a",
    "weight.",
    "topk=",
    "order=",
    "hash+killers",
    "static:0-1-2",
    "none",
    "on",
    "off",
    "-",
    "table_bytes=",
    "window=",
    "inf",
    "nan",
    "1e9",
];

const POSITION_PIECES: &[&str] =
    &["start", "h8", "i9", "a1", "b2", "4", "7", "X", "O", ".", "/", "...", "X../.O./...", " ", "é"];

const TOML_PIECES: &[&str] = &[
    "name = \"x\"\n",
    "kind = \"search\"\n",
    "kind = \"match\"\n",
    "kind = \"count\"\n",
    "game = \"tictactoe\"\n",
    "game = \"connect4\"\n",
    "seed = 1\n",
    "seed = -1\n",
    "[players]\n",
    "a = \"alphabeta{depth=1}\"\n",
    "b = \"random\"\n",
    "[[vary]]\n",
    "key = \"depth\"\n",
    "values = [1, 2]\n",
    "values = []\n",
    "zip = true\n",
    "[positions]\n",
    "plies = [2]\n",
    "count = 2\n",
    "count = -3\n",
    "list = [\"b2\"]\n",
    "[match]\n",
    "games = 2\n",
    "games = 3\n",
    "schedule = \"pairs\"\n",
    "[count]\n",
    "quantities = [\"games\"]\n",
    "[[experiment]]\n",
    "{ quick = 1, full = 2 }",
    "=",
    "[",
    "]",
    "\"",
    "\n",
];

struct Read<'a>(&'a str);

impl GameVisitor for Read<'_> {
    type Output = ();

    /// A position that is read is written and read again as the same one.
    fn visit<P: Position>(self, start: P) {
        if let Ok((root, _)) = read_position(&start, self.0) {
            let (again, _) = read_position(&start, &board_text(&root.position)).unwrap();
            assert_eq!(again.position.key(), root.position.key(), "{}", self.0);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games(text in prop_oneof![almost(GAME_PIECES), ".*"]) {
        if let Ok(game) = text.parse::<GameSpec>() {
            prop_assert_eq!(game.to_string().parse::<GameSpec>().unwrap(), game);
        }
    }

    #[test]
    fn names(text in prop_oneof![almost(PLAYER_PIECES), ".*"]) {
        if let Ok(named) = text.parse::<Named>() {
            prop_assert_eq!(named.to_string().parse::<Named>().unwrap(), named);
        }
    }

    #[test]
    fn players(text in prop_oneof![almost(PLAYER_PIECES), ".*"]) {
        if let Ok(player) = text.parse::<PlayerSpec>() {
            let again = player.to_string().parse::<PlayerSpec>().unwrap();
            prop_assert_eq!(again.to_string(), player.to_string());
            for game in GAMES.iter().flat_map(|game| game.examples) {
                let _ = player.supports(&game.parse::<GameSpec>().unwrap());
            }
        }
    }

    #[test]
    fn evaluators(text in prop_oneof![almost(PLAYER_PIECES), ".*"]) {
        if let Ok(config) = text.parse::<EvalConfig>() {
            prop_assert_eq!(config.to_string().parse::<EvalConfig>().unwrap(), config);
        }
    }

    #[test]
    fn positions(text in prop_oneof![almost(POSITION_PIECES), ".*"], game in select(vec![
        "tictactoe", "connect4", "connect4:10x7", "gomoku:9", "mnk:4,3,3", "mnk:3,3,3,gravity",
    ])) {
        game.parse::<GameSpec>().unwrap().visit(Read(&text));
    }

    #[test]
    fn arguments(words in vec(prop_oneof![
        select(vec![
            "perft", "list", "games", "analyze", "man", "completions", "signature", "tictactoe", "start", "3", "--json", "--seed",
            "--threads", "-q", "--player", "--tree", "--out", "--", "-1", "--progress", "plain", "--no-color", "--svg",
        ]).prop_map(str::to_string),
        ".{0,6}",
    ], 0..8)) {
        let arguments: Vec<OsString> = std::iter::once("mnklab".to_string()).chain(words).map(OsString::from).collect();
        let _ = cli::parse(&arguments);
    }

    #[test]
    fn specifications(text in prop_oneof![vec(select(TOML_PIECES), 0..14).prop_map(|pieces| pieces.concat()), almost(TOML_PIECES), ".*"]) {
        for profile in Profile::ALL {
            // Plans are not made of them: a plan may generate positions, which takes its time.
            let _ = read_text(&text, "text", std::path::Path::new(""), profile);
        }
    }

    #[test]
    fn flags_of_experiments(
        game in prop_oneof![3 => select(vec!["tictactoe", "mnk:3,3,3"]).prop_map(str::to_string), 1 => almost(GAME_PIECES)],
        player in prop_oneof![select(vec!["random", "alphabeta{depth=1}"]).prop_map(str::to_string), almost(PLAYER_PIECES)],
        vary in prop_oneof![almost(&["depth", "topk", "eval", "=", ",", "1", "2", "-1", "none", "doc-a{", "}", "zero"]), ".{0,8}"],
        openings in prop_oneof![almost(&["plies=", "count=", "list=", "file=", "start", "b2", "+", ",", "2", "win_in_one=", "on"]), ".{0,8}"],
        sprt in prop_oneof![almost(&["0", "10", ",", "-", "nan", "inf", "."]), ".{0,8}"],
        games in 1u64..6,
    ) {
        let sweep = SweepFlags { game: game.clone(), player: player.clone(), vary: vec![vary], ..SweepFlags::default() };
        let _ = sweep_experiment(&SweepFlags { positions: Some(games), ..sweep });
        let flags = MatchFlags { game, first: player.clone(), second: player, games: Some(games), ..MatchFlags::default() };
        let _ = match_experiment(&MatchFlags { openings: Some(openings), sprt: Some(sprt), ..flags });
    }

    #[test]
    fn single_arguments(text in prop_oneof!["-?[0-9_]{0,25}", ".*"]) {
        for count in [cli::arguments::games(&text), cli::arguments::positions(&text)].into_iter().flatten() {
            prop_assert!((1..=1 << 32).contains(&count));
        }
        if let Ok(threads) = cli::arguments::threads(&text) {
            prop_assert!(threads.get() <= 1024);
        }
        let _ = (cli::arguments::seed(&text), cli::arguments::depth(&text));
    }
}
