//! What two citations should not share: their title, an item number, an address.

use crate::model::category::value_key;
use crate::model::citations::citation::Citation;
use crate::model::variant_names::variant_names;
use serde::Serialize;
use utoipa::ToSchema;

/// Says that another citation in use shares something with the one just saved. Never kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Warning {
    /// Path of the field in the saved citation: `title`, `languages[0].ksbgNumber`, `languages[0].url`.
    pub field: String,
    /// What is the same, and the title of the other citation.
    pub message: String,
    /// Id of the other citation.
    pub citation: String,
}

variant_names! {
    /// What a citation should share with no other.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, ToSchema)]
    #[serde(rename_all = "camelCase")]
    pub enum Unique {
        /// Its title.
        Title = "title",
        /// The item number of a language version.
        ItemNumber = "item number",
        /// The address of a language version.
        Address = "address",
    }
}

impl Unique {
    /// The kind of text that a key of the index is made from.
    pub fn from_key(key: &str) -> Option<Unique> {
        let (name, _) = key.split_once(':')?;
        Unique::from_name(name)
    }
}

/// So many citations of a group are shown with it.
pub const MAX_SHOWN: usize = 20;

/// A page of groups of citations that share something.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct DuplicatePage {
    /// How many groups there are on all pages.
    pub found: usize,
    /// At most 50: those with the same title first, then those with the same item number, then those with the same address.
    pub groups: Vec<DuplicateGroup>,
}

/// Citations in use that share something; no other one has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct DuplicateGroup {
    /// What all of them have, at least one thing.
    pub same: Vec<SharedText>,
    /// How many citations they are.
    pub count: usize,
    /// The first 20 of them.
    pub citations: Vec<DuplicateCitation>,
}

/// Something that several citations have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SharedText {
    /// What it is.
    pub kind: Unique,
    /// The text, as the first citation has it.
    pub text: String,
}

/// A citation of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DuplicateCitation {
    /// Id of the citation.
    pub id: String,
    /// Its readable id, or the id when it has none.
    pub readable_id: String,
    /// Title.
    pub title: String,
    /// Department that submitted it.
    pub department: Option<String>,
    /// Its item numbers, each once.
    pub item_numbers: Vec<String>,
}

/// Citations in use that share something, as the index knows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexedDuplicates {
    /// What they share, each as it is compared (see [`UniqueText::key`]).
    pub same: Vec<(Unique, String)>,
    /// Their ids, sorted.
    pub ids: Vec<String>,
}

/// One text of a citation that no other should have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UniqueText {
    /// Path of its field, as in the JSON.
    pub field: String,
    /// What it is.
    pub kind: Unique,
    /// The text as the citation has it.
    pub text: String,
    /// The text as it is compared: without case and spaces, what it is in front. Never empty.
    pub key: String,
}

impl UniqueText {
    fn new(field: impl Into<String>, kind: Unique, text: &str) -> Option<UniqueText> {
        let compared = value_key(text);
        let key = format!("{}:{compared}", kind.name());
        (!compared.is_empty()).then(|| UniqueText { field: field.into(), kind, text: text.to_owned(), key })
    }
}

/// The texts of a citation that no other should have, in the order of the JSON; each once, at its first field.
pub fn unique_texts(citation: &Citation) -> Vec<UniqueText> {
    let title = UniqueText::new("title", Unique::Title, &citation.title);
    let version_keys = citation.languages.iter().enumerate().flat_map(|(n, version)| {
        let text = |part: &str, kind: Unique, text: Option<&str>| {
            UniqueText::new(format!("languages[{n}].{part}"), kind, text?)
        };
        [
            text("ksbgNumber", Unique::ItemNumber, version.item_number.as_deref()),
            text("url", Unique::Address, version.link()),
        ]
    });
    let mut texts: Vec<UniqueText> = Vec::new();
    for text in std::iter::once(title).chain(version_keys).flatten() {
        if texts.iter().all(|known| known.key != text.key) {
            texts.push(text);
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::citations::citation::LanguageVersion;

    fn version(item_number: &str, url: &str) -> LanguageVersion {
        LanguageVersion {
            lang: "English".into(),
            item_number: Some(item_number.into()).filter(|text: &String| !text.is_empty()),
            url: Some(url.into()).filter(|text: &String| !text.is_empty()),
            ..LanguageVersion::default()
        }
    }

    #[test]
    fn texts_are_compared_without_case_and_spaces_and_listed_once() {
        let citation = Citation {
            title: "Fever  at Home".into(),
            languages: vec![
                version("KSBG 7", "https://x.example.org/A.pdf"),
                version("ksbg7", ""),
                version(" ", "https://x.example.org/b.pdf"),
            ],
            ..Citation::default()
        };
        let texts: Vec<(String, String)> =
            unique_texts(&citation).into_iter().map(|text| (text.field, text.key)).collect();
        let expected = [
            ("title", "title:feverathome"),
            ("languages[0].ksbgNumber", "item number:ksbg7"),
            ("languages[0].url", "address:https://x.example.org/a.pdf"),
            ("languages[2].url", "address:https://x.example.org/b.pdf"),
        ];
        assert_eq!(texts, expected.map(|(field, key)| (field.to_owned(), key.to_owned())));
    }

    #[test]
    fn an_item_number_that_reads_like_a_title_is_another_thing() {
        let titled = Citation { title: "KSBG7".into(), ..Citation::default() };
        let numbered = Citation { languages: vec![version("KSBG7", "")], ..Citation::default() };
        assert_ne!(unique_texts(&titled)[0].key, unique_texts(&numbered)[0].key);
    }
}
