//! The words of a text as the descriptions of concepts store them.

use crate::search::text::analysis::{Word, is_unspaced, words};
use crate::search::text::function_words::{Meaning, meaning};
use crate::search::text::language_set::ENGLISH;
use crate::search::text::stemming::{StemLanguage, stem};
use crate::search::thesaurus::inflection::inflected_languages;
use unicode_normalization::UnicodeNormalization;

/// The folded words of a text that may describe something. Of a script without spaces, the pairs of characters; of a Korean word,
/// also its beginnings, since particles follow.
pub(super) fn described_words(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for Word { mut forms, .. } in words(text) {
        let is_character = forms[0].chars().next().is_some_and(is_unspaced);
        if is_character {
            found.extend(forms.drain(1..));
            continue;
        }
        if meaning(&forms[0]) == Meaning::Function {
            continue;
        }
        // The second form is the word without an article.
        let word = forms.swap_remove(if forms.len() > 1 && !forms[0].is_ascii() { 1 } else { 0 });
        found.extend(beginnings(&word));
        found.push(word);
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The beginnings of a Korean word from two syllables on; letters are decomposed after folding.
fn beginnings(word: &str) -> Vec<String> {
    const MIN_SYLLABLES: usize = 2;
    if !matches!(word.chars().next(), Some('\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7A3}')) {
        return Vec::new();
    }
    let syllables: Vec<char> = word.nfc().collect();
    (MIN_SYLLABLES..syllables.len())
        .map(|end| syllables[..end].iter().collect::<String>().nfkd().collect())
        .collect()
}

/// A word as the table stores it for a language: its stem; without a stemmer, its beginning.
pub(super) fn description_key(word: &str, lang: &str) -> String {
    if lang == ENGLISH {
        return stem(word, word, StemLanguage::ENGLISH).unwrap_or_else(|| word.to_owned());
    }
    let inflected = inflected_languages(word).find(|language| language.tag == lang);
    inflected.and_then(|language| language.stem(word)).unwrap_or_else(|| beginning(word).to_owned())
}

/// The letters of a word that its endings usually leave alone.
pub(super) fn beginning(word: &str) -> &str {
    let letters = match word.chars().next() {
        Some('\u{1200}'..='\u{137F}') => 3,
        Some('\u{900}'..='\u{DFF}') => 5,
        Some(c) if c < '\u{530}' => 5,
        _ => return word,
    };
    word.char_indices().nth(letters).map_or(word, |(end, _)| &word[..end])
}
