//! Every word of a segment or of the terms, to guess at misspelled ones.

use crate::search::text::analysis::is_unspaced;
use crate::search::text::edit_distance::TypedWord;
use crate::search::text::phonetic_keys::sound;
use crate::search::text::string_pool::Texts;
use crate::search::text::tokens::STEM;
use std::sync::Arc;
use tantivy::InvertedIndexReader;

/// Shortest word that is guessed at or turned to, in letters.
pub(in crate::search) const MIN_LETTERS: usize = 4;

/// The words that a guess may turn to, by their length and then in order.
#[derive(Default)]
pub(in crate::search) struct Lexicon {
    pub words: Texts,
    /// Which letters a word has, as bits: words that share too few are not compared.
    pub letters: Vec<u32>,
    /// What each word sounds like; see `phonetic_keys.rs`.
    pub sounds: Vec<u32>,
    /// Where the words of each length end.
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
        Ok(Lexicon::of(all))
    }

    /// A lexicon of these words.
    pub fn of(mut all: Vec<String>) -> Lexicon {
        all.sort_unstable_by(|a, b| a.chars().count().cmp(&b.chars().count()).then_with(|| a.cmp(b)));
        all.dedup();
        let mut words = Texts::default();
        for word in &all {
            words.push(word);
        }
        words.finish();
        let letters = all.iter().map(|word| letters_of(word)).collect();
        let sounds = all.iter().map(|word| sound(word)).collect();
        Lexicon::from_parts(words, letters, sounds)
    }

    /// A lexicon as it was kept in a file.
    pub fn from_parts(words: Texts, letters: Vec<u32>, sounds: Vec<u32>) -> Lexicon {
        let mut lengths: Vec<u32> = Vec::new();
        for (number, word) in (1u32..).zip(words.iter()) {
            let length = word.chars().count();
            if lengths.len() <= length {
                lengths.resize(length + 1, number - 1);
            }
            lengths[length] = number;
        }
        Lexicon { words, letters, sounds, lengths }
    }

    /// Calls `found` with the words at most `most` edits away from `word`, and how many.
    pub fn near<'s>(&'s self, word: &str, most: usize, mut found: impl FnMut(&'s str, usize)) {
        let Some(typed) = TypedWord::new(word) else { return };
        let letters = letters_of(word);
        let length = typed.letters();
        for other in length.saturating_sub(most)..=length + most {
            // A letter more or less is one of the edits, and one difference; a changed letter is two.
            let most_different = 2 * most - other.abs_diff(length);
            let numbers = self.of_lengths(other, other);
            each_alike(&self.letters[numbers.clone()], letters, most_different, |place| {
                let other = self.words.get(numbers.start + place);
                if let Some(edits) = typed.edits(other, most).filter(|edits| *edits > 0) {
                    found(other, edits);
                }
            });
        }
    }

    /// Calls `found` with the words that sound like this one and are at most `most` edits away from it.
    pub fn alike<'s>(&'s self, word: &str, most: usize, mut found: impl FnMut(&'s str, usize)) {
        let sound = sound(word);
        let Some(typed) = TypedWord::new(word).filter(|_| sound != 0) else { return };
        let length = typed.letters();
        let numbers = self.of_lengths(length.saturating_sub(most), length + most);
        for (number, _) in numbers.clone().zip(&self.sounds[numbers]).filter(|(_, other)| **other == sound) {
            let other = self.words.get(number);
            if let Some(edits) = typed.edits(other, most).filter(|edits| *edits > 0) {
                found(other, edits);
            }
        }
    }

    /// Calls `found` with the words of which a prefix is at most `most` edits away from this one.
    pub fn near_prefix<'s>(&'s self, word: &str, most: usize, mut found: impl FnMut(&'s str, usize)) {
        let Some(typed) = TypedWord::new(word) else { return };
        let letters = letters_of(word);
        let most_missing = u32::try_from(most).unwrap_or(u32::MAX);
        for number in self.of_lengths(typed.letters().saturating_sub(most), usize::MAX - 1) {
            if (letters & !self.letters[number]).count_ones() > most_missing {
                continue;
            }
            let other = self.words.get(number);
            if let Some(edits) = typed.edits_to_prefix(other, most) {
                found(other, edits);
            }
        }
    }

    /// The numbers of the words from one length to another.
    fn of_lengths(&self, from: usize, to: usize) -> std::ops::Range<usize> {
        let end_of =
            |length: usize| self.lengths.get(length).or(self.lengths.last()).copied().unwrap_or(0) as usize;
        let start = from.checked_sub(1).map_or(0, end_of);
        start..end_of(to).max(start)
    }
}

/// Guesses are for words of letters; pairs of unspaced scripts and numbers are no words.
pub(in crate::search) fn is_correctable(word: &str) -> bool {
    word.len() >= MIN_LETTERS
        && word.chars().all(char::is_alphabetic)
        && !word.contains(is_unspaced)
        && word.chars().count() >= MIN_LETTERS
}

/// Calls `found` with the places of the letters that differ from `letters` in at most so many bits.
fn each_alike(all: &[u32], letters: u32, most_different: usize, mut found: impl FnMut(usize)) {
    /// How many are compared before the outcome is looked at, so that several are compared at a time.
    const BLOCK: usize = 16;
    for (number, block) in all.chunks(BLOCK).enumerate() {
        let mut different = [u32::MAX; BLOCK];
        for (bits, other) in different.iter_mut().zip(block) {
            *bits = other ^ letters;
        }
        for _ in 0..most_different {
            // Takes the lowest bit off.
            different.iter_mut().for_each(|bits| *bits &= bits.wrapping_sub(1));
        }
        for (place, _) in different.iter().enumerate().filter(|(_, bits)| **bits == 0) {
            found(number * BLOCK + place);
        }
    }
}

fn letters_of(word: &str) -> u32 {
    word.chars().fold(0, |bits, c| bits | 1 << (u32::from(c) % 32))
}
