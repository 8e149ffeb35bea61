//! The use that the scan of a printed QR code counts as.

use crate::model::error::Result;
use crate::model::usage::Used;
use crate::store::Store;

/// The use that the scan of a QR code with the address `url`, printed for one citation, counts as: of the citation that it
/// leads to, in the language of the address.
pub fn scanned(store: &Store, printed: i64, url: &str, leads_to: i64) -> Result<Used> {
    store.read(|db| {
        let value = db.language_of_address(printed, url)?;
        let tag = match value {
            Some(value) => db.language_tags()?.tag(&value),
            None => None,
        };
        Ok(Used::new(leads_to, tag))
    })
}
