//! Counts of facet values.

use crate::search::segments::document::VALUE_LISTS;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::facet_index::{MaskCounter, ROW_WIDTH};
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};

/// How many counts are tested for 0 at once.
const CHUNK: usize = 16;

/// All citations that a search without query and filter finds, with the counts of their values.
pub(in crate::search) struct Everything {
    documents: Vec<DocumentSet>,
    citations: usize,
    pub counts: Counts,
}

impl Everything {
    /// The documents of each segment.
    pub fn documents(&self) -> &[DocumentSet] {
        &self.documents
    }
}

/// A count for every value of every list.
#[derive(Default)]
pub(in crate::search) struct Counts {
    /// By ordinal plus [`ROW_WIDTH`]; the first [`ROW_WIDTH`] counts are those of empty slots.
    counts: Vec<u32>,
    /// The counted documents of each segment.
    documents: Vec<DocumentSet>,
    masks: MaskCounter,
}

impl Counts {
    /// Sets the documents to count to these (segment, document) pairs; `segments` are all segments.
    pub fn set_matches(
        &mut self,
        segments: &[&SegmentData],
        matches: impl ExactSizeIterator<Item = (u16, u32)>,
    ) {
        self.documents.resize_with(segments.len().max(self.documents.len()), DocumentSet::default);
        segments
            .iter()
            .zip(&mut self.documents)
            .for_each(|(data, set)| set.reset(data.columns.obsolete.len()));
        matches.for_each(|(segment, doc)| self.documents[usize::from(segment)].insert(doc));
    }

    /// Sets the documents to count to these, by segment.
    pub fn set_documents(&mut self, documents: &[DocumentSet]) {
        self.documents.resize_with(documents.len().max(self.documents.len()), DocumentSet::default);
        self.documents.iter_mut().zip(documents).for_each(|(set, documents)| set.copy_from(documents));
    }

    /// Counts the values of the documents that were set, `number` in all. When they are most of `everything`, the other
    /// documents are counted and subtracted.
    pub fn count(
        &mut self,
        values: &ValueDictionary,
        segments: &[&SegmentData],
        number: usize,
        everything: &Everything,
    ) {
        let is_most = number * 2 > everything.citations;
        if is_most {
            for (set, all) in self.documents.iter_mut().zip(&everything.documents) {
                set.invert();
                set.intersect(all);
            }
        }
        self.count_documents(values, segments);
        if is_most {
            for (count, all) in self.counts.iter_mut().zip(&everything.counts.counts) {
                *count = all - *count;
            }
        }
    }

    /// Counts the values of all citations; `documents` are those of each segment.
    pub fn everything(
        values: &ValueDictionary,
        segments: &[&SegmentData],
        documents: Vec<DocumentSet>,
    ) -> Everything {
        let mut counts = Counts { documents, ..Counts::default() };
        counts.count_documents(values, segments);
        let documents = std::mem::take(&mut counts.documents);
        let mut citations = 0;
        documents.iter().for_each(|set| set.each(|_| citations += 1));
        Everything { documents, citations, counts }
    }

    fn count_documents(&mut self, values: &ValueDictionary, segments: &[&SegmentData]) {
        self.counts.clear();
        self.counts.resize(ROW_WIDTH + values.len(), 0);
        // In the order of documents, so that memory is read sequentially.
        for (data, set) in segments.iter().zip(&self.documents) {
            data.values.count(set, &mut self.masks, &mut self.counts);
            self.masks.drain(|bit, count| {
                if let Some(number) = data.values.frequent(bit) {
                    self.counts[ROW_WIDTH + number as usize] += count;
                }
            });
        }
        self.counts[..ROW_WIDTH].fill(0);
    }

    /// Adds the counts of `others` for the values of one list.
    pub fn add_list(&mut self, others: &Counts, values: &ValueDictionary, list: usize) {
        for number in values.all(list) {
            if let Some(count) = self.counts.get_mut(ROW_WIDTH + number as usize) {
                *count += others.get(number);
            }
        }
    }

    /// Replaces the counts for the values of one list by those of `others`.
    pub fn copy_list(&mut self, others: &Counts, values: &ValueDictionary, list: usize) {
        for number in values.all(list) {
            if let Some(count) = self.counts.get_mut(ROW_WIDTH + number as usize) {
                *count = others.get(number);
            }
        }
    }

    /// The number of citations that have a value.
    pub fn get(&self, value: Ordinal) -> u32 {
        self.counts.get(ROW_WIDTH + value as usize).copied().unwrap_or(0)
    }

    /// Replaces `lists` by the values with a count above 0, by value list.
    pub fn collect_nonzero(&self, values: &ValueDictionary, lists: &mut [Vec<(Ordinal, u32)>; VALUE_LISTS]) {
        lists.iter_mut().for_each(Vec::clear);
        // Most searches count few of the values, so values without counts are skipped in chunks.
        let counts = self.counts.get(ROW_WIDTH..).unwrap_or_default();
        for (first, counts) in (0..).step_by(CHUNK).zip(counts.chunks(CHUNK)) {
            if counts.iter().fold(0, |all, count| all | count) == 0 {
                continue;
            }
            // As bits, so that only nonzero counts cost a branch.
            let bits = (0u32..).zip(counts).map(|(n, count)| u32::from(*count > 0) << n);
            let mut nonzero = bits.fold(0, |all, bit| all | bit);
            while nonzero != 0 {
                let number = first + nonzero.trailing_zeros();
                lists[values.list(number)].push((number, self.get(number)));
                nonzero &= nonzero - 1;
            }
        }
    }
}
