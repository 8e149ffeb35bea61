//! Readable IDs: who has them, and assigning new ones. None is ever withdrawn or assigned twice.

use crate::model::error::Result;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sqlite_error::doing;
use rusqlite::{OptionalExtension, Row};

const WHAT: &str = "reading readable ids";

impl ReadTx<'_> {
    /// Key of the citation that has, or once had, this readable id.
    pub fn readable_id_owner(&self, readable_id: &str) -> Result<Option<i64>> {
        self.db
            .prepare_cached("SELECT citation FROM readable_ids WHERE readable_id = ?1")
            .and_then(|mut one| one.query_row([readable_id], |row| row.get(0)).optional())
            .map_err(doing(WHAT))
    }

    /// The ID or readable ID of the only citation that has one which differs from `id` in case alone.
    pub fn citation_in_other_case(&self, id: &str) -> Result<Option<String>> {
        self.only_name_in_other_case(
            id,
            "SELECT id, key FROM citations WHERE id = ?1 COLLATE NOCASE \
             UNION ALL SELECT readable_id, citation FROM readable_ids \
             WHERE readable_id = ?1 COLLATE NOCASE OR readable_id = ?2",
        )
    }

    /// The name that `sql` finds for `name` (`?1`; in lower case `?2`), unless it finds names of several owners.
    pub(in crate::store) fn only_name_in_other_case(&self, name: &str, sql: &str) -> Result<Option<String>> {
        let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
        let names = self.list(WHAT, sql, [name, &name.to_lowercase()], read)?;
        let Some((found, owner)) = names.first() else { return Ok(None) };
        Ok(names.iter().all(|(_, other)| other == owner).then(|| found.clone()))
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

    /// The readable ids that a citation has or had.
    pub fn readable_ids_of(&self, key: i64) -> Result<Vec<String>> {
        self.list(WHAT, "SELECT readable_id FROM readable_ids WHERE citation = ?1", [key], |row| row.get(0))
    }

    /// Whether `readable_id` can be assigned to the citation `key`: no other citation has, or had, it as its readable ID, or
    /// has it as its ID.
    pub fn readable_id_is_free(&self, readable_id: &str, key: i64) -> Result<bool> {
        let is_own = |owner: Option<i64>| owner.is_none_or(|owner| owner == key);
        Ok(is_own(self.readable_id_owner(readable_id)?) && is_own(self.citation_key(readable_id)?))
    }
}

impl WriteTx<'_> {
    /// Makes `readable_id`, which is free or this citation's own, the current one.
    pub fn assign_readable_id(&self, key: i64, readable_id: &str) -> Result<()> {
        self.db
            .prepare_cached(
                "INSERT INTO readable_ids (readable_id, citation, given) VALUES (?1, ?2, \
                 (SELECT coalesce(max(given), 0) + 1 FROM readable_ids WHERE citation = ?2)) \
                 ON CONFLICT (readable_id) DO UPDATE SET given = excluded.given",
            )
            .and_then(|mut insert| insert.execute((readable_id, key)))
            .map_err(doing("assigning a readable id"))?;
        Ok(())
    }
}
