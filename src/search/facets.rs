//! Counts of facet values over all matches: adding into a flat array, then the most frequent as JSON.

use crate::model::category::Category;
use crate::search::any_of::Besides;
use crate::search::counts::Counts;
use crate::search::document_set::DocumentSet;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::values::{Ordinal, Values};
use std::cell::RefCell;
use std::io::Write;

/// How many values a facet of a search answer has, beside those filtered by.
const MAX_VALUES: usize = 100;

thread_local! {
    /// Kept between searches.
    static WORK: RefCell<(Counts, Counts, Vec<DocumentSet>)> = RefCell::default();
}

/// What one facet counts that is not among the matches, because any of its values will do.
pub(super) enum Uncounted {
    /// These, beside the matches.
    Besides(Besides),
    /// Everything there is, without or with obsolete citations.
    All(Category, bool),
}

/// Counts the matches and writes their facets.
pub(super) fn count_and_write(
    snapshot: &Snapshot,
    matches: &[Match],
    uncounted: &[Uncounted],
    filtered: &[Ordinal],
    json: &mut Vec<u8>,
) {
    WORK.with_borrow_mut(|(counts, more, sets)| {
        counts.begin(&snapshot.values);
        count(snapshot, matches, counts, sets);
        for uncounted in uncounted {
            match uncounted {
                Uncounted::Besides(besides) => {
                    more.begin(&snapshot.values);
                    count(snapshot, &besides.matches, more, sets);
                    counts.add_list(more, &snapshot.values, besides.category as usize);
                }
                Uncounted::All(category, obsolete) => {
                    let all = snapshot.all_counts(*obsolete);
                    counts.take_list(all, &snapshot.values, *category as usize);
                }
            }
        }
        write(counts, &snapshot.values, filtered, json);
    });
}

/// Adds the values of all matches, those of the segments where much is found by sets of documents.
fn count(snapshot: &Snapshot, matches: &[Match], counts: &mut Counts, sets: &mut Vec<DocumentSet>) {
    let segments = &snapshot.segments;
    let mut found_in = vec![0; segments.len()];
    for found in matches {
        found_in[found.segment as usize] += 1;
    }
    sets.resize_with(segments.len().max(sets.len()), DocumentSet::default);
    for ((segment, set), found) in segments.iter().zip(sets.iter_mut()).zip(found_in) {
        let documents = segment.data.columns.obsolete.len();
        set.reset(if segment.data.values.is_worth_it(found) { documents } else { 0 });
    }
    for found in matches {
        let data = &segments[found.segment as usize].data;
        let set = &mut sets[found.segment as usize];
        if set.is_empty() {
            counts.add(data, found.doc);
        } else {
            set.insert(found.doc);
        }
    }
    for (segment, set) in segments.iter().zip(sets).filter(|(_, set)| !set.is_empty()) {
        counts.add_set(&segment.data, set);
    }
}

/// Writes `"audience":{"buckets":[…]},…`: of each facet the most frequent values and those filtered by, sorted.
pub(super) fn write(counts: &Counts, values: &Values, filtered: &[Ordinal], json: &mut Vec<u8>) {
    let mut first = true;
    let mut used = counts.used(values);
    for category in Category::ALL {
        let mut shown = std::mem::take(&mut used[category as usize]);
        if category.field().is_optional_facet && shown.is_empty() {
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
            let _ = write!(json, "{count}");
            json.push(b'}');
        }
        json.extend_from_slice(b"]}");
    }
}
