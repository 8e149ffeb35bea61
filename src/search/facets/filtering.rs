//! A filter as sets of documents, ready to be asked about each.

use crate::model::search::filter::{Filter, FilterField};
use crate::search::segments::document::INCOMPLETE;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::segment_data::SegmentData;
use crate::search::segments::value_dictionary::ValueDictionary;
use crate::search::snapshot::{Match, Snapshot};

/// A filter, made into the documents of each segment that match.
pub(in crate::search) struct CompiledFilter {
    matching: Vec<DocumentSet>,
}

impl CompiledFilter {
    /// A filter for the citations of a snapshot.
    pub fn of(filter: &Filter, snapshot: &Snapshot) -> CompiledFilter {
        let of_segment = |data: &SegmentData| matching(filter, &snapshot.values, data);
        CompiledFilter {
            matching: snapshot.segments.iter().map(|segment| of_segment(&segment.data)).collect(),
        }
    }

    /// Returns whether a citation passes.
    #[inline]
    pub fn passes(&self, found: &Match) -> bool {
        self.matching[usize::from(found.segment)].contains(found.doc)
    }
}

impl Snapshot {
    /// How many citations in use pass a filter.
    pub fn count(&self, filter: &Filter) -> u64 {
        let mut count = 0;
        for segment in &self.segments {
            let obsolete = &segment.data.columns.obsolete;
            matching(filter, &self.values, &segment.data).each(|doc| {
                let is_one = obsolete.get(doc as usize) == Some(&false) && segment.is_alive(doc);
                count += u64::from(is_one);
            });
        }
        count
    }
}

/// The documents of a segment that match.
fn matching(filter: &Filter, values: &ValueDictionary, data: &SegmentData) -> DocumentSet {
    let documents = data.columns.obsolete.len();
    let join = |parts: &[Filter], mut joined: DocumentSet, join: fn(&mut DocumentSet, &DocumentSet)| {
        parts.iter().for_each(|part| join(&mut joined, &matching(part, values, data)));
        joined
    };
    match filter {
        Filter::Term(field, value) => {
            let mut having = DocumentSet::none(documents);
            match (field, values.number(list_of(*field), value)) {
                (_, None) => {}
                (FilterField::Category(_), Some(number)) => data.values.add_having(number, &mut having),
                (FilterField::Incomplete, Some(number)) => data.incomplete.add_having(number, &mut having),
            }
            having
        }
        Filter::And(parts) => join(parts, DocumentSet::all(documents), DocumentSet::intersect),
        Filter::Or(parts) => join(parts, DocumentSet::none(documents), DocumentSet::unite),
        Filter::Not(part) => {
            let mut others = matching(part, values, data);
            others.invert();
            others
        }
    }
}

/// The list of values that a filter's field compares.
pub(in crate::search) fn list_of(field: FilterField) -> usize {
    match field {
        FilterField::Category(category) => category as usize,
        FilterField::Incomplete => INCOMPLETE,
    }
}
