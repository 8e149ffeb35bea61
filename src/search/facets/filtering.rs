//! Filters compiled into sets of documents.

use crate::model::search::filter::{Filter, FilterField};
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
