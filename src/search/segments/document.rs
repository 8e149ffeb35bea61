//! The index document of a citation: the text fields, and the hit as JSON, which is prepared when the citation is indexed.

use crate::model::category::ENGLISH;
use crate::model::category::{Category, same_value};
use crate::model::citations::citation::VersionFile;
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::citations::duplicates::{UniqueText, unique_texts};
use crate::model::citations::item_number;
use crate::model::handout_text::file::VersionText;
use crate::model::languages::language::Language;
use crate::model::page_urls::{self, encode};
use crate::model::search::request::HitVersion;
use crate::search::segments::handout_texts::add_texts;
use crate::search::segments::schema::Fields;
use crate::search::text::analysis::whole_key;
use crate::search::text::stemming::StemLanguage;
use crate::search::text::tokens::in_language;
use memchr::memchr;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use tantivy::TantivyDocument;
use tantivy::schema::document::{DeserializeError, DocumentDeserialize, DocumentDeserializer};

/// The number of value lists: the categories, and the missing required fields.
pub(in crate::search) const VALUE_LISTS: usize = Category::ALL.len() + 1;
/// The value list of the missing required fields.
pub(in crate::search) const INCOMPLETE: usize = Category::ALL.len();

/// The index document of a citation.
pub(in crate::search) fn document(
    citation: &Citation,
    texts: &[VersionText],
    fields: &Fields,
) -> TantivyDocument {
    let mut document = TantivyDocument::new();
    document.add_text(fields.id, &citation.id);
    document.add_text(fields.whole_title, truncate(&whole_key(&citation.title)));
    let item_numbers: Vec<&str> =
        citation.languages.iter().filter_map(|v| v.item_number.as_deref()).collect();
    for number in &item_numbers {
        for key in item_number::keys(number) {
            document.add_text(fields.item, key);
        }
    }
    for text in unique_texts(citation) {
        document.add_text(fields.unique, unique_key(&text));
    }
    let language = stem_language(citation);
    let [title, keywords, body, version_titles] = fields.text;
    document.add_text(title, in_language(&citation.title, language));
    for (lang, title) in titles_of_versions(citation) {
        document.add_text(fields.whole_title, truncate(&whole_key(title)));
        document.add_text(version_titles, in_language(title, StemLanguage::from_languages(&[lang])));
    }
    for category in Category::ALL {
        let field = if matches!(category, Category::Keywords) { keywords } else { body };
        for value in citation.values(category) {
            document.add_text(field, in_language(value, language));
        }
    }
    item_numbers.iter().for_each(|number| document.add_text(body, number));
    document.add_text(body, in_language(citation.abstract_text.as_deref().unwrap_or(""), language));
    // Before the texts of handouts: what reads the prepared hit reads only the first stored value.
    document.add_text(fields.prepared, prepared(citation, &item_numbers));
    add_texts(&mut document, texts, fields);
    document
}

/// The titles of language versions, each with its language value.
fn titles_of_versions(citation: &Citation) -> impl Iterator<Item = (&str, &str)> {
    citation.languages.iter().filter_map(|version| Some((version.lang.as_str(), version.title.as_deref()?)))
}

fn stem_language(citation: &Citation) -> Option<StemLanguage> {
    StemLanguage::from_languages(&citation.values(Category::Languages))
}

/// Truncates a term to the maximum length in the index; longer texts are compared by their first bytes.
fn truncate(text: &str) -> &str {
    const MAX_BYTES: usize = 2_000;
    let mut end = text.len().min(MAX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The term of a whole title in the index.
pub(in crate::search) fn whole_title_key(text: &str) -> String {
    truncate(&whole_key(text)).to_owned()
}

/// The term of a unique text in the index.
pub(in crate::search) fn unique_key(text: &UniqueText) -> &str {
    truncate(&text.key)
}

/// The parts of [`prepared`].
pub(in crate::search) struct Prepared<'b> {
    pub id: &'b str,
    pub obsolete: bool,
    pub title: &'b str,
    pub stem_language: Option<StemLanguage>,
    /// The hit as JSON, up to its highlights; then its language versions, see [`split_versions`].
    pub hit: &'b str,
    pub abstract_text: &'b str,
    /// The titles of language versions, each with its language value.
    pub version_titles: Vec<(&'b str, &'b str)>,
    /// The values of each list.
    pub values: Vec<Vec<&'b str>>,
}

/// A hit as JSON, up to its highlights.
#[derive(Serialize)]
struct Hit<'c> {
    id: String,
    fields: HitFields<'c>,
}

#[derive(Serialize)]
struct HitFields<'c> {
    title: [&'c str; 1],
    languages: Vec<&'c str>,
    obsolete: &'static str,
    ksbg_numbers: &'c [&'c str],
    readable_id: &'c str,
}

/// The separator between a hit and its language versions; a character that JSON always escapes.
const VERSIONS_SEPARATOR: u8 = 1;

/// A language version as it is stored in the index.
#[derive(Serialize, Deserialize)]
pub(in crate::search) struct StoredVersion<'c> {
    #[serde(borrow)]
    pub lang: Cow<'c, str>,
    /// The link; of a stored file its address without host and language, see [`StoredVersion::url`].
    #[serde(borrow)]
    pub url: Option<Cow<'c, str>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_file: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_preview: bool,
    #[serde(borrow)]
    pub item_number: Option<Cow<'c, str>>,
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub title: Option<Cow<'c, str>>,
}

impl StoredVersion<'_> {
    /// The address of the handout, made for this public URL and these languages.
    pub fn url(&self, public_url: &str, language: &Language) -> Option<String> {
        let url = self.url.as_deref()?;
        Some(match self.is_file {
            true => format!("{public_url}{url}{}", encode(&language.address_part())),
            false => url.to_owned(),
        })
    }

    /// As a hit has it, with the language of its value.
    pub fn as_hit(&self, public_url: &str, language: &Language) -> HitVersion {
        HitVersion {
            lang: language.value.clone(),
            tag: language.tag.as_ref().map(ToString::to_string).unwrap_or_default(),
            dir: self.title.as_ref().map(|_| language.dir.to_owned()),
            title: self.title.as_deref().map(str::to_owned),
            url: self.url(public_url, language),
            item_number: self.item_number.as_deref().map(str::to_owned),
        }
    }
}

/// Splits a prepared hit: the JSON up to its highlights, and a JSON list of [`StoredVersion`].
pub(in crate::search) fn split_versions(hit: &str) -> (&str, &str) {
    match memchr(VERSIONS_SEPARATOR, hit.as_bytes()) {
        Some(end) => (&hit[..end], &hit[end + 1..]),
        None => (hit, "[]"),
    }
}

/// Ends the length of a string in [`prepared`].
const LENGTH_END: char = ':';

fn stored_version<'c>(citation: &str, version: &'c LanguageVersion) -> StoredVersion<'c> {
    StoredVersion {
        lang: version.lang.as_str().into(),
        url: match &version.file {
            Some(_) => Some(page_urls::file("", citation, "").into()),
            None => version.url.as_deref().map(Cow::from),
        },
        is_file: version.file.is_some(),
        has_preview: version.file.as_ref().is_some_and(VersionFile::has_preview),
        item_number: version.item_number.as_deref().map(Cow::from),
        title: version.title.as_deref().map(Cow::from),
    }
}

/// Everything a hit needs, as strings that each follow their length: its number of bytes, in decimal, and a colon.
fn prepared(citation: &Citation, item_numbers: &[&str]) -> String {
    let mut languages = citation.values(Category::Languages);
    languages.sort_by_cached_key(|l| (!same_value(l, ENGLISH), l.to_lowercase(), (*l).to_owned()));
    let hit = Hit {
        id: format!("citation:{}", citation.id),
        fields: HitFields {
            title: [&citation.title],
            languages,
            obsolete: if citation.obsolete { "true" } else { "false" },
            ksbg_numbers: item_numbers,
            readable_id: citation.address_id(),
        },
    };
    let versions: Vec<StoredVersion> =
        citation.languages.iter().map(|version| stored_version(&citation.id, version)).collect();
    let mut hit = serde_json::to_string(&hit).unwrap_or_default();
    // The object stays open for what a response adds: highlights and a version.
    hit.pop();
    hit.push(char::from(VERSIONS_SEPARATOR));
    hit.push_str(&serde_json::to_string(&versions).unwrap_or_default());
    let mut strings = String::new();
    let mut put = |text: &str| {
        strings.push_str(&text.len().to_string());
        strings.push(LENGTH_END);
        strings.push_str(text);
    };
    put(&citation.id);
    put(if citation.obsolete { "1" } else { "" });
    put(&citation.title);
    put(&stem_language(citation).map_or_else(String::new, |language| language.number().to_string()));
    put(&hit);
    put(citation.abstract_text.as_deref().unwrap_or(""));
    put(&titles_of_versions(citation).count().to_string());
    for (lang, title) in titles_of_versions(citation) {
        put(lang);
        put(title);
    }
    for category in Category::ALL {
        let values = citation.values(category);
        put(&values.len().to_string());
        values.iter().for_each(|value| put(value));
    }
    let missing = citation.missing_required();
    let mut names: Vec<&str> = missing.iter().map(|(field, _)| *field).collect();
    if !names.is_empty() {
        names.push("any");
    }
    put(&names.len().to_string());
    names.iter().for_each(|name| put(name));
    strings
}

/// The text of [`prepared`] in a stored document.
pub(super) struct StoredPrepared(pub String);

impl DocumentDeserialize for StoredPrepared {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut document: D) -> Result<Self, DeserializeError> {
        Ok(StoredPrepared(document.next_field()?.map_or_else(String::new, |(_, text)| text)))
    }
}

/// Splits the text of [`prepared`] into its parts; `None` when it is malformed.
pub(super) fn read_prepared(text: &str) -> Option<Prepared<'_>> {
    let mut rest = text;
    let mut take = || -> Option<&str> {
        let (length, tail) = rest.split_once(LENGTH_END)?;
        let (string, tail) = tail.split_at_checked(length.parse().ok()?)?;
        rest = tail;
        Some(string)
    };
    let (id, obsolete, title) = (take()?, take()? == "1", take()?);
    let stem_language = take()?.parse().ok().and_then(StemLanguage::from_number);
    let (hit, abstract_text) = (take()?, take()?);
    let count: usize = take()?.parse().ok()?;
    let version_titles = (0..count).map(|_| Some((take()?, take()?))).collect::<Option<Vec<_>>>()?;
    let mut values = Vec::with_capacity(VALUE_LISTS);
    for _ in 0..VALUE_LISTS {
        let count: usize = take()?.parse().ok()?;
        values.push((0..count).map(|_| take()).collect::<Option<Vec<_>>>()?);
    }
    Some(Prepared { id, obsolete, title, stem_language, hit, abstract_text, version_titles, values })
}
