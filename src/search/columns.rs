//! What every citation of a segment shows, counts and suggests, as flat columns.

use crate::search::analysis::{fold, is_unspaced};
use crate::search::document::{INCOMPLETE, read_prepared};
use crate::search::schema::Fields;
use crate::search::shown::{Shown, ShownWriter};
use crate::search::vocabulary::Vocabulary;
use std::cmp::Ordering;
use std::collections::HashMap;
use tantivy::schema::Value;
use tantivy::{SegmentReader, TantivyDocument};

/// Texts one after the other, found by number.
#[derive(Default)]
pub(super) struct Texts {
    pub bytes: String,
    pub ends: Vec<u32>,
}

impl Texts {
    pub fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    pub fn get(&self, number: usize) -> &str {
        let start = number.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(start);
        self.bytes.get(start as usize..end as usize).unwrap_or("")
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len()).map(|number| self.get(number))
    }

    pub fn finish(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

/// The value numbers of each document, one list after the other.
#[derive(Default)]
pub(super) struct Ordinals {
    pub ends: Vec<u32>,
    pub numbers: Vec<u32>,
}

impl Ordinals {
    pub fn of(&self, doc: u32) -> &[u32] {
        let doc = doc as usize;
        let start = doc.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let end = self.ends.get(doc).copied().unwrap_or(start);
        self.numbers.get(start as usize..end as usize).unwrap_or(&[])
    }

    fn end_document(&mut self) {
        self.ends.push(u32::try_from(self.numbers.len()).unwrap_or(u32::MAX));
    }
}

/// The columns of a segment; a document is its place in them.
#[derive(Default)]
pub(super) struct Columns {
    pub ids: Texts,
    pub titles: Texts,
    pub obsolete: Vec<bool>,
    /// The values of all categories, as places in `value_texts`.
    pub values: Ordinals,
    /// The required fields that are missing, in the same way.
    pub incomplete: Ordinals,
    pub value_texts: Texts,
    pub value_lists: Vec<u8>,
    /// Documents by folded title.
    pub by_title: Vec<u32>,
    pub title_keys: Texts,
    /// Every beginning of a word in a folded title, sorted by what follows: (document, offset).
    pub title_words: Vec<(u32, u16)>,
    pub vocabulary: Vocabulary,
}

impl Columns {
    /// Reads every document of a segment; what hits show goes to `shown`.
    pub fn build(
        segment: &SegmentReader,
        fields: &Fields,
        mut shown: ShownWriter,
    ) -> tantivy::Result<(Columns, Shown)> {
        let mut columns = Columns::default();
        let mut numbers: HashMap<(u8, String), u32> = HashMap::new();
        let store = segment.get_store_reader(10)?;
        for doc in 0..segment.max_doc() {
            let stored: TantivyDocument = store.get(doc)?;
            let bytes = stored.get_first(fields.prepared).and_then(|v| v.as_bytes()).unwrap_or(&[]);
            let Some(prepared) = read_prepared(bytes) else {
                return Err(tantivy::TantivyError::DataCorruption(
                    tantivy::error::DataCorruption::comment_only("a document of the index cannot be read"),
                ));
            };
            columns.ids.push(prepared.id);
            columns.titles.push(prepared.title);
            columns.obsolete.push(prepared.obsolete);
            shown.push(prepared.hit, prepared.abstract_text)?;
            for (list, of_doc) in (0u8..).zip(&prepared.values) {
                for value in of_doc {
                    let key = (list, (*value).to_owned());
                    let number = *numbers.entry(key).or_insert_with(|| {
                        columns.value_texts.push(value);
                        columns.value_lists.push(list);
                        u32::try_from(columns.value_lists.len() - 1).unwrap_or(u32::MAX)
                    });
                    let is_category = usize::from(list) != INCOMPLETE;
                    let column = if is_category { &mut columns.values } else { &mut columns.incomplete };
                    column.numbers.push(number);
                }
            }
            columns.values.end_document();
            columns.incomplete.end_document();
            columns.add_title_key(doc, &fold(prepared.title));
        }
        let mut inverted = Vec::with_capacity(fields.text.len());
        for field in fields.text {
            inverted.push(segment.inverted_index(field)?);
        }
        columns.vocabulary = Vocabulary::load(&inverted)?;
        columns.sort();
        Ok((columns, shown.finish()?))
    }

    fn add_title_key(&mut self, doc: u32, key: &str) {
        let mut before = ' ';
        for (offset, c) in key.char_indices() {
            let begins = c.is_alphanumeric() && (!before.is_alphanumeric() || is_unspaced(c));
            if let (true, Ok(offset)) = (begins, u16::try_from(offset)) {
                self.title_words.push((doc, offset));
            }
            before = c;
        }
        self.title_keys.push(key);
    }

    fn sort(&mut self) {
        for texts in [&mut self.ids, &mut self.titles, &mut self.title_keys, &mut self.value_texts] {
            texts.finish();
        }
        let mut by_title: Vec<u32> = (0u32..).take(self.obsolete.len()).collect();
        by_title.sort_unstable_by(|a, b| title_order(self, *a, self, *b));
        self.by_title = by_title;
        let keys = &self.title_keys;
        let after = |(doc, offset): &(u32, u16)| &keys.get(*doc as usize)[*offset as usize..];
        self.title_words.sort_unstable_by(|a, b| after(a).cmp(after(b)).then(a.cmp(b)));
        self.title_words.shrink_to_fit();
    }
}

/// By folded title, then by id.
pub(super) fn title_order(a: &Columns, doc_a: u32, b: &Columns, doc_b: u32) -> Ordering {
    // Quotation marks and the like do not sort a title to the front.
    let key = |columns: &'_ Columns, doc: u32| -> usize {
        columns.title_keys.get(doc as usize).find(char::is_alphanumeric).unwrap_or(0)
    };
    let (key_a, key_b) = (a.title_keys.get(doc_a as usize), b.title_keys.get(doc_b as usize));
    key_a[key(a, doc_a)..]
        .cmp(&key_b[key(b, doc_b)..])
        .then_with(|| a.ids.get(doc_a as usize).cmp(b.ids.get(doc_b as usize)))
}
