//! The values of each document of a segment, and the documents of each value.
//!
//! The values that most documents have are bits of one mask a document, so that counting them costs a few instructions for
//! all of them; the others stand in rows of a fixed width, so that counting them takes no decision for each.

use crate::search::segments::columns::Ordinals;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::mask_counter::Mask;
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
    /// Where the rows of each document end.
    row_ends: Vec<u32>,
    /// The documents of each frequent value, made when first needed.
    frequent_documents: Box<[OnceLock<DocumentSet>]>,
    /// The documents of the rare values, made when first needed.
    rare_documents: OnceLock<RareDocuments>,
}

/// How many places a row has.
pub(super) const ROW: usize = 4;

/// The rare values of all documents, one after the other: read in leaps, so that every byte less spares waiting for memory.
/// A place is [`ROW`] more than the number of a value; where no value is, it is less than [`ROW`].
enum Rows {
    Short(Vec<[u16; ROW]>),
    Long(Vec<[u32; ROW]>),
}

impl Default for Rows {
    fn default() -> Self {
        Rows::Short(Vec::new())
    }
}

/// The documents of each rare value, one list after the other.
struct RareDocuments {
    /// Where the list of each value ends, by its number.
    ends: Vec<u32>,
    documents: Vec<u32>,
}

impl FacetIndex {
    /// Separates the frequent ones of `known` values from the others.
    pub fn of(values: &Ordinals, known: usize) -> FacetIndex {
        if values.numbers.is_empty() {
            return FacetIndex::default();
        }
        let documents = values.ends.len();
        let frequent = most_frequent(values, known);
        let mut bits = vec![None; known];
        for (bit, number) in frequent.iter().enumerate() {
            bits[*number as usize] = Some(bit);
        }
        let (mut masks, mut rows) = (vec![Mask::default(); documents], Vec::new());
        let mut row_ends = Vec::with_capacity(documents);
        for (doc, mask) in (0u32..).zip(&mut masks) {
            let rare = values.of(doc).iter().filter(|number| match bits[**number as usize] {
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
        FacetIndex { frequent, masks, rare: shortened(rows), row_ends, frequent_documents, rare_documents }
    }

    /// Which of the frequent values a document has.
    #[inline]
    pub fn mask(&self, doc: u32) -> Mask {
        self.masks.get(doc as usize).copied().unwrap_or_default()
    }

    /// The frequent value with this bit.
    pub fn frequent(&self, bit: usize) -> Option<Ordinal> {
        self.frequent.get(bit).copied()
    }

    /// Calls `each` for every place of the values of a document that are not frequent: the number of a value and [`ROW`], or
    /// less than [`ROW`] where there is none.
    #[inline]
    pub fn each_rare_place(&self, doc: u32, mut each: impl FnMut(usize)) {
        let range = self.rows_of(doc as usize);
        match &self.rare {
            Rows::Short(rows) => {
                let places = rows.get(range).unwrap_or(&[]).iter().flatten();
                places.for_each(|place| each(usize::from(*place)));
            }
            Rows::Long(rows) => {
                let places = rows.get(range).unwrap_or(&[]).iter().flatten();
                places.for_each(|place| each(*place as usize));
            }
        }
    }

    /// Calls `each` for every value of a document that is not frequent.
    fn each_rare(&self, doc: u32, mut each: impl FnMut(Ordinal)) {
        self.each_rare_place(doc, |place| {
            if let Some(number) = place.checked_sub(ROW) {
                each(Ordinal::try_from(number).unwrap_or(Ordinal::MAX));
            }
        });
    }

    /// Calls `each` for every value of a document.
    pub fn each(&self, doc: u32, mut each: impl FnMut(Ordinal)) {
        self.mask(doc).bits().filter_map(|bit| self.frequent(bit)).for_each(&mut each);
        self.each_rare(doc, each);
    }

    /// Adds the documents that have a value to a set.
    pub fn add_having(&self, value: Ordinal, to: &mut DocumentSet) {
        match self.frequent.iter().position(|frequent| *frequent == value) {
            Some(bit) => to.unite(self.frequent_documents[bit].get_or_init(|| self.having_bit(bit))),
            None => {
                let rare = self.rare_documents.get_or_init(|| self.documents_of_rare());
                rare.of(value).iter().for_each(|doc| to.insert(*doc));
            }
        }
    }

    fn having_bit(&self, bit: usize) -> DocumentSet {
        let mut documents = DocumentSet::none(self.masks.len());
        let having = (0u32..).zip(&self.masks).filter(|(_, mask)| mask.has(bit));
        having.for_each(|(doc, _)| documents.insert(doc));
        documents
    }

    /// Sorts the documents by their rare values: counts how many each has, then puts every document in its place.
    fn documents_of_rare(&self) -> RareDocuments {
        let mut ends: Vec<u32> = Vec::new();
        self.each_rare_of_all(|_, value| {
            if ends.len() <= value {
                ends.resize(value + 1, 0);
            }
            ends[value] += 1;
        });
        // First where each list begins; it becomes where the list ends while the documents are put in.
        let mut total = 0;
        for end in &mut ends {
            (*end, total) = (total, total + *end);
        }
        let mut documents = vec![0; total as usize];
        self.each_rare_of_all(|doc, value| {
            documents[ends[value] as usize] = doc;
            ends[value] += 1;
        });
        RareDocuments { ends, documents }
    }

    fn each_rare_of_all(&self, mut each: impl FnMut(u32, usize)) {
        for (doc, _) in (0u32..).zip(&self.row_ends) {
            self.each_rare(doc, |value| each(doc, value as usize));
        }
    }

    /// Where the rows of a document are.
    #[inline]
    fn rows_of(&self, doc: usize) -> Range<usize> {
        let start = doc.checked_sub(1).and_then(|before| self.row_ends.get(before)).copied().unwrap_or(0);
        let end = self.row_ends.get(doc).copied().unwrap_or(start);
        start as usize..end as usize
    }
}

impl RareDocuments {
    fn of(&self, value: Ordinal) -> &[u32] {
        let value = value as usize;
        let start = value.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(value).copied().unwrap_or(start);
        self.documents.get(start as usize..end as usize).unwrap_or(&[])
    }
}

/// Adds values in rows.
fn push_rows(values: impl Iterator<Item = Ordinal>, rows: &mut Vec<[u32; ROW]>) {
    let mut place = ROW;
    for number in values {
        if place == ROW {
            // A different place for each missing value: adding to one again and again would wait for itself.
            rows.push([0, 1, 2, 3]);
            place = 0;
        }
        if let Some(row) = rows.last_mut() {
            row[place] = number.saturating_add(ROW as u32);
        }
        place += 1;
    }
}

/// The rows in half the memory where the numbers of all values are small enough.
fn shortened(mut rows: Vec<[u32; ROW]>) -> Rows {
    let short = |row: &[u32; ROW]| {
        let mut short = [0; ROW];
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

/// The values that most documents have, as many as a mask has bits.
fn most_frequent(values: &Ordinals, known: usize) -> Vec<Ordinal> {
    let mut counts = vec![0usize; known];
    for number in &values.numbers {
        counts[*number as usize] += 1;
    }
    let mut chosen: Vec<Ordinal> =
        (0u32..).take(known).filter(|number| counts[*number as usize] > 0).collect();
    chosen.sort_unstable_by_key(|number| (std::cmp::Reverse(counts[*number as usize]), *number));
    chosen.truncate(Mask::BITS);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequent_and_rare_values_make_up_all_values() {
        // Every document has 0, every third 1, and one of its own: more values than a mask has bits.
        let (mut values, documents) = (Ordinals::default(), 2 * u32::try_from(Mask::BITS).unwrap_or(0));
        for doc in 0..documents {
            values.numbers.extend([2 + doc, 0].into_iter().chain((doc % 3 == 0).then_some(1)));
            values.ends.push(u32::try_from(values.numbers.len()).unwrap_or(0));
        }
        let known = FacetIndex::of(&values, 2 + documents as usize + 1);
        for doc in 0..documents {
            let (mut found, mut expected) = (Vec::new(), values.of(doc).to_vec());
            known.each(doc, |number| found.push(number));
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected);
        }
        for value in 0..documents + 3 {
            let (mut having, mut expected) =
                (DocumentSet::none(documents as usize), DocumentSet::none(documents as usize));
            known.add_having(value, &mut having);
            (0..documents)
                .filter(|doc| values.of(*doc).contains(&value))
                .for_each(|doc| expected.insert(doc));
            assert_eq!(having, expected, "value {value}");
        }
    }
}
