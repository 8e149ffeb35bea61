//! Detects the language of a query: from the thesaurus, its script and the languages of its words.

use crate::model::search::insight::QueryLanguage;
use crate::search::query::parsed_query::ParsedQuery;
use crate::search::query::query_plan::QueryPlan;
use crate::search::snapshot::Snapshot;
use crate::search::text::language_set::{LanguageSet, is_language};

impl Snapshot {
    /// The language of a query text: that of the thesaurus labels in it, with English preferred; otherwise the language of its
    /// script, or the script itself when several languages use it. `None` for Latin text without a label.
    pub fn query_language(&self, q: &str) -> Option<QueryLanguage> {
        if let Some(tag) = self.label_language(q) {
            return Some(QueryLanguage { tag, by: "thesaurus".to_owned() });
        }
        script_tag(q).map(|tag| QueryLanguage { tag: tag.to_owned(), by: "script".to_owned() })
    }

    /// The language that all labels in a text have in common, if there is exactly one or if English is among them.
    fn label_language(&self, q: &str) -> Option<String> {
        let query = ParsedQuery::parse(q, self.stem_languages);
        let plan = QueryPlan::new(self, query, Vec::new(), None).ok()?;
        let mut common: Option<Vec<&str>> = None;
        for concept in &plan.concepts {
            let languages = concept.languages.iter().map(|tag| &**tag);
            common = Some(match common {
                None => languages.collect(),
                Some(known) => languages.filter(|tag| known.contains(tag)).collect(),
            });
        }
        let mut common = common?;
        common.sort_unstable();
        common.dedup();
        let english = common.iter().find(|tag| is_language(tag, "en"));
        match (english, common.as_slice()) {
            (Some(_), _) => Some("en".to_owned()),
            (None, [one]) => Some((*one).to_owned()),
            _ => None,
        }
    }
}

/// The language tag for the script of a text that is not Latin. Kana distinguish Japanese from Chinese.
fn script_tag(q: &str) -> Option<&'static str> {
    if q.chars().any(|c| matches!(c, '\u{3040}'..='\u{30FF}')) {
        return Some("ja");
    }
    q.chars().find_map(|c| match c {
        '\u{0400}'..='\u{052F}' => Some("und-Cyrl"),
        '\u{0530}'..='\u{058F}' => Some("hy"),
        '\u{0590}'..='\u{05FF}' => Some("he"),
        '\u{0600}'..='\u{077F}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}' => Some("und-Arab"),
        '\u{0900}'..='\u{097F}' => Some("und-Deva"),
        '\u{0980}'..='\u{09FF}' => Some("bn"),
        '\u{0A00}'..='\u{0A7F}' => Some("pa"),
        '\u{0A80}'..='\u{0AFF}' => Some("gu"),
        '\u{0E00}'..='\u{0E7F}' => Some("th"),
        '\u{0E80}'..='\u{0EFF}' => Some("lo"),
        '\u{1000}'..='\u{109F}' => Some("und-Mymr"),
        '\u{1200}'..='\u{139F}' => Some("und-Ethi"),
        '\u{1780}'..='\u{17FF}' => Some("km"),
        '\u{1100}'..='\u{11FF}' | '\u{AC00}'..='\u{D7AF}' => Some("ko"),
        '\u{3400}'..='\u{4DBF}' | '\u{4E00}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' => Some("zh"),
        _ => None,
    })
}

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

    #[test]
    fn a_script_gives_its_language_or_the_script_subtag() {
        let check = |text: &str, expected: Option<&str>| assert_eq!(script_tag(text), expected, "{text}");
        check("asma bronquial", None);
        check("哮喘", Some("zh"));
        check("子供の熱", Some("ja"));
        check("천식", Some("ko"));
        check("астма", Some("und-Cyrl"));
        check("ربو asthma", Some("und-Arab"));
        check("दमा", Some("und-Deva"));
        check("KSBG1042", None);
        check("", None);
    }
}

#[cfg(test)]
mod word_languages_tests {
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
