//! A compiled thesaurus: labels by the keys of their words, concepts, and the words of the labels.

use crate::model::error::{Error, Result};
use crate::search::text::language_set::{ENGLISH, LanguageSet};
use crate::search::text::lexicon::{Lexicon, is_correctable};
use crate::search::thesaurus::compiled::{COLUMN_SEPARATOR, KEY_SEPARATOR, RECORD_BYTES, flags, word_flags};
use crate::search::thesaurus::english_labels::{EnglishLabels, LabelSounds};
use crate::search::thesaurus::label_texts::LabelTexts;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;
use tantivy::directory::OwnedBytes;
use tantivy_fst::raw::{Fst, Output};
use tantivy_fst::{IntoStreamer, Streamer};

/// The properties of a concept.
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

/// A label without its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::search) struct Label {
    pub concept: u32,
    /// Number of its language in the table.
    pub language: u8,
    flags: u64,
    /// See [`crate::search::thesaurus::compiled::accents`].
    pub accents: u16,
}

impl Label {
    fn from_record(record: &[u8]) -> Label {
        let mut bytes = [0; 8];
        bytes[..RECORD_BYTES].copy_from_slice(record);
        let record = u64::from_le_bytes(bytes);
        Label {
            concept: (record & 0xFFFF) as u32,
            language: (record >> 16) as u8,
            flags: record >> 24 & 0xFF,
            accents: (record >> 32) as u16,
        }
    }

    /// Whether it matches only as the whole query.
    pub fn is_whole_query(self) -> bool {
        self.flags & flags::WHOLE_QUERY != 0
    }

    /// Whether it finds the concept in a query.
    pub fn finds(self) -> bool {
        self.flags & flags::FINDS != 0
    }

    /// Whether its key lacks a final 's' that is not a plural.
    pub fn lacks_s(self) -> bool {
        self.flags & flags::LACKS_S != 0
    }

    /// Whether it names the concept in a title or keyword.
    pub fn names(self) -> bool {
        self.flags & flags::NAMES != 0
    }
}

/// The properties of a word of labels.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
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

/// A compiled thesaurus.
pub(super) struct LabelTable {
    pub concepts: Vec<ConceptInfo>,
    languages: Vec<Box<str>>,
    keys: Fst<OwnedBytes>,
    records: OwnedBytes,
    words: Fst<OwnedBytes>,
    word_kinds: Vec<LabelWord>,
    texts: LabelTexts,
    pub english: EnglishLabels,
    /// The words of English labels, for spelling correction; built when first needed.
    english_lexicon: OnceLock<Lexicon>,
    /// The words that only labels of other languages contain; built when first needed.
    other_lexicon: OnceLock<Lexicon>,
    /// English labels by their sound; built when first needed.
    sounds: OnceLock<LabelSounds>,
    /// Numbers of concepts by name; built when first needed.
    numbers: OnceLock<HashMap<Box<str>, u32>>,
    /// The numbers of the first labels of each concept, by concept and language; built when first needed.
    first_labels: OnceLock<Vec<u32>>,
    /// A checksum of the whole table.
    pub fingerprint: u32,
}

impl LabelTable {
    /// Reads the output of [`compile`]; copies only concepts, languages and word kinds.
    ///
    /// [`compile`]: crate::search::thesaurus::compiled::compile
    pub fn read(bytes: OwnedBytes) -> Result<LabelTable> {
        let mut rest = bytes;
        if rest.len() < 4 {
            return Err(unreadable("it is truncated"));
        }
        let fingerprint = rest.read_u32();
        let mut next = || section(&mut rest);
        let (concepts, languages) = (next()?, next()?);
        let (keys, records, words, kinds) = (next()?, next()?, next()?, next()?);
        let (ends, blocks) = (next()?, next()?);
        let english = [next()?, next()?, next()?, next()?, next()?];
        let number =
            |bytes: &[u8]| bytes.iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
        let word_kind = |kind: &[u8]| LabelWord {
            is_label: number(&kind[..8]) & word_flags::IS_LABEL != 0,
            is_medicine: number(&kind[..8]) & word_flags::IS_MEDICINE != 0,
            languages: LanguageSet::from_bits(number(&kind[8..16])),
            label_languages: LanguageSet::from_bits(number(&kind[16..])),
        };
        Ok(LabelTable {
            concepts: lines(&concepts)?.map(concept).collect(),
            languages: lines(&languages)?.map(Box::from).collect(),
            keys: Fst::new(keys).map_err(unreadable)?,
            records,
            words: Fst::new(words).map_err(unreadable)?,
            word_kinds: kinds.chunks_exact(24).map(word_kind).collect(),
            texts: LabelTexts::new(ends.chunks_exact(4).map(|end| number(end) as u32).collect(), blocks),
            english: EnglishLabels::new(english),
            english_lexicon: OnceLock::new(),
            other_lexicon: OnceLock::new(),
            sounds: OnceLock::new(),
            numbers: OnceLock::new(),
            first_labels: OnceLock::new(),
            fingerprint,
        })
    }

    /// The number of labels.
    pub fn len(&self) -> u32 {
        u32::try_from(self.records.len() / RECORD_BYTES).unwrap_or(u32::MAX)
    }

    /// A label by its number, which is below [`LabelTable::len`].
    pub fn label(&self, number: u32) -> Label {
        let start = number as usize * RECORD_BYTES;
        Label::from_record(&self.records[start..start + RECORD_BYTES])
    }

    /// The text of a label as the thesaurus writes it.
    pub fn text(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    /// The tag of a label's language.
    pub fn language(&self, label: Label) -> &str {
        self.languages.get(usize::from(label.language)).map_or("", |tag| &**tag)
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
        let language = self.languages.iter().position(|tag| **tag == *lang)?;
        let key = |number: &u32| {
            let label = self.label(*number);
            (label.concept, usize::from(label.language))
        };
        let numbers = self.first_labels.get_or_init(|| {
            let is_first = |number: &u32| self.label(*number).flags & flags::FIRST != 0;
            let mut numbers: Vec<u32> = (0..self.len()).filter(is_first).collect();
            numbers.sort_unstable_by_key(key);
            numbers
        });
        let position = numbers.binary_search_by_key(&(concept, language), key).ok()?;
        numbers.get(position).copied()
    }

    /// The number of the concept with this name.
    pub fn concept_named(&self, name: &str) -> Option<u32> {
        let numbers = self.numbers.get_or_init(|| {
            (0..).zip(&self.concepts).map(|(number, concept)| (concept.name.clone(), number)).collect()
        });
        numbers.get(name).copied()
    }

    /// The labels with the same key, given the number of the first one.
    fn labels_with_key(&self, first: u64) -> impl Iterator<Item = (u32, Label)> + '_ {
        let mut next = u32::try_from(first).ok();
        std::iter::from_fn(move || {
            let number = next.filter(|number| *number < self.len())?;
            let label = self.label(number);
            next = (label.flags & flags::LAST == 0).then_some(number + 1);
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
        self.word_kinds.get(usize::try_from(kind).ok()?).copied()
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
        self.sounds.get_or_init(|| LabelSounds::new(&self.english)).alike(letters)
    }

    fn build_lexicon(&self, is_wanted: impl Fn(&LabelWord) -> bool) -> Lexicon {
        let wanted_kinds: Vec<bool> = self.word_kinds.iter().map(is_wanted).collect();
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

pub(super) fn section(rest: &mut OwnedBytes) -> Result<OwnedBytes> {
    if rest.len() < 4 {
        return Err(unreadable("it is truncated"));
    }
    let length = rest.read_u32() as usize;
    if rest.len() < length {
        return Err(unreadable("it is truncated"));
    }
    let (section, after) = rest.clone().split(length);
    *rest = after;
    Ok(section)
}

pub(super) fn lines(bytes: &[u8]) -> Result<std::str::Lines<'_>> {
    std::str::from_utf8(bytes).map(str::lines).map_err(unreadable)
}

fn concept(line: &str) -> ConceptInfo {
    let mut columns = line.split(COLUMN_SEPARATOR).map(Box::from);
    let mut next = || columns.next().unwrap_or_default();
    ConceptInfo { kind: next(), name: next(), english: next(), icd10cm: next(), rxnorm: next() }
}

pub(super) fn unreadable(cause: impl Display) -> Error {
    Error::internal("reading the compiled thesaurus", cause.to_string())
}
