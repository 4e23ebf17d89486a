//! Forced wins by fours and by threes: the yardstick positions of `tests/data/threats`, positions of fresh games, every claim
//! played through against every legal defence, and the searches as techniques of a player.

use mnklab::base::rng::Rng;
use mnklab::base::score::{WIN, is_decided};
use mnklab::base::{Limits, Move, Position, Root, Seat};
use mnklab::games::notation::read_position_for;
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::players::{PlayerSpec, build};
use mnklab::search::threats::{Finding, Threats, checker};

/// Nodes within which each position of the yardstick is to be decided.
const NODES: u64 = 200_000;

const RULES: [&str; 4] = ["freestyle", "standard", "renju", "caro"];

/// A line of the yardstick.
struct Case<'a> {
    rules: &'a str,
    side: Seat,
    fours: Option<u32>,
    position: &'a str,
}

fn cases() -> Vec<Case<'static>> {
    let lines = include_str!("data/threats/threats.txt").lines().filter(|line| !line.starts_with('#'));
    let case = |line: &'static str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [rules, side, fours, position] = words[..] else { panic!("{line}") };
        Case { rules, side: Seat(u8::from(side == "O")), fours: fours.parse().ok(), position }
    };
    lines.map(case).collect()
}

struct Ask<'a>(&'a Case<'a>);

impl GameVisitor for Ask<'_> {
    type Output = Finding;

    fn visit<P: Position>(self, start: P) -> Finding {
        let position = read_position_for(&start, self.0.position, Some(self.0.side)).unwrap();
        let mut threats = Threats::new(&start.shape(), 1 << 18);
        let answer = threats.answer(&position, false, &Limits { nodes: Some(NODES), ..Limits::default() });
        assert!(answer.nodes <= NODES);
        assert_eq!(threats.refutation(&position, &answer, false), None, "{}: {}", self.0.rules, self.0.position);
        answer.finding
    }
}

#[test]
fn the_yardstick_is_met() {
    let cases = cases();
    let (mut wins, mut found, mut wrong) = (0, 0, Vec::new());
    for case in &cases {
        let game = format!("gomoku:15,{}", case.rules).parse::<GameSpec>().unwrap();
        let finding = game.visit(Ask(case));
        match (case.fours, finding) {
            (Some(expected), Finding::Win { fours }) => {
                (wins, found) = (wins + 1, found + 1);
                assert!(fours <= expected, "{}: {}", case.rules, case.position);
            }
            (Some(_), _) => wins += 1,
            (None, Finding::None) => {}
            (None, finding) => wrong.push(format!("{}: {}: {finding:?}", case.rules, case.position)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(found * 100 >= wins * 99, "{found} of {wins} wins were found");
    assert!(wins >= 150 && cases.len() > wins + 50, "{wins} wins of {} positions", cases.len());
    for rules in RULES {
        for side in [Seat::FIRST, Seat::SECOND] {
            for fours in (2..=8).map(Some).chain([None]) {
                let is_one = |case: &Case| case.rules == rules && case.side == side && case.fours == fours;
                assert!(cases.iter().any(is_one), "{rules} {side:?} {fours:?}");
            }
        }
    }
}

/// Games of a player against itself from random openings; every position is searched for both sides, and every claim
/// checked.
struct Games {
    game: GameSpec,
    player: &'static str,
    games: u64,
}

/// What was seen: positions, wins of several fours, wins that only threes bring, positions with fours that win nothing.
#[derive(Debug, Default)]
struct Seen {
    positions: u32,
    several: u32,
    by_threes: u32,
    exhausted: u32,
}

impl GameVisitor for Games {
    type Output = Seen;

    fn visit<P: Position>(self, start: P) -> Seen {
        let (mut seen, mut rng) = (Seen::default(), Rng::new(3));
        let player: PlayerSpec = self.player.parse().unwrap();
        let mut searcher = build(&player, &self.game, &start).unwrap();
        let mut threats = Threats::new(&start.shape(), 1 << 14);
        for game in 0..self.games {
            searcher.new_game(game);
            let mut root = Root { position: start.clone(), last: None };
            while root.position.outcome().is_none() {
                let mv = if root.position.ply() < 6 {
                    let near = |mv: &Move| start.shape().centre_distance(mv.0).0 <= 6;
                    let near: Vec<Move> = root.position.moves().filter(near).collect();
                    near[rng.below(near.len() as u32) as usize]
                } else {
                    for side in [false, true] {
                        let mut position = root.position.clone();
                        if side {
                            assert!(position.pass());
                        }
                        self.look(&mut threats, &position, &mut seen);
                    }
                    searcher.search(&root, &player.limits()).best.unwrap()
                };
                root.position.play(mv);
                root.last = Some(mv);
            }
        }
        seen
    }
}

impl Games {
    fn look<P: Position>(&self, threats: &mut Threats, position: &P, seen: &mut Seen) {
        let limits = |nodes: u64| Limits { nodes: Some(nodes), ..Limits::default() };
        seen.positions += 1;
        let fours = threats.answer(position, false, &limits(NODES));
        assert_ne!(fours.finding, Finding::Unknown, "{}", self.game);
        assert_eq!(threats.refutation(position, &fours, false), None, "{}", self.game);
        match fours.finding {
            Finding::Win { fours: 2.. } => seen.several += 1,
            Finding::None if fours.nodes > 0 => seen.exhausted += 1,
            _ => {}
        }
        if fours.finding == Finding::None && seen.positions.is_multiple_of(3) {
            let threes = threats.answer(position, true, &limits(2_000));
            assert_eq!(threats.refutation(position, &threes, true), None, "{}", self.game);
            seen.by_threes += u32::from(matches!(threes.finding, Finding::Win { .. }));
        }
    }
}

/// A player that errs now and then.
const NOISY: &str =
    "alphabeta{candidates=radius,radius=2,topk=6,eval=doc-a,depth=2,order=win_block+static_score,root_noise=20}";

#[test]
fn claims_in_games_hold_against_every_defence() {
    for rules in RULES {
        let game: GameSpec = format!("gomoku:15,{rules}").parse().unwrap();
        let seen = game.visit(Games { game, player: NOISY, games: 30 });
        assert!(seen.positions > 500 && seen.several > 5, "{rules}: {seen:?}");
        assert!(seen.by_threes > 5 && seen.exhausted > 50, "{rules}: {seen:?}");
    }
}

#[test]
fn claims_hold_in_games_of_other_players_and_sizes() {
    for rules in RULES {
        let mut exhausted = 0;
        for (side, player, games) in
            [(6, "random", 10), (9, "strong{nodes=300,time_ms=none}", 4), (20, "doc-a-search{depth=1}", 20)]
        {
            let game: GameSpec = format!("gomoku:{side},{rules}").parse().unwrap();
            let seen = game.visit(Games { game, player, games });
            assert!(seen.positions > 50, "{game}: {seen:?}");
            exhausted += seen.exhausted;
        }
        assert!(exhausted > 20, "{rules}: {exhausted}");
    }
}

/// What a player says of a position.
fn search(player: &str, position: &str, limits: &Limits) -> mnklab::base::Answer {
    struct Play<'a>(&'a str, &'a str, &'a Limits);
    impl GameVisitor for Play<'_> {
        type Output = mnklab::base::Answer;
        fn visit<P: Position>(self, start: P) -> mnklab::base::Answer {
            let player: PlayerSpec = self.0.parse().unwrap();
            let game = GameSpec::GOMOKU;
            let position = mnklab::games::notation::read_position(&start, self.1).unwrap().0;
            build(&player, &game, &start).unwrap().search(&position, self.2)
        }
    }
    GameSpec::GOMOKU.visit(Play(player, position, limits))
}

/// X wins by fours, several of them.
fn won_by_fours() -> &'static str {
    let x_to_move = |case: &&Case| case.rules == "freestyle" && case.side == Seat::FIRST && case.fours >= Some(3);
    let moves = |position: &str| position.bytes().filter(u8::is_ascii_alphabetic).count();
    cases().iter().filter(x_to_move).find(|case| moves(case.position) % 2 == 0).expect("a position").position
}

const BODY: &str = "alphabeta{candidates=radius,radius=1,topk=8,eval=doc-a,order=win_block+static_score";

#[test]
fn a_player_finds_wins_by_fours_at_its_root_and_at_its_leaves() {
    let position = won_by_fours();
    let plain = search(&format!("{BODY},depth=1}}"), position, &Limits::depth(1));
    assert!(!plain.value.is_some_and(is_decided) && plain.counters.vcf_searches == 0, "{plain:?}");
    let root = search(&format!("{BODY},depth=1,vcf=root}}"), position, &Limits::depth(1));
    assert!(root.value > Some(WIN - 20) && root.line.len() > 3, "{root:?}");
    assert_eq!((root.counters.vcf_searches, root.counters.vcf_wins, root.best), (1, 1, root.line.first().copied()));
    let both = search(&format!("{BODY},depth=1,vcf=both}}"), position, &Limits::depth(1));
    assert_eq!((both.value, both.best), (root.value, root.best));
    // A ply earlier the leaves tell the other side which moves lose to it.
    let before = &position[..position.rfind(|c: char| c.is_ascii_alphabetic()).unwrap()];
    let leaves = search(&format!("{BODY},depth=1,vcf=leaves,vcf_nodes=1000}}"), before, &Limits::depth(1));
    assert!(leaves.counters.vcf_searches > 0 && leaves.counters.vcf_wins > 0, "{leaves:?}");
    assert!(leaves.candidates.iter().any(|(_, value)| *value < -(WIN - 30)), "{leaves:?}");
}

#[test]
fn nodes_of_threat_searches_count_for_the_limit() {
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let quiet = "h8i9g7h9g9i7g8h10";
    for extra in ["vcf=leaves", "vcf=both,vct=root,threat_nodes=500"] {
        let answer = search(&format!("{BODY},nodes=3000,{extra}}}"), quiet, &limits);
        let counters = &answer.counters;
        let spent = counters.nodes + counters.vcf_nodes + counters.vct_nodes;
        let decided = answer.value.is_some_and(is_decided);
        // The last leaf's search ends the sum a little beyond.
        assert!(decided || (3_000..3_051).contains(&spent), "{extra}: {spent}: {answer:?}");
        assert!(counters.vcf_searches > 0, "{extra}");
    }
}

#[test]
fn only_what_answers_a_threat_is_searched() {
    // X threatens an open four in the middle.
    let position = "h8a1i8a3j8";
    let body = "alphabeta{depth=4,candidates=radius,radius=2,order=win_block+centre";
    let all = search(&format!("{body}}}"), position, &Limits::depth(4));
    let answers = search(&format!("{body},answers=threats}}"), position, &Limits::depth(4));
    assert_eq!(all.value, answers.value);
    assert!(answers.counters.answering_nodes > 0 && answers.counters.nodes < all.counters.nodes, "{answers:?}");
    let mut moves: Vec<Move> = answers.candidates.iter().map(|(mv, _)| *mv).collect();
    moves.sort();
    let cell = |column| Move(GameSpec::GOMOKU.shape.cell(column, 7));
    assert_eq!((moves, answers.counters.root_width), (vec![cell(6), cell(10)], 2));
}

#[test]
fn settings_without_a_meaning_are_refused() {
    for (settings, expected) in [
        ("vcf_nodes=7", "set vcf=leaves or vcf=both"),
        ("threat_nodes=7", "set vcf=root, vcf=both or vct=root"),
        ("vcf=sometimes", "expected one of off, root, leaves, both"),
    ] {
        let refused = format!("alphabeta{{depth=2,{settings}}}").parse::<PlayerSpec>();
        let error = refused.and_then(|player| player.supports(&GameSpec::GOMOKU)).unwrap_err();
        assert!(format!("{error:#}").contains(expected), "{settings}: {error:#}");
    }
    let player: PlayerSpec = "alphabeta{depth=2,vct=root}".parse().unwrap();
    assert!(format!("{:#}", player.supports(&GameSpec::CONNECT4).unwrap_err()).contains("without gravity"));
}

#[test]
fn the_checker_refutes_what_does_not_win() {
    let start = mnklab::games::board::Board::<5>::new(&GameSpec::GOMOKU.shape).unwrap();
    let position = read_position_for(&start, "h8a1i8a3j8a5", None).unwrap();
    let open_four = Move(start.shape().cell(6, 7));
    let closed = Move(start.shape().cell(0, 5));
    let plays = |mv: Move| move |_: &_| Some(mv);
    assert_eq!(checker::refute(&position, 2, &mut plays(open_four)), None);
    assert!(checker::refute(&position, 1, &mut plays(open_four)).is_some());
    assert!(checker::refute(&position, 5, &mut plays(closed)).is_some());
}
