//! The titles of the language versions of a segment, apart from the titles of the citations, because most citations have none;
//! and where the words of titles start.

use crate::search::text::analysis::{Word, is_unspaced, words};
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::StemLanguage;
use crate::search::text::string_column::{StringColumn, StringPool};
use std::ops::Range;
use tantivy::fieldnorm::FieldNormReader;

/// Indexed by the number of a title unless stated otherwise; the titles are in the order of their documents.
#[derive(Default)]
pub(in crate::search) struct VersionTitles {
    /// The documents, ascending.
    pub docs: Vec<u32>,
    /// The language values.
    pub langs: StringColumn,
    pub titles: StringColumn,
    /// The folded titles.
    pub keys: StringColumn,
    /// The start of every word in the folded titles, sorted by the text that follows: (number, offset).
    pub words: Vec<(u32, u16)>,
    /// The number of content words of each title; at most 255.
    pub lengths: Vec<u8>,
}

/// Collects the titles of a segment, document by document.
#[derive(Default)]
pub(super) struct VersionTitlesBuilder {
    titles: VersionTitles,
    langs: StringPool,
    texts: StringPool,
    keys: StringPool,
}

impl VersionTitlesBuilder {
    /// Adds the titles of the next document, each with its language value; returns their stemming languages, one bit for each.
    pub fn push(&mut self, doc: u32, titles: &[(&str, &str)]) -> u64 {
        let mut languages = 0;
        for (lang, title) in titles {
            let number = u32::try_from(self.titles.docs.len()).unwrap_or(u32::MAX);
            let key = fold(title);
            self.titles.docs.push(doc);
            add_title_words(number, &key, &mut self.titles.words);
            self.titles.lengths.push(title_length(title));
            self.langs.push(lang);
            self.texts.push(title);
            self.keys.push(&key);
            languages |= StemLanguage::from_languages(&[lang]).map_or(0, |language| 1 << language.number());
        }
        languages
    }

    pub fn finish(self) -> VersionTitles {
        let VersionTitlesBuilder { mut titles, langs, texts, keys } = self;
        (titles.langs, titles.titles, titles.keys) = (langs.into(), texts.into(), keys.into());
        let mut words = std::mem::take(&mut titles.words);
        words.sort_unstable_by(|a, b| titles.suffix_at(a).cmp(titles.suffix_at(b)).then_with(|| a.cmp(b)));
        words.shrink_to_fit();
        titles.words = words;
        titles
    }
}

impl VersionTitles {
    /// The folded title from a word on, in UTF-8.
    #[inline]
    pub fn suffix_at(&self, (number, offset): &(u32, u16)) -> &[u8] {
        self.keys.bytes_from(*number as usize, usize::from(*offset))
    }

    /// The numbers of the titles of a document.
    pub fn numbers(&self, doc: u32) -> Range<usize> {
        let start = self.docs.partition_point(|other| *other < doc);
        let count = self.docs[start..].iter().take_while(|other| **other == doc).count();
        start..start + count
    }

    /// The titles of a document, each with its language value.
    pub fn in_document(&self, doc: u32) -> impl Iterator<Item = (&str, &str)> {
        self.numbers(doc).map(|number| (self.langs.get(number), self.titles.get(number)))
    }

    /// The average number of content words of the titles of a document.
    pub fn average_length(&self, doc: u32) -> f32 {
        let lengths = &self.lengths[self.numbers(doc)];
        let sum: f32 = lengths.iter().map(|length| f32::from(*length)).sum();
        sum / lengths.len().max(1) as f32
    }

    /// Turns the field lengths of all titles of each document into those of an average title: a citation with titles in twelve
    /// languages is as much about its subject as one with a title in one.
    pub fn average_field_lengths(&self, lengths: &mut [u8]) {
        let mut at = 0;
        while let Some(doc) = self.docs.get(at) {
            let count = self.docs[at..].iter().take_while(|other| *other == doc).count();
            if let Some(length) = lengths.get_mut(*doc as usize) {
                let all = FieldNormReader::id_to_fieldnorm(*length);
                let count = u32::try_from(count).unwrap_or(u32::MAX);
                *length = FieldNormReader::fieldnorm_to_id(all / count);
            }
            at += count;
        }
    }
}

/// Adds the number of a folded title with the offset of each of its words.
pub(super) fn add_title_words(number: u32, key: &str, words: &mut Vec<(u32, u16)>) {
    let mut previous = ' ';
    for (offset, c) in key.char_indices() {
        let starts_word = c.is_alphanumeric() && (!previous.is_alphanumeric() || is_unspaced(c));
        if let (true, Ok(offset)) = (starts_word, u16::try_from(offset)) {
            words.push((number, offset));
        }
        previous = c;
    }
}

/// The number of content words of a title, or of all words when it has none; in scripts without spaces, of character pairs.
pub(super) fn title_length(title: &str) -> u8 {
    let words = words(title);
    let is_content_word = |word: &&Word| meaning(&word.forms[0]) != Meaning::Function;
    let is_unspaced = |word: &Word| word.forms[0].chars().next().is_some_and(is_unspaced);
    let spaced = words.iter().filter(|word| !is_unspaced(word));
    let count = match spaced.clone().filter(is_content_word).count() {
        0 => spaced.count(),
        count => count,
    };
    let pairs = words.iter().filter(|word| is_unspaced(word) && word.forms.len() > 1).count();
    u8::try_from(count + pairs).unwrap_or(u8::MAX).max(1)
}
