//! The ways in which three seats can share tricks, as sets, and which ways each seat likes better.

/// Tricks in a hand of any game, at most.
const MOST: usize = 17;
/// Ways in which three seats can share so many tricks.
const SHARINGS: usize = (MOST + 1) * (MOST + 2) / 2;

/// The ways to share so many tricks.
fn sharings(left: usize) -> impl Iterator<Item = [u8; 3]> {
    (0..=left).flat_map(move |a| (0..=left - a).map(move |b| [a, b, left - a - b].map(|n| n as u8)))
}

/// A set of ways to share the tricks.
pub(super) type Set<const N: usize> = [u64; N];

/// The orders of three seats that each want as many tricks as they can get, for up to `64 * N` ways to share them.
///
/// No seat is indifferent between two ways: of those that give it as many tricks it prefers the one that gives its
/// left more. So a position has one value, whatever order cards are tried in.
pub(super) struct Orders<const N: usize> {
    /// How many tricks are shared.
    left: Option<usize>,
    /// For each seat the place of each way in its order: the greater the better.
    ranks: [[u8; SHARINGS]; 3],
    /// For the tricks of seat 0, where the ways with so many start.
    starts: [u8; MOST + 2],
    /// For a seat and a rank, the ways that the seat likes better.
    above: [[Set<N>; SHARINGS]; 3],
    /// For a seat and a number of tricks, the ways that give it so many or more.
    having: [[Set<N>; MOST + 2]; 3],
}

impl<const N: usize> Orders<N> {
    pub(super) fn new() -> Self {
        Self {
            left: None,
            ranks: [[0; SHARINGS]; 3],
            starts: [0; MOST + 2],
            above: [[[0; N]; SHARINGS]; 3],
            having: [[[0; N]; MOST + 2]; 3],
        }
    }

    /// Whether it has room for the ways to share so many tricks.
    pub(super) const fn has_room(left: usize) -> bool {
        (left + 1) * (left + 2) / 2 <= 64 * N
    }

    /// The orders of so many tricks.
    ///
    /// # Panics
    /// If they have no room for them.
    pub(super) fn of(&mut self, left: usize) -> &Self {
        if self.left.replace(left) == Some(left) {
            return self;
        }
        assert!(Self::has_room(left), "no hand has more than {MOST} tricks");
        self.having = [[[0; N]; MOST + 2]; 3];
        let sharings: Vec<_> = sharings(left).collect();
        for (n, sharing) in sharings.iter().enumerate() {
            if sharing[1] == 0 {
                self.starts[usize::from(sharing[0])] = n as u8;
            }
            for (having, tricks) in self.having.iter_mut().zip(sharing) {
                for set in &mut having[..=usize::from(*tricks)] {
                    set[n / 64] |= 1 << (n % 64);
                }
            }
        }
        let mut order: Vec<usize> = (0..sharings.len()).collect();
        for seat in 0..3 {
            order.sort_by_key(|&n| (sharings[n][seat], sharings[n][(seat + 1) % 3]));
            let mut better = [0; N];
            for (rank, &n) in order.iter().enumerate().rev() {
                self.ranks[seat][n] = rank as u8;
                self.above[seat][rank] = better;
                better[n / 64] |= 1 << (n % 64);
            }
        }
        self
    }

    #[inline]
    fn number(&self, won: Won) -> usize {
        usize::from(self.starts[usize::from(won.0[0])]) + usize::from(won.0[1])
    }

    /// The set of one way.
    #[inline]
    pub(super) fn only(&self, won: Won) -> Set<N> {
        let n = self.number(won);
        let mut set = [0; N];
        set[n / 64] = 1 << (n % 64);
        set
    }

    /// Whether the set has this way.
    #[inline]
    pub(super) fn has(&self, set: &Set<N>, won: Won) -> bool {
        let n = self.number(won);
        set[n / 64] >> (n % 64) & 1 == 1
    }

    /// The ways that the seat likes better.
    #[inline]
    pub(super) fn above(&self, seat: usize, won: Won) -> Set<N> {
        self.above[seat][usize::from(self.ranks[seat][self.number(won)])]
    }

    /// The ways in which each seat has at least so many tricks.
    #[inline]
    pub(super) fn reach(&self, least: Won) -> Set<N> {
        let [a, b, c] = least.0.map(usize::from);
        both(&both(&self.having[0][a], &self.having[1][b]), &self.having[2][c])
    }
}

#[inline]
pub(super) fn both<const N: usize>(a: &Set<N>, b: &Set<N>) -> Set<N> {
    let mut set = *a;
    for (word, other) in set.iter_mut().zip(b) {
        *word &= other;
    }
    set
}

#[inline]
pub(super) fn either<const N: usize>(a: &Set<N>, b: &Set<N>) -> Set<N> {
    let mut set = *a;
    for (word, other) in set.iter_mut().zip(b) {
        *word |= other;
    }
    set
}

#[inline]
pub(super) fn meet<const N: usize>(a: &Set<N>, b: &Set<N>) -> bool {
    both(a, b).iter().any(|&word| word != 0)
}

/// Tricks of each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Won(pub(super) [u8; 3]);

impl Won {
    /// With one more for this player.
    #[inline]
    pub(super) fn with(mut self, player: usize) -> Self {
        self.0[player] += 1;
        self
    }

    #[inline]
    pub(super) const fn plus(self, other: Self) -> Self {
        let (Self([a, b, c]), Self([d, e, f])) = (self, other);
        Self([a + d, b + e, c + f])
    }

    #[inline]
    pub(super) const fn less(self, other: Self) -> Self {
        let (Self([a, b, c]), Self([d, e, f])) = (self, other);
        Self([a - d, b - e, c - f])
    }

    #[inline]
    pub(super) const fn sum(self) -> u32 {
        self.0[0] as u32 + self.0[1] as u32 + self.0[2] as u32
    }
}
