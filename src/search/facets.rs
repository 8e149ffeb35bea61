//! Counts of facet values over all matches: adding into a flat array, then the most frequent as JSON.

use crate::model::category::Category;
use crate::search::counts::Counts;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::values::{Ordinal, Values};
use std::cell::RefCell;

/// How many values a facet of a search answer has, beside those filtered by.
const MAX_VALUES: usize = 100;

thread_local! {
    /// Kept between searches.
    static COUNTS: RefCell<Counts> = RefCell::default();
}

/// Counts the matches and writes their facets.
pub(super) fn count_and_write(
    snapshot: &Snapshot,
    matches: &[Match],
    filtered: &[Ordinal],
    json: &mut Vec<u8>,
) {
    COUNTS.with_borrow_mut(|counts| {
        counts.begin(&snapshot.values);
        for found in matches {
            counts.add(&snapshot.segments[found.segment as usize].data, found.doc);
        }
        write(counts, &snapshot.values, filtered, json);
    });
}

/// Writes `"audience":{"buckets":[…]},…`: of each facet the most frequent values and those filtered by, sorted.
pub(super) fn write(counts: &Counts, values: &Values, filtered: &[Ordinal], json: &mut Vec<u8>) {
    let mut first = true;
    let mut used = counts.used(values);
    for category in Category::ALL {
        let mut shown = std::mem::take(&mut used[category as usize]);
        if is_optional(category) && shown.is_empty() {
            continue;
        }
        let rank = |value: &(Ordinal, u32)| values.rank(value.0);
        if shown.len() > MAX_VALUES {
            shown.select_nth_unstable_by(MAX_VALUES - 1, |a, b| b.1.cmp(&a.1).then(rank(a).cmp(&rank(b))));
            shown.truncate(MAX_VALUES);
        }
        for value in filtered.iter().filter(|value| values.list_of(**value) == category as usize) {
            if !shown.iter().any(|(known, _)| known == value) {
                shown.push((*value, counts.of(*value)));
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
            json.extend_from_slice(values.json(*value).as_bytes());
            json.extend_from_slice(count.to_string().as_bytes());
            json.push(b'}');
        }
        json.extend_from_slice(b"]}");
    }
}

/// Facets that are answered only when the data has them.
pub(super) fn is_optional(category: Category) -> bool {
    matches!(category, Category::Folder | Category::PaperColors)
}
