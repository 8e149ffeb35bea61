//! The words of a query in the forms that are compared with the phrase tables.

use crate::search::text::analysis::{is_unspaced, words};
use crate::search::text::folding::fold;
use crate::search::text::term_keys::composed;
use std::ops::Range;

/// The words of a query, in order.
pub(super) struct QueryText {
    /// The words, folded.
    pub folded: Vec<String>,
    /// The words in lower case with their accents.
    pub written: Vec<String>,
    /// The words joined without spaces, in lower case: for Chinese, Japanese and Korean.
    pub joined: String,
    /// Where each word ends in `joined`.
    ends: Vec<usize>,
}

impl QueryText {
    /// From the words as typed; a quoted phrase is an empty word.
    pub fn new(typed: &[&str]) -> QueryText {
        let count = typed.len();
        let mut text = QueryText {
            folded: Vec::with_capacity(count),
            written: Vec::with_capacity(count),
            joined: String::with_capacity(typed.iter().map(|word| word.len()).sum()),
            ends: Vec::with_capacity(count),
        };
        for word in typed {
            let written = composed(word);
            text.folded.push(fold(word));
            text.joined.push_str(&written);
            text.ends.push(text.joined.len());
            text.written.push(written);
        }
        text
    }

    /// The words that overlap a byte range of `joined`.
    pub fn words_at(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.ends.partition_point(|end| *end <= range.start);
        let end = self.ends.partition_point(|end| *end < range.end) + 1;
        start..end.min(self.ends.len())
    }

    /// Returns whether the words from `start` on are those of a phrase.
    pub fn has_at(&self, start: usize, phrase: &Phrase) -> bool {
        let end = start + phrase.folded.len();
        let Some(typed) = self.folded.get(start..end) else { return false };
        typed.iter().zip(&phrase.folded).all(|(typed, word)| **typed == **word)
            && phrase.has_same_tones(&self.written[start..end])
    }

    /// Returns whether some word is Chinese, Japanese or Korean.
    pub fn is_east_asian(&self) -> bool {
        let is_east_asian = |c: char| is_unspaced(c) || matches!(c, '\u{AC00}'..='\u{D7A3}');
        self.joined.chars().any(is_east_asian)
    }
}

/// The words of a phrase in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct Phrase {
    pub folded: Box<[Box<str>]>,
    /// The words with their accents, for languages in which tones distinguish words; empty for others.
    toned: Box<[Box<str>]>,
}

impl Phrase {
    /// Splits a text in a language into words.
    pub fn new(text: &str, lang: &str) -> Phrase {
        let words = words(text);
        let toned: Box<[Box<str>]> = match lang {
            "vi" => words.iter().map(|word| composed(&text[word.start..word.end]).into()).collect(),
            _ => Box::default(),
        };
        let folded = words.into_iter().map(|mut word| word.forms.swap_remove(0).into()).collect();
        Phrase { folded, toned }
    }

    pub fn len(&self) -> usize {
        self.folded.len()
    }

    /// Returns whether each typed word has the tones of the phrase, or is typed without accents.
    fn has_same_tones(&self, written: &[String]) -> bool {
        self.toned.iter().zip(written).all(|(word, typed)| typed.is_ascii() || **word == **typed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_compared_folded_and_typed_tones_must_match() {
        let text = QueryText::new(&["Đau", "đầu"]);
        assert!(text.has_at(1, &Phrase::new("đầu", "vi")));
        assert!(!text.has_at(1, &Phrase::new("đau", "vi")));
        let plain = QueryText::new(&["dau", "dau"]);
        assert!(plain.has_at(1, &Phrase::new("đầu", "vi")));
        let spanish = QueryText::new(&["Garganta", "estomago"]);
        assert!(spanish.has_at(0, &Phrase::new("garganta estómago", "es")));
        assert!(!spanish.has_at(1, &Phrase::new("garganta estómago", "es")));
    }

    #[test]
    fn ranges_of_the_joined_text_map_to_words() {
        let text = QueryText::new(&["头", "很", "痛"]);
        assert!(text.is_east_asian());
        let at = text.joined.find("痛").unwrap_or_default();
        assert_eq!(text.words_at(&(at..at + "痛".len())), 2..3);
        assert_eq!(text.words_at(&(0..text.joined.len())), 0..3);
    }
}
