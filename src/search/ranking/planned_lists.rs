//! The lists that a query is scored from: the posting lists of words and the citations of concepts, each with the maximum
//! score that it can add.

use crate::search::query::query_plan::{PlannedConcept, PlannedWord, QueryPlan};
use crate::search::snapshot::Snapshot;

/// The weight of a concept; that of a word is 1.
pub(super) const CONCEPT_WEIGHT: f32 = 0.8;

#[derive(Clone, Copy)]
pub(super) enum Source<'q> {
    Concept(&'q PlannedConcept),
    Word(&'q PlannedWord),
}

impl Source<'_> {
    /// The number of its documents in all segments, those of several posting lists as often.
    pub fn document_count(&self, snapshot: &Snapshot) -> usize {
        let segments = snapshot.segments.iter();
        match self {
            Source::Word(word) => word.postings.iter().map(|list| list.info.doc_freq as usize).sum(),
            Source::Concept(planned) => segments
                .flat_map(|segment| {
                    planned.meanings.iter().map(|(concept, _)| segment.concept_index.count(*concept))
                })
                .sum(),
        }
    }
}

pub(super) struct PlannedList<'q> {
    pub source: Source<'q>,
    /// The bits of the words that it matches.
    pub bits: u32,
    /// The maximum score that it can add to a citation.
    pub bound: f32,
}

impl<'q> PlannedList<'q> {
    /// The lists of a query: those of required words first, each group in descending order of the bounds.
    pub fn from_plan(plan: &'q QueryPlan) -> Vec<PlannedList<'q>> {
        let concepts = plan.concepts.iter().map(|concept| PlannedList {
            source: Source::Concept(concept),
            bits: concept.bits,
            // Saturation limits each meaning to its weight.
            bound: CONCEPT_WEIGHT
                * concept.idf
                * concept.meanings.iter().map(|(_, weight)| weight).sum::<f32>(),
        });
        let words = plan.words.iter().map(|word| PlannedList {
            source: Source::Word(word),
            bits: word.bit,
            // Saturation limits any frequency to 1.
            bound: word.idf * word.factor,
        });
        let mut lists: Vec<PlannedList> = concepts.chain(words).collect();
        let is_optional = |list: &PlannedList| list.bits & plan.required == 0;
        lists.sort_by(|a, b| is_optional(a).cmp(&is_optional(b)).then(b.bound.total_cmp(&a.bound)));
        lists
    }
}

/// The bits of all words of the lists.
pub(super) fn bits_of(lists: &[PlannedList]) -> u32 {
    lists.iter().fold(0, |bits, list| bits | list.bits)
}

impl QueryPlan {
    /// The total weight of the words with these bits.
    pub(super) fn total_weight(&self, bits: u32) -> f32 {
        let mut weight = 0.0;
        let mut rest = bits;
        while rest != 0 {
            weight += self.weights.get(rest.trailing_zeros() as usize).copied().unwrap_or(0.0);
            rest &= rest - 1;
        }
        weight
    }
}
