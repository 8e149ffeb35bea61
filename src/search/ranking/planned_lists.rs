//! What a query adds up scores from: posting lists of words and citations of concepts, with bounds of what each can add.

use crate::search::query::query_plan::{PlannedConcept, PlannedWord, QueryPlan};

/// What a concept counts beside a word.
pub(super) const CONCEPT: f32 = 0.8;

/// What a list is of.
#[derive(Clone, Copy)]
pub(super) enum Source<'q> {
    Concept(&'q PlannedConcept),
    Word(&'q PlannedWord),
}

/// One list of a query.
pub(super) struct PlannedList<'q> {
    pub source: Source<'q>,
    /// The words of the query that it stands for.
    pub bits: u32,
    /// No citation gets more from it.
    pub bound: f32,
}

impl<'q> PlannedList<'q> {
    /// The lists of a query, those of required words first, then those that can add most.
    pub fn from_plan(query: &'q QueryPlan) -> Vec<PlannedList<'q>> {
        let concepts = query.terms.iter().map(|term| PlannedList {
            source: Source::Concept(term),
            bits: term.bits,
            // A share of the place in a title or keyword, see `add_term`.
            bound: CONCEPT * term.idf * term.meanings.iter().map(|(_, counts)| counts).sum::<f32>(),
        });
        let words = query.words.iter().map(|word| PlannedList {
            source: Source::Word(word),
            bits: word.bit,
            // Saturation lets no frequency count more than once.
            bound: word.idf * word.factor,
        });
        let mut lists: Vec<PlannedList> = concepts.chain(words).collect();
        let is_light = |list: &PlannedList| list.bits & query.required == 0;
        lists.sort_by(|a, b| is_light(a).cmp(&is_light(b)).then(b.bound.total_cmp(&a.bound)));
        lists
    }
}
