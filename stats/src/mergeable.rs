//! Sums over blocks to which those over other blocks can be added.

use serde::Serialize;

/// Sums over blocks, to which the sums over other blocks can be added.
pub trait Mergeable {
    /// Adds the sums over other blocks. What these sums have no place for is left out.
    fn merge(&mut self, other: &Self);
}

/// Whether sums that were read from a file are of the same things as these, which are empty.
pub fn have_shape_of<T: Mergeable + Serialize>(sums: &T, mut empty: T) -> bool {
    empty.merge(sums);
    serde_json::to_string(&empty).ok() == serde_json::to_string(sums).ok()
}

/// Implements [`Mergeable`](crate::Mergeable) field by field.
#[macro_export]
macro_rules! mergeable {
    ($type:ident { $($sum:tt),+ }) => {
        impl $crate::Mergeable for $type {
            fn merge(&mut self, other: &Self) {
                $($crate::Mergeable::merge(&mut self.$sum, &other.$sum);)+
            }
        }
    };
}

macro_rules! mergeable_number {
    ($($number:ty)+) => {
        $(impl Mergeable for $number {
            fn merge(&mut self, other: &Self) {
                *self += other;
            }
        })+
    };
}
mergeable_number!(u32 u64 i64 i128);

impl<T: Mergeable> Mergeable for [T] {
    fn merge(&mut self, other: &Self) {
        self.iter_mut().zip(other).for_each(|(sum, other)| sum.merge(other));
    }
}

impl<T: Mergeable, const N: usize> Mergeable for [T; N] {
    fn merge(&mut self, other: &Self) {
        self.as_mut_slice().merge(other);
    }
}

impl<T: Mergeable> Mergeable for Vec<T> {
    fn merge(&mut self, other: &Self) {
        self.as_mut_slice().merge(other);
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
}
