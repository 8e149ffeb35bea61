//! The lists that a query is scored from: the posting lists of words and the citations of concepts, each with the maximum
//! score that it can add.

use crate::search::query::query_plan::{PlannedConcept, PlannedWord, QueryPlan};

/// The weight of a concept; that of a word is 1.
pub(super) const CONCEPT_WEIGHT: f32 = 0.8;

#[derive(Clone, Copy)]
pub(super) enum Source<'q> {
    Concept(&'q PlannedConcept),
    Word(&'q PlannedWord),
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
