//! Where a printed item number leads.

use crate::domain::citations::editing::QrTarget;
use crate::domain::citations::replacements;
use crate::model::citations::citation::Citation;
use crate::model::citations::item_number;
use crate::model::error::Result;
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::LanguageTag;
use crate::store::Store;

/// Where the address of an item number leads: to the page of its citation, or with a tag to the handout in that
/// language; to the page as well when there is none. That of an obsolete citation leads to the first citation in use
/// that replaces it. With it comes the citation's ID. `None` when no language version has the number, however it is typed.
pub fn item_target(
    store: &Store,
    number: &str,
    tag: Option<&LanguageTag>,
) -> Result<Option<(String, QrTarget)>> {
    let Some(number) = item_number::normalized(number) else { return Ok(None) };
    store.read(|db| {
        let Some(key) = db.citation_with_item_number(&number)? else { return Ok(None) };
        let numbered = db.citation(key)?;
        let citation = match replacements::first_in_use(db, &numbered.id)? {
            Some(other) => db.citation(other.key)?,
            None => numbered,
        };
        let handout = match tag {
            Some(tag) => handout_in(&citation, tag, &db.language_tags()?),
            None => None,
        };
        let page = || QrTarget::Page(citation.address_id().to_owned());
        let target = handout.map_or_else(page, QrTarget::Address);
        Ok(Some((citation.id, target)))
    })
}

/// The URL of the language version that suits a reader of this language best; of equals the first.
fn handout_in(citation: &Citation, tag: &LanguageTag, tags: &LanguageTags) -> Option<String> {
    let closeness = |lang: &str| tags.tag(lang).and_then(|known| known.closeness(tag));
    let versions = citation.languages.iter().rev();
    let suiting = versions.filter_map(|version| Some((closeness(&version.lang)?, version.url.as_ref()?)));
    suiting.max_by_key(|(closeness, _)| *closeness).map(|(_, url)| url.clone())
}
