//! Where a printed item number leads.

use crate::domain::citations::printed_codes::QrTarget;
use crate::domain::citations::replacements;
use crate::model::citations::citation::Citation;
use crate::model::citations::item_number;
use crate::model::error::Result;
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::LanguageTag;
use crate::model::usage::Used;
use crate::store::Store;

/// Where an item number leads, and the use that is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemTarget {
    /// ID of the citation that it leads to.
    pub id: String,
    /// Where it leads.
    pub target: QrTarget,
    /// The citation and the language of the handout that it leads to.
    pub used: Used,
}

/// Where the address of an item number leads: to the page of its citation, or with a tag to the handout in that
/// language; to the page as well when there is none. That of an obsolete citation leads to the first citation in use
/// that replaces it. `None` when no language version has the number, however it is typed.
pub fn item_target(store: &Store, number: &str, tag: Option<&LanguageTag>) -> Result<Option<ItemTarget>> {
    let Some(number) = item_number::normalized(number) else { return Ok(None) };
    store.read(|db| {
        let Some(numbered_key) = db.citation_with_item_number(&number)? else { return Ok(None) };
        let numbered = db.citation(numbered_key)?;
        let (key, citation) = match replacements::first_in_use(db, &numbered.id)? {
            Some(other) => (other.key, db.citation(other.key)?),
            None => (numbered_key, numbered),
        };
        let handout = match tag {
            Some(tag) => handout_in(&citation, tag, &db.language_tags()?),
            None => None,
        };
        let (target, tag) = match handout {
            Some((url, tag)) => (QrTarget::Address(url), Some(tag)),
            None => (QrTarget::Page(citation.address_id().to_owned()), None),
        };
        Ok(Some(ItemTarget { id: citation.id, target, used: Used::new(key, tag) }))
    })
}

/// The URL and the tag of the language version that suits a reader of this language best; of equals the first.
fn handout_in(citation: &Citation, tag: &LanguageTag, tags: &LanguageTags) -> Option<(String, LanguageTag)> {
    let suiting = citation.languages.iter().rev().filter_map(|version| {
        let known = tags.tag(&version.lang)?;
        Some((known.closeness(tag)?, version.url.as_ref()?, known))
    });
    suiting.max_by_key(|(closeness, ..)| *closeness).map(|(_, url, known)| (url.clone(), known))
}
