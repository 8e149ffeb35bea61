//! How often each bit is set in many masks: a positional population count by carry-save adders.
//!
//! Eight masks are added at a time into counters that lie across the words, one word for each binary digit (Harley and Seal;
//! described in "Faster Population Counts Using AVX2 Instructions", Muła, Kurz, Lemire, 2018).

/// Words of a mask.
const WORDS: usize = 2;
/// How many masks are added at once.
const BLOCK: usize = 8;
/// Digits of a count.
const DIGITS: usize = 32;

/// One bit for each of [`Mask::BITS`] values.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::search) struct Mask([u64; WORDS]);

impl Mask {
    /// How many bits a mask has.
    pub const BITS: usize = WORDS * 64;

    /// Sets a bit.
    pub fn set(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    /// Returns whether a bit is set.
    pub fn has(self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    /// The bits that are set, in order.
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

    fn is_none(self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

/// Adds three binary digits for each bit: the sum, and what is carried.
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
    /// The masks not added yet.
    waiting: [Mask; BLOCK],
    waits: usize,
    /// The digits of all counts, the lowest first.
    digits: [Mask; DIGITS],
}

impl Default for MaskCounter {
    fn default() -> Self {
        let waiting = [Mask::default(); BLOCK];
        MaskCounter { waiting, waits: 0, digits: [Mask::default(); DIGITS] }
    }
}

impl MaskCounter {
    /// Counts the bits of a mask.
    #[inline]
    pub fn add(&mut self, mask: Mask) {
        self.waiting[self.waits] = mask;
        self.waits += 1;
        if self.waits == BLOCK {
            self.add_block();
        }
    }

    fn add_block(&mut self) {
        let [a, b, c, d, e, f, g, h] = self.waiting;
        let (ones, twos_a) = add(self.digits[0], a, b);
        let (ones, twos_b) = add(ones, c, d);
        let (twos, fours_a) = add(self.digits[1], twos_a, twos_b);
        let (ones, twos_a) = add(ones, e, f);
        let (ones, twos_b) = add(ones, g, h);
        let (twos, fours_b) = add(twos, twos_a, twos_b);
        let (fours, mut carry) = add(self.digits[2], fours_a, fours_b);
        (self.digits[0], self.digits[1], self.digits[2]) = (ones, twos, fours);
        for digit in &mut self.digits[3..] {
            if carry.is_none() {
                break;
            }
            (*digit, carry) = add(*digit, carry, Mask::default());
        }
        self.waits = 0;
    }

    /// Calls `each` with every bit that was set and how often, in parts; all counts are 0 afterwards.
    pub fn take(&mut self, mut each: impl FnMut(usize, u32)) {
        if self.waits > 0 {
            self.waiting[self.waits..].fill(Mask::default());
            self.add_block();
        }
        for (place, digit) in self.digits.iter_mut().enumerate() {
            std::mem::take(digit).bits().for_each(|bit| each(bit, 1 << place));
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
            counter.take(|bit, times| counts[bit] += times);
            for (bit, count) in (1u32..).zip(counts) {
                assert_eq!(count, masks.div_ceil(bit), "bit {bit} of {masks} masks");
            }
            counter.take(|bit, _| unreachable!("bit {bit} was taken already"));
        }
    }
}
