//! The words of titles: where they start, and how many count.

use crate::search::text::analysis::{Word, is_unspaced, words};
use crate::search::text::function_words::{Meaning, meaning};

/// Adds the number of a folded title with the offset of each of its words.
pub(super) fn add_title_words(number: u32, key: &str, words: &mut Vec<(u32, u16)>) {
    let mut previous = ' ';
    for (offset, c) in key.char_indices() {
        let starts_word = c.is_alphanumeric() && (!previous.is_alphanumeric() || is_unspaced(c));
        if let (true, Ok(offset)) = (starts_word, u16::try_from(offset)) {
            words.push((number, offset));
        }
        previous = c;
    }
}

/// The number of content words of a title, or of all words when it has none; in scripts without spaces, of character pairs.
pub(super) fn title_length(title: &str) -> u8 {
    let words = words(title);
    let is_content_word = |word: &&Word| meaning(&word.forms[0]) != Meaning::Function;
    let is_unspaced = |word: &Word| word.forms[0].chars().next().is_some_and(is_unspaced);
    let spaced = words.iter().filter(|word| !is_unspaced(word));
    let count = match spaced.clone().filter(is_content_word).count() {
        0 => spaced.count(),
        count => count,
    };
    let pairs = words.iter().filter(|word| is_unspaced(word) && word.forms.len() > 1).count();
    u8::try_from(count + pairs).unwrap_or(u8::MAX).max(1)
}
