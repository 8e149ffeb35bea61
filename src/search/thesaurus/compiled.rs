//! Compiles concepts and their labels into the content of a [`LabelTable`](super::label_table::LabelTable).

use crate::model::error::{Error, Result};
use crate::model::thesaurus::TermTable;
use crate::search::text::analysis::words;
use crate::search::text::folding::fold;
use crate::search::text::language_set::ENGLISH;
use crate::search::text::medicines;
use crate::search::text::medicines::{MedicineTable, name_key};
use crate::search::text::term_keys::{composed, lacks_s, term_key};
use crate::search::thesaurus::label_table::{
    CompiledLabels, ConceptInfo, EnglishLabels, Label, LabelTable, LabelWord,
};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashSet};
use std::sync::OnceLock;
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

/// Generated by `make terms`.
const COMPILED: &[u8] = include_bytes!("../../../assets/terms/thesaurus.bin");

/// The built-in thesaurus, loaded once.
pub(super) fn built_in_labels() -> Result<&'static LabelTable> {
    static TABLE: OnceLock<LabelTable> = OnceLock::new();
    if let Some(table) = TABLE.get() {
        return Ok(table);
    }
    let content = postcard::from_bytes(COMPILED)
        .map_err(|cause| Error::internal("reading the compiled thesaurus", cause.to_string()))?;
    let table = LabelTable::new(content, crc32fast::hash(COMPILED))?;
    Ok(TABLE.get_or_init(|| table))
}

/// A concept of the built-in thesaurus, as administrators list it.
pub struct BuiltInConcept {
    /// One of [`crate::model::thesaurus::KINDS`].
    pub kind: &'static str,
    pub name: &'static str,
    /// Its ICD-10-CM categories, separated by `;`.
    pub icd10cm: &'static str,
    /// English labels first, then by language and text.
    pub labels: Vec<BuiltInLabel>,
}

/// A built-in label.
pub struct BuiltInLabel {
    /// The tag of its language.
    pub lang: &'static str,
    /// The label as the thesaurus writes it.
    pub text: &'static str,
    /// Whether it matches only as the whole query.
    pub whole_query: bool,
}

/// The concepts of the built-in thesaurus with their labels, in its order.
pub fn built_in_concepts() -> Result<Vec<BuiltInConcept>> {
    let table = built_in_labels()?;
    let listed = |ConceptInfo { kind, name, icd10cm, .. }: &'static ConceptInfo| BuiltInConcept {
        kind,
        name,
        icd10cm,
        labels: Vec::new(),
    };
    let mut concepts: Vec<BuiltInConcept> = table.concepts().iter().map(listed).collect();
    for number in 0..table.len() {
        let label = table.label(number);
        let (lang, text, whole_query) = (table.language(label), table.text(number), label.is_whole_query);
        concepts[label.concept as usize].labels.push(BuiltInLabel { lang, text, whole_query });
    }
    for concept in &mut concepts {
        concept.labels.sort_unstable_by_key(|label| (label.lang != ENGLISH, label.lang, label.text));
    }
    Ok(concepts)
}

/// Compiles a table into the form of `assets/terms/thesaurus.bin`, for `make terms`.
pub fn compile_thesaurus(table: &TermTable) -> Result<Vec<u8>> {
    let concepts = table.concepts.iter().map(ConceptInfo::new).collect();
    let mut labels: Vec<NewLabel<'_>> = Vec::new();
    for (number, concept) in (0u32..).zip(&table.concepts) {
        let medicine_number = |text: &str| MedicineTable::built_in().number(&name_key(text));
        let own_number = medicine_number(&concept.name);
        let mut languages = HashSet::new();
        labels.extend(concept.terms.iter().map(|term| NewLabel {
            concept: number,
            text: &term.text,
            lang: &term.lang,
            is_first: languages.insert(term.lang.as_str()),
            whole_query: term.whole_query,
            finds: true,
            // The name of one medicine of a class must not find citations about another one.
            names: medicine_number(&term.text).is_none_or(|number| own_number == Some(number)),
            is_medicine: concept.kind == "medicine",
        }));
    }
    let doing = "compiling the thesaurus";
    let content = compile(concepts, &labels).map_err(|cause| Error::internal(doing, cause))?;
    postcard::to_stdvec(&content).map_err(|cause| Error::internal(doing, cause.to_string()))
}
