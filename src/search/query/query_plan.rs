//! What a query means in one state of the index: its words looked up, terms found, misspelled words respelled.

use crate::search::query::parsed_query::{MAX_PARTS, ParsedQuery, Part, QueryWord};
use crate::search::query::recognition::recognized_concepts::{RecognizedConcepts, recognize_concepts};
use crate::search::query::term_lookup::{PostingList, TermMatches};
use crate::search::snapshot::Snapshot;
use crate::search::spelling::speller::Correction;
use crate::search::text::function_words::Meaning;
use crate::search::thesaurus::combined::{ConceptId, is_language};
use std::ops::Range;

/// How many terms a prefix is expanded to, at most, in each field and segment.
pub(in crate::search) const MAX_EXPANSIONS: usize = 300;
/// How much a guessed word counts.
const CORRECTED: f32 = 0.7;
/// How much of a query a word is that stands in no title and no keyword.
pub(in crate::search) const UNTOPICAL: f32 = 0.6;
/// How much a light word counts.
const LIGHT: f32 = 0.25;

/// How much of a query a light word is: of two titles that it covers, the one with the light words of the query is meant.
const LIGHT_WEIGHT: f32 = 0.1;

/// One thing to look for, with its bit.
pub(in crate::search) struct PlannedWord {
    pub bit: u32,
    pub postings: Vec<PostingList>,
    /// How rare it is; 0 when nothing has it.
    pub idf: f32,
    /// How much it adds to the score.
    pub factor: f32,
    pub is_correction: bool,
    /// Only other words with its stem are there, and only in texts: it may be misspelled.
    pub is_weak: bool,
}

/// Words one after the other.
pub(in crate::search) struct PlannedPhrase {
    pub bit: u32,
    pub words: Vec<QueryWord>,
}

/// A term of the query.
pub(in crate::search) struct PlannedConcept {
    /// The bits of its words.
    pub bits: u32,
    /// Its concepts, each with how much it counts.
    pub meanings: Vec<(ConceptId, f32)>,
    /// How rare the concepts are.
    pub idf: f32,
    /// The languages in which it is this term, as tags.
    pub languages: Vec<Box<str>>,
    /// Its place in the text.
    pub place: Range<usize>,
    /// Its words are English and the catalogue has them.
    pub is_plain: bool,
}

/// A query, looked up.
pub(in crate::search) struct QueryPlan {
    pub words: Vec<PlannedWord>,
    pub phrases: Vec<PlannedPhrase>,
    pub terms: Vec<PlannedConcept>,
    pub excluded: Vec<Part>,
    /// What has to be there.
    pub required: u32,
    /// The bits of phrases.
    pub quoted: u32,
    /// The bits of words that citations bear as an abbreviation, where the reader's language has a label for them.
    pub yielding: u32,
    /// The weight of each bit, by its number; what only adds to the score has little.
    pub weights: Vec<f32>,
    /// The query as it is searched: corrected words.
    pub query: ParsedQuery,
    /// Some word was respelled.
    pub is_corrected: bool,
    /// Index in `words` of the prefix term when the index has it as a whole word: it is expanded only when few citations match.
    pub prefix_word: Option<usize>,
    /// The prefix term when it was looked up as a prefix.
    pub expanded_prefix: Option<String>,
    /// Corrected words, to be shown.
    pub corrected_words: Vec<String>,
    /// What was respelled.
    corrected: Vec<CorrectedWord>,
}

/// A respelled word.
pub(in crate::search) struct CorrectedWord {
    /// Where it stands in the searched text.
    pub place: Range<usize>,
    /// How it is read, the best reading first.
    pub corrections: Vec<Correction>,
    /// The word as typed, when the catalogue has words with its stem in texts.
    pub typed: Option<QueryWord>,
}

impl QueryPlan {
    /// Interprets a query as it is, with what was respelled in it.
    pub fn new(
        snapshot: &Snapshot,
        mut query: ParsedQuery,
        corrected: Vec<CorrectedWord>,
        lang: Option<&str>,
    ) -> std::io::Result<QueryPlan> {
        let segments = &snapshot.segments;
        let terms = recognize_concepts(snapshot, &mut query, lang);
        let mut found: Vec<Option<TermMatches>> = Vec::with_capacity(query.parts.len());
        for part in &query.parts {
            found.push(match part {
                Part::Word(word) if word.meaning != Meaning::Function => {
                    Some(TermMatches::look_up_word(segments, word)?)
                }
                _ => None,
            });
        }
        if query.parts.len() > MAX_PARTS {
            found = keep_heaviest(snapshot, &mut query, found, &terms);
        }
        promote_meanings(&mut query, &found, &terms);
        let mut made = QueryPlan {
            words: Vec::new(),
            phrases: Vec::new(),
            terms: Vec::new(),
            excluded: query.excluded.clone(),
            required: 0,
            quoted: 0,
            yielding: 0,
            weights: Vec::new(),
            is_corrected: !corrected.is_empty(),
            prefix_word: None,
            expanded_prefix: None,
            corrected_words: Vec::new(),
            query,
            corrected,
        };
        made.add_parts(snapshot, found, &terms)?;
        made.add_terms(snapshot, terms)?;
        Ok(made)
    }

    fn add_parts(
        &mut self,
        snapshot: &Snapshot,
        found: Vec<Option<TermMatches>>,
        terms: &[RecognizedConcepts],
    ) -> std::io::Result<()> {
        let last = self.query.parts.len().saturating_sub(1);
        let parts = std::mem::take(&mut self.query.parts);
        for (number, (part, found)) in parts.iter().zip(found).enumerate() {
            let bit = 1 << number;
            self.weights.push(0.0);
            match part {
                Part::Phrase(words) => {
                    self.required |= bit;
                    self.quoted |= bit;
                    self.weights[number] = snapshot.idf(1) * words.len() as f32;
                    self.phrases.push(PlannedPhrase { bit, words: words.clone() });
                }
                Part::Word(word) => {
                    let is_prefix_term = self.query.has_prefix_term && number == last;
                    self.add_word(snapshot, word, bit, found, terms, is_prefix_term)?;
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
        found: Option<TermMatches>,
        terms: &[RecognizedConcepts],
        is_prefix_term: bool,
    ) -> std::io::Result<()> {
        let in_term = |term: &&RecognizedConcepts| overlaps(&term.tokens, &word.tokens);
        // A pair of characters of which a term has one says nothing by itself.
        let is_cut = terms
            .iter()
            .find(in_term)
            .is_some_and(|term| term.tokens.start > word.tokens.start || term.tokens.end < word.tokens.end);
        let is_inside = terms.iter().any(|term| overlaps(&term.tokens, &word.tokens)) && !is_cut;
        if is_cut || (word.meaning == Meaning::Function && !is_inside) {
            return Ok(());
        }
        let is_content = word.meaning == Meaning::Content || is_inside;
        self.required |= if is_content { bit } else { 0 };
        let segments = &snapshot.segments;
        let mut found = match found {
            Some(found) => found,
            None if word.meaning == Meaning::Function => return Ok(()),
            None => TermMatches::look_up_word(segments, word)?,
        };
        let is_correction = self.add_corrections(snapshot, word, bit, &mut found)?;
        let is_whole = found.document_frequency > 0;
        let is_weak = is_whole && !is_correction && !found.is_form && !found.is_in_name();
        if is_prefix_term && !is_whole {
            found = TermMatches::look_up_prefix(segments, &word.forms[0], MAX_EXPANSIONS)?;
            if found.document_frequency > 0 {
                self.expanded_prefix = Some(word.forms[0].clone());
            }
        } else if is_prefix_term && !is_correction {
            self.prefix_word = Some(self.words.len());
        }
        let number = bit.trailing_zeros() as usize;
        let idf = if found.document_frequency > 0 { snapshot.idf(found.document_frequency) } else { 0.0 };
        // A guess may be wrong: it must not outweigh what is certain.
        let certainty = if is_correction { CORRECTED } else { 1.0 };
        // What no title or keyword says is not what handouts are about.
        let topical = if found.is_in_name() { 1.0 } else { UNTOPICAL };
        self.weights[number] = idf * if is_content { certainty * topical } else { LIGHT_WEIGHT };
        let factor = if is_content { certainty } else { LIGHT };
        self.words.push(PlannedWord { bit, postings: found.postings, idf, factor, is_correction, is_weak });
        Ok(())
    }

    /// Adds the other readings of a respelled word to what its first one found. Returns whether it was respelled.
    fn add_corrections(
        &mut self,
        snapshot: &Snapshot,
        word: &QueryWord,
        bit: u32,
        found: &mut TermMatches,
    ) -> std::io::Result<bool> {
        let is_meant = |corrected: &&CorrectedWord| overlaps(&corrected.place, &word.place);
        let Some(corrected) = self.corrected.iter().find(is_meant) else { return Ok(false) };
        self.corrected_words.push(word.forms[0].clone());
        if let Some(typed) = &corrected.typed {
            let TermMatches { postings, document_frequency, .. } =
                TermMatches::look_up_word(&snapshot.segments, typed)?;
            let idf = snapshot.idf(document_frequency);
            let (factor, is_correction, is_weak) = (CORRECTED, false, false);
            self.words.push(PlannedWord { bit, postings, idf, factor, is_correction, is_weak });
        }
        for other in corrected.corrections.iter().skip(1).filter(|correction| correction.words.len() == 1) {
            let more = TermMatches::look_up_term(&snapshot.segments, &other.words[0], 0.4)?;
            if more.document_frequency > 0 {
                self.corrected_words.push(other.words[0].clone());
            }
            found.document_frequency += more.document_frequency;
            found.postings.extend(more.postings);
        }
        Ok(true)
    }

    fn add_terms(&mut self, snapshot: &Snapshot, terms: Vec<RecognizedConcepts>) -> std::io::Result<()> {
        for RecognizedConcepts { tokens, meanings, instead } in terms {
            let mut bits: u32 = 0;
            let mut is_known = true;
            for (number, part) in self.query.parts.iter().enumerate() {
                let Part::Word(word) = part else { continue };
                let is_inside = tokens.start <= word.tokens.start && word.tokens.end <= tokens.end;
                if is_inside && self.required & 1 << number != 0 {
                    bits |= 1 << number;
                    is_known &= self.weights[number] > 0.0;
                }
            }
            let named: u32 = meanings.iter().map(|meaning| snapshot.concept_frequency(meaning.concept)).sum();
            if bits == 0 || (named == 0 && instead.is_empty()) {
                continue;
            }
            let idf = match named {
                0 => self.add_instead(snapshot, &instead, bits)?,
                named => snapshot.idf(named),
            };
            // Words that only the term knows weigh as much as it does.
            let words = bits.count_ones() as f32;
            for number in (0..self.weights.len()).filter(|number| bits >> number & 1 == 1) {
                if self.weights[number] == 0.0 {
                    self.weights[number] = idf / words;
                }
            }
            let languages: Vec<Box<str>> = meanings.iter().map(|meaning| meaning.language.clone()).collect();
            let is_english = languages.iter().any(|lang| is_language(lang, "en"));
            let place =
                self.query.tokens[tokens.start].place.start..self.query.tokens[tokens.end - 1].place.end;
            let meanings = meanings.iter().map(|meaning| (meaning.concept, meaning.weight)).collect();
            let is_plain = is_english && is_known;
            self.terms.push(PlannedConcept { bits, meanings, idf, languages, place, is_plain });
        }
        Ok(())
    }

    /// Looks for these words in place of the typed ones, of which none is there. Returns how rare the rarest is.
    fn add_instead(&mut self, snapshot: &Snapshot, instead: &[String], bits: u32) -> std::io::Result<f32> {
        let mut rarest: f32 = 0.0;
        for word in instead {
            let TermMatches { postings, document_frequency, .. } =
                TermMatches::look_up_term(&snapshot.segments, word, 1.0)?;
            let idf = snapshot.idf(document_frequency);
            rarest = rarest.max(idf);
            let factor = CORRECTED / instead.len() as f32;
            self.words.push(PlannedWord {
                bit: bits,
                postings,
                idf,
                factor,
                is_correction: true,
                is_weak: false,
            });
        }
        Ok(rarest)
    }

    /// The text as it was searched: corrected words, terms by the English name of their concept.
    pub fn searched_text(&self, snapshot: &Snapshot) -> String {
        let text = &self.query.text;
        let mut searched = String::new();
        let mut at = 0;
        for term in self.terms.iter().filter(|term| !term.is_plain) {
            let Some((concept, _)) = term.meanings.first() else { continue };
            searched.push_str(text.get(at..term.place.start).unwrap_or_default());
            let typed = text.get(term.place.clone()).unwrap_or_default();
            searched.push_str(&snapshot.thesaurus.searched_as(*concept, typed));
            at = term.place.end;
        }
        searched.push_str(text.get(at..).unwrap_or_default());
        searched.split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn is_in_term(word: &QueryWord, terms: &[RecognizedConcepts]) -> bool {
    terms.iter().any(|term| overlaps(&term.tokens, &word.tokens))
}

/// Keeps the heaviest parts of a query that has too many, with what was found for each.
fn keep_heaviest(
    snapshot: &Snapshot,
    query: &mut ParsedQuery,
    mut found: Vec<Option<TermMatches>>,
    terms: &[RecognizedConcepts],
) -> Vec<Option<TermMatches>> {
    let weight = |(part, found): (&Part, &Option<TermMatches>)| match part {
        Part::Phrase(_) => f32::MAX,
        Part::Word(word) if word.meaning == Meaning::Content || is_in_term(word, terms) => {
            let citations = found.as_ref().map_or(0, |found| found.document_frequency);
            if citations > 0 { 2.0 + snapshot.idf(citations) } else { 2.0 }
        }
        Part::Word(word) => f32::from(u8::from(word.meaning == Meaning::Light)),
    };
    let weights: Vec<f32> = query.parts.iter().zip(&found).map(weight).collect();
    let kept = query.keep_heaviest(&weights);
    kept.into_iter().map(|number| found[number].take()).collect()
}

/// Light words count like any other when the catalogue has no content word of the query; when it does not have these either,
/// function words do.
fn promote_meanings(query: &mut ParsedQuery, found: &[Option<TermMatches>], terms: &[RecognizedConcepts]) {
    let is_content_known = query.parts.iter().zip(found).any(|(part, found)| match part {
        Part::Phrase(_) => true,
        Part::Word(word) => {
            word.meaning == Meaning::Content
                && (is_in_term(word, terms)
                    || found.as_ref().is_some_and(|found| found.document_frequency > 0))
        }
    });
    if is_content_known {
        return;
    }
    query.promote(Meaning::Light);
    let is_known = |(part, found): (&Part, &Option<TermMatches>)| match part {
        Part::Word(word) if word.meaning == Meaning::Function => false,
        Part::Word(_) => found.as_ref().is_some_and(|found| found.document_frequency > 0),
        Part::Phrase(_) => true,
    };
    // A query with a word that the catalogue knows finds something, be it a function word.
    if !query.parts.iter().zip(found).any(is_known) {
        query.promote(Meaning::Function);
    }
}

/// Returns whether two ranges have something in common.
pub(in crate::search) fn overlaps(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
