//! One segment of the index with what its hits show, count and suggest kept in memory, flat.

use crate::search::analysis::{STEM, fold, is_unspaced};
use crate::search::document::read_prepared;
use crate::search::schema::{Fields, TEXT_FIELDS};
use crate::search::values::{Ordinal, Values};
use std::sync::Arc;
use tantivy::schema::Value;
use tantivy::store::Compressor;
use tantivy::{InvertedIndexReader, SegmentReader, TantivyDocument};

/// Texts one after the other, found by number.
#[derive(Default)]
pub(super) struct Texts {
    bytes: String,
    ends: Vec<u32>,
}

impl Texts {
    fn push(&mut self, text: &str) {
        self.bytes.push_str(text);
        self.ends.push(u32::try_from(self.bytes.len()).unwrap_or(u32::MAX));
    }

    pub fn get(&self, number: usize) -> &str {
        let start = number.checked_sub(1).and_then(|n| self.ends.get(n)).copied().unwrap_or(0);
        let end = self.ends.get(number).copied().unwrap_or(start);
        self.bytes.get(start as usize..end as usize).unwrap_or("")
    }

    fn finish(&mut self) {
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }
}

/// The value numbers of each document, one list after the other.
#[derive(Default)]
pub(super) struct Ordinals {
    starts: Vec<u32>,
    numbers: Vec<Ordinal>,
}

impl Ordinals {
    pub fn of(&self, doc: u32) -> &[Ordinal] {
        let at = |n: usize| self.starts.get(n).map_or(0, |s| *s as usize);
        self.numbers.get(at(doc as usize)..at(doc as usize + 1)).unwrap_or(&[])
    }
}

/// What does not change as long as the segment lives; deletions are in the snapshot.
pub(super) struct SegmentData {
    pub ids: Texts,
    pub titles: Texts,
    pub hits: Texts,
    pub abstracts: Texts,
    pub obsolete: Vec<bool>,
    /// The values of all lists.
    pub values: Ordinals,
    /// Documents by folded title.
    pub by_title: Vec<u32>,
    pub title_keys: Texts,
    /// Every beginning of a word in a folded title, sorted by what follows: (document, offset).
    pub title_words: Vec<(u32, u16)>,
    pub vocabulary: Vocabulary,
    pub inverted: [Arc<InvertedIndexReader>; TEXT_FIELDS],
    /// One byte for each document and text field: its length, as tantivy encodes it.
    pub lengths: [Vec<u8>; TEXT_FIELDS],
}

impl SegmentData {
    /// Reads a segment; new values are numbered in `values`.
    pub fn load(
        segment: &SegmentReader,
        fields: &Fields,
        values: &mut Values,
    ) -> tantivy::Result<SegmentData> {
        let count = segment.max_doc();
        let mut data = SegmentData {
            ids: Texts::default(),
            titles: Texts::default(),
            hits: Texts::default(),
            abstracts: Texts::default(),
            obsolete: Vec::with_capacity(count as usize),
            values: Ordinals { starts: vec![0], numbers: Vec::new() },
            by_title: Vec::new(),
            title_keys: Texts::default(),
            title_words: Vec::new(),
            vocabulary: Vocabulary::default(),
            inverted: [
                segment.inverted_index(fields.text[0])?,
                segment.inverted_index(fields.text[1])?,
                segment.inverted_index(fields.text[2])?,
                segment.inverted_index(fields.text[3])?,
            ],
            lengths: Default::default(),
        };
        let store = segment.get_store_reader(10)?;
        for doc in 0..count {
            let stored: TantivyDocument = store.get(doc)?;
            let bytes = stored.get_first(fields.prepared).and_then(|v| v.as_bytes()).unwrap_or(&[]);
            let Some(prepared) = read_prepared(bytes) else {
                return Err(tantivy::TantivyError::DataCorruption(
                    tantivy::error::DataCorruption::comment_only("a document of the index cannot be read"),
                ));
            };
            data.ids.push(prepared.id);
            data.titles.push(prepared.title);
            data.hits.push(prepared.hit);
            data.abstracts.push(prepared.abstract_text);
            data.obsolete.push(prepared.obsolete);
            for (list, of_doc) in prepared.values.iter().enumerate() {
                data.values.numbers.extend(of_doc.iter().map(|value| values.number_of(list, value)));
            }
            data.values.starts.push(u32::try_from(data.values.numbers.len()).unwrap_or(u32::MAX));
            let key = fold(prepared.title);
            let mut before = ' ';
            for (offset, c) in key.char_indices() {
                let begins = c.is_alphanumeric() && (!before.is_alphanumeric() || is_unspaced(c));
                if let (true, Ok(offset)) = (begins, u16::try_from(offset)) {
                    data.title_words.push((doc, offset));
                }
                before = c;
            }
            data.title_keys.push(&key);
        }
        for (lengths, field) in data.lengths.iter_mut().zip(fields.text) {
            let norms = segment.get_fieldnorms_reader(field)?;
            *lengths = (0..count).map(|doc| norms.fieldnorm_id(doc)).collect();
        }
        for texts in
            [&mut data.ids, &mut data.titles, &mut data.hits, &mut data.abstracts, &mut data.title_keys]
        {
            texts.finish();
        }
        let mut by_title: Vec<u32> = (0..count).collect();
        by_title.sort_by(|a, b| title_order(&data, *a, &data, *b));
        data.by_title = by_title;
        let keys = &data.title_keys;
        let after = |(doc, offset): &(u32, u16)| &keys.get(*doc as usize)[*offset as usize..];
        data.title_words.sort_unstable_by(|a, b| after(a).cmp(after(b)).then(a.cmp(b)));
        data.title_words.shrink_to_fit();
        data.vocabulary = Vocabulary::load(&data.inverted)?;
        Ok(data)
    }
}

/// By folded title, then by id.
pub(super) fn title_order(a: &SegmentData, doc_a: u32, b: &SegmentData, doc_b: u32) -> std::cmp::Ordering {
    let key = |data: &SegmentData, doc: u32| -> usize {
        // Quotation marks and the like do not sort a title to the front.
        let text = data.title_keys.get(doc as usize);
        text.find(char::is_alphanumeric).unwrap_or(0)
    };
    let (key_a, key_b) = (a.title_keys.get(doc_a as usize), b.title_keys.get(doc_b as usize));
    key_a[key(a, doc_a)..]
        .cmp(&key_b[key(b, doc_b)..])
        .then_with(|| a.ids.get(doc_a as usize).cmp(b.ids.get(doc_b as usize)))
}

/// Every word of a segment, to guess at misspelled ones.
#[derive(Default)]
pub(super) struct Vocabulary {
    words: Texts,
    /// Which letters a word has, as bits: words that share too few are not looked at.
    letters: Vec<u32>,
}

impl Vocabulary {
    fn load(fields: &[Arc<InvertedIndexReader>]) -> tantivy::Result<Vocabulary> {
        let mut all: Vec<String> = Vec::new();
        for field in fields {
            let mut stream = field.terms().stream()?;
            while stream.advance() {
                if let Ok(word) = std::str::from_utf8(stream.key()) {
                    // Guesses are for words of letters; pairs of unspaced scripts and numbers are no words.
                    let letters = word.chars().all(char::is_alphabetic);
                    if letters
                        && !word.starts_with(STEM)
                        && !word.contains(is_unspaced)
                        && word.chars().count() >= 4
                    {
                        all.push(word.to_owned());
                    }
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        let mut vocabulary = Vocabulary::default();
        for word in &all {
            vocabulary.words.push(word);
            vocabulary.letters.push(letters_of(word));
        }
        vocabulary.words.finish();
        Ok(vocabulary)
    }

    /// The words at most `most` edits away from `word`, and not `word` itself.
    pub fn near<'s>(&'s self, word: &str, most: usize) -> impl Iterator<Item = (&'s str, usize)> {
        let letters = letters_of(word);
        let typed: Vec<char> = word.chars().collect();
        let most_bits = u32::try_from(2 * most).unwrap_or(u32::MAX);
        self.letters.iter().enumerate().filter_map(move |(number, of_word)| {
            if (of_word ^ letters).count_ones() > most_bits {
                return None;
            }
            let other = self.words.get(number);
            let edits = edits(&typed, other, most)?;
            (edits > 0).then_some((other, edits))
        })
    }
}

fn letters_of(word: &str) -> u32 {
    word.chars().fold(0, |bits, c| bits | 1 << (u32::from(c) % 32))
}

/// How many edits (insert, delete, change, swap of neighbours) lie between two words; `None` beyond `most`.
fn edits(a: &[char], b: &str, most: usize) -> Option<usize> {
    let b: Vec<char> = b.chars().collect();
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1; b.len() + 1];
        for (j, y) in b.iter().enumerate() {
            let mut cost = (last[j] + usize::from(x != y)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                cost = cost.min(before_last[j - 1] + 1);
            }
            row[j + 1] = cost;
        }
        if row.iter().all(|cost| *cost > most) {
            return None;
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last.last().copied().filter(|edits| *edits <= most)
}

/// How stored documents are compressed: quick to read at a start.
pub(super) const COMPRESSOR: Compressor = Compressor::Lz4;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_counted_up_to_a_limit() {
        let check = |a: &str, b: &str, most: usize, expected: Option<usize>| {
            assert_eq!(edits(&a.chars().collect::<Vec<_>>(), b, most), expected, "{a} {b}");
        };
        check("asthma", "asthma", 1, Some(0));
        check("astma", "asthma", 1, Some(1));
        check("ashtma", "asthma", 1, Some(1));
        check("asthmaa", "asthma", 1, Some(1));
        check("atma", "asthma", 1, None);
        check("tonsilectomie", "tonsillectomy", 2, None);
        check("tonsilectomy", "tonsillectomy", 2, Some(1));
    }
}
