//! A search that has warmed up asks for no memory but that of the two lists in its answer, however many nodes it visits.

use counting_allocator::{CountingAllocator, allocations};
use mnklab::base::{Limits, Move, Position, Root, Searcher};
use mnklab::games::{GameSpec, GameVisitor};
use mnklab::players::{PlayerSpec, build};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The line and the root's moves with their values.
const LISTS: u64 = 2;

/// Searches positions of a game again and again.
struct Warmed {
    game: GameSpec,
    player: &'static str,
}

impl GameVisitor for Warmed {
    type Output = ();

    fn visit<P: Position>(self, start: P) {
        let player: PlayerSpec = self.player.parse().unwrap();
        let mut searcher: Box<dyn Searcher<P>> = build(&player, &self.game, &start).unwrap();
        let middle = start.move_codes() / 2;
        let roots = [&[][..], &[0], &[0, 1, 2], &[0, 1, 2, 3, 4, 5]].map(|moves| {
            let mut root = Root { position: start.clone(), last: None };
            for step in moves {
                root.last = Some(Move(middle + step));
                root.position.play(Move(middle + step));
            }
            root
        });
        let mut nodes = [0; 5];
        let mut search = |depth: u32| {
            let root = &roots[depth as usize % roots.len()];
            let before = allocations();
            let answer = searcher.search(root, &Limits::depth(depth));
            nodes[depth as usize] = answer.counters.nodes;
            allocations() - before
        };
        // The stack of moves grows with the depth: the deepest first.
        for (round, depth) in (0..3).flat_map(|round| (1..=4).rev().map(move |depth| (round, depth))) {
            let found = search(depth);
            assert!(
                round == 0 || found <= LISTS,
                "{} on {}, depth {depth}: {found} allocations",
                self.player,
                self.game
            );
        }
        assert!(nodes[4] > 20 * nodes[1], "{}: {nodes:?}", self.player);
    }
}

#[test]
fn a_search_that_has_warmed_up_allocates_its_answer_only() {
    let full = "alphabeta{depth=4,eval=patterns,candidates=radius,radius=1,order=hash+win_block+killers+history+centre,answers=on,\
                table_bytes=1048576,deepening=on,pvs=on,aspiration=50}";
    let by_score = "alphabeta{depth=4,eval=patterns,candidates=radius,radius=1,order=hash+killers+move_score,topk=12,deepening=on}";
    for game in ["gomoku:9", "gomoku:9,standard", "gomoku:9,renju", "gomoku:9,caro"] {
        for player in [full, by_score, "doc-a-search{depth=4,topk=12}"] {
            let game: GameSpec = game.parse().unwrap();
            game.visit(Warmed { game, player });
        }
    }
    let game: GameSpec = "mnk:4,4,3".parse().unwrap();
    game.visit(Warmed { game, player: "alphabeta{depth=4,order=centre}" });
    game.visit(Warmed { game, player: "minimax{depth=4}" });
}
