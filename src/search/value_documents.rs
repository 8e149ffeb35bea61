//! The values of each document of a segment, and the documents of each value.
//!
//! The values that most documents have are bits of one mask a document, so that counting them costs a few instructions for
//! all of them; the others stand in one row.

use crate::search::columns::Ordinals;
use crate::search::document_set::DocumentSet;
use crate::search::mask_counter::Mask;
use crate::search::values::Ordinal;
use std::ops::Range;
use std::sync::OnceLock;

/// The values of the documents in one column of a segment.
#[derive(Default)]
pub(super) struct ValueDocuments {
    /// The values that have a bit in the masks.
    frequent: Vec<Ordinal>,
    masks: Vec<Mask>,
    rare: Numbers,
    /// Where the rare values of each document end.
    rare_ends: Vec<u32>,
    /// The documents of each frequent value, made when first needed.
    frequent_documents: Box<[OnceLock<DocumentSet>]>,
    /// The documents of the rare values, made when first needed.
    rare_documents: OnceLock<RareDocuments>,
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

/// The documents of each rare value, one list after the other.
struct RareDocuments {
    /// Where the list of each value ends, by its number.
    ends: Vec<u32>,
    documents: Vec<u32>,
}

impl ValueDocuments {
    /// Separates the frequent ones of `known` values from the others.
    pub fn of(values: &Ordinals, known: usize) -> ValueDocuments {
        if values.numbers.is_empty() {
            return ValueDocuments::default();
        }
        let documents = values.ends.len();
        let frequent = most_frequent(values, known);
        let mut bits = vec![None; known];
        for (bit, number) in frequent.iter().enumerate() {
            bits[*number as usize] = Some(bit);
        }
        let (mut masks, mut rare) = (vec![Mask::default(); documents], Vec::new());
        let mut rare_ends = Vec::with_capacity(documents);
        for (doc, mask) in (0u32..).zip(&mut masks) {
            for number in values.of(doc) {
                match bits[*number as usize] {
                    Some(bit) => mask.set(bit),
                    None => rare.push(*number),
                }
            }
            rare_ends.push(u32::try_from(rare.len()).unwrap_or(u32::MAX));
        }
        let short: Result<Vec<u16>, _> = rare.iter().map(|number| u16::try_from(*number)).collect();
        let rare = short.map_or_else(
            |_| {
                rare.shrink_to_fit();
                Numbers::Long(rare)
            },
            Numbers::Short,
        );
        let frequent_documents = frequent.iter().map(|_| OnceLock::new()).collect();
        ValueDocuments {
            frequent,
            masks,
            rare,
            rare_ends,
            frequent_documents,
            rare_documents: OnceLock::new(),
        }
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

    /// Calls `each` for every value of a document that is not frequent.
    #[inline]
    pub fn each_rare(&self, doc: u32, mut each: impl FnMut(Ordinal)) {
        let range = self.rare_of(doc as usize);
        match &self.rare {
            Numbers::Short(rare) => {
                rare.get(range).unwrap_or(&[]).iter().for_each(|number| each(Ordinal::from(*number)));
            }
            Numbers::Long(rare) => rare.get(range).unwrap_or(&[]).iter().for_each(|number| each(*number)),
        }
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
        for (doc, _) in (0u32..).zip(&self.rare_ends) {
            self.each_rare(doc, |value| each(doc, value as usize));
        }
    }

    /// Where the rare values of a document are.
    #[inline]
    fn rare_of(&self, doc: usize) -> Range<usize> {
        let start = doc.checked_sub(1).and_then(|before| self.rare_ends.get(before)).copied().unwrap_or(0);
        let end = self.rare_ends.get(doc).copied().unwrap_or(start);
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
        let known = ValueDocuments::of(&values, 2 + documents as usize + 1);
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
