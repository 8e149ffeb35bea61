//! The lists that a query is scored from: the posting lists of words and the citations of concepts, each with the maximum score
//! that it can add; and what each posting and each mention of a concept adds to the score of its citation.

use crate::search::query::keyword_matches::AMBIGUOUS_ABBREVIATION;
use crate::search::query::keyword_matches::KeywordMatches;
use crate::search::query::query_plan::{PlannedConcept, PlannedWord, QueryPlan, WordMatch};
use crate::search::query::term_lookup::PostingList;
use crate::search::ranking::accumulators::{Accumulators, LENGTH_NORMS, saturated};
use crate::search::segments::concept_index::ConceptMention;
use crate::search::segments::schema::{BOOSTS, TEXT_FIELDS, TITLE, VERSION_TITLES};
use crate::search::snapshot::Snapshot;
use std::cell::OnceCell;
use tantivy::schema::IndexRecordOption;

/// The weighted frequency of a concept in a title that is just one of its labels, as BM25F counts the frequency of a word.
const CONCEPT_FREQUENCY: f32 = 9.0;

/// The scores of the lists of a query.
pub(super) struct ListScores<'s> {
    pub snapshot: &'s Snapshot,
    pub plan: &'s QueryPlan,
    pub no_boost: bool,
    pub boosts: [f32; TEXT_FIELDS],
    /// Looked up when first needed.
    keywords: OnceCell<KeywordMatches>,
}

impl<'s> ListScores<'s> {
    pub fn new(snapshot: &'s Snapshot, plan: &'s QueryPlan, no_boost: bool) -> ListScores<'s> {
        let boosts = if no_boost { [1.0; TEXT_FIELDS] } else { BOOSTS };
        ListScores { snapshot, plan, no_boost, boosts, keywords: OnceCell::new() }
    }

    /// The keywords that contain words of the query.
    pub fn keywords(&self) -> &KeywordMatches {
        self.keywords.get_or_init(|| KeywordMatches::new(self.snapshot, self.plan))
    }

    /// The weight of a word.
    pub fn word_weight(&self, word: &PlannedWord) -> f32 {
        let is_ambiguous = word.bit & self.plan.ambiguous_abbreviations != 0;
        let share = if is_ambiguous { AMBIGUOUS_ABBREVIATION } else { 1.0 };
        share * word.idf * word.factor
    }

    /// What a mention of a meaning of a concept adds to the score, with the weight of that meaning.
    pub fn concept_score(&self, planned: &PlannedConcept, weight: f32, mention: &ConceptMention) -> f32 {
        let frequency = if self.no_boost { 1.0 } else { CONCEPT_FREQUENCY * mention.strength };
        saturated(CONCEPT_WEIGHT * weight * planned.idf, frequency)
    }
}

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
    /// The maximum score that it can add to a citation: rare words have more.
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

/// The words of a posting list, and what they count.
#[derive(Clone, Copy)]
pub(super) struct ListWords {
    /// The bits of the words that the list matches.
    pub bits: u32,
    /// Those that it matches in a title.
    pub title_bits: u32,
    pub word_match: WordMatch,
    pub weight: f32,
}

impl ListScores<'_> {
    /// Adds the documents of a list in a segment to its accumulators; without `may_add`, only those that are candidates.
    pub fn add_list(
        &self,
        number: usize,
        source: Source,
        accumulators: &mut Accumulators,
        may_add: bool,
    ) -> std::io::Result<()> {
        match source {
            Source::Word(word) => {
                let (weight, word_match) = (self.word_weight(word), word.word_match);
                let words = ListWords { bits: word.bit, title_bits: word.bit, word_match, weight };
                self.add_postings(number, &word.postings, words, accumulators, may_add)?;
            }
            Source::Concept(planned) => {
                for (concept, weight) in &planned.meanings {
                    for mention in self.snapshot.segments[number].concept_index.mentions(*concept) {
                        let score = self.concept_score(planned, *weight, &mention);
                        let title_bits = if mention.is_title { planned.bits } else { 0 };
                        if may_add || accumulators.is_candidate(mention.doc) {
                            accumulators.add_concept(mention.doc, score, planned.bits, title_bits);
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// The same for the posting lists of a word.
    pub fn add_postings(
        &self,
        number: usize,
        postings: &[PostingList],
        words: ListWords,
        accumulators: &mut Accumulators,
        may_add: bool,
    ) -> std::io::Result<()> {
        if !may_add && !accumulators.has_candidates() {
            return Ok(());
        }
        let data = &self.snapshot.segments[number].data;
        for PostingList { field, info, weight, .. } in postings.iter().filter(|list| list.segment == number) {
            let weight = weight * self.boosts[*field];
            let (lengths, norms) = (data.lengths[*field].as_slice(), &LENGTH_NORMS[*field]);
            let title_bits = if *field == TITLE { words.title_bits } else { 0 };
            let mut blocks = data.inverted[*field]
                .read_block_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?;
            while !blocks.docs().is_empty() {
                for (doc, count) in blocks.docs().iter().zip(blocks.freqs()) {
                    let norm = lengths.get(*doc as usize).map_or(1.0, |code| norms[usize::from(*code)]);
                    let frequency = weight * *count as f32 * norm;
                    if *field == VERSION_TITLES {
                        accumulators.add_version_title(*doc, frequency, words.title_bits, may_add);
                    } else if may_add || accumulators.is_candidate(*doc) {
                        accumulators.add_frequency(*doc, frequency);
                        if title_bits != 0 {
                            accumulators.add_title_bits(*doc, title_bits);
                        }
                    }
                }
                blocks.advance();
            }
        }
        accumulators.finish_word(words.weight, words.bits, words.word_match);
        Ok(())
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
