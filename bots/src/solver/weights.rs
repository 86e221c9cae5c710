//! What the order of trying cards goes by. Any weights give the same values; these were found by
//! a random climb that kept each change which made the solver visit fewer positions on fixed deals.

/// What a card led is worth trying for; "next" and "last" are those who play after the leader.
#[derive(Clone, Copy)]
pub(super) struct Lead {
    /// It is the highest of its suit (in Null the lowest: there all is seen from below).
    pub(super) top: i32,
    pub(super) trump: i32,
    pub(super) next_ruffs: i32,
    pub(super) last_ruffs: i32,
    /// For each card of the suit that the leader holds.
    pub(super) length: i32,
    /// For each card above it.
    pub(super) below: i32,
    pub(super) next_has_top: i32,
    pub(super) last_has_top: i32,
    pub(super) next_throws: i32,
    pub(super) last_throws: i32,
    pub(super) single: i32,
    /// It is the leader's lowest of the suit.
    pub(super) lowest: i32,
    /// For each trump above it.
    pub(super) trump_below: i32,
    pub(super) next_length: i32,
    pub(super) last_length: i32,
    /// The leader holds the highest of the suit and leads another.
    pub(super) under_own_top: i32,
    /// It was right in another position with as many tricks left.
    pub(super) killer: i32,
    /// It is second to another's top.
    pub(super) second: i32,
}

/// What a card played to a trick is worth trying for.
#[derive(Clone, Copy)]
pub(super) struct Follow {
    /// It takes the trick from the partner.
    pub(super) takes_over: i32,
    /// It wins the trick.
    pub(super) wins: i32,
    /// It wins unless the last player beats it.
    pub(super) may_win: i32,
    /// For each card above it, if it takes the trick, or does not.
    pub(super) winner_below: i32,
    pub(super) loser_below: i32,
    /// A trump thrown.
    pub(super) trump: i32,
    /// Thrown: for each card of the suit held.
    pub(super) length: i32,
    pub(super) single: i32,
    /// Thrown: the highest of its suit.
    pub(super) thrown_top: i32,
    /// The highest of the suit led.
    pub(super) top: i32,
    /// Thrown: for each card above it.
    pub(super) thrown_below: i32,
    /// Thrown: one of the others, or the other, has none of the suit.
    pub(super) void_one: i32,
    /// Left to the partner, who wins so far.
    pub(super) friendly: i32,
    pub(super) pair: i32,
    pub(super) void_other: i32,
    /// Thrown from under the top of its suit.
    pub(super) under_own_top: i32,
    pub(super) killer: i32,
    /// Thrown: the second highest.
    pub(super) second: i32,
}

/// The weights of a seat: its leads, and what it plays second and last.
pub(super) struct Weights {
    pub(super) lead: Lead,
    pub(super) follow: [Follow; 2],
}

/// With a trump, without, in Null; each for the one, his left and his right.
pub(super) const WEIGHTS: [[Weights; 3]; 3] = [
    [
        weights([
            [0, 1, -23, -43, -1, -13, 0, 5, -54, -89, -4, 0, -8, 0, -3, -46, 1, 0],
            [0, 6, -9, 0, -14, -2, -30, -82, -48, -4, 7, 6, -13, -16, 0, 6, 0, 0],
            [-16, 63, 0, 2, -1, -2, 0, 13, -19, -15, 0, 22, -12, 12, 0, 0, 0, -30],
        ]),
        weights([
            [3, -4, 2, -54, -1, -9, 8, -3, 2, -58, 0, 0, -8, 0, -1, -30, 8, 15],
            [10, 8, 52, 1, 1, 0, -29, -4, -67, -1, 34, -8, 0, 4, -15, 4, 0, 0],
            [-21, 49, 0, 4, 0, -1, 4, 0, 0, -24, 83, 9, 5, -20, 0, -3, 0, -4],
        ]),
        weights([
            [12, -15, -4, 0, 4, -4, 1, 1, -30, -18, 0, 3, 0, 0, 8, 0, -1, -1],
            [-4, -1, -75, 8, 12, -4, -8, 0, -1, 0, 0, 91, -7, 17, 0, -4, 0, 14],
            [-6, 63, 78, 33, 0, -12, -4, 0, 0, -13, 0, 0, 20, 0, -1, 0, 0, 0],
        ]),
    ],
    [
        weights([
            [3, 1, 8, 38, 0, -24, 34, 0, -60, -70, -14, 0, 0, -16, -1, -16, 1, -2],
            [0, 18, -26, 0, 0, 23, 42, -30, -1, 0, 31, -21, 3, -45, 34, -6, 0, 22],
            [-15, 31, -12, 4, 1, 34, 3, -28, 0, -16, 0, 26, 3, -17, -1, 20, 0, 0],
        ]),
        weights([
            [-29, 14, 0, -74, 0, 0, 3, 0, -3, 0, -32, 8, 0, -2, 0, 0, 6, 0],
            [0, 62, 0, 25, 9, -16, -16, 11, -1, -20, 6, 14, -8, 1, 3, -5, 0, 8],
            [37, 77, 0, 20, 15, -25, -2, 13, -26, -25, 96, 17, -1, 4, 2, -6, 10, -19],
        ]),
        weights([
            [3, 56, 85, 75, 2, -4, -19, 9, -71, 0, 0, 13, -6, -1, 0, -8, 0, 0],
            [0, -30, -22, -14, 15, 29, 0, 0, 10, 75, 13, 63, -10, -30, 0, 0, 30, -4],
            [0, 53, 96, 47, 0, -20, -20, -51, -14, -1, 34, -62, 6, 30, -22, 1, 0, 0],
        ]),
    ],
    [
        weights([
            [0, -2, 0, -4, -1, 0, 1, 6, -28, -18, 10, -4, 0, -2, 0, 0, 0, 0],
            [0, 0, 0, 0, 8, -2, -26, 0, -4, -10, 0, 0, 8, 0, 0, 2, 0, 1],
            [-16, -11, -2, 0, 0, 4, -8, 0, -1, -31, 0, -8, -15, 0, -8, -14, 34, 0],
        ]),
        weights([
            [-68, 25, 1, -34, 0, 0, -4, 4, -4, -2, 0, 0, 0, 0, 0, -2, 16, 0],
            [10, -3, -16, -1, 1, 0, -30, 3, 0, 0, 30, 0, 14, -1, 0, 0, 0, 11],
            [-2, -18, -30, -2, 0, 0, -2, 0, 0, 14, 1, 0, 3, -16, 0, -1, 8, 0],
        ]),
        weights([
            [-30, 38, 13, -14, 0, 0, 7, 0, -1, -4, 0, 0, 0, 0, 0, 0, 0, 0],
            [0, -8, 0, -8, 30, -9, 0, 2, 0, 0, 0, -13, 16, 0, 0, -2, 0, 0],
            [0, 0, 18, -10, 0, -8, -32, -3, -1, 1, 0, 0, 20, 0, 30, 0, 30, 0],
        ]),
    ],
];

const fn weights([l, a, b]: [[i32; 18]; 3]) -> Weights {
    Weights { lead: lead(l), follow: [follow(a), follow(b)] }
}

const fn lead(w: [i32; 18]) -> Lead {
    Lead {
        top: w[0],
        trump: w[1],
        next_ruffs: w[2],
        last_ruffs: w[3],
        length: w[4],
        below: w[5],
        next_has_top: w[6],
        last_has_top: w[7],
        next_throws: w[8],
        last_throws: w[9],
        single: w[10],
        lowest: w[11],
        trump_below: w[12],
        next_length: w[13],
        last_length: w[14],
        under_own_top: w[15],
        killer: w[16],
        second: w[17],
    }
}

const fn follow(w: [i32; 18]) -> Follow {
    Follow {
        takes_over: w[0],
        wins: w[1],
        may_win: w[2],
        winner_below: w[3],
        loser_below: w[4],
        trump: w[5],
        length: w[6],
        single: w[7],
        thrown_top: w[8],
        top: w[9],
        thrown_below: w[10],
        void_one: w[11],
        friendly: w[12],
        pair: w[13],
        void_other: w[14],
        under_own_top: w[15],
        killer: w[16],
        second: w[17],
    }
}
