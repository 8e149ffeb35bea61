//! Language values with their tags, and the language version of a citation that best matches the preferred language.

use crate::model::category::ENGLISH;
use crate::model::languages::language::Language;
use crate::model::languages::tag::LanguageTag;
use crate::model::page_urls;
use crate::model::search::request::HitVersion;
use crate::search::segments::document::StoredVersion;
use crate::search::segments::value_dictionary::Ordinal;
use memchr::memmem;

/// A language value that a citation has or once had.
pub(in crate::search) struct KnownLanguage {
    pub number: Ordinal,
    pub language: Language,
    /// See [`term_language`]; empty without a tag.
    pub term_language: String,
}

/// The language values that match a preferred language.
pub(in crate::search) struct PreferredLanguages<'s> {
    /// Each with its [`LanguageTag::closeness`].
    pub matches: Vec<(&'s KnownLanguage, u8)>,
}

impl PreferredLanguages<'_> {
    /// The language version that matches best; of equal ones, the first that has a URL, or else the first.
    pub fn version(&self, versions: &str, public_url: &str) -> serde_json::Result<Option<HitVersion>> {
        if self.matches.is_empty() {
            return Ok(None);
        }
        let versions: Vec<StoredVersion> = serde_json::from_str(versions)?;
        let best = versions
            .iter()
            .rev()
            .filter_map(|version| {
                let (known, closeness) =
                    self.matches.iter().find(|(known, _)| known.language.value == version.lang)?;
                Some(((*closeness, version.url.is_some()), version, *known))
            })
            .max_by_key(|(rank, ..)| *rank);
        Ok(best.map(|(_, version, known)| version.as_hit(public_url, &known.language)))
    }

    pub fn numbers(&self) -> Vec<Ordinal> {
        self.matches.iter().map(|(known, _)| known.number).collect()
    }
}

/// The address of the preview of a hit, without its width: of the version that is shown, else of the English one, else of the
/// first that has one.
pub(in crate::search) fn preview<'s>(
    versions: &str,
    shown: Option<&str>,
    public_url: &str,
    language: impl Fn(&str) -> Option<&'s Language>,
) -> serde_json::Result<Option<String>> {
    // Most hits are links.
    if memmem::find(versions.as_bytes(), b"\"has_preview\":true").is_none() {
        return Ok(None);
    }
    let mut versions: Vec<StoredVersion> = serde_json::from_str(versions)?;
    versions.retain(|version| version.has_preview);
    let of = |lang: &str| versions.iter().find(|version| version.lang == lang);
    let version = shown.and_then(of).or_else(|| of(ENGLISH)).or_else(|| versions.first());
    let url = version.and_then(|version| version.url(public_url, language(&version.lang)?));
    Ok(url.map(|url| page_urls::preview(&url)))
}

/// The language of the labels for a language: the thesaurus has the same labels for Dari and Farsi, and for all kinds of Hmong.
pub(in crate::search) fn term_language(tag: &LanguageTag) -> String {
    match tag.comparable().language() {
        "prs" => "fa".to_owned(),
        "hnj" | "mww" => "hmn".to_owned(),
        language => language.to_owned(),
    }
}
