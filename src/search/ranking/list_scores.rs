//! The lists that a query is scored from: the posting lists of words and the citations of concepts, each with the maximum score
//! that it can add; and what each posting and each mention of a concept adds to the score of its citation.

use crate::search::query::abbreviations::AMBIGUOUS_ABBREVIATION;
use crate::search::query::keyword_matches::KeywordMatches;
use crate::search::query::query_plan::{PlannedConcept, PlannedWord, QueryPlan};
use crate::search::query::term_lookup::PostingList;
use crate::search::ranking::accumulators::{Accumulators, LENGTH_NORMS, WordMatch, saturated};
use crate::search::segments::concept_index::ConceptMention;
use crate::search::segments::schema::{BOOSTS, TEXT_FIELDS, TITLE, VERSION_TITLES};
use crate::search::snapshot::{Segment, Snapshot};
use std::cell::OnceCell;
use std::ops::Range;
use tantivy::postings::BlockSegmentPostings;
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

/// Reads a posting list piece by piece.
pub(super) struct PostingCursor<'s> {
    blocks: BlockSegmentPostings,
    /// The place of the next document in its block.
    next: usize,
    pub weights: PostingWeights<'s>,
}

/// What the postings of a list weigh.
#[derive(Clone, Copy)]
pub(super) struct PostingWeights<'s> {
    weight: f32,
    lengths: &'s [u8],
    norms: &'static [f32; 256],
}

impl PostingWeights<'_> {
    /// The weighted frequency of a term that a field contains `count` times.
    #[inline]
    pub fn frequency(&self, doc: u32, count: u32) -> f32 {
        let norm = self.lengths.get(doc as usize).map_or(1.0, |code| self.norms[usize::from(*code)]);
        self.weight * count as f32 * norm
    }
}

impl<'s> PostingCursor<'s> {
    pub fn open(scores: &ListScores<'s>, list: &PostingList) -> std::io::Result<PostingCursor<'s>> {
        let data = &scores.snapshot.segments[list.segment].data;
        let blocks = data.inverted[list.field]
            .read_block_postings_from_terminfo(&list.info, IndexRecordOption::WithFreqs)?;
        let weight = list.weight * scores.boosts[list.field];
        let (lengths, norms) = (data.lengths[list.field].as_slice(), &LENGTH_NORMS[list.field]);
        Ok(PostingCursor { blocks, next: 0, weights: PostingWeights { weight, lengths, norms } })
    }

    /// Calls `each` with the next documents before `end`, and how often the field of each contains the term.
    #[inline]
    pub fn each_before(&mut self, end: u32, mut each: impl FnMut(u32, u32)) {
        loop {
            let docs = self.blocks.docs().get(self.next..).unwrap_or_default();
            let Some(last) = docs.last() else { return };
            let count = if *last < end { docs.len() } else { docs.partition_point(|doc| *doc < end) };
            let counts = self.blocks.freqs().get(self.next..).unwrap_or_default();
            docs[..count].iter().zip(counts).for_each(|(doc, count)| each(*doc, *count));
            if count < docs.len() {
                self.next += count;
                return;
            }
            self.blocks.advance();
            self.next = 0;
        }
    }

    /// Passes over the documents before `start`, without reading blocks that have no others.
    pub fn seek(&mut self, start: u32) {
        if self.blocks.docs().get(self.next).is_some_and(|doc| *doc < start) {
            self.next = self.blocks.seek(start);
            if self.next >= self.blocks.docs().len() {
                self.blocks.advance();
                self.next = 0;
            }
        }
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

/// A list of a query in one segment.
pub(super) enum SegmentList<'s> {
    Concept(&'s PlannedConcept),
    /// Posting lists with the field of each.
    Postings(Vec<(PostingCursor<'s>, usize)>, ListWords),
}

impl<'s> SegmentList<'s> {
    pub fn open(
        scores: &ListScores<'s>,
        number: usize,
        source: Source<'s>,
    ) -> std::io::Result<SegmentList<'s>> {
        match source {
            Source::Concept(concept) => Ok(SegmentList::Concept(concept)),
            Source::Word(word) => {
                let word_match = if word.is_correction { WordMatch::Corrected } else { WordMatch::Typed };
                let weight = scores.word_weight(word);
                let words = ListWords { bits: word.bit, title_bits: word.bit, word_match, weight };
                SegmentList::from_postings(scores, number, &word.postings, words)
            }
        }
    }

    pub fn from_postings(
        scores: &ListScores<'s>,
        number: usize,
        postings: &[PostingList],
        words: ListWords,
    ) -> std::io::Result<SegmentList<'s>> {
        let lists = postings.iter().filter(|list| list.segment == number);
        let cursors = lists.map(|list| Ok((PostingCursor::open(scores, list)?, list.field)));
        Ok(SegmentList::Postings(cursors.collect::<std::io::Result<_>>()?, words))
    }

    /// Adds the documents of a range to accumulators that begin with it; without `may_add`, only those that are candidates.
    pub fn add(
        &mut self,
        scores: &ListScores,
        segment: &Segment,
        range: &Range<u32>,
        accumulators: &mut Accumulators,
        may_add: bool,
    ) {
        if !may_add && !accumulators.has_candidates() {
            return;
        }
        match self {
            SegmentList::Postings(cursors, words) => {
                for (cursor, field) in cursors {
                    cursor.seek(range.start);
                    let weights = cursor.weights;
                    let title_bits = if *field == TITLE { words.title_bits } else { 0 };
                    // Several loops, because the fewer steps a posting takes, the better.
                    match (may_add, title_bits) {
                        _ if *field == VERSION_TITLES => cursor.each_before(range.end, |doc, count| {
                            let frequency = weights.frequency(doc, count);
                            accumulators.add_version_title(
                                doc - range.start,
                                frequency,
                                words.title_bits,
                                may_add,
                            );
                        }),
                        (true, 0) => cursor.each_before(range.end, |doc, count| {
                            accumulators.add_frequency(doc - range.start, weights.frequency(doc, count));
                        }),
                        (true, title_bits) => cursor.each_before(range.end, |doc, count| {
                            accumulators.add_frequency(doc - range.start, weights.frequency(doc, count));
                            accumulators.add_title_bits(doc - range.start, title_bits);
                        }),
                        (false, title_bits) => cursor.each_before(range.end, |doc, count| {
                            if accumulators.is_candidate(doc - range.start) {
                                accumulators.add_frequency(doc - range.start, weights.frequency(doc, count));
                                accumulators.add_title_bits(doc - range.start, title_bits);
                            }
                        }),
                    }
                }
                accumulators.finish_word(words.weight, words.bits, words.word_match);
            }
            SegmentList::Concept(planned) => {
                for (concept, weight) in &planned.meanings {
                    for mention in segment.concept_index.mentions_among(*concept, range.clone()) {
                        let score = scores.concept_score(planned, *weight, &mention);
                        let title_bits = if mention.is_title { planned.bits } else { 0 };
                        let doc = mention.doc - range.start;
                        if may_add || accumulators.is_candidate(doc) {
                            accumulators.add_concept(doc, score, planned.bits, title_bits);
                        }
                    }
                }
            }
        }
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
