//! Counts of facet values over all matches: adding into a flat array, then the most frequent as JSON.

use crate::model::category::Category;
use crate::search::facets::disjunctive::ExtraMatches;
use crate::search::segments::document::VALUE_LISTS;
use crate::search::segments::facet_counts::Counts;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::snapshot::{Match, Snapshot};
use std::cell::RefCell;

/// How many values a facet of a search answer has, beside those filtered by.
const MAX_VALUES: usize = 100;

thread_local! {
    /// Kept between searches.
    static WORK: RefCell<(Counts, Counts)> = RefCell::default();
    static USED: RefCell<[Vec<(Ordinal, u32)>; VALUE_LISTS]> = RefCell::default();
}

/// What one facet counts that is not among the matches, because any of its values will do.
pub(in crate::search) enum ExtraCounts {
    /// These, beside the matches.
    ExtraMatches(ExtraMatches),
    /// Everything there is, without or with obsolete citations.
    All(Category, bool),
}

/// Counts the matches and writes their facets.
pub(in crate::search) fn count_and_write(
    snapshot: &Snapshot,
    obsolete: bool,
    matches: &[Match],
    extra_counts: &[ExtraCounts],
    filtered: &[Ordinal],
    json: &mut Vec<u8>,
) {
    WORK.with_borrow_mut(|(counts, more)| {
        count(snapshot, obsolete, matches, counts);
        for extra_counts in extra_counts {
            match extra_counts {
                ExtraCounts::ExtraMatches(extra_matches) => {
                    count(snapshot, obsolete, &extra_matches.matches, more);
                    counts.add_list(more, &snapshot.values, extra_matches.category as usize);
                }
                ExtraCounts::All(category, obsolete) => {
                    let all = &snapshot.everything(*obsolete).counts;
                    counts.take_list(all, &snapshot.values, *category as usize);
                }
            }
        }
        write(counts, &snapshot.values, filtered, json);
    });
}

/// Counts the values of all matches.
fn count(snapshot: &Snapshot, obsolete: bool, matches: &[Match], counts: &mut Counts) {
    let segments = snapshot.segments.iter().map(|segment| &*segment.data);
    let found = matches.iter().map(|found| (found.segment, found.doc));
    counts.count(&snapshot.values, segments, found, Some(snapshot.everything(obsolete)));
}

/// Writes `"audience":{"buckets":[…]},…`: of each facet the most frequent values and those filtered by, sorted.
pub(in crate::search) fn write(
    counts: &Counts,
    values: &ValueDictionary,
    filtered: &[Ordinal],
    json: &mut Vec<u8>,
) {
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
    values: &ValueDictionary,
    filtered: impl Iterator<Item = &'f Ordinal>,
) {
    let rank = |value: &(Ordinal, u32)| values.rank(value.0);
    // They mostly come in this order.
    if !shown.is_sorted_by_key(rank) {
        shown.sort_unstable_by_key(rank);
    }
    keep_most_frequent(shown);
    let mut is_sorted = true;
    for value in filtered {
        if !shown.iter().any(|(known, _)| known == value) {
            shown.push((*value, counts.of(*value)));
            is_sorted = false;
        }
    }
    if !is_sorted {
        shown.sort_unstable_by_key(rank);
    }
}

/// Keeps the most frequent values, and of equally frequent ones the first, in their order.
fn keep_most_frequent(shown: &mut Vec<(Ordinal, u32)>) {
    if shown.len() <= MAX_VALUES {
        return;
    }
    let mut counts: Vec<u32> = shown.iter().map(|(_, count)| *count).collect();
    let (more, least, _) = counts.select_nth_unstable_by(MAX_VALUES - 1, |a, b| b.cmp(a));
    let mut ties = 1 + more.iter().filter(|count| *count == least).count();
    shown.retain(|(_, count)| {
        let is_tied = count == least;
        let is_kept = count > least || (is_tied && ties > 0);
        ties -= usize::from(is_tied && is_kept);
        is_kept
    });
}

fn write_buckets(shown: &[(Ordinal, u32)], values: &ValueDictionary, json: &mut Vec<u8>) {
    for (n, (value, count)) in shown.iter().enumerate() {
        // The end of the one before stands in front of each.
        let bucket = values.json(*value).as_bytes();
        json.extend_from_slice(if n == 0 { bucket.strip_prefix(b"},").unwrap_or(bucket) } else { bucket });
        // Without the standard library's formatter; memory never refuses.
        let _ = serde_json::to_writer(&mut *json, count);
    }
    if !shown.is_empty() {
        json.push(b'}');
    }
}
