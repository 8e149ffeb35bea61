//! Random numbers from a fixed seed: the same examples and the same model every time.

/// A generator (SplitMix64).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to 1, without 1.
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (((self.next() >> 32) * end as u64) >> 32) as usize
    }

    pub fn chance(&mut self, probability: f64) -> bool {
        self.share() < probability
    }

    pub fn choose<'l, T>(&mut self, list: &'l [T]) -> &'l T {
        &list[self.below(list.len())]
    }

    /// The whole part of a number, or one more with the probability of the rest.
    pub fn round(&mut self, number: f64) -> usize {
        number as usize + usize::from(self.chance(number.fract()))
    }

    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            let other = self.below(end + 1);
            list.swap(end, other);
        }
    }

    /// A few members of a long list, in random order.
    pub fn sample_few<T: Clone>(&mut self, list: &[T], count: usize) -> Vec<T> {
        (0..count.min(list.len())).map(|_| self.choose(list).clone()).collect()
    }

    /// Some members of a list, each once, in random order.
    pub fn sample<T: Clone>(&mut self, list: &[T], count: usize) -> Vec<T> {
        let mut places: Vec<usize> = (0..list.len()).collect();
        let count = count.min(list.len());
        for place in 0..count {
            let other = place + self.below(list.len() - place);
            places.swap(place, other);
        }
        places[..count].iter().map(|place| list[*place].clone()).collect()
    }
}
