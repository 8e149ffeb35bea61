//! The facet index: the values of each document of a segment, and the documents of each value.
//!
//! The most frequent values are bits of one mask for each document, which are counted together in a few instructions. The
//! others are in a fixed number of slots, so that counting them needs no branches. The values of a document are in one row, so
//! that counting them waits for memory once for each document.
//!
//! How often each bit is set in many masks is a positional population count by carry-save adders: eight masks are added at a
//! time into bit-sliced counters, which have one mask for each binary digit (Harley and Seal; described in "Faster Population
//! Counts Using AVX2 Instructions", Muła, Kurz, Lemire, 2018).

use crate::search::segments::columns::Ordinals;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::value_dictionary::Ordinal;
use std::sync::OnceLock;

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

/// The number of slots of a row: enough for the rare values of 97 % of the citations of real catalogues. A power of two, so that
/// a row with its mask is half a line of the processor's cache.
pub(in crate::search::segments) const ROW_WIDTH: usize = if cfg!(test) { 2 } else { 8 };

/// How many documents are counted at once; a few in tests, so that their small catalogues have several batches.
const BATCH: usize = if cfg!(test) { 4 } else { 64 };

/// The values of a document: the frequent ones as bits, and rare ones in slots. A slot is the ordinal of a value plus
/// [`ROW_WIDTH`]; an empty slot is less than [`ROW_WIDTH`].
#[derive(Clone, Copy)]
struct Row<S, const WIDTH: usize> {
    mask: Mask,
    slots: [S; WIDTH],
}

/// The rows of all documents, as small as the number of values allows.
enum Rows {
    /// Without rare values.
    Masks(Vec<Row<u16, 0>>),
    Short(Vec<Row<u16, ROW_WIDTH>>),
    Long(Vec<Row<u32, ROW_WIDTH>>),
}

/// The rows of all documents, and the rare values that their slots have no room for.
pub(super) struct ValueRows {
    rows: Rows,
    overflow: Overflow,
}

/// The rare values that rows have no room for.
#[derive(Default)]
struct Overflow {
    documents: DocumentSet,
    /// The same documents in ascending order, with the end of the values of each.
    ends: Vec<(u32, u32)>,
    values: Vec<Ordinal>,
}

impl Default for ValueRows {
    fn default() -> Self {
        ValueRows { rows: Rows::Masks(Vec::new()), overflow: Overflow::default() }
    }
}

impl ValueRows {
    /// Builds the rows of a segment. `bits` has the bit of each frequent value by ordinal; all other values are rare.
    pub fn new(values: &Ordinals, bits: &[Option<usize>]) -> ValueRows {
        let mut overflow =
            Overflow { documents: DocumentSet::none(values.ends.len()), ..Overflow::default() };
        let has_rare_values = values.numbers.iter().any(|number| bits[*number as usize].is_none());
        let rows = if !has_rare_values {
            Rows::Masks(build(values, bits, &mut overflow))
        } else if bits.len() + ROW_WIDTH <= usize::from(u16::MAX) {
            Rows::Short(build(values, bits, &mut overflow))
        } else {
            Rows::Long(build(values, bits, &mut overflow))
        };
        ValueRows { rows, overflow }
    }

    /// The number of documents.
    pub fn len(&self) -> usize {
        match &self.rows {
            Rows::Masks(rows) => rows.len(),
            Rows::Short(rows) => rows.len(),
            Rows::Long(rows) => rows.len(),
        }
    }

    /// The frequent values of a document.
    #[inline]
    pub fn mask(&self, doc: u32) -> Mask {
        let doc = doc as usize;
        let mask = match &self.rows {
            Rows::Masks(rows) => rows.get(doc).map(|row| row.mask),
            Rows::Short(rows) => rows.get(doc).map(|row| row.mask),
            Rows::Long(rows) => rows.get(doc).map(|row| row.mask),
        };
        mask.unwrap_or_default()
    }

    /// Calls `each` with every rare value of a document.
    pub fn each_rare(&self, doc: u32, mut each: impl FnMut(Ordinal)) {
        let mut each_slot = |slot: u32| {
            if let Some(number) = slot.checked_sub(ROW_WIDTH as u32) {
                each(number);
            }
        };
        match &self.rows {
            Rows::Masks(_) => {}
            Rows::Short(rows) => {
                rows.get(doc as usize)
                    .iter()
                    .flat_map(|row| row.slots)
                    .for_each(|slot| each_slot(slot.into()));
            }
            Rows::Long(rows) => {
                rows.get(doc as usize).iter().flat_map(|row| row.slots).for_each(each_slot);
            }
        }
        self.overflow.get(doc).iter().copied().for_each(each);
    }

    /// Counts the values of documents: the frequent ones as masks, the others by slot, which is the ordinal of a value plus
    /// [`ROW_WIDTH`], or less than [`ROW_WIDTH`] for an empty slot.
    pub fn count(&self, documents: &DocumentSet, masks: &mut MaskCounter, slots: &mut [u32]) {
        match &self.rows {
            Rows::Masks(rows) => count(rows, documents, masks, slots),
            Rows::Short(rows) => count(rows, documents, masks, slots),
            Rows::Long(rows) => count(rows, documents, masks, slots),
        }
        let mut start = 0;
        for (doc, end) in &self.overflow.ends {
            let end = *end as usize;
            if documents.contains(*doc) {
                let values = self.overflow.values.get(start..end).unwrap_or_default();
                values.iter().for_each(|value| slots[ROW_WIDTH + *value as usize] += 1);
            }
            start = end;
        }
    }
}

impl Overflow {
    /// The values of a document.
    fn get(&self, doc: u32) -> &[Ordinal] {
        if !self.documents.contains(doc) {
            return &[];
        }
        let Ok(place) = self.ends.binary_search_by_key(&doc, |(doc, _)| *doc) else { return &[] };
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before].1);
        self.values.get(start as usize..self.ends[place].1 as usize).unwrap_or(&[])
    }
}

fn build<S: Copy + Default + TryFrom<u32>, const WIDTH: usize>(
    values: &Ordinals,
    bits: &[Option<usize>],
    overflow: &mut Overflow,
) -> Vec<Row<S, WIDTH>> {
    let slot = |number: usize| S::try_from(u32::try_from(number).unwrap_or(u32::MAX)).unwrap_or_default();
    // Different numbers, because repeated additions to the same count would be dependent on each other.
    let empty = Row { mask: Mask::default(), slots: std::array::from_fn(slot) };
    let documents = (0u32..).take(values.ends.len());
    let row = |doc: u32| {
        let (mut row, mut length) = (empty, 0);
        for value in values.get(doc) {
            match bits[*value as usize] {
                Some(bit) => row.mask.set(bit),
                None if length < WIDTH => {
                    row.slots[length] = slot(ROW_WIDTH + *value as usize);
                    length += 1;
                }
                None => overflow.values.push(*value),
            }
        }
        let end = u32::try_from(overflow.values.len()).unwrap_or(u32::MAX);
        if end > overflow.ends.last().map_or(0, |(_, end)| *end) {
            overflow.documents.insert(doc);
            overflow.ends.push((doc, end));
        }
        row
    };
    documents.map(row).collect()
}

/// Counts the values of documents, without those that rows have no room for.
fn count<S: Copy + Into<u32>, const WIDTH: usize>(
    rows: &[Row<S, WIDTH>],
    documents: &DocumentSet,
    masks: &mut MaskCounter,
    slots: &mut [u32],
) {
    let mut batch = [0; BATCH];
    let mut length = 0;
    documents.each(|doc| {
        batch[length] = doc;
        length += 1;
        if length == BATCH {
            count_batch(rows, &batch, masks, slots);
            length = 0;
        }
    });
    count_batch(rows, &batch[..length], masks, slots);
}

/// Reads all rows before it counts their values, so that the processor waits for many accesses to memory at once.
fn count_batch<S: Copy + Into<u32>, const WIDTH: usize>(
    rows: &[Row<S, WIDTH>],
    batch: &[u32],
    masks: &mut MaskCounter,
    slots: &mut [u32],
) {
    let Some(mut read) = rows.first().map(|row| [*row; BATCH]) else { return };
    for (to, doc) in read.iter_mut().zip(batch) {
        if let Some(row) = rows.get(*doc as usize) {
            *to = *row;
        }
    }
    for row in read.iter().take(batch.len()) {
        masks.add(row.mask);
        row.slots.into_iter().for_each(|slot| slots[slot.into() as usize] += 1);
    }
}

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

#[cfg(test)]
mod mask_counter_tests {
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
