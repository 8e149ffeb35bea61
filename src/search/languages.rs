//! The languages of a snapshot: their tags, names and counts.

use crate::model::category::Category;
use crate::model::language::{Language, UsedLanguage};
use crate::search::snapshot::Snapshot;
use crate::search::values::Ordinal;

impl Snapshot {
    /// Every language that a citation has, most used first; obsolete citations bring a language but don't count.
    pub fn used_languages(&self) -> Vec<UsedLanguage> {
        let (all, counted) = (self.all_counts(true), self.all_counts(false));
        let mut used: Vec<(Ordinal, UsedLanguage)> = self
            .known_languages()
            .iter()
            .filter(|(number, _)| all.of(*number) > 0)
            .map(|(number, language)| {
                (*number, UsedLanguage { language: language.clone(), count: counted.of(*number) })
            })
            .collect();
        used.sort_by_key(|(number, used)| (std::cmp::Reverse(used.count), self.values.rank(*number)));
        used.into_iter().map(|(_, used)| used).collect()
    }

    /// A language value with its tag, name and direction.
    pub fn language(&self, value: &str) -> Language {
        self.language_tags.language(value)
    }

    /// Every language value that a citation has or had, made when first needed.
    pub(super) fn known_languages(&self) -> &[(Ordinal, Language)] {
        self.languages.get_or_init(|| {
            let values = self.values.all(Category::Languages as usize);
            values.map(|number| (number, self.language(self.values.text(number)))).collect()
        })
    }
}
