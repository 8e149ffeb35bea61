//! What the scan of a printed QR code is counted for.

use crate::model::error::Result;
use crate::model::languages::tag::LanguageTag;
use crate::model::usage::counts::NO_LANGUAGE;
use crate::store::Store;

/// A citation and a language in which it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Used {
    /// Key of the citation.
    pub citation: i64,
    /// Language tag; `und` when it is not known.
    pub tag: String,
}

/// What the scan of a QR code with the address `url`, printed for one citation, is counted for: the citation that it leads
/// to, in the language of the address.
pub fn scanned(store: &Store, printed: i64, url: &str, leads_to: i64) -> Result<Used> {
    store.read(|db| {
        let value = db.language_of_address(printed, url)?;
        let tag = match value {
            Some(value) => db.language_tags()?.tag(&value),
            None => None,
        };
        Ok(Used { citation: leads_to, tag: tag_name(tag) })
    })
}

/// The tag as it is counted.
pub(in crate::domain) fn tag_name(tag: Option<LanguageTag>) -> String {
    tag.map_or_else(|| NO_LANGUAGE.to_owned(), String::from)
}
