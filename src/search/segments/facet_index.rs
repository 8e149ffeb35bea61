//! The facet index: the values of each document of a segment, and the documents of each value.

use crate::search::segments::columns::Ordinals;
use crate::search::segments::document::VALUE_LISTS;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use std::sync::OnceLock;

/// The values of the documents in one column of a segment.
#[derive(Default)]
pub(in crate::search) struct FacetIndex {
    values: Ordinals,
    /// The documents of each value, by ordinal; computed when first needed.
    documents: OnceLock<Ordinals>,
}

impl FacetIndex {
    pub fn new(values: Ordinals) -> FacetIndex {
        FacetIndex { values, documents: OnceLock::new() }
    }

    /// The values of a document.
    #[inline]
    pub fn get(&self, doc: u32) -> &[Ordinal] {
        self.values.get(doc)
    }

    /// Adds one to the count of each value of these documents.
    pub fn count(&self, documents: &DocumentSet, counts: &mut [u32]) {
        documents.each(|doc| self.get(doc).iter().for_each(|value| counts[*value as usize] += 1));
    }

    /// Adds the documents that have a value to `set`.
    pub fn add_documents(&self, value: Ordinal, set: &mut DocumentSet) {
        let documents = self.documents.get_or_init(|| self.documents_by_value());
        documents.get(value).iter().for_each(|doc| set.insert(*doc));
    }

    /// Adds the documents that have a value that passes to `set`.
    pub fn add_documents_with(&self, passes: impl Fn(Ordinal) -> bool, set: &mut DocumentSet) {
        let passing =
            (0u32..).take(self.values.ends.len()).filter(|doc| self.get(*doc).iter().any(|v| passes(*v)));
        passing.for_each(|doc| set.insert(doc));
    }

    /// A counting sort of the documents by value.
    fn documents_by_value(&self) -> Ordinals {
        let count = self.values.numbers.iter().max().map_or(0, |highest| *highest as usize + 1);
        let mut ends = vec![0u32; count];
        self.values.numbers.iter().for_each(|value| ends[*value as usize] += 1);
        // Now the starts of the lists; each becomes an end while its documents are inserted.
        let mut total = 0;
        for end in &mut ends {
            (*end, total) = (total, total + *end);
        }
        let mut numbers = vec![0; total as usize];
        for doc in (0u32..).take(self.values.ends.len()) {
            for value in self.get(doc) {
                numbers[ends[*value as usize] as usize] = doc;
                ends[*value as usize] += 1;
            }
        }
        Ordinals { ends, numbers }
    }
}

/// How many counts are tested for 0 at once: most searches count few of the values.
const CHUNK: usize = 16;

/// All citations that a search without query and filter finds, with the counts of their values.
pub(in crate::search) struct Everything {
    /// By segment.
    pub documents: Vec<DocumentSet>,
    citations: usize,
    pub counts: Counts,
}

impl Everything {
    pub fn new(values: &ValueDictionary, indexes: &[&FacetIndex], documents: Vec<DocumentSet>) -> Everything {
        let citations = documents.iter().map(DocumentSet::len).sum();
        Everything { counts: Counts::count(values, indexes, &documents), documents, citations }
    }
}

/// The number of citations that have each value, by ordinal.
pub(in crate::search) struct Counts(Vec<u32>);

impl Counts {
    fn count(values: &ValueDictionary, indexes: &[&FacetIndex], documents: &[DocumentSet]) -> Counts {
        let mut counts = vec![0; values.len()];
        for (index, documents) in indexes.iter().zip(documents) {
            index.count(documents, &mut counts);
        }
        Counts(counts)
    }

    /// Counts the values of some documents. When they are most of `everything`, the other documents are counted and subtracted.
    pub fn among(
        values: &ValueDictionary,
        indexes: &[&FacetIndex],
        documents: &[DocumentSet],
        everything: &Everything,
    ) -> Counts {
        if documents.iter().map(DocumentSet::len).sum::<usize>() * 2 <= everything.citations {
            return Counts::count(values, indexes, documents);
        }
        let mut others = everything.documents.clone();
        others.iter_mut().zip(documents).for_each(|(others, documents)| others.subtract(documents));
        let Counts(mut counts) = Counts::count(values, indexes, &others);
        counts.iter_mut().zip(&everything.counts.0).for_each(|(count, all)| *count = all - *count);
        Counts(counts)
    }

    /// Adds the counts of `others` for the values of one list.
    pub fn add_list(&mut self, others: &Counts, values: &ValueDictionary, list: usize) {
        values.all(list).for_each(|value| self.0[value as usize] += others.get(value));
    }

    pub fn get(&self, value: Ordinal) -> u32 {
        self.0.get(value as usize).copied().unwrap_or(0)
    }

    /// The values with a count above 0, by value list.
    pub fn nonzero(&self, values: &ValueDictionary) -> [Vec<(Ordinal, u32)>; VALUE_LISTS] {
        let mut lists: [Vec<(Ordinal, u32)>; VALUE_LISTS] = Default::default();
        for (first, counts) in (0..).step_by(CHUNK).zip(self.0.chunks(CHUNK)) {
            if counts.iter().fold(0, |all, count| all | count) > 0 {
                for (value, count) in (first..).zip(counts).filter(|(_, count)| **count > 0) {
                    lists[values.list(value)].push((value, *count));
                }
            }
        }
        lists
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_found_by_each_of_their_values() {
        // Every document has 0, every third has 1, and each has up to four of its own.
        let (mut values, documents) = (Ordinals::default(), 200);
        for doc in 0..documents {
            let own = 2 + 4 * doc..2 + 4 * doc + doc % 5;
            values.numbers.extend(own.chain([0]).chain((doc % 3 == 0).then_some(1)));
            values.ends.push(u32::try_from(values.numbers.len()).unwrap_or(0));
        }
        let expected = Ordinals { ends: values.ends.clone(), numbers: values.numbers.clone() };
        let index = FacetIndex::new(values);
        for value in 0..2 + 4 * documents + 3 {
            let (mut found, mut with_value) =
                (DocumentSet::none(documents as usize), DocumentSet::none(documents as usize));
            index.add_documents(value, &mut found);
            (0..documents)
                .filter(|doc| expected.get(*doc).contains(&value))
                .for_each(|doc| with_value.insert(doc));
            assert_eq!(found, with_value, "value {value}");
        }
    }
}
