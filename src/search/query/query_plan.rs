//! The query plan: the posting lists, phrases and concepts that a query is matched and scored by in one snapshot, and which of
//! its words count when nothing contains its content words.

use crate::search::query::parsed_query::{MAX_PARTS, ParsedQuery, Part, QueryWord};
use crate::search::query::recognized_concepts::{
    RecognizedConcepts, is_in_concept, overlaps, recognize_concepts,
};
use crate::search::query::term_lookup::{PostingList, Source, TermMatches, is_in_texts};
use crate::search::snapshot::Snapshot;
use crate::search::text::function_words::Meaning;
use crate::search::text::language_set::is_language;
use crate::search::thesaurus::combined::ConceptId;
use std::ops::Range;

/// How many terms a prefix is expanded to, at most, in each field and segment.
pub(in crate::search) const MAX_EXPANSIONS: usize = 300;
/// The weight factor of a corrected word.
const CORRECTED: f32 = 0.7;
/// The weight factor of a word that is in no title and no keyword.
pub(in crate::search) const UNTOPICAL: f32 = 0.6;
/// The score factor of a light word.
const LIGHT: f32 = 0.25;

/// The factor of a light word's weight: small, but enough to prefer the title that also contains the light words.
const LIGHT_WEIGHT: f32 = 0.1;

/// How a word matches a citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) enum WordMatch {
    Typed,
    /// By words of a name of the concept that it means.
    Concept,
    Corrected,
}

/// A word with its posting lists.
pub(in crate::search) struct PlannedWord {
    /// The bit of its part of the query. One that stands for several words has the bits of all.
    pub bit: u32,
    pub postings: Vec<PostingList>,
    /// 0 when no citation has it.
    pub idf: f32,
    /// The factor of its score.
    pub factor: f32,
    pub word_match: WordMatch,
    /// The index has only other words with its stem, and only in texts: it may be misspelled.
    pub is_weak: bool,
}

pub(in crate::search) struct PlannedPhrase {
    pub bit: u32,
    pub words: Vec<QueryWord>,
}

/// The concepts that a sequence of words of the query means.
pub(in crate::search) struct PlannedConcept {
    /// The bits of its words.
    pub bits: u32,
    /// The concepts, each with its weight.
    pub meanings: Vec<(ConceptId, f32)>,
    /// The idf of the concepts together.
    pub idf: f32,
    /// The tags of the languages of which the words are a label.
    pub languages: Vec<Box<str>>,
    /// Byte range in the query text.
    pub span: Range<usize>,
    /// The words are English and the index has all of them.
    pub is_plain: bool,
}

/// A parsed query with everything that it is matched by in a snapshot. Each part of the query has a bit, by its index.
pub(in crate::search) struct QueryPlan {
    pub words: Vec<PlannedWord>,
    pub phrases: Vec<PlannedPhrase>,
    pub concepts: Vec<PlannedConcept>,
    pub excluded: Vec<Part>,
    /// The bits that a complete match has.
    pub required: u32,
    /// The bits of phrases.
    pub phrase_bits: u32,
    /// The weight of each bit, by its number: the bit's share in the coverage of the query.
    pub weights: Vec<f32>,
    /// The query with corrected words.
    pub query: ParsedQuery,
    /// The query text before its words were corrected; `None` if none was.
    pub typed_text: Option<String>,
    pub is_corrected: bool,
    /// Index in `words` of the prefix term when the index has it as a whole word: it is expanded only when few citations match.
    pub prefix_word: Option<usize>,
    /// The prefix term when it was looked up as a prefix.
    pub expanded_prefix: Option<String>,
    /// The words of all corrections, for highlighting.
    pub corrected_words: Vec<String>,
    /// The corrected words as they were typed, with their bits, where the index has words with their stems or a handout contains
    /// them.
    pub typed_words: Vec<(u32, QueryWord)>,
    corrected: Vec<CorrectedWord>,
}

pub(in crate::search) struct CorrectedWord {
    /// Byte range in the corrected text.
    pub span: Range<usize>,
    /// The word as typed, when the index has words with its stem or a handout contains it.
    pub typed: Option<QueryWord>,
}

impl QueryPlan {
    /// Plans a query in which the words of `corrected` are already replaced.
    pub fn new(
        snapshot: &Snapshot,
        mut query: ParsedQuery,
        corrected: Vec<CorrectedWord>,
        lang: Option<&str>,
    ) -> std::io::Result<QueryPlan> {
        let segments = &snapshot.segments;
        let query_reads_texts = query.reads_texts(snapshot);
        let concepts = recognize_concepts(snapshot, &mut query, lang);
        let mut matches: Vec<Option<TermMatches>> = Vec::with_capacity(query.parts.len());
        for part in &query.parts {
            matches.push(match part {
                Part::Word(word) if word.meaning != Meaning::Function => {
                    Some(TermMatches::look_up_word(segments, word)?)
                }
                _ => None,
            });
        }
        if query.parts.len() > MAX_PARTS {
            matches = keep_heaviest(snapshot, &mut query, matches, &concepts);
        }
        let text = query.text.clone();
        let is_in_texts = |word: &QueryWord| query_reads_texts && is_in_texts(snapshot, &text, word);
        promote_meanings(&mut query, &matches, &concepts, is_in_texts);
        let mut plan = QueryPlan {
            words: Vec::new(),
            phrases: Vec::new(),
            concepts: Vec::new(),
            excluded: query.excluded.clone(),
            required: 0,
            phrase_bits: 0,
            weights: Vec::new(),
            is_corrected: !corrected.is_empty(),
            prefix_word: None,
            expanded_prefix: None,
            corrected_words: Vec::new(),
            typed_words: Vec::new(),
            query,
            typed_text: None,
            corrected,
        };
        plan.add_parts(snapshot, matches, &concepts)?;
        plan.add_concepts(snapshot, concepts)?;
        Ok(plan)
    }

    fn add_parts(
        &mut self,
        snapshot: &Snapshot,
        matches: Vec<Option<TermMatches>>,
        concepts: &[RecognizedConcepts],
    ) -> std::io::Result<()> {
        let last = self.query.parts.len().saturating_sub(1);
        let parts = std::mem::take(&mut self.query.parts);
        for (number, (part, matches)) in parts.iter().zip(matches).enumerate() {
            let bit = 1 << number;
            self.weights.push(0.0);
            match part {
                Part::Phrase(words) => {
                    self.required |= bit;
                    self.phrase_bits |= bit;
                    self.weights[number] = snapshot.idf(1) * words.len() as f32;
                    self.phrases.push(PlannedPhrase { bit, words: words.clone() });
                }
                Part::Word(word) => {
                    let is_prefix_term = self.query.has_prefix_term && number == last;
                    self.add_word(snapshot, word, bit, matches, concepts, is_prefix_term)?;
                }
            }
        }
        self.query.parts = parts;
        Ok(())
    }

    fn add_word(
        &mut self,
        snapshot: &Snapshot,
        word: &QueryWord,
        bit: u32,
        matches: Option<TermMatches>,
        concepts: &[RecognizedConcepts],
        is_prefix_term: bool,
    ) -> std::io::Result<()> {
        let overlapping = concepts.iter().find(|concept| overlaps(&concept.tokens, &word.tokens));
        // A pair of characters of which only one is in a concept has no meaning of its own.
        let is_split = overlapping.is_some_and(|concept| {
            concept.tokens.start > word.tokens.start || concept.tokens.end < word.tokens.end
        });
        let is_in_concept = overlapping.is_some() && !is_split;
        if is_split || (word.meaning == Meaning::Function && !is_in_concept) {
            return Ok(());
        }
        let is_content = word.meaning == Meaning::Content || is_in_concept;
        self.required |= if is_content { bit } else { 0 };
        let segments = &snapshot.segments;
        let mut matches = match matches {
            Some(matches) => matches,
            None if word.meaning == Meaning::Function => return Ok(()),
            None => TermMatches::look_up_word(segments, word)?,
        };
        let is_correction = self.add_corrected(snapshot, word, bit)?;
        let is_indexed = matches.document_frequency > 0;
        let is_weak =
            is_indexed && !is_correction && !matches.has_exact_form && !matches.is_in_title_or_keyword();
        // 'canc' is the beginning of 'cancer', though it is also the stem of 'câncer'.
        if is_prefix_term && (!is_indexed || !is_correction && !matches.has_exact_form) {
            let prefix =
                TermMatches::look_up_prefix(segments, Source::Citations, &word.forms[0], MAX_EXPANSIONS)?;
            if prefix.document_frequency > 0 {
                self.expanded_prefix = Some(word.forms[0].clone());
                matches.postings.extend(prefix.postings);
                matches.document_frequency = matches.document_frequency.max(prefix.document_frequency);
            }
        } else if is_prefix_term && !is_correction {
            self.prefix_word = Some(self.words.len());
        }
        let number = bit.trailing_zeros() as usize;
        let document_frequency = matches.document_frequency;
        let idf = if document_frequency > 0 { snapshot.idf(document_frequency) } else { 0.0 };
        // A correction may be wrong: it must not outweigh the words as typed.
        let confidence = if is_correction { CORRECTED } else { 1.0 };
        // Handouts are not about words that occur in no title and no keyword.
        let topicality = if matches.is_in_title_or_keyword() { 1.0 } else { UNTOPICAL };
        self.weights[number] = idf * if is_content { confidence * topicality } else { LIGHT_WEIGHT };
        let factor = if is_content { confidence } else { LIGHT };
        let word_match = if is_correction { WordMatch::Corrected } else { WordMatch::Typed };
        self.words.push(PlannedWord { bit, postings: matches.postings, idf, factor, word_match, is_weak });
        Ok(())
    }

    /// Adds the word that was typed instead of a corrected one. Returns whether the word is a correction.
    fn add_corrected(&mut self, snapshot: &Snapshot, word: &QueryWord, bit: u32) -> std::io::Result<bool> {
        let is_same_word = |corrected: &&CorrectedWord| overlaps(&corrected.span, &word.span);
        let Some(corrected) = self.corrected.iter().find(is_same_word) else { return Ok(false) };
        self.corrected_words.push(word.forms[0].clone());
        if let Some(typed) = &corrected.typed {
            let TermMatches { postings, document_frequency, .. } =
                TermMatches::look_up_word(&snapshot.segments, typed)?;
            self.typed_words.push((bit, typed.clone()));
            if document_frequency > 0 {
                let idf = snapshot.idf(document_frequency);
                let (factor, word_match, is_weak) = (CORRECTED, WordMatch::Typed, false);
                self.words.push(PlannedWord { bit, postings, idf, factor, word_match, is_weak });
            }
        }
        Ok(true)
    }

    fn add_concepts(
        &mut self,
        snapshot: &Snapshot,
        concepts: Vec<RecognizedConcepts>,
    ) -> std::io::Result<()> {
        for RecognizedConcepts { tokens, meanings, substitutes } in concepts {
            let mut bits: u32 = 0;
            let mut is_indexed = true;
            for (number, part) in self.query.parts.iter().enumerate() {
                let Part::Word(word) = part else { continue };
                let is_inside = tokens.start <= word.tokens.start && word.tokens.end <= tokens.end;
                if is_inside && self.required & 1 << number != 0 {
                    bits |= 1 << number;
                    is_indexed &= self.weights[number] > 0.0;
                }
            }
            let citations: u32 =
                meanings.iter().map(|meaning| snapshot.concept_frequency(meaning.concept)).sum();
            if bits == 0 || (citations == 0 && substitutes.is_empty()) {
                continue;
            }
            let idf = match citations {
                0 => self.add_substitutes(snapshot, &substitutes, bits)?,
                citations => snapshot.idf(citations),
            };
            // The words that the index lacks share the weight of the concept.
            let words = bits.count_ones() as f32;
            for number in (0..self.weights.len()).filter(|number| bits >> number & 1 == 1) {
                if self.weights[number] == 0.0 {
                    self.weights[number] = idf / words;
                }
            }
            let languages: Vec<Box<str>> = meanings.iter().map(|meaning| meaning.language.clone()).collect();
            let is_english = languages.iter().any(|lang| is_language(lang, "en"));
            let span = self.query.tokens[tokens.start].span.start..self.query.tokens[tokens.end - 1].span.end;
            let meanings = meanings.iter().map(|meaning| (meaning.concept, meaning.weight)).collect();
            let is_plain = is_english && is_indexed;
            self.concepts.push(PlannedConcept { bits, meanings, idf, languages, span, is_plain });
        }
        Ok(())
    }

    /// Adds words that replace typed words that the index lacks. Returns their highest idf.
    fn add_substitutes(
        &mut self,
        snapshot: &Snapshot,
        substitutes: &[String],
        bits: u32,
    ) -> std::io::Result<f32> {
        let mut max_idf: f32 = 0.0;
        for word in substitutes {
            let TermMatches { postings, document_frequency, .. } =
                TermMatches::look_up_term(&snapshot.segments, word, 1.0)?;
            let idf = snapshot.idf(document_frequency);
            max_idf = max_idf.max(idf);
            let factor = CORRECTED / substitutes.len() as f32;
            self.words.push(PlannedWord {
                bit: bits,
                postings,
                idf,
                factor,
                word_match: WordMatch::Concept,
                is_weak: false,
            });
        }
        Ok(max_idf)
    }

    /// Returns whether words of a name stand in for a concept that no citation names.
    pub fn has_substitutes(&self) -> bool {
        self.words.iter().any(|word| word.word_match == WordMatch::Concept)
    }

    /// The query text with corrected words, and with concepts by their English names.
    pub fn searched_text(&self, snapshot: &Snapshot) -> String {
        let text = &self.query.text;
        let mut searched = String::new();
        let mut at = 0;
        for planned in self.concepts.iter().filter(|planned| !planned.is_plain) {
            let Some((concept, _)) = planned.meanings.first() else { continue };
            searched.push_str(text.get(at..planned.span.start).unwrap_or_default());
            let typed = text.get(planned.span.clone()).unwrap_or_default();
            searched.push_str(&snapshot.thesaurus.searched_as(*concept, typed));
            at = planned.span.end;
        }
        searched.push_str(text.get(at..).unwrap_or_default());
        searched.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

/// Keeps the parts with the highest weights of a query that has too many. Returns the matches of those parts.
fn keep_heaviest(
    snapshot: &Snapshot,
    query: &mut ParsedQuery,
    mut matches: Vec<Option<TermMatches>>,
    concepts: &[RecognizedConcepts],
) -> Vec<Option<TermMatches>> {
    let weight = |(part, matches): (&Part, &Option<TermMatches>)| match part {
        Part::Phrase(_) => f32::MAX,
        Part::Word(word) if word.meaning == Meaning::Content || is_in_concept(word, concepts) => {
            let document_frequency = matches.as_ref().map_or(0, |matches| matches.document_frequency);
            if document_frequency > 0 { 2.0 + snapshot.idf(document_frequency) } else { 2.0 }
        }
        Part::Word(word) => f32::from(u8::from(word.meaning == Meaning::Light)),
    };
    let weights: Vec<f32> = query.parts.iter().zip(&matches).map(weight).collect();
    let kept = query.keep_heaviest(&weights);
    kept.into_iter().map(|number| matches[number].take()).collect()
}

/// Promotes the light words of a query when neither the index nor a handout has any of its content words, and its function
/// words when the index has no light word either.
pub(super) fn promote_meanings(
    query: &mut ParsedQuery,
    matches: &[Option<TermMatches>],
    concepts: &[RecognizedConcepts],
    is_in_texts: impl Fn(&QueryWord) -> bool,
) {
    let is_indexed = |matches: &Option<TermMatches>| {
        matches.as_ref().is_some_and(|matches| matches.document_frequency > 0)
    };
    let has_known_content = query.parts.iter().zip(matches).any(|(part, matches)| match part {
        Part::Phrase(_) => true,
        Part::Word(word) => {
            word.meaning == Meaning::Content
                && (is_in_concept(word, concepts) || is_indexed(matches) || is_in_texts(word))
        }
    });
    if has_known_content {
        return;
    }
    query.promote(Meaning::Light);
    let is_known = |(part, matches): (&Part, &Option<TermMatches>)| match part {
        Part::Word(word) if word.meaning == Meaning::Function => false,
        Part::Word(_) => is_indexed(matches),
        Part::Phrase(_) => true,
    };
    // A query with any indexed word, even a function word, has results.
    if !query.parts.iter().zip(matches).any(is_known) {
        query.promote(Meaning::Function);
    }
}

impl QueryPlan {
    /// Pairs of adjacent words that the catalogue also has as one word, each with the bits of the pair.
    pub fn compounds(&self, snapshot: &Snapshot) -> std::io::Result<Vec<(u32, TermMatches)>> {
        let mut compounds = Vec::new();
        for (number, pair) in self.query.parts.windows(2).enumerate() {
            let [Part::Word(a), Part::Word(b)] = pair else { continue };
            let bits = 0b11 << number;
            let is_spaced = a.span.end < b.span.start;
            let is_concept = self.concepts.iter().any(|term| term.bits & bits == bits);
            let compound = format!("{}{}", a.forms[0], b.forms[0]);
            if !is_spaced
                || is_concept
                || self.required & bits != bits
                || compound.chars().count() < 6
                || !compound.chars().all(char::is_alphabetic)
            {
                continue;
            }
            let found = TermMatches::look_up_term(&snapshot.segments, &compound, 1.0)?;
            if found.document_frequency > 0 {
                compounds.push((bits, found));
            }
        }
        Ok(compounds)
    }

    /// The words that begin with the prefix term, with its bit.
    pub fn expand_prefix(&self, snapshot: &Snapshot) -> std::io::Result<Option<(u32, TermMatches)>> {
        let Some(word) = self.prefix_word.and_then(|number| self.words.get(number)) else { return Ok(None) };
        let Some(Part::Word(last)) = self.query.parts.last() else { return Ok(None) };
        let found = TermMatches::look_up_prefix(
            &snapshot.segments,
            Source::Citations,
            &last.forms[0],
            MAX_EXPANSIONS,
        )?;
        Ok((found.document_frequency > 0).then_some((word.bit, found)))
    }
}
