//! The documents of each value of a segment: those of frequent values as sets, those of rare ones by document and by value.
//!
//! Where much is found, counting the members of two sets is quicker than adding up citation by citation; and a filter is
//! joined from sets before the first citation is asked.

use crate::search::columns::Ordinals;
use crate::search::document_set::DocumentSet;
use crate::search::values::Ordinal;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;

/// A value is frequent when at least one citation in so many has it.
const FREQUENT: usize = 20;
/// Most frequent values of a segment.
const MAX_VALUES: usize = 64;
/// What it costs to add one to a count, and to compare 64 documents of two sets; only the ratio matters.
const COST_OF_ADDING: usize = 3;
const COST_OF_COMPARING: usize = 2;

/// The documents of the values in one column of a segment.
#[derive(Default)]
pub(super) struct ValueDocuments {
    frequent: Vec<(Ordinal, DocumentSet)>,
    rare: Numbers,
    /// Where the rare values of each document end.
    rare_ends: Vec<u32>,
    /// The documents of each rare value, made when first needed.
    of_rare: OnceLock<HashMap<Ordinal, Vec<u32>>>,
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

impl ValueDocuments {
    /// Separates the frequent ones of `known` values from the others.
    pub fn of(values: &Ordinals, known: usize) -> ValueDocuments {
        let documents = values.ends.len();
        let chosen = most_frequent(values, known);
        let mut place = vec![None; known];
        for (n, number) in chosen.iter().enumerate() {
            place[*number as usize] = Some(n);
        }
        let mut frequent: Vec<(Ordinal, DocumentSet)> =
            chosen.into_iter().map(|number| (number, DocumentSet::none(documents))).collect();
        let (mut rare, mut rare_ends) = (Vec::new(), Vec::with_capacity(documents));
        for doc in (0u32..).take(documents) {
            for number in values.of(doc) {
                match place[*number as usize] {
                    Some(n) => frequent[n].1.insert(doc),
                    None => rare.push(*number),
                }
            }
            rare_ends.push(u32::try_from(rare.len()).unwrap_or(u32::MAX));
        }
        let comparing = COST_OF_COMPARING * frequent.len() * documents.div_ceil(64);
        let adding = COST_OF_ADDING * (values.numbers.len() - rare.len());
        // What adding costs for all documents is shared evenly among them.
        let worth_from = (comparing * documents).checked_div(adding).unwrap_or(usize::MAX);
        let short: Result<Vec<u16>, _> = rare.iter().map(|number| u16::try_from(*number)).collect();
        let rare = short.map_or(Numbers::Long(rare), Numbers::Short);
        ValueDocuments { frequent, rare, rare_ends, of_rare: OnceLock::new(), worth_from }
    }

    /// Returns whether sets are quicker for so many documents found.
    pub fn is_worth_it(&self, found: usize) -> bool {
        !self.frequent.is_empty() && found >= self.worth_from
    }

    /// Calls `each` for every rare value of every document of a set.
    pub fn each_rare(&self, found: &DocumentSet, mut each: impl FnMut(Ordinal)) {
        match &self.rare {
            Numbers::Short(rare) => found.documents().for_each(|doc| {
                let numbers = rare.get(self.rare_of(doc)).unwrap_or(&[]);
                numbers.iter().for_each(|number| each(Ordinal::from(*number)));
            }),
            Numbers::Long(rare) => found.documents().for_each(|doc| {
                rare.get(self.rare_of(doc)).unwrap_or(&[]).iter().copied().for_each(&mut each);
            }),
        }
    }

    /// How many of a set of documents have each frequent value.
    pub fn counts_in<'s>(&'s self, found: &'s DocumentSet) -> impl Iterator<Item = (Ordinal, u32)> + 's {
        self.frequent.iter().map(move |(number, set)| (*number, set.count_common(found)))
    }

    /// The documents that have a value; `None` when none has it.
    pub fn having(&self, value: Ordinal) -> Option<Cow<'_, DocumentSet>> {
        if let Some((_, set)) = self.frequent.iter().find(|(number, _)| *number == value) {
            return Some(Cow::Borrowed(set));
        }
        let documents = self.of_rare.get_or_init(|| self.documents_of_rare()).get(&value)?;
        let mut set = DocumentSet::none(self.rare_ends.len());
        documents.iter().for_each(|doc| set.insert(*doc));
        Some(Cow::Owned(set))
    }

    fn documents_of_rare(&self) -> HashMap<Ordinal, Vec<u32>> {
        let mut documents: HashMap<Ordinal, Vec<u32>> = HashMap::new();
        for doc in (0u32..).take(self.rare_ends.len()) {
            let range = self.rare_of(doc as usize);
            let mut note = |number: Ordinal| documents.entry(number).or_default().push(doc);
            match &self.rare {
                Numbers::Short(rare) => rare[range].iter().for_each(|number| note(Ordinal::from(*number))),
                Numbers::Long(rare) => rare[range].iter().for_each(|number| note(*number)),
            }
        }
        documents
    }

    /// Where the rare values of a document are.
    fn rare_of(&self, doc: usize) -> Range<usize> {
        let start = doc.checked_sub(1).and_then(|before| self.rare_ends.get(before)).copied().unwrap_or(0);
        let end = self.rare_ends.get(doc).copied().unwrap_or(start);
        start as usize..end as usize
    }
}

/// The values that are frequent, the most frequent first.
fn most_frequent(values: &Ordinals, known: usize) -> Vec<Ordinal> {
    let mut counts = vec![0usize; known];
    for number in &values.numbers {
        counts[*number as usize] += 1;
    }
    let mut chosen: Vec<Ordinal> = (0u32..)
        .take(known)
        .filter(|number| counts[*number as usize] * FREQUENT >= values.ends.len().max(1))
        .collect();
    chosen.sort_unstable_by_key(|number| std::cmp::Reverse(counts[*number as usize]));
    chosen.truncate(MAX_VALUES);
    chosen
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_frequent_and_what_is_not_make_up_all_values() {
        // Every document has 0, every third 1, and one of its own.
        let (mut values, documents) = (Ordinals::default(), 200u32);
        for doc in 0..documents {
            values.numbers.extend([2 + doc, 0].into_iter().chain((doc % 3 == 0).then_some(1)));
            values.ends.push(u32::try_from(values.numbers.len()).unwrap());
        }
        let known = ValueDocuments::of(&values, 2 + documents as usize + 1);
        // Comparing 2 sets of 4 words costs 16, adding 801 for 200 documents.
        assert!(known.is_worth_it(3) && !known.is_worth_it(2));
        let mut found = DocumentSet::none(documents as usize);
        (0..documents).step_by(2).for_each(|doc| found.insert(doc));
        let mut rare = Vec::new();
        known.each_rare(&found, |number| rare.push(number));
        assert_eq!(rare, (0..documents).step_by(2).map(|doc| 2 + doc).collect::<Vec<_>>());
        assert_eq!(known.counts_in(&found).collect::<Vec<_>>(), [(0, 100), (1, 34)]);
        let having = |value| known.having(value).map(|set| set.documents().collect::<Vec<_>>());
        assert_eq!(having(1).unwrap(), (0..200).step_by(3).collect::<Vec<_>>());
        assert_eq!(having(2 + 150).unwrap(), [150]);
        assert_eq!(having(2 + documents), None, "no document has it");
    }
}
