//! The values that many citations of a segment have, as sets of documents: where much is found, counting the members of two
//! sets is quicker than adding up citation by citation.

use crate::search::columns::Ordinals;
use crate::search::values::Ordinal;
use std::ops::Range;

/// A value is frequent when at least one citation in so many has it.
const FREQUENT: usize = 20;
/// Most frequent values of a segment.
const MAX_VALUES: usize = 64;
/// What it costs to add one to a count, and to compare 64 documents of two sets; only the ratio matters.
const COST_OF_ADDING: usize = 3;
const COST_OF_COMPARING: usize = 2;

/// A set of documents, one bit for each.
pub(super) type Bits = Vec<u64>;

/// The values of a segment, the frequent ones as sets.
#[derive(Default)]
pub(super) struct FrequentValues {
    sets: Vec<(Ordinal, Bits)>,
    rare: Numbers,
    /// Where the rare values of each document end.
    rare_ends: Vec<u32>,
    /// From so many documents found on, sets are quicker.
    worth_from: usize,
}

/// The rare values of all documents, one after the other: read in leaps, so that every byte less spares waiting for memory.
enum Numbers {
    Short(Vec<u16>),
    Long(Vec<Ordinal>),
}

impl Default for Numbers {
    fn default() -> Self {
        Numbers::Short(Vec::new())
    }
}

impl FrequentValues {
    /// Separates the frequent ones of `known` values from the others.
    pub fn of(values: &Ordinals, known: usize) -> FrequentValues {
        let documents = values.ends.len();
        let mut counts = vec![0usize; known];
        for number in &values.numbers {
            counts[*number as usize] += 1;
        }
        let mut chosen: Vec<Ordinal> = (0u32..)
            .take(known)
            .filter(|number| counts[*number as usize] * FREQUENT >= documents.max(1))
            .collect();
        chosen.sort_unstable_by_key(|number| std::cmp::Reverse(counts[*number as usize]));
        chosen.truncate(MAX_VALUES);
        let mut place = vec![None; known];
        for (n, number) in chosen.iter().enumerate() {
            place[*number as usize] = Some(n);
        }
        let mut sets: Vec<(Ordinal, Bits)> =
            chosen.into_iter().map(|number| (number, vec![0; documents.div_ceil(64)])).collect();
        let (mut rare, mut rare_ends) = (Vec::new(), Vec::with_capacity(documents));
        for doc in 0..documents {
            for number in values.of(u32::try_from(doc).unwrap_or(u32::MAX)) {
                match place[*number as usize] {
                    Some(n) => sets[n].1[doc / 64] |= 1 << (doc % 64),
                    None => rare.push(*number),
                }
            }
            rare_ends.push(u32::try_from(rare.len()).unwrap_or(u32::MAX));
        }
        let short: Result<Vec<u16>, _> = rare.iter().map(|number| u16::try_from(*number)).collect();
        let rare = short.map_or(Numbers::Long(rare), Numbers::Short);
        let comparing = COST_OF_COMPARING * sets.len() * documents.div_ceil(64);
        let adding =
            COST_OF_ADDING * (values.numbers.len() - rare_ends.last().map_or(0, |end| *end as usize));
        // What adding costs for all documents is shared evenly among them.
        let worth_from = (comparing * documents).checked_div(adding).unwrap_or(usize::MAX);
        FrequentValues { sets, rare, rare_ends, worth_from }
    }

    /// Returns whether sets are quicker for so many documents found.
    pub fn is_worth_it(&self, found: usize) -> bool {
        !self.sets.is_empty() && found >= self.worth_from
    }

    /// Calls `each` for every rare value of every document of a set.
    pub fn each_rare(&self, found: &[u64], mut each: impl FnMut(Ordinal)) {
        match &self.rare {
            Numbers::Short(rare) => self.each_range(found, |range| {
                rare.get(range).unwrap_or(&[]).iter().for_each(|number| each(Ordinal::from(*number)));
            }),
            Numbers::Long(rare) => self.each_range(found, |range| {
                rare.get(range).unwrap_or(&[]).iter().copied().for_each(&mut each);
            }),
        }
    }

    fn each_range(&self, found: &[u64], mut each: impl FnMut(Range<usize>)) {
        for (n, word) in found.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let doc = n * 64 + rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let start =
                    doc.checked_sub(1).and_then(|before| self.rare_ends.get(before)).copied().unwrap_or(0);
                let end = self.rare_ends.get(doc).copied().unwrap_or(start);
                each(start as usize..end as usize);
            }
        }
    }

    /// How many of a set of documents have each frequent value.
    pub fn counts_in<'s>(&'s self, found: &'s [u64]) -> impl Iterator<Item = (Ordinal, u32)> + 's {
        self.sets.iter().map(move |(number, set)| {
            let both = set.iter().zip(found).map(|(a, b)| (a & b).count_ones()).sum();
            (*number, both)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_frequent_and_what_is_not_make_up_all_values() {
        // Every document has 0, every third 1, and one of its own.
        let (mut values, documents) = (Ordinals::default(), 200u32);
        for doc in 0..documents {
            values.numbers.extend([2 + doc, 0].into_iter().chain((doc % 3 == 0).then_some(1)));
            values.ends.push(u32::try_from(values.numbers.len()).unwrap_or(0));
        }
        let frequent = FrequentValues::of(&values, 2 + documents as usize);
        // Comparing 2 sets of 4 words costs 16, adding 801 for 200 documents.
        assert!(frequent.is_worth_it(3) && !frequent.is_worth_it(2));
        let mut found: Bits = vec![0; 4];
        for doc in (0..documents as usize).step_by(2) {
            found[doc / 64] |= 1 << (doc % 64);
        }
        let mut rare = Vec::new();
        frequent.each_rare(&found, |number| rare.push(number));
        assert_eq!(rare, (0..documents).step_by(2).map(|doc| 2 + doc).collect::<Vec<_>>());
        assert_eq!(frequent.counts_in(&found).collect::<Vec<_>>(), [(0, 100), (1, 34)]);
    }
}
