//! Looks up the words of a query in the term dictionaries of every segment and field, and in the texts of handouts.

use crate::search::query::parsed_query::QueryWord;
use crate::search::segments::schema::{KEYWORDS, TEXT_FIELDS, TITLE, VERSION_TITLES};
use crate::search::snapshot::{Segment, Snapshot};
use crate::search::spelling::WordStatistics;
use crate::search::text::stem_terms::{StemTerms, each_stem_term};
use std::sync::Arc;
use tantivy::fastfield::AliveBitSet;
use tantivy::postings::TermInfo;
use tantivy::schema::IndexRecordOption;
use tantivy::{DocSet, InvertedIndexReader, TERMINATED};

/// The bit of English among the languages of stems.
const ENGLISH_STEMS: u64 = 1;

/// Where words are looked up.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum Source {
    /// Titles, keywords and the other values of citations.
    Citations,
    /// The texts of handouts.
    HandoutTexts,
}

impl Source {
    /// The fields of a segment; none when the segment has no such texts.
    fn fields(self, segment: &Segment) -> &[Arc<InvertedIndexReader>] {
        let data = &segment.data;
        match self {
            Source::Citations => &data.inverted,
            Source::HandoutTexts => data.handout_texts.as_ref().map_or(&[], |texts| &texts.inverted),
        }
    }

    /// Looks up a term in the fields of every segment.
    fn look_up<'s>(
        self,
        segments: &'s [Segment],
        term: &'s str,
    ) -> impl Iterator<Item = std::io::Result<FieldTerm<'s>>> {
        segments.iter().enumerate().flat_map(move |(number, segment)| {
            self.fields(segment).iter().enumerate().filter_map(move |(field, inverted)| {
                let info = inverted.terms().get(term.as_bytes()).transpose()?;
                Some(info.map(|info| FieldTerm { number, segment, field, inverted, info }))
            })
        })
    }
}

/// A term in one field of a segment.
struct FieldTerm<'s> {
    number: usize,
    segment: &'s Segment,
    field: usize,
    inverted: &'s InvertedIndexReader,
    info: TermInfo,
}

impl FieldTerm<'_> {
    /// The document frequency without deleted citations: results must not depend on former contents of the catalogue. Reads the
    /// posting list when the segment has deletions.
    fn document_frequency(&self) -> std::io::Result<u32> {
        count_alive(self.inverted, &self.info, self.segment.alive.as_ref())
    }
}

/// The posting list of a term in one field of one segment.
#[derive(Clone)]
pub(in crate::search) struct PostingList {
    pub segment: usize,
    pub field: usize,
    pub info: TermInfo,
    /// The weight of the term.
    pub weight: f32,
}

/// What the index has for one word of a query.
#[derive(Clone, Default)]
pub(in crate::search) struct TermMatches {
    pub postings: Vec<PostingList>,
    /// The document frequency of the word: the highest of its fields.
    pub document_frequency: u32,
    /// The index has the word as typed or one of its other forms, not only words with its stem.
    pub has_exact_form: bool,
}

impl TermMatches {
    /// Whether a title or keyword of a citation has the word. The titles of its versions do not count: in a catalogue where only
    /// some have them, ordinary words of other languages would look like subjects.
    pub fn is_in_title_or_keyword(&self) -> bool {
        self.postings.iter().any(|postings| [TITLE, KEYWORDS].contains(&postings.field))
    }

    fn add(
        &mut self,
        segments: &[Segment],
        source: Source,
        term: &str,
        weight: f32,
        by_field: &mut [u32; TEXT_FIELDS],
    ) -> std::io::Result<()> {
        for found in source.look_up(segments, term) {
            let found = found?;
            let frequency = found.document_frequency()?;
            if frequency > 0 {
                let FieldTerm { number, field, info, .. } = found;
                by_field[field] += frequency;
                self.postings.push(PostingList { segment: number, field, info, weight });
            }
        }
        self.document_frequency = by_field.iter().max().copied().unwrap_or(0);
        Ok(())
    }

    /// Looks up a word of a query in all its forms, and the words with its stems.
    pub fn look_up_word(segments: &[Segment], word: &QueryWord) -> std::io::Result<TermMatches> {
        Self::look_up_in(segments, Source::Citations, word, &StemTerms::default())
    }

    /// The same in `source`, with further terms of stems.
    pub fn look_up_in(
        segments: &[Segment],
        source: Source,
        word: &QueryWord,
        more_stem_terms: &StemTerms,
    ) -> std::io::Result<TermMatches> {
        /// The weights of a form and of a stem; a form that is its own stem has the sum of both.
        const FORM: f32 = 0.4;
        const STEM: f32 = 0.6;
        let mut matches = TermMatches::default();
        let mut by_field = [0; TEXT_FIELDS];
        for (n, form) in word.forms.iter().enumerate() {
            // Parts of a compound weigh less than the whole word.
            let part = if n == 0 { 1.0 } else { 0.8 };
            let is_stem = word.stems.contains(form);
            matches.add(
                segments,
                source,
                form,
                if is_stem { part * (FORM + STEM) } else { part * FORM },
                &mut by_field,
            )?;
        }
        matches.has_exact_form = matches.document_frequency > 0;
        for term in word.stem_terms.iter().chain(more_stem_terms.iter()) {
            matches.add(segments, source, term, STEM, &mut by_field)?;
        }
        for stem in word.stems.iter().filter(|stem| !word.forms.contains(stem)) {
            matches.add(segments, source, stem, STEM, &mut by_field)?;
        }
        // Last, because they count only where the title of the citation does not have the word.
        matches.postings.sort_by_key(|postings| postings.field == VERSION_TITLES);
        Ok(matches)
    }

    /// Looks up one term as it is.
    pub fn look_up_term(segments: &[Segment], term: &str, weight: f32) -> std::io::Result<TermMatches> {
        let mut matches = TermMatches::default();
        matches.add(segments, Source::Citations, term, weight, &mut [0; TEXT_FIELDS])?;
        Ok(matches)
    }

    /// Looks up the terms that begin with a prefix, at most `max_terms` in each segment and field.
    pub fn look_up_prefix(
        segments: &[Segment],
        source: Source,
        prefix: &str,
        max_terms: usize,
    ) -> std::io::Result<TermMatches> {
        /// The weight of a term that only begins with the prefix.
        const PREFIX_WEIGHT: f32 = 0.5;
        let mut matches = TermMatches::default();
        let mut by_field = [0; TEXT_FIELDS];
        for (number, segment) in segments.iter().enumerate() {
            for (field, inverted) in source.fields(segment).iter().enumerate() {
                let mut stream = inverted.terms().range().ge(prefix.as_bytes()).into_stream()?;
                let mut terms = 0;
                while terms < max_terms && stream.advance() && stream.key().starts_with(prefix.as_bytes()) {
                    if stream.key() == prefix.as_bytes() {
                        continue;
                    }
                    terms += 1;
                    let info = stream.value().clone();
                    let frequency = count_alive(inverted, &info, segment.alive.as_ref())?;
                    if frequency > 0 {
                        by_field[field] += frequency;
                        matches.postings.push(PostingList {
                            segment: number,
                            field,
                            info,
                            weight: PREFIX_WEIGHT,
                        });
                    }
                }
            }
        }
        matches.document_frequency = by_field.iter().max().copied().unwrap_or(0);
        Ok(matches)
    }
}

/// Returns whether a field of citations has titles.
fn is_title(field: usize) -> bool {
    field == TITLE || field == VERSION_TITLES
}

/// Where the catalogue has a word exactly as given, and in titles, keywords and English texts also by its English stem.
pub(in crate::search) fn word_statistics(segments: &[Segment], word: &str) -> WordStatistics {
    let mut statistics = WordStatistics::default();
    each_stem_term(word, word, ENGLISH_STEMS, |term| {
        for found in Source::Citations.look_up(segments, term).flatten() {
            statistics.in_english = true;
            statistics.in_title |= is_title(found.field);
            statistics.in_keyword |= found.field == KEYWORDS;
        }
    });
    for found in Source::Citations.look_up(segments, word).flatten() {
        let frequency = found.document_frequency().unwrap_or(0);
        statistics.document_frequency = statistics.document_frequency.max(frequency);
        statistics.in_title |= frequency > 0 && is_title(found.field);
        statistics.in_keyword |= frequency > 0 && found.field == KEYWORDS;
    }
    statistics
}

/// Returns whether a citation has a word exactly as given; texts of handouts do not count.
pub(super) fn has_word(segments: &[Segment], word: &str) -> bool {
    let mut found = Source::Citations.look_up(segments, word).flatten();
    found.any(|found| found.document_frequency().is_ok_and(|frequency| frequency > 0))
}

/// Returns whether a title or keyword has a word that begins with this one.
pub(super) fn is_title_or_keyword_prefix(segments: &[Segment], typed: &str) -> bool {
    let begins = |inverted: &InvertedIndexReader| -> std::io::Result<bool> {
        let mut stream = inverted.terms().range().ge(typed.as_bytes()).into_stream()?;
        Ok(stream.advance() && stream.key().starts_with(typed.as_bytes()))
    };
    const FIELDS: [usize; 3] = [TITLE, KEYWORDS, VERSION_TITLES];
    let fields = segments.iter().flat_map(|segment| FIELDS.map(|field| &segment.data.inverted[field]));
    fields.into_iter().any(|inverted| begins(inverted).unwrap_or(false))
}

/// The document frequency of a term in a segment, without deleted citations; see [`FieldTerm::document_frequency`].
fn count_alive(
    inverted: &InvertedIndexReader,
    info: &TermInfo,
    alive: Option<&AliveBitSet>,
) -> std::io::Result<u32> {
    let Some(alive) = alive else { return Ok(info.doc_freq) };
    let mut postings = inverted.read_postings_from_terminfo(info, IndexRecordOption::Basic)?;
    let mut count = 0;
    while postings.doc() != TERMINATED {
        count += u32::from(alive.is_alive(postings.doc()));
        postings.advance();
    }
    Ok(count)
}

/// Looks up a word of the query `text` in all its forms, with its stems in the languages of the handouts.
pub(in crate::search) fn look_up_in_texts(
    snapshot: &Snapshot,
    text: &str,
    word: &QueryWord,
) -> std::io::Result<TermMatches> {
    let more_languages = snapshot.text_languages & !(snapshot.stem_languages | 1);
    let mut stem_terms = StemTerms::default();
    if more_languages != 0 {
        let typed = text.get(word.span.clone()).map(str::to_lowercase);
        for (n, form) in word.forms.iter().enumerate() {
            let written = typed.as_deref().filter(|_| n == 0).unwrap_or(form);
            stem_terms.add(written, form, more_languages);
        }
    }
    TermMatches::look_up_in(&snapshot.segments, Source::HandoutTexts, word, &stem_terms)
}

/// Returns whether a handout contains the word or one with its stem.
pub(in crate::search) fn is_in_texts(snapshot: &Snapshot, text: &str, word: &QueryWord) -> bool {
    look_up_in_texts(snapshot, text, word).is_ok_and(|found| found.document_frequency > 0)
}
