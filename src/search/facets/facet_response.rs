//! The facets of a response to a search: the values are counted over all matches, and the most frequent are written to the response.

use crate::model::category::Category;
use crate::search::facets::filtering::{ExtraDocuments, ExtraMatches};
use crate::search::response_writer::JsonResponse;
use crate::search::segments::document::VALUE_LISTS;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::facet_counts::Counts;
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::snapshot::{Match, Snapshot};
use std::cell::RefCell;
use std::cmp::Reverse;

/// The maximum number of values of a facet; more only if more are filtered.
const MAX_VALUES: usize = 100;

thread_local! {
    /// Reused by later searches.
    static COUNTS: RefCell<(Counts, Counts)> = RefCell::default();
    static VALUE_COUNTS: RefCell<[Vec<(Ordinal, u32)>; VALUE_LISTS]> = RefCell::default();
}

/// What a disjunctive facet counts besides the matches.
pub(in crate::search) enum ExtraCounts {
    ExtraMatches(ExtraMatches),
    ExtraDocuments(ExtraDocuments),
    /// All citations instead of the matches; whether obsolete ones are included.
    All(Category, bool),
}

/// What facets count.
#[derive(Clone, Copy)]
pub(in crate::search) enum Counted<'m> {
    Matches(&'m [Match]),
    /// By segment.
    Documents(&'m [DocumentSet]),
}

/// Counts the matches and writes their facets.
pub(in crate::search) fn count_and_write(
    snapshot: &Snapshot,
    obsolete: bool,
    matches: Counted<'_>,
    extra_counts: &[ExtraCounts],
    filtered: &[Ordinal],
    response: &mut JsonResponse<'_>,
) {
    COUNTS.with_borrow_mut(|(counts, extra)| {
        count(snapshot, obsolete, matches, counts);
        for extra_counts in extra_counts {
            match extra_counts {
                ExtraCounts::ExtraMatches(extra_matches) => {
                    count(snapshot, obsolete, Counted::Matches(&extra_matches.matches), extra);
                    counts.add_list(extra, &snapshot.values, extra_matches.category as usize);
                }
                ExtraCounts::ExtraDocuments(ExtraDocuments { category, documents }) => {
                    count(snapshot, obsolete, Counted::Documents(documents), extra);
                    counts.add_list(extra, &snapshot.values, *category as usize);
                }
                ExtraCounts::All(category, obsolete) => {
                    let all = &snapshot.everything(*obsolete).counts;
                    counts.copy_list(all, &snapshot.values, *category as usize);
                }
            }
        }
        write(counts, &snapshot.values, filtered, response);
    });
}

fn count(snapshot: &Snapshot, obsolete: bool, counted: Counted<'_>, counts: &mut Counts) {
    let segments: Vec<&SegmentData> = snapshot.segments.iter().map(|segment| &*segment.data).collect();
    let number = match counted {
        Counted::Matches(matches) => {
            counts.set_matches(&segments, matches.iter().map(|m| (m.segment, m.doc)));
            matches.len()
        }
        Counted::Documents(documents) => {
            counts.set_documents(documents);
            documents.iter().map(DocumentSet::len).sum()
        }
    };
    counts.count(&snapshot.values, &segments, number, snapshot.everything(obsolete));
}

/// Writes the most frequent values and the filtered values of each facet, sorted.
pub(in crate::search) fn write(
    counts: &Counts,
    values: &ValueDictionary,
    filtered: &[Ordinal],
    response: &mut JsonResponse<'_>,
) {
    VALUE_COUNTS.with_borrow_mut(|lists| {
        counts.collect_nonzero(values, lists);
        for category in Category::ALL {
            let counted = &mut lists[category as usize];
            if category.field().is_optional_facet && counted.is_empty() {
                continue;
            }
            select_values(
                counted,
                counts,
                values,
                filtered.iter().filter(|value| values.list(**value) == category as usize),
            );
            response.facet(category, counted, values);
        }
    });
}

/// Keeps the filtered values and the most frequent others, at most [`MAX_VALUES`] unless more are filtered; sorted.
fn select_values<'f>(
    counted: &mut Vec<(Ordinal, u32)>,
    counts: &Counts,
    values: &ValueDictionary,
    filtered: impl Iterator<Item = &'f Ordinal> + Clone,
) {
    let rank = |value: &(Ordinal, u32)| values.rank(value.0);
    // Ordinals are mostly in this order already.
    if !counted.is_sorted_by_key(rank) {
        counted.sort_unstable_by_key(rank);
    }
    keep_most_frequent(counted);
    let mut is_sorted = true;
    for value in filtered.clone() {
        if !counted.iter().any(|(other, _)| other == value) {
            counted.push((*value, counts.get(*value)));
            is_sorted = false;
        }
    }
    if !is_sorted {
        make_room_for(filtered, counted);
        counted.sort_unstable_by_key(rank);
    }
}

/// Removes the least frequent values that are not filtered, the last of equally frequent ones, until [`MAX_VALUES`] are left.
fn make_room_for<'f>(filtered: impl Iterator<Item = &'f Ordinal> + Clone, counted: &mut Vec<(Ordinal, u32)>) {
    while counted.len() > MAX_VALUES {
        let others =
            counted.iter().enumerate().filter(|(_, (value, _))| !filtered.clone().any(|f| f == value));
        let Some((least, _)) = others.min_by_key(|(at, (_, count))| (*count, Reverse(*at))) else { return };
        counted.remove(least);
    }
}

/// Keeps the most frequent values in their order; the first of equally frequent ones win.
fn keep_most_frequent(counted: &mut Vec<(Ordinal, u32)>) {
    if counted.len() <= MAX_VALUES {
        return;
    }
    let (least, mut ties) = least_kept(counted);
    counted.retain(|(_, count)| {
        let is_tied = *count == least;
        let is_kept = *count > least || (is_tied && ties > 0);
        ties -= usize::from(is_tied && is_kept);
        is_kept
    });
}

/// The count of the least frequent value that is kept, and how many values with that count are kept. There are more than
/// [`MAX_VALUES`].
fn least_kept(counted: &[(Ordinal, u32)]) -> (u32, usize) {
    /// Most counts are below this one. A histogram of them is faster to make than a selection.
    const LARGE: usize = 64;
    let mut with_count = [0; LARGE];
    let mut large: Vec<u32> = Vec::new();
    for (_, count) in counted {
        match with_count.get_mut(*count as usize) {
            Some(values) => *values += 1,
            None => large.push(*count),
        }
    }
    if large.len() >= MAX_VALUES {
        let (greater, least, _) = large.select_nth_unstable_by(MAX_VALUES - 1, |a, b| b.cmp(a));
        return (*least, 1 + greater.iter().filter(|count| *count == least).count());
    }
    let mut kept = large.len();
    for (count, values) in (0..LARGE as u32).zip(with_count).rev() {
        if kept + values >= MAX_VALUES {
            return (count, MAX_VALUES - kept);
        }
        kept += values;
    }
    (0, 0)
}
