//! Where printed and copied addresses of citations lead: QR codes, item numbers, paths that people type.

use crate::domain::citations::editing::{existing_key, unknown};
use crate::domain::citations::replacements;
use crate::model::citations::citation::{Citation, LanguageVersion};
use crate::model::error::{Error, Result};
use crate::model::files::Digest;
use crate::model::guide;
use crate::model::keys::CitationKey;
use crate::model::languages::language::LanguageTags;
use crate::model::languages::tag::LanguageTag;
use crate::model::orders::order::OrderNumber;
use crate::model::page_urls::first_known;
use crate::model::usage::Used;
use crate::store::{ReadTx, Store};

/// Where a printed code or number leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QrTarget {
    /// To this address of a language version.
    Address(String),
    /// To the page of the citation with this id or readable id.
    Page(String),
}

/// The citation whose QR code for `url` is requested; not found when `url` is not one of its addresses now.
pub fn citation_with_address(store: &Store, id: &str, url: &str) -> Result<Citation> {
    store.read(|db| {
        let key = existing_key(db, id)?;
        if !db.is_current_address(key, url)? {
            return Err(Error::NotFound("This citation has no such address.".into()));
        }
        db.citation(key)
    })
}

/// What a QR code says about the handout that it was printed for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PrintedHandout<'q> {
    /// Its URL.
    Url(&'q str),
    /// The digest of its URL, see [`crate::model::page_urls::handout_digest`].
    Digest(&'q str),
}

/// Where a printed QR code leads, and from which citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScannedCode {
    /// Where it leads.
    pub target: QrTarget,
    /// Key of the citation that it was printed for.
    pub printed: CitationKey,
    /// The URL that it was printed for; `None` when it never was one of that citation's.
    pub url: Option<String>,
    /// Key of the citation that it leads to.
    pub leads_to: CitationKey,
}

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

/// Where a printed QR code leads today: to the address, or to the citation's page when it never was one of its addresses.
/// The code of an obsolete citation leads to the first citation in use that replaces it: to its address in the same
/// language, else to its page. An unknown citation is not found. What was added to the end of a copied code is ignored.
pub fn scanned_code(store: &Store, id: &str, handout: PrintedHandout<'_>) -> Result<ScannedCode> {
    store.read(|db| {
        let known = first_known(id, |id| Ok(db.find_key(id)?.map(|key| (key, id.to_owned()))))?;
        let (printed, id) = known.ok_or_else(unknown)?;
        let url = printed_url(db, printed, handout)?;
        if let Some(other) = replacements::first_in_use(db, &db.citation(printed)?.id)? {
            let address = url
                .as_deref()
                .map(|url| db.same_language_address(printed, url, other.key))
                .transpose()?
                .flatten();
            let target = match address {
                Some(address) => QrTarget::Address(address),
                None => QrTarget::Page(db.citation(other.key)?.address_id().to_owned()),
            };
            return Ok(ScannedCode { target, printed, url, leads_to: other.key });
        }
        let address = url.as_deref().map(|url| db.current_address(printed, url)).transpose()?.flatten();
        let target = address.map_or(QrTarget::Page(id), QrTarget::Address);
        Ok(ScannedCode { target, printed, url, leads_to: printed })
    })
}

/// The URL, current or former, that a code of this citation was printed for.
fn printed_url(db: &ReadTx<'_>, key: CitationKey, handout: PrintedHandout<'_>) -> Result<Option<String>> {
    match handout {
        PrintedHandout::Url(url) => {
            first_known(url, |url| Ok(db.is_address(key, url)?.then(|| url.to_owned())))
        }
        PrintedHandout::Digest(digest) => {
            first_known(&digest.to_ascii_lowercase(), |digest| db.address_with_digest(key, digest))
        }
    }
}

/// Where the address of an item number leads: to the page of its citation, or with a tag to the handout in that
/// language; to the page as well when there is none. That of an obsolete citation leads to the first citation in use
/// that replaces it. `None` when no language version has the number, however it is typed.
pub fn item_target(store: &Store, number: &str, tag: Option<&LanguageTag>) -> Result<Option<ItemTarget>> {
    store.read(|db| {
        let Some(numbered_key) = db.citation_with_item_number(number)? else { return Ok(None) };
        let numbered = db.citation(numbered_key)?;
        let (key, citation) = match replacements::first_in_use(db, &numbered.id)? {
            Some(other) => (other.key, db.citation(other.key)?),
            None => (numbered_key, numbered),
        };
        let handout = match tag {
            Some(tag) => handout_in(&citation, tag, &db.language_tags()?),
            None => None,
        };
        let url = handout.and_then(|(version, tag)| Some((version.url.clone()?, tag)));
        let (target, tag) = match url {
            Some((url, tag)) => (QrTarget::Address(url), Some(tag)),
            None => (QrTarget::Page(citation.address_id().to_owned()), None),
        };
        Ok(Some(ItemTarget { id: citation.id, target, used: Used::new(key, tag) }))
    })
}

/// The language version with a handout that suits a reader of this language best, and its tag; of equals the first.
pub fn handout_in<'c>(
    citation: &'c Citation,
    tag: &LanguageTag,
    tags: &LanguageTags,
) -> Option<(&'c LanguageVersion, LanguageTag)> {
    let with_handout = citation.languages.iter().rev().filter(|version| version.url.is_some());
    let suiting = with_handout.filter_map(|version| {
        let known = tags.tag(&version.lang)?;
        Some((known.closeness(tag)?, version, known))
    });
    suiting.max_by_key(|(closeness, ..)| *closeness).map(|(_, version, known)| (version, known))
}

/// Whether what a path names exists; capitals count. `None` for a path that names nothing of the catalogue.
pub fn exists(store: &Store, path: &[&str]) -> Result<Option<bool>> {
    let tag_is_valid = |tag: &str| LanguageTag::parse(tag).is_ok();
    store.read(|db| {
        Ok(Some(match path {
            ["citation", "add"] | ["packet", "add"] => return Ok(None),
            ["citation", id] | ["citation", "edit", id] => db.find_key(id)?.is_some(),
            ["packet", id] | ["packet", "edit", id] => db.find_packet(id)?.is_some(),
            ["orders", id] => OrderNumber::parse(id).is_some() || uuid::Uuid::try_parse(id).is_ok(),
            ["i", number] => db.citation_with_item_number(number)?.is_some(),
            ["i", number, tag] => tag_is_valid(tag) && db.citation_with_item_number(number)?.is_some(),
            ["file", id, part] => has_version(db, id, part)?,
            ["file", id, part, digest] => Digest::parse(digest).is_some() && has_version(db, id, part)?,
            ["help", page] => guide::page(page, "en").is_some(),
            _ => return Ok(None),
        }))
    })
}

/// Whether a citation has, or had, the version that an address of its files names.
fn has_version(db: &ReadTx<'_>, id: &str, part: &str) -> Result<bool> {
    let Some(key) = db.find_key(id)? else { return Ok(false) };
    Ok(!db.named_versions(key, part)?.is_empty())
}

/// The ID or readable ID that differs from this one in case alone, if it is that of exactly one citation.
pub fn citation_in_other_case(store: &Store, id: &str) -> Result<Option<String>> {
    store.read(|db| db.citation_in_other_case(id))
}

/// [`citation_in_other_case`] for packets.
pub fn packet_in_other_case(store: &Store, id: &str) -> Result<Option<String>> {
    store.read(|db| db.packet_in_other_case(id))
}
