//! Packets as they are answered, and their earlier states.

use crate::model::languages::tag::LanguageTag;
use crate::model::packets::languages::{
    KnownLanguages, PacketLanguage, PacketVersion, count_languages, preview, version_for,
};
use crate::model::search::request::HitVersion;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use utoipa::ToSchema;

/// Most personal packets of one person.
pub const MAX_PERSONAL: u64 = 200;

/// A page of a list of packets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PacketPage {
    /// How many there are in all.
    pub found: usize,
    /// At most 50.
    pub packets: Vec<PacketSummary>,
}

/// The fields that a packet has in lists and by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PacketHead {
    /// ID.
    pub id: String,
    /// The current readable ID; null for a personal packet that was never published.
    pub readable_id: Option<String>,
    /// The code that opens it; null for everybody but its owner and administrators.
    pub code: Option<String>,
    /// Title.
    pub title: String,
    /// Whom the packet is for, and when it is given.
    pub description: Option<String>,
    /// Department.
    pub department: Option<String>,
    /// A department packet, which is public.
    pub published: bool,
}

/// A packet in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PacketSummary {
    /// ID, title and the like.
    #[serde(flatten)]
    pub head: PacketHead,
    /// How many citations it has.
    pub count: u32,
    /// How many of them have a version in which language, as the public sees them; the most frequent first.
    pub languages: Vec<PacketLanguage>,
    /// How many of them are obsolete; null for everybody but its owner and administrators.
    pub needs_look: Option<u32>,
    /// When it was last changed; ISO 8601, UTC.
    pub updated: String,
}

/// A packet with its citations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Packet {
    /// ID, title and the like.
    #[serde(flatten)]
    pub head: PacketHead,
    /// Whether the caller made it.
    pub owned: bool,
    /// Whether the caller may change it now.
    pub editable: bool,
    /// How many of its citations are obsolete; null for everybody but its owner and administrators.
    pub needs_look: Option<u32>,
    /// The citations. For its owner and administrators as they were selected, otherwise as the public sees them.
    pub items: Vec<PacketItem>,
    /// How many citations have a version in which language, as the public sees them; the most frequent first.
    pub languages: Vec<PacketLanguage>,
    /// When it was last changed; ISO 8601, UTC.
    pub updated: String,
}

/// A citation of a packet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PacketItem {
    /// The citation that is shown here.
    #[serde(flatten)]
    pub shown: PacketCitation,
    /// What the family should know about it.
    pub note: Option<String>,
    /// The obsolete citation in whose place this one is shown.
    pub replaces: Option<CitationName>,
    /// For the owner and administrators: what the public sees in the place of an obsolete citation.
    pub replacement: Option<PacketCitation>,
}

/// A citation as a packet shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PacketCitation {
    /// ID of the citation.
    pub citation: String,
    /// Its readable ID, or its ID when it has none.
    pub readable_id: String,
    /// Title.
    pub title: String,
    /// No longer given out.
    pub obsolete: bool,
    /// Where to obtain it; 'Copy Center' makes it orderable.
    pub where_to_obtain: Option<String>,
    /// How it is printed.
    pub printing_specs: Option<String>,
    /// The version that suits the requested language, when there is one.
    pub version: Option<HitVersion>,
    /// The address of a preview, without its width: of `version`, else of the English, else of the first version that has
    /// one. Left out where none has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
    /// Every version, English first, the rest in alphabetical order.
    pub languages: Vec<PacketVersion>,
}

impl PacketCitation {
    /// The citation with the version for a reader of `lang`.
    pub fn in_language(mut self, lang: Option<&LanguageTag>) -> PacketCitation {
        self.version = lang.and_then(|lang| version_for(lang, &self.languages));
        self.preview = preview(self.version.as_ref(), &self.languages);
        self
    }

    /// The citation by its name only.
    pub fn name(&self) -> CitationName {
        CitationName {
            citation: self.citation.clone(),
            readable_id: self.readable_id.clone(),
            title: self.title.clone(),
        }
    }
}

/// A citation by its name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CitationName {
    /// ID of the citation.
    pub citation: String,
    /// Its readable ID, or its ID when it has none.
    pub readable_id: String,
    /// Title.
    pub title: String,
}

/// A citation of a packet as it was selected, with what replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelectedItem {
    /// The citation that was selected.
    pub selected: PacketCitation,
    /// What the family should know about it.
    pub note: Option<String>,
    /// Of an obsolete citation the first citation in use that replaces it.
    pub replacement: Option<PacketCitation>,
}

/// The items as the public sees them: replacements in the place of what they replace, no citation twice.
///
/// A citation that is there both by itself and as a replacement stays where it comes first; it has the note of that
/// place, or else of the other one.
pub fn public_items(items: &[SelectedItem]) -> Vec<PacketItem> {
    let mut shown: Vec<PacketItem> = Vec::with_capacity(items.len());
    for item in items {
        let citation = item.replacement.as_ref().unwrap_or(&item.selected);
        match shown.iter_mut().find(|other| other.shown.citation == citation.citation) {
            Some(other) => other.note = other.note.take().or_else(|| item.note.clone()),
            None => shown.push(PacketItem {
                shown: citation.clone(),
                note: item.note.clone(),
                replaces: item.replacement.is_some().then(|| item.selected.name()),
                replacement: None,
            }),
        }
    }
    shown
}

/// The items as they were selected, for those who look after the packet.
pub fn selected_items(items: &[SelectedItem]) -> Vec<PacketItem> {
    let item = |item: &SelectedItem| PacketItem {
        shown: item.selected.clone(),
        note: item.note.clone(),
        replaces: None,
        replacement: item.replacement.clone(),
    };
    items.iter().map(item).collect()
}

/// In how many citations which language can be had, as the public sees them.
pub fn public_languages(items: &[SelectedItem], languages: &KnownLanguages) -> Vec<PacketLanguage> {
    let mut seen = HashSet::new();
    let shown = items.iter().map(|item| item.replacement.as_ref().unwrap_or(&item.selected));
    let values: Vec<Vec<String>> = shown
        .filter(|citation| seen.insert(citation.citation.as_str()))
        .map(|citation| citation.languages.iter().map(|version| version.lang.clone()).collect())
        .collect();
    count_languages(values.iter().map(Vec::as_slice), languages)
}

/// A department packet that holds a citation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PacketLink {
    /// The current readable ID.
    pub readable_id: String,
    /// Title.
    pub title: String,
}

/// The contents of one state of a packet, as they are kept and exported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PacketContents {
    /// Title.
    pub title: String,
    /// Whom the packet is for, and when it is given.
    pub description: Option<String>,
    /// Department, by the name that it had then.
    pub department: Option<String>,
    /// A department packet, which is public.
    pub published: bool,
    /// The citations in their order.
    pub items: Vec<ContentsItem>,
}

/// A citation in the contents of a packet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ContentsItem {
    /// ID of the citation.
    pub citation: String,
    /// Its present title; in the history alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What the family should know about it.
    pub note: Option<String>,
}

impl PacketContents {
    /// Names of the fields that differ from an earlier state.
    pub fn changed_fields(&self, before: &PacketContents) -> Vec<String> {
        let fields = [
            ("title", self.title != before.title),
            ("description", self.description != before.description),
            ("department", self.department != before.department),
            ("published", self.published != before.published),
            ("items", self.items != before.items),
        ];
        fields.into_iter().filter(|(_, differs)| *differs).map(|(field, _)| field.to_owned()).collect()
    }
}

/// One state of a packet: who made it, when, and what it changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PacketState {
    /// From 1, in the order they were made.
    pub version: u32,
    /// When it was made; ISO 8601, UTC.
    pub when: String,
    /// Who made it, as shown; the command line is named.
    pub who: String,
    /// What happened.
    pub action: PacketAction,
    /// Names of the fields that differ from the state before; empty for the first one.
    pub changed: Vec<String>,
    /// The contents of this state.
    pub packet: PacketContents,
}

/// What made a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PacketAction {
    /// The packet was added.
    Added,
    /// It was changed.
    Changed,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn citation(id: u8) -> PacketCitation {
        PacketCitation {
            citation: id.to_string(),
            readable_id: id.to_string(),
            title: format!("Citation {id}"),
            obsolete: false,
            where_to_obtain: None,
            printing_specs: None,
            version: None,
            preview: None,
            languages: Vec::new(),
        }
    }

    fn item(selected: u8, replacement: Option<u8>, note: Option<&str>) -> SelectedItem {
        SelectedItem {
            selected: citation(selected),
            note: note.map(str::to_owned),
            replacement: replacement.map(citation),
        }
    }

    fn shown(items: &[SelectedItem]) -> Vec<(String, Option<String>, Option<String>)> {
        let public = public_items(items).into_iter();
        public.map(|item| (item.shown.citation, item.replaces.map(|of| of.citation), item.note)).collect()
    }

    #[test]
    fn a_replacement_is_shown_once_in_the_first_place() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            shown(&[item(1, None, None), item(2, Some(3), Some("note")), item(3, None, Some("other"))]),
            [("1".into(), None, None), ("3".into(), some("2"), some("note"))]
        );
        assert_eq!(
            shown(&[item(3, None, None), item(2, Some(3), Some("note")), item(4, Some(3), Some("later"))]),
            [("3".into(), None, some("note"))]
        );
    }

    proptest! {
        #[test]
        fn no_citation_is_shown_twice_and_none_is_lost(
            replacements in prop::collection::vec(prop::option::of(0u8..20), 1..20)
        ) {
            let items: Vec<SelectedItem> =
                (0u8..).zip(&replacements).map(|(n, replacement)| item(n, *replacement, None)).collect();
            let public = public_items(&items);
            let ids: HashSet<&str> = public.iter().map(|item| item.shown.citation.as_str()).collect();
            prop_assert_eq!(ids.len(), public.len());
            let expected: HashSet<String> =
                (0u8..).zip(&replacements).map(|(n, replacement)| replacement.unwrap_or(n).to_string()).collect();
            prop_assert_eq!(ids, expected.iter().map(String::as_str).collect());
        }
    }

    #[test]
    fn changed_fields_are_named() {
        let before = PacketContents {
            title: "A".into(),
            description: None,
            department: None,
            published: false,
            items: vec![ContentsItem { citation: "c".into(), title: None, note: None }],
        };
        let mut after = PacketContents { title: "B".into(), published: true, ..before.clone() };
        assert_eq!(after.changed_fields(&before), ["title", "published"]);
        after.items[0].note = Some("note".into());
        assert_eq!(after.changed_fields(&before), ["title", "published", "items"]);
        assert!(before.changed_fields(&before).is_empty());
    }
}
