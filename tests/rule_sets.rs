//! The rule sets of Gomoku in games that players play: at every ply the fast board and the slow twin say the same of every
//! point, who wins there and what is forbidden.

use mnklab::base::rng::Rng;
use mnklab::base::{Limits, Move, Outcome, Position, Root, RuleSet, Seat};
use mnklab::games::board::renju::forbidden_points;
use mnklab::games::canonical::{Canonical, prohibition};
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::players::{PlayerSpec, build};

/// Games of a player against itself from a few random stones near the middle.
struct SelfPlay {
    game: GameSpec,
    player: &'static str,
    games: u64,
}

/// What happened in the games.
#[derive(Debug, Default)]
struct Seen {
    plies: u32,
    forbidden: usize,
    lines: u32,
    lost: u32,
}

impl GameVisitor for SelfPlay {
    type Output = Seen;

    fn visit<P: Position>(self, start: P) -> Seen {
        let (mut seen, mut rng) = (Seen::default(), Rng::new(5));
        let player: PlayerSpec = self.player.parse().unwrap();
        let mut searcher = build(&player, &self.game, &start).unwrap();
        for game in 0..self.games {
            searcher.new_game(game);
            let mut twin = Canonical::new(&start.shape());
            let mut root = Root { position: start.clone(), last: None };
            while root.position.outcome().is_none() {
                let mv = if root.position.ply() < 8 {
                    let near = |mv: &Move| start.shape().centre_distance(mv.0).0 <= 6;
                    let moves: Vec<Move> = root.position.moves().filter(near).collect();
                    moves[rng.below(moves.len() as u32) as usize]
                } else {
                    searcher.search(&root, &Limits::depth(1)).best.unwrap()
                };
                root.position.play(mv);
                root.last = Some(mv);
                twin.play(mv);
                seen.plies += 1;
                assert_eq!(root.position.outcome(), twin.outcome());
                if root.position.outcome().is_none() {
                    seen.forbidden += compare(&mut root.position, &mut twin);
                }
            }
            seen.lost += u32::from(root.position.last_mover_lost());
            seen.lines += u32::from(root.position.last_mover_won());
            if root.position.last_mover_lost() {
                assert_eq!(root.position.outcome(), Some(Outcome::Win(Seat::SECOND)));
            }
        }
        seen
    }
}

/// Compares every empty point; how many are forbidden.
fn compare<P: Position>(position: &mut P, twin: &mut Canonical) -> usize {
    for mv in twin.moves().collect::<Vec<_>>() {
        assert_eq!(position.wins_at(mv), twin.wins_at(mv), "{mv:?}");
        assert_eq!(position.opponent_wins_at(mv), twin.opponent_wins_at(mv), "{mv:?}");
    }
    if position.shape().rules != RuleSet::Renju {
        return 0;
    }
    let slow: Vec<u16> = twin.moves().map(|mv| mv.0).filter(|&cell| prohibition(twin, cell).is_some()).collect();
    assert_eq!(forbidden_points(&twin.shape(), twin.cells()), slow);
    slow.len()
}

fn play(game: &str, player: &'static str, games: u64) -> Seen {
    let game: GameSpec = game.parse().unwrap();
    game.visit(SelfPlay { game, player, games })
}

#[test]
fn standard_and_caro() {
    for game in ["gomoku:11,standard", "gomoku:12,caro", "gomoku:11"] {
        let seen = play(game, "doc-a-search{depth=1}", 10);
        assert!(seen.plies > 100 && seen.lines > 0 && seen.lost == 0, "{game}: {seen:?}");
    }
}

#[test]
fn renju() {
    let seen = play("gomoku:11,renju", "doc-a-search{depth=1}", 40);
    assert!(seen.plies > 400 && seen.forbidden > 5 && seen.lines > 20, "{seen:?}");
    // Who plays at random walks into what is forbidden.
    let seen = play("gomoku:9,renju", "random", 20);
    assert!(seen.plies > 200 && seen.forbidden > 100 && seen.lost > 0, "{seen:?}");
}
