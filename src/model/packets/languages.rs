//! The languages of a packet: which version of a citation suits the person who asks, and how many citations have which.

use crate::model::category::ENGLISH;
use crate::model::languages::language::{Language, LanguageTags};
use crate::model::languages::tag::LanguageTag;
use crate::model::search::request::HitVersion;
use serde::Serialize;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashMap;
use utoipa::ToSchema;

/// Languages by their values, each looked up once: a list of packets names the same few thousands of times.
#[derive(Debug, Default)]
pub struct KnownLanguages {
    tags: LanguageTags,
    known: RefCell<HashMap<String, Language>>,
}

impl KnownLanguages {
    /// The languages with these tags.
    pub fn new(tags: LanguageTags) -> KnownLanguages {
        KnownLanguages { tags, known: RefCell::default() }
    }

    /// The tag of a value; `None` when none is known.
    pub fn tag(&self, value: &str) -> Option<LanguageTag> {
        self.language(value).tag
    }

    /// A value with its tag, own name and direction.
    fn language(&self, value: &str) -> Language {
        let mut known = self.known.borrow_mut();
        if let Some(language) = known.get(value) {
            return language.clone();
        }
        let language = self.tags.language(value);
        known.insert(value.to_owned(), language.clone());
        language
    }
}

/// One language version of a citation in a packet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PacketVersion {
    /// The language value.
    pub lang: String,
    /// Its BCP 47 tag; null when none is known.
    #[schema(value_type = Option<String>)]
    pub tag: Option<LanguageTag>,
    /// The language's name in the language itself; the value when that is not known.
    pub name: String,
    /// Which way it is written: `ltr`, `rtl`, or `auto` when that is not known.
    #[schema(pattern = "^(ltr|rtl|auto)$")]
    pub dir: &'static str,
    /// Its title in its language; left out when it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Address of the handout.
    pub url: Option<String>,
    /// Item number.
    #[serde(rename = "ksbgNumber")]
    pub item_number: Option<String>,
    /// The address of a preview of its file, without its width; left out when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
}

impl PacketVersion {
    /// The version of a language value.
    pub fn new(
        lang: &str,
        title: Option<String>,
        url: Option<String>,
        item_number: Option<String>,
        languages: &KnownLanguages,
    ) -> PacketVersion {
        let Language { value, tag, name, dir } = languages.language(lang);
        PacketVersion { lang: value, tag, name, dir, title, url, item_number, preview: None }
    }
}

/// Puts English first, the rest in alphabetical order.
pub fn sort_versions(versions: &mut [PacketVersion]) {
    versions.sort_by_cached_key(|version| (version.lang != ENGLISH, version.lang.to_lowercase()));
}

/// The version that suits a reader of `lang` best; of equals one with an address, then the first.
pub fn version_for(lang: &LanguageTag, versions: &[PacketVersion]) -> Option<HitVersion> {
    let suiting = versions.iter().rev().filter_map(|version| {
        let tag = version.tag.as_ref()?;
        Some(((tag.closeness(lang)?, version.url.is_some()), version, tag))
    });
    suiting.max_by_key(|(rank, ..)| *rank).map(|(_, version, tag)| HitVersion {
        lang: version.lang.clone(),
        tag: tag.to_string(),
        dir: version.title.as_ref().map(|_| version.dir.to_owned()),
        title: version.title.clone(),
        url: version.url.clone(),
        item_number: version.item_number.clone(),
    })
}

/// The address of the preview of the version that is shown, else of the English one, else of the first that has one.
pub fn preview(shown: Option<&HitVersion>, versions: &[PacketVersion]) -> Option<String> {
    let shown = versions.iter().filter(|version| shown.is_some_and(|shown| shown.lang == version.lang));
    // English comes first.
    shown.chain(versions).find_map(|version| version.preview.clone())
}

/// A language in which a packet has handouts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PacketLanguage {
    /// Its BCP 47 tag; null when none is known.
    #[schema(value_type = Option<String>)]
    pub tag: Option<LanguageTag>,
    /// The language's name in the language itself; the value when that is not known.
    pub name: String,
    /// Which way it is written: `ltr`, `rtl`, or `auto` when that is not known.
    #[schema(pattern = "^(ltr|rtl|auto)$")]
    pub dir: &'static str,
    /// How many citations of the packet have a version in it.
    pub count: u32,
}

/// Counts languages; each element holds the language values of one citation. Values with one tag are one language. The
/// most frequent comes first.
pub fn count_languages<'v>(
    citations: impl Iterator<Item = &'v [String]>,
    languages: &KnownLanguages,
) -> Vec<PacketLanguage> {
    let mut counted: Vec<PacketLanguage> = Vec::new();
    for values in citations {
        let mut seen: Vec<usize> = Vec::new();
        for value in values {
            let Language { tag, name, dir, .. } = languages.language(value);
            let is_same = |known: &PacketLanguage| match (&known.tag, &tag) {
                (Some(a), Some(b)) => a == b,
                (None, None) => known.name == name,
                _ => false,
            };
            let place = counted.iter().position(is_same).unwrap_or_else(|| {
                counted.push(PacketLanguage { tag, name, dir, count: 0 });
                counted.len() - 1
            });
            if !seen.contains(&place) {
                seen.push(place);
                counted[place].count += 1;
            }
        }
    }
    counted.sort_by(|a, b| (Reverse(a.count), &a.name).cmp(&(Reverse(b.count), &b.name)));
    counted
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn version(lang: &str, url: Option<&str>) -> PacketVersion {
        PacketVersion::new(lang, None, url.map(str::to_owned), None, &KnownLanguages::default())
    }

    #[test]
    fn the_version_that_suits_best_is_shown() {
        let versions = [
            version("English", Some("e")),
            version("Spanish", None),
            version("Español", Some("s")),
            version("Chinese (Traditional)", Some("t")),
            version("Klingonish", Some("k")),
        ];
        let check = |lang: &str, expected: Option<&str>| {
            let found = version_for(&LanguageTag::parse(lang).unwrap(), &versions);
            assert_eq!(found.and_then(|version| version.url).as_deref(), expected, "{lang}");
        };
        check("en", Some("e"));
        check("es-MX", Some("s"));
        check("zh", Some("t"));
        check("zh-Hans", None);
        check("so", None);
    }

    #[test]
    fn a_language_counts_once_for_each_citation() {
        let texts = |values: &[&str]| values.iter().map(|value| (*value).to_owned()).collect::<Vec<_>>();
        let citations = [
            texts(&["English", "Spanish", "Español"]),
            texts(&["English", "Klingonish"]),
            texts(&["Somali"]),
        ];
        let counted = count_languages(citations.iter().map(Vec::as_slice), &KnownLanguages::default());
        let shown: Vec<(&str, u32)> = counted.iter().map(|one| (one.name.as_str(), one.count)).collect();
        assert_eq!(shown, [("English", 2), ("Español", 1), ("Klingonish", 1), ("Soomaali", 1)]);
        assert_eq!(counted[2].tag, None);
    }

    #[test]
    fn english_comes_first() {
        let mut versions = [version("Arabic", None), version("Somali", None), version("English", None)];
        sort_versions(&mut versions);
        assert_eq!(versions.map(|version| version.lang), ["English", "Arabic", "Somali"]);
    }
}
