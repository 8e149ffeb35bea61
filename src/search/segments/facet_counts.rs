//! How many citations have each value.

use crate::search::segments::document::VALUE_LISTS;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::facet_index::ROW;
use crate::search::segments::mask_counter::MaskCounter;
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};

/// How many counts are looked at together.
const AT_ONCE: usize = 16;

/// The citations that a search for nothing finds, and how many of them have each value.
pub(in crate::search) struct Everything {
    /// The documents of each segment.
    documents: Vec<DocumentSet>,
    citations: usize,
    pub counts: Counts,
}

/// A count for every value of every list.
#[derive(Default)]
pub(in crate::search) struct Counts {
    /// The count of a value stands [`ROW`] places behind its number; before the first are the places of missing values.
    counts: Vec<u32>,
    /// What is found of each segment.
    found: Vec<DocumentSet>,
    masks: MaskCounter,
}

impl Counts {
    /// Counts the values of some citations, given as the number of their segment and the document; `segments` are all segments.
    /// When they are most of `everything`, the others are counted instead.
    pub fn count<'s>(
        &mut self,
        values: &ValueDictionary,
        segments: impl Iterator<Item = &'s SegmentData>,
        found: impl ExactSizeIterator<Item = (u16, u32)>,
        everything: Option<&Everything>,
    ) {
        let data: Vec<&SegmentData> = segments.collect();
        self.found.resize_with(data.len().max(self.found.len()), DocumentSet::default);
        data.iter().zip(&mut self.found).for_each(|(data, set)| set.reset(data.columns.obsolete.len()));
        let everything = everything.filter(|everything| found.len() * 2 > everything.citations);
        found.for_each(|(segment, doc)| self.found[usize::from(segment)].insert(doc));
        if let Some(everything) = everything {
            for (found, all) in self.found.iter_mut().zip(&everything.documents) {
                found.invert();
                found.intersect(all);
            }
        }
        self.count_found(values, &data);
        if let Some(everything) = everything {
            for (count, all) in self.counts.iter_mut().zip(&everything.counts.counts) {
                *count = all - *count;
            }
        }
    }

    /// Counts everything: these documents of each segment.
    pub fn everything(
        values: &ValueDictionary,
        segments: &[&SegmentData],
        documents: Vec<DocumentSet>,
    ) -> Everything {
        let mut counts = Counts { found: documents, ..Counts::default() };
        counts.count_found(values, segments);
        let documents = std::mem::take(&mut counts.found);
        let mut citations = 0;
        documents.iter().for_each(|set| set.each(|_| citations += 1));
        Everything { documents, citations, counts }
    }

    fn count_found(&mut self, values: &ValueDictionary, segments: &[&SegmentData]) {
        self.counts.clear();
        self.counts.resize(ROW + values.len(), 0);
        // In the order of documents, so that memory is read in one direction.
        for (data, found) in segments.iter().zip(&self.found) {
            found.each(|doc| {
                self.masks.add(data.values.mask(doc));
                data.values.each_rare_place(doc, |place| self.counts[place] += 1);
            });
            self.masks.take(|bit, times| {
                if let Some(number) = data.values.frequent(bit) {
                    self.counts[ROW + number as usize] += times;
                }
            });
        }
        self.counts[..ROW].fill(0);
    }

    /// Adds the counts of another one for the values of one list.
    pub fn add_list(&mut self, others: &Counts, values: &ValueDictionary, list: usize) {
        for number in values.all(list) {
            if let Some(count) = self.counts.get_mut(ROW + number as usize) {
                *count += others.of(number);
            }
        }
    }

    /// Takes the counts of another one for the values of one list.
    pub fn take_list(&mut self, others: &Counts, values: &ValueDictionary, list: usize) {
        for number in values.all(list) {
            if let Some(count) = self.counts.get_mut(ROW + number as usize) {
                *count = others.of(number);
            }
        }
    }

    /// How many citations have a value.
    pub fn of(&self, value: Ordinal) -> u32 {
        self.counts.get(ROW + value as usize).copied().unwrap_or(0)
    }

    /// Writes the values of every list that were counted at least once to `used`.
    pub fn used_to(&self, values: &ValueDictionary, used: &mut [Vec<(Ordinal, u32)>; VALUE_LISTS]) {
        used.iter_mut().for_each(Vec::clear);
        // Most searches find few of the values: those not found are passed over several at a time.
        let counts = self.counts.get(ROW..).unwrap_or_default();
        for (first, counts) in (0..).step_by(AT_ONCE).zip(counts.chunks(AT_ONCE)) {
            if counts.iter().fold(0, |all, count| all | count) == 0 {
                continue;
            }
            // One bit for each, so that only those found take a decision.
            let bits = (0u32..).zip(counts).map(|(place, count)| u32::from(*count > 0) << place);
            let mut found = bits.fold(0, |all, bit| all | bit);
            while found != 0 {
                let number = first + found.trailing_zeros();
                used[values.list_of(number)].push((number, self.of(number)));
                found &= found - 1;
            }
        }
    }
}
