//! More of a board's word: what the solver asks of it.

use std::ops::{Shl, Shr};

use crate::games::drop::Bits;

/// What the solver needs of a board's word beside what the game itself does.
pub trait Word: Bits + Shl<u32, Output = Self> + Shr<u32, Output = Self> {
    /// Whether two bits or more are set.
    fn several(self) -> bool;
    /// Set bits, of which there are few.
    fn few_ones(self) -> u32;
    /// The lowest set bit.
    fn lowest(self) -> Self;
    /// The bits below the lowest set bit.
    fn below(self) -> Self;
    /// A permutation of the numbers of `bits` bits that leaves none of them near its neighbours.
    fn scramble(self, bits: u32) -> Self;
    /// The lowest 64 bits.
    fn low_64(self) -> u64;
}

macro_rules! word {
    ($word:ty, $first:expr, $second:expr) => {
        impl Word for $word {
            #[inline(always)]
            fn several(self) -> bool {
                self & self.wrapping_sub(1) != 0
            }
            #[inline(always)]
            fn few_ones(self) -> u32 {
                // Plain x86-64 has no instruction that counts bits, and there are rarely more than two.
                let (mut rest, mut count) = (self, 0);
                while rest != 0 {
                    rest &= rest.wrapping_sub(1);
                    count += 1;
                }
                count
            }
            #[inline(always)]
            fn lowest(self) -> Self {
                self & self.wrapping_neg()
            }
            #[inline(always)]
            fn below(self) -> Self {
                !self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn scramble(self, bits: u32) -> Self {
                // Odd factors and shifts to the right are invertible modulo a power of two.
                let keep = <$word>::MAX >> (<$word>::BITS - bits);
                let once = self.wrapping_mul($first) & keep;
                let twice = (once ^ once >> (bits / 2)).wrapping_mul($second) & keep;
                twice ^ twice >> (bits / 2)
            }
            #[inline(always)]
            fn low_64(self) -> u64 {
                self as u64
            }
        }
    };
}

word!(u64, 0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9);
word!(u128, 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835, 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645);
