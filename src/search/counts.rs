//! How many citations have each value.

use crate::search::document::VALUE_LISTS;
use crate::search::document_set::DocumentSet;
use crate::search::mask_counter::MaskCounter;
use crate::search::segment::SegmentData;
use crate::search::values::{Ordinal, Values};

/// How many counts are looked at together.
const AT_ONCE: usize = 16;

/// A count for every value of every list.
#[derive(Default)]
pub(super) struct Counts {
    counts: Vec<u32>,
    /// What is found of each segment.
    found: Vec<DocumentSet>,
    masks: MaskCounter,
}

impl Counts {
    /// Counts the values of some citations, given as the number of their segment and the document; `segments` are all segments.
    pub fn count<'s>(
        &mut self,
        values: &Values,
        segments: impl Iterator<Item = &'s SegmentData>,
        found: impl Iterator<Item = (u16, u32)>,
    ) {
        self.counts.clear();
        self.counts.resize(values.len(), 0);
        let data: Vec<&SegmentData> = segments.collect();
        self.found.resize_with(data.len().max(self.found.len()), DocumentSet::default);
        data.iter().zip(&mut self.found).for_each(|(data, set)| set.reset(data.columns.obsolete.len()));
        found.for_each(|(segment, doc)| self.found[usize::from(segment)].insert(doc));
        // In the order of documents, so that memory is read in one direction.
        for (data, found) in data.into_iter().zip(&self.found) {
            found.each(|doc| {
                self.masks.add(data.values.mask(doc));
                data.values.each_rare(doc, |number| self.counts[number as usize] += 1);
            });
            self.masks.take(|bit, times| {
                if let Some(number) = data.values.frequent(bit) {
                    self.counts[number as usize] += times;
                }
            });
        }
    }

    /// Adds the counts of another one for the values of one list.
    pub fn add_list(&mut self, others: &Counts, values: &Values, list: usize) {
        for number in values.all(list) {
            if let Some(count) = self.counts.get_mut(number as usize) {
                *count += others.of(number);
            }
        }
    }

    /// Takes the counts of another one for the values of one list.
    pub fn take_list(&mut self, others: &Counts, values: &Values, list: usize) {
        for number in values.all(list) {
            if let Some(count) = self.counts.get_mut(number as usize) {
                *count = others.of(number);
            }
        }
    }

    /// How many citations have a value.
    pub fn of(&self, value: Ordinal) -> u32 {
        self.counts.get(value as usize).copied().unwrap_or(0)
    }

    /// Writes the values of every list that were counted at least once to `used`.
    pub fn used_to(&self, values: &Values, used: &mut [Vec<(Ordinal, u32)>; VALUE_LISTS]) {
        used.iter_mut().for_each(Vec::clear);
        // Most searches find few of the values: those not found are passed over several at a time.
        for (first, counts) in (0..).step_by(AT_ONCE).zip(self.counts.chunks(AT_ONCE)) {
            if counts.iter().fold(0, |all, count| all | count) == 0 {
                continue;
            }
            for (number, count) in (first..).zip(counts).filter(|(_, count)| **count > 0) {
                used[values.list_of(number)].push((number, *count));
            }
        }
    }
}
