//! Citations whose handouts contain words of the query that their titles, keywords and abstracts lack.
//!
//! Texts are read only when few citations contain every word. Their citations come below every citation that contains as much of
//! the query without its text, and below those of which the query contains a whole name; the order of the others does not
//! change.

use crate::model::languages::tag::LanguageTag;
use crate::search::query::parsed_query::{Part, QueryWord};
use crate::search::query::query_plan::{MAX_EXPANSIONS, QueryPlan, WordMatch};
use crate::search::query::term_lookup::{PostingList, Source, TermMatches, look_up_in_texts};
use crate::search::ranking::direct_matches::boost_language;
use crate::search::ranking::list_scores::{Accumulators, EXCLUDED, length_norms, saturated};
use crate::search::ranking::partial::{COMPLETE, MAX_PARTIAL, PARTIAL};
use crate::search::ranking::phrases::phrase_docs;
use crate::search::ranking::subject::{MIN_SUBJECT_SHARE, NamedMatch};
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
struct WordShares {
    words: Vec<(u32, f32)>,
    total: f32,
}

impl WordShares {
    fn new(words: &[TextWord<'_>]) -> WordShares {
        let total = words.iter().map(|word| word.weight).sum();
        WordShares { words: words.iter().map(|word| (word.bit, word.weight)).collect(), total }
    }

    /// The share of the words with these bits.
    fn share(&self, bits: u32) -> f32 {
        let contained = self.words.iter().filter(|(bit, _)| bit & bits != 0);
        contained.map(|(_, weight)| weight).sum::<f32>() / self.total
    }
}

/// A search for the texts of handouts.
pub(super) struct TextSearch<'s> {
    pub snapshot: &'s Snapshot,
    pub plan: &'s QueryPlan,
    pub accumulators: &'s [Accumulators],
    pub lang: Option<&'s LanguageTag>,
    pub no_boost: bool,
    /// The other matches with a whole name in the query.
    pub named: &'s [NamedMatch],
}

impl TextSearch<'_> {
    /// Adds the matches by text to `matches`, each in its place, and returns them in the order of segments and documents.
    pub fn add(&self, wanted: &[DocumentSet], matches: &mut Vec<Match>) -> std::io::Result<Vec<TextMatch>> {
        let (mut texts, shares) = self.find(matches, wanted)?;
        if !texts.is_empty() {
            self.place(&shares, &mut texts, matches);
        }
        Ok(texts)
    }

    /// The matches by text, in the order of segments and documents, and what the words of the query weigh with texts. `partial` are
    /// the best matches without texts.
    fn find(
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

/// A text that contains every word of the query comes before citations whose whole names have less of its weight.
const MIN_SHARE_OF_NAMES: f32 = 0.75;

/// A match by text with its score, and the place of its citation among the other matches, if it has one.
struct Ranked {
    text: TextMatch,
    found: Match,
    is_complete: bool,
    own_place: Option<usize>,
}

impl TextSearch<'_> {
    /// Adds matches by text at their places; removes from `texts` the weakest of those that lack words of the query.
    fn place(&self, shares: &WordShares, texts: &mut Vec<TextMatch>, matches: &mut Vec<Match>) {
        let mut others: Vec<Match> = matches.extract_if(.., |m| m.tier == PARTIAL).collect();
        others.sort_unstable_by(|a, b| self.snapshot.order(a, b));
        // Citations with a whole name may be among the complete matches: they stay there.
        let mut complete = places(texts, matches.iter().filter(|m| m.tier < PARTIAL)).into_iter();
        let moving: Vec<TextMatch> = texts.extract_if(.., |_| complete.next() == Some(None)).collect();
        let mut ranked = self.ranked(moving, &others, matches);
        let mut incomplete = 0;
        ranked.retain(|ranked| {
            incomplete += usize::from(!ranked.is_complete);
            ranked.is_complete || incomplete <= MAX_PARTIAL
        });
        if self.no_boost {
            matches.extend(others.iter().filter(|m| !ranked.iter().any(|ranked| is_same(&ranked.found, m))));
            matches.extend(ranked.iter().map(|ranked| {
                let tier = if ranked.is_complete { COMPLETE } else { PARTIAL };
                Match { tier, ..ranked.found }
            }));
        } else {
            let placed = self.placed(shares, &others, &ranked);
            let count = placed.len();
            let scores = (0..count).map(|place| (count - place) as f32);
            matches.extend(placed.into_iter().zip(scores).map(|(m, score)| Match {
                tier: PARTIAL,
                score,
                ..m
            }));
        }
        texts.extend(ranked.into_iter().map(|ranked| ranked.text));
        texts.sort_unstable_by_key(|text| (text.segment, text.doc));
    }

    /// Matches by text in their order: complete ones first, then by score. Removes them from the last tier of `matches`.
    fn ranked(&self, texts: Vec<TextMatch>, others: &[Match], matches: &mut Vec<Match>) -> Vec<Ranked> {
        let own_places = places(&texts, others.iter());
        let mut founds: Vec<Match> = texts
            .iter()
            .zip(&own_places)
            .map(|(text, place)| {
                let own_score = match place.and_then(|place| others.get(place)) {
                    Some(other) => other.score,
                    None => self.accumulators[usize::from(text.segment)].get(text.doc).score,
                };
                let score = text.share * text.share * (own_score + text.text_score);
                Match { doc: text.doc, score, segment: text.segment, tier: PARTIAL }
            })
            .collect();
        if self.lang.is_some() {
            boost_language(self.snapshot, self.plan, self.lang, &mut founds);
        }
        matches.retain(|m| m.tier < PARTIAL || !founds.iter().any(|found| is_same(found, m)));
        let required = self.plan.required;
        let mut ranked: Vec<Ranked> = texts
            .into_iter()
            .zip(founds)
            .zip(own_places)
            .map(|((text, found), own_place)| Ranked {
                is_complete: text.words & required == required,
                own_place,
                text,
                found,
            })
            .collect();
        ranked.sort_unstable_by(|a, b| {
            b.is_complete.cmp(&a.is_complete).then_with(|| self.snapshot.order(&a.found, &b.found))
        });
        ranked
    }

    /// The partial matches with the matches by text, in their final order.
    fn placed(&self, shares: &WordShares, others: &[Match], ranked: &[Ranked]) -> Vec<Match> {
        let own_shares: Vec<f32> = others
            .iter()
            .map(|m| shares.share(self.accumulators[usize::from(m.segment)].get(m.doc).words()))
            .collect();
        let named: Vec<Option<&NamedMatch>> = others
            .iter()
            .map(|m| self.named.iter().find(|named| named.segment == m.segment && named.doc == m.doc))
            .collect();
        let limit = |ranked: &Ranked| {
            let below = ranked.own_place.unwrap_or(others.len());
            let is_protected = |place: &usize| {
                own_shares[*place] >= ranked.text.share
                    || named[*place].is_some_and(|named| self.is_protected(shares, named, ranked))
            };
            (0..below).rev().find(is_protected).map_or(0, |place| place + 1)
        };
        let mut placed: Vec<((usize, u8, usize), Match)> = Vec::with_capacity(others.len() + ranked.len());
        let mut has_text = vec![false; others.len()];
        for (rank, text) in ranked.iter().enumerate() {
            // A citation that is among the others never comes lower.
            if let Some(own) = text.own_place {
                has_text[own] = true;
            }
            placed.push(((limit(text), 0, rank), text.found));
        }
        let without_text = others.iter().enumerate().filter(|(place, _)| !has_text[*place]);
        placed.extend(without_text.map(|(place, other)| ((place, 1, 0), *other)));
        placed.sort_unstable_by_key(|(place, _)| *place);
        placed.into_iter().map(|(_, m)| m).collect()
    }

    /// Returns whether a match by text may not come before a citation with a whole name in the query.
    fn is_protected(&self, shares: &WordShares, named: &NamedMatch, ranked: &Ranked) -> bool {
        let min_share = if ranked.is_complete { MIN_SHARE_OF_NAMES } else { MIN_SUBJECT_SHARE };
        let is_half = 2 * named.words.count_ones() >= self.plan.required.count_ones();
        ranked.text.is_foreign || named.has_whole_title && is_half || shares.share(named.words) > min_share
    }
}

/// For each of `texts`, which are in the order of segments and documents, its place among `matches`.
fn places<'m>(texts: &[TextMatch], matches: impl Iterator<Item = &'m Match>) -> Vec<Option<usize>> {
    let mut places = vec![None; texts.len()];
    for (place, m) in matches.enumerate() {
        let text = texts.binary_search_by_key(&(m.segment, m.doc), |text| (text.segment, text.doc));
        if let Ok(number) = text {
            places[number] = Some(place);
        }
    }
    places
}

fn is_same(a: &Match, b: &Match) -> bool {
    a.segment == b.segment && a.doc == b.doc
}
