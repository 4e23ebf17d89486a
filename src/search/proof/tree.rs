//! Proof-number search with the tree in memory.

use super::question::Question;
use super::{Numbers, ProofConfig};
use crate::base::limits::Watch;
use crate::base::{Counters, Move, Position};

struct Node {
    numbers: Numbers,
    /// The children lie side by side; none: not expanded.
    first_child: u32,
    children: u16,
    mv: Move,
}

/// Searches until the root is settled, the tree is full or the watch ends. Returns its numbers and those of its moves.
pub(super) fn search<P: Position>(
    config: &ProofConfig,
    question: &mut Question<P>,
    watch: &mut Watch,
    counters: &mut Counters,
) -> (Numbers, Vec<(Move, Numbers)>) {
    let mut tree = vec![Node { numbers: Numbers::OPEN, first_child: 0, children: 0, mv: Move(0) }];
    let (mut path, mut taken) = (Vec::new(), Vec::new());
    while !tree[0].numbers.settled() && !watch.must_stop(counters.nodes) {
        // Down to the most proving node.
        let mut at = 0;
        path.clear();
        path.push(at);
        while tree[at].children > 0 {
            let wanted = tree[at].numbers.proof;
            let Some(next) = children(&tree, at).find(|&child| tree[child].numbers.disproof == wanted) else { break };
            at = next;
            taken.push(question.play(tree[at].mv));
            path.push(at);
        }
        let first_child = tree.len();
        question.expand(|child| {
            tree.push(Node { numbers: child.numbers, first_child: 0, children: 0, mv: child.mv });
        });
        taken.drain(..).rev().for_each(|taken| question.undo(taken));
        if tree.len() as u64 > config.tree_nodes {
            tree.truncate(first_child);
            break;
        }
        let count = tree.len() - first_child;
        counters.interiors += 1;
        counters.children_generated += count as u64;
        counters.nodes += count as u64;
        tree[at].first_child = first_child as u32;
        tree[at].children = count as u16;
        // Up again, as long as something changes.
        for &at in path.iter().rev() {
            let numbers = Numbers::of_parent(children(&tree, at).map(|child| tree[child].numbers));
            if tree[at].numbers == numbers {
                break;
            }
            tree[at].numbers = numbers;
        }
    }
    let moves = children(&tree, 0).map(|child| (tree[child].mv, tree[child].numbers)).collect();
    (tree[0].numbers, moves)
}

fn children(tree: &[Node], at: usize) -> std::ops::Range<usize> {
    let first = tree[at].first_child as usize;
    first..first + tree[at].children as usize
}
