//! Readable IDs: who has them, and assigning new ones. None is ever withdrawn or assigned twice.

use crate::model::error::Result;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::OptionalExtension;

const WHAT: &str = "reading readable ids";

impl ReadTx<'_> {
    /// Key of the citation that has, or once had, this readable id.
    pub fn readable_id_owner(&self, readable_id: &str) -> Result<Option<i64>> {
        self.db
            .prepare_cached("SELECT citation FROM readable_ids WHERE readable_id = ?1")
            .and_then(|mut one| one.query_row([readable_id], |row| row.get(0)).optional())
            .map_err(doing(WHAT))
    }

    /// The current readable id of a citation.
    pub fn current_readable_id(&self, key: i64) -> Result<Option<String>> {
        self.db
            .prepare_cached(
                "SELECT readable_id FROM readable_ids WHERE citation = ?1 ORDER BY given DESC LIMIT 1",
            )
            .and_then(|mut one| one.query_row([key], |row| row.get(0)).optional())
            .map_err(doing(WHAT))
    }

    /// Whether `readable_id` can be assigned to the citation `key` (or a new one): no other citation has it as readable ID or ID.
    pub(in crate::store) fn readable_id_is_free(&self, readable_id: &str, key: Option<i64>) -> Result<bool> {
        let owner = self.readable_id_owner(readable_id)?;
        if owner.is_some() && owner != key {
            return Ok(false);
        }
        let named = self.citation_key(readable_id)?;
        Ok(named.is_none() || named == key)
    }
}

impl WriteTx<'_> {
    /// Makes `readable_id`, which is free or this citation's own, the current one.
    pub(in crate::store) fn give_readable_id(&self, key: i64, readable_id: &str) -> Result<()> {
        self.db
            .prepare_cached(
                "INSERT INTO readable_ids (readable_id, citation, given) VALUES (?1, ?2, \
                 (SELECT coalesce(max(given), 0) + 1 FROM readable_ids WHERE citation = ?2)) \
                 ON CONFLICT (readable_id) DO UPDATE SET given = excluded.given",
            )
            .and_then(|mut insert| insert.execute((readable_id, key)))
            .map_err(doing("giving a readable id"))?;
        Ok(())
    }
}
