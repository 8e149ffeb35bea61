//! Words of everyday language, which spelling correction does not replace. `tools/ordinary-words` generates the list; lookups
//! search the text in place.

use crate::search::text::language_set::LanguageSet;
use std::cmp::Ordering;

/// Folded words of at least four letters, sorted by bytes, each with its languages.
const WORDS: &str = include_str!("../../../assets/ordinary-words/words.txt");

/// The languages in which a folded word is an ordinary word.
pub(in crate::search) fn ordinary_languages(word: &str) -> LanguageSet {
    let (mut from, mut to) = (0, WORDS.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let start = WORDS.as_bytes()[..middle].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let end =
            WORDS.as_bytes()[start..].iter().position(|byte| *byte == b'\n').map_or(to, |at| start + at);
        let Some((known, languages)) = WORDS[start..end].split_once(' ') else { break };
        match known.cmp(word) {
            Ordering::Less => from = end + 1,
            Ordering::Greater => to = start,
            Ordering::Equal => {
                let mut set = LanguageSet::default();
                languages.split(',').for_each(|language| set.insert(language));
                return set;
            }
        }
    }
    LanguageSet::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_list_is_found_and_no_other() {
        let words: Vec<&str> = WORDS.lines().filter_map(|line| line.split(' ').next()).collect();
        assert!(words.is_sorted());
        for word in words.iter().step_by(97).chain(words.first()).chain(words.last()) {
            assert!(!ordinary_languages(word).is_empty(), "{word}");
        }
        assert!(ordinary_languages("wife").has("en") && ordinary_languages("parched").has("en"));
        assert!(ordinary_languages("ahora").has("es"));
        for word in ["athsma", "", "zzzz", "aaaa", "feavor"] {
            assert!(ordinary_languages(word).is_empty(), "{word}");
        }
    }
}
