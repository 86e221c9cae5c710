//! Sums over blocks of which those over other blocks can be added.

/// Sums over blocks, to which the sums over other blocks can be added.
pub trait Mergeable {
    /// Adds the sums over other blocks, which have the same shape.
    fn merge(&mut self, other: &Self);

    /// Whether these sums, read from a file, have the shape of `fresh` ones, so that the two can be merged.
    fn has_shape_of(&self, fresh: &Self) -> bool;
}

/// Implements [`Mergeable`] field by field. Sums of the same shape have equal fields `same`; the sums `optional` may be missing in
/// a file, so that their shape is not checked.
macro_rules! mergeable {
    ($type:ident { $($sum:tt),+ } $(same $($same:ident),+)? $(optional $optional:ident)?) => {
        impl $crate::stats::Mergeable for $type {
            fn merge(&mut self, other: &Self) {
                $($crate::stats::Mergeable::merge(&mut self.$sum, &other.$sum);)+
                $($crate::stats::Mergeable::merge(&mut self.$optional, &other.$optional);)?
            }

            fn has_shape_of(&self, fresh: &Self) -> bool {
                $($(self.$same == fresh.$same &&)+)?
                $($crate::stats::Mergeable::has_shape_of(&self.$sum, &fresh.$sum))&&+
            }
        }
    };
}
pub(crate) use mergeable;

macro_rules! mergeable_number {
    ($($number:ty)+) => {
        $(impl Mergeable for $number {
            fn merge(&mut self, other: &Self) {
                *self += other;
            }

            fn has_shape_of(&self, _: &Self) -> bool {
                true
            }
        })+
    };
}
mergeable_number!(u32 u64 i64 i128);

impl<T: Mergeable> Mergeable for [T] {
    fn merge(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(sum, other)| sum.merge(other));
    }

    fn has_shape_of(&self, fresh: &Self) -> bool {
        self.len() == fresh.len() && self.iter().zip(fresh).all(|(sum, f)| sum.has_shape_of(f))
    }
}

impl<T: Mergeable, const N: usize> Mergeable for [T; N] {
    fn merge(&mut self, other: &Self) {
        self.as_mut_slice().merge(other);
    }

    fn has_shape_of(&self, fresh: &Self) -> bool {
        self.as_slice().has_shape_of(fresh)
    }
}

impl<T: Mergeable> Mergeable for Vec<T> {
    fn merge(&mut self, other: &Self) {
        self.as_mut_slice().merge(other);
    }

    fn has_shape_of(&self, fresh: &Self) -> bool {
        self.as_slice().has_shape_of(fresh)
    }
}

/// Sums that files of earlier versions lack: without those of either part, those of the whole are unknown.
impl<T: Mergeable> Mergeable for Option<T> {
    fn merge(&mut self, other: &Self) {
        match (self.as_mut(), other) {
            (Some(sums), Some(others)) => sums.merge(others),
            _ => *self = None,
        }
    }

    fn has_shape_of(&self, fresh: &Self) -> bool {
        let is_like = |sums: &T| fresh.as_ref().is_some_and(|fresh| sums.has_shape_of(fresh));
        self.as_ref().is_none_or(is_like)
    }
}
