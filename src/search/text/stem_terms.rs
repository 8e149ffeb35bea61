//! The terms under which the index has the stems of a typed word, in every language of the catalogue.

use crate::search::text::stemming::{StemLanguage, stem_once};
use crate::search::text::tokens::stem_term;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;

/// How many words a thread keeps.
const MAX_WORDS: usize = 4_000;
/// Stands between two terms; no word has it.
const BETWEEN: char = '\n';

/// How many sets of languages a thread keeps words of: English, and those of one state of the index or another.
const MAX_SETS: usize = 4;

/// The terms of words that were asked for in one set of languages.
#[derive(Default)]
struct Known {
    languages: u64,
    /// By the word, as folded and as written where that is another one: all terms in one text, since there are a dozen of a
    /// few letters for most words.
    terms: HashMap<Box<str>, Box<str>>,
}

thread_local! {
    static KNOWN: RefCell<Vec<Known>> = RefCell::default();
}

/// Calls `each` with the terms of a folded word in a set of languages, each once. `written` is the word in lower case with
/// its accents. A word that is its own stem stands for others with that stem as well.
pub(in crate::search) fn each_stem_term(written: &str, folded: &str, languages: u64, each: impl FnMut(&str)) {
    KNOWN.with_borrow_mut(|sets| {
        let known = of_languages(sets, languages);
        let key: Cow<'_, str> = match written == folded {
            true => folded.into(),
            false => format!("{folded}{BETWEEN}{written}").into(),
        };
        if let Some(terms) = known.terms.get(&*key) {
            return terms.split_terminator(BETWEEN).for_each(each);
        }
        let mut terms: Vec<String> = Vec::new();
        for language in StemLanguage::in_set(languages).filter(|language| language.may_stem(folded)) {
            let stem = stem_once(written, folded, language);
            let term = stem_term(stem.as_deref().unwrap_or(folded), language);
            if !terms.contains(&term) {
                terms.push(term);
            }
        }
        let joined: String = terms.iter().flat_map(|term| [term.as_str(), "\n"]).collect();
        joined.split_terminator(BETWEEN).for_each(each);
        known.terms.insert(key.into(), joined.into());
    });
}

/// The words of a set of languages; those of all sets are dropped when there are too many.
fn of_languages(sets: &mut Vec<Known>, languages: u64) -> &mut Known {
    let place = sets.iter().position(|known| known.languages == languages).unwrap_or_else(|| {
        if sets.len() >= MAX_SETS {
            sets.clear();
        }
        sets.push(Known { languages, ..Known::default() });
        sets.len() - 1
    });
    let known = &mut sets[place];
    if known.terms.len() >= MAX_WORDS {
        known.terms.clear();
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_the_same_whether_they_are_known_or_not() {
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
