//! Determines the language of a query from the languages of its words.

use crate::search::text::language_set::LanguageSet;

/// The languages that most words of a query have in common, given the languages of each word; empty when no word has any. If
/// English is among them, only English is returned, because catalogues are in English.
pub(super) fn query_languages(words: impl Iterator<Item = LanguageSet>) -> LanguageSet {
    let mut counts = [0u8; 64];
    for word in words {
        word.each(|language| {
            let count = &mut counts[language.bits().trailing_zeros() as usize];
            *count = count.saturating_add(1);
        });
    }
    let highest = counts.iter().copied().max().unwrap_or(0);
    let mut bits = 0;
    if highest > 0 {
        for (number, _) in counts.iter().enumerate().filter(|(_, count)| **count == highest) {
            bits |= 1 << number;
        }
    }
    let languages = LanguageSet::from_bits(bits);
    if languages.has("en") { LanguageSet::from_tag("en") } else { languages }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(languages: &[&str]) -> LanguageSet {
        let mut set = LanguageSet::default();
        languages.iter().for_each(|language| set.insert(language));
        set
    }

    #[test]
    fn the_language_of_most_words_is_chosen_and_english_wins_ties() {
        let check = |words: &[&[&str]], expected: &[&str]| {
            let languages = query_languages(words.iter().map(|word| set(word)));
            assert_eq!(languages, set(expected), "{words:?}");
        };
        check(&[], &[]);
        check(&[&[], &[]], &[]);
        check(&[&["es"], &["es", "pt"], &["en"]], &["es"]);
        check(&[&["es"], &["pt"]], &["es", "pt"]);
        check(&[&["es", "en"], &[]], &["en"]);
    }
}
