//! The facets of search results, and filters.

use crate::model::category::Category;
use crate::model::search::filter::{Filter, FilterField};
use crate::search::response_writer::JsonResponse;
use crate::search::segments::document::INCOMPLETE;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::facet_index::Counts;
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::{Ordinal, ValueDictionary};
use crate::search::snapshot::Snapshot;
use std::cmp::Reverse;

/// The maximum number of values of a facet; more only if more are filtered.
const MAX_VALUES: usize = 100;

/// Counts the values of all matches, given by segment, and writes the facets: the most frequent values and the `filtered` ones.
/// A disjunctive facet also counts its extra documents.
pub(in crate::search) fn write_facets(
    snapshot: &Snapshot,
    obsolete: bool,
    matches: &[DocumentSet],
    extra: &[ExtraDocuments],
    filtered: &[Ordinal],
    response: &mut JsonResponse<'_>,
) {
    let (values, indexes) = (&*snapshot.values, snapshot.facet_indexes());
    let count =
        |documents: &[DocumentSet]| Counts::among(values, &indexes, documents, snapshot.everything(obsolete));
    let mut counts = count(matches);
    for ExtraDocuments { category, documents } in extra {
        counts.add_list(&count(documents), values, *category as usize);
    }
    let mut lists = counts.nonzero(values);
    for category in Category::ALL {
        let counted = &mut lists[category as usize];
        if category.field().is_optional_facet && counted.is_empty() {
            continue;
        }
        let mut own_filtered = filtered.to_vec();
        own_filtered.retain(|value| values.list(*value) == category as usize);
        select_values(counted, &counts, values, &own_filtered);
        response.facet(category, counted, values);
    }
}

/// Keeps the filtered values and the most frequent others, at most [`MAX_VALUES`] unless more are filtered; sorted.
fn select_values(
    counted: &mut Vec<(Ordinal, u32)>,
    counts: &Counts,
    values: &ValueDictionary,
    filtered: &[Ordinal],
) {
    for value in filtered {
        if !counted.iter().any(|(other, _)| other == value) {
            counted.push((*value, counts.get(*value)));
        }
    }
    let kept = MAX_VALUES.max(filtered.len());
    if counted.len() > kept {
        let order = |(value, count): &(Ordinal, u32)| {
            (!filtered.contains(value), Reverse(*count), values.rank(*value))
        };
        counted.select_nth_unstable_by_key(kept - 1, order);
        counted.truncate(kept);
    }
    counted.sort_unstable_by_key(|(value, _)| values.rank(*value));
}

/// The documents that pass a filter, by segment.
pub(in crate::search) fn passing_documents(filter: &Filter, snapshot: &Snapshot) -> Vec<DocumentSet> {
    let segments = snapshot.segments.iter();
    segments.map(|segment| matching_documents(filter, &snapshot.values, &segment.data)).collect()
}

impl Snapshot {
    /// The number of citations that pass a filter and are not obsolete.
    pub fn count(&self, filter: &Filter) -> u64 {
        let mut count = 0;
        for segment in &self.segments {
            let matching = matching_documents(filter, &self.values, &segment.data);
            matching.each(|doc| count += u64::from(segment.is_in_use(doc)));
        }
        count
    }
}

/// The documents of a segment that pass a filter.
fn matching_documents(filter: &Filter, values: &ValueDictionary, data: &SegmentData) -> DocumentSet {
    let documents = data.columns.obsolete.len();
    let combine = |parts: &[Filter], mut set: DocumentSet, combine: fn(&mut DocumentSet, &DocumentSet)| {
        parts.iter().for_each(|part| combine(&mut set, &matching_documents(part, values, data)));
        set
    };
    match filter {
        Filter::Term(field, value) => {
            let mut set = DocumentSet::none(documents);
            match (field, values.number(value_list(*field), value)) {
                (_, None) => {}
                (FilterField::Category(_), Some(number)) => data.values.add_documents(number, &mut set),
                (FilterField::Incomplete, Some(number)) => data.incomplete.add_documents(number, &mut set),
            }
            set
        }
        Filter::And(parts) => combine(parts, DocumentSet::all(documents), DocumentSet::intersect),
        Filter::Or(parts) => combine(parts, DocumentSet::none(documents), DocumentSet::unite),
        Filter::Not(part) => {
            let mut set = matching_documents(part, values, data);
            set.invert();
            set
        }
    }
}

/// The number of the value list that a filter's field refers to.
pub(in crate::search) fn value_list(field: FilterField) -> usize {
    match field {
        FilterField::Category(category) => category as usize,
        FilterField::Incomplete => INCOMPLETE,
    }
}

/// The matches that are not hits but would be without the members of one facet, by segment.
pub(in crate::search) struct ExtraDocuments {
    pub category: Category,
    pub documents: Vec<DocumentSet>,
}

/// For each of the disjunctive facets of which a filter selects values, the documents among `found` that fail only those members
/// of the filter.
pub(in crate::search) fn extra_documents(
    filter: &Filter,
    disjunctive: &[Category],
    snapshot: &Snapshot,
    found: &[DocumentSet],
) -> Vec<ExtraDocuments> {
    let mut rest = Vec::new();
    let mut groups: Vec<(Category, Vec<Filter>)> = Vec::new();
    for member in filter.members() {
        match member.only_field() {
            Some(FilterField::Category(category)) if disjunctive.contains(&category) => {
                match groups.iter_mut().find(|(other, _)| *other == category) {
                    Some((_, members)) => members.push(member.clone()),
                    None => groups.push((category, vec![member.clone()])),
                }
            }
            _ => rest.push(member.clone()),
        }
    }
    if groups.is_empty() {
        return Vec::new();
    }
    let passing = |members| passing_documents(&Filter::And(members), snapshot);
    let rest = passing(rest);
    let groups: Vec<(Category, Vec<DocumentSet>)> =
        groups.into_iter().map(|(category, members)| (category, passing(members))).collect();
    let extra = |category: &Category| {
        let mut documents = found.to_vec();
        for (number, set) in documents.iter_mut().enumerate() {
            set.intersect(&rest[number]);
            for (other, passing) in &groups {
                if other == category {
                    set.subtract(&passing[number])
                } else {
                    set.intersect(&passing[number])
                }
            }
        }
        ExtraDocuments { category: *category, documents }
    };
    groups.iter().map(|(category, _)| extra(category)).collect()
}

#[cfg(test)]
mod tests;
