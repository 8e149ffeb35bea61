//! The languages of a snapshot: their tags, names and counts, and which of them match a preferred language.

use crate::model::category::{Category, value_key};
use crate::model::languages::language::{Language, UsedLanguage};
use crate::model::languages::tag::LanguageTag;
use crate::search::segments::language_values::{KnownLanguage, PreferredLanguages, term_language};
use crate::search::segments::value_dictionary::Ordinal;
use crate::search::snapshot::Snapshot;
use crate::search::text::language_set::is_language;

impl Snapshot {
    /// Every language that a citation has, the most used first. Languages of obsolete citations are listed, but not counted.
    pub fn used_languages(&self) -> Vec<UsedLanguage> {
        let (all, counted) = (&self.everything(true).counts, &self.everything(false).counts);
        let mut used: Vec<(Ordinal, UsedLanguage)> = self
            .known_languages()
            .iter()
            .filter(|known| all.get(known.number) > 0)
            .map(|known| {
                let (language, count) = (known.language.clone(), counted.get(known.number));
                (known.number, UsedLanguage { language, count })
            })
            .collect();
        used.sort_by_key(|(number, used)| (std::cmp::Reverse(used.count), self.values.rank(*number)));
        used.into_iter().map(|(_, used)| used).collect()
    }

    /// A language value with its tag, name and direction.
    pub fn language(&self, value: &str) -> Language {
        self.language_tags.language(value)
    }

    /// The language values that match a preferred language.
    pub(super) fn preferred_languages(&self, tag: &LanguageTag) -> PreferredLanguages<'_> {
        let known = self.known_languages().iter();
        let matches = known.filter_map(|known| Some((known, known.language.tag.as_ref()?.closeness(tag)?)));
        PreferredLanguages { matches: matches.collect() }
    }

    /// The language value that citations have or once had.
    pub(super) fn language_of_value(&self, value: &str) -> Option<&Language> {
        let known = self.known_languages().iter().find(|known| known.language.value == value);
        known.map(|known| &known.language)
    }

    /// The tag of the language value in use with this text.
    pub fn tag_of_value(&self, text: &str) -> Option<LanguageTag> {
        let key = value_key(text);
        let known = self.known_languages().iter().find(|known| value_key(&known.language.value) == key)?;
        known.language.tag.clone()
    }

    /// The tag of the value in use that suits a reader of a language best, unless a value has the tag itself or one that begins
    /// with it or that it begins with.
    pub fn nearest_tag(&self, reader: LanguageTag) -> LanguageTag {
        let begins = |longer: &LanguageTag, shorter: &LanguageTag| {
            longer
                .as_str()
                .strip_prefix(shorter.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        let tags = || self.known_languages().iter().filter_map(|known| known.language.tag.as_ref());
        if tags().any(|tag| begins(tag, &reader) || begins(&reader, tag)) {
            return reader;
        }
        let closest = tags().rev().filter(|tag| tag.closeness(&reader).is_some());
        closest.max_by_key(|tag| tag.closeness(&reader)).cloned().unwrap_or(reader)
    }

    /// The language values of labels with one of these tags.
    pub(super) fn label_language_values(&self, tags: &[&str]) -> Vec<Ordinal> {
        let is_meant = |known: &&KnownLanguage| {
            !known.term_language.is_empty() && tags.iter().any(|tag| is_language(&known.term_language, tag))
        };
        self.known_languages().iter().filter(is_meant).map(|known| known.number).collect()
    }

    /// Every language value that a citation has or had; computed when first needed.
    fn known_languages(&self) -> &[KnownLanguage] {
        self.languages.get_or_init(|| {
            let values = self.values.all(Category::Languages as usize);
            let known = values.map(|number| {
                let language = self.language(self.values.text(number));
                let term_language = language.tag.as_ref().map(term_language).unwrap_or_default();
                KnownLanguage { number, language, term_language }
            });
            known.collect()
        })
    }
}

#[cfg(test)]
mod tests;
