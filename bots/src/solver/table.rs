//! The memory of a search, under exact keys.

/// The key of an entry, complete: two positions never share one.
pub(crate) type Key = [u64; 2];

const SLOTS: usize = 3;

/// Entries among which a key has its place: a cache line, if the values are small.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<V> {
    keys: [Key; SLOTS],
    values: [V; SLOTS],
    /// Tricks left: how much it would cost to find out again.
    weights: [u8; SLOTS],
}

/// No position has this key.
const NO_KEY: Key = [u64::MAX; 2];

/// A table of fixed size, in which old entries make room for new ones.
pub(crate) struct Table<V> {
    buckets: Box<[Bucket<V>]>,
}

impl<V: Copy + Default> Table<V> {
    /// A table of two to the power of `bits` buckets of three entries.
    pub(crate) fn new(bits: u32) -> Self {
        Self { buckets: vec![Self::vacant(); 1 << bits].into_boxed_slice() }
    }

    fn vacant() -> Bucket<V> {
        Bucket { keys: [NO_KEY; SLOTS], values: [V::default(); SLOTS], weights: [0; SLOTS] }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill(Self::vacant());
    }

    #[inline]
    fn index(&self, key: &Key) -> usize {
        const ODD: [u64; 2] = [0xD6E8_FEB8_6659_FD93, 0x9E37_79B9_7F4A_7C15];
        let mixed = (key[0] ^ key[1].rotate_left(29).wrapping_mul(ODD[1])).wrapping_mul(ODD[0]);
        (mixed >> 32) as usize & (self.buckets.len() - 1)
    }

    /// What was put under the key, if it is still there.
    #[inline]
    pub(crate) fn get(&self, key: &Key) -> Option<V> {
        let bucket = &self.buckets[self.index(key)];
        (0..SLOTS).find(|&slot| same(&bucket.keys[slot], key)).map(|slot| bucket.values[slot])
    }

    /// Puts a value under the key, in the place of its old value or of the cheapest of others.
    #[inline]
    pub(crate) fn put(&mut self, key: &Key, value: V, weight: u8) {
        let index = self.index(key);
        let bucket = &mut self.buckets[index];
        let mut slot = 0;
        for i in 0..SLOTS {
            if same(&bucket.keys[i], key) {
                slot = i;
                break;
            }
            if bucket.weights[i] < bucket.weights[slot] {
                slot = i;
            }
        }
        bucket.keys[slot] = *key;
        bucket.values[slot] = value;
        bucket.weights[slot] = weight;
    }
}

#[inline]
const fn same(a: &Key, b: &Key) -> bool {
    (a[0] ^ b[0]) | (a[1] ^ b[1]) == 0
}
