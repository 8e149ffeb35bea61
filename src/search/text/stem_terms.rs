//! The index terms of a query word's stems, in every language of the catalogue.

use crate::search::text::stemming::{StemLanguage, stem_uncached};
use crate::search::text::tokens::stem_term;
use std::cell::RefCell;
use std::collections::HashMap;

/// Maximum number of words that a thread caches.
const MAX_WORDS: usize = 4_000;
/// Ends each of several terms in one text; no word contains it.
const TERMINATOR: char = '\n';

thread_local! {
    /// All terms of a word in one string, since most words have about a dozen short ones, by its forms and the set of languages.
    static CACHE: RefCell<HashMap<String, Box<str>>> = RefCell::default();
}

/// The stem terms of a word, each once, in one text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::search) struct StemTerms(String);

impl StemTerms {
    /// Adds the stem terms of another form of the word; see [`each_stem_term`].
    pub fn add(&mut self, written: &str, folded: &str, languages: u64) {
        with_stem_terms(written, folded, languages, |terms| {
            if self.0.is_empty() {
                self.0.push_str(terms);
                return;
            }
            for term in terms.split_terminator(TERMINATOR) {
                if !self.iter().any(|known| known == term) {
                    self.0.push_str(term);
                    self.0.push(TERMINATOR);
                }
            }
        });
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.split_terminator(TERMINATOR)
    }
}

/// Calls `each` once with every stem term of a folded word in a set of languages. `written` is the word in lower case with
/// its accents. A word that is its own stem has a stem term too: it matches other words with that stem.
pub(in crate::search) fn each_stem_term(written: &str, folded: &str, languages: u64, each: impl FnMut(&str)) {
    with_stem_terms(written, folded, languages, |terms| terms.split_terminator(TERMINATOR).for_each(each));
}

/// Calls `found` with all stem terms of a word, each followed by [`TERMINATOR`].
fn with_stem_terms(written: &str, folded: &str, languages: u64, found: impl FnOnce(&str)) {
    CACHE.with_borrow_mut(|cache| {
        let key = format!("{languages:x}{TERMINATOR}{folded}{TERMINATOR}{written}");
        if cache.len() >= MAX_WORDS && !cache.contains_key(&key) {
            cache.clear();
        }
        found(cache.entry(key).or_insert_with(|| joined_terms(written, folded, languages)));
    });
}

fn joined_terms(written: &str, folded: &str, languages: u64) -> Box<str> {
    let mut terms: Vec<String> = Vec::new();
    for language in StemLanguage::in_set(languages).filter(|language| language.may_stem(folded)) {
        let stem = stem_uncached(written, folded, language);
        let term = stem_term(stem.as_deref().unwrap_or(folded), language);
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
    terms.iter().flat_map(|term| term.chars().chain([TERMINATOR])).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terms_of_several_forms_are_there_once() {
        let mut terms = StemTerms::default();
        assert_eq!(terms.iter().count(), 0);
        for form in ["vaccines", "vaccine", "fevers"] {
            terms.add(form, form, 1);
        }
        assert_eq!(terms.iter().collect::<Vec<_>>(), ["\u{1}vaccin", "\u{1}fever"]);
    }

    #[test]
    fn cached_terms_are_the_same() {
        let all = |written: &str, folded: &str, languages: u64| {
            let mut terms = Vec::new();
            each_stem_term(written, folded, languages, |term| terms.push(term.to_owned()));
            terms
        };
        let english = vec!["\u{1}vaccin".to_owned()];
        let (spanish, russian) = (0b11, 0b1001);
        for _ in 0..2 {
            assert_eq!(all("vaccines", "vaccines", 1), english);
            assert_eq!(all("vaccines", "vaccines", russian), english, "another script");
            let terms = all("vacunación", "vacunacion", spanish);
            assert_eq!(terms.len(), 2, "{terms:?}");
            assert_ne!(terms, all("vacunas", "vacunas", spanish));
            assert_eq!(terms[1], all("vacunas", "vacunas", spanish)[1]);
            assert!(all("b12", "b12", spanish).is_empty());
        }
        for languages in 0..8 {
            assert_eq!(all("vaccines", "vaccines", 1 | languages << 3)[0], english[0]);
        }
        for n in 0..MAX_WORDS {
            all(&format!("a{}", "b".repeat(n % 50)), &format!("word{n}"), 1);
        }
        assert_eq!(all("vaccines", "vaccines", 1), english);
    }
}
