//! The columns of a segment: what hits, facets, and suggestions need of each document.

use crate::search::segments::document::{INCOMPLETE, Prepared, StoredPrepared, VALUE_LISTS};
use crate::search::segments::schema::Fields;
use crate::search::segments::titles::{TitleList, VersionTitles};
use crate::search::text::lexicon::Lexicon;
use crate::search::text::string_pool::{StringPool, range};
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::collections::HashMap;
use tantivy::SegmentReader;
use tantivy::directory::OwnedBytes;
use tantivy::error::DataCorruption;

/// The ordinals of the values of each document, concatenated.
#[derive(Default, Serialize, Deserialize)]
pub(in crate::search) struct Ordinals {
    /// The end of each document's ordinals in `numbers`.
    pub ends: Vec<u32>,
    pub numbers: Vec<u32>,
}

impl Ordinals {
    pub fn get(&self, doc: u32) -> &[u32] {
        self.numbers.get(range(&self.ends, doc as usize)).unwrap_or_default()
    }

    fn end_document(&mut self) {
        self.ends.push(u32::try_from(self.numbers.len()).unwrap_or(u32::MAX));
    }
}

/// Indexed by document unless stated otherwise.
#[derive(Default, Serialize, Deserialize)]
pub(in crate::search) struct Columns {
    pub ids: StringPool,
    pub titles: TitleList,
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
    pub version_titles: VersionTitles,
    /// The stemming languages of the documents, one bit for each.
    pub stem_languages: u64,
    pub lexicon: Lexicon,
    /// The end of each document's [`HitText`] in [`HitTexts`], in bytes.
    pub hit_ends: Vec<u32>,
}

/// The [`HitText`] of each document: in memory for a small segment, in a mapped file for a large one, so that a large catalogue
/// uses no memory beyond the page cache.
pub(in crate::search) struct HitTexts(pub OwnedBytes);

impl Columns {
    /// Builds the columns and the texts of hits from the stored documents of a segment.
    pub fn build(segment: &SegmentReader, fields: &Fields) -> tantivy::Result<(Columns, HitTexts)> {
        let unreadable = |_| DataCorruption::comment_only("a document of the index cannot be read");
        let (mut columns, mut hit_texts) = (Columns::default(), Vec::new());
        let mut numbers: [HashMap<String, u32>; VALUE_LISTS] = Default::default();
        let store = segment.get_store_reader(10)?;
        for doc in 0..segment.max_doc() {
            let StoredPrepared(bytes) = store.get(doc)?;
            let prepared: Prepared<'_> = postcard::from_bytes(&bytes).map_err(unreadable)?;
            columns.ids.push(prepared.id);
            columns.titles.push(prepared.title);
            columns.obsolete.push(prepared.obsolete);
            columns.stem_languages |= prepared.stem_language.map_or(0, |number| 1 << number);
            columns.stem_languages |= columns.version_titles.push(doc, &prepared.version_titles);
            hit_texts = postcard::to_extend(&prepared.hit, hit_texts).map_err(unreadable)?;
            columns.hit_ends.push(u32::try_from(hit_texts.len()).unwrap_or(u32::MAX));
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
        }
        let inverted = fields.text.iter().map(|field| segment.inverted_index(*field));
        columns.lexicon = Lexicon::load(&inverted.collect::<tantivy::Result<Vec<_>>>()?)?;
        columns.ids.shrink();
        columns.titles.sort();
        columns.version_titles.titles.sort();
        let mut by_title: Vec<u32> = (0..segment.max_doc()).collect();
        by_title.sort_unstable_by(|a, b| title_order(&columns, *a, &columns, *b));
        columns.title_ranks = vec![0; by_title.len()];
        (0u32..).zip(&by_title).for_each(|(rank, doc)| columns.title_ranks[*doc as usize] = rank);
        columns.by_title = by_title;
        hit_texts.shrink_to_fit();
        Ok((columns, HitTexts(OwnedBytes::new(hit_texts))))
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
    let (key_a, key_b) = (a.titles.key(doc_a as usize), b.titles.key(doc_b as usize));
    without_punctuation(key_a)
        .cmp(without_punctuation(key_b))
        .then_with(|| a.ids.get(doc_a as usize).cmp(b.ids.get(doc_b as usize)))
}
