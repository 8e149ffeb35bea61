//! The language values of a catalogue with their tags, own names and directions. Contract section 9.2.

use crate::model::category::value_key;
use crate::model::languages::names::tag_from_name;
use crate::model::languages::tag::LanguageTag;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// One language value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Language {
    /// The value, as citations have it.
    pub value: String,
    /// Its BCP 47 tag; null when none is known.
    #[schema(value_type = Option<String>)]
    pub tag: Option<LanguageTag>,
    /// The language's name in the language itself; the value when that is not known.
    pub name: String,
    /// Which way it is written: `ltr`, `rtl`, or `auto` when that is not known.
    #[schema(pattern = "^(ltr|rtl|auto)$")]
    pub dir: &'static str,
}

impl Language {
    /// What names it in the addresses of stored files: its tag, else its value.
    pub fn address_part(&self) -> String {
        self.tag.as_ref().map_or_else(|| self.value.clone(), ToString::to_string)
    }
}

/// A language value with how often it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct UsedLanguage {
    /// The language.
    #[serde(flatten)]
    pub language: Language,
    /// How many citations have it, without the obsolete ones.
    pub count: u32,
}

/// The tag of a language value, as an administrator sets it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, ToSchema)]
pub struct TagRequest {
    /// A BCP 47 tag that is valid in the IANA registry, in upper or lower case; null removes the one that was set.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required)]
    pub tag: Option<String>,
}

/// The tags that administrators set; all other values have theirs from the built-in table.
#[derive(Debug, Clone, Default)]
pub struct LanguageTags {
    set: HashMap<String, LanguageTag>,
    version: u64,
}

impl LanguageTags {
    /// These values with the tags that were set for them. `version` is higher after every change of a tag or a value.
    pub fn new(set: impl IntoIterator<Item = (String, LanguageTag)>, version: u64) -> LanguageTags {
        LanguageTags { set: set.into_iter().map(|(value, tag)| (value_key(&value), tag)).collect(), version }
    }

    /// Returns whether these tags are as new as the others or newer.
    pub fn is_as_new_as(&self, others: &LanguageTags) -> bool {
        self.version >= others.version
    }

    /// The tag of a value.
    pub fn tag(&self, value: &str) -> Option<LanguageTag> {
        self.set.get(&value_key(value)).cloned().or_else(|| tag_from_name(value))
    }

    /// What names a value in the addresses of stored files: its tag, else the value.
    pub fn address_part(&self, value: &str) -> String {
        self.tag(value).map_or_else(|| value.to_owned(), |tag| tag.to_string())
    }

    /// The tag to set when a value is renamed to a name that no value has, so that its tag stays in force; `None` when a
    /// tag was set, which moves with the value, and when the table has one for the new name.
    pub fn tag_after_rename(&self, old: &str, new: &str) -> Option<LanguageTag> {
        let has_its_own = self.set.contains_key(&value_key(old)) || tag_from_name(new).is_some();
        if has_its_own { None } else { tag_from_name(old) }
    }

    /// The tag that citations with the value `old` have after its rename to `new`. On a merge into the existing value
    /// `merges_into` that value's tag stays.
    pub fn after_rename(&self, old: &str, new: &str, merges_into: Option<&str>) -> Option<LanguageTag> {
        if let Some(existing) = merges_into {
            return self.tag(existing);
        }
        let set = self.set.get(&value_key(old)).cloned();
        set.or_else(|| self.tag_after_rename(old, new)).or_else(|| tag_from_name(new))
    }

    /// A value with its tag, own name and direction.
    pub fn language(&self, value: &str) -> Language {
        let tag = self.tag(value);
        let name = tag.as_ref().and_then(LanguageTag::own_name).unwrap_or(value).to_owned();
        let dir = tag.as_ref().map_or("auto", LanguageTag::direction);
        Language { value: value.to_owned(), tag, name, dir }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_value_has_the_tag_that_was_set_before_the_one_of_its_name() {
        let tags = LanguageTags::new([("Af Maay".to_owned(), LanguageTag::parse("ymm").unwrap())], 1);
        let maay = tags.language("af  maay");
        assert_eq!((maay.tag.unwrap().as_str(), maay.name.as_str(), maay.dir), ("ymm", "af  maay", "ltr"));
        let somali = tags.language("Somali");
        assert_eq!(
            (somali.tag.unwrap().as_str(), somali.name.as_str(), somali.dir),
            ("so", "Soomaali", "ltr")
        );
        let unknown = tags.language("Klingonish");
        assert_eq!((unknown.tag, unknown.name.as_str(), unknown.dir), (None, "Klingonish", "auto"));
    }

    #[test]
    fn a_rename_keeps_the_tag_in_force() {
        let tags = LanguageTags::new([("Af Maay".to_owned(), LanguageTag::parse("ymm").unwrap())], 1);
        let check =
            |old: &str, new: &str, merges_into: Option<&str>, kept: Option<&str>, after: Option<&str>| {
                let found = tags.tag_after_rename(old, new);
                assert_eq!(found.as_ref().map(LanguageTag::as_str), kept, "{old} to {new}");
                let found = tags.after_rename(old, new, merges_into);
                assert_eq!(found.as_ref().map(LanguageTag::as_str), after, "{old} to {new}");
            };
        check("Vietnamese", "Tieng Viet print", None, Some("vi"), Some("vi"));
        check("Vietnamese", "VIETNAMESE", None, None, Some("vi"));
        check("Af Maay", "Somali", None, None, Some("ymm"));
        check("Chinese", "Somali", None, None, Some("so"));
        check("Klingonish", "Somali", None, None, Some("so"));
        check("Klingonish", "Klingonese", None, None, None);
        check("Vietnamese", "af maay", Some("Af Maay"), Some("vi"), Some("ymm"));
    }
}
