//! The facet index: the values of each document of a segment, and the documents of each value.
//!
//! The most frequent values are bits of one mask for each document, which are counted together in a few instructions. The
//! others are stored in rows of a fixed width, so that counting them needs no branches.

use crate::search::segments::columns::Ordinals;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::mask_counter::{Mask, MaskCounter};
use crate::search::segments::value_dictionary::Ordinal;
use std::ops::Range;
use std::sync::OnceLock;

/// The values of the documents in one column of a segment.
#[derive(Default)]
pub(in crate::search) struct FacetIndex {
    /// The values that have a bit in the masks.
    frequent: Vec<Ordinal>,
    masks: Vec<Mask>,
    rare: Rows,
    /// The end of each document's rows in `rare`.
    row_ends: Vec<u32>,
    /// The documents of each frequent value, computed on first use.
    frequent_documents: Box<[OnceLock<DocumentSet>]>,
    /// The documents of the rare values, computed on first use.
    rare_documents: OnceLock<RareDocuments>,
}

/// The number of slots of a row.
pub(super) const ROW_WIDTH: usize = 4;

/// How many documents are counted at once; a few in tests, so that their small catalogues have several batches.
const BATCH: usize = if cfg!(test) { 4 } else { 64 };

/// The rare values of all documents, as small as possible because they are accessed at random. A slot is the ordinal of a
/// value plus [`ROW_WIDTH`]; an empty slot is less than [`ROW_WIDTH`].
enum Rows {
    Short(Vec<[u16; ROW_WIDTH]>),
    Long(Vec<[u32; ROW_WIDTH]>),
}

impl Default for Rows {
    fn default() -> Self {
        Rows::Short(Vec::new())
    }
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
        let documents = values.ends.len();
        let frequent = most_frequent(values, value_count);
        let mut bits = vec![None; value_count];
        for (bit, number) in frequent.iter().enumerate() {
            bits[*number as usize] = Some(bit);
        }
        let (mut masks, mut rows) = (vec![Mask::default(); documents], Vec::new());
        let mut row_ends = Vec::with_capacity(documents);
        for (doc, mask) in (0u32..).zip(&mut masks) {
            let rare = values.get(doc).iter().filter(|number| match bits[**number as usize] {
                Some(bit) => {
                    mask.set(bit);
                    false
                }
                None => true,
            });
            push_rows(rare.copied(), &mut rows);
            row_ends.push(u32::try_from(rows.len()).unwrap_or(u32::MAX));
        }
        let frequent_documents = frequent.iter().map(|_| OnceLock::new()).collect();
        let rare_documents = OnceLock::new();
        FacetIndex { frequent, masks, rare: compact(rows), row_ends, frequent_documents, rare_documents }
    }

    /// The frequent values of a document.
    #[inline]
    pub fn mask(&self, doc: u32) -> Mask {
        self.masks.get(doc as usize).copied().unwrap_or_default()
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

    /// Calls `each` with every slot of these rows.
    #[inline]
    fn each_slot(&self, rows: Range<usize>, mut each: impl FnMut(usize)) {
        match &self.rare {
            Rows::Short(all) => {
                let slots = all.get(rows).unwrap_or(&[]).iter().flatten();
                slots.for_each(|slot| each(usize::from(*slot)));
            }
            Rows::Long(all) => {
                let slots = all.get(rows).unwrap_or(&[]).iter().flatten();
                slots.for_each(|slot| each(*slot as usize));
            }
        }
    }

    /// Calls `each` with every rare value of a document.
    fn each_rare(&self, doc: u32, mut each: impl FnMut(Ordinal)) {
        self.each_slot(self.row_range(doc as usize), |slot| {
            if let Some(number) = slot.checked_sub(ROW_WIDTH) {
                each(Ordinal::try_from(number).unwrap_or(Ordinal::MAX));
            }
        });
    }

    /// Counts the values of documents: the frequent ones as masks, the others by slot, which is the ordinal of a value plus
    /// [`ROW_WIDTH`], or less than [`ROW_WIDTH`] for an empty slot.
    pub(super) fn count(&self, documents: &DocumentSet, masks: &mut MaskCounter, slots: &mut [u32]) {
        let mut batch = [0; BATCH];
        let mut length = 0;
        documents.each(|doc| {
            batch[length] = doc;
            length += 1;
            if length == BATCH {
                self.count_batch(&batch, masks, slots);
                length = 0;
            }
        });
        self.count_batch(&batch[..length], masks, slots);
    }

    /// Reads from each array in a loop of its own, without branches on what is read, so that the processor waits for many
    /// accesses to memory at once.
    fn count_batch(&self, batch: &[u32], masks: &mut MaskCounter, slots: &mut [u32]) {
        let (mut masks_read, mut ranges) = ([Mask::default(); BATCH], [(0, 0); BATCH]);
        for ((mask, range), doc) in masks_read.iter_mut().zip(&mut ranges).zip(batch) {
            let Range { start, end } = self.row_range(*doc as usize);
            (*mask, *range) = (self.mask(*doc), (start, end));
        }
        for (mask, (start, end)) in masks_read.iter().zip(ranges).take(batch.len()) {
            masks.add(*mask);
            self.each_slot(start..end, |slot| slots[slot] += 1);
        }
    }

    /// Calls `each` with every value of a document.
    pub fn each(&self, doc: u32, each: impl FnMut(Ordinal)) {
        self.each_wanted(doc, self.mask(doc), each);
    }

    /// Calls `each` with every value of a document that is rare or has a bit in a mask.
    pub fn each_wanted(&self, doc: u32, frequent: Mask, mut each: impl FnMut(Ordinal)) {
        let found = self.mask(doc).and(frequent);
        found.bits().filter_map(|bit| self.frequent(bit)).for_each(&mut each);
        self.each_rare(doc, each);
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
        for (doc, mask) in (0u32..).zip(&self.masks) {
            if !mask.and(frequent).is_empty() {
                set.insert(doc);
            } else {
                self.each_rare(doc, |value| {
                    if passes(value) {
                        set.insert(doc)
                    }
                });
            }
        }
    }

    fn frequent_documents(&self, bit: usize) -> DocumentSet {
        let mut documents = DocumentSet::none(self.masks.len());
        let with_bit = (0u32..).zip(&self.masks).filter(|(_, mask)| mask.has(bit));
        with_bit.for_each(|(doc, _)| documents.insert(doc));
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
        for (doc, _) in (0u32..).zip(&self.row_ends) {
            self.each_rare(doc, |value| each(doc, value as usize));
        }
    }

    #[inline]
    fn row_range(&self, doc: usize) -> Range<usize> {
        let start = doc.checked_sub(1).and_then(|before| self.row_ends.get(before)).copied().unwrap_or(0);
        let end = self.row_ends.get(doc).copied().unwrap_or(start);
        start as usize..end as usize
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

/// Adds rows with these values.
fn push_rows(values: impl Iterator<Item = Ordinal>, rows: &mut Vec<[u32; ROW_WIDTH]>) {
    let mut slot = ROW_WIDTH;
    for number in values {
        if slot == ROW_WIDTH {
            // Different numbers, because repeated additions to the same count would be dependent on each other.
            rows.push([0, 1, 2, 3]);
            slot = 0;
        }
        if let Some(row) = rows.last_mut() {
            row[slot] = number.saturating_add(ROW_WIDTH as u32);
        }
        slot += 1;
    }
}

/// Halves the size of the rows when all ordinals are small enough.
fn compact(mut rows: Vec<[u32; ROW_WIDTH]>) -> Rows {
    let short = |row: &[u32; ROW_WIDTH]| {
        let mut short = [0; ROW_WIDTH];
        for (to, from) in short.iter_mut().zip(row) {
            *to = u16::try_from(*from).ok()?;
        }
        Some(short)
    };
    match rows.iter().map(short).collect() {
        Some(rows) => Rows::Short(rows),
        None => {
            rows.shrink_to_fit();
            Rows::Long(rows)
        }
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
        // Every document has 0 and a value of its own, every third has 1: more values than a mask has bits.
        let (mut values, documents) = (Ordinals::default(), 2 * u32::try_from(Mask::BITS).unwrap_or(0));
        for doc in 0..documents {
            values.numbers.extend([2 + doc, 0].into_iter().chain((doc % 3 == 0).then_some(1)));
            values.ends.push(u32::try_from(values.numbers.len()).unwrap_or(0));
        }
        let index = FacetIndex::new(&values, 2 + documents as usize + 1);
        for doc in 0..documents {
            let (mut found, mut expected) = (Vec::new(), values.get(doc).to_vec());
            index.each(doc, |number| found.push(number));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
        for value in 0..documents + 3 {
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
