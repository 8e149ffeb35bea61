//! Citations about the concepts that a query describes without naming them: 'pain low on the right side and throwing up' means
//! appendicitis.

use crate::search::query::query_plan::QueryPlan;
use crate::search::ranking::accumulators::{Accumulators, DocumentMatch};
use crate::search::ranking::partial::{MAX_PARTIAL, PARTIAL, required_weight};
use crate::search::ranking::subject::NamedMatch;
use crate::search::ranking::top_k::TopK;
use crate::search::segments::concept_index::ConceptMention;
use crate::search::segments::document_set::DocumentSet;
use crate::search::snapshot::{Match, Snapshot};
use crate::search::thesaurus::combined::ConceptId;
use crate::search::thesaurus::descriptions::DescribedConcept;
use std::collections::HashMap;

/// The weight of a description compared with the words that citations contain.
const DESCRIPTION_WEIGHT: f32 = 1.0;
/// The strength of a concept in a title or keyword from which a citation is about it.
const MIN_STRENGTH: f32 = 0.7;
/// The share of a query's weight outside of the whole names in it from which it may describe something else.
const MIN_UNNAMED_SHARE: f32 = 0.1;
/// Minimum number of words of a query that is being typed for it to describe something; fewer are the beginning of a name.
const MIN_TYPED_WORDS: usize = 3;
/// Of a concept that more citations name, not all are looked at.
const MAX_MENTIONS: usize = 200;

/// A search for described concepts.
pub(super) struct DescribedSearch<'s> {
    pub snapshot: &'s Snapshot,
    pub plan: &'s QueryPlan,
    pub accumulators: &'s [Accumulators],
}

impl DescribedSearch<'_> {
    /// Raises the scores of partial matches about a described concept, and adds the other citations about it as partial matches. The
    /// more of the query's weight is in whole names or in one title, the less a description counts.
    pub fn add_matches(&self, named: &[NamedMatch], wanted: &[DocumentSet], matches: &mut Vec<Match>) {
        let has_conditions = self.plan.phrase_bits != 0 || !self.plan.excluded.is_empty();
        let query = &self.plan.query;
        let is_beginning = query.is_being_typed && query.words().count() < MIN_TYPED_WORDS;
        if !self.snapshot.features.descriptions || has_conditions || is_beginning {
            return;
        }
        let total = required_weight(self.snapshot, self.plan);
        let in_names = named.iter().map(|name| name.words);
        let in_titles = matches.iter().map(|m| self.words(m)).map(|words| words.title & words.typed);
        let weights =
            in_names.chain(in_titles).map(|words| self.plan.total_weight(words & self.plan.required));
        let most_named = weights.fold(0.0, f32::max);
        let unnamed_share = if total > 0.0 { (1.0 - most_named / total).max(0.0) } else { 1.0 };
        if unnamed_share < MIN_UNNAMED_SHARE {
            return;
        }
        let mut found: HashMap<(u16, u32), f32> = HashMap::new();
        for DescribedConcept { concept, score } in self.described() {
            self.snapshot.each_citation_about(
                concept,
                MIN_STRENGTH,
                matches,
                wanted,
                |segment, doc, strength| {
                    let score = DESCRIPTION_WEIGHT * unnamed_share * score * strength;
                    let best = found.entry((segment, doc)).or_default();
                    *best = best.max(score);
                },
            );
        }
        for m in matches.iter_mut() {
            let is_complete = self.words(m).words() & self.plan.required == self.plan.required;
            if let Some(score) = found.remove(&(m.segment, m.doc))
                && !is_complete
            {
                m.score += score;
            }
        }
        let others = found.into_iter();
        matches.extend(others.map(|((segment, doc), score)| Match { segment, doc, tier: PARTIAL, score }));
    }

    fn words(&self, m: &Match) -> DocumentMatch {
        self.accumulators[usize::from(m.segment)].get(m.doc)
    }

    /// The concepts that the words describe, as typed and as corrected.
    fn described(&self) -> Vec<DescribedConcept> {
        let (thesaurus, text) = (&self.snapshot.thesaurus, &self.plan.query.text);
        let mut described = match &self.plan.typed_text {
            Some(typed) => thesaurus.described(&format!("{typed} {text}")),
            None => thesaurus.described(text),
        };
        let off = self.plan.query.switched_off(thesaurus);
        described.retain(|described| !off.contains(&described.concept));
        described
    }
}

impl Snapshot {
    /// Calls `found` with the citations that name a concept with at least this strength, each with its segment and the strength. If
    /// there are many, these are the ones among `matches`, and the best of the others with the concept as their whole title, as
    /// many as a result may have.
    pub(super) fn each_citation_about(
        &self,
        concept: ConceptId,
        min_strength: f32,
        matches: &[Match],
        wanted: &[DocumentSet],
        mut found: impl FnMut(u16, u32, f32),
    ) {
        let mut add = |segment: u16, doc: u32, strength: f32| {
            if strength >= min_strength && wanted[usize::from(segment)].contains(doc) {
                found(segment, doc, strength);
            }
        };
        let indexes = || (0u16..).zip(self.segments.iter().map(|segment| &segment.concept_index));
        if indexes().map(|(_, index)| index.count(concept)).sum::<usize>() <= MAX_MENTIONS {
            for (segment, index) in indexes() {
                index.mentions(concept).for_each(|mention| add(segment, mention.doc, mention.strength));
            }
            return;
        }
        for m in matches {
            let index = &self.segments[usize::from(m.segment)].concept_index;
            add(m.segment, m.doc, index.strength(concept, m.doc));
        }
        let is_match = |segment: u16, doc: u32| matches.iter().any(|m| m.segment == segment && m.doc == doc);
        let mut others = TopK::new(self, MAX_PARTIAL);
        for (segment, index) in indexes() {
            for mention in index.mentions(concept).filter(|mention| mention.is_title) {
                let ConceptMention { doc, strength, .. } = mention;
                if wanted[usize::from(segment)].contains(doc) && !is_match(segment, doc) {
                    others.push(Match { segment, doc, tier: PARTIAL, score: strength });
                }
            }
        }
        others.into_best().into_iter().for_each(|m| add(m.segment, m.doc, m.score));
    }
}
