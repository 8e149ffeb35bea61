//! What a query names: labels, complaints, medicines; and which of its words say nothing in its language.

use crate::search::query::parsed_query::{ParsedQuery, Part, QueryWord};
use crate::search::query::recognition::complaints::{Complaint, find_complaint};
use crate::search::query::recognition::frames::{FrameWords, SentenceFrames};
use crate::search::query::recognition::query_text::QueryText;
use crate::search::query::term_lookup::has_word;
use crate::search::snapshot::Snapshot;
use crate::search::text::analysis::words;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::medicines::MedicineTable;
use crate::search::thesaurus::combined::{ConceptId, ENGLISH};
use crate::search::thesaurus::label_matches::LabelQuery;
use std::cell::OnceCell;
use std::ops::Range;

/// What the second meaning of a label counts.
const OTHER_MEANING: f32 = 0.85;
/// What the concepts that a complaint means count, best first.
const OF_COMPLAINT: [f32; 4] = [1.0, 0.8, 0.65, 0.5];
/// What the purposes of a medicine count, the most usual first.
const OF_MEDICINE: [f32; 4] = [0.5, 0.45, 0.4, 0.35];
/// Most words of a medicine's name.
const MAX_NAME_WORDS: usize = 4;

/// A concept that some words mean.
pub(in crate::search::query) struct ConceptMeaning {
    pub concept: ConceptId,
    /// How much it counts, at most 1.
    pub weight: f32,
    /// The language of the words.
    pub language: Box<str>,
}

/// Some words of a query that mean concepts.
pub(in crate::search) struct RecognizedConcepts {
    /// Its tokens.
    pub tokens: Range<usize>,
    pub meanings: Vec<ConceptMeaning>,
    /// The words of its English name, when no citation names its concepts: they are looked for instead.
    pub instead: Vec<String>,
}

/// Finds what a query names, in the order of its words, and notes which of them say nothing. `lang` is its language when it
/// is known.
pub(in crate::search) fn recognize_concepts(
    snapshot: &Snapshot,
    query: &mut ParsedQuery,
    lang: Option<&str>,
) -> Vec<RecognizedConcepts> {
    if query.tokens.is_empty() {
        return Vec::new();
    }
    let written: Vec<&str> = query.tokens.iter().map(|token| token.written(&query.text)).collect();
    let text = QueryText::new(written.iter().copied());
    let features = snapshot.features;
    let frame_words = match features.frames {
        true => SentenceFrames::built_in().frame_words(&text, lang),
        false => FrameWords::default(),
    };
    let keys: Vec<String> = query.tokens.iter().map(|token| token.key.clone()).collect();
    let known: Vec<OnceCell<bool>> = vec![OnceCell::new(); keys.len()];
    let is_known = |token: usize| *known[token].get_or_init(|| is_known(snapshot, query, &text, token));
    let inflected = vec![OnceCell::new(); keys.len()];
    let label_query = LabelQuery {
        keys: &keys,
        written: &written,
        lang,
        inflection_lang: lang.or(frame_words.lang),
        is_inflected: features.inflection && !query.is_being_typed,
        inflected: &inflected,
        is_known: &is_known,
    };
    let labels =
        snapshot.thesaurus.find_in_query(&label_query, |concept| snapshot.concept_frequency(concept) > 0);
    let mut terms: Vec<RecognizedConcepts> = labels
        .into_iter()
        .map(|found| RecognizedConcepts {
            tokens: found.start..found.end,
            meanings: found
                .meanings
                .iter()
                .enumerate()
                .map(|(n, (concept, label))| ConceptMeaning {
                    concept: *concept,
                    weight: if n == 0 { 1.0 } else { OTHER_MEANING },
                    language: snapshot.thesaurus.label_language(*label).into(),
                })
                .collect(),
            instead: Vec::new(),
        })
        .collect();
    let complaint = if features.complaints { find_complaint(&text, lang.or(frame_words.lang)) } else { None };
    if let Some(complaint) = complaint {
        add_complaint(snapshot, &complaint, &mut terms);
    }
    if features.medicines {
        add_medicines(snapshot, &text, &mut terms);
    }
    add_unnamed(snapshot, &label_query, &mut terms);
    terms.sort_by_key(|term| term.tokens.start);
    mark_frame_words(query, &frame_words, &terms);
    without_light_terms(query, terms)
}

/// Returns whether the catalogue has a token as a word.
fn is_known(snapshot: &Snapshot, query: &ParsedQuery, text: &QueryText, token: usize) -> bool {
    let is_function = |word: &QueryWord| word.tokens.contains(&token) && word.meaning == Meaning::Function;
    query.wanted().any(is_function) || has_word(&snapshot.segments, &text.folded[token])
}

/// Adds the labels of concepts that no citation names, where the catalogue lacks their words too: the words of their English
/// names are looked for instead, so that what the thesaurus knows finds something.
fn add_unnamed(snapshot: &Snapshot, query: &LabelQuery<'_>, terms: &mut Vec<RecognizedConcepts>) {
    let is_unrecognized = |token: usize| {
        !query.keys[token].is_empty()
            && !terms.iter().any(|term| term.tokens.contains(&token))
            && !(query.is_known)(token)
    };
    let unrecognized: Vec<bool> = (0..query.keys.len()).map(is_unrecognized).collect();
    if !unrecognized.contains(&true) {
        return;
    }
    let is_known = |token: usize| !unrecognized[token];
    let thesaurus = &snapshot.thesaurus;
    let labels = LabelQuery { lang: None, is_known: &is_known, ..*query };
    for found in thesaurus.find_in_query(&labels, |concept| snapshot.concept_frequency(concept) == 0) {
        let tokens = found.start..found.end;
        let Some((concept, label)) =
            found.meanings.first().filter(|_| tokens.clone().all(|n| unrecognized[n]))
        else {
            continue;
        };
        let instead = words_instead(snapshot, *concept);
        if !instead.is_empty() {
            let language = thesaurus.label_language(*label).into();
            let meanings = vec![ConceptMeaning { concept: *concept, weight: 1.0, language }];
            terms.push(RecognizedConcepts { tokens, meanings, instead });
        }
    }
}

/// The words of a concept's English name that the catalogue has, when one of them is more than a light word; else those of the
/// first English label that it has whole: a part of a label may be about anything ('laryngitis in children').
fn words_instead(snapshot: &Snapshot, concept: ConceptId) -> Vec<String> {
    let is_there = |word: &String| has_word(&snapshot.segments, word);
    let is_content = |word: &String| meaning(word) == Meaning::Content;
    let words_of = |label: &str| -> Vec<String> {
        let forms = words(label).into_iter().map(|mut word| word.forms.swap_remove(0));
        forms.filter(|word| meaning(word) != Meaning::Function).collect()
    };
    let mut of_name = words_of(snapshot.thesaurus.name(concept));
    of_name.retain(is_there);
    if of_name.iter().any(is_content) {
        return of_name;
    }
    let labels = snapshot.thesaurus.english_labels(concept);
    let is_whole = |words: &Vec<String>| words.iter().any(is_content) && words.iter().all(is_there);
    labels.map(words_of).find(is_whole).unwrap_or_default()
}

/// Adds what a complaint means, in place of the labels within it, unless a label says as much as it does.
fn add_complaint(snapshot: &Snapshot, complaint: &Complaint, terms: &mut Vec<RecognizedConcepts>) {
    let words = &complaint.words;
    let thesaurus = &snapshot.thesaurus;
    let overlaps = |term: &RecognizedConcepts| term.tokens.start < words.end && words.start < term.tokens.end;
    let is_enough =
        |term: &RecognizedConcepts| term.tokens.start <= words.start && words.end <= term.tokens.end;
    let is_body_part = |term: &RecognizedConcepts| {
        let is_one = |meaning: &ConceptMeaning| {
            thesaurus.concept(meaning.concept).is_some_and(|concept| &*concept.kind == "body part")
        };
        term.meanings.iter().any(is_one)
    };
    let is_other_subject =
        |term: &RecognizedConcepts| overlaps(term) && term.tokens.len() > 1 && !is_body_part(term);
    if terms.iter().any(|term| is_enough(term) || is_other_subject(term)) {
        return;
    }
    let named = complaint.meanings.iter().filter_map(|name| thesaurus.built_in_concept(name));
    let meanings: Vec<ConceptMeaning> = named
        .filter(|concept| snapshot.concept_frequency(*concept) > 0)
        .zip(OF_COMPLAINT)
        .map(|(concept, weight)| ConceptMeaning { concept, weight, language: complaint.lang.into() })
        .collect();
    if meanings.is_empty() {
        return;
    }
    terms.retain(|term| !overlaps(term));
    terms.push(RecognizedConcepts { tokens: words.clone(), meanings, instead: Vec::new() });
}

/// Adds the classes and purposes of the medicines in a query: below what its name means by itself.
fn add_medicines(snapshot: &Snapshot, text: &QueryText, terms: &mut Vec<RecognizedConcepts>) {
    let table = MedicineTable::built_in();
    let thesaurus = &snapshot.thesaurus;
    let mut start = 0;
    while start < text.folded.len() {
        let longest = (1..=MAX_NAME_WORDS.min(text.folded.len() - start)).rev().find_map(|length| {
            let number = table.number(&text.folded[start..start + length].join(" "))?;
            Some((start..start + length, number))
        });
        let Some((tokens, number)) = longest else {
            start += 1;
            continue;
        };
        start = tokens.end;
        let purposes = table.purposes(number).iter().filter_map(|name| thesaurus.built_in_concept(name));
        let purposes: Vec<ConceptMeaning> = purposes
            .filter(|concept| snapshot.concept_frequency(*concept) > 0)
            .zip(OF_MEDICINE)
            .map(|(concept, weight)| ConceptMeaning { concept, weight, language: ENGLISH.into() })
            .collect();
        match terms.iter_mut().find(|term| term.tokens.start < tokens.end && tokens.start < term.tokens.end) {
            None if purposes.is_empty() => {}
            None => terms.push(RecognizedConcepts { tokens, meanings: purposes, instead: Vec::new() }),
            Some(term) if term.tokens == tokens => {
                for purpose in purposes {
                    if !term.meanings.iter().any(|known| known.concept == purpose.concept) {
                        term.meanings.push(purpose);
                    }
                }
            }
            // A longer label says what is meant: 'ibuprofen dosing'.
            Some(_) => {}
        }
    }
}

/// Notes which words say nothing or little, as long as something remains that does.
fn mark_frame_words(query: &mut ParsedQuery, frame_words: &FrameWords, terms: &[RecognizedConcepts]) {
    if frame_words.silent.is_empty() {
        return;
    }
    let is_in_term = |word: &QueryWord| {
        terms.iter().any(|term| term.tokens.start < word.tokens.end && word.tokens.start < term.tokens.end)
    };
    let all = |word: &QueryWord, flags: &[bool]| word.tokens.clone().all(|token| flags[token]);
    let any = |word: &QueryWord, flags: &[bool]| word.tokens.clone().any(|token| flags[token]);
    // Of a pair of characters one is enough: the other one is the beginning of something else.
    let is_silent = |word: &QueryWord| any(word, &frame_words.silent) && !is_in_term(word);
    let is_light = |word: &QueryWord| all(word, &frame_words.light) && !is_in_term(word);
    let remains = query.parts.iter().any(|part| match part {
        Part::Phrase(_) => true,
        Part::Word(word) => word.meaning == Meaning::Content && !is_silent(word) && !is_light(word),
    });
    if !remains {
        return;
    }
    for part in &mut query.parts {
        let Part::Word(word) = part else { continue };
        if is_silent(word) {
            word.meaning = Meaning::Function;
        } else if word.meaning == Meaning::Content && is_light(word) {
            word.meaning = Meaning::Light;
        }
    }
}

/// Leaves out terms of one word that says little ('toddler') when something else is asked for.
fn without_light_terms(query: &ParsedQuery, mut terms: Vec<RecognizedConcepts>) -> Vec<RecognizedConcepts> {
    let words = || {
        query.parts.iter().filter_map(|part| match part {
            Part::Word(word) => Some(word),
            Part::Phrase(_) => None,
        })
    };
    let is_light = |term: &RecognizedConcepts| {
        term.tokens.len() == 1
            && words().any(|word| word.tokens == term.tokens && word.meaning != Meaning::Content)
    };
    let is_something_else = terms.iter().any(|term| !is_light(term))
        || words().any(|word| word.meaning == Meaning::Content)
        || query.parts.iter().any(|part| matches!(part, Part::Phrase(_)));
    if is_something_else {
        terms.retain(|term| !is_light(term));
    }
    terms
}
