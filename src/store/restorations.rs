//! Restores of the database: changes between the backup and its restore are lost.

use crate::model::error::Result;
use crate::store::backup::contents::RowCounts;
use crate::store::database::ReadTx;
use crate::store::sqlite_error::doing;
use rusqlite::OptionalExtension;

/// A copy that replaced the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Restoration {
    /// ISO 8601, UTC: everything up to this moment is in the copy. `None` when it held no change at all.
    pub known_until: Option<String>,
    /// When it replaced the database; ISO 8601, UTC.
    pub restored: String,
}

impl ReadTx<'_> {
    /// The latest restoration that lost what was saved last before `end` (ISO 8601, UTC, milliseconds).
    pub fn restoration_over(&self, end: &str) -> Result<Option<Restoration>> {
        self.db
            .prepare_cached(
                "SELECT known_until, restored FROM restorations \
                 WHERE coalesce(known_until, '') < ?1 AND restored >= ?1 ORDER BY number DESC LIMIT 1",
            )
            .and_then(|mut one| {
                one.query_row([end], |row| {
                    Ok(Restoration { known_until: row.get(0)?, restored: row.get(1)? })
                })
                .optional()
            })
            .map_err(doing("reading when the database was restored"))
    }

    /// How many rows there are of each subject.
    pub fn row_counts(&self) -> Result<RowCounts> {
        RowCounts::read(self.db).map_err(doing("counting"))
    }

    /// The moment up to which the latest restoration knows everything (ISO 8601, UTC); `None` when there was none, or the
    /// backup held no change at all.
    pub fn restored_until(&self) -> Result<Option<String>> {
        self.db
            .query_row("SELECT known_until FROM restorations ORDER BY number DESC LIMIT 1", [], |row| {
                row.get(0)
            })
            .optional()
            .map(Option::flatten)
            .map_err(doing("reading when the database was restored"))
    }
}
