//! The label that sounds like a whole query, or is one letter from a query of one word: 'acid reflex' means 'acid reflux'.

use crate::search::query::correction::plan_corrected_text;
use crate::search::query::parsed_query::Part;
use crate::search::query::query_plan::{CorrectedWord, QueryPlan};
use crate::search::snapshot::Snapshot;
use crate::search::spelling::Correction;
use crate::search::text::edit_distance::edits;
use crate::search::text::folding::fold;
use crate::search::text::language_set::{ENGLISH, is_language};
use crate::search::text::lexicon::is_correctable;
use crate::search::text::medicines::is_medicine;
use crate::search::text::phonetic_keys::sound_alike;
use crate::search::thesaurus::english_labels::letters;
use std::cmp::Reverse;

/// The longest query, in words, that is compared with labels.
const MAX_WORDS: usize = 4;
/// The maximum number of edits to a label that sounds different in its vowels, in percent of the letters.
const MAX_EDITS_PERCENT: usize = 40;

/// Minimum length, in letters, of a single word that is compared with the labels one edit away.
const MIN_SINGLE_WORD: usize = 7;

/// Plans a search for the English label that is similar to the whole query; `None` if there is none, or if the query is not one of
/// a few words in English.
pub(in crate::search) fn plan_similar_label(
    snapshot: &Snapshot,
    plan: &QueryPlan,
    lang: Option<&str>,
) -> std::io::Result<Option<QueryPlan>> {
    let query = &plan.query;
    let typed = plan.typed_text.as_ref().unwrap_or(&query.text);
    let is_plain = query.excluded.is_empty() && query.parts.iter().all(|part| matches!(part, Part::Word(_)));
    let is_english = lang.is_none_or(|lang| is_language(lang, ENGLISH));
    if !snapshot.features.spelling || !snapshot.features.similar_labels || !is_plain || !is_english {
        return Ok(None);
    }
    let Some(label) = similar_label(snapshot, typed) else { return Ok(None) };
    let words = label.split(' ').map(str::to_owned).collect();
    let correction = Correction { words, cost: 0.0, edits: 0.0, is_in_label: true };
    let corrected = CorrectedWord { span: 0..label.len(), corrections: vec![correction], typed: None };
    plan_corrected_text(snapshot, plan, label, vec![corrected], lang).map(Some)
}

/// The label that sounds like a text and has most letters in common with it. Citations name its concept.
fn similar_label<'s>(snapshot: &'s Snapshot, typed: &str) -> Option<&'s str> {
    let folded = fold(typed);
    let words: Vec<&str> = folded.split_whitespace().collect();
    // A label is not misspelled: 'malaria' is not 'miliaria'.
    let is_known = snapshot.thesaurus.is_term(&words);
    if is_known || words.len() > MAX_WORDS || words.iter().any(|word| is_medicine(word)) {
        return None;
    }
    let typed = letters(&folded);
    let max_edits = typed.len() * MAX_EDITS_PERCENT / 100;
    let mut similar: Vec<(usize, Reverse<u32>, usize, &str)> = Vec::new();
    snapshot.thesaurus.each_sounding_like(&typed, |concept, label| {
        let citations = snapshot.concept_frequency(concept);
        let label_letters = letters(label);
        let max_edits = if sound_alike(&typed, &label_letters) { typed.len() } else { max_edits };
        let Some(edits) = edits(&typed, &label_letters, max_edits).filter(|_| citations > 0) else { return };
        // Of 'frostbite' and 'frost bite', which finds other bites too, the shorter one.
        similar.push((edits, Reverse(citations), label.len(), label));
    });
    let near = || match words[..] {
        [word] => near_label(snapshot, word),
        _ => None,
    };
    similar.into_iter().min().map(|(.., label)| label).or_else(near)
}

/// A label of one word that is one edit from a longer word.
fn near_label<'s>(snapshot: &'s Snapshot, word: &str) -> Option<&'s str> {
    if word.chars().count() < MIN_SINGLE_WORD || !is_correctable(word) {
        return None;
    }
    let mut near: Vec<&str> = Vec::new();
    for lexicon in snapshot.thesaurus.english_lexicons() {
        lexicon.each_near(word, 1, |other, _| near.push(other));
    }
    let is_label = |other: &&str| snapshot.thesaurus.word(other).is_some_and(|known| known.is_label);
    near.into_iter().filter(is_label).min()
}
