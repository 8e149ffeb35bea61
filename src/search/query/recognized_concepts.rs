//! Recognizes the concepts of a query by labels, and marks its function words and light words.

use crate::search::query::frames::{FrameWords, frame_words};
use crate::search::query::parsed_query::{ParsedQuery, Part, QueryWord};
use crate::search::query::term_lookup::has_word;
use crate::search::snapshot::Snapshot;
use crate::search::text::analysis::words;
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::thesaurus::combined::ConceptId;
use crate::search::thesaurus::label_matches::LabelQuery;
use std::ops::Range;

/// The weight of every meaning of a label but the first.
const OTHER_MEANING_WEIGHT: f32 = 0.85;

/// A concept that words of a query mean.
pub(in crate::search) struct ConceptMeaning {
    pub concept: ConceptId,
    /// At most 1.
    pub weight: f32,
    /// The language of the words.
    pub language: Box<str>,
}

/// A sequence of words of a query with the concepts that it means.
pub(in crate::search) struct RecognizedConcepts {
    /// Range in the tokens of the query.
    pub tokens: Range<usize>,
    pub meanings: Vec<ConceptMeaning>,
    /// Words of an English name of the concept, to look up when no citation is indexed under the concept; otherwise empty.
    pub substitutes: Vec<String>,
}

/// Recognizes the concepts of a query, in the order of its words, and lowers the meaning of frame words in it. `lang` is the
/// language of the query when it is known.
pub(in crate::search) fn recognize_concepts(
    snapshot: &Snapshot,
    query: &mut ParsedQuery,
    lang: Option<&str>,
) -> Vec<RecognizedConcepts> {
    if query.tokens.is_empty() {
        return Vec::new();
    }
    let written: Vec<&str> = query.tokens.iter().map(|token| token.written(&query.text)).collect();
    let folded: Vec<String> = written.iter().map(|word| fold(word)).collect();
    let keys: Vec<&str> = query.tokens.iter().map(|token| token.key.as_str()).collect();
    let is_known = |token: usize| is_known(snapshot, query, &folded[token], token);
    let label_query = LabelQuery { keys: &keys, written: &written, lang };
    let labels =
        snapshot.thesaurus.find_in_query(&label_query, |concept| snapshot.concept_frequency(concept) > 0);
    let mut concepts: Vec<RecognizedConcepts> = labels
        .into_iter()
        .map(|label_match| RecognizedConcepts {
            tokens: label_match.start..label_match.end,
            meanings: label_match
                .meanings
                .iter()
                .enumerate()
                .map(|(n, (concept, label))| ConceptMeaning {
                    concept: *concept,
                    weight: if n == 0 { 1.0 } else { OTHER_MEANING_WEIGHT },
                    language: snapshot.thesaurus.label_language(*label).into(),
                })
                .collect(),
            substitutes: Vec::new(),
        })
        .collect();
    add_unindexed_concepts(snapshot, &label_query, &is_known, &mut concepts);
    concepts.sort_by_key(|concept| concept.tokens.start);
    if snapshot.features.frames {
        mark_frame_words(query, &frame_words(&folded, lang), &concepts);
    }
    without_light_concepts(query, concepts)
}

/// Returns whether a token is a function word or a word of the index.
fn is_known(snapshot: &Snapshot, query: &ParsedQuery, word: &str, token: usize) -> bool {
    let is_function = |word: &QueryWord| word.tokens.contains(&token) && word.meaning == Meaning::Function;
    query.words().any(is_function) || has_word(&snapshot.segments, word)
}

/// Adds labels of which the index has neither the concept nor the words: words of the English name of the concept are looked up
/// instead, so that such a label still has results.
fn add_unindexed_concepts(
    snapshot: &Snapshot,
    query: &LabelQuery<'_>,
    is_known: &dyn Fn(usize) -> bool,
    concepts: &mut Vec<RecognizedConcepts>,
) {
    let is_unrecognized = |token: usize| {
        !query.keys[token].is_empty()
            && !concepts.iter().any(|concept| concept.tokens.contains(&token))
            && !is_known(token)
    };
    let unrecognized: Vec<bool> = (0..query.keys.len()).map(is_unrecognized).collect();
    if !unrecognized.contains(&true) {
        return;
    }
    let thesaurus = &snapshot.thesaurus;
    let labels = LabelQuery { lang: None, ..*query };
    for label_match in thesaurus.find_in_query(&labels, |concept| snapshot.concept_frequency(concept) == 0) {
        let tokens = label_match.start..label_match.end;
        let Some((concept, label)) =
            label_match.meanings.first().filter(|_| tokens.clone().all(|n| unrecognized[n]))
        else {
            continue;
        };
        let substitutes = substitutes(snapshot, *concept);
        if !substitutes.is_empty() {
            let language = thesaurus.label_language(*label).into();
            let meanings = vec![ConceptMeaning { concept: *concept, weight: 1.0, language }];
            concepts.push(RecognizedConcepts { tokens, meanings, substitutes });
        }
    }
}

/// The words of a concept's English name that the index has, when one of them is a content word; otherwise the words of the
/// first English label of which the index has every word: some words of a label may be about anything ('laryngitis in
/// children').
fn substitutes(snapshot: &Snapshot, concept: ConceptId) -> Vec<String> {
    let is_indexed = |word: &String| has_word(&snapshot.segments, word);
    let is_content = |word: &String| meaning(word) == Meaning::Content;
    let label_words = |label: &str| -> Vec<String> {
        let forms = words(label).into_iter().map(|mut word| word.forms.swap_remove(0));
        forms.filter(|word| meaning(word) != Meaning::Function).collect()
    };
    let mut name_words = label_words(snapshot.thesaurus.name(concept));
    name_words.retain(is_indexed);
    if name_words.iter().any(is_content) {
        return name_words;
    }
    let labels = snapshot.thesaurus.english_labels(concept);
    let is_fully_indexed = |words: &Vec<String>| words.iter().any(is_content) && words.iter().all(is_indexed);
    labels.map(label_words).find(is_fully_indexed).unwrap_or_default()
}

/// Turns frame words outside concepts into function words or light words, if the query has other content.
fn mark_frame_words(query: &mut ParsedQuery, frame_words: &FrameWords, concepts: &[RecognizedConcepts]) {
    let is_in_concept = |word: &QueryWord| {
        concepts
            .iter()
            .any(|concept| concept.tokens.start < word.tokens.end && word.tokens.start < concept.tokens.end)
    };
    let all = |word: &QueryWord, flags: &[bool]| word.tokens.clone().all(|token| flags[token]);
    let any = |word: &QueryWord, flags: &[bool]| word.tokens.clone().any(|token| flags[token]);
    // One stop character is enough to mark a pair: the other character belongs to the next pair too.
    let is_stop = |word: &QueryWord| any(word, &frame_words.stop) && !is_in_concept(word);
    let is_light = |word: &QueryWord| all(word, &frame_words.light) && !is_in_concept(word);
    let has_other_content = query.parts.iter().any(|part| match part {
        Part::Phrase(_) => true,
        Part::Word(word) => word.meaning == Meaning::Content && !is_stop(word) && !is_light(word),
    });
    if !has_other_content {
        return;
    }
    for part in &mut query.parts {
        let Part::Word(word) = part else { continue };
        if is_stop(word) {
            word.meaning = Meaning::Function;
        } else if word.meaning == Meaning::Content && is_light(word) {
            word.meaning = Meaning::Light;
        }
    }
}

/// Removes the concepts of single light words ('toddler') when the query has other content.
fn without_light_concepts(
    query: &ParsedQuery,
    mut concepts: Vec<RecognizedConcepts>,
) -> Vec<RecognizedConcepts> {
    let words = || {
        query.parts.iter().filter_map(|part| match part {
            Part::Word(word) => Some(word),
            Part::Phrase(_) => None,
        })
    };
    let is_light = |concept: &RecognizedConcepts| {
        concept.tokens.len() == 1
            && words().any(|word| word.tokens == concept.tokens && word.meaning != Meaning::Content)
    };
    let has_other_content = concepts.iter().any(|concept| !is_light(concept))
        || words().any(|word| word.meaning == Meaning::Content)
        || query.parts.iter().any(|part| matches!(part, Part::Phrase(_)));
    if has_other_content {
        concepts.retain(|concept| !is_light(concept));
    }
    concepts
}

/// Returns whether a word is in one of these concepts.
pub(in crate::search::query) fn is_in_concept(word: &QueryWord, concepts: &[RecognizedConcepts]) -> bool {
    concepts.iter().any(|concept| overlaps(&concept.tokens, &word.tokens))
}

/// Returns whether two ranges overlap.
pub(in crate::search::query) fn overlaps(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}
