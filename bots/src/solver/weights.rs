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
            [0, 1, -83, -59, -1, -15, 0, 2, -53, -85, 0, 0, -6, 0, -3, 0, 1, -8],
            [0, 48, -9, 0, -14, 2, -34, -66, -48, -3, 7, 7, -43, 15, 11, 14, 0, -30],
            [-48, 89, -8, 8, -1, -2, 0, 12, -24, -17, 0, 22, -2, 13, 0, 28, 0, -31],
        ]),
        weights([
            [3, 0, -16, -54, 0, -9, 24, -3, 2, -58, 0, 0, -8, 0, -2, -22, 12, 11],
            [-28, 8, 22, 1, 1, 0, -29, -5, -69, -1, 34, 4, 3, 35, 7, 4, 0, -2],
            [-25, 50, 29, 0, 0, -11, 4, 0, -4, -30, 0, 17, 0, -21, 0, -3, 0, -4],
        ]),
        weights([
            [12, 1, -39, 16, 2, 0, 1, 1, -38, 6, 0, 3, 0, 0, 8, -31, 1, -1],
            [-4, -4, -8, 8, 12, 12, -8, 1, -47, -1, 8, 81, -9, 1, 5, 0, 11, 12],
            [-6, 63, 84, 33, 4, -16, 4, 3, 0, 0, 0, 0, 21, 0, -1, 0, 0, 8],
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
            [-4, -1, -65, -6, -1, 2, 5, 6, -23, -22, 9, -4, 44, -2, 0, 2, 6, 0],
            [0, 0, -1, -6, 8, 26, -17, 0, -18, -44, 0, 1, -22, 0, 0, 2, 0, 5],
            [-16, 3, 9, 0, 8, -20, -8, 30, -22, 0, 0, 4, 11, 0, -4, -1, 4, -1],
        ]),
        weights([
            [0, 16, 26, 0, 0, 0, -4, 59, -3, -48, 4, 1, -8, 0, 1, -2, 20, -20],
            [-29, 0, -12, -3, 1, 0, -30, 3, -19, 0, 14, 0, 2, 14, 40, 8, 0, 8],
            [11, -19, -9, 2, 0, 21, -2, 1, 0, 14, 1, 0, 0, 0, 0, 0, 0, 0],
        ]),
        weights([
            [-28, 0, 0, -16, 0, 0, 23, 0, -7, -3, 2, 0, -38, 0, 0, 0, 0, -8],
            [-18, 0, -16, -32, 30, -14, 0, 3, -20, -30, -6, -23, 0, 0, 12, 0, 5, 17],
            [60, 0, -8, -10, 4, 30, -22, -8, -6, -1, 0, -16, -31, -15, 38, -12, 0, -9],
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
