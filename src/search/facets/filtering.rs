//! Filters compiled into sets of documents, and disjunctive facets, of which any selected value matches: each is counted without
//! the parts of the filter that select its values. Contract section 9.2.

use crate::model::category::Category;
use crate::model::search::filter::{Filter, FilterField};
use crate::search::ranking::top_k::MatchList;
use crate::search::segments::document::INCOMPLETE;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::ValueDictionary;
use crate::search::snapshot::{Match, Snapshot};

/// The documents that pass a filter, by segment.
pub(in crate::search) struct CompiledFilter {
    documents: Vec<DocumentSet>,
}

impl CompiledFilter {
    pub fn new(filter: &Filter, snapshot: &Snapshot) -> CompiledFilter {
        let segments = snapshot.segments.iter();
        CompiledFilter {
            documents: segments
                .map(|segment| matching_documents(filter, &snapshot.values, &segment.data))
                .collect(),
        }
    }

    /// The documents that pass, by segment.
    pub fn documents(&self) -> &[DocumentSet] {
        &self.documents
    }

    pub fn into_documents(self) -> Vec<DocumentSet> {
        self.documents
    }

    #[inline]
    pub fn passes(&self, m: &Match) -> bool {
        self.documents[usize::from(m.segment)].contains(m.doc)
    }
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

/// A filter split by disjunctive facets.
pub(in crate::search) struct DisjunctiveFacets {
    /// The members that do not select values of a single disjunctive facet.
    rest: Option<CompiledFilter>,
    groups: Vec<(Category, CompiledFilter)>,
}

/// The matches that are not hits but would be without the members of one facet.
pub(in crate::search) struct ExtraMatches {
    pub category: Category,
    pub matches: MatchList,
}

/// The same by segment.
pub(in crate::search) struct ExtraDocuments {
    pub category: Category,
    pub documents: Vec<DocumentSet>,
}

impl DisjunctiveFacets {
    /// Splits a filter; `None` when no member selects values of a single disjunctive facet.
    pub fn new(filter: &Filter, disjunctive: &[Category], snapshot: &Snapshot) -> Option<DisjunctiveFacets> {
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
            return None;
        }
        let compile = |members: Vec<Filter>| CompiledFilter::new(&Filter::And(members), snapshot);
        Some(DisjunctiveFacets {
            rest: (!rest.is_empty()).then(|| compile(rest)),
            groups: groups.into_iter().map(|(category, members)| (category, compile(members))).collect(),
        })
    }

    /// The facet of all members, when the filter has no others.
    pub fn only_facet(&self) -> Option<Category> {
        match (&self.rest, self.groups.as_slice()) {
            (None, [(category, _)]) => Some(*category),
            _ => None,
        }
    }

    /// The documents of each facet, given those of all matches, that fail only the members of that facet.
    pub fn extra_documents(&self, found: &[DocumentSet]) -> Vec<ExtraDocuments> {
        let extra = |category: &Category| {
            let mut documents = found.to_vec();
            for (number, set) in documents.iter_mut().enumerate() {
                if let Some(rest) = &self.rest {
                    set.intersect(&rest.documents()[number]);
                }
                for (other, group) in &self.groups {
                    let passing = &group.documents()[number];
                    if other == category { set.subtract(passing) } else { set.intersect(passing) }
                }
            }
            ExtraDocuments { category: *category, documents }
        };
        self.groups.iter().map(|(category, _)| extra(category)).collect()
    }

    /// Separates the hits from the matches that fail only the members of one facet.
    pub fn separate(&self, matches: impl Iterator<Item = Match>) -> (MatchList, Vec<ExtraMatches>) {
        let mut hits = MatchList::default();
        let mut extra_matches: Vec<ExtraMatches> = self
            .groups
            .iter()
            .map(|(category, _)| ExtraMatches { category: *category, matches: MatchList::default() })
            .collect();
        for m in matches {
            if self.rest.as_ref().is_some_and(|rest| !rest.passes(&m)) {
                continue;
            }
            let failed = |(_, group): &&(Category, CompiledFilter)| !group.passes(&m);
            let mut failing = self.groups.iter().zip(&mut extra_matches).filter(|(group, _)| failed(group));
            match (failing.next(), failing.next()) {
                (None, _) => hits.push(m),
                (Some((_, extra_matches)), None) => extra_matches.matches.push(m),
                (Some(_), Some(_)) => {}
            }
        }
        (hits, extra_matches)
    }
}

#[cfg(test)]
mod tests;
