//! Earlier states of citations: kept whole when a new state replaces them, read for the history.

use crate::model::citation::Citation;
use crate::model::error::{Error, Result};
use crate::store::database::{Reader, Writer};
use crate::store::fault::doing;

/// One state of a citation: who made it and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionEntry {
    /// From 1, in the order they were made.
    pub version: u32,
    /// ISO 8601, UTC.
    pub saved_at: String,
    /// Who made it, as shown.
    pub saved_by: String,
}

impl Reader<'_> {
    /// Every state of a citation, the present one first.
    pub fn versions(&self, key: i64) -> Result<Vec<VersionEntry>> {
        let what = "reading the history of a citation";
        let mut query = self
            .db
            .prepare_cached(
                "SELECT version, saved_at, saved_by_name FROM citations WHERE key = ?1 \
                 UNION ALL SELECT version, saved_at, saved_by_name FROM citation_versions WHERE citation = ?1 \
                 ORDER BY version DESC",
            )
            .map_err(doing(what))?;
        let rows = query
            .query_map([key], |row| {
                Ok(VersionEntry { version: row.get(0)?, saved_at: row.get(1)?, saved_by: row.get(2)? })
            })
            .map_err(doing(what))?;
        rows.collect::<rusqlite::Result<Vec<_>>>().map_err(doing(what))
    }

    /// An earlier state as the JSON it was kept as; `None` when there is no such version, or it is the present one.
    pub fn earlier_version(&self, key: i64, version: u32) -> Result<Option<serde_json::Value>> {
        use rusqlite::OptionalExtension;
        let text: Option<String> = self
            .db
            .prepare_cached("SELECT body FROM citation_versions WHERE citation = ?1 AND version = ?2")
            .and_then(|mut one| one.query_row((key, version), |row| row.get(0)).optional())
            .map_err(doing("reading an earlier version"))?;
        text.map(|t| serde_json::from_str(&t).map_err(|e| Error::internal("reading an earlier version", e)))
            .transpose()
    }
}

impl Writer<'_> {
    /// Keeps the present state of a citation, which a new one is about to replace.
    pub(in crate::store) fn keep_version(&self, key: i64, present: &Citation) -> Result<()> {
        let body = serde_json::to_string(present).map_err(|e| Error::internal("keeping a version", e))?;
        self.db
            .prepare_cached(
                "INSERT INTO citation_versions (citation, version, saved_at, saved_by_user, saved_by_name, body) \
                 SELECT key, version, saved_at, saved_by_user, saved_by_name, ?2 FROM citations WHERE key = ?1",
            )
            .and_then(|mut insert| insert.execute((key, body)))
            .map_err(doing("keeping a version"))?;
        Ok(())
    }
}
