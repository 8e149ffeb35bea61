//! A compiled thesaurus as searches use it: labels by the keys of their words, concepts, and every word of the labels.

use crate::model::error::{Error, Result};
use crate::search::text::language_set::{ENGLISH, LanguageSet};
use crate::search::text::lexicon::{Lexicon, is_correctable};
use crate::search::thesaurus::compiled::{BETWEEN_COLUMNS, BETWEEN_KEYS, RECORD, flags, word_flags};
use crate::search::thesaurus::english_labels::EnglishLabels;
use crate::search::thesaurus::label_texts::LabelTexts;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::OnceLock;
use tantivy::directory::OwnedBytes;
use tantivy_fst::raw::{Fst, Output};
use tantivy_fst::{IntoStreamer, Streamer};

/// What a concept is.
pub(in crate::search) struct ConceptInfo {
    /// One of [`crate::model::thesaurus::terms::KINDS`]; empty for a synonym.
    pub kind: Box<str>,
    /// What the thesaurus calls it.
    pub name: Box<str>,
    /// Its first English label.
    pub english: Box<str>,
    /// Its ICD-10-CM categories, separated by `;`.
    pub icd10cm: Box<str>,
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
        bytes[..RECORD].copy_from_slice(record);
        let record = u64::from_le_bytes(bytes);
        Label {
            concept: (record & 0xFFFF) as u32,
            language: (record >> 16) as u8,
            flags: record >> 24 & 0xF,
            accents: (record >> 28) as u16,
        }
    }

    /// It counts only when it is the whole query.
    pub fn is_whole_query(self) -> bool {
        self.flags & flags::WHOLE_QUERY != 0
    }

    /// Typed, it finds the concept.
    pub fn finds(self) -> bool {
        self.flags & flags::FINDS != 0
    }

    /// In a title or keyword, it names the concept.
    pub fn names(self) -> bool {
        self.flags & flags::NAMES != 0
    }
}

/// What labels know of a word.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(in crate::search) struct LabelWord {
    /// It is a label of its own.
    pub is_term: bool,
    /// It is the name of a medicine.
    pub is_medicine: bool,
    /// The languages of the labels that hold it.
    pub languages: LanguageSet,
    /// The languages in which it is a label of its own.
    pub as_label: LanguageSet,
}

impl LabelWord {
    /// What two tables know of a word.
    pub fn with(self, other: LabelWord) -> LabelWord {
        LabelWord {
            is_term: self.is_term || other.is_term,
            is_medicine: self.is_medicine || other.is_medicine,
            languages: self.languages.union(other.languages),
            as_label: self.as_label.union(other.as_label),
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
    /// The words of English labels, to correct misspelled ones; made when first needed.
    english_lexicon: OnceLock<Lexicon>,
    /// The words of other languages' labels alone.
    other_lexicon: OnceLock<Lexicon>,
    /// Numbers of concepts by their names; made when first needed.
    numbers: OnceLock<HashMap<Box<str>, u32>>,
    /// A checksum of everything in it.
    pub fingerprint: u32,
}

impl LabelTable {
    /// Reads what [`compile`] made; nothing is copied but concepts and languages.
    ///
    /// [`compile`]: crate::search::thesaurus::compiled::compile
    pub fn read(bytes: OwnedBytes) -> Result<LabelTable> {
        let mut rest = bytes;
        if rest.len() < 4 {
            return Err(unreadable("it ends too early"));
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
            is_term: number(&kind[..8]) & word_flags::IS_TERM != 0,
            is_medicine: number(&kind[..8]) & word_flags::IS_MEDICINE != 0,
            languages: LanguageSet::from_bits(number(&kind[8..16])),
            as_label: LanguageSet::from_bits(number(&kind[16..])),
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
            numbers: OnceLock::new(),
            fingerprint,
        })
    }

    /// How many labels there are.
    pub fn len(&self) -> u32 {
        u32::try_from(self.records.len() / RECORD).unwrap_or(u32::MAX)
    }

    /// A label by its number, below [`LabelTable::len`].
    pub fn label(&self, number: u32) -> Label {
        let start = number as usize * RECORD;
        Label::from_record(&self.records[start..start + RECORD])
    }

    /// The text of a label as the thesaurus writes it.
    pub fn text(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    /// The tag of a label's language.
    pub fn language(&self, label: Label) -> &str {
        self.languages.get(usize::from(label.language)).map_or("", |tag| &**tag)
    }

    /// Calls `found` with every label that begins with the word at `start`: how many words it has, and its number.
    pub fn each_at(&self, keys: &[String], start: usize, mut found: impl FnMut(usize, u32, Label)) {
        let mut node = self.keys.root();
        let mut output = Output::zero();
        for (length, key) in (1..).zip(&keys[start..]) {
            let between: &[u8] = if length == 1 { &[] } else { &[BETWEEN_KEYS] };
            for byte in between.iter().chain(key.as_bytes()) {
                let Some(place) = node.find_input(*byte) else { return };
                let transition = node.transition(place);
                output = output.cat(transition.out);
                node = self.keys.node(transition.addr);
            }
            if node.is_final() {
                let first = output.cat(node.final_output()).value();
                self.of_key(first).for_each(|(number, label)| found(length, number, label));
            }
        }
    }

    /// The same for words that have several keys each.
    pub fn each_at_any(&self, keys: &[Vec<String>], start: usize, found: &mut impl FnMut(usize, u32, Label)) {
        let root = self.keys.root();
        self.walk(root.addr(), Output::zero(), keys, start, 1, found);
    }

    fn walk(
        &self,
        from: usize,
        output: Output,
        keys: &[Vec<String>],
        place: usize,
        length: usize,
        found: &mut impl FnMut(usize, u32, Label),
    ) {
        let between: &[u8] = if length == 1 { &[] } else { &[BETWEEN_KEYS] };
        for key in keys.get(place).into_iter().flatten() {
            let (mut node, mut output) = (self.keys.node(from), output);
            let is_there = between.iter().chain(key.as_bytes()).all(|byte| {
                let Some(next) = node.find_input(*byte) else { return false };
                let transition = node.transition(next);
                output = output.cat(transition.out);
                node = self.keys.node(transition.addr);
                true
            });
            if !is_there {
                continue;
            }
            if node.is_final() {
                let first = output.cat(node.final_output()).value();
                self.of_key(first).for_each(|(number, label)| found(length, number, label));
            }
            self.walk(node.addr(), output, keys, place + 1, length + 1, found);
        }
    }

    /// Calls `found` with at most `most` words of labels that begin with a prefix, and what the labels know of each.
    pub fn each_word_with_prefix(&self, prefix: &str, most: usize, mut found: impl FnMut(&str, LabelWord)) {
        let mut stream = self.words.range().ge(prefix).into_stream();
        for _ in 0..most {
            let Some((word, kind)) = stream.next() else { return };
            if !word.starts_with(prefix.as_bytes()) {
                return;
            }
            let kind = usize::try_from(kind.value()).ok().and_then(|kind| self.word_kinds.get(kind));
            if let (Ok(word), Some(kind)) = (std::str::from_utf8(word), kind) {
                found(word, *kind);
            }
        }
    }

    /// The number of the concept with this name.
    pub fn concept_named(&self, name: &str) -> Option<u32> {
        let numbers = self.numbers.get_or_init(|| {
            (0..).zip(&self.concepts).map(|(number, concept)| (concept.name.clone(), number)).collect()
        });
        numbers.get(name).copied()
    }

    /// The labels of a key, given the first one.
    fn of_key(&self, first: u64) -> impl Iterator<Item = (u32, Label)> + '_ {
        let mut next = u32::try_from(first).ok();
        std::iter::from_fn(move || {
            let number = next.filter(|number| *number < self.len())?;
            let label = self.label(number);
            next = (label.flags & flags::LAST == 0).then_some(number + 1);
            Some((number, label))
        })
    }

    /// Calls `found` with the labels of which the key begins with a prefix, in the order of their keys, until it returns `false`.
    pub fn each_label_with_prefix(&self, prefix: &str, mut found: impl FnMut(u32, Label) -> bool) {
        let mut stream = self.keys.range().ge(prefix).into_stream();
        while let Some((of_label, first)) = stream.next() {
            if !of_label.starts_with(prefix.as_bytes()) {
                return;
            }
            if !self.of_key(first.value()).all(|(number, label)| found(number, label)) {
                return;
            }
        }
    }

    /// What the labels know of a folded word; `None` when none has it.
    pub fn word(&self, folded: &str) -> Option<LabelWord> {
        let kind = self.words.get(folded)?.value();
        self.word_kinds.get(usize::try_from(kind).ok()?).copied()
    }

    /// The words of English labels, to correct misspelled ones.
    pub fn english_lexicon(&self) -> &Lexicon {
        self.english_lexicon.get_or_init(|| self.lexicon_of(|word| word.languages.has(ENGLISH)))
    }

    /// The words that only labels of other languages have.
    pub fn other_lexicon(&self) -> &Lexicon {
        self.other_lexicon.get_or_init(|| self.lexicon_of(|word| !word.languages.has(ENGLISH)))
    }

    fn lexicon_of(&self, is_wanted: impl Fn(&LabelWord) -> bool) -> Lexicon {
        let is_of_kind: Vec<bool> = self.word_kinds.iter().map(is_wanted).collect();
        let mut words = Vec::new();
        let mut stream = self.words.stream();
        while let Some((word, kind)) = stream.next() {
            let is_wanted =
                usize::try_from(kind.value()).is_ok_and(|kind| is_of_kind.get(kind) == Some(&true));
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

fn section(rest: &mut OwnedBytes) -> Result<OwnedBytes> {
    if rest.len() < 4 {
        return Err(unreadable("it ends too early"));
    }
    let length = rest.read_u32() as usize;
    if rest.len() < length {
        return Err(unreadable("it ends too early"));
    }
    let (section, behind) = rest.clone().split(length);
    *rest = behind;
    Ok(section)
}

fn lines(bytes: &[u8]) -> Result<std::str::Lines<'_>> {
    std::str::from_utf8(bytes).map(str::lines).map_err(unreadable)
}

fn concept(line: &str) -> ConceptInfo {
    let mut columns = line.split(BETWEEN_COLUMNS).map(Box::from);
    let mut next = || columns.next().unwrap_or_default();
    ConceptInfo { kind: next(), name: next(), english: next(), icd10cm: next() }
}

fn unreadable(cause: impl Display) -> Error {
    Error::internal("reading the compiled thesaurus", cause.to_string())
}
