//! The titles of the language versions of a segment. They are apart from the titles of the citations, because most citations
//! have none.

use crate::search::segments::title_words::{add_title_words, title_length};
use crate::search::text::folding::fold;
use crate::search::text::stemming::StemLanguage;
use crate::search::text::string_column::StringColumn;
use crate::search::text::string_pool::StringPool;
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
