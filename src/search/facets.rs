//! Counts of facet values over all matches: adding into a flat array, then the most frequent as JSON.

use crate::model::category::Category;
use crate::search::any_of::Besides;
use crate::search::counts::Counts;
use crate::search::document::VALUE_LISTS;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::values::{Ordinal, Values};
use std::cell::RefCell;

/// How many values a facet of a search answer has, beside those filtered by.
const MAX_VALUES: usize = 100;

thread_local! {
    /// Kept between searches.
    static WORK: RefCell<(Counts, Counts)> = RefCell::default();
    static USED: RefCell<[Vec<(Ordinal, u32)>; VALUE_LISTS]> = RefCell::default();
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
    WORK.with_borrow_mut(|(counts, more)| {
        count(snapshot, matches, counts);
        for uncounted in uncounted {
            match uncounted {
                Uncounted::Besides(besides) => {
                    count(snapshot, &besides.matches, more);
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

/// Counts the values of all matches.
fn count(snapshot: &Snapshot, matches: &[Match], counts: &mut Counts) {
    let segments = snapshot.segments.iter().map(|segment| &*segment.data);
    counts.count(&snapshot.values, segments, matches.iter().map(|found| (found.segment, found.doc)));
}

/// Writes `"audience":{"buckets":[…]},…`: of each facet the most frequent values and those filtered by, sorted.
pub(super) fn write(counts: &Counts, values: &Values, filtered: &[Ordinal], json: &mut Vec<u8>) {
    USED.with_borrow_mut(|used| {
        counts.used_to(values, used);
        let mut first = true;
        for category in Category::ALL {
            let shown = &mut used[category as usize];
            if category.field().is_optional_facet && shown.is_empty() {
                continue;
            }
            if !first {
                json.push(b',');
            }
            first = false;
            json.push(b'"');
            json.extend_from_slice(category.name().as_bytes());
            json.extend_from_slice(b"\":{\"buckets\":[");
            choose(
                shown,
                counts,
                values,
                filtered.iter().filter(|value| values.list_of(**value) == category as usize),
            );
            write_buckets(shown, values, json);
            json.extend_from_slice(b"]}");
        }
    });
}

/// Keeps the most frequent values and those filtered by, sorted.
fn choose<'f>(
    shown: &mut Vec<(Ordinal, u32)>,
    counts: &Counts,
    values: &Values,
    filtered: impl Iterator<Item = &'f Ordinal>,
) {
    let rank = |value: &(Ordinal, u32)| values.rank(value.0);
    if shown.len() > MAX_VALUES {
        shown.select_nth_unstable_by(MAX_VALUES - 1, |a, b| b.1.cmp(&a.1).then(rank(a).cmp(&rank(b))));
        shown.truncate(MAX_VALUES);
    }
    for value in filtered {
        if !shown.iter().any(|(known, _)| known == value) {
            shown.push((*value, counts.of(*value)));
        }
    }
    shown.sort_unstable_by_key(rank);
}

fn write_buckets(shown: &[(Ordinal, u32)], values: &Values, json: &mut Vec<u8>) {
    for (n, (value, count)) in shown.iter().enumerate() {
        if n > 0 {
            json.push(b',');
        }
        json.extend_from_slice(values.json(*value).as_bytes());
        // Without the standard library's formatter; memory never refuses.
        let _ = serde_json::to_writer(&mut *json, count);
        json.push(b'}');
    }
}
