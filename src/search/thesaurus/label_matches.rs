//! Finds labels in queries, and in titles and keywords of citations.

use crate::search::text::analysis::words;
use crate::search::text::folding::fold;
use crate::search::text::function_words::is_article;
use crate::search::text::language_set::{LanguageSet, is_language};
use crate::search::text::term_keys::{lacks_s, term_key};
use crate::search::thesaurus::combined::{ConceptId, ENGLISH, LabelId, Thesaurus};
use crate::search::thesaurus::compiled::{accents, has_s_plurals};
use crate::search::thesaurus::label_table::Label;

/// A concept that has a label in a title or keyword.
#[derive(Clone, Copy)]
pub(in crate::search) struct NamedConcept {
    pub concept: ConceptId,
    /// The share of the words that the label has.
    pub share: f32,
    /// The language of the label; `None` for one that counts in texts of every language.
    language: Option<LanguageSet>,
    /// Whether an English label has the same words.
    is_overruled: bool,
}

impl NamedConcept {
    /// Returns whether the label names its concept in a text that may be in any of these languages: Vietnamese 'ói' does not
    /// name OI, and 'angina' in English and Polish is the heart disease, not the Polish word for tonsillitis.
    pub fn applies(&self, languages: LanguageSet) -> bool {
        let is_own = self.language.is_none_or(|language| language.intersects(languages));
        is_own && !(self.is_overruled && languages.has(ENGLISH))
    }

    /// Whether the label is English or more than half of the text. A keyword in another language among English ones is rarely
    /// about a part of it: 'Ataque cerebral' is no seizure ('ataque').
    pub fn is_most_of_foreign_text(&self) -> bool {
        self.share > 0.5 || self.language.is_none_or(|language| language.has(ENGLISH))
    }
}

/// Words of a query that match a label.
pub(in crate::search) struct LabelMatch {
    /// Index of the first word.
    pub start: usize,
    /// Index after the last word.
    pub end: usize,
    /// The concepts, each with the number of its label; those of English labels first.
    pub meanings: Vec<(ConceptId, LabelId)>,
}

/// A label found at a word of a query: its number of words, its number, and the label.
type FoundLabel = (usize, LabelId, Label);

/// The words of a query to find labels in.
#[derive(Clone, Copy)]
pub(in crate::search) struct LabelQuery<'q> {
    /// The keys of its words.
    pub keys: &'q [&'q str],
    /// The words as typed.
    pub written: &'q [&'q str],
    /// The language of the query, if known; selects among meanings.
    pub lang: Option<&'q str>,
}

/// Collects the longest labels that begin at one word.
struct Longest<'l> {
    /// The number of words of the query.
    query_length: usize,
    is_named: &'l dyn Fn(ConceptId) -> bool,
    /// The last concept tested, and the result.
    last_tested: Option<(ConceptId, bool)>,
    length: usize,
    found: Vec<(LabelId, Label)>,
}

impl<'l> Longest<'l> {
    fn new(query_length: usize, is_named: &'l dyn Fn(ConceptId) -> bool) -> Longest<'l> {
        Longest { query_length, is_named, last_tested: None, length: 0, found: Vec::new() }
    }

    fn offer(&mut self, length: usize, number: LabelId, label: Label) {
        if length < self.length || !label.finds || (label.is_whole_query && length != self.query_length) {
            return;
        }
        let is_named = match self.last_tested {
            Some((concept, is_named)) if concept == label.concept => is_named,
            _ => (self.is_named)(label.concept),
        };
        self.last_tested = Some((label.concept, is_named));
        if !is_named {
            return;
        }
        if length > self.length {
            self.length = length;
            self.found.clear();
        }
        self.found.push((number, label));
    }
}

impl Thesaurus {
    /// The labels of a query. The longest ones win, and matches do not overlap. Labels of concepts for which `is_named` is
    /// false are ignored.
    pub(in crate::search) fn find_in_query(
        &self,
        query: &LabelQuery<'_>,
        is_named: impl Fn(ConceptId) -> bool,
    ) -> Vec<LabelMatch> {
        let mut matches: Vec<LabelMatch> = Vec::new();
        let lacks_s: Vec<bool> = query.written.iter().map(|word| lacks_s(&fold(word))).collect();
        for start in 0..query.keys.len() {
            let mut longest = Longest::new(query.keys.len(), &is_named);
            // English 'ate' is not Turkish 'ateş', nor 'tabs' a plural of Persian 'tab'.
            let mut offer = |length: usize, number, label: Label| {
                let is_plural = lacks_s[start..start + length].contains(&true) != label.lacks_s;
                if !is_plural || has_s_plurals(self.label_language(number)) {
                    longest.offer(length, number, label);
                }
            };
            self.each_label_at(query.keys, start, &mut offer);
            self.each_ignoring_articles(query.keys, start, &mut offer);
            let Longest { length, mut found, .. } = longest;
            if length == 0 {
                continue;
            }
            prefer_accents(&mut found, &query.written[start..start + length]);
            query.lang.iter().for_each(|lang| self.prefer_language(&mut found, lang));
            found.sort_by_key(|(number, label)| {
                // A name means the medicine before its class, which it does not name.
                (self.label_language(*number) != ENGLISH, !label.names, label.concept, *number)
            });
            let mut meanings: Vec<(ConceptId, LabelId)> = Vec::new();
            for (number, label) in found {
                if !meanings.iter().any(|(known, _)| *known == label.concept) {
                    meanings.push((label.concept, number));
                }
            }
            matches.push(LabelMatch { start, end: start + length, meanings });
        }
        // The longest first; matches that overlap a longer one are dropped.
        matches.sort_by_key(|found| (std::cmp::Reverse(found.end - found.start), found.start));
        let mut selected: Vec<LabelMatch> = Vec::new();
        for found in matches {
            if selected.iter().all(|other| found.end <= other.start || other.end <= found.start) {
                selected.push(found);
            }
        }
        selected.sort_by_key(|found| found.start);
        selected
    }

    /// Keeps the labels in `lang`, if there are any.
    fn prefer_language(&self, found: &mut Vec<(LabelId, Label)>, lang: &str) {
        let is_meant = |(number, _): &(LabelId, Label)| is_language(self.label_language(*number), lang);
        if found.iter().any(is_meant) {
            found.retain(is_meant);
        }
    }

    /// Calls `found` with the labels of at least two words that begin with the word at `start` if later articles are ignored:
    /// 'ringing in the ears' matches 'ringing in ears'.
    fn each_ignoring_articles(
        &self,
        keys: &[impl AsRef<str>],
        start: usize,
        mut found: impl FnMut(usize, LabelId, Label),
    ) {
        let Some(first) = keys[start + 1..].iter().position(|key| is_article(key.as_ref())) else { return };
        // The first word is never ignored, and a label ends with a word that is not an article.
        let places: Vec<usize> = (start..keys.len())
            .filter(|place| *place == start || !is_article(keys[*place].as_ref()))
            .collect();
        let bare: Vec<&str> = places.iter().map(|place| keys[*place].as_ref()).collect();
        self.each_label_at(&bare, 0, |length, number, label| {
            // Shorter labels were found without ignoring articles.
            if length > first + 1 {
                found(places[length - 1] - start + 1, number, label);
            }
        });
    }

    /// The labels in a title or keyword, in every language; includes labels within labels. [`NamedConcept::applies`] decides
    /// which of them name their concept.
    pub(in crate::search) fn find_in_name(&self, text: &str) -> Vec<NamedConcept> {
        let text_words = words(text);
        let keys: Vec<String> = text_words.iter().map(|word| term_key(&word.forms[0])).collect();
        let mut named: Vec<NamedConcept> = Vec::new();
        let mut found: Vec<FoundLabel> = Vec::new();
        for start in 0..keys.len() {
            found.clear();
            let mut add = |length: usize, number: LabelId, label: Label| {
                if label.names && (!label.is_whole_query || length == keys.len()) {
                    found.push((length, number, label));
                }
            };
            self.each_label_at(&keys, start, &mut add);
            self.each_ignoring_articles(&keys, start, add);
            let written = |length: usize| &text[text_words[start].start..text_words[start + length - 1].end];
            found.retain(|(length, number, label)| {
                *length > 1 || !self.is_other_abbreviation(*number, *label, written(1))
            });
            keep_accents(&mut found, written);
            for (length, number, label) in &found {
                let is_english = |number: LabelId| self.label_language(number) == ENGLISH;
                let is_overruled = !is_english(*number)
                    && found.iter().any(|(other, number, _)| is_english(*number) && other == length);
                let share = match label.is_whole_query && is_abbreviation(self.text(*number)) {
                    true => AMBIGUOUS,
                    false => *length as f32 / keys.len() as f32,
                };
                let language = self.naming_language(*number, *label);
                named.push(NamedConcept { concept: label.concept, share, language, is_overruled });
            }
        }
        named
    }

    /// The language of the texts in which a label names its concept; `None`: of every text, for a hospital's synonyms.
    fn naming_language(&self, number: LabelId, label: Label) -> Option<LanguageSet> {
        let is_synonym = self.concept(label.concept).is_some_and(|concept| concept.kind.is_empty());
        (!is_synonym).then(|| LanguageSet::from_tag(self.label_language(number)))
    }

    /// Whether a label is an abbreviation and the word that it matches is another one: 'Pot' is not POTS.
    fn is_other_abbreviation(&self, number: LabelId, label: Label, written: &str) -> bool {
        label.accents != accents(written) && is_abbreviation(self.text(number))
    }
}

/// The share of a keyword or title that is only an ambiguous abbreviation: LBP is low back pain or low blood pressure.
const AMBIGUOUS: f32 = 0.35;

/// Whether a text is one word of capital letters.
fn is_abbreviation(text: &str) -> bool {
    text.len() > 1 && text.chars().all(char::is_uppercase)
}

/// Of the labels of the same words in one language, keeps those with the accents of the text, if there are any: 'viêm gan' is
/// hepatitis, not 'viêm gân', tendinitis.
fn keep_accents<'t>(found: &mut Vec<FoundLabel>, written: impl Fn(usize) -> &'t str) {
    let mut exact: Vec<(usize, u8)> = Vec::new();
    for (length, _, label) in found.iter() {
        let text = written(*length);
        let same_words = (*length, label.language);
        if !exact.contains(&same_words) && !text.is_ascii() && label.accents == accents(text) {
            exact.push(same_words);
        }
    }
    if !exact.is_empty() {
        found.retain(|(length, _, label)| {
            !exact.contains(&(*length, label.language)) || label.accents == accents(written(*length))
        });
    }
}

/// Keeps the labels with the accents that were typed, if there are any.
fn prefer_accents(found: &mut Vec<(LabelId, Label)>, typed: &[&str]) {
    if typed.iter().all(|word| word.is_ascii()) {
        return;
    }
    let typed = accents(&typed.join(" "));
    if found.iter().any(|(_, label)| label.accents == typed) {
        found.retain(|(_, label)| label.accents == typed);
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::model::thesaurus::Synonym;
    use crate::search::thesaurus::hospital::TermSources;

    fn names(thesaurus: &Thesaurus, query: &str) -> Vec<String> {
        let words = words(query);
        let keys: Vec<String> = words.iter().map(|word| term_key(&word.forms[0])).collect();
        let written: Vec<&str> = words.iter().map(|word| &query[word.start..word.end]).collect();
        let query = LabelQuery {
            keys: &keys.iter().map(String::as_str).collect::<Vec<_>>(),
            written: &written,
            lang: None,
        };
        thesaurus
            .find_in_query(&query, |_| true)
            .iter()
            .map(|found| thesaurus.english(found.meanings[0].0).to_owned())
            .collect()
    }

    #[test]
    fn the_longest_label_wins_and_some_match_only_the_whole_query() {
        let thesaurus = Thesaurus::built_in().unwrap();
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
            assert_eq!(names(&thesaurus, query), expected, "{query}");
        }
    }

    #[test]
    fn a_name_is_that_of_the_label_with_its_accents_and_letters() {
        let thesaurus = Thesaurus::built_in().unwrap();
        let share = |text: &str, lang: &str, concept: &str| {
            let is_meant = |named: &NamedConcept| {
                thesaurus.name(named.concept) == concept && named.applies(LanguageSet::from_tag(lang))
            };
            let named = thesaurus.find_in_name(text).into_iter().filter(is_meant);
            named.map(|named| named.share).reduce(f32::max)
        };
        assert!(share("Vắc-xin Viêm gan B", "vi", "Hepatitis").is_some());
        assert_eq!(share("Vắc-xin Viêm gan B", "vi", "Tendinitis"), None);
        assert_eq!(share("Viêm gân", "vi", "Tendinitis"), Some(1.0));
        // Without accents both are meant.
        assert!(share("viem gan", "vi", "Tendinitis").is_some());
        assert_eq!(share("Pot", "en", "POTS"), None);
        assert_eq!(share("POTS", "en", "POTS"), Some(1.0));
        assert_eq!(share("LBP", "en", "Back Pain"), Some(AMBIGUOUS));
        assert_eq!(share("Backache", "en", "Back Pain"), Some(1.0));
        // Only in its own language.
        assert_eq!(share("ói", "vi", "Osteogenesis Imperfecta"), None);
        assert_eq!(share("Angina", "pl", "Tonsillitis"), Some(1.0));
        assert_eq!(share("Angina", "en", "Tonsillitis"), None);
        assert_eq!(share("Tiña", "es", "Tinea Infections"), Some(1.0));
        assert_eq!(share("Tiña", "en", "Tinea Infections"), None);
    }

    #[test]
    fn synonyms_work_one_way_or_both_and_labels_can_be_switched_off() {
        let synonyms = [
            Synonym { terms: vec!["florps".into(), "florpiatrics".into()], one_way: false },
            Synonym { terms: vec!["zorp".into(), "zorpitis".into()], one_way: true },
        ];
        let off = [("asthma".to_owned(), "ASMA".to_owned())];
        let sources = TermSources { built_in: true, synonyms: &synonyms, off: &off, own: None };
        let thesaurus = Thesaurus::new(&sources).unwrap();
        let named = |text: &str| thesaurus.find_in_name(text).len();
        assert_eq!(names(&thesaurus, "florps"), ["florps"]);
        assert_eq!(names(&thesaurus, "florpiatrics"), ["florps"]);
        assert_eq!(names(&thesaurus, "zorp"), ["zorpitis"]);
        assert!(names(&thesaurus, "zorpitis").is_empty());
        assert_eq!((named("florps"), named("zorp"), named("zorpitis")), (1, 0, 1));
        assert!(names(&thesaurus, "asma").is_empty());
    }
}
