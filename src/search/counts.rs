//! How many citations have each value.

use crate::search::document::VALUE_LISTS;
use crate::search::document_set::DocumentSet;
use crate::search::segment::SegmentData;
use crate::search::values::{Ordinal, Values};

/// A count for every value of every list.
#[derive(Default)]
pub(super) struct Counts {
    counts: Vec<u32>,
}

impl Counts {
    pub fn new(values: &Values) -> Self {
        let mut counts = Counts::default();
        counts.begin(values);
        counts
    }

    /// Sets every count to 0.
    pub fn begin(&mut self, values: &Values) {
        self.counts.clear();
        self.counts.resize(values.len(), 0);
    }

    /// Counts the values of one citation.
    pub fn add(&mut self, data: &SegmentData, doc: u32) {
        for number in data.columns.values.of(doc) {
            if let Some(count) = self.counts.get_mut(*number as usize) {
                *count += 1;
            }
        }
    }

    /// Counts the values of a set of citations.
    pub fn add_set(&mut self, data: &SegmentData, found: &DocumentSet) {
        let counts = &mut self.counts;
        data.values.each_rare(found, |number| {
            if let Some(count) = counts.get_mut(number as usize) {
                *count += 1;
            }
        });
        for (number, times) in data.values.counts_in(found) {
            if let Some(count) = counts.get_mut(number as usize) {
                *count += times;
            }
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

    /// The values counted at least once, list by list.
    pub fn used(&self, values: &Values) -> Vec<Vec<(Ordinal, u32)>> {
        let mut used = vec![Vec::new(); VALUE_LISTS];
        for (number, count) in (0..).zip(&self.counts) {
            if *count > 0 {
                used[values.list_of(number)].push((number, *count));
            }
        }
        used
    }
}
