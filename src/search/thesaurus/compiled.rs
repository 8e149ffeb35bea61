//! Compiles concepts and their labels into the content of a [`LabelTable`](super::label_table::LabelTable).

use crate::search::text::analysis::words;
use crate::search::text::folding::fold;
use crate::search::text::language_set::ENGLISH;
use crate::search::text::medicines;
use crate::search::text::term_keys::{composed, lacks_s, term_key};
use crate::search::thesaurus::english_labels::EnglishLabels;
use crate::search::thesaurus::label_table::{CompiledLabels, ConceptInfo, Label, LabelWord};
use rayon::prelude::*;
use std::collections::BTreeMap;
use tantivy_fst::MapBuilder;

/// Maximum number of languages: a label has 8 bits for them.
const MAX_LANGUAGES: usize = 1 << 8;

/// A label to be compiled.
#[derive(Clone, Copy)]
pub(super) struct NewLabel<'a> {
    /// Number of its concept.
    pub concept: u32,
    pub text: &'a str,
    pub lang: &'a str,
    /// Matches only as the whole query.
    pub whole_query: bool,
    /// In a query, it finds the concept.
    pub finds: bool,
    /// In a title or keyword, it names the concept.
    pub names: bool,
    /// It names a medicine.
    pub is_medicine: bool,
    /// The first label of its concept in its language.
    pub is_first: bool,
}

/// A label with its words.
struct Analyzed<'a> {
    /// The keys of its words, joined.
    key: String,
    words: Vec<String>,
    label: NewLabel<'a>,
}

/// Compiles a table. Labels without a letter or digit are left out.
pub(super) fn compile(
    concepts: Vec<ConceptInfo>,
    labels: &[NewLabel<'_>],
) -> Result<CompiledLabels<'static>, String> {
    let mut languages: Vec<&str> = labels.iter().map(|label| label.lang).collect();
    languages.sort_unstable();
    languages.dedup();
    if languages.len() > MAX_LANGUAGES {
        return Err(format!("a thesaurus has at most {MAX_LANGUAGES} languages"));
    }
    // Splitting texts into words is most of the work.
    let mut all: Vec<Analyzed<'_>> = labels.par_iter().map(|label| analyze(*label)).collect();
    all.retain(|label| !label.key.is_empty());
    let order = |label: &Analyzed<'_>| (label.label.lang != ENGLISH, label.label.concept);
    all.sort_by(|a, b| {
        a.key.cmp(&b.key).then_with(|| order(a).cmp(&order(b))).then_with(|| {
            (a.label.lang, a.label.text, a.label.whole_query).cmp(&(
                b.label.lang,
                b.label.text,
                b.label.whole_query,
            ))
        })
    });
    all.dedup_by(|a, b| {
        let (a, b) = (&a.label, &b.label);
        (a.concept, a.lang, a.text, a.finds, a.names) == (b.concept, b.lang, b.text, b.finds, b.names)
    });
    let (keys, labels) = compiled_labels(&all, &languages)?;
    let (words, word_kinds) = compiled_words(&all)?;
    let (mut texts, mut text_ends) = (String::new(), Vec::with_capacity(all.len()));
    for label in &all {
        texts.push_str(label.label.text);
        text_ends.push(u32::try_from(texts.len()).unwrap_or(u32::MAX));
    }
    let is_wanted = |label: &NewLabel<'_>| label.lang == ENGLISH && label.finds && !label.whole_query;
    let english = (0u32..).zip(&all).filter(|(_, label)| is_wanted(&label.label));
    let english = EnglishLabels::new(english.map(|(n, label)| (fold(label.label.text), n)).collect());
    let languages = languages.into_iter().map(Box::from).collect();
    let (texts, keys, words) = (texts.into(), keys.into(), words.into());
    Ok(CompiledLabels { concepts, languages, labels, texts, text_ends, keys, words, word_kinds, english })
}

/// The languages in which 's' makes a plural, so that a label with it and a word without it are the same.
pub(in crate::search) fn has_s_plurals(language: &str) -> bool {
    matches!(language, ENGLISH | "es" | "fr" | "pt" | "nl" | "de")
}

fn analyze(label: NewLabel<'_>) -> Analyzed<'_> {
    let words: Vec<String> =
        words(label.text).into_iter().map(|mut word| word.forms.swap_remove(0)).collect();
    let keys: Vec<String> = words.iter().map(|word| term_key(word)).collect();
    Analyzed { key: keys.join(" "), words, label }
}

/// The map from each key to the number of its first label, and the labels.
fn compiled_labels(all: &[Analyzed<'_>], languages: &[&str]) -> Result<(Vec<u8>, Vec<Label>), String> {
    let mut keys = MapBuilder::memory();
    let mut labels = Vec::with_capacity(all.len());
    for same_key in all.chunk_by(|a, b| a.key == b.key) {
        keys.insert(&same_key[0].key, labels.len() as u64)
            .map_err(|cause| format!("label '{}': {cause}", same_key[0].key))?;
        labels.extend(same_key.iter().enumerate().map(|(n, Analyzed { label, words, .. })| Label {
            concept: label.concept,
            language: languages.binary_search(&label.lang).unwrap_or_default() as u8,
            accents: accents(label.text),
            is_whole_query: label.whole_query,
            finds: label.finds,
            names: label.names,
            lacks_s: !has_s_plurals(label.lang) && words.iter().any(|word| lacks_s(word)),
            is_last: n + 1 == same_key.len(),
            is_first: label.is_first,
        }));
    }
    let keys = keys.into_inner().map_err(|cause| format!("compiling labels: {cause}"))?;
    Ok((keys, labels))
}

/// The map from each word of labels to the number of its properties, and these.
fn compiled_words(all: &[Analyzed<'_>]) -> Result<(Vec<u8>, Vec<LabelWord>), String> {
    let mut words: BTreeMap<&str, LabelWord> = BTreeMap::new();
    for Analyzed { words: label_words, label, .. } in all {
        for word in label_words {
            let kind = words.entry(word).or_default();
            kind.languages.insert(label.lang);
            if label_words.len() == 1 {
                kind.is_label = true;
                kind.label_languages.insert(label.lang);
                // Kinds of medicines, such as vaccines, are ordinary words.
                kind.is_medicine |=
                    label.is_medicine && (medicines::is_medicine(word) || medicines::may_be_medicine(word));
            }
        }
    }
    let mut kinds: Vec<LabelWord> = words.values().copied().collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut map = MapBuilder::memory();
    for (word, kind) in &words {
        let number = kinds.binary_search(kind).unwrap_or_default() as u64;
        map.insert(word, number).map_err(|cause| format!("word '{word}': {cause}"))?;
    }
    let map = map.into_inner().map_err(|cause| format!("compiling words: {cause}"))?;
    Ok((map, kinds))
}

/// A 12-bit hash that usually differs between labels that differ in accents only.
pub(in crate::search) fn accents(text: &str) -> u16 {
    (crc32fast::hash(composed(text).as_bytes()) & 0xFFF) as u16
}
