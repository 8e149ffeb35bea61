//! The index document of a citation: the text fields, and the hit as JSON, which is prepared when the citation is indexed.

use crate::model::category::{Category, ENGLISH, same_value};
use crate::model::citations::citation::{Citation, LanguageVersion, VersionFile};
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
    document.add_bytes(fields.prepared, &prepared(citation, &item_numbers));
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

/// Everything that the columns need of a citation, as it is stored in its document.
#[derive(Serialize, Deserialize)]
pub(super) struct Prepared<'b> {
    pub id: &'b str,
    pub obsolete: bool,
    pub title: &'b str,
    /// The number of its [`StemLanguage`].
    pub stem_language: Option<u8>,
    #[serde(borrow)]
    pub hit: HitText<'b>,
    /// The titles of language versions, each with its language value.
    pub version_titles: Vec<(&'b str, &'b str)>,
    /// The values of each list.
    pub values: Vec<Vec<&'b str>>,
}

/// What a hit is written from.
#[derive(Serialize, Deserialize)]
pub(in crate::search) struct HitText<'t> {
    /// The hit as JSON, up to its highlights.
    pub hit: &'t str,
    /// A JSON list of [`StoredVersion`].
    pub versions: &'t str,
    pub abstract_text: &'t str,
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

/// The bytes of [`Prepared`].
fn prepared(citation: &Citation, item_numbers: &[&str]) -> Vec<u8> {
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
    let versions = serde_json::to_string(&versions).unwrap_or_default();
    let mut values: Vec<Vec<&str>> = Category::ALL.map(|category| citation.values(category)).into();
    let mut missing: Vec<&str> = citation.missing_required().iter().map(|(field, _)| *field).collect();
    if !missing.is_empty() {
        missing.push("any");
    }
    values.push(missing);
    let abstract_text = citation.abstract_text.as_deref().unwrap_or_default();
    let prepared = Prepared {
        id: &citation.id,
        obsolete: citation.obsolete,
        title: &citation.title,
        stem_language: stem_language(citation).map(StemLanguage::number),
        hit: HitText { hit: &hit, versions: &versions, abstract_text },
        version_titles: titles_of_versions(citation).collect(),
        values,
    };
    postcard::to_stdvec(&prepared).unwrap_or_default()
}

/// The bytes of [`Prepared`] in a stored document.
pub(super) struct StoredPrepared(pub Vec<u8>);

impl DocumentDeserialize for StoredPrepared {
    fn deserialize<'de, D: DocumentDeserializer<'de>>(mut document: D) -> Result<Self, DeserializeError> {
        Ok(StoredPrepared(document.next_field()?.map(|(_, bytes)| bytes).unwrap_or_default()))
    }
}
