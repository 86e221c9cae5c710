//! What things weigh in Three Kings: points of the hand, where nothing else is said.
//!
//! [`FITTED`] was found by playing, by `research kings-weights` at commit 523d0a7.

/// Names the weights, and says how many of each there are.
macro_rules! weights {
    ($($(#[$what:meta])* $name:ident: $count:literal;)*) => {
        /// What things weigh.
        pub(super) struct Weights {
            $($(#[$what])* pub(super) $name: [f32; $count],)*
        }

        /// The weights that the bot plays by, a list in the order of the names.
        pub(super) static FITTED: Weights = {
            let list: [f32; 0 $(+ $count)*] = include!("weights.json");
            let mut next = 0;
            Weights { $($name: take(&list, &mut next),)* }
        };
    };
}

const fn take<const N: usize>(list: &[f32], next: &mut usize) -> [f32; N] {
    let mut taken = [0.0; N];
    let mut n = 0;
    while n < N {
        taken[n] = list[*next];
        *next += 1;
        n += 1;
    }
    taken
}

weights! {
    /// A single card while there is a stock, by how many unseen cards beat it. One that nothing beats
    /// is worth more than the trick that it would win now: in phase 2 it wins one as well, keeps the
    /// lead for the last trick, and makes a prediction come true. Of many that beat it there is
    /// seldom a choice, and those weights are left as chance has them.
    single: 12;
    /// How much more a single card is worth for each draw beyond four that is to come, as a share.
    draws: 1;
    /// A single card in phase 2, by how many unseen cards beat it.
    late: 12;
    /// The same, by how many cards of its suit are unseen.
    suit: 13;
    /// An ace that others may follow. A pair is for a stock and for phase 2, here and further on.
    ace: 2;
    /// An ace that nobody can follow: the best last card.
    free_ace: 2;
    /// The chance that another holds an unseen card and plays it, over that of cards dealt at random.
    share: 2;
    /// The point of a meld.
    meld: 1;
    /// What of its cards' worth is lost with a meld.
    cost: 2;
    /// A meld that lacks one card.
    coming: 1;
    /// The share of the gain of such a meld that goes with its two cards.
    part: 1;
    /// The share of the gain of a whole meld that goes with each of its cards.
    held: 2;
    /// What of its worth is lost with a single card.
    keep: 2;
    /// The same in both phases once the player has predicted the last trick, and once another has.
    predicted: 2;
    /// A trick won by a lead, in second place, in third.
    win: 3;
    /// The same in phase 2.
    win_late: 3;
    /// What a trick won is worth more for each draw to come.
    win_draws: 1;
    /// The share of the gain of the best meld in hand that comes with the lead.
    lead: 2;
    /// What speaks for predicting the last trick, by how many cards are no winners, the last for five
    /// and more. It is taken for the logarithm of the odds to win that trick; fitted to when saying so
    /// pays, it has what a penalty costs in the next set in it.
    losers: 6;
    /// What is added to that for each winner beyond five.
    winners: 1;
    /// What is added for the seat that leads.
    leader: 1;
    /// What is added if it is to be won by an ace that nobody can follow.
    by_ace: 1;
    /// How many points ahead it takes to be nearly sure of a set in which nobody has 15 yet.
    spread: 1;
}
