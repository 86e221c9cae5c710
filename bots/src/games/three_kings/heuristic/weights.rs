//! What things weigh in Three Kings: points of the hand, where nothing else is said.
//!
//! [`FITTED`] was found by playing, by `research kings-weights` at commit 523d0a7.

/// Names the weights, how many of each there are, and how far each is tried to either side when
/// they are fitted.
macro_rules! weights {
    ($($(#[$what:meta])* $name:ident: $count:literal, tried $step:literal;)*) => {
        /// What things weigh.
        #[derive(Clone, Copy, Debug)]
        pub(super) struct Weights {
            $($(#[$what])* pub(super) $name: [f32; $count],)*
        }

        /// How many weights there are.
        pub const WEIGHTS: usize = 0 $(+ $count)*;

        /// What the weights are called, how many of each there are, and how far to either side
        /// it is worth trying them.
        pub const NAMES: &[(&str, usize, f32)] = &[$((stringify!($name), $count, $step)),*];

        impl Weights {
            /// The weights of a list, in the order of [`NAMES`].
            pub(super) fn of(list: &[f32; WEIGHTS]) -> Self {
                let mut list = list.iter().copied();
                let mut next = || list.next().expect("the counts add up");
                Self { $($name: std::array::from_fn(|_| next()),)* }
            }
        }
    };
}

weights! {
    /// A single card while there is a stock, by how many unseen cards beat it. One that nothing beats
    /// is worth more than the trick that it would win now: in phase 2 it wins one as well, keeps the
    /// lead for the last trick, and makes a prediction come true. Of many that beat it there is
    /// seldom a choice, and those weights are left as chance has them.
    single: 12, tried 0.07;
    /// How much more a single card is worth for each draw beyond four that is to come, as a share.
    draws: 1, tried 0.02;
    /// A single card in phase 2, by how many unseen cards beat it.
    late: 12, tried 0.07;
    /// The same, by how many cards of its suit are unseen.
    suit: 13, tried 0.03;
    /// An ace that others may follow. A pair is for a stock and for phase 2, here and further on.
    ace: 2, tried 0.1;
    /// An ace that nobody can follow: the best last card.
    free_ace: 2, tried 0.15;
    /// The chance that another holds an unseen card and plays it, over that of cards dealt at random.
    share: 2, tried 0.07;
    /// The point of a meld.
    meld: 1, tried 0.07;
    /// What of its cards' worth is lost with a meld.
    cost: 2, tried 0.07;
    /// A meld that lacks one card.
    coming: 1, tried 0.1;
    /// The share of the gain of such a meld that goes with its two cards.
    part: 1, tried 0.07;
    /// The share of the gain of a whole meld that goes with each of its cards.
    held: 2, tried 0.07;
    /// What of its worth is lost with a single card.
    keep: 2, tried 0.05;
    /// The same in both phases once the player has predicted the last trick, and once another has.
    predicted: 2, tried 0.15;
    /// A trick won by a lead, in second place, in third.
    win: 3, tried 0.07;
    /// The same in phase 2.
    win_late: 3, tried 0.07;
    /// What a trick won is worth more for each draw to come.
    win_draws: 1, tried 0.015;
    /// The share of the gain of the best meld in hand that comes with the lead.
    lead: 2, tried 0.07;
    /// What speaks for predicting the last trick, by how many cards are no winners, the last for five
    /// and more. It is taken for the logarithm of the odds to win that trick; fitted to when saying so
    /// pays, it has what a penalty costs in the next set in it.
    losers: 6, tried 0.2;
    /// What is added to that for each winner beyond five.
    winners: 1, tried 0.07;
    /// What is added for the seat that leads.
    leader: 1, tried 0.2;
    /// What is added if it is to be won by an ace that nobody can follow.
    by_ace: 1, tried 0.2;
    /// How many points ahead it takes to be nearly sure of a set in which nobody has 15 yet.
    spread: 1, tried 0.2;
}

/// The weights that the bot plays by.
pub const FITTED: [f32; WEIGHTS] = include!("weights.json");
