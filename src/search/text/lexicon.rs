//! The words of a segment or of the thesaurus: the candidates of spelling correction.

use crate::search::text::analysis::is_unspaced;
use crate::search::text::edit_distance::TypedWord;
use crate::search::text::phonetic_keys::phonetic_key;
use crate::search::text::string_pool::StringPool;
use crate::search::text::tokens::STEM;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tantivy::InvertedIndexReader;

/// Minimum length of a corrected word and of a candidate, in letters.
pub(in crate::search) const MIN_LETTERS: usize = 4;

/// Correction candidates, sorted by length and then alphabetically.
#[derive(Default, Serialize, Deserialize)]
pub(in crate::search) struct Lexicon {
    words: StringPool,
    /// The letters of each word, as bits: words that share too few are not compared.
    letters: Vec<u32>,
    /// The phonetic key of each word.
    phonetic_keys: Vec<u32>,
    /// For each length, the end of its words.
    lengths: Vec<u32>,
}

impl Lexicon {
    /// Reads the words of a segment's fields.
    pub fn load(fields: &[Arc<InvertedIndexReader>]) -> tantivy::Result<Lexicon> {
        let mut all: Vec<String> = Vec::new();
        for field in fields {
            let mut stream = field.terms().range().ge([STEM as u8 + 1]).into_stream()?;
            while stream.advance() {
                if let Ok(word) = std::str::from_utf8(stream.key())
                    && is_correctable(word)
                {
                    all.push(word.to_owned());
                }
            }
        }
        Ok(Lexicon::from_words(all))
    }

    /// A lexicon of these words, in any order.
    pub fn from_words(mut all: Vec<String>) -> Lexicon {
        all.sort_unstable_by(|a, b| a.chars().count().cmp(&b.chars().count()).then_with(|| a.cmp(b)));
        all.dedup();
        let mut lexicon = Lexicon::default();
        for (number, word) in (1u32..).zip(&all) {
            lexicon.words.push(word);
            lexicon.letters.push(letter_bits(word));
            lexicon.phonetic_keys.push(phonetic_key(word));
            let length = word.chars().count();
            if lexicon.lengths.len() <= length {
                lexicon.lengths.resize(length + 1, number - 1);
            }
            lexicon.lengths[length] = number;
        }
        lexicon.words.shrink();
        lexicon
    }

    /// Calls `found` with the other words within `max_edits` of `word`, and their edit distance.
    pub fn each_near<'s>(&'s self, word: &str, max_edits: usize, mut found: impl FnMut(&'s str, usize)) {
        let Some(typed) = TypedWord::new(word) else { return };
        let letters = letter_bits(word);
        let length = typed.letters();
        for other in length.saturating_sub(max_edits)..=length + max_edits {
            // An added or removed letter is one edit and one different bit; a replaced letter is one edit and two different bits.
            let max_different = 2 * max_edits - other.abs_diff(length);
            let numbers = self.numbers_by_length(other, other);
            each_similar(&self.letters[numbers.clone()], letters, max_different, |place| {
                let other = self.words.get(numbers.start + place);
                if let Some(edits) = typed.edits(other, max_edits).filter(|edits| *edits > 0) {
                    found(other, edits);
                }
            });
        }
    }

    /// Calls `found` with the other words within `max_edits` that have the phonetic key of `word`, and their edit distance.
    pub fn each_sounding_alike<'s>(
        &'s self,
        word: &str,
        max_edits: usize,
        mut found: impl FnMut(&'s str, usize),
    ) {
        let key = phonetic_key(word);
        let Some(typed) = TypedWord::new(word).filter(|_| key != 0) else { return };
        let length = typed.letters();
        let numbers = self.numbers_by_length(length.saturating_sub(max_edits), length + max_edits);
        for (number, _) in
            numbers.clone().zip(&self.phonetic_keys[numbers]).filter(|(_, other)| **other == key)
        {
            let other = self.words.get(number);
            if let Some(edits) = typed.edits(other, max_edits).filter(|edits| *edits > 0) {
                found(other, edits);
            }
        }
    }

    /// Calls `found` with the words that have a prefix within `max_edits` of `word`, and its edit distance.
    pub fn each_with_near_prefix<'s>(
        &'s self,
        word: &str,
        max_edits: usize,
        mut found: impl FnMut(&'s str, usize),
    ) {
        let Some(typed) = TypedWord::new(word) else { return };
        let letters = letter_bits(word);
        let max_missing = u32::try_from(max_edits).unwrap_or(u32::MAX);
        for number in self.numbers_by_length(typed.letters().saturating_sub(max_edits), usize::MAX - 1) {
            if (letters & !self.letters[number]).count_ones() > max_missing {
                continue;
            }
            let other = self.words.get(number);
            if let Some(edits) = typed.edits_to_prefix(other, max_edits) {
                found(other, edits);
            }
        }
    }

    /// The numbers of the words whose length is between `from` and `to`.
    fn numbers_by_length(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let end_of =
            |length: usize| self.lengths.get(length).or(self.lengths.last()).copied().unwrap_or(0) as usize;
        let start = from.checked_sub(1).map_or(0, end_of);
        start..end_of(to).max(start)
    }
}

/// Returns whether a word can be corrected or be a candidate: letters alone, none of an unspaced script.
pub(in crate::search) fn is_correctable(word: &str) -> bool {
    word.len() >= MIN_LETTERS
        && word.chars().all(char::is_alphabetic)
        && !word.contains(is_unspaced)
        && word.chars().count() >= MIN_LETTERS
}

/// Calls `found` with the index of each letter set that differs from `letters` in at most `max_different` bits.
fn each_similar(all: &[u32], letters: u32, max_different: usize, mut found: impl FnMut(usize)) {
    /// Sets compared per round, so that the compiler can use vector instructions.
    const BLOCK: usize = 16;
    for (number, block) in all.chunks(BLOCK).enumerate() {
        let mut different = [u32::MAX; BLOCK];
        for (bits, other) in different.iter_mut().zip(block) {
            *bits = other ^ letters;
        }
        for _ in 0..max_different {
            // Clears the lowest bit.
            different.iter_mut().for_each(|bits| *bits &= bits.wrapping_sub(1));
        }
        for (place, _) in different.iter().enumerate().filter(|(_, bits)| **bits == 0) {
            found(number * BLOCK + place);
        }
    }
}

fn letter_bits(word: &str) -> u32 {
    word.chars().fold(0, |bits, c| bits | 1 << (u32::from(c) % 32))
}
