//! The tree of a search over information sets: an arena, children as linked lists.

use threehand_engine::BySeat;

/// The place of a node in its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// What is known of an action at some point: how often it could be chosen, how often it was, and
/// what came of it.
#[derive(Clone, Debug)]
pub(super) struct Node<A> {
    action: Option<A>,
    pub(super) available: u32,
    pub(super) visits: u32,
    sums: BySeat<f64>,
    first_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
}

impl<A> Node<A> {
    const fn new(action: Option<A>, next_sibling: Option<NodeId>) -> Self {
        let sums = BySeat([0.0; 3]);
        Self { action, available: 0, visits: 0, sums, first_child: None, next_sibling }
    }

    /// What the visits came to for each seat on average; nothing before the first.
    pub(super) fn means(&self) -> Option<BySeat<f64>> {
        (self.visits > 0).then(|| self.sums.map(|sum| sum / f64::from(self.visits)))
    }
}

/// Nodes in the order they were made; the first is the root.
#[derive(Clone, Debug)]
pub(super) struct Tree<A> {
    nodes: Vec<Node<A>>,
}

impl<A: Copy + PartialEq> Tree<A> {
    /// Where every descent starts.
    pub(super) const ROOT: NodeId = NodeId(0);

    /// Only a root.
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::new(None, None)] }
    }

    /// Only a root again; the memory is kept.
    pub(super) fn clear(&mut self) {
        self.nodes.truncate(1);
        self.nodes[0] = Node::new(None, None);
    }

    pub(super) fn node(&self, id: NodeId) -> &Node<A> {
        &self.nodes[id.0 as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<A> {
        &mut self.nodes[id.0 as usize]
    }

    /// The node that `action` leads to, if it has been made.
    pub(super) fn child(&self, parent: NodeId, action: A) -> Option<NodeId> {
        let mut next = self.node(parent).first_child;
        while let Some(id) = next {
            if self.node(id).action == Some(action) {
                break;
            }
            next = self.node(id).next_sibling;
        }
        next
    }

    /// The node that `action` leads to, made if need be.
    pub(super) fn child_or_new(&mut self, parent: NodeId, action: A) -> NodeId {
        self.child(parent, action).unwrap_or_else(|| {
            let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer nodes than 2³²"));
            let next = self.node_mut(parent).first_child.replace(id);
            self.nodes.push(Node::new(Some(action), next));
            id
        })
    }

    /// Adds what a descent came to, to all nodes it went through.
    pub(super) fn add(&mut self, path: &[NodeId], values: BySeat<f64>) {
        for &id in path {
            let node = self.node_mut(id);
            node.visits += 1;
            node.sums = BySeat::from_fn(|seat| node.sums[seat] + values[seat]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_of_the_visits_that_went_through() {
        let mut tree = Tree::new();
        let left = tree.child_or_new(Tree::<u8>::ROOT, 1);
        let right = tree.child_or_new(Tree::<u8>::ROOT, 2);
        let below = tree.child_or_new(left, 2);
        assert_eq!(tree.child_or_new(Tree::<u8>::ROOT, 1), left);
        assert_eq!(tree.child(left, 2), Some(below));
        assert_eq!(tree.child(right, 2), None);
        tree.add(&[Tree::<u8>::ROOT, left], BySeat([1.0, 0.0, 0.0]));
        tree.add(&[Tree::<u8>::ROOT, left, below], BySeat([0.0, 1.0, 0.0]));
        assert_eq!(tree.node(left).means(), Some(BySeat([0.5, 0.5, 0.0])));
        assert_eq!(tree.node(below).means(), Some(BySeat([0.0, 1.0, 0.0])));
        assert_eq!(tree.node(right).means(), None);
        tree.clear();
        assert_eq!(tree.child(Tree::<u8>::ROOT, 1), None);
        assert_eq!(tree.node(Tree::<u8>::ROOT).means(), None);
    }
}
