//! Where printed QR codes lead.

use crate::domain::citations::editing::unknown;
use crate::domain::citations::replacements;
use crate::model::error::Result;
use crate::model::page_urls::first_known;
use crate::store::{ReadTx, Store};

/// Where a printed code or number leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QrTarget {
    /// To this address of a language version.
    Address(String),
    /// To the page of the citation with this id or readable id.
    Page(String),
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
    pub printed: i64,
    /// The URL that it was printed for; `None` when it never was one of that citation's.
    pub url: Option<String>,
    /// Key of the citation that it leads to.
    pub leads_to: i64,
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
fn printed_url(db: &ReadTx<'_>, key: i64, handout: PrintedHandout<'_>) -> Result<Option<String>> {
    match handout {
        PrintedHandout::Url(url) => {
            first_known(url, |url| Ok(db.is_address(key, url)?.then(|| url.to_owned())))
        }
        PrintedHandout::Digest(digest) => {
            first_known(&digest.to_ascii_lowercase(), |digest| db.address_with_digest(key, digest))
        }
    }
}
