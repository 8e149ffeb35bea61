//! The titles of a segment: those of its citations, and apart from them those of language versions, which most citations lack.

use crate::search::text::analysis::{Word, is_unspaced, words};
use crate::search::text::folding::fold;
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::stemming::StemLanguage;
use crate::search::text::string_pool::StringPool;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use tantivy::fieldnorm::FieldNormReader;

/// Where a word of a folded title starts: the number of the title, and the offset in bytes.
pub(in crate::search) type TitleWord = (u32, u16);

/// Titles by number.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(in crate::search) struct TitleList {
    titles: StringPool,
    keys: StringPool,
    /// Every word of the folded titles, sorted by the text that follows.
    words: Vec<TitleWord>,
    /// The number of content words of each title; at most 255.
    lengths: Vec<u8>,
}

impl TitleList {
    /// Adds a title; [`TitleList::sort`] must follow the last one.
    pub fn push(&mut self, title: &str) {
        let number = u32::try_from(self.len()).unwrap_or(u32::MAX);
        let key = fold(title);
        self.titles.push(title);
        self.lengths.push(count_content_words(title));
        let mut previous = ' ';
        for (offset, c) in key.char_indices() {
            let starts_word = c.is_alphanumeric() && (!previous.is_alphanumeric() || is_unspaced(c));
            if let (true, Ok(offset)) = (starts_word, u16::try_from(offset)) {
                self.words.push((number, offset));
            }
            previous = c;
        }
        self.keys.push(&key);
    }

    /// Sorts the words by the text that follows, and releases memory that is not needed.
    pub fn sort(&mut self) {
        let mut words = std::mem::take(&mut self.words);
        words.sort_unstable_by(|a, b| self.text_from(a).cmp(self.text_from(b)).then_with(|| a.cmp(b)));
        words.shrink_to_fit();
        self.words = words;
        self.titles.shrink();
        self.keys.shrink();
    }

    /// The number of titles.
    pub fn len(&self) -> usize {
        self.titles.len()
    }

    pub fn get(&self, number: usize) -> &str {
        self.titles.get(number)
    }

    /// The folded title.
    pub fn key(&self, number: usize) -> &str {
        self.keys.get(number)
    }

    /// The number of content words of a title; at most 255.
    pub fn length(&self, number: usize) -> f32 {
        f32::from(self.lengths.get(number).copied().unwrap_or(1))
    }

    /// The folded title from a word on, in UTF-8.
    #[inline]
    pub fn text_from(&self, (number, offset): &TitleWord) -> &[u8] {
        self.keys.bytes_from(*number as usize, usize::from(*offset))
    }

    /// The words from which on a folded title begins with these bytes, sorted by the text that follows.
    pub fn with_prefix<'t>(&'t self, prefix: &'t [u8]) -> impl Iterator<Item = &'t TitleWord> {
        let from = self.words.partition_point(|word| self.text_from(word) < prefix);
        self.words[from..].iter().take_while(move |word| self.text_from(word).starts_with(prefix))
    }
}

/// The titles of language versions, in the order of their documents.
#[derive(Default, Serialize, Deserialize)]
pub(in crate::search) struct VersionTitles {
    /// The document of each title, ascending.
    pub docs: Vec<u32>,
    /// The language value of each title.
    pub langs: StringPool,
    pub titles: TitleList,
}

impl VersionTitles {
    /// Adds the titles of the next document, each with its language value; returns their stemming languages, one bit for each.
    pub fn push(&mut self, doc: u32, titles: &[(&str, &str)]) -> u64 {
        let mut languages = 0;
        for (lang, title) in titles {
            self.docs.push(doc);
            self.langs.push(lang);
            self.titles.push(title);
            languages |= StemLanguage::from_languages(&[lang]).map_or(0, |language| 1 << language.number());
        }
        languages
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
        let numbers = self.numbers(doc);
        let count = numbers.len().max(1) as f32;
        numbers.map(|number| self.titles.length(number)).sum::<f32>() / count
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

/// The number of content words of a title, or of all words when it has none; in scripts without spaces, of character pairs.
fn count_content_words(title: &str) -> u8 {
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
