//! The random numbers of the project. The streams are part of the file format: a golden test pins them.
//!
//! * [`mix`] is the finaliser of SplitMix64 (Steele, Lea, Flood 2014), used to hash and to derive seeds.
//! * [`Rng`] is xoshiro256++ 1.0 (Blackman, Vigna 2019), seeded through SplitMix64 as its authors advise.

/// Scrambles 64 bits; a bijection without fixed structure.
#[inline(always)]
pub const fn mix(mut x: u64) -> u64 {
    x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// The seed of one job or one purpose, from the master seed and any number.
pub const fn derive(master: u64, number: u64) -> u64 {
    mix(mix(master) ^ number.wrapping_mul(0xD6E8_FEB8_6659_FD93))
}

/// A 64-bit hash of text: FNV-1a, scrambled. Used for plan hashes and for seeds named by text.
pub fn hash_text(text: &str) -> u64 {
    let mut hash = 0xCBF2_9CE4_8422_2325u64;
    for byte in text.bytes() {
        hash = (hash ^ byte as u64).wrapping_mul(0x0000_0100_0000_01B3);
    }
    mix(hash)
}

/// A 64-bit hash of bytes, eight of them a step: for checksums. Texts of one length that differ in one group of eight bytes
/// only, counted from the start, never have the same.
pub fn hash_bytes(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    let step = |hash: u64, word: &[u8; 8]| {
        let hash = (hash ^ u64::from_le_bytes(*word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        hash ^ hash >> 32
    };
    mix(step(words.iter().fold(bytes.len() as u64, step), &last))
}

/// The random number of a stone of `seat` on `cell`: what position keys are made of (Zobrist 1970).
#[inline(always)]
pub const fn zobrist(cell: u16, seat: u8) -> u64 {
    mix(0x6D6E_6B00_0000_0000 | (cell as u64) << 8 | seat as u64)
}

/// The xoshiro256++ generator.
#[derive(Clone, Debug)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// A generator whose stream is a function of the seed alone.
    pub fn new(seed: u64) -> Rng {
        let mut state = [0; 4];
        let mut x = seed;
        for word in &mut state {
            *word = mix(x);
            x = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
        }
        Rng { state }
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number below `bound` (0 if the bound is 0), by multiplication (Lemire 2019) without rejection: the bias is below
    /// bound / 2^32 and the number of draws is always one, which keeps streams aligned.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        (((self.next_u64() >> 32) * bound as u64) >> 32) as u32
    }

    /// A number in [0, 1).
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Shuffles in place (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as u32 + 1) as usize);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_golden() {
        // SplitMix64 from seed 0 begins with these in the authors' program.
        assert_eq!(mix(0), 0xE220_A839_7B1D_CDAF);
        assert_eq!(mix(0x9E37_79B9_7F4A_7C15), 0x6E78_9E6A_A1B9_65F4);
        let mut rng = Rng { state: [1, 2, 3, 4] };
        // xoshiro256++ from state 1, 2, 3, 4: the vector that its ports share.
        assert_eq!([rng.next_u64(), rng.next_u64(), rng.next_u64()], [41943041, 58720359, 3588806011781223]);
        let mut rng = Rng::new(42);
        let drawn: Vec<u32> = (0..6).map(|_| rng.below(100)).collect();
        assert_eq!(drawn, [81, 31, 98, 70, 79, 58]);
    }

    #[test]
    fn hashes_of_bytes_are_golden_and_tell_any_changed_bit() {
        assert_eq!(hash_bytes(b""), mix(0));
        let text = *b"17\tg tictactoe,0,8,a1,random";
        assert_eq!(hash_bytes(&text), 13_429_791_770_961_360_534);
        for bit in 0..8 * text.len() {
            let mut other = text;
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(hash_bytes(&other), hash_bytes(&text), "bit {bit}");
        }
        // Padding is no content.
        assert_ne!(hash_bytes(b"a"), hash_bytes(b"a\0"));
    }

    #[test]
    fn below_stays_below() {
        let mut rng = Rng::new(7);
        assert!((0..1000).all(|_| rng.below(7) < 7));
        assert_eq!(rng.below(0), 0);
    }
}
