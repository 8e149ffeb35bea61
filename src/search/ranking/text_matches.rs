//! Citations whose handouts contain words of the query that their titles, keywords and abstracts lack.
//!
//! Texts are read only when few citations contain every word, and change the score of no other match; `text_places.rs` says
//! where their citations come.

use crate::search::query::parsed_query::{Part, QueryWord};
use crate::search::query::query_plan::{MAX_EXPANSIONS, QueryPlan, WordMatch};
use crate::search::query::term_lookup::look_up_in_texts;
use crate::search::query::term_lookup::{PostingList, Source, TermMatches};
use crate::search::ranking::accumulators::{Accumulators, EXCLUDED, length_norms, saturated};
use crate::search::ranking::phrases::phrase_docs;
use crate::search::segments::document_set::DocumentSet;
use crate::search::segments::handout_texts::HandoutTexts;
use crate::search::segments::schema::{HANDOUT_BOOST, HANDOUT_FIELDS};
use crate::search::snapshot::{Match, Snapshot};
use std::sync::LazyLock;
use tantivy::schema::IndexRecordOption;

/// The share of the weight of the query that a citation with its text contains.
const MIN_SHARE: f32 = 0.6;
/// The average length of a text, in tokens.
const AVERAGE_LENGTH: f32 = 1_500.0;

static TEXT_NORMS: LazyLock<[f32; 256]> = LazyLock::new(|| length_norms(AVERAGE_LENGTH));

/// A citation that contains some words of the query only in the text of a handout.
#[derive(Debug, Clone)]
pub(in crate::search) struct TextMatch {
    pub segment: u16,
    pub doc: u32,
    /// The fields that contain these words, one bit for each.
    pub fields: u8,
    /// The required words that it contains anywhere.
    pub words: u32,
    /// Those that its texts contain as typed or by stem, not only by a correction.
    pub typed_words: u32,
    /// It contains enough of the words only with texts in other languages than English.
    pub is_foreign: bool,
    /// Of the words in the text.
    pub text_score: f32,
    /// The share of the weight of the query that it contains.
    pub share: f32,
}

/// The words that texts contain, by document.
#[derive(Debug, Clone, Copy, Default)]
struct TextDoc {
    doc: u32,
    /// The bits of the words in each field.
    words: [u32; HANDOUT_FIELDS],
    /// Those that match as typed.
    typed: u32,
    score: f32,
}

/// A required word or phrase of the query with what the texts have of it.
struct TextWord<'q> {
    bit: u32,
    weight: f32,
    /// Those of its correction, if it was corrected.
    matches: TermMatches,
    /// Those of a corrected word as typed.
    typed: TermMatches,
    is_correction: bool,
    phrase: Option<&'q [QueryWord]>,
}

impl TextWord<'_> {
    fn is_in_no_text(&self) -> bool {
        self.phrase.is_none() && self.matches.postings.is_empty() && self.typed.postings.is_empty()
    }

    /// Its posting lists in a segment, each with whether it matches as typed.
    fn lists(&self, segment: usize) -> impl Iterator<Item = (&PostingList, bool)> {
        let matches = self.matches.postings.iter().map(|postings| (postings, !self.is_correction));
        let typed = self.typed.postings.iter().map(|postings| (postings, true));
        matches.chain(typed).filter(move |(postings, _)| postings.segment == segment)
    }
}

/// What the words of a query weigh when texts count.
#[derive(Default)]
pub(super) struct WordShares {
    words: Vec<(u32, f32)>,
    total: f32,
}

impl WordShares {
    fn new(words: &[TextWord<'_>]) -> WordShares {
        let total = words.iter().map(|word| word.weight).sum();
        WordShares { words: words.iter().map(|word| (word.bit, word.weight)).collect(), total }
    }

    /// The share of the words with these bits.
    pub fn share(&self, bits: u32) -> f32 {
        let contained = self.words.iter().filter(|(bit, _)| bit & bits != 0);
        contained.map(|(_, weight)| weight).sum::<f32>() / self.total
    }
}

pub(super) struct TextSearch<'s> {
    pub snapshot: &'s Snapshot,
    pub plan: &'s QueryPlan,
    pub accumulators: &'s [Accumulators],
    pub no_boost: bool,
}

impl TextSearch<'_> {
    /// The matches by text, in the order of segments and documents, and what the words of the query weigh with texts. `partial` are
    /// the best matches without texts.
    pub fn find(
        &self,
        partial: &[Match],
        wanted: &[DocumentSet],
    ) -> std::io::Result<(Vec<TextMatch>, WordShares)> {
        let plan = self.plan;
        let mut found = Vec::new();
        let words = self.words()?;
        if words.iter().all(TextWord::is_in_no_text) {
            return Ok((found, WordShares::default()));
        }
        let shares = WordShares::new(&words);
        let share = |bits: u32| shares.share(bits);
        for (number, segment) in (0u16..).zip(&self.snapshot.segments) {
            let Some(texts) = &segment.data.handout_texts else { continue };
            let docs = self.text_docs(usize::from(number), texts, &words, shares.total, partial)?;
            let excluded = self.excluded_docs(usize::from(number), texts)?;
            let accumulators = &self.accumulators[usize::from(number)];
            for TextDoc { doc, words: [english, other], typed, score } in docs {
                let other_match = accumulators.get(doc);
                let own = other_match.words() & plan.required;
                let all = own | english | other;
                let is_match = all != own
                    && (other_match.typed | english | other) & plan.phrase_bits == plan.phrase_bits
                    && other_match.typed & EXCLUDED == 0
                    && share(all) >= MIN_SHARE
                    && wanted[usize::from(number)].contains(doc)
                    && excluded.binary_search(&doc).is_err();
                if !is_match {
                    continue;
                }
                let is_foreign = own | english == own || share(own | english) < MIN_SHARE;
                let fields = u8::from(english & !own != 0) | u8::from(other & !own != 0) << 1;
                found.push(TextMatch {
                    segment: number,
                    doc,
                    fields,
                    words: all,
                    typed_words: typed,
                    is_foreign,
                    text_score: score,
                    share: share(all),
                });
            }
        }
        Ok((found, shares))
    }

    /// The required words with their posting lists in texts, in descending order of their weights.
    fn words(&self) -> std::io::Result<Vec<TextWord<'_>>> {
        let plan = self.plan;
        let mut words = Vec::new();
        let last = plan.query.parts.len().saturating_sub(1);
        for (number, part) in plan.query.parts.iter().enumerate() {
            let bit = 1 << number;
            if plan.required & bit == 0 {
                continue;
            }
            let known = plan.weights.get(number).copied().unwrap_or(0.0);
            let is_prefix_term = number == last && plan.query.has_prefix_term && known == 0.0;
            let (mut matches, mut typed, mut phrase) = (TermMatches::default(), TermMatches::default(), None);
            let is_correction =
                plan.words.iter().any(|word| word.bit == bit && word.word_match != WordMatch::Typed);
            match part {
                Part::Phrase(words) => phrase = Some(words.as_slice()),
                Part::Word(word) => {
                    matches = self.look_up(word)?;
                    if let Some((_, word)) = plan.typed_words.iter().find(|(typed_bit, _)| *typed_bit == bit)
                    {
                        typed = self.look_up(word)?;
                    }
                    if matches.postings.is_empty() && typed.postings.is_empty() && is_prefix_term {
                        let segments = &self.snapshot.segments;
                        matches = TermMatches::look_up_prefix(
                            segments,
                            Source::HandoutTexts,
                            &word.forms[0],
                            MAX_EXPANSIONS,
                        )?;
                    }
                }
            }
            let frequency = matches.document_frequency.max(typed.document_frequency).max(1);
            let weight = if known > 0.0 { known } else { self.snapshot.idf(frequency) };
            words.push(TextWord { bit, weight, matches, typed, is_correction, phrase });
        }
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        Ok(words)
    }

    fn look_up(&self, word: &QueryWord) -> std::io::Result<TermMatches> {
        look_up_in_texts(self.snapshot, &self.plan.query.text, word)
    }

    /// The documents of a segment that contain words in texts, and those of `partial`. A document that has only the words from some
    /// word on cannot contain enough of the query, so later words add no documents.
    fn text_docs(
        &self,
        number: usize,
        texts: &HandoutTexts,
        words: &[TextWord<'_>],
        total: f32,
        partial: &[Match],
    ) -> std::io::Result<Vec<TextDoc>> {
        let here = partial.iter().filter(|m| usize::from(m.segment) == number);
        let mut docs: Vec<TextDoc> = here.map(|m| TextDoc { doc: m.doc, ..TextDoc::default() }).collect();
        docs.sort_unstable_by_key(|found| found.doc);
        docs.dedup_by_key(|found| found.doc);
        let boost = if self.no_boost { 1.0 } else { HANDOUT_BOOST };
        let (mut rest, mut list) = (total, Vec::new());
        for word in words {
            let may_add = rest >= MIN_SHARE * total;
            rest -= word.weight;
            let score = |frequency: f32| saturated(word.weight, frequency);
            if let Some(phrase) = word.phrase {
                for field in 0..HANDOUT_FIELDS {
                    let found = phrase_docs(&texts.inverted[field], phrase)?;
                    let list = found.iter().map(|(doc, count)| (*doc, score(boost * *count as f32)));
                    add_list(&mut docs, list, Mark { bit: word.bit, field, is_typed: true }, may_add);
                }
            }
            for (postings, is_typed) in word.lists(number) {
                let (field, weight) = (postings.field, boost * postings.weight);
                let lengths = &texts.lengths[field];
                let mut blocks = texts.inverted[field]
                    .read_block_postings_from_terminfo(&postings.info, IndexRecordOption::WithFreqs)?;
                list.clear();
                while !blocks.docs().is_empty() {
                    for (doc, count) in blocks.docs().iter().zip(blocks.freqs()) {
                        let code = lengths.get(*doc as usize).copied().unwrap_or(0);
                        let norm = TEXT_NORMS[usize::from(code)];
                        list.push((*doc, score(weight * *count as f32 * norm)));
                    }
                    blocks.advance();
                }
                add_list(&mut docs, list.iter().copied(), Mark { bit: word.bit, field, is_typed }, may_add);
            }
        }
        Ok(docs)
    }

    /// The documents whose texts contain an excluded word or phrase, ascending.
    fn excluded_docs(&self, number: usize, texts: &HandoutTexts) -> std::io::Result<Vec<u32>> {
        let mut docs = Vec::new();
        for part in &self.plan.excluded {
            match part {
                Part::Word(word) => {
                    let found = self.look_up(word)?.postings;
                    for postings in found.iter().filter(|postings| postings.segment == number) {
                        let mut blocks = texts.inverted[postings.field]
                            .read_block_postings_from_terminfo(&postings.info, IndexRecordOption::Basic)?;
                        while !blocks.docs().is_empty() {
                            docs.extend_from_slice(blocks.docs());
                            blocks.advance();
                        }
                    }
                }
                Part::Phrase(words) => {
                    for inverted in &texts.inverted {
                        docs.extend(phrase_docs(inverted, words)?.into_iter().map(|(doc, _)| doc));
                    }
                }
            }
        }
        docs.sort_unstable();
        Ok(docs)
    }
}

/// A word of the query in a field of the texts.
#[derive(Clone, Copy)]
struct Mark {
    bit: u32,
    field: usize,
    is_typed: bool,
}

impl TextDoc {
    fn add(&mut self, mark: Mark, score: f32) {
        self.words[mark.field] |= mark.bit;
        self.typed |= if mark.is_typed { mark.bit } else { 0 };
        self.score += score;
    }
}

/// Adds a word to the documents of a list, both ascending; to new ones only with `may_add`.
fn add_list(docs: &mut Vec<TextDoc>, list: impl Iterator<Item = (u32, f32)>, mark: Mark, may_add: bool) {
    let mut added = Vec::new();
    let mut at = 0;
    for (doc, score) in list {
        while docs.get(at).is_some_and(|known| known.doc < doc) {
            at += 1;
        }
        match docs.get_mut(at).filter(|known| known.doc == doc) {
            Some(known) => known.add(mark, score),
            None if may_add => {
                let mut new = TextDoc { doc, ..TextDoc::default() };
                new.add(mark, score);
                added.push(new);
            }
            None => {}
        }
    }
    if !added.is_empty() {
        docs.append(&mut added);
        // Merges two ascending runs.
        docs.sort_by_key(|known| known.doc);
    }
}

/// The text match of a document among those of a search.
pub(in crate::search) fn text_match(found: &[TextMatch], segment: u16, doc: u32) -> Option<&TextMatch> {
    let position = found.binary_search_by_key(&(segment, doc), |found| (found.segment, found.doc)).ok()?;
    found.get(position)
}
