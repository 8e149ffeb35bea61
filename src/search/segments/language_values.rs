//! Language values with their tags, and which version of a citation suits a reader.

use crate::model::languages::language::Language;
use crate::model::languages::tag::LanguageTag;
use crate::model::search::request::HitVersion;
use crate::search::segments::document::StoredVersion;
use crate::search::segments::value_dictionary::Ordinal;

/// A language value that a citation has or had.
pub(in crate::search) struct KnownLanguage {
    pub number: Ordinal,
    pub language: Language,
    /// The language by which its tag is compared, without script and region; empty without a tag.
    pub base: String,
    /// The language whose terms are understood in it; empty without a tag.
    pub of_terms: String,
}

/// The language values that suit one reader.
pub(in crate::search) struct PreferredLanguages<'s> {
    /// Each with how well it suits ([`LanguageTag::closeness`]).
    pub suiting: Vec<(&'s KnownLanguage, u8)>,
}

impl PreferredLanguages<'_> {
    /// The version that suits the reader best; of equals one with an address, then the first.
    pub fn version(&self, versions: &str) -> serde_json::Result<Option<HitVersion>> {
        if self.suiting.is_empty() {
            return Ok(None);
        }
        let versions: Vec<StoredVersion> = serde_json::from_str(versions)?;
        let best = versions
            .iter()
            .rev()
            .filter_map(|version| {
                let (known, closeness) =
                    self.suiting.iter().find(|(known, _)| known.language.value == version.lang)?;
                Some(((*closeness, version.url.is_some()), version, *known))
            })
            .max_by_key(|(rank, ..)| *rank);
        Ok(best.map(|(_, version, known)| HitVersion {
            lang: known.language.value.clone(),
            tag: known.language.tag.as_ref().map(ToString::to_string).unwrap_or_default(),
            url: version.url.as_deref().map(str::to_owned),
            item_number: version.item_number.as_deref().map(str::to_owned),
        }))
    }

    /// The numbers of the values.
    pub fn numbers(&self) -> Vec<Ordinal> {
        self.suiting.iter().map(|(known, _)| known.number).collect()
    }
}

/// The language whose terms are understood in a language: the table of terms knows one for all that are written alike.
pub(in crate::search) fn term_language(tag: &LanguageTag) -> String {
    match tag.comparable().language() {
        "prs" => "fa".to_owned(),
        "hnj" | "mww" => "hmn".to_owned(),
        language => language.to_owned(),
    }
}
