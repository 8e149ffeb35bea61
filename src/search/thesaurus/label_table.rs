//! A compiled thesaurus: labels by the keys of their words, concepts, and the words of the labels.

use crate::model::error::{Error, Result};
use crate::model::thesaurus::Concept;
use crate::search::text::language_set::{ENGLISH, LanguageSet};
use crate::search::text::lexicon::{Lexicon, is_correctable};
use crate::search::text::phonetic_keys::phonetic_keys;
use crate::search::text::string_pool::{StringPool, range};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::OnceLock;
use tantivy_fst::raw::{Fst, Output};
use tantivy_fst::{IntoStreamer, Streamer};

/// Separates the keys of a label's words.
const KEY_SEPARATOR: u8 = b' ';

/// The properties of a concept.
#[derive(Serialize, Deserialize)]
pub(in crate::search) struct ConceptInfo {
    /// One of [`crate::model::thesaurus::KINDS`]; empty for a synonym.
    pub kind: Box<str>,
    /// Its name in the thesaurus.
    pub name: Box<str>,
    /// Its first English label.
    pub english: Box<str>,
    /// Its ICD-10-CM categories, separated by `;`.
    pub icd10cm: Box<str>,
    /// Its RxNorm ingredients, separated by `;`.
    pub rxnorm: Box<str>,
}

impl ConceptInfo {
    /// The properties of a concept of a table of terms.
    pub fn new(concept: &Concept) -> ConceptInfo {
        let english = concept.terms.iter().find(|term| term.lang == ENGLISH);
        ConceptInfo {
            kind: concept.kind.as_str().into(),
            name: concept.name.as_str().into(),
            english: english.map_or(concept.name.as_str(), |term| &term.text).into(),
            icd10cm: concept.icd10cm.as_str().into(),
            rxnorm: concept.rxnorm.as_str().into(),
        }
    }
}

/// A label without its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(in crate::search) struct Label {
    pub concept: u32,
    /// Number of its language in the table.
    pub language: u8,
    /// See [`crate::search::thesaurus::compiled::accents`].
    pub accents: u16,
    /// It matches only as the whole query.
    pub is_whole_query: bool,
    /// It finds the concept in a query.
    pub finds: bool,
    /// It names the concept in a title or keyword.
    pub names: bool,
    /// Its key lacks a final 's' that is not a plural.
    pub lacks_s: bool,
    /// The last label of its key.
    pub is_last: bool,
    /// The first label of its concept in its language.
    pub is_first: bool,
}

/// The properties of a word of labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::search) struct LabelWord {
    /// It is a label by itself.
    pub is_label: bool,
    /// It is the name of a medicine.
    pub is_medicine: bool,
    /// The languages of the labels that contain it.
    pub languages: LanguageSet,
    /// The languages in which it is a label by itself.
    pub label_languages: LanguageSet,
}

impl LabelWord {
    /// The properties of a word in two tables together.
    pub fn union(self, other: LabelWord) -> LabelWord {
        LabelWord {
            is_label: self.is_label || other.is_label,
            is_medicine: self.is_medicine || other.is_medicine,
            languages: self.languages.union(other.languages),
            label_languages: self.label_languages.union(other.label_languages),
        }
    }
}

/// The content of a table, as it is compiled.
#[derive(Serialize, Deserialize)]
pub(super) struct CompiledLabels<'b> {
    pub concepts: Vec<ConceptInfo>,
    /// The tags of the languages, sorted.
    pub languages: Vec<Box<str>>,
    /// The labels in the order of their keys.
    pub labels: Vec<Label>,
    /// Their texts as the thesaurus writes them, one after the other.
    #[serde(borrow)]
    pub texts: Cow<'b, str>,
    /// The end of each text, in bytes.
    pub text_ends: Vec<u32>,
    /// A finite-state map from the keys to the numbers of their first labels.
    #[serde(borrow)]
    pub keys: Cow<'b, [u8]>,
    /// A finite-state map from the words of labels to the numbers of their properties.
    #[serde(borrow)]
    pub words: Cow<'b, [u8]>,
    pub word_kinds: Vec<LabelWord>,
    pub english: EnglishLabels,
}

/// A compiled thesaurus.
pub(super) struct LabelTable {
    content: CompiledLabels<'static>,
    keys: Fst<Cow<'static, [u8]>>,
    words: Fst<Cow<'static, [u8]>>,
    /// The words of English labels, for spelling correction; built when first needed.
    english_lexicon: OnceLock<Lexicon>,
    /// The words that only labels of other languages contain; built when first needed.
    other_lexicon: OnceLock<Lexicon>,
    /// English labels by their sound; built when first needed.
    sounds: OnceLock<LabelSounds>,
    /// Numbers of concepts by name; built when first needed.
    numbers: OnceLock<HashMap<Box<str>, u32>>,
    /// A checksum of the whole table.
    pub fingerprint: u32,
}

impl LabelTable {
    /// A table with a checksum of its content.
    pub fn new(mut content: CompiledLabels<'static>, fingerprint: u32) -> Result<LabelTable> {
        let map = |bytes: &mut Cow<'static, [u8]>| {
            Fst::new(std::mem::take(bytes))
                .map_err(|cause| Error::internal("reading the compiled thesaurus", cause.to_string()))
        };
        Ok(LabelTable {
            keys: map(&mut content.keys)?,
            words: map(&mut content.words)?,
            content,
            english_lexicon: OnceLock::new(),
            other_lexicon: OnceLock::new(),
            sounds: OnceLock::new(),
            numbers: OnceLock::new(),
            fingerprint,
        })
    }

    pub fn concepts(&self) -> &[ConceptInfo] {
        &self.content.concepts
    }

    pub fn english(&self) -> &EnglishLabels {
        &self.content.english
    }

    /// The number of labels.
    pub fn len(&self) -> u32 {
        u32::try_from(self.content.labels.len()).unwrap_or(u32::MAX)
    }

    /// A label by its number, which is below [`LabelTable::len`].
    pub fn label(&self, number: u32) -> Label {
        self.content.labels[number as usize]
    }

    /// The text of a label as the thesaurus writes it.
    pub fn text(&self, number: u32) -> &str {
        self.content.texts.get(range(&self.content.text_ends, number as usize)).unwrap_or_default()
    }

    /// The tag of a label's language.
    pub fn language(&self, label: Label) -> &str {
        self.content.languages.get(usize::from(label.language)).map_or("", |tag| &**tag)
    }

    /// Calls `found` with every label that begins with the word at `start`: its number of words, its number, and the label.
    pub fn each_label_at(
        &self,
        keys: &[impl AsRef<str>],
        start: usize,
        mut found: impl FnMut(usize, u32, Label),
    ) {
        let mut node = self.keys.root();
        let mut output = Output::zero();
        for (length, key) in (1..).zip(&keys[start..]) {
            let separator: &[u8] = if length == 1 { &[] } else { &[KEY_SEPARATOR] };
            for byte in separator.iter().chain(key.as_ref().as_bytes()) {
                let Some(place) = node.find_input(*byte) else { return };
                let transition = node.transition(place);
                output = output.cat(transition.out);
                node = self.keys.node(transition.addr);
            }
            if node.is_final() {
                let first = output.cat(node.final_output()).value();
                self.labels_with_key(first).for_each(|(number, label)| found(length, number, label));
            }
        }
    }

    /// The number of the first label of a concept in a language.
    pub fn first_label(&self, concept: u32, lang: &str) -> Option<u32> {
        let language = self.content.languages.iter().position(|tag| **tag == *lang)?;
        let is_wanted = |label: &Label| {
            label.is_first && (label.concept, usize::from(label.language)) == (concept, language)
        };
        self.content.labels.iter().position(is_wanted).map(|number| number as u32)
    }

    /// The number of the concept with this name.
    pub fn concept_named(&self, name: &str) -> Option<u32> {
        let numbers = self.numbers.get_or_init(|| {
            (0..).zip(self.concepts()).map(|(number, concept)| (concept.name.clone(), number)).collect()
        });
        numbers.get(name).copied()
    }

    /// The labels with the same key, given the number of the first one.
    fn labels_with_key(&self, first: u64) -> impl Iterator<Item = (u32, Label)> + '_ {
        let mut next = u32::try_from(first).ok();
        std::iter::from_fn(move || {
            let number = next.filter(|number| *number < self.len())?;
            let label = self.label(number);
            next = (!label.is_last).then_some(number + 1);
            Some((number, label))
        })
    }

    /// Calls `found` with the labels whose key begins with `prefix`, in the order of their keys, until it returns `false`.
    pub fn each_label_with_key_prefix(&self, prefix: &str, mut found: impl FnMut(u32, Label) -> bool) {
        let mut stream = self.keys.range().ge(prefix).into_stream();
        while let Some((key, first)) = stream.next() {
            if !key.starts_with(prefix.as_bytes()) {
                return;
            }
            if !self.labels_with_key(first.value()).all(|(number, label)| found(number, label)) {
                return;
            }
        }
    }

    /// The properties of a folded word; `None` if no label contains it.
    pub fn word(&self, folded: &str) -> Option<LabelWord> {
        let kind = self.words.get(folded)?.value();
        self.content.word_kinds.get(usize::try_from(kind).ok()?).copied()
    }

    /// The words of English labels, for spelling correction.
    pub fn english_lexicon(&self) -> &Lexicon {
        self.english_lexicon.get_or_init(|| self.build_lexicon(|word| word.languages.has(ENGLISH)))
    }

    /// The words that only labels of other languages contain.
    pub fn other_lexicon(&self) -> &Lexicon {
        self.other_lexicon.get_or_init(|| self.build_lexicon(|word| !word.languages.has(ENGLISH)))
    }

    /// The places of the English labels that sound like these letters, without spaces.
    pub fn english_sounding_like(&self, letters: &str) -> Vec<usize> {
        self.sounds.get_or_init(|| LabelSounds::new(self.english())).alike(letters)
    }

    fn build_lexicon(&self, is_wanted: impl Fn(&LabelWord) -> bool) -> Lexicon {
        let wanted_kinds: Vec<bool> = self.content.word_kinds.iter().map(is_wanted).collect();
        let mut words = Vec::new();
        let mut stream = self.words.stream();
        while let Some((word, kind)) = stream.next() {
            let is_wanted =
                usize::try_from(kind.value()).is_ok_and(|kind| wanted_kinds.get(kind) == Some(&true));
            if is_wanted
                && let Ok(word) = std::str::from_utf8(word)
                && is_correctable(word)
            {
                words.push(word.to_owned());
            }
        }
        Lexicon::from_words(words)
    }
}

/// The English labels of a table, in the order of their folded texts.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct EnglishLabels {
    texts: StringPool,
    /// The number of each label in the table.
    numbers: Vec<u32>,
}

impl EnglishLabels {
    /// The labels with these folded texts and numbers.
    pub fn new(mut labels: Vec<(String, u32)>) -> EnglishLabels {
        labels.sort_unstable();
        let mut english = EnglishLabels::default();
        for (text, number) in labels {
            english.texts.push(&text);
            english.numbers.push(number);
        }
        english
    }

    /// The places of all labels.
    pub fn places(&self) -> Range<usize> {
        0..self.numbers.len()
    }

    /// The folded text of a label by its place.
    pub fn text(&self, place: usize) -> &str {
        self.texts.get(place)
    }

    /// The number of a label in the table.
    pub fn number(&self, place: usize) -> u32 {
        self.numbers.get(place).copied().unwrap_or_default()
    }

    /// The places of the labels whose folded text begins with `prefix`.
    pub fn with_prefix(&self, prefix: &str) -> impl Iterator<Item = usize> {
        let (mut from, mut to) = (0, self.numbers.len());
        while from < to {
            let middle = from + (to - from) / 2;
            if self.text(middle) < prefix { from = middle + 1 } else { to = middle }
        }
        (from..self.numbers.len()).take_while(move |place| self.text(*place).starts_with(prefix))
    }
}

/// Minimum length of a label, in letters: short ones sound like too many others.
const MIN_LETTERS: usize = 6;

/// The places of English labels, by phonetic key.
pub(super) struct LabelSounds {
    by_key: Vec<(u32, u32)>,
}

impl LabelSounds {
    pub fn new(labels: &EnglishLabels) -> LabelSounds {
        let long = labels.places().map(|place| (letters(labels.text(place)), place as u32));
        let long = long.filter(|(letters, _)| letters.len() >= MIN_LETTERS);
        let keyed = long.flat_map(|(letters, place)| phonetic_keys(&letters).map(|key| (key, place)));
        let mut by_key: Vec<(u32, u32)> = keyed.filter(|(key, _)| *key != 0).collect();
        by_key.sort_unstable();
        by_key.dedup();
        LabelSounds { by_key }
    }

    /// The places of the labels that sound like these letters.
    pub fn alike(&self, letters: &str) -> Vec<usize> {
        let with_key = |key: u32| {
            let start = self.by_key.partition_point(|(other, _)| *other < key);
            self.by_key[start..].iter().take_while(move |(other, _)| *other == key && key != 0)
        };
        let mut places: Vec<usize> =
            phonetic_keys(letters).into_iter().flat_map(with_key).map(|(_, place)| *place as usize).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The letters of a folded text, joined.
pub(in crate::search) fn letters(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}
