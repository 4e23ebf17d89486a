//! Other programs at the same task, behind the feature `peers`.

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4 as PeerConnect4;
use minimax::strategies::iterative::IterativeSearch;
use minimax::{Game, IterativeOptions, Strategy, Winner};
use mnklab::base::{Position, Root, Searcher};
use mnklab::games::drop::{Connect4, Drop};
use mnklab::search::mcts::{Mcts, MctsConfig};
use rand_xoshiro::Xoroshiro64StarStar;
use rand_xoshiro::rand_core::SeedableRng;

use super::Task;

/// Simulations of one Monte-Carlo search.
const SIMULATIONS: u64 = 200_000;

struct FourInARow;

impl Game for FourInARow {
    type S = Drop<u64, Connect4>;
    type M = mnklab::base::Move;

    fn generate_moves(state: &Self::S, moves: &mut Vec<Self::M>) -> Option<Winner> {
        let winner = Self::get_winner(state);
        if winner.is_none() {
            moves.extend((0..7).map(mnklab::base::Move).filter(|&mv| state.is_legal(mv)));
        }
        winner
    }

    fn apply(state: &mut Self::S, mv: Self::M) -> Option<Self::S> {
        let mut next = *state;
        next.play(mv);
        Some(next)
    }

    fn get_winner(state: &Self::S) -> Option<Winner> {
        if state.last_mover_won() { Some(Winner::PlayerJustMoved) } else { state.is_full().then_some(Winner::Draw) }
    }

    fn zobrist_hash(state: &Self::S) -> u64 {
        state.key()
    }

    fn table_index(mv: Self::M) -> u16 {
        mv.0
    }

    fn max_table_index() -> u16 {
        6
    }
}

/// No evaluation: nothing is known but wins.
struct Nothing;

impl minimax::Evaluator for Nothing {
    type G = FourInARow;

    fn evaluate(&self, _state: &Drop<u64, Connect4>) -> minimax::Evaluation {
        0
    }
}

/// Comparisons with other programs.
pub fn all() -> Vec<Task> {
    let start = Drop::<u64, Connect4>::new(Connect4);
    let mut tasks: Vec<Task> = [1u64, 64]
        .into_iter()
        .map(|megabytes| {
            let bytes = (megabytes << 20).to_string();
            let ours = super::search_nodes(
                &start,
                &[
                    ("distance_scores", "off"),
                    ("order", "hash+history+centre"),
                    ("answers", "on"),
                    ("table_bytes", &bytes),
                    ("table_replacement", "always"),
                    ("pvs", "on"),
                    ("deepening", "on"),
                ],
                14,
            );
            Task {
                name: format!("connect4 full search to depth 14, {megabytes} MB, against minimax 0.6"),
                ours: Box::new(ours),
                theirs: Box::new(move || {
                    let options = IterativeOptions::new().with_table_byte_size((megabytes << 20) as usize);
                    let mut search = IterativeSearch::new(Nothing, options);
                    search.set_max_depth(14);
                    search.choose_move(&Drop::new(Connect4)).map_or(0, |mv| u64::from(mv.0))
                }),
                goal: ">= 2.5",
                same_work: false,
            }
        })
        .collect();
    tasks.push(Task {
        name: "connect4 Monte-Carlo, 200000 simulations, against board-game 0.8".to_string(),
        ours: Box::new(move || {
            let config = MctsConfig { simulations: Some(SIMULATIONS), ..MctsConfig::default() };
            let mut mcts = Mcts::new(config);
            let root = Root { position: start, last: None };
            Searcher::<Drop<u64, Connect4>>::search(&mut mcts, &root, &Default::default()).counters.nodes
        }),
        theirs: Box::new(|| {
            let mut rng = Xoroshiro64StarStar::seed_from_u64(1);
            mcts_build_tree(&PeerConnect4::default(), SIMULATIONS, 1.0, &mut rng).nodes.len() as u64
        }),
        goal: ">= 1.5",
        same_work: false,
    });
    tasks
}
