//! The values of each document in one row, so that counting them waits for memory once for each document.

use crate::search::segments::columns::Ordinals;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::mask_counter::{Mask, MaskCounter};
use crate::search::segments::value_dictionary::Ordinal;

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
