//! Earlier states of citations: kept whole when a new state replaces them, read for the history.

use crate::model::citations::citation::Citation;
use crate::model::error::Result;
use crate::model::keys::CitationKey;
use crate::store::database::{ReadTx, WriteTx};
use crate::store::sql::{from_row, json, json_column};
use rusqlite::ToSql;

/// One state of a citation: who made it and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VersionEntry {
    /// From 1, in the order in which they were saved.
    pub version: u32,
    /// ISO 8601, UTC.
    pub saved_at: String,
    /// Who made it, as shown.
    pub saved_by: String,
}

/// One state of a citation as it stood at some moment.
#[derive(Debug, Clone, PartialEq)]
pub struct StateThen {
    /// As the JSON that it was stored as; `None` for the present one.
    pub kept: Option<serde_json::Value>,
    /// The time of the names of its values.
    pub names: NamesOf,
}

/// The time of the names in a state of a citation or of a packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NamesOf {
    /// Today's names: it is the present state.
    Today,
    /// From after the change of lookup values with this number.
    Change(i64),
    /// From this moment; ISO 8601, UTC.
    Moment(String),
}

impl ReadTx<'_> {
    /// The number of a citation's present state.
    pub fn present_version(&self, key: CitationKey) -> Result<u32> {
        self.value("SELECT version FROM citations WHERE key = ?1", [key])
    }

    /// Every state of a citation, the present one first.
    pub fn versions(&self, key: CitationKey) -> Result<Vec<VersionEntry>> {
        self.list(
            "SELECT version, saved_at, saved_by_name FROM citations WHERE key = ?1 \
             UNION ALL SELECT version, saved_at, saved_by_name FROM citation_versions WHERE citation = ?1 \
             ORDER BY version DESC",
            [key],
            |row| from_row!(row => VersionEntry { version, saved_at, saved_by = "saved_by_name" }),
        )
    }

    /// An earlier state as the JSON it was stored as; `None` if the version does not exist or is the present one.
    pub fn earlier_version(&self, key: CitationKey, version: u32) -> Result<Option<serde_json::Value>> {
        self.optional(
            "SELECT body FROM citation_versions WHERE citation = ?1 AND version = ?2",
            (key, version),
            |row| json_column(row, "body"),
        )
    }

    /// The last state of a citation before `end` (ISO 8601, UTC, milliseconds); `None` before its first.
    pub fn state_before(&self, key: CitationKey, end: &str) -> Result<Option<StateThen>> {
        if self.version_before("citations WHERE key = ?1", key, end)?.is_some() {
            return Ok(Some(StateThen { kept: None, names: NamesOf::Today }));
        }
        let Some(version) = self.version_before("citation_versions WHERE citation = ?1", key, end)? else {
            return Ok(None);
        };
        let names = self.names_of_version(key, version)?;
        Ok(Some(StateThen { kept: self.earlier_version(key, version)?, names }))
    }

    /// The time of the names in an earlier state of a citation, which exists.
    pub fn names_of_version(&self, key: CitationKey, version: u32) -> Result<NamesOf> {
        self.names_of_state(("citation_versions", "citation"), "citations", key, version)
    }

    /// The time of the names in an earlier state, which exists. `earlier` are the table of the earlier states and its column
    /// for the key of what has them, `present` is the table of the present states.
    pub(in crate::store) fn names_of_state(
        &self,
        earlier: (&str, &str),
        present: &str,
        key: impl ToSql,
        version: u32,
    ) -> Result<NamesOf> {
        let (earlier, owner) = earlier;
        let (names_after, replaced): (Option<i64>, String) = self.row(
            &format!(
                "SELECT names_after, coalesce((SELECT saved_at FROM {earlier} WHERE {owner} = ?1 \
                 AND version = ?2 + 1), (SELECT saved_at FROM {present} WHERE key = ?1)) \
                 FROM {earlier} WHERE {owner} = ?1 AND version = ?2"
            ),
            (key, version),
        )?;
        Ok(names_after.map_or(NamesOf::Moment(replaced), NamesOf::Change))
    }

    /// The latest version of this part of the history that was saved before `end`.
    fn version_before(&self, of: &str, key: CitationKey, end: &str) -> Result<Option<u32>> {
        self.value(&format!("SELECT max(version) FROM {of} AND saved_at < ?2"), (key, end))
    }

    /// When the first state of a citation was saved; ISO 8601, UTC.
    pub fn first_saved(&self, key: CitationKey) -> Result<String> {
        self.value(
            "SELECT coalesce((SELECT saved_at FROM citation_versions WHERE citation = ?1 \
             ORDER BY version LIMIT 1), \
             (SELECT saved_at FROM citations WHERE key = ?1))",
            [key],
        )
    }
}

impl WriteTx<'_> {
    /// Stores the present state of a citation as a version before a new one replaces it.
    pub(in crate::store) fn keep_version(&self, key: CitationKey, present: &Citation) -> Result<()> {
        let body = json(&present.as_stored())?;
        let names_after = self.latest_lookup_change()?;
        self.run(
            "INSERT INTO citation_versions (citation, version, saved_at, saved_by_user, saved_by_name, body, \
             names_after) \
             SELECT key, version, saved_at, saved_by_user, saved_by_name, ?2, ?3 FROM citations WHERE key = ?1",
            (key, body, names_after),
        )
    }
}
