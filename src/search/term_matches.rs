//! Terms found in texts: in what was typed, and in the names of citations.

use crate::search::analysis::words;
use crate::search::term_keys::{composed, term_key};
use crate::search::vocabulary::{CompiledTerm, ConceptId, ENGLISH, Vocabulary, is_language};
use std::collections::BTreeMap;

/// Some words that are a term.
pub(super) struct TermMatch {
    /// The first word.
    pub start: usize,
    /// Behind the last word.
    pub end: usize,
    /// The concepts that it names, with the place of the term; English meanings first.
    pub meanings: Vec<(ConceptId, u32)>,
}

impl Vocabulary {
    /// Returns whether these folded words are a term.
    pub(super) fn is_term(&self, words: &[&str]) -> bool {
        let keys: Vec<String> = words.iter().map(|word| term_key(word)).collect();
        !self.at(&keys, 0, |term| term.finds && term.keys.len() == keys.len()).is_empty()
    }

    /// The terms of a query, given the keys of its words and the words as they are written; the longest count, and no word
    /// belongs to two. Terms of concepts that nothing names do not count.
    pub(super) fn find_in_query(
        &self,
        keys: &[String],
        written: &[&str],
        lang: Option<&str>,
        is_named: impl Fn(ConceptId) -> bool,
    ) -> Vec<TermMatch> {
        let mut matches: Vec<TermMatch> = Vec::new();
        for start in 0..keys.len() {
            let found = self.at(keys, start, |term| term.finds && is_named(term.concept));
            let Some(longest) = found.iter().map(|number| self.length(*number)).max() else { continue };
            let mut numbers: Vec<u32> =
                found.into_iter().filter(|number| self.length(*number) == longest).collect();
            self.prefer_accents(&mut numbers, &written[start..start + longest].join(" "));
            if let Some(lang) = lang {
                let is_meant = |number: &u32| is_language(&self.term(*number).lang, lang);
                if numbers.iter().any(is_meant) {
                    numbers.retain(is_meant);
                }
            }
            numbers.sort_by_key(|number| (&*self.term(*number).lang != ENGLISH, *number));
            let mut meanings: Vec<(ConceptId, u32)> = Vec::new();
            for number in numbers {
                let concept = self.term(number).concept;
                if !meanings.iter().any(|(known, _)| *known == concept) {
                    meanings.push((concept, number));
                }
            }
            matches.push(TermMatch { start, end: start + longest, meanings });
        }
        // The longest first; what overlaps it does not count.
        matches.sort_by_key(|found| (std::cmp::Reverse(found.end - found.start), found.start));
        let mut kept: Vec<TermMatch> = Vec::new();
        for found in matches {
            if kept.iter().all(|other| found.end <= other.start || other.end <= found.start) {
                kept.push(found);
            }
        }
        kept.sort_by_key(|found| found.start);
        kept
    }

    /// The concepts that a title or keyword names, each with the share of its words that do; terms within terms too.
    ///
    /// `lang` is the language of the text when it is known and not English.
    pub(super) fn find_in_name(&self, text: &str, lang: Option<&str>) -> Vec<(ConceptId, f32)> {
        let words = words(text);
        let keys: Vec<String> = words.iter().map(|word| term_key(&word.forms[0])).collect();
        let mut named: BTreeMap<ConceptId, f32> = BTreeMap::new();
        for start in 0..keys.len() {
            let found = self.at(&keys, start, |term| term.names);
            for number in &found {
                let term = self.term(*number);
                // 'Angina' in an English title is the heart's, whatever it means in Polish.
                let is_overruled = &*term.lang != lang.unwrap_or(ENGLISH)
                    && found.iter().any(|other| {
                        let other = self.term(*other);
                        &*other.lang == lang.unwrap_or(ENGLISH) && other.keys.len() == term.keys.len()
                    });
                if is_overruled {
                    continue;
                }
                let share = term.keys.len() as f32 / keys.len() as f32;
                let known = named.entry(term.concept).or_default();
                *known = known.max(share);
            }
        }
        named.into_iter().collect()
    }

    /// The terms that begin with the word at this place.
    fn at(&self, keys: &[String], start: usize, counts: impl Fn(&CompiledTerm) -> bool) -> Vec<u32> {
        let fits = |number: &&u32| {
            let term = self.term(**number);
            let length = term.keys.len();
            counts(term)
                && start + length <= keys.len()
                && (!term.whole_query || length == keys.len())
                && term.keys[1..].iter().zip(&keys[start + 1..]).all(|(a, b)| **a == **b)
        };
        self.with_first(&keys[start]).iter().filter(fits).copied().collect()
    }

    fn length(&self, number: u32) -> usize {
        self.term(number).keys.len()
    }

    /// Of terms that differ by accents alone, keeps those with the accents that were typed.
    fn prefer_accents(&self, numbers: &mut Vec<u32>, typed: &str) {
        if typed.is_ascii() {
            return;
        }
        let is_same = |number: &u32| composed(&self.term(*number).written) == composed(typed);
        if numbers.iter().any(is_same) {
            numbers.retain(is_same);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::terms::Synonym;
    use crate::search::vocabulary::TermSources;

    fn names(vocabulary: &Vocabulary, query: &str) -> Vec<String> {
        let words = words(query);
        let keys: Vec<String> = words.iter().map(|word| term_key(&word.forms[0])).collect();
        let written: Vec<&str> = words.iter().map(|word| &query[word.start..word.end]).collect();
        vocabulary
            .find_in_query(&keys, &written, None, |_| true)
            .iter()
            .map(|found| vocabulary.english(found.meanings[0].0).to_owned())
            .collect()
    }

    #[test]
    fn the_longest_term_counts_and_the_whole_query_alone_for_some() {
        let vocabulary = Vocabulary::built_in().unwrap();
        for (query, expected) in [
            ("asma", vec!["asthma"]),
            ("asma infantil", vec!["asthma in children"]),
            ("DOLOR DE VIENTRE", vec!["abdominal pain"]),
            ("الربو", vec!["asthma"]),
            ("小儿哮喘", vec!["asthma in children"]),
            ("my boils hurt", vec!["abscess"]),
            ("boil", vec!["abscess"]),
            ("nothing of ours", vec![]),
        ] {
            assert_eq!(names(&vocabulary, query), expected, "{query}");
        }
    }

    #[test]
    fn synonyms_go_both_ways_or_one_and_terms_can_be_switched_off() {
        let synonyms = [
            Synonym { terms: vec!["peds".into(), "pediatrics".into()], one_way: false },
            Synonym { terms: vec!["zorp".into(), "zorpitis".into()], one_way: true },
        ];
        let off = [("asthma".to_owned(), "ASMA".to_owned())];
        let sources = TermSources { built_in: true, synonyms: &synonyms, off: &off, own: None };
        let vocabulary = Vocabulary::new(&sources).unwrap();
        let named = |text: &str| vocabulary.find_in_name(text, None).len();
        assert_eq!(names(&vocabulary, "peds"), ["peds"]);
        assert_eq!(names(&vocabulary, "pediatrics"), ["peds"]);
        assert_eq!(names(&vocabulary, "zorp"), ["zorpitis"]);
        assert!(names(&vocabulary, "zorpitis").is_empty());
        assert_eq!((named("peds"), named("zorp"), named("zorpitis")), (1, 0, 1));
        assert!(names(&vocabulary, "asma").is_empty());
    }
}
