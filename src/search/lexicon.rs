//! Every word of a segment or of the terms, to guess at misspelled ones.

use crate::search::analysis::is_unspaced;
use crate::search::edits::{edits, edits_to_beginning};
use crate::search::sounds::sound;
use crate::search::texts::Texts;
use crate::search::tokens::STEM;
use std::sync::Arc;
use tantivy::InvertedIndexReader;

/// Shortest word that is guessed at or turned to, in letters.
pub(super) const MIN_LETTERS: usize = 4;

/// The words that a guess may turn to, by their length and then in order.
#[derive(Default)]
pub(super) struct Lexicon {
    pub words: Texts,
    /// Which letters a word has, as bits: words that share too few are not compared.
    pub letters: Vec<u32>,
    /// What each word sounds like; see `sounds.rs`.
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
                    && is_guessable(word)
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
        let letters = letters_of(word);
        let typed: Vec<char> = word.chars().collect();
        let most_bits = u32::try_from(2 * most).unwrap_or(u32::MAX);
        for number in self.of_lengths(typed.len().saturating_sub(most), typed.len() + most) {
            if (self.letters[number] ^ letters).count_ones() > most_bits {
                continue;
            }
            let other = self.words.get(number);
            if let Some(edits) = edits(&typed, other, most)
                && edits > 0
            {
                found(other, edits);
            }
        }
    }

    /// Calls `found` with the words that sound like this one and are at most `most` edits away from it.
    pub fn alike<'s>(&'s self, word: &str, most: usize, mut found: impl FnMut(&'s str, usize)) {
        let (sound, typed) = (sound(word), word.chars().collect::<Vec<char>>());
        for number in self.of_lengths(typed.len().saturating_sub(most), typed.len() + most) {
            if self.sounds[number] == sound
                && let Some(edits) = edits(&typed, self.words.get(number), most)
                && edits > 0
            {
                found(self.words.get(number), edits);
            }
        }
    }

    /// Calls `found` with the words that begin almost like this one: at most `most` edits away from their beginning.
    pub fn beginning_near<'s>(&'s self, word: &str, most: usize, mut found: impl FnMut(&'s str, usize)) {
        let typed: Vec<char> = word.chars().collect();
        let letters = letters_of(word);
        let most_missing = u32::try_from(most).unwrap_or(u32::MAX);
        for number in self.of_lengths(typed.len().saturating_sub(most), usize::MAX - 1) {
            if (letters & !self.letters[number]).count_ones() > most_missing {
                continue;
            }
            let other = self.words.get(number);
            if let Some(edits) = edits_to_beginning(&typed, other, most).edits {
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
pub(super) fn is_guessable(word: &str) -> bool {
    word.len() >= MIN_LETTERS
        && word.chars().all(char::is_alphabetic)
        && !word.contains(is_unspaced)
        && word.chars().count() >= MIN_LETTERS
}

fn letters_of(word: &str) -> u32 {
    word.chars().fold(0, |bits, c| bits | 1 << (u32::from(c) % 32))
}
