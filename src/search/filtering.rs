//! A filter as sets of documents, ready to be asked about each.

use crate::model::filter::{Filter, FilterField};
use crate::search::document::INCOMPLETE;
use crate::search::document_set::DocumentSet;
use crate::search::segment::SegmentData;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::values::Values;
use std::borrow::Cow;

/// A filter, made into the documents of each segment that match.
pub(super) struct CompiledFilter {
    matching: Vec<DocumentSet>,
}

impl CompiledFilter {
    /// A filter for the citations of a snapshot.
    pub fn of(filter: &Filter, snapshot: &Snapshot) -> CompiledFilter {
        let of_segment = |data: &SegmentData| matching(filter, &snapshot.values, data).into_owned();
        CompiledFilter {
            matching: snapshot.segments.iter().map(|segment| of_segment(&segment.data)).collect(),
        }
    }

    /// Returns whether a citation passes.
    #[inline]
    pub fn passes(&self, found: &Match) -> bool {
        self.matching[found.segment as usize].contains(found.doc)
    }
}

/// The documents of a segment that match.
fn matching<'s>(filter: &Filter, values: &Values, data: &'s SegmentData) -> Cow<'s, DocumentSet> {
    let documents = data.columns.obsolete.len();
    let join = |parts: &[Filter], mut joined: DocumentSet, join: fn(&mut DocumentSet, &DocumentSet)| {
        parts.iter().for_each(|part| join(&mut joined, &matching(part, values, data)));
        Cow::Owned(joined)
    };
    match filter {
        Filter::Term(field, value) => values
            .number(list_of(*field), value)
            .and_then(|number| match field {
                FilterField::Category(_) => data.values.having(number),
                FilterField::Incomplete => data.incomplete.having(number),
            })
            .unwrap_or_else(|| Cow::Owned(DocumentSet::none(documents))),
        Filter::And(parts) => join(parts, DocumentSet::all(documents), DocumentSet::intersect),
        Filter::Or(parts) => join(parts, DocumentSet::none(documents), DocumentSet::unite),
        Filter::Not(part) => {
            let mut others = matching(part, values, data).into_owned();
            others.invert();
            Cow::Owned(others)
        }
    }
}

/// The list of values that a filter's field compares.
pub(super) fn list_of(field: FilterField) -> usize {
    match field {
        FilterField::Category(category) => category as usize,
        FilterField::Incomplete => INCOMPLETE,
    }
}
