//! The columns of a segment: what hits, facets, and suggestions need of each document.

use crate::search::segments::document::{INCOMPLETE, StoredPrepared, VALUE_LISTS, read_prepared};
use crate::search::segments::hit_columns::{HitTexts, HitTextsBuilder};
use crate::search::segments::schema::Fields;
use crate::search::segments::version_titles::{VersionTitles, VersionTitlesBuilder};
use crate::search::segments::version_titles::{add_title_words, title_length};
use crate::search::text::folding::fold;
use crate::search::text::lexicon::Lexicon;
use crate::search::text::string_column::StringColumn;
use crate::search::text::string_column::StringPool;
use std::cmp::Ordering;
use std::collections::HashMap;
use tantivy::SegmentReader;

/// The ordinals of the values of each document, concatenated.
#[derive(Default)]
pub(in crate::search) struct Ordinals {
    /// The end of each document's ordinals in `numbers`.
    pub ends: Vec<u32>,
    pub numbers: Vec<u32>,
}

impl Ordinals {
    pub fn get(&self, doc: u32) -> &[u32] {
        let doc = doc as usize;
        let start = doc.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let end = self.ends.get(doc).copied().unwrap_or(start);
        self.numbers.get(start as usize..end as usize).unwrap_or(&[])
    }

    fn end_document(&mut self) {
        self.ends.push(u32::try_from(self.numbers.len()).unwrap_or(u32::MAX));
    }
}

/// Indexed by document unless stated otherwise.
#[derive(Default)]
pub(in crate::search) struct Columns {
    pub ids: StringColumn,
    pub titles: StringColumn,
    pub obsolete: Vec<bool>,
    /// The values of all categories, as positions in `value_texts`.
    pub values: Ordinals,
    /// The required fields that are missing, in the same way.
    pub incomplete: Ordinals,
    pub value_texts: StringPool,
    pub value_lists: Vec<u8>,
    /// Documents by folded title.
    pub by_title: Vec<u32>,
    /// The position of each document in `by_title`.
    pub title_ranks: Vec<u32>,
    pub title_keys: StringColumn,
    /// The start of every word in the folded titles, sorted by the text that follows: (document, offset).
    pub title_words: Vec<(u32, u16)>,
    /// The number of content words of each title; at most 255.
    pub title_lengths: Vec<u8>,
    pub version_titles: VersionTitles,
    /// The stemming languages of the documents, one bit for each.
    pub stem_languages: u64,
    pub lexicon: Lexicon,
}

impl Columns {
    /// Builds the columns and the texts of hits from the stored documents of a segment.
    pub fn build(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<(Columns, HitTexts)> {
        let (mut columns, mut hit_texts) = (Columns::default(), HitTextsBuilder::default());
        let mut version_titles = VersionTitlesBuilder::default();
        let [mut ids, mut titles, mut title_keys] = <[StringPool; 3]>::default();
        let mut numbers: [HashMap<String, u32>; VALUE_LISTS] = Default::default();
        let store = segment.get_store_reader(10)?;
        for doc in 0..segment.max_doc() {
            let StoredPrepared(text) = store.get(doc)?;
            let Some(prepared) = read_prepared(&text) else {
                return Err(tantivy::TantivyError::DataCorruption(
                    tantivy::error::DataCorruption::comment_only("a document of the index cannot be read"),
                ));
            };
            ids.push(prepared.id);
            titles.push(prepared.title);
            columns.obsolete.push(prepared.obsolete);
            columns.title_lengths.push(title_length(prepared.title));
            columns.stem_languages |= prepared.stem_language.map_or(0, |language| 1 << language.number());
            columns.stem_languages |= version_titles.push(doc, &prepared.version_titles);
            hit_texts.push(prepared.hit, prepared.abstract_text);
            for ((list, numbers), values) in (0u8..).zip(&mut numbers).zip(&prepared.values) {
                for &value in values {
                    let number = numbers.get(value).copied().unwrap_or_else(|| {
                        columns.value_texts.push(value);
                        columns.value_lists.push(list);
                        let number = u32::try_from(columns.value_lists.len() - 1).unwrap_or(u32::MAX);
                        numbers.insert(value.to_owned(), number);
                        number
                    });
                    let is_category = usize::from(list) != INCOMPLETE;
                    let column = if is_category { &mut columns.values } else { &mut columns.incomplete };
                    column.numbers.push(number);
                }
            }
            columns.values.end_document();
            columns.incomplete.end_document();
            let title_key = fold(prepared.title);
            add_title_words(doc, &title_key, &mut columns.title_words);
            title_keys.push(&title_key);
        }
        let mut inverted = Vec::with_capacity(fields.text.len());
        for field in fields.text {
            inverted.push(segment.inverted_index(field)?);
        }
        columns.lexicon = Lexicon::load(&inverted)?;
        columns.value_texts.finish();
        (columns.ids, columns.titles, columns.title_keys) = (ids.into(), titles.into(), title_keys.into());
        columns.version_titles = version_titles.finish();
        columns.sort();
        Ok((columns, hit_texts.finish()))
    }

    fn sort(&mut self) {
        let mut by_title: Vec<u32> = (0u32..).take(self.obsolete.len()).collect();
        by_title.sort_unstable_by(|a, b| title_order(self, *a, self, *b));
        self.by_title = by_title;
        self.rank_titles();
        let mut title_words = std::mem::take(&mut self.title_words);
        title_words
            .sort_unstable_by(|a, b| self.title_from(a).cmp(self.title_from(b)).then_with(|| a.cmp(b)));
        title_words.shrink_to_fit();
        self.title_words = title_words;
    }
}

impl Columns {
    /// The folded title from a word on, in UTF-8.
    #[inline]
    pub fn title_from(&self, (doc, offset): &(u32, u16)) -> &[u8] {
        self.title_keys.bytes_from(*doc as usize, usize::from(*offset))
    }

    /// Derives `title_ranks` from `by_title`.
    pub fn rank_titles(&mut self) {
        self.title_ranks = vec![0; self.by_title.len()];
        for (rank, doc) in (0u32..).zip(&self.by_title) {
            if let Some(title_rank) = self.title_ranks.get_mut(*doc as usize) {
                *title_rank = rank;
            }
        }
    }
}

/// The order by folded title, then by ID.
pub(in crate::search) fn title_order(a: &Columns, doc_a: u32, b: &Columns, doc_b: u32) -> Ordering {
    // Leading punctuation is ignored.
    fn without_punctuation(key: &str) -> &str {
        match key.as_bytes().first() {
            Some(first) if first.is_ascii_alphanumeric() => key,
            _ => &key[key.find(char::is_alphanumeric).unwrap_or(0)..],
        }
    }
    let (key_a, key_b) = (a.title_keys.get(doc_a as usize), b.title_keys.get(doc_b as usize));
    without_punctuation(key_a)
        .cmp(without_punctuation(key_b))
        .then_with(|| a.ids.get(doc_a as usize).cmp(b.ids.get(doc_b as usize)))
}
