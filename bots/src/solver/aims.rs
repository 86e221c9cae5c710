//! What each of three seats is after when each plays for itself.

use threehand_engine::{BySeat, Seat};

/// Tricks in a hand of any game, at most.
const MOST: usize = 17;
/// Ways in which three seats can share so many tricks.
const SHARINGS: usize = (MOST + 1) * (MOST + 2) / 2;

/// Three seats' orders of the ways to share the tricks that are left.
///
/// No seat is indifferent between two ways: what its order leaves open goes by its own tricks, more
/// of them first, and then by those of its left. So a position has one value, whatever order cards
/// are tried in.
#[derive(Clone, Debug, PartialEq)]
pub struct Aims {
    left: usize,
    plain: bool,
    /// For each seat the place of each sharing in its order: the greater the better.
    ranks: [[u8; SHARINGS]; 3],
}

impl Aims {
    /// Every seat is after as many of the `left` tricks as it can get.
    ///
    /// # Panics
    /// If more than 17 are left.
    pub fn tricks(left: usize) -> Self {
        Self { plain: true, ..Self::of(left, |tricks| tricks.map(f64::from)) }
    }

    /// Every seat is after what the tricks are worth to it, such as its chance to win the match.
    /// `worth` is asked for every way to share the `left` tricks, whatever was won before.
    ///
    /// # Panics
    /// If more than 17 are left.
    pub fn of(left: usize, worth: impl FnMut(BySeat<u8>) -> BySeat<f64>) -> Self {
        assert!(left <= MOST, "no hand has more than {MOST} tricks");
        let sharings: Vec<_> = sharings(left).collect();
        let worths: Vec<_> = sharings.iter().copied().map(worth).collect();
        let mut ranks = [[0; SHARINGS]; 3];
        let mut order: Vec<usize> = (0..sharings.len()).collect();
        for (seat, ranks) in Seat::ALL.into_iter().zip(&mut ranks) {
            let tricks = |n: usize| (sharings[n][seat], sharings[n][seat.left()]);
            order.sort_by(|&a, &b| {
                // Adding 0 makes −0 plain.
                let by_worth = (worths[a][seat] + 0.0).total_cmp(&(worths[b][seat] + 0.0));
                by_worth.then_with(|| tricks(a).cmp(&tricks(b)))
            });
            for (rank, &n) in order.iter().enumerate() {
                ranks[n] = rank as u8;
            }
        }
        Self { left, plain: false, ranks }
    }

    /// How many tricks are shared.
    pub const fn tricks_left(&self) -> usize {
        self.left
    }

    /// Whether all that counts is tricks.
    pub(super) const fn is_plain(&self) -> bool {
        self.plain
    }
}

/// The ways to share so many tricks.
fn sharings(left: usize) -> impl Iterator<Item = BySeat<u8>> {
    (0..=left).flat_map(move |a| {
        (0..=left - a).map(move |b| BySeat([a, b, left - a - b].map(|n| n as u8)))
    })
}

/// A set of ways to share the tricks.
pub(super) type Set<const N: usize> = [u64; N];

/// [`Aims`] as sets, for `64 * N` ways to share the tricks.
pub(super) struct Orders<const N: usize> {
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

    pub(super) fn load(&mut self, aims: &Aims) {
        self.ranks = aims.ranks;
        self.having = [[[0; N]; MOST + 2]; 3];
        let mut count = 0;
        for (n, sharing) in sharings(aims.left).enumerate() {
            if sharing.0[1] == 0 {
                self.starts[usize::from(sharing.0[0])] = n as u8;
            }
            for (having, tricks) in self.having.iter_mut().zip(sharing.0) {
                for set in &mut having[..=usize::from(tricks)] {
                    set[n / 64] |= 1 << (n % 64);
                }
            }
            count += 1;
        }
        for (above, ranks) in self.above.iter_mut().zip(&self.ranks) {
            let mut at_rank = [0; SHARINGS];
            for (n, &rank) in ranks[..count].iter().enumerate() {
                at_rank[usize::from(rank)] = n;
            }
            let mut set = [0; N];
            for rank in (0..count).rev() {
                above[rank] = set;
                let n = at_rank[rank];
                set[n / 64] |= 1 << (n % 64);
            }
        }
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
