//! A query's words as the tables of phrases compare them.

use crate::search::text::analysis::{is_unspaced, words};
use crate::search::text::folding::fold;
use crate::search::text::term_keys::composed;
use std::ops::Range;

/// A query's words, in order.
pub(super) struct QueryText {
    /// Each folded.
    pub folded: Vec<String>,
    /// Each in lower case with its accents.
    pub written: Vec<String>,
    /// The words without blanks between them, in lower case: for Chinese, Japanese and Korean.
    pub joined: String,
    /// Where each word ends in `joined`.
    ends: Vec<usize>,
}

impl QueryText {
    /// Takes words as they were typed; what is no word (a quoted phrase) is empty.
    pub fn new<'w>(typed: impl Iterator<Item = &'w str>) -> QueryText {
        let mut made =
            QueryText { folded: Vec::new(), written: Vec::new(), joined: String::new(), ends: Vec::new() };
        for word in typed {
            let written = composed(word);
            made.folded.push(fold(word));
            made.joined.push_str(&written);
            made.ends.push(made.joined.len());
            made.written.push(written);
        }
        made
    }

    /// The words that a range of `joined` touches.
    pub fn words_at(&self, range: &Range<usize>) -> Range<usize> {
        let start = self.ends.partition_point(|end| *end <= range.start);
        let end = self.ends.partition_point(|end| *end < range.end) + 1;
        start..end.min(self.ends.len())
    }

    /// Returns whether the words of a phrase stand at a place.
    pub fn has_at(&self, start: usize, phrase: &Phrase) -> bool {
        let end = start + phrase.folded.len();
        let Some(typed) = self.folded.get(start..end) else { return false };
        typed.iter().zip(&phrase.folded).all(|(typed, word)| **typed == **word)
            && phrase.agrees(&self.written[start..end])
    }

    /// Returns whether some word is Chinese, Japanese or Korean.
    pub fn is_east_asian(&self) -> bool {
        let is_one = |c: char| is_unspaced(c) || matches!(c, '\u{AC00}'..='\u{D7A3}');
        self.joined.chars().any(is_one)
    }
}

/// The words of a phrase of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::search) struct Phrase {
    pub folded: Box<[Box<str>]>,
    /// With their accents, for a language in which tones tell words apart; empty for others.
    toned: Box<[Box<str>]>,
}

impl Phrase {
    /// Takes a text of a language apart.
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

    /// Returns whether typed words have the tones of the phrase, if they have any at all.
    fn agrees(&self, written: &[String]) -> bool {
        self.toned.iter().zip(written).all(|(word, typed)| typed.is_ascii() || **word == **typed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_are_compared_folded_and_tones_where_they_are_typed() {
        let text = QueryText::new(["Đau", "đầu"].into_iter());
        assert!(text.has_at(1, &Phrase::new("đầu", "vi")));
        assert!(!text.has_at(1, &Phrase::new("đau", "vi")));
        let plain = QueryText::new(["dau", "dau"].into_iter());
        assert!(plain.has_at(1, &Phrase::new("đầu", "vi")));
        let spanish = QueryText::new(["Garganta", "estomago"].into_iter());
        assert!(spanish.has_at(0, &Phrase::new("garganta estómago", "es")));
        assert!(!spanish.has_at(1, &Phrase::new("garganta estómago", "es")));
    }

    #[test]
    fn places_in_the_joined_text_are_words() {
        let text = QueryText::new(["头", "很", "痛"].into_iter());
        assert!(text.is_east_asian());
        let at = text.joined.find("痛").unwrap_or_default();
        assert_eq!(text.words_at(&(at..at + "痛".len())), 2..3);
        assert_eq!(text.words_at(&(0..text.joined.len())), 0..3);
    }
}
