//! What each posting and each mention of a concept adds to the score of its citation.

use crate::search::query::abbreviations::AMBIGUOUS_ABBREVIATION;
use crate::search::query::keyword_matches::KeywordMatches;
use crate::search::query::query_plan::{PlannedConcept, PlannedWord, QueryPlan};
use crate::search::query::term_lookup::PostingList;
use crate::search::ranking::accumulators::{LENGTH_NORMS, saturated};
use crate::search::ranking::planned_lists::CONCEPT_WEIGHT;
use crate::search::segments::concept_index::ConceptMention;
use crate::search::segments::schema::{BOOSTS, TEXT_FIELDS};
use crate::search::snapshot::Snapshot;
use std::cell::OnceCell;
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
