//! Finds the page that a copied or typed path of a citation, packet, order or item number means.

use crate::model::citations::item_number;
use crate::model::error::Result;
use crate::model::languages::tag::LanguageTag;
use crate::store::{ReadTx, Store, number_parts};

/// Whether what a path names exists; capitals count. `None` for a path that names nothing of the catalogue.
pub fn exists(store: &Store, path: &[&str]) -> Result<Option<bool>> {
    let tag_is_valid = |tag: &str| LanguageTag::parse(tag).is_ok();
    store.read(|db| {
        Ok(Some(match path {
            ["citation", "add"] | ["packet", "add"] => return Ok(None),
            ["citation", id] | ["citation", "edit", id] => db.find_key(id)?.is_some(),
            ["packet", id] | ["packet", "edit", id] => db.find_packet(id)?.is_some(),
            ["orders", id] => number_parts(id).is_some() || uuid::Uuid::try_parse(id).is_ok(),
            ["i", number] => has_item_number(db, number)?,
            ["i", number, tag] => tag_is_valid(tag) && has_item_number(db, number)?,
            _ => return Ok(None),
        }))
    })
}

fn has_item_number(db: &ReadTx<'_>, number: &str) -> Result<bool> {
    let Some(number) = item_number::normalized(number) else { return Ok(false) };
    Ok(db.citation_with_item_number(&number)?.is_some())
}

/// The ID or readable ID that differs from this one in case alone, if it is that of exactly one citation.
pub fn citation_in_other_case(store: &Store, id: &str) -> Result<Option<String>> {
    store.read(|db| db.citation_in_other_case(id))
}

/// The same for packets.
pub fn packet_in_other_case(store: &Store, id: &str) -> Result<Option<String>> {
    store.read(|db| db.packet_in_other_case(id))
}
