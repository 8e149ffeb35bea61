//! Counts of facet values over all matches: adding into flat arrays, then the most frequent as JSON.

use crate::model::category::Category;
use crate::search::matching::Match;
use crate::search::segment::SegmentData;
use crate::search::snapshot::{Snapshot, is_unshown};
use crate::search::values::{Ordinal, Values};
use std::cell::RefCell;

/// How many values a facet of a search answer has, beside those filtered by.
const MOST_VALUES: usize = 100;

/// A count for every value of every list.
#[derive(Default)]
pub(super) struct Counts {
    lists: Vec<Vec<u32>>,
    /// Values counted at least once.
    touched: Vec<Vec<Ordinal>>,
}

thread_local! {
    /// Kept between searches and cleared by what was touched.
    static COUNTS: RefCell<Counts> = RefCell::default();
}

impl Counts {
    pub fn new(values: &Values) -> Self {
        let mut counts = Counts::default();
        counts.fit(values);
        counts
    }

    fn fit(&mut self, values: &Values) {
        self.lists.resize_with(values.lists.len(), Vec::new);
        self.touched.resize_with(values.lists.len(), Vec::new);
        for (counts, list) in self.lists.iter_mut().zip(&values.lists) {
            if counts.len() < list.len() {
                counts.resize(list.len(), 0);
            }
        }
    }

    /// Counts the values of one citation.
    pub fn add(&mut self, data: &SegmentData, doc: u32) {
        for ((counts, touched), values) in self.lists.iter_mut().zip(&mut self.touched).zip(&data.values) {
            for number in values.of(doc) {
                let count = &mut counts[*number as usize];
                if *count == 0 {
                    touched.push(*number);
                }
                *count += 1;
            }
        }
    }

    /// The values of a list counted at least once.
    pub fn used(&self, list: usize) -> impl Iterator<Item = (Ordinal, u32)> {
        self.touched[list].iter().map(move |number| (*number, self.lists[list][*number as usize]))
    }

    fn clear(&mut self) {
        for (counts, touched) in self.lists.iter_mut().zip(&mut self.touched) {
            touched.drain(..).for_each(|number| counts[number as usize] = 0);
        }
    }
}

/// Counts the matches and writes their facets.
pub(super) fn count_and_write(
    snapshot: &Snapshot,
    matches: &[Match],
    filtered: &[(usize, Ordinal)],
    json: &mut Vec<u8>,
) {
    COUNTS.with_borrow_mut(|counts| {
        counts.fit(&snapshot.values);
        for found in matches {
            counts.add(&snapshot.segments[found.segment as usize].data, found.doc);
        }
        write(counts, &snapshot.values, filtered, json);
        counts.clear();
    });
}

/// Writes `"audience":{"buckets":[…]},…`: of each facet the most frequent values and those filtered by, sorted.
pub(super) fn write(counts: &Counts, values: &Values, filtered: &[(usize, Ordinal)], json: &mut Vec<u8>) {
    let mut first = true;
    for category in Category::ALL {
        let number = category as usize;
        let list = &values.lists[number];
        let mut shown: Vec<(Ordinal, u32)> = counts.used(number).collect();
        if is_unshown(category) && shown.is_empty() {
            continue;
        }
        let rank = |value: &(Ordinal, u32)| list.rank[value.0 as usize];
        if shown.len() > MOST_VALUES {
            shown.select_nth_unstable_by(MOST_VALUES - 1, |a, b| b.1.cmp(&a.1).then(rank(a).cmp(&rank(b))));
            shown.truncate(MOST_VALUES);
        }
        for (of_list, value) in filtered {
            if *of_list == number && !shown.iter().any(|(known, _)| known == value) {
                shown.push((*value, counts.lists[number][*value as usize]));
            }
        }
        shown.sort_unstable_by_key(rank);
        if !first {
            json.push(b',');
        }
        first = false;
        json.push(b'"');
        json.extend_from_slice(category.name().as_bytes());
        json.extend_from_slice(b"\":{\"buckets\":[");
        for (n, (value, count)) in shown.iter().enumerate() {
            if n > 0 {
                json.push(b',');
            }
            json.extend_from_slice(list.json(*value).as_bytes());
            json.extend_from_slice(count.to_string().as_bytes());
            json.push(b'}');
        }
        json.extend_from_slice(b"]}");
    }
}
