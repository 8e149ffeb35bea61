//! The facet index: the values of each document of a segment, and the documents of each value.
//!
//! The most frequent values are bits of one mask for each document, which are counted together in a few instructions. The
//! others are in a fixed number of slots, so that counting them needs no branches.

use crate::search::segments::columns::Ordinals;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::facet_index::value_rows::ValueRows;
use crate::search::segments::mask_counter::{Mask, MaskCounter};
use crate::search::segments::value_dictionary::Ordinal;
use std::sync::OnceLock;

pub(super) mod value_rows;

/// The values of the documents in one column of a segment.
#[derive(Default)]
pub(in crate::search) struct FacetIndex {
    /// The values that have a bit in the masks.
    frequent: Vec<Ordinal>,
    rows: ValueRows,
    /// The documents of each frequent value, computed on first use.
    frequent_documents: Box<[OnceLock<DocumentSet>]>,
    /// The documents of the rare values, computed on first use.
    rare_documents: OnceLock<RareDocuments>,
}

/// The documents of each rare value, concatenated.
struct RareDocuments {
    /// The end of each value's documents, by ordinal.
    ends: Vec<u32>,
    documents: Vec<u32>,
}

impl FacetIndex {
    /// Builds the index of a segment; all ordinals are less than `value_count`.
    pub fn new(values: &Ordinals, value_count: usize) -> FacetIndex {
        if values.numbers.is_empty() {
            return FacetIndex::default();
        }
        let frequent = most_frequent(values, value_count);
        let mut bits = vec![None; value_count];
        for (bit, number) in frequent.iter().enumerate() {
            bits[*number as usize] = Some(bit);
        }
        let frequent_documents = frequent.iter().map(|_| OnceLock::new()).collect();
        let (rows, rare_documents) = (ValueRows::new(values, &bits), OnceLock::new());
        FacetIndex { frequent, rows, frequent_documents, rare_documents }
    }

    /// The frequent values of a document.
    #[inline]
    pub fn mask(&self, doc: u32) -> Mask {
        self.rows.mask(doc)
    }

    /// The mask of the frequent values that pass.
    pub fn mask_of(&self, passes: impl Fn(Ordinal) -> bool) -> Mask {
        let mut mask = Mask::default();
        let passing = self.frequent.iter().enumerate().filter(|(_, value)| passes(**value));
        passing.for_each(|(bit, _)| mask.set(bit));
        mask
    }

    /// The frequent value with this bit.
    pub fn frequent(&self, bit: usize) -> Option<Ordinal> {
        self.frequent.get(bit).copied()
    }

    /// Counts the values of documents: see [`ValueRows::count`].
    pub(super) fn count(&self, documents: &DocumentSet, masks: &mut MaskCounter, slots: &mut [u32]) {
        self.rows.count(documents, masks, slots);
    }

    /// Calls `each` with every value of a document.
    pub fn each(&self, doc: u32, each: impl FnMut(Ordinal)) {
        self.each_wanted(doc, self.mask(doc), each);
    }

    /// Calls `each` with every value of a document that is rare or has a bit in a mask.
    pub fn each_wanted(&self, doc: u32, frequent: Mask, mut each: impl FnMut(Ordinal)) {
        let found = self.mask(doc).and(frequent);
        found.bits().filter_map(|bit| self.frequent(bit)).for_each(&mut each);
        self.rows.each_rare(doc, each);
    }

    /// Adds the documents that have a value to `set`.
    pub fn add_documents(&self, value: Ordinal, set: &mut DocumentSet) {
        match self.frequent.iter().position(|frequent| *frequent == value) {
            Some(bit) => set.unite(self.frequent_documents[bit].get_or_init(|| self.frequent_documents(bit))),
            None => {
                let rare = self.rare_documents.get_or_init(|| self.rare_documents());
                rare.get(value).iter().for_each(|doc| set.insert(*doc));
            }
        }
    }

    /// Adds the documents that have a value that passes to `set`.
    pub fn add_documents_with(&self, passes: impl Fn(Ordinal) -> bool, set: &mut DocumentSet) {
        let frequent = self.mask_of(&passes);
        for doc in self.documents() {
            if !self.mask(doc).and(frequent).is_empty() {
                set.insert(doc);
            } else {
                self.rows.each_rare(doc, |value| {
                    if passes(value) {
                        set.insert(doc)
                    }
                });
            }
        }
    }

    fn frequent_documents(&self, bit: usize) -> DocumentSet {
        let mut documents = DocumentSet::none(self.rows.len());
        self.documents().filter(|doc| self.mask(*doc).has(bit)).for_each(|doc| documents.insert(doc));
        documents
    }

    /// A counting sort of the documents by rare value.
    fn rare_documents(&self) -> RareDocuments {
        let mut ends: Vec<u32> = Vec::new();
        self.each_rare_pair(|_, value| {
            if ends.len() <= value {
                ends.resize(value + 1, 0);
            }
            ends[value] += 1;
        });
        // Now the starts of the lists; each becomes an end while its documents are inserted.
        let mut total = 0;
        for end in &mut ends {
            (*end, total) = (total, total + *end);
        }
        let mut documents = vec![0; total as usize];
        self.each_rare_pair(|doc, value| {
            documents[ends[value] as usize] = doc;
            ends[value] += 1;
        });
        RareDocuments { ends, documents }
    }

    fn each_rare_pair(&self, mut each: impl FnMut(u32, usize)) {
        for doc in self.documents() {
            self.rows.each_rare(doc, |value| each(doc, value as usize));
        }
    }

    fn documents(&self) -> impl Iterator<Item = u32> {
        (0u32..).take(self.rows.len())
    }
}

impl RareDocuments {
    fn get(&self, value: Ordinal) -> &[u32] {
        let value = value as usize;
        let start = value.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(value).copied().unwrap_or(start);
        self.documents.get(start as usize..end as usize).unwrap_or(&[])
    }
}

/// The most frequent values, at most [`Mask::BITS`].
fn most_frequent(values: &Ordinals, value_count: usize) -> Vec<Ordinal> {
    let mut counts = vec![0usize; value_count];
    for number in &values.numbers {
        counts[*number as usize] += 1;
    }
    let mut frequent: Vec<Ordinal> =
        (0u32..).take(value_count).filter(|number| counts[*number as usize] > 0).collect();
    frequent.sort_unstable_by_key(|number| (std::cmp::Reverse(counts[*number as usize]), *number));
    frequent.truncate(Mask::BITS);
    frequent
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_frequent_or_rare() {
        // Every document has 0, every third has 1, and each has up to four of its own: more than a mask has bits, and a row
        // slots.
        let (mut values, documents) = (Ordinals::default(), 2 * u32::try_from(Mask::BITS).unwrap_or(0));
        for doc in 0..documents {
            let own = 2 + 4 * doc..2 + 4 * doc + doc % 5;
            values.numbers.extend(own.chain([0]).chain((doc % 3 == 0).then_some(1)));
            values.ends.push(u32::try_from(values.numbers.len()).unwrap_or(0));
        }
        let value_count = 2 + 4 * documents;
        let index = FacetIndex::new(&values, value_count as usize);
        for doc in 0..documents {
            let (mut found, mut expected) = (Vec::new(), values.get(doc).to_vec());
            index.each(doc, |number| found.push(number));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
        for value in 0..value_count + 3 {
            let (mut documents_of_value, mut expected) =
                (DocumentSet::none(documents as usize), DocumentSet::none(documents as usize));
            index.add_documents(value, &mut documents_of_value);
            (0..documents)
                .filter(|doc| values.get(*doc).contains(&value))
                .for_each(|doc| expected.insert(doc));
            assert_eq!(documents_of_value, expected, "value {value}");
        }
    }
}
