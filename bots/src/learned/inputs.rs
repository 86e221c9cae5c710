//! What a network is told: which of its inputs are on.

/// The most inputs that are on at once.
const MOST: usize = 256;

/// The inputs of a network that are on, each at most once. A game tells its view in parts, always the same parts in
/// the same order; each takes the inputs that come next, so that the parts are the layout.
#[derive(Clone, Debug)]
pub struct Inputs {
    on: [u16; MOST],
    len: u16,
    next: u16,
}

impl Inputs {
    /// None, before the first part.
    pub const fn new() -> Self {
        Self { on: [0; MOST], len: 0, next: 0 }
    }

    /// One of the next `count` inputs; the last of them for what is beyond.
    #[inline(always)]
    pub fn one_of(&mut self, count: usize, which: usize) {
        self.push(which.min(count - 1));
        self.skip(count);
    }

    /// One of the next `count` inputs for a number that is at least `least`; what does not fit is the nearest that
    /// does.
    #[inline(always)]
    pub fn number(&mut self, count: usize, least: i32, number: i32) {
        self.one_of(count, (number - least).max(0) as usize);
    }

    /// At most one of the next `count` inputs.
    #[inline(always)]
    pub fn maybe(&mut self, count: usize, which: Option<usize>) {
        if let Some(which) = which {
            self.push(which.min(count - 1));
        }
        self.skip(count);
    }

    /// The next input, if it is so.
    #[inline(always)]
    pub fn flag(&mut self, is_so: bool) {
        if is_so {
            self.push(0);
        }
        self.skip(1);
    }

    /// An input at this distance from the next part, which is not moved by it: for parts that are told piece by piece.
    #[inline(always)]
    pub fn push(&mut self, offset: usize) {
        self.on[usize::from(self.len)] = self.next + offset as u16;
        self.len += 1;
    }

    /// Ends a part of so many inputs.
    #[inline(always)]
    pub const fn skip(&mut self, count: usize) {
        self.next += count as u16;
    }

    /// Those that are on.
    #[inline(always)]
    pub fn on(&self) -> &[u16] {
        &self.on[..usize::from(self.len)]
    }

    /// How many inputs the parts so far have, on and off.
    pub const fn count(&self) -> usize {
        self.next as usize
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self::new()
    }
}
