//! Compiles concepts and their labels into the bytes of a [`LabelTable`].
//!
//! Format: a checksum, then sections with their lengths: concepts and languages as lines; a finite-state map from the keys of
//! labels to their numbers; a record for each label; a finite-state map from the words of labels to their kinds; the kinds;
//! the texts of the labels; the English labels by folded text.
//!
//! [`LabelTable`]: super::label_table::LabelTable

use crate::search::text::analysis::words;
use crate::search::text::language_set::{ENGLISH, LanguageSet};
use crate::search::text::medicines;
use crate::search::text::term_keys::{composed, lacks_s, term_key};
use crate::search::thesaurus::english_labels::{self, EnglishLabel};
use crate::search::thesaurus::label_texts;
use rayon::prelude::*;
use std::collections::BTreeMap;
use tantivy_fst::MapBuilder;

/// Separates the keys of a label's words.
pub(super) const KEY_SEPARATOR: u8 = b' ';
/// Separates the columns of a concept's line.
pub(super) const COLUMN_SEPARATOR: char = '\t';
/// Maximum numbers of concepts and languages: a record has 16 and 8 bits for them.
const MAX_CONCEPTS: usize = 1 << 16;
const MAX_LANGUAGES: usize = 1 << 8;
/// Length of a label's record.
pub(super) const RECORD_BYTES: usize = 6;

/// A concept to be compiled.
pub(super) struct NewConcept<'a> {
    /// One of [`crate::model::thesaurus::KINDS`]; empty for a synonym.
    pub kind: &'a str,
    /// Its name in the thesaurus.
    pub name: &'a str,
    /// Its first English label.
    pub english: &'a str,
    /// Its ICD-10-CM categories, separated by `;`.
    pub icd10cm: &'a str,
    /// Its RxNorm ingredients, separated by `;`.
    pub rxnorm: &'a str,
}

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

/// The flags of a label's record.
pub(in crate::search) mod flags {
    pub const WHOLE_QUERY: u64 = 1;
    pub const FINDS: u64 = 2;
    pub const NAMES: u64 = 4;
    /// The last label of its key.
    pub const LAST: u64 = 8;
    /// The first label of its concept in its language.
    pub const FIRST: u64 = 16;
    /// A final 's' is missing in its key, in a language without such plurals.
    pub const LACKS_S: u64 = 32;
}

/// The flags of a word of labels.
pub(in crate::search) mod word_flags {
    pub const IS_LABEL: u64 = 1;
    pub const IS_MEDICINE: u64 = 2;
}

/// The kind of a word: flags, the languages of the labels that contain it, the languages in which it is a label itself.
type WordKind = (u64, LanguageSet, LanguageSet);

/// Compiles a table. Labels without a letter or digit are left out.
pub(super) fn compile(concepts: &[NewConcept<'_>], labels: &[NewLabel<'_>]) -> Result<Vec<u8>, String> {
    if concepts.len() > MAX_CONCEPTS {
        return Err(format!("a thesaurus has at most {MAX_CONCEPTS} concepts"));
    }
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
    let lines = concepts.iter().map(|c| [c.kind, c.name, c.english, c.icd10cm, c.rxnorm].join("\t"));
    // Space for the checksum of the rest.
    let mut to = vec![0; 4];
    put(&mut to, lines.collect::<Vec<_>>().join("\n").as_bytes());
    put(&mut to, languages.join("\n").as_bytes());
    let (keys, records) = label_sections(&all, &languages)?;
    put(&mut to, &keys);
    put(&mut to, &records);
    let (words, kinds) = word_sections(&all)?;
    put(&mut to, &words);
    put(&mut to, &kinds);
    let texts = all.iter().map(|label| label.label.text);
    let (ends, blocks) =
        label_texts::compress(texts).map_err(|cause| format!("compressing labels: {cause}"))?;
    put(&mut to, &ends.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<u8>>());
    put(&mut to, &blocks);
    let is_wanted = |label: &NewLabel<'_>| label.lang == ENGLISH && label.finds && !label.whole_query;
    let english = (0u32..).zip(&all).filter(|(_, label)| is_wanted(&label.label));
    let english = english_labels::compile(english.map(|(number, Analyzed { label, .. })| EnglishLabel {
        number,
        concept: label.concept,
        text: label.text,
    }));
    english.iter().for_each(|section| put(&mut to, section));
    let checksum = crc32fast::hash(&to[4..]);
    to[..4].copy_from_slice(&checksum.to_le_bytes());
    Ok(to)
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

/// The map from each key to the number of its first label, and the records of the labels.
fn label_sections(all: &[Analyzed<'_>], languages: &[&str]) -> Result<(Vec<u8>, Vec<u8>), String> {
    let mut keys = MapBuilder::memory();
    let mut records = Vec::with_capacity(all.len() * RECORD_BYTES);
    let mut first = 0u64;
    for same_key in all.chunk_by(|a, b| a.key == b.key) {
        keys.insert(&same_key[0].key, first)
            .map_err(|cause| format!("label '{}': {cause}", same_key[0].key))?;
        first += same_key.len() as u64;
        for (n, Analyzed { label, words, .. }) in same_key.iter().enumerate() {
            let language = languages.binary_search(&label.lang).unwrap_or_default() as u64;
            let flag = |is_set: bool, flag: u64| if is_set { flag } else { 0 };
            let flags = flag(label.whole_query, flags::WHOLE_QUERY)
                | flag(label.finds, flags::FINDS)
                | flag(label.names, flags::NAMES)
                | flag(n + 1 == same_key.len(), flags::LAST)
                | flag(label.is_first, flags::FIRST)
                | flag(!has_s_plurals(label.lang) && words.iter().any(|word| lacks_s(word)), flags::LACKS_S);
            let record = u64::from(label.concept)
                | language << 16
                | flags << 24
                | u64::from(accents(label.text)) << 32;
            records.extend_from_slice(&record.to_le_bytes()[..RECORD_BYTES]);
        }
    }
    let keys = keys.into_inner().map_err(|cause| format!("compiling labels: {cause}"))?;
    Ok((keys, records))
}

/// The map from each word of labels to the number of its kind, and the kinds.
fn word_sections(all: &[Analyzed<'_>]) -> Result<(Vec<u8>, Vec<u8>), String> {
    let mut words: BTreeMap<&str, WordKind> = BTreeMap::new();
    for Analyzed { words: label_words, label, .. } in all {
        for word in label_words {
            let (flags, languages, label_languages) = words.entry(word).or_default();
            languages.insert(label.lang);
            if label_words.len() == 1 {
                label_languages.insert(label.lang);
                *flags |= word_flags::IS_LABEL;
                // Kinds of medicines, such as vaccines, are ordinary words.
                if label.is_medicine && (medicines::is_medicine(word) || medicines::may_be_medicine(word)) {
                    *flags |= word_flags::IS_MEDICINE;
                }
            }
        }
    }
    let mut kinds: Vec<WordKind> = words.values().copied().collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut map = MapBuilder::memory();
    for (word, kind) in &words {
        let number = kinds.binary_search(kind).unwrap_or_default() as u64;
        map.insert(word, number).map_err(|cause| format!("word '{word}': {cause}"))?;
    }
    let map = map.into_inner().map_err(|cause| format!("compiling words: {cause}"))?;
    let numbers = kinds
        .iter()
        .flat_map(|(flags, languages, label_languages)| [*flags, languages.bits(), label_languages.bits()]);
    Ok((map, numbers.flat_map(u64::to_le_bytes).collect()))
}

/// A 12-bit hash that usually differs between labels that differ in accents only.
pub(in crate::search) fn accents(text: &str) -> u16 {
    (crc32fast::hash(composed(text).as_bytes()) & 0xFFF) as u16
}

pub(super) fn put(to: &mut Vec<u8>, section: &[u8]) {
    to.extend(u32::try_from(section.len()).unwrap_or(u32::MAX).to_le_bytes());
    to.extend_from_slice(section);
}
