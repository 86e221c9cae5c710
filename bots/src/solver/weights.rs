//! What the order of trying cards goes by. Any weights give the same values; these were found by
//! a random climb that kept each change which made the solver visit fewer positions on fixed deals.

/// Weights with names, made of a list of them.
macro_rules! weights {
    ($(#[$what:meta])* $kind:ident { $($(#[$of:meta])* $name:ident,)* }) => {
        $(#[$what])*
        #[derive(Clone, Copy)]
        pub(super) struct $kind {
            $($(#[$of])* pub(super) $name: i32,)*
        }

        impl $kind {
            const fn of([$($name),*]: [i32; 18]) -> Self {
                Self { $($name),* }
            }
        }
    };
}

weights! {
    /// What a card led is worth trying for; "next" and "last" are those who play after the leader.
    Lead {
        /// It is the highest of its suit (in Null the lowest: there all is seen from below).
        top,
        trump,
        next_ruffs,
        last_ruffs,
        /// For each card of the suit that the leader holds.
        length,
        /// For each card above it.
        below,
        next_has_top,
        last_has_top,
        next_throws,
        last_throws,
        single,
        /// It is the leader's lowest of the suit.
        lowest,
        /// For each trump above it.
        trump_below,
        next_length,
        last_length,
        /// The leader holds the highest of the suit and leads another.
        under_own_top,
        /// It was right in another position with as many tricks left.
        killer,
        /// It is second to another's top.
        second,
    }
}

weights! {
    /// What a card played to a trick is worth trying for.
    Follow {
        /// It takes the trick from the partner.
        takes_over,
        /// It wins the trick.
        wins,
        /// It wins unless the last player beats it.
        may_win,
        /// For each card above it, if it takes the trick, or does not.
        winner_below,
        loser_below,
        /// A trump thrown.
        trump,
        /// Thrown: for each card of the suit held.
        length,
        single,
        /// Thrown: the highest of its suit.
        thrown_top,
        /// The highest of the suit led.
        top,
        /// Thrown: for each card above it.
        thrown_below,
        /// Thrown: one of the others, or the other, has none of the suit.
        void_one,
        /// Left to the partner, who wins so far.
        friendly,
        pair,
        void_other,
        /// Thrown from under the top of its suit.
        under_own_top,
        killer,
        /// Thrown: the second highest.
        second,
    }
}

/// The weights of a seat: its leads, and what it plays second and last.
pub(super) struct Weights {
    pub(super) lead: Lead,
    pub(super) follow: [Follow; 2],
}

/// With a trump, without, in Null; each for the one, his left and his right.
pub(super) const WEIGHTS: [[Weights; 3]; 3] = {
    let [trump, no_trump, null]: [[[[i32; 18]; 3]; 3]; 3] = include!("weights.json");
    [seats(trump), seats(no_trump), seats(null)]
};

const fn seats([one, left, right]: [[[i32; 18]; 3]; 3]) -> [Weights; 3] {
    [seat(one), seat(left), seat(right)]
}

const fn seat([lead, second, last]: [[i32; 18]; 3]) -> Weights {
    Weights { lead: Lead::of(lead), follow: [Follow::of(second), Follow::of(last)] }
}
