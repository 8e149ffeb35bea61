//! How often each bit is set in many masks: a positional population count by carry-save adders.
//!
//! Eight masks are added at a time into bit-sliced counters, which have one mask for each binary digit (Harley and Seal;
//! described in "Faster Population Counts Using AVX2 Instructions", Muła, Kurz, Lemire, 2018).

/// The number of words of a mask.
const WORDS: usize = 2;
/// How many masks are added at once.
const BLOCK: usize = 8;
/// The number of binary digits of a count.
const DIGITS: usize = 32;

/// One bit for each of [`Mask::BITS`] values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::search) struct Mask([u64; WORDS]);

impl Mask {
    pub const BITS: usize = WORDS * 64;

    pub fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    pub fn has(self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The bits that are set in both masks.
    pub fn and(self, other: Mask) -> Mask {
        Mask(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    /// The set bits in ascending order.
    pub fn bits(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(n, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| n * 64 + rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(bit)
            })
        })
    }

    pub fn is_empty(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

/// A full adder for each bit: returns the sums and the carries.
#[inline]
fn add(a: Mask, b: Mask, c: Mask) -> (Mask, Mask) {
    let (mut sum, mut carry) = (Mask::default(), Mask::default());
    for n in 0..WORDS {
        let either = a.0[n] ^ b.0[n];
        sum.0[n] = either ^ c.0[n];
        carry.0[n] = (a.0[n] & b.0[n]) | (either & c.0[n]);
    }
    (sum, carry)
}

/// Counts how often each bit is set.
#[derive(Clone)]
pub(super) struct MaskCounter {
    /// The masks that are not added to `digits` yet.
    pending: [Mask; BLOCK],
    pending_count: usize,
    /// The digits of all counts, least significant first.
    digits: [Mask; DIGITS],
}

impl Default for MaskCounter {
    fn default() -> Self {
        let pending = [Mask::default(); BLOCK];
        MaskCounter { pending, pending_count: 0, digits: [Mask::default(); DIGITS] }
    }
}

impl MaskCounter {
    /// Counts the bits of a mask.
    #[inline]
    pub fn add(&mut self, mask: Mask) {
        self.pending[self.pending_count] = mask;
        self.pending_count += 1;
        if self.pending_count == BLOCK {
            self.add_block();
        }
    }

    fn add_block(&mut self) {
        let [a, b, c, d, e, f, g, h] = self.pending;
        let (ones, twos_a) = add(self.digits[0], a, b);
        let (ones, twos_b) = add(ones, c, d);
        let (twos, fours_a) = add(self.digits[1], twos_a, twos_b);
        let (ones, twos_a) = add(ones, e, f);
        let (ones, twos_b) = add(ones, g, h);
        let (twos, fours_b) = add(twos, twos_a, twos_b);
        let (fours, mut carry) = add(self.digits[2], fours_a, fours_b);
        (self.digits[0], self.digits[1], self.digits[2]) = (ones, twos, fours);
        for digit in &mut self.digits[3..] {
            if carry.is_empty() {
                break;
            }
            (*digit, carry) = add(*digit, carry, Mask::default());
        }
        self.pending_count = 0;
    }

    /// Calls `each` with the bits and partial counts, which add up to the count of each bit, and resets all counts to 0.
    pub fn drain(&mut self, mut each: impl FnMut(usize, u32)) {
        if self.pending_count > 0 {
            self.pending[self.pending_count..].fill(Mask::default());
            self.add_block();
        }
        for (position, digit) in self.digits.iter_mut().enumerate() {
            std::mem::take(digit).bits().for_each(|bit| each(bit, 1 << position));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bit_is_counted_as_often_as_it_is_set() {
        // Bit n is set in every (n + 1)th mask.
        for masks in [0u32, 1, 7, 8, 9, 1_000, 4_099] {
            let mut counter = MaskCounter::default();
            for number in 0..masks {
                let mut mask = Mask::default();
                (0..Mask::BITS)
                    .filter(|bit| (number as usize).is_multiple_of(bit + 1))
                    .for_each(|bit| mask.set(bit));
                counter.add(mask);
            }
            let mut counts = [0u32; Mask::BITS];
            counter.drain(|bit, count| counts[bit] += count);
            for (bit, count) in (1u32..).zip(counts) {
                assert_eq!(count, masks.div_ceil(bit), "bit {bit} of {masks} masks");
            }
            counter.drain(|bit, _| unreachable!("bit {bit} was drained already"));
        }
    }
}
