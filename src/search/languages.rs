//! The languages of a snapshot: their tags, names and counts, and which of them match a preferred language.

use crate::model::category::Category;
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
        let compared = tag.comparable();
        let same_base = self.known_languages().iter().filter(|known| known.base == compared.language());
        let matches =
            same_base.filter_map(|known| Some((known, known.language.tag.as_ref()?.closeness(tag)?)));
        PreferredLanguages { matches: matches.collect() }
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
                let compared = language.tag.as_ref().map(LanguageTag::comparable);
                let base = compared.map(|tag| tag.language().to_owned()).unwrap_or_default();
                let term_language = language.tag.as_ref().map(term_language).unwrap_or_default();
                KnownLanguage { number, language, base, term_language }
            });
            known.collect()
        })
    }
}

#[cfg(test)]
mod tests;
